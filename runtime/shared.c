/* shared.c - shared.h, as a table under a lock: a program has few devices, but a part with weights
 * for each body of its control flow, of which a model may have thousands. */
#include "runtime/shared.h"

#include <pthread.h>
#include <stdint.h>

#include "base/arena.h"

#define FIRST_CHAINS 16

struct shared_list {
  pthread_mutex_t lock;
  shared **chains;           /* by of and ordinal; objects of one chain by `next` */
  size_t chain_count, count; /* chains: a power of two; objects in all of them */
};

shared_list *shared_list_new(void) {
  shared_list *l = host_alloc(sizeof *l);
  shared **chains = host_alloc(FIRST_CHAINS * sizeof(shared *));
  if (!l || !chains) {
    host_free(l);
    host_free(chains);
    return NULL;
  }
  *l = (shared_list){.chains = chains, .chain_count = FIRST_CHAINS};
  pthread_mutex_init(&l->lock, NULL);
  return l;
}

void shared_list_free(shared_list *l) {
  if (!l) return;
  pthread_mutex_destroy(&l->lock);
  host_free(l->chains);
  host_free(l);
}

static shared **chain_of(const shared_list *l, const void *of, int ordinal) {
  uint64_t key = ((uint64_t)(uintptr_t)of >> 4) + (uint64_t)(ordinal + 1);
  return &l->chains[(key * 0x9E3779B97F4A7C15u >> 32) & (l->chain_count - 1)];
}

static shared *find(const shared_list *l, const void *of, int ordinal) {
  for (shared *s = *chain_of(l, of, ordinal); s; s = s->next)
    if (s->of == of && s->ordinal == ordinal) return s;
  return NULL;
}

static void put(shared_list *l, shared *s) {
  shared **chain = chain_of(l, s->of, s->ordinal);
  s->next = *chain;
  *chain = s;
}

/* As many chains as objects, so that those stay short.  Without memory they become longer. */
static void grow(shared_list *l) {
  shared_list larger = {.chain_count = 2 * l->chain_count};
  larger.chains = host_alloc(larger.chain_count * sizeof(shared *));
  if (!larger.chains) return;
  for (size_t i = 0; i < l->chain_count; i++)
    for (shared *s = l->chains[i], *next; s; s = next) {
      next = s->next;
      put(&larger, s);
    }
  host_free(l->chains);
  l->chains = larger.chains;
  l->chain_count = larger.chain_count;
}

fp8c_status shared_take(shared_list *l, const void *of, int ordinal, shared_make *make, void *user,
                        shared **out, fp8c_error *err) {
  fp8c_status status = FP8C_OK;
  if (l) pthread_mutex_lock(&l->lock);
  shared *s = l ? find(l, of, ordinal) : NULL;
  if (!s) {
    status = make(user, &s, err);
    if (status == FP8C_OK) {
      s->of = of;
      s->ordinal = ordinal;
      s->list = l;
      s->next = NULL;
      if (l && l->count++ >= l->chain_count) grow(l);
      if (l) put(l, s);
    }
  }
  if (status == FP8C_OK) s->users++;
  if (l) pthread_mutex_unlock(&l->lock);
  *out = status == FP8C_OK ? s : NULL;
  return status;
}

void shared_give_back(shared *object) {
  if (!object) return;
  shared_list *l = object->list;
  if (l) pthread_mutex_lock(&l->lock);
  bool last = --object->users == 0;
  if (last && l) {
    shared **at = chain_of(l, object->of, object->ordinal);
    while (*at != object) at = &(*at)->next;
    *at = object->next;
    l->count--;
  }
  if (l) pthread_mutex_unlock(&l->lock);
  if (last) object->free(object);
}
