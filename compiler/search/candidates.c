/* candidates.c - the assignments that may be chosen, with the time of each finished graph.
 *
 * What a search finds is compared with what is there without one: what rules, scores and gain
 * decide, all BF16, all E4M3.  Times are those of finished graphs, in which casts, split channels,
 * joined products and stretches of F32 are steps like others; sums over products only lead the way.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/numbers.h"
#include "compiler/search/state.h"
#include "passes/match.h"

#define FRONT_POINTS 24 /* of each setting */

/* ---- What is there without a search ----------------------------------------------------- */

/* What rules, scores and, for a GPU, gain make of the model. */
static fp8c_status auto_graph(search *x, graph **out, fp8c_error *err) {
  job *j = x->j;
  search_goal goal = j->ask.goal;
  pass_options asked = j->pass_options;
  size_t said = j->passes.note_count;
  j->ask.goal = GOAL_NONE;
  j->pass_options = (pass_options){.disable = j->o->disable, .disable_count = j->o->disable_count};
  j->passes.choices = NULL;
  j->passes.choice_count = 0;
  fp8c_status status = job_weighs_time(j) ? decide_by_gain(j, x->reference, true, out, err)
                                          : decide_graph(j, x->reference, PRECISION_AUTO,
                                                         &j->pass_options, out, err);
  j->ask.goal = goal;
  j->pass_options = asked;
  j->passes.note_count = said;
  j->formats->gain = NULL;
  job_stage(j, "search");
  return status;
}

/* The option that a finished graph has taken, or with one scale where scales by rows are no option
 * since they leave as much at the outputs; option_count where there is none. */
static size_t option_in(const graph *g, const noise_node *of) {
  size_t found = of->option_count;
  for (const node *n = g->first; n; n = n->next) {
    if (n->op->precision != CLASS_GEMM || !n->decision || !product_stands_for(n, of->name))
      continue;
    for (size_t k = 0; k < of->option_count; k++) {
      if (of->options[k].format != n->decision->format || of->options[k].split) continue;
      if (of->options[k].by == n->decision->by) return k;
      if (!of->options[k].by) found = k;
    }
  }
  return found;
}

static fp8c_status add_auto(search *x, fp8c_error *err) {
  const noise_table *t = x->s->table;
  arena *a = arena_inside(x->j->keep);
  graph *g;
  TRY(auto_graph(x, &g, err));
  size_t *choice = noise_choice(t, "bf16", a);
  for (size_t i = 0; i < t->node_count; i++) {
    size_t k = option_in(g, &t->nodes[i]);
    if (k < t->nodes[i].option_count) choice[i] = k;
  }
  fp8c_status status = add_candidate(x, choice, "auto", NULL, err);
  arena_free(a);
  return status;
}

static fp8c_status add_front_of(search *x, chooser *by, fp8c_error *err) {
  arena *a = arena_inside(x->j->keep);
  assignment *front;
  size_t count = chooser_front(by, FRONT_POINTS, a, &front);
  for (size_t i = 0; i < count && clock_seconds() < x->end; i++)
    TRY(add_candidate(x, front[i].choice, NULL, NULL, err));
  arena_free(a);
  return FP8C_OK;
}

static fp8c_status add_front_by(search *x, double **cost, fp8c_error *err) {
  arena *a = arena_inside(x->j->keep);
  choose_request r = x->settings[x->at].request;
  r.cost = (const double *const *)cost;
  TRY(add_front_of(x, chooser_new(a, &r), err));
  arena_free(a);
  return FP8C_OK;
}

static double **costs_new(const noise_table *t, arena *a) {
  double **cost = NEW_ARRAY(a, double *, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++)
    cost[i] = NEW_ARRAY(a, double, t->nodes[i].option_count + 1);
  return cost;
}

/* What a product costs depends on what is around it: casts that two products share, kernels that
 * two of them become.  Times that hold in graphs of the front give another front. */
static fp8c_status add_fronts_nearby(search *x, fp8c_error *err) {
  static const double at[] = {0.25, 0.5, 0.75};
  const setting *s = &x->settings[x->at];
  const noise_table *t = s->table;
  arena *a = arena_inside(x->j->keep);
  assignment *front;
  size_t count = chooser_front(s->chooser, FRONT_POINTS, a, &front);
  for (size_t m = 0; m < sizeof at / sizeof *at && count > 1 && clock_seconds() < x->end; m++) {
    double **cost = costs_new(t, a);
    for (size_t i = 0; i < t->node_count; i++)
      memcpy(cost[i], s->seconds[i], t->nodes[i].option_count * sizeof *cost[i]);
    TRY(settle_at(x, front[(size_t)(at[m] * (double)(count - 1))].choice, cost, err));
    TRY(add_front_by(x, cost, err));
  }
  arena_free(a);
  return FP8C_OK;
}

/* By time, and by the bytes that multiply-accumulates read: where launches and casts are what
 * costs, times of products do not add up, and work leads the way as well. */
static fp8c_status add_front(search *x, fp8c_error *err) {
  const setting *s = &x->settings[x->at];
  const noise_table *t = s->table;
  TRY(add_front_of(x, s->chooser, err));
  arena *a = arena_inside(x->j->keep);
  double **cost = costs_new(t, a);
  bool known = true;
  for (size_t i = 0; i < t->node_count; i++)
    for (size_t k = 0; k < t->nodes[i].option_count; k++) {
      cost[i][k] = (double)t->nodes[i].macs * option_bytes(&t->nodes[i].options[k]);
      known &= isfinite(s->seconds[i][k]);
    }
  TRY(add_front_by(x, cost, err));
  arena_free(a);
  return known ? add_fronts_nearby(x, err) : FP8C_OK;
}

fp8c_status add_candidates(search *x, fp8c_error *err) {
  arena *a = arena_inside(x->j->keep);
  use_setting(x, 0);
  TRY(add_auto(x, err));
  TRY(add_candidate(x, noise_choice(x->s->table, "e4m3", a), "e4m3", NULL, err));
  TRY(add_candidate(x, noise_choice(x->s->table, "bf16", a), "bf16", NULL, err));
  for (size_t i = 0; i < x->setting_count; i++) {
    use_setting(x, i);
    TRY(add_candidate(x, noise_choice(x->s->table, "f32", a), i ? "f32" : NULL, NULL, err));
    TRY(add_front(x, err));
    TRY(add_shares(x, err));
  }
  arena_free(a);
  use_setting(x, 0);
  return FP8C_OK;
}

/* ---- In their order --------------------------------------------------------------------- */

static int fastest_first(const void *a, const void *b) {
  const candidate *x = *(candidate *const *)a, *y = *(candidate *const *)b;
  if (x->seconds != y->seconds) return x->seconds < y->seconds ? -1 : 1;
  return (x->expected > y->expected) - (x->expected < y->expected);
}

candidate **ladder_of(search *x, double above, double below, arena *a, size_t *count) {
  candidate **list = NEW_ARRAY(a, candidate *, x->count + 1);
  size_t all = 0;
  for (size_t i = 0; i < x->count; i++)
    if (x->list[i]->seconds > above && x->list[i]->seconds < below && !x->list[i]->barred)
      list[all++] = x->list[i];
  qsort(list, all, sizeof *list, fastest_first);
  double least = INFINITY;
  *count = 0;
  for (size_t i = 0; i < all; i++) {
    if (*count > 0 && list[i]->expected >= least) continue;
    least = list[i]->expected;
    list[(*count)++] = list[i];
  }
  return list;
}
