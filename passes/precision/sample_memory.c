/* sample_memory.c - samples that lie in the caller's memory. */
#include "base/numbers.h"
#include "base/size.h"
#include "passes/precision/sample_files.h"

static fp8c_status check(const samples *s, const port *p, size_t index, const fp8c_tensor *t,
                         fp8c_error *err) {
  const char *name = p->v->name;
  if (t->dtype <= FP8C_DTYPE_NONE || t->dtype >= FP8C_DTYPE_COUNT || t->rank < 0 ||
      t->rank > FP8C_MAX_RANK || t->place != FP8C_PLACE_HOST)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "%s: sample %zu of input \"%s\" has type %d, rank %d and place %d; a type of fp8c, "
                "a rank of 0 to %d and the host's memory were expected",
                s->path, index, name, (int)t->dtype, t->rank, (int)t->place, FP8C_MAX_RANK);
  int64_t count;
  bool sizes = shape_elements(t->shape, t->rank, &count) &&
               (uint64_t)count <= MAX_SAMPLE_BYTES / dtype_bytes(t->dtype);
  if (!sizes || (count > 0 && !t->data))
    return fail(err, FP8C_ERROR_ARGUMENT, "%s: sample %zu of input \"%s\" has %s", s->path, index,
                name, sizes ? "no data" : "a shape that no sample has");
  if (samples_type_fits(p, t->dtype)) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "%s: sample %zu of input \"%s\" is %s; the model wants %s",
              s->path, index, name, fp8c_dtype_name(t->dtype), fp8c_dtype_name(p->v->type.dtype));
}

fp8c_status samples_read_memory(const samples *s, size_t index, arena *a, tensor *inputs,
                                bool *given, fp8c_error *err) {
  for (size_t i = 0; i < s->port_count; i++) {
    const port *p = &s->ports[i];
    fp8c_tensor t = {.data = NULL};
    if (!s->memory->read(s->memory->user, index, p->v->name, &t))
      return fail(err, FP8C_ERROR_CANCELLED,
                  "%s: the caller did not give sample %zu of input \"%s\"", s->path, index,
                  p->v->name);
    if (t.dtype == FP8C_DTYPE_NONE && !t.data) continue;
    TRY(check(s, p, index, &t, err));
    inputs[i] = (tensor){.dtype = t.dtype, .rank = t.rank};
    memcpy(inputs[i].dims, t.shape, (size_t)t.rank * sizeof *t.shape);
    int64_t count = tensor_elements(&inputs[i]);
    size_t bytes = (size_t)count * dtype_bytes(t.dtype);
    inputs[i].data = arena_array(a, (size_t)count + 1, dtype_bytes(t.dtype));
    if (bytes) memcpy(inputs[i].data, t.data, bytes);
    for (size_t k = 0; t.dtype == FP8C_DTYPE_BOOL && k < bytes; k++)
      ((uint8_t *)inputs[i].data)[k] = ((uint8_t *)inputs[i].data)[k] != 0;
    given[i] = true;
  }
  return FP8C_OK;
}

static void hash_sample(samples *s, const tensor *inputs, const bool *given) {
  for (size_t i = 0; i < s->port_count; i++) {
    const tensor *t = &inputs[i];
    hash_add_u64(&s->hash, given[i]);
    if (!given[i]) continue;
    hash_add_u64(&s->hash, (uint64_t)t->dtype << 8 | (uint64_t)t->rank);
    for (int k = 0; k < t->rank; k++) hash_add_u64(&s->hash, (uint64_t)t->dims[k]);
    hash_add(&s->hash, t->data, (size_t)tensor_elements(t) * dtype_bytes(t->dtype));
  }
}

fp8c_status samples_hash_memory(samples *s, fp8c_error *err) {
  if (!s->memory->read)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s: there is no function that reads them", s->path);
  hash_add_string(&s->hash, "memory");
  fp8c_status status = FP8C_OK;
  for (size_t i = 0; i < s->memory->count && status == FP8C_OK; i++) {
    arena_mark mark = arena_save(s->keep);
    tensor *inputs = NEW_ARRAY(s->keep, tensor, s->port_count + 1);
    bool *given = NEW_ARRAY(s->keep, bool, s->port_count + 1);
    status = samples_read_memory(s, i, s->keep, inputs, given, err);
    if (status == FP8C_OK) hash_sample(s, inputs, given);
    arena_reset(s->keep, mark);
  }
  return status;
}
