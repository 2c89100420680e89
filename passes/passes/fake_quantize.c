/* fake_quantize.c - a quantised model's activations, rounded to integers and back in one step.
 *
 *     DequantizeLinear(QuantizeLinear(x, s, z), s, z)  ->  FakeQuantize(x)
 *
 * The codes are of 8 or 16 bits, and nobody else reads them: no kernel multiplies such codes, and
 * one node of F32 joins the region of the kernel in front, where two would be launches of their
 * own.  What is rounded already, and moved at most, is not rounded again.  Only a NaN differs: it
 * stays one. */
#include <math.h>
#include <string.h>

#include "ops/ids/moves.h"
#include "ops/ids/pools.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"
#include "passes/match.h"

typedef struct scheme {
  float scale;
  double zero;
} scheme;

/* One scale, and one zero point, that are constants. */
static bool read_scheme(const node *n, scheme *s) {
  double unit;
  const value *zero = node_input(n, 2);
  s->zero = 0;
  if (!n->in[1] || n->in[1]->type.dtype != FP8C_DTYPE_F32 || !value_scalar(n->in[1], &unit) ||
      node_int(n, "block_size") != 0 || (zero && !value_scalar(zero, &s->zero)))
    return false;
  s->scale = (float)unit;
  return isnormal(s->scale) && s->scale > 0;
}

static bool same_scheme(const scheme *a, const scheme *b) {
  return a->scale == b->scale && a->zero == b->zero;
}

/* The least code; false for codes of other widths. */
static bool least_code(fp8c_dtype dtype, double *least) {
  switch (dtype) {
    case FP8C_DTYPE_U8:
    case FP8C_DTYPE_U16:
      *least = 0;
      return true;
    case FP8C_DTYPE_I8:
      *least = INT8_MIN;
      return true;
    case FP8C_DTYPE_I16:
      *least = INT16_MIN;
      return true;
    default:
      return false;
  }
}

static bool plain_f32(const value *v) {
  return v->type.dtype == FP8C_DTYPE_F32 && v->type.scale.kind == SCALE_NONE;
}

static bool is_pair(const node *n, scheme *s) {
  const value *q = n->out[0];
  int64_t precision = node_int(n, "precision");
  if (!node_is(n, OP_QUANTIZE_LINEAR) || value_is_const(n->in[0]) || !plain_f32(n->in[0]) ||
      (precision != 0 && precision != 1) || value_is_output(q) || q->user_count == 0 ||
      !read_scheme(n, s))
    return false;
  for (size_t i = 0; i < q->user_count; i++) {
    const node *d = q->users[i];
    scheme back;
    if (!node_is(d, OP_DEQUANTIZE_LINEAR) || d->in[0] != q || !plain_f32(d->out[0]) ||
        !read_scheme(d, &back) || !same_scheme(s, &back))
      return false;
  }
  return true;
}

static bool join(node *n) {
  scheme s;
  double least;
  value *q = n->out[0];
  if (!is_pair(n, &s) || !least_code(q->type.dtype, &least)) return false;
  node *m = graph_node(n->graph, n, op_get(OP_FAKE_QUANTIZE), NULL, n->in, 1, 1);
  bool wide = q->type.dtype == FP8C_DTYPE_U16 || q->type.dtype == FP8C_DTYPE_I16;
  node_set_float(m, "scale", s.scale);
  node_set_float(m, "low", (float)(least - s.zero));
  if (wide) node_set_string(m, "codes", "16 bits");
  m->out[0]->type = n->in[0]->type;
  m->out[0]->reason = "the model's own integers";
  node_add_sources(m, n);
  value *named = q->users[0]->out[0];
  value_swap_names(named, m->out[0]);
  while (q->user_count) {
    node *d = q->users[0];
    node_add_sources(m, d);
    value_replace(d->out[0], m->out[0]);
    node_remove(d);
  }
  node_remove(n);
  return true;
}

/* Gives some of its input's numbers, and no others. */
static bool only_moves(const node *n) {
  return n->op->family == FAMILY_VIEW || node_is(n, OP_TRANSPOSE) || node_is(n, OP_SLICE) ||
         node_is(n, OP_SPLIT) || node_is(n, OP_EXPAND) || node_is(n, OP_RELU) ||
         (node_is(n, OP_MAX_POOL) && n->out_count == 1);
}

/* Rounded before, in the same way. */
static bool drop_second(node *n) {
  if (!node_is(n, OP_FAKE_QUANTIZE) || value_is_output(n->out[0])) return false;
  const value *v = n->in[0];
  while (v->kind == VALUE_NODE && only_moves(v->def)) v = v->def->in[0];
  const node *first = value_def_of(v, OP_FAKE_QUANTIZE);
  if (!first || node_float(first, "scale") != node_float(n, "scale") ||
      node_float(first, "low") != node_float(n, "low") ||
      strcmp(node_string(first, "codes"), node_string(n, "codes")) != 0)
    return false;
  value_replace(n->out[0], n->in[0]);
  node_remove(n);
  return true;
}

fp8c_status pass_fake_quantize(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first, *next; n; n = next) {
    next = n->next;
    value *q = n->out_count == 1 ? n->out[0] : NULL;
    while (q && next && node_is(n, OP_QUANTIZE_LINEAR) && next->in_count && next->in[0] == q)
      next = next->next; /* what goes along with it */
    c->changes += join(n);
  }
  for (node *n = g->first, *next; n; n = next) {
    next = n->next;
    c->changes += drop_second(n);
  }
  return FP8C_OK;
}
