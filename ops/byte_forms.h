/* byte_forms.h - what whoever makes nodes of bytes has to know (byte_forms.c). */
#ifndef OPS_BYTE_FORMS_H
#define OPS_BYTE_FORMS_H

#include "ops/byte_gemm.h"
#include "ops/ops.h"

/* Products of so many differences of bytes are summed in 32 bits without wrapping: 255 * 255 *
 * 33025 is below 2^31. */
#define BYTE_DEPTH_MOST 33025
#define BYTE_SIDE_MOST ((int64_t)1 << 24)

/* Scales of results. */
static inline bool byte_unit_can(float unit) { return unit >= 0x1p-60f && unit <= 0x1p60f; }

/* The type of a ByteLinear's panels. */
static inline tensor byte_linear_type(int64_t depth, int64_t columns) {
  return (tensor){.dtype = FP8C_DTYPE_I8,
                  .rank = 4,
                  .dims = {byte_panels(columns), byte_row(depth) / 4, BYTE_WIDTH, 4}};
}
/* Returns the index of element (p, i) in those panels, p counting the depth. */
static inline int64_t byte_linear_at(int64_t depth, int64_t p, int64_t i) {
  return i / BYTE_WIDTH * byte_panel(depth) + p / 4 * 4 * BYTE_WIDTH + i % BYTE_WIDTH * 4 + p % 4;
}

#endif
