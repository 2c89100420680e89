/* plan_cache.h - plans that were made before.
 *
 * A compile is a function of its options, the files it reads, the build and the
 * machine's kernels; its plan is kept under the hash of all of them.  What is found is
 * checked like any other plan; what is damaged counts as not there. */
#ifndef COMPILER_COMPILE_PLAN_CACHE_H
#define COMPILER_COMPILE_PLAN_CACHE_H

#include "compiler/compile/job.h"

typedef struct plan_key {
  hash key;
  hash stamps; /* of the files as they were hashed */
} plan_key;

/* This build and this machine, for the keys of whatever is kept; false: it is not known. */
bool plan_made_by(const job *j, hash *out);

/* The key of this compile, whose model was read.  False: its plan is not kept, because
 * there is no cache, because it has other effects than a plan (dumps, saved figures), or
 * because more than its input decides (a program that judges, a time limit). */
bool plan_cache_key(job *j, plan_key *out);

/* The plan, complete and checked; NULL: none.  Its numbers stay in the file. */
const plan *plan_cache_find(job *j, const plan_key *key);

/* Keeps j->result.plan, unless a file was changed since the key was made.  A cache that cannot
 * be written is no error: the plan is made. */
void plan_cache_keep(job *j, const plan_key *key);

#endif
