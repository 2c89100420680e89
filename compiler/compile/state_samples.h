/* state_samples.h - calibration samples of a model that keeps states: prompts. */
#ifndef COMPILER_COMPILE_STATE_SAMPLES_H
#define COMPILER_COMPILE_STATE_SAMPLES_H

#include "compiler/compile/job.h"
#include "passes/precision/samples.h"

/* Opens samples for the model of `j`.  In a plan that keeps states they hold tokens (and inputs
 * that stay the caller's): each is a sequence of its own, run as the runtime will run it. */
fp8c_status job_open_prompts(job *j, samples_options o, calibration_data **out, fp8c_error *err);

#endif
