/* cache.c - one form for whatever is kept: a header that says what is meant, then the content. */
#include "base/cache.h"

#include <stdio.h>
#include <string.h>

static const char magic[16] = "fp8c cache 1\n";

typedef struct header {
  char magic[16];
  hash meant;       /* of kind and key */
  uint8_t bytes[8]; /* of the content, little-endian */
  hash content;     /* as hash_tree has it */
} header;

_Static_assert(sizeof(header) == CACHE_HEADER_BYTES, "a header has no gaps");

static header header_of(const char *kind, const hash *key, uint64_t bytes, const hash *content) {
  header h = {.content = *content};
  hasher meant;
  memcpy(h.magic, magic, sizeof magic);
  hash_begin(&meant);
  hash_add_string(&meant, kind);
  hash_add(&meant, key, sizeof *key);
  h.meant = hash_end(&meant);
  for (int i = 0; i < 8; i++) h.bytes[i] = (uint8_t)(bytes >> (8 * i));
  return h;
}

static bool is_used(const cache *c) { return c && c->folder && c->folder[0]; }

const char *cache_path(const cache *c, const char *kind, const hash *key, arena *a) {
  char hex[65];
  hash_hex(key, hex);
  return path_join(a, path_join(a, c->folder, kind), hex);
}

/* ---- Finding ------------------------------------------------------------------------- */

/* The file of an entry, whose header is what it would be with the content's own length and the
 * hash that it states; the window shows the content. */
static bool open_entry(const char *path, const char *kind, const hash *key, uint64_t limit_bytes,
                       arena *a, file **out, hash *stored) {
  header h;
  file *f;
  if (file_open(a, path, &f, NULL) != FP8C_OK || f->bytes < sizeof h ||
      f->bytes - sizeof h > limit_bytes || file_read(f, 0, &h, sizeof h, NULL) != FP8C_OK)
    return false;
  header meant = header_of(kind, key, f->bytes - sizeof h, &h.content);
  if (memcmp(&h, &meant, sizeof h) != 0) return false;
  f->begin += sizeof h;
  f->bytes -= sizeof h;
  *stored = h.content;
  *out = f;
  return true;
}

static bool not_believed(cache *c, const char *path) {
  if (c->damaged++ == 0) snprintf(c->first_damaged, sizeof c->first_damaged, "%s", path);
  return false;
}

bool cache_open(cache *c, const char *kind, const hash *key, uint64_t limit_bytes, pool *threads,
                arena *a, file **content) {
  *content = NULL;
  const char *path = is_used(c) ? cache_path(c, kind, key, a) : NULL;
  if (!path || !file_exists(path)) return false;
  hash stored, found;
  file *f;
  if (!open_entry(path, kind, key, limit_bytes, a, &f, &stored)) return not_believed(c, path);
  fp8c_status status = file_hash(f, threads, &found, NULL);
  if (status == FP8C_ERROR_NO_MEMORY) return false;
  if (status != FP8C_OK || memcmp(&stored, &found, sizeof stored) != 0)
    return not_believed(c, path);
  *content = f;
  return true;
}

bool cache_load(cache *c, const char *kind, const hash *key, size_t limit_bytes, arena *a,
                void **content, size_t *bytes) {
  *content = NULL;
  *bytes = 0;
  const char *path = is_used(c) ? cache_path(c, kind, key, a) : NULL;
  if (!path || !file_exists(path)) return false;
  hash stored;
  file *f;
  if (!open_entry(path, kind, key, limit_bytes, a, &f, &stored)) return not_believed(c, path);
  void *data = arena_array(a, (size_t)f->bytes + 1, 1); /* text ends in a zero byte */
  bool read = file_read(f, 0, data, (size_t)f->bytes, NULL) == FP8C_OK;
  hash found = hash_tree(data, read ? (size_t)f->bytes : 0);
  if (!read || memcmp(&stored, &found, sizeof stored) != 0) return not_believed(c, path);
  *content = data;
  *bytes = (size_t)f->bytes;
  return true;
}

/* ---- Keeping -------------------------------------------------------------------------- */

static void not_kept(cache *c, const fp8c_error *why) {
  if (!atomic_exchange(&c->has_unkept, true)) c->unkept = *why;
}

#define PATH_BYTES_MAX 4096 /* Linux's own */

/* Without an arena: any thread may keep something. */
static fp8c_status open_writer(const cache *c, const char *kind, const hash *key, file_writer **w,
                               fp8c_error *err) {
  char path[PATH_BYTES_MAX], hex[65];
  hash_hex(key, hex);
  int folder = snprintf(path, sizeof path, "%s/%s", c->folder, kind);
  if (folder < 0 || (size_t)folder + sizeof hex + 1 > sizeof path)
    return fail(err, FP8C_ERROR_IO, "the path of the cache is too long");
  TRY(folder_make(path, err));
  snprintf(path + folder, sizeof path - (size_t)folder, "/%s", hex);
  return file_writer_open_here(path, w, err);
}

file_writer *cache_writer_open(cache *c, const char *kind, const hash *key) {
  static const header empty;
  fp8c_error why;
  file_writer *w = NULL;
  if (!is_used(c)) return NULL;
  if (open_writer(c, kind, key, &w, &why) == FP8C_OK &&
      file_writer_write(w, &empty, sizeof empty, &why) == FP8C_OK)
    return w;
  file_writer_abort(w);
  not_kept(c, &why);
  return NULL;
}

static fp8c_status finish(const char *kind, const hash *key, file_writer *w, uint64_t bytes,
                          const hash *content, fp8c_error *err) {
  header h = header_of(kind, key, bytes, content);
  fp8c_status status = file_writer_patch(w, 0, &h, sizeof h, err);
  if (status == FP8C_OK) return file_writer_commit(w, err);
  file_writer_abort(w);
  return status;
}

void cache_writer_close(cache *c, const char *kind, const hash *key, file_writer *w, bool whole,
                        const fp8c_error *why, pool *threads) {
  file f;
  hash content;
  fp8c_error err;
  fp8c_status status = FP8C_OK;
  if (whole) {
    status = file_writer_view(w, &f, &err);
    f.begin = CACHE_HEADER_BYTES;
    f.bytes -= status == FP8C_OK ? CACHE_HEADER_BYTES : 0;
    if (status == FP8C_OK) status = file_hash(&f, threads, &content, &err);
  }
  if (whole && status == FP8C_OK) {
    status = finish(kind, key, w, f.bytes, &content, &err);
  } else {
    file_writer_abort(w);
  }
  if (!whole || status != FP8C_OK) not_kept(c, whole ? &err : why);
}

void cache_keep(cache *c, const char *kind, const hash *key, const void *content, size_t bytes) {
  file_writer *w = cache_writer_open(c, kind, key);
  if (!w) return;
  fp8c_error err;
  fp8c_status status = file_writer_write(w, content, bytes, &err);
  hash h = hash_tree(content, bytes);
  if (status == FP8C_OK)
    status = finish(kind, key, w, bytes, &h, &err);
  else
    file_writer_abort(w);
  if (status != FP8C_OK) not_kept(c, &err);
}
