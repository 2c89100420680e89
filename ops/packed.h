/* packed.h - weights of 2, 4 or 8 bits as PackedLinear reads them.
 *
 * Weights w[n][k] are codes of a narrow number format (integers, E2M1, E4M3, E5M2), of which each
 * `block` along k has a scale, and with integers maybe a zero point:
 *
 *   w = (number of the code - zero point) * (scale * factor)        each step rounded to F32
 *
 * Codes lie in words of 32 bits, so many of one output as a word holds (`each`); the words of
 * PACKED_LANES outputs are neighbours.  So a vector register of a processor takes the words of 8 or
 * 16 outputs at once, and 16 bytes of a thread of a GPU are 4 outputs of one group of k:
 *
 *   words  [panel][group of k][lane]        output = PACKED_LANES * panel + lane
 *   scales [panel][block of k][lane]        zero points likewise
 *
 * Code j of a word stands at bit (j / 2) * bits + (j % 2) * 16: a GPU masks the pair 2 i, 2 i + 1
 * out of both halves of the word at once. */
#ifndef OPS_PACKED_H
#define OPS_PACKED_H

#include "ops/ops.h"

#define PACKED_LANES 32

/* How the weights of a product lie; all sizes are at least 1. */
typedef struct packed_form {
  fp8c_dtype codes; /* I2, U2, I4, U4, E2M1, I8, U8, E4M3, E5M2 */
  int64_t n, k, block;
  int bits, each;         /* of a code; codes in a word */
  int64_t blocks, groups; /* along k */
  int64_t panels;
} packed_form;

/* Whether weights may be codes of this type. */
bool packed_takes(fp8c_dtype codes);
/* The form of n x k weights; an error where `block` is not a whole number of words, or anything is
 * out of range. */
fp8c_status packed_form_of(fp8c_dtype codes, int64_t n, int64_t k, int64_t block, packed_form *out,
                           fp8c_error *err);
/* The types of the three constants, without data: codes U8[panels, groups, 4 * PACKED_LANES], and
 * [panels, blocks, PACKED_LANES] of `dtype`. */
tensor packed_codes_type(const packed_form *f);
tensor packed_scales_type(const packed_form *f, fp8c_dtype dtype);

/* The code of every number a byte can hold; of narrow types of its low bits. */
void packed_numbers(fp8c_dtype codes, float table[256]);

/* One code a byte, row-major [n][k], into words; what fills up the last panel and group is 0. */
void packed_pack(pool *threads, const packed_form *f, const uint8_t *codes, uint32_t *words);
/* Elements of `bytes`, row-major [n][blocks], into the order of scales; what fills up the last
 * panel is 0. */
void packed_pack_scales(const packed_form *f, size_t bytes, const void *from, void *to);
/* The code of output i at p. */
static inline uint8_t packed_code(const packed_form *f, const uint32_t *words, int64_t i,
                                  int64_t p) {
  int64_t word = (i / PACKED_LANES * f->groups + p / f->each) * PACKED_LANES + i % PACKED_LANES;
  int64_t j = p % f->each;
  int at = (int)(j / 2) * f->bits + (int)(j % 2) * 16;
  return (uint8_t)(words[word] >> at & ((1u << f->bits) - 1u));
}
/* Where the scale of output i at p stands. */
static inline int64_t packed_scale_at(const packed_form *f, int64_t i, int64_t p) {
  return (i / PACKED_LANES * f->blocks + p / f->block) * PACKED_LANES + i % PACKED_LANES;
}

/* Reads the form of a PackedLinear from its operands and attributes. */
fp8c_status packed_form_of_call(const op_call *c, packed_form *out, fp8c_error *err);
/* The weights of a call in F32, row-major [n][k]. */
fp8c_status packed_unpack(const op_call *c, float *w, fp8c_error *err);

#endif
