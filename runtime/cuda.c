/* cuda.c - the CUDA device: a plan's GPU variants made ready on one GPU.
 *
 * Everything is allocated when the session is created: one block each for the
 * weights (uploaded once), the activations (shared by all variants, since one
 * runs at a time), the ports and the library's workspace.  A run copies host
 * tensors through pinned staging, launches one graph, and copies results back;
 * with device tensors it is the graph launch and nothing else.
 *
 * The primary context is pushed at the entry of each call and popped at its
 * end, so a caller's own context stays as it was. */
#include "runtime/cuda.h"
#include "base/chips.h"
#include "base/clock.h"

#include <stdio.h>
#include <string.h>

#include "base/size.h"
#include "base/text.h"
#include "runtime/plan_tables.h"

#define ALIGNMENT 256

/* ---- Devices and targets ----------------------------------------------------- */

int cuda_device_count(void) {
  const cuda_functions *cu;
  int count = 0;
  if (cuda_driver(&cu, NULL) != FP8C_OK || CU(cu->device_count(&count)) != CU_OK) return 0;
  return count;
}

static fp8c_status capability(const cuda_functions *cu, cu_device d, int *major, int *minor,
                              fp8c_error *err) {
  TRY(cuda_result(CU(cu->device_attribute(major, CU_COMPUTE_MAJOR, d)), err,
                  "asking for the GPU's compute capability"));
  return cuda_result(CU(cu->device_attribute(minor, CU_COMPUTE_MINOR, d)), err,
                     "asking for the GPU's compute capability");
}

static fp8c_status open_device(const cuda_functions *cu, int ordinal, cu_device *d,
                               fp8c_error *err) {
  int count = 0;
  TRY(cuda_result(CU(cu->device_count(&count)), err, "counting GPUs"));
  if (ordinal < 0 || ordinal >= count)
    return fail(err, FP8C_ERROR_NO_DEVICE, "there is no GPU %d; the driver shows %d", ordinal,
                count);
  return cuda_result(CU(cu->device_get(d, ordinal)), err, "opening GPU %d", ordinal);
}

fp8c_status cuda_device_target(int ordinal, char out[16], fp8c_error *err) {
  const cuda_functions *cu;
  cu_device d;
  int major = 0, minor = 0;
  out[0] = 0;
  TRY(cuda_driver(&cu, err));
  TRY(open_device(cu, ordinal, &d, err));
  TRY(capability(cu, d, &major, &minor, err));
  const char *code = chip_code_for(major, minor);
  if (code) {
    snprintf(out, 16, "%s", code);
    return FP8C_OK;
  }
  return fail(err, FP8C_ERROR_UNSUPPORTED,
              "GPU %d has compute capability %d.%d, which fp8c makes no code for", ordinal, major,
              minor);
}

bool cuda_device_runs(int ordinal, const char *target) {
  const cuda_functions *cu;
  cu_device d;
  int major = 0, minor = 0;
  return cuda_driver(&cu, NULL) == FP8C_OK && open_device(cu, ordinal, &d, NULL) == FP8C_OK &&
         capability(cu, d, &major, &minor, NULL) == FP8C_OK && chip_code_runs(target, major, minor);
}

bool cuda_device_peaks(int ordinal, device_peaks *out) {
  const cuda_functions *cu;
  cu_device d;
  int major = 0, minor = 0, clock = 0, processors = 0, memory_clock = 0, bits = 0;
  *out = (device_peaks){0};
  if (cuda_driver(&cu, NULL) != FP8C_OK || open_device(cu, ordinal, &d, NULL) != FP8C_OK ||
      capability(cu, d, &major, &minor, NULL) != FP8C_OK ||
      CU(cu->device_attribute(&clock, CU_CLOCK_KHZ, d)) != CU_OK ||
      CU(cu->device_attribute(&processors, CU_PROCESSORS, d)) != CU_OK ||
      CU(cu->device_attribute(&memory_clock, CU_MEMORY_CLOCK_KHZ, d)) != CU_OK ||
      CU(cu->device_attribute(&bits, CU_MEMORY_BITS, d)) != CU_OK)
    return false;
  out->processors = processors;
  out->clock = clock * 1e3;
  out->bytes = 2.0 * memory_clock * 1e3 * bits / 8; /* two transfers a clock */
  const chip_row *c = chip_of_gpu(major, minor);
  if (c) {
    out->fp8 = c->fp8_per_clock * processors * out->clock;
    out->bf16 = c->bf16_per_clock * processors * out->clock;
    out->f32 = c->f32_per_clock * processors * out->clock;
  }
  return out->fp8 > 0 && out->bytes > 0;
}

bool cuda_device_for(const char *target, device_identity *out) {
  const cuda_functions *cu;
  *out = (device_identity){0};
  if (cuda_driver(&cu, NULL) != FP8C_OK) return false;
  for (; out->ordinal < cuda_device_count(); out->ordinal++) {
    cu_device d;
    int major = 0, minor = 0, version = 0, facts[5];
    static const int asked[] = {CU_PROCESSORS, CU_CLOCK_KHZ, CU_MEMORY_CLOCK_KHZ, CU_MEMORY_BITS,
                                CU_CACHE_BYTES};
    char name[64] = "", own[64], driver[32] = "";
    double clock, power;
    if (open_device(cu, out->ordinal, &d, NULL) != FP8C_OK ||
        capability(cu, d, &major, &minor, NULL) != FP8C_OK || !chip_code_runs(target, major, minor))
      continue;
    bool known = CU(cu->device_name(name, sizeof name - 1, d)) == CU_OK &&
                 CU(cu->driver_version(&version)) == CU_OK;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
      known = known && CU(cu->device_attribute(&facts[i], asked[i], d)) == CU_OK;
    if (!known) continue;
    (void)cuda_device_state(out->ordinal, &clock, &power, own, driver);
    snprintf(out->text, sizeof out->text,
             "%s, %d multiprocessors, %d MHz, memory %d MHz x %d bits, driver %s%sCUDA %d.%d", name,
             facts[0], facts[1] / 1000, facts[2] / 1000, facts[3], driver, *driver ? ", " : "",
             version / 1000, version % 1000 / 10);
    out->cache_bytes = facts[4] > 0 ? (uint64_t)facts[4] : 0;
    return true;
  }
  return false;
}

uint64_t cublaslt_version(void) {
  const blas_functions *f;
  return cublaslt(&f, NULL) == FP8C_OK ? (uint64_t)f->version() : 0;
}

/* ---- Memory ---------------------------------------------------------------------- */

static fp8c_status allocate(device_state *s, uint64_t bytes, const char *what, cu_pointer *out,
                            fp8c_error *err) {
  *out = 0;
  if (bytes == 0) return FP8C_OK;
  if (s->options.device_alloc) {
    void *p = seam_fails(SEAM_DRIVER) ? NULL : s->options.device_alloc(s->options.user, bytes);
    if (!p)
      return fail(err, FP8C_ERROR_DEVICE_MEMORY, "the caller's allocator has no %llu bytes for %s",
                  (unsigned long long)bytes, what);
    *out = (cu_pointer)(uintptr_t)p;
    if (*out % ALIGNMENT == 0) return FP8C_OK;
    return fail(err, FP8C_ERROR_ARGUMENT,
                "the caller's allocator gave %p for %s; expected a multiple of %d", p, what,
                ALIGNMENT);
  }
  cu_result r = CU(s->cu->alloc(out, bytes));
  if (r != CU_OUT_OF_MEMORY) return cuda_result(r, err, "allocating %s", what);
  size_t free_bytes = 0, total = 0;
  *out = 0;
  if (CU(s->cu->memory_info(&free_bytes, &total)) != CU_OK) free_bytes = 0;
  return fail(err, FP8C_ERROR_DEVICE_MEMORY,
              "%llu bytes of device memory wanted for %s; %zu of %zu are free",
              (unsigned long long)bytes, what, free_bytes, total);
}

static void release(device_state *s, cu_pointer p) {
  if (!p) return;
  if (s->options.device_free)
    s->options.device_free(s->options.user, (void *)(uintptr_t)p);
  else
    s->cu->free(p);
}

static uint64_t aligned(uint64_t bytes) { return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

/* On the device. */
static uint64_t value_bytes(const plan_value *v) {
  return v->kind == PLAN_VALUE_HOST ? 0 : cuda_value_bytes(v);
}

/* ---- Weights ---------------------------------------------------------------------- */

#define UPLOAD_BYTES ((uint64_t)8 << 20)

static fp8c_status upload(device_state *s, uint32_t blob, uint8_t *pinned, fp8c_error *err) {
  uint64_t bytes = s->plan->blobs[blob].bytes;
  for (uint64_t at = 0; at < bytes; at += UPLOAD_BYTES) {
    uint64_t n = bytes - at < UPLOAD_BYTES ? bytes - at : UPLOAD_BYTES;
    TRY(plan_read_range(s->plan, s->source, blob, at, pinned, n, err));
    TRY(cuda_result(CU(s->cu->to_device(s->constants[blob] + at, pinned, n, s->stream)), err,
                    "uploading weights"));
    TRY(cuda_result(CU(s->cu->stream_wait(s->stream)), err, "uploading weights"));
  }
  return FP8C_OK;
}

/* Constants of all variants in one block, each blob once. */
static fp8c_status load_weights(device_state *s, fp8c_error *err) {
  const plan *p = s->plan;
  uint64_t *offset = NEW_ARRAY(&s->arena, uint64_t, p->blob_count + 1);
  bool *used = NEW_ARRAY(&s->arena, bool, p->blob_count + 1);
  s->constants = NEW_ARRAY(&s->arena, cu_pointer, p->blob_count + 1);
  uint64_t total = 0;
  for (uint32_t i = 0; i < s->variant_count; i++) {
    const plan_variant *v = s->variants[i].v;
    for (uint32_t k = 0; k < v->value_count; k++) {
      if (v->values[k].kind != PLAN_VALUE_CONST || used[v->values[k].index]) continue;
      uint32_t blob = v->values[k].index;
      used[blob] = true;
      offset[blob] = total;
      total += aligned(p->blobs[blob].bytes ? p->blobs[blob].bytes : 1);
    }
  }
  TRY(allocate(s, total, "the weights", &s->weights, err));
  void *pinned = NULL;
  TRY(cuda_result(CU(s->cu->host_alloc(&pinned, UPLOAD_BYTES, 0)), err,
                  "allocating pinned memory for the upload"));
  fp8c_status status = FP8C_OK;
  for (uint32_t i = 0; i < p->blob_count && status == FP8C_OK; i++) {
    if (!used[i]) continue;
    s->constants[i] = s->weights + offset[i];
    status = upload(s, i, pinned, err);
  }
  s->cu->host_free(pinned);
  return status;
}

/* ---- Kernels ------------------------------------------------------------------------ */

static fp8c_status load_module(device_state *s, const plan_kernel *k, cu_module *out,
                               fp8c_error *err) {
  cu_module *m = &s->modules[k->blob];
  if (!*m) {
    uint64_t bytes = s->plan->blobs[k->blob].bytes;
    void *image = host_alloc(bytes);
    if (!image)
      return fail(err, FP8C_ERROR_NO_MEMORY, "no memory for a cubin of %llu bytes",
                  (unsigned long long)bytes);
    fp8c_status status = plan_read_blob(s->plan, s->source, k->blob, image, err);
    if (status == FP8C_OK)
      status = cuda_result(CU(s->cu->module_load(m, image)), err, "loading kernel %s", k->symbol);
    host_free(image);
    TRY(status);
  }
  *out = *m;
  return FP8C_OK;
}

static fp8c_status load_kernels(device_state *s, const plan_variant *v, cu_function *functions,
                                fp8c_error *err) {
  for (uint32_t i = 0; i < v->kernel_count; i++) {
    cu_module m;
    TRY(load_module(s, &v->kernels[i], &m, err));
    TRY(cuda_result(CU(s->cu->module_function(&functions[i], m, v->kernels[i].symbol)), err,
                    "finding kernel %s in its cubin", v->kernels[i].symbol));
    uint32_t shared = 0;
    for (uint32_t k = 0; k < v->launch_count; k++)
      if (v->launches[k].kind == PLAN_LAUNCH_KERNEL && v->launches[k].kernel == i &&
          v->launches[k].shared_bytes > shared)
        shared = v->launches[k].shared_bytes;
    if (shared > 48 << 10) /* beyond what a kernel may have unasked */
      TRY(cuda_result(
          CU(s->cu->function_set(functions[i], CU_MAX_DYNAMIC_SHARED_BYTES, (int)shared)), err,
          "giving kernel %s %u bytes of shared memory", v->kernels[i].symbol, shared));
  }
  return FP8C_OK;
}

/* ---- Variants --------------------------------------------------------------------------- */

/* Where ports lie: inputs in the port block and, like outputs, in staging. */
static void lay_out_ports(device_state *s, cuda_variant *v) {
  const plan *p = s->plan;
  v->input_offset = NEW_ARRAY(&s->arena, uint64_t, p->input_count + 1);
  v->output_offset = NEW_ARRAY(&s->arena, uint64_t, p->output_count + 1);
  uint64_t at = 0;
  for (uint32_t i = 0; i < p->input_count; i++) {
    v->input_offset[i] = at;
    at += aligned(value_bytes(&v->v->values[v->v->inputs[i]]));
  }
  v->input_bytes = at;
  for (uint32_t i = 0; i < p->output_count; i++) {
    v->output_offset[i] = at;
    at += aligned(value_bytes(&v->v->values[v->v->outputs[i]]));
  }
  v->staging_bytes = at;
  if (v->input_bytes > s->input_bytes) s->input_bytes = v->input_bytes;
  if (at > s->staging_bytes) s->staging_bytes = at;
}

static const char *gemm_text(device_state *s, const plan_gemm *g) {
  return arena_printf(&s->arena, "cublasLt %lldx%lldx%lld", (long long)g->m, (long long)g->n,
                      (long long)g->k);
}

static fp8c_status prepare_steps(device_state *s, cuda_variant *v, fp8c_error *err) {
  const plan_variant *pv = v->v;
  cu_function *functions = NEW_ARRAY(&s->arena, cu_function, pv->kernel_count + 1);
  TRY(load_kernels(s, pv, functions, err));
  v->steps = NEW_ARRAY(&s->arena, cuda_step, pv->launch_count + 1);
  v->last_writer = NEW_ARRAY(&s->arena, uint32_t, pv->value_count + 1);
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
  cuda_segment part = {0, 0};
  for (uint32_t i = 0; i < pv->launch_count; i++) {
    if (pv->launches[i].kind != PLAN_LAUNCH_HOST) continue;
    part.end = i;
    ARENA_PUSH(&s->arena, v->segments, v->segment_count, part);
    part.first = i + 1;
  }
  part.end = pv->launch_count;
  ARENA_PUSH(&s->arena, v->segments, v->segment_count, part);
}

static bool has_host_steps(const cuda_variant *v) { return v->segment_count > 1; }

#define STEPWISE (FP8C_SESSION_NO_GRAPH | FP8C_SESSION_CHECK)

static fp8c_status prepare_variant(device_state *s, cuda_variant *v, fp8c_error *err) {
  const plan *p = s->plan;
  size_t ports = (size_t)p->input_count + p->output_count;
  v->address = NEW_ARRAY(&s->arena, cu_pointer, v->v->value_count + 1);
  v->ports = NEW_ARRAY(&s->arena, cu_pointer, ports + 1);
  find_segments(s, v);
  v->input_on_host = NEW_ARRAY(&s->arena, bool, p->input_count + 1);
  v->given = NEW_ARRAY(&s->arena, bool, v->v->value_count + 1);
  if (has_host_steps(v)) v->host = NEW_ARRAY(&s->arena, fp8c_tensor, v->v->value_count);
  for (int i = 0; i < GRAPHS_KEPT; i++) {
    v->graphs[i].ports = NEW_ARRAY(&s->arena, cu_pointer, ports + 1);
    v->graphs[i].execs = NEW_ARRAY(&s->arena, cu_graph_exec, v->segment_count);
  }
  TRY(prepare_steps(s, v, err));
  if (s->options.flags & STEPWISE) return FP8C_OK;
  for (uint32_t i = 0; i < p->input_count; i++) v->ports[i] = s->inputs + v->input_offset[i];
  const cuda_graph *made;
  return cuda_graph_for(s, v, &made, err);
}

static fp8c_status choose_variants(device_state *s, fp8c_error *err) {
  int major = 0, minor = 0;
  const plan *p = s->plan;
  TRY(capability(s->cu, s->device, &major, &minor, err));
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
  s->stream = s->options.stream;
  if (!s->stream)
    TRY(cuda_result(CU(s->cu->stream_create(&s->stream, CU_UNORDERED_STREAM)), err,
                    "creating a stream"));
  TRY(cuda_result(CU(s->cu->stream_create(&s->capture_stream, CU_UNORDERED_STREAM)), err,
                  "creating a stream"));
  for (int i = 0; i < 4; i++)
    TRY(cuda_result(CU(s->cu->event_create(&s->marks[i], 0)), err, "creating an event"));
  for (uint32_t i = 0; i < s->variant_count; i++) lay_out_ports(s, &s->variants[i]);
  TRY(load_weights(s, err));
  TRY(allocate(s, s->activation_bytes, "the activations", &s->activations, err));
  TRY(allocate(s, s->input_bytes, "the inputs", &s->inputs, err));
  TRY(allocate(s, s->workspace_bytes, "cuBLASLt's workspace", &s->workspace, err));
  if (s->staging_bytes)
    TRY(cuda_result(CU(s->cu->host_alloc((void **)&s->staging, s->staging_bytes, 0)), err,
                    "allocating %llu bytes of pinned memory",
                    (unsigned long long)s->staging_bytes));
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
    release(s, s->weights);
    release(s, s->activations);
    release(s, s->inputs);
    release(s, s->workspace);
    if (s->staging) s->cu->host_free(s->staging);
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
  fp8c_status status = open_device(cu, ordinal, &s->device, err);
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

/* ---- Running ------------------------------------------------------------------------------ */

static bool shapes_match(const plan_value *x, const fp8c_tensor *t) {
  if (x->rank != t->rank) return false;
  for (int i = 0; i < x->rank; i++)
    if (x->dims[i] != t->shape[i]) return false;
  return true;
}

static void add_shape(char *out, size_t capacity, const char *name, const fp8c_tensor *t) {
  size_t n = strlen(out);
  n += (size_t)snprintf(out + n, capacity - n, "%s%.40s [", n ? ", " : "", name);
  for (int i = 0; i < t->rank && n < capacity; i++)
    n += (size_t)snprintf(out + n, capacity - n, "%s%lld", i ? ", " : "", (long long)t->shape[i]);
  if (n < capacity) snprintf(out + n, capacity - n, "]");
}

static fp8c_status select_variant(device_state *s, const fp8c_tensor *inputs, fp8c_error *err) {
  const plan *p = s->plan;
  for (uint32_t i = 0; i < s->variant_count; i++) {
    const plan_variant *v = s->variants[i].v;
    bool match = true;
    for (uint32_t k = 0; k < p->input_count && match; k++)
      match = shapes_match(&v->values[v->inputs[k]], &inputs[k]);
    if (!match) continue;
    s->current = &s->variants[i];
    return FP8C_OK;
  }
  char found[400] = "", have[300] = "";
  for (uint32_t k = 0; k < p->input_count && strlen(found) < 300; k++)
    add_shape(found, sizeof found, p->inputs[k].name, &inputs[k]);
  for (uint32_t i = 0; i < s->variant_count && strlen(have) < 200; i++) {
    size_t n = strlen(have);
    snprintf(have + n, sizeof have - n, "%s\"%.60s\"", n ? ", " : "", s->variants[i].v->profile);
  }
  return fail(err, FP8C_ERROR_ARGUMENT,
              "no variant of the plan takes %s; it has %s (compile with --dim for more)", found,
              have);
}

static fp8c_status check_outputs(device_state *s, const fp8c_tensor *outputs, fp8c_error *err) {
  const plan_variant *v = s->current->v;
  for (uint32_t i = 0; outputs && i < s->plan->output_count; i++)
    if (v->values[v->outputs[i]].kind != PLAN_VALUE_HOST && /* its shape is the run's to tell */
        !shapes_match(&v->values[v->outputs[i]], &outputs[i])) {
      char found[300] = "";
      add_shape(found, sizeof found, s->plan->outputs[i].name, &outputs[i]);
      return fail(err, FP8C_ERROR_ARGUMENT, "output %s has another shape than profile \"%s\" gives",
                  found, v->profile);
    }
  return FP8C_OK;
}

/* A tensor kernels may use in place: on the device, as aligned as they assume. */
static bool usable(const fp8c_tensor *t) {
  return t->place == FP8C_PLACE_DEVICE && (uintptr_t)t->data % 16 == 0;
}

static cu_pointer device_address(const fp8c_tensor *t) { return (cu_pointer)(uintptr_t)t->data; }

static void choose_ports(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs) {
  cuda_variant *v = s->current;
  const plan *p = s->plan;
  for (uint32_t i = 0; i < p->input_count; i++) {
    v->ports[i] = usable(&inputs[i]) ? device_address(&inputs[i]) : s->inputs + v->input_offset[i];
    v->input_on_host[i] = inputs[i].place == FP8C_PLACE_HOST;
  }
  memset(v->given, 0, v->v->value_count * sizeof *v->given);
  for (uint32_t i = 0; i < p->output_count; i++) {
    cu_pointer *to = &v->ports[p->input_count + i];
    *to = 0;
    if (!outputs || !usable(&outputs[i])) continue;
    uint32_t root = plan_memory_of(v->v, v->v->outputs[i]);
    /* One value, two outputs: the second is copied. */
    if (v->v->values[root].kind != PLAN_VALUE_TEMP || v->given[root]) continue;
    *to = device_address(&outputs[i]);
    v->given[root] = *to != 0;
  }
}

static fp8c_status send_inputs(device_state *s, const fp8c_tensor *inputs, fp8c_error *err) {
  cuda_variant *v = s->current;
  for (uint32_t i = 0; i < s->plan->input_count; i++) {
    const fp8c_tensor *t = &inputs[i];
    size_t bytes = fp8c_tensor_bytes(t);
    cu_pointer to = s->inputs + v->input_offset[i];
    if (bytes == 0 || usable(t)) continue;
    cu_result r;
    if (t->place == FP8C_PLACE_DEVICE) {
      r = CU(s->cu->on_device(to, device_address(t), bytes, s->stream));
    } else {
      memcpy(s->staging + v->input_offset[i], t->data, bytes);
      r = CU(s->cu->to_device(to, s->staging + v->input_offset[i], bytes, s->stream));
    }
    TRY(cuda_result(r, err, "copying input \"%s\" to the GPU", s->plan->inputs[i].name));
  }
  return FP8C_OK;
}

/* What a host step gave as an output, for the caller's tensor. */
static fp8c_status fetch_from_host(device_state *s, uint32_t i, const fp8c_tensor *output,
                                   fp8c_error *err) {
  const fp8c_tensor *have = &s->current->host[s->current->v->outputs[i]];
  bool same = have->rank == output->rank;
  for (int d = 0; same && d < have->rank; d++) same = have->shape[d] == output->shape[d];
  if (!same) {
    char found[300] = "", given[300] = "";
    add_shape(found, sizeof found, s->plan->outputs[i].name, output);
    add_shape(given, sizeof given, "", have);
    return fail(err, FP8C_ERROR_ARGUMENT, "output %s: this run gives%s", found, given);
  }
  size_t bytes = fp8c_tensor_bytes(have);
  if (bytes == 0) return FP8C_OK;
  if (output->place == FP8C_PLACE_DEVICE)
    return cuda_result(CU(s->cu->to_device(device_address(output), have->data, bytes, s->stream)),
                       err, "copying output \"%s\" to the GPU", s->plan->outputs[i].name);
  memcpy(output->data, have->data, bytes);
  return FP8C_OK;
}

/* Device outputs that were not written in place, and host ones into staging. */
static fp8c_status fetch_outputs(device_state *s, const fp8c_tensor *outputs, fp8c_error *err) {
  cuda_variant *v = s->current;
  const plan *p = s->plan;
  for (uint32_t i = 0; i < p->output_count; i++) {
    uint32_t id = v->v->outputs[i];
    uint64_t bytes = value_bytes(&v->v->values[id]);
    if (outputs && v->v->values[id].kind == PLAN_VALUE_HOST)
      TRY(fetch_from_host(s, i, &outputs[i], err));
    if (bytes == 0 || v->ports[p->input_count + i]) continue;
    cu_result r;
    if (outputs && outputs[i].place == FP8C_PLACE_DEVICE)
      r = CU(s->cu->on_device(device_address(&outputs[i]), v->address[id], bytes, s->stream));
    else
      r = CU(s->cu->to_host(s->staging + v->output_offset[i], v->address[id], bytes, s->stream));
    TRY(cuda_result(r, err, "copying output \"%s\" from the GPU", p->outputs[i].name));
  }
  return FP8C_OK;
}

static fp8c_status clock_step(device_state *s, cu_event e, fp8c_error *err) {
  if (!(s->options.flags & FP8C_SESSION_TIMING)) return FP8C_OK;
  return cuda_result(CU(s->cu->event_record(e, s->stream)), err, "timing a step");
}

/* A graph for each segment, and what the host does between them. */
static fp8c_status execute_graphs(device_state *s, cuda_variant *v, const cuda_graph *g,
                                  fp8c_error *err) {
  for (uint32_t i = 0; i < v->segment_count; i++) {
    uint32_t end = v->segments[i].end;
    if (g->execs[i])
      TRY(cuda_result(CU(s->cu->graph_launch(g->execs[i], s->stream)), err, "launching the graph"));
    else if (end == v->v->launch_count) /* the run ends with a host step */
      TRY(clock_step(s, v->last, err));
    if (end == v->v->launch_count) return FP8C_OK;
    TRY(clock_step(s, v->steps[end].before, err));
    TRY(cuda_issue_step(s, v, &v->steps[end], s->stream, err));
  }
  return FP8C_OK;
}

static fp8c_status execute(device_state *s, fp8c_error *err) {
  cuda_variant *v = s->current;
  if (s->options.flags & STEPWISE) {
    cuda_place(s, v, v->ports);
    bool watched = s->options.flags & (FP8C_SESSION_TIMING | FP8C_SESSION_CHECK);
    cuda_segment all = {0, v->v->launch_count};
    return watched ? cuda_issue_watched(s, v, s->stream, err)
                   : cuda_issue(s, v, all, s->stream, false, err);
  }
  const cuda_graph *g;
  TRY(cuda_graph_for(s, v, &g, err));
  cuda_place(s, v, v->ports); /* copies after the graph need the addresses too */
  return execute_graphs(s, v, g, err);
}

fp8c_status cuda_enter(device_state *s, fp8c_error *err) {
  if (!s->lost)
    return cuda_result(CU(s->cu->context_push(s->context)), err, "entering the context of GPU %d",
                       s->ordinal);
  return fail(err, FP8C_ERROR_DEVICE_FAULT,
              "a kernel faulted in an earlier run; only a new process can use GPU %d again",
              s->ordinal);
}

/* Out of the context again; remembers a lost one. */
fp8c_status cuda_leave(device_state *s, fp8c_status status) {
  cu_context unused;
  s->cu->context_pop(&unused);
  if (status == FP8C_ERROR_DEVICE_FAULT) s->lost = true;
  return status;
}

/* The variant for the inputs' shapes, and what a kernel may not read in place on
 * its way to the GPU. */
fp8c_status cuda_take_inputs(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                             fp8c_error *err) {
  TRY(select_variant(s, inputs, err));
  TRY(check_outputs(s, outputs, err));
  choose_ports(s, inputs, outputs);
  return send_inputs(s, inputs, err);
}

static fp8c_status wait_for(device_state *s, fp8c_error *err) {
  cuda_variant *v = s->current;
  return cuda_result(
      CU(s->cu->stream_wait(s->stream)), err,
      "one of %u launches (\"%s\" to \"%s\"; a session with FP8C_SESSION_CHECK tells which)",
      v->v->launch_count, v->v->launch_count ? v->v->launches[0].name : "",
      v->v->launch_count ? v->v->launches[v->v->launch_count - 1].name : "");
}

/* From staging to the caller's host tensors. */
static void hand_out(device_state *s, const fp8c_tensor *outputs) {
  const plan_variant *v = s->current->v;
  for (uint32_t i = 0; outputs && i < s->plan->output_count; i++)
    if (outputs[i].place == FP8C_PLACE_HOST && fp8c_tensor_bytes(&outputs[i]) &&
        v->values[v->outputs[i]].kind != PLAN_VALUE_HOST)
      memcpy(outputs[i].data, s->staging + s->current->output_offset[i],
             fp8c_tensor_bytes(&outputs[i]));
}

static fp8c_status run_inside(device_state *s, const fp8c_tensor *inputs,
                              const fp8c_tensor *outputs, fp8c_error *err) {
  TRY(cuda_take_inputs(s, inputs, outputs, err));
  TRY(execute(s, err));
  TRY(fetch_outputs(s, outputs, err));
  TRY(wait_for(s, err));
  cuda_variant *v = s->current;
  if (s->options.flags & FP8C_SESSION_TIMING) TRY(cuda_collect_times(s, v, err));
  hand_out(s, outputs);
  return FP8C_OK;
}

/* Runs `inside` within the context. */
static fp8c_status within(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                          fp8c_status (*inside)(device_state *, const fp8c_tensor *,
                                                const fp8c_tensor *, fp8c_error *),
                          fp8c_error *err) {
  TRY(cuda_enter(s, err));
  return cuda_leave(s, inside(s, inputs, outputs, err));
}

static fp8c_status cuda_run(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                            fp8c_error *err) {
  return within(s, inputs, outputs, run_inside, err);
}

static fp8c_status mark(device_state *s, int i, fp8c_error *err) {
  return cuda_result(CU(s->cu->event_record(s->marks[i], s->stream)), err, "timing a run");
}

static fp8c_status between(device_state *s, int from, double *seconds, fp8c_error *err) {
  float milliseconds = 0;
  fp8c_status status =
      cuda_result(CU(s->cu->event_elapsed(&milliseconds, s->marks[from], s->marks[from + 1])), err,
                  "timing a run");
  *seconds = milliseconds / 1e3;
  return status;
}

static fp8c_status timed_inside(device_state *s, const fp8c_tensor *inputs,
                                const fp8c_tensor *outputs, bool transfers, run_times *times,
                                fp8c_error *err) {
  double start = clock_seconds();
  TRY(select_variant(s, inputs, err));
  TRY(check_outputs(s, outputs, err));
  choose_ports(s, inputs, outputs);
  TRY(mark(s, 0, err));
  if (transfers) TRY(send_inputs(s, inputs, err));
  TRY(mark(s, 1, err));
  double before = clock_seconds();
  TRY(execute(s, err));
  times->enqueue = clock_seconds() - before;
  TRY(mark(s, 2, err));
  if (transfers) TRY(fetch_outputs(s, outputs, err));
  TRY(mark(s, 3, err));
  TRY(wait_for(s, err));
  if (transfers) hand_out(s, outputs);
  times->total = clock_seconds() - start;
  TRY(between(s, 0, &times->copy_in, err));
  TRY(between(s, 1, &times->device, err));
  return between(s, 2, &times->copy_out, err);
}

static fp8c_status cuda_timed_run(device_state *s, const fp8c_tensor *inputs,
                                  const fp8c_tensor *outputs, bool transfers, run_times *times,
                                  fp8c_error *err) {
  TRY(cuda_enter(s, err));
  return cuda_leave(s, timed_inside(s, inputs, outputs, transfers, times, err));
}

static fp8c_status enqueue_inside(device_state *s, const fp8c_tensor *inputs,
                                  const fp8c_tensor *outputs, fp8c_error *err) {
  for (uint32_t i = 0; i < s->plan->input_count; i++)
    if (inputs[i].place != FP8C_PLACE_DEVICE)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "input \"%s\" lies on the host; enqueue takes device memory",
                  s->plan->inputs[i].name);
  for (uint32_t i = 0; i < s->plan->output_count; i++)
    if (outputs[i].place != FP8C_PLACE_DEVICE)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "output \"%s\" lies on the host; enqueue takes device memory",
                  s->plan->outputs[i].name);
  TRY(select_variant(s, inputs, err));
  if (has_host_steps(s->current))
    return fail(
        err, FP8C_ERROR_UNSUPPORTED,
        "the plan has %u host step%s, for which a run waits, so that it cannot be enqueued; "
        "call fp8c_session_run",
        s->current->segment_count - 1, s->current->segment_count > 2 ? "s" : "");
  TRY(check_outputs(s, outputs, err));
  choose_ports(s, inputs, outputs);
  int capturing = CU_CAPTURE_NONE;
  TRY(cuda_result(CU(s->cu->stream_capturing(s->stream, &capturing)), err,
                  "asking whether the stream is being captured"));
  TRY(send_inputs(s, inputs, err));
  if (capturing != CU_CAPTURE_NONE || (s->options.flags & STEPWISE)) {
    cuda_place(s, s->current, s->current->ports);
    cuda_segment all = {0, s->current->v->launch_count};
    TRY(cuda_issue(s, s->current, all, s->stream, false, err));
  } else {
    TRY(execute(s, err));
  }
  return fetch_outputs(s, outputs, err);
}

static fp8c_status cuda_enqueue(device_state *s, const fp8c_tensor *inputs,
                                const fp8c_tensor *outputs, fp8c_error *err) {
  return within(s, inputs, outputs, enqueue_inside, err);
}

static fp8c_status wait_inside(device_state *s, const fp8c_tensor *inputs,
                               const fp8c_tensor *outputs, fp8c_error *err) {
  (void)inputs, (void)outputs;
  return wait_for(s, err);
}

static fp8c_status cuda_wait(device_state *s, fp8c_error *err) {
  return within(s, NULL, NULL, wait_inside, err);
}

static fp8c_status cuda_views(device_state *s, fp8c_tensor *outputs, fp8c_error *err) {
  (void)err;
  const cuda_variant *v = s->current;
  for (uint32_t i = 0; i < s->plan->output_count; i++) {
    const plan_value *x = &v->v->values[v->v->outputs[i]];
    if (x->kind == PLAN_VALUE_HOST) {
      outputs[i] = v->host[v->v->outputs[i]];
      continue;
    }
    outputs[i] = (fp8c_tensor){.data = s->staging + v->output_offset[i],
                               .dtype = x->dtype,
                               .place = FP8C_PLACE_HOST,
                               .rank = x->rank};
    memcpy(outputs[i].shape, x->dims, sizeof outputs[i].shape);
  }
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

const device device_cuda = {.kind = "cuda",
                            .create = cuda_create,
                            .destroy = cuda_destroy,
                            .run = cuda_run,
                            .enqueue = cuda_enqueue,
                            .wait = cuda_wait,
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
                            .value_read = cuda_value_read};
