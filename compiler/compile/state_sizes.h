/* state_sizes.h - the sizes that states decide (states.c finds the states). */
#ifndef COMPILER_COMPILE_STATE_SIZES_H
#define COMPILER_COMPILE_STATE_SIZES_H

#include "compiler/compile/job.h"

/* Gives the states of j->result.plan.memory the rows of the capacity, and every size that follows
 * from them and from the tokens of a run. */
fp8c_status job_fix_state_sizes(job *j, fp8c_error *err);

#endif
