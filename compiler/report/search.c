/* search.c - what a search, the time model and judging add to the report. */
#include "compiler/report/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/numbers.h"
#include "compiler/search/formats.h"
#include "compiler/search/search.h"
#include "passes/precision/precision.h"

/* Decibels to a thousandth: what lies behind hangs on the C library. */
static json_t *db_json(double x) { return json_finite(round(x * 1000) / 1000); }

static void set_count(json_t *o, const char *key, uint64_t n) {
  json_object_set_new(o, key, json_integer((json_int_t)n));
}

/* ---- Spread ----------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double at_share(const double *sorted, size_t count, double share) {
  double at = share * (double)(count - 1);
  size_t i = (size_t)at;
  return i + 1 < count && isfinite(sorted[i + 1])
             ? sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i])
             : sorted[i];
}

/* SQNR of single samples; NULL where there is none to speak of. */
static json_t *spread_json(const verdict *v, size_t tap, arena *a) {
  const judge *o = v->of;
  size_t stride = o->port_count + o->judged_count;
  arena_mark mark = arena_save(a);
  double *db = NEW_ARRAY(a, double, o->sample_count + 1);
  for (size_t s = 0; s < o->sample_count; s++) {
    const metric_sum *x = &v->squares[s * stride + tap];
    db[s] = isnan(x->part) ? NAN : sqnr_db(x->whole, x->part);
    if (isnan(db[s])) {
      arena_reset(a, mark);
      return NULL;
    }
  }
  qsort(db, o->sample_count, sizeof *db, by_size);
  static const struct {
    const char *name;
    double share;
  } points[] = {{"min_db", 0}, {"p10_db", 0.1}, {"median_db", 0.5}, {"p90_db", 0.9}, {"max_db", 1}};
  json_t *out = json_object();
  set_count(out, "samples", o->sample_count);
  for (size_t i = 0; i < sizeof points / sizeof *points; i++)
    json_object_set_new(out, points[i].name,
                        db_json(at_share(db, o->sample_count, points[i].share)));
  arena_reset(a, mark);
  return out;
}

void report_search_output(const job *j, const alternative *a, size_t index, json_t *o) {
  if (!a->verdict || a->verdict->of->sample_count == 0) return;
  json_t *spread = spread_json(a->verdict, index, j->scratch);
  if (spread) json_object_set_new(o, "spread", spread);
}

void report_search_alternative(const job *j, const alternative *a, json_t *o) {
  json_object_set_new(o, "seconds", json_finite(a->seconds));
  if (!a->verdict) return;
  const judge *of = a->verdict->of;
  json_t *judged = json_array();
  for (size_t i = 0; i < of->judged_count; i++) {
    json_t *x = json_object();
    json_object_set_new(x, "output", json_string(of->judged[i].port));
    json_object_set_new(x, "before",
                        of->judged[i].before && !j->ask.judge_outputs
                            ? json_string(of->judged[i].before->name)
                            : json_null());
    json_object_set_new(x, "sqnr_db", db_json(a->judged_db[i]));
    if (a->judged_db[i] == -(double)INFINITY) json_object_set_new(x, "not_finite", json_true());
    double signal = 0;
    for (size_t k = 0; k < of->sample_count; k++)
      signal +=
          a->verdict->squares[k * (of->port_count + of->judged_count) + of->port_count + i].whole;
    json_object_set_new(x, "signal", json_finite(signal));
    json_t *spread =
        of->sample_count ? spread_json(a->verdict, of->port_count + i, j->scratch) : NULL;
    if (spread) json_object_set_new(x, "spread", spread);
    json_array_append_new(judged, x);
  }
  json_object_set_new(o, "judged", judged);
  if (j->ask.goal != GOAL_ERROR || j->ask.budget.metric == METRIC_COMMAND) return;
  double loss = verdict_loss(a->verdict, NULL, j->scratch).loss;
  json_object_set_new(o, "metric", json_finite(metric_value(j->ask.budget.metric, loss)));
}

/* ---- Nodes --------------------------------------------------------------------------------- */

/* The node of the table with this name; node_count where there is none. */
static size_t table_node(const searched *s, const char *name) {
  const map_entry *e = map_find(&s->by_name, name);
  return e ? (size_t)((const noise_node *)e->item - s->table->nodes) : s->table->node_count;
}

static json_t *options_json(const searched *s, size_t i) {
  const noise_node *n = &s->table->nodes[i];
  json_t *list = json_array();
  for (size_t k = 0; k < n->option_count; k++) {
    const noise_option *p = &n->options[k];
    json_t *o = json_object();
    json_object_set_new(o, "format", json_string(fp8c_dtype_name(p->format)));
    if (dtype_is_fp8(p->format))
      json_object_set_new(
          o, "granularity",
          json_string(p->by == SCALES_OF_BLOCKS
                          ? "weights per 128 x 128 block, activations per 128 of a row"
                      : p->by == SCALES_OF_RUN
                          ? "weights per output channel, activations per tensor of a run"
                      : p->per_channel && p->by ? "weights per output channel, activations per row"
                      : p->by                   ? "weights per tensor, activations per row"
                      : p->split       ? "weights per output channel, remainders of channels"
                      : p->per_channel ? "weights per output channel"
                                       : "weights per tensor"));
    json_object_set_new(o, "noise", json_finite(s->own[i][k]));
    json_object_set_new(o, "method",
                        json_string(p->exact      ? "exact"
                                    : p->compared ? "compared"
                                                  : "estimate"));
    json_object_set_new(o, "seconds", json_finite(s->seconds[i][k]));
    json_object_set_new(o, "chosen", json_boolean(s->choice[i] == k));
    json_array_append_new(list, o);
  }
  for (size_t k = 0; k < PRODUCT_FORMATS; k++)
    if (s->refused[i][k])
      json_array_append_new(
          list, json_pack("{s:s, s:s, s:b}", "format", fp8c_dtype_name(product_formats[k].dtype),
                          "refused", s->refused[i][k], "chosen", 0));
  return list;
}

/* Several products that became one have a name of their own, its parts keep theirs:
 * what the parts add, and take, together. */
static void merged_node(const searched *s, const node *n, json_t *o) {
  double power = 0, share = 0, seconds = 0, wide_seconds = 0;
  size_t parts = 0;
  bool exact = true;
  for (size_t k = 0; k < n->source_count; k++) { /* sources have names of their own */
    size_t i = table_node(s, n->sources[k]);
    const noise_node *part = i < s->table->node_count ? &s->table->nodes[i] : NULL;
    if (!part || part->option_count == 0) continue;
    size_t chosen = s->choice[i], wide = noise_option_named(part, "bf16");
    parts++;
    power += s->own[i][chosen];
    share += s->share[i];
    seconds += s->seconds[i][chosen];
    wide_seconds += wide < part->option_count ? s->seconds[i][wide] : NAN;
    exact &= part->options[chosen].exact;
  }
  if (parts == 0 || !isfinite(power)) return;
  json_t *noise = json_object();
  json_object_set_new(noise, "power", json_real(power));
  json_object_set_new(noise, "share", json_real(fmin(fmax(share, 0), 1)));
  json_object_set_new(noise, "method", json_string(exact ? "exact" : "estimate"));
  json_object_set_new(o, "noise", noise);
  json_object_set_new(o, "seconds", json_finite(seconds));
  json_object_set_new(o, "bf16_seconds", json_finite(wide_seconds));
}

void report_search_node(const job *j, const node *n, json_t *o) {
  const searched *s = j->formats->searched;
  if (!s || n->op->precision != CLASS_GEMM) return;
  size_t i = table_node(s, n->name);
  if (i == s->table->node_count && n->decision && n->decision->merged) merged_node(s, n, o);
  if (i == s->table->node_count) return;
  json_object_set_new(o, "options", options_json(s, i));
  if (s->table->nodes[i].option_count == 0) return;
  size_t chosen = s->choice[i], wide = noise_option_named(&s->table->nodes[i], "bf16");
  json_t *noise = json_object();
  json_object_set_new(noise, "power", json_finite(s->own[i][chosen]));
  json_object_set_new(noise, "share", json_real(fmin(fmax(s->share[i], 0), 1)));
  json_object_set_new(noise, "method",
                      json_string(s->table->nodes[i].options[chosen].exact ? "exact" : "estimate"));
  json_object_set_new(o, "noise", noise);
  json_object_set_new(o, "seconds", json_finite(s->seconds[i][chosen]));
  if (wide < s->table->nodes[i].option_count)
    json_object_set_new(o, "bf16_seconds", json_finite(s->seconds[i][wide]));
}

/* ---- The whole ------------------------------------------------------------------------------- */

static json_t *others_json(const searched *s) {
  json_t *list = json_array();
  for (size_t i = 0; i < s->other_count; i++) {
    const known_assignment *k = &s->others[i];
    json_t *o = json_object();
    json_object_set_new(o, "name", json_string(k->name));
    json_object_set_new(o, "seconds", json_finite(k->seconds));
    json_object_set_new(o, "measured_db", db_json(k->measured_db));
    json_object_set_new(o, "measured", json_finite(k->figure));
    json_object_set_new(o, "keeps", json_boolean(k->keeps));
    json_array_append_new(list, o);
  }
  return list;
}

/* One thing that is asked of a search, and what the chosen assignment has of it. */
typedef struct asked {
  const char *text, *metric;
  double bound, measured;
  bool met;
} asked;

static asked error_asked(const job *j) {
  const budget *b = &j->ask.budget;
  return (asked){b->text, metric_name(b->metric), b->bounded ? b->bound : (double)NAN,
                 j->formats->measured, j->formats->kept};
}

static asked speed_asked(const job *j) {
  char number[40];
  double bound = j->o->target_speedup,
         is = j->formats->searched->bf16_seconds / j->formats->alternatives[0].seconds;
  return (asked){arena_printf(j->scratch, "target-speedup %s", double_print(bound, number)),
                 "speedup", bound, is, is >= bound * (1 - 1e-9)};
}

static asked share_asked(const job *j) {
  char number[40];
  const alternative *a = &j->formats->alternatives[0];
  double bound = j->o->fp8_share,
         is = a->total_macs ? (double)a->fp8_macs / (double)a->total_macs : 0;
  return (asked){arena_printf(j->scratch, "fp8-share %s", double_print(bound, number)), "fp8-share",
                 bound, is, is >= bound - 2e-6};
}

static json_t *asked_json(const asked *x) {
  json_t *o = json_object();
  json_object_set_new(o, "text", json_string(x->text));
  json_object_set_new(o, "metric", json_string(x->metric));
  json_object_set_new(o, "bound", json_finite(x->bound));
  json_object_set_new(o, "measured", json_finite(x->measured));
  json_object_set_new(o, "met", json_boolean(x->met));
  return o;
}

/* The first of what is asked for, and the rest as "besides"; "met" and "text" are of all. */
static json_t *budget_json(const job *j) {
  asked list[3];
  size_t count = 0;
  if (j->ask.goal == GOAL_ERROR) list[count++] = error_asked(j);
  if (j->o->target_speedup > 0) list[count++] = speed_asked(j);
  if (j->o->fp8_share > 0) list[count++] = share_asked(j);
  json_t *o = asked_json(&list[0]), *besides = json_array();
  bool met = list[0].met;
  const char *words = list[0].text;
  for (size_t i = 1; i < count; i++) {
    json_array_append_new(besides, asked_json(&list[i]));
    met &= list[i].met;
    words = arena_printf(j->scratch, "%s, %s", words, list[i].text);
  }
  json_object_set_new(o, "text", json_string(words));
  json_object_set_new(o, "met", json_boolean(met));
  if (count > 1) json_object_set(o, "besides", besides);
  json_decref(besides);
  json_object_set_new(o, "others", others_json(j->formats->searched));
  if (j->ask.goal == GOAL_ERROR) {
    json_object_set_new(o, "deciding", json_finite(j->formats->searched->deciding));
    json_object_set_new(o, "safe", json_boolean(j->formats->searched->safe));
  }
  return o;
}

report_time report_time_of(const job *j) {
  report_time t = {.model = time_model_of(j), .bf16_seconds = NAN};
  t.seconds = j->formats->alternatives[0].seconds;
  for (size_t i = 0; i < j->formats->alternative_count; i++)
    if (strcmp(j->formats->alternatives[i].name, "bf16") == 0)
      t.bf16_seconds = j->formats->alternatives[i].seconds;
  if (j->o->precision == FP8C_PRECISION_BF16) t.bf16_seconds = t.seconds;
  return t;
}

void report_write_time(const job *j, json_writer *w, const char *key) {
  if (!j->formats->alternative_count) return;
  report_time t = report_time_of(j);
  const cost_model *m = &t.model.cost;
  json_open_object(w, key);
  json_write_bool(w, "assumed", j->targets.assumed != NULL);
  json_write_text(w, "assumes",
                  m->full ? "a chip that many samples keep full: no launches, no waiting"
                          : "one run at these sizes, launches included");
  json_write_real(w, "bf16_seconds", t.bf16_seconds);
  json_write_text(w, "constants", *cost_measured_on(m) ? "measured" : "data sheet");
  json_write_bool(w, "full", m->full);
  json_write_text(w, "profile", m->full ? "" : t.model.profile);
  json_write_real(w, "seconds", t.seconds);
  json_write_text(w, "source", "model");
  json_open_array(w, "steps");
  for (size_t i = 0; i < j->formats->cost_step_count; i++) {
    const cost_step *s = &j->formats->cost_steps[i];
    json_open_object(w, NULL);
    json_write_integer(w, "bytes", (int64_t)s->bytes);
    json_write_text(w, "format", s->format);
    json_write_text(w, "kind", s->kind);
    json_write_text(w, "limit", s->limit);
    json_write_integer(w, "macs", (int64_t)s->macs);
    json_write_text(w, "name", s->name);
    json_write_real(w, "seconds", s->seconds);
    json_close(w);
  }
  json_close(w);
  json_write_text(w, "target", cost_chip(m));
  json_close(w);
}

/* Indices of the points, the fastest first; what has no time last. */
static size_t *by_time(const searched *s, arena *a) {
  size_t *order = NEW_ARRAY(a, size_t, s->front_count + 1);
  for (size_t i = 0; i < s->front_count; i++) {
    double t = s->front[i].seconds;
    size_t k = i;
    for (; k > 0 && (isnan(s->front[order[k - 1]].seconds) || t < s->front[order[k - 1]].seconds);
         k--)
      order[k] = order[k - 1];
    order[k] = i;
  }
  return order;
}

static json_t *front_json(const searched *s, arena *a) {
  json_t *list = json_array();
  arena_mark mark = arena_save(a);
  const size_t *order = by_time(s, a);
  for (size_t i = 0; i < s->front_count; i++) {
    const front_point *p = &s->front[order[i]];
    json_t *o = json_object();
    double share = s->total_macs ? (double)p->fp8_macs / (double)s->total_macs : 0;
    json_object_set_new(o, "fp8_mac_share", json_real(fmin(share, 1)));
    set_count(o, "fp8_nodes", p->fp8_nodes);
    json_object_set_new(o, "seconds", json_finite(p->seconds));
    json_object_set_new(o, "predicted_db", db_json(p->predicted_db));
    json_object_set_new(o, "measured_db", db_json(p->measured_db));
    json_object_set_new(o, "chosen", json_boolean(p->chosen));
    json_array_append_new(list, o);
  }
  arena_reset(a, mark);
  return list;
}

static json_t *sensitivity_json(const job *j) {
  const searched *s = j->formats->searched;
  json_t *o = json_object();
  bool exact = true;
  for (size_t i = 0; i < s->table->node_count; i++)
    for (size_t k = 0; k < s->table->nodes[i].option_count; k++)
      exact &=
          s->table->nodes[i].options[k].exact || s->table->nodes[i].options[k].column == NOISE_NONE;
  json_object_set_new(o, "method", json_string(exact ? "exact" : "estimate"));
  json_object_set_new(o, "metric", json_string("noise over signal at the judged values"));
  set_count(o, "samples", s->table->sample_count);
  /* of what one sample would have said of the others, with what was measured there */
  json_object_set_new(o, "correlation", db_json(s->table->estimate_correlation));
  json_object_set_new(o, "predicted_db", db_json(s->predicted_db));
  if (j->formats->judge)
    json_object_set_new(o, "measured_db",
                        db_json(verdict_db(j->formats->alternatives[0].verdict, NULL, j->scratch)));
  return o;
}

void report_search(const job *j, json_t *r) {
  if (j->formats->judge) {
    json_t *o = json_object();
    json_object_set_new(o, "split",
                        json_string(j->samples.evaluation ? "separate"
                                    : j->samples.split    ? "held-out"
                                                          : "calibration"));
    set_count(o, "samples", j->formats->judge->sample_count);
    json_object_set_new(r, "evaluation", o);
  }
  if (!j->formats->searched) return;
  json_object_set_new(r, "budget", budget_json(j));
  json_object_set_new(r, "sensitivity", sensitivity_json(j));
  json_object_set_new(r, "pareto", front_json(j->formats->searched, j->scratch));
}
