/* test_fault_compile.c - a compile with calibration, and a sensitivity, in which the
 * n-th allocation fails, for every n: out of memory is said, nothing is leaked
 * (evaluations that were held ready included), and the next one works. */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/npy.h"
#include "base/seam.h"
#include "base/text.h"
#include "fp8c/compiler.h"

#define MOST_POINTS 100000

static const char *const cpu = "cpu";

static fp8c_status compile_once(const char *model, const char *samples) {
  fp8c_compile_options o = {.size = sizeof o,
                            .model_path = model,
                            .calibrate = samples,
                            .targets = &cpu,
                            .target_count = 1,
                            .threads = 1,
                            .cache_dir = ""};
  void *plan = NULL;
  size_t bytes = 0;
  char *report = NULL;
  fp8c_error err = {0};
  fp8c_status status = fp8c_compile_to_memory(&o, &plan, &bytes, &report, &err);
  assert_true(status == FP8C_OK ? plan && report : err.status == status);
  fp8c_string_free(plan);
  fp8c_string_free(report);
  return status;
}

static fp8c_status sense_once(const char *model, const char *samples) {
  fp8c_compile_options o = {.size = sizeof o,
                            .model_path = model,
                            .calibrate = samples,
                            .targets = &cpu,
                            .target_count = 1,
                            .threads = 1,
                            .cache_dir = ""};
  fp8c_sensitivity_options what = {.size = sizeof what, .samples = 2, .check = 1, .exact = true};
  char *document = NULL;
  fp8c_error err = {0};
  fp8c_status status = fp8c_sensitivity(&o, &what, &document, &err);
  assert_true(status == FP8C_OK ? document != NULL : err.status == status);
  fp8c_string_free(document);
  return status;
}

/* x[4, 16], the same every time. */
static void write_samples(const char *folder) {
  float x[4 * 16];
  for (int i = 0; i < 4 * 16; i++) x[i] = (float)(i * 37 % 101) / 50.0f - 1.0f;
  fp8c_tensor t = {.data = x, .dtype = FP8C_DTYPE_F32, .rank = 2, .shape = {4, 16}};
  char path[256];
  snprintf(path, sizeof path, "%s/x.npy", folder);
  assert_int_equal(npy_write(path, &t, NULL), FP8C_OK);
}

typedef fp8c_status work(const char *model, const char *samples);

static void every_allocation_fails(work *once) {
  char folder[] = "/tmp/fp8c-test-fault-XXXXXX";
  assert_non_null(mkdtemp(folder));
  write_samples(folder);
  assert_int_equal(once(FP8C_FAULT_MODEL, folder), FP8C_OK);
  uint64_t n = 1;
  for (bool reached = true; reached; n++) {
    assert_true(n < MOST_POINTS);
    seam_arm(SEAM_ALLOC, n, n % 2 == 0); /* once, and from there on, by turns */
    fp8c_status status = once(FP8C_FAULT_MODEL, folder);
    reached = seam_calls(SEAM_ALLOC) >= n;
    seam_arm(SEAM_ALLOC, 0, false);
    assert_int_equal(status, reached ? FP8C_ERROR_NO_MEMORY : FP8C_OK);
  }
  assert_true(n > 20);
  assert_int_equal(once(FP8C_FAULT_MODEL, folder), FP8C_OK);
  char path[256];
  snprintf(path, sizeof path, "%s/x.npy", folder);
  assert_int_equal(unlink(path), 0);
  assert_int_equal(rmdir(folder), 0);
}

static void compiles(void **state) {
  (void)state;
  every_allocation_fails(compile_once);
}

static void sensitivities(void **state) {
  (void)state;
  every_allocation_fails(sense_once);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(compiles), cmocka_unit_test(sensitivities)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
