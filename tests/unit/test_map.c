/* test_map.c - the hash table: what is put in is found, by name, by number and by pointer. */
#include "tests/support/unit.h"

#include "base/map.h"

#define MANY 20000

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

static void names_are_found(void **state) {
  (void)state;
  hash_map m;
  map_init(&m, &a);
  assert_null(map_find(&m, "absent"));
  for (uintptr_t i = 0; i < MANY; i++)
    assert_true(map_add(&m, arena_printf(&a, "n%zu", (size_t)i), (void *)(i + 1)));
  for (uintptr_t i = 0; i < MANY; i++) {
    const char *name = arena_printf(&a, "n%zu", (size_t)i);
    assert_int_equal((uintptr_t)map_find(&m, name)->item, i + 1);
    assert_false(map_add(&m, name, NULL));
  }
  assert_int_equal(m.count, MANY);
  assert_null(map_find(&m, "absent"));
}

/* An empty name is a name, and is not taken for a number. */
static void an_empty_name_is_a_name(void **state) {
  (void)state;
  hash_map m;
  int item;
  map_init(&m, &a);
  assert_null(map_find(&m, ""));
  assert_true(map_add(&m, "", &item));
  assert_true(map_add(&m, "x", NULL));
  assert_ptr_equal(map_find(&m, "")->item, &item);
  assert_null(map_find(&m, "x")->item);
}

/* Multiples of a large power of two share their low bits and must not share a slot. */
static void numbers_are_found(void **state) {
  (void)state;
  hash_map m;
  map_init(&m, &a);
  assert_null(map_find_u64(&m, 0));
  for (uint64_t i = 0; i < MANY; i++) map_put_u64(&m, i << 40)->item = (void *)(uintptr_t)(i + 1);
  for (uint64_t i = 0; i < MANY; i++)
    assert_int_equal((uintptr_t)map_find_u64(&m, i << 40)->item, i + 1);
  assert_null(map_find_u64(&m, 1));
  assert_ptr_equal(map_put_u64(&m, 0), map_find_u64(&m, 0));
  assert_int_equal(m.count, MANY);
}

static void every_entry_is_walked_once(void **state) {
  (void)state;
  hash_map m;
  bool seen[100] = {false};
  map_init(&m, &a);
  assert_null(map_next(&m, NULL));
  for (size_t i = 0; i < 100; i++) map_put_u64(&m, map_pointer(&seen[i]))->item = &seen[i];
  size_t count = 0;
  for (map_entry *e = NULL; (e = map_next(&m, e)); count++) {
    bool *mark = e->item;
    assert_false(*mark);
    *mark = true;
  }
  assert_int_equal(count, 100);
  map_clear(&m);
  assert_null(map_next(&m, NULL));
  assert_null(map_find_u64(&m, map_pointer(&seen[0])));
}

/* Room that was asked for is there: entries do not move while it lasts. */
static void reserved_room_lasts(void **state) {
  (void)state;
  hash_map m;
  map_init(&m, &a);
  map_reserve(&m, 1000);
  const map_entry *first = map_put_u64(&m, 7);
  for (uint64_t i = 100; i < 1099; i++) map_put_u64(&m, i);
  assert_ptr_equal(map_find_u64(&m, 7), first);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_found),     cmocka_unit_test(an_empty_name_is_a_name),
      cmocka_unit_test(numbers_are_found),   cmocka_unit_test(every_entry_is_walked_once),
      cmocka_unit_test(reserved_room_lasts),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
