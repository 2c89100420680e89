/* bench.h - what the parts of `fp8c bench` share: percentiles, times of steps, states. */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

#include <jansson.h>

#include "cli/cli.h"

/* {"name", "mean_ms", "min_ms", "max_ms", "p50_ms" ...} of n > 0 times, which are sorted. */
json_t *bench_part(const char *name, double *seconds, size_t n, const double *percentiles,
                   size_t percentile_count, arena *a);

/* A session for a second, slower pass: every step between two clock nodes of the graph, or, where
 * the driver has none, between two events around its launch.  "steps_timed_in" of `o` says how. */
fp8c_status bench_open_timed(const fp8c_program *p, const char *device, int64_t threads,
                             fp8c_session **out, json_t *o, fp8c_error *err);
/* "steps" of `o`: `once` runs the session once, some runs to warm up and so many more (0: 20). */
fp8c_status bench_steps(fp8c_session *session, int64_t iterations,
                        fp8c_status (*once)(void *object, fp8c_error *err), void *object, arena *a,
                        json_t *o, fp8c_error *err);

/* What is asked of a plan that keeps states; 0 everywhere is the default. */
typedef struct state_bench {
  const char *device;
  int64_t threads;
  int64_t warmup, iterations; /* rounds: a prompt and tokens behind it; without tokens: runs */
  int64_t prompt, count, slots;
  uint64_t seed;
  double duration; /* seconds */
  bool profile;    /* steps of a token's run too */
  bool shared;     /* one slot reads the prompt, and the others are copies of it */
  const double *percentiles;
  size_t percentile_count;
  const input_set *in; /* of a model that takes no tokens */
} state_bench;

/* The figures into `o`; all samples in milliseconds, by the part's name, into `samples`. */
fp8c_status bench_states(const fp8c_program *p, const state_bench *s, arena *a, json_t *o,
                         json_t *samples, fp8c_error *err);
void bench_states_print(const json_t *o, arena *a);
/* One line for each of "parts", under a line that says what the columns are. */
void bench_print_parts(const json_t *o);
void bench_print_steps(const json_t *o, arena *a);

#endif
