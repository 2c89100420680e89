/* evaluate.h - a graph's outputs for seeded inputs, node by node with op_run. */
#ifndef TESTS_GOLDEN_EVALUATE_H
#define TESTS_GOLDEN_EVALUATE_H

#include "ir/graph.h"

typedef struct input_range {
  const char *name;
  double low, high;
} input_range;

typedef struct evaluate_options {
  uint64_t seed;
  const input_range *ranges; /* of inputs that are not uniform in [-1, 1) or 0..7 */
  size_t range_count;
  bool specials; /* NaN, infinities, -0 and subnormals among the float inputs */
} evaluate_options;

/* Seeded numbers for every input, in `a`. */
fp8c_status evaluate_inputs(const graph *g, arena *a, const evaluate_options *o, tensor *inputs,
                            fp8c_error *err);

/* Symbols take small sizes, the same for the same name. */
fp8c_status evaluate(const graph *g, arena *a, const evaluate_options *o, tensor **outputs,
                     fp8c_error *err);

#endif
