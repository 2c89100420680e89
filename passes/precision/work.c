/* work.c - work counted before it is done, in multiply-accumulates. */
#include "passes/precision/work.h"

#include <math.h>
#include <stdlib.h>

#include "ops/ids/products.h"
#include "passes/match.h"
#include "passes/precision/precision.h"
#include "passes/precision/rows.h"

/* The rest of a compile runs the model over the samples that decide (calibration), over two of them
 * nine times (every product in each format), and over some that judge for each of five assignments.
 */
#define SCORING_RUNS 18.0
#define ASSIGNMENTS 5.0
#define JUDGING_MOST 16.0
double product_work(const node *n, double elements) {
  row_shape s;
  if (!row_shape_of(n, &s)) return 0;
  const tensor *w = &n->in[1]->type;
  double weights = (double)tensor_elements(w), positions = elements / (double)s.depth;
  const int64_t *strides;
  size_t count;
  if (node_is(n, OP_CONV)) {
    double taps = 1;
    for (int i = 2; i < w->rank; i++) taps *= (double)w->dims[i];
    positions = elements / ((double)s.groups * (double)s.depth / taps);
    if (node_ints(n, "strides", &strides, &count))
      for (size_t i = 0; i < count; i++)
        if (strides[i] > 1) positions /= (double)strides[i];
  }
  return positions * weights;
}

double repair_budget(const pass_context *c, double forward, double least) {
  if (c->repair_macs) return c->repair_macs;
  if (!c->repairs_limited || !c->samples) return INFINITY;
  double samples = (double)c->samples->sample_count;
  double runs = samples + SCORING_RUNS + ASSIGNMENTS * fmin(samples, JUDGING_MOST);
  return fmax(least, forward * runs / 2); /* there are two of them: centre, round */
}

typedef struct ranked {
  double rate;
  size_t index;
} ranked;

static int by_rate(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  if (x->rate != y->rate) return x->rate > y->rate ? -1 : 1;
  return x->index < y->index ? -1 : 1;
}

bool choose_work(const work_item *items, size_t count, double budget, arena *scratch, bool *done) {
  arena_mark mark = arena_save(scratch);
  ranked *order = NEW_ARRAY(scratch, ranked, count + 1);
  bool all = true;
  for (size_t i = 0; i < count; i++) {
    double cost = items[i].cost > 1 ? items[i].cost : 1;
    order[i] = (ranked){isfinite(items[i].worth) ? items[i].worth / cost : 0, i};
  }
  qsort(order, count, sizeof *order, by_rate);
  for (size_t i = 0; i < count; i++) {
    const work_item *x = &items[order[i].index];
    done[order[i].index] = x->cost <= budget;
    if (x->cost <= budget)
      budget -= x->cost;
    else
      all = false;
  }
  arena_reset(scratch, mark);
  return all;
}
