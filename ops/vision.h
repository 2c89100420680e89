/* vision.h - what operators on images at coordinates share. */
#ifndef OPS_VISION_H
#define OPS_VISION_H

#include "ops/ops.h"

/* Refuses input i (which may be missing) where it is no float of at most 32 bits. */
fp8c_status want_small_float(const op_call *c, size_t i, fp8c_error *err);

/* Positions a window of `kernel` takes along an axis; negative: none fits. */
static inline int64_t window_count(int64_t size, int64_t pads, int64_t kernel, int64_t dilation,
                                   int64_t stride) {
  int64_t room = size + pads - ((kernel - 1) * dilation + 1);
  return room < 0 ? 0 : room / stride + 1;
}

#endif
