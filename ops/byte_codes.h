/* byte_codes.h - sums and numbers to codes, in vectors, for byte_result.c alone.
 *
 * A number is multiplied by the reciprocal of its scale, which is off by less than 2^-13 of a code
 * where codes do not saturate; a vector in which one lies that near to the middle of two codes is
 * divided.  Codes are held between their ends, which are integers, before they are rounded; NaN
 * becomes the least.  The ends of numbers are among those of codes (byte_result_settle). */
#ifndef OPS_BYTE_CODES_H
#define OPS_BYTE_CODES_H

#if defined(__x86_64__)
#include <immintrin.h>
#endif
#include <string.h>

#include "base/cpu.h"
#include "ops/byte_result.h"

/* Adding 1.5 * 2^23 rounds a number of less than 2^22 to an integer, ties to even, which then are
 * the lowest bits. */
#define MAGIC 0x1.8p23f
#define MAGIC_BITS 0x4b400000
#define UNSURE (0.5f - 0x1p-12f)

/* The steps between a line's sums and its results, which are constants where the loop is inlined.
 * `across`: each element of the line is another channel. */
typedef struct way {
  bool across, biased, divided, numbers;
} way;

/* ---- Any processor: the specification ----------------------------------------------------- */

INLINE float number(const byte_result *r, const byte_line *l, way w, int64_t i) {
  if (w.numbers) return l->numbers[i];
  int64_t c = w.across ? l->channel + i : l->channel;
  float y = (float)(int32_t)((uint32_t)l->sums[i] + (uint32_t)l->add) * r->factors[c];
  return w.biased ? y + r->bias[c] : y;
}

INLINE void codes_any(const byte_result *r, const byte_line *l, way w, uint8_t *to) {
  const float low = r->low - r->zero, high = r->high - r->zero;
  for (int64_t i = 0; i < l->n; i++) {
    float x = number(r, l, w, i);
    if (w.divided) x /= r->unit;
    x = x > low ? x : low;
    x = x < high ? x : high;
    x += MAGIC;
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    to[i] = (uint8_t)(bits - MAGIC_BITS + (int32_t)r->zero);
  }
}

/* ---- Vectors ------------------------------------------------------------------------------ */

#if defined(__x86_64__)
/* Sixteen numbers of which `mask` are there.  Masks are for the end of a line alone: a store with
 * one is slow on some processors. */
TARGET_V4 INLINE __m512 numbers_512(const byte_result *r, const byte_line *l, way w, int64_t i,
                                    __mmask16 mask) {
  if (w.numbers) return _mm512_maskz_loadu_ps(mask, l->numbers + i);
  const float *factors = r->factors + l->channel, *bias = w.biased ? r->bias + l->channel : NULL;
  __m512i sums = _mm512_maskz_loadu_epi32(mask, l->sums + i);
  __m512 y = _mm512_cvtepi32_ps(_mm512_add_epi32(sums, _mm512_set1_epi32(l->add)));
  y = _mm512_mul_ps(y,
                    w.across ? _mm512_maskz_loadu_ps(mask, factors + i) : _mm512_set1_ps(*factors));
  if (!w.biased) return y;
  return _mm512_add_ps(y, w.across ? _mm512_maskz_loadu_ps(mask, bias + i) : _mm512_set1_ps(*bias));
}

TARGET_V4 INLINE __m128i codes_512(const byte_result *r, way w, __m512 y) {
  const __m512 magic = _mm512_set1_ps(MAGIC), low = _mm512_set1_ps(r->low - r->zero);
  const __m512 high = _mm512_set1_ps(r->high - r->zero);
  __m512 x = w.divided ? _mm512_mul_ps(y, _mm512_set1_ps(1.0f / r->unit)) : y;
  x = _mm512_min_ps(_mm512_max_ps(x, low), high);
  __m512 rounded = _mm512_add_ps(x, magic);
  if (w.divided) {
    __m512 off = _mm512_abs_ps(_mm512_sub_ps(x, _mm512_sub_ps(rounded, magic)));
    __mmask16 unsure = _mm512_cmp_ps_mask(off, _mm512_set1_ps(UNSURE), _CMP_GT_OQ);
    if (__builtin_expect(unsure != 0, 0)) {
      x = _mm512_div_ps(y, _mm512_set1_ps(r->unit));
      rounded = _mm512_add_ps(_mm512_min_ps(_mm512_max_ps(x, low), high), magic);
    }
  }
  return _mm512_cvtepi32_epi8(_mm512_add_epi32(_mm512_castps_si512(rounded),
                                               _mm512_set1_epi32((int32_t)r->zero - MAGIC_BITS)));
}

TARGET_V4 INLINE void codes_v4(const byte_result *result, const byte_line *line, way w,
                               uint8_t *to) {
  const byte_result r = *result; /* which `to` cannot change */
  const byte_line l = *line;
  int64_t i = 0;
  for (; i + 16 <= l.n; i += 16)
    _mm_storeu_si128((__m128i *)(void *)(to + i),
                     codes_512(&r, w, numbers_512(&r, &l, w, i, 0xffff)));
  if (i == l.n) return;
  uint8_t rest[16];
  __mmask16 mask = (__mmask16)((1u << (l.n - i)) - 1);
  _mm_storeu_si128((__m128i *)(void *)rest, codes_512(&r, w, numbers_512(&r, &l, w, i, mask)));
  memcpy(to + i, rest, (size_t)(l.n - i));
}

/* Eight codes from eight numbers. */
TARGET_V3 INLINE __m256i codes_256(const byte_result *r, way w, __m256 y) {
  const __m256 magic = _mm256_set1_ps(MAGIC), sign = _mm256_set1_ps(-0.0f);
  const __m256 low = _mm256_set1_ps(r->low - r->zero), high = _mm256_set1_ps(r->high - r->zero);
  __m256 x = w.divided ? _mm256_mul_ps(y, _mm256_set1_ps(1.0f / r->unit)) : y;
  x = _mm256_min_ps(_mm256_max_ps(x, low), high);
  __m256 rounded = _mm256_add_ps(x, magic);
  if (w.divided) {
    __m256 off = _mm256_andnot_ps(sign, _mm256_sub_ps(x, _mm256_sub_ps(rounded, magic)));
    __m256 unsure = _mm256_cmp_ps(off, _mm256_set1_ps(UNSURE), _CMP_GT_OQ);
    if (__builtin_expect(_mm256_movemask_ps(unsure) != 0, 0)) {
      x = _mm256_div_ps(y, _mm256_set1_ps(r->unit));
      rounded = _mm256_add_ps(_mm256_min_ps(_mm256_max_ps(x, low), high), magic);
    }
  }
  return _mm256_and_si256(_mm256_add_epi32(_mm256_castps_si256(rounded),
                                           _mm256_set1_epi32((int32_t)r->zero - MAGIC_BITS)),
                          _mm256_set1_epi32(0xff));
}

TARGET_V3 INLINE __m256 numbers_256(const byte_result *r, const byte_line *l, way w, int64_t i) {
  if (w.numbers) return _mm256_loadu_ps(l->numbers + i);
  const float *factors = r->factors + l->channel, *bias = w.biased ? r->bias + l->channel : NULL;
  __m256i sums = _mm256_loadu_si256((const __m256i *)(const void *)(l->sums + i));
  __m256 y = _mm256_cvtepi32_ps(_mm256_add_epi32(sums, _mm256_set1_epi32(l->add)));
  y = _mm256_mul_ps(y, w.across ? _mm256_loadu_ps(factors + i) : _mm256_set1_ps(*factors));
  if (!w.biased) return y;
  return _mm256_add_ps(y, w.across ? _mm256_loadu_ps(bias + i) : _mm256_set1_ps(*bias));
}

TARGET_V3 INLINE void codes_v3(const byte_result *result, const byte_line *line, way w,
                               uint8_t *to) {
  const byte_result r = *result;
  byte_line l = *line;
  int64_t i = 0;
  for (; i + 16 <= l.n; i += 16) {
    __m256i a = codes_256(&r, w, numbers_256(&r, &l, w, i));
    __m256i b = codes_256(&r, w, numbers_256(&r, &l, w, i + 8));
    __m256i both = _mm256_permute4x64_epi64(_mm256_packus_epi32(a, b), _MM_SHUFFLE(3, 1, 2, 0));
    _mm_storeu_si128(
        (__m128i *)(void *)(to + i),
        _mm_packus_epi16(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1)));
  }
  if (i == l.n) return;
  l.n -= i;
  if (w.numbers)
    l.numbers += i;
  else
    l.sums += i;
  if (w.across) l.channel += i;
  codes_any(&r, &l, w, to + i);
}
#endif

#endif
