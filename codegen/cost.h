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
  bool no_cublaslt;
  uint64_t library; /* cuBLASLt's version, where its algorithms are forms; 0: they are not */
  const char *form; /* of the forms that the first family offers, the one of this name is priced, as
                       it was measured; NULL, or there is none: the first */
  const char *family; /* the only one that is asked of problems of its kind, as it was measured;
                         NULL: all, in order */
} cost_model;

const chip_row *cost_chip_row(const cost_model *m);
const target *cost_target(const cost_model *m); /* with a chip */
int cost_multiprocessors(const cost_model *m);
double cost_lanes(const chip_row *c); /* operations a second of the CUDA cores' lanes */

/* Clocks of a lane for one operation on one element: in an epilogue (194 us for 12288 x 4096
 * GELUs in the erf form), and in a kernel of its own, whose many warps hide the latency. */
#define COST_HEAVY_CLOCKS 115
#define COST_DIVIDING_CLOCKS 23 /* of a Swish in an epilogue (21 convolutions, 10% off) */
#define COST_LIGHT_CLOCKS 2
#define COST_HEAVY_PASS_CLOCKS 12
#define COST_DIVIDING_PASS_CLOCKS 20
#define COST_LANES_PER_PROCESSOR 128
#define COST_START_PRODUCT 2.0e-6 /* seconds of an H200: of a product, all that is not tiles */
#define COST_START_PASS                                                     \
  1.3e-6 /* seconds of an H200 that a row or elementwise kernel begins with \
          */

/* Seconds of COST_START_PASS that pass while the step's kernel before it still runs. */
#define COST_START_HIDDEN 0.6e-6

const char *cost_chip(const cost_model *m);
/* The GPU on which its constants were measured; "": none, they are data sheets'. */
const char *cost_measured_on(const cost_model *m);

/* A matrix product: rows x depth times depth x columns, `batch` of them. */
typedef struct cost_product {
  double rows, columns, depth, batch;
  fp8c_dtype operands; /* the wider of the two decides: E4M3 and E5M2 are one byte */
  double bytes;        /* read and written, of everything the step touches */
  double heavy, light; /* elementwise operations on each result: erf, exp; add, max */
} cost_product;
double cost_of_product(const cost_model *m, const cost_product *p);
/* As cuBLASLt does it in one launch (families/gemm.c). */
double cost_of_library(const cost_product *p, const cost_model *m);

/* Attention (cost_attention.c). */
typedef struct cost_attention {
  double heads;            /* of queries, in all samples */
  double rows, keys, size; /* of a head: queries, keys, numbers in each */
  double rows_a_key_head;  /* queries that read one head of keys */
  bool causal;
  bool capped; /* each score becomes a tanh of itself */
  /* A number for each of them; TILES: of 16 bits for scores, which a copy engine brings. */
  enum { COST_BIAS_NONE, COST_BIAS_KEYS, COST_BIAS_SCORES, COST_BIAS_TILES } bias;
  double bytes;
  fp8c_dtype operands;
  bool synchronous; /* by mma.sync, also where the chip has wgmma */
} cost_attention;
/* Of an Attention whose sizes are known, all but `bytes`. */
bool cost_attention_of(const node *n, cost_attention *out);
double cost_of_attention(const cost_model *m, const cost_attention *a);

/* A kernel that reads and writes, with little arithmetic: `clocks` of a lane for all elements
 * (cost_pass.c). */
double cost_of_pass(const cost_model *m, double bytes, double clocks);
/* Prices such a kernel where the L2 cache holds none of its bytes. */
double cost_of_pass_from_memory(const cost_model *m, double bytes);
/* Tells whether the L2 cache still holds all of a value of so many bytes that was just written. */
bool cost_l2_holds(const cost_model *m, double bytes);
/* Tells whether the node computes an exponential or the like.  The form of an activation that the
 * pass activations-for-fp8 puts in front of a rounding to FP8 does not. */
bool cost_is_heavy(const node *n);
/* Clocks of a lane for the arithmetic on an element of the node's result, and for operands that
 * repeat beside it. */
double cost_arithmetic_clocks(const node *n);
double cost_operand_clocks(const node *n);
/* Whether it divides: a sigmoid, a tanh and what is made of them. */
bool cost_divides(const node *n);

/* What reading or writing so many bytes costs a kernel that memory bounds. */
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

/* Bytes of a value; 0 where its shape is not known. */
double cost_stored_bytes(const value *v);
/* The wider of the types of a product's two operands. */
fp8c_dtype cost_wider(const node *n);

/* cost_steps.c: the steps a graph with known shapes becomes, regions being one step each; what
 * moves nothing is left out.  Steps, names and all are in `a`. */
size_t cost_steps(const graph *g, const cost_model *m, arena *a, cost_step **out);

/* Seconds of nodes that stand together as one step: by the kernel that takes all of them, or by a
 * kernel for each. */
double cost_of_nodes(node *const *nodes, size_t count, const cost_model *m, arena *scratch);

/* Rows, columns and depth of a product node that is no convolution; false when a size is not
 * known. */
bool cost_product_of(const node *n, arena *scratch, cost_product *out);

#endif
