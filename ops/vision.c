/* vision.c - sampling images at coordinates that are data: GridSample,
 * AffineGrid, RoiAlign, DeformConv; and Col2Im, MaxUnpool, Det.
 *
 * Coordinates may be anything, NaN included, so each is brought into a range
 * that fits an integer before it becomes an index. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/move.h"
#include "ops/rows.h"
#include "ops/window.h"

static fp8c_status want_f32(const op_call *c, size_t i, fp8c_error *err) {
  if (!has_input(c, i) || dtype_is_small_float(c->in[i]->dtype)) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED, "input %zu has type %s, which is not supported here", i,
              fp8c_dtype_name(c->in[i]->dtype));
}

/* ---- GridSample ------------------------------------------------------------ */

typedef struct sampler {
  const float *x, *grid;
  float *y;
  int rank; /* spatial */
  int64_t dims[FP8C_MAX_RANK], strides[FP8C_MAX_RANK];
  int64_t channels, in_size, points; /* points: of one image */
  int taps;                          /* 1, 2 or 4 a dimension */
  char padding;                      /* 'z', 'b' or 'r' */
  bool corners;
} sampler;

/* Folds x into [low, high], mirrored at both ends. */
static double reflect(double x, double low, double high) {
  double span = high - low;
  if (!(span > 0)) return low;
  double rest = fmod(fabs(x - low), 2 * span);
  return low + (rest > span ? 2 * span - rest : rest);
}

/* The index that tap position i reads; -1: zero. */
static int64_t tap_index(const sampler *s, int64_t dim, double i) {
  if (s->padding == 'z') return i >= 0 && i < (double)dim ? (int64_t)i : -1;
  if (s->padding == 'r' && !(i >= 0 && i < (double)dim))
    i = trunc(s->corners ? reflect(i, 0, (double)dim - 1) : reflect(i, -0.5, (double)dim - 0.5));
  return i < 0 ? 0 : i >= (double)dim ? dim - 1 : (int64_t)i;
}

static void cubic_weights(double t, double *w) {
  const double a = -0.75;
  double u = 1 - t;
  w[0] = ((a * (t + 1) - 5 * a) * (t + 1) + 8 * a) * (t + 1) - 4 * a;
  w[1] = ((a + 2) * t - (a + 3)) * t * t + 1;
  w[2] = ((a + 2) * u - (a + 3)) * u * u + 1;
  w[3] = ((a * (u + 1) - 5 * a) * (u + 1) + 8 * a) * (u + 1) - 4 * a;
}

/* Offsets (-1: zero) and weights along dimension d for a normalised coordinate. */
static void axis_taps(const sampler *s, int d, float normal, int64_t *at, double *weight) {
  int64_t dim = s->dims[d];
  double n = (double)normal;
  /* F32, as the coordinate would be stored: nearest ties depend on it */
  double x = (double)(float)(s->corners ? (n + 1) / 2 * (double)(dim - 1)
                                        : ((n + 1) * (double)dim - 1) / 2);
  double low = s->corners ? 0 : -0.5, high = (double)dim - (s->corners ? 1 : 0.5);
  if (!(x > -0x1p40 && x < 0x1p40)) x = x > 0 ? 0x1p40 : -0x1p40; /* NaN: far outside */
  if (s->taps == 1) x = rint(x);
  if (x < low || x > high) {
    if (s->padding == 'b') x = x < 0 ? 0 : x > (double)(dim - 1) ? (double)(dim - 1) : x;
    if (s->padding == 'r') x = reflect(x, low, high);
  }
  double base = floor(x), t = x - base;
  if (s->taps == 1) {
    base = trunc(x);
    weight[0] = 1;
  } else if (s->taps == 2) {
    weight[0] = 1 - t;
    weight[1] = t;
  } else {
    base -= 1;
    cubic_weights(t, weight);
  }
  for (int k = 0; k < s->taps; k++) {
    int64_t i = tap_index(s, dim, base + k);
    at[k] = i < 0 ? -1 : i * s->strides[d];
  }
}

/* A piece is one sampled point of one image, for all channels. */
static void sample_points(void *object, int64_t first, int64_t last) {
  const sampler *s = object;
  int64_t at[FP8C_MAX_RANK][4];
  double weight[FP8C_MAX_RANK][4];
  int64_t combinations = 1;
  for (int d = 0; d < s->rank; d++) combinations *= s->taps;
  for (int64_t p = first; p < last; p++) {
    int64_t image = p / s->points;
    for (int d = 0; d < s->rank; d++) /* the grid names the last dimension first */
      axis_taps(s, d, s->grid[p * s->rank + (s->rank - 1 - d)], at[d], weight[d]);
    for (int64_t ch = 0; ch < s->channels; ch++) {
      const float *x = s->x + (image * s->channels + ch) * s->in_size;
      double sum = 0;
      for (int64_t k = 0; k < combinations; k++) {
        int64_t offset = 0;
        double w = 1;
        bool inside = true;
        for (int64_t d = s->rank - 1, rest = k; d >= 0; d--, rest /= s->taps) {
          inside = inside && at[d][rest % s->taps] >= 0;
          offset += at[d][rest % s->taps];
          w *= weight[d][rest % s->taps];
        }
        if (inside) sum += w * (double)x[offset];
      }
      s->y[(image * s->channels + ch) * s->points + p % s->points] = (float)sum;
    }
  }
}

fp8c_status infer_grid_sample(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0], *grid = c->in[1];
  const char *mode = op_attr_string(c, "mode"), *padding = op_attr_string(c, "padding_mode");
  int64_t dims[FP8C_MAX_RANK], same;
  if (strcmp(mode, "linear") != 0 && strcmp(mode, "nearest") != 0 && strcmp(mode, "cubic") != 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "mode \"%s\" is not supported", mode);
  if (strcmp(padding, "zeros") != 0 && strcmp(padding, "border") != 0 &&
      strcmp(padding, "reflection") != 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "padding_mode \"%s\" is not supported", padding);
  TRY(want_f32(c, 0, err));
  TRY(want_f32(c, 1, err));
  if (!rank_known(c, 0) || !rank_known(c, 1)) return FP8C_OK;
  if (x->rank < 3) return fail(err, FP8C_ERROR_FORMAT, "its input has rank %d", x->rank);
  TRY(want_rank(c, 1, x->rank, err));
  TRY(dim_same(x->dims[0], grid->dims[0], "batch sizes", &dims[0], err));
  TRY(dim_same(grid->dims[x->rank - 1], x->rank - 2, "coordinates of a point", &same, err));
  dims[1] = x->dims[1];
  for (int d = 2; d < x->rank; d++) {
    dims[d] = grid->dims[d - 1];
    if (x->dims[d] == 0) return fail(err, FP8C_ERROR_FORMAT, "the image is empty");
  }
  return out_sized(c, 0, x->rank, dims, err);
}

fp8c_status eval_grid_sample(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *x = c->in[0], *out = &c->out[0];
  const char *mode = op_attr_string(c, "mode");
  sampler s = {.x = x->data,
               .grid = c->in[1]->data,
               .y = out->data,
               .rank = x->rank - 2,
               .channels = x->dims[1],
               .in_size = dims_product(x->dims, 2, x->rank),
               .points = dims_product(out->dims, 2, out->rank),
               .taps = mode[0] == 'n'   ? 1
                       : mode[0] == 'l' ? 2
                                        : 4,
               .padding = op_attr_string(c, "padding_mode")[0],
               .corners = op_attr_int(c, "align_corners") != 0};
  memcpy(s.dims, x->dims + 2, (size_t)s.rank * sizeof *s.dims);
  strides_of(s.dims, s.rank, s.strides);
  each_piece(c->threads, x->dims[0] * s.points, 64, sample_points, &s);
  return FP8C_OK;
}

/* ---- AffineGrid ------------------------------------------------------------- */

fp8c_status infer_affine_grid(op_call *c, fp8c_error *err) {
  int64_t size[5], dims[5];
  size_t count;
  bool known;
  TRY(want_f32(c, 0, err));
  TRY(want_rank(c, 0, 3, err));
  TRY(known_ints(c, 1, size, 5, &count, &known, err));
  if (!known) return FP8C_OK;
  if (count < 4) return fail(err, FP8C_ERROR_FORMAT, "its size has %zu entries; 4 or 5", count);
  int spatial = (int)count - 2;
  for (size_t i = 0; i < count; i++)
    if (size[i] < 0) return fail(err, FP8C_ERROR_FORMAT, "size %lld", (long long)size[i]);
  if (rank_known(c, 0)) {
    int64_t same;
    TRY(dim_same(c->in[0]->dims[0], size[0], "batch sizes", &same, err));
    TRY(dim_same(c->in[0]->dims[1], spatial, "rows of theta", &same, err));
    TRY(dim_same(c->in[0]->dims[2], spatial + 1, "columns of theta", &same, err));
  }
  dims[0] = size[0];
  for (int d = 0; d < spatial; d++) dims[d + 1] = size[d + 2];
  dims[spatial + 1] = spatial;
  return out_sized(c, 0, spatial + 2, dims, err);
}

static double grid_line(int64_t i, int64_t dim, bool corners) {
  if (!corners) return -1 + (2 * (double)i + 1) / (double)dim;
  return dim > 1 ? -1 + 2 * (double)i / (double)(dim - 1) : -1;
}

fp8c_status eval_affine_grid(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *out = &c->out[0];
  const float *theta = c->in[0]->data;
  float *y = out->data;
  bool corners = op_attr_int(c, "align_corners") != 0;
  int spatial = out->rank - 2;
  int64_t points = dims_product(out->dims, 1, out->rank - 1);
  for (int64_t p = 0; p < out->dims[0] * points; p++) {
    double at[4] = {0};
    for (int64_t d = spatial - 1, rest = p % points; d >= 0; d--) {
      /* homogeneous coordinates, the last dimension first */
      at[spatial - 1 - d] = grid_line(rest % out->dims[d + 1], out->dims[d + 1], corners);
      rest /= out->dims[d + 1];
    }
    at[spatial] = 1;
    for (int r = 0; r < spatial; r++) {
      const float *row = theta + (p / points * spatial + r) * (spatial + 1);
      double sum = 0;
      for (int k = 0; k <= spatial; k++) sum += (double)row[k] * at[k];
      y[p * spatial + r] = (float)sum;
    }
  }
  return FP8C_OK;
}

/* ---- RoiAlign --------------------------------------------------------------- */

#define ROI_MAX_SAMPLES 4096 /* along one side of a bin; a box no image has needs more */

fp8c_status infer_roi_align(op_call *c, fp8c_error *err) {
  int64_t dims[4] = {DIM_UNKNOWN, DIM_UNKNOWN, op_attr_int(c, "output_height"),
                     op_attr_int(c, "output_width")};
  const char *mode = op_attr_string(c, "mode");
  if (strcmp(mode, "avg") != 0 && strcmp(mode, "max") != 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "mode \"%s\" is not supported", mode);
  TRY(want_f32(c, 0, err));
  TRY(want_f32(c, 1, err));
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

/* Positions a window of `kernel` takes along an axis; negative: none fits. */
static int64_t window_count(int64_t size, int64_t pads, int64_t kernel, int64_t dilation,
                            int64_t stride) {
  int64_t room = size + pads - ((kernel - 1) * dilation + 1);
  return room < 0 ? 0 : room / stride + 1;
}

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
  for (size_t i = 0; i < 5; i++) TRY(want_f32(c, i, err));
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
  TRY(want_f32(c, 0, err));
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
  for (int64_t line = 0; line < lines; line++) {
    float *to = (float *)out->data + line / block * image;
    const float *from = (const float *)in->data + line * count;
    for (int64_t i = 0; i < count; i++) {
      int64_t at = 0, stride = 1, tap = line % block, column = i;
      bool inside = true;
      for (int d = p.rank - 1; d >= 0; d--) {
        int64_t k =
            column % p.count[d] * p.stride[d] - p.pads[d] + tap % p.block[d] * p.dilation[d];
        column /= p.count[d];
        tap /= p.block[d];
        inside = inside && k >= 0 && k < p.image[d];
        at += k * stride;
        stride *= p.image[d];
      }
      if (inside) to[at] += from[i];
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
  for (int64_t i = 0; i < tensor_elements(in); i++) {
    int64_t from = tensor_int(c->in[1], i), at = 0, stride = 1;
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

/* ---- Det ------------------------------------------------------------------------ */

fp8c_status infer_det(op_call *c, fp8c_error *err) {
  const tensor *in = c->in[0];
  int64_t same;
  TRY(want_f32(c, 0, err));
  if (!rank_known(c, 0)) return FP8C_OK;
  if (in->rank < 2)
    return fail(err, FP8C_ERROR_FORMAT, "its input has rank %d; 2 or more", in->rank);
  TRY(dim_same(in->dims[in->rank - 1], in->dims[in->rank - 2], "rows and columns", &same, err));
  return out_dims(c, 0, in->rank - 2, in->dims, err);
}

/* By elimination with the largest pivot, in double. */
static double determinant(double *m, int64_t n) {
  double det = 1;
  for (int64_t k = 0; k < n; k++) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < n; i++)
      if (fabs(m[i * n + k]) > fabs(m[pivot * n + k])) pivot = i;
    if (m[pivot * n + k] == 0) return 0;
    if (pivot != k) det = -det;
    for (int64_t j = k; j < n && pivot != k; j++) {
      double swap = m[k * n + j];
      m[k * n + j] = m[pivot * n + j];
      m[pivot * n + j] = swap;
    }
    det *= m[k * n + k];
    for (int64_t i = k + 1; i < n; i++) {
      double f = m[i * n + k] / m[k * n + k];
      for (int64_t j = k; j < n; j++) m[i * n + j] -= f * m[k * n + j];
    }
  }
  return det;
}

fp8c_status eval_det(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *in = c->in[0];
  int64_t n = in->dims[in->rank - 1];
  double *m = NEW_ARRAY(c->scratch, double, n *n);
  for (int64_t k = 0; k < tensor_elements(&c->out[0]); k++) {
    for (int64_t i = 0; i < n * n; i++) m[i] = (double)((const float *)in->data)[k * n * n + i];
    ((float *)c->out[0].data)[k] = (float)determinant(m, n);
  }
  return FP8C_OK;
}
