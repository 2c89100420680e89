/* lattice.c - the cost of rounding, summed over numbers and over histograms.
 *
 * A histogram bin is as wide as a lattice cell of E4M3, so a bin's centre alone
 * would make the error zero or maximal depending on how the scale puts the
 * lattice: the error is integrated over the bin instead. */
#include "passes/precision/lattice.h"

#include <math.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "base/cpu.h"
#include "base/formats.h"
#include "base/numbers.h"

#define BLOCK 256 /* numbers summed in F32 lanes before the F64 sum takes over */

/* Below the smallest normal number of BF16 lie F32's own subnormals, which have no step to speak
 * of. */
static lattice lattice_of_format(fp8c_dtype format) {
  int mantissa = dtype_mantissa(format), least = dtype_least_exponent(format);
  int shift = 23 - mantissa;
  bool wide = least <= -126;
  float step = wide ? 0 : ldexpf(1, least - mantissa);
  return (lattice){.max = dtype_max(format),
                   .min_normal = wide ? 0 : ldexpf(1, least),
                   .step = step,
                   .magic = 0x1.8p23f * step,
                   .half = (1u << (shift - 1)) - 1,
                   .mask = ~((1u << shift) - 1),
                   .shift = shift};
}

lattice lattice_of(lattice_kind kind) {
  static const lattice lattices[LATTICES] = {
      [LATTICE_IF_E3M4] = {30, 0x1p-2f, 0x1p-6f, 0x1.8p17f, 0x3FFFF, ~0x7FFFFu, 19},
      [LATTICE_IF_E2M5] = {7.75f, 1, 0x1p-5f, 0x1.8p18f, 0x1FFFF, ~0x3FFFFu, 18},
      [LATTICE_IF_INT8] = {127, 128, 1, 0x1.8p23f, 0, ~0u, 0},
      [LATTICE_IF_E4M3_IEEE] = {240, 0x1p-6f, 0x1p-9f, 0x1.8p14f, 0x7FFFF, ~0xFFFFFu, 20},
  };
  if (kind == LATTICE_IF_E4M3FNUZ) return lattice_of_format(FP8C_DTYPE_E4M3FNUZ);
  if (kind == LATTICE_IF_E5M2FNUZ) return lattice_of_format(FP8C_DTYPE_E5M2FNUZ);
  return (size_t)kind < ROUNDED_FORMATS ? lattice_of_format(product_formats[kind].dtype)
                                        : lattices[kind];
}

const char *lattice_name(lattice_kind kind) {
  static const char *const names[LATTICES] = {
#define ROUNDED_FORMAT(id_, name_, ...) [LATTICE_##id_] = #name_,
#define WHOLE_FORMAT(...)
#include "base/formats.def"
      [LATTICE_IF_E3M4] = "e3m4",         [LATTICE_IF_E2M5] = "e2m5",
      [LATTICE_IF_INT8] = "int8",         [LATTICE_IF_E4M3_IEEE] = "e4m3_ieee",
      [LATTICE_IF_E4M3FNUZ] = "e4m3fnuz", [LATTICE_IF_E5M2FNUZ] = "e5m2fnuz"};
  return names[kind];
}

lattice_kind lattice_kind_of(fp8c_dtype format) {
  for (size_t k = 0; k < ROUNDED_FORMATS; k++)
    if (product_formats[k].dtype == format) return (lattice_kind)k;
  return LATTICE_BF16;
}

/* ---- Numbers --------------------------------------------------------------------- */

/* Errors relative to the scale: |x| / scale against its code. */
INLINE double block_error_any(lattice l, const float *x, size_t count, float r) {
  float lanes[8] = {0};
  size_t i = 0;
  for (; i + 8 <= count; i += 8)
    for (size_t k = 0; k < 8; k++) {
      float y = fabsf(x[i + k]) * r, d = lattice_round(l, y) - y;
      lanes[k] += d * d;
    }
  for (; i < count; i++) {
    float y = fabsf(x[i]) * r, d = lattice_round(l, y) - y;
    lanes[0] += d * d;
  }
  double sum = 0;
  for (size_t k = 0; k < 8; k++) sum += (double)lanes[k];
  return sum;
}
RESULT_AT_EACH_LEVEL(static, double, block_error,
                     (lattice l, const float *x, size_t count, float r), (l, x, count, r))

/* Of PAIRS pairs of whole blocks: the searches of scales over all weights are these loops. */
#define PAIRS 2
INLINE void pair_errors_any(lattice l, const float *x, float r, double sums[2 * PAIRS]) {
  for (size_t b = 0; b < 2 * PAIRS; b++) sums[b] = block_error(l, x + b * BLOCK, BLOCK, r);
}
#if defined(__x86_64__)
TARGET_V3 static void pair_errors_v3(lattice l, const float *x, float r, double sums[2 * PAIRS]) {
  for (size_t b = 0; b < 2 * PAIRS; b++) sums[b] = block_error_v3(l, x + b * BLOCK, BLOCK, r);
}

/* The lanes of two blocks in one register, each computed as block_error does; the sums of one pair
 * wait for each other, those of several do not. */
TARGET_V4 static void pair_errors_v4(lattice l, const float *x, float r, double sums[2 * PAIRS]) {
  __m512 max = _mm512_set1_ps(l.max), magic = _mm512_set1_ps(l.magic), by = _mm512_set1_ps(r);
  __m512 least = _mm512_set1_ps(l.min_normal), lanes[PAIRS];
  __m512i half = _mm512_set1_epi32((int)l.half), mask = _mm512_set1_epi32((int)l.mask);
  __m512i one = _mm512_set1_epi32(1);
  __m128i shift = _mm_cvtsi32_si128(l.shift);
  for (size_t p = 0; p < PAIRS; p++) lanes[p] = _mm512_setzero_ps();
  for (size_t i = 0; i < BLOCK; i += 8)
    for (size_t p = 0; p < PAIRS; p++) {
      const float *from = x + 2 * p * BLOCK + i;
      __m512 both = _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_loadu_ps(from)),
                                       _mm256_loadu_ps(from + BLOCK), 1);
      __m512 y = _mm512_mul_ps(_mm512_abs_ps(both), by), c = _mm512_min_ps(max, y);
      __m512 flat = _mm512_sub_ps(_mm512_add_ps(c, magic), magic);
      __m512i bits = _mm512_castps_si512(c);
      __m512i last = _mm512_and_si512(_mm512_srl_epi32(bits, shift), one);
      bits = _mm512_and_si512(_mm512_add_epi32(_mm512_add_epi32(bits, half), last), mask);
      __m512 code = _mm512_mask_blend_ps(_mm512_cmp_ps_mask(c, least, _CMP_LT_OQ),
                                         _mm512_castsi512_ps(bits), flat);
      __m512 d = _mm512_sub_ps(code, y);
      lanes[p] = _mm512_add_ps(lanes[p], _mm512_mul_ps(d, d));
    }
  for (size_t b = 0; b < 2 * PAIRS; b++) {
    float of[16];
    _mm512_storeu_ps(of, lanes[b / 2]);
    sums[b] = 0;
    for (size_t k = 0; k < 8; k++) sums[b] += (double)of[b % 2 * 8 + k];
  }
}
#endif
static CHOOSE_LEVEL(void, pair_errors, (lattice l, const float *x, float r, double sums[2 * PAIRS]),
                    (l, x, r, sums))

    double lattice_error_of(lattice_kind kind, const float *x, size_t count, float unit) {
  lattice l = lattice_of(kind);
  double sum = 0, sums[2 * PAIRS];
  size_t i = 0;
  for (; i + 2 * PAIRS * BLOCK <= count; i += 2 * PAIRS * BLOCK) {
    pair_errors(l, x + i, 1.0f / unit, sums);
    for (size_t b = 0; b < 2 * PAIRS; b++) sum += sums[b];
  }
  for (; i < count; i += BLOCK)
    sum += block_error(l, x + i, count - i < BLOCK ? count - i : BLOCK, 1.0f / unit);
  return sum * (double)unit * (double)unit;
}

INLINE void round_to_any(lattice l, const float *x, size_t count, float unit, float *y) {
  float r = 1.0f / unit;
  for (size_t i = 0; i < count; i++)
    y[i] = copysignf(lattice_round(l, fabsf(x[i]) * r) * unit, x[i]);
}
AT_EACH_LEVEL(void, round_to, (lattice l, const float *x, size_t count, float unit, float *y),
              (l, x, count, unit, y))

/* ---- Histograms -------------------------------------------------------------------- */

static double bin_edge(int bin) {
  int octave = bin / HISTOGRAM_OCTAVE_BINS, part = bin % HISTOGRAM_OCTAVE_BINS;
  return ldexp(1.0 + (double)part / HISTOGRAM_OCTAVE_BINS, octave + HISTOGRAM_MIN_EXPONENT);
}

void segments_of(const value_stats *s, segments *out) {
  out->count = 0;
  for (int b = 0; b < HISTOGRAM_BINS; b++) {
    if (s->histogram[b] == 0) continue;
    double low = bin_edge(b), high = bin_edge(b + 1);
    if (high > (double)s->amax) high = (double)s->amax; /* the last one ends at the maximum */
    if (low > high) low = high;
    out->items[out->count++] = (segment){low, high, (double)s->histogram[b]};
  }
}

/* The distance between codes at y; from a code to the next one above. */
static double step_at(const lattice *l, double y) {
  if (y < (double)l->min_normal) return (double)l->step;
  int exponent;
  uint64_t bits;
  memcpy(&bits, &y, sizeof bits);
  /* The C library's two functions take most of a search's time: so the exponent's bits themselves,
   * lowered, wherever y and its step are normal. */
  uint64_t biased = bits >> 52, down = (uint64_t)(23 - l->shift);
  if (biased > down && biased < 0x7FF) {
    bits = (biased - down) << 52;
    memcpy(&y, &bits, sizeof y);
    return y;
  }
  frexp(y, &exponent);
  return ldexp(1.0, exponent - 1 - (23 - l->shift));
}

/* Mean squared distance to the nearest code of numbers even in [low, high]. */
static double even_error(const lattice *l, double low, double high) {
  double max = (double)l->max, step = step_at(l, low), code = rint(low / step) * step;
  if (code > max) code = max;
  if (high <= low) return (low - code) * (low - code);
  double sum = 0;
  for (double at = low; at < high;) {
    step = step_at(l, code);
    double end = code < max ? code + step / 2 : high;
    if (end > high) end = high;
    double a = at - code, b = end - code;
    sum += (b * b * b - a * a * a) / 3;
    at = end;
    code += step;
  }
  return sum / (high - low);
}

double segments_error(lattice_kind kind, const segments *s, double unit) {
  lattice l = lattice_of(kind);
  double sum = 0, r = 1 / unit;
  for (size_t i = 0; i < s->count; i++) {
    const segment *g = &s->items[i];
    sum += g->count * even_error(&l, g->low * r, g->high * r);
  }
  return sum * unit * unit;
}
