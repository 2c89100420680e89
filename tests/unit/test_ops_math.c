/* test_ops_math.c - ops/math.h against libm in double precision, and the
 * vectorised loops against the same functions called one by one. */
#include "tests/support/unit.h"

#include <math.h>
#include <stdlib.h>

#include "ops/lanes.h"
#include "ops/math.h"
#include "ops/ops.h"

/* Distance in units in the last place of the F32 nearest to `want`. */
static double ulps(float got, double want) {
  if (isnan(want) || isnan(got)) return isnan(want) && isnan(got) ? 0.0 : INFINITY;
  float nearest = (float)want;
  if (isinf(nearest) || isinf(got)) {
    if (nearest == got) return 0.0;
    return fabs(want) < 3.4028236e38 && isinf(got) ? 1.0 : INFINITY;
  }
  int e = -125;
  if (want != 0.0) frexp(want, &e);
  if (e < -125) e = -125;
  return fabs((double)got - want) / ldexp(1.0, e - 24);
}

static double sigmoid64(double x) { return 1.0 / (1.0 + exp(-x)); }
static double swish64(double x) { return x * sigmoid64(x); }
static double softplus64(double x) { return (x > 0 ? x : 0) + log1p(exp(-fabs(x))); }
static float swish_of(float x) { return x * fp8c_sigmoidf(x); }
static double mish64(double x) { return x * tanh(softplus64(x)); }

typedef struct function {
  const char *name;
  float (*got)(float);
  double (*want)(double);
  double bound; /* ulps */
  float least;  /* smaller arguments are not held to the bound */
} function;

static const function functions[] = {
    {"exp", fp8c_expf, exp, 1.0, -INFINITY},
    {"expm1", fp8c_expm1f, expm1, 2.0, -INFINITY},
    {"log", fp8c_logf, log, 1.0, -INFINITY},
    {"log1p", fp8c_log1pf, log1p, 2.0, -INFINITY},
    {"sigmoid", fp8c_sigmoidf, sigmoid64, 2.5, -80.0f},
    {"swish", swish_of, swish64, 3.0, -80.0f},
    {"tanh", fp8c_tanhf, tanh, 2.5, -INFINITY},
    {"erf", fp8c_erff, erf, 1.5, -INFINITY},
    {"softplus", fp8c_softplusf, softplus64, 2.0, -INFINITY},
    {"mish", fp8c_mishf, mish64, 5.0, -80.0f},
    {"sin", fp8c_sinf, sin, 1.6, -INFINITY},
    {"cos", fp8c_cosf, cos, 1.6, -INFINITY},
    {"tan", fp8c_tanf, tan, 0.51, -INFINITY},
    {"asin", fp8c_asinf, asin, 0.51, -INFINITY},
    {"acos", fp8c_acosf, acos, 0.51, -INFINITY},
    {"atan", fp8c_atanf, atan, 0.51, -INFINITY},
    {"sinh", fp8c_sinhf, sinh, 0.51, -INFINITY},
    {"cosh", fp8c_coshf, cosh, 0.51, -INFINITY},
    {"asinh", fp8c_asinhf, asinh, 0.51, -INFINITY},
    {"acosh", fp8c_acoshf, acosh, 0.51, -INFINITY},
    {"atanh", fp8c_atanhf, atanh, 0.51, -INFINITY},
};

/* One in 1999 of all bit patterns, specials among them. */
static void test_functions(void **state) {
  (void)state;
  for (size_t f = 0; f < sizeof functions / sizeof functions[0]; f++) {
    const function *t = &functions[f];
    double worst = 0.0;
    float at = 0.0f;
    for (uint64_t u = 0; u < UINT64_C(0x100000000); u += 1999) {
      float x = math_float((uint32_t)u);
      if (x < t->least) continue;
      double d = ulps(t->got(x), t->want((double)x));
      if (!(d <= worst)) {
        worst = d;
        at = x;
      }
    }
    const float specials[] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1.0f, -1.0f, 0x1p-149f};
    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++) {
      float x = specials[i];
      if (x < t->least) continue;
      double d = ulps(t->got(x), t->want((double)x));
      if (!(d <= worst)) {
        worst = d;
        at = x;
      }
    }
    if (!(worst <= t->bound))
      fail_msg("%s: %g ulp at %a; %g is the bound", t->name, worst, (double)at, t->bound);
  }
}

static void test_signed_zero(void **state) {
  (void)state;
  float (*const odd[])(float) = {fp8c_expm1f, fp8c_tanhf, fp8c_erff,  fp8c_sinf,   fp8c_tanf,
                                 fp8c_asinf,  fp8c_atanf, fp8c_sinhf, fp8c_asinhf, fp8c_atanhf};
  for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
    assert_int_equal(math_bits(odd[i](-0.0f)), 0x80000000u);
    assert_int_equal(math_bits(odd[i](0.0f)), 0u);
  }
}

/* Far from 0 it is 0 and 1, and stays what no number is. */
static void test_sigmoid_far_out(void **state) {
  (void)state;
  for (float x = 88.0f; x < INFINITY; x *= 1.5f) {
    assert_true(fp8c_sigmoidf(x) == 1.0f && fp8c_sigmoidf(-x) == 0.0f);
    assert_true(fp8c_gelu_tanhf(x) == x && fp8c_gelu_tanhf(-x) == 0.0f);
  }
  assert_true(fp8c_sigmoidf(INFINITY) == 1.0f && fp8c_sigmoidf(-INFINITY) == 0.0f);
  for (uint32_t payload = 1; payload < 0x800000; payload = payload * 3 + 1) {
    assert_true(isnan(fp8c_sigmoidf(math_float(0x7f800000u | payload))));
    assert_true(isnan(fp8c_sigmoidf(math_float(0xff800000u | payload))));
  }
}

/* The bits of its definition, by a division. */
static void test_hard_swish(void **state) {
  (void)state;
  for (uint64_t u = 0; u < UINT64_C(0x100000000); u += 613) {
    float x = math_float((uint32_t)u), gate = x / 6 + 0.5f, y = fp8c_hard_swishf(x);
    float want = x * (gate < 0 ? 0 : gate > 1 ? 1 : gate);
    if (want != want && y != y) continue;
    if (math_bits(y) != math_bits(want)) fail_msg("%a for %a, not %a", y, x, want);
  }
  assert_true(fp8c_hard_swishf(INFINITY) == INFINITY && isnan(fp8c_hard_swishf(NAN)));
}

static void test_gelu(void **state) {
  (void)state;
  for (float x = -12.0f; x < 12.0f; x += 0x1.1p-12f) {
    double exact = 0.5 * (double)x * erfc(-(double)x * M_SQRT1_2);
    double u = 0.7978845608028654 * ((double)x + 0.044715 * (double)x * (double)x * (double)x);
    double by_tanh = 0.5 * (double)x * (1.0 + tanh(u));
    assert_true(fabs((double)fp8c_geluf(x) - exact) <= 2.7e-7 * fabs((double)x));
    assert_true(fabs((double)fp8c_gelu_fp8f(x) - exact) <= 1.2e-3);
    assert_true(fabs((double)fp8c_gelu_tanhf(x) - by_tanh) <= 3e-7 * fabs((double)x));
  }
}

/* Up to the largest numbers. */
static void test_swish_fp8(void **state) {
  (void)state;
  for (float x = -12.0f; x < 12.0f; x += 0x1.1p-12f) {
    double exact = (double)x / (1.0 + exp(-(double)x));
    assert_true(fabs((double)fp8c_swish_fp8f(x) - exact) <= 9e-4);
  }
  for (float x = 12.0f; x < INFINITY; x *= 1.01f) {
    assert_true(fabsf(fp8c_swish_fp8f(x) - x) <= 9e-4f + 0x1p-24f * x); /* it is rounded */
    assert_true(fabsf(fp8c_swish_fp8f(-x)) <= 9e-4f);
  }
  assert_true(isnan(fp8c_swish_fp8f(NAN)));
  assert_true(isinf(fp8c_swish_fp8f(INFINITY)) && fp8c_swish_fp8f(0) == 0);
}

/* Beyond where it was fitted, up to the largest numbers, it is x or 0. */
static void test_gelu_fp8_far_out(void **state) {
  (void)state;
  for (float x = 3.4f; x < INFINITY; x *= 1.01f) {
    assert_true(fabsf(fp8c_gelu_fp8f(x) - x) <= 1.2e-3f);
    assert_true(fabsf(fp8c_gelu_fp8f(-x)) <= 1.2e-3f);
  }
  assert_true(isnan(fp8c_gelu_fp8f(NAN)));
}

static void test_pow(void **state) {
  (void)state;
  uint64_t r = 1;
  for (int i = 0; i < 1000000; i++) {
    r = r * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    float x = math_float((uint32_t)(r >> 32));
    r = r * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    float y = math_float((uint32_t)(r >> 32));
    if (i & 1) {
      x = fabsf(fmodf(x, 10.0f));
      y = fmodf(y, 40.0f);
    }
    if (i % 7 == 0) y = rintf(y);
    assert_true(ulps(fp8c_powf(x, y), pow((double)x, (double)y)) <= 0.51);
  }
  const float s[] = {0.0f,      -0.0f, 1.0f, -1.0f, 2.0f,  -2.0f,  0.5f,       -0.5f,      INFINITY,
                     -INFINITY, NAN,   3.0f, -3.0f, 1e30f, -1e30f, 8388607.0f, 8388609.0f, 1e-40f};
  for (size_t i = 0; i < sizeof s / sizeof s[0]; i++)
    for (size_t j = 0; j < sizeof s / sizeof s[0]; j++) {
      float got = fp8c_powf(s[i], s[j]);
      double want = pow((double)s[i], (double)s[j]);
      assert_true(ulps(got, want) <= 0.51);
      if (!isnan(want)) assert_int_equal(!signbit(got), !signbit(want));
    }
}

static float tanh_of(float x) { return fp8c_tanhf(x); }
static float gelu_of(float x) { return fp8c_geluf(x); }
static float erf_of(float x) { return fp8c_erff(x); }
static float exp_of(float x) { return fp8c_expf(x); }
static float log_of(float x) { return fp8c_logf(x); }
static float sigmoid_of(float x) { return fp8c_sigmoidf(x); }
static float hard_swish_of(float x) { return fp8c_hard_swishf(x); }

/* Whatever vector registers the loops use, the bits are those of one call. */
static void test_loops_give_the_same_bits(void **state) {
  (void)state;
  const struct {
    const char *name;
    float (*one)(float);
  } rows[] = {{"Tanh", tanh_of},
              {"Gelu", gelu_of},
              {"Erf", erf_of},
              {"Exp", exp_of},
              {"Log", log_of},
              {"Sigmoid", sigmoid_of},
              {"HardSwish", hard_swish_of}};
  enum { N = 65521 };
  float *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  assert_true(x && y);
  for (uint32_t i = 0; i < N; i++) x[i] = math_float(i * 65551u);
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
    tensor in = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {N}, .data = x}, out = in;
    const tensor *ins[] = {&in};
    out.data = y;
    op_call c = {.op = op_find("", rows[r].name),
                 .in = ins,
                 .in_count = 1,
                 .out = &out,
                 .out_count = 1,
                 .scratch = &a};
    assert_int_equal(op_run(&c, NULL), FP8C_OK);
    for (uint32_t i = 0; i < N; i++) {
      float want = rows[r].one(x[i]);
      if (want != want && y[i] != y[i]) continue;
      assert_int_equal(math_bits(y[i]), math_bits(want));
    }
  }
  arena_free(&a);
  free(x);
  free(y);
}

static void test_lanes(void **state) {
  (void)state;
  float x[100], lane[16] = {0};
  for (int i = 0; i < 100; i++) x[i] = 1.0f / (float)(i + 1);
  for (int i = 0; i < 100; i++) lane[i % 16] += x[i];
  for (int half = 8; half > 0; half /= 2)
    for (int l = 0; l < half; l++) lane[l] += lane[l + half];
  assert_true(lanes_sum(x, 100) == lane[0]);
  assert_true(lanes_max(x, 100) == 1.0f);
  assert_true(lanes_max(x, 0) == -INFINITY);
  assert_true(lanes_sum(x, 0) == 0.0f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_functions),
      cmocka_unit_test(test_signed_zero),
      cmocka_unit_test(test_sigmoid_far_out),
      cmocka_unit_test(test_hard_swish),
      cmocka_unit_test(test_gelu),
      cmocka_unit_test(test_swish_fp8),
      cmocka_unit_test(test_gelu_fp8_far_out),
      cmocka_unit_test(test_pow),
      cmocka_unit_test(test_loops_give_the_same_bits),
      cmocka_unit_test(test_lanes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
