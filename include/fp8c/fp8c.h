/* fp8c.h - run models compiled by fp8c.
 *
 * This header is the whole public runtime; whatever is not declared here may
 * change without notice.  Three nouns:
 *
 *   fp8c_program   A compiled model.  Immutable; any number of threads may
 *                  share one.
 *   fp8c_session   A program made ready on one device: weights in place
 *                  (the program's sessions there share them), buffers laid
 *                  out, the CUDA graph captured.  One thread at a time; a
 *                  second caller gets FP8C_ERROR_BUSY.
 *   fp8c_tensor    A view of the caller's memory.  Never owned by fp8c.
 *
 * A whole run, without the error checks:
 *
 *     fp8c_program *program;
 *     fp8c_session *session;
 *     fp8c_program_open("mlp.fp8c", &program, &err);
 *     fp8c_session_create(program, NULL, &session, &err);
 *     fp8c_session_run(session, inputs, 1, outputs, 1, &err);
 *     fp8c_session_free(session);
 *     fp8c_program_free(program);
 *
 * Errors.  A function that can fail returns a status and takes `err`, which
 * may be NULL.  On failure it fills *err with a sentence a person can act on,
 * sets every `out` pointer to NULL, and leaves nothing to clean up.
 *
 * Memory.  What an *_open, *_create or *_from_memory call returns is released
 * by the matching *_free, which accepts NULL.  Every other pointer returned is
 * borrowed from the object it came from.  With unchanged input shapes a run
 * allocates nothing.
 *
 * A plan carries GPU code: run only plans you trust.  Opening any bytes is
 * memory-safe, bounded and executes no code, and an accidental change is
 * refused.  Opening needs no GPU and no CUDA library. */
#ifndef FP8C_FP8C_H
#define FP8C_FP8C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef FP8C_API
#if defined(__GNUC__)
#define FP8C_API __attribute__((visibility("default")))
#else
#define FP8C_API
#endif
#endif

#define FP8C_VERSION_MAJOR 0
#define FP8C_VERSION_MINOR 1
#define FP8C_VERSION_PATCH 0

/* The version of the library in use, as "0.1.0"; compare it with the macros
 * above to learn whether the header and the library belong together. */
FP8C_API const char *fp8c_version(void);

/* ---- Errors ------------------------------------------------------------ */

typedef enum fp8c_status {
  FP8C_OK = 0,
  FP8C_ERROR_ARGUMENT = 1,      /* the caller passed something this call forbids */
  FP8C_ERROR_IO = 2,            /* a file could not be opened, read or written */
  FP8C_ERROR_FORMAT = 3,        /* the bytes are not what this library reads */
  FP8C_ERROR_UNSUPPORTED = 4,   /* understood, but not done by this build or device */
  FP8C_ERROR_NO_MEMORY = 5,     /* host memory ran out */
  FP8C_ERROR_DEVICE_MEMORY = 6, /* device memory ran out; the session may be retried */
  FP8C_ERROR_NO_DEVICE = 7,     /* no driver, or no such GPU */
  FP8C_ERROR_DEVICE = 8,        /* the driver or a CUDA library reported a failure */
  FP8C_ERROR_DEVICE_FAULT = 9,  /* a kernel faulted; only a new process recovers */
  FP8C_ERROR_BUSY = 10,         /* another thread is inside this session */
  FP8C_ERROR_INTERNAL = 11,     /* a bug in fp8c; the text says where */
  FP8C_ERROR_BOUND = 12,        /* a bound the caller asked for is not met */
  FP8C_ERROR_CANCELLED = 13     /* the caller ended it (fp8c_compile_options.cancelled) */
} fp8c_status;

/* Filled by the call that failed; owned by the caller, usually on its stack. */
typedef struct fp8c_error {
  fp8c_status status;
  char text[1020]; /* one line, no newline, control characters escaped */
} fp8c_error;

/* "no device", "format", ...: a constant string, for logs and exit messages. */
FP8C_API const char *fp8c_status_name(fp8c_status status);

/* ---- Tensors ----------------------------------------------------------- */

typedef enum fp8c_dtype {
  FP8C_DTYPE_NONE = 0,
  FP8C_DTYPE_F32 = 1,
  FP8C_DTYPE_F16 = 2,
  FP8C_DTYPE_BF16 = 3,
  FP8C_DTYPE_E4M3 = 4, /* OCP FP8 E4M3 "FN": no infinities, largest 448 */
  FP8C_DTYPE_E5M2 = 5, /* OCP FP8 E5M2: IEEE-like, largest finite 57344 */
  FP8C_DTYPE_I8 = 6,
  FP8C_DTYPE_I16 = 7,
  FP8C_DTYPE_I32 = 8,
  FP8C_DTYPE_I64 = 9,
  FP8C_DTYPE_U8 = 10,
  FP8C_DTYPE_U16 = 11,
  FP8C_DTYPE_U32 = 12,
  FP8C_DTYPE_U64 = 13,
  FP8C_DTYPE_F64 = 14,
  FP8C_DTYPE_BOOL = 15,     /* one byte, 0 or 1 */
  FP8C_DTYPE_E4M3FNUZ = 16, /* bias 8, one zero, NaN 0x80: other numbers than E4M3 */
  FP8C_DTYPE_E5M2FNUZ = 17, /* bias 16, one zero, NaN 0x80 */
  /* Narrow types: one element a byte in memory, whatever their width; files may pack them. */
  FP8C_DTYPE_I4 = 18, /* sign-extended */
  FP8C_DTYPE_U4 = 19,
  FP8C_DTYPE_I2 = 20, /* sign-extended */
  FP8C_DTYPE_U2 = 21,
  FP8C_DTYPE_E2M1 = 22, /* OCP FP4 E2M1 in the low four bits: 0, 0.5, 1, 1.5, 2, 3, 4, 6 */
  FP8C_DTYPE_E8M0 = 23, /* OCP E8M0: 2^(code - 127), a scale; NaN 0xFF */
  FP8C_DTYPE_COUNT = 24
} fp8c_dtype;

FP8C_API const char *fp8c_dtype_name(fp8c_dtype dtype); /* "e4m3"; "none" if unknown */
FP8C_API size_t fp8c_dtype_bits(fp8c_dtype dtype);      /* bits an element; 0 if unknown */

#define FP8C_MAX_RANK 8

typedef enum fp8c_place {
  FP8C_PLACE_HOST = 0,  /* ordinary or pinned host memory */
  FP8C_PLACE_DEVICE = 1 /* memory of the session's GPU */
} fp8c_place;

/* A dense, row-major view of memory the caller owns. */
typedef struct fp8c_tensor {
  void *data;
  fp8c_dtype dtype;
  fp8c_place place;
  int32_t rank;
  int64_t shape[FP8C_MAX_RANK];
} fp8c_tensor;

/* Bytes behind `tensor`; 0 when its shape or type is not valid or it is empty. */
FP8C_API size_t fp8c_tensor_bytes(const fp8c_tensor *tensor);

/* ---- Programs ---------------------------------------------------------- */

typedef struct fp8c_program fp8c_program;

/* An input or output of a program, as the model's author declared it: a model
 * that took f32 still takes f32, whatever runs inside, unless --io-type said
 * otherwise.  A dimension of -1 is not fixed; `dim_name` then names its symbol. */
typedef struct fp8c_port {
  const char *name;
  fp8c_dtype dtype;
  float scale; /* real = stored * scale, for e4m3 and e5m2 ports; else 1 */
  int32_t rank;
  int64_t shape[FP8C_MAX_RANK];
  const char *dim_name[FP8C_MAX_RANK]; /* NULL where shape is known */
} fp8c_port;

/* Reads and checks the compiled model at `path`: header and tables in full,
 * weights chunk by chunk as they are read.  The file stays open until
 * fp8c_program_free; renaming or unlinking it is fine. */
FP8C_API fp8c_status fp8c_program_open(const char *path, fp8c_program **out, fp8c_error *err);

/* As fp8c_program_open, over bytes the caller already has.  They are borrowed:
 * keep them unchanged until fp8c_program_free. */
FP8C_API fp8c_status fp8c_program_from_memory(const void *data, size_t bytes, fp8c_program **out,
                                              fp8c_error *err);

/* As fp8c_program_open, and refuses any plan whose hash (64 hexadecimal digits,
 * printed by `fp8c verify`) is not `hash`. */
FP8C_API fp8c_status fp8c_program_open_pinned(const char *path, const char *hash,
                                              fp8c_program **out, fp8c_error *err);

/* Checks every hash in the plan, weights included. */
FP8C_API fp8c_status fp8c_program_verify(const fp8c_program *program, fp8c_error *err);

/* The plan's hash as 64 hexadecimal digits; borrowed. */
FP8C_API const char *fp8c_program_hash(const fp8c_program *program);

/* Free every session made from `program` first. */
FP8C_API void fp8c_program_free(fp8c_program *program);

FP8C_API size_t fp8c_program_input_count(const fp8c_program *program);
FP8C_API size_t fp8c_program_output_count(const fp8c_program *program);

/* NULL when `index` is out of range. */
FP8C_API const fp8c_port *fp8c_program_input(const fp8c_program *program, size_t index);
FP8C_API const fp8c_port *fp8c_program_output(const fp8c_program *program, size_t index);

/* The index of the port called `name`, or -1. */
FP8C_API ptrdiff_t fp8c_program_find_input(const fp8c_program *program, const char *name);
FP8C_API ptrdiff_t fp8c_program_find_output(const fp8c_program *program, const char *name);

/* The outputs' types, ranks and shapes for inputs of these types and shapes (their data is not
 * looked at, and may be NULL); an output's data is set to NULL.  A rank or size is -1 where it
 * depends on the inputs' numbers, and then fp8c_session_run_views is what runs.  Both stand in port
 * order. */
FP8C_API fp8c_status fp8c_program_output_shapes(const fp8c_program *program,
                                                const fp8c_tensor *inputs, size_t input_count,
                                                fp8c_tensor *outputs, size_t output_count,
                                                fp8c_error *err);

/* Tokens that a slot of the program's states holds, as compiled with --capacity.  0: it keeps no
 * states, and sessions run it; any other is run by a fp8c_state alone. */
FP8C_API int64_t fp8c_program_capacity(const fp8c_program *program);

/* A variant is the program lowered for one target and one set of symbol values. */
typedef struct fp8c_variant {
  const char *target;        /* "cpu", "sm_90a", ... */
  const char *profile;       /* "batch=8 seq=128"; "" when nothing is fixed */
  uint64_t weight_bytes;     /* constants, once on a device for all sessions of the program */
  uint64_t activation_bytes; /* one arena, reused by every run; 0 when sized at run time */
  uint64_t workspace_bytes;  /* scratch for the GEMM library */
  size_t step_count;
} fp8c_variant;

FP8C_API size_t fp8c_program_variant_count(const fp8c_program *program);
FP8C_API bool fp8c_program_variant(const fp8c_program *program, size_t index, fp8c_variant *out);

/* ---- Sessions ---------------------------------------------------------- */

typedef struct fp8c_session fp8c_session;

typedef enum fp8c_session_flags {
  FP8C_SESSION_DEFAULT = 0,
  FP8C_SESSION_NO_GRAPH = 1 << 0, /* launch step by step instead of one CUDA graph */
  FP8C_SESSION_TIMING = 1 << 1,   /* time every step; see fp8c_session_step.  Of runs that were
                                     enqueued, fp8c_session_wait adds the last one's times */
  FP8C_SESSION_CHECK = 1 << 2,    /* fail at the first step whose output is not finite */
  FP8C_SESSION_PLAIN = 1 << 3, /* cpu: plain loops, the specification, instead of tiled products */
  FP8C_SESSION_COUNT_SATURATED = 1 << 4 /* cpu: see fp8c_session_saturation; other devices refuse */
} fp8c_session_flags;

typedef enum fp8c_log_level { FP8C_LOG_INFO = 0, FP8C_LOG_WARNING = 1 } fp8c_log_level;

/* Zero every field you do not set: zero is the default everywhere, and new
 * fields are added only at the end, where `size` tells which ones you know. */
typedef struct fp8c_session_options {
  size_t size;        /* sizeof(fp8c_session_options) */
  const char *device; /* "cpu", "cuda:0"; NULL: the first GPU the plan has a
                         variant for, else cpu */
  uint32_t flags;     /* fp8c_session_flags, or-ed together */
  int32_t threads;    /* host threads; 0: as many as the process may run on */
  void *stream;       /* a CUstream to work on; NULL: the session makes its own */

  /* Device memory from the caller's pool.  Set both or neither.  The session's weights then lie
   * there, too, and are its own. */
  void *(*device_alloc)(void *user, size_t bytes);
  void (*device_free)(void *user, void *pointer);
  void *user;

  /* Told of warnings and of what was chosen.  `text` is borrowed for the call. */
  void (*log)(void *user, fp8c_log_level level, const char *text);
} fp8c_session_options;

/* Prepares `program` on a device.  `options` may be NULL. */
FP8C_API fp8c_status fp8c_session_create(const fp8c_program *program,
                                         const fp8c_session_options *options, fp8c_session **out,
                                         fp8c_error *err);

/* Waits for the work in flight, then frees the session. */
FP8C_API void fp8c_session_free(fp8c_session *session);

/* The device in use: "cpu" or "cuda:0". */
FP8C_API const char *fp8c_session_device(const fp8c_session *session);

/* The CUstream that the session works on: what its owner records or waits for there comes before or
 * behind the runs.  NULL on "cpu". */
FP8C_API void *fp8c_session_stream(const fp8c_session *session);

/* Runs once and returns when the outputs are complete.  Tensors stand in the
 * program's port order and must match it in type and shape; each may lie on
 * the host or on the device.  When an output's shape is not known before the
 * run, use fp8c_session_run_views. */
FP8C_API fp8c_status fp8c_session_run(fp8c_session *session, const fp8c_tensor *inputs,
                                      size_t input_count, const fp8c_tensor *outputs,
                                      size_t output_count, fp8c_error *err);

/* As fp8c_session_run for the inputs, but the outputs stay in the session's own
 * memory and `outputs` is filled with host views of them, valid until the next
 * call on this session.  This is how outputs of unknown shape are had. */
FP8C_API fp8c_status fp8c_session_run_views(fp8c_session *session, const fp8c_tensor *inputs,
                                            size_t input_count, fp8c_tensor *outputs,
                                            size_t output_count, fp8c_error *err);

/* Queues one run on the session's stream and returns at once.  Tensors must
 * lie on the device and stay untouched until the stream has passed the run.
 * Works while the caller's stream is being captured.  On "cpu" this is run.  Refused for a
 * plan with host steps (--allow-cpu-fallback), for which a run must wait. */
FP8C_API fp8c_status fp8c_session_enqueue(fp8c_session *session, const fp8c_tensor *inputs,
                                          size_t input_count, const fp8c_tensor *outputs,
                                          size_t output_count, fp8c_error *err);

/* Waits for everything enqueued. */
FP8C_API fp8c_status fp8c_session_wait(fp8c_session *session, fp8c_error *err);

/* One step of the variant in use: a GEMM, a generated kernel, an operator on
 * the CPU, or a copy. */
typedef struct fp8c_step {
  const char *name;      /* of the model nodes it stands for */
  const char *kind;      /* "gemm", "kernel", "op", "copy", "host" (operators of a GPU plan that the
                            CPU does, --allow-cpu-fallback) */
  const char *kernel;    /* the kernel's or operator's name */
  const char *precision; /* "e4m3 x e4m3 -> bf16" */
  uint64_t runs;         /* timed runs so far; 0 without FP8C_SESSION_TIMING */
  double seconds;        /* their total */
} fp8c_step;

FP8C_API size_t fp8c_session_step_count(const fp8c_session *session);

/* False when `index` is out of range.  Call with no run in flight. */
FP8C_API bool fp8c_session_step(const fp8c_session *session, size_t index, fp8c_step *out);

/* What a session with FP8C_SESSION_COUNT_SATURATED has seen so far where a step rounds a value to
 * FP8.  A static scale clips what is larger than calibration saw, without a word: this reports it.
 */
typedef struct fp8c_saturation {
  const char *name;   /* of the value that is stored */
  uint64_t elements;  /* rounded */
  uint64_t saturated; /* of them too large: clipped to the largest code, infinities included */
  float reach;        /* the largest magnitude seen over the largest that has a code; 0: none yet */
} fp8c_saturation;

/* False when `index` is past the last such value, and without the flag.  Call with no run in
 * flight. */
FP8C_API bool fp8c_session_saturation(const fp8c_session *session, size_t index,
                                      fp8c_saturation *out);

/* ---- States -------------------------------------------------------------
 *
 * A plan compiled with --capacity keeps what a model leaves to its next run: keys and values of a
 * language model, the state of a recurrent one.  Its ports are not among the program's; a
 * fp8c_state holds their numbers, for one sequence in each slot:
 *
 *     fp8c_state_create(session, NULL, &state, &err);
 *     fp8c_state_step(state, 0, prompt, n, &logits, &vocabulary, &err);
 *     fp8c_sample(logits, vocabulary, NULL, 0, &token, &err);
 *     fp8c_state_step(state, 0, &token, 1, &logits, &vocabulary, &err);
 *
 * A call that fails leaves every slot as it was, unless the GPU itself failed (FP8C_ERROR_DEVICE):
 * then a slot that was written holds anything.  One thread at a time may use the states of a
 * session. */

typedef struct fp8c_state fp8c_state;

/* Zero every field you do not set; see fp8c_session_options about `size`. */
typedef struct fp8c_state_options {
  size_t size;
  int64_t slots; /* sequences, of lengths of their own; 0: 1 */
  bool own;      /* the states that runs of the session itself take and leave, where the plan has
                    some and no capacity (delayed scaling): to save, load or reset them.  Slot 0 */
} fp8c_state_options;

/* Memory for the states of `session`, which must outlive them; `options` may be NULL.  Every slot
 * is empty. */
FP8C_API fp8c_status fp8c_state_create(fp8c_session *session, const fp8c_state_options *options,
                                       fp8c_state **out, fp8c_error *err);
FP8C_API void fp8c_state_free(fp8c_state *state);

FP8C_API int64_t fp8c_state_slots(const fp8c_state *state);
/* Tokens that a slot holds at most; of a model without tokens, the --capacity it was compiled with.
 */
FP8C_API int64_t fp8c_state_capacity(const fp8c_state *state);
/* Bytes that the slots take, on the session's device. */
FP8C_API uint64_t fp8c_state_bytes(const fp8c_state *state);
/* Slots that one call of fp8c_state_step_many or fp8c_state_generate_many takes at most: 1, unless
 * the plan was compiled for several sequences in a run (--dim batch=1..64, by the model's own name
 * for that dimension); then as many as the largest size on a GPU, all slots on the CPU. */
FP8C_API int64_t fp8c_state_batch(const fp8c_state *state);
/* Tokens in a slot (of a model without tokens: runs); -1 when there is no such slot. */
FP8C_API int64_t fp8c_state_length(const fp8c_state *state, int64_t slot);

/* Forgets all but the first `length` tokens.  A recurrent state knows the last token's alone: it
 * can go to 0 only. */
FP8C_API fp8c_status fp8c_state_truncate(fp8c_state *state, int64_t slot, int64_t length,
                                         fp8c_error *err);
/* Makes slot `to` a copy of slot `from`. */
FP8C_API fp8c_status fp8c_state_fork(fp8c_state *state, int64_t from, int64_t to, fp8c_error *err);

/* A slot as a file, all or nothing, and back, into a state of the same plan alone. */
FP8C_API fp8c_status fp8c_state_save(const fp8c_state *state, int64_t slot, const char *path,
                                     fp8c_error *err);
FP8C_API fp8c_status fp8c_state_load(fp8c_state *state, int64_t slot, const char *path,
                                     fp8c_error *err);

/* One run of the model with the states of `slot`, as fp8c_session_run_views; the tensors are the
 * program's ports, on the host. */
FP8C_API fp8c_status fp8c_state_run(fp8c_state *state, int64_t slot, const fp8c_tensor *inputs,
                                    size_t input_count, fp8c_tensor *outputs, size_t output_count,
                                    fp8c_error *err);

/* Appends `count` tokens to `slot`.  *logits, unless NULL, are those of the last of them: so many
 * numbers as *vocabulary says, valid until the next call on this state. */
FP8C_API fp8c_status fp8c_state_step(fp8c_state *state, int64_t slot, const int64_t *tokens,
                                     size_t count, const float **logits, size_t *vocabulary,
                                     fp8c_error *err);

/* What one slot brings to a step of several. */
typedef struct fp8c_state_row {
  int64_t slot;
  const int64_t *tokens; /* `count` of them are appended */
  size_t count;
} fp8c_state_row;

/* Appends tokens to several slots, any of them in any order and none twice: rows with equally many
 * tokens go through the model together, so that its weights are read once for all of them, whatever
 * the lengths of their slots.  *logits, unless NULL, are those of the last token of each row, one
 * row behind the other: `count` times *vocabulary numbers, valid until the next call on this state.
 */
FP8C_API fp8c_status fp8c_state_step_many(fp8c_state *state, const fp8c_state_row *rows,
                                          size_t count, const float **logits, size_t *vocabulary,
                                          fp8c_error *err);

/* How the next token is chosen; zero every field you do not set. */
typedef struct fp8c_sampler {
  size_t size;
  float temperature; /* 0: the most likely token, the first of equals */
  int32_t top_k;     /* among the k most likely; 0: all */
  float top_p; /* among the fewest whose probabilities reach p together, at least one; 0 and 1: all
                */
  uint64_t seed;
} fp8c_sampler;

/* The next token by `logits`.  The random number is a function of the seed and `step` alone, so
 * that the same seed and steps give the same tokens.  NULL: the most likely.  Logits that hold a
 * NaN or nothing finite are FP8C_ERROR_BOUND. */
FP8C_API fp8c_status fp8c_sample(const float *logits, size_t count, const fp8c_sampler *sampler,
                                 uint64_t step, int64_t *token, fp8c_error *err);

/* A slot that is to be continued; zero every field you do not set. */
typedef struct fp8c_generation {
  size_t size;
  int64_t token; /* the first to be appended; behind a call the last that was chosen */
  const fp8c_sampler *sampler; /* its step is the length of the slot; NULL: the most likely */
  const int64_t *stops;        /* the text ends behind one of these */
  size_t stop_count;
  int64_t *tokens; /* the caller's, for `count` new ones */
  size_t count;
  size_t made; /* of them, by the call */
} fp8c_generation;

/* Appends the token, chooses the next by the logits, appends that, and so on, until there are
 * `count` new tokens or a stop was chosen.  The last one is not appended: it is the next call's
 * `token`.  Where a GPU chooses the tokens itself (states in place, and a model whose
 * inputs all follow from the tokens), it takes no word from the host between tokens. */
FP8C_API fp8c_status fp8c_state_generate(fp8c_state *state, int64_t slot, fp8c_generation *how,
                                         fp8c_error *err);

/* The same for several slots at once, each with a generation of its own (size, token, sampler,
 * stops, count): how[i] continues slots[i].  A slot that has its tokens, or met a stop, leaves, and
 * the others go on.  A failure leaves every slot and generation as it was. */
FP8C_API fp8c_status fp8c_state_generate_many(fp8c_state *state, const int64_t *slots,
                                              fp8c_generation *how, size_t count, fp8c_error *err);

/* How many nodes of each kind the captured CUDA graph has, as read back from
 * the driver; all zero on the CPU or before the first run. */
typedef struct fp8c_graph_info {
  uint32_t launches_per_run; /* 1 when a run is one graph launch; more where host steps part it,
                                and the nodes are those of all graphs */
  uint32_t kernel_nodes;
  uint32_t copy_nodes;
  uint32_t other_nodes;
} fp8c_graph_info;

FP8C_API void fp8c_session_graph(const fp8c_session *session, fp8c_graph_info *out);

/* The name of kernel node `index` of the captured graph, as the driver tells
 * it; NULL when out of range. */
FP8C_API const char *fp8c_session_graph_kernel(const fp8c_session *session, size_t index);

#ifdef __cplusplus
}
#endif

#endif /* FP8C_FP8C_H */
