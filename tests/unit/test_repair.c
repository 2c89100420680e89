/* Repairs in a pipeline of passes, over real runs of small graphs: what they bring on
 * samples that nobody calibrated with. */
#include "tests/support/evaluator.h"
#include "tests/support/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/graph_text.h"
#include "passes/precision/repair.h"

static oom_guard guard;
static arena keep, scratch;
static bench_evaluator runs;

static int open_arenas(void **state) {
  (void)state;
  arena_init(&keep, &guard);
  arena_init(&scratch, &guard);
  runs = bench_evaluator_of(&keep);
  return 0;
}

static int close_arenas(void **state) {
  (void)state;
  arena_free(&scratch);
  arena_free(&keep);
  return 0;
}

/* ---- Samples: positive, correlated numbers, with a mean -------------------------------- */

enum { SAMPLES = 256, WIDTH = 96, DIRECTIONS = 6 };
static float samples[2 * SAMPLES][WIDTH]; /* the second half judges */

static float uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (float)((double)(*seed >> 11) * 0x1p-53 * 2 - 1);
}

static void fill_samples(void) {
  uint64_t seed = 7;
  float d[DIRECTIONS][WIDTH];
  for (size_t i = 0; i < DIRECTIONS; i++)
    for (size_t k = 0; k < WIDTH; k++) d[i][k] = uniform(&seed);
  for (size_t s = 0; s < 2 * SAMPLES; s++) {
    float at[DIRECTIONS];
    for (size_t i = 0; i < DIRECTIONS; i++) at[i] = uniform(&seed) + (i == 0 ? 2.0f : 0.0f);
    for (size_t k = 0; k < WIDTH; k++) {
      samples[s][k] = 0.05f * uniform(&seed);
      for (size_t i = 0; i < DIRECTIONS; i++) samples[s][k] += at[i] * d[i][k];
    }
  }
}

static const graph *reading; /* its input's shape is a sample's */

static void give(size_t index, tensor *inputs) {
  inputs[0] = reading->inputs[0]->type;
  inputs[0].dims[0] = 1;
  inputs[0].data = samples[index];
}

static fp8c_status read_sample(const calibration_data *d, size_t index, arena *a, tensor *inputs,
                               fp8c_error *err) {
  (void)d, (void)a, (void)err;
  give(index, inputs);
  return FP8C_OK;
}

/* ---- Passes ------------------------------------------------------------------------------ */

static graph *parse(const char *source) {
  graph *g;
  fp8c_error err;
  if (graph_parse(&keep, source, NULL, 0, &g, &err) != FP8C_OK) fail_msg("%s", err.text);
  return g;
}

typedef struct bench {
  calibration_data data;
  pass_context c;
} bench;

static bench *new_bench(unsigned repairs) {
  bench *b = NEW(&keep, bench);
  b->data = (calibration_data){.sample_count = SAMPLES, .read = read_sample, .hash = "s"};
  b->c = (pass_context){.keep = &keep,
                        .scratch = &scratch,
                        .precision = PRECISION_FP8,
                        .repairs = repairs,
                        .evaluate = &runs.evaluate,
                        .samples = &b->data};
  return b;
}

static void run_passes(bench *b, graph *g, const char *const *names, size_t count) {
  pass_options o = {0};
  fp8c_error err = {0};
  reading = g;
  if (passes_run(g, names, count, &b->c, &o, &err) != FP8C_OK) fail_msg("%s", err.text);
}

static const char *const decide[] = {"calibrate", "round-weights", "assign", "insert-scales",
                                     "fold-scales"};
#define DECIDE (sizeof decide / sizeof *decide)

/* Error of output 0 of `g` against `want` on the samples that judge, as a share. */
static double noise(const graph *want, const graph *g) {
  double signal = 0, error = 0;
  fp8c_error err = {0};
  void *a, *b;
  assert_int_equal(bench_prepare(&runs.evaluate, want, want->outputs, 1, &a, &err), FP8C_OK);
  assert_int_equal(bench_prepare(&runs.evaluate, g, g->outputs, 1, &b, &err), FP8C_OK);
  for (size_t s = SAMPLES; s < 2 * SAMPLES; s++) {
    tensor in, x, y;
    reading = want;
    give(s, &in);
    assert_int_equal(bench_run(&runs.evaluate, a, &in, &x, &err), FP8C_OK);
    if (bench_run(&runs.evaluate, b, &in, &y, &err) != FP8C_OK) fail_msg("%s", err.text);
    for (int64_t i = 0; i < tensor_elements(&x); i++) {
      double d = tensor_real(&x, i) - tensor_real(&y, i);
      signal += tensor_real(&x, i) * tensor_real(&x, i);
      error += d * d;
    }
  }
  return error / signal;
}

static graph *decided(const char *source, unsigned repairs, bench **out) {
  graph *g = parse(source);
  bench *b = new_bench(repairs);
  run_passes(b, g, decide, DECIDE);
  if (out) *out = b;
  return g;
}

static const node *node_named(const graph *g, const char *name) {
  for (const node *n = g->first; n; n = n->next)
    if (strcmp(n->name, name) == 0) return n;
  fail_msg("no node %s", name);
  return NULL;
}

/* ---- Weights rounded to suit ------------------------------------------------------------------
 */

static const char linear[] =
    "graph g opset 22 {\n"
    "  in    %x : f32[n, 96]\n"
    "  const %w : f32[40, 96] = random(1)\n"
    "  %y = Linear %x, %w : f32[n, 40]\n"
    "  out %y\n}\n";
static const char convolution[] =
    "graph g opset 22 {\n"
    "  in    %x : f32[n, 6, 4, 4]\n"
    "  const %w : f32[8, 6, 3, 3] = random(1)\n"
    "  const %b : f32[8] = random(2)\n"
    "  %y = Conv %x, %w, %b {kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[n, 8, 4, 4]\n"
    "  out %y\n}\n";
static const char depthwise[] =
    "graph g opset 22 {\n"
    "  in    %x : f32[n, 6, 4, 4]\n"
    "  const %w : f32[6, 1, 3, 3] = random(1)\n"
    "  %y = Conv %x, %w {group=6, kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[n, 6, 4, 4]\n"
    "  out %y\n}\n";
static const char transposed[] =
    "graph g opset 22 {\n"
    "  in    %x : f32[n, 24, 2, 2]\n"
    "  const %w : f32[24, 3, 2, 2] = random(1)\n"
    "  %y = ConvTranspose %x, %w {kernel_shape=[2, 2], strides=[2, 2]} : f32[n, 3, 4, 4]\n"
    "  out %y\n}\n";

static void rounding_and_bias_help(void **state) {
  (void)state;
  static const struct {
    const char *name, *source;
    double round, both; /* of plain rounding's error, at most */
  } rows[] = {
      {"Linear", linear, 0.8, 0.8},
      {"Conv", convolution, 0.9, 0.9},
      {"depthwise Conv", depthwise, 1.0, 1.0},
      {"ConvTranspose", transposed, 0.95, 0.95},
  };
  fill_samples();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const graph *want = parse(rows[i].source);
    double none = noise(want, decided(rows[i].source, 0, NULL));
    double rounded = noise(want, decided(rows[i].source, REPAIR_ROUND, NULL));
    double both = noise(want, decided(rows[i].source, REPAIR_ROUND | REPAIR_BIAS, NULL));
    printf("%s: %.3g plain, %.3g rounded, %.3g with bias\n", rows[i].name, none, rounded, both);
    assert_true(none > 1e-5 && none < 1e-2);
    assert_true(rounded < rows[i].round * none);
    assert_true(both < rows[i].both * none);
  }
}

/* Mean over the samples that judge of the error as a share of the sample's own signal; and that of
 * the sample that errs most. */
static double own_noise(const graph *want, const graph *g, double *worst) {
  double sum = 0;
  fp8c_error err = {0};
  void *a, *b;
  *worst = 0;
  assert_int_equal(bench_prepare(&runs.evaluate, want, want->outputs, 1, &a, &err), FP8C_OK);
  assert_int_equal(bench_prepare(&runs.evaluate, g, g->outputs, 1, &b, &err), FP8C_OK);
  for (size_t s = SAMPLES; s < 2 * SAMPLES; s++) {
    tensor in, x, y;
    reading = want;
    give(s, &in);
    assert_int_equal(bench_run(&runs.evaluate, a, &in, &x, &err), FP8C_OK);
    assert_int_equal(bench_run(&runs.evaluate, b, &in, &y, &err), FP8C_OK);
    double signal = 0, error = 0;
    for (int64_t i = 0; i < tensor_elements(&x); i++) {
      double d = tensor_real(&x, i) - tensor_real(&y, i);
      signal += tensor_real(&x, i) * tensor_real(&x, i);
      error += d * d;
    }
    sum += error / signal;
    if (error > *worst * signal) *worst = error / signal;
  }
  return sum / SAMPLES;
}

/* Rows that make nearly all of a sum of squares do not decide for the others: each row by itself
 * gains by a correction, and the one that errs most does not lose. */
static void small_rows_do_not_pay(void **state) {
  (void)state;
  static const char *const sources[] = {linear, convolution};
  static const unsigned sets[] = {REPAIR_BIAS, REPAIR_ROUND, REPAIR_ROUND | REPAIR_BIAS};
  enum { MASSIVE, TWO_DECADES, FAMILIES };
  for (int family = 0; family < FAMILIES; family++) {
    uint64_t seed = 11;
    fill_samples();
    for (size_t s = 0; s < 2 * SAMPLES; s++) {
      float by = powf(10, uniform(&seed));
      if (family == MASSIVE) by = s % 16 < 2 ? 1000 : 1;
      for (size_t k = 0; k < WIDTH; k++) samples[s][k] *= by;
    }
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
      const graph *want = parse(sources[i]);
      double worst, most, none = own_noise(want, decided(sources[i], 0, NULL), &worst);
      for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
        double ours = own_noise(want, decided(sources[i], sets[k], NULL), &most);
        printf("family %d, graph %zu, repairs %x: %.3g plain, %.3g repaired; worst %.3g and %.3g\n",
               family, i, sets[k], none, ours, worst, most);
        assert_true(ours < 1.01 * none);
        assert_true(most < 1.2 * worst);
      }
    }
  }
}

/* A bias only where it costs nothing. */
static void a_bias_is_added_where_it_is_free(void **state) {
  (void)state;
  fill_samples();
  graph *g = decided(linear, REPAIR_BIAS, NULL);
  const node *n = node_named(g, "y");
  assert_int_equal(n->in_count, 3);
  assert_int_equal(n->in[2]->type.dims[0], 40);
  g = decided(linear, REPAIR_ROUND, NULL);
  assert_int_equal(node_named(g, "y")->in_count, 2);
  g = decided(transposed, REPAIR_ROUND | REPAIR_BIAS, NULL);
  assert_int_equal(node_named(g, "y")->in_count, 2);
}

/* Two products of one matrix, after different numbers: each has codes of its own. */
static void weights_are_of_the_product(void **state) {
  (void)state;
  static const char source[] =
      "graph g opset 22 {\n"
      "  in    %x : f32[n, 96]\n"
      "  const %w : f32[96, 96] = random(1)\n"
      "  %y = Linear %x, %w : f32[n, 96]\n"
      "  %r = Relu %y : f32[n, 96]\n"
      "  %z = Linear %r, %w : f32[n, 96]\n"
      "  out %z\n}\n";
  fill_samples();
  bench *b;
  graph *g = decided(source, REPAIR_ROUND | REPAIR_BIAS, &b);
  assert_ptr_not_equal(node_named(g, "y")->in[1], node_named(g, "z")->in[1]);
  assert_true(noise(parse(source), g) < 0.9 * noise(parse(source), decided(source, 0, NULL)));
  /* Decided once more over a fresh clone, nothing runs. */
  int before = runs.runs;
  graph *again = parse(source);
  static const char *const only[] = {"round-weights"};
  run_passes(b, again, only, 1);
  assert_int_equal(runs.runs, before);
  const small_weight *first, *second;
  fp8c_error err = {0};
  const node *y = node_named(again, "y");
  assert_int_equal(
      product_weights(&b->c, y, (&(operand_formats){FP8C_DTYPE_E4M3, FP8C_DTYPE_E4M3, false}), true,
                      &first, &err),
      FP8C_OK);
  assert_non_null(first->treatment);
  assert_int_equal(
      product_weights(&b->c, y, (&(operand_formats){FP8C_DTYPE_E5M2, FP8C_DTYPE_E4M3, false}), true,
                      &second, &err),
      FP8C_OK);
  assert_ptr_equal(first->codes, second->codes); /* the bias may be another */
  /* Other forms are rounded to nearest. */
  assert_int_equal(
      product_weights(&b->c, y, (&(operand_formats){FP8C_DTYPE_E4M3, FP8C_DTYPE_E4M3, false}),
                      false, &second, &err),
      FP8C_OK);
  assert_null(second->treatment);
  assert_int_equal(
      product_weights(&b->c, y, (&(operand_formats){FP8C_DTYPE_E4M3, FP8C_DTYPE_E5M2, false}), true,
                      &second, &err),
      FP8C_OK);
  assert_null(second->treatment);
}

/* Where a scale is pinned to a power of two, it stays one. */
static void powers_of_two_stay(void **state) {
  (void)state;
  fill_samples();
  graph *g = parse(linear);
  bench *b = new_bench(REPAIR_ROUND);
  b->c.scales.power_of_two = true;
  run_passes(b, g, decide, DECIDE);
  tensor t;
  assert_int_equal(value_load(node_named(g, "y")->in[1], &keep, &t, NULL), FP8C_OK);
  for (int64_t i = 0; i < t.dims[0]; i++) {
    int exponent;
    assert_true(frexpf(t.scale.scales[i], &exponent) == 0.5f);
  }
}

static void too_deep(void **state) {
  (void)state;
  static const char source[] =
      "graph g opset 22 {\n"
      "  in    %x : f32[n, 96]\n"
      "  const %s : i64[2] = {0, -1}\n"
      "  const %w : f32[2, 4128] = random(1)\n"
      "  %c = Concat %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, "
      "%x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, "
      "%x {axis=1} : f32[n, 4128]\n"
      "  %y = Linear %c, %w : f32[n, 2]\n"
      "  out %y\n}\n";
  fill_samples();
  bench *b;
  decided(source, REPAIR_ROUND, &b);
  assert_true(b->c.note_count >= 1);
  assert_non_null(strstr(b->c.notes[0].text, "4128 products"));
}

/* ---- Graphs that come and go ---------------------------------------------------------------- */

static value *constant_named(const graph *g, const char *name) {
  value *v = graph_find_value(g, name);
  assert_non_null(v);
  assert_non_null(v->blob.memory);
  return v;
}

/* A candidate's constants have one name in every candidate, and memory that is used again. */
static void numbers_tell_constants_apart(void **state) {
  (void)state;
  float numbers[2] = {1, 2};
  pass_context c = {.keep = &keep, .scratch = &scratch};
  graph *g = parse("graph g opset 23 {\n  const %b : f32[2] = {0, 0}\n  out %b\n}\n");
  value *b = constant_named(g, "b");
  fp8c_error err;
  const small_weight *first, *second, *again;
  b->blob.memory = numbers;
  assert_int_equal(weight_in(&c, b, FP8C_DTYPE_BF16, false, &first, &err), FP8C_OK);
  assert_int_equal(((const uint16_t *)first->codes)[0], 0x3f80);
  numbers[0] = -2;
  assert_int_equal(weight_in(&c, b, FP8C_DTYPE_BF16, false, &second, &err), FP8C_OK);
  assert_int_equal(((const uint16_t *)second->codes)[0], 0xc000);
  numbers[0] = 1;
  assert_int_equal(weight_in(&c, b, FP8C_DTYPE_BF16, false, &again, &err), FP8C_OK);
  assert_ptr_equal(again, first); /* equal numbers are rounded once */
}

static graph *merged(pass_context *c, const graph *g) {
  static const char *const merging[] = {"merge-linears"};
  pass_options o = {0};
  fp8c_error err = {0};
  graph *own = graph_clone(g, arena_inside(&keep));
  if (passes_run(own, merging, 1, c, &o, &err) != FP8C_OK) fail_msg("%s", err.text);
  return own;
}

static void codes_are_joined_anew(void **state) {
  (void)state;
  static const char source[] =
      "graph g opset 23 {\n"
      "  in %x : f32[1, 4, 16]\n"
      "  const %s : f32[16] = random(4)\n"
      "  const %wq : e4m3@%s/0[16, 16] = random(1)\n"
      "  const %wk : e4m3@%s/0[16, 16] = random(2)\n"
      "  const %wv : e4m3@%s/0[16, 16] = random(3)\n"
      "  %xq = Quantize %x : e4m3@0.01[1, 4, 16]\n"
      "  %q = Linear %xq, %wq : f32[1, 4, 16] decision {format=\"e4m3\", rule=\"score\"}\n"
      "  %k = Linear %xq, %wk : f32[1, 4, 16] decision {format=\"e4m3\", rule=\"score\"}\n"
      "  %v = Linear %xq, %wv : f32[1, 4, 16] decision {format=\"e4m3\", rule=\"score\"}\n"
      "  %y = Attention %q, %k, %v {q_num_heads=2, kv_num_heads=2} : f32[1, 4, 16] "
      "decision {format=\"bf16\", rule=\"attention\"}\n"
      "  out %y\n}\n";
  static uint8_t codes[256]; /* of a graph that goes */
  pass_context c = {.keep = &keep, .scratch = &scratch, .rules = {.gpu = true}};
  graph *g = parse(source);
  constant_named(g, "wq")->blob.memory = codes;
  memset(codes, 0x11, sizeof codes);
  const uint8_t *bytes = constant_named(merged(&c, g), "wq.packed")->blob.memory;
  assert_int_equal(bytes[0], 0x11);
  memset(codes, 0x22, sizeof codes);
  bytes = constant_named(merged(&c, g), "wq.packed")->blob.memory;
  assert_int_equal(bytes[0], 0x22);
}

/* ---- Names ------------------------------------------------------------------------------------
 */

static void names(void **state) {
  (void)state;
  unsigned set;
  fp8c_error err;
  assert_int_equal(repairs_parse("all", &set, &err), FP8C_OK);
  assert_int_equal(set, repairs_all());
  assert_string_equal(repairs_words(set, &keep), "all");
  assert_int_equal(repairs_parse("none", &set, &err), FP8C_OK);
  assert_int_equal(set, 0);
  assert_string_equal(repairs_words(set, &keep), "none");
  assert_int_equal(repairs_parse("bias", &set, &err), FP8C_OK);
  assert_int_equal(set, REPAIR_BIAS);
  assert_string_equal(repairs_words(set, &keep), "bias");
  static const char *const wrong[] = {"", "bias,", ",bias", "Bias", "round;bias", "all,bias"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(repairs_parse(wrong[i], &set, &err), FP8C_ERROR_ARGUMENT);
    assert_non_null(strstr(err.text, "there is no repair"));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(rounding_and_bias_help, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(small_rows_do_not_pay, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(a_bias_is_added_where_it_is_free, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(weights_are_of_the_product, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(powers_of_two_stay, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(too_deep, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(numbers_tell_constants_apart, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(codes_are_joined_anew, open_arenas, close_arenas),
      cmocka_unit_test_setup_teardown(names, open_arenas, close_arenas),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
