/* calibrate.h - calibration samples, and what they said about each value. */
#ifndef PASSES_PRECISION_CALIBRATE_H
#define PASSES_PRECISION_CALIBRATE_H

#include "ir/graph.h"
#include "passes/precision/square_sum.h"

/* Samples by graph input.  read() gives sample `index` of every input, each with
 * the model's own rank (a leading batch of 1 when the port has one). */
typedef struct calibration_data calibration_data;
struct calibration_data {
  size_t sample_count;
  void *user; /* of `read`: parts of samples have their own */
  fp8c_status (*read)(const calibration_data *d, size_t index, arena *a, tensor *inputs,
                      fp8c_error *err);
  char hash[65]; /* of everything the samples consist of */
  /* Inputs that are an output of the sample before (samples.h, sample_carry). */
  const size_t *state_inputs, *state_outputs; /* port indices */
  size_t state_count;
  /* By sample: which sequence it goes on with; states begin anew where the number changes.  NULL:
   * all samples are one sequence. */
  const uint32_t *sequence;
  const graph *model; /* whose ports these are */
};

/* Log-grid histogram of magnitudes: 8 bins to an octave. */
#define HISTOGRAM_OCTAVE_BINS 8
#define HISTOGRAM_MIN_EXPONENT (-40)
#define HISTOGRAM_MAX_EXPONENT 40
#define HISTOGRAM_BINS ((HISTOGRAM_MAX_EXPONENT - HISTOGRAM_MIN_EXPONENT) * HISTOGRAM_OCTAVE_BINS)

typedef struct value_stats {
  const char *value_name;
  const char *file_name; /* in a calibration file (calibration_names); NULL: not looked for */
  uint64_t count, zeros;
  double sum_squares;
  float amax;
  uint64_t histogram[HISTOGRAM_BINS];
  float *channel_amax; /* [channel_count], along what a product sums over; NULL: not known */
  size_t channel_count;
  /* Where an attention reads the value as queries or keys: the largest Euclidean length of a
   * head's row; 0: not known. */
  double row_length;
  square_sum *squares; /* what sum_squares is rounded from; NULL: only that is kept */
} value_stats;

/* A channel that is much larger than the others: FP8 with one scale keeps its shape for large and
 * small alike, integers do not. */
typedef struct channel_outlier {
  size_t channel;
  double ratio; /* of its largest magnitude and that of the channel in the middle */
} channel_outlier;

/* The largest channel; ratio is 0 where channels are not known, or most of them are zero. */
channel_outlier stats_outlier(const value_stats *s, arena *scratch);

/* How a graph's products read a value in FP8 (insert-scales), for reports. */
typedef struct stored_value {
  const graph *graph;
  const char *value_name;
  fp8c_dtype format;
  float scale;
  double sqnr_db, underflow_share, saturated_share;
} stored_value;

typedef struct calibration_stats {
  value_stats *items; /* sorted by value_name */
  size_t count;
  size_t sample_count;
  stored_value *stored; /* of every graph that was decided */
  size_t stored_count;
} calibration_stats;

const value_stats *stats_find(const calibration_stats *s, const char *value_name);

#endif
