/* gemm_sm90.c - FP8 products on Hopper by our own kernel, with everything that
 * follows in the region done on the sums while they are in registers.
 *
 * cuBLASLt has no erf GELU, no residual, and loses a third of its speed with an
 * FP8 result; this kernel (kernels/gemm_sm90.cuh) has an epilogue made of the
 * region's own arithmetic, so it changes no number: sum, scales, bias, then the
 * nodes of the region in their order, and one rounding. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/region.h"

/* A tile configuration. */
typedef struct tile {
  int m, n, stages, math;
} tile;

/* Ping-pong 128 x 128 wins wherever its tiles fill the chip about twice; below
 * that smaller tiles without persistence keep more multiprocessors busy
 * (measured on an H200: docs/kernels.md). */
static const tile big = {128, 128, 6, 2}, medium = {128, 64, 8, 1}, small = {64, 64, 10, 1};

#define MULTIPROCESSORS 132
#define RASTER_GROUP 8 /* tiles; 4 to 32 measured within 5% */

typedef struct problem {
  const node *n;
  const value *x, *w, *bias, *result; /* result: the one stored value */
  const value *residual;              /* added in the epilogue, as wide as the result; NULL: none */
  const value *halves[2]; /* gated: the product's first and second half of columns; NULL */
  int64_t m, columns, k;  /* columns of the product */
  int64_t out_columns;    /* of the result: half as many where it is gated */
  tile t;
  int out_bytes;
} problem;

static int64_t tiles_of(const problem *p, tile t) {
  return (p->m + t.m - 1) / t.m * ((p->columns + t.n - 1) / t.n);
}

/* A residual of the tile to come waits in shared memory, where a stage makes room. */
static const tile big_residual = {128, 128, 5, 2};

static tile choose_tile(const problem *p) {
  if (p->halves[0]) return tiles_of(p, big) >= MULTIPROCESSORS ? big : (tile){64, 128, 8, 1};
  if (p->residual && tiles_of(p, big) >= MULTIPROCESSORS) return big_residual;
  /* An FP8 staging unit is 128 columns wide. */
  if (p->out_bytes == 1) return tiles_of(p, big) >= MULTIPROCESSORS ? big : (tile){64, 128, 8, 1};
  if (tiles_of(p, big) >= MULTIPROCESSORS) return big;
  return tiles_of(p, medium) >= MULTIPROCESSORS ? medium : small;
}

/* ---- Whether it fits ------------------------------------------------------- */

static bool fp8_operand(const value *v) { return dtype_is_fp8(v->type.dtype); }

static const char *find_result(problem *p, const group *gr) {
  for (size_t i = 0; i < gr->count; i++)
    for (size_t k = 0; k < gr->nodes[i]->out_count; k++) {
      const value *v = gr->nodes[i]->out[k];
      if (!v || !group_stores(gr, v)) continue;
      if (p->result) return "the region stores two values";
      p->result = v;
    }
  return p->result ? NULL : "nothing of the region is used";
}

/* What the region reads besides the sums, element by element, as wide as the result. */
static const value *find_residual(const problem *p, const group *gr) {
  for (size_t i = 1; i < gr->count; i++)
    for (size_t k = 0; k < gr->nodes[i]->in_count; k++) {
      const value *v = gr->nodes[i]->in[k];
      if (!v || value_is_const(v) || (v->def && group_has(gr, v->def)) ||
          v->type.scale.kind != SCALE_NONE || v->type.rank != p->n->out[0]->type.rank)
        continue;
      bool as_wide = dtype_is_small_float(v->type.dtype) && dtype_bytes(v->type.dtype) == 2 &&
                     dtype_bytes(p->result->type.dtype) == 2;
      if (as_wide && memcmp(v->type.dims, p->n->out[0]->type.dims,
                            (size_t)v->type.rank * sizeof *v->type.dims) == 0)
        return v;
    }
  return NULL;
}

/* The half of the product's columns that a Split or a Slice of it gives. */
static bool read_half(const problem *p, const value *v, int *half) {
  const node *n = v->def;
  const value *whole = p->n->out[0];
  int last = whole->type.rank - 1;
  int64_t width = whole->type.dims[last], range[4] = {0, 0, 0, 1};
  if (n->in[0] != whole || v->type.rank != last + 1 || 2 * v->type.dims[last] != width)
    return false;
  if (node_named(n, "Split")) {
    *half = n->out[0] == v ? 0 : 1;
    return node_int(n, "axis") == last || node_int(n, "axis") == -1;
  }
  size_t count = 1;
  for (size_t i = 1; i < 5 && i < n->in_count && count == 1; i++)
    if (n->in[i] && !value_ints(n->in[i], &range[i - 1], 1, &count)) return false;
  if (count != 1 || n->in_count < 4 || !n->in[3]) return false;
  *half = range[0] == 0 ? 0 : 1;
  return (range[2] == last || range[2] == -1) && range[3] == 1 && range[0] == *half * (width / 2);
}

/* Nodes that cut the product in two; `after` gets the others that follow it. */
static const char *find_halves(problem *p, const group *gr, node **after, size_t *count) {
  *count = 0;
  for (size_t i = 1; i < gr->count; i++) {
    node *n = gr->nodes[i];
    if (!node_named(n, "Split") && !node_named(n, "Slice")) {
      after[(*count)++] = n;
      continue;
    }
    for (size_t k = 0; k < n->out_count; k++) {
      int half;
      if (!n->out[k] || !read_half(p, n->out[k], &half)) return "the region cuts no halves";
      p->halves[half] = n->out[k];
    }
  }
  return !p->halves[0] == !p->halves[1] ? NULL : "the region takes one half";
}

static const char *fit(problem *p, lowering *l, const group *gr, node **after, size_t *count) {
  if (l->t->sm != 90) return "this kernel is for Hopper";
  p->n = gr->nodes[0];
  if (!node_named(p->n, "Linear")) return "only products with constant weights are done here";
  p->x = p->n->in[0];
  p->w = p->n->in[1];
  p->bias = p->n->in_count > 2 ? p->n->in[2] : NULL;
  if (!fp8_operand(p->x) || !fp8_operand(p->w)) return "the operands are not FP8";
  if (p->x->type.scale.kind == SCALE_AXIS) return "the tokens have a scale per channel";
  if (p->w->type.scale.kind == SCALE_AXIS && p->w->type.scale.axis != 0)
    return "the weights' scales do not go along the output";
  for (size_t i = 1; i < gr->count; i++)
    if (gr->nodes[i]->op->family != FAMILY_ELTWISE && !node_named(gr->nodes[i], "Quantize") &&
        !node_named(gr->nodes[i], "Cast") && !node_named(gr->nodes[i], "Split") &&
        !node_named(gr->nodes[i], "Slice"))
      return "more than elementwise work follows";
  const char *why = find_halves(p, gr, after, count);
  if (!why) why = find_result(p, gr);
  if (why) return why;
  p->columns = p->w->type.dims[0];
  p->k = p->w->type.dims[1];
  p->out_columns = p->halves[0] ? p->columns / 2 : p->columns;
  p->m = p->columns ? tensor_elements(&p->n->out[0]->type) / p->columns : 0;
  if (p->m < 1 || p->k < 1 || p->m > INT32_MAX || p->columns > INT32_MAX || p->k > INT32_MAX)
    return "the product is empty or too large";
  if (p->k % 16 || p->out_columns % 16) return "k or n is no multiple of 16";
  if (tensor_elements(&p->result->type) != p->m * p->out_columns)
    return "the result has another size";
  fp8c_dtype d = p->result->type.dtype;
  if (d != FP8C_DTYPE_BF16 && d != FP8C_DTYPE_F16 && !dtype_is_fp8(d))
    return "the result is neither 8 nor 16 bits wide";
  p->out_bytes = (int)dtype_bytes(d);
  p->residual = p->halves[0] ? NULL : find_residual(p, gr);
  p->t = choose_tile(p);
  return NULL;
}

/* ---- Tensor maps ----------------------------------------------------------- */

static plan_tensor_map *rows_map(lowering *l, int64_t rows, int64_t row_elements, uint32_t bytes,
                                 uint32_t box_columns, uint32_t box_rows) {
  plan_tensor_map *m = NEW(l->c->keep, plan_tensor_map);
  *m = (plan_tensor_map){.element_bytes = bytes,
                         .rank = 2,
                         .dims = {(uint64_t)row_elements, (uint64_t)rows},
                         .strides = {bytes, (uint64_t)row_elements * bytes},
                         .box = {box_columns, box_rows},
                         .swizzle_bytes = box_columns * bytes};
  return m;
}

/* The weights' rows as the gated kernel wants its columns: eight of the first half, then
 * their eight partners of the second.  A panel's rows of 128 bytes lie in that order in
 * shared memory, and the weights in memory as they are. */
static plan_tensor_map *halves_map(lowering *l, const problem *p) {
  plan_tensor_map *m = NEW(l->c->keep, plan_tensor_map);
  uint64_t k = (uint64_t)p->k, half = (uint64_t)p->out_columns;
  *m = (plan_tensor_map){.element_bytes = 1,
                         .rank = 4,
                         .dims = {k, 8, 2, half / 8},
                         .strides = {1, k, half * k, 8 * k},
                         .box = {128, 8, 2, (uint32_t)p->t.n / 16},
                         .swizzle_bytes = 128};
  return m;
}

/* ---- The epilogue ---------------------------------------------------------- */

/* Scale and bias of every column, as the kernel wants them side by side. */
static const char *column_table(lowering *l, const problem *p, uint32_t *id) {
  float sx = p->x->type.scale.kind == SCALE_TENSOR ? p->x->type.scale.value : 1.0f;
  float sw = p->w->type.scale.kind == SCALE_TENSOR ? p->w->type.scale.value : 1.0f;
  const tensor *scales = NULL, *bias = NULL;
  if (p->w->type.scale.kind == SCALE_AXIS && !(scales = lower_load(l, p->w->scale_vector)))
    return "the weights' scales cannot be read";
  if (p->bias) {
    if (!value_is_const(p->bias) || !dtype_is_small_float(p->bias->type.dtype) ||
        p->bias->type.scale.kind != SCALE_NONE || tensor_elements(&p->bias->type) != p->columns)
      return "the bias is no plain constant vector";
    if (!(bias = lower_load(l, p->bias))) return "the bias cannot be read";
  }
  float *table = NEW_ARRAY(l->c->scratch, float, 2 * p->columns);
  float *offsets = NEW_ARRAY(l->c->scratch, float, p->columns);
  if (bias) floats_decode(bias->dtype, bias->data, offsets, (size_t)p->columns);
  for (int64_t i = 0; i < p->columns; i++) {
    int64_t row = p->halves[0] ? i / 8 % 2 * p->out_columns + i / 16 * 8 + i % 8 : i;
    table[2 * i] = sx * (scales ? ((const float *)scales->data)[row] : sw);
    table[2 * i + 1] = offsets[row];
  }
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {p->columns, 2}};
  *id = lower_const(l, arena_printf(l->c->keep, "%s.columns", p->n->name), &type, table);
  return NULL;
}

/* The nodes after the product, on V columns of one row. */
static const char *add_region(region_code *r, const problem *p, text *body) {
  int last = r->rank - 1;
  bool flat = r->dims[last] != p->out_columns; /* merged into one dimension */
  if (flat && r->rank != 1) return "the region does not line up with the product's columns";
  if (!flat) region_emit_coordinates(r, body, "u32", "row");
  for (uint32_t i = 0; i < r->micro_count; i++) {
    const micro *m = &r->micros[i];
    if (m->kind == MICRO_LOAD) {
      const operand *o = &r->operands[m->operand];
      if (o->gathered) return "a Gather in the epilogue";
      if (o->v == p->residual) {
        text_printf(body, "    float x%u[V]; %s(held, x%u[0], x%u[1]);\n", i,
                    p->residual->type.dtype == FP8C_DTYPE_F16 ? "f16x2_real" : "bf16x2_real", i, i);
        continue;
      }
      const char *at =
          flat ? (o->strides[0] ? arena_printf(r->l->c->scratch, "(i64)row * %lld + column",
                                               (long long)p->out_columns)
                                : "0")
               : region_outer_offset(r, o);
      if (!flat && o->strides[last]) at = arena_printf(r->l->c->scratch, "%s + column", at);
      if (m->lane)
        text_printf(body, "    %s x%u[V]; load<V>(p%u + %s, x%u);\n", m->type, i, o->parameter, at,
                    i);
      else
        text_printf(body, "    %s x%u[1]; load<1>(p%u + %s, x%u); const %s v%u = x%u[0];\n",
                    m->type, i, o->parameter, at, i, m->type, i, i);
    } else if (!m->lane) {
      text_printf(body, "    const %s v%u = %s;\n", m->type, i, m->expr);
    }
  }
  text_add(body, "#pragma unroll\n    for (int k = 0; k < V; k++) {\n");
  for (uint32_t i = 0; i < r->micro_count; i++) {
    const micro *m = &r->micros[i];
    if (!m->lane) continue;
    if (m->kind == MICRO_GIVEN)
      text_printf(body, "      const float v%u = %s[k];\n", i, m->operand ? "other" : "x");
    else if (m->kind == MICRO_LOAD)
      text_printf(body, "      const %s v%u = x%u[k];\n", m->type, i, i);
    else
      text_printf(body, "      const %s v%u = %s;\n", m->type, i, m->expr);
  }
  text_printf(body, "      x[k] = v%u;\n    }\n", r->stores[0].variable);
  return NULL;
}

/* ---- The kernel ------------------------------------------------------------ */

/* wgmma names every accumulator register: the instruction for this tile width. */
static void add_mma(text *t, const problem *p) {
  int sums = p->t.n / 2;
  const char *formats[] = {fp8c_dtype_name(p->x->type.dtype), fp8c_dtype_name(p->w->type.dtype)};
  text_printf(
      t,
      "struct mma {\n  static FORCEINLINE void of(float *d, u64 a, u64 b, int accumulate) {\n"
      "    asm volatile(\"{\\n.reg .pred p;\\nsetp.ne.b32 p, %%%d, 0;\\n"
      "wgmma.mma_async.sync.aligned.m64n%dk32.f32.%s.%s {",
      sums + 2, p->t.n, formats[0], formats[1]);
  for (int i = 0; i < sums; i++) text_printf(t, "%s%%%d", i ? "," : "", i);
  text_printf(t, "}, %%%d, %%%d, p, 1, 1;\\n}\\n\" : ", sums, sums + 1);
  for (int i = 0; i < sums; i++) text_printf(t, "%s\"+f\"(d[%d])", i ? ", " : "", i);
  text_add(t, " : \"l\"(a), \"l\"(b), \"r\"(accumulate));\n  }\n};\n");
}

/* The FP8 accumulator truncates at 13 fraction bits: with operands of both signs
 * its error stays under a fiftieth of E4M3's own rounding up to this K
 * (measured: 5.6e-4 of the result's rms at 2048, 8.7e-4 at 4096). */
#define FAST_ACCUMULATE_K_MAX 4096

static void add_shape(text *t, const problem *p, bool by_column) {
  text_printf(t,
              "struct shape {\n  static constexpr int M = %lld, N = %lld, K = %lld, TILE_M = %d, "
              "TILE_N = %d, "
              "STAGES = %d, MATH = %d, GROUP = %d, PROMOTE = %d, OUT_BYTES = %d;\n"
              "  static constexpr bool COLUMNS = %s, BIAS = %s, RESIDUAL = %s, GATED = %s;\n};\n",
              (long long)p->m, (long long)p->columns, (long long)p->k, p->t.m, p->t.n, p->t.stages,
              p->t.math, RASTER_GROUP, p->k > FAST_ACCUMULATE_K_MAX, p->out_bytes,
              by_column ? "true" : "false", p->bias ? "true" : "false",
              p->residual ? "true" : "false", p->halves[0] ? "true" : "false");
}

/* gemm_layout's SHARED_BYTES. */
static uint32_t shared_bytes(const problem *p, bool by_column) {
  uint32_t stage = (uint32_t)(p->t.m + p->t.n) * 128 + 16;
  uint32_t columns = by_column ? (uint32_t)p->t.n * 8 : 0;
  uint32_t units = p->residual ? (uint32_t)(p->t.m / 64 * (p->t.n / 64)) : 2;
  return (uint32_t)p->t.stages * stage + (uint32_t)p->t.math * (units * 8192 + columns + 8);
}

const char *lower_gemm_sm90(lowering *l, const group *gr) {
  problem p = {0};
  node **nodes = NEW_ARRAY(l->c->scratch, node *, gr->count);
  size_t count;
  const char *why = fit(&p, l, gr, nodes, &count);
  if (why) return why;
  region_code r;
  group after = {nodes, count};
  text body;
  text_init(&body, l->c->scratch);
  if (after.count > 0) {
    const value *const given[2] = {p.halves[0] ? p.halves[0] : p.n->out[0], p.halves[1]};
    if ((why = region_build_given(&r, l, &after, given))) return why;
    if (r.store_count != 1) return "the region stores two values";
  } else {
    r = (region_code){.l = l, .gr = gr};
    draft_begin(&r.draft, l);
  }
  kernel_draft *d = &r.draft;
  /* The region's own store became a parameter that TMA makes unnecessary. */
  uint32_t ma =
      draft_map(d, lower_value(l, p.x), rows_map(l, p.m, p.k, 1, 128, (uint32_t)p.t.m), false);
  plan_tensor_map *weights =
      p.halves[0] ? halves_map(l, &p) : rows_map(l, p.columns, p.k, 1, 128, (uint32_t)p.t.n);
  uint32_t mb = draft_map(d, lower_value(l, p.w), weights, false);
  uint32_t box = p.halves[0] ? 64 : 128 / (uint32_t)p.out_bytes;
  uint32_t md = draft_map(d, lower_value(l, p.result),
                          rows_map(l, p.m, p.out_columns, (uint32_t)p.out_bytes, box, 64), true);
  uint32_t mr = p.residual ? draft_map(d, lower_value(l, p.residual),
                                       rows_map(l, p.m, p.columns, 2, 64, 64), false)
                           : 0;
  bool by_column = p.bias || p.w->type.scale.kind == SCALE_AXIS;
  uint32_t table;
  if (by_column && (why = column_table(l, &p, &table))) return why;
  float factor_of_all = (p.x->type.scale.kind == SCALE_TENSOR ? p.x->type.scale.value : 1.0f) *
                        (p.w->type.scale.kind == SCALE_TENSOR ? p.w->type.scale.value : 1.0f);
  uint32_t factor = by_column ? draft_read(d, table, "float2") : draft_f32(d, factor_of_all);
  if (after.count > 0 && (why = add_region(&r, &p, &body))) return why;

  text *f = &d->functions;
  add_shape(f, &p, by_column);
  add_mma(f, &p);
  const char *pair = p.result->type.dtype == FP8C_DTYPE_F16    ? "f16x2_of"
                     : p.result->type.dtype == FP8C_DTYPE_BF16 ? "bf16x2_of"
                     : p.result->type.dtype == FP8C_DTYPE_E4M3 ? "e4m3x2_of"
                                                               : "e5m2x2_of";
  text members, initialisers;
  text_init(&members, l->c->scratch);
  text_init(&initialisers, l->c->scratch);
  for (uint32_t i = 0; i < d->arg_count; i++) { /* the kernel's parameters, under the same names */
    if (d->args[i].kind == PLAN_ARG_MAP || i == factor) continue;
    text_printf(&members, "  %s p%u;\n", d->declarations[i], i);
    text_printf(&initialisers, "%sp%u", initialisers.length ? ", " : "", i);
  }
  text_printf(f,
              "struct epilogue {\n%s  %s;\n"
              "  FORCEINLINE float factor() const { return %s; }\n"
              "  FORCEINLINE u32 pack(u32 row, u32 column, float (&x)[2], %s) const {\n"
              "    constexpr int V = 2;\n%s    return %s(x[0], x[1]);\n  }\n};\n",
              text_cstr(&members), by_column ? "const float2 *columns" : "float scale",
              by_column ? "1.0f" : "scale", p.halves[0] ? "float (&other)[2]" : "u32 held",
              text_cstr(&body), pair);
  text_printf(&initialisers, "%sp%u", initialisers.length ? ", " : "", factor);
  text_printf(&d->body,
              "  const epilogue e = {%s};\n  gemm<shape, mma>(&p%u, &p%u, &p%u, %s, e);\n",
              text_cstr(&initialisers), ma, mb, md,
              p.residual ? arena_printf(l->c->scratch, "&p%u", mr) : "(const tensor_map *)0");

  int64_t tiles = tiles_of(&p, p.t);
  launch_shape shape = {
      .blocks = (uint64_t)(p.t.math == 2 && tiles > MULTIPROCESSORS ? MULTIPROCESSORS : tiles),
      .threads = (uint32_t)(p.t.math == 2 ? 384 : 160),
      .shared_bytes = shared_bytes(&p, by_column),
      .one_block = true,
      .waits_itself = true,
      .hopper = true,
      .flops = 2 * (uint64_t)p.m * (uint64_t)p.columns * (uint64_t)p.k};
  const char *what =
      arena_printf(l->c->scratch, "gemm_%s_%s_%s%s%s", fp8c_dtype_name(p.x->type.dtype),
                   fp8c_dtype_name(p.w->type.dtype), fp8c_dtype_name(p.result->type.dtype),
                   after.count ? "_" : "", after.count ? r.op_names : "");
  draft_launch(d, what, kernel_text_gemm_sm90, shape, gr);
  l->v->launches[l->v->launch_count - 1].precision =
      arena_printf(l->c->keep, "%s x %s -> %s", fp8c_dtype_name(p.x->type.dtype),
                   fp8c_dtype_name(p.w->type.dtype), fp8c_dtype_name(p.result->type.dtype));
  return NULL;
}
