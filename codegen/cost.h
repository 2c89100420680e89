/* cost.h - how long a step should take on a chip: work over rate, bytes over
 * bandwidth, and what every launch costs.
 *
 * The figures of sm_90a are measured (base/chips.def names them); those of other chips
 * are their data sheets' and say so.  A time here is device time inside a
 * captured graph, in seconds. */
#ifndef CODEGEN_COST_H
#define CODEGEN_COST_H

#include "codegen/codegen.h"

/* What is modelled. */
typedef struct cost_model {
  const target *target; /* `cpu` is modelled as sm_90a */
  bool full; /* the chip is full, as with many samples at once: launches and waves that are
                half empty cost nothing, so a time is a share of a long run */
} cost_model;

const char *cost_chip(const cost_model *m);
bool cost_is_measured(const cost_model *m); /* its constants come from measurements */

/* What computes a product. */
typedef enum cost_way {
  COST_TILES, /* tiles of a matrix product */
  COST_BOXES, /* the same of a convolution whose channels lie last: Hopper's copy engine brings
                 pixels, row by row of a box */
  COST_FEW,   /* the same of few filters: mma.sync, pixels straight from memory (conv_mma.c) */
  COST_APART, /* a filter for each channel: no tensor core shares anything there */
  /* A convolution straight from memory (direct_window.c): */
  COST_RESULTS,     /* a thread for each result */
  COST_SMALL_TILES, /* tiles of 64 x 64 */
  COST_LANES,       /* a warp for each result */
  COST_WHOLE,       /* windows that cover their image: rows of two matrices */
} cost_way;

/* A matrix product: rows x depth times depth x columns, `batch` of them. */
typedef struct cost_product {
  double rows, columns, depth, batch;
  fp8c_dtype operands; /* the wider of the two decides: E4M3 and E5M2 are one byte */
  double bytes;        /* read and written, of everything the step touches */
  double heavy, light; /* elementwise operations on each result: erf, exp; add, max */
  cost_way way;
  /* Of a convolution: */
  double channels;     /* of a pixel, as it lies in memory */
  double taps, joined; /* of a filter; of them, neighbours that lie in one stretch of memory */
  double added;        /* other values as large as the result that are read behind the sums */
  double result_bytes; /* of a result as it is stored; 0: 2 */
} cost_product;
double cost_of_product(const cost_model *m, const cost_product *p);

/* Attention's two products; `macs` of both. */
double cost_of_attention(const cost_model *m, double macs, double bytes, fp8c_dtype operands);

/* A kernel that reads and writes, with little arithmetic. */
double cost_of_pass(const cost_model *m, double bytes, double heavy_operations);

/* What reading or writing so many bytes more costs a kernel that memory bounds. */
double cost_of_bytes(const cost_model *m, double bytes);

typedef struct cost_step {
  const char *name;   /* the first model node it stands for */
  const char *kind;   /* "gemm", "conv", "attention", "row", "eltwise", "reduce", "layout" ... */
  const char *format; /* of a product's operands: "e4m3", "bf16"; "" otherwise */
  const char *limit;  /* what bounds it: "math", "memory" or "launch" */
  double seconds;
  uint64_t macs, bytes;
  const node *first, *product; /* of the graph: `nodes` from `first` on; NULL: no product */
  size_t nodes;
} cost_step;

/* The steps a graph with known shapes becomes, regions being one step each; what
 * moves nothing is left out.  Steps, names and all are in `a`. */
size_t cost_steps(const graph *g, const cost_model *m, arena *a, cost_step **out);

/* Rows, columns and depth of a product node as the chip sees it (a convolution
 * as the product of its windows); false when a size is not known. */
bool cost_product_of(const cost_model *m, const node *n, arena *scratch, cost_product *out);
/* A convolution as it is where the chip has its images as it wants them, whose node still has them
 * as the model does. */
void cost_turn(const cost_model *m, cost_product *p);

#endif
