/* cuda_gpus.c - which GPUs there are, what code they run and how fast they are at most. */
#include <stdio.h>
#include <string.h>

#include "base/chips.h"
#include "runtime/cuda.h"

int cuda_device_count(void) {
  const cuda_functions *cu;
  int count = 0;
  if (cuda_driver(&cu, NULL) != FP8C_OK || CU(cu->device_count(&count)) != CU_OK) return 0;
  return count;
}

fp8c_status cuda_capability(const cuda_functions *cu, cu_device d, int *major, int *minor,
                            fp8c_error *err) {
  TRY(cuda_result(CU(cu->device_attribute(major, CU_COMPUTE_MAJOR, d)), err,
                  "asking for the GPU's compute capability"));
  return cuda_result(CU(cu->device_attribute(minor, CU_COMPUTE_MINOR, d)), err,
                     "asking for the GPU's compute capability");
}

fp8c_status cuda_open_device(const cuda_functions *cu, int ordinal, cu_device *d, fp8c_error *err) {
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
  TRY(cuda_open_device(cu, ordinal, &d, err));
  TRY(cuda_capability(cu, d, &major, &minor, err));
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
  return cuda_driver(&cu, NULL) == FP8C_OK && cuda_open_device(cu, ordinal, &d, NULL) == FP8C_OK &&
         cuda_capability(cu, d, &major, &minor, NULL) == FP8C_OK &&
         chip_code_runs(target, major, minor);
}

bool cuda_device_peaks(int ordinal, device_peaks *out) {
  const cuda_functions *cu;
  cu_device d;
  int major = 0, minor = 0, clock = 0, processors = 0, memory_clock = 0, bits = 0;
  *out = (device_peaks){0};
  if (cuda_driver(&cu, NULL) != FP8C_OK || cuda_open_device(cu, ordinal, &d, NULL) != FP8C_OK ||
      cuda_capability(cu, d, &major, &minor, NULL) != FP8C_OK ||
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
    if (cuda_open_device(cu, out->ordinal, &d, NULL) != FP8C_OK ||
        cuda_capability(cu, d, &major, &minor, NULL) != FP8C_OK ||
        !chip_code_runs(target, major, minor))
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
