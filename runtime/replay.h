/* replay.h - what a run would have given, had some of its values been others.
 *
 * A session made here keeps every value of a run until the next run.  A
 * rerun puts other numbers in the place of some values and computes only what
 * depends on them, reading everything else as the run left it: the same bits as a
 * whole run with those numbers in place, in the time of the part that changes.
 * For the compiler's own use; CPU device only. */
#ifndef RUNTIME_REPLAY_H
#define RUNTIME_REPLAY_H

#include "runtime/device.h"

/* To a device, beside the flags of fp8c.h. */
#define SESSION_KEEP (1u << 31) /* values stay until the next run */
#define SESSION_LEAN (1u << 30) /* few runs: large weights stay as they are stored */

/* fp8c_session_create for a session of few runs, with large weights where the plan has them;
 * `keeps` is one that keeps its runs. */
fp8c_status session_create_lean(const fp8c_program *program, const fp8c_session_options *options,
                                bool keeps, fp8c_session **out, fp8c_error *err);

/* A value of the plan's cpu variant by its name; false when there is none. */
bool session_find_value(const fp8c_session *s, const char *name, uint32_t *id);

/* What the last run left there, borrowed until the next. */
fp8c_status session_value(fp8c_session *s, uint32_t id, tensor *out, fp8c_error *err);

/* Value ids[i] becomes with[i], of the type and shape it has; outputs are views,
 * borrowed until the next run or rerun.  A step whose result is the same bits
 * again changes nothing behind it. */
fp8c_status session_rerun(fp8c_session *s, const uint32_t *ids, const tensor *with, size_t count,
                          fp8c_tensor *outputs, size_t output_count, fp8c_error *err);

#endif
