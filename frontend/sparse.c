/* sparse.c - a SparseTensorProto to the dense tensor it stands for.
 *
 * No kernel multiplies sparse matrices, so what a file leaves out becomes zeros here, and the rest
 * of the compiler meets one kind of constant.  ONNX asks for indices in ascending order, without
 * one that is there twice; each is either a place among all elements or one index for each
 * dimension. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "frontend/import.h"
#include "ops/dtype.h"

const char *sparse_name(const Onnx__SparseTensorProto *s) {
  return s->values ? s->values->name : NULL;
}

/* A sparse tensor on its way: what is stored, and what it stands for. */
typedef struct sparse {
  const char *what;       /* it is called in errors */
  tensor values, indices; /* as they are stored */
  tensor dense;           /* without data */
  size_t dense_bytes;
} sparse;

static fp8c_status dense_type(const Onnx__SparseTensorProto *proto, sparse *s, fp8c_error *err) {
  fp8c_dtype dtype = s->values.dtype;
  if (proto->n_dims > FP8C_MAX_RANK)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "%s has %zu dimensions; fp8c does %d", s->what,
                proto->n_dims, FP8C_MAX_RANK);
  if (dtype == FP8C_DTYPE_E8M0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "%s is sparse and E8M0, a type that has no zero",
                s->what);
  s->dense = (tensor){.dtype = dtype, .rank = (int)proto->n_dims};
  for (int i = 0; i < s->dense.rank; i++) s->dense.dims[i] = proto->dims[i];
  int64_t count;
  if (!shape_elements(s->dense.dims, s->dense.rank, &count) ||
      !size_mul((size_t)count, dtype_bytes(dtype), &s->dense_bytes) || s->dense_bytes > INT64_MAX)
    return fail(err, FP8C_ERROR_FORMAT, "%s: a dimension is negative, or their product too large",
                s->what);
  return FP8C_OK;
}

/* A file of a few bytes may ask for any number of zeros. */
static fp8c_status count_dense(importer *im, const sparse *s, fp8c_error *err) {
  uint64_t most = IMPORT_DENSE_BYTES + IMPORT_DENSE_FACTOR * im->model->bytes;
  if (s->dense_bytes > most - im->dense_bytes)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "%s is sparse; with it, such constants come to more than %llu MiB as dense ones, "
                "which is the limit",
                s->what, (unsigned long long)(most >> 20));
  im->dense_bytes += s->dense_bytes;
  return FP8C_OK;
}

static fp8c_status check_indices(const sparse *s, fp8c_error *err) {
  const tensor *values = &s->values, *indices = &s->indices;
  if (!dtype_is_int(indices->dtype))
    return fail(err, FP8C_ERROR_FORMAT, "%s: its indices are %s; they must be integers", s->what,
                fp8c_dtype_name(indices->dtype));
  if (values->rank != 1)
    return fail(err, FP8C_ERROR_FORMAT, "%s: its stored values have %d dimensions; they have 1",
                s->what, values->rank);
  int64_t count = values->dims[0];
  bool by_place = indices->rank == 1 && indices->dims[0] == count;
  bool by_dimension =
      indices->rank == 2 && indices->dims[0] == count && indices->dims[1] == s->dense.rank;
  if (by_place || by_dimension) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT,
              "%s: %lld stored values in %d dimensions need indices of shape [%lld] or [%lld, %d]",
              s->what, (long long)count, s->dense.rank, (long long)count, (long long)count,
              s->dense.rank);
}

/* The place of stored value `i` among all elements of the dense tensor. */
static fp8c_status dense_place(const sparse *s, int64_t i, int64_t *out, fp8c_error *err) {
  if (s->indices.rank == 1) {
    *out = tensor_int(&s->indices, i);
    int64_t count = tensor_elements(&s->dense);
    if (*out >= 0 && *out < count) return FP8C_OK;
    return fail(err, FP8C_ERROR_FORMAT, "%s: index %lld of element %lld is outside of 0 to %lld",
                s->what, (long long)*out, (long long)i, (long long)count - 1);
  }
  *out = 0;
  for (int d = 0; d < s->dense.rank; d++) {
    int64_t index = tensor_int(&s->indices, i * s->dense.rank + d), size = s->dense.dims[d];
    if (index < 0 || index >= size)
      return fail(err, FP8C_ERROR_FORMAT,
                  "%s: index %lld of element %lld is outside of dimension %d, which has size %lld",
                  s->what, (long long)index, (long long)i, d, (long long)size);
    *out = *out * size + index; /* less than the elements of the dense tensor */
  }
  return FP8C_OK;
}

static fp8c_status scatter(importer *im, const sparse *s, blob *data, fp8c_error *err) {
  size_t each = dtype_bytes(s->dense.dtype);
  uint8_t *dense = arena_alloc(im->keep, s->dense_bytes + 1); /* zeros */
  const uint8_t *stored = s->values.data;
  int64_t before = -1;
  for (int64_t i = 0; i < s->values.dims[0]; i++) {
    int64_t place;
    TRY(dense_place(s, i, &place, err));
    if (place <= before)
      return fail(err, FP8C_ERROR_FORMAT,
                  "%s: its indices are not in ascending order (element %lld)", s->what,
                  (long long)i);
    before = place;
    memcpy(dense + (size_t)place * each, stored + (size_t)i * each, each);
  }
  *data = (blob){.bytes = s->dense_bytes, .memory = dense};
  return FP8C_OK;
}

fp8c_status sparse_import(importer *im, const Onnx__SparseTensorProto *proto, const char *what,
                          tensor *type, blob *data, fp8c_error *err) {
  if (!proto->values) return fail(err, FP8C_ERROR_FORMAT, "%s is sparse and has no values", what);
  sparse s = {.what = what, .indices = {.dtype = FP8C_DTYPE_I64, .rank = 1}};
  TRY(tensor_import_data(im, proto->values, arena_printf(im->import, "%s: values", what), &s.values,
                         err));
  if (proto->indices)
    TRY(tensor_import_data(im, proto->indices, arena_printf(im->import, "%s: indices", what),
                           &s.indices, err));
  TRY(dense_type(proto, &s, err));
  TRY(check_indices(&s, err));
  TRY(count_dense(im, &s, err));
  *type = s.dense;
  return scatter(im, &s, data, err);
}
