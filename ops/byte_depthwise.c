/* byte_depthwise.c - filters of one channel, in pairs of taps (byte_depthwise.h).
 *
 * Bytes less their zero points have 9 bits, so products of 16-bit numbers are exact, and an
 * instruction adds those of two taps in 32 bits. */
#include "ops/byte_depthwise.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif
#include <string.h>

#include "base/cpu.h"
#include "ops/byte_phases.h"

#define AT_ONCE 256 /* sums, which stay in a first-level cache */

/* Two taps: where their stretches begin, and their weights side by side. */
typedef struct taps {
  int64_t first, second;
  int16_t weights[2];
} taps;

#if defined(__x86_64__)
INLINE int32_t both(const taps *t) {
  int32_t two;
  memcpy(&two, t->weights, sizeof two);
  return two;
}

TARGET_V4 static void sum_taps_v4(const int16_t *x, const taps *t, int64_t pairs, int32_t *sums,
                                  int64_t n) {
  const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
  const __m512i high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
  for (int64_t i = 0; i < n; i += 32) {
    __m512i s0 = _mm512_setzero_si512(), s1 = _mm512_setzero_si512();
    for (int64_t p = 0; p < pairs; p++) {
      __m512i a = _mm512_loadu_si512((const void *)(x + t[p].first + i));
      __m512i b = _mm512_loadu_si512((const void *)(x + t[p].second + i));
      __m512i w = _mm512_set1_epi32(both(t + p));
      s0 = _mm512_add_epi32(s0, _mm512_madd_epi16(_mm512_unpacklo_epi16(a, b), w));
      s1 = _mm512_add_epi32(s1, _mm512_madd_epi16(_mm512_unpackhi_epi16(a, b), w));
    }
    _mm512_storeu_si512((void *)(sums + i), _mm512_permutex2var_epi64(s0, low, s1));
    _mm512_storeu_si512((void *)(sums + i + 16), _mm512_permutex2var_epi64(s0, high, s1));
  }
}

TARGET_V3 static void sum_taps_v3(const int16_t *x, const taps *t, int64_t pairs, int32_t *sums,
                                  int64_t n) {
  for (int64_t i = 0; i < n; i += 16) {
    __m256i s0 = _mm256_setzero_si256(), s1 = _mm256_setzero_si256();
    for (int64_t p = 0; p < pairs; p++) {
      __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(x + t[p].first + i));
      __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(x + t[p].second + i));
      __m256i w = _mm256_set1_epi32(both(t + p));
      s0 = _mm256_add_epi32(s0, _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), w));
      s1 = _mm256_add_epi32(s1, _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), w));
    }
    __m256i *to = (__m256i *)(void *)(sums + i);
    _mm256_storeu_si256(to, _mm256_permute2x128_si256(s0, s1, 0x20));
    _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(s0, s1, 0x31));
  }
}
#endif

static void sum_taps_any(const int16_t *x, const taps *t, int64_t pairs, int32_t *sums, int64_t n) {
  memset(sums, 0, (size_t)n * sizeof *sums);
  for (int64_t p = 0; p < pairs; p++) {
    const int16_t *a = x + t[p].first, *b = x + t[p].second;
    const int32_t first = t[p].weights[0], second = t[p].weights[1];
    for (int64_t i = 0; i < n; i++) {
      uint32_t two = (uint32_t)(a[i] * first) + (uint32_t)(b[i] * second);
      sums[i] = (int32_t)((uint32_t)sums[i] + two);
    }
  }
}
CHOOSE_LEVEL(static void, sum_taps,
             (const int16_t *x, const taps *t, int64_t pairs, int32_t *sums, int64_t n),
             (x, t, pairs, sums, n))

typedef struct job {
  const byte_conv *c;
  byte_phases phases;
  int64_t pairs;
  int16_t *planes; /* of each worker */
  int64_t each;    /* numbers of them */
  taps *taps;      /* of each worker: filled for a channel */
  int64_t *at;     /* where each tap's stretch begins */
} job;

/* The filter's taps, less their zero point; an odd one is paired with a weight of 0. */
static void read_taps(const job *j, int64_t channel, taps *t) {
  const byte_conv *c = j->c;
  int64_t kernel = c->w->kernel[1] * c->w->kernel[2];
  const uint8_t *w = c->weights + channel * kernel;
  for (int64_t i = 0; i < kernel; i++) {
    int64_t at = j->at[i];
    int number = (c->weights_signed ? (int)(int8_t)w[i] : (int)w[i]) - c->w_zeros[channel];
    if (i % 2 == 0)
      t[i / 2] = (taps){at, at, {(int16_t)number, 0}};
    else
      t[i / 2].second = at, t[i / 2].weights[1] = (int16_t)number;
  }
}

static void filter_channel(void *object, size_t index, int worker) {
  const job *j = object;
  const byte_conv *c = j->c;
  const window *w = c->w;
  int64_t outputs = c->group * c->outputs, channel = (int64_t)index % outputs;
  int64_t image = (int64_t)index / outputs, from = image * c->group + channel / c->outputs;
  int64_t numbers = j->phases.numbers;
  int16_t *planes = j->planes + worker * j->each;
  taps *t = j->taps + worker * j->pairs;
  int32_t sums[AT_ONCE];
  const byte_runs runs = {w->out[2], j->phases.pitch};
  read_taps(j, channel, t);
  const int64_t volume = w->in[1] * w->in[2], all = c->images * c->group * volume;
  byte_image how = {all - from * volume, c->x_zero, 0};
  if (c->x_signed) {
    how.flip = 0x80;
    how.zero += 128;
  }
  byte_phases_widen(&j->phases, c->x + from * volume, &how, planes);
  for (int64_t first = 0; first < numbers; first += AT_ONCE) {
    int64_t n = numbers - first < AT_ONCE ? numbers - first : AT_ONCE;
    sum_taps(planes + first, t, j->pairs, sums, (n + 31) / 32 * 32);
    byte_line l = {sums, n, channel, c->bias ? c->bias[channel] : 0, NULL};
    byte_result_runs(c->result, &l, first, &runs, (int64_t)index * w->out[1] * w->out[2]);
  }
}

void byte_depthwise_run(const op_call *call, const byte_conv *c) {
  arena_mark mark = arena_save(call->scratch);
  int64_t threads = pool_threads(call->threads), kernel = c->w->kernel[1] * c->w->kernel[2];
  job j = {.c = c, .phases = byte_phases_of(c->w), .pairs = (kernel + 1) / 2};
  j.each =
      j.phases.count * j.phases.plane + PHASES_SLACK; /* the last vector reads on behind them */
  j.planes = arena_alloc(call->scratch, (size_t)(threads * j.each) * sizeof *j.planes);
  j.taps = NEW_ARRAY(call->scratch, taps, threads * j.pairs);
  j.at = NEW_ARRAY(call->scratch, int64_t, kernel);
  for (int64_t i = 0; i < kernel; i++)
    j.at[i] = byte_phases_tap(&j.phases, i / c->w->kernel[2], i % c->w->kernel[2]);
  int64_t channels = c->images * c->group * c->outputs;
  double work = (double)(channels * j.phases.numbers) * (double)kernel;
  pool_run_about(call->threads, (size_t)channels, work / 16, filter_channel, &j);
  arena_reset(call->scratch, mark);
}
