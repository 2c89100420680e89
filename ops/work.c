/* work.c - tensors of any type in the few types that loops are written for, and back. */
#include "ops/work.h"

#include <string.h>

#include "base/cpu.h"
#include "base/numbers.h"
#include "ops/move.h"

const size_t work_bytes[WORK_COUNT] = {4, 8, 8, 8, 1};

work_type work_type_of(fp8c_dtype dtype) {
  switch (dtype) {
    case FP8C_DTYPE_F64:
      return WORK_F64;
    case FP8C_DTYPE_I8:
    case FP8C_DTYPE_I16:
    case FP8C_DTYPE_I32:
    case FP8C_DTYPE_I64:
      return WORK_I64;
    case FP8C_DTYPE_U8:
    case FP8C_DTYPE_U16:
    case FP8C_DTYPE_U32:
    case FP8C_DTYPE_U64:
    case FP8C_DTYPE_BOOL:
      return WORK_U64;
    default:
      return WORK_F32;
  }
}

#define EACH_NARROW(X)        \
  X(FP8C_DTYPE_I8, int8_t)    \
  X(FP8C_DTYPE_I16, int16_t)  \
  X(FP8C_DTYPE_I32, int32_t)  \
  X(FP8C_DTYPE_I64, int64_t)  \
  X(FP8C_DTYPE_U8, uint8_t)   \
  X(FP8C_DTYPE_BOOL, uint8_t) \
  X(FP8C_DTYPE_U16, uint16_t) \
  X(FP8C_DTYPE_U32, uint32_t) \
  X(FP8C_DTYPE_U64, uint64_t) \
  X(FP8C_DTYPE_F64, double)

#define WIDEN_CASE(dtype_, type_)                                          \
  case dtype_:                                                             \
    for (size_t i = 0; i < n; i++) to[i] = (WIDE)((const type_ *)from)[i]; \
    break;

/* F64 to an integer type happens for Pow(int, float) alone: out of range is 0. */
#define NARROW_CASE(dtype_, type_)                                          \
  case dtype_:                                                              \
    for (size_t i = 0; i < n; i++) ((type_ *)to)[i] = (type_)FROM(from[i]); \
    break;

#define DEFINE_WIDEN(name_, wide_)                                                             \
  INLINE void name_##_any(fp8c_dtype dtype, const void *from, wide_ *to, size_t n) {           \
    switch (dtype) {                                                                           \
      EACH_NARROW(WIDEN_CASE)                                                                  \
      default: {                                                                               \
        float real[BLOCK];                                                                     \
        floats_decode(dtype, from, real, n);                                                   \
        for (size_t i = 0; i < n; i++) to[i] = (WIDE)real[i];                                  \
      }                                                                                        \
    }                                                                                          \
  }                                                                                            \
  AT_EACH_LEVEL(static void, name_, (fp8c_dtype dtype, const void *from, wide_ *to, size_t n), \
                (dtype, from, to, n))
#define DEFINE_NARROW(name_, wide_)                                                            \
  INLINE void name_##_any(fp8c_dtype dtype, const wide_ *from, void *to, size_t n) {           \
    switch (dtype) {                                                                           \
      EACH_NARROW(NARROW_CASE)                                                                 \
      default:                                                                                 \
        break;                                                                                 \
    }                                                                                          \
  }                                                                                            \
  AT_EACH_LEVEL(static void, name_, (fp8c_dtype dtype, const wide_ *from, void *to, size_t n), \
                (dtype, from, to, n))

#define WIDE float
DEFINE_WIDEN(widen_f32, float)
#undef WIDE
#define WIDE double
DEFINE_WIDEN(widen_f64, double)
#undef WIDE
#define WIDE int64_t
DEFINE_WIDEN(widen_i64, int64_t)
#undef WIDE
#define WIDE uint64_t
DEFINE_WIDEN(widen_u64, uint64_t)
#undef WIDE

#define FROM(v_) (v_)
DEFINE_NARROW(narrow_i64, int64_t)
DEFINE_NARROW(narrow_u64, uint64_t)
#undef FROM
static int64_t whole(double v) { return v >= -0x1p63 && v < 0x1p63 ? (int64_t)v : 0; }
#define FROM(v_) whole(v_)
DEFINE_NARROW(narrow_f64, double)
#undef FROM

void work_load(const tensor *t, work_type work, size_t at, void *to, size_t n) {
  const void *from = (const char *)t->data + at * dtype_bytes(t->dtype);
  switch (work) {
    case WORK_BYTES:
      memcpy(to, from, n);
      break;
    case WORK_F32:
      if (dtype_is_small_float(t->dtype)) {
        floats_decode(t->dtype, from, to, n);
        if (t->scale.kind == SCALE_TENSOR)
          for (size_t i = 0; i < n; i++) ((float *)to)[i] *= t->scale.value;
      } else {
        widen_f32(t->dtype, from, to, n);
      }
      break;
    case WORK_F64:
      widen_f64(t->dtype, from, to, n);
      break;
    case WORK_I64:
      widen_i64(t->dtype, from, to, n);
      break;
    default:
      widen_u64(t->dtype, from, to, n);
      break;
  }
}

void work_store(const tensor *t, work_type work, size_t at, void *from, size_t n) {
  void *to = (char *)t->data + at * dtype_bytes(t->dtype);
  switch (work) {
    case WORK_F32:
      if (t->scale.kind == SCALE_TENSOR) {
        float r = 1.0f / t->scale.value;
        for (size_t i = 0; i < n; i++) ((float *)from)[i] *= r;
      }
      floats_encode(t->dtype, from, to, n, true);
      break;
    case WORK_F64:
      if (t->dtype == FP8C_DTYPE_F64)
        memcpy(to, from, n * sizeof(double));
      else
        narrow_f64(t->dtype, from, to, n);
      break;
    case WORK_I64:
      narrow_i64(t->dtype, from, to, n);
      break;
    default:
      narrow_u64(t->dtype, from, to, n);
      break;
  }
}

bool work_is(const tensor *t, work_type work) {
  switch (work) {
    case WORK_F32:
      return t->dtype == FP8C_DTYPE_F32 && t->scale.kind == SCALE_NONE;
    case WORK_F64:
      return t->dtype == FP8C_DTYPE_F64;
    case WORK_BYTES:
      return dtype_bytes(t->dtype) == 1;
    case WORK_I64:
      return t->dtype == FP8C_DTYPE_I64;
    default:
      return t->dtype == FP8C_DTYPE_U64;
  }
}

/* ---- Whole arrays ------------------------------------------------------------ */

void *work_copy(const op_call *c, const tensor *t, work_type work) {
  size_t n = (size_t)tensor_elements(t), bytes = work_bytes[work];
  char *to = arena_raw(c->scratch, n, bytes);
  if (work_is(t, work))
    move_bytes(c->threads, to, t->data, n * bytes);
  else
    for (size_t i = 0; i < n; i += BLOCK)
      work_load(t, work, i, to + i * bytes, n - i < BLOCK ? n - i : BLOCK);
  return to;
}

void work_give(const tensor *t, work_type work, const void *from) {
  size_t n = (size_t)tensor_elements(t), bytes = work_bytes[work];
  if (n == 0) return;
  if (work_is(t, work)) {
    memcpy(t->data, from, n * bytes);
    return;
  }
  char block[BLOCK * sizeof(double)];
  for (size_t i = 0; i < n; i += BLOCK) {
    size_t count = n - i < BLOCK ? n - i : BLOCK;
    memcpy(block, (const char *)from + i * bytes, count * bytes);
    work_store(t, work, i, block, count);
  }
}
