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

/* ---- Graphs ------------------------------------------------------------------------------- */

void put_choices(search *x, const size_t *choice, const char *const *reasons) {
  job *j = x->j;
  const noise_table *t = x->s->table;
  format_choice *list = NEW_ARRAY(j->keep, format_choice, t->node_count + 1);
  size_t count = 0;
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    if (n->option_count == 0) continue;
    list[count++] =
        (format_choice){n->name, n->options[choice[i]].format, reasons ? reasons[i] : "", "search",
                        n->options[choice[i]].by_rows};
  }
  j->passes.choices = list;
  j->passes.choice_count = count;
}

fp8c_status graph_of(search *x, const size_t *choice, arena *a, graph **out, fp8c_error *err) {
  job *j = x->j;
  pass_context *c = &j->passes;
  pass_options quiet = {.disable = j->o->disable, .disable_count = j->o->disable_count};
  size_t said = c->note_count, stored = c->stats ? c->stats->stored_count : 0;
  put_choices(x, choice, NULL);
  *out = graph_clone(x->reference, a);
  c->precision = PRECISION_AUTO;
  fp8c_status status =
      passes_run(*out, pipeline_precision, pipeline_precision_count, c, &quiet, err);
  c->note_count = said; /* of the graph that stays they are made again */
  if (c->stats) c->stats->stored_count = stored;
  if (status == FP8C_OK) count_macs(j, *out);
  return status;
}

/* ---- Times ----------------------------------------------------------------------------------- */

/* What a product is called in a table, or one of those that it became. */
static bool stands_for(const node *n, const char *name) {
  if (strcmp(n->name, name) == 0) return true;
  for (size_t i = 0; n->decision && n->decision->merged && i < n->source_count; i++)
    if (strcmp(n->sources[i], name) == 0) return true;
  return false;
}

/* Seconds of each product of the table in a finished graph, with what is done for it alone; NAN
 * where it stands for none. */
static fp8c_status prices_of(search *x, const size_t *choice, double *price, fp8c_error *err) {
  job *j = x->j;
  const noise_table *t = x->s->table;
  arena *a = arena_inside(j->keep);
  graph *g;
  product_price *prices;
  size_t count;
  TRY(graph_of(x, choice, a, &g, err));
  graph_prices(j, g, a, &prices, &count);
  for (size_t i = 0; i < t->node_count; i++) price[i] = NAN;
  for (size_t k = 0; k < count; k++) {
    size_t members = 0;
    for (size_t i = 0; i < t->node_count; i++)
      members += stands_for(prices[k].product, t->nodes[i].name);
    for (size_t i = 0; i < t->node_count; i++)
      if (stands_for(prices[k].product, t->nodes[i].name))
        price[i] = (prices[k].own + prices[k].around) / (double)members;
  }
  arena_free(a);
  return FP8C_OK;
}

/* Times of products by themselves, put right by what they take in a finished graph: an option of
 * the class that the graph has it in. */
static fp8c_status settle_at(search *x, const size_t *choice, double **seconds, fp8c_error *err) {
  const noise_table *t = x->s->table;
  arena *a = arena_inside(x->j->keep);
  double *price = NEW_ARRAY(a, double, t->node_count + 1);
  TRY(prices_of(x, choice, price, err));
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    if (n->option_count == 0 || !isfinite(price[i])) continue;
    bool fp8 = option_is_fp8(&n->options[choice[i]]);
    double more = price[i] - seconds[i][choice[i]];
    for (size_t k = 0; k < n->option_count; k++)
      if (option_is_fp8(&n->options[k]) == fp8) seconds[i][k] = fmax(seconds[i][k] + more, 0);
  }
  arena_free(a);
  return FP8C_OK;
}

/* Times of products by themselves, put right by what they take in finished graphs in BF16 and in
 * E4M3. */
fp8c_status settle_seconds(search *x, double **seconds, fp8c_error *err) {
  const noise_table *t = x->s->table;
  arena *a = arena_inside(x->j->keep);
  double *wide = NEW_ARRAY(a, double, t->node_count + 1),
         *small = NEW_ARRAY(a, double, t->node_count + 1);
  TRY(prices_of(x, noise_choice(t, "bf16", a), wide, err));
  TRY(prices_of(x, noise_choice(t, "e4m3", a), small, err));
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    size_t w = noise_option_named(n, "bf16"), s = noise_option_named(n, "e4m3");
    double more_wide = w < n->option_count ? wide[i] - seconds[i][w] : (double)NAN;
    double more_small = s < n->option_count ? small[i] - seconds[i][s] : (double)NAN;
    for (size_t k = 0; k < n->option_count; k++) {
      double more = option_is_fp8(&n->options[k]) ? more_small : more_wide;
      if (isfinite(more)) seconds[i][k] = fmax(seconds[i][k] + more, 0);
    }
  }
  arena_free(a);
  return FP8C_OK;
}

/* ---- The list ----------------------------------------------------------------------------------
 */

static bool same_choice(const noise_table *t, const size_t *a, const size_t *b) {
  for (size_t i = 0; i < t->node_count; i++)
    if (t->nodes[i].option_count && a[i] != b[i]) return false;
  return true;
}

static void count_fp8(const graph *g, candidate *c) {
  for (const node *n = g->first; n; n = n->next) {
    if (n->op->precision != CLASS_GEMM || !n->decision) continue;
    bool fp8 = dtype_is_fp8(n->decision->format);
    c->macs += n->decision->macs;
    c->fp8_macs += fp8 ? n->decision->macs : 0;
    c->fp8_nodes += fp8 ? 1 + (size_t)n->decision->merged : 0;
  }
  c->macs += g->other_macs;
}

fp8c_status add_candidate(search *x, const size_t *choice, const char *name, candidate **out,
                          fp8c_error *err) {
  job *j = x->j;
  const noise_table *t = x->s->table;
  for (size_t i = 0; i < x->count; i++) {
    candidate *c = x->list[i];
    if (c->setting != x->at || !same_choice(t, c->choice, choice)) continue;
    if (!c->name) c->name = name;
    if (out) *out = c;
    return FP8C_OK;
  }
  arena *a = arena_inside(j->keep);
  assignment measured = chooser_measure(x->settings[x->at].chooser, choice, a);
  candidate *c = NEW(j->keep, candidate);
  *c = (candidate){.name = name,
                   .setting = x->at,
                   .choice = NEW_ARRAY(j->keep, size_t, t->node_count + 1),
                   .cost = measured.cost,
                   .loss = measured.loss.loss,
                   .db = NAN,
                   .figure = NAN};
  memcpy(c->choice, measured.choice, t->node_count * sizeof *c->choice);
  graph *g;
  TRY(graph_of(x, choice, a, &g, err));
  count_fp8(g, c);
  c->seconds = graph_seconds(j, g, NULL, NULL);
  if (!isfinite(c->seconds)) c->seconds = c->cost;
  arena_free(a);
  expect(x, c);
  ARENA_PUSH(j->keep, x->list, x->count, c);
  if (out) *out = c;
  return FP8C_OK;
}

/* ---- What is there without a search -------------------------------------------------------------
 */

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
    if (n->op->precision != CLASS_GEMM || !n->decision || !stands_for(n, of->name)) continue;
    for (size_t k = 0; k < of->option_count; k++) {
      if (of->options[k].format != n->decision->format) continue;
      if (of->options[k].by_rows == n->decision->by_rows) return k;
      if (!of->options[k].by_rows) found = k;
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

/* ---- In their order
 * ------------------------------------------------------------------------------ */

static int fastest_first(const void *a, const void *b) {
  const candidate *x = *(candidate *const *)a, *y = *(candidate *const *)b;
  if (x->seconds != y->seconds) return x->seconds < y->seconds ? -1 : 1;
  return (x->expected > y->expected) - (x->expected < y->expected);
}

candidate **ladder_of(search *x, double above, double below, arena *a, size_t *count) {
  candidate **list = NEW_ARRAY(a, candidate *, x->count + 1);
  size_t all = 0;
  for (size_t i = 0; i < x->count; i++)
    if (x->list[i]->seconds > above && x->list[i]->seconds < below) list[all++] = x->list[i];
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

double bf16_cost(const search *x) {
  const noise_table *t = x->s->table;
  double **cost = x->settings[x->at].cost, sum = 0;
  for (size_t i = 0; i < t->node_count; i++) {
    size_t k = noise_option_named(&t->nodes[i], "bf16");
    if (t->nodes[i].option_count) sum += cost[i][k < t->nodes[i].option_count ? k : 0];
  }
  return sum;
}
