/* compiler.h - compile ONNX models into fp8c plans.
 *
 * One call: options in, a plan file (or its bytes) out.  The library neither
 * prints nor exits; progress and diagnostics go through callbacks.  The same
 * input, options, build, NVRTC version, CPU kernel class and caches give the
 * same bytes, whatever the folder, locale, time or thread count. */
#ifndef FP8C_COMPILER_H
#define FP8C_COMPILER_H

#include "fp8c/fp8c.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fp8c_precision {
  FP8C_PRECISION_AUTO = 0, /* rules, scores and time decide among E4M3, E5M2, BF16 */
  FP8C_PRECISION_FP8 = 1,  /* every GEMM-class node that may, in its best form of FP8 */
  FP8C_PRECISION_BF16 = 2,
  FP8C_PRECISION_F32 = 3
} fp8c_precision;

/* Timing kernels on the GPU present, where a problem can be done in several ways: none, so that
 * the time model decides and the plan depends on the input alone; FAST: the model's first three
 * that give the same bits; FULL: all, those that add in another order too.  Times are kept in the
 * cache; without a GPU that runs a target's code its variants are made as with OFF. */
typedef enum fp8c_tune { FP8C_TUNE_OFF = 0, FP8C_TUNE_FAST = 1, FP8C_TUNE_FULL = 2 } fp8c_tune;

/* Norms whose results only products with constant weights in FP8 read: FOLD puts them into these
 * weights, where the samples say that it costs nothing; KEEP leaves them. */
typedef enum fp8c_norms { FP8C_NORMS_KEEP = 0, FP8C_NORMS_FOLD = 1 } fp8c_norms;

/* Work done so far: `done` of `total` units in `stage` ("calibrate"). */
typedef void fp8c_progress(void *user, const char *stage, uint64_t done, uint64_t total);

typedef enum fp8c_severity {
  FP8C_SEVERITY_NOTE = 0,
  FP8C_SEVERITY_WARNING = 1,
  FP8C_SEVERITY_ERROR = 2
} fp8c_severity;

typedef struct fp8c_diagnostic {
  fp8c_severity severity;
  const char *code; /* stable, "op-unsupported" */
  const char *node; /* model node, "" if none */
  const char *text; /* one sentence */
} fp8c_diagnostic;

/* Samples that lie in the caller's memory.  `read` fills *out with sample `index` of the model's
 * input `input`: type, rank, shape and host memory that stays as it is until the next call; a view
 * left as it came (all zero) says that the samples do not have this input.  It is called in the
 * thread that compiles, several times for one sample, and gives the same numbers each time.  False
 * ends the compile. */
typedef struct fp8c_samples {
  size_t count;
  bool (*read)(void *user, size_t index, const char *input, fp8c_tensor *out);
  void *user;
} fp8c_samples;

/* Zero every field you do not set; see fp8c_session_options about `size`. */
typedef struct fp8c_compile_options {
  size_t size;
  const char *model_path;       /* .onnx, required */
  const char *output_path;      /* .fp8c; NULL: no plan is written (dry run) */
  const char *calibrate;        /* .npz, folder, or ONNX test-data folder; NULL: none */
  const char *calibrate_method; /* "mse", "max", "kl", "percentile=99.9", "constant=0.05",
                                   "dynamic", "delayed=16"; NULL: "mse" */
  fp8c_precision precision;
  fp8c_tune tune;
  int32_t threads;            /* 0: as many as the process may run on */
  const char *const *targets; /* "cpu", "sm_90a", ...; NULL: cpu and the GPU present */
  size_t target_count;
  const char *const *dims; /* "batch=1,8", "batch=1..32", "seq=16..512:16" */
  size_t dim_count;
  const char *const *shapes; /* "x=1x3x480x640", "x=1..32x3x480x640" */
  size_t shape_count;
  const char *const *io_types; /* "PORT=bf16", "PORT=e4m3@0.02" */
  size_t io_type_count;
  const char *const *sets; /* "sr=16000": a missing calibration input */
  size_t set_count;
  const char *const *states; /* "state=stateN": output carried to input, from sample to sample and,
                                with `capacity`, from run to run */
  size_t state_count;
  const char *const *preprocess; /* "x=(x/255-0.5)/0.25", constants per channel as [a b c] */
  size_t preprocess_count;
  const char *cache_dir;      /* NULL: $XDG_CACHE_HOME/fp8c; "": no cache */
  const char *dump_after;     /* pass name, or "all"; text goes to `dump` */
  const char *stop_after;     /* pass name */
  const char *const *disable; /* pass names */
  size_t disable_count;
  int64_t pass_limit; /* run only the first N passes; 0: all */
  bool no_cublaslt;   /* make plans that need only the driver */
  fp8c_progress *progress;
  void (*diagnostic)(void *user, const fp8c_diagnostic *d);
  void (*dump)(void *user, const char *pass, const char *text);
  void *user;
  const char *overrides;    /* JSON file of what is pinned (docs/overrides.md); NULL: nothing */
  double headroom;          /* activations: the largest code stands for this many times the largest
                               magnitude the method reckons with; 0: 1 */
  bool power_of_two_scales; /* all scales */
  /* An error budget: "sqnr>=25dB", "relative<=5%", "cosine>=0.999", "kl<=0.01",
   * "top1-agreement>=99%", "cmd:PROGRAM ARGUMENTS>=0.9" (docs/goals.md): the fastest
   * assignment that keeps it.  When it is not kept on samples held out, the compile is
   * FP8C_ERROR_BOUND, with a report and without a plan.  NULL: none. */
  const char *max_error;
  /* The most accurate assignment with both, or the fastest within the budget that has them. */
  double target_speedup;     /* over BF16, modelled; 0: none */
  double fp8_share;          /* of multiply-accumulates in FP8, 0..1; 0: none */
  double time_limit_seconds; /* of a search: the best found by then; of timing kernels: the time
                                model decides the rest; 0: none */
  const char *evaluate;      /* samples that judge and choose nothing; NULL: a part of calibrate */
  bool judge_outputs;        /* judge outputs themselves, not what a last Softmax reads */
  const char *const *judge_ports; /* outputs that are judged; none: all that hold floats */
  size_t judge_port_count;
  double metric_timeout_seconds; /* for one run of cmd:PROGRAM; 0: 600 */
  bool write_over_budget;        /* write the plan even so */
  bool skip_nonfinite;     /* leave calibration samples out that give NaN or infinity, and say so */
  const char *calibration; /* figures saved by an earlier compile of this model, instead of
                              samples, or of fp8c_calibrate besides them: scales are the figures'
                              then (docs/calibration.md); NULL: none */
  const char *save_calibration; /* where to write them; NULL: nowhere */
  const char *repairs;          /* "all", "none", or names with commas (docs/corrections.md); NULL:
                                   "round,centre-maps,equalise,bias", with a goal split too */
  const char *const *fixes;     /* "sr=16000", "axes=[0 1]": the input becomes this constant, and is
                                   no port of the plan */
  size_t fix_count;
  /* Files the caller writes when the compile is done: it fails before it starts if one of them
   * is a file that it reads. */
  const char *const *reports;
  size_t report_count;
  bool allow_cpu_fallback; /* GPU variants: nodes without a kernel become host steps, which the CPU
                              computes in the middle of a run; the report lists them */
  const char *kv_cache;    /* "bf16", "e4m3", "e4m3@0.05": the type of all ports that keep keys and
                              values for attention (docs/calibration.md); NULL: as io_types say */
  fp8c_norms norms;        /* whether norms go into the products behind them */
  /* Files that take their names together with the plan, or none of them does; both also when an
   * error budget is not kept.  NULL: none. */
  const char *report_path;      /* the report as a page of HTML */
  const char *report_json_path; /* as JSON (docs/report.md) */
  bool strict; /* an output that the formats ruin (diagnostic low-sqnr) is FP8C_ERROR_BOUND, and no
                  plan is written */
  /* Asked many times a second in the thread that compiles, and given `user`: true ends the compile
   * with FP8C_ERROR_CANCELLED, and nothing is written.  NULL: never. */
  bool (*cancelled)(void *user);
  /* Above 0: what the model leaves to its next run (past*, present* and the pairs of `states`) is
   * kept by the plan's sessions, for so many tokens (fp8c_state_create, docs/state.md). */
  int64_t capacity;
  const char *const *roles; /* "ids=tokens": what an input or output is to such a plan */
  size_t role_count;
  /* Samples from memory, in place of the files of `calibrate` and of `evaluate`; borrowed for the
   * call.  NULL: those. */
  const fp8c_samples *calibrate_samples, *evaluate_samples;
  /* "int4", "int4:128", "e4m3", "nvfp4" ...: products with constant weights store them in codes of
   * few bits and multiply those with activations in BF16 (docs/precision.md).  NULL: as they are.
   */
  const char *weights;
  const char
      *preset; /* "deepseek", "transformer-engine", "transformer-engine-current", "fp8-dynamic": the
                  formats and scales of a published recipe (docs/precision.md); NULL: none */
  const char
      *promote; /* after how many of k sums of FP8 products with constant weights go into F32:
                   "off", "512", "256", "128", "64"; NULL, "auto": as each product needs */
  /* With `capacity`: a run gives the logits of all its tokens.  Else of the last one alone, which
   * is what fp8c_state_step and its like ask for; that output has one row then. */
  bool all_logits;
} fp8c_compile_options;

/* What a compile found out, as JSON (schema: docs/report.md).  Freed with
 * fp8c_string_free. */
FP8C_API fp8c_status fp8c_compile(const fp8c_compile_options *options, char **report_json,
                                  fp8c_error *err);

/* As fp8c_compile, but the plan's bytes come back in *plan (freed with
 * fp8c_string_free) instead of a file; output_path is ignored. */
FP8C_API fp8c_status fp8c_compile_to_memory(const fp8c_compile_options *options, void **plan,
                                            size_t *plan_bytes, char **report_json,
                                            fp8c_error *err);

/* Writes the figures of options->calibrate to options->save_calibration, in a form that
 * fp8c_merge_calibration takes: statistics of all samples as the model has its values, with exact
 * sums, and no errors of products (docs/calibration.md).  Of the options, those about the model,
 * the samples, targets, types of ports, threads and callbacks count; `states` are refused, because
 * samples of other parts do not hand theirs on. */
FP8C_API fp8c_status fp8c_calibrate(const fp8c_compile_options *options, fp8c_error *err);

/* Merges such files of parts of one set of samples: `output_path` holds byte for byte what
 * fp8c_calibrate makes of all the samples at once.  FP8C_ERROR_FORMAT, and nothing is written,
 * where a file is of another model, of other options or of another version than the first. */
FP8C_API fp8c_status fp8c_merge_calibration(const char *const *paths, size_t count,
                                            const char *output_path, fp8c_error *err);

/* Zero every field you do not set; `size` as above. */
typedef struct fp8c_sensitivity_options {
  size_t size;
  const char *const *outputs; /* ports to judge; none: all that hold floats and are no state */
  size_t output_count;
  bool exact;     /* every format at the outputs; else E4M3, and the others scaled from it */
  size_t samples; /* the first so many; 0: all */
  double seconds; /* at most, checked between samples; 0: no limit */
  size_t check;   /* so many random assignments are predicted, and run */
  uint64_t seed;  /* of those */
  size_t probes;  /* the first so many samples are measured at the outputs, the others estimated
                     from them by the nodes' own results; 0: all are measured */
  double constant_scales_db; /* tells which constant scales 2^-b, of both operands, leave a
                                product's own result so much; 0: does not */
} fp8c_sensitivity_options;

/* What each product's choice of format costs at the model's outputs, on the samples
 * of options->calibrate, as JSON (docs/sensitivity.md).  Of the options, those about
 * the model, the samples, scales, targets, threads, cache and callbacks count. */
FP8C_API fp8c_status fp8c_sensitivity(const fp8c_compile_options *options,
                                      const fp8c_sensitivity_options *what, char **json,
                                      fp8c_error *err);

/* Zero every field you do not set; see fp8c_session_options about `size`. */
typedef struct fp8c_export_options {
  size_t size;
  const char *plan_path;   /* .fp8c with a program for the CPU, required */
  const char *output_path; /* .onnx, required */
  bool external_data;      /* weights into OUTPUT.data even if they fit into the file */
  bool ort;                /* a model of one EPContext node that holds the plan itself, of whatever
                              targets, for the execution provider in libfp8c_ort (docs/onnxruntime.md);
                              with external_data the plan goes into OUTPUT.fp8c */
} fp8c_export_options;

/* Writes a plan's decisions as ONNX with QuantizeLinear, DequantizeLinear and
 * Cast (docs/interop.md), which fp8c_compile takes back as they are; or the plan for ONNX Runtime.
 */
FP8C_API fp8c_status fp8c_export(const fp8c_export_options *options, fp8c_error *err);

/* Zero every field you do not set; see fp8c_session_options about `size`. */
typedef struct fp8c_extract_options {
  size_t size;
  const char *model_path;  /* .onnx, required */
  const char *output_path; /* .onnx, required */
  /* Names of values, or of nodes: the part begins at what the nodes of `from` read and ends
   * at what those of `to` give.  None: the model's inputs, the model's outputs. */
  const char *const *from;
  size_t from_count;
  const char *const *to;
  size_t to_count;
  bool external_data; /* weights into OUTPUT.data even if they fit into the file */
} fp8c_extract_options;

typedef struct fp8c_extract_counts {
  size_t nodes, model_nodes, constants, inputs, outputs; /* of the part; the model's nodes */
} fp8c_extract_counts;

/* Copies a part of a model, unchanged, to a model of its own; counts may be NULL. */
FP8C_API fp8c_status fp8c_extract(const fp8c_extract_options *options, fp8c_extract_counts *counts,
                                  fp8c_error *err);

FP8C_API void fp8c_string_free(void *p);

#ifdef __cplusplus
}
#endif

#endif /* FP8C_COMPILER_H */
