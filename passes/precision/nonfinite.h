/* nonfinite.h - calibration data without the samples that give NaN or infinity. */
#ifndef PASSES_PRECISION_NONFINITE_H
#define PASSES_PRECISION_NONFINITE_H

#include "passes/precision/precision.h"

/* Numbers that were not finite in one value, over all samples. */
typedef struct nonfinite_value {
  const char *name;
  uint64_t count;
} nonfinite_value;

typedef struct skipped_samples {
  size_t *indices; /* of the samples left out, ascending */
  size_t count;
  nonfinite_value *values; /* inputs of the model, and operands of products */
  size_t value_count;
  const char *first; /* the first of them */
} skipped_samples;

/* Runs `g` on all of c->samples.  Those in which an input or an operand of a product
 * is not finite are left out of *data; a state goes on from the sample before.  With
 * none left, or none to leave out, *data is an error or c->samples.  In c->keep. */
fp8c_status samples_without_nonfinite(pass_context *c, const graph *g,
                                      const calibration_data **data, skipped_samples *skipped,
                                      fp8c_error *err);

#endif
