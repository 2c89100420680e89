/* chips.c - questions about the rows of chips.def. */
#include "base/chips.h"

#include <stdio.h>
#include <string.h>

static const chip_row chips[] = {
#define CHIP(...) {__VA_ARGS__},
#include "base/chips.def"
#undef CHIP
};

#define COUNT (sizeof chips / sizeof *chips)

const chip_row *chip_at(size_t index) { return index < COUNT ? &chips[index] : NULL; }

const chip_row *chip_of_code(const char *name) {
  for (size_t i = 0; i < COUNT; i++)
    if (strcmp(chips[i].name, name) == 0 || (*name && strcmp(chips[i].family, name) == 0))
      return &chips[i];
  return NULL;
}

static const chip_row *own_row(int major, int minor) {
  for (size_t i = 0; i < COUNT; i++)
    if (chips[i].capability / 10 == major && chips[i].capability % 10 == minor) return &chips[i];
  return NULL;
}

/* A family's form runs on what came after its first chip. */
static const chip_row *family_of(int major, int minor) {
  for (size_t i = 0; i < COUNT; i++)
    if (*chips[i].family && chips[i].capability / 10 == major && chips[i].capability % 10 <= minor)
      return &chips[i];
  return NULL;
}

const chip_row *chip_of_gpu(int major, int minor) {
  const chip_row *own = own_row(major, minor);
  return own ? own : family_of(major, minor);
}

const char *chip_code_for(int major, int minor) {
  const chip_row *own = own_row(major, minor), *first = family_of(major, minor);
  return own ? own->name : first ? first->family : NULL;
}

bool chip_code_runs(const char *name, int major, int minor) {
  const chip_row *first = family_of(major, minor);
  if (first && strcmp(name, first->family) == 0) return true;
  char own[16];
  int n = snprintf(own, sizeof own, "sm_%d%d", major, minor);
  return strncmp(name, own, (size_t)n) == 0 &&
         (name[n] == 0 || (name[n] == 'a' && name[n + 1] == 0));
}
