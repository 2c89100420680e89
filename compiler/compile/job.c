/* job.c - what every stage of a compile uses: words to the caller and the clock of a stage. */
#include "compiler/compile/job.h"

#include <stdarg.h>

#include "base/cache.h"
#include "base/clock.h"
#include "passes/precision/precision.h"

void job_say(job *j, fp8c_severity severity, const char *code, const char *node_name,
             const char *format, ...) {
  va_list args;
  va_start(args, format);
  fp8c_diagnostic d = {.severity = severity,
                       .code = code,
                       .node = arena_strdup(j->keep, node_name ? node_name : ""),
                       .text = text_safe(j->keep, arena_vprintf(j->keep, format, args))};
  va_end(args);
  ARENA_PUSH(j->keep, j->log.diagnostics, j->log.diagnostic_count, d);
  if (j->o->diagnostic) j->o->diagnostic(j->o->user, &d);
}

static void report_cache(const job *j, fp8c_severity severity, const char *code,
                         const char *words) {
  fp8c_diagnostic d = {
      .severity = severity, .code = code, .node = "", .text = text_safe(j->keep, words)};
  j->o->diagnostic(j->o->user, &d);
}

void job_report_cache(const job *j) {
  cache *c = j->disk_cache;
  if (!c || !j->o->diagnostic) return;
  if (c->damaged)
    report_cache(
        j, FP8C_SEVERITY_WARNING, "cache-damaged",
        arena_printf(j->keep,
                     "%zu of the cache's entries %s damaged or of something else, and %s computed "
                     "again (%s%s)",
                     c->damaged, c->damaged == 1 ? "is" : "are", c->damaged == 1 ? "was" : "were",
                     c->damaged == 1 ? "" : "the first: ", c->first_damaged));
  if (atomic_load(&c->has_unkept))
    report_cache(
        j, FP8C_SEVERITY_NOTE, "cache-not-written",
        arena_printf(j->keep, "the cache could not keep what was computed: %s", c->unkept.text));
}

/* Out of any depth, by the way that memory ends: no search takes it for a figure it could not get.
 */
void job_go_on(const job *j) {
  if (!j->o->cancelled || !pthread_equal(j->thread, pthread_self())) return;
  if (!j->o->cancelled(j->o->user)) return;
  j->keep->guard->cancelled = true;
  longjmp(j->keep->guard->jump, 1);
}

void job_progress(void *user, const char *stage, uint64_t done, uint64_t total) {
  const job *j = user;
  if (j->o->progress) j->o->progress(j->o->user, stage, done, total);
  job_go_on(j);
}

void job_stage(job *j, const char *stage) {
  if (j->log.time_count > 0) {
    struct stage_time *last = &j->log.times[j->log.time_count - 1];
    last->seconds += clock_seconds();
  }
  if (!stage) return;
  host_keep_drop(); /* the next stage wants other sizes */
  struct stage_time t = {stage, -clock_seconds()};
  ARENA_PUSH(j->keep, j->log.times, j->log.time_count, t);
  job_progress(j, stage, 0, 1);
}
