/* tensor_map.h - what the 128 bytes of a CUtensorMap hold here: the driver (fake_cuda.c) writes
 * them, the copies of hopper.cuh read them.  C and C++. */
#ifndef TESTS_SIMT_TENSOR_MAP_H
#define TESTS_SIMT_TENSOR_MAP_H

#include <stdint.h>

typedef struct simt_map {
  uint64_t address;
  uint64_t strides[4];        /* bytes, of the second dimension and those behind it */
  uint32_t dims[5], box[5];   /* elements, innermost first; of windows: box {channels, pixels} */
  int16_t lower[3], upper[3]; /* of windows: where corners begin, and end before the size */
  uint8_t steps[5];
  uint8_t rank, element, swizzle, windows; /* element: bytes; swizzle: bytes, 0 none */
} simt_map;

#endif
