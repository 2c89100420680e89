/* choose.c - a noise table as a search problem.
 *
 * For each output the noise is a quadratic form of the choices; the worst counts. */
#include "passes/precision/choose.h"

#include <math.h>
#include <string.h>

typedef struct item { /* a group's way: an option of each of its nodes */
  size_t group;
  const char *name;
  size_t *columns; /* that it adds */
  bool *removes;
  size_t column_count;
} item;

struct chooser {
  const choose_request *r;
  const noise_table *t;
  size_t *samples;
  size_t sample_count;
  double *signal;   /* [output], summed over the samples */
  noise_sum *sums;  /* [output] */
  size_t *group_of; /* [node]; SIZE_MAX: has no options */
  item *items;
  size_t item_count;
  size_t **options; /* [item][node]: option, where the node is of the item's group */
  search_problem p;
};

/* ---- Building the problem ---------------------------------------------------------------- */

/* An option that all nodes of the group have. */
static bool common(const chooser *s, size_t group, const char *name) {
  for (size_t i = 0; i < s->t->node_count; i++)
    if (s->group_of[i] == group &&
        noise_option_named(&s->t->nodes[i], name) == s->t->nodes[i].option_count)
      return false;
  return true;
}

static void add_items(chooser *s, arena *a, size_t group, size_t first_node) {
  const noise_node *n = &s->t->nodes[first_node];
  for (size_t o = 0; o < n->option_count; o++) {
    if (!common(s, group, n->options[o].name)) continue;
    item x = {.group = group, .name = n->options[o].name};
    size_t *options = NEW_ARRAY(a, size_t, s->t->node_count + 1);
    for (size_t i = first_node; i < s->t->node_count; i++) {
      if (s->group_of[i] != group) continue;
      options[i] = noise_option_named(&s->t->nodes[i], x.name);
      const noise_option *of = &s->t->nodes[i].options[options[i]];
      if (of->column == NOISE_NONE) continue;
      size_t count = x.column_count;
      ARENA_PUSH(a, x.removes, count, of->removes);
      ARENA_PUSH(a, x.columns, x.column_count, of->column);
    }
    size_t count = s->item_count;
    ARENA_PUSH(a, s->options, count, options);
    ARENA_PUSH(a, s->items, s->item_count, x);
  }
}

static void make_groups(chooser *s, arena *a) {
  size_t n = s->t->node_count, groups = 0;
  s->group_of = NEW_ARRAY(a, size_t, n + 1);
  size_t *first = NEW_ARRAY(a, size_t, n + 2);
  for (size_t i = 0; i < n; i++) s->group_of[i] = SIZE_MAX;
  for (size_t i = 0; i < n; i++) {
    if (s->t->nodes[i].option_count == 0 || s->group_of[i] != SIZE_MAX) continue;
    for (size_t k = i; k < n; k++)
      if (k == i || (s->r->group && s->t->nodes[k].option_count &&
                     s->r->group[k] == s->r->group[i] && s->group_of[k] == SIZE_MAX))
        s->group_of[k] = groups;
    first[groups++] = s->item_count;
    add_items(s, a, groups - 1, i);
  }
  first[groups] = s->item_count;
  s->p.group_count = groups;
  s->p.first = first;
}

/* Sum of products between two items' columns; with itself, its own noise. */
static double between(const chooser *s, size_t output, const item *x, const item *y) {
  double sum = 0;
  for (size_t i = 0; i < x->column_count; i++) {
    const double *row = s->sums[output].gram + x->columns[i] * s->t->column_count;
    for (size_t k = 0; k < y->column_count; k++) {
      bool negative = x == y && i == k && x->removes[i] && !s->t->pairs;
      sum += negative ? -row[y->columns[k]] : row[y->columns[k]];
    }
  }
  return sum;
}

static double with_base(const chooser *s, size_t output, const item *x) {
  const double *row = s->sums[output].gram + NOISE_BASE * s->t->column_count;
  double sum = 0;
  for (size_t i = 0; i < x->column_count; i++) sum += row[x->columns[i]];
  return sum;
}

/* An output that is zero on all samples says nothing. */
static bool counts(const chooser *s, size_t output) { return s->signal[output] > 0; }

static double penalty_of(const chooser *s, size_t item_) {
  double sum = 0;
  for (size_t i = 0; s->r->penalty && i < s->t->node_count; i++)
    if (s->group_of[i] == s->items[item_].group) sum += s->r->penalty[i][s->options[item_][i]];
  return sum;
}

/* An output's noise as a share of its signal. */
static search_form form_of(const chooser *s, size_t output, arena *a) {
  size_t n = s->item_count;
  double *noise = NEW_ARRAY(a, double, n *n + 1), factor = 1 / s->signal[output];
  for (size_t x = 0; x < n; x++) {
    const item *one = &s->items[x];
    noise[x * n + x] =
        factor * (between(s, output, one, one) + 2 * with_base(s, output, one)) + penalty_of(s, x);
    for (size_t y = 0; y < x; y++)
      if (s->items[y].group != one->group)
        noise[x * n + y] = noise[y * n + x] = factor * between(s, output, one, &s->items[y]);
  }
  return (search_form){factor * s->sums[output].gram[0], noise, 1};
}

/* Outputs beside each other as they are near an assignment: sums are put right by other
 * factors at each. */
static void scale_forms(chooser *s, const size_t *choice) {
  size_t f = 0;
  if (s->p.form_count < 2) return;
  for (size_t o = 0; o < s->t->output_count; o++) {
    if (!counts(s, o)) continue;
    double added = noise_added(&s->sums[o], choice, s->t->pairs);
    double settled = noise_settle(&s->sums[o], added, s->t->pairs);
    search_form *form = (search_form *)(uintptr_t)&s->p.forms[f++];
    form->scale = added > 0 && settled > 0 ? settled / added : 1;
  }
}

chooser *chooser_new(arena *a, const choose_request *r) {
  chooser *s = NEW(a, chooser);
  const noise_table *t = r->table;
  s->r = r;
  s->t = t;
  s->sample_count = r->samples ? r->sample_count : t->sample_count;
  s->samples = NEW_ARRAY(a, size_t, s->sample_count + 1);
  for (size_t i = 0; i < s->sample_count; i++) s->samples[i] = r->samples ? r->samples[i] : i;
  s->signal = NEW_ARRAY(a, double, t->output_count + 1);
  s->sums = NEW_ARRAY(a, noise_sum, t->output_count + 1);
  for (size_t o = 0; o < t->output_count; o++) {
    s->sums[o] = noise_sure(t, o, s->samples, s->sample_count, a);
    s->signal[o] = s->sums[o].signal;
  }
  make_groups(s, a);
  double *cost = NEW_ARRAY(a, double, s->item_count + 1);
  for (size_t x = 0; x < s->item_count; x++)
    for (size_t i = 0; i < t->node_count; i++)
      if (s->group_of[i] == s->items[x].group) cost[x] += r->cost[i][s->options[x][i]];
  s->p.cost = cost;
  search_form *forms = NEW_ARRAY(a, search_form, t->output_count + 1);
  for (size_t o = 0; o < t->output_count; o++)
    if (counts(s, o)) forms[s->p.form_count++] = form_of(s, o, a);
  if (s->p.form_count == 0) /* no signal anywhere: every choice is as good */
    forms[s->p.form_count++] =
        (search_form){0, NEW_ARRAY(a, double, s->item_count * s->item_count + 1), 1};
  s->p.forms = forms;
  scale_forms(s, noise_anchor(t, a));
  return s;
}

/* ---- Figures of an assignment --------------------------------------------------------------- */

static double predicted(const chooser *s, const size_t *choice, size_t sample, size_t output) {
  const noise_table *t = s->t;
  double noise = noise_at(t, sample, output, NOISE_BASE, NOISE_BASE);
  for (size_t i = 0; i < t->node_count; i++) {
    if (t->nodes[i].option_count == 0) continue;
    const noise_option *o = &t->nodes[i].options[choice[i]];
    if (o->column == NOISE_NONE) continue;
    double own = noise_at(t, sample, output, o->column, o->column);
    noise += o->removes && !t->pairs ? -own : own;
    const noise_sum *sum = &s->sums[output];
    double hold = o->removes ? 1 : noise_trust(sum, o->column, NOISE_BASE);
    noise += 2 * hold * noise_at(t, sample, output, o->column, NOISE_BASE);
    for (size_t k = 0; k < i && t->pairs; k++) {
      if (t->nodes[k].option_count == 0) continue;
      const noise_option *other = &t->nodes[k].options[choice[k]];
      if (other->column == NOISE_NONE) continue;
      hold = o->removes || other->removes ? 1 : noise_trust(sum, o->column, other->column);
      noise += 2 * hold * noise_at(t, sample, output, o->column, other->column);
    }
  }
  return noise > 0 ? noise : 0;
}

static loss_estimate loss_of(const chooser *s, const size_t *choice, size_t output, arena *a) {
  arena_mark mark = arena_save(a);
  metric_sum *sums = NEW_ARRAY(a, metric_sum, s->sample_count + 1);
  /* By what errors differ from their sum is known of all samples together. */
  double added = noise_added(&s->sums[output], choice, true);
  double factor = added > 0 ? noise_settle(&s->sums[output], added, true) / added : 1;
  for (size_t i = 0; i < s->sample_count; i++) {
    double signal = s->t->signal[s->samples[i] * s->t->output_count + output];
    sums[i] = (metric_sum){factor * predicted(s, choice, s->samples[i], output), signal};
  }
  loss_estimate e = loss_over(sums, s->sample_count);
  arena_reset(a, mark);
  return e;
}

static loss_estimate worst_loss(const chooser *s, const size_t *choice, arena *a) {
  loss_estimate worst = {.samples = s->sample_count};
  for (size_t o = 0; o < s->t->output_count; o++) {
    if (!counts(s, o)) continue;
    loss_estimate e = loss_of(s, choice, o, a);
    worst.loss = fmax(worst.loss, e.loss); /* may be those of two outputs */
    worst.upper = fmax(worst.upper, e.upper);
  }
  return worst;
}

assignment chooser_measure(chooser *s, const size_t *choice, arena *a) {
  assignment x = {.choice = NEW_ARRAY(a, size_t, s->t->node_count + 1)};
  for (size_t i = 0; i < s->t->node_count; i++) {
    if (s->t->nodes[i].option_count == 0) continue;
    x.choice[i] = choice[i];
    x.cost += s->r->cost[i][choice[i]];
  }
  x.loss = worst_loss(s, x.choice, a);
  return x;
}

static assignment assignment_of(chooser *s, const search_point *p, arena *a) {
  size_t *choice = NEW_ARRAY(a, size_t, s->t->node_count + 1);
  for (size_t i = 0; i < s->t->node_count; i++)
    if (s->group_of[i] != SIZE_MAX) choice[i] = s->options[p->items[s->group_of[i]]][i];
  return chooser_measure(s, choice, a);
}

/* ---- Answers -----------------------------------------------------------------------------------
 */

assignment chooser_quietest(chooser *s, double cost_limit, arena *a) {
  search_point p = search_quietest(&s->p, cost_limit, a);
  return assignment_of(s, &p, a);
}

size_t chooser_front(chooser *s, size_t wanted, arena *a, assignment **out) {
  search_point *points;
  size_t count = search_front(&s->p, wanted, a, &points), kept = 0;
  assignment *all = NEW_ARRAY(a, assignment, count + 1);
  for (size_t i = 0; i < count; i++) all[i] = assignment_of(s, &points[i], a);
  /* the worst output's figure, which the weighted sum is not */
  double least = INFINITY;
  for (size_t i = 0; i < count; i++) {
    if (all[i].loss.loss >= least) continue;
    least = all[i].loss.loss;
    all[kept++] = all[i];
  }
  *out = all;
  return kept;
}

double chooser_share(chooser *s, const assignment *x, size_t node_, size_t option, arena *a) {
  const noise_node *n = &s->t->nodes[node_];
  if (n->option_count == 0) return NAN;
  size_t *choice = NEW_ARRAY(a, size_t, s->t->node_count + 1);
  memcpy(choice, x->choice, s->t->node_count * sizeof *choice);
  choice[node_] = option;
  double with = worst_loss(s, choice, a).loss;
  choice[node_] = noise_option_named(n, "bf16");
  if (choice[node_] == n->option_count) return NAN;
  return with - worst_loss(s, choice, a).loss;
}
