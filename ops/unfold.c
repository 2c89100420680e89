/* unfold.c - elements put back to where they came from: Col2Im, MaxUnpool. */
#include <string.h>

#include "base/numbers.h"
#include "ops/functions.h"
#include "ops/infer.h"
#include "ops/move.h"
#include "ops/vision.h"
#include "ops/window.h"

/* ---- Col2Im ------------------------------------------------------------------- */

typedef struct columns {
  int rank; /* spatial */
  int64_t image[FP8C_MAX_RANK], block[FP8C_MAX_RANK], count[FP8C_MAX_RANK];
  int64_t stride[FP8C_MAX_RANK], dilation[FP8C_MAX_RANK], pads[2 * FP8C_MAX_RANK];
} columns;

static fp8c_status read_columns(const op_call *c, columns *p, bool *known, fp8c_error *err) {
  size_t rank, block_rank;
  bool block_known;
  TRY(known_ints(c, 1, p->image, FP8C_MAX_RANK - 2, &rank, known, err));
  TRY(known_ints(c, 2, p->block, FP8C_MAX_RANK - 2, &block_rank, &block_known, err));
  *known = *known && block_known;
  if (!*known) return FP8C_OK;
  if (rank != block_rank || rank == 0)
    return fail(err, FP8C_ERROR_FORMAT, "image_shape and block_shape have %zu and %zu dimensions",
                rank, block_rank);
  p->rank = (int)rank;
  TRY(window_list(c, "strides", p->rank, 1, 1, p->stride, err));
  TRY(window_list(c, "dilations", p->rank, 1, 1, p->dilation, err));
  TRY(window_list(c, "pads", 2 * p->rank, 0, 0, p->pads, err));
  for (int d = 0; d < p->rank; d++) {
    if (p->image[d] < 1 || p->image[d] > INT32_MAX || p->block[d] < 1 || p->block[d] > INT32_MAX)
      return fail(err, FP8C_ERROR_FORMAT, "image %lld and block %lld", (long long)p->image[d],
                  (long long)p->block[d]);
    p->count[d] = window_count(p->image[d], p->pads[d] + p->pads[d + p->rank], p->block[d],
                               p->dilation[d], p->stride[d]);
  }
  return FP8C_OK;
}

fp8c_status infer_col2im(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t dims[FP8C_MAX_RANK], block = 1, count = 1, same;
  columns p;
  bool known;
  TRY(want_small_float(c, 0, err));
  TRY(want_rank(c, 0, 3, err));
  TRY(read_columns(c, &p, &known, err));
  if (!known || !rank_known(c, 0)) return FP8C_OK;
  for (int d = 0; d < p.rank; d++) {
    TRY(dim_mul(block, p.block[d], &block, err));
    TRY(dim_mul(count, p.count[d], &count, err));
    dims[d + 2] = p.image[d];
  }
  if (in->dims[1] >= 0 && in->dims[1] % block != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%lld rows are no multiple of the block's %lld elements",
                (long long)in->dims[1], (long long)block);
  TRY(dim_same(in->dims[2], count, "columns and window positions", &same, err));
  dims[0] = in->dims[0];
  dims[1] = in->dims[1] >= 0 ? in->dims[1] / block : DIM_UNKNOWN;
  return out_sized(c, 0, p.rank + 2, dims, err);
}

fp8c_status eval_col2im(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *out = &c->out[0];
  columns p;
  bool known;
  TRY(read_columns(c, &p, &known, err));
  if (!known) return fail(err, FP8C_ERROR_INTERNAL, "its shapes are not known");
  memset(out->data, 0, tensor_bytes(out));
  int64_t block = dims_product(p.block, 0, p.rank), count = dims_product(p.count, 0, p.rank);
  int64_t image = dims_product(p.image, 0, p.rank), lines = in->dims[0] * in->dims[1];
  int last = p.rank - 1;
  int64_t row = p.count[last], rows = row > 0 ? count / row : 0;
  for (int64_t line = 0; line < lines; line++) {
    float *to = (float *)out->data + line / block * image;
    const float *from = (const float *)in->data + line * count;
    int64_t tap = line % block, start = tap % p.block[last] * p.dilation[last] - p.pads[last];
    int64_t step = p.stride[last], width = p.image[last];
    int64_t low = start < 0 ? (-start + step - 1) / step : 0;
    int64_t high = start < width ? (width - start - 1) / step + 1 : 0;
    if (high > row) high = row;
    for (int64_t r = 0; r < rows; r++, from += row) { /* row by row of the last axis */
      int64_t at = 0, stride = width, taps = tap / p.block[last], place = r;
      bool inside = true;
      for (int d = last - 1; d >= 0; d--) {
        int64_t k =
            place % p.count[d] * p.stride[d] - p.pads[d] + taps % p.block[d] * p.dilation[d];
        place /= p.count[d];
        taps /= p.block[d];
        inside = inside && k >= 0 && k < p.image[d];
        at += k * stride;
        stride *= p.image[d];
      }
      if (!inside) continue;
      if (step == 1)
        for (int64_t i = low; i < high; i++) to[at + start + i] += from[i];
      else
        for (int64_t i = low; i < high; i++) to[at + start + i * step] += from[i];
    }
  }
  return FP8C_OK;
}

/* ---- MaxUnpool ---------------------------------------------------------------- */

/* The shape the indices count in: that of the tensor that was pooled. */
static fp8c_status pooled_shape(const op_call *c, int64_t *dims, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t kernel[FP8C_MAX_RANK], stride[FP8C_MAX_RANK], pads[2 * FP8C_MAX_RANK];
  int spatial = in->rank - 2;
  if (spatial < 1) return fail(err, FP8C_ERROR_FORMAT, "its input has rank %d", in->rank);
  TRY(window_list(c, "kernel_shape", spatial, 1, 1, kernel, err));
  TRY(window_list(c, "strides", spatial, 1, 1, stride, err));
  TRY(window_list(c, "pads", 2 * spatial, 0, 0, pads, err));
  dims[0] = in->dims[0];
  dims[1] = in->dims[1];
  for (int d = 0; d < spatial; d++) {
    int64_t size = in->dims[d + 2];
    dims[d + 2] = DIM_UNKNOWN;
    if (size < 0) continue;
    if (size > INT32_MAX) return fail(err, FP8C_ERROR_FORMAT, "axis %d is too large", d + 2);
    dims[d + 2] = (size - 1) * stride[d] - pads[d] - pads[d + spatial] + kernel[d];
    if (dims[d + 2] < 0)
      return fail(err, FP8C_ERROR_FORMAT, "its pads exceed axis %d of the result", d + 2);
  }
  return FP8C_OK;
}

fp8c_status infer_max_unpool(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t dims[FP8C_MAX_RANK], stated[FP8C_MAX_RANK], same;
  size_t count;
  bool known;
  out_moves(c, 0);
  if (c->in[1]->dtype != FP8C_DTYPE_I64)
    return fail(err, FP8C_ERROR_FORMAT, "its indices have type %s; i64 is wanted",
                fp8c_dtype_name(c->in[1]->dtype));
  TRY(known_ints(c, 2, stated, FP8C_MAX_RANK, &count, &known, err));
  if (!rank_known(c, 0)) return FP8C_OK;
  TRY(pooled_shape(c, dims, err));
  TRY(want_rank(c, 1, in->rank, err));
  for (int d = 0; d < in->rank && rank_known(c, 1); d++)
    TRY(dim_same(in->dims[d], c->in[1]->dims[d], "values and indices", &same, err));
  if (!has_input(c, 2)) return out_sized(c, 0, in->rank, dims, err);
  if (known && (int)count != in->rank)
    return fail(err, FP8C_ERROR_FORMAT, "output_shape has %zu entries", count);
  for (int d = 0; d < in->rank; d++) {
    if (known && (stated[d] < 0 || stated[d] < dims[d]))
      return fail(err, FP8C_ERROR_FORMAT, "output_shape is smaller than what was pooled");
    dims[d] = known ? stated[d] : DIM_UNKNOWN;
  }
  return out_sized(c, 0, in->rank, dims, err);
}

fp8c_status eval_max_unpool(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0], *out = &c->out[0];
  size_t bytes = dtype_bytes(out->dtype);
  int64_t dims[FP8C_MAX_RANK], total;
  TRY(pooled_shape(c, dims, err));
  total = dims_product(dims, 0, in->rank);
  memset(out->data, 0, tensor_bytes(out));
  bool same = true; /* the result has the size of what was pooled */
  for (int d = 0; d < in->rank; d++) same = same && dims[d] == out->dims[d];
  const int64_t *indices = c->in[1]->data;
  for (int64_t i = 0; i < tensor_elements(in); i++) {
    int64_t from = indices[i], at = 0, stride = 1;
    if (same && bytes == sizeof(uint32_t) && from >= 0 && from < total) {
      ((uint32_t *)out->data)[from] = ((const uint32_t *)in->data)[i];
      continue;
    }
    if (from < 0 || from >= total)
      return fail(err, FP8C_ERROR_ARGUMENT, "index %lld is outside %lld elements", (long long)from,
                  (long long)total);
    for (int d = in->rank - 1; d >= 0; d--) {
      at += from % dims[d] * stride;
      from /= dims[d];
      stride *= out->dims[d];
    }
    memcpy((char *)out->data + (size_t)at * bytes, (const char *)in->data + (size_t)i * bytes,
           bytes);
  }
  return FP8C_OK;
}
