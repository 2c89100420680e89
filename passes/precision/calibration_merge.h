/* calibration_merge.h - figures of parts of one set of samples, as those of the whole.
 *
 * Everything that is merged is a count, a maximum or an exact sum, so that the result is that of
 * one process over all samples, bit for bit, in whatever order and however they were divided. */
#ifndef PASSES_PRECISION_CALIBRATION_MERGE_H
#define PASSES_PRECISION_CALIBRATION_MERGE_H

#include "passes/precision/calibration_file.h"

/* A hash of the graph that the samples run through: figures of another one do not belong to them.
 */
const char *calibrated_graph_hash(const graph *g, arena *a, arena *scratch);

/* A hash of samples that is the same in every order: the sum of theirs modulo 2^256. */
fp8c_status samples_sum_hash(const calibration_data *d, arena *scratch, char out[65],
                             fp8c_error *err);

/* Adds the figures of `part` to `whole`; both have exact sums (graph).  An error, which names the
 * files, where they do not belong together; `whole` is of no use then. */
fp8c_status calibration_merge(struct given_calibration *whole, const struct given_calibration *part,
                              arena *keep, fp8c_error *err);

#endif
