/* masks.h - what is known of a mask that is added to attention's scores. */
#ifndef PASSES_MASKS_H
#define PASSES_MASKS_H

#include "passes/match.h"

/* No row of scores has all its keys hidden. */
bool mask_leaves_keys(const value *mask, arena *scratch);

/* Which queries see no key does not depend on the head; on rows of all heads (flat) a result is
 * then asked for once a row. */
bool mask_is_of_rows(const value *mask);

/* The rows that hide every key, in front of `before`, as a condition that broadcasts to
 * the output of Attention; NULL where heads differ in a flat one. */
value *mask_hidden_rows(const value *mask, bool flat, node *before);

/* `mask` without axes along which it is the same, where it was only spread over them: a
 * condition joined with one that always holds, or an Expand.  What must be computed anew goes
 * in front of `before`; `mask` itself where nothing is gained. */
value *mask_narrowed(value *mask, node *before, arena *scratch);

/* A constant that adds nothing. */
bool mask_is_zero(const value *mask, arena *scratch);

/* A constant by which each query sees the keys up to its own. */
bool mask_is_causal(const value *mask, const tensor *scores, arena *scratch);

/* What a mask adds to every key that a row of scores sees: its largest number there.  Writes them
 * to `tops`, room for as many as `t` has elements, and returns their count.  Where `causal` gives
 * rows that share a row of the mask other keys to see, each has one.  Rows that numbers of -1e8 and
 * less, or the least of F16, hide altogether are left out: nothing of their scores is left.
 * `x`: t's elements. */
size_t mask_tops(const tensor *t, const float *x, bool causal, float *tops);

/* A constant mask without what it adds to every key of a row, which no softmax sees; `mask` itself
 * where that is little. */
value *mask_centred(value *mask, bool causal, arena *scratch);

/* The largest magnitude of what a mask may add to all keys of a row, by the constants that its
 * numbers come from; infinite where a run's inputs decide. */
double mask_bound(const value *mask, arena *scratch);

/* Attention n's mask in F32 without what it adds to all keys that a row sees, computed in front of
 * n in each run.  NULL where rows see different keys of a mask (is_causal) and their numbers are
 * not known, or the mask of all of them would be too large. */
value *mask_centred_in_run(node *n);
bool mask_is_centred_in_run(const node *n); /* whether there is one */

/* Attention n's mask of bools as numbers to add, computed in front of n. */
value *mask_as_numbers(node *n);

#endif
