/* cuda_driver.c - libcuda and cuBLASLt, opened at run time from tables of symbols. */
#include "runtime/cuda_driver.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/dylib.h"

#define ROW(symbol_, field_) \
  { symbol_, offsetof(cuda_functions, field_) }
static const dylib_symbol cuda_symbols[] = {
    ROW("cuInit", init),
    ROW("cuDriverGetVersion", driver_version),
    ROW("cuGetErrorName", error_name),
    ROW("cuGetErrorString", error_string),
    ROW("cuDeviceGetCount", device_count),
    ROW("cuDeviceGet", device_get),
    ROW("cuDeviceGetName", device_name),
    ROW("cuDeviceGetPCIBusId", device_bus_id),
    ROW("cuDeviceGetAttribute", device_attribute),
    ROW("cuDevicePrimaryCtxRetain", context_retain),
    ROW("cuDevicePrimaryCtxRelease_v2", context_release),
    ROW("cuCtxPushCurrent_v2", context_push),
    ROW("cuCtxPopCurrent_v2", context_pop),
    ROW("cuMemGetInfo_v2", memory_info),
    ROW("cuMemAlloc_v2", alloc),
    ROW("cuMemFree_v2", free),
    ROW("cuMemHostAlloc", host_alloc),
    ROW("cuMemFreeHost", host_free),
    ROW("cuMemcpyHtoDAsync_v2", to_device),
    ROW("cuMemcpyDtoHAsync_v2", to_host),
    ROW("cuMemcpyDtoDAsync_v2", on_device),
    ROW("cuMemsetD8Async", set_bytes),
    ROW("cuModuleLoadData", module_load),
    ROW("cuModuleUnload", module_unload),
    ROW("cuModuleGetFunction", module_function),
    ROW("cuFuncSetAttribute", function_set),
    ROW("cuFuncGetName", function_name),
    ROW("cuKernelGetName", kernel_name),
    ROW("cuLaunchKernelEx", launch),
    ROW("cuStreamCreate", stream_create),
    ROW("cuStreamDestroy_v2", stream_destroy),
    ROW("cuStreamSynchronize", stream_wait),
    ROW("cuStreamIsCapturing", stream_capturing),
    ROW("cuStreamBeginCapture_v2", capture_begin),
    ROW("cuStreamEndCapture", capture_end),
    ROW("cuGraphInstantiateWithFlags", graph_instantiate),
    ROW("cuGraphLaunch", graph_launch),
    ROW("cuGraphDestroy", graph_destroy),
    ROW("cuGraphExecDestroy", graph_exec_destroy),
    ROW("cuGraphGetNodes", graph_nodes),
    ROW("cuGraphNodeGetType", node_type),
    ROW("cuGraphKernelNodeGetParams_v2", node_kernel),
    ROW("cuEventCreate", event_create),
    ROW("cuEventDestroy_v2", event_destroy),
    ROW("cuEventRecord", event_record),
    ROW("cuEventRecordWithFlags", event_record_how),
    ROW("cuEventElapsedTime", event_elapsed),
    ROW("cuTensorMapEncodeTiled", map_encode),
    ROW("cuTensorMapEncodeIm2col", map_encode_windows),
};
#undef ROW

#define ROW(symbol_, field_) \
  { symbol_, offsetof(blas_functions, field_) }
static const dylib_symbol blas_symbols[] = {
    ROW("cublasLtCreate", create),
    ROW("cublasLtDestroy", destroy),
    ROW("cublasLtGetVersion", version),
    ROW("cublasLtGetStatusString", status_text),
    ROW("cublasLtMatmulDescCreate", desc_create),
    ROW("cublasLtMatmulDescDestroy", desc_destroy),
    ROW("cublasLtMatmulDescSetAttribute", desc_set),
    ROW("cublasLtMatrixLayoutCreate", layout_create),
    ROW("cublasLtMatrixLayoutDestroy", layout_destroy),
    ROW("cublasLtMatrixLayoutSetAttribute", layout_set),
    ROW("cublasLtMatmulPreferenceCreate", preference_create),
    ROW("cublasLtMatmulPreferenceDestroy", preference_destroy),
    ROW("cublasLtMatmulPreferenceSetAttribute", preference_set),
    ROW("cublasLtMatmulAlgoGetHeuristic", heuristic),
    ROW("cublasLtMatmul", multiply),
};
#undef ROW

#define COUNT(array_) (sizeof(array_) / sizeof(array_)[0])

/* Each library is opened at the first question and stays; a failure stays too,
 * for it would not end differently a moment later. */
static struct {
  pthread_once_t once;
  fp8c_status status;
  fp8c_error error;
  cuda_functions f;
} driver = {.once = PTHREAD_ONCE_INIT};

/* Opening and closing sessions allocates, frees and loads modules.  Such calls wait for every
 * stream of the context, and that invalidates each capture under way on the GPU, whichever thread
 * takes it and in whichever mode.  So captures share this lock and each of these calls has it
 * alone. */
static pthread_rwlock_t captures = PTHREAD_RWLOCK_INITIALIZER;
static cuda_functions direct; /* the driver's own functions */
static blas_functions direct_blas;

#define ALONE(table_, field_, parameters_, arguments_) \
  static int alone_##field_ parameters_ {              \
    pthread_rwlock_wrlock(&captures);                  \
    int r = table_.field_ arguments_;                  \
    pthread_rwlock_unlock(&captures);                  \
    return r;                                          \
  }
ALONE(direct, alloc, (cu_pointer * p, size_t bytes), (p, bytes))
ALONE(direct, free, (cu_pointer p), (p))
ALONE(direct, host_alloc, (void **p, size_t bytes, unsigned flags), (p, bytes, flags))
ALONE(direct, host_free, (void *p), (p))
ALONE(direct, module_load, (cu_module * m, const void *image), (m, image))
ALONE(direct, module_unload, (cu_module m), (m))
ALONE(direct_blas, create, (blas_handle * h), (h))
ALONE(direct_blas, destroy, (blas_handle h), (h))
#undef ALONE

void cuda_captures_begin(void) { pthread_rwlock_rdlock(&captures); }
void cuda_captures_end(void) { pthread_rwlock_unlock(&captures); }

static struct {
  pthread_once_t once;
  fp8c_status status;
  fp8c_error error;
  blas_functions f;
} blas = {.once = PTHREAD_ONCE_INIT};

static void open_driver(void) {
  static const char *const names[] = {"libcuda.so.1", "libcuda.so"};
  void *handle;
  driver.status = dylib_open(names, COUNT(names), cuda_symbols, COUNT(cuda_symbols), &driver.f,
                             &handle, &driver.error);
  if (driver.status != FP8C_OK) return;
  direct = driver.f;
  driver.f.alloc = alone_alloc;
  driver.f.free = alone_free;
  driver.f.host_alloc = alone_host_alloc;
  driver.f.host_free = alone_host_free;
  driver.f.module_load = alone_module_load;
  driver.f.module_unload = alone_module_unload;
  cu_result r = driver.f.init(0);
  if (r == CU_OK) return;
  const char *text = "no reason given";
  driver.f.error_string(r, &text);
  driver.status = fail(&driver.error, FP8C_ERROR_NO_DEVICE, "the CUDA driver does not start: %s",
                       text ? text : "unknown error");
}

static void open_blas(void) {
  const char *given = getenv("FP8C_CUBLASLT");
  static const char *const usual[] = {"libcublasLt.so.13", "libcublasLt.so.12",
                                      "/usr/local/cuda/lib64/libcublasLt.so.13",
                                      "/usr/local/cuda/lib64/libcublasLt.so.12"};
  bool named = given && given[0]; /* then no other */
  void *handle;
  blas.status = dylib_open(named ? &given : usual, named ? 1 : COUNT(usual), blas_symbols,
                           COUNT(blas_symbols), &blas.f, &handle, &blas.error);
  direct_blas = blas.f;
  blas.f.create = alone_create;
  blas.f.destroy = alone_destroy;
}

fp8c_status cuda_driver(const cuda_functions **out, fp8c_error *err) {
  pthread_once(&driver.once, open_driver);
  *out = &driver.f;
  if (driver.status != FP8C_OK && err) *err = driver.error;
  return driver.status;
}

fp8c_status cublaslt(const blas_functions **out, fp8c_error *err) {
  pthread_once(&blas.once, open_blas);
  *out = &blas.f;
  if (blas.status != FP8C_OK && err) *err = blas.error;
  return blas.status;
}

/* Illegal addresses, failed asserts and their kin (cuda.h): the context is gone. */
static bool cuda_is_fault(cu_result r) {
  return r == 700 || r == 702 || r == 709 || r == 710 || (r >= 714 && r <= 719) || r == 721;
}

fp8c_status cuda_result(cu_result r, fp8c_error *err, const char *format, ...) {
  if (r == CU_OK) return FP8C_OK;
  char doing[512];
  va_list args;
  va_start(args, format);
  vsnprintf(doing, sizeof doing, format, args);
  va_end(args);
  const char *name = NULL, *text = NULL;
  if (driver.f.error_name) driver.f.error_name(r, &name);
  if (driver.f.error_string) driver.f.error_string(r, &text);
  fp8c_status s = r == CU_OUT_OF_MEMORY ? FP8C_ERROR_DEVICE_MEMORY
                  : cuda_is_fault(r)    ? FP8C_ERROR_DEVICE_FAULT
                                        : FP8C_ERROR_DEVICE;
  return fail(err, s, "%s failed: %s (%s)", doing, name ? name : "unknown",
              text ? text : "no description");
}

fp8c_status blas_result(int status, fp8c_error *err, const char *format, ...) {
  if (status == 0) return FP8C_OK;
  char doing[512];
  va_list args;
  va_start(args, format);
  vsnprintf(doing, sizeof doing, format, args);
  va_end(args);
  return fail(err, FP8C_ERROR_DEVICE, "%s failed: %s", doing,
              status == CU_UNKNOWN ? "unknown" : blas.f.status_text(status));
}
