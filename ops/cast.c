/* cast.c - conversions between all element types.
 *
 * Floats go through F32 (F64 where one side is F64), integers through 64 bits,
 * each value rounded once.  A float that no integer type holds becomes what
 * x86 instructions give, which is what NumPy and ONNX Runtime give too: spelled
 * out here, because in C it is undefined. */
#include <string.h>

#include "base/cpu.h"
#include "base/numbers.h"
#include "ops/dtype.h"
#include "ops/move.h"
#include "ops/rows.h"

#define BLOCK 1024 /* elements on the stack at a time */

/* ---- Float to integer -------------------------------------------------- */

static inline int32_t i32_of(double x) {
  return x > -2147483649.0 && x < 2147483648.0 ? (int32_t)x : INT32_MIN;
}
static inline uint32_t u32_of(double x) {
  return x >= 2147483648.0 ? (uint32_t)i32_of(x - 2147483648.0) ^ 0x80000000u : (uint32_t)i32_of(x);
}
static inline int64_t i64_of(double x) {
  return x >= -0x1p63 && x < 0x1p63 ? (int64_t)x : INT64_MIN;
}
static inline uint64_t u64_of(double x) {
  return x >= 0x1p63 ? (uint64_t)i64_of(x - 0x1p63) ^ ((uint64_t)1 << 63) : (uint64_t)i64_of(x);
}

/* ---- One block: source to a wide form, wide form to destination ------------ */

/* What the attributes ask for. */
typedef struct cast_form {
  bool saturate;
  e8m0_round round;
} cast_form;

typedef enum wide_kind { WIDE_F32, WIDE_F64, WIDE_I32, WIDE_I64, WIDE_U64 } wide_kind;

typedef struct block {
  wide_kind kind;
  union {
    float f32[BLOCK];
    double f64[BLOCK];
    int32_t i32[BLOCK];
    int64_t i64[BLOCK];
    uint64_t u64[BLOCK];
  };
} block;

#define LOAD(kind_, field_, type_)                                           \
  do {                                                                       \
    b->kind = kind_;                                                         \
    for (int64_t i = 0; i < n; i++) b->field_[i] = ((const type_ *)from)[i]; \
  } while (0)

INLINE void load_block(block *b, const tensor *t, const void *from, int64_t n) {
  switch (t->dtype) {
    case FP8C_DTYPE_F64:
      LOAD(WIDE_F64, f64, double);
      break;
    case FP8C_DTYPE_I8:
      LOAD(WIDE_I32, i32, int8_t);
      break;
    case FP8C_DTYPE_I16:
      LOAD(WIDE_I32, i32, int16_t);
      break;
    case FP8C_DTYPE_I32:
      LOAD(WIDE_I32, i32, int32_t);
      break;
    case FP8C_DTYPE_I64:
      LOAD(WIDE_I64, i64, int64_t);
      break;
    case FP8C_DTYPE_BOOL:
    case FP8C_DTYPE_U8:
      LOAD(WIDE_I32, i32, uint8_t);
      break;
    case FP8C_DTYPE_U16:
      LOAD(WIDE_I32, i32, uint16_t);
      break;
    case FP8C_DTYPE_U32:
      LOAD(WIDE_I64, i64, uint32_t);
      break;
    case FP8C_DTYPE_U64:
      LOAD(WIDE_U64, u64, uint64_t);
      break;
    case FP8C_DTYPE_I4:
    case FP8C_DTYPE_U4:
    case FP8C_DTYPE_I2:
    case FP8C_DTYPE_U2:
      b->kind = WIDE_I64;
      for (int64_t i = 0; i < n; i++)
        b->i64[i] = dtype_narrow(t->dtype, ((const uint8_t *)from)[i]);
      break;
    default:
      b->kind = WIDE_F32;
      floats_decode(t->dtype, from, b->f32, (size_t)n);
      if (t->scale.kind == SCALE_TENSOR)
        for (int64_t i = 0; i < n; i++) b->f32[i] *= t->scale.value;
  }
}

/* `convert` is the expression for a float x, wrapping is that of the type. */
#define STORE(type_, convert_)                                                     \
  do {                                                                             \
    type_ *y = to;                                                                 \
    switch (b->kind) {                                                             \
      case WIDE_F32:                                                               \
        for (int64_t i = 0; i < n; i++) y[i] = (type_)convert_((double)b->f32[i]); \
        break;                                                                     \
      case WIDE_F64:                                                               \
        for (int64_t i = 0; i < n; i++) y[i] = (type_)convert_(b->f64[i]);         \
        break;                                                                     \
      case WIDE_I32:                                                               \
        for (int64_t i = 0; i < n; i++) y[i] = (type_)b->i32[i];                   \
        break;                                                                     \
      case WIDE_I64:                                                               \
        for (int64_t i = 0; i < n; i++) y[i] = (type_)b->i64[i];                   \
        break;                                                                     \
      case WIDE_U64:                                                               \
        for (int64_t i = 0; i < n; i++) y[i] = (type_)b->u64[i];                   \
        break;                                                                     \
    }                                                                              \
  } while (0)

/* NaN is true. */
#define STORE_BOOL(field_) \
  for (int64_t i = 0; i < n; i++) to[i] = b->field_[i] != 0

INLINE void store_bool(const block *b, uint8_t *to, int64_t n) {
  switch (b->kind) {
    case WIDE_F32:
      STORE_BOOL(f32);
      break;
    case WIDE_F64:
      STORE_BOOL(f64);
      break;
    case WIDE_I32:
      STORE_BOOL(i32);
      break;
    case WIDE_I64:
      STORE_BOOL(i64);
      break;
    case WIDE_U64:
      STORE_BOOL(u64);
      break;
  }
}

/* Truncated, then the low bits: as every wider integer type. */
static void store_narrow(const block *b, fp8c_dtype dtype, uint8_t *to, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    int64_t x = b->kind == WIDE_F32   ? i32_of((double)b->f32[i])
                : b->kind == WIDE_F64 ? i32_of(b->f64[i])
                : b->kind == WIDE_I32 ? b->i32[i]
                                      : b->i64[i]; /* the low bits of u64 are the same */
    to[i] = (uint8_t)dtype_narrow(dtype, (uint8_t)x);
  }
}

INLINE void store_small_float(const block *b, const tensor *t, void *to, int64_t n,
                              const cast_form *f) {
  float x[BLOCK];
  const float *real = x;
  if (b->kind == WIDE_F64 && t->dtype == FP8C_DTYPE_F16 && t->scale.kind == SCALE_NONE) {
    for (int64_t i = 0; i < n; i++) ((uint16_t *)to)[i] = f16_from_f64(b->f64[i]);
    return;
  }
  switch (b->kind) {
    case WIDE_F32:
      real = b->f32;
      break;
    case WIDE_F64:
      for (int64_t i = 0; i < n; i++) x[i] = (float)b->f64[i];
      break;
    case WIDE_I32:
      for (int64_t i = 0; i < n; i++) x[i] = (float)b->i32[i];
      break;
    case WIDE_I64:
      for (int64_t i = 0; i < n; i++) x[i] = (float)b->i64[i];
      break;
    case WIDE_U64:
      for (int64_t i = 0; i < n; i++) x[i] = (float)b->u64[i];
      break;
  }
  if (t->scale.kind == SCALE_TENSOR) { /* stored as Quantize stores it */
    float r = 1.0f / t->scale.value;
    for (int64_t i = 0; i < n; i++) x[i] = real[i] * r;
    real = x;
  }
  if (t->dtype == FP8C_DTYPE_E8M0)
    for (int64_t i = 0; i < n; i++)
      ((uint8_t *)to)[i] = e8m0_from_f32(real[i], f->saturate, f->round);
  else
    floats_encode(t->dtype, real, to, (size_t)n, f->saturate);
}

#define SELF(x_) (x_)

INLINE void store_block(const block *b, const tensor *t, void *to, int64_t n, const cast_form *f) {
  switch (t->dtype) {
    case FP8C_DTYPE_F64:
      STORE(double, SELF);
      break;
    case FP8C_DTYPE_I8:
      STORE(int8_t, i32_of);
      break;
    case FP8C_DTYPE_I16:
      STORE(int16_t, i32_of);
      break;
    case FP8C_DTYPE_I32:
      STORE(int32_t, i32_of);
      break;
    case FP8C_DTYPE_I64:
      STORE(int64_t, i64_of);
      break;
    case FP8C_DTYPE_U8:
      STORE(uint8_t, i32_of);
      break;
    case FP8C_DTYPE_U16:
      STORE(uint16_t, i32_of);
      break;
    case FP8C_DTYPE_U32:
      STORE(uint32_t, u32_of);
      break;
    case FP8C_DTYPE_U64:
      STORE(uint64_t, u64_of);
      break;
    case FP8C_DTYPE_BOOL:
      store_bool(b, to, n);
      break;
    case FP8C_DTYPE_I4:
    case FP8C_DTYPE_U4:
    case FP8C_DTYPE_I2:
    case FP8C_DTYPE_U2:
      store_narrow(b, t->dtype, to, n);
      break;
    default:
      store_small_float(b, t, to, n, f);
  }
}

/* ---- The operators ----------------------------------------------------- */

typedef struct cast_job {
  const tensor *in, *out;
  cast_form form;
} cast_job;

INLINE void cast_piece_any(const cast_job *j, int64_t first, int64_t last) {
  size_t in_bytes = dtype_bytes(j->in->dtype), out_bytes = dtype_bytes(j->out->dtype);
  block b;
  for (int64_t i = first; i < last; i += BLOCK) {
    int64_t n = last - i < BLOCK ? last - i : BLOCK;
    load_block(&b, j->in, (const char *)j->in->data + (size_t)i * in_bytes, n);
    store_block(&b, j->out, (char *)j->out->data + (size_t)i * out_bytes, n, &j->form);
  }
}

AT_EACH_LEVEL(static void, cast_piece, (const cast_job *j, int64_t first, int64_t last),
              (j, first, last))

static void cast_some(void *object, int64_t first, int64_t last) {
  cast_piece(object, first, last);
}

fp8c_status eval_cast(op_call *c, fp8c_error *err) {
  if (tensor_elements(c->in[0]) != tensor_elements(&c->out[0]))
    return fail(err, FP8C_ERROR_INTERNAL, "its input and output differ in size");
  tensor in = *c->in[0];
  if (in.scale.kind == SCALE_AXIS) in = tensor_as_f32(c, &in);
  if (c->out[0].scale.kind == SCALE_AXIS)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "its output has scales along an axis");
  const char *round = op_attr_string(c, "round_mode");
  cast_job j = {&in, &c->out[0], {op_attr_int(c, "saturate") != 0, E8M0_UP}};
  if (strcmp(round, "down") == 0) j.form.round = E8M0_DOWN;
  if (strcmp(round, "nearest") == 0) j.form.round = E8M0_NEAREST;
  if (in.dtype == c->out[0].dtype && in.scale.kind == SCALE_NONE &&
      c->out[0].scale.kind == SCALE_NONE)
    move_bytes(c->threads, c->out[0].data, in.data, tensor_bytes(&in));
  else
    each_piece(c->threads, tensor_elements(&in), 32 * BLOCK, cast_some, &j);
  return FP8C_OK;
}

static fp8c_status check_rounding(const op_call *c, fp8c_error *err) {
  int64_t saturate = op_attr_int(c, "saturate");
  if (saturate != 0 && saturate != 1)
    return fail(err, FP8C_ERROR_FORMAT, "saturate is %lld; 0 or 1 is wanted", (long long)saturate);
  const char *round = op_attr_string(c, "round_mode");
  if (!strcmp(round, "up") || !strcmp(round, "down") || !strcmp(round, "nearest")) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "round_mode \"%s\" is neither up, down nor nearest", round);
}

fp8c_status infer_cast(op_call *c, fp8c_error *err) {
  out_like(c, 0, c->in[0]);
  TRY(check_rounding(c, err));
  return dtype_attr(c, "to", FP8C_DTYPE_NONE, &c->out[0].dtype, err);
}

fp8c_status infer_cast_like(op_call *c, fp8c_error *err) {
  out_like(c, 0, c->in[0]);
  c->out[0].dtype = c->in[1]->dtype;
  return check_rounding(c, err);
}

fp8c_status infer_bit_cast(op_call *c, fp8c_error *err) {
  out_like(c, 0, c->in[0]);
  TRY(dtype_attr(c, "to", FP8C_DTYPE_NONE, &c->out[0].dtype, err));
  if (dtype_bytes(c->in[0]->dtype) == dtype_bytes(c->out[0].dtype)) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "the bits of %s cannot be those of %s, of another size",
              fp8c_dtype_name(c->in[0]->dtype), fp8c_dtype_name(c->out[0].dtype));
}

fp8c_status eval_bit_cast(op_call *c, fp8c_error *err) {
  if (tensor_bytes(c->in[0]) != tensor_bytes(&c->out[0]))
    return fail(err, FP8C_ERROR_INTERNAL, "its input and output differ in size");
  move_bytes(c->threads, c->out[0].data, c->in[0]->data, tensor_bytes(&c->out[0]));
  if (c->out[0].dtype == FP8C_DTYPE_BOOL) /* a bool is 0 or 1 */
    for (int64_t i = 0; i < tensor_elements(&c->out[0]); i++)
      ((uint8_t *)c->out[0].data)[i] = ((uint8_t *)c->out[0].data)[i] != 0;
  return FP8C_OK;
}
