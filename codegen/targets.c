/* targets.c - what code is made for: the CPU device, the rows of base/chips.def, and the forms of
 * their families. */
#include <pthread.h>
#include <string.h>

#include "codegen/codegen.h"

#define TARGETS_MAX 32

static struct {
  pthread_once_t once;
  size_t count;
  target at[TARGETS_MAX];
} targets = {.once = PTHREAD_ONCE_INIT};

static void add(const char *name, const chip_row *c) {
  for (size_t i = 0; i < targets.count; i++)
    if (strcmp(targets.at[i].name, name) == 0) return;
  if (*name && targets.count < TARGETS_MAX) targets.at[targets.count++] = (target){name, c};
}

static void list(void) {
  add("cpu", NULL);
  for (size_t i = 0; chip_at(i); i++) add(chip_at(i)->name, chip_at(i));
  for (size_t i = 0; chip_at(i); i++) add(chip_at(i)->family, chip_at(i));
}

const target *target_at(size_t index) {
  pthread_once(&targets.once, list);
  return index < targets.count ? &targets.at[index] : NULL;
}

const target *target_find(const char *name) {
  for (size_t i = 0; target_at(i); i++)
    if (strcmp(target_at(i)->name, name) == 0) return target_at(i);
  return NULL;
}

bool target_has_wgmma(const target *t) { return t->chip && t->chip->tma && t->chip->wgmma; }
