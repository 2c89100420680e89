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
  int multiprocessors; /* that work is cut for; 0: as many as the chip has */
} cost_model;

const chip_row *cost_chip_row(const cost_model *m);
int cost_multiprocessors(const cost_model *m);
double cost_lanes(const chip_row *c); /* operations a second of the CUDA cores' lanes */

/* Clocks of a lane for one operation on one element: in an epilogue (194 us for 12288 x 4096
 * GELUs in the erf form), and in a kernel of its own, whose many warps hide the latency. */
#define COST_HEAVY_CLOCKS 115
#define COST_LIGHT_CLOCKS 2
#define COST_HEAVY_PASS_CLOCKS 20
#define COST_LANES_PER_PROCESSOR 128
#define COST_START_PASS                                                     \
  1.3e-6 /* seconds of an H200 that a row or elementwise kernel begins with \
          */

const char *cost_chip(const cost_model *m);
bool cost_is_measured(const cost_model *m); /* its constants come from measurements */

/* A matrix product: rows x depth times depth x columns, `batch` of them. */
typedef struct cost_product {
  double rows, columns, depth, batch;
  fp8c_dtype operands; /* the wider of the two decides: E4M3 and E5M2 are one byte */
  double bytes;        /* read and written, of everything the step touches */
  double heavy, light; /* elementwise operations on each result: erf, exp; add, max */
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

/* Rows, columns and depth of a product node that is no convolution; false when a size is not
 * known. */
bool cost_product_of(const node *n, arena *scratch, cost_product *out);

#endif
