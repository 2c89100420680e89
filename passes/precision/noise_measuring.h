/* noise_measuring.h - a measurement under way: what noise_measure.c runs, and noise_estimate.c
 * makes a table of. */
#ifndef PASSES_PRECISION_NOISE_MEASURING_H
#define PASSES_PRECISION_NOISE_MEASURING_H

#include "passes/precision/isolated.h"
#include "passes/precision/noise.h"
#include "passes/precision/walk.h"

#define COMPARED 2    /* samples on which all FP8 options are measured */
#define HOPELESS 1e30 /* the noise of a result that is not finite */

typedef struct measured_option {
  product_form form;
  size_t exact;  /* among the columns measured at the outputs; 0: scaled */
  double *ratio; /* scaled: to the first option's noise, by output; NAN: not known */
  bool negative; /* the error is what goes away */
} measured_option;

typedef struct measured_node {
  const node *n;
  product_form weights_only; /* of the first option */
  measured_option *options;
} measured_node;

/* Where a sample's figures lie: signals and the anchor's noises by output, triangles of
 * the measured columns by output, then for each node NODE_FIGURES, the noise of its own result
 * by option, and by option the noises of those that are compared, by output. */
enum { NODE_SIGNAL, NODE_MACS, NODE_WEIGHTS, NODE_FIGURES };

typedef struct measuring {
  pass_context *c;
  const graph *g;
  const noise_request *r;
  noise_table *t;
  measured_node *nodes;
  size_t measured_columns, option_max, triangle, figure_count;
  const char *key;
  double start;

  sample_walk f32; /* the graph itself; all values are kept */
  /* Whole assignments beside it; without a runner where their graph has not all judged values. */
  sample_walk base, anchor;
  arena *vectors_arena; /* of one sample */
  float **vectors;      /* by measured column: errors at the judged outputs, one behind the other */
  size_t *kept_elements, *elements; /* by output: of the vectors, and of the output itself */
  double *noise;                    /* [output][measured column], over all elements */
  bool probing;                     /* the sample at work is measured at the outputs */
  bool comparing;                   /* ... with all FP8 options */
  size_t compared_options;
  uint64_t done, total;
} measuring;

static inline size_t triangle_at(size_t a, size_t b) { return a * (a + 1) / 2 + b; }

static inline double *anchor_of(const measuring *m, double *figures) {
  return figures + m->t->output_count;
}

static inline double *gram_of(const measuring *m, double *figures, size_t output) {
  return figures + 2 * m->t->output_count + output * m->triangle;
}

static inline double *figures_of_node(const measuring *m, double *figures, size_t i) {
  size_t each = NODE_FIGURES + m->option_max * (1 + m->t->output_count);
  return figures + m->t->output_count * (2 + m->triangle) + i * each;
}

/* Of an option that is compared: its noise, by output. */
static inline double *compared_of(const measuring *m, double *figures, size_t i, size_t option) {
  return figures_of_node(m, figures, i) + NODE_FIGURES + m->option_max +
         option * m->t->output_count;
}

/* ---- noise_estimate.c --------------------------------------------------------------- */

/* Fills the figures of samples that were not measured at the outputs from those that were. */
void noise_estimate_rest(measuring *m, double **figures);
/* Says in the table how near such an estimate comes. */
void noise_judge_estimate(measuring *m, double **figures);
/* Makes the table of the figures of all samples. */
void noise_fill_table(const measuring *m, double **figures);

#endif
