/* number_reference.h - the float formats once more, written from their
 * definition instead of from bit tricks.
 *
 * A format here is the sorted list of its non-negative numbers, each made with
 * ldexp; rounding looks for the neighbours in that list and compares distances
 * in F64, where they are exact.  One number beyond the largest finite one stands
 * at the end, so that "round first, then overflow" is the same search. */
#ifndef TESTS_NUMBER_REFERENCE_H
#define TESTS_NUMBER_REFERENCE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct reference {
  int codes;        /* non-negative finite numbers, and one beyond */
  double *number;   /* by magnitude code */
  int overflow;     /* magnitude code of unsaturated overflow */
  int nan;          /* code NaN becomes */
  int sign;         /* the sign bit */
  bool single_zero; /* no negative zero; NaN has one code */
} reference;

static inline reference reference_make(int mantissa_bits, int bias, int finite_codes, int overflow,
                                       int nan, int sign, bool single_zero) {
  reference r = {
      finite_codes + 1, calloc((size_t)finite_codes + 1, sizeof(double)), overflow, nan, sign,
      single_zero};
  for (int code = 0; code <= finite_codes; code++) {
    int exponent = code >> mantissa_bits, mantissa = code - (exponent << mantissa_bits);
    r.number[code] = exponent
                         ? ldexp((1 << mantissa_bits) + mantissa, exponent - bias - mantissa_bits)
                         : ldexp(mantissa, 1 - bias - mantissa_bits);
  }
  return r;
}

/* Formats by the OCP and ONNX documents. */
static inline reference reference_e4m3(void) {
  return reference_make(3, 7, 0x7f, 0x7f, 0x7f, 0x80, false);
}
static inline reference reference_e5m2(void) {
  return reference_make(2, 15, 0x7c, 0x7c, 0x7f, 0x80, false);
}
static inline reference reference_e4m3fnuz(void) {
  return reference_make(3, 8, 0x80, 0x80, 0x80, 0x80, true);
}
static inline reference reference_e5m2fnuz(void) {
  return reference_make(2, 16, 0x80, 0x80, 0x80, 0x80, true);
}
static inline reference reference_f16(void) {
  return reference_make(10, 15, 0x7c00, 0x7c00, 0x7fff, 0x8000, false);
}
static inline reference reference_bf16(void) {
  return reference_make(7, 127, 0x7f80, 0x7f80, 0x7fff, 0x8000, false);
}

/* The magnitude code nearest to x >= 0, ties to the even code; the code beyond
 * the largest finite one means overflow. */
static inline int reference_nearest(const reference *r, double x) {
  int low = 0, high = r->codes - 1;
  if (x >= r->number[high]) return high;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (r->number[middle] <= x)
      low = middle;
    else
      high = middle;
  }
  double below = x - r->number[low], above = r->number[high] - x;
  if (below != above) return below < above ? low : high;
  return low % 2 ? high : low;
}

static inline int reference_finish(const reference *r, int code, bool negative, bool saturate) {
  if (code == r->codes - 1) code = saturate ? r->codes - 2 : r->overflow;
  if (r->single_zero && (code == 0 || code == r->nan)) return code;
  return negative ? code | r->sign : code;
}

static inline int reference_encode(const reference *r, double x, bool saturate) {
  if (isnan(x)) return r->nan;
  return reference_finish(r, reference_nearest(r, fabs(x)), signbit(x) != 0, saturate);
}

/* NAN for every code that is no number. */
static inline double reference_decode(const reference *r, int code) {
  int magnitude = code & (r->sign - 1);
  if (r->single_zero && code == r->sign) return NAN;
  if (magnitude >= r->codes - 1)
    return !r->single_zero && r->overflow != r->nan && magnitude == r->overflow
               ? (code & r->sign ? -INFINITY : INFINITY)
               : NAN;
  return code & r->sign ? -r->number[magnitude] : r->number[magnitude];
}

#endif
