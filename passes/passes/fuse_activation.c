/* fuse_activation.c - gated activations become one node: x * Sigmoid(x) and its kin.
 *
 * Each is a product of x and a function of x that exporters of older opsets
 * spelt out.  Paddle divides by 6 last: x * Clip(x + 3, 0, 6) / 6. */
#include "ops/ids/binary.h"
#include "ops/ids/select.h"
#include "ops/ids/unary.h"
#include "passes/match.h"

/* The other factor as f(x); returns the operator, or OP_COUNT. */
static op_id swish(const node *f, const value *x, float *alpha) {
  double c;
  value *inner;
  *alpha = 1;
  if (!node_is(f, OP_SIGMOID)) return OP_COUNT;
  if (f->in[0] == x) return OP_SWISH;
  node *scaled = value_def_of(f->in[0], OP_MUL);
  if (!scaled || !split_scalar(scaled, &c, &inner) || inner != x) return OP_COUNT;
  *alpha = (float)c;
  return OP_SWISH;
}

static op_id mish(const node *f, const value *x, float *alpha) {
  (void)alpha;
  const node *softplus = node_is(f, OP_TANH) ? value_def_of(f->in[0], OP_SOFTPLUS) : NULL;
  return softplus && softplus->in[0] == x ? OP_MISH : OP_COUNT;
}

static op_id hard_swish(const node *f, const value *x, float *alpha) {
  (void)alpha;
  bool sixth = node_is(f, OP_HARD_SIGMOID) && node_float(f, "alpha") == 1.0f / 6.0f &&
               node_float(f, "beta") == 0.5f;
  return sixth && f->in[0] == x ? OP_HARD_SWISH : OP_COUNT;
}

/* ---- Ramps: Clip(x + 3, 0, 6) / 6 ------------------------------------------ */

static bool bound_is(const node *n, size_t i, double wanted) {
  double x;
  return n->in_count > i && n->in[i] && value_scalar(n->in[i], &x) && x == wanted;
}

/* v = Clip(x + 3, 0, 6): x; else NULL. */
static value *ramp_of(const value *v, node **clip, node **add) {
  double three;
  value *x;
  *clip = value_def_of(v, OP_CLIP);
  if (!*clip || !bound_is(*clip, 1, 0) || !bound_is(*clip, 2, 6)) return NULL;
  *add = value_def_of((*clip)->in[0], OP_ADD);
  return *add && split_scalar(*add, &three, &x) && three == 3 ? x : NULL;
}

/* n divides by 6: what it divides. */
static value *sixth_of(node *n) {
  double c;
  value *v;
  if (!split_scalar(n, &c, &v)) return NULL;
  bool sixth = node_is(n, OP_DIV) ? c == 6 : node_is(n, OP_MUL) && (float)c == 1.0f / 6.0f;
  return sixth && same_type(v, n->out[0]) ? v : NULL;
}

/* x * Clip(x + 3, 0, 6) / 6 -> HardSwish, Clip(x + 3, 0, 6) / 6 -> HardSigmoid */
static bool fuse_ramp(node *n) {
  node *clip, *add, *gate;
  value *v = sixth_of(n), *x;
  if (!v || v->type.dtype == FP8C_DTYPE_F64) return false;
  node *product = value_def_of(v, OP_MUL);
  for (size_t i = 0; product && i < 2; i++) {
    x = ramp_of(product->in[1 - i], &clip, &add);
    if (!x || x != product->in[i] || !same_type(x, n->out[0])) continue;
    gate = node_like(n, OP_HARD_SWISH, &x, 1);
    node_add_sources(gate, product);
    node_add_sources(gate, clip);
    node_add_sources(gate, add);
    take_over(gate, n->out[0]);
    return true;
  }
  x = ramp_of(v, &clip, &add);
  if (!x || !same_type(x, n->out[0])) return false;
  gate = node_like(n, OP_HARD_SIGMOID, &x, 1);
  node_set_float(gate, "alpha", 1.0f / 6.0f);
  node_set_float(gate, "beta", 0.5f);
  node_add_sources(gate, clip);
  node_add_sources(gate, add);
  take_over(gate, n->out[0]);
  return true;
}

/* ---- Gates ------------------------------------------------------------------- */

static bool fuse(node *n) {
  static op_id (*const gates[])(const node *f, const value *x, float *alpha) = {swish, mish,
                                                                                hard_swish};
  for (size_t i = 0; i < 2; i++) {
    value *x = n->in[i], *y = n->in[1 - i];
    if (y->kind != VALUE_NODE || x->type.dtype == FP8C_DTYPE_F64 || !same_type(x, n->out[0]))
      continue;
    for (size_t j = 0; j < sizeof gates / sizeof *gates; j++) {
      float alpha;
      op_id op = gates[j](y->def, x, &alpha);
      if (op == OP_COUNT) continue;
      node *gate = node_like(n, op, &x, 1);
      if (op == OP_SWISH) node_set_float(gate, "alpha", alpha);
      if (y->def->in[0] != x) node_add_sources(gate, y->def->in[0]->def);
      node_add_sources(gate, y->def);
      take_over(gate, n->out[0]);
      return true;
    }
  }
  return false;
}

fp8c_status pass_fuse_activation(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next)
    if (has_output(n) && (node_is(n, OP_DIV) || node_is(n, OP_MUL)) && fuse_ramp(n)) c->changes++;
  for (node *n = g->first; n; n = n->next)
    if (has_output(n) && node_is(n, OP_MUL) && fuse(n)) c->changes++;
  return FP8C_OK;
}
