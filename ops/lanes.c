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

INLINE float lanes_max_any(const float *x, size_t n) {
  float largest = -MATH_INF;
  size_t i = 0;
  if (n >= LANES) {
    lanes_f32 lane = (lanes_f32){0} - MATH_INF;
    for (; i + LANES <= n; i += LANES) {
      lanes_f32 b = *(const lanes_f32 *)(x + i);
      lane = LANES_CHOOSE(b > lane, b, lane);
    }
    LANES_TREE(lane, LARGER);
    largest = lane[0];
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
