/* tune.h - chooses the candidate schedule that is fastest on the GPU at hand.
 *
 * Times are kept by GPU, driver and kernel text; a compile that finds them all takes none, and
 * two compiles with the same times make the same plan. */
#ifndef COMPILER_COMPILE_TUNE_H
#define COMPILER_COMPILE_TUNE_H

#include "codegen/tuning.h"
#include "compiler/compile/job.h"

/* What was timed for a variant; the report shows it (report/tuning.h). */
struct tuned {
  const char *device;
  const tuning_problem *problems;
  size_t count;
};

/* The tuner of a variant for `chip`; NULL where nothing is to be timed: it was not asked for, or
 * no GPU here runs the chip's code, which is said once.  It lives until the next call, and
 * `*out` gets what it found. */
const struct tuner *tune_begin(job *j, const target *chip, struct tuned *out);

/* The GPU that would be timed, in words; "" without one. */
const char *tune_device(const job *j, const target *chip, arena *a);

#endif
