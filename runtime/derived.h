/* derived.h - derived inputs: inputs of a model of tokens that the runtime computes for each run,
 * such as the mask, the positions and the lengths.  They follow from how many tokens came before
 * and how many the run has. */
#ifndef RUNTIME_DERIVED_H
#define RUNTIME_DERIVED_H

#include "runtime/plan.h"

/* How a sequence's next token is chosen, as a GPU reads it: temperature (0: the most likely) and
 * top-p as the bits of an F32, top-k between them, and where the seed's random numbers begin. */
enum { DERIVED_SAMPLER = 4 };

/* The tokens of a run: those of the sequence before it, and its own. */
typedef struct token_run {
  int64_t before, count;
  int64_t past;          /* tokens before the longest of the run's sequences, where that is more */
  int64_t slot;          /* number of the sequence's slot */
  int64_t places, first; /* size of the mask, and its first 1 (derived_mask) */
  const fp8c_sampler *sampler; /* of the sequence; NULL: the most likely token */
} token_run;

/* Fills in `places` and `first`, which depend on where the plan's states keep their rows.  A past
 * that grows is as long as that of the longest sequence, and padded in front for the others. */
void derived_mask(const plan_memory *m, token_run *r);
/* How many numbers a role has along its port's last dimension; 1: it is one number. */
int64_t derived_width(plan_role role, const token_run *r);
/* Fills `elements` numbers of an input with them, again and again if there are more; dtype is an
 * integer, a bool or a float of up to 32 bits. */
void derived_fill(plan_role role, const token_run *r, fp8c_dtype dtype, void *data,
                  int64_t elements);
/* Token `i` of i32 or i64 numbers. */
int64_t token_at(fp8c_dtype dtype, const void *data, int64_t i);

#endif
