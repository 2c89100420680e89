/* integer_gemm.h - products of matrices of small integers, exact in 32 bits (they wrap).
 *
 * Operands are 16-bit integers, of which an instruction multiplies pairs along k and adds both
 * products: twice as many in a register as F32 has, and any byte less any zero point fits. */
#ifndef OPS_INTEGER_GEMM_H
#define OPS_INTEGER_GEMM_H

#include "ops/ops.h"

#define INTEGER_WIDTH 32 /* columns of a panel */

/* Fills columns [first, first + count) of b: element p of column first + i becomes
 * panel[p / 2 * 2 * INTEGER_WIDTH + 2 * i + p % 2].  The panel is zero before. */
typedef void integer_pack(const void *user, int64_t first, int64_t count, int16_t *panel);

/* c[i][j] = bias[i] + sum over p of a[i][p] * b[p][j]; numbers of a and b below 2^14. */
typedef struct integer_gemm {
  int64_t m, n, k;
  const int16_t *a; /* rows `integer_row(k)` apart, zeros behind k */
  integer_pack *pack;
  const void *user;
  const int32_t *bias; /* NULL: none */
  int32_t *c;
  int64_t c_row;
} integer_gemm;

static inline int64_t integer_row(int64_t k) { return k + k % 2; }
void integer_gemm_run(const op_call *call, const integer_gemm *g);

#endif
