#include "passes/passes/channels_last_moves.h"

#include <string.h>

#include "ops/ids/moves.h"

#define IMAGE_RANK 4
#define VOLUME_RANK 5

static bool is_image(const value *v) {
  return v && v->type.rank == IMAGE_RANK && tensor_shape_known(&v->type) &&
         v->type.scale.kind != SCALE_AXIS;
}

/* ... or a volume. */
static bool is_pixels(const value *v) {
  return is_image(v) || (v && v->type.rank == VOLUME_RANK && tensor_shape_known(&v->type) &&
                         v->type.scale.kind != SCALE_AXIS);
}

bool move_follows(const node *n) {
  int64_t pads[2 * FP8C_MAX_RANK];
  sliced s;
  if (n->region || !is_pixels(node_input(n, 0))) return false;
  for (size_t i = 0; i < n->out_count; i++)
    if (!is_pixels(n->out[i])) return false;
  if (node_is(n, OP_SLICE)) return node_slice(n, &s);
  if (node_is(n, OP_PAD)) return node_pads(n, pads);
  return node_is(n, OP_SPLIT) && (!node_input(n, 1) || value_is_const(n->in[1]));
}

static void move_slice(node *n, const int64_t *place) {
  int64_t axes[VOLUME_RANK];
  int rank = n->in[0]->type.rank;
  size_t count = 0;
  if (node_input(n, 3))
    value_ints(n->in[3], axes, VOLUME_RANK, &count);
  else
    for (count = 0; count < (size_t)tensor_elements(&n->in[1]->type); count++)
      axes[count] = (int64_t)count;
  for (size_t i = 0; i < count; i++) axes[i] = place[axes[i] < 0 ? axes[i] + rank : axes[i]];
  node_set_input(n, 3, graph_const_i64s(n->graph, NULL, axes, count));
}

static void move_pad(node *n, const int64_t *place) {
  int64_t pads[2 * FP8C_MAX_RANK], moved[2 * VOLUME_RANK];
  int rank = n->in[0]->type.rank;
  if (!node_pads(n, pads)) return;
  for (int i = 0; i < rank; i++) {
    moved[place[i]] = pads[i];
    moved[rank + place[i]] = pads[rank + i];
  }
  node_set_input(n, 1, graph_const_i64s(n->graph, NULL, moved, 2 * (size_t)rank));
  if (node_input(n, 3)) node_set_input(n, 3, NULL);
}

void move_to_last(node *n, const int64_t *place) {
  if (node_is(n, OP_SLICE)) move_slice(n, place);
  if (node_is(n, OP_PAD)) move_pad(n, place);
  if (node_is(n, OP_SPLIT)) node_set_int(n, "axis", place[node_axis(n, n->in[0]->type.rank)]);
}

/* ---- Shuffles ------------------------------------------------------------------------------- */

bool find_shuffle(node *join, shuffle *out) {
  int64_t perm[FP8C_MAX_RANK];
  if (!node_is(join, OP_RESHAPE) || join->region || !is_image(join->out[0])) return false;
  node *turn = join->in[0]->def;
  if (!turn || !node_is(turn, OP_TRANSPOSE) || turn->region || !value_used_once(turn->out[0]) ||
      turn->out[0]->type.rank != IMAGE_RANK + 1 || !node_permutation(turn, perm))
    return false;
  node *split = turn->in[0]->def;
  if (!split || !node_is(split, OP_RESHAPE) || split->region || !value_used_once(split->out[0]) ||
      !is_image(split->in[0]))
    return false;
  const tensor *whole = &split->in[0]->type, *groups = &split->out[0]->type;
  const tensor *after = &join->out[0]->type;
  for (int i = 0; i <= IMAGE_RANK; i++)
    if (perm[i] != (i == 1 ? 2 : i == 2 ? 1 : i)) return false;
  for (int i = 0; i < IMAGE_RANK; i++)
    if (whole->dims[i] != after->dims[i] || (i != 1 && whole->dims[i] != groups->dims[i + (i > 1)]))
      return false;
  *out = (shuffle){.split = split, .turn = turn, .join = join, .groups = groups->dims[1]};
  return groups->dims[1] > 0 && whole->dims[1] % groups->dims[1] == 0 &&
         groups->dims[2] == whole->dims[1] / groups->dims[1];
}

static value *shaped(node *like, value *x, const int64_t *dims, int rank) {
  value *in[2] = {x, graph_const_i64s(like->graph, NULL, dims, (size_t)rank)};
  node *n = graph_node(like->graph, like, op_get(OP_RESHAPE), NULL, in, 2, 1);
  node_add_sources(n, like);
  n->out[0]->type = x->type;
  n->out[0]->type.rank = rank;
  memcpy(n->out[0]->type.dims, dims, (size_t)rank * sizeof *dims);
  return n->out[0];
}

void shuffle_to_last(const shuffle *s, value *pixels) {
  const int64_t *d = pixels->type.dims, each = d[3] / s->groups;
  const int64_t apart[IMAGE_RANK + 1] = {d[0], d[1], d[2], s->groups, each};
  static const int64_t perm[IMAGE_RANK + 1] = {0, 1, 2, 4, 3};
  value *x = shaped(s->join, pixels, apart, IMAGE_RANK + 1);
  node *turn = graph_node(s->join->graph, s->join, op_get(OP_TRANSPOSE), NULL, &x, 1, 1);
  node_add_sources(turn, s->turn);
  node_set_ints(turn, "perm", perm, IMAGE_RANK + 1);
  turn->out[0]->type = x->type;
  turn->out[0]->type.dims[3] = each;
  turn->out[0]->type.dims[4] = s->groups;
  node_set_input(s->join, 0, turn->out[0]);
  node_set_input(s->join, 1, graph_const_i64s(s->join->graph, NULL, d, IMAGE_RANK));
  node_remove(s->turn);
  node_remove(s->split);
}
