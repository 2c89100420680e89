/* test_dylib.c - libraries from a table: all symbols or a sentence. */
#include "tests/support/unit.h"

#include "base/dylib.h"
#include "base/seam.h"

typedef struct functions {
  double (*cosine)(double);
  double (*other)(double);
} functions;

static const dylib_symbol good[] = {{"cos", offsetof(functions, cosine)},
                                    {"sin", offsetof(functions, other)}};
static const dylib_symbol bad[] = {{"cos", offsetof(functions, cosine)},
                                   {"cos_of_the_future", offsetof(functions, other)}};

static void test_opens_the_first_that_is_there(void **state) {
  (void)state;
  const char *names[] = {"libfp8c-not-there.so.1", "libm.so.6"};
  functions f = {0};
  void *handle = NULL;
  fp8c_error err;
  assert_int_equal(dylib_open(names, 2, good, 2, &f, &handle, &err), FP8C_OK);
  assert_non_null(handle);
  assert_true(f.cosine(0.0) == 1.0 && f.other(0.0) == 0.0);
  dylib_close(handle);
  dylib_close(NULL);
}

static void test_names_what_lacks(void **state) {
  (void)state;
  const char *missing[] = {"libfp8c-not-there.so.1"}, *old[] = {"libm.so.6"};
  functions f = {0};
  void *handle = &f;
  fp8c_error err;
  assert_int_equal(dylib_open(missing, 1, good, 2, &f, &handle, &err), FP8C_ERROR_NO_DEVICE);
  assert_null(handle);
  assert_non_null(strstr(err.text, "libfp8c-not-there.so.1"));
  assert_int_equal(dylib_open(old, 1, bad, 2, &f, &handle, &err), FP8C_ERROR_NO_DEVICE);
  assert_non_null(strstr(err.text, "cos_of_the_future"));
  assert_null(handle);
  assert_true(f.cosine == NULL);
  assert_int_equal(dylib_open(old, 0, good, 2, &f, &handle, &err), FP8C_ERROR_NO_DEVICE);
}

static void test_seam(void **state) {
  (void)state;
  const char *names[] = {"libm.so.6"};
  functions f;
  void *handle;
  seam_arm(SEAM_DRIVER, 1, false);
  assert_int_equal(dylib_open(names, 1, good, 2, &f, &handle, NULL), FP8C_ERROR_NO_DEVICE);
  seam_arm(SEAM_DRIVER, 0, false);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_opens_the_first_that_is_there),
      cmocka_unit_test(test_names_what_lacks),
      cmocka_unit_test(test_seam),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
