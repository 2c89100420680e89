/* test_error.c - sentences: escaped, cut to fit, prefixed on the way up. */
#include "tests/support/unit.h"

#include "base/error.h"

static void test_fail_fills_and_returns(void **state) {
  (void)state;
  fp8c_error err = {0};
  assert_int_equal(fail(&err, FP8C_ERROR_FORMAT, "%s: %d of %d", "m.onnx", 3, 4),
                   FP8C_ERROR_FORMAT);
  assert_int_equal(err.status, FP8C_ERROR_FORMAT);
  assert_string_equal(err.text, "m.onnx: 3 of 4");
  assert_int_equal(fail(NULL, FP8C_ERROR_IO, "x"), FP8C_ERROR_IO);
  assert_int_equal(fail_in(NULL, FP8C_ERROR_IO, "x"), FP8C_ERROR_IO);
  fail(&err, FP8C_ERROR_IO, "again: %s", err.text); /* an argument inside the result */
  assert_string_equal(err.text, "again: m.onnx: 3 of 4");
}

static void test_control_characters_are_escaped(void **state) {
  (void)state;
  fp8c_error err;
  const struct {
    const char *in, *out;
  } rows[] = {
      {"a\x1b[31mred\n", "a\\x1b[31mred\\x0a"},
      {"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"},
      {"\x7f\t\r", "\\x7f\\x09\\x0d"},
      {"\xc2\x9b"
       "31m",
       "\\xc2\\x9b31m"}, /* C1: another way to write ESC [ */
      {"\xe2\x80\xae"
       "cod",
       "\\xe2\\x80\\xaecod"}, /* right-to-left override */
      {"a\xe2\x80\x8b\xef\xbb\xbf\xc2\xad",
       "a\\xe2\\x80\\x8b\\xef\\xbb\\xbf\\xc2\\xad"}, /* what shows nothing */
      {"\xe2\x80\xaf\xe2\x80\x90",
       "\xe2\x80\xaf\xe2\x80\x90"},                 /* a space and a hyphen beside these */
      {"\xc0\x8a", "\\xc0\\x8a"},                   /* overlong newline */
      {"\xed\xa0\x80", "\\xed\\xa0\\x80"},          /* surrogate */
      {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"}, /* beyond Unicode */
      {"\xe2\x82", "\\xe2\\x82"},                   /* cut short */
      {"\xff", "\\xff"},
  };
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    fail(&err, FP8C_ERROR_FORMAT, "%s", rows[i].in);
    assert_string_equal(err.text, rows[i].out);
  }
}

static void test_long_text_is_cut_between_characters(void **state) {
  (void)state;
  fp8c_error err;
  char big[5000];
  for (size_t i = 0; i + 3 < sizeof big; i += 3) memcpy(big + i, "\xe2\x82\xac", 4);
  fail(&err, FP8C_ERROR_FORMAT, "x%s", big);
  size_t length = strlen(err.text);
  assert_in_range(length, sizeof err.text - 8, sizeof err.text - 1);
  assert_int_equal((length - 1) % 3, 0);
  memset(big, 1, sizeof big - 1);
  big[sizeof big - 1] = 0;
  fail(&err, FP8C_ERROR_FORMAT, "%s", big);
  assert_int_equal(strlen(err.text) % 4, 0);
}

static void test_fail_in_puts_the_place_in_front(void **state) {
  (void)state;
  fp8c_error err;
  fail(&err, FP8C_ERROR_FORMAT, "group 3 does not divide 64\x01");
  assert_int_equal(fail_in(&err, FP8C_ERROR_UNSUPPORTED, "Conv \"%s\"", "stem\n0"),
                   FP8C_ERROR_UNSUPPORTED);
  assert_int_equal(err.status, FP8C_ERROR_UNSUPPORTED);
  assert_string_equal(err.text, "Conv \"stem\\x0a0\": group 3 does not divide 64\\x01");
  char place[3000];
  memset(place, 'p', sizeof place - 1);
  place[sizeof place - 1] = 0;
  fail_in(&err, FP8C_ERROR_FORMAT, "%s", place);
  assert_non_null(strstr(err.text, "group 3 does not divide 64"));
}

static void test_names(void **state) {
  (void)state;
  for (int i = 0; i <= FP8C_ERROR_CANCELLED; i++) {
    assert_string_not_equal(fp8c_status_name((fp8c_status)i), "unknown");
    for (int k = 0; k < i; k++)
      assert_string_not_equal(fp8c_status_name((fp8c_status)i), fp8c_status_name((fp8c_status)k));
  }
  assert_string_equal(fp8c_status_name((fp8c_status)999), "unknown");
  assert_string_equal(fp8c_version(), "0.1.0");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fail_fills_and_returns),
      cmocka_unit_test(test_control_characters_are_escaped),
      cmocka_unit_test(test_long_text_is_cut_between_characters),
      cmocka_unit_test(test_fail_in_puts_the_place_in_front),
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
