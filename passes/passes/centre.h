/* centre.h - activations with their mean taken off before they are rounded. */
#ifndef PASSES_PASSES_CENTRE_H
#define PASSES_PASSES_CENTRE_H

#include "passes/precision/repair.h"

/* A product that reads the centred value, and the bias it had. */
typedef struct centre_reader {
  const char *node_name;
  size_t channels;
  float *bias; /* NULL: none */
} centre_reader;

/* What is kept of one value: it is the same in every clone of the graph. */
typedef struct centre {
  const char *from, *to; /* names of the value and of the value without its mean */
  int axis;              /* of the channels */
  size_t channels;
  float *mean;
  centre_reader *readers;
  size_t reader_count;
  double plain, centred; /* noise at the judged outputs when it is rounded as it is, and centred */
  bool kept;
} centre;

typedef struct centres {
  centre *list;
  size_t count;
  bool known;
} centres;

/* What was found of this model, nothing before pass_centre. */
centres *centres_of(pass_context *c);

/* The product in a clone of the graph; NULL: gone. */
node *centre_reader_of(const graph *g, const centre_reader *r);
/* [count] and `behind` dimensions of 1. */
value *centre_vector(graph *g, const char *name, const float *x, size_t count, int behind);

#endif
