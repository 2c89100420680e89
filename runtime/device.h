/* device.h - a device is a small table of functions: cpu, cuda, and a tracing
 * one for tests that writes down what would be launched. */
#ifndef RUNTIME_DEVICE_H
#define RUNTIME_DEVICE_H

#include "base/threads.h"
#include "runtime/plan.h"
#include "runtime/shared.h"

/* Where the seconds of one run went; device time comes from events on the GPU. */
typedef struct run_times {
  double copy_in, enqueue, device, copy_out, total;
} run_times;

/* A plan made ready: what program.c hands to a device. */
typedef struct program_view {
  const plan *plan;
  plan_source *source; /* NULL: never written */
  shared_list *shared; /* among the program's sessions */
} program_view;

/* What a step has to do, whatever it takes. */
typedef struct step_work {
  const char *nodes; /* of the model, joined by ", " */
  uint64_t flops, bytes;
} step_work;

#define RUN_ON_MOST 64 /* tokens that a device chooses before the host looks at them */

typedef struct device_state device_state; /* each device has its own */

/* So many pieces of memory of one size, `step` bytes from one to the next. */
typedef struct memory_pieces {
  size_t bytes, count, step;
} memory_pieces;

typedef struct device {
  const char *kind; /* "cpu", "cuda" */
  fp8c_status (*create)(program_view program, const fp8c_session_options *options, int ordinal,
                        pool *threads, device_state **out, fp8c_error *err);
  void (*destroy)(device_state *s);
  /* Completes before it returns.  outputs NULL: keep them, for views; one without memory is not
   * wanted. */
  fp8c_status (*run)(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                     fp8c_error *err);
  fp8c_status (*enqueue)(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                         fp8c_error *err);
  fp8c_status (*wait)(device_state *s, fp8c_error *err);
  void *(*stream)(const device_state *s); /* NULL: the device has none */
  /* Host views of the outputs of the last run with outputs == NULL. */
  fp8c_status (*views)(device_state *s, fp8c_tensor *outputs, fp8c_error *err);
  size_t (*step_count)(const device_state *s);
  bool (*step)(const device_state *s, size_t index, fp8c_step *out);
  bool (*step_work)(const device_state *s, size_t index, step_work *out); /* NULL: not known */
  void (*graph)(const device_state *s, fp8c_graph_info *out);
  const char *(*graph_kernel)(const device_state *s, size_t index);
  /* One run taken apart; without `transfers` the inputs of the run before are used
   * again and the outputs stay.  NULL: the total is all there is. */
  fp8c_status (*timed_run)(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                           bool transfers, run_times *times, fp8c_error *err);
  /* replay.h; NULL where runs are not kept. */
  bool (*find_value)(const device_state *s, const char *name, uint32_t *id);
  fp8c_status (*value)(const device_state *s, uint32_t id, tensor *out, fp8c_error *err);
  fp8c_status (*rerun)(device_state *s, const uint32_t *ids, const tensor *with, size_t count,
                       fp8c_tensor *outputs, fp8c_error *err);

  /* steps.h; NULL: the device cannot be taken apart. */
  fp8c_status (*steps_begin)(device_state *s, const fp8c_tensor *inputs, fp8c_error *err);
  const plan_variant *(*variant)(const device_state *s);
  fp8c_status (*steps_run)(device_state *s, uint32_t step, fp8c_error *err);
  fp8c_status (*value_read)(device_state *s, uint32_t value, arena *a, tensor *out,
                            fp8c_error *err);
  /* NULL: values are made by steps alone. */
  fp8c_status (*value_give)(device_state *s, uint32_t value, const tensor *t, fp8c_error *err);
  void (*value_drop)(device_state *s, uint32_t value);
  tensor (*value_type)(const device_state *s, uint32_t value);
  /* Memory that lives as long as its owner says, zeroed; NULL: it is the host's.  Copies are
   * complete when they return; on the host pieces lie side by side. */
  fp8c_status (*memory)(device_state *s, size_t bytes, void **out, fp8c_error *err);
  void (*memory_free)(device_state *s, void *memory);
  fp8c_status (*memory_read)(device_state *s, const void *memory, void *host, memory_pieces p,
                             fp8c_error *err);
  fp8c_status (*memory_write)(device_state *s, void *memory, const void *host, memory_pieces p,
                              fp8c_error *err);
  fp8c_status (*memory_copy)(device_state *s, void *to, const void *from, memory_pieces p,
                             fp8c_error *err);
  /* Whether the variant for these inputs chooses the next token itself; NULL: none does. */
  bool (*continues)(const device_state *s, const fp8c_tensor *inputs);
  /* Up to RUN_ON_MOST runs of one token of each sequence, each with the tokens that the run before
   * has chosen, without waiting between them; those of the first run, of the second, and so on.  -1
   * where the logits have no largest number. */
  fp8c_status (*run_on)(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                        size_t count, int64_t *tokens, fp8c_error *err);
  /* A run of which nothing but the states is wanted; NULL: `run` is as good. */
  fp8c_status (*run_for_states)(device_state *s, const fp8c_tensor *inputs,
                                const fp8c_tensor *outputs, fp8c_error *err);
  /* `bytes` from byte `from` of an output that the last run left where it was; NULL: none is left.
   */
  fp8c_status (*fetch)(device_state *s, uint32_t output, uint64_t from, void *to, size_t bytes,
                       fp8c_error *err);
  /* FP8C_SESSION_COUNT_SATURATED; NULL: the device does not count. */
  bool (*saturation)(const device_state *s, size_t index, fp8c_saturation *out);
} device;

/* The tensors of one run. */
typedef struct run_ports {
  const fp8c_tensor *inputs;
  size_t input_count;
  const fp8c_tensor *outputs;
  size_t output_count;
} run_ports;

/* session.c: device.timed_run, or a whole run by the clock where there is none. */
fp8c_status session_timed_run(fp8c_session *s, const run_ports *ports, bool transfers,
                              run_times *times, fp8c_error *err);

/* Of the variant of the last run; false past the last step. */
bool session_step_work(const fp8c_session *s, size_t index, step_work *out);

/* The most a GPU can do in a second at its highest clock: operations with dense FP8, BF16
 * and F32 operands, and bytes to and from its memory; false when that is not known. */
typedef struct device_peaks {
  int processors;
  double clock, fp8, bf16, f32, bytes;
} device_peaks;
bool cuda_device_peaks(int ordinal, device_peaks *out);

/* The first GPU that runs code for `target`, and what decides how fast it is: name,
 * multiprocessors, highest clocks, memory, driver.  False: there is none. */
typedef struct device_identity {
  int ordinal;
  uint64_t cache_bytes; /* L2 */
  char text[200];
} device_identity;
bool cuda_device_for(const char *target, device_identity *out);

/* cuBLASLt's version as it reports it; 0: it is not there. */
uint64_t cublaslt_version(void);

/* Clock (MHz) and power (W) of a GPU from the driver's management library;
 * false when it is not there. */
bool cuda_device_state(int ordinal, double *clock_mhz, double *power_watts, char name[64],
                       char driver[32]);

extern const device device_cpu;
extern const device device_cuda;

/* How many GPUs the driver shows (0 without a driver) and the target name of
 * one ("sm_90a"); no context is made. */
int cuda_device_count(void);
fp8c_status cuda_device_target(int ordinal, char out[16], fp8c_error *err);
/* Whether code made for `target` runs on it. */
bool cuda_device_runs(int ordinal, const char *target);

/* program.c: a program over a plan that was built and never written (borrowed). */
fp8c_status program_from_plan(const plan *p, fp8c_program **out, fp8c_error *err);
const plan *program_plan(const fp8c_program *p);
program_view program_open_view(const fp8c_program *p);
/* Ports by their place in the plan, those of states among them. */
const fp8c_port *program_input(const fp8c_program *p, size_t index);
const fp8c_port *program_output(const fp8c_program *p, size_t index);

/* session.c: fp8c_session_run_views over all ports of the plan, those of states among them. */
fp8c_status session_run_whole(fp8c_session *s, const fp8c_tensor *inputs, fp8c_tensor *outputs,
                              fp8c_error *err);
/* The same as fp8c_session_run; an output without memory stays where the run has left it, or is
 * not computed where the states alone are wanted. */
fp8c_status session_run_ports(fp8c_session *s, const fp8c_tensor *inputs,
                              const fp8c_tensor *outputs, bool states_only, fp8c_error *err);
/* device.fetch, behind session_run_ports. */
fp8c_status session_fetch(fp8c_session *s, uint32_t output, uint64_t from, void *to, size_t bytes,
                          fp8c_error *err);
/* device.continues and device.run_on. */
bool session_continues(const fp8c_session *s, const fp8c_tensor *inputs);
fp8c_status session_run_on(fp8c_session *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                           size_t count, int64_t *tokens, fp8c_error *err);
const fp8c_program *session_program(const fp8c_session *s);
/* device.memory and its siblings, or host memory where the device has none of its own. */
bool session_has_memory(const fp8c_session *s);
fp8c_status session_memory(fp8c_session *s, size_t bytes, void **out, fp8c_error *err);
void session_memory_free(fp8c_session *s, void *memory);
fp8c_status session_memory_read(fp8c_session *s, const void *memory, void *host, memory_pieces p,
                                fp8c_error *err);
fp8c_status session_memory_write(fp8c_session *s, void *memory, const void *host, memory_pieces p,
                                 fp8c_error *err);
fp8c_status session_memory_copy(fp8c_session *s, void *to, const void *from, memory_pieces p,
                                fp8c_error *err);

#endif
