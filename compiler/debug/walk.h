/* walk.h - what the files of `fp8c debug` share.
 *
 * debug.c goes through the plan and calls the others: units.c finds factors between a value and the
 * model's, follow.c what one step's error does to the outputs, json.c says what was found.  They
 * use walk.c, which uses shadow.c. */
#ifndef COMPILER_DEBUG_WALK_H
#define COMPILER_DEBUG_WALK_H

#include "compiler/debug/debug.h"
#include "compiler/debug/shadow.h"

/* Sums over elements that are finite on both sides. */
typedef struct figures {
  double signal, noise; /* of squares */
  double dot, other;    /* for the cosine */
  int64_t count;        /* 0: nothing was compared */
} figures;

/* What was seen of one result of a step. */
typedef struct debug_value {
  uint32_t id;
  figures total;     /* against the F32 graph: all error up to here */
  figures isolated;  /* against F32 arithmetic on the step's own inputs: what enters here */
  figures agreement; /* against the CPU device on the same inputs */
  const char *why_not_isolated;                   /* NULL: `isolated` was computed */
  int64_t elements, not_finite, first_not_finite; /* of the plan */
  int64_t model_not_finite;                       /* of the F32 graph; -1: not known */
  int64_t different; /* integers and the like that differ from the F32 graph; -1 not known */
  int64_t parted, first_parted; /* beyond rounding from the CPU's; -1: not compared */
} debug_value;

typedef struct debug_step {
  const char *name, *nodes, *kernel, *precision;
  const uint32_t *reads, *writes;
  uint32_t read_count, write_count;
  uint32_t *effective; /* reads, with what stands in for those that nothing stands for */
  uint32_t effective_count;
  bool matched;        /* every float it effectively reads has a counterpart */
  debug_value *values; /* of what is complete after this step */
  uint32_t value_count;
  figures *followed; /* by output: the error of only this step; NULL: not followed */
} debug_step;

/* What a value's numbers are multiples of, along an axis; see units.c. */
typedef struct debug_unit {
  int axis;
  const float *factors; /* NULL: of the model's own */
} debug_unit;

typedef struct debug_output {
  figures total;     /* against the F32 model */
  const float *want; /* the F32 model's; NULL: not comparable */
  int64_t count;
} debug_output;

typedef struct debug_walk {
  const debug_options *o;
  arena *keep, *scratch;
  const plan *plan;
  plan_source *source;
  fp8c_session *main;
  const plan_variant *v;
  debug_step *steps;
  uint32_t step_count;
  uint32_t *last_writer, *last_read; /* by value; step_count: an output */
  debug_unit *units;                 /* by value */
  uint32_t *kept_until;              /* by value: a step that needs it in place of another */
  cpu_values in_cpu;
  shadow model;         /* F32: computes what steps do, from the plan's own values */
  fp8c_session *truth;  /* F32: the model's run from its inputs */
  uint32_t truth_next;  /* its next operator */
  uint32_t *truth_uses; /* by value: readings to come */
  shadow twin;          /* the cpu variant, when `main` is a GPU's */
  fp8c_tensor *model_inputs;
  debug_output *outputs; /* by output of the program */
} debug_walk;

/* SQNR; INFINITY when nothing differs, -INFINITY where only `got` was not finite, NAN when nothing
 * was compared. */
double figures_db(const figures *f);
double figures_cosine(const figures *f);
/* Noise to signal, for sums of them; NAN when nothing was compared. */
double figures_noise(const figures *f);
void figures_add(figures *f, const float *want, const float *got, int64_t count);

bool debug_has_counterpart(const debug_walk *w, uint32_t value);

/* Whether several launches store the value, each a part of it. */
bool debug_is_joined(const debug_walk *w, uint32_t value);
/* Runs a step of the plan and finds which parts of joined values it stores. */
fp8c_status debug_run_step(debug_walk *w, uint32_t step, fp8c_error *err);

/* A value of the plan's run; an image in the usual order, as the model's lie. */
fp8c_status debug_read(debug_walk *w, uint32_t value, tensor *t, fp8c_error *err);

/* Gives the shadows what the step read, and takes it back. */
fp8c_status debug_give_inputs(debug_walk *w, uint32_t step, fp8c_error *err);
void debug_take_back(debug_walk *w, uint32_t step);
/* Frees what no step after this one reads. */
void debug_drop_read(debug_walk *w, uint32_t step);
/* Computes the counterparts of all that the step gives from what the shadow was
 * given; *done is false when they are not within reach. */
fp8c_status debug_compute(debug_walk *w, shadow *s, uint32_t step, bool *done, fp8c_error *err);

/* units.c: finds the factors of a value, which `truth` has reached, and gives
 * its numbers as the model's would be (`real` itself when there are none). */
fp8c_status debug_find_unit(debug_walk *w, uint32_t value, const tensor *t, const float *real,
                            fp8c_error *err);
const float *debug_in_units(debug_walk *w, uint32_t value, const tensor *t, const float *real);

/* follow.c: the errors of the worst steps, each alone, to the outputs. */
fp8c_status debug_follow(debug_walk *w, fp8c_error *err);
/* The steps in which error enters: the followed ones by what they do to the
 * outputs, then the others by what enters; the worst first. */
uint32_t *debug_rank(debug_walk *w, uint32_t *count);
/* The largest noise to signal among what a step gives, alone; 0 when none is known. */
double debug_entering(const debug_step *s);

/* json.c */
json_t *debug_document(debug_walk *w);

#endif
