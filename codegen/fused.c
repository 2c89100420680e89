/* fused.c - a product and what follows it in its region. */
#include "codegen/fused.h"

#include <math.h>

#include "base/numbers.h"
#include "ir/read.h"
#include "ops/ids/algebra.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"

/* ---- Halves ------------------------------------------------------------------ */

/* The half of the product's columns that a Split or a Slice of it gives. */
static bool read_half(const fused_product *p, const value *v, int *half) {
  const node *n = v->def;
  const value *whole = p->n->out[0];
  int last = whole->type.rank - 1;
  int64_t width = whole->type.dims[last];
  sliced s;
  if (n->in[0] != whole || v->type.rank != last + 1 || 2 * v->type.dims[last] != width)
    return false;
  if (node_is(n, OP_SPLIT)) {
    *half = n->out[0] == v ? 0 : 1;
    return node_axis(n, last + 1) == last;
  }
  if (!node_slice(n, &s) || s.only != last) return false;
  const slice_range *r = &s.along[last];
  *half = r->start == 0 ? 0 : 1;
  return r->step == 1 && r->start == *half * (width / 2);
}

/* Nodes that cut the product in two; `after` gets the others that follow it. */
static const char *find_halves(fused_product *p, const group *gr, node **after) {
  size_t *count = &p->after.count;
  for (size_t i = 1; i < gr->count; i++) {
    node *n = gr->nodes[i];
    if (!node_is(n, OP_SPLIT) && !node_is(n, OP_SLICE)) {
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

/* Columns that are more than two things, or of which a part turns. */
static bool has_parts(const group *gr) {
  size_t cuts = 0;
  for (size_t i = 1; i < gr->count; i++) {
    const node *n = gr->nodes[i];
    if (node_is(n, OP_ROTARY)) return true;
    if (node_is(n, OP_SPLIT) || node_is(n, OP_SLICE)) cuts += n->out_count;
  }
  return cuts > 2;
}

static const char *read_product(fused_product *p, const group *gr, arena *scratch) {
  bool parts = has_parts(gr);
  p->x = p->n->in[0];
  p->w = p->n->in[1];
  p->bias = node_input(p->n, 2);
  p->factors = node_is(p->n, OP_LINEAR) ? node_input(p->n, 3) : NULL;
  for (size_t i = 0; i < 2 && node_is(p->n, OP_BLOCK_LINEAR); i++) p->blocks[i] = p->n->in[3 + i];
  if (p->x->type.scale.kind == SCALE_AXIS) return "the tokens have a scale per channel";
  if (p->w->type.scale.kind == SCALE_AXIS && p->w->type.scale.axis != 0)
    return "the weights' scales do not go along the output";
  for (size_t i = 1; i < gr->count && !parts; i++)
    if (gr->nodes[i]->op->family != FAMILY_ELTWISE && !node_is(gr->nodes[i], OP_QUANTIZE) &&
        !node_is(gr->nodes[i], OP_CAST) && !node_is(gr->nodes[i], OP_SPLIT) &&
        !node_is(gr->nodes[i], OP_SLICE))
      return "more than elementwise work follows";
  bool packed = node_is(p->n, OP_PACKED_LINEAR);
  p->columns = packed ? node_int(p->n, "columns") : p->w->type.dims[0];
  node **after = NEW_ARRAY(scratch, node *, gr->count);
  const char *why = parts ? fused_read_parts(p, gr, scratch) : find_halves(p, gr, after);
  if (why) return why;
  p->after.nodes = after;
  p->k = packed       ? node_int(p->n, "depth")
         : p->columns ? tensor_elements(&p->w->type) / p->columns
                      : 0;
  p->out_columns = p->halves[0] ? p->columns / 2 : p->columns;
  p->rows = p->columns ? tensor_elements(&p->n->out[0]->type) / p->columns : 0;
  if (p->rows < 1 || p->k < 1 || p->rows > INT32_MAX || p->columns > INT32_MAX || p->k > INT32_MAX)
    return "the product is empty or too large";
  return NULL;
}

const char *fused_read(fused_product *p, const group *gr, arena *scratch) {
  *p = (fused_product){.n = gr->nodes[0]};
  if (!node_is(p->n, OP_LINEAR) && !node_is(p->n, OP_BLOCK_LINEAR) &&
      !node_is(p->n, OP_PACKED_LINEAR))
    return "only products with constant weights are done here";
  return read_product(p, gr, scratch);
}

const char *fused_read_conv(fused_product *p, const group *gr, arena *scratch) {
  *p = (fused_product){.n = gr->nodes[0]};
  if (!node_is(p->n, OP_CONV) || !node_int(p->n, "channels_last"))
    return "its channels do not lie last";
  if (node_int(p->n, "group") != 1) return "its channels are in groups";
  if (!value_is_const(p->n->in[1])) return "its weights are not constant";
  const char *why = read_product(p, gr, scratch);
  return !why && (p->halves[0] || p->parts) ? "its channels are not of one kind" : why;
}

const char *fused_begin(region_code *r, lowering *l, const group *gr, const fused_product *p) {
  const value *const given[2] = {p->halves[0] ? p->halves[0] : p->n->out[0], p->halves[1]};
  if (p->parts) return fused_begin_parts(r, l, p);
  if (p->after.count > 0) return region_build_given(r, l, &p->after, given, NULL);
  *r = (region_code){.a = l->c->scratch, .l = l, .gr = gr};
  draft_begin(&r->draft, l);
  return NULL;
}

/* ---- Sums ---------------------------------------------------------------------- */

/* The FP8 accumulator truncates at 13 fraction bits: where products have both signs its error
 * stays under a fiftieth of E4M3's own rounding up to a K of 4096 (measured: 5.6e-4 of the
 * result's rms at 2048, 8.7e-4 at 4096) and grows with the root of K, 1.6e-3 at 14336; where
 * they have one sign it grows with K (docs/numbers.md).  So beyond 4096 a sample of the weights
 * must mix signs: the sum of a row is a small part of the sum of its magnitudes. */
#define ROWS_SAMPLED 128
#define ONE_SIDED_MAX 0.0625 /* mean over the rows; of independent signs at 14336: 0.007 */

static bool signs_mix(lowering *l, const fused_product *f) {
  const tensor *t = lower_load(l, f->w);
  int64_t rows = f->columns, k = f->k, sampled = rows < ROWS_SAMPLED ? rows : ROWS_SAMPLED;
  if (!t || tensor_elements(t) != rows * k) return false;
  float *row = NEW_ARRAY(l->c->scratch, float, k);
  double share = 0;
  for (int64_t i = 0; i < sampled; i++) {
    const uint8_t *codes = (const uint8_t *)t->data + i * (rows / sampled) * k;
    floats_decode(t->dtype, codes, row, (size_t)k);
    double sum = 0, magnitude = 0;
    for (int64_t j = 0; j < k; j++) sum += row[j], magnitude += fabs((double)row[j]);
    if (magnitude > 0) share += fabs(sum) / magnitude;
  }
  return share <= ONE_SIDED_MAX * (double)sampled;
}

/* Whether no row has more terms than that: groups of channels made dense are mostly zeros, which
 * neither round a sum nor move it. */
static bool terms_are_few(lowering *l, const fused_product *f) {
  const tensor *t = lower_load(l, f->w);
  if (!t || tensor_elements(t) != f->columns * f->k || !dtype_is_fp8(t->dtype)) return false;
  for (int64_t i = 0; i < f->columns; i++) {
    const uint8_t *row = (const uint8_t *)t->data + i * f->k;
    int64_t terms = 0;
    for (int64_t j = 0; j < f->k; j++) terms += (row[j] & 0x7f) != 0;
    if (terms > FAST_ACCUMULATE_K_MAX) return false;
  }
  return true;
}

bool fused_sums_fast(lowering *l, const fused_product *p) {
  return p->k <= FAST_ACCUMULATE_K_MAX || terms_are_few(l, p) ||
         (p->k <= FAST_ACCUMULATE_K_MIXED_MAX && signs_mix(l, p));
}

int fused_asked(const fused_product *p) {
  return p->n && node_is(p->n, OP_LINEAR) ? (int)node_int(p->n, "promote") : 0;
}

int fused_promotion(lowering *l, const fused_product *p) {
  int asked = fused_asked(p);
  if (asked) return asked < 0 ? 0 : asked;
  return fused_sums_fast(l, p) ? 0 : 128;
}

/* ---- The epilogue ------------------------------------------------------------- */

float fused_factor(const fused_product *p) {
  return (p->x->type.scale.kind == SCALE_TENSOR ? p->x->type.scale.value : 1.0f) *
         (p->w->type.scale.kind == SCALE_TENSOR ? p->w->type.scale.value : 1.0f);
}

void fused_add_scales(kernel_draft *d, const fused_product *p, fused_scales *s) {
  const value *from[] = {p->factors && !p->deviation ? p->factors : NULL, p->blocks[0],
                         p->blocks[1]};
  uint32_t *to[] = {&s->rows, &s->blocks[0], &s->blocks[1]};
  for (size_t i = 0; i < 3; i++)
    *to[i] = from[i] ? draft_read(d, lower_value(d->l, from[i]), "float") : NO_PARAMETER;
}

#define SCALE_BLOCK 128

bool fused_blocks_fit(const fused_product *p, int64_t columns) {
  if (!p->blocks[0]) return true;
  int64_t tile = p->halves[0] ? columns / 2 : columns;
  return SCALE_BLOCK % tile == 0 && (!p->halves[0] || p->out_columns % tile == 0);
}

/* The bases of the epilogue that have the scales of sums, the factors of rows and the scales along
 * k, and how those are made. */
static void name_bases(const fused_product *p, const fused_scales *s, arena *a, const char **bases,
                       const char **made) {
  const char *scales = fused_by_column(p) ? "column_scales" : "one_scale";
  *bases = scales;
  *made = arena_printf(a, "{p%u}", s->factor);
  if (p->blocks[0]) {
    *bases = arena_printf(a, "%s, block_scales<%lld>", scales, (long long)(p->k / SCALE_BLOCK));
    *made = arena_printf(a, "%s, {p%u, p%u}", *made, s->blocks[0], s->blocks[1]);
  }
  if (!p->factors) return;
  const char *rows = "row_factors", *rows_made;
  if (p->deviation) {
    float unit = p->x->type.scale.kind == SCALE_TENSOR ? p->x->type.scale.value : 1.0f;
    rows = node_int(p->deviation, "centred") ? "row_deviations<true>" : "row_deviations<false>";
    rows_made =
        arena_printf(a, "%s, %s, %s", float_text(a, (float)p->k), float_text(a, unit * unit),
                     float_text(a, node_float(p->deviation, "epsilon")));
  } else {
    rows_made = arena_printf(a, "p%u", s->rows);
  }
  *bases = arena_printf(a, "%s, %s", scales, rows);
  *made = arena_printf(a, "%s, {%s}", *made, rows_made);
}

const char *fused_struct(kernel_draft *d, const fused_product *p, const fused_scales *s,
                         const char *methods) {
  arena *a = d->l->c->scratch;
  const char *bases, *scales;
  text members, made;
  text_init(&members, a);
  text_init(&made, a);
  name_bases(p, s, a, &bases, &scales);
  text_printf(&made, "{%s", scales);
  for (uint32_t i = 0; i < d->arg_count; i++) { /* the kernel's parameters, under the same names */
    bool map = d->args[i].kind == PLAN_ARG_MAP;
    if ((map && !p->parts) || i == s->factor || i == s->rows || i == s->blocks[0] ||
        i == s->blocks[1])
      continue;
    text_printf(&members, "  %s p%u;\n", map ? "const tensor_map *" : d->declarations[i], i);
    text_printf(&made, ", %sp%u", map ? "&" : "", i);
  }
  text_add(&made, "}");
  text_printf(&d->functions, "struct epilogue : %s {\n%s%s};\n", bases, text_cstr(&members),
              methods);
  return text_cstr(&made);
}

bool fused_by_column(const fused_product *p) {
  return p->bias || p->w->type.scale.kind == SCALE_AXIS;
}

/* Scale and bias of every column, as the kernel wants them side by side. */
const char *fused_columns(lowering *l, const fused_product *p, bool by_eight, uint32_t *id) {
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
    int64_t row = by_eight && p->halves[0] ? i / 8 % 2 * p->out_columns + i / 16 * 8 + i % 8 : i;
    table[2 * i] = sx * (scales ? ((const float *)scales->data)[row] : sw);
    table[2 * i + 1] = offsets[row];
  }
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {p->columns, 2}};
  *id = lower_const(l, arena_printf(l->c->keep, "%s.columns", p->n->name), &type, table);
  return NULL;
}

static const char *address_of(region_code *r, const operand *o, const char *flat,
                              const char *column) {
  if (o->strides[r->rank - 1] == 0) return flat ? "0" : region_outer_offset(r, o);
  return flat ? flat : arena_printf(r->l->c->scratch, "%s + %s", region_outer_offset(r, o), column);
}

/* In other places than V neighbours. */
static bool loads_apart(const micro *m) {
  return m->column == COLUMN_NEIGHBOUR || m->column == COLUMN_PAIR;
}

/* A loaded variable's array: its own, or one of `ahead`. */
static void declare_load(const micro *m, uint32_t i, const char *ahead, const char *end,
                         text *body) {
  if (ahead)
    text_printf(body, "    auto &x%u = %s.x%u;%s", i, ahead, i, end);
  else
    text_printf(body, "    %s x%u[%s];%s", m->type, i, m->lane ? "V" : "1", end);
}

const char *fused_loads(region_code *r, const char *flat, const char *column, const value *held,
                        const char *ahead, text *body) {
  for (uint32_t i = 0; i < r->micro_count; i++) {
    const micro *m = &r->micros[i];
    if (m->kind != MICRO_LOAD) continue;
    const operand *o = &r->operands[m->operand];
    if (o->gathered) return "a Gather in the epilogue";
    declare_load(m, i, ahead, " ", body);
    const char *at = address_of(r, o, flat, region_column(r, m, column));
    if (held && o->v == held)
      text_printf(body, "%s(held, x%u[0], x%u[1]);\n",
                  held->type.dtype == FP8C_DTYPE_F16 ? "f16x2_real" : "bf16x2_real", i, i);
    else if (m->lane && loads_apart(m))
      text_printf(body, "load_each<V>(p%u, x%u, [&](int k) { return %s; });\n", o->parameter, i,
                  at);
    else
      text_printf(body, "load<%s>(p%u + %s, x%u);\n", m->lane ? "V" : "1", o->parameter, at, i);
  }
  return NULL;
}

void fused_lanes(region_code *r, const char *ahead, text *body) {
  region_emit(r, body, EMIT_ROWS | (ahead ? EMIT_AHEAD : 0),
              &(emission){.indent = "    ", .ahead = ahead});
  region_open_lanes(body, "    ", "V");
  region_emit(r, body, EMIT_LANES,
              &(emission){.indent = "      ",
                          .element = "k",
                          .given = {"x[k]", "other[k]"},
                          .neighbour = "x[k ^ 1]"});
}

/* Where the V columns from (row, column) on are in the region: the coordinates of what lies in
 * front of its last dimension, and their place in that, in *at; or *flat, an element's address
 * where all of it is merged into one dimension.  The last dimension is several rows where what is
 * read repeats with them, as a table of positions does for each sample. */
static const char *lines_up(region_code *r, const fused_product *p, const char **flat,
                            const char **at, text *body) {
  const int64_t last = r->dims[r->rank - 1], rows = last / p->out_columns;
  *flat = NULL;
  *at = "column";
  if (rows == 1 && last == p->out_columns) {
    region_emit_coordinates(r, body, "u32", "row");
  } else if (r->rank == 1) {
    *flat = arena_printf(r->l->c->scratch, "(i64)row * %lld + column", (long long)p->out_columns);
  } else if (last % p->out_columns == 0 && last <= INT32_MAX) {
    region_emit_coordinates(r, body, "u32",
                            arena_printf(r->l->c->scratch, "row / %lldu", (long long)rows));
    *at = arena_printf(r->l->c->scratch, "(row %% %lldu * %lldu + column)", (long long)rows,
                       (long long)p->out_columns);
  } else {
    return "the region does not line up with the product's columns";
  }
  return NULL;
}

/* The nodes after the product, on V columns of one row. */
const char *fused_region(region_code *r, const fused_product *p, const value *held, text *body) {
  const char *flat, *at, *why = lines_up(r, p, &flat, &at, body);
  if (why || (why = fused_loads(r, flat, at, held, NULL, body))) return why;
  fused_lanes(r, NULL, body);
  return NULL;
}

static const char *statements_of(region_code *r, const char *flat, const char *column,
                                 const char *ahead, text *body) {
  region_emit_results(r, body, "V", &(emission){.indent = "    "});
  const char *why = ahead ? NULL : fused_loads(r, flat, column, NULL, NULL, body);
  if (why) return why;
  fused_lanes(r, ahead, body);
  region_emit_assignments(r, body, &(emission){.indent = "      "});
  text_add(body, "    }\n");
  for (uint32_t s = 0; s < r->store_count; s++) {
    const operand *to = &r->stores[s].to;
    if (to->strides[r->rank - 1] != 1) return "a result of its region is smaller than the product";
    text_printf(body, "    store<V>(p%u + %s, y%u);\n", to->parameter,
                address_of(r, to, flat, column), s);
    region_emit_last(r, s, body, &(emission){.indent = "    ", .column = column});
  }
  return NULL;
}

/* ---- Results stored through pointers -------------------------------------------- */

const char *fused_results(const fused_product *p, const group *gr) {
  const value *y = p->n->out[0];
  if (p->after.count == 0 && !p->halves[0] && !p->parts)
    return dtype_is_small_float(y->type.dtype) && y->type.scale.kind != SCALE_AXIS
               ? NULL
               : "its result is no small float with one scale";
  if (p->after.count == 0 && !p->parts) return "nothing follows the halves of its sums";
  if (y->type.dtype != FP8C_DTYPE_F32 || y->type.scale.kind != SCALE_NONE)
    return "its sums are rounded inside of the region";
  if (group_stores(gr, y)) return "its sums are stored";
  for (int i = 0; i < 2; i++)
    if (p->halves[i] && group_stores(gr, p->halves[i])) return "a half of its sums is stored";
  for (size_t i = 0; i < p->part_count; i++)
    if (group_stores(gr, p->parts[i].given)) return "a part of its sums is stored";
  return NULL;
}

/* Stores of the region's results, or of the sums themselves. */
static const char *add_stores(region_code *r, const fused_product *p, int columns,
                              const char *ahead, text *body) {
  kernel_draft *d = &r->draft;
  for (size_t i = 0; i < p->part_count; i++) {
    const fused_part *part = &p->parts[i];
    text_printf(body, "    if (column - %lldu < %lldu) {\n", (long long)part->begin,
                (long long)part->columns);
    const char *flat, *why = fused_part_place(part, columns, false, &flat, body);
    if (!why) why = statements_of(part->r, flat, "j", NULL, body);
    if (why) return why;
    text_add(body, "    }\n");
  }
  if (p->parts) return NULL;
  if (p->after.count == 0) {
    const value *y = p->n->out[0];
    if (y->type.scale.kind == SCALE_TENSOR)
      text_printf(body, "    multiply_all(x, p%u);\n", draft_f32(d, 1.0f / y->type.scale.value));
    uint32_t to = draft_write(d, lower_value(d->l, y), memory_type(y->type.dtype));
    text_printf(body, "    store<V>(p%u + (i64)row * %lld + column, x);\n", to,
                (long long)p->out_columns);
    return NULL;
  }
  const char *flat, *at, *why = lines_up(r, p, &flat, &at, body);
  return why ? why : statements_of(r, flat, at, ahead, body);
}

/* Tables of positions are small, and read when all else is done: by then weights have pushed them
 * out of the cache. */
#define EARLY_BYTES 16384

static void add_early(const fused_product *p, text *out) {
  if (!p->apart) return;
  text_add(out, "  FORCEINLINE void ask_early(u32 thread) const {\n");
  for (size_t i = 0; i < p->part_count; i++)
    for (uint32_t k = 0; k < p->parts[i].r->micro_count; k++) {
      const micro *m = &p->parts[i].r->micros[k];
      if (m->kind != MICRO_LOAD) continue;
      const operand *o = &p->parts[i].r->operands[m->operand];
      size_t bytes = tensor_bytes(&o->v->type);
      if (bytes <= EARLY_BYTES)
        text_printf(out, "    prefetch_lines<%zu>(p%u, thread);\n", bytes, o->parameter);
    }
  text_add(out, "  }\n");
}

void fused_held(const region_code *r, text *out) {
  text_add(out, "  struct ahead {\n");
  for (uint32_t i = 0; i < r->micro_count; i++)
    if (r->micros[i].kind == MICRO_LOAD)
      text_printf(out, "    %s x%u[%s];\n", r->micros[i].type, i, r->micros[i].lane ? "V" : "1");
  text_add(out, "  };\n");
}

bool fused_reads_memory(const region_code *r) {
  for (uint32_t i = 0; i < r->micro_count; i++)
    if (r->micros[i].kind == MICRO_LOAD) return true;
  return false;
}

/* What finish() will read, for kernels that ask for it before they need it. */
static const char *add_ask(region_code *r, const fused_product *p, int columns, text *out) {
  text_printf(out, "  static constexpr int V = %d;\n", columns);
  fused_held(r, out);
  text_add(out, "  FORCEINLINE void ask(u32 row, u32 column, ahead &a) const {\n");
  if (fused_reads_memory(r)) {
    const char *flat, *at, *why = lines_up(r, p, &flat, &at, out);
    if (why || (why = fused_loads(r, flat, at, NULL, "a", out))) return why;
  }
  text_add(out, "  }\n");
  return NULL;
}

const char *fused_epilogue(region_code *r, const fused_product *p, int columns, bool ahead,
                           const char **made) {
  kernel_draft *d = &r->draft;
  lowering *l = d->l;
  text body, methods;
  text_init(&body, l->c->scratch);
  text_init(&methods, l->c->scratch);
  const char *why = add_stores(r, p, columns, ahead ? "a" : NULL, &body);
  if (why) return why;
  bool by_column = fused_by_column(p);
  uint32_t table;
  if (by_column && (why = fused_columns(l, p, false, &table))) return why;
  fused_scales scales;
  fused_add_scales(d, p, &scales);
  add_early(p, &methods);
  if (ahead && (why = add_ask(r, p, columns, &methods))) return why;
  scales.factor = by_column ? draft_read(d, table, "float2") : draft_f32(d, fused_factor(p));
  text_printf(&methods,
              "  FORCEINLINE void finish(u32 row, u32 column, float (&x)[%d], %s) "
              "const {\n%s%s  }\n",
              columns,
              ahead ? "const ahead &a" : arena_printf(l->c->scratch, "float (&other)[%d]", columns),
              ahead ? "" : arena_printf(l->c->scratch, "    constexpr int V = %d;\n", columns),
              text_cstr(&body));
  *made = fused_struct(d, p, &scales, text_cstr(&methods));
  return NULL;
}

void fused_launch(region_code *r, const fused_product *p, const group *gr, const char *family,
                  const char *library, launch_shape shape) {
  lowering *l = r->draft.l;
  const char *x = fp8c_dtype_name(p->x->type.dtype), *w = fp8c_dtype_name(p->w->type.dtype);
  const value *y = r->store_count ? r->stores[0].to.v : p->n->out[0];
  shape.waits_itself = shape.warp = shape.multiplies = true;
  shape.flops = 2 * (uint64_t)p->rows * (uint64_t)p->columns * (uint64_t)p->k;
  const char *what = arena_printf(l->c->scratch, "%s_%s_%s%s%s", family, x, w,
                                  *r->op_names ? "_" : "", r->op_names);
  draft_launch(&r->draft, what, library, shape, gr);
  l->v->launches[l->v->launch_count - 1].precision =
      arena_printf(l->c->keep, "%s x %s -> %s", x, w, fp8c_dtype_name(y->type.dtype));
}
