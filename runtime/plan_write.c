/* plan_write.c - a plan into a file or memory: all or nothing. */
#include <string.h>

#include "base/size.h"
#include "runtime/plan_format.h"

/* The blob region is made chunk by chunk, by several threads: each chunk's bytes are brought
 * together and hashed, in memory of the final size, or in one of two buffers while the other one is
 * written. */
#define BATCH_CHUNKS 16 /* in a buffer */

typedef struct blob_region {
  const plan *p;
  const uint64_t *at; /* of each blob in the region */
  uint64_t bytes;
  hash *chunks; /* of each, to be filled */
  file_writer *writer;
  uint8_t *to;         /* the first chunk of the batch at hand */
  uint64_t first;      /* chunk of it */
  const uint8_t *made; /* the batch before, to be written meanwhile; NULL: there is none */
  size_t made_bytes;
  fp8c_error *errors; /* one for each item of the batch; FP8C_OK: it did not fail */
  uint8_t **whole;    /* by blob: the bytes of one that is made, while a batch needs them */
  uint32_t dropped;   /* so many blobs are written */
  const plan_watch *watch;
} blob_region;

static size_t chunk_bytes(const blob_region *r, uint64_t chunk) {
  uint64_t left = r->bytes - chunk * HASH_CHUNK_BYTES;
  return left < HASH_CHUNK_BYTES ? (size_t)left : HASH_CHUNK_BYTES;
}

/* The last blob that begins at `offset` or before. */
static uint32_t blob_before(const blob_region *r, uint64_t offset) {
  uint32_t low = 0, high = r->p->blob_count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (r->at[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* [begin, begin + bytes) of the region: of each blob in it what lies there, and zeros between. */
static fp8c_status fill_range(const blob_region *r, uint64_t begin, size_t bytes, uint8_t *to,
                              fp8c_error *err) {
  uint64_t end = begin + bytes;
  memset(to, 0, bytes);
  for (uint32_t i = blob_before(r, begin); i < r->p->blob_count && r->at[i] < end; i++) {
    const plan_blob *b = &r->p->blobs[i];
    uint64_t from = r->at[i] > begin ? r->at[i] : begin, last = r->at[i] + b->bytes;
    if (last > end) last = end;
    if (from >= last) continue;
    size_t n = (size_t)(last - from);
    const uint8_t *memory = b->made ? r->whole[i] : b->memory;
    if (memory)
      memcpy(to + (from - begin), memory + (from - r->at[i]), n);
    else
      TRY(file_read(b->file, b->offset + (from - r->at[i]), to + (from - begin), n, err));
  }
  return FP8C_OK;
}

/* Item 0 writes the batch before; the others make a chunk each. */
static void work_on_batch(void *object, size_t i, int worker) {
  (void)worker;
  const blob_region *r = object;
  if (i == 0) {
    if (r->made) file_writer_write(r->writer, r->made, r->made_bytes, &r->errors[0]);
    return;
  }
  uint64_t chunk = r->first + i - 1;
  uint8_t *to = r->to + (i - 1) * HASH_CHUNK_BYTES;
  size_t n = chunk_bytes(r, chunk);
  if (fill_range(r, chunk * HASH_CHUNK_BYTES, n, to, &r->errors[i]) == FP8C_OK)
    r->chunks[chunk] = hash_of(to, n);
}

static fp8c_status make_whole(const blob_region *r, uint32_t i, pool *threads, fp8c_error *err) {
  const plan_blob *b = &r->p->blobs[i];
  r->whole[i] = host_raw((size_t)b->bytes);
  if (!r->whole[i])
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) while writing a plan",
                (size_t)b->bytes);
  return made_read(b->made, threads, r->whole[i], err);
}

static void drop_whole(const blob_region *r, uint32_t i) {
  host_free(r->whole[i]);
  r->whole[i] = NULL;
}

/* What blobs the batch has are made of, and no longer what those before it had. */
static fp8c_status make_blobs(blob_region *r, size_t chunks, pool *threads, fp8c_error *err) {
  uint64_t begin = r->first * HASH_CHUNK_BYTES, end = begin + chunks * HASH_CHUNK_BYTES;
  for (; r->dropped < blob_before(r, begin); r->dropped++) drop_whole(r, r->dropped);
  for (uint32_t i = r->dropped; i < r->p->blob_count && r->at[i] < end; i++) {
    const plan_blob *b = &r->p->blobs[i];
    if (b->made && b->bytes && !r->whole[i]) TRY(make_whole(r, i, threads, err));
  }
  return FP8C_OK;
}

static fp8c_status run_batch(blob_region *r, size_t chunks, pool *threads, fp8c_error *err) {
  TRY(make_blobs(r, chunks, threads, err));
  for (size_t i = 0; i <= chunks; i++) r->errors[i].status = FP8C_OK;
  pool_run(threads, chunks + 1, work_on_batch, r);
  for (size_t i = 0; i <= chunks; i++)
    if (r->errors[i].status != FP8C_OK) {
      if (err) *err = r->errors[i];
      return r->errors[i].status;
    }
  return FP8C_OK;
}

/* Makes the whole region: in `memory` (of r->bytes), or NULL: into r->writer. */
static fp8c_status write_batches(blob_region *r, pool *threads, uint8_t *memory, arena *a,
                                 fp8c_error *err) {
  uint64_t chunks = r->bytes / HASH_CHUNK_BYTES + !!(r->bytes % HASH_CHUNK_BYTES);
  size_t most = chunks < BATCH_CHUNKS ? (size_t)chunks : BATCH_CHUNKS;
  uint8_t *buffers[2] = {NULL, NULL};
  for (size_t i = 0; i < 2 && !memory; i++) buffers[i] = arena_raw(a, most + 1, HASH_CHUNK_BYTES);
  r->errors = NEW_ARRAY(a, fp8c_error, most + 1);
  for (uint64_t batch = 0; r->first < chunks; batch++) {
    size_t n = chunks - r->first < most ? (size_t)(chunks - r->first) : most;
    uint64_t begin = r->first * HASH_CHUNK_BYTES, end = (r->first + n) * HASH_CHUNK_BYTES;
    r->to = memory ? memory + begin : buffers[batch % 2];
    TRY(run_batch(r, n, threads, err));
    r->made = memory ? NULL : r->to;
    r->made_bytes = (size_t)((end < r->bytes ? end : r->bytes) - begin);
    r->first += n;
    if (r->watch) r->watch->report(r->watch->user, r->first, chunks);
  }
  return r->made ? file_writer_write(r->writer, r->made, r->made_bytes, err) : FP8C_OK;
}

static fp8c_status write_blobs(blob_region *r, pool *threads, uint8_t *memory, arena *a,
                               fp8c_error *err) {
  r->whole = NEW_ARRAY(a, uint8_t *, r->p->blob_count + 1);
  fp8c_status status = write_batches(r, threads, memory, a, err);
  for (uint32_t i = 0; i < r->p->blob_count; i++) drop_whole(r, i);
  return status;
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
  uint8_t *prefix;
  uint64_t prefix_bytes, blobs_bytes;
} writing;

static fp8c_status prepare(const plan *p, arena *a, writing *w, fp8c_error *err) {
  TRY(plan_check(p, err));
  w->blob_at = NEW_ARRAY(a, uint64_t, p->blob_count);
  xfer x = {.arena = a, .writing = true, .where = "plan tables", .err = err};
  xfer_plan(&x, (plan *)(uintptr_t)p); /* writing changes nothing */
  if (x.status != FP8C_OK) return x.status;
  if (!plan_place_blobs(p, w->blob_at, &w->blobs_bytes) ||
      !plan_header_layout(&w->head, x.out_bytes, w->blobs_bytes))
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the plan is too large: tables of %zu bytes, at most %llu are supported",
                x.out_bytes, (unsigned long long)TABLES_MAX_BYTES);
  if (x.blocks) w->head.features |= FEATURE_BLOCKS;
  if (x.windows) w->head.features |= FEATURE_WINDOWS;
  if (x.host_steps) w->head.features |= FEATURE_HOST_STEPS;
  if (x.chosen) w->head.features |= FEATURE_ALGORITHMS;
  if (x.placed) w->head.features |= FEATURE_PLACES;
  if (x.states) w->head.features |= FEATURE_STATES;
  w->prefix_bytes = w->head.sections[2].offset;
  w->prefix = arena_alloc(a, w->prefix_bytes);
  memcpy(w->prefix + HEADER_BYTES, x.out, x.out_bytes);
  put_header(&w->head, a, w->prefix); /* all but the root hash, which is zero */
  return FP8C_OK;
}

/* The chunk hashes stand in the prefix already; the root hash comes last. */
static void seal(writing *w) {
  w->head.root = hash_of(w->prefix, w->prefix_bytes);
  memcpy(w->prefix + HEADER_BYTES - HASH_BYTES, w->head.root.bytes, HASH_BYTES);
}

static blob_region region_of(const plan *p, const writing *w, file_writer *out) {
  return (blob_region){.p = p,
                       .at = w->blob_at,
                       .bytes = w->blobs_bytes,
                       .chunks = (hash *)(w->prefix + w->head.sections[1].offset),
                       .writer = out};
}

fp8c_status plan_write_memory(const plan *p, pool *threads, arena *a, void **out, size_t *bytes,
                              fp8c_error *err) {
  *out = NULL;
  *bytes = 0;
  writing w;
  TRY(prepare(p, a, &w, err));
  uint8_t *memory = arena_alloc(a, w.head.file_bytes);
  blob_region r = region_of(p, &w, NULL);
  TRY(write_blobs(&r, threads, memory + w.prefix_bytes, a, err));
  seal(&w);
  memcpy(memory, w.prefix, w.prefix_bytes);
  *out = memory;
  *bytes = w.head.file_bytes;
  return FP8C_OK;
}

static fp8c_status write_file(const plan *p, pool *threads, arena *a, file_writer *out,
                              uint64_t begin, const plan_watch *watch, fp8c_error *err) {
  writing w;
  TRY(prepare(p, a, &w, err));
  blob_region r = region_of(p, &w, out);
  r.watch = watch;
  TRY(file_writer_write(out, w.prefix, w.prefix_bytes, err));
  TRY(write_blobs(&r, threads, NULL, a, err));
  seal(&w);
  return file_writer_patch(out, begin, w.prefix, w.prefix_bytes, err);
}

fp8c_status plan_write_to(const plan *p, pool *threads, file_writer *out, uint64_t begin,
                          const plan_watch *watch, fp8c_error *err) {
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  fp8c_status status = setjmp(guard.jump) ? fail(err, FP8C_ERROR_NO_MEMORY,
                                                 "out of memory (%zu bytes) while writing a plan",
                                                 guard.wanted_bytes)
                                          : write_file(p, threads, &a, out, begin, watch, err);
  arena_free(&a);
  return status;
}

fp8c_status plan_write(const plan *p, const char *path, fp8c_error *err) {
  file_writer *w;
  TRY(file_writer_open(path, &w, err));
  fp8c_status status = plan_write_to(p, NULL, w, 0, NULL, err);
  if (status == FP8C_OK) return file_writer_commit(w, err);
  file_writer_abort(w);
  return status;
}
