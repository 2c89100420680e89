/* walk.c - the calibration samples over a graph, one after the other. */
#include "passes/walk.h"

#include "passes/precision.h"
#include "passes/samples.h"

typedef struct walk {
  pass_context *c;
  const graph *g;
  void *runner;
  size_t tap_count;
  sample_carry *carry;
  walk_visit *visit;
  void *user;
} walk;

static fp8c_status one_sample(walk *w, size_t index, fp8c_error *err) {
  pass_context *c = w->c;
  const calibration_data *d = c->samples;
  tensor *inputs = NEW_ARRAY(c->scratch, tensor, w->g->input_count + 1);
  tensor *results = NEW_ARRAY(c->scratch, tensor, w->tap_count + d->state_count + 1);
  TRY(d->read(d, index, c->scratch, inputs, err));
  sample_carry_apply(w->carry, inputs);
  fp8c_status status = c->evaluate->run(c->evaluate, w->runner, inputs, results, err);
  if (status != FP8C_OK) return fail_in(err, status, "calibration sample %zu", index);
  TRY(w->visit(w->user, index, results, err));
  for (size_t i = 0; i < d->state_count; i++)
    TRY(sample_carry_take(w->carry, i, &results[w->tap_count + i], err));
  return FP8C_OK;
}

fp8c_status walk_first(pass_context *c, const graph *g, value *const *taps, size_t tap_count,
                       size_t most, const char *stage, walk_visit *visit, void *user,
                       fp8c_error *err) {
  size_t count = c->samples->sample_count < most ? c->samples->sample_count : most;
  arena_mark before = arena_save(c->scratch);
  walk w = {.c = c, .g = g, .tap_count = tap_count, .visit = visit, .user = user};
  TRY(evaluation_begin(c, g, taps, tap_count, &w.runner, err));
  w.carry = sample_carry_new(c->scratch, c->samples);
  for (size_t i = 0; i < count; i++) {
    arena_mark mark = arena_save(c->scratch);
    TRY(one_sample(&w, i, err));
    arena_reset(c->scratch, mark);
    if (c->progress) c->progress(c->progress_user, stage, i + 1, count);
  }
  arena_reset(c->scratch, before); /* lets the runner go */
  return FP8C_OK;
}

fp8c_status walk_samples(pass_context *c, const graph *g, value *const *taps, size_t tap_count,
                         const char *stage, walk_visit *visit, void *user, fp8c_error *err) {
  return walk_first(c, g, taps, tap_count, SIZE_MAX, stage, visit, user, err);
}
