/* moments.h - second moments of the rows of activations that weights are multiplied by.
 *
 * Everything is by group, as a grouped convolution has its matrices. */
#ifndef PASSES_PRECISION_MOMENTS_H
#define PASSES_PRECISION_MOMENTS_H

#include "ops/gemm.h"
#include "passes/precision/precision.h"

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

/* x H x^T for each row of a matrix [groups][width][depth], without damping. */
void moments_squares(const moment_matrix *m, const float *x, size_t width, pass_context *c,
                     double *squares);

/* One element of H, from the sums themselves. */
double moment_at(const moment_matrix *x, size_t g, size_t i, size_t j);

#define TRIANGLE_TILE 32
/* Rows [first, end) of a lower triangle into the upper one. */
void triangle_mirror(float *a, size_t stride, size_t first, size_t end);

/* What gemm_run wants to know. */
static inline op_call moments_call(pass_context *c) {
  return (op_call){.scratch = c->scratch, .threads = c->threads};
}

#endif
