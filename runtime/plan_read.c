/* plan_read.c - plans read without trust. */
#include <string.h>

#include "runtime/plan_format.h"

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
  uint8_t first[sizeof plan_magic];
  arena_init(&a, &guard);
  bool is = !setjmp(guard.jump) && file_open(&a, path, &f, NULL) == FP8C_OK &&
            file_read(f, 0, first, sizeof first, NULL) == FP8C_OK &&
            memcmp(first, plan_magic, sizeof plan_magic) == 0;
  arena_free(&a);
  return is;
}

/* Everything about the header but its hash. */
static fp8c_status check_header(const plan_header *h, uint64_t file_bytes, fp8c_error *err) {
  if (memcmp(h->magic, plan_magic, sizeof plan_magic) != 0)
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
  if (h->features & ~(FEATURE_BLOCKS | FEATURE_WINDOWS | FEATURE_HOST_STEPS | FEATURE_ALGORITHMS |
                      FEATURE_STATES | FEATURE_PLACES))
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the plan needs features 0x%llx, which this library does not know",
                (unsigned long long)h->features);
  plan_header expected;
  if (h->section_count != 3 ||
      !plan_header_layout(&expected, h->sections[0].bytes, h->sections[2].bytes))
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

static void source_close(void *object) {
  plan_source *s = object;
  pthread_mutex_destroy(&s->lock);
}

/* The blobs of a plan that was read: where they lie in the source. */
static fp8c_status bind_blobs(arena *a, plan *p, plan_source *s, const plan_header *h,
                              fp8c_error *err) {
  uint64_t total = 0;
  uint64_t *at = NEW_ARRAY(a, uint64_t, p->blob_count);
  if (!plan_place_blobs(p, at, &total) || total != h->sections[2].bytes)
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

static fp8c_status read_tables(arena *a, const uint8_t *prefix, const plan_header *h, plan *p,
                               fp8c_error *err) {
  xfer x = {.arena = a,
            .in = prefix + HEADER_BYTES,
            .in_bytes = h->sections[0].bytes,
            .where = "plan tables",
            .states = (h->features & FEATURE_STATES) != 0,
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
  if (x.placed != ((h->features & FEATURE_PLACES) != 0))
    return fail(err, FP8C_ERROR_FORMAT,
                "the plan's header and its tables differ about places of operands");
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
  plan_header h = {0};
  xfer x = {.in = first, .in_bytes = HEADER_BYTES, .where = "plan header", .err = err};
  plan_xfer_header(&x, &h);
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
  if (s->file) s->chunk = arena_alloc(a, s->chunk_count ? plan_chunk_bytes(s, 0) : 0);
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
