/* fuzz_compile.c - any bytes as an ONNX model, through the whole compile: an error in
 * words, or a plan that opens and verifies.
 *
 * The last byte says with which precision (decided by nobody, BF16, F32, or FP8 with a
 * constant scale) and whether for Hopper too, which is done where FP8C_SIMT_EMPTY says that
 * kernels compile to nothing (tests/simt): here it is what generates them that is tried.
 * What follows a model's last field is an unknown field or an error, so that byte alone
 * changes little. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fp8c/compiler.h"
#include "tests/fuzz/fuzz.h"

static void must(int good, const char *what, const fp8c_error *err) {
  if (good) return;
  fprintf(stderr, "%s: %s\n", what, err->text);
  abort();
}

static void open_plan(const void *bytes, size_t count) {
  fp8c_error err = {0};
  fp8c_program *program = NULL;
  must(fp8c_program_from_memory(bytes, count, &program, &err) == FP8C_OK, "the plan does not open",
       &err);
  must(fp8c_program_verify(program, &err) == FP8C_OK, "the plan does not verify", &err);
  fp8c_program_free(program);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static int fd = -1;
  static const char *const targets[] = {"cpu", "sm_90a"};
  char path[64];
  if (size == 0) return 0;
  if (fd < 0) fd = memfd_create("model", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, 0) != 0 || pwrite(fd, data, size, 0) != (ssize_t)size) abort();
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  fp8c_compile_options o = {.size = sizeof o,
                            .model_path = path,
                            .targets = targets,
                            .target_count = data[size - 1] & 4 && getenv("FP8C_SIMT_EMPTY") ? 2 : 1,
                            .allow_cpu_fallback = (data[size - 1] & 8) != 0,
                            .threads = 1,
                            .cache_dir = "",
                            .precision = (fp8c_precision)(data[size - 1] & 3)};
  if (o.precision == FP8C_PRECISION_FP8) o.calibrate_method = "constant=0.05";
  void *plan = NULL;
  size_t plan_bytes = 0;
  char *report = NULL;
  fp8c_error err = {0};
  fp8c_status status = fp8c_compile_to_memory(&o, &plan, &plan_bytes, &report, &err);
  must(status != FP8C_ERROR_INTERNAL, "compile", &err);
  must(status == FP8C_OK || err.text[0], "a refusal without words", &err);
  if (status == FP8C_OK) open_plan(plan, plan_bytes);
  fp8c_string_free(plan);
  fp8c_string_free(report);
  return 0;
}
