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

static fp8c_status bench_run(evaluator *e, void *object, const tensor *inputs, tensor *results,
                             fp8c_error *err) {
  bench_evaluator *b = (bench_evaluator *)e;
  arena *a = b->memory;
  bench_runner *r = object;
  tensor *values = NEW_ARRAY(a, tensor, r->g->next_value_id);
  b->runs++;
  for (size_t i = 0; i < r->g->input_count; i++) values[r->g->inputs[i]->id] = inputs[i];
  for (const node *n = r->g->first; n; n = n->next) {
    op_call call;
    TRY(node_call(n, a, true, &call, err));
    const tensor **in = NEW_ARRAY(a, const tensor *, n->in_count);
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
    values[n->out[0]->id] = call.out[0];
  }
  for (size_t i = 0; i < r->tap_count; i++) results[i] = values[r->taps[i]->id];
  return FP8C_OK;
}

static void bench_release(evaluator *e, void *object) { (void)e, (void)object; }

static inline bench_evaluator bench_evaluator_of(arena *memory) {
  return (bench_evaluator){
      .evaluate = {.prepare = bench_prepare, .run = bench_run, .release = bench_release},
      .memory = memory};
}

#endif
