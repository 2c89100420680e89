/* search.c - chooses formats: noises measured, times modelled, assignments searched,
 * and the one that looks right run from end to end.
 *
 * Predictions add up errors of single products; what they miss (errors that grow on
 * each other, other metrics than noise) is found out by running, and goes into the
 * next try as another limit. */
#include <math.h>

#include "base/clock.h"
#include "compiler/search_state.h"
#include "passes/split.h"

/* Time and work of the graph with no FP8 at all. */
static fp8c_status find_bf16(search *x, fp8c_error *err) {
  job *j = x->j;
  graph *g;
  TRY(decide_bf16(x, &g, err));
  x->s->bf16_seconds = graph_seconds(j, g, NULL, NULL);
  for (const node *n = g->first; n; n = n->next)
    if (n->op->precision == CLASS_GEMM && n->decision) x->s->total_macs += n->decision->macs;
  return FP8C_OK;
}

static fp8c_status open_judge(search *x, fp8c_error *err) {
  job *j = x->j;
  TRY(judge_open(j, x->reference, j->samples, SIZE_MAX, NULL, "try f32", &x->judge, err));
  x->held = NEW_ARRAY(j->keep, bool, j->samples->sample_count + 1);
  for (size_t i = 0; i < j->samples->sample_count; i++)
    x->held[i] = sample_is_held_out(j->samples, i);
  return FP8C_OK;
}

/* The noise that will be there in the end, as a share of the signal. */
static fp8c_status expected_noise(search *x, double *out, fp8c_error *err) {
  job *j = x->j;
  size_t *choice;
  if (j->goal == GOAL_ERROR) {
    *out = first_limit(&j->budget);
    return FP8C_OK;
  }
  TRY(j->goal == GOAL_SPEED ? at_speed(x, &choice, err) : at_share(x, &choice, err));
  arena *a = arena_inside(j->keep);
  *out = chooser_measure(x->chooser, choice, a).loss.loss;
  arena_free(a);
  return FP8C_OK;
}

static fp8c_status make_chooser(search *x, fp8c_error *err) {
  TRY(find_costs(x, err));
  x->request = (choose_request){
      .table = x->s->table, .cost = (const double *const *)x->cost, .group = x->group};
  x->chooser = chooser_new(x->j->keep, &x->request);
  return FP8C_OK;
}

/* The nodes of another table are the same, their options are not. */
static fp8c_status widen_and_choose_anew(search *x, bool *again, fp8c_error *err) {
  double expected;
  TRY(expected_noise(x, &expected, err));
  TRY(widen(x, expected, again, err));
  if (!*again) return FP8C_OK;
  x->s->tried = 0; /* choices are numbers of options */
  return make_chooser(x, err);
}

/* F32 costs time, so where a budget is all that counts it is tried without first. */
static fp8c_status choose(search *x, fp8c_error *err) {
  job *j = x->j;
  size_t **choice = &x->s->choice;
  bool kept = false, again;
  if (j->goal != GOAL_ERROR) {
    TRY(widen_and_choose_anew(x, &again, err));
    return j->goal == GOAL_SPEED ? at_speed(x, choice, err) : at_share(x, choice, err);
  }
  TRY(open_judge(x, err));
  TRY(within_budget(x, choice, &kept, err));
  if (kept || x->s->timed_out) return FP8C_OK;
  TRY(widen_and_choose_anew(x, &again, err));
  return again ? within_budget(x, choice, &kept, err) : FP8C_OK;
}

fp8c_status search_formats(job *j, const graph *reference, fp8c_error *err) {
  search x = {.j = j, .reference = reference, .s = NEW(j->keep, searched), .end = INFINITY};
  if (j->o->time_limit_seconds > 0) x.end = clock_seconds() + j->o->time_limit_seconds;
  j->passes.samples = j->choose;
  TRY(find_noises(&x, err));
  job_stage(j, "search");
  TRY(find_bf16(&x, err));
  find_groups(&x);
  TRY(make_chooser(&x, err));
  TRY(choose(&x, err));
  tell(&x);
  j->searched = x.s;
  return FP8C_OK;
}
