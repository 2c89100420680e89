/* plan_tables.h - the plan's structs as bytes, one field description for both
 * directions (private to runtime/). */
#ifndef RUNTIME_PLAN_TABLES_H
#define RUNTIME_PLAN_TABLES_H

#include "runtime/plan.h"

/* Where something lies in tables that are read: for those who change plans to try the checker. */
typedef struct xfer_note {
  enum { XFER_FIELD, XFER_TEXT, XFER_ITEM } kind; /* ITEM: of a counted list */
  size_t at, bytes;
  size_t count_at; /* ITEM: of its list */
} xfer_note;

/* Every function that takes an xfer either appends its argument to `out` or
 * fills it from `in`: reader and writer are the same lines and cannot drift.
 * The first failure sticks; whatever follows it does nothing. */
typedef struct xfer {
  arena *arena;
  bool writing;
  uint8_t *out; /* writing: grows in the arena */
  size_t out_bytes, out_capacity;
  const uint8_t *in; /* reading: borrowed; strings point into it */
  size_t in_bytes, at;
  const char *where; /* "plan header", "plan tables" */
  int depth;         /* of blocks */
  bool blocks;       /* there was one */
  bool windows;      /* there was a tensor map of windows */
  bool host_steps;   /* there was one */
  bool chosen;       /* there was a GEMM with an algorithm */
  bool placed;       /* there was a GEMM whose operands begin somewhere in their values */
  bool states;       /* the plan keeps states; reading: the header says so */
  bool noting;       /* notes are to be taken while reading */
  xfer_note *notes;
  size_t note_count;
  fp8c_status status;
  fp8c_error *err;
} xfer;

void xfer_bytes(xfer *x, void *p, size_t bytes);
void xfer_u32(xfer *x, uint32_t *v);
void xfer_u64(xfer *x, uint64_t *v);
/* All of a plan but the blobs' contents. */
void xfer_plan(xfer *x, plan *p);

/* ---- plan_source.c and plan_check.c ------------------------------------ */

/* Reads part of a blob; with a source, after checking the chunks it touches. */
fp8c_status plan_read_range(const plan *p, plan_source *source, uint32_t index, uint64_t offset,
                            void *out, size_t bytes, fp8c_error *err);
/* How many of the blob's bytes from `offset` on share a chunk, and so are read and checked at once:
 * all that are left in a plan that was not written. */
uint64_t plan_chunk_left(const plan *p, const plan_source *source, uint32_t index, uint64_t offset);
/* The blob's bytes where they lie, checked, when they are in memory already;
 * *out is NULL when they are not. */
fp8c_status plan_borrow_blob(const plan *p, plan_source *source, uint32_t index, const void **out,
                             fp8c_error *err);
/* plan_check with the blobs behind `source`. */
fp8c_status plan_check_with(const plan *p, plan_source *source, fp8c_error *err);

#endif
