/* select.c - operators whose result is chosen by value: TopK, NonZero, Unique,
 * Compress, OneHot, NonMaxSuppression.
 *
 * The size of most results is known only when the values are: the shape rule
 * counts when it is given data, and leaves the dimension unknown when not. */
#include <string.h>

#include "base/numbers.h"
#include "ops/move.h"
#include "ops/rows.h"

/* ---- Order ------------------------------------------------------------- */

/* Any element as an integer that compares as the element does: -0 equals 0,
 * every NaN is the same and greater than all else. */
static int64_t ordered_key(const tensor *t, int64_t i) {
  if (t->dtype == FP8C_DTYPE_U64)
    return (int64_t)(((const uint64_t *)t->data)[i] ^ (uint64_t)1 << 63);
  if (!dtype_is_float(t->dtype)) return tensor_int(t, i);
  double x = t->dtype == FP8C_DTYPE_F32 && t->scale.kind == SCALE_NONE
                 ? (double)((const float *)t->data)[i]
                 : tensor_real(t, i);
  int64_t bits;
  if (x != x) return INT64_MAX;
  if (x == 0) return 0;
  memcpy(&bits, &x, sizeof bits);
  return bits < 0 ? (int64_t)(~(uint64_t)bits ^ (uint64_t)1 << 63) : bits;
}

static bool is_zero(const tensor *t, int64_t i) {
  return dtype_is_float(t->dtype) ? tensor_real(t, i) == 0 : tensor_int(t, i) == 0;
}

/* ---- TopK -------------------------------------------------------------- */

fp8c_status infer_top_k(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t k, dims[FP8C_MAX_RANK];
  size_t count;
  bool known;
  int axis;
  out_moves(c, 0);
  if (c->out_count > 1) c->out[1].dtype = FP8C_DTYPE_I64;
  TRY(known_ints(c, 1, &k, 1, &count, &known, err));
  if (in->rank == RANK_UNKNOWN) return FP8C_OK;
  TRY(axis_of(op_attr_int(c, "axis"), in->rank, &axis, err));
  memcpy(dims, in->dims, sizeof dims);
  dims[axis] = known && count == 1 ? k : DIM_UNKNOWN;
  if (known && (count != 1 || k < 0 || (in->dims[axis] >= 0 && k > in->dims[axis])))
    return count != 1 ? fail(err, FP8C_ERROR_FORMAT, "k is %zu numbers; one is wanted", count)
                      : fail(err, FP8C_ERROR_FORMAT, "k is %lld; the axis has %lld elements",
                             (long long)k, (long long)in->dims[axis]);
  for (size_t i = 0; i < c->out_count; i++) TRY(out_sized(c, i, in->rank, dims, err));
  return FP8C_OK;
}

typedef struct top_job {
  const tensor *in;
  char *values;
  int64_t *indices, *keys, *heap; /* keys and heap are scratch, one piece a line */
  int64_t dim, inner, k;
  bool largest;
} top_job;

/* Whether element a of a line stands before b in the result. */
static inline bool before(const int64_t *keys, bool largest, int64_t a, int64_t b) {
  if (keys[a] != keys[b]) return (keys[a] > keys[b]) == largest;
  return a < b;
}

/* Moves heap[at] down until no child of it stands behind it. */
static void sift(const int64_t *keys, bool largest, int64_t *heap, int64_t count, int64_t at) {
  for (;;) {
    int64_t worst = at, left = 2 * at + 1, right = left + 1;
    if (left < count && before(keys, largest, heap[worst], heap[left])) worst = left;
    if (right < count && before(keys, largest, heap[worst], heap[right])) worst = right;
    if (worst == at) return;
    int64_t swap = heap[at];
    heap[at] = heap[worst];
    heap[worst] = swap;
    at = worst;
  }
}

/* Leaves the k first in heap[0..k), in order. */
static void select_first(const int64_t *keys, bool largest, int64_t dim, int64_t *heap, int64_t k) {
  for (int64_t i = 0; i < k; i++) heap[i] = i;
  for (int64_t i = k / 2; i-- > 0;) sift(keys, largest, heap, k, i);
  for (int64_t i = k; i < dim; i++)
    if (before(keys, largest, i, heap[0])) {
      heap[0] = i;
      sift(keys, largest, heap, k, 0);
    }
  for (int64_t n = k; n-- > 1;) { /* the last of the order goes to the end */
    int64_t swap = heap[0];
    heap[0] = heap[n];
    heap[n] = swap;
    sift(keys, largest, heap, n, 0);
  }
}

static void top_lines(void *object, int64_t first, int64_t last) {
  const top_job *j = object;
  size_t bytes = dtype_bytes(j->in->dtype);
  for (int64_t line = first; line < last; line++) {
    int64_t *keys = j->keys + line * j->dim, *heap = j->heap + line * j->k;
    int64_t outer = line / j->inner, column = line % j->inner;
    for (int64_t i = 0; i < j->dim; i++)
      keys[i] = ordered_key(j->in, (outer * j->dim + i) * j->inner + column);
    select_first(keys, j->largest, j->dim, heap, j->k);
    for (int64_t i = 0; i < j->k; i++) {
      int64_t to = (outer * j->k + i) * j->inner + column;
      int64_t from = (outer * j->dim + heap[i]) * j->inner + column;
      memcpy(j->values + (size_t)to * bytes, (const char *)j->in->data + (size_t)from * bytes,
             bytes);
      if (j->indices != NULL) j->indices[to] = heap[i];
    }
  }
}

fp8c_status eval_top_k(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int axis;
  if (tensor_elements(&c->out[0]) == 0) return FP8C_OK;
  TRY(axis_of(op_attr_int(c, "axis"), in->rank, &axis, err));
  top_job j = {.in = in,
               .values = c->out[0].data,
               .indices = c->out_count > 1 ? c->out[1].data : NULL,
               .dim = in->dims[axis],
               .inner = dims_product(in->dims, axis + 1, in->rank),
               .k = c->out[0].dims[axis],
               .largest = op_attr_int(c, "largest") != 0};
  int64_t lines = tensor_elements(in) / j.dim;
  j.keys = NEW_ARRAY(c->scratch, int64_t, tensor_elements(in));
  j.heap = NEW_ARRAY(c->scratch, int64_t, lines * j.k);
  each_piece(c->threads, lines, 4096 / (j.dim < 4096 ? j.dim : 4096), top_lines, &j);
  return FP8C_OK;
}

/* ---- NonZero, Compress ------------------------------------------------- */

fp8c_status infer_non_zero(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t dims[2] = {in->rank == RANK_UNKNOWN ? DIM_UNKNOWN : in->rank, DIM_UNKNOWN};
  c->out[0].dtype = FP8C_DTYPE_I64;
  if (input_known(c, 0)) {
    dims[1] = 0;
    for (int64_t i = 0; i < tensor_elements(in); i++) dims[1] += !is_zero(in, i);
  }
  return out_dims(c, 0, 2, dims, err);
}

fp8c_status eval_non_zero(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t *out = c->out[0].data, n = c->out[0].dims[1], found = 0;
  for (int64_t i = 0; i < tensor_elements(in); i++) {
    if (is_zero(in, i)) continue;
    if (found == n) return fail(err, FP8C_ERROR_INTERNAL, "there are more than %lld", (long long)n);
    for (int64_t d = in->rank - 1, rest = i; d >= 0; d--) {
      out[d * n + found] = rest % in->dims[d];
      rest /= in->dims[d];
    }
    found++;
  }
  if (found != n)
    return fail(err, FP8C_ERROR_INTERNAL, "%lld of %lld found", (long long)found, (long long)n);
  return FP8C_OK;
}

fp8c_status infer_compress(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *condition = c->in[1];
  int64_t dims[FP8C_MAX_RANK] = {0}, taken = DIM_UNKNOWN;
  bool flat = !op_has_attr(c, "axis");
  int axis = 0;
  out_moves(c, 0);
  TRY(want_rank(c, 1, 1, err));
  if (in->rank == RANK_UNKNOWN) return FP8C_OK;
  if (!flat) TRY(axis_of(op_attr_int(c, "axis"), in->rank, &axis, err));
  if (input_known(c, 1)) {
    taken = 0;
    for (int64_t i = 0; i < condition->dims[0]; i++) taken += !is_zero(condition, i);
  }
  if (!flat) memcpy(dims, in->dims, sizeof dims);
  dims[axis] = taken;
  return out_dims(c, 0, flat ? 1 : in->rank, dims, err);
}

fp8c_status eval_compress(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *condition = c->in[1];
  bool flat = !op_has_attr(c, "axis");
  int axis = 0;
  if (!flat) TRY(axis_of(op_attr_int(c, "axis"), in->rank, &axis, err));
  int64_t dim = flat ? tensor_elements(in) : in->dims[axis], taken = 0;
  int64_t outer = flat ? 1 : dims_product(in->dims, 0, axis);
  size_t line = dtype_bytes(in->dtype);
  if (!flat) line *= (size_t)dims_product(in->dims, axis + 1, in->rank);
  for (int64_t i = 0; i < condition->dims[0]; i++) {
    if (is_zero(condition, i)) continue;
    if (i >= dim || taken == c->out[0].dims[axis])
      return fail(err, FP8C_ERROR_ARGUMENT, "condition %lld is true; the axis has %lld elements",
                  (long long)i, (long long)dim);
    for (int64_t o = 0; o < outer && line > 0; o++)
      memcpy((char *)c->out[0].data + (size_t)(o * c->out[0].dims[axis] + taken) * line,
             (const char *)in->data + (size_t)(o * dim + i) * line, line);
    taken++;
  }
  if (taken != c->out[0].dims[axis])
    return fail(err, FP8C_ERROR_INTERNAL, "%lld of %lld taken", (long long)taken,
                (long long)c->out[0].dims[axis]);
  return FP8C_OK;
}

/* ---- Unique ------------------------------------------------------------ */

/* The items (elements, or slices along the axis) sorted and grouped. */
typedef struct groups {
  int64_t items, width; /* keys an item */
  int64_t *keys;        /* items x width */
  int64_t *order;       /* items, equal ones together, each group by position */
  int64_t *starts;      /* of each group in order; count + 1 of them */
  int64_t count;
} groups;

static int compare_items(const groups *g, int64_t a, int64_t b) {
  const int64_t *x = g->keys + a * g->width, *y = g->keys + b * g->width;
  for (int64_t i = 0; i < g->width; i++)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

/* Bottom-up merge sort: stable, so a group's first member is its first occurrence. */
static void sort_items(groups *g, int64_t *other) {
  int64_t *from = g->order, *to = other, n = g->items;
  for (int64_t width = 1; width < n; width *= 2) {
    for (int64_t low = 0; low < n; low += 2 * width) {
      int64_t middle = low + width < n ? low + width : n;
      int64_t high = low + 2 * width < n ? low + 2 * width : n;
      for (int64_t i = low, j = middle, k = low; k < high; k++)
        to[k] = i < middle && (j >= high || compare_items(g, from[i], from[j]) <= 0) ? from[i++]
                                                                                     : from[j++];
    }
    int64_t *swap = from;
    from = to;
    to = swap;
  }
  g->order = from;
}

static fp8c_status group_items(op_call *c, groups *g, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t total = tensor_elements(in), inner = 1;
  int axis = 0;
  *g = (groups){.items = total, .width = 1};
  if (op_has_attr(c, "axis")) {
    TRY(axis_of(op_attr_int(c, "axis"), in->rank, &axis, err));
    g->items = in->dims[axis];
    g->width = g->items > 0 ? total / g->items : 0;
    inner = dims_product(in->dims, axis + 1, in->rank);
  }
  g->keys = NEW_ARRAY(c->scratch, int64_t, total);
  g->order = NEW_ARRAY(c->scratch, int64_t, g->items);
  for (int64_t i = 0; i < g->items; i++) {
    g->order[i] = i;
    for (int64_t w = 0; w < g->width; w++)
      g->keys[i * g->width + w] = ordered_key(in, (w / inner * g->items + i) * inner + w % inner);
  }
  sort_items(g, NEW_ARRAY(c->scratch, int64_t, g->items));
  g->starts = NEW_ARRAY(c->scratch, int64_t, g->items + 1);
  for (int64_t i = 0; i < g->items; i++)
    if (i == 0 || compare_items(g, g->order[i - 1], g->order[i]) != 0) g->starts[g->count++] = i;
  g->starts[g->count] = g->items;
  return FP8C_OK;
}

fp8c_status infer_unique(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t dims[FP8C_MAX_RANK] = {0}, count = DIM_UNKNOWN, items = DIM_UNKNOWN;
  bool flat = !op_has_attr(c, "axis");
  int axis = 0;
  out_moves(c, 0);
  for (size_t i = 1; i < c->out_count; i++) c->out[i].dtype = FP8C_DTYPE_I64;
  if (in->rank != RANK_UNKNOWN && !flat) TRY(axis_of(op_attr_int(c, "axis"), in->rank, &axis, err));
  if (tensor_shape_known(in)) items = flat ? tensor_elements(in) : in->dims[axis];
  if (input_known(c, 0)) {
    groups g;
    TRY(group_items(c, &g, err));
    count = g.count;
  }
  if (!flat && in->rank != RANK_UNKNOWN) memcpy(dims, in->dims, sizeof dims);
  dims[axis] = count;
  if (flat || in->rank != RANK_UNKNOWN) TRY(out_dims(c, 0, flat ? 1 : in->rank, dims, err));
  for (size_t i = 1; i < c->out_count; i++) TRY(out_dims(c, i, 1, i == 2 ? &items : &count, err));
  return FP8C_OK;
}

/* Group numbers in the order of their first occurrence. */
static int64_t *by_occurrence(op_call *c, const groups *g) {
  int64_t *group_at = NEW_ARRAY(c->scratch, int64_t, g->items); /* 0: not a first one */
  int64_t *listed = NEW_ARRAY(c->scratch, int64_t, g->count), n = 0;
  for (int64_t k = 0; k < g->count; k++) group_at[g->order[g->starts[k]]] = k + 1;
  for (int64_t i = 0; i < g->items; i++)
    if (group_at[i] > 0) listed[n++] = group_at[i] - 1;
  return listed;
}

fp8c_status eval_unique(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  groups g;
  int axis = 0;
  bool flat = !op_has_attr(c, "axis");
  TRY(group_items(c, &g, err));
  if (!flat) TRY(axis_of(op_attr_int(c, "axis"), in->rank, &axis, err));
  if (g.count != c->out[0].dims[axis])
    return fail(err, FP8C_ERROR_INTERNAL, "%lld of %lld found", (long long)g.count,
                (long long)c->out[0].dims[axis]);
  int64_t *listed = op_attr_int(c, "sorted") != 0 ? NULL : by_occurrence(c, &g);
  int64_t outer = flat ? 1 : dims_product(in->dims, 0, axis);
  size_t line = dtype_bytes(in->dtype);
  if (!flat) line *= (size_t)dims_product(in->dims, axis + 1, in->rank);
  int64_t *extra[4] = {NULL};
  for (size_t i = 1; i < c->out_count; i++) extra[i] = c->out[i].data;
  for (int64_t n = 0; n < g.count; n++) {
    int64_t k = listed != NULL ? listed[n] : n, first = g.order[g.starts[k]];
    for (int64_t o = 0; o < outer && line > 0; o++)
      memcpy((char *)c->out[0].data + (size_t)(o * g.count + n) * line,
             (const char *)in->data + (size_t)(o * g.items + first) * line, line);
    if (extra[1] != NULL) extra[1][n] = first;
    for (int64_t i = g.starts[k]; i < g.starts[k + 1] && extra[2] != NULL; i++)
      extra[2][g.order[i]] = n;
    if (extra[3] != NULL) extra[3][n] = g.starts[k + 1] - g.starts[k];
  }
  return FP8C_OK;
}

/* ---- OneHot ------------------------------------------------------------ */

fp8c_status infer_one_hot(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *depth = c->in[1];
  int64_t dims[FP8C_MAX_RANK + 1], size = DIM_UNKNOWN;
  int axis;
  c->out[0].dtype = c->in[2]->dtype;
  if (tensor_shape_known(c->in[2]) && tensor_elements(c->in[2]) != 2)
    return fail(err, FP8C_ERROR_FORMAT, "its values are not two (off and on)");
  if (input_known(c, 1)) {
    double real = tensor_elements(depth) == 1 ? tensor_real(depth, 0) : -1;
    if (!(real >= 0 && real <= (double)OUTPUT_MAX_BYTES))
      return fail(err, FP8C_ERROR_FORMAT, "its depth is not one number of a possible size");
    size = (int64_t)real;
  }
  if (in->rank == RANK_UNKNOWN) return FP8C_OK;
  TRY(axis_of(op_attr_int(c, "axis"), in->rank + 1, &axis, err));
  for (int d = 0; d <= in->rank; d++)
    dims[d] = d < axis ? in->dims[d] : d == axis ? size : in->dims[d - 1];
  return out_sized(c, 0, in->rank + 1, dims, err);
}

fp8c_status eval_one_hot(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *values = c->in[2], *out = &c->out[0];
  size_t bytes = dtype_bytes(out->dtype);
  int axis;
  TRY(axis_of(op_attr_int(c, "axis"), out->rank, &axis, err));
  int64_t depth = out->dims[axis], inner = dims_product(out->dims, axis + 1, out->rank);
  fill_elements(out->data, values->data, tensor_elements(out), bytes);
  for (int64_t i = 0; i < tensor_elements(in) && depth > 0; i++) {
    double at = dtype_is_float(in->dtype) ? tensor_real(in, i) : (double)tensor_int(in, i);
    if (!(at >= -(double)depth && at < (double)depth)) continue; /* all off */
    int64_t k = (int64_t)at + (at < 0 ? depth : 0);
    if (k >= depth) continue;
    memcpy((char *)out->data + (size_t)((i / inner * depth + k) * inner + i % inner) * bytes,
           (const char *)values->data + bytes, bytes);
  }
  return FP8C_OK;
}

/* ---- NonMaxSuppression ------------------------------------------------- */

typedef struct box {
  float y1, x1, y2, x2;
} box;

static box read_box(const float *b, bool center) {
  if (center) /* x, y, width, height */
    return (box){b[1] - b[3] / 2, b[0] - b[2] / 2, b[1] + b[3] / 2, b[0] + b[2] / 2};
  return (box){b[0] < b[2] ? b[0] : b[2], b[1] < b[3] ? b[1] : b[3], b[0] < b[2] ? b[2] : b[0],
               b[1] < b[3] ? b[3] : b[1]};
}

static float overlap(box a, box b) {
  float height = (a.y2 < b.y2 ? a.y2 : b.y2) - (a.y1 > b.y1 ? a.y1 : b.y1);
  float width = (a.x2 < b.x2 ? a.x2 : b.x2) - (a.x1 > b.x1 ? a.x1 : b.x1);
  if (height <= 0 || width <= 0) return 0;
  float common = height * width;
  float all = (a.y2 - a.y1) * (a.x2 - a.x1) + (b.y2 - b.y1) * (b.x2 - b.x1) - common;
  return all > 0 ? common / all : 0;
}

/* Writes (batch, class, box) triples to `out` (NULL: only counts them). */
static int64_t suppress(op_call *c, int64_t *out, int64_t room) {
  tensor boxes = tensor_as_f32(c, c->in[0]), scores = tensor_as_f32(c, c->in[1]);
  int64_t batches = scores.dims[0], classes = scores.dims[1], n = scores.dims[2], found = 0;
  int64_t most = has_input(c, 2) ? tensor_int(c->in[2], 0) : 0;
  float iou = has_input(c, 3) ? (float)tensor_real(c->in[3], 0) : 0;
  bool limited = has_input(c, 4), center = op_attr_int(c, "center_point_box") != 0;
  float least = limited ? (float)tensor_real(c->in[4], 0) : 0;
  int64_t *keys = NEW_ARRAY(c->scratch, int64_t, n), *order = NEW_ARRAY(c->scratch, int64_t, n);
  box *kept = NEW_ARRAY(c->scratch, box, n);
  for (int64_t line = 0; line < batches * classes && n > 0; line++) {
    const float *box_data = (const float *)boxes.data + line / classes * n * 4;
    const float *score = (const float *)scores.data + line * n;
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) keys[i] = ordered_key(&scores, line * n + i);
    select_first(keys, true, n, order, n);
    for (int64_t i = 0; i < n && count < most; i++) {
      if (limited && !(score[order[i]] > least)) continue;
      box candidate = read_box(box_data + 4 * order[i], center);
      int64_t k = 0;
      while (k < count && !(overlap(candidate, kept[k]) > iou)) k++;
      if (k < count) continue;
      kept[count++] = candidate;
      if (out != NULL && found < room) {
        out[3 * found] = line / classes;
        out[3 * found + 1] = line % classes;
        out[3 * found + 2] = order[i];
      }
      found++;
    }
  }
  return found;
}

fp8c_status infer_non_max_suppression(op_call *c, fp8c_error *err) {
  int64_t dims[2] = {DIM_UNKNOWN, 3}, same;
  c->out[0].dtype = FP8C_DTYPE_I64;
  TRY(want_rank(c, 0, 3, err));
  TRY(want_rank(c, 1, 3, err));
  bool known = true;
  for (size_t i = 0; i < 2; i++)
    if (!dtype_is_small_float(c->in[i]->dtype))
      return fail(err, FP8C_ERROR_FORMAT, "input %zu has type %s; a float is wanted", i,
                  fp8c_dtype_name(c->in[i]->dtype));
  if (rank_known(c, 0) && rank_known(c, 1)) {
    TRY(dim_same(c->in[0]->dims[0], c->in[1]->dims[0], "batch sizes", &same, err));
    TRY(dim_same(c->in[0]->dims[1], c->in[1]->dims[2], "box counts", &same, err));
    TRY(dim_same(c->in[0]->dims[2], 4, "the numbers of a box and 4", &same, err));
  }
  for (size_t i = 0; i < c->in_count; i++) {
    if (!has_input(c, i)) continue;
    known = known && input_known(c, i);
    if (i >= 2 && tensor_shape_known(c->in[i]) && tensor_elements(c->in[i]) != 1)
      return fail(err, FP8C_ERROR_FORMAT, "input %zu is no single number", i);
  }
  if (known) dims[0] = suppress(c, NULL, 0);
  return out_dims(c, 0, 2, dims, err);
}

fp8c_status eval_non_max_suppression(op_call *c, fp8c_error *err) {
  int64_t found = suppress(c, c->out[0].data, c->out[0].dims[0]);
  if (found == c->out[0].dims[0]) return FP8C_OK;
  return fail(err, FP8C_ERROR_INTERNAL, "%lld boxes kept; %lld are expected", (long long)found,
              (long long)c->out[0].dims[0]);
}
