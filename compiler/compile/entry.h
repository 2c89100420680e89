/* entry.h - what the functions of fp8c/compiler.h begin with. */
#ifndef COMPILER_COMPILE_ENTRY_H
#define COMPILER_COMPILE_ENTRY_H

#include "base/arena.h"
#include "base/error.h"

/* A caller's options, which may be older or newer than ours: what they lack stays 0.  Both
 * structs begin with their size. */
#define ENTRY_OPTIONS(ours_, given_) \
  entry_options((ours_), sizeof *(ours_), (given_), (given_)->size)
void entry_options(void *ours, size_t bytes, const void *given, size_t given_bytes);

/* A list of names among a caller's options. */
typedef struct entry_list {
  const char *name; /* of its field */
  const char *const *items;
  size_t count;
} entry_list;
/* Refuses a list that is NULL and not empty, and a NULL in one; the table ends with a name of NULL.
 */
fp8c_status entry_lists(const entry_list *lists, fp8c_error *err);

/* What the arena's guard was jumped to for, as an error. */
fp8c_status entry_out_of_memory(const oom_guard *guard, fp8c_error *err);

/* Around an entry function's work: what begins it, and its status, which is out of memory where
 * the JSON library was. */
size_t entry_begin(void);
fp8c_status entry_end(size_t begun, fp8c_status status, fp8c_error *err);

/* Does the work with an arena that is gone afterwards; running out of memory is an error. */
typedef fp8c_status entry_work(arena *a, void *user, fp8c_error *err);
fp8c_status entry_run(entry_work *work, void *user, fp8c_error *err);

#endif
