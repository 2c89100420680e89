/* metric.h - the error a user allows, and how an assignment's is measured.
 *
 * Every metric is turned into a *loss*: what it sums over a sample (`part`) over what
 * it is a share of (`whole`), so that losses of samples add up, less is better and 0 is
 * no error.  sqnr: squared error over squared signal; cosine: 1 - cosine; kl: divergence
 * of a row; top1-agreement: rows whose largest element is another one; cmd: none, since
 * the script speaks of all samples at once. */
#ifndef PASSES_PRECISION_METRIC_H
#define PASSES_PRECISION_METRIC_H

#include "base/arena.h"
#include "base/error.h"
#include "base/threads.h"
#include "ops/tensor.h"

typedef enum metric {
  METRIC_SQNR,
  METRIC_RELATIVE,
  METRIC_COSINE,
  METRIC_KL,
  METRIC_TOP1,
  METRIC_COMMAND
} metric;

/* "sqnr>=25dB", "relative<=5%", "cosine>=0.999", "kl<=0.01", "top1-agreement>=99%",
 * "cmd:PROGRAM ARGUMENTS", "cmd:PROGRAM ARGUMENTS>=0.9". */
typedef struct budget {
  const char *text; /* as given */
  metric metric;
  bool bounded;            /* false: the command's exit status alone decides */
  bool at_least;           /* the bound is the least value; else the most */
  double bound;            /* in the metric's own terms */
  const char *const *argv; /* METRIC_COMMAND; ends with NULL */
} budget;

fp8c_status budget_parse(arena *a, const char *text, budget *out, fp8c_error *err);

const char *metric_name(metric m); /* "top1-agreement" */
/* From loss to the metric's own terms and back. */
double metric_value(metric m, double loss);
double metric_loss(metric m, double value);
/* "25.3 dB", "99.2%", "0.0123" */
const char *metric_text(arena *a, metric m, double value);

/* Whether a value in the metric's own terms keeps the budget. */
bool budget_keeps(const budget *b, double value);

/* How the numbers that are compared become probabilities (kl, top1-agreement). */
typedef enum metric_domain {
  DOMAIN_LOGITS,              /* softmax over the last axis */
  DOMAIN_BINARY_LOGITS,       /* sigmoid of each */
  DOMAIN_PROBABILITIES,       /* are, over the last axis */
  DOMAIN_BINARY_PROBABILITIES /* are, each */
} metric_domain;

typedef struct metric_sum {
  double part, whole;
} metric_sum;

/* The sums of one sample; types are floats, shapes are equal.  A number that is not
 * finite where the reference's is, or the other way round, makes part INFINITY. */
metric_sum metric_of(pool *threads, metric m, metric_domain d, const tensor *reference,
                     const tensor *got);

/* As top1-agreement's, but each row counts with the probability that an error of the size
 * found there changes its decision: a few samples without a change say little, how near
 * they came says more. */
metric_sum metric_expected_flips(metric_domain d, const tensor *reference, const tensor *got);

/* The loss over samples, and how much the samples leave open: `upper` is what the
 * loss of another set of as many samples like these stays under, with a probability of
 * 97.5%, judging by how they differ among each other. */
typedef struct loss_estimate {
  double loss, upper;
  size_t samples;
} loss_estimate;
loss_estimate loss_over(const metric_sum *samples, size_t count);

/* Samples that follow each other in time are alike, so they differ less than others would: puts
 * stretches of them in their places, about as many as they are long, and gives their number. */
size_t metric_stretches(metric_sum *samples, size_t count);

#endif
