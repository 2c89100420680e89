/* device.h - a device is a small table of functions: cpu, cuda, and a tracing
 * one for tests that writes down what would be launched. */
#ifndef RUNTIME_DEVICE_H
#define RUNTIME_DEVICE_H

#include "base/threads.h"
#include "runtime/plan.h"

/* A plan made ready: what program.c hands to a device. */
typedef struct program_view {
  const plan *plan;
  plan_source *source; /* NULL: never written */
} program_view;

typedef struct device_state device_state; /* each device has its own */

typedef struct device {
  const char *kind; /* "cpu", "cuda" */
  fp8c_status (*create)(program_view program, const fp8c_session_options *options, int ordinal,
                        pool *threads, device_state **out, fp8c_error *err);
  void (*destroy)(device_state *s);
  /* Completes before it returns.  outputs NULL: keep them, for views. */
  fp8c_status (*run)(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                     fp8c_error *err);
  fp8c_status (*enqueue)(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                         fp8c_error *err);
  fp8c_status (*wait)(device_state *s, fp8c_error *err);
  /* Host views of the outputs of the last run with outputs == NULL. */
  fp8c_status (*views)(device_state *s, fp8c_tensor *outputs, fp8c_error *err);
  size_t (*step_count)(const device_state *s);
  bool (*step)(const device_state *s, size_t index, fp8c_step *out);
  void (*graph)(const device_state *s, fp8c_graph_info *out);
  const char *(*graph_kernel)(const device_state *s, size_t index);
} device;

extern const device device_cpu;
extern const device device_cuda;

/* How many GPUs the driver shows (0 without a driver) and the target name of
 * one ("sm_90a"); no context is made. */
int cuda_device_count(void);
fp8c_status cuda_device_target(int ordinal, char out[16], fp8c_error *err);

/* program.c: a program over a plan that was built and never written (borrowed). */
fp8c_status program_from_plan(const plan *p, fp8c_program **out, fp8c_error *err);
const plan *program_plan(const fp8c_program *p);

#endif
