/* context.c - what passes keep in their context: state from run to run, and remarks. */
#include <string.h>

#include "passes/pass.h"

struct pass_state {
  const char *who;
  void *state;
  struct pass_state *next;
};

void *pass_state(pass_context *c, const char *who, size_t bytes) {
  struct pass_state **last = &c->states;
  for (; *last; last = &(*last)->next)
    if (strcmp((*last)->who, who) == 0) return (*last)->state;
  struct pass_state *s = NEW(c->keep, struct pass_state);
  s->who = who;
  s->state = arena_array(c->keep, 1, bytes);
  memset(s->state, 0, bytes);
  return (*last = s)->state;
}

#define KEPT_COPIES ((uint64_t)2 << 30)
#define SMALL_COPY ((uint64_t)4 << 20) /* always kept */

typedef struct kept_copies {
  uint64_t bytes;
} kept_copies;

bool copy_is_kept(pass_context *c, uint64_t bytes) {
  kept_copies *k = PASS_STATE(c, kept_copies);
  uint64_t most = c->copy_bytes ? c->copy_bytes : KEPT_COPIES;
  if (bytes < SMALL_COPY) return true;
  if (k->bytes > most || bytes > most - k->bytes) return false;
  k->bytes += bytes;
  return true;
}

void pass_remark(pass_context *c, const char *pass_name, const node *n, const char *format, ...) {
  va_list args;
  va_start(args, format);
  pass_note note = {.pass = arena_strdup(c->keep, pass_name)};
  note.node = n ? arena_strdup(c->keep, n->name) : NULL;
  note.text = arena_vprintf(c->keep, format, args);
  va_end(args);
  ARENA_PUSH(c->keep, c->notes, c->note_count, note);
}
