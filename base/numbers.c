/* numbers.c - rounding into the small float formats, and back.
 *
 * One formula serves every format, so each differs only in a row of constants.
 * A number in the format's normal range is rounded on its F32 bits: add half of
 * the last kept place minus one plus the last kept bit, shift.  A smaller one is
 * added to the F32 number whose last place is the format's smallest subnormal:
 * the FPU rounds it, to nearest even, and the sum's low bits are the code.  Both
 * are exact single roundings and branchless, so whole arrays vectorise.  All is
 * integer arithmetic but for that one addition, hence the same on every CPU. */
#include "base/numbers.h"

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "base/size.h"

INLINE uint32_t bits_of(float x) {
  uint32_t u;
  memcpy(&u, &x, sizeof u);
  return u;
}
INLINE float float_of(uint32_t u) {
  float x;
  memcpy(&x, &u, sizeof x);
  return x;
}

typedef struct format {
  int shift;        /* 23 - mantissa bits */
  int bias;         /* of the exponent */
  int most;         /* magnitude code of the largest finite number */
  int overflow;     /* magnitude code of what lies beyond, unsaturated */
  int nan;          /* whole code */
  int sign_shift;   /* from F32's sign bit to this format's */
  bool single_zero; /* FNUZ: no negative zero, NaN has one code */
} format;

static const format e4m3 = {20, 7, 0x7e, 0x7f, 0x7f, 24, false};
static const format e5m2 = {21, 15, 0x7b, 0x7c, 0x7f, 24, false};
static const format e4m3fnuz = {20, 8, 0x7f, 0x80, 0x80, 24, true};
static const format e5m2fnuz = {21, 16, 0x7f, 0x80, 0x80, 24, true};
static const format e2m1 = {22, 1, 7, 7, 8, 28, false};
static const format f16 = {13, 15, 0x7bff, 0x7c00, 0x7fff, 16, false};

INLINE int encode(format f, float x, bool saturate) {
  int32_t u = (int32_t)bits_of(x), a = u & 0x7fffffff;
  int mantissa = 23 - f.shift;
  /* 2^(1 - bias) is the smallest normal; 2^(1 - bias - mantissa) the smallest number. */
  int32_t least_normal = (127 + 1 - f.bias) << 23;
  int32_t magic = (127 + 1 - f.bias - mantissa + 23) << 23;
  /* Unsigned: a NaN's bits plus a half may pass 2^31. */
  uint32_t half = (1u << (f.shift - 1)) - 1, kept = (uint32_t)a >> f.shift;
  int32_t normal =
      (int32_t)(((uint32_t)a + half + (kept & 1)) >> f.shift) - ((127 - f.bias) << mantissa);
  int32_t tiny = (int32_t)bits_of(float_of((uint32_t)a) + float_of((uint32_t)magic)) - magic;
  int32_t code = a < least_normal ? tiny : normal;
  int32_t beyond = saturate ? f.most : f.overflow;
  code = code > f.most ? beyond : code;
  int32_t sign = (int32_t)((uint32_t)u >> f.sign_shift) & (1 << (31 - f.sign_shift));
  if (f.single_zero) sign = code == 0 || code == 0x80 ? 0 : sign;
  return a > 0x7f800000 ? f.nan : code | sign;
}

INLINE float decode(format f, uint32_t code) {
  uint32_t sign_bit = 1u << (31 - f.sign_shift);
  uint32_t magnitude = code & (sign_bit - 1), sign = (code & sign_bit) << f.sign_shift;
  int mantissa = 23 - f.shift;
  float least = float_of((uint32_t)(127 + 1 - f.bias - mantissa) << 23);
  uint32_t normal = (magnitude << f.shift) + ((uint32_t)(127 - f.bias) << 23);
  uint32_t tiny = bits_of((float)(int32_t)magnitude * least);
  uint32_t u = magnitude < 1u << mantissa ? tiny : normal;
  if (f.single_zero) return float_of(code == 0x80 ? 0x7fc00000u : u | sign);
  /* Above the largest finite code: E4M3's one NaN, or infinity and NaNs. */
  uint32_t special = f.overflow == f.nan
                         ? 0x7fc00000u
                         : 0x7f800000u | (magnitude - (uint32_t)f.overflow) << f.shift;
  return float_of((magnitude > (uint32_t)f.most ? special : u) | sign);
}

/* The magnitude's power of two: to the nearest, or the next one `up` or down (round_mode of
 * ONNX's Cast; the sign is dropped).  Beyond 2^127 lies NaN unless saturated; zero is 2^-127. */
INLINE int encode_e8m0(float x, bool saturate, e8m0_round round) {
  uint32_t a = bits_of(x) & 0x7fffffff, exponent = a >> 23, rest = a & 0x7fffff;
  if (exponent == 0xff) return 0xff;
  uint32_t up = round == E8M0_UP ? rest != 0 : 0;
  if (round == E8M0_NEAREST) up = rest > 0x400000 || (rest == 0x400000 && exponent > 0);
  if (saturate && exponent == 0xfe) up = 0;
  return (int)(exponent + up);
}

INLINE float decode_e8m0(uint8_t code) {
  return float_of(code == 0xff ? 0x7fc00000u : code == 0 ? 0x00400000u : (uint32_t)code << 23);
}

INLINE uint16_t encode_bf16(float x) {
  uint32_t u = bits_of(x);
  uint32_t rounded = (u + 0x7fff + (u >> 16 & 1)) >> 16;
  return (uint16_t)((u & 0x7fffffff) > 0x7f800000 ? 0x7fff : rounded);
}

uint8_t e4m3_from_f32(float x, bool saturate) { return (uint8_t)encode(e4m3, x, saturate); }
uint8_t e5m2_from_f32(float x, bool saturate) { return (uint8_t)encode(e5m2, x, saturate); }
uint8_t e4m3fnuz_from_f32(float x, bool saturate) { return (uint8_t)encode(e4m3fnuz, x, saturate); }
uint8_t e5m2fnuz_from_f32(float x, bool saturate) { return (uint8_t)encode(e5m2fnuz, x, saturate); }
uint8_t e2m1_from_f32(float x) { return (uint8_t)encode(e2m1, x, true); }
uint8_t e8m0_from_f32(float x, bool saturate, e8m0_round round) {
  return (uint8_t)encode_e8m0(x, saturate, round);
}
float e2m1_to_f32(uint8_t code) { return decode(e2m1, code & 15u); }
float e8m0_to_f32(uint8_t code) { return decode_e8m0(code); }
float e4m3_to_f32(uint8_t code) { return decode(e4m3, code); }
float e5m2_to_f32(uint8_t code) { return decode(e5m2, code); }
float e4m3fnuz_to_f32(uint8_t code) { return decode(e4m3fnuz, code); }
float e5m2fnuz_to_f32(uint8_t code) { return decode(e5m2fnuz, code); }
uint16_t bf16_from_f32(float x) { return encode_bf16(x); }
float bf16_to_f32(uint16_t bits) { return float_of((uint32_t)bits << 16); }
uint16_t f16_from_f32(float x) { return (uint16_t)encode(f16, x, false); }
float f16_to_f32(uint16_t bits) { return decode(f16, bits); }

/* The same formula on F64's bits: going through F32 would round twice. */
uint16_t f16_from_f64(double x) {
  uint64_t u;
  memcpy(&u, &x, sizeof u);
  uint64_t a = u & INT64_MAX;
  uint16_t sign = (uint16_t)(u >> 48 & 0x8000), code;
  if (a > 0x7ff0000000000000) return 0x7fff;
  if (a < (uint64_t)(1023 - 14) << 52) {
    double sum, magic = 0x1p28; /* its last place is 2^-24 */
    uint64_t magic_bits, sum_bits;
    memcpy(&sum, &a, sizeof sum);
    sum += magic;
    memcpy(&magic_bits, &magic, sizeof magic_bits);
    memcpy(&sum_bits, &sum, sizeof sum_bits);
    code = (uint16_t)(sum_bits - magic_bits);
  } else {
    uint64_t rounded = (a + ((uint64_t)1 << 41) - 1 + (a >> 42 & 1)) >> 42;
    rounded -= (uint64_t)(1023 - 15) << 10;
    code = (uint16_t)(rounded > 0x7c00 ? 0x7c00 : rounded);
  }
  return code | sign;
}

/* ---- Arrays --------------------------------------------------------------- */

#define ARRAYS(name, type, encode_one, decode_one)                                                \
  INLINE void name##_decode_all_any(const type *restrict in, float *restrict out, size_t count) { \
    for (size_t i = 0; i < count; i++) out[i] = decode_one;                                       \
  }                                                                                               \
  AT_EACH_LEVEL(static void, name##_decode_all, (const void *in, float *out, size_t count),       \
                (in, out, count))                                                                 \
  INLINE void name##_encode_all_any(const float *restrict in, type *restrict out, size_t count,   \
                                    bool saturate) {                                              \
    if (saturate) {                                                                               \
      const bool sat = true;                                                                      \
      (void)sat;                                                                                  \
      for (size_t i = 0; i < count; i++) out[i] = (type)encode_one;                               \
    } else {                                                                                      \
      const bool sat = false;                                                                     \
      (void)sat;                                                                                  \
      for (size_t i = 0; i < count; i++) out[i] = (type)encode_one;                               \
    }                                                                                             \
  }                                                                                               \
  AT_EACH_LEVEL(static void, name##_encode_all,                                                   \
                (const float *in, void *out, size_t count, bool saturate),                        \
                (in, out, count, saturate))

ARRAYS(e4m3, uint8_t, encode(e4m3, in[i], sat), decode(e4m3, in[i]))
ARRAYS(e5m2, uint8_t, encode(e5m2, in[i], sat), decode(e5m2, in[i]))
ARRAYS(e4m3fnuz, uint8_t, encode(e4m3fnuz, in[i], sat), decode(e4m3fnuz, in[i]))
ARRAYS(e5m2fnuz, uint8_t, encode(e5m2fnuz, in[i], sat), decode(e5m2fnuz, in[i]))
ARRAYS(e2m1, uint8_t, encode(e2m1, in[i], true), decode(e2m1, in[i] & 15u))
ARRAYS(e8m0, uint8_t, encode_e8m0(in[i], sat, E8M0_UP), decode_e8m0(in[i]))
ARRAYS(f16, uint16_t, encode(f16, in[i], false), decode(f16, in[i]))
ARRAYS(bf16, uint16_t, encode_bf16(in[i]), float_of((uint32_t)in[i] << 16))

static void f32_decode_all(const void *in, float *out, size_t count) {
  if (count) memmove(out, in, count * sizeof *out);
}
static void f32_encode_all(const float *in, void *out, size_t count, bool saturate) {
  (void)saturate;
  if (count) memmove(out, in, count * sizeof *in);
}

/* ---- What a type is ------------------------------------------------------- */

typedef enum kind { NO_KIND, FLOAT, SIGNED, UNSIGNED, BOOLEAN } kind;

typedef void decoder(const void *in, float *out, size_t count);
typedef void encoder(const float *in, void *out, size_t count, bool saturate);

#define TYPE(name_, bits_, packed_, kind_) \
  { .name = (name_), .bits = (bits_), .packed = (packed_), .kind = (kind_) }
/* The float types of at most 32 bits have codes. */
#define CODED(name_, bits_, packed_, mantissa_, least_, max_)                                     \
  {                                                                                               \
    .name = #name_, .bits = (bits_), .packed = (packed_), .kind = FLOAT, .mantissa = (mantissa_), \
    .least = (least_), .max = (max_), .decode = name_##_decode_all, .encode = name_##_encode_all  \
  }

static const struct {
  const char *name;
  unsigned char bits, packed; /* in memory, in a file */
  kind kind;
  int mantissa, least; /* bits of a float; the exponent of its smallest normal number */
  float max;
  decoder *decode;
  encoder *encode;
} types[FP8C_DTYPE_COUNT] = {
    [FP8C_DTYPE_NONE] = TYPE("none", 0, 0, NO_KIND),
    [FP8C_DTYPE_F32] = CODED(f32, 32, 32, 23, -126, 0x1.fffffep127f),
    [FP8C_DTYPE_F16] = CODED(f16, 16, 16, 10, -14, 65504.0f),
    [FP8C_DTYPE_BF16] = CODED(bf16, 16, 16, 7, -126, 0x1.fep127f),
    [FP8C_DTYPE_E4M3] = CODED(e4m3, 8, 8, 3, -6, E4M3_MAX),
    [FP8C_DTYPE_E5M2] = CODED(e5m2, 8, 8, 2, -14, E5M2_MAX),
    [FP8C_DTYPE_I8] = TYPE("i8", 8, 8, SIGNED),
    [FP8C_DTYPE_I16] = TYPE("i16", 16, 16, SIGNED),
    [FP8C_DTYPE_I32] = TYPE("i32", 32, 32, SIGNED),
    [FP8C_DTYPE_I64] = TYPE("i64", 64, 64, SIGNED),
    [FP8C_DTYPE_U8] = TYPE("u8", 8, 8, UNSIGNED),
    [FP8C_DTYPE_U16] = TYPE("u16", 16, 16, UNSIGNED),
    [FP8C_DTYPE_U32] = TYPE("u32", 32, 32, UNSIGNED),
    [FP8C_DTYPE_U64] = TYPE("u64", 64, 64, UNSIGNED),
    [FP8C_DTYPE_F64] =
        {.name = "f64", .bits = 64, .packed = 64, .kind = FLOAT, .mantissa = 52, .least = -1022},
    [FP8C_DTYPE_BOOL] = TYPE("bool", 8, 8, BOOLEAN),
    [FP8C_DTYPE_E4M3FNUZ] = CODED(e4m3fnuz, 8, 8, 3, -7, 240.0f),
    [FP8C_DTYPE_E5M2FNUZ] = CODED(e5m2fnuz, 8, 8, 2, -15, 57344.0f),
    [FP8C_DTYPE_I4] = TYPE("i4", 8, 4, SIGNED),
    [FP8C_DTYPE_U4] = TYPE("u4", 8, 4, UNSIGNED),
    [FP8C_DTYPE_I2] = TYPE("i2", 8, 2, SIGNED),
    [FP8C_DTYPE_U2] = TYPE("u2", 8, 2, UNSIGNED),
    [FP8C_DTYPE_E2M1] = CODED(e2m1, 8, 4, 1, 0, 6.0f),
    [FP8C_DTYPE_E8M0] = CODED(e8m0, 8, 8, 0, -127, 0x1p127f),
};

/* A type out of a file may be any number; outside the table it is NONE. */
static unsigned row(fp8c_dtype dtype) {
  unsigned i = (unsigned)dtype;
  return i < FP8C_DTYPE_COUNT ? i : FP8C_DTYPE_NONE;
}

const char *fp8c_dtype_name(fp8c_dtype dtype) { return types[row(dtype)].name; }
size_t fp8c_dtype_bits(fp8c_dtype dtype) { return types[row(dtype)].bits; }

bool dtype_is_float(fp8c_dtype dtype) { return types[row(dtype)].kind == FLOAT; }
bool dtype_is_small_float(fp8c_dtype dtype) {
  return dtype_is_float(dtype) && dtype != FP8C_DTYPE_F64;
}
bool dtype_is_half(fp8c_dtype dtype) { return dtype == FP8C_DTYPE_F16 || dtype == FP8C_DTYPE_BF16; }
bool dtype_is_fp8(fp8c_dtype dtype) {
  static const bool computes[FP8C_DTYPE_COUNT] = {
#define FP8_FORMAT(id_, ...) [FP8C_DTYPE_##id_] = true,
#define ROUNDED_FORMAT(...)
#define WHOLE_FORMAT(...)
#include "base/formats.def"
  };
  return computes[row(dtype)];
}
bool dtype_is_signed(fp8c_dtype dtype) { return types[row(dtype)].kind == SIGNED; }
static bool is_integer(fp8c_dtype dtype) {
  return dtype_is_signed(dtype) || types[row(dtype)].kind == UNSIGNED;
}
unsigned dtype_packed_bits(fp8c_dtype dtype) { return types[row(dtype)].packed; }
bool dtype_is_int(fp8c_dtype dtype) { return is_integer(dtype) && dtype_packed_bits(dtype) >= 8; }
bool dtype_is_narrow_int(fp8c_dtype dtype) {
  return is_integer(dtype) && dtype_packed_bits(dtype) < 8;
}
int dtype_narrow(fp8c_dtype dtype, uint8_t byte) {
  unsigned bits = dtype_packed_bits(dtype), code = byte & ((1u << bits) - 1);
  return dtype_is_signed(dtype) && code >> (bits - 1) ? (int)code - (1 << bits) : (int)code;
}
float dtype_max(fp8c_dtype dtype) { return types[row(dtype)].max; }
int dtype_mantissa(fp8c_dtype dtype) { return types[row(dtype)].mantissa; }
int dtype_least_exponent(fp8c_dtype dtype) { return types[row(dtype)].least; }

double dtype_step(fp8c_dtype dtype, double x) {
  int exponent, least = dtype_least_exponent(dtype);
  frexp(x, &exponent);
  exponent = x == 0 || exponent - 1 < least ? least : exponent - 1;
  return ldexp(1, exponent - dtype_mantissa(dtype));
}

float dtype_last_in_range(fp8c_dtype dtype) {
  double max = (double)dtype_max(dtype), step = dtype_step(dtype, max);
  float tie = (float)(max + step / 2);
  return fmod(max / step, 2) == 0 ? tie : nextafterf(tie, 0);
}

fp8c_dtype dtype_from_name(const char *name) {
  for (unsigned i = 1; i < FP8C_DTYPE_COUNT; i++)
    if (!strcmp(types[i].name, name)) return (fp8c_dtype)i;
  return FP8C_DTYPE_NONE;
}

/* The caller asks dtype_is_small_float first. */
void floats_decode(fp8c_dtype dtype, const void *in, float *out, size_t count) {
  decoder *codes = types[row(dtype)].decode;
  if (!codes) __builtin_trap();
  codes(in, out, count);
}

void floats_encode(fp8c_dtype dtype, const float *in, void *out, size_t count, bool saturate) {
  encoder *codes = types[row(dtype)].encode;
  if (!codes) __builtin_trap();
  codes(in, out, count, saturate);
}

size_t fp8c_tensor_bytes(const fp8c_tensor *tensor) {
  int64_t elements;
  size_t bytes;
  if (!tensor || tensor->rank < 0 || tensor->rank > FP8C_MAX_RANK) return 0;
  if (!shape_elements(tensor->shape, tensor->rank, &elements)) return 0;
  if (!size_mul((size_t)elements, fp8c_dtype_bits(tensor->dtype) / 8, &bytes)) return 0;
  return bytes;
}

double sqnr_db(double signal, double noise) {
  if (!isfinite(noise)) return -INFINITY;
  return noise > 0 ? 10 * log10(signal / noise) : INFINITY;
}
