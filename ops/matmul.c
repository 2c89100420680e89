/* matmul.c - MatMul, Gemm and Linear over gemm.h; other number types by plain loops.
 *
 * Operands are not widened beforehand: gemm.h reads FP8 and BF16 codes and
 * their scales become one factor behind the sum, as on the GPU. */
#include <string.h>

#include "base/numbers.h"
#include "ops/gemm.h"
#include "ops/infer.h"
#include "ops/move.h"
#include "ops/rows.h"

/* ---- Number types without gemm.h --------------------------------------- */

/* C[m][n] = A . B by strides, in elements, over F64 and integers. */
typedef struct plain_product {
  fp8c_dtype dtype;
  int64_t m, n, k;
  const void *a, *b;
  int64_t a_row, a_step, b_column, b_step;
  void *c;
  int64_t c_row;
} plain_product;

#define PLAIN_CASE(dtype_, type_, sum_)                                                            \
  case dtype_:                                                                                     \
    for (int64_t i = first; i < last; i++)                                                         \
      for (int64_t j = 0; j < p->n; j++) {                                                         \
        const type_ *a = (const type_ *)p->a + i * p->a_row;                                       \
        const type_ *b = (const type_ *)p->b + j * p->b_column;                                    \
        sum_ sum = 0;                                                                              \
        for (int64_t e = 0; e < p->k; e++) sum += (sum_)a[e * p->a_step] * (sum_)b[e * p->b_step]; \
        ((type_ *)p->c)[i * p->c_row + j] = (type_)sum;                                            \
      }                                                                                            \
    break;

/* Integers are summed without sign, which wraps as two's complement does. */
static void plain_rows(void *object, int64_t first, int64_t last) {
  const plain_product *p = object;
  switch (p->dtype) {
    PLAIN_CASE(FP8C_DTYPE_F64, double, double)
    PLAIN_CASE(FP8C_DTYPE_I8, int8_t, uint64_t)
    PLAIN_CASE(FP8C_DTYPE_I16, int16_t, uint64_t)
    PLAIN_CASE(FP8C_DTYPE_I32, int32_t, uint64_t)
    PLAIN_CASE(FP8C_DTYPE_I64, int64_t, uint64_t)
    PLAIN_CASE(FP8C_DTYPE_U8, uint8_t, uint64_t)
    PLAIN_CASE(FP8C_DTYPE_U16, uint16_t, uint64_t)
    PLAIN_CASE(FP8C_DTYPE_U32, uint32_t, uint64_t)
    PLAIN_CASE(FP8C_DTYPE_U64, uint64_t, uint64_t)
    default:
      break;
  }
}

static void plain_run(const op_call *c, plain_product p) {
  int64_t grain = p.n * p.k > 0 ? ((int64_t)1 << 18) / (p.n * p.k) + 1 : p.m + 1;
  each_piece(c->threads, p.m, grain, plain_rows, &p);
}

/* ---- MatMul ------------------------------------------------------------ */

static fp8c_status same_number_type(const op_call *c, fp8c_error *err) {
  fp8c_dtype first = c->in[0]->dtype;
  for (size_t i = 0; i < c->in_count; i++) {
    if (!has_input(c, i)) continue;
    fp8c_dtype d = c->in[i]->dtype;
    if (!dtype_is_float(d) && !dtype_is_int(d))
      return fail(err, FP8C_ERROR_FORMAT, "input %zu has type %s; numbers are wanted", i,
                  fp8c_dtype_name(d));
    if (d != first && !(dtype_is_small_float(d) && dtype_is_small_float(first)))
      return fail(err, FP8C_ERROR_FORMAT, "input %zu has type %s and input 0 %s; they must agree",
                  i, fp8c_dtype_name(d), fp8c_dtype_name(first));
  }
  return FP8C_OK;
}

fp8c_status infer_matmul(op_call *c, fp8c_error *err) {
  TRY(same_number_type(c, err));
  if (!rank_known(c, 0) || !rank_known(c, 1)) return FP8C_OK;
  const tensor *a = c->in[0], *b = c->in[1];
  if (a->rank == 0 || b->rank == 0)
    return fail(err, FP8C_ERROR_FORMAT, "input %d is a scalar; a matrix or vector is wanted",
                a->rank == 0 ? 0 : 1);
  int64_t inner_b = b->rank == 1 ? b->dims[0] : b->dims[b->rank - 2], same;
  TRY(dim_same(a->dims[a->rank - 1], inner_b, "inner dimensions", &same, err));
  int batch_a = a->rank > 2 ? a->rank - 2 : 0, batch_b = b->rank > 2 ? b->rank - 2 : 0;
  int batch = batch_a > batch_b ? batch_a : batch_b, rank = batch;
  int64_t dims[FP8C_MAX_RANK + 2];
  for (int d = 0; d < batch; d++) {
    int64_t da = d >= batch - batch_a ? a->dims[d - (batch - batch_a)] : 1;
    int64_t db = d >= batch - batch_b ? b->dims[d - (batch - batch_b)] : 1;
    TRY(dim_broadcast(da, db, &dims[d], err));
  }
  if (a->rank > 1) dims[rank++] = a->dims[a->rank - 2];
  if (b->rank > 1) dims[rank++] = b->dims[b->rank - 1];
  return out_sized(c, 0, rank, dims, err);
}

/* How a MatMul's batch walks over its operands, in elements. */
typedef struct batch_walk {
  int rank;
  int64_t dims[FP8C_MAX_RANK], a_stride[FP8C_MAX_RANK], b_stride[FP8C_MAX_RANK];
  int64_t count;
  const char *a, *b;
  size_t a_bytes, b_bytes;
  float *c;
  int64_t c_step;
} batch_walk;

static void batch_offsets(const batch_walk *w, int64_t i, int64_t *a, int64_t *b) {
  *a = *b = 0;
  for (int d = w->rank - 1; d >= 0; d--) {
    int64_t at = i % w->dims[d];
    i /= w->dims[d];
    *a += at * w->a_stride[d];
    *b += at * w->b_stride[d];
  }
}

static void batch_item(const void *user, size_t i, gemm *g) {
  const batch_walk *w = user;
  int64_t a, b;
  batch_offsets(w, (int64_t)i, &a, &b);
  g->a.data = w->a + a * (int64_t)w->a_bytes;
  g->b.data = w->b + b * (int64_t)w->b_bytes;
  g->c = w->c + (int64_t)i * w->c_step;
}

static batch_walk walk_of(const tensor *a, const tensor *b) {
  batch_walk w = {.count = 1, .a = a->data, .b = b->data};
  int batch_a = a->rank > 2 ? a->rank - 2 : 0, batch_b = b->rank > 2 ? b->rank - 2 : 0;
  w.rank = batch_a > batch_b ? batch_a : batch_b;
  w.a_bytes = dtype_bytes(a->dtype);
  w.b_bytes = dtype_bytes(b->dtype);
  int64_t step_a = batch_a > 0 ? a->dims[a->rank - 1] * a->dims[a->rank - 2] : 0;
  int64_t step_b = batch_b > 0 ? b->dims[b->rank - 1] * b->dims[b->rank - 2] : 0;
  for (int d = w.rank - 1; d >= 0; d--) {
    int ia = d - (w.rank - batch_a), ib = d - (w.rank - batch_b);
    int64_t da = ia >= 0 ? a->dims[ia] : 1, db = ib >= 0 ? b->dims[ib] : 1;
    w.dims[d] = da == 1 ? db : da;
    w.a_stride[d] = da == 1 ? 0 : step_a;
    w.b_stride[d] = db == 1 ? 0 : step_b;
    step_a *= da;
    step_b *= db;
    w.count *= w.dims[d];
  }
  return w;
}

/* Operands as gemm.h takes them: codes with one scale stay, anything else is decoded. */
static tensor operand_of(const op_call *c, const tensor *t) {
  return t->scale.kind == SCALE_AXIS ? tensor_as_f32(c, t) : *t;
}
static float scale_of(const tensor *t) {
  return t->scale.kind == SCALE_TENSOR ? t->scale.value : 1.0f;
}

fp8c_status eval_matmul(op_call *c, fp8c_error *err) {
  (void)err;
  tensor a = operand_of(c, c->in[0]), b = operand_of(c, c->in[1]);
  tensor *out = &c->out[0];
  int64_t k = a.dims[a.rank - 1];
  int64_t m = a.rank > 1 ? a.dims[a.rank - 2] : 1, n = b.rank > 1 ? b.dims[b.rank - 1] : 1;
  batch_walk w = walk_of(&a, &b);
  w.c_step = m * n;
  if (!dtype_is_small_float(a.dtype)) {
    for (int64_t i = 0; i < w.count; i++) {
      int64_t at_a, at_b;
      batch_offsets(&w, i, &at_a, &at_b);
      plain_run(c, (plain_product){.dtype = a.dtype,
                                   .m = m,
                                   .n = n,
                                   .k = k,
                                   .a = w.a + at_a * (int64_t)w.a_bytes,
                                   .b = w.b + at_b * (int64_t)w.b_bytes,
                                   .a_row = k,
                                   .a_step = 1,
                                   .b_column = 1,
                                   .b_step = n,
                                   .c = (char *)out->data + (size_t)(i * m * n) * w.a_bytes,
                                   .c_row = n});
    }
    return FP8C_OK;
  }
  float *result = f32_result(c, out);
  w.c = result;
  gemm g = {.m = m,
            .n = n,
            .k = k,
            .a = {a.data, a.dtype, k, 1},
            .b = {b.data, b.dtype, 1, n},
            .c = result,
            .c_row = n,
            .alpha = scale_of(&a) * scale_of(&b)};
  if (b.rank <= 2) { /* one matrix for the whole batch: one tall product */
    g.m = m * w.count;
    gemm_run(c, &g);
  } else {
    gemm_batch(c, &g, (size_t)w.count, batch_item, &w);
  }
  f32_done(c, result, out);
  return FP8C_OK;
}

/* ---- Linear: x . w^T * rows + bias ------------------------------------- */

fp8c_status infer_linear(op_call *c, fp8c_error *err) {
  int64_t promote = op_attr_int(c, "promote");
  if (!linear_promotes(promote))
    return fail(err, FP8C_ERROR_FORMAT,
                "promote is %lld; sums go into F32 every 64, 128, 256 or 512 of k, never (-1) or "
                "as the kernel does (0)",
                (long long)promote);
  TRY(want_rank(c, 1, 2, err));
  if (has_input(c, 2)) TRY(want_rank(c, 2, 1, err));
  if (!dtype_is_small_float(c->in[0]->dtype) || !dtype_is_small_float(c->in[1]->dtype))
    return fail(err, FP8C_ERROR_FORMAT, "inputs have types %s and %s; floats are wanted",
                fp8c_dtype_name(c->in[0]->dtype), fp8c_dtype_name(c->in[1]->dtype));
  if (has_input(c, 3) && c->in[3]->dtype != FP8C_DTYPE_F32)
    return fail(err, FP8C_ERROR_FORMAT, "the rows' factors have type %s; f32 is wanted",
                fp8c_dtype_name(c->in[3]->dtype));
  if (!rank_known(c, 0) || !rank_known(c, 1)) return FP8C_OK;
  const tensor *x = c->in[0], *w = c->in[1];
  if (x->rank == 0) return fail(err, FP8C_ERROR_FORMAT, "input 0 is a scalar; a vector is wanted");
  int64_t same, n = w->dims[0];
  if (rank_known(c, 3)) {
    TRY(want_rank(c, 3, x->rank, err));
    for (int d = 0; d < x->rank; d++)
      TRY(dim_same(d == x->rank - 1 ? 1 : x->dims[d], c->in[3]->dims[d],
                   "rows of x and their factors", &same, err));
  }
  TRY(dim_same(x->dims[x->rank - 1], w->dims[1], "inner dimensions", &same, err));
  if (rank_known(c, 2)) TRY(dim_same(n, c->in[2]->dims[0], "output features and bias", &n, err));
  int64_t dims[FP8C_MAX_RANK];
  memcpy(dims, x->dims, sizeof dims);
  dims[x->rank - 1] = n;
  TRY(out_sized(c, 0, x->rank, dims, err));
  /* What leaves is a sum: F32 when the operands are stored narrower. */
  if (dtype_is_fp8(x->dtype)) c->out[0].dtype = FP8C_DTYPE_F32;
  return FP8C_OK;
}

fp8c_status eval_linear(op_call *c, fp8c_error *err) {
  (void)err;
  tensor x = operand_of(c, c->in[0]), w = *c->in[1];
  tensor *out = &c->out[0];
  int64_t k = w.dims[1], n = w.dims[0];
  bool by_column = w.scale.kind == SCALE_AXIS && w.scale.axis == 0;
  if (w.scale.kind == SCALE_AXIS && !by_column) w = tensor_as_f32(c, &w);
  float *result = f32_result(c, out);
  gemm g = {.m = n > 0 ? tensor_elements(out) / n : 0,
            .n = n,
            .k = k,
            .a = {x.data, x.dtype, k, 1},
            .b = {w.data, w.dtype, k, 1},
            .c = result,
            .c_row = n,
            .alpha = scale_of(&x) * scale_of(&w)};
  if (by_column) {
    float *s = NEW_ARRAY(c->scratch, float, n);
    for (int64_t j = 0; j < n; j++) s[j] = scale_of(&x) * w.scale.scales[j];
    g.scale = s;
  }
  if (has_input(c, 2)) g.bias_n = tensor_as_f32(c, c->in[2]).data;
  if (has_input(c, 3)) g.scale_m = c->in[3]->data;
  gemm_run(c, &g);
  f32_done(c, result, out);
  return FP8C_OK;
}

/* ---- BlockLinear: Linear with scales along k ------------------------------ */

#define SCALE_BLOCK 128

static fp8c_status want_scales(op_call *c, size_t input, int rank, int64_t blocks,
                               fp8c_error *err) {
  const tensor *s = c->in[input];
  if (s->dtype != FP8C_DTYPE_F32)
    return fail(err, FP8C_ERROR_FORMAT, "input %zu has type %s; f32 is wanted", input,
                fp8c_dtype_name(s->dtype));
  TRY(want_rank(c, input, rank, err));
  int64_t same;
  if (!rank_known(c, input)) return FP8C_OK;
  return dim_same(blocks, s->dims[rank - 1], "blocks of 128 and scales", &same, err);
}

fp8c_status infer_block_linear(op_call *c, fp8c_error *err) {
  enum { X, W, BIAS, X_SCALES, W_SCALES };
  if (!has_input(c, X_SCALES) || !has_input(c, W_SCALES))
    return fail(err, FP8C_ERROR_FORMAT, "the scales of its blocks are missing");
  const tensor *x = c->in[X], *w = c->in[W];
  TRY(want_rank(c, W, 2, err));
  if (has_input(c, BIAS)) TRY(want_rank(c, BIAS, 1, err));
  if (!dtype_is_small_float(x->dtype) || !dtype_is_small_float(w->dtype))
    return fail(err, FP8C_ERROR_FORMAT, "inputs have types %s and %s; floats are wanted",
                fp8c_dtype_name(x->dtype), fp8c_dtype_name(w->dtype));
  if (!rank_known(c, X) || !rank_known(c, W)) return FP8C_OK;
  if (x->rank == 0) return fail(err, FP8C_ERROR_FORMAT, "input 0 is a scalar; a vector is wanted");
  int64_t k, n = w->dims[0], rows;
  TRY(dim_same(x->dims[x->rank - 1], w->dims[1], "inner dimensions", &k, err));
  if (k >= 0 && k % SCALE_BLOCK != 0)
    return fail(err, FP8C_ERROR_FORMAT, "the inner dimension %lld is no multiple of %d",
                (long long)k, SCALE_BLOCK);
  TRY(want_scales(c, X_SCALES, x->rank, k >= 0 ? k / SCALE_BLOCK : k, err));
  TRY(want_scales(c, W_SCALES, 2, k >= 0 ? k / SCALE_BLOCK : k, err));
  for (int d = 0; d + 1 < x->rank && rank_known(c, X_SCALES); d++)
    TRY(dim_same(x->dims[d], c->in[X_SCALES]->dims[d], "rows and their scales", &rows, err));
  if (rank_known(c, W_SCALES) && n >= 0)
    TRY(dim_same((n + SCALE_BLOCK - 1) / SCALE_BLOCK, c->in[W_SCALES]->dims[0],
                 "blocks of 128 outputs and scales", &rows, err));
  if (has_input(c, BIAS) && rank_known(c, BIAS))
    TRY(dim_same(n, c->in[BIAS]->dims[0], "output features and bias", &n, err));
  int64_t dims[FP8C_MAX_RANK];
  memcpy(dims, x->dims, sizeof dims);
  dims[x->rank - 1] = n;
  TRY(out_sized(c, 0, x->rank, dims, err));
  if (dtype_is_fp8(x->dtype)) c->out[0].dtype = FP8C_DTYPE_F32;
  return FP8C_OK;
}

fp8c_status eval_block_linear(op_call *c, fp8c_error *err) {
  (void)err;
  tensor x = operand_of(c, c->in[0]), w = operand_of(c, c->in[1]), *out = &c->out[0];
  const float *xs = tensor_as_f32(c, c->in[3]).data, *ws = tensor_as_f32(c, c->in[4]).data;
  int64_t k = w.dims[1], n = w.dims[0], blocks = k / SCALE_BLOCK;
  int64_t m = n > 0 ? tensor_elements(out) / n : 0;
  float *result = f32_result(c, out), alpha = scale_of(&x) * scale_of(&w);
  float *rows = NEW_ARRAY(c->scratch, float, m + 1), *columns = NEW_ARRAY(c->scratch, float, n + 1);
  memset(result, 0, (size_t)(m * n) * sizeof *result);
  for (int64_t b = 0; b < blocks; b++) {
    size_t at = (size_t)(b * SCALE_BLOCK);
    for (int64_t i = 0; i < m; i++) rows[i] = xs[i * blocks + b];
    for (int64_t j = 0; j < n; j++) columns[j] = ws[j / SCALE_BLOCK * blocks + b] * alpha;
    gemm g = {.m = m,
              .n = n,
              .k = SCALE_BLOCK,
              .a = {(const char *)x.data + at * dtype_bytes(x.dtype), x.dtype, k, 1},
              .b = {(const char *)w.data + at * dtype_bytes(w.dtype), w.dtype, k, 1},
              .c = result,
              .c_row = n,
              .scale = columns,
              .scale_m = rows,
              .add_scaled = true};
    gemm_run(c, &g);
  }
  if (has_input(c, 2)) {
    const float *bias = tensor_as_f32(c, c->in[2]).data;
    for (int64_t i = 0; i < m * n; i++) result[i] += bias[i % n];
  }
  f32_done(c, result, out);
  return FP8C_OK;
}

/* ---- Gemm -------------------------------------------------------------- */

fp8c_status infer_gemm(op_call *c, fp8c_error *err) {
  TRY(same_number_type(c, err));
  TRY(want_rank(c, 0, 2, err));
  TRY(want_rank(c, 1, 2, err));
  if (!rank_known(c, 0) || !rank_known(c, 1)) return FP8C_OK;
  int ta = op_attr_int(c, "transA") != 0, tb = op_attr_int(c, "transB") != 0;
  const int64_t *a = c->in[0]->dims, *b = c->in[1]->dims;
  int64_t same;
  TRY(dim_same(a[1 - ta], b[tb], "inner dimensions", &same, err));
  int64_t dims[2] = {a[ta], b[1 - tb]};
  if (rank_known(c, 2)) {
    const tensor *bias = c->in[2];
    char text[256];
    if (bias->rank > 2)
      return fail(err, FP8C_ERROR_FORMAT, "input 2 has shape %s; it must broadcast to the result",
                  dims_text(bias, text));
    for (int d = 0; d < bias->rank; d++) {
      int64_t own = bias->dims[d], of = dims[2 - bias->rank + d];
      if (own > 1 && of >= 0 && own != of)
        return fail(err, FP8C_ERROR_FORMAT,
                    "input 2 has shape %s; it must broadcast to [%lld, %lld]",
                    dims_text(bias, text), (long long)dims[0], (long long)dims[1]);
    }
  }
  return out_sized(c, 0, 2, dims, err);
}

/* y = alpha y + beta C for F64 and integers, and y += beta C for F32. */
static void add_c(const op_call *c, tensor *y, double alpha, double beta) {
  const tensor *bias = has_input(c, 2) ? c->in[2] : NULL;
  int64_t n = y->dims[1], rows = 0, columns = 0;
  if (bias != NULL) {
    columns = bias->rank >= 1 && bias->dims[bias->rank - 1] != 1;
    if (bias->rank == 2 && bias->dims[0] != 1) rows = bias->dims[1];
  }
  for (int64_t i = 0; i < y->dims[0]; i++)
    for (int64_t j = 0; j < n; j++) {
      int64_t at = i * n + j, from = i * rows + j * columns;
      if (y->dtype == FP8C_DTYPE_F32) {
        ((float *)y->data)[at] += (float)beta * ((const float *)bias->data)[from];
        continue;
      }
      if (y->dtype == FP8C_DTYPE_F64) {
        double *to = (double *)y->data + at;
        *to = alpha * *to + (bias != NULL ? beta * ((const double *)bias->data)[from] : 0.0);
        continue;
      }
      double v = alpha * (double)tensor_int(y, at) +
                 (bias != NULL ? beta * (double)tensor_int(bias, from) : 0.0);
      int64_t whole = v >= -0x1p63 && v < 0x1p63 ? (int64_t)v : 0;
      memcpy((char *)y->data + (size_t)at * dtype_bytes(y->dtype), &whole, dtype_bytes(y->dtype));
    }
}

fp8c_status eval_gemm(op_call *c, fp8c_error *err) {
  (void)err;
  tensor a = operand_of(c, c->in[0]), b = operand_of(c, c->in[1]);
  tensor *out = &c->out[0];
  int ta = op_attr_int(c, "transA") != 0, tb = op_attr_int(c, "transB") != 0;
  float alpha = op_attr_float(c, "alpha"), beta = op_attr_float(c, "beta");
  int64_t m = a.dims[ta], k = a.dims[1 - ta], n = b.dims[1 - tb];
  int64_t a_row = ta ? 1 : k, a_step = ta ? m : 1, b_column = tb ? k : 1, b_step = tb ? 1 : n;
  if (!dtype_is_small_float(a.dtype)) {
    plain_run(c, (plain_product){.dtype = a.dtype,
                                 .m = m,
                                 .n = n,
                                 .k = k,
                                 .a = a.data,
                                 .b = b.data,
                                 .a_row = a_row,
                                 .a_step = a_step,
                                 .b_column = b_column,
                                 .b_step = b_step,
                                 .c = out->data,
                                 .c_row = n});
    if (has_input(c, 2) || alpha != 1.0f) add_c(c, out, alpha, beta);
    return FP8C_OK;
  }
  float *result = f32_result(c, out);
  gemm g = {.m = m,
            .n = n,
            .k = k,
            .a = {a.data, a.dtype, a_row, a_step},
            .b = {b.data, b.dtype, b_column, b_step},
            .c = result,
            .c_row = n,
            .alpha = scale_of(&a) * scale_of(&b) * alpha};
  tensor bias = {0};
  bool row_bias = false;
  if (has_input(c, 2) && beta != 0.0f) {
    bias = tensor_as_f32(c, c->in[2]);
    row_bias = beta == 1.0f && bias.rank >= 1 && bias.dims[bias.rank - 1] == n &&
               (bias.rank == 1 || bias.dims[0] == 1);
    if (row_bias) g.bias_n = bias.data;
  }
  gemm_run(c, &g);
  if (bias.data != NULL && !row_bias) {
    const tensor *in[3] = {c->in[0], c->in[1], &bias};
    op_call wide = *c;
    tensor y = *out;
    wide.in = in;
    y.dtype = FP8C_DTYPE_F32;
    y.data = result;
    add_c(&wide, &y, 1.0, beta);
  }
  f32_done(c, result, out);
  return FP8C_OK;
}
