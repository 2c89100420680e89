/* pass.h - a pass rewrites a graph into a better one; passes_run runs a list of passes. */
#ifndef PASSES_PASS_H
#define PASSES_PASS_H

#include "base/hash.h"
#include "ir/graph.h"
#include "ir/question.h"
#include "passes/precision/scales.h"
#include "passes/precision/weight_only.h"

/* Values of a graph that somebody wants to see. */
typedef struct tap_list {
  value **items;
  size_t count;
} tap_list;

/* Runs a graph from all its inputs (by index) to the values asked for.  `taps` are values of the
 * graph, and there is one result for each tap.  An evaluator lowers the graph to a plan and runs
 * that on a device. */
typedef struct evaluator evaluator;
struct evaluator {
  void *user;
  /* Prepares a graph; the returned runner is good until release(). */
  fp8c_status (*prepare)(evaluator *e, const graph *g, value *const *taps, size_t tap_count,
                         void **runner, fp8c_error *err);
  /* Results are borrowed until the next run or release. */
  fp8c_status (*run)(evaluator *e, void *runner, const tensor *inputs, tensor *results,
                     fp8c_error *err);
  void (*release)(evaluator *e, void *runner);
  /* A runner whose values all stay until its next run; what no tap needs is not
   * computed.  NULL, as the two below, where nothing can keep them. */
  fp8c_status (*prepare_kept)(evaluator *e, const graph *g, value *const *taps, size_t tap_count,
                              void **runner, fp8c_error *err);
  /* A value of the last run; false when no tap needs it. */
  bool (*kept)(evaluator *e, void *runner, const value *v, tensor *out);
  /* The taps as they were had `v` been `with`; only what depends on it is computed.
   * Results are borrowed until the next run, rerun or release. */
  fp8c_status (*rerun)(evaluator *e, void *runner, const value *v, const tensor *with,
                       tensor *results, fp8c_error *err);
};

/* Values that the nodes of one kernel read, together, at most: a kernel has 512 parameters, of
 * which a value with a scale takes two, and each of a region's results as many. */
#define REGION_INPUTS_MAX 224

/* What the targets of this compile can do, asked of codegen by the compiler.  Every GPU has FP8
 * products with a scale per output column, a bias and any elementwise work and rounding on their
 * sums, of operands whose dimensions are multiples of 16. */
typedef struct target_rules {
  bool gpu;           /* some target is a GPU, or */
  bool assumed;       /* none is, and formats are decided for one all the same */
  bool bf16_epilogue; /* any elementwise work in the BF16 GEMM's epilogue, as fast as the library's
                       */
  int64_t few_rows;   /* of a product: where its weights count more than what else is moved */
  /* Why not every target that is asked has a kernel for the node as it would become; NULL: all
   * have.  Without the function none has. */
  const char *(*refuses)(const void *user, const kernel_question *q);
  const void *user;
} target_rules;

/* Asks the targets.  Returns NULL where all of them have a kernel, else why not; a question without
 * a node asks whether any target has such kernels at all. */
static inline const char *targets_refuse(const target_rules *r, const kernel_question *q) {
  return r->refuses ? r->refuses(r->user, q) : "no target has another form";
}

typedef enum precision_mode {
  PRECISION_AUTO,
  PRECISION_FP8,
  PRECISION_BF16,
  PRECISION_F32
} precision_mode;

/* Corrections that reduce FP8 rounding error (repairs.def): the bits of a set. */
typedef enum repair {
#define REPAIR(id_, bit_, name_, does_) REPAIR_##id_ = 1u << bit_,
#include "passes/precision/repairs.def"
#undef REPAIR
} repair;

typedef struct pass_note {
  const char *pass, *node, *text;
} pass_note;

/* A format chosen for a node: weaker than what the user pinned, stronger than rules
 * that advise and than scores. */
typedef struct format_choice {
  const char *node;
  fp8c_dtype format;
  const char *reason;
  const char *rule; /* of the decision: "search", "gain" */
  scale_sharing by; /* of its activations */
  bool split;       /* the channels of its activation that may be split are (splits_weighed) */
} format_choice;

/* What passes read and fill.  The first two parts are for every pass, the others for the passes
 * that decide formats (pipeline_precision), which share them with the searches of the compiler. */
typedef struct pass_context {
  /* Services */
  arena *keep;    /* lives as long as the graph */
  arena *scratch; /* reset after each pass */
  pool *threads;
  size_t changes;   /* a pass adds what it changed */
  pass_note *notes; /* remarks for the report, in `keep` */
  size_t note_count;
  void (*progress)(void *user, const char *stage, uint64_t done, uint64_t total);
  void *progress_user;
  struct pass_state *states; /* pass_state(); NULL at first */

  /* What the targets can do */
  target_rules rules;

  /* What is known of the model's numbers */
  evaluator *evaluate;             /* NULL: passes that must run a graph do nothing and say so */
  const calibration_data *samples; /* NULL: none given */
  const struct given_calibration *given; /* figures of an earlier calibration; NULL: none */
  calibration_stats *stats;              /* made by calibrate, read by assign and the report */
  struct cache *cache;                   /* base/cache.h; NULL: none */
  bool exact_sums;     /* calibrate keeps sums that can be merged, and leaves the cache alone */
  const hash *made_by; /* identifies what computes: build and machine; NULL: not known */

  /* What is asked of formats */
  precision_mode precision;
  bool by_samples;      /* with PRECISION_AUTO: samples, or figures of them, decide */
  bool keep_formats;    /* with PRECISION_F32: the model's own FP8 computes as FP8, the rest as it
                           is */
  scale_policy scales;  /* how scales of activations are chosen; all zero: by mse */
  weight_only weights;  /* how weights of products are rounded that read codes; codes NONE: not */
  unsigned repairs;     /* set of repair */
  bool splits_weighed;  /* channels are split where a choice says so, not wherever they may be */
  bool repairs_limited; /* nobody asked for them: they take about as much work as the rest (work.h)
                         */
  bool fold_norms;      /* where the samples say that it costs nothing */
  struct overrides *overrides;  /* what the user pinned, resolved; NULL: nothing */
  const format_choice *choices; /* what a search or the time model chose; NULL: nothing */
  size_t choice_count;
  bool constant_scales; /* scores try constant powers of two as scales, too */
  uint32_t score_macs;  /* products with more are scored on some of their rows; 0: assign's own */
  uint64_t copy_bytes;  /* so many are kept of copies that can be made again; 0: 2 GiB */
  uint32_t repair_macs; /* one repair may take so many; 0: about as much as the rest of a compile */
  const char *const *keep_f32; /* values that a search found worth four bytes (store-types) */
  size_t keep_f32_count;
} pass_context;

/* Returns `bytes` of state, all zero at the first call, in `keep`: what one pass, or one part of
 * the precision engine, remembers from run to run, such as what a second decision over the same
 * graph need not compute again.  Its type is private to `who`.  Copies of a context that were made
 * behind the first call share it. */
void *pass_state(pass_context *c, const char *who, size_t bytes);
#define PASS_STATE(c_, type_) ((type_ *)pass_state((c_), #type_, sizeof(type_)))

/* Whether a copy of weights in another order or format is kept, which is sooner read; where not,
 * it is made again for each reader (base/made.h).  Counts it. */
bool copy_is_kept(pass_context *c, uint64_t bytes);

typedef struct pass {
  const char *name; /* "fold-scales" */
  const char *does; /* one sentence, shown by `fp8c passes` */
  fp8c_status (*run)(graph *g, pass_context *c, fp8c_error *err);
} pass;

void pass_remark(pass_context *c, const char *pass_name, const node *n, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* passes.def */
#define PASS(function_, name_, does_) \
  fp8c_status pass_##function_(graph *g, pass_context *c, fp8c_error *err);
#include "passes/passes.def"
#undef PASS
const pass *pass_find(const char *name); /* NULL if there is none */
const pass *pass_at(size_t index);       /* in passes.def order; NULL past the end */

typedef struct pass_log_entry {
  const char *name;
  double seconds;
  size_t changes;
} pass_log_entry;

typedef struct pass_options {
  const char *dump_after; /* pass name or "all" */
  const char *stop_after;
  const char *const *disable;
  size_t disable_count;
  int64_t limit; /* 0: all */
  void (*dump)(void *user, const char *pass_name, const char *graph_text);
  void *user;
  pass_log_entry *log; /* filled by the manager, in `keep` */
  size_t log_count;
  int64_t ran;  /* passes run so far, counted against limit */
  bool stopped; /* stop_after or limit was reached */
} pass_options;

/* Runs the named passes in order.  After each: verify, remove dead nodes if
 * something changed, log, dump. */
fp8c_status passes_run(graph *g, const char *const *names, size_t count, pass_context *c,
                       pass_options *o, fp8c_error *err);

/* The pipelines, as arrays of names (pipeline.c). */
extern const char *const pipeline_optimise[]; /* exact rewrites: up to calibration */
extern const size_t pipeline_optimise_count;
extern const char *const pipeline_precision[]; /* calibrate, assign, insert, fold, regions */
extern const size_t pipeline_precision_count;
extern const char *const pipeline_variant[]; /* after symbols are bound */
extern const size_t pipeline_variant_count;

#endif
