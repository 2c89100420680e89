/* test_ops_select.c - results chosen by value, whose size depends on it. */
#include <math.h>

#include "tests/support/op_case.h"

static void top_k(void **state) {
  (void)state;
  const float x[] = {3, NAN, -0.0f, 0, 3, -INFINITY};
  static const struct {
    int64_t k, largest, expected[6];
  } table[] = {{4, 1, {1, 0, 4, 2}}, {3, 0, {5, 2, 3}}, {6, 0, {5, 2, 3, 0, 4, 1}}, {0, 1, {0}}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    op_case c;
    case_begin(&c, "TopK");
    case_input(&c, FP8C_DTYPE_F32, 1, DIMS(6), x);
    case_ints(&c, 1, &table[i].k);
    if (!table[i].largest) case_int(&c, "largest", 0);
    assert_int_equal(case_run(&c, 2), FP8C_OK);
    for (int64_t n = 0; n < table[i].k; n++)
      assert_int_equal(tensor_int(&c.out[1], n), table[i].expected[n]);
    case_end(&c);
  }
}

/* Against a stable insertion sort, along an inner axis, with many ties. */
static void top_k_axis(void **state) {
  (void)state;
  enum { ROWS = 57, COLUMNS = 5, K = 20 };
  static int32_t x[ROWS * COLUMNS];
  uint64_t seed = 3;
  for (int i = 0; i < ROWS * COLUMNS; i++) x[i] = (int32_t)(next_random(&seed) % 23) - 11;
  op_case c;
  case_begin(&c, "TopK");
  case_input(&c, FP8C_DTYPE_I32, 2, DIMS(ROWS, COLUMNS), x);
  case_ints(&c, 1, INT64S(K));
  case_int(&c, "axis", 0);
  assert_int_equal(case_run(&c, 2), FP8C_OK);
  for (int column = 0; column < COLUMNS; column++) {
    int order[ROWS];
    for (int i = 0; i < ROWS; i++) {
      int at = i;
      for (; at > 0 && x[order[at - 1] * COLUMNS + column] < x[i * COLUMNS + column]; at--)
        order[at] = order[at - 1];
      order[at] = i;
    }
    for (int n = 0; n < K; n++) {
      assert_int_equal(tensor_int(&c.out[1], n * COLUMNS + column), order[n]);
      assert_int_equal(tensor_int(&c.out[0], n * COLUMNS + column), x[order[n] * COLUMNS + column]);
    }
  }
  case_end(&c);
}

static void non_zero(void **state) {
  (void)state;
  const float x[] = {0, 1, -0.0f, NAN, 0, 2};
  const int64_t expected[] = {0, 1, 1, 1, 0, 2};
  op_case c;
  case_begin(&c, "NonZero");
  tensor *in = case_input(&c, FP8C_DTYPE_F32, 2, DIMS(2, 3), x);
  assert_int_equal(case_run(&c, 1), FP8C_OK);
  expect_dims(&c.out[0], 2, DIMS(2, 3));
  assert_memory_equal(c.out[0].data, expected, sizeof expected);
  in->data = NULL; /* the count needs the values */
  assert_int_equal(case_infer(&c, 1), FP8C_OK);
  expect_dims(&c.out[0], 2, DIMS(2, DIM_UNKNOWN));
  case_end(&c);
}

static void unique(void **state) {
  (void)state;
  const float x[] = {2, 1, 2, -0.0f, 0, NAN, NAN};
  const float sorted[] = {-0.0f, 1, 2}, listed[] = {2, 1, -0.0f};
  const int64_t counts[] = {2, 1, 2, 2}, inverse[] = {0, 1, 0, 2, 2, 3, 3};
  op_case c;
  case_begin(&c, "Unique");
  case_input(&c, FP8C_DTYPE_F32, 1, DIMS(7), x);
  assert_int_equal(case_run(&c, 4), FP8C_OK);
  expect_dims(&c.out[0], 1, DIMS(4));
  assert_memory_equal(c.out[0].data, sorted, sizeof sorted);
  assert_memory_equal(c.out[3].data, counts, sizeof counts);
  case_int(&c, "sorted", 0);
  assert_int_equal(case_run(&c, 4), FP8C_OK);
  assert_memory_equal(c.out[0].data, listed, sizeof listed);
  assert_memory_equal(c.out[2].data, inverse, sizeof inverse);
  case_end(&c);
}

static void compress(void **state) {
  (void)state;
  const float x[] = {1, 2, 3, 4, 5, 6}, expected[] = {2, 4, 6};
  const uint8_t second[] = {0, 1}, beyond[] = {0, 0, 1};
  op_case c;
  case_begin(&c, "Compress");
  case_input(&c, FP8C_DTYPE_F32, 2, DIMS(3, 2), x);
  tensor *condition = case_input(&c, FP8C_DTYPE_BOOL, 1, DIMS(2), second);
  case_int(&c, "axis", 1);
  assert_int_equal(case_run(&c, 1), FP8C_OK);
  expect_dims(&c.out[0], 2, DIMS(3, 1));
  assert_memory_equal(c.out[0].data, expected, sizeof expected);
  condition->data = (void *)(uintptr_t)beyond;
  condition->dims[0] = 3;
  expect_sentence(&c, case_run(&c, 1), "condition 2 is true; the axis has 2 elements");
  case_end(&c);
}

static void one_hot(void **state) {
  (void)state;
  const int64_t x[] = {0, -1, 5}, depth = 3;
  const float values[] = {0, 9}, expected[] = {9, 0, 0, 0, 0, 9, 0, 0, 0};
  op_case c;
  case_begin(&c, "OneHot");
  case_input(&c, FP8C_DTYPE_I64, 1, DIMS(3), x);
  case_input(&c, FP8C_DTYPE_I64, 0, NULL, &depth);
  case_input(&c, FP8C_DTYPE_F32, 1, DIMS(2), values);
  assert_int_equal(case_run(&c, 1), FP8C_OK);
  expect_dims(&c.out[0], 2, DIMS(3, 3));
  assert_memory_equal(c.out[0].data, expected, sizeof expected);
  case_end(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(top_k),  cmocka_unit_test(top_k_axis), cmocka_unit_test(non_zero),
      cmocka_unit_test(unique), cmocka_unit_test(compress),   cmocka_unit_test(one_hot),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
