/* cpu_values.c - one value of a run: its stored type, its bytes, memory of its own. */
#include <string.h>
#include <unistd.h>

#include "base/numbers.h"
#include "base/size.h"
#include "runtime/cpu.h"

/* Asked once: it is a system call, and a body of control flow asks for each of its values. */
static size_t machine_bytes(void) {
  static _Atomic size_t known;
  size_t bytes = known;
  if (bytes) return bytes;
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  bytes = pages > 0 && page > 0 ? (size_t)pages * (size_t)page : (size_t)INT64_MAX;
  known = bytes;
  return bytes;
}

fp8c_status cpu_bytes(const tensor *t, size_t *out, fp8c_error *err) {
  int64_t elements = 0;
  if (shape_elements(t->dims, t->rank, &elements) &&
      size_mul((size_t)elements, dtype_bytes(t->dtype), out) && *out <= machine_bytes())
    return FP8C_OK;
  return fail(err, FP8C_ERROR_NO_MEMORY,
              "a result of %lld elements of %zu bytes does not fit in the machine's memory",
              (long long)elements, dtype_bytes(t->dtype));
}

/* The stored type of output `id`: the plan's where it chose another float
 * format than the operator's own; its scale always. */
fp8c_status cpu_store_as(cpu_state *s, uint32_t id, tensor *t, fp8c_error *err) {
  const plan_value *v = &s->variant->values[id];
  /* Kernels round to every type up to F32 by themselves; F64 is what its operators give alone. */
  if (v->dtype != t->dtype && !(dtype_is_small_float(v->dtype) && dtype_is_small_float(t->dtype)))
    return fail(err, FP8C_ERROR_FORMAT, "the plan stores \"%s\" as %s; the operator gives %s",
                v->name, fp8c_dtype_name(v->dtype), fp8c_dtype_name(t->dtype));
  t->dtype = v->dtype;
  t->scale = (scale){.kind = v->scale_kind};
  if (v->scale_kind == SCALE_TENSOR) t->scale.value = v->scale;
  if (v->scale_kind != SCALE_AXIS) return FP8C_OK;
  const tensor *scales = &s->values[v->scale_value];
  t->scale.axis = v->scale_axis;
  t->scale.scales = scales->data;
  if (t->rank == RANK_UNKNOWN) return FP8C_OK;
  if (v->scale_axis >= t->rank ||
      (t->dims[v->scale_axis] >= 0 && t->dims[v->scale_axis] != tensor_elements(scales)))
    return fail(err, FP8C_ERROR_FORMAT,
                "\"%s\" has %lld scales along axis %d, which has another size", v->name,
                (long long)tensor_elements(scales), v->scale_axis);
  return FP8C_OK;
}

void cpu_release(cpu_state *s, uint32_t id) {
  if (!s->owned[id]) return;
  host_free(s->owned[id]);
  s->owned[id] = NULL;
  s->values[id].data = NULL;
}

void cpu_free_owned(cpu_state *s) {
  for (uint32_t i = 0; i < s->variant->value_count; i++) {
    if (!s->owned[i]) continue;
    cpu_release(s, i);
    s->values[i] = (tensor){.rank = RANK_UNKNOWN};
  }
}

fp8c_status cpu_own_bytes(cpu_state *s, uint32_t id, size_t bytes, const char *what,
                          fp8c_error *err) {
  cpu_release(s, id);
  s->owned[id] = host_alloc(bytes ? bytes : 1);
  if (!s->owned[id])
    return fail(err, FP8C_ERROR_NO_MEMORY, "step \"%s\": out of memory for %zu bytes", what, bytes);
  s->values[id].data = s->owned[id];
  return FP8C_OK;
}

fp8c_status cpu_own(cpu_state *s, uint32_t id, tensor *t, const char *what, fp8c_error *err) {
  size_t bytes = 0;
  TRY(cpu_bytes(t, &bytes, err));
  TRY(cpu_own_bytes(s, id, bytes, what, err));
  t->data = s->owned[id];
  s->values[id] = *t;
  return FP8C_OK;
}

void cpu_bind_inputs(cpu_state *s, const fp8c_tensor *inputs) {
  for (uint32_t i = 0; i < s->plan->input_count; i++)
    s->values[s->variant->inputs[i]].data = inputs[i].data;
}
