/* formats.h - which formats were decided, and what they cost and save. */
#ifndef COMPILER_SEARCH_FORMATS_H
#define COMPILER_SEARCH_FORMATS_H

#include "compiler/compile/times.h"

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

/* FP8 that rules and scores allow, and that saves no time (gain.c). */
typedef struct fp8_gain {
  size_t allowed, left_out; /* products */
  /* Modelled, of the whole: with all that is allowed, with none of it, as chosen. */
  double allowed_seconds, bf16_seconds, chosen_seconds;
} fp8_gain;

typedef struct decided_formats {
  alternative *alternatives; /* the chosen one first */
  size_t alternative_count;
  cost_step *cost_steps; /* of the first alternative */
  size_t cost_step_count;
  struct judge *judge;       /* of the alternatives; NULL: none was run */
  struct searched *searched; /* what a search found; NULL: there was none */
  const fp8_gain *gain;      /* NULL: no FP8 was left out for want of it */
  double measured; /* GOAL_ERROR: the metric on held_out; NAN: the program printed nothing */
  bool kept;       /* the budget */
  const char *over_budget; /* the sentence that says so; NULL: nothing was asked, or it is kept */
} decided_formats;

/* Formats for the chosen assignment and those beside it; a budget that is not kept is
 * FP8C_ERROR_BOUND once the report is made (over_budget). */
fp8c_status decide_precision(job *j, fp8c_error *err);

/* gain.c: formats by rules and scores, and of the FP8 they allow what saves time, into
 * j->formats->gain and *out; `quiet`: nothing is reported to the user.  Where job_weighs_time(). */
fp8c_status decide_by_gain(job *j, const graph *reference, bool quiet, graph **out,
                           fp8c_error *err);

/* means.c: --repair means, in the finished graph `g` of `reference`, in place. */
fp8c_status give_means_back(job *j, const graph *reference, graph *g, fp8c_error *err);

/* low_sqnr.c: warns of an output that the chosen formats ruin; with --strict that is
 * over_budget. */
void warn_of_low_sqnr(job *j);

/* search.c: chooses formats on `reference` (overrides resolved on it) into
 * j->passes.choices and j->formats->searched. */
fp8c_status search_formats(job *j, const graph *reference, fp8c_error *err);

#endif
