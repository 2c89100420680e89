/* map.h - the hash table: from names, or from numbers and pointers, to things.
 *
 * All keys of a map are of one kind.  No key is ever taken out; the item of an entry may
 * change, to NULL too.  Entries move when a new key is put in. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct map_entry {
  const char *name; /* borrowed; NULL where the slot is free, "" where the key is a number */
  uint64_t key;     /* the number, or the keyed hash of the name */
  void *item;
} map_entry;

typedef struct hash_map {
  arena *arena;
  map_entry *slots;
  size_t capacity, count; /* the capacity is a power of two, at most half of it used */
} hash_map;

void map_init(hash_map *m, arena *a);
map_entry *map_find(const hash_map *m, const char *name); /* NULL if absent */
/* The entry of a name, put in with item NULL where it is new; valid until the next new key. */
map_entry *map_put(hash_map *m, const char *name);
/* False, and nothing changes, when the name is there already. */
bool map_add(hash_map *m, const char *name, void *item);

/* These two do the same for keys that are numbers.  The numbers need not be spread, but no file may
 * choose them: unlike the hash of a name, theirs is known to everyone. */
map_entry *map_find_u64(const hash_map *m, uint64_t key);
map_entry *map_put_u64(hash_map *m, uint64_t key);

static inline uint64_t map_pointer(const void *p) { return (uint64_t)(uintptr_t)p; }

/* Room for `count` keys without moving an entry. */
void map_reserve(hash_map *m, size_t count);
/* Without its keys, in the room it has. */
void map_clear(hash_map *m);
/* The used entries, in no order: starting from NULL, and NULL after the last. */
map_entry *map_next(const hash_map *m, const map_entry *e);

#endif
