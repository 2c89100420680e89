/* indirect.h - convolution as a product of matrices of which one is never made. */
#ifndef OPS_INDIRECT_H
#define OPS_INDIRECT_H

#include "ops/ops.h"
#include "ops/window.h"

/* One group of one image: y[o] = (filters[o] over all channels of x) * alpha * scales[o] + bias[o].
 */
typedef struct indirect {
  const window *w;                          /* of two dimensions: the first of its three is 1 */
  const float *x, *filters, *scales, *bias; /* scales, bias: NULL or one for each output channel */
  float alpha;
  const float *clip; /* NULL, or the two ends of results, as of op_call */
  float *y;
  int64_t in_channels, out_channels;
} indirect;

bool indirect_can(const window *w, int64_t in_channels);
/* `count` products of one shape: groups and images, which differ in their pointers alone.
 * Each result is the chain of fused multiply-adds of gemm.h over channels, rows and columns of
 * the filter, with zeros for the padding. */
void indirect_run(const op_call *c, const indirect *products, size_t count);

#endif
