/* execute.c - the nodes one after the other through op_run. */
#include "execute.h"

#include "ops/ops.h"

static fp8c_status run_node(const node *n, arena *a, tensor *values, fp8c_error *err) {
  op_call c;
  TRY(node_call(n, a, true, &c, err));
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] && n->in[i]->kind != VALUE_CONST)
      ((const tensor **)(uintptr_t)c.in)[i] = &values[n->in[i]->id];
  TRY(op_infer(&c, err));
  for (size_t i = 0; i < n->out_count; i++) {
    tensor *t = &c.out[i];
    if (!tensor_shape_known(t))
      return fail(err, FP8C_ERROR_INTERNAL, "output %zu: its shape is not known", i);
    t->data = arena_alloc(a, tensor_bytes(t) + 1);
  }
  TRY(op_run(&c, err));
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i]) values[n->out[i]->id] = c.out[i];
  return FP8C_OK;
}

fp8c_status execute(const graph *g, arena *a, const tensor *inputs, size_t input_count,
                    tensor *outputs, size_t output_count, fp8c_error *err) {
  tensor *values = NEW_ARRAY(a, tensor, g->next_value_id);
  if (input_count != g->input_count || output_count != g->output_count)
    return fail(err, FP8C_ERROR_ARGUMENT, "%zu inputs and %zu outputs; the model has %zu and %zu",
                input_count, output_count, g->input_count, g->output_count);
  for (size_t i = 0; i < input_count; i++) values[g->inputs[i]->id] = inputs[i];
  for (const node *n = g->first; n; n = n->next) {
    fp8c_status status = run_node(n, a, values, err);
    if (status != FP8C_OK) return fail_in(err, status, "%s \"%s\"", n->op->name, n->name);
  }
  for (size_t i = 0; i < output_count; i++) {
    const value *v = g->outputs[i];
    if (v->kind == VALUE_CONST)
      TRY(value_load(v, a, &outputs[i], err));
    else
      outputs[i] = values[v->id];
  }
  return FP8C_OK;
}
