/* choose.h - from noises and costs to an assignment that keeps a budget.
 *
 * A *chooser* sees some samples of a noise table.  Noise is counted as a share of the
 * signal, by output; an assignment's figure is that of the output that does worst.
 * What is allowed is compared with an upper bound: how much the samples differ says
 * how far other samples may lie from these (metric.h, loss_over). */
#ifndef PASSES_PRECISION_CHOOSE_H
#define PASSES_PRECISION_CHOOSE_H

#include "passes/precision/metric.h"
#include "passes/precision/noise.h"
#include "passes/precision/search.h"

typedef struct choose_request {
  const noise_table *table;
  const size_t *samples; /* indices to choose by; NULL: all */
  size_t sample_count;
  const double *const *cost; /* [node][option]: of nodes that have options */
  /* [node][option]: counts as noise, as a share of the signal, where the least is looked for;
   * figures of assignments are free of it.  NULL: nothing does */
  const double *const *penalty;
  const size_t *group; /* [node]: nodes of one number take options of one name; NULL: each
                                its own */
} choose_request;

typedef struct chooser chooser;

/* Everything in `a`, where each call below puts its scratch and results too. */
chooser *chooser_new(arena *a, const choose_request *r);

typedef struct assignment {
  size_t *choice; /* [node]: its option, 0 where it has none */
  double cost;
  loss_estimate loss; /* noise over signal of the worst output; SQNR = -10 log10 */
} assignment;

/* Any choice, measured. */
assignment chooser_measure(chooser *s, const size_t *choice, arena *a);
/* The quietest whose cost keeps the limit; where none does, the cheapest of all. */
assignment chooser_quietest(chooser *s, double cost_limit, arena *a);
/* By rising cost, falling loss; returns how many. */
size_t chooser_front(chooser *s, size_t wanted, arena *a, assignment **out);

/* What single options add to the loss in an assignment, as if nothing else changed: the
 * difference to the node's "bf16".  NAN for a node without options. */
double chooser_share(chooser *s, const assignment *x, size_t node, size_t option, arena *a);

#endif
