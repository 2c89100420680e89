/* explore.c - runs that are the same whatever is asked for.
 *
 * Where runs are cheap, the front between fast and accurate is run before a goal is looked at:
 * every goal then chooses from the same measured plans, so none of them loses to what another would
 * have found. */
#include <math.h>

#include "base/clock.h"
#include "compiler/search/state.h"

/* Multiply-accumulates that these runs may take together, and how many they are at most. */
#define RUN_MACS 1e11
#define RUNS_MOST 40
/* Two plans count as different from so many dB, or so large a share of the time, on. */
#define STEP_DB 1.0
#define STEP_TIME 0.005
/* Of what is slower than BF16. */
#define SLOW 0.1
/* So many steps apart are plans that are run first, and in the end. */
#define COARSE 2.0
#define FINE 0.25
/* Standard deviations by which a candidate may be better than expected: at first, and in the end.
 */
#define HOPE 0.5
#define HOPE_MOST 1.0

size_t runs_before_goal(const search *x) {
  const job *j = x->j;
  double macs = (double)x->s->total_macs * (double)j->samples.all->sample_count;
  if (j->ask.goal == GOAL_ERROR && j->ask.budget.metric == METRIC_COMMAND)
    return 0; /* takes who knows */
  double runs = macs > 0 ? RUN_MACS / macs : RUNS_MOST;
  return runs < RUNS_MOST ? (size_t)runs : RUNS_MOST;
}

/* ---- The front --------------------------------------------------------------------------------
 */

/* In steps; what is slower than BF16 is of little use, so it need not be known as closely. */
static double place_in_time(const search *x, const candidate *c) {
  double at = log(c->seconds / x->s->bf16_seconds) / STEP_TIME;
  return at > 0 ? SLOW * at : at;
}

/* By how many steps a plan that may be in the front would better what was run: in error at its
 * time, or in time at its error, whichever is less. */
static double gain_of(const search *x, const candidate *c) {
  double loss = INFINITY, time = INFINITY;
  for (size_t i = 0; i < x->count; i++) {
    const candidate *r = x->list[i];
    if (!r->run) continue;
    if (r->seconds <= c->seconds) loss = fmin(loss, r->expected);
    if (r->expected <= c->expected) time = fmin(time, place_in_time(x, r));
  }
  return fmin(10 * log10(loss / c->expected) / STEP_DB, time - place_in_time(x, c));
}

/* Of the candidates that may lie in the front, the one that would gain most; NULL: none more than
 * `fine`. */
static candidate *most_promising(search *x, double fine, double hope) {
  arena *a = arena_inside(x->j->keep);
  const lesson *l = learn(x, a);
  for (size_t i = 0; i < x->count; i++) expect_by(x, l, x->list[i], hope);
  size_t count;
  candidate **front = ladder_of(x, -INFINITY, INFINITY, a, &count), *best = NULL;
  double most = fine;
  for (size_t i = 0; i < count; i++) {
    double gain = front[i]->run ? 0 : gain_of(x, front[i]);
    if (gain > most) most = gain, best = front[i];
  }
  arena_free(a);
  return best;
}

/* What may lie between two plans of the front gains less than this. */
static double gap_between(const search *x, const candidate *fast, const candidate *slow) {
  return fmin(10 * log10(fast->expected / slow->expected) / STEP_DB,
              place_in_time(x, slow) - place_in_time(x, fast));
}

/* Other assignments where the front has its widest gap that was not looked into; *any is false
 * where none is left that is wider than `fine`. */
static fp8c_status fill_gap(search *x, double fine, bool *any, fp8c_error *err) {
  arena *a = arena_inside(x->j->keep);
  expect_all(x);
  size_t count;
  candidate **front = ladder_of(x, -INFINITY, INFINITY, a, &count), *fast = NULL, *slow = NULL;
  double most = fine;
  for (size_t i = 1; i < count; i++) {
    double wide = gap_between(x, front[i - 1], front[i]);
    if (front[i]->looked == front[i - 1] || !(wide > most)) continue;
    most = wide;
    fast = front[i - 1];
    slow = front[i];
  }
  *any = slow != NULL;
  fp8c_status status = FP8C_OK;
  if (slow) {
    slow->looked = fast;
    status = add_between(x, fast, slow, err);
  }
  arena_free(a);
  return status;
}

fp8c_status explore(search *x, fp8c_error *err) {
  size_t most = within_reach(x) ? runs_before_goal(x) : 0, filled = 0;
  x->exploring = true;
  for (size_t i = 0; i < x->count && most > 0; i++)
    if (x->list[i]->name && clock_seconds() < x->end) TRY(run_candidate(x, x->list[i], err));
  for (double fine = COARSE; fine >= FINE; fine /= 2)
    for (double hope = HOPE; hope <= HOPE_MOST; hope *= 2)
      for (bool any = true; any && x->s->tried < most && clock_seconds() < x->end;) {
        candidate *next = most_promising(x, fine, hope);
        if (next)
          TRY(run_candidate(x, next, err));
        else if (filled++ < most)
          TRY(fill_gap(x, fine, &any, err));
        else
          any = false;
      }
  expect_all(x);
  x->exploring = false;
  x->s->explored = x->s->tried;
  return FP8C_OK;
}
