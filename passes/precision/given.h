/* given.h - numbers for an input as a person writes them: "16000", "true", "[0 1]". */
#ifndef PASSES_PRECISION_GIVEN_H
#define PASSES_PRECISION_GIVEN_H

#include "ops/ops.h"

typedef struct given_numbers {
  double *reals; /* of floats */
  int64_t *ints; /* of the rest */
  size_t count;  /* 1: for every element */
} given_numbers;

/* Reads `list` for an input of type `d`; errors begin with `option`. */
fp8c_status given_read(arena *a, const char *option, const char *input, fp8c_dtype d,
                       const char *list, given_numbers *out, fp8c_error *err);
/* Writes them into `out`, whose `elements` are as many as they are, or any number for one. */
void given_fill(const given_numbers *n, tensor *out, int64_t elements);

#endif
