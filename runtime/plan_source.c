/* plan_source.c - the numbers of a plan that was read: every chunk is checked against its hash
 * before it is used. */
#include <string.h>

#include "base/size.h"
#include "runtime/plan_format.h"

static fp8c_status chunk_check(const plan_source *s, uint64_t index, const uint8_t *data,
                               size_t bytes, fp8c_error *err) {
  hash h = hash_of(data, bytes);
  if (memcmp(&h, &s->chunks[index], sizeof h) == 0) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT,
              "the plan was changed: bytes %llu to %llu do not have the hash recorded for them",
              (unsigned long long)(s->blobs_offset + index * HASH_CHUNK_BYTES),
              (unsigned long long)(s->blobs_offset + index * HASH_CHUNK_BYTES + bytes));
}

size_t plan_chunk_bytes(const plan_source *s, uint64_t index) {
  uint64_t left = s->blobs_bytes - index * HASH_CHUNK_BYTES;
  return left < HASH_CHUNK_BYTES ? (size_t)left : HASH_CHUNK_BYTES;
}

static fp8c_status memory_chunk_check(plan_source *s, uint64_t index, fp8c_error *err) {
  if (atomic_load_explicit(&s->checked[index], memory_order_acquire)) return FP8C_OK;
  const uint8_t *at = s->memory + s->blobs_offset + index * HASH_CHUNK_BYTES;
  TRY(chunk_check(s, index, at, plan_chunk_bytes(s, index), err));
  atomic_store_explicit(&s->checked[index], 1, memory_order_release);
  return FP8C_OK;
}

/* [offset, offset + bytes) of the blob region, out of a file. */
static fp8c_status file_region_read(plan_source *s, uint64_t offset, uint8_t *out, uint64_t bytes,
                                    fp8c_error *err) {
  while (bytes > 0) {
    uint64_t index = offset / HASH_CHUNK_BYTES, skip = offset % HASH_CHUNK_BYTES;
    size_t whole = plan_chunk_bytes(s, index), n = whole - (size_t)skip;
    if (n > bytes) n = (size_t)bytes;
    uint64_t at = s->blobs_offset + index * HASH_CHUNK_BYTES;
    if (n == whole) {
      TRY(file_read(s->file, at, out, whole, err));
      TRY(chunk_check(s, index, out, whole, err));
    } else {
      pthread_mutex_lock(&s->lock);
      fp8c_status status = FP8C_OK;
      if (s->chunk_index != index) {
        s->chunk_index = UINT64_MAX;
        status = file_read(s->file, at, s->chunk, whole, err);
        if (status == FP8C_OK) status = chunk_check(s, index, s->chunk, whole, err);
        if (status == FP8C_OK) s->chunk_index = index;
      }
      if (status == FP8C_OK) memcpy(out, s->chunk + skip, n);
      pthread_mutex_unlock(&s->lock);
      TRY(status);
    }
    offset += n;
    out += n;
    bytes -= n;
  }
  return FP8C_OK;
}

static fp8c_status memory_region_check(plan_source *s, uint64_t offset, uint64_t bytes,
                                       fp8c_error *err) {
  if (bytes == 0) return FP8C_OK;
  for (uint64_t i = offset / HASH_CHUNK_BYTES; i <= (offset + bytes - 1) / HASH_CHUNK_BYTES; i++)
    TRY(memory_chunk_check(s, i, err));
  return FP8C_OK;
}

/* A part is had from the whole: only what tries kernels on new plans reads parts. */
static fp8c_status read_made(const plan_blob *b, uint64_t offset, void *out, size_t bytes,
                             fp8c_error *err) {
  if (bytes == b->bytes) return made_read(b->made, NULL, out, err);
  uint8_t *whole = host_raw((size_t)b->bytes);
  if (!whole)
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) while reading a constant",
                (size_t)b->bytes);
  fp8c_status status = made_read(b->made, NULL, whole, err);
  if (status == FP8C_OK) memcpy(out, whole + offset, bytes);
  host_free(whole);
  return status;
}

fp8c_status plan_read_range(const plan *p, plan_source *s, uint32_t index, uint64_t offset,
                            void *out, size_t bytes, fp8c_error *err) {
  const plan_blob *b = index < p->blob_count ? &p->blobs[index] : NULL;
  if (!b || !size_within(offset, bytes, b->bytes))
    return fail(err, FP8C_ERROR_INTERNAL, "blob %u of %u does not hold bytes %llu to %llu", index,
                p->blob_count, (unsigned long long)offset, (unsigned long long)(offset + bytes));
  if (bytes == 0) return FP8C_OK;
  if (!s && b->made) return read_made(b, offset, out, bytes, err);
  if (!s && !b->memory) return file_read(b->file, b->offset + offset, out, bytes, err);
  if (!s) {
    memcpy(out, (const uint8_t *)b->memory + offset, bytes);
    return FP8C_OK;
  }
  if (s->file) return file_region_read(s, s->blob_at[index] + offset, out, bytes, err);
  TRY(memory_region_check(s, s->blob_at[index] + offset, bytes, err));
  memcpy(out, s->memory + s->blobs_offset + s->blob_at[index] + offset, bytes);
  return FP8C_OK;
}

uint64_t plan_chunk_left(const plan *p, const plan_source *s, uint32_t index, uint64_t offset) {
  uint64_t left = p->blobs[index].bytes - offset;
  uint64_t chunk = s ? HASH_CHUNK_BYTES - (s->blob_at[index] + offset) % HASH_CHUNK_BYTES : left;
  return left < chunk ? left : chunk;
}

fp8c_status plan_read_blob(const plan *p, plan_source *s, uint32_t index, void *out,
                           fp8c_error *err) {
  uint64_t bytes = index < p->blob_count ? p->blobs[index].bytes : 0;
  return plan_read_range(p, s, index, 0, out, (size_t)bytes, err);
}

fp8c_status plan_read_blob_by(const plan *p, plan_source *s, uint32_t index, pool *threads,
                              void *out, fp8c_error *err) {
  const plan_blob *b = index < p->blob_count ? &p->blobs[index] : NULL;
  if (!s && b && b->made) return made_read(b->made, threads, out, err);
  return plan_read_blob(p, s, index, out, err);
}

fp8c_status plan_borrow_blob(const plan *p, plan_source *s, uint32_t index, const void **out,
                             fp8c_error *err) {
  *out = NULL;
  if (!p->blobs[index].memory) return FP8C_OK;
  if (s) TRY(memory_region_check(s, s->blob_at[index], p->blobs[index].bytes, err));
  *out = p->blobs[index].memory;
  return FP8C_OK;
}

fp8c_status plan_verify_all(plan_source *s, fp8c_error *err) {
  if (!s) return FP8C_OK; /* built here, never written */
  if (!s->file) return memory_region_check(s, 0, s->blobs_bytes, err);
  uint8_t *buffer = host_alloc(HASH_CHUNK_BYTES);
  if (!buffer)
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) while checking a plan",
                HASH_CHUNK_BYTES);
  fp8c_status status = FP8C_OK;
  for (uint64_t i = 0; i < s->chunk_count && status == FP8C_OK; i++) {
    size_t n = plan_chunk_bytes(s, i);
    status = file_read(s->file, s->blobs_offset + i * HASH_CHUNK_BYTES, buffer, n, err);
    if (status == FP8C_OK) status = chunk_check(s, i, buffer, n, err);
  }
  host_free(buffer);
  return status;
}

const char *plan_source_hash(const plan_source *s) { return s ? s->hex : ""; }
