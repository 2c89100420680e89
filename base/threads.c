/* threads.c - a pool that hands out indices.
 *
 * A run is one shared counter: each worker takes the next index until none is
 * left.  Which worker takes which index is chance; what an index computes is
 * not.  Workers spin for a while before they sleep, because the steps of a network
 * follow each other closely and to wake a thread takes longer than many steps do.
 *
 * A run is over when its indices are: it waits for workers that are at one, and
 * not for those that other programs keep from waking.  So a gate stands before
 * the counter: a worker counts itself in while it is open, and the caller, out
 * of indices, closes it and waits for those inside. */
#include "base/threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/seam.h"

#define GATE_OPEN 0x80000000u

/* A worker looks for the next run for SPIN_NS before it sleeps, which is longer than the small
 * steps that the caller does alone.  From POLITE_NS on it gives its core to whoever waits for one.
 */
#define SPIN_NS 100000
#define POLITE_NS 20000
#define LOOKS 32 /* between two looks at the clock */

/* Costs of sharing work.  A run moves a few cache lines to each thread that is awake and back, some
 * hundred nanoseconds each way, beside the operands that another core made: so a thread must have
 * a few microseconds to do.  To wake one costs the caller a system call, and it comes tens of
 * microseconds later. */
#define SHARE_NS 2500.0
#define WAKE_NS 15000.0
#define CACHE_LINE 64

typedef struct worker {
  pool *pool;
  int index;
  pthread_t thread;
} worker;

struct pool {
  int threads; /* workers and the caller, who is worker 0 */
  int started;
  pthread_mutex_t run_lock; /* one run at a time */
  pthread_mutex_t lock;     /* guards the sleepers */
  pthread_cond_t work, done;
  atomic_int sleepers;       /* workers that a run must wake */
  atomic_bool caller_sleeps; /* until the last worker is out */

  /* Waiting workers poll these fields, so they share no cache line with fields that others write.
   */
  char apart_from_round[CACHE_LINE];
  atomic_uint_fast64_t round; /* counts runs; workers wait for it to move */
  atomic_bool stop;
  char apart_from_gate[CACHE_LINE];
  atomic_uint gate;   /* GATE_OPEN, and how many workers are inside */
  atomic_uint wanted; /* so many of them at once, at most */

  /* The run of this round. */
  void (*run)(void *object, size_t i, int worker);
  void *object;
  size_t count;
  char apart_from_next[CACHE_LINE];
  atomic_size_t next;
  char apart_from_workers[CACHE_LINE];

  worker workers[];
};

/* The pool and worker the current thread works for: a run started inside a run
 * of the same pool is done on the spot. */
static _Thread_local const pool *inside_pool;
static _Thread_local int inside_worker;

static void take_indices(pool *p, int index) {
  const pool *before_pool = inside_pool;
  int before_worker = inside_worker;
  inside_pool = p;
  inside_worker = index;
  for (;;) {
    size_t i = atomic_fetch_add_explicit(&p->next, 1, memory_order_relaxed);
    if (i >= p->count) break;
    p->run(p->object, i, index);
  }
  inside_pool = before_pool;
  inside_worker = before_worker;
}

/* Between two looks at what another thread writes. */
static void cpu_rest(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  __asm__ __volatile__("yield");
#endif
}

/* Looks until `there`, at most SPIN_NS; whether it came. */
static bool spin(bool (*there)(const pool *p, uint_fast64_t seen), const pool *p,
                 uint_fast64_t seen) {
  double began = 0;
  for (;;) {
    for (int i = 0; i < LOOKS; i++) {
      if (there(p, seen)) return true;
      cpu_rest();
    }
    double now = clock_seconds() * 1e9;
    if (began == 0) began = now;
    if (now - began > SPIN_NS) return false;
    if (now - began > POLITE_NS) sched_yield();
  }
}

static bool round_moved(const pool *p, uint_fast64_t seen) {
  return atomic_load(&p->round) != seen || atomic_load(&p->stop);
}

static bool all_out(const pool *p, uint_fast64_t seen) {
  (void)seen;
  return atomic_load(&p->gate) == 0;
}

/* A worker says that it sleeps before it looks a last time, and a caller begins a round before it
 * looks who sleeps: one of them sees the other. */
static void wait_for_round(pool *p, uint_fast64_t seen) {
  if (spin(round_moved, p, seen)) return;
  pthread_mutex_lock(&p->lock);
  atomic_fetch_add(&p->sleepers, 1);
  while (!round_moved(p, seen)) pthread_cond_wait(&p->work, &p->lock);
  atomic_fetch_sub(&p->sleepers, 1);
  pthread_mutex_unlock(&p->lock);
}

static bool enter(pool *p) {
  unsigned gate = atomic_load(&p->gate);
  while ((gate & GATE_OPEN) && (gate & ~GATE_OPEN) < atomic_load(&p->wanted))
    if (atomic_compare_exchange_weak(&p->gate, &gate, gate + 1)) return true;
  return false;
}

/* The last one out of a closed gate wakes the caller, if that sleeps. */
static void leave(pool *p) {
  if (atomic_fetch_sub(&p->gate, 1) != 1 || !atomic_load(&p->caller_sleeps)) return;
  pthread_mutex_lock(&p->lock);
  pthread_cond_signal(&p->done);
  pthread_mutex_unlock(&p->lock);
}

static void *worker_main(void *argument) {
  worker *w = argument;
  pool *p = w->pool;
  uint_fast64_t seen = 0;
  for (;;) {
    wait_for_round(p, seen);
    if (atomic_load(&p->stop)) return NULL;
    seen = atomic_load(&p->round);
    if (!enter(p)) continue;
    take_indices(p, w->index);
    leave(p);
  }
}

static int threads_allowed(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set)) return 1;
  int count = CPU_COUNT(&set);
  return count < 1 ? 1 : count;
}

fp8c_status pool_create(int threads, pool **out, fp8c_error *err) {
  *out = NULL;
  if (threads < 0 || threads > POOL_MAX_THREADS)
    return fail(err, FP8C_ERROR_ARGUMENT, "%d threads asked for; 0 to %d are possible", threads,
                POOL_MAX_THREADS);
  if (!threads) threads = threads_allowed();
  if (threads > POOL_MAX_THREADS) threads = POOL_MAX_THREADS;
  pool *p = host_alloc(sizeof *p + (size_t)threads * sizeof p->workers[0]);
  if (!p) return fail(err, FP8C_ERROR_NO_MEMORY, "no memory for a pool of %d threads", threads);
  p->threads = threads;
  pthread_mutex_init(&p->run_lock, NULL);
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->work, NULL);
  pthread_cond_init(&p->done, NULL);
  for (int i = 1; i < threads; i++) {
    worker *w = &p->workers[i];
    w->pool = p;
    w->index = i;
    if (seam_fails(SEAM_ALLOC) || pthread_create(&w->thread, NULL, worker_main, w)) {
      pool_free(p);
      return fail(err, FP8C_ERROR_NO_MEMORY, "thread %d of %d could not be started", i + 1,
                  threads);
    }
    p->started = i;
  }
  *out = p;
  return FP8C_OK;
}

void pool_free(pool *p) {
  if (!p) return;
  pthread_mutex_lock(&p->lock);
  atomic_store(&p->stop, true);
  pthread_cond_broadcast(&p->work);
  pthread_mutex_unlock(&p->lock);
  for (int i = 1; i <= p->started; i++) pthread_join(p->workers[i].thread, NULL);
  pthread_cond_destroy(&p->work);
  pthread_cond_destroy(&p->done);
  pthread_mutex_destroy(&p->lock);
  pthread_mutex_destroy(&p->run_lock);
  host_free(p);
}

int pool_threads(const pool *p) { return p ? p->threads : 1; }

/* A round of a run for so many workers, of whom `wake` are woken if so many sleep. */
static void begin_round(pool *p, int workers, int wake) {
  atomic_store(&p->wanted, (unsigned)workers);
  atomic_store(&p->next, 0);
  atomic_store(&p->gate, GATE_OPEN);
  atomic_fetch_add(&p->round, 1);
  int asleep = atomic_load(&p->sleepers), missing = workers - (p->threads - 1 - asleep);
  if (missing > wake) missing = wake;
  if (missing <= 0) return;
  pthread_mutex_lock(&p->lock);
  if (missing >= asleep)
    pthread_cond_broadcast(&p->work);
  else
    for (int i = 0; i < missing; i++) pthread_cond_signal(&p->work);
  pthread_mutex_unlock(&p->lock);
}

/* Nobody enters any more, and whoever was inside is out. */
static void end_round(pool *p) {
  if (atomic_fetch_and(&p->gate, ~GATE_OPEN) == GATE_OPEN || spin(all_out, p, 0)) return;
  pthread_mutex_lock(&p->lock);
  atomic_store(&p->caller_sleeps, true);
  while (!all_out(p, 0)) pthread_cond_wait(&p->done, &p->lock);
  atomic_store(&p->caller_sleeps, false);
  pthread_mutex_unlock(&p->lock);
}

static void run_here(const pool *p, size_t count, void (*run)(void *object, size_t i, int worker),
                     void *object) {
  int index = p && inside_pool == p ? inside_worker : 0;
  for (size_t i = 0; i < count; i++) run(object, i, index);
}

static void share(pool *p, size_t count, int workers, int wake,
                  void (*run)(void *object, size_t i, int worker), void *object) {
  pthread_mutex_lock(&p->run_lock);
  p->run = run;
  p->object = object;
  p->count = count;
  begin_round(p, workers, wake);
  take_indices(p, 0);
  end_round(p);
  pthread_mutex_unlock(&p->run_lock);
}

/* Workers beside the caller. */
static int workers_for(const pool *p, size_t count) {
  if (!p || inside_pool == p || count <= 1) return 0;
  return count - 1 < (size_t)p->threads - 1 ? (int)count - 1 : p->threads - 1;
}

void pool_run(pool *p, size_t count, void (*run)(void *object, size_t i, int worker),
              void *object) {
  int workers = workers_for(p, count);
  if (workers == 0)
    run_here(p, count, run, object);
  else
    share(p, count, workers, workers, run, object);
}

void pool_run_about(pool *p, size_t count, double ns,
                    void (*run)(void *object, size_t i, int worker), void *object) {
  int workers = workers_for(p, count);
  if (workers > ns / SHARE_NS - 1) workers = (int)(ns / SHARE_NS) - 1;
  int wake = ns / WAKE_NS - 1 < workers ? (int)(ns / WAKE_NS) - 1 : workers;
  if (wake < 0) wake = 0;
  int awake = p ? p->threads - 1 - atomic_load(&p->sleepers) : 0;
  if (workers <= 0 || (awake <= 0 && wake == 0))
    run_here(p, count, run, object);
  else
    share(p, count, workers, wake, run, object);
}

typedef struct stretches {
  size_t count;
  void (*run)(void *object, size_t from, size_t to);
  void *object;
} stretches;

static void run_stretch(void *object, size_t i, int index) {
  (void)index;
  const stretches *s = object;
  size_t from = i * POOL_STRETCH, left = s->count - from;
  s->run(s->object, from, from + (left < POOL_STRETCH ? left : POOL_STRETCH));
}

void pool_stretches(pool *p, size_t count, void (*run)(void *object, size_t from, size_t to),
                    void *object) {
  stretches s = {count, run, object};
  pool_run(p, count / POOL_STRETCH + (count % POOL_STRETCH != 0), run_stretch, &s);
}
