/* shape.c - operators that ask for shapes, change them, or make tensors of a shape.
 *
 * Reshape and its kin move nothing: their arithmetic is a copy, and none at all
 * where the executor gave input and output the same memory. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "ops/dtype.h"
#include "ops/move.h"
#include "ops/rows.h"

fp8c_status eval_view(op_call *c, fp8c_error *err) {
  if (tensor_elements(c->in[0]) != tensor_elements(&c->out[0]))
    return fail(err, FP8C_ERROR_FORMAT, "%lld elements cannot become %lld",
                (long long)tensor_elements(c->in[0]), (long long)tensor_elements(&c->out[0]));
  move_bytes(c->threads, c->out[0].data, c->in[0]->data, tensor_bytes(&c->out[0]));
  return FP8C_OK;
}

fp8c_status infer_identity(op_call *c, fp8c_error *err) {
  (void)err;
  out_like(c, 0, c->in[0]);
  c->out[0].scale = c->in[0]->scale;
  return FP8C_OK;
}

/* ---- Shape, Size ------------------------------------------------------- */

static int64_t clamp(int64_t x, int64_t low, int64_t high) {
  return x < low ? low : x > high ? high : x;
}

/* The range of dimensions that Shape's attributes select. */
static void shape_range(const op_call *c, int rank, int *first, int *last) {
  int64_t start = op_attr_int(c, "start"),
          end = op_has_attr(c, "end") ? op_attr_int(c, "end") : rank;
  if (start < 0) start += rank;
  if (end < 0) end += rank;
  *first = (int)clamp(start, 0, rank);
  *last = (int)clamp(end, 0, rank);
  if (*last < *first) *last = *first;
}

fp8c_status infer_shape(op_call *c, fp8c_error *err) {
  int64_t n = DIM_UNKNOWN;
  if (rank_known(c, 0)) {
    int first, last;
    shape_range(c, c->in[0]->rank, &first, &last);
    n = last - first;
  }
  c->out[0].dtype = FP8C_DTYPE_I64;
  return out_dims(c, 0, 1, &n, err);
}

fp8c_status eval_shape(op_call *c, fp8c_error *err) {
  (void)err;
  int first, last;
  shape_range(c, c->in[0]->rank, &first, &last);
  for (int d = first; d < last; d++) ((int64_t *)c->out[0].data)[d - first] = c->in[0]->dims[d];
  return FP8C_OK;
}

fp8c_status infer_size(op_call *c, fp8c_error *err) {
  c->out[0].dtype = FP8C_DTYPE_I64;
  return out_dims(c, 0, 0, NULL, err);
}

fp8c_status eval_size(op_call *c, fp8c_error *err) {
  (void)err;
  *(int64_t *)c->out[0].data = tensor_elements(c->in[0]);
  return FP8C_OK;
}

/* ---- Reshape and its kin ----------------------------------------------- */

/* The dim called -1: what is left of the input's size.  `given` holds the other
 * output dims.  A symbol that stands in both is cancelled, so [B, S, 384] as
 * [B, S, 12, -1] gives 32, and as [B, -1, 12, 32] gives S. */
static fp8c_status remaining_dim(const tensor *in, const int64_t *given, int rank, int skip,
                                 int64_t *out, fp8c_error *err) {
  bool used[FP8C_MAX_RANK] = {false};
  int64_t have = 1, want = 1, symbol = DIM_UNKNOWN;
  int symbols = 0;
  *out = DIM_UNKNOWN;
  for (int d = 0; d < rank; d++) {
    if (d == skip) continue;
    if (given[d] >= 0) {
      TRY(dim_mul(want, given[d], &want, err));
      continue;
    }
    int k = 0;
    while (k < in->rank && (used[k] || in->dims[k] != given[d] || given[d] == DIM_UNKNOWN)) k++;
    if (k == in->rank) return FP8C_OK;
    used[k] = true;
  }
  for (int k = 0; k < in->rank; k++) {
    if (used[k]) continue;
    if (in->dims[k] >= 0) {
      TRY(dim_mul(have, in->dims[k], &have, err));
    } else {
      symbol = in->dims[k];
      symbols++;
    }
  }
  if (symbols == 1 && have == want && want > 0) *out = symbol;
  if (symbols > 0) return FP8C_OK;
  char text[256];
  if (want == 0 || have % want != 0)
    return fail(err, FP8C_ERROR_FORMAT, "shape %s does not divide into pieces of %lld elements",
                dims_text(in, text), (long long)want);
  *out = have / want;
  return FP8C_OK;
}

fp8c_status infer_reshape(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *shape = c->in[1];
  int64_t want[FP8C_MAX_RANK], dims[FP8C_MAX_RANK];
  size_t count;
  bool known;
  out_moves(c, 0);
  TRY(known_ints(c, 1, want, FP8C_MAX_RANK, &count, &known, err));
  if (!known) {
    if (shape->rank != 1 || shape->dims[0] < 0 || shape->dims[0] > FP8C_MAX_RANK) return FP8C_OK;
    for (int64_t d = 0; d < shape->dims[0]; d++) dims[d] = DIM_UNKNOWN;
    return out_dims(c, 0, shape->dims[0], dims, err);
  }
  bool zero_is_zero = op_attr_int(c, "allowzero") != 0;
  int rank = (int)count, rest = -1;
  for (int d = 0; d < rank; d++) {
    dims[d] = want[d];
    if (want[d] == -1) {
      if (rest >= 0) return fail(err, FP8C_ERROR_FORMAT, "the target shape has two dimensions -1");
      rest = d;
      dims[d] = DIM_UNKNOWN;
    } else if (want[d] < -1) {
      return fail(err, FP8C_ERROR_FORMAT, "the target shape has dimension %lld",
                  (long long)want[d]);
    } else if (want[d] == 0 && !zero_is_zero) {
      if (in->rank != RANK_UNKNOWN && d >= in->rank)
        return fail(err, FP8C_ERROR_FORMAT,
                    "target dimension %d is copied (0) from an input of rank %d", d, in->rank);
      dims[d] = in->rank == RANK_UNKNOWN ? DIM_UNKNOWN : in->dims[d];
    }
  }
  if (rest >= 0 && in->rank != RANK_UNKNOWN)
    TRY(remaining_dim(in, dims, rank, rest, &dims[rest], err));
  TRY(out_sized(c, 0, rank, dims, err));
  int64_t have, get;
  if (tensor_shape_known(in) && tensor_shape_known(&c->out[0]) &&
      (!shape_elements(in->dims, in->rank, &have) || !shape_elements(dims, rank, &get) ||
       have != get)) {
    char a[256], b[256];
    return fail(err, FP8C_ERROR_FORMAT, "%s cannot be reshaped to %s", dims_text(in, a),
                dims_text(&c->out[0], b));
  }
  return FP8C_OK;
}

fp8c_status infer_flatten(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t dims[2] = {1, 1}, axis = op_attr_int(c, "axis");
  out_moves(c, 0);
  if (in->rank == RANK_UNKNOWN) {
    dims[0] = dims[1] = DIM_UNKNOWN;
    return out_dims(c, 0, 2, dims, err);
  }
  if (axis < -in->rank || axis > in->rank)
    return fail(err, FP8C_ERROR_FORMAT, "axis %lld is outside a tensor of rank %d", (long long)axis,
                in->rank);
  if (axis < 0) axis += in->rank;
  for (int d = 0; d < in->rank; d++)
    TRY(dim_mul(dims[d >= axis], in->dims[d], &dims[d >= axis], err));
  return out_dims(c, 0, 2, dims, err);
}

/* Marks the axes of input 1, counted in a tensor of `rank`. */
static fp8c_status mark_axes(const int64_t *axes, size_t count, int rank, bool *marked,
                             fp8c_error *err) {
  for (size_t i = 0; i < count; i++) {
    int axis;
    TRY(axis_of(axes[i], rank, &axis, err));
    if (marked[axis]) return fail(err, FP8C_ERROR_FORMAT, "axis %d is named twice", axis);
    marked[axis] = true;
  }
  return FP8C_OK;
}

fp8c_status infer_squeeze(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t axes[FP8C_MAX_RANK], dims[FP8C_MAX_RANK];
  bool known, marked[FP8C_MAX_RANK] = {false};
  size_t count;
  int rank = 0;
  out_moves(c, 0);
  TRY(known_ints(c, 1, axes, FP8C_MAX_RANK, &count, &known, err));
  if (in->rank == RANK_UNKNOWN || (has_input(c, 1) && !known)) return FP8C_OK;
  if (has_input(c, 1)) {
    TRY(mark_axes(axes, count, in->rank, marked, err));
  } else {
    for (int d = 0; d < in->rank; d++) {
      if (in->dims[d] < 0) return FP8C_OK; /* it may be 1 */
      marked[d] = in->dims[d] == 1;
    }
  }
  for (int d = 0; d < in->rank; d++) {
    if (!marked[d]) {
      dims[rank++] = in->dims[d];
    } else if (in->dims[d] >= 0 && in->dims[d] != 1) {
      return fail(err, FP8C_ERROR_FORMAT, "axis %d has %lld elements; only 1 can be removed", d,
                  (long long)in->dims[d]);
    }
  }
  return out_dims(c, 0, rank, dims, err);
}

fp8c_status infer_unsqueeze(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t axes[FP8C_MAX_RANK], dims[FP8C_MAX_RANK];
  bool known, marked[FP8C_MAX_RANK] = {false};
  size_t count;
  out_moves(c, 0);
  TRY(known_ints(c, 1, axes, FP8C_MAX_RANK, &count, &known, err));
  if (in->rank == RANK_UNKNOWN || !known) return FP8C_OK;
  int rank = in->rank + (int)count, from = 0;
  if (rank > FP8C_MAX_RANK) return out_dims(c, 0, rank, NULL, err);
  TRY(mark_axes(axes, count, rank, marked, err));
  for (int d = 0; d < rank; d++) dims[d] = marked[d] ? 1 : in->dims[from++];
  return out_dims(c, 0, rank, dims, err);
}

/* ---- Expand, Tile ------------------------------------------------------ */

fp8c_status infer_expand(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *shape = c->in[1];
  int64_t want[FP8C_MAX_RANK], dims[FP8C_MAX_RANK];
  size_t count;
  bool known;
  out_moves(c, 0);
  TRY(known_ints(c, 1, want, FP8C_MAX_RANK, &count, &known, err));
  if (in->rank == RANK_UNKNOWN) return FP8C_OK;
  if (!known) {
    if (shape->rank != 1 || shape->dims[0] < 0 || shape->dims[0] > FP8C_MAX_RANK) return FP8C_OK;
    count = (size_t)shape->dims[0];
    for (size_t d = 0; d < count; d++) want[d] = DIM_UNKNOWN;
  }
  int rank = in->rank > (int)count ? in->rank : (int)count;
  for (int d = 0; d < rank; d++) {
    int a = d - (rank - in->rank), b = d - (rank - (int)count);
    int64_t x = a < 0 ? 1 : in->dims[a], y = b < 0 ? 1 : want[b];
    if (known && y < 0)
      return fail(err, FP8C_ERROR_FORMAT, "the target shape has dimension %lld", (long long)y);
    TRY(dim_broadcast(x, y, &dims[d], err));
  }
  return out_sized(c, 0, rank, dims, err);
}

fp8c_status eval_expand(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *in = c->in[0], *out = &c->out[0];
  int64_t strides[FP8C_MAX_RANK];
  move m = {.rank = out->rank};
  strides_of(in->dims, in->rank, strides);
  strides_of(out->dims, out->rank, m.to);
  for (int d = 0; d < out->rank; d++) {
    int a = d - (out->rank - in->rank);
    m.dims[d] = out->dims[d];
    m.from[d] = a < 0 || in->dims[a] == 1 ? 0 : strides[a];
  }
  move_run(c->threads, m, out->data, in->data, dtype_bytes(out->dtype));
  return FP8C_OK;
}

fp8c_status infer_tile(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t repeats[FP8C_MAX_RANK], dims[FP8C_MAX_RANK];
  size_t count;
  bool known;
  out_moves(c, 0);
  TRY(known_ints(c, 1, repeats, FP8C_MAX_RANK, &count, &known, err));
  if (in->rank == RANK_UNKNOWN) return FP8C_OK;
  if (known && (int)count != in->rank)
    return fail(err, FP8C_ERROR_FORMAT, "%zu repeats for an input of rank %d", count, in->rank);
  for (int d = 0; d < in->rank; d++) {
    if (known && repeats[d] < 0)
      return fail(err, FP8C_ERROR_FORMAT, "repeat %lld of axis %d is negative",
                  (long long)repeats[d], d);
    TRY(dim_mul(in->dims[d], known ? repeats[d] : DIM_UNKNOWN, &dims[d], err));
  }
  return out_sized(c, 0, in->rank, dims, err);
}

/* Each axis becomes two: which repetition (read with stride 0), and where in it. */
fp8c_status eval_tile(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *in = c->in[0], *out = &c->out[0];
  int64_t from[FP8C_MAX_RANK], to[FP8C_MAX_RANK];
  move m = {.rank = 2 * in->rank};
  if (tensor_elements(out) == 0) return FP8C_OK;
  strides_of(in->dims, in->rank, from);
  strides_of(out->dims, out->rank, to);
  for (int d = 0; d < in->rank; d++) {
    m.dims[2 * d] = out->dims[d] / in->dims[d];
    m.to[2 * d] = to[d] * in->dims[d];
    m.from[2 * d] = 0;
    m.dims[2 * d + 1] = in->dims[d];
    m.to[2 * d + 1] = to[d];
    m.from[2 * d + 1] = from[d];
  }
  move_run(c->threads, m, out->data, in->data, dtype_bytes(out->dtype));
  return FP8C_OK;
}

/* ---- Tensors out of nothing -------------------------------------------- */

fp8c_status infer_constant_of_shape(op_call *c, fp8c_error *err) {
  const attr *value = attr_find(c->attrs, "value");
  const tensor *shape = c->in[0];
  int64_t dims[FP8C_MAX_RANK];
  size_t count;
  bool known;
  c->out[0].dtype = value != NULL ? value->tensor->dtype : FP8C_DTYPE_F32;
  if (value != NULL && tensor_elements(value->tensor) != 1)
    return fail(err, FP8C_ERROR_FORMAT, "its value has %lld elements; one is wanted",
                (long long)tensor_elements(value->tensor));
  TRY(known_ints(c, 0, dims, FP8C_MAX_RANK, &count, &known, err));
  if (!known) {
    if (shape->rank != 1 || shape->dims[0] < 0 || shape->dims[0] > FP8C_MAX_RANK) return FP8C_OK;
    count = (size_t)shape->dims[0];
    for (size_t d = 0; d < count; d++) dims[d] = DIM_UNKNOWN;
  }
  for (size_t d = 0; known && d < count; d++)
    if (dims[d] < 0)
      return fail(err, FP8C_ERROR_FORMAT, "the shape has dimension %lld", (long long)dims[d]);
  return out_sized(c, 0, (int64_t)count, dims, err);
}

fp8c_status eval_constant_of_shape(op_call *c, fp8c_error *err) {
  const attr *value = attr_find(c->attrs, "value");
  tensor *out = &c->out[0];
  int64_t count = tensor_elements(out);
  size_t bytes = dtype_bytes(out->dtype);
  uint64_t zero = 0, encoded = 0;
  const void *element = value != NULL ? value->tensor->data : &zero;
  fp8c_dtype dtype = value != NULL ? value->tensor->dtype : FP8C_DTYPE_F32;
  if (dtype != out->dtype) { /* stored in another float format */
    if (!dtype_is_small_float(dtype) || !dtype_is_small_float(out->dtype))
      return fail(err, FP8C_ERROR_UNSUPPORTED, "a value of type %s cannot be stored as %s",
                  fp8c_dtype_name(dtype), fp8c_dtype_name(out->dtype));
    float x = 0;
    if (value != NULL) floats_decode(dtype, value->tensor->data, &x, 1);
    if (out->scale.kind == SCALE_TENSOR) x *= 1.0f / out->scale.value;
    floats_encode(out->dtype, &x, &encoded, 1, true);
    element = &encoded;
  }
  fill_elements(out->data, element, count, bytes);
  return FP8C_OK;
}

/* How many steps Range takes; an error when it is no number of elements. */
static fp8c_status range_count(const op_call *c, int64_t *count, fp8c_error *err) {
  if (dtype_is_int(c->in[0]->dtype)) {
    int64_t start = tensor_int(c->in[0], 0), limit = tensor_int(c->in[1], 0);
    int64_t delta = tensor_int(c->in[2], 0), span;
    if (delta == 0) return fail(err, FP8C_ERROR_FORMAT, "delta is 0");
    if (__builtin_sub_overflow(limit, start, &span))
      return fail(err, FP8C_ERROR_UNSUPPORTED, "from %lld to %lld is more than 64 bits hold",
                  (long long)start, (long long)limit);
    if (span == 0 || (span > 0) != (delta > 0)) {
      *count = 0;
      return FP8C_OK;
    }
    /* both have one sign: the magnitudes divide */
    uint64_t a = span > 0 ? (uint64_t)span : 0 - (uint64_t)span;
    uint64_t b = delta > 0 ? (uint64_t)delta : 0 - (uint64_t)delta;
    *count = (int64_t)(a / b + (a % b != 0 ? 1 : 0));
    return FP8C_OK;
  }
  double start = tensor_real(c->in[0], 0), limit = tensor_real(c->in[1], 0);
  double steps = ceil((limit - start) / tensor_real(c->in[2], 0));
  if (!(steps <= (double)OUTPUT_MAX_BYTES)) /* NaN too */
    return fail(err, FP8C_ERROR_UNSUPPORTED, "from %g to %g by %g is no number of elements", start,
                limit, tensor_real(c->in[2], 0));
  *count = steps > 0 ? (int64_t)steps : 0;
  return FP8C_OK;
}

fp8c_status infer_range(op_call *c, fp8c_error *err) {
  int64_t n = DIM_UNKNOWN;
  bool known = true;
  for (size_t i = 0; i < 3; i++) {
    const tensor *t = c->in[i];
    if (t->rank > 1 || (tensor_shape_known(t) && tensor_elements(t) != 1))
      return fail(err, FP8C_ERROR_FORMAT, "input %zu is no single number", i);
    known = known && input_known(c, i);
  }
  if (known) TRY(range_count(c, &n, err));
  return out_sized(c, 0, 1, &n, err);
}

fp8c_status eval_range(op_call *c, fp8c_error *err) {
  tensor *out = &c->out[0];
  int64_t n = tensor_elements(out);
  if (out->dtype == FP8C_DTYPE_F32) {
    float start = (float)tensor_real(c->in[0], 0), delta = (float)tensor_real(c->in[2], 0);
    for (int64_t i = 0; i < n; i++) ((float *)out->data)[i] = start + (float)i * delta;
    return FP8C_OK;
  }
  if (out->dtype == FP8C_DTYPE_F64) {
    double start = tensor_real(c->in[0], 0), delta = tensor_real(c->in[2], 0);
    for (int64_t i = 0; i < n; i++) ((double *)out->data)[i] = start + (double)i * delta;
    return FP8C_OK;
  }
  uint64_t x = (uint64_t)tensor_int(c->in[0], 0), delta = (uint64_t)tensor_int(c->in[2], 0);
  for (int64_t i = 0; i < n; i++, x += delta) switch (dtype_bytes(out->dtype)) {
      case 1:
        ((uint8_t *)out->data)[i] = (uint8_t)x;
        break;
      case 2:
        ((uint16_t *)out->data)[i] = (uint16_t)x;
        break;
      case 4:
        ((uint32_t *)out->data)[i] = (uint32_t)x;
        break;
      case 8:
        ((uint64_t *)out->data)[i] = x;
        break;
      default:
        return fail(err, FP8C_ERROR_INTERNAL, "element type without a size");
    }
  return FP8C_OK;
}

/* The bytes of the number one in any type. */
static uint64_t one_of(fp8c_dtype dtype) {
  uint64_t bits = 1;
  float one = 1.0f;
  double one_f64 = 1.0;
  if (dtype == FP8C_DTYPE_F64) memcpy(&bits, &one_f64, sizeof one_f64);
  if (dtype_is_small_float(dtype)) floats_encode(dtype, &one, &bits, 1, true);
  return bits;
}

fp8c_status infer_eye_like(op_call *c, fp8c_error *err) {
  TRY(want_rank(c, 0, 2, err));
  TRY(dtype_attr(c, "dtype", c->in[0]->dtype, &c->out[0].dtype, err));
  int64_t unknown[2] = {DIM_UNKNOWN, DIM_UNKNOWN};
  return out_sized(c, 0, 2, rank_known(c, 0) ? c->in[0]->dims : unknown, err);
}

fp8c_status eval_eye_like(op_call *c, fp8c_error *err) {
  (void)err;
  tensor *out = &c->out[0];
  int64_t k = op_attr_int(c, "k"), rows = out->dims[0], columns = out->dims[1];
  uint64_t one = one_of(out->dtype);
  size_t bytes = dtype_bytes(out->dtype);
  memset(out->data, 0, tensor_bytes(out));
  if (k <= -rows || k >= columns) return FP8C_OK; /* the diagonal lies outside */
  for (int64_t i = k < 0 ? -k : 0; i < rows && i + k < columns; i++)
    memcpy((char *)out->data + (size_t)(i * columns + i + k) * bytes, &one, bytes);
  return FP8C_OK;
}
