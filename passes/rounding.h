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

/* Second moments of rows of activations, each row with a weight of its own. */
typedef struct moments {
  size_t groups, depth;
  size_t count;    /* rows of each group */
  double rows;     /* their weights, summed: without any, the count */
  double squares;  /* squares of the weights, summed */
  float *h;        /* [groups][depth][depth]: sums of x_i x_j for j <= i, x as it is rounded */
  double *rounded; /* [groups][depth]: sums of x as it is rounded */
  double *real;    /* sums of x as it is */
} moments;

moments moments_new(arena *a, size_t groups, size_t depth);  /* all zero */
moments moments_sums(arena *a, size_t groups, size_t depth); /* the same without a matrix */
/* [groups][count][depth] each.  roots: [count], the square roots of the rows' weights, which both
 * have been multiplied by already; NULL: every row weighs 1. */
void moments_add(moments *m, const float *real, const float *rounded, const float *roots,
                 size_t count, pass_context *c);
/* How many rows of equal weights would say as much about a mean. */
double moments_effective_rows(const moments *a, const moments *b);
/* The matrix's part of it, for rows that were added when there was none.  depth: MOMENTS_LATE at
 * least. */
#define MOMENTS_LATE 64
void moments_multiply(moments *m, const float *rounded, size_t count, pass_context *c);
/* Of both.  `room`, here and below, is where the matrix comes to lie, as many floats as it has (at
 * least depth * depth a group): memory that is used again and again; NULL: in `a`. */
moments moments_sum(const moments *x, const moments *y, float *room, pass_context *c, arena *a);

/* H: per row, around the mean when `centred` (a bias will take care of the mean). */
typedef struct moment_matrix {
  const moments *of;
  bool centred;
  float *h; /* [groups][depth][depth], both triangles; NULL where depth is small */
} moment_matrix;

moment_matrix moments_matrix(const moments *m, bool centred, float *room, pass_context *c,
                             arena *a);

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

/* The same with each scale times each of `tries` (ROUNDING_TRIES at most), of which a row takes the
 * one that errs least, the first of equals; its scale then is in `taken` (NULL: not asked for).
 * Where the lattice lies beside a row's numbers makes some difference. */
#define ROUNDING_TRIES 16
void rounding_try(const rounding_plan *p, fp8c_dtype format, const float *weights,
                  const float *scales, const double *tries, size_t try_count, pass_context *c,
                  float *q, float *taken, double *errors);

/* x H x^T for each row of a matrix [groups][width][depth], without damping. */
void moments_squares(const moment_matrix *m, const float *x, size_t width, pass_context *c,
                     double *squares);

#endif
