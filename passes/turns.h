/* turns.h - the channels of a value as sums of channels of another one, each times a table.
 *
 * Exporters spell the rotation of a head's pairs by positions (RoPE) in many ways: halves or
 * neighbours exchanged and negated, complex numbers as pairs, matrices of 2 x 2, a part of the head
 * turned and joined with the rest, or several parts by several positions.  All of them move,
 * negate, multiply and add.  So what each channel of the result is made of is followed through the
 * moves down to the heads, and only the sums that come out are looked at. */
#ifndef PASSES_TURNS_H
#define PASSES_TURNS_H

#include "passes/match.h"

/* What a channel is multiplied by: sign * table[..., column], where `column` counts the elements of
 * the table's last `axes` axes; the number `sign` (1 or 0) where there is no table. */
typedef struct turn_factor {
  value *table;
  int64_t column;
  int axes;
  int sign;
} turn_factor;

/* v = Rotary(x) in the shape of v: for each of the channels, which are x's last `axes` axes, what
 * it and its partner are multiplied by.  Partners are neighbours, or half of the first `width`
 * channels apart. */
typedef struct turns {
  value *x;
  int axes;
  bool interleaved;
  int64_t width;
  turn_factor *cosines, *sines;
} turns;

/* Whether v is what Rotary gives of a value in front of it, of the widest one there is; the nodes
 * between them are added to `parts`.  Arrays lie in `memory`. */
bool turns_of(value *v, arena *memory, match *parts, turns *out);

#endif
