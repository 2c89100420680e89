/* test_tune_faults.c - a compile that times kernels, in which the n-th driver call or
 * allocation fails, for every n: a driver that fails costs times and never the plan, memory that
 * ends is said, and nothing of the driver's stays behind. */
#include "tests/support/unit.h"

#include <dlfcn.h>

#include "base/seam.h"
#include "fp8c/compiler.h"

#define MOST_POINTS 100000

static int live(void) {
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  assert_non_null(driver);
  void *found = dlsym(driver, "fake_cuda_live");
  int (*count)(void);
  memcpy(&count, &found, sizeof count);
  return count();
}

static void count_timed(void *user, const char *stage, uint64_t done, uint64_t total) {
  if (strcmp(stage, "time kernels") == 0 && done == total && total > 0) ++*(int *)user;
}

/* Times the kernels of two products; how often it came to the end of that. */
static fp8c_status compile_once(int *timed) {
  static const char *const target = "sm_89", *const batch = "batch=4";
  fp8c_compile_options o = {.size = sizeof o,
                            .model_path = FP8C_FAULT_MODEL,
                            .calibrate_method = "constant=0.05",
                            .precision = FP8C_PRECISION_FP8,
                            .tune = FP8C_TUNE_FAST,
                            .targets = &target,
                            .target_count = 1,
                            .dims = &batch,
                            .dim_count = 1,
                            .threads = 1,
                            .cache_dir = "",
                            .progress = count_timed,
                            .user = timed};
  void *plan = NULL;
  size_t bytes = 0;
  fp8c_error err = {0};
  *timed = 0;
  fp8c_status status = fp8c_compile_to_memory(&o, &plan, &bytes, NULL, &err);
  assert_true(status == FP8C_OK ? plan != NULL : err.status == status);
  fp8c_string_free(plan);
  return status;
}

static void every_call_fails(seam s) {
  int timed;
  assert_int_equal(compile_once(&timed), FP8C_OK);
  assert_int_equal(timed, 1);
  int before = live();
  uint64_t n = 1, lost = 0;
  for (bool reached = true; reached; n++) {
    assert_true(n < MOST_POINTS);
    seam_arm(s, n, n % 2 == 0); /* once, and from there on, by turns */
    fp8c_status status = compile_once(&timed);
    reached = seam_calls(s) >= n;
    seam_arm(s, 0, false);
    lost += status != FP8C_OK;
    assert_true(status == FP8C_OK || (s == SEAM_ALLOC && status == FP8C_ERROR_NO_MEMORY));
    assert_int_equal(live(), before);
  }
  assert_true(n > 50 && (s == SEAM_DRIVER || lost > 20));
  assert_int_equal(compile_once(&timed), FP8C_OK);
  assert_int_equal(timed, 1);
}

static void driver(void **state) {
  (void)state;
  every_call_fails(SEAM_DRIVER);
}

static void memory(void **state) {
  (void)state;
  every_call_fails(SEAM_ALLOC);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(driver), cmocka_unit_test(memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
