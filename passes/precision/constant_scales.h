/* constant_scales.h - one constant power of two as the scale of both operands of a product.
 *
 * Hardware with an exponent bias for each tensor has such scales for nothing, and a plan that
 * computes none needs no calibration: which biases a model bears is what a sweep finds. */
#ifndef PASSES_PRECISION_CONSTANT_SCALES_H
#define PASSES_PRECISION_CONSTANT_SCALES_H

#include "passes/precision/isolated.h"

/* Makes the form with activations and weights in the formats of product_formats[format], an FP8
 * one, both with the scale 2^-bias.  For a product, not an attention; in c->scratch. */
fp8c_status constant_form(pass_context *c, const node *n, size_t format, int bias,
                          product_form *out, fp8c_error *err);

#endif
