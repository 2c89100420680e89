/* gemm_tiles.h - the tiles of gemm.c: sums of so many rows by so many vectors in registers, for
 * each level of instructions. */
#ifndef OPS_GEMM_TILES_H
#define OPS_GEMM_TILES_H

#include <stdint.h>
#include <string.h>

#include "base/cpu.h"
#include "ops/lanes.h"
#include "ops/transpose.h"

#define MAX_HEIGHT 12 /* of tiles wider than one */
#define MAX_WIDTH 32

/* sums[i * width + j] = chain over p of rows[i * stride + p] * panel[p * width + j] */
typedef void tile_kernel(int64_t k, const float *rows, int64_t stride, const float *panel,
                         float *sums);

/* A whole tile of C from its registers, for products whose epilogue is what most convolutions have:
 * a bias of each row (or none: NULL) and two ends. */
typedef void store_kernel(int64_t k, const float *rows, int64_t stride, const float *panel,
                          const float *bias, const float ends[2], float *c, int64_t c_row);

typedef struct tile_shape {
  int height, width;
  tile_kernel *kernel, *narrow; /* narrow: for at most NARROW vectors */
  tile_kernel *half;            /* for HALF of them; NULL: there is none */
  store_kernel *store;          /* NULL: there is none */
} tile_shape;

#define HALF 16          /* columns of a panel that half a tile has */
#define NARROW 8         /* and a narrow one */
#define COLUMN_HEIGHT 32 /* of the tile for one vector alone */

#if defined(__x86_64__)
__attribute__((target("avx512f"))) static void tile_avx512(int64_t k, const float *rows,
                                                           int64_t stride, const float *panel,
                                                           float *sums) {
  __m512 s[12][2];
  UNROLL for (int i = 0; i < 12; i++) s[i][0] = s[i][1] = _mm512_setzero_ps();
  for (int64_t p = 0; p < k; p++) {
    __m512 b0 = _mm512_loadu_ps(panel + p * 32), b1 = _mm512_loadu_ps(panel + p * 32 + 16);
    UNROLL for (int i = 0; i < 12; i++) {
      __m512 a = _mm512_set1_ps(rows[i * stride + p]);
      s[i][0] = _mm512_fmadd_ps(a, b0, s[i][0]);
      s[i][1] = _mm512_fmadd_ps(a, b1, s[i][1]);
    }
  }
  UNROLL for (int i = 0; i < 12; i++) {
    _mm512_storeu_ps(sums + i * 32, s[i][0]);
    _mm512_storeu_ps(sums + i * 32 + 16, s[i][1]);
  }
}

__attribute__((target("avx2,fma"))) static void tile_avx2(int64_t k, const float *rows,
                                                          int64_t stride, const float *panel,
                                                          float *sums) {
  __m256 s[6][2];
  UNROLL for (int i = 0; i < 6; i++) s[i][0] = s[i][1] = _mm256_setzero_ps();
  for (int64_t p = 0; p < k; p++) {
    __m256 b0 = _mm256_loadu_ps(panel + p * 16), b1 = _mm256_loadu_ps(panel + p * 16 + 8);
    UNROLL for (int i = 0; i < 6; i++) {
      __m256 a = _mm256_set1_ps(rows[i * stride + p]);
      s[i][0] = _mm256_fmadd_ps(a, b0, s[i][0]);
      s[i][1] = _mm256_fmadd_ps(a, b1, s[i][1]);
    }
  }
  UNROLL for (int i = 0; i < 6; i++) {
    _mm256_storeu_ps(sums + i * 16, s[i][0]);
    _mm256_storeu_ps(sums + i * 16 + 8, s[i][1]);
  }
}

/* What clip_to gives: MAXPS and MINPS give their second operand where it is NaN or both are equal.
 */
__attribute__((target("avx512f"))) static void store_avx512(int64_t k, const float *rows,
                                                            int64_t stride, const float *panel,
                                                            const float *bias, const float ends[2],
                                                            float *c, int64_t c_row) {
  __m512 s[12][2], low = _mm512_set1_ps(ends[0]), high = _mm512_set1_ps(ends[1]);
  UNROLL for (int i = 0; i < 12; i++) s[i][0] = s[i][1] = _mm512_setzero_ps();
  for (int64_t p = 0; p < k; p++) {
    __m512 b0 = _mm512_loadu_ps(panel + p * 32), b1 = _mm512_loadu_ps(panel + p * 32 + 16);
    UNROLL for (int i = 0; i < 12; i++) {
      __m512 a = _mm512_set1_ps(rows[i * stride + p]);
      s[i][0] = _mm512_fmadd_ps(a, b0, s[i][0]);
      s[i][1] = _mm512_fmadd_ps(a, b1, s[i][1]);
    }
  }
  UNROLL for (int i = 0; i < 12; i++) UNROLL for (int v = 0; v < 2; v++) {
    __m512 y = bias ? _mm512_add_ps(s[i][v], _mm512_set1_ps(bias[i])) : s[i][v];
    _mm512_storeu_ps(c + i * c_row + v * 16, _mm512_min_ps(high, _mm512_max_ps(low, y)));
  }
}

__attribute__((target("avx2,fma"))) static void store_avx2(int64_t k, const float *rows,
                                                           int64_t stride, const float *panel,
                                                           const float *bias, const float ends[2],
                                                           float *c, int64_t c_row) {
  __m256 s[6][2];
  UNROLL for (int i = 0; i < 6; i++) s[i][0] = s[i][1] = _mm256_setzero_ps();
  for (int64_t p = 0; p < k; p++) {
    __m256 b0 = _mm256_loadu_ps(panel + p * 16), b1 = _mm256_loadu_ps(panel + p * 16 + 8);
    UNROLL for (int i = 0; i < 6; i++) {
      __m256 a = _mm256_set1_ps(rows[i * stride + p]);
      s[i][0] = _mm256_fmadd_ps(a, b0, s[i][0]);
      s[i][1] = _mm256_fmadd_ps(a, b1, s[i][1]);
    }
  }
  __m256 low = _mm256_set1_ps(ends[0]), high = _mm256_set1_ps(ends[1]);
  UNROLL for (int i = 0; i < 6; i++) UNROLL for (int v = 0; v < 2; v++) {
    __m256 y = bias ? _mm256_add_ps(s[i][v], _mm256_set1_ps(bias[i])) : s[i][v];
    _mm256_storeu_ps(c + i * c_row + v * 8, _mm256_min_ps(high, _mm256_max_ps(low, y)));
  }
}

/* The first sixteen columns of a panel alone. */
__attribute__((target("avx512f"))) static void half_avx512(int64_t k, const float *rows,
                                                           int64_t stride, const float *panel,
                                                           float *sums) {
  __m512 s[12];
  UNROLL for (int i = 0; i < 12; i++) s[i] = _mm512_setzero_ps();
  for (int64_t p = 0; p < k; p++) {
    __m512 b = _mm512_loadu_ps(panel + p * 32);
    UNROLL for (int i = 0; i < 12; i++) s[i] =
        _mm512_fmadd_ps(_mm512_set1_ps(rows[i * stride + p]), b, s[i]);
  }
  UNROLL for (int i = 0; i < 12; i++) _mm512_storeu_ps(sums + i * 32, s[i]);
}

/* The first eight columns of a panel alone: products with one vector or a few. */
#define TILE_NARROW(name_, height_, width_)                                             \
  __attribute__((target("avx2,fma"))) static void name_(                                \
      int64_t k, const float *rows, int64_t stride, const float *panel, float *sums) {  \
    __m256 s[height_];                                                                  \
    UNROLL for (int i = 0; i < height_; i++) s[i] = _mm256_setzero_ps();                \
    for (int64_t p = 0; p < k; p++) {                                                   \
      __m256 b = _mm256_loadu_ps(panel + p * width_);                                   \
      UNROLL for (int i = 0; i < height_; i++) s[i] =                                   \
          _mm256_fmadd_ps(_mm256_set1_ps(rows[i * stride + p]), b, s[i]);               \
    }                                                                                   \
    UNROLL for (int i = 0; i < height_; i++) _mm256_storeu_ps(sums + i * width_, s[i]); \
  }
TILE_NARROW(narrow_avx512, 12, 32)
TILE_NARROW(narrow_avx2, 6, 16)
TILE_NARROW(narrow_only, 12, 8)

/* One vector alone: lanes are rows, which are transposed in registers, so that none is idle. */
#define COLUMN_AHEAD 128 /* floats of a row that are on their way from memory */

/* Eight numbers of each of eight rows. */
__attribute__((target("avx2,fma"))) static inline __m256 eight_columns(const float *rows,
                                                                       int64_t stride,
                                                                       const float *panel,
                                                                       __m256 sum) {
  __m256 columns[8];
  four_columns(rows, stride, columns);
  four_columns(rows + 4, stride, columns + 4);
  UNROLL for (int e = 0; e < 8; e++) sum =
      _mm256_fmadd_ps(columns[e], _mm256_set1_ps(panel[e]), sum);
  return sum;
}

/* Such a product reads each weight once, from memory: so a cache line is used up while it is there
 * (rows of a power of two of floats share their sets), and as 32 rows are more streams than a
 * processor follows by itself, lines are asked for. */
__attribute__((target("avx2,fma"))) static void column_avx2(int64_t k, const float *rows,
                                                            int64_t stride, const float *panel,
                                                            float *sums) {
  __m256 s[COLUMN_HEIGHT / 8];
  UNROLL for (int i = 0; i < COLUMN_HEIGHT / 8; i++) s[i] = _mm256_setzero_ps();
  int64_t p = 0;
  for (; p + 16 <= k; p += 16) UNROLL for (int i = 0; i < COLUMN_HEIGHT / 8; i++) {
      const float *from = rows + i * 8 * stride + p;
      UNROLL for (int e = 0; e < 8; e++) _mm_prefetch(
          (const char *)(from + e * stride) + COLUMN_AHEAD * sizeof(float), _MM_HINT_T1);
      s[i] = eight_columns(from, stride, panel + p, s[i]);
      s[i] = eight_columns(from + 8, stride, panel + p + 8, s[i]);
    }
  for (; p + 8 <= k; p += 8)
    UNROLL for (int i = 0; i < COLUMN_HEIGHT / 8; i++) s[i] =
        eight_columns(rows + i * 8 * stride + p, stride, panel + p, s[i]);
  UNROLL for (int i = 0; i < COLUMN_HEIGHT / 8; i++) _mm256_storeu_ps(sums + i * 8, s[i]);
  for (; p < k; p++)
    for (int i = 0; i < COLUMN_HEIGHT; i++)
      sums[i] = __builtin_fmaf(rows[i * stride + p], panel[p], sums[i]);
}
#endif

/* In C: FMA instructions where every processor of the kind has them (aarch64), and libm's fmaf on
 * an x86-64 without, which gives the same bits, slowly. */
static void tile_any(int64_t k, const float *rows, int64_t stride, const float *panel,
                     float *sums) {
  float s[4][8] = {0};
  for (int64_t p = 0; p < k; p++)
    UNROLL for (int i = 0; i < 4; i++) UNROLL for (int j = 0; j < 8; j++) s[i][j] =
        __builtin_fmaf(rows[i * stride + p], panel[p * 8 + j], s[i][j]);
  memcpy(sums, s, sizeof s);
}

/* For a product of so many rows and vectors. */
static tile_shape best_tile(int64_t rows, int64_t vectors) {
#if defined(__x86_64__)
  if (cpu_level_used() >= CPU_V3 && vectors == 1 && rows >= COLUMN_HEIGHT / 2)
    return (tile_shape){COLUMN_HEIGHT, 1, column_avx2, column_avx2, NULL, NULL};
  if (cpu_level_used() >= CPU_V3 && vectors <= NARROW)
    return (tile_shape){12, NARROW, narrow_only, narrow_only, NULL, NULL};
  if (cpu_level_used() == CPU_V4)
    return (tile_shape){12, 32, tile_avx512, narrow_avx512, half_avx512, store_avx512};
  if (cpu_level_used() == CPU_V3)
    return (tile_shape){6, 16, tile_avx2, narrow_avx2, NULL, store_avx2};
#endif
  (void)rows, (void)vectors;
  return (tile_shape){4, 8, tile_any, tile_any, NULL, NULL};
}

/* A panel of which so many vectors are not padding. */
static void run_tile(const tile_shape *t, int64_t vectors, int64_t k, const float *rows,
                     int64_t stride, const float *panel, float *sums) {
  if (vectors <= NARROW) {
    t->narrow(k, rows, stride, panel, sums);
  } else if (t->half && vectors <= HALF + NARROW) {
    t->half(k, rows, stride, panel, sums);
    if (vectors > HALF) t->narrow(k, rows, stride, panel + HALF, sums + HALF);
  } else {
    t->kernel(k, rows, stride, panel, sums);
  }
}

#endif
