/* walk.c - samples over a graph, one after the other. */
#include "passes/precision/walk.h"

#include <string.h>

typedef struct held {
  evaluator *evaluate;
  void *runner;
} held;

static void let_go(void *object) {
  held *h = object;
  if (h->runner) h->evaluate->release(h->evaluate, h->runner);
}

fp8c_status walk_begin(pass_context *c, const graph *g, tap_list taps, walk_kind kind,
                       sample_walk *w, fp8c_error *err) {
  evaluator *e = c->evaluate;
  const calibration_data *d = c->samples;
  *w = (sample_walk){
      .evaluate = e, .scratch = c->scratch, .data = d, .g = g, .tap_count = taps.count};
  size_t count = taps.count + d->state_count;
  value **all = NEW_ARRAY(c->scratch, value *, count + 1);
  if (taps.count) memcpy(all, taps.items, taps.count * sizeof *all);
  for (size_t i = 0; i < d->state_count; i++) all[taps.count + i] = g->outputs[d->state_outputs[i]];
  held *h = NEW(c->scratch, held);
  h->evaluate = e;
  arena_defer(c->scratch, let_go, h);
  TRY((kind == WALK_KEPT ? e->prepare_kept : e->prepare)(e, g, all, count, &h->runner, err));
  w->runner = h->runner;
  w->carry = sample_carry_new(c->scratch, d);
  return FP8C_OK;
}

fp8c_status walk_read(sample_walk *w, size_t sample, fp8c_error *err) {
  w->inputs = NEW_ARRAY(w->scratch, tensor, w->g->input_count + 1);
  TRY(w->data->read(w->data, sample, w->scratch, w->inputs, err));
  sample_carry_apply(w->carry, sample, w->inputs);
  return FP8C_OK;
}

void walk_share(sample_walk *w, size_t sample, const tensor *inputs) {
  w->inputs = NEW_ARRAY(w->scratch, tensor, w->g->input_count + 1);
  memcpy(w->inputs, inputs, w->g->input_count * sizeof *inputs);
  sample_carry_apply(w->carry, sample, w->inputs);
}

fp8c_status walk_run(sample_walk *w, fp8c_error *err) {
  w->results = NEW_ARRAY(w->scratch, tensor, w->tap_count + w->data->state_count + 1);
  return w->evaluate->run(w->evaluate, w->runner, w->inputs, w->results, err);
}

fp8c_status walk_carry(sample_walk *w, fp8c_error *err) {
  for (size_t i = 0; i < w->data->state_count; i++)
    TRY(sample_carry_take(w->carry, i, &w->results[w->tap_count + i], err));
  return FP8C_OK;
}

fp8c_status walk_sample(sample_walk *w, size_t sample, fp8c_error *err) {
  TRY(walk_read(w, sample, err));
  TRY(walk_run(w, err));
  return walk_carry(w, err);
}

size_t walk_visits(const pass_context *c, size_t most) {
  size_t all = c->samples->sample_count, steps = c->samples->state_count ? STEPS_OF_A_SAMPLE : 1;
  return most && most < all / steps ? most * steps : all;
}

static fp8c_status visit_sample(sample_walk *w, size_t sample, const sample_visit *v, size_t visit,
                                bool visited, fp8c_error *err) {
  TRY(walk_read(w, sample, err));
  fp8c_status status = walk_run(w, err);
  if (status != FP8C_OK) return fail_in(err, status, "calibration sample %zu", sample);
  if (visited) TRY(v->take(v->user, visit, w->results, err));
  return walk_carry(w, err);
}

fp8c_status walk_samples(pass_context *c, const graph *g, tap_list taps, sample_visit v,
                         fp8c_error *err) {
  size_t visits = walk_visits(c, v.most);
  /* Steps that nobody visits run too: the next one goes on with what they leave. */
  size_t count = c->samples->state_count ? c->samples->sample_count : visits;
  arena_mark before = arena_save(c->scratch);
  sample_walk w;
  TRY(walk_begin(c, g, taps, WALK_ONCE, &w, err));
  size_t parts = v.parts ? v.parts : 1;
  if (c->progress) c->progress(c->progress_user, v.stage, 0, count * parts);
  for (size_t i = 0, done = 0; i < count; i++) {
    arena_mark mark = arena_save(c->scratch);
    bool visited = done < (i + 1) * visits / count; /* both below 2^32 (MAX_SAMPLES, a state's) */
    TRY(visit_sample(&w, i, &v, done, visited, err));
    done += visited;
    arena_reset(c->scratch, mark);
    if (c->progress) c->progress(c->progress_user, v.stage, (i + 1) * parts, count * parts);
  }
  arena_reset(c->scratch, before); /* lets the runner go */
  return FP8C_OK;
}
