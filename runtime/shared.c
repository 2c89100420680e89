/* shared.c - shared.h, as a list under a lock: a program has few devices. */
#include "runtime/shared.h"

#include <pthread.h>

#include "base/arena.h"

struct shared_list {
  pthread_mutex_t lock;
  shared *first;
};

shared_list *shared_list_new(void) {
  shared_list *l = host_alloc(sizeof *l);
  if (!l) return NULL;
  pthread_mutex_init(&l->lock, NULL);
  return l;
}

void shared_list_free(shared_list *l) {
  if (!l) return;
  pthread_mutex_destroy(&l->lock);
  host_free(l);
}

static shared *find(const shared_list *l, const void *of, int ordinal) {
  for (shared *s = l->first; s; s = s->next)
    if (s->of == of && s->ordinal == ordinal) return s;
  return NULL;
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
      s->next = l ? l->first : NULL;
      if (l) l->first = s;
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
    shared **at = &l->first;
    while (*at != object) at = &(*at)->next;
    *at = object->next;
  }
  if (l) pthread_mutex_unlock(&l->lock);
  if (last) object->free(object);
}
