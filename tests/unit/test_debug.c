/* test_debug.c - `fp8c debug` on graphs made by hand: which value stands for which,
 * what a step stands for, and values that are the model's times a factor. */
#include "tests/support/plan_fixture.h"

#include <math.h>

#include "compiler/debug/debug.h"
#include "runtime/steps.h"

#define ROWS 32
#define COLUMNS 8
#define ELEMENTS (ROWS * COLUMNS)

static float numbers[ELEMENTS];

static json_t *document_of(fixture *f, const char *model_source, const char *source) {
  fp8c_program *model = NULL, *p = NULL;
  OK(program_from_plan(plan_of(f, model_source), &model, err));
  OK(program_from_plan(plan_of(f, source), &p, err));
  for (int i = 0; i < ELEMENTS; i++) numbers[i] = sinf((float)(i * i)) * 2;
  fp8c_tensor x = {.data = numbers, .dtype = FP8C_DTYPE_F32, .rank = 2, .shape = {ROWS, COLUMNS}};
  debug_options o = {.model = model,
                     .program = p,
                     .device = "cpu",
                     .inputs = &x,
                     .input_count = 1,
                     .threads = 1,
                     .follow = 100,
                     .agree_db = 35};
  arena a;
  arena_init(&a, &f->guard);
  json_t *document = NULL;
  OK(debug_run(&o, &a, &document, err));
  arena_free(&a);
  fp8c_program_free(p);
  fp8c_program_free(model);
  return document;
}

/* The figure of the value of this name. */
static const json_t *figure(const json_t *document, const char *name, const char *key) {
  size_t i, k;
  json_t *s, *v;
  json_array_foreach(json_object_get(document, "steps"), i, s) json_array_foreach(
      json_object_get(s, "values"), k, v) if (!strcmp(json_string_value(json_object_get(v, "name")),
                                                      name)) return json_object_get(v, key);
  fail_msg("no value %s", name);
  return NULL;
}

static double real(const json_t *document, const char *name, const char *key) {
  const json_t *x = figure(document, name, key);
  assert_true(json_is_real(x));
  return json_real_value(x);
}

static double share(const json_t *document) {
  return json_number_value(
      json_object_get(json_array_get(json_object_get(document, "outputs"), 0), "followed_share"));
}

#define CHANNELS "{0.5, -1, 2, 0.25, 3, -0.125, 1, 0.75}"

static void a_factor_for_the_value(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  json_t *d = document_of(&f,
                          "graph g opset 20 {\n"
                          "  in    %x : f32[32, 8]\n"
                          "  const %k : f32[8] = " CHANNELS
                          "\n"
                          "  %h = Mul %x, %k : f32[32, 8]\n"
                          "  %y = Mul %h, %k : f32[32, 8]\n"
                          "  out %y\n"
                          "}\n",
                          "graph g opset 20 {\n"
                          "  in    %x : f32[32, 8]\n"
                          "  const %k : f32[8] = " CHANNELS
                          "\n"
                          "  const %four : f32[] = {4}\n"
                          "  const %quarter : f32[] = {0.25}\n"
                          "  %k4 = Mul %k, %four : f32[8]\n"
                          "  %h = Mul %x, %k4 : f32[32, 8]\n"
                          "  %h.bf16 = Cast %h {to=16} : bf16[32, 8]\n"
                          "  %kq = Mul %k, %quarter : f32[8]\n"
                          "  %y = Mul %h.bf16, %kq : f32[32, 8]\n"
                          "  out %y\n"
                          "}\n");
  assert_true(real(d, "h", "times") == 4);
  assert_true(real(d, "h.bf16", "times") == 4);
  assert_true(json_is_true(figure(d, "h", "alone_exact")));
  assert_true(real(d, "h.bf16", "alone_db") > 45 && real(d, "h.bf16", "alone_db") < 60);
  assert_true(json_is_true(figure(d, "y", "alone_exact")));
  assert_true(fabs(real(d, "y", "total_db") - real(d, "h.bf16", "total_db")) < 6);
  assert_true(fabs(share(d) - 1) < 0.01);
  json_decref(d);
  arena_free(&f.arena);
}

/* As equalisation does: each channel divided here and multiplied there. */
static void a_factor_for_each_channel(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  json_t *d = document_of(&f,
                          "graph g opset 20 {\n"
                          "  in    %x : f32[32, 8]\n"
                          "  %h = Sin %x : f32[32, 8]\n"
                          "  %y = Tanh %h : f32[32, 8]\n"
                          "  out %y\n"
                          "}\n",
                          "graph g opset 20 {\n"
                          "  in    %x : f32[32, 8]\n"
                          "  const %k : f32[8] = {0.5, 1, 2, 4, 3, 0.125, 1, 0.75}\n"
                          "  %s = Sin %x : f32[32, 8]\n"
                          "  %h = Mul %s, %k : f32[32, 8]\n"
                          "  %h.bf16 = Cast %h {to=16} : bf16[32, 8]\n"
                          "  %back = Div %h.bf16, %k : f32[32, 8]\n"
                          "  %y = Tanh %back : f32[32, 8]\n"
                          "  out %y\n"
                          "}\n");
  assert_true(fabs(real(d, "h", "times") - 0.5) < 1e-3);
  assert_true(real(d, "h.bf16", "alone_db") > 45 && real(d, "h.bf16", "alone_db") < 60);
  /* nothing stands for %back: y is held against what %back was made from */
  assert_true(json_is_string(figure(d, "back", "why_not_alone")));
  assert_true(real(d, "y", "alone_db") > 60); /* the factors are known as well as BF16 tells them */
  assert_true(real(d, "y", "total_db") > 45);
  json_decref(d);
  arena_free(&f.arena);
}

/* Columns that were packed by the model itself, each with a power of two of its own: few
 * rows are enough to tell. */
static void powers_of_two_need_few_rows(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  json_t *d = document_of(&f,
                          "graph g opset 20 {\n"
                          "  in    %x : f32[32, 8]\n"
                          "  const %from : i64[1] = {0}\n"
                          "  const %to : i64[1] = {5}\n"
                          "  %s = Slice %x, %from, %to : f32[5, 8]\n"
                          "  %h = Sin %s : f32[5, 8]\n"
                          "  %y = Abs %h : f32[5, 8]\n"
                          "  out %y\n"
                          "}\n",
                          "graph g opset 20 {\n"
                          "  in    %x : f32[32, 8]\n"
                          "  const %from : i64[1] = {0}\n"
                          "  const %to : i64[1] = {5}\n"
                          "  const %k : f32[8] = {8, 8, 8, 0.25, 0.25, 0.25, 1, 1}\n"
                          "  %s = Slice %x, %from, %to : f32[5, 8]\n"
                          "  %q = Sin %s : f32[5, 8]\n"
                          "  %h = Mul %q, %k : bf16[5, 8]\n"
                          "  %b = Div %h, %k : f32[5, 8]\n"
                          "  %y = Abs %b : f32[5, 8]\n"
                          "  out %y\n"
                          "}\n");
  assert_true(real(d, "h", "times") == 8);
  assert_true(real(d, "h", "alone_db") > 45 && real(d, "h", "alone_db") < 60);
  assert_true(json_is_true(figure(d, "y", "alone_exact")));
  json_decref(d);
  arena_free(&f.arena);
}

/* One number that saturates takes its whole channel's sums with it, and is an error. */
static void saturation_is_no_factor(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  json_t *d = document_of(&f,
                          "graph g opset 20 {\n"
                          "  in    %x : f32[32, 8]\n"
                          "  const %k : f32[8] = {1, 1, 1, 1, 1, 1, 1, 1}\n"
                          "  const %far : f32[1, 8] = {0, 0, 0, 300, 0, 0, 0, 0}\n"
                          "  %a = Concat %x, %far {axis=0} : f32[33, 8]\n"
                          "  %h = Mul %a, %k : f32[33, 8]\n"
                          "  %y = Abs %h : f32[33, 8]\n"
                          "  out %y\n"
                          "}\n",
                          "graph g opset 20 {\n"
                          "  in    %x : f32[32, 8]\n"
                          "  const %k : f32[8] = {1, 1, 1, 1, 1, 1, 1, 1}\n"
                          "  const %far : f32[1, 8] = {0, 0, 0, 300, 0, 0, 0, 0}\n"
                          "  %a = Concat %x, %far {axis=0} : f32[33, 8]\n"
                          "  %m = Mul %a, %k : f32[33, 8]\n"
                          "  %h = Quantize %m : e4m3@0.005[33, 8]\n"
                          "  %y = Abs %h : f32[33, 8]\n"
                          "  out %y\n"
                          "}\n");
  assert_null(figure(d, "h", "times"));
  assert_true(real(d, "h", "alone_db") < 1);
  json_decref(d);
  arena_free(&f.arena);
}

/* A wrong number is no factor: an output must be what the model's is, and so must a
 * value whose error is no multiple. */
static void an_error_stays_an_error(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  static const char model[] =
      "graph g opset 20 {\n"
      "  in    %x : f32[32, 8]\n"
      "  const %k : f32[] = {2}\n"
      "  %h = Sin %x : f32[32, 8]\n"
      "  %y = Mul %h, %k : f32[32, 8]\n"
      "  out %y\n"
      "}\n";
  json_t *d = document_of(&f, model,
                          "graph g opset 20 {\n"
                          "  in    %x : f32[32, 8]\n"
                          "  const %k : f32[] = {4}\n"
                          "  %h = Sin %x : f32[32, 8]\n"
                          "  %y = Mul %h, %k : f32[32, 8]\n"
                          "  out %y\n"
                          "}\n");
  assert_null(figure(d, "y", "times"));
  assert_true(fabs(real(d, "y", "alone_db")) < 0.01); /* as much error as signal */
  json_decref(d);
  d = document_of(&f, model,
                  "graph g opset 20 {\n"
                  "  in    %x : f32[32, 8]\n"
                  "  const %k : f32[] = {2}\n"
                  "  %h = Cos %x : f32[32, 8]\n"
                  "  %y = Mul %h, %k : f32[32, 8]\n"
                  "  out %y\n"
                  "}\n");
  assert_null(figure(d, "h", "times"));
  assert_true(real(d, "h", "alone_db") < 0);
  assert_true(json_is_true(figure(d, "y", "alone_exact")));
  json_decref(d);
  arena_free(&f.arena);
}

/* A name that the graph gave, or that stands for another shape, matches nothing; one
 * that ends in its format matches what it would be without. */
static void names(void **state) {
  (void)state;
  fixture f;
  fixture_begin(&f);
  json_t *d = document_of(&f,
                          "graph g opset 20 {\n"
                          "  in    %x : f32[32, 8]\n"
                          "  %v7 = Sin %x : f32[32, 8]\n"
                          "  %t = Tanh %v7 : f32[32, 8]\n"
                          "  %s = Transpose %t {perm=[1, 0]} : f32[8, 32]\n"
                          "  %y = Abs %s : f32[8, 32]\n"
                          "  out %y\n"
                          "}\n",
                          "graph g opset 20 {\n"
                          "  in    %x : f32[32, 8]\n"
                          "  %w = Sin %x : f32[32, 8]\n"
                          "  %t.bf16 = Tanh %w : bf16[32, 8]\n"
                          "  %v7 = Transpose %t.bf16 {perm=[1, 0]} : bf16[8, 32]\n"
                          "  %s = Transpose %v7 {perm=[1, 0]} : f32[32, 8]\n"
                          "  %u = Transpose %s {perm=[1, 0]} : f32[8, 32]\n"
                          "  %y = Abs %u : f32[8, 32]\n"
                          "  out %y\n"
                          "}\n");
  static const char *const unmatched[] = {"w", "v7", "s", "u"};
  for (size_t i = 0; i < COUNT_OF(unmatched); i++)
    assert_string_equal(json_string_value(figure(d, unmatched[i], "why_not_alone")),
                        "nothing in the F32 graph stands for it");
  assert_int_equal(json_integer_value(json_object_get(d, "values_without_counterpart")), 4);
  assert_true(real(d, "t.bf16", "alone_db") > 45); /* from x, which was given in the place of w */
  assert_true(json_is_true(figure(d, "y", "alone_exact")));
  assert_true(fabs(share(d) - 1) < 0.01);
  json_decref(d);
  arena_free(&f.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_factor_for_the_value),      cmocka_unit_test(a_factor_for_each_channel),
      cmocka_unit_test(powers_of_two_need_few_rows), cmocka_unit_test(saturation_is_no_factor),
      cmocka_unit_test(an_error_stays_an_error),     cmocka_unit_test(names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
