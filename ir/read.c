/* read.c - what a node's constant inputs and attributes say. */
#include "ir/read.h"

#include <string.h>

#include "ops/ids/indices.h"
#include "ops/ids/moves.h"

/* A list of a Slice: `count` integers, or, where the input is left out, `count` of what stands for
 * them. */
static bool slice_list(const node *n, size_t i, size_t count, int64_t *out) {
  size_t found;
  return !node_input(n, i) || (value_ints(n->in[i], out, FP8C_MAX_RANK, &found) && found == count);
}

/* How many axes a Slice names; false when nothing says it. */
static bool slice_count(const node *n, size_t *count) {
  for (size_t i = 1; i < 4; i++) {
    const value *v = node_input(n, i);
    if (!v || v->type.rank != 1 || v->type.dims[0] < 0) continue;
    *count = (size_t)v->type.dims[0];
    return *count <= FP8C_MAX_RANK;
  }
  return false;
}

static bool slice_axes(const node *n, size_t count, int axes[FP8C_MAX_RANK], sliced *out) {
  int64_t list[FP8C_MAX_RANK];
  *out = (sliced){.rank = n->in[0]->type.rank, .only = -1};
  for (size_t i = 0; i < count; i++) list[i] = (int64_t)i;
  if (!slice_list(n, 3, count, list)) return false;
  for (size_t i = 0; i < count; i++) {
    if (axis_of(list[i], out->rank, &axes[i], NULL) != FP8C_OK || out->named[axes[i]]) return false;
    out->named[axes[i]] = true;
    out->only = count == 1 ? axes[i] : -1;
  }
  return true;
}

bool node_slice_axes(const node *n, sliced *out) {
  size_t count;
  int axes[FP8C_MAX_RANK];
  return node_is(n, OP_SLICE) && n->in[0]->type.rank >= 0 && slice_count(n, &count) &&
         slice_axes(n, count, axes, out);
}

bool node_slice(const node *n, sliced *out) {
  size_t count;
  int axes[FP8C_MAX_RANK];
  int64_t starts[FP8C_MAX_RANK], ends[FP8C_MAX_RANK], steps[FP8C_MAX_RANK];
  const tensor *x = node_is(n, OP_SLICE) ? &n->in[0]->type : NULL;
  if (!x || x->rank < 0 || !slice_count(n, &count) || !slice_axes(n, count, axes, out))
    return false;
  for (size_t i = 0; i < count; i++) steps[i] = 1;
  if (!node_input(n, 1) || !node_input(n, 2) || !slice_list(n, 1, count, starts) ||
      !slice_list(n, 2, count, ends) || !slice_list(n, 4, count, steps))
    return false;
  for (int d = 0; d < x->rank; d++) out->along[d] = (slice_range){0, 1, x->dims[d]};
  for (size_t i = 0; i < count; i++) {
    int64_t size = x->dims[axes[i]];
    if (size < 0 || steps[i] == 0) return false;
    out->along[axes[i]] = slice_along(size, starts[i], ends[i], steps[i]);
  }
  for (int d = 0; d < x->rank; d++)
    if (out->along[d].count < 0) out->along[d].count = DIM_UNKNOWN;
  return true;
}

bool node_reduction(const node *n, bool reduced[FP8C_MAX_RANK]) {
  int64_t list[FP8C_MAX_RANK];
  const tensor *x = &n->in[0]->type;
  const value *axes = node_input(n, 1);
  size_t count = 0;
  if (x->rank < 0) return false;
  bool empty = !axes || (axes->type.rank == 1 && axes->type.dims[0] == 0);
  if (!empty && (!value_ints(axes, list, FP8C_MAX_RANK, &count) || count == 0)) return false;
  bool all = empty && node_int(n, "noop_with_empty_axes") == 0;
  for (int d = 0; d < FP8C_MAX_RANK; d++) reduced[d] = all && d < x->rank;
  for (size_t i = 0; i < count; i++) {
    int axis;
    if (axis_of(list[i], x->rank, &axis, NULL) != FP8C_OK) return false;
    reduced[axis] = true;
  }
  return true;
}

bool node_reduces_from(const node *n, int *first) {
  bool reduced[FP8C_MAX_RANK];
  if (!node_reduction(n, reduced)) return false;
  *first = n->in[0]->type.rank;
  while (*first > 0 && reduced[*first - 1]) --*first;
  for (int d = 0; d < *first; d++)
    if (reduced[d]) return false;
  return true;
}

bool node_window(const node *n, window *out) {
  const tensor *x = &n->in[0]->type, *w = &n->in[1]->type;
  arena *s = n->graph->scratch;
  arena_mark mark = arena_save(s);
  op_call call;
  bool known = x->rank >= 0 && node_call(n, s, false, &call, NULL) == FP8C_OK &&
               window_over(&call, x, w, out, NULL) == FP8C_OK;
  for (int i = 0; known && i < WINDOW_AXES; i++)
    known = out->in[i] >= 0 && out->out[i] >= 0 && out->kernel[i] > 0;
  arena_reset(s, mark);
  return known;
}

bool node_pads(const node *n, int64_t pads[2 * FP8C_MAX_RANK]) {
  int64_t given[2 * FP8C_MAX_RANK], axes[FP8C_MAX_RANK];
  const int rank = n->in[0]->type.rank;
  size_t count, named = 0;
  const value *of = node_input(n, 3);
  if (of ? !value_ints(of, axes, FP8C_MAX_RANK, &named) : rank < 0) return false;
  for (; !of && named < (size_t)rank; named++) axes[named] = (int64_t)named;
  if (!value_ints(n->in[1], given, 2 * FP8C_MAX_RANK, &count) || count != 2 * named) return false;
  memset(pads, 0, 2 * FP8C_MAX_RANK * sizeof *pads);
  for (size_t i = 0; i < named; i++) {
    int64_t axis = axes[i] < 0 ? axes[i] + rank : axes[i];
    if (axis < 0 || axis >= rank) return false;
    pads[axis] = given[i];
    pads[rank + axis] = given[named + i];
  }
  return true;
}

/* ---- Windows of an axis ---------------------------------------------------------------------- */

#define UNFOLDED_MAX 65536 /* positions that are looked at */

/* Number i of the index, counted from the front; -1: it lies outside of the axis. */
static int64_t position(const tensor *index, int64_t i, int64_t size) {
  int64_t at = tensor_int(index, i);
  if (at < 0 && at >= -size) at += size;
  return at >= 0 && at < size ? at : -1;
}

static bool read_positions(const tensor *index, int64_t size, unfolding *out) {
  int64_t total = tensor_elements(index), each = 1, rest;
  out->first = position(index, 0, size);
  for (int d = out->rank - 1; d >= 0; each *= out->count[d--]) {
    int64_t next = out->count[d] > 1 ? position(index, each, size) : out->first;
    if (out->first < 0 || next < 0) return false;
    out->step[d] = next - out->first;
  }
  for (int64_t i = 0; i < total; i++) {
    int64_t wants = out->first;
    rest = i;
    for (int d = out->rank - 1; d >= 0; rest /= out->count[d--])
      wants += rest % out->count[d] * out->step[d];
    if (wants < 0 || position(index, i, size) != wants) return false;
  }
  return true;
}

bool node_unfolds(const node *n, unfolding *out) {
  const value *x = node_input(n, 0), *index = node_input(n, 1);
  tensor positions;
  if (!node_is(n, OP_GATHER) || !x || !index || !n->out_count || !n->out[0] ||
      !value_is_const(index) || !tensor_shape_known(&x->type) ||
      !tensor_shape_known(&n->out[0]->type) || index->type.rank < 2 ||
      !tensor_shape_known(&index->type))
    return false;
  int64_t total = tensor_elements(&index->type);
  *out = (unfolding){.axis = (int)node_axis(n, x->type.rank), .rank = index->type.rank};
  if (total < 1 || total > UNFOLDED_MAX || out->axis < 0 || !dtype_is_int(index->type.dtype))
    return false;
  memcpy(out->count, index->type.dims, sizeof out->count);
  arena *s = n->graph->scratch;
  arena_mark mark = arena_save(s);
  bool found = value_load(index, s, &positions, NULL) == FP8C_OK &&
               read_positions(&positions, x->type.dims[out->axis], out);
  arena_reset(s, mark);
  return found;
}
