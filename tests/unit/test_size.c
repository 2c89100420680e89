/* test_size.c - sizes out of a file, at the edges. */
#include "tests/support/unit.h"

#include "base/size.h"

static void test_sums_and_products(void **state) {
  (void)state;
  size_t x;
  assert_true(size_mul(1u << 31, 2, &x) && x == (size_t)1 << 32);
  assert_false(size_mul((size_t)1 << 33, (size_t)1 << 31, &x));
  assert_true(size_add(SIZE_MAX - 1, 1, &x) && x == SIZE_MAX);
  assert_false(size_add(SIZE_MAX, 1, &x));
}

static void test_alignment(void **state) {
  (void)state;
  size_t x;
  assert_true(size_align(0, 64, &x) && x == 0);
  assert_true(size_align(1, 64, &x) && x == 64);
  assert_true(size_align(64, 64, &x) && x == 64);
  assert_false(size_align(SIZE_MAX - 3, 64, &x));
}

static void test_within(void **state) {
  (void)state;
  assert_true(size_within(0, 0, 0));
  assert_true(size_within(10, 5, 15));
  assert_false(size_within(10, 6, 15));
  assert_false(size_within(UINT64_MAX, 2, 15));
  assert_false(size_within(2, UINT64_MAX, 15));
  assert_true(size_within(15, 0, 15));
  assert_false(size_within(16, 0, 15));
}

static void test_shapes(void **state) {
  (void)state;
  int64_t n = -1;
  assert_true(shape_elements(NULL, 0, &n) && n == 1);
  assert_true(shape_elements((int64_t[]){2, 3, 4}, 3, &n) && n == 24);
  assert_true(shape_elements((int64_t[]){INT64_MAX, INT64_MAX, 0}, 3, &n) && n == 0);
  assert_true(shape_elements((int64_t[]){INT64_MAX, 1}, 2, &n) && n == INT64_MAX);
  assert_false(shape_elements((int64_t[]){INT64_MAX, 2}, 2, &n));
  assert_false(shape_elements((int64_t[]){0, -1}, 2, &n));
  assert_false(shape_elements((int64_t[]){-1}, 1, &n));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sums_and_products),
      cmocka_unit_test(test_alignment),
      cmocka_unit_test(test_within),
      cmocka_unit_test(test_shapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
