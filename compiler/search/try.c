/* try.c - which candidate reaches the goal: run from end to end, and the fastest, or the
 * most exact, of those that do.
 *
 * A run counts all samples given: those held out must keep the budget by themselves, and all
 * together with a margin that other samples like these would need (metric.h, loss_over).
 *
 * The ladder of candidates, by time, does not depend on the budget, and neither do the places
 * where it is halved: what keeps a tighter budget keeps a looser one, which therefore ends at the
 * same place or at a faster one, wherever the halving is stopped. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "compiler/search/command_metric.h"
#include "compiler/search/state.h"
#include "passes/precision/precision.h"

#define BETWEEN 8           /* assignments thought of between two of the ladder */
#define NEIGHBOURS 8        /* of the fastest, each another in one decision */
#define NEIGHBOURS_MOST 200 /* that are looked at to find them */
#define SPEED_ROUNDS 3
#define SPEND_ROUNDS 12
#define AS_FAST 1.01  /* of the fastest, where even that is slower than BF16 */
#define AS_EXACT 1.12 /* 0.5 dB: less than two sets of samples differ by */
#define MOST_EXACT 6  /* of those predicted to be, run to find the one that is */

/* ---- Running a candidate ----------------------------------------------------------------------
 */

static double loss_held_out(search *x, graph *g, const verdict *v, fp8c_error *err) {
  job *j = x->j;
  verdict held;
  if (!j->samples.split || j->o->evaluate) return 0;
  if (!x->held_judge) return verdict_loss(v, x->held, j->scratch).loss;
  fp8c_status status = judge_graph(x->held_judge, g, v->metric, false, "try", &held, err);
  return status == FP8C_OK ? verdict_loss(&held, NULL, j->scratch).loss : (double)NAN;
}

/* What of the budget is used up: 1 is all.  By the whole set's bound and by what was
 * held out alone, whichever is worse. */
static fp8c_status weigh_run(search *x, candidate *c, graph *g, const verdict *v, fp8c_error *err) {
  job *j = x->j;
  if (j->ask.goal != GOAL_ERROR) {
    loss_estimate all = verdict_loss(v, NULL, j->scratch);
    c->used = all.loss;
    c->keeps = c->met = isfinite(all.loss);
    return FP8C_OK;
  }
  if (j->ask.budget.metric == METRIC_COMMAND) {
    TRY(command_metric(v, &j->ask.budget, &c->figure, &c->keeps, err));
    c->used = c->keeps ? 0.5 : 2;
    c->met = c->keeps;
    return FP8C_OK;
  }
  double limit = metric_loss(j->ask.budget.metric, j->ask.budget.bound);
  loss_estimate all = verdict_loss(v, NULL, j->scratch);
  double held = loss_held_out(x, g, v, err), worse = held > all.upper ? held : all.upper;
  if (isnan(held)) return err->status;
  c->figure = metric_value(j->ask.budget.metric, all.loss);
  c->used = limit > 0 ? worse / limit : worse > 0 ? INFINITY : 1;
  c->keeps = c->used <= 1;
  c->met = (j->samples.split && !j->o->evaluate ? held : all.loss) <= limit;
  return FP8C_OK;
}

fp8c_status run_candidate(search *x, candidate *c, fp8c_error *err) {
  job *j = x->j;
  if (c->run) return FP8C_OK;
  use_setting(x, c->setting);
  arena *a = arena_inside(j->keep);
  graph *g;
  verdict v;
  TRY(graph_of(x, c->choice, a, &g, err));
  metric m = j->ask.goal == GOAL_ERROR ? j->ask.budget.metric : METRIC_SQNR;
  TRY(judge_graph(x->judge, g, m, m == METRIC_COMMAND,
                  arena_printf(j->keep, "try %zu", ++x->s->tried), &v, err));
  c->run = true;
  c->teaches = x->exploring || j->ask.goal != GOAL_ERROR; /* see above: the ladder of a budget */
  c->db = verdict_db(&v, NULL, j->scratch);
  fp8c_status status = weigh_run(x, c, g, &v, err);
  arena_free(a);
  return status;
}

/* Whether another may be run; one always is. */
static bool may_run(search *x) {
  if (x->s->tried > 0 && clock_seconds() > x->end) x->s->timed_out = true;
  return !x->s->timed_out && x->s->tried < x->s->explored + TRIES;
}

/* ---- Within a budget --------------------------------------------------------------------------
 */

/* ---- What is asked for besides -----------------------------------------------------------------
 */

/* Seconds that a run may take; INFINITY: any. */
static double seconds_asked(const search *x) {
  double speedup = x->j->o->target_speedup;
  return speedup > 0 ? x->s->bf16_seconds / speedup * (1 + 1e-9) : INFINITY;
}

static double share_in_fp8(const candidate *c) {
  return c->macs ? (double)c->fp8_macs / (double)c->macs : 0;
}

/* A hair less than asked is as much. */
static bool has_share(const search *x, const candidate *c) {
  return !(share_in_fp8(c) < x->j->o->fp8_share - 2e-6);
}

static void find_reaching(search *x) {
  for (size_t i = 0; i < x->count; i++)
    x->list[i]->reaches = x->list[i]->seconds <= seconds_asked(x) && has_share(x, x->list[i]);
}

/* As many digits as it takes to see that it is not all. */
static const char *share_words(arena *a, double share) {
  int digits = 2;
  while (digits < 8 && share < 1 && 100 - 100 * share < pow(10, -digits)) digits++;
  return arena_printf(a, "%.*f%%", digits, 100 * share);
}

/* The largest product that cannot, and why. */
static const char *unable_words(search *x) {
  const noise_table *t = x->settings[0].table;
  const node *worst = NULL;
  const char *why = NULL;
  uint64_t most = 0;
  size_t count = 0;
  for (size_t i = 0; i < t->node_count; i++) {
    const node *n = node_measured(x, t->nodes[i].name);
    bool can = false;
    for (size_t k = 0; k < t->nodes[i].option_count; k++)
      can |= option_is_fp8(&t->nodes[i].options[k]);
    if (can || !n) continue;
    count++;
    if (worst && t->nodes[i].macs <= most) continue;
    const char *refused = format_impossible(n, &x->j->passes, FP8C_DTYPE_E4M3);
    worst = n;
    why = refused ? refused : "an override pins it";
    most = t->nodes[i].macs;
  }
  return worst ? arena_printf(x->j->keep, "; %zu product%s cannot, the largest \"%s\": %s", count,
                              count == 1 ? "" : "s", worst->name, why)
               : "";
}

/* Nothing that was thought of has the speed and the share. */
static fp8c_status out_of_reach(search *x, fp8c_error *err) {
  const fp8c_compile_options *o = x->j->o;
  double most = 0, least = INFINITY;
  for (size_t i = 0; i < x->count; i++) most = fmax(most, share_in_fp8(x->list[i]));
  if (o->fp8_share - 2e-6 > most)
    return fail(err, FP8C_ERROR_BOUND,
                "--fp8-share %g%% is out of reach: at most %s of the multiply-accumulates "
                "can be in FP8%s",
                100 * o->fp8_share, share_words(x->j->keep, most), unable_words(x));
  for (size_t i = 0; i < x->count; i++)
    if (has_share(x, x->list[i])) least = fmin(least, x->list[i]->seconds);
  const char *with = o->fp8_share > 0
                         ? arena_printf(x->j->keep, "with %g%% of the multiply-accumulates in FP8",
                                        100 * o->fp8_share)
                         : "with every product in FP8 that may be";
  return fail(err, FP8C_ERROR_BOUND,
              "--target-speedup %g is out of reach: %s, the model of %s says %.2f times as fast as "
              "BF16",
              o->target_speedup, with,
              cost_chip(&(cost_model){.target = time_model_of(x->j).cost.target}),
              x->s->bf16_seconds / least);
}

static fp8c_status check_times(const search *x, fp8c_error *err) {
  if (!(x->j->o->target_speedup > 0) || isfinite(x->s->bf16_seconds)) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED,
              "--target-speedup: the model's sizes are not known, so neither is a time");
}

/* The fastest that keeps the budget; of two as fast, what uses less of it. */
static candidate *fastest_kept(const search *x) {
  candidate *best = NULL;
  for (size_t i = 0; i < x->count; i++) {
    candidate *c = x->list[i];
    if (!c->run || !c->keeps || c->barred) continue;
    if (!best || c->seconds < best->seconds ||
        (c->seconds == best->seconds && c->used < best->used))
      best = c;
  }
  return best;
}

/* Where none keeps it with the margin: the one that keeps it as it is, else the nearest. */
static candidate *nearest(const search *x) {
  candidate *best = NULL;
  for (size_t i = 0; i < x->count; i++) {
    candidate *c = x->list[i];
    if (!c->run || c->barred) continue;
    if (!best || (c->met && !best->met) || (c->met == best->met && c->used < best->used)) best = c;
  }
  return best;
}

/* Two neighbours of a ladder: the slower keeps the budget, the faster does not. */
typedef struct gap {
  candidate *broken, *kept; /* NULL: there is none */
} gap;

static fp8c_status halve(search *x, candidate **ladder, size_t count, gap *g, fp8c_error *err) {
  size_t low = 0, high = count; /* below low none is known to keep it; high does, or is the end */
  while (low < high && may_run(x)) {
    size_t middle = low + (high - low) / 2;
    candidate *c = ladder[middle];
    TRY(run_candidate(x, c, err));
    if (c->keeps) {
      g->kept = c;
      high = middle;
    } else {
      g->broken = c;
      low = middle + 1;
    }
  }
  return FP8C_OK;
}

/* What is there without a search, where it is faster than what was found. */
static fp8c_status run_named(search *x, fp8c_error *err) {
  for (size_t i = 0; i < x->count; i++) {
    candidate *c = x->list[i], *best = fastest_kept(x);
    if (!c->name || c->run || c->barred || (best && c->seconds >= best->seconds)) continue;
    if (x->s->tried > 0 && clock_seconds() > x->end) x->s->timed_out = true;
    if (!x->s->timed_out) TRY(run_candidate(x, c, err));
  }
  return FP8C_OK;
}

/* A group's other ways, one at a time, from the candidate's: the most exact of those that cost up
 * to `more` more than it, and with `more` below 0 of those that cost less. */
static fp8c_status add_neighbours(search *x, const candidate *of, double more, fp8c_error *err) {
  const setting *s = &x->settings[of->setting];
  const noise_table *t = s->table;
  arena *a = arena_inside(x->j->keep);
  assignment best[NEIGHBOURS];
  size_t count = 0, seen = 0;
  for (size_t i = 0; i < t->node_count; i++) {
    if (t->nodes[i].option_count == 0 || x->group[i] != i) continue;
    for (size_t k = 0; k < t->nodes[i].option_count && seen < NEIGHBOURS_MOST; k++) {
      double cost = s->cost[i][k] - s->cost[i][of->choice[i]];
      if (k == of->choice[i] || (more < 0 ? cost >= 0 : !(cost <= more))) continue;
      size_t *choice = NEW_ARRAY(a, size_t, t->node_count + 1);
      memcpy(choice, of->choice, t->node_count * sizeof *choice);
      bool common = true;
      for (size_t m = i; m < t->node_count; m++) {
        if (x->group[m] != i || t->nodes[m].option_count == 0) continue;
        choice[m] = noise_option_named(&t->nodes[m], t->nodes[i].options[k].name);
        common &= choice[m] < t->nodes[m].option_count;
      }
      if (!common) continue;
      seen++;
      agree_on_splits(t, choice);
      assignment next = chooser_measure(s->chooser, choice, a);
      if (more >= 0 && !(next.loss.loss < of->loss)) continue;
      size_t at = count < NEIGHBOURS ? count++ : NEIGHBOURS;
      for (; at > 0 && next.loss.loss < best[at - 1].loss.loss; at--)
        if (at < NEIGHBOURS) best[at] = best[at - 1];
      if (at < NEIGHBOURS) best[at] = next;
    }
  }
  for (size_t i = 0; i < count; i++) TRY(add_candidate(x, best[i].choice, NULL, NULL, err));
  arena_free(a);
  return FP8C_OK;
}

fp8c_status add_between(search *x, const candidate *fast, const candidate *slow, fp8c_error *err) {
  use_setting(x, slow->setting);
  chooser *s = x->settings[x->at].chooser;
  arena *a = arena_inside(x->j->keep);
  double high = slow->cost,
         low = fast && fast->setting == x->at ? fast->cost : chooser_quietest(s, -INFINITY, a).cost;
  for (size_t i = 1; i <= BETWEEN && low < high; i++) {
    double limit = low + (high - low) * (double)i / (BETWEEN + 1);
    TRY(add_candidate(x, chooser_quietest(s, limit, a).choice, NULL, NULL, err));
  }
  arena_free(a);
  return add_neighbours(x, slow, -1, err);
}

/* Of each setting the most exact at the speed, as finished graphs say. */
static fp8c_status add_at_speed(search *x, double seconds, fp8c_error *err) {
  for (size_t i = 0; i < x->setting_count; i++) {
    use_setting(x, i);
    arena *a = arena_inside(x->j->keep);
    double limit = seconds - (x->s->bf16_seconds - bf16_cost(x));
    for (int round = 0; round < TRIES && clock_seconds() < x->end; round++) {
      assignment next = chooser_quietest(x->settings[i].chooser, limit, a);
      candidate *c;
      TRY(add_candidate(x, next.choice, NULL, &c, err));
      if (c->seconds <= seconds || next.cost > limit) break; /* nothing is faster */
      limit -= c->seconds - seconds + 1e-12;
    }
    arena_free(a);
  }
  return FP8C_OK;
}

/* Leaves those on ladders that have the speed and the share. */
static void bar_others(search *x) {
  find_reaching(x);
  for (size_t i = 0; i < x->count; i++) x->list[i]->barred = !x->list[i]->reaches;
}

/* Candidates that have what is asked for beside a budget. */
static fp8c_status add_reaching(search *x, fp8c_error *err) {
  double share = x->j->o->fp8_share, seconds = seconds_asked(x);
  for (size_t i = 0; i < x->setting_count && share > 0; i++) {
    use_setting(x, i);
    TRY(add_with_share(x, share, 1, err));
    if (isfinite(seconds)) TRY(add_with_share_at_speed(x, share, seconds, err));
  }
  return isfinite(seconds) ? add_at_speed(x, seconds, err) : FP8C_OK;
}

fp8c_status within_budget(search *x, candidate **out, fp8c_error *err) {
  TRY(check_times(x, err));
  TRY(add_reaching(x, err));
  bar_others(x);
  arena *a = arena_inside(x->j->keep);
  gap g = {0};
  size_t count;
  candidate **ladder = ladder_of(x, -INFINITY, INFINITY, a, &count);
  if (count == 0) return out_of_reach(x, err);
  TRY(halve(x, ladder, count, &g, err));
  TRY(run_named(x, err));
  while (g.kept && g.kept == fastest_kept(x) && may_run(x)) {
    size_t before = x->s->tried;
    TRY(add_between(x, g.broken, g.kept, err));
    bar_others(x);
    ladder = ladder_of(x, g.broken ? g.broken->seconds : -INFINITY, g.kept->seconds, a, &count);
    TRY(halve(x, ladder, count, &g, err));
    if (x->s->tried == before) break;
  }
  arena_free(a);
  *out = fastest_kept(x);
  if (!*out) *out = nearest(x);
  for (size_t i = 0; i < x->count; i++) x->list[i]->barred = false;
  return *out ? FP8C_OK : fail(err, FP8C_ERROR_INTERNAL, "the search tried no assignment");
}

/* ---- At a speed or a share --------------------------------------------------------------------
 */

/* Of those that may be chosen the most exact, as far as runs tell; of what leaves up to `as_exact`
 * times its noise, the fastest. */
static fp8c_status most_exact(search *x, const bool *may, double as_exact, candidate **out,
                              fp8c_error *err) {
  for (size_t round = 0; round < MOST_EXACT && may_run(x); round++) {
    candidate *next = NULL;
    for (size_t i = 0; i < x->count; i++) {
      candidate *c = x->list[i];
      if (may[i] && !c->run && (!next || c->expected < next->expected)) next = c;
    }
    if (next) TRY(run_candidate(x, next, err));
    expect_all(x);
  }
  for (size_t i = 0; i < x->count; i++)
    if (may[i] && x->list[i]->name && may_run(x)) TRY(run_candidate(x, x->list[i], err));
  double least = INFINITY;
  for (size_t i = 0; i < x->count; i++)
    if (may[i] && x->list[i]->run) least = fmin(least, x->list[i]->used);
  *out = NULL;
  for (size_t i = 0; i < x->count; i++) {
    candidate *c = x->list[i];
    if (!may[i] || !c->run) continue;
    bool exact = c->used <= least * as_exact || isinf(least);
    if (exact && (!*out || c->seconds < (*out)->seconds)) *out = c;
  }
  return FP8C_OK;
}

/* Whether anything has the speed and the share, as far as is known before more is thought of. */
bool within_reach(const search *x) {
  for (size_t i = 0; i < x->count; i++)
    if (x->j->ask.goal == GOAL_ERROR ||
        (x->list[i]->seconds <= seconds_asked(x) && has_share(x, x->list[i])))
      return true;
  return false;
}

/* Between the slowest that is fast enough and the next, which is not. */
static fp8c_status refine_speed(search *x, double seconds, fp8c_error *err) {
  arena *a = arena_inside(x->j->keep);
  for (int round = 0; round < SPEED_ROUNDS && clock_seconds() < x->end; round++) {
    size_t count, i = 0, before = x->count;
    candidate **ladder = ladder_of(x, -INFINITY, INFINITY, a, &count);
    while (i < count && ladder[i]->seconds <= seconds) i++;
    if (i == 0 || i == count) break;
    TRY(add_between(x, ladder[i - 1], ladder[i], err));
    if (x->count == before) break;
  }
  arena_free(a);
  return FP8C_OK;
}

/* What is left of the time: sums over products say what else may fit, finished graphs whether it
 * does. */
static fp8c_status spend_time(search *x, double seconds, fp8c_error *err) {
  for (int round = 0; round < SPEND_ROUNDS && clock_seconds() < x->end; round++) {
    candidate *best = NULL;
    find_reaching(x);
    for (size_t i = 0; i < x->count; i++) {
      candidate *c = x->list[i];
      if (c->reaches && (!best || c->expected < best->expected)) best = c;
    }
    if (!best || best->spent) break;
    best->spent = true;
    use_setting(x, best->setting);
    TRY(add_neighbours(x, best, seconds - best->seconds, err));
  }
  use_setting(x, 0);
  return FP8C_OK;
}

fp8c_status at_speed(search *x, candidate **out, fp8c_error *err) {
  job *j = x->j;
  TRY(check_times(x, err));
  double seconds = seconds_asked(x);
  TRY(add_reaching(x, err));
  TRY(refine_speed(x, seconds, err));
  TRY(spend_time(x, seconds, err));
  find_reaching(x);
  bool *may = NEW_ARRAY(j->keep, bool, x->count + 1);
  for (size_t i = 0; i < x->count; i++) may[i] = x->list[i]->reaches;
  TRY(most_exact(x, may, 1, out, err)); /* faster than asked is worth nothing */
  return *out ? FP8C_OK : out_of_reach(x, err);
}

/* FP8 is a means to be fast: what has the share and is slower than BF16 is no choice where
 * something that has it is not. */
fp8c_status at_share(search *x, candidate **out, fp8c_error *err) {
  job *j = x->j;
  double least = INFINITY;
  TRY(add_reaching(x, err));
  find_reaching(x);
  for (size_t i = 0; i < x->count; i++)
    if (x->list[i]->reaches) least = fmin(least, x->list[i]->seconds);
  double bf16 = x->s->bf16_seconds, slowest = isfinite(bf16) ? fmax(least * AS_FAST, bf16) : bf16;
  bool *may = NEW_ARRAY(j->keep, bool, x->count + 1);
  for (size_t i = 0; i < x->count; i++)
    may[i] = x->list[i]->reaches && !(x->list[i]->seconds > slowest);
  TRY(most_exact(x, may, AS_EXACT, out, err));
  return *out ? FP8C_OK : out_of_reach(x, err);
}
