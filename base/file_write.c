/* file_write.c - files written beside their place, which they take when they are whole. */
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <time.h>

#include "base/file.h"
#include "base/file_system.h"
#include "base/size.h"

#define WRITE_BUFFER_BYTES ((size_t)256 << 10)

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

/* Returns the process id in a temporary name; 0: it is no such name. */
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
