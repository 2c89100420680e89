/* file_system.h - the system's calls behind their seam (private to base/): every call into the
 * system asks SEAM_FILE first, so a test can make each of them fail. */
#ifndef BASE_FILE_SYSTEM_H
#define BASE_FILE_SYSTEM_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/seam.h"

#define READ_FLAGS (O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
#define MOST_BYTES_A_CALL ((size_t)1 << 30) /* Linux moves at most 2 GiB at once */

static inline bool seam_refuses(void) {
  if (!seam_fails(SEAM_FILE)) return false;
  errno = EIO;
  return true;
}

static inline int sys_openat(int folder, const char *path, int flags, mode_t mode) {
  return seam_refuses() ? -1 : openat(folder, path, flags, mode);
}
static inline int sys_fstat(int fd, struct stat *st) { return seam_refuses() ? -1 : fstat(fd, st); }
static inline int sys_fsync(int fd) { return seam_refuses() ? -1 : fsync(fd); }
static inline int sys_renameat(int folder, const char *from, const char *to) {
  return seam_refuses() ? -1 : renameat(folder, from, folder, to);
}
static inline int sys_exchange(int folder, const char *a, const char *b) {
  return seam_refuses() ? -1 : renameat2(folder, a, folder, b, RENAME_EXCHANGE);
}
static inline int sys_linkat(const char *from, int folder, const char *to) {
  return seam_refuses() ? -1 : linkat(AT_FDCWD, from, folder, to, AT_SYMLINK_FOLLOW);
}
static inline ssize_t sys_pread(int fd, void *out, size_t bytes, uint64_t offset) {
  return seam_refuses() ? -1 : pread(fd, out, bytes, (off_t)offset);
}
static inline ssize_t sys_pwrite(int fd, const void *data, size_t bytes, uint64_t offset) {
  return seam_refuses() ? -1 : pwrite(fd, data, bytes, (off_t)offset);
}
static inline int sys_mkdir(const char *path) { return seam_refuses() ? -1 : mkdir(path, 0777); }

/* strerror without locale and without a shared buffer. */
static inline const char *reason(int number) {
  const char *text = strerrordesc_np(number);
  return text ? text : "unknown error";
}

static inline const char *kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  return "not a regular file";
}

/* From host_alloc; NULL: there is no memory. */
static inline char *copy_string(const char *s) {
  size_t bytes = strlen(s) + 1;
  char *copy = host_alloc(bytes);
  if (copy) memcpy(copy, s, bytes);
  return copy;
}

#endif
