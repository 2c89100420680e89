/* sums.c - sums over many numbers, by all threads. */
#include "passes/precision/sums.h"

#include <math.h>

#include "base/cpu.h"

#define LANES 8
#define STRETCHES 64 /* summed before the next are begun */

typedef struct summing {
  const float *x, *y;
  double sums[STRETCHES];
} summing;

INLINE double squares_any(const float *x, const float *y, size_t count) {
  double lanes[LANES] = {0}, sum = 0;
  size_t i = 0;
  for (; i + LANES <= count; i += LANES)
    for (size_t k = 0; k < LANES; k++) {
      double d = (double)x[i + k] - (y ? (double)y[i + k] : 0);
      lanes[k] += d * d;
    }
  for (; i < count; i++) {
    double d = (double)x[i] - (y ? (double)y[i] : 0);
    lanes[0] += d * d;
  }
  for (size_t k = 0; k < LANES; k++) sum += lanes[k];
  return sum;
}
RESULT_AT_EACH_LEVEL(static, double, squares, (const float *x, const float *y, size_t count),
                     (x, y, count))

static void sum_stretch(void *object, size_t from, size_t to) {
  summing *s = object;
  s->sums[from / POOL_STRETCH] = squares(s->x + from, s->y ? s->y + from : NULL, to - from);
}

double sum_squares(pool *threads, const float *x, const float *y, size_t count) {
  double sum = 0;
  for (size_t at = 0; at < count; at += STRETCHES * POOL_STRETCH) {
    size_t n = count - at < STRETCHES * POOL_STRETCH ? count - at : STRETCHES * POOL_STRETCH;
    summing s = {.x = x + at, .y = y ? y + at : NULL};
    pool_stretches(threads, n, sum_stretch, &s);
    for (size_t i = 0; i * POOL_STRETCH < n; i++) sum += s.sums[i];
  }
  return sum;
}

/* Squares of F32 numbers do not overflow in F64: a sum that is not finite says that a number is
 * not. */
double sum_signal(pool *threads, const float *reference, size_t count) {
  double sum = sum_squares(threads, reference, NULL, count);
  if (isfinite(sum)) return sum;
  sum = 0;
  for (size_t i = 0; i < count; i++)
    if (isfinite(reference[i])) sum += (double)reference[i] * (double)reference[i];
  return sum;
}

double sum_noise(pool *threads, const float *x, const float *reference, size_t count) {
  double sum = sum_squares(threads, x, reference, count);
  if (isfinite(sum)) return sum;
  sum = 0;
  for (size_t i = 0; i < count; i++) {
    double d = (double)x[i] - (double)reference[i];
    if (!isfinite(reference[i])) continue;
    if (!isfinite(x[i])) return INFINITY;
    sum += d * d;
  }
  return sum;
}
