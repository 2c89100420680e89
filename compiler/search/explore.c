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
/* So many dB, and so large a share of the time, tell two plans apart. */
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

/* How many steps lie between two plans, in time or in error, whichever is more. */
static double steps_between(const search *x, const candidate *a, const candidate *b) {
  double db = fabs(10 * log10(a->expected / b->expected)) / STEP_DB,
         time = fabs(place_in_time(x, a) - place_in_time(x, b));
  if (isnan(db)) db = 0;     /* both are exact, or both ruined */
  if (isnan(time)) time = 0; /* sizes are free */
  return fmax(db, time);
}

/* Of the candidates that may lie in the front, the one that is furthest from any that was run;
 * NULL: all are near one. */
static candidate *least_known(search *x, double fine, double hope) {
  arena *a = arena_inside(x->j->keep);
  const lesson *l = learn(x, a);
  for (size_t i = 0; i < x->count; i++) expect_by(x, l, x->list[i], hope);
  size_t count;
  candidate **front = ladder_of(x, -INFINITY, INFINITY, a, &count), *best = NULL;
  double most = fine;
  for (size_t i = 0; i < count; i++) {
    double nearest = INFINITY;
    for (size_t k = 0; k < x->count && !front[i]->run; k++)
      if (x->list[k]->run) nearest = fmin(nearest, steps_between(x, front[i], x->list[k]));
    if (!front[i]->run && nearest > most) most = nearest, best = front[i];
  }
  arena_free(a);
  return best;
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
    double wide = steps_between(x, front[i - 1], front[i]);
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
        candidate *next = least_known(x, fine, hope);
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
