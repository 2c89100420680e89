/* plan_format.h - the bytes of a plan: what writing and reading share (private to runtime/).
 *
 *     header | tables | chunk hashes | zeros up to a multiple of 4096 | blobs
 *
 * Two facts shape it.  Weights may be many gigabytes, so the blobs are streamed
 * when written and hashed in chunks of 1 MiB, each checked when it is read.
 * And a plan must not carry a byte that nothing vouches for, so the root hash
 * covers everything before the blobs, the chunk hashes included, and every
 * place in the file follows from sizes: there is nothing to overlap, no hole,
 * and nothing may follow the last blob.  docs/plan.md draws the bytes. */
#ifndef RUNTIME_PLAN_FORMAT_H
#define RUNTIME_PLAN_FORMAT_H

#include <pthread.h>
#include <stdatomic.h>

#include "runtime/plan_tables.h"

#define HEADER_BYTES 256
#define TABLE_ALIGN 64
#define BLOB_ALIGN 64
#define REGION_ALIGN 4096
#define TABLES_MAX_BYTES ((uint64_t)1 << 30)
#define BLOBS_MAX_BYTES ((uint64_t)1 << 50)
#define BYTE_ORDER_TAG 0x01020304u

extern const uint8_t plan_magic[8];

typedef enum section_kind {
  SECTION_TABLES = 1,
  SECTION_CHUNKS = 2,
  SECTION_BLOBS = 3
} section_kind;

/* Some step has a body (If, Loop, Scan). */
#define FEATURE_BLOCKS UINT64_C(1)
#define FEATURE_WINDOWS UINT64_C(2)
#define FEATURE_HOST_STEPS UINT64_C(4)
#define FEATURE_ALGORITHMS UINT64_C(8)
#define FEATURE_STATES UINT64_C(16)
#define FEATURE_PLACES UINT64_C(32)

typedef struct section {
  uint32_t kind, align;
  uint64_t offset, bytes;
} section;

typedef struct plan_header {
  uint8_t magic[8];
  uint32_t byte_order, version, word_bytes, header_bytes;
  uint64_t features; /* bits a reader must know */
  uint64_t file_bytes;
  uint32_t section_count, reserved;
  section sections[3];
  uint8_t zeros[104];
  hash root;
} plan_header;

struct plan_source {
  const file *file;      /* NULL: in memory */
  const uint8_t *memory; /* borrowed */
  uint64_t blobs_offset, blobs_bytes;
  const hash *chunks;
  uint64_t chunk_count;
  const uint64_t *blob_at; /* from blobs_offset */
  char hex[65];
  /* Memory stays as it is, so a chunk is checked once; a file may change under
   * us, so what is checked is what was read.  The last chunk read in part is
   * kept, because many small blobs share one. */
  atomic_uchar *checked;
  pthread_mutex_t lock;
  uint8_t *chunk;
  uint64_t chunk_index;
};

void plan_xfer_header(xfer *x, plan_header *h);
/* The one layout that sizes allow; false when they overflow or are too large. */
bool plan_header_layout(plan_header *h, uint64_t tables_bytes, uint64_t blobs_bytes);
/* Offsets of the blobs in their region; *total is where it ends. */
bool plan_place_blobs(const plan *p, uint64_t *at, uint64_t *total);

/* plan_source.c */
size_t plan_chunk_bytes(const plan_source *s, uint64_t index);

#endif
