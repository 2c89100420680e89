/* integer.c - products of integers: MatMulInteger, ConvInteger and their
 * QLinear forms.
 *
 * Every sum is exact in 32 bits (wrapping, as ONNX Runtime's): nothing rounds but
 * the last step. */
#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "base/numbers.h"
#include "ops/byte_conv.h"
#include "ops/byte_product.h"
#include "ops/integer_gemm.h"
#include "ops/move.h"
#include "ops/rows.h"
#include "ops/window.h"

static fp8c_status want_byte(const op_call *c, size_t i, fp8c_error *err) {
  fp8c_dtype d = c->in[i]->dtype;
  if (d == FP8C_DTYPE_I8 || d == FP8C_DTYPE_U8) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED, "input %zu has type %s; i8 or u8 is wanted", i,
              fp8c_dtype_name(d));
}

/* The inputs of a QLinear operator: an operand, its scale and its zero point, twice;
 * then the result's scale and zero point. */
static fp8c_status want_linear(const op_call *c, fp8c_error *err) {
  static const size_t bytes[] = {0, 2, 3, 5, 7}, scales[] = {1, 4, 6};
  for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) TRY(want_byte(c, bytes[i], err));
  for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
    if (!dtype_is_small_float(c->in[scales[i]]->dtype))
      return fail(err, FP8C_ERROR_FORMAT, "input %zu has type %s; a float is wanted", scales[i],
                  fp8c_dtype_name(c->in[scales[i]]->dtype));
  return FP8C_OK;
}

/* ---- Matrix products ----------------------------------------------------- */

/* Where a product's operands and zero points stand among the inputs. */
typedef struct places {
  size_t a, a_zero, b, b_zero;
} places;

/* Zero points (or scales) of an operand: one, or one for each row (or column).
 * `rows` of the operand's matrix; -1 when the count fits neither. */
static int64_t per_row_step(const tensor *t, int64_t rows) {
  if (t == NULL || tensor_elements(t) == 1) return 0;
  return tensor_elements(t) == rows ? 1 : -1;
}

/* A byte of either kind. */
INLINE int byte_at(const uint8_t *from, int64_t i, bool is_signed) {
  return is_signed ? (int)(int8_t)from[i] : (int)from[i];
}

/* What an operand's zero points are, one for each of `rows`. */
static fp8c_status zeros_of(op_call *c, const tensor *zero, int64_t rows, int16_t **out,
                            fp8c_error *err) {
  int64_t step = per_row_step(zero, rows);
  *out = NEW_ARRAY(c->scratch, int16_t, rows + 1);
  if (step < 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "there are %lld zero points for %lld rows",
                (long long)tensor_elements(zero), (long long)rows);
  for (int64_t i = 0; i < rows && zero; i++) (*out)[i] = (int16_t)tensor_int(zero, step * i);
  return FP8C_OK;
}

typedef struct widening {
  const uint8_t *from;
  bool is_signed;
  const int16_t *zeros; /* of `rows` rows, which repeat */
  int64_t rows, length; /* of a row */
  int16_t *to;          /* rows `pitch` apart */
  int64_t pitch;
} widening;

INLINE void widen_row_any(const widening *w, int64_t row) {
  const uint8_t *restrict from = w->from + row * w->length;
  int16_t *restrict to = w->to + row * w->pitch, zero = w->zeros[row % w->rows];
  if (w->is_signed)
    for (int64_t i = 0; i < w->length; i++) to[i] = (int16_t)(byte_at(from, i, true) - zero);
  else
    for (int64_t i = 0; i < w->length; i++) to[i] = (int16_t)(byte_at(from, i, false) - zero);
  for (int64_t i = w->length; i < w->pitch; i++) to[i] = 0;
}
AT_EACH_LEVEL(static void, widen_row, (const widening *w, int64_t row), (w, row))

static void widen_rows(void *object, int64_t first, int64_t last) {
  for (int64_t row = first; row < last; row++) widen_row(object, row);
}

/* `count` rows of an operand less their zero points; `w` says how they lie. */
static const int16_t *widen(op_call *c, const tensor *t, int64_t count, widening w) {
  w.from = t->data;
  w.is_signed = t->dtype == FP8C_DTYPE_I8;
  w.to = NEW_ARRAY(c->scratch, int16_t, count * w.pitch + 1);
  each_piece(c->threads, count, 1 + 65536 / (w.length + 1), widen_rows, &w);
  return w.to;
}

/* The second operand of a product, [k][n]. */
typedef struct columns {
  const uint8_t *from;
  bool is_signed;
  int64_t k, n;
  const int16_t *zeros; /* of each column */
} columns;

INLINE void pack_columns_of(const columns *b, int64_t first, int64_t count, int16_t *panel,
                            bool is_signed) {
  const int16_t *restrict zeros = b->zeros + first;
  for (int64_t p = 0; p < b->k; p++) {
    const uint8_t *restrict from = b->from + p * b->n + first;
    int16_t *restrict to = panel + p / 2 * 2 * INTEGER_WIDTH + p % 2;
    for (int64_t i = 0; i < count; i++)
      to[2 * i] = (int16_t)(byte_at(from, i, is_signed) - zeros[i]);
  }
}
INLINE void pack_columns_any(const columns *b, int64_t first, int64_t count, int16_t *panel) {
  if (b->is_signed)
    pack_columns_of(b, first, count, panel, true);
  else
    pack_columns_of(b, first, count, panel, false);
}
AT_EACH_LEVEL(static void, pack_columns,
              (const columns *b, int64_t first, int64_t count, int16_t *panel),
              (b, first, count, panel))

static void pack_product(const void *user, int64_t first, int64_t count, int16_t *panel) {
  pack_columns(user, first, count, panel);
}

/* ---- Back to 8 bits -------------------------------------------------------- */

/* Codes round(sum * (a_scale * b_scale / y_scale)) + zero, saturating; b_scale may be one for each
 * of `channels`. */
static fp8c_status linear_result(op_call *c, int64_t channels, byte_result *r, fp8c_error *err) {
  enum { a_scale = 1, b_scale = 4, y_scale = 6 }; /* of QLinearMatMul and QLinearConv */
  const tensor *zero = c->in[y_scale + 1], *out = &c->out[0];
  tensor scales = tensor_as_f32(c, c->in[b_scale]);
  int64_t step = per_row_step(&scales, channels);
  if (step < 0 || tensor_elements(c->in[a_scale]) != 1 || tensor_elements(c->in[y_scale]) != 1 ||
      tensor_elements(zero) != 1)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "only the weights may have scales per channel");
  float x = (float)tensor_real(c->in[a_scale], 0), y = (float)tensor_real(c->in[y_scale], 0);
  float *factors = NEW_ARRAY(c->scratch, float, channels + 1);
  for (int64_t i = 0; i < channels; i++)
    factors[i] = x * ((const float *)scales.data)[step * i] / y;
  bool is_signed = out->dtype == FP8C_DTYPE_I8;
  *r = (byte_result){.kind = BYTE_CODES,
                     .to = out->data,
                     .factors = factors,
                     .least = -INFINITY,
                     .most = INFINITY,
                     .unit = 1.0f,
                     .zero = (float)tensor_int(zero, 0),
                     .low = is_signed ? -128 : 0,
                     .high = is_signed ? 127 : 255};
  byte_result_settle(r);
  return FP8C_OK;
}

typedef struct storing {
  const byte_result *r;
  const int32_t *sums;
  int64_t channels, inner; /* of `inner` elements each */
} storing;

static void store_rows(void *object, int64_t first, int64_t last) {
  const storing *s = object;
  for (int64_t i = first; i < last; i++)
    if (s->inner > 1) {
      byte_line l = {s->sums + i * s->inner, s->inner, i % s->channels, 0, NULL};
      byte_result_row(s->r, &l, i * s->inner);
    } else {
      byte_line l = {s->sums + i * s->channels, s->channels, 0, 0, NULL};
      byte_result_across(s->r, &l, i * s->channels);
    }
}

static void store_sums(op_call *c, const byte_result *r, const int32_t *sums, int64_t channels,
                       int64_t inner) {
  int64_t row = inner > 1 ? inner : channels, n = tensor_elements(&c->out[0]);
  storing s = {r, sums, channels, inner};
  each_piece(c->threads, row > 0 ? n / row : 0, 1 + 32768 / (row + 1), store_rows, &s);
}

/* ---- One row ------------------------------------------------------------------- */

/* A row times a matrix of codes: each is read once, so nothing is laid out anew.  The sum of (b -
 * z) a is that of a b less z times that of a; all of it wraps. */
#define ROW_COLUMNS 256

typedef struct one_row {
  const int16_t *a;
  columns b;
  int32_t *c;
  uint32_t total; /* of a */
} one_row;

/* Products of two of k are added as an instruction for pairs of 16 bits adds them. */
INLINE void row_sums_of(const one_row *r, int64_t first, int64_t count, bool is_signed) {
  int32_t sums[ROW_COLUMNS] = {0};
  const uint8_t *restrict from = r->b.from + first;
  int64_t n = r->b.n, p = 0;
  for (; p + 2 <= r->b.k; p += 2) {
    int32_t a0 = r->a[p], a1 = r->a[p + 1];
    const uint8_t *restrict b0 = from + p * n, *restrict b1 = b0 + n;
    for (int64_t i = 0; i < count; i++)
      sums[i] += a0 * byte_at(b0, i, is_signed) + a1 * byte_at(b1, i, is_signed);
  }
  for (; p < r->b.k; p++)
    for (int64_t i = 0; i < count; i++) sums[i] += r->a[p] * byte_at(from + p * n, i, is_signed);
  for (int64_t i = 0; i < count; i++)
    r->c[first + i] =
        (int32_t)((uint32_t)sums[i] - (uint32_t)(int32_t)r->b.zeros[first + i] * r->total);
}
INLINE void row_sums_any(const one_row *r, int64_t first, int64_t count) {
  if (r->b.is_signed)
    row_sums_of(r, first, count, true);
  else
    row_sums_of(r, first, count, false);
}
AT_EACH_LEVEL(static void, row_sums, (const one_row *r, int64_t first, int64_t count),
              (r, first, count))

static void row_piece(void *object, int64_t first, int64_t last) {
  const one_row *r = object;
  for (int64_t i = first; i < last; i += ROW_COLUMNS)
    row_sums(r, i, last - i < ROW_COLUMNS ? last - i : ROW_COLUMNS);
}

/* Sums of so many products of a byte less a byte and a byte do not wrap before the end. */
#define ROW_DEPTH ((int64_t)1 << 15)

static void multiply_row(const op_call *c, const int16_t *a, const columns *b, int32_t *sums) {
  one_row r = {a, *b, sums, 0};
  for (int64_t p = 0; p < b->k; p++) r.total += (uint32_t)(int32_t)a[p];
  each_piece(c->threads, b->n, ROW_COLUMNS * (1 + 256 / (b->k + 1)), row_piece, &r);
}

/* A product by its specification, and one of a row. */
static void multiply_wide(op_call *c, const tensor *a, const byte_product *p) {
  int64_t row = integer_row(p->k), m = p->m;
  int32_t *sums = p->result->kind == BYTE_SUMS
                      ? p->result->to
                      : NEW_ARRAY(c->scratch, int32_t, p->count * m * p->n);
  const int16_t *wide = widen(
      c, a, p->a_rows, (widening){.rows = m, .length = p->k, .pitch = row, .zeros = p->a_zeros});
  columns right = {p->b, p->b_signed, p->k, p->n, p->b_zeros};
  integer_gemm g = {
      .m = m, .n = p->n, .k = p->k, .pack = pack_product, .user = &right, .c_row = p->n};
  for (int64_t i = 0; i < p->count; i++) {
    g.a = wide + p->a_matrix[i] * m * row;
    g.c = sums + i * m * p->n;
    right.from = p->b + p->b_matrix[i] * p->k * p->n;
    if (m == 1 && p->k < ROW_DEPTH && !c->plain)
      multiply_row(c, g.a, &right, g.c);
    else
      integer_gemm_run(c, &g);
  }
  if (p->result->kind != BYTE_SUMS) store_sums(c, p->result, sums, p->n, 1);
}

static fp8c_status multiply(op_call *c, places p, const byte_result *r, fp8c_error *err) {
  const tensor *a = c->in[p.a], *b = c->in[p.b];
  int64_t m = a->rank > 1 ? a->dims[a->rank - 2] : 1;
  int64_t n = b->rank > 1 ? b->dims[b->rank - 1] : 1;
  int16_t *a_zeros, *b_zeros;
  if (tensor_elements(&c->out[0]) == 0) return FP8C_OK;
  TRY(zeros_of(c, has_input(c, p.a_zero) ? c->in[p.a_zero] : NULL, m, &a_zeros, err));
  TRY(zeros_of(c, has_input(c, p.b_zero) ? c->in[p.b_zero] : NULL, n, &b_zeros, err));
  byte_product product = byte_product_of(c, a, b);
  product.a_zeros = a_zeros;
  product.b_zeros = b_zeros;
  product.result = r;
  bool single = m == 1 && (b->rank > 2 || product.a_rows == 1);
  if (c->plain || single)
    multiply_wide(c, a, &product);
  else
    byte_product_run(c, &product);
  return FP8C_OK;
}

/* ---- Operators of matrices ------------------------------------------------- */

fp8c_status infer_mat_mul_integer(op_call *c, fp8c_error *err) {
  for (size_t i = 0; i < c->in_count; i++)
    if (has_input(c, i)) TRY(want_byte(c, i, err));
  c->out[0].dtype = FP8C_DTYPE_I32;
  return infer_byte_product(c, 0, 1, err);
}

fp8c_status eval_mat_mul_integer(op_call *c, fp8c_error *err) {
  byte_result r = {.kind = BYTE_SUMS, .to = c->out[0].data};
  return multiply(c, (places){.a = 0, .b = 1, .a_zero = 2, .b_zero = 3}, &r, err);
}

fp8c_status infer_q_linear_mat_mul(op_call *c, fp8c_error *err) {
  TRY(want_linear(c, err));
  c->out[0].dtype = c->in[7]->dtype;
  return infer_byte_product(c, 0, 3, err);
}

fp8c_status eval_q_linear_mat_mul(op_call *c, fp8c_error *err) {
  const tensor *b = c->in[3];
  int64_t n = b->rank > 1 ? b->dims[b->rank - 1] : 1;
  byte_result r;
  TRY(linear_result(c, n > 0 ? n : 1, &r, err));
  return multiply(c, (places){.a = 0, .a_zero = 2, .b = 3, .b_zero = 5}, &r, err);
}

/* ---- Convolution ------------------------------------------------------------ */

static fp8c_status infer_convolution(op_call *c, size_t xi, size_t wi, fp8c_error *err) {
  const tensor *x = c->in[xi], *w = c->in[wi];
  int64_t group = op_attr_int(c, "group"), channels, same;
  window over;
  if (!rank_known(c, xi) || !rank_known(c, wi)) return FP8C_OK;
  TRY(window_over(c, x, w, &over, err));
  if (group < 1 || (w->dims[0] >= 0 && w->dims[0] % group != 0))
    return fail(err, FP8C_ERROR_FORMAT, "group %lld does not divide %lld output channels",
                (long long)group, (long long)w->dims[0]);
  TRY(dim_mul(w->dims[1], group, &channels, err));
  TRY(dim_same(x->dims[1], channels, "input channels", &same, err));
  return window_result(c, x->dims[0], w->dims[0], &over, err);
}

/* What the windows of one group of one image see. */
typedef struct sights {
  const window *over;
  const int16_t *x; /* [channels][in_size] */
  int64_t channels, in_size, kernel_size;
  const int64_t *taps; /* where each begins, [kernel_size][WINDOW_AXES] */
} sights;

/* Number i of so many in each axis, by axes. */
static void apart(int64_t i, const int64_t *sizes, int64_t *at) {
  for (int d = WINDOW_AXES - 1; d >= 0; i /= sizes[d--]) at[d] = i % sizes[d];
}

static int64_t *taps_of(op_call *c, const window *v, int64_t kernel_size) {
  int64_t *taps = NEW_ARRAY(c->scratch, int64_t, kernel_size * WINDOW_AXES + 1);
  for (int64_t k = 0; k < kernel_size; k++) {
    apart(k, v->kernel, taps + k * WINDOW_AXES);
    for (int d = 0; d < WINDOW_AXES; d++) taps[k * WINDOW_AXES + d] *= v->dilation[d];
  }
  return taps;
}

/* Where some taps of an output position lie in a channel; -1: in the padding. */
static void find_sights(const sights *s, int64_t o, int64_t first, int64_t count, int64_t *at,
                        int64_t step) {
  const window *v = s->over;
  int64_t base[WINDOW_AXES];
  apart(o, v->out, base);
  for (int d = 0; d < WINDOW_AXES; d++) base[d] = base[d] * v->stride[d] - v->before[d];
  for (int64_t k = 0; k < count; k++) {
    const int64_t *tap = s->taps + (first + k) * WINDOW_AXES;
    int64_t place = 0;
    bool inside = true;
    for (int d = 0; d < WINDOW_AXES; d++) {
      int64_t i = base[d] + tap[d];
      inside = inside && i >= 0 && i < v->in[d];
      place = place * v->in[d] + i;
    }
    at[k * step] = inside ? place : -1;
  }
}

#define TAPS_AT_ONCE 64

static void pack_sights(const void *user, int64_t first, int64_t count, int16_t *panel) {
  const sights *s = user;
  int64_t at[TAPS_AT_ONCE][INTEGER_WIDTH];
  for (int64_t from = 0; from < s->kernel_size; from += TAPS_AT_ONCE) {
    int64_t taps = s->kernel_size - from < TAPS_AT_ONCE ? s->kernel_size - from : TAPS_AT_ONCE;
    for (int64_t i = 0; i < count; i++)
      find_sights(s, first + i, from, taps, &at[0][i], INTEGER_WIDTH);
    for (int64_t ch = 0; ch < s->channels; ch++)
      for (int64_t k = 0; k < taps; k++) {
        const int16_t *x = s->x + ch * s->in_size;
        int64_t p = ch * s->kernel_size + from + k;
        int16_t *to = panel + p / 2 * 2 * INTEGER_WIDTH + p % 2;
        for (int64_t i = 0; i < count; i++) to[2 * i] = at[k][i] < 0 ? 0 : x[at[k][i]];
      }
  }
}

/* ---- Windows over bytes ------------------------------------------------------------- */

/* A convolution by its specification, and one of three dimensions. */
static void convolve_wide(op_call *c, const byte_conv *p, const tensor *x, const tensor *w,
                          const int16_t *x_zeros) {
  const window *over = p->w;
  int64_t volume = window_volume(over->out), outputs = p->outputs;
  int64_t k = p->channels * window_volume(over->kernel);
  int32_t *sums = p->result->kind == BYTE_SUMS
                      ? p->result->to
                      : NEW_ARRAY(c->scratch, int32_t, tensor_elements(&c->out[0]));
  sights s = {over, NULL, p->channels, window_volume(over->in), window_volume(over->kernel), NULL};
  s.taps = taps_of(c, over, s.kernel_size);
  widening image = {.rows = 1, .length = s.in_size, .pitch = s.in_size, .zeros = x_zeros};
  widening filter = {.rows = w->dims[0], .length = k, .pitch = integer_row(k), .zeros = p->w_zeros};
  const int16_t *wide_x = widen(c, x, p->images * x->dims[1], image);
  const int16_t *wide_w = widen(c, w, w->dims[0], filter);
  for (int64_t i = 0; i < p->images * p->group; i++) {
    int64_t part = i % p->group;
    s.x = wide_x + i * p->channels * s.in_size;
    integer_gemm g = {.m = outputs,
                      .n = volume,
                      .k = k,
                      .a = wide_w + part * outputs * integer_row(k),
                      .pack = pack_sights,
                      .user = &s,
                      .bias = p->bias ? p->bias + part * outputs : NULL,
                      .c = sums + i * outputs * volume,
                      .c_row = volume};
    integer_gemm_run(c, &g);
  }
  if (p->result->kind != BYTE_SUMS) store_sums(c, p->result, sums, w->dims[0], volume);
}

static fp8c_status convolve(op_call *c, places p, const tensor *bias, const byte_result *r,
                            fp8c_error *err) {
  const tensor *x = c->in[p.a], *w = c->in[p.b];
  window over;
  int16_t *x_zeros, *w_zeros;
  TRY(window_over(c, x, w, &over, err));
  if (tensor_elements(&c->out[0]) == 0) return FP8C_OK;
  if (bias != NULL && (bias->dtype != FP8C_DTYPE_I32 || tensor_elements(bias) != w->dims[0]))
    return fail(err, FP8C_ERROR_FORMAT, "the bias is not %lld numbers of type i32",
                (long long)w->dims[0]);
  TRY(zeros_of(c, has_input(c, p.a_zero) ? c->in[p.a_zero] : NULL, 1, &x_zeros, err));
  TRY(zeros_of(c, has_input(c, p.b_zero) ? c->in[p.b_zero] : NULL, w->dims[0], &w_zeros, err));
  byte_conv v = byte_conv_of(c, &over, x, w);
  v.x_zero = x_zeros[0];
  v.w_zeros = w_zeros;
  v.bias = bias ? bias->data : NULL;
  v.result = r;
  if (c->plain || !byte_phases_can(&over))
    convolve_wide(c, &v, x, w, x_zeros);
  else
    byte_conv_run(c, &v);
  return FP8C_OK;
}

fp8c_status infer_conv_integer(op_call *c, fp8c_error *err) {
  for (size_t i = 0; i < c->in_count; i++)
    if (has_input(c, i)) TRY(want_byte(c, i, err));
  c->out[0].dtype = FP8C_DTYPE_I32;
  return infer_convolution(c, 0, 1, err);
}

fp8c_status eval_conv_integer(op_call *c, fp8c_error *err) {
  byte_result r = {.kind = BYTE_SUMS, .to = c->out[0].data};
  return convolve(c, (places){.a = 0, .b = 1, .a_zero = 2, .b_zero = 3}, NULL, &r, err);
}

fp8c_status infer_q_linear_conv(op_call *c, fp8c_error *err) {
  TRY(want_linear(c, err));
  c->out[0].dtype = c->in[7]->dtype;
  return infer_convolution(c, 0, 3, err);
}

fp8c_status eval_q_linear_conv(op_call *c, fp8c_error *err) {
  const tensor *out = &c->out[0];
  const tensor *bias = has_input(c, 8) ? c->in[8] : NULL;
  byte_result r;
  if (tensor_elements(out) == 0) return FP8C_OK;
  TRY(linear_result(c, out->dims[1], &r, err));
  return convolve(c, (places){.a = 0, .a_zero = 2, .b = 3, .b_zero = 5}, bias, &r, err);
}
