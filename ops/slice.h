/* slice.h - what a Slice takes along one axis. */
#ifndef OPS_SLICE_H
#define OPS_SLICE_H

#include <stdint.h>

/* The elements that a Slice takes along an axis: `count` of them from `start` on, `step` apart. */
typedef struct slice_range {
  int64_t start, step, count;
} slice_range;

/* ONNX clamps start and end into the axis of `dim` elements, then counts steps between them.  The
 * step of a single element is 1, whatever was written. */
slice_range slice_along(int64_t dim, int64_t start, int64_t end, int64_t step);

#endif
