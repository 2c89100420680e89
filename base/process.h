/* process.h - running a program of the user's: argv as it is, no shell. */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include "base/arena.h"
#include "base/error.h"

/* Runs argv[0] (found along PATH when it has no '/') with standard input empty and
 * standard error shared; *out is what it printed, in `a`.  Errors: it cannot be
 * started, runs for more than `seconds` (it and what it started are ended), prints
 * more than `limit_bytes`, or is ended by a signal.  *exit_status is its own. */
fp8c_status process_run(arena *a, const char *const *argv, double seconds, size_t limit_bytes,
                        char **out, int *exit_status, fp8c_error *err);

#endif
