/* Histograms, lattices and the scales chosen on them. */
#include "tests/support/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "passes/precision/scales.h"

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
      double e = lattice_error((fp8c_dtype)format, &x, 1, 1.0f);
      assert_true(e == (double)(d * d));
    }
}

/* All codes of a format of 1 + exponent + mantissa bits whose last one is NaN. */
static size_t codes_of(int mantissa, int bias, int top, double *codes) {
  size_t count = 0;
  for (int e = 0; e <= top; e++)
    for (int m = 0; m < 1 << mantissa; m++) {
      double fraction = (double)m / (1 << mantissa);
      codes[count++] = e ? ldexp(1 + fraction, e - bias) : ldexp(fraction, 1 - bias);
    }
  return count - 1;
}

static double nearest(const double *codes, size_t count, double y) {
  size_t best = 0;
  for (size_t i = 1; i < count; i++) {
    double d = fabs(codes[i] - y), e = fabs(codes[best] - y);
    if (d < e || (d == e && i % 2 == 0)) best = i;
  }
  return codes[best];
}

/* Of formats whose codes end before their exponents do, or have no code for a negative zero. */
static size_t codes_up_to(lattice_kind kind, double *codes) {
  size_t all = kind == LATTICE_IF_E5M2FNUZ   ? codes_of(2, 16, 31, codes) + 1
               : kind == LATTICE_IF_E4M3FNUZ ? codes_of(3, 8, 15, codes) + 1
                                             : codes_of(3, 7, 14, codes) + 1;
  double max = kind == LATTICE_IF_E5M2FNUZ ? 57344 : 240;
  while (codes[all - 1] > max) all--;
  return all;
}

/* The lattices of the report's "what if" against the list of their codes, and the
 * integral over a segment against a sum over many points in it. */
static void lattices_are_their_codes(void **state) {
  (void)state;
  double codes[260];
  uint64_t seed = 3;
  for (lattice_kind kind = LATTICE_E4M3; kind < LATTICES; kind++) {
    if (kind == LATTICE_BF16) continue;
    lattice l = lattice_of(kind);
    size_t count = kind == LATTICE_E4M3      ? codes_of(3, 7, 15, codes)
                   : kind == LATTICE_E5M2    ? codes_of(2, 15, 30, codes) + 1 /* NaN is elsewhere */
                   : kind == LATTICE_IF_E3M4 ? codes_of(4, 3, 7, codes)
                   : kind == LATTICE_IF_E2M5 ? codes_of(5, 1, 3, codes)
                   : kind > LATTICE_IF_INT8  ? codes_up_to(kind, codes)
                                             : 128;
    for (int i = 0; kind == LATTICE_IF_INT8 && i < 128; i++) codes[i] = i;
    assert_true((double)l.max == codes[count - 1]);
    assert_true((double)l.step == codes[1]);
    for (size_t i = 0; i < count; i++) {
      assert_true((double)lattice_round(l, (float)codes[i]) == codes[i]);
      double next = i + 1 < count ? codes[i + 1] : 4 * codes[i];
      float middle = (float)((codes[i] + next) / 2);
      assert_true((double)lattice_round(l, middle) == nearest(codes, count, (double)middle));
    }
    for (int i = 0; i < 300; i++) {
      double low = fabs((double)uniform(&seed)) * codes[count - 1] * 1.3 * exp2(-i / 20.0);
      double high = low * (1 + fabs((double)uniform(&seed)) / 4), sum = 0;
      enum { POINTS = 4000 };
      for (int k = 0; k < POINTS; k++) {
        double y = low + (high - low) * (k + 0.5) / POINTS, d = nearest(codes, count, y) - y;
        sum += d * d / POINTS;
      }
      segments one = {.items = {{low * 8, high * 8, 5}}, .count = 1};
      double exact = segments_error(kind, &one, 8) / (5 * 64);
      assert_true(fabs(exact - sum) <= 0.01 * sum + 1e-9 * low * low);
    }
    segments point = {.items = {{codes[count / 2], codes[count / 2], 7}}, .count = 1};
    assert_true(segments_error(kind, &point, 1) == 0);
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

/* Sums of squares that are the same however they are divided, of numbers 2^272 apart. */
static void squares_are_exact(void **state) {
  (void)state;
  enum { COUNT = 70000 };
  float *x = malloc(COUNT * sizeof *x);
  uint64_t seed = 9;
  for (int i = 0; i < COUNT; i++) x[i] = ldexpf(normal(&seed), i % 273 - 149);
  square_sum whole = {{0}}, back = {{0}}, joined = {{0}}, part = {{0}}, read;
  square_sum_add(&whole, x, COUNT);
  for (int i = COUNT - 1; i >= 0; i--) square_sum_add(&back, x + i, 1);
  square_sum_add(&joined, x, 123);
  square_sum_add(&part, x + 123, COUNT - 123);
  square_sum_join(&joined, &part);
  assert_memory_equal(&whole, &back, sizeof whole);
  assert_memory_equal(&whole, &joined, sizeof whole);
  char digits[SQUARE_SUM_LIMBS * 16 + 1];
  square_sum_print(&whole, digits);
  assert_true(square_sum_parse(digits, &read));
  assert_memory_equal(&whole, &read, sizeof whole);
  free(x);
}

static double value_of(const float *x, size_t count) {
  square_sum s = {{0}};
  square_sum_add(&s, x, count);
  return square_sum_value(&s);
}

/* To the nearest F64, ties to even, and what lies far below decides a tie. */
static void squares_are_rounded_once(void **state) {
  (void)state;
  const float smallest = 0x1p-149f, largest = 0x1.FFFFFEp127f;
  const float tie[] = {0x1p26f, 0x1p26f, 1, smallest}; /* 2^53 + 1, and a little more */
  assert_true(value_of(NULL, 0) == 0);
  assert_true(value_of(&smallest, 1) == 0x1p-298);
  assert_true(value_of(&largest, 1) == (double)largest * (double)largest);
  assert_true(value_of((const float[]){3, -4}, 2) == 25);
  assert_true(value_of(tie, 3) == 0x1p53);
  assert_true(value_of((const float[]){0x1p26f, 0x1p26f, 1, 1, 1}, 5) == 0x1p53 + 4);
  assert_true(value_of((const float[]){0x1p26f, 0x1p26f, 0, 1, smallest}, 5) == 0x1p53 + 2);
  static const char *const none[] = {"", "00", "01", "g", "A", "-1", "0x1"};
  square_sum s;
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    assert_false(square_sum_parse(none[i], &s));
}

static const scale_policy by_mse = {.method = SCALE_BY_MSE}, by_max = {.method = SCALE_BY_MAX},
                          by_percentile = {.method = SCALE_BY_PERCENTILE};

static void odd_data_has_a_scale(void **state) {
  (void)state;
  static const scale_policy policies[] = {
      {.method = SCALE_BY_MAX},
      {.method = SCALE_BY_PERCENTILE},
      {.method = SCALE_BY_MSE},
      {.method = SCALE_BY_KL},
      {.method = SCALE_BY_MAX, .headroom = 1e4, .power_of_two = true},
      {.power_of_two = true},
      {.method = SCALE_BY_KL, .headroom = 4}};
  static const float extremes[] = {0, 1e-45f, 1e-38f, 1e-20f, 1, 1e20f, 1e38f, 3.4e38f};
  value_stats *s = malloc(sizeof *s);
  for (size_t m = 0; m < COUNT_OF(policies); m++)
    for (size_t i = 0; i < sizeof extremes / sizeof *extremes; i++)
      for (int format = FP8C_DTYPE_E4M3; format <= FP8C_DTYPE_E5M2; format++) {
        memset(s, 0, sizeof *s);
        float x[3] = {extremes[i], 0, -extremes[i]};
        assert_true(stats_add(s, x, 3));
        float unit = scale_choose(s, (fp8c_dtype)format, &policies[m]);
        assert_true(isnormal(unit) && unit > 0 && isnormal(1.0f / unit));
        if (extremes[i] == 0) assert_true(unit == 1);
      }
  memset(s, 0, sizeof *s);
  for (size_t m = 0; m < COUNT_OF(policies); m++) { /* nothing seen */
    assert_true(scale_choose(s, FP8C_DTYPE_E4M3, &policies[m]) == 1);
    assert_true(scale_choose(NULL, FP8C_DTYPE_E5M2, &policies[m]) == 1);
  }
  s->count = 1;
  s->amax = INFINITY; /* stats_add lets none in */
  for (size_t m = 0; m < COUNT_OF(policies); m++)
    assert_true(scale_choose(s, FP8C_DTYPE_E4M3, &policies[m]) == 1);
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
  assert_true(scale_choose(s, FP8C_DTYPE_E4M3, &by_max) == 40.0f / 448);
  float percentile = scale_choose(s, FP8C_DTYPE_E4M3, &by_percentile);
  assert_true(percentile * 448 > 3 && percentile * 448 < 5);
  float mse = scale_choose(s, FP8C_DTYPE_E4M3, &by_mse);
  double best = lattice_error(FP8C_DTYPE_E4M3, x, COUNT, mse);
  /* No scale of a fine sweep is better by more than "max" is trusted for. */
  for (int i = -64; i <= 32; i++) {
    float unit = (float)(40.0 / 448 * exp2(i / 16.0));
    assert_true(best <= 1.5 * lattice_error(FP8C_DTYPE_E4M3, x, COUNT, unit));
  }
  /* The estimate from the histogram is close to the truth. */
  for (int format = FP8C_DTYPE_BF16; format <= FP8C_DTYPE_E5M2; format++) {
    float unit = format == FP8C_DTYPE_BF16 ? 1 : scale_choose(s, (fp8c_dtype)format, &by_mse);
    double truth = 10 * log10(signal / lattice_error((fp8c_dtype)format, x, COUNT, unit));
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

static bool is_power(float x) {
  int exponent;
  return frexpf(x, &exponent) == 0.5f;
}

static void policies_do_what_they_say(void **state) {
  (void)state;
  enum { COUNT = 100000 };
  float *x = malloc(COUNT * sizeof *x);
  value_stats *s = calloc(1, sizeof *s);
  uint64_t seed = 11;
  for (size_t i = 0; i < COUNT; i++) x[i] = normal(&seed);
  assert_true(stats_add(s, x, COUNT));
  for (size_t i = 0; i < COUNT; i++) x[i] = fabsf(x[i]);
  for (int percent = 50; percent < 100; percent += 7) {
    double p = stats_percentile(s, percent / 100.0);
    size_t below = 0;
    for (size_t i = 0; i < COUNT; i++) below += (double)x[i] <= p;
    assert_true(fabs((double)below / COUNT - percent / 100.0) < 0.005);
  }
  assert_true(stats_percentile(s, 1) == (double)s->amax);

  float max = scale_choose(s, FP8C_DTYPE_E4M3, &by_max);
  scale_policy p = {.method = SCALE_BY_MAX, .headroom = 1.5};
  assert_true(scale_choose(s, FP8C_DTYPE_E4M3, &p) == (float)(1.5 * (double)s->amax / 448));
  p = (scale_policy){.method = SCALE_BY_PERCENTILE, .percent = 90};
  float clipping = scale_choose(s, FP8C_DTYPE_E4M3, &p);
  assert_true(clipping < scale_choose(s, FP8C_DTYPE_E4M3, &by_percentile) && clipping < max / 2);
  for (int format = FP8C_DTYPE_E4M3; format <= FP8C_DTYPE_E5M2; format++)
    for (scale_by method = SCALE_BY_MSE; method <= SCALE_BY_KL; method++) {
      scale_policy free_ = {.method = method}, power = {.method = method, .power_of_two = true},
                   roomy = {.method = method, .headroom = 3};
      float any = scale_choose(s, (fp8c_dtype)format, &free_);
      float two = scale_choose(s, (fp8c_dtype)format, &power);
      assert_true(is_power(two));
      assert_true(method == SCALE_BY_MSE || (two >= any && two < 2 * any));
      float more = scale_choose(s, (fp8c_dtype)format, &roomy);
      assert_true(more >= any && more <= 3.001f * any &&
                  more >= 2.99f * max * (448 / dtype_max(format)) *
                              (method == SCALE_BY_MSE || method == SCALE_BY_MAX));
    }
  p = (scale_policy){.method = SCALE_CONSTANT, .constant = 0.37f};
  assert_true(scale_choose(s, FP8C_DTYPE_E4M3, &p) == 0.37f);
  assert_true(scale_choose(NULL, FP8C_DTYPE_E5M2, &p) == 0.37f);
  /* More room costs nothing while E4M3 is logarithmic; 16 of INT8's steps are more than E4M3's. */
  assert_true(stats_best_db(s, LATTICE_IF_INT8) > stats_best_db(s, LATTICE_IF_E2M5) - 3);
  assert_true(stats_best_db(s, LATTICE_IF_E3M4) > stats_best_db(s, LATTICE_E4M3) + 4);
  assert_true(stats_best_db(s, LATTICE_E4M3) > stats_best_db(s, LATTICE_E5M2) + 4);
  free(s);
  free(x);
}

static void policies_in_words(void **state) {
  (void)state;
  static const struct {
    const char *words, *back; /* NULL: refused */
  } cases[] = {{"mse", "mse"},
               {"max", "max"},
               {"kl", "kl"},
               {"percentile", "percentile"},
               {"percentile=99.9", "percentile=99.9"},
               {"percentile=100", "percentile=100"},
               {"constant=0.05", "constant=0.05"},
               {"constant=1e-30", "constant=1e-30"},
               {"", NULL},
               {"MSE", NULL},
               {"percentile=", NULL},
               {"percentile=101", NULL},
               {"percentile=49", NULL},
               {"percentile=nan", NULL},
               {"percentile=99x", NULL},
               {"constant", NULL},
               {"constant=", NULL},
               {"constant=0", NULL},
               {"constant=-1", NULL},
               {"constant=nan", NULL},
               {"constant=inf", NULL},
               {"constant=1e-40", NULL},
               {"constant=1e37", NULL}};
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    scale_policy p = {0};
    fp8c_error err = {0};
    fp8c_status status = scale_policy_parse(cases[i].words, &p, &err);
    assert_int_equal(status, cases[i].back ? FP8C_OK : FP8C_ERROR_ARGUMENT);
    if (cases[i].back)
      assert_string_equal(scale_policy_words(&p, &a), cases[i].back);
    else
      assert_true(err.text[0] != 0);
  }
  scale_policy all = {.method = SCALE_BY_MAX, .power_of_two = true, .headroom = 1.5};
  assert_string_equal(scale_policy_words(&all, &a), "max, powers of two, headroom 1.5");
  arena_free(&a);
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
  const weight_matrix by_channel = {w, CHANNELS, EACH, false},
                      by_tensor = {w, CHANNELS, EACH, true};
  weight_scales(FP8C_DTYPE_E4M3, &by_channel, &by_mse, NULL, one);
  weight_scales(FP8C_DTYPE_E4M3, &by_channel, &by_mse, threads, two);
  assert_memory_equal(one, two, sizeof one);
  assert_true(one[3] == 1);
  weight_codes(FP8C_DTYPE_E4M3, &by_channel, threads, one, codes);
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
    max = lattice_error(FP8C_DTYPE_E4M3, w + c * EACH, EACH, amax / 448);
    assert_true(noise <= max * 1.0001);
    assert_true(10 * log10(signal / noise) > 29);
  }
  weight_scales(FP8C_DTYPE_E5M2, &by_tensor, &by_mse, threads, whole);
  assert_true(isnormal(whole[0]) && whole[0] > 0);
  const scale_policy powers = {.power_of_two = true},
                     given = {.method = SCALE_CONSTANT, .constant = 0.25f};
  weight_scales(FP8C_DTYPE_E4M3, &by_channel, &powers, threads, two);
  for (int c = 0; c < CHANNELS; c++) {
    assert_true(is_power(two[c]));
    if (c == 3) continue;
    double e = lattice_error(FP8C_DTYPE_E4M3, w + c * EACH, EACH, two[c]);
    for (int k = -4; k < 4; k++) /* no other power is better */
      assert_true(e <= lattice_error(FP8C_DTYPE_E4M3, w + c * EACH, EACH, ldexpf(two[c], k)));
  }
  weight_scales(FP8C_DTYPE_E4M3, &by_channel, &given, threads, two);
  for (int c = 0; c < CHANNELS; c++) assert_true(two[c] == (c == 3 ? 1 : 0.25f));
  weight_scales(FP8C_DTYPE_E4M3, &by_channel, &by_max, threads, two);
  assert_true(two[0] >= one[0] / 2 && two[3] == 1);
  pool_free(threads);
  free(codes);
  free(w);
}

/* Blocks that are summed side by side have the bits that each has alone. */
static void blocks_add_up(void **state) {
  (void)state;
  enum { MOST = 256 * 11 + 17 };
  static float x[MOST];
  uint64_t seed = 11;
  for (size_t i = 0; i < MOST; i++) x[i] = normal(&seed) * (i % 97 ? 1 : 900);
  x[300] = 0, x[301] = -0.0f, x[700] = 0x1p-140f, x[1000] = 1e9f;
  for (lattice_kind kind = 0; kind < LATTICES; kind++)
    for (size_t count = 1; count <= MOST; count = count * 2 + 13)
      for (float unit = 0.001f; unit < 4; unit *= 3) {
        double sum = 0;
        for (size_t i = 0; i < count; i += 256)
          sum += lattice_error_of(kind, x + i, count - i < 256 ? count - i : 256, unit) /
                 ((double)unit * (double)unit);
        double whole = lattice_error_of(kind, x, count, unit) / ((double)unit * (double)unit);
        assert_true(fabs(whole - sum) <= 1e-12 * fabs(sum));
        sum = 0; /* with no factor to take off: the same bits */
        for (size_t i = 0; i < count; i += 256)
          sum += lattice_error_of(kind, x + i, count - i < 256 ? count - i : 256, 1);
        assert_true(sum == lattice_error_of(kind, x, count, 1));
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lattice_is_the_format),
      cmocka_unit_test(statistics),
      cmocka_unit_test(odd_data_has_a_scale),
      cmocka_unit_test(methods_do_what_they_say),
      cmocka_unit_test(weights_by_channel),
      cmocka_unit_test(lattices_are_their_codes),
      cmocka_unit_test(policies_do_what_they_say),
      cmocka_unit_test(policies_in_words),
      cmocka_unit_test(squares_are_exact),
      cmocka_unit_test(squares_are_rounded_once),
      cmocka_unit_test(blocks_add_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
