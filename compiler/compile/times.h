/* times.h - what the time model says of products and graphs. */
#ifndef COMPILER_COMPILE_TIMES_H
#define COMPILER_COMPILE_TIMES_H

#include "codegen/cost.h"
#include "compiler/compile/job.h"

typedef struct time_model {
  cost_model cost;
  const char *profile; /* whose sizes: "batch=8" */
  bool known;          /* the sizes are; else all times are NAN */
} time_model;
time_model time_model_of(const job *j);
/* "sm_90a (H200) at batch=8 seq=128": the chip, the GPU that its constants were measured on, the
 * sizes. */
const char *chip_words(const time_model *m, arena *a);
#define NOT_MEASURED "not measured on any chip" /* beside a time of a chip that nobody had */
/* Seconds of every product of `g`, by node id, with operands in these formats and the scales of
 * activations shared `by` the tensor, rows or blocks, what converts them included; NAN where not
 * known.  `g` has no decisions yet. */
typedef struct product_times product_times;
fp8c_status product_times_of(job *j, const graph *g, const product_times **out, fp8c_error *err);
double product_seconds(const product_times *t, uint32_t node_id, fp8c_dtype activations,
                       fp8c_dtype weights, scale_sharing by);
/* Seconds of the whole graph after the precision passes, and its steps (in j->keep). */
double graph_seconds(job *j, const graph *g, cost_step **steps, size_t *count);
/* The same, and what each of its products has to do with it. */
typedef struct product_price {
  const node *product;
  double own;    /* its step's */
  double around; /* of steps without a product whose results it is the first to need */
} product_price;
double graph_prices(job *j, const graph *g, arena *a, product_price **out, size_t *count);

#endif
