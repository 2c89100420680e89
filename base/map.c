/* map.c - open addressing.
 *
 * A model may hold a million names chosen by an enemy, who does not know the key of their
 * hash and so cannot make them share a slot. */
#include "base/map.h"

#include <string.h>

#include "base/hash.h"
#include "base/random.h"

static const char number[] = "";

void map_init(hash_map *m, arena *a) { *m = (hash_map){.arena = a}; }

/* The key of a name is a hash already; neighbouring numbers and pointers are spread. */
static uint64_t spread(const char *name, uint64_t key) {
  return name == number ? random_at(key) : key;
}

/* The entry with this key, or the free slot where it belongs. */
static map_entry *slot_of(const hash_map *m, const char *name, uint64_t key) {
  for (uint64_t at = spread(name, key);; at++) {
    map_entry *e = &m->slots[at & (m->capacity - 1)];
    if (!e->name || (e->key == key && (e->name == name || strcmp(e->name, name) == 0))) return e;
  }
}

/* A key that is not there yet needs no comparison. */
static void move_entry(const hash_map *m, const map_entry *e) {
  uint64_t at = spread(e->name, e->key);
  while (m->slots[at & (m->capacity - 1)].name) at++;
  m->slots[at & (m->capacity - 1)] = *e;
}

void map_reserve(hash_map *m, size_t count) {
  size_t capacity = m->capacity ? m->capacity : 8;
  while (capacity / 2 < count) capacity *= 2;
  if (capacity == m->capacity) return;
  hash_map bigger = {.arena = m->arena, .capacity = capacity, .count = m->count};
  bigger.slots = NEW_ARRAY(m->arena, map_entry, capacity);
  for (size_t i = 0; i < m->capacity; i++)
    if (m->slots[i].name) move_entry(&bigger, &m->slots[i]);
  *m = bigger;
}

static map_entry *find(const hash_map *m, const char *name, uint64_t key) {
  map_entry *e = slot_of(m, name, key);
  return e->name ? e : NULL;
}

static map_entry *put(hash_map *m, const char *name, uint64_t key) {
  map_reserve(m, m->count + 1);
  map_entry *e = slot_of(m, name, key);
  if (!e->name) {
    *e = (map_entry){.name = name, .key = key};
    m->count++;
  }
  return e;
}

map_entry *map_find(const hash_map *m, const char *name) {
  return m->count ? find(m, name, hash_name(name)) : NULL;
}

map_entry *map_put(hash_map *m, const char *name) { return put(m, name, hash_name(name)); }

bool map_add(hash_map *m, const char *name, void *item) {
  size_t before = m->count;
  map_entry *e = map_put(m, name);
  if (m->count == before) return false;
  e->item = item;
  return true;
}

map_entry *map_find_u64(const hash_map *m, uint64_t key) {
  return m->count ? find(m, number, key) : NULL;
}

map_entry *map_put_u64(hash_map *m, uint64_t key) { return put(m, number, key); }

void map_clear(hash_map *m) {
  if (m->count) memset(m->slots, 0, m->capacity * sizeof *m->slots);
  m->count = 0;
}

map_entry *map_next(const hash_map *m, const map_entry *e) {
  for (size_t i = e ? (size_t)(e - m->slots) + 1 : 0; i < m->capacity; i++)
    if (m->slots[i].name) return &m->slots[i];
  return NULL;
}
