/* execute.c - lowers the graph to a plan and runs it on the CPU device: the
 * suite judges the same path a compiled model takes. */
#include "execute.h"

#include <string.h>

#include "codegen/codegen.h"
#include "runtime/device.h"

static fp8c_status copy_out(const fp8c_tensor *found, arena *a, tensor *out) {
  *out = (tensor){.dtype = found->dtype, .rank = found->rank};
  memcpy(out->dims, found->shape, sizeof out->dims);
  size_t bytes = tensor_bytes(out);
  out->data = arena_alloc(a, bytes + 1);
  if (bytes) memcpy(out->data, found->data, bytes);
  return FP8C_OK;
}

static fp8c_status run_session(fp8c_session *s, arena *a, const tensor *inputs, size_t input_count,
                               tensor *outputs, size_t output_count, fp8c_error *err) {
  fp8c_tensor *in = NEW_ARRAY(a, fp8c_tensor, input_count + 1);
  fp8c_tensor *out = NEW_ARRAY(a, fp8c_tensor, output_count + 1);
  for (size_t i = 0; i < input_count; i++) {
    in[i] = (fp8c_tensor){.data = inputs[i].data, .dtype = inputs[i].dtype, .rank = inputs[i].rank};
    memcpy(in[i].shape, inputs[i].dims, sizeof in[i].shape);
  }
  TRY(fp8c_session_run_views(s, in, input_count, out, output_count, err));
  for (size_t i = 0; i < output_count; i++) TRY(copy_out(&out[i], a, &outputs[i]));
  return FP8C_OK;
}

fp8c_status execute(const graph *g, arena *a, const tensor *inputs, size_t input_count,
                    tensor *outputs, size_t output_count, fp8c_error *err) {
  plan *p = NEW(a, plan);
  p->model_name = g->name;
  codegen_context c = {.keep = a, .scratch = a};
  TRY(lower_cpu(g, "", &c, p, err));
  fp8c_program *program = NULL;
  fp8c_session *session = NULL;
  TRY(program_from_plan(p, &program, err));
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = 1};
  fp8c_status status = fp8c_session_create(program, &o, &session, err);
  if (status == FP8C_OK)
    status = run_session(session, a, inputs, input_count, outputs, output_count, err);
  fp8c_session_free(session);
  fp8c_program_free(program);
  return status;
}
