/* vision.c - sampling images at coordinates that are data: RoiAlign, DeformConv.
 *
 * Coordinates may be anything, NaN included, so each is brought into a range
 * that fits an integer before it becomes an index. */
#include "ops/vision.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/functions.h"
#include "ops/infer.h"
#include "ops/move.h"
#include "ops/window.h"

fp8c_status want_small_float(const op_call *c, size_t i, fp8c_error *err) {
  if (!has_input(c, i) || dtype_is_small_float(c->in[i]->dtype)) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED, "input %zu has type %s, which is not supported here", i,
              fp8c_dtype_name(c->in[i]->dtype));
}

/* ---- RoiAlign --------------------------------------------------------------- */

#define ROI_MAX_SAMPLES 4096 /* along one side of a bin; a box no image has needs more */

fp8c_status infer_roi_align(op_call *c, fp8c_error *err) {
  int64_t dims[4] = {DIM_UNKNOWN, DIM_UNKNOWN, op_attr_int(c, "output_height"),
                     op_attr_int(c, "output_width")};
  const char *mode = op_attr_string(c, "mode");
  if (strcmp(mode, "avg") != 0 && strcmp(mode, "max") != 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "mode \"%s\" is not supported", mode);
  TRY(want_small_float(c, 0, err));
  TRY(want_small_float(c, 1, err));
  TRY(want_rank(c, 0, 4, err));
  TRY(want_rank(c, 1, 2, err));
  TRY(want_rank(c, 2, 1, err));
  if (dims[2] < 1 || dims[3] < 1 || op_attr_int(c, "sampling_ratio") < 0 ||
      op_attr_int(c, "sampling_ratio") > ROI_MAX_SAMPLES)
    return fail(err, FP8C_ERROR_FORMAT, "output_height, output_width or sampling_ratio is bad");
  if (rank_known(c, 1)) {
    int64_t same;
    TRY(dim_same(c->in[1]->dims[1], 4, "the numbers of a box and 4", &same, err));
    dims[0] = c->in[1]->dims[0];
  }
  if (rank_known(c, 2))
    TRY(dim_same(dims[0], c->in[2]->dims[0], "boxes and batch indices", &dims[0], err));
  if (rank_known(c, 0)) dims[1] = c->in[0]->dims[1];
  return out_sized(c, 0, 4, dims, err);
}

/* The four pixels around a point, and what each counts. */
typedef struct corner_weights {
  int64_t at[4];
  float weight[4];
} corner_weights;

static corner_weights roi_corners(int64_t height, int64_t width, float y, float x) {
  corner_weights k = {{0}, {0}};
  if (!(y >= -1 && y <= (float)height && x >= -1 && x <= (float)width)) return k;
  y = y > 0 ? y : 0;
  x = x > 0 ? x : 0;
  int64_t top = (int64_t)y, left = (int64_t)x, bottom = top + 1, right = left + 1;
  if (top >= height - 1) {
    bottom = top = height - 1;
    y = (float)top;
  }
  if (left >= width - 1) {
    right = left = width - 1;
    x = (float)left;
  }
  float down = y - (float)top, across = x - (float)left;
  k.at[0] = top * width + left;
  k.at[1] = top * width + right;
  k.at[2] = bottom * width + left;
  k.at[3] = bottom * width + right;
  k.weight[0] = (1 - down) * (1 - across);
  k.weight[1] = (1 - down) * across;
  k.weight[2] = down * (1 - across);
  k.weight[3] = down * across;
  return k;
}

/* One bin of one channel. */
static float pool_bin(const float *x, int64_t height, int64_t width, float y0, float x0,
                      float bin_h, float bin_w, int64_t rows, int64_t columns, bool largest) {
  float result = 0;
  bool first = true;
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++) {
      corner_weights k = roi_corners(height, width, y0 + ((float)i + 0.5f) * bin_h / (float)rows,
                                     x0 + ((float)j + 0.5f) * bin_w / (float)columns);
      for (int n = 0; n < 4; n++) {
        float part = k.weight[n] * x[k.at[n]];
        if (!largest)
          result += part;
        else if (first || part > result)
          result = part;
        first = false;
      }
    }
  int64_t count = rows * columns;
  return largest ? result : result / (float)(count > 0 ? count : 1);
}

fp8c_status eval_roi_align(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0], *out = &c->out[0];
  const float *boxes = c->in[1]->data;
  float *y = out->data, ratio = op_attr_float(c, "spatial_scale");
  bool half = strcmp(op_attr_string(c, "coordinate_transformation_mode"), "half_pixel") == 0;
  bool largest = strcmp(op_attr_string(c, "mode"), "max") == 0;
  int64_t samples = op_attr_int(c, "sampling_ratio"), bins_h = out->dims[2], bins_w = out->dims[3];
  int64_t plane = x->dims[2] * x->dims[3];
  if (tensor_elements(out) == 0) return FP8C_OK;
  for (int64_t r = 0; r < out->dims[0]; r++) {
    int64_t image = tensor_int(c->in[2], r);
    if (image < 0 || image >= x->dims[0] || plane == 0)
      return fail(err, FP8C_ERROR_ARGUMENT, "box %lld lies in image %lld of %lld", (long long)r,
                  (long long)image, (long long)x->dims[0]);
    float shift = half ? 0.5f : 0.0f, edge[4];
    for (int i = 0; i < 4; i++) edge[i] = boxes[4 * r + i] * ratio - shift;
    float w = edge[2] - edge[0], h = edge[3] - edge[1];
    if (!half) {
      w = w > 1 ? w : 1;
      h = h > 1 ? h : 1;
    }
    float bin_h = h / (float)bins_h, bin_w = w / (float)bins_w;
    float rows = samples > 0 ? (float)samples : ceilf(bin_h);
    float columns = samples > 0 ? (float)samples : ceilf(bin_w);
    if (!(rows <= ROI_MAX_SAMPLES && columns <= ROI_MAX_SAMPLES))
      return fail(err, FP8C_ERROR_ARGUMENT, "box %lld is %g by %g pixels", (long long)r, (double)w,
                  (double)h);
    int64_t row_count = rows > 0 ? (int64_t)rows : 0,
            column_count = columns > 0 ? (int64_t)columns : 0;
    for (int64_t i = 0; i < x->dims[1] * bins_h * bins_w; i++) {
      int64_t bin = i % (bins_h * bins_w), channel = i / (bins_h * bins_w);
      *y++ = pool_bin((const float *)x->data + (image * x->dims[1] + channel) * plane, x->dims[2],
                      x->dims[3], edge[1] + (float)(bin / bins_w) * bin_h,
                      edge[0] + (float)(bin % bins_w) * bin_w, bin_h, bin_w, row_count,
                      column_count, largest);
    }
  }
  return FP8C_OK;
}

/* ---- DeformConv --------------------------------------------------------------- */

typedef struct deform {
  int64_t kernel[2], stride[2], dilation[2], pads[4], group, offset_group;
} deform;

static fp8c_status read_deform(const op_call *c, deform *p, fp8c_error *err) {
  p->group = op_attr_int(c, "group");
  p->offset_group = op_attr_int(c, "offset_group");
  TRY(window_list(c, "strides", 2, 1, 1, p->stride, err));
  TRY(window_list(c, "dilations", 2, 1, 1, p->dilation, err));
  TRY(window_list(c, "pads", 4, 0, 0, p->pads, err));
  p->kernel[0] = c->in[1]->dims[2];
  p->kernel[1] = c->in[1]->dims[3];
  if (p->group >= 1 && p->offset_group >= 1) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "group %lld and offset_group %lld", (long long)p->group,
              (long long)p->offset_group);
}

fp8c_status infer_deform_conv(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0], *w = c->in[1], *offset = c->in[2];
  int64_t dims[4], same;
  deform p;
  for (size_t i = 0; i < 5; i++) TRY(want_small_float(c, i, err));
  for (size_t i = 0; i < 3; i++) TRY(want_rank(c, i, 4, err));
  if (!tensor_shape_known(x) || !tensor_shape_known(w) || !tensor_shape_known(offset))
    return FP8C_OK;
  TRY(read_deform(c, &p, err));
  for (int d = 0; d < 4; d++) /* so that no product below overflows */
    if (x->dims[d] > INT32_MAX || w->dims[d] > INT32_MAX || (d >= 2 && w->dims[d] == 0))
      return fail(err, FP8C_ERROR_FORMAT, "dimension %d of its input or weights is bad", d);
  int64_t taps = p.kernel[0] * p.kernel[1];
  dims[0] = x->dims[0];
  dims[1] = w->dims[0];
  for (int d = 0; d < 2; d++)
    dims[d + 2] = window_count(x->dims[d + 2], p.pads[d] + p.pads[d + 2], p.kernel[d],
                               p.dilation[d], p.stride[d]);
  if (w->dims[0] % p.group != 0 || x->dims[1] % p.offset_group != 0)
    return fail(err, FP8C_ERROR_FORMAT, "its groups do not divide the channels");
  TRY(dim_same(x->dims[1], w->dims[1] * p.group, "input channels", &same, err));
  TRY(dim_same(offset->dims[0], dims[0], "batch sizes", &same, err));
  if (offset->dims[1] % 2 != 0 || offset->dims[1] / 2 / p.offset_group != taps ||
      offset->dims[1] / 2 % p.offset_group != 0)
    return fail(err, FP8C_ERROR_FORMAT, "there are %lld offset channels for %lld taps",
                (long long)offset->dims[1], (long long)taps);
  TRY(dim_same(offset->dims[2], dims[2], "offset heights", &same, err));
  TRY(dim_same(offset->dims[3], dims[3], "offset widths", &same, err));
  if (has_input(c, 3) && tensor_shape_known(c->in[3]) && tensor_elements(c->in[3]) != dims[1])
    return fail(err, FP8C_ERROR_FORMAT, "its bias is not %lld numbers", (long long)dims[1]);
  if (has_input(c, 4)) {
    TRY(want_rank(c, 4, 4, err));
    int64_t want[4] = {dims[0], p.offset_group * taps, dims[2], dims[3]};
    for (int d = 0; d < 4 && rank_known(c, 4); d++)
      TRY(dim_same(c->in[4]->dims[d], want[d], "mask dimensions", &same, err));
  }
  return out_sized(c, 0, 4, dims, err);
}

/* Bilinear, zero outside. */
static double sample_bilinear(const float *x, int64_t height, int64_t width, double y, double z) {
  if (!(y > -1 && y < (double)height && z > -1 && z < (double)width)) return 0;
  int64_t top = (int64_t)floor(y), left = (int64_t)floor(z);
  double down = y - (double)top, across = z - (double)left, sum = 0;
  for (int k = 0; k < 4; k++) {
    int64_t i = top + k / 2, j = left + k % 2;
    if (i < 0 || i >= height || j < 0 || j >= width) continue;
    sum += (k / 2 ? down : 1 - down) * (k % 2 ? across : 1 - across) * (double)x[i * width + j];
  }
  return sum;
}

typedef struct deform_job {
  deform p;
  const float *x, *w, *offset, *bias, *mask;
  float *y;
  int64_t in_channels, height, width, outputs, per_group, out_h, out_w;
} deform_job;

/* A piece is one output plane. */
static void deform_planes(void *object, int64_t first, int64_t last) {
  const deform_job *j = object;
  const deform *p = &j->p;
  int64_t taps = p->kernel[0] * p->kernel[1], out_size = j->out_h * j->out_w;
  for (int64_t plane = first; plane < last; plane++) {
    int64_t image = plane / j->outputs, channel = plane % j->outputs;
    int64_t start = channel / (j->outputs / p->group) * j->per_group;
    for (int64_t o = 0; o < out_size; o++) {
      double sum = j->bias != NULL ? (double)j->bias[channel] : 0;
      for (int64_t k = 0; k < j->per_group * taps; k++) {
        int64_t in = start + k / taps, tap = k % taps;
        int64_t part = in / (j->in_channels / p->offset_group);
        int64_t at = ((image * p->offset_group + part) * taps + tap) * 2 * out_size + o;
        double y = (double)(o / j->out_w * p->stride[0] - p->pads[0] +
                            tap / p->kernel[1] * p->dilation[0]) +
                   (double)j->offset[at];
        double x = (double)(o % j->out_w * p->stride[1] - p->pads[1] +
                            tap % p->kernel[1] * p->dilation[1]) +
                   (double)j->offset[at + out_size];
        double value = sample_bilinear(j->x + (image * j->in_channels + in) * j->height * j->width,
                                       j->height, j->width, y, x) *
                       (double)j->w[channel * j->per_group * taps + k];
        if (j->mask != NULL)
          value *= (double)j->mask[((image * p->offset_group + part) * taps + tap) * out_size + o];
        sum += value;
      }
      j->y[plane * out_size + o] = (float)sum;
    }
  }
}

fp8c_status eval_deform_conv(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0], *w = c->in[1], *out = &c->out[0];
  deform_job j = {.x = x->data,
                  .w = w->data,
                  .offset = c->in[2]->data,
                  .bias = has_input(c, 3) ? c->in[3]->data : NULL,
                  .mask = has_input(c, 4) ? c->in[4]->data : NULL,
                  .y = out->data,
                  .in_channels = x->dims[1],
                  .height = x->dims[2],
                  .width = x->dims[3],
                  .outputs = w->dims[0],
                  .per_group = w->dims[1],
                  .out_h = out->dims[2],
                  .out_w = out->dims[3]};
  TRY(read_deform(c, &j.p, err));
  if (tensor_elements(out) == 0) return FP8C_OK;
  each_piece(c->threads, x->dims[0] * j.outputs, 1, deform_planes, &j);
  return FP8C_OK;
}
