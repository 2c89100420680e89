/* test_debug_cuda.c - `fp8c debug` on the CUDA device over a driver without a GPU
 * (support/fake_cuda.c): kernels that compute what the model does, and one that does not. */
#include "tests/support/fake_gpu.h"

#include <math.h>

#include "compiler/debug/debug.h"

/* In F32 throughout, which the plan is not. */
static const char model_source[] =
    "graph g opset 20 {\n"
    "  in    %x : f32[4, 8]\n"
    "  const %k : f32[] = {0.3}\n"
    "  %h = Mul %x, %k : f32[4, 8]\n"
    "  %y = Relu %h : f32[4, 8]\n"
    "  out %y\n"
    "}\n";

static json_t *debug_document_of(fixture *f, const char *first, const char *second, bool between) {
  fp8c_program *model = NULL, *p = NULL;
  OK(program_from_plan(plan_of(f, model_source), &model, err));
  OK(program_from_plan(plan_with(f, first, second, between), &p, err));
  fp8c_tensor x = input();
  debug_options o = {.model = model,
                     .program = p,
                     .device = "cuda:0",
                     .inputs = &x,
                     .input_count = 1,
                     .threads = 1,
                     .follow = 4,
                     .agree_db = 35};
  arena a;
  arena_init(&a, &f->guard);
  json_t *document = NULL;
  OK(debug_run(&o, &a, &document, err));
  arena_free(&a); /* the sessions */
  fp8c_program_free(p);
  fp8c_program_free(model);
  return document;
}

static const json_t *at(const json_t *document, size_t step, const char *key) {
  const json_t *o = json_array_get(json_object_get(document, "steps"), step);
  return json_object_get(json_array_get(json_object_get(o, "values"), 0), key);
}

static const json_t *agreement(const json_t *document, const char *key) {
  return json_object_get(json_object_get(document, "agreement"), key);
}

static void an_agreeing_device(void **state) {
  (void)state;
  NEEDS_FAKE();
  fixture f;
  fixture_begin(&f);
  int before = live();
  json_t *d = debug_document_of(&f, "scale", "relu", false);
  assert_int_equal(live(), before);
  assert_true(json_is_null(agreement(d, "first_apart")));
  assert_int_equal(json_integer_value(agreement(d, "values_compared")), 2);
  assert_true(json_is_true(at(d, 0, "agreement_exact")));
  assert_true(json_is_true(at(d, 1, "agreement_exact")));
  /* the rounding to BF16 is where the error enters; Relu adds none of its own */
  assert_true(json_real_value(at(d, 0, "alone_db")) > 45);
  assert_true(json_is_true(at(d, 1, "alone_exact")));
  double alone = json_real_value(at(d, 1, "total_db"));
  assert_true(alone > 45 && alone < 70);
  assert_true(json_is_null(json_object_get(d, "first_not_finite")));
  /* followed to the output, the one error is the whole of the error there */
  const json_t *blame = json_object_get(d, "blame");
  assert_int_equal(json_array_size(blame), 1);
  const json_t *out = json_array_get(json_object_get(d, "outputs"), 0);
  assert_true(fabs(json_real_value(json_object_get(out, "followed_share")) - 1) < 0.01);
  json_decref(d);
  arena_free(&f.arena);
}

static void a_wrong_kernel_is_found(void **state) {
  (void)state;
  NEEDS_FAKE();
  fixture f;
  fixture_begin(&f);
  json_t *d = debug_document_of(&f, "scale", "relu_wrong", false);
  const json_t *first = agreement(d, "first_apart");
  assert_int_equal(json_integer_value(json_object_get(first, "step")), 1);
  assert_int_equal(json_integer_value(json_object_get(first, "element")), 5);
  assert_int_equal(json_integer_value(json_object_get(first, "parted")), 1);
  assert_string_equal(json_string_value(json_object_get(first, "kernel")), "relu_wrong");
  json_decref(d);
  /* what a kernel leaves unwritten is not a number */
  d = debug_document_of(&f, "scale", "nothing", false);
  first = json_object_get(d, "first_not_finite");
  assert_int_equal(json_integer_value(json_object_get(first, "step")), 1);
  assert_int_equal(json_integer_value(json_object_get(first, "count")), ELEMENTS);
  assert_int_equal(json_integer_value(json_object_get(first, "model_count")), 0);
  assert_int_equal(json_integer_value(json_object_get(agreement(d, "first_apart"), "step")), 1);
  json_decref(d);
  arena_free(&f.arena);
}

/* Two launches of one product: what the first gives, the model has not; the second
 * is held against what the first was given. */
static void a_value_without_counterpart(void **state) {
  (void)state;
  NEEDS_FAKE();
  fixture f;
  fixture_begin(&f);
  json_t *d = debug_document_of(&f, "scale", "relu", true);
  assert_true(json_is_null(at(d, 0, "alone_db")));
  assert_true(json_is_string(at(d, 0, "why_not_alone")));
  assert_int_equal(json_integer_value(json_object_get(d, "values_without_counterpart")), 1);
  /* x squared is not x: seen from x, which is given in its place */
  assert_true(json_real_value(at(d, 1, "alone_db")) < 10);
  const json_t *first = agreement(d, "first_apart");
  assert_int_equal(json_integer_value(json_object_get(first, "step")), 1);
  assert_true(json_is_true(at(d, 2, "agreement_exact")));
  json_decref(d);
  arena_free(&f.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_agreeing_device),
      cmocka_unit_test(a_wrong_kernel_is_found),
      cmocka_unit_test(a_value_without_counterpart),
  };
  return cmocka_run_group_tests(tests, setup, NULL);
}
