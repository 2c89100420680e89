/* depthwise.h - windows over each channel by itself: filters, largest elements, sums. */
#ifndef OPS_DEPTHWISE_H
#define OPS_DEPTHWISE_H

#include "ops/ops.h"
#include "ops/window.h"

typedef enum depthwise_kind {
  DEPTHWISE_FILTER, /* y[c] = (filter[c] over x[c / multiplier]) * alpha * scales[c] + bias[c] */
  DEPTHWISE_MAX,    /* y[c] = the largest element of a window; a NaN where there is one */
  DEPTHWISE_SUM,
} depthwise_kind;

/* For images of two dimensions (the first of the window's three is 1). */
typedef struct depthwise {
  depthwise_kind kind;
  const window *w;
  const float *x, *filters, *scales, *bias; /* scales, bias: NULL or one for each channel */
  float alpha;
  const float *clip; /* NULL, or the two ends of results, as of op_call */
  float *y;
  int64_t images, channels, multiplier; /* channels of the output, of one image */
} depthwise;

bool depthwise_can(const window *w);
/* The bits of the plain loops: what a window covers in its order, products and sums each rounded.
 * Filters, scales and bias are those of DEPTHWISE_FILTER alone. */
void depthwise_run(const op_call *c, const depthwise *d);

#endif
