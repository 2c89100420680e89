/* integer_gemm.c - products of small integers (integer_gemm.h), a panel of columns at a time. */
#include "ops/integer_gemm.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif
#include <string.h>

#include "base/cpu.h"
#include "ops/lanes.h"

#define PAIR (2 * INTEGER_WIDTH) /* numbers of a panel for two of k */

/* sums[i][column] of `height` rows; `pairs` of k. */
typedef void tile_kernel(int64_t pairs, const int16_t *a, int64_t a_row, const int16_t *panel,
                         int32_t *sums);

/* ---- Tiles -------------------------------------------------------------------------- */

#if defined(__x86_64__)
INLINE int32_t pair_at(const int16_t *a) {
  int32_t pair;
  memcpy(&pair, a, sizeof pair);
  return pair;
}

#define TILE_512(name_, target_, rows_, add_)                                                     \
  target_ static void name_(int64_t pairs, const int16_t *a, int64_t a_row, const int16_t *panel, \
                            int32_t *sums) {                                                      \
    __m512i s[rows_][2];                                                                          \
    UNROLL for (int i = 0; i < rows_; i++) s[i][0] = s[i][1] = _mm512_setzero_si512();            \
    for (int64_t p = 0; p < pairs; p++) {                                                         \
      __m512i b0 = _mm512_loadu_si512((const void *)(panel + p * PAIR));                          \
      __m512i b1 = _mm512_loadu_si512((const void *)(panel + p * PAIR + 32));                     \
      UNROLL for (int i = 0; i < rows_; i++) {                                                    \
        __m512i x = _mm512_set1_epi32(pair_at(a + i * a_row + 2 * p));                            \
        s[i][0] = add_(s[i][0], x, b0);                                                           \
        s[i][1] = add_(s[i][1], x, b1);                                                           \
      }                                                                                           \
    }                                                                                             \
    UNROLL for (int i = 0; i < rows_; i++) UNROLL for (int v = 0; v < 2; v++)                     \
        _mm512_storeu_si512((void *)(sums + i * INTEGER_WIDTH + v * 16), s[i][v]);                \
  }
#define ADD_512(s_, x_, b_) _mm512_add_epi32((s_), _mm512_madd_epi16((x_), (b_)))
#define TARGET_VNNI __attribute__((target("arch=x86-64-v4,avx512vnni")))
TILE_512(vnni_12, TARGET_VNNI, 12, _mm512_dpwssd_epi32)
TILE_512(vnni_4, TARGET_VNNI, 4, _mm512_dpwssd_epi32)
TILE_512(vnni_1, TARGET_VNNI, 1, _mm512_dpwssd_epi32)
TILE_512(v4_12, TARGET_V4, 12, ADD_512)
TILE_512(v4_4, TARGET_V4, 4, ADD_512)
TILE_512(v4_1, TARGET_V4, 1, ADD_512)

/* Half of the panel's columns at a time. */
#define TILE_256(name_, rows_)                                                                   \
  TARGET_V3 static void name_(int64_t pairs, const int16_t *a, int64_t a_row,                    \
                              const int16_t *panel, int32_t *sums) {                             \
    for (int half = 0; half < 2; half++) {                                                       \
      const int16_t *from = panel + half * 32;                                                   \
      __m256i s[rows_][2];                                                                       \
      UNROLL for (int i = 0; i < rows_; i++) s[i][0] = s[i][1] = _mm256_setzero_si256();         \
      for (int64_t p = 0; p < pairs; p++) {                                                      \
        __m256i b0 = _mm256_loadu_si256((const __m256i *)(const void *)(from + p * PAIR));       \
        __m256i b1 = _mm256_loadu_si256((const __m256i *)(const void *)(from + p * PAIR + 16));  \
        UNROLL for (int i = 0; i < rows_; i++) {                                                 \
          __m256i x = _mm256_set1_epi32(pair_at(a + i * a_row + 2 * p));                         \
          s[i][0] = _mm256_add_epi32(s[i][0], _mm256_madd_epi16(x, b0));                         \
          s[i][1] = _mm256_add_epi32(s[i][1], _mm256_madd_epi16(x, b1));                         \
        }                                                                                        \
      }                                                                                          \
      UNROLL for (int i = 0; i < rows_; i++) UNROLL for (int v = 0; v < 2; v++)                  \
          _mm256_storeu_si256((__m256i *)(void *)(sums + i * INTEGER_WIDTH + half * 16 + v * 8), \
                              s[i][v]);                                                          \
    }                                                                                            \
  }
TILE_256(v3_6, 6)
TILE_256(v3_2, 2)
TILE_256(v3_1, 1)
#endif

static void any_1(int64_t pairs, const int16_t *a, int64_t a_row, const int16_t *panel,
                  int32_t *sums) {
  (void)a_row;
  memset(sums, 0, INTEGER_WIDTH * sizeof *sums);
  for (int64_t p = 0; p < pairs; p++)
    for (int i = 0; i < INTEGER_WIDTH; i++) {
      uint32_t two = (uint32_t)(a[2 * p] * panel[p * PAIR + 2 * i]) +
                     (uint32_t)(a[2 * p + 1] * panel[p * PAIR + 2 * i + 1]);
      sums[i] = (int32_t)((uint32_t)sums[i] + two);
    }
}

#define MOST_ROWS 12

/* Of so many rows, the tile that takes most of them. */
static tile_kernel *best_tile(int64_t rows, int64_t *height) {
#if defined(__x86_64__)
  cpu_level level = cpu_level_used();
  bool vnni = cpu_dot_used() == CPU_DOT_512;
  *height = level == CPU_V4 ? (rows >= 12  ? 12
                               : rows >= 4 ? 4
                                           : 1)
            : rows >= 6     ? 6
            : rows >= 2     ? 2
                            : 1;
  if (level == CPU_V4 && vnni) return *height == 12 ? vnni_12 : *height == 4 ? vnni_4 : vnni_1;
  if (level == CPU_V4) return *height == 12 ? v4_12 : *height == 4 ? v4_4 : v4_1;
  if (level == CPU_V3) return *height == 6 ? v3_6 : *height == 2 ? v3_2 : v3_1;
#endif
  (void)rows;
  *height = 1;
  return any_1;
}

/* ---- One product ---------------------------------------------------------------------- */

typedef struct job {
  const integer_gemm *g;
  int16_t *panels;                 /* of each worker */
  int64_t panel, rows, row_pieces; /* numbers of a panel; rows of a piece */
} job;

static void multiply_piece(void *object, size_t index, int worker) {
  const job *j = object;
  const integer_gemm *g = j->g;
  int64_t first = (int64_t)index / j->row_pieces * INTEGER_WIDTH;
  int64_t row = (int64_t)index % j->row_pieces * j->rows, height;
  int64_t end = row + j->rows < g->m ? row + j->rows : g->m;
  int64_t count = g->n - first < INTEGER_WIDTH ? g->n - first : INTEGER_WIDTH;
  int16_t *panel = j->panels + worker * j->panel;
  int32_t sums[MOST_ROWS * INTEGER_WIDTH];
  memset(panel, 0, (size_t)j->panel * sizeof *panel);
  g->pack(g->user, first, count, panel);
  for (; row < end; row += height) {
    tile_kernel *tile = best_tile(end - row, &height);
    tile(integer_row(g->k) / 2, g->a + row * integer_row(g->k), integer_row(g->k), panel, sums);
    for (int64_t i = 0; i < height; i++) {
      uint32_t bias = g->bias ? (uint32_t)g->bias[row + i] : 0;
      int32_t *to = g->c + (row + i) * g->c_row + first;
      for (int64_t e = 0; e < count; e++)
        to[e] = (int32_t)((uint32_t)sums[i * INTEGER_WIDTH + e] + bias);
    }
  }
}

/* A panel is packed again for each piece of the rows, so there are as few as give all threads work.
 */
#define LEAST_ROWS 48

void integer_gemm_run(const op_call *call, const integer_gemm *g) {
  arena_mark mark = arena_save(call->scratch);
  int64_t columns = (g->n + INTEGER_WIDTH - 1) / INTEGER_WIDTH;
  int64_t wanted = (2 * pool_threads(call->threads) + columns - 1) / (columns > 0 ? columns : 1);
  job j = {.g = g, .panel = integer_row(g->k) * INTEGER_WIDTH};
  j.rows = (g->m + wanted - 1) / (wanted > 0 ? wanted : 1);
  if (j.rows < LEAST_ROWS) j.rows = LEAST_ROWS;
  j.row_pieces = (g->m + j.rows - 1) / j.rows;
  j.panels = arena_raw(call->scratch, (size_t)pool_threads(call->threads),
                       (size_t)j.panel * sizeof *j.panels);
  double work = (double)g->m * (double)g->n * (double)g->k;
  pool_run_about(call->threads, (size_t)(columns * j.row_pieces), work / NS_FLOPS, multiply_piece,
                 &j);
  arena_reset(call->scratch, mark);
}
