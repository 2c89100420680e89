/* cpu_steps.c - operators one at a time, each result in memory of its own: for
 * shapes that depend on data, and for looking into a run (steps.h). */
#include <string.h>

#include "runtime/cpu.h"

static void free_if_last(cpu_state *s, uint32_t id, uint32_t step) {
  if (id != PLAN_NO_VALUE && s->last_use[id] == step) cpu_release(s, id);
}

static fp8c_status infer_and_do(cpu_state *s, uint32_t i, fp8c_error *err) {
  for (uint32_t k = 0; k < s->steps[i].op->out_count; k++)
    if (s->steps[i].op->out[k] != PLAN_NO_VALUE) cpu_release(s, s->steps[i].op->out[k]);
  TRY(cpu_infer(s, i, err));
  TRY(cpu_take_results(s, i, err));
  TRY(cpu_do_step(s, i, err));
  arena_reset(&s->scratch, s->scratch_start);
  return FP8C_OK;
}

/* ---- A whole run ------------------------------------------------------- */

fp8c_status cpu_run_in_steps(cpu_state *s, const fp8c_tensor *inputs, fp8c_error *err) {
  cpu_free_owned(s);
  cpu_bind_inputs(s, inputs);
  for (uint32_t i = 0; i < s->variant->op_count; i++) {
    const plan_op *o = s->steps[i].op;
    TRY(infer_and_do(s, i, err));
    if (s->keeps) continue;
    for (uint32_t k = 0; k < o->in_count; k++) free_if_last(s, o->in[k], i);
    for (uint32_t k = 0; k < o->out_count; k++) free_if_last(s, o->out[k], i);
  }
  /* Views of what is the caller's or the plan's need bytes of the session's own. */
  for (uint32_t i = 0; i < s->plan->output_count; i++) s->view_copies[i] = (tensor){.rank = 0};
  return FP8C_OK;
}

/* ---- Taken apart (steps.h) --------------------------------------------- */

static fp8c_status out_of_memory(cpu_state *s, fp8c_error *err) {
  return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) in a run",
              s->guard.wanted_bytes);
}

fp8c_status cpu_steps_begin(cpu_state *s, const fp8c_tensor *inputs, fp8c_error *err) {
  if (setjmp(s->guard.jump)) return out_of_memory(s, err);
  s->have_views = s->have_kept = s->prepared = false;
  arena_reset(&s->scratch, s->scratch_start);
  cpu_free_owned(s);
  TRY(cpu_forget(s, inputs, err));
  cpu_bind_inputs(s, inputs);
  for (uint32_t i = 0; i < s->plan->input_count; i++) s->key[i] = inputs[i];
  return FP8C_OK;
}

const plan_variant *cpu_variant_in_use(const cpu_state *s) { return s->variant; }

/* Whether everything operator `i` takes is there; the first that is not, else. */
static const char *missing_input(const cpu_state *s, uint32_t i) {
  const plan_op *o = s->steps[i].op;
  bool shape_only = op_has(o->op, FACT_SHAPE_ONLY);
  for (uint32_t k = 0; k < o->in_count; k++) {
    if (o->in[k] == PLAN_NO_VALUE) continue;
    const tensor *t = s->steps[i].in[k];
    if (t->rank == RANK_UNKNOWN || (!t->data && tensor_elements(t) != 0 && !shape_only))
      return s->variant->values[o->in[k]].name;
  }
  return NULL;
}

fp8c_status cpu_steps_run(cpu_state *s, uint32_t i, fp8c_error *err) {
  if (setjmp(s->guard.jump)) return out_of_memory(s, err);
  const char *missing = missing_input(s, i);
  if (missing)
    return fail(err, FP8C_ERROR_INTERNAL, "step %u (\"%s\") is to run before \"%s\" is there", i,
                s->steps[i].op->name, missing);
  return infer_and_do(s, i, err);
}

fp8c_status cpu_value_read(cpu_state *s, uint32_t id, arena *a, tensor *out, fp8c_error *err) {
  const plan_value *v = &s->variant->values[id];
  *out = s->values[id];
  if (out->rank == RANK_UNKNOWN)
    return fail(err, FP8C_ERROR_INTERNAL, "\"%s\" is to be read before it is there", v->name);
  if (out->data || tensor_elements(out) == 0) return FP8C_OK;
  if (v->kind != PLAN_VALUE_CONST)
    return fail(err, FP8C_ERROR_INTERNAL, "\"%s\" is to be read and is gone", v->name);
  out->data = arena_alloc(a, tensor_bytes(out)); /* held decoded only */
  return plan_read_blob(s->plan, s->source, v->index, out->data, err);
}

fp8c_status cpu_value_give(cpu_state *s, uint32_t id, const tensor *t, fp8c_error *err) {
  const plan_value *v = &s->variant->values[id];
  if (v->kind == PLAN_VALUE_CONST || t->dtype != v->dtype)
    return fail(err, FP8C_ERROR_INTERNAL, "\"%s\" cannot be given: it is %s", v->name,
                v->kind == PLAN_VALUE_CONST ? "a constant" : fp8c_dtype_name(v->dtype));
  cpu_release(s, id);
  s->values[id] = *t;
  s->values[id].data = NULL;
  size_t bytes = 0;
  TRY(cpu_bytes(t, &bytes, err));
  if (!t->data || bytes == 0) return FP8C_OK;
  TRY(cpu_own_bytes(s, id, bytes, v->name, err));
  memcpy(s->owned[id], t->data, bytes);
  return FP8C_OK;
}

void cpu_value_drop(cpu_state *s, uint32_t id) {
  cpu_release(s, id);
  if (s->homes[id] == HOME_PORT) s->values[id].data = s->key[s->variant->values[id].index].data;
}

tensor cpu_value_type(const cpu_state *s, uint32_t id) {
  tensor t = s->values[id];
  t.data = NULL;
  return t;
}
