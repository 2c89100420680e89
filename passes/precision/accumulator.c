/* accumulator.c - a few sums of FP8 products as the tensor core makes them. */
#include "passes/precision/accumulator.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"

#define INSTRUCTION 32 /* of k */
#define FRACTION_BITS 13
#define ROWS 4 /* that are looked at, spread over all */
#define COLUMNS 32

const int sum_intervals[SUM_INTERVALS] = {0, 512, 256, 128, 64};

static int exponent_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (int)(bits >> 23 & 0xff) - 127;
}

/* The running sum after one instruction. */
static float add_products(float sum, const float *x, const float *w, size_t count) {
  float p[INSTRUCTION], most = fabsf(sum);
  for (size_t i = 0; i < count; i++) {
    p[i] = x[i] * w[i]; /* exact */
    most = fabsf(p[i]) > most ? fabsf(p[i]) : most;
  }
  if (most == 0 || !isfinite(most)) return most == 0 ? 0 : sum + most;
  int shift = FRACTION_BITS - exponent_of(most);
  float up = ldexpf(1, shift);
  int32_t all = (int32_t)(sum * up);
  for (size_t i = 0; i < count; i++) all += (int32_t)(p[i] * up);
  return ldexpf((float)all, -shift);
}

float accumulator_sum(const float *x, const float *w, size_t k, int interval) {
  float total = 0, sum = 0;
  for (size_t at = 0; at < k; at += INSTRUCTION) {
    if (interval && at && at % (size_t)interval == 0) {
      total += sum;
      sum = 0;
    }
    sum = add_products(sum, x + at, w + at, k - at < INSTRUCTION ? k - at : INSTRUCTION);
  }
  return total + sum;
}

static double exact_sum(const float *x, const float *w, size_t k) {
  double sum = 0;
  for (size_t i = 0; i < k; i++) sum += (double)x[i] * (double)w[i];
  return sum;
}

static const float *row_of(const tensor *t, size_t row, size_t k, float *to) {
  floats_decode(t->dtype, (const uint8_t *)t->data + row * k, to, k);
  return to;
}

void accumulator_measure(const tensor *x, const tensor *w, arena *a, sum_loss *out) {
  size_t k = (size_t)w->dims[1], columns = (size_t)w->dims[0];
  size_t rows = k ? (size_t)tensor_elements(x) / k : 0;
  size_t m = rows < ROWS ? rows : ROWS, n = columns < COLUMNS ? columns : COLUMNS;
  arena_mark mark = arena_save(a);
  float *left = NEW_ARRAY(a, float, ROWS *k + 1), *right = NEW_ARRAY(a, float, k + 1);
  for (size_t i = 0; i < m; i++) row_of(x, i * rows / m, k, left + i * k);
  for (size_t j = 0; j < n; j++) {
    size_t column = j * columns / n;
    double unit = w->scale.kind == SCALE_AXIS ? (double)w->scale.scales[column] : 1;
    row_of(w, column, k, right);
    for (size_t i = 0; i < m; i++) {
      double exact = exact_sum(left + i * k, right, k) * unit;
      out->signal += exact * exact;
      for (size_t e = 0; e < SUM_INTERVALS; e++) {
        double d = (double)accumulator_sum(left + i * k, right, k, sum_intervals[e]) * unit - exact;
        out->noise[e] += d * d;
      }
    }
  }
  arena_reset(a, mark);
}
