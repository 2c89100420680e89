/* options.c - see options.h. */
#include "runtime/options.h"

#include "base/error.h"

#define OPTIONS_MAX_BYTES 65536 /* a larger size is a number that nobody set */

fp8c_status options_check(const void *given, size_t size, size_t least, size_t known,
                          const char *name, fp8c_error *err) {
  if (size < least || size > OPTIONS_MAX_BYTES)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s.size is %zu; set it to sizeof(%s)", name, size, name);
  for (size_t i = known; i < size; i++)
    if (((const unsigned char *)given)[i])
      return fail(err, FP8C_ERROR_UNSUPPORTED, "%s sets a field that version %s does not know",
                  name, fp8c_version());
  return FP8C_OK;
}
