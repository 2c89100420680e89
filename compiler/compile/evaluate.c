/* evaluate.c - running graphs inside a compile, by the only executor there is:
 * lower to a plan, run it in a session on the CPU device. */
#include <math.h>
#include <string.h>

#include "compiler/compile/job.h"
#include "ops/ids/products.h"
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

#define LOADED_BYTES ((uint64_t)1 << 20)

static const char *place_of(const value *v, arena *a) {
  const blob *b = &v->blob;
  if (b->made) return made_name(b->made, a);
  return arena_printf(a, "%p %llu %llu", (const void *)b->file, (unsigned long long)b->offset,
                      (unsigned long long)b->bytes);
}

/* A large constant that lies in the model's file is read once for all evaluations, into memory that
 * may go to the scratch file while nobody reads it. */
static fp8c_status load_once(job *j, value *v, fp8c_error *err) {
  if (!value_is_const(v) || v->blob.memory || v->blob.bytes < LOADED_BYTES) return FP8C_OK;
  const char *place = place_of(v, j->keep);
  if (!j->loaded.arena) map_init(&j->loaded, j->keep);
  map_entry *e = map_find(&j->loaded, place);
  if (!e) {
    tensor t;
    TRY(value_load_by(v, j->threads, j->keep, &t, err));
    e = map_put(&j->loaded, place);
    e->item = t.data;
  }
  v->blob.memory = e->item;
  return FP8C_OK;
}

/* Weights of products alone. */
static bool only_multiplied(const value *v) {
  for (size_t i = 0; i < v->user_count; i++)
    if (!node_is(v->users[i], OP_LINEAR) || v->users[i]->in[1] != v) return false;
  return !v->output_uses;
}

/* A matrix in the model's file is made of it, as it lies there, unless it was loaded or a copy of
 * it is kept. */
static void make_of_file(job *j, value *v, arena *a) {
  const blob *b = &v->blob;
  if (b->memory || b->made || b->bytes < LOADED_BYTES || !only_multiplied(v)) return;
  if (j->loaded.arena && map_find(&j->loaded, place_of(v, a))) return;
  if (v->type.rank != 2 || copy_is_kept(&j->passes, b->bytes)) return;
  made_part part = {.file = b->file,
                    .offset = b->offset,
                    .dtype = v->type.dtype,
                    .rows = (size_t)v->type.dims[0]};
  v->blob.made = made_new(a, v->type.dtype, (size_t)v->type.dims[1], part);
  v->blob.file = NULL;
}

/* What runs once, or a few times, has such weights made for each step (runtime/cpu_weights.c). */
static fp8c_status load_constants(runner *r, job *j, const graph *g, fp8c_error *err) {
  for (const node *n = g->first; n; n = n->next)
    for (size_t i = 0; i < n->in_count; i++) {
      value *v = n->in[i];
      if (!v || !value_is_const(v)) continue;
      if (!r->keeps) make_of_file(j, v, &r->memory);
      if (r->keeps || !v->blob.made || !only_multiplied(v)) TRY(load_once(j, v, err));
    }
  return FP8C_OK;
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
  TRY(load_constants(r, j, tapped, err));
  r->plan.weights = j->keep;
  codegen_context c = {.keep = a, .scratch = a, .threads = j->threads};
  r->plan.model_name = "evaluation";
  TRY(lower_cpu(tapped, "", &c, &r->plan, err));
  TRY(program_from_plan(&r->plan, &r->program, err));
  fp8c_session_options o = {.size = sizeof o, .device = "cpu", .threads = pool_threads(j->threads)};
  return session_create_lean(r->program, &o, r->keeps, &r->session, err);
}

static fp8c_status open_runner(evaluator *e, const graph *g, value *const *taps, size_t tap_count,
                               bool keeps, void **out, fp8c_error *err) {
  job *j = e->user;
  job_go_on(j);
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
  job_go_on(e->user);
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
  job_go_on(e->user);
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
