/* matvec.c - products of one matrix with many vectors (matvec.h). */
#include "ops/matvec.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif
#include <string.h>

#include "base/cpu.h"
#include "ops/lanes.h"
#include "ops/transpose.h"

#define PANEL 64

typedef struct job {
  const matvec *m;
  const float *from, *x; /* packing; multiplying */
  float *to;
} job;

/* ---- Packing ------------------------------------------------------------------------ */

static void pack_panel(void *object, size_t panel, int worker) {
  (void)worker;
  const job *j = object;
  int64_t k = j->m->k, first = (int64_t)panel * PANEL, left = j->m->rows - first, i = 0;
  const float *from = j->from + first * k;
  float *to = j->to + (int64_t)panel * k * PANEL;
  int64_t count = left < PANEL ? left : PANEL;
  if (count < PANEL) memset(to, 0, (size_t)(k * PANEL) * sizeof *to);
#if defined(__x86_64__)
  for (; cpu_level_used() >= CPU_V3 && i + 8 <= count; i += 8) {
    int64_t p = 0;
    for (; p + 8 <= k; p += 8) transpose_eight(from + i * k + p, k, to + p * PANEL + i, PANEL);
    for (; p < k; p++)
      for (int64_t e = i; e < i + 8; e++) to[p * PANEL + e] = from[e * k + p];
  }
#endif
  for (; i < count; i++)
    for (int64_t p = 0; p < k; p++) to[p * PANEL + i] = from[i * k + p];
}

matvec matvec_pack(const op_call *c, const float *w, int64_t rows, int64_t k) {
  size_t panels = (size_t)((rows + PANEL - 1) / PANEL);
  float *to = arena_raw(c->scratch, panels, (size_t)(k * PANEL) * sizeof *to);
  matvec m = {to, rows, k};
  job j = {.m = &m, .from = w, .to = to};
  pool_run_about(c->threads, panels, (double)(rows * k) * sizeof *to / NS_BYTES, pack_panel, &j);
  return m;
}

/* ---- Multiplying ---------------------------------------------------------------------- */

#if defined(__x86_64__)
TARGET_V4 static void panel_v4(const float *panel, const float *x, int64_t k, float *to) {
  __m512 s[PANEL / 16];
  UNROLL for (int i = 0; i < PANEL / 16; i++) s[i] = _mm512_setzero_ps();
  for (int64_t p = 0; p < k; p++) {
    __m512 y = _mm512_set1_ps(x[p]);
    UNROLL for (int i = 0; i < PANEL / 16; i++) s[i] =
        _mm512_fmadd_ps(_mm512_loadu_ps(panel + p * PANEL + i * 16), y, s[i]);
  }
  UNROLL for (int i = 0; i < PANEL / 16; i++) _mm512_storeu_ps(to + i * 16, s[i]);
}

TARGET_V3 static void panel_v3(const float *panel, const float *x, int64_t k, float *to) {
  __m256 s[PANEL / 8];
  UNROLL for (int i = 0; i < PANEL / 8; i++) s[i] = _mm256_setzero_ps();
  for (int64_t p = 0; p < k; p++) {
    __m256 y = _mm256_set1_ps(x[p]);
    UNROLL for (int i = 0; i < PANEL / 8; i++) s[i] =
        _mm256_fmadd_ps(_mm256_loadu_ps(panel + p * PANEL + i * 8), y, s[i]);
  }
  UNROLL for (int i = 0; i < PANEL / 8; i++) _mm256_storeu_ps(to + i * 8, s[i]);
}
#endif

static void panel_any(const float *panel, const float *x, int64_t k, float *to) {
  for (int i = 0; i < PANEL; i++) to[i] = 0.0f;
  for (int64_t p = 0; p < k; p++)
    for (int i = 0; i < PANEL; i++) to[i] = __builtin_fmaf(panel[p * PANEL + i], x[p], to[i]);
}
CHOOSE_LEVEL(static void, panel, (const float *panel, const float *x, int64_t k, float *to),
             (panel, x, k, to))

static void multiply_panel(void *object, size_t index, int worker) {
  (void)worker;
  const job *j = object;
  int64_t first = (int64_t)index * PANEL, left = j->m->rows - first;
  float sums[PANEL];
  panel(j->m->panels + first * j->m->k, j->x, j->m->k, sums);
  memcpy(j->to + first, sums, (size_t)(left < PANEL ? left : PANEL) * sizeof *sums);
}

void matvec_run(const op_call *c, const matvec *m, const float *x, float *y) {
  job j = {.m = m, .x = x, .to = y};
  size_t panels = (size_t)((m->rows + PANEL - 1) / PANEL);
  double bytes = (double)(m->rows * m->k) * sizeof *x;
  pool_run_about(c->threads, panels, bytes / NS_BYTES, multiply_panel, &j);
}
