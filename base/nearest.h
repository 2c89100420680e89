/* nearest.h - what somebody may have meant by a word that is none of those there are. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include "base/arena.h"

typedef struct nearest {
  const char *word;
  const char *best; /* NULL: nothing is near */
  size_t edits;     /* between them */
} nearest;

/* Offers one of the words there are. */
void nearest_offer(nearest *n, const char *candidate);
/* "; did you mean \"sm_90a\"?", or "" where nothing is near. */
const char *nearest_words(const nearest *n, arena *a);

#endif
