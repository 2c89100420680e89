/* npz.c - an .npz is a ZIP of .npy files. */
#include "passes/precision/npz.h"

#include <errno.h>
#include <limits.h>
#include <minizip/zip.h>
#include <string.h>
#include <zlib.h>

#include "base/npy.h"

#define NAMES_ARE_UTF8 (1 << 11)   /* a flag of the member */
#define EARLIEST_DATE (1 << 5 | 1) /* 1 January 1980: the same arrays are the same file */

static bool put(zipFile archive, const char *bytes, size_t count) {
  while (count > 0) {
    unsigned part = count < INT_MAX ? (unsigned)count : INT_MAX;
    if (zipWriteInFileInZip(archive, bytes, part) != ZIP_OK) return false;
    bytes += part;
    count -= part;
  }
  return true;
}

static fp8c_status add(arena *a, zipFile archive, const char *path, const npz_array *x,
                       fp8c_error *err) {
  char head[NPY_HEAD_BYTES];
  size_t n = npy_head(&x->tensor, head), bytes = fp8c_tensor_bytes(&x->tensor);
  if (n == 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "%s: array \"%s\" has a type NumPy does not know",
                path, x->name);
  const char *name = arena_printf(a, "%s.npy", x->name);
  int large = bytes >= UINT32_MAX - NPY_HEAD_BYTES;
  const zip_fileinfo of = {.dosDate = EARLIEST_DATE};
  if (zipOpenNewFileInZip4_64(archive, name, &of, NULL, 0, NULL, 0, NULL, 0, 0, 0, -MAX_WBITS,
                              MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY, NULL, 0, 0, NAMES_ARE_UTF8,
                              large) == ZIP_OK &&
      put(archive, head, n) && put(archive, x->tensor.data, bytes) &&
      zipCloseFileInZip(archive) == ZIP_OK)
    return FP8C_OK;
  return fail(err, FP8C_ERROR_IO, "%s: array \"%s\" cannot be written", path, x->name);
}

fp8c_status npz_write(arena *a, const char *path, const npz_array *arrays, size_t count,
                      fp8c_error *err) {
  arena_mark mark = arena_save(a);
  zipFile archive = zipOpen64(path, APPEND_STATUS_CREATE);
  if (!archive) return fail(err, FP8C_ERROR_IO, "%s cannot be written: %s", path, strerror(errno));
  fp8c_status status = FP8C_OK;
  for (size_t i = 0; i < count && status == FP8C_OK; i++)
    status = add(a, archive, path, &arrays[i], err);
  if (zipClose(archive, NULL) != ZIP_OK && status == FP8C_OK)
    status = fail(err, FP8C_ERROR_IO, "%s cannot be written", path);
  arena_reset(a, mark);
  return status;
}
