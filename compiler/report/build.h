/* build.h - the report of a compile as a document (docs/report.md). */
#ifndef COMPILER_REPORT_BUILD_H
#define COMPILER_REPORT_BUILD_H

#include <jansson.h>

#include "compiler/compile/job.h"

#define REPORT_JSON_FLAGS (JSON_INDENT(1) | JSON_SORT_KEYS | JSON_REAL_PRECISION(9))

/* The document as text to be freed; `with_times` adds what differs from run to run, and takes what
 * does not from j->result.plan.report. */
fp8c_status report_text(job *j, bool with_times, char **out, fp8c_error *err);
/* The document of a plan that was made before, as text to be freed: with this run's times,
 * and said to the caller what was said then.  `out` NULL: only said. */
fp8c_status report_again(job *j, const char *document, char **out, fp8c_error *err);

/* ranges.c: neighbouring variants whose runs are the same kernels; NULL: a plan of fewer than two
 * GPU variants has no ranges. */
json_t *report_ranges(const job *j);

#endif
