/* square_sum.h - a sum of squares of F32 numbers without any rounding.
 *
 * A sum in F64 depends on the order of its terms, so that sums of parts are not the sum of the
 * whole.  The square of an F32 number is a multiple of 2^-298 below 2^256: in an integer that is
 * wide enough, sums are the same in every order and however they are divided. */
#ifndef PASSES_PRECISION_SQUARE_SUM_H
#define PASSES_PRECISION_SQUARE_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SQUARE_SUM_LIMBS 10   /* of 64 bits: 2^80 terms, whatever they are */
#define SQUARE_SUM_DIGITS 155 /* hexadecimal digits of 2^64 terms at most */

typedef struct square_sum {
  uint64_t limbs[SQUARE_SUM_LIMBS]; /* the lowest first; in units of 2^-298 */
} square_sum;

/* Adds the squares of finite numbers. */
void square_sum_add(square_sum *s, const float *x, size_t count);
/* Adds another sum. */
void square_sum_join(square_sum *s, const square_sum *other);
/* The sum rounded once, to the nearest F64. */
double square_sum_value(const square_sum *s);

/* Hexadecimal digits without leading zeros; "0" for no sum. */
void square_sum_print(const square_sum *s, char out[SQUARE_SUM_LIMBS * 16 + 1]);
/* False where the words are not what square_sum_print writes. */
bool square_sum_parse(const char *words, square_sum *out);

#endif
