/* cuda_load.c - what a session brings to the GPU once: blocks of memory and kernels. */
#include <string.h>

#include "base/size.h"
#include "base/text.h"
#include "runtime/cuda.h"
#include "runtime/plan_tables.h"

fp8c_status cuda_allocate(device_state *s, uint64_t bytes, const char *what, cu_pointer *out,
                          fp8c_error *err) {
  *out = 0;
  if (bytes == 0) return FP8C_OK;
  if (s->options.device_alloc) {
    void *p = seam_fails(SEAM_DRIVER) ? NULL : s->options.device_alloc(s->options.user, bytes);
    if (!p)
      return fail(err, FP8C_ERROR_DEVICE_MEMORY, "the caller's allocator has no %llu bytes for %s",
                  (unsigned long long)bytes, what);
    *out = (cu_pointer)(uintptr_t)p;
    if (*out % CUDA_ALIGNMENT == 0) return FP8C_OK;
    return fail(err, FP8C_ERROR_ARGUMENT,
                "the caller's allocator gave %p for %s; expected a multiple of %d", p, what,
                CUDA_ALIGNMENT);
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

void cuda_release(device_state *s, cu_pointer p) {
  if (!p) return;
  if (s->options.device_free)
    s->options.device_free(s->options.user, (void *)(uintptr_t)p);
  else
    s->cu->free(p);
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

void cuda_count_shared(device_state *s, const plan_variant *v) {
  for (uint32_t k = 0; k < v->launch_count; k++) {
    const plan_launch *l = &v->launches[k];
    if (l->kind != PLAN_LAUNCH_KERNEL) continue;
    uint32_t *most = &s->shared_bytes[v->kernels[l->kernel].blob];
    if (l->shared_bytes > *most) *most = l->shared_bytes;
  }
}

fp8c_status cuda_load_kernels(device_state *s, const plan_variant *v, cu_function *functions,
                              fp8c_error *err) {
  for (uint32_t i = 0; i < v->kernel_count; i++) {
    cu_module m;
    TRY(load_module(s, &v->kernels[i], &m, err));
    TRY(cuda_result(CU(s->cu->module_function(&functions[i], m, v->kernels[i].symbol)), err,
                    "finding kernel %s in its cubin", v->kernels[i].symbol));
    uint32_t dynamic = s->shared_bytes[v->kernels[i].blob];
    if (dynamic > 48 << 10) /* beyond what a kernel may have unasked */
      TRY(cuda_result(
          CU(s->cu->function_set(functions[i], CU_MAX_DYNAMIC_SHARED_BYTES, (int)dynamic)), err,
          "giving kernel %s %u bytes of shared memory", v->kernels[i].symbol, dynamic));
  }
  return FP8C_OK;
}
