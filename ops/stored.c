/* stored.c - what is stored in a small float, with a scale, as F32 and back. */
#include "base/numbers.h"
#include "ops/ops.h"

/* Work is cut at these many elements: enough to be worth a thread's attention. */
#define CONVERT_CHUNK ((size_t)1 << 16)
#define ELEMENT_NS 0.3

typedef struct convert_job {
  const tensor *stored;
  float *real;
  size_t count;
  size_t inner, axis_dim; /* SCALE_AXIS */
} convert_job;

static void decode_chunk(void *object, size_t index, int worker) {
  (void)worker;
  const convert_job *j = object;
  size_t from = index * CONVERT_CHUNK;
  size_t count = j->count - from < CONVERT_CHUNK ? j->count - from : CONVERT_CHUNK;
  const tensor *t = j->stored;
  float *real = j->real + from;
  floats_decode(t->dtype, (const char *)t->data + from * dtype_bytes(t->dtype), real, count);
  if (t->scale.kind == SCALE_TENSOR) {
    float s = t->scale.value;
    for (size_t i = 0; i < count; i++) real[i] *= s;
  } else if (t->scale.kind == SCALE_AXIS) {
    for (size_t i = 0; i < count; i++)
      real[i] *= t->scale.scales[(from + i) / j->inner % j->axis_dim];
  }
}

/* Stored = round(real * r) with r = RN(1 / scale): Quantize's "mul" form. */
static void encode_chunk(void *object, size_t index, int worker) {
  (void)worker;
  const convert_job *j = object;
  size_t from = index * CONVERT_CHUNK;
  size_t count = j->count - from < CONVERT_CHUNK ? j->count - from : CONVERT_CHUNK;
  const tensor *t = j->stored;
  float *real = j->real + from;
  if (t->scale.kind == SCALE_TENSOR) {
    float r = 1.0f / t->scale.value;
    for (size_t i = 0; i < count; i++) real[i] *= r;
  } else if (t->scale.kind == SCALE_AXIS) {
    for (size_t i = 0; i < count; i++)
      real[i] *= 1.0f / t->scale.scales[(from + i) / j->inner % j->axis_dim];
  }
  floats_encode(t->dtype, real, (char *)t->data + from * dtype_bytes(t->dtype), count, true);
}

static void convert(pool *threads, const tensor *stored, float *real,
                    void (*chunk)(void *, size_t, int)) {
  convert_job j = {stored, real, (size_t)tensor_elements(stored), 1, 1};
  if (stored->scale.kind == SCALE_AXIS) {
    j.axis_dim = (size_t)stored->dims[stored->scale.axis];
    for (int d = stored->scale.axis + 1; d < stored->rank; d++) j.inner *= (size_t)stored->dims[d];
  }
  size_t chunks = (j.count + CONVERT_CHUNK - 1) / CONVERT_CHUNK;
  pool_run_about(threads, chunks, (double)j.count * ELEMENT_NS, chunk, &j);
}

void tensor_decode(pool *threads, const tensor *stored, float *real) {
  convert(threads, stored, real, decode_chunk);
}

void tensor_encode(pool *threads, float *real, const tensor *stored) {
  convert(threads, stored, real, encode_chunk);
}

bool tensor_needs_f32(const tensor *t) {
  return dtype_is_small_float(t->dtype) &&
         (t->dtype != FP8C_DTYPE_F32 || t->scale.kind != SCALE_NONE);
}

tensor tensor_f32_like(arena *a, const tensor *t) {
  tensor f = *t;
  f.dtype = FP8C_DTYPE_F32;
  f.scale = (scale){.kind = SCALE_NONE};
  f.data = arena_raw(a, (size_t)tensor_elements(t), sizeof(float));
  return f;
}

tensor tensor_as_f32(const op_call *c, const tensor *t) {
  if (!tensor_needs_f32(t)) return *t;
  tensor f = tensor_f32_like(c->scratch, t);
  tensor_decode(c->threads, t, f.data);
  return f;
}

float *f32_result(const op_call *c, tensor *out) {
  if (!tensor_needs_f32(out)) return out->data;
  return arena_raw(c->scratch, (size_t)tensor_elements(out), sizeof(float));
}

void f32_done(const op_call *c, float *result, tensor *out) {
  if (tensor_needs_f32(out)) tensor_encode(c->threads, result, out);
}
