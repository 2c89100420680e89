/* equalise.h - activations whose channels are brought to one size before they are rounded. */
#ifndef PASSES_PASSES_EQUALISE_H
#define PASSES_PASSES_EQUALISE_H

#include "passes/precision/repair.h"

/* What is kept of one value: it is the same in every clone of the graph. */
typedef struct equalised {
  const char *from, *to; /* names of the value and of what products read instead */
  size_t channels;
  const float *factors; /* powers of two */
  double alpha;         /* 0: spread stays in the activation; 1: all of it goes into the weights */
  double gain_db;       /* of the rounding of both operands, on samples held out */
} equalised;

#endif
