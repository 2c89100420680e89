/* norms_behind.h - how much a product's error is where a norm reads it.
 *
 * A norm makes every row as large as every other, so behind it a row's error counts as a share of
 * the row's own signal.  A sum of squares over all rows sees the large ones alone: rows that an
 * FP8 scale for the whole tensor rounds to nothing are no noise in it. */
#ifndef PASSES_PRECISION_NORMS_BEHIND_H
#define PASSES_PRECISION_NORMS_BEHIND_H

#include "passes/pass.h"

/* By node id: some norm reads what is made of the node's results.  In `a`. */
bool *norms_behind(const graph *g, arena *a);

/* Signal and noise of a product's result, [rows][width] of F32: as a norm behind it would see them,
 * rows are worth 1 each (none for a row of zeros) and their noise is a share of that, at most
 * all.  INFINITY where `got` is not finite and `want` is. */
typedef struct seen_error {
  double signal, noise;
} seen_error;
seen_error error_behind_norm(pool *threads, const float *want, const float *got, size_t rows,
                             size_t width, arena *scratch);

#endif
