/* formats.h - the rows of formats.def: what is known of each format that products compute in. */
#ifndef BASE_FORMATS_H
#define BASE_FORMATS_H

#include <stdbool.h>

#include "fp8c/fp8c.h"

/* Indices of product_formats. */
enum {
#define FP8_FORMAT(id_, ...) PRODUCT_##id_,
#define ROUNDED_FORMAT(...)
#define WHOLE_FORMAT(...)
#include "base/formats.def"
  FP8_FORMATS, /* the first ones */
  PRODUCT_BEFORE_ROUNDED = FP8_FORMATS - 1,
#define FP8_FORMAT(...)
#define ROUNDED_FORMAT(id_, ...) PRODUCT_##id_,
#define WHOLE_FORMAT(...)
#include "base/formats.def"
  ROUNDED_FORMATS, /* the first ones; of these a node has figures */
  PRODUCT_BEFORE = ROUNDED_FORMATS - 1,
#define ROUNDED_FORMAT(...)
#define WHOLE_FORMAT(id_, ...) PRODUCT_##id_,
#include "base/formats.def"
  PRODUCT_FORMATS
};

typedef struct product_format {
  fp8c_dtype dtype, weights;
  const char *name, *shown; /* "e4m3" and, in sentences, "E4M3" */
  int blas;                 /* cudaDataType; 0: none */
  const char *terminal, *fill, *line, *style;
  const char *round;  /* kernels' function that rounds a number to it; NULL: it is not rounded */
  const char *pair;   /* ... and the one that makes two codes of two numbers */
  const char *figure; /* "sqnr_e4m3_db", of a decision; NULL: it has none */
} product_format;

extern const product_format product_formats[PRODUCT_FORMATS];

/* The row of a type; NULL: no product computes in it. */
const product_format *product_format_of(fp8c_dtype dtype);

/* The weights that products with activations in an FP8 format have unless they are set separately.
 */
fp8c_dtype usual_weights(fp8c_dtype activations);

/* Tensor cores and cuBLASLt multiply the FP8 format as it is. */
bool fp8_is_native(fp8c_dtype dtype);

#endif
