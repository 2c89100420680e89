/* byte_forms.c - products and sums of a quantised model's bytes, whose results are numbers or bytes
 * again (ByteConv, ByteLinear, ByteMatMul, ByteSum of ops.def).
 *
 * Sums of products are exact in 32 bits, as long as no more than BYTE_DEPTH_MOST are added; what
 * follows is that of byte_result.h. */
#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "ops/byte_conv.h"
#include "ops/byte_forms.h"
#include "ops/byte_gemm.h"
#include "ops/byte_product.h"
#include "ops/functions.h"
#include "ops/infer.h"
#include "ops/move.h"

static fp8c_status want_bytes(const op_call *c, size_t i, fp8c_error *err) {
  fp8c_dtype d = c->in[i]->dtype;
  if (d == FP8C_DTYPE_I8 || d == FP8C_DTYPE_U8) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "input %zu has type %s; i8 or u8 is wanted", i,
              fp8c_dtype_name(d));
}

static fp8c_status want_type(const op_call *c, size_t i, fp8c_dtype want, fp8c_error *err) {
  if (!has_input(c, i) || c->in[i]->dtype == want) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "input %zu has type %s; %s is wanted", i,
              fp8c_dtype_name(c->in[i]->dtype), fp8c_dtype_name(want));
}

/* A zero point is one of the codes. */
static fp8c_status want_zero(const op_call *c, fp8c_dtype codes, const char *name,
                             fp8c_error *err) {
  int64_t zero = op_attr_int(c, name), least = codes == FP8C_DTYPE_I8 ? -128 : 0;
  if (zero >= least && zero <= least + 255) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "%s %lld is no %s", name, (long long)zero,
              fp8c_dtype_name(codes));
}

/* The type of results: attribute `gives`. */
static fp8c_status gives(op_call *c, fp8c_error *err) {
  const char *name = op_attr_string(c, "gives");
  float unit = op_attr_float(c, "unit");
  c->out[0].dtype = !strcmp(name, "u8")    ? FP8C_DTYPE_U8
                    : !strcmp(name, "i8")  ? FP8C_DTYPE_I8
                    : !strcmp(name, "f32") ? FP8C_DTYPE_F32
                                           : FP8C_DTYPE_NONE;
  if (c->out[0].dtype == FP8C_DTYPE_NONE)
    return fail(err, FP8C_ERROR_FORMAT, "gives \"%s\" is neither f32 nor u8 nor i8", name);
  if (!byte_unit_can(unit))
    return fail(err, FP8C_ERROR_FORMAT, "unit %g is out of range", (double)unit);
  return c->out[0].dtype == FP8C_DTYPE_F32 ? FP8C_OK : want_zero(c, c->out[0].dtype, "zero", err);
}

static byte_result result_of(const op_call *c, const float *factors, const tensor *bias) {
  fp8c_dtype d = c->out[0].dtype;
  byte_result r = {.kind = d == FP8C_DTYPE_F32 ? BYTE_REALS : BYTE_CODES,
                   .to = c->out[0].data,
                   .factors = factors,
                   .bias = bias ? bias->data : NULL,
                   .least = op_has_attr(c, "least") ? op_attr_float(c, "least") : -INFINITY,
                   .most = op_has_attr(c, "most") ? op_attr_float(c, "most") : INFINITY,
                   .unit = op_attr_float(c, "unit"),
                   .zero = (float)op_attr_int(c, "zero"),
                   .low = d == FP8C_DTYPE_I8 ? -128 : 0,
                   .high = d == FP8C_DTYPE_I8 ? 127 : 255};
  byte_result_settle(&r);
  return r;
}

/* ---- ByteConv: x, filters, factors, bias ---------------------------------------------------- */

fp8c_status infer_byte_conv(op_call *c, fp8c_error *err) {
  window over;
  int64_t same, channels, group = op_attr_int(c, "group");
  TRY(want_bytes(c, 0, err));
  TRY(want_zero(c, c->in[0]->dtype, "x_zero", err));
  TRY(want_type(c, 1, FP8C_DTYPE_I8, err));
  TRY(want_type(c, 2, FP8C_DTYPE_F32, err));
  TRY(want_type(c, 3, FP8C_DTYPE_F32, err));
  TRY(gives(c, err));
  if (!rank_known(c, 0) || !rank_known(c, 1)) return FP8C_OK;
  const tensor *x = c->in[0], *w = c->in[1];
  TRY(window_over(c, x, w, &over, err));
  if (group < 1 || (w->dims[0] >= 0 && w->dims[0] % group != 0))
    return fail(err, FP8C_ERROR_FORMAT, "group %lld does not divide %lld output channels",
                (long long)group, (long long)w->dims[0]);
  TRY(dim_mul(w->dims[1], group, &channels, err));
  TRY(dim_same(x->dims[1], channels, "input channels", &same, err));
  for (size_t i = 2; i < 4; i++)
    if (rank_known(c, i)) {
      TRY(want_rank(c, i, 1, err));
      TRY(dim_same(w->dims[0], c->in[i]->dims[0], "output channels", &same, err));
    }
  return window_result(c, x->dims[0], w->dims[0], &over, err);
}

fp8c_status eval_byte_conv(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0], *w = c->in[1];
  window over;
  TRY(window_over(c, x, w, &over, err));
  if (tensor_elements(&c->out[0]) == 0) return FP8C_OK;
  if (!byte_phases_can(&over))
    return fail(err, FP8C_ERROR_UNSUPPORTED, "its windows are too far apart");
  byte_result r = result_of(c, c->in[2]->data, has_input(c, 3) ? c->in[3] : NULL);
  byte_conv v = byte_conv_of(c, &over, x, w);
  v.x_zero = (int32_t)op_attr_int(c, "x_zero");
  v.w_zeros = NEW_ARRAY(c->scratch, int16_t, w->dims[0]);
  v.result = &r;
  byte_conv_run(c, &v);
  return FP8C_OK;
}

/* ---- ByteLinear: x, panels, factors, what sums lack, bias ------------------------------------ */

fp8c_status infer_byte_linear(op_call *c, fp8c_error *err) {
  int64_t same, columns = op_attr_int(c, "columns"), depth = op_attr_int(c, "depth");
  int64_t dims[FP8C_MAX_RANK];
  TRY(want_bytes(c, 0, err));
  TRY(want_type(c, 1, FP8C_DTYPE_I8, err));
  TRY(want_type(c, 2, FP8C_DTYPE_F32, err));
  TRY(want_type(c, 3, FP8C_DTYPE_I32, err));
  TRY(want_type(c, 4, FP8C_DTYPE_F32, err));
  TRY(gives(c, err));
  if (columns < 1 || depth < 1 || columns > BYTE_SIDE_MOST || depth > BYTE_SIDE_MOST)
    return fail(err, FP8C_ERROR_FORMAT, "%lld columns of %lld are none", (long long)columns,
                (long long)depth);
  if (rank_known(c, 1) && tensor_shape_known(c->in[1]))
    TRY(dim_same(tensor_elements(c->in[1]), byte_panels(columns) * byte_panel(depth), "weights",
                 &same, err));
  for (size_t i = 2; i < 5; i++)
    if (rank_known(c, i)) {
      TRY(want_rank(c, i, 1, err));
      TRY(dim_same(columns, c->in[i]->dims[0], "columns", &same, err));
    }
  if (!rank_known(c, 0)) return FP8C_OK;
  const tensor *x = c->in[0];
  if (x->rank < 1) return fail(err, FP8C_ERROR_FORMAT, "input 0 is a scalar");
  TRY(dim_same(depth, x->dims[x->rank - 1], "depth", &same, err));
  memcpy(dims, x->dims, sizeof dims);
  dims[x->rank - 1] = columns;
  return out_sized(c, 0, x->rank, dims, err);
}

typedef struct linear {
  const byte_result *r;
  const int32_t *add;
  int64_t n;
} linear;

INLINE void add_to_any(int32_t *restrict sums, const int32_t *restrict add, int64_t n) {
  for (int64_t i = 0; i < n; i++) sums[i] = (int32_t)((uint32_t)sums[i] + (uint32_t)add[i]);
}
AT_EACH_LEVEL(static void, add_to, (int32_t * sums, const int32_t *add, int64_t n), (sums, add, n))

static void store_rows(const void *user, const byte_sums *s) {
  const linear *l = user;
  for (int64_t i = 0; i < s->rows; i++) {
    byte_line line = {s->sums + i * s->pitch, s->columns, s->first, 0, NULL};
    add_to(s->sums + i * s->pitch, l->add + s->first, s->columns);
    byte_result_across(l->r, &line, (s->row + i) * l->n + s->first);
  }
}

fp8c_status eval_byte_linear(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *x = c->in[0];
  int64_t k = op_attr_int(c, "depth"), n = op_attr_int(c, "columns");
  byte_result r = result_of(c, c->in[2]->data, has_input(c, 4) ? c->in[4] : NULL);
  linear l = {&r, c->in[3]->data, n};
  byte_gemm g = {.m = tensor_elements(x) / k,
                 .n = n,
                 .k = k,
                 .signed_columns = true,
                 .panels = c->in[1]->data,
                 .finish = store_rows,
                 .user = &l};
  g.a = byte_rows(c, x->data, g.m, k, x->dtype == FP8C_DTYPE_I8 ? 0x80 : 0);
  g.a_row = byte_row(k);
  byte_gemm_run(c, &g);
  return FP8C_OK;
}

/* ---- ByteMatMul: a, b ------------------------------------------------------------------------ */

fp8c_status infer_byte_mat_mul(op_call *c, fp8c_error *err) {
  TRY(want_bytes(c, 0, err));
  TRY(want_bytes(c, 1, err));
  TRY(want_zero(c, c->in[0]->dtype, "a_zero", err));
  TRY(want_zero(c, c->in[1]->dtype, "b_zero", err));
  TRY(gives(c, err));
  return infer_byte_product(c, 0, 1, err);
}

fp8c_status eval_byte_mat_mul(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *a = c->in[0], *b = c->in[1];
  int64_t n = b->rank > 1 ? b->dims[b->rank - 1] : 1;
  if (tensor_elements(&c->out[0]) == 0) return FP8C_OK;
  byte_product p = byte_product_of(c, a, b);
  float *factors = NEW_ARRAY(c->scratch, float, n);
  int16_t *a_zeros = NEW_ARRAY(c->scratch, int16_t, p.m);
  int16_t *b_zeros = NEW_ARRAY(c->scratch, int16_t, n);
  for (int64_t i = 0; i < p.m; i++) a_zeros[i] = (int16_t)op_attr_int(c, "a_zero");
  for (int64_t i = 0; i < n; i++) b_zeros[i] = (int16_t)op_attr_int(c, "b_zero");
  for (int64_t i = 0; i < n; i++) factors[i] = op_attr_float(c, "factor");
  byte_result r = result_of(c, factors, NULL);
  p.a_zeros = a_zeros;
  p.b_zeros = b_zeros;
  p.result = &r;
  byte_product_run(c, &p);
  return FP8C_OK;
}

/* ---- ByteSum: a, b --------------------------------------------------------------------------- */

fp8c_status infer_byte_sum(op_call *c, fp8c_error *err) {
  TRY(want_bytes(c, 0, err));
  TRY(want_zero(c, c->in[0]->dtype, "a_zero", err));
  if (has_input(c, 1)) TRY(want_bytes(c, 1, err));
  if (has_input(c, 1)) TRY(want_zero(c, c->in[1]->dtype, "b_zero", err));
  TRY(gives(c, err));
  fp8c_dtype d = c->out[0].dtype;
  out_like(c, 0, c->in[0]);
  c->out[0].dtype = d;
  for (int i = 0; has_input(c, 1) && rank_known(c, 0) && rank_known(c, 1) && i < c->in[0]->rank;
       i++) {
    TRY(want_rank(c, 1, c->in[0]->rank, err));
    TRY(dim_same(c->in[0]->dims[i], c->in[1]->dims[i], "dimensions", &c->out[0].dims[i], err));
  }
  return FP8C_OK;
}

typedef struct addend {
  const uint8_t *codes;
  bool is_signed;
  int32_t zero;
  float scale;
} addend;

typedef struct summing {
  addend a, b;
  const byte_result *r;
} summing;

#define AT_ONCE 512

INLINE void numbers_of(const addend *a, bool is_signed, int64_t at, int64_t n, float *restrict y) {
  const uint8_t *restrict from = a->codes + at;
  const int32_t zero = a->zero;
  const float unit = a->scale;
  for (int64_t i = 0; i < n; i++)
    y[i] = (float)((is_signed ? (int32_t)(int8_t)from[i] : (int32_t)from[i]) - zero) * unit;
}
INLINE void sum_block_any(const summing *s, int64_t at, int64_t n, float *restrict y) {
  float other[AT_ONCE];
  if (s->a.is_signed)
    numbers_of(&s->a, true, at, n, y);
  else
    numbers_of(&s->a, false, at, n, y);
  if (!s->b.codes) return;
  if (s->b.is_signed)
    numbers_of(&s->b, true, at, n, other);
  else
    numbers_of(&s->b, false, at, n, other);
  for (int64_t i = 0; i < n; i++) y[i] += other[i];
}
AT_EACH_LEVEL(static void, sum_block, (const summing *s, int64_t at, int64_t n, float *y),
              (s, at, n, y))

static void sum_piece(void *object, int64_t first, int64_t last) {
  const summing *s = object;
  float y[AT_ONCE];
  for (int64_t i = first; i < last; i += AT_ONCE) {
    int64_t n = last - i < AT_ONCE ? last - i : AT_ONCE;
    sum_block(s, i, n, y);
    byte_result_numbers(s->r, y, n, i);
  }
}

static addend addend_of(const op_call *c, size_t i, const char *zero, const char *unit) {
  if (!has_input(c, i)) return (addend){.codes = NULL};
  return (addend){c->in[i]->data, c->in[i]->dtype == FP8C_DTYPE_I8, (int32_t)op_attr_int(c, zero),
                  op_attr_float(c, unit)};
}

fp8c_status eval_byte_sum(op_call *c, fp8c_error *err) {
  (void)err;
  byte_result r = result_of(c, NULL, NULL);
  summing s = {addend_of(c, 0, "a_zero", "a_scale"), addend_of(c, 1, "b_zero", "b_scale"), &r};
  each_piece(c->threads, tensor_elements(&c->out[0]), 32768, sum_piece, &s);
  return FP8C_OK;
}
