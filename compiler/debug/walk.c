/* walk.c - what looking into a plan is made of: figures, and one step computed beside the plan's.
 */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "compiler/debug/walk.h"
#include "ops/channels_last.h"

void figures_add(figures *f, const float *want, const float *got, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    double x = (double)want[i], y = (double)got[i];
    if (isfinite(x) && !isfinite(y)) f->noise = INFINITY;
    if (!isfinite(x) || !isfinite(y)) continue;
    f->signal += x * x;
    f->other += y * y;
    f->dot += x * y;
    f->noise += (x - y) * (x - y);
  }
  f->count += count;
}

double figures_noise(const figures *f) {
  if (f->count == 0) return NAN;
  return f->noise == 0 ? 0.0 : f->signal > 0 ? f->noise / f->signal : INFINITY;
}

double figures_db(const figures *f) {
  return f->count ? sqnr_db(1, figures_noise(f)) : (double)NAN;
}

double figures_cosine(const figures *f) {
  if (f->count == 0) return NAN;
  if (f->noise == 0) return 1.0;
  return f->signal > 0 && f->other > 0 ? f->dot / sqrt(f->signal * f->other) : 0.0;
}

bool debug_has_counterpart(const debug_walk *w, uint32_t value) {
  return w->model.of[value].count > 0;
}

fp8c_status debug_read(debug_walk *w, uint32_t value, tensor *t, fp8c_error *err) {
  TRY(session_value_read(w->main, value, w->scratch, t, err));
  if (w->in_cpu.channels_last[value]) *t = channels_first_copy(NULL, w->scratch, t);
  return FP8C_OK;
}

bool debug_is_joined(const debug_walk *w, uint32_t value) {
  return w->twin.session && w->twin.of[value].count && w->twin.of[value].parts[0].writer;
}

/* A plan does not say which part of a joined value a launch stores: it is what has changed.  What
 * has not by the end was there already, byte for byte, before the last launch stored it. */
static void find_stored(debug_walk *w, uint32_t step, const tensor *before, const tensor *after,
                        const counterpart *c) {
  for (uint32_t j = 0; j < c->count; j++) {
    shadow_part *p = &c->parts[j];
    if (*p->writer != PLAN_NO_VALUE) continue;
    arena_mark mark = arena_save(w->scratch);
    tensor x = shadow_columns(w->scratch, before, p), y = shadow_columns(w->scratch, after, p);
    if (memcmp(x.data, y.data, tensor_bytes(&x)) != 0) *p->writer = step;
    arena_reset(w->scratch, mark);
  }
}

fp8c_status debug_run_step(debug_walk *w, uint32_t step, fp8c_error *err) {
  const debug_step *s = &w->steps[step];
  tensor *before = NEW_ARRAY(w->scratch, tensor, s->value_count + 1);
  for (uint32_t k = 0; k < s->value_count; k++)
    if (debug_is_joined(w, s->values[k].id)) TRY(debug_read(w, s->values[k].id, &before[k], err));
  TRY(session_steps_run(w->main, step, err));
  for (uint32_t k = 0; k < s->value_count; k++) {
    uint32_t id = s->values[k].id;
    tensor after;
    if (!debug_is_joined(w, id)) continue;
    TRY(debug_read(w, id, &after, err));
    const counterpart *c = &w->twin.of[id];
    find_stored(w, step, &before[k], &after, c);
    if (w->last_writer[id] != step) continue;
    for (uint32_t j = 0; j <= c->count; j++) /* and of the whole, behind them */
      if (*c->parts[j].writer == PLAN_NO_VALUE) *c->parts[j].writer = step;
  }
  return FP8C_OK;
}

fp8c_status debug_give_inputs(debug_walk *w, uint32_t step, fp8c_error *err) {
  const debug_step *s = &w->steps[step];
  for (uint32_t k = 0; k < s->read_count; k++) {
    uint32_t id = s->reads[k];
    tensor t;
    bool twin = w->twin.session && w->twin.of[id].count;
    if (!debug_has_counterpart(w, id) && !twin) continue;
    if (w->v->values[id].kind == PLAN_VALUE_CONST && !twin) continue;
    TRY(debug_read(w, id, &t, err));
    const float *real = debug_in_units(w, id, &t, reals_of(w->scratch, &t));
    TRY(shadow_give(&w->model, w->scratch, id, &t, real, err));
    if (twin) TRY(shadow_give(&w->twin, w->scratch, id, &t, NULL, err));
  }
  return FP8C_OK;
}

void debug_take_back(debug_walk *w, uint32_t step) {
  const debug_step *s = &w->steps[step];
  for (uint32_t k = 0; k < s->effective_count; k++) {
    if (w->kept_until[s->effective[k]] > step) continue;
    shadow_take_back(&w->model, s->effective[k]);
    if (w->twin.session) shadow_take_back(&w->twin, s->effective[k]);
  }
  if (w->twin.session) /* what only the twin knows */
    for (uint32_t k = 0; k < s->read_count; k++)
      if (w->kept_until[s->reads[k]] <= step) shadow_take_back(&w->twin, s->reads[k]);
}

fp8c_status debug_compute(debug_walk *w, shadow *s, uint32_t step, bool *done, fp8c_error *err) {
  const debug_step *d = &w->steps[step];
  uint32_t *targets = NULL, count = 0;
  for (uint32_t k = 0; k < d->value_count; k++)
    for (uint32_t j = 0; j < s->of[d->values[k].id].count; j++) {
      const shadow_part *p = &s->of[d->values[k].id].parts[j];
      if (shadow_is_new(s, p)) ARENA_PUSH(w->scratch, targets, count, p->id);
    }
  *done = shadow_slice(s, targets, count);
  return *done ? shadow_run(s, s->exact ? NULL : w->truth, err) : FP8C_OK;
}

/* What no later step reads. */
void debug_drop_read(debug_walk *w, uint32_t step) {
  const debug_step *s = &w->steps[step];
  for (uint32_t k = 0; k < s->read_count + s->write_count; k++) {
    uint32_t id = k < s->read_count ? s->reads[k] : s->writes[k - s->read_count];
    if (w->last_read[id] <= step) session_value_drop(w->main, id);
  }
}
