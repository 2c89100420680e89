/* sample_files.h - the arrays that samples are read from: which file and which member each is, how
 * many samples it holds, and its bytes. */
#ifndef PASSES_PRECISION_SAMPLE_FILES_H
#define PASSES_PRECISION_SAMPLE_FILES_H

#include <string.h>

#include "base/hash.h"
#include "base/npy.h"
#include "passes/precision/archive.h"
#include "passes/precision/given.h"
#include "passes/precision/preprocess.h"
#include "passes/precision/samples.h"

#define MAX_SAMPLE_BYTES ((uint64_t)2 << 30) /* of one input */

/* What was read last for a port, if it is small: a prompt is read again for each of its runs, and
 * going back in a compressed member means to unpack it from its start. */
typedef struct last_read {
  const struct source *source;
  uint64_t offset, bytes;
  void *data;
  uint64_t room; /* bytes of `data` */
} last_read;

/* One array in one file; its first axis counts samples. */
typedef struct source {
  const char *what; /* "set.npz, array \"ids\"" */
  npy_header header;
  size_t samples;
  const file *npy; /* NULL: */
  const archive *archive;
  size_t member;
  archive_stream *stream; /* open at byte `at` of the member; NULL */
  uint64_t at;
  last_read *last; /* of the port; NULL before it is known */
} source;

#define SAMPLES_DERIVED \
  "which follows from the tokens: the runtime computes it (--capacity); leave it out"

typedef struct port {
  const value *v;
  source **sources; /* their samples follow each other */
  size_t source_count;
  size_t sample_count; /* of all sources */
  last_read last;
  int64_t rows; /* of the first axis that make one sample; 0: the axis is not the port's */
  preprocess *pre;
  given_numbers set; /* of --set; none: count is 0 */
  bool is_state;
  bool derived; /* computed by the opener (samples_options) */
} port;

typedef struct set_folder { /* of ONNX test data */
  const char *path;
  const char **files; /* input_N.pb in order of N */
  size_t file_count;
} set_folder;

typedef struct samples {
  calibration_data data; /* first: data.user points back here */
  const graph *g;
  const char *path;
  port *ports;
  size_t port_count;
  set_folder *folders;
  size_t folder_count;
  const fp8c_samples *memory; /* NULL: files */
  fp8c_status (*read_pb)(arena *a, const char *path, const char **name, tensor *out,
                         fp8c_error *err);
  const char *const *fixed; /* inputs that are constants */
  size_t fixed_count;
  bool nonfinite;
  arena *keep;
  hasher hash;
} samples;

static inline bool ends_with(const char *s, const char *end) {
  size_t n = strlen(s), m = strlen(end);
  return n > m && strcmp(s + n - m, end) == 0;
}

port *samples_port(samples *s, const char *name); /* NULL: no input is called so */
/* The model's input of this name is a constant now: what the data says of it is not read. */
bool samples_fixed(const samples *s, const char *name);
const char *samples_port_names(samples *s);
const char *samples_port_type(samples *s, const port *p);

/* What one array of a whole sample becomes, if its type is one that the port takes. */
bool samples_type_fits(const port *p, fp8c_dtype dtype);
/* ---- sample_memory.c: samples of the caller's, read by its function ------------------- */

/* Reads all of them once, for their hash. */
fp8c_status samples_hash_memory(samples *s, fp8c_error *err);
/* Copies sample `index` into `a`; inputs that it does not have are not `given`. */
fp8c_status samples_read_memory(const samples *s, size_t index, arena *a, tensor *inputs,
                                bool *given, fp8c_error *err);

/* Every array of a .npz, or of a folder's files, as a source of its port. */
fp8c_status samples_add_npz(samples *s, const char *path, fp8c_error *err);
fp8c_status samples_add_folder(samples *s, const char *path, fp8c_error *err);
/* Bytes [offset, offset + bytes) of the .npy file, header included. */
fp8c_status samples_read_array(source *r, uint64_t offset, void *out, uint64_t bytes,
                               fp8c_error *err);

#endif
