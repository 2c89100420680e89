/* test_ops_cache.c - CacheRead and CacheWrite, whose sequences may be some of a cache's. */
#include "tests/support/op_case.h"

/* A cache of 3 sequences, 2 heads, 4 rows of one number: 100 s + 10 h + row. */
static float cache[24];

static void fill(void) {
  for (int i = 0; i < 24; i++) cache[i] = (float)(100 * (i / 8) + 10 * (i / 4 % 2) + i % 4);
}

static void check(const op_case *c, const float *expected) {
  for (int i = 0; i < 24; i++) assert_true(((const float *)c->out[0].data)[i] == expected[i]);
}

static void begin_read(op_case *c, int64_t lengths, const int64_t *length, const int64_t *slots) {
  case_begin(c, "CacheRead");
  case_input(c, FP8C_DTYPE_F32, 4, DIMS(3, 2, 4, 1), cache);
  case_ints(c, lengths, length);
  if (slots) case_ints(c, 3, slots);
}

static void rows_are_read_as_the_last(void **state) {
  (void)state;
  op_case c;
  fill();
  begin_read(&c, 1, INT64S(3), NULL);
  assert_int_equal(case_run(&c, 1), FP8C_OK);
  check(&c, FLOATS(0, 0, 1, 2, 0, 10, 11, 12, 0, 100, 101, 102, 0, 110, 111, 112, 0, 200, 201, 202,
                   0, 210, 211, 212));
  case_end(&c);
  begin_read(&c, 3, INT64S(1, 4, 0), INT64S(2, 0, 2)); /* a slot may be there twice */
  assert_int_equal(case_run(&c, 1), FP8C_OK);
  check(&c, FLOATS(0, 0, 0, 200, 0, 0, 0, 210, 0, 1, 2, 3, 10, 11, 12, 13, 0, 0, 0, 0, 0, 0, 0, 0));
  case_end(&c);
  const struct {
    int64_t lengths, length[3], slots[3];
  } refused[] = {{1, {5}, {0, 1, 2}},       {1, {-1}, {0, 1, 2}},      {2, {1, 1}, {0, 1, 2}},
                 {3, {1, 1, 5}, {0, 1, 2}}, {3, {1, 1, 1}, {0, 3, 1}}, {3, {1, 1, 1}, {0, -1, 1}}};
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    begin_read(&c, refused[i].lengths, refused[i].length, refused[i].slots);
    assert_int_not_equal(case_run(&c, 1), FP8C_OK);
    case_end(&c);
  }
}

static const float fresh[] = {1000, 1001, 1010, 1011, 1100, 1101,
                              1110, 1111, 1200, 1201, 1210, 1211};

static void begin_write(op_case *c, const int64_t *start, const int64_t *slots, bool stays) {
  static const int64_t total = 0; /* the case keeps where it is */
  case_begin(c, "CacheWrite");
  case_input(c, FP8C_DTYPE_F32, 4, DIMS(3, 2, 4, 1), cache);
  case_input(c, FP8C_DTYPE_F32, 4, DIMS(3, 2, 2, 1), fresh);
  case_ints(c, 3, start);
  case_ints(c, 1, &total);
  if (slots) case_ints(c, 3, slots);
  if (stays) case_int(c, "stays", 1);
}

static void new_rows_go_to_slots(void **state) {
  (void)state;
  op_case c;
  fill();
  begin_write(&c, INT64S(2, 0, 1), NULL, false);
  assert_int_equal(case_run(&c, 1), FP8C_OK);
  check(&c, FLOATS(0, 1, 1000, 1001, 10, 11, 1010, 1011, 1100, 1101, 0, 0, 1110, 1111, 0, 0, 200,
                   1200, 1201, 0, 210, 1210, 1211, 0));
  case_end(&c);
  begin_write(&c, INT64S(2, 0, 1), INT64S(1, 2, 0), false); /* as the run's sequences */
  assert_int_equal(case_run(&c, 1), FP8C_OK);
  check(&c, FLOATS(100, 101, 1000, 1001, 110, 111, 1010, 1011, 1100, 1101, 0, 0, 1110, 1111, 0, 0,
                   0, 1200, 1201, 0, 10, 1210, 1211, 0));
  case_end(&c);
  begin_write(&c, INT64S(2, 0, 1), INT64S(1, 2, 0), true); /* as the cache's */
  assert_int_equal(case_run(&c, 1), FP8C_OK);
  check(&c, FLOATS(0, 1200, 1201, 3, 10, 1210, 1211, 13, 100, 101, 1000, 1001, 110, 111, 1010, 1011,
                   1100, 1101, 202, 203, 1110, 1111, 212, 213));
  case_end(&c);
  for (int stays = 0; stays < 2; stays++) {
    begin_write(&c, INT64S(2, 0, 3), INT64S(1, 2, 0), stays);
    assert_int_not_equal(case_run(&c, 1), FP8C_OK);
    case_end(&c);
    begin_write(&c, INT64S(2, 0, 1), INT64S(1, 2, 3), stays);
    assert_int_not_equal(case_run(&c, 1), FP8C_OK);
    case_end(&c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rows_are_read_as_the_last),
                                     cmocka_unit_test(new_rows_go_to_slots)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
