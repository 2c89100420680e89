/* zip.c - see zip.h.
 *
 * minizip reads one member at a time per handle, samples.c several at once: so
 * every opened member gets a handle of its own on the same descriptor, read by
 * pread with an offset of its own. */
#include "passes/portable/zip.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <minizip/unzip.h>

#include "base/arena.h"
#include "base/seam.h"

typedef struct reader {
  int fd;
  uint64_t at, bytes;
} reader;

struct zip {
  reader reader;
  unzFile handle;
  uint64_t members;
  char name[1024];
};

struct zip_file {
  reader reader;
  unzFile handle;
  int checked; /* the end was reached: 1 the checksum is right, -1 it is not */
};

static void *reader_open(void *stream, const void *path, int mode) {
  (void)path;
  (void)mode;
  return stream;
}

static uLong reader_read(void *unused, void *stream, void *out, uLong bytes) {
  (void)unused;
  reader *r = stream;
  uLong done = 0;
  while (done < bytes && !seam_fails(SEAM_FILE)) {
    ssize_t n = pread(r->fd, (char *)out + done, bytes - done, (off_t)r->at);
    if (n <= 0) break;
    r->at += (uint64_t)n;
    done += (uLong)n;
  }
  return done;
}

static uLong reader_write(void *unused, void *stream, const void *data, uLong bytes) {
  (void)unused;
  (void)stream;
  (void)data;
  (void)bytes;
  return 0;
}

static ZPOS64_T reader_tell(void *unused, void *stream) {
  (void)unused;
  return ((reader *)stream)->at;
}

static long reader_seek(void *unused, void *stream, ZPOS64_T offset, int origin) {
  (void)unused;
  reader *r = stream;
  uint64_t from = origin == ZLIB_FILEFUNC_SEEK_END   ? r->bytes
                  : origin == ZLIB_FILEFUNC_SEEK_CUR ? r->at
                                                     : 0;
  if (__builtin_add_overflow(from, offset, &from) || from > r->bytes) return -1;
  r->at = from;
  return 0;
}

static int reader_close(void *unused, void *stream) {
  (void)unused;
  (void)stream;
  return 0;
}

static int reader_error(void *unused, void *stream) {
  (void)unused;
  (void)stream;
  return 0;
}

static unzFile handle_open(reader *r) {
  zlib_filefunc64_def calls = {.zopen64_file = reader_open,
                               .zread_file = reader_read,
                               .zwrite_file = reader_write,
                               .ztell64_file = reader_tell,
                               .zseek64_file = reader_seek,
                               .zclose_file = reader_close,
                               .zerror_file = reader_error,
                               .opaque = r};
  return unzOpen2_64(r, &calls);
}

zip_t *zip_fdopen(int fd, int flags, int *code) {
  (void)flags;
  struct stat st;
  unz_global_info64 info;
  *code = 0;
  zip_t *z = host_alloc(sizeof *z);
  if (!z || fstat(fd, &st)) {
    *code = z ? 0 : ZIP_ER_MEMORY;
    host_free(z);
    return NULL;
  }
  z->reader = (reader){.fd = fd, .bytes = (uint64_t)st.st_size};
  z->handle = handle_open(&z->reader);
  if (!z->handle || unzGetGlobalInfo64(z->handle, &info) != UNZ_OK) {
    if (z->handle) unzClose(z->handle);
    host_free(z);
    return NULL;
  }
  z->members = info.number_entry;
  return z;
}

/* minizip does not report what failed. */
zip_error_t *zip_get_error(zip_t *z) {
  static zip_error_t unknown;
  (void)z;
  return &unknown;
}

int zip_error_code_zip(const zip_error_t *e) { return e->code; }

void zip_discard(zip_t *z) {
  unzClose(z->handle);
  close(z->reader.fd);
  host_free(z);
}

zip_int64_t zip_get_num_entries(zip_t *z, uint32_t flags) {
  (void)flags;
  return z->members > INT64_MAX ? -1 : (zip_int64_t)z->members;
}

static int go_to(unzFile handle, uint64_t index) {
  if (unzGoToFirstFile(handle) != UNZ_OK) return -1;
  for (uint64_t i = 0; i < index; i++)
    if (unzGoToNextFile(handle) != UNZ_OK) return -1;
  return 0;
}

int zip_stat_index(zip_t *z, zip_uint64_t index, uint32_t flags, zip_stat_t *out) {
  (void)flags;
  unz_file_info64 info;
  if (go_to(z->handle, index) ||
      unzGetCurrentFileInfo64(z->handle, &info, z->name, sizeof z->name, NULL, 0, NULL, 0) !=
          UNZ_OK ||
      info.size_filename >= sizeof z->name)
    return -1;
  *out = (zip_stat_t){ZIP_STAT_NAME | ZIP_STAT_SIZE, z->name, info.uncompressed_size};
  return 0;
}

zip_file_t *zip_fopen_index(zip_t *z, zip_uint64_t index, uint32_t flags) {
  (void)flags;
  zip_file_t *f = host_alloc(sizeof *f);
  if (!f) return NULL;
  f->reader = (reader){.fd = z->reader.fd, .bytes = z->reader.bytes};
  f->handle = handle_open(&f->reader);
  if (f->handle && !go_to(f->handle, index) && unzOpenCurrentFile(f->handle) == UNZ_OK) return f;
  if (f->handle) unzClose(f->handle);
  host_free(f);
  return NULL;
}

zip_int64_t zip_fread(zip_file_t *f, void *out, zip_uint64_t bytes) {
  if (f->checked) return f->checked > 0 ? 0 : -1;
  int n = unzReadCurrentFile(f->handle, out, bytes < INT_MAX ? (unsigned)bytes : INT_MAX);
  if (n != 0) return n;
  f->checked = unzCloseCurrentFile(f->handle) == UNZ_OK ? 1 : -1;
  return f->checked > 0 ? 0 : -1;
}

int zip_fclose(zip_file_t *f) {
  unzClose(f->handle);
  host_free(f);
  return 0;
}

const char *zip_strerror(zip_t *z) {
  (void)z;
  return "its header, its method of compression or its data is not readable";
}

void zip_error_init_with_code(zip_error_t *e, int code) { e->code = code; }

const char *zip_error_strerror(zip_error_t *e) {
  (void)e;
  return "no table of members was found at its end";
}

void zip_error_fini(zip_error_t *e) { (void)e; }
