/* attention_scales.h - one scale each for q, k and v of an attention in FP8.
 *
 * Hopper's tensor cores give q . k^T of codes in F16 at half the registers, and
 * the softmax then works on pairs.  That needs scores, counted in codes, inside
 * F16's range: q and k must not both put their largest number on 448.  E4M3 is
 * a floating-point format, so codes around 16 are as precise as codes around
 * 448; the room below, 2^-6, is what is given up. */
#ifndef PASSES_PRECISION_ATTENTION_SCALES_H
#define PASSES_PRECISION_ATTENTION_SCALES_H

#include "passes/precision/precision.h"

typedef struct attention_scales {
  float of[ATTENTION_OPERANDS]; /* q, k, v */
  bool f16_scores;              /* scores in codes fit into F16, with room */
  double score_most;            /* no score of calibration is larger; 0: not known */
  double mask_most;  /* what the mask adds to all keys of a row, at most; infinite: not known */
  bool centre_mask;  /* that is taken off in each run (mask_centred_in_run), and mask_most is 0 */
  bool mask_decides; /* without it, scores in codes would fit into F16 */
} attention_scales;

/* Scores in F16 are right up to this size in calibration (attention_scales.c derives it). */
extern const double attention_f16_score_most;

/* Elements of a head's row; -1: not known. */
int64_t attention_head(const node *n);

/* Of an attention in FP8 of this format operand i has: queries, keys and probabilities are E4M3,
 * where nothing but 0 lies below what a softmax tells apart; values are what was decided. */
fp8c_dtype attention_format(fp8c_dtype format, size_t i);
/* The scale of operand i in that format: E5M2's largest number is 2^7 times E4M3's, so that values
 * saturate where they would in E4M3, and scales still differ by powers of two. */
float attention_scale_in(const attention_scales *s, fp8c_dtype format, size_t i);

/* From the statistics of calibration; false when an operand has none. */
bool attention_scales_of(const pass_context *c, const node *n, attention_scales *out);

/* What scores are multiplied by in front of the softmax; 0 where heads have no known size. */
float attention_factor(const node *n);

#endif
