/* pool.c - pooling: the largest, the mean or the p-norm of sliding windows. */
#include <math.h>

#include "base/cpu.h"
#include "base/numbers.h"
#include "ops/byte_phases.h"
#include "ops/byte_pool.h"
#include "ops/channels_last.h"
#include "ops/depthwise.h"
#include "ops/lanes.h"
#include "ops/math.h"
#include "ops/move.h"
#include "ops/rows.h"
#include "ops/window.h"

/* Types beyond small floats that MaxPool takes are few and narrow. */
static bool is_byte(fp8c_dtype d) { return d == FP8C_DTYPE_I8 || d == FP8C_DTYPE_U8; }

static fp8c_status check_pool(const op_call *c, bool bytes, fp8c_error *err) {
  fp8c_dtype d = c->in[0]->dtype;
  if (dtype_is_small_float(d) || (bytes && is_byte(d))) return FP8C_OK;
  return fail(err, d == FP8C_DTYPE_F64 ? FP8C_ERROR_UNSUPPORTED : FP8C_ERROR_FORMAT,
              "input 0 has type %s, which is not done", fp8c_dtype_name(d));
}

static fp8c_status pool_window(const op_call *c, window *w, fp8c_error *err) {
  if (!op_has_attr(c, "kernel_shape"))
    return fail(err, FP8C_ERROR_FORMAT, "attribute \"kernel_shape\" is missing");
  return window_of(c, NULL, op_attr_int(c, "ceil_mode") != 0, w, err);
}

static fp8c_status infer_windows(op_call *c, fp8c_error *err) {
  if (!rank_known(c, 0)) return FP8C_OK;
  window w;
  TRY(pool_window(c, &w, err));
  return window_result(c, c->in[0]->dims[0], c->in[0]->dims[1], &w, err);
}

fp8c_status infer_max_pool(op_call *c, fp8c_error *err) {
  if (op_attr_int(c, "channels_last")) return channels_last(c, infer_max_pool, err);
  TRY(check_pool(c, true, err));
  TRY(infer_windows(c, err));
  if (c->out_count > 1) {
    out_like(c, 1, &c->out[0]);
    c->out[1].dtype = FP8C_DTYPE_I64;
  }
  return FP8C_OK;
}

fp8c_status infer_mean_pool(op_call *c, fp8c_error *err) {
  if (op_attr_int(c, "channels_last")) return channels_last(c, infer_mean_pool, err);
  TRY(check_pool(c, false, err));
  return infer_windows(c, err);
}

typedef struct pooling {
  window w;
  const float *x;
  const uint8_t *x_bytes; /* I8 with the sign bit turned, or U8 */
  uint8_t turn;
  void *y;
  int64_t *indices; /* NULL: not asked for */
  bool column_major, count_padding;
  const float *counts; /* of a mean: elements that count, for each output of a channel */
  bool summed;         /* y holds the sums */
  int64_t p;
} pooling;

/* Calls `visit` for every input element in the window at (oz, oy, ox). */
#define EACH_IN_WINDOW(w_, oz_, oy_, ox_, body_)                                                   \
  {                                                                                                \
    const int64_t o_[] = {(oz_), (oy_), (ox_)};                                                    \
    int64_t low_[WINDOW_AXES], high_[WINDOW_AXES];                                                 \
    for (int d = 0; d < WINDOW_AXES; d++) window_taps((w_), d, o_[d], o_[d], &low_[d], &high_[d]); \
    for (int64_t kz = low_[0]; kz < high_[0]; kz++)                                                \
      for (int64_t ky = low_[1]; ky < high_[1]; ky++)                                              \
        for (int64_t kx = low_[2]; kx < high_[2]; kx++) {                                          \
          int64_t iz = (oz_) * (w_)->stride[0] + kz * (w_)->dilation[0] - (w_)->before[0];         \
          int64_t iy = (oy_) * (w_)->stride[1] + ky * (w_)->dilation[1] - (w_)->before[1];         \
          int64_t ix = (ox_) * (w_)->stride[2] + kx * (w_)->dilation[2] - (w_)->before[2];         \
          body_                                                                                    \
        }                                                                                          \
  }

#define EACH_OUTPUT(w_)                           \
  for (int64_t oz = 0; oz < (w_)->out[0]; oz++)   \
    for (int64_t oy = 0; oy < (w_)->out[1]; oy++) \
      for (int64_t ox = 0; ox < (w_)->out[2]; ox++, at++)

/* One channel of one image each. */
static void max_channel(void *object, size_t index, int worker) {
  (void)worker;
  const pooling *q = object;
  const window *w = &q->w;
  int64_t volume = window_volume(w->in), at = (int64_t)index * window_volume(w->out);
  EACH_OUTPUT(w) {
    float best = -MATH_INF;
    int best_byte = -1;
    int64_t best_at = -1, best_index = 0;
    EACH_IN_WINDOW(w, oz, oy, ox, {
      int64_t i = (int64_t)index * volume + (iz * w->in[1] + iy) * w->in[2] + ix;
      bool better;
      if (q->x != NULL) {
        better = q->x[i] > best || best_at < 0 || (q->x[i] != q->x[i] && best == best);
        if (better) best = q->x[i];
      } else {
        int v = q->x_bytes[i] ^ q->turn;
        better = v > best_byte;
        if (better) best_byte = v;
      }
      if (better) {
        best_at = i;
        best_index =
            q->column_major ? (int64_t)index * volume + (ix * w->in[1] + iy) * w->in[0] + iz : i;
      }
    })
    if (q->x != NULL)
      ((float *)q->y)[at] = best;
    else
      ((uint8_t *)q->y)[at] = (uint8_t)((best_byte < 0 ? 0 : best_byte) ^ q->turn);
    if (q->indices != NULL) q->indices[at] = best_index;
  }
}

/* ---- F32, a row of outputs at a time ------------------------------------- */

/* y[i] becomes the larger of y[i] and from[i * step]; a NaN stays. */
INLINE void larger_line(const float *restrict from, int64_t step, int64_t n, float *restrict y) {
  for (int64_t i = 0; i < n; i++) {
    float x = from[i * step], best = y[i];
    y[i] = (x > best) | ((x != x) & (best == best)) ? x : best;
  }
}

INLINE void add_line(const float *restrict from, int64_t step, int64_t n, float *restrict y) {
  for (int64_t i = 0; i < n; i++) y[i] += from[i * step];
}

/* Steps of 1 and 2 are compiled as constants, so that loads are vectors. */
#define JOIN_AT_EACH_LEVEL(name_, line_)                                                    \
  INLINE void name_##_any(const float *from, int64_t step, int64_t n, float *y) {           \
    if (step == 1)                                                                          \
      line_(from, 1, n, y);                                                                 \
    else if (step == 2)                                                                     \
      line_(from, 2, n, y);                                                                 \
    else                                                                                    \
      line_(from, step, n, y);                                                              \
  }                                                                                         \
  AT_EACH_LEVEL(static void, name_, (const float *from, int64_t step, int64_t n, float *y), \
                (from, step, n, y))
JOIN_AT_EACH_LEVEL(larger, larger_line)
JOIN_AT_EACH_LEVEL(add, add_line)

/* Joins all that the windows of output row (oz, oy) cover to `y`, tap by tap, which for each output
 * is the order of EACH_IN_WINDOW. */
static void join_row(const window *w, const float *x, int64_t oz, int64_t oy,
                     void (*join)(const float *, int64_t, int64_t, float *), float *y) {
  int64_t step = w->stride[2], low[WINDOW_AXES], high[WINDOW_AXES];
  window_taps(w, 0, oz, oz, &low[0], &high[0]);
  window_taps(w, 1, oy, oy, &low[1], &high[1]);
  window_taps(w, 2, 0, w->out[2] - 1, &low[2], &high[2]);
  for (int64_t kz = low[0]; kz < high[0]; kz++)
    for (int64_t ky = low[1]; ky < high[1]; ky++) {
      int64_t iz = oz * w->stride[0] + kz * w->dilation[0] - w->before[0];
      int64_t iy = oy * w->stride[1] + ky * w->dilation[1] - w->before[1];
      const float *from = x + (iz * w->in[1] + iy) * w->in[2];
      for (int64_t kx = low[2]; kx < high[2]; kx++) {
        int64_t start = kx * w->dilation[2] - w->before[2];
        int64_t first, end;
        window_inside(start, step, w->in[2], w->out[2], &first, &end);
        if (end > first) join(from + first * step + start, step, end - first, y + first);
      }
    }
}

static void max_rows(void *object, size_t index, int worker) {
  (void)worker;
  const pooling *q = object;
  const window *w = &q->w;
  const float *x = q->x + (int64_t)index * window_volume(w->in);
  float *y = (float *)q->y + (int64_t)index * window_volume(w->out);
  for (int64_t oz = 0; oz < w->out[0]; oz++)
    for (int64_t oy = 0; oy < w->out[1]; oy++, y += w->out[2]) {
      for (int64_t ox = 0; ox < w->out[2]; ox++) y[ox] = -MATH_INF;
      join_row(w, x, oz, oy, larger, y);
    }
}

static void run_channels(const op_call *c, void (*channel)(void *, size_t, int), pooling *q) {
  const int64_t *dims = c->in[0]->dims;
  if (tensor_elements(&c->out[0]) == 0) return;
  double taps = (double)window_volume(q->w.out); /* a kernel may be far larger than its image */
  for (int i = 0; i < WINDOW_AXES; i++) taps *= (double)q->w.kernel[i];
  size_t channels = (size_t)(dims[0] * dims[1]);
  pool_run_about(c->threads, channels, (double)channels * taps / NS_ELEMENTS, channel, q);
}

/* Whether the windows' channels are done side by side in vectors; then they are done. */
static bool in_lanes(const op_call *c, pooling *q, depthwise_kind kind) {
  const int64_t *dims = c->in[0]->dims;
  if (c->plain || !depthwise_can(&q->w) || tensor_elements(&c->out[0]) == 0) return false;
  depthwise d = {.kind = kind,
                 .w = &q->w,
                 .x = q->x,
                 .y = q->y,
                 .images = dims[0],
                 .channels = dims[1],
                 .multiplier = 1};
  depthwise_run(c, &d);
  return true;
}

fp8c_status eval_max_pool(op_call *c, fp8c_error *err) {
  if (op_attr_int(c, "channels_last")) return channels_last(c, eval_max_pool, err);
  pooling q = {.y = c->out[0].data};
  TRY(pool_window(c, &q.w, err));
  if (is_byte(c->in[0]->dtype)) {
    q.x_bytes = c->in[0]->data;
    q.turn = c->in[0]->dtype == FP8C_DTYPE_I8 ? 0x80 : 0;
  } else {
    q.x = c->in[0]->data;
  }
  if (c->out_count > 1) q.indices = c->out[1].data;
  /* Column-major indices turn the spatial axes around: all of them. */
  q.column_major = op_attr_int(c, "storage_order") != 0;
  if (q.column_major && q.w.rank == 1) q.column_major = false;
  if (q.x && !q.indices && in_lanes(c, &q, DEPTHWISE_MAX)) return FP8C_OK;
  if (!q.x && !q.indices && !c->plain && byte_phases_can(&q.w) && tensor_elements(&c->out[0])) {
    const int64_t *dims = c->in[0]->dims;
    byte_pool_run(c, &q.w, q.x_bytes, (uint8_t)q.turn, dims[0] * dims[1], q.y);
    return FP8C_OK;
  }
  run_channels(c, q.x && !q.indices ? max_rows : max_channel, &q);
  return FP8C_OK;
}

/* Elements that count in the window of output `o` along axis `d`. */
static int64_t counted_taps(const pooling *q, int d, int64_t o) {
  window counted = q->w;
  int64_t low, high;
  /* Padding counts as the image does; what ceil_mode reaches beyond it does not. */
  if (q->count_padding) {
    counted.in[d] += counted.before[d] + counted.after[d];
    counted.before[d] = 0;
  }
  window_taps(&counted, d, o, o, &low, &high);
  return high > low ? high - low : 0;
}

INLINE void divide_row_any(float *restrict y, const float *restrict counts, int64_t n) {
  for (int64_t i = 0; i < n; i++) y[i] = counts[i] > 0 ? y[i] / counts[i] : 0.0f;
}
AT_EACH_LEVEL(static void, divide_row, (float *y, const float *counts, int64_t n), (y, counts, n))

/* What the sums of output row `oy` are divided by. */
static const float *counts_of_row(const pooling *q, int64_t oz, int64_t oy) {
  return q->counts + (oz * q->w.out[1] + oy) * q->w.out[2];
}

/* Sums become means; where they are not there yet they are made first. */
static void mean_rows(void *object, size_t index, int worker) {
  (void)worker;
  const pooling *q = object;
  const window *w = &q->w;
  const float *x = q->x + (int64_t)index * window_volume(w->in);
  float *y = (float *)q->y + (int64_t)index * window_volume(w->out);
  if (q->summed) { /* rows lie behind each other, as their counts do */
    divide_row(y, q->counts, window_volume(w->out));
    return;
  }
  for (int64_t oz = 0; oz < w->out[0]; oz++)
    for (int64_t oy = 0; oy < w->out[1]; oy++, y += w->out[2]) {
      for (int64_t ox = 0; ox < w->out[2]; ox++) y[ox] = 0.0f;
      join_row(w, x, oz, oy, add, y);
      divide_row(y, counts_of_row(q, oz, oy), w->out[2]);
    }
}

/* How many elements each mean is of, as F32. */
static float *count_elements(const op_call *c, const pooling *q) {
  const window *w = &q->w;
  float *counts = NEW_ARRAY(c->scratch, float, window_volume(w->out));
  int64_t *columns = NEW_ARRAY(c->scratch, int64_t, w->out[2]);
  for (int64_t ox = 0; ox < w->out[2]; ox++) columns[ox] = counted_taps(q, 2, ox);
  float *to = counts;
  for (int64_t oz = 0; oz < w->out[0]; oz++)
    for (int64_t oy = 0; oy < w->out[1]; oy++, to += w->out[2]) {
      int64_t rows = counted_taps(q, 0, oz) * counted_taps(q, 1, oy);
      for (int64_t ox = 0; ox < w->out[2]; ox++) /* of a vast kernel more than 2^63 */
        to[ox] = (float)((double)rows * (double)columns[ox]);
    }
  return counts;
}

fp8c_status eval_average_pool(op_call *c, fp8c_error *err) {
  if (op_attr_int(c, "channels_last")) return channels_last(c, eval_average_pool, err);
  pooling q = {.x = c->in[0]->data, .y = c->out[0].data};
  TRY(pool_window(c, &q.w, err));
  q.count_padding = op_attr_int(c, "count_include_pad") != 0;
  if (tensor_elements(&c->out[0]) == 0) return FP8C_OK;
  q.counts = count_elements(c, &q);
  q.summed = in_lanes(c, &q, DEPTHWISE_SUM);
  run_channels(c, mean_rows, &q);
  return FP8C_OK;
}

static float power_of(float x, int64_t p) {
  x = fp8c_absf(x);
  return p == 1 ? x : p == 2 ? x * x : fp8c_powf(x, (float)p);
}
static float root_of(float sum, int64_t p) {
  return p == 1 ? sum : p == 2 ? sqrtf(sum) : fp8c_powf(sum, 1.0f / (float)p);
}

static void lp_channel(void *object, size_t index, int worker) {
  (void)worker;
  const pooling *q = object;
  const window *w = &q->w;
  const float *x = q->x + (int64_t)index * window_volume(w->in);
  float *y = q->y;
  int64_t at = (int64_t)index * window_volume(w->out);
  EACH_OUTPUT(w) {
    float sum = 0.0f;
    EACH_IN_WINDOW(w, oz, oy, ox,
                   { sum += power_of(x[(iz * w->in[1] + iy) * w->in[2] + ix], q->p); })
    y[at] = root_of(sum, q->p);
  }
}

static fp8c_status check_p(const op_call *c, fp8c_error *err) {
  if (op_attr_int(c, "p") < 1)
    return fail(err, FP8C_ERROR_FORMAT, "p is %lld; it must be positive",
                (long long)op_attr_int(c, "p"));
  return FP8C_OK;
}

fp8c_status infer_lp_pool(op_call *c, fp8c_error *err) {
  TRY(check_p(c, err));
  return infer_mean_pool(c, err);
}

fp8c_status eval_lp_pool(op_call *c, fp8c_error *err) {
  pooling q = {.x = c->in[0]->data, .y = c->out[0].data, .p = op_attr_int(c, "p")};
  TRY(pool_window(c, &q.w, err));
  run_channels(c, lp_channel, &q);
  return FP8C_OK;
}

/* ---- Over everything --------------------------------------------------- */

static fp8c_status infer_global(op_call *c, fp8c_error *err) {
  TRY(check_pool(c, false, err));
  if (!rank_known(c, 0)) return FP8C_OK;
  if (c->in[0]->rank < 2)
    return fail(err, FP8C_ERROR_FORMAT, "input 0 has rank %d; at least 2 is wanted",
                c->in[0]->rank);
  out_like(c, 0, c->in[0]);
  for (int d = 2; d < c->in[0]->rank; d++) c->out[0].dims[d] = 1;
  return FP8C_OK;
}

fp8c_status infer_global_pool(op_call *c, fp8c_error *err) { return infer_global(c, err); }

fp8c_status infer_global_lp_pool(op_call *c, fp8c_error *err) {
  TRY(check_p(c, err));
  return infer_global(c, err);
}

/* A window as large as the image. */
static fp8c_status run_global(op_call *c, void (*channel)(void *, size_t, int)) {
  const tensor *x = c->in[0];
  pooling q = {.x = x->data, .y = c->out[0].data};
  q.p = op_attr_int(c, "p");
  for (int d = 0; d < WINDOW_AXES; d++)
    q.w.in[d] = q.w.out[d] = q.w.kernel[d] = q.w.stride[d] = q.w.dilation[d] = 1;
  q.w.in[2] = q.w.kernel[2] = dims_product(x->dims, 2, x->rank);
  run_channels(c, channel, &q);
  return FP8C_OK;
}

/* The largest of so many beside each other first, then of those. */
#define SIDE_BY_SIDE 32
INLINE float largest_of_any(const float *x, int64_t n) {
  float found[SIDE_BY_SIDE], best = -MATH_INF;
  int64_t i = 0;
  for (int k = 0; k < SIDE_BY_SIDE; k++) found[k] = -MATH_INF;
  for (; i + SIDE_BY_SIDE <= n; i += SIDE_BY_SIDE) larger_line(x + i, 1, SIDE_BY_SIDE, found);
  for (int k = 0; k < SIDE_BY_SIDE && i > 0; k++) larger_line(found + k, 1, 1, &best);
  for (; i < n; i++) larger_line(x + i, 1, 1, &best);
  return best;
}
RESULT_AT_EACH_LEVEL(static, float, largest_of, (const float *x, int64_t n), (x, n))

static void max_of_all(void *object, size_t index, int worker) {
  (void)worker;
  const pooling *q = object;
  ((float *)q->y)[index] = largest_of(q->x + (int64_t)index * q->w.in[2], q->w.in[2]);
}

fp8c_status eval_global_max_pool(op_call *c, fp8c_error *err) {
  (void)err;
  return run_global(c, max_of_all);
}
/* All of a channel, added in lanes as a reduction's rows are. */
static void mean_of_all(void *object, size_t index, int worker) {
  (void)worker;
  const pooling *q = object;
  int64_t n = q->w.in[2];
  float sum = lanes_sum(q->x + (int64_t)index * n, (size_t)n);
  ((float *)q->y)[index] = n > 0 ? sum / (float)n : 0.0f;
}

fp8c_status eval_global_average_pool(op_call *c, fp8c_error *err) {
  (void)err;
  return run_global(c, mean_of_all);
}
fp8c_status eval_global_lp_pool(op_call *c, fp8c_error *err) {
  (void)err;
  return run_global(c, lp_channel);
}
