/* halves.h - a product whose result is cut in halves of which one is a gate for the other. */
#ifndef PASSES_PASSES_HALVES_H
#define PASSES_PASSES_HALVES_H

#include "passes/match.h"

/* Both halves of v along `axis`, each cut off and read once: by one Split, cuts[0], or by two
 * Slices. */
bool read_halves(const value *v, int axis, node *cuts[2], value *halves[2]);

/* act(one half) * other half: the product of both, and in `nodes` the gate's nodes up to it, `most`
 * of them; NULL: they do not meet so. */
node *find_gate(const value *half, const value *other, node **nodes, size_t most, size_t *count);

#endif
