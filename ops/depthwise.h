/* depthwise.h - convolution of each channel with a filter of its own. */
#ifndef OPS_DEPTHWISE_H
#define OPS_DEPTHWISE_H

#include "ops/ops.h"
#include "ops/window.h"

/* y[c] = (filter[c] over x[c / multiplier]) * alpha * scales[c] + bias[c], for images of two
 * dimensions (the first of the window's three is 1). */
typedef struct depthwise {
  const window *w;
  const float *x, *filters, *scales, *bias; /* scales, bias: NULL or one for each channel */
  float alpha;
  float *y;
  int64_t images, channels, multiplier; /* channels of the output, of one image */
} depthwise;

bool depthwise_can(const window *w);
/* The bits of the plain loops: products and sums in the filter's order, each rounded. */
void depthwise_run(const op_call *c, const depthwise *d);

#endif
