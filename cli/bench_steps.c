/* bench_steps.c - what each step of a run takes, and percentiles of many times. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench.h"

static int by_value(const void *x, const void *y) {
  double p = *(const double *)x, q = *(const double *)y;
  return (p > q) - (p < q);
}

/* Nearest-rank percentile of sorted values. */
static double percentile(const double *sorted, size_t n, double p) {
  size_t rank = (size_t)ceil(p / 100.0 * (double)n);
  return sorted[rank ? rank - 1 : 0];
}

json_t *bench_part(const char *name, double *seconds, size_t n, const double *percentiles,
                   size_t percentile_count, arena *a) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += seconds[i];
  qsort(seconds, n, sizeof *seconds, by_value);
  json_t *o = json_object();
  json_object_set_new(o, "name", json_string(name));
  json_object_set_new(o, "mean_ms", json_real(1e3 * sum / (double)n));
  json_object_set_new(o, "min_ms", json_real(1e3 * seconds[0]));
  json_object_set_new(o, "max_ms", json_real(1e3 * seconds[n - 1]));
  for (size_t i = 0; i < percentile_count; i++)
    json_object_set_new(o, arena_printf(a, "p%g_ms", percentiles[i]),
                        json_real(1e3 * percentile(seconds, n, percentiles[i])));
  return o;
}

fp8c_status bench_open_timed(const fp8c_program *p, const char *device, int64_t threads,
                             fp8c_session **out, json_t *o, fp8c_error *err) {
  fp8c_session_options options = {.size = sizeof options,
                                  .device = device,
                                  .flags = FP8C_SESSION_TIMING,
                                  .threads = (int32_t)threads};
  fp8c_status status = fp8c_session_create(p, &options, out, err);
  bool cpu = status == FP8C_OK && strcmp(fp8c_session_device(*out), "cpu") == 0;
  const char *timed_in = cpu ? "one run" : "one graph";
  if (status != FP8C_OK && device && strcmp(device, "cpu") == 0) return status;
  if (status != FP8C_OK) {
    timed_in = "launches from the host";
    options.flags |= FP8C_SESSION_NO_GRAPH;
    TRY(fp8c_session_create(p, &options, out, err));
  }
  json_object_set_new(o, "steps_timed_in", json_string(timed_in));
  return FP8C_OK;
}

#define WARMUP 3
#define RUNS 20

/* Microseconds of one step in each run that timed it. */
typedef struct step_times {
  double us[RUNS];
  size_t count; /* 0: it was computed once, for the shapes */
} step_times;

/* Appends what each step took in the last run, which is how much its totals have grown since
 * `before`, and moves `before` on. */
static void add_run(fp8c_session *session, step_times *times, fp8c_step *before, size_t count) {
  fp8c_step step;
  for (size_t k = 0; k < count; k++) {
    fp8c_session_step(session, k, &step);
    uint64_t runs = step.runs - before[k].runs;
    if (runs)
      times[k].us[times[k].count++] = 1e6 * (step.seconds - before[k].seconds) / (double)runs;
    before[k] = step;
  }
}

/* One run may be far off, such as the first step's that waits for a GPU at rest: so the median
 * stands for a step. */
static void add_times(json_t *row, step_times *t) {
  qsort(t->us, t->count, sizeof *t->us, by_value);
  double median = t->count ? (t->us[(t->count - 1) / 2] + t->us[t->count / 2]) / 2 : 0;
  json_object_set_new(row, "median_us", json_real(median));
  json_object_set_new(row, "min_us", json_real(t->count ? t->us[0] : 0));
  json_object_set_new(row, "max_us", json_real(t->count ? t->us[t->count - 1] : 0));
}

fp8c_status bench_steps(fp8c_session *session, int64_t iterations,
                        fp8c_status (*once)(void *object, fp8c_error *err), void *object, arena *a,
                        json_t *o, fp8c_error *err) {
  int64_t runs = iterations && iterations < RUNS ? iterations : RUNS;
  step_times *times = NULL;
  fp8c_step *before = NULL, step;
  size_t count = 0;
  for (int64_t i = 0; i < WARMUP + runs; i++) {
    if (i == WARMUP) {
      count = fp8c_session_step_count(session);
      before = NEW_ARRAY(a, fp8c_step, count + 1);
      times = NEW_ARRAY(a, step_times, count + 1);
      for (size_t k = 0; k < count; k++) fp8c_session_step(session, k, &before[k]);
    }
    TRY(once(object, err));
    if (i >= WARMUP) add_run(session, times, before, count);
  }
  json_t *list = json_array();
  for (size_t i = 0; i < count && fp8c_session_step(session, i, &step); i++) {
    json_t *row = json_object();
    json_object_set_new(row, "name", json_string(step.name ? step.name : ""));
    json_object_set_new(row, "kind", json_string(step.kind ? step.kind : ""));
    json_object_set_new(row, "kernel", json_string(step.kernel ? step.kernel : ""));
    json_object_set_new(row, "precision", json_string(step.precision ? step.precision : ""));
    add_times(row, &times[i]);
    json_array_append_new(list, row);
  }
  json_object_set_new(o, "steps", list);
  return FP8C_OK;
}

void bench_print_parts(const json_t *o) {
  size_t i;
  json_t *row;
  printf("%-14s %10s %10s %10s %10s  ms\n", "", "p50", "p90", "p99", "mean");
  json_array_foreach(json_object_get(o, "parts"), i, row) {
    printf("%-14s %10.4f %10.4f %10.4f %10.4f", json_string_value(json_object_get(row, "name")),
           json_real_value(json_object_get(row, "p50_ms")),
           json_real_value(json_object_get(row, "p90_ms")),
           json_real_value(json_object_get(row, "p99_ms")),
           json_real_value(json_object_get(row, "mean_ms")));
    const char *key;
    json_t *figure;
    json_object_foreach((json_t *)row, key, figure) {
      if (key[0] == 'p' && strcmp(key, "p50_ms") != 0 && strcmp(key, "p90_ms") != 0 &&
          strcmp(key, "p99_ms") != 0)
        printf("  %.*s %.4f", (int)strlen(key) - 3, key, json_real_value(figure));
    }
    putchar('\n');
  }
}

void bench_print_steps(const json_t *o, arena *a) {
  size_t i;
  json_t *row;
  json_array_foreach(json_object_get(o, "steps"), i, row) printf(
      "%4zu %9.1f us  %-24s %-28s %s\n", i, json_real_value(json_object_get(row, "median_us")),
      text_safe(a, json_string_value(json_object_get(row, "kernel"))),
      text_safe(a, json_string_value(json_object_get(row, "precision"))),
      text_safe(a, json_string_value(json_object_get(row, "name"))));
}
