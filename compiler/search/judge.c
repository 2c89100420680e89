/* judge.c - graphs against the F32 model, on samples. */
#include "compiler/search/judge.h"

#include <math.h>
#include <string.h>

#include "base/cache.h"
#include "base/numbers.h"
#include "ops/ids/norms.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"
#include "passes/precision/precision.h"
#include "passes/precision/walk.h"

/* The F32 model's outputs are kept while graphs are compared with them. */
#define REFERENCE_BYTES_MAX ((uint64_t)1 << 30)

/* ---- Walking over samples ------------------------------------------------------------ */

/* Takes what a sample gave; false ends the walk. */
typedef bool take_sample(void *user, size_t sample, const tensor *taps);

typedef struct visit {
  const char *stage; /* what progress is called */
  take_sample *take;
  void *user;
} visit;

static fp8c_status visit_samples(sample_walk *w, size_t limit, visit v, job *j, fp8c_error *err) {
  bool more = true;
  job_progress(j, v.stage, 0, limit);
  for (size_t s = 0; s < limit && more; s++) {
    arena_mark mark = arena_save(w->scratch);
    fp8c_status status = walk_sample(w, s, err);
    if (status != FP8C_OK) return fail_in(err, status, "sample %zu", s);
    more = v.take(v.user, s, w->results);
    arena_reset(w->scratch, mark);
    job_progress(j, v.stage, s + 1, limit);
  }
  return FP8C_OK;
}

/* One graph is held ready at a time: weights are the bulk of a compile's memory. */
static fp8c_status judge_samples(const judge *o, const graph *g, tap_list taps, size_t limit,
                                 visit v, fp8c_error *err) {
  pass_context c = o->j->passes;
  arena_mark before = arena_save(c.scratch);
  sample_walk w;
  c.samples = o->data;
  fp8c_status status = walk_begin(&c, g, taps, WALK_ONCE, &w, err);
  if (status == FP8C_OK) status = visit_samples(&w, limit, v, o->j, err);
  arena_reset(c.scratch, before); /* lets the runner go */
  return status;
}

/* ---- What is judged --------------------------------------------------------------------- */

static fp8c_status find_judged(job *j, const graph *g, const calibration_data *d, arena *a,
                               noise_output **out, size_t *count, fp8c_error *err) {
  fp8c_status status = noise_outputs(g, d, (port_names){j->o->judge_ports, j->o->judge_port_count},
                                     a, out, count, err);
  bool asked = j->ask.goal != GOAL_NONE || j->o->judge_port_count;
  if (status == FP8C_ERROR_UNSUPPORTED && !asked) return FP8C_OK; /* nothing to judge by */
  TRY(status);
  if (!j->ask.judge_outputs) return FP8C_OK;
  for (size_t i = 0; i < *count; i++)
    for (size_t k = 0; k < g->output_count; k++)
      if (strcmp(g->output_names[k], (*out)[i].port) == 0) {
        (*out)[i].value = arena_strdup(a, g->outputs[k]->name);
        if (dtype_is_float(g->outputs[k]->type.dtype)) continue;
        return fail(err, FP8C_ERROR_ARGUMENT,
                    "--judge outputs: output \"%s\" holds no floats; --judge logits judges what "
                    "it is made of",
                    (*out)[i].port);
      }
  return FP8C_OK;
}

/* What stands behind says what the numbers mean. */
static metric_domain domain_of(const job *j, const noise_output *o) {
  bool each = o->before == op_get(OP_SIGMOID);
  bool rows = o->before == op_get(OP_SOFTMAX);
  if (!j->ask.judge_outputs) return each ? DOMAIN_BINARY_LOGITS : DOMAIN_LOGITS;
  return each ? DOMAIN_BINARY_PROBABILITIES : rows ? DOMAIN_PROBABILITIES : DOMAIN_LOGITS;
}

/* The judged value in a graph whose formats may be decided: as it is stored, where a
 * rounding for memory follows it. */
static value *judged_in(const graph *g, const char *name) {
  value *v = graph_find_value(g, name);
  for (size_t i = 0; v && !value_is_output(v) && i < v->user_count; i++) {
    const node *u = v->users[i];
    if (node_is(u, OP_CAST) && u->region && u->region == (v->def ? v->def->region : NULL) &&
        u->out[0]->type.dtype == FP8C_DTYPE_BF16)
      return u->out[0];
  }
  return v;
}

/* The ports and the judged values of a graph. */
static fp8c_status taps_of(const judge *o, const graph *g, arena *a, value ***taps, size_t *count,
                           fp8c_error *err) {
  *taps = NEW_ARRAY(a, value *, g->output_count + o->judged_count + 1);
  *count = 0;
  for (size_t i = 0; i < g->output_count; i++) (*taps)[(*count)++] = g->outputs[i];
  for (size_t i = 0; i < o->judged_count; i++) {
    value *v =
        o->port_of[i] != SIZE_MAX ? g->outputs[o->port_of[i]] : judged_in(g, o->judged[i].value);
    if (!v)
      return fail(err, FP8C_ERROR_INTERNAL, "what output \"%s\" is judged by is no longer there",
                  o->judged[i].port);
    (*taps)[(*count)++] = v;
  }
  return FP8C_OK;
}

/* ---- The reference -------------------------------------------------------------------------- */

typedef struct referring {
  judge *o;
  const calibration_stats *stats;
  size_t kept; /* taps that are kept; behind them what is only measured */
  size_t *stat_of;
  size_t stat_count;
  uint64_t bytes;
} referring;

/* The largest that values of a sample get. */
typedef struct ranging {
  const tensor *taps;
  float *most; /* of each */
} ranging;

static void range_of(void *object, size_t i, int worker) {
  (void)worker;
  const ranging *r = object;
  const tensor *t = &r->taps[i];
  size_t n = (size_t)tensor_elements(t);
  const float *f32 = t->dtype == FP8C_DTYPE_F32 && t->scale.kind == SCALE_NONE ? t->data : NULL;
  float most = r->most[i];
  for (size_t k = 0; k < n; k++) {
    float x = fabsf(f32 ? f32[k] : (float)tensor_real(t, (int64_t)k));
    if (x > most && isfinite(x)) most = x;
  }
  r->most[i] = most;
}

typedef struct copying {
  const char *from;
  char *to;
} copying;

static void copy_stretch(void *object, size_t from, size_t to) {
  const copying *c = object;
  memcpy(c->to + from, c->from + from, to - from);
}

static bool keep_reference(void *user, size_t sample, const tensor *taps) {
  referring *r = user;
  judge *o = r->o;
  job *j = o->j;
  uint64_t bytes = 0;
  for (size_t i = 0; i < r->kept; i++) bytes += tensor_bytes(&taps[i]);
  if (sample > 0 && r->bytes + bytes > REFERENCE_BYTES_MAX) return false;
  r->bytes += bytes;
  for (size_t i = 0; i < r->kept; i++) {
    tensor *t = &o->reference[sample * r->kept + i];
    *t = taps[i];
    t->data = arena_alloc(j->keep, tensor_bytes(t) + 1);
    copying c = {taps[i].data, t->data};
    pool_stretches(j->threads, tensor_bytes(t), copy_stretch, &c);
  }
  float *most = NEW_ARRAY(j->scratch, float, r->stat_count + 1);
  for (size_t i = 0; i < r->stat_count; i++) most[i] = o->largest[r->stat_of[i]];
  ranging x = {taps + r->kept, most};
  pool_run(j->threads, r->stat_count, range_of, &x);
  for (size_t i = 0; i < r->stat_count; i++) o->largest[r->stat_of[i]] = most[i];
  o->sample_count = sample + 1;
  return true;
}

/* Of a graph on these samples; "": none is needed. */
static const char *key_of(const judge *o, const graph *g) {
  pass_context c = o->j->passes;
  c.samples = o->data;
  return evaluation_key(g, &c);
}

fp8c_status judge_open(job *j, const graph *reference, const judge_request *asked, judge **out,
                       fp8c_error *err) {
  calibration_data *d = asked->data;
  const calibration_stats *stats = asked->stats;
  judge *o = NEW(j->keep, judge);
  *o = (judge){.j = j, .data = d, .port_count = reference->output_count};
  TRY(find_judged(j, reference, d, j->keep, &o->judged, &o->judged_count, err));
  o->domains = NEW_ARRAY(j->keep, metric_domain, o->judged_count + 1);
  o->port_of = NEW_ARRAY(j->keep, size_t, o->judged_count + 1);
  for (size_t i = 0; i < o->judged_count; i++) {
    o->domains[i] = domain_of(j, &o->judged[i]);
    o->port_of[i] = SIZE_MAX;
    for (size_t k = 0; k < reference->output_count; k++)
      if (strcmp(reference->outputs[k]->name, o->judged[i].value) == 0) o->port_of[i] = k;
  }
  size_t limit = asked->limit < d->sample_count ? asked->limit : d->sample_count;
  tap_list w;
  TRY(taps_of(o, reference, j->keep, &w.items, &w.count, err));
  referring r = {.o = o, .stats = stats, .kept = w.count};
  o->reference = NEW_ARRAY(j->keep, tensor, limit * r.kept + 1);
  size_t values = stats ? stats->count : 0;
  o->largest = NEW_ARRAY(j->keep, float, values + 1);
  r.stat_of = NEW_ARRAY(j->keep, size_t, values + 1);
  value **taps = NEW_ARRAY(j->keep, value *, w.count + values + 1);
  memcpy(taps, w.items, w.count * sizeof *taps);
  for (size_t i = 0; i < values; i++) {
    value *v = graph_find_value(reference, stats->items[i].value_name);
    if (!v || value_is_const(v)) continue;
    taps[w.count++] = v;
    r.stat_of[r.stat_count++] = i;
  }
  w.items = taps;
  TRY(judge_samples(o, reference, w, limit, (visit){asked->stage, keep_reference, &r}, err));
  o->key = key_of(o, reference);
  *out = o;
  return FP8C_OK;
}

/* ---- Graphs ------------------------------------------------------------------------------------
 */

typedef struct judging {
  const judge *o;
  verdict *v;
} judging;

static bool comparable(const tensor *want, const tensor *got) {
  return dtype_is_float(want->dtype) && dtype_is_float(got->dtype) && want->rank == got->rank &&
         memcmp(want->dims, got->dims, (size_t)want->rank * sizeof *want->dims) == 0;
}

static bool take_verdict(void *user, size_t sample, const tensor *taps) {
  judging *x = user;
  const judge *o = x->o;
  verdict *v = x->v;
  size_t count = o->port_count + o->judged_count;
  for (size_t i = 0; i < count; i++) {
    const tensor *want = &o->reference[sample * count + i], *got = &taps[i];
    size_t at = sample * count + i;
    if (!comparable(want, got)) {
      v->squares[at] = v->cosines[at] = (metric_sum){i < o->port_count ? NAN : INFINITY, 1};
      continue;
    }
    pool *threads = o->j->threads;
    v->squares[at] = metric_of(threads, METRIC_SQNR, DOMAIN_LOGITS, want, got);
    v->cosines[at] = metric_of(threads, METRIC_COSINE, DOMAIN_LOGITS, want, got);
  }
  for (size_t i = 0; i < o->judged_count; i++) {
    const tensor *want = &o->reference[sample * count + o->port_count + i];
    const tensor *got = &taps[o->port_count + i];
    size_t at = sample * o->judged_count + i;
    metric m = v->metric == METRIC_COMMAND ? METRIC_SQNR : v->metric;
    if (!comparable(want, got)) {
      v->asked[at] = v->bounding[at] = (metric_sum){INFINITY, 1};
      continue;
    }
    v->asked[at] = m == METRIC_SQNR ? v->squares[sample * count + o->port_count + i]
                                    : metric_of(o->j->threads, m, o->domains[i], want, got);
    v->bounding[at] =
        m == METRIC_TOP1 ? metric_expected_flips(o->domains[i], want, got) : v->asked[at];
  }
  for (size_t i = 0; v->outputs && i < o->port_count; i++) {
    tensor *t = &v->outputs[sample * o->port_count + i];
    *t = taps[i];
    t->data = arena_alloc(o->j->keep, tensor_bytes(t) + 1);
    memcpy(t->data, taps[i].data, tensor_bytes(t));
  }
  return true;
}

/* ---- What was judged before --------------------------------------------------------------------
 *
 * Searches of one model run the same candidates, and every compile compares with the same graphs
 * in BF16 and E4M3. */

#define VERDICTS "verdicts" /* the cache's folder */

/* Of all that decides a verdict; false: nothing is kept. */
static bool find_key(const judge *o, const graph *g, metric m, hash *out) {
  const char *key = o->key[0] ? key_of(o, g) : "";
  hasher h;
  if (!key[0]) return false;
  hash_begin(&h);
  hash_add_string(&h, "fp8c verdict 1");
  hash_add_string(&h, o->key);
  hash_add_string(&h, key);
  hash_add_u64(&h, (uint64_t)m);
  hash_add_u64(&h, o->sample_count);
  hash_add_u64(&h, o->port_count);
  for (size_t i = 0; i < o->judged_count; i++) {
    hash_add_string(&h, o->judged[i].port);
    hash_add_string(&h, o->judged[i].value);
    hash_add_u64(&h, (uint64_t)o->domains[i]);
  }
  *out = hash_end(&h);
  return true;
}

static bool recall(const job *j, const hash *key, metric_sum *sums, size_t count) {
  arena_mark mark = arena_save(j->scratch);
  void *content;
  size_t bytes, wanted = count * sizeof *sums;
  bool found = cache_load(j->disk_cache, VERDICTS, key, wanted, j->scratch, &content, &bytes) &&
               bytes == wanted;
  if (found) memcpy(sums, content, wanted);
  arena_reset(j->scratch, mark);
  return found;
}

fp8c_status judge_graph(const judge *o, const graph *g, metric m, bool keep_outputs,
                        const char *stage, verdict *out, fp8c_error *err) {
  job *j = o->j;
  size_t n = o->sample_count, count = o->port_count + o->judged_count;
  size_t all = n * 2 * (count + o->judged_count);
  metric_sum *sums = NEW_ARRAY(j->keep, metric_sum, all + 1);
  *out = (verdict){.of = o, .metric = m, .squares = sums, .cosines = sums + n * count};
  out->asked = out->cosines + n * count;
  out->bounding = out->asked + n * o->judged_count;
  if (keep_outputs) out->outputs = NEW_ARRAY(j->keep, tensor, n * o->port_count + 1);
  hash key;
  bool keeps = !keep_outputs && find_key(o, g, m, &key);
  if (keeps && recall(j, &key, sums, all)) return FP8C_OK;
  judging x = {o, out};
  tap_list w;
  TRY(taps_of(o, g, j->keep, &w.items, &w.count, err));
  TRY(judge_samples(o, g, w, n, (visit){stage, take_verdict, &x}, err));
  if (keeps) cache_keep(j->disk_cache, VERDICTS, &key, sums, all * sizeof *sums);
  return FP8C_OK;
}

/* ---- Verdicts
 * ------------------------------------------------------------------------------------- */

static loss_estimate over(const verdict *v, const metric_sum *sums, size_t output, const bool *use,
                          arena *a) {
  const judge *o = v->of;
  arena_mark mark = arena_save(a);
  metric_sum *list = NEW_ARRAY(a, metric_sum, o->sample_count + 1);
  size_t count = 0;
  for (size_t s = 0; s < o->sample_count; s++)
    if (!use || use[s]) list[count++] = sums[s * o->judged_count + output];
  size_t samples = count;
  if (o->data->state_count) count = metric_stretches(list, count);
  loss_estimate e = loss_over(list, count);
  e.samples = samples;
  arena_reset(a, mark);
  return e;
}

loss_estimate verdict_loss(const verdict *v, const bool *use, arena *a) {
  loss_estimate worst = {0};
  for (size_t i = 0; i < v->of->judged_count; i++) {
    loss_estimate e = over(v, v->asked, i, use, a);
    double upper = over(v, v->bounding, i, use, a).upper;
    e.upper = upper > e.loss ? upper : e.loss;
    worst.samples = e.samples;
    if (e.loss > worst.loss) worst.loss = e.loss;
    if (e.upper > worst.upper) worst.upper = e.upper;
  }
  return worst;
}

double verdict_db(const verdict *v, const bool *use, arena *a) {
  const judge *o = v->of;
  size_t count = o->port_count + o->judged_count;
  double worst = INFINITY;
  arena_mark mark = arena_save(a);
  metric_sum *list = NEW_ARRAY(a, metric_sum, o->sample_count + 1);
  for (size_t i = 0; i < o->judged_count; i++) {
    size_t n = 0;
    for (size_t s = 0; s < o->sample_count; s++)
      if (!use || use[s]) list[n++] = v->squares[s * count + o->port_count + i];
    worst = fmin(worst, metric_value(METRIC_SQNR, loss_over(list, n).loss));
  }
  arena_reset(a, mark);
  return worst;
}
