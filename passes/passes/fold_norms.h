/* fold_norms.h - norms that have gone into the weights of the products behind them. */
#ifndef PASSES_PASSES_FOLD_NORMS_H
#define PASSES_PASSES_FOLD_NORMS_H

#include "passes/precision/precision.h"

/* A constant as it was. */
typedef struct norm_constant {
  const char *name; /* NULL: there was none */
  tensor type;
  blob data;
} norm_constant;

/* A product that read the norm. */
typedef struct norm_reader {
  const char *node_name;
  norm_constant weights, bias;
  float *folded, *folded_bias; /* what it has instead; NULL until the norm is folded, or no bias */
} norm_reader;

/* What is kept of one norm: it is the same in every clone of the graph. */
typedef struct norm_fold {
  const char *name, *factor; /* of its result, and of the factors of its rows */
  const op_info *op;
  float epsilon;
  bool centred;
  norm_constant gamma, beta;
  norm_reader *readers;
  size_t reader_count;
  double folded_db, plain_db; /* of E4M3 at its result: its input rounded, or the result itself */
  bool kept;
} norm_fold;

typedef struct norm_folds {
  norm_fold *list;
  size_t count;
  bool known;
} norm_folds;

/* What was found of this model, nothing before pass_fold_norms. */
norm_folds *norm_folds_of(pass_context *c);

/* The product in a clone of the graph; NULL: gone. */
node *norm_reader_of(const graph *g, const norm_reader *r);

#endif
