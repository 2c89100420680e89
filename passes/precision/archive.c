/* archive.c - see archive.h.
 *
 * minizip reads one member at a time per handle and samples are read of several at once: so every
 * opened member gets a handle of its own, with an offset of its own in the file. */
#include "passes/precision/archive.h"

#include <limits.h>
#include <minizip/unzip.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
  const file *f;
  uint64_t at;
} reader;

struct archive_stream {
  reader reader;
  unzFile handle;
  int checked; /* the end was reached: 1 the checksum is right, -1 it is not */
};

/* ---- What minizip calls ---------------------------------------------------------- */

static void *reader_open(void *stream, const void *path, int mode) {
  (void)path, (void)mode;
  return stream;
}

static uLong reader_read(void *unused, void *stream, void *out, uLong bytes) {
  (void)unused;
  reader *r = stream;
  uint64_t left = r->f->bytes - r->at;
  size_t n = bytes < left ? (size_t)bytes : (size_t)left;
  if (file_read(r->f, r->at, out, n, NULL) != FP8C_OK) return 0;
  r->at += n;
  return (uLong)n;
}

static uLong reader_write(void *unused, void *stream, const void *data, uLong bytes) {
  (void)unused, (void)stream, (void)data, (void)bytes;
  return 0;
}

static ZPOS64_T reader_tell(void *unused, void *stream) {
  (void)unused;
  return ((reader *)stream)->at;
}

static long reader_seek(void *unused, void *stream, ZPOS64_T offset, int origin) {
  (void)unused;
  reader *r = stream;
  uint64_t from = origin == ZLIB_FILEFUNC_SEEK_END   ? r->f->bytes
                  : origin == ZLIB_FILEFUNC_SEEK_CUR ? r->at
                                                     : 0;
  if (__builtin_add_overflow(from, offset, &from) || from > r->f->bytes) return -1;
  r->at = from;
  return 0;
}

static int reader_done(void *unused, void *stream) {
  (void)unused, (void)stream;
  return 0;
}

static unzFile open_handle(reader *r) {
  zlib_filefunc64_def calls = {.zopen64_file = reader_open,
                               .zread_file = reader_read,
                               .zwrite_file = reader_write,
                               .ztell64_file = reader_tell,
                               .zseek64_file = reader_seek,
                               .zclose_file = reader_done,
                               .zerror_file = reader_done,
                               .opaque = r};
  return unzOpen2_64(r, &calls);
}

/* Where memory ends minizip says that there is no archive or no member; memory is asked itself, so
 * that what is reported is its end. */
#define PROBE_BYTES 4096
static void probe_memory(void) { free(noted_malloc(PROBE_BYTES)); }

/* ---- The table of members -------------------------------------------------------- */

#define ENCRYPTED 1 /* a flag of the member */

static void close_handle(void *handle) { unzClose(handle); }

static fp8c_status read_member(arena *a, unzFile handle, archive_member *m, fp8c_error *err,
                               const char *path) {
  unz_file_info64 info;
  unz64_file_pos at;
  char name[1024];
  if (unzGetCurrentFileInfo64(handle, &info, name, sizeof name, NULL, 0, NULL, 0) != UNZ_OK ||
      info.size_filename >= sizeof name || unzGetFilePos64(handle, &at) != UNZ_OK)
    return fail(err, FP8C_ERROR_FORMAT, "%s: the table of members is damaged", path);
  if (info.flag & ENCRYPTED || (info.compression_method && info.compression_method != Z_DEFLATED))
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: member \"%s\" is %s; members that are stored or deflated can be read", path,
                name, info.flag & ENCRYPTED ? "encrypted" : "packed by another method");
  *m = (archive_member){.name = arena_strdup(a, name),
                        .bytes = info.uncompressed_size,
                        .at = at.pos_in_zip_directory,
                        .index = at.num_of_file};
  return FP8C_OK;
}

fp8c_status archive_open(arena *a, const file *f, size_t most, archive *out, fp8c_error *err) {
  reader *r = NEW(a, reader);
  unz_global_info64 info;
  r->f = f;
  unzFile handle = open_handle(r);
  if (!handle) handle = open_handle(r); /* the first time, one allocation may have failed */
  if (!handle || unzGetGlobalInfo64(handle, &info) != UNZ_OK) {
    if (handle) unzClose(handle);
    probe_memory();
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: this is no readable .npz (ZIP) file: no table of members was found at its end",
                f->path);
  }
  arena_defer(a, close_handle, handle);
  if (info.number_entry < 1 || info.number_entry > most)
    return fail(err, FP8C_ERROR_FORMAT, "%s: %llu arrays; 1 to %zu were expected", f->path,
                (unsigned long long)info.number_entry, most);
  *out = (archive){f, NEW_ARRAY(a, archive_member, info.number_entry), (size_t)info.number_entry};
  for (size_t i = 0; i < out->count; i++) {
    int at = i ? unzGoToNextFile(handle) : unzGoToFirstFile(handle);
    if (at != UNZ_OK)
      return fail(err, FP8C_ERROR_FORMAT, "%s: the table of members is damaged", f->path);
    TRY(read_member(a, handle, &out->members[i], err, f->path));
  }
  return FP8C_OK;
}

/* ---- One member ------------------------------------------------------------------ */

static archive_stream *begin(const archive *z, const archive_member *m) {
  archive_stream *s = host_alloc(sizeof *s);
  if (!s) return NULL;
  *s = (archive_stream){.reader = {.f = z->f}};
  s->handle = open_handle(&s->reader);
  unz64_file_pos at = {m->at, m->index};
  if (s->handle && unzGoToFilePos64(s->handle, &at) == UNZ_OK &&
      unzOpenCurrentFile(s->handle) == UNZ_OK)
    return s;
  archive_close(s);
  return NULL;
}

fp8c_status archive_begin(const archive *z, size_t member, archive_stream **out, fp8c_error *err) {
  const archive_member *m = &z->members[member];
  *out = begin(z, m);
  if (!*out) *out = begin(z, m);
  if (*out) return FP8C_OK;
  probe_memory();
  return fail(err, FP8C_ERROR_FORMAT,
              "%s, member \"%s\" cannot be unpacked: its header, its method of compression or its "
              "data is not readable",
              z->f->path, m->name);
}

int64_t archive_read(archive_stream *s, void *out, uint64_t bytes) {
  if (s->checked) return s->checked > 0 ? 0 : -1;
  int n = unzReadCurrentFile(s->handle, out, bytes < INT_MAX ? (unsigned)bytes : INT_MAX);
  if (n != 0) return n;
  s->checked = unzCloseCurrentFile(s->handle) == UNZ_OK ? 1 : -1;
  return s->checked > 0 ? 0 : -1;
}

void archive_close(archive_stream *s) {
  if (s->handle) unzClose(s->handle);
  host_free(s);
}
