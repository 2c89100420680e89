/* pair.c - NAME=VALUE, as options have it. */
#include <string.h>

#include "compiler/compile/request.h"

fp8c_status request_pair(arena *a, const char *option, const char *text_, const char **name,
                         const char **rest, fp8c_error *err) {
  const char *equals = strchr(text_, '=');
  if (!equals || equals == text_ || equals[1] == 0)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s \"%s\" is not of the form NAME=VALUE", option, text_);
  *name = arena_strndup(a, text_, (size_t)(equals - text_));
  *rest = equals + 1;
  return FP8C_OK;
}
