/* test_options.c - what a caller's options must not be: an error that names the field, never a
 * crash.  The model they name does not exist: they are looked at before any file is. */
#include "tests/support/unit.h"

#include <string.h>

#include "fp8c/compiler.h"

static const char *const texts[] = {"a", NULL, "c"};

/* The list's `items` and `count` are fields of `o`. */
static void check_list(fp8c_compile_options *o, const char *field, const char *const **items,
                       size_t *count) {
  const struct {
    const char *const *items;
    size_t count;
    const char *words;
  } lists[] = {{NULL, 3, " is NULL; a list of 3 was expected"},
               {NULL, SIZE_MAX, " is NULL"},
               {texts, 3, "[1] is NULL; a text was expected"}};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    *items = lists[i].items;
    *count = lists[i].count;
    fp8c_error e[4] = {{0}};
    void *plan = NULL;
    size_t bytes = 0;
    char *json = NULL;
    fp8c_status statuses[] = {fp8c_compile(o, NULL, &e[0]),
                              fp8c_compile_to_memory(o, &plan, &bytes, NULL, &e[1]),
                              fp8c_calibrate(o, &e[2]), fp8c_sensitivity(o, NULL, &json, &e[3])};
    for (size_t k = 0; k < 4; k++) {
      assert_int_equal(statuses[k], FP8C_ERROR_ARGUMENT);
      assert_ptr_equal(strstr(e[k].text, field), e[k].text);
      assert_non_null(strstr(e[k].text, lists[i].words));
    }
    assert_true(!plan && !json);
  }
  *items = NULL;
  *count = 0;
}

static void lists_without_texts(void **state) {
  (void)state;
  fp8c_compile_options o = {
      .size = sizeof o, .model_path = "no-such.onnx", .output_path = "no-such.fp8c"};
#define LIST(items_, count_) check_list(&o, #items_, &o.items_, &o.count_)
  LIST(targets, target_count);
  LIST(dims, dim_count);
  LIST(shapes, shape_count);
  LIST(io_types, io_type_count);
  LIST(sets, set_count);
  LIST(states, state_count);
  LIST(preprocess, preprocess_count);
  LIST(disable, disable_count);
  LIST(judge_ports, judge_port_count);
  LIST(fixes, fix_count);
  LIST(reports, report_count);
  LIST(roles, role_count);
#undef LIST
  fp8c_error e = {0};
  assert_int_equal(fp8c_compile(&o, NULL, &e), FP8C_ERROR_IO); /* the options themselves are good */
}

static void other_lists_without_texts(void **state) {
  (void)state;
  fp8c_error e = {0};
  fp8c_compile_options o = {.size = sizeof o, .model_path = "no-such.onnx"};
  fp8c_sensitivity_options s = {.size = sizeof s, .outputs = texts, .output_count = 3};
  char *json = NULL;
  assert_int_equal(fp8c_sensitivity(&o, &s, &json, &e), FP8C_ERROR_ARGUMENT);
  assert_string_equal(e.text, "outputs[1] is NULL; a text was expected");
  fp8c_extract_options x = {.size = sizeof x, .model_path = "a", .output_path = "b", .to_count = 2};
  assert_int_equal(fp8c_extract(&x, NULL, &e), FP8C_ERROR_ARGUMENT);
  assert_string_equal(e.text, "to is NULL; a list of 2 was expected");
  assert_int_equal(fp8c_merge_calibration(texts, 3, "out", &e), FP8C_ERROR_ARGUMENT);
  assert_string_equal(e.text, "paths[1] is NULL; a text was expected");
}

static void choices_that_are_none(void **state) {
  (void)state;
  const int wrong[] = {-1, 4, 77, INT32_MAX};
  for (size_t i = 0; i < 4; i++) {
    fp8c_error e = {0};
    fp8c_compile_options o = {.size = sizeof o,
                              .model_path = "no-such.onnx",
                              .output_path = "no-such.fp8c",
                              .precision = (fp8c_precision)wrong[i]};
    assert_int_equal(fp8c_compile(&o, NULL, &e), FP8C_ERROR_ARGUMENT);
    assert_non_null(strstr(e.text, "there is no precision"));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_without_texts),
      cmocka_unit_test(other_lists_without_texts),
      cmocka_unit_test(choices_that_are_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
