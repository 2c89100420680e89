/* shared.h - what the sessions of one program have in common: the weights on a device.
 *
 * The first session that needs them brings them there, the others use them, and they go with the
 * last.  Sessions are made and freed by any threads; who comes while another brings them waits. */
#ifndef RUNTIME_SHARED_H
#define RUNTIME_SHARED_H

#include "fp8c/fp8c.h"

typedef struct shared_list shared_list; /* a program's */

/* What is shared begins with this. */
typedef struct shared {
  const void *of; /* part of the plan that it is made of */
  int ordinal;    /* of the GPU; -1: the host */
  size_t users;
  void (*free)(struct shared *object);
  struct shared *next;
  shared_list *list; /* NULL: it has one user */
} shared;

/* NULL: out of memory. */
shared_list *shared_list_new(void);
/* Of a program without sessions; NULL is accepted. */
void shared_list_free(shared_list *l);

typedef fp8c_status shared_make(void *user, shared **out, fp8c_error *err);

/* The object made of `of` on `ordinal`; `make` makes it, with `free` set, where there is none yet.
 * Without a list it is made for this caller alone. */
fp8c_status shared_take(shared_list *l, const void *of, int ordinal, shared_make *make, void *user,
                        shared **out, fp8c_error *err);
/* Frees it behind its last user; NULL is accepted. */
void shared_give_back(shared *object);

#endif
