/* split.h - samples to choose by, and samples to judge by. */
#ifndef PASSES_PRECISION_SPLIT_H
#define PASSES_PRECISION_SPLIT_H

#include "passes/precision/calibrate.h"

/* With fewer samples none is held out: what is left would say too little. */
#define SPLIT_LEAST 4

/* A view of some samples, by index and in this order; `indices` and `d` are borrowed. */
calibration_data *samples_part(arena *a, const calibration_data *d, const size_t *indices,
                               size_t count);

/* Whether samples_split holds out sample `index`. */
bool sample_is_held_out(const calibration_data *d, size_t index);

/* Every fourth sample is held out (the fourth, the eighth ...).  Samples that carry
 * state follow each other, so there it is the last quarter in one piece.  False, and
 * both parts are all of `d`, when there are fewer than SPLIT_LEAST. */
bool samples_split(arena *a, const calibration_data *d, calibration_data **choose,
                   calibration_data **judge);

/* Which half of the samples, 0 or 1, a sample is in where one half checks what the other chose:
 * every other one, of steps every other sequence.  Steps of one sequence are alike, and all first
 * steps, which differ most from the others, may have even numbers. */
size_t sample_half(const calibration_data *d, size_t sample);

#endif
