/* channels_last_moves.h - what moves an image's numbers, and can move them as well where the
 * channels lie last (channels_last.c). */
#ifndef PASSES_CHANNELS_LAST_MOVES_H
#define PASSES_CHANNELS_LAST_MOVES_H

#include "passes/match.h"

/* A Slice, Split or Pad of an image, whose numbers are constants. */
bool move_follows(const node *n);
/* Names the axes anew, of which axis i lies at place[i] now. */
void move_to_last(node *n, const int64_t *place);

/* Channels of an image in groups, that are dealt out again one of each: Reshape, Transpose and
 * Reshape. */
typedef struct shuffle {
  node *split, *turn, *join;
  int64_t groups;
} shuffle;

/* Whether `join` is the last node of one that nobody else reads from. */
bool find_shuffle(node *join, shuffle *out);
/* Does it to `pixels`, the same image with its channels last, in front of `join`, which becomes the
 * last node of the new one; the others go. */
void shuffle_to_last(const shuffle *s, value *pixels);

#endif
