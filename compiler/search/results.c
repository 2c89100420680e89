/* results.c - what a search has found, for reports: figures of every option, the front
 * between fast and accurate, and each choice's reason in words. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "compiler/search/state.h"
#include "passes/precision/precision.h"
#include "passes/precision/split.h"

/* ---- Figures ------------------------------------------------------------------------------ */

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

static front_point point_of(const candidate *c, bool chosen) {
  return (front_point){.measured_db = c->db,
                       .predicted_db = metric_value(METRIC_SQNR, c->loss),
                       .seconds = c->seconds,
                       .fp8_macs = c->fp8_macs,
                       .fp8_nodes = c->fp8_nodes,
                       .chosen = chosen};
}

/* What nothing faster is predicted to be as exact as, and what was run from end to end besides:
 * times are of finished graphs. */
static void find_front(search *x, const candidate *chosen) {
  searched *s = x->s;
  arena *a = arena_inside(x->j->keep);
  size_t count;
  candidate **ladder = ladder_of(x, -INFINITY, INFINITY, a, &count);
  s->front = NEW_ARRAY(x->j->keep, front_point, x->count + 1);
  for (size_t i = 0; i < x->count; i++) {
    const candidate *c = x->list[i];
    bool shown = c == chosen || (c->run && isfinite(c->used));
    for (size_t k = 0; k < count && !c->run; k++) shown |= ladder[k] == c;
    shown &= c == chosen || c->loss > 0 || isfinite(c->db); /* F32 itself is no point to draw */
    if (shown) s->front[s->front_count++] = point_of(c, c == chosen);
  }
  arena_free(a);
}

/* A budget is known to be kept of what was run; a speed or a share of every graph. */
static void find_others(search *x) {
  searched *s = x->s;
  for (size_t i = 0; i < x->count; i++) {
    const candidate *c = x->list[i];
    if (!c->name || (x->j->ask.goal == GOAL_ERROR && !c->run)) continue;
    known_assignment k = {c->name, c->seconds, c->db, c->figure, c->reaches};
    if (x->j->ask.goal == GOAL_ERROR) k.keeps &= c->keeps;
    ARENA_PUSH(x->j->keep, s->others, s->other_count, k);
  }
}

/* ---- Words -------------------------------------------------------------------------------- */

static const char *db_text(arena *a, double share) {
  return share > 0 ? arena_printf(a, "%.1f dB", -10 * log10(share)) : "no error";
}

/* "E4M3 alone leaves 31.2 dB, E5M2 25.0 dB" */
static const char *isolated_words(search *x, size_t i) {
  const noise_node *n = &x->s->table->nodes[i];
  arena *a = x->j->keep;
  text t;
  text_init(&t, a);
  for (size_t k = 0; k < n->option_count; k++) {
    if (!option_is_fp8(&n->options[k])) continue;
    text_printf(&t, "%s%s %s%s", t.length ? ", " : "alone ", n->options[k].name,
                db_text(a, x->s->own[i][k]),
                n->options[k].exact || n->options[k].compared ? "" : " (estimated)");
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
    if (option_is_fp8(&n->options[k]) &&
        (best == n->option_count || x->s->own[i][k] < x->s->own[i][best]))
      best = k;
  return best;
}

/* The noise the goal leaves, as a share of the signal; NAN: it names none. */
static double noise_allowed(const job *j) {
  metric m = j->ask.budget.metric;
  return j->ask.goal == GOAL_ERROR && (m == METRIC_SQNR || m == METRIC_RELATIVE)
             ? metric_loss(m, j->ask.budget.bound)
             : NAN;
}

#define OUTLIER 20 /* times the channel in the middle: worth a word */

static const value_stats *input_stats(const search *x, size_t i) {
  const node *n = node_measured(x, x->s->table->nodes[i].name);
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
  const char *isolated = isolated_words(x, i),
             *gain = gain_words(x, i, option_is_fp8(o) ? chosen : fp8);
  double allowed = noise_allowed(j), own = s->own[i][fp8];
  size_t e4m3 = noise_option_named(n, "e4m3"), e5m2 = noise_option_named(n, "e5m2");
  if (o->format == FP8C_DTYPE_E5M2)
    return arena_printf(a, "search: E5M2's range is needed: %s%s%s", isolated, spread_words(x, i),
                        gain);
  if (option_is_fp8(o)) {
    bool both = e4m3 < n->option_count && e5m2 < n->option_count;
    return arena_printf(a, "search: %s%s%s", isolated, gain,
                        both && s->own[i][e4m3] > 1e-2 ? spread_words(x, i) : "");
  }
  const char *wide = o->format == FP8C_DTYPE_F32 ? "F32" : "BF16";
  if (isfinite(allowed) && own > allowed)
    return arena_printf(a,
                        "search: hopeless in FP8, so %s: %s, where the budget leaves %s in all%s",
                        wide, isolated, db_text(a, allowed), spread_words(x, i));
  if (isfinite(allowed))
    return arena_printf(a, "search: %s, since FP8 would take %.2g%% of the error budget: %s%s",
                        wide, 100 * own / allowed, isolated, gain);
  return arena_printf(a, "search: %s, since others bring more for their error: %s%s", wide,
                      isolated, gain);
}

static const char *reason_of(search *x, size_t i, size_t chosen) {
  return arena_printf(x->j->keep, "%s%s", why(x, i, chosen), outlier_words(x, i));
}

static bool weighed(const noise_node *n, fp8c_dtype format) {
  for (size_t k = 0; k < n->option_count; k++)
    if (n->options[k].format == format) return true;
  return false;
}

/* Why formats of node i were not weighed. */
static const char *const *refused_of(search *x, size_t i) {
  job *j = x->j;
  const noise_node *n = &x->s->table->nodes[i];
  const node *of = node_measured(x, n->name);
  const node_override *pin = j->ask.overrides && of ? override_of(j->ask.overrides, of) : NULL;
  const char **list = NEW_ARRAY(j->keep, const char *, PRODUCT_FORMATS);
  for (size_t k = 0; k < PRODUCT_FORMATS; k++) {
    if (weighed(n, product_formats[k].dtype)) continue;
    const char *impossible =
        of ? format_impossible(of, &j->passes, product_formats[k].dtype) : NULL;
    if (impossible)
      list[k] = impossible;
    else if (pin && pin->format)
      list[k] = arena_printf(j->keep, "an override pins %s", fp8c_dtype_name(pin->format));
    else if (is_wide(x, n->name))
      list[k] = "BF16 loses too much here: what is not FP8 is F32";
    else
      list[k] = n->fixed ? n->fixed : "it was not measured";
  }
  return list;
}

/* The reasons of the chosen assignment, and what every other format was refused for. */
static void find_reasons(search *x, candidate *c) {
  searched *s = x->s;
  const noise_table *t = s->table;
  job *j = x->j;
  arena *a = arena_inside(j->keep);
  assignment chosen = chooser_measure(x->settings[x->at].chooser, s->choice, a);
  s->predicted_db = metric_value(METRIC_SQNR, predicted_by_others(x, c));
  s->share = NEW_ARRAY(j->keep, double, t->node_count + 1);
  const char **reasons = NEW_ARRAY(j->keep, const char *, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++) {
    if (t->nodes[i].option_count == 0) continue;
    double added = chooser_share(x->settings[x->at].chooser, &chosen, i, s->choice[i], a);
    s->share[i] = chosen.loss.loss > 0 && added > 0 ? added / chosen.loss.loss : 0;
    reasons[i] = reason_of(x, i, s->choice[i]);
  }
  put_choices(x, s->choice, reasons);
  s->refused = NEW_ARRAY(j->keep, const char *const *, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++) s->refused[i] = refused_of(x, i);
  arena_free(a);
}

void report_chosen(search *x, candidate *chosen) {
  find_own(x);
  find_front(x, chosen);
  find_others(x);
  find_reasons(x, chosen);
}
