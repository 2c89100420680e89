/* epilogue.cuh - what the epilogues of products are made of: the scales of their sums, factors of their rows, and
 * where columns lie that are heads.
 *
 * A product's `struct epilogue` derives from one_scale or column_scales and, where its rows have factors, from
 * row_factors or row_deviations; its own members are the kernel's parameters and what follows the product. */

/* Every sum's scale. */
struct one_scale {
  float scale;
  FORCEINLINE float factor() const { return scale; }
};
/* A scale and a bias for each column. */
struct column_scales {
  const float2 *columns;
  FORCEINLINE float factor() const { return 1.0f; }
};

/* A factor for each row of sums. */
struct row_factors {
  const float *factors;
  FORCEINLINE float row_factor(u32 row) const { return factors[row]; }
};
/* One over the deviation of a row of `count` numbers, out of the sum of their codes and of the codes' squares, whose
 * scale's square is `unit`.  The mean is no large part of the numbers: their squares' mean less its square does. */
template <bool CENTRED> struct row_deviations {
  float count, unit, epsilon;
  FORCEINLINE float row_factor(float sum, float squares) const {
    const float mean = CENTRED ? sum / count : 0.0f, v = squares / count - mean * mean;
    return 1.0f / sqrtf(fmaxf(v, 0.0f) * unit + epsilon);
  }
};

/* Scales along k, BLOCKS of 128 each: of a row, and of 128 columns. */
template <u32 BLOCKS> struct block_scales {
  const float *of_rows, *of_columns;
  FORCEINLINE const float *row_blocks(u32 row) const { return of_rows + (i64)row * BLOCKS; }
  FORCEINLINE const float *column_blocks(u32 column) const { return of_columns + (i64)(column / 128) * BLOCKS; }
};

template <int V> FORCEINLINE void multiply_all(float (&x)[V], float factor) {
#pragma unroll
  for (int k = 0; k < V; k++) x[k] = x[k] * factor;
}

#ifndef FP8C_SIMT
/* 128 bytes on their way to the L2 cache. */
FORCEINLINE void prefetch_line(const void *p) { asm volatile("prefetch.global.L2 [%0];" ::"l"(p)); }
#endif
/* Asks for BYTES from p on, a line a thread. */
template <u32 BYTES> FORCEINLINE void prefetch_lines(const void *p, u32 thread) {
  if (thread * 128 < BYTES) prefetch_line((const u8 *)p + thread * 128);
}

/* Where a product's columns from `from` of one of its parts lie, which is ACROSS heads of SIZE columns: place j of
 * row `head` of a tensor [rows][ACROSS][SIZE], or of [rows / STEPS][ACROSS][STEPS][SIZE]. */
template <u32 ACROSS, u32 SIZE, u32 STEPS> struct head_place {
  u32 j, head;
  FORCEINLINE head_place(u32 row, u32 from) : j(from % SIZE), head(row_of(row, from / SIZE)) {}
  /* Of column `local` in a tile that begins with a head; those behind the last head are in it. */
  FORCEINLINE head_place(u32 row, u32 tile, u32 local)
      : j(local % SIZE), head(row_of(row, min(tile / SIZE + local / SIZE, ACROSS - 1))) {}
  static FORCEINLINE u32 row_of(u32 row, u32 which) {
    if constexpr (STEPS == 1) return row * ACROSS + which;
    return (row / STEPS * ACROSS + which) * STEPS + row % STEPS;
  }
};
