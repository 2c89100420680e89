/* wide.c - where BF16 is not enough: a stretch of the graph stays in F32. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "compiler/search/state.h"
#include "passes/precision/precision.h"
#include "passes/precision/repair.h"

#define WIDE_SAMPLES 4
/* A stretch is F32 until this share of BF16's noise is left. */
#define BASE_LEFT 0.1
/* Of the noise of all E4M3: where BF16's is less, no stretch of F32 pays for itself. */
#define BASE_SHOWS 0.05
/* Of what a budget allows: where BF16's is more, the budget is near it. */
#define BASE_NEAR 0.5

/* The table with another base: the noise of BF16 alone, measured again at each output. */
static noise_table *with_base(search *x, const double *ratio) {
  const noise_table *t = x->settings[0].table;
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
static setting make_wide(search *x, size_t first, size_t end) {
  job *j = x->j;
  size_t at = 0, values = 0, products = 0;
  const char **names = NEW_ARRAY(j->keep, const char *, x->measured->next_value_id + 1);
  format_choice *list = NEW_ARRAY(j->keep, format_choice, x->settings[0].table->node_count + 1);
  for (const node *n = x->measured->first; n; n = n->next, at++) {
    if (at < first || at >= end) continue;
    for (size_t i = 0; i < n->out_count; i++)
      if (n->out[i] && n->out[i]->type.dtype == FP8C_DTYPE_F32) names[values++] = n->out[i]->name;
    if (n->op->precision == CLASS_GEMM && !format_impossible(n, &j->passes, FP8C_DTYPE_F32))
      list[products++] =
          (format_choice){n->name, FP8C_DTYPE_F32, "", "search", SCALES_OF_TENSOR, false};
  }
  return (setting){.repairs = x->settings[0].repairs,
                   .keep_f32 = names,
                   .keep_f32_count = values,
                   .wide = list,
                   .wide_count = products};
}

bool is_wide(const search *x, const char *name) {
  const setting *s = &x->settings[x->at];
  for (size_t i = 0; i < s->wide_count; i++)
    if (strcmp(s->wide[i].node, name) == 0) return true;
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

/* Noise over signal of every judged output with every product in BF16, or F32 where the setting
 * has it; the worst in *worst. */
static fp8c_status base_losses(search *x, const setting *with, double *out, double *worst,
                               fp8c_error *err) {
  job *j = x->j;
  graph *g;
  j->passes.keep_f32 = with->keep_f32;
  j->passes.keep_f32_count = with->keep_f32_count;
  j->passes.repairs = with->repairs;
  j->passes.choices = with->wide;
  j->passes.choice_count = with->wide_count;
  TRY(decide_bf16(x, &g, err));
  if (!x->some)
    TRY(judge_open(j, x->reference,
                   &(judge_request){j->samples.choose, WIDE_SAMPLES, NULL, "wide f32"}, &x->some,
                   err));
  verdict v;
  TRY(judge_graph(x->some, g, METRIC_SQNR, false, "wide", &v, err));
  *worst = 0;
  for (size_t o = 0; o < x->some->judged_count; o++) {
    double part = 0, whole = 0;
    for (size_t s = 0; s < x->some->sample_count; s++) {
      part += v.asked[s * x->some->judged_count + o].part;
      whole += v.asked[s * x->some->judged_count + o].whole;
    }
    out[o] = whole > 0 && isfinite(part) ? part / whole : part > 0 ? INFINITY : 0;
    *worst = fmax(*worst, out[o]);
  }
  return FP8C_OK;
}

/* The shortest stretch from the start that leaves at most `allowed`, and of that what is needed.
 * Values whose sense is in small differences of large numbers (decibels, a spectrum before it is
 * normalised) lose more to BF16 than all products to FP8, and mostly all of such a chain together,
 * so no value by itself shows it. */
static fp8c_status find_stretch(search *x, double allowed, double *after, setting *out,
                                fp8c_error *err) {
  job *j = x->j;
  size_t at = 0, count = 0, *cuts = NULL;
  double worst;
  ARENA_PUSH(j->keep, cuts, count, at);
  for (const node *m = x->measured->first; m; m = m->next, at++)
    if (at > 0 && m->op->precision == CLASS_GEMM) ARENA_PUSH(j->keep, cuts, count, at);
  ARENA_PUSH(j->keep, cuts, count, at);
  size_t first = 0, end = count - 1; /* all of it is enough */
  for (size_t low = 0; end - low > 1 && clock_seconds() < x->end;) {
    size_t middle = low + (end - low) / 2;
    *out = make_wide(x, 0, cuts[middle]);
    TRY(base_losses(x, out, after, &worst, err));
    if (worst <= allowed)
      end = middle;
    else
      low = middle;
  }
  for (size_t high = end; high - first > 1 && clock_seconds() < x->end;) {
    size_t middle = first + (high - first) / 2;
    *out = make_wide(x, cuts[middle], cuts[end]);
    TRY(base_losses(x, out, after, &worst, err));
    if (worst <= allowed)
      first = middle;
    else
      high = middle;
  }
  *out = make_wide(x, cuts[first], cuts[end]);
  return base_losses(x, out, after, &worst, err);
}

/* Nodes whose "bf16" is F32 in the setting, whose own gain the base has. */
static noise_node *widened_nodes(search *x, const setting *with) {
  const noise_table *t = x->settings[0].table;
  noise_node *nodes = NEW_ARRAY(x->j->keep, noise_node, t->node_count + 1);
  memcpy(nodes, t->nodes, t->node_count * sizeof *nodes);
  for (size_t i = 0; i < t->node_count; i++) {
    noise_node *m = &nodes[i];
    bool wide = false;
    for (size_t k = 0; k < with->wide_count; k++) wide |= strcmp(with->wide[k].node, m->name) == 0;
    if (m->option_count == 0 || !wide) continue;
    size_t left = 0;
    noise_option *options = NEW_ARRAY(x->j->keep, noise_option, m->option_count);
    for (size_t k = 0; k < m->option_count; k++)
      if (strcmp(m->options[k].name, "f32") != 0) options[left++] = m->options[k];
    for (size_t k = 0; k < left; k++)
      if (strcmp(options[k].name, "bf16") == 0) {
        options[k].format = FP8C_DTYPE_F32;
        options[k].activations = options[k].weights = FP8C_DTYPE_F32;
      }
    if (left == 0) continue; /* F32 is pinned */
    m->options = options;
    m->option_count = left;
  }
  return nodes;
}

static fp8c_status add_wide(search *x, setting *with, const double *before, double *after,
                            fp8c_error *err) {
  for (size_t o = 0; o < x->settings[0].table->output_count; o++)
    after[o] = before[o] > 0 && isfinite(before[o]) ? fmin(after[o] / before[o], 1) : 1;
  noise_table *t = with_base(x, after);
  t->nodes = widened_nodes(x, with);
  with->table = t;
  return add_setting(x, with, err);
}

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

/* The noise of all E4M3, as a share of the signal of the output where it is worst. */
static double all_fp8(const noise_table *t) {
  double worst = 0;
  for (size_t o = 0; o < t->output_count; o++) {
    double noise = 0, signal = 0;
    for (size_t s = 0; s < t->sample_count; s++) {
      noise += t->anchor ? t->anchor[s * t->output_count + o] : 0;
      signal += t->signal[s * t->output_count + o];
    }
    if (signal > 0) worst = fmax(worst, noise / signal);
  }
  return worst;
}

/* What stretch there is depends on the model, not on how much is asked for: a looser budget has
 * everything to choose from that a tighter one has. */
fp8c_status add_wide_settings(search *x, fp8c_error *err) {
  job *j = x->j;
  const noise_table *t = x->settings[0].table;
  size_t n = t->output_count;
  double *before = NEW_ARRAY(j->keep, double, n + 1), *after = NEW_ARRAY(j->keep, double, n + 1);
  double worst;
  setting plain = x->settings[0], with;
  if (n == 0 || clock_seconds() > x->end) return FP8C_OK;
  TRY(base_losses(x, &plain, before, &worst, err));
  if (!(worst > 0)) return FP8C_OK;
  bool cheap = j->ask.goal != GOAL_SHARE && runs_before_goal(x) > 0; /* then goals find the same */
  bool near =
      cheap || (j->ask.goal == GOAL_ERROR && worst > BASE_NEAR * first_limit(&j->ask.budget));
  if (worst > BASE_SHOWS * all_fp8(t) || near) {
    TRY(find_stretch(x, BASE_LEFT * worst, after, &with, err));
    TRY(add_wide(x, &with, before, after, err));
  }
  if (j->ask.goal == GOAL_SHARE) return FP8C_OK;
  with = make_wide(x, 0, SIZE_MAX);
  TRY(base_losses(x, &with, after, &worst, err));
  return add_wide(x, &with, before, after, err);
}
