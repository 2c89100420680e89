/* npy.h - NumPy's .npy arrays, read strictly and written plainly.
 *
 * The header is a Python literal inside a binary frame; only the form NumPy
 * itself writes is read.  NumPy has no BF16 and no FP8: ml_dtypes saves such arrays as raw bytes
 * (and E5M2 as "f1"), others hold their codes as uint16 and uint8.  Both mean the port's type.
 * Integers of 4 and 2 bits are raw bytes too, or int8 and uint8 of numbers in their range. */
#ifndef BASE_NPY_H
#define BASE_NPY_H

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"

#define NPY_MAX_RANK (FP8C_MAX_RANK + 1) /* samples come first */
#define NPY_PREFIX_BYTES 65536           /* the longest header read, frame included */

typedef struct npy_header {
  fp8c_dtype dtype;     /* FP8C_DTYPE_NONE: raw bytes (void), element_bytes each */
  bool raw;             /* the file says nothing of what its bytes mean, whatever dtype becomes */
  size_t element_bytes; /* of one element */
  bool fortran;         /* column-major */
  int rank;
  int64_t dims[NPY_MAX_RANK];
  size_t data_offset;  /* where the numbers start */
  uint64_t data_bytes; /* all of them */
} npy_header;

/* Reads the header out of the first bytes of a file (at most NPY_PREFIX_BYTES
 * are needed); `what` names the array in errors. */
fp8c_status npy_parse(const void *bytes, size_t count, const char *what, npy_header *out,
                      fp8c_error *err);

/* Returns the type that an array's elements have for a port of type `port`: the port's own where
 * NumPy lacks it and the array holds codes, raw or as unsigned integers; else what the header says,
 * or FP8C_DTYPE_NONE where that is unknown. */
fp8c_dtype npy_meaning(const npy_header *h, fp8c_dtype port);

/* Types of fewer than 8 bits have a byte for each element: checks that `count` elements of an array
 * are in the range of h->dtype, and extends the signs of raw codes in place. */
fp8c_status npy_fit(const npy_header *h, void *data, uint64_t count, const char *what,
                    fp8c_error *err);

/* A whole file in arena memory, row-major; dims, dtype and size are checked.  Codes come back as
 * `port` (npy_meaning); raw bytes that are none are refused. */
fp8c_status npy_read(arena *a, const char *path, fp8c_dtype port, fp8c_tensor *out,
                     fp8c_error *err);

#define NPY_HEAD_BYTES 512
/* The bytes in front of a tensor's numbers; returns how many, 0 when NumPy has no
 * such type. */
size_t npy_head(const fp8c_tensor *t, char head[NPY_HEAD_BYTES]);

/* Writes a host tensor as a file of a batch. */
fp8c_status npy_write_in(file_batch *b, const char *path, const fp8c_tensor *t, fp8c_error *err);

#endif
