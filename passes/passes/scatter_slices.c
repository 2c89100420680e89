/* scatter_slices.c - ScatterND at every place of a slice, in turn, is no scattering.
 *
 * x[:, a:b] = v is exported as a ScatterND with every index of the slice, mostly between two
 * Transposes that bring the slice's axis to the front and back.  Where constant indices count
 * through a box, a range of each leading dimension, the result is
 *
 *     Concat(data in front of the box, updates, data behind it)
 *
 * along each axis of which the box is only a part, the last one innermost; and the updates alone
 * where the box is all of data.  The indices of a large box are no constant: they are a Concat of
 * each dimension's range, repeated. */
#include <string.h>

#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "passes/match.h"
#include "passes/moves.h"

typedef struct box {
  int rank; /* the leading dimensions that are indexed */
  int64_t start[FP8C_MAX_RANK], count[FP8C_MAX_RANK];
  int place[FP8C_MAX_RANK]; /* the axis of the result that each of them is */
} box;

static int64_t wrapped(int64_t i, int64_t size) { return i < 0 ? i + size : i; }

/* The `rows` indices count through a box of data, the last dimension fastest. */
static bool counts_through(const int64_t *x, int64_t rows, const tensor *data, box *b) {
  int64_t all = 1;
  for (int d = 0; d < b->rank; d++) {
    int64_t size = data->dims[d], first = wrapped(x[d], size);
    int64_t last = wrapped(x[(rows - 1) * b->rank + d], size);
    if (size <= 0 || first < 0 || last < first || last >= size) return false;
    b->start[d] = first;
    b->count[d] = last - first + 1;
    if (__builtin_mul_overflow(all, b->count[d], &all)) return false;
  }
  if (all != rows) return false;
  for (int64_t i = 0; i < rows; i++) {
    int64_t rest = i;
    for (int d = b->rank - 1; d >= 0; d--) {
      if (wrapped(x[i * b->rank + d], data->dims[d]) != b->start[d] + rest % b->count[d])
        return false;
      rest /= b->count[d];
    }
  }
  return true;
}

/* The constant that v, whose last dimension is 1, repeats along others; *shape is the constant's
 * without such a last dimension.  NULL: there is none. */
static const value *repeated_constant(const value *v, tensor *shape) {
  const node *n = v->def;
  int rank = v->type.rank - 1;
  bool within =
      n && (node_is(n, OP_UNSQUEEZE) || node_is(n, OP_RESHAPE)) && n->in[0]->type.rank == rank;
  if (within) {
    for (int i = 0; i < rank; i++)
      if (n->in[0]->type.dims[i] != v->type.dims[i]) return NULL;
    v = n->in[0];
    n = v->def;
  }
  if (n && node_is(n, OP_EXPAND)) v = n->in[0];
  if (!value_is_const(v) || v->type.dtype != FP8C_DTYPE_I64) return NULL;
  *shape = v->type;
  if (!within && shape->rank > 0) shape->rank--;
  return v;
}

/* v, which is index d of every row, is a range along one dimension of the rows, *along, or a single
 * number, where *along is -1. */
static bool ranges(const value *v, int d, const tensor *data, box *b, int *along, arena *scratch) {
  tensor shape, loaded;
  const tensor *rows = &v->type;
  const value *c = repeated_constant(v, &shape);
  if (!c || value_load(c, scratch, &loaded, NULL) != FP8C_OK) return false;
  int64_t count = 1, size = data->dims[d];
  const int64_t *x = loaded.data;
  *along = -1;
  for (int i = 0; i < shape.rank; i++) {
    if (shape.dims[i] == 1) continue;
    if (*along >= 0) return false;
    *along = rows->rank - 1 - shape.rank + i;
    count = shape.dims[i];
  }
  if (count < 1 || (*along >= 0 && rows->dims[*along] != count)) return false;
  b->start[d] = wrapped(x[0], size);
  b->count[d] = count;
  for (int64_t i = 0; i < count; i++)
    if (wrapped(x[i], size) != b->start[d] + i) return false;
  return b->start[d] >= 0 && b->start[d] + count <= size;
}

/* Indices that are put together where the model runs, since all of them would be a large constant:
 * each dimension's own range, repeated along the others. */
static bool read_ranges(const node *n, const tensor *data, box *b, arena *scratch) {
  const tensor *t = &n->out[0]->type;
  int64_t axis = node_int(n, "axis"), all = 1;
  if ((axis < 0 ? axis + t->rank : axis) != t->rank - 1 || (size_t)b->rank != n->in_count)
    return false;
  for (int d = 0, last = -1, along; d < b->rank; d++) {
    const tensor *part = &n->in[d]->type;
    if (part->rank != t->rank || part->dims[t->rank - 1] != 1 ||
        !ranges(n->in[d], d, data, b, &along, scratch))
      return false;
    if (along >= 0 && along <= last) return false;
    if (along >= 0) last = along;
    all *= b->count[d];
  }
  return all * b->rank == tensor_elements(t);
}

static bool read_box(const value *index, const tensor *data, box *b, arena *scratch) {
  const tensor *t = &index->type;
  tensor loaded;
  if (t->dtype != FP8C_DTYPE_I64 || t->rank < 1 || data->rank < 1 || !tensor_shape_known(t) ||
      tensor_elements(t) < 1 || t->dims[t->rank - 1] > data->rank)
    return false;
  for (int d = 0; d < t->dims[t->rank - 1]; d++)
    if (data->dims[d] <= 0) return false;
  b->rank = (int)t->dims[t->rank - 1];
  if (index->def && node_is(index->def, OP_CONCAT))
    return read_ranges(index->def, data, b, scratch);
  return value_is_const(index) && value_load(index, scratch, &loaded, NULL) == FP8C_OK &&
         counts_through(loaded.data, tensor_elements(t) / b->rank, data, b);
}

/* `count` of indexed dimension `d` of data from `from` on; of those in front of it, what the box
 * has. */
static value *piece(value *data, const box *b, int d, int64_t from, int64_t count, node *before) {
  graph *g = before->graph;
  int64_t starts[FP8C_MAX_RANK], ends[FP8C_MAX_RANK], axes[FP8C_MAX_RANK];
  size_t used = 0;
  tensor type = data->type;
  for (int i = 0; i <= d; i++) {
    int64_t start = i < d ? b->start[i] : from, n = i < d ? b->count[i] : count;
    if (n == type.dims[b->place[i]]) continue;
    starts[used] = start;
    ends[used] = start + n;
    axes[used++] = b->place[i];
    type.dims[b->place[i]] = n;
  }
  value *in[] = {data, graph_const_i64s(g, NULL, starts, used),
                 graph_const_i64s(g, NULL, ends, used), graph_const_i64s(g, NULL, axes, used)};
  value *y = graph_node(g, before, op_get(OP_SLICE), NULL, in, 4, 1)->out[0];
  y->type = type;
  return y;
}

/* v between what lies in front of and behind the box along indexed dimension `d`. */
static value *between(value *v, value *data, const box *b, int d, node *n) {
  int64_t size = data->type.dims[b->place[d]], end = b->start[d] + b->count[d];
  value *parts[3];
  size_t count = 0;
  if (b->start[d] > 0) parts[count++] = piece(data, b, d, 0, b->start[d], n);
  parts[count++] = v;
  if (end < size) parts[count++] = piece(data, b, d, end, size - end, n);
  if (count == 1) return v;
  node *c = graph_node(n->graph, n, op_get(OP_CONCAT), NULL, parts, count, 1);
  node_set_int(c, "axis", b->place[d]);
  node_add_sources(c, n);
  c->out[0]->type = v->type;
  c->out[0]->type.dims[b->place[d]] = size;
  return c->out[0];
}

static bool rewrite(node *n, arena *scratch) {
  value *data = n->in[0], *updates = n->in[2], *old = n->out[0];
  const char *reduction = node_string(n, "reduction");
  int64_t perm[FP8C_MAX_RANK];
  box b;
  if ((reduction && strcmp(reduction, "none") != 0) || updates->type.rank < 0 ||
      updates->type.dtype != data->type.dtype || !read_box(n->in[1], &data->type, &b, scratch))
    return false;
  tensor type = data->type;
  for (int d = 0; d < b.rank; d++) {
    type.dims[d] = b.count[d];
    b.place[d] = d;
  }
  value *v = move_reshaped(updates, &type, n);
  if (!v) return false;
  node *back = only_user(old);
  if (back && node_is(back, OP_TRANSPOSE) && node_permutation(back, perm)) {
    for (int i = 0; i < type.rank; i++)
      for (int d = 0; d < b.rank; d++)
        if (perm[i] == d) b.place[d] = i;
    data = move_transposed(data, perm, n);
    v = move_transposed(v, perm, n);
    old = back->out[0];
  }
  const value *within = v;
  for (int d = b.rank - 1; d >= 0; d--) v = between(v, data, &b, d, n);
  if (v != within) value_swap_names(v, old);
  value_replace(old, v);
  return true;
}

fp8c_status pass_scatter_slices(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first, *next; n; n = next) {
    next = n->next;
    if (!has_output(n) || !node_is(n, OP_SCATTER_ND)) continue;
    arena_mark mark = arena_save(c->scratch);
    c->changes += rewrite(n, c->scratch);
    arena_reset(c->scratch, mark);
  }
  return FP8C_OK;
}
