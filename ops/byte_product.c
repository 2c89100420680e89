/* byte_product.c - products of matrices of bytes (byte_product.h).
 *
 * Rows count as unsigned bytes and columns as signed ones.  With zero points z of rows and y of
 * columns counted accordingly, the sum of (a - z) (b - y) is that of a b, less z times the column's
 * sum of b - y, less y times the row's sum of a. */
#include "ops/byte_product.h"

#include <string.h>

#include "base/cpu.h"
#include "ops/byte_gemm.h"
#include "ops/move.h"

/* Broadcast batch dimensions, then [m, n], as MatMul; 1-D operands included. */
fp8c_status infer_byte_product(op_call *c, size_t ai, size_t bi, fp8c_error *err) {
  if (!rank_known(c, ai) || !rank_known(c, bi)) return FP8C_OK;
  const tensor *a = c->in[ai], *b = c->in[bi];
  if (a->rank == 0 || b->rank == 0)
    return fail(err, FP8C_ERROR_FORMAT, "an operand is a scalar; a matrix is wanted");
  int64_t dims[FP8C_MAX_RANK + 2], same, inner_b = b->dims[b->rank > 1 ? b->rank - 2 : 0];
  TRY(dim_same(a->dims[a->rank - 1], inner_b, "inner dimensions", &same, err));
  int ab = a->rank > 2 ? a->rank - 2 : 0, bb = b->rank > 2 ? b->rank - 2 : 0;
  int batch = ab > bb ? ab : bb, rank = 0;
  for (; rank < batch; rank++) {
    int64_t x = rank < batch - ab ? 1 : a->dims[rank - (batch - ab)];
    int64_t y = rank < batch - bb ? 1 : b->dims[rank - (batch - bb)];
    TRY(dim_broadcast(x, y, &dims[rank], err));
  }
  if (a->rank > 1) dims[rank++] = a->dims[a->rank - 2];
  if (b->rank > 1) dims[rank++] = b->dims[b->rank - 1];
  return out_sized(c, 0, rank, dims, err);
}

/* Which matrix of an operand each batch index reads. */
static int64_t *batch_matrices(op_call *c, const tensor *t, const int64_t *batch_dims, int batch,
                               int64_t count) {
  int64_t *list = NEW_ARRAY(c->scratch, int64_t, count);
  int own = t->rank > 2 ? t->rank - 2 : 0;
  for (int64_t i = 0; i < count; i++) {
    int64_t at = 0, stride = 1, rest = i;
    for (int d = batch - 1; d >= 0; d--) {
      int64_t index = rest % batch_dims[d];
      rest /= batch_dims[d];
      int k = d - (batch - own);
      if (k < 0) continue;
      at += (t->dims[k] == 1 ? 0 : index) * stride;
      stride *= t->dims[k];
    }
    list[i] = at;
  }
  return list;
}

byte_product byte_product_of(op_call *c, const tensor *a, const tensor *b) {
  int ab = a->rank > 2 ? a->rank - 2 : 0, bb = b->rank > 2 ? b->rank - 2 : 0;
  int batch = ab > bb ? ab : bb;
  byte_product p = {.m = a->rank > 1 ? a->dims[a->rank - 2] : 1,
                    .n = b->rank > 1 ? b->dims[b->rank - 1] : 1,
                    .k = a->dims[a->rank - 1],
                    .a_rows = dims_product(a->dims, 0, a->rank - 1),
                    .count = dims_product(c->out[0].dims, 0, batch),
                    .a = a->data,
                    .b = b->data,
                    .a_signed = a->dtype == FP8C_DTYPE_I8,
                    .b_signed = b->dtype == FP8C_DTYPE_I8};
  p.a_matrix = batch_matrices(c, a, c->out[0].dims, batch, p.count);
  p.b_matrix = batch_matrices(c, b, c->out[0].dims, batch, p.count);
  return p;
}

/* One product. */
typedef struct part {
  const byte_product *p;
  const uint8_t *b;
  const int32_t *row_zeros, *row_sums, *column_zeros; /* row_sums: NULL where no column has one */
  int64_t at;                                         /* where its result begins */
} part;

static void pack_columns(const void *user, int64_t first, uint8_t *panel) {
  const part *t = user;
  const byte_product *p = t->p;
  const uint8_t flip = p->b_signed ? 0 : 0x80;
  int64_t end = p->k * p->n;
  for (int64_t k = 0; k < p->k; k += 4, panel += 4 * BYTE_WIDTH) {
    const uint8_t *rows[4];
    uint8_t copies[4][BYTE_WIDTH];
    for (int e = 0; e < 4; e++) {
      int64_t at = (k + e < p->k ? k + e : k) * p->n + first;
      rows[e] = t->b + at;
      if (at + BYTE_WIDTH <= end) continue;
      memset(copies[e], 0, BYTE_WIDTH);
      memcpy(copies[e], rows[e], (size_t)(end - at));
      rows[e] = copies[e];
    }
    byte_pack_rows(rows, panel);
    for (int i = 0; i < 4 * BYTE_WIDTH && flip; i++) panel[i] ^= flip;
  }
}

/* Factors of the terms that a row's zero point and its sum leave in each column's sum. */
typedef struct lack {
  uint32_t zero, of_column_zeros;
} lack;

/* sums -= zero * of_columns + (row's sum - k * zero) * column_zeros */
INLINE void take_zeros_any(int32_t *restrict sums, const int32_t *restrict of_columns,
                           const int32_t *restrict column_zeros, lack l, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    sums[i] = (int32_t)((uint32_t)sums[i] - l.zero * (uint32_t)of_columns[i] -
                        l.of_column_zeros * (uint32_t)column_zeros[i]);
}
AT_EACH_LEVEL(static void, take_zeros,
              (int32_t * sums, const int32_t *of_columns, const int32_t *column_zeros, lack l,
               int64_t n),
              (sums, of_columns, column_zeros, l, n))

static void store_rows(const void *user, const byte_sums *s) {
  const part *t = user;
  const byte_product *p = t->p;
  for (int64_t i = 0; i < s->rows; i++) {
    int32_t *sums = s->sums + i * s->pitch;
    int64_t row = s->row + i;
    lack l = {(uint32_t)t->row_zeros[row % p->m], 0};
    if (t->row_sums) l.of_column_zeros = (uint32_t)t->row_sums[row] - (uint32_t)p->k * l.zero;
    take_zeros(sums, s->of_columns, t->column_zeros + s->first, l, s->columns);
    byte_line line = {sums, s->columns, s->first, 0, NULL};
    byte_result_across(p->result, &line, t->at + row * p->n + s->first);
  }
}

typedef struct laying {
  const uint8_t *from;
  uint8_t *to, flip;
  int64_t k, pitch;
} laying;

static void lay_rows(void *object, int64_t first, int64_t last) {
  const laying *l = object;
  for (int64_t i = first; i < last; i++) {
    const uint8_t *restrict from = l->from + i * l->k;
    uint8_t *restrict to = l->to + i * l->pitch;
    for (int64_t p = 0; p < l->k; p++) to[p] = from[p] ^ l->flip;
    memset(to + l->k, 0, (size_t)(l->pitch - l->k));
  }
}

const uint8_t *byte_rows(const op_call *call, const uint8_t *from, int64_t m, int64_t k,
                         uint8_t flip) {
  laying l = {from, NULL, flip, k, byte_row(k)};
  if (!flip && l.pitch == k) return from;
  l.to = arena_raw(call->scratch, (size_t)m, (size_t)l.pitch);
  each_piece(call->threads, m, 1 + 65536 / (k + 1), lay_rows, &l);
  return l.to;
}

void byte_product_run(const op_call *call, const byte_product *p) {
  const int64_t pitch = byte_row(p->k);
  const uint8_t *rows = byte_rows(call, p->a, p->a_rows, p->k, p->a_signed ? 0x80 : 0);
  int32_t *row_zeros = NEW_ARRAY(call->scratch, int32_t, p->m);
  int32_t *column_zeros = NEW_ARRAY(call->scratch, int32_t, p->n), *row_sums = NULL;
  bool counts = false;
  for (int64_t i = 0; i < p->m; i++) row_zeros[i] = p->a_zeros[i] + (p->a_signed ? 128 : 0);
  for (int64_t i = 0; i < p->n; i++) {
    column_zeros[i] = p->b_zeros[i] - (p->b_signed ? 0 : 128);
    counts |= column_zeros[i] != 0;
  }
  if (counts) {
    row_sums = NEW_ARRAY(call->scratch, int32_t, p->a_rows);
    byte_row_sums(rows, pitch, p->a_rows, p->k, false, row_sums);
  }
  /* One matrix for all rows is one product. */
  bool one = p->count > 1 && p->b_matrix[0] == p->b_matrix[p->count - 1] &&
             p->a_rows == p->count * p->m && p->a_matrix[p->count - 1] == p->count - 1;
  for (int64_t i = 1; i < p->count && one; i++)
    one = p->a_matrix[i] == i && p->b_matrix[i] == p->b_matrix[0];
  for (int64_t i = 0; i < (one ? 1 : p->count); i++) {
    part t = {p, p->b + p->b_matrix[i] * p->k * p->n, row_zeros, NULL, column_zeros, 0};
    t.at = i * p->m * p->n;
    if (row_sums) t.row_sums = row_sums + p->a_matrix[i] * p->m;
    byte_gemm g = {.m = one ? p->count * p->m : p->m,
                   .n = p->n,
                   .k = p->k,
                   .a = rows + p->a_matrix[i] * p->m * pitch,
                   .a_row = pitch,
                   .signed_columns = true,
                   .sums_columns = true,
                   .pack = pack_columns,
                   .finish = store_rows,
                   .user = &t};
    byte_gemm_run(call, &g);
  }
}
