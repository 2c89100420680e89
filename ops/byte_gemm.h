/* byte_gemm.h - products of matrices of bytes, exact in 32 bits (they wrap).
 *
 * One operand counts as unsigned bytes and the other as signed ones, as an instruction for products
 * of bytes takes them (VPDPBUSD); without it bytes are widened to 16 bits, whose products are added
 * in pairs in 32.  No sum of two products of bytes is ever held in 16 bits, where it would
 * saturate. Whoever has bytes of the other kind flips their highest bit and counts their zero point
 * from there; zero points are taken off the sums (byte_result.h). */
#ifndef OPS_BYTE_GEMM_H
#define OPS_BYTE_GEMM_H

#include "ops/ops.h"

#define BYTE_WIDTH 16       /* columns of a panel */
#define BYTE_PANELS_MOST 16 /* of a piece */
#define BYTE_COLUMNS_MOST (BYTE_WIDTH * BYTE_PANELS_MOST)

/* Bytes of a row that is read by fours. */
static inline int64_t byte_row(int64_t k) { return (k + 3) / 4 * 4; }
static inline int64_t byte_panel(int64_t k) { return byte_row(k) * BYTE_WIDTH; }
static inline int64_t byte_panels(int64_t n) { return (n + BYTE_WIDTH - 1) / BYTE_WIDTH; }

/* Fills the panel of columns [first, first + BYTE_WIDTH) of b: element p of column first + i
 * becomes panel[p / 4 * 4 * BYTE_WIDTH + 4 * i + p % 4].  What lies behind k or n is any byte. */
typedef void byte_pack(const void *user, int64_t first, uint8_t *panel);

/* Sums of rows [row, row + rows) and columns [first, first + columns), whose rows lie `pitch`
 * apart; and sums over k of the columns of b, where they were asked for. */
typedef struct byte_sums {
  int64_t row, rows, first, columns, pitch;
  int32_t *sums;
  const int32_t *of_columns;
} byte_sums;

/* Takes sums, and may change them. */
typedef void byte_finish(const void *user, const byte_sums *s);

typedef struct byte_gemm {
  int64_t m, n, k;
  const uint8_t *a; /* rows `a_row` apart, zeros from k to byte_row(k) */
  int64_t a_row;
  bool signed_columns;   /* b is the signed operand, else a is */
  bool sums_columns;     /* finish gets of_columns */
  const uint8_t *panels; /* NULL: pack makes them */
  byte_pack *pack;
  byte_finish *finish;
  const void *user;
} byte_gemm;

void byte_gemm_run(const op_call *call, const byte_gemm *g);

/* Four rows of BYTE_WIDTH bytes as a panel has them. */
void byte_pack_rows(const uint8_t *const rows[4], uint8_t *to);
/* Sums of m rows of k bytes. */
void byte_row_sums(const uint8_t *a, int64_t a_row, int64_t m, int64_t k, bool is_signed,
                   int32_t *sums);

#endif
