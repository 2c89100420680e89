/* heads.h - values on heads [B, H, S, D], and the same on rows [B, S, H, D]. */
#ifndef PASSES_HEADS_H
#define PASSES_HEADS_H

#include "passes/match.h"

/* `size` channels of x [B, S, N * size], from `start` on: `heads` heads. */
typedef struct packed_heads {
  value *x;
  int64_t start, size, heads;
} packed_heads;

/* Whether v is heads [B, H, S, D] taken out of q, k and v packed along x's last axis: one of axis 0
 * of a Transpose to [N, B, H, S, D].  Its nodes are added to `parts` (NULL: to nothing), some also
 * where it is not. */
bool heads_packed(const value *v, packed_heads *out, match *parts);

/* Does the same for heads [B, H, D, S]. */
bool heads_packed_columns(const value *v, packed_heads *out, match *parts);

/* Returns true if v can be computed on rows: v is a Transpose of rows or of an image's columns, is
 * taken out of packed rows, or is computed from such a value (element by element, along D or along
 * S) with operands that all heads share. */
bool heads_have_rows(const value *v);

/* v on rows; what must be computed anew goes in front of `before`. */
value *heads_on_rows(value *v, node *before);

/* A mask of scores that says what queries say of rows and columns of a grid of keys, so large that
 * positions-in-heads makes numbers of q of them: rounding their sum would be for nothing. */
bool positions_join_heads(const value *mask);

#endif
