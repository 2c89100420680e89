/* size.h - arithmetic on sizes that came from a file. */
#ifndef BASE_SIZE_H
#define BASE_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* False on overflow; *out is then unspecified. */
static inline bool size_mul(size_t a, size_t b, size_t *out) {
  return !__builtin_mul_overflow(a, b, out);
}
static inline bool size_add(size_t a, size_t b, size_t *out) {
  return !__builtin_add_overflow(a, b, out);
}
/* Rounds up to a multiple of `to`, a power of two. */
static inline bool size_align(size_t a, size_t to, size_t *out) {
  if (__builtin_add_overflow(a, to - 1, out)) return false;
  *out &= ~(to - 1);
  return true;
}
/* a / b, rounded up; a >= 0, b > 0, and their sum fits. */
static inline int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }
/* Whether [offset, offset + length) lies within [0, size). */
static inline bool size_within(uint64_t offset, uint64_t length, uint64_t size) {
  return length <= size && offset <= size - length;
}
/* The product of `rank` dimensions; false when one is negative or the product
 * exceeds INT64_MAX (0 x huge is 0). */
bool shape_elements(const int64_t *dims, int rank, int64_t *out);

#endif
