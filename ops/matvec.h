/* matvec.h - a matrix that is multiplied with many vectors, one after the other, as the steps of a
 * recurrent layer do.
 *
 * Its rows are laid once so that a vector register holds neighbours of a column.  Each result is
 * the chain of fused multiply-adds over k that gemm.h promises: the same bits. */
#ifndef OPS_MATVEC_H
#define OPS_MATVEC_H

#include "ops/ops.h"

typedef struct matvec {
  const float *panels; /* [rows / 64, rounded up][k][64] */
  int64_t rows, k;
} matvec;

/* Lays `rows` rows of k numbers, one behind the other, into the call's scratch. */
matvec matvec_pack(const op_call *c, const float *w, int64_t rows, int64_t k);
/* y[i] = the product of row i and x. */
void matvec_run(const op_call *c, const matvec *m, const float *x, float *y);

#endif
