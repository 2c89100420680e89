/* judge.h - graphs against the F32 model, on samples.
 *
 * Judged are the values that noise_outputs() names: what a last Softmax or Sigmoid
 * reads, or with --judge outputs the outputs themselves.  The model's outputs are
 * compared besides, for reports and for a user's own program. */
#ifndef COMPILER_SEARCH_JUDGE_H
#define COMPILER_SEARCH_JUDGE_H

#include "compiler/compile/job.h"
#include "passes/precision/metric.h"
#include "passes/precision/noise.h"

/* The F32 model on one set of samples. */
typedef struct judge {
  job *j;
  calibration_data *data;
  size_t sample_count; /* judged: fewer than there are when their outputs would fill memory */
  size_t port_count;   /* the model's outputs */
  noise_output *judged;
  size_t judged_count;
  metric_domain *domains; /* [judged] */
  size_t *port_of;        /* [judged]: the output it is; SIZE_MAX: it lies inside */
  tensor *reference;      /* [sample][ports, then judged] */
  /* Largest magnitudes of values calibration has statistics of, in their order. */
  float *largest;
  const char *key; /* of the reference on the samples; "": verdicts are not kept */
} judge;

typedef struct judge_request {
  calibration_data *data;
  size_t limit;                   /* samples at most */
  const calibration_stats *stats; /* NULL: their values are not looked at */
  const char *stage;              /* what progress is called */
} judge_request;

/* Runs `reference` (no formats decided) on the samples; with statistics
 * it notes how large their values get here.  In j->keep. */
fp8c_status judge_open(job *j, const graph *reference, const judge_request *r, judge **out,
                       fp8c_error *err);

/* What one graph made of the samples. */
typedef struct verdict {
  const judge *of;
  metric metric;
  metric_sum *squares, *cosines; /* [sample][ports, then judged] */
  metric_sum *asked, *bounding;  /* [sample][judged]: of the metric, and what its bound is
                                    estimated from */
  tensor *outputs;               /* [sample][port]; NULL unless they were to be kept */
} verdict;

/* Runs a finished graph.  In j->keep. */
fp8c_status judge_graph(const judge *o, const graph *g, metric m, bool keep_outputs,
                        const char *stage, verdict *out, fp8c_error *err);

/* The worst judged output: loss in the verdict's metric and its upper bound; `use`
 * says which samples count (NULL: all). */
loss_estimate verdict_loss(const verdict *v, const bool *use, arena *scratch);
/* SQNR in dB of the worst judged output. */
double verdict_db(const verdict *v, const bool *use, arena *scratch);

#endif
