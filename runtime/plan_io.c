/* plan_io.c - plans as bytes: written all or nothing, read without trust.
 *
 *     header | tables | chunk hashes | zeros up to a multiple of 4096 | blobs
 *
 * Two facts shape it.  Weights may be many gigabytes, so the blobs are streamed
 * when written and hashed in chunks of 1 MiB, each checked when it is read.
 * And a plan must not carry a byte that nothing vouches for, so the root hash
 * covers everything before the blobs, the chunk hashes included, and every
 * place in the file follows from sizes: there is nothing to overlap, no hole,
 * and nothing may follow the last blob.  docs/plan.md draws the bytes. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/map.h"
#include "base/size.h"
#include "runtime/plan_tables.h"

#define HEADER_BYTES 256
#define TABLE_ALIGN 64
#define BLOB_ALIGN 64
#define REGION_ALIGN 4096
#define TABLES_MAX_BYTES ((uint64_t)1 << 30)
#define BLOBS_MAX_BYTES ((uint64_t)1 << 50)
#define BYTE_ORDER_TAG 0x01020304u

/* As PNG's: a byte above 127 and both line ends betray a transfer as text. */
static const uint8_t magic[8] = {0x89, 'F', 'P', '8', 'C', '\r', '\n', 0x1a};

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

typedef struct section {
  uint32_t kind, align;
  uint64_t offset, bytes;
} section;

typedef struct header {
  uint8_t magic[8];
  uint32_t byte_order, version, word_bytes, header_bytes;
  uint64_t features; /* bits a reader must know */
  uint64_t file_bytes;
  uint32_t section_count, reserved;
  section sections[3];
  uint8_t zeros[104];
  hash root;
} header;

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

/* ---- Header ------------------------------------------------------------ */

static void xfer_header(xfer *x, header *h) {
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

/* The one layout that sizes allow; false when they overflow or are too large. */
static bool header_layout(header *h, uint64_t tables_bytes, uint64_t blobs_bytes) {
  if (tables_bytes > TABLES_MAX_BYTES || blobs_bytes > BLOBS_MAX_BYTES) return false;
  size_t chunks_at = 0, blobs_at = 0;
  uint64_t chunks = (blobs_bytes + HASH_CHUNK_BYTES - 1) / HASH_CHUNK_BYTES;
  if (!size_align(HEADER_BYTES + tables_bytes, TABLE_ALIGN, &chunks_at)) return false;
  if (!size_align(chunks_at + chunks * HASH_BYTES, REGION_ALIGN, &blobs_at)) return false;

  memset(h, 0, sizeof *h);
  memcpy(h->magic, magic, sizeof magic);
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

/* ---- Building ---------------------------------------------------------- */

static bool same_blob(const plan_blob *a, const plan_blob *b) {
  if (a->bytes != b->bytes || !a->memory != !b->memory) return false;
  if (a->memory) return a->memory == b->memory || memcmp(a->memory, b->memory, a->bytes) == 0;
  return a->file == b->file && a->offset == b->offset;
}

uint32_t plan_memory_of(const plan_variant *v, uint32_t id) {
  if (v->memory) return v->memory[id];
  while (v->values[id].kind == PLAN_VALUE_VIEW) id = v->values[id].index;
  return id;
}

/* Blobs by what a few of their bytes are: most that differ do so there. */
struct blob_index {
  hash_map last;  /* by key: index + 1 of the last blob with it */
  uint32_t *next; /* by blob: index + 1 of the one before with its key; 0: none */
  uint64_t *keys; /* by blob */
  size_t capacity;
  uint32_t known;
};

#define SAMPLED 256 /* bytes at each end */

static uint64_t blob_key(const plan_blob *b) {
  uint64_t words[2] = {b->bytes, b->offset}, key;
  const uint8_t *bytes = b->memory;
  size_t n = b->bytes < SAMPLED ? (size_t)b->bytes : SAMPLED;
  hasher h;
  hash_begin(&h);
  hash_add(&h, words, sizeof words);
  if (bytes) hash_add(&h, bytes, n);
  if (bytes) hash_add(&h, bytes + b->bytes - n, n);
  hash whole = hash_end(&h);
  memcpy(&key, whole.bytes, sizeof key);
  return key;
}

static void index_blob(struct blob_index *x, uint32_t i) {
  map_entry *e = map_put_u64(&x->last, x->keys[i]);
  x->next[i] = (uint32_t)(uintptr_t)e->item;
  e->item = (void *)(uintptr_t)(i + 1);
}

/* Room for one more, and every blob there is in it: callers may have put in some themselves. */
static struct blob_index *index_of(plan *p, arena *a) {
  if (!p->blob_index) map_init(&(p->blob_index = NEW(a, struct blob_index))->last, a);
  struct blob_index *x = p->blob_index;
  if ((size_t)p->blob_count + 1 > x->capacity) {
    size_t capacity = x->capacity ? x->capacity : 16;
    while (capacity < (size_t)p->blob_count + 1) capacity *= 2;
    x->keys = arena_grow(a, x->keys, x->known, capacity, sizeof *x->keys);
    x->next = arena_grow(a, x->next, x->known, capacity, sizeof *x->next);
    x->capacity = capacity;
  }
  for (; x->known < p->blob_count; x->known++) {
    x->keys[x->known] = blob_key(&p->blobs[x->known]);
    index_blob(x, x->known);
  }
  return x;
}

uint32_t plan_add_blob(plan *p, arena *a, plan_blob b) {
  if (b.memory) b.file = NULL, b.offset = 0;
  struct blob_index *x = index_of(p, a);
  uint64_t key = blob_key(&b);
  const map_entry *e = map_find_u64(&x->last, key);
  for (uint32_t i = e ? (uint32_t)(uintptr_t)e->item : 0; i; i = x->next[i - 1])
    if (same_blob(&p->blobs[i - 1], &b)) {
      arena_touch(a, b.bytes);
      return i - 1;
    }
  ARENA_PUSH(a, p->blobs, p->blob_count, b);
  x->keys[x->known] = key;
  index_blob(x, x->known++);
  return p->blob_count - 1;
}

void plan_drop_blobs(plan *p, uint32_t count) {
  struct blob_index *x = p->blob_index;
  p->blob_count = count;
  if (!x || x->known <= count) return;
  map_clear(&x->last);
  x->known = count;
  for (uint32_t i = 0; i < count; i++) index_blob(x, i);
}

/* Offsets of the blobs in their region; *total is where it ends. */
static bool place_blobs(const plan *p, uint64_t *at, uint64_t *total) {
  size_t end = 0;
  for (uint32_t i = 0; i < p->blob_count; i++) {
    if (!size_align(end, BLOB_ALIGN, &end)) return false;
    at[i] = end;
    if (!size_add(end, p->blobs[i].bytes, &end) || end > BLOBS_MAX_BYTES) return false;
  }
  *total = end;
  return true;
}

/* ---- Writing ----------------------------------------------------------- */

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

static void put_header(header *h, arena *a, uint8_t *prefix) {
  xfer x = {.arena = a, .writing = true};
  xfer_header(&x, h);
  memcpy(prefix, x.out, HEADER_BYTES);
}

/* What is written before the blobs and known only after them. */
typedef struct writing {
  header head;
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
  if (!place_blobs(p, w->blob_at, &blobs_bytes) ||
      !header_layout(&w->head, x.out_bytes, blobs_bytes))
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the plan is too large: tables of %zu bytes, at most %llu are supported",
                x.out_bytes, (unsigned long long)TABLES_MAX_BYTES);
  if (x.blocks) w->head.features |= FEATURE_BLOCKS;
  if (x.windows) w->head.features |= FEATURE_WINDOWS;
  if (x.host_steps) w->head.features |= FEATURE_HOST_STEPS;
  if (x.chosen) w->head.features |= FEATURE_ALGORITHMS;
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

/* ---- Reading ----------------------------------------------------------- */

static fp8c_status source_read(const plan_source *s, uint64_t offset, void *out, size_t bytes,
                               fp8c_error *err) {
  if (s->file) return file_read(s->file, offset, out, bytes, err);
  memcpy(out, s->memory + offset, bytes);
  return FP8C_OK;
}

bool plan_is_one(const char *path) {
  oom_guard guard;
  arena a;
  file *f;
  uint8_t first[sizeof magic];
  arena_init(&a, &guard);
  bool is = !setjmp(guard.jump) && file_open(&a, path, &f, NULL) == FP8C_OK &&
            file_read(f, 0, first, sizeof first, NULL) == FP8C_OK &&
            memcmp(first, magic, sizeof magic) == 0;
  arena_free(&a);
  return is;
}

/* Everything about the header but its hash. */
static fp8c_status check_header(const header *h, uint64_t file_bytes, fp8c_error *err) {
  if (memcmp(h->magic, magic, sizeof magic) != 0)
    return fail(err, FP8C_ERROR_FORMAT, "this is not an fp8c plan (its first bytes are others)");
  if (h->byte_order != BYTE_ORDER_TAG)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "plan with byte-order tag 0x%08x; this library reads 0x%08x (little-endian)",
                h->byte_order, BYTE_ORDER_TAG);
  if (h->version != PLAN_FORMAT_VERSION)
    return fail(
        err, FP8C_ERROR_UNSUPPORTED, "plan format version %u; this library reads version %d: %s",
        h->version, PLAN_FORMAT_VERSION,
        h->version > PLAN_FORMAT_VERSION ? "the plan is of a newer fp8c, whose library reads it"
                                         : "compile the model again");
  if (h->word_bytes != 8)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "plan for words of %u bytes; this library reads 8",
                h->word_bytes);
  if (h->features & ~(FEATURE_BLOCKS | FEATURE_WINDOWS | FEATURE_HOST_STEPS | FEATURE_ALGORITHMS))
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the plan needs features 0x%llx, which this library does not know",
                (unsigned long long)h->features);
  header expected;
  if (h->section_count != 3 ||
      !header_layout(&expected, h->sections[0].bytes, h->sections[2].bytes))
    return fail(err, FP8C_ERROR_FORMAT,
                "plan header: %u sections, tables of %llu bytes and blobs of %llu bytes cannot be",
                h->section_count, (unsigned long long)h->sections[0].bytes,
                (unsigned long long)h->sections[2].bytes);
  if (expected.file_bytes != file_bytes)
    return fail(
        err, FP8C_ERROR_FORMAT,
        "the plan should have %llu bytes and has %llu: it is cut off or something follows it",
        (unsigned long long)expected.file_bytes, (unsigned long long)file_bytes);
  expected.root = h->root;
  expected.features = h->features;
  if (memcmp(h, &expected, sizeof expected) != 0)
    return fail(err, FP8C_ERROR_FORMAT, "plan header: a section is not where its size puts it");
  return FP8C_OK;
}

static fp8c_status chunk_check(const plan_source *s, uint64_t index, const uint8_t *data,
                               size_t bytes, fp8c_error *err) {
  hash h = hash_of(data, bytes);
  if (memcmp(&h, &s->chunks[index], sizeof h) == 0) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT,
              "the plan was changed: bytes %llu to %llu do not have the hash recorded for them",
              (unsigned long long)(s->blobs_offset + index * HASH_CHUNK_BYTES),
              (unsigned long long)(s->blobs_offset + index * HASH_CHUNK_BYTES + bytes));
}

static size_t chunk_bytes(const plan_source *s, uint64_t index) {
  uint64_t left = s->blobs_bytes - index * HASH_CHUNK_BYTES;
  return left < HASH_CHUNK_BYTES ? (size_t)left : HASH_CHUNK_BYTES;
}

static fp8c_status memory_chunk_check(plan_source *s, uint64_t index, fp8c_error *err) {
  if (atomic_load_explicit(&s->checked[index], memory_order_acquire)) return FP8C_OK;
  const uint8_t *at = s->memory + s->blobs_offset + index * HASH_CHUNK_BYTES;
  TRY(chunk_check(s, index, at, chunk_bytes(s, index), err));
  atomic_store_explicit(&s->checked[index], 1, memory_order_release);
  return FP8C_OK;
}

/* [offset, offset + bytes) of the blob region, out of a file. */
static fp8c_status file_region_read(plan_source *s, uint64_t offset, uint8_t *out, uint64_t bytes,
                                    fp8c_error *err) {
  while (bytes > 0) {
    uint64_t index = offset / HASH_CHUNK_BYTES, skip = offset % HASH_CHUNK_BYTES;
    size_t whole = chunk_bytes(s, index), n = whole - (size_t)skip;
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

fp8c_status plan_read_range(const plan *p, plan_source *s, uint32_t index, uint64_t offset,
                            void *out, size_t bytes, fp8c_error *err) {
  const plan_blob *b = index < p->blob_count ? &p->blobs[index] : NULL;
  if (!b || !size_within(offset, bytes, b->bytes))
    return fail(err, FP8C_ERROR_INTERNAL, "blob %u of %u does not hold bytes %llu to %llu", index,
                p->blob_count, (unsigned long long)offset, (unsigned long long)(offset + bytes));
  if (bytes == 0) return FP8C_OK;
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

fp8c_status plan_read_blob(const plan *p, plan_source *s, uint32_t index, void *out,
                           fp8c_error *err) {
  uint64_t bytes = index < p->blob_count ? p->blobs[index].bytes : 0;
  return plan_read_range(p, s, index, 0, out, (size_t)bytes, err);
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
    size_t n = chunk_bytes(s, i);
    status = file_read(s->file, s->blobs_offset + i * HASH_CHUNK_BYTES, buffer, n, err);
    if (status == FP8C_OK) status = chunk_check(s, i, buffer, n, err);
  }
  host_free(buffer);
  return status;
}

const char *plan_source_hash(const plan_source *s) { return s ? s->hex : ""; }

static void source_close(void *object) {
  plan_source *s = object;
  pthread_mutex_destroy(&s->lock);
}

/* The blobs of a plan that was read: where they lie in the source. */
static fp8c_status bind_blobs(arena *a, plan *p, plan_source *s, const header *h, fp8c_error *err) {
  uint64_t total = 0;
  uint64_t *at = NEW_ARRAY(a, uint64_t, p->blob_count);
  if (!place_blobs(p, at, &total) || total != h->sections[2].bytes)
    return fail(err, FP8C_ERROR_FORMAT,
                "plan tables: the blobs take %llu bytes and their section has %llu",
                (unsigned long long)total, (unsigned long long)h->sections[2].bytes);
  s->blob_at = at;
  for (uint32_t i = 0; i < p->blob_count; i++) {
    p->blobs[i].file = s->file;
    p->blobs[i].offset = s->blobs_offset + at[i];
    if (s->memory) {
      p->blobs[i].memory = s->memory + s->blobs_offset + at[i];
      p->blobs[i].offset = 0;
    }
  }
  return FP8C_OK;
}

static fp8c_status read_tables(arena *a, const uint8_t *prefix, const header *h, plan *p,
                               fp8c_error *err) {
  xfer x = {.arena = a,
            .in = prefix + HEADER_BYTES,
            .in_bytes = h->sections[0].bytes,
            .where = "plan tables",
            .err = err};
  xfer_plan(&x, p);
  if (x.status != FP8C_OK) return x.status;
  if (x.blocks != ((h->features & FEATURE_BLOCKS) != 0) ||
      x.windows != ((h->features & FEATURE_WINDOWS) != 0))
    return fail(err, FP8C_ERROR_FORMAT,
                "the plan's header and its tables differ about bodies of control flow or windows");
  if (x.host_steps != ((h->features & FEATURE_HOST_STEPS) != 0))
    return fail(err, FP8C_ERROR_FORMAT, "the plan's header and its tables differ about host steps");
  if (x.chosen != ((h->features & FEATURE_ALGORITHMS) != 0))
    return fail(err, FP8C_ERROR_FORMAT, "the plan's header and its tables differ about algorithms");
  if (x.at != x.in_bytes)
    return fail(err, FP8C_ERROR_FORMAT, "plan tables: %zu bytes follow the last field",
                x.in_bytes - x.at);
  const uint8_t *zero = prefix + HEADER_BYTES + h->sections[0].bytes;
  for (; zero < prefix + h->sections[1].offset; zero++)
    if (*zero) return fail(err, FP8C_ERROR_FORMAT, "the plan's padding is not zero");
  zero = prefix + h->sections[1].offset + h->sections[1].bytes;
  for (; zero < prefix + h->sections[2].offset; zero++)
    if (*zero) return fail(err, FP8C_ERROR_FORMAT, "the plan's padding is not zero");
  return FP8C_OK;
}

/* The prefix's hash, taken with the root field zero. */
static hash prefix_hash(const uint8_t *prefix, uint64_t bytes) {
  static const uint8_t zeros[HASH_BYTES];
  hasher hh;
  hash_begin(&hh);
  hash_add(&hh, prefix, HEADER_BYTES - HASH_BYTES);
  hash_add(&hh, zeros, HASH_BYTES);
  hash_add(&hh, prefix + HEADER_BYTES, bytes - HEADER_BYTES);
  return hash_end(&hh);
}

/* A view may stand on a view, and so on for as long as a file likes: that is walked once. */
static void know_memory(arena *a, plan_variant *v) {
  if (!v->launch_count) return;
  v->memory = NEW_ARRAY(a, uint32_t, v->value_count);
  for (uint32_t i = 0; i < v->value_count; i++)
    v->memory[i] = v->values[i].kind == PLAN_VALUE_VIEW ? v->memory[v->values[i].index] : i;
}

static fp8c_status plan_read(arena *a, plan_source *s, uint64_t bytes, plan **out,
                             plan_source **source, fp8c_error *err) {
  uint8_t first[HEADER_BYTES];
  if (bytes < HEADER_BYTES)
    return fail(err, FP8C_ERROR_FORMAT,
                "this is not an fp8c plan: it has %llu bytes, the header alone takes %d",
                (unsigned long long)bytes, HEADER_BYTES);
  TRY(source_read(s, 0, first, HEADER_BYTES, err));
  header h = {0};
  xfer x = {.in = first, .in_bytes = HEADER_BYTES, .where = "plan header", .err = err};
  xfer_header(&x, &h);
  if (x.status != FP8C_OK) return x.status;
  TRY(check_header(&h, bytes, err));

  uint64_t prefix_bytes = h.sections[2].offset;
  const uint8_t *prefix = s->memory;
  if (s->file) {
    uint8_t *copy = arena_alloc(a, prefix_bytes);
    TRY(source_read(s, 0, copy, prefix_bytes, err));
    prefix = copy;
  }
  hash root = prefix_hash(prefix, prefix_bytes);
  if (memcmp(&root, &h.root, sizeof root) != 0)
    return fail(
        err, FP8C_ERROR_FORMAT,
        "the plan was changed: its header and tables do not have the hash recorded for them");

  s->blobs_offset = prefix_bytes;
  s->blobs_bytes = h.sections[2].bytes;
  s->chunks = (const hash *)(prefix + h.sections[1].offset);
  s->chunk_count = h.sections[1].bytes / HASH_BYTES;
  s->chunk_index = UINT64_MAX;
  hash_hex(&h.root, s->hex);
  if (s->file) s->chunk = arena_alloc(a, s->chunk_count ? chunk_bytes(s, 0) : 0);
  if (s->memory) s->checked = NEW_ARRAY(a, atomic_uchar, s->chunk_count);
  if (pthread_mutex_init(&s->lock, NULL) != 0)
    return fail(err, FP8C_ERROR_NO_MEMORY, "no lock could be made for a plan");
  arena_defer(a, source_close, s);

  plan *p = NEW(a, plan);
  TRY(read_tables(a, prefix, &h, p, err));
  TRY(bind_blobs(a, p, s, &h, err));
  TRY(plan_check_with(p, s, err));
  for (uint32_t i = 0; i < p->variant_count; i++) know_memory(a, &p->variants[i]);
  *out = p;
  *source = s;
  return FP8C_OK;
}

fp8c_status plan_read_opened(arena *a, file *f, plan **out, plan_source **source, fp8c_error *err) {
  *out = NULL;
  *source = NULL;
  plan_source *s = NEW(a, plan_source);
  s->file = f;
  fp8c_status status = plan_read(a, s, f->bytes, out, source, err);
  return status == FP8C_OK ? status : fail_in(err, status, "%s", f->path);
}

fp8c_status plan_read_file(arena *a, const char *path, plan **out, plan_source **source,
                           fp8c_error *err) {
  *out = NULL;
  *source = NULL;
  file *f = NULL;
  TRY(file_open(a, path, &f, err));
  return plan_read_opened(a, f, out, source, err);
}

fp8c_status plan_read_memory(arena *a, const void *data, size_t bytes, plan **out,
                             plan_source **source, fp8c_error *err) {
  *out = NULL;
  *source = NULL;
  plan_source *s = NEW(a, plan_source);
  s->memory = data;
  return plan_read(a, s, bytes, out, source, err);
}
