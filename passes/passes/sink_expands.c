/* sink_expands.c - what is computed alike for every copy is computed once.
 *
 * Exporters spread masks, tables of positions and tokens over the batch first and compute on all
 * copies.  f(Expand(x)) is Expand(f(x)) when f works on each element, or along
 * axes that were not spread, or moves them; so Expand moves down until what it meets
 * spreads anyway.  What stood behind it often depends on no input then.
 *
 * A Tile of axes of 1, a ConstantOfShape and a constant whose rows are copies of one (an Expand
 * that was folded) say the same as an Expand: they become one where that takes them further down.
 */
#include <string.h>

#include "ops/ids/algebra.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/pools.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/types.h"
#include "passes/moves.h"

/* Constants are searched for copies from this size on: of less, nothing is gained but other forms
 * of what later passes know.  What fold-constants makes of an Expand is no larger than the second:
 * more than that are weights. */
#define COPIES_BYTES_MIN ((uint64_t)4096)
#define COPIES_BYTES_MAX ((uint64_t)16 << 20)

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

/* What a target was taken from by target_from: entry via[i], or a 1 where that is the number of its
 * entries.  The target itself where it was not. */
static value *taken_from(value *target, int64_t via[FP8C_MAX_RANK]) {
  const node *taken = value_def_of(target, OP_GATHER);
  const node *both = taken ? value_def_of(taken->in[0], OP_CONCAT) : NULL;
  int64_t one;
  size_t count;
  for (int i = 0; i < FP8C_MAX_RANK; i++) via[i] = i;
  if (!both || both->in_count != 2 || taken->in[1]->type.rank != 1 || both->in[0]->type.rank != 1 ||
      !value_ints(both->in[1], &one, 1, &count) || count != 1 || one != 1)
    return target;
  const int64_t end = both->in[0]->type.dims[0];
  if (end < 0 || !value_ints(taken->in[1], via, FP8C_MAX_RANK, &count)) return target;
  for (size_t i = 0; i < count; i++)
    if (via[i] < 0) via[i] += end + 1;
  return both->in[0];
}

/* The target with one entry for each axis of the result: entry from[i] of
 * `target`, or 1 where from[i] is negative. */
static value *target_from(node *n, value *target, const int64_t *from, int rank) {
  graph *g = n->graph;
  const int64_t one = 1;
  int64_t index[FP8C_MAX_RANK], via[FP8C_MAX_RANK];
  target = taken_from(target, via);
  const int64_t end = target->type.dims[0];
  for (int i = 0; i < rank; i++) index[i] = from[i] < 0 ? end : via[from[i]];
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

/* What e spreads, with as many axes as it gives. */
static value *once_of(const node *e, node *before) {
  value *x = e->in[0];
  const int rank = e->out[0]->type.rank;
  if (x->type.rank == rank) return x;
  while (x->type.rank < rank) x = move_unsqueezed(x, 0, before);
  return x;
}

/* ... spread along the axes that are not kept: what has one number for all places of a row is such
 * a row, once.  NULL where their sizes are open. */
static value *row_of(const node *e, const bool *kept, node *before) {
  const tensor *y = &e->out[0]->type;
  value *x = once_of(e, before);
  int64_t target[FP8C_MAX_RANK];
  bool any = false;
  tensor wide = x->type;
  for (int a = 0; a < y->rank; a++) {
    const bool spread = !kept[a] && is_spread(e, a);
    if (spread && y->dims[a] < 1) return NULL;
    target[a] = spread ? y->dims[a] : 1;
    if (spread) wide.dims[a] = y->dims[a];
    any = any || spread;
  }
  if (!any) return x;
  value *in[] = {x, graph_const_i64s(before->graph, NULL, target, (size_t)y->rank)};
  node *row = graph_node(before->graph, before, op_get(OP_EXPAND), NULL, in, 2, 1);
  row->out[0]->type = wide;
  return row->out[0];
}

/* Axis i of n's results is axis from[i] of its first `inputs` inputs, unchanged and computed in
 * each of its places alike; negative: it is none of theirs.  Where all of these inputs are spread
 * alike along such axes, they are read once; an only one may be spread along others too. */
static fp8c_status sink_mapped(node *n, size_t inputs, const int64_t *from, bool *done,
                               fp8c_error *err) {
  const node *first = expand_of(n->in[0]);
  const int rank = n->out[0]->type.rank;
  if (!first || rank < 0) return FP8C_OK;
  const tensor *whole = &first->out[0]->type;
  bool kept[FP8C_MAX_RANK] = {false}, any = false;
  for (int i = 0; i < rank; i++)
    if (from[i] >= 0) kept[from[i]] = true;
  for (int a = 0; a < whole->rank; a++) any = any || (kept[a] && is_spread(first, a));
  if (!any) return FP8C_OK;
  for (size_t k = 0; k < inputs; k++) {
    const node *e = expand_of(n->in[k]);
    if (!e || e->out[0]->type.rank != whole->rank) return FP8C_OK;
    for (int a = 0; a < whole->rank; a++) {
      if (kept[a] ? dim_at(e->in[0], whole->rank, a) != dim_at(first->in[0], whole->rank, a) ||
                        e->out[0]->type.dims[a] != whole->dims[a]
                  : inputs > 1 && is_spread(e, a))
        return FP8C_OK;
    }
  }
  value *once[FP8C_MAX_RANK];
  if (inputs > FP8C_MAX_RANK) return FP8C_OK;
  for (size_t k = 0; k < inputs; k++) {
    once[k] = row_of(expand_of(n->in[k]), kept, n);
    if (!once[k]) return FP8C_OK;
  }
  value *target = target_from(n, first->in[1], from, rank);
  for (size_t k = 0; k < inputs; k++) node_set_input(n, k, once[k]);
  *done = true;
  return spread_behind(n, target, err);
}

/* Gather(table, Expand(index)) along axis 0: rows are copied as their indices were. */
static fp8c_status sink_gather(node *n, bool *done, fp8c_error *err) {
  const node *e = expand_of(n->in[1]);
  int64_t from[FP8C_MAX_RANK];
  const int rank = n->out[0]->type.rank, table = n->in[0]->type.rank, index = n->in[1]->type.rank;
  if (rank < 0 || table < 0 || index < 0) return FP8C_OK;
  if (!e) {
    const int64_t axis = node_axis(n, table);
    for (int i = 0; i < rank; i++) from[i] = i < axis ? i : i < axis + index ? -1 : i - index + 1;
    return sink_mapped(n, 1, from, done, err);
  }
  if (node_int(n, "axis") != 0 || e->in[0]->type.rank != index) return FP8C_OK;
  for (int i = 0; i < rank; i++) from[i] = i < index ? i : -1;
  value *target = target_from(n, e->in[1], from, rank);
  node_set_input(n, 1, e->in[0]);
  *done = true;
  return spread_behind(n, target, err);
}

/* Unsqueeze and Squeeze. */
static fp8c_status sink_ones(node *n, bool *done, fp8c_error *err) {
  int64_t axes[FP8C_MAX_RANK], from[FP8C_MAX_RANK];
  size_t count;
  const bool adds = node_is(n, OP_UNSQUEEZE);
  const int rank = n->out[0]->type.rank, wide = adds ? rank : n->in[0]->type.rank;
  bool named[FP8C_MAX_RANK] = {false};
  if (rank < 0 || wide < 0 || !node_input(n, 1) ||
      !value_ints(n->in[1], axes, FP8C_MAX_RANK, &count))
    return FP8C_OK;
  for (size_t i = 0; i < count; i++) {
    int64_t axis = axes[i] < 0 ? axes[i] + wide : axes[i];
    if (axis < 0 || axis >= wide) return FP8C_OK;
    named[axis] = true;
  }
  for (int i = 0, next = 0; i < wide; i++) {
    if (adds) from[i] = named[i] ? -1 : next++;
    if (!adds && !named[i]) from[next++] = i;
  }
  return sink_mapped(n, 1, from, done, err);
}

/* The axes in front of those that change, and behind them. */
static fp8c_status sink_reshape(node *n, bool *done, fp8c_error *err) {
  const node *e = expand_of(n->in[0]);
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  int64_t from[FP8C_MAX_RANK];
  int front = 0, behind = 0;
  if (!e || y->rank < 0) return FP8C_OK;
  const int least = x->rank < y->rank ? x->rank : y->rank;
#define SAME(i_, j_) (x->dims[i_] != DIM_UNKNOWN && x->dims[i_] == y->dims[j_])
  while (front < least && SAME(front, front)) front++;
  while (behind < least - front && SAME(x->rank - 1 - behind, y->rank - 1 - behind)) behind++;
#undef SAME
  tensor less = *y;
  for (int i = 0; i < y->rank; i++) {
    from[i] = i < front ? i : i < y->rank - behind ? -1 : i + x->rank - y->rank;
    if (from[i] >= 0 && is_spread(e, (int)from[i])) less.dims[i] = 1;
  }
  for (int a = front; a < x->rank - behind; a++)
    if (is_spread(e, a)) return FP8C_OK;
  value *once = once_of(e, n), *shaped = move_reshaped(once, &less, n);
  if (!shaped || shaped == once) return FP8C_OK; /* canonicalize drops what keeps its shape */
  node *r = shaped->def;
  value *target = target_from(n, e->in[1], from, y->rank);
  node_set_input(n, 0, r->in[0]);
  node_set_input(n, 1, r->in[1]);
  node_set_int(n, "allowzero", 0);
  node_remove(r);
  *done = true;
  return spread_behind(n, target, err);
}

/* Along axes that were not spread; they are left out of the target, for their size may change. */
static fp8c_status sink_along(node *n, const int64_t *axes, size_t axis_count, size_t inputs,
                              bool *done, fp8c_error *err) {
  const int rank = n->out[0]->type.rank;
  int64_t from[FP8C_MAX_RANK];
  if (rank < 0 || rank != n->in[0]->type.rank) return FP8C_OK;
  for (int i = 0; i < rank; i++) from[i] = i;
  for (size_t k = 0; k < axis_count; k++) {
    int64_t axis = axes[k] < 0 ? axes[k] + rank : axes[k];
    if (axis < 0 || axis >= rank) return FP8C_OK;
    from[axis] = -1;
  }
  return sink_mapped(n, inputs, from, done, err);
}

/* Along all axes from `axis` on. */
static fp8c_status sink_from(node *n, int64_t axis, bool *done, fp8c_error *err) {
  int64_t axes[FP8C_MAX_RANK];
  const int rank = n->in[0]->type.rank;
  size_t count = 0;
  if (axis < 0) axis += rank;
  if (rank < 0 || axis < 0) return FP8C_OK;
  while (axis < rank) axes[count++] = axis++;
  return sink_along(n, axes, count, 1, done, err);
}

static fp8c_status sink_transpose(node *n, bool *done, fp8c_error *err) {
  int64_t perm[FP8C_MAX_RANK];
  if (n->out[0]->type.rank < 0 || !node_permutation(n, perm)) return FP8C_OK;
  return sink_mapped(n, 1, perm, done, err);
}

static fp8c_status sink_reduction(node *n, bool *done, fp8c_error *err) {
  bool reduced[FP8C_MAX_RANK] = {false};
  int64_t from[FP8C_MAX_RANK];
  const int rank = n->in[0]->type.rank;
  const bool keeps = node_int(n, "keepdims") != 0;
  if (rank < 0 || n->out[0]->type.rank < 0) return FP8C_OK;
  if (node_is(n, OP_ARG_MAX) || node_is(n, OP_ARG_MIN)) {
    const int64_t axis = node_axis(n, rank);
    if (axis < 0 || axis >= rank) return FP8C_OK;
    reduced[axis] = true;
  } else if (!node_reduction(n, reduced)) {
    return FP8C_OK;
  }
  for (int i = 0, next = 0; i < rank; i++)
    if (keeps || !reduced[i]) from[next++] = reduced[i] ? -1 : i;
  return sink_mapped(n, 1, from, done, err);
}

/* Matrices that are all copies, or whose rows or columns are: products with what has no more of
 * that axis.  Where the other operand has it, MatMul spreads by itself, and the Expand stays as
 * whoever looks for attention knows it. */
static fp8c_status sink_matmul(node *n, bool *done, fp8c_error *err) {
  const tensor *y = &n->out[0]->type;
  const int rank = y->rank;
  const node *e[2] = {expand_of(n->in[0]), expand_of(n->in[1])};
  value *once[2], *target = NULL;
  tensor now = {.rank = rank};
  if ((!e[0] && !e[1]) || rank < 2) return FP8C_OK;
  for (int k = 0; k < 2; k++) {
    once[k] = e[k] ? e[k]->in[0] : n->in[k];
    if (n->in[k]->type.rank < 2 || n->in[k]->type.rank > rank) return FP8C_OK;
  }
  for (int i = 0; i < rank; i++) {
    const int64_t a = i == rank - 1 ? 1 : dim_at(once[0], rank, i),
                  b = i == rank - 2 ? 1 : dim_at(once[1], rank, i);
    if (a == DIM_UNKNOWN || b == DIM_UNKNOWN || (a != 1 && b != 1 && a != b)) return FP8C_OK;
    now.dims[i] = a != 1 ? a : b;
  }
  bool kept[2][FP8C_MAX_RANK] = {{false}};
  for (int k = 0; k < 2; k++) {
    if (!e[k]) continue;
    const int of = e[k]->out[0]->type.rank, summed = k == 0 ? of - 1 : of - 2;
    for (int a = 0; a < of; a++) {
      kept[k][a] = a != summed;
      if (kept[k][a] && is_spread(e[k], a) && now.dims[a + rank - of] == y->dims[a + rank - of])
        return FP8C_OK;
    }
  }
  for (int k = 0; k < 2 && !target; k++) {
    if (!e[k] || e[k]->out[0]->type.rank != rank) continue;
    const int summed = k == 0 ? rank - 1 : rank - 2;
    int64_t from[FP8C_MAX_RANK];
    bool all = true;
    for (int i = 0; i < rank; i++) {
      from[i] = now.dims[i] != y->dims[i] ? i : -1;
      all = all && (from[i] < 0 || (i != summed && is_spread(e[k], i)));
    }
    if (all) target = target_from(n, e[k]->in[1], from, rank);
  }
  if (!target) return FP8C_OK;
  for (int k = 0; k < 2; k++) {
    if (e[k]) once[k] = row_of(e[k], kept[k], n);
    if (!once[k]) return FP8C_OK;
  }
  for (size_t k = 0; k < 2; k++)
    if (e[k]) node_set_input(n, k, once[k]);
  *done = true;
  return spread_behind(n, target, err);
}

/* n computes each number from those in its place. */
static bool is_elements(const node *n) {
  return n->op->family == FAMILY_ELTWISE &&
         (n->op->expr || n->op->int_expr || node_is(n, OP_CAST)) && n->out_count == 1;
}

static fp8c_status sink(node *n, bool *done, fp8c_error *err) {
  int64_t axes[2 * FP8C_MAX_RANK];
  size_t count;
  sliced cut;
  if (node_gives_more(n)) return FP8C_OK;
  if (is_elements(n)) return sink_elements(n, done, err);
  if (op_has(n->op, FACT_REDUCES) || node_is(n, OP_ARG_MAX) || node_is(n, OP_ARG_MIN))
    return sink_reduction(n, done, err);
  switch (op_of(n->op)) {
    case OP_GATHER:
      return sink_gather(n, done, err);
    case OP_UNSQUEEZE:
    case OP_SQUEEZE:
      return sink_ones(n, done, err);
    case OP_RESHAPE:
      return sink_reshape(n, done, err);
    case OP_TRANSPOSE:
      return sink_transpose(n, done, err);
    case OP_MATMUL:
      return sink_matmul(n, done, err);
    case OP_LINEAR: /* a factor for each row would be spread too */
      return node_input(n, 3) ? FP8C_OK : sink_from(n, -1, done, err);
    case OP_SOFTMAX:
    case OP_LOG_SOFTMAX:
    case OP_HARDMAX:
    case OP_LP_NORMALIZATION:
      axes[0] = node_int(n, "axis");
      return sink_along(n, axes, 1, 1, done, err);
    case OP_LAYER_NORMALIZATION:
    case OP_RMS_NORMALIZATION:
      return sink_from(n, node_int(n, "axis"), done, err);
    case OP_CONV:
    case OP_INSTANCE_NORMALIZATION:
    case OP_GROUP_NORMALIZATION:
    case OP_MAX_POOL:
    case OP_AVERAGE_POOL:
    case OP_GLOBAL_MAX_POOL:
    case OP_GLOBAL_AVERAGE_POOL:
      return sink_from(n, 1, done, err);
    case OP_BATCH_NORMALIZATION: /* training takes the mean over the batch */
      return node_int(n, "training_mode") ? FP8C_OK : sink_from(n, 1, done, err);
    case OP_CONCAT:
      axes[0] = node_int(n, "axis");
      return sink_along(n, axes, 1, n->in_count, done, err);
    case OP_CUM_SUM:
    case OP_CUM_PROD:
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

/* ---- What says the same as an Expand ------------------------------------------- */

static node *expand_before(node *n, value *once, value *target, const tensor *type) {
  value *in[] = {once, target};
  node *e = graph_node(n->graph, n, op_get(OP_EXPAND), NULL, in, 2, 1);
  e->out[0]->type = *type;
  return e;
}

/* A Tile that repeats only axes of 1: its repeats are an Expand's target. */
static node *tile_as_expand(node *n, const node *t) {
  const tensor *x = &t->in[0]->type, *y = &t->out[0]->type;
  if (x->rank < 1 || y->rank != x->rank || t->in[1]->type.dims[0] != x->rank) return NULL;
  for (int i = 0; i < x->rank; i++)
    if (x->dims[i] != 1 && (x->dims[i] == DIM_UNKNOWN || x->dims[i] != y->dims[i])) return NULL;
  node *e = expand_before(n, t->in[0], t->in[1], y);
  node_add_sources(e, t);
  return e;
}

static node *filling_as_expand(node *n, const node *f) {
  const tensor *y = &f->out[0]->type;
  const attr *given = node_attr(f, "value");
  if (y->rank < 2 || f->in[0]->type.rank != 1 || f->in[0]->type.dims[0] != y->rank) return NULL;
  const float zero = 0;
  tensor one = {.dtype = given ? given->tensor->dtype : FP8C_DTYPE_F32, .rank = y->rank};
  for (int i = 0; i < y->rank; i++) one.dims[i] = 1;
  value *x = graph_const_copy(n->graph, NULL, &one, given ? given->tensor->data : &zero);
  node *e = expand_before(n, x, f->in[0], y);
  node_add_sources(e, f);
  return e;
}

/* A constant whose parts along its first axis are all copies of the first. */
static node *copies_as_expand(node *n, value *v, arena *scratch) {
  const tensor *y = &v->type;
  tensor whole;
  if (y->rank < 2 || y->dims[0] < 2 || y->scale.kind != SCALE_NONE || v->scale_vector ||
      v->blob.bytes < COPIES_BYTES_MIN || v->blob.bytes > COPIES_BYTES_MAX ||
      v->blob.bytes % (uint64_t)y->dims[0] || value_load(v, scratch, &whole, NULL) != FP8C_OK)
    return NULL;
  const size_t part = (size_t)(v->blob.bytes / (uint64_t)y->dims[0]);
  const char *bytes = whole.data;
  /* each byte is that of the part before */
  if (memcmp(bytes, bytes + part, (size_t)v->blob.bytes - part) != 0) return NULL;
  tensor first = *y;
  int64_t target[FP8C_MAX_RANK];
  for (int i = 0; i < y->rank; i++) target[i] = i == 0 ? y->dims[0] : 1;
  first.dims[0] = 1;
  value *once = graph_const_copy(n->graph, NULL, &first, bytes);
  return expand_before(n, once, graph_const_i64s(n->graph, NULL, target, (size_t)y->rank), y);
}

/* Constants that n computes with number by number or sample by sample, not its weights. */
static bool may_be_copies(const node *n, size_t i) {
  const tensor *v = &n->in[i]->type, *y = &n->out[0]->type;
  if (is_elements(n)) return v->rank == y->rank && v->dims[0] == y->dims[0];
  if (node_is(n, OP_MATMUL)) return v->rank > 2;
  if (node_is(n, OP_GATHER) || node_is(n, OP_CONCAT)) return false;
  return i == 0;
}

static node *as_expand(node *n, size_t i, arena *scratch) {
  value *v = n->in[i];
  if (!v || v->type.rank < 1) return NULL;
  if (value_is_const(v)) return may_be_copies(n, i) ? copies_as_expand(n, v, scratch) : NULL;
  if (value_def_of(v, OP_TILE)) return tile_as_expand(n, v->def);
  if (value_def_of(v, OP_CONSTANT_OF_SHAPE)) return filling_as_expand(n, v->def);
  return NULL;
}

static fp8c_status sink_any(node *n, arena *scratch, bool *done, fp8c_error *err) {
  enum { INPUTS_MAX = 8 };
  value *old[INPUTS_MAX];
  node *made[INPUTS_MAX] = {NULL};
  const size_t count = n->in_count < INPUTS_MAX ? n->in_count : INPUTS_MAX;
  for (size_t i = 0; i < count; i++) {
    old[i] = n->in[i];
    made[i] = as_expand(n, i, scratch);
    if (made[i]) node_set_input(n, i, made[i]->out[0]);
  }
  TRY(sink(n, done, err));
  for (size_t i = 0; i < count; i++) {
    if (!made[i]) continue;
    if (!*done) node_set_input(n, i, old[i]);
    if (!value_is_used(made[i]->out[0])) node_remove(made[i]);
  }
  return FP8C_OK;
}

fp8c_status pass_sink_expands(graph *g, pass_context *c, fp8c_error *err) {
  for (node *n = g->first; n; n = n->next) {
    bool done = false;
    if (!has_output(n) || n->region) continue;
    arena_mark mark = arena_save(c->scratch);
    TRY(sink_any(n, c->scratch, &done, err));
    arena_reset(c->scratch, mark);
    c->changes += done;
  }
  return FP8C_OK;
}
