/* test_arena.c - arenas: alignment, zeroing, marks, cleanups, and the jump. */
#include "tests/support/unit.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/seam.h"

typedef struct record {
  int count, order[8];
} record;
static record ran;

static void note(void *object) { ran.order[ran.count++] = *(int *)object; }

static void test_memory_is_zeroed_and_aligned(void **state) {
  (void)state;
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  assert_false(setjmp(guard.jump));
  const size_t sizes[] = {0, 1, 15, 16, 63, 64, 65, 1000, 16384, 70000, 1 << 20, 5};
  for (int round = 0; round < 20; round++)
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
      unsigned char *p = arena_alloc(&a, sizes[i]);
      assert_non_null(p);
      assert_int_equal((uintptr_t)p % (sizes[i] >= 64 ? 64 : 16), 0);
      for (size_t k = 0; k < sizes[i]; k++) assert_int_equal(p[k], 0);
      memset(p, 0xff, sizes[i]);
    }
  arena_free(&a);
  arena_free(&a);
}

static void test_strings_and_growth(void **state) {
  (void)state;
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  assert_false(setjmp(guard.jump));
  assert_string_equal(arena_strdup(&a, "weight"), "weight");
  assert_string_equal(arena_strndup(&a, "weight", 2), "we");
  assert_string_equal(arena_printf(&a, "%s.%d", "layer", 3), "layer.3");
  int *items = NULL, count = 0;
  for (int i = 0; i < 1000; i++) ARENA_PUSH(&a, items, count, i);
  for (int i = 0; i < 1000; i++) assert_int_equal(items[i], i);
  arena_free(&a);
}

static void test_cleanups_run_newest_first(void **state) {
  (void)state;
  oom_guard guard;
  arena a;
  int one = 1, two = 2, three = 3;
  ran = (record){0};
  arena_init(&a, &guard);
  assert_false(setjmp(guard.jump));
  arena_defer(&a, note, &one);
  arena_mark mark = arena_save(&a);
  arena_defer(&a, note, &two);
  arena_defer(&a, note, &three);
  arena_reset(&a, mark);
  assert_int_equal(ran.count, 2);
  assert_int_equal(ran.order[0], 3);
  assert_int_equal(ran.order[1], 2);
  arena_free(&a);
  assert_int_equal(ran.count, 3);
  assert_int_equal(ran.order[2], 1);
}

/* What was allocated before a mark survives any mixture after it; what comes
 * after the reset is zeroed again. */
static void test_reset_keeps_what_is_older(void **state) {
  (void)state;
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  assert_false(setjmp(guard.jump));
  arena_mark empty = arena_save(&a);
  for (size_t big = 0; big < 2; big++) {
    unsigned char *kept = arena_alloc(&a, big ? 1 << 20 : 100);
    memset(kept, 7, 100);
    arena_mark mark = arena_save(&a);
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < 40; i++) memset(arena_alloc(&a, (size_t)i * 997), 0xee, (size_t)i * 997);
      arena_reset(&a, mark);
      assert_int_equal(a.used_bytes, mark.used_bytes);
      for (int i = 0; i < 100; i++) assert_int_equal(kept[i], 7);
      unsigned char *fresh = arena_alloc(&a, 50);
      for (int i = 0; i < 50; i++) assert_int_equal(fresh[i], 0);
      arena_reset(&a, mark);
    }
  }
  arena_reset(&a, empty);
  assert_int_equal(a.used_bytes, 0);
  arena_free(&a);
}

static void test_exhaustion_jumps_and_cleans(void **state) {
  (void)state;
  oom_guard guard;
  arena a;
  int one = 1;
  ran = (record){0};
  arena_init(&a, &guard);
  a.limit_bytes = 1 << 20;
  volatile int allocated = 0;
  if (setjmp(guard.jump)) {
    arena_free(&a);
    assert_int_equal(guard.wanted_bytes, 4096);
    assert_int_equal(ran.count, 1);
    assert_in_range(allocated, 200, 256);
    return;
  }
  arena_defer(&a, note, &one);
  for (;; allocated++) arena_alloc(&a, 4096);
}

static void test_overflowing_array_jumps(void **state) {
  (void)state;
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) {
    arena_free(&a);
    return;
  }
  arena_array(&a, SIZE_MAX / 2, 3);
  fail_msg("an overflowing size was allocated");
}

static void test_seam_fails_the_nth(void **state) {
  (void)state;
  seam_arm(SEAM_ALLOC, 2, false);
  void *first = host_alloc(10), *second = host_alloc(10), *third = host_alloc(10);
  assert_int_equal(seam_calls(SEAM_ALLOC), 3);
  seam_arm(SEAM_ALLOC, 0, false);
  assert_non_null(first);
  assert_null(second);
  assert_non_null(third);
  host_free(first);
  host_free(third);
  host_free(NULL);

  seam_arm(SEAM_ALLOC, 1, true);
  assert_null(host_alloc(1));
  assert_null(host_alloc(1));
  arena a;
  arena_init(&a, NULL);
  assert_null(arena_try_alloc(&a, 1));
  seam_arm(SEAM_ALLOC, 0, false);
  assert_null(host_alloc(SIZE_MAX));
  assert_null(arena_try_alloc(&a, SIZE_MAX));
}

/* How many of twelve blocks lie in a file of `folder`; what they hold stays. */
static int spilled_in(const char *folder) {
  enum { BLOCK = 32 << 20, BLOCKS = 12 };
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  assert_false(setjmp(guard.jump));
  arena_spill(&a, folder);
  char *blocks[BLOCKS];
  const file *in;
  uint64_t offset;
  int spilled = 0;
  arena_mark mark = arena_save(&a);
  for (int round = 0; round < 2; round++) {
    spilled = 0;
    for (int i = 0; i < BLOCKS; i++) {
      blocks[i] = arena_alloc(&a, BLOCK);
      assert_int_equal((uintptr_t)blocks[i] % 64, 0);
      for (size_t at = 0; at < BLOCK; at += 1 << 20) {
        assert_int_equal(blocks[i][at], 0);
        blocks[i][at] = (char)(i + 1);
      }
    }
    arena_rest(&a);
    for (int i = 0; i < BLOCKS; i++) {
      bool is = arena_in_file(&a, blocks[i] + (1 << 20), &in, &offset);
      char c = (char)(i + 1);
      if (is) assert_int_equal(file_read(in, offset, &c, 1, NULL), FP8C_OK);
      assert_int_equal(c, i + 1);
      assert_int_equal(blocks[i][1 << 20], i + 1);
      spilled += is;
    }
    assert_false(arena_in_file(&a, arena_alloc(&a, 1 << 19), &in, &offset));
    arena_reset(&a, mark);
  }
  arena_free(&a);
  arena_free(&a);
  return spilled;
}

static void test_large_blocks_lie_in_a_file(void **state) {
  (void)state;
  assert_int_equal(spilled_in("/nowhere/at/all"), 0); /* memory as ever */
  int spilled = spilled_in(".");
  if (spilled)
    assert_int_equal(spilled, 4); /* 256 MiB stay; 0: the file system has no such files */
}

/* Memory that need not be zeroed leaves none behind that has to be. */
static void test_raw_memory(void **state) {
  (void)state;
  enum { BYTES = 1 << 20 };
  for (int reserved = 0; reserved < 2; reserved++) {
    oom_guard guard;
    arena a;
    arena_init(&a, &guard);
    if (reserved) arena_reserve(&a, 4 * BYTES);
    arena_mark mark = arena_save(&a);
    for (int round = 0; round < 3; round++) {
      char *raw = arena_raw(&a, BYTES / 2, 2);
      assert_int_equal((uintptr_t)raw % 64, 0);
      memset(raw, 0xFF, BYTES);
      const char *zeroed = arena_array(&a, 1, BYTES), *small = arena_alloc(&a, 100);
      for (size_t i = 0; i < BYTES; i++) assert_int_equal(zeroed[i], 0);
      for (size_t i = 0; i < 100; i++) assert_int_equal(small[i], 0);
      if (round) arena_reset(&a, mark);
      zeroed = arena_array(&a, 1, 2 * BYTES);
      for (size_t i = 0; i < 2 * BYTES; i++) assert_int_equal(zeroed[i], 0);
      arena_reset(&a, mark);
    }
    arena_free(&a);
  }
}

/* A limit counts what arenas inside take, gives back what they free, and is told from a machine
 * that has no more. */
static void test_limit_of_a_tree(void **state) {
  (void)state;
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  volatile int round = 0;
  if (setjmp(guard.jump)) {
    assert_int_equal(round, 9);
    assert_string_equal(guard.limited, "reading a thing");
    assert_int_equal(guard.limit_bytes, 8 << 20);
    arena_free(&a);
    return;
  }
  arena_alloc(&a, 16 << 20); /* before there was a limit */
  arena_limit(&a, "reading a thing", 8 << 20);
  for (; round < 8; round++) {
    arena *inside = arena_inside(&a), *within = arena_inside(inside);
    arena_alloc(inside, 1 << 20);
    arena_alloc(within, 5 << 20);
    assert_null(arena_try_alloc(within, 5 << 20));
    assert_true(arena_at_limit(within));
    assert_non_null(arena_try_alloc(within, 1 << 18));
    assert_false(arena_at_limit(&a));
    arena_free(inside);
  }
  arena_limit(&a, NULL, 0);
  arena_alloc(&a, 16 << 20);
  arena_limit(&a, "reading a thing", 8 << 20);
  arena_alloc(arena_inside(&a), 4 << 20);
  round = 9;
  arena_alloc(&a, 5 << 20);
  assert_true(false);
}

static void test_holds_its_own(void **state) {
  (void)state;
  oom_guard guard;
  arena a;
  int other = 0;
  arena_init(&a, &guard);
  assert_false(setjmp(guard.jump));
  char *small = arena_alloc(&a, 10), *large = arena_alloc(&a, 1 << 22);
  assert_true(arena_holds(&a, small) && arena_holds(&a, small + 9));
  assert_true(arena_holds(&a, large) && arena_holds(&a, large + (1 << 22) - 1));
  assert_false(arena_holds(&a, &other) || arena_holds(&a, NULL));
  assert_false(arena_holds(&a, arena_alloc(arena_inside(&a), 10)));
  arena_mark mark = arena_save(&a);
  char *later = arena_alloc(&a, 10);
  assert_true(arena_holds(&a, later));
  arena_reset(&a, mark);
  assert_false(arena_holds(&a, later));
  arena_free(&a);
}

/* Between host_keep_begin and host_keep_end large blocks are used again, zeroed where that is asked
 * for; a block that fits nothing goes back when memory of another size is wanted. */
static void test_large_blocks_are_used_again(void **state) {
  (void)state;
  enum { LARGE = 5 << 20 };
  unsigned char *first = host_alloc(LARGE);
  assert_non_null(first);
  host_free(first); /* outside: to the system */
  host_keep_begin();
  host_keep_begin();
  first = host_raw(LARGE);
  assert_non_null(first);
  memset(first, 0xff, LARGE);
  host_free(first);
  unsigned char *small = host_raw(1000);
  assert_ptr_not_equal(small, first);
  unsigned char *again = host_alloc(LARGE - 5000);
  assert_ptr_equal(again, first);
  assert_int_equal((uintptr_t)again % 64, 0);
  for (size_t i = 0; i < LARGE - 5000; i++) assert_int_equal(again[i], 0);
  unsigned char *second = host_raw(LARGE); /* the first is taken */
  assert_ptr_not_equal(second, first);
  host_free(again);
  host_free(second);
  host_free(small);
  host_keep_drop();
  host_keep_end();
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  assert_false(setjmp(guard.jump));
  arena_mark mark = arena_save(&a);
  for (int round = 0; round < 3; round++) { /* arenas' own large blocks are such */
    unsigned char *p = arena_alloc(&a, LARGE);
    for (size_t i = 0; i < LARGE; i += 4096) assert_int_equal(p[i], 0);
    memset(p, 0xff, LARGE);
    if (round == 0) first = p;
    assert_ptr_equal(p, first);
    arena_reset(&a, mark);
  }
  arena_free(&a);
  host_keep_end(); /* the first of the two */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_limit_of_a_tree),
      cmocka_unit_test(test_memory_is_zeroed_and_aligned),
      cmocka_unit_test(test_raw_memory),
      cmocka_unit_test(test_holds_its_own),
      cmocka_unit_test(test_strings_and_growth),
      cmocka_unit_test(test_cleanups_run_newest_first),
      cmocka_unit_test(test_reset_keeps_what_is_older),
      cmocka_unit_test(test_exhaustion_jumps_and_cleans),
      cmocka_unit_test(test_overflowing_array_jumps),
      cmocka_unit_test(test_seam_fails_the_nth),
      cmocka_unit_test(test_large_blocks_lie_in_a_file),
      cmocka_unit_test(test_large_blocks_are_used_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
