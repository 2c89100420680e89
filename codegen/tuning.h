/* tuning.h - problems for which a kernel family offers several candidate schedules.
 *
 * lower_cuda collects the distinct problems, has the kernels of their candidates compiled, asks the
 * tuner to choose a candidate for each, and lowers the variant again with those.  Nothing here
 * touches a GPU. */
#ifndef CODEGEN_TUNING_H
#define CODEGEN_TUNING_H

#include "base/hash.h"
#include "codegen/codegen.h"

struct kernel_source;

typedef struct tuning_candidate {
  const char *name;      /* "128 x 64" */
  double cost;           /* by the family's model, relative to its own choice, which has 1 */
  uint32_t index;        /* in the family's list of schedules */
  hash key;              /* of all that decides its time but the GPU: texts, sizes, launches */
  plan_variant isolated; /* the launches that do it, on values without numbers */
  struct kernel_source *kernels; /* of isolated.kernels, compiled */
  const char *failed;            /* why it cannot be timed; NULL: it can */
  double seconds;                /* measured; NAN: it was not */
} tuning_candidate;

typedef struct tuning_problem {
  const char *node;                /* where it was met first */
  uint32_t uses;                   /* groups of nodes of the variant that pose it */
  tuning_candidate *candidates;    /* in the model's order: its own choice first */
  uint32_t candidate_count, known; /* known counts those that are not timed, too */
  uint32_t chosen;                 /* index of the candidate that the measurement chose */
} tuning_problem;

struct tuner {
  uint32_t candidates_max; /* at most so many of a problem are timed */
  bool reorder;            /* candidates that sum in another order are allowed */
  uint64_t library; /* cuBLASLt's version where its algorithms are candidates; 0: they are not */
  /* Fills `seconds` or `failed`, and `taken`.  The variant has constants of so many bytes. */
  void (*measure)(void *user, tuning_problem *problems, size_t count, uint64_t constant_bytes);
  void *user;
};

/* The launches [first, end) of the timed plan belong to one candidate. */
typedef struct tuning_span {
  uint32_t first, end;
} tuning_span;

/* Makes a plan of one variant that runs these candidates one after the other on synthetic data.
 * Before each, what it reads of other kernels' results is written anew, so that it is in the GPU's
 * cache as its producers would leave it; a copy of `flush_bytes` before that evicts everything else
 * (0: no copy).  The plan is allocated in `a`. */
void tuning_plan(const target *t, tuning_candidate *const *candidates, size_t count,
                 uint64_t flush_bytes, arena *a, plan *out, tuning_span *spans);

/* Bytes of device memory that a candidate needs in that plan. */
uint64_t tuning_bytes(const tuning_candidate *c);

#endif
