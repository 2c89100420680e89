/* npy_file.h - a tensor as a .npy file, for tests that read one. */
#ifndef TESTS_SUPPORT_NPY_FILE_H
#define TESTS_SUPPORT_NPY_FILE_H

#include <stdio.h>

#include "base/file.h"
#include "base/npy.h"

static inline fp8c_status npy_write(const char *path, const fp8c_tensor *t, fp8c_error *err) {
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) {
    arena_free(&a);
    return fail(err, FP8C_ERROR_NO_MEMORY, "%s: out of memory", path);
  }
  file_batch *b = file_batch_new(&a);
  fp8c_status status = npy_write_in(b, path, t, err);
  if (status == FP8C_OK) status = file_batch_commit(b, err);
  arena_free(&a);
  return status;
}

#endif
