/* load.c - the numbers behind constants.
 *
 * Weights stay in the model's file until somebody needs them.  Small ones are
 * kept once read (a scalar is asked for by many rules); large ones are read
 * into the caller's arena each time, so that a 20 GB model does not need 20 GB
 * of memory. */
#include <stdatomic.h>
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "ir/graph.h"

#define CACHED_BYTES ((uint64_t)1 << 20)
#define PIECE_BYTES ((size_t)1 << 20) /* that a thread reads */

bool blob_same(const blob *a, const blob *b) {
  if (a->made || b->made) return a->made && b->made && made_same(a->made, b->made);
  return a->file == b->file && a->offset == b->offset && a->bytes == b->bytes &&
         a->memory == b->memory;
}

/* The bytes the type says the constant has; false when they cannot be counted. */
static bool constant_bytes(const value *v, size_t *bytes) {
  int64_t elements;
  return v->type.rank >= 0 && v->type.rank <= FP8C_MAX_RANK &&
         shape_elements(v->type.dims, v->type.rank, &elements) &&
         size_mul((size_t)elements, dtype_bytes(v->type.dtype), bytes);
}

typedef struct reading {
  const blob *from;
  char *to;
  size_t bytes;
  atomic_bool failed;
} reading;

static void read_piece(void *object, size_t i, int worker) {
  (void)worker;
  reading *r = object;
  size_t at = i * PIECE_BYTES, left = r->bytes - at;
  if (file_read(r->from->file, r->from->offset + at, r->to + at,
                left < PIECE_BYTES ? left : PIECE_BYTES, NULL) != FP8C_OK)
    atomic_store(&r->failed, true);
}

/* Whole once more where a piece failed, which tells why. */
static fp8c_status read_pieces(const blob *from, size_t bytes, pool *threads, void *to,
                               fp8c_error *err) {
  if (from->made) return made_read(from->made, threads, to, err);
  reading r = {.from = from, .to = to, .bytes = bytes};
  pool_run(threads, (bytes + PIECE_BYTES - 1) / PIECE_BYTES, read_piece, &r);
  return atomic_load(&r.failed) ? file_read(from->file, from->offset, to, bytes, err) : FP8C_OK;
}

static fp8c_status load_bytes(const value *v, pool *threads, arena *a, void **out,
                              fp8c_error *err) {
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
  *out = arena_raw(keep ? v->graph->arena : a, 1, bytes);
  fp8c_status status = keep && !v->blob.made
                           ? file_read(v->blob.file, v->blob.offset, *out, bytes, err)
                           : read_pieces(&v->blob, bytes, threads, *out, err);
  if (status != FP8C_OK) return fail_in(err, status, "constant \"%s\"", v->name);
  if (keep) ((value *)(uintptr_t)v)->blob.memory = *out;
  return FP8C_OK;
}

fp8c_status value_load(const value *v, arena *a, tensor *out, fp8c_error *err) {
  return value_load_by(v, NULL, a, out, err);
}

fp8c_status value_load_by(const value *v, pool *threads, arena *a, tensor *out, fp8c_error *err) {
  *out = v->type;
  TRY(load_bytes(v, threads, a, &out->data, err));
  if (v->type.scale.kind == SCALE_AXIS) {
    if (!v->scale_vector)
      return fail(err, FP8C_ERROR_INTERNAL, "constant \"%s\" has no scale vector", v->name);
    void *scales = NULL;
    TRY(load_bytes(v->scale_vector, threads, a, &scales, err));
    out->scale.scales = scales;
  }
  return FP8C_OK;
}

fp8c_status value_hold(const value *v, pool *threads, arena *a, bool *held, fp8c_error *err) {
  *held = value_is_const(v) && !v->blob.memory && v->blob.bytes > CACHED_BYTES;
  if (!*held) return FP8C_OK;
  tensor t;
  fp8c_status status = value_load_by(v, threads, a, &t, err);
  *held = status == FP8C_OK;
  if (*held) ((value *)(uintptr_t)v)->blob.memory = t.data;
  return status;
}

void value_let_go(const value *v) { ((value *)(uintptr_t)v)->blob.memory = NULL; }

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
