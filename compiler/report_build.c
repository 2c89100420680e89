/* report_build.c - the report document: one JSON value that the terminal, the
 * HTML page and `--json` all show (docs/report.md describes every field).
 *
 * What the plan stores holds nothing that differs from run to run; times are
 * added only to what the compile returns. */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/names.h"
#include "compiler/judge.h"
#include "compiler/report_search.h"
#include "compiler/report_tuning.h"
#include "runtime/plan_text.h"

static const char *type_name(arena *a, const value *v) { return tensor_type_text(a, &v->type); }

/* "e4m3@0.02 per tensor", "bf16": how the operand is really stored. */
static json_t *operand(const job *j, const value *v) {
  json_t *o = json_object();
  json_object_set_new(o, "name", json_string(v->name));
  json_object_set_new(o, "type", json_string(type_name(j->scratch, v)));
  json_object_set_new(o, "format", json_string(fp8c_dtype_name(v->type.dtype)));
  json_object_set_new(o, "constant", json_boolean(v->kind == VALUE_CONST));
  if (v->type.scale.kind == SCALE_TENSOR)
    json_object_set_new(o, "scale", json_real(v->type.scale.value));
  if (v->type.scale.kind == SCALE_AXIS)
    json_object_set_new(o, "scale_axis", json_integer(v->type.scale.axis));
  if (v->reason) json_object_set_new(o, "reason", json_string(v->reason));
  return o;
}

/* SQNR in formats that nothing computes in, of the same numbers by the best scale. */
static json_t *what_if_json(double e3m4, double e2m5, double int8) {
  json_t *o = json_object();
  json_object_set_new(o, "e3m4_db", json_finite(e3m4));
  json_object_set_new(o, "e2m5_db", json_finite(e2m5));
  json_object_set_new(o, "int8_db", json_finite(int8));
  return o;
}

static json_t *decision_json(const decision *d) {
  json_t *o = json_object();
  json_object_set_new(o, "format", json_text_or_null(d->format));
  json_object_set_new(o, "rule", json_text_or_null(d->rule));
  json_object_set_new(o, "reason", json_text_or_null(d->reason));
  json_object_set_new(o, "granularity", json_text_or_null(d->granularity));
  json_object_set_new(o, "policy", json_text_or_null(d->policy));
  if (d->weights_format) json_object_set_new(o, "weights_format", json_string(d->weights_format));
  json_object_set_new(o, "sqnr_db", json_finite(d->sqnr_db));
  json_object_set_new(o, "sqnr_e4m3_db", json_finite(d->sqnr_e4m3_db));
  json_object_set_new(o, "sqnr_e5m2_db", json_finite(d->sqnr_e5m2_db));
  json_object_set_new(o, "sqnr_bf16_db", json_finite(d->sqnr_bf16_db));
  const double *other = d->what_if_db;
  if (!isnan(other[WHAT_IF_INT8]))
    json_object_set_new(
        o, "what_if", what_if_json(other[WHAT_IF_E3M4], other[WHAT_IF_E2M5], other[WHAT_IF_INT8]));
  json_object_set_new(o, "macs", json_integer((json_int_t)d->macs));
  json_object_set_new(o, "members", json_integer(1 + (json_int_t)d->merged));
  return o;
}

/* Steps of a variant by the names in their "a, b, c" of sources, in their order. */
typedef struct named_step {
  uint32_t index;
  struct named_step *next;
} named_step;

typedef struct step_list {
  named_step *first, **end;
} step_list;

typedef struct step_names {
  name_map ops, launches; /* an item is a step_list */
} step_names;

static void name_step(arena *a, name_map *m, const char *sources, uint32_t index) {
  for (const char *p = sources; p && *p;) {
    size_t length = strcspn(p, ",");
    const char *name = arena_strndup(a, p, length);
    name_entry *e = names_find(m, name);
    step_list *list = e ? e->item : NEW(a, step_list);
    if (!e) {
      list->end = &list->first;
      names_add(m, name, list);
    }
    *list->end = NEW(a, named_step);
    (*list->end)->index = index;
    list->end = &(*list->end)->next;
    p += length;
    while (*p == ',' || *p == ' ') p++;
  }
}

/* By variant. */
static step_names *name_steps(const job *j) {
  step_names *all = NEW_ARRAY(j->scratch, step_names, j->plan.variant_count);
  for (uint32_t v = 0; v < j->plan.variant_count; v++) {
    const plan_variant *variant = &j->plan.variants[v];
    names_init(&all[v].ops, j->scratch);
    names_init(&all[v].launches, j->scratch);
    for (uint32_t i = 0; i < variant->op_count; i++)
      if (variant->ops[i].op->precision == CLASS_GEMM)
        name_step(j->scratch, &all[v].ops, variant->ops[i].sources, i);
    for (uint32_t i = 0; i < variant->launch_count; i++)
      name_step(j->scratch, &all[v].launches, variant->launches[i].sources, i);
  }
  return all;
}

static const named_step *steps_of(const name_map *m, const char *source) {
  const name_entry *e = names_find(m, source);
  return e ? ((const step_list *)e->item)->first : NULL;
}

static bool names_fp8(const char *types, size_t length) {
  for (size_t i = 0; i + 4 <= length; i++)
    if (memcmp(types + i, "e4m3", 4) == 0 || memcmp(types + i, "e5m2", 4) == 0) return true;
  return false;
}

/* Do the operand types a step really reads agree with the decided format?  Of
 * "A x B -> C" both operands are judged; of a list of all that a fused kernel
 * reads only that FP8 is among it, since the rest of it may be other nodes'. */
static bool as_decided(const decision *d, const char *precision) {
  const char *arrow = strstr(precision, "->"), *times = strstr(precision, " x ");
  size_t length = arrow ? (size_t)(arrow - precision) : strlen(precision);
  bool decided = d->format && names_fp8(d->format, strlen(d->format));
  bool second =
      decided || (d->weights_format && names_fp8(d->weights_format, strlen(d->weights_format)));
  if (!times || times > precision + length) return !decided || names_fp8(precision, length);
  size_t first = (size_t)(times - precision);
  return names_fp8(precision, first) == decided &&
         names_fp8(times + 3, length - first - 3) == second;
}

static json_t *kernel_json(const node *n, const plan_variant *v, const char *kernel,
                           const char *precision) {
  json_t *o = json_object();
  json_object_set_new(o, "target", json_string(v->target));
  json_object_set_new(o, "kernel", json_string(kernel));
  json_object_set_new(o, "precision", json_text_or_null(precision));
  if (n->decision && precision)
    json_object_set_new(o, "as_decided", json_boolean(as_decided(n->decision, precision)));
  return o;
}

/* "e4m3 x e4m3 -> bf16" of a step of the CPU device. */
static const char *op_precision(const job *j, const plan_variant *v, const plan_op *op) {
  text t;
  text_init(&t, j->scratch);
  for (uint32_t i = 0; i < op->in_count && i < 2; i++)
    if (op->in[i] != PLAN_NO_VALUE)
      text_printf(&t, "%s%s", i ? " x " : "", fp8c_dtype_name(v->values[op->in[i]].dtype));
  if (op->out_count && op->out[0] != PLAN_NO_VALUE)
    text_printf(&t, " -> %s", fp8c_dtype_name(v->values[op->out[0]].dtype));
  return text_cstr(&t);
}

/* The launch that computes the node.  The rounding of what a product reads, where that is a
 * launch of its own, stands for the same model node: the one that bears the product's name, or
 * else multiplies, is the product's. */
static const plan_launch *launch_of(const node *n, const plan_variant *v, const named_step *step) {
  const plan_launch *found = NULL;
  for (; step; step = step->next) {
    const plan_launch *l = &v->launches[step->index];
    if (!n->decision || (l->name && strcmp(l->name, n->name) == 0)) return l;
    bool multiplies = l->precision && strstr(l->precision, " x ");
    if (!found || (multiplies && !(found->precision && strstr(found->precision, " x ")))) found = l;
  }
  return found;
}

/* Which kernel does this node in the first variant of each target, and on which
 * operand types; of the CPU device, whose steps are the nodes, the matrix nodes. */
static json_t *kernels_json(const job *j, const node *n, const step_names *steps) {
  json_t *list = json_array();
  const char *seen = NULL, *last = n->source_count ? n->sources[n->source_count - 1] : NULL;
  for (uint32_t v = 0; v < j->plan.variant_count && last; v++) {
    const plan_variant *variant = &j->plan.variants[v];
    if (seen && strcmp(seen, variant->target) == 0) continue;
    seen = variant->target;
    const named_step *step = n->decision ? steps_of(&steps[v].ops, last) : NULL;
    for (; step; step = step->next) {
      const plan_op *op = &variant->ops[step->index];
      if (op->op != n->op) continue;
      json_array_append_new(list,
                            kernel_json(n, variant, op->op->name, op_precision(j, variant, op)));
      break;
    }
    const plan_launch *l = launch_of(n, variant, steps_of(&steps[v].launches, last));
    if (l)
      json_array_append_new(list,
                            kernel_json(n, variant, plan_launch_kernel(variant, l), l->precision));
  }
  return list;
}

static uint64_t const_bytes(const value *v) {
  return v && v->kind == VALUE_CONST ? v->blob.bytes : 0;
}

static json_t *node_json(const job *j, const node *n, const step_names *steps) {
  json_t *o = json_object();
  json_object_set_new(o, "name", json_string(n->name));
  json_object_set_new(o, "op", json_string(n->op->name));
  static const char *const classes[] = {"gemm", "follow", "wide", "exact"};
  json_object_set_new(o, "class", json_string(classes[n->op->precision]));
  json_t *sources = json_array();
  for (size_t i = 0; i < n->source_count; i++)
    json_array_append_new(sources, json_string(n->sources[i]));
  json_object_set_new(o, "sources", sources);
  if (n->region) {
    json_object_set_new(o, "region", json_integer(n->region->id));
    json_object_set_new(o, "region_kind", json_string(n->region->kind));
  }
  json_t *in = json_array(), *out = json_array();
  uint64_t bytes = 0;
  for (size_t i = 0; i < n->in_count; i++) {
    if (!n->in[i]) continue;
    json_array_append_new(in, operand(j, n->in[i]));
    bytes += const_bytes(n->in[i]);
    if (n->in[i]->scale_vector) bytes += const_bytes(n->in[i]->scale_vector);
  }
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i]) json_array_append_new(out, operand(j, n->out[i]));
  json_object_set_new(o, "inputs", in);
  json_object_set_new(o, "outputs", out);
  json_object_set_new(o, "constant_bytes", json_integer((json_int_t)bytes));
  if (n->decision) json_object_set_new(o, "decision", decision_json(n->decision));
  report_search_node(j, n, o);
  json_object_set_new(o, "kernels", kernels_json(j, n, steps));
  return o;
}

/* How the chosen graph's products read the value, if any does in FP8. */
static void add_storage(const job *j, const value_stats *s, json_t *o) {
  const calibration_stats *all = j->passes.stats;
  for (size_t i = 0; i < all->stored_count; i++) {
    const stored_value *v = &all->stored[i];
    if (v->graph != j->graph || strcmp(v->value_name, s->value_name) != 0) continue;
    json_object_set_new(o, "format", json_string(fp8c_dtype_name(v->format)));
    json_object_set_new(o, "scale", json_real((double)v->scale));
    json_object_set_new(o, "sqnr_db", json_finite(v->sqnr_db));
    json_object_set_new(o, "saturated_share", json_real(v->saturated_share));
    json_object_set_new(o, "underflow_share", json_real(v->underflow_share));
    return; /* the first reader's, where formats differ */
  }
}

static json_t *percentiles_json(const value_stats *s) {
  static const struct {
    const char *name;
    double share;
  } rows[] = {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p99.9", 0.999}, {"p99.99", 0.9999}};
  json_t *o = json_object();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    json_object_set_new(o, rows[i].name, json_real(stats_percentile(s, rows[i].share)));
  return o;
}

/* Largest magnitudes by channel, in short: the ends, the middle, and the largest one. */
static json_t *channels_json(const job *j, const value_stats *s) {
  json_t *o = json_object();
  float least = s->channel_amax[0];
  for (size_t i = 1; i < s->channel_count; i++) least = fminf(least, s->channel_amax[i]);
  channel_outlier most = stats_outlier(s, j->scratch);
  json_object_set_new(o, "count", json_integer((json_int_t)s->channel_count));
  json_object_set_new(o, "least_amax", json_real((double)least));
  json_object_set_new(o, "largest", json_integer((json_int_t)most.channel));
  json_object_set_new(o, "outlier_ratio", json_finite(most.ratio > 0 ? most.ratio : NAN));
  return o;
}

static json_t *value_stats_json(const job *j, const value_stats *s) {
  json_t *o = json_object();
  json_object_set_new(o, "value", json_string(s->value_name));
  json_object_set_new(o, "count", json_integer((json_int_t)s->count));
  json_object_set_new(o, "zeros", json_integer((json_int_t)s->zeros));
  json_object_set_new(o, "amax", json_real(s->amax));
  double rms = s->count ? sqrt(s->sum_squares / (double)s->count) : 0;
  json_object_set_new(o, "rms", json_finite(rms));
  json_object_set_new(o, "outlier_ratio", json_finite((double)s->amax / rms));
  if (s->channel_count) json_object_set_new(o, "channels", channels_json(j, s));
  json_object_set_new(o, "percentiles", percentiles_json(s));
  json_object_set_new(o, "what_if",
                      what_if_json(stats_best_db(s, LATTICE_E3M4), stats_best_db(s, LATTICE_E2M5),
                                   stats_best_db(s, LATTICE_INT8)));
  add_storage(j, s, o);
  for (size_t i = 0; i < j->skipped.value_count; i++) {
    const nonfinite_value *v = &j->skipped.values[i];
    if (strcmp(v->name, s->value_name) != 0) continue;
    json_object_set_new(o, "nonfinite", json_integer((json_int_t)v->count));
    break;
  }
  int first = 0, last = HISTOGRAM_BINS - 1;
  while (first <= last && s->histogram[first] == 0) first++;
  while (last >= first && s->histogram[last] == 0) last--;
  json_t *bins = json_array();
  for (int i = first; i <= last; i++)
    json_array_append_new(bins, json_integer((json_int_t)s->histogram[i]));
  json_object_set_new(o, "first_log2",
                      json_real(HISTOGRAM_MIN_EXPONENT + (double)first / HISTOGRAM_OCTAVE_BINS));
  json_object_set_new(o, "bins_per_octave", json_integer(HISTOGRAM_OCTAVE_BINS));
  json_object_set_new(o, "histogram", bins);
  return o;
}

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
  json_object_set_new(o, "samples",
                      json_integer(j->judge ? (json_int_t)j->judge->sample_count : 0));
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

static json_t *variant_json(const plan *p, const plan_variant *v, const double *model_seconds,
                            const struct tuned *tuned) {
  json_t *o = json_object();
  uint64_t weights = 0;
  json_object_set_new(o, "target", json_string(v->target));
  json_object_set_new(o, "profile", json_string(v->profile));
  json_object_set_new(o, "steps", json_integer(v->op_count ? v->op_count : v->launch_count));
  json_object_set_new(o, "kernels", json_integer(v->kernel_count));
  json_object_set_new(o, "activation_bytes", json_integer((json_int_t)v->arena_bytes));
  json_object_set_new(o, "workspace_bytes", json_integer((json_int_t)v->workspace_bytes));
  for (uint32_t i = 0; i < v->value_count; i++)
    if (v->values[i].kind == PLAN_VALUE_CONST) weights += p->blobs[v->values[i].index].bytes;
  for (uint32_t i = 0; i < v->launch_count; i++) {
    if (v->launches[i].kind != PLAN_LAUNCH_HOST) continue;
    const plan_variant *block = &v->launches[i].host->block->program;
    for (uint32_t k = 0; k < block->value_count; k++)
      if (block->values[k].kind == PLAN_VALUE_CONST)
        weights += p->blobs[block->values[k].index].bytes;
  }
  json_object_set_new(o, "weight_bytes", json_integer((json_int_t)weights));
  json_t *steps = json_array();
  for (uint32_t i = 0; i < v->launch_count; i++) {
    const plan_launch *l = &v->launches[i];
    json_t *s = json_object();
    json_object_set_new(s, "name", json_text_or_null(l->name));
    json_object_set_new(s, "kernel", json_string(plan_launch_kernel(v, l)));
    json_object_set_new(s, "precision", json_text_or_null(l->precision));
    json_object_set_new(s, "flops", json_integer((json_int_t)l->flops));
    json_object_set_new(s, "bytes_moved", json_integer((json_int_t)l->bytes_moved));
    /* to the nanosecond: the model's last digits are nobody's business */
    double modelled = model_seconds ? model_seconds[i] : NAN;
    json_object_set_new(s, "model_seconds", json_finite(round(modelled * 1e9) / 1e9));
    json_array_append_new(steps, s);
  }
  json_object_set_new(o, "launches", steps);
  json_object_set_new(o, "host_steps", host_steps_json(v));
  if (tuned) json_object_set_new(o, "tuning", report_tuning(tuned, v, model_seconds));
  return o;
}

static json_t *model_json(const job *j) {
  char hex[65];
  hash_hex(&j->plan.model_hash, hex);
  json_t *o = json_object();
  json_object_set_new(o, "name", json_string(j->plan.model_name ? j->plan.model_name : ""));
  json_object_set_new(o, "bytes", json_integer((json_int_t)j->info.model_bytes));
  json_object_set_new(o, "hash", json_string(hex));
  json_object_set_new(o, "opset", json_integer(j->info.opset));
  json_object_set_new(o, "producer", json_text_or_null(j->info.producer));
  json_object_set_new(o, "nodes", json_integer((json_int_t)j->info.node_count));
  return o;
}

static json_t *ports_json(const job *j, bool inputs) {
  const graph *g = j->graph;
  json_t *list = json_array();
  for (size_t i = 0; i < (inputs ? g->input_count : g->output_count); i++) {
    const value *v = inputs ? g->inputs[i] : g->outputs[i];
    json_t *o = operand(j, v);
    json_object_set_new(o, "name", json_string(inputs ? v->name : g->output_names[i]));
    json_array_append_new(list, o);
  }
  return list;
}

/* What --fix was given, as `fp8c debug` and `fp8c compare` give it to the model again. */
static json_t *fixed_json(const job *j) {
  json_t *list = json_array();
  for (size_t i = 0; i < j->fixed_count; i++) {
    const tensor *t = &j->fixed_types[i];
    json_t *o = json_object(), *shape = json_array();
    for (int d = 0; d < t->rank; d++) json_array_append_new(shape, json_integer(t->dims[d]));
    json_object_set_new(o, "name", json_string(j->fixed[i]));
    json_object_set_new(o, "shape", shape);
    json_object_set_new(o, "value", json_string(strchr(j->o->fixes[i], '=') + 1));
    json_array_append_new(list, o);
  }
  return list;
}

static json_t *diagnostics_json(const job *j) {
  static const char *const severities[] = {"note", "warning", "error"};
  json_t *list = json_array();
  for (size_t i = 0; i < j->diagnostic_count; i++) {
    json_t *o = json_object();
    json_object_set_new(o, "severity", json_string(severities[j->diagnostics[i].severity]));
    json_object_set_new(o, "code", json_string(j->diagnostics[i].code));
    json_object_set_new(o, "node", json_string(j->diagnostics[i].node));
    json_object_set_new(o, "text", json_string(j->diagnostics[i].text));
    json_array_append_new(list, o);
  }
  for (size_t i = 0; i < j->passes.note_count; i++) {
    const pass_note *n = &j->passes.notes[i];
    json_t *o = json_object();
    json_object_set_new(o, "severity", json_string("note"));
    json_object_set_new(o, "code", json_string(n->pass));
    json_object_set_new(o, "node", json_string(n->node ? n->node : ""));
    json_object_set_new(o, "text", json_string(n->text));
    json_array_append_new(list, o);
  }
  return list;
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
  const json_t *all = json_object_get(r, "alternatives"), *chosen = json_array_get(all, 0),
               *time = json_object_get(r, "time");
  bool fp8 = json_int_of(chosen, "fp8_nodes") > 0;
  size_t i;
  json_t *other;
  json_array_foreach(all, i, other) {
    if (i == 0 || !fp8 || strcmp(json_text_of(other, "name"), "bf16") != 0) continue;
    text_printf(t, "; weights %s, in BF16 %s",
                bytes_words(j, json_number_value(json_object_get(chosen, "weight_bytes"))),
                bytes_words(j, json_number_value(json_object_get(other, "weight_bytes"))));
  }
  double seconds = json_number_value(json_object_get(time, "seconds")),
         bf16 = json_number_value(json_object_get(time, "bf16_seconds"));
  if (!(seconds > 0 && bf16 > 0) || json_is_true(json_object_get(time, "full"))) return;
  time_model m = time_model_of(j);
  const char *chip = chip_words(&m, j->scratch);
  if (fp8)
    text_printf(t, "; %.2f times as fast as BF16, modelled for %s", bf16 / seconds, chip);
  else
    text_printf(t, "; %.1f us a run, modelled for %s", seconds * 1e6, chip);
}

/* The choice in a sentence, for people who read one line: what, its error, its gain.  Attention's
 * own products are no layer's: they are counted, and where they are not all in FP8 said apart. */
static json_t *summary_json(const job *j, const json_t *r) {
  json_t *o = json_object();
  if (j->alternative_count == 0) return o;
  const alternative *a = &j->alternatives[0];
  double share = share_of(a->fp8_macs, a->total_macs);
  double outside = share_of(a->fp8_macs - a->attention_fp8_macs, a->total_macs - a->attention_macs);
  text t;
  text_init(&t, j->scratch);
  text_printf(&t, "%zu of %zu matrix nodes compute in FP8", a->fp8_nodes, a->gemm_nodes);
  if (j->gain) text_printf(&t, " (%zu more could, and would save no time)", j->gain->left_out);
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
  if (a->verdict && j->judge)
    text_printf(&t, ", measured on %zu sample%s", j->judge->sample_count,
                j->judge->sample_count == 1 ? "" : "s");
  add_gain(j, r, &t);
  json_object_set_new(o, "sentence", json_string(text_cstr(&t)));
  json_object_set_new(o, "gemm_nodes", json_integer((json_int_t)a->gemm_nodes));
  json_object_set_new(o, "fp8_nodes", json_integer((json_int_t)a->fp8_nodes));
  json_object_set_new(o, "fp8_mac_share", json_real(share));
  json_object_set_new(o, "fp8_mac_share_outside_attention", json_real(outside));
  return o;
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
  for (size_t i = 0; i < j->time_count; i++) {
    double seconds = j->times[i].seconds;
    json_array_append_new(times, json_pack("{s:s, s:f}", "stage", j->times[i].stage, "seconds",
                                           seconds < 0 ? 0 : seconds));
  }
  return times;
}

json_t *report_build(const job *j, bool with_times) {
  json_t *r = json_object();
  json_object_set_new(r, "schema", json_string("fp8c-report-1"));
  json_object_set_new(r, "compiler", json_string(j->plan.compiler ? j->plan.compiler : ""));
  json_object_set_new(r, "options", json_string(j->plan.options ? j->plan.options : ""));
  json_object_set_new(r, "nvrtc", json_string(j->plan.nvrtc ? j->plan.nvrtc : ""));
  json_object_set_new(r, "model", model_json(j));
  json_object_set_new(r, "inputs", ports_json(j, true));
  json_object_set_new(r, "outputs", ports_json(j, false));
  if (j->fixed_count) json_object_set_new(r, "fixed", fixed_json(j));
  json_object_set_new(r, "calibration_samples",
                      json_integer(j->passes.samples ? (json_int_t)j->passes.samples->sample_count
                                   : j->passes.given ? (json_int_t)j->passes.given->sample_count
                                                     : 0));
  if (j->o->skip_nonfinite)
    json_object_set_new(r, "calibration_skipped", json_integer((json_int_t)j->skipped.count));
  json_object_set_new(r, "calibration_method",
                      json_string(scale_policy_words(&j->passes.scales, j->scratch)));
  json_t *nodes = json_array(), *alternatives = json_array(), *variants = json_array(),
         *values = json_array();
  const step_names *steps = name_steps(j);
  for (const node *n = j->graph->first; n; n = n->next)
    json_array_append_new(nodes, node_json(j, n, steps));
  for (size_t i = 0; i < j->alternative_count; i++)
    json_array_append_new(alternatives, alternative_json(j, &j->alternatives[i]));
  for (uint32_t i = 0; i < j->plan.variant_count; i++)
    json_array_append_new(
        variants, variant_json(&j->plan, &j->plan.variants[i], j->model_seconds[i], j->tuned[i]));
  for (size_t i = 0; j->passes.stats && i < j->passes.stats->count; i++)
    json_array_append_new(values, value_stats_json(j, &j->passes.stats->items[i]));
  json_object_set_new(r, "nodes", nodes);
  json_object_set_new(r, "alternatives", alternatives);
  json_object_set_new(r, "variants", variants);
  json_object_set_new(r, "values", values);
  report_search(j, r);
  if (j->gain) json_object_set_new(r, "gain", gain_json(j->gain));
  json_object_set_new(r, "passes", passes_json(j, with_times));
  json_object_set_new(r, "diagnostics", diagnostics_json(j));
  json_object_set_new(r, "summary", summary_json(j, r));
  if (with_times) json_object_set_new(r, "times", times_json(j));
  return r;
}

/* ---- The document of a plan that was made before ----------------------------------------- */

static bool was_said(const job *j, const char *words) {
  for (size_t i = 0; i < j->diagnostic_count; i++)
    if (strcmp(j->diagnostics[i].text, words) == 0) return true;
  return false;
}

/* What callers were told when the plan was made; notes of passes were for the document only. */
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
