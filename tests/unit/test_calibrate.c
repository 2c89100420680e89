/* Calibration and assignment over a real run of a small graph. */
#include "tests/support/evaluator.h"
#include "tests/support/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/file.h"
#include "base/numbers.h"
#include "ir/graph_text.h"
#include "passes/precision/precision.h"
#include "passes/precision/samples.h"

static oom_guard guard;
static arena keep, scratch;
static bench_evaluator bench_runs;
static char folder[64];

static int open_arenas(void **state) {
  (void)state;
  arena_init(&keep, &guard);
  arena_init(&scratch, &guard);
  bench_runs = bench_evaluator_of(&keep);
  snprintf(folder, sizeof folder, "/tmp/fp8c-calibrate-XXXXXX");
  return mkdtemp(folder) ? 0 : -1;
}

static int close_arenas(void **state) {
  (void)state;
  char command[80]; /* the cache has a folder for each kind of figure */
  snprintf(command, sizeof command, "rm -rf %s", folder);
  assert_int_equal(system(command), 0);
  arena_free(&scratch);
  arena_free(&keep);
  return 0;
}

/* ---- Samples out of memory ---------------------------------------------------------- */

#define ROWS 6
#define WIDTH 32
static float rows[ROWS][WIDTH];

static fp8c_status read_row(const calibration_data *d, size_t index, arena *a, tensor *inputs,
                            fp8c_error *err) {
  (void)d, (void)a, (void)err;
  inputs[0] = (tensor){.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {1, WIDTH}};
  inputs[0].data = rows[index];
  return FP8C_OK;
}

static cache cached;

typedef struct bench {
  calibration_data data;
  pass_context c;
} bench;

static bench new_bench(void) {
  bench b = {.data = {.sample_count = ROWS, .read = read_row, .hash = "rows"}};
  b.c = (pass_context){.keep = &keep, .scratch = &scratch};
  cached = (cache){.folder = folder};
  b.c.cache = &cached;
  return b;
}

static graph *parse(const char *source) {
  graph *g;
  fp8c_error err;
  if (graph_parse(&keep, source, NULL, 0, &g, &err) != FP8C_OK) {
    fprintf(stderr, "%s\n", err.text);
    abort();
  }
  return g;
}

static fp8c_status run_pass(bench *b, graph *g, const char *name, fp8c_error *err) {
  b->c.evaluate = &bench_runs.evaluate;
  b->c.samples = &b->data;
  fp8c_status status = pass_find(name)->run(g, &b->c, err);
  arena_mark empty = {0};
  arena_reset(&scratch, empty);
  return status;
}

static const char two_products[] =
    "graph g opset 20 {\n"
    "  in    %x : f32[n, 32]\n"
    "  const %a : f32[32, 32] = random(1)\n"
    "  const %b : f32[16, 32] = random(2)\n"
    "  %p = Linear %x, %a : f32[n, 32]\n"
    "  %h = Gelu %p : f32[n, 32]\n"
    "  %q = Linear %h, %b : f32[n, 16]\n"
    "  out %q\n"
    "}\n";

static void fill_rows(void) {
  uint64_t seed = 3;
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < WIDTH; k++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      rows[i][k] = (float)((double)(seed >> 11) * 0x1p-53 * 2 - 1);
    }
}

/* ---- Tests ------------------------------------------------------------------------------ */

static void statistics_and_cache(void **state) {
  (void)state;
  fill_rows();
  rows[4][7] = -3.5f;
  graph *g = parse(two_products);
  bench b = new_bench();
  fp8c_error err = {0};
  bench_runs.runs = 0;
  assert_int_equal(run_pass(&b, g, "calibrate", &err), FP8C_OK);
  assert_int_equal(bench_runs.runs, ROWS);
  assert_int_equal(b.c.stats->count, 2);
  const value_stats *x = stats_find(b.c.stats, "x"), *h = stats_find(b.c.stats, "h");
  assert_non_null(x);
  assert_non_null(h);
  assert_null(stats_find(b.c.stats, "p"));
  assert_int_equal(x->count, ROWS * WIDTH);
  assert_true(x->amax == 3.5f);
  /* A second compile of the same things runs nothing. */
  bench again = new_bench();
  assert_int_equal(run_pass(&again, parse(two_products), "calibrate", &err), FP8C_OK);
  assert_int_equal(bench_runs.runs, ROWS);
  const value_stats *y = stats_find(again.c.stats, "x");
  assert_int_equal(y->count, x->count);
  assert_true(y->sum_squares == x->sum_squares && y->amax == x->amax);
  assert_memory_equal(y->histogram, x->histogram, sizeof x->histogram);
  /* Other samples, another graph, a damaged file: all run again. */
  bench other = new_bench();
  memcpy(other.data.hash, "other", 6);
  assert_int_equal(run_pass(&other, parse(two_products), "calibrate", &err), FP8C_OK);
  assert_int_equal(bench_runs.runs, 2 * ROWS);
  char **names;
  size_t count;
  const char *kind = path_join(&keep, folder, "calibration");
  assert_int_equal(folder_list(&keep, kind, &names, &count, NULL), FP8C_OK);
  assert_int_equal(count, 2);
  for (size_t i = 0; i < count; i++)
    assert_int_equal(
        file_write_all(path_join(&keep, kind, names[i]), "{\"values\":[1,2]}", 16, NULL), FP8C_OK);
  bench damaged = new_bench();
  assert_int_equal(run_pass(&damaged, parse(two_products), "calibrate", &err), FP8C_OK);
  assert_int_equal(bench_runs.runs, 3 * ROWS);
  assert_int_equal(cached.damaged, 1);
  assert_true(stats_find(damaged.c.stats, "x")->amax == 3.5f);
}

static void not_finite(void **state) {
  (void)state;
  fill_rows();
  graph *g = parse(
      "graph g opset 20 {\n"
      "  in    %x : f32[n, 32]\n"
      "  const %a : f32[32, 32] = random(1)\n"
      "  %l = Log %x : f32[n, 32]\n"
      "  %p = Linear %l, %a : f32[n, 32]\n"
      "  out %p\n"
      "}\n");
  bench b = new_bench();
  fp8c_error err = {0};
  assert_int_equal(run_pass(&b, g, "calibrate", &err), FP8C_ERROR_FORMAT);
  assert_non_null(strstr(err.text, "\"l\""));
  assert_non_null(strstr(err.text, "sample 0"));
}

static void all_zero(void **state) {
  (void)state;
  memset(rows, 0, sizeof rows);
  graph *g = parse(two_products);
  bench b = new_bench();
  fp8c_error err = {0};
  static const char *const passes[] = {"calibrate", "assign", "insert-scales"};
  for (size_t i = 0; i < 3; i++) assert_int_equal(run_pass(&b, g, passes[i], &err), FP8C_OK);
  const value *q = graph_find_value(g, "x.e4m3");
  assert_non_null(q);
  assert_true(q->type.scale.value == 1);
  assert_int_equal(graph_verify(g, &err), FP8C_OK);
}

static const decision *decide(const char *source, precision_mode mode, fp8c_error *err) {
  static graph *g;
  g = parse(source);
  bench b = new_bench();
  b.c.precision = mode;
  assert_int_equal(run_pass(&b, g, "calibrate", err), FP8C_OK);
  assert_int_equal(run_pass(&b, g, "assign", err), FP8C_OK);
  for (node *n = g->last; n; n = n->previous)
    if (n->decision) return n->decision;
  return NULL;
}

static void scores(void **state) {
  (void)state;
  fp8c_error err = {0};
  fill_rows();
  const decision *d = decide(two_products, PRECISION_AUTO, &err);
  assert_int_equal(d->format, FP8C_DTYPE_E4M3);
  assert_string_equal(d->rule, "score");
  assert_non_null(strstr(d->reason, "measured"));
  assert_true(d->sqnr_of[PRODUCT_E4M3] > 24 && d->sqnr_of[PRODUCT_E4M3] < 40);
  assert_true(d->sqnr_of[PRODUCT_BF16] > d->sqnr_of[PRODUCT_E4M3] + 15);
  assert_int_equal(d->macs, 16 * 32);
  d = decide(two_products, PRECISION_BF16, &err);
  assert_int_equal(d->format, FP8C_DTYPE_BF16);
  assert_string_equal(d->rule, "option");
}

/* The decision about a product of so many channels, and whether it was measured on some of them. */
static const decision *decide_wide(int channels, bool *some) {
  fp8c_error error, *err = &error;
  const char *source = arena_printf(&keep,
                                    "graph g opset 20 {\n"
                                    "  in    %%x : f32[n, 32]\n"
                                    "  const %%w : f32[%d, 32] = random(1)\n"
                                    "  const %%b : f32[%d] = random(2)\n"
                                    "  %%p = Linear %%x, %%w, %%b : f32[n, %d]\n"
                                    "  out %%p\n"
                                    "}\n",
                                    channels, channels, channels);
  graph *g = parse(source);
  bench b = new_bench();
  assert_int_equal(run_pass(&b, g, "calibrate", err), FP8C_OK);
  assert_int_equal(run_pass(&b, g, "assign", err), FP8C_OK);
  *some = false;
  for (size_t i = 0; i < b.c.note_count; i++)
    *some |= strstr(b.c.notes[i].text, "output channels") != NULL;
  return g->last->decision;
}

/* Some channels of many say what all of them say, bias and scales with them. */
static void large_weights_are_scored_in_part(void **state) {
  (void)state;
  const int most = (8 << 20) / WIDTH;
  bool some;
  fill_rows();
  const decision *all = decide_wide(most, &some), *part;
  assert_false(some);
  part = decide_wide(3 * most / 2, &some);
  assert_true(some);
  assert_int_equal(part->format, all->format);
  for (size_t k = 0; k < ROUNDED_FORMATS; k++)
    assert_true(fabs(part->sqnr_of[k] - all->sqnr_of[k]) < 0.1);
  for (size_t k = 0; k < WHAT_IFS; k++)
    assert_true(fabs(part->what_if_db[k] - all->what_if_db[k]) < 0.1);
}

/* One huge number that the weights ignore: E4M3 flushes what matters, E5M2 has the range. */
static const char ignores_first[] =
    "graph g opset 20 {\n"
    "  in    %x : f32[n, 32]\n"
    "  const %w : f32[16, 32] = {%s}\n"
    "  %p = Linear %x, %w : f32[n, 16]\n"
    "  out %p\n"
    "}\n";

/* The product's decision where each row begins with `huge`. */
static const decision *decide_beside(float huge, precision_mode mode, fp8c_error *err) {
  fill_rows();
  for (int i = 0; i < ROWS; i++) {
    rows[i][0] = huge;
    for (int k = 1; k < WIDTH; k++) rows[i][k] *= 0.5f;
  }
  text numbers, source;
  text_init(&numbers, &keep);
  for (int i = 0; i < 16 * 32; i++)
    text_printf(&numbers, "%s%d", i ? ", " : "", i % 32 == 0 ? 0 : (i * 7 + i / 32) % 13 - 6);
  text_init(&source, &keep);
  const char *hole = strstr(ignores_first, "%s");
  text_add_bytes(&source, ignores_first, (size_t)(hole - ignores_first));
  text_add(&source, text_cstr(&numbers));
  text_add(&source, hole + 2);
  return decide(text_cstr(&source), mode, err);
}

static void range_asks_for_e5m2(void **state) {
  (void)state;
  fp8c_error err = {0};
  for (int fp8 = 0; fp8 < 2; fp8++) {
    const decision *d = decide_beside(1e6f, fp8 ? PRECISION_FP8 : PRECISION_AUTO, &err);
    assert_int_equal(d->format, FP8C_DTYPE_E5M2);
    assert_true(d->sqnr_of[PRODUCT_E4M3] < 15 && d->sqnr_of[PRODUCT_E5M2] >= 15);
    assert_non_null(strstr(d->reason, "falls short"));
  }
}

/* More than E5M2 holds: --precision fp8 has it all the same. */
static void no_range_is_enough(void **state) {
  (void)state;
  fp8c_error err = {0};
  const decision *d = decide_beside(1e10f, PRECISION_AUTO, &err);
  assert_int_equal(d->format, FP8C_DTYPE_BF16);
  assert_true(d->sqnr_of[PRODUCT_E4M3] < 15 && d->sqnr_of[PRODUCT_E5M2] < 15);
  d = decide_beside(1e10f, PRECISION_FP8, &err);
  assert_true(dtype_is_fp8(d->format));
  assert_non_null(strstr(d->reason, "although"));
}

/* The keys of a compile's graphs are made of hashes of their weights, each computed once. */
static void weights_are_hashed_once(void **state) {
  (void)state;
  static const char source[] =
      "graph g opset 20 {\n"
      "  in    %%x : f32[n, 256]\n"
      "  const %%a : f32[256, 256] = random(%d)\n"
      "  const %%b : f32[16, 256] = random(2)\n"
      "  %%p = Linear %%x, %%a : f32[n, 256]\n"
      "  %%q = Linear %%p, %%b : f32[n, 16]\n"
      "  out %%q\n"
      "}\n";
  bench b = new_bench();
  char one[512], other[512];
  snprintf(one, sizeof one, source, 1);
  snprintf(other, sizeof other, source, 3);
  graph *g = parse(one);
  const char *key = evaluation_key(g, &b.c);
  assert_int_equal(constants_hashed(&b.c), 2);
  assert_string_equal(evaluation_key(graph_clone(g, &keep), &b.c), key);
  assert_int_equal(constants_hashed(&b.c), 3); /* the small one is hashed sooner than found */
  assert_string_not_equal(evaluation_key(parse(other), &b.c), key);
  assert_int_equal(constants_hashed(&b.c), 5);
  bench fresh = new_bench();
  assert_string_equal(evaluation_key(parse(one), &fresh.c), key); /* wherever it lies */
}

#define TEST(name_) cmocka_unit_test_setup_teardown(name_, open_arenas, close_arenas)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(statistics_and_cache),
      TEST(not_finite),
      TEST(all_zero),
      TEST(scores),
      TEST(large_weights_are_scored_in_part),
      TEST(range_asks_for_e5m2),
      TEST(no_range_is_enough),
      TEST(weights_are_hashed_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
