/* walk.h - the calibration samples over a graph, one after the other. */
#ifndef PASSES_WALK_H
#define PASSES_WALK_H

#include "passes/pass.h"

/* The taps' tensors of one sample; borrowed until the next.  c->scratch may be used
 * and is reset behind it. */
typedef fp8c_status walk_visit(void *user, size_t sample, const tensor *results, fp8c_error *err);

/* Runs all samples in order, state carried from each to the next; walk_first: the first `most`. */
fp8c_status walk_samples(pass_context *c, const graph *g, value *const *taps, size_t tap_count,
                         const char *stage, walk_visit *visit, void *user, fp8c_error *err);
fp8c_status walk_first(pass_context *c, const graph *g, value *const *taps, size_t tap_count,
                       size_t most, const char *stage, walk_visit *visit, void *user,
                       fp8c_error *err);

#endif
