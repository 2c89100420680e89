/* The table of error vectors' inner products, and what is predicted from it. */
#include "tests/support/unit.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/numbers.h"
#include "ir/graph_text.h"
#include "passes/precision/noise.h"
#include "passes/precision/sums.h"

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

/* BF16 adds nothing; F32 takes its part out of the base, pairs or not. */
static void what_adds_nothing_and_what_takes_away(void **state) {
  (void)state;
  static const float vectors[2][LENGTH] = {{3, 4, 0, 0, 0}, {0, -4, 0, 0, 0}};
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  noise_option options[] = {{.name = "f32", .column = 1, .removes = true},
                            {.name = "bf16", .column = NOISE_NONE}};
  noise_node chosen = {.name = "n", .options = options, .option_count = 2};
  for (int pairs = 0; pairs < 2; pairs++) {
    double signal = 50;
    float full[3] = {25, -16, 16}, own[2] = {25, 16}, *gram = pairs ? full : own;
    assert_true((double)full[1] == dot(vectors[0], vectors[1]));
    noise_table t = {.nodes = &chosen,
                     .node_count = 1,
                     .output_count = 1,
                     .sample_count = 1,
                     .column_count = 2,
                     .pairs = pairs != 0,
                     .signal = &signal,
                     .gram = &gram};
    noise_sum s = noise_over(&t, NOISE_TOGETHER, NULL, 0, &a);
    size_t f32 = 0, bf16 = 1;
    assert_true(fabs(s.signal - 1) < 1e-12);
    for (int with = 0; with < 2; with++) {
      assert_true(fabs(noise_predict(&s, &bf16, with != 0) - 25.0 / 50) < 1e-9);
      assert_true(fabs(noise_predict(&s, &f32, with != 0) - 9.0 / 50) < 1e-9);
    }
  }
  arena_free(&a);
}

/* A whole assignment that was run puts the others right: it and the base are hit, what lies
 * between them lies between. */
static void an_anchor_puts_it_right(void **state) {
  (void)state;
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  noise_table *t = table_in(&a, true);
  for (size_t i = 0; i < t->node_count; i++)
    for (size_t k = 0; k < t->nodes[i].option_count; k++)
      t->nodes[i].options[k].activations = FP8C_DTYPE_E4M3;
  noise_sum plain = noise_over(t, 0, NULL, 0, &a);
  const size_t *anchor = noise_anchor(t, &a);
  size_t other[3] = {1, 0, 0};
  assert_int_equal(anchor[0], 0);
  assert_true(noise_predict(&plain, anchor, true) == noise_added(&plain, anchor, true));
  double base = 0, added = noise_added(&plain, anchor, true);
  double own = noise_added(&plain, anchor, false);
  for (size_t s = 0; s < SAMPLES; s++) base += noise_at(t, s, 0, 0, 0);
  double measured[] = {0.2, 0.3, 0.4}, total = 0.9;
  assert_true(base < total && total < added);
  t->anchor = measured;
  noise_sum s = noise_over(t, 0, NULL, 0, &a);
  for (int pairs = 0; pairs < 2; pairs++) {
    assert_true(fabs(noise_predict(&s, anchor, pairs != 0) - total) < 1e-9);
    assert_true(fabs(noise_settle(&s, base, pairs != 0) - base) < 1e-9);
    double apart = noise_predict(&s, other, pairs != 0) / total;
    double before = noise_added(&s, other, pairs != 0) / noise_added(&s, anchor, pairs != 0);
    assert_true(before > 1 ? apart > 1 && apart < before : apart < 1 && apart > before);
  }
  /* Half of the pair terms is all that the anchor's noise leaves for them. */
  measured[0] = (own + added) / 2, measured[1] = measured[2] = 0;
  assert_true(fabs(added - own) > 0.06 * own);
  s = noise_over(t, 0, NULL, 0, &a);
  assert_true(fabs(s.hold - 0.5) < 1e-9 && fabs(s.exponent[1] - 1) < 1e-9);
  size_t n = t->column_count;
  assert_true(fabs(s.gram[1 * n + 3] - 0.5 * plain.gram[1 * n + 3]) < 1e-12);
  assert_true(s.gram[1 * n + 1] == plain.gram[1 * n + 1]);
  measured[0] = 0.2, measured[1] = 0.3, measured[2] = 0.4;
  /* Some samples alone, and an anchor that is quieter than the base or says nothing. */
  static const size_t some[] = {1};
  s = noise_over(t, 0, some, 1, &a);
  assert_true(fabs(noise_predict(&s, anchor, true) - 0.3) < 1e-9);
  measured[0] = measured[1] = measured[2] = 1e-9;
  s = noise_over(t, 0, NULL, 0, &a);
  assert_true(noise_predict(&s, anchor, true) > base);
  measured[0] = measured[1] = measured[2] = 0;
  s = noise_over(t, 0, NULL, 0, &a);
  assert_true(noise_predict(&s, anchor, true) == added);
  arena_free(&a);
}

/* Two nodes whose errors agree on every sample, two whose errors agree on some and cancel on
 * others: among many of the second kind some cancel on the whole, which is chance. */
static void what_samples_do_not_agree_about_is_doubted(void **state) {
  (void)state;
  enum { COUNT = 9 };
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  noise_option options[4];
  noise_node nodes[4];
  for (size_t i = 0; i < 4; i++) {
    options[i] = (noise_option){.name = "e4m3", .column = i + 1};
    nodes[i] = (noise_node){.name = "n", .options = &options[i], .option_count = 1};
  }
  double signal[COUNT];
  float *gram[COUNT], cells[COUNT][15];
  for (size_t s = 0; s < COUNT; s++) {
    float sign = s % 9 < 4 ? 1.0f : -1.0f, agree = 0.5f + 0.01f * (float)(s % 3);
    const float c[15] = {0, 0, 1, 0, agree, 1, 0, 0, 0, 1, 0, 0, 0, sign, 1};
    memcpy(cells[s], c, sizeof c);
    gram[s] = cells[s];
    signal[s] = 10;
  }
  noise_table t = {.nodes = nodes,
                   .node_count = 4,
                   .output_count = 1,
                   .sample_count = COUNT,
                   .column_count = 5,
                   .pairs = true,
                   .signal = signal,
                   .gram = gram};
  static const size_t all[4] = {0};
  double own = 4 * COUNT, agreed = 0, chance = -1;
  for (size_t s = 0; s < COUNT; s++) agreed += (double)cells[s][4];
  noise_sum plain = noise_over(&t, 0, NULL, 0, &a), sure = noise_sure(&t, 0, NULL, 0, &a);
  assert_true(fabs(noise_predict(&plain, all, true) - (own + 2 * agreed + 2 * chance)) < 1e-5);
  double found = noise_predict(&sure, all, true);
  assert_true(found > own + 1.98 * agreed && found < own + 2 * agreed);
  assert_true(noise_trust(&sure, 3, 4) == 0 && noise_trust(&sure, 1, 2) > 0.99);
  assert_true(noise_trust(&plain, 3, 4) == 1);
  assert_true(noise_predict(&sure, all, false) == noise_predict(&plain, all, false));
  static const size_t one[] = {8}; /* says nothing about others */
  sure = noise_sure(&t, 0, one, 1, &a), plain = noise_over(&t, 0, one, 1, &a);
  assert_true(noise_predict(&sure, all, true) == noise_predict(&plain, all, true));
  arena_free(&a);
}

/* Sums over a result that is not everywhere finite, and levels of it in a file. */
static void what_is_not_finite(void **state) {
  (void)state;
  float model[4] = {1, NAN, -2, INFINITY}, good[4] = {1, 5, -3, -INFINITY}, bad[4] = {1, 5, NAN, 1};
  assert_true(sum_signal(NULL, model, 4) == 5);
  assert_true(sum_noise(NULL, good, model, 4) == 1);
  assert_true(sum_noise(NULL, bad, model, 4) == INFINITY);
  static const double levels[] = {3.5, INFINITY, -INFINITY, NAN};
  for (size_t i = 0; i < 4; i++) {
    json_t *x = json_level(levels[i]);
    double y;
    assert_true(json_level_of(x, &y));
    assert_true(y == levels[i] || (isnan(y) && isnan(levels[i])));
    json_decref(x);
  }
  double y;
  json_t *word = json_string("infinite");
  assert_false(json_level_of(word, &y) || json_level_of(NULL, &y));
  json_decref(word);
}

static void figures(void **state) {
  (void)state;
  assert_true(fabs(sqnr_db(100, 1) - 20) < 1e-12);
  assert_true(isinf(sqnr_db(1, 0)) && sqnr_db(1, 0) > 0);
  assert_true(sqnr_db(1, NAN) == -INFINITY && sqnr_db(1, INFINITY) == -INFINITY);
  assert_true(sqnr_db(INFINITY, INFINITY) == -INFINITY && sqnr_db(0, 1) == -INFINITY);
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
  nodes[0].option_count = 1;                            /* what is pinned has no BF16 either */
  assert_int_equal(noise_choice(&t, "e5m2", &a)[0], 0);
  arena_free(&a);
}

/* ---- Where errors are counted ---------------------------------------------------- */

static const char ends[] =
    "graph g opset 20 {\n"
    "  in    %x : f32[n, 4]\n"
    "  const %to : i64[2] = {-1, 2}\n"
    "  const %last : i64[1] = {1}\n"
    "  %h = Relu %x : f32[n, 4]\n"
    "  %p = Softmax %h : f32[n, 4]\n"
    "  %soft = Reshape %p, %to : f32[m, 2]\n"
    "  %class = ArgMax %h {axis=1} : i64[n, 1]\n"
    "  %each = Sigmoid %soft : f32[m, 2]\n"
    "  %sig = ReduceMean %each, %last : f32[m, 1]\n"
    "  %a = Abs %x : f32[n, 4]\n"
    "  %top = ReduceMax %a, %last : f32[n, 1]\n"
    "  const %lowest : f32[] = {-inf}\n"
    "  %bounded = Max %lowest, %top : f32[n, 1]\n"
    "  %less = Sub %a, %bounded : f32[n, 4]\n"
    "  %e = Exp %less : f32[n, 4]\n"
    "  %sum = ReduceSum %e, %last : f32[n, 1]\n"
    "  %written = Div %e, %sum : f32[n, 4]\n"
    "  %next = Tanh %x : f32[n, 4]\n"
    "  out %soft\n"
    "  out %class\n"
    "  out %sig\n"
    "  out %written\n"
    "  out %next\n"
    "}\n";

static void outputs_in_front_of_a_softmax(void **state) {
  (void)state;
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  graph *g;
  fp8c_error err;
  noise_output *o;
  size_t count;
  assert_int_equal(graph_parse(&a, ends, NULL, 0, &g, &err), FP8C_OK);
  static const size_t carried[] = {4};
  const calibration_data d = {.state_outputs = carried, .state_count = 1};
  assert_int_equal(noise_outputs(g, &d, ((port_names){NULL, 0}), &a, &o, &count, &err), FP8C_OK);
  static const char *const want[][3] = {
      {"soft", "h", "Softmax"}, /* "class" is made of the same numbers */
      {"sig", "soft", "Sigmoid"},
      {"written", "a", "Softmax"},
  };
  assert_int_equal(count, 3);
  for (size_t i = 0; i < count; i++) {
    assert_string_equal(o[i].port, want[i][0]);
    assert_string_equal(o[i].value, want[i][1]);
    assert_string_equal(o[i].before->name, want[i][2]);
  }
  static const char *const ports[] = {"next", "class"}, *const none[] = {"nothing"};
  assert_int_equal(noise_outputs(g, &d, ((port_names){ports, 2}), &a, &o, &count, &err), FP8C_OK);
  assert_int_equal(count, 2);
  assert_string_equal(o[0].before->name, "ArgMax");
  assert_string_equal(o[1].value, "next"); /* state too, when it is asked for */
  assert_null(o[1].before);
  assert_int_equal(noise_outputs(g, &d, ((port_names){none, 1}), &a, &o, &count, &err),
                   FP8C_ERROR_ARGUMENT);
  arena_free(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(prediction_is_the_length_of_the_sum),
      cmocka_unit_test(without_pairs_noises_add),
      cmocka_unit_test(what_adds_nothing_and_what_takes_away),
      cmocka_unit_test(an_anchor_puts_it_right),
      cmocka_unit_test(what_samples_do_not_agree_about_is_doubted),
      cmocka_unit_test(what_is_not_finite),
      cmocka_unit_test(figures),
      cmocka_unit_test(outputs_in_front_of_a_softmax),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
