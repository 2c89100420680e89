/* norms.h - what the two norm passes share: d / sqrt(mean(d*d) + epsilon). */
#ifndef PASSES_NORMS_H
#define PASSES_NORMS_H

#include "passes/match.h"

/* n computes d divided by the root of the mean of d's squares:
 *
 *     Div(d, Sqrt(m)), Mul(d, Reciprocal(Sqrt(m))), Mul(d, Div(1, Sqrt(m))),
 *     Mul(d, Pow(m, -0.5)), Div(d, Pow(m, 0.5))   with   m = ReduceMean(d*d) + epsilon
 *
 * The axes are the last ones of d, from *axis on. */
typedef struct root_mean_square {
  value *d;
  int axis;
  double epsilon;
  match parts;
} root_mean_square;

bool match_root_mean_square(node *n, arena *memory, root_mean_square *out);

/* n is y * scale or y + bias for the y given, with a vector over the dims of y from
 * `axis` on; *vector is it with exactly those dims (a reshaped constant when it
 * carried leading ones). */
bool match_affine(node *n, op_id op, const value *y, int axis, value **vector);

/* A gain of ones for the dims of x from `axis` on, for norms whose gain is not optional; NULL where
 * they are not known. */
value *gain_of_ones(graph *g, const tensor *x, int axis, arena *scratch);

#endif
