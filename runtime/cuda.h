/* cuda.h - what the files of the CUDA device share.
 *
 * cuda.c makes a session and lists its functions; cuda_run.c runs it, cuda_debug.c runs it launch
 * by launch.  Both use cuda_steps.c (launches and graphs), which uses cuda_blas.c and cuda_host.c
 * for the launches that are no kernels.  cuda_memory.c is what states lie in.  cuda_load.c,
 * cuda_weights.c and cuda_gpus.c know nothing of runs. */
#ifndef RUNTIME_CUDA_H
#define RUNTIME_CUDA_H

#include "runtime/cuda_driver.h"
#include "runtime/device.h"

/* A cuBLASLt product made ready: descriptors, and the algorithm chosen once. */
typedef struct blas_plan {
  blas_object desc, a, b, c, d;
  blas_algorithm algorithm;
} blas_plan;

typedef struct cuda_host cuda_host; /* cuda_host.c */

/* One launch of a variant, ready to be issued. */
typedef struct cuda_step {
  const plan_launch *launch;
  cu_function function;
  void **parameters; /* point into `storage` */
  uint64_t *storage; /* one word an argument */
  void **maps;       /* 128 bytes, aligned to 64, where the argument is a tensor map; NULL */
  blas_plan blas;
  cuda_host *host;    /* a host step's */
  const char *kernel; /* its name, for reports */
  cu_event before;    /* TIMING */
  uint64_t runs;
  double seconds;
} cuda_step;

/* Launches [first, end) between host steps: one graph.  `end` is a host step, or the end. */
typedef struct cuda_segment {
  uint32_t first, end;
  bool states_only; /* launches that no state needs are left out */
} cuda_segment;

/* Captured graphs, good for the addresses they were captured with. */
typedef struct cuda_graph {
  bool made;
  cu_graph_exec *execs; /* by segment; NULL: it has no launches */
  cu_pointer *ports;    /* inputs then outputs */
  bool states_only;     /* as of its segments */
  uint64_t used;        /* when; the oldest goes first */
} cuda_graph;

#define GRAPHS_KEPT 4 /* of a variant */
/* Graphs that are captured when a session is created, one a variant, and graphs that are kept, of
 * all variants: a plan for a range of sizes has a variant for each size. */
#define GRAPHS_AHEAD 16
#define GRAPHS_MOST 256

typedef struct cuda_variant {
  const plan_variant *v;
  cuda_step *steps;
  cuda_segment *segments; /* one without host steps */
  uint32_t segment_count;
  fp8c_tensor *host;   /* by value that stays on the host: what the last run gave */
  bool *given;         /* by value: an output of the run being issued lies in the caller's memory */
  bool *input_on_host; /* by input: the run's numbers lie in the staging memory */
  bool *read;          /* by input: a launch reads or writes it, or an output is it */
  bool continues;      /* its last launch writes the next run's token over its own */
  bool *for_states;    /* by launch: a state needs it */
  cu_event last;       /* after the last step, TIMING */
  cu_pointer *address; /* by value */
  cu_pointer *ports;   /* of the run being issued */
  uint32_t *last_writer;   /* by value: the launch after which it is complete */
  uint64_t *input_offset;  /* in staging and in the port block */
  uint64_t *output_offset; /* in results */
  cuda_graph graphs[GRAPHS_KEPT];
  fp8c_graph_info info;
  const char **kernel_names; /* of info.kernel_nodes */
  bool info_known;
} cuda_variant;

struct device_state {
  arena arena;
  oom_guard guard;
  const cuda_functions *cu;
  const blas_functions *blas; /* NULL: no product in the plan */
  blas_handle blas_handle;
  const plan *plan;
  plan_source *source;
  shared_list *shared; /* of the program */
  fp8c_session_options options;
  int ordinal;
  cu_device device;
  cu_context context;
  cu_stream stream, capture_stream;
  cu_event marks[4];                         /* of a timed run */
  cu_module *modules;                        /* by blob */
  uint32_t *shared_bytes;                    /* by blob: the most that a launch of it takes */
  struct cuda_weights *weights;              /* shared with the program's other sessions */
  cu_pointer activations, inputs, workspace; /* device blocks; 0: none */
  uint64_t activation_bytes, input_bytes, workspace_bytes;
  uint8_t *staging; /* pinned, of input_bytes */
  uint8_t *results; /* pinned: outputs on their way to the host; NULL: none was wanted yet */
  uint64_t results_bytes;
  uint8_t *ring; /* pinned: tokens that runs have chosen; NULL: none yet */
  uint64_t ring_bytes;
  uint8_t *crossing; /* pinned: what a host step reads */
  uint64_t crossing_bytes;
  pool *threads; /* of the session, for host steps */
  cuda_variant *variants;
  uint32_t variant_count;
  cuda_variant *current; /* of the last run */
  bool states_only;      /* of the run being issued nothing but its states is wanted */
  cuda_variant *timed;   /* the variant whose events the last run records, until they are read;
                            NULL: none */
  uint32_t graphs_made;
  uint64_t graph_clock;
  bool lost; /* a kernel faulted */
};

/* Launches one by one, without graphs. */
#define CUDA_STEPWISE (FP8C_SESSION_NO_GRAPH | FP8C_SESSION_CHECK)
static inline bool cuda_has_host_steps(const cuda_variant *v) { return v->segment_count > 1; }

/* cuda_gpus.c */
fp8c_status cuda_open_device(const cuda_functions *cu, int ordinal, cu_device *d, fp8c_error *err);
fp8c_status cuda_capability(const cuda_functions *cu, cu_device d, int *major, int *minor,
                            fp8c_error *err);

/* cuda_load.c */
#define CUDA_ALIGNMENT 256 /* of blocks, and of what lies in them */
static inline uint64_t cuda_aligned(uint64_t bytes) {
  return (bytes + CUDA_ALIGNMENT - 1) / CUDA_ALIGNMENT * CUDA_ALIGNMENT;
}
/* 0 bytes: none. */
fp8c_status cuda_allocate(device_state *s, uint64_t bytes, const char *what, cu_pointer *out,
                          fp8c_error *err);
void cuda_release(device_state *s, cu_pointer p);
/* cuda_weights.c: the constants of all variants for one GPU, once for all sessions of a program
 * there: in the GPU's primary context, which outlives each of them.  Memory of a session's own
 * allocator is its own. */
typedef struct cuda_weights {
  shared head;
  const cuda_functions *cu;
  void (*free)(void *user, void *pointer); /* of the session's allocator; NULL: the driver's */
  void *user;
  cu_pointer block;
  cu_pointer *constants; /* by blob; 0: not there */
} cuda_weights;
fp8c_status cuda_load_weights(device_state *s, fp8c_error *err);
/* cuda_load.c: the functions of a variant, by its kernels. */
fp8c_status cuda_load_kernels(device_state *s, const plan_variant *v, cu_function *functions,
                              fp8c_error *err);
/* Variants share cubins, whose functions take what the largest launch of all of them needs. */
void cuda_count_shared(device_state *s, const plan_variant *v);

/* cuda_blas.c */
fp8c_status blas_plan_create(device_state *s, const plan_variant *v, const plan_gemm *g,
                             const char *node, blas_plan *out, fp8c_error *err);
void blas_plan_free(device_state *s, blas_plan *p);
fp8c_status blas_plan_issue(device_state *s, const cuda_variant *v, const plan_gemm *g,
                            const blas_plan *p, const char *node, cu_stream stream,
                            fp8c_error *err);

/* cuda_steps.c: turning addresses into launches and graphs. */
void cuda_place(device_state *s, cuda_variant *v, const cu_pointer *ports);
fp8c_status cuda_issue_step(device_state *s, cuda_variant *v, cuda_step *step, cu_stream stream,
                            fp8c_error *err);
fp8c_status cuda_poison(device_state *s, cu_stream stream, fp8c_error *err);
fp8c_status cuda_issue(device_state *s, cuda_variant *v, cuda_segment part, cu_stream stream,
                       bool clocks, fp8c_error *err);
fp8c_status cuda_issue_watched(device_state *s, cuda_variant *v, cu_stream stream, fp8c_error *err);
fp8c_status cuda_graph_for(device_state *s, cuda_variant *v, const cuda_graph **out,
                           fp8c_error *err);
void cuda_graph_drop(device_state *s, const cuda_variant *v, cuda_graph *g);
fp8c_status cuda_collect_times(device_state *s, cuda_variant *v, fp8c_error *err);

/* cuda_host.c: what the CPU device does in the middle of a run. */
uint64_t cuda_value_bytes(const plan_value *v);
/* On the device. */
static inline uint64_t cuda_device_bytes(const plan_value *v) {
  return v->kind == PLAN_VALUE_HOST ? 0 : cuda_value_bytes(v);
}
uint64_t cuda_host_bytes(const plan_variant *v, const plan_launch *l); /* it brings to the host */
fp8c_status cuda_host_create(device_state *s, const plan_variant *v, cuda_step *step,
                             fp8c_error *err);
void cuda_host_free(cuda_step *step);
fp8c_status cuda_host_run(device_state *s, cuda_variant *v, cuda_step *step, cu_stream stream,
                          fp8c_error *err);

/* cuda_run.c */
/* Pinned memory in which `bytes` of outputs reach the host. */
fp8c_status cuda_make_results(device_state *s, uint64_t bytes, fp8c_error *err);
fp8c_status cuda_run_for_states(device_state *s, const fp8c_tensor *inputs,
                                const fp8c_tensor *outputs, fp8c_error *err);
fp8c_status cuda_run(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                     fp8c_error *err);
fp8c_status cuda_timed_run(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                           bool transfers, run_times *times, fp8c_error *err);
fp8c_status cuda_enqueue(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                         fp8c_error *err);
fp8c_status cuda_wait(device_state *s, fp8c_error *err);
bool cuda_continues(const device_state *s, const fp8c_tensor *inputs);
fp8c_status cuda_run_on(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                        size_t count, int64_t *tokens, fp8c_error *err);
fp8c_status cuda_views(device_state *s, fp8c_tensor *outputs, fp8c_error *err);
/* What every entry does around its work. */
fp8c_status cuda_enter(device_state *s, fp8c_error *err);
fp8c_status cuda_leave(device_state *s, fp8c_status status);
fp8c_status cuda_take_inputs(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                             fp8c_error *err);

/* cuda_memory.c: device.memory and its siblings. */
fp8c_status cuda_memory(device_state *s, size_t bytes, void **out, fp8c_error *err);
void cuda_memory_free(device_state *s, void *memory);
fp8c_status cuda_memory_read(device_state *s, const void *memory, void *host, memory_pieces p,
                             fp8c_error *err);
fp8c_status cuda_fetch(device_state *s, uint32_t output, uint64_t from, void *to, size_t bytes,
                       fp8c_error *err);
fp8c_status cuda_memory_write(device_state *s, void *memory, const void *host, memory_pieces p,
                              fp8c_error *err);
fp8c_status cuda_memory_copy(device_state *s, void *to, const void *from, memory_pieces p,
                             fp8c_error *err);

/* cuda_debug.c: the launches one by one (steps.h). */
fp8c_status cuda_steps_begin(device_state *s, const fp8c_tensor *inputs, fp8c_error *err);
const plan_variant *cuda_variant_in_use(const device_state *s);
fp8c_status cuda_steps_run(device_state *s, uint32_t i, fp8c_error *err);
fp8c_status cuda_value_read(device_state *s, uint32_t id, arena *a, tensor *out, fp8c_error *err);

#endif
