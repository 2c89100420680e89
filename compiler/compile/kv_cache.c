/* kv_cache.c - --kv-cache: one format for all that keeps keys and values from step to step.
 *
 * What one input brings and outputs give out is one cache, and has one scale: what a step gives
 * out is what the next one reads.  Scales come from the numbers that attention reads on the
 * calibration samples, those of earlier steps and the step's own alike. */
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "compiler/compile/job.h"
#include "passes/precision/attention_scales.h"
#include "passes/precision/cache_ports.h"
#include "passes/precision/precision.h"
#include "passes/precision/split.h"

typedef struct cache {
  const cache_port *ports;
  value_stats *stats; /* NULL: not asked for */
  float scale;
} cache;

typedef struct keeping {
  job *j;
  cache *list;
  size_t count, samples;
  bool unasked; /* nobody said in which type */
} keeping;

static const io_request *stated(const job *j, const char *port) {
  for (size_t i = 0; i < j->ask.io_count; i++)
    if (strcmp(j->ask.io[i].port, port) == 0) return &j->ask.io[i];
  return NULL;
}

/* Port 0 is the input, the others are outputs. */
static const char *port_name(const job *j, const cache *c, size_t i) {
  return i == 0 ? c->ports->past->name : j->model.graph->output_names[c->ports->present[i - 1]];
}

static const tensor *port_type(const job *j, const cache *c, size_t i) {
  return i == 0 ? &c->ports->past->type : &j->model.graph->outputs[c->ports->present[i - 1]]->type;
}

/* A scale that --io-type gives one of the cache's ports; 0: none. */
static float stated_scale(const job *j, const cache *c) {
  for (size_t i = 0; i <= c->ports->present_count; i++) {
    const io_request *r = stated(j, port_name(j, c, i));
    if (r && r->dtype == j->ask.cache.dtype) return r->scale;
  }
  return 0;
}

/* ---- Scales ------------------------------------------------------------------------------ */

static void merge(value_stats *to, const value_stats *s) {
  to->count += s->count;
  to->zeros += s->zeros;
  to->sum_squares += s->sum_squares;
  if (s->amax > to->amax) to->amax = s->amax;
  for (size_t i = 0; i < HISTOGRAM_BINS; i++) to->histogram[i] += s->histogram[i];
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const value_stats *)a)->value_name, ((const value_stats *)b)->value_name);
}

/* Attention that computes in FP8 wants keys on a part of E4M3's lattice where its scores stay
 * in F16's range: such keys are kept so. */
static float choose_scale(keeping *k, const cache *of, calibration_stats *all) {
  pass_context *c = &k->j->passes;
  const target_rules *r = &c->rules;
  const node *n = of->ports->reader;
  attention_scales scales = {0};
  c->stats = all;
  bool found = !of->ports->whole &&
               !targets_refuse(r, &(kernel_question){.what = ASK_ATTENTION_FP8, .n = n}) &&
               attention_scales_of(c, n, &scales);
  c->stats = NULL;
  return found && scales.f16_scores ? scales.of[of->ports->operand]
                                    : scale_choose(of->stats, FP8C_DTYPE_E4M3, &c->scales);
}

static fp8c_status calibrate(keeping *k, fp8c_error *err) {
  job *j = k->j;
  pass_context *c = &j->passes;
  value **values = NULL;
  size_t count = 0, at = 0;
  for (size_t i = 0; i < k->count; i++)
    for (size_t v = 0; v < k->list[i].ports->held_count; v++)
      ARENA_PUSH(j->scratch, values, count, k->list[i].ports->held[v]);
  for (size_t i = 0; i < k->count; i++)
    for (size_t v = 0; v < ATTENTION_OPERANDS; v++)
      if (!value_is_const(k->list[i].ports->reader->in[v]))
        ARENA_PUSH(j->scratch, values, count, k->list[i].ports->reader->in[v]);
  calibration_data *choose, *judge;
  samples_split(j->keep, j->samples.all, &choose, &judge);
  c->samples = j->samples.evaluation ? j->samples.all : choose;
  k->samples = c->samples->sample_count;
  const char *key = evaluation_key(j->model.graph, c);
  if (key[0]) key = arena_printf(j->keep, "%s-caches", key);
  value_stats *items = NEW_ARRAY(j->keep, value_stats, count + 1);
  TRY(calibrate_values(c, j->model.graph, values, count, key, items, err));
  for (size_t i = 0; i < k->count; i++) {
    cache *of = &k->list[i];
    of->stats = NEW(j->keep, value_stats);
    for (size_t v = 0; v < of->ports->held_count; v++) merge(of->stats, &items[at++]);
  }
  calibration_stats all = {.items = items, .count = count, .sample_count = k->samples};
  qsort(items, count, sizeof *items, by_name);
  for (size_t i = 0; i < k->count; i++)
    if (k->list[i].scale == 0) k->list[i].scale = choose_scale(k, &k->list[i], &all);
  return FP8C_OK;
}

static fp8c_status find_scales(keeping *k, fp8c_error *err) {
  job *j = k->j;
  bool missing = false;
  for (size_t i = 0; i < k->count; i++) {
    cache *c = &k->list[i];
    c->scale = stated_scale(j, c);
    if (c->scale == 0) c->scale = j->ask.cache.scale;
    if (c->scale == 0 && j->ask.scales.method == SCALE_CONSTANT) c->scale = j->ask.scales.constant;
    missing |= c->scale == 0;
  }
  if (j->samples.all) return calibrate(k, err);
  if (!missing) return FP8C_OK;
  return fail(err, FP8C_ERROR_ARGUMENT,
              "--kv-cache e4m3 takes its scales from samples: give --calibrate, or one scale for "
              "all caches (--kv-cache e4m3@0.05)");
}

/* ---- Ports ------------------------------------------------------------------------------- */

/* "past_k", "present_k" */
static const char *names_of(const job *j, const cache *c) {
  text t;
  text_init(&t, j->keep);
  for (size_t i = 0; i <= c->ports->present_count; i++)
    text_printf(&t, "%s\"%s\"", i ? ", " : "", port_name(j, c, i));
  return text_cstr(&t);
}

static const char *words_of(const keeping *k, const cache *c) {
  job *j = k->j;
  if (k->unasked) return "as attention computes; --kv-cache says otherwise";
  if (j->ask.cache.dtype != FP8C_DTYPE_E4M3) return "--kv-cache";
  if (!c->stats) return "--kv-cache, with the scale that was given";
  rounding_cost cost = stats_cost(c->stats, FP8C_DTYPE_E4M3, c->scale);
  bool given = stated_scale(j, c) != 0 || j->ask.cache.scale != 0;
  return arena_printf(
      j->keep, "--kv-cache; %s %zu samples, %.1f dB, %.3g%% underflow, %.3g%% saturated",
      given ? "with the scale that was given, over"
            : arena_printf(j->keep, "scale by %s over", scale_method(&j->passes)),
      k->samples, cost.sqnr_db, 100 * cost.underflow_share, 100 * cost.saturated_share);
}

static fp8c_status keep(const keeping *k, const cache *c, fp8c_error *err) {
  job *j = k->j;
  const char *names = names_of(j, c), *words = words_of(k, c);
  for (size_t i = 0; i <= c->ports->present_count; i++) {
    io_request r = {port_name(j, c, i), j->ask.cache.dtype, c->scale};
    if (!stated(j, r.port)) TRY(job_apply_io_type(j->model.graph, &r, err));
    const tensor *t = port_type(j, c, i), *first = port_type(j, c, 0);
    if (t->dtype != first->dtype || t->scale.value != first->scale.value)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "%s are ports of one cache, and %s and %s are not of one type", names,
                  tensor_type_text(j->keep, first), tensor_type_text(j->keep, t));
    value *v = i == 0 ? c->ports->past : j->model.graph->outputs[c->ports->present[i - 1]];
    v->reason = words;
  }
  const char *type = tensor_type_text(j->keep, port_type(j, c, 0));
  const node *whole = j->ask.cache.dtype == FP8C_DTYPE_E4M3 ? c->ports->whole : NULL;
  pass_remark(&j->passes, "kv-cache", whole, "%s: kept in %s (%s)%s", names, type, words,
              whole ? "; this attention takes its past as an operand of its own and computes with "
                      "real numbers, so every step converts all of it"
                    : "");
  return FP8C_OK;
}

/* States of a GPU whose attention computes in BF16 lose nothing in BF16, and are read as they lie:
 * F32 would be converted in every step, all of it. */
static bool suits_bf16(const job *j) {
  return j->o->capacity && j->targets.has_gpu && j->o->precision != FP8C_PRECISION_F32 &&
         !j->passes.keep_formats;
}

static bool all_are_f32(const keeping *k) {
  for (size_t i = 0; i < k->count; i++)
    for (size_t p = 0; p <= k->list[i].ports->present_count; p++)
      if (port_type(k->j, &k->list[i], p)->dtype != FP8C_DTYPE_F32 ||
          stated(k->j, port_name(k->j, &k->list[i], p)))
        return false;
  return k->count > 0;
}

fp8c_status job_keep_caches(job *j, fp8c_error *err) {
  cache_port *ports;
  keeping k = {.j = j, .unasked = j->ask.cache.dtype == FP8C_DTYPE_NONE};
  if ((k.unasked && !suits_bf16(j)) || j->pass_options.stopped) return FP8C_OK;
  cache_ports_find(j->model.graph, j->samples.all, j->keep, &ports, &k.count);
  if (k.count == 0 && k.unasked) return FP8C_OK;
  if (k.count == 0)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--kv-cache: no attention of the model reads keys or values that an input brings");
  k.list = NEW_ARRAY(j->keep, cache, k.count);
  for (size_t i = 0; i < k.count; i++) k.list[i].ports = &ports[i];
  if (k.unasked && !all_are_f32(&k)) return FP8C_OK;
  if (k.unasked) j->ask.cache.dtype = FP8C_DTYPE_BF16;
  if (j->ask.cache.dtype == FP8C_DTYPE_E4M3) TRY(find_scales(&k, err));
  for (size_t i = 0; i < k.count; i++) TRY(keep(&k, &k.list[i], err));
  return FP8C_OK;
}
