/* splits.c - how many of the values whose channels may be split are.
 *
 * Remainders are more work, and what they save differs from value to value: a search weighs plans
 * with all of them, with those that save most noise for their time, and with none.  Noises were
 * measured with all; without one a product's activations err as they did before. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/search/state.h"
#include "ops/ids/products.h"
#include "passes/match.h"
#include "passes/precision/repair.h"

/* Of a product's noise, what rounding its activations makes: about half, the weights the rest. */
#define OF_ACTIVATIONS 0.5
/* Shares of the noise that all of them save, for plans with some. */
static const double parts[] = {0.5, 0.9};
#define PARTS (sizeof parts / sizeof *parts)

typedef struct worth {
  channel_split *split;
  double saved, seconds; /* of noise over signal; of the run */
  const op_info *maker;  /* the operator in front: with the sizes it decides what remainders cost */
} worth;

static bool reads(const node *n, const channel_split *s) {
  return n && node_is(n, OP_LINEAR) && strcmp(n->in[0]->name, s->value_name) == 0;
}

static const channel_split *read_by(const node *n, const channel_split *list, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (reads(n, &list[i])) return &list[i];
  return NULL;
}

/* The noise with one more number for the split channels, as a share of what it is without. */
static double left_by(const channel_split *s) { return 1 - OF_ACTIVATIONS * s->share; }

static bool is_split(const noise_option *o) {
  return option_is_fp8(o) && o->by == SCALES_OF_TENSOR && o->column != NOISE_NONE;
}

/* ---- Which are worth most ------------------------------------------------------------------- */

/* The noise of a column at the output where it is worst, as a share of the signal. */
static double noise_share(const noise_table *t, size_t column) {
  double worst = 0;
  for (size_t o = 0; o < t->output_count; o++) {
    double noise = 0, signal = 0;
    for (size_t s = 0; s < t->sample_count; s++) {
      noise += noise_at(t, s, o, column, column);
      signal += t->signal[s * t->output_count + o];
    }
    if (signal > 0) worst = fmax(worst, noise / signal);
  }
  return worst;
}

static void find_saved(const search *x, const noise_table *t, worth *w) {
  for (size_t i = 0; i < t->node_count; i++) {
    const node *n = node_measured(x, t->nodes[i].name);
    size_t k = noise_option_named(&t->nodes[i], "e4m3");
    if (!reads(n, w->split) || k == t->nodes[i].option_count) continue;
    w->maker = n->in[0]->def ? n->in[0]->def->op : NULL;
    if (t->nodes[i].options[k].column == NOISE_NONE) continue;
    double left = left_by(w->split);
    w->saved += noise_share(t, t->nodes[i].options[k].column) * (1 - left) / left;
  }
}

static fp8c_status seconds_with(search *x, const noise_table *t, size_t splits, double *out,
                                fp8c_error *err) {
  arena *a = arena_inside(x->j->keep);
  graph *g;
  splits_use(&x->j->passes, splits);
  TRY(graph_of(x, noise_choice(t, "e4m3", a), a, &g, err));
  *out = graph_seconds(x->j, g, NULL, NULL);
  arena_free(a);
  return FP8C_OK;
}

static bool cost_the_same(const worth *a, const worth *b) {
  return a->maker == b->maker && a->split->depth == b->split->depth &&
         a->split->count == b->split->count;
}

/* By finished graphs in which one of them alone is split. */
static fp8c_status find_seconds(search *x, const noise_table *t, worth *list, size_t count,
                                fp8c_error *err) {
  double plain, with;
  TRY(seconds_with(x, t, 0, &plain, err));
  for (size_t i = 0; i < count; i++) {
    size_t same = 0;
    while (same < i && !cost_the_same(&list[same], &list[i])) same++;
    if (same < i) {
      list[i].seconds = list[same].seconds;
      continue;
    }
    for (size_t k = 0; k < count; k++) list[k].split->rank = k == i ? 0 : k < i ? k + 1 : k;
    TRY(seconds_with(x, t, 1, &with, err));
    list[i].seconds = with - plain;
  }
  return FP8C_OK;
}

static int most_first(const void *a, const void *b) {
  const worth *x = a, *y = b;
  double left = x->saved * y->seconds, right = y->saved * x->seconds;
  if (left != right && isfinite(left) && isfinite(right)) return left > right ? -1 : 1;
  return x->split < y->split ? -1 : 1;
}

static fp8c_status rank(search *x, const noise_table *t, worth *list, size_t count,
                        fp8c_error *err) {
  double least = INFINITY;
  for (size_t i = 0; i < count; i++) find_saved(x, t, &list[i]);
  TRY(find_seconds(x, t, list, count, err));
  for (size_t i = 0; i < count; i++)
    if (list[i].seconds > 0) least = fmin(least, list[i].seconds);
  for (size_t i = 0; i < count; i++) /* of free sizes no time is known: they cost the same */
    if (!(list[i].seconds > 0)) list[i].seconds = isfinite(least) ? least : 1;
  qsort(list, count, sizeof *list, most_first);
  for (size_t i = 0; i < count; i++) list[i].split->rank = i;
  return FP8C_OK;
}

/* ---- Settings --------------------------------------------------------------------------- */

/* The noise of each column without the splits that are not in force, as amplitudes. */
static double *amplitudes(search *x, const noise_table *t, size_t splits, arena *a) {
  size_t count;
  const channel_split *list = splits_found(&x->j->passes, &count);
  double *f = NEW_ARRAY(a, double, t->column_count + 1);
  for (size_t i = 0; i < t->column_count; i++) f[i] = 1;
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    const channel_split *s = read_by(node_measured(x, n->name), list, count);
    for (size_t k = 0; s && s->rank >= splits && k < n->option_count; k++)
      if (is_split(&n->options[k])) f[n->options[k].column] = 1 / sqrt(left_by(s));
  }
  return f;
}

/* How much larger the noise of all E4M3 is, its products' taken as independent. */
static double anchor_ratio(const noise_table *t, const double *f, size_t cell, arena *a) {
  const size_t *choice = noise_anchor(t, a);
  double before = 0, after = 0;
  for (size_t i = 0; i < t->node_count; i++) {
    if (t->nodes[i].option_count == 0) continue;
    size_t c = t->nodes[i].options[choice[i]].column;
    if (c == NOISE_NONE) continue;
    double own = noise_at(t, cell / t->output_count, cell % t->output_count, c, c);
    before += own;
    after += own * f[c] * f[c];
  }
  return before > 0 ? after / before : 1;
}

static const noise_table *table_with(search *x, const noise_table *t, size_t splits) {
  arena *keep = x->j->keep;
  double *f = amplitudes(x, t, splits, keep);
  size_t cells = t->sample_count * t->output_count;
  noise_table *n = NEW(keep, noise_table);
  *n = *t;
  n->gram = NEW_ARRAY(keep, float *, cells + 1);
  if (t->anchor) n->anchor = NEW_ARRAY(keep, double, cells + 1);
  for (size_t i = 0; i < cells; i++) {
    size_t columns = t->column_count;
    n->gram[i] = NEW_ARRAY(keep, float, t->pairs ? columns *(columns + 1) / 2 + 1 : columns + 1);
    for (size_t a = 0, at = 0; a < columns; a++)
      for (size_t b = t->pairs ? 0 : a; b <= a; b++, at++)
        n->gram[i][at] = (float)((double)t->gram[i][at] * f[a] * f[b]);
    if (t->anchor) n->anchor[i] = t->anchor[i] * anchor_ratio(t, f, i, keep);
  }
  return n;
}

static fp8c_status add_with(search *x, const noise_table *t, size_t splits, fp8c_error *err) {
  setting with = {
      .table = table_with(x, t, splits), .repairs = x->j->passes.repairs, .splits = splits};
  return add_setting(x, &with, err);
}

fp8c_status add_split_settings(search *x, const noise_table *t, fp8c_error *err) {
  job *j = x->j;
  size_t count;
  channel_split *found = splits_found(&j->passes, &count);
  bool weighed = j->ask.goal != GOAL_ERROR && !j->o->repairs && count > 0 &&
                 (j->passes.repairs & REPAIR_SPLIT);
  if (!weighed)
    return add_setting(x, &(setting){.table = t, .repairs = j->passes.repairs, .splits = SIZE_MAX},
                       err);
  worth *list = NEW_ARRAY(j->keep, worth, count);
  for (size_t i = 0; i < count; i++) list[i].split = &found[i];
  x->s->table = t;
  TRY(rank(x, t, list, count, err));
  double all = 0, sum = 0;
  for (size_t i = 0; i < count; i++) all += list[i].saved;
  TRY(add_with(x, t, 0, err));
  for (size_t p = 0, i = 0, before = 0; p < PARTS; p++) {
    while (i < count && sum < parts[p] * all) sum += list[i++].saved;
    if (i > before && i < count) TRY(add_with(x, t, i, err));
    before = i;
  }
  return add_with(x, t, count, err);
}
