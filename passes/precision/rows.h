/* rows.h - a product with constant weights as rows times a matrix: what rounding of
 * weights looks at.
 *
 * Linear multiplies rows of its input; a convolution multiplies the patches under
 * its window, by group; a transposed convolution multiplies pixels, and each tap
 * counts as a result of its own. */
#ifndef PASSES_PRECISION_ROWS_H
#define PASSES_PRECISION_ROWS_H

#include "passes/precision/precision.h"

/* Weights as [groups][width][depth]. */
typedef struct row_shape {
  size_t groups, width, depth;
  bool transposed; /* they lie as [groups][depth][width] */
} row_shape;

/* False for a node that is none of these, or whose weights are no plain floats. */
bool row_shape_of(const node *n, row_shape *out);

/* Two nodes that read the same rows of the same value. */
bool same_rows(const node *a, const node *b);

typedef struct gathered_rows {
  float *x; /* the caller's: room for [groups][limit][depth] */
  size_t limit;
  size_t count; /* what was gathered, as [groups][count][depth] */
} gathered_rows;

/* Up to `limit` rows of what `x` (an F32 tensor) is to the node, spread evenly over it. */
fp8c_status rows_gather(const node *n, const row_shape *s, const tensor *x, pass_context *c,
                        gathered_rows *out, fp8c_error *err);

#endif
