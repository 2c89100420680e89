/* quantize.c - reals to stored numbers and back: fp8c's own Quantize and
 * Dequantize, and ONNX's QuantizeLinear family.
 *
 * The two differ where it shows in the last bit: Quantize multiplies by the
 * rounded reciprocal of its scale (what a kernel's epilogue does), ONNX divides
 * in the scale's type. */
#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "base/numbers.h"
#include "ops/byte_forms.h"
#include "ops/byte_result.h"
#include "ops/dtype.h"
#include "ops/infer.h"
#include "ops/move.h"
#include "ops/rows.h"

#define BLOCK 1024 /* elements on the stack at a time */
#define GRAIN (32 * BLOCK)

/* ---- Quantize, Dequantize ---------------------------------------------- */

static fp8c_status want_float(const tensor *t, fp8c_error *err) {
  if (dtype_is_small_float(t->dtype)) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "its input has type %s; a float is wanted",
              fp8c_dtype_name(t->dtype));
}

fp8c_status infer_quantize(op_call *c, fp8c_error *err) {
  const char *mode = op_attr_string(c, "mode");
  out_like(c, 0, c->in[0]);
  c->out[0].dtype = FP8C_DTYPE_E4M3; /* the caller states the type: it carries the scale */
  if (strcmp(mode, "mul") != 0 && strcmp(mode, "div") != 0)
    return fail(err, FP8C_ERROR_FORMAT, "mode \"%s\" is neither mul nor div", mode);
  return want_float(c->in[0], err);
}

fp8c_status infer_dequantize(op_call *c, fp8c_error *err) {
  out_like(c, 0, c->in[0]);
  c->out[0].dtype = FP8C_DTYPE_F32;
  return want_float(c->in[0], err);
}

/* Rows [.., k] and, for each column, where behind them its remainder goes (-1: nowhere). */
fp8c_status infer_quantize_split(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0], *to = c->in[1];
  int64_t more = op_attr_int(c, "more");
  TRY(infer_quantize(c, err));
  if (to->dtype != FP8C_DTYPE_I32)
    return fail(err, FP8C_ERROR_FORMAT, "its columns have type %s; i32 was expected",
                fp8c_dtype_name(to->dtype));
  if (more < 1)
    return fail(err, FP8C_ERROR_FORMAT, "%lld more columns; at least one was expected",
                (long long)more);
  TRY(want_rank(c, 1, 1, err));
  if (!rank_known(c, 0)) return FP8C_OK;
  if (x->rank < 1) return fail(err, FP8C_ERROR_FORMAT, "input 0 is a scalar");
  int64_t k = x->dims[x->rank - 1], same;
  if (rank_known(c, 1)) TRY(dim_same(k, to->dims[0], "columns", &same, err));
  return dim_add(k, more, &c->out[0].dims[x->rank - 1], err);
}

typedef struct scale_job {
  const tensor *in, *out;
  bool divide;
} scale_job;

/* The scale of element i, and of how many elements from there on. */
static float scale_at(const tensor *t, int64_t i, int64_t *run) {
  if (t->scale.kind != SCALE_AXIS) {
    *run = INT64_MAX;
    return t->scale.kind == SCALE_TENSOR ? t->scale.value : 1.0f;
  }
  int64_t inner = dims_product(t->dims, t->scale.axis + 1, t->rank);
  *run = inner - i % inner;
  return t->scale.scales[i / inner % t->dims[t->scale.axis]];
}

static void apply_in_scale(const tensor *t, int64_t at, float *x, int64_t n) {
  if (t->scale.kind == SCALE_NONE) return;
  for (int64_t i = 0, run; i < n; i += run) {
    float s = scale_at(t, at + i, &run);
    if (run > n - i) run = n - i;
    for (int64_t k = 0; k < run; k++) x[i + k] *= s;
  }
}

static void apply_out_scale(const tensor *t, int64_t at, float *x, int64_t n, bool divide) {
  if (t->scale.kind == SCALE_NONE) return;
  for (int64_t i = 0, run; i < n; i += run) {
    float s = scale_at(t, at + i, &run), r = 1.0f / s;
    if (run > n - i) run = n - i;
    if (divide)
      for (int64_t k = 0; k < run; k++) x[i + k] /= s;
    else
      for (int64_t k = 0; k < run; k++) x[i + k] *= r;
  }
}

static void scale_piece(void *object, int64_t first, int64_t last) {
  const scale_job *j = object;
  size_t in_bytes = dtype_bytes(j->in->dtype), out_bytes = dtype_bytes(j->out->dtype);
  float x[BLOCK];
  for (int64_t i = first; i < last; i += BLOCK) {
    int64_t n = last - i < BLOCK ? last - i : BLOCK;
    floats_decode(j->in->dtype, (const char *)j->in->data + (size_t)i * in_bytes, x, (size_t)n);
    apply_in_scale(j->in, i, x, n);
    apply_out_scale(j->out, i, x, n, j->divide);
    floats_encode(j->out->dtype, x, (char *)j->out->data + (size_t)i * out_bytes, (size_t)n, true);
  }
}

static fp8c_status want_same_size(const op_call *c, fp8c_error *err) {
  if (tensor_elements(c->in[0]) == tensor_elements(&c->out[0])) return FP8C_OK;
  return fail(err, FP8C_ERROR_INTERNAL, "its input and output differ in size");
}

fp8c_status eval_quantize(op_call *c, fp8c_error *err) {
  TRY(want_same_size(c, err));
  TRY(want_float(c->in[0], err));
  TRY(want_float(&c->out[0], err));
  scale_job j = {c->in[0], &c->out[0], strcmp(op_attr_string(c, "mode"), "div") == 0};
  each_piece(c->threads, tensor_elements(c->in[0]), GRAIN, scale_piece, &j);
  return FP8C_OK;
}

typedef struct split_job {
  const tensor *in, *out;
  const int32_t *to;
  int64_t k, wide;
  bool divide;
} split_job;

/* Codes of a row, and behind them those of what they leave of the columns that have a place there.
 */
static void split_piece(void *object, int64_t first, int64_t last) {
  const split_job *j = object;
  size_t bytes = dtype_bytes(j->in->dtype);
  float s = j->out->scale.kind == SCALE_TENSOR ? j->out->scale.value : 1.0f, r = 1.0f / s;
  for (int64_t row = first; row < last; row++) {
    uint8_t *codes = (uint8_t *)j->out->data + row * j->wide;
    for (int64_t i = 0; i < j->k; i += BLOCK) {
      int64_t n = j->k - i < BLOCK ? j->k - i : BLOCK;
      float x[BLOCK], scaled[BLOCK], back[BLOCK];
      floats_decode(j->in->dtype, (const char *)j->in->data + (size_t)(row * j->k + i) * bytes, x,
                    (size_t)n);
      apply_in_scale(j->in, row * j->k + i, x, n);
      for (int64_t c = 0; c < n; c++) scaled[c] = j->divide ? x[c] / s : x[c] * r;
      floats_encode(j->out->dtype, scaled, codes + i, (size_t)n, true);
      floats_decode(j->out->dtype, codes + i, back, (size_t)n);
      for (int64_t c = 0; c < n; c++) {
        int64_t to = j->to[i + c];
        if (to < j->k || to >= j->wide) continue;
        float left = x[c] - back[c] * s;
        left = j->divide ? left / s : left * r;
        floats_encode(j->out->dtype, &left, codes + to, 1, true);
      }
    }
  }
}

fp8c_status eval_quantize_split(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0];
  tensor *y = &c->out[0];
  TRY(want_float(x, err));
  if (!dtype_is_fp8(y->dtype) || y->scale.kind == SCALE_AXIS)
    return fail(err, FP8C_ERROR_FORMAT, "its result has type %s; FP8 with one scale is wanted",
                fp8c_dtype_name(y->dtype));
  split_job j = {x,
                 y,
                 c->in[1]->data,
                 x->dims[x->rank - 1],
                 y->dims[y->rank - 1],
                 strcmp(op_attr_string(c, "mode"), "div") == 0};
  memset(y->data, 0, tensor_bytes(y)); /* a column behind that nobody names */
  int64_t rows = j.k > 0 ? tensor_elements(x) / j.k : 0;
  each_piece(c->threads, rows, j.k > 0 && j.k < GRAIN ? GRAIN / j.k : 1, split_piece, &j);
  return FP8C_OK;
}

fp8c_status eval_dequantize(op_call *c, fp8c_error *err) {
  TRY(want_same_size(c, err));
  TRY(want_float(c->in[0], err));
  TRY(want_float(&c->out[0], err));
  scale_job j = {c->in[0], &c->out[0], false};
  each_piece(c->threads, tensor_elements(c->in[0]), GRAIN, scale_piece, &j);
  return FP8C_OK;
}

/* ---- QuantizeLinear, DequantizeLinear ---------------------------------- */

/* Which scale (and zero point) an element uses. */
typedef struct granularity {
  int64_t dim, inner; /* per axis: the axis and what lies behind it; dim 1: per tensor */
  int64_t block;      /* elements of the axis that share a scale; 0: not blocked */
  int64_t blocks;     /* scales along the axis, blocked */
} granularity;

static int64_t scale_index(const granularity *g, int64_t i, int64_t *run) {
  if (g->dim == 1 && g->block == 0) {
    *run = INT64_MAX;
    return 0;
  }
  int64_t line = i / g->inner, column = i % g->inner;
  if (g->block == 0) {
    *run = g->inner - column;
    return line % g->dim;
  }
  *run = 1;
  return (line / g->dim * g->blocks + line % g->dim / g->block) * g->inner + column;
}

/* Checks input 1 (scale) and 2 (zero point) against input 0, as far as shapes
 * are known, and tells the granularity. */
static fp8c_status read_granularity(const op_call *c, granularity *g, fp8c_error *err) {
  const tensor *x = c->in[0], *s = c->in[1];
  int64_t block = op_attr_int(c, "block_size"), same;
  int axis;
  *g = (granularity){.dim = 1, .inner = 1};
  if (block < 0) return fail(err, FP8C_ERROR_FORMAT, "block_size %lld", (long long)block);
  bool single = tensor_shape_known(s) && tensor_elements(s) == 1;
  if (rank_known(c, 2) && s->rank != RANK_UNKNOWN) {
    const tensor *z = c->in[2];
    /* one zero point may be [] or [1] whatever the scale is */
    if (!single || !tensor_shape_known(z) || tensor_elements(z) != 1) {
      TRY(want_rank(c, 2, s->rank, err));
      for (int d = 0; d < s->rank; d++)
        TRY(dim_same(s->dims[d], z->dims[d], "scale and zero point", &same, err));
    }
  }
  if (x->rank == RANK_UNKNOWN || s->rank == RANK_UNKNOWN || s->rank == 0) return FP8C_OK;
  if (block == 0 && single) return FP8C_OK;
  TRY(axis_of(op_attr_int(c, "axis"), x->rank, &axis, err));
  g->dim = x->dims[axis];
  if (tensor_shape_known(x)) g->inner = dims_product(x->dims, axis + 1, x->rank);
  if (block == 0) {
    if (s->rank != 1)
      return fail(err, FP8C_ERROR_FORMAT, "the scale has rank %d; 0 or 1 is wanted", s->rank);
    return dim_same(s->dims[0], x->dims[axis], "the scale and the axis", &same, err);
  }
  TRY(want_rank(c, 1, x->rank, err));
  g->block = block;
  g->blocks = s->dims[axis];
  for (int d = 0; d < x->rank; d++) {
    int64_t want = d != axis || x->dims[d] < 0 ? x->dims[d] : (x->dims[d] - 1) / block + 1;
    if (d == axis && x->dims[d] == 0) want = 0;
    if (d == axis && x->dims[d] < 0) continue;
    TRY(dim_same(s->dims[d], want, "the scale and the blocks", &same, err));
  }
  return FP8C_OK;
}

typedef struct limits {
  float low, high;
} limits;

/* The range of an integer type; false for others. */
static bool int_limits(fp8c_dtype d, limits *l) {
  if (!dtype_is_narrow_int(d) && (!dtype_is_int(d) || dtype_bytes(d) > 4)) return false;
  bool is_signed = dtype_is_signed(d);
  float span = ldexpf(1, (int)dtype_packed_bits(d) - (is_signed ? 1 : 0));
  *l = (limits){is_signed ? -span : 0, span - 1};
  return true;
}

static bool is_float8(fp8c_dtype d) { return dtype_is_small_float(d) && dtype_bytes(d) == 1; }

/* A quantised type QuantizeLinear gives. */
static fp8c_status want_quantized(fp8c_dtype d, fp8c_error *err) {
  limits l;
  if (is_float8(d) || (int_limits(d, &l) && dtype_bytes(d) <= 2)) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED, "quantising to %s is not supported", fp8c_dtype_name(d));
}

/* A zero point in FP8 only states the type: one that is known not to be 0 is an error now. */
static fp8c_status want_no_float_zero(const op_call *c, fp8c_error *err) {
  if (!has_input(c, 2) || !dtype_is_float(c->in[2]->dtype) || !c->in[2]->data ||
      !tensor_shape_known(c->in[2]))
    return FP8C_OK;
  for (int64_t i = 0; i < tensor_elements(c->in[2]); i++)
    if (tensor_real(c->in[2], i) != 0)
      return fail(err, FP8C_ERROR_UNSUPPORTED, "its zero point in %s is %g; only 0 is supported",
                  fp8c_dtype_name(c->in[2]->dtype), tensor_real(c->in[2], i));
  return FP8C_OK;
}

fp8c_status infer_quantize_linear(op_call *c, fp8c_error *err) {
  granularity g;
  fp8c_dtype stated, precision;
  out_like(c, 0, c->in[0]);
  TRY(dtype_attr(c, "output_dtype", FP8C_DTYPE_U8, &stated, err));
  TRY(dtype_attr(c, "precision", c->in[1]->dtype, &precision, err));
  if (has_input(c, 2)) {
    if (op_attr_int(c, "output_dtype") != 0 && stated != c->in[2]->dtype)
      return fail(err, FP8C_ERROR_FORMAT, "output_dtype is %s, but the zero point is %s",
                  fp8c_dtype_name(stated), fp8c_dtype_name(c->in[2]->dtype));
    stated = c->in[2]->dtype;
  }
  c->out[0].dtype = stated;
  TRY(want_quantized(stated, err));
  TRY(want_no_float_zero(c, err));
  if (!dtype_is_small_float(c->in[0]->dtype) && c->in[0]->dtype != FP8C_DTYPE_I32)
    return fail(err, FP8C_ERROR_FORMAT, "its input has type %s; a float or i32 is wanted",
                fp8c_dtype_name(c->in[0]->dtype));
  if (!dtype_is_small_float(c->in[1]->dtype))
    return fail(err, FP8C_ERROR_FORMAT, "its scale has type %s; a float is wanted",
                fp8c_dtype_name(c->in[1]->dtype));
  return read_granularity(c, &g, err);
}

fp8c_status infer_dequantize_linear(op_call *c, fp8c_error *err) {
  granularity g;
  limits l;
  out_like(c, 0, c->in[0]);
  TRY(dtype_attr(c, "output_dtype", c->in[1]->dtype, &c->out[0].dtype, err));
  if (!is_float8(c->in[0]->dtype) && !int_limits(c->in[0]->dtype, &l))
    return fail(err, FP8C_ERROR_FORMAT, "dequantising %s is not supported",
                fp8c_dtype_name(c->in[0]->dtype));
  if (!dtype_is_small_float(c->in[1]->dtype) || !dtype_is_small_float(c->out[0].dtype))
    return fail(err, FP8C_ERROR_FORMAT, "its scale has type %s; a float is wanted",
                fp8c_dtype_name(c->in[1]->dtype));
  TRY(want_no_float_zero(c, err));
  return read_granularity(c, &g, err);
}

typedef struct linear_job {
  const tensor *in, *out;
  granularity g;
  const float *scales;
  const int64_t *zeros; /* NULL: none */
  fp8c_dtype precision; /* the quotient is rounded to it */
  bool saturate;
} linear_job;

/* Everything the pieces need, read once: scales as F32, zero points as integers. */
static fp8c_status prepare_linear(op_call *c, linear_job *j, fp8c_error *err) {
  tensor s = tensor_as_f32(c, c->in[1]);
  TRY(want_same_size(c, err));
  TRY(read_granularity(c, &j->g, err));
  j->in = c->in[0];
  j->out = &c->out[0];
  j->scales = s.data;
  j->zeros = NULL;
  if (!has_input(c, 2)) return FP8C_OK;
  int64_t n = tensor_elements(c->in[2]), *zeros = NEW_ARRAY(c->scratch, int64_t, n);
  for (int64_t i = 0; i < n; i++) {
    if (dtype_is_float(c->in[2]->dtype)) { /* FP8: it only states the type */
      if (tensor_real(c->in[2], i) != 0)
        return fail(err, FP8C_ERROR_UNSUPPORTED, "an FP8 zero point is not 0");
      continue;
    }
    zeros[i] = tensor_int(c->in[2], i);
  }
  j->zeros = zeros;
  return FP8C_OK;
}

/* round(x) + zero, clamped; NaN gives the lowest number, as a comparison would.
 * Adding 1.5 * 2^23 rounds to an integer, ties to even, without the call that
 * rintf is on plain x86-64; types have at most 16 bits, so the clamp before it
 * changes no result. */
static inline int32_t saturated(float x, int32_t zero, limits l) {
  const float magic = 0x1.8p23f, most = 0x1p18f;
  x = x > -most ? x : -most;
  x = x < most ? x : most;
  float y = x + magic - magic + (float)zero;
  y = y > l.low ? y : l.low;
  return (int32_t)(y < l.high ? y : l.high);
}

#define STORE_SATURATED(type_) \
  for (int64_t i = 0; i < n; i++) ((type_ *)to)[at + i] = (type_)saturated(x[i], zero, l)

static void store_saturated(fp8c_dtype d, void *to, int64_t at, const float *x, int64_t n,
                            int32_t zero, limits l) {
  switch (d) {
    case FP8C_DTYPE_I8:
    case FP8C_DTYPE_I4:
    case FP8C_DTYPE_I2:
      STORE_SATURATED(int8_t);
      break;
    case FP8C_DTYPE_U8:
    case FP8C_DTYPE_U4:
    case FP8C_DTYPE_U2:
      STORE_SATURATED(uint8_t);
      break;
    case FP8C_DTYPE_I16:
      STORE_SATURATED(int16_t);
      break;
    default:
      STORE_SATURATED(uint16_t);
      break;
  }
}

#define LOAD_DIFFERENCE(type_) \
  for (int64_t i = 0; i < n; i++) x[i] = (float)(((const type_ *)from)[at + i] - zero)

/* (q - zero) as F32, the difference exact. */
static void load_difference(fp8c_dtype d, const void *from, int64_t at, float *x, int64_t n,
                            int64_t zero) {
  switch (d) {
    case FP8C_DTYPE_I8:
      LOAD_DIFFERENCE(int8_t);
      break;
    case FP8C_DTYPE_U8:
      LOAD_DIFFERENCE(uint8_t);
      break;
    case FP8C_DTYPE_I16:
      LOAD_DIFFERENCE(int16_t);
      break;
    case FP8C_DTYPE_U16:
      LOAD_DIFFERENCE(uint16_t);
      break;
    case FP8C_DTYPE_U32:
      LOAD_DIFFERENCE(uint32_t);
      break;
    case FP8C_DTYPE_I4:
    case FP8C_DTYPE_U4:
    case FP8C_DTYPE_I2:
    case FP8C_DTYPE_U2:
      for (int64_t i = 0; i < n; i++)
        x[i] = (float)(dtype_narrow(d, ((const uint8_t *)from)[at + i]) - zero);
      break;
    default:
      LOAD_DIFFERENCE(int32_t);
      break;
  }
}

/* ---- Bytes and F32, as 8-bit models have them */

INLINE void bytes_to_floats(const uint8_t *restrict from, int32_t zero, float s, float *restrict to,
                            int64_t n, bool is_signed) {
  for (int64_t i = 0; i < n; i++)
    to[i] = (float)((is_signed ? (int32_t)(int8_t)from[i] : (int32_t)from[i]) - zero) * s;
}
INLINE void decode_bytes_any(const uint8_t *from, int32_t zero, float s, float *to, int64_t n,
                             bool is_signed) {
  if (is_signed)
    bytes_to_floats(from, zero, s, to, n, true);
  else
    bytes_to_floats(from, zero, s, to, n, false);
}
AT_EACH_LEVEL(static void, decode_bytes,
              (const uint8_t *from, int32_t zero, float s, float *to, int64_t n, bool is_signed),
              (from, zero, s, to, n, is_signed))

INLINE void divide_bytes_any(const float *restrict from, int32_t zero, float s, limits l,
                             uint8_t *restrict to, int64_t n) {
  for (int64_t i = 0; i < n; i++) to[i] = (uint8_t)saturated(from[i] / s, zero, l);
}
AT_EACH_LEVEL(static void, divide_bytes,
              (const float *from, int32_t zero, float s, limits l, uint8_t *to, int64_t n),
              (from, zero, s, l, to, n))

static void encode_bytes(const float *from, int32_t zero, float s, limits l, uint8_t *to,
                         int64_t n) {
  byte_result r = {
      .kind = BYTE_CODES, .to = to, .unit = s, .zero = (float)zero, .low = l.low, .high = l.high};
  if (!byte_unit_can(s)) {
    divide_bytes(from, zero, s, l, to, n);
    return;
  }
  for (int64_t i = 0; i < n; i += BLOCK)
    byte_result_numbers(&r, from + i, n - i < BLOCK ? n - i : BLOCK, i);
}

static bool is_plain(const tensor *t) {
  return t->dtype == FP8C_DTYPE_F32 && t->scale.kind == SCALE_NONE;
}
static bool is_byte(const tensor *t) {
  return t->dtype == FP8C_DTYPE_I8 || t->dtype == FP8C_DTYPE_U8;
}

/* Elements [first, last) where one side is bytes and the other F32; false where they are not. */
static bool convert_bytes(const linear_job *j, int64_t first, int64_t last, bool to_bytes) {
  limits l = {0, 0};
  if (!is_byte(to_bytes ? j->out : j->in) || !is_plain(to_bytes ? j->in : j->out)) return false;
  if (to_bytes && (j->precision != FP8C_DTYPE_F32 || !int_limits(j->out->dtype, &l))) return false;
  for (int64_t i = first, run; i < last; i += run) {
    int64_t index = scale_index(&j->g, i, &run);
    int32_t zero = j->zeros != NULL ? (int32_t)j->zeros[index] : 0;
    if (run > last - i) run = last - i;
    if (to_bytes)
      encode_bytes((const float *)j->in->data + i, zero, j->scales[index], l,
                   (uint8_t *)j->out->data + i, run);
    else
      decode_bytes((const uint8_t *)j->in->data + i, zero, j->scales[index],
                   (float *)j->out->data + i, run, j->in->dtype == FP8C_DTYPE_I8);
  }
  return true;
}

static void quantize_piece(void *object, int64_t first, int64_t last) {
  const linear_job *j = object;
  if (convert_bytes(j, first, last, true)) return;
  size_t in_bytes = dtype_bytes(j->in->dtype), out_bytes = dtype_bytes(j->out->dtype);
  limits l = {0, 0};
  float x[BLOCK];
  uint16_t narrow[BLOCK];
  bool to_int = int_limits(j->out->dtype, &l);
  for (int64_t i = first; i < last; i += BLOCK) {
    int64_t n = last - i < BLOCK ? last - i : BLOCK;
    const char *from = (const char *)j->in->data + (size_t)i * in_bytes;
    char *to = (char *)j->out->data + (size_t)i * out_bytes;
    if (j->in->dtype == FP8C_DTYPE_I32)
      for (int64_t k = 0; k < n; k++) x[k] = (float)((const int32_t *)from)[k];
    else
      floats_decode(j->in->dtype, from, x, (size_t)n);
    apply_in_scale(j->in, i, x, n);
    for (int64_t k = 0, run; k < n; k += run) {
      float s = j->scales[scale_index(&j->g, i + k, &run)];
      if (run > n - k) run = n - k;
      for (int64_t r = 0; r < run; r++) x[k + r] /= s;
    }
    if (j->precision == FP8C_DTYPE_F16 || j->precision == FP8C_DTYPE_BF16) {
      floats_encode(j->precision, x, narrow, (size_t)n, false);
      floats_decode(j->precision, narrow, x, (size_t)n);
    }
    if (!to_int) {
      floats_encode(j->out->dtype, x, to, (size_t)n, j->saturate);
      continue;
    }
    for (int64_t k = 0, run; k < n; k += run) {
      int64_t zero = j->zeros != NULL ? j->zeros[scale_index(&j->g, i + k, &run)] : 0;
      if (j->zeros == NULL || run > n - k) run = n - k;
      store_saturated(j->out->dtype, to, k, x + k, run, (int32_t)zero, l);
    }
  }
}

static void dequantize_piece(void *object, int64_t first, int64_t last) {
  const linear_job *j = object;
  if (convert_bytes(j, first, last, false)) return;
  size_t in_bytes = dtype_bytes(j->in->dtype), out_bytes = dtype_bytes(j->out->dtype);
  bool from_float = is_float8(j->in->dtype);
  float x[BLOCK];
  for (int64_t i = first; i < last; i += BLOCK) {
    int64_t n = last - i < BLOCK ? last - i : BLOCK;
    if (from_float) {
      floats_decode(j->in->dtype, (const char *)j->in->data + (size_t)i * in_bytes, x, (size_t)n);
      apply_in_scale(j->in, i, x, n);
    }
    for (int64_t k = 0, run; k < n; k += run) {
      int64_t index = scale_index(&j->g, i + k, &run);
      float s = j->scales[index];
      int64_t zero = j->zeros != NULL ? j->zeros[index] : 0;
      if (run > n - k) run = n - k;
      if (!from_float) load_difference(j->in->dtype, j->in->data, i + k, x + k, run, zero);
      for (int64_t r = 0; r < run; r++) x[k + r] *= s;
    }
    apply_out_scale(j->out, i, x, n, false);
    floats_encode(j->out->dtype, x, (char *)j->out->data + (size_t)i * out_bytes, (size_t)n, true);
  }
}

fp8c_status eval_quantize_linear(op_call *c, fp8c_error *err) {
  linear_job j;
  TRY(prepare_linear(c, &j, err));
  TRY(dtype_attr(c, "precision", c->in[1]->dtype, &j.precision, err));
  j.saturate = op_attr_int(c, "saturate") != 0;
  each_piece(c->threads, tensor_elements(c->in[0]), GRAIN, quantize_piece, &j);
  return FP8C_OK;
}

fp8c_status eval_dequantize_linear(op_call *c, fp8c_error *err) {
  linear_job j;
  TRY(prepare_linear(c, &j, err));
  each_piece(c->threads, tensor_elements(c->in[0]), GRAIN, dequantize_piece, &j);
  return FP8C_OK;
}

/* ---- DynamicQuantizeLinear --------------------------------------------- */

fp8c_status infer_dynamic_quantize_linear(op_call *c, fp8c_error *err) {
  out_like(c, 0, c->in[0]);
  c->out[0].dtype = FP8C_DTYPE_U8;
  for (size_t i = 1; i < c->out_count; i++) {
    c->out[i].dtype = i == 1 ? FP8C_DTYPE_F32 : FP8C_DTYPE_U8;
    TRY(out_dims(c, i, 0, NULL, err));
  }
  return want_float(c->in[0], err);
}

/* The least and the greatest number, and 0; NaN are passed over. */
#define RANGE_SIDE_BY_SIDE 64
INLINE void find_range_any(const float *restrict x, int64_t n, float *low, float *high) {
  float least[RANGE_SIDE_BY_SIDE] = {0}, most[RANGE_SIDE_BY_SIDE] = {0};
  int64_t i = 0;
  for (; i + RANGE_SIDE_BY_SIDE <= n; i += RANGE_SIDE_BY_SIDE)
    for (int k = 0; k < RANGE_SIDE_BY_SIDE; k++) {
      float v = x[i + k];
      least[k] = v < least[k] ? v : least[k];
      most[k] = v > most[k] ? v : most[k];
    }
  for (int k = 0; i < n; i++, k++) {
    least[k] = x[i] < least[k] ? x[i] : least[k];
    most[k] = x[i] > most[k] ? x[i] : most[k];
  }
  *low = *high = 0;
  for (int k = 0; k < RANGE_SIDE_BY_SIDE; k++) {
    *low = least[k] < *low ? least[k] : *low;
    *high = most[k] > *high ? most[k] : *high;
  }
}
AT_EACH_LEVEL(static void, find_range, (const float *x, int64_t n, float *low, float *high),
              (x, n, low, high))

typedef struct encode_job {
  const float *from;
  uint8_t *to;
  float scale;
  int32_t zero;
  limits l;
} encode_job;

static void encode_piece(void *object, int64_t first, int64_t last) {
  const encode_job *j = object;
  encode_bytes(j->from + first, j->zero, j->scale, j->l, j->to + first, last - first);
}

fp8c_status eval_dynamic_quantize_linear(op_call *c, fp8c_error *err) {
  (void)err;
  const float *x = c->in[0]->data;
  uint8_t *y = c->out[0].data;
  int64_t n = tensor_elements(c->in[0]);
  limits l = {0, 255};
  float low, high; /* the range always holds zero */
  find_range(x, n, &low, &high);
  float s = high == low ? 1.0f : (high - low) / 255.0f;
  int32_t zero = saturated(-low / s, 0, l);
  encode_job j = {x, y, s, zero, l};
  each_piece(c->threads, n, GRAIN, encode_piece, &j);
  *(float *)c->out[1].data = s;
  *(uint8_t *)c->out[2].data = (uint8_t)zero;
  return FP8C_OK;
}
