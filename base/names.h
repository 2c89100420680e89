/* names.h - a map from names to things, safe against names made to collide. */
#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct name_entry {
  const char *name; /* borrowed */
  void *item;
} name_entry;

typedef struct name_map {
  arena *arena;
  name_entry *slots;
  size_t capacity, count;
} name_map;

void names_init(name_map *m, arena *a);
name_entry *names_find(const name_map *m, const char *name); /* NULL if absent */
/* False, and nothing changes, when the name is there already. */
bool names_add(name_map *m, const char *name, void *item);

#endif
