/* spill.c - large blocks of memory that lie in a file without a name. */
#include "base/spill.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/size.h"

#define PAGE_ALIGN ((size_t)64 << 10) /* of every page size there is */

struct spill {
  file file;
};

spill *spill_open(const char *folder) {
  int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  spill *s = fd >= 0 ? calloc(1, sizeof *s) : NULL;
  if (!s && fd >= 0) close(fd);
  if (s) s->file = (file){.fd = fd, .path = "the compiler's scratch file"};
  return s;
}

void spill_close(spill *s) {
  if (!s) return;
  close(s->file.fd);
  free(s);
}

void *spill_map(spill *s, size_t bytes, uint64_t *offset) {
  size_t size, end;
  *offset = s->file.bytes;
  if (!size_align(bytes, PAGE_ALIGN, &size) || !size_add((size_t)*offset, size, &end) ||
      end > INT64_MAX || fallocate(s->file.fd, 0, (off_t)*offset, (off_t)size) != 0)
    return NULL;
  s->file.bytes = end;
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, s->file.fd, (off_t)*offset);
  return p == MAP_FAILED ? NULL : p;
}

void spill_unmap(spill *s, void *p, size_t bytes, uint64_t offset) {
  munmap(p, bytes);
  /* the space may be wanted for others; what is not given back goes with the file */
  if (fallocate(s->file.fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)offset,
                (off_t)bytes) != 0)
    return;
}

void spill_rest(void *p, size_t bytes) { (void)madvise(p, bytes, MADV_DONTNEED); }

const file *spill_file(const spill *s) { return &s->file; }
