/* gaps.h - places in one stretch of memory, each the lowest that is large enough.
 *
 * What is free is a tree of gaps by place: taking and giving cost the logarithm of their number,
 * so that a hundred thousand tensors that live together are no more trouble than ten. */
#ifndef BASE_GAPS_H
#define BASE_GAPS_H

#include "base/arena.h"

typedef struct gap gap;

typedef struct gaps {
  arena *arena;
  gap *root, *spare; /* spare: gone ones, to be used again */
  uint64_t seed;
  size_t peak; /* one past the last byte that was ever taken */
} gaps;

void gaps_init(gaps *g, arena *a); /* everything is free */
/* The lowest free place of `bytes`; false when there is none below SIZE_MAX. */
bool gaps_take(gaps *g, size_t bytes, size_t *at);
/* Gives back what was taken. */
void gaps_give(gaps *g, size_t at, size_t bytes);

#endif
