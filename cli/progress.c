/* progress.c - long work says what it does, how far it is, and how long it will take. */
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/cli.h"

#define SAY_EVERY 10.0 /* seconds, where no terminal shows what is done */

void progress_init(progress *p, bool quiet, int verbosity, FILE *log) {
  memset(p, 0, sizeof *p);
  p->quiet = quiet;
  p->verbosity = verbosity;
  p->log = log;
  p->last_said = clock_seconds();
  p->shown = !quiet && isatty(STDERR_FILENO);
}

/* Into a file or a pipe: a line where something takes long, and then every SAY_EVERY seconds. */
static void say_now_and_then(progress *p, const char *stage, uint64_t done, uint64_t total,
                             double now) {
  if (p->quiet || now - p->last_said < SAY_EVERY) return;
  p->last_said = now;
  double spent = now - p->stage_start;
  if (total > 1 && done > 0 && done < total)
    fprintf(stderr, "fp8c: %s: %llu of %llu, %.0f s left\n", stage, (unsigned long long)done,
            (unsigned long long)total, spent / (double)done * (double)(total - done));
  else
    fprintf(stderr, "fp8c: %s\n", stage);
}

void progress_update(void *user, const char *stage, uint64_t done, uint64_t total) {
  progress *p = user;
  double now = clock_seconds();
  if (strncmp(p->stage, stage, sizeof p->stage - 1) != 0) {
    snprintf(p->stage, sizeof p->stage, "%s", stage);
    p->stage_start = now;
    p->last_drawn = 0;
    if (p->verbosity > 0 && !p->shown && !p->quiet) fprintf(stderr, "fp8c: %s\n", stage);
    if (p->log) fprintf(p->log, "%s\n", stage);
  }
  if (!p->shown) {
    say_now_and_then(p, stage, done, total, now);
    return;
  }
  if (done < total && now - p->last_drawn < 0.1) return;
  p->last_drawn = now;
  double spent = now - p->stage_start;
  if (total > 1 && done > 0 && done < total && spent > 1.0)
    fprintf(stderr, "\r\033[K%s  %llu/%llu  %.0f s left", stage, (unsigned long long)done,
            (unsigned long long)total, spent / (double)done * (double)(total - done));
  else if (total > 1)
    fprintf(stderr, "\r\033[K%s  %llu/%llu", stage, (unsigned long long)done,
            (unsigned long long)total);
  else
    fprintf(stderr, "\r\033[K%s", stage);
  fflush(stderr);
}

void progress_clear(progress *p) {
  if (p->shown) fputs("\r\033[K", stderr);
}
