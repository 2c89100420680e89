/* rounding.h - weights rounded so that their errors cancel in the result.
 *
 * A result is a row of activations x times a row of weights w.  Rounding w to q changes
 * it by (q - w) x, whose mean square over the rows is (q - w) H (q - w)^T with H the
 * second moments of x.  Rounding to nearest makes each element of q - w small; here the
 * elements are rounded one after the other, each to where it cancels best what those
 * before it did.
 *
 * Everything is by group, as a grouped convolution has its matrices. */
#ifndef PASSES_ROUNDING_H
#define PASSES_ROUNDING_H

#include "passes/precision.h"

/* Second moments of rows of activations. */
typedef struct moments {
  size_t groups, depth;
  double rows;     /* of each group */
  float *h;        /* [groups][depth][depth]: sums of x_i x_j for j <= i, x as it is rounded */
  double *rounded; /* [groups][depth]: sums of x as it is rounded */
  double *real;    /* sums of x as it is */
} moments;

moments moments_new(arena *a, size_t groups, size_t depth); /* all zero */
/* [groups][count][depth] each. */
void moments_add(moments *m, const float *real, const float *rounded, size_t count,
                 pass_context *c);
void moments_sum(moments *to, const moments *from, pass_context *c);

/* H: per row, around the mean when `centred` (a bias will take care of the mean). */
typedef struct moment_matrix {
  const moments *of;
  bool centred;
  float *h; /* [groups][depth][depth], both triangles; NULL where depth is small */
} moment_matrix;

/* In `a`. */
moment_matrix moments_matrix(const moments *m, bool centred, pass_context *c, arena *a);

/* H made ready: `damping` times the mean of the diagonal added to the diagonal, which keeps
 * elements from relying on what few rows say. */
typedef struct rounding_plan rounding_plan;
/* weights: [groups][width][depth].  NULL when H is of no use (no rows, zero, not
 * finite).  In `a`. */
rounding_plan *rounding_plan_new(const moment_matrix *m, double damping, const float *weights,
                                 size_t width, pass_context *c, arena *a);

/* The rounded weights as real numbers: codes of `format` times scales[group * width + i]; and,
 * unless `errors` is NULL, (q - w) H (q - w)^T of each row, without damping: the walk's own sum. */
void rounding_run(const rounding_plan *p, fp8c_dtype format, const float *weights,
                  const float *scales, pass_context *c, float *q, double *errors);

/* a H b^T for each row of two matrices [groups][width][depth], without damping; with_self, unless
 * NULL: a H a^T, which costs little more. */
void moments_products(const moment_matrix *m, const float *a, const float *b, size_t width,
                      pass_context *c, double *products, double *with_self);

#endif
