/* block_scales.h - one scale for 128 of k in a row of the activations, and for 128
 * by 128 of the weights.
 *
 * Outliers then spoil their own block only.  The activations' scales are chosen by
 * the run, as row scales are; the weights' are stored.  The product is BlockLinear. */
#ifndef PASSES_PRECISION_BLOCK_SCALES_H
#define PASSES_PRECISION_BLOCK_SCALES_H

#include "passes/precision/precision.h"

/* A PackedLinear whose codes are FP8 with one scale for each 128 by 128 of them, as block-FP8
 * checkpoints have; NULL, or why it is none. */
const char *packed_blocks_impossible(const node *n, arena *scratch);
bool node_has_packed_blocks(const node *n, const pass_context *c);
/* Why a product cannot have block scales; NULL: it can. */
const char *block_scales_impossible(const node *n, const pass_context *c);

/* Weights [n][k] in codes with scales [ceil(n / 128)][k / 128]. */
typedef struct block_weight {
  fp8c_dtype format;
  size_t n, k;
  uint8_t *codes;
  float *scales;
} block_weight;
/* Rounds them, in `a`. */
fp8c_status block_weight_of(pass_context *c, const value *w, fp8c_dtype format, arena *a,
                            block_weight *out, fp8c_error *err);
/* The real numbers that these codes stand for, of weights in F32. */
void block_weight_real(const pass_context *c, const tensor *w, fp8c_dtype format, float *real);
/* The same of activations [rows][k]: one scale for 128 of a row. */
void block_rows(fp8c_dtype format, const float *x, size_t rows, size_t k, float *real);

/* Puts a BlockLinear in place of the Linear; returns it. */
fp8c_status insert_blocks(pass_context *c, node *n, fp8c_dtype activations, fp8c_dtype weights,
                          node **out, fp8c_error *err);

#endif
