/* cache_ports.h - keys and values that a model keeps from step to step: the inputs that
 * attention reads them from, and the outputs that give them out again. */
#ifndef PASSES_PRECISION_CACHE_PORTS_H
#define PASSES_PRECISION_CACHE_PORTS_H

#include "passes/pass.h"

typedef struct cache_port {
  value *past;     /* the input */
  size_t *present; /* indices of outputs: the whole, or what this step adds */
  size_t present_count;
  value **held; /* what attention reads of it: all numbers that it holds are among these */
  size_t held_count;
  node *reader;      /* an attention that reads it, as ... */
  size_t operand;    /* ... 1, keys, or 2, values */
  const node *whole; /* the attention that takes it as an operand of its own; NULL */
} cache_port;

/* Every input that brings keys or values to an attention, past moves, conversions, what joins
 * new ones behind them (Concat) or writes them into it (TensorScatter).  What `samples` (NULL:
 * none) carry from an output to such an input belongs to it too.  In `a`. */
void cache_ports_find(const graph *g, const calibration_data *samples, arena *a, cache_port **list,
                      size_t *count);

/* A node that moves the elements of its first input and nothing else. */
bool cache_moves(const node *n);
/* A node that adds keys or values to its first inputs: which of its inputs are such. */
bool cache_grows(const node *n, size_t *inputs);

#endif
