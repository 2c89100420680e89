/* steps.h - a session taken apart: one step at a time, any value read.
 *
 * For looking into a plan (compiler/debug/debug.c).  A run in pieces computes what a
 * run in one computes: the same kernels, in the same order, on the same bytes.
 * Steps and values are those of session_variant().  Step mode begins anew with
 * each session_steps_begin and ends with the next ordinary run. */
#ifndef RUNTIME_STEPS_H
#define RUNTIME_STEPS_H

#include "runtime/device.h"

/* Takes the inputs (they stay the caller's and must stay as they are); host
 * tensors.  Refused by name where a device cannot be taken apart. */
fp8c_status session_steps_begin(fp8c_session *s, const fp8c_tensor *inputs, size_t count,
                                fp8c_error *err);

/* The variant in use since session_steps_begin or the last run. */
const plan_variant *session_variant(const fp8c_session *s);

/* Runs operator or launch `step` and waits for it.  On the CPU any step whose
 * inputs are there may run, in any order and again; on a GPU all run once, in
 * order, because they share memory. */
fp8c_status session_steps_run(fp8c_session *s, uint32_t step, fp8c_error *err);

/* The value as it is now, on the host.  On a GPU it is a copy in `a`, and is
 * what the value's last step wrote until a later step takes the memory; on the
 * CPU it is borrowed until the value is dropped or given again. */
fp8c_status session_value_read(fp8c_session *s, uint32_t value, arena *a, tensor *out,
                               fp8c_error *err);

/* CPU only.  Replaces a value by a copy of `t`, which must have the type the
 * plan stores it as; without data only its type and shape become known. */
fp8c_status session_value_give(fp8c_session *s, uint32_t value, const tensor *t, fp8c_error *err);
/* CPU only.  Frees a value's memory; its shape stays known.  An input is again what
 * the run began with. */
void session_value_drop(fp8c_session *s, uint32_t value);
/* CPU only.  The type and shape a value had last; rank RANK_UNKNOWN before. */
tensor session_value_type(const fp8c_session *s, uint32_t value);

#endif
