/* fuse_rmsnorm.c - x / sqrt(mean(x * x) + epsilon) [* gamma] becomes RMSNormalization. */
#include "ops/ids/binary.h"
#include "ops/ids/norms.h"
#include "passes/norms.h"

static bool fuse(node *n, arena *scratch) {
  root_mean_square r;
  value *gamma = NULL;
  if (n->out[0]->type.dtype == FP8C_DTYPE_F64 || !match_root_mean_square(n, scratch, &r))
    return false;
  node *last = n, *next = only_user(n->out[0]);
  if (next && match_affine(next, OP_MUL, n->out[0], r.axis, &gamma)) last = next;
  if (!gamma) gamma = gain_of_ones(n->graph, &r.d->type, r.axis, scratch);
  if (!gamma || gamma->type.dtype != r.d->type.dtype) return false;
  node *norm = node_like(last, OP_RMS_NORMALIZATION, (value *[]){r.d, gamma}, 2);
  node_set_int(norm, "axis", r.axis == r.d->type.rank - 1 ? -1 : r.axis);
  node_set_float(norm, "epsilon", (float)r.epsilon);
  match_sources(&r.parts, norm);
  take_over(norm, last->out[0]);
  return true;
}

fp8c_status pass_fuse_rmsnorm(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next)
    if (has_output(n) && fuse(n, c->scratch)) c->changes++;
  return FP8C_OK;
}
