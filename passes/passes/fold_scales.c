/* fold_scales.c - conversions meet the products they were written for.
 *
 * A model that brings its own FP8 (ONNX QuantizeLinear and DequantizeLinear)
 * says "dequantise, multiply, quantise"; the product that runs reads codes and
 * applies scales itself.  Here scales move into types, Dequantize disappears
 * into the product behind it, and a Quantize moves in front of what only moves
 * elements, so that one byte is moved instead of four. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "passes/match.h"
#include "passes/precision/precision.h"

/* ---- ONNX pairs: the scale becomes part of the type --------------------------------- */

/* The zero point must be absent or zero: FP8 has no other. */
static bool no_zero_point(const node *n, arena *a) {
  if (n->in_count < 3 || !n->in[2]) return true;
  tensor t;
  if (!value_is_const(n->in[2]) || value_load(n->in[2], a, &t, NULL) != FP8C_OK) return false;
  for (int64_t i = 0; i < tensor_elements(&t); i++)
    if (tensor_real(&t, i) != 0) return false;
  return true;
}

static bool usable_scale(float x) { return x >= 0x1p-126f && x <= 0x1p126f; }

/* One positive scale; F16 and BF16 are F32 of fewer bits. */
static bool scalar_scale(const value *v, float *out) {
  double x;
  if (!dtype_is_small_float(v->type.dtype) || dtype_bytes(v->type.dtype) < 2 ||
      !value_scalar(v, &x))
    return false;
  *out = (float)x;
  return usable_scale(*out);
}

static bool same_constant(const value *a, const value *b) {
  float x, y;
  return a == b || (scalar_scale(a, &x) && scalar_scale(b, &y) && x == y);
}

static bool plain_scheme(const node *n, arena *a) {
  return node_int(n, "block_size") == 0 && no_zero_point(n, a);
}

/* F32, or what stands for it in a model of F16 or BF16. */
static bool is_wide(const tensor *t) {
  return dtype_is_small_float(t->dtype) && dtype_bytes(t->dtype) >= 2 &&
         t->scale.kind == SCALE_NONE;
}

/* The quotient is rounded to the scale's format unless another is stated. */
static bool divides_in_f32(const node *n) {
  int64_t precision = node_int(n, "precision");
  return precision ? precision == ONNX_FLOAT : n->in[1]->type.dtype == FP8C_DTYPE_F32;
}

/* QuantizeLinear whose every reader is a DequantizeLinear with its scale. */
static bool fold_quantize_linear(node *n, pass_context *c) {
  value *q = n->out[0];
  float unit;
  if (!dtype_is_fp8(q->type.dtype) || q->type.scale.kind != SCALE_NONE || value_is_output(q) ||
      node_int(n, "saturate") == 0 || !divides_in_f32(n) || !is_wide(&n->in[0]->type) ||
      !scalar_scale(n->in[1], &unit) || !plain_scheme(n, c->scratch) || q->user_count == 0)
    return false;
  for (size_t i = 0; i < q->user_count; i++) {
    const node *d = q->users[i];
    if (!node_is(d, OP_DEQUANTIZE_LINEAR) || d->in[0] != q || !same_constant(d->in[1], n->in[1]) ||
        !plain_scheme(d, c->scratch) || !is_wide(&d->out[0]->type))
      return false;
  }
  node *m = graph_node(n->graph, n, op_get(OP_QUANTIZE), NULL, &n->in[0], 1, 1);
  node_set_string(m, "mode", "div"); /* ONNX's definition */
  m->out[0]->type = q->type;
  m->out[0]->type.scale = (scale){.kind = SCALE_TENSOR, .value = unit};
  m->out[0]->reason = "the model's own scale";
  value_swap_names(q, m->out[0]);
  node_add_sources(m, n);
  while (q->user_count) {
    node *d = q->users[0];
    node *r = graph_node(n->graph, d, op_get(OP_DEQUANTIZE), NULL, &m->out[0], 1, 1);
    r->out[0]->type = d->out[0]->type;
    node_add_sources(r, d);
    value_replace(d->out[0], r->out[0]);
    value_swap_names(d->out[0], r->out[0]);
    node_remove(d);
  }
  return true;
}

/* DequantizeLinear of FP8 codes that are a constant. */
static bool fold_dequantize_linear(node *n, pass_context *c) {
  value *w = n->in[0];
  const value *s = n->in[1];
  tensor codes, scales;
  if (!value_is_const(w) || !dtype_is_fp8(w->type.dtype) || w->type.scale.kind != SCALE_NONE ||
      !value_is_const(s) || !is_wide(&s->type) || !is_wide(&n->out[0]->type) ||
      !plain_scheme(n, c->scratch))
    return false;
  tensor type = w->type;
  value *vector = NULL;
  float unit;
  if (scalar_scale(s, &unit)) {
    type.scale = (scale){.kind = SCALE_TENSOR, .value = unit};
  } else {
    int64_t axis = node_axis(n, type.rank);
    if (s->type.rank != 1 || axis < 0 || axis >= type.rank || s->type.dims[0] != type.dims[axis] ||
        value_load(s, c->scratch, &scales, NULL) != FP8C_OK)
      return false;
    const float *units = tensor_f32(&scales, c->scratch);
    for (int64_t i = 0; i < s->type.dims[0]; i++)
      if (!usable_scale(units[i])) return false;
    type.scale = (scale){.kind = SCALE_AXIS, .axis = (int)axis};
    vector = n->in[1];
    if (s->type.dtype != FP8C_DTYPE_F32) {
      tensor as_f32 = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {s->type.dims[0]}};
      vector = graph_const_copy(n->graph, arena_printf(n->graph->arena, "%s.f32", s->name), &as_f32,
                                units);
    }
  }
  if (value_load(w, c->scratch, &codes, NULL) != FP8C_OK) return false;
  value *v = graph_const_copy(n->graph, arena_printf(n->graph->arena, "%s.scaled", w->name), &type,
                              codes.data);
  v->scale_vector = vector;
  v->reason = "the model's own codes and scales";
  node *d = graph_node(n->graph, n, op_get(OP_DEQUANTIZE), NULL, &v, 1, 1);
  d->out[0]->type = n->out[0]->type;
  node_add_sources(d, n);
  value_replace(n->out[0], d->out[0]);
  value_swap_names(n->out[0], d->out[0]);
  return true;
}

/* QuantizeLinear of constant weights: the codes are computed here. */
static bool fold_constant_quantize(node *n, pass_context *c) {
  if (!value_is_const(n->in[0]) || !value_is_const(n->in[1]) || value_is_output(n->out[0]) ||
      !dtype_is_fp8(n->out[0]->type.dtype) || !tensor_shape_known(&n->out[0]->type))
    return false;
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] && !value_is_const(n->in[i])) return false;
  op_call call;
  tensor out = n->out[0]->type;
  if (node_call(n, c->scratch, true, &call, NULL) != FP8C_OK) return false;
  out.data = arena_alloc(n->graph->arena, tensor_bytes(&out) + 1);
  call.out = &out;
  call.out_count = 1;
  call.scratch = c->scratch;
  call.threads = c->threads;
  if (op_run(&call, NULL) != FP8C_OK) return false;
  blob data = {.bytes = tensor_bytes(&out), .memory = out.data};
  value *v = graph_const(n->graph, NULL, &out, data);
  value_replace(n->out[0], v);
  value_swap_names(n->out[0], v);
  return true;
}

/* ---- Products read codes ------------------------------------------------------------- */

static value *behind_dequantize(const value *v) {
  const node *d = value_def_of(v, OP_DEQUANTIZE);
  return d && dtype_is_fp8(d->in[0]->type.dtype) ? d->in[0] : NULL;
}

/* An FP8 matrix [K][N] as [N][K], its scales along. */
static value *transposed(pass_context *c, const value *w) {
  tensor t;
  if (value_load(w, c->scratch, &t, NULL) != FP8C_OK) return NULL;
  int64_t k = t.dims[0], n = t.dims[1];
  uint8_t *codes = arena_alloc(c->scratch, (size_t)(k * n) + 1);
  const uint8_t *from = t.data;
  for (int64_t i = 0; i < k; i++)
    for (int64_t j = 0; j < n; j++) codes[j * k + i] = from[i * n + j];
  t.dims[0] = n;
  t.dims[1] = k;
  if (t.scale.kind == SCALE_AXIS) t.scale.axis = 1 - t.scale.axis;
  t.scale.scales = NULL;
  value *v = graph_const_copy(w->graph, arena_printf(w->graph->arena, "%s.t", w->name), &t, codes);
  v->scale_vector = w->scale_vector;
  v->reason = w->reason;
  return v;
}

/* A product whose operands both come out of FP8: MatMul and Gemm with constant
 * weights become Linear, others read the codes as they are. */
static bool fold_product(node *n, pass_context *c) {
  if (!node_multiplies(n)) return false;
  value *x = behind_dequantize(n->in[0]), *w = behind_dequantize(n->in[1]);
  if (!x || !w) return false;
  bool gemm = node_is(n, OP_GEMM), matrix = value_is_const(w) && w->type.rank == 2;
  bool flat = gemm && node_int(n, "transA") == 0 && node_float(n, "alpha") == 1 &&
              node_float(n, "beta") == 1;
  /* Linear's bias is a vector; other forms of C stay with Gemm. */
  value *bias = gemm && n->in_count > 2 ? n->in[2] : NULL;
  if (bias && bias->type.rank != 1) flat = false;
  if (bias && flat && bias->type.dims[0] != n->out[0]->type.dims[1]) flat = false;
  int row_axis = 0;
  if (matrix && (node_is(n, OP_MATMUL) || flat)) {
    if (!gemm || node_int(n, "transB") == 0) w = transposed(c, w);
    if (!w || (w->type.scale.kind == SCALE_AXIS && w->type.scale.axis != row_axis)) return false;
    value *in[3] = {x, w, bias};
    node *l = graph_node(n->graph, n, op_get(OP_LINEAR), n->name, in, bias ? 3 : 2, 1);
    l->out[0]->type = n->out[0]->type;
    node_add_sources(l, n);
    value_replace(n->out[0], l->out[0]);
    value_swap_names(n->out[0], l->out[0]);
    return true;
  }
  if (gemm) return false; /* its scales would have to pass through C */
  node_set_input(n, 0, x);
  node_set_input(n, 1, w);
  return true;
}

/* ---- Pairs and moves -------------------------------------------------------------------- */

static bool same_format(const tensor *a, const tensor *b) {
  return a->dtype == b->dtype && a->scale.kind == SCALE_TENSOR && b->scale.kind == SCALE_TENSOR &&
         a->scale.value == b->scale.value;
}

/* Quantize(Dequantize(q)) in q's own format: rounding finds the same code. */
static bool fold_pair(node *n) {
  value *q = behind_dequantize(n->in[0]);
  if (!q || value_is_output(n->out[0]) || !same_format(&q->type, &n->out[0]->type)) return false;
  value_replace(n->out[0], q);
  return true;
}

/* Read through this slice, or not at all, the value is rounded as `q`. */
static bool rounded_so(const node *slice, const tensor *q) {
  if (node_is(slice, OP_QUANTIZE)) return same_format(&slice->out[0]->type, q);
  if (!node_is(slice, OP_SLICE) || !value_used_once(slice->out[0])) return false;
  const node *u = slice->out[0]->users[0];
  return node_is(u, OP_QUANTIZE) && same_format(&u->out[0]->type, q);
}

/* Quantize(move(x)) -> move(Quantize(x)): what moves has fewer bytes, and the kernel that makes x
 * rounds it, beside the form that others read.  Slices: where x is read in no other form, or all of
 * it is rounded so, part by part, as of an image that is rolled. */
static bool moves_codes(const node *m, const tensor *q) {
  if (m->op->types != TYPES_MOVE || m->out_count != 1 || m->in_count == 0 ||
      value_is_const(m->in[0]))
    return false;
  if (m->op->family == FAMILY_VIEW || node_is(m, OP_TRANSPOSE) || node_is(m, OP_DEPTH_TO_SPACE))
    return true;
  if (node_is(m, OP_SLICE)) {
    const value *x = m->in[0];
    bool others = value_is_output(x);
    int64_t rounded = 0;
    for (size_t i = 0; i < x->user_count; i++)
      if (!rounded_so(x->users[i], q))
        others = true;
      else if (tensor_shape_known(&x->users[i]->out[0]->type))
        rounded += tensor_elements(&x->users[i]->out[0]->type);
    return !others || (tensor_shape_known(&x->type) && rounded >= tensor_elements(&x->type));
  }
  if (node_is(m, OP_PAD)) { /* zero has a code, and it is zero */
    double filling = 0;
    bool known = m->in_count < 3 || !m->in[2] || value_scalar(m->in[2], &filling);
    return known && filling == 0 && strcmp(node_string(m, "mode"), "constant") == 0;
  }
  if (!node_is(m, OP_CONCAT)) return false;
  for (size_t i = 0; i < m->in_count; i++)
    if (value_is_const(m->in[i])) return false;
  return true;
}

/* `v` rounded as `like` rounds, in front of `before`: a node that is there, or a new one, which
 * those that read such a node further on read too: v stays rounded once, so that the rounding can
 * move on. */
static value *quantized_before(node *before, value *v, const node *like) {
  const tensor *q = &like->out[0]->type;
  value *behind = NULL;
  for (size_t i = 0; i < v->user_count; i++) {
    const node *u = v->users[i];
    if (u == like || u->op != like->op || u->attrs.items != like->attrs.items ||
        !same_format(&u->out[0]->type, q))
      continue;
    for (const node *n = before->previous; n; n = n->previous)
      if (n == u) return u->out[0];
    if (!value_is_output(u->out[0])) behind = u->out[0];
  }
  node *first = graph_node(before->graph, before, like->op, NULL, &v, 1, 1);
  first->attrs = like->attrs;
  first->out[0]->type = v->type;
  first->out[0]->type.dtype = q->dtype;
  first->out[0]->type.scale = q->scale;
  first->out[0]->reason = like->out[0]->reason;
  node_add_sources(first, like);
  if (behind) value_replace(behind, first->out[0]);
  return first->out[0];
}

/* A view that others read as it is has the codes in a view of their own: neither moves anything. */
static bool view_of_codes(node *n, node *m) {
  node *view = graph_node(n->graph, n, m->op, NULL, m->in, m->in_count, 1);
  for (size_t i = 0; i < m->attrs.count; i++) node_set_attr(view, m->attrs.items[i]);
  node_set_input(view, 0, quantized_before(m, m->in[0], n));
  node_add_sources(view, n);
  take_over(view, n->out[0]);
  return true;
}

static bool move_quantize_up(node *n) {
  value *v = n->in[0];
  node *m = v->def;
  const tensor *q = &n->out[0]->type;
  if (!m || m->region || !moves_codes(m, q) || q->scale.kind != SCALE_TENSOR) return false;
  if (!value_used_once(v)) return m->op->family == FAMILY_VIEW && view_of_codes(n, m);
  size_t moved = node_is(m, OP_CONCAT) ? m->in_count : 1;
  for (size_t i = 0; i < moved; i++) node_set_input(m, i, quantized_before(m, m->in[i], n));
  v->type.dtype = q->dtype;
  v->type.scale = q->scale;
  value_replace(n->out[0], v);
  return true;
}

static bool fold_one(node *n, pass_context *c) {
  if (node_is(n, OP_QUANTIZE_LINEAR))
    return fold_constant_quantize(n, c) || fold_quantize_linear(n, c);
  if (node_is(n, OP_DEQUANTIZE_LINEAR)) return fold_dequantize_linear(n, c);
  if (node_is(n, OP_QUANTIZE)) return fold_pair(n) || move_quantize_up(n);
  return fold_product(n, c);
}

fp8c_status pass_fold_scales(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  if (c->precision == PRECISION_F32 && !c->keep_formats) return FP8C_OK;
  for (bool changed = true; changed;) {
    changed = false;
    for (node *n = g->first, *next; n; n = next) {
      next = n->next;
      arena_mark mark = arena_save(c->scratch);
      if (fold_one(n, c)) {
        c->changes++;
        changed = true;
      }
      arena_reset(c->scratch, mark);
    }
    graph_remove_dead(g);
  }
  return FP8C_OK;
}
