/* byte_phases.c - images as planes of phases (byte_phases.h). */
#include "ops/byte_phases.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif
#include <string.h>

#include "base/cpu.h"

bool byte_phases_can(const window *w) {
  if (w->in[0] != 1 || w->kernel[0] != 1 || w->out[0] != 1) return false;
  for (int d = 1; d < WINDOW_AXES; d++)
    if (w->stride[d] > PHASES_MOST || w->kernel[d] * w->dilation[d] > 4096) return false;
  return w->out[1] > 0 && w->out[2] > 0;
}

byte_phases byte_phases_of(const window *w) {
  byte_phases p = {.w = w};
  p.rows = (w->kernel[1] - 1) * w->dilation[1] / w->stride[1] + w->out[1];
  p.pitch = (w->kernel[2] - 1) * w->dilation[2] / w->stride[2] + w->out[2];
  p.plane = p.rows * p.pitch;
  p.numbers = (w->out[1] - 1) * p.pitch + w->out[2];
  memset(p.index, -1, sizeof p.index);
  for (int64_t ky = 0; ky < w->kernel[1]; ky++)
    for (int64_t kx = 0; kx < w->kernel[2]; kx++) {
      int16_t *i = &p.index[ky * w->dilation[1] % w->stride[1]][kx * w->dilation[2] % w->stride[2]];
      if (*i >= 0) continue;
      p.at[p.count][0] = (uint8_t)(ky * w->dilation[1] % w->stride[1]);
      p.at[p.count][1] = (uint8_t)(kx * w->dilation[2] % w->stride[2]);
      *i = (int16_t)p.count++;
    }
  return p;
}

int64_t byte_phases_tap(const byte_phases *p, int64_t ky, int64_t kx) {
  const window *w = p->w;
  int64_t y = ky * w->dilation[1], x = kx * w->dilation[2];
  return p->index[y % w->stride[1]][x % w->stride[2]] * p->plane + y / w->stride[1] * p->pitch +
         x / w->stride[2];
}

/* Bytes of a row, `step` apart, each ^ flip. */
INLINE void copy_bytes(const uint8_t *restrict from, int64_t step, int64_t n, uint8_t flip,
                       uint8_t *restrict to) {
  for (int64_t i = 0; i < n; i++) to[i] = from[i * step] ^ flip;
}

/* Numbers of a row, (byte ^ flip) - zero. */
typedef struct widening {
  int64_t step, n;
  uint8_t flip;
  int32_t zero;
} widening;

INLINE void widen_bytes(const widening *w, const uint8_t *restrict from, int16_t *restrict to) {
  for (int64_t i = 0; i < w->n; i++) to[i] = (int16_t)((from[i * w->step] ^ w->flip) - w->zero);
}

/* Rows are short, so vectors read and write past their ends: two vectors of x and up to 15 numbers
 * more. */
#if defined(__x86_64__)
static void copy_vectors(const uint8_t *from, int64_t step, int64_t n, uint8_t flip, uint8_t *to) {
  const __m128i flips = _mm_set1_epi8((char)flip), low = _mm_set1_epi16(0xff);
  for (int64_t i = 0; i < n; i += 16) {
    const __m128i *p = (const __m128i *)(const void *)(from + i * step);
    __m128i x = _mm_loadu_si128(p);
    if (step == 2)
      x = _mm_packus_epi16(_mm_and_si128(x, low), _mm_and_si128(_mm_loadu_si128(p + 1), low));
    _mm_storeu_si128((__m128i *)(void *)(to + i), _mm_xor_si128(x, flips));
  }
}

TARGET_V3 static void widen_vectors(const widening *w, const uint8_t *from, int16_t *to) {
  const __m256i flip = _mm256_set1_epi16(w->flip), zero = _mm256_set1_epi16((int16_t)w->zero);
  for (int64_t i = 0; i < w->n; i += 16) {
    __m256i x;
    if (w->step == 1)
      x = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(const void *)(from + i)));
    else
      x = _mm256_and_si256(_mm256_loadu_si256((const __m256i *)(const void *)(from + 2 * i)),
                           _mm256_set1_epi16(0xff));
    x = _mm256_sub_epi16(_mm256_xor_si256(x, flip), zero);
    _mm256_storeu_si256((__m256i *)(void *)(to + i), x);
  }
}
#endif

/* Rows of a phase: numbers [low, high) of each come from the image, where it has the row. */
typedef struct phase_rows {
  int64_t low, high, first; /* first: where number low lies in a row of the image */
} phase_rows;

static phase_rows rows_of(const byte_phases *p, int64_t phase) {
  const window *w = p->w;
  phase_rows r;
  int64_t start = p->at[phase][1] - w->before[2];
  window_inside(start, w->stride[2], w->in[2], p->pitch, &r.low, &r.high);
  if (r.high <= r.low) r.low = r.high = 0;
  r.first = r.low * w->stride[2] + start;
  return r;
}

void byte_phases_copy(const byte_phases *p, const uint8_t *x, const byte_image *image,
                      uint8_t *to) {
  const window *w = p->w;
  const int64_t step = w->stride[2];
  const uint8_t zero = (uint8_t)image->zero;
  for (int64_t i = 0; i < p->count; i++) { /* in order: a row may end on the next one */
    const phase_rows r = rows_of(p, i);
    const int64_t n = r.high - r.low;
    int64_t y = p->at[i][0] - w->before[1];
    uint8_t *line = to + i * p->plane;
    for (int64_t row = 0; row < p->rows; row++, line += p->pitch, y += w->stride[1]) {
      if (y < 0 || y >= w->in[1] || n == 0) {
        memset(line, zero, (size_t)p->pitch);
        continue;
      }
      const int64_t at = y * w->in[2] + r.first;
      for (int64_t e = 0; e < r.low; e++) line[e] = zero;
#if defined(__x86_64__)
      if (step <= 2 && at + (n + 31) * step <= image->readable)
        copy_vectors(x + at, step, n, image->flip, line + r.low);
      else
#endif
        copy_bytes(x + at, step, n, image->flip, line + r.low);
      for (int64_t e = r.high; e < p->pitch; e++) line[e] = zero;
    }
  }
}

void byte_phases_widen(const byte_phases *p, const uint8_t *x, const byte_image *image,
                       int16_t *to) {
  const window *w = p->w;
  widening all = {.step = w->stride[2], .flip = image->flip, .zero = image->zero};
  const bool vectors = cpu_level_used() >= CPU_V3 && all.step <= 2;
  for (int64_t i = 0; i < p->count; i++) {
    const phase_rows r = rows_of(p, i);
    int64_t y = p->at[i][0] - w->before[1];
    int16_t *line = to + i * p->plane;
    all.n = r.high - r.low;
    for (int64_t row = 0; row < p->rows; row++, line += p->pitch, y += w->stride[1]) {
      if (y < 0 || y >= w->in[1] || all.n == 0) {
        memset(line, 0, (size_t)p->pitch * sizeof *line);
        continue;
      }
      const int64_t at = y * w->in[2] + r.first;
      for (int64_t e = 0; e < r.low; e++) line[e] = 0;
#if defined(__x86_64__)
      if (vectors && at + (all.n + 31) * all.step <= image->readable)
        widen_vectors(&all, x + at, line + r.low);
      else
#endif
        widen_bytes(&all, x + at, line + r.low);
      for (int64_t e = r.high; e < p->pitch; e++) line[e] = 0;
    }
  }
  (void)vectors;
}

/* Copies n bytes; up to 15 more are written where there is `room` for them. */
INLINE void copy_run(char *to, const char *from, size_t n, size_t room) {
  if (room < (n + 15) / 16 * 16) {
    memcpy(to, from, n);
    return;
  }
  for (size_t i = 0; i < n; i += 16) memcpy(to + i, from + i, 16);
}

void byte_runs_copy(const byte_runs *runs, const byte_stretch *s, void *to) {
  int64_t row = s->first / runs->pitch, x = s->first % runs->pitch, n = s->n;
  /* Another thread may write behind the last element of this stretch already. */
  int64_t last = (s->first + n) / runs->pitch, behind = (s->first + n) % runs->pitch;
  int64_t end = last * runs->width + (behind < runs->width ? behind : runs->width);
  for (int64_t k = 0, run; k < n; k += run) {
    run = runs->pitch - x < n - k ? runs->pitch - x : n - k;
    int64_t kept = runs->width - x < run ? runs->width - x : run, at = row * runs->width + x;
    if (kept > 0)
      copy_run((char *)to + (size_t)at * s->each, (const char *)s->block + (size_t)k * s->each,
               (size_t)kept * s->each, (size_t)(end - at) * s->each);
    x += run;
    if (x == runs->pitch) x = 0, row++;
  }
}
