/* test_size_names.c - names of sizes that are sums of other sizes. */
#include "tests/support/unit.h"

#include <string.h>

#include "base/size_names.h"

static void sums(void **state) {
  (void)state;
  static const struct {
    const char *text;
    size_t count;
    int64_t number;
    const char *last;
  } is[] = {{"past + seq", 2, 0, "seq"},     {"past+seq", 2, 0, "seq"}, {"s0 + 1", 1, 1, "s0"},
            {"1 + s0 + 2", 1, 3, "s0"},      {"  a  +  b ", 2, 0, "b"}, {"a + a", 2, 0, "a"},
            {"x.0_1 + y + z + w", 4, 0, "w"}};
  for (size_t i = 0; i < COUNT_OF(is); i++) {
    name_sum s;
    assert_true(name_sum_read(is[i].text, &s));
    assert_int_equal(s.count, is[i].count);
    assert_int_equal(s.number, is[i].number);
    assert_int_equal(s.names[s.count - 1].length, strlen(is[i].last));
    assert_memory_equal(s.names[s.count - 1].at, is[i].last, strlen(is[i].last));
  }
  static const char *const none[] = {
      "",       "batch",  "4",      "1 + 2",     "a +",
      "+ a",    "a - b",  "a * b",  "a + b*c",   "a b + c",
      "a ++ b", "a + 1b", "a + -1", "a+b+c+d+e", "a + 9223372036854775808",
      "a + (b)"};
  for (size_t i = 0; i < COUNT_OF(none); i++) {
    name_sum s;
    if (name_sum_read(none[i], &s)) fail_msg("\"%s\" is no sum", none[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sums)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
