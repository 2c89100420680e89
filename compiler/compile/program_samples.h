/* program_samples.h - data as --calibrate takes it, as the inputs of a program, sample by sample.
 */
#ifndef COMPILER_COMPILE_PROGRAM_SAMPLES_H
#define COMPILER_COMPILE_PROGRAM_SAMPLES_H

#include "base/arena.h"
#include "base/error.h"

typedef struct program_samples program_samples;

/* Opens a .npz, a folder of .npz or .npy, or ONNX test data (passes/precision/samples.h) for the
 * inputs of `p`.  `sets` are inputs the data does not have ("sr=16000").  Ports that NumPy has no
 * type for (BF16, FP8) take numbers in F32.  In `a`, which keeps the files open. */
fp8c_status program_samples_open(arena *a, const fp8c_program *p, const char *path,
                                 const char *const *sets, size_t set_count, program_samples **out,
                                 fp8c_error *err);
size_t program_samples_count(const program_samples *s);
/* Sample `index` in the order of the program's inputs, in `a`. */
fp8c_status program_samples_read(const program_samples *s, size_t index, arena *a,
                                 fp8c_tensor *inputs, fp8c_error *err);

#endif
