/* search.c - chooses formats: noises measured, times modelled, assignments searched,
 * and the one that looks right run from end to end.
 *
 * Predictions add up errors of single products; what they miss (errors that grow on
 * each other, other metrics than noise) is found out by running, and goes into the
 * next try as another limit.  The run counts all samples given: those held out must
 * keep the budget by themselves, and all together with a margin that other samples
 * like these would need (metric.h, loss_over). */
#include "compiler/search.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/numbers.h"
#include "compiler/command_metric.h"
#include "passes/match.h"
#include "passes/precision.h"
#include "passes/split.h"

#define NOISE_SAMPLES 64 /* sensitivity is measured on at most so many */
#define TRIES 8          /* assignments run from end to end */
#define MORE_TRIES 5     /* and where none of them keeps the budget */
#define FRONT_POINTS 25
/* Shares of the noise to be expected: where BF16's is above the first, a stretch of the
 * graph becomes F32, until the second is left. */
#define WIDE_SAMPLES 4
#define BASE_SHOWS 0.1
#define BASE_LEFT 0.03
#define F32_SHOWS 1.03 /* F32 in place of BF16 must be worth so much noise, all of it together */
/* Share of --time-limit that measuring single products may take. */
#define MEASURE_SHARE 0.6

typedef struct search {
  job *j;
  const graph *reference; /* before any decision */
  graph *measured;        /* after the passes in front of assign: what the table is about */
  searched *s;
  size_t *group;
  double **cost;
  choose_request request;
  chooser *chooser;
  judge *judge;              /* on all samples */
  judge *some;               /* on some of those that decide; NULL: was not needed */
  const format_choice *wide; /* products that are F32 where they are not FP8 */
  size_t wide_count;
  bool *held; /* [sample of it]: held out */
  double end; /* clock_seconds(); INFINITY: no limit */
  /* assignments that were run */
  struct tried {
    size_t *choice;
    double cost, predicted_db, db, loss; /* loss: what is compared with the budget's */
    double figure;                       /* in the budget's own terms, on all samples */
    bool keeps;
  } tried[TRIES + MORE_TRIES];
} search;

/* ---- Measuring ------------------------------------------------------------------------- */

static fp8c_status run_passes_before_assign(search *x, fp8c_error *err) {
  job *j = x->j;
  size_t count = 0;
  while (count < pipeline_precision_count && strcmp(pipeline_precision[count], "assign") != 0)
    count++;
  pass_options quiet = {.disable = j->o->disable, .disable_count = j->o->disable_count};
  x->measured = graph_clone(x->reference, j->keep);
  j->passes.precision = PRECISION_AUTO;
  return passes_run(x->measured, pipeline_precision, count, &j->passes, &quiet, err);
}

static const node *node_named(const graph *g, const char *name) {
  for (const node *n = g->first; n; n = n->next)
    if (n->op->precision == CLASS_GEMM && strcmp(n->name, name) == 0) return n;
  return NULL;
}

/* Work as the whole graph's is counted: of one sample as it was given. */
static void count_work(search *x, noise_table *t) {
  arena *a = arena_inside(x->j->keep);
  const uint64_t *macs = macs_of_nodes(x->j, x->measured, a);
  noise_node *nodes = NEW_ARRAY(x->j->keep, noise_node, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++) {
    const node *n = node_named(x->measured, t->nodes[i].name);
    nodes[i] = t->nodes[i];
    if (n && macs[n->id]) nodes[i].macs = macs[n->id];
  }
  t->nodes = nodes;
  arena_free(a);
}

/* Of a pinned node the pinned option alone is left. */
static const noise_table *leave_pinned(search *x, const noise_table *t) {
  job *j = x->j;
  if (!j->overrides) return t;
  noise_table *left = NEW(j->keep, noise_table);
  *left = *t;
  left->nodes = NEW_ARRAY(j->keep, noise_node, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++) {
    noise_node *n = &left->nodes[i];
    *n = t->nodes[i];
    const node *of = node_named(x->measured, n->name);
    const node_override *o = of ? override_of(j->overrides, of) : NULL;
    if (!o || !o->format || format_impossible(of, &j->passes, o->format)) continue;
    size_t count = 0;
    noise_option *options = NEW_ARRAY(j->keep, noise_option, n->option_count + 1);
    for (size_t k = 0; k < n->option_count; k++)
      if (strcmp(n->options[k].format, o->format) == 0) options[count++] = n->options[k];
    if (count) n->options = options, n->option_count = count;
  }
  return left;
}

static fp8c_status measure(search *x, fp8c_error *err) {
  job *j = x->j;
  noise_request r = {.samples = NOISE_SAMPLES,
                     .ports = j->o->judge_ports,
                     .port_count = j->o->judge_port_count,
                     .seconds = j->o->time_limit_seconds * MEASURE_SHARE};
  const noise_table *t;
  arena_mark mark = arena_save(j->scratch);
  TRY(noise_measure(x->measured, &j->passes, &r, &t, err));
  arena_reset(j->scratch, mark); /* lets its runs go */
  noise_table *own = NEW(j->keep, noise_table);
  *own = *t;
  count_work(x, own);
  x->s->table = leave_pinned(x, own);
  return FP8C_OK;
}

/* ---- What an option costs ----------------------------------------------------------------- */

static double seconds_of(const noise_node *n, const noise_option *o, const product_times *times,
                         const node *of) {
  double t = of ? product_seconds(times, of->id, o->activations, o->weights) : NAN;
  (void)n;
  return t;
}

static bool is_fp8(const noise_option *o) { return o->format[0] == 'e'; }

/* Seconds where all are known; else bytes a multiply-accumulate reads stand for them. */
static fp8c_status find_costs(search *x, fp8c_error *err) {
  job *j = x->j;
  searched *s = x->s;
  const noise_table *t = s->table;
  const product_times *times;
  TRY(product_times_of(j, x->measured, &times, err));
  s->seconds = NEW_ARRAY(j->keep, double *, t->node_count + 1);
  s->macs = NEW_ARRAY(j->keep, uint64_t, t->node_count + 1);
  x->cost = NEW_ARRAY(j->keep, double *, t->node_count + 1);
  bool known = true;
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    const node *of = node_named(x->measured, n->name);
    s->seconds[i] = NEW_ARRAY(j->keep, double, n->option_count + 1);
    x->cost[i] = NEW_ARRAY(j->keep, double, n->option_count + 1);
    for (size_t k = 0; k < n->option_count; k++) {
      s->seconds[i][k] = seconds_of(n, &n->options[k], times, of);
      known &= isfinite(s->seconds[i][k]);
    }
  }
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    for (size_t k = 0; k < n->option_count; k++) {
      const noise_option *o = &n->options[k];
      double bytes = is_fp8(o) ? 1 : o->weights == FP8C_DTYPE_BF16 ? 2 : 4;
      x->cost[i][k] = j->goal == GOAL_SHARE ? (is_fp8(o) ? 0 : (double)n->macs)
                      : known               ? s->seconds[i][k]
                                            : bytes * (double)n->macs;
    }
  }
  return FP8C_OK;
}

/* Products that one kernel may compute together agree: on a GPU, those that give one
 * attention its q, k and v (merge-linears). */
static void find_groups(search *x) {
  job *j = x->j;
  const noise_table *t = x->s->table;
  x->group = NEW_ARRAY(j->keep, size_t, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++) x->group[i] = i;
  if (!j->has_gpu) return;
  for (size_t i = 0; i < t->node_count; i++) {
    const node *a = node_named(x->measured, t->nodes[i].name);
    if (!a || !node_is(a, OP_LINEAR)) continue;
    for (size_t k = 0; k < i; k++) {
      const node *b = node_named(x->measured, t->nodes[k].name);
      if (b && node_is(b, OP_LINEAR) && a->in[0] == b->in[0] && value_used_once(a->out[0]) &&
          value_used_once(b->out[0]) && a->out[0]->users[0] == b->out[0]->users[0] &&
          a->out[0]->users[0]->op->family == FAMILY_ATTENTION) {
        x->group[i] = x->group[k];
        break;
      }
    }
  }
}

/* ---- Running an assignment ------------------------------------------------------------------ */

static void put_choices(search *x, const size_t *choice, const char *const *reasons) {
  job *j = x->j;
  const noise_table *t = x->s->table;
  format_choice *list = NEW_ARRAY(j->keep, format_choice, t->node_count + 1);
  size_t count = 0;
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    if (n->option_count == 0) continue;
    list[count++] =
        (format_choice){n->name, n->options[choice[i]].format, reasons ? reasons[i] : ""};
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

static bool same_choice(const search *x, const size_t *a, const size_t *b) {
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
static double first_limit(const budget *b) {
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
static fp8c_status within_budget(search *x, size_t **choice, bool *kept, fp8c_error *err) {
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

static fp8c_status at_speed(search *x, size_t **choice, fp8c_error *err) {
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

static fp8c_status at_share(search *x, size_t **choice, fp8c_error *err) {
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

/* ---- What is told
 * ------------------------------------------------------------------------------------ */

/* Noise that each option adds by itself, as a share of the worst output's signal. */
static void find_own(search *x) {
  searched *s = x->s;
  const noise_table *t = s->table;
  arena *keep = x->j->keep;
  s->own = NEW_ARRAY(keep, double *, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++)
    s->own[i] = NEW_ARRAY(keep, double, t->nodes[i].option_count + 1);
  for (size_t o = 0; o < t->output_count; o++)
    for (size_t i = 0; i < t->node_count; i++)
      for (size_t k = 0; k < t->nodes[i].option_count; k++) {
        size_t column = t->nodes[i].options[k].column;
        double noise = 0, signal = 0;
        for (size_t sample = 0; sample < t->sample_count; sample++) {
          signal += t->signal[sample * t->output_count + o];
          if (column != NOISE_NONE) noise += noise_at(t, sample, o, column, column);
        }
        double share = signal > 0 ? noise / signal : 0;
        if (share > s->own[i][k]) s->own[i][k] = share;
      }
}

static double seconds_of_choice(const search *x, const size_t *choice) {
  const searched *s = x->s;
  double sum = s->bf16_seconds;
  for (size_t i = 0; i < s->table->node_count; i++) {
    const noise_node *n = &s->table->nodes[i];
    size_t wide = noise_option_named(n, "bf16");
    if (n->option_count && wide < n->option_count)
      sum += s->seconds[i][choice[i]] - s->seconds[i][wide];
  }
  return sum;
}

static front_point point_of(search *x, const assignment *a) {
  searched *s = x->s;
  const noise_table *t = s->table;
  front_point p = {.measured_db = NAN,
                   .predicted_db = metric_value(METRIC_SQNR, a->loss.loss),
                   .seconds = seconds_of_choice(x, a->choice)};
  p.choice = NEW_ARRAY(x->j->keep, size_t, t->node_count + 1);
  memcpy(p.choice, a->choice, t->node_count * sizeof *p.choice);
  for (size_t i = 0; i < t->node_count; i++)
    if (t->nodes[i].option_count && is_fp8(&t->nodes[i].options[a->choice[i]])) {
      p.fp8_macs += t->nodes[i].macs;
      p.fp8_nodes++;
    }
  for (size_t k = 0; k < s->tried; k++)
    if (same_choice(x, x->tried[k].choice, a->choice)) p.measured_db = x->tried[k].db;
  p.chosen = same_choice(x, s->choice, a->choice);
  return p;
}

/* The front of the search, and what was run from end to end besides. */
static void find_front(search *x) {
  searched *s = x->s;
  arena *a = arena_inside(x->j->keep);
  assignment *all;
  size_t count = chooser_front(x->chooser, FRONT_POINTS, a, &all);
  s->front = NEW_ARRAY(x->j->keep, front_point, count + TRIES + MORE_TRIES + 2);
  for (size_t i = 0; i < count; i++) s->front[s->front_count++] = point_of(x, &all[i]);
  bool there = false;
  for (size_t i = 0; i < s->front_count; i++) there |= s->front[i].chosen;
  if (!there) {
    assignment chosen = chooser_measure(x->chooser, s->choice, a);
    s->front[s->front_count++] = point_of(x, &chosen);
  }
  arena_free(a);
}

static const char *db_text(arena *a, double share) {
  return share > 0 ? arena_printf(a, "%.1f dB", -10 * log10(share)) : "no error";
}

/* "E4M3 alone leaves 31.2 dB, E5M2 25.0 dB" */
static const char *alone_words(search *x, size_t i) {
  const noise_node *n = &x->s->table->nodes[i];
  arena *a = x->j->keep;
  text t;
  text_init(&t, a);
  for (size_t k = 0; k < n->option_count; k++) {
    if (!is_fp8(&n->options[k])) continue;
    text_printf(&t, "%s%s %s%s", t.length ? ", " : "alone ", n->options[k].name,
                db_text(a, x->s->own[i][k]), n->options[k].exact ? "" : " (estimated)");
  }
  text_add(&t, " at the output");
  return text_cstr(&t);
}

static const char *gain_words(search *x, size_t i, size_t fp8) {
  const searched *s = x->s;
  size_t wide = noise_option_named(&s->table->nodes[i], "bf16");
  if (wide == s->table->nodes[i].option_count || !isfinite(s->seconds[i][fp8])) return "";
  double gain = s->seconds[i][wide] - s->seconds[i][fp8];
  double share = s->bf16_seconds > 0 ? 100 * gain / s->bf16_seconds : 0;
  if (gain <= 0) return "; FP8 saves no time here";
  return arena_printf(x->j->keep, "; FP8 saves %.2g%% of the time", share);
}

static size_t best_fp8(const search *x, size_t i) {
  const noise_node *n = &x->s->table->nodes[i];
  size_t best = n->option_count;
  for (size_t k = 0; k < n->option_count; k++)
    if (is_fp8(&n->options[k]) && (best == n->option_count || x->s->own[i][k] < x->s->own[i][best]))
      best = k;
  return best;
}

/* The noise the goal leaves, as a share of the signal; NAN: it names none. */
static double noise_allowed(const job *j) {
  metric m = j->budget.metric;
  return j->goal == GOAL_ERROR && (m == METRIC_SQNR || m == METRIC_RELATIVE)
             ? metric_loss(m, j->budget.bound)
             : NAN;
}

#define OUTLIER 20 /* times the channel in the middle: worth a word */

static const value_stats *input_stats(const search *x, size_t i) {
  const node *n = node_named(x->measured, x->s->table->nodes[i].name);
  return n && !value_is_const(n->in[0]) ? stats_find(x->j->passes.stats, n->in[0]->name) : NULL;
}

/* How wide an operand's numbers spread, where that is what decides. */
static const char *spread_words(search *x, size_t i) {
  const value_stats *v = input_stats(x, i);
  if (!v || v->count <= v->zeros || !(v->sum_squares > 0)) return "";
  double rms = sqrt(v->sum_squares / (double)v->count);
  return arena_printf(x->j->keep, "; its input's largest magnitude is %.3g times its rms",
                      (double)v->amax / rms);
}

/* A channel that stands out, whatever was decided. */
static const char *outlier_words(search *x, size_t i) {
  channel_outlier o = stats_outlier(input_stats(x, i), x->j->scratch);
  if (!(o.ratio >= OUTLIER)) return "";
  return arena_printf(
      x->j->keep,
      "; outliers: channel %zu of its input reaches %.3g times as far as the median channel",
      o.channel, o.ratio);
}

static const char *why(search *x, size_t i, size_t chosen) {
  job *j = x->j;
  searched *s = x->s;
  const noise_node *n = &s->table->nodes[i];
  const noise_option *o = &n->options[chosen];
  arena *a = j->keep;
  size_t fp8 = best_fp8(x, i);
  if (fp8 == n->option_count) return "search: no other format is possible";
  const char *alone = alone_words(x, i), *gain = gain_words(x, i, is_fp8(o) ? chosen : fp8);
  double allowed = noise_allowed(j), own = s->own[i][fp8];
  size_t e4m3 = noise_option_named(n, "e4m3"), e5m2 = noise_option_named(n, "e5m2");
  if (strcmp(o->format, "e5m2") == 0)
    return arena_printf(a, "search: E5M2's range is needed: %s%s%s", alone, spread_words(x, i),
                        gain);
  if (is_fp8(o)) {
    bool both = e4m3 < n->option_count && e5m2 < n->option_count;
    return arena_printf(a, "search: %s%s%s", alone, gain,
                        both && s->own[i][e4m3] > 1e-2 ? spread_words(x, i) : "");
  }
  const char *wide = strcmp(o->format, "f32") == 0 ? "F32" : "BF16";
  if (isfinite(allowed) && own > allowed)
    return arena_printf(a,
                        "search: hopeless in FP8, so %s: %s, where the budget leaves %s in all%s",
                        wide, alone, db_text(a, allowed), spread_words(x, i));
  if (isfinite(allowed))
    return arena_printf(a, "search: %s, since FP8 would take %.2g%% of the error budget: %s%s",
                        wide, 100 * own / allowed, alone, gain);
  return arena_printf(a, "search: %s, since others bring more for their error: %s%s", wide, alone,
                      gain);
}

static const char *reason_of(search *x, size_t i, size_t chosen) {
  return arena_printf(x->j->keep, "%s%s", why(x, i, chosen), outlier_words(x, i));
}

const char *const refusable[REFUSABLE] = {"e4m3", "e5m2", "bf16", "f32"};

static bool is_wide(const search *x, const char *name);

static bool weighed(const noise_node *n, const char *format) {
  for (size_t k = 0; k < n->option_count; k++)
    if (strcmp(n->options[k].format, format) == 0) return true;
  return false;
}

/* Why formats of node i were not weighed. */
static const char *const *refused_of(search *x, size_t i) {
  job *j = x->j;
  const noise_node *n = &x->s->table->nodes[i];
  const node *of = node_named(x->measured, n->name);
  const node_override *pin = j->overrides && of ? override_of(j->overrides, of) : NULL;
  const char **list = NEW_ARRAY(j->keep, const char *, REFUSABLE);
  for (size_t k = 0; k < REFUSABLE; k++) {
    if (weighed(n, refusable[k])) continue;
    const char *impossible = of ? format_impossible(of, &j->passes, refusable[k]) : NULL;
    if (impossible)
      list[k] = impossible;
    else if (pin && pin->format)
      list[k] = arena_printf(j->keep, "an override pins %s", pin->format);
    else if (is_wide(x, n->name))
      list[k] = "BF16 loses too much here: what is not FP8 is F32";
    else
      list[k] = n->fixed ? n->fixed : "it was not measured";
  }
  return list;
}

static void tell(search *x) {
  searched *s = x->s;
  const noise_table *t = s->table;
  job *j = x->j;
  arena *a = arena_inside(j->keep);
  assignment chosen = chooser_measure(x->chooser, s->choice, a);
  s->predicted_db = metric_value(METRIC_SQNR, chosen.loss.loss);
  s->share = NEW_ARRAY(j->keep, double, t->node_count + 1);
  const char **reasons = NEW_ARRAY(j->keep, const char *, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++) {
    if (t->nodes[i].option_count == 0) continue;
    double added = chooser_share(x->chooser, &chosen, i, s->choice[i], a);
    s->share[i] = chosen.loss.loss > 0 && added > 0 ? added / chosen.loss.loss : 0;
    reasons[i] = reason_of(x, i, s->choice[i]);
  }
  put_choices(x, s->choice, reasons);
  s->refused = NEW_ARRAY(j->keep, const char *const *, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++) s->refused[i] = refused_of(x, i);
  arena_free(a);
}

/* ---- Where BF16 is not enough ------------------------------------------------------------ */

/* The table with another base: the noise of BF16 alone, measured again at each output. */
static noise_table *with_base(search *x, const double *ratio) {
  const noise_table *t = x->s->table;
  arena *keep = x->j->keep;
  noise_table *n = NEW(keep, noise_table);
  *n = *t;
  n->gram = NEW_ARRAY(keep, float *, t->sample_count * t->output_count + 1);
  size_t cells = t->pairs ? t->column_count * (t->column_count + 1) / 2 : t->column_count;
  for (size_t i = 0; i < t->sample_count * t->output_count; i++) {
    double r = ratio[i % t->output_count];
    n->gram[i] = NEW_ARRAY(keep, float, cells + 1);
    memcpy(n->gram[i], t->gram[i], cells * sizeof *n->gram[i]);
    n->gram[i][0] *= (float)r;
    /* what stands in the base's column: row a of the triangle begins at a (a + 1) / 2 */
    for (size_t a = 1; t->pairs && a < t->column_count; a++)
      n->gram[i][a * (a + 1) / 2] *= (float)sqrt(r);
  }
  return n;
}

/* Nodes `first` to `end` of the measured graph in F32: what they store, and their
 * products where those are in no other format. */
static void make_wide(search *x, size_t first, size_t end) {
  job *j = x->j;
  size_t at = 0, values = 0, products = 0;
  const char **names = NEW_ARRAY(j->keep, const char *, x->measured->next_value_id + 1);
  format_choice *list = NEW_ARRAY(j->keep, format_choice, x->s->table->node_count + 1);
  for (const node *n = x->measured->first; n; n = n->next, at++) {
    if (at < first || at >= end) continue;
    for (size_t i = 0; i < n->out_count; i++)
      if (n->out[i] && n->out[i]->type.dtype == FP8C_DTYPE_F32) names[values++] = n->out[i]->name;
    if (n->op->precision == CLASS_GEMM && !format_impossible(n, &j->passes, "f32"))
      list[products++] = (format_choice){n->name, "f32", ""};
  }
  j->passes.keep_f32 = names;
  j->passes.keep_f32_count = values;
  x->wide = list;
  x->wide_count = products;
}

static bool is_wide(const search *x, const char *name) {
  for (size_t i = 0; i < x->wide_count; i++)
    if (strcmp(x->wide[i].node, name) == 0) return true;
  return false;
}

/* The graph with no FP8 at all, whatever is pinned. */
static fp8c_status decide_bf16(search *x, graph **out, fp8c_error *err) {
  job *j = x->j;
  pass_options quiet = {.disable = j->o->disable, .disable_count = j->o->disable_count};
  overrides *pinned = j->passes.overrides;
  j->passes.overrides = NULL;
  fp8c_status status = decide_graph(j, x->reference, PRECISION_BF16, &quiet, out, err);
  j->passes.overrides = pinned;
  return status;
}

/* Noise over signal of every judged output with every product in BF16, or F32 where it
 * is to be wide; returns the worst. */
static fp8c_status base_losses(search *x, double *out, double *worst, fp8c_error *err) {
  job *j = x->j;
  graph *g;
  j->passes.choices = x->wide;
  j->passes.choice_count = x->wide_count;
  TRY(decide_bf16(x, &g, err));
  if (!x->some)
    TRY(judge_open(j, x->reference, j->choose, WIDE_SAMPLES, NULL, "wide f32", &x->some, err));
  verdict v;
  TRY(judge_graph(x->some, g, METRIC_SQNR, false, "wide", &v, err));
  *worst = 0;
  for (size_t o = 0; o < x->some->judged_count; o++) {
    double part = 0, whole = 0;
    for (size_t s = 0; s < x->some->sample_count; s++) {
      part += v.asked[s * x->some->judged_count + o].part;
      whole += v.asked[s * x->some->judged_count + o].whole;
    }
    out[o] = whole > 0 ? part / whole : 0;
    *worst = fmax(*worst, out[o]);
  }
  return FP8C_OK;
}

/* Where rounding to BF16 is a good part of the noise that is to be expected, a stretch of
 * the graph stays F32: the shortest from the start that leaves little of it, and of that
 * what is needed.  Values whose sense is in small differences of large numbers (decibels,
 * a spectrum before it is normalised) lose more to BF16 than all products to FP8, and
 * mostly all of such a chain together, so no value by itself shows it. */
static fp8c_status widen(search *x, double expected, bool *again, fp8c_error *err) {
  job *j = x->j;
  size_t n = x->s->table->output_count, at = 0, count = 0, *cuts = NULL;
  *again = false;
  if (n == 0 || !(expected > 0)) return FP8C_OK;
  ARENA_PUSH(j->keep, cuts, count, at);
  for (const node *m = x->measured->first; m; m = m->next, at++)
    if (at > 0 && m->op->precision == CLASS_GEMM) ARENA_PUSH(j->keep, cuts, count, at);
  ARENA_PUSH(j->keep, cuts, count, at);
  double *before = NEW_ARRAY(j->keep, double, n + 1), *after = NEW_ARRAY(j->keep, double, n + 1);
  double worst, allowed = BASE_LEFT * expected;
  TRY(base_losses(x, before, &worst, err));
  if (worst < BASE_SHOWS * expected) return FP8C_OK;
  size_t first = 0, end = count - 1; /* all of it is enough */
  for (size_t low = 0; end - low > 1 && clock_seconds() < x->end;) {
    size_t middle = low + (end - low) / 2;
    make_wide(x, 0, cuts[middle]);
    TRY(base_losses(x, after, &worst, err));
    if (worst <= allowed)
      end = middle;
    else
      low = middle;
  }
  for (size_t high = end; high - first > 1 && clock_seconds() < x->end;) {
    size_t middle = first + (high - first) / 2;
    make_wide(x, cuts[middle], cuts[end]);
    TRY(base_losses(x, after, &worst, err));
    if (worst <= allowed)
      first = middle;
    else
      high = middle;
  }
  make_wide(x, cuts[first], cuts[end]);
  TRY(base_losses(x, after, &worst, err));
  for (size_t o = 0; o < n; o++) after[o] = before[o] > 0 ? after[o] / before[o] : 1;
  noise_table *t = with_base(x, after);
  t->nodes = NEW_ARRAY(j->keep, noise_node, t->node_count + 1);
  memcpy(t->nodes, x->s->table->nodes, t->node_count * sizeof *t->nodes);
  for (size_t i = 0; i < t->node_count; i++) {
    noise_node *m = &t->nodes[i];
    if (m->option_count == 0 || !is_wide(x, m->name)) continue;
    size_t left = 0; /* BF16 there now means F32, whose own gain the base has */
    noise_option *options = NEW_ARRAY(j->keep, noise_option, m->option_count);
    for (size_t k = 0; k < m->option_count; k++)
      if (strcmp(m->options[k].name, "f32") != 0) options[left++] = m->options[k];
    for (size_t k = 0; k < left; k++)
      if (strcmp(options[k].name, "bf16") == 0) {
        options[k].format = "f32";
        options[k].activations = options[k].weights = FP8C_DTYPE_F32;
      }
    m->options = options;
    m->option_count = left;
  }
  x->s->table = t;
  *again = true;
  return FP8C_OK;
}

/* ---- All of it
 * ------------------------------------------------------------------------------------------ */

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
  TRY(run_passes_before_assign(&x, err));
  TRY(measure(&x, err));
  job_stage(j, "search");
  TRY(find_bf16(&x, err));
  find_groups(&x);
  TRY(make_chooser(&x, err));
  TRY(choose(&x, err));
  find_own(&x);
  find_front(&x);
  tell(&x);
  j->searched = x.s;
  return FP8C_OK;
}
