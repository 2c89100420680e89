/* evaluate.c - running graphs inside a compile, by the only executor there is:
 * lower to a plan, run it in a session on the CPU device. */
#include <math.h>
#include <string.h>

#include "compiler/job.h"
#include "runtime/replay.h"

typedef struct runner {
  struct runner *next; /* of the job's, should memory run out before release() */
  arena memory;
  plan plan;
  fp8c_program *program;
  fp8c_session *session;
  size_t input_count, tap_count;
  fp8c_tensor *inputs, *outputs;
  tensor *types;    /* of the taps */
  bool keeps;       /* made by prepare_kept */
  int64_t *indices; /* by value id, when it keeps: index in the session + 1, or -1: none */
} runner;

static void close_runner(void *object) {
  runner *r = object;
  fp8c_session_free(r->session);
  fp8c_program_free(r->program);
}

static void release(evaluator *e, void *object) {
  job *j = e->user;
  runner *r = object;
  if (!r) return;
  runner **link = &j->runners;
  while (*link != r) link = &(*link)->next;
  *link = r->next;
  arena_free(&r->memory);
  host_free(r);
}

void release_runners(job *j) {
  while (j->runners) release(&j->evaluate, j->runners);
}

static fp8c_status make_ready(job *j, runner *r, const graph *g, value *const *taps,
                              size_t tap_count, fp8c_error *err) {
  arena *a = &r->memory;
  graph *tapped = graph_clone(g, a);
  tapped->output_count = 0;
  for (size_t i = 0; i < tap_count; i++) {
    value *v = graph_find_value(tapped, taps[i]->name); /* a clone keeps names */
    if (!v)
      return fail(err, FP8C_ERROR_INTERNAL, "value \"%s\" is not in the graph to be evaluated",
                  taps[i]->name);
    graph_output(tapped, arena_printf(a, "tap.%zu", i), v);
    r->types[i] = v->type;
  }
  if (r->keeps) graph_remove_dead(tapped);
  codegen_context c = {.keep = a, .scratch = a, .threads = j->threads};
  r->plan.model_name = "evaluation";
  TRY(lower_cpu(tapped, "", &c, &r->plan, err));
  TRY(program_from_plan(&r->plan, &r->program, err));
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = pool_threads(j->threads)};
  return r->keeps ? session_create_keeping(r->program, &o, &r->session, err)
                  : fp8c_session_create(r->program, &o, &r->session, err);
}

static fp8c_status open_runner(evaluator *e, const graph *g, value *const *taps, size_t tap_count,
                               bool keeps, void **out, fp8c_error *err) {
  job *j = e->user;
  *out = NULL;
  runner *r = host_alloc(sizeof *r);
  if (!r) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for an evaluation");
  arena_init(&r->memory, j->keep->guard);
  r->next = j->runners;
  j->runners = r;
  arena_defer(&r->memory, close_runner, r);
  r->input_count = g->input_count;
  r->tap_count = tap_count;
  r->keeps = keeps;
  if (keeps) r->indices = NEW_ARRAY(&r->memory, int64_t, g->next_value_id + 1);
  r->inputs = NEW_ARRAY(&r->memory, fp8c_tensor, g->input_count + 1);
  r->outputs = NEW_ARRAY(&r->memory, fp8c_tensor, tap_count + 1);
  r->types = NEW_ARRAY(&r->memory, tensor, tap_count + 1);
  fp8c_status status = make_ready(j, r, g, taps, tap_count, err);
  if (status != FP8C_OK) {
    release(e, r);
    return fail_in(err, status, "evaluating the graph");
  }
  *out = r;
  return FP8C_OK;
}

static fp8c_status prepare(evaluator *e, const graph *g, value *const *taps, size_t tap_count,
                           void **out, fp8c_error *err) {
  return open_runner(e, g, taps, tap_count, false, out, err);
}

static fp8c_status prepare_kept(evaluator *e, const graph *g, value *const *taps, size_t tap_count,
                                void **out, fp8c_error *err) {
  return open_runner(e, g, taps, tap_count, true, out, err);
}

static void take_outputs_of(const runner *r, tensor *results) {
  for (size_t i = 0; i < r->tap_count; i++) {
    results[i] = (tensor){.dtype = r->outputs[i].dtype,
                          .rank = r->outputs[i].rank,
                          .scale = r->types[i].scale,
                          .data = r->outputs[i].data};
    memcpy(results[i].dims, r->outputs[i].shape, sizeof results[i].dims);
  }
}

/* By name, once: a plan's values are many. */
static bool index_of(runner *r, const value *v, uint32_t *id) {
  int64_t *known = &r->indices[v->id];
  if (*known == 0) *known = session_find_value(r->session, v->name, id) ? (int64_t)*id + 1 : -1;
  *id = (uint32_t)(*known - 1);
  return *known > 0;
}

static bool kept(evaluator *e, void *object, const value *v, tensor *out) {
  (void)e;
  runner *r = object;
  uint32_t id;
  return index_of(r, v, &id) && session_value(r->session, id, out, NULL) == FP8C_OK;
}

static fp8c_status rerun(evaluator *e, void *object, const value *v, const tensor *with,
                         tensor *results, fp8c_error *err) {
  (void)e;
  runner *r = object;
  uint32_t id;
  if (!index_of(r, v, &id))
    return fail(err, FP8C_ERROR_INTERNAL, "value \"%s\" is not in the evaluated graph", v->name);
  TRY(session_rerun(r->session, &id, with, 1, r->outputs, r->tap_count, err));
  take_outputs_of(r, results);
  return FP8C_OK;
}

static fp8c_status run(evaluator *e, void *object, const tensor *inputs, tensor *results,
                       fp8c_error *err) {
  (void)e;
  runner *r = object;
  for (size_t i = 0; i < r->input_count; i++) {
    r->inputs[i] =
        (fp8c_tensor){.data = inputs[i].data, .dtype = inputs[i].dtype, .rank = inputs[i].rank};
    memcpy(r->inputs[i].shape, inputs[i].dims, sizeof inputs[i].dims);
  }
  TRY(fp8c_session_run_views(r->session, r->inputs, r->input_count, r->outputs, r->tap_count, err));
  take_outputs_of(r, results);
  return FP8C_OK;
}

void evaluator_init(evaluator *e, job *j) {
  *e = (evaluator){.user = j,
                   .prepare = prepare,
                   .run = run,
                   .release = release,
                   .prepare_kept = prepare_kept,
                   .kept = kept,
                   .rerun = rerun};
}

/* ---- Alternatives side by side ------------------------------------------ */

/* Signal and error of one output, summed over all elements of all samples. */
typedef struct comparison {
  double signal, error, cosine_sum, cosine_min;
  size_t samples;
} comparison;

static void compare(const tensor *reference, const tensor *other, comparison *c) {
  double dot = 0, rr = 0, oo = 0, ee = 0;
  int64_t n = tensor_elements(reference);
  for (int64_t i = 0; i < n; i++) {
    double x = tensor_real(reference, i), y = tensor_real(other, i);
    dot += x * y;
    rr += x * x;
    oo += y * y;
    ee += (x - y) * (x - y);
  }
  double cosine = rr > 0 && oo > 0 ? dot / sqrt(rr * oo) : rr == oo ? 1.0 : 0.0;
  c->signal += rr;
  c->error += ee;
  c->cosine_sum += cosine;
  if (c->samples == 0 || cosine < c->cosine_min) c->cosine_min = cosine;
  c->samples++;
}

static bool same_shape(const tensor *a, const tensor *b) {
  if (a->rank != b->rank) return false;
  return memcmp(a->dims, b->dims, (size_t)a->rank * sizeof *a->dims) == 0;
}

static void settle(alternative *a, const comparison *sums) {
  for (size_t i = 0; i < a->output_count; i++) {
    const comparison *c = &sums[i];
    if (c->samples == 0) {
      a->sqnr_db[i] = a->cosine[i] = a->cosine_min[i] = NAN;
      continue;
    }
    a->sqnr_db[i] = c->error > 0 ? 10.0 * log10(c->signal / c->error) : INFINITY;
    a->cosine[i] = c->cosine_sum / (double)c->samples;
    a->cosine_min[i] = c->cosine_min;
  }
}

/* Runs `g` on the first `limit` samples and hands every output to `take`.  One
 * graph is held ready at a time: weights are the bulk of a compile's memory. */
typedef void take_outputs(void *user, size_t sample, const tensor *outputs);

static fp8c_status run_samples(job *j, const graph *g, size_t limit, const char *stage,
                               take_outputs *take, void *user, fp8c_error *err) {
  void *ready;
  TRY(prepare(&j->evaluate, g, g->outputs, g->output_count, &ready, err));
  tensor *inputs = NEW_ARRAY(j->scratch, tensor, g->input_count + 1);
  tensor *outputs = NEW_ARRAY(j->scratch, tensor, g->output_count + 1);
  sample_carry *carry = sample_carry_new(j->scratch, j->samples);
  fp8c_status status = FP8C_OK;
  for (size_t s = 0; s < limit && status == FP8C_OK; s++) {
    arena_mark mark = arena_save(j->scratch);
    status = j->samples->read(j->samples, s, j->scratch, inputs, err);
    sample_carry_apply(carry, inputs);
    if (status == FP8C_OK) status = run(&j->evaluate, ready, inputs, outputs, err);
    for (size_t i = 0; i < j->samples->state_count && status == FP8C_OK; i++)
      status = sample_carry_take(carry, i, &outputs[j->samples->state_outputs[i]], err);
    arena_reset(j->scratch, mark);
    if (status == FP8C_OK) take(user, s, outputs);
    if (j->o->progress) j->o->progress(j->o->user, stage, s + 1, limit);
  }
  release(&j->evaluate, ready);
  return status;
}

typedef struct reference_outputs {
  arena *arena;
  size_t output_count;
  tensor *outputs; /* [sample][output] */
} reference_outputs;

static void keep_outputs(void *user, size_t sample, const tensor *outputs) {
  reference_outputs *r = user;
  for (size_t i = 0; i < r->output_count; i++) {
    tensor *t = &r->outputs[sample * r->output_count + i];
    *t = outputs[i];
    t->data = arena_alloc(r->arena, tensor_bytes(t) + 1);
    memcpy(t->data, outputs[i].data, tensor_bytes(t));
  }
}

typedef struct comparing {
  const reference_outputs *reference;
  comparison *sums;
} comparing;

static void compare_outputs(void *user, size_t sample, const tensor *outputs) {
  comparing *c = user;
  size_t n = c->reference->output_count;
  for (size_t i = 0; i < n; i++) {
    const tensor *want = &c->reference->outputs[sample * n + i];
    if (want->dtype == FP8C_DTYPE_F32 && same_shape(want, &outputs[i]))
      compare(want, &outputs[i], &c->sums[i]);
  }
}

fp8c_status compare_alternatives(job *j, const graph *reference, size_t limit, fp8c_error *err) {
  size_t outputs = reference->output_count;
  if (limit > j->samples->sample_count) limit = j->samples->sample_count;
  j->evaluated_samples = limit;
  reference_outputs kept = {.arena = j->keep,
                            .output_count = outputs,
                            .outputs = NEW_ARRAY(j->keep, tensor, limit * outputs + 1)};
  TRY(run_samples(j, reference, limit, "compare f32", keep_outputs, &kept, err));
  for (size_t k = 0; k < j->alternative_count; k++) {
    alternative *a = &j->alternatives[k];
    comparing c = {&kept, NEW_ARRAY(j->keep, comparison, outputs + 1)};
    const char *stage = arena_printf(j->keep, "compare %s", a->name);
    TRY(run_samples(j, a->graph, limit, stage, compare_outputs, &c, err));
    a->output_count = outputs;
    a->sqnr_db = NEW_ARRAY(j->keep, double, outputs);
    a->cosine = NEW_ARRAY(j->keep, double, outputs);
    a->cosine_min = NEW_ARRAY(j->keep, double, outputs);
    settle(a, c.sums);
  }
  return FP8C_OK;
}
