/* cpu_replay.c - computes again what follows from a changed value.
 *
 * The run's own bytes stay where they are: what is computed again goes to other
 * memory, and the values' addresses point there while a rerun is at work. */
#include <string.h>

#include "runtime/cpu.h"
#include "runtime/replay.h"

bool cpu_find_value(const cpu_state *s, const char *name, uint32_t *id) {
  const plan_variant *v = s->variant;
  for (uint32_t i = 0; i < v->value_count; i++) {
    if (!v->values[i].name || strcmp(v->values[i].name, name) != 0) continue;
    *id = i;
    return true;
  }
  return false;
}

static fp8c_status check_value(const cpu_state *s, uint32_t id, fp8c_error *err) {
  if (!s->have_kept)
    return fail(err, FP8C_ERROR_INTERNAL, "a value was asked for and no run has been kept");
  if (id >= s->variant->value_count)
    return fail(err, FP8C_ERROR_INTERNAL, "value %u is none of the plan's %u", id,
                s->variant->value_count);
  const tensor *t = &s->values[id];
  if (tensor_shape_known(t) && (t->data || tensor_elements(t) == 0)) return FP8C_OK;
  return fail(err, FP8C_ERROR_INTERNAL, "the run kept no numbers of value \"%s\"",
              s->variant->values[id].name);
}

fp8c_status cpu_value(const cpu_state *s, uint32_t id, tensor *out, fp8c_error *err) {
  TRY(check_value(s, id, err));
  *out = s->values[id];
  return FP8C_OK;
}

void cpu_forget_rerun(cpu_state *s) {
  for (uint32_t i = 0; i < s->variant->value_count; i++) {
    host_free(s->again_owned[i]);
    s->again_owned[i] = NULL;
  }
}

/* ---- One step again ------------------------------------------------------ */

static void change(cpu_state *s, uint32_t id, tensor with, cpu_change how) {
  if (s->changed[id] == GIVEN) return; /* whatever it would be computed to */
  if (s->changed[id] == UNCHANGED) s->kept[id] = s->values[id];
  s->changed[id] = how;
  s->values[id] = with;
}

static void change_back(cpu_state *s, uint32_t id) {
  if (s->changed[id] == UNCHANGED) return;
  s->values[id] = s->kept[id];
  s->changed[id] = UNCHANGED;
}

static bool same_numbers(const tensor *a, const tensor *b) {
  size_t bytes = tensor_bytes(a);
  return a->dtype == b->dtype && a->rank == b->rank &&
         memcmp(a->dims, b->dims, (size_t)a->rank * sizeof *a->dims) == 0 &&
         (bytes == 0 || memcmp(a->data, b->data, bytes) == 0);
}

static bool reads_changed(const cpu_state *s, const plan_op *o) {
  for (uint32_t k = 0; k < o->in_count; k++)
    if (o->in[k] != PLAN_NO_VALUE && s->changed[o->in[k]] != UNCHANGED) return true;
  return false;
}

static fp8c_status again_prepared(cpu_state *s, uint32_t i, fp8c_error *err) {
  cpu_step *step = &s->steps[i];
  const plan_op *o = step->op;
  if (step->skip && o->out[0] != PLAN_NO_VALUE && s->homes[o->out[0]] == HOME_ALIAS) {
    tensor view = s->values[o->out[0]];
    view.data = s->values[o->in[0]].data;
    change(s, o->out[0], view, COMPUTED);
    return FP8C_OK;
  }
  if (step->skip) /* it depends on shapes alone, which are the same */
    return FP8C_OK;
  for (uint32_t k = 0; k < o->out_count; k++) {
    void *own = step->call.out[k].data;
    step->call.out[k].data = step->again[k];
    step->again[k] = own;
  }
  fp8c_status status = cpu_run_step(s, i, err);
  for (uint32_t k = 0; k < o->out_count; k++) {
    tensor result = step->call.out[k];
    void *own = step->again[k];
    step->again[k] = result.data;
    step->call.out[k].data = own;
    if (o->out[k] == PLAN_NO_VALUE || status != FP8C_OK) continue;
    if (!same_numbers(&result, &s->values[o->out[k]])) change(s, o->out[k], result, COMPUTED);
  }
  return status;
}

/* Shapes may come out differently too: everything about the outputs is new. */
static fp8c_status again_step_by_step(cpu_state *s, uint32_t i, fp8c_error *err) {
  const plan_op *o = s->steps[i].op;
  tensor *were = NEW_ARRAY(&s->scratch, tensor, o->out_count);
  for (uint32_t k = 0; k < o->out_count; k++) {
    uint32_t id = o->out[k];
    if (id == PLAN_NO_VALUE) continue;
    were[k] = s->values[id];
    s->again_owned[id] = s->owned[id]; /* somebody's, should memory run out below */
    s->owned[id] = NULL;
  }
  fp8c_status status = cpu_infer(s, i, err);
  if (status == FP8C_OK) status = cpu_take_results(s, i, err);
  if (status == FP8C_OK) status = cpu_run_step(s, i, err);
  for (uint32_t k = 0; k < o->out_count; k++) {
    uint32_t id = o->out[k];
    if (id == PLAN_NO_VALUE) continue;
    tensor result = s->values[id];
    void *own = s->again_owned[id];
    s->again_owned[id] = s->owned[id];
    s->owned[id] = own;
    s->values[id] = were[k];
    if (status == FP8C_OK && !same_numbers(&result, &were[k])) change(s, id, result, COMPUTED);
  }
  return status;
}

/* ---- The rerun ----------------------------------------------------------- */

static fp8c_status check_with(const cpu_state *s, uint32_t id, const tensor *with,
                              fp8c_error *err) {
  TRY(check_value(s, id, err));
  const tensor *t = &s->values[id];
  const char *name = s->variant->values[id].name;
  if (t->dtype != with->dtype || t->rank != with->rank ||
      memcmp(t->dims, with->dims, (size_t)t->rank * sizeof *t->dims) != 0)
    return fail(err, FP8C_ERROR_INTERNAL, "value \"%s\" is given another type or shape in a rerun",
                name);
  if ((s->homes[id] == HOME_CONST || s->homes[id] == HOME_KNOWN) && tensor_elements(t) > 0)
    return fail(err, FP8C_ERROR_INTERNAL,
                "value \"%s\" follows from constants and shapes; a rerun cannot change it", name);
  return FP8C_OK;
}

static fp8c_status run_again(cpu_state *s, fp8c_error *err) {
  for (uint32_t i = 0; i < s->variant->op_count; i++) {
    if (!reads_changed(s, s->steps[i].op)) continue;
    TRY(s->step_by_step ? again_step_by_step(s, i, err) : again_prepared(s, i, err));
  }
  return FP8C_OK;
}

fp8c_status cpu_rerun(cpu_state *s, const uint32_t *ids, const tensor *with, size_t count,
                      fp8c_tensor *outputs, fp8c_error *err) {
  for (size_t i = 0; i < count; i++) TRY(check_with(s, ids[i], &with[i], err));
  arena_reset(&s->scratch, s->scratch_start);
  cpu_forget_rerun(s);
  fp8c_status status;
  if (setjmp(s->guard.jump)) {
    s->prepared = s->have_kept = false; /* some call has half of its outputs */
    status = fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) in a rerun",
                  s->guard.wanted_bytes);
  } else {
    for (size_t i = 0; i < count; i++) {
      tensor t = s->values[ids[i]];
      t.data = with[i].data;
      change(s, ids[i], t, GIVEN);
    }
    status = run_again(s, err);
  }
  for (uint32_t i = 0; i < s->plan->output_count && status == FP8C_OK; i++) {
    const tensor *t = &s->values[s->variant->outputs[i]];
    outputs[i] = (fp8c_tensor){.data = t->data, .dtype = t->dtype, .rank = t->rank};
    memcpy(outputs[i].shape, t->dims, sizeof outputs[i].shape);
  }
  for (uint32_t i = 0; i < s->variant->value_count; i++) change_back(s, i);
  return status;
}
