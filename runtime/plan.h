/* plan.h - what a plan holds, as codegen builds it and the runtime runs it.
 *
 * One struct for both: plan_write serialises it, plan_read gives it back after
 * checking every index, offset, size and launch parameter.  docs/plan.md
 * describes the bytes.
 *
 * A variant is the program for one target and one set of symbol values: a range
 * of sizes is a variant for each, and they share kernels and weights.  The cpu
 * variant is a list of operators whose shapes are inferred again when inputs
 * change; a GPU variant is a list of launches with everything baked in.
 * All variants share the blobs (weights, cubins), stored once by content. */
#ifndef RUNTIME_PLAN_H
#define RUNTIME_PLAN_H

#include "base/file.h"
#include "base/hash.h"
#include "base/made.h"
#include "ops/ops.h"

#define PLAN_FORMAT_VERSION 1
#define PLAN_MAX_VARIANTS 1024

/* Bytes stored once: a constant, a cubin.  In memory, in a file, or, before they are written, made
 * of what lies elsewhere. */
typedef struct plan_blob {
  uint64_t bytes;
  const void *memory; /* NULL: in `file` at `offset`, or made */
  const file *file;
  uint64_t offset;
  const made_matrix *made; /* NULL: they are not */
} plan_blob;

typedef enum plan_value_kind {
  PLAN_VALUE_TEMP = 0,
  PLAN_VALUE_INPUT = 1, /* `index` is the port */
  PLAN_VALUE_CONST = 2, /* `index` is the blob */
  PLAN_VALUE_VIEW = 3,  /* the same memory as value `index`, other type or shape */
  PLAN_VALUE_HOST = 4   /* GPU variants: a host step gives it and it stays on the host, read by
                           host steps and outputs alone; its sizes need not be known */
} plan_value_kind;

typedef struct plan_value {
  const char *name;
  plan_value_kind kind;
  uint32_t index;
  fp8c_dtype dtype;
  int32_t rank;                /* RANK_UNKNOWN allowed in cpu variants */
  int64_t dims[FP8C_MAX_RANK]; /* symbols as DIM_SYMBOL in cpu variants */
  scale_kind scale_kind;
  float scale;
  int32_t scale_axis;
  uint32_t scale_value; /* id of the f32 constant, SCALE_AXIS */
  /* GPU variants, TEMP: place in the variant's arena; 256-byte aligned */
  uint64_t arena_offset, bytes;
} plan_value;

#define PLAN_NO_VALUE UINT32_MAX /* an omitted optional input or output */

/* A step of a cpu variant: one operator. */
typedef struct plan_op {
  const op_info *op;   /* stored by domain and name */
  const char *name;    /* model node */
  const char *sources; /* model nodes it stands for, joined by ", " */
  attr_list attrs;     /* ATTR_GRAPH: a plan_block */
  uint32_t *in, *out;
  uint32_t in_count, out_count;
} plan_op;

typedef enum plan_arg_kind {
  PLAN_ARG_VALUE = 0, /* the device address of value `value` plus `offset` bytes */
  PLAN_ARG_I32 = 1,
  PLAN_ARG_I64 = 2,
  PLAN_ARG_F32 = 3,
  PLAN_ARG_MAP = 4 /* a tensor map (128 bytes, by value) over value `value` */
} plan_arg_kind;

#define PLAN_MAP_MAX_RANK 5

/* How the copy engine walks a value: cuTensorMapEncodeTiled's terms.  Elements
 * outside of dims read as zero and are not written. */
typedef struct plan_tensor_map {
  uint32_t element_bytes;              /* 1, 2 or 4 */
  uint32_t rank;                       /* 1 to PLAN_MAP_MAX_RANK, innermost first */
  uint64_t dims[PLAN_MAP_MAX_RANK];    /* elements */
  uint64_t strides[PLAN_MAP_MAX_RANK]; /* bytes; strides[0] is element_bytes */
  uint32_t box[PLAN_MAP_MAX_RANK];     /* elements a copy moves */
  uint32_t swizzle_bytes;              /* 0, 32, 64 or 128 */
  /* cuTensorMapEncodeIm2col's terms, for [N, spatial..., C] with the channels in dims[0]: a copy
   * moves box[0] channels of `pixels` corners of windows, one after the other, `steps` apart, in
   * the image from lower[i] on to upper[i] beyond its end.  0: a copy moves a box. */
  uint32_t pixels;
  int32_t lower[PLAN_MAP_MAX_RANK - 2], upper[PLAN_MAP_MAX_RANK - 2]; /* of dims[1], dims[2] ... */
  uint32_t steps[PLAN_MAP_MAX_RANK - 2];
} plan_tensor_map;

typedef struct plan_arg {
  plan_arg_kind kind;
  uint32_t value;
  uint64_t offset;
  int64_t i;
  float f;
  plan_tensor_map *map; /* MAP */
} plan_arg;

/* A GEMM by cuBLASLt: D[n][m] = epilogue(alpha * A[m][k] . B[n][k]) in
 * cuBLASLt's column-major terms; A are the weights (m = output features),
 * B the tokens (n), both K-major (TN).  batch > 1: strided. */
typedef enum plan_epilogue {
  PLAN_EPILOGUE_NONE = 0,
  PLAN_EPILOGUE_BIAS = 1,
  PLAN_EPILOGUE_RELU = 2,
  PLAN_EPILOGUE_RELU_BIAS = 3,
  PLAN_EPILOGUE_GELU_TANH = 4,
  PLAN_EPILOGUE_GELU_TANH_BIAS = 5
} plan_epilogue;

typedef struct plan_gemm {
  uint32_t a, b, d, bias;             /* values; bias may be PLAN_NO_VALUE */
  uint32_t a_scale, b_scale, d_scale; /* device f32 constants; PLAN_NO_VALUE: none */
  bool outer_vector;                  /* a_scale has m, b_scale n elements */
  int64_t m, n, k, batch;
  int64_t lda, ldb, ldd; /* elements */
  int64_t stride_a, stride_b, stride_d;
  uint64_t offset_a, offset_b; /* bytes: where the operands begin in their values */
  bool transpose_a, transpose_b;
  fp8c_dtype a_type, b_type, d_type, bias_type;
  plan_epilogue epilogue;
  float alpha;
  bool fast_accumulate;
  /* Which of the algorithms that cuBLASLt proposes, when it is of version `library`; of another
   * version, and with 0, the first. */
  uint32_t algorithm;
  uint64_t library;
} plan_gemm;

#define PLAN_ALGORITHMS_MAX 8
#define PLAN_OPERAND_ALIGN 16 /* bytes: where an operand may begin in its value */

/* A matrix of a product as it lies in a value: `columns` runs of `rows` elements, `ld` apart,
 * `batch` times, `stride` apart. */
typedef struct plan_matrix {
  uint32_t value;
  fp8c_dtype dtype;
  int64_t rows, columns, ld, batch, stride;
  uint64_t offset; /* bytes */
} plan_matrix;
typedef enum plan_operand { PLAN_GEMM_A, PLAN_GEMM_B, PLAN_GEMM_D } plan_operand;
plan_matrix plan_gemm_matrix(const plan_gemm *g, plan_operand which);

typedef enum plan_launch_kind {
  PLAN_LAUNCH_KERNEL = 0,
  PLAN_LAUNCH_GEMM = 1,
  PLAN_LAUNCH_COPY = 2,
  PLAN_LAUNCH_HOST = 3
} plan_launch_kind;

/* Operators that a GPU variant leaves to the CPU device: `reads` and `writes` are the inputs
 * and outputs of the block, in order. */
struct plan_block;
typedef struct plan_host {
  const struct plan_block *block;
  const char **reasons; /* why each of the block's operators is here, in words */
  uint32_t reason_count;
} plan_host;

/* A step of a GPU variant. */
typedef struct plan_launch {
  plan_launch_kind kind;
  const char *name; /* model node */
  const char *sources;
  const char **joined; /* names of others that this launch does too; while it is compiled only */
  uint32_t joined_count;
  const char *precision; /* "e4m3 x e4m3 -> bf16" */
  uint32_t kernel;       /* KERNEL: index in the variant's kernels */
  uint32_t grid[3], block[3], cluster[3];
  uint32_t shared_bytes;
  bool programmatic; /* launched with the programmatic dependent launch attribute */
  plan_arg *args;
  uint32_t arg_count;
  plan_gemm *gemm;             /* GEMM */
  plan_host *host;             /* HOST */
  uint32_t copy_from, copy_to; /* COPY: values */
  /* what it reads and writes, for memory checks, tracing and rooflines */
  uint32_t *reads, *writes;
  uint32_t read_count, write_count;
  uint64_t flops, bytes_moved;
} plan_launch;

typedef struct plan_kernel {
  const char *symbol; /* name of the function in the cubin */
  uint32_t blob;      /* the cubin */
} plan_kernel;

typedef struct plan_variant {
  const char *target;  /* "cpu", "sm_90a" */
  const char *profile; /* "batch=8 seq=128", "" */
  int64_t *bound;      /* plan.symbol_count sizes; -1: not bound.  NULL: none of a block is */
  plan_value *values;
  uint32_t value_count;
  uint32_t *inputs, *outputs; /* value of each port */
  uint32_t *memory;           /* plan_memory_of by value, of a plan that was read; else NULL */
  plan_op *ops;               /* cpu */
  uint32_t op_count;
  plan_launch *launches; /* GPU */
  uint32_t launch_count;
  plan_kernel *kernels;
  uint32_t kernel_count;
  uint64_t arena_bytes;     /* GPU: activations */
  uint64_t workspace_bytes; /* GPU: cuBLASLt */
} plan_variant;

/* A body of If, Loop or Scan, or a host step: a cpu variant of its own, with ports of its own.  It
 * is closed: what it reads of the program around it comes in through its inputs, except blobs,
 * which are the whole plan's. */
typedef struct plan_block {
  const char *name;
  uint32_t input_count, output_count;
  plan_variant program; /* values, inputs, outputs and ops alone */
} plan_block;

#define PLAN_MAX_BLOCK_DEPTH 24

typedef struct plan_port {
  const char *name;
  fp8c_dtype dtype;
  float scale; /* 1 unless FP8 */
  int32_t rank;
  int64_t dims[FP8C_MAX_RANK]; /* symbols as DIM_SYMBOL */
} plan_port;

/* A state: a port pair whose numbers a run leaves to the next one.  The caller of a plan sees
 * neither; runtime/state.c keeps them. */
typedef enum plan_rows {
  PLAN_ROWS_FIXED = 0, /* as many as the capacity, written where the model says */
  PLAN_ROWS_GROW = 1,  /* as many as there are tokens */
  PLAN_ROWS_END = 2,   /* as many as the capacity: the tokens' are the last, a run moves all up */
  PLAN_ROWS_FIRST = 3 /* the same for the CPU device; on a GPU the tokens' rows are the first, and a
                         run stores its own behind them */
} plan_rows;

typedef struct plan_state {
  uint32_t input, output; /* ports */
  int32_t axis;           /* along which a run adds rows, one for each token; -1: no such axis */
  plan_rows rows;
} plan_state;

/* What the runtime itself says to a model of tokens, besides them. */
typedef enum plan_role {
  PLAN_ROLE_TOKENS = 0,    /* the caller's: their ids */
  PLAN_ROLE_MASK = 1,      /* which places hold tokens; of rank 2, [sequences, places] */
  PLAN_ROLE_POSITIONS = 2, /* of each token of the run, counted from 0 */
  PLAN_ROLE_BEGIN = 3,     /* one number: tokens before this run */
  PLAN_ROLE_LAST = 4,      /* one number: the place of the run's last token */
  PLAN_ROLE_TOTAL = 5,     /* one number: tokens, this run's included */
  PLAN_ROLE_SLOT = 6,      /* one number: in which place of the states the sequence lies */
  PLAN_ROLE_SAMPLER = 7,   /* DERIVED_SAMPLER numbers: how the sequence's next token is chosen */
  PLAN_ROLE_COUNT = 8
} plan_role;

typedef struct plan_fill {
  uint32_t input;
  plan_role role;
} plan_fill;

/* What a plan keeps from run to run; a plan without states has none of it. */
typedef struct plan_memory {
  uint64_t capacity;   /* tokens a slot holds, at most; 0: each session keeps its own states, and
                          runs need no slot */
  uint64_t vocabulary; /* token ids lie below it; 0: not known */
  uint32_t tokens;     /* the input; PLAN_NO_VALUE: the model takes none */
  uint32_t logits;     /* the output; PLAN_NO_VALUE: there are none */
  plan_state *states;
  uint32_t state_count; /* 0: the plan keeps nothing */
  plan_fill *fills;
  uint32_t fill_count;
} plan_memory;

#define PLAN_CAPACITY_MAX ((uint64_t)1 << 24)

typedef struct plan_library {
  const char *name;     /* "libcuda.so.1", "libcublasLt.so" */
  uint32_t version_min; /* as the library reports it; 0: any */
} plan_library;

typedef struct plan {
  const char *compiler; /* "fp8c 0.1.0" */
  const char *options;  /* the ones that decide the bytes, one line */
  const char *nvrtc;    /* "13.0", "" if not used */
  const char *model_name;
  hash model_hash;
  const char **symbols;
  uint32_t symbol_count;
  plan_port *inputs, *outputs;
  uint32_t input_count, output_count;
  plan_library *libraries;
  uint32_t library_count;
  plan_variant *variants;
  uint32_t variant_count;
  plan_blob *blobs;
  uint32_t blob_count;
  const char *report; /* JSON document (docs/report.md) */
  plan_memory memory;
  struct blob_index *blob_index; /* plan_add_blob's own; NULL */
  struct arena *weights; /* that is told what of it a run has read (arena_touch), where the blobs in
                            memory may leave memory in between; NULL */
} plan;

/* The block as a plan over the blobs of `p`, which it borrows; arrays in `a`. */
void plan_of_block(const plan *p, const plan_block *b, arena *a, plan *out);

/* Adds bytes (deduplicated by content when in memory) and returns the index. */
uint32_t plan_add_blob(plan *p, arena *a, plan_blob b);
/* Leaves the first `count` blobs: what was added since goes. */
void plan_drop_blobs(plan *p, uint32_t count);
/* Sets the flags of ports that a caller does not see: those of states, and inputs that only tell
 * the model of them.  The arrays have input_count and output_count flags, cleared. */
void plan_hidden_ports(const plan *p, bool *inputs, bool *outputs);
/* Whether every GPU variant leaves state `state` where it takes it: launches store new rows there,
 * and one memory is enough. */
bool plan_state_in_place(const plan *p, uint32_t state);
/* The value whose memory value `id` is: itself, or what a view stands on in the end. */
uint32_t plan_memory_of(const plan_variant *v, uint32_t id);

/* Writes `p` to `path`, all or nothing. */
fp8c_status plan_write(const plan *p, const char *path, fp8c_error *err);
/* Is told, while a plan is written, of how many megabytes so many are; it comes back. */
typedef struct plan_watch {
  void (*report)(void *user, uint64_t done, uint64_t total);
  void *user;
} plan_watch;
/* The same behind what `out` has already, which are `begin` bytes; `threads` bring the bytes
 * together and hash them (NULL: the caller's alone).  `watch` may be NULL. */
fp8c_status plan_write_to(const plan *p, pool *threads, file_writer *out, uint64_t begin,
                          const plan_watch *watch, fp8c_error *err);
/* As plan_write, into arena memory. */
fp8c_status plan_write_memory(const plan *p, pool *threads, arena *a, void **out, size_t *bytes,
                              fp8c_error *err);

/* Checks everything that can be checked without running (plan_check.c);
 * called by plan_read, and by the compiler on what it built. */
fp8c_status plan_check(const plan *p, fp8c_error *err);

/* An opened plan: the tables in an arena, the blobs by reference. */
typedef struct plan_source plan_source; /* file or memory, chunk hashes */
fp8c_status plan_read_file(arena *a, const char *path, plan **out, plan_source **source,
                           fp8c_error *err);
/* The same of a file that is open, for as long as `a` keeps it so. */
fp8c_status plan_read_opened(arena *a, file *f, plan **out, plan_source **source, fp8c_error *err);
fp8c_status plan_read_memory(arena *a, const void *data, size_t bytes, plan **out,
                             plan_source **source, fp8c_error *err);
/* The file begins as plans do; false also when it cannot be read. */
bool plan_is_one(const char *path);

/* Reads a blob's bytes, checking the chunks it touches.  `source` is NULL for a
 * plan that was built and never written. */
fp8c_status plan_read_blob(const plan *p, plan_source *source, uint32_t index, void *out,
                           fp8c_error *err);
/* The same, by all threads where the bytes are made. */
fp8c_status plan_read_blob_by(const plan *p, plan_source *source, uint32_t index, pool *threads,
                              void *out, fp8c_error *err);
fp8c_status plan_verify_all(plan_source *source, fp8c_error *err);
const char *plan_source_hash(const plan_source *source); /* 64 hex digits */

#endif
