/* math.h - exp, erf, tanh and their kin, with the same bits on CPU and GPU.
 *
 * A report that says "the devices agree" needs functions that agree: libm,
 * libdevice and vector math libraries do not.  So these are + - * /, sqrt and
 * explicit math_fma (nothing else is fused: -ffp-contract=off, -fmad=false), bit
 * casts and selects, read by the C compiler, which vectorises them, and as text
 * by NVRTC.  The fused steps halve what exp and erf cost in a GEMM's epilogue;
 * a processor without FMA computes them in libm, slower and with the same bits.
 *
 * Largest errors in units in the last place over all F32 arguments, checked by
 * tests/unit/test_ops_math.c against libm in double precision: exp and log 1,
 * erf 1.5, sin and cos 1.6, expm1, log1p and softplus 2, sigmoid and tanh 2.5, mish 5
 * (x > -80); those that work in double inside (powers, tan, inverse and hyperbolic
 * functions) 0.51.  GELU is within 2.7e-7 |x|: its far left is a difference of near equals.
 *
 * math_<name>(x) is fp8c_<name>f for float and the compiler's own function (libm, libdevice)
 * for double, so that one expression in ops.def serves both. */
#ifndef OPS_MATH_H
#define OPS_MATH_H

#ifdef __CUDACC__
#define MATH_FUNCTION static __device__ __forceinline__
#define MATH_RARE \
  static __device__ __noinline__ /* once in a kernel, however often it is unrolled */
typedef unsigned int math_u32;
typedef int math_i32;
typedef unsigned long long math_u64;
typedef long long math_i64;
MATH_FUNCTION float math_fma(float a, float b, float c) { return __fmaf_rn(a, b, c); }
/* min(NaN, b) = b; max_nan(NaN, b) = NaN: one instruction each on a GPU. */
MATH_FUNCTION float math_min(float a, float b) { return fminf(a, b); }
#ifndef FP8C_SIMT
MATH_FUNCTION float math_max_nan(float a, float b) {
#if __CUDA_ARCH__ >= 800
  float r;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  return a < b ? b : a;
#endif
}
#endif
/* a * b + c, clamped to [0, 1]; the clamp is free there. */
MATH_FUNCTION float math_fma_unit(float a, float b, float c) {
  return __saturatef(__fmaf_rn(a, b, c));
}
MATH_FUNCTION math_u32 math_bits(float x) { return __float_as_uint(x); }
MATH_FUNCTION float math_float(math_u32 u) { return __uint_as_float(u); }
MATH_FUNCTION math_u64 math_bits64(double x) { return (math_u64)__double_as_longlong(x); }
MATH_FUNCTION double math_double(math_u64 u) { return __longlong_as_double((math_i64)u); }
#else
#include <math.h>
#include <stdint.h>
#include <string.h>
/* Always inlined: a call left in a loop would keep it from filling vector registers. */
#define MATH_FUNCTION static inline __attribute__((always_inline))
#define MATH_RARE static __attribute__((noinline, unused))
typedef uint32_t math_u32;
typedef int32_t math_i32;
typedef uint64_t math_u64;
typedef int64_t math_i64;
MATH_FUNCTION float math_fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
MATH_FUNCTION float math_min(float a, float b) { return a < b ? a : b; }
MATH_FUNCTION float math_max_nan(float a, float b) { return a < b ? b : a; }
MATH_FUNCTION float math_fma_unit(float a, float b, float c) {
  float r = __builtin_fmaf(a, b, c);
  return r < 0.0f ? 0.0f : r > 1.0f ? 1.0f : r;
}
MATH_FUNCTION math_u32 math_bits(float x) {
  math_u32 u;
  memcpy(&u, &x, sizeof u);
  return u;
}
MATH_FUNCTION float math_float(math_u32 u) {
  float x;
  memcpy(&x, &u, sizeof x);
  return x;
}
MATH_FUNCTION math_u64 math_bits64(double x) {
  math_u64 u;
  memcpy(&u, &x, sizeof u);
  return u;
}
MATH_FUNCTION double math_double(math_u64 u) {
  double x;
  memcpy(&x, &u, sizeof x);
  return x;
}
#endif

#define MATH_INF math_float(0x7f800000u)
#define MATH_NAN math_float(0x7fc00000u)

#ifdef __CUDACC__ /* an operand modifier there, which bit operations would hide */
MATH_FUNCTION float fp8c_absf(float x) { return fabsf(x); }
#else
MATH_FUNCTION float fp8c_absf(float x) { return math_float(math_bits(x) & 0x7fffffffu); }
#endif
/* |x| with the sign of y. */
MATH_FUNCTION float fp8c_copysignf(float x, float y) {
  return math_float((math_bits(x) & 0x7fffffffu) | (math_bits(y) & 0x80000000u));
}

/* ---- exp and log, F32 -------------------------------------------------- */

/* x = n ln 2 + r, |r| <= 0.35: gives exp(r) - 1, and n as the float *n and in
 * the low bits of *t.  Adding 1.5 * 2^23 rounds to an integer. */
MATH_FUNCTION float math_exp_reduced(float x, float *n, math_u32 *i) {
  float t = math_fma(x, 0x1.715476p+0f, 12582912.0f);
  *i = math_bits(t) - 0x4b400000u;
  *n = t - 12582912.0f;
  float r = math_fma(*n, -0x1.62e4p-1f, x); /* ln 2 in two parts */
  r = math_fma(*n, -0x1.7f7d1cp-20f, r);
  float q = 0x1.a26762p-13f; /* Taylor, nudged to minimax */
  q = math_fma(q, r, 0x1.6d2a64p-10f);
  q = math_fma(q, r, 0x1.110ff2p-7f);
  q = math_fma(q, r, 0x1.555502p-5f);
  q = math_fma(q, r, 0x1.55555cp-3f);
  q = math_fma(q, r, 0.5f);
  return math_fma(r * r, q, r);
}

MATH_FUNCTION float fp8c_expf(float x) {
  float n;
  math_u32 i;
  float c = x > 89.0f ? 89.0f : x < -104.0f ? -104.0f : x; /* NaN stays */
  float p = 1.0f + math_exp_reduced(c, &n, &i);
  /* 2^n in two factors: n reaches from -150 to 128. */
  math_u32 half = (math_u32)((math_i32)i >> 1);
  float s1 = math_float((half + 127u) << 23), s2 = math_float((i - half + 127u) << 23);
  return p * s1 * s2;
}

MATH_FUNCTION float fp8c_expm1f(float x) {
  float n;
  math_u32 i;
  float c = x > 88.0f ? 88.0f : x < -30.0f ? -30.0f : x;
  float p = math_exp_reduced(c, &n, &i);
  float s = math_float((i + 127u) << 23);
  float e = math_fma(s, p, s - 1.0f);
  return x > 88.0f ? fp8c_expf(x) : x == 0.0f ? x : e;
}

/* After FreeBSD's logf: log(2^k (1 + f)) = k ln 2 + f - f^2/2 + s (f^2/2 + R(s^2)). */
MATH_FUNCTION float fp8c_logf(float x) {
  float big = x * 8388608.0f;
  int small = x < 0x1p-126f;
  math_u32 u = math_bits(small ? big : x) - 0x3f3504f3u; /* sqrt(1/2) */
  float k = (float)((math_i32)u >> 23) - (small ? 23.0f : 0.0f);
  float f = math_float((u & 0x007fffffu) + 0x3f3504f3u) - 1.0f;
  float s = f / (2.0f + f);
  float z = s * s, w = z * z;
  float r =
      z * (0xaaaaaa.0p-24f + w * 0x91e9ee.0p-25f) + w * (0xccce13.0p-25f + w * 0xf89e26.0p-26f);
  float h = 0.5f * f * f;
  float y = s * (h + r) + k * 0x1.2fefa2p-17f - h + f + k * 0x1.62e3p-1f;
  y = x == MATH_INF ? x : y;
  y = x == 0.0f ? -MATH_INF : y;
  return x >= 0.0f ? y : MATH_NAN; /* NaN stays */
}

MATH_FUNCTION float fp8c_log1pf(float x) {
  float w = 1.0f + x, l = fp8c_logf(w);
  float y = l + (x - (w - 1.0f)) / w; /* what the sum lost */
  y = fp8c_absf(x) < 0x1p-24f ? x : y;
  return fp8c_absf(l) == MATH_INF ? l : y; /* of -1 and of infinity */
}

/* ---- Activations, F32 -------------------------------------------------- */

/* 1 / d, correctly rounded, for 1 <= d <= 2^126: nothing overflows or underflows, so the steps of a
 * GPU's reciprocal need none of its checks and branches, which take most of its time in a GEMM's
 * epilogue. */
MATH_FUNCTION float math_reciprocal(float d) {
#if defined(__CUDACC__) && !defined(FP8C_SIMT)
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(d));
  return math_fma(r, math_fma(-d, r, 1.0f), r);
#else
  return 1.0f / d;
#endif
}

/* 1 / (1 + exp(-x)) in 19 instructions, for a GEMM's epilogue has time for few.  Below -87, where
 * it would need a power of two that is no normal number, it is 0. */
MATH_FUNCTION float fp8c_sigmoidf(float x) {
  float c = math_max_nan(-x, -87.0f);
  float t = math_fma(c, 0x1.715476p+0f, 12582912.0f); /* c = n ln 2 + r, as in math_exp_reduced */
  float n = t - 12582912.0f;
  float r = math_fma(n, -0x1.62e4p-1f, c);
  r = math_fma(n, -0x1.7f7d1cp-20f, r);
  float p = 0x1.6ae6ep-10f; /* minimax of exp(r) */
  p = math_fma(p, r, 0x1.1267d8p-7f);
  p = math_fma(p, r, 0x1.555824p-5f);
  p = math_fma(p, r, 0x1.555418p-3f);
  p = math_fma(p, r, 0x1.fffffcp-2f);
  p = math_fma(p, r, 1.0f);
  p = math_fma(p, r, 1.0f);
  float power = math_float(0x3f800000u + (math_bits(t) << 23)); /* 2^n: t ends in n's bits */
  float s = math_reciprocal(math_fma(p, power, 1.0f));
  return c > 87.0f ? 0.0f : s;
}

MATH_FUNCTION float fp8c_tanhf(float x) {
  float c = fp8c_absf(x);
  c = c > 10.0f ? 10.0f : c;
  float e = fp8c_expm1f(2.0f * c);
  return fp8c_copysignf(e / (e + 2.0f), x);
}

/* exp for -80 < x <= 0, where nothing overflows or underflows. */
MATH_FUNCTION float math_exp_small(float x) {
  float n;
  math_u32 i;
  float p = math_exp_reduced(x, &n, &i);
  float s = math_float((i + 127u) << 23);
  return math_fma(p, s, s);
}

/* Two minimax forms that meet at 0.921875, after N. Juffa's erff. */
MATH_FUNCTION float fp8c_erff(float x) {
  float t = fp8c_absf(x), s = x * x;
  t = t > 4.0f ? 4.0f : t; /* erf(4) rounds to 1 */
  float u = t * t;
  float r = math_fma(-1.72853470e-5f, t, 3.83197126e-4f);
  float v = math_fma(-3.88396438e-3f, t, 2.42546219e-2f);
  r = math_fma(r, u, v);
  r = math_fma(r, t, -1.06777877e-1f);
  r = math_fma(r, t, -6.34846687e-1f);
  r = math_fma(r, t, -1.28717512e-1f);
  r = math_fma(r, t, -t);
  float far = fp8c_copysignf(1.0f - math_exp_small(r), x);
  float q = -5.96761703e-4f;
  q = math_fma(q, s, 4.99119423e-3f);
  q = math_fma(q, s, -2.67681349e-2f);
  q = math_fma(q, s, 1.12819925e-1f);
  q = math_fma(q, s, -3.76125336e-1f);
  q = math_fma(q, s, 1.28379166e-1f);
  float near = math_fma(q, x, x);
  return fp8c_absf(x) > 0.921875f ? far : near; /* NaN takes the near form */
}

/* x Phi(x) = max(x, 0) - |x| Phi(-|x|), and Phi(-t) is the fourth power of a curve so
 * gentle that degree 8 follows it (weighted minimax on [0, 5.625], 0 at its end): 15
 * instructions where erf takes 34, which is what a GEMM's epilogue has time for. */
MATH_FUNCTION float fp8c_geluf(float x) {
  float t = math_min(fp8c_absf(x), 5.625f);
  float s = math_fma(t, 0x1.6c16c2p-2f, -1.0f); /* [-1, 1] */
  float p = -0x1.b819dap-7f;
  p = math_fma(p, s, -0x1.a280a8p-6f);
  p = math_fma(p, s, 0x1.68176ep-5f);
  p = math_fma(p, s, 0x1.5fe604p-5f);
  p = math_fma(p, s, -0x1.4ad1f6p-3f);
  p = math_fma(p, s, 0x1.90ed94p-5f);
  p = math_fma(p, s, 0x1.50afc6p-2f);
  p = math_fma(p, s, -0x1.f27c62p-2f);
  p = math_fma(p, s, 0x1.c8021ep-3f);
  p = p * p;
  p = p * p;
  return math_fma(-t, p, math_max_nan(x, -0.0f));
}

/* For results that are rounded to FP8: within 1.2e-3, which adds 0.004 dB to E4M3's own error
 * (a degree-9 odd minimax of Phi - 1/2, weighted by |x|; beyond 3.4 it leaves [0, 1] for good). */
MATH_FUNCTION float fp8c_gelu_fp8f(float x) {
  float u = x * x;
  float p = 0x1.54ae7p-17f;
  p = math_fma(p, u, -0x1.a82b52p-12f);
  p = math_fma(p, u, 0x1.b1ad5ep-8f);
  p = math_fma(p, u, -0x1.e73c72p-5f);
  p = math_fma(p, u, 0x1.9359fap-2f);
  return x * math_fma_unit(p, x, 0.5f);
}

/* x sigmoid(x) for results that are rounded to FP8: max(x, 0) - |x| sigmoid(-|x|), and sigmoid(-t)
 * is the fourth power of a curve that degree 5 follows to 10.5, beyond which it stays: within 9e-4
 * (a weighted minimax), in 10 instructions instead of 37. */
MATH_FUNCTION float fp8c_swish_fp8f(float x) {
  float t = math_min(fp8c_absf(x), 10.5f);
  float p = 0x1.de1798p-16f;
  p = math_fma(p, t, -0x1.976892p-11f);
  p = math_fma(p, t, 0x1.ea0e06p-8f);
  p = math_fma(p, t, -0x1.70aa2p-6f);
  p = math_fma(p, t, -0x1.b313a4p-4f);
  p = math_fma(p, t, 0x1.af0f0cp-1f);
  p = p * p;
  p = p * p;
  return math_fma(-t, p, math_max_nan(x, -0.0f));
}

/* (1 + tanh(u)) / 2 is sigmoid(2 u), with u = sqrt(2 / pi) (x + 0.044715 x^3). */
MATH_FUNCTION float fp8c_gelu_tanhf(float x) {
  return x * fp8c_sigmoidf(x * math_fma(x * x, 0x1.2444f4p-4f, 0x1.988454p+0f));
}

MATH_FUNCTION float fp8c_softplusf(float x) {
  return (x < 0.0f ? 0.0f : x) + fp8c_log1pf(fp8c_expf(-fp8c_absf(x)));
}

/* x tanh(log(1 + e^x)) = x n / (n + 2), n = e^x (e^x + 2). */
MATH_FUNCTION float fp8c_mishf(float x) {
  float e = fp8c_expf(x > 20.0f ? 20.0f : x);
  float n = e * (e + 2.0f);
  return x * (n / (n + 2.0f));
}

/* x times x / 6 + 1/2 in [0, 1], the bits of a division without one.  A third of a number is never
 * nearer than a sixth of its last place to where rounding changes, so a sixth in two parts rounds
 * right; the first part is below it, so that infinity meets no infinity of the other sign. */
MATH_FUNCTION float fp8c_hard_swishf(float x) {
  const float below = 0x1.555554p-3f, rest = 0x1.555556p-27f;
  return x * math_fma_unit(1.0f, math_fma(x, below, x * rest), 0.5f);
}
MATH_FUNCTION double math_hard_swish64(double x) {
  double gate = x / 6 + 0.5;
  return x * (gate < 0 ? 0 : gate > 1 ? 1 : gate);
}

/* ---- Through double ---------------------------------------------------- */

/* Good to 1e-13, for results that are rounded to F32. */
MATH_FUNCTION double math_exp64(double x) {
  double c = x > 200.0 ? 200.0 : x < -200.0 ? -200.0 : x;
  double t = c * 0x1.71547652b82fep+0 + 0x1.8p52;
  double n = t - 0x1.8p52;
  double r = (c - n * 0x1.62e42fefa0000p-1) - n * 0x1.cf79abc9e3b3ap-40;
  double p = 1.0 / 39916800.0;
  p = p * r + 1.0 / 3628800.0;
  p = p * r + 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;
  p = p * r + 1.0;
  p = p * r + 1.0;
  return p * math_double((math_bits64(t) - 0x4338000000000000ull + 1023ull) << 52);
}

/* Natural logarithm of x >= 0; good to 1e-13. */
MATH_FUNCTION double math_log64(double x) {
  math_u64 u = math_bits64(x) - 0x3fe6a09e667f3bcdull; /* sqrt(1/2) */
  double k = (double)(math_i32)((math_i64)u >> 52);
  double m = math_double((u & 0x000fffffffffffffull) + 0x3fe6a09e667f3bcdull);
  double s = (m - 1.0) / (m + 1.0), z = s * s;
  double p = 1.0 / 19.0;
  p = p * z + 1.0 / 17.0;
  p = p * z + 1.0 / 15.0;
  p = p * z + 1.0 / 13.0;
  p = p * z + 1.0 / 11.0;
  p = p * z + 1.0 / 9.0;
  p = p * z + 1.0 / 7.0;
  p = p * z + 1.0 / 5.0;
  p = p * z + 1.0 / 3.0;
  p = p * z + 1.0;
  double y = k * 0x1.62e42fefa39efp-1 + 2.0 * s * p;
  y = x == (double)MATH_INF ? x : y;
  y = x == 0.0 ? -(double)MATH_INF : y;
  return x >= 0.0 ? y : (double)MATH_NAN;
}

MATH_FUNCTION double math_abs64(double x) {
  return math_double(math_bits64(x) & 0x7fffffffffffffffull);
}

MATH_FUNCTION double math_atan64(double x) {
  double t = math_abs64(x);
  double base = 0.0, sign = 1.0;
  if (t > 1.0) {
    base = 0x1.921fb54442d18p+0; /* pi / 2 - atan(1 / t) */
    sign = -1.0;
    t = 1.0 / t;
  }
  double shift = 0.0;
  if (t > 0x1.a827999fcef32p-2) { /* tan(pi / 8) */
    shift = 0x1.921fb54442d18p-1;
    t = (t - 1.0) / (t + 1.0);
  }
  double z = -t * t, p = 1.0 / 31.0;
  for (int k = 29; k >= 1; k -= 2) p = p * z + 1.0 / k;
  double y = base + sign * (shift + t * p);
  return math_bits64(x) >> 63 ? -y : y;
}

/* x^y of x >= 0; the powers that models have by name are products and roots. */
MATH_FUNCTION double math_pow64(double x, double y) {
  double cube = x * x * x, root = sqrt(x), under = 1.0 / root;
  double r = math_exp64(y * math_log64(x));
  r = y == 3.0 ? cube : r;
  r = y == 0.5 ? root : r;
  return y == -0.5 ? under : r;
}

/* x^y as C's pow defines it for zeros, infinities, NaN and negative x.  One choice after the other
 * and no conversion to an integer, which compilers do not make vectors of where it is guarded. */
MATH_FUNCTION float fp8c_powf(float x, float y) {
  float ay = fp8c_absf(y), ax = fp8c_absf(x);
  /* Below 2^23 the sum's last bit counts ones, from there on y's own, from 2^24 on all are even. */
  float sum = ay + 8388608.0f;
  float whole = ay < 8388608.0f ? sum - 8388608.0f : ay;
  math_u32 last = ay < 8388608.0f ? math_bits(sum) : math_bits(ay);
  last = ay < 16777216.0f ? last : 0u;
  math_u32 odd = whole == ay ? last << 31 : 0u;
  float r = (float)math_pow64((double)ax, (double)y);
  r = x != x ? x + y : r;
  r = y != y ? x + y : r;
  r = math_float(math_bits(r) ^ (math_bits(x) & odd));
  float broken = whole == ay ? r : MATH_NAN; /* of a negative number */
  broken = ax == MATH_INF ? r : broken;
  r = x < 0.0f ? broken : r;
  float flat = ax == 1.0f ? 1.0f : r;
  r = ay == MATH_INF ? flat : r;
  r = x == 1.0f ? 1.0f : r;
  return y == 0.0f ? 1.0f : r;
}

/* Below MATH_TRIG_NEAR, x = quadrant * pi / 2 + r in F32, |r| <= pi / 4 and a little: pi / 2 in
 * three parts, as Cody and Waite have it, and a fused step for each.  The first is exact: x and n *
 * part are multiples of 2^-23 or finer, and what is left of them is short. */
#define MATH_TRIG_NEAR 0x1p17f
MATH_FUNCTION float math_trig_near(float x, math_u32 *quadrant) {
  float t = math_fma(x, 0x1.45f306p-1f, 12582912.0f);
  float n = t - 12582912.0f;
  *quadrant = math_bits(t);
  float r = math_fma(-n, 0x1.921fb6p+0f, x);
  r = math_fma(-n, -0x1.777a5cp-25f, r);
  return math_fma(-n, -0x1.ee59dap-50f, r);
}
/* sin and cos for |r| <= pi / 4, the polynomials of S. Moshier's sinf and cosf (Cephes). */
MATH_FUNCTION float math_sin_short(float r, float z) {
  float p = math_fma(-1.9515295891e-4f, z, 8.3321608736e-3f);
  p = math_fma(p, z, -1.6666654611e-1f);
  return math_fma(p * z, r, r);
}
MATH_FUNCTION float math_cos_short(float z) {
  float p = math_fma(2.443315711809948e-5f, z, -1.388731625493765e-3f);
  p = math_fma(p, z, 4.166664568298827e-2f);
  return math_fma(z * z, p, math_fma(-0.5f, z, 1.0f));
}
/* sin(x + ahead * pi / 2) */
MATH_FUNCTION float math_trig_of(float x, math_u32 ahead) {
  math_u32 q;
  float r = math_trig_near(x, &q), z = r * r;
  q += ahead;
  float y = q & 1u ? math_cos_short(z) : math_sin_short(r, z);
  return math_float(math_bits(y) ^ (q & 2u) << 30);
}

/* x = quadrant * pi / 2 + r, |r| <= pi / 4. */
MATH_FUNCTION double math_trig_reduce(float x, int *quadrant) {
  float ax = fp8c_absf(x);
  if (ax < 0x1p20f) {
    double n = (double)x * 0x1.45f306dc9c883p-1 + 0x1.8p52 - 0x1.8p52;
    *quadrant = (int)n;
    /* pi / 2 in parts of 33 bits and the rest: n * part is exact */
    return ((double)x - n * 0x1.921fb544p+0) - n * 0x1.0b4611a626331p-34;
  }
  /* Payne and Hanek: the bits of 2 / pi that matter for this exponent. */
  const math_u32 two_over_pi[8] = {0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u,
                                   0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu};
  math_u32 bits = math_bits(ax);
  if (bits >= 0x7f800000u) {
    *quadrant = 0;
    return (double)MATH_NAN;
  }
  math_u32 e = (bits >> 23) - 127u - 23u; /* ax = m 2^e, e in [-3, 104] */
  math_u64 m = (bits & 0x007fffffu) | 0x00800000u;
  /* Fraction of m 2^e (2 / pi) modulo 4: bits from 2^1 down.  Bit weight 2^-(32 i + j - 31). */
  int at = (int)e + 30; /* table starts at weight 2^31; keep bits of weight below 2^(2 - e) */
  int word = at >> 5, shift = at & 31;
  math_u64 hi = ((math_u64)two_over_pi[word] << 32) | two_over_pi[word + 1];
  math_u64 lo = ((math_u64)two_over_pi[word + 2] << 32) | two_over_pi[word + 3];
  math_u64 w0 = shift ? (hi << shift) | (lo >> (64 - shift)) : hi;
  math_u64 w1 = shift ? lo << shift : lo;
  /* m times the 96 bits w0:w1>>32, modulo 2^96 */
  math_u64 low = m * (w1 >> 32);
  math_u64 top = m * w0 + (low >> 32);
  math_u64 q = top >> 62;
  math_u64 fraction = (top << 2) | ((low & 0xffffffffull) >> 30);
  math_i64 centred = (math_i64)fraction; /* above one half: count the next quadrant */
  q += fraction >> 63;
  double r = (double)centred * 0x1p-64 * 0x1.921fb54442d18p+0;
  int negative = (math_bits(x) >> 31) != 0;
  *quadrant = negative ? -(int)q : (int)q;
  return negative ? -r : r;
}

MATH_FUNCTION double math_sin_reduced(double r) {
  double z = r * r;
  double p = 1.0 / 6227020800.0;
  p = p * z - 1.0 / 39916800.0;
  p = p * z + 1.0 / 362880.0;
  p = p * z - 1.0 / 5040.0;
  p = p * z + 1.0 / 120.0;
  p = p * z - 1.0 / 6.0;
  return r + r * z * p;
}

MATH_FUNCTION double math_cos_reduced(double r) {
  double z = r * r;
  double p = -1.0 / 87178291200.0;
  p = p * z + 1.0 / 479001600.0;
  p = p * z - 1.0 / 3628800.0;
  p = p * z + 1.0 / 40320.0;
  p = p * z - 1.0 / 720.0;
  p = p * z + 1.0 / 24.0;
  p = p * z - 0.5;
  return 1.0 + z * p;
}

/* For |x| below MATH_TRIG_NEAR: without a branch, in some twenty instructions. */
MATH_FUNCTION float math_sin_near(float x) { return x == 0.0f ? x : math_trig_of(x, 0); }
MATH_FUNCTION float math_cos_near(float x) { return math_trig_of(x, 1); }

/* Returns sin(x + ahead * pi / 2) for any x, in F64. */
MATH_RARE float math_trig_far(float x, int ahead) {
  int q;
  double r = math_trig_reduce(x, &q);
  q += ahead;
  double y = q & 1 ? math_cos_reduced(r) : math_sin_reduced(r);
  return (float)(q & 2 ? -y : y);
}

MATH_FUNCTION float fp8c_sinf(float x) {
  return fp8c_absf(x) < MATH_TRIG_NEAR ? math_sin_near(x) : math_trig_far(x, 0);
}
MATH_FUNCTION float fp8c_cosf(float x) {
  return fp8c_absf(x) < MATH_TRIG_NEAR ? math_cos_near(x) : math_trig_far(x, 1);
}

MATH_FUNCTION float fp8c_tanf(float x) {
  int q;
  double r = math_trig_reduce(x, &q);
  double s = math_sin_reduced(r), c = math_cos_reduced(r);
  return x == 0.0f ? x : (float)(q & 1 ? -c / s : s / c);
}

MATH_FUNCTION float fp8c_atanf(float x) { return x == 0.0f ? x : (float)math_atan64(x); }

MATH_FUNCTION float fp8c_asinf(float x) {
  double d = x;
  double y = math_atan64(d / sqrt(1.0 - d * d)); /* 1 / 0 at the ends is what is wanted */
  return x == 0.0f ? x : (float)y;
}

MATH_FUNCTION float fp8c_acosf(float x) {
  double d = x;
  return (float)(2.0 * math_atan64(sqrt((1.0 - d) / (1.0 + d))));
}

MATH_FUNCTION float fp8c_sinhf(float x) {
  double d = x;
  double e = math_exp64(d);
  double y = math_abs64(d) < 1e-3 ? d + d * d * d * (1.0 / 6.0) : 0.5 * (e - 1.0 / e);
  return x == 0.0f ? x : (float)y;
}

MATH_FUNCTION float fp8c_coshf(float x) {
  double e = math_exp64(x);
  return (float)(0.5 * (e + 1.0 / e));
}

MATH_FUNCTION float fp8c_asinhf(float x) {
  double d = math_abs64(x);
  double y = d < 1e-3 ? d - d * d * d * (1.0 / 6.0) : math_log64(d + sqrt(d * d + 1.0));
  return fp8c_copysignf((float)y, x);
}

MATH_FUNCTION float fp8c_acoshf(float x) {
  double d = x;
  return x >= 1.0f ? (float)math_log64(d + sqrt(d * d - 1.0)) : MATH_NAN;
}

MATH_FUNCTION float fp8c_atanhf(float x) {
  double d = math_abs64(x);
  double y = d < 1e-3 ? d + d * d * d * (1.0 / 3.0) : 0.5 * math_log64((1.0 + d) / (1.0 - d));
  return fp8c_copysignf((float)y, x);
}

/* x^y of integers, wrapping; a negative power truncates towards zero. */
MATH_FUNCTION math_i64 math_ipow(math_i64 x, math_i64 y) {
  if (y < 0) return x == 1 ? 1 : x == -1 ? (y & 1 ? -1 : 1) : 0;
  math_u64 r = 1, p = (math_u64)x;
  for (; y > 0; y >>= 1, p *= p)
    if (y & 1) r *= p;
  return (math_i64)r;
}

/* ---- One name for both widths ------------------------------------------ */

MATH_FUNCTION double math_sigmoid64(double x) { return 1.0 / (1.0 + exp(-x)); }
MATH_FUNCTION double math_swish64(double x) { return x / (1.0 + exp(-x)); }
MATH_FUNCTION double math_gelu64(double x) {
  return 0.5 * x * (1.0 + erf(x * 0x1.6a09e667f3bcdp-1));
}
MATH_FUNCTION double math_gelu_tanh64(double x) {
  return 0.5 * x * (1.0 + tanh(0x1.9884533d43651p-1 * (x + 0.044715 * x * x * x)));
}
MATH_FUNCTION double math_softplus64(double x) { return (x < 0 ? 0 : x) + log1p(exp(-fabs(x))); }
MATH_FUNCTION double math_mish64(double x) { return x * tanh(math_softplus64(x)); }

#ifdef __CUDACC__
/* The argument's type chooses, as _Generic does in C. */
template <class F, class D>
MATH_FUNCTION float math_both(float x, F function, D) {
  return function(x);
}
template <class F, class D>
MATH_FUNCTION double math_both(double x, F, D function) {
  return function(x);
}
#define MATH_BOTH(float_function_, double_function_, x_)                \
  math_both((x_), [](float math_x) { return float_function_(math_x); }, \
            [](double math_x) { return double_function_(math_x); })
MATH_FUNCTION float math_pow(float x, float y) { return fp8c_powf(x, y); }
MATH_FUNCTION double math_pow(double x, double y) { return pow(x, y); }
MATH_FUNCTION float math_fmod(float x, float y) { return fmodf(x, y); }
MATH_FUNCTION double math_fmod(double x, double y) { return fmod(x, y); }
#else
#define MATH_BOTH(float_function_, double_function_, x_) \
  _Generic((x_), double : double_function_, default : float_function_)(x_)
#define math_pow(x_, y_) _Generic((x_), double : pow, default : fp8c_powf)(x_, y_)
#define math_fmod(x_, y_) _Generic((x_), double : fmod, default : fmodf)(x_, y_)
#endif

#define math_hard_swish(x_) MATH_BOTH(fp8c_hard_swishf, math_hard_swish64, x_)
#define math_swish_fp8(x_) MATH_BOTH(fp8c_swish_fp8f, math_swish64, x_)
#define math_gelu_fp8(x_) MATH_BOTH(fp8c_gelu_fp8f, math_gelu64, x_)
#define math_abs(x_) MATH_BOTH(fp8c_absf, fabs, x_)
#define math_exp(x_) MATH_BOTH(fp8c_expf, exp, x_)
#define math_expm1(x_) MATH_BOTH(fp8c_expm1f, expm1, x_)
#define math_log(x_) MATH_BOTH(fp8c_logf, log, x_)
#define math_sigmoid(x_) MATH_BOTH(fp8c_sigmoidf, math_sigmoid64, x_)
#define math_tanh(x_) MATH_BOTH(fp8c_tanhf, tanh, x_)
#define math_erf(x_) MATH_BOTH(fp8c_erff, erf, x_)
#define math_gelu(x_) MATH_BOTH(fp8c_geluf, math_gelu64, x_)
#define math_gelu_tanh(x_) MATH_BOTH(fp8c_gelu_tanhf, math_gelu_tanh64, x_)
#define math_softplus(x_) MATH_BOTH(fp8c_softplusf, math_softplus64, x_)
#define math_mish(x_) MATH_BOTH(fp8c_mishf, math_mish64, x_)
#define math_sin(x_) MATH_BOTH(fp8c_sinf, sin, x_)
#define math_cos(x_) MATH_BOTH(fp8c_cosf, cos, x_)
#define math_tan(x_) MATH_BOTH(fp8c_tanf, tan, x_)
#define math_asin(x_) MATH_BOTH(fp8c_asinf, asin, x_)
#define math_acos(x_) MATH_BOTH(fp8c_acosf, acos, x_)
#define math_atan(x_) MATH_BOTH(fp8c_atanf, atan, x_)
#define math_sinh(x_) MATH_BOTH(fp8c_sinhf, sinh, x_)
#define math_cosh(x_) MATH_BOTH(fp8c_coshf, cosh, x_)
#define math_asinh(x_) MATH_BOTH(fp8c_asinhf, asinh, x_)
#define math_acosh(x_) MATH_BOTH(fp8c_acoshf, acosh, x_)
#define math_atanh(x_) MATH_BOTH(fp8c_atanhf, atanh, x_)
#define math_sqrt(x_) MATH_BOTH(sqrtf, sqrt, x_)
#define math_floor(x_) MATH_BOTH(floorf, floor, x_)
#define math_ceil(x_) MATH_BOTH(ceilf, ceil, x_)
#define math_round(x_) MATH_BOTH(rintf, rint, x_) /* halves to even */

#endif
