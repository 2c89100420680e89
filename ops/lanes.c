/* lanes.c - sums over rows of F32, in sixteen fixed lanes. */
#include "ops/lanes.h"

#include "base/cpu.h"
#include "ops/math.h"

#define LANES 16

#define REDUCE_LANES(first_, element_, join_)         \
  float lane[LANES];                                  \
  for (int l = 0; l < LANES; l++) lane[l] = (first_); \
  size_t i = 0;                                       \
  for (; i + LANES <= n; i += LANES)                  \
    for (int l = 0; l < LANES; l++) {                 \
      float a = lane[l], b = element_(i + (size_t)l); \
      lane[l] = join_(a, b);                          \
    }                                                 \
  for (int l = 0; i < n; i++, l++) {                  \
    float a = lane[l], b = element_(i);               \
    lane[l] = join_(a, b);                            \
  }                                                   \
  LANES_TREE(lane, join_);                            \
  return lane[0]

#define PLUS(a_, b_) ((a_) + (b_))
#define LARGER(a_, b_) ((b_) > (a_) ? (b_) : (a_))
#define ELEMENT(i_) (x[i_])
#define SQUARE(i_) ((x[i_] - shift) * (x[i_] - shift))

INLINE float lanes_sum_any(const float *x, size_t n) { REDUCE_LANES(0.0f, ELEMENT, PLUS); }
RESULT_AT_EACH_LEVEL(, float, lanes_sum, (const float *x, size_t n), (x, n))

/* So many beside each other: of sixteen lanes that are compared and chosen from, compilers make no
 * vector. */
#define SIDE_BY_SIDE 32
INLINE float lanes_max_any(const float *x, size_t n) {
  float found[SIDE_BY_SIDE], largest = -MATH_INF;
  size_t i = 0;
  if (n >= SIDE_BY_SIDE) {
    for (int k = 0; k < SIDE_BY_SIDE; k++) found[k] = -MATH_INF;
    for (; i + SIDE_BY_SIDE <= n; i += SIDE_BY_SIDE)
      for (int k = 0; k < SIDE_BY_SIDE; k++) found[k] = LARGER(found[k], x[i + (size_t)k]);
    for (int k = 0; k < LANES; k++) found[k] = LARGER(found[k], found[k + LANES]);
    LANES_TREE(found, LARGER);
    largest = found[0];
  }
  for (; i < n; i++) largest = LARGER(largest, x[i]);
  return largest;
}
RESULT_AT_EACH_LEVEL(, float, lanes_max, (const float *x, size_t n), (x, n))

INLINE float lanes_squares_any(const float *x, float shift, size_t n) {
  REDUCE_LANES(0.0f, SQUARE, PLUS);
}
RESULT_AT_EACH_LEVEL(, float, lanes_squares, (const float *x, float shift, size_t n), (x, shift, n))

INLINE void exp_shifted_any(const float *x, float shift, float *y, size_t n) {
#pragma omp simd
  for (size_t i = 0; i < n; i++) y[i] = fp8c_expf(x[i] - shift);
}
AT_EACH_LEVEL(static void, exp_shifted, (const float *x, float shift, float *y, size_t n),
              (x, shift, y, n))

float lanes_exp(const float *x, float shift, float *y, size_t n) {
  exp_shifted(x, shift, y, n);
  return lanes_sum(y, n);
}

INLINE void lanes_softmax_any(const float *x, float *y, size_t n) {
  exp_shifted_any(x, lanes_max_any(x, n), y, n);
  float sum = lanes_sum_any(y, n);
  for (size_t i = 0; i < n; i++) y[i] /= sum;
}
AT_EACH_LEVEL(void, lanes_softmax, (const float *x, float *y, size_t n), (x, y, n))

INLINE void lanes_log_softmax_any(const float *x, float *y, size_t n) {
  float m = lanes_max_any(x, n);
  exp_shifted_any(x, m, y, n);
  float log_sum = fp8c_logf(lanes_sum_any(y, n));
#pragma omp simd
  for (size_t i = 0; i < n; i++) y[i] = x[i] - m - log_sum;
}
AT_EACH_LEVEL(void, lanes_log_softmax, (const float *x, float *y, size_t n), (x, y, n))

INLINE void lanes_shifted_any(const float *restrict x, float shift, float factor, float gain,
                              float bias, float *restrict y, size_t n) {
  for (size_t i = 0; i < n; i++) y[i] = (x[i] - shift) * factor * gain + bias;
}
AT_EACH_LEVEL(void, lanes_shifted,
              (const float *x, float shift, float factor, float gain, float bias, float *y,
               size_t n),
              (x, shift, factor, gain, bias, y, n))

INLINE void lanes_affine_any(const float *restrict x, float shift, float factor,
                             const float *restrict scale, const float *restrict bias,
                             float *restrict y, size_t n) {
  if (scale != NULL && bias != NULL)
    for (size_t i = 0; i < n; i++) y[i] = (x[i] - shift) * factor * scale[i] + bias[i];
  else if (scale != NULL)
    for (size_t i = 0; i < n; i++) y[i] = (x[i] - shift) * factor * scale[i];
  else
    for (size_t i = 0; i < n; i++) y[i] = (x[i] - shift) * factor;
}
AT_EACH_LEVEL(void, lanes_affine,
              (const float *x, float shift, float factor, const float *scale, const float *bias,
               float *y, size_t n),
              (x, shift, factor, scale, bias, y, n))

INLINE void lanes_axpy_any(float a, const float *restrict x, float *restrict y, size_t n) {
  for (size_t i = 0; i < n; i++) y[i] += a * x[i];
}
AT_EACH_LEVEL(void, lanes_axpy, (float a, const float *x, float *y, size_t n), (a, x, y, n))

INLINE void lanes_divide_any(float *y, float divisor, size_t n) {
  for (size_t i = 0; i < n; i++) y[i] /= divisor;
}
AT_EACH_LEVEL(void, lanes_divide, (float *y, float divisor, size_t n), (y, divisor, n))
