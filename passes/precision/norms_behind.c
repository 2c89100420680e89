/* norms_behind.c - how much a product's error is where a norm reads it. */
#include "passes/precision/norms_behind.h"

#include <math.h>

#include "passes/match.h"

bool *norms_behind(const graph *g, arena *a) {
  bool *behind = NEW_ARRAY(a, bool, (size_t)g->next_node_id + 1);
  for (const node *n = g->last; n; n = n->previous)
    for (size_t i = 0; i < n->out_count; i++)
      for (size_t u = 0; n->out[i] && u < n->out[i]->user_count; u++) {
        const node *reader = n->out[i]->users[u];
        if (reader->graph != g) continue; /* in the body of an If or a Loop */
        behind[n->id] |= behind[reader->id] || op_has(reader->op, FACT_NORM);
      }
  return behind;
}

typedef struct seeing {
  const float *want, *got;
  size_t width;
  seen_error *of; /* by row */
} seeing;

static void see_row(void *object, size_t row, int worker) {
  (void)worker;
  const seeing *s = object;
  const float *x = s->want + row * s->width, *y = s->got + row * s->width;
  double signal = 0, noise = 0;
  for (size_t k = 0; k < s->width; k++) {
    double d = (double)y[k] - (double)x[k];
    if (!isfinite(x[k])) continue;
    signal += (double)x[k] * (double)x[k];
    noise += d * d;
  }
  if (!(signal > 0)) return;
  s->of[row].signal = 1;
  s->of[row].noise = !isfinite(noise) ? (double)INFINITY : fmin(1, noise / signal);
}

seen_error error_behind_norm(pool *threads, const float *want, const float *got, size_t rows,
                             size_t width, arena *scratch) {
  arena_mark mark = arena_save(scratch);
  seeing s = {want, got, width, NEW_ARRAY(scratch, seen_error, rows + 1)};
  seen_error all = {0};
  pool_run(threads, rows, see_row, &s);
  for (size_t r = 0; r < rows; r++) {
    all.signal += s.of[r].signal;
    all.noise += s.of[r].noise;
  }
  arena_reset(scratch, mark);
  return all;
}
