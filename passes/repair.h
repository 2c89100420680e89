/* repair.h - what makes FP8 cost less than plain rounding does.
 *
 * A product's weights come from product_weights(), whoever asks: assign's scores,
 * a search that weighs formats, insert-scales.  So a choice is judged by the very
 * codes that will run.  What they are depends on the node and on what its
 * activations are read as, never on what other nodes were given: noises of nodes
 * measured one at a time can be added up.
 *
 * Order in the pipeline: repairs that change the graph exactly stand before
 * `calibrate` (statistics are of the changed graph), codes are made between
 * calibrate and assign, and what corrects the errors of a finished assignment
 * stands behind insert-scales. */
#ifndef PASSES_REPAIR_H
#define PASSES_REPAIR_H

#include "passes/precision.h"

/* The weights (constant input 1) of product `n` in `format`, for activations that
 * are read in `activations`; per_channel asks for one scale per index of axis 0,
 * else there is one for the tensor.  Made once per node and formats; what *out
 * points to lives as long as the graph. */
fp8c_status product_weights(pass_context *c, const node *n, fp8c_dtype activations,
                            fp8c_dtype format, bool per_channel, const small_weight **out,
                            fp8c_error *err);

#endif
