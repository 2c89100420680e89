/* packed_int8.h - a product with packed integers whose activations become integers too.
 *
 * Each block of a row of x, as long as a block of the weights along k, is rounded to 8-bit integers
 * with a scale of its own:
 *
 *   s = RN(amax / 127)      q = RNE(RN(x * RN(127 / amax))), at most 127
 *
 * and each output is one chain of fused multiply-adds over the blocks b = 0, 1, ... from 0:
 *
 *   y = fma(sum of q * (code - zero point), RN(s * RN(scale * factor)), y)
 *
 * whose sums are exact integers.  So the bits are the same at every level of vector instructions.
 * A block whose amax is below 2^-100 counts as zeros; one that holds a number that is not finite
 * makes its row's results NaN. */
#ifndef OPS_PACKED_INT8_H
#define OPS_PACKED_INT8_H

#include "ops/packed.h"

typedef struct packed_int8 {
  const packed_form *f;
  const uint32_t *words;
  const float *scales;
  const uint8_t *zeros; /* NULL: 0; of signed codes too it is taken from the number */
  float factor;
  const float *x, *bias; /* rows of k; NULL or n */
  int64_t rows;
  float *y; /* rows of n */
} packed_int8;

/* Whether weights of this form are multiplied so: integers in blocks of at most 256. */
bool packed_int8_can(const packed_form *f);
void packed_int8_run(const op_call *c, const packed_int8 *p);

#endif
