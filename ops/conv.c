/* conv.c - convolution and its transpose.
 *
 * The image is never unrolled in memory.  Filters of one channel go to depthwise.h, others
 * of two dimensions to indirect.h; for the rest gemm.h asks for panels of a few output
 * pixels, and those are gathered from the image straight into the panel. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/channels_last.h"
#include "ops/depthwise.h"
#include "ops/eltwise.h"
#include "ops/gemm.h"
#include "ops/indirect.h"
#include "ops/lanes.h"
#include "ops/math.h"
#include "ops/move.h"
#include "ops/rows.h"
#include "ops/window.h"

static fp8c_status check_conv(const op_call *c, fp8c_error *err) {
  for (size_t i = 0; i < c->in_count; i++)
    if (has_input(c, i) && !dtype_is_small_float(c->in[i]->dtype))
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "input %zu has type %s; only floats of at most 32 bits are done", i,
                  fp8c_dtype_name(c->in[i]->dtype));
  if (op_attr_int(c, "group") < 1)
    return fail(err, FP8C_ERROR_FORMAT, "group is %lld; it must be positive",
                (long long)op_attr_int(c, "group"));
  if (has_input(c, 2)) TRY(want_rank(c, 2, 1, err));
  if (rank_known(c, 0) && rank_known(c, 1) && c->in[1]->rank != c->in[0]->rank)
    return fail(err, FP8C_ERROR_FORMAT, "input 0 has rank %d and the weights %d; they must agree",
                c->in[0]->rank, c->in[1]->rank);
  return FP8C_OK;
}

/* ---- Conv -------------------------------------------------------------- */

fp8c_status infer_conv(op_call *c, fp8c_error *err) {
  if (op_attr_int(c, "channels_last")) return channels_last(c, infer_conv, err);
  TRY(check_conv(c, err));
  if (!rank_known(c, 0) || !rank_known(c, 1)) return FP8C_OK;
  const tensor *x = c->in[0], *weights = c->in[1];
  window w;
  TRY(window_of(c, weights->dims + 2, false, &w, err));
  int64_t group = op_attr_int(c, "group"), same, out_channels = weights->dims[0];
  int64_t read = 0;
  if (weights->dims[1] >= 0 && x->dims[1] >= 0 &&
      (__builtin_mul_overflow(weights->dims[1], group, &read) || read != x->dims[1]))
    return fail(err, FP8C_ERROR_FORMAT, "%lld groups of %lld channels are wanted; input 0 has %lld",
                (long long)group, (long long)weights->dims[1], (long long)x->dims[1]);
  if (out_channels >= 0 && out_channels % group != 0)
    return fail(err, FP8C_ERROR_FORMAT, "group %lld does not divide %lld output channels",
                (long long)group, (long long)out_channels);
  if (rank_known(c, 2))
    TRY(dim_same(out_channels, c->in[2]->dims[0], "output channels and bias", &same, err));
  return window_result(c, x->dims[0], out_channels, &w, err);
}

/* One image's group of channels, as gemm.h's second operand. */
typedef struct image {
  const float *x;
  const window *w;
  int64_t channel_count;
} image;

/* Output pixels [first, first + count) lying in one row of the image. */
typedef struct run {
  int64_t z, y, x, at, count; /* input coordinates of the window's corner */
} run;

static void pack_image(const void *user, int64_t first, int64_t count, int64_t width,
                       float *panel) {
  const image *g = user;
  const window *w = g->w;
  run runs[64];
  int run_count = 0;
  for (int64_t i = 0; i < count;) {
    int64_t pixel = first + i, ox = pixel % w->out[2], rest = pixel / w->out[2];
    run *r = &runs[run_count++];
    r->count = w->out[2] - ox < count - i ? w->out[2] - ox : count - i;
    r->at = i;
    r->x = ox * w->stride[2] - w->before[2];
    r->y = rest % w->out[1] * w->stride[1] - w->before[1];
    r->z = rest / w->out[1] * w->stride[0] - w->before[0];
    i += r->count;
  }
  float *to = panel;
  for (int64_t ch = 0; ch < g->channel_count; ch++)
    for (int64_t kz = 0; kz < w->kernel[0]; kz++)
      for (int64_t ky = 0; ky < w->kernel[1]; ky++)
        for (int64_t kx = 0; kx < w->kernel[2]; kx++, to += width)
          for (int i = 0; i < run_count; i++) {
            const run *r = &runs[i];
            int64_t z = r->z + kz * w->dilation[0], y = r->y + ky * w->dilation[1];
            int64_t x = r->x + kx * w->dilation[2], step = w->stride[2];
            float *line = to + r->at;
            if (z < 0 || z >= w->in[0] || y < 0 || y >= w->in[1]) {
              for (int64_t e = 0; e < r->count; e++) line[e] = 0.0f;
              continue;
            }
            const float *from = g->x + ((ch * w->in[0] + z) * w->in[1] + y) * w->in[2];
            if (x >= 0 && x + (r->count - 1) * step < w->in[2]) {
              if (step == 1)
                for (int64_t e = 0; e < r->count; e++) line[e] = from[x + e];
              else
                for (int64_t e = 0; e < r->count; e++) line[e] = from[x + e * step];
              continue;
            }
            for (int64_t e = 0; e < r->count; e++, x += step)
              line[e] = x >= 0 && x < w->in[2] ? from[x] : 0.0f;
          }
}

typedef struct conv {
  window w;
  const float *x, *weights, *scales, *bias; /* scales, bias: of each output channel or NULL */
  const float *clip;                        /* of op_call */
  float alpha;
  float *y;
  int64_t batch, group, in_channels, out_channels; /* of a group */
  int64_t in_volume, out_volume, taps;             /* taps: kernel elements x in_channels */
  bool direct; /* 1x1: the image is the second operand as it lies */
  image *images;
} conv;

static void conv_item(const void *user, size_t i, gemm *g) {
  const conv *v = user;
  int64_t at = (int64_t)i % v->group, channel = at * v->out_channels;
  g->a.data = v->weights + channel * v->taps;
  g->c = v->y + (int64_t)i * v->out_channels * v->out_volume;
  if (v->scales != NULL) g->scale_m = v->scales + channel;
  if (v->bias != NULL) g->bias_m = v->bias + channel;
  if (v->direct)
    g->b.data = v->images[i].x;
  else
    g->pack_user = &v->images[i];
}

/* One output channel of one image by its definition: what runs with `plain`,
 * and depthwise convolution that depthwise.h does not take. */
static void conv_channel(void *object, size_t index, int worker) {
  (void)worker;
  const conv *v = object;
  const window *w = &v->w;
  int64_t all = v->group * v->out_channels, channel = (int64_t)index % all;
  int64_t n = (int64_t)index / all, g = channel / v->out_channels;
  const float *x = v->x + (n * v->group + g) * v->in_channels * v->in_volume;
  const float *weights = v->weights + channel * v->taps;
  float *y = v->y + (int64_t)index * v->out_volume;
  float factor = v->scales != NULL ? v->scales[channel] : 1.0f;
  float bias = v->bias != NULL ? v->bias[channel] : 0.0f;
  float least = v->clip ? v->clip[0] : -MATH_INF, most = v->clip ? v->clip[1] : MATH_INF;
  for (int64_t oz = 0; oz < w->out[0]; oz++)
    for (int64_t oy = 0; oy < w->out[1]; oy++, y += w->out[2]) {
      for (int64_t ox = 0; ox < w->out[2]; ox++) y[ox] = 0.0f;
      const float *tap = weights;
      for (int64_t ch = 0; ch < v->in_channels; ch++)
        for (int64_t kz = 0; kz < w->kernel[0]; kz++)
          for (int64_t ky = 0; ky < w->kernel[1]; ky++)
            for (int64_t kx = 0; kx < w->kernel[2]; kx++, tap++) {
              int64_t iz = oz * w->stride[0] + kz * w->dilation[0] - w->before[0];
              int64_t iy = oy * w->stride[1] + ky * w->dilation[1] - w->before[1];
              int64_t start = kx * w->dilation[2] - w->before[2];
              if (iz < 0 || iz >= w->in[0] || iy < 0 || iy >= w->in[1]) continue;
              const float *from = x + ((ch * w->in[0] + iz) * w->in[1] + iy) * w->in[2];
              int64_t s = w->stride[2], low, high;
              window_inside(start, s, w->in[2], w->out[2], &low, &high);
              if (s == 1 && high > low)
                lanes_axpy(*tap, from + start + low, y + low, (size_t)(high - low));
              else
                for (int64_t ox = low; ox < high; ox++) y[ox] += *tap * from[ox * s + start];
            }
      for (int64_t ox = 0; ox < w->out[2]; ox++)
        y[ox] = clip_to(y[ox] * v->alpha * factor + bias, least, most);
    }
}

/* Panels of a 1x1 convolution are packed once and read for every twelve channels: with so few
 * of them the image is better read where it lies. */
#define FEW_CHANNELS 24

/* Codes as F32 without their scale, which *alpha or *scales take over. */
static const float *codes_of(const op_call *c, const tensor *t, float *alpha,
                             const float **scales) {
  tensor codes = *t;
  if (t->scale.kind == SCALE_TENSOR) *alpha *= t->scale.value;
  if (t->scale.kind == SCALE_AXIS && scales != NULL && t->scale.axis == 0)
    *scales = t->scale.scales;
  else if (t->scale.kind == SCALE_AXIS)
    return tensor_as_f32(c, t).data;
  codes.scale = (scale){.kind = SCALE_NONE};
  return tensor_as_f32(c, &codes).data;
}

fp8c_status eval_conv(op_call *c, fp8c_error *err) {
  if (op_attr_int(c, "channels_last")) return channels_last(c, eval_conv, err);
  const tensor *x = c->in[0], *weights = c->in[1];
  conv v = {.alpha = 1.0f, .batch = x->dims[0], .group = op_attr_int(c, "group"), .clip = c->clip};
  TRY(window_of(c, weights->dims + 2, false, &v.w, err));
  v.x = codes_of(c, x, &v.alpha, NULL);
  v.weights = codes_of(c, weights, &v.alpha, &v.scales);
  if (has_input(c, 2)) v.bias = tensor_as_f32(c, c->in[2]).data;
  v.in_channels = x->dims[1] / v.group;
  v.out_channels = weights->dims[0] / v.group;
  v.in_volume = window_volume(v.w.in);
  v.out_volume = window_volume(v.w.out);
  v.taps = v.in_channels * window_volume(v.w.kernel);
  v.y = f32_result(c, &c->out[0]);
  if (tensor_elements(&c->out[0]) == 0) return FP8C_OK;
  int64_t products = v.batch * v.group;
  bool pointwise = v.taps == v.in_channels && v.in_volume == v.out_volume && v.w.stride[0] == 1 &&
                   v.w.stride[1] == 1 && v.w.stride[2] == 1;
  if (!c->plain && v.in_channels == 1 && v.out_channels < 4 && depthwise_can(&v.w)) {
    depthwise d = {.w = &v.w,
                   .x = v.x,
                   .filters = v.weights,
                   .scales = v.scales,
                   .bias = v.bias,
                   .alpha = v.alpha,
                   .clip = v.clip,
                   .y = v.y,
                   .images = v.batch,
                   .channels = v.group * v.out_channels,
                   .multiplier = v.out_channels};
    depthwise_run(c, &d);
  } else if (!c->plain && v.out_volume > 1 && indirect_can(&v.w, v.in_channels) &&
             (!pointwise || v.out_channels <= FEW_CHANNELS)) {
    indirect *all = NEW_ARRAY(c->scratch, indirect, products);
    for (int64_t i = 0; i < products; i++) {
      int64_t channel = i % v.group * v.out_channels;
      all[i] = (indirect){.w = &v.w,
                          .x = v.x + i * v.in_channels * v.in_volume,
                          .filters = v.weights + channel * v.taps,
                          .scales = v.scales ? v.scales + channel : NULL,
                          .bias = v.bias ? v.bias + channel : NULL,
                          .alpha = v.alpha,
                          .clip = v.clip,
                          .y = v.y + i * v.out_channels * v.out_volume,
                          .in_channels = v.in_channels,
                          .out_channels = v.out_channels};
    }
    indirect_run(c, all, (size_t)products);
  } else if (c->plain || (v.in_channels == 1 && v.out_channels < 4)) {
    size_t channels = (size_t)(v.batch * v.group * v.out_channels);
    double flops = 2.0 * (double)channels * (double)v.out_volume * (double)v.taps;
    pool_run_about(c->threads, channels, flops / NS_ELEMENTS, conv_channel, &v);
  } else {
    v.direct = pointwise;
    size_t count = (size_t)products;
    v.images = NEW_ARRAY(c->scratch, image, count);
    for (size_t i = 0; i < count; i++)
      v.images[i] = (image){v.x + (int64_t)i * v.in_channels * v.in_volume, &v.w, v.in_channels};
    gemm g = {.m = v.out_channels,
              .n = v.out_volume,
              .k = v.taps,
              .a = {NULL, FP8C_DTYPE_F32, v.taps, 1},
              .b = {NULL, FP8C_DTYPE_F32, 1, v.in_volume},
              .pack = v.direct ? NULL : pack_image,
              .c_row = v.out_volume,
              .alpha = v.alpha,
              .clip = v.clip};
    gemm_batch(c, &g, count, conv_item, &v);
  }
  f32_done(c, v.y, &c->out[0]);
  return FP8C_OK;
}

/* ---- ConvTranspose ----------------------------------------------------- */

fp8c_status infer_conv_transpose(op_call *c, fp8c_error *err) {
  TRY(check_conv(c, err));
  if (!rank_known(c, 0) || !rank_known(c, 1)) return FP8C_OK;
  const tensor *x = c->in[0], *weights = c->in[1];
  window w;
  TRY(window_transposed(c, weights->dims + 2, &w, err));
  int64_t group = op_attr_int(c, "group"), out_channels, same;
  TRY(dim_same(x->dims[1], weights->dims[0], "input channels and weights", &same, err));
  if (same >= 0 && same % group != 0)
    return fail(err, FP8C_ERROR_FORMAT, "group %lld does not divide %lld input channels",
                (long long)group, (long long)same);
  TRY(dim_mul(weights->dims[1], group, &out_channels, err));
  if (rank_known(c, 2))
    TRY(dim_same(out_channels, c->in[2]->dims[0], "output channels and bias", &same, err));
  return window_result(c, x->dims[0], out_channels, &w, err);
}

typedef struct scatter {
  const window *w;
  const float *columns, *bias; /* columns: [out_channels * kernel][in_volume] */
  float *y;
  int64_t in_volume, out_volume, kernel_volume;
} scatter;

/* Adds every input pixel's window to one output channel. */
static void scatter_channel(void *object, size_t index, int worker) {
  (void)worker;
  const scatter *s = object;
  const window *w = s->w;
  float *y = s->y + (int64_t)index * s->out_volume;
  const float *from = s->columns + (int64_t)index * s->kernel_volume * s->in_volume;
  for (int64_t i = 0; i < s->out_volume; i++) y[i] = 0.0f;
  for (int64_t kz = 0; kz < w->kernel[0]; kz++)
    for (int64_t ky = 0; ky < w->kernel[1]; ky++)
      for (int64_t kx = 0; kx < w->kernel[2]; kx++)
        for (int64_t iz = 0; iz < w->in[0]; iz++)
          for (int64_t iy = 0; iy < w->in[1]; iy++, from += w->in[2]) {
            int64_t oz = iz * w->stride[0] + kz * w->dilation[0] - w->before[0];
            int64_t oy = iy * w->stride[1] + ky * w->dilation[1] - w->before[1];
            int64_t ox = kx * w->dilation[2] - w->before[2];
            if (oz < 0 || oz >= w->out[0] || oy < 0 || oy >= w->out[1]) continue;
            int64_t step = w->stride[2], low, high;
            window_inside(ox, step, w->out[2], w->in[2], &low, &high);
            float *line = y + (oz * w->out[1] + oy) * w->out[2];
            for (int64_t ix = low; ix < high; ix++) line[ox + ix * step] += from[ix];
          }
  float bias = s->bias != NULL ? s->bias[index] : 0.0f;
  for (int64_t i = 0; i < s->out_volume; i++) y[i] += bias;
}

fp8c_status eval_conv_transpose(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0], *weights = c->in[1];
  window w;
  TRY(window_transposed(c, weights->dims + 2, &w, err));
  int64_t group = op_attr_int(c, "group"), in_channels = x->dims[1] / group;
  int64_t out_channels = weights->dims[1], kernel = window_volume(w.kernel);
  int64_t in_volume = window_volume(w.in), out_volume = window_volume(w.out);
  const float *bias = has_input(c, 2) ? tensor_as_f32(c, c->in[2]).data : NULL;
  const float *images = tensor_as_f32(c, x).data, *filters = tensor_as_f32(c, weights).data;
  float *y = f32_result(c, &c->out[0]);
  if (tensor_elements(&c->out[0]) == 0) return FP8C_OK;
  float *columns =
      arena_array(c->scratch, (size_t)(out_channels * kernel), (size_t)in_volume * sizeof(float));
  for (int64_t i = 0; i < x->dims[0] * group; i++) {
    int64_t g = i % group;
    gemm product = {.m = out_channels * kernel,
                    .n = in_volume,
                    .k = in_channels,
                    .a = {filters + g * in_channels * out_channels * kernel, FP8C_DTYPE_F32, 1,
                          out_channels * kernel},
                    .b = {images + i * in_channels * in_volume, FP8C_DTYPE_F32, 1, in_volume},
                    .c = columns,
                    .c_row = in_volume,
                    .alpha = 1.0f};
    gemm_run(c, &product);
    scatter s = {&w,
                 columns,
                 bias != NULL ? bias + g * out_channels : NULL,
                 y + i * out_channels * out_volume,
                 in_volume,
                 out_volume,
                 kernel};
    pool_run(c->threads, (size_t)out_channels, scatter_channel, &s);
  }
  f32_done(c, y, &c->out[0]);
  return FP8C_OK;
}
