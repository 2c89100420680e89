/* tuning.h - problems that a kernel family can do in several ways, for whoever times them.
 *
 * lower_cuda collects the distinct ones, has their kernels compiled, asks the tuner which way
 * each is to go, and lowers the variant so.  Nothing here touches a GPU. */
#ifndef CODEGEN_TUNING_H
#define CODEGEN_TUNING_H

#include "base/hash.h"
#include "codegen/codegen.h"

struct kernel_source;

typedef struct tuning_way {
  const char *name;   /* "128 x 64" */
  double cost;        /* by the family's model: 1 for the way it takes itself */
  uint32_t index;     /* in the family's list */
  hash key;           /* of all that decides its time but the GPU: texts, sizes, launches */
  plan_variant alone; /* the launches that do it, on values without numbers */
  struct kernel_source *kernels; /* of alone.kernels, compiled */
  const char *failed;            /* why there is no time for it; NULL: nothing is in the way */
  double seconds;                /* measured; NAN: not */
} tuning_way;

typedef struct tuning_problem {
  const char *node;          /* where it was met first */
  uint32_t uses;             /* groups of nodes of the variant that pose it */
  tuning_way *ways;          /* the model's first */
  uint32_t way_count, known; /* ways there are, beyond those looked at too */
  uint32_t taken;            /* one of ways, by measure */
} tuning_problem;

struct tuner {
  uint32_t ways_max; /* of a problem that are timed */
  bool reorder;      /* ways that sum in another order, too */
  uint64_t library;  /* cuBLASLt's version, when its algorithms are ways; 0: they are not */
  /* Fills `seconds` or `failed`, and `taken`.  The variant has constants of so many bytes. */
  void (*measure)(void *user, tuning_problem *problems, size_t count, uint64_t constant_bytes);
  void *user;
};

/* Launches [first, end) are the way's own. */
typedef struct tuning_span {
  uint32_t first, end;
} tuning_span;

/* A plan of one variant that does these ways in turn, on made-up numbers: before each, what it
 * reads of other kernels' results is written anew, as its producers would leave it, behind
 * `flush_bytes` that push everything else out of the GPU's cache (0: nothing does).  All in `a`. */
void tuning_plan(const target *t, tuning_way *const *ways, size_t count, uint64_t flush_bytes,
                 arena *a, plan *out, tuning_span *spans);

/* Device memory that a way needs there. */
uint64_t tuning_bytes(const tuning_way *w);

#endif
