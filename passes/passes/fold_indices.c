/* fold_indices.c - gathering at every index in turn is no gathering.
 *
 * Exporters of masks index them with ranges: mask[b, k] for b = 0, 1, ... and
 * k = 0, 1, ..., in one GatherND or, flattened, in one Gather.  An index tensor
 * is read as a sum of its coordinates, each times a factor; where the result is
 * the data itself with dimensions of 1 between, it is a Reshape.
 *
 * Gathering at one range of an axis is a Slice, as positions of relative attention
 * are cut off (XLNet): kernels read it where it lies. */
#include <string.h>

#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/types.h"
#include "passes/match.h"

#define DEPTH_MAX 12

/* v[i0, i1, ...] = factor[0] * i0 + factor[1] * i1 + ...; a factor is a
 * dimension, a size or a symbol. */
typedef struct affine {
  int rank;
  int64_t dims[FP8C_MAX_RANK];   /* of v, as far as the range runs */
  int64_t factor[FP8C_MAX_RANK]; /* as a dim: a number or a symbol */
} affine;

/* The numbers of a tensor of this rank and these dims, each `apart` of them. */
static bool read_numbers(const int64_t *x, int64_t apart, const int64_t *dims, int rank,
                         affine *out) {
  int64_t count = 1;
  *out = (affine){.rank = rank};
  if (x[0] != 0) return false;
  for (int i = rank - 1; i >= 0; i--) {
    out->dims[i] = dims[i];
    out->factor[i] = dims[i] > 1 ? x[count * apart] : 0;
    if (out->factor[i] < 0) return false;
    count *= dims[i];
  }
  for (int64_t k = 0; k < count; k++) {
    int64_t rest = k, want = 0, step;
    for (int i = rank - 1; i >= 0; i--) {
      if (__builtin_mul_overflow(rest % dims[i], out->factor[i], &step) ||
          __builtin_add_overflow(want, step, &want))
        return false;
      rest /= dims[i];
    }
    if (x[k * apart] != want) return false;
  }
  return true;
}

static const int64_t *load_numbers(const value *v, arena *scratch) {
  tensor t;
  if (!value_is_const(v) || v->type.dtype != FP8C_DTYPE_I64 || !tensor_shape_known(&v->type) ||
      tensor_elements(&v->type) < 1 || value_load(v, scratch, &t, NULL) != FP8C_OK)
    return NULL;
  return t.data;
}

static bool read_constant(const value *v, affine *out, arena *scratch) {
  const int64_t *x = load_numbers(v, scratch);
  return x && read_numbers(x, 1, v->type.dims, v->type.rank, out);
}

/* A scalar or one-element value that is a size: a constant, or a dimension of something. */
static bool read_size(const value *v, int64_t *dim) {
  size_t count;
  for (int depth = 0; depth < DEPTH_MAX; depth++) {
    if (value_ints(v, dim, 1, &count)) return count == 1 && *dim >= 0;
    const node *n = v->kind == VALUE_NODE ? v->def : NULL;
    if (!n) return false;
    if (node_is(n, OP_SHAPE)) {
      const tensor *x = &n->in[0]->type;
      int64_t start = node_int(n, "start"),
              end = node_attr(n, "end") ? node_int(n, "end") : x->rank;
      if (x->rank < 1 || start < 0 || start >= x->rank || end != start + 1) return false;
      *dim = x->dims[start];
      return *dim != DIM_UNKNOWN;
    }
    if (node_is(n, OP_GATHER)) {
      const node *s = value_def_of(n->in[0], OP_SHAPE);
      int64_t at;
      if (!s || node_int(s, "start") != 0 || node_attr(s, "end") ||
          !value_ints(n->in[1], &at, 1, &count) || count != 1)
        return false;
      const tensor *x = &s->in[0]->type;
      if (at < 0) at += x->rank;
      if (at < 0 || at >= x->rank) return false;
      *dim = x->dims[at];
      return *dim != DIM_UNKNOWN;
    }
    if (!node_is(n, OP_SQUEEZE) && !node_is(n, OP_UNSQUEEZE) && !node_is(n, OP_RESHAPE))
      return false;
    v = n->in[0];
  }
  return false;
}

static bool read_affine(const value *v, affine *out, int depth, arena *scratch);

/* Dimensions of 1 put in: the others keep their order. */
static bool read_spread(const node *n, affine *out, int depth, arena *scratch) {
  affine x;
  const tensor *y = &n->out[0]->type;
  if (!read_affine(n->in[0], &x, depth, scratch) || y->rank < x.rank) return false;
  int from = 0;
  *out = (affine){.rank = y->rank};
  for (int i = 0; i < y->rank; i++) {
    bool takes = from < x.rank && x.dims[from] == y->dims[i];
    if (!takes && y->dims[i] != 1) return false;
    out->dims[i] = y->dims[i];
    if (takes) out->factor[i] = x.factor[from++];
  }
  return from == x.rank;
}

static bool read_expand(const node *n, affine *out, int depth, arena *scratch) {
  affine x;
  const tensor *y = &n->out[0]->type;
  if (!read_affine(n->in[0], &x, depth, scratch) || y->rank < x.rank) return false;
  int extra = y->rank - x.rank;
  *out = (affine){.rank = y->rank};
  for (int i = 0; i < y->rank; i++) {
    out->dims[i] = y->dims[i];
    if (i >= extra) out->factor[i] = x.factor[i - extra];
    if (i >= extra && out->factor[i] != 0 && x.dims[i - extra] != y->dims[i]) return false;
  }
  return true;
}

static bool read_sum(const node *n, affine *out, int depth, arena *scratch) {
  affine in[2];
  const tensor *y = &n->out[0]->type;
  *out = (affine){.rank = y->rank};
  for (size_t k = 0; k < 2; k++) {
    if (!read_affine(n->in[k], &in[k], depth, scratch)) return false;
    int extra = y->rank - in[k].rank;
    for (int i = extra; i < y->rank; i++) {
      int64_t f = in[k].factor[i - extra];
      if (f == 0) continue;
      if (out->factor[i] != 0 || in[k].dims[i - extra] != y->dims[i]) return false;
      out->factor[i] = f;
    }
  }
  for (int i = 0; i < y->rank; i++) out->dims[i] = y->dims[i];
  return true;
}

static bool read_scaled(const node *n, affine *out, int depth, arena *scratch) {
  for (size_t k = 0; k < 2; k++) {
    int64_t size;
    if (!read_size(n->in[k], &size) || !read_affine(n->in[1 - k], out, depth, scratch) ||
        out->rank != n->out[0]->type.rank)
      continue;
    for (int i = 0; i < out->rank; i++) {
      if (out->factor[i] > 1 || out->factor[i] < 0) return false;
      if (out->factor[i] == 1) out->factor[i] = size;
    }
    return true;
  }
  return false;
}

static bool read_affine(const value *v, affine *out, int depth, arena *scratch) {
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  if (v->type.rank < 0 || depth == 0) return false;
  if (value_is_const(v)) return read_constant(v, out, scratch);
  if (!n) return false;
  depth--;
  if (node_is(n, OP_RANGE)) {
    double start, step;
    *out = (affine){.rank = 1, .dims = {v->type.dims[0]}, .factor = {1}};
    return value_scalar(n->in[0], &start) && start == 0 && value_scalar(n->in[2], &step) &&
           step == 1 && v->type.dims[0] != DIM_UNKNOWN;
  }
  if (node_is(n, OP_UNSQUEEZE) || node_is(n, OP_RESHAPE))
    return read_spread(n, out, depth, scratch);
  if (node_is(n, OP_EXPAND)) return read_expand(n, out, depth, scratch);
  if (node_is(n, OP_ADD)) return read_sum(n, out, depth, scratch);
  if (node_is(n, OP_MUL)) return read_scaled(n, out, depth, scratch);
  return false;
}

/* The one axis an index runs along, in steps of `factor`; -1: none or several. */
static int only_axis(const affine *x, int64_t factor) {
  int axis = -1;
  for (int i = 0; i < x->rank; i++) {
    if (x->factor[i] == 0) continue;
    if (axis >= 0 || x->factor[i] != factor) return -1;
    axis = i;
  }
  return axis;
}

/* Result element [.., i at axis p, .., j at axis q, ..] = data[i, j] for every i and j:
 * a Reshape of data, spread over the other axes where they are not 1. */
static bool as_reshape(node *last, value *data, int p, int q, const tensor *y) {
  graph *g = last->graph;
  const tensor *x = &data->type;
  int64_t axes[FP8C_MAX_RANK];
  size_t count = 0;
  if (x->rank != 2 || p < 0 || q <= p || x->dims[0] != y->dims[p] || x->dims[1] != y->dims[q])
    return false;
  for (int i = 0; i < y->rank; i++) {
    if (i == p || i == q) continue;
    if (y->dims[i] != 1) return false;
    axes[count++] = i;
  }
  value *in[] = {data, graph_const_i64s(g, NULL, axes, count)};
  node *n = node_like(last, OP_UNSQUEEZE, in, 2);
  take_over(n, last->out[0]);
  return true;
}

/* The two columns of a GatherND's index: a constant's, or what Concat put together. */
static bool read_columns(const value *index, affine column[2], arena *scratch) {
  int rank = index->type.rank;
  const int64_t *x = load_numbers(index, scratch);
  for (size_t i = 0; x && i < 2; i++)
    if (!read_numbers(x + i, 2, index->type.dims, rank - 1, &column[i])) return false;
  if (x) return true;
  const node *both = value_def_of(index, OP_CONCAT);
  if (!both || both->in_count != 2) return false;
  if (node_axis(both, rank) != rank - 1) return false;
  for (size_t i = 0; i < 2; i++)
    if (both->in[i]->type.rank != rank || both->in[i]->type.dims[rank - 1] != 1 ||
        !read_affine(both->in[i], &column[i], DEPTH_MAX, scratch))
      return false;
  return true;
}

/* GatherND(data[B, S], columns b, k) with ranges over all of data. */
static bool fold_gather_nd(node *n, arena *scratch) {
  value *data = n->in[0];
  const tensor *index = &n->in[1]->type;
  affine column[2];
  if (node_int(n, "batch_dims") != 0 || data->type.rank != 2 || index->rank < 2 ||
      index->dims[index->rank - 1] != 2 || !read_columns(n->in[1], column, scratch))
    return false;
  return as_reshape(n, data, only_axis(&column[0], 1), only_axis(&column[1], 1), &n->out[0]->type);
}

/* Gather(data[B, S] as [B*S, 1] or [B*S], b * S + k), with what follows up to
 * the Reshape that takes the 1 away. */
static bool fold_flat_gather(node *n, arena *scratch) {
  affine index;
  node *flat = n->in[0]->kind == VALUE_NODE ? n->in[0]->def : NULL;
  if (!flat || node_int(n, "axis") != 0 ||
      (!node_is(flat, OP_FLATTEN) && !node_is(flat, OP_RESHAPE)))
    return false;
  value *data = flat->in[0];
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  int rank = n->in[1]->type.rank;
  if (data->type.rank != 2 || rank < 2 || y->rank != rank + x->rank - 1 || x->rank > 2 ||
      (x->rank == 2 && x->dims[1] != 1) || !read_affine(n->in[1], &index, DEPTH_MAX, scratch))
    return false;
  int p = -1, q = -1;
  for (int i = 0; i < rank; i++) {
    if (index.factor[i] == 0) continue;
    if (p < 0)
      p = i;
    else if (q < 0)
      q = i;
    else
      return false;
  }
  if (q < 0 || index.factor[p] != data->type.dims[1] || index.factor[q] != 1) return false;
  return as_reshape(n, data, p, q, y);
}

/* Gather(data, constant range): a Slice. */
static bool fold_range(node *n, arena *scratch) {
  value *data = n->in[0], *index = n->in[1];
  const int64_t *x = index->type.rank == 1 ? load_numbers(index, scratch) : NULL;
  int axis = (int)node_axis(n, data->type.rank);
  if (!x || index->type.dims[0] < 2 || value_is_const(data) || axis < 0) return false;
  int64_t size = data->type.dims[axis], count = index->type.dims[0];
  int64_t start = x[0] < 0 && size > 0 ? x[0] + size : x[0];
  if (size <= 0 || start < 0 || start > size - count) return false;
  for (int64_t i = 1; i < count; i++)
    if (x[i] != x[0] + i) return false;
  int64_t end = start + count, along = axis;
  graph *g = n->graph;
  value *in[] = {data, graph_const_i64s(g, NULL, &start, 1), graph_const_i64s(g, NULL, &end, 1),
                 graph_const_i64s(g, NULL, &along, 1)};
  take_over(node_like(n, OP_SLICE, in, 4), n->out[0]);
  return true;
}

fp8c_status pass_fold_indices(graph *g, pass_context *c, fp8c_error *err) {
  for (node *n = g->first; n; n = n->next) {
    arena_mark mark = arena_save(c->scratch);
    bool done = !has_output(n)             ? false
                : node_is(n, OP_GATHER_ND) ? fold_gather_nd(n, c->scratch)
                : node_is(n, OP_GATHER)
                    ? fold_flat_gather(n, c->scratch) || fold_range(n, c->scratch)
                    : false;
    arena_reset(c->scratch, mark);
    if (done)
      c->changes++;
    else if (c->changes)
      TRY(node_infer(n, err));
  }
  return FP8C_OK;
}
