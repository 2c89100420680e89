/* size.c - the product of a shape, which a file may have made absurd. */
#include "base/size.h"

bool shape_elements(const int64_t *dims, int rank, int64_t *out) {
  bool empty = false;
  for (int i = 0; i < rank; i++) {
    if (dims[i] < 0) return false;
    if (dims[i] == 0) empty = true;
  }
  int64_t product = empty ? 0 : 1;
  for (int i = 0; i < rank && !empty; i++)
    if (__builtin_mul_overflow(product, dims[i], &product)) return false;
  *out = product;
  return true;
}
