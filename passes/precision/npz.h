/* npz.h - NumPy's archives of named arrays, written. */
#ifndef PASSES_PRECISION_NPZ_H
#define PASSES_PRECISION_NPZ_H

#include "base/arena.h"
#include "base/error.h"

typedef struct npz_array {
  const char *name;
  fp8c_tensor tensor; /* in host memory */
} npz_array;

/* Writes the arrays to `path`, which is replaced; nothing is compressed. */
fp8c_status npz_write(arena *a, const char *path, const npz_array *arrays, size_t count,
                      fp8c_error *err);

#endif
