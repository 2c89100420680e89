/* test_hash.c - BLAKE2b-256 against published values. */
#include "tests/support/unit.h"

#include "base/hash.h"

static void expect(const hash *h, const char *hex) {
  char text[65];
  hash_hex(h, text);
  assert_string_equal(text, hex);
}

/* b2sum -l 256 */
static void test_known_values(void **state) {
  (void)state;
  hash h = hash_of("", 0);
  expect(&h, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  h = hash_of("abc", 3);
  expect(&h, "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

static void test_pieces_equal_the_whole(void **state) {
  (void)state;
  static char data[100000];
  for (size_t i = 0; i < sizeof data; i++) data[i] = (char)(i * 31);
  hash whole = hash_of(data, sizeof data);
  for (size_t piece = 1; piece < sizeof data; piece = piece * 3 + 7) {
    hasher h;
    hash_begin(&h);
    for (size_t at = 0; at < sizeof data; at += piece)
      hash_add(&h, data + at, piece < sizeof data - at ? piece : sizeof data - at);
    hash parts = hash_end(&h);
    assert_memory_equal(&parts, &whole, sizeof whole);
  }
}

/* ("ab", "c") and ("a", "bc") are different content. */
static void test_strings_carry_their_length(void **state) {
  (void)state;
  hasher h;
  hash_begin(&h);
  hash_add_string(&h, "ab");
  hash_add_string(&h, "c");
  hash one = hash_end(&h);
  hash_begin(&h);
  hash_add_string(&h, "a");
  hash_add_string(&h, "bc");
  hash two = hash_end(&h);
  assert_memory_not_equal(&one, &two, sizeof one);
  hash_begin(&h);
  hash_add_string(&h, NULL);
  one = hash_end(&h);
  hash_begin(&h);
  hash_add_u64(&h, 0);
  two = hash_end(&h);
  assert_memory_equal(&one, &two, sizeof one);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known_values),
      cmocka_unit_test(test_pieces_equal_the_whole),
      cmocka_unit_test(test_strings_carry_their_length),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
