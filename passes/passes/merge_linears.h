/* merge_linears.h - products that become one (merge_linears.c), and their weights
 * (merge_linears_weights.c). */
#ifndef PASSES_PASSES_MERGE_LINEARS_H
#define PASSES_PASSES_MERGE_LINEARS_H

#include "passes/pass.h"

typedef struct member {
  node *linear;
  node *quantize; /* of its result; NULL: the attention reads it as it is */
  float factor;   /* of its result, for all to have one scale: a power of two */
  bool rotated;   /* or v, which needs not be */
  bool offset;    /* a constant is added to it first */
} member;

typedef struct packing {
  graph *g;
  node *attention; /* NULL: of a gate, or of a row */
  member *members;
  size_t count;
} packing;

/* Constants of rank 1 behind each other, each times its member's factor. */
fp8c_status joined_vector(pass_context *c, const packing *p, value *const *parts, const char *name,
                          value **out, fp8c_error *err);
/* The weights of all members as inputs 1, 4 and 5 of a product; in[1] NULL: they stay as they are.
 */
fp8c_status joined_weights_of(pass_context *c, const packing *p, value *in[6], fp8c_error *err);

#endif
