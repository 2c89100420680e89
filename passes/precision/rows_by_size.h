/* rows_by_size.h - rows that judge a correction, the small ones by themselves.
 *
 * A correction made of samples (a bias for the mean error, weights rounded to suit) lowers
 * a sum of squares over rows, and a few massive rows can be nearly all of that sum: what
 * suits them may ruin the others, which a norm makes as large as they are right behind the
 * product.  So errors count as shares of a row's own signal, and rows are kept apart by
 * their size: in classes of 12 dB, some of each.
 *
 * A correction is left out where, on rows that it was not made of,
 *   1. the class that errs most, as a share of its signal, errs by more than 0.05 dB more with it,
 *      or another class by more than half a dB, and
 *   2. that is more than twice the standard error of the difference as the results (rows of
 *      weights) differ in it, which few of them leave large; or it is 3 dB. */
#ifndef PASSES_PRECISION_ROWS_BY_SIZE_H
#define PASSES_PRECISION_ROWS_BY_SIZE_H

#include "passes/pass.h"

#define ROWS_OF_A_SIZE 32 /* kept of a class, at most */

typedef struct size_class {
  int step; /* signals of [16^step, 16^(step + 1)) */
  size_t count;
  double signal[ROWS_OF_A_SIZE];
  float *real, *rounded; /* [ROWS_OF_A_SIZE][groups][depth] */
} size_class;

typedef struct sized_rows {
  size_t groups, depth;
  size_class *list;
  size_t count;
} sized_rows;

/* Signals of rows [groups][count][depth]: the mean square length over the groups, with `floor`
 * added, which is not zero. */
void row_signals(const float *real, size_t groups, size_t count, size_t depth, double floor,
                 double *signal);

/* Keeps those of the rows whose class holds fewer than `allowed` yet; in `a`. */
void sized_rows_add(sized_rows *s, arena *a, const float *real, const float *rounded,
                    const double *signal, size_t count, size_t allowed);

/* Two ways to multiply the rows by weights w, [groups * width][depth]: with w as real numbers q and
 * `shift` added to each result (NULL: nothing), and with `near` instead of q and no shift.  False
 * where the first is left out by the criterion above; `worst` then is what the class loses
 * that loses most, in dB.  weights_only: rows are read unrounded. */
typedef struct row_ways {
  const float *w, *q, *near;
  const double *shift;
  size_t width;
  bool weights_only;
} row_ways;
bool sized_rows_agree(const sized_rows *s, const row_ways *ways, pass_context *c, double *worst);

#endif
