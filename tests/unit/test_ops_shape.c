/* test_ops_shape.c - shape rules: symbols, values not known yet, and sizes no
 * machine has. */
#include "tests/support/op_case.h"

#define B DIM_SYMBOL(0)
#define S DIM_SYMBOL(1)

static fp8c_status reshape(op_case *c, int rank, const int64_t *dims, int64_t count,
                           const int64_t *target) {
  case_begin(c, "Reshape");
  case_input(c, FP8C_DTYPE_F32, rank, dims, NULL);
  case_ints(c, count, target);
  return case_infer(c, 1);
}

static void reshape_keeps_symbols(void **state) {
  (void)state;
  op_case c;
  assert_int_equal(reshape(&c, 3, DIMS(B, S, 384), 4, INT64S(0, 0, 12, 32)), FP8C_OK);
  expect_dims(&c.out[0], 4, DIMS(B, S, 12, 32));
  case_end(&c);
  assert_int_equal(reshape(&c, 3, DIMS(B, S, 384), 4, INT64S(0, 0, 12, -1)), FP8C_OK);
  expect_dims(&c.out[0], 4, DIMS(B, S, 12, 32));
  case_end(&c);
  assert_int_equal(reshape(&c, 3, DIMS(B, S, 384), 4, INT64S(0, -1, 12, 32)), FP8C_OK);
  expect_dims(&c.out[0], 4, DIMS(B, S, 12, 32));
  case_end(&c);
  assert_int_equal(reshape(&c, 3, DIMS(B, S, 384), 2, INT64S(-1, 384)), FP8C_OK);
  expect_dims(&c.out[0], 2, DIMS(DIM_UNKNOWN, 384));
  case_end(&c);
}

static void reshape_checks(void **state) {
  (void)state;
  op_case c;
  expect_sentence(&c, reshape(&c, 2, DIMS(2, 3), 2, INT64S(4, 2)), "[2, 3] cannot be reshaped");
  case_end(&c);
  expect_sentence(&c, reshape(&c, 2, DIMS(2, 3), 2, INT64S(-1, -1)), "two dimensions -1");
  case_end(&c);
  expect_sentence(&c, reshape(&c, 2, DIMS(2, 3), 2, INT64S(-1, 4)), "does not divide");
  case_end(&c);
  expect_sentence(&c, reshape(&c, 1, DIMS(6), 2, INT64S(6, 0)), "copied (0)");
  case_end(&c);
}

static void reshape_by_unknown_target(void **state) {
  (void)state;
  op_case c;
  case_begin(&c, "Reshape");
  case_input(&c, FP8C_DTYPE_F32, 2, DIMS(2, 3), NULL);
  case_input(&c, FP8C_DTYPE_I64, 1, DIMS(3), NULL);
  assert_int_equal(case_infer(&c, 1), FP8C_OK);
  expect_dims(&c.out[0], 3, DIMS(DIM_UNKNOWN, DIM_UNKNOWN, DIM_UNKNOWN));
  c.inputs[1].dims[0] = DIM_UNKNOWN;
  assert_int_equal(case_infer(&c, 1), FP8C_OK);
  assert_int_equal(c.out[0].rank, RANK_UNKNOWN);
  case_end(&c);
}

static void squeeze_and_unsqueeze(void **state) {
  (void)state;
  op_case c;
  case_begin(&c, "Squeeze");
  case_input(&c, FP8C_DTYPE_F32, 3, DIMS(1, S, 1), NULL);
  case_ints(&c, 1, INT64S(-1));
  assert_int_equal(case_infer(&c, 1), FP8C_OK);
  expect_dims(&c.out[0], 2, DIMS(1, S));
  c.inputs[0].dims[2] = 4;
  expect_sentence(&c, case_infer(&c, 1), "axis 2 has 4 elements");
  case_end(&c);
  case_begin(&c, "Unsqueeze");
  case_input(&c, FP8C_DTYPE_F32, 2, DIMS(B, S), NULL);
  case_ints(&c, 2, INT64S(1, 2));
  assert_int_equal(case_infer(&c, 1), FP8C_OK);
  expect_dims(&c.out[0], 4, DIMS(B, 1, 1, S));
  case_end(&c);
}

static void shape_of(void **state) {
  (void)state;
  op_case c;
  case_begin(&c, "Shape");
  case_input(&c, FP8C_DTYPE_F32, 3, DIMS(4, 5, 6), NULL); /* no data: none is needed */
  case_int(&c, "end", -1);
  case_int(&c, "start", -2);
  assert_int_equal(case_run(&c, 1), FP8C_OK);
  expect_dims(&c.out[0], 1, DIMS(1));
  assert_int_equal(tensor_int(&c.out[0], 0), 5);
  case_end(&c);
}

/* Results no machine can hold are refused before anybody allocates them. */
static void bombs(void **state) {
  (void)state;
  const float start = 0, limit = 3e38f, tiny = 1e-30f, none = 0;
  op_case c;
  case_begin(&c, "Expand");
  case_input(&c, FP8C_DTYPE_F32, 1, DIMS(1), NULL);
  case_ints(&c, 3, INT64S(1 << 20, 1 << 20, 1 << 20));
  expect_sentence(&c, case_infer(&c, 1), "exceeds 2^40 bytes");
  case_end(&c);
  case_begin(&c, "ConstantOfShape");
  case_ints(&c, 2, INT64S(INT64_MAX, INT64_MAX));
  expect_sentence(&c, case_infer(&c, 1), "exceeds 2^40 bytes");
  case_end(&c);
  case_begin(&c, "Tile");
  case_input(&c, FP8C_DTYPE_F32, 1, DIMS(8), NULL);
  case_ints(&c, 1, INT64S(INT64_MAX));
  expect_sentence(&c, case_infer(&c, 1), "exceeds 64 bits");
  case_end(&c);
  case_begin(&c, "Pad");
  case_input(&c, FP8C_DTYPE_F32, 1, DIMS(8), NULL);
  case_ints(&c, 2, INT64S(INT64_MAX, 0));
  expect_sentence(&c, case_infer(&c, 1), "pads 9223372036854775807");
  case_end(&c);
  case_begin(&c, "Range");
  case_input(&c, FP8C_DTYPE_F32, 0, NULL, &start);
  case_input(&c, FP8C_DTYPE_F32, 0, NULL, &limit);
  tensor *delta = case_input(&c, FP8C_DTYPE_F32, 0, NULL, &tiny);
  expect_sentence(&c, case_infer(&c, 1), "no number of elements");
  delta->data = (void *)(uintptr_t)&none;
  expect_sentence(&c, case_infer(&c, 1), "no number of elements");
  case_end(&c);
}

static void ranges(void **state) {
  (void)state;
  static const int64_t table[][4] = {
      {0, 10, 3, 4}, {10, 0, -3, 4}, {0, 10, -1, 0}, {5, 5, 1, 0}, {INT64_MIN, 0, INT64_MAX, 2}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    op_case c;
    case_begin(&c, "Range");
    for (int k = 0; k < 3; k++) case_input(&c, FP8C_DTYPE_I64, 0, NULL, &table[i][k]);
    if (table[i][0] == INT64_MIN) { /* limit - start does not fit */
      expect_sentence(&c, case_infer(&c, 1), "more than 64 bits");
    } else {
      assert_int_equal(case_run(&c, 1), FP8C_OK);
      expect_dims(&c.out[0], 1, DIMS(table[i][3]));
      for (int64_t n = 0; n < table[i][3]; n++)
        assert_int_equal(tensor_int(&c.out[0], n), table[i][0] + n * table[i][2]);
    }
    case_end(&c);
  }
}

static void too_many_dimensions(void **state) {
  (void)state;
  op_case c;
  case_begin(&c, "Unsqueeze");
  case_input(&c, FP8C_DTYPE_F32, 8, DIMS(1, 1, 1, 1, 1, 1, 1, 1), NULL);
  case_ints(&c, 1, INT64S(0));
  expect_sentence(&c, case_infer(&c, 1), "rank 9; the most is 8");
  case_end(&c);
}

static void constants(void **state) {
  (void)state;
  int16_t seven = 7;
  tensor value = {.dtype = FP8C_DTYPE_I16, .rank = 1, .dims = {1}, .data = &seven};
  op_case c;
  case_begin(&c, "ConstantOfShape");
  case_ints(&c, 2, INT64S(3, 2));
  c.attrs[c.call.attrs.count++] = (attr){.name = "value", .kind = ATTR_TENSOR, .tensor = &value};
  assert_int_equal(case_run(&c, 1), FP8C_OK);
  assert_int_equal(c.out[0].dtype, FP8C_DTYPE_I16);
  for (int i = 0; i < 6; i++) assert_int_equal(tensor_int(&c.out[0], i), 7);
  case_end(&c);
}

/* PyTorch makes one window of it, and ONNX's formula rounds up to 0 steps more than that one. */
static void a_kernel_larger_than_the_image(void **state) {
  (void)state;
  static const char *const pools[] = {"MaxPool", "AveragePool", "LpPool"};
  static const float wanted[] = {4, 2.5f, 10};
  for (int i = 0; i < 3; i++)
    for (int64_t ceil = 0; ceil <= 1; ceil++)
      for (int64_t stride = 1; stride <= 2; stride++) {
        op_case c;
        case_begin(&c, pools[i]);
        case_input(&c, FP8C_DTYPE_F32, 4, DIMS(1, 1, 2, 2), FLOATS(1, 2, 3, 4));
        case_int(&c, "ceil_mode", ceil);
        case_int_list(&c, "kernel_shape", 2, INT64S(3, 3));
        if (i == 2) case_int(&c, "p", 1);
        case_int_list(&c, "strides", 2, INT64S(stride, stride));
        fp8c_status status = case_run(&c, 1);
        if (ceil && stride == 2) {
          assert_int_equal(status, FP8C_OK);
          expect_dims(&c.out[0], 4, DIMS(1, 1, 1, 1));
          assert_true(*(float *)c.out[0].data == wanted[i]);
        } else {
          expect_sentence(&c, status, "reaching over 3 does not fit a size of 2");
        }
        case_end(&c);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reshape_keeps_symbols),
      cmocka_unit_test(reshape_checks),
      cmocka_unit_test(reshape_by_unknown_target),
      cmocka_unit_test(squeeze_and_unsqueeze),
      cmocka_unit_test(shape_of),
      cmocka_unit_test(bombs),
      cmocka_unit_test(ranges),
      cmocka_unit_test(too_many_dimensions),
      cmocka_unit_test(constants),
      cmocka_unit_test(a_kernel_larger_than_the_image),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
