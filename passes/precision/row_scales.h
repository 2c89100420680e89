/* row_scales.h - scales that a run chooses: one for each row of the activations.
 *
 * Rounding a row by its own largest number needs no calibration and clips nothing.
 * It is ordinary arithmetic in front of the product (largest magnitude, scale,
 * x / scale in FP8) and one multiplication behind it, so every device does it and
 * the row kernel that makes the activations, a norm mostly, computes it along. */
#ifndef PASSES_PRECISION_ROW_SCALES_H
#define PASSES_PRECISION_ROW_SCALES_H

#include "passes/precision/precision.h"

/* No row has a smaller scale: zero rows have this one. */
#define ROW_SCALE_LEAST 0x1p-100f

/* Why activations of a product cannot have row scales; NULL: they can. */
const char *row_scales_impossible(const node *n, const pass_context *c);

/* The scale of a row whose largest magnitude is amax; NaN and infinity stay. */
float row_scale(float amax, fp8c_dtype format);

/* Codes of `from` in front of `before`, and the scales as a value that is as wide as
 * `from` but for its last axis, which is 1. */
typedef struct scaled_rows {
  value *codes, *scales;
} scaled_rows;
fp8c_status quantise_rows(graph *g, node *before, value *from, fp8c_dtype format, scaled_rows *out,
                          fp8c_error *err);
/* The same with one scale for all of them, whose every axis is 1. */
fp8c_status quantise_run(graph *g, node *before, value *from, fp8c_dtype format, scaled_rows *out,
                         fp8c_error *err);

/* Multiplies the product by the row scales, and adds its bias after that. */
fp8c_status multiply_rows(node *product, value *scales, fp8c_error *err);

#endif
