/* cuda_debug.c - a GPU variant taken apart (steps.h): its launches one by one,
 * and copies of what they read and wrote. */
#include <string.h>

#include "runtime/cuda.h"
#include "runtime/plan_tables.h"

static fp8c_status begin(device_state *s, const fp8c_tensor *inputs, fp8c_error *err) {
  TRY(cuda_take_inputs(s, inputs, NULL, err));
  TRY(cuda_poison(s, s->stream, err));
  cuda_place(s, s->current, s->current->ports);
  return cuda_result(CU(s->cu->stream_wait(s->stream)), err, "copying the inputs to the GPU");
}

fp8c_status cuda_steps_begin(device_state *s, const fp8c_tensor *inputs, fp8c_error *err) {
  TRY(cuda_enter(s, err));
  return cuda_leave(s, begin(s, inputs, err));
}

const plan_variant *cuda_variant_in_use(const device_state *s) { return s->current->v; }

fp8c_status cuda_steps_run(device_state *s, uint32_t i, fp8c_error *err) {
  cuda_step *step = &s->current->steps[i];
  TRY(cuda_enter(s, err));
  fp8c_status status = cuda_issue_step(s, s->current, step, s->stream, err);
  if (status == FP8C_OK)
    status = cuda_result(CU(s->cu->stream_wait(s->stream)), err, "step \"%s\" (%s)",
                         step->launch->name, step->kernel);
  return cuda_leave(s, status);
}

static fp8c_status fetch(device_state *s, uint32_t id, void *to, size_t bytes, fp8c_error *err) {
  const plan_value *v = &s->current->v->values[id];
  if (v->kind == PLAN_VALUE_CONST) return plan_read_blob(s->plan, s->source, v->index, to, err);
  TRY(cuda_enter(s, err));
  cu_result r = CU(s->cu->to_host(to, s->current->address[id], bytes, s->stream));
  if (r == CU_OK) r = CU(s->cu->stream_wait(s->stream));
  return cuda_leave(s, cuda_result(r, err, "reading \"%s\" from the GPU", v->name));
}

fp8c_status cuda_value_read(device_state *s, uint32_t id, arena *a, tensor *out, fp8c_error *err) {
  const plan_value *v = &s->current->v->values[id];
  tensor t = {.dtype = v->dtype, .rank = v->rank, .scale = {.kind = v->scale_kind}};
  memcpy(t.dims, v->dims, sizeof t.dims);
  if (v->kind == PLAN_VALUE_HOST) {
    const fp8c_tensor *have = &s->current->host[id];
    t.rank = have->rank;
    memcpy(t.dims, have->shape, sizeof t.dims);
    t.data = have->data;
    t.scale.value = v->scale;
    *out = t;
    return FP8C_OK;
  }
  size_t bytes = tensor_bytes(&t);
  t.data = bytes ? arena_alloc(a, bytes) : NULL;
  if (bytes) TRY(fetch(s, id, t.data, bytes, err));
  if (v->scale_kind == SCALE_TENSOR) t.scale.value = v->scale;
  if (v->scale_kind == SCALE_AXIS) {
    size_t count = (size_t)t.dims[v->scale_axis] * sizeof(float);
    float *scales = arena_alloc(a, count + 1);
    TRY(fetch(s, v->scale_value, scales, count, err));
    t.scale.axis = v->scale_axis;
    t.scale.scales = scales;
  }
  *out = t;
  return FP8C_OK;
}
