/* lattice.h - the numbers a format has, and what rounding to them costs.
 *
 * The formats products compute in, and those that a report compares them with.
 * All without infinities, with one code for NaN where the format is a float
 * (E5M2 and BF16 as they are); 8 bits everywhere but in BF16. */
#ifndef PASSES_PRECISION_LATTICE_H
#define PASSES_PRECISION_LATTICE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "passes/precision/calibrate.h"

typedef enum lattice_kind {
#define ROUNDED_FORMAT(id_, ...) LATTICE_##id_,
#define WHOLE_FORMAT(...)
#include "base/formats.def"
  LATTICE_IF_E3M4, /* not computed in: a report compares with it; without infinities */
  LATTICE_IF_E2M5,
  LATTICE_IF_INT8,      /* -127 to 127 */
  LATTICE_IF_E4M3_IEEE, /* its largest exponent is infinity's and NaN's */
  LATTICE_IF_E4M3FNUZ,  /* exponents one lower, no negative zero */
  LATTICE_IF_E5M2FNUZ,
  LATTICES
} lattice_kind;

/* A lattice as F32 bit arithmetic. */
typedef struct lattice {
  float max;        /* the largest code */
  float min_normal; /* below it the step is constant */
  float step;       /* that step */
  float magic;      /* 1.5 * 2^23 * step: adding it rounds to the step */
  uint32_t half, mask;
  int shift; /* mantissa bits that go */
} lattice;

lattice lattice_of(lattice_kind kind);
const char *lattice_name(lattice_kind kind);     /* "e4m3", "e4m3fnuz" */
lattice_kind lattice_kind_of(fp8c_dtype format); /* E4M3, E5M2 ...; BF16 of any other */

/* y >= 0 to its nearest code, ties to even, saturating.  For E4M3 equal to
 * e4m3_to_f32(e4m3_from_f32(y, true)) and so on, but inlined into loops. */
static inline __attribute__((always_inline)) float lattice_round(lattice l, float y) {
  uint32_t bits;
  y = y > l.max ? l.max : y;
  float normal, flat = (y + l.magic) - l.magic;
  memcpy(&bits, &y, sizeof bits);
  bits = (bits + l.half + ((bits >> l.shift) & 1)) & l.mask;
  memcpy(&normal, &bits, sizeof normal);
  return y < l.min_normal ? flat : normal;
}

/* y[i] = x[i] / unit rounded to the lattice, times unit. */
void round_to(lattice l, const float *x, size_t count, float unit, float *y);

/* Error of rounding |x| / unit to the lattice, summed, where unit is the scale:
 * (rounded * unit - x)^2. */
double lattice_error_of(lattice_kind kind, const float *x, size_t count, float unit);

/* The numbers behind a histogram as segments [low, high) in which they lie evenly. */
typedef struct segment {
  double low, high, count;
} segment;
typedef struct segments {
  segment items[HISTOGRAM_BINS];
  size_t count;
} segments;
void segments_of(const value_stats *s, segments *out);

/* lattice_error_of for numbers spread evenly in segments: exact, by integration. */
double segments_error(lattice_kind kind, const segments *s, double unit);

#endif
