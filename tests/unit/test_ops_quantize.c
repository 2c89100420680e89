/* test_ops_quantize.c - Quantize, Dequantize and ONNX's QuantizeLinear family. */
#include <math.h>

#include "base/numbers.h"
#include "ops/dtype.h"
#include "tests/support/op_case.h"

enum { COUNT = 5000 };

static void fill(float *x, int64_t count) {
  uint64_t seed = 1;
  for (int64_t i = 0; i < count; i++)
    x[i] = ldexpf((float)(int32_t)(next_random(&seed) << 1) / 0x1p31f,
                  (int)(next_random(&seed) % 24) - 12);
}

/* "mul" is round(x * RN(1/s)), "div" is round(x / s); they differ on ties. */
static void both_formulas(void **state) {
  (void)state;
  static float x[COUNT];
  const float s = 0.0371f, r = 1.0f / s;
  fill(x, COUNT);
  for (int divide = 0; divide < 2; divide++)
    for (int wide = 0; wide < 2; wide++) {
      tensor stored = {.dtype = wide ? FP8C_DTYPE_E5M2 : FP8C_DTYPE_E4M3,
                       .scale = {.kind = SCALE_TENSOR, .value = s}};
      op_case c;
      case_begin(&c, "Quantize");
      case_input(&c, FP8C_DTYPE_F32, 2, DIMS(COUNT / 10, 10), x);
      if (divide) case_string(&c, "mode", "div");
      assert_int_equal(case_run_as(&c, 1, &stored), FP8C_OK);
      for (int i = 0; i < COUNT; i++) {
        float y = divide ? x[i] / s : x[i] * r;
        assert_int_equal(((uint8_t *)c.out[0].data)[i],
                         wide ? e5m2_from_f32(y, true) : e4m3_from_f32(y, true));
      }
      case_end(&c);
    }
}

/* Random numbers hardly ever tell them apart: this one lies so that RN(1/s) decides. */
static void what_tells_the_formulas_apart(void **state) {
  (void)state;
  const float x = 0x1.8ccccc0p-4f;
  static const uint8_t codes[] = {0x38, 0x37}; /* mul, div */
  for (int divide = 0; divide < 2; divide++) {
    tensor stored = {.dtype = FP8C_DTYPE_E4M3, .scale = {.kind = SCALE_TENSOR, .value = 0.1f}};
    op_case c;
    case_begin(&c, "Quantize");
    case_input(&c, FP8C_DTYPE_F32, 1, DIMS(1), &x);
    if (divide) case_string(&c, "mode", "div");
    assert_int_equal(case_run_as(&c, 1, &stored), FP8C_OK);
    assert_int_equal(*(uint8_t *)c.out[0].data, codes[divide]);
    case_end(&c);
  }
}

static void per_channel(void **state) {
  (void)state;
  static float x[COUNT];
  float scales[5] = {0.01f, 0.5f, 3, 1, 100};
  fill(x, COUNT);
  tensor stored = {.dtype = FP8C_DTYPE_E4M3,
                   .scale = {.kind = SCALE_AXIS, .axis = 1, .scales = scales}};
  op_case c, back;
  case_begin(&c, "Quantize");
  case_input(&c, FP8C_DTYPE_F32, 3, DIMS(10, 5, COUNT / 50), x);
  assert_int_equal(case_run_as(&c, 1, &stored), FP8C_OK);
  case_begin(&back, "Dequantize");
  tensor *in = case_input(&back, FP8C_DTYPE_E4M3, 3, DIMS(10, 5, COUNT / 50), c.out[0].data);
  in->scale = stored.scale;
  assert_int_equal(case_run(&back, 1), FP8C_OK);
  for (int i = 0; i < COUNT; i++) {
    float s = scales[i / (COUNT / 50) % 5];
    uint8_t code = e4m3_from_f32(x[i] * (1.0f / s), true);
    assert_int_equal(((uint8_t *)c.out[0].data)[i], code);
    assert_true(((float *)back.out[0].data)[i] == e4m3_to_f32(code) * s);
  }
  case_end(&c);
  case_end(&back);
}

/* ONNX divides in the scale's type, then rounds to the output's. */
static void linear_fp8(void **state) {
  (void)state;
  static float x[COUNT];
  const float s = 0.0371f;
  const uint16_t s_half = f16_from_f32(0.0371f);
  const uint8_t zero = 0;
  fill(x, COUNT);
  for (int half = 0; half < 2; half++)
    for (int saturate = 0; saturate < 2; saturate++) {
      op_case c;
      case_begin(&c, "QuantizeLinear");
      case_input(&c, FP8C_DTYPE_F32, 1, DIMS(COUNT), x);
      case_input(&c, half ? FP8C_DTYPE_F16 : FP8C_DTYPE_F32, 0, NULL,
                 half ? (const void *)&s_half : &s);
      case_input(&c, FP8C_DTYPE_E4M3, 0, NULL, &zero);
      if (!saturate) case_int(&c, "saturate", 0);
      assert_int_equal(case_run(&c, 1), FP8C_OK);
      for (int i = 0; i < COUNT; i++) {
        float y = x[i] / (half ? f16_to_f32(s_half) : s);
        if (half) y = f16_to_f32(f16_from_f32(y));
        assert_int_equal(((uint8_t *)c.out[0].data)[i], e4m3_from_f32(y, saturate));
      }
      case_end(&c);
    }
}

static void linear_int8(void **state) {
  (void)state;
  const float x[] = {0, 2, 3, 1000, -254, -1000, 1, -1, NAN}, s = 2;
  const uint8_t zero = 128;
  /* ties to even: 0.5 -> 0, 1.5 -> 2 */
  const uint8_t expected[] = {128, 129, 130, 255, 1, 0, 128, 128, 0};
  op_case c;
  case_begin(&c, "QuantizeLinear");
  case_input(&c, FP8C_DTYPE_F32, 1, DIMS(9), x);
  case_input(&c, FP8C_DTYPE_F32, 1, DIMS(1), &s);
  case_input(&c, FP8C_DTYPE_U8, 1, DIMS(1), &zero);
  assert_int_equal(case_run(&c, 1), FP8C_OK);
  assert_memory_equal(c.out[0].data, expected, sizeof expected);
  case_end(&c);
}

static void linear_blocks(void **state) {
  (void)state;
  const int8_t q[2][5] = {{1, 2, 3, 4, 5}, {-1, -2, -3, -4, -5}};
  const float s[2][3] = {{1, 10, 100}, {2, 20, 200}};
  const float expected[] = {1, 2, 30, 40, 500, -2, -4, -60, -80, -1000};
  op_case c;
  case_begin(&c, "DequantizeLinear");
  case_input(&c, FP8C_DTYPE_I8, 2, DIMS(2, 5), q);
  tensor *scales = case_input(&c, FP8C_DTYPE_F32, 2, DIMS(2, 3), s);
  case_int(&c, "block_size", 2);
  assert_int_equal(case_run(&c, 1), FP8C_OK);
  assert_memory_equal(c.out[0].data, expected, sizeof expected);
  scales->dims[1] = 2;
  expect_sentence(&c, case_infer(&c, 1), "the scale and the blocks differ (2 and 3)");
  case_end(&c);
}

static void linear_axis(void **state) {
  (void)state;
  const uint8_t q[] = {1, 2, 3, 4, 5, 6}, zero[] = {1, 2, 3};
  const float s[] = {1, 10, 100}, expected[] = {0, 0, 0, 3, 30, 300};
  op_case c;
  case_begin(&c, "DequantizeLinear");
  case_input(&c, FP8C_DTYPE_U8, 2, DIMS(2, 3), q);
  case_input(&c, FP8C_DTYPE_F32, 1, DIMS(3), s);
  case_input(&c, FP8C_DTYPE_U8, 1, DIMS(3), zero);
  assert_int_equal(case_run(&c, 1), FP8C_OK);
  assert_memory_equal(c.out[0].data, expected, sizeof expected);
  c.inputs[1].dims[0] = 2;
  expect_sentence(&c, case_infer(&c, 1), "scale and zero point differ");
  case_end(&c);
}

static void refused(void **state) {
  (void)state;
  op_case c;
  case_begin(&c, "QuantizeLinear");
  case_input(&c, FP8C_DTYPE_F32, 1, DIMS(4), NULL);
  case_input(&c, FP8C_DTYPE_F32, 0, NULL, NULL);
  case_int(&c, "output_dtype", 8);
  expect_sentence(&c, case_infer(&c, 1), "STRING");
  c.attrs[0].i = dtype_to_onnx(FP8C_DTYPE_I64);
  expect_sentence(&c, case_infer(&c, 1), "quantising to i64 is not supported");
  case_end(&c);
}

/* Results do not depend on how many threads share the work. */
static void threads_change_nothing(void **state) {
  (void)state;
  enum { LARGE = 300000 };
  float *x = malloc(LARGE * sizeof *x);
  uint8_t *first = malloc(LARGE);
  assert_true(x != NULL && first != NULL);
  fill(x, LARGE);
  for (int threads = 1; threads <= 3; threads++) {
    tensor stored = {.dtype = FP8C_DTYPE_E4M3, .scale = {.kind = SCALE_TENSOR, .value = 0.02f}};
    op_case c;
    case_begin(&c, "Quantize");
    assert_int_equal(pool_create(threads, &c.call.threads, NULL), FP8C_OK);
    case_input(&c, FP8C_DTYPE_F32, 1, DIMS(LARGE), x);
    assert_int_equal(case_run_as(&c, 1, &stored), FP8C_OK);
    if (threads == 1) memcpy(first, c.out[0].data, LARGE);
    assert_memory_equal(c.out[0].data, first, LARGE);
    pool_free(c.call.threads);
    case_end(&c);
  }
  free(x);
  free(first);
}

/* A plan says of which type a result is; one that is no FP8 is the plan's mistake. */
static void a_split_gives_fp8(void **state) {
  (void)state;
  const float x[4] = {1, 2, 3, 4};
  const int32_t to[2] = {2, -1};
  const struct {
    tensor stored;
    fp8c_status status;
  } cases[] = {{{.dtype = FP8C_DTYPE_E4M3}, FP8C_OK},
               {{.dtype = FP8C_DTYPE_BF16}, FP8C_ERROR_FORMAT},
               {{.dtype = FP8C_DTYPE_I8}, FP8C_ERROR_FORMAT}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    op_case c;
    case_begin(&c, "QuantizeSplit");
    case_input(&c, FP8C_DTYPE_F32, 2, DIMS(2, 2), x);
    case_input(&c, FP8C_DTYPE_I32, 1, DIMS(2), to);
    case_int(&c, "more", 1);
    assert_int_equal(case_run_as(&c, 1, &cases[i].stored), cases[i].status);
    case_end(&c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_formulas), cmocka_unit_test(what_tells_the_formulas_apart),
      cmocka_unit_test(per_channel),   cmocka_unit_test(linear_fp8),
      cmocka_unit_test(linear_int8),   cmocka_unit_test(linear_blocks),
      cmocka_unit_test(linear_axis),   cmocka_unit_test(a_split_gives_fp8),
      cmocka_unit_test(refused),       cmocka_unit_test(threads_change_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
