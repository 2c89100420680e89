/* options.h - structs that callers fill, whose first member is their `size` as the caller knew it.
 */
#ifndef RUNTIME_OPTIONS_H
#define RUNTIME_OPTIONS_H

#include <stddef.h>

#include "fp8c/fp8c.h"

/* `given`, of `size` bytes, has `least` bytes or more of struct `name`, whose size here is `known`.
 * A caller built against a newer header may say more, as long as what it says more is zero:
 * FP8C_ERROR_UNSUPPORTED otherwise. */
fp8c_status options_check(const void *given, size_t size, size_t least, size_t known,
                          const char *name, fp8c_error *err);

#endif
