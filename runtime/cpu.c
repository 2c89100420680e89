/* cpu.c - the CPU device: the operators of a plan, one after another.
 *
 * Everything that depends on shapes alone happened before (cpu_prepare.c), so a
 * run with the shapes of the last one is a loop over calls that are complete,
 * and takes no memory. */
#include "runtime/cpu.h"
#include "runtime/nvtx.h"
#include "runtime/replay.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "ops/infer.h"

/* ---- One run ----------------------------------------------------------- */

static bool cpu_saturation(const cpu_state *s, size_t index, fp8c_saturation *out) {
  if (!(s->flags & FP8C_SESSION_COUNT_SATURATED)) return false;
  for (uint32_t i = 0; i < s->variant->op_count; i++) {
    const cpu_step *step = &s->steps[i];
    if (!step->clipped.name || index-- > 0) continue;
    *out = step->clipped;
    return true;
  }
  return false;
}

static fp8c_status run_prepared(cpu_state *s, const fp8c_tensor *inputs, fp8c_error *err) {
  const plan_variant *v = s->variant;
  cpu_bind_inputs(s, inputs);
  for (uint32_t i = 0; i < v->value_count; i++)
    if (s->homes[i] == HOME_ALIAS) s->values[i].data = s->values[s->alias_of[i]].data;
  for (uint32_t i = 0; i < v->op_count; i++)
    if (!s->steps[i].skip) TRY(cpu_do_step(s, i, err));
  return FP8C_OK;
}

/* ---- Outputs ----------------------------------------------------------- */

static fp8c_status check_output_shape(const cpu_state *s, uint32_t i, const fp8c_tensor *out,
                                      fp8c_error *err) {
  const tensor *t = &s->values[s->variant->outputs[i]];
  bool same = t->rank == out->rank;
  for (int k = 0; same && k < t->rank; k++) same = t->dims[k] == out->shape[k];
  if (same) return FP8C_OK;
  tensor given = {.rank = out->rank};
  char found[256], expected[256];
  memcpy(given.dims, out->shape, sizeof given.dims);
  return fail(err, FP8C_ERROR_ARGUMENT, "output \"%s\" has shape %s; this run gives %s",
              s->plan->outputs[i].name, dims_text(&given, found), dims_text(t, expected));
}

static fp8c_status copy_outputs(cpu_state *s, const fp8c_tensor *outputs, fp8c_error *err) {
  for (uint32_t i = 0; i < s->plan->output_count; i++) {
    const tensor *t = &s->values[s->variant->outputs[i]];
    TRY(check_output_shape(s, i, &outputs[i], err));
    if (tensor_bytes(t)) memcpy(outputs[i].data, t->data, tensor_bytes(t));
  }
  return FP8C_OK;
}

/* Keeps outputs that are not the session's own bytes for views. */
static fp8c_status keep_outputs(cpu_state *s) {
  const plan_variant *v = s->variant;
  for (uint32_t i = 0; i < s->plan->output_count; i++) {
    const tensor *t = &s->values[v->outputs[i]];
    tensor *copy = &s->view_copies[i];
    if (s->step_by_step && !s->owned[v->outputs[i]] && copy->dtype == FP8C_DTYPE_NONE) {
      *copy = *t;
      copy->data = arena_alloc(&s->shapes, tensor_bytes(t));
    }
    if (copy->dtype != FP8C_DTYPE_NONE && tensor_bytes(t))
      memcpy(copy->data, t->data, tensor_bytes(t));
  }
  s->have_views = true;
  return FP8C_OK;
}

static bool same_shapes(const cpu_state *s, const fp8c_tensor *inputs) {
  for (uint32_t i = 0; i < s->plan->input_count; i++) {
    if (s->key[i].rank != inputs[i].rank) return false;
    for (int k = 0; k < inputs[i].rank; k++)
      if (s->key[i].shape[k] != inputs[i].shape[k]) return false;
  }
  return true;
}

/* The next run's scratch memory in one block, so that it takes none. */
static void settle_scratch(cpu_state *s) {
  if (s->scratch.peak_bytes > s->scratch_bytes) {
    size_t bytes = s->scratch.peak_bytes + s->scratch.peak_bytes / 8 + 4096; /* for alignment */
    arena_free(&s->scratch);
    s->scratch_bytes = 0;
    s->scratch_start = arena_save(&s->scratch);
    arena_reserve(&s->scratch, bytes);
    s->scratch_bytes = bytes;
    s->scratch_start = arena_save(&s->scratch);
  }
}

static fp8c_status run_all(cpu_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                           fp8c_error *err) {
  s->have_views = s->have_kept = false;
  if (s->keeps) cpu_forget_rerun(s);
  arena_reset(&s->scratch, s->scratch_start);
  if (!s->prepared || !same_shapes(s, inputs)) {
    cpu_free_owned(s);
    TRY(cpu_prepare(s, inputs, err));
  }
  if (s->step_by_step) {
    TRY(cpu_run_in_steps(s, inputs, err));
  } else {
    for (uint32_t i = 0; outputs && i < s->plan->output_count; i++)
      TRY(check_output_shape(s, i, &outputs[i], err));
    TRY(run_prepared(s, inputs, err));
  }
  TRY(outputs ? copy_outputs(s, outputs, err) : keep_outputs(s));
  settle_scratch(s);
  s->have_kept = s->keeps;
  return FP8C_OK;
}

static fp8c_status cpu_run(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                           fp8c_error *err) {
  if (setjmp(s->guard.jump)) {
    s->prepared = false;
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) in a run",
                s->guard.wanted_bytes);
  }
  return run_all(s, inputs, outputs, err);
}

static fp8c_status cpu_wait(device_state *s, fp8c_error *err) {
  (void)s;
  (void)err;
  return FP8C_OK; /* enqueue is run */
}

static fp8c_status cpu_views(device_state *s, fp8c_tensor *outputs, fp8c_error *err) {
  if (!s->have_views)
    return fail(err, FP8C_ERROR_INTERNAL, "views were asked for and no run has kept its outputs");
  for (uint32_t i = 0; i < s->plan->output_count; i++) {
    const tensor *t = &s->values[s->variant->outputs[i]];
    if (s->view_copies[i].dtype != FP8C_DTYPE_NONE) t = &s->view_copies[i];
    outputs[i] = (fp8c_tensor){.data = t->data, .dtype = t->dtype, .rank = t->rank};
    memcpy(outputs[i].shape, t->dims, sizeof outputs[i].shape);
  }
  return FP8C_OK;
}

/* ---- Create and destroy ------------------------------------------------ */

static const plan_variant *cpu_variant(const plan *p) {
  for (uint32_t i = 0; i < p->variant_count; i++)
    if (!strcmp(p->variants[i].target, "cpu")) return &p->variants[i];
  return NULL;
}

/* "e4m3 x e4m3 -> f32" for products, "f32 -> bf16" for the rest. */
static const char *precision_text(arena *a, const plan_variant *v, const plan_op *o) {
  text t;
  text_init(&t, a);
  uint32_t shown = 0, most = o->op->precision == CLASS_GEMM ? 2 : 1;
  for (uint32_t k = 0; k < o->in_count && shown < most; k++) {
    if (o->in[k] == PLAN_NO_VALUE) continue;
    text_printf(&t, "%s%s", shown++ ? " x " : "", fp8c_dtype_name(v->values[o->in[k]].dtype));
  }
  for (uint32_t k = 0; k < o->out_count; k++) {
    if (o->out[k] == PLAN_NO_VALUE) continue;
    text_printf(&t, "%s-> %s", shown ? " " : "", fp8c_dtype_name(v->values[o->out[k]].dtype));
    break;
  }
  return text_cstr(&t);
}

static fp8c_status make_steps(cpu_state *s, fp8c_error *err) {
  const plan_variant *v = s->variant;
  s->steps = NEW_ARRAY(&s->keep, cpu_step, v->op_count);
  for (uint32_t i = 0; i < v->op_count; i++) {
    const plan_op *o = &v->ops[i];
    s->steps[i].op = o;
    s->steps[i].precision = precision_text(&s->keep, v, o);
    s->steps[i].in = NEW_ARRAY(&s->keep, const tensor *, o->in_count);
    if (s->keeps) s->steps[i].again = NEW_ARRAY(&s->keep, void *, o->out_count + 1);
    for (uint32_t k = 0; k < o->in_count; k++) {
      uint32_t id = o->in[k];
      if (id == PLAN_NO_VALUE) continue;
      cpu_form form = cpu_input_form(v, o, k, (s->flags & SESSION_LEAN) != 0);
      s->steps[i].in[k] = form == FORM_STORED ? &s->values[id] : &s->weights->forms[form][id];
    }
    TRY(cpu_make_control(s, i, err));
  }
  return FP8C_OK;
}

static bool all_sizes_fixed(const plan *p, fp8c_tensor *inputs) {
  for (uint32_t i = 0; i < p->input_count; i++) {
    inputs[i] = (fp8c_tensor){.dtype = p->inputs[i].dtype, .rank = p->inputs[i].rank};
    for (int k = 0; k < p->inputs[i].rank; k++) {
      if (p->inputs[i].dims[k] < 0) return false;
      inputs[i].shape[k] = p->inputs[i].dims[k];
    }
  }
  return true;
}

static fp8c_status make_ready(cpu_state *s, fp8c_error *err) {
  const plan_variant *v = s->variant;
  s->values = NEW_ARRAY(&s->keep, tensor, v->value_count);
  s->homes = NEW_ARRAY(&s->keep, value_home, v->value_count);
  s->alias_of = NEW_ARRAY(&s->keep, uint32_t, v->value_count);
  s->last_use = NEW_ARRAY(&s->keep, uint32_t, v->value_count);
  s->owned = NEW_ARRAY(&s->keep, void *, v->value_count);
  s->key = NEW_ARRAY(&s->keep, fp8c_tensor, s->plan->input_count);
  s->view_copies = NEW_ARRAY(&s->keep, tensor, s->plan->output_count);
  if (s->keeps) {
    s->changed = NEW_ARRAY(&s->keep, cpu_change, v->value_count);
    s->kept = NEW_ARRAY(&s->keep, tensor, v->value_count);
    s->again_owned = NEW_ARRAY(&s->keep, void *, v->value_count);
  }
  TRY(cpu_load_weights(s, err));
  TRY(make_steps(s, err));
  fp8c_tensor *inputs = NEW_ARRAY(&s->keep, fp8c_tensor, s->plan->input_count);
  if (all_sizes_fixed(s->plan, inputs)) TRY(cpu_prepare(s, inputs, err));
  return FP8C_OK;
}

static void cpu_destroy(device_state *s) {
  if (!s) return;
  for (uint32_t i = 0; s->steps && i < s->variant->op_count; i++) cpu_free_control(s, i);
  if (s->again_owned) cpu_forget_rerun(s);
  if (s->owned) cpu_free_owned(s);
  host_free(s->again);
  host_free(s->memory);
  arena_free(&s->scratch);
  arena_free(&s->shapes);
  arena_free(&s->keep);
  if (s->weights) shared_give_back(&s->weights->head);
  host_free(s);
}

static fp8c_status cpu_create(program_view program, const fp8c_session_options *options,
                              int ordinal, pool *threads, device_state **out, fp8c_error *err) {
  (void)ordinal;
  *out = NULL;
  cpu_state *s = host_alloc(sizeof *s);
  if (!s) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory while creating a session");
  arena_init(&s->keep, &s->guard);
  arena_init(&s->shapes, &s->guard);
  arena_init(&s->scratch, &s->guard);
  s->scratch_start = arena_save(&s->scratch);
  s->plan = program.plan;
  s->source = program.source;
  s->shared = program.shared;
  s->variant = cpu_variant(program.plan);
  s->threads = threads;
  s->bodies = &device_cpu;
  s->flags = options->flags;
  s->keeps = (options->flags & SESSION_KEEP) != 0;
  if (setjmp(s->guard.jump)) {
    size_t wanted = s->guard.wanted_bytes;
    cpu_destroy(s);
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) while creating a session",
                wanted);
  }
  fp8c_status status = make_ready(s, err);
  if (status != FP8C_OK) {
    cpu_destroy(s);
    return status;
  }
  *out = s;
  return FP8C_OK;
}

/* ---- Asking ------------------------------------------------------------ */

static size_t cpu_step_count(const device_state *s) { return s->variant->op_count; }

static bool cpu_step_info(const device_state *s, size_t index, fp8c_step *out) {
  if (index >= s->variant->op_count) return false;
  const cpu_step *step = &s->steps[index];
  *out = (fp8c_step){
      .name = step->op->sources && *step->op->sources ? step->op->sources : step->op->name,
      .kind = "op",
      .kernel = step->op->op->name,
      .precision = step->precision,
      .runs = step->runs,
      .seconds = step->seconds};
  return true;
}

/* With the shapes of the last run. */
static bool cpu_step_work(const device_state *s, size_t index, step_work *out) {
  if (index >= s->variant->op_count) return false;
  const cpu_step *step = &s->steps[index];
  const plan_op *o = step->op;
  out->nodes = o->sources && *o->sources ? o->sources : o->name;
  if (step->skip || !step->call.op) return true;
  out->flops = 2 * op_macs(&step->call);
  for (uint32_t k = 0; k < o->in_count + o->out_count; k++) {
    uint32_t id = k < o->in_count ? o->in[k] : o->out[k - o->in_count];
    if (id == PLAN_NO_VALUE) continue;
    tensor t = s->values[id];
    if (s->homes[id] == HOME_CONST) /* as it is held */
      for (int form = FORM_REAL; form < FORM_COUNT; form++)
        if (s->weights->forms[form][id].data) t = s->weights->forms[form][id];
    if (tensor_shape_known(&t)) out->bytes += tensor_bytes(&t);
  }
  return true;
}

static void cpu_graph(const device_state *s, fp8c_graph_info *out) {
  (void)s;
  *out = (fp8c_graph_info){0};
}

static const char *cpu_graph_kernel(const device_state *s, size_t index) {
  (void)s;
  (void)index;
  return NULL;
}

const device device_cpu = {.kind = "cpu",
                           .create = cpu_create,
                           .destroy = cpu_destroy,
                           .run = cpu_run,
                           .enqueue = cpu_run,
                           .wait = cpu_wait,
                           .views = cpu_views,
                           .step_count = cpu_step_count,
                           .step = cpu_step_info,
                           .step_work = cpu_step_work,
                           .graph = cpu_graph,
                           .graph_kernel = cpu_graph_kernel,
                           .saturation = cpu_saturation,
                           .find_value = cpu_find_value,
                           .value = cpu_value,
                           .rerun = cpu_rerun,
                           .steps_begin = cpu_steps_begin,
                           .variant = cpu_variant_in_use,
                           .steps_run = cpu_steps_run,
                           .value_read = cpu_value_read,
                           .value_give = cpu_value_give,
                           .value_drop = cpu_value_drop,
                           .value_type = cpu_value_type};
