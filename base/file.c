/* file.c - reading by offset, writing beside and renaming.
 *
 * The files named here may be hostile (a FIFO that blocks, a link that leads
 * out of the model's folder) and may change while we read.  Every call into
 * the system asks SEAM_FILE first, so a test can make each of them fail. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/seam.h"
#include "base/size.h"

#define READ_FLAGS (O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
#define WRITE_BUFFER_BYTES ((size_t)256 << 10)
#define MOST_BYTES_A_CALL ((size_t)1 << 30) /* Linux moves at most 2 GiB at once */

/* ---- The system's calls behind their seam -------------------------------- */

static bool seam_refuses(void) {
  if (!seam_fails(SEAM_FILE)) return false;
  errno = EIO;
  return true;
}

static int sys_openat(int folder, const char *path, int flags, mode_t mode) {
  return seam_refuses() ? -1 : openat(folder, path, flags, mode);
}
static int sys_fstat(int fd, struct stat *st) { return seam_refuses() ? -1 : fstat(fd, st); }
static int sys_fsync(int fd) { return seam_refuses() ? -1 : fsync(fd); }
static int sys_renameat(int folder, const char *from, const char *to) {
  return seam_refuses() ? -1 : renameat(folder, from, folder, to);
}
static ssize_t sys_pread(int fd, void *out, size_t bytes, uint64_t offset) {
  return seam_refuses() ? -1 : pread(fd, out, bytes, (off_t)offset);
}
static ssize_t sys_pwrite(int fd, const void *data, size_t bytes, uint64_t offset) {
  return seam_refuses() ? -1 : pwrite(fd, data, bytes, (off_t)offset);
}
static int sys_mkdir(const char *path) { return seam_refuses() ? -1 : mkdir(path, 0777); }

/* strerror without locale and without a shared buffer. */
static const char *reason(int number) {
  const char *text = strerrordesc_np(number);
  return text ? text : "unknown error";
}

static const char *kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  return "not a regular file";
}

/* ---- Reading -------------------------------------------------------------- */

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

fp8c_status file_read(const file *f, uint64_t offset, void *out, size_t bytes, fp8c_error *err) {
  if (!size_within(offset, bytes, f->bytes))
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: %zu bytes expected at offset %llu, but it has only %llu", f->path, bytes,
                (unsigned long long)offset, (unsigned long long)f->bytes);
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

/* ---- Writing -------------------------------------------------------------- */

struct file_writer {
  int fd, folder; /* folder: of the final place, held open for rename and fsync */
  bool exists;    /* the temporary file does */
  char *path;     /* as the caller named it, for sentences */
  char *name;     /* last part of the final place */
  char temporary[64];
  uint64_t written; /* bytes that have left the buffer */
  size_t buffered;
  char *buffer;
};

static char *copy_string(const char *s) {
  size_t bytes = strlen(s) + 1;
  char *copy = host_alloc(bytes);
  if (copy) memcpy(copy, s, bytes);
  return copy;
}

void file_writer_abort(file_writer *w) {
  if (!w) return;
  if (w->fd >= 0) close(w->fd);
  if (w->exists) unlinkat(w->folder, w->temporary, 0);
  if (w->folder >= 0) close(w->folder);
  host_free(w->path);
  host_free(w->name);
  host_free(w->buffer);
  host_free(w);
}

/* A link to a file is written through, as a shell's > does, so that the link
 * stays a link.  NULL: no memory. */
static char *final_place(const char *path) {
  struct stat st;
  if (lstat(path, &st) || !S_ISLNK(st.st_mode)) return copy_string(path);
  char *resolved = realpath(path, NULL); /* NULL for a dangling link: it is replaced */
  char *copy = copy_string(resolved ? resolved : path);
  free(resolved);
  return copy;
}

/* Splits the final place into a folder opened and a name. */
static fp8c_status open_folder(file_writer *w, fp8c_error *err) {
  fp8c_status status = FP8C_OK;
  char *place = final_place(w->path);
  if (!place) return fail(err, FP8C_ERROR_NO_MEMORY, "%s: no memory to write it", w->path);
  char *slash = strrchr(place, '/');
  const char *folder = !slash ? "." : slash == place ? "/" : place;
  w->name = copy_string(slash ? slash + 1 : place);
  if (!w->name) status = fail(err, FP8C_ERROR_NO_MEMORY, "%s: no memory to write it", w->path);
  if (slash && slash != place) *slash = 0;
  if (status == FP8C_OK && !*w->name)
    status = fail(err, FP8C_ERROR_IO, "%s: is the name of a folder; a file name is expected",
                  *w->path ? w->path : "\"\"");
  if (status == FP8C_OK) {
    w->folder = sys_openat(AT_FDCWD, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    if (w->folder < 0)
      status = fail(err, FP8C_ERROR_IO, "%s: cannot be written: its folder %s: %s", w->path, folder,
                    reason(errno));
  }
  host_free(place);
  return status;
}

static fp8c_status open_temporary(file_writer *w, fp8c_error *err) {
  static atomic_uint counter;
  for (int attempt = 0; attempt < 1000; attempt++) {
    snprintf(w->temporary, sizeof w->temporary, ".fp8c-%ld-%u.tmp", (long)getpid(),
             atomic_fetch_add(&counter, 1));
    w->fd = sys_openat(w->folder, w->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (w->fd >= 0) {
      w->exists = true;
      return FP8C_OK;
    }
    if (errno != EEXIST) break;
  }
  return fail(err, FP8C_ERROR_IO, "%s: no file can be made in its folder: %s", w->path,
              reason(errno));
}

fp8c_status file_writer_open(const char *path, file_writer **out, fp8c_error *err) {
  *out = NULL;
  struct stat st;
  if (!stat(path, &st) && !S_ISREG(st.st_mode))
    return fail(err, FP8C_ERROR_IO, "%s: is %s; only a regular file can be replaced", path,
                kind_of(st.st_mode));
  file_writer *w = host_alloc(sizeof *w);
  if (!w) return fail(err, FP8C_ERROR_NO_MEMORY, "%s: no memory to write it", path);
  w->fd = w->folder = -1;
  w->path = copy_string(path);
  w->buffer = host_alloc(WRITE_BUFFER_BYTES);
  fp8c_status status = FP8C_OK;
  if (!w->path || !w->buffer)
    status = fail(err, FP8C_ERROR_NO_MEMORY, "%s: no memory to write it", path);
  if (status == FP8C_OK) status = open_folder(w, err);
  if (status == FP8C_OK) status = open_temporary(w, err);
  if (status != FP8C_OK) {
    file_writer_abort(w);
    return status;
  }
  *out = w;
  return FP8C_OK;
}

static fp8c_status write_at(file_writer *w, uint64_t offset, const void *data, size_t bytes,
                            fp8c_error *err) {
  const char *from = data;
  while (bytes) {
    size_t some = bytes < MOST_BYTES_A_CALL ? bytes : MOST_BYTES_A_CALL;
    ssize_t put = sys_pwrite(w->fd, from, some, offset);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0)
      return fail(err, FP8C_ERROR_IO, "%s: cannot be written at offset %llu: %s", w->path,
                  (unsigned long long)offset, reason(put < 0 ? errno : ENOSPC));
    from += put;
    offset += (uint64_t)put;
    bytes -= (size_t)put;
  }
  return FP8C_OK;
}

static fp8c_status flush(file_writer *w, fp8c_error *err) {
  TRY(write_at(w, w->written, w->buffer, w->buffered, err));
  w->written += w->buffered;
  w->buffered = 0;
  return FP8C_OK;
}

fp8c_status file_writer_write(file_writer *w, const void *data, size_t bytes, fp8c_error *err) {
  if (bytes > WRITE_BUFFER_BYTES - w->buffered) TRY(flush(w, err));
  if (bytes > WRITE_BUFFER_BYTES) {
    TRY(write_at(w, w->written, data, bytes, err));
    w->written += bytes;
    return FP8C_OK;
  }
  if (bytes) memcpy(w->buffer + w->buffered, data, bytes);
  w->buffered += bytes;
  return FP8C_OK;
}

fp8c_status file_writer_patch(file_writer *w, uint64_t offset, const void *data, size_t bytes,
                              fp8c_error *err) {
  TRY(flush(w, err));
  if (!size_within(offset, bytes, w->written))
    return fail(err, FP8C_ERROR_INTERNAL, "%s: bytes %llu to %llu were never written", w->path,
                (unsigned long long)offset, (unsigned long long)(offset + bytes));
  return write_at(w, offset, data, bytes, err);
}

fp8c_status file_writer_commit(file_writer *w, fp8c_error *err) {
  fp8c_status status = flush(w, err);
  if (status == FP8C_OK && sys_fsync(w->fd))
    status = fail(err, FP8C_ERROR_IO, "%s: cannot be brought to disk: %s", w->path, reason(errno));
  /* Some file systems have no fsync of a folder and say EINVAL; before the
   * rename a failure can still be reported with the old file in place. */
  if (status == FP8C_OK && sys_fsync(w->folder) && errno != EINVAL && errno != EBADF)
    status = fail(err, FP8C_ERROR_IO, "%s: its folder cannot be brought to disk: %s", w->path,
                  reason(errno));
  if (status == FP8C_OK && sys_renameat(w->folder, w->temporary, w->name))
    status = fail(err, FP8C_ERROR_IO, "%s: the finished file cannot take its name: %s", w->path,
                  reason(errno));
  if (status == FP8C_OK) {
    w->exists = false;
    /* The new file stands complete under its name.  What a power failure right
     * now may bring back is the old one, which is no reason to fail. */
    sys_fsync(w->folder);
  }
  file_writer_abort(w);
  return status;
}

fp8c_status file_write_all(const char *path, const void *data, size_t bytes, fp8c_error *err) {
  file_writer *w;
  TRY(file_writer_open(path, &w, err));
  fp8c_status status = file_writer_write(w, data, bytes, err);
  if (status != FP8C_OK) {
    file_writer_abort(w);
    return status;
  }
  return file_writer_commit(w, err);
}

/* ---- Folders -------------------------------------------------------------- */

fp8c_status folder_make(const char *path, fp8c_error *err) {
  char *copy = copy_string(path);
  if (!copy) return fail(err, FP8C_ERROR_NO_MEMORY, "%s: no memory to make the folder", path);
  fp8c_status status = FP8C_OK;
  for (char *slash = copy; status == FP8C_OK && slash;) {
    slash = strchr(slash + (*slash != 0), '/');
    if (slash) *slash = 0;
    if (*copy && sys_mkdir(copy) && !folder_exists(copy))
      status = fail(err, FP8C_ERROR_IO, "%s: the folder cannot be made: %s", path, reason(errno));
    if (slash) *slash = '/';
  }
  host_free(copy);
  return status;
}

bool file_exists(const char *path) {
  struct stat st;
  return !seam_refuses() && !stat(path, &st) && S_ISREG(st.st_mode);
}

bool folder_exists(const char *path) {
  struct stat st;
  int keep = errno;
  bool is = !stat(path, &st) && S_ISDIR(st.st_mode);
  errno = keep;
  return is;
}

static int by_bytes(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef struct open_dir {
  DIR *dir;
} open_dir;

static void close_dir(void *object) {
  open_dir *o = object;
  if (o->dir) closedir(o->dir);
  o->dir = NULL;
}

fp8c_status folder_list(arena *a, const char *path, char ***names, size_t *count, fp8c_error *err) {
  *names = NULL;
  *count = 0;
  open_dir *open = NEW(a, open_dir);
  arena_defer(a, close_dir, open);
  open->dir = seam_refuses() ? NULL : opendir(path);
  if (!open->dir) return fail(err, FP8C_ERROR_IO, "%s: cannot be listed: %s", path, reason(errno));
  char **list = NULL;
  size_t n = 0;
  for (;;) {
    errno = 0;
    struct dirent *entry = seam_refuses() ? NULL : readdir(open->dir);
    if (!entry) break;
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    ARENA_PUSH(a, list, n, arena_strdup(a, entry->d_name));
  }
  int number = errno;
  close_dir(open);
  if (number) return fail(err, FP8C_ERROR_IO, "%s: cannot be listed: %s", path, reason(number));
  if (n) qsort(list, n, sizeof *list, by_bytes);
  *names = list;
  *count = n;
  return FP8C_OK;
}

const char *path_join(arena *a, const char *folder, const char *name) {
  size_t length = strlen(folder);
  return arena_printf(a, "%s%s%s", folder, length && folder[length - 1] == '/' ? "" : "/", name);
}
