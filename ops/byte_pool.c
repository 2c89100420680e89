/* byte_pool.c - the largest byte of each window, tap by tap over a channel (byte_pool.h). */
#include "ops/byte_pool.h"

#include <string.h>

#include "base/cpu.h"
#include "ops/byte_phases.h"

#define AT_ONCE 1024

typedef struct job {
  byte_phases phases;
  const uint8_t *x;
  uint8_t turn, *y, *planes;          /* planes: of each worker */
  int64_t each, channels, taps, *tap; /* tap: where each begins */
} job;

INLINE void larger_any(const uint8_t *restrict from, uint8_t *restrict y, int64_t n) {
  for (int64_t i = 0; i < n; i++) y[i] = y[i] > from[i] ? y[i] : from[i];
}
AT_EACH_LEVEL(static void, larger, (const uint8_t *from, uint8_t *y, int64_t n), (from, y, n))

static void pool_channel(void *object, size_t index, int worker) {
  const job *j = object;
  const byte_phases *p = &j->phases;
  const window *w = p->w;
  uint8_t *planes = j->planes + worker * j->each, y[AT_ONCE + 16];
  int64_t volume = w->in[1] * w->in[2];
  byte_image image = {(j->channels - (int64_t)index) * volume, 0, j->turn};
  byte_phases_copy(p, j->x + (int64_t)index * volume, &image, planes);
  for (int64_t first = 0; first < p->numbers; first += AT_ONCE) {
    int64_t n = p->numbers - first < AT_ONCE ? p->numbers - first : AT_ONCE;
    memset(y, 0, (size_t)n);
    for (int64_t t = 0; t < j->taps; t++) larger(planes + j->tap[t] + first, y, n);
    for (int64_t i = 0; i < n && j->turn; i++) y[i] ^= j->turn;
    byte_runs_copy(&(byte_runs){w->out[2], p->pitch}, &(byte_stretch){y, 1, first, n},
                   j->y + (int64_t)index * w->out[1] * w->out[2]);
  }
}

void byte_pool_run(const op_call *call, const window *w, const uint8_t *x, uint8_t turn,
                   int64_t channels, uint8_t *y) {
  arena_mark mark = arena_save(call->scratch);
  int64_t threads = pool_threads(call->threads);
  job j = {.phases = byte_phases_of(w), .x = x, .turn = turn, .y = y, .channels = channels};
  j.each = j.phases.count * j.phases.plane + PHASES_SLACK;
  j.planes = arena_raw(call->scratch, (size_t)threads, (size_t)j.each);
  j.taps = w->kernel[1] * w->kernel[2];
  j.tap = NEW_ARRAY(call->scratch, int64_t, j.taps);
  for (int64_t t = 0; t < j.taps; t++)
    j.tap[t] = byte_phases_tap(&j.phases, t / w->kernel[2], t % w->kernel[2]);
  double work = (double)(channels * j.phases.numbers) * (double)(w->kernel[1] * w->kernel[2]);
  pool_run_about(call->threads, (size_t)channels, work / 16, pool_channel, &j);
  arena_reset(call->scratch, mark);
}
