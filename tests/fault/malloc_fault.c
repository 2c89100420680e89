/* malloc_fault.c - preloaded, the n-th allocation of a whole process fails, whichever library asks.
 *
 * FP8C_FAIL_AT=n: the n-th one since the libraries are loaded; FP8C_FAIL_ON=1: and all after it.
 * FP8C_COUNT_IN=FILE: how many there were, written at the end. */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#pragma GCC visibility push(default)

/* glibc's own, which need no dlsym() and so no memory to be found. */
extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *p, size_t bytes);
extern void *__libc_memalign(size_t align, size_t bytes);

static atomic_ulong calls;
static unsigned long fail_at; /* 0: none */
static int fail_on, started;

static int fails(void) {
  if (!started) return 0;
  unsigned long call = atomic_fetch_add(&calls, 1) + 1;
  if (!fail_at || (call != fail_at && !(fail_on && call > fail_at))) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t bytes) { return fails() ? NULL : __libc_malloc(bytes); }
void *calloc(size_t count, size_t bytes) { return fails() ? NULL : __libc_calloc(count, bytes); }
void *realloc(void *p, size_t bytes) { return fails() ? NULL : __libc_realloc(p, bytes); }
void *memalign(size_t align, size_t bytes) {
  return fails() ? NULL : __libc_memalign(align, bytes);
}
void *aligned_alloc(size_t align, size_t bytes) { return memalign(align, bytes); }
int posix_memalign(void **out, size_t align, size_t bytes) {
  *out = memalign(align, bytes);
  return *out ? 0 : ENOMEM;
}

__attribute__((constructor)) static void begin(void) {
  const char *at = getenv("FP8C_FAIL_AT");
  fail_at = at ? strtoul(at, NULL, 10) : 0;
  fail_on = getenv("FP8C_FAIL_ON") != NULL;
  started = 1;
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FP8C_COUNT_IN");
  char digits[32];
  started = 0;
  int fd = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
  int length = snprintf(digits, sizeof digits, "%lu", (unsigned long)atomic_load(&calls));
  if (fd >= 0 && write(fd, digits, (size_t)length) != length) _exit(1);
  if (fd >= 0) close(fd);
}
