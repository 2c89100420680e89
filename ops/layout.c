/* layout.c - operators that rearrange elements: all of them are a strided copy,
 * or a copy by an index list per axis where borders repeat. */
#include <inttypes.h>
#include <string.h>

#include "ops/channels_last.h"
#include "ops/move.h"
#include "ops/rows.h"
#include "ops/slice.h"

/* ---- Transpose --------------------------------------------------------- */

/* The permutation, or the reversed order when there is none. Unlike other operators' axes
 * these may not be counted from behind: the standard says 0 to rank - 1. */
static fp8c_status read_perm(const op_call *c, int rank, int *perm, fp8c_error *err) {
  const int64_t *items;
  size_t count;
  bool seen[FP8C_MAX_RANK] = {false};
  if (!op_attr_ints(c, "perm", &items, &count)) {
    for (int d = 0; d < rank; d++) perm[d] = rank - 1 - d;
    return FP8C_OK;
  }
  if ((int64_t)count != rank)
    return fail(err, FP8C_ERROR_FORMAT, "perm has %zu axes for an input of rank %d", count, rank);
  for (int d = 0; d < rank; d++) {
    if (items[d] < 0 || items[d] >= rank)
      return fail(err, FP8C_ERROR_FORMAT,
                  "perm names axis %" PRId64 " of an input of rank %d; its axes are 0 to %d",
                  items[d], rank, rank - 1);
    perm[d] = (int)items[d];
    if (seen[perm[d]]) return fail(err, FP8C_ERROR_FORMAT, "perm names axis %d twice", perm[d]);
    seen[perm[d]] = true;
  }
  return FP8C_OK;
}

fp8c_status infer_transpose(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int perm[FP8C_MAX_RANK];
  int64_t dims[FP8C_MAX_RANK];
  out_moves(c, 0);
  if (in->rank == RANK_UNKNOWN) return FP8C_OK;
  TRY(read_perm(c, in->rank, perm, err));
  for (int d = 0; d < in->rank; d++) dims[d] = in->dims[perm[d]];
  return out_dims(c, 0, in->rank, dims, err);
}

fp8c_status eval_transpose(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *out = &c->out[0];
  int perm[FP8C_MAX_RANK];
  int64_t strides[FP8C_MAX_RANK];
  move m = {.rank = in->rank};
  TRY(read_perm(c, in->rank, perm, err));
  strides_of(in->dims, in->rank, strides);
  strides_of(out->dims, out->rank, m.to);
  for (int d = 0; d < in->rank; d++) {
    m.dims[d] = out->dims[d];
    m.from[d] = strides[perm[d]];
  }
  move_run(c->threads, m, out->data, in->data, dtype_bytes(out->dtype));
  return FP8C_OK;
}

/* ---- Slice ------------------------------------------------------------- */

slice_range slice_along(int64_t dim, int64_t start, int64_t end, int64_t step) {
  int64_t low = step > 0 ? 0 : -1, high = step > 0 ? dim : dim - 1;
  if (start < 0) start += dim;
  if (end < 0) end += dim;
  if (start < 0) start = 0;
  if (start > high) start = high;
  if (end < low) end = low;
  if (end > high) end = high;
  slice_range s = {start, step, 0};
  /* unsigned, as -step has no positive form for the smallest integer */
  uint64_t size = step > 0 ? (uint64_t)step : 0 - (uint64_t)step;
  int64_t span = step > 0 ? end - start : start - end;
  if (span > 0) s.count = (int64_t)(((uint64_t)span + size - 1) / size);
  if (span > 0 && size >= (uint64_t)span) { /* a single element: any step will do */
    s.count = 1;
    s.step = 1;
  }
  return s;
}

/* Reads starts, ends, axes and steps, one entry an axis of the input. `known`
 * says which entries were read; dims may be symbols. */
typedef struct slice_plan {
  slice_range axis[FP8C_MAX_RANK];
  int64_t dims[FP8C_MAX_RANK];
} slice_plan;

static fp8c_status read_slice(const op_call *c, slice_plan *p, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t starts[FP8C_MAX_RANK], ends[FP8C_MAX_RANK], axes[FP8C_MAX_RANK], steps[FP8C_MAX_RANK];
  size_t n, end_count, axis_count, step_count;
  bool known, ends_known, axes_known, steps_known, seen[FP8C_MAX_RANK] = {false};
  TRY(known_ints(c, 1, starts, FP8C_MAX_RANK, &n, &known, err));
  TRY(known_ints(c, 2, ends, FP8C_MAX_RANK, &end_count, &ends_known, err));
  TRY(known_ints(c, 3, axes, FP8C_MAX_RANK, &axis_count, &axes_known, err));
  TRY(known_ints(c, 4, steps, FP8C_MAX_RANK, &step_count, &steps_known, err));
  for (int d = 0; d < in->rank; d++) {
    p->dims[d] = in->dims[d];
    p->axis[d] = (slice_range){0, 1, in->dims[d]};
  }
  if (!known && ends_known) n = end_count;
  if (!known && !ends_known && c->in[1]->rank == 1 && c->in[1]->dims[0] >= 0)
    n = (size_t)c->in[1]->dims[0];
  else if (!known && !ends_known)
    n = axes_known ? axis_count : FP8C_MAX_RANK + 1;
  if ((has_input(c, 3) && !axes_known) || n > FP8C_MAX_RANK) {
    for (int d = 0; d < in->rank; d++) p->dims[d] = DIM_UNKNOWN;
    return FP8C_OK;
  }
  if ((ends_known && end_count != n) || (axes_known && axis_count != n) ||
      (steps_known && step_count != n))
    return fail(err, FP8C_ERROR_FORMAT, "starts, ends, axes and steps differ in length");
  for (size_t i = 0; i < n; i++) {
    int d;
    TRY(axis_of(axes_known ? axes[i] : (int64_t)i, in->rank, &d, err));
    if (seen[d]) return fail(err, FP8C_ERROR_FORMAT, "axis %d is named twice", d);
    seen[d] = true;
    int64_t step = steps_known ? steps[i] : has_input(c, 4) ? 0 : 1;
    if (steps_known && step == 0) return fail(err, FP8C_ERROR_FORMAT, "a step is 0");
    p->dims[d] = DIM_UNKNOWN;
    if (!known || !ends_known || step == 0) continue;
    if (in->dims[d] < 0) { /* a symbol stays itself where all of it is taken */
      if (starts[i] == 0 && step == 1 && ends[i] >= INT32_MAX) p->dims[d] = in->dims[d];
      continue;
    }
    p->axis[d] = slice_along(in->dims[d], starts[i], ends[i], step);
    p->dims[d] = p->axis[d].count;
  }
  return FP8C_OK;
}

fp8c_status infer_slice(op_call *c, fp8c_error *err) {
  slice_plan p;
  out_moves(c, 0);
  if (c->in[0]->rank == RANK_UNKNOWN) return FP8C_OK;
  TRY(read_slice(c, &p, err));
  return out_dims(c, 0, c->in[0]->rank, p.dims, err);
}

fp8c_status eval_slice(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *out = &c->out[0];
  int64_t strides[FP8C_MAX_RANK], offset = 0;
  slice_plan p;
  move m = {.rank = in->rank};
  TRY(read_slice(c, &p, err));
  if (tensor_elements(out) == 0) return FP8C_OK;
  strides_of(in->dims, in->rank, strides);
  strides_of(out->dims, out->rank, m.to);
  for (int d = 0; d < in->rank; d++) {
    if (p.axis[d].count != out->dims[d])
      return fail(err, FP8C_ERROR_FORMAT, "axis %d gives %lld elements; %lld are expected", d,
                  (long long)p.axis[d].count, (long long)out->dims[d]);
    m.dims[d] = out->dims[d];
    m.from[d] = strides[d] * p.axis[d].step;
    offset += strides[d] * p.axis[d].start;
  }
  size_t bytes = dtype_bytes(out->dtype);
  move_run(c->threads, m, out->data, (const char *)in->data + offset * (int64_t)bytes, bytes);
  return FP8C_OK;
}

/* ---- Concat, Split ----------------------------------------------------- */

fp8c_status infer_concat(op_call *c, fp8c_error *err) {
  int64_t dims[FP8C_MAX_RANK];
  int rank = RANK_UNKNOWN, axis = 0;
  out_moves(c, 0);
  for (size_t i = 0; i < c->in_count; i++) {
    const tensor *t = c->in[i];
    if (t == NULL) return fail(err, FP8C_ERROR_FORMAT, "input %zu is missing", i);
    if (t->rank == RANK_UNKNOWN) return FP8C_OK;
    if (rank == RANK_UNKNOWN) {
      rank = t->rank;
      TRY(axis_of(op_attr_int(c, "axis"), rank, &axis, err));
      memcpy(dims, t->dims, sizeof dims);
      continue;
    }
    if (t->rank != rank)
      return fail(err, FP8C_ERROR_FORMAT, "input 0 has rank %d and input %zu rank %d", rank, i,
                  t->rank);
    for (int d = 0; d < rank; d++) {
      if (d == axis)
        TRY(dim_add(dims[d], t->dims[d], &dims[d], err));
      else
        TRY(dim_same(dims[d], t->dims[d], "dimensions off the axis", &dims[d], err));
    }
  }
  return out_sized(c, 0, rank, dims, err);
}

/* Copies `part` into, or out of, the slab of `whole` that starts at `start`. */
static void move_slab(op_call *c, const tensor *whole, const tensor *part, int axis, int64_t start,
                      bool into) {
  int64_t whole_strides[FP8C_MAX_RANK], part_strides[FP8C_MAX_RANK];
  size_t bytes = dtype_bytes(whole->dtype);
  move m = {.rank = part->rank};
  strides_of(whole->dims, whole->rank, whole_strides);
  strides_of(part->dims, part->rank, part_strides);
  for (int d = 0; d < part->rank; d++) {
    m.dims[d] = part->dims[d];
    m.to[d] = into ? whole_strides[d] : part_strides[d];
    m.from[d] = into ? part_strides[d] : whole_strides[d];
  }
  char *slab = (char *)whole->data + start * whole_strides[axis] * (int64_t)bytes;
  if (into)
    move_run(c->threads, m, slab, part->data, bytes);
  else
    move_run(c->threads, m, part->data, slab, bytes);
}

fp8c_status eval_concat(op_call *c, fp8c_error *err) {
  tensor *out = &c->out[0];
  int64_t start = 0;
  int axis;
  if (tensor_elements(out) == 0) return FP8C_OK;
  TRY(axis_of(op_attr_int(c, "axis"), out->rank, &axis, err));
  for (size_t i = 0; i < c->in_count; i++) {
    if (c->in[i]->dtype != out->dtype)
      return fail(err, FP8C_ERROR_FORMAT, "input %zu has type %s; %s is wanted", i,
                  fp8c_dtype_name(c->in[i]->dtype), fp8c_dtype_name(out->dtype));
    if (tensor_elements(c->in[i]) > 0) move_slab(c, out, c->in[i], axis, start, true);
    start += c->in[i]->dims[axis];
  }
  return FP8C_OK;
}

/* The size of output i along the axis; DIM_UNKNOWN when it is not known. */
static fp8c_status split_sizes(const op_call *c, int64_t dim, int64_t *sizes, fp8c_error *err) {
  size_t count;
  bool known;
  TRY(known_ints(c, 1, sizes, c->out_count, &count, &known, err));
  if (known) {
    int64_t sum = 0;
    if (count != c->out_count)
      return fail(err, FP8C_ERROR_FORMAT, "%zu sizes for %zu outputs", count, c->out_count);
    for (size_t i = 0; i < count; i++) {
      if (sizes[i] < 0 || __builtin_add_overflow(sum, sizes[i], &sum))
        return fail(err, FP8C_ERROR_FORMAT, "split size %lld is not possible", (long long)sizes[i]);
    }
    if (dim >= 0 && sum != dim)
      return fail(err, FP8C_ERROR_FORMAT, "the sizes add up to %lld; the axis has %lld elements",
                  (long long)sum, (long long)dim);
    return FP8C_OK;
  }
  int64_t n = (int64_t)c->out_count;
  if (op_has_attr(c, "num_outputs") && op_attr_int(c, "num_outputs") != n)
    return fail(err, FP8C_ERROR_FORMAT, "num_outputs is %lld, but there are %lld outputs",
                (long long)op_attr_int(c, "num_outputs"), (long long)n);
  bool unknown = has_input(c, 1) || dim < 0;
  int64_t piece = unknown ? 0 : dim / n + (dim % n != 0);
  for (int64_t i = 0; i < n; i++) {
    int64_t left = unknown ? 0 : dim - i * piece;
    sizes[i] = unknown ? DIM_UNKNOWN : left > piece ? piece : left > 0 ? left : 0;
  }
  return FP8C_OK;
}

fp8c_status infer_split(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int axis;
  for (size_t i = 0; i < c->out_count; i++) out_moves(c, i);
  if (in->rank == RANK_UNKNOWN) return FP8C_OK;
  TRY(axis_of(op_attr_int(c, "axis"), in->rank, &axis, err));
  int64_t *sizes = NEW_ARRAY(c->scratch, int64_t, c->out_count);
  TRY(split_sizes(c, in->dims[axis], sizes, err));
  for (size_t i = 0; i < c->out_count; i++) {
    int64_t dims[FP8C_MAX_RANK];
    memcpy(dims, in->dims, sizeof dims);
    dims[axis] = sizes[i];
    TRY(out_dims(c, i, in->rank, dims, err));
  }
  return FP8C_OK;
}

fp8c_status eval_split(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t start = 0;
  int axis;
  TRY(axis_of(op_attr_int(c, "axis"), in->rank, &axis, err));
  for (size_t i = 0; i < c->out_count; i++) {
    int64_t size = c->out[i].dims[axis];
    if (size > in->dims[axis] - start)
      return fail(err, FP8C_ERROR_FORMAT, "the outputs take more than the %lld elements of axis %d",
                  (long long)in->dims[axis], axis);
    if (tensor_elements(&c->out[i]) > 0 && c->out[i].data != NULL)
      move_slab(c, in, &c->out[i], axis, start, false);
    start += size;
  }
  return FP8C_OK;
}

/* ---- Pad and CenterCropPad --------------------------------------------- */

/* Elements added before (and, in infer, after) each axis; negative: removed. */
typedef struct padding {
  int64_t before[FP8C_MAX_RANK], after[FP8C_MAX_RANK];
} padding;

static fp8c_status read_pads(const op_call *c, padding *p, bool *known, fp8c_error *err) {
  int rank = c->in[0]->rank;
  int64_t pads[2 * FP8C_MAX_RANK], axes[FP8C_MAX_RANK];
  size_t count, axis_count;
  bool axes_known, seen[FP8C_MAX_RANK] = {false};
  TRY(known_ints(c, 1, pads, 2 * FP8C_MAX_RANK, &count, known, err));
  TRY(known_ints(c, 3, axes, FP8C_MAX_RANK, &axis_count, &axes_known, err));
  memset(p, 0, sizeof *p);
  if (has_input(c, 3) && !axes_known) *known = false;
  if (!*known) return FP8C_OK;
  if (!axes_known) axis_count = (size_t)rank;
  if (count != 2 * axis_count)
    return fail(err, FP8C_ERROR_FORMAT, "there are %zu pads for %zu axes", count, axis_count);
  for (size_t i = 0; i < axis_count; i++) {
    int d;
    TRY(axis_of(axes_known ? axes[i] : (int64_t)i, rank, &d, err));
    if (seen[d]) return fail(err, FP8C_ERROR_FORMAT, "axis %d is named twice", d);
    seen[d] = true;
    p->before[d] = pads[i];
    p->after[d] = pads[i + axis_count];
  }
  return FP8C_OK;
}

fp8c_status infer_pad(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  const char *mode = op_attr_string(c, "mode");
  int64_t dims[FP8C_MAX_RANK];
  padding p;
  bool known;
  out_moves(c, 0);
  bool constant = strcmp(mode, "constant") == 0;
  if (!constant && strcmp(mode, "reflect") != 0 && strcmp(mode, "edge") != 0 &&
      strcmp(mode, "wrap") != 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "mode \"%s\" is not supported", mode);
  if (in->rank == RANK_UNKNOWN) return FP8C_OK;
  TRY(read_pads(c, &p, &known, err));
  for (int d = 0; d < in->rank; d++) {
    dims[d] = in->dims[d];
    if (known && p.before[d] == 0 && p.after[d] == 0) continue;
    dims[d] = DIM_UNKNOWN;
    if (!known || in->dims[d] < 0) continue;
    if (__builtin_add_overflow(in->dims[d], p.before[d], &dims[d]) ||
        __builtin_add_overflow(dims[d], p.after[d], &dims[d]) || dims[d] < 0)
      return fail(err, FP8C_ERROR_FORMAT, "pads %lld and %lld on an axis of %lld elements",
                  (long long)p.before[d], (long long)p.after[d], (long long)in->dims[d]);
    if (in->dims[d] == 0 && dims[d] > 0 && !constant)
      return fail(err, FP8C_ERROR_FORMAT, "axis %d is empty; mode \"%s\" has nothing to repeat", d,
                  mode);
  }
  return out_sized(c, 0, in->rank, dims, err);
}

/* Fills the output with the element at `value` and places the part of the input
 * that overlaps it, `before` elements from each start. */
static void place_box(op_call *c, const int64_t *before, const void *value) {
  const tensor *in = c->in[0], *out = &c->out[0];
  size_t bytes = dtype_bytes(out->dtype);
  int64_t from_at = 0, to_at = 0;
  move m = {.rank = in->rank};
  strides_of(in->dims, in->rank, m.from);
  strides_of(out->dims, out->rank, m.to);
  bool covered = true;
  for (int d = 0; d < in->rank; d++) {
    int64_t first = before[d] > 0 ? before[d] : 0;    /* in the output */
    int64_t skipped = before[d] < 0 ? -before[d] : 0; /* of the input */
    int64_t a = in->dims[d] - skipped, b = out->dims[d] - first;
    m.dims[d] = a < b ? a : b;
    if (m.dims[d] < 0) m.dims[d] = 0;
    covered = covered && m.dims[d] == out->dims[d];
    to_at += first * m.to[d];
    from_at += skipped * m.from[d];
  }
  if (!covered) fill_elements(out->data, value, tensor_elements(out), bytes);
  if (dims_product(m.dims, 0, m.rank) == 0) return;
  move_run(c->threads, m, (char *)out->data + to_at * (int64_t)bytes,
           (const char *)in->data + from_at * (int64_t)bytes, bytes);
}

/* The element that stands at position i (which may lie outside) of an axis. */
static int64_t bordered(int64_t i, int64_t dim, char mode) {
  if (mode == 'e') return i < 0 ? 0 : i >= dim ? dim - 1 : i;
  int64_t period = mode == 'w' ? dim : dim > 1 ? 2 * (dim - 1) : 1;
  i %= period;
  if (i < 0) i += period;
  return i < dim ? i : period - i;
}

typedef struct border_job {
  const tensor *in, *out;
  int64_t *map[FP8C_MAX_RANK]; /* element offset in the input for each output index */
  size_t bytes;
  int64_t inside, end; /* of the last axis: positions that read neighbours, one after the other */
} border_job;

static void copy_by_map(const border_job *j, const char *from, int64_t first, int64_t end,
                        char *to) {
  const int64_t *map = j->map[j->out->rank - 1];
  for (int64_t i = first; i < end; i++) switch (j->bytes) {
      case 1:
        to[i] = from[map[i]];
        break;
      case 2:
        ((uint16_t *)to)[i] = ((const uint16_t *)from)[map[i]];
        break;
      case 4:
        ((uint32_t *)to)[i] = ((const uint32_t *)from)[map[i]];
        break;
      default:
        ((uint64_t *)to)[i] = ((const uint64_t *)from)[map[i]];
        break;
    }
}

static void copy_bordered(void *object, int64_t first, int64_t last) {
  const border_job *j = object;
  int rank = j->out->rank;
  int64_t line = j->out->dims[rank - 1];
  const int64_t *map = j->map[rank - 1];
  for (int64_t row = first; row < last; row++) {
    int64_t at = 0, rest = row;
    for (int d = rank - 2; d >= 0; d--) {
      at += j->map[d][rest % j->out->dims[d]];
      rest /= j->out->dims[d];
    }
    char *to = (char *)j->out->data + (size_t)(row * line) * j->bytes;
    const char *from = (const char *)j->in->data + (size_t)at * j->bytes;
    copy_by_map(j, from, 0, j->inside, to);
    memcpy(to + (size_t)j->inside * j->bytes, from + (size_t)map[j->inside] * j->bytes,
           (size_t)(j->end - j->inside) * j->bytes);
    copy_by_map(j, from, j->end, line, to);
  }
}

/* The image itself among what is put around it. */
static void find_inside(border_job *j) {
  const int64_t *map = j->map[j->out->rank - 1];
  int64_t line = j->out->dims[j->out->rank - 1];
  for (int64_t i = 0, end; i < line; i = end) {
    for (end = i + 1; end < line && map[end] == map[end - 1] + 1;) end++;
    if (end - i <= j->end - j->inside) continue;
    j->inside = i;
    j->end = end;
  }
}

fp8c_status eval_pad(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *out = &c->out[0];
  const char *mode = op_attr_string(c, "mode");
  size_t bytes = dtype_bytes(out->dtype);
  padding p;
  bool known;
  TRY(read_pads(c, &p, &known, err));
  if (!known) return fail(err, FP8C_ERROR_INTERNAL, "its pads are not known");
  if (tensor_elements(out) == 0) return FP8C_OK;
  if (mode[0] == 'c' || in->rank == 0) {
    uint64_t zero = 0;
    const void *value = &zero;
    if (has_input(c, 2)) {
      if (c->in[2]->dtype != out->dtype || tensor_elements(c->in[2]) != 1)
        return fail(err, FP8C_ERROR_FORMAT, "the constant must be one %s",
                    fp8c_dtype_name(out->dtype));
      value = c->in[2]->data;
    }
    place_box(c, p.before, value);
    return FP8C_OK;
  }
  border_job j = {.in = in, .out = out, .bytes = bytes};
  int64_t strides[FP8C_MAX_RANK];
  strides_of(in->dims, in->rank, strides);
  for (int d = 0; d < in->rank; d++) {
    j.map[d] = NEW_ARRAY(c->scratch, int64_t, out->dims[d]);
    for (int64_t i = 0; i < out->dims[d]; i++)
      j.map[d][i] = strides[d] * bordered(i - p.before[d], in->dims[d], mode[0]);
  }
  find_inside(&j);
  int64_t line = out->dims[out->rank - 1];
  each_piece(c->threads, tensor_elements(out) / line, 16384 / (line < 16384 ? line : 16384),
             copy_bordered, &j);
  return FP8C_OK;
}

fp8c_status infer_center_crop_pad(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  const int64_t *axes;
  int64_t want[FP8C_MAX_RANK], dims[FP8C_MAX_RANK];
  size_t count, axis_count;
  bool known;
  out_moves(c, 0);
  TRY(known_ints(c, 1, want, FP8C_MAX_RANK, &count, &known, err));
  if (in->rank == RANK_UNKNOWN) return FP8C_OK;
  bool listed = op_attr_ints(c, "axes", &axes, &axis_count);
  if (!listed) axis_count = (size_t)in->rank;
  if (known && count != axis_count)
    return fail(err, FP8C_ERROR_FORMAT, "%zu sizes for %zu axes", count, axis_count);
  memcpy(dims, in->dims, sizeof dims);
  for (size_t i = 0; i < axis_count; i++) {
    int d;
    TRY(axis_of(listed ? axes[i] : (int64_t)i, in->rank, &d, err));
    if (known && want[i] < 0)
      return fail(err, FP8C_ERROR_FORMAT, "size %lld is negative", (long long)want[i]);
    dims[d] = known ? want[i] : DIM_UNKNOWN;
  }
  return out_sized(c, 0, in->rank, dims, err);
}

fp8c_status eval_center_crop_pad(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *in = c->in[0], *out = &c->out[0];
  int64_t before[FP8C_MAX_RANK];
  uint64_t zero = 0;
  if (tensor_elements(out) == 0) return FP8C_OK;
  for (int d = 0; d < in->rank; d++) /* an odd element is cut or added at the end */
    before[d] = out->dims[d] >= in->dims[d] ? (out->dims[d] - in->dims[d]) / 2
                                            : -((in->dims[d] - out->dims[d]) / 2);
  place_box(c, before, &zero);
  return FP8C_OK;
}

/* ---- DepthToSpace, SpaceToDepth ---------------------------------------- */

static fp8c_status read_block(const op_call *c, int64_t *block, fp8c_error *err) {
  *block = op_attr_int(c, "blocksize");
  if (*block < 1 || *block > INT32_MAX)
    return fail(err, FP8C_ERROR_FORMAT, "blocksize %lld is not possible", (long long)*block);
  return want_rank(c, 0, 4, err);
}

static fp8c_status dim_divide(int64_t dim, int64_t by, const char *what, int64_t *out,
                              fp8c_error *err) {
  if (dim >= 0 && dim % by != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%s %lld is no multiple of %lld", what, (long long)dim,
                (long long)by);
  *out = dim >= 0 ? dim / by : by == 1 ? dim : DIM_UNKNOWN;
  return FP8C_OK;
}

fp8c_status infer_depth_to_space(op_call *c, fp8c_error *err) {
  if (op_attr_int(c, "channels_last")) return channels_last(c, infer_depth_to_space, err);
  int64_t b, dims[4];
  out_moves(c, 0);
  TRY(read_block(c, &b, err));
  if (!rank_known(c, 0)) return FP8C_OK;
  const int64_t *in = c->in[0]->dims;
  dims[0] = in[0];
  TRY(dim_divide(in[1], b * b, "the channel count", &dims[1], err));
  TRY(dim_mul(in[2], b, &dims[2], err));
  TRY(dim_mul(in[3], b, &dims[3], err));
  return out_sized(c, 0, 4, dims, err);
}

fp8c_status eval_depth_to_space(op_call *c, fp8c_error *err) {
  if (op_attr_int(c, "channels_last")) return channels_last(c, eval_depth_to_space, err);
  int64_t b;
  TRY(read_block(c, &b, err));
  const int64_t *in = c->in[0]->dims, *out = c->out[0].dims;
  int64_t plane = in[2] * in[3], depth = out[1];
  bool dcr = strcmp(op_attr_string(c, "mode"), "DCR") == 0;
  /* output order: n, c, h, block row, w, block column */
  move m = {.rank = 6,
            .dims = {in[0], depth, in[2], b, in[3], b},
            .from = {in[1] * plane, dcr ? plane : b * b * plane, in[3],
                     dcr ? b * depth * plane : b * plane, 1, dcr ? depth * plane : plane}};
  strides_of(m.dims, 6, m.to);
  move_run(c->threads, m, c->out[0].data, c->in[0]->data, dtype_bytes(c->out[0].dtype));
  return FP8C_OK;
}

fp8c_status infer_space_to_depth(op_call *c, fp8c_error *err) {
  int64_t b, dims[4];
  out_moves(c, 0);
  TRY(read_block(c, &b, err));
  if (!rank_known(c, 0)) return FP8C_OK;
  const int64_t *in = c->in[0]->dims;
  dims[0] = in[0];
  TRY(dim_mul(in[1], b * b, &dims[1], err));
  TRY(dim_divide(in[2], b, "the height", &dims[2], err));
  TRY(dim_divide(in[3], b, "the width", &dims[3], err));
  return out_sized(c, 0, 4, dims, err);
}

fp8c_status eval_space_to_depth(op_call *c, fp8c_error *err) {
  int64_t b;
  TRY(read_block(c, &b, err));
  const int64_t *in = c->in[0]->dims, *out = c->out[0].dims;
  int64_t plane = in[2] * in[3];
  /* output order: n, block row, block column, c, h, w */
  move m = {.rank = 6,
            .dims = {in[0], b, b, in[1], out[2], out[3]},
            .from = {in[1] * plane, in[3], 1, plane, b * in[3], b}};
  strides_of(m.dims, 6, m.to);
  move_run(c->threads, m, c->out[0].data, c->in[0]->data, dtype_bytes(c->out[0].dtype));
  return FP8C_OK;
}

/* ---- ReverseSequence, Trilu -------------------------------------------- */

fp8c_status infer_reverse_sequence(op_call *c, fp8c_error *err) {
  int64_t batch = op_attr_int(c, "batch_axis"), time = op_attr_int(c, "time_axis");
  out_moves(c, 0);
  if ((batch != 0 && batch != 1) || (time != 0 && time != 1) || batch == time)
    return fail(err, FP8C_ERROR_FORMAT, "batch_axis %lld and time_axis %lld must be 0 and 1",
                (long long)batch, (long long)time);
  if (!rank_known(c, 0)) return FP8C_OK;
  if (c->in[0]->rank < 2)
    return fail(err, FP8C_ERROR_FORMAT, "its input has rank %d; 2 or more is wanted",
                c->in[0]->rank);
  TRY(want_rank(c, 1, 1, err));
  if (rank_known(c, 1)) {
    int64_t same;
    TRY(dim_same(c->in[1]->dims[0], c->in[0]->dims[batch], "batch sizes", &same, err));
  }
  return out_dims(c, 0, c->in[0]->rank, c->in[0]->dims, err);
}

fp8c_status eval_reverse_sequence(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int batch = (int)op_attr_int(c, "batch_axis"), time = 1 - batch;
  int64_t steps = in->dims[time], inner = dims_product(in->dims, 2, in->rank), strides[2];
  size_t line = (size_t)inner * dtype_bytes(in->dtype);
  strides[batch] = batch == 0 ? in->dims[1] : 1;
  strides[time] = time == 0 ? in->dims[1] : 1;
  for (int64_t b = 0; b < in->dims[batch]; b++) {
    int64_t length = tensor_int(c->in[1], b);
    if (length < 0 || length > steps)
      return fail(err, FP8C_ERROR_ARGUMENT, "sequence %lld has length %lld of %lld steps",
                  (long long)b, (long long)length, (long long)steps);
    for (int64_t t = 0; t < steps && line > 0; t++) {
      int64_t from = t < length ? length - 1 - t : t;
      memcpy((char *)c->out[0].data + (size_t)(b * strides[batch] + t * strides[time]) * line,
             (const char *)in->data + (size_t)(b * strides[batch] + from * strides[time]) * line,
             line);
    }
  }
  return FP8C_OK;
}

fp8c_status infer_trilu(op_call *c, fp8c_error *err) {
  out_moves(c, 0);
  if (!rank_known(c, 0)) return FP8C_OK;
  if (c->in[0]->rank < 2)
    return fail(err, FP8C_ERROR_FORMAT, "its input has rank %d; 2 or more is wanted",
                c->in[0]->rank);
  return out_dims(c, 0, c->in[0]->rank, c->in[0]->dims, err);
}

fp8c_status eval_trilu(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t k = 0, columns = in->dims[in->rank - 1], rows = in->dims[in->rank - 2];
  size_t bytes = dtype_bytes(in->dtype);
  bool upper = op_attr_int(c, "upper") != 0;
  if (has_input(c, 1)) {
    if (tensor_elements(c->in[1]) != 1)
      return fail(err, FP8C_ERROR_FORMAT, "k has %lld elements; one is wanted",
                  (long long)tensor_elements(c->in[1]));
    k = tensor_int(c->in[1], 0);
  }
  if (k > columns) k = columns; /* all the same beyond the borders */
  if (k < -rows - 1) k = -rows - 1;
  int64_t lines = tensor_elements(in) / (columns > 0 ? columns : 1);
  for (int64_t i = 0; i < lines && columns > 0; i++) {
    /* the first column of the upper part, or the first beyond the lower one */
    int64_t cut = i % rows + k + (upper ? 0 : 1);
    cut = cut < 0 ? 0 : cut > columns ? columns : cut;
    char *to = (char *)c->out[0].data + (size_t)(i * columns) * bytes;
    const char *from = (const char *)in->data + (size_t)(i * columns) * bytes;
    size_t left = (size_t)cut * bytes, right = (size_t)(columns - cut) * bytes;
    if (upper) {
      memset(to, 0, left);
      memcpy(to + left, from + left, right);
    } else {
      memcpy(to, from, left);
      memset(to + left, 0, right);
    }
  }
  return FP8C_OK;
}
