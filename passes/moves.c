/* moves.c - nodes that move numbers without computing any, built with their types. */
#include "passes/moves.h"

#include "ops/ids/moves.h"

value *move_transposed(value *x, const int64_t *perm, node *before) {
  bool moves = false;
  for (int i = 0; i < x->type.rank; i++) moves = moves || perm[i] != i;
  if (!moves) return x;
  node *n = graph_node(before->graph, before, op_get(OP_TRANSPOSE), NULL, &x, 1, 1);
  node_set_ints(n, "perm", perm, (size_t)x->type.rank);
  n->out[0]->type = x->type;
  for (int i = 0; i < x->type.rank; i++) n->out[0]->type.dims[i] = x->type.dims[perm[i]];
  return n->out[0];
}

value *move_last_two(value *x, node *before) {
  int64_t perm[FP8C_MAX_RANK];
  int last = x->type.rank - 1;
  for (int i = 0; i < last - 1; i++) perm[i] = i;
  perm[last - 1] = last;
  perm[last] = last - 1;
  return move_transposed(x, perm, before);
}

value *move_unsqueezed(value *x, int axis, node *before) {
  const int64_t at = axis;
  value *in[] = {x, graph_const_i64s(before->graph, NULL, &at, 1)};
  value *y = graph_node(before->graph, before, op_get(OP_UNSQUEEZE), NULL, in, 2, 1)->out[0];
  y->type = x->type;
  y->type.rank++;
  for (int i = axis; i < x->type.rank; i++) y->type.dims[i + 1] = x->type.dims[i];
  y->type.dims[axis] = 1;
  return y;
}

tensor channels_last_type(const tensor *image) {
  tensor t = *image;
  for (int i = 1; i + 1 < t.rank; i++) t.dims[i] = image->dims[i + 1];
  t.dims[t.rank - 1] = image->dims[1];
  return t;
}

value *move_channels_last(value *image, node *before) {
  const int rank = image->type.rank;
  int64_t perm[FP8C_MAX_RANK] = {0};
  for (int i = 1; i < rank; i++) perm[i] = i == rank - 1 ? 1 : i + 1;
  return move_transposed(image, perm, before);
}

void move_channels_back(value *last, node *like) {
  const int rank = last->type.rank;
  int64_t perm[FP8C_MAX_RANK] = {0};
  for (int i = 1; i < rank; i++) perm[i] = i == 1 ? rank - 1 : i - 1;
  node *image = node_like(like, OP_TRANSPOSE, &last, 1);
  node_set_ints(image, "perm", perm, (size_t)rank);
  take_over(image, like->out[0]);
}

value *constant_channels_last(value *v) {
  if (is_single(v)) return v;
  tensor t = v->type;
  t.rank = 1;
  t.dims[0] = tensor_elements(&v->type);
  return graph_const(v->graph, v->name, &t, v->blob);
}

/* The target of a Reshape of x to such a shape; false where more than one size is open. */
static bool target_of(const tensor *from, const tensor *to, int64_t target[FP8C_MAX_RANK]) {
  int open = 0;
  for (int i = 0; i < to->rank; i++) {
    if (to->dims[i] == DIM_UNKNOWN || to->dims[i] == 0) return false;
    target[i] = to->dims[i];
    if (to->dims[i] > 0) continue;
    bool copied = i < from->rank && from->dims[i] == to->dims[i];
    target[i] = copied ? 0 : -1;
    open += !copied;
  }
  return open <= 1;
}

bool move_can_reshape(const tensor *from, const tensor *to) {
  int64_t target[FP8C_MAX_RANK];
  return target_of(from, to, target);
}

value *move_reshaped(value *x, const tensor *to, node *before) {
  int64_t target[FP8C_MAX_RANK];
  tensor type = *to;
  type.dtype = x->type.dtype;
  type.scale = x->type.scale;
  if (same_shape(&x->type, &type)) return x;
  const node *r = value_def_of(x, OP_RESHAPE);
  /* from [B*H, N] the sizes [B, H, N] cannot be stated, from [B, H*N] in front of it they can */
  if (!target_of(&x->type, to, target) && r && r->in[0]->type.rank >= 0 &&
      r->in[0]->type.dtype == type.dtype)
    x = r->in[0];
  if (!target_of(&x->type, to, target)) return NULL;
  value *in[] = {x, graph_const_i64s(before->graph, NULL, target, (size_t)to->rank)};
  node *shaped = graph_node(before->graph, before, op_get(OP_RESHAPE), NULL, in, 2, 1);
  if (r && r->in[0] == x) node_add_sources(shaped, r);
  shaped->out[0]->type = type;
  return shaped->out[0];
}

void move_cut_off(node *n, int axis, int64_t count) {
  const int64_t from = 0, along = axis;
  graph *g = n->graph;
  value *v = n->out[0];
  const tensor wide = v->type;
  value *in[4] = {v, graph_const_i64s(g, NULL, &from, 1), graph_const_i64s(g, NULL, &count, 1),
                  graph_const_i64s(g, NULL, &along, 1)};
  node *s = graph_node(g, n->next, op_get(OP_SLICE), NULL, in, 4, 1);
  v->type.dims[axis] = count; /* whose users get the Slice's result */
  take_over(s, v);
  node_set_input(s, 0, v);
  v->type = wide;
  node_add_sources(s, n);
}

node *node_copied(const node *n, value *const *in, const tensor *type, node *before) {
  node *copy = graph_node(before->graph, before, n->op, n->name, in, n->in_count, 1);
  for (size_t i = 0; i < n->attrs.count; i++) node_set_attr(copy, n->attrs.items[i]);
  node_add_sources(copy, n);
  copy->out[0]->type = n->out[0]->type;
  copy->out[0]->type.rank = type->rank;
  for (int i = 0; i < type->rank; i++) copy->out[0]->type.dims[i] = type->dims[i];
  return copy;
}
