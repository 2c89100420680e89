/* byte_tiles.h - products of a few rows and a panel or two of bytes, for byte_gemm.c alone.
 *
 * sums[i][16 v + j] of rows i and columns j of panel v, over quads of k.  Rows of a are bytes where
 * an instruction multiplies bytes (byte_tile), and 16-bit numbers elsewhere. */
#ifndef OPS_BYTE_TILES_H
#define OPS_BYTE_TILES_H

#include <stdint.h>
#include <string.h>

#include "base/cpu.h"
#include "ops/byte_gemm.h"
#include "ops/lanes.h"

typedef void byte_tile(int64_t quads, const void *a, int64_t a_row, const uint8_t *panel,
                       int64_t panel_step, int32_t *sums, int64_t pitch);

#define QUAD (4 * BYTE_WIDTH) /* bytes of a panel for four of k */

#if defined(__x86_64__)
#include <immintrin.h>

#define TARGET_DOT __attribute__((target("arch=x86-64-v4,avx512vnni")))

INLINE int32_t four_at(const uint8_t *a) {
  int32_t four;
  memcpy(&four, a, sizeof four);
  return four;
}

INLINE long long wide_four_at(const int16_t *a) {
  long long four;
  memcpy(&four, a, sizeof four);
  return four;
}

#define DOT_TILE(name_, rows_, panels_, dot_)                                                 \
  TARGET_DOT static void name_(int64_t quads, const void *rows, int64_t a_row,                \
                               const uint8_t *panel, int64_t panel_step, int32_t *sums,       \
                               int64_t pitch) {                                               \
    const uint8_t *a = rows;                                                                  \
    __m512i s[rows_][panels_];                                                                \
    UNROLL for (int i = 0; i < rows_; i++) UNROLL for (int v = 0; v < panels_; v++) s[i][v] = \
        _mm512_setzero_si512();                                                               \
    for (int64_t q = 0; q < quads; q++) {                                                     \
      __m512i b[panels_];                                                                     \
      UNROLL for (int v = 0; v < panels_; v++) b[v] =                                         \
          _mm512_loadu_si512((const void *)(panel + v * panel_step + q * QUAD));              \
      UNROLL for (int i = 0; i < rows_; i++) {                                                \
        __m512i x = _mm512_set1_epi32(four_at(a + i * a_row + 4 * q));                        \
        UNROLL for (int v = 0; v < panels_; v++) s[i][v] = dot_(s[i][v], x, b[v]);            \
      }                                                                                       \
    }                                                                                         \
    UNROLL for (int i = 0; i < rows_; i++) UNROLL for (int v = 0; v < panels_; v++)           \
        _mm512_storeu_si512((void *)(sums + i * pitch + v * BYTE_WIDTH), s[i][v]);            \
  }
#define DOT_SIGNED_COLUMNS(s_, x_, b_) _mm512_dpbusd_epi32((s_), (x_), (b_))
#define DOT_SIGNED_ROWS(s_, x_, b_) _mm512_dpbusd_epi32((s_), (b_), (x_))
#define DOT_TILES(rows_)                                        \
  DOT_TILE(dot_columns_1_##rows_, rows_, 1, DOT_SIGNED_COLUMNS) \
  DOT_TILE(dot_columns_2_##rows_, rows_, 2, DOT_SIGNED_COLUMNS) \
  DOT_TILE(dot_rows_1_##rows_, rows_, 1, DOT_SIGNED_ROWS)       \
  DOT_TILE(dot_rows_2_##rows_, rows_, 2, DOT_SIGNED_ROWS)
DOT_TILES(12)
DOT_TILES(8)
DOT_TILES(4)
DOT_TILES(2)
DOT_TILES(1)

/* A vector of 16-bit numbers holds eight columns by four of k: two sums of each, which are added
 * at the end. */
#define WIDE_512(name_, rows_, widen_)                                                           \
  TARGET_V4 static void name_(int64_t quads, const void *rows, int64_t a_row,                    \
                              const uint8_t *panel, int64_t panel_step, int32_t *sums,           \
                              int64_t pitch) {                                                   \
    const int16_t *a = rows;                                                                     \
    __m512i s[rows_][2];                                                                         \
    (void)panel_step;                                                                            \
    UNROLL for (int i = 0; i < rows_; i++) s[i][0] = s[i][1] = _mm512_setzero_si512();           \
    for (int64_t q = 0; q < quads; q++) {                                                        \
      const __m256i *from = (const __m256i *)(const void *)(panel + q * QUAD);                   \
      __m512i b0 = widen_(_mm256_loadu_si256(from)), b1 = widen_(_mm256_loadu_si256(from + 1));  \
      UNROLL for (int i = 0; i < rows_; i++) {                                                   \
        __m512i x = _mm512_set1_epi64(wide_four_at(a + i * a_row + 4 * q));                      \
        s[i][0] = _mm512_add_epi32(s[i][0], _mm512_madd_epi16(x, b0));                           \
        s[i][1] = _mm512_add_epi32(s[i][1], _mm512_madd_epi16(x, b1));                           \
      }                                                                                          \
    }                                                                                            \
    const __m512i even =                                                                         \
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);            \
    const __m512i odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));                            \
    UNROLL for (int i = 0; i < rows_; i++)                                                       \
        _mm512_storeu_si512((void *)(sums + i * pitch),                                          \
                            _mm512_add_epi32(_mm512_permutex2var_epi32(s[i][0], even, s[i][1]),  \
                                             _mm512_permutex2var_epi32(s[i][0], odd, s[i][1]))); \
  }
#define WIDE_512_TILES(rows_)                               \
  WIDE_512(v4_columns_##rows_, rows_, _mm512_cvtepi8_epi16) \
  WIDE_512(v4_rows_##rows_, rows_, _mm512_cvtepu8_epi16)
WIDE_512_TILES(12)
WIDE_512_TILES(4)
WIDE_512_TILES(1)

/* All of a row is done before the next one begins, or the compiler loads the numbers of all rows
 * first and has no registers left for the sums. */
#define KEEP_ORDER(a_, b_) __asm__ volatile("" : "+x"(a_), "+x"(b_))

/* Tiles of AVX2 take half of a panel at a time. */
#define WIDE_256(name_, rows_, widen_)                                                             \
  TARGET_V3 static void name_(int64_t quads, const void *rows, int64_t a_row,                      \
                              const uint8_t *panel, int64_t panel_step, int32_t *sums,             \
                              int64_t pitch) {                                                     \
    const int16_t *a = rows;                                                                       \
    (void)panel_step;                                                                              \
    for (int half = 0; half < 2; half++) {                                                         \
      __m256i s[rows_][2];                                                                         \
      UNROLL for (int i = 0; i < rows_; i++) s[i][0] = s[i][1] = _mm256_setzero_si256();           \
      for (int64_t q = 0; q < quads; q++) {                                                        \
        const __m128i *from = (const __m128i *)(const void *)(panel + q * QUAD + half * 32);       \
        __m256i b0 = widen_(_mm_loadu_si128(from)), b1 = widen_(_mm_loadu_si128(from + 1));        \
        UNROLL for (int i = 0; i < rows_; i++) {                                                   \
          __m256i x = _mm256_set1_epi64x(wide_four_at(a + i * a_row + 4 * q));                     \
          s[i][0] = _mm256_add_epi32(s[i][0], _mm256_madd_epi16(x, b0));                           \
          s[i][1] = _mm256_add_epi32(s[i][1], _mm256_madd_epi16(x, b1));                           \
          KEEP_ORDER(s[i][0], s[i][1]);                                                            \
        }                                                                                          \
      }                                                                                            \
      UNROLL for (int i = 0; i < rows_; i++) _mm256_storeu_si256(                                  \
          (__m256i *)(void *)(sums + i * pitch + half * 8),                                        \
          _mm256_permute4x64_epi64(_mm256_hadd_epi32(s[i][0], s[i][1]), _MM_SHUFFLE(3, 1, 2, 0))); \
    }                                                                                              \
  }
#define WIDE_256_TILES(rows_)                               \
  WIDE_256(v3_columns_##rows_, rows_, _mm256_cvtepi8_epi16) \
  WIDE_256(v3_rows_##rows_, rows_, _mm256_cvtepu8_epi16)
WIDE_256_TILES(6)
WIDE_256_TILES(3)
WIDE_256_TILES(1)
#endif

/* One row, on any processor. */
INLINE void any_tile(int64_t quads, const int16_t *a, const uint8_t *panel, int32_t *sums,
                     bool is_signed) {
  memset(sums, 0, BYTE_WIDTH * sizeof *sums);
  for (int64_t q = 0; q < quads; q++)
    for (int j = 0; j < BYTE_WIDTH; j++) {
      uint32_t sum = 0;
      for (int e = 0; e < 4; e++) {
        uint8_t byte = panel[q * QUAD + 4 * j + e];
        sum += (uint32_t)(a[4 * q + e] * (is_signed ? (int)(int8_t)byte : (int)byte));
      }
      sums[j] = (int32_t)((uint32_t)sums[j] + sum);
    }
}
static void any_columns(int64_t quads, const void *a, int64_t a_row, const uint8_t *panel,
                        int64_t panel_step, int32_t *sums, int64_t pitch) {
  (void)a_row, (void)panel_step, (void)pitch;
  any_tile(quads, a, panel, sums, true);
}
static void any_rows(int64_t quads, const void *a, int64_t a_row, const uint8_t *panel,
                     int64_t panel_step, int32_t *sums, int64_t pitch) {
  (void)a_row, (void)panel_step, (void)pitch;
  any_tile(quads, a, panel, sums, false);
}

/* Tiles of one height: [signed columns][panels - 1]; the second is NULL where a panel at a time is
 * enough. */
typedef struct byte_tiles {
  int64_t height;
  byte_tile *of[2][2];
} byte_tiles;

#if defined(__x86_64__)
#define DOT_ROW(rows_)                                                                           \
  {                                                                                              \
    rows_, {                                                                                     \
      {dot_rows_1_##rows_, dot_rows_2_##rows_}, { dot_columns_1_##rows_, dot_columns_2_##rows_ } \
    }                                                                                            \
  }
#define WIDE_ROW(level_, rows_)                                         \
  {                                                                     \
    rows_, {                                                            \
      {level_##_rows_##rows_, NULL}, { level_##_columns_##rows_, NULL } \
    }                                                                   \
  }
static const byte_tiles dot_tiles[] = {DOT_ROW(12), DOT_ROW(8), DOT_ROW(4), DOT_ROW(2), DOT_ROW(1)};
static const byte_tiles v4_tiles[] = {WIDE_ROW(v4, 12), WIDE_ROW(v4, 4), WIDE_ROW(v4, 1)};
static const byte_tiles v3_tiles[] = {WIDE_ROW(v3, 6), WIDE_ROW(v3, 3), WIDE_ROW(v3, 1)};
#endif
static const byte_tiles any_tiles[] = {{1, {{any_rows, NULL}, {any_columns, NULL}}}};

#define BYTE_ROWS_MOST 12

/* The tiles of this processor, from the highest on, the last of one row; whether rows are to be
 * widened for them. */
INLINE const byte_tiles *byte_tiles_used(bool *widened) {
  *widened = true;
#if defined(__x86_64__)
  cpu_level level = cpu_level_used();
  if (level == CPU_V4 && cpu_dot_used() == CPU_DOT_512) {
    *widened = false;
    return dot_tiles;
  }
  if (level == CPU_V4) return v4_tiles;
  if (level == CPU_V3) return v3_tiles;
#endif
  return any_tiles;
}

#endif
