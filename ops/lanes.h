/* lanes.h - sums over rows of F32, in sixteen fixed lanes.
 *
 * Element i adds to lane i mod 16, and the lanes are added in a fixed tree: the
 * loop fills vector registers of any width and the sum is the same bits on
 * every processor. */
#ifndef OPS_LANES_H
#define OPS_LANES_H

#include <stddef.h>
#include <stdint.h>

/* In front of a loop of a few constant steps, whose array then lies in registers. */
#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

/* Joins sixteen lanes in the fixed tree; the result is the first one. */
#define LANES_TREE(lane_, join_)                                                      \
  do {                                                                                \
    for (int l_ = 0; l_ < 8; l_++) (lane_)[l_] = join_((lane_)[l_], (lane_)[l_ + 8]); \
    for (int l_ = 0; l_ < 4; l_++) (lane_)[l_] = join_((lane_)[l_], (lane_)[l_ + 4]); \
    for (int l_ = 0; l_ < 2; l_++) (lane_)[l_] = join_((lane_)[l_], (lane_)[l_ + 2]); \
    (lane_)[0] = join_((lane_)[0], (lane_)[1]);                                       \
  } while (0)

float lanes_sum(const float *x, size_t n);
/* -inf for n = 0; NaN are passed over. */
float lanes_max(const float *x, size_t n);
/* y[i] = exp(x[i] - shift); gives their sum.  y may be x. */
float lanes_exp(const float *x, float shift, float *y, size_t n);
/* y[i] = exp(x[i] - m) / sum, m the largest of x and sum that of all; y may be x. */
void lanes_softmax(const float *x, float *y, size_t n);
/* y[i] = x[i] - m - log(sum) of the same. */
void lanes_log_softmax(const float *x, float *y, size_t n);
/* Sum of (x[i] - shift)^2. */
float lanes_squares(const float *x, float shift, size_t n);
/* y[i] = (x[i] - shift) * factor * scale[i] + bias[i]; scale and bias may be NULL. */
void lanes_affine(const float *x, float shift, float factor, const float *scale, const float *bias,
                  float *y, size_t n);
/* y[i] = (x[i] - shift) * factor * gain + bias */
void lanes_shifted(const float *x, float shift, float factor, float gain, float bias, float *y,
                   size_t n);
/* y[i] += a * x[i] */
void lanes_axpy(float a, const float *x, float *y, size_t n);
void lanes_divide(float *y, float divisor, size_t n);

#endif
