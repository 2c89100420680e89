/* elementwise.c - every elementwise row of ops.def against libm in double
 * precision: on zeros, subnormals, infinities and NaN, under broadcasting, in
 * every storage type.
 *
 * A row without a reference below is a failure, so a new row brings its own. */
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/unary.h"
#include "ops/ops.h"

typedef double unary_reference(double x, double a, double b);
typedef double binary_reference(double x, double y, double a);

/* ---- References -------------------------------------------------------- */

#define REFERENCE(name_, value_)                      \
  static double name_(double x, double a, double b) { \
    (void)a, (void)b;                                 \
    return value_;                                    \
  }
REFERENCE(ref_abs, fabs(x))
REFERENCE(ref_neg, -x)
REFERENCE(ref_sign, x > 0 ? 1 : x < 0 ? -1 : x)
REFERENCE(ref_fake_quantize, fmin(fmax(rint(x / a), b), b + 255) * a + (isnan(x) ? x : 0))
REFERENCE(ref_floor, floor(x))
REFERENCE(ref_ceil, ceil(x))
REFERENCE(ref_round, nearbyint(x))
REFERENCE(ref_sqrt, sqrt(x))
REFERENCE(ref_reciprocal, 1 / x)
REFERENCE(ref_exp, exp(x))
REFERENCE(ref_log, log(x))
REFERENCE(ref_erf, erf(x))
REFERENCE(ref_sin, sin(x))
REFERENCE(ref_cos, cos(x))
REFERENCE(ref_tan, tan(x))
REFERENCE(ref_asin, asin(x))
REFERENCE(ref_acos, acos(x))
REFERENCE(ref_atan, atan(x))
REFERENCE(ref_sinh, sinh(x))
REFERENCE(ref_cosh, cosh(x))
REFERENCE(ref_asinh, asinh(x))
REFERENCE(ref_acosh, acosh(x))
REFERENCE(ref_atanh, atanh(x))
REFERENCE(ref_relu, x < 0 ? 0 : x)
REFERENCE(ref_leaky, x < 0 ? a * x : x)
REFERENCE(ref_thresholded, x > a ? x : 0)
REFERENCE(ref_elu, x < 0 ? a * expm1(x) : x)
REFERENCE(ref_celu, x < 0 ? a * expm1(x / a) : x)
REFERENCE(ref_selu, x < 0 ? b * a * expm1(x) : b * x)
REFERENCE(ref_sigmoid, 1 / (1 + exp(-x)))
REFERENCE(ref_hard_sigmoid, isnan(x) ? x : fmax(0, fmin(1, a *x + b)))
REFERENCE(ref_hard_swish, isnan(x) ? x : x *fmax(0, fmin(1, x / 6 + 0.5)))
REFERENCE(ref_swish, x / (1 + exp(-a * x)))
REFERENCE(ref_mish, x *tanh(x > 700 ? x : log1p(exp(x))))
REFERENCE(ref_gelu, 0.5 * x * erfc(-x * M_SQRT1_2))
REFERENCE(ref_tanh, tanh(x))
REFERENCE(ref_softplus, x > 700 ? x : log1p(exp(x)))
REFERENCE(ref_softsign, x / (1 + fabs(x)))
REFERENCE(ref_shrink, x<-a ? x + b : x> a ? x - b : 0)
REFERENCE(ref_is_nan, isnan(x))
REFERENCE(ref_is_inf, isinf(x) && (x < 0 ? a : b) != 0)

#define REFERENCE2(name_, value_)                     \
  static double name_(double x, double y, double a) { \
    (void)a;                                          \
    return value_;                                    \
  }
REFERENCE2(ref_add, x + y)
REFERENCE2(ref_sub, x - y)
REFERENCE2(ref_mul, x *y)
REFERENCE2(ref_div, x / y)
REFERENCE2(ref_pow, pow(x, y))
REFERENCE2(ref_mod, fmod(x, y))
REFERENCE2(ref_prelu, x < 0 ? x * y : x)
REFERENCE2(ref_min, isnan(x) || isnan(y) ? NAN : fmin(x, y))
REFERENCE2(ref_max, isnan(x) || isnan(y) ? NAN : fmax(x, y))
REFERENCE2(ref_equal, x == y)
REFERENCE2(ref_greater, x > y)
REFERENCE2(ref_less, x < y)
REFERENCE2(ref_greater_equal, x >= y)
REFERENCE2(ref_less_equal, x <= y)

/* Allowed: `ulps` of the result plus `near` times |x| (differences of near
 * equals, and infinity times what rounded to zero). */
typedef struct row {
  const char *name;
  unary_reference *one;
  binary_reference *two;
  double ulps, near;
  bool tails; /* large |x| is left out: the exact result is 0 or NaN by a limit */
} row;

static const row rows[] = {
    {"Abs", ref_abs, NULL, 0, 0, false},
    {"Neg", ref_neg, NULL, 0, 0, false},
    {"Sign", ref_sign, NULL, 0, 0, false},
    {"Floor", ref_floor, NULL, 0, 0, false},
    {"Ceil", ref_ceil, NULL, 0, 0, false},
    {"Round", ref_round, NULL, 0, 0, false},
    {"Sqrt", ref_sqrt, NULL, 0.51, 0, false},
    {"Reciprocal", ref_reciprocal, NULL, 0.51, 0, false},
    {"Exp", ref_exp, NULL, 1, 0, false},
    {"Log", ref_log, NULL, 1, 0, false},
    {"Erf", ref_erf, NULL, 1.5, 0, false},
    {"Sin", ref_sin, NULL, 1.6, 0, false},
    {"Cos", ref_cos, NULL, 1.6, 0, false},
    {"Tan", ref_tan, NULL, 0.51, 0, false},
    {"Asin", ref_asin, NULL, 0.51, 0, false},
    {"Acos", ref_acos, NULL, 0.51, 0, false},
    {"Atan", ref_atan, NULL, 0.51, 0, false},
    {"Sinh", ref_sinh, NULL, 0.51, 0, false},
    {"Cosh", ref_cosh, NULL, 0.51, 0, false},
    {"Asinh", ref_asinh, NULL, 0.51, 0, false},
    {"Acosh", ref_acosh, NULL, 0.51, 0, false},
    {"Atanh", ref_atanh, NULL, 0.51, 0, false},
    {"Relu", ref_relu, NULL, 0, 0, false},
    {"LeakyRelu", ref_leaky, NULL, 1, 0, false},
    {"FakeQuantize", ref_fake_quantize, NULL, 0, 0, false},
    {"ThresholdedRelu", ref_thresholded, NULL, 0, 0, false},
    {"Elu", ref_elu, NULL, 2.5, 0, false},
    {"Celu", ref_celu, NULL, 2.5, 0, false},
    {"Selu", ref_selu, NULL, 4, 0, false},
    {"Sigmoid", ref_sigmoid, NULL, 2.5, 0x1p-126, false},
    {"HardSigmoid", ref_hard_sigmoid, NULL, 2, 1e-7, false},
    {"HardSwish", ref_hard_swish, NULL, 3, 1e-7, false},
    {"Swish", ref_swish, NULL, 4, 1e-37, true},
    {"Mish", ref_mish, NULL, 6, 1e-37, true},
    {"Gelu", ref_gelu, NULL, 2, 2e-7, true},
    {"Tanh", ref_tanh, NULL, 2.5, 0, false},
    {"Softplus", ref_softplus, NULL, 2, 1e-37, false},
    {"Softsign", ref_softsign, NULL, 2, 0, true},
    {"Shrink", ref_shrink, NULL, 0.51, 0, false},
    {"IsNaN", ref_is_nan, NULL, 0, 0, false},
    {"IsInf", ref_is_inf, NULL, 0, 0, false},
    {"Add", NULL, ref_add, 0.51, 0, false},
    {"Sub", NULL, ref_sub, 0.51, 0, false},
    {"Mul", NULL, ref_mul, 0.51, 0, false},
    {"Div", NULL, ref_div, 0.51, 0, false},
    {"Pow", NULL, ref_pow, 0.51, 0, false},
    {"Mod", NULL, ref_mod, 0, 0, false},
    {"PRelu", NULL, ref_prelu, 0.51, 0, false},
    {"Min", NULL, ref_min, 0, 0, false},
    {"Max", NULL, ref_max, 0, 0, false},
    {"Sum", NULL, ref_add, 0.51, 0, false},
    {"Equal", NULL, ref_equal, 0, 0, false},
    {"Greater", NULL, ref_greater, 0, 0, false},
    {"Less", NULL, ref_less, 0, 0, false},
    {"GreaterOrEqual", NULL, ref_greater_equal, 0, 0, false},
    {"LessOrEqual", NULL, ref_less_equal, 0, 0, false},
};

static const row *row_of(const char *name) {
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (strcmp(rows[i].name, name) == 0) return &rows[i];
  return NULL;
}

/* ---- Arguments --------------------------------------------------------- */

static const float arguments[] = {0.0f,
                                  -0.0f,
                                  0x1p-149f,
                                  -0x1p-149f,
                                  0x1.8p-127f,
                                  -0x1.8p-127f,
                                  0x1p-126f,
                                  -0x1p-126f,
                                  1e-20f,
                                  -1e-20f,
                                  1e-3f,
                                  -1e-3f,
                                  0.1f,
                                  -0.1f,
                                  0.5f,
                                  -0.5f,
                                  0.75f,
                                  -0.75f,
                                  1.0f,
                                  -1.0f,
                                  1.5f,
                                  -1.5f,
                                  2.0f,
                                  -2.0f,
                                  2.5f,
                                  -2.5f,
                                  3.0f,
                                  -3.0f,
                                  5.5f,
                                  -5.5f,
                                  10.0f,
                                  -10.0f,
                                  17.3f,
                                  -17.3f,
                                  50.0f,
                                  -50.0f,
                                  88.0f,
                                  -88.0f,
                                  100.0f,
                                  -100.0f,
                                  1000.5f,
                                  -1000.5f,
                                  1e10f,
                                  -1e10f,
                                  0x1.fffffep127f,
                                  -0x1.fffffep127f,
                                  INFINITY,
                                  -INFINITY,
                                  NAN};
enum { ARGUMENTS = sizeof arguments / sizeof arguments[0] };

static int failures;

static double size_of_ulp(double want) {
  int e = -125;
  if (want != 0.0 && isfinite(want)) frexp(want, &e);
  if (e < -125) e = -125;
  if (e > 128) e = 128;
  return ldexp(1.0, e - 24);
}

static bool agrees(const row *r, double got, double want, double x) {
  if (isnan(want)) return isnan(got);
  if (isinf((float)want) || isinf(got)) {
    if ((float)want == got) return true;
    return r->ulps > 0 && fabs(got) > 3.4e38 && fabs(want) > 3.4e38 && got * want > 0;
  }
  double slack = isfinite(x) ? r->near * fabs(x) : 0;
  return fabs(got - want) <= r->ulps * size_of_ulp(want) + slack;
}

static void failure(const char *name, const char *what, double x, double y, double got,
                    double want) {
  if (failures++ < 40)
    printf("%s, %s: x %a y %a gives %a, expected %a\n", name, what, x, y, got, want);
}

/* ---- Running ----------------------------------------------------------- */

static bool run(arena *a, const op_info *op, const tensor *x, const tensor *y, tensor *out) {
  const tensor *in[2] = {x, y};
  fp8c_error err;
  op_call c = {
      .op = op, .in = in, .in_count = y != NULL ? 2 : 1, .out = out, .out_count = 1, .scratch = a};
  if (op_infer(&c, &err) != FP8C_OK) {
    printf("%s\n", err.text);
    failures++;
    return false;
  }
  if (x->scale.kind != SCALE_NONE && !op->gives_bool) out->scale = x->scale;
  out->data = arena_alloc(a, tensor_bytes(out) + 1);
  if (op_run(&c, &err) == FP8C_OK) return true;
  printf("%s\n", err.text);
  failures++;
  return false;
}

static void constants(const op_info *op, double ab[2]) {
  int n = 0;
  ab[0] = ab[1] = 0;
  for (const attr_spec *s = op->attrs; s->name != NULL && n < 2; s++) {
    if (s->kind == ATTR_FLOAT) ab[n++] = (double)s->f;
    if (s->kind == ATTR_INT) ab[n++] = (double)s->i;
  }
}

static tensor vector(int64_t n, void *data) {
  return (tensor){.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {n}, .data = data};
}

static void test_unary(arena *a, const op_info *op, const row *r) {
  double ab[2];
  float in[ARGUMENTS];
  constants(op, ab);
  memcpy(in, arguments, sizeof in);
  tensor x = vector(ARGUMENTS, in), out;
  if (!run(a, op, &x, NULL, &out)) return;
  for (int i = 0; i < ARGUMENTS; i++) {
    double v = (double)arguments[i], want = r->one(v, ab[0], ab[1]);
    if (r->tails && fabs(v) > 80) continue;
    if (!agrees(r, tensor_real(&out, i), want, v) && !op->gives_bool)
      failure(op->name, "f32", v, 0, tensor_real(&out, i), want);
    if (op->gives_bool && tensor_int(&out, i) != (int64_t)want)
      failure(op->name, "bool", v, 0, (double)tensor_int(&out, i), want);
  }
}

/* All pairs, by broadcasting a column against a row. */
static void test_binary(arena *a, const op_info *op, const row *r) {
  float left[ARGUMENTS], right[ARGUMENTS];
  memcpy(left, arguments, sizeof left);
  memcpy(right, arguments, sizeof right);
  tensor x = {.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {ARGUMENTS, 1}, .data = left};
  tensor y = vector(ARGUMENTS, right), out;
  if (!run(a, op, &x, &y, &out)) return;
  for (int i = 0; i < ARGUMENTS; i++)
    for (int j = 0; j < ARGUMENTS; j++) {
      double vx = (double)arguments[i], vy = (double)arguments[j], want = r->two(vx, vy, 0);
      int64_t at = (int64_t)i * ARGUMENTS + j;
      if (op->gives_bool && tensor_int(&out, at) != (int64_t)want)
        failure(op->name, "bool", vx, vy, (double)tensor_int(&out, at), want);
      if (!op->gives_bool && !agrees(r, tensor_real(&out, at), want, vx))
        failure(op->name, "f32", vx, vy, tensor_real(&out, at), want);
    }
}

/* Sizes that meet the ends of blocks and the ways operands are fetched: each
 * result equals the one of its two elements alone. */
static void test_broadcast(arena *a, const op_info *op) {
  static const int64_t shapes[][2][4] = {
      {{2, 3, 5, 700}, {2, 3, 5, 700}}, {{2, 3, 1, 700}, {1, 1, 5, 700}},
      {{1, 1, 1, 1}, {1, 3, 5, 41}},    {{4, 1, 5, 1}, {1, 3, 1, 7}},
      {{3, 1, 1, 1500}, {3, 4, 1, 1}},  {{1, 1, 2100, 1}, {1, 1, 1, 1}},
  };
  for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
    arena_mark mark = arena_save(a);
    tensor t[2], out;
    for (int k = 0; k < 2; k++) {
      t[k] = (tensor){.dtype = FP8C_DTYPE_F32, .rank = 4};
      memcpy(t[k].dims, shapes[s][k], sizeof shapes[s][k]);
      float *data = NEW_ARRAY(a, float, tensor_elements(&t[k]));
      t[k].data = data;
      for (int64_t i = 0; i < tensor_elements(&t[k]); i++)
        data[i] = (float)((i * 37 + k * 11) % 101) * 0.125f - 3.0f;
    }
    if (!run(a, op, &t[0], &t[1], &out)) return;
    for (int64_t i = 0; i < tensor_elements(&out); i += 1 + i % 13) {
      float value[2];
      for (int k = 0; k < 2; k++) {
        int64_t rest = i, at = 0, step = 1;
        for (int d = 3; d >= 0; d--) {
          if (t[k].dims[d] > 1) at += rest % out.dims[d] * step;
          rest /= out.dims[d];
          step *= t[k].dims[d];
        }
        value[k] = ((float *)t[k].data)[at];
      }
      tensor x = vector(1, &value[0]), y = vector(1, &value[1]), one;
      arena_mark inner = arena_save(a);
      if (!run(a, op, &x, &y, &one)) return;
      if (memcmp(one.data, (char *)out.data + (size_t)i * dtype_bytes(out.dtype),
                 dtype_bytes(out.dtype)) != 0)
        failure(op->name, "broadcast", (double)value[0], (double)value[1], tensor_real(&out, i),
                tensor_real(&one, 0));
      arena_reset(a, inner);
    }
    arena_reset(a, mark);
  }
}

/* Narrow floats: decode, the F32 result, one rounding. */
static void test_storage(arena *a, const op_info *op, bool two) {
  static const fp8c_dtype types[] = {FP8C_DTYPE_F16, FP8C_DTYPE_BF16, FP8C_DTYPE_E4M3,
                                     FP8C_DTYPE_E5M2};
  for (size_t k = 0; k < sizeof types / sizeof types[0]; k++) {
    float real[ARGUMENTS];
    uint8_t *codes = arena_alloc(a, 2 * ARGUMENTS), *want = arena_alloc(a, 4 * ARGUMENTS);
    float factor = dtype_is_fp8(types[k]) ? 0.25f : 1.0f;
    floats_encode(types[k], arguments, codes, ARGUMENTS, true);
    floats_decode(types[k], codes, real, ARGUMENTS);
    for (int i = 0; i < ARGUMENTS; i++) real[i] *= factor;
    tensor x = vector(ARGUMENTS, codes), wide = vector(ARGUMENTS, real), out, result;
    x.dtype = types[k];
    if (factor != 1.0f) x.scale = (scale){.kind = SCALE_TENSOR, .value = factor};
    if (!run(a, op, &x, two ? &x : NULL, &out)) return;
    if (!run(a, op, &wide, two ? &wide : NULL, &result)) return;
    size_t bytes = dtype_bytes(out.dtype);
    if (op->gives_bool) {
      memcpy(want, result.data, ARGUMENTS);
    } else {
      float *f = result.data;
      for (int i = 0; i < ARGUMENTS; i++) f[i] *= 1.0f / factor;
      floats_encode(types[k], f, want, ARGUMENTS, true);
    }
    for (size_t i = 0; i < ARGUMENTS; i++)
      if (memcmp(want + i * bytes, (char *)out.data + i * bytes, bytes) != 0)
        failure(op->name, fp8c_dtype_name(types[k]), (double)real[i], 0,
                tensor_real(&out, (int64_t)i), (double)want[i * bytes]);
  }
}

/* Every integer width agrees with 64 bits as long as results fit. */
static void test_integers(arena *a, const op_info *op, bool two) {
  static const fp8c_dtype types[] = {FP8C_DTYPE_I8,  FP8C_DTYPE_I16, FP8C_DTYPE_I32, FP8C_DTYPE_U8,
                                     FP8C_DTYPE_U16, FP8C_DTYPE_U32, FP8C_DTYPE_U64};
  for (size_t k = 0; k < sizeof types / sizeof types[0]; k++) {
    bool is_signed = types[k] <= FP8C_DTYPE_I64;
    if (!(op->takes & (is_signed ? TAKES_SIGNED : TAKES_UNSIGNED))) continue;
    if (!(op->takes & TAKES_SIGNED)) continue;
    int64_t wide[7] = {0, 1, 2, 3, 5, 7, 11}, other[7] = {5, 1, 1, 2, 3, 1, 2};
    uint8_t *narrow = arena_alloc(a, 64), *second = arena_alloc(a, 64);
    size_t bytes = fp8c_dtype_bits(types[k]) / 8;
    for (int i = 0; i < 7; i++) {
      if (op_of(op) == OP_SUB && !is_signed) other[i] = i > 0 ? other[i] % (wide[i] + 1) : 0;
      if (is_signed && !two && i % 2) wide[i] = -wide[i];
      memcpy(narrow + (size_t)i * bytes, &wide[i], bytes);
      memcpy(second + (size_t)i * bytes, &other[i], bytes);
    }
    tensor x = vector(7, narrow), y = vector(7, second), wx = vector(7, wide),
           wy = vector(7, other);
    tensor got, want;
    x.dtype = y.dtype = types[k];
    wx.dtype = wy.dtype = FP8C_DTYPE_I64;
    if (op_of(op) == OP_BITWISE_NOT && !is_signed) continue;
    if (op_of(op) == OP_NEG && !is_signed) continue;
    if (!run(a, op, &x, two ? &y : NULL, &got) || !run(a, op, &wx, two ? &wy : NULL, &want)) return;
    for (int64_t i = 0; i < 7; i++) {
      int64_t expected = tensor_int(&want, i);
      if (op_of(op) == OP_POW && (expected > 127 || expected < -128)) continue;
      if (tensor_int(&got, i) != expected)
        failure(op->name, fp8c_dtype_name(types[k]), (double)wide[i], (double)other[i],
                (double)tensor_int(&got, i), (double)expected);
    }
  }
}

int main(void) {
  oom_guard guard;
  arena a;
  volatile size_t count = 0; /* survives the jump */
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) {
    printf("out of memory\n");
    return 1;
  }
  const op_info *op;
  for (size_t i = 0; (op = op_row(i)); i++) {
    if (op->expr == NULL && op->int_expr == NULL) continue;
    if (op->in_max == 3) continue; /* Where, Clip: the ONNX suite and unit tests */
    bool two = op->in_max != 1;
    arena_mark mark = arena_save(&a);
    count++;
    if (op->expr != NULL) {
      const row *r = row_of(op->name);
      if (r == NULL || (two ? r->two == NULL : r->one == NULL)) {
        printf("%s: elementwise.c has no reference for this row\n", op->name);
        failures++;
        continue;
      }
      if (two)
        test_binary(&a, op, r);
      else
        test_unary(&a, op, r);
      if (two) test_broadcast(&a, op);
      test_storage(&a, op, two);
    }
    if (op->int_expr != NULL) test_integers(&a, op, two);
    arena_reset(&a, mark);
  }
  printf("%zu rows, %d failures\n", count, failures);
  arena_free(&a);
  return failures > 0;
}
