/* gemm_skinny.h - the layout of the weights of products with few rows. */
#ifndef CODEGEN_GEMM_SKINNY_H
#define CODEGEN_GEMM_SKINNY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct skinny_weights {
  int64_t columns, k_bytes; /* the matrix: a row of k_bytes, a multiple of 16, for each column */
  int64_t blocks;
  int tiles; /* of 16 rows, of a block */
  bool
      gated; /* half of a block's tiles are of the first half of the columns, half their partners */
  int64_t
      apart; /* half of a tile's rows are partners, so many columns on, of the others; 0: none */
} skinny_weights;

/* Of all blocks. */
int64_t skinny_bytes(const skinny_weights *s);
/* Writes one block's part of `to`: for each 64 bytes of k, for each tile, two fragments of
 * 16 rows x 32 bytes, 16 bytes for each thread of a warp.  Thread 4 g + q has of both
 * fragments bytes 16 q to 16 q + 15 of rows g and g + 8: of the first the first eight.  What
 * is beyond the matrix is zero. */
void skinny_pack(const skinny_weights *s, int64_t block, const uint8_t *from, uint8_t *to);

#endif
