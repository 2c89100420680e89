/* heads.h - values on heads [B, H, S, D], and the same on rows [B, S, H, D]. */
#ifndef PASSES_HEADS_H
#define PASSES_HEADS_H

#include "passes/match.h"

/* Whether v can be computed on rows: it is a Transpose of rows, or is computed from one element by
 * element or along D, with operands that all heads share. */
bool heads_have_rows(const value *v);

/* v on rows; what must be computed anew goes in front of `before`. */
value *heads_on_rows(value *v, node *before);

#endif
