/* plan_fixture.h - plans for tests, from a graph in text. */
#ifndef TESTS_PLAN_FIXTURE_H
#define TESTS_PLAN_FIXTURE_H

#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "codegen/codegen.h"
#include "ir/graph_text.h"
#include "runtime/device.h"

#define OK(call_)                                            \
  do {                                                       \
    fp8c_error e_ = {0};                                     \
    fp8c_error *err = &e_;                                   \
    fp8c_status ok_ = (call_);                               \
    if (ok_ != FP8C_OK) fail_msg("%s: %s", #call_, e_.text); \
  } while (0)

typedef struct fixture {
  oom_guard guard;
  arena arena;
} fixture;

/* cmocka has no business with out of memory: a test that runs out aborts. */
static inline void fixture_begin(fixture *f) {
  if (setjmp(f->guard.jump)) abort();
  arena_init(&f->arena, &f->guard);
}

static inline plan *plan_of(fixture *f, const char *source) {
  fp8c_error e = {0};
  graph *g = NULL;
  if (graph_parse(&f->arena, source, NULL, 0, &g, &e) != FP8C_OK) fail_msg("%s", e.text);
  plan *p = NEW(&f->arena, plan);
  codegen_context c = {.keep = &f->arena, .scratch = &f->arena};
  p->compiler = "fp8c test";
  p->model_name = g->name;
  p->report = "{}";
  if (lower_cpu(g, "", &c, p, &e) != FP8C_OK) fail_msg("%s", e.text);
  return p;
}

static const char mlp_source[] =
    "graph mlp opset 20 {\n"
    "  in    %x : f32[n, 8]\n"
    "  const %w : f32[16, 8] = random(1)\n"
    "  const %b : f32[16] = random(2)\n"
    "  const %v : f32[4, 16] = random(3)\n"
    "  %h = Linear %x, %w, %b : f32[n, 16]\n"
    "  %r = Relu %h : f32[n, 16]\n"
    "  %y = Linear %r, %v : f32[n, 4]\n"
    "  out %y\n"
    "}\n";

#endif
