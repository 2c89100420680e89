/* test_expression.c - regular expressions: what the C library finds, in bounded time. */
#include "tests/support/unit.h"

#include <regex.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/expression.h"
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

static bool found(const char *words, const char *s) {
  const expression *e;
  const char *why = expression_parse(&a, words, &e);
  if (why) fail_msg("\"%s\" %s", words, why);
  return expression_found(e, s);
}

static void test_each_form(void **state) {
  (void)state;
  static const struct {
    const char *words, *fits, *not ;
  } rows[] = {
      {"^/encoder/layer\\.[0-5]/", "/encoder/layer.3/query", "/encoder/layer.7/query"},
      {"layer\\.(1|11)\\b", "x/layer.11/y", "x/layer.12/y"},
      {"\\Bx", "ax", "a.x"},
      {"a.c", "abc", "ac"},
      {"^a*b+c?$", "aabb", "c"},
      {"^(ab){2,3}$", "ababab", "ab"},
      {"^(ab){2}$", "abab", "ababab"},
      {"^a{2,}$", "aaaa", "a"},
      {"^a{,2}$", "aa", "aaa"},
      {"^a{0}b$", "b", "ab"},
      {"^(|a|bc)d$", "bcd", "cd"},
      {"^[]a-c^-]+$", "]b^-", "d"},
      {"^[^]a]$", "b", "]"},
      {"^[[:digit:][:upper:]_]+$", "A_9", "a"},
      {"^[[:punct:]]+$", "./-", "a"},
      {"\\(\\)\\[\\.\\*", "x()[.*", "()"},
      {"^\\w+\\s\\W\\S$", "ab_1 -x", "ab"},
      {"^(a|b)*(c|)$", "abbac", "abcb"},
      {"((a*)*)*x", "aaax", "aaa"},
      {"(a|)+$^|b", "", "a"},
      {"^.$", "\xff", "\xc3\xa9"}, /* bytes */
      {"", "anything", NULL},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (!found(rows[i].words, rows[i].fits)) fail_msg("%s in %s", rows[i].words, rows[i].fits);
    if (rows[i].not &&found(rows[i].words, rows[i].not ))
      fail_msg("%s in %s", rows[i].words, rows[i].not );
  }
}

static void test_what_is_none(void **state) {
  (void)state;
  static const char *const rows[][2] = {
      {"a(b", "has a ( without its )"},
      {"a)b", "has a ) without its ("},
      {"[a", "has a [ without its ]"},
      {"[[:digits:]]", "has a class that is none"},
      {"[[:digit", "has a class that is none"},
      {"[[.a.]]", "has a collating element"},
      {"[b-a]", "has a range that ends before it begins"},
      {"*a", "repeats nothing"},
      {"a|*", "repeats nothing"},
      {"(+)", "repeats nothing"},
      {"a{", "has a { that begins no repetition"},
      {"a{2", "has a { that begins no repetition"},
      {"a{3,2}", "has a { that begins no repetition"},
      {"a{x}", "has a { that begins no repetition"},
      {"a\\", "ends in a backslash"},
      {"\\d+", "a digit is [0-9]"},
      {"(a*)\\1", "what a group held cannot be asked for"},
      {"((a{1,255}){1,255}){1,255}", "more than 2000 steps"},
      {"a{99999999999999999999}", "more than 2000 steps"},
      {"(.|a)*[ab](.|[abc]){600}x", "more than 2000 steps"},
  };
  const expression *e;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *why = expression_parse(&a, rows[i][0], &e);
    if (!why || !strstr(why, rows[i][1])) fail_msg("%s: %s", rows[i][0], why ? why : "taken");
    assert_null(e);
  }
  char deep[200] = "";
  memset(deep, '(', 51);
  assert_non_null(strstr(expression_parse(&a, deep, &e), "50 deep"));
  char *lengthy = arena_alloc(&a, 1002);
  memset(lengthy, 'a', 1000);
  assert_null(expression_parse(&a, lengthy, &e));
  lengthy[1000] = 'a';
  assert_non_null(strstr(expression_parse(&a, lengthy, &e), "longer than 1000"));
}

static uint32_t next(uint32_t *s) { return (*s = *s * 1664525u + 1013904223u) >> 8; }

/* A random expression of at most some ten steps a level. */
static void make(text *t, uint32_t *s, int depth) {
  static const char *const atoms[] = {"a", "b", "c", ".", "[ab]", "[^a]",        "[b-c]", "\\.",
                                      "^", "$", "a", "b", "\\w",  "[[:alpha:]]", "\\b",   "\\W"};
  static const char *const often[] = {"*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}"};
  for (uint32_t n = 1 + next(s) % 3; n; n--) {
    uint32_t k = next(s) % 20;
    bool anchor = false;
    if (k < 16 || depth == 0) {
      const char *atom = atoms[k % 16];
      anchor = strchr("^$", atom[0]) || !strcmp(atom, "\\b");
      if (anchor && depth < 2) atom = "a"; /* glibc finds ^ in a repeated group anywhere */
      text_add(t, atom);
    } else {
      text_add(t, "(");
      make(t, s, depth - 1);
      if (k > 17) text_add(t, "|"), make(t, s, depth - 1);
      text_add(t, ")");
    }
    if (!anchor && next(s) % 3 == 0) text_add(t, often[next(s) % 7]);
  }
}

/* The C library, in its own locale "C", finds the same. */
static void test_against_the_library(void **state) {
  (void)state;
  uint32_t s = 7;
  size_t fits = 0, compared = 0;
  for (int i = 0; i < 20000; i++) {
    arena_mark mark = arena_save(&a);
    text t;
    text_init(&t, &a);
    make(&t, &s, 2);
    const expression *e;
    const char *why = expression_parse(&a, text_cstr(&t), &e);
    regex_t r;
    if (why) fail_msg("%s %s", text_cstr(&t), why);
    assert_int_equal(regcomp(&r, text_cstr(&t), REG_EXTENDED | REG_NOSUB), 0);
    for (int k = 0; k < 6; k++, compared++) {
      char word[9] = "";
      for (uint32_t c = 0, n = next(&s) % 8; c < n; c++) word[c] = "abc.-"[next(&s) % 5];
      bool want = regexec(&r, word, 0, NULL, 0) == 0, have = expression_found(e, word);
      fits += want;
      if (want != have)
        fail_msg("%s in \"%s\": %s", text_cstr(&t), word, want ? "found" : "not found");
    }
    regfree(&r);
    arena_reset(&a, mark);
  }
  assert_in_range(fits, compared / 10, compared * 9 / 10);
}

/* What takes other matchers minutes, or gigabytes. */
static void test_hostile(void **state) {
  (void)state;
  static const char *const rows[] = {"^(a|a)*(a|a)*(a|a)*b$", "(.|a)*[ab](.|[abc]){330}x",
                                     "((((((((((a+)+)+)+)+)+)+)+)+)+)+x", "(a?){300}a{300}x"};
  char *name = arena_alloc(&a, 4001);
  memset(name, 'a', 4000);
  clock_t start = clock();
  size_t before = a.used_bytes;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) assert_false(found(rows[i], name));
  assert_in_range(a.used_bytes - before, 0, 200000);
  assert_in_range((clock() - start) / CLOCKS_PER_SEC, 0, 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_each_form, setup, teardown),
      cmocka_unit_test_setup_teardown(test_what_is_none, setup, teardown),
      cmocka_unit_test_setup_teardown(test_against_the_library, setup, teardown),
      cmocka_unit_test_setup_teardown(test_hostile, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
