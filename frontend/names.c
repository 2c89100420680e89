/* names.c - open addressing over a cryptographic hash.
 *
 * A model may hold a million names chosen by an enemy; BLAKE2b leaves them no
 * way to share a slot, and costs less than reading the node they belong to. */
#include "frontend/names.h"

#include <string.h>

#include "base/hash.h"

void names_init(name_map *m, arena *a) { *m = (name_map){.arena = a}; }

static name_entry *slot_of(const name_map *m, const char *name) {
  hash h = hash_of(name, strlen(name));
  uint64_t at;
  memcpy(&at, h.bytes, sizeof at);
  for (;; at++) {
    name_entry *e = &m->slots[at & (m->capacity - 1)];
    if (!e->name || strcmp(e->name, name) == 0) return e;
  }
}

name_entry *names_find(const name_map *m, const char *name) {
  if (m->count == 0) return NULL;
  name_entry *e = slot_of(m, name);
  return e->name ? e : NULL;
}

bool names_add(name_map *m, const char *name, void *item) {
  if (m->count * 2 >= m->capacity) {
    name_map bigger = {.arena = m->arena, .capacity = m->capacity ? m->capacity * 2 : 64};
    bigger.slots = NEW_ARRAY(m->arena, name_entry, bigger.capacity);
    for (size_t i = 0; i < m->capacity; i++)
      if (m->slots[i].name) *slot_of(&bigger, m->slots[i].name) = m->slots[i];
    bigger.count = m->count;
    *m = bigger;
  }
  name_entry *e = slot_of(m, name);
  if (e->name) return false;
  *e = (name_entry){name, item};
  m->count++;
  return true;
}
