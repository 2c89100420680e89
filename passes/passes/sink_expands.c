/* sink_expands.c - what is computed alike for every copy is computed once.
 *
 * Exporters spread masks and positions over the batch first and compute on all
 * copies.  f(Expand(x)) is Expand(f(x)) when f works on each element, or along
 * axes that were not spread, or moves them; so Expand moves down until what it meets
 * spreads anyway.  What stood behind it often depends on no input then. */
#include <string.h>

#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/reductions.h"
#include "ops/ids/types.h"
#include "passes/match.h"

/* The node that spreads v, when v's rank is that of the target. */
static node *expand_of(const value *v) {
  node *e = v ? value_def_of(v, OP_EXPAND) : NULL;
  if (!e || e->in[0]->type.rank < 0 || e->in[1]->type.rank != 1 ||
      e->in[1]->type.dims[0] != v->type.rank)
    return NULL;
  return e;
}

/* Dimension `axis` (of v) of x, which has fewer or as many. */
static int64_t dim_at(const value *x, int rank, int axis) {
  int at = axis - (rank - x->type.rank);
  return at < 0 ? 1 : x->type.dims[at];
}

static bool is_spread(const node *e, int axis) {
  const value *y = e->out[0];
  return dim_at(e->in[0], y->type.rank, axis) != y->type.dims[axis];
}

/* n computes on less, and a new Expand behind it gives its users what they had. */
static fp8c_status spread_behind(node *n, value *target, fp8c_error *err) {
  graph *g = n->graph;
  value *y = n->out[0];
  node *e = graph_node(g, n->next, op_get(OP_EXPAND), NULL, (value *[]){y, target}, 2, 1);
  value *z = e->out[0];
  node_add_sources(e, n);
  z->type = y->type;
  value_replace(y, z);
  node_set_input(e, 0, y);
  value_swap_names(y, z);
  y->type.rank = RANK_UNKNOWN; /* it is smaller now */
  TRY(node_infer(n, err));
  return node_infer(e, err);
}

/* The target with one entry for each axis of the result: entry from[i] of
 * `target`, or 1 where from[i] is negative. */
static value *target_from(node *n, value *target, const int64_t *from, int rank) {
  graph *g = n->graph;
  const int64_t one = 1;
  int64_t index[FP8C_MAX_RANK], end = target->type.dims[0];
  for (int i = 0; i < rank; i++) index[i] = from[i] < 0 ? end : from[i];
  node *both = graph_node(g, n, op_get(OP_CONCAT), NULL,
                          (value *[]){target, graph_const_i64s(g, NULL, &one, 1)}, 2, 1);
  node_set_int(both, "axis", 0);
  both->out[0]->type = target->type;
  both->out[0]->type.dims[0] = end + 1;
  value *in[] = {both->out[0], graph_const_i64s(g, NULL, index, (size_t)rank)};
  node *taken = graph_node(g, n, op_get(OP_GATHER), NULL, in, 2, 1);
  taken->out[0]->type = target->type;
  taken->out[0]->type.dims[0] = rank;
  return taken->out[0];
}

/* ---- Operators --------------------------------------------------------------- */

/* The inputs without their Expands broadcast to `out`; false when that is not certain. */
static bool broadcast(value *const *in, size_t count, tensor *out, int rank) {
  *out = (tensor){.rank = rank};
  for (int i = 0; i < rank; i++) {
    out->dims[i] = 1;
    for (size_t k = 0; k < count; k++) {
      if (!in[k]) continue;
      if (in[k]->type.rank < 0 || in[k]->type.rank > rank) return false;
      int64_t d = dim_at(in[k], rank, i);
      if (d == DIM_UNKNOWN || (d != 1 && out->dims[i] != 1 && d != out->dims[i])) return false;
      if (d != 1) out->dims[i] = d;
    }
  }
  return true;
}

/* What spreads a result of shape `now` to that of y as e did; NULL where e did not. */
static value *spread_as(node *n, const node *e, const tensor *now) {
  const tensor *y = &n->out[0]->type, *z = &e->out[0]->type;
  int64_t from[FP8C_MAX_RANK];
  if (same_shape(z, y)) return e->in[1];
  if (z->rank != y->rank) return NULL;
  for (int i = 0; i < y->rank; i++) {
    bool spread = now->dims[i] != y->dims[i];
    if (spread && z->dims[i] != y->dims[i]) return NULL;
    from[i] = spread ? i : -1;
  }
  return target_from(n, e->in[1], from, y->rank);
}

static fp8c_status sink_elements(node *n, bool *done, fp8c_error *err) {
  enum { INPUTS_MAX = 8 };
  value *in[INPUTS_MAX], *target = NULL;
  const value *y = n->out[0];
  bool any = false;
  tensor now;
  if (n->in_count > INPUTS_MAX || y->type.rank < 0) return FP8C_OK;
  for (size_t i = 0; i < n->in_count; i++) {
    const node *e = expand_of(n->in[i]);
    in[i] = e ? e->in[0] : n->in[i];
    any = any || e;
  }
  if (!any || !broadcast(in, n->in_count, &now, y->type.rank)) return FP8C_OK;
  bool same = same_shape(&now, &y->type);
  for (size_t i = 0; !same && !target && i < n->in_count; i++) {
    const node *e = expand_of(n->in[i]);
    if (e) target = spread_as(n, e, &now);
  }
  if (!same && !target) return FP8C_OK;
  for (size_t i = 0; i < n->in_count; i++)
    if (in[i]) node_set_input(n, i, in[i]);
  *done = true;
  return same ? FP8C_OK : spread_behind(n, target, err);
}

/* Gather(table, Expand(index)) along axis 0: rows are copied as their indices were. */
static fp8c_status sink_gather(node *n, bool *done, fp8c_error *err) {
  const node *e = expand_of(n->in[1]);
  int64_t from[FP8C_MAX_RANK];
  int rank = n->out[0]->type.rank;
  if (!e || node_int(n, "axis") != 0 || rank < 0 || e->in[0]->type.rank != n->in[1]->type.rank)
    return FP8C_OK;
  for (int i = 0; i < rank; i++) from[i] = i < n->in[1]->type.rank ? i : -1;
  value *target = target_from(n, e->in[1], from, rank);
  node_set_input(n, 1, e->in[0]);
  *done = true;
  return spread_behind(n, target, err);
}

static fp8c_status sink_unsqueeze(node *n, bool *done, fp8c_error *err) {
  const node *e = expand_of(n->in[0]);
  int64_t axes[FP8C_MAX_RANK * 8], from[FP8C_MAX_RANK];
  size_t count;
  int rank = n->out[0]->type.rank, next = 0;
  bool added[FP8C_MAX_RANK] = {false};
  if (!e || rank < 0 || e->in[0]->type.rank != n->in[0]->type.rank ||
      !value_ints(n->in[1], axes, FP8C_MAX_RANK, &count))
    return FP8C_OK;
  for (size_t i = 0; i < count; i++) {
    int64_t axis = axes[i] < 0 ? axes[i] + rank : axes[i];
    if (axis < 0 || axis >= rank) return FP8C_OK;
    added[axis] = true;
  }
  for (int i = 0; i < rank; i++) from[i] = added[i] ? -1 : next++;
  value *target = target_from(n, e->in[1], from, rank);
  node_set_input(n, 0, e->in[0]);
  *done = true;
  return spread_behind(n, target, err);
}

/* Along axes that were not spread; they are left out of the target, for their size may change. */
static fp8c_status sink_along(node *n, const int64_t *axes, size_t axis_count, size_t inputs,
                              bool *done, fp8c_error *err) {
  const node *first = expand_of(n->in[0]);
  int rank = n->out[0]->type.rank;
  int64_t from[FP8C_MAX_RANK];
  if (!first || rank < 0 || rank != n->in[0]->type.rank) return FP8C_OK;
  for (int i = 0; i < rank; i++) from[i] = i;
  for (size_t k = 0; k < axis_count; k++) {
    int64_t axis = axes[k] < 0 ? axes[k] + rank : axes[k];
    if (axis < 0 || axis >= rank) return FP8C_OK;
    from[axis] = -1;
  }
  for (size_t i = 0; i < inputs; i++) {
    const node *e = expand_of(n->in[i]);
    if (!e || e->in[0]->type.rank != rank) return FP8C_OK;
    for (int a = 0; a < rank; a++) {
      bool along = from[a] < 0;
      if (along ? is_spread(e, a)
                : e->in[0]->type.dims[a] != first->in[0]->type.dims[a] ||
                      e->out[0]->type.dims[a] != first->out[0]->type.dims[a])
        return FP8C_OK;
    }
  }
  value *target = target_from(n, first->in[1], from, rank);
  for (size_t i = 0; i < inputs; i++) node_set_input(n, i, expand_of(n->in[i])->in[0]);
  *done = true;
  return spread_behind(n, target, err);
}

static fp8c_status sink_transpose(node *n, bool *done, fp8c_error *err) {
  const node *e = expand_of(n->in[0]);
  const int64_t *perm;
  size_t count;
  if (!e || !node_ints(n, "perm", &perm, &count) || (int64_t)count != n->in[0]->type.rank ||
      e->in[0]->type.rank != n->in[0]->type.rank)
    return FP8C_OK;
  value *target = target_from(n, e->in[1], perm, (int)count);
  node_set_input(n, 0, e->in[0]);
  *done = true;
  return spread_behind(n, target, err);
}

static fp8c_status sink(node *n, bool *done, fp8c_error *err) {
  int64_t axes[FP8C_MAX_RANK * 8];
  size_t count;
  sliced cut;
  bool elements =
      n->op->family == FAMILY_ELTWISE && (n->op->expr || n->op->int_expr || node_is(n, OP_CAST));
  if (elements && n->out_count == 1) return sink_elements(n, done, err);
  switch (op_of(n->op)) {
    case OP_GATHER:
      return sink_gather(n, done, err);
    case OP_UNSQUEEZE:
      return sink_unsqueeze(n, done, err);
    case OP_TRANSPOSE:
      return sink_transpose(n, done, err);
    case OP_CONCAT:
      axes[0] = node_int(n, "axis");
      return sink_along(n, axes, 1, n->in_count, done, err);
    case OP_CUM_SUM:
      if (!value_ints(n->in[1], axes, 1, &count) || count != 1) return FP8C_OK;
      return sink_along(n, axes, 1, 1, done, err);
    case OP_SLICE:
      if (!node_slice_axes(n, &cut)) return FP8C_OK;
      for (int i = count = 0; i < cut.rank; i++)
        if (cut.named[i]) axes[count++] = i;
      return sink_along(n, axes, count, 1, done, err);
    default:
      return FP8C_OK;
  }
}

fp8c_status pass_sink_expands(graph *g, pass_context *c, fp8c_error *err) {
  for (node *n = g->first; n; n = n->next) {
    bool done = false;
    if (!has_output(n) || n->region) continue;
    TRY(sink(n, &done, err));
    c->changes += done;
  }
  return FP8C_OK;
}
