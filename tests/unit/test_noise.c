/* The table of error vectors' inner products, and what is predicted from it. */
#include "tests/support/unit.h"

#include <math.h>
#include <string.h>

#include "passes/noise.h"

enum { LENGTH = 5, COLUMNS = 4, SAMPLES = 3 };

/* Error vectors by sample and column: the base, two options of node "a", one of "c". */
static const float errors[SAMPLES][COLUMNS][LENGTH] = {
    {{0.1f, 0, 0, -0.1f, 0}, {1, 2, 0, 0, 1}, {-3, 1, 0, 0, 2}, {-1, -1, 0, 4, 0}},
    {{0, 0.2f, 0, 0, 0}, {0, 1, 1, 0, 0}, {2, 2, 0, 1, 0}, {0, 3, 0, 0, 1}},
    {{0, 0, 0, 0, 0.3f}, {1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {1, 0, 0, 0, 0}},
};

static double dot(const float *a, const float *b) {
  double sum = 0;
  for (int i = 0; i < LENGTH; i++) sum += (double)a[i] * (double)b[i];
  return sum;
}

static noise_table *table_in(arena *a, bool pairs) {
  noise_table *t = NEW(a, noise_table);
  *t = (noise_table){.node_count = 3,
                     .output_count = 1,
                     .sample_count = SAMPLES,
                     .column_count = COLUMNS,
                     .pairs = pairs};
  static noise_option of_a[] = {{.name = "e4m3", .column = 1}, {.name = "e5m2", .column = 2}};
  static noise_option of_c[] = {{.name = "e4m3", .column = 3}};
  static noise_node nodes[] = {{.name = "a", .options = of_a, .option_count = 2},
                               {.name = "b", .fixed = "no product"},
                               {.name = "c", .options = of_c, .option_count = 1}};
  t->nodes = nodes;
  t->signal = NEW_ARRAY(a, double, SAMPLES);
  t->gram = NEW_ARRAY(a, float *, SAMPLES);
  for (size_t s = 0; s < SAMPLES; s++) {
    t->signal[s] = 100 + (double)s;
    t->gram[s] = NEW_ARRAY(a, float, COLUMNS *(COLUMNS + 1) / 2);
    size_t at = 0;
    for (size_t x = 0; x < COLUMNS; x++)
      for (size_t y = pairs ? 0 : x; y <= x; y++)
        t->gram[s][at++] = (float)dot(errors[s][x], errors[s][y]);
  }
  return t;
}

/* The squared length of base + the chosen vectors, over samples. */
static double length_of_sum(const size_t *samples, size_t count, size_t of_a) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) {
    float e[LENGTH];
    for (int k = 0; k < LENGTH; k++)
      e[k] = errors[samples[i]][0][k] + errors[samples[i]][of_a][k] + errors[samples[i]][3][k];
    sum += dot(e, e);
  }
  return sum;
}

static void prediction_is_the_length_of_the_sum(void **state) {
  (void)state;
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  const noise_table *t = table_in(&a, true);
  static const size_t all[] = {0, 1, 2}, some[] = {2, 0, 2};
  for (size_t option = 0; option < 2; option++) {
    size_t choice[3] = {option, 99, 0};
    noise_sum s = noise_over(t, 0, NULL, 0, &a);
    assert_true(s.signal == 303);
    double want = length_of_sum(all, 3, option + 1);
    assert_true(fabs(noise_predict(&s, choice, true) - want) < 1e-5 * want);
    s = noise_over(t, 0, some, 3, &a); /* a sample twice counts twice */
    want = length_of_sum(some, 3, option + 1);
    assert_true(s.signal == 304);
    assert_true(fabs(noise_predict(&s, choice, true) - want) < 1e-5 * want);
  }
  arena_free(&a);
}

static void without_pairs_noises_add(void **state) {
  (void)state;
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  size_t choice[3] = {1, 0, 0};
  for (int pairs = 0; pairs < 2; pairs++) {
    const noise_table *t = table_in(&a, pairs != 0);
    noise_sum s = noise_over(t, 0, NULL, 0, &a);
    double want = 0;
    for (size_t i = 0; i < SAMPLES; i++)
      want += noise_at(t, i, 0, 0, 0) + noise_at(t, i, 0, 2, 2) + noise_at(t, i, 0, 3, 3);
    assert_true(fabs(noise_predict(&s, choice, false) - want) < 1e-9);
    /* A table without pair terms has nothing else to say. */
    if (!pairs) assert_true(fabs(noise_predict(&s, choice, true) - want) < 1e-9);
  }
  arena_free(&a);
}

static void figures(void **state) {
  (void)state;
  assert_true(fabs(noise_db(100, 1) - 20) < 1e-12);
  assert_true(isinf(noise_db(1, 0)) && noise_db(1, 0) > 0);
  noise_option options[] = {{.name = "e4m3"}, {.name = "bf16"}};
  noise_node n = {.options = options, .option_count = 2};
  assert_int_equal(noise_option_named(&n, "bf16"), 1);
  assert_int_equal(noise_option_named(&n, "e5m2"), 2);
  noise_node nodes[] = {n, {.fixed = "no product"}};
  noise_table t = {.nodes = nodes, .node_count = 2};
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  assert_int_equal(noise_choice(&t, "e4m3", &a)[0], 0);
  assert_int_equal(noise_choice(&t, "e5m2", &a)[0], 1); /* there is none: BF16 */
  arena_free(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(prediction_is_the_length_of_the_sum),
      cmocka_unit_test(without_pairs_noises_add),
      cmocka_unit_test(figures),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
