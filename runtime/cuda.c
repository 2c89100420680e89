/* cuda.c - the CUDA device: a plan's GPU variants made ready on one GPU.
 *
 * All device memory is allocated when the session is created: one block each for the
 * weights (uploaded once), the activations (shared by all variants, since one
 * runs at a time), the ports and the library's workspace.  The graphs of a plan of many
 * sizes are captured when a size runs first, and the oldest go.  A run copies host
 * tensors through pinned staging, launches one graph, and copies results back;
 * with device tensors it is the graph launch and nothing else.
 *
 * The primary context is pushed at the entry of each call and popped at its
 * end, so a caller's own context stays as it was. */
#include "runtime/cuda.h"
#include "base/chips.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "runtime/plan_tables.h"

/* ---- Variants --------------------------------------------------------------------------- */

/* Slots of states (state.h) lie in memory of their own on the GPU, so their ports need none here.
 */
static bool *ports_of_slots(device_state *s) {
  const plan *p = s->plan;
  const plan_memory *m = &p->memory;
  bool *of = NEW_ARRAY(&s->arena, bool, (size_t)p->input_count + p->output_count + 1);
  for (uint32_t i = 0; m->capacity && i < m->state_count; i++)
    of[m->states[i].input] = of[p->input_count + m->states[i].output] = true;
  return of;
}

/* Where the others lie: inputs in the port block and on their way in staging, outputs in results.
 */
static uint64_t lay_out_ports(device_state *s, cuda_variant *v, const bool *of_slots) {
  const plan *p = s->plan;
  v->input_offset = NEW_ARRAY(&s->arena, uint64_t, p->input_count + 1);
  v->output_offset = NEW_ARRAY(&s->arena, uint64_t, p->output_count + 1);
  uint64_t at = 0;
  for (uint32_t i = 0; i < p->input_count; i++) {
    v->input_offset[i] = at;
    if (!of_slots[i]) at += cuda_aligned(cuda_device_bytes(&v->v->values[v->v->inputs[i]]));
  }
  if (at > s->input_bytes) s->input_bytes = at;
  at = 0;
  for (uint32_t i = 0; i < p->output_count; i++) {
    v->output_offset[i] = at;
    if (!of_slots[p->input_count + i])
      at += cuda_aligned(cuda_device_bytes(&v->v->values[v->v->outputs[i]]));
  }
  return at;
}

static const char *gemm_text(device_state *s, const plan_gemm *g) {
  return arena_printf(&s->arena, "cublasLt %lldx%lldx%lld", (long long)g->m, (long long)g->n,
                      (long long)g->k);
}

static void see_use(const device_state *s, cuda_variant *v, uint32_t id, bool writes) {
  const plan_value *x = &v->v->values[plan_memory_of(v->v, id)];
  const plan_memory *m = &s->plan->memory;
  if (x->kind != PLAN_VALUE_INPUT) return;
  v->read[x->index] = true;
  v->continues |= writes && m->state_count && x->index == m->tokens;
}

/* Launches that write into a state, or what such a launch reads: the others give outputs or choose
 * the next token. */
static void find_for_states(device_state *s, cuda_variant *v) {
  const plan_variant *pv = v->v;
  const plan_memory *m = &s->plan->memory;
  bool *wanted = NEW_ARRAY(&s->arena, bool, pv->value_count + 1);
  v->for_states = NEW_ARRAY(&s->arena, bool, pv->launch_count + 1);
  for (uint32_t i = 0; i < m->state_count; i++)
    wanted[plan_memory_of(pv, pv->outputs[m->states[i].output])] =
        wanted[plan_memory_of(pv, pv->inputs[m->states[i].input])] = true;
  for (uint32_t i = pv->launch_count; i-- > 0;) {
    const plan_launch *l = &pv->launches[i];
    for (uint32_t k = 0; k < l->write_count; k++)
      v->for_states[i] |= wanted[plan_memory_of(pv, l->writes[k])];
    for (uint32_t k = 0; v->for_states[i] && k < l->read_count; k++)
      wanted[plan_memory_of(pv, l->reads[k])] = true;
  }
}

static void see_inputs(const device_state *s, cuda_variant *v) {
  const plan_variant *pv = v->v;
  for (uint32_t i = 0; i < pv->launch_count; i++) {
    const plan_launch *l = &pv->launches[i];
    for (uint32_t k = 0; k < l->read_count; k++) see_use(s, v, l->reads[k], false);
    for (uint32_t k = 0; k < l->write_count; k++) see_use(s, v, l->writes[k], true);
  }
  for (uint32_t i = 0; i < s->plan->output_count; i++) see_use(s, v, pv->outputs[i], false);
}

static fp8c_status prepare_steps(device_state *s, cuda_variant *v, fp8c_error *err) {
  const plan_variant *pv = v->v;
  cu_function *functions = NEW_ARRAY(&s->arena, cu_function, pv->kernel_count + 1);
  TRY(cuda_load_kernels(s, pv, functions, err));
  v->steps = NEW_ARRAY(&s->arena, cuda_step, pv->launch_count + 1);
  v->last_writer = NEW_ARRAY(&s->arena, uint32_t, pv->value_count + 1);
  v->read = NEW_ARRAY(&s->arena, bool, s->plan->input_count + 1);
  see_inputs(s, v);
  find_for_states(s, v);
  for (uint32_t i = 0; i < pv->launch_count; i++) {
    cuda_step *step = &v->steps[i];
    const plan_launch *l = &pv->launches[i];
    step->launch = l;
    for (uint32_t k = 0; k < l->write_count; k++) v->last_writer[l->writes[k]] = i;
    if (s->options.flags & FP8C_SESSION_TIMING)
      TRY(cuda_result(CU(s->cu->event_create(&step->before, 0)), err, "creating an event"));
    if (l->kind == PLAN_LAUNCH_KERNEL) {
      step->kernel = pv->kernels[l->kernel].symbol;
      step->function = functions[l->kernel];
      step->storage = NEW_ARRAY(&s->arena, uint64_t, l->arg_count + 1);
      step->parameters = NEW_ARRAY(&s->arena, void *, l->arg_count + 1);
      step->maps = NEW_ARRAY(&s->arena, void *, l->arg_count + 1);
      for (uint32_t k = 0; k < l->arg_count; k++) {
        bool map = l->args[k].kind == PLAN_ARG_MAP;
        if (map) step->maps[k] = arena_alloc(&s->arena, CU_MAP_BYTES);
        step->parameters[k] = map ? step->maps[k] : (void *)&step->storage[k];
      }
    } else if (l->kind == PLAN_LAUNCH_GEMM) {
      step->kernel = gemm_text(s, l->gemm);
      TRY(blas_plan_create(s, pv, l->gemm, l->name, &step->blas, err));
    } else if (l->kind == PLAN_LAUNCH_HOST) {
      step->kernel = "host";
      TRY(cuda_host_create(s, pv, step, err));
    } else {
      step->kernel = "copy";
    }
  }
  if (s->options.flags & FP8C_SESSION_TIMING)
    TRY(cuda_result(CU(s->cu->event_create(&v->last, 0)), err, "creating an event"));
  return FP8C_OK;
}

/* Runs of launches, host steps between them; the last may be empty. */
static void find_segments(device_state *s, cuda_variant *v) {
  const plan_variant *pv = v->v;
  cuda_segment part = {0};
  for (uint32_t i = 0; i < pv->launch_count; i++) {
    if (pv->launches[i].kind != PLAN_LAUNCH_HOST) continue;
    part.end = i;
    ARENA_PUSH(&s->arena, v->segments, v->segment_count, part);
    part.first = i + 1;
  }
  part.end = pv->launch_count;
  ARENA_PUSH(&s->arena, v->segments, v->segment_count, part);
}

static fp8c_status prepare_variant(device_state *s, cuda_variant *v, fp8c_error *err) {
  const plan *p = s->plan;
  size_t ports = (size_t)p->input_count + p->output_count;
  v->address = NEW_ARRAY(&s->arena, cu_pointer, v->v->value_count + 1);
  v->ports = NEW_ARRAY(&s->arena, cu_pointer, ports + 1);
  find_segments(s, v);
  v->input_on_host = NEW_ARRAY(&s->arena, bool, p->input_count + 1);
  v->given = NEW_ARRAY(&s->arena, bool, v->v->value_count + 1);
  if (cuda_has_host_steps(v)) v->host = NEW_ARRAY(&s->arena, fp8c_tensor, v->v->value_count);
  for (int i = 0; i < GRAPHS_KEPT; i++) {
    v->graphs[i].ports = NEW_ARRAY(&s->arena, cu_pointer, ports + 1);
    v->graphs[i].execs = NEW_ARRAY(&s->arena, cu_graph_exec, v->segment_count);
  }
  TRY(prepare_steps(s, v, err));
  /* Others are captured when they run first, and all whose slots' addresses are not known. */
  bool ahead = v - s->variants < GRAPHS_AHEAD && !p->memory.capacity;
  if ((s->options.flags & CUDA_STEPWISE) || !ahead) return FP8C_OK;
  for (uint32_t i = 0; i < p->input_count; i++) v->ports[i] = s->inputs + v->input_offset[i];
  const cuda_graph *made;
  return cuda_graph_for(s, v, &made, err);
}

static fp8c_status choose_variants(device_state *s, fp8c_error *err) {
  int major = 0, minor = 0;
  const plan *p = s->plan;
  TRY(cuda_capability(s->cu, s->device, &major, &minor, err));
  s->variants = NEW_ARRAY(&s->arena, cuda_variant, p->variant_count);
  for (uint32_t i = 0; i < p->variant_count; i++) {
    const plan_variant *v = &p->variants[i];
    if (!chip_code_runs(v->target, major, minor)) continue;
    s->variants[s->variant_count++].v = v;
    if (v->arena_bytes > s->activation_bytes) s->activation_bytes = v->arena_bytes;
    if (v->workspace_bytes > s->workspace_bytes) s->workspace_bytes = v->workspace_bytes;
    for (uint32_t k = 0; k < v->launch_count; k++) {
      if (v->launches[k].kind != PLAN_LAUNCH_HOST) continue;
      uint64_t bytes = cuda_host_bytes(v, &v->launches[k]);
      if (bytes > s->crossing_bytes) s->crossing_bytes = bytes;
    }
  }
  if (s->variant_count) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED,
              "the plan has no variant for GPU %d (compute capability %d.%d); the first is for %s",
              s->ordinal, major, minor, p->variants[0].target);
}

/* ---- Create and destroy ------------------------------------------------------------------ */

static void say(device_state *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(device_state *s, const char *format, ...) {
  if (!s->options.log) return;
  char line[512];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  s->options.log(s->options.user, FP8C_LOG_INFO, line);
}

static fp8c_status open_blas(device_state *s, fp8c_error *err) {
  bool wanted = false;
  for (uint32_t i = 0; i < s->variant_count; i++)
    for (uint32_t k = 0; k < s->variants[i].v->launch_count; k++)
      wanted = wanted || s->variants[i].v->launches[k].kind == PLAN_LAUNCH_GEMM;
  if (!wanted) return FP8C_OK;
  const blas_functions *f;
  TRY(cublaslt(&f, err));
  TRY(blas_result(seam_fails(SEAM_DRIVER) ? CU_UNKNOWN : f->create(&s->blas_handle), err,
                  "starting cuBLASLt"));
  s->blas = f;
  say(s, "cuBLASLt %zu", f->version());
  return FP8C_OK;
}

static fp8c_status build(device_state *s, fp8c_error *err) {
  TRY(choose_variants(s, err));
  TRY(open_blas(s, err));
  s->modules = NEW_ARRAY(&s->arena, cu_module, s->plan->blob_count + 1);
  s->shared_bytes = NEW_ARRAY(&s->arena, uint32_t, s->plan->blob_count + 1);
  for (uint32_t i = 0; i < s->variant_count; i++) cuda_count_shared(s, s->variants[i].v);
  s->stream = s->options.stream;
  if (!s->stream)
    TRY(cuda_result(CU(s->cu->stream_create(&s->stream, CU_UNORDERED_STREAM)), err,
                    "creating a stream"));
  TRY(cuda_result(CU(s->cu->stream_create(&s->capture_stream, CU_UNORDERED_STREAM)), err,
                  "creating a stream"));
  for (int i = 0; i < 4; i++)
    TRY(cuda_result(CU(s->cu->event_create(&s->marks[i], 0)), err, "creating an event"));
  const bool *of_slots = ports_of_slots(s);
  uint64_t results = 0;
  for (uint32_t i = 0; i < s->variant_count; i++) {
    uint64_t bytes = lay_out_ports(s, &s->variants[i], of_slots);
    if (bytes > results) results = bytes;
  }
  TRY(cuda_load_weights(s, err));
  TRY(cuda_allocate(s, s->activation_bytes, "the activations", &s->activations, err));
  TRY(cuda_allocate(s, s->input_bytes, "the inputs", &s->inputs, err));
  TRY(cuda_allocate(s, s->workspace_bytes, "cuBLASLt's workspace", &s->workspace, err));
  if (s->input_bytes)
    TRY(cuda_result(CU(s->cu->host_alloc((void **)&s->staging, s->input_bytes, 0)), err,
                    "allocating %llu bytes of pinned memory", (unsigned long long)s->input_bytes));
  /* Of a prompt's logits, which may be large, few are ever wanted. */
  if (!s->plan->memory.capacity) TRY(cuda_make_results(s, results, err));
  if (s->crossing_bytes)
    TRY(cuda_result(CU(s->cu->host_alloc((void **)&s->crossing, s->crossing_bytes, 0)), err,
                    "allocating %llu bytes of pinned memory for host steps",
                    (unsigned long long)s->crossing_bytes));
  for (uint32_t i = 0; i < s->variant_count; i++) TRY(prepare_variant(s, &s->variants[i], err));
  s->current = &s->variants[0];
  return FP8C_OK;
}

static void cuda_free_variant(device_state *s, cuda_variant *v) {
  for (int i = 0; i < GRAPHS_KEPT; i++) cuda_graph_drop(s, v, &v->graphs[i]);
  for (uint32_t i = 0; v->steps && i < v->v->launch_count; i++) {
    blas_plan_free(s, &v->steps[i].blas);
    cuda_host_free(&v->steps[i]);
    if (v->steps[i].before) s->cu->event_destroy(v->steps[i].before);
  }
  if (v->last) s->cu->event_destroy(v->last);
}

static void cuda_destroy(device_state *s) {
  if (!s) return;
  cu_context unused;
  if (s->context && s->cu->context_push(s->context) == CU_OK) {
    if (s->stream) s->cu->stream_wait(s->stream);
    for (uint32_t i = 0; i < s->variant_count; i++) cuda_free_variant(s, &s->variants[i]);
    for (int i = 0; i < 4; i++)
      if (s->marks[i]) s->cu->event_destroy(s->marks[i]);
    if (s->blas_handle) s->blas->destroy(s->blas_handle);
    for (uint32_t i = 0; s->modules && i < s->plan->blob_count; i++)
      if (s->modules[i]) s->cu->module_unload(s->modules[i]);
    if (s->weights) shared_give_back(&s->weights->head);
    cuda_release(s, s->activations);
    cuda_release(s, s->inputs);
    cuda_release(s, s->workspace);
    if (s->staging) s->cu->host_free(s->staging);
    if (s->results) s->cu->host_free(s->results);
    if (s->ring) s->cu->host_free(s->ring);
    if (s->crossing) s->cu->host_free(s->crossing);
    if (s->capture_stream) s->cu->stream_destroy(s->capture_stream);
    if (s->stream && !s->options.stream) s->cu->stream_destroy(s->stream);
    s->cu->context_pop(&unused);
  }
  if (s->context) s->cu->context_release(s->device);
  arena_free(&s->arena);
  host_free(s);
}

static fp8c_status cuda_create(program_view program, const fp8c_session_options *options,
                               int ordinal, pool *threads, device_state **out, fp8c_error *err) {
  *out = NULL;
  const cuda_functions *cu;
  TRY(cuda_driver(&cu, err));
  device_state *s = host_alloc(sizeof *s);
  if (!s) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory while creating a session");
  s->cu = cu;
  s->plan = program.plan;
  s->source = program.source;
  s->shared = program.shared;
  s->options = *options;
  s->ordinal = ordinal;
  s->threads = threads;
  arena_init(&s->arena, &s->guard);
  volatile bool entered = false;
  cu_context unused;
  if (setjmp(s->guard.jump)) {
    size_t wanted = s->guard.wanted_bytes;
    if (entered) cu->context_pop(&unused);
    cuda_destroy(s);
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) while creating a session",
                wanted);
  }
  fp8c_status status = cuda_open_device(cu, ordinal, &s->device, err);
  if (status == FP8C_OK)
    status = cuda_result(CU(cu->context_retain(&s->context, s->device)), err,
                         "opening the context of GPU %d", ordinal);
  if (status == FP8C_OK)
    status = cuda_result(CU(cu->context_push(s->context)), err, "entering the context");
  if (status == FP8C_OK) {
    entered = true;
    status = build(s, err);
    entered = false;
    cu->context_pop(&unused);
  }
  if (status != FP8C_OK) {
    cuda_destroy(s);
    return status;
  }
  *out = s;
  return FP8C_OK;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static size_t cuda_step_count(const device_state *s) { return s->current->v->launch_count; }

static bool cuda_step_at(const device_state *s, size_t index, fp8c_step *out) {
  static const char *const kinds[] = {[PLAN_LAUNCH_KERNEL] = "kernel",
                                      [PLAN_LAUNCH_GEMM] = "gemm",
                                      [PLAN_LAUNCH_COPY] = "copy",
                                      [PLAN_LAUNCH_HOST] = "host"};
  if (index >= s->current->v->launch_count) return false;
  const cuda_step *step = &s->current->steps[index];
  *out = (fp8c_step){.name = step->launch->name,
                     .kind = kinds[step->launch->kind],
                     .kernel = step->kernel,
                     .precision = step->launch->precision,
                     .runs = step->runs,
                     .seconds = step->seconds};
  return true;
}

static bool cuda_step_work(const device_state *s, size_t index, step_work *out) {
  if (index >= s->current->v->launch_count) return false;
  const plan_launch *l = s->current->steps[index].launch;
  *out = (step_work){.nodes = l->sources && *l->sources ? l->sources : l->name,
                     .flops = l->flops,
                     .bytes = l->bytes_moved};
  return true;
}

static void cuda_graph_info(const device_state *s, fp8c_graph_info *out) {
  *out = s->current->info;
}

static const char *cuda_graph_kernel(const device_state *s, size_t index) {
  const cuda_variant *v = s->current;
  return index < v->info.kernel_nodes ? v->kernel_names[index] : NULL;
}

static void *cuda_stream(const device_state *s) { return s->stream; }

const device device_cuda = {.kind = "cuda",
                            .create = cuda_create,
                            .destroy = cuda_destroy,
                            .run = cuda_run,
                            .enqueue = cuda_enqueue,
                            .wait = cuda_wait,
                            .stream = cuda_stream,
                            .views = cuda_views,
                            .timed_run = cuda_timed_run,
                            .step_count = cuda_step_count,
                            .step = cuda_step_at,
                            .step_work = cuda_step_work,
                            .graph = cuda_graph_info,
                            .graph_kernel = cuda_graph_kernel,
                            .steps_begin = cuda_steps_begin,
                            .variant = cuda_variant_in_use,
                            .steps_run = cuda_steps_run,
                            .value_read = cuda_value_read,
                            .continues = cuda_continues,
                            .run_on = cuda_run_on,
                            .run_for_states = cuda_run_for_states,
                            .fetch = cuda_fetch,
                            .memory = cuda_memory,
                            .memory_free = cuda_memory_free,
                            .memory_read = cuda_memory_read,
                            .memory_write = cuda_memory_write,
                            .memory_copy = cuda_memory_copy};
