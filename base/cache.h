/* cache.h - what was computed before, kept in files under the hash of all that decides it.
 *
 * An entry is FOLDER/KIND/HEX: a header with the kind and key it was made for and the length and
 * hash of its content, then the content.  Nothing else under that name is believed: a cache can be
 * damaged, mixed up or hostile, and costs time then but changes no result.  What does not fit
 * counts as not there, and is counted, so that it can be said. */
#ifndef BASE_CACHE_H
#define BASE_CACHE_H

#include <stdatomic.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/threads.h"

typedef struct cache {
  const char *folder; /* holds a folder for each kind */
  size_t damaged;     /* entries that were there and not believed */
  char first_damaged[256];
  atomic_bool has_unkept; /* something could not be written */
  fp8c_error unkept;      /* the first time: why */
} cache;

/* Folders below the cache's, one for each kind of content. */
#define CACHE_PLANS "plans"
#define CACHE_KERNELS "kernels"
#define CACHE_TIMINGS "timings"

#define CACHE_HEADER_BYTES 88

/* The content of an entry, in `a`; false: there is none, or it is none to believe.  Longer content
 * than `limit_bytes` is not read.  `c` may be NULL: no cache.  For the thread that owns the cache.
 */
bool cache_load(cache *c, const char *kind, const hash *key, size_t limit_bytes, arena *a,
                void **content, size_t *bytes);
/* The same, left in its file.  `threads` hash it. */
bool cache_open(cache *c, const char *kind, const hash *key, uint64_t limit_bytes, pool *threads,
                arena *a, file **content);

/* Keeps this content; whether that succeeds is nobody's business but that of who asks
 * has_unkept.  Any thread may call it. */
void cache_keep(cache *c, const char *kind, const hash *key, const void *content, size_t bytes);

/* Content written piece by piece: behind the first CACHE_HEADER_BYTES of the writer.  NULL: it
 * cannot be kept. */
file_writer *cache_writer_open(cache *c, const char *kind, const hash *key);
/* Takes the writer in any case.  `whole`: all was written; else it is dropped for `why`. */
void cache_writer_close(cache *c, const char *kind, const hash *key, file_writer *w, bool whole,
                        const fp8c_error *why, pool *threads);

/* The path of an entry, whether it is there or not; in `a`. */
const char *cache_path(const cache *c, const char *kind, const hash *key, arena *a);

#endif
