/* threads.h - fp8c's own thread pool.
 *
 * Work is split at boundaries that depend on the work alone, never on the
 * number of threads, so results do not depend on it either. */
#ifndef BASE_THREADS_H
#define BASE_THREADS_H

#include "base/error.h"

typedef struct pool pool;

#define POOL_MAX_THREADS 256

/* threads = 0: as many as the process may run on (sched_getaffinity). */
fp8c_status pool_create(int threads, pool **out, fp8c_error *err);
void pool_free(pool *p);
int pool_threads(const pool *p); /* 1 when p is NULL */

/* Calls run(object, i, worker) for i in [0, count) and returns when all are done; worker
 * is in [0, pool_threads) and names the scratch a call may use.  p = NULL runs
 * them here.  run must not allocate from an arena. */
void pool_run(pool *p, size_t count, void (*run)(void *object, size_t i, int worker), void *object);

/* Does what pool_run does, for work that may be too little to share: `ns` is about how many
 * nanoseconds all of it takes one thread.  So many threads take part as have a few microseconds to
 * do each, and sleeping ones are woken only where that is less than what they save. */
void pool_run_about(pool *p, size_t count, double ns,
                    void (*run)(void *object, size_t i, int worker), void *object);

/* These are the rates at which such guesses assume a thread to work, for each nanosecond:
 * floating-point operations of products in vector registers, bytes copied, and elements computed
 * one after the other. */
#define NS_FLOPS 64
#define NS_BYTES 16
#define NS_ELEMENTS 1

/* Calls run(object, from, to) for [0, count) in stretches of a fixed length: for loops over
 * many small things. */
#define POOL_STRETCH ((size_t)1 << 16)
void pool_stretches(pool *p, size_t count, void (*run)(void *object, size_t from, size_t to),
                    void *object);

#endif
