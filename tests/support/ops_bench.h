/* ops_bench.h - an arena and two threads for a test of operators, and numbers at random. */
#ifndef TESTS_OPS_BENCH_H
#define TESTS_OPS_BENCH_H

#include <stdlib.h>

#include "base/arena.h"
#include "base/threads.h"

typedef struct bench {
  oom_guard guard;
  arena a;
  pool *threads;
} bench;

static inline int start(void **state) {
  bench *b = calloc(1, sizeof *b);
  if (!b || pool_create(2, &b->threads, NULL) != FP8C_OK) return -1;
  arena_init(&b->a, &b->guard);
  *state = b;
  return 0;
}
static inline int stop(void **state) {
  bench *b = *state;
  arena_free(&b->a);
  pool_free(b->threads);
  free(b);
  return 0;
}

/* The same in every run of a test. */
static uint64_t seed = 1;
static inline uint32_t random_bits(void) {
  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(seed >> 32);
}
/* In [-1, 1). */
static inline float uniform(void) { return (float)(int32_t)random_bits() * 0x1p-31f; }
static inline int64_t below(int64_t n) { return (int64_t)((random_bits() >> 1) % (uint64_t)n); }

#endif
