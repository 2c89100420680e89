/* scales.h - the scale that makes rounding to a format cost least.
 *
 * All on the true lattices: saturation, subnormals and zero included.  A scale
 * is a positive normal F32 whose reciprocal is one too; a tensor of zeros has
 * scale 1. */
#ifndef PASSES_PRECISION_SCALES_H
#define PASSES_PRECISION_SCALES_H

#include "base/threads.h"
#include "passes/precision/lattice.h"

/* Adds numbers to a value's statistics; false when one is NaN or infinite
 * (nothing of the call can be used then). */
bool stats_add(value_stats *s, const float *x, size_t count);

/* The magnitude that this share of the numbers does not exceed: from the histogram,
 * to within a bin. */
double stats_percentile(const value_stats *s, double share);

/* Error of rounding |x| / unit to the lattice of E4M3, E5M2 or BF16, summed, where
 * unit is the scale: (rounded * unit - x)^2. */
double lattice_error(fp8c_dtype format, const float *x, size_t count, float unit);

typedef enum scale_by {
  SCALE_BY_MSE,        /* by max, unless another saves 1.5 dB of squared error */
  SCALE_BY_MAX,        /* the largest magnitude becomes the largest code */
  SCALE_BY_PERCENTILE, /* a share of the magnitudes do */
  SCALE_BY_KL,         /* least divergence of the distribution */
  SCALE_CONSTANT,      /* one given number, whatever the statistics */
  SCALE_OF_RUN,        /* by max, of what each run holds */
  SCALE_DELAYED,       /* by max, of what earlier runs held */
} scale_by;

/* Of delayed scaling, as Transformer Engine has them. */
#define DELAYED_RUNS 1024
#define DELAYED_MARGIN_MAX 8

/* How scales are chosen; all zero: by mse. */
typedef struct scale_policy {
  scale_by method;
  double percent;    /* SCALE_BY_PERCENTILE: of the magnitudes; 99.99 when 0 */
  float constant;    /* SCALE_CONSTANT */
  bool power_of_two; /* only powers of two */
  double headroom;   /* the largest code stands for this many times what the method
                        says; 0 or 1: no more */
  /* SCALE_DELAYED */
  int runs;    /* that are looked back on */
  int margin;  /* scales are 2^margin times as large */
  bool recent; /* the last run alone decides, not the largest of all */
} scale_policy;

/* "mse", "max", "percentile", "percentile=99.9", "kl", "constant=0.05", "dynamic", "delayed",
 * "delayed=16", "delayed=16,margin=1,recent"; power_of_two and headroom stay as they are. */
fp8c_status scale_policy_parse(const char *words, scale_policy *out, fp8c_error *err);
/* A scale somebody gave: "WHERE: a scale is ..." unless it can be one. */
fp8c_status scale_check(double x, const char *where, float *out, fp8c_error *err);
/* As it was asked for, in the words of reports: "percentile=99.9, powers of two". */
const char *scale_policy_words(const scale_policy *p, arena *a);

/* One scale for the numbers behind the statistics, for E4M3 or E5M2.  NULL
 * statistics are those of no number. */
float scale_choose(const value_stats *s, fp8c_dtype format, const scale_policy *p);

typedef struct rounding_cost {
  double sqnr_db;         /* signal over rounding error; INFINITY when there is none */
  double underflow_share; /* of the nonzero numbers that become zero */
  double saturated_share; /* of the numbers beyond the largest code */
} rounding_cost;
/* Estimated from the histogram; `unit` is ignored for BF16. */
rounding_cost stats_cost(const value_stats *s, fp8c_dtype format, float unit);

/* What if: the scale that suits a lattice best, 1 where nothing is known, and the
 * SQNR it leaves. */
float stats_best_unit(const value_stats *s, lattice_kind kind);
double stats_best_db(const value_stats *s, lattice_kind kind);
/* Weights [channels][per_channel] on a lattice, each channel by the scale that suits
 * it: an eighth of an octave apart, down to half the largest. */
void weights_on(lattice_kind kind, const float *w, size_t channels, size_t per_channel,
                pool *threads, float *out);

/* Weights as they lie: channels, each with its numbers. */
typedef struct weight_matrix {
  const float *w;
  size_t channels, per_channel;
  bool per_tensor; /* one scale for all, instead of one a channel */
} weight_matrix;

/* Scales of weights [channels][per_channel], chosen on the
 * numbers themselves: one for each channel, or, when `per_tensor`, one in
 * scales[0].  Weights are all known, so there is no headroom, and of the methods
 * there are mse, max and constant (others count as mse).  Deterministic for any
 * number of threads. */
void weight_scales(fp8c_dtype format, const weight_matrix *m, const scale_policy *p, pool *threads,
                   float *scales);
/* codes[i] = w[i] * RN(1 / scale), rounded; the scale of the i's channel. */
void weight_codes(fp8c_dtype format, const weight_matrix *m, pool *threads, const float *scales,
                  uint8_t *codes);

#endif
