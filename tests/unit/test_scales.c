/* Histograms, lattices and the scales chosen on them. */
#include "tests/support/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "passes/scales.h"

static float uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (float)((double)(*seed >> 11) * 0x1p-53 * 2 - 1);
}

static float normal(uint64_t *seed) {
  float x = 0;
  for (int i = 0; i < 12; i++) x += uniform(seed) * 0.5f;
  return x;
}

/* lattice_error must round exactly as the conversions do. */
static void lattice_is_the_format(void **state) {
  (void)state;
  for (int format = FP8C_DTYPE_E4M3; format <= FP8C_DTYPE_E5M2; format++)
    for (uint32_t i = 0; i < 0x7F800000u >> 12; i++) {
      uint32_t bits = i << 12 | (i * 2654435761u >> 20);
      float x;
      memcpy(&x, &bits, sizeof x);
      if (x > 1e15f) continue; /* squares stay finite in F32 lanes */
      float code = format == FP8C_DTYPE_E4M3 ? e4m3_to_f32(e4m3_from_f32(x, true))
                                             : e5m2_to_f32(e5m2_from_f32(x, true));
      float d = code - x;
      double e = lattice_error((fp8c_dtype)format, &x, NULL, 1, 1.0f);
      assert_true(e == (double)(d * d));
    }
}

static void statistics(void **state) {
  (void)state;
  value_stats *s = calloc(1, sizeof *s);
  float x[6] = {0, -0.0f, 1, -2, 1e-30f, 3};
  assert_true(stats_add(s, x, 6));
  assert_int_equal(s->count, 6);
  assert_int_equal(s->zeros, 2);
  assert_true(s->amax == 3);
  assert_true(fabs(s->sum_squares - 14) < 1e-9);
  uint64_t total = 0;
  for (int b = 0; b < HISTOGRAM_BINS; b++) total += s->histogram[b];
  assert_int_equal(total, 4);
  assert_int_equal(s->histogram[(0 - HISTOGRAM_MIN_EXPONENT) * HISTOGRAM_OCTAVE_BINS], 1);
  float bad[2] = {1, NAN}, worse[1] = {-INFINITY};
  assert_false(stats_add(s, bad, 2));
  assert_false(stats_add(s, worse, 1));
  free(s);
}

static void odd_data_has_a_scale(void **state) {
  (void)state;
  static const char *const methods[] = {"max", "percentile", "mse", "kl"};
  static const float extremes[] = {0, 1e-45f, 1e-38f, 1e-20f, 1, 1e20f, 1e38f, 3.4e38f};
  value_stats *s = malloc(sizeof *s);
  for (size_t m = 0; m < 4; m++)
    for (size_t i = 0; i < sizeof extremes / sizeof *extremes; i++)
      for (int format = FP8C_DTYPE_E4M3; format <= FP8C_DTYPE_E5M2; format++) {
        memset(s, 0, sizeof *s);
        float x[3] = {extremes[i], 0, -extremes[i]};
        assert_true(stats_add(s, x, 3));
        float unit = scale_choose(s, (fp8c_dtype)format, methods[m]);
        assert_true(isnormal(unit) && unit > 0 && isnormal(1.0f / unit));
        if (extremes[i] == 0) assert_true(unit == 1);
      }
  memset(s, 0, sizeof *s);
  assert_true(scale_choose(s, FP8C_DTYPE_E4M3, "mse") == 1); /* nothing seen */
  free(s);
}

static void methods_do_what_they_say(void **state) {
  (void)state;
  enum { COUNT = 200000 };
  float *x = malloc(COUNT * sizeof *x);
  value_stats *s = calloc(1, sizeof *s);
  uint64_t seed = 5;
  double signal = 0;
  for (size_t i = 0; i < COUNT; i++) x[i] = normal(&seed);
  x[17] = 40; /* one outlier */
  for (size_t i = 0; i < COUNT; i++) signal += (double)x[i] * (double)x[i];
  assert_true(stats_add(s, x, COUNT));
  assert_true(scale_choose(s, FP8C_DTYPE_E4M3, "max") == 40.0f / 448);
  float percentile = scale_choose(s, FP8C_DTYPE_E4M3, "percentile");
  assert_true(percentile * 448 > 3 && percentile * 448 < 5);
  float mse = scale_choose(s, FP8C_DTYPE_E4M3, "mse");
  double best = lattice_error(FP8C_DTYPE_E4M3, x, NULL, COUNT, mse);
  /* No scale of a fine sweep is better by more than "max" is trusted for. */
  for (int i = -64; i <= 32; i++) {
    float unit = (float)(40.0 / 448 * exp2(i / 16.0));
    assert_true(best <= 1.5 * lattice_error(FP8C_DTYPE_E4M3, x, NULL, COUNT, unit));
  }
  /* The estimate from the histogram is close to the truth. */
  for (int format = FP8C_DTYPE_BF16; format <= FP8C_DTYPE_E5M2; format++) {
    float unit = format == FP8C_DTYPE_BF16 ? 1 : scale_choose(s, (fp8c_dtype)format, "mse");
    double truth = 10 * log10(signal / lattice_error((fp8c_dtype)format, x, NULL, COUNT, unit));
    assert_true(fabs(stats_cost(s, (fp8c_dtype)format, unit).sqnr_db - truth) < 0.5);
  }
  rounding_cost clipped = stats_cost(s, FP8C_DTYPE_E4M3, 0.5f / 448);
  size_t beyond = 0;
  for (size_t i = 0; i < COUNT; i++) beyond += fabsf(x[i]) > 0.5f * 464 / 448;
  assert_true(fabs(clipped.saturated_share - (double)beyond / COUNT) < 0.01);
  assert_true(stats_cost(s, FP8C_DTYPE_E4M3, 1000).underflow_share > 0.5);
  free(s);
  free(x);
}

static void weights_by_channel(void **state) {
  (void)state;
  enum { CHANNELS = 7, EACH = 333 };
  float *w = malloc(CHANNELS * EACH * sizeof *w), one[CHANNELS], two[CHANNELS], whole[1];
  uint8_t *codes = malloc(CHANNELS * EACH);
  uint64_t seed = 9;
  for (int c = 0; c < CHANNELS; c++)
    for (int i = 0; i < EACH; i++) w[c * EACH + i] = c == 3 ? 0 : ldexpf(normal(&seed), 3 * c - 9);
  pool *threads;
  assert_int_equal(pool_create(3, &threads, NULL), FP8C_OK);
  weight_scales(FP8C_DTYPE_E4M3, w, CHANNELS, EACH, false, NULL, one);
  weight_scales(FP8C_DTYPE_E4M3, w, CHANNELS, EACH, false, threads, two);
  assert_memory_equal(one, two, sizeof one);
  assert_true(one[3] == 1);
  weight_codes(FP8C_DTYPE_E4M3, w, CHANNELS, EACH, false, threads, one, codes);
  for (int c = 0; c < CHANNELS; c++) {
    double noise = 0, signal = 0, max = 0;
    float amax = 0;
    for (int i = 0; i < EACH; i++) {
      float x = w[c * EACH + i];
      double d = (double)(e4m3_to_f32(codes[c * EACH + i]) * one[c]) - (double)x;
      noise += d * d;
      signal += (double)x * (double)x;
      amax = fabsf(x) > amax ? fabsf(x) : amax;
    }
    if (c == 3) {
      assert_true(noise == 0);
      continue;
    }
    max = lattice_error(FP8C_DTYPE_E4M3, w + c * EACH, NULL, EACH, amax / 448);
    assert_true(noise <= max * 1.0001);
    assert_true(10 * log10(signal / noise) > 29);
  }
  weight_scales(FP8C_DTYPE_E5M2, w, CHANNELS, EACH, true, threads, whole);
  assert_true(isnormal(whole[0]) && whole[0] > 0);
  pool_free(threads);
  free(codes);
  free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lattice_is_the_format), cmocka_unit_test(statistics),
      cmocka_unit_test(odd_data_has_a_scale),  cmocka_unit_test(methods_do_what_they_say),
      cmocka_unit_test(weights_by_channel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
