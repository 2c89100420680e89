/* shadow.h - a program on the CPU device beside the one that is looked into.
 *
 * Values of the two are matched, and any stretch of the shadow between matched
 * values can be computed from what the other program really had there: the F32
 * model tells so which error enters in a step, the CPU variant whether a GPU
 * computed what the CPU computes. */
#ifndef COMPILER_DEBUG_SHADOW_H
#define COMPILER_DEBUG_SHADOW_H

#include "runtime/steps.h"

/* What stands in the shadow for a value, or for a part of it. */
typedef struct shadow_part {
  uint32_t id;
  int axis; /* -1: the whole value; else its columns from..from + size along this axis */
  int64_t from, size;
  uint32_t *writer; /* of a value that several launches store: the one that stores this,
                       PLAN_NO_VALUE until it has; NULL: the value is stored as a whole */
} shadow_part;

typedef struct counterpart {
  shadow_part *parts; /* in order */
  uint32_t count;     /* 0: nothing stands for it */
} counterpart;

typedef struct shadow {
  fp8c_session *session;
  const plan_variant *v;
  counterpart *of;  /* by value of the variant looked into */
  bool exact;       /* values are given as they are stored; else as real numbers */
  uint32_t now;     /* the step that is looked at: what later ones store is not there yet */
  tensor *types;    /* by own value: shapes the variant looked into has fixed; NULL */
  uint32_t *def;    /* by own value: the operator that gives it, PLAN_NO_VALUE */
  bool *given;      /* by own value */
  uint32_t *seen;   /* by own operator: the slice it was last taken into */
  uint32_t slice;   /* the number of the last one */
  uint32_t *ops;    /* of the last slice, in order */
  uint32_t *shapes; /* values of which the last slice needs no more than the shape */
  uint32_t op_count, shape_count;
} shadow;

/* Over a session that was begun in step mode; counterparts are empty. */
void shadow_init(shadow *s, arena *a, fp8c_session *session, const plan_variant *looked_into,
                 bool exact);
/* What the values of a variant are in the plan's cpu variant. */
typedef struct cpu_values {
  uint32_t *id;        /* PLAN_NO_VALUE: nothing */
  bool *channels_last; /* an image that is channels-last here and channels-first there */
} cpu_values;
/* By name, and by the sizes that both know. */
cpu_values shadow_find_in_cpu(arena *a, const plan_variant *looked_into, const plan_variant *cpu);

/* Matches the F32 model: by name and shape, and through the nodes that the compiler put
 * in (roundings, packed products), which the plan's cpu variant still shows. */
typedef struct seen_plan {
  const plan *p;
  plan_source *source;
  const plan_variant *looked_into, *cpu;
  const cpu_values *in;      /* of the variant looked into */
  const counterpart *joined; /* by its values: shadow_find_joined */
} seen_plan;
/* Values whose parts are stored where a Concat joins them, each by the launch that computes it:
 * their parts as the cpu variant has them, by value; of other values none. */
const counterpart *shadow_find_joined(arena *a, const seen_plan *of);
/* Matches the cpu variant of the same plan. */
void shadow_match_cpu(shadow *s, arena *a, const seen_plan *of);
fp8c_status shadow_match_model(shadow *s, arena *a, const seen_plan *of, fp8c_error *err);

/* Gives the shadow what `value` is, in the usual order if it is an image; nothing where
 * nothing stands for it.  `real`: its numbers in F32, when it has any. */
fp8c_status shadow_give(shadow *s, arena *scratch, uint32_t value, const tensor *t,
                        const float *real, fp8c_error *err);
void shadow_take_back(shadow *s, uint32_t value);

/* The operators between what is given (and ports and constants) and the targets,
 * in s->ops; false when that is no small stretch. */
bool shadow_slice(shadow *s, const uint32_t *targets, uint32_t count);
/* Runs the last slice.  `types` has come past it and knows every shape; NULL: those
 * the variant looked into has fixed. */
fp8c_status shadow_run(shadow *s, const fp8c_session *types, fp8c_error *err);
/* Frees what it computed. */
void shadow_clear(shadow *s);

/* Whether the part was stored before the step that is looked at; whether it is stored by it. */
static inline bool shadow_is_there(const shadow *s, const shadow_part *p) {
  return !p->writer || *p->writer < s->now;
}
static inline bool shadow_is_new(const shadow *s, const shadow_part *p) {
  return !p->writer || *p->writer == s->now;
}

/* Columns from..from + size of `axis` as an array of their own. */
void take_columns(const float *from_data, const tensor *t, const shadow_part *p, float *out);
/* The same of a tensor as it is stored, in `a`. */
tensor shadow_columns(arena *a, const tensor *t, const shadow_part *p);
/* The numbers of a float tensor in F32: its own data, or a copy in `a`; NULL when
 * it is no float tensor. */
const float *reals_of(arena *a, const tensor *t);

#endif
