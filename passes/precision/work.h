/* work.h - work counted before it is done, in multiply-accumulates.
 *
 * Repairs that nobody asked for may take about as long as the rest of a compile.  That is
 * counted and never timed: the same inputs give the same plan on a busy machine. */
#ifndef PASSES_PRECISION_WORK_H
#define PASSES_PRECISION_WORK_H

#include "passes/pass.h"

/* An element that some kernel reads and writes takes about as long as so many multiply-accumulates.
 */
#define WORK_OF_ELEMENT 16.0

/* Of a product with constant weights, whose first operand has so many elements; 0 for others. */
double product_work(const node *n, double elements);

/* What one repair may take by itself, of a model of which one run over a sample takes `forward`,
 * and at least `least`; INFINITY where repairs are not limited. */
double repair_budget(const pass_context *c, double forward, double least);

/* Something to do: what it takes, and what it is worth. */
typedef struct work_item {
  double cost, worth;
} work_item;

/* Which of `count` items are done within the budget: those worth most for what they take, in that
 * order, equals as they come, as long as each fits into what is left.  True where all are. */
bool choose_work(const work_item *items, size_t count, double budget, arena *scratch, bool *done);

#endif
