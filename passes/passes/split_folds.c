/* split_folds.c - a Sum, Max, Min or Mean of more values than a kernel takes becomes several.
 *
 * Each adds the next values to what the one before it gives, so that the order and the roundings
 * stay what they were: between kernels, too, a sum of small floats is an F32. */
#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/select.h"
#include "passes/match.h"
#include "passes/pass.h"

static bool folds(const node *n) {
  return node_is(n, OP_SUM) || node_is(n, OP_MAX) || node_is(n, OP_MIN) || node_is(n, OP_MEAN);
}

static bool is_known(const node *n) {
  const value *y = n->out[0];
  if (y->type.scale.kind == SCALE_AXIS || !tensor_shape_known(&y->type)) return false;
  for (size_t i = 0; i < n->in_count; i++)
    if (!tensor_shape_known(&n->in[i]->type) || n->in[i]->type.rank > y->type.rank) return false;
  return true;
}

/* t's shape as it is when x is broadcast to it, and it to x. */
static void broadcast(tensor *t, const tensor *x) {
  while (t->rank < x->rank) {
    for (int d = t->rank++; d > 0; d--) t->dims[d] = t->dims[d - 1];
    t->dims[0] = 1;
  }
  for (int d = 0; d < x->rank; d++)
    if (x->dims[d] != 1) t->dims[t->rank - x->rank + d] = x->dims[d];
}

static value *constant(graph *g, fp8c_dtype dtype, double x) {
  if (dtype == FP8C_DTYPE_F32) return graph_const_f32(g, NULL, (float)x);
  return graph_const_copy(g, NULL, &(tensor){.dtype = dtype}, &x);
}

/* `to` gives n's result: of a Mean its sum first, which the number of values then divides. */
static void split(node *n) {
  bool mean = node_is(n, OP_MEAN);
  op_id op = mean ? OP_SUM : op_of(n->op);
  fp8c_dtype own = n->out[0]->type.dtype, dtype = dtype_is_small_float(own) ? FP8C_DTYPE_F32 : own;
  tensor shape = {.dtype = dtype};
  value *in[REGION_INPUTS_MAX];
  node *last = NULL;
  for (size_t at = 0; at < n->in_count;) {
    size_t count = 0;
    if (last) in[count++] = last->out[0];
    while (count < REGION_INPUTS_MAX && at < n->in_count) {
      broadcast(&shape, &n->in[at]->type);
      in[count++] = n->in[at++];
    }
    last = node_like(n, op, in, count);
    last->out[0]->type = shape;
  }
  if (mean) {
    in[0] = last->out[0];
    in[1] = constant(n->graph, dtype, (double)n->in_count);
    last = node_like(n, OP_DIV, in, 2);
  }
  take_over(last, n->out[0]);
}

fp8c_status pass_split_folds(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  if (!c->rules.gpu || c->rules.assumed) return FP8C_OK;
  for (node *n = g->first, *next; n; n = next) {
    next = n->next;
    if (!folds(n) || n->region || !has_output(n) || n->in_count <= REGION_INPUTS_MAX ||
        !is_known(n))
      continue;
    split(n);
    c->changes++;
  }
  return FP8C_OK;
}
