/* noise.h - what each product's choice of format costs at the model's outputs.
 *
 * Rounding a product's operands changes its result, and the change travels to the
 * outputs.  To first order the changes of several products add: the error of an
 * assignment is the sum of the error vectors of its choices, and its noise that
 * sum's squared length, which is the choices' own noises plus twice their pair
 * terms.  Everything is kept for each sample by itself, so another split into
 * samples to choose by and samples to judge by is a resampling.
 *
 * Not quite: where a model clips, or takes logarithms of next to nothing, errors that
 * point the same way one at a time do not all together.  So one whole assignment, all
 * E4M3, is run beside all BF16, and says how much of the pair terms holds; what then is
 * left of its error makes the level over BF16's, in dB, more or less (`exponent`).
 *
 * A *column* is one error vector: of one option of one node, or (column 0) of what
 * no option changes: every product in BF16 and BF16 between the kernels.  Options
 * say how they differ from that, so "bf16" adds nothing. */
#ifndef PASSES_PRECISION_NOISE_H
#define PASSES_PRECISION_NOISE_H

#include "passes/pass.h"

#define NOISE_BASE 0                /* the column that every assignment has */
#define NOISE_NONE ((size_t)-1)     /* the column of an option that adds nothing */
#define NOISE_TOGETHER ((size_t)-1) /* as an output: all, each as a share of its signal */

/* One way to compute one node. */
typedef struct noise_option {
  const char *name;                /* unique in the node: "e4m3", "e5m2", "bf16", "f32"; variants
                                      have names of their own: "e4m3 rounded" */
  fp8c_dtype format;               /* decision.format of the choice */
  fp8c_dtype activations, weights; /* what inputs 0 and 1 are rounded to; BF16, F32 too */
  bool per_channel;                /* weights: a scale for each output channel */
  scale_sharing by;                /* activations; named "e4m3 rows", "e4m3 blocks" */
  const char *treatment;           /* of the weights' rounding: "nearest" */
  bool exact;                      /* measured at the outputs; else scaled from a measured option
                                      of the node: by what both do at the outputs on the first
                                      samples (`compared`), else by the errors of the node's own
                                      result */
  bool compared;
  bool removes;                      /* takes errors out of the base: only "f32" does */
  const struct channel_split *split; /* "e4m3 split": these channels' remainders are read too, as
                                        the search's table has it */
  size_t column;
  double local_db; /* of the node's own result; NAN: not known */
} noise_option;

typedef struct noise_node {
  const char *name;      /* of the node in the graph that was measured */
  uint64_t macs;         /* on a sample; 0: not known */
  double weights_share;  /* of the first option's own error; NAN: not known */
  noise_option *options; /* "bf16" is the last */
  size_t option_count;   /* 0: nothing can be chosen here */
  const char *fixed;     /* then why, in words */
} noise_node;

/* Where noise is counted: the value in front of a last Softmax, Sigmoid or ArgMax,
 * which would hide or magnify it, else the output itself. */
typedef struct noise_output {
  const char *port;      /* the model's output */
  const char *value;     /* the value judged */
  const op_info *before; /* the operator it stands in front of; NULL: it is the output */
} noise_output;

typedef struct port_names {
  const char *const *items;
  size_t count;
} port_names;

/* The outputs that are judged: those in `ports` (none: all that hold floats and are
 * not carried on as state by `samples`, which may be NULL).  Outputs that come from
 * one judged value count once.  In `a`. */
fp8c_status noise_outputs(const graph *g, const calibration_data *samples, port_names ports,
                          arena *a, noise_output **out, size_t *count, fp8c_error *err);

typedef struct noise_table {
  noise_node *nodes; /* every GEMM-class node, in graph order */
  size_t node_count;
  noise_output *outputs;
  size_t output_count;
  size_t sample_count;
  size_t column_count;
  bool pairs;      /* false: too many columns for pair terms; only noises are kept */
  bool base_known; /* false: nothing is known of the base, and its column is zero */
  double *signal;  /* [sample][output]: squares of the F32 result, summed */
  float **gram;    /* [sample][output]: triangles (noise_at), or column_count noises */
  /* [sample][output]: noise of the assignment noise_anchor() names, run whole; NULL: not known */
  double *anchor;
  double seconds; /* spent measuring; what the cache had took none */
  size_t probes;  /* samples measured at the outputs; the rest is estimated */
  /* What one probe would have estimated of the other samples, against what was measured
   * there: noises of columns in dB.  NAN: nothing to compare. */
  double estimate_correlation, estimate_difference_db;
} noise_table;

/* <e_a, e_b> for one sample and output; a == b is the noise of the column. */
double noise_at(const noise_table *t, size_t sample, size_t output, size_t a, size_t b);

/* The table summed over some samples: what prediction needs. */
typedef struct noise_sum {
  const noise_table *table;
  double signal;
  double *gram; /* [column][column], symmetric; without pairs only the diagonal is not 0 */
  float *trust; /* [column][column]: what pair terms have been multiplied by besides; NULL: 1 */
  double hold;  /* what pair terms have been multiplied by; 1 where nothing is known */
  double exponent[2], factor[2]; /* noise_settle, without and with pair terms; as well */
} noise_sum;
/* `samples` are indices, repetition allowed; NULL: all.  In `a`. */
noise_sum noise_over(const noise_table *t, size_t output, const size_t *samples, size_t count,
                     arena *a);
/* The same for who looks for the least: among very many assignments there is always one whose
 * errors happen to cancel on these samples.  So a pair term counts as far as the samples agree
 * about it, by their spread: one of less than twice its standard error is nothing. */
noise_sum noise_sure(const noise_table *t, size_t output, const size_t *samples, size_t count,
                     arena *a);
/* What remains of the pair term of two columns, neither of which is of an option that removes. */
double noise_trust(const noise_sum *s, size_t a, size_t b);

/* Noise of an assignment: choice[i] is an option of node i (ignored where there are
 * none).  Without pair terms the noises are added as if errors were independent.
 * Not below zero, and never NaN for a finite table. */
double noise_predict(const noise_sum *s, const size_t *choice, bool with_pairs);
/* The same before the exponent, and what that does: a rising function that leaves the
 * base as it is. */
double noise_added(const noise_sum *s, const size_t *choice, bool with_pairs);
double noise_settle(const noise_sum *s, double added, bool with_pairs);

/* The option of a node with this name; option_count when it has none. */
size_t noise_option_named(const noise_node *n, const char *name);

/* The assignment that was run whole: each node's first FP8 option, else "bf16". */
size_t *noise_anchor(const noise_table *t, arena *a);
/* The choice of the option with this name wherever there is one, else of "bf16", else the first. */
size_t *noise_choice(const noise_table *t, const char *name, arena *a);

/* ---- Measuring ------------------------------------------------------------- */

typedef struct noise_request {
  bool exact;     /* every option at the outputs; else the first of each node, others scaled */
  bool rows;      /* besides, "e4m3 rows" where that is possible and nothing else was pinned */
  double seconds; /* at most, checked between samples; 0: no limit.  The samples done by then
                     make the table */
  size_t samples; /* the first so many; 0: all */
  size_t probes;  /* the first so many samples are measured at the outputs, and on the others only
                     the nodes' own results, which what was measured scales: for large graphs.
                     0: all are measured */
  const char *const *ports; /* outputs to judge; none: see noise_outputs */
  size_t port_count;
} noise_request;

/* Runs the samples over `g` (not assigned yet, c->stats there) and fills a table in
 * c->keep.  The F32 graph runs once for a sample; for each option only what depends
 * on the node runs again.  The last table is kept and, by sample, what is in the cache. */
fp8c_status noise_measure(graph *g, pass_context *c, const noise_request *r,
                          const noise_table **out, fp8c_error *err);

#endif
