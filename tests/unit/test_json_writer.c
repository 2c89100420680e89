/* test_json_writer.c - what is written piece by piece is what jansson prints of the same tree. */
#include "tests/support/unit.h"

#include <math.h>

#include "base/json.h"
#include "base/seam.h"
#include "compiler/report/build.h"
#include "compiler/report/json_writer.h"
#include "compiler/report/report.h"

/* The document twice, as a tree and written. */
typedef struct twice {
  json_t *tree;
  json_writer w;
} twice;

static void both_are_equal(twice *t) {
  char *expected = json_dumps(t->tree, REPORT_JSON_FLAGS), *written = json_writer_words(&t->w);
  assert_non_null(written);
  assert_string_equal(written, expected);
  free(expected);
  free(written);
  json_decref(t->tree);
}

static void texts_have_every_character(void **state) {
  (void)state;
  static const char *const texts[] = {
      "",           "plain",          "\"quoted\" \\ / back",
      "\b\f\n\r\t", "\x01\x1f\x7f",   "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80",
      "a\nb\n",     "\\n is no line", "ends with \\"};
  twice t = {.tree = json_array()};
  json_open_array(&t.w, NULL);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    json_array_append_new(t.tree, json_string(texts[i]));
    json_write_text(&t.w, NULL, texts[i]);
  }
  for (int c = 1; c < 0x80; c++) {
    char one[2] = {(char)c, 0};
    json_array_append_new(t.tree, json_string(one));
    json_write_text(&t.w, NULL, one);
  }
  json_array_append_new(t.tree, json_null());
  json_write_text(&t.w, NULL, NULL);
  json_close(&t.w);
  both_are_equal(&t);
}

static void numbers_have_nine_digits(void **state) {
  (void)state;
  static const double reals[] = {0.0,  -0.0,  1.0,     -2.0,   0.1,        1.0 / 3, 1e-5,  1.5e-7,
                                 1e16, 1e100, 1.25e20, 123456, 1234567890, 1e9,     1e-300};
  static const int64_t integers[] = {0, 1, -1, 10, INT64_MAX, INT64_MIN};
  twice t = {.tree = json_array()};
  json_open_array(&t.w, NULL);
  for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
    json_array_append_new(t.tree, json_real(reals[i]));
    json_write_real(&t.w, NULL, reals[i]);
  }
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
    json_array_append_new(t.tree, json_integer(integers[i]));
    json_write_integer(&t.w, NULL, integers[i]);
  }
  json_array_append_new(t.tree, json_null());
  json_write_real(&t.w, NULL, INFINITY);
  json_array_append_new(t.tree, json_null());
  json_write_real(&t.w, NULL, NAN);
  json_close(&t.w);
  both_are_equal(&t);
}

static void objects_arrays_and_trees_nest(void **state) {
  (void)state;
  twice t = {.tree = json_pack("{s:[], s:{}, s:b, s:{s:[{s:s}, []], s:i}}", "a", "b", "c", 1, "d",
                               "list", "x", "line\nbreak", "n", 3)};
  json_t *inner = json_pack("[{s:s}, []]", "x", "line\nbreak");
  json_open_object(&t.w, NULL);
  json_open_array(&t.w, "a");
  json_close(&t.w);
  json_open_object(&t.w, "b");
  json_close(&t.w);
  json_write_bool(&t.w, "c", true);
  json_open_object(&t.w, "d");
  json_write_tree(&t.w, "list", inner);
  json_write_integer(&t.w, "n", 3);
  json_close(&t.w);
  json_close(&t.w);
  json_decref(inner);
  both_are_equal(&t);
}

static void a_part_is_written_again(void **state) {
  (void)state;
  json_writer first = {0}, second = {0};
  size_t at = 0, length = 0;
  json_open_object(&first, NULL);
  json_write_integer(&first, "a", 1);
  at = first.length;
  json_open_array(&first, "b");
  json_write_text(&first, NULL, "x");
  json_close(&first);
  length = first.length - at;
  json_close(&first);
  char *words = json_writer_words(&first);
  json_open_object(&second, NULL);
  json_write_integer(&second, "a", 1);
  json_write_again(&second, words + at, length);
  json_close(&second);
  char *again = json_writer_words(&second);
  assert_string_equal(words, again);
  free(words);
  free(again);
}

/* What a name of the model holds is nobody's choice: a document is UTF-8 all the same. */
static void what_is_no_utf8_is_replaced(void **state) {
  (void)state;
  static const char *const broken[] = {"\xff",         "a\xc3",        "\xc0\x80",
                                       "\xed\xa0\x80", "\xf5\x80\x80", "\xe2\x82"};
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    json_writer w = {0};
    json_open_array(&w, NULL);
    json_write_text(&w, NULL, broken[i]);
    json_close(&w);
    char *words = json_writer_words(&w);
    json_t *read = json_loads(words, 0, NULL);
    assert_non_null(read);
    assert_non_null(strstr(json_string_value(json_array_get(read, 0)), "\xef\xbf\xbd"));
    json_decref(read);
    free(words);
  }
}

static void memory_may_end_anywhere(void **state) {
  (void)state;
  for (unsigned fails = 1; fails < 12; fails++) {
    size_t begun = memory_begin();
    json_writer w = {0};
    seam_arm(SEAM_ALLOC, fails, false);
    json_open_array(&w, NULL);
    for (int i = 0; i < 3000; i++) json_write_text(&w, NULL, "a name of some length");
    json_close(&w);
    seam_arm(SEAM_ALLOC, 0, false);
    char *words = json_writer_words(&w);
    bool lost = memory_end(begun) != 0;
    assert_int_equal(words == NULL, lost);
    assert_true(words || fails < 8);
    free(words);
  }
}

static void one_part_is_read_alone(void **state) {
  (void)state;
  json_t *tree = json_pack("{s:{s:s}, s:[i], s:s}", "first", "last", "no {\n \"last\": part",
                           "list", 7, "last", "found");
  char *words = json_dumps(tree, REPORT_JSON_FLAGS), *line = json_dumps(tree, 0);
  json_t *last = report_part(words, "last"), *list = report_part(words, "list"),
         *first = report_part(words, "first"), *compact = report_part(line, "last");
  assert_string_equal(json_string_value(last), "found");
  assert_string_equal(json_string_value(compact), "found");
  assert_int_equal(json_integer_value(json_array_get(list, 0)), 7);
  assert_true(json_equal(first, json_object_get(tree, "first")));
  assert_null(report_part(words, "other"));
  assert_null(report_part("no document", "last"));
  json_decref(last);
  json_decref(list);
  json_decref(first);
  json_decref(compact);
  json_decref(tree);
  free(words);
  free(line);
}

int main(void) {
  json_use_memory();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts_have_every_character),    cmocka_unit_test(numbers_have_nine_digits),
      cmocka_unit_test(objects_arrays_and_trees_nest), cmocka_unit_test(a_part_is_written_again),
      cmocka_unit_test(what_is_no_utf8_is_replaced),   cmocka_unit_test(memory_may_end_anywhere),
      cmocka_unit_test(one_part_is_read_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
