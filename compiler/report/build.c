/* build.c - the report document: one JSON value that the terminal, the
 * HTML page and `--json` all show (docs/report.md describes every field).
 *
 * What there is one of is made as trees; what has an entry for every node, value or port of a model
 * is written at once (json_writer.h).  What the plan stores holds nothing that differs from run to
 * run; times are added only to what the compile returns. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "compiler/report/build.h"
#include "compiler/report/nodes.h"
#include "compiler/report/report.h"
#include "compiler/report/search.h"
#include "compiler/report/tuning.h"
#include "compiler/search/formats.h"
#include "compiler/search/judge.h"
#include "passes/precision/distribution.h"
#include "runtime/plan_text.h"

#define REPORT_WORDS_BYTES ((size_t)1 << 20)
#define SINGLE_PARTS_MOST 32

/* How the chosen graph's products read the value, if any does in FP8: the first reader, where
 * formats differ; NULL: none does. */
static const stored_value *storage_of(const job *j, const value_stats *s) {
  const calibration_stats *all = j->passes.stats;
  for (size_t i = 0; i < all->stored_count; i++) {
    const stored_value *v = &all->stored[i];
    if (v->graph == j->model.graph && strcmp(v->value_name, s->value_name) == 0) return v;
  }
  return NULL;
}

static const nonfinite_value *nonfinite_of(const job *j, const value_stats *s) {
  for (size_t i = 0; i < j->samples.skipped.value_count; i++)
    if (strcmp(j->samples.skipped.values[i].name, s->value_name) == 0)
      return &j->samples.skipped.values[i];
  return NULL;
}

static void write_percentiles(json_writer *w, const value_stats *s) {
  static const struct {
    const char *name;
    double share;
  } rows[] = {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p99.9", 0.999}, {"p99.99", 0.9999}};
  json_open_object(w, "percentiles");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    json_write_real(w, rows[i].name, stats_percentile(s, rows[i].share));
  json_close(w);
}

/* Largest magnitudes by channel, in short: the ends, the middle, and the largest one. */
static void write_channels(const job *j, json_writer *w, const value_stats *s) {
  float least = s->channel_amax[0];
  for (size_t i = 1; i < s->channel_count; i++) least = fminf(least, s->channel_amax[i]);
  channel_outlier most = stats_outlier(s, j->scratch);
  json_open_object(w, "channels");
  json_write_integer(w, "count", (int64_t)s->channel_count);
  json_write_integer(w, "largest", (int64_t)most.channel);
  json_write_real(w, "least_amax", (double)least);
  json_write_real(w, "outlier_ratio", most.ratio > 0 ? most.ratio : (double)NAN);
  json_close(w);
}

static void write_histogram(json_writer *w, const value_stats *s, int first) {
  int last = HISTOGRAM_BINS - 1;
  while (last >= first && s->histogram[last] == 0) last--;
  json_open_array(w, "histogram");
  for (int i = first; i <= last; i++) json_write_integer(w, NULL, (int64_t)s->histogram[i]);
  json_close(w);
}

/* What numbers distributed like the value's would have of each format. */
static void write_distribution(json_writer *w, const distribution_fit *f) {
  json_open_object(w, "distribution");
  json_write_text(w, "best", lattice_name(f->best));
  json_write_real(w, "best_db", f->best_db);
  json_write_real(w, "divergence", f->divergence);
  json_write_text(w, "family", f->family);
  json_write_real(w, "freedom", f->freedom);
  json_write_real(w, "scale", f->scale);
  json_close(w);
}

/* In the order of their names. */
static const lattice_kind what_ifs[] = {LATTICE_IF_E2M5,      LATTICE_IF_E3M4,
                                        LATTICE_IF_E4M3_IEEE, LATTICE_IF_E4M3FNUZ,
                                        LATTICE_IF_E5M2FNUZ,  LATTICE_IF_INT8};
#define WHAT_IFS (sizeof what_ifs / sizeof *what_ifs)

/* What is searched for in a value's histogram: some milliseconds for each. */
typedef struct value_searches {
  bool fits; /* a distribution does */
  distribution_fit fit;
  double what_if_db[WHAT_IFS];
} value_searches;

typedef struct search_job {
  const value_stats *stats;
  value_searches *found;
} search_job;

static void search_value(void *object, size_t i, int worker) {
  (void)worker;
  const search_job *x = object;
  value_searches *f = &x->found[i];
  f->fits = distribution_of(&x->stats[i], &f->fit);
  for (size_t k = 0; k < WHAT_IFS; k++) f->what_if_db[k] = stats_best_db(&x->stats[i], what_ifs[k]);
}

static void write_value_stats(const job *j, json_writer *w, const value_stats *s,
                              const value_searches *found) {
  const stored_value *stored = storage_of(j, s);
  const nonfinite_value *nonfinite = nonfinite_of(j, s);
  double rms = s->count ? sqrt(s->sum_squares / (double)s->count) : 0;
  int first = 0;
  while (first < HISTOGRAM_BINS && s->histogram[first] == 0) first++;
  json_open_object(w, NULL);
  json_write_real(w, "amax", (double)s->amax);
  json_write_integer(w, "bins_per_octave", HISTOGRAM_OCTAVE_BINS);
  if (s->channel_count) write_channels(j, w, s);
  json_write_integer(w, "count", (int64_t)s->count);
  if (found->fits) write_distribution(w, &found->fit);
  json_write_real(w, "first_log2", HISTOGRAM_MIN_EXPONENT + (double)first / HISTOGRAM_OCTAVE_BINS);
  if (stored) json_write_text(w, "format", fp8c_dtype_name(stored->format));
  write_histogram(w, s, first);
  if (nonfinite) json_write_integer(w, "nonfinite", (int64_t)nonfinite->count);
  json_write_real(w, "outlier_ratio", (double)s->amax / rms);
  write_percentiles(w, s);
  json_write_real(w, "rms", rms);
  if (stored) {
    json_write_real(w, "saturated_share", stored->saturated_share);
    json_write_real(w, "scale", (double)stored->scale);
    json_write_real(w, "sqnr_db", stored->sqnr_db);
    json_write_real(w, "underflow_share", stored->underflow_share);
  }
  json_write_text(w, "value", s->value_name);
  json_open_object(w, "what_if");
  for (size_t i = 0; i < WHAT_IFS; i++)
    json_write_real(w, arena_printf(j->scratch, "%s_db", lattice_name(what_ifs[i])),
                    found->what_if_db[i]);
  json_close(w);
  json_write_integer(w, "zeros", (int64_t)s->zeros);
  json_close(w);
}

static void write_values(const job *j, json_writer *w, const char *key) {
  size_t count = j->passes.stats ? j->passes.stats->count : 0;
  arena_mark all = arena_save(j->scratch);
  search_job x = {count ? j->passes.stats->items : NULL,
                  NEW_ARRAY(j->scratch, value_searches, count)};
  pool_run(j->threads, count, search_value, &x);
  json_open_array(w, key);
  for (size_t i = 0; i < count; i++) {
    arena_mark mark = arena_save(j->scratch);
    write_value_stats(j, w, &x.stats[i], &x.found[i]);
    arena_reset(j->scratch, mark);
  }
  json_close(w);
  arena_reset(j->scratch, all);
}

static uint64_t const_bytes(const value *v) { return value_is_const(v) ? v->blob.bytes : 0; }

static json_t *alternative_json(const job *j, const alternative *a) {
  json_t *o = json_object();
  json_object_set_new(o, "name", json_string(a->name));
  json_object_set_new(o, "gemm_nodes", json_integer((json_int_t)a->gemm_nodes));
  json_object_set_new(o, "fp8_nodes", json_integer((json_int_t)a->fp8_nodes));
  json_object_set_new(o, "total_macs", json_integer((json_int_t)a->total_macs));
  json_object_set_new(o, "fp8_macs", json_integer((json_int_t)a->fp8_macs));
  json_object_set_new(o, "attention_macs", json_integer((json_int_t)a->attention_macs));
  json_object_set_new(o, "other_macs", json_integer((json_int_t)a->other_macs));
  uint64_t bytes = 0;
  for (const node *n = a->graph->first; n; n = n->next)
    for (size_t i = 0; i < n->in_count; i++) {
      const value *v = n->in[i];
      /* a shared constant counts at its first reader in program order */
      if (v && v->kind == VALUE_CONST && v->user_count > 0 && v->users[0] == n)
        bytes += const_bytes(v);
    }
  json_object_set_new(o, "weight_bytes", json_integer((json_int_t)bytes));
  json_t *outputs = json_array();
  for (size_t i = 0; i < a->output_count; i++) {
    json_t *p = json_object();
    json_object_set_new(p, "name", json_string(a->graph->output_names[i]));
    json_object_set_new(p, "sqnr_db", json_finite(a->sqnr_db[i]));
    if (a->sqnr_db[i] == -(double)INFINITY) json_object_set_new(p, "not_finite", json_true());
    json_object_set_new(p, "cosine", json_finite(a->cosine[i]));
    json_object_set_new(p, "cosine_min", json_finite(a->cosine_min[i]));
    report_search_output(j, a, i, p);
    json_array_append_new(outputs, p);
  }
  json_object_set_new(o, "outputs", outputs);
  json_object_set_new(
      o, "samples",
      json_integer(j->formats->judge ? (json_int_t)j->formats->judge->sample_count : 0));
  report_search_alternative(j, a, o);
  return o;
}

/* What the CPU computes in the middle of a run of a GPU variant, why, and what that moves. */
static json_t *host_steps_json(const plan_variant *v) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < v->launch_count; i++) {
    const plan_launch *l = &v->launches[i];
    if (l->kind != PLAN_LAUNCH_HOST) continue;
    const plan_variant *block = &l->host->block->program;
    uint64_t to_host, to_device;
    plan_host_bytes(v, l, &to_host, &to_device);
    json_t *o = json_object(), *nodes = json_array();
    for (uint32_t k = 0; k < block->op_count; k++) {
      json_t *n = json_object();
      json_object_set_new(n, "name", json_text_or_null(block->ops[k].name));
      json_object_set_new(n, "op", json_string(block->ops[k].op->name));
      json_object_set_new(n, "reason", json_string(l->host->reasons[k]));
      json_array_append_new(nodes, n);
    }
    json_object_set_new(o, "step", json_integer(i));
    json_object_set_new(o, "name", json_text_or_null(l->name));
    json_object_set_new(o, "nodes", nodes);
    json_object_set_new(o, "to_host_bytes", json_integer((json_int_t)to_host));
    json_object_set_new(o, "to_device_bytes", json_integer((json_int_t)to_device));
    json_array_append_new(list, o);
  }
  return list;
}

static uint64_t weight_bytes(const plan *p, const plan_variant *v) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < v->value_count; i++)
    if (v->values[i].kind == PLAN_VALUE_CONST) bytes += p->blobs[v->values[i].index].bytes;
  for (uint32_t i = 0; i < v->launch_count; i++)
    if (v->launches[i].kind == PLAN_LAUNCH_HOST)
      bytes += weight_bytes(p, &v->launches[i].host->block->program);
  return bytes;
}

static void write_launches(json_writer *w, const plan_variant *v, const double *model_seconds) {
  json_open_array(w, "launches");
  for (uint32_t i = 0; i < v->launch_count; i++) {
    const plan_launch *l = &v->launches[i];
    /* to the nanosecond: the model's last digits are nobody's business */
    double modelled = model_seconds ? model_seconds[i] : (double)NAN;
    json_open_object(w, NULL);
    json_write_integer(w, "bytes_moved", (int64_t)l->bytes_moved);
    json_write_integer(w, "flops", (int64_t)l->flops);
    json_write_text(w, "kernel", plan_launch_kernel(v, l));
    json_write_real(w, "model_seconds", round(modelled * 1e9) / 1e9);
    json_write_text(w, "name", l->name);
    json_write_text(w, "precision", l->precision);
    json_close(w);
  }
  json_close(w);
}

static void write_variant(const job *j, json_writer *w, uint32_t index) {
  const plan_variant *v = &j->result.plan.variants[index];
  const double *model_seconds = j->result.model_seconds[index];
  json_t *host_steps = host_steps_json(v);
  json_open_object(w, NULL);
  json_write_integer(w, "activation_bytes", (int64_t)v->arena_bytes);
  json_write_tree(w, "host_steps", host_steps);
  json_write_integer(w, "kernels", v->kernel_count);
  write_launches(w, v, model_seconds);
  json_write_text(w, "profile", v->profile);
  json_write_integer(w, "steps", v->op_count ? v->op_count : v->launch_count);
  json_write_text(w, "target", v->target);
  if (j->result.tuned[index]) {
    json_t *tuning = report_tuning(j->result.tuned[index], v, model_seconds);
    json_write_tree(w, "tuning", tuning);
    json_decref(tuning);
  }
  json_write_integer(w, "weight_bytes", (int64_t)weight_bytes(&j->result.plan, v));
  json_write_integer(w, "workspace_bytes", (int64_t)v->workspace_bytes);
  json_close(w);
  json_decref(host_steps);
}

static void write_variants(const job *j, json_writer *w, const char *key) {
  json_open_array(w, key);
  for (uint32_t i = 0; i < j->result.plan.variant_count; i++) write_variant(j, w, i);
  json_close(w);
}

static json_t *model_json(const job *j) {
  char hex[65];
  hash_hex(&j->result.plan.model_hash, hex);
  json_t *o = json_object();
  json_object_set_new(o, "name",
                      json_string(j->result.plan.model_name ? j->result.plan.model_name : ""));
  json_object_set_new(o, "bytes", json_integer((json_int_t)j->model.info.model_bytes));
  json_object_set_new(o, "hash", json_string(hex));
  json_object_set_new(o, "opset", json_integer(j->model.info.opset));
  json_object_set_new(o, "producer", json_text_or_null(j->model.info.producer));
  json_object_set_new(o, "nodes", json_integer((json_int_t)j->model.info.node_count));
  return o;
}

static void write_inputs(const job *j, json_writer *w, const char *key) {
  const graph *g = j->model.graph;
  json_open_array(w, key);
  for (size_t i = 0; i < g->input_count; i++) {
    json_open_object(w, NULL);
    report_write_operand(j, w, g->inputs[i], g->inputs[i]->name);
    json_close(w);
  }
  json_close(w);
}

static void write_outputs(const job *j, json_writer *w, const char *key) {
  const graph *g = j->model.graph;
  json_open_array(w, key);
  for (size_t i = 0; i < g->output_count; i++) {
    json_open_object(w, NULL);
    report_write_operand(j, w, g->outputs[i], g->output_names[i]);
    json_close(w);
  }
  json_close(w);
}

/* What --fix was given, as `fp8c debug` and `fp8c compare` give it to the model again. */
static json_t *fixed_json(const job *j) {
  json_t *list = json_array();
  for (size_t i = 0; i < j->model.fixed_count; i++) {
    const tensor *t = &j->model.fixed_types[i];
    json_t *o = json_object(), *shape = json_array();
    for (int d = 0; d < t->rank; d++) json_array_append_new(shape, json_integer(t->dims[d]));
    json_object_set_new(o, "name", json_string(j->model.fixed[i]));
    json_object_set_new(o, "shape", shape);
    json_object_set_new(o, "value", json_string(strchr(j->o->fixes[i], '=') + 1));
    json_array_append_new(list, o);
  }
  return list;
}

static void write_diagnostic(json_writer *w, const char *severity, const char *code, const char *of,
                             const char *words) {
  json_open_object(w, NULL);
  json_write_text(w, "code", code);
  json_write_text(w, "node", of ? of : "");
  json_write_text(w, "severity", severity);
  json_write_text(w, "text", words);
  json_close(w);
}

static void write_diagnostics(const job *j, json_writer *w, const char *key) {
  static const char *const severities[] = {"note", "warning", "error"};
  json_open_array(w, key);
  for (size_t i = 0; i < j->log.diagnostic_count; i++) {
    const fp8c_diagnostic *d = &j->log.diagnostics[i];
    write_diagnostic(w, severities[d->severity], d->code, d->node, d->text);
  }
  for (size_t i = 0; i < j->passes.note_count; i++) {
    const pass_note *n = &j->passes.notes[i];
    write_diagnostic(w, "note", n->pass, n->node, n->text);
  }
  json_close(w);
}

static json_t *passes_json(const job *j, bool with_times) {
  json_t *list = json_array();
  for (size_t i = 0; i < j->pass_options.log_count; i++) {
    const pass_log_entry *e = &j->pass_options.log[i];
    json_t *o = json_object();
    json_object_set_new(o, "name", json_string(e->name));
    json_object_set_new(o, "changes", json_integer((json_int_t)e->changes));
    if (with_times) json_object_set_new(o, "seconds", json_real(e->seconds));
    json_array_append_new(list, o);
  }
  return list;
}

static double share_of(uint64_t part, uint64_t whole) {
  return whole ? (double)part / (double)whole : 0.0;
}

/* "94.7%"; 100% only when it is all of it. */
static const char *percent(const job *j, double share) {
  if (share == 1.0) return "100%";
  return arena_printf(j->scratch, "%.1f%%", share > 0.999 ? 99.9 : 100.0 * share);
}

static const char *bytes_words(const job *j, double bytes) {
  return bytes < 1e7 ? arena_printf(j->scratch, "%.1f kB", bytes / 1e3)
                     : arena_printf(j->scratch, "%.1f MB", bytes / 1e6);
}

/* Values in front of a last Softmax or Sigmoid, which are judged instead of the outputs. */
static void add_judged(const json_t *r, text *t) {
  const json_t *chosen = json_array_get(json_object_get(r, "alternatives"), 0);
  size_t i;
  json_t *place;
  json_array_foreach(json_object_get(chosen, "judged"), i, place) {
    const char *before = json_string_value(json_object_get(place, "before"));
    const json_t *db = json_object_get(place, "sqnr_db");
    if (before && json_is_number(db))
      text_printf(t, "; before its %s %.1f dB", before, json_number_value(db));
  }
}

/* What the choice gains over BF16, as far as the document `r` knows it. */
static void add_gain(const job *j, const json_t *r, text *t) {
  const json_t *all = json_object_get(r, "alternatives"), *chosen = json_array_get(all, 0);
  report_time time = report_time_of(j);
  bool fp8 = json_int_of(chosen, "fp8_nodes") > 0;
  size_t i;
  json_t *other;
  json_array_foreach(all, i, other) {
    if (i == 0 || !fp8 || strcmp(json_text_of(other, "name"), "bf16") != 0) continue;
    text_printf(t, "; weights %s, in BF16 %s",
                bytes_words(j, json_number_value(json_object_get(chosen, "weight_bytes"))),
                bytes_words(j, json_number_value(json_object_get(other, "weight_bytes"))));
  }
  if (!(time.seconds > 0 && time.bf16_seconds > 0) || time.model.cost.full) return;
  const char *chip = chip_words(&time.model, j->scratch);
  if (fp8)
    text_printf(t, "; %.2f times as fast as BF16, modelled for %s",
                time.bf16_seconds / time.seconds, chip);
  else
    text_printf(t, "; %.1f us a run, modelled for %s", time.seconds * 1e6, chip);
}

/* The choice in a sentence, for people who read one line: what, its error, its gain.  Attention's
 * own products are no layer's: they are counted, and where they are not all in FP8 said apart. */
static json_t *summary_json(const job *j, const json_t *r) {
  json_t *o = json_object();
  if (j->formats->alternative_count == 0) return o;
  const alternative *a = &j->formats->alternatives[0];
  double share = share_of(a->fp8_macs, a->total_macs);
  double outside = share_of(a->fp8_macs - a->attention_fp8_macs, a->total_macs - a->attention_macs);
  text t;
  text_init(&t, j->scratch);
  text_printf(&t, "%zu of %zu matrix nodes compute in FP8", a->fp8_nodes, a->gemm_nodes);
  if (j->formats->gain)
    text_printf(&t, " (%zu more could, and would save no time)", j->formats->gain->left_out);
  if (a->fp8_macs) text_printf(&t, ": %s of the multiply-accumulates", percent(j, share));
  if (a->fp8_macs && a->attention_fp8_macs < a->attention_macs)
    text_printf(&t, ", %s of those outside attention", percent(j, outside));
  for (size_t i = 0; i < a->output_count; i++)
    if (isfinite(a->sqnr_db[i]))
      text_printf(&t, "; %s: %.1f dB SQNR, cosine %.5f", a->graph->output_names[i], a->sqnr_db[i],
                  a->cosine[i]);
    else if (a->sqnr_db[i] == -(double)INFINITY)
      text_printf(&t, "; %s: NaN or infinity where the model has none", a->graph->output_names[i]);
  add_judged(r, &t);
  if (a->verdict && j->formats->judge)
    text_printf(&t, ", measured on %zu sample%s", j->formats->judge->sample_count,
                j->formats->judge->sample_count == 1 ? "" : "s");
  add_gain(j, r, &t);
  json_object_set_new(o, "sentence", json_string(text_cstr(&t)));
  json_object_set_new(o, "gemm_nodes", json_integer((json_int_t)a->gemm_nodes));
  json_object_set_new(o, "fp8_nodes", json_integer((json_int_t)a->fp8_nodes));
  json_object_set_new(o, "fp8_mac_share", json_real(share));
  json_object_set_new(o, "fp8_mac_share_outside_attention", json_real(outside));
  return o;
}

/* What the model multiplies, and what of that no run does any more. */
static json_t *work_json(const job *j) {
  const alternative *a = &j->formats->alternatives[0];
  const char *sentence = "";
  uint64_t folded = a->graph->folded_macs, once = a->graph->bodies_once;
  unsigned long long all = a->total_macs + folded;
  if (folded)
    sentence = arena_printf(j->scratch,
                            "the model has %llu MACs, %llu of them compute on constants and were "
                            "folded at compile time",
                            all, (unsigned long long)folded);
  if (once)
    sentence =
        arena_printf(j->scratch, "%s%s%llu loop%s whose trip count data decides %s counted once",
                     sentence, *sentence ? "; " : "", (unsigned long long)once,
                     once == 1 ? "" : "s", once == 1 ? "is" : "are");
  return json_pack("{s:s, s:I, s:I, s:I}", "sentence", sentence, "model_macs", (json_int_t)all,
                   "folded_macs", (json_int_t)folded, "bodies_counted_once", (json_int_t)once);
}

/* FP8 that was left out because it saves no time. */
static json_t *gain_json(const fp8_gain *g) {
  json_t *o = json_object();
  json_object_set_new(o, "allowed", json_integer((json_int_t)g->allowed));
  json_object_set_new(o, "left_out", json_integer((json_int_t)g->left_out));
  json_object_set_new(o, "allowed_seconds", json_finite(g->allowed_seconds));
  json_object_set_new(o, "bf16_seconds", json_finite(g->bf16_seconds));
  json_object_set_new(o, "chosen_seconds", json_finite(g->chosen_seconds));
  return o;
}

static json_t *times_json(const job *j) {
  json_t *times = json_array();
  for (size_t i = 0; i < j->log.time_count; i++) {
    double seconds = j->log.times[i].seconds;
    json_array_append_new(times, json_pack("{s:s, s:f}", "stage", j->log.times[i].stage, "seconds",
                                           seconds < 0 ? 0 : seconds));
  }
  return times;
}

/* What there is one of. */
static json_t *single_parts(const job *j, bool with_times) {
  json_t *r = json_object(), *alternatives = json_array();
  json_object_set_new(r, "schema", json_string("fp8c-report-1"));
  json_object_set_new(r, "compiler",
                      json_string(j->result.plan.compiler ? j->result.plan.compiler : ""));
  json_object_set_new(r, "options",
                      json_string(j->result.plan.options ? j->result.plan.options : ""));
  json_object_set_new(r, "nvrtc", json_string(j->result.plan.nvrtc ? j->result.plan.nvrtc : ""));
  json_object_set_new(r, "model", model_json(j));
  if (j->model.fixed_count) json_object_set_new(r, "fixed", fixed_json(j));
  json_object_set_new(r, "calibration_samples",
                      json_integer(j->passes.samples ? (json_int_t)j->passes.samples->sample_count
                                   : j->passes.given ? (json_int_t)j->passes.given->sample_count
                                                     : 0));
  if (j->o->skip_nonfinite)
    json_object_set_new(r, "calibration_skipped",
                        json_integer((json_int_t)j->samples.skipped.count));
  json_object_set_new(r, "calibration_method",
                      json_string(scale_policy_words(&j->passes.scales, j->scratch)));
  for (size_t i = 0; i < j->formats->alternative_count; i++)
    json_array_append_new(alternatives, alternative_json(j, &j->formats->alternatives[i]));
  json_object_set_new(r, "alternatives", alternatives);
  report_search(j, r);
  if (j->formats->gain) json_object_set_new(r, "gain", gain_json(j->formats->gain));
  if (j->formats->alternative_count) json_object_set_new(r, "work", work_json(j));
  json_object_set_new(r, "passes", passes_json(j, with_times));
  json_t *ranges = report_ranges(j);
  if (ranges) json_object_set_new(r, "ranges", ranges);
  json_object_set_new(r, "summary", summary_json(j, r));
  if (with_times) json_object_set_new(r, "times", times_json(j));
  return r;
}

/* A part of the document with an entry for each of many things. */
typedef struct many_part {
  const char *key;
  void (*write)(const job *j, json_writer *w, const char *key); /* NULL: it is a tree */
  bool reported; /* it grows while files are written */
} many_part;

static const many_part many_parts[] = {
    {"diagnostics", write_diagnostics, true}, {"inputs", write_inputs, false},
    {"nodes", report_write_nodes, false},     {"outputs", write_outputs, false},
    {"time", report_write_time, false},       {"values", write_values, false},
    {"variants", write_variants, false}};
enum { MANY_PARTS = sizeof many_parts / sizeof *many_parts };
_Static_assert(MANY_PARTS <= REPORT_KEPT_PARTS, "a place for each");

static int by_key(const void *a, const void *b) {
  return strcmp(((const many_part *)a)->key, ((const many_part *)b)->key);
}

/* The part as it stands in the plan's document, or made. */
static void write_many(job *j, json_writer *w, const many_part *p, bool again) {
  size_t index = 0;
  while (many_parts[index].write != p->write) index++;
  struct report_part *kept = &j->result.report_parts[index];
  if (again && !p->reported) {
    json_write_again(w, j->result.plan.report + kept->at, kept->length);
    return;
  }
  size_t at = w->length;
  p->write(j, w, p->key);
  if (!again) *kept = (struct report_part){at, w->length - at};
}

static void write_document(job *j, json_writer *w, const json_t *single, bool again) {
  many_part parts[MANY_PARTS + SINGLE_PARTS_MOST];
  size_t count = MANY_PARTS;
  memcpy(parts, many_parts, sizeof many_parts);
  const char *key;
  json_t *item;
  json_object_foreach((json_t *)(uintptr_t)single, key, item) {
    assert(count < sizeof parts / sizeof *parts);
    parts[count++] = (many_part){.key = key};
  }
  qsort(parts, count, sizeof *parts, by_key);
  json_open_object(w, NULL);
  for (size_t i = 0; i < count; i++)
    if (parts[i].write)
      write_many(j, w, &parts[i], again);
    else
      json_write_tree(w, parts[i].key, json_object_get(single, parts[i].key));
  json_close(w);
}

fp8c_status report_text(job *j, bool with_times, char **out, fp8c_error *err) {
  arena_reserve(j->scratch, REPORT_WORDS_BYTES);
  json_writer w = {0};
  json_t *single = single_parts(j, with_times);
  write_document(j, &w, single, with_times && j->result.plan.report);
  json_decref(single);
  *out = json_writer_words(&w);
  return *out ? FP8C_OK : fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for the report");
}

/* ---- A part of it ------------------------------------------------------------------------- */

/* No string holds an end of a line as it is, so one with one blank begins a part. */
json_t *report_part(const char *document, const char *key) {
  char head[80];
  snprintf(head, sizeof head, "\n \"%s\": ", key);
  const char *at = strstr(document, head);
  if (!at) {
    json_t *whole =
        document[strcspn(document, "\n")] ? NULL : json_parse(document, strlen(document), 0, NULL);
    json_t *part = json_incref(json_object_get(whole, key));
    json_decref(whole);
    return part;
  }
  at += strlen(head);
  const char *next = strstr(at, ",\n \""), *end = strstr(at, "\n}");
  if (next && (!end || next < end)) end = next;
  return end ? json_parse(at, (size_t)(end - at), JSON_DECODE_ANY, NULL) : NULL;
}

/* ---- The document of a plan that was made before ----------------------------------------- */

static bool was_said(const job *j, const char *words) {
  for (size_t i = 0; i < j->log.diagnostic_count; i++)
    if (strcmp(j->log.diagnostics[i].text, words) == 0) return true;
  return false;
}

/* What was reported to the caller when the plan was made; notes of passes were for the document
 * only. */
static void say_again(job *j, const json_t *document) {
  size_t i;
  const json_t *o;
  json_array_foreach(json_object_get(document, "diagnostics"), i, o) {
    const char *code = json_text_of(o, "code"), *words = json_text_of(o, "text");
    if (pass_find(code) || was_said(j, words)) continue;
    bool warning = strcmp(json_text_of(o, "severity"), "warning") == 0;
    job_say(j, warning ? FP8C_SEVERITY_WARNING : FP8C_SEVERITY_NOTE, arena_strdup(j->keep, code),
            json_text_of(o, "node"), "%s", words);
  }
}

fp8c_status report_again(job *j, const char *document, char **out, fp8c_error *err) {
  json_t *r = json_read(document, strlen(document), 0, NULL);
  if (!json_is_object(r)) {
    json_decref(r);
    return fail(err, FP8C_ERROR_FORMAT, "the report of a plan in the cache is no JSON object");
  }
  arena_defer(j->scratch, json_drop, r);
  say_again(j, r);
  if (!out) return FP8C_OK;
  json_object_set_new(r, "times", times_json(j));
  *out = json_words(r, REPORT_JSON_FLAGS);
  return *out ? FP8C_OK : fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for the report");
}
