/* einsum.h - an Einsum equation as labels of axes. */
#ifndef OPS_EINSUM_H
#define OPS_EINSUM_H

#include "ops/infer.h"

#define EINSUM_LETTERS 52 /* A-Z, then a-z */
/* and the dimensions "..." stands for, last first */
#define EINSUM_LABELS (EINSUM_LETTERS + FP8C_MAX_RANK)
#define EINSUM_OPERANDS 16

typedef struct term {
  int labels[FP8C_MAX_RANK]; /* of each axis */
  int rank;
} term;

typedef struct equation {
  term in[EINSUM_OPERANDS], out;
  int64_t size[EINSUM_LABELS]; /* DIM_UNKNOWN until seen */
  int dots;                    /* the most dimensions "..." stands for */
} equation;

/* *known is false while a rank is not. */
fp8c_status einsum_read(const op_call *c, equation *e, bool *known, fp8c_error *err);

#endif
