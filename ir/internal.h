/* internal.h - what the files of ir/ share among themselves. */
#ifndef IR_INTERNAL_H
#define IR_INTERNAL_H

#include "ir/graph.h"

/* The types the row's shape rule gives for a node's outputs, in `a`. */
fp8c_status node_rule(const node *n, arena *a, tensor **out, fp8c_error *err);

/* The same for If, Loop and Scan (control.c). */
fp8c_status control_rule(const node *n, arena *a, tensor **out, fp8c_error *err);

/* A shape rule's error without the operator's name in front, for those who say
 * it with the node's. */
const char *rule_sentence(const node *n, const char *s);

/* The first output that is there: in text, a node's name where no other is stated. */
static inline const value *node_first_output(const node *n) {
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i]) return n->out[i];
  return NULL;
}

/* Every value that has a name of the graph's table, by its id. */
void graph_named(const graph *g, const value **by_id);

/* Same kind of number (any two float formats are), same rank, same known
 * dimensions; what is not known agrees with anything. */
bool types_agree(const tensor *stated, const tensor *inferred);

/* Fills t->data with numbers made of the seed: floats uniform in [-1, 1) (8-bit
 * ones in [-128, 128)), bool 0 or 1, integers 0..7; with SEED_OF_BYTES in the seed any byte but
 * 0x7F and 0xFF, so that bytes may be codes of E4M3. */
#define SEED_OF_BYTES (UINT64_C(1) << 63)
void fill_random(const tensor *t, uint64_t seed);

#endif
