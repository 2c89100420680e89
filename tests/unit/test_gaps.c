/* test_gaps.c - places in memory are those of a walk over everything that is taken. */
#include "tests/support/unit.h"

#include "base/clock.h"
#include "base/gaps.h"

#define MOST 400

typedef struct taken {
  size_t at, bytes;
} taken;

static uint64_t next_random(uint64_t *x) {
  *x ^= *x << 13, *x ^= *x >> 7, *x ^= *x << 17;
  return *x;
}

/* The lowest place between those in the list, which is sorted by place. */
static size_t lowest(const taken *list, size_t count, size_t bytes, size_t *turn) {
  size_t at = 0, k = 0;
  for (; k < count && list[k].at - at < bytes; k++) at = list[k].at + list[k].bytes;
  *turn = k;
  return at;
}

/* 3000 steps, with sizes up to `most`. */
static void take_and_give(arena *a, uint64_t *seed, size_t most) {
  gaps g;
  taken list[MOST];
  size_t count = 0, peak = 0;
  gaps_init(&g, a);
  for (int step = 0; step < 3000; step++) {
    if (count == MOST || (count && next_random(seed) % 5 < 2)) {
      size_t k = next_random(seed) % count;
      gaps_give(&g, list[k].at, list[k].bytes);
      memmove(list + k, list + k + 1, (--count - k) * sizeof *list);
      continue;
    }
    size_t bytes = 1 + next_random(seed) % most, at, turn;
    size_t expected = lowest(list, count, bytes, &turn);
    assert_true(gaps_take(&g, bytes, &at));
    assert_int_equal(at, expected);
    memmove(list + turn + 1, list + turn, (count++ - turn) * sizeof *list);
    list[turn] = (taken){at, bytes};
    if (at + bytes > peak) peak = at + bytes;
    assert_int_equal(g.peak, peak);
  }
}

static void test_lowest_fit(void **state) {
  (void)state;
  uint64_t seed = 88172645463325252u;
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  assert_false(setjmp(guard.jump));
  for (int round = 0; round < 50; round++) take_and_give(&a, &seed, round % 2 ? 4 : 1000);
  arena_free(&a);
}

static void test_the_ends(void **state) {
  (void)state;
  oom_guard guard;
  arena a;
  gaps g;
  size_t at = 7;
  arena_init(&a, &guard);
  assert_false(setjmp(guard.jump));
  gaps_init(&g, &a);
  assert_true(gaps_take(&g, 0, &at)); /* nothing takes no place */
  assert_int_equal(at, 0);
  assert_true(gaps_take(&g, SIZE_MAX - 1, &at));
  assert_int_equal(at, 0);
  assert_false(gaps_take(&g, 2, &at));
  assert_true(gaps_take(&g, 1, &at));
  assert_false(gaps_take(&g, 1, &at));
  gaps_give(&g, 0, SIZE_MAX - 1);
  assert_true(gaps_take(&g, 5, &at));
  assert_int_equal(at, 0);
  arena_free(&a);
}

/* Two hundred thousand that live together: a walk for each would be 20 billion steps. */
static void test_many(void **state) {
  (void)state;
  oom_guard guard;
  arena a;
  gaps g;
  size_t at;
  arena_init(&a, &guard);
  assert_false(setjmp(guard.jump));
  gaps_init(&g, &a);
  double start = clock_seconds();
  for (size_t i = 0; i < 200000; i++) assert_true(gaps_take(&g, 64, &at));
  for (size_t i = 0; i < 200000; i += 2) gaps_give(&g, 64 * i, 64);
  for (size_t i = 0; i < 100000; i++) {
    assert_true(gaps_take(&g, 64, &at));
    assert_int_equal(at, 128 * i);
  }
  assert_true(clock_seconds() - start < 10);
  arena_free(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lowest_fit),
      cmocka_unit_test(test_the_ends),
      cmocka_unit_test(test_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
