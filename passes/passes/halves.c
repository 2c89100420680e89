/* halves.c - see halves.h. */
#include "passes/passes/halves.h"

#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "passes/passes/region_set.h"

#define UNIT 32 /* what kernels of such products have whole numbers of */

bool read_halves(const value *v, int axis, node *cuts[2], value *halves[2]) {
  if (value_is_output(v) || v->type.dims[axis] <= 0 || v->type.dims[axis] % UNIT != 0) return false;
  int64_t half = v->type.dims[axis] / 2;
  halves[0] = halves[1] = NULL;
  if (v->user_count == 1 && node_is(v->users[0], OP_SPLIT)) {
    node *n = cuts[0] = v->users[0];
    cuts[1] = NULL;
    if (node_axis(n, v->type.rank) != axis || n->out_count != 2) return false;
    halves[0] = n->out[0];
    halves[1] = n->out[1];
  } else {
    for (size_t i = 0; i < v->user_count && v->user_count == 2; i++) {
      node *n = v->users[i];
      sliced s;
      if (!node_slice(n, &s) || s.only != axis) return false;
      const slice_range *r = &s.along[axis];
      if (r->step != 1 || (r->start != 0 && r->start != half)) return false;
      int which = r->start == 0 ? 0 : 1;
      cuts[which] = n;
      halves[which] = n->out[0];
    }
  }
  for (int i = 0; i < 2; i++)
    if (!halves[i] || !value_used_once(halves[i]) || halves[i]->type.dims[axis] != half)
      return false;
  return true;
}

node *find_gate(const value *half, const value *other, node **nodes, size_t most, size_t *count) {
  const value *v = half;
  for (*count = 0; value_used_once(v) && *count < most; v = nodes[(*count)++]->out[0]) {
    node *u = v->users[0];
    if (node_is(u, OP_MUL) && node_is_elementwise(u) && other_input(u, v) == other &&
        same_shape(&u->out[0]->type, &v->type))
      return u;
    if (!node_is_activation(u, v)) return NULL;
    nodes[*count] = u;
  }
  return NULL;
}
