/* gemm.c - the family of a product, and products as cuBLASLt launches.
 *
 * cuBLASLt counts columns first: D[m][n] there is our row-major [n][m], so the
 * weights are its A (m = output features) and the tokens its B (n).  What it
 * takes is stated once, in the rows of `refusals`; an epilogue it refuses is
 * done by a kernel after a product with F32 sums, which changes no number.
 *
 * One scale for each operand: their product is alpha.  A scale per output
 * column: scale vectors, products scale_x * scale_w[m] for A and ones for B, so
 * that both devices multiply a sum by the same number. */
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "codegen/region.h"
#include "codegen/tuning.h"

/* ---- What cuBLASLt refuses ------------------------------------------------------ */

static bool fp8_product(const plan_gemm *g) {
  return dtype_is_fp8(g->a_type) || dtype_is_fp8(g->b_type);
}
static bool has_bias(const plan_gemm *g) {
  return g->epilogue == PLAN_EPILOGUE_BIAS || g->epilogue == PLAN_EPILOGUE_RELU_BIAS ||
         g->epilogue == PLAN_EPILOGUE_GELU_TANH_BIAS;
}

static bool no_fp8_here(const target *t, const plan_gemm *g) { return fp8_product(g) && !t->chip; }
static bool half_fp8(const target *t, const plan_gemm *g) {
  (void)t;
  return dtype_is_fp8(g->a_type) != dtype_is_fp8(g->b_type);
}
static bool two_e5m2(const target *t, const plan_gemm *g) {
  (void)t;
  return g->a_type == FP8C_DTYPE_E5M2 && g->b_type == FP8C_DTYPE_E5M2;
}
static bool fp8_not_k_major(const target *t, const plan_gemm *g) {
  (void)t;
  return fp8_product(g) && !(g->transpose_a && !g->transpose_b);
}
static bool fp8_k_ragged(const target *t, const plan_gemm *g) {
  (void)t;
  return fp8_product(g) && (g->k % 16 || g->lda % 16 || g->ldb % 16);
}
static bool fp8_rows_ragged(const target *t, const plan_gemm *g) {
  (void)t;
  return fp8_product(g) && (g->m * (int64_t)dtype_bytes(g->d_type) % 16 ||
                            g->ldd * (int64_t)dtype_bytes(g->d_type) % 16);
}
static bool operand_types(const target *t, const plan_gemm *g) {
  (void)t;
  if (fp8_product(g)) return false;
  return g->a_type != g->b_type || (g->a_type != FP8C_DTYPE_F32 && g->a_type != FP8C_DTYPE_BF16 &&
                                    g->a_type != FP8C_DTYPE_F16);
}
static bool result_type(const target *t, const plan_gemm *g) {
  (void)t;
  fp8c_dtype d = g->d_type;
  if (!fp8_product(g)) return d != FP8C_DTYPE_F32 && d != g->a_type;
  if (d == FP8C_DTYPE_E5M2) return g->a_type != FP8C_DTYPE_E5M2 && g->b_type != FP8C_DTYPE_E5M2;
  return d != FP8C_DTYPE_F32 && d != FP8C_DTYPE_BF16 && d != FP8C_DTYPE_F16 && d != FP8C_DTYPE_E4M3;
}
static bool scale_of_wide_result(const target *t, const plan_gemm *g) {
  (void)t;
  return g->d_scale != PLAN_NO_VALUE && !dtype_is_fp8(g->d_type);
}
static bool no_vectors_here(const target *t, const plan_gemm *g) {
  return g->outer_vector && !(t->chip && t->chip->outer_vector);
}
static bool vectors_and_fp8_result(const target *t, const plan_gemm *g) {
  (void)t;
  return g->outer_vector && dtype_is_fp8(g->d_type);
}
static bool vectors_and_batch(const target *t, const plan_gemm *g) {
  (void)t;
  return g->outer_vector && g->batch > 1;
}
static bool bias_type(const target *t, const plan_gemm *g) {
  (void)t;
  if (!has_bias(g)) return false;
  if (!fp8_product(g)) return g->bias_type != g->d_type;
  return g->bias_type != (g->d_type == FP8C_DTYPE_F16 ? FP8C_DTYPE_F16 : FP8C_DTYPE_BF16);
}
static bool too_large(const target *t, const plan_gemm *g) {
  (void)t;
  return g->m > INT32_MAX || g->n > INT32_MAX || g->k > INT32_MAX || g->batch > INT32_MAX;
}
static bool empty(const target *t, const plan_gemm *g) {
  (void)t;
  return g->m < 1 || g->n < 1 || g->k < 1 || g->batch < 1;
}

static const struct {
  bool (*refuses)(const target *t, const plan_gemm *g);
  const char *reason;
} refusals[] = {
    {empty, "the product is empty"},
    {too_large, "a dimension exceeds 2^31 - 1"},
    {no_fp8_here, "cuBLASLt has no FP8 products on this chip"},
    {half_fp8, "an FP8 operand needs an FP8 partner"},
    {two_e5m2, "cuBLASLt does not multiply E5M2 by E5M2"},
    {fp8_not_k_major, "both operands of an FP8 product must have k contiguous"},
    {fp8_k_ragged, "k of an FP8 product must be a multiple of 16"},
    {fp8_rows_ragged, "a result row of an FP8 product must be a multiple of 16 bytes"},
    {operand_types, "the operands must both be F32, both BF16 or both F16"},
    {result_type, "cuBLASLt does not write this type from these operands"},
    {scale_of_wide_result, "only an FP8 result takes a scale"},
    {no_vectors_here, "cuBLASLt has no scale per column on this chip"},
    {vectors_and_fp8_result, "cuBLASLt does not write FP8 with a scale per column"},
    {vectors_and_batch, "cuBLASLt has no batches with a scale per column"},
    {bias_type, "cuBLASLt wants the bias in another type"},
};

const char *cublaslt_refuses(const target *t, const plan_gemm *g) {
  for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
    if (refusals[i].refuses(t, g)) return refusals[i].reason;
  return NULL;
}

/* ---- The product of a node --------------------------------------------------------- */

/* A node's product in cuBLASLt's terms, and what stands around it. */
typedef struct product {
  const node *n;
  const value *a, *b; /* cuBLASLt's A and B */
  plan_gemm g;
  const value *addend; /* bias or C */
  float addend_factor;
  const value *rows;    /* a factor for each row; NULL: none */
  const float *columns; /* scale per output column, times the other operand's; NULL: none */
} product;

/* Adding the partial sums of an instruction, the FP8 tensor core cuts them at 13
 * fraction bits.  Up to here the error (3.5e-4 of the result's rms at k = 1024,
 * 5.6e-4 at 2048) stays far under what rounding the operands to FP8 did (2.6e-2);
 * beyond, sums are promoted to F32 every 128 elements. */
#define FAST_ACCUMULATE_K_MAX 2048

static float tensor_scale(const value *v) {
  return v->type.scale.kind == SCALE_TENSOR ? v->type.scale.value : 1.0f;
}

static const char *read_scales(lowering *l, product *p) {
  p->g.alpha *= tensor_scale(p->a) * tensor_scale(p->b);
  if (p->b->type.scale.kind == SCALE_AXIS) return "the tokens have a scale per channel";
  if (p->a->type.scale.kind != SCALE_AXIS) return NULL;
  if (!node_is(p->n, OP_LINEAR) || p->a->type.scale.axis != 0)
    return "the weights' scales do not go along the output";
  const tensor *w = lower_load(l, p->a);
  if (!w) return "its weights cannot be read";
  float *columns = NEW_ARRAY(l->c->keep, float, p->g.m);
  for (int64_t i = 0; i < p->g.m; i++) columns[i] = tensor_scale(p->b) * w->scale.scales[i];
  p->columns = columns;
  p->g.alpha = 1.0f;
  return NULL;
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

static const char *read_product(lowering *l, const node *n, product *p) {
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
    why = reason(l, "%s has no kernel", n->op->name);
  if (why) return why;
  p->g.ldd = p->g.m;
  p->g.a_type = p->a->type.dtype;
  p->g.b_type = p->b->type.dtype;
  p->g.fast_accumulate = fp8_product(&p->g) && p->g.k <= FAST_ACCUMULATE_K_MAX;
  return read_scales(l, p);
}

/* ---- The epilogue --------------------------------------------------------------------- */

/* The bias in type `want`: as it is, or converted when that loses nothing. */
static uint32_t bias_as(lowering *l, const value *v, fp8c_dtype want) {
  if (v->type.dtype == want && v->type.scale.kind == SCALE_NONE) return lower_value(l, v);
  if (!value_is_const(v) || v->type.dtype != FP8C_DTYPE_F32 || want != FP8C_DTYPE_BF16)
    return PLAN_NO_VALUE;
  const tensor *t = lower_load(l, v);
  if (!t) return PLAN_NO_VALUE;
  int64_t count = tensor_elements(t);
  const float *x = t->data;
  uint16_t *y = NEW_ARRAY(l->c->scratch, uint16_t, count);
  for (int64_t i = 0; i < count; i++) {
    y[i] = bf16_from_f32(x[i]);
    if (bf16_to_f32(y[i]) != x[i]) return PLAN_NO_VALUE;
  }
  tensor type = *t;
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

static void add_columns(lowering *l, product *p) {
  if (!p->columns) return;
  float *ones = NEW_ARRAY(l->c->scratch, float, p->g.n);
  for (int64_t i = 0; i < p->g.n; i++) ones[i] = 1.0f;
  p->g.a_scale = f32_vector(l, "column scales", p->columns, p->g.m);
  p->g.b_scale = f32_vector(l, "ones", ones, p->g.n);
}

static void add_gemm(lowering *l, const group *gr, const product *p, uint32_t d) {
  plan_gemm *g = NEW(l->c->keep, plan_gemm);
  *g = p->g;
  g->a = lower_value(l, p->a);
  g->b = lower_value(l, p->b);
  g->d = d;
  uint32_t reads[] = {g->a, g->b, g->bias, g->a_scale, g->b_scale, g->d_scale};
  plan_launch *launch = lower_launch(l, gr);
  launch->kind = PLAN_LAUNCH_GEMM;
  launch->gemm = g;
  launch->flops = 2 * (uint64_t)g->m * (uint64_t)g->n * (uint64_t)g->k * (uint64_t)g->batch;
  for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++) {
    if (reads[i] == PLAN_NO_VALUE) continue;
    ARENA_PUSH(l->c->keep, launch->reads, launch->read_count, reads[i]);
    launch->bytes_moved += l->v->values[reads[i]].bytes;
  }
  ARENA_PUSH(l->c->keep, launch->writes, launch->write_count, d);
  launch->bytes_moved += l->v->values[d].bytes;
  launch->precision = arena_printf(l->c->keep, "%s x %s -> %s", fp8c_dtype_name(g->b_type),
                                   fp8c_dtype_name(g->a_type), fp8c_dtype_name(g->d_type));
}

/* What cuBLASLt proposes, in its order: each may sum in its own. */
static void choose_algorithm(lowering *l, const group *gr, plan_gemm *g) {
  way ways[PLAN_ALGORITHMS_MAX];
  if (!l->c->tuner || !l->c->tuner->library) return;
  for (int i = 0; i < PLAN_ALGORITHMS_MAX; i++)
    ways[i] = (way){reason(l, "cuBLASLt's proposal %d", i + 1), 1 + i * 0.01, i, i > 0};
  g->algorithm = (uint32_t)lower_way(l, gr, ways, PLAN_ALGORITHMS_MAX);
  g->library = g->algorithm ? l->c->tuner->library : 0;
}

/* Everything in the epilogue; NULL when done. */
static const char *lower_fused(lowering *l, const group *gr, product p) {
  const node *activation, *convert;
  const value *out = match_chain(gr, &activation, &convert);
  if (!out) return "its region is not product, activation, conversion";
  if (p.rows) return "its rows have a factor each";
  if (out->type.scale.kind == SCALE_AXIS) return "its output has a scale per channel";
  p.g.d_type = out->type.dtype;
  if (p.addend) {
    if (!bias_shaped(&p)) return "its addend is no bias vector";
    p.g.bias_type = fp8_product(&p.g)
                        ? (p.g.d_type == FP8C_DTYPE_F16 ? FP8C_DTYPE_F16 : FP8C_DTYPE_BF16)
                        : p.g.d_type;
    p.g.bias = bias_as(l, p.addend, p.g.bias_type);
    if (p.g.bias == PLAN_NO_VALUE)
      return reason(l, "its bias is not exact in %s", fp8c_dtype_name(p.g.bias_type));
  }
  p.g.epilogue = epilogue_of(p.addend != NULL, activation);
  if (dtype_is_fp8(p.g.d_type)) {
    const char *mode = convert ? node_string(convert, "mode") : NULL;
    if (convert && node_is(convert, OP_QUANTIZE) && mode && strcmp(mode, "div") == 0)
      return "an imported Quantize divides, cuBLASLt multiplies";
    if (convert && node_is(convert, OP_CAST)) return "a Cast to FP8 has no scale";
  }
  p.g.outer_vector = p.columns != NULL;
  const char *why = cublaslt_refuses(l->t, &p.g);
  if (why) return why;
  add_columns(l, &p);
  if (dtype_is_fp8(p.g.d_type)) {
    float r = 1.0f / tensor_scale(out);
    p.g.d_scale = f32_vector(l, "output scale", &r, 1);
  }
  choose_algorithm(l, gr, &p.g);
  add_gemm(l, gr, &p, lower_value(l, out));
  return NULL;
}

/* F32 sums, then a kernel for the rest of the group. */
static const char *lower_apart(lowering *l, const group *gr, product p) {
  p.g.d_type = FP8C_DTYPE_F32;
  const char *why = cublaslt_refuses(l->t, &p.g);
  if (why) return why;
  for (size_t i = 1; i < gr->count; i++)
    if (!region_knows(gr->nodes[i]))
      return reason(l, "%s cannot follow a product in its region", gr->nodes[i]->op->name);
  tensor type = p.n->out[0]->type;
  type.dtype = FP8C_DTYPE_F32;
  type.scale = (scale){.kind = SCALE_NONE};
  uint32_t launches = l->v->launch_count;
  gemm_rest rest = {
      .product = p.n,
      .sums = lower_temp(l, arena_printf(l->c->scratch, "%s.sums", p.n->out[0]->name), &type),
      .column_scale = PLAN_NO_VALUE,
      .rows = p.rows,
      .addend = p.addend,
      .addend_factor = p.addend_factor};
  if (p.columns) rest.column_scale = f32_vector(l, "column scales", p.columns, p.g.m);
  group alone = {gr->nodes, 1};
  choose_algorithm(l, gr, &p.g);
  add_gemm(l, &alone, &p, rest.sums);
  why = lower_epilogue(l, gr, &rest);
  if (why) l->v->launch_count = launches; /* nothing was added */
  return why;
}

/* What cuBLASLt does in one launch it keeps where the chip has a faster instruction than
 * mma.sync, and where the product is long: there a main loop tuned for the chip counts. */
#define LONG_PRODUCT (128 * 128 * 2) /* sums for each multiprocessor: two tiles */

static bool library_first(const lowering *l, const plan_gemm *g) {
  return !l->t->chip->mma_fp8 || g->m * g->n >= (int64_t)LONG_PRODUCT * lower_multiprocessors(l);
}

const char *lower_gemm(lowering *l, const group *gr) {
  const node *n = gr->nodes[0];
  if (n->op->family != FAMILY_GEMM) return "the product does not stand first in its region";
  for (size_t i = 1; i < gr->count; i++)
    if (gr->nodes[i]->op->family == FAMILY_GEMM) return "its region has two products";
  if (!lower_gemm_skinny(l, gr) || !lower_gemm_sm90(l, gr)) return NULL;
  product p;
  const char *why = l->c->no_cublaslt
                        ? "products are done by cuBLASLt, which this compile rules out"
                        : read_product(l, n, &p);
  const char *fused = why;
  bool first = !why && library_first(l, &p.g);
  if (first && !(fused = lower_fused(l, gr, p))) return NULL;
  if (!lower_gemm_mma(l, gr)) return NULL;
  if (why) return why;
  if (!first && !(fused = lower_fused(l, gr, p))) return NULL;
  const char *apart = lower_apart(l, gr, p);
  return apart ? reason(l, "%s; %s", fused, apart) : NULL;
}
