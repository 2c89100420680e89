/* evaluator.h - runs graphs for passes under test: node by node with op_run. */
#ifndef TESTS_SUPPORT_EVALUATOR_H
#define TESTS_SUPPORT_EVALUATOR_H

#include <string.h>

#include "passes/pass.h"

typedef struct bench_evaluator {
  evaluator evaluate; /* first: what passes are given */
  arena *memory;
  int runs; /* how often a sample went through a graph */
} bench_evaluator;

typedef struct bench_runner {
  const graph *g;
  value **taps;
  size_t tap_count;
  const tensor *inputs; /* of the last run */
  tensor *values;       /* by id, of the last run */
} bench_runner;

static fp8c_status bench_prepare(evaluator *e, const graph *g, value *const *taps, size_t count,
                                 void **out, fp8c_error *err) {
  (void)err;
  arena *a = ((bench_evaluator *)e)->memory;
  bench_runner *r = NEW(a, bench_runner);
  r->g = g;
  r->taps = NEW_ARRAY(a, value *, count + 1);
  memcpy(r->taps, taps, count * sizeof *taps);
  r->tap_count = count;
  *out = r;
  return FP8C_OK;
}

/* The whole graph; `given` takes the place of the value with id `fixed`. */
static fp8c_status bench_compute(bench_evaluator *b, bench_runner *r, uint32_t fixed,
                                 const tensor *given, tensor *values, tensor *results,
                                 fp8c_error *err) {
  arena *a = b->memory;
  for (size_t i = 0; i < r->g->input_count; i++) values[r->g->inputs[i]->id] = r->inputs[i];
  for (const node *n = r->g->first; n; n = n->next) {
    op_call call;
    TRY(node_call(n, a, true, &call, err));
    const tensor **in = NEW_ARRAY(a, const tensor *, n->in_count + 1);
    for (size_t i = 0; i < n->in_count; i++)
      in[i] = !n->in[i] || value_is_const(n->in[i]) ? call.in[i] : &values[n->in[i]->id];
    call.in = in;
    call.scratch = a;
    for (size_t i = 0; i < n->out_count; i++) call.out[i] = (tensor){.rank = RANK_UNKNOWN};
    TRY(op_infer(&call, err));
    call.out[0].dtype = n->out[0]->type.dtype;
    call.out[0].scale = n->out[0]->type.scale;
    call.out[0].data = arena_alloc(a, tensor_bytes(&call.out[0]) + 1);
    TRY(op_run(&call, err));
    values[n->out[0]->id] = given && n->out[0]->id == fixed ? *given : call.out[0];
  }
  for (size_t i = 0; i < r->tap_count; i++) results[i] = values[r->taps[i]->id];
  return FP8C_OK;
}

static fp8c_status bench_run(evaluator *e, void *object, const tensor *inputs, tensor *results,
                             fp8c_error *err) {
  bench_evaluator *b = (bench_evaluator *)e;
  bench_runner *r = object;
  tensor *kept = NEW_ARRAY(b->memory, tensor, r->g->input_count + 1);
  memcpy(kept, inputs, r->g->input_count * sizeof *kept);
  r->inputs = kept;
  r->values = NEW_ARRAY(b->memory, tensor, r->g->next_value_id + 1);
  b->runs++;
  return bench_compute(b, r, 0, NULL, r->values, results, err);
}

static bool bench_kept(evaluator *e, void *object, const value *v, tensor *out) {
  (void)e;
  const bench_runner *r = object;
  const value *mine = graph_find_value(r->g, v->name);
  if (!mine || !r->values || !r->values[mine->id].data) return false;
  *out = r->values[mine->id];
  return true;
}

static fp8c_status bench_rerun(evaluator *e, void *object, const value *v, const tensor *with,
                               tensor *results, fp8c_error *err) {
  bench_evaluator *b = (bench_evaluator *)e;
  bench_runner *r = object;
  tensor *values = NEW_ARRAY(b->memory, tensor, r->g->next_value_id + 1);
  return bench_compute(b, r, graph_find_value(r->g, v->name)->id, with, values, results, err);
}

static void bench_release(evaluator *e, void *object) { (void)e, (void)object; }

static inline bench_evaluator bench_evaluator_of(arena *memory) {
  return (bench_evaluator){.evaluate = {.prepare = bench_prepare,
                                        .run = bench_run,
                                        .release = bench_release,
                                        .prepare_kept = bench_prepare,
                                        .kept = bench_kept,
                                        .rerun = bench_rerun},
                           .memory = memory};
}

#endif
