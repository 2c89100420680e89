/* round_weights.h - products whose weights are being rounded: what one walk gathers of them
 * (round_weights.c), and the weights made of that (round_product.c). */
#ifndef PASSES_PRECISION_ROUND_WEIGHTS_H
#define PASSES_PRECISION_ROUND_WEIGHTS_H

#include "passes/precision/repair.h"
#include "passes/precision/rounding.h"
#include "passes/precision/rows.h"
#include "passes/precision/rows_by_size.h"

#define FOLDS 2
#define JUDGED_MOST \
  0x1p28                 /* multiplications of rows by moments that choose how far to trust them */
#define JUDGED_LEAST 128 /* rows of weights, whatever that takes */
/* Elements of a row of weights from which on chance evens out: every row gets better by much the
 * same, other scales would bring 0.1 to 0.2 dB for four times the work, and moving them to where
 * least squares puts them a hundredth. */
#define LONG_ROWS 1024

/* Rows of a sample as they are rounded: [groups][count][depth] codes, and the roots of weights. */
typedef struct kept_rows {
  uint8_t *codes;
  float *roots;
  size_t count;
} kept_rows;

/* Products that multiply the same rows, rounded alike. */
typedef struct site {
  const channel_split *split; /* of the rows; NULL: none */
  node **nodes;
  size_t node_count;
  row_shape shape;
  float unit;      /* scale of the rows in E4M3; 0: each has its own */
  double bias;     /* what the products' biases add to a row's signal */
  size_t limit;    /* rows of a sample */
  size_t factors;  /* the tap of what multiplies the rows' sums, + 1; 0: nothing does */
  kept_rows *kept; /* by sample: smaller than the moments, which are made of them one site after the
                      other; NULL: moments are summed as rows come */
  moments folds[FOLDS];
  sized_rows judges; /* of the second fold */
} site;

/* Where matrices lie, one after the other: pages that are there already cost nothing. */
typedef struct matrices {
  float *all, *made_of, *judged_by, *factor;
  float *folds[FOLDS]; /* of sites that kept rows */
} matrices;

typedef struct rounding_pass {
  pass_context *c;
  graph *g;
  site *sites;
  size_t site_count;
  size_t first, end; /* of the walk at hand */
  matrices room;     /* for any site of the walk at hand */
  arena *rows;       /* kept in it, and those that judge */
  size_t products, better;
} rounding_pass;

/* Rounds the weights of a product of the site and keeps them (rounded_weights_of): `all` are the
 * moments of both folds. */
fp8c_status round_product(rounding_pass *r, const site *s, const node *n, const moments *all,
                          fp8c_error *err);

#endif
