/* archive.h - the members of a ZIP file (.npz), each read as a stream; several may be open at once.
 */
#ifndef PASSES_PRECISION_ARCHIVE_H
#define PASSES_PRECISION_ARCHIVE_H

#include "base/file.h"

typedef struct archive_member {
  const char *name;
  uint64_t bytes;     /* unpacked, as the table of members says */
  uint64_t at, index; /* where its entry lies in the table */
} archive_member;

typedef struct archive {
  const file *f;
  archive_member *members;
  size_t count;
} archive;

/* Reads the table of members, of which there may be 1 to `most`; `f` must stay.  Names lie in `a`.
 */
fp8c_status archive_open(arena *a, const file *f, size_t most, archive *out, fp8c_error *err);

/* One member from its first byte on; close it with archive_close. */
typedef struct archive_stream archive_stream;
fp8c_status archive_begin(const archive *z, size_t member, archive_stream **out, fp8c_error *err);
/* Up to `bytes` bytes; at the member's end 0 if its checksum is right.  Returns -1 where the data
 * is damaged or its checksum wrong. */
int64_t archive_read(archive_stream *s, void *out, uint64_t bytes);
void archive_close(archive_stream *s);

#endif
