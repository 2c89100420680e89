/* file.c - files read by offset.
 *
 * The files named here may be hostile (a FIFO that blocks, a link that leads
 * out of the model's folder) and may change while we read. */
#include "base/file.h"

#include <linux/openat2.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>

#include "base/file_system.h"
#include "base/size.h"

static void close_file(void *object) {
  file *f = object;
  if (f->fd >= 0) close(f->fd);
  f->fd = -1;
}

/* The record is registered before the descriptor exists: running out of memory
 * afterwards cannot leak it. */
static file *file_new(arena *a, const char *path) {
  file *f = NEW(a, file);
  f->fd = -1;
  f->path = arena_strdup(a, path);
  arena_defer(a, close_file, f);
  return f;
}

static fp8c_status check_regular(file *f, fp8c_error *err) {
  struct stat st;
  if (sys_fstat(f->fd, &st))
    return fail(err, FP8C_ERROR_IO, "%s: cannot be examined: %s", f->path, reason(errno));
  if (!S_ISREG(st.st_mode))
    return fail(err, FP8C_ERROR_IO, "%s: is %s; a regular file is expected", f->path,
                kind_of(st.st_mode));
  f->bytes = (uint64_t)st.st_size;
  return FP8C_OK;
}

fp8c_status file_open(arena *a, const char *path, file **out, fp8c_error *err) {
  *out = NULL;
  if (!*path) return fail(err, FP8C_ERROR_IO, "a file was expected, and its name is empty");
  file *f = file_new(a, path);
  f->fd = sys_openat(AT_FDCWD, path, READ_FLAGS, 0);
  if (f->fd < 0) return fail(err, FP8C_ERROR_IO, "%s: cannot be opened: %s", path, reason(errno));
  TRY(check_regular(f, err));
  *out = f;
  return FP8C_OK;
}

bool file_same(const char *a, const char *b) {
  struct stat x, y;
  return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* The folder of a path, as stat knows it, and where the last part begins. */
static bool folder_of(const char *path, struct stat *folder, const char **last) {
  const char *slash = strrchr(path, '/');
  *last = slash ? slash + 1 : path;
  char *above = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
  bool found = above && stat(above, folder) == 0;
  free(above);
  return found;
}

bool file_same_place(const char *a, const char *b) {
  if (file_same(a, b)) return true;
  struct stat x, y;
  const char *of_a, *of_b;
  return folder_of(a, &x, &of_a) && folder_of(b, &y, &of_b) && x.st_dev == y.st_dev &&
         x.st_ino == y.st_ino && strcmp(of_a, of_b) == 0;
}

bool file_would_replace(const char *path, const char *input) {
  if (file_same(path, input)) return true;
  if (!folder_exists(input)) return false;
  char *inner = realpath(path, NULL), *folder = realpath(input, NULL);
  size_t n = folder ? strlen(folder) : 0;
  bool below = inner && folder && strncmp(inner, folder, n) == 0 && inner[n] == '/';
  free(inner);
  free(folder);
  return below;
}

#define BENEATH_MAX_BYTES 512 /* of a path to external data: it fits into a sentence */

/* A path that can only lead downwards, judged by its text. */
static const char *not_beneath(const char *relative) {
  if (!*relative) return "is empty";
  if (*relative == '/') return "is absolute";
  for (const char *part = relative; *part;) {
    size_t length = strcspn(part, "/");
    if (length == 2 && part[0] == '.' && part[1] == '.') return "contains \"..\"";
    part += length + (part[length] == '/');
  }
  return NULL;
}

/* openat part by part, refusing links at each, for kernels without openat2. */
static int walk_beneath(arena *a, int folder, const char *relative) {
  int at = folder, fd = -1;
  char *path = arena_strdup(a, relative), *rest = path;
  for (;;) {
    rest += strspn(rest, "/");
    size_t length = strcspn(rest, "/");
    char *next = rest + length + strspn(rest + length, "/");
    bool last = !*next;
    rest[length] = 0;
    if (last && !length) {
      errno = EISDIR;
      fd = -1;
    } else {
      fd = sys_openat(at, rest, READ_FLAGS | O_NOFOLLOW | (last ? 0 : O_DIRECTORY), 0);
    }
    if (at != folder) {
      int keep = errno;
      close(at);
      errno = keep;
    }
    if (fd < 0 || last) return fd;
    at = fd;
    rest = next;
  }
}

static int open_beneath(arena *a, int folder, const char *relative) {
  struct open_how how = {.flags = READ_FLAGS,
                         .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
  if (seam_refuses()) return -1;
  long fd = syscall(SYS_openat2, folder, relative, &how, sizeof how);
  if (fd >= 0 || (errno != ENOSYS && errno != EPERM && errno != EINVAL)) return (int)fd;
  return walk_beneath(a, folder, relative); /* no such call, or a sandbox forbids it */
}

const char *path_folder(arena *a, const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash) return ".";
  return slash == path ? "/" : arena_strndup(a, path, (size_t)(slash - path));
}

fp8c_status file_open_beside(arena *a, const char *base_path, const char *root,
                             const char *relative, file **out, fp8c_error *err) {
  *out = NULL;
  if (strlen(relative) > BENEATH_MAX_BYTES)
    return fail(err, FP8C_ERROR_FORMAT, "a path of %zu bytes; at most %d are possible",
                strlen(relative), BENEATH_MAX_BYTES);
  const char *why = not_beneath(relative);
  if (why)
    return fail(err, FP8C_ERROR_FORMAT,
                "external data path \"%s\" %s; it must name a file below the model's folder",
                relative, why);
  const char *folder_path = root ? root : path_folder(a, base_path);
  file *folder = file_new(a, folder_path);
  folder->fd = sys_openat(AT_FDCWD, folder_path, READ_FLAGS | O_DIRECTORY, 0);
  if (folder->fd < 0)
    return fail(err, FP8C_ERROR_IO, "%s: cannot be opened as a folder: %s", folder_path,
                reason(errno));
  file *f = file_new(a, path_join(a, folder_path, relative));
  f->fd = open_beneath(a, folder->fd, relative);
  int number = errno;
  close_file(folder);
  if (f->fd < 0)
    return fail(err, FP8C_ERROR_IO, "%s: cannot be opened: %s", f->path,
                number == ELOOP ? "a symbolic link stands on the way, which external data may not"
                                : reason(number));
  TRY(check_regular(f, err));
  *out = f;
  return FP8C_OK;
}

/* Bytes that the file had when it was opened. */
static fp8c_status read_within(const file *f, uint64_t offset, void *out, size_t bytes,
                               fp8c_error *err) {
  char *at = out;
  while (bytes) {
    size_t some = bytes < MOST_BYTES_A_CALL ? bytes : MOST_BYTES_A_CALL;
    ssize_t got = sys_pread(f->fd, at, some, offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return fail(err, FP8C_ERROR_IO, "%s: cannot be read at offset %llu: %s", f->path,
                  (unsigned long long)offset, reason(errno));
    if (!got)
      return fail(err, FP8C_ERROR_IO, "%s: ends at offset %llu; it was cut short while being read",
                  f->path, (unsigned long long)offset);
    at += got;
    offset += (uint64_t)got;
    bytes -= (size_t)got;
  }
  return FP8C_OK;
}

fp8c_status file_read(const file *f, uint64_t offset, void *out, size_t bytes, fp8c_error *err) {
  if (!size_within(offset, bytes, f->bytes))
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: %zu bytes expected at offset %llu, but it has only %llu", f->path, bytes,
                (unsigned long long)offset, (unsigned long long)f->bytes);
  fp8c_status status = read_within(f, f->begin + offset, out, bytes, err);
  if (status != FP8C_OK) atomic_store(&((file *)(uintptr_t)f)->lost, true);
  return status;
}

fp8c_status file_read_all(arena *a, const char *path, size_t limit_bytes, char **out, size_t *bytes,
                          fp8c_error *err) {
  *out = NULL;
  *bytes = 0;
  file *f;
  TRY(file_open(a, path, &f, err));
  if (f->bytes > limit_bytes)
    return fail(err, FP8C_ERROR_FORMAT, "%s: has %llu bytes; at most %zu are read", path,
                (unsigned long long)f->bytes, limit_bytes);
  char *data = arena_array(a, (size_t)f->bytes + 1, 1);
  fp8c_status status = file_read(f, 0, data, (size_t)f->bytes, err);
  size_t length = (size_t)f->bytes;
  close_file(f);
  TRY(status);
  *out = data;
  *bytes = length;
  return FP8C_OK;
}

typedef struct hashing {
  const file *f;
  hash *digests; /* of each HASH_CHUNK_BYTES */
  char *buffers; /* HASH_CHUNK_BYTES a thread */
  atomic_bool failed;
  fp8c_error error; /* of the first that failed */
} hashing;

static void hash_chunk(void *object, size_t i, int worker) {
  hashing *x = object;
  char *buffer = x->buffers + (size_t)worker * HASH_CHUNK_BYTES;
  uint64_t at = (uint64_t)i * HASH_CHUNK_BYTES, left = x->f->bytes - at;
  size_t n = left < HASH_CHUNK_BYTES ? (size_t)left : HASH_CHUNK_BYTES;
  fp8c_error error;
  if (file_read(x->f, at, buffer, n, &error) != FP8C_OK && !atomic_exchange(&x->failed, true))
    x->error = error;
  x->digests[i] = hash_of(buffer, n);
}

fp8c_status file_hash(const file *f, pool *threads, hash *out, fp8c_error *err) {
  uint64_t chunks = f->bytes / HASH_CHUNK_BYTES + (f->bytes % HASH_CHUNK_BYTES != 0);
  size_t bytes;
  hashing x = {.f = f};
  if (chunks < SIZE_MAX && size_mul((size_t)chunks, sizeof(hash), &bytes))
    x.digests = host_alloc(bytes);
  x.buffers = host_alloc((size_t)pool_threads(threads) * HASH_CHUNK_BYTES);
  fp8c_status status = FP8C_OK;
  if (!x.digests || !x.buffers) {
    status = fail(err, FP8C_ERROR_NO_MEMORY, "%s: no memory to hash it", f->path);
  } else {
    pool_run(threads, (size_t)chunks, hash_chunk, &x);
    *out = hash_of(x.digests, bytes);
    if (atomic_load(&x.failed)) {
      status = x.error.status;
      if (err) *err = x.error;
    }
  }
  host_free(x.digests);
  host_free(x.buffers);
  return status;
}
