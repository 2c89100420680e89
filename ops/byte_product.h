/* byte_product.h - products of matrices of bytes less their zero points. */
#ifndef OPS_BYTE_PRODUCT_H
#define OPS_BYTE_PRODUCT_H

#include "ops/byte_result.h"
#include "ops/infer.h"

/* Result i, [m][n], is matrix a_matrix[i] of a, [m][k], times matrix b_matrix[i] of b, [k][n]: the
 * sum of (a - a_zeros[row]) (b - b_zeros[column]), whose channels are columns. */
typedef struct byte_product {
  int64_t m, n, k, count, a_rows; /* a_rows: of all matrices of a */
  const uint8_t *a, *b;
  bool a_signed, b_signed;
  const int16_t *a_zeros, *b_zeros; /* of m rows, of n columns */
  const int64_t *a_matrix, *b_matrix;
  const byte_result *result;
} byte_product;

/* Broadcast batch dimensions, then [m, n], as MatMul; operands of one dimension included. */
fp8c_status infer_byte_product(op_call *c, size_t ai, size_t bi, fp8c_error *err);
/* The product of a and b as the call's output 0 is one, without zero points and result. */
byte_product byte_product_of(op_call *c, const tensor *a, const tensor *b);
/* m rows of k bytes ^ flip, byte_row(k) apart; `from` itself where they are that already. */
const uint8_t *byte_rows(const op_call *call, const uint8_t *from, int64_t m, int64_t k,
                         uint8_t flip);
void byte_product_run(const op_call *call, const byte_product *p);

#endif
