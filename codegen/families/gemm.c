/* gemm.c - products as cuBLASLt launches.
 *
 * cuBLASLt counts columns first: D[m][n] there is our row-major [n][m], so the
 * weights are its A (m = output features) and the tokens its B (n).  What it
 * takes is stated once, in cublaslt.c; an epilogue it refuses is
 * done by a kernel after a product with F32 sums, which changes no number.
 *
 * One scale for each operand: their product is alpha.  A scale per output
 * column: scale vectors, products scale_x * scale_w[m] for A and ones for B, so
 * that both devices multiply a sum by the same number. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "codegen/families.h"
#include "codegen/tuning.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"

/* ---- The product of a node --------------------------------------------------------- */

/* A node's product in cuBLASLt's terms, and what stands around it. */
typedef struct product {
  const node *n;
  const value *a, *b;       /* cuBLASLt's A and B */
  const value *a_in, *b_in; /* what they are read in; NULL: memory of their own */
  plan_gemm g;
  const value *addend; /* bias or C */
  float addend_factor;
  const value *rows;   /* a factor for each row; NULL: none */
  bool by_column;      /* the weights have a scale per output column */
  const value *out;    /* what cuBLASLt stores; NULL: F32 sums, for another kernel */
  const node *convert; /* the rounding in front of it; NULL: none */
} product;

static float tensor_scale(const value *v) {
  return v->type.scale.kind == SCALE_TENSOR ? v->type.scale.value : 1.0f;
}

static const char *read_scales(product *p) {
  p->g.alpha *= tensor_scale(p->a) * tensor_scale(p->b);
  if (p->b->type.scale.kind == SCALE_AXIS) return "the tokens have a scale per channel";
  p->by_column = p->a->type.scale.kind == SCALE_AXIS;
  if (!p->by_column) return NULL;
  p->g.alpha = 1.0f;
  return node_is(p->n, OP_LINEAR) && p->a->type.scale.axis == 0
             ? NULL
             : "the weights' scales do not go along the output";
}

static int64_t leading(const tensor *t, int drop) {
  int64_t n = 1;
  for (int i = 0; i < t->rank - drop; i++) n *= t->dims[i];
  return n;
}

static void from_linear(product *p) {
  const node *n = p->n;
  p->a = n->in[1];
  p->b = n->in[0];
  p->addend = node_input(n, 2);
  p->rows = node_input(n, 3);
  p->g.m = p->a->type.dims[0];
  p->g.k = p->a->type.dims[1];
  p->g.n = leading(&p->b->type, 1);
  p->g.batch = 1;
  p->g.transpose_a = true;
  p->g.lda = p->g.ldb = p->g.k;
}

static void from_gemm(product *p) {
  const node *n = p->n;
  bool trans_a = node_int(n, "transA"), trans_b = node_int(n, "transB");
  p->a = n->in[1];
  p->b = n->in[0];
  p->addend = n->in_count > 2 ? n->in[2] : NULL;
  p->addend_factor = node_float(n, "beta");
  p->g.alpha = node_float(n, "alpha");
  p->g.m = p->a->type.dims[trans_b ? 0 : 1];
  p->g.k = p->a->type.dims[trans_b ? 1 : 0];
  p->g.n = p->b->type.dims[trans_a ? 1 : 0];
  p->g.batch = 1;
  p->g.transpose_a = trans_b;
  p->g.transpose_b = trans_a;
  p->g.lda = p->a->type.dims[1];
  p->g.ldb = p->b->type.dims[1];
}

/* ---- Operands that lie in other values ------------------------------------------------- */

/* One matrix after another, [batch, rows, columns] of v, where they lie. */
typedef struct matrices {
  const value *whole;
  bool turned;        /* columns are what lies together */
  int64_t ld, stride; /* elements */
  uint64_t offset;    /* bytes */
} matrices;

/* Returns true, and says where, if the library reads v, of two axes or more, in another value: its
 * leading axes have one stride, and all begins at multiples of 16 bytes, so that it is read as fast
 * as memory of its own.  FP8 has to lie in rows, and is left. */
static bool matrices_in_place(const value *v, matrices *out) {
  place p;
  int last = v->type.rank - 1;
  int64_t bytes = (int64_t)dtype_bytes(v->type.dtype), count = 1;
  if (last < 1 || (!dtype_is_half(v->type.dtype) && v->type.dtype != FP8C_DTYPE_F32) ||
      v->type.scale.kind != SCALE_NONE || !tensor_shape_known(&v->type) || !place_of(v, &p))
    return false;
  *out = (matrices){.whole = p.whole, .turned = p.strides[last] != 1};
  int inner = out->turned ? last - 1 : last, outer = out->turned ? last : last - 1;
  for (int d = last - 2; d >= 0; d--) {
    if (v->type.dims[d] == 1) continue;
    if (count > 1 && p.strides[d] != out->stride * count) return false;
    if (count == 1) out->stride = p.strides[d];
    count *= v->type.dims[d];
  }
  out->ld = p.strides[outer];
  out->offset = (uint64_t)p.offset * (uint64_t)bytes;
  return p.strides[inner] == 1 && out->ld >= v->type.dims[inner] && out->stride >= 0 &&
         out->ld * bytes % PLAN_OPERAND_ALIGN == 0 &&
         out->stride * bytes % PLAN_OPERAND_ALIGN == 0 && out->offset % PLAN_OPERAND_ALIGN == 0;
}

bool library_reads_in_place(const node *n, const value *v) {
  matrices m;
  if (!node_is(n, OP_MATMUL) || n->in[0]->type.rank < 2 || n->in[1]->type.rank < 2) return false;
  const tensor *x = &n->in[0]->type, *w = &n->in[1]->type;
  int64_t w_batch = leading(w, 2);
  return (w_batch > 1 || leading(x, 2) == 1) && (n->in[0] == v || n->in[1] == v) &&
         matrices_in_place(v, &m);
}

/* A and B where they lie. */
static void place_operands(product *p) {
  matrices m;
  if (library_reads_in_place(p->n, p->a) && matrices_in_place(p->a, &m)) {
    p->a_in = m.whole;
    p->g.lda = m.ld;
    if (p->g.stride_a) p->g.stride_a = m.stride;
    p->g.offset_a = m.offset;
    p->g.transpose_a = m.turned;
  }
  if (library_reads_in_place(p->n, p->b) && matrices_in_place(p->b, &m)) {
    p->b_in = m.whole;
    p->g.ldb = m.ld;
    if (p->g.stride_b) p->g.stride_b = m.stride;
    p->g.offset_b = m.offset;
    p->g.transpose_b = m.turned;
  }
}

/* x[..., M, K] . w[..., K, N]: batches in step, or one side the same for all. */
static const char *from_matmul(product *p) {
  const tensor *x = &p->n->in[0]->type, *w = &p->n->in[1]->type, *y = &p->n->out[0]->type;
  p->a = p->n->in[1];
  p->b = p->n->in[0];
  bool x_vector = x->rank == 1, w_vector = w->rank == 1;
  p->g.k = x->dims[x->rank - 1];
  p->g.m = w_vector ? 1 : w->dims[w->rank - 1];
  p->g.n = x_vector ? 1 : x->dims[x->rank - 2];
  p->g.lda = p->g.m;
  p->g.ldb = p->g.k;
  int64_t x_batch = leading(x, 2), w_batch = leading(w, 2);
  if (x_vector) x_batch = 1;
  if (w_vector) w_batch = 1;
  if (w_batch == 1) { /* one right side: all rows of the left are tokens */
    p->g.n *= x_batch;
    p->g.batch = 1;
    return NULL;
  }
  int64_t y_batch = leading(y, x_vector ? 1 : 2);
  if ((x_batch != 1 && x_batch != y_batch) || w_batch != y_batch)
    return "its batch dimensions broadcast in both operands";
  p->g.batch = y_batch;
  p->g.stride_a = p->g.k * p->g.m;
  p->g.stride_b = x_batch == 1 ? 0 : p->g.n * p->g.k;
  p->g.stride_d = p->g.m * p->g.n;
  return NULL;
}

static const char *read_product(const node *n, product *p) {
  *p = (product){.n = n, .addend_factor = 1.0f};
  p->g = (plan_gemm){.bias = PLAN_NO_VALUE,
                     .a_scale = PLAN_NO_VALUE,
                     .b_scale = PLAN_NO_VALUE,
                     .d_scale = PLAN_NO_VALUE,
                     .alpha = 1.0f};
  const char *why = NULL;
  if (node_is(n, OP_LINEAR))
    from_linear(p);
  else if (node_is(n, OP_GEMM))
    from_gemm(p);
  else if (node_is(n, OP_MATMUL))
    why = from_matmul(p);
  else
    why = "it has no kernel";
  if (why) return why;
  place_operands(p);
  p->g.ldd = p->g.m;
  p->g.a_type = p->a->type.dtype;
  p->g.b_type = p->b->type.dtype;
  int64_t promote = node_is(n, OP_LINEAR) ? node_int(n, "promote") : 0;
  if (promote > 0 && promote < 128 && cublaslt_fp8(&p->g))
    return "the library's sums go into F32 every 128 of k";
  p->g.fast_accumulate =
      cublaslt_fp8(&p->g) && (promote ? promote < 0 : p->g.k <= FAST_ACCUMULATE_K_MAX);
  return read_scales(p);
}

/* ---- The epilogue --------------------------------------------------------------------- */

/* The bias's numbers in type `want`, which must lose nothing; NULL: they do. */
static const uint16_t *converted(const value *v, fp8c_dtype want, arena *a) {
  tensor t;
  fp8c_error err;
  if (!value_is_const(v) || v->type.dtype != FP8C_DTYPE_F32 || want != FP8C_DTYPE_BF16 ||
      value_load(v, a, &t, &err) != FP8C_OK)
    return NULL;
  int64_t count = tensor_elements(&t);
  const float *x = t.data;
  uint16_t *y = NEW_ARRAY(a, uint16_t, count + 1);
  for (int64_t i = 0; i < count; i++) {
    y[i] = bf16_from_f32(x[i]);
    if (bf16_to_f32(y[i]) != x[i]) return NULL;
  }
  return y;
}

static bool has_type(const value *v, fp8c_dtype want) {
  return v->type.dtype == want && v->type.scale.kind == SCALE_NONE;
}

/* The bias in type `want`: as it is, or converted. */
static uint32_t bias_as(lowering *l, const value *v, fp8c_dtype want) {
  if (has_type(v, want)) return lower_value(l, v);
  const uint16_t *y = converted(v, want, l->c->scratch);
  if (!y) return PLAN_NO_VALUE;
  tensor type = v->type;
  type.dtype = FP8C_DTYPE_BF16;
  type.data = NULL;
  return lower_const(l, arena_printf(l->c->scratch, "%s.bf16", v->name), &type, y);
}

static plan_epilogue epilogue_of(bool bias, const node *activation) {
  if (!activation) return bias ? PLAN_EPILOGUE_BIAS : PLAN_EPILOGUE_NONE;
  if (node_is(activation, OP_RELU)) return bias ? PLAN_EPILOGUE_RELU_BIAS : PLAN_EPILOGUE_RELU;
  return bias ? PLAN_EPILOGUE_GELU_TANH_BIAS : PLAN_EPILOGUE_GELU_TANH;
}

static bool tanh_gelu(const node *n) {
  const char *form = node_string(n, "approximate");
  return node_is(n, OP_GELU) && form && strcmp(form, "tanh") == 0;
}

/* The group as product, activation, conversion: each the only reader of the one
 * before.  Returns what the product's memory holds, NULL when it is no such chain. */
static const value *match_chain(const group *gr, const node **activation, const node **convert) {
  const value *v = gr->nodes[0]->out[0];
  size_t i = 1;
  *activation = *convert = NULL;
  if (i < gr->count && (node_is(gr->nodes[i], OP_RELU) || tanh_gelu(gr->nodes[i])))
    *activation = gr->nodes[i++];
  if (i < gr->count && (node_is(gr->nodes[i], OP_CAST) || node_is(gr->nodes[i], OP_QUANTIZE)))
    *convert = gr->nodes[i++];
  if (i != gr->count) return NULL;
  for (i = 1; i < gr->count; i++) {
    if (gr->nodes[i]->in[0] != v || !value_used_once(v)) return NULL;
    /* rounded in between: not one rounding from the F32 sum */
    if (v->type.dtype != FP8C_DTYPE_F32) return NULL;
    v = gr->nodes[i]->out[0];
  }
  return v;
}

/* Whether a vector along the output's last axis, as an epilogue's bias is. */
static bool bias_shaped(const product *p) {
  const tensor *t = &p->addend->type;
  if (p->addend_factor != 1.0f || p->g.batch != 1 || t->rank == 0) return false;
  return tensor_elements(t) == p->g.m && t->dims[t->rank - 1] == p->g.m;
}

static uint32_t f32_vector(lowering *l, const char *name, const float *x, int64_t count) {
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {count}};
  return lower_const(l, name, &type, x);
}

/* The scale of every output column, times the other operand's; NULL where it cannot be read. */
static const float *column_scales(lowering *l, const product *p) {
  const tensor *w = lower_load(l, p->a);
  if (!w) return NULL;
  float *columns = NEW_ARRAY(l->c->keep, float, p->g.m);
  for (int64_t i = 0; i < p->g.m; i++) columns[i] = tensor_scale(p->b) * w->scale.scales[i];
  return columns;
}

static const char *add_columns(lowering *l, product *p) {
  if (!p->by_column) return NULL;
  const float *columns = column_scales(l, p);
  if (!columns) return "its weights cannot be read";
  float *ones = NEW_ARRAY(l->c->scratch, float, p->g.n);
  for (int64_t i = 0; i < p->g.n; i++) ones[i] = 1.0f;
  p->g.a_scale = f32_vector(l, "column scales", columns, p->g.m);
  p->g.b_scale = f32_vector(l, "ones", ones, p->g.n);
  return NULL;
}

static void add_gemm(lowering *l, const group *gr, const product *p, uint32_t d) {
  plan_gemm *g = NEW(l->c->keep, plan_gemm);
  *g = p->g;
  g->a = lower_value(l, p->a_in ? p->a_in : p->a);
  g->b = lower_value(l, p->b_in ? p->b_in : p->b);
  g->d = d;
  uint32_t reads[] = {g->a, g->b, g->bias, g->a_scale, g->b_scale, g->d_scale};
  plan_launch *launch = lower_launch(l, gr);
  launch->kind = PLAN_LAUNCH_GEMM;
  launch->gemm = g;
  launch->flops = 2 * (uint64_t)g->m * (uint64_t)g->n * (uint64_t)g->k * (uint64_t)g->batch;
  for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++) {
    if (reads[i] == PLAN_NO_VALUE) continue;
    const value *part = i == 0 && p->a_in ? p->a : i == 1 && p->b_in ? p->b : NULL;
    ARENA_PUSH(l->c->keep, launch->reads, launch->read_count, reads[i]);
    launch->bytes_moved +=
        part ? (uint64_t)tensor_bytes(&part->type) : l->v->values[reads[i]].bytes;
  }
  ARENA_PUSH(l->c->keep, launch->writes, launch->write_count, d);
  launch->bytes_moved += l->v->values[d].bytes;
  launch->precision = arena_printf(l->c->keep, "%s x %s -> %s", fp8c_dtype_name(g->b_type),
                                   fp8c_dtype_name(g->a_type), fp8c_dtype_name(g->d_type));
}

/* ---- Offers ------------------------------------------------------------------------------ */

/* Everything in the epilogue. */
static const char *fit_fused(product *p, const group *gr, const target *t, arena *a) {
  const node *activation, *convert;
  const value *out = match_chain(gr, &activation, &convert);
  if (!out) return "its region is not product, activation, conversion";
  if (p->rows) return "its rows have a factor each";
  if (out->type.scale.kind == SCALE_AXIS) return "its output has a scale per channel";
  p->out = out;
  p->convert = convert;
  p->g.d_type = out->type.dtype;
  if (p->addend) {
    if (!bias_shaped(p)) return "its addend is no bias vector";
    bool f16 = p->g.d_type == FP8C_DTYPE_F16;
    p->g.bias_type = !cublaslt_fp8(&p->g) ? p->g.d_type : f16 ? FP8C_DTYPE_F16 : FP8C_DTYPE_BF16;
    if (!has_type(p->addend, p->g.bias_type) && !converted(p->addend, p->g.bias_type, a))
      return arena_printf(a, "its bias is not exact in %s", fp8c_dtype_name(p->g.bias_type));
  }
  p->g.epilogue = epilogue_of(p->addend != NULL, activation);
  if (dtype_is_fp8(p->g.d_type)) {
    const char *mode = convert ? node_string(convert, "mode") : NULL;
    if (convert && node_is(convert, OP_QUANTIZE) && mode && strcmp(mode, "div") == 0)
      return "an imported Quantize divides, cuBLASLt multiplies";
    if (convert && node_is(convert, OP_CAST)) return "a Cast to FP8 has no scale";
  }
  p->g.outer_vector = p->by_column;
  return cublaslt_refuses(t, &p->g);
}

/* F32 sums, then a kernel for the rest of the group. */
static const char *fit_sums(product *p, const group *gr, const target *t, arena *a) {
  p->g.d_type = FP8C_DTYPE_F32;
  const char *why = cublaslt_refuses(t, &p->g);
  if (why) return why;
  for (size_t i = 1; i < gr->count; i++)
    if (!region_knows(gr->nodes[i]))
      return arena_printf(a, "%s cannot follow a product in its region", gr->nodes[i]->op->name);
  return NULL;
}

/* What cuBLASLt does in one launch it keeps where the chip has a faster instruction than
 * mma.sync, and where the product is long: there a main loop tuned for the chip counts. */
#define LONG_PRODUCT (128 * 128 * 2) /* sums for each multiprocessor: two tiles */

static bool library_first(const cost_model *m, const plan_gemm *g) {
  return !cost_chip_row(m)->mma_fp8 ||
         g->m * g->n >= (int64_t)LONG_PRODUCT * cost_multiprocessors(m);
}

/* ---- Time --------------------------------------------------------------------------------- */

/* Fitted to 112 of 164 products on an H200, 7% off in the median (worst 1.95: K of 48 in BF16, for
 * which it has a slow algorithm).  A tile's results on their way out, and what of its end nothing
 * hides; a row of a tile's operands where K is less than 128 bytes; of the math, what is added
 * where memory takes longer. */
#define LIBRARY_START 2.7e-6
#define LIBRARY_RESULT_CLOCKS 2.3
#define LIBRARY_TILE_END 0.2e-6
#define LIBRARY_SHORT_ROW_CLOCKS 8.9
#define LIBRARY_UNHIDDEN_SHARE 0.87
/* Where rows of operands or results are no multiple of 16 bytes, the share of the rate, and a tile:
 * fitted to 18 of 28 products on an H200, 11% off in the median (worst 1.9: odd columns).  Where
 * they are a multiple of 2 bytes only, a smaller share. */
#define LIBRARY_TORN_SHARE 0.31
#define LIBRARY_ODD_SHARE 0.19
#define LIBRARY_TORN_SMALL_SHARE 0.6     /* of that, in tiles of 64 x 64 */
#define LIBRARY_TORN_TILE_SECONDS 4.4e-6 /* of 128 x 128 */
/* What a term of a sum waits where tiles are few: rows or columns below 64. */
#define LIBRARY_TERM_SECONDS 1.3e-9
#define LIBRARY_TERM_FP8_SECONDS 3.1e-9
#define LIBRARY_TERM_F32_SECONDS 12.4e-9
#define FEW 64

typedef struct library_tile {
  double high, wide, share; /* of the rate */
  bool fp8;                 /* also of such operands; all but the smallest are of every other */
} library_tile;

static const library_tile library_tiles[] = {
    {128, 128, 1, true},  {64, 64, 1.15, true}, {128, 96, 1, false},
    {128, 160, 1, false}, {128, 192, 1, false}, {128, 256, 1, false},
};
static const library_tile smallest_f32_tile = {32, 32, 1.15, false};

static double most(double a, double b) { return a > b ? a : b; }

static double library_tile_seconds(const cost_product *p, const chip_row *c,
                                   const library_tile *t) {
  bool f32 = p->operands == FP8C_DTYPE_F32, fp8 = dtype_is_fp8(p->operands);
  double rate = (fp8 ? c->fp8_rate : f32 ? c->f32_rate : c->bf16_rate) / c->processors;
  double waves =
      ceil(ceil(p->rows / t->high) * ceil(p->columns / t->wide) * p->batch / c->processors);
  double math = 2 * t->high * t->wide * p->depth / (rate * t->share);
  if (p->depth * (double)dtype_bytes(p->operands) < 128)
    math += t->high * LIBRARY_SHORT_ROW_CLOCKS / c->clock;
  double clocks =
      LIBRARY_RESULT_CLOCKS + p->heavy * COST_HEAVY_CLOCKS + p->light * COST_LIGHT_CLOCKS;
  double end = t->high * t->wide / COST_LANES_PER_PROCESSOR * clocks / c->clock;
  return waves * (most(math, end) + LIBRARY_TILE_END) + (math < end ? math : end);
}

/* Bytes that rows of so many numbers are a multiple of, 16 at most. */
static double row_part(double numbers, fp8c_dtype type) {
  double part = 16;
  while (fmod(numbers * (double)dtype_bytes(type), part) > 0) part /= 2;
  return part;
}

/* Bytes that rows of the product's operands and results are a multiple of, 16 at most. */
static double product_part(const cost_product *p) {
  return fmin(row_part(p->depth, p->operands), row_part(p->columns, FP8C_DTYPE_BF16));
}

/* Of rows that are no multiple of 16 bytes, in tiles of 128 or 64 each way. */
static double torn_sums(const cost_product *p, const chip_row *c, double part) {
  double rate = p->operands == FP8C_DTYPE_F32 ? c->f32_rate : c->bf16_rate, best = INFINITY;
  double share = part < 4 ? LIBRARY_ODD_SHARE : LIBRARY_TORN_SHARE;
  double tile = LIBRARY_TORN_TILE_SECONDS * (0.5 + 0.5 * fmin(1, p->depth / 64));
  for (double side = 64; side <= 128; side += 64) {
    double tiles = ceil(p->rows / side) * ceil(p->columns / side) * p->batch;
    double math = 2 * side * side * p->depth / (rate / c->processors * share), area = side / 128;
    if (side < 128) math /= LIBRARY_TORN_SMALL_SHARE;
    if (tiles < c->processors) math *= tiles / c->processors; /* depth is split instead */
    best = fmin(best, ceil(tiles / c->processors) * (math + area * area * tile));
  }
  return best;
}

double cost_of_library(const cost_product *p, const cost_model *m) {
  const chip_row *c = cost_chip_row(m);
  bool f32 = p->operands == FP8C_DTYPE_F32, fp8 = dtype_is_fp8(p->operands);
  double least = p->rows < p->columns ? p->rows : p->columns, sums = INFINITY;
  for (size_t i = 0; i < sizeof library_tiles / sizeof *library_tiles; i++)
    if (!fp8 || library_tiles[i].fp8)
      sums = fmin(sums, library_tile_seconds(p, c, &library_tiles[i]));
  if (f32) sums = fmin(sums, library_tile_seconds(p, c, &smallest_f32_tile));
  if (least < FEW) sums *= most(least, 16) / FEW;
  double part = product_part(p);
  if (part < 16 && !f32) sums = torn_sums(p, c, part);
  if (f32 && least == 1)
    sums = 0; /* a matrix times a vector */
  else if (least < FEW)
    sums = most(sums, p->depth * (f32   ? LIBRARY_TERM_F32_SECONDS
                                  : fp8 ? LIBRARY_TERM_FP8_SECONDS
                                        : LIBRARY_TERM_SECONDS));
  return LIBRARY_START + most(sums, cost_of_bytes(m, p->bytes) + LIBRARY_UNHIDDEN_SHARE * sums);
}

/* And what follows in a kernel of its own, which reads F32 sums. */
static double two_launches_seconds(const problem *p, const cost_product *size,
                                   const cost_model *m) {
  cost_product bare = *size;
  double results = problem_results(p);
  bare.heavy = bare.light = 0;
  return cost_of_library(&bare, m) +
         cost_of_pass(m, results * 8, results * size->heavy * COST_HEAVY_PASS_CLOCKS);
}

/* One launch, or two; what cuBLASLt proposes, in its order: each may sum in its own. */
static void offer_library(const problem *p, const cost_model *m, const product *fitted,
                          schedule_list *out) {
  product *c = NEW(out->a, product);
  *c = *fitted;
  int count = m->library ? PLAN_ALGORITHMS_MAX : 1;
  for (int i = 0; i < count; i++) {
    schedule s = {.name = arena_printf(out->a, "cuBLASLt's proposal %d", i + 1),
                  .cost = 1 + i * 0.01,
                  .form = i,
                  .reorders = i > 0,
                  .constants = c,
                  .constant_bytes = sizeof *c,
                  .launches = c->out ? 1 : 2};
    offer_product(out, p, m, s);
    if (m->full) continue;
    cost_product size = product_work(p);
    schedule *last = &out->items[out->count - 1];
    last->start = LIBRARY_START;
    last->seconds = c->out ? cost_of_library(&size, m) : two_launches_seconds(p, &size, m);
  }
}

static const char *read_library(const problem *p, const cost_model *m, product *out) {
  if (m->no_cublaslt) return "products are done by cuBLASLt, which this compile rules out";
  if (!p->gr.count) return "its region is not known";
  return read_product(p->gr.nodes[0], out);
}

/* Whether mma.sync takes less time for rows that the library's fast kernels do not read or write,
 * on the chip whose times both models were fitted to: of 27 such products on an H200 it takes less
 * of those whose columns alone are torn, down to a quarter, and of most whose depth is a multiple
 * of 4, and more of an odd depth. */
static bool mma_takes_torn_rows(const problem *p, const cost_model *m, arena *a) {
  cost_model alone = *m;
  schedule_list mma = {.a = a};
  cost_product size = product_work(p);
  alone.full = false;
  if (!cost_measured_on(m)[0] || size.batch != 1 || dtype_is_fp8(size.operands) ||
      product_part(&size) == 16 || offers_gemm_mma(p, &alone, &mma))
    return false;
  return mma.items[0].seconds < cost_of_library(&size, &alone);
}

const char *offers_cublaslt(const problem *p, const cost_model *m, schedule_list *out) {
  product c;
  const char *why = read_library(p, m, &c);
  if (why) return why;
  schedule_list other = {.a = out->a};
  if (!library_first(m, &c.g) && !offers_gemm_mma(p, m, &other))
    return "mma.sync is how the chip multiplies, and the product is short";
  if (!m->family && mma_takes_torn_rows(p, m, out->a))
    return "mma.sync takes less time for rows that are no multiple of 16 bytes";
  if ((why = fit_fused(&c, &p->gr, cost_target(m), out->a))) return why;
  offer_library(p, m, &c, out);
  return NULL;
}

const char *offers_cublaslt_sums(const problem *p, const cost_model *m, schedule_list *out) {
  product c, whole;
  const char *why = read_library(p, m, &c);
  if (why) return why;
  whole = c; /* where mma.sync was to do it, and what follows was not for it */
  if (!fit_fused(&whole, &p->gr, cost_target(m), out->a))
    c = whole;
  else if ((why = fit_sums(&c, &p->gr, cost_target(m), out->a)))
    return why;
  offer_library(p, m, &c, out);
  return NULL;
}

/* ---- Writing ------------------------------------------------------------------------------ */

static const char *write_fused(lowering *l, const group *gr, product *p) {
  if (p->addend && (p->g.bias = bias_as(l, p->addend, p->g.bias_type)) == PLAN_NO_VALUE)
    return "its bias cannot be read";
  const char *why = add_columns(l, p);
  if (why) return why;
  if (dtype_is_fp8(p->g.d_type)) {
    float r = 1.0f / tensor_scale(p->out);
    p->g.d_scale = f32_vector(l, "output scale", &r, 1);
  }
  add_gemm(l, gr, p, lower_value(l, p->out));
  return NULL;
}

static const char *write_sums(lowering *l, const group *gr, product *p) {
  tensor type = p->n->out[0]->type;
  type.dtype = FP8C_DTYPE_F32;
  type.scale = (scale){.kind = SCALE_NONE};
  gemm_rest rest = {
      .product = p->n,
      .sums = lower_temp(l, arena_printf(l->c->scratch, "%s.sums", p->n->out[0]->name), &type),
      .column_scale = PLAN_NO_VALUE,
      .rows = p->rows,
      .addend = p->addend,
      .addend_factor = p->addend_factor};
  if (p->by_column) {
    const float *columns = column_scales(l, p);
    if (!columns) return "its weights cannot be read";
    rest.column_scale = f32_vector(l, "column scales", columns, p->g.m);
  }
  group single = {gr->nodes, 1};
  add_gemm(l, &single, p, rest.sums);
  return lower_epilogue(l, gr, &rest);
}

const char *write_cublaslt(lowering *l, const problem *p, const schedule *s) {
  product c = *(const product *)s->constants;
  c.g.algorithm = (uint32_t)s->form;
  c.g.library = s->form ? l->c->tuner->library : 0;
  return c.out ? write_fused(l, &p->gr, &c) : write_sums(l, &p->gr, &c);
}

const char *write_cublaslt_sums(lowering *l, const problem *p, const schedule *s) {
  return write_cublaslt(l, p, s);
}
