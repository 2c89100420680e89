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
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
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
static int sys_exchange(int folder, const char *a, const char *b) {
  return seam_refuses() ? -1 : renameat2(folder, a, folder, b, RENAME_EXCHANGE);
}
static int sys_linkat(const char *from, int folder, const char *to) {
  return seam_refuses() ? -1 : linkat(AT_FDCWD, from, folder, to, AT_SYMLINK_FOLLOW);
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

/* ---- Writing -------------------------------------------------------------- */

struct file_writer {
  int fd, folder;  /* folder: of the final place, held open for its name and fsync */
  char *path;      /* as the caller named it, for sentences */
  char *name;      /* last part of the final place */
  char *temporary; /* a live_name's; NULL: the file has no name yet */
  enum { NOT_PLACED, PLACED, PLACED_ALONE, EXCHANGED } placed;
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

/* ---- Names that are not to stay ------------------------------------------- */

/* Names of this process, where a signal handler finds them.  A name stands here before its file
 * does: it is like no other, so removing it too early or too late harms nobody. */
typedef struct live_name {
  atomic_int state; /* 0: free, 1: being filled, 2: filled */
  int folder;
  char name[64];
} live_name;

static live_name live_names[256];

#define TEMPORARY_PREFIX ".fp8c-"
#define TEMPORARY_SUFFIX ".tmp"

/* NULL: more files are being written at once than there are places. */
static char *take_name(int folder) {
  static atomic_uint counter;
  for (size_t i = 0; i < sizeof live_names / sizeof *live_names; i++) {
    live_name *n = &live_names[i];
    int is_free = 0;
    if (!atomic_compare_exchange_strong(&n->state, &is_free, 1)) continue;
    snprintf(n->name, sizeof n->name, TEMPORARY_PREFIX "%ld-%u" TEMPORARY_SUFFIX, (long)getpid(),
             atomic_fetch_add(&counter, 1));
    n->folder = folder;
    atomic_store(&n->state, 2);
    return n->name;
  }
  return NULL;
}

static void release_name(char *name) {
  if (!name) return;
  live_name *n = (live_name *)(void *)(name - offsetof(live_name, name));
  atomic_store(&n->state, 0);
}

void file_remove_temporaries(void) {
  for (size_t i = 0; i < sizeof live_names / sizeof *live_names; i++)
    if (atomic_load(&live_names[i].state) == 2)
      (void)unlinkat(live_names[i].folder, live_names[i].name, 0);
}

/* The process that a temporary name tells; 0: it is no such name. */
static long writer_of(const char *name) {
  size_t prefix = strlen(TEMPORARY_PREFIX);
  if (strncmp(name, TEMPORARY_PREFIX, prefix) != 0) return 0;
  const char *at = name + prefix;
  size_t digits = strspn(at, "0123456789");
  if (digits == 0 || digits > 10 || at[digits] != '-') return 0;
  const char *rest = at + digits + 1;
  size_t more = strspn(rest, "0123456789");
  if (more == 0 || strcmp(rest + more, TEMPORARY_SUFFIX) != 0) return 0;
  return strtol(at, NULL, 10);
}

#define GRACE_SECONDS 60 /* between a file's creation and its lock, with much to spare */

/* Who writes a temporary file holds a lock on it for as long as it lives, whatever number its
 * process has here: in another container two may have the same. */
static void remove_if_left(int folder, const char *name) {
  long writer = writer_of(name);
  if (writer <= 0) return;
  int fd = openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) return;
  struct stat st;
  if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
      !flock(fd, LOCK_EX | LOCK_NB) &&
      ((kill((pid_t)writer, 0) && errno == ESRCH) || time(NULL) - st.st_mtime > GRACE_SECONDS))
    (void)unlinkat(folder, name, 0);
  close(fd);
}

/* Removes the temporary files that killed processes left in a folder.  A process looks once; nobody
 * needs the files, so no failure to remove one matters. */
static void remove_left(int folder) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static struct {
    dev_t device;
    ino_t inode;
  } seen[64];
  static size_t seen_count;
  struct stat st;
  if (fstat(folder, &st)) return;
  pthread_mutex_lock(&lock);
  size_t i = 0;
  while (i < seen_count && (seen[i].device != st.st_dev || seen[i].inode != st.st_ino)) i++;
  bool is_new = i == seen_count && seen_count < sizeof seen / sizeof *seen;
  if (is_new) {
    seen[i].device = st.st_dev;
    seen[i].inode = st.st_ino;
    seen_count++;
  }
  pthread_mutex_unlock(&lock);
  int fd = is_new ? openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
  if (!dir && fd >= 0) close(fd);
  for (struct dirent *entry; dir && (entry = readdir(dir));) remove_if_left(folder, entry->d_name);
  if (dir) closedir(dir);
}

/* ---- A file being written --------------------------------------------------- */

static void forget_name(file_writer *w) {
  release_name(w->temporary);
  w->temporary = NULL;
}

static void writer_free(file_writer *w) {
  if (w->temporary) {
    (void)unlinkat(w->folder, w->temporary, 0);
    release_name(w->temporary);
  }
  if (w->fd >= 0) close(w->fd);
  if (w->folder >= 0) close(w->folder);
  host_free(w->path);
  host_free(w->name);
  host_free(w->buffer);
  host_free(w);
}

void file_writer_abort(file_writer *w) {
  if (w) writer_free(w);
}

/* A link to a file is written through, as a shell's > does, so that the link
 * stays a link.  NULL: no memory. */
static char *final_place(const char *path, bool through) {
  struct stat st;
  if (!through || lstat(path, &st) || !S_ISLNK(st.st_mode)) return copy_string(path);
  char *resolved = realpath(path, NULL); /* NULL for a dangling link: it is replaced */
  char *copy = copy_string(resolved ? resolved : path);
  free(resolved);
  return copy;
}

/* Splits the final place into a folder opened and a name. */
static fp8c_status open_folder(file_writer *w, bool through, fp8c_error *err) {
  fp8c_status status = FP8C_OK;
  char *place = final_place(w->path, through);
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
    else
      remove_left(w->folder);
  }
  host_free(place);
  return status;
}

#define MOST_NAMES 1000 /* tried */

/* A file that has no name until it is whole, so that a killed process leaves nothing.  Naming
 * it takes /proc. */
static bool open_nameless(file_writer *w) {
  if (access("/proc/self/fd", X_OK)) return false;
  w->fd = sys_openat(w->folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  return w->fd >= 0;
}

static int create_temporary(file_writer *w) {
  return sys_openat(w->folder, w->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

static int link_temporary(file_writer *w) {
  char from[64];
  snprintf(from, sizeof from, "/proc/self/fd/%d", w->fd);
  return sys_linkat(from, w->folder, w->temporary);
}

/* Calls make() with a temporary name that nothing has; -1 and errno: it cannot be made. */
static int under_new_name(file_writer *w, int (*make)(file_writer *w)) {
  for (int attempt = 0; attempt < MOST_NAMES; attempt++) {
    w->temporary = take_name(w->folder);
    if (!w->temporary) {
      errno = EMFILE;
      return -1;
    }
    int made = make(w);
    if (made >= 0) return made;
    int number = errno;
    forget_name(w);
    errno = number;
    if (number != EEXIST) break;
  }
  return -1;
}

static fp8c_status open_temporary(file_writer *w, fp8c_error *err) {
  if (!open_nameless(w)) w->fd = under_new_name(w, create_temporary);
  if (w->fd < 0)
    return fail(err, FP8C_ERROR_IO, "%s: no file can be made in its folder: %s", w->path,
                reason(errno));
  (void)flock(w->fd, LOCK_EX | LOCK_NB); /* see remove_if_left */
  return FP8C_OK;
}

static fp8c_status writer_open(const char *path, bool through, file_writer **out, fp8c_error *err) {
  *out = NULL;
  struct stat st;
  bool there = through ? !stat(path, &st) : !lstat(path, &st) && !S_ISLNK(st.st_mode);
  if (there && !S_ISREG(st.st_mode))
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
  if (status == FP8C_OK) status = open_folder(w, through, err);
  if (status == FP8C_OK) status = open_temporary(w, err);
  if (status != FP8C_OK) {
    file_writer_abort(w);
    return status;
  }
  *out = w;
  return FP8C_OK;
}

fp8c_status file_writer_open(const char *path, file_writer **out, fp8c_error *err) {
  return writer_open(path, true, out, err);
}

fp8c_status file_writer_open_here(const char *path, file_writer **out, fp8c_error *err) {
  return writer_open(path, false, out, err);
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

fp8c_status file_writer_view(file_writer *w, file *out, fp8c_error *err) {
  TRY(flush(w, err));
  *out = (file){.fd = w->fd, .bytes = w->written, .path = w->path};
  return FP8C_OK;
}

/* ---- Taking the name ---------------------------------------------------------- */

/* All that can fail for want of room or of rights, while the old file stands. */
static fp8c_status bring_to_disk(file_writer *w, fp8c_error *err) {
  TRY(flush(w, err));
  if (sys_fsync(w->fd))
    return fail(err, FP8C_ERROR_IO, "%s: cannot be brought to disk: %s", w->path, reason(errno));
  /* Some file systems have no fsync of a folder and say EINVAL. */
  if (sys_fsync(w->folder) && errno != EINVAL && errno != EBADF)
    return fail(err, FP8C_ERROR_IO, "%s: its folder cannot be brought to disk: %s", w->path,
                reason(errno));
  return FP8C_OK;
}

/* Some sandboxes forbid linkat on an unnamed file: its bytes are copied into a named one then. */
static int copy_under_name(file_writer *w) {
  int from = w->fd, status = 0;
  size_t n;
  w->fd = under_new_name(w, create_temporary);
  if (w->fd < 0) status = -1;
  for (uint64_t at = 0; at < w->written && !status; at += n) {
    n = w->written - at < WRITE_BUFFER_BYTES ? (size_t)(w->written - at) : WRITE_BUFFER_BYTES;
    if (sys_pread(from, w->buffer, n, at) != (ssize_t)n ||
        sys_pwrite(w->fd, w->buffer, n, at) != (ssize_t)n)
      status = -1;
  }
  if (!status) status = sys_fsync(w->fd);
  int number = errno;
  close(from);
  errno = number;
  return status;
}

/* Names a nameless file: at once where nothing stands, else by a temporary name. */
static int give_name(file_writer *w) {
  char from[64];
  snprintf(from, sizeof from, "/proc/self/fd/%d", w->fd);
  if (!sys_linkat(from, w->folder, w->name)) {
    w->placed = PLACED_ALONE;
    return 0;
  }
  if (errno == EEXIST && !under_new_name(w, link_temporary)) return 0;
  return copy_under_name(w);
}

/* `keep_old`: what stood there can be brought back, where the file system exchanges names. */
static fp8c_status place(file_writer *w, bool keep_old, fp8c_error *err) {
  int failed_ = w->temporary ? 0 : give_name(w);
  if (!failed_ && w->placed == NOT_PLACED) {
    if (keep_old && !sys_exchange(w->folder, w->temporary, w->name)) {
      w->placed = EXCHANGED;
    } else if (keep_old && errno == EIO) {
      failed_ = -1;
    } else {
      bool alone = keep_old && errno == ENOENT;
      failed_ = sys_renameat(w->folder, w->temporary, w->name);
      if (!failed_) w->placed = alone ? PLACED_ALONE : PLACED;
      if (!failed_) forget_name(w);
    }
  }
  if (!failed_) return FP8C_OK;
  return fail(err, FP8C_ERROR_IO, "%s: the finished file cannot take its name: %s", w->path,
              reason(errno));
}

static void take_back(file_writer *w) {
  if (w->placed == PLACED_ALONE) (void)unlinkat(w->folder, w->name, 0);
  if (w->placed == EXCHANGED)
    (void)renameat2(w->folder, w->temporary, w->folder, w->name, RENAME_EXCHANGE);
}

static fp8c_status commit_all(file_writer *const *writers, size_t count, fp8c_error *err) {
  fp8c_status status = FP8C_OK;
  if (memory_lost() && count)
    status = fail(err, FP8C_ERROR_NO_MEMORY, "%s: out of memory for what is to be written there",
                  writers[0]->path);
  for (size_t i = 0; i < count && status == FP8C_OK; i++) status = bring_to_disk(writers[i], err);
  for (size_t i = 0; i < count && status == FP8C_OK; i++)
    status = place(writers[i], count > 1, err);
  for (size_t i = count; i-- > 0;) {
    if (status != FP8C_OK) take_back(writers[i]);
    /* The new file stands complete under its name.  What a power failure right
     * now may bring back is the old one, which is no reason to fail. */
    if (status == FP8C_OK) sys_fsync(writers[i]->folder);
    writer_free(writers[i]);
  }
  return status;
}

fp8c_status file_writer_commit(file_writer *w, fp8c_error *err) { return commit_all(&w, 1, err); }

struct file_batch {
  arena *arena;
  file_writer **writers;
  size_t count;
};

static void abort_batch(void *object) {
  file_batch *b = object;
  for (size_t i = 0; i < b->count; i++) file_writer_abort(b->writers[i]);
  b->count = 0;
}

file_batch *file_batch_new(arena *a) {
  file_batch *b = NEW(a, file_batch);
  b->arena = a;
  arena_defer(a, abort_batch, b);
  return b;
}

fp8c_status file_batch_open(file_batch *b, const char *path, file_writer **out, fp8c_error *err) {
  ARENA_PUSH(b->arena, b->writers, b->count, NULL); /* room, before there is a file to lose */
  fp8c_status status = file_writer_open(path, out, err);
  if (status == FP8C_OK)
    b->writers[b->count - 1] = *out;
  else
    b->count--;
  return status;
}

fp8c_status file_batch_write(file_batch *b, const char *path, const void *data, size_t bytes,
                             fp8c_error *err) {
  file_writer *w;
  TRY(file_batch_open(b, path, &w, err));
  return file_writer_write(w, data, bytes, err);
}

fp8c_status file_batch_commit(file_batch *b, fp8c_error *err) {
  size_t count = b->count;
  b->count = 0;
  return commit_all(b->writers, count, err);
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
