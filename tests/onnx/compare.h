/* compare.h - the ONNX backend suite's idea of "the same". */
#ifndef TESTS_ONNX_COMPARE_H
#define TESTS_ONNX_COMPARE_H

#include "base/error.h"
#include "ops/tensor.h"

/* onnx's own runner: rtol 1e-3, atol 1e-7 for floats; everything else exact,
 * FP8 exact after decoding. */
fp8c_status compare_tensors(const tensor *expected, const tensor *found, const char *what,
                            fp8c_error *err);

#endif
