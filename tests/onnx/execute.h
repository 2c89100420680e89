/* execute.h - runs an imported model the way a user's would be. */
#ifndef TESTS_ONNX_EXECUTE_H
#define TESTS_ONNX_EXECUTE_H

#include "ir/graph.h"

typedef struct device_choice {
  const char *name;   /* "cpu", "cuda:0" */
  const char *target; /* of a GPU: NULL, the GPU's own */
  bool host_steps;    /* what has no kernel is left to the CPU in the middle of a run; models
                         without such steps are refused, since they are judged without */
  bool only_lower;    /* no run: FP8C_OK when every node has a kernel; no outputs */
} device_choice;

/* Outputs lie in `a`. */
fp8c_status execute(const graph *g, const device_choice *on, arena *a, const tensor *inputs,
                    size_t input_count, tensor *outputs, size_t output_count, fp8c_error *err);

#endif
