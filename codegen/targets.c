/* targets.c - the chips fp8c makes code for: rows of targets.def. */
#include <string.h>

#include "codegen/codegen.h"

static const target targets[] = {
#define TARGET(name_, sm_, fp8_, mma_, outer_, shared_) {name_, sm_, fp8_, mma_, outer_, shared_},
#include "codegen/targets.def"
#undef TARGET
};

const target *target_at(size_t index) {
  return index < sizeof targets / sizeof targets[0] ? &targets[index] : NULL;
}

const target *target_find(const char *name) {
  for (size_t i = 0; target_at(i); i++)
    if (strcmp(targets[i].name, name) == 0) return &targets[i];
  return NULL;
}
