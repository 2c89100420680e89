/* state_counts.h - what a model counts by the size of its past or of its mask. */
#ifndef COMPILER_COMPILE_STATE_COUNTS_H
#define COMPILER_COMPILE_STATE_COUNTS_H

#include "compiler/compile/job.h"

/* An input that no model has: how many tokens came before a run (i64[1], which the runtime fills).
 * Added when it is first asked for. */
value *job_tokens_before(job *j);

/* Before the states have sizes: numbers that the model takes from the size of a past or a mask
 * become what they would be if there were no padding.  An error names what cannot be, which with
 * several sequences in a run is all of it, and says what does `without` padding. */
fp8c_status job_count_tokens(job *j, bool one_sequence, const char *without, fp8c_error *err);

#endif
