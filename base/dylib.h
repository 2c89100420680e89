/* dylib.h - libraries opened at run time from a table of symbols. */
#ifndef BASE_DYLIB_H
#define BASE_DYLIB_H

#include "base/error.h"

typedef struct dylib_symbol {
  const char *name;
  size_t offset; /* of the function pointer in the caller's struct */
} dylib_symbol;

/* Tries the names in order ("libcuda.so.1"), then fills the function pointers
 * in *functions.  FP8C_ERROR_NO_DEVICE, naming the library or the symbol, when
 * none has them all.  *handle is closed by dylib_close. */
fp8c_status dylib_open(const char *const *names, size_t name_count, const dylib_symbol *symbols,
                       size_t symbol_count, void *functions, void **handle, fp8c_error *err);
void dylib_close(void *handle);

#endif
