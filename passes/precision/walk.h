/* walk.h - samples over a graph, one after the other. */
#ifndef PASSES_PRECISION_WALK_H
#define PASSES_PRECISION_WALK_H

#include "passes/pass.h"
#include "passes/precision/samples.h"

/* A graph that is ready to run on samples, and the state that each hands to the next.  Of every
 * sample: read it, run it (or leave it out), carry its state on. */
typedef struct sample_walk {
  evaluator *evaluate;
  arena *scratch;
  const calibration_data *data;
  const graph *g;
  size_t tap_count;
  void *runner; /* goes when the scratch is reset to where the walk began */
  sample_carry *carry;
  tensor *inputs;  /* of the sample at hand; in scratch */
  tensor *results; /* the taps of its run; borrowed until the next run */
} sample_walk;

typedef enum walk_kind {
  WALK_ONCE, /* results of the taps alone */
  WALK_KEPT, /* all values stay until the next run (evaluator.kept, evaluator.rerun) */
} walk_kind;

/* Makes `g` ready for c->samples. */
fp8c_status walk_begin(pass_context *c, const graph *g, tap_list taps, walk_kind kind,
                       sample_walk *w, fp8c_error *err);
/* The inputs of a sample, with what the one before handed on. */
fp8c_status walk_read(sample_walk *w, size_t sample, fp8c_error *err);
/* The same of inputs that were read already, for walks of several graphs over one sample. */
void walk_share(sample_walk *w, size_t sample, const tensor *inputs);
fp8c_status walk_run(sample_walk *w, fp8c_error *err);
fp8c_status walk_carry(sample_walk *w, fp8c_error *err);
/* All three. */
fp8c_status walk_sample(sample_walk *w, size_t sample, fp8c_error *err);

/* The taps' tensors of the sample that is visited as number `visit`; borrowed until the next.
 * c->scratch may be used and is reset behind it. */
typedef fp8c_status walk_visit(void *user, size_t visit, const tensor *results, fp8c_error *err);

/* Who looks at samples. */
typedef struct sample_visit {
  const char *stage; /* for progress */
  walk_visit *take;
  void *user;
  size_t most;  /* so many samples at most (walk_visits); 0: all */
  size_t parts; /* of a sample's work, of which `take` reports each but the last; 0: it is one */
} sample_visit;

/* A sample that hands on a state is one step of a sequence, often a single row, and the first steps
 * of one sequence are like no others. */
#define STEPS_OF_A_SAMPLE 64

/* How many samples are visited where `most` are enough: `most`, of steps STEPS_OF_A_SAMPLE times as
 * many; never more than there are. */
size_t walk_visits(const pass_context *c, size_t most);

/* Visits samples in order: the first ones, or steps at even distances. */
fp8c_status walk_samples(pass_context *c, const graph *g, tap_list taps, sample_visit v,
                         fp8c_error *err);

#endif
