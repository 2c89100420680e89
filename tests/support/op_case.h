/* op_case.h - one operator applied to tensors, for unit tests.
 *
 *     op_case c;
 *     case_begin(&c, "Reshape");
 *     case_input(&c, FP8C_DTYPE_F32, 2, DIMS(2, 3), data);
 *     case_int(&c, "allowzero", 1);
 *     assert_int_equal(case_run(&c, 1), FP8C_OK);
 *     ... c.out[0] ...
 *     case_end(&c); */
#ifndef TESTS_OP_CASE_H
#define TESTS_OP_CASE_H

#include <stdlib.h>

#include "tests/support/unit.h"

#include "ops/ops.h"

#define CASE_MAX 16
#define DIMS(...) ((const int64_t[]){__VA_ARGS__})
#define INT64S(...) ((const int64_t[]){__VA_ARGS__})
#define FLOATS(...) ((const float[]){__VA_ARGS__})

typedef struct op_case {
  oom_guard guard;
  arena arena;
  op_call call;
  tensor inputs[CASE_MAX];
  const tensor *in[CASE_MAX];
  attr attrs[CASE_MAX];
  tensor out[CASE_MAX];
  fp8c_error err;
} op_case;

static inline void case_begin(op_case *c, const char *name) {
  memset(c, 0, sizeof *c);
  arena_init(&c->arena, &c->guard);
  c->call.op = op_find("", name);
  if (c->call.op == NULL) c->call.op = op_find("fp8c", name);
  assert_non_null(c->call.op);
  c->call.in = c->in;
  c->call.out = c->out;
  c->call.attrs.items = c->attrs;
  c->call.scratch = &c->arena;
}

static inline void case_end(op_case *c) { arena_free(&c->arena); }

/* `data` NULL: the type alone is known. */
static inline tensor *case_input(op_case *c, fp8c_dtype dtype, int rank, const int64_t *dims,
                                 const void *data) {
  tensor *t = &c->inputs[c->call.in_count];
  *t = (tensor){.dtype = dtype, .rank = rank, .data = (void *)(uintptr_t)data};
  for (int d = 0; d < rank; d++) t->dims[d] = dims[d];
  c->in[c->call.in_count++] = t;
  return t;
}

static inline void case_omit(op_case *c) { c->in[c->call.in_count++] = NULL; }

/* A list of integers, known. */
static inline void case_ints(op_case *c, int64_t count, const int64_t *values) {
  case_input(c, FP8C_DTYPE_I64, 1, &count, values);
}

/* Attributes, to be given in the order of their names. */
static inline void case_int(op_case *c, const char *name, int64_t i) {
  c->attrs[c->call.attrs.count++] = (attr){.name = name, .kind = ATTR_INT, .i = i};
}
static inline void case_string(op_case *c, const char *name, const char *s) {
  c->attrs[c->call.attrs.count++] = (attr){.name = name, .kind = ATTR_STRING, .s = s};
}
static inline void case_int_list(op_case *c, const char *name, size_t count, const int64_t *v) {
  c->attrs[c->call.attrs.count++] =
      (attr){.name = name, .kind = ATTR_INTS, .count = count, .ints = v};
}

static inline fp8c_status case_infer(op_case *c, size_t outputs) {
  c->call.out_count = outputs;
  return op_infer(&c->call, &c->err);
}

/* Infers, allocates and evaluates.  An output type set in `out` before (with
 * `stored`) replaces the operator's own. */
static inline fp8c_status case_run_as(op_case *c, size_t outputs, const tensor *stored) {
  fp8c_status status = case_infer(c, outputs);
  if (status != FP8C_OK) return status;
  for (size_t i = 0; i < outputs; i++) {
    assert_true(tensor_shape_known(&c->out[i]));
    if (stored != NULL) {
      c->out[i].dtype = stored->dtype;
      c->out[i].scale = stored->scale;
    }
    if (tensor_elements(&c->out[i]) > 0)
      c->out[i].data = arena_alloc(&c->arena, tensor_bytes(&c->out[i]));
  }
  return op_run(&c->call, &c->err);
}

static inline fp8c_status case_run(op_case *c, size_t outputs) {
  return case_run_as(c, outputs, NULL);
}

static inline void expect_dims(const tensor *t, int rank, const int64_t *dims) {
  assert_int_equal(t->rank, rank);
  for (int d = 0; d < rank; d++) assert_int_equal(t->dims[d], dims[d]);
}

/* The call failed, and its sentence holds these words. */
static inline void expect_sentence(const op_case *c, fp8c_status status, const char *words) {
  assert_int_not_equal(status, FP8C_OK);
  if (strstr(c->err.text, words) == NULL) fail_msg("\"%s\" lacks \"%s\"", c->err.text, words);
}

/* A small generator, the same everywhere. */
static inline uint32_t next_random(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*state >> 33);
}

#endif
