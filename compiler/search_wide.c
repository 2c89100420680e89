/* search_wide.c - where BF16 is not enough: a stretch of the graph stays in F32. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "compiler/search_state.h"
#include "passes/precision.h"

#define WIDE_SAMPLES 4
/* Shares of the noise to be expected: where BF16's is above the first, a stretch of the
 * graph becomes F32, until the second is left. */
#define BASE_SHOWS 0.1
#define BASE_LEFT 0.03

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
      list[products++] = (format_choice){n->name, "f32", "", "search", false};
  }
  j->passes.keep_f32 = names;
  j->passes.keep_f32_count = values;
  x->wide = list;
  x->wide_count = products;
}

bool is_wide(const search *x, const char *name) {
  for (size_t i = 0; i < x->wide_count; i++)
    if (strcmp(x->wide[i].node, name) == 0) return true;
  return false;
}

/* The graph with no FP8 at all, whatever is pinned. */
fp8c_status decide_bf16(search *x, graph **out, fp8c_error *err) {
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
fp8c_status widen(search *x, double expected, bool *again, fp8c_error *err) {
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
