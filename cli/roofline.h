/* roofline.h - the steps of a profiled run, against what the machine could do and as
 * a trace. */
#ifndef CLI_ROOFLINE_H
#define CLI_ROOFLINE_H

#include <jansson.h>

#include "cli/cli.h"
#include "runtime/steps.h"

/* Adds to each of `steps` (of `session`, timed, with median_us) what it had to do, how
 * fast it was, what bounds it, and what the compiler's time model said; and to `o`
 * the roof and the sums. */
void roofline_add(json_t *o, json_t *steps, const fp8c_session *session, const plan *p);
void roofline_print(const json_t *o, arena *a);

/* Chrome trace JSON (chrome://tracing, Perfetto): one run as its parts, and as its
 * steps one after another, named after the model's nodes. */
fp8c_status trace_write(const char *path, const json_t *o, fp8c_error *err);

#endif
