/* rounding.h - weights rounded so that their errors cancel in the result.
 *
 * A result is a row of activations x times a row of weights w.  Rounding w to q changes
 * it by (q - w) x, whose mean square over the rows is (q - w) H (q - w)^T with H the
 * second moments of x.  Rounding to nearest makes each element of q - w small; here the
 * elements are rounded one after the other, each to where it cancels best what those
 * before it did.
 *
 * Everything is by group, as a grouped convolution has its matrices. */
#ifndef PASSES_PRECISION_ROUNDING_H
#define PASSES_PRECISION_ROUNDING_H

#include "passes/precision/moments.h"

/* H made ready: `damping` times the mean of the diagonal added to the diagonal, which keeps
 * elements from relying on what few rows say. */
typedef struct rounding_plan rounding_plan;
size_t rounding_floats(size_t groups, size_t depth); /* of room for one */
/* weights: [groups][width][depth].  NULL when H is of no use (no rows, zero, not
 * finite).  In `a`, and `room` as above. */
rounding_plan *rounding_plan_new(const moment_matrix *m, double damping, const float *weights,
                                 size_t width, float *room, pass_context *c, arena *a);

/* The rounded weights as real numbers: codes of `format` times scales[group * width + i]; and,
 * unless `errors` is NULL, (q - w) H (q - w)^T of each row, without damping: the walk's own sum. */
void rounding_run(const rounding_plan *p, fp8c_dtype format, const float *weights,
                  const float *scales, pass_context *c, float *q, double *errors);

/* Scales of rows, each times each of the factors. */
typedef struct scale_tries {
  const float *scales;
  const double *factors;
  size_t count; /* of factors: ROUNDING_TRIES at most */
  float *taken; /* the scale that each row takes; NULL: not asked for */
} scale_tries;

/* The same, and of the factors a row takes the one that errs least, the first of equals.  Where the
 * lattice lies beside a row's numbers makes some difference. */
#define ROUNDING_TRIES 16
void rounding_try(const rounding_plan *p, fp8c_dtype format, const float *weights,
                  const scale_tries *t, pass_context *c, float *q, double *errors);

#endif
