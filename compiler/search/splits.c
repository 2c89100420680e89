/* splits.c - split channels as a choice of each product, beside its format.
 *
 * Remainders are more work, and what they save differs from value to value: "e4m3 split" is an
 * option of every product whose activation may be split, with a noise and a time of its own.
 * Noises were measured with all of them split; without, a product's activations err as they did
 * before. */
#include <math.h>
#include <string.h>

#include "compiler/search/state.h"
#include "ops/ids/products.h"
#include "passes/match.h"
#include "passes/precision/repair.h"

/* Of a product's noise, what rounding its activations makes: about half, the weights the rest. */
#define OF_ACTIVATIONS 0.5

/* ---- Noises --------------------------------------------------------------------------------- */

static const channel_split *split_read_by(search *x, const noise_node *of) {
  size_t count;
  const channel_split *list = splits_found(&x->j->passes, &count);
  const node *n = node_measured(x, of->name);
  for (size_t i = 0; n && node_is(n, OP_LINEAR) && i < count; i++)
    if (strcmp(n->in[0]->name, list[i].value_name) == 0) return &list[i];
  return NULL;
}

/* The noise without one more number for the split channels, over what it is with it. */
static double noise_without(const channel_split *s) { return 1 / (1 - OF_ACTIVATIONS * s->share); }

/* Columns of the table with splits: the old ones, and those of options that had none. */
typedef struct columns {
  size_t count;
  size_t *from;   /* [column]: the measured one */
  double *factor; /* [column]: of its errors */
} columns;

/* The option as it was measured, with its activation split, and in front of the others the same
 * without, whose error is `factor` times as large; other formats err as without. */
static void add_options(search *x, noise_node *n, const channel_split *s, columns *c) {
  arena *keep = x->j->keep;
  noise_option *options = NEW_ARRAY(keep, noise_option, n->option_count + 2);
  double factor = sqrt(noise_without(s));
  size_t count = 0;
  for (size_t k = 0; k < n->option_count; k++) {
    noise_option o = n->options[k];
    bool split = option_is_fp8(&o) && o.by == SCALES_OF_TENSOR && o.column != NOISE_NONE;
    if (split && o.format == FP8C_DTYPE_E4M3) {
      noise_option with = o;
      with.name = arena_printf(keep, "%s split", o.name);
      with.split = s;
      options[count++] = with;
      c->from[c->count] = o.column;
      o.column = c->count++;
      o.exact = o.compared = false;
    }
    if (split) c->factor[o.column] = factor;
    options[count++] = o;
  }
  n->options = options;
  n->option_count = count;
}

static float *with_columns(const noise_table *t, size_t cell, const columns *c, arena *keep) {
  float *gram = NEW_ARRAY(keep, float, t->pairs ? c->count *(c->count + 1) / 2 + 1 : c->count + 1);
  size_t sample = cell / t->output_count, output = cell % t->output_count;
  for (size_t a = 0, at = 0; a < c->count; a++)
    for (size_t b = t->pairs ? 0 : a; b <= a; b++, at++)
      gram[at] = (float)(noise_at(t, sample, output, c->from[a], c->from[b]) * c->factor[a] *
                         c->factor[b]);
  return gram;
}

static noise_table *table_with_splits(search *x, const noise_table *t) {
  arena *keep = x->j->keep;
  noise_table *n = NEW(keep, noise_table);
  size_t most = t->column_count + t->node_count, cells = t->sample_count * t->output_count;
  columns c = {t->column_count, NEW_ARRAY(keep, size_t, most + 1),
               NEW_ARRAY(keep, double, most + 1)};
  for (size_t i = 0; i < most; i++) c.from[i] = i, c.factor[i] = 1;
  *n = *t;
  n->nodes = NEW_ARRAY(keep, noise_node, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++) {
    n->nodes[i] = t->nodes[i];
    const channel_split *s = split_read_by(x, &t->nodes[i]);
    if (s) add_options(x, &n->nodes[i], s, &c);
  }
  n->column_count = c.count;
  n->gram = NEW_ARRAY(keep, float *, cells + 1);
  for (size_t i = 0; i < cells; i++) n->gram[i] = with_columns(t, i, &c, keep);
  return n;
}

/* ---- Times ---------------------------------------------------------------------------------- */

static size_t readers_of(const noise_table *t, const channel_split *s) {
  size_t count = 0;
  for (size_t i = 0; i < t->node_count; i++)
    count += option_with_split(&t->nodes[i], s) < t->nodes[i].option_count;
  return count;
}

/* Of the finished graph in E4M3 with this value's channels alone split; NULL: with none. */
static fp8c_status seconds_with(search *x, const noise_table *t, const channel_split *s,
                                double *out, fp8c_error *err) {
  arena *a = arena_inside(x->j->keep);
  size_t *choice = noise_choice(t, "e4m3", a);
  for (size_t i = 0; i < t->node_count && s; i++) {
    size_t with = option_with_split(&t->nodes[i], s);
    if (with < t->nodes[i].option_count) choice[i] = with;
  }
  graph *g;
  TRY(graph_of(x, choice, a, &g, err));
  *out = graph_seconds(x->j, g, NULL, NULL);
  arena_free(a);
  return FP8C_OK;
}

/* The operator in front decides with the sizes what remainders cost. */
static bool cost_the_same(search *x, const noise_table *t, size_t a, size_t b) {
  const channel_split *s = split_read_by(x, &t->nodes[a]), *other = split_read_by(x, &t->nodes[b]);
  const node *n = node_measured(x, t->nodes[a].name), *m = node_measured(x, t->nodes[b].name);
  return s && other && s->depth == other->depth && s->count == other->count &&
         (n->in[0]->def ? n->in[0]->def->op : NULL) == (m->in[0]->def ? m->in[0]->def->op : NULL) &&
         readers_of(t, s) == readers_of(t, other);
}

static fp8c_status find_seconds(search *x, const noise_table *t, fp8c_error *err) {
  double plain, with;
  TRY(seconds_with(x, t, NULL, &plain, err));
  for (size_t i = 0; i < t->node_count; i++) {
    const channel_split *s = split_read_by(x, &t->nodes[i]);
    if (!s || option_with_split(&t->nodes[i], s) == t->nodes[i].option_count) continue;
    size_t same = 0;
    while (same < i && !cost_the_same(x, t, same, i)) same++;
    if (same < i) {
      x->split_seconds[i] = x->split_seconds[same];
      continue;
    }
    TRY(seconds_with(x, t, s, &with, err));
    x->split_seconds[i] = fmax(with - plain, 0) / (double)readers_of(t, s);
  }
  return FP8C_OK;
}

/* A user who names the repair wants all that may be split; where it is not in force, none is. */
fp8c_status add_first_setting(search *x, const noise_table *t, fp8c_error *err) {
  job *j = x->j;
  size_t count;
  (void)splits_found(&j->passes, &count);
  x->split_seconds = NEW_ARRAY(j->keep, double, t->node_count + 1);
  if (!j->o->repairs && count > 0 && (j->passes.repairs & REPAIR_SPLIT)) {
    t = table_with_splits(x, t);
    x->s->table = t;
    j->passes.splits_weighed = true;
    TRY(find_seconds(x, t, err));
  }
  return add_setting(x, &(setting){.table = t, .repairs = j->passes.repairs}, err);
}
