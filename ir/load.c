/* load.c - the numbers behind constants.
 *
 * Weights stay in the model's file until somebody needs them.  Small ones are
 * kept once read (a scalar is asked for by many rules); large ones are read
 * into the caller's arena each time, so that a 20 GB model does not need 20 GB
 * of memory. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "ir/graph.h"

#define CACHED_BYTES ((uint64_t)1 << 20)

/* The bytes the type says the constant has; false when they cannot be counted. */
static bool constant_bytes(const value *v, size_t *bytes) {
  int64_t elements;
  return v->type.rank >= 0 && v->type.rank <= FP8C_MAX_RANK &&
         shape_elements(v->type.dims, v->type.rank, &elements) &&
         size_mul((size_t)elements, dtype_bytes(v->type.dtype), bytes);
}

static fp8c_status load_bytes(const value *v, arena *a, void **out, fp8c_error *err) {
  size_t bytes;
  if (v->kind != VALUE_CONST)
    return fail(err, FP8C_ERROR_INTERNAL, "value \"%s\" is no constant", v->name);
  if (!constant_bytes(v, &bytes) || v->blob.bytes != bytes)
    return fail(err, FP8C_ERROR_INTERNAL, "constant \"%s\" has %llu bytes, not those of its type",
                v->name, (unsigned long long)v->blob.bytes);
  if (bytes == 0 || v->blob.memory) {
    arena_touch(v->graph->arena, bytes);
    *out = (void *)(uintptr_t)v->blob.memory;
    return FP8C_OK;
  }
  bool keep = bytes <= CACHED_BYTES;
  *out = arena_alloc(keep ? v->graph->arena : a, bytes);
  fp8c_status status = file_read(v->blob.file, v->blob.offset, *out, bytes, err);
  if (status != FP8C_OK) return fail_in(err, status, "constant \"%s\"", v->name);
  if (keep) ((value *)(uintptr_t)v)->blob.memory = *out;
  return FP8C_OK;
}

fp8c_status value_load(const value *v, arena *a, tensor *out, fp8c_error *err) {
  *out = v->type;
  TRY(load_bytes(v, a, &out->data, err));
  if (v->type.scale.kind == SCALE_AXIS) {
    if (!v->scale_vector)
      return fail(err, FP8C_ERROR_INTERNAL, "constant \"%s\" has no scale vector", v->name);
    void *scales = NULL;
    TRY(load_bytes(v->scale_vector, a, &scales, err));
    out->scale.scales = scales;
  }
  return FP8C_OK;
}

bool value_scalar(const value *v, double *out) {
  if (!value_is_const(v) || !tensor_shape_known(&v->type) || tensor_elements(&v->type) != 1)
    return false;
  arena *s = v->graph->scratch;
  arena_mark mark = arena_save(s);
  tensor t;
  bool ok = value_load(v, s, &t, NULL) == FP8C_OK;
  if (ok) *out = tensor_real(&t, 0);
  arena_reset(s, mark);
  return ok;
}

bool value_ints(const value *v, int64_t *out, size_t capacity, size_t *count) {
  if (!value_is_const(v) || !dtype_is_int(v->type.dtype) || !tensor_shape_known(&v->type))
    return false;
  int64_t n = tensor_elements(&v->type);
  if ((uint64_t)n > capacity || n > FP8C_MAX_RANK * 8) return false;
  arena *s = v->graph->scratch;
  arena_mark mark = arena_save(s);
  tensor t;
  bool ok = value_load(v, s, &t, NULL) == FP8C_OK;
  for (int64_t i = 0; ok && i < n; i++) out[i] = tensor_int(&t, i);
  if (ok) *count = (size_t)n;
  arena_reset(s, mark);
  return ok;
}
