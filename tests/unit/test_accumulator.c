/* test_accumulator.c - sums as the tensor core makes them, held against what an H200 was measured
 * to lose (docs/numbers.md). */
#include "tests/support/unit.h"

#include <math.h>

#include "base/numbers.h"
#include "base/random.h"
#include "passes/precision/accumulator.h"

#define SUMS 400
#define K_MAX 4096

static float unit_random(uint64_t *at) { return (float)((double)random_at((*at)++) * 0x1p-53); }

/* E4M3 numbers: from 0 to 1, or normal. */
static void fill(float *x, size_t k, bool positive, uint64_t *at) {
  uint8_t code;
  for (size_t i = 0; i < k; i++) {
    float v = positive ? unit_random(at) : -6;
    for (int j = 0; j < 12 && !positive; j++) v += unit_random(at);
    floats_encode(FP8C_DTYPE_E4M3, &v, &code, 1, true);
    floats_decode(FP8C_DTYPE_E4M3, &code, &x[i], 1);
  }
}

/* The mean relative error of positive sums; the mean error of the others as a share of their rms.
 */
static double loss(size_t k, int interval, bool positive) {
  static float x[K_MAX], w[K_MAX];
  uint64_t at = 1;
  double relative = 0, error = 0, signal = 0;
  for (int i = 0; i < SUMS; i++) {
    fill(x, k, positive, &at);
    fill(w, k, positive, &at);
    double exact = 0;
    for (size_t j = 0; j < k; j++) exact += (double)x[j] * (double)w[j];
    double d = fabs((double)accumulator_sum(x, w, k, interval) - exact);
    relative += d / fabs(exact);
    error += d;
    signal += exact * exact;
  }
  return positive ? relative / SUMS : error / SUMS / sqrt(signal / SUMS);
}

static void assert_about(double got, double measured) {
  if (!(got > measured / 1.25 && got < measured * 1.25))
    fail_msg("%g of the sum is lost, where an H200 loses %g", got, measured);
}

static void sums_of_one_sign_lose_what_a_chip_loses(void **state) {
  (void)state;
  assert_about(loss(512, 0, true), 0.0054);
  assert_about(loss(2048, 0, true), 0.034);
  assert_about(loss(4096, 0, true), 0.076);
  assert_about(loss(4096, 512, true), 0.0054);
  assert_about(loss(4096, 256, true), 0.0015);
  assert_true(loss(4096, 128, true) < 0.0006 && loss(4096, 64, true) < loss(4096, 128, true));
}

static void so_do_sums_of_both_signs(void **state) {
  (void)state;
  assert_about(loss(128, 0, false), 0.8e-4);
  assert_about(loss(512, 0, false), 2.2e-4);
  assert_about(loss(2048, 0, false), 5.6e-4);
  assert_about(loss(4096, 0, false), 8.7e-4);
  assert_about(loss(4096, 128, false), 1.0e-4);
  assert_about(loss(4096, 512, false), 2.7e-4);
}

static void small_sums_are_exact(void **state) {
  (void)state;
  const float x[3] = {1, -2, 0.5f}, w[3] = {4, 0.25f, 8}, zeros[3] = {0};
  assert_true(accumulator_sum(x, w, 3, 0) == 7.5f);
  assert_true(accumulator_sum(x, zeros, 3, 64) == 0.0f);
  assert_true(accumulator_sum(x, w, 0, 64) == 0.0f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_of_one_sign_lose_what_a_chip_loses),
      cmocka_unit_test(so_do_sums_of_both_signs),
      cmocka_unit_test(small_sums_are_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
