/* cpu.h - what the CPU device's files share (private to runtime/).
 *
 * cpu.c makes a session and runs it.  What it uses, each file only those named before it:
 * cpu_weights.c brings constants into memory, once; cpu_values.c has a value's type and bytes;
 * cpu_control.c runs the bodies of If, Loop and Scan, by the functions of the device that it is
 * given; cpu_step.c runs one step; cpu_clip.c joins a Relu to a
 * convolution; cpu_prepare.c infers shapes and lays out memory, once for each
 * new set of input shapes; cpu_steps.c goes operator by operator, where that is needed;
 * cpu_replay.c computes again what follows from a changed value. */
#ifndef RUNTIME_CPU_H
#define RUNTIME_CPU_H

#include "runtime/device.h"
#include "runtime/plan_tables.h"

/* Where a value's bytes are. */
typedef enum value_home {
  HOME_NOWHERE, /* not given by any step yet */
  HOME_PORT,    /* the caller's */
  HOME_CONST,   /* the program's (cpu_weights), for good */
  HOME_KNOWN,   /* follows from constants and input shapes: computed by prepare */
  HOME_ARENA,   /* s->memory, at an offset */
  HOME_ALIAS    /* the same bytes as another value's */
} value_home;

/* How a constant is given to an operator.  FP8, BF16 and F16 constants are small
 * in the file, and what takes them as F32 would decode them at every run. */
typedef enum cpu_form {
  FORM_STORED, /* as the plan has it */
  FORM_REAL,   /* F32, scales applied */
  FORM_CODES,  /* F32, scales still to be applied */
  FORM_COUNT
} cpu_form;

typedef enum cpu_change { UNCHANGED, COMPUTED, GIVEN } cpu_change;

typedef struct cpu_control cpu_control; /* cpu_control.c */

typedef struct cpu_step {
  const plan_op *op;
  cpu_control *control; /* of If, Loop and Scan; NULL */
  op_call call;         /* as the run makes it: shapes known, arrays in s->shapes */
  bool skip;            /* known already, or an alias */
  const tensor **in;    /* call.in, of the session's life */
  void **again;         /* by output: where a rerun puts it; NULL unless everything is kept */
  const char *precision;
  uint64_t runs;
  double seconds;
  fp8c_saturation clipped; /* FP8C_SESSION_COUNT_SATURATED */
} cpu_step;

struct device_state {
  oom_guard guard;
  arena keep;    /* of the session */
  arena shapes;  /* of the input shapes in use */
  arena scratch; /* of one step */
  arena_mark scratch_start;
  size_t scratch_bytes; /* reserved in one block */
  const plan *plan;
  const plan_variant *variant;
  plan_source *source;
  shared_list *shared; /* of the program */
  pool *threads;
  const device *bodies; /* runs the bodies of control flow: this device */
  uint32_t flags;

  tensor *values;     /* by value: type, and bytes where known */
  value_home *homes;  /* by value */
  uint32_t *alias_of; /* by value: the value whose bytes these are (itself if none) */
  cpu_step *steps;
  uint32_t *last_use; /* by value: the last step that needs it */

  struct cpu_weights *weights; /* shared with the program's other sessions */

  bool prepared;     /* for the shapes in `key` */
  bool has_control;  /* some step has bodies: the run is step by step */
  bool step_by_step; /* some shape depends on data: infer and allocate while running */
  fp8c_tensor *key;  /* of each input: rank and shape */
  uint8_t *memory;
  size_t memory_bytes;
  void **owned;        /* by value: memory of a step-by-step run, freed by the next */
  tensor *view_copies; /* by output: where views go that are not the session's own bytes */
  bool have_views;

  bool keeps;     /* a run's values stay until the next one */
  bool have_kept; /* some run has completed */
  uint8_t *again; /* memory of reruns */
  size_t again_bytes;
  cpu_change *changed; /* by value: how it differs from the run in the rerun at work */
  tensor *kept;        /* by value: as the run had it, where changed */
  void **again_owned;  /* by value: memory of a step-by-step rerun, freed by the next */
};

typedef struct device_state cpu_state;

/* cpu_weights.c: the constants of a variant in memory, once for all sessions of a program. */
typedef struct cpu_weights {
  shared head;
  oom_guard guard;
  arena keep;
  arena scratch; /* while they are loaded */
  const plan *plan;
  const plan_variant *variant;
  plan_source *source;
  pool *threads;             /* that decode; gone when they are loaded */
  bool lean;                 /* SESSION_LEAN */
  tensor *forms[FORM_COUNT]; /* by value */
} cpu_weights;

/* Takes the weights, and fills the session's values and homes of constants. */
fp8c_status cpu_load_weights(cpu_state *s, fp8c_error *err);
/* The form in which this operator is given its input `i`; `lean` where the session is of few runs
 * (SESSION_LEAN). */
cpu_form cpu_input_form(const plan_variant *v, const plan_op *o, uint32_t i, bool lean);

/* cpu_values.c */
/* Bytes of a tensor whose shape is known; an error when no machine has them. */
fp8c_status cpu_bytes(const tensor *t, size_t *out, fp8c_error *err);
/* The stored type of value `id` for what an operator gives (or a body). */
fp8c_status cpu_store_as(cpu_state *s, uint32_t id, tensor *t, fp8c_error *err);
void cpu_bind_inputs(cpu_state *s, const fp8c_tensor *inputs);
/* Memory of its own (s->owned) for value `id`, of type `t`, which is given its address; `what` asks
 * for it.  What it had before is released. */
fp8c_status cpu_own(cpu_state *s, uint32_t id, tensor *t, const char *what, fp8c_error *err);
fp8c_status cpu_own_bytes(cpu_state *s, uint32_t id, size_t bytes, const char *what,
                          fp8c_error *err);
void cpu_release(cpu_state *s, uint32_t id);
void cpu_free_owned(cpu_state *s);

/* cpu_step.c */
/* The shape rule of step `i`, and the types its outputs are stored as. */
fp8c_status cpu_infer(cpu_state *s, uint32_t i, fp8c_error *err);
/* Runs step `i`, whose call is complete; names it in errors. */
fp8c_status cpu_run_step(cpu_state *s, uint32_t i, fp8c_error *err);
/* Memory of its own for each output of step `i` of a step-by-step run. */
fp8c_status cpu_take_results(cpu_state *s, uint32_t i, fp8c_error *err);
/* As cpu_run_step, with the clock and the checks the session asked for. */
fp8c_status cpu_do_step(cpu_state *s, uint32_t i, fp8c_error *err);

/* cpu_clip.c: what reads and what makes each value of the variant. */
typedef struct cpu_users {
  uint32_t *readers; /* how many; outputs are read by the caller */
  uint32_t *maker;   /* the step, where there is one */
} cpu_users;

cpu_users cpu_find_users(const cpu_state *s, arena *a);
/* Step `i`, whose shapes are known, becomes the end of the Conv that it alone reads, if it can. */
void cpu_join_clip(cpu_state *s, const cpu_users *u, uint32_t i);

/* cpu_prepare.c: types of everything, what is known, and places for the rest. */
fp8c_status cpu_prepare(cpu_state *s, const fp8c_tensor *inputs, fp8c_error *err);
/* Nothing is known but constants and the inputs' types. */
fp8c_status cpu_forget(cpu_state *s, const fp8c_tensor *inputs, fp8c_error *err);

/* cpu_control.c: If, Loop and Scan.  Running one gives its outputs memory of their own. */
fp8c_status cpu_make_control(cpu_state *s, uint32_t i, fp8c_error *err);
fp8c_status cpu_run_control(cpu_state *s, uint32_t i, fp8c_error *err);
void cpu_free_control(cpu_state *s, uint32_t i);

/* cpu_steps.c: results in memory of their own (s->owned). */
fp8c_status cpu_run_in_steps(cpu_state *s, const fp8c_tensor *inputs, fp8c_error *err);
fp8c_status cpu_steps_begin(cpu_state *s, const fp8c_tensor *inputs, fp8c_error *err);
const plan_variant *cpu_variant_in_use(const cpu_state *s);
fp8c_status cpu_steps_run(cpu_state *s, uint32_t i, fp8c_error *err);
fp8c_status cpu_value_read(cpu_state *s, uint32_t id, arena *a, tensor *out, fp8c_error *err);
fp8c_status cpu_value_give(cpu_state *s, uint32_t id, const tensor *t, fp8c_error *err);
void cpu_value_drop(cpu_state *s, uint32_t id);
tensor cpu_value_type(const cpu_state *s, uint32_t id);

/* cpu_replay.c: replay.h for this device. */
bool cpu_find_value(const cpu_state *s, const char *name, uint32_t *id);
fp8c_status cpu_value(const cpu_state *s, uint32_t id, tensor *out, fp8c_error *err);
fp8c_status cpu_rerun(cpu_state *s, const uint32_t *ids, const tensor *with, size_t count,
                      fp8c_tensor *outputs, fp8c_error *err);
void cpu_forget_rerun(cpu_state *s);

#endif
