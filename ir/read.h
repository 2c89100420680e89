/* read.h - what a node's constant inputs and attributes say.
 *
 * ONNX states one thing in many ways: negative axes, ends past the end, lists that are left out.
 * The readers resolve all of that, so that whoever asks compares plain numbers. */
#ifndef IR_READ_H
#define IR_READ_H

#include "ir/graph.h"
#include "ops/infer.h"
#include "ops/slice.h"
#include "ops/window.h"

/* What a Slice takes of its input.  An axis that is not named is taken whole. */
typedef struct sliced {
  int rank;
  bool named[FP8C_MAX_RANK];
  int only; /* the axis, where one is named; else -1 */
  slice_range along[FP8C_MAX_RANK];
} sliced;

/* False unless n is a Slice whose numbers are constants and whose named axes have known sizes.  An
 * axis of unknown size that is not named has a count of DIM_UNKNOWN. */
bool node_slice(const node *n, sliced *out);
/* The axes that n, a Slice, names, when they are constants; its starts and ends may be anything.
 * `only` and `named` are filled, and `along` is not. */
bool node_slice_axes(const node *n, sliced *out);

/* Marks the axes that n, a reduction with an input of known rank, reduces.  False when they are no
 * constants.  With noop_with_empty_axes there may be none. */
bool node_reduction(const node *n, bool reduced[FP8C_MAX_RANK]);
/* n reduces the last axes, all from *first on, and no other; *first is the rank where it reduces
 * nothing. */
bool node_reduces_from(const node *n, int *first);

/* How many numbers n, a Pad, puts in front of each axis, and behind axis i at pads[rank + i];
 * negative where it takes some away.  False unless they are constants and the rank is known. */
bool node_pads(const node *n, int64_t pads[2 * FP8C_MAX_RANK]);

/* A Gather that unfolds an axis into windows: its index is a constant of two axes or more, and
 * index[i, j, ...] = first + step[0] * i + step[1] * j + ... */
typedef struct unfolding {
  int axis, rank; /* of the data; how many axes stand for it in the result */
  int64_t first, count[FP8C_MAX_RANK], step[FP8C_MAX_RANK];
} unfolding;

/* False unless n is such a Gather, all it takes lies within the axis, and both shapes are known. */
bool node_unfolds(const node *n, unfolding *out);

/* The windows of n, a Conv whose channels are axis 1: sizes, strides, dilations and paddings,
 * auto_pad resolved.  False when a spatial size is unknown. */
bool node_window(const node *n, window *out);

#endif
