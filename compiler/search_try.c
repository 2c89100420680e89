/* search_try.c - assignments that reach a goal: predicted, run from end to end, and asked
 * for again with another limit.
 *
 * The run counts all samples given: those held out must keep the budget by themselves, and
 * all together with a margin that other samples like these would need (metric.h, loss_over). */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "compiler/command_metric.h"
#include "compiler/search_state.h"

#define F32_SHOWS 1.03 /* F32 in place of BF16 must be worth so much noise, all of it together */

/* ---- Running an assignment ------------------------------------------------------------------ */

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

static fp8c_status graph_of(search *x, const size_t *choice, graph **out, fp8c_error *err) {
  job *j = x->j;
  pass_options quiet = {.disable = j->o->disable, .disable_count = j->o->disable_count};
  put_choices(x, choice, NULL);
  return decide_graph(j, x->reference, PRECISION_AUTO, &quiet, out, err);
}

bool same_choice(const search *x, const size_t *a, const size_t *b) {
  const noise_table *t = x->s->table;
  for (size_t i = 0; i < t->node_count; i++)
    if (t->nodes[i].option_count && a[i] != b[i]) return false;
  return true;
}

/* What of the budget is used up: 1 is all.  By the whole set's bound and by what was
 * held out alone, whichever is worse. */
static fp8c_status run_assignment(search *x, const assignment *a, struct tried **out,
                                  fp8c_error *err) {
  job *j = x->j;
  searched *s = x->s;
  for (size_t i = 0; i < s->tried; i++)
    if (same_choice(x, x->tried[i].choice, a->choice)) {
      *out = &x->tried[i];
      return FP8C_OK;
    }
  struct tried *r = &x->tried[s->tried++];
  graph *g;
  TRY(graph_of(x, a->choice, &g, err));
  bool command = j->budget.metric == METRIC_COMMAND;
  verdict v;
  TRY(judge_graph(x->judge, g, j->budget.metric, command,
                  arena_printf(j->keep, "try %zu", s->tried), &v, err));
  *r = (struct tried){.choice = a->choice,
                      .cost = a->cost,
                      .predicted_db = metric_value(METRIC_SQNR, a->loss.loss),
                      .db = verdict_db(&v, NULL, j->scratch)};
  if (command) {
    TRY(command_metric(&v, &j->budget, &r->figure, &r->keeps, err));
    r->loss = r->keeps ? 0.5 : 2;
  } else {
    double limit = metric_loss(j->budget.metric, j->budget.bound);
    loss_estimate all = verdict_loss(&v, NULL, j->scratch);
    double bound = all.upper;
    r->figure = metric_value(j->budget.metric, all.loss);
    double held = j->split && !j->o->evaluate ? verdict_loss(&v, x->held, j->scratch).loss : 0;
    double worse = bound > held ? bound : held;
    r->loss = limit > 0 ? worse / limit : worse > 0 ? INFINITY : 1;
    r->keeps = r->loss <= 1;
  }
  *out = r;
  return FP8C_OK;
}

/* ---- Within a budget ---------------------------------------------------------------------------
 */

/* The noise that a loss in another metric goes with, to begin with. */
double first_limit(const budget *b) {
  double loss = b->metric == METRIC_COMMAND ? 1e-3 : metric_loss(b->metric, b->bound);
  switch (b->metric) {
    case METRIC_SQNR:
    case METRIC_RELATIVE:
      return loss;
    case METRIC_COSINE:
      return 2 * loss;
    case METRIC_KL:
      return loss / 4;
    case METRIC_TOP1:
      return loss * loss;
    default:
      return loss;
  }
}

/* The best of what was run so far, and the one that came nearest where none keeps the budget. */
typedef struct found {
  const struct tried *best, *nearest;
} found;

static void note(found *f, const struct tried *r) {
  if (r->keeps && (!f->best || r->cost < f->best->cost)) f->best = r;
  if (!f->nearest || r->loss < f->nearest->loss) f->nearest = r;
}

/* The assignment in memory that stays. */
static assignment kept_of(search *x, assignment a) {
  size_t *copy = NEW_ARRAY(x->j->keep, size_t, x->s->table->node_count + 1);
  memcpy(copy, a.choice, x->s->table->node_count * sizeof *copy);
  a.choice = copy;
  return a;
}

/* Where predictions lead nowhere: with every product in BF16, and if that keeps the budget, the
 * quietest at costs between it and the cheapest that did not. */
static fp8c_status from_bf16(search *x, found *f, arena *a, fp8c_error *err) {
  searched *s = x->s;
  struct tried *r;
  size_t most = s->tried + MORE_TRIES;
  assignment wide = kept_of(x, chooser_measure(x->chooser, noise_choice(s->table, "bf16", a), a));
  TRY(run_assignment(x, &wide, &r, err));
  note(f, r);
  double high = wide.cost, low = chooser_quietest(x->chooser, -INFINITY, a).cost;
  while (r->keeps && s->tried < most) {
    if (clock_seconds() > x->end) {
      s->timed_out = true;
      break;
    }
    double middle = 0.5 * (low + high);
    size_t before = s->tried;
    assignment next = kept_of(x, chooser_quietest(x->chooser, middle, a));
    struct tried *t;
    TRY(run_assignment(x, &next, &t, err));
    note(f, t);
    if (t->keeps)
      high = fmin(next.cost, middle);
    else
      low = middle;
    if (s->tried == before && high - low < 0.02 * wide.cost) break;
    if (high - low < 1e-3 * wide.cost) break;
  }
  return FP8C_OK;
}

/* The cheapest assignment that, run from end to end, keeps the budget; where none does,
 * the one that came nearest. */
fp8c_status within_budget(search *x, size_t **choice, bool *kept, fp8c_error *err) {
  job *j = x->j;
  searched *s = x->s;
  double limit = first_limit(&j->budget), low = 0, high = INFINITY; /* kept at low, not at high */
  found f = {0};
  double power = j->budget.metric == METRIC_TOP1 ? 2 : 1;
  arena *a = arena_inside(j->keep);
  for (size_t round = 0; round < TRIES && s->tried < TRIES; round++) {
    assignment next = kept_of(x, chooser_cheapest(x->chooser, limit, true, a));
    struct tried *r;
    size_t before = s->tried;
    TRY(run_assignment(x, &next, &r, err));
    note(&f, r);
    if (r->keeps && limit > low) low = limit;
    if (!r->keeps && limit < high) high = limit;
    bool again = s->tried == before, bound_by_table = next.loss.upper > limit;
    if (!r->keeps && bound_by_table) break; /* nothing is quieter */
    if (high / low < 1.05) break;
    if (clock_seconds() > x->end) {
      s->timed_out = true;
      break;
    }
    double wanted = limit * pow(r->loss > 1e-6 ? 0.995 / r->loss : 1e6, 1 / power);
    if (again) wanted = r->keeps ? limit * 1.5 : limit / 1.5;
    if (wanted > 30 * limit) wanted = 30 * limit;
    if (wanted < limit / 30) wanted = limit / 30;
    if (low > 0 && isfinite(high) && !(wanted > low * 1.02 && wanted < high / 1.02))
      wanted = sqrt(low * high);
    if (r->keeps && next.cost <= chooser_quietest(x->chooser, -INFINITY, a).cost * (1 + 1e-12))
      break; /* nothing is cheaper */
    limit = wanted;
  }
  fp8c_status status = f.best || s->timed_out ? FP8C_OK : from_bf16(x, &f, a, err);
  arena_free(a);
  TRY(status);
  const struct tried *chosen = f.best ? f.best : f.nearest;
  if (!chosen) return fail(err, FP8C_ERROR_INTERNAL, "the search tried no assignment");
  *kept = s->safe = f.best != NULL;
  s->deciding = chosen->figure;
  *choice = chosen->choice;
  return FP8C_OK;
}

/* ---- At a speed or a share
 * ------------------------------------------------------------------------ */

static fp8c_status keep_assignment(search *x, const assignment *a, size_t **choice) {
  size_t n = x->s->table->node_count;
  *choice = NEW_ARRAY(x->j->keep, size_t, n + 1);
  memcpy(*choice, a->choice, n * sizeof **choice);
  return FP8C_OK;
}

static double bf16_cost(const search *x) {
  const noise_table *t = x->s->table;
  double sum = 0;
  for (size_t i = 0; i < t->node_count; i++) {
    size_t k = noise_option_named(&t->nodes[i], "bf16");
    if (t->nodes[i].option_count) sum += x->cost[i][k < t->nodes[i].option_count ? k : 0];
  }
  return sum;
}

fp8c_status at_speed(search *x, size_t **choice, fp8c_error *err) {
  job *j = x->j;
  searched *s = x->s;
  double wanted = j->o->target_speedup, most = 0;
  if (!isfinite(s->bf16_seconds))
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "--target-speedup: the model's sizes are not known, so neither is a time");
  /* what the table does not change takes its time too */
  double others = s->bf16_seconds - bf16_cost(x), limit = s->bf16_seconds / wanted - others;
  arena *a = arena_inside(j->keep);
  for (int round = 0; round < TRIES; round++) {
    assignment next = chooser_quietest(x->chooser, limit, a);
    graph *g;
    TRY(keep_assignment(x, &next, choice));
    TRY(graph_of(x, *choice, &g, err));
    double gain = s->bf16_seconds / graph_seconds(j, g, NULL, NULL);
    if (gain > most) most = gain;
    if (gain >= wanted) {
      arena_free(a);
      return FP8C_OK;
    }
    if (next.cost > limit) break; /* nothing is faster */
    limit -= s->bf16_seconds * (1 / gain - 1 / wanted) + 1e-12;
  }
  arena_free(a);
  return fail(err, FP8C_ERROR_BOUND,
              "--target-speedup %g is out of reach: with every product in FP8 that may be, the "
              "model of %s says %.2f times as fast as BF16",
              wanted, cost_chip(&(cost_model){time_model_of(j).cost.target, false}), most);
}

/* A share of work in FP8 says nothing about time, and F32 is as little FP8 as BF16 is:
 * F32 stays where BF16's rounding is a part of the error that shows, not elsewhere. */
static void prefer_bf16(search *x, size_t *choice, arena *a) {
  const noise_table *t = x->s->table;
  double allowed = chooser_measure(x->chooser, choice, a).loss.loss * F32_SHOWS;
  for (;;) {
    double least = INFINITY;
    size_t at = 0, to = 0;
    for (size_t i = 0; i < t->node_count; i++) {
      const noise_node *n = &t->nodes[i];
      size_t wide = noise_option_named(n, "bf16"), was = choice[i];
      if (n->option_count == 0 || wide == n->option_count || was == wide ||
          strcmp(n->options[was].format, "f32") != 0)
        continue; /* where a stretch is F32, what is called "bf16" is too */
      choice[i] = wide;
      double loss = chooser_measure(x->chooser, choice, a).loss.loss;
      choice[i] = was;
      if (loss < least) least = loss, at = i, to = wide;
    }
    if (!(least <= allowed)) return;
    choice[at] = to;
  }
}

fp8c_status at_share(search *x, size_t **choice, fp8c_error *err) {
  job *j = x->j;
  searched *s = x->s;
  const noise_table *t = s->table;
  double others = (double)s->total_macs, limit;
  for (size_t i = 0; i < t->node_count; i++)
    if (t->nodes[i].option_count) others -= (double)t->nodes[i].macs;
  /* a hair less than asked is as much */
  limit = (1 - j->o->fp8_share) * (double)s->total_macs * (1 + 1e-9) +
          1e-6 * (double)s->total_macs - others;
  arena *a = arena_inside(j->keep);
  assignment next = chooser_quietest(x->chooser, limit, a);
  double most = 1 - (next.cost + others) / (double)s->total_macs;
  TRY(keep_assignment(x, &next, choice));
  prefer_bf16(x, *choice, a);
  bool reached = next.cost <= limit;
  arena_free(a);
  return reached ? FP8C_OK
                 : fail(err, FP8C_ERROR_BOUND,
                        "--fp8-share %g%% is out of reach: at most %.2f%% of the "
                        "multiply-accumulates can be in FP8",
                        100 * j->o->fp8_share, 100 * most);
}
