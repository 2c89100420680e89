/* shares.c - candidates by the share of the work that they have in FP8.
 *
 * Every goal weighs them: the time of a finished graph is no sum over its products, and what has
 * much of the work in FP8 may be fast, and exact, where sums say otherwise. */
#include <math.h>

#include "base/clock.h"
#include "compiler/search/state.h"

#define F32_SHOWS 1.03 /* noise that is no more than so many times another's is as good */
#define PENALTIES 11
#define HALVINGS 10   /* of measures from a hundredth to a thousand */
#define SHARES_STEP 3 /* every so many of them, of shares that nobody asked for */

/* F32 is as little FP8 as BF16 is: it stays where BF16's rounding makes the noise more than
 * `times` what it is, not elsewhere. */
static void prefer_bf16(search *x, size_t *choice, double times, arena *a) {
  const noise_table *t = x->s->table;
  chooser *s = x->settings[x->at].chooser;
  double allowed = chooser_measure(s, choice, a).loss.loss * times;
  for (;;) {
    double least = INFINITY;
    size_t at = 0, to = 0;
    for (size_t i = 0; i < t->node_count; i++) {
      const noise_node *n = &t->nodes[i];
      size_t wide = noise_option_named(n, "bf16"), was = choice[i];
      if (n->option_count == 0 || wide == n->option_count || was == wide ||
          n->options[was].format != FP8C_DTYPE_F32)
        continue; /* where a stretch is F32, what is called "bf16" is too */
      choice[i] = wide;
      double loss = chooser_measure(s, choice, a).loss.loss;
      choice[i] = was;
      if (loss < least) least = loss, at = i, to = wide;
    }
    if (!(least <= allowed)) return;
    choice[at] = to;
  }
}

static void without_f32(const noise_table *t, size_t *choice) {
  for (size_t i = 0; i < t->node_count; i++) {
    size_t wide = noise_option_named(&t->nodes[i], "bf16");
    if (t->nodes[i].option_count && wide < t->nodes[i].option_count &&
        t->nodes[i].options[choice[i]].format == FP8C_DTYPE_F32)
      choice[i] = wide;
  }
}

/* The multiply-accumulates that may stay wide, of those that can be chosen; a hair less of FP8 than
 * asked is as much. */
static double wide_macs(const search *x, double share) {
  const noise_table *t = x->settings[0].table;
  double total = (double)x->s->total_macs, others = total;
  for (size_t i = 0; i < t->node_count; i++)
    if (t->nodes[i].option_count) others -= (double)t->nodes[i].macs;
  return (1 - share) * total * (1 + 1e-9) + 1e-6 * total - others;
}

/* The multiply-accumulates that stay wide. */
static double **work_left(const noise_table *t, arena *a) {
  double **cost = NEW_ARRAY(a, double *, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++) {
    cost[i] = NEW_ARRAY(a, double, t->nodes[i].option_count + 1);
    for (size_t k = 0; k < t->nodes[i].option_count; k++)
      cost[i][k] = option_is_fp8(&t->nodes[i].options[k]) ? 0 : (double)t->nodes[i].macs;
  }
  return cost;
}

/* A share of FP8 to be chosen, where time counts as noise besides. */
typedef struct priced_share {
  search *x;
  choose_request plain; /* by the work that stays wide */
  double limit;         /* of that work */
  double noise;         /* the least: what a time as long as BF16's counts as, in measure 1 */
  double whole;         /* BF16's seconds */
} priced_share;

static priced_share share_begin(search *x, double share, arena *a, assignment *least) {
  const setting *s = &x->settings[x->at];
  priced_share p = {.x = x, .plain = s->request, .limit = wide_macs(x, share)};
  p.plain.cost = (const double *const *)work_left(s->table, a);
  *least = chooser_quietest(chooser_new(a, &p.plain), p.limit, a);
  p.noise = fmax(least->loss.loss, 1e-12);
  p.whole = x->s->bf16_seconds;
  return p;
}

/* The most exact with the share where time counts as noise in this measure. */
static assignment share_at(const priced_share *p, double measure, arena *a) {
  const setting *s = &p->x->settings[p->x->at];
  const noise_table *t = s->table;
  double **penalty = NEW_ARRAY(a, double *, t->node_count + 1);
  choose_request r = p->plain;
  for (size_t i = 0; i < t->node_count; i++) {
    penalty[i] = NEW_ARRAY(a, double, t->nodes[i].option_count + 1);
    for (size_t k = 0; k < t->nodes[i].option_count && p->whole > 0; k++)
      if (isfinite(s->seconds[i][k]))
        penalty[i][k] = measure * p->noise * s->seconds[i][k] / p->whole;
  }
  r.penalty = (const double *const *)penalty;
  return chooser_quietest(chooser_new(a, &r), p->limit, a);
}

/* The most exact with the share, and others that are faster and less so: time counts as noise, in
 * ever larger measure. */
fp8c_status add_with_share(search *x, double share, size_t step, fp8c_error *err) {
  static const double measure[PENALTIES] = {0, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 1e3, 1e5};
  const noise_table *t = x->settings[x->at].table;
  arena *a = arena_inside(x->j->keep);
  assignment next;
  priced_share p = share_begin(x, share, a, &next);
  for (size_t m = 0; m < PENALTIES && clock_seconds() < x->end; m += step) {
    if (m > 0) next = share_at(&p, measure[m], a);
    if (next.cost > p.limit) break;
    TRY(add_candidate(x, next.choice, NULL, NULL, err));
    prefer_bf16(x, next.choice, F32_SHOWS, a);
    TRY(add_candidate(x, next.choice, NULL, NULL, err));
    without_f32(t, next.choice);
    TRY(add_candidate(x, next.choice, NULL, NULL, err));
  }
  arena_free(a);
  return FP8C_OK;
}

/* The share held exactly, and time as noise: halves the measures until finished graphs are as fast
 * as asked, and no faster than need be. */
static fp8c_status halve_time(search *x, double share, double seconds, fp8c_error *err) {
  arena *a = arena_inside(x->j->keep);
  assignment next;
  priced_share p = share_begin(x, share, a, &next);
  double low = log(0.01), high = log(1e3);
  for (int round = 0; round < HALVINGS && clock_seconds() < x->end; round++) {
    double middle = (low + high) / 2;
    next = share_at(&p, exp(middle), a);
    if (next.cost > p.limit) break;
    without_f32(x->settings[x->at].table, next.choice);
    candidate *c;
    TRY(add_candidate(x, next.choice, NULL, &c, err));
    if (c->seconds <= seconds)
      high = middle;
    else
      low = middle;
  }
  arena_free(a);
  return FP8C_OK;
}

/* The other way round: time held, and work that stays wide as noise; first so much of it that all
 * is FP8.  Where several products are worth the same, one way takes all of them or none. */
static fp8c_status halve_work(search *x, double share, double seconds, fp8c_error *err) {
  const setting *s = &x->settings[x->at];
  const noise_table *t = s->table;
  arena *a = arena_inside(x->j->keep);
  double **work = work_left(t, a), allowed = wide_macs(x, share);
  double limit = seconds - (x->s->bf16_seconds - bf16_cost(x));
  double low = log(1e-3), high = log(1e3), measure = high;
  for (int round = 0; round < HALVINGS && clock_seconds() < x->end; round++) {
    double **penalty = NEW_ARRAY(a, double *, t->node_count + 1), wide = 0;
    choose_request r = s->request;
    for (size_t i = 0; i < t->node_count; i++) {
      penalty[i] = NEW_ARRAY(a, double, t->nodes[i].option_count + 1);
      for (size_t k = 0; k < t->nodes[i].option_count; k++)
        penalty[i][k] = exp(measure) * work[i][k] / (double)(x->s->total_macs + 1);
    }
    r.penalty = (const double *const *)penalty;
    assignment next = chooser_quietest(chooser_new(a, &r), limit, a);
    candidate *c;
    TRY(add_candidate(x, next.choice, NULL, &c, err));
    for (size_t i = 0; i < t->node_count; i++)
      if (t->nodes[i].option_count) wide += work[i][next.choice[i]];
    if (c->seconds > seconds) { /* sums of products' times say less than finished graphs */
      limit -= c->seconds - seconds + 1e-12;
      continue;
    }
    if (wide <= allowed)
      high = measure;
    else
      low = measure;
    measure = (low + high) / 2;
  }
  arena_free(a);
  return FP8C_OK;
}

fp8c_status add_with_share_at_speed(search *x, double share, double seconds, fp8c_error *err) {
  TRY(halve_time(x, share, seconds, err));
  return halve_work(x, share, seconds, err);
}

fp8c_status add_shares(search *x, fp8c_error *err) {
  static const double shares[] = {0.2, 0.4, 0.6, 0.8, 0.95};
  for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
    TRY(add_with_share(x, shares[i], SHARES_STEP, err));
  return FP8C_OK;
}
