/* scales.h - what rounding to a format costs, and the scale that makes it cost least.
 *
 * All on the true lattices: saturation, subnormals and zero included.  A scale
 * is a positive normal F32 whose reciprocal is one too; a tensor of zeros has
 * scale 1. */
#ifndef PASSES_SCALES_H
#define PASSES_SCALES_H

#include "base/threads.h"
#include "passes/calibrate.h"

/* Adds numbers to a value's statistics; false when one is NaN or infinite
 * (nothing of the call can be used then). */
bool stats_add(value_stats *s, const float *x, size_t count);

/* Error of rounding |x| / unit to the lattice of E4M3, E5M2 or BF16, summed, where
 * unit is the scale: (rounded * unit - x)^2, weighted by weights[i] (NULL: 1 each). */
double lattice_error(fp8c_dtype format, const float *x, const float *weights, size_t count,
                     float unit);

/* One scale for the numbers behind the statistics, for E4M3 or E5M2.  Methods:
 * "max" (the largest magnitude becomes the largest code), "percentile" (99.99%
 * do), "mse" (least squared error), "kl" (least divergence of the distribution). */
float scale_choose(const value_stats *s, fp8c_dtype format, const char *method);

typedef struct rounding_cost {
  double sqnr_db;         /* signal over rounding error; INFINITY when there is none */
  double underflow_share; /* of the nonzero numbers that become zero */
  double saturated_share; /* of the numbers beyond the largest code */
} rounding_cost;
/* Estimated from the histogram; `unit` is ignored for BF16. */
rounding_cost stats_cost(const value_stats *s, fp8c_dtype format, float unit);

/* Least-squares scales of weights [channels][per_channel], searched over the
 * numbers themselves: one for each channel, or, when `per_tensor`, one in
 * scales[0].  Deterministic for any number of threads. */
void weight_scales(fp8c_dtype format, const float *w, size_t channels, size_t per_channel,
                   bool per_tensor, pool *threads, float *scales);
/* codes[i] = w[i] * RN(1 / scale), rounded; the scale of the i's channel. */
void weight_codes(fp8c_dtype format, const float *w, size_t channels, size_t per_channel,
                  bool per_tensor, pool *threads, const float *scales, uint8_t *codes);

#endif
