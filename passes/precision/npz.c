/* npz.c - an .npz is a ZIP of .npy files. */
#include "passes/precision/npz.h"

#include <string.h>
#include <zip.h>

#include "base/npy.h"

static fp8c_status add(arena *a, zip_t *archive, const char *path, const npz_array *x,
                       fp8c_error *err) {
  char head[NPY_HEAD_BYTES];
  size_t n = npy_head(&x->tensor, head), bytes = fp8c_tensor_bytes(&x->tensor);
  if (n == 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "%s: array \"%s\" has a type NumPy does not know",
                path, x->name);
  char *whole = arena_array(a, n + bytes, 1);
  memcpy(whole, head, n);
  if (bytes) memcpy(whole + n, x->tensor.data, bytes);
  zip_source_t *source = zip_source_buffer(archive, whole, n + bytes, 0);
  zip_int64_t index =
      source ? zip_file_add(archive, arena_printf(a, "%s.npy", x->name), source, ZIP_FL_ENC_UTF_8)
             : -1;
  if (index < 0) {
    if (source) zip_source_free(source);
    return fail(err, FP8C_ERROR_IO, "%s: array \"%s\" cannot be added: %s", path, x->name,
                zip_strerror(archive));
  }
  zip_set_file_compression(archive, (zip_uint64_t)index, ZIP_CM_STORE, 0);
  return FP8C_OK;
}

fp8c_status npz_write(arena *a, const char *path, const npz_array *arrays, size_t count,
                      fp8c_error *err) {
  int code = 0;
  arena_mark mark = arena_save(a);
  zip_t *archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code);
  if (!archive) {
    zip_error_t e;
    zip_error_init_with_code(&e, code);
    fp8c_status status =
        fail(err, FP8C_ERROR_IO, "%s cannot be written: %s", path, zip_error_strerror(&e));
    zip_error_fini(&e);
    return status;
  }
  fp8c_status status = FP8C_OK;
  for (size_t i = 0; i < count && status == FP8C_OK; i++)
    status = add(a, archive, path, &arrays[i], err);
  if (status != FP8C_OK) {
    zip_discard(archive);
  } else if (zip_close(archive) != 0) {
    status = fail(err, FP8C_ERROR_IO, "%s cannot be written: %s", path, zip_strerror(archive));
    zip_discard(archive);
  }
  arena_reset(a, mark);
  return status;
}
