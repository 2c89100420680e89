/* resize.h - what Resize reads for each position of an axis, worked out once. */
#ifndef OPS_RESIZE_H
#define OPS_RESIZE_H

#include "ops/infer.h"

typedef struct resize_taps {
  int64_t count, out; /* inputs for each position, positions; count 0: the axis stays */
  int64_t *index;     /* out x count; -1 in a position's first: the extrapolation value */
  double *weight;     /* out x count; NULL in mode nearest, which takes one */
} resize_taps;

/* The taps of every axis of input 0, in c->scratch; sizes must be known. */
fp8c_status resize_plan(op_call *c, resize_taps *axes, fp8c_error *err);
/* What interpolated numbers are clamped to in an integer type. */
void resize_limits(fp8c_dtype d, double *low, double *high);

#endif
