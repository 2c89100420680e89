/* sensitivity.c - fp8c_sensitivity: what each product's format costs at the outputs,
 * in a document (docs/sensitivity.md), and how well it foretells whole assignments. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/numbers.h"
#include "base/random.h"
#include "compiler/compile/entry.h"
#include "compiler/compile/times.h"
#include "passes/precision/accumulator.h"
#include "passes/precision/assign.h"
#include "passes/precision/noise.h"
#include "passes/precision/precision.h"
#include "passes/precision/walk.h"

typedef struct sensing {
  job *j;
  const fp8c_sensitivity_options *what;
  const noise_table *t;
  noise_sum *sums;   /* by output, and one for all together */
  noise_sum *merely; /* by output: without what all E4M3 says */
  const node **nodes;
  uint64_t macs;
  const product_times *times;
  char **json;
} sensing;

/* To a hundredth: what lies behind depends on the C library. */
static json_t *db_json(double x) { return json_finite(round(x * 100) / 100); }
static json_t *share_json(double x) { return json_finite(round(x * 1e6) / 1e6); }

/* One figure for each output. */
typedef double figure_function(const sensing *s, const noise_sum *sum, const void *user);

static json_t *by_output(const sensing *s, figure_function *figure, const void *user) {
  json_t *list = json_array();
  for (size_t o = 0; o < s->t->output_count; o++)
    json_array_append_new(list, db_json(figure(s, &s->sums[o], user)));
  return list;
}

/* ---- Figures ---------------------------------------------------------------------------- */

typedef struct prediction {
  const size_t *choice;
  bool pairs;
} prediction;

static double predicted_db(const sensing *s, const noise_sum *sum, const void *user) {
  const prediction *p = user;
  (void)s;
  return sqnr_db(sum->signal, noise_predict(sum, p->choice, p->pairs));
}

static double hold_of(const sensing *s, const noise_sum *sum, const void *user) {
  (void)s, (void)user;
  return sum->hold;
}

static double exponent_of(const sensing *s, const noise_sum *sum, const void *user) {
  (void)s, (void)user;
  return sum->exponent[true];
}

/* Of a column by itself, without the base. */
static double column_db(const sensing *s, const noise_sum *sum, const void *user) {
  size_t column = *(const size_t *)user, n = s->t->column_count;
  return column == NOISE_NONE ? (double)INFINITY
                              : sqnr_db(sum->signal, sum->gram[column * n + column]);
}

/* What a node adds to the noise of an assignment: its own, and its pair terms, which it
 * shares with the other half of each pair. */
static double contribution(const sensing *s, const noise_sum *sum, const size_t *choice, size_t i) {
  size_t n = s->t->column_count;
  const noise_node *x = &s->t->nodes[i];
  if (!x->option_count || x->options[choice[i]].column == NOISE_NONE) return 0;
  const double *row = sum->gram + x->options[choice[i]].column * n;
  double noise = row[x->options[choice[i]].column] + row[NOISE_BASE];
  for (size_t k = 0; k < s->t->node_count; k++) {
    const noise_node *y = &s->t->nodes[k];
    if (k == i || !y->option_count || y->options[choice[k]].column == NOISE_NONE) continue;
    noise += row[y->options[choice[k]].column];
  }
  return noise;
}

/* ---- The document -------------------------------------------------------------------------- */

static json_t *outputs_json(const sensing *s) {
  json_t *list = json_array();
  for (size_t o = 0; o < s->t->output_count; o++) {
    const noise_output *x = &s->t->outputs[o];
    json_t *item = json_pack("{s:s, s:s}", "port", x->port, "value", x->value);
    json_object_set_new(item, "before", json_text_or_null(x->before ? x->before->name : NULL));
    json_array_append_new(list, item);
  }
  return list;
}

static json_t *assignment_json(const sensing *s, const size_t *choice) {
  prediction with = {choice, true}, without = {choice, false};
  json_t *o = json_object();
  json_object_set_new(o, "predicted_db", by_output(s, predicted_db, &with));
  json_object_set_new(o, "without_pairs_db", by_output(s, predicted_db, &without));
  return o;
}

/* JSON is no arena's: whatever takes memory from one comes first, or goes into an
 * object that is part of the document already. */
static void put_assignments(const sensing *s, json_t *o) {
  for (size_t i = 0; i < PRODUCT_FORMATS; i++) {
    const size_t *choice = noise_choice(s->t, product_formats[i].name, s->j->scratch);
    json_object_set_new(o, product_formats[i].name, assignment_json(s, choice));
  }
}

/* A nanosecond is as fine as a model goes. */
static json_t *seconds_json(double x) { return json_finite(round(x * 1e9) / 1e9); }

static json_t *option_json(const sensing *s, const node *n, const noise_option *x) {
  json_t *o = json_object();
  json_object_set_new(o, "name", json_string(x->name));
  json_object_set_new(o, "format", json_string(fp8c_dtype_name(x->format)));
  json_object_set_new(o, "method",
                      json_string(x->column == NOISE_NONE ? "base"
                                  : x->exact              ? "exact"
                                                          : "scaled"));
  json_object_set_new(o, "local_db", db_json(x->local_db));
  json_object_set_new(
      o, "seconds",
      seconds_json(product_seconds(s->times, n->id, x->activations, x->weights, x->by)));
  json_object_set_new(o, x->removes ? "removes_db" : "alone_db",
                      by_output(s, column_db, &x->column));
  return o;
}

typedef struct ranked {
  size_t node;
  double share; /* of the error when every product is in E4M3 */
} ranked;

/* What the tensor core's sums keep by how often they go into F32, as in a compile's report. */
static json_t *sums_json(const sensing *s, const node *n) {
  const node_score *x = score_of(&s->j->passes, n);
  if (!x || isnan(x->sums_db[0])) return json_null();
  json_t *o = json_object();
  for (size_t k = 0; k < SUM_INTERVALS; k++) {
    char key[24] = "off_db";
    if (sum_intervals[k]) snprintf(key, sizeof key, "%d_db", sum_intervals[k]);
    json_object_set_new(o, key, db_json(x->sums_db[k]));
  }
  return o;
}

/* ---- Constant scales ----------------------------------------------------------------------- */

/* The biases that keep the budget, of one product; of all that have figures where `x` is NULL. */
static json_t *kept_biases(const sensing *s, const node_score *x, size_t format) {
  json_t *list = json_array();
  for (size_t b = 0; b < BIASES; b++) {
    bool kept = false, lost = false;
    for (size_t i = 0; i < s->t->node_count; i++) {
      const node_score *y = x ? x : score_of(&s->j->passes, s->nodes[i]);
      if (!y || isnan(y->constant_db[format][b])) continue;
      kept = true;
      lost |= y->constant_db[format][b] < s->what->constant_scales_db;
    }
    if (kept && !lost) json_array_append_new(list, json_integer(BIAS_FIRST + (int)b));
  }
  return list;
}

static json_t *node_constants(const sensing *s, const node *n) {
  const node_score *x = score_of(&s->j->passes, n);
  if (!x || isnan(x->constant_db[0][0])) return json_null();
  json_t *o = json_object();
  for (size_t f = 0; f < FP8_FORMATS; f++) {
    json_t *of = json_object(), *list = json_array();
    for (size_t b = 0; b < BIASES; b++) json_array_append_new(list, db_json(x->constant_db[f][b]));
    json_object_set_new(of, "db", list);
    json_object_set_new(of, "kept", kept_biases(s, x, f));
    json_object_set_new(o, product_formats[f].name, of);
  }
  return o;
}

static json_t *all_constants(const sensing *s) {
  json_t *o = json_object(), *biases = json_array(), *kept = json_object();
  for (int b = 0; b < BIASES; b++) json_array_append_new(biases, json_integer(BIAS_FIRST + b));
  for (size_t f = 0; f < FP8_FORMATS; f++)
    json_object_set_new(kept, product_formats[f].name, kept_biases(s, NULL, f));
  json_object_set_new(o, "budget_db", json_real(s->what->constant_scales_db));
  json_object_set_new(o, "biases", biases);
  json_object_set_new(o, "kept", kept);
  return o;
}

static json_t *node_json(const sensing *s, size_t i, double share) {
  const noise_node *x = &s->t->nodes[i];
  const node *n = s->nodes[i];
  json_t *o = json_object(), *sources = json_array(), *options = json_array();
  json_object_set_new(o, "name", json_string(x->name));
  json_object_set_new(o, "op", json_string(n->op->name));
  for (size_t k = 0; k < n->source_count; k++)
    json_array_append_new(sources, json_string(n->sources[k]));
  json_object_set_new(o, "sources", sources);
  json_object_set_new(o, "macs", json_integer((json_int_t)x->macs));
  json_object_set_new(o, "macs_share",
                      share_json(s->macs ? (double)x->macs / (double)s->macs : (double)NAN));
  json_object_set_new(o, "fixed", json_text_or_null(x->fixed));
  json_object_set_new(o, "weights_share", share_json(x->weights_share));
  json_object_set_new(o, "error_share", share_json(x->option_count ? share : (double)NAN));
  for (size_t k = 0; k < x->option_count; k++)
    json_array_append_new(options, option_json(s, n, &x->options[k]));
  json_object_set_new(o, "options", options);
  json_object_set_new(o, "accumulation", sums_json(s, n));
  if (s->what->constant_scales_db > 0)
    json_object_set_new(o, "constant_scales", node_constants(s, n));
  return o;
}

static int by_share(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  if (x->share != y->share) return x->share > y->share ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

/* Shares to a millionth, so that the order does not hang on a last bit. */
static ranked *rank_nodes(const sensing *s, size_t *count) {
  const noise_table *t = s->t;
  const noise_sum *sum = &s->sums[t->output_count];
  const size_t *choice = noise_choice(t, "e4m3", s->j->scratch);
  ranked *list = NEW_ARRAY(s->j->scratch, ranked, t->node_count + 1);
  double whole = noise_added(sum, choice, true);
  *count = 0;
  for (size_t i = 0; i < t->node_count; i++) {
    if (!t->nodes[i].option_count) continue;
    double share = whole > 0 ? contribution(s, sum, choice, i) / whole : 0;
    list[(*count)++] = (ranked){i, round(share * 1e6) / 1e6};
  }
  qsort(list, *count, sizeof *list, by_share);
  return list;
}

/* How few products make most of the error: what a search can hope for. */
static const char *profile_words(const sensing *s, const ranked *list, size_t count) {
  double sum = 0, of = 0;
  size_t few = 0;
  for (size_t i = 0; i < count; i++) of += fmax(0, list[i].share);
  while (few < count && sum < 0.8 * of) sum += fmax(0, list[few++].share);
  if (count == 0) return "no product's format can be chosen";
  const char *kind =
      few * 4 <= count   ? "steep: a few products out of FP8 take most of the error away"
      : few * 2 >= count ? "flat: error goes only as products leave FP8, one after the other"
                         : "neither steep nor flat";
  return arena_printf(s->j->scratch, "%zu of %zu products make 80%% of the error of all-E4M3: %s",
                      few, count, kind);
}

static json_t *nodes_json(const sensing *s, const ranked *list, size_t count) {
  double *shares = NEW_ARRAY(s->j->scratch, double, s->t->node_count + 1);
  json_t *nodes = json_array();
  for (size_t i = 0; i < count; i++) shares[list[i].node] = list[i].share;
  for (size_t i = 0; i < s->t->node_count; i++)
    json_array_append_new(nodes, node_json(s, i, shares[i]));
  return nodes;
}

/* ---- Random assignments, predicted and run ----------------------------------------------------
 */

typedef struct trial {
  size_t *choice;
  double *predicted, *unpaired, *added, *measured; /* by output, in dB */
} trial;

/* A share of FP8 is drawn first, so that small and large errors occur. */
static size_t *random_choice(const noise_table *t, uint64_t *state, arena *a) {
  size_t *choice = noise_choice(t, "bf16", a);
  double fp8 = random_unit(state);
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    bool in_fp8 = random_unit(state) < fp8, e5m2 = random_unit(state) < 0.25;
    if (!in_fp8 || !n->option_count) continue;
    size_t k = noise_option_named(n, e5m2 ? "e5m2" : "e4m3");
    if (k == n->option_count) k = noise_option_named(n, "e4m3");
    if (k < n->option_count) choice[i] = k;
  }
  return choice;
}

static fp8c_status assigned_graph(sensing *s, const size_t *choice, graph **out, fp8c_error *err) {
  job *j = s->j;
  const noise_table *t = s->t;
  format_choice *list = NEW_ARRAY(j->keep, format_choice, t->node_count + 1);
  size_t count = 0;
  for (size_t i = 0; i < t->node_count; i++)
    if (t->nodes[i].option_count)
      list[count++] = (format_choice){
          t->nodes[i].name, t->nodes[i].options[choice[i]].format, "a random assignment",
          "search",         t->nodes[i].options[choice[i]].by,     false};
  pass_context c = j->passes;
  c.choices = list;
  c.choice_count = count;
  c.progress = NULL;
  pass_options quiet = {0};
  *out = graph_clone(j->model.graph, j->keep);
  return passes_run(*out, pipeline_precision, pipeline_precision_count, &c, &quiet, err);
}

static fp8c_status begin_run(sensing *s, const graph *g, sample_walk *w, fp8c_error *err) {
  pass_context *c = &s->j->passes;
  const noise_table *t = s->t;
  value **taps = NEW_ARRAY(c->scratch, value *, t->output_count + 1);
  for (size_t o = 0; o < t->output_count; o++) {
    taps[o] = graph_find_value(g, t->outputs[o].value);
    if (!taps[o])
      return fail(err, FP8C_ERROR_INTERNAL, "value \"%s\" is gone from the assigned graph",
                  t->outputs[o].value);
  }
  return walk_begin(c, g, (tap_list){taps, t->output_count}, WALK_ONCE, w, err);
}

/* The judged values of one sample in F32, in scratch. */
static fp8c_status judge(sensing *s, sample_walk *w, size_t sample, tensor *out, fp8c_error *err) {
  TRY(walk_sample(w, sample, err));
  for (size_t o = 0; o < s->t->output_count; o++) {
    out[o] = w->results[o];
    out[o].data = (void *)(uintptr_t)tensor_f32(&w->results[o], w->scratch);
  }
  return FP8C_OK;
}

/* What the F32 graph gives on every sample, once for all assignments. */
static fp8c_status keep_reference(sensing *s, tensor **out, fp8c_error *err) {
  pass_context *c = &s->j->passes;
  size_t outputs = s->t->output_count;
  arena_mark begin = arena_save(c->scratch);
  sample_walk run;
  tensor *list = NEW_ARRAY(s->j->keep, tensor, s->t->sample_count * outputs + 1);
  TRY(begin_run(s, s->j->model.graph, &run, err));
  for (size_t i = 0; i < s->t->sample_count; i++) {
    arena_mark mark = arena_save(c->scratch);
    tensor *got = &list[i * outputs];
    TRY(judge(s, &run, i, got, err));
    for (size_t o = 0; o < outputs; o++) {
      size_t count = (size_t)tensor_elements(&got[o]);
      float *x = NEW_ARRAY(s->j->keep, float, count + 1);
      if (count) memcpy(x, got[o].data, count * sizeof *x);
      got[o].data = x;
    }
    arena_reset(c->scratch, mark);
  }
  arena_reset(c->scratch, begin);
  *out = list;
  return FP8C_OK;
}

static fp8c_status measure_trial(sensing *s, const tensor *reference, const graph *g, trial *x,
                                 fp8c_error *err) {
  pass_context *c = &s->j->passes;
  size_t outputs = s->t->output_count;
  sample_walk run;
  double *signal = NEW_ARRAY(c->scratch, double, outputs);
  double *noise = NEW_ARRAY(c->scratch, double, outputs);
  TRY(begin_run(s, g, &run, err));
  for (size_t i = 0; i < s->t->sample_count; i++) {
    arena_mark mark = arena_save(c->scratch);
    const tensor *want = &reference[i * outputs];
    tensor *got = NEW_ARRAY(c->scratch, tensor, outputs);
    TRY(judge(s, &run, i, got, err));
    for (size_t o = 0; o < outputs; o++) {
      const float *p = want[o].data, *q = got[o].data;
      int64_t n = tensor_elements(&want[o]);
      if (n != tensor_elements(&got[o]))
        return fail(err, FP8C_ERROR_UNSUPPORTED, "\"%s\" has another shape in other formats",
                    s->t->outputs[o].value);
      for (int64_t k = 0; k < n; k++) {
        if (!isfinite(p[k])) continue;
        double d = (double)q[k] - (double)p[k];
        signal[o] += (double)p[k] * (double)p[k];
        noise[o] += d * d;
      }
    }
    arena_reset(c->scratch, mark);
  }
  for (size_t o = 0; o < outputs; o++) x->measured[o] = sqnr_db(signal[o], noise[o]);
  return FP8C_OK;
}

static fp8c_status run_trial(sensing *s, const tensor *reference, uint64_t *state, trial *x,
                             fp8c_error *err) {
  job *j = s->j;
  size_t outputs = s->t->output_count;
  graph *g;
  x->choice = random_choice(s->t, state, j->keep);
  x->predicted = NEW_ARRAY(j->keep, double, outputs);
  x->unpaired = NEW_ARRAY(j->keep, double, outputs);
  x->added = NEW_ARRAY(j->keep, double, outputs);
  x->measured = NEW_ARRAY(j->keep, double, outputs);
  for (size_t o = 0; o < outputs; o++) {
    const noise_sum *sum = &s->sums[o];
    x->predicted[o] = sqnr_db(sum->signal, noise_predict(sum, x->choice, true));
    x->unpaired[o] = sqnr_db(sum->signal, noise_predict(sum, x->choice, false));
    x->added[o] = sqnr_db(sum->signal, noise_predict(&s->merely[o], x->choice, true));
  }
  TRY(assigned_graph(s, x->choice, &g, err));
  arena_mark mark = arena_save(j->scratch);
  fp8c_status status = measure_trial(s, reference, g, x, err);
  arena_reset(j->scratch, mark);
  return status;
}

typedef enum predictor { PREDICTED, UNPAIRED, ADDED } predictor;

/* Correlation and mean absolute difference of predicted and measured dB. */
static json_t *agreement(const trial *x, size_t count, size_t output, predictor by) {
  double n = 0, sx = 0, sy = 0, xx = 0, yy = 0, xy = 0, apart = 0;
  for (size_t i = 0; i < count; i++) {
    const double *figures = by == PREDICTED  ? x[i].predicted
                            : by == UNPAIRED ? x[i].unpaired
                                             : x[i].added;
    double p = figures[output], q = x[i].measured[output];
    if (!isfinite(p) || !isfinite(q)) continue;
    n++, sx += p, sy += q, xx += p * p, yy += q * q, xy += p * q, apart += fabs(p - q);
  }
  double vx = n > 0 ? xx - sx * sx / n : 0, vy = n > 0 ? yy - sy * sy / n : 0;
  json_t *o = json_object();
  json_object_set_new(
      o, "correlation",
      n > 1 && vx > 0 && vy > 0 ? share_json((xy - sx * sy / n) / sqrt(vx * vy)) : json_null());
  json_object_set_new(o, "mean_difference_db", n > 0 ? db_json(apart / n) : json_null());
  return o;
}

static json_t *trials_json(const sensing *s, const trial *x, size_t count) {
  json_t *o = json_object(), *outputs = json_array(), *list = json_array();
  for (size_t k = 0; k < s->t->output_count; k++) {
    json_t *item = json_object();
    json_object_set_new(item, "port", json_string(s->t->outputs[k].port));
    json_object_set_new(item, "with_pairs", agreement(x, count, k, PREDICTED));
    json_object_set_new(item, "without_pairs", agreement(x, count, k, UNPAIRED));
    json_object_set_new(item, "without_correction", agreement(x, count, k, ADDED));
    json_array_append_new(outputs, item);
  }
  for (size_t i = 0; i < count; i++) {
    uint64_t fp8 = 0;
    json_t *item = json_object(), *predicted = json_array(), *unpaired = json_array(),
           *added = json_array(), *measured = json_array();
    for (size_t n = 0; n < s->t->node_count; n++)
      if (s->t->nodes[n].option_count &&
          dtype_is_fp8(s->t->nodes[n].options[x[i].choice[n]].format))
        fp8 += s->t->nodes[n].macs;
    for (size_t k = 0; k < s->t->output_count; k++) {
      json_array_append_new(predicted, db_json(x[i].predicted[k]));
      json_array_append_new(unpaired, db_json(x[i].unpaired[k]));
      json_array_append_new(added, db_json(x[i].added[k]));
      json_array_append_new(measured, db_json(x[i].measured[k]));
    }
    json_object_set_new(item, "fp8_macs_share", share_json((double)fp8 / (double)s->macs));
    json_object_set_new(item, "predicted_db", predicted);
    json_object_set_new(item, "without_pairs_db", unpaired);
    json_object_set_new(item, "without_correction_db", added);
    json_object_set_new(item, "measured_db", measured);
    json_array_append_new(list, item);
  }
  json_object_set_new(o, "seed", json_integer((json_int_t)s->what->seed));
  json_object_set_new(o, "outputs", outputs);
  json_object_set_new(o, "assignments", list);
  return o;
}

static fp8c_status run_trials(sensing *s, json_t **out, fp8c_error *err) {
  job *j = s->j;
  size_t count = s->what->check;
  uint64_t state = s->what->seed;
  trial *x = NEW_ARRAY(j->keep, trial, count + 1);
  tensor *reference;
  TRY(keep_reference(s, &reference, err));
  for (size_t i = 0; i < count; i++) {
    TRY(run_trial(s, reference, &state, &x[i], err));
    job_progress(j, "check", i + 1, count);
  }
  *out = trials_json(s, x, count);
  return FP8C_OK;
}

/* ---- The whole ----------------------------------------------------------------------------------
 */

static void find_nodes(sensing *s) {
  size_t i = 0;
  s->nodes = NEW_ARRAY(s->j->keep, const node *, s->t->node_count + 1);
  for (const node *n = s->j->model.graph->first; n; n = n->next)
    if (n->op->precision == CLASS_GEMM) s->nodes[i++] = n;
  for (i = 0; i < s->t->node_count; i++) s->macs += s->t->nodes[i].macs;
}

static void sum_up(sensing *s) {
  size_t outputs = s->t->output_count;
  arena *keep = s->j->keep;
  noise_table *plain = NEW(keep, noise_table);
  *plain = *s->t;
  plain->anchor = NULL;
  s->sums = NEW_ARRAY(keep, noise_sum, outputs + 1);
  s->merely = NEW_ARRAY(keep, noise_sum, outputs + 1);
  for (size_t o = 0; o <= outputs; o++) {
    s->sums[o] = noise_over(s->t, o < outputs ? o : NOISE_TOGETHER, NULL, 0, keep);
    if (o < outputs && s->what->check) s->merely[o] = noise_over(plain, o, NULL, 0, keep);
  }
}

static json_t *time_json(job *j) {
  time_model m = time_model_of(j);
  const char *chip = cost_chip(&m.cost);
  return json_pack("{s:s, s:s, s:b}", "chip", chip, "profile", m.profile, "full", m.cost.full);
}

static fp8c_status document(sensing *s, json_t *o, fp8c_error *err) {
  job *j = s->j;
  size_t count;
  ranked *list = rank_nodes(s, &count);
  json_object_set_new(o, "schema", json_string("fp8c-sensitivity-1"));
  json_object_set_new(o, "compiler",
                      json_string(arena_printf(j->scratch, "fp8c %s", fp8c_version())));
  const char *slash = strrchr(j->o->model_path, '/');
  json_object_set_new(o, "model",
                      json_string(text_safe(j->scratch, slash ? slash + 1 : j->o->model_path)));
  json_object_set_new(o, "calibration", json_string(j->samples.all->hash));
  json_object_set_new(o, "samples", json_integer((json_int_t)s->t->sample_count));
  json_object_set_new(o, "probes", json_integer((json_int_t)s->t->probes));
  json_object_set_new(o, "estimate",
                      json_pack("{s:o, s:o}", "correlation", share_json(s->t->estimate_correlation),
                                "mean_difference_db", db_json(s->t->estimate_difference_db)));
  json_object_set_new(o, "state_carried", json_boolean(j->samples.all->state_count > 0));
  json_object_set_new(o, "outputs", outputs_json(s));
  json_object_set_new(o, "profile", json_string(profile_words(s, list, count)));
  json_object_set_new(o, "time", time_json(j));
  json_object_set_new(o, "pairs_hold", by_output(s, hold_of, NULL));
  json_object_set_new(o, "exponent", by_output(s, exponent_of, NULL));
  json_object_set_new(o, "assignments", json_object());
  put_assignments(s, json_object_get(o, "assignments"));
  json_t *ranking = json_array();
  json_object_set_new(o, "ranking", ranking);
  for (size_t i = 0; i < count; i++)
    json_array_append_new(ranking, json_string(s->t->nodes[list[i].node].name));
  json_object_set_new(o, "nodes", nodes_json(s, list, count));
  if (s->what->constant_scales_db > 0) json_object_set_new(o, "constant_scales", all_constants(s));
  if (!s->what->check) return FP8C_OK;
  json_t *check;
  TRY(run_trials(s, &check, err));
  json_object_set_new(o, "check", check);
  return FP8C_OK;
}

static fp8c_status sense(job *j, void *user, fp8c_error *err) {
  sensing *s = user;
  s->j = j;
  j->ask.measures = true;
  if (!(s->what->constant_scales_db >= 0) || isinf(s->what->constant_scales_db))
    return fail(err, FP8C_ERROR_ARGUMENT, "--constant-scales is a number of dB above 0, not %g",
                s->what->constant_scales_db);
  if (!j->o->calibrate)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "errors are measured on samples of the model's inputs; give --calibrate");
  TRY(job_open(j, err));
  TRY(job_prepare(j, err));
  job_stage(j, "sensitivity");
  j->passes.precision = PRECISION_AUTO;
  j->passes.repairs_limited = false; /* as a search weighs them */
  pass_options quiet = {0};
  size_t before = 0; /* what comes before anything is decided */
  while (strcmp(pipeline_precision[before], "assign") != 0) before++;
  TRY(passes_run(j->model.graph, pipeline_precision, before, &j->passes, &quiet, err));
  noise_request r = {.exact = s->what->exact,
                     .seconds = s->what->seconds,
                     .samples = s->what->samples,
                     .probes = s->what->probes,
                     .ports = s->what->outputs,
                     .port_count = s->what->output_count};
  TRY(noise_measure(j->model.graph, &j->passes, &r, &s->t, err));
  j->passes.constant_scales = s->what->constant_scales_db > 0;
  TRY(score_nodes(j->model.graph, &j->passes, err));
  TRY(product_times_of(j, j->model.graph, &s->times, err));
  find_nodes(s);
  sum_up(s);
  json_t *o = json_object();
  arena_defer(j->keep, json_drop, o);
  TRY(document(s, o, err));
  *s->json = json_words(o, JSON_INDENT(1) | JSON_SORT_KEYS | JSON_REAL_PRECISION(9));
  return *s->json ? FP8C_OK : fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for the document");
}

fp8c_status fp8c_sensitivity(const fp8c_compile_options *options,
                             const fp8c_sensitivity_options *given, char **json, fp8c_error *err) {
  if (!json) return fail(err, FP8C_ERROR_ARGUMENT, "no place for the document was given");
  *json = NULL;
  fp8c_sensitivity_options what = {0};
  if (given) ENTRY_OPTIONS(&what, given);
  const entry_list lists[] = {{"outputs", what.outputs, what.output_count}, {0}};
  TRY(entry_lists(lists, err));
  sensing s = {.what = &what, .json = json};
  return job_enter(options, sense, &s, err);
}
