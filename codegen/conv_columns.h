/* conv_columns.h - how conv_mma.c and conv_halo.c lay out filters for kernels/conv_columns.cuh. */
#ifndef CODEGEN_CONV_COLUMNS_H
#define CODEGEN_CONV_COLUMNS_H

#include "base/size.h"

/* Returns how many fragments of 8 columns so many columns take where a thread stores `v` of a row
 * at once: 4 threads of a row have v columns each. */
static inline int conv_fragments(int64_t columns, int v) {
  return (int)divide_up(columns, 4 * v) * (v / 2);
}

/* Returns the column whose filter stands in row `i` of fragment `f`: a thread's columns of v / 2
 * fragments are neighbours. */
static inline int64_t conv_column_of(int v, int f, int i) {
  int share = v / 2;
  return (int64_t)(f / share) * 4 * v + i / 2 * v + f % share * 2 + i % 2;
}

/* Returns the widest store, of 2, 4 or 8 columns, that divides the columns and all filters, and
 * whose fragments are at most sixths / 6 times as many as those of 2. */
static inline int conv_store(int64_t columns, int64_t filters, int sixths) {
  int found = 2;
  for (int v = 4; v <= 8; v *= 2)
    if (columns % v == 0 && filters % v == 0 &&
        6 * conv_fragments(columns, v) <= sixths * conv_fragments(columns, 2))
      found = v;
  return found;
}

#endif
