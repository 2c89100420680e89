/* error.h - errors are sentences: what was found, what was expected, where. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include "fp8c/fp8c.h"

/* Fills *err (NULL is fine) and returns `status`.  Control characters and
 * invalid UTF-8 in the formatted text are escaped (\x1b), so that a name out
 * of a file cannot drive a terminal. */
fp8c_status(fail)(fp8c_error *err, fp8c_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts "<formatted>: " in front of err's text and returns err's status, to add
 * where something failed (node, file) on the way up. */
fp8c_status(fail_in)(fp8c_error *err, fp8c_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A failure is never FP8C_OK; said so that callers' compilers know it too. */
static inline fp8c_status failed(fp8c_status status) {
  if (status == FP8C_OK) __builtin_unreachable();
  return status;
}
#define fail(...) failed(fail(__VA_ARGS__))
#define fail_in(...) failed(fail_in(__VA_ARGS__))

#define TRY(call)                                   \
  do {                                              \
    fp8c_status try_status_ = (call);               \
    if (try_status_ != FP8C_OK) return try_status_; \
  } while (0)

#endif
