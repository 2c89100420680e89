/* execute.h - runs an imported model the way a user's would be. */
#ifndef TESTS_ONNX_EXECUTE_H
#define TESTS_ONNX_EXECUTE_H

#include "ir/graph.h"

/* Outputs lie in `a`. */
fp8c_status execute(const graph *g, arena *a, const tensor *inputs, size_t input_count,
                    tensor *outputs, size_t output_count, fp8c_error *err);

#endif
