/* byte_conv.h - convolution of bytes, with sums that are exact in 32 bits. */
#ifndef OPS_BYTE_CONV_H
#define OPS_BYTE_CONV_H

#include "ops/byte_result.h"
#include "ops/ops.h"
#include "ops/window.h"

/* The sum of output channel o is bias[o] + sum of (x - x_zero) (w - w_zeros[o]) over its window;
 * padding counts as x_zero.  Results lie as [images][group * outputs][window's output]. */
typedef struct byte_conv {
  const window *w;
  int64_t images, group, channels, outputs; /* channels and outputs of one group */
  const uint8_t *x, *weights;               /* [images][group * channels][...] and their filters */
  bool x_signed, weights_signed;
  int32_t x_zero;
  const int16_t *w_zeros; /* of each output channel of all groups */
  const int32_t *bias;    /* NULL: none */
  const byte_result *result;
} byte_conv;

/* The call's convolution of x by filters w, without zero points, bias and result. */
byte_conv byte_conv_of(const op_call *call, const window *over, const tensor *x, const tensor *w);
/* Computes all results; the windows are such as byte_phases_can allows. */
void byte_conv_run(const op_call *call, const byte_conv *c);

#endif
