/* made.h - matrices whose numbers lie elsewhere, in another order or format, and are brought
 * together whenever somebody reads them: a large model's weights lie in its file once, and no
 * second copy takes memory. */
#ifndef BASE_MADE_H
#define BASE_MADE_H

#include "base/file.h"
#include "base/numbers.h"

/* Rows of the matrix: where their numbers are, one behind the other. */
typedef struct made_part {
  const void *memory; /* NULL: in `file` at `offset` */
  const file *file;
  uint64_t offset;
  fp8c_dtype dtype; /* as they lie there: the matrix's own, or a float of at most 32 bits */
  bool turned;      /* they lie there column by column */
  size_t rows;
} made_part;

typedef struct made_matrix {
  fp8c_dtype dtype; /* other floats than its own are rounded to it, infinities stay */
  size_t columns;
  const made_part *parts;
  size_t count;
} made_matrix;

/* One part, in `a`. */
made_matrix *made_new(arena *a, fp8c_dtype dtype, size_t columns, made_part part);
/* A copy in `a` of the matrix, or of what it is in another format. */
made_matrix *made_copy(arena *a, const made_matrix *m, fp8c_dtype dtype);
/* Several of one format and width on top of each other. */
made_matrix *made_joined(arena *a, const made_matrix *const *list, size_t count);

size_t made_bytes(const made_matrix *m);
/* Both are brought together in the same way from the same places. */
bool made_same(const made_matrix *a, const made_matrix *b);
/* Returns text that describes the parts and the conversion; matrices for which made_same holds have
 * the same text. */
const char *made_name(const made_matrix *m, arena *a);
/* made_equal compares what the matrices are made of; made_hash gives equal ones the same key, from
 * `sampled` bytes at both ends of each part in memory. */
bool made_equal(const made_matrix *a, const made_matrix *b);
void made_hash(const made_matrix *m, size_t sampled, hasher *h);
/* All of it, by all threads (NULL: the caller's). */
fp8c_status made_read(const made_matrix *m, pool *threads, void *to, fp8c_error *err);

#endif
