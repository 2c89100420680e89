/* centring.h - what the files of the pass centre share: its candidates, and what trials said of
 * them. */
#ifndef PASSES_PASSES_CENTRING_H
#define PASSES_PASSES_CENTRING_H

#include "passes/passes/centre.h"
#include "passes/precision/noise.h"
#include "passes/precision/walk.h"
#include "passes/precision/work.h"

typedef struct centring {
  pass_context *c;
  graph *g;   /* the graph as it is */
  graph *all; /* a clone with every candidate centred */
  centre *list;
  size_t count;
  double **sums;      /* by candidate and channel, of rows by weight */
  double *rows;       /* by candidate: weights */
  double *squares;    /* of weights */
  value_stats *stats; /* two for each candidate: as it is, centred */
  work_item *work;    /* by candidate: of its trials, and what centring takes off the rounding */
  double *local;      /* [candidate][signal, plain, centred]: of the value itself */
  bool *tried_singly; /* [candidate]: tried one at a time, not only with all others */
  double left_over;   /* multiply-accumulates that trials may still take */
  double forward;     /* multiply-accumulates of one run */
  size_t trials;
  double *noise;   /* [candidate][plain, centred][half] */
  double *by_rows; /* [candidate][plain, centred]: the same, each row by itself */
  noise_output *outputs;
  size_t output_count;
  sample_walk walk; /* of `all` */
  const char *left; /* what was left out, in words; NULL: nothing */
} centring;

/* Elements of x as [before][channels][behind]. */
static inline void centre_extents(const tensor *x, int axis, size_t *before, size_t *behind) {
  *before = *behind = 1;
  for (int i = 0; i < axis; i++) *before *= (size_t)x->dims[i];
  for (int i = axis + 1; i < x->rank; i++) *behind *= (size_t)x->dims[i];
}

/* centre_find.c: the values whose channels' means could be taken off, and the means. */
fp8c_status centre_find_candidates(centring *s, fp8c_error *err);
fp8c_status centre_find_means(centring *s, fp8c_error *err);

/* centre_apply.c: subtracts the means in g where k->kept, and adds W m to the readers' biases. */
fp8c_status centre_apply(pass_context *c, graph *g, const centre *k, fp8c_error *err);

/* centre_trials.c */
/* Whether the sample is one of about `trials` that are tried. */
bool centre_is_trial(const centring *s, size_t sample, size_t trials);
/* Error over signal of all numbers; the mean of that over rows of the last axis. */
double centre_error_share(const tensor *want, const tensor *got, arena *a);
double centre_error_by_rows(const tensor *want, const tensor *got, arena *a);
void centre_leave_out_little(centring *s);
bool centre_choose_single_trials(centring *s, bool doubt);
/* What a walk over the trial samples gathers. */
enum { STATISTICS, LOCAL_ERRORS, TRIES };
fp8c_status centre_walk_trials(centring *s, int what, fp8c_error *err);

/* centre_choose.c: decides `kept` of every candidate. */
fp8c_status centre_judge(centring *s, fp8c_error *err);

#endif
