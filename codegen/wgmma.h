/* wgmma.h - the text of wgmma's instructions, which name every register of their sums: products,
 * convolutions and attention on Hopper have a struct of their kernel for each shape that they
 * multiply in. */
#ifndef CODEGEN_WGMMA_H
#define CODEGEN_WGMMA_H

#include "base/text.h"
#include "ops/tensor.h"

typedef struct wgmma_shape {
  const char *name; /* of the struct */
  int columns;      /* of B; a product has 64 rows and 32 bytes of k */
  fp8c_dtype a, b;  /* FP8, or both BF16 or both F16 */
  bool pairs;       /* sums are pairs of F16, not F32 */
  bool registers;   /* A is in four registers, not in shared memory */
  bool across;      /* B lies across: 16-bit numbers whose columns are neighbours in memory */
} wgmma_shape;

/* Adds the struct, whose of(d, a, b, accumulate) adds the product of the operands a and b to the
 * sums d, or puts it there where `accumulate` is 0. */
void wgmma_add(text *t, const wgmma_shape *w);

#endif
