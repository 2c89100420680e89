/* test_text.c - text that reads back to what was written, in any locale. */
#include "tests/support/unit.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>

#include "base/plain.h"
#include "base/text.h"

static oom_guard guard;
static arena a;

static int setup(void **state) {
  (void)state;
  arena_init(&a, &guard);
  return setjmp(guard.jump) != 0;
}
static int teardown(void **state) {
  (void)state;
  arena_free(&a);
  return 0;
}

static void test_growing(void **state) {
  (void)state;
  text t;
  text_init(&t, &a);
  assert_string_equal(text_cstr(&t), "");
  for (int i = 0; i < 2000; i++) text_printf(&t, "%d,", i % 10);
  assert_int_equal(t.length, 4000);
  assert_int_equal(strlen(text_cstr(&t)), 4000);
  text_add_bytes(&t, "xyz", 2);
  assert_string_equal(text_cstr(&t) + 4000, "xy");
  text_printf(&t, "%s", "");
  assert_int_equal(t.length, 4002);
}

static void test_quoting(void **state) {
  (void)state;
  text t;
  text_init(&t, &a);
  text_quote(&t, "a\"b\\c\nd\x1b\xff \xc3\xa9");
  assert_string_equal(text_cstr(&t), "\"a\\\"b\\\\c\\nd\\x1b\\xff \xc3\xa9\"");
  assert_string_equal(text_safe(&a, "x\x07y"), "x\\x07y");
  assert_string_equal(text_safe(&a, ""), "");
}

static void test_floats_print_short(void **state) {
  (void)state;
  const struct {
    float x;
    const char *text;
  } rows[] = {{0.0f, "0"},
              {-0.0f, "-0"},
              {0.1f, "0.1"},
              {1e-5f, "1e-05"},
              {0.02f, "0.02"},
              {448.0f, "448"},
              {INFINITY, "inf"},
              {-INFINITY, "-inf"},
              {NAN, "nan"},
              {1.0f / 3, "0.33333334"},
              {16777216.0f, "16777216"},
              {FLT_MAX, "3.4028235e+38"},
              {0x1p-149f, "1e-45"}};
  char out[32];
  for (size_t i = 0; i < COUNT_OF(rows); i++)
    assert_string_equal(float_print(rows[i].x, out), rows[i].text);
  char wide[40];
  assert_string_equal(double_print(0.1, wide), "0.1");
  assert_string_equal(double_print(1.0 / 3, wide), "0.3333333333333333");
  assert_string_equal(double_print(-DBL_MAX, wide), "-1.7976931348623157e+308");
}

static void test_floats_read_back(void **state) {
  (void)state;
  uint64_t seed = 7;
  for (int i = 0; i < 20000; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    uint32_t bits = (uint32_t)(seed >> 32), back_bits;
    float x, back;
    char out[32], wide[40];
    memcpy(&x, &bits, 4);
    if (isnan(x)) continue;
    assert_true(float_parse(float_print(x, out), &back));
    memcpy(&back_bits, &back, 4);
    assert_int_equal(back_bits, bits);
    double y, z;
    uint64_t wide_bits = seed ^ seed >> 29;
    memcpy(&y, &wide_bits, 8);
    if (isnan(y)) continue;
    assert_true(double_parse(double_print(y, wide), &z));
    assert_memory_equal(&y, &z, 8);
  }
}

static void test_what_is_no_number(void **state) {
  (void)state;
  const char *bad[] = {"",       " 1",       "1 ",    "1,5", "0x10", "1e",    "e5",
                       "nan(1)", "infinity", "1e999", "--1", ".",    "1.2.3", "one"};
  float x = 5;
  double y = 5;
  for (size_t i = 0; i < COUNT_OF(bad); i++) {
    if (float_parse(bad[i], &x)) fail_msg("\"%s\" was read as %g", bad[i], (double)x);
    if (double_parse(bad[i], &y)) fail_msg("\"%s\" was read as %g", bad[i], y);
  }
  assert_true(float_parse("+1.5e+3", &x) && x == 1500.0f);
  assert_true(float_parse("-inf", &x) && x == -INFINITY);
  assert_true(float_parse("1e-60", &x) && x == 0.0f);
  assert_true(double_parse("nan", &y) && isnan(y));
}

static void test_integers(void **state) {
  (void)state;
  int64_t x;
  assert_true(int_parse("-9223372036854775808", &x) && x == INT64_MIN);
  assert_true(int_parse("+7", &x) && x == 7);
  const char *bad[] = {"", "-", "9223372036854775808", "1.0", " 1", "1 ", "0x1", "--1"};
  for (size_t i = 0; i < COUNT_OF(bad); i++) assert_false(int_parse(bad[i], &x));
}

/* A locale with a comma, where the machine has one. */
static void test_locale_does_not_matter(void **state) {
  (void)state;
  const char *names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
  for (size_t i = 0; i < COUNT_OF(names); i++)
    if (setlocale(LC_ALL, names[i])) break;
  char out[32], plain[32];
  float x;
  snprintf(plain, sizeof plain, "%g", 0.5);
  if (strcmp(plain, "0,5") != 0) print_message("no locale with a comma here\n");
  assert_string_equal(float_print(0.5f, out), "0.5");
  assert_true(float_parse("0.5", &x) && x == 0.5f);
  assert_string_equal(arena_printf(&a, "%.1f", 0.5), "0.5");
  text t;
  text_init(&t, &a);
  text_printf(&t, "%g", 0.25);
  assert_string_equal(text_cstr(&t), "0.25");
  snprintf(out, sizeof out, "%g", 0.5);
  assert_string_equal(out, plain); /* the caller's locale is as it was */
  setlocale(LC_ALL, "C");
}

/* Every form of three bytes and more against the ranges that Unicode gives (table 3-7). */
static void utf8_is_what_unicode_says(void **state) {
  (void)state;
  uint32_t point = 0;
  for (unsigned first = 0x80; first < 0x100; first++)
    for (unsigned b = 0; b < 0x100; b++) {
      char two[] = {(char)first, (char)b}, three[] = {(char)first, (char)b, (char)0xbf},
           four[] = {(char)first, (char)b, (char)0x80, (char)0xbf};
      bool follows = b >= 0x80 && b <= 0xbf;
      assert_int_equal(utf8_char(two, 2, &point),
                       first >= 0xc2 && first <= 0xdf && follows ? 2 : 0);
      bool third = first == 0xe0   ? b >= 0xa0 && b <= 0xbf
                   : first == 0xed ? b >= 0x80 && b <= 0x9f
                                   : first >= 0xe1 && first <= 0xef && follows;
      if (first >= 0xe0) assert_int_equal(utf8_char(three, 3, &point), third ? 3 : 0);
      bool fourth = first == 0xf0   ? b >= 0x90 && b <= 0xbf
                    : first == 0xf4 ? b >= 0x80 && b <= 0x8f
                                    : first >= 0xf1 && first <= 0xf3 && follows;
      if (first >= 0xf0) assert_int_equal(utf8_char(four, 4, &point), fourth ? 4 : 0);
      if (first >= 0xe0) assert_int_equal(utf8_char(three, 2, &point), 0);
    }
  assert_int_equal(utf8_char("\xf0\x9f\x98\x80", 4, &point), 4);
  assert_int_equal(point, 0x1f600);
  assert_int_equal(utf8_char("", 0, &point), 0);
  assert_true(utf8_valid("a\0\xc3\xa9", 4));
  assert_false(utf8_valid("a\xc3", 2));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(utf8_is_what_unicode_says),
      cmocka_unit_test(test_growing),
      cmocka_unit_test(test_quoting),
      cmocka_unit_test(test_floats_print_short),
      cmocka_unit_test(test_floats_read_back),
      cmocka_unit_test(test_what_is_no_number),
      cmocka_unit_test(test_integers),
      cmocka_unit_test(test_locale_does_not_matter),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
