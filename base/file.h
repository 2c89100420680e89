/* file.h - reading by offset, and writing that is all or nothing.
 *
 * Files are read with pread, never mapped: a file cut short by somebody else
 * must be an error, not a signal. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/threads.h"

typedef struct file {
  int fd;
  uint64_t bytes; /* size when opened */
  uint64_t begin; /* where its first byte lies in what is open: 0, or behind what stands in front */
  const char *path; /* owned by the arena given to file_open */
  atomic_bool lost; /* a read failed: also where who asked went on without the bytes */
} file;

/* Opens a regular file for reading; anything else (folder, FIFO, device) is an
 * error.  The descriptor closes with the arena. */
fp8c_status file_open(arena *a, const char *path, file **out, fp8c_error *err);

/* Both paths lead to one file that is there. */
bool file_same(const char *a, const char *b);
/* The same, or both would be one file once it is written: one name in one folder. */
bool file_same_place(const char *a, const char *b);
/* Writing to `path` would write to `input`, or to a file that is there below the folder it is. */
bool file_would_replace(const char *path, const char *input);

/* Opens `relative` under the folder of `base_path` as ONNX external data is to
 * be opened: no absolute path, no "..", no symbolic link on the way, a regular
 * file.  `root`, when not NULL, is the folder used instead of base_path's. */
fp8c_status file_open_beside(arena *a, const char *base_path, const char *root,
                             const char *relative, file **out, fp8c_error *err);

/* Reads exactly `bytes` at `offset`; a short file is an error. */
fp8c_status file_read(const file *f, uint64_t offset, void *out, size_t bytes, fp8c_error *err);

/* The whole file in arena memory, with a terminating zero byte; refuses more
 * than `limit_bytes`. */
fp8c_status file_read_all(arena *a, const char *path, size_t limit_bytes, char **out, size_t *bytes,
                          fp8c_error *err);

/* The tree of base/hash.h over all of it. */
fp8c_status file_hash(const file *f, pool *threads, hash *out, fp8c_error *err);

/* A file being written in the folder of its final place, which appears under its name only when
 * it is whole: fsync, rename, fsync of the folder.  Freed uncommitted, it leaves nothing behind.
 * Until then it has no name where the file system knows such files, else one of ours: those that
 * killed processes left are removed by the next writer in the folder.
 *
 * file_writer_open writes through a link, as a shell's > does; file_writer_open_here replaces it.
 */
typedef struct file_writer file_writer;

fp8c_status file_writer_open(const char *path, file_writer **out, fp8c_error *err);
fp8c_status file_writer_open_here(const char *path, file_writer **out, fp8c_error *err);
fp8c_status file_writer_write(file_writer *w, const void *data, size_t bytes, fp8c_error *err);
/* Overwrites bytes already written (a header whose hash is known last). */
fp8c_status file_writer_patch(file_writer *w, uint64_t offset, const void *data, size_t bytes,
                              fp8c_error *err);
/* Gives what was written so far as a file to read, which is valid as long as the writer lives. */
fp8c_status file_writer_view(file_writer *w, file *out, fp8c_error *err);
fp8c_status file_writer_commit(file_writer *w,
                               fp8c_error *err); /* w is gone afterwards, even on failure */
void file_writer_abort(file_writer *w);          /* NULL is fine */

/* A batch holds the files that one command writes: all take their names together, when the last
 * byte is on disk.  On a failure every old file is there again, as it was.  (Where a file system
 * cannot exchange two names, a rename that fails after another succeeded leaves that one new.) With
 * the arena, uncommitted, it leaves nothing. */
typedef struct file_batch file_batch;

file_batch *file_batch_new(arena *a);
/* The writer stays the batch's. */
fp8c_status file_batch_open(file_batch *b, const char *path, file_writer **out, fp8c_error *err);
/* All of `data` to `path`. */
fp8c_status file_batch_write(file_batch *b, const char *path, const void *data, size_t bytes,
                             fp8c_error *err);
fp8c_status file_batch_commit(file_batch *b, fp8c_error *err); /* which is empty afterwards */

/* Removes the names of files that are being written, for a process that ends in a signal: safe
 * to call from its handler. */
void file_remove_temporaries(void);

/* Writes all of `data` to `path` by a file_writer. */
fp8c_status file_write_all(const char *path, const void *data, size_t bytes, fp8c_error *err);

fp8c_status folder_make(const char *path, fp8c_error *err); /* with parents; existing is fine */
bool file_exists(const char *path);
bool folder_exists(const char *path);
/* The names in a folder, sorted bytewise, "." and ".." left out. */
fp8c_status folder_list(arena *a, const char *path, char ***names, size_t *count, fp8c_error *err);
/* The folder that a file of this path lies in. */
const char *path_folder(arena *a, const char *path);
const char *path_join(arena *a, const char *folder, const char *name);

#endif
