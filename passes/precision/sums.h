/* sums.h - sums over many numbers, by all threads.
 *
 * Each stretch is summed in F64 lanes and the stretches in their order, so that the bits
 * depend on nothing but the numbers. */
#ifndef PASSES_PRECISION_SUMS_H
#define PASSES_PRECISION_SUMS_H

#include "base/threads.h"

/* The sum of (x[i] - y[i])^2, or of x[i]^2 where y is NULL. */
double sum_squares(pool *threads, const float *x, const float *y, size_t count);

/* Squares of a reference, and of what a result differs from it by, where the reference is finite:
 * where the model itself gives NaN or infinity there is nothing to be right about.  The noise is
 * INFINITY where only the result is not finite. */
double sum_signal(pool *threads, const float *reference, size_t count);
double sum_noise(pool *threads, const float *x, const float *reference, size_t count);

#endif
