/* fuse_layernorm.c - a layer normalisation spelt out becomes one node again.
 *
 *     mean = ReduceMean(x);  d = x - mean
 *     y = d / sqrt(ReduceMean(d * d) + epsilon) [* gamma] [+ beta]
 *
 * over the last axes, in all the spellings of norms.h.  As one node it is one
 * row kernel, and precision is decided about the norm, not about its Pow. */
#include "ops/ids/binary.h"
#include "ops/ids/norms.h"
#include "ops/ids/reductions.h"
#include "passes/norms.h"

/* d = x - ReduceMean(x) over the same axes */
static bool match_centred(const root_mean_square *r, value **x, node **sub, node **mean) {
  int axis;
  *sub = value_def_of(r->d, OP_SUB);
  if (!*sub) return false;
  *x = (*sub)->in[0];
  *mean = value_def_of((*sub)->in[1], OP_REDUCE_MEAN);
  return *mean && (*mean)->in[0] == *x && reduces_trailing(*mean, &axis) && axis == r->axis;
}

static bool fuse(node *n, pass_context *c) {
  root_mean_square r;
  value *x, *gamma = NULL, *beta = NULL;
  node *sub, *mean;
  if (n->out[0]->type.dtype == FP8C_DTYPE_F64 || !match_root_mean_square(n, c->scratch, &r) ||
      !match_centred(&r, &x, &sub, &mean))
    return false;
  node *last = n, *next = only_user(n->out[0]), *scaled = NULL;
  if (next && match_affine(next, OP_MUL, n->out[0], r.axis, &gamma)) {
    last = scaled = next;
    next = only_user(last->out[0]);
  }
  if (next && match_affine(next, OP_ADD, last->out[0], r.axis, &beta)) last = next;
  if (!gamma) gamma = gain_of_ones(n->graph, &x->type, r.axis, c->scratch);
  if (!gamma || gamma->type.dtype != x->type.dtype) return false;
  value *in[] = {x, gamma, beta};
  node *norm = node_like(last, OP_LAYER_NORMALIZATION, in, beta ? 3 : 2);
  node_set_int(norm, "axis", r.axis == x->type.rank - 1 ? -1 : r.axis);
  node_set_float(norm, "epsilon", (float)r.epsilon);
  node_add_sources(norm, mean);
  node_add_sources(norm, sub);
  match_sources(&r.parts, norm);
  if (scaled) node_add_sources(norm, scaled);
  take_over(norm, last->out[0]);
  return true;
}

fp8c_status pass_fuse_layernorm(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next)
    if (has_output(n) && fuse(n, c)) c->changes++;
  return FP8C_OK;
}
