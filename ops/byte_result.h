/* byte_result.h - what sums of products of bytes become: integers, numbers, or codes.
 *
 * Of channel c, with all of a sum in 32 bits (it wraps) before anything rounds:
 *
 *   integers   sum
 *   numbers    y = RN(RN(RN(sum) * factor[c]) + bias[c]), held between `least` and `most`
 *   codes      RNE(RN(y / unit)) + zero, held between `low` and `high`
 *
 * RN rounds to F32 and RNE to an integer, ties to even.  Every processor gives the same bits. */
#ifndef OPS_BYTE_RESULT_H
#define OPS_BYTE_RESULT_H

#include "ops/byte_phases.h"

typedef enum byte_kind { BYTE_SUMS, BYTE_REALS, BYTE_CODES } byte_kind;

typedef struct byte_result {
  byte_kind kind;
  void *to;             /* int32_t, float or bytes */
  const float *factors; /* of each channel */
  const float *bias;    /* NULL: none */
  float least, most;    /* -INFINITY and INFINITY: no ends */
  float unit;           /* between 2^-60 and 2^60, or 1 */
  float zero, low, high;
} byte_result;

/* Where results are codes, takes the ends of numbers into those of codes, which comes to the same;
 * to be called once the rest is filled in. */
void byte_result_settle(byte_result *r);

/* n sums, to each of which `add` is added: of one channel, or of channel `channel` and those behind
 * it. */
typedef struct byte_line {
  const int32_t *sums;
  int64_t n, channel;
  int32_t add;
  const float *numbers; /* of byte_result_numbers alone */
} byte_line;

/* The results of one channel go to to[at...]; those of several do. */
void byte_result_row(const byte_result *r, const byte_line *l, int64_t at);
void byte_result_across(const byte_result *r, const byte_line *l, int64_t at);
/* The results of one channel's sums from number `first` on, whose rows begin at to[at + row *
 * width]. */
void byte_result_runs(const byte_result *r, const byte_line *l, int64_t first,
                      const byte_runs *runs, int64_t at);
/* Codes of n numbers y, which may be infinite or NaN (the least code). */
void byte_result_numbers(const byte_result *r, const float *y, int64_t n, int64_t at);

#endif
