/* byte_gemm.c - products of bytes (byte_gemm.h), some panels of columns at a time.
 *
 * A piece of the work packs its panels, which stay in a second-level cache, and multiplies all rows
 * by them, a few at a time, which stay in the first. */
#include "ops/byte_gemm.h"

#include <string.h>

#include "ops/byte_tiles.h"

/* ---- Bytes laid out and widened --------------------------------------------------------- */

void byte_pack_rows(const uint8_t *const rows[4], uint8_t *to) {
#if defined(__x86_64__)
  __m128i r[4];
  for (int i = 0; i < 4; i++) r[i] = _mm_loadu_si128((const __m128i *)(const void *)rows[i]);
  __m128i a = _mm_unpacklo_epi8(r[0], r[1]), b = _mm_unpackhi_epi8(r[0], r[1]);
  __m128i c = _mm_unpacklo_epi8(r[2], r[3]), d = _mm_unpackhi_epi8(r[2], r[3]);
  __m128i *out = (__m128i *)(void *)to;
  _mm_storeu_si128(out, _mm_unpacklo_epi16(a, c));
  _mm_storeu_si128(out + 1, _mm_unpackhi_epi16(a, c));
  _mm_storeu_si128(out + 2, _mm_unpacklo_epi16(b, d));
  _mm_storeu_si128(out + 3, _mm_unpackhi_epi16(b, d));
#else
  for (int i = 0; i < BYTE_WIDTH; i++)
    for (int e = 0; e < 4; e++) to[4 * i + e] = rows[e][i];
#endif
}

INLINE void widen_any(const uint8_t *restrict from, int64_t n, bool is_signed,
                      int16_t *restrict to) {
  if (is_signed)
    for (int64_t i = 0; i < n; i++) to[i] = (int8_t)from[i];
  else
    for (int64_t i = 0; i < n; i++) to[i] = from[i];
}
AT_EACH_LEVEL(static void, widen, (const uint8_t *from, int64_t n, bool is_signed, int16_t *to),
              (from, n, is_signed, to))

/* Sums of bytes ^ flip, eight at a time. */
static uint32_t sum_bytes(const uint8_t *from, int64_t n, uint8_t flip) {
  uint32_t sum = 0;
  int64_t p = 0;
#if defined(__x86_64__)
  const __m128i flips = _mm_set1_epi8((char)flip);
  __m128i s[2] = {_mm_setzero_si128(), _mm_setzero_si128()};
  for (; p + 32 <= n; p += 32) UNROLL for (int i = 0; i < 2; i++) {
      __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(from + p + 16 * i));
      s[i] = _mm_add_epi64(s[i], _mm_sad_epu8(_mm_xor_si128(x, flips), _mm_setzero_si128()));
    }
  s[0] = _mm_add_epi64(s[0], s[1]);
  sum = (uint32_t)(_mm_cvtsi128_si64(s[0]) + _mm_cvtsi128_si64(_mm_srli_si128(s[0], 8)));
#endif
  for (; p < n; p++) sum += from[p] ^ flip;
  return sum;
}

void byte_row_sums(const uint8_t *a, int64_t a_row, int64_t m, int64_t k, bool is_signed,
                   int32_t *sums) {
  for (int64_t i = 0; i < m; i++) {
    uint32_t sum = sum_bytes(a + i * a_row, k, is_signed ? 0x80 : 0);
    sums[i] = (int32_t)(is_signed ? sum - 128 * (uint32_t)k : sum);
  }
}

/* ---- One product -------------------------------------------------------------------------- */

typedef struct job {
  const byte_gemm *g;
  const byte_tiles *tiles;
  bool widened;
  int64_t panels_a_piece, rows_a_piece, row_pieces;
  uint8_t *scratch; /* of each worker: panels, widened rows, ones */
  int64_t each, panel_bytes, wide_bytes;
} job;

/* Products of `height` rows and `panels` panels. */
static void multiply_rows(const job *j, const byte_tiles *t, const void *a, int64_t a_row,
                          const uint8_t *panels, int64_t count, int32_t *sums) {
  const byte_gemm *g = j->g;
  int64_t step = byte_panel(g->k), quads = byte_row(g->k) / 4;
  for (int64_t p = 0; p < count;) {
    int both = t->of[g->signed_columns][1] && p + 1 < count;
    t->of[g->signed_columns][both](quads, a, a_row, panels + p * step, step, sums + p * BYTE_WIDTH,
                                   BYTE_COLUMNS_MOST);
    p += both + 1;
  }
}

/* Sums of columns are the product of a row of ones. */
static void sum_columns(const job *j, uint8_t *ones, const uint8_t *panels, int64_t count,
                        int32_t *sums) {
  int64_t k = j->g->k, row = byte_row(k);
  const byte_tiles *one = j->tiles;
  while (one->height > 1) one++;
  if (j->widened) {
    int16_t *wide = (int16_t *)(void *)ones;
    for (int64_t p = 0; p < row; p++) wide[p] = p < k;
  } else {
    memset(ones, 1, (size_t)k);
    memset(ones + k, 0, (size_t)(row - k));
  }
  multiply_rows(j, one, ones, row, panels, count, sums);
}

static void multiply_piece(void *object, size_t index, int worker) {
  const job *j = object;
  const byte_gemm *g = j->g;
  int64_t step = byte_panel(g->k), row_bytes = byte_row(g->k);
  int64_t first = (int64_t)index / j->row_pieces * j->panels_a_piece;
  int64_t count = byte_panels(g->n) - first;
  int64_t row = (int64_t)index % j->row_pieces * j->rows_a_piece;
  int64_t end = row + j->rows_a_piece < g->m ? row + j->rows_a_piece : g->m;
  uint8_t *packed = j->scratch + worker * j->each, *wide = packed + j->panel_bytes;
  const uint8_t *panels = g->panels ? g->panels + first * step : packed;
  int32_t sums[BYTE_ROWS_MOST * BYTE_COLUMNS_MOST], of_columns[BYTE_COLUMNS_MOST];
  if (count > j->panels_a_piece) count = j->panels_a_piece;
  int64_t columns = g->n - first * BYTE_WIDTH;
  if (columns > count * BYTE_WIDTH) columns = count * BYTE_WIDTH;
  for (int64_t p = 0; p < count && !g->panels; p++)
    g->pack(g->user, (first + p) * BYTE_WIDTH, packed + p * step);
  if (g->sums_columns) sum_columns(j, wide + j->wide_bytes, panels, count, of_columns);
  const byte_tiles *t = j->tiles;
  for (; row < end; row += t->height) {
    while (t->height > end - row) t++;
    const void *a = g->a + row * g->a_row;
    if (j->widened) {
      for (int64_t i = 0; i < t->height; i++)
        widen(g->a + (row + i) * g->a_row, row_bytes, !g->signed_columns,
              (int16_t *)(void *)wide + i * row_bytes);
      a = wide;
    }
    multiply_rows(j, t, a, j->widened ? row_bytes : g->a_row, panels, count, sums);
    byte_sums done = {row,
                      t->height,
                      first * BYTE_WIDTH,
                      columns,
                      BYTE_COLUMNS_MOST,
                      sums,
                      g->sums_columns ? of_columns : NULL};
    g->finish(g->user, &done);
  }
}

/* Panels of a piece together: half of a second-level cache at most. */
#define PIECE_BYTES ((int64_t)192 << 10)
#define LEAST_ROWS 48
/* Multiply-adds of bytes that a thread does in a nanosecond. */
#define NS_BYTES_MULTIPLIED 100

void byte_gemm_run(const op_call *call, const byte_gemm *g) {
  arena_mark mark = arena_save(call->scratch);
  int64_t threads = pool_threads(call->threads), panels = byte_panels(g->n);
  job j = {.g = g, .panels_a_piece = PIECE_BYTES / byte_panel(g->k > 0 ? g->k : 1)};
  if (g->m == 0 || g->n == 0) return;
  j.tiles = byte_tiles_used(&j.widened);
  if (j.panels_a_piece > BYTE_PANELS_MOST) j.panels_a_piece = BYTE_PANELS_MOST;
  int64_t fair = (panels + 2 * threads - 1) / (2 * threads); /* all have some */
  if (threads > 1 && j.panels_a_piece > fair) j.panels_a_piece = fair;
  if (j.panels_a_piece < 2) j.panels_a_piece = 2;
  int64_t pieces = (panels + j.panels_a_piece - 1) / j.panels_a_piece;
  int64_t wanted = threads > 1 ? (2 * threads + pieces - 1) / pieces : 1;
  j.rows_a_piece = (g->m + wanted - 1) / wanted;
  if (j.rows_a_piece < LEAST_ROWS) j.rows_a_piece = LEAST_ROWS;
  j.row_pieces = (g->m + j.rows_a_piece - 1) / j.rows_a_piece;
  j.panel_bytes = g->panels ? 0 : j.panels_a_piece * byte_panel(g->k);
  j.wide_bytes = j.widened ? BYTE_ROWS_MOST * byte_row(g->k) * 2 : 0;
  int64_t ones = g->sums_columns ? byte_row(g->k) * 2 : 0;
  j.each = (j.panel_bytes + j.wide_bytes + ones + 63) / 64 * 64;
  j.scratch = arena_raw(call->scratch, (size_t)threads, (size_t)j.each + 1);
  double work = (double)g->m * (double)g->n * (double)g->k;
  pool_run_about(call->threads, (size_t)(pieces * j.row_pieces), work / NS_BYTES_MULTIPLIED,
                 multiply_piece, &j);
  arena_reset(call->scratch, mark);
}
