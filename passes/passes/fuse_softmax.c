/* fuse_softmax.c - a softmax spelt out becomes the Softmax operator.
 *
 *     e = Exp(x - ReduceMax(x));  y = e / ReduceSum(e)
 *
 * over one axis, as JAX and old TensorFlow write it.  The maxima and sums may have lost
 * their axis and got it back from a Reshape or Unsqueeze, and the maxima may pass
 * Max(-inf, .). */
#include <math.h>

#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/reductions.h"
#include "ops/ids/unary.h"
#include "passes/match.h"

/* v has a 1 in x's place at `axis` and x's sizes elsewhere.  A Reshape keeps the number of
 * elements: one size of another name is the same size. */
static bool keeps_axis(const tensor *v, const tensor *x, int axis) {
  int others = 0;
  if (v->rank != x->rank || v->dims[axis] != 1) return false;
  for (int i = 0; i < v->rank; i++) {
    if (i == axis || (v->dims[i] == x->dims[i] && v->dims[i] != DIM_UNKNOWN)) continue;
    if (v->dims[i] >= 0 && x->dims[i] >= 0) return false;
    others++;
  }
  return others <= 1;
}

/* v = op(x) over one axis, with that axis; gives the reduction. */
static node *reduced(match *m, value *v, op_id op, const value *x, int *axis) {
  node *n = v->def;
  if (n && (node_is(n, OP_RESHAPE) || node_is(n, OP_UNSQUEEZE))) {
    match_add(m, n);
    n = n->in[0]->def;
  }
  double low;
  value *inner;
  if (n && node_is(n, OP_MAX) && n->in_count == 2 && split_scalar(n, &low, &inner) &&
      low == -INFINITY) {
    match_add(m, n);
    n = inner->def;
  }
  if (!n || !node_is(n, op) || n->in[0] != x || x->type.rank < 1) return NULL;
  *axis = reduces_one(n);
  if (*axis < 0 || !keeps_axis(&v->type, &x->type, *axis)) return NULL;
  match_add(m, n);
  return n;
}

static bool fuse(node *n, arena *scratch) {
  match m = match_new(scratch);
  int sum_axis, max_axis;
  node *e = match_def(&m, n->in[0], OP_EXP);
  node *d = e ? match_def(&m, e->in[0], OP_SUB) : NULL;
  if (!d || n->out[0]->type.dtype == FP8C_DTYPE_F64 || n->in[0] == n->in[1]) return false;
  value *x = d->in[0];
  if (!reduced(&m, n->in[1], OP_REDUCE_SUM, e->out[0], &sum_axis) ||
      !reduced(&m, d->in[1], OP_REDUCE_MAX, x, &max_axis) || sum_axis != max_axis ||
      x->type.rank != n->out[0]->type.rank)
    return false;
  for (int i = 0; i < x->type.rank; i++)
    if (x->type.dims[i] >= 0 && x->type.dims[i] != n->out[0]->type.dims[i]) return false;
  node *y = node_like(n, OP_SOFTMAX, &x, 1);
  node_set_int(y, "axis", sum_axis == x->type.rank - 1 ? -1 : sum_axis);
  match_sources(&m, y);
  take_over(y, n->out[0]);
  return true;
}

fp8c_status pass_fuse_softmax(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next)
    if (has_output(n) && node_is(n, OP_DIV) && fuse(n, c->scratch)) c->changes++;
  return FP8C_OK;
}
