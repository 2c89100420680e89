/* index_rows.c - where one index is repeated for all of a row, rows are gathered and scattered.
 *
 * Exporters write rows of a tensor that an index picks number by number, with the index repeated
 * along the row by an Expand or a Tile, of 8 bytes for each number:
 *
 *     GatherElements(x, repeated)      Gather(x, index), or GatherND behind a batch
 *     ScatterElements(x, repeated, v)  ScatterND(x, index, v) along the first axis
 *
 * All wrap negative indices, and add, multiply or compare in the order of v. */
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "passes/moves.h"

/* The index that v has once for each of its axes up to `axis`, and repeats along all others, whose
 * sizes there are 1; NULL: it does not. */
static value *repeated_behind(const value *v, int axis) {
  const node *n = v->def;
  if (!n || n->region || v->type.dtype != FP8C_DTYPE_I64 ||
      (!node_is(n, OP_EXPAND) && !node_is(n, OP_TILE)))
    return NULL;
  const tensor *once = &n->in[0]->type, *all = &v->type;
  if (once->rank != all->rank || !tensor_shape_known(once) || !tensor_shape_known(all)) return NULL;
  for (int i = 0; i < all->rank; i++)
    if (once->dims[i] != (i <= axis ? all->dims[i] : 1)) return NULL;
  return n->in[0];
}

/* Both have the same sizes in front of axis `axis` and behind it. */
static bool same_beside(const tensor *a, const tensor *b, int axis) {
  if (a->rank != b->rank || !tensor_shape_known(a) || !tensor_shape_known(b)) return false;
  for (int i = 0; i < a->rank; i++)
    if (i != axis && a->dims[i] != b->dims[i]) return false;
  return true;
}

/* The index in the first `rank` dimensions of its own, and one more of 1 where it is `last`. */
static value *in_front(value *index, int rank, bool last, node *before) {
  tensor t = index->type;
  t.rank = rank + last;
  if (last) t.dims[rank] = 1;
  return move_reshaped(index, &t, before);
}

static bool gather_rows(node *n) {
  const tensor *x = &n->in[0]->type, *y = &n->in[1]->type;
  int axis = node_axis(n, x->rank);
  value *index = axis < 0 ? NULL : repeated_behind(n->in[1], axis);
  if (!index || x->rank < 2 || !same_beside(x, y, axis)) return false;
  index = in_front(index, axis + 1, axis > 0, n);
  if (!index) return false;
  value *in[] = {n->in[0], index};
  node *rows = node_like(n, axis > 0 ? OP_GATHER_ND : OP_GATHER, in, 2);
  if (axis > 0)
    node_set_int(rows, "batch_dims", axis);
  else
    node_set_int(rows, "axis", 0);
  take_over(rows, n->out[0]);
  return true;
}

static bool scatter_rows(node *n) {
  const tensor *x = &n->in[0]->type;
  value *index = node_axis(n, x->rank) == 0 ? repeated_behind(n->in[1], 0) : NULL;
  if (!index || x->rank < 2 || !same_beside(x, &n->in[2]->type, 0)) return false;
  index = in_front(index, 1, true, n);
  if (!index) return false;
  value *in[] = {n->in[0], index, n->in[2]};
  const char *reduction = node_string(n, "reduction");
  node *rows = node_like(n, OP_SCATTER_ND, in, 3);
  if (reduction) node_set_string(rows, "reduction", reduction);
  take_over(rows, n->out[0]);
  return true;
}

fp8c_status pass_index_rows(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first, *next; n; n = next) {
    next = n->next;
    if (!has_output(n) || n->region) continue;
    if (node_is(n, OP_GATHER_ELEMENTS)) c->changes += gather_rows(n);
    if (node_is(n, OP_SCATTER_ELEMENTS)) c->changes += scatter_rows(n);
  }
  return FP8C_OK;
}
