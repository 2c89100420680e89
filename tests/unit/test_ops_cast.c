/* test_ops_cast.c - conversions between element types.
 *
 * Float results must be base/numbers' exactly; integer results what NumPy and
 * ONNX Runtime give on x86-64 (the tables below were printed by both). */
#include <math.h>

#include "base/numbers.h"
#include "ops/dtype.h"
#include "tests/support/op_case.h"

static void cast(op_case *c, fp8c_dtype from, fp8c_dtype to, int64_t count, const void *data,
                 bool saturate) {
  case_begin(c, "Cast");
  case_input(c, from, 1, &count, data);
  if (!saturate) case_int(c, "saturate", 0);
  case_int(c, "to", dtype_to_onnx(to));
  assert_int_equal(case_run(c, 1), FP8C_OK);
  assert_int_equal(c->out[0].dtype, to);
}

static const double strange[] = {3e9,      -3e9,      300,  -300, 70000, NAN,
                                 INFINITY, -INFINITY, 1e19, -1.7, 0.99,  4294968320.0};
#define STRANGE ((int64_t)(sizeof strange / sizeof *strange))

static void floats_to_integers(void **state) {
  (void)state;
  static const int64_t expected[][12] = {
      [FP8C_DTYPE_I8] = {0, 0, 44, -44, 112, 0, 0, 0, 0, -1, 0, 0},
      [FP8C_DTYPE_U8] = {0, 0, 44, 212, 112, 0, 0, 0, 0, 255, 0, 0},
      [FP8C_DTYPE_I16] = {0, 0, 300, -300, 4464, 0, 0, 0, 0, -1, 0, 0},
      [FP8C_DTYPE_U16] = {0, 0, 300, 65236, 4464, 0, 0, 0, 0, 65535, 0, 0},
      [FP8C_DTYPE_I32] = {INT32_MIN, INT32_MIN, 300, -300, 70000, INT32_MIN, INT32_MIN, INT32_MIN,
                          INT32_MIN, -1, 0, INT32_MIN},
      [FP8C_DTYPE_U32] = {3000000000, 2147483648, 300, 4294966996, 70000, 2147483648, 0, 2147483648,
                          0, 4294967295, 0, 0},
      [FP8C_DTYPE_I64] = {3000000000, -3000000000, 300, -300, 70000, INT64_MIN, INT64_MIN,
                          INT64_MIN, INT64_MIN, -1, 0, 4294968320},
      [FP8C_DTYPE_U64] = {3000000000, -3000000000, 300, -300, 70000, INT64_MIN, 0, INT64_MIN, 0, -1,
                          0, 4294968320},
  };
  for (int to = FP8C_DTYPE_I8; to <= FP8C_DTYPE_U64; to++)
    for (int wide = 0; wide < 2; wide++) {
      float narrow[STRANGE];
      op_case c;
      for (int64_t i = 0; i < STRANGE; i++) narrow[i] = (float)strange[i];
      cast(&c, wide ? FP8C_DTYPE_F64 : FP8C_DTYPE_F32, (fp8c_dtype)to, STRANGE,
           wide ? (const void *)strange : narrow, true);
      for (int64_t i = 0; i < STRANGE; i++) {
        if (strange[i] == 1e19) continue; /* F32's 1e19 is another number */
        assert_int_equal(tensor_int(&c.out[0], i), expected[to][i]);
      }
      case_end(&c);
    }
}

/* Every F32 bit pattern of a coarse grid, and its neighbours. */
static float pattern(uint32_t i) {
  uint32_t bits = (i / 3 << 12) + i % 3 - 1;
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static void floats_to_fp8(void **state) {
  (void)state;
  enum { COUNT = 3 << 20 };
  float *x = malloc(COUNT * sizeof *x);
  assert_non_null(x);
  for (uint32_t i = 0; i < COUNT; i++) x[i] = pattern(i);
  static const struct {
    fp8c_dtype dtype;
    uint8_t (*convert)(float, bool);
  } types[] = {{FP8C_DTYPE_E4M3, e4m3_from_f32},
               {FP8C_DTYPE_E5M2, e5m2_from_f32},
               {FP8C_DTYPE_E4M3FNUZ, e4m3fnuz_from_f32},
               {FP8C_DTYPE_E5M2FNUZ, e5m2fnuz_from_f32}};
  for (size_t t = 0; t < sizeof types / sizeof *types; t++)
    for (int saturate = 0; saturate < 2; saturate++) {
      op_case c;
      cast(&c, FP8C_DTYPE_F32, types[t].dtype, COUNT, x, saturate);
      for (uint32_t i = 0; i < COUNT; i++)
        if (((uint8_t *)c.out[0].data)[i] != types[t].convert(x[i], saturate))
          fail_msg("%s of %a", fp8c_dtype_name(types[t].dtype), (double)x[i]);
      case_end(&c);
    }
  free(x);
}

static void unsaturated_overflow(void **state) {
  (void)state;
  const float x[] = {464, 464.5f, -480, INFINITY, NAN};
  const uint8_t e4m3[] = {0x7e, 0x7f, 0xff, 0x7f, 0x7f}, kept[] = {0x7e, 0x7e, 0xfe, 0x7e, 0x7f};
  const float y[] = {61439, 61440, -65000, INFINITY, NAN};
  const uint8_t e5m2[] = {0x7b, 0x7c, 0xfc, 0x7c, 0x7f};
  op_case c;
  cast(&c, FP8C_DTYPE_F32, FP8C_DTYPE_E4M3, 5, x, false);
  assert_memory_equal(c.out[0].data, e4m3, 5);
  case_end(&c);
  cast(&c, FP8C_DTYPE_F32, FP8C_DTYPE_E4M3, 5, x, true);
  assert_memory_equal(c.out[0].data, kept, 5);
  case_end(&c);
  cast(&c, FP8C_DTYPE_F32, FP8C_DTYPE_E5M2, 5, y, false);
  assert_memory_equal(c.out[0].data, e5m2, 5);
  case_end(&c);
}

static void integers(void **state) {
  (void)state;
  const int64_t x[] = {-1, 256, INT64_MAX, 0, (1 << 24) + 1};
  const int32_t narrow[] = {-1, 256, -1, 0, (1 << 24) + 1};
  const uint8_t byte[] = {255, 0, 255, 0, 1}, truth[] = {1, 1, 1, 0, 1};
  const float real[] = {-1, 256, 0x1p63f, 0, 0x1p24f};
  op_case c;
  cast(&c, FP8C_DTYPE_I64, FP8C_DTYPE_I32, 5, x, true);
  assert_memory_equal(c.out[0].data, narrow, sizeof narrow);
  case_end(&c);
  cast(&c, FP8C_DTYPE_I64, FP8C_DTYPE_U8, 5, x, true);
  assert_memory_equal(c.out[0].data, byte, sizeof byte);
  case_end(&c);
  cast(&c, FP8C_DTYPE_I64, FP8C_DTYPE_BOOL, 5, x, true);
  assert_memory_equal(c.out[0].data, truth, sizeof truth);
  case_end(&c);
  cast(&c, FP8C_DTYPE_I64, FP8C_DTYPE_F32, 5, x, true);
  assert_memory_equal(c.out[0].data, real, sizeof real);
  case_end(&c);
}

static void nan_is_true(void **state) {
  (void)state;
  const float x[] = {NAN, 0, -0.0f, 0x1p-149f};
  const uint8_t truth[] = {1, 0, 0, 1};
  op_case c;
  cast(&c, FP8C_DTYPE_F32, FP8C_DTYPE_BOOL, 4, x, true);
  assert_memory_equal(c.out[0].data, truth, 4);
  case_end(&c);
}

/* F64 to F16 rounds once: through F32 this would give 1. */
static void double_rounds_once(void **state) {
  (void)state;
  const double x = 1 + 0x1p-11 + 0x1p-40;
  op_case c;
  cast(&c, FP8C_DTYPE_F64, FP8C_DTYPE_F16, 1, &x, true);
  assert_int_equal(*(uint16_t *)c.out[0].data, 0x3c01);
  case_end(&c);
}

/* A stored tensor's scale is part of its value, on both sides. */
static void scales_count(void **state) {
  (void)state;
  const uint8_t codes[] = {e4m3_from_f32(1, true), e4m3_from_f32(-3, true)};
  op_case c;
  case_begin(&c, "Cast");
  case_input(&c, FP8C_DTYPE_E4M3, 1, DIMS(2), codes)->scale =
      (scale){.kind = SCALE_TENSOR, .value = 0.5f};
  case_int(&c, "to", dtype_to_onnx(FP8C_DTYPE_E5M2));
  tensor stored = {.dtype = FP8C_DTYPE_E5M2, .scale = {.kind = SCALE_TENSOR, .value = 0.25f}};
  assert_int_equal(case_run_as(&c, 1, &stored), FP8C_OK);
  assert_true(tensor_real(&c.out[0], 0) == 0.5 && tensor_real(&c.out[0], 1) == -1.5);
  assert_int_equal(((uint8_t *)c.out[0].data)[0], e5m2_from_f32(2, true));
  case_end(&c);
}

/* What ml_dtypes gives: truncated, then the low bits. */
static void narrow_integers(void **state) {
  (void)state;
  const float x[] = {-9, -8.5f, 8, 7.6f, 100, -3.7f, 17};
  const int8_t i4[] = {7, -8, -8, 7, 4, -3, 1}, i2[] = {-1, 0, 0, -1, 0, 1, 1};
  const uint8_t u4[] = {7, 8, 8, 7, 4, 13, 1}, u2[] = {3, 0, 0, 3, 0, 1, 1};
  static const fp8c_dtype to[] = {FP8C_DTYPE_I4, FP8C_DTYPE_U4, FP8C_DTYPE_I2, FP8C_DTYPE_U2};
  const void *const expected[] = {i4, u4, i2, u2};
  for (int k = 0; k < 4; k++) {
    op_case c, back;
    cast(&c, FP8C_DTYPE_F32, to[k], 7, x, true);
    assert_memory_equal(c.out[0].data, expected[k], 7);
    cast(&back, to[k], FP8C_DTYPE_I8, 7, c.out[0].data, true);
    assert_memory_equal(back.out[0].data, expected[k], 7);
    case_end(&back);
    case_end(&c);
  }
  /* The upper bits of a stored byte mean nothing. */
  const uint8_t dirty[] = {0x7f, 0x88};
  op_case c;
  cast(&c, FP8C_DTYPE_I4, FP8C_DTYPE_F32, 2, dirty, true);
  assert_true(((float *)c.out[0].data)[0] == -1 && ((float *)c.out[0].data)[1] == -8);
  case_end(&c);
  case_begin(&c, "Add");
  case_input(&c, FP8C_DTYPE_I4, 1, DIMS(2), NULL);
  case_input(&c, FP8C_DTYPE_I4, 1, DIMS(2), NULL);
  assert_int_not_equal(case_infer(&c, 1), FP8C_OK);
  case_end(&c);
}

static void scales_without_mantissa(void **state) {
  (void)state;
  const float x[] = {1, 1.5f, 1.25f, 3, -5, 0, 0x1.8p127f, INFINITY};
  static const struct {
    const char *mode;
    bool saturate;
    uint8_t codes[8];
  } rows[] = {{"up", true, {127, 128, 128, 129, 130, 0, 254, 255}},
              {"down", true, {127, 127, 127, 128, 129, 0, 254, 255}},
              {"nearest", true, {127, 128, 127, 129, 129, 0, 254, 255}},
              {"up", false, {127, 128, 128, 129, 130, 0, 255, 255}}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    op_case c;
    case_begin(&c, "Cast");
    case_input(&c, FP8C_DTYPE_F32, 1, DIMS(8), x);
    case_string(&c, "round_mode", rows[k].mode);
    case_int(&c, "saturate", rows[k].saturate);
    case_int(&c, "to", dtype_to_onnx(FP8C_DTYPE_E8M0));
    assert_int_equal(case_run(&c, 1), FP8C_OK);
    assert_memory_equal(c.out[0].data, rows[k].codes, 8);
    case_end(&c);
  }
}

static void refused_by_name(void **state) {
  (void)state;
  op_case c;
  case_begin(&c, "Cast");
  case_input(&c, FP8C_DTYPE_F32, 1, DIMS(2), NULL);
  case_int(&c, "to", 8);
  expect_sentence(&c, case_infer(&c, 1), "element type STRING (to) is not supported");
  c.attrs[0].i = 99;
  expect_sentence(&c, case_infer(&c, 1), "to=99 is no element type");
  case_end(&c);
}

static void bits(void **state) {
  (void)state;
  const float x[] = {1, -2};
  const uint32_t expected[] = {0x3f800000, 0xc0000000};
  op_case c;
  case_begin(&c, "BitCast");
  case_input(&c, FP8C_DTYPE_F32, 1, DIMS(2), x);
  case_int(&c, "to", dtype_to_onnx(FP8C_DTYPE_U32));
  assert_int_equal(case_run(&c, 1), FP8C_OK);
  assert_memory_equal(c.out[0].data, expected, sizeof expected);
  c.attrs[0].i = dtype_to_onnx(FP8C_DTYPE_F64);
  expect_sentence(&c, case_infer(&c, 1), "of another size");
  case_end(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(floats_to_integers),
      cmocka_unit_test(floats_to_fp8),
      cmocka_unit_test(unsaturated_overflow),
      cmocka_unit_test(integers),
      cmocka_unit_test(nan_is_true),
      cmocka_unit_test(double_rounds_once),
      cmocka_unit_test(scales_count),
      cmocka_unit_test(narrow_integers),
      cmocka_unit_test(scales_without_mantissa),
      cmocka_unit_test(refused_by_name),
      cmocka_unit_test(bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
