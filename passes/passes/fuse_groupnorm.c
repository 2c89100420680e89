/* fuse_groupnorm.c - a group normalisation spelt with InstanceNormalization becomes one node.
 *
 *     r = Reshape(x, [N, G, -1]);  i = InstanceNormalization(r, ones, zeros)
 *     y = Reshape(i, shape of x) [* gamma] [+ beta]
 *
 * is how opsets before 18 must write it; gamma and beta are constants along the channels.  Where
 * every channel is a group nothing is reshaped, and it stays an InstanceNormalization: with gamma
 * and beta. */
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "passes/norms.h"

static bool all_equal(const value *v, float x, arena *scratch) {
  arena_mark mark = arena_save(scratch);
  const float *numbers = value_is_const(v) ? constant_f32(v, scratch, NULL) : NULL;
  bool equal = numbers != NULL;
  for (int64_t i = 0, n = equal ? tensor_elements(&v->type) : 0; equal && i < n; i++)
    equal = numbers[i] == x;
  arena_reset(scratch, mark);
  return equal;
}

/* The constant operand of n = op(y, v) as [C], where it lies along axis 1 of y. */
static value *along_channels(node *n, op_id op, const value *y) {
  value *v = n && node_is(n, op) ? other_input(n, y) : NULL;
  if (!v || v == y || !value_is_const(v) || !same_shape(&n->out[0]->type, &y->type)) return NULL;
  int at = v->type.rank - (y->type.rank - 1);
  if (at < 0 || at > 1 || v->type.dtype != y->type.dtype) return NULL;
  for (int i = 0; i < v->type.rank; i++)
    if (v->type.dims[i] != (i == at ? y->type.dims[1] : 1)) return NULL;
  tensor t = v->type;
  t.rank = 1;
  t.dims[0] = y->type.dims[1];
  return graph_const(v->graph, v->name, &t, v->blob);
}

static value *filled(node *before, const value *x, float with, arena *scratch) {
  tensor t = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {x->type.dims[1]}};
  float *numbers = NEW_ARRAY(scratch, float, t.dims[0] + 1);
  for (int64_t i = 0; i < t.dims[0]; i++) numbers[i] = with;
  return graph_const_copy(before->graph, with == 0 ? "zeros" : "ones", &t, numbers);
}

/* The norm's input and, behind it, *last, whose result has that shape: n itself, or the Reshape
 * that joins its groups.  NULL: it is another. */
static value *normalised(const node *n, node **last) {
  node *apart = value_def_of(n->in[0], OP_RESHAPE), *back = only_user(n->out[0]);
  if (apart && back && node_is(back, OP_RESHAPE) && back->in[0] == n->out[0] &&
      same_shape(&apart->in[0]->type, &back->out[0]->type)) {
    *last = back;
    return apart->in[0];
  }
  return n->in[0];
}

/* So many groups of x's channels that Reshape takes apart. */
static bool has_groups(const tensor *x, const tensor *groups) {
  return x->rank >= 3 && x->dtype == FP8C_DTYPE_F32 && groups->rank >= 3 &&
         groups->dims[0] == x->dims[0] && x->dims[0] != DIM_UNKNOWN && x->dims[1] > 0 &&
         groups->dims[1] > 0 && x->dims[1] % groups->dims[1] == 0;
}

static bool fuse(node *n, arena *scratch) {
  node *last = n, *scaled = NULL;
  value *x = normalised(n, &last), *y = last->out[0];
  const tensor *groups = &n->in[0]->type;
  bool apart = last != n;
  if (!has_groups(&x->type, groups) || !all_equal(n->in[1], 1, scratch) ||
      !all_equal(n->in[2], 0, scratch))
    return false;
  node *back = last, *next = only_user(y);
  value *gamma = along_channels(next, OP_MUL, y), *beta = NULL;
  if (gamma) {
    last = scaled = next;
    next = only_user(last->out[0]);
  }
  beta = along_channels(next, OP_ADD, last->out[0]);
  if (beta) last = next;
  if (!apart && !gamma && !beta) return false;
  if (!gamma) gamma = filled(n, x, 1, scratch);
  if (!beta) beta = filled(n, x, 0, scratch);
  op_id op = apart ? OP_GROUP_NORMALIZATION : OP_INSTANCE_NORMALIZATION;
  node *norm = node_like(last, op, (value *[]){x, gamma, beta}, 3);
  if (apart) node_set_int(norm, "num_groups", groups->dims[1]);
  node_set_float(norm, "epsilon", (float)node_float(n, "epsilon"));
  if (apart) node_add_sources(norm, n->in[0]->def);
  node_add_sources(norm, n);
  if (apart) node_add_sources(norm, back);
  if (scaled) node_add_sources(norm, scaled);
  take_over(norm, last->out[0]);
  return true;
}

fp8c_status pass_fuse_groupnorm(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next)
    if (has_output(n) && node_is(n, OP_INSTANCE_NORMALIZATION) && fuse(n, c->scratch)) c->changes++;
  return FP8C_OK;
}
