/* gather.c - operators that select by index: Gather and Scatter in their forms.
 *
 * Indices are data: out of range they are an error sentence at run time, found
 * before anything is written. */
#include <string.h>

#include "base/cpu.h"
#include "ops/move.h"
#include "ops/rows.h"

/* ---- Indices ----------------------------------------------------------- */

static int64_t index_of(const tensor *t, int64_t k) {
  return t->dtype == FP8C_DTYPE_I64 ? ((const int64_t *)t->data)[k] : ((const int32_t *)t->data)[k];
}

/* Indices into one axis; gives where the first one outside it stands, `count` where there is none.
 */
#define WRAP(type_)                           \
  for (int64_t k = 0; k < count; k++) {       \
    int64_t i = ((const type_ *)t->data)[k];  \
    int64_t at = i + (i < 0 ? dim : 0);       \
    outside |= (uint64_t)at >= (uint64_t)dim; \
    to[k] = at;                               \
  }
INLINE int64_t wrap_indices_any(const tensor *t, int64_t dim, int64_t *restrict to, int64_t count) {
  int outside = 0;
  if (t->dtype == FP8C_DTYPE_I64)
    WRAP(int64_t)
  else
    WRAP(int32_t)
  if (!outside) return count;
  int64_t k = 0;
  while ((uint64_t)to[k] < (uint64_t)dim) k++;
  return k;
}
RESULT_AT_EACH_LEVEL(static, int64_t, wrap_indices,
                     (const tensor *t, int64_t dim, int64_t *to, int64_t count),
                     (t, dim, to, count))

/* Reads `count` indices of an integer tensor, negative ones counted from the
 * end of an axis of `dim` elements; limits: dims[k % width] for index k. */
static fp8c_status read_indices(op_call *c, const tensor *t, const int64_t *dims, int64_t width,
                                int64_t **out, fp8c_error *err) {
  int64_t count = tensor_elements(t);
  if (t->dtype != FP8C_DTYPE_I64 && t->dtype != FP8C_DTYPE_I32)
    return fail(err, FP8C_ERROR_FORMAT, "its indices have type %s; i64 or i32 is wanted",
                fp8c_dtype_name(t->dtype));
  int64_t *indices = arena_raw(c->scratch, (size_t)count, sizeof *indices);
  int64_t bad = width == 1 ? wrap_indices(t, dims[0], indices, count) : count;
  for (int64_t k = 0, column = 0; width > 1 && k < count; k++) {
    int64_t i = index_of(t, k), dim = dims[column];
    if (i < -dim || i >= dim) {
      bad = k;
      break;
    }
    indices[k] = i < 0 ? i + dim : i;
    if (++column == width) column = 0;
  }
  if (bad < count)
    return fail(err, FP8C_ERROR_ARGUMENT, "index %lld is outside an axis of %lld elements",
                (long long)index_of(t, bad), (long long)dims[bad % width]);
  *out = indices;
  return FP8C_OK;
}

/* What is known when the model is read is checked then; long lists are checked at run time. */
#define CHECKED_INDICES_MAX 4096

static fp8c_status check_known_indices(const op_call *c, size_t i, int64_t dim, fp8c_error *err) {
  const tensor *t = c->in[i];
  if (dim < 0 || !input_known(c, i) || tensor_elements(t) > CHECKED_INDICES_MAX) return FP8C_OK;
  for (int64_t k = 0; k < tensor_elements(t); k++) {
    int64_t index = tensor_int(t, k);
    if (index < -dim || index >= dim)
      return fail(err, FP8C_ERROR_FORMAT, "index %lld is outside an axis of %lld elements",
                  (long long)index, (long long)dim);
  }
  return FP8C_OK;
}

static fp8c_status want_index_type(const op_call *c, size_t i, fp8c_error *err) {
  fp8c_dtype d = c->in[i]->dtype;
  if (d == FP8C_DTYPE_I64 || d == FP8C_DTYPE_I32) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "its indices have type %s; i64 or i32 is wanted",
              fp8c_dtype_name(d));
}

/* ---- Gather ------------------------------------------------------------ */

fp8c_status infer_gather(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *indices = c->in[1];
  int64_t dims[2 * FP8C_MAX_RANK];
  int axis, rank = 0;
  out_moves(c, 0);
  TRY(want_index_type(c, 1, err));
  if (in->rank == RANK_UNKNOWN || indices->rank == RANK_UNKNOWN) return FP8C_OK;
  TRY(axis_of(op_attr_int(c, "axis"), in->rank, &axis, err));
  TRY(check_known_indices(c, 1, in->dims[axis], err));
  for (int d = 0; d < axis; d++) dims[rank++] = in->dims[d];
  for (int d = 0; d < indices->rank; d++) dims[rank++] = indices->dims[d];
  for (int d = axis + 1; d < in->rank; d++) dims[rank++] = in->dims[d];
  return out_sized(c, 0, rank, dims, err);
}

/* Copies line `indices[i]` of each outer block: `line` bytes. */
typedef struct gather_job {
  char *to;
  const char *from;
  const int64_t *indices;
  int64_t index_count, axis_dim;
  size_t line;
} gather_job;

static void gather_lines(void *object, int64_t first, int64_t last) {
  const gather_job *j = object;
  for (int64_t i = first; i < last; i++) {
    int64_t row = i / j->index_count * j->axis_dim + j->indices[i % j->index_count];
    char *to = j->to + (size_t)i * j->line;
    const char *from = j->from + (size_t)row * j->line;
    switch (j->line) { /* single elements without a call */
      case 4:
        memcpy(to, from, 4);
        break;
      case 8:
        memcpy(to, from, 8);
        break;
      default:
        memcpy(to, from, j->line);
        break;
    }
  }
}

fp8c_status eval_gather(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *out = &c->out[0];
  int axis;
  TRY(axis_of(op_attr_int(c, "axis"), in->rank, &axis, err));
  gather_job j = {.to = out->data,
                  .from = in->data,
                  .index_count = tensor_elements(c->in[1]),
                  .axis_dim = in->dims[axis]};
  int64_t *indices;
  TRY(read_indices(c, c->in[1], &in->dims[axis], 1, &indices, err));
  j.indices = indices;
  j.line = (size_t)dims_product(in->dims, axis + 1, in->rank) * dtype_bytes(in->dtype);
  if (j.line == 0) return FP8C_OK;
  each_piece(c->threads, dims_product(in->dims, 0, axis) * j.index_count,
             (int64_t)(65536 / (j.line < 65536 ? j.line : 65536)), gather_lines, &j);
  return FP8C_OK;
}

/* ---- Gather by element and by coordinates ------------------------------ */

fp8c_status infer_gather_elements(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *indices = c->in[1];
  int axis;
  out_moves(c, 0);
  TRY(want_index_type(c, 1, err));
  if (indices->rank == RANK_UNKNOWN) return FP8C_OK;
  TRY(axis_of(op_attr_int(c, "axis"), indices->rank, &axis, err));
  TRY(want_rank(c, 0, indices->rank, err));
  for (int d = 0; d < indices->rank && in->rank != RANK_UNKNOWN; d++)
    if (d != axis && in->dims[d] >= 0 && indices->dims[d] > in->dims[d])
      return fail(err, FP8C_ERROR_FORMAT, "axis %d has %lld indices for %lld elements", d,
                  (long long)indices->dims[d], (long long)in->dims[d]);
  return out_sized(c, 0, indices->rank, indices->dims, err);
}

/* Where each element of `indices` points in `data`: its own coordinates, with
 * the one of `axis` replaced by the index. */
static fp8c_status element_offsets(op_call *c, const tensor *data, const tensor *indices, int axis,
                                   int64_t **out, fp8c_error *err) {
  int64_t strides[FP8C_MAX_RANK], at[FP8C_MAX_RANK] = {0};
  int64_t count = tensor_elements(indices), base = 0;
  strides_of(data->dims, data->rank, strides);
  TRY(read_indices(c, indices, &data->dims[axis], 1, out, err));
  int last = indices->rank - 1;
  int64_t row = last >= 0 ? indices->dims[last] : 1, along = last == axis ? 0 : 1;
  for (int64_t k = 0; k < count; k += row) { /* row by row */
    int64_t *to = *out + k, step = last >= 0 ? strides[axis] : 1;
    for (int64_t i = 0; i < row; i++) to[i] = base + to[i] * step + i * along;
    for (int d = last - 1; d >= 0; d--) {
      if (d != axis) base += strides[d];
      if (++at[d] < indices->dims[d]) break;
      at[d] = 0;
      if (d != axis) base -= strides[d] * indices->dims[d];
    }
  }
  return FP8C_OK;
}

/* Lines of `bytes` from places that are listed. */
typedef struct lines_job {
  char *to;
  const char *from;
  const int64_t *lines;
  size_t bytes;
} lines_job;

#define COPY_LINES(type_)                                                              \
  for (int64_t k = first; k < last; k++)                                               \
    ((type_ *)(void *)j->to)[k] = ((const type_ *)(const void *)j->from)[j->lines[k]]; \
  break

static void copy_lines(void *object, int64_t first, int64_t last) {
  const lines_job *j = object;
  switch (j->bytes) { /* single elements without a call */
    case 1:
      COPY_LINES(uint8_t);
    case 2:
      COPY_LINES(uint16_t);
    case 4:
      COPY_LINES(uint32_t);
    case 8:
      COPY_LINES(uint64_t);
    default:
      for (int64_t k = first; k < last; k++)
        memcpy(j->to + (size_t)k * j->bytes, j->from + (size_t)j->lines[k] * j->bytes, j->bytes);
  }
}

static void take_lines(const op_call *c, const int64_t *lines, int64_t count, size_t bytes) {
  lines_job j = {c->out[0].data, c->in[0]->data, lines, bytes};
  each_piece(c->threads, count, (int64_t)(65536 / (bytes < 65536 ? bytes + 1 : 65536)), copy_lines,
             &j);
}

fp8c_status eval_gather_elements(op_call *c, fp8c_error *err) {
  int64_t *offsets, count = tensor_elements(c->in[1]);
  size_t bytes = dtype_bytes(c->in[0]->dtype);
  int axis;
  if (count == 0) return FP8C_OK;
  TRY(axis_of(op_attr_int(c, "axis"), c->in[0]->rank, &axis, err));
  TRY(element_offsets(c, c->in[0], c->in[1], axis, &offsets, err));
  take_lines(c, offsets, count, bytes);
  return FP8C_OK;
}

fp8c_status infer_gather_nd(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *indices = c->in[1];
  int64_t dims[2 * FP8C_MAX_RANK], batch = op_attr_int(c, "batch_dims");
  int rank = 0;
  out_moves(c, 0);
  TRY(want_index_type(c, 1, err));
  if (in->rank == RANK_UNKNOWN || indices->rank == RANK_UNKNOWN) return FP8C_OK;
  if (batch < 0 || batch >= in->rank || batch >= indices->rank)
    return fail(err, FP8C_ERROR_FORMAT, "batch_dims %lld does not fit ranks %d and %d",
                (long long)batch, in->rank, indices->rank);
  int64_t width = indices->dims[indices->rank - 1];
  if (width < 0) return FP8C_OK;
  if (width < 1 || width > in->rank - batch)
    return fail(err, FP8C_ERROR_FORMAT, "coordinates of %lld indices into rank %d",
                (long long)width, in->rank);
  for (int d = 0; d < batch; d++) {
    int64_t same;
    TRY(dim_same(in->dims[d], indices->dims[d], "batch dimensions", &same, err));
  }
  for (int d = 0; d < indices->rank - 1; d++) dims[rank++] = indices->dims[d];
  for (int64_t d = batch + width; d < in->rank; d++) dims[rank++] = in->dims[d];
  return out_sized(c, 0, rank, dims, err);
}

/* The offset in `data`, in lines of what the coordinates leave, of every tuple. */
static fp8c_status tuple_lines(op_call *c, const tensor *data, const tensor *indices, int batch,
                               int64_t **out, int64_t *count, fp8c_error *err) {
  int64_t width = indices->dims[indices->rank - 1], *flat;
  *count = dims_product(indices->dims, 0, indices->rank - 1);
  TRY(read_indices(c, indices, &data->dims[batch], width, &flat, err));
  int64_t *lines = NEW_ARRAY(c->scratch, int64_t, *count);
  int64_t in_batch = dims_product(indices->dims, batch, indices->rank - 1);
  for (int64_t k = 0; k < *count; k++) {
    int64_t line = k / in_batch;
    for (int64_t w = 0; w < width; w++) line = line * data->dims[batch + w] + flat[k * width + w];
    lines[k] = line;
  }
  *out = lines;
  return FP8C_OK;
}

fp8c_status eval_gather_nd(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *indices = c->in[1];
  int batch = (int)op_attr_int(c, "batch_dims");
  int64_t *lines, count, width = indices->dims[indices->rank - 1];
  size_t line =
      (size_t)dims_product(in->dims, batch + (int)width, in->rank) * dtype_bytes(in->dtype);
  if (tensor_elements(&c->out[0]) == 0) return FP8C_OK;
  TRY(tuple_lines(c, in, indices, batch, &lines, &count, err));
  take_lines(c, lines, count, line);
  return FP8C_OK;
}

/* ---- Scatter ----------------------------------------------------------- */

typedef enum reduction { REDUCE_NONE, REDUCE_ADD, REDUCE_MUL, REDUCE_MAX, REDUCE_MIN } reduction;

static fp8c_status read_reduction(const op_call *c, reduction *out, fp8c_error *err) {
  static const char *const names[] = {"none", "add", "mul", "max", "min"};
  const char *name = op_attr_string(c, "reduction");
  *out = REDUCE_NONE;
  for (int i = 0; i < 5; i++)
    if (name == NULL || strcmp(name, names[i]) == 0) {
      *out = (reduction)i;
      return FP8C_OK;
    }
  return fail(err, FP8C_ERROR_UNSUPPORTED, "reduction \"%s\" is not supported", name);
}

/* max and min keep NaN, as NumPy's do; wrapping comes from unsigned types. */
#define REDUCE_EACH(result_) \
  for (int64_t i = 0; i < count; i++) t[i] = (result_)
#define REDUCE_LINE(type_, sum_)                                     \
  do {                                                               \
    type_ *restrict t = (type_ *)(void *)to;                         \
    const type_ *restrict f = (const type_ *)(const void *)from;     \
    switch (how) {                                                   \
      case REDUCE_ADD:                                               \
        REDUCE_EACH((type_)((sum_)t[i] + (sum_)f[i]));               \
        break;                                                       \
      case REDUCE_MUL:                                               \
        REDUCE_EACH((type_)((sum_)t[i] * (sum_)f[i]));               \
        break;                                                       \
      case REDUCE_MAX:                                               \
        REDUCE_EACH(((f[i] > t[i]) | (f[i] != f[i])) ? f[i] : t[i]); \
        break;                                                       \
      default:                                                       \
        REDUCE_EACH(((f[i] < t[i]) | (f[i] != f[i])) ? f[i] : t[i]); \
        break;                                                       \
    }                                                                \
  } while (0)

static void reduce_line(fp8c_dtype dtype, reduction how, char *to, const char *from,
                        int64_t count) {
  switch (dtype) {
    case FP8C_DTYPE_F32:
      REDUCE_LINE(float, float);
      break;
    case FP8C_DTYPE_F64:
      REDUCE_LINE(double, double);
      break;
    case FP8C_DTYPE_I8:
      REDUCE_LINE(int8_t, uint32_t);
      break;
    case FP8C_DTYPE_I16:
      REDUCE_LINE(int16_t, uint32_t);
      break;
    case FP8C_DTYPE_I32:
      REDUCE_LINE(int32_t, uint32_t);
      break;
    case FP8C_DTYPE_I64:
      REDUCE_LINE(int64_t, uint64_t);
      break;
    case FP8C_DTYPE_U8:
      REDUCE_LINE(uint8_t, uint32_t);
      break;
    case FP8C_DTYPE_U16:
      REDUCE_LINE(uint16_t, uint32_t);
      break;
    case FP8C_DTYPE_U32:
      REDUCE_LINE(uint32_t, uint32_t);
      break;
    case FP8C_DTYPE_U64:
      REDUCE_LINE(uint64_t, uint64_t);
      break;
    default:
      break; /* refused by the shape rule */
  }
}

static fp8c_status infer_scatter_common(op_call *c, fp8c_error *err) {
  reduction how;
  out_moves(c, 0);
  TRY(want_index_type(c, 1, err));
  TRY(read_reduction(c, &how, err));
  if (how != REDUCE_NONE && c->in[0]->dtype == FP8C_DTYPE_BOOL)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "a reduction over bool is not supported");
  if (rank_known(c, 0)) TRY(out_dims(c, 0, c->in[0]->rank, c->in[0]->dims, err));
  return FP8C_OK;
}

fp8c_status infer_scatter_elements(op_call *c, fp8c_error *err) {
  int axis;
  TRY(infer_scatter_common(c, err));
  if (!rank_known(c, 0)) return FP8C_OK;
  TRY(axis_of(op_attr_int(c, "axis"), c->in[0]->rank, &axis, err));
  TRY(want_rank(c, 1, c->in[0]->rank, err));
  TRY(want_rank(c, 2, c->in[0]->rank, err));
  for (int d = 0; d < c->in[0]->rank; d++) {
    int64_t same, dim = c->in[0]->dims[d];
    if (!rank_known(c, 1) || !rank_known(c, 2)) return FP8C_OK;
    TRY(dim_same(c->in[1]->dims[d], c->in[2]->dims[d], "indices and updates", &same, err));
    if (d != axis && dim >= 0 && same > dim)
      return fail(err, FP8C_ERROR_FORMAT, "axis %d has %lld indices for %lld elements", d,
                  (long long)same, (long long)dim);
  }
  return FP8C_OK;
}

static fp8c_status want_update_type(const op_call *c, fp8c_error *err) {
  if (c->in[2]->dtype == c->in[0]->dtype) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "updates have type %s; %s is wanted",
              fp8c_dtype_name(c->in[2]->dtype), fp8c_dtype_name(c->in[0]->dtype));
}

/* Lines of `line` elements of updates go to the lines listed. */
static void scatter_lines(op_call *c, reduction how, const int64_t *lines, int64_t count,
                          int64_t line) {
  size_t bytes = dtype_bytes(c->out[0].dtype) * (size_t)line;
  char *to = c->out[0].data;
  const char *from = c->in[2]->data;
  for (int64_t k = 0; k < count; k++) {
    if (how == REDUCE_NONE)
      memcpy(to + (size_t)lines[k] * bytes, from + (size_t)k * bytes, bytes);
    else
      reduce_line(c->out[0].dtype, how, to + (size_t)lines[k] * bytes, from + (size_t)k * bytes,
                  line);
  }
}

fp8c_status eval_scatter_elements(op_call *c, fp8c_error *err) {
  int64_t *offsets, count = tensor_elements(c->in[1]);
  reduction how;
  int axis;
  TRY(want_update_type(c, err));
  TRY(read_reduction(c, &how, err));
  TRY(axis_of(op_attr_int(c, "axis"), c->in[0]->rank, &axis, err));
  if (count > 0) TRY(element_offsets(c, c->in[0], c->in[1], axis, &offsets, err));
  move_bytes(c->threads, c->out[0].data, c->in[0]->data, tensor_bytes(&c->out[0]));
  if (count > 0) scatter_lines(c, how, offsets, count, 1);
  return FP8C_OK;
}

fp8c_status infer_scatter_nd(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *indices = c->in[1], *updates = c->in[2];
  TRY(infer_scatter_common(c, err));
  if (!rank_known(c, 0) || !rank_known(c, 1) || !rank_known(c, 2)) return FP8C_OK;
  if (indices->rank < 1) return fail(err, FP8C_ERROR_FORMAT, "its indices are a scalar");
  int64_t width = indices->dims[indices->rank - 1], same;
  if (width < 0) return FP8C_OK;
  if (width < 1 || width > in->rank)
    return fail(err, FP8C_ERROR_FORMAT, "coordinates of %lld indices into rank %d",
                (long long)width, in->rank);
  if (updates->rank != indices->rank - 1 + in->rank - (int)width)
    return fail(err, FP8C_ERROR_FORMAT, "updates have rank %d; %d is wanted", updates->rank,
                indices->rank - 1 + in->rank - (int)width);
  for (int d = 0; d < updates->rank; d++) {
    int64_t want =
        d < indices->rank - 1 ? indices->dims[d] : in->dims[d - (indices->rank - 1) + (int)width];
    TRY(dim_same(updates->dims[d], want, "dimensions of the updates", &same, err));
  }
  return FP8C_OK;
}

fp8c_status eval_scatter_nd(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *indices = c->in[1];
  int64_t *lines, count, width = indices->dims[indices->rank - 1];
  int64_t line = dims_product(in->dims, (int)width, in->rank);
  reduction how;
  TRY(want_update_type(c, err));
  TRY(read_reduction(c, &how, err));
  TRY(tuple_lines(c, in, indices, 0, &lines, &count, err));
  move_bytes(c->threads, c->out[0].data, in->data, tensor_bytes(&c->out[0]));
  if (line > 0) scatter_lines(c, how, lines, count, line);
  return FP8C_OK;
}

/* TensorScatter: writes a run of steps into a cache, at each batch's own place. */
fp8c_status infer_tensor_scatter(op_call *c, fp8c_error *err) {
  const char *mode = op_attr_string(c, "mode");
  int axis;
  out_moves(c, 0);
  if (strcmp(mode, "linear") != 0 && strcmp(mode, "circular") != 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "mode \"%s\" is not supported", mode);
  if (!rank_known(c, 0)) return FP8C_OK;
  const tensor *in = c->in[0], *update = c->in[1];
  TRY(axis_of(op_attr_int(c, "axis"), in->rank, &axis, err));
  if (axis == 0) return fail(err, FP8C_ERROR_FORMAT, "axis 0 is the batch");
  TRY(want_rank(c, 1, in->rank, err));
  for (int d = 0; d < in->rank && rank_known(c, 1); d++) {
    int64_t same;
    if (d != axis)
      TRY(dim_same(in->dims[d], update->dims[d], "dimensions off the axis", &same, err));
    else if (in->dims[d] >= 0 && update->dims[d] > in->dims[d])
      return fail(err, FP8C_ERROR_FORMAT, "%lld steps do not fit an axis of %lld",
                  (long long)update->dims[d], (long long)in->dims[d]);
  }
  if (has_input(c, 2) && rank_known(c, 2)) {
    int64_t same;
    TRY(want_rank(c, 2, 1, err));
    TRY(dim_same(in->dims[0], c->in[2]->dims[0], "batch sizes", &same, err));
  }
  return out_dims(c, 0, in->rank, in->dims, err);
}

fp8c_status eval_tensor_scatter(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *update = c->in[1];
  bool circular = strcmp(op_attr_string(c, "mode"), "circular") == 0;
  int axis;
  if (tensor_elements(&c->out[0]) == 0) return FP8C_OK;
  TRY(axis_of(op_attr_int(c, "axis"), in->rank, &axis, err));
  if (update->dtype != in->dtype)
    return fail(err, FP8C_ERROR_FORMAT, "the update has type %s; %s is wanted",
                fp8c_dtype_name(update->dtype), fp8c_dtype_name(in->dtype));
  int64_t size = in->dims[axis], steps = update->dims[axis];
  int64_t blocks = dims_product(in->dims, 0, axis), per_batch = blocks / in->dims[0];
  size_t line = (size_t)dims_product(in->dims, axis + 1, in->rank) * dtype_bytes(in->dtype);
  move_bytes(c->threads, c->out[0].data, in->data, tensor_bytes(in));
  for (int64_t b = 0; b < blocks; b++) {
    int64_t start = has_input(c, 2) ? tensor_int(c->in[2], b / per_batch) : 0;
    if (start < 0 || start > size || (!circular && start + steps > size))
      return fail(err, FP8C_ERROR_ARGUMENT, "%lld steps from %lld do not fit an axis of %lld",
                  (long long)steps, (long long)start, (long long)size);
    for (int64_t s = 0; s < steps; s++)
      memcpy((char *)c->out[0].data + (size_t)(b * size + (start + s) % size) * line,
             (const char *)update->data + (size_t)(b * steps + s) * line, line);
  }
  return FP8C_OK;
}

/* ---- CacheWrite -------------------------------------------------------------- */

enum { CACHE_PAST, CACHE_NEW, CACHE_START, CACHE_TOTAL, CACHE_SLOTS, READ_SLOTS = 2 };

static fp8c_status want_integers(const op_call *c, size_t i, const char *what, fp8c_error *err) {
  fp8c_dtype t = c->in[i]->dtype;
  if (t == FP8C_DTYPE_I64 || t == FP8C_DTYPE_I32) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "%s have type %s; i64 or i32 is wanted", what,
              fp8c_dtype_name(t));
}

/* Input `i`, if there is one, numbers sequences of a cache: one for each of `batch`. */
static fp8c_status want_slots(const op_call *c, size_t i, int64_t batch, fp8c_error *err) {
  int64_t same;
  if (!has_input(c, i)) return FP8C_OK;
  TRY(want_integers(c, i, "its slots", err));
  if (!rank_known(c, i)) return FP8C_OK;
  TRY(want_rank(c, i, 1, err));
  return dim_same(batch, c->in[i]->dims[0], "batch sizes", &same, err);
}

/* Which sequence of a cache of `count` sequence `b` is. */
static fp8c_status slot_of(const op_call *c, size_t i, int64_t b, int64_t count, int64_t *out,
                           fp8c_error *err) {
  *out = has_input(c, i) ? tensor_int(c->in[i], b) : b;
  if (*out >= 0 && *out < count) return FP8C_OK;
  return fail(err, FP8C_ERROR_ARGUMENT, "sequence %lld is number %lld of a cache of %lld",
              (long long)b, (long long)*out, (long long)count);
}

fp8c_status infer_cache_write(op_call *c, fp8c_error *err) {
  const tensor *past = c->in[CACHE_PAST], *new = c->in[CACHE_NEW];
  out_moves(c, 0);
  TRY(want_integers(c, CACHE_START, "its places", err));
  TRY(want_integers(c, CACHE_TOTAL, "its lengths", err));
  if (!rank_known(c, CACHE_PAST) || !rank_known(c, CACHE_NEW)) return FP8C_OK;
  TRY(want_rank(c, CACHE_PAST, 4, err));
  TRY(want_rank(c, CACHE_NEW, 4, err));
  int64_t dims[4], rows = past->dims[2];
  for (int d = 0; d < 4; d++)
    if (d != 2)
      TRY(dim_same(past->dims[d], new->dims[d], "dimensions off the rows", &dims[d], err));
  if (rank_known(c, CACHE_START)) {
    TRY(want_rank(c, CACHE_START, 1, err));
    TRY(dim_same(dims[0], c->in[CACHE_START]->dims[0], "batch sizes", &dims[0], err));
  }
  TRY(want_slots(c, CACHE_SLOTS, dims[0], err));
  dims[2] = DIM_UNKNOWN;
  if (input_known(c, CACHE_TOTAL)) {
    if (tensor_elements(c->in[CACHE_TOTAL]) != 1)
      return fail(err, FP8C_ERROR_FORMAT, "its total length is not one number");
    int64_t total = tensor_int(c->in[CACHE_TOTAL], 0);
    if (total < 0)
      return fail(err, FP8C_ERROR_ARGUMENT, "a total length of %lld", (long long)total);
    if (rows >= 0) dims[2] = total > rows ? total : rows;
  }
  return out_sized(c, 0, 4, dims, err);
}

typedef struct cache_write {
  const tensor *past, *new, *start, *slots; /* slots: NULL */
  tensor *out;
  size_t row; /* bytes */
} cache_write;

static void write_heads(void *object, int64_t first, int64_t last) {
  const cache_write *w = object;
  int64_t rows = w->past->dims[2], steps = w->new->dims[2], size = w->out->dims[2];
  for (int64_t i = first; i < last; i++) {
    char *out = (char *)w->out->data + (size_t)(i * size) * w->row;
    int64_t start = tensor_int(w->start, i / w->out->dims[1]), kept = start < rows ? start : rows;
    int64_t heads = w->out->dims[1], from = w->slots ? tensor_int(w->slots, i / heads) : i / heads;
    int64_t block = from * heads + i % heads;
    memcpy(out, (const char *)w->past->data + (size_t)(block * rows) * w->row,
           (size_t)kept * w->row);
    memset(out + (size_t)kept * w->row, 0, (size_t)(size - kept) * w->row);
    memcpy(out + (size_t)start * w->row, (const char *)w->new->data + (size_t)(i * steps) * w->row,
           (size_t)steps * w->row);
  }
}

/* The same into a copy of all of the cache, sequence after sequence, for one may be there twice. */
static void write_into_cache(const cache_write *w) {
  int64_t rows = w->past->dims[2], steps = w->new->dims[2], heads = w->out->dims[1];
  memcpy(w->out->data, w->past->data, tensor_bytes(w->past));
  for (int64_t i = 0; i < w->new->dims[0] * heads; i++) {
    int64_t b = i / heads, slot = w->slots ? tensor_int(w->slots, b) : b;
    int64_t at = (slot * heads + i % heads) * rows + tensor_int(w->start, b);
    memcpy((char *)w->out->data + (size_t)at * w->row,
           (const char *)w->new->data + (size_t)(i * steps) * w->row, (size_t)steps * w->row);
  }
}

fp8c_status eval_cache_write(op_call *c, fp8c_error *err) {
  const tensor *slots = has_input(c, CACHE_SLOTS) ? c->in[CACHE_SLOTS] : NULL;
  cache_write w = {c->in[CACHE_PAST], c->in[CACHE_NEW], c->in[CACHE_START], slots, &c->out[0], 0};
  int64_t steps = w.new->dims[2], size = w.out->dims[2];
  if (w.new->dtype != w.past->dtype)
    return fail(err, FP8C_ERROR_FORMAT, "new rows have type %s, those before %s",
                fp8c_dtype_name(w.new->dtype), fp8c_dtype_name(w.past->dtype));
  for (int64_t b = 0; b < w.out->dims[0]; b++) {
    int64_t start = tensor_int(w.start, b), ignored;
    TRY(slot_of(c, CACHE_SLOTS, b, w.past->dims[0], &ignored, err));
    if (start < 0 || start > size - steps)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "sequence %lld: %lld rows from %lld on do not fit a cache of %lld", (long long)b,
                  (long long)steps, (long long)start, (long long)size);
  }
  w.row = (size_t)w.out->dims[3] * dtype_bytes(w.out->dtype);
  if (tensor_elements(w.out) == 0) return FP8C_OK;
  if (op_attr_int(c, "stays") && size == w.past->dims[2])
    write_into_cache(&w);
  else
    each_piece(c->threads, w.out->dims[0] * w.out->dims[1], 1, write_heads, &w);
  return FP8C_OK;
}

/* ---- CacheRead --------------------------------------------------------------- */

fp8c_status infer_cache_read(op_call *c, fp8c_error *err) {
  int axis;
  out_moves(c, 0);
  TRY(want_integers(c, 1, "its lengths", err));
  if (!rank_known(c, 0)) return FP8C_OK;
  TRY(axis_of(op_attr_int(c, "axis"), c->in[0]->rank, &axis, err));
  if (rank_known(c, 1) && c->in[1]->rank > 1)
    return fail(err, FP8C_ERROR_FORMAT, "its length has rank %d; one number is wanted",
                c->in[1]->rank);
  if (has_input(c, READ_SLOTS) && axis == 0)
    return fail(err, FP8C_ERROR_FORMAT, "axis 0 is the batch");
  TRY(want_slots(c, READ_SLOTS, c->in[0]->dims[0], err));
  return out_dims(c, 0, c->in[0]->rank, c->in[0]->dims, err);
}

fp8c_status eval_cache_read(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int axis;
  TRY(axis_of(op_attr_int(c, "axis"), in->rank, &axis, err));
  int64_t lengths = tensor_elements(c->in[1]), rows = in->dims[axis];
  if (lengths != 1 && (axis == 0 || lengths != in->dims[0]))
    return fail(err, FP8C_ERROR_FORMAT, "its length is not one number, nor one for each sequence");
  for (int64_t i = 0; i < lengths; i++)
    if (tensor_int(c->in[1], i) < 0 || tensor_int(c->in[1], i) > rows)
      return fail(err, FP8C_ERROR_ARGUMENT, "%lld rows of a cache that has %lld",
                  (long long)tensor_int(c->in[1], i), (long long)rows);
  if (tensor_elements(&c->out[0]) == 0) return FP8C_OK;
  int64_t blocks = dims_product(in->dims, 0, axis), each = axis ? blocks / in->dims[0] : 1;
  size_t line = (size_t)dims_product(in->dims, axis + 1, in->rank) * dtype_bytes(in->dtype);
  size_t whole = (size_t)rows * line;
  for (int64_t b = 0; b < blocks; b++) {
    int64_t from = 0;
    if (axis) TRY(slot_of(c, READ_SLOTS, b / each, in->dims[0], &from, err));
    size_t held = (size_t)tensor_int(c->in[1], lengths == 1 ? 0 : b / each) * line;
    char *out = (char *)c->out[0].data + (size_t)b * whole;
    memset(out, 0, whole - held);
    memcpy(out + (whole - held), (const char *)in->data + (size_t)(from * each + b % each) * whole,
           held);
  }
  return FP8C_OK;
}
