/* told.h - what a model of tokens must be told besides them, run by run: which places hold tokens,
 * their positions, how many there are.  All of it follows from how many tokens came before. */
#ifndef RUNTIME_TOLD_H
#define RUNTIME_TOLD_H

#include "runtime/plan.h"

/* The tokens of a run: those of the sequence before it, and its own. */
typedef struct token_run {
  int64_t before, count;
  int64_t places, first; /* of the mask (told_place); the first that holds a token */
} token_run;

/* How the plan's states lie decides the places of the run's mask. */
void told_place(const plan_memory *m, token_run *r);
/* How many numbers a role has along its port's last dimension; 1: it is one number. */
int64_t told_width(plan_role role, const token_run *r);
/* Number `i` of them. */
int64_t told_number(plan_role role, const token_run *r, int64_t i);
/* Element `i` of an input becomes `x`; dtype is an integer, a bool or a float of up to 32 bits. */
void told_put(fp8c_dtype dtype, void *data, size_t i, int64_t x);

#endif
