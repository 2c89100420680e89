/* samples.h - calibration data, read one sample at a time.
 *
 * A .npz (arrays by input name, first axis = samples), a folder of .npz or of
 * NAME.npy files, or ONNX test-data folders (test_data_set_N/input_N.pb).  What
 * the files do not hold comes from `sets` (a constant) or `states` (an output of
 * the sample before). */
#ifndef PASSES_PRECISION_SAMPLES_H
#define PASSES_PRECISION_SAMPLES_H

#include "fp8c/compiler.h"
#include "passes/precision/calibrate.h"

typedef struct samples_options {
  const char *path;           /* file or folder, or what `memory` is called; required */
  const fp8c_samples *memory; /* samples of the caller's; NULL: those at `path` */
  const char *const *sets;    /* "sr=16000", "axes=[0 1]" */
  size_t set_count;
  const char *const
      *states; /* "state=stateN": input = output of the sample before, zero at first */
  size_t state_count;
  const char *const *preprocess; /* "x=(x/255-[.4 .5 .4])/0.25"; x is the array of that name */
  size_t preprocess_count;
  const char *const *fixed; /* inputs that were made constants: the data may hold them */
  size_t fixed_count;
  bool nonfinite;      /* NaN and infinity in the data are let through */
  const bool *derived; /* by input: the opener computes it, so the data may not hold it; NULL */
  const value *lists; /* an input of which a sample has any number along its last dimension; NULL */
  /* Reads a serialised TensorProto (onnx_read_tensor); NULL: .pb files are refused. */
  fp8c_status (*read_pb)(arena *a, const char *path, const char **name, tensor *out,
                         fp8c_error *err);
} samples_options;

/* Opens and checks everything that can be checked without reading the numbers:
 * names, types, shapes, sizes.  Files stay open until `a` is freed. */
fp8c_status samples_open(arena *a, const graph *g, const samples_options *o, calibration_data **out,
                         fp8c_error *err);

/* What is carried from sample to sample during one walk over the data: each
 * walk (F32, FP8, ...) has its own. */
typedef struct sample_carry sample_carry;

sample_carry *sample_carry_new(arena *a, const calibration_data *d);
/* Puts the carried values in place of what read() gave of sample `sample`; nothing before the first
 * take, and where a sequence begins. */
void sample_carry_apply(const sample_carry *c, size_t sample, tensor *inputs);
/* Copies state output `state` (0 <= state < d->state_count), whose graph output
 * is d->state_outputs[state]. */
fp8c_status sample_carry_take(sample_carry *c, size_t state, const tensor *output, fp8c_error *err);

#endif
