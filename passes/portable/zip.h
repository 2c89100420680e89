/* zip.h - the few calls of libzip that samples.c makes, over minizip.
 *
 * Portable builds link everything statically, and Debian has no static libzip;
 * minizip (part of zlib's sources) it has.  This header is found instead of
 * libzip's in such builds only, and says only what is used. */
#ifndef PASSES_PORTABLE_ZIP_H
#define PASSES_PORTABLE_ZIP_H

#include <stdint.h>

typedef uint64_t zip_uint64_t;
typedef int64_t zip_int64_t;
typedef struct zip zip_t;
typedef struct zip_file zip_file_t;
typedef struct zip_error {
  int code;
} zip_error_t;

#define ZIP_ER_MEMORY 14

#define ZIP_STAT_NAME 1u
#define ZIP_STAT_SIZE 4u
typedef struct zip_stat {
  zip_uint64_t valid;
  const char *name; /* until the next zip_stat_index */
  zip_uint64_t size;
} zip_stat_t;

#define ZIP_CHECKCONS                                                        \
  4 /* minizip always compares local and central headers on opening a member \
     */

zip_t *zip_fdopen(int fd, int flags, int *code); /* owns fd on success */
void zip_discard(zip_t *z);
zip_int64_t zip_get_num_entries(zip_t *z, uint32_t flags);
int zip_stat_index(zip_t *z, zip_uint64_t index, uint32_t flags, zip_stat_t *out);
zip_file_t *zip_fopen_index(zip_t *z, zip_uint64_t index, uint32_t flags);
/* Bytes read; 0 at the end if the checksum is right, else -1. */
zip_int64_t zip_fread(zip_file_t *f, void *out, zip_uint64_t bytes);
int zip_fclose(zip_file_t *f);
const char *zip_strerror(zip_t *z);
zip_error_t *zip_get_error(zip_t *z);
int zip_error_code_zip(const zip_error_t *e);
void zip_error_init_with_code(zip_error_t *e, int code);
const char *zip_error_strerror(zip_error_t *e);
void zip_error_fini(zip_error_t *e);

#endif
