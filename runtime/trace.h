/* trace.h - a device that runs nothing and writes down what it would do. */
#ifndef RUNTIME_TRACE_H
#define RUNTIME_TRACE_H

#include "base/text.h"
#include "runtime/device.h"
#include "runtime/plan_text.h"

/* Session device "trace:sm_90a": each run gives one line a step to the
 * session's log, and leaves the outputs as they are. */
extern const device device_trace;

/* The same lines for variant `index`. */
void trace_print(const plan *p, uint32_t index, text *out);

#endif
