/* select.c - operators whose result is chosen by value: TopK, NonZero, Unique,
 * Compress, OneHot, NonMaxSuppression.
 *
 * The size of most results is known only when the values are: the shape rule
 * counts when it is given data, and leaves the dimension unknown when not. */
#include <string.h>

#include "base/cpu.h"
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

/* ---- Ranks: order and place in one number -------------------------------- */

/* Elements of a line whose order fits 32 bits get ranks: what stands before is the larger number,
 * and of equal elements the earlier one.  Floats as ordered_key has them. */
static bool has_ranks(fp8c_dtype d) {
  return d == FP8C_DTYPE_F32 || (dtype_is_int(d) && dtype_bytes(d) <= 4);
}

INLINE uint64_t rank_f32(float x, bool largest, int64_t i) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits = bits << 1 > 0xff000000u ? 0x7fffffffu : x == 0 ? 0 : bits; /* NaN, and both zeros */
  uint32_t key = bits ^ ((0u - (bits >> 31)) | 0x80000000u);
  return (uint64_t)(largest ? key : ~key) << 32 | (uint32_t) ~(uint32_t)i;
}

INLINE void rank_line_any(const float *x, int64_t n, bool largest, uint64_t *ranks) {
#pragma omp simd
  for (int64_t i = 0; i < n; i++) ranks[i] = rank_f32(x[i], largest, i);
}
AT_EACH_LEVEL(static void, rank_line, (const float *x, int64_t n, bool largest, uint64_t *ranks),
              (x, n, largest, ranks))

static int64_t place_of(uint64_t rank) { return (int64_t)(uint32_t) ~(uint32_t)rank; }

/* Moves heap[at] down until no child of it is smaller. */
static void sift_least(uint64_t *heap, int64_t count, int64_t at) {
  uint64_t moved = heap[at];
  for (int64_t child; (child = 2 * at + 1) < count; at = child) {
    child += child + 1 < count && heap[child + 1] < heap[child];
    if (heap[child] >= moved) break;
    heap[at] = heap[child];
  }
  heap[at] = moved;
}

/* Whether one of eight is larger: most eights of a long line have none. */
INLINE bool any_larger(const uint64_t *ranks, uint64_t least) {
  bool any = false;
  for (int i = 0; i < 8; i++) any |= ranks[i] > least;
  return any;
}

/* Leaves the k largest in heap[0..k), in order. */
INLINE void largest_ranks_any(const uint64_t *ranks, int64_t n, uint64_t *heap, int64_t k) {
  memcpy(heap, ranks, (size_t)k * sizeof *heap);
  for (int64_t i = k / 2; i-- > 0;) sift_least(heap, k, i);
  for (int64_t i = k; i < n; i++) {
    if (i + 8 <= n && !any_larger(ranks + i, heap[0])) {
      i += 7;
    } else if (ranks[i] > heap[0]) {
      heap[0] = ranks[i];
      sift_least(heap, k, 0);
    }
  }
  for (int64_t left = k; left-- > 1;) { /* the least goes to the end */
    uint64_t least = heap[0];
    heap[0] = heap[left];
    heap[left] = least;
    sift_least(heap, left, 0);
  }
}
AT_EACH_LEVEL(static void, largest_ranks,
              (const uint64_t *ranks, int64_t n, uint64_t *heap, int64_t k), (ranks, n, heap, k))

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

/* The k first of a line in heap[0..k). */
static void top_line(const top_job *j, int64_t line, int64_t *keys, int64_t *heap) {
  int64_t at = line / j->inner * j->dim * j->inner + line % j->inner;
  if (!has_ranks(j->in->dtype) || j->dim > UINT32_MAX) {
    for (int64_t i = 0; i < j->dim; i++) keys[i] = ordered_key(j->in, at + i * j->inner);
    select_first(keys, j->largest, j->dim, heap, j->k);
    return;
  }
  uint64_t *ranks = (uint64_t *)keys, *top = (uint64_t *)heap;
  if (j->in->dtype == FP8C_DTYPE_F32 && j->inner == 1)
    rank_line((const float *)j->in->data + at, j->dim, j->largest, ranks);
  else if (j->in->dtype == FP8C_DTYPE_F32)
    for (int64_t i = 0; i < j->dim; i++)
      ranks[i] = rank_f32(((const float *)j->in->data)[at + i * j->inner], j->largest, i);
  else
    for (int64_t i = 0; i < j->dim; i++) {
      uint32_t key = (uint32_t)(tensor_int(j->in, at + i * j->inner) + ((int64_t)1 << 31));
      if (!dtype_is_signed(j->in->dtype)) key = (uint32_t)tensor_int(j->in, at + i * j->inner);
      ranks[i] = (uint64_t)(j->largest ? key : ~key) << 32 | (uint32_t) ~(uint32_t)i;
    }
  largest_ranks(ranks, j->dim, top, j->k);
  for (int64_t i = 0; i < j->k; i++) heap[i] = place_of(top[i]);
}

static void top_lines(void *object, int64_t first, int64_t last) {
  const top_job *j = object;
  size_t bytes = dtype_bytes(j->in->dtype);
  for (int64_t line = first; line < last; line++) {
    int64_t *keys = j->keys + line * j->dim, *heap = j->heap + line * j->k;
    int64_t outer = line / j->inner, column = line % j->inner;
    top_line(j, line, keys, heap);
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
  j.keys = arena_raw(c->scratch, (size_t)tensor_elements(in), sizeof *j.keys);
  j.heap = arena_raw(c->scratch, (size_t)(lines * j.k), sizeof *j.heap);
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

/* Boxes by their numbers, so that one meets several at once. */
typedef struct box_list {
  int64_t count;
  float *y1, *x1, *y2, *x2, *area;
} box_list;

#define BOXES_AT_ONCE 16

/* Whether a box of the list has more than `iou` of both in common with this one. */
INLINE bool overlaps_any(const box_list *l, box a, float area, float iou) {
  bool found = false;
  for (int64_t first = 0; first < l->count && !found; first += BOXES_AT_ONCE) {
    int any = 0; /* the lists are long enough, and what lies behind them is 0 */
    for (int64_t k = first; k < first + BOXES_AT_ONCE; k++) {
      float height = (a.y2 < l->y2[k] ? a.y2 : l->y2[k]) - (a.y1 > l->y1[k] ? a.y1 : l->y1[k]);
      float width = (a.x2 < l->x2[k] ? a.x2 : l->x2[k]) - (a.x1 > l->x1[k] ? a.x1 : l->x1[k]);
      float common = height * width;
      float all = area + l->area[k] - common;
      float part = ((height <= 0) | (width <= 0) | !(all > 0)) ? 0.0f : common / all;
      any |= (part > iou) & (k < l->count);
    }
    found = any != 0;
  }
  return found;
}
RESULT_AT_EACH_LEVEL(static, bool, overlaps, (const box_list *l, box a, float area, float iou),
                     (l, a, area, iou))

static box_list empty_list(arena *a, int64_t n) {
  float *numbers = NEW_ARRAY(a, float, 5 * (n + BOXES_AT_ONCE));
  box_list l = {0};
  float **parts[] = {&l.y1, &l.x1, &l.y2, &l.x2, &l.area};
  for (int i = 0; i < 5; i++) *parts[i] = numbers + i * (n + BOXES_AT_ONCE);
  return l;
}

static void list_box(box_list *l, box b, float area) {
  int64_t k = l->count++;
  l->y1[k] = b.y1;
  l->x1[k] = b.x1;
  l->y2[k] = b.y2;
  l->x2[k] = b.x2;
  l->area[k] = area;
}

/* Moves heap[at] down until no child of it is larger. */
static void sift_largest(uint64_t *heap, int64_t count, int64_t at) {
  uint64_t moved = heap[at];
  for (int64_t child; (child = 2 * at + 1) < count; at = child) {
    child += child + 1 < count && heap[child + 1] > heap[child];
    if (heap[child] <= moved) break;
    heap[at] = heap[child];
  }
  heap[at] = moved;
}

/* The ranks of scores above the least one (of all without it) as a heap, the best first. */
static int64_t candidates(const float *score, int64_t n, const float *least, uint64_t *ranks,
                          uint64_t *heap) {
  int64_t count = 0;
  rank_line(score, n, true, ranks);
  for (int64_t i = 0; i < n; i++) {
    heap[count] = ranks[i];
    count += !least || score[i] > *least;
  }
  for (int64_t i = count / 2; i-- > 0;) sift_largest(heap, count, i);
  return count;
}

/* Writes (batch, class, box) triples to `out` (NULL: only counts them). */
static int64_t suppress(op_call *c, int64_t *out, int64_t room) {
  tensor boxes = tensor_as_f32(c, c->in[0]), scores = tensor_as_f32(c, c->in[1]);
  int64_t batches = scores.dims[0], classes = scores.dims[1], n = scores.dims[2], found = 0;
  int64_t most = has_input(c, 2) ? tensor_int(c->in[2], 0) : 0;
  float iou = has_input(c, 3) ? (float)tensor_real(c->in[3], 0) : 0;
  bool limited = has_input(c, 4), center = op_attr_int(c, "center_point_box") != 0;
  float least = limited ? (float)tensor_real(c->in[4], 0) : 0;
  uint64_t *ranks = arena_raw(c->scratch, (size_t)n, sizeof *ranks);
  uint64_t *heap = arena_raw(c->scratch, (size_t)n + 1, sizeof *heap);
  box_list kept = empty_list(c->scratch, n);
  for (int64_t line = 0; line < batches * classes && n > 0; line++) {
    const float *box_data = (const float *)boxes.data + line / classes * n * 4;
    int64_t left =
        candidates((const float *)scores.data + line * n, n, limited ? &least : NULL, ranks, heap);
    kept.count = 0;
    while (left > 0 && kept.count < most) {
      int64_t at = place_of(heap[0]);
      heap[0] = heap[--left];
      sift_largest(heap, left, 0);
      box candidate = read_box(box_data + 4 * at, center);
      float area = (candidate.y2 - candidate.y1) * (candidate.x2 - candidate.x1);
      if (overlaps(&kept, candidate, area, iou)) continue;
      list_box(&kept, candidate, area);
      if (out != NULL && found < room) {
        out[3 * found] = line / classes;
        out[3 * found + 1] = line % classes;
        out[3 * found + 2] = at;
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
