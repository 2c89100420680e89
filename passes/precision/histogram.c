/* histogram.c - streaming statistics of magnitudes.
 *
 * A bin is an exponent and the top three mantissa bits: eight bins to an
 * octave, found with a shift, because every activation of every sample passes
 * through here. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "passes/precision/scales.h"

#define MANTISSA_SHIFT 20 /* F32 keeps 23 mantissa bits; 3 remain */
#define BIN_OF_BITS(bits_) \
  ((int32_t)((bits_) >> MANTISSA_SHIFT) - (127 + HISTOGRAM_MIN_EXPONENT) * HISTOGRAM_OCTAVE_BINS)
#define LANES 4 /* equal neighbours hit different counters */

bool stats_add(value_stats *s, const float *x, size_t count) {
  uint32_t bins[LANES][HISTOGRAM_BINS];
  uint32_t amax = 0;
  uint64_t zeros = 0;
  double sum = 0;
  for (size_t start = 0; start < count;) {
    size_t n = count - start < ((size_t)1 << 30) ? count - start : (size_t)1 << 30;
    memset(bins, 0, sizeof bins);
    for (size_t i = start; i < start + n; i++) {
      uint32_t bits;
      memcpy(&bits, &x[i], sizeof bits);
      bits &= 0x7FFFFFFF;
      if (bits > amax) amax = bits;
      if (bits == 0) {
        zeros++;
        continue;
      }
      int32_t bin = BIN_OF_BITS(bits);
      bin = bin < 0 ? 0 : bin >= HISTOGRAM_BINS ? HISTOGRAM_BINS - 1 : bin;
      bins[i % LANES][bin]++;
      sum += (double)x[i] * (double)x[i];
    }
    if (amax >= 0x7F800000) return false;
    for (size_t k = 0; k < LANES; k++)
      for (size_t b = 0; b < HISTOGRAM_BINS; b++) s->histogram[b] += bins[k][b];
    start += n;
  }
  float largest;
  memcpy(&largest, &amax, sizeof largest);
  if (largest > s->amax) s->amax = largest;
  s->count += count;
  s->zeros += zeros;
  if (s->squares) square_sum_add(s->squares, x, count);
  s->sum_squares = s->squares ? square_sum_value(s->squares) : s->sum_squares + sum;
  return true;
}

static int by_size(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

channel_outlier stats_outlier(const value_stats *s, arena *scratch) {
  channel_outlier found = {0};
  if (!s || s->channel_count < 2) return found;
  arena_mark mark = arena_save(scratch);
  float *sorted = arena_array(scratch, s->channel_count, sizeof *sorted);
  memcpy(sorted, s->channel_amax, s->channel_count * sizeof *sorted);
  qsort(sorted, s->channel_count, sizeof *sorted, by_size);
  double middle = (double)sorted[(s->channel_count - 1) / 2];
  for (size_t i = 1; i < s->channel_count; i++)
    if (s->channel_amax[i] > s->channel_amax[found.channel]) found.channel = i;
  if (middle > 0) found.ratio = (double)s->channel_amax[found.channel] / middle;
  arena_reset(scratch, mark);
  return found;
}

const value_stats *stats_find(const calibration_stats *s, const char *value_name) {
  size_t low = 0, high = s ? s->count : 0;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = strcmp(s->items[middle].value_name, value_name);
    if (order == 0) return &s->items[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}
