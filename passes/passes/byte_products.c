/* byte_products.c - a quantised model's products multiply its codes, in a plan for the CPU alone.
 *
 *     QuantizeLinear(Relu(Conv(DequantizeLinear(x), DequantizeLinear(w), bias)))  ->  ByteConv(x,
 * w)
 *
 * x are bytes with one scale, w signed bytes with one for each channel or one.  The sum of products
 * of codes is exact, and F32 rounds it once where it would round each partial sum of dequantised
 * numbers; nothing else differs.  What is only moved between two pairs of one scheme is moved as
 * codes, and so is what is concatenated; a sum of two values of a quantised model reads and gives
 * codes.  A GPU multiplies no such codes, and a plan for both computes the same on both. */
#include <math.h>
#include <string.h>

#include "ops/byte_forms.h"
#include "ops/byte_phases.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/pools.h"
#include "ops/ids/products.h"
#include "ops/ids/select.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"
#include "ops/move.h"
#include "passes/match.h"

typedef struct rewriting {
  graph *g;
  pass_context *c;
  fp8c_error *err;
  fp8c_status status;
} rewriting;

/* ---- Reading pairs ----------------------------------------------------------------------- */

typedef struct scheme {
  fp8c_dtype dtype;
  float scale;
  int64_t zero;
} scheme;

static bool is_byte(fp8c_dtype d) { return d == FP8C_DTYPE_I8 || d == FP8C_DTYPE_U8; }

static bool plain_f32(const value *v) {
  return v->type.dtype == FP8C_DTYPE_F32 && v->type.scale.kind == SCALE_NONE;
}

/* One scale and one zero point, constants, of bytes and F32. */
static bool read_scheme(const node *n, const value *codes, const value *numbers, scheme *s) {
  double unit, zero = 0;
  const value *z = node_input(n, 2);
  if (!codes || !numbers || !is_byte(codes->type.dtype) || !plain_f32(numbers) || !n->in[1] ||
      n->in[1]->type.dtype != FP8C_DTYPE_F32 || !value_scalar(n->in[1], &unit) ||
      node_int(n, "block_size") != 0 || (z && !value_scalar(z, &zero)))
    return false;
  *s = (scheme){codes->type.dtype, (float)unit, (int64_t)zero};
  return byte_unit_can(s->scale);
}

static bool same_scheme(const scheme *a, const scheme *b) {
  return a->dtype == b->dtype && a->scale == b->scale && a->zero == b->zero;
}

/* The DequantizeLinear that makes v of bytes that a run computes. */
static node *bytes_behind(const value *v, scheme *s) {
  node *d = v ? value_def_of(v, OP_DEQUANTIZE_LINEAR) : NULL;
  return d && !value_is_const(d->in[0]) && read_scheme(d, d->in[0], v, s) ? d : NULL;
}

/* The QuantizeLinear to bytes that alone reads v. */
static node *bytes_ahead(const value *v, scheme *s) {
  node *q = only_user(v);
  int64_t precision = q && node_is(q, OP_QUANTIZE_LINEAR) ? node_int(q, "precision") : -1;
  return (precision == 0 || precision == 1) && q->in[0] == v && has_output(q) &&
                 read_scheme(q, q->out[0], v, s)
             ? q
             : NULL;
}

/* ---- Weights ----------------------------------------------------------------------------- */

/* Signed codes without zero points, and what a sum of a channel's is multiplied by. */
typedef struct weights {
  node *d;             /* NULL: the model has codes and scales apart */
  const value *source; /* of the codes */
  tensor codes;
  const float *scales; /* of each channel */
  int64_t channels;
} weights;

static bool all_zero(rewriting *r, const value *z) {
  tensor t;
  if (!z) return true;
  if (!value_is_const(z)) return false;
  r->status = value_load_by(z, r->c->threads, r->c->scratch, &t, r->err);
  for (int64_t i = 0; r->status == FP8C_OK && i < tensor_elements(&t); i++)
    if (tensor_int(&t, i) != 0) return false;
  return r->status == FP8C_OK;
}

/* The weights that make v, whose channels are `axis`; loaded where they are such. */
static bool read_weights(rewriting *r, const value *v, int axis, weights *w) {
  w->d = value_def_of(v, OP_DEQUANTIZE_LINEAR);
  if (!w->d || !plain_f32(v)) return false;
  const value *codes = w->source = w->d->in[0], *s = w->d->in[1];
  if (!value_is_const(codes) || codes->type.dtype != FP8C_DTYPE_I8 || codes->type.rank < 2 ||
      codes->type.scale.kind != SCALE_NONE || !s || !value_is_const(s) ||
      s->type.dtype != FP8C_DTYPE_F32 || node_int(w->d, "block_size") != 0)
    return false;
  int64_t count = tensor_elements(&s->type);
  w->channels = codes->type.dims[axis];
  if (count != 1 && (count != w->channels || node_axis(w->d, codes->type.rank) != axis))
    return false;
  if (!all_zero(r, node_input(w->d, 2))) return false;
  float *scales = NEW_ARRAY(r->c->scratch, float, w->channels);
  tensor t;
  r->status = value_load_by(s, r->c->threads, r->c->scratch, &t, r->err);
  if (r->status != FP8C_OK) return false;
  for (int64_t i = 0; i < w->channels; i++) scales[i] = ((const float *)t.data)[count == 1 ? 0 : i];
  w->scales = scales;
  r->status = value_load_by(codes, r->c->threads, r->c->scratch, &w->codes, r->err);
  return r->status == FP8C_OK;
}

static value *factors_of(rewriting *r, const weights *w, float x_scale) {
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {w->channels}};
  float *factors = NEW_ARRAY(r->c->scratch, float, w->channels);
  for (int64_t i = 0; i < w->channels; i++) factors[i] = x_scale * w->scales[i];
  const char *name = arena_printf(r->g->arena, "%s.factors", w->source->name);
  return graph_const_copy(r->g, name, &type, factors);
}

/* ---- What follows ------------------------------------------------------------------------ */

/* The ends of a Relu or of a Clip between constants. */
static bool read_ends(const node *n, float ends[2]) {
  ends[0] = 0;
  ends[1] = INFINITY;
  if (node_is(n, OP_RELU)) return true;
  if (!node_is(n, OP_CLIP)) return false;
  ends[0] = -INFINITY;
  for (size_t i = 1; i < 3; i++) {
    double x;
    const value *end = node_input(n, i);
    if (!end) continue;
    if (!value_scalar(end, &x) || end->type.dtype != FP8C_DTYPE_F32 || isnan(x)) return false;
    ends[i - 1] = (float)x;
  }
  return ends[0] <= ends[1];
}

/* `m` takes the place of n, and of an activation and a QuantizeLinear that alone follow it. */
static void take_place(rewriting *r, node *m, node *n, node *d, node *other) {
  node *gone[3] = {n, NULL, NULL};
  int count = 1;
  value *last = n->out[0];
  node *u = only_user(last);
  float ends[2];
  scheme s;
  if (u && has_output(u) && plain_f32(u->out[0]) && u->in[0] == last && read_ends(u, ends)) {
    if (isfinite(ends[0])) node_set_float(m, "least", ends[0]);
    if (isfinite(ends[1])) node_set_float(m, "most", ends[1]);
    gone[count++] = u;
    last = u->out[0];
  }
  node *q = bytes_ahead(last, &s);
  m->out[0]->type = last->type;
  if (q) {
    node_set_string(m, "gives", fp8c_dtype_name(s.dtype));
    node_set_float(m, "unit", s.scale);
    node_set_int(m, "zero", s.zero);
    gone[count++] = q;
    last = q->out[0];
    m->out[0]->type.dtype = s.dtype;
  }
  m->out[0]->reason = "the model's own codes, whose products are summed exactly";
  for (int i = 0; i < count; i++) node_add_sources(m, gone[i]);
  if (d) node_add_sources(m, d);
  if (other) node_add_sources(m, other);
  value_swap_names(last, m->out[0]);
  value_replace(last, m->out[0]);
  while (count) node_remove(gone[--count]);
  r->c->changes++;
}

/* ---- Products ---------------------------------------------------------------------------- */

static const char *const window_lists[] = {"dilations", "kernel_shape", "pads", "strides"};

static bool convolve(rewriting *r, node *n) {
  scheme s;
  weights w;
  window over;
  node *d = bytes_behind(n->in[0], &s);
  value *bias = node_input(n, 2);
  if (!d || node_int(n, "channels_last") != 0 || n->in[1]->type.rank > 4 ||
      (bias && (!plain_f32(bias) || bias->type.rank != 1)) || !read_weights(r, n->in[1], 0, &w))
    return false;
  if (dims_product(w.codes.dims, 1, w.codes.rank) > BYTE_DEPTH_MOST || !node_window(n, &over) ||
      !byte_phases_can(&over))
    return false;
  value *in[] = {d->in[0], w.d->in[0], factors_of(r, &w, s.scale), bias};
  node *m = node_like(n, OP_BYTE_CONV, in, bias ? 4 : 3);
  const char *pad = node_string(n, "auto_pad");
  if (pad) node_set_string(m, "auto_pad", pad);
  node_set_int(m, "group", node_int(n, "group"));
  node_set_int(m, "x_zero", s.zero);
  for (size_t i = 0; i < sizeof window_lists / sizeof *window_lists; i++) {
    const int64_t *items;
    size_t count;
    if (node_ints(n, window_lists[i], &items, &count))
      node_set_ints(m, window_lists[i], items, count);
  }
  take_place(r, m, n, d, w.d);
  return true;
}

/* Panels of weights, and what sums lack for the zero point of x, and of a bias if there is one. */
typedef struct packed {
  value *panels, *lack;
  const int32_t *bias;
} packed;

static void pack_linear(rewriting *r, const weights *w, const scheme *s, bool depth_first,
                        packed *out) {
  int64_t k = w->codes.dims[depth_first ? 0 : 1], n = w->channels;
  tensor type = byte_linear_type(k, n), sums = {.dtype = FP8C_DTYPE_I32, .rank = 1, .dims = {n}};
  const int8_t *from = w->codes.data;
  int8_t *to = arena_alloc(r->g->arena, tensor_bytes(&type));
  int32_t *lacks = NEW_ARRAY(r->c->scratch, int32_t, n), zero = (int32_t)s->zero;
  if (s->dtype == FP8C_DTYPE_I8) zero += 128; /* signed bytes are counted from the least */
  for (int64_t i = 0; i < n; i++) {
    uint32_t sum = 0;
    for (int64_t p = 0; p < k; p++) {
      int8_t code = from[depth_first ? p * n + i : i * k + p];
      to[byte_linear_at(k, p, i)] = code;
      sum += (uint32_t)(zero * code);
    }
    lacks[i] = (int32_t)((out->bias ? (uint32_t)out->bias[i] : 0) - sum);
  }
  const char *name = w->source->name;
  out->panels = graph_const(r->g, arena_printf(r->g->arena, "%s.panels", name), &type,
                            (blob){.bytes = tensor_bytes(&type), .memory = to});
  out->lack = graph_const_copy(r->g, arena_printf(r->g->arena, "%s.lack", name), &sums, lacks);
}

static bool multiply_weights(rewriting *r, node *n, node *d, const scheme *s) {
  bool gemm = node_is(n, OP_GEMM), turned = gemm && node_int(n, "transB") != 0;
  value *bias = gemm ? node_input(n, 2) : NULL;
  packed k = {NULL, NULL, NULL};
  weights w;
  if (gemm &&
      (node_int(n, "transA") != 0 || node_float(n, "alpha") != 1 || node_float(n, "beta") != 1))
    return false;
  if (n->in[1]->type.rank != 2 || d->in[0]->type.rank < 1 ||
      !read_weights(r, n->in[1], turned ? 0 : 1, &w) ||
      w.codes.dims[turned ? 1 : 0] > BYTE_DEPTH_MOST || w.codes.dims[turned ? 1 : 0] < 1 ||
      (bias && (!plain_f32(bias) || bias->type.rank != 1 || bias->type.dims[0] != w.channels)))
    return false;
  pack_linear(r, &w, s, !turned, &k);
  value *in[] = {d->in[0], k.panels, factors_of(r, &w, s->scale), k.lack, bias};
  node *m = node_like(n, OP_BYTE_LINEAR, in, bias ? 5 : 4);
  node_set_int(m, "columns", w.channels);
  node_set_int(m, "depth", w.codes.dims[turned ? 1 : 0]);
  take_place(r, m, n, d, w.d);
  return true;
}

static bool multiply(rewriting *r, node *n) {
  scheme a, b;
  node *d = bytes_behind(n->in[0], &a), *e = d ? bytes_behind(n->in[1], &b) : NULL;
  if (!d) return false;
  if (!e) return multiply_weights(r, n, d, &a);
  const tensor *x = &d->in[0]->type;
  if (!node_is(n, OP_MATMUL) || x->rank < 2 || x->dims[x->rank - 1] < 1 ||
      x->dims[x->rank - 1] > BYTE_DEPTH_MOST)
    return false;
  node *m = node_like(n, OP_BYTE_MAT_MUL, (value *[]){d->in[0], e->in[0]}, 2);
  node_set_int(m, "a_zero", a.zero);
  node_set_int(m, "b_zero", b.zero);
  node_set_float(m, "factor", a.scale * b.scale);
  take_place(r, m, n, d, e);
  return true;
}

/* ---- Operators of integers --------------------------------------------------------------- */

/* Codes [k][n] of weights that a model multiplies as they are; x has one zero point. */
static bool read_codes(rewriting *r, const value *codes, const value *zeros, weights *w) {
  if (!value_is_const(codes) || codes->type.dtype != FP8C_DTYPE_I8 || codes->type.rank != 2 ||
      codes->type.dims[0] < 1 || codes->type.dims[0] > BYTE_DEPTH_MOST || !all_zero(r, zeros))
    return false;
  *w = (weights){.source = codes, .channels = codes->type.dims[1]};
  r->status = value_load_by(codes, r->c->threads, r->c->scratch, &w->codes, r->err);
  return r->status == FP8C_OK;
}

static node *linear_of(rewriting *r, const node *like, value *x, const weights *w, scheme s,
                       const int32_t *bias) {
  packed k = {.bias = bias};
  pack_linear(r, w, &s, true, &k);
  value *in[] = {x, k.panels, factors_of(r, w, 1), k.lack};
  node *m = node_like(like, OP_BYTE_LINEAR, in, 4);
  node_set_int(m, "columns", w->channels);
  node_set_int(m, "depth", w->codes.dims[0]);
  return m;
}

/* The factors of a Mul of v by constants, of each of n columns. */
static const float *multiplied_by(rewriting *r, const node *mul, const value *v, int64_t n) {
  const value *c = mul && node_is(mul, OP_MUL) && has_output(mul) ? other_input(mul, v) : NULL;
  return c && c->type.dtype == FP8C_DTYPE_F32 ? vector_f32(c, n, r->c->scratch) : NULL;
}

/* MatMulInteger, a bias of integers if any, Cast to F32, Mul by constants. */
static bool multiply_integers(rewriting *r, node *n) {
  weights w;
  tensor bias = {.rank = 0};
  double zero = 0;
  const value *z = node_input(n, 2);
  node *chain[4] = {n};
  int count = 1;
  if (value_is_const(n->in[0]) || !is_byte(n->in[0]->type.dtype) || n->in[0]->type.rank < 1 ||
      (z && !value_scalar(z, &zero)))
    return false;
  node *u = only_user(n->out[0]);
  const value *b = u && node_is(u, OP_ADD) && has_output(u) ? other_input(u, n->out[0]) : NULL;
  if (b) {
    if (!value_is_const(b) || b->type.dtype != FP8C_DTYPE_I32 || b->type.rank != 1) return false;
    chain[count++] = u;
    u = only_user(u->out[0]);
  }
  if (!u || !node_is(u, OP_CAST) || !has_output(u) || !plain_f32(u->out[0])) return false;
  chain[count++] = u;
  node *mul = only_user(u->out[0]);
  if (!read_codes(r, n->in[1], node_input(n, 3), &w)) return false;
  w.scales = multiplied_by(r, mul, u->out[0], w.channels);
  if (!w.scales || (b && b->type.dims[0] != w.channels)) return false;
  if (b) r->status = value_load_by(b, r->c->threads, r->c->scratch, &bias, r->err);
  if (r->status != FP8C_OK) return false;
  scheme s = {n->in[0]->type.dtype, 1, (int64_t)zero};
  node *m = linear_of(r, mul, n->in[0], &w, s, bias.data);
  for (int i = 0; i < count; i++) node_add_sources(m, chain[i]);
  take_place(r, m, mul, NULL, NULL);
  while (count) node_remove(chain[--count]);
  return true;
}

/* QLinearMatMul, whose codes are sums times one factor of each column. */
static bool multiply_linear(rewriting *r, node *n) {
  enum { A_SCALE = 1, A_ZERO, B, B_SCALE, B_ZERO, Y_SCALE, Y_ZERO };
  weights w;
  double x, y, x_zero, y_zero;
  const value *codes = n->in[B], *result = n->out[0];
  if (value_is_const(n->in[0]) || n->in[0]->type.rank < 1 || !is_byte(result->type.dtype) ||
      n->in[A_SCALE]->type.dtype != FP8C_DTYPE_F32 || !value_scalar(n->in[A_SCALE], &x) ||
      n->in[Y_SCALE]->type.dtype != FP8C_DTYPE_F32 || !value_scalar(n->in[Y_SCALE], &y) ||
      !value_scalar(n->in[A_ZERO], &x_zero) || !value_scalar(n->in[Y_ZERO], &y_zero) ||
      n->in[B_SCALE]->type.dtype != FP8C_DTYPE_F32 || !read_codes(r, codes, n->in[B_ZERO], &w))
    return false;
  float *factors = vector_f32(n->in[B_SCALE], w.channels, r->c->scratch);
  if (!factors) return false;
  for (int64_t i = 0; i < w.channels; i++) factors[i] = (float)x * factors[i] / (float)y;
  w.scales = factors;
  scheme s = {n->in[0]->type.dtype, 1, (int64_t)x_zero};
  node *m = linear_of(r, n, n->in[0], &w, s, NULL);
  node_set_string(m, "gives", fp8c_dtype_name(result->type.dtype));
  node_set_int(m, "zero", (int64_t)y_zero);
  take_over(m, n->out[0]);
  r->c->changes++;
  return true;
}

/* ---- Sums and moves ---------------------------------------------------------------------- */

static void set_addends(node *m, const scheme *a, const scheme *b) {
  node_set_int(m, "a_zero", a->zero);
  node_set_float(m, "a_scale", a->scale);
  if (!b) return;
  node_set_int(m, "b_zero", b->zero);
  node_set_float(m, "b_scale", b->scale);
}

/* Only where codes come out: else the numbers may be wanted in between. */
static bool add(rewriting *r, node *n) {
  scheme a, b, s;
  node *d = bytes_behind(n->in[0], &a), *e = d ? bytes_behind(n->in[1], &b) : NULL;
  float ends[2];
  if (!e || n->in_count != 2 || !same_shape(&n->in[0]->type, &n->in[1]->type)) return false;
  node *u = only_user(n->out[0]);
  if (!bytes_ahead(n->out[0], &s) &&
      !(u && has_output(u) && read_ends(u, ends) && bytes_ahead(u->out[0], &s)))
    return false;
  node *m = node_like(n, OP_BYTE_SUM, (value *[]){d->in[0], e->in[0]}, 2);
  set_addends(m, &a, &b);
  take_place(r, m, n, d, e);
  return true;
}

/* Gives some of its inputs' numbers, and no others. */
static bool only_moves(const node *n) {
  return n->op->family == FAMILY_VIEW || node_is(n, OP_TRANSPOSE) || node_is(n, OP_SLICE) ||
         node_is(n, OP_CONCAT) ||
         (node_is(n, OP_MAX_POOL) && n->out_count == 1 && node_int(n, "channels_last") == 0);
}

/* The codes of input i in another scheme. */
static value *in_scheme(rewriting *r, node *n, size_t i, const scheme *want) {
  scheme s;
  node *d = bytes_behind(n->in[i], &s);
  if (same_scheme(&s, want)) return d->in[0];
  node *m = node_like(n, OP_BYTE_SUM, (value *[]){d->in[0]}, 1);
  set_addends(m, &s, NULL);
  node_set_string(m, "gives", fp8c_dtype_name(want->dtype));
  node_set_float(m, "unit", want->scale);
  node_set_int(m, "zero", want->zero);
  m->out[0]->type = n->in[i]->type;
  m->out[0]->type.dtype = want->dtype;
  r->c->changes++;
  return m->out[0];
}

static bool move_codes(rewriting *r, node *n) {
  scheme s, own;
  size_t moved = node_is(n, OP_CONCAT) ? n->in_count : 1;
  node *q = bytes_ahead(n->out[0], &s);
  if (!q || !plain_f32(n->out[0])) return false;
  for (size_t i = 0; i < moved; i++) {
    if (!bytes_behind(n->in[i], &own)) return false;
    if (!same_scheme(&s, &own) && !node_is(n, OP_CONCAT)) return false;
  }
  for (size_t i = 0; i < moved; i++) {
    node *d = value_def_of(n->in[i], OP_DEQUANTIZE_LINEAR);
    value *codes = in_scheme(r, n, i, &s);
    node_add_sources(n, d);
    node_set_input(n, i, codes);
  }
  n->out[0]->type.dtype = s.dtype;
  node_add_sources(n, q);
  value_swap_names(q->out[0], n->out[0]);
  value_replace(q->out[0], n->out[0]);
  node_remove(q);
  r->c->changes++;
  return true;
}

static bool rewrite(rewriting *r, node *n) {
  if (!has_output(n) || !n->in_count || !n->in[0]) return false;
  if (node_is(n, OP_CONV)) return convolve(r, n);
  if (node_is(n, OP_MATMUL) || node_is(n, OP_GEMM)) return multiply(r, n);
  if (node_is(n, OP_ADD)) return add(r, n);
  if (node_is(n, OP_MAT_MUL_INTEGER)) return multiply_integers(r, n);
  if (node_is(n, OP_Q_LINEAR_MAT_MUL)) return value_is_used(n->out[0]) && multiply_linear(r, n);
  return only_moves(n) && move_codes(r, n);
}

/* Whoever asks for formats wants them in place of the model's codes. */
static bool is_asked(const pass_context *c) {
  bool gpu = c->rules.gpu && !c->rules.assumed;
  return !gpu &&
         (c->precision == PRECISION_F32 || (c->precision == PRECISION_AUTO && !c->by_samples));
}

fp8c_status pass_byte_products(graph *g, pass_context *c, fp8c_error *err) {
  rewriting r = {g, c, err, FP8C_OK};
  if (!is_asked(c)) return FP8C_OK;
  for (node *n = g->first; n && r.status == FP8C_OK;) {
    node *before = n->previous;
    if (rewrite(&r, n))
      n = before ? before->next : g->first;
    else
      n = n->next;
  }
  return r.status;
}
