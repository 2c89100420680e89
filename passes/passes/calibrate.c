/* calibrate.c - runs the samples through the graph and notes what GEMM operands hold.
 *
 * Only operands of GEMM-class nodes are tapped: nothing else is quantised.  The
 * statistics do not depend on the method that later picks scales, so one cache
 * file serves all methods. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/products.h"
#include "passes/match.h"
#include "passes/precision/attention_scales.h"
#include "passes/precision/calibration_file.h"
#include "passes/precision/precision.h"
#include "passes/precision/recurrent_state.h"
#include "passes/precision/walk.h"

/* What v was before its mean was taken off (centre): a compile that has these figures and
 * no samples takes off none. */
static value *uncentred(const value *v) {
  if (v->kind != VALUE_NODE || !node_is(v->def, OP_ADD)) return NULL;
  value *x = v->def->in[0];
  size_t length = strlen(x->name);
  return strncmp(v->name, x->name, length) == 0 && strcmp(v->name + length, ".centred") == 0 ? x
                                                                                             : NULL;
}

static bool add_tap(tap_list *taps, bool *seen, value *v, arena *a) {
  if (!v || v->kind == VALUE_CONST || seen[v->id] || !dtype_is_small_float(v->type.dtype))
    return false;
  seen[v->id] = true;
  ARENA_PUSH(a, taps->items, taps->count, v);
  return true;
}

tap_list calibration_taps(const graph *g, arena *a) {
  bool *seen = NEW_ARRAY(a, bool, g->next_value_id + 1);
  tap_list taps = {0};
  for (const node *n = g->first; n; n = n->next) {
    if (node_recurs(n)) {
      (void)add_tap(&taps, seen, n->out[0], a);
      (void)add_tap(&taps, seen, node_input(n, RECURRENT_FIRST), a);
    }
    if (n->op->precision != CLASS_GEMM) continue;
    /* An attention's mask is added, and may be -inf; factors of a Linear's rows stay F32. */
    bool attention = n->op->family == FAMILY_ATTENTION, linear = node_is(n, OP_LINEAR);
    for (size_t i = 0; i < (attention || linear ? 3 : n->in_count) && i < n->in_count; i++) {
      value *v = n->in[i];
      if (add_tap(&taps, seen, v, a)) (void)add_tap(&taps, seen, uncentred(v), a);
    }
  }
  return taps;
}

/* The axis of a value that its first product sums over: channels of an image, else the last. */
static int channel_axis(const value *v) {
  for (size_t i = 0; i < v->user_count; i++) {
    const node *n = v->users[i];
    if (n->op->precision != CLASS_GEMM) continue;
    if (n->op->family == FAMILY_CONV) return 1;
    return n->in[0] == v || v->type.rank < 2 ? v->type.rank - 1 : v->type.rank - 2;
  }
  return v->type.rank - 1;
}

#define CHANNELS_MAX 16384 /* more are no channels */

/* A value of a sample that is about to be counted. */
typedef struct counted {
  value_stats *s;
  const float *x;
  size_t count;
  size_t channels, inner; /* 0: are not kept */
  size_t head;            /* elements of a row whose length counts; 0: none does */
  bool finite;
} counted;

/* Of samples whose sizes differ nothing is kept, in whatever order they come. */
static void expect_channels(counted *v, const tensor *t, int axis, arena *keep) {
  value_stats *s = v->s;
  if (v->count == 0) return;
  bool has = axis >= 0 && axis < t->rank && t->dims[axis] <= CHANNELS_MAX;
  size_t channels = has ? (size_t)t->dims[axis] : 0, inner = 1;
  for (int i = axis + 1; i < t->rank && has; i++) inner *= (size_t)t->dims[i];
  if (s->count == 0 && channels) { /* the first sample */
    s->channel_amax = NEW_ARRAY(keep, float, channels);
    s->channel_count = channels;
  }
  if (s->channel_count != channels) {
    s->channel_count = 0;
    return;
  }
  v->channels = channels;
  v->inner = inner;
}

/* Elements of a head's row where an attention reads v as queries or keys; 0. */
static size_t head_of(const value *v) {
  for (size_t i = 0; i < v->user_count; i++) {
    const node *n = v->users[i];
    if (n->op->family != FAMILY_ATTENTION || (n->in[0] != v && n->in[1] != v)) continue;
    int64_t head = attention_head(n);
    return head > 0 ? (size_t)head : 0;
  }
  return 0;
}

static void lengthen(value_stats *s, const float *x, size_t count, size_t head) {
  double most = s->row_length * s->row_length;
  for (size_t at = 0; at + head <= count; at += head) {
    double sum = 0;
    for (size_t k = at; k < at + head; k++) sum += (double)x[k] * (double)x[k];
    most = sum > most ? sum : most;
  }
  s->row_length = sqrt(most);
}

static float largest_of(float most, const float *x, size_t count) {
  for (size_t k = 0; k < count; k++) most = fabsf(x[k]) > most ? fabsf(x[k]) : most;
  return most;
}

INLINE void larger_any(const float *x, size_t count, float *most) {
  for (size_t k = 0; k < count; k++) most[k] = fabsf(x[k]) > most[k] ? fabsf(x[k]) : most[k];
}
AT_EACH_LEVEL(static void, larger, (const float *x, size_t count, float *most), (x, count, most))

static void count_value(void *object, size_t i, int worker) {
  (void)worker;
  counted *v = (counted *)object + i;
  v->finite = stats_add(v->s, v->x, v->count);
  float *most = v->s->channel_amax;
  if (v->finite && v->head) lengthen(v->s, v->x, v->count, v->head);
  if (!v->finite || v->channels == 0) return;
  for (size_t at = 0; at < v->count; at += v->channels * v->inner)
    if (v->inner == 1)
      larger(v->x + at, v->channels, most);
    else
      for (size_t c = 0; c < v->channels; c++)
        most[c] = largest_of(most[c], v->x + at + c * v->inner, v->inner);
}

typedef struct counting {
  pass_context *c;
  value_stats *items;
  value **values;
  size_t count;
} counting;

static fp8c_status count_sample(void *user, size_t sample, const tensor *results, fp8c_error *err) {
  counting *k = user;
  counted *list = NEW_ARRAY(k->c->scratch, counted, k->count);
  for (size_t i = 0; i < k->count; i++) {
    const tensor *t = &results[i];
    list[i] = (counted){
        .s = &k->items[i], .x = tensor_f32(t, k->c->scratch), .count = (size_t)tensor_elements(t)};
    list[i].head = head_of(k->values[i]);
    expect_channels(&list[i], t, channel_axis(k->values[i]), k->c->keep);
  }
  pool_run(k->c->threads, k->count, count_value, list);
  for (size_t i = 0; i < k->count; i++)
    if (!list[i].finite)
      return fail(err, FP8C_ERROR_FORMAT,
                  "value \"%s\" is NaN or infinite somewhere when the model runs on calibration "
                  "sample %zu; scales need finite numbers",
                  list[i].s->value_name, sample);
  return FP8C_OK;
}

/* ---- The cache file: values in the order of the taps --------------------------------- */

static json_t *to_json(const value_stats *items, size_t count) {
  json_t *values = json_array();
  for (size_t i = 0; i < count; i++) {
    const value_stats *s = &items[i];
    json_t *bins = json_array();
    for (int b = 0; b < HISTOGRAM_BINS; b++)
      if (s->histogram[b])
        json_array_append_new(bins, json_pack("[i, I]", b, (json_int_t)s->histogram[b]));
    json_array_append_new(
        values, json_pack("{s:I, s:I, s:f, s:f, s:f, s:o, s:o}", "count", (json_int_t)s->count,
                          "zeros", (json_int_t)s->zeros, "sum_squares", s->sum_squares, "amax",
                          (double)s->amax, "row_length", s->row_length, "histogram", bins,
                          "channels", stats_channels_json(s)));
  }
  return json_pack("{s:o}", "values", values);
}

json_t *stats_channels_json(const value_stats *s) {
  json_t *list = json_array();
  for (size_t k = 0; k < s->channel_count; k++)
    json_array_append_new(list, json_real((double)s->channel_amax[k]));
  return list;
}

bool stats_read_channels(const json_t *list, value_stats *s, arena *keep) {
  if (!json_is_array(list) || json_array_size(list) > CHANNELS_MAX) return false;
  s->channel_count = json_array_size(list);
  s->channel_amax = arena_array(keep, s->channel_count + 1, sizeof *s->channel_amax);
  for (size_t i = 0; i < s->channel_count; i++) {
    const json_t *item = json_array_get(list, i);
    double x = json_number_value(item);
    if (!json_is_number(item) || !(x >= 0 && x <= (double)s->amax)) return false;
    s->channel_amax[i] = (float)x;
  }
  return true;
}

static bool read_value(const json_t *v, value_stats *s, arena *keep) {
  json_int_t count, zeros;
  const json_t *bins;
  double amax;
  if (json_unpack((json_t *)v, "{s:I, s:I, s:F, s:F, s:F, s:o}", "count", &count, "zeros", &zeros,
                  "sum_squares", &s->sum_squares, "amax", &amax, "row_length", &s->row_length,
                  "histogram", &bins) != 0 ||
      count < 0 || zeros < 0 || !isfinite(amax) || amax < 0 || !(s->sum_squares >= 0) ||
      !(s->row_length >= 0) || !isfinite(s->row_length))
    return false;
  s->count = (uint64_t)count;
  s->zeros = (uint64_t)zeros;
  s->amax = (float)amax;
  uint64_t sum = s->zeros;
  for (size_t i = 0; i < json_array_size(bins); i++) {
    json_int_t bin, n;
    if (json_unpack(json_array_get(bins, i), "[I, I]", &bin, &n) != 0 || bin < 0 ||
        bin >= HISTOGRAM_BINS || n < 0)
      return false;
    s->histogram[bin] = (uint64_t)n;
    sum += (uint64_t)n;
  }
  return sum == s->count && stats_read_channels(json_object_get(v, "channels"), s, keep);
}

static bool from_cache(pass_context *c, const char *key, value_stats *items, size_t count) {
  json_t *document = cache_read(c, "calibration", key);
  const json_t *values = json_object_get(document, "values");
  bool ok = document && json_array_size(values) == count;
  for (size_t i = 0; i < count && ok; i++)
    ok = read_value(json_array_get(values, i), &items[i], c->keep);
  if (ok) return true;
  for (size_t i = 0; i < count; i++) items[i] = (value_stats){.value_name = items[i].value_name};
  return false;
}

fp8c_status calibrate_values(pass_context *c, const graph *g, value **values, size_t count,
                             const char *key, value_stats *items, fp8c_error *err) {
  for (size_t i = 0; i < count; i++)
    items[i] = (value_stats){.value_name = arena_strdup(c->keep, values[i]->name),
                             .squares = c->exact_sums ? NEW(c->keep, square_sum) : NULL};
  if (count == 0 || (!c->exact_sums && from_cache(c, key, items, count))) return FP8C_OK;
  counting k = {c, items, values, count};
  TRY(walk_samples(c, g, (tap_list){values, count},
                   (sample_visit){.stage = "calibrate", .take = count_sample, .user = &k}, err));
  if (c->exact_sums) return FP8C_OK;
  json_t *document = to_json(items, count);
  cache_write(c, "calibration", key, document);
  json_decref(document);
  return FP8C_OK;
}

/* ---- The pass --------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b) {
  return strcmp(((const value_stats *)a)->value_name, ((const value_stats *)b)->value_name);
}

/* What is found of the samples is of the scales, too, and those are of the figures. */
static const char *key_besides_figures(const graph *g, pass_context *c) {
  const char *key = evaluation_key(g, c);
  return key[0] ? arena_printf(c->keep, "%.40s-%.24s", key, c->given->samples_hash) : "";
}

fp8c_status pass_calibrate(graph *g, pass_context *c, fp8c_error *err) {
  if (!wants_fp8(c) || c->stats) return FP8C_OK;
  if (c->given) {
    if (c->samples) *undecided_key(c) = key_besides_figures(g, c);
    return take_given_stats(g, c, err);
  }
  if (!c->samples) return FP8C_OK;
  if (!c->evaluate) {
    pass_remark(c, "calibrate", NULL,
                "there is nothing here to run the model with, so activations "
                "get no scales");
    return FP8C_OK;
  }
  tap_list taps = calibration_taps(g, c->scratch);
  calibration_stats *s = NEW(c->keep, calibration_stats);
  s->items = NEW_ARRAY(c->keep, value_stats, taps.count + 1);
  s->count = taps.count;
  s->sample_count = c->samples->sample_count;
  const char *key = *undecided_key(c) = evaluation_key(g, c);
  TRY(calibrate_values(c, g, taps.items, taps.count, key, s->items, err));
  const char *const *names = calibration_names(g, c->scratch);
  for (size_t i = 0; i < s->count; i++)
    s->items[i].file_name = arena_strdup(c->keep, names[taps.items[i]->id]);
  qsort(s->items, s->count, sizeof *s->items, by_name);
  c->stats = s;
  return FP8C_OK;
}
