/* test_ops_sequence.c - sequences as bytes: made, taken apart, and refused when damaged. */
#include "tests/support/op_case.h"

#include "ops/dtype.h"

/* {[2] 1 2, [] 3} as f32. */
static void make(op_case *c) {
  static const float x[] = {1, 2}, y[] = {3};
  case_begin(c, "SequenceConstruct");
  case_input(c, FP8C_DTYPE_F32, 1, DIMS(2), x);
  case_input(c, FP8C_DTYPE_F32, 0, NULL, y);
  assert_int_equal(case_run(c, 1), FP8C_OK);
  assert_int_equal(tensor_elements(&c->out[0]), 8 + (8 + 8 + 8) + (8 + 8));
}

static fp8c_status take(const tensor *s, int64_t position, op_case *c) {
  case_begin(c, "SequenceAt");
  case_input(c, s->dtype, 1, s->dims, s->data);
  static int64_t at;
  at = position;
  case_input(c, FP8C_DTYPE_I64, 0, NULL, &at);
  case_int(c, "dtype", dtype_to_onnx(FP8C_DTYPE_F32));
  return case_run(c, 1);
}

static void elements(void **state) {
  (void)state;
  op_case s, c;
  make(&s);
  assert_int_equal(take(&s.out[0], 0, &c), FP8C_OK);
  assert_true(c.out[0].rank == 1 && ((float *)c.out[0].data)[1] == 2);
  case_end(&c);
  assert_int_equal(take(&s.out[0], -1, &c), FP8C_OK);
  assert_true(c.out[0].rank == 0 && ((float *)c.out[0].data)[0] == 3);
  case_end(&c);
  assert_int_equal(take(&s.out[0], 2, &c), FP8C_ERROR_ARGUMENT);
  case_end(&c);

  static const float z[] = {7, 8, 9};
  static int64_t one = 1;
  op_case more, less;
  case_begin(&more, "SequenceInsert");
  case_input(&more, s.out[0].dtype, 1, s.out[0].dims, s.out[0].data);
  case_input(&more, FP8C_DTYPE_F32, 1, DIMS(3), z);
  case_input(&more, FP8C_DTYPE_I64, 0, NULL, &one);
  assert_int_equal(case_run(&more, 1), FP8C_OK);
  assert_int_equal(take(&more.out[0], 1, &c), FP8C_OK);
  assert_true(c.out[0].dims[0] == 3 && ((float *)c.out[0].data)[2] == 9);
  case_end(&c);
  case_begin(&less, "SequenceErase");
  case_input(&less, more.out[0].dtype, 1, more.out[0].dims, more.out[0].data);
  case_input(&less, FP8C_DTYPE_I64, 0, NULL, &one);
  assert_int_equal(case_run(&less, 1), FP8C_OK);
  assert_int_equal(tensor_elements(&less.out[0]), tensor_elements(&s.out[0]));
  assert_memory_equal(less.out[0].data, s.out[0].data, (size_t)tensor_elements(&s.out[0]));
  case_end(&less);
  case_end(&more);
  case_end(&s);
}

/* Every byte of a sequence set to every value of a few: no crash, and no reading outside
 * (the copy is as long as the sequence, for the sanitizers to see). */
static void damage(void **state) {
  (void)state;
  static const uint8_t values[] = {0, 1, 9, 0x7f, 0x80, 0xff};
  static const char *const names[] = {"SequenceAt", "SequenceErase", "ConcatFromSequence",
                                      "SequenceInsert"};
  op_case s;
  make(&s);
  size_t bytes = (size_t)tensor_elements(&s.out[0]);
  static int64_t one = 1;
  static float item = 1;
  for (size_t i = 0; i < bytes; i++)
    for (size_t k = 0; k < sizeof values; k++)
      for (size_t n = 0; n < 4; n++) {
        uint8_t *copy = malloc(bytes);
        memcpy(copy, s.out[0].data, bytes);
        copy[i] = values[k];
        op_case c;
        case_begin(&c, names[n]);
        case_input(&c, FP8C_DTYPE_U8, 1, s.out[0].dims, copy);
        if (n == 3) case_input(&c, FP8C_DTYPE_F32, 0, NULL, &item);
        if (n != 2) case_input(&c, FP8C_DTYPE_I64, 0, NULL, &one);
        if (n == 2) case_int(&c, "axis", 0);
        if (n == 0 || n == 2) case_int(&c, "dtype", dtype_to_onnx(FP8C_DTYPE_F32));
        case_run(&c, 1);
        case_end(&c);
        free(copy);
      }
  for (int64_t short_of = 0; short_of < (int64_t)bytes; short_of++) {
    uint8_t *copy = malloc((size_t)short_of + 1);
    memcpy(copy, s.out[0].data, (size_t)short_of);
    tensor t = {.dtype = FP8C_DTYPE_U8, .rank = 1, .dims = {short_of}, .data = copy};
    op_case c;
    assert_int_not_equal(take(&t, 1, &c), FP8C_OK);
    case_end(&c);
    free(copy);
  }
  case_end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elements),
      cmocka_unit_test(damage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
