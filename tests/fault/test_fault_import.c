/* test_fault_import.c - an import in which the n-th allocation or file call
 * fails, for every n: an error of its class, nothing leaked, and the next
 * import works.  The models are those of tests/fuzz/damage. */
#include "tests/support/unit.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/seam.h"
#include "frontend/onnx.h"

#define MOST_POINTS 100000

static fp8c_status import_once(const char *path) {
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) {
    arena_free(&a);
    return FP8C_ERROR_NO_MEMORY;
  }
  graph *g;
  fp8c_error err;
  fp8c_status status = onnx_import(&a, path, NULL, &g, NULL, &err);
  assert_true(status == FP8C_OK || err.status == status);
  assert_true(status != FP8C_OK || g != NULL);
  arena_free(&a);
  return status;
}

static void fail_everywhere(const char *path, seam s, fp8c_status expected, bool persistent) {
  assert_int_equal(import_once(path), FP8C_OK);
  for (uint64_t n = 1; n < MOST_POINTS; n++) {
    seam_arm(s, n, persistent);
    fp8c_status status = import_once(path);
    bool reached = seam_calls(s) >= n;
    seam_arm(s, 0, false);
    if (!reached) {
      assert_int_equal(status, FP8C_OK);
      assert_true(n > 1);
      return;
    }
    assert_int_equal(status, expected);
    assert_int_equal(import_once(path), FP8C_OK);
  }
  fail_msg("%s: no end after %d points", path, MOST_POINTS);
}

static void test_all(seam s, fp8c_status expected) {
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) fail_msg("out of memory");
  char **names;
  size_t count;
  assert_int_equal(folder_list(&a, FP8C_DAMAGE_MODELS, &names, &count, NULL), FP8C_OK);
  assert_true(count >= 3);
  for (size_t i = 0; i < count; i++)
    for (int persistent = 0; persistent < 2; persistent++)
      fail_everywhere(path_join(&a, FP8C_DAMAGE_MODELS, names[i]), s, expected, persistent);
  arena_free(&a);
}

static void test_allocations(void **state) {
  (void)state;
  test_all(SEAM_ALLOC, FP8C_ERROR_NO_MEMORY);
}

static void test_file_calls(void **state) {
  (void)state;
  test_all(SEAM_FILE, FP8C_ERROR_IO);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_allocations),
      cmocka_unit_test(test_file_calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
