/* test_shared.c - what sessions share is made once, by one of them, and goes with the last. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "runtime/shared.h"
#include "tests/support/unit.h"

typedef struct thing {
  shared head;
  atomic_int *freed;
} thing;

typedef struct maker {
  int made, fails;
  atomic_int freed; /* behind the lock, so by several threads */
} maker;

static void free_thing(shared *object) {
  thing *t = (thing *)object;
  atomic_fetch_add(t->freed, 1);
  free(t);
}

static fp8c_status make_thing(void *user, shared **out, fp8c_error *err) {
  maker *m = user;
  if (m->fails-- > 0) {
    err->status = FP8C_ERROR_IO;
    return FP8C_ERROR_IO;
  }
  thing *t = calloc(1, sizeof *t);
  t->head.free = free_thing;
  t->freed = &m->freed;
  m->made++;
  *out = &t->head;
  return FP8C_OK;
}

static void one_for_each_part_and_device(void **state) {
  (void)state;
  int a, b;
  maker m = {0};
  fp8c_error e;
  shared_list *l = shared_list_new();
  shared *first, *second, *other, *elsewhere, *alone;
  assert_int_equal(shared_take(l, &a, 0, make_thing, &m, &first, &e), FP8C_OK);
  assert_int_equal(shared_take(l, &a, 0, make_thing, &m, &second, &e), FP8C_OK);
  assert_int_equal(shared_take(l, &b, 0, make_thing, &m, &other, &e), FP8C_OK);
  assert_int_equal(shared_take(l, &a, 1, make_thing, &m, &elsewhere, &e), FP8C_OK);
  assert_int_equal(shared_take(NULL, &a, 0, make_thing, &m, &alone, &e), FP8C_OK);
  assert_ptr_equal(first, second);
  assert_int_equal(m.made, 4);
  shared_give_back(first);
  shared_give_back(elsewhere);
  assert_int_equal(m.freed, 1);
  shared_give_back(second);
  shared_give_back(other);
  shared_give_back(alone);
  shared_give_back(NULL);
  assert_int_equal(m.freed, 4);
  assert_int_equal(shared_take(l, &a, 0, make_thing, &m, &first, &e), FP8C_OK);
  assert_int_equal(m.made, 5);
  shared_give_back(first);
  shared_list_free(l);
}

/* More parts than the table begins with: each is found again, and none is made twice. */
static void many_parts(void **state) {
  (void)state;
  enum { MANY = 5000 };
  static char parts[MANY];
  static shared *held[MANY];
  maker m = {0};
  fp8c_error e;
  shared_list *l = shared_list_new();
  for (int i = 0; i < MANY; i++)
    assert_int_equal(shared_take(l, &parts[i], i % 3 - 1, make_thing, &m, &held[i], &e), FP8C_OK);
  for (int i = 0; i < MANY; i++) {
    shared *again;
    assert_int_equal(shared_take(l, &parts[i], i % 3 - 1, make_thing, &m, &again, &e), FP8C_OK);
    assert_ptr_equal(again, held[i]);
  }
  assert_int_equal(m.made, MANY);
  for (int i = 0; i < 2 * MANY; i++) shared_give_back(held[i % MANY]);
  assert_int_equal(m.freed, MANY);
  shared_list_free(l);
}

static void what_fails_is_tried_again(void **state) {
  (void)state;
  maker m = {.fails = 1};
  fp8c_error e;
  shared_list *l = shared_list_new();
  shared *s;
  assert_int_equal(shared_take(l, &m, 0, make_thing, &m, &s, &e), FP8C_ERROR_IO);
  assert_null(s);
  assert_int_equal(shared_take(l, &m, 0, make_thing, &m, &s, &e), FP8C_OK);
  shared_give_back(s);
  assert_int_equal(m.freed, 1);
  shared_list_free(l);
}

typedef struct user {
  shared_list *list;
  maker *m;
} user;

static void *take_and_give(void *object) {
  user *u = object;
  fp8c_error e;
  for (int i = 0; i < 500; i++) {
    shared *s = NULL;
    if (shared_take(u->list, u, 0, make_thing, u->m, &s, &e) == FP8C_OK) shared_give_back(s);
  }
  return NULL;
}

static void threads_come_and_go(void **state) {
  (void)state;
  maker m = {0};
  user u = {shared_list_new(), &m};
  pthread_t ids[8];
  for (int i = 0; i < 8; i++) assert_int_equal(pthread_create(&ids[i], NULL, take_and_give, &u), 0);
  for (int i = 0; i < 8; i++) pthread_join(ids[i], NULL);
  assert_true(m.made > 0);
  assert_int_equal(m.made, m.freed);
  shared_list_free(u.list);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_for_each_part_and_device), cmocka_unit_test(many_parts),
      cmocka_unit_test(what_fails_is_tried_again), cmocka_unit_test(threads_come_and_go)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
