/* test_numbers.c - every code, and every place where rounding changes its mind,
 * of every float format, against the reference of tests/support. */
#include "tests/support/unit.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "base/numbers.h"
#include "tests/support/number_reference.h"

typedef struct format_row {
  fp8c_dtype dtype;
  reference (*make)(void);
  int codes; /* 256 or 65536 */
} format_row;

static const format_row formats[] = {
    {FP8C_DTYPE_E4M3, reference_e4m3, 256},         {FP8C_DTYPE_E5M2, reference_e5m2, 256},
    {FP8C_DTYPE_E4M3FNUZ, reference_e4m3fnuz, 256}, {FP8C_DTYPE_E5M2FNUZ, reference_e5m2fnuz, 256},
    {FP8C_DTYPE_F16, reference_f16, 65536},         {FP8C_DTYPE_BF16, reference_bf16, 65536},
};
#define FORMATS (sizeof formats / sizeof formats[0])

static int scalar_encode(fp8c_dtype dtype, float x, bool saturate) {
  switch (dtype) {
    case FP8C_DTYPE_E4M3:
      return e4m3_from_f32(x, saturate);
    case FP8C_DTYPE_E5M2:
      return e5m2_from_f32(x, saturate);
    case FP8C_DTYPE_E4M3FNUZ:
      return e4m3fnuz_from_f32(x, saturate);
    case FP8C_DTYPE_E5M2FNUZ:
      return e5m2fnuz_from_f32(x, saturate);
    case FP8C_DTYPE_F16:
      return f16_from_f32(x);
    default:
      return bf16_from_f32(x);
  }
}

static float scalar_decode(fp8c_dtype dtype, int code) {
  switch (dtype) {
    case FP8C_DTYPE_E4M3:
      return e4m3_to_f32((uint8_t)code);
    case FP8C_DTYPE_E5M2:
      return e5m2_to_f32((uint8_t)code);
    case FP8C_DTYPE_E4M3FNUZ:
      return e4m3fnuz_to_f32((uint8_t)code);
    case FP8C_DTYPE_E5M2FNUZ:
      return e5m2fnuz_to_f32((uint8_t)code);
    case FP8C_DTYPE_F16:
      return f16_to_f32((uint16_t)code);
    default:
      return bf16_to_f32((uint16_t)code);
  }
}

/* An array's element `i`, and arrays of one converted by the array functions. */
static int code_at(const void *codes, fp8c_dtype dtype, size_t i) {
  return fp8c_dtype_bits(dtype) == 8 ? ((const uint8_t *)codes)[i] : ((const uint16_t *)codes)[i];
}

static bool same_number(float a, double b) {
  return isnan(b) ? isnan(a) : (double)a == b && !signbit(a) == !signbit(b);
}

static void test_every_code_decodes(void **state) {
  (void)state;
  static uint16_t codes16[65536];
  static uint8_t codes8[65536];
  static float out[65536];
  for (size_t f = 0; f < FORMATS; f++) {
    const format_row *row = &formats[f];
    reference r = row->make();
    for (int i = 0; i < row->codes; i++) codes16[i] = (uint16_t)i, codes8[i] = (uint8_t)i;
    floats_decode(row->dtype, row->codes == 256 ? (void *)codes8 : codes16, out,
                  (size_t)row->codes);
    for (int i = 0; i < row->codes; i++) {
      double want = reference_decode(&r, i);
      if (!same_number(scalar_decode(row->dtype, i), want) || !same_number(out[i], want))
        fail_msg("%s code 0x%x: %g and %g, expected %g", fp8c_dtype_name(row->dtype), i,
                 (double)scalar_decode(row->dtype, i), (double)out[i], want);
    }
    free(r.number);
  }
}

static void check_encode(const format_row *row, const reference *r, const float *x, size_t count) {
  uint16_t codes[64];
  for (int s = 0; s < 2; s++) {
    bool saturate = s && fp8c_dtype_bits(row->dtype) == 8;
    floats_encode(row->dtype, x, codes, count, s != 0);
    for (size_t i = 0; i < count; i++) {
      int want = reference_encode(r, (double)x[i], saturate);
      int one = scalar_encode(row->dtype, x[i], saturate), many = code_at(codes, row->dtype, i);
      if (one != want || many != want)
        fail_msg("%s of %a%s: 0x%x and 0x%x, expected 0x%x", fp8c_dtype_name(row->dtype),
                 (double)x[i], saturate ? " saturating" : "", one, many, want);
    }
  }
}

/* Around each number and each midpoint of neighbours: one F32 below, it, one above. */
static void test_every_boundary_encodes(void **state) {
  (void)state;
  for (size_t f = 0; f < FORMATS; f++) {
    const format_row *row = &formats[f];
    reference r = row->make();
    for (int code = 0; code + 1 < r.codes; code++) {
      double both[2] = {r.number[code], (r.number[code] + r.number[code + 1]) / 2};
      for (int k = 0; k < 2; k++) {
        float x = (float)both[k], below = nextafterf(x, -INFINITY), above = nextafterf(x, INFINITY);
        float six[6] = {below, x, above, -below, -x, -above};
        if ((double)x != both[k] && row->dtype != FP8C_DTYPE_BF16) fail_msg("boundary not an F32");
        check_encode(row, &r, six, 6);
      }
    }
    free(r.number);
  }
}

static void test_specials_encode(void **state) {
  (void)state;
  float nan_negative, nan_payload;
  uint32_t bits[2] = {0xffc00001u, 0x7f800001u};
  memcpy(&nan_negative, &bits[0], 4);
  memcpy(&nan_payload, &bits[1], 4);
  const float x[] = {0.0f,     -0.0f,     INFINITY,        -INFINITY,   NAN,       nan_negative,
                     FLT_MAX,  -FLT_MAX,  FLT_MIN,         -FLT_MIN,    0x1p-149f, -0x1p-149f,
                     464.0f,   464.0001f, 480.0f,          496.0f,      240.0f,    247.9f,
                     248.0f,   61440.0f,  61439.996f,      65519.996f,  65520.0f,  57344.0f,
                     0x1p-10f, 0x1p-17f,  0x1.000002p-10f, nan_payload, 1e-7f,     -1e30f};
  for (size_t f = 0; f < FORMATS; f++) {
    reference r = formats[f].make();
    check_encode(&formats[f], &r, x, sizeof x / sizeof x[0]);
    free(r.number);
  }
}

/* Random bits over lengths that leave every remainder of a vector. */
static void test_arrays_match_scalars(void **state) {
  (void)state;
  enum { MOST = 300 };
  float x[MOST], guard = 12345.0f;
  uint16_t codes[MOST + 1];
  uint64_t seed = 1;
  for (size_t count = 0; count < MOST; count++) {
    for (size_t i = 0; i < count; i++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      uint32_t u = (uint32_t)(seed >> 32);
      if (i % 2) u = (u & 0x87ffffffu) | 0x38000000u; /* near one: where codes are */
      memcpy(&x[i], &u, 4);
    }
    for (size_t f = 0; f < FORMATS; f++)
      for (int saturate = 0; saturate < 2; saturate++) {
        fp8c_dtype dtype = formats[f].dtype;
        memset(codes, 0xab, sizeof codes);
        floats_encode(dtype, x, codes, count, saturate);
        for (size_t i = 0; i < count; i++)
          assert_int_equal(code_at(codes, dtype, i), scalar_encode(dtype, x[i], saturate));
        assert_int_equal(code_at(codes, dtype, count), fp8c_dtype_bits(dtype) == 8 ? 0xab : 0xabab);
      }
  }
  float copy[2] = {0, guard};
  floats_encode(FP8C_DTYPE_F32, &guard, copy, 1, true);
  assert_true(copy[0] == guard && copy[1] == guard);
}

static void test_f16_from_f64_rounds_once(void **state) {
  (void)state;
  reference r = reference_f16();
  for (int code = 0; code + 1 < r.codes; code++) {
    double both[2] = {r.number[code], (r.number[code] + r.number[code + 1]) / 2};
    for (int k = 0; k < 2; k++) {
      double x[3] = {nextafter(both[k], -INFINITY), both[k], nextafter(both[k], INFINITY)};
      for (int i = 0; i < 3; i++) {
        assert_int_equal(f16_from_f64(x[i]), reference_encode(&r, x[i], false));
        assert_int_equal(f16_from_f64(-x[i]), reference_encode(&r, -x[i], false));
      }
    }
  }
  assert_int_equal(f16_from_f64(1e300), 0x7c00);
  assert_int_equal(f16_from_f64(-INFINITY), 0xfc00);
  assert_int_equal(f16_from_f64(NAN), 0x7fff);
  assert_int_equal(f16_from_f64(1e-300), 0);
  free(r.number);
}

static void test_types(void **state) {
  (void)state;
  for (int i = 1; i < FP8C_DTYPE_COUNT; i++) {
    fp8c_dtype t = (fp8c_dtype)i;
    assert_int_equal(dtype_from_name(fp8c_dtype_name(t)), t);
    assert_true(fp8c_dtype_bits(t) >= 8);
    assert_false(dtype_is_int(t) && dtype_is_float(t));
    assert_true(dtype_is_small_float(t) == (dtype_max(t) > 0));
  }
  assert_int_equal(dtype_from_name("none"), FP8C_DTYPE_NONE);
  assert_int_equal(dtype_from_name("float"), FP8C_DTYPE_NONE);
  assert_string_equal(fp8c_dtype_name((fp8c_dtype)99), "none");
  assert_int_equal(fp8c_dtype_bits((fp8c_dtype)-1), 0);
  assert_true(dtype_is_fp8(FP8C_DTYPE_E5M2) && !dtype_is_fp8(FP8C_DTYPE_E5M2FNUZ));
  assert_true(dtype_max(FP8C_DTYPE_E4M3FNUZ) == 240.0f);
}

/* What is said of a format in words is what its codes do. */
static void lattices(void **state) {
  (void)state;
  for (int i = 1; i < FP8C_DTYPE_COUNT; i++) {
    fp8c_dtype t = (fp8c_dtype)i;
    if (!dtype_is_small_float(t) || t == FP8C_DTYPE_E8M0 || t == FP8C_DTYPE_F32) continue;
    float max = dtype_max(t), last = dtype_last_in_range(t);
    float least = ldexpf(1, dtype_least_exponent(t)), step = (float)dtype_step(t, 0);
    float in[] = {last,  nextafterf(last, INFINITY),
                  max,   max - (float)dtype_step(t, (double)max),
                  least, least - step,
                  step,  least + step};
    float out[sizeof in / sizeof *in];
    uint32_t codes[sizeof in / sizeof *in];
    floats_encode(t, in, codes, sizeof in / sizeof *in, false);
    floats_decode(t, codes, out, sizeof in / sizeof *in);
    assert_true(out[0] == max);
    if (t != FP8C_DTYPE_E2M1) assert_false(out[1] == max); /* it has nothing beyond */
    for (size_t k = 2; k < sizeof in / sizeof *in; k++) assert_true(out[k] == in[k]);
    assert_true((float)dtype_step(t, (double)least) == step);
  }
  assert_true(dtype_last_in_range(FP8C_DTYPE_E4M3) == 464.0f);
  assert_true(dtype_last_in_range(FP8C_DTYPE_E5M2) == 0x1.dffffep15f);
}

/* All codes of FP4, every border between two, and beyond. */
static void four_bits(void **state) {
  (void)state;
  static const float numbers[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
  for (int sign = 0; sign < 2; sign++)
    for (int i = 0; i < 8; i++) {
      float x = sign ? -numbers[i] : numbers[i];
      uint8_t code = (uint8_t)(sign << 3 | i);
      assert_true(e2m1_to_f32(code) == x && e2m1_to_f32(code | 0x50) == x);
      assert_int_equal(e2m1_from_f32(x), code);
      if (i == 7) continue;
      float middle = (numbers[i] + numbers[i + 1]) / 2;
      int even = i & 1 ? i + 1 : i;
      assert_int_equal(e2m1_from_f32(sign ? -middle : middle), sign << 3 | even);
      assert_int_equal(e2m1_from_f32(nextafterf(middle, 0)), i);
      assert_int_equal(e2m1_from_f32(nextafterf(middle, 9)), i + 1);
    }
  assert_int_equal(e2m1_from_f32(INFINITY), 7);
  assert_int_equal(e2m1_from_f32(-1e30f), 15);
  assert_int_equal(e2m1_from_f32(NAN), 8);
}

static void powers_of_two(void **state) {
  (void)state;
  for (int code = 0; code < 255; code++) {
    float x = e8m0_to_f32((uint8_t)code);
    assert_true(x == ldexpf(1, code - 127));
    if (code > 0) assert_int_equal(e8m0_from_f32(x, true, E8M0_DOWN), code);
    if (code > 0) assert_int_equal(e8m0_from_f32(x, true, E8M0_UP), code);
  }
  assert_true(isnan(e8m0_to_f32(255)));
}

static void test_tensor_bytes(void **state) {
  (void)state;
  fp8c_tensor t = {.dtype = FP8C_DTYPE_BF16, .rank = 2, .shape = {3, 5}};
  assert_int_equal(fp8c_tensor_bytes(&t), 30);
  t.rank = 0;
  assert_int_equal(fp8c_tensor_bytes(&t), 2);
  t.rank = 9;
  assert_int_equal(fp8c_tensor_bytes(&t), 0);
  t.rank = -1;
  assert_int_equal(fp8c_tensor_bytes(&t), 0);
  t.rank = 2, t.shape[0] = -1;
  assert_int_equal(fp8c_tensor_bytes(&t), 0);
  t.shape[0] = INT64_MAX, t.shape[1] = 3;
  assert_int_equal(fp8c_tensor_bytes(&t), 0);
  t.shape[0] = INT64_MAX / 2, t.shape[1] = 2, t.dtype = FP8C_DTYPE_F64;
  assert_int_equal(fp8c_tensor_bytes(&t), 0);
  assert_int_equal(fp8c_tensor_bytes(NULL), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_code_decodes),
      cmocka_unit_test(test_every_boundary_encodes),
      cmocka_unit_test(test_specials_encode),
      cmocka_unit_test(test_arrays_match_scalars),
      cmocka_unit_test(test_f16_from_f64_rounds_once),
      cmocka_unit_test(test_types),
      cmocka_unit_test(lattices),
      cmocka_unit_test(four_bits),
      cmocka_unit_test(powers_of_two),
      cmocka_unit_test(test_tensor_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
