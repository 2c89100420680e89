/* names.c - open addressing over a keyed hash.
 *
 * A model may hold a million names chosen by an enemy, who does not know the key and so
 * cannot make them share a slot. */
#include "base/names.h"

#include <string.h>

#include "base/hash.h"

void names_init(name_map *m, arena *a) { *m = (name_map){.arena = a}; }

static name_entry *slot_of(const name_map *m, const char *name) {
  for (uint64_t at = hash_name(name);; at++) {
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
    name_map bigger = {.arena = m->arena, .capacity = m->capacity ? m->capacity * 2 : 8};
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
