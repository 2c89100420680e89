/* test_threads.c - every index once, whatever the number of threads. */
#include "tests/support/unit.h"

#include <stdatomic.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/seam.h"
#include "base/threads.h"

enum { MOST = 5000 };

typedef struct job {
  pool *pool;
  int threads;
  atomic_int hits[MOST];
  atomic_int busy[64];                /* a worker does one call at a time: its scratch is its own */
  atomic_int clashes, nested, others; /* others: calls that were not the caller's */
} job;

static void hit(void *object, size_t i, int worker) {
  job *j = object;
  if (worker < 0 || worker >= j->threads || atomic_fetch_add(&j->busy[worker], 1)) j->clashes++;
  atomic_fetch_add(&j->hits[i], 1);
  if (worker != 0) j->others++;
  atomic_fetch_sub(&j->busy[worker], 1);
}

static void nested_one(void *object, size_t i, int worker) {
  (void)i;
  job *j = object;
  if (atomic_load(&j->busy[worker]) != 1) j->clashes++; /* our outer call's worker */
  atomic_fetch_add(&j->nested, 1);
}

static void nested(void *object, size_t i, int worker) {
  (void)i;
  job *j = object;
  atomic_fetch_add(&j->busy[worker], 1);
  pool_run(j->pool, 3, nested_one, j);
  atomic_fetch_sub(&j->busy[worker], 1);
}

static void test_every_index_once(void **state) {
  (void)state;
  static job j;
  const size_t counts[] = {0, 1, 2, 3, 17, MOST};
  for (int threads = 1; threads <= 5; threads++) {
    pool *p;
    assert_int_equal(pool_create(threads, &p, NULL), FP8C_OK);
    assert_int_equal(pool_threads(p), threads);
    for (int round = 0; round < 200; round++) {
      size_t count = counts[(size_t)round % COUNT_OF(counts)];
      memset(&j, 0, sizeof j);
      j.threads = threads;
      pool_run(p, count, hit, &j);
      for (size_t i = 0; i < MOST; i++) assert_int_equal(j.hits[i], i < count);
      assert_int_equal(j.clashes, 0);
    }
    pool_free(p);
  }
}

static void test_without_a_pool(void **state) {
  (void)state;
  static job j;
  j.threads = 1;
  pool_run(NULL, 10, hit, &j);
  for (size_t i = 0; i < 10; i++) assert_int_equal(j.hits[i], 1);
  assert_int_equal(pool_threads(NULL), 1);
  pool_free(NULL);
}

static void test_runs_inside_runs(void **state) {
  (void)state;
  static job j;
  assert_int_equal(pool_create(4, &j.pool, NULL), FP8C_OK);
  pool_run(j.pool, 100, nested, &j);
  assert_int_equal(j.nested, 300);
  assert_int_equal(j.clashes, 0);
  pool_free(j.pool);
}

/* Little work is the caller's, whether the others sleep or not; the estimate decides nothing else.
 */
static void test_estimates(void **state) {
  (void)state;
  static job j;
  const double about[] = {0, 1e3, 1e4, 3e4, 1e6, 1e12};
  for (int threads = 1; threads <= 5; threads++) {
    pool *p;
    assert_int_equal(pool_create(threads, &p, NULL), FP8C_OK);
    for (int round = 0; round < 600; round++) {
      memset(&j, 0, sizeof j);
      j.threads = threads;
      if (round % 200 == 0) usleep(2000); /* asleep by now */
      pool_run_about(p, 100, about[(size_t)round % COUNT_OF(about)], hit, &j);
      for (size_t i = 0; i < MOST; i++) assert_int_equal(j.hits[i], i < 100);
      assert_int_equal(j.clashes, 0);
      if ((size_t)round % COUNT_OF(about) < 2) assert_int_equal(j.others, 0);
    }
    pool_free(p);
  }
  memset(&j, 0, sizeof j);
  j.threads = 1;
  pool_run_about(NULL, 10, 1e9, hit, &j);
  for (size_t i = 0; i < 10; i++) assert_int_equal(j.hits[i], 1);
}

typedef struct meeting {
  atomic_int arrived;
  int expected;
  atomic_int missed;
} meeting;

/* Stays until as many calls are at work as there are threads. */
static void meet(void *object, size_t i, int worker) {
  (void)i, (void)worker;
  meeting *m = object;
  double began = clock_seconds();
  atomic_fetch_add(&m->arrived, 1);
  while (atomic_load(&m->arrived) < m->expected) {
    usleep(100);
    if (clock_seconds() - began > 20) {
      m->missed++;
      return;
    }
  }
}

static void test_sleepers_are_woken(void **state) {
  (void)state;
  for (int threads = 2; threads <= 4; threads++) {
    pool *p;
    assert_int_equal(pool_create(threads, &p, NULL), FP8C_OK);
    for (int round = 0; round < 10; round++) {
      meeting m = {.expected = threads};
      usleep(round % 2 ? 3000 : 0);
      if (round < 5)
        pool_run(p, (size_t)threads, meet, &m);
      else
        pool_run_about(p, (size_t)threads, 1e9, meet, &m);
      assert_int_equal(m.missed, 0);
    }
    pool_free(p);
  }
}

static void test_creation_can_fail(void **state) {
  (void)state;
  pool *p;
  fp8c_error err;
  assert_int_equal(pool_create(-1, &p, &err), FP8C_ERROR_ARGUMENT);
  assert_int_equal(pool_create(100000, &p, &err), FP8C_ERROR_ARGUMENT);
  for (uint64_t n = 1; n <= 4; n++) {
    seam_arm(SEAM_ALLOC, n, false);
    fp8c_status status = pool_create(4, &p, &err);
    seam_arm(SEAM_ALLOC, 0, false);
    assert_int_equal(status, FP8C_ERROR_NO_MEMORY);
    assert_null(p);
  }
  assert_int_equal(pool_create(0, &p, &err), FP8C_OK);
  assert_true(pool_threads(p) >= 1);
  pool_free(p);
}

static void count_elements(void *object, size_t from, size_t to) {
  atomic_int *hits = object;
  if (from >= to || from % POOL_STRETCH || to - from > POOL_STRETCH) hits[0] += 1000;
  for (size_t i = from; i < to; i++) atomic_fetch_add(&hits[i], 1);
}

static void test_stretches_cover_all(void **state) {
  (void)state;
  static atomic_int hits[3 * POOL_STRETCH + 1];
  const size_t counts[] = {
      0, 1, POOL_STRETCH - 1, POOL_STRETCH, POOL_STRETCH + 1, 3 * POOL_STRETCH};
  pool *p;
  assert_int_equal(pool_create(3, &p, NULL), FP8C_OK);
  for (size_t k = 0; k < 2 * COUNT_OF(counts); k++) {
    size_t count = counts[k / 2];
    memset(hits, 0, sizeof hits);
    pool_stretches(k % 2 ? p : NULL, count, count_elements, hits);
    for (size_t i = 0; i < COUNT_OF(hits); i++) assert_int_equal(hits[i], i < count);
  }
  pool_free(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_index_once),    cmocka_unit_test(test_without_a_pool),
      cmocka_unit_test(test_runs_inside_runs),    cmocka_unit_test(test_creation_can_fail),
      cmocka_unit_test(test_stretches_cover_all), cmocka_unit_test(test_estimates),
      cmocka_unit_test(test_sleepers_are_woken),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
