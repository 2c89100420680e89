/* search.c - dynamic programming on what adds, then exchange on what does not.
 *
 * Own noises add, so over groups in turn and costs in small steps the least noise
 * for every cost is a table (a knapsack).  Pair terms do not add: from a row of
 * the table one or two groups at a time change their item as long as the noise
 * falls and the cost keeps its limit. */
#include "passes/precision/search.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define BUCKETS 2048
/* A change must gain this share of the noise: what rounding could do gains nothing. */
#define LEAST_GAIN 1e-9
/* Changes weighed for one assignment; a number, so that no clock decides. */
#define WORK ((size_t)10000000)
#define WEIGHINGS 5 /* of several forms */

static size_t item_count(const search_problem *p) { return p->first[p->group_count]; }

static double form_of(const search_problem *p, size_t f, const size_t *items) {
  size_t n = item_count(p);
  double noise = p->forms[f].base;
  for (size_t g = 0; g < p->group_count; g++) {
    const double *row = p->forms[f].noise + items[g] * n;
    for (size_t h = 0; h < p->group_count; h++) noise += row[items[h]];
  }
  return noise * p->forms[f].scale;
}

void search_measure(const search_problem *p, search_point *x) {
  x->cost = 0;
  x->noise = -INFINITY;
  for (size_t g = 0; g < p->group_count; g++) x->cost += p->cost[x->items[g]];
  for (size_t f = 0; f < p->form_count; f++) x->noise = fmax(x->noise, form_of(p, f, x->items));
}

/* ---- The table ---------------------------------------------------------------------- */

typedef struct table {
  const search_problem *p;
  double cheapest, range; /* of all assignments: least cost, and how much more the dearest is */
  uint16_t *taken;        /* [group][bucket]: item of the group, counted from its first */
} table;

static double least_cost(const search_problem *p, size_t g) {
  double least = INFINITY;
  for (size_t i = p->first[g]; i < p->first[g + 1]; i++)
    if (p->cost[i] < least) least = p->cost[i];
  return least;
}

static size_t bucket_of(const table *t, double more) {
  return t->range > 0 ? (size_t)lround(more / t->range * BUCKETS) : 0;
}

/* weights: of each form; NULL: the same. */
static table fill(const search_problem *p, const double *weights, arena *a) {
  table t = {.p = p};
  size_t n = item_count(p);
  for (size_t g = 0; g < p->group_count; g++) {
    double least = least_cost(p, g), most = least;
    for (size_t i = p->first[g]; i < p->first[g + 1]; i++) most = fmax(most, p->cost[i]);
    t.cheapest += least;
    t.range += most - least;
  }
  t.taken = NEW_ARRAY(a, uint16_t, p->group_count * (BUCKETS + 1) + 1);
  double *before = NEW_ARRAY(a, double, BUCKETS + 1), *now = NEW_ARRAY(a, double, BUCKETS + 1);
  for (size_t g = 0; g < p->group_count; g++) {
    double least = least_cost(p, g);
    for (size_t b = 0; b <= BUCKETS; b++) now[b] = INFINITY;
    for (size_t i = p->first[g]; i < p->first[g + 1]; i++) {
      size_t step = bucket_of(&t, p->cost[i] - least);
      double noise = 0; /* of all forms: the table knows one number */
      for (size_t f = 0; f < p->form_count; f++)
        noise += (weights ? weights[f] : 1) * p->forms[f].scale * p->forms[f].noise[i * n + i];
      for (size_t b = step; b <= BUCKETS; b++)
        if (before[b - step] + noise < now[b]) {
          now[b] = before[b - step] + noise;
          t.taken[g * (BUCKETS + 1) + b] = (uint16_t)(i - p->first[g]);
        }
    }
    double *swap = before;
    before = now;
    now = swap;
  }
  return t;
}

/* The table's assignment for a cost of at most `bucket` steps above the cheapest. */
static search_point trace(const table *t, size_t bucket, arena *a) {
  const search_problem *p = t->p;
  search_point x = {.items = NEW_ARRAY(a, size_t, p->group_count + 1)};
  for (size_t g = p->group_count; g-- > 0;) {
    x.items[g] = p->first[g] + t->taken[g * (BUCKETS + 1) + bucket];
    bucket -= bucket_of(t, p->cost[x.items[g]] - least_cost(p, g));
  }
  search_measure(p, &x);
  return x;
}

/* ---- Exchange ------------------------------------------------------------------------- */

/* An assignment being changed, with what each item's pair terms with it add up to. */
typedef struct walk {
  const search_problem *p;
  size_t n;
  search_point *x;
  const size_t *group; /* of each item */
  double *noise;       /* [form] */
  double *pairs;       /* [form][item]: its pair terms with the chosen items, its own group's too */
  size_t work;
  size_t *kept_items; /* to go back to */
  double *kept_pairs, *kept_noise;
} walk;

static double *pairs_of(const walk *w, size_t f) { return w->pairs + f * w->n; }

static void settle(walk *w) {
  search_measure(w->p, w->x);
  for (size_t f = 0; f < w->p->form_count; f++) w->noise[f] = form_of(w->p, f, w->x->items);
}

static walk walk_begin(const search_problem *p, search_point *x, arena *a) {
  walk w = {.p = p, .n = item_count(p), .x = x};
  size_t *group = NEW_ARRAY(a, size_t, w.n + 1);
  w.pairs = NEW_ARRAY(a, double, w.n * p->form_count + 1);
  w.noise = NEW_ARRAY(a, double, p->form_count + 1);
  w.kept_items = NEW_ARRAY(a, size_t, p->group_count + 1);
  w.kept_noise = NEW_ARRAY(a, double, p->form_count + 1);
  w.kept_pairs = NEW_ARRAY(a, double, w.n * p->form_count + 1);
  for (size_t g = 0; g < p->group_count; g++)
    for (size_t i = p->first[g]; i < p->first[g + 1]; i++) group[i] = g;
  for (size_t f = 0; f < p->form_count; f++)
    for (size_t i = 0; i < w.n; i++)
      for (size_t g = 0; g < p->group_count; g++)
        pairs_of(&w, f)[i] += p->forms[f].noise[i * w.n + x->items[g]];
  w.group = group;
  settle(&w);
  return w;
}

/* What a form grows by when item i takes its group's place. */
static double change_of(const walk *w, size_t f, size_t i) {
  const double *noise = w->p->forms[f].noise, *pairs = pairs_of(w, f);
  size_t old = w->x->items[w->group[i]], n = w->n;
  return w->p->forms[f].scale * (noise[i * n + i] + noise[old * n + old] - 2 * noise[i * n + old] +
                                 2 * (pairs[i] - pairs[old]));
}

/* ... and by how much more when k takes another's: the pair term of the two changes. */
static double pair_noise(const walk *w, size_t f, size_t i, size_t k) {
  const double *noise = w->p->forms[f].noise;
  size_t a = w->x->items[w->group[i]], b = w->x->items[w->group[k]], n = w->n;
  return 2 * w->p->forms[f].scale *
         (noise[i * n + k] - noise[i * n + b] - noise[a * n + k] + noise[a * n + b]);
}

/* The noise after items i and k (or i alone: k == i) took their places. */
static double noise_after(const walk *w, size_t i, size_t k) {
  double worst = -INFINITY;
  for (size_t f = 0; f < w->p->form_count; f++) {
    double noise = w->noise[f] + change_of(w, f, i);
    if (k != i) noise += change_of(w, f, k) + pair_noise(w, f, i, k);
    worst = fmax(worst, noise);
  }
  return worst;
}

static double cost_of(const walk *w, size_t i) {
  return w->p->cost[i] - w->p->cost[w->x->items[w->group[i]]];
}

static void take(walk *w, size_t i) {
  size_t old = w->x->items[w->group[i]], n = w->n;
  w->x->cost += cost_of(w, i);
  w->x->noise = noise_after(w, i, i);
  w->work += n * w->p->form_count;
  for (size_t f = 0; f < w->p->form_count; f++) {
    w->noise[f] += change_of(w, f, i);
    const double *noise = w->p->forms[f].noise;
    for (size_t k = 0; k < n; k++) pairs_of(w, f)[k] += noise[k * n + i] - noise[k * n + old];
  }
  w->x->items[w->group[i]] = i;
}

/* Whether a change of this cost is to be thought about at all. */
static bool affordable(const walk *w, double limit, double cost) {
  double slack = 1e-12 * (fabs(w->x->cost) + fabs(limit));
  return w->x->cost + cost <= limit + slack;
}

/* How much less the noise becomes; 0: not at all. */
static double gain_of(const walk *w, double noise) {
  double gain = w->x->noise - noise;
  return gain > LEAST_GAIN * fabs(w->x->noise) ? gain : 0;
}

static bool best_single(walk *w, double limit) {
  w->work += w->n * w->p->form_count;
  double best = 0;
  size_t chosen = 0;
  for (size_t i = 0; i < w->n; i++) {
    double cost = cost_of(w, i);
    if (w->x->items[w->group[i]] == i || !affordable(w, limit, cost)) continue;
    double gain = gain_of(w, noise_after(w, i, i));
    if (gain <= best) continue;
    best = gain;
    chosen = i;
  }
  if (best > 0) take(w, chosen);
  return best > 0;
}

static bool best_pair(walk *w, double limit) {
  double best = 0;
  size_t first = 0, second = 0;
  for (size_t i = 0; i < w->n && w->work < WORK; i++) {
    if (w->x->items[w->group[i]] == i) continue;
    for (size_t k = w->p->first[w->group[i] + 1]; k < w->n; k++) {
      double cost = cost_of(w, i) + cost_of(w, k);
      if (w->x->items[w->group[k]] == k || !affordable(w, limit, cost)) continue;
      w->work += w->p->form_count;
      double gain = gain_of(w, noise_after(w, i, k));
      if (gain <= best) continue;
      best = gain;
      first = i;
      second = k;
    }
  }
  if (best <= 0) return false;
  take(w, first);
  take(w, second);
  return true;
}

/* The other group's change that costs least noise for what it saves; false: none saves. */
static bool make_room(walk *w, size_t forced) {
  double best = INFINITY;
  size_t chosen = 0;
  for (size_t i = 0; i < w->n; i++) {
    double cost = cost_of(w, i);
    if (w->group[i] == w->group[forced] || !(cost < 0)) continue;
    double rate = (noise_after(w, i, i) - w->x->noise) / -cost;
    if (rate >= best) continue;
    best = rate;
    chosen = i;
  }
  w->work += w->n * w->p->form_count;
  if (best == INFINITY) return false;
  take(w, chosen);
  return true;
}

/* One item takes its place whatever it costs, others make room for it, and what room
 * is left is used: exchanges of one group against several. */
static bool force_one(walk *w, double limit) {
  size_t groups = w->p->group_count, n = w->n * w->p->form_count;
  search_point was = *w->x;
  memcpy(w->kept_items, w->x->items, groups * sizeof *w->kept_items);
  memcpy(w->kept_pairs, w->pairs, n * sizeof *w->kept_pairs);
  memcpy(w->kept_noise, w->noise, w->p->form_count * sizeof *w->noise);
  for (size_t i = 0; i < w->n && w->work < WORK; i++) {
    if (w->x->items[w->group[i]] == i) continue;
    take(w, i);
    while (w->x->cost > limit && make_room(w, i))
      ;
    while (w->x->cost <= limit && best_single(w, limit))
      ;
    double gain = was.noise - w->x->noise;
    if (w->x->cost <= limit && gain > LEAST_GAIN * fabs(was.noise)) return true;
    memcpy(w->x->items, w->kept_items, groups * sizeof *w->kept_items);
    memcpy(w->pairs, w->kept_pairs, n * sizeof *w->kept_pairs);
    memcpy(w->noise, w->kept_noise, w->p->form_count * sizeof *w->noise);
    w->x->cost = was.cost;
    w->x->noise = was.noise;
  }
  return false;
}

static void improve(const search_problem *p, search_point *x, double limit, arena *a) {
  walk w = walk_begin(p, x, a);
  while (best_single(&w, limit) || (w.work < WORK && best_pair(&w, limit)) || force_one(&w, limit))
    ;
  settle(&w); /* sums of many changes, said once more exactly */
}

/* ---- Answers --------------------------------------------------------------------------- */

static search_point start_from(const table *t, double cost_limit, arena *a) {
  double share = t->range > 0 ? (cost_limit - t->cheapest) / t->range : 1;
  share = share < 0 ? 0 : share > 1 ? 1 : share;
  size_t bucket = (size_t)floor(share * BUCKETS + 0.5);
  search_point x = trace(t, bucket, a);
  /* steps are rounded, so the row may cost a little more than it says */
  while (x.cost > cost_limit && bucket > 0) x = trace(t, --bucket, a);
  improve(t->p, &x, fmax(cost_limit, x.cost), a);
  return x;
}

/* With several forms the largest counts, which a sum does not see: from the answer
 * the forms that came out large get more weight, a few times over. */
static search_point quietest(const table *t, double cost_limit, arena *a) {
  const search_problem *p = t->p;
  search_point best = start_from(t, cost_limit, a), x = best;
  double *weights = NEW_ARRAY(a, double, p->form_count + 1);
  for (size_t f = 0; f < p->form_count; f++) weights[f] = 1;
  for (int round = 1; round < WEIGHINGS && p->form_count > 1 && x.noise > 0; round++) {
    for (size_t f = 0; f < p->form_count; f++)
      weights[f] *= 0.05 + fmax(form_of(p, f, x.items), 0) / x.noise;
    table again = fill(p, weights, a);
    x = start_from(&again, cost_limit, a);
    if (x.noise < best.noise && x.cost <= fmax(cost_limit, best.cost)) best = x;
  }
  return best;
}

search_point search_quietest(const search_problem *p, double cost_limit, arena *a) {
  table t = fill(p, NULL, a);
  return quietest(&t, cost_limit, a);
}

size_t search_front(const search_problem *p, size_t wanted, arena *a, search_point **out) {
  table t = fill(p, NULL, a);
  search_point *all = NEW_ARRAY(a, search_point, wanted + 2);
  size_t count = 0;
  for (size_t i = 0; i < wanted; i++) {
    double share = wanted > 1 ? (double)i / (double)(wanted - 1) : 1;
    all[count++] = quietest(&t, t.cheapest + share * t.range, a);
  }
  /* By rising limit costs may still fall: an exchange can find both. */
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    bool beaten = false;
    for (size_t k = 0; k < count && !beaten; k++) {
      bool no_worse = all[k].cost <= all[i].cost && all[k].noise <= all[i].noise;
      bool better = all[k].cost < all[i].cost || all[k].noise < all[i].noise;
      beaten = no_worse && (better || k < i);
    }
    if (!beaten) all[kept++] = all[i];
  }
  for (size_t i = 1; i < kept; i++)
    for (size_t k = i; k > 0 && all[k].cost < all[k - 1].cost; k--) {
      search_point swap = all[k];
      all[k] = all[k - 1];
      all[k - 1] = swap;
    }
  *out = all;
  return kept;
}
