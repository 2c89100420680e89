/* numbers.h - the float formats: what their bits mean, and rounding into them.
 *
 * All roundings are to nearest, ties to even, straight from the given F32 (or
 * F64) value.  Saturating conversion turns what rounds beyond the largest
 * finite number, infinities included, into that number; the other kind gives
 * NaN (E4M3, FNUZ) or infinity (E5M2).  NaN stays NaN: 0x7F for E4M3 and E5M2
 * (sign dropped, as the GPU's cvt does), 0x80 for FNUZ.
 * Format facts: OCP 8-bit Floating Point Specification 1.0; ONNX float8 page. */
#ifndef BASE_NUMBERS_H
#define BASE_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fp8c/fp8c.h"

#define E4M3_MAX 448.0f   /* S.1111.110 */
#define E5M2_MAX 57344.0f /* S.11110.11 */

uint8_t e4m3_from_f32(float x, bool saturate);
uint8_t e5m2_from_f32(float x, bool saturate);
uint8_t e4m3fnuz_from_f32(float x, bool saturate);
uint8_t e5m2fnuz_from_f32(float x, bool saturate);
float e4m3_to_f32(uint8_t code);
float e5m2_to_f32(uint8_t code);
float e4m3fnuz_to_f32(uint8_t code);
float e5m2fnuz_to_f32(uint8_t code);

/* FP4: no infinity and no NaN; what lies beyond 6 becomes 6, NaN -0 (as ONNX has it). */
uint8_t e2m1_from_f32(float x);
float e2m1_to_f32(uint8_t code); /* of the low four bits */
typedef enum e8m0_round { E8M0_UP, E8M0_DOWN, E8M0_NEAREST } e8m0_round;
uint8_t e8m0_from_f32(float x, bool saturate, e8m0_round round);
float e8m0_to_f32(uint8_t code);

uint16_t bf16_from_f32(float x);
float bf16_to_f32(uint16_t bits);
uint16_t f16_from_f32(float x);
uint16_t f16_from_f64(double x);
float f16_to_f32(uint16_t bits);

/* Whole arrays.  `dtype` is any float type of at most 32 bits; vectorised, the
 * same results as the functions above. */
/* `saturate` concerns the FP8 types only: F16 and BF16 keep their infinities. */
void floats_decode(fp8c_dtype dtype, const void *in, float *out, size_t count);
void floats_encode(fp8c_dtype dtype, const float *in, void *out, size_t count, bool saturate);

/* Whether the type is a float of at most 32 bits (floats_decode takes it). */
bool dtype_is_small_float(fp8c_dtype dtype);
bool dtype_is_float(fp8c_dtype dtype); /* F64 too */
bool dtype_is_half(fp8c_dtype dtype);  /* F16 or BF16 */
bool dtype_is_fp8(fp8c_dtype dtype);   /* E4M3 ...: of 8 bits, and products compute in it */
bool dtype_is_int(fp8c_dtype dtype);   /* signed or unsigned integer of whole bytes, not bool */
bool dtype_is_narrow_int(fp8c_dtype dtype);   /* of 4 or 2 bits, one a byte in memory */
bool dtype_is_signed(fp8c_dtype dtype);       /* a signed integer, narrow ones too */
unsigned dtype_packed_bits(fp8c_dtype dtype); /* in a file: 4 or 2 for narrow types */
/* The number in a byte of a narrow integer type, whatever its upper bits hold. */
int dtype_narrow(fp8c_dtype dtype, uint8_t byte);
/* The largest finite number of an FP8, F16, BF16 or F32 type. */
float dtype_max(fp8c_dtype dtype);
/* Of a float type: its mantissa's bits without the leading one, and the exponent of its smallest
 * normal number; 0 of any other type. */
int dtype_mantissa(fp8c_dtype dtype);
int dtype_least_exponent(fp8c_dtype dtype);
/* The distance between neighbouring numbers of a float type at x, as if its exponents had no end.
 */
double dtype_step(fp8c_dtype dtype, double x);
/* The largest F32 number that rounds to dtype_max; what lies beyond overflows or saturates. */
float dtype_last_in_range(fp8c_dtype dtype);
fp8c_dtype dtype_from_name(const char *name); /* FP8C_DTYPE_NONE if there is none */

/* SQNR of a result in dB, 10 log10(signal / noise): INFINITY without noise, and -INFINITY, which no
 * other figure is below, where the noise is NaN or infinite. */
double sqnr_db(double signal, double noise);

#endif
