/* job.h - one compile in progress: what the files of compiler/ share. */
#ifndef COMPILER_COMPILE_JOB_H
#define COMPILER_COMPILE_JOB_H

#include <jansson.h>

#include "base/text.h"
#include "codegen/cost.h"
#include "fp8c/compiler.h"
#include "frontend/onnx.h"
#include "passes/precision/calibration_file.h"
#include "passes/precision/metric.h"
#include "passes/precision/nonfinite.h"
#include "passes/precision/overrides.h"
#include "passes/precision/repair.h"
#include "passes/precision/samples.h"

/* A dimension symbol and the sizes it is compiled for: --dim batch=1,8. */
typedef struct dim_request {
  const char *name;
  int64_t *sizes;
  size_t size_count;
  bool used; /* some port of the model has this symbol */
} dim_request;

/* --io-type PORT=bf16 or PORT=e4m3@0.02 */
typedef struct io_request {
  const char *port;
  fp8c_dtype dtype;
  float scale;
} io_request;

/* --kv-cache e4m3 */
typedef struct cache_request {
  fp8c_dtype dtype; /* FP8C_DTYPE_NONE: as the model has it */
  float scale;      /* E4M3; 0: by calibration */
} cache_request;

/* --shape x=1x3x480x640 */
typedef struct shape_request {
  const char *port;
  int rank;
  int64_t dims[FP8C_MAX_RANK];
} shape_request;

/* How one assignment of formats does against the F32 model on the samples. */
typedef struct alternative {
  const char *name; /* "auto", "bf16", "e4m3" */
  graph *graph;
  size_t output_count;
  double *sqnr_db, *cosine, *cosine_min; /* by output; NAN for outputs that are no floats */
  double *judged_db;                     /* by judged value */
  struct verdict *verdict;               /* NULL: was not run */
  double seconds;                        /* by the time model; NAN: not known */
  uint64_t weight_bytes;
  uint64_t fp8_macs, total_macs; /* for one sample; 0 not known */
  uint64_t attention_macs;       /* of total_macs: attention's own two products */
  uint64_t other_macs;           /* of total_macs: what has no format to choose (LSTM, Einsum) */
  uint64_t attention_fp8_macs;   /* of them, those in FP8 */
  size_t fp8_nodes, gemm_nodes;
} alternative;

/* What is asked of a search (request.c). */
typedef enum search_goal {
  GOAL_NONE,  /* rules and scores decide */
  GOAL_ERROR, /* --max-error: the fastest within a budget */
  GOAL_SPEED, /* --target-speedup: the most accurate with this gain */
  GOAL_SHARE  /* --fp8-share: the most accurate with this share in FP8 */
} search_goal;

/* FP8 that rules and scores allow, and that saves no time (gain.c). */
typedef struct fp8_gain {
  size_t allowed, left_out; /* products */
  /* Modelled, of the whole: with all that is allowed, with none of it, as chosen. */
  double allowed_seconds, bf16_seconds, chosen_seconds;
} fp8_gain;

#define REPORT_KEPT_PARTS 8

typedef struct job {
  const fp8c_compile_options *o;
  arena *keep;    /* until the plan is written */
  arena *scratch; /* reset after each stage */
  pool *threads;

  const target **targets;
  size_t target_count;
  bool has_gpu;
  bool defaulted;        /* nobody named a target, and there is no GPU to take one from */
  const target *assumed; /* then the GPU that formats are decided for; NULL: none */
  bool measures;         /* makes no plan: sizes may stay free */
  dim_request *dims;
  size_t dim_count;
  io_request *io;
  size_t io_count;
  cache_request cache;
  shape_request *shapes;
  size_t shape_count;
  const char **fixed; /* inputs that --fix made constants, in the order of the option */
  tensor *fixed_types;
  size_t fixed_count;
  struct cache *disk_cache; /* what was computed before (base/cache.h); NULL: --no-cache */
  hash made_by;             /* build and machine, whose figures are kept apart */

  graph *graph;
  import_info info;
  samples_options samples_options;
  calibrated_model identity;    /* for --calibration and --save-calibration; else empty */
  calibration_data *samples;    /* all that --calibrate gave; NULL: none */
  calibration_data *choose;     /* of them, those that decide: scales, formats */
  calibration_data *held_out;   /* those that judge: a part of samples, or --evaluate's */
  calibration_data *evaluation; /* --evaluate; NULL: none */
  tensor *sample_shapes;        /* of the first sample's inputs; NULL: not asked for yet (macs.c) */
  bool split;                   /* held_out has none of choose's */
  search_goal goal;
  budget budget; /* GOAL_ERROR */
  bool judge_outputs;
  struct searched *searched; /* what a search found; NULL: there was none */
  const fp8_gain *gain;      /* NULL: no FP8 was left out for want of it */
  skipped_samples skipped;   /* --skip-nonfinite */
  evaluator evaluate;
  struct runner *runners; /* graphs held ready, evaluate.c */
  pass_context passes;
  pass_options pass_options;
  unsigned repairs; /* set of repair */
  scale_policy scales;
  overrides *overrides; /* NULL: nothing is pinned */

  alternative *alternatives; /* the chosen one first */
  size_t alternative_count;
  struct judge *judge; /* of the alternatives; NULL: none was run */
  double measured;     /* GOAL_ERROR: the metric on held_out; NAN: the program printed nothing */
  bool kept;
  file_batch *files;  /* plan, reports, figures: written together, or none is */
  fp8c_error trouble; /* a file or memory that failed where a figure was looked for; see was_read */
  const char *over_budget; /* the sentence that says so; NULL: nothing was asked, or it is kept */
  plan plan;
  struct report_part {
    size_t at, length;
  } report_parts[REPORT_KEPT_PARTS]; /* where parts stand in plan.report (report/build.c) */
  cost_step *cost_steps;             /* of the first alternative */
  size_t cost_step_count;
  const double *model_seconds[PLAN_MAX_VARIANTS]; /* by launch; NAN not known; NULL for the CPU */
  double tune_end; /* by the clock, where there is a time limit; 0: not begun */
  struct tuned *tuned[PLAN_MAX_VARIANTS]; /* tune.h; NULL: nothing was timed */

  fp8c_diagnostic *diagnostics;
  size_t diagnostic_count;
  struct stage_time {
    const char *stage;
    double seconds;
  } * times;
  size_t time_count;
} job;

/* job.c */
/* Tells the caller and remembers it for the report. */
void job_say(job *j, fp8c_severity severity, const char *code, const char *node, const char *format,
             ...) __attribute__((format(printf, 5, 6)));
void job_stage(job *j, const char *stage); /* starts the clock of a stage; NULL ends the last */
/* A clone of `from` after the precision passes, in j->keep. */
fp8c_status decide_graph(job *j, const graph *from, precision_mode mode, pass_options *o,
                         graph **out, fp8c_error *err);

/* compile.c: everything up to the optimised graph and the opened samples. */
fp8c_status job_begin(job *j, fp8c_error *err);
/* Does `work` on a job of its own: its arenas, and the way out when memory ends. */
typedef fp8c_status job_work(job *j, void *user, fp8c_error *err);
fp8c_status job_enter(const fp8c_compile_options *given, job_work *work, void *user,
                      fp8c_error *err);

/* request.c: options into requests, every mistake a sentence. */
fp8c_status job_read_options(job *j, fp8c_error *err);
fp8c_status job_apply_shapes(job *j, fp8c_error *err);
fp8c_status job_fix_inputs(job *j, fp8c_error *err);
fp8c_status job_apply_io_types(job *j, fp8c_error *err);
fp8c_status job_apply_io_type(job *j, const io_request *r, fp8c_error *err);
fp8c_status job_check_dims(job *j, fp8c_error *err);

/* What was wrong with the cache: told, but not written into the plan, which is the same. */
void job_tell_cache(const job *j);

/* kv_cache.c: the ports of caches in the format of --kv-cache. */
fp8c_status job_keep_caches(job *j, fp8c_error *err);

/* evaluate.c */
void evaluator_init(evaluator *e, job *j);
/* Every graph still held ready: after an error, or when memory ran out. */
void release_runners(job *j);
/* macs.c */
/* A size of j->dims, that of the first sample, for each dimension of the inputs that has none yet;
 * false where some have none afterwards. */
bool sizes_of_first_sample(job *j);
/* The first sample, or --dim, would tell `g` a size that it has not. */
bool lacks_sizes(const job *j, const graph *g);
/* A copy of `g` in `a` with the sizes of the first calibration sample (`by_dims`, or
 * without samples: the first ones of --dim), what they make constant folded, images as
 * `chip` wants them (NULL: as they are); nodes keep their ids.  NULL when they are not all
 * known. */
graph *bind_sizes(job *j, const graph *g, bool by_dims, const target *chip, arena *a);
/* Has the passes of a variant ask `chip` which convolutions it has kernels for; NULL: none. */
void ask_for_convs(pass_context *c, const target *chip);
/* The multiply-accumulates of one sample into the decisions of `g`. */
void count_macs(job *j, graph *g);
/* The same by node id, in `a`; 0 where not known. */
uint64_t *macs_of_nodes(job *j, const graph *g, arena *a);

/* padding.c: takes padding out of the samples that decide (j->choose) where the model,
 * `g`, gives the same results without it. */
fp8c_status leave_out_padding(job *j, const graph *g, fp8c_error *err);

/* times.c: what the time model says. */
typedef struct time_model {
  cost_model cost;
  const char *profile; /* whose sizes: "batch=8" */
  bool known;          /* the sizes are; else all times are NAN */
} time_model;
time_model time_model_of(const job *j);
/* "sm_90a (H200) at batch=8 seq=128": the chip, the GPU that its constants were measured on, the
 * sizes. */
const char *chip_words(const time_model *m, arena *a);
#define NOT_MEASURED "not measured on any chip" /* beside a time of a chip that nobody had */
/* Seconds of every product of `g`, by node id, with operands in these formats (by_rows: with a
 * scale for each row of the activations), what converts them included; NAN where not known.  `g`
 * has no decisions yet. */
typedef struct product_times product_times;
fp8c_status product_times_of(job *j, const graph *g, const product_times **out, fp8c_error *err);
double product_seconds(const product_times *t, uint32_t node_id, fp8c_dtype activations,
                       fp8c_dtype weights, bool by_rows);
/* Seconds of the whole graph after the precision passes, and its steps (in j->keep). */
double graph_seconds(job *j, const graph *g, cost_step **steps, size_t *count);
/* The same, and what each of its products has to do with it. */
typedef struct product_price {
  const node *product;
  double own;    /* its step's */
  double around; /* of steps without a product whose results it is the first to need */
} product_price;
double graph_prices(job *j, const graph *g, arena *a, product_price **out, size_t *count);

/* gain.c: formats by rules and scores, and of the FP8 they allow what saves time, into j->gain
 * and *out; `quiet`: the user is told nothing.  Only where FP8 is a means to be fast: --precision
 * auto without a goal, for a GPU (one of the targets, or the one assumed). */
bool weighs_gain(const job *j);
fp8c_status decide_by_gain(job *j, const graph *reference, bool quiet, graph **out,
                           fp8c_error *err);

/* decide.c: formats for the chosen assignment and those beside it; a budget that is not
 * kept is FP8C_ERROR_BOUND once the report is made (j->over_budget). */
fp8c_status decide_precision(job *j, fp8c_error *err);

/* low_sqnr.c: warns of an output that the chosen formats ruin; with --strict that is
 * j->over_budget. */
void warn_of_low_sqnr(job *j);

/* search.c: chooses formats on `reference` (overrides resolved on it) into
 * j->passes.choices and j->searched. */
fp8c_status search_formats(job *j, const graph *reference, fp8c_error *err);

/* variants.c: every target x every combination of --dim sizes into the plan. */
fp8c_status lower_variants(job *j, fp8c_error *err);

/* report/build.c: the report document as text to be freed; `with_times` adds what differs from run
 * to run, and takes what does not from j->plan.report. */
fp8c_status report_text(job *j, bool with_times, char **out, fp8c_error *err);
#define REPORT_JSON_FLAGS (JSON_INDENT(1) | JSON_SORT_KEYS | JSON_REAL_PRECISION(9))
/* The document of a plan that was made before, as text to be freed: with this run's times,
 * and said to the caller what was said then.  `out` NULL: only said. */
fp8c_status report_again(job *j, const char *document, char **out, fp8c_error *err);

#endif
