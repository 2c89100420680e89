/* accumulator.h - what a tensor core's sums of FP8 products lose.
 *
 * Hopper's aligns the products of an instruction (32 of k) and the running sum to the largest
 * exponent among them and cuts each at 13 fraction bits, toward zero (docs/numbers.md).  The CPU
 * device sums in F32; here a few sums are made as the chip makes them. */
#ifndef PASSES_PRECISION_ACCUMULATOR_H
#define PASSES_PRECISION_ACCUMULATOR_H

#include "ir/graph.h"

/* After how many of k the sum goes into F32, from the fewest promotions on; 0: never. */
extern const int sum_intervals[SUM_INTERVALS];

/* Squares of some sums, and of what each interval loses of them. */
typedef struct sum_loss {
  double signal, noise[SUM_INTERVALS];
} sum_loss;

/* Adds a sample of the sums of x[rows][k] by w[columns][k], FP8 codes with scales (of w by row, or
 * one).  Scratch of a few rows lies in `a`. */
void accumulator_measure(const tensor *x, const tensor *w, arena *a, sum_loss *out);

/* The sum of one row by one column as the chip makes it, of numbers that FP8 holds. */
float accumulator_sum(const float *x, const float *w, size_t k, int interval);

#endif
