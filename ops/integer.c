/* integer.c - products of integers: MatMulInteger, ConvInteger and their
 * QLinear forms.
 *
 * Every sum is exact in 32 bits (wrapping, as ONNX Runtime's), so plain loops
 * over widened operands are all there is; nothing rounds but the last step. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
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

/* Broadcast batch dimensions, then [m, n], as MatMul; 1-D operands included. */
static fp8c_status infer_product(op_call *c, size_t ai, size_t bi, fp8c_error *err) {
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

/* Zero points (or scales) of an operand: one, or one for each row (or column).
 * `rows` of the operand's matrix; -1 when the count fits neither. */
static int64_t per_row_step(const tensor *t, int64_t rows) {
  if (t == NULL || tensor_elements(t) == 1) return 0;
  return tensor_elements(t) == rows ? 1 : -1;
}

/* All elements less their zero point, as 32-bit integers; `inner` elements and
 * `rows` rows repeat. */
static fp8c_status widen(op_call *c, const tensor *t, const tensor *zero, int64_t rows,
                         int64_t inner, int32_t **out, fp8c_error *err) {
  int64_t n = tensor_elements(t), step = per_row_step(zero, rows);
  int32_t *x = NEW_ARRAY(c->scratch, int32_t, n);
  *out = x;
  if (step < 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "there are %lld zero points for %lld rows",
                (long long)tensor_elements(zero), (long long)rows);
  for (int64_t i = 0; i < n; i++) {
    int64_t z = zero == NULL ? 0 : tensor_int(zero, step * (i / inner % rows));
    x[i] = (int32_t)(tensor_int(t, i) - z);
  }
  return FP8C_OK;
}

typedef struct product_job {
  const int32_t *a, *b;
  int32_t *c;
  int64_t m, n, k;
  const int64_t *a_matrix, *b_matrix; /* of each batch */
} product_job;

/* A piece is one row of the result. */
static void product_rows(void *object, int64_t first, int64_t last) {
  const product_job *j = object;
  for (int64_t row = first; row < last; row++) {
    int64_t batch = row / j->m;
    const int32_t *a = j->a + (j->a_matrix[batch] * j->m + row % j->m) * j->k;
    const int32_t *b = j->b + j->b_matrix[batch] * j->k * j->n;
    uint32_t *to = (uint32_t *)j->c + row * j->n; /* unsigned: wraps */
    memset(to, 0, (size_t)j->n * sizeof *to);
    for (int64_t p = 0; p < j->k; p++)
      for (int64_t i = 0; i < j->n; i++) to[i] += (uint32_t)a[p] * (uint32_t)b[p * j->n + i];
  }
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

static fp8c_status multiply(op_call *c, places p, int32_t *sums, fp8c_error *err) {
  const tensor *a = c->in[p.a], *b = c->in[p.b];
  const tensor *a_zero = has_input(c, p.a_zero) ? c->in[p.a_zero] : NULL;
  const tensor *b_zero = has_input(c, p.b_zero) ? c->in[p.b_zero] : NULL;
  product_job j = {.c = sums,
                   .m = a->rank > 1 ? a->dims[a->rank - 2] : 1,
                   .n = b->rank > 1 ? b->dims[b->rank - 1] : 1,
                   .k = a->dims[a->rank - 1]};
  int ab = a->rank > 2 ? a->rank - 2 : 0, bb = b->rank > 2 ? b->rank - 2 : 0;
  int batch = ab > bb ? ab : bb;
  int64_t count = dims_product(c->out[0].dims, 0, batch);
  int32_t *wide_a, *wide_b;
  if (tensor_elements(&c->out[0]) == 0) return FP8C_OK;
  TRY(widen(c, a, a_zero, j.m, j.k > 0 ? j.k : 1, &wide_a, err));
  TRY(widen(c, b, b_zero, j.n, 1, &wide_b, err));
  j.a = wide_a;
  j.b = wide_b;
  j.a_matrix = batch_matrices(c, a, c->out[0].dims, batch, count);
  j.b_matrix = batch_matrices(c, b, c->out[0].dims, batch, count);
  each_piece(c->threads, count * j.m, 1, product_rows, &j);
  return FP8C_OK;
}

fp8c_status infer_mat_mul_integer(op_call *c, fp8c_error *err) {
  for (size_t i = 0; i < c->in_count; i++)
    if (has_input(c, i)) TRY(want_byte(c, i, err));
  c->out[0].dtype = FP8C_DTYPE_I32;
  return infer_product(c, 0, 1, err);
}

fp8c_status eval_mat_mul_integer(op_call *c, fp8c_error *err) {
  return multiply(c, (places){.a = 0, .b = 1, .a_zero = 2, .b_zero = 3}, c->out[0].data, err);
}

/* ---- Back to 8 bits -------------------------------------------------------- */

/* Stores round(sum * a_scale * b_scale / y_scale) + zero, saturating; b_scale
 * may be one for each of `channels`, `inner` elements a channel. */
static fp8c_status requantize(op_call *c, const int32_t *sums, int64_t channels, int64_t inner,
                              fp8c_error *err) {
  enum { a_scale = 1, b_scale = 4, y_scale = 6 }; /* of QLinearMatMul and QLinearConv */
  const tensor *zero = c->in[y_scale + 1], *out = &c->out[0];
  tensor scales = tensor_as_f32(c, c->in[b_scale]);
  int64_t step = per_row_step(&scales, channels), n = tensor_elements(out);
  if (step < 0 || tensor_elements(c->in[a_scale]) != 1 || tensor_elements(c->in[y_scale]) != 1 ||
      tensor_elements(zero) != 1)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "only the weights may have scales per channel");
  float x = (float)tensor_real(c->in[a_scale], 0), y = (float)tensor_real(c->in[y_scale], 0);
  bool is_signed = out->dtype == FP8C_DTYPE_I8;
  float low = is_signed ? -128 : 0, high = is_signed ? 127 : 255;
  float shift = (float)tensor_int(zero, 0);
  for (int64_t i = 0; i < n; i++) {
    float s = x * ((const float *)scales.data)[step * (i / inner % channels)] / y;
    float r = rintf((float)sums[i] * s) + shift;
    ((uint8_t *)out->data)[i] = (uint8_t)(int)(r > low ? r < high ? r : high : low);
  }
  return FP8C_OK;
}

fp8c_status infer_q_linear_mat_mul(op_call *c, fp8c_error *err) {
  TRY(want_linear(c, err));
  c->out[0].dtype = c->in[7]->dtype;
  return infer_product(c, 0, 3, err);
}

fp8c_status eval_q_linear_mat_mul(op_call *c, fp8c_error *err) {
  const tensor *b = c->in[3];
  int64_t columns = b->rank > 1 ? b->dims[b->rank - 1] : 1;
  int32_t *sums = NEW_ARRAY(c->scratch, int32_t, tensor_elements(&c->out[0]));
  TRY(multiply(c, (places){.a = 0, .a_zero = 2, .b = 3, .b_zero = 5}, sums, err));
  return requantize(c, sums, columns > 0 ? columns : 1, 1, err);
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

typedef struct conv_job {
  const int32_t *x, *w;
  int32_t *y;
  const int32_t *bias; /* NULL: none */
  window over;
  int64_t channels, outputs, group; /* channels: of one group */
  int64_t in_size, out_size, kernel_size;
} conv_job;

/* A piece is one plane: an image and an output channel. */
static void conv_planes(void *object, int64_t first, int64_t last) {
  const conv_job *j = object;
  const window *v = &j->over;
  for (int64_t plane = first; plane < last; plane++) {
    int64_t image = plane / j->outputs, channel = plane % j->outputs;
    int64_t part = channel / (j->outputs / j->group) * j->channels;
    const int32_t *x = j->x + (image * j->channels * j->group + part) * j->in_size;
    const int32_t *w = j->w + channel * j->channels * j->kernel_size;
    for (int64_t o = 0; o < j->out_size; o++) {
      uint32_t sum = j->bias != NULL ? (uint32_t)j->bias[channel] : 0;
      for (int64_t k = 0; k < j->kernel_size; k++) {
        int64_t at = 0, stride = 1, out = o, tap = k;
        bool inside = true;
        for (int d = WINDOW_AXES - 1; d >= 0; d--) {
          int64_t i =
              out % v->out[d] * v->stride[d] - v->before[d] + tap % v->kernel[d] * v->dilation[d];
          out /= v->out[d];
          tap /= v->kernel[d];
          inside = inside && i >= 0 && i < v->in[d];
          at += i * stride;
          stride *= v->in[d];
        }
        for (int64_t ch = 0; ch < j->channels && inside; ch++)
          sum += (uint32_t)x[ch * j->in_size + at] * (uint32_t)w[ch * j->kernel_size + k];
      }
      j->y[plane * j->out_size + o] = (int32_t)sum;
    }
  }
}

static fp8c_status convolve(op_call *c, places p, const tensor *bias, int32_t *sums,
                            fp8c_error *err) {
  const tensor *x = c->in[p.a], *w = c->in[p.b];
  conv_job j = {.y = sums, .channels = w->dims[1], .outputs = w->dims[0]};
  int32_t *wide_x, *wide_w;
  TRY(window_over(c, x, w, &j.over, err));
  if (tensor_elements(&c->out[0]) == 0) return FP8C_OK;
  j.group = op_attr_int(c, "group");
  j.in_size = window_volume(j.over.in);
  j.kernel_size = window_volume(j.over.kernel);
  j.out_size = window_volume(j.over.out);
  TRY(widen(c, x, has_input(c, p.a_zero) ? c->in[p.a_zero] : NULL, 1, 1, &wide_x, err));
  int64_t inner = j.kernel_size * j.channels;
  TRY(widen(c, w, has_input(c, p.b_zero) ? c->in[p.b_zero] : NULL, j.outputs, inner > 0 ? inner : 1,
            &wide_w, err));
  j.x = wide_x;
  j.w = wide_w;
  if (bias != NULL) {
    if (bias->dtype != FP8C_DTYPE_I32 || tensor_elements(bias) != j.outputs)
      return fail(err, FP8C_ERROR_FORMAT, "the bias is not %lld numbers of type i32",
                  (long long)j.outputs);
    j.bias = bias->data;
  }
  each_piece(c->threads, x->dims[0] * j.outputs, 1, conv_planes, &j);
  return FP8C_OK;
}

fp8c_status infer_conv_integer(op_call *c, fp8c_error *err) {
  for (size_t i = 0; i < c->in_count; i++)
    if (has_input(c, i)) TRY(want_byte(c, i, err));
  c->out[0].dtype = FP8C_DTYPE_I32;
  return infer_convolution(c, 0, 1, err);
}

fp8c_status eval_conv_integer(op_call *c, fp8c_error *err) {
  return convolve(c, (places){.a = 0, .b = 1, .a_zero = 2, .b_zero = 3}, NULL, c->out[0].data, err);
}

fp8c_status infer_q_linear_conv(op_call *c, fp8c_error *err) {
  TRY(want_linear(c, err));
  c->out[0].dtype = c->in[7]->dtype;
  return infer_convolution(c, 0, 3, err);
}

fp8c_status eval_q_linear_conv(op_call *c, fp8c_error *err) {
  const tensor *out = &c->out[0];
  int32_t *sums = NEW_ARRAY(c->scratch, int32_t, tensor_elements(out));
  const tensor *bias = has_input(c, 8) ? c->in[8] : NULL;
  if (tensor_elements(out) == 0) return FP8C_OK;
  TRY(convolve(c, (places){.a = 0, .a_zero = 2, .b = 3, .b_zero = 5}, bias, sums, err));
  return requantize(c, sums, out->dims[1], dims_product(out->dims, 2, out->rank), err);
}
