/* weight_only.h - weights that a compile rounds to few bits (--weights), multiplied as codes with
 * tokens in BF16 or F32 (ops/packed.h). */
#ifndef PASSES_PRECISION_WEIGHT_ONLY_H
#define PASSES_PRECISION_WEIGHT_ONLY_H

#include "base/threads.h"
#include "ops/packed.h"

/* How weights are rounded. */
typedef struct weight_only {
  fp8c_dtype codes;  /* FP8C_DTYPE_NONE: they are not */
  int64_t block;     /* numbers of k that share a scale; 0: all of an output */
  fp8c_dtype scales; /* their format */
  bool factor;       /* one number multiplies all scales of a matrix */
} weight_only;

/* The formats and what may follow them, for messages and help. */
#define WEIGHT_ONLY_FORMS "int4[:BLOCK], int8[:BLOCK], e4m3[:BLOCK], nvfp4, mxfp4, mxfp8"

/* Reads "int4", "int4:64", "nvfp4"; "none" gives codes NONE.  False where it is none of them. */
bool weight_only_parse(const char *words, weight_only *out);
/* "int4, a scale for each 32 of k". */
const char *weight_only_words(const weight_only *q, arena *a);

/* Weights that were rounded. */
typedef struct packed_rounding {
  packed_form form;
  uint8_t *codes; /* [n][k] */
  float *scales;  /* [n][blocks], numbers of weight_only.scales */
  float factor;
  double sqnr_db; /* of the weights */
  double bits;    /* of a weight, its share of scales included */
} packed_rounding;

/* Why weights [n][k] cannot be rounded so; NULL: they can. */
const char *weight_only_impossible(const weight_only *q, int64_t n, int64_t k);
/* Rounds them; the arrays lie in `a`.  All weights are finite. */
void weight_only_round(const weight_only *q, const float *w, int64_t n, int64_t k, pool *threads,
                       arena *a, packed_rounding *out);

#endif
