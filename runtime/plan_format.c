/* plan_format.c - see plan_format.h. */
#include "runtime/plan_format.h"

#include <string.h>

#include "base/size.h"

/* As PNG's: a byte above 127 and both line ends betray a transfer as text. */
const uint8_t plan_magic[8] = {0x89, 'F', 'P', '8', 'C', '\r', '\n', 0x1a};

void plan_xfer_header(xfer *x, plan_header *h) {
  xfer_bytes(x, h->magic, sizeof h->magic);
  xfer_u32(x, &h->byte_order);
  xfer_u32(x, &h->version);
  xfer_u32(x, &h->word_bytes);
  xfer_u32(x, &h->header_bytes);
  xfer_u64(x, &h->features);
  xfer_u64(x, &h->file_bytes);
  xfer_u32(x, &h->section_count);
  xfer_u32(x, &h->reserved);
  for (int i = 0; i < 3; i++) {
    xfer_u32(x, &h->sections[i].kind);
    xfer_u32(x, &h->sections[i].align);
    xfer_u64(x, &h->sections[i].offset);
    xfer_u64(x, &h->sections[i].bytes);
  }
  xfer_bytes(x, h->zeros, sizeof h->zeros);
  xfer_bytes(x, h->root.bytes, HASH_BYTES);
}

bool plan_header_layout(plan_header *h, uint64_t tables_bytes, uint64_t blobs_bytes) {
  if (tables_bytes > TABLES_MAX_BYTES || blobs_bytes > BLOBS_MAX_BYTES) return false;
  size_t chunks_at = 0, blobs_at = 0;
  uint64_t chunks = (blobs_bytes + HASH_CHUNK_BYTES - 1) / HASH_CHUNK_BYTES;
  if (!size_align(HEADER_BYTES + tables_bytes, TABLE_ALIGN, &chunks_at)) return false;
  if (!size_align(chunks_at + chunks * HASH_BYTES, REGION_ALIGN, &blobs_at)) return false;

  memset(h, 0, sizeof *h);
  memcpy(h->magic, plan_magic, sizeof plan_magic);
  h->byte_order = BYTE_ORDER_TAG;
  h->version = PLAN_FORMAT_VERSION;
  h->word_bytes = 8;
  h->header_bytes = HEADER_BYTES;
  h->section_count = 3;
  h->sections[0] = (section){SECTION_TABLES, TABLE_ALIGN, HEADER_BYTES, tables_bytes};
  h->sections[1] = (section){SECTION_CHUNKS, TABLE_ALIGN, chunks_at, chunks * HASH_BYTES};
  h->sections[2] = (section){SECTION_BLOBS, REGION_ALIGN, blobs_at, blobs_bytes};
  h->file_bytes = blobs_at + blobs_bytes;
  return true;
}

bool plan_place_blobs(const plan *p, uint64_t *at, uint64_t *total) {
  size_t end = 0;
  for (uint32_t i = 0; i < p->blob_count; i++) {
    if (!size_align(end, BLOB_ALIGN, &end)) return false;
    at[i] = end;
    if (!size_add(end, p->blobs[i].bytes, &end) || end > BLOBS_MAX_BYTES) return false;
  }
  *total = end;
  return true;
}
