/* tune.c - times the candidate schedules of each problem and chooses the fastest.
 *
 * The candidates run as an ordinary plan in an ordinary session: launches one after the other in
 * one captured graph, clock nodes between them, replayed some times.  What a candidate reads of
 * other kernels' results was just written, as in a network; its weights come from memory where the
 * network's do not fit into the GPU's cache, and out of the cache where they do.
 *
 * The first candidate in the model's order wins unless another is faster by more than what differs
 * from run to run.  Nothing here makes a compile fail: what cannot be timed is reported and left
 * out, and where nothing was timed the model decides. */
#include "compiler/compile/tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/cache.h"
#include "base/clock.h"
#include "runtime/device.h"

#define CANDIDATES_FAST 3
#define WARM_RUNS 2
#define RUNS_FAST 12
#define RUNS_FULL 40
#define SAME 1.01                             /* times this close are the same */
#define FLUSH_BYTES ((uint64_t)96 << 20)      /* copied, so twice as many are touched */
#define SESSION_BYTES_MAX ((uint64_t)2 << 30) /* beyond, several sessions do the timing */

typedef struct tuning {
  struct tuner tuner;
  job *j;
  const target *chip;
  device_identity gpu;
  struct tuned *out;
  uint64_t flush_bytes;
  size_t done, total;
  bool ended, lost;
} tuning;

/* ---- What was timed before ---------------------------------------------------------------- */

#define ENTRY_BYTES_MAX 4096

static hash entry_key(const tuning *t, const tuning_candidate *c) {
  hasher h;
  hash_begin(&h);
  hash_add_string(&h, "fp8c timing 2");
  hash_add_string(&h, t->gpu.text);
  hash_add_string(&h, t->chip->name);
  hash_add_string(&h, nvrtc_version_text());
  hash_add_u64(&h, t->flush_bytes);
  hash_add(&h, &c->key, sizeof c->key);
  return hash_end(&h);
}

/* An entry has the GPU, the candidate and its nanoseconds, each on a line of its own. */
static bool parse_entry(char *s, size_t bytes, double *seconds) {
  if (bytes < 2 || strlen(s) != bytes || s[bytes - 1] != '\n') return false;
  s[bytes - 1] = 0;
  const char *line = strrchr(s, '\n');
  double nanoseconds;
  if (!line || !double_parse(line + 1, &nanoseconds) || !(nanoseconds > 0) || isinf(nanoseconds))
    return false;
  *seconds = nanoseconds * 1e-9;
  return true;
}

/* A damaged entry is not found, so that its candidate is timed again. */
static bool find_entry(const tuning *t, tuning_candidate *c) {
  arena *a = t->j->scratch;
  arena_mark mark = arena_save(a);
  hash key = entry_key(t, c);
  void *words;
  size_t bytes;
  bool found =
      cache_load(t->j->disk_cache, CACHE_TIMINGS, &key, ENTRY_BYTES_MAX, a, &words, &bytes) &&
      parse_entry(words, bytes, &c->seconds);
  arena_reset(a, mark);
  return found;
}

static void keep_entry(const tuning *t, const tuning_candidate *c) {
  arena *a = t->j->scratch;
  arena_mark mark = arena_save(a);
  hash key = entry_key(t, c);
  text s;
  text_init(&s, a);
  char digits[40];
  text_printf(&s, "%s\n%s\n%s\n", t->gpu.text, c->name,
              double_print(round(c->seconds * 1e11) / 100, digits));
  cache_keep(t->j->disk_cache, CACHE_TIMINGS, &key, s.data, s.length);
  arena_reset(a, mark);
}

/* ---- Timing ------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The mean of the middle half: as calm as a median, and finer than the clock's steps. */
static double middle(double *x, size_t count) {
  qsort(x, count, sizeof *x, compare);
  size_t from = count / 4, to = count - count / 4;
  double sum = 0;
  for (size_t i = from; i < to; i++) sum += x[i];
  return sum / (double)(to - from);
}

static void free_program(void *p) { fp8c_program_free(p); }
static void free_session(void *s) { fp8c_session_free(s); }

/* Measures the seconds of every run, by candidate and run. */
static fp8c_status replay(const tuning_span *spans, size_t count, size_t runs, fp8c_session *s,
                          double *seconds, fp8c_error *err) {
  for (size_t run = 0; run < WARM_RUNS + runs; run++) {
    fp8c_tensor done;
    TRY(fp8c_session_run_views(s, NULL, 0, &done, 1, err));
    for (size_t i = 0; i < count; i++) {
      double total = 0;
      for (uint32_t k = spans[i].first; k < spans[i].end; k++) {
        fp8c_step step = {0};
        (void)fp8c_session_step(s, k, &step);
        total += step.seconds;
      }
      /* a step reports the sum over all runs so far */
      double *of = seconds + i * (runs + 1);
      if (run + 1 >= WARM_RUNS) of[run + 1 - WARM_RUNS] = total;
    }
  }
  return FP8C_OK;
}

static fp8c_status time_in(arena *a, tuning *t, tuning_candidate **candidates, size_t count,
                           fp8c_error *err) {
  plan *p = NEW(a, plan); /* the session needs it until it is gone */
  tuning_span *spans = NEW_ARRAY(a, tuning_span, count);
  tuning_plan(t->chip, candidates, count, t->flush_bytes, a, p, spans);
  fp8c_program *program;
  fp8c_session *session;
  TRY(program_from_plan(p, &program, err));
  arena_defer(a, free_program, program);
  fp8c_session_options o = {.size = sizeof o,
                            .device = arena_printf(a, "cuda:%d", t->gpu.ordinal),
                            .flags = FP8C_SESSION_TIMING,
                            .threads = 1};
  TRY(fp8c_session_create(program, &o, &session, err));
  arena_defer(a, free_session, session);
  size_t runs = t->j->o->tune == FP8C_TUNE_FULL ? RUNS_FULL : RUNS_FAST;
  double *seconds = NEW_ARRAY(a, double, count *(runs + 1));
  TRY(replay(spans, count, runs, session, seconds, err));
  for (size_t i = 0; i < count; i++) {
    double *of = seconds + i * (runs + 1);
    for (size_t k = 0; k < runs; k++) of[k] = of[k + 1] - of[k];
    /* in hundredths of a nanosecond, so that a time that was kept reads back as the same number */
    candidates[i]->seconds = round(middle(of, runs) * 1e11) / 100 * 1e-9;
    if (!(candidates[i]->seconds > 0)) candidates[i]->seconds = NAN;
  }
  return FP8C_OK;
}

static void time_candidates(tuning *t, tuning_candidate **candidates, size_t count) {
  job *j = t->j;
  fp8c_error err = {0};
  if (j->tune_end > 0 && clock_seconds() > j->tune_end) t->ended = true;
  if (count == 0 || t->ended || t->lost) return;
  arena *a = arena_inside(j->keep);
  fp8c_status status = time_in(a, t, candidates, count, &err);
  arena_free(a);
  if (status == FP8C_ERROR_DEVICE_FAULT) {
    t->lost = true;
    job_say(j, FP8C_SEVERITY_WARNING, "tune-lost", "",
            "%s: a kernel being timed faulted, so nothing more is timed and the time model decides "
            "the rest (%s)",
            t->chip->name, err.text);
  } else if (status != FP8C_OK && count > 1) { /* whose fault was it? */
    time_candidates(t, candidates, count / 2);
    time_candidates(t, candidates + count / 2, count - count / 2);
    return;
  } else if (status != FP8C_OK) {
    candidates[0]->failed = arena_strdup(j->keep, err.text);
  }
  for (size_t i = 0; i < count; i++)
    if (candidates[i]->seconds > 0) keep_entry(t, candidates[i]);
  t->done += count;
  job_progress(j, "time kernels", t->done, t->total);
}

/* In sessions of a bounded size, so that large problems fit and progress shows. */
static void time_all(tuning *t, tuning_candidate **candidates, size_t count) {
  t->total = count;
  if (count) job_progress(t->j, "time kernels", 0, count);
  for (size_t first = 0, next; first < count; first = next) {
    uint64_t bytes = tuning_bytes(candidates[first]);
    for (next = first + 1; next < count; next++) {
      bytes += tuning_bytes(candidates[next]);
      if (bytes > SESSION_BYTES_MAX) break;
    }
    time_candidates(t, candidates + first, next - first);
  }
}

/* ---- Choosing ------------------------------------------------------------------------------ */

/* The index of the model's first candidate, unless that failed or another is faster.  Where the
 * first was not reached before the time limit, it stays. */
static uint32_t fastest(const tuning_problem *p) {
  double best = INFINITY;
  for (uint32_t i = 0; i < p->candidate_count; i++)
    if (p->candidates[i].seconds < best) best = p->candidates[i].seconds;
  bool first_known = p->candidates[0].failed || p->candidates[0].seconds > 0;
  for (uint32_t i = 0; first_known && i < p->candidate_count; i++)
    if (p->candidates[i].seconds <= best * SAME) return i;
  return 0;
}

static void report_failed(const tuning *t, const tuning_problem *p) {
  for (uint32_t i = 0; i < p->candidate_count; i++)
    if (p->candidates[i].failed)
      job_say(t->j, FP8C_SEVERITY_WARNING, "way-failed", p->node, "%s: %s is left out: %s",
              t->chip->name, p->candidates[i].name, p->candidates[i].failed);
}

static void measure(void *user, tuning_problem *problems, size_t count, uint64_t constant_bytes) {
  tuning *t = user;
  job *j = t->j;
  t->flush_bytes = constant_bytes > t->gpu.cache_bytes ? FLUSH_BYTES : 0;
  tuning_candidate **candidates = NULL;
  size_t todo = 0;
  for (size_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < problems[i].candidate_count; k++) {
      tuning_candidate *c = &problems[i].candidates[k];
      if (!c->failed && !find_entry(t, c)) ARENA_PUSH(j->keep, candidates, todo, c);
    }
  time_all(t, candidates, todo);
  for (size_t i = 0; i < count; i++) {
    report_failed(t, &problems[i]);
    problems[i].chosen = fastest(&problems[i]);
  }
  if (t->ended)
    job_say(j, FP8C_SEVERITY_WARNING, "tune-ended", "",
            "%s: the time limit ended the timing of kernels after %zu of %zu; the time model "
            "decides the rest",
            t->chip->name, t->done, t->total);
  t->out->device = t->gpu.text;
  t->out->problems = problems;
  t->out->count = count;
}

/* ---- Whether ------------------------------------------------------------------------------- */

const char *tune_device(const job *j, const target *chip, arena *a) {
  device_identity gpu;
  if (j->o->tune == FP8C_TUNE_OFF || !chip->chip || !cuda_device_for(chip->name, &gpu)) return "";
  return arena_strdup(a, gpu.text);
}

const struct tuner *tune_begin(job *j, const target *chip, struct tuned *out) {
  bool full = j->o->tune == FP8C_TUNE_FULL;
  tuning *t = NEW(j->keep, tuning);
  *out = (struct tuned){0};
  if (j->o->tune == FP8C_TUNE_OFF || !chip->chip) return NULL;
  if (!cuda_device_for(chip->name, &t->gpu)) {
    job_say(
        j, FP8C_SEVERITY_NOTE, "tune-no-gpu", "",
        "--tune: no GPU here runs code for %s, so no kernel is timed and the time model decides",
        chip->name);
    return NULL;
  }
  t->j = j;
  t->chip = chip;
  t->out = out;
  if (j->o->time_limit_seconds > 0 && !(j->tune_end > 0))
    j->tune_end = clock_seconds() + j->o->time_limit_seconds;
  t->tuner = (struct tuner){.candidates_max = full ? UINT32_MAX : CANDIDATES_FAST,
                            .reorder = full,
                            .library = full && !j->o->no_cublaslt ? cublaslt_version() : 0,
                            .measure = measure,
                            .user = t};
  return &t->tuner;
}
