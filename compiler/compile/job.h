/* job.h - one compile in progress: what the stages of a compile share.
 *
 * A function that reads one part takes that part: a request, the list of targets, the samples.  A
 * function that also needs arenas, the passes' context or diagnostics takes the job.
 *
 * compile/ knows nothing of search/, report/ and debug/; compiler/compile.c calls the stages of all
 * of them in their order. */
#ifndef COMPILER_COMPILE_JOB_H
#define COMPILER_COMPILE_JOB_H

#include <pthread.h>

#include "base/file.h"
#include "base/map.h"
#include "base/text.h"
#include "compiler/compile/request.h"
#include "frontend/onnx.h"
#include "passes/precision/calibration_file.h"
#include "passes/precision/nonfinite.h"
#include "passes/precision/samples.h"

/* The model in its present state: imported, optimised, then with formats. */
typedef struct model_state {
  graph *graph;
  import_info info;
  const char **fixed; /* inputs that --fix made constants, in the order of the option */
  tensor *fixed_types;
  size_t fixed_count;
  /* The ports' types before sizes were bound early; NULL: none was. */
  const tensor *open_inputs;
  tensor *open_outputs;
  calibrated_model identity; /* for --calibration and --save-calibration; else empty */
} model_state;

typedef struct sample_sets {
  calibration_data *all;        /* that --calibrate gave; NULL: none */
  calibration_data *choose;     /* of them, those that decide: scales, formats */
  calibration_data *held_out;   /* those that judge: a part of all, or --evaluate's */
  calibration_data *evaluation; /* --evaluate; NULL: none */
  bool split;                   /* held_out has none of choose's */
  skipped_samples skipped;      /* --skip-nonfinite */
  tensor *first_shapes;         /* of the first sample's inputs; NULL: not asked for yet (macs.c) */
} sample_sets;

#define REPORT_KEPT_PARTS 8

/* What the compile produces. */
typedef struct outcome {
  plan plan;
  file_batch *files; /* plan, reports, figures: written together, or none is */
  struct report_part {
    size_t at, length;
  } report_parts[REPORT_KEPT_PARTS]; /* where parts stand in plan.report (report/build.c) */
  const double *model_seconds[PLAN_MAX_VARIANTS]; /* by launch; NAN not known; NULL for the CPU */
  struct tuned *tuned[PLAN_MAX_VARIANTS];         /* tune.h; NULL: nothing was timed */
} outcome;

/* What was said to the user, and how long the stages took. */
typedef struct journal {
  fp8c_diagnostic *diagnostics;
  size_t diagnostic_count;
  struct stage_time {
    const char *stage;
    double seconds;
  } * times;
  size_t time_count;
} journal;

/* A dimension that is another one and so many more: places of a mask, tokens of a run. */
typedef struct size_tie {
  const char *symbol, *of;
  int64_t more;
} size_tie;

typedef struct job {
  const fp8c_compile_options *o;
  arena *keep;    /* until the plan is written */
  arena *scratch; /* reset after each stage */
  pool *threads;
  struct cache *disk_cache; /* what was computed before (base/cache.h); NULL: --no-cache */
  hash made_by;             /* build and machine, whose figures are kept apart */

  request ask;
  target_list targets;
  size_tie *ties; /* sizes of each variant that follow from those of --dim */
  size_t tie_count;
  model_state model;
  sample_sets samples;
  struct decided_formats *formats; /* search/formats.h; only a whole compile has it */
  outcome result;
  journal log;

  pass_context passes;
  pass_options pass_options;
  evaluator evaluate;
  struct runner *runners; /* graphs held ready, evaluate.c */
  hash_map loaded;        /* constants of the model's files in memory, by their place; evaluate.c */
  double tune_end;        /* by the clock, where there is a time limit; 0: not begun */
  pthread_t thread;       /* that compiles */
  fp8c_error trouble; /* a file or memory that failed where a figure was looked for; see was_read */
} job;

/* begin.c */
/* Runs `work` on a new job, which has its own arenas; returns an error where memory runs out. */
typedef fp8c_status job_work(job *j, void *user, fp8c_error *err);
fp8c_status job_enter(const fp8c_compile_options *given, job_work *work, void *user,
                      fp8c_error *err);
/* Reads the options, imports the model and opens the samples. */
fp8c_status job_open(job *j, fp8c_error *err);
/* Optimises the graph, and leaves out samples with NaN where that is asked for. */
fp8c_status job_prepare(job *j, fp8c_error *err);

/* read.c */
fp8c_status job_read_model(job *j, fp8c_error *err);
fp8c_status job_open_samples(job *j, fp8c_error *err);
fp8c_status job_leave_out_nonfinite(job *j, fp8c_error *err);
/* Stores the hash of the model's file in the plan. */
fp8c_status job_hash_model(job *j, fp8c_error *err);
const char *path_base_name(const char *path);
/* Fails where a part of a file could not be read: with it the plan might have been another one. */
fp8c_status job_was_read(const job *j, fp8c_error *err);

/* chips.c: what passes may ask of the targets. */
target_rules job_rules(const job *j);
/* Has the passes of a variant ask `chip` which convolutions it has kernels for; NULL: none. */
void ask_for_convs(pass_context *c, const target *chip);
/* Where there is no GPU and nobody named a target, j->targets.assumed and the sizes of the first
 * sample; a note says which GPU formats are decided for. */
void job_assume_gpu(job *j);
/* Formats are weighed by the time they save: FP8 is a means to be fast (--precision auto without a
 * goal), for one of the targets that is a GPU or for the one assumed. */
bool job_weighs_time(const job *j);

/* job.c */
/* Reports a diagnostic to the caller and keeps it for the report. */
void job_say(job *j, fp8c_severity severity, const char *code, const char *node, const char *format,
             ...) __attribute__((format(printf, 5, 6)));
/* Reports what was wrong with the cache to the caller, but not in the plan, which is the same. */
void job_report_cache(const job *j);
void job_stage(job *j, const char *stage); /* starts the clock of a stage; NULL ends the last */
/* An fp8c_progress whose `user` is the job: reports to the caller, and leaves the compile as out of
 * memory does where the caller has cancelled. */
void job_progress(void *user, const char *stage, uint64_t done, uint64_t total);
/* Leaves the compile where the caller has cancelled: for long work that reports no progress. */
void job_go_on(const job *j);
/* Runs the precision passes on a clone of `from`, in j->keep. */
fp8c_status decide_graph(job *j, const graph *from, precision_mode mode, pass_options *o,
                         graph **out, fp8c_error *err);

/* ports.c: what was asked of ports, applied to the graph. */
fp8c_status job_apply_ports(job *j, fp8c_error *err);
fp8c_status job_apply_io_type(graph *g, const io_request *r, fp8c_error *err);

/* early_sizes.c: binds what has one size before the graph is optimised, where that serves all; and
 * gives the plan's ports their symbols again. */
fp8c_status bind_early_sizes(job *j, fp8c_error *err);
/* ... and what it bound, for those who read the figures. */
void job_name_bound(const job *j, struct given_calibration *figures);
/* Binds the symbols of `g` that are sums of bound ones; --dim must not say otherwise. */
fp8c_status bind_sums(const job *j, graph *g, fp8c_error *err);
void reopen_ports(job *j);

/* kv_cache.c: the ports of caches in the format of --kv-cache. */
fp8c_status job_keep_caches(job *j, fp8c_error *err);

/* states.c: --capacity: what the model leaves to its next run, into j->result.plan.memory. */
fp8c_status job_find_states(job *j, fp8c_error *err);
/* last_logits.c: a plan with --capacity computes the logits of a run's last token alone, unless
 * --all-logits wants the others too.  Formats are decided before. */
fp8c_status job_keep_last_logits(job *j, fp8c_error *err);
/* Histories of delayed scaling become states, when nothing runs the graph on samples any more. */
void job_keep_histories(job *j);

/* evaluate.c */
void evaluator_init(evaluator *e, job *j);
/* Frees every graph that is still held ready: after an error, or when memory ran out. */
void release_runners(job *j);

/* macs.c */
/* A size of j->ask.dims, that of the first sample, for each dimension of the inputs that has none
 * yet; false where some have none afterwards. */
bool sizes_of_first_sample(job *j);
/* Whether the first sample, or --dim, would give `g` a size that it does not have. */
bool lacks_sizes(const job *j, const graph *g);
/* A copy of `g` in `a` with the sizes of the first calibration sample (`by_dims`, or
 * without samples: the decisive ones of --dim), what they make constant folded, images as
 * `chip` wants them (NULL: as they are); nodes keep their ids.  NULL when they are not all
 * known. */
graph *bind_sizes(job *j, const graph *g, bool by_dims, const target *chip, arena *a);
/* Counts the multiply-accumulates of one sample into the decisions of `g`. */
void count_macs(job *j, graph *g);
/* The same by node id, in `a`; 0 where not known. */
uint64_t *macs_of_nodes(job *j, const graph *g, arena *a);

/* padding.c: takes padding out of the samples that decide (j->samples.choose) where the model,
 * `g`, gives the same results without it.  `each`: of every sample by itself, so that what is left
 * of one does not depend on the others; else where it is worth the time, along one dimension. */
fp8c_status leave_out_padding(job *j, const graph *g, bool each, fp8c_error *err);
/* Whether that may happen along the free dimension `dim` of a graph that is not optimised yet:
 * samples repeat themselves there to their end, and a result does not have it. */
fp8c_status samples_are_padded(job *j, const graph *g, const calibration_data *d, int64_t dim,
                               bool *padded, fp8c_error *err);

/* variants.c: every target x every combination of --dim sizes into the plan; whether they are not
 * too many, which is known before anything is measured. */
fp8c_status variants_check(const job *j, fp8c_error *err);
fp8c_status lower_variants(job *j, fp8c_error *err);

#endif
