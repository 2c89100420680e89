/* moves.h - nodes that move numbers without computing any, built with their types.
 *
 * Inference would give a Reshape's free dimension a new symbol and forget that it is the
 * same size as another; these keep what is known. */
#ifndef PASSES_MOVES_H
#define PASSES_MOVES_H

#include "passes/match.h"

/* x with axis perm[i] as axis i, in front of `before`; x itself where nothing moves. */
value *move_transposed(value *x, const int64_t *perm, node *before);

/* The last two axes of x change places. */
value *move_last_two(value *x, node *before);

/* x with a dimension of 1 more, which is axis `axis`, in front of `before`. */
value *move_unsqueezed(value *x, int axis, node *before);

/* An image [N, C, ...] with its channels last, [N, ..., C]: its type, itself in front of `before`,
 * and back again in place of the first result of `like`. */
tensor channels_last_type(const tensor *image);
value *move_channels_last(value *image, node *before);
void move_channels_back(value *last, node *like);
/* A constant of one number, or of one for each channel of an image, as its last axis reads it. */
value *constant_channels_last(value *v);

/* Whether a constant target makes the shape `to` of `from`: its dimensions are sizes, or those that
 * `from` has at the same place, and at most one other. */
bool move_can_reshape(const tensor *from, const tensor *to);

/* x in the shape of `to` (its dtype is x's), in front of `before`.  NULL where no constant
 * target says it: dimensions that are sizes, or that x has at the same place, and at most
 * one other. */
value *move_reshaped(value *x, const tensor *to, node *before);

/* Cuts what was added off n's result: a Slice behind it keeps the first `count` along `axis`, and
 * stands for it. */
void move_cut_off(node *n, int axis, int64_t count);

/* A copy of n that reads `in` instead, in front of `before`, with the shape of `type`; it
 * stands for n. */
node *node_copied(const node *n, value *const *in, const tensor *type, node *before);

#endif
