/* Budgets as users write them, and metrics as sums over samples. */
#include "tests/support/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "passes/precision/metric.h"
#include "passes/precision/sums.h"

static arena memory;
static oom_guard guard;

static int set_up(void **state) {
  (void)state;
  arena_init(&memory, &guard);
  return 0;
}
static int tear_down(void **state) {
  (void)state;
  arena_free(&memory);
  return 0;
}

static budget parsed(const char *s) {
  budget b;
  fp8c_error err = {0};
  if (budget_parse(&memory, s, &b, &err) != FP8C_OK) fail_msg("%s: %s", s, err.text);
  return b;
}

static void refused(const char *s, const char *because) {
  budget b;
  fp8c_error err = {0};
  if (budget_parse(&memory, s, &b, &err) == FP8C_OK) fail_msg("%s was taken", s);
  assert_int_equal(err.status, FP8C_ERROR_ARGUMENT);
  if (!strstr(err.text, because)) fail_msg("%s: %s", s, err.text);
  assert_non_null(strstr(err.text, "--max-error"));
}

static void budgets(void **state) {
  (void)state;
  budget b = parsed("sqnr>=25dB");
  assert_int_equal(b.metric, METRIC_SQNR);
  assert_true(b.bounded && b.at_least && b.bound == 25);
  assert_true(parsed("sqnr >= 25.5 dB").bound == 25.5);
  assert_true(parsed("sqnr>=-3").bound == -3);
  assert_true(parsed("relative<=5%").bound == 0.05);
  assert_true(parsed("relative<=0.05").bound == 0.05);
  assert_true(parsed("cosine>=0.999").bound == 0.999);
  assert_true(parsed("kl<=1e-3").bound == 1e-3);
  b = parsed("top1-agreement>=99.5%");
  assert_true(b.metric == METRIC_TOP1 && fabs(b.bound - 0.995) < 1e-12);
  assert_true(parsed("top1-agreement>=1").bound == 1);
}

static void budgets_that_mean_nothing(void **state) {
  (void)state;
  refused("", "there is sqnr>=25dB");
  refused("sqnr", "no bound");
  refused("snr>=25", "there is sqnr>=25dB");
  refused("sqnr<=25dB", "grows with accuracy");
  refused("relative>=5%", "falls with accuracy");
  refused("sqnr>=", "is no number");
  refused("sqnr>=25%", "is no number");
  refused("sqnr>=25dBm", "is no number");
  refused("sqnr>=nan", "is no number");
  refused("sqnr>=inf", "is no number");
  refused("sqnr>=1000", "outside");
  refused("cosine>=1.5", "outside");
  refused("cosine>=-1", "outside");
  refused("kl<=0", "outside");
  refused("kl<=5%", "is no number");
  refused("relative<=-0.1", "outside");
  refused("top1-agreement>=120%", "outside");
  refused("sqnr>25", "no bound");
  refused(">=25", "there is");
  refused("cmd:", "no program");
  refused("cmd:>=3", "no program");
  refused("cmd:'abc", "not closed");
}

static void commands(void **state) {
  (void)state;
  budget b = parsed("cmd:./score.py --task 'a b' \"c \\\" d\" e\\ f>=0.9");
  assert_int_equal(b.metric, METRIC_COMMAND);
  assert_true(b.bounded && b.at_least && b.bound == 0.9);
  static const char *const words[] = {"./score.py", "--task", "a b", "c \" d", "e f"};
  for (size_t i = 0; i < COUNT_OF(words); i++) assert_string_equal(b.argv[i], words[i]);
  assert_null(b.argv[COUNT_OF(words)]);
  b = parsed("cmd:score <=2");
  assert_true(b.bounded && !b.at_least && b.bound == 2);
  assert_null(b.argv[1]);
  b = parsed("cmd:score --at >=3 now");
  assert_false(b.bounded);
  assert_string_equal(b.argv[2], ">=3");
  /* no shell: what one would take apart is a word like others */
  b = parsed("cmd:score $(rm x) ;a|b>c");
  assert_string_equal(b.argv[1], "$(rm");
  assert_string_equal(b.argv[3], ";a|b>c");
}

static tensor row_of(float *x, int64_t rows, int64_t n) {
  return (tensor){.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {rows, n}, .data = x};
}

static double loss(metric m, metric_domain d, float *r, float *g, int64_t rows, int64_t n) {
  tensor a = row_of(r, rows, n), b = row_of(g, rows, n);
  metric_sum s = metric_of(NULL, m, d, &a, &b);
  return loss_over(&s, 1).loss;
}

static void known_values(void **state) {
  (void)state;
  float r[4] = {3, 4, 0, 0}, g[4] = {3, 4, 0.3f, -0.4f};
  double l = loss(METRIC_SQNR, DOMAIN_LOGITS, r, g, 1, 4);
  assert_true(fabs(metric_value(METRIC_SQNR, l) - 20) < 1e-5);
  assert_true(fabs(metric_value(METRIC_RELATIVE, l) - 0.1) < 1e-7);
  l = loss(METRIC_COSINE, DOMAIN_LOGITS, r, g, 1, 4);
  assert_true(fabs(metric_value(METRIC_COSINE, l) - 5 / sqrt(25.25)) < 1e-6);
  assert_true(loss(METRIC_SQNR, DOMAIN_LOGITS, r, r, 1, 4) == 0);
  assert_true(metric_value(METRIC_SQNR, 0) == INFINITY);

  /* p = (1/2, 1/4, 1/4) against (1/4, 1/2, 1/4) */
  float p[3] = {logf(2), 0, 0}, q[3] = {5, 5 + logf(2), 5};
  double want = 0.5 * log(2) - 0.25 * log(2);
  assert_true(fabs(loss(METRIC_KL, DOMAIN_LOGITS, p, q, 1, 3) - want) < 1e-6);
  float pp[3] = {0.5f, 0.25f, 0.25f}, qq[3] = {0.25f, 0.5f, 0.25f};
  assert_true(fabs(loss(METRIC_KL, DOMAIN_PROBABILITIES, pp, qq, 1, 3) - want) < 1e-6);
  /* single decisions: 3/4 against 1/2 */
  float b[1] = {logf(3)}, c[1] = {0};
  want = 0.75 * log(0.75 / 0.5) + 0.25 * log(0.25 / 0.5);
  assert_true(fabs(loss(METRIC_KL, DOMAIN_BINARY_LOGITS, b, c, 1, 1) - want) < 1e-6);

  float t[6] = {1, 2, 3, 9, 8, 7}, u[6] = {1, 2, 3, 8, 9, 7};
  assert_true(loss(METRIC_TOP1, DOMAIN_LOGITS, t, u, 2, 3) == 0.5);
  float v[4] = {-1, 1, 2, -2}, w[4] = {-2, -1, 3, -1};
  assert_true(loss(METRIC_TOP1, DOMAIN_BINARY_LOGITS, v, w, 1, 4) == 0.25);
  for (int m = METRIC_SQNR; m < METRIC_COMMAND; m++)
    assert_true(fabs(metric_value((metric)m, metric_loss((metric)m, 0.25)) - 0.25) < 1e-12);
}

static void not_finite(void **state) {
  (void)state;
  float r[3] = {1, 2, 3}, g[3] = {1, NAN, 3}, i[3] = {1, -INFINITY, 3};
  for (int m = METRIC_SQNR; m < METRIC_COMMAND; m++) {
    assert_true(loss((metric)m, DOMAIN_LOGITS, r, g, 1, 3) == INFINITY);
    assert_true(loss((metric)m, DOMAIN_LOGITS, r, i, 1, 3) == INFINITY);
    assert_true(loss((metric)m, DOMAIN_LOGITS, i, r, 1, 3) == INFINITY);
  }
  assert_true(loss(METRIC_SQNR, DOMAIN_LOGITS, i, i, 1, 3) == 0); /* a mask is a mask */
  tensor a = row_of(r, 1, 3), b = row_of(g, 1, 3);
  metric_sum s = metric_expected_flips(DOMAIN_LOGITS, &a, &b);
  assert_true(s.part == INFINITY);
  metric_sum sums[3] = {{1, 10}, {NAN, 10}, {INFINITY, INFINITY}};
  assert_true(loss_over(sums, 2).loss == INFINITY && loss_over(sums, 2).upper == INFINITY);
  assert_true(loss_over(sums, 3).loss == INFINITY);
  assert_true(metric_value(METRIC_SQNR, NAN) == -INFINITY);
  assert_true(metric_value(METRIC_SQNR, INFINITY) == -INFINITY);
  budget k = parsed("sqnr>=25dB");
  assert_false(budget_keeps(&k, NAN));
  assert_true(budget_keeps(&k, INFINITY));
  assert_false(budget_keeps(&k, 24.99));
}

static double uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-53;
}

/* Large tensors are summed in stretches: the same bits whatever the threads. */
static void threads_change_no_sum(void **state) {
  (void)state;
  enum { COUNT = 5 * POOL_STRETCH / 2 + 3 };
  static float r[COUNT], g[COUNT];
  uint64_t seed = 5;
  double noise = 0, signal = 0;
  for (size_t i = 0; i < COUNT; i++) {
    r[i] = (float)uniform(&seed) - 0.3f;
    g[i] = r[i] + 0.01f * ((float)uniform(&seed) - 0.5f);
    noise += ((double)r[i] - (double)g[i]) * ((double)r[i] - (double)g[i]);
    signal += (double)r[i] * (double)r[i];
  }
  tensor a = row_of(r, 1, COUNT), b = row_of(g, 1, COUNT);
  metric_sum alone[3];
  for (int threads = 0; threads <= 4; threads += 2) {
    pool *p = NULL;
    if (threads) assert_int_equal(pool_create(threads, &p, NULL), FP8C_OK);
    for (int m = METRIC_SQNR; m <= METRIC_COSINE; m++) {
      metric_sum s = metric_of(p, (metric)m, DOMAIN_LOGITS, &a, &b);
      if (threads)
        assert_true(s.part == alone[m].part && s.whole == alone[m].whole);
      else
        alone[m] = s;
    }
    double squares = sum_squares(p, r, NULL, COUNT), distance = sum_squares(p, r, g, COUNT);
    assert_true(fabs(squares - signal) < 1e-12 * signal);
    assert_true(fabs(distance - noise) < 1e-12 * noise);
    pool_free(p);
  }
  assert_true(fabs(alone[METRIC_SQNR].part - noise) < 1e-12 * noise);
  assert_true(fabs(alone[METRIC_SQNR].whole - signal) < 1e-12 * signal);
}

/* Nothing flipped in either, but one came nearer. */
static void near_decisions(void **state) {
  (void)state;
  float r[6] = {1, 0, 0, 1, 0.9f, 0}, near_[6] = {1.1f, 0, -0.1f, 1, 0.95f, 0.1f};
  float far[6] = {1.01f, 0, -0.01f, 1, 0.9f, 0.01f};
  tensor a = row_of(r, 2, 3), b = row_of(near_, 2, 3), c = row_of(far, 2, 3);
  assert_true(loss(METRIC_TOP1, DOMAIN_LOGITS, r, near_, 2, 3) == 0);
  metric_sum x = metric_expected_flips(DOMAIN_LOGITS, &a, &b);
  metric_sum y = metric_expected_flips(DOMAIN_LOGITS, &a, &c);
  assert_true(x.whole == 2 && x.part > y.part && y.part >= 0 && x.part < 1);
}

static double normal(uint64_t *seed) {
  double x = 0;
  for (int i = 0; i < 12; i++) x += uniform(seed);
  return x - 6;
}

/* `upper` of one set must hold for another from the same source, mostly: noises
 * that differ by factors, as samples of a model do. */
static void upper_bounds_hold(void **state) {
  (void)state;
  static const size_t counts[] = {3, 8, 48};
  for (size_t k = 0; k < COUNT_OF(counts); k++) {
    uint64_t seed = 11;
    size_t n = counts[k], kept = 0, runs = 1000;
    double factor = 0;
    metric_sum *s = calloc(n, sizeof *s);
    for (size_t run = 0; run < runs; run++) {
      double estimate[2], upper = 0;
      for (int half = 0; half < 2; half++) {
        for (size_t i = 0; i < n; i++) {
          s[i].whole = 1 + uniform(&seed);
          s[i].part = 0.01 * s[i].whole * exp(0.4 * normal(&seed));
        }
        loss_estimate e = loss_over(s, n);
        estimate[half] = e.loss;
        if (half == 0) upper = e.upper;
      }
      kept += estimate[1] <= upper;
      factor += upper / estimate[0] / (double)runs;
    }
    free(s);
    print_message("%zu samples: kept in %zu of %zu, margin %.2f dB\n", n, kept, runs,
                  10 * log10(factor));
    assert_true(kept >= 960 && kept <= 1000 && factor < (n < 8 ? 5 : 2));
  }
}

/* A signal whose noise comes and goes in time: neighbours are alike. */
static void stretches_of_time_hold_too(void **state) {
  (void)state;
  enum { COUNT = 300 };
  uint64_t seed = 5;
  size_t kept = 0, kept_alone = 0, runs = 600;
  metric_sum s[COUNT], alone[COUNT];
  for (size_t run = 0; run < runs; run++) {
    double upper = 0, upper_alone = 0, loss = 0;
    for (int half = 0; half < 2; half++) {
      double level = normal(&seed);
      for (size_t i = 0; i < COUNT; i++) {
        level = 0.9 * level + sqrt(1 - 0.81) * normal(&seed);
        s[i] = alone[i] = (metric_sum){0.01 * exp(0.6 * level), 1};
      }
      size_t n = metric_stretches(s, COUNT);
      assert_true(n >= 16 && n <= 18);
      loss_estimate e = loss_over(s, n), f = loss_over(alone, COUNT);
      assert_true(fabs(e.loss - f.loss) < 1e-12);
      if (half == 0)
        upper = e.upper, upper_alone = f.upper;
      else
        loss = e.loss;
    }
    kept += loss <= upper;
    kept_alone += loss <= upper_alone;
  }
  print_message("kept in %zu of %zu; each sample by itself: %zu\n", kept, runs, kept_alone);
  assert_true(kept * 100 >= runs * 92 && kept_alone * 100 < runs * 85);
  metric_sum few[3] = {{1, 2}, {3, 4}, {5, 6}};
  assert_int_equal(metric_stretches(few, 3), 3);
  assert_int_equal(metric_stretches(few, 0), 0);
}

static void bounds_of_little(void **state) {
  (void)state;
  metric_sum one = {0.01, 1}, none = {0, 0}, zero = {0, 5}, bad = {INFINITY, 1}, lost = {1, 0};
  loss_estimate e = loss_over(&one, 1);
  assert_true(e.loss == 0.01 && e.upper > 0.02);
  e = loss_over(&none, 1);
  assert_true(e.loss == 0 && e.upper == 0);
  e = loss_over(NULL, 0);
  assert_true(e.loss == 0 && e.samples == 0);
  e = loss_over(&zero, 1);
  assert_true(e.upper == 0);
  e = loss_over(&bad, 1);
  assert_true(e.loss == INFINITY && e.upper == INFINITY);
  e = loss_over(&lost, 1);
  assert_true(e.loss == INFINITY);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(budgets),
      cmocka_unit_test(budgets_that_mean_nothing),
      cmocka_unit_test(commands),
      cmocka_unit_test(known_values),
      cmocka_unit_test(not_finite),
      cmocka_unit_test(near_decisions),
      cmocka_unit_test(threads_change_no_sum),
      cmocka_unit_test(near_decisions),
      cmocka_unit_test(upper_bounds_hold),
      cmocka_unit_test(stretches_of_time_hold_too),
      cmocka_unit_test(bounds_of_little),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
