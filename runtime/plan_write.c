/* plan_write.c - a plan into a file or memory: all or nothing. */
#include <string.h>

#include "base/size.h"
#include "runtime/plan_format.h"

/* Where the bytes go: a file, or memory of the final size. */
typedef struct sink {
  file_writer *writer; /* NULL: memory */
  uint8_t *memory;
  uint64_t at;
  hasher chunk;
  size_t chunk_fill;
  hash *chunks;
  uint64_t chunk_count;
} sink;

static fp8c_status sink_put(sink *s, const void *data, size_t bytes, fp8c_error *err) {
  if (bytes == 0) return FP8C_OK;
  if (s->writer) TRY(file_writer_write(s->writer, data, bytes, err));
  if (s->memory) memcpy(s->memory + s->at, data, bytes);
  s->at += bytes;
  return FP8C_OK;
}

static void sink_end_chunk(sink *s) {
  if (s->chunk_fill == 0) return;
  s->chunks[s->chunk_count++] = hash_end(&s->chunk);
  s->chunk_fill = 0;
}

/* Bytes of the blob region: put and hashed. */
static fp8c_status sink_blob_bytes(sink *s, const uint8_t *data, uint64_t bytes, fp8c_error *err) {
  while (bytes > 0) {
    if (s->chunk_fill == 0) hash_begin(&s->chunk);
    size_t n = HASH_CHUNK_BYTES - s->chunk_fill;
    if (n > bytes) n = (size_t)bytes;
    hash_add(&s->chunk, data, n);
    TRY(sink_put(s, data, n, err));
    s->chunk_fill += n;
    if (s->chunk_fill == HASH_CHUNK_BYTES) sink_end_chunk(s);
    data += n;
    bytes -= n;
  }
  return FP8C_OK;
}

static fp8c_status write_blobs(const plan *p, const uint64_t *at, uint8_t *copy, sink *s,
                               fp8c_error *err) {
  static const uint8_t zeros[BLOB_ALIGN];
  uint64_t end = 0;
  for (uint32_t i = 0; i < p->blob_count; i++) {
    const plan_blob *b = &p->blobs[i];
    TRY(sink_blob_bytes(s, zeros, at[i] - end, err));
    end = at[i] + b->bytes;
    if (b->memory) {
      TRY(sink_blob_bytes(s, b->memory, b->bytes, err));
      continue;
    }
    for (uint64_t done = 0; done < b->bytes;) {
      uint64_t n = b->bytes - done < HASH_CHUNK_BYTES ? b->bytes - done : HASH_CHUNK_BYTES;
      TRY(file_read(b->file, b->offset + done, copy, (size_t)n, err));
      TRY(sink_blob_bytes(s, copy, n, err));
      done += n;
    }
  }
  sink_end_chunk(s);
  return FP8C_OK;
}

static void put_header(plan_header *h, arena *a, uint8_t *prefix) {
  xfer x = {.arena = a, .writing = true};
  plan_xfer_header(&x, h);
  memcpy(prefix, x.out, HEADER_BYTES);
}

/* What is written before the blobs and known only after them. */
typedef struct writing {
  plan_header head;
  uint64_t *blob_at;
  uint8_t *prefix, *copy;
  uint64_t prefix_bytes;
} writing;

static fp8c_status prepare(const plan *p, arena *a, writing *w, fp8c_error *err) {
  TRY(plan_check(p, err));
  uint64_t blobs_bytes = 0;
  w->blob_at = NEW_ARRAY(a, uint64_t, p->blob_count);
  xfer x = {.arena = a, .writing = true, .where = "plan tables", .err = err};
  xfer_plan(&x, (plan *)(uintptr_t)p); /* writing changes nothing */
  if (x.status != FP8C_OK) return x.status;
  if (!plan_place_blobs(p, w->blob_at, &blobs_bytes) ||
      !plan_header_layout(&w->head, x.out_bytes, blobs_bytes))
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the plan is too large: tables of %zu bytes, at most %llu are supported",
                x.out_bytes, (unsigned long long)TABLES_MAX_BYTES);
  if (x.blocks) w->head.features |= FEATURE_BLOCKS;
  if (x.windows) w->head.features |= FEATURE_WINDOWS;
  if (x.host_steps) w->head.features |= FEATURE_HOST_STEPS;
  if (x.chosen) w->head.features |= FEATURE_ALGORITHMS;
  if (x.states) w->head.features |= FEATURE_STATES;
  w->prefix_bytes = w->head.sections[2].offset;
  w->prefix = arena_alloc(a, w->prefix_bytes);
  w->copy = arena_alloc(a, HASH_CHUNK_BYTES);
  memcpy(w->prefix + HEADER_BYTES, x.out, x.out_bytes);
  put_header(&w->head, a, w->prefix); /* all but the root hash, which is zero */
  return FP8C_OK;
}

/* The chunk hashes stand in the prefix already; the root hash comes last. */
static void seal(writing *w) {
  w->head.root = hash_of(w->prefix, w->prefix_bytes);
  memcpy(w->prefix + HEADER_BYTES - HASH_BYTES, w->head.root.bytes, HASH_BYTES);
}

fp8c_status plan_write_memory(const plan *p, arena *a, void **out, size_t *bytes, fp8c_error *err) {
  *out = NULL;
  *bytes = 0;
  writing w;
  TRY(prepare(p, a, &w, err));
  sink s = {.memory = arena_alloc(a, w.head.file_bytes), .at = w.prefix_bytes};
  s.chunks = (hash *)(w.prefix + w.head.sections[1].offset);
  TRY(write_blobs(p, w.blob_at, w.copy, &s, err));
  seal(&w);
  memcpy(s.memory, w.prefix, w.prefix_bytes);
  *out = s.memory;
  *bytes = w.head.file_bytes;
  return FP8C_OK;
}

static fp8c_status write_file(const plan *p, arena *a, file_writer *out, uint64_t begin,
                              fp8c_error *err) {
  writing w;
  TRY(prepare(p, a, &w, err));
  sink s = {.writer = out, .chunks = (hash *)(w.prefix + w.head.sections[1].offset)};
  TRY(sink_put(&s, w.prefix, w.prefix_bytes, err));
  TRY(write_blobs(p, w.blob_at, w.copy, &s, err));
  seal(&w);
  return file_writer_patch(out, begin, w.prefix, w.prefix_bytes, err);
}

fp8c_status plan_write_to(const plan *p, file_writer *out, uint64_t begin, fp8c_error *err) {
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  fp8c_status status = setjmp(guard.jump) ? fail(err, FP8C_ERROR_NO_MEMORY,
                                                 "out of memory (%zu bytes) while writing a plan",
                                                 guard.wanted_bytes)
                                          : write_file(p, &a, out, begin, err);
  arena_free(&a);
  return status;
}

fp8c_status plan_write(const plan *p, const char *path, fp8c_error *err) {
  file_writer *w;
  TRY(file_writer_open(path, &w, err));
  fp8c_status status = plan_write_to(p, w, 0, err);
  if (status == FP8C_OK) return file_writer_commit(w, err);
  file_writer_abort(w);
  return status;
}
