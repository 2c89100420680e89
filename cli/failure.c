/* failure.c - what a command says that fails, and the exit code it leaves. */
#include <stdarg.h>

#include "cli/cli.h"

static exit_code exit_code_of(fp8c_status status) {
  switch (status) {
    case FP8C_OK:
      return EXIT_DONE;
    case FP8C_ERROR_ARGUMENT:
      return EXIT_USAGE;
    case FP8C_ERROR_FORMAT:
      return EXIT_BAD_DATA;
    case FP8C_ERROR_UNSUPPORTED:
      return EXIT_UNSUPPORTED;
    case FP8C_ERROR_IO:
    case FP8C_ERROR_NO_MEMORY:
      return EXIT_FILE;
    case FP8C_ERROR_DEVICE_MEMORY:
    case FP8C_ERROR_NO_DEVICE:
    case FP8C_ERROR_DEVICE:
    case FP8C_ERROR_DEVICE_FAULT:
      return EXIT_DEVICE;
    case FP8C_ERROR_BOUND:
      return EXIT_BOUND;
    case FP8C_ERROR_CANCELLED:
    case FP8C_ERROR_BUSY:
    case FP8C_ERROR_INTERNAL:
      break;
  }
  return EXIT_INTERNAL;
}

int cli_fail(const fp8c_error *err) {
  if (memory_lost() && err->status != FP8C_ERROR_NO_MEMORY) { /* what failed did for want of it */
    fprintf(stderr, "fp8c: out of memory: %zu more bytes were wanted\n", memory_lost());
    return EXIT_FILE;
  }
  fprintf(stderr, "fp8c: %s\n", err->text);
  return (int)exit_code_of(err->status);
}

int cli_usage(const command *c, const char *format, ...) {
  fp8c_error err;
  char sentence[700];
  va_list args;
  va_start(args, format);
  vsnprintf(sentence, sizeof sentence, format, args);
  va_end(args);
  fail(&err, FP8C_ERROR_ARGUMENT, "%s; `fp8c help %s` explains", sentence, c->name);
  return cli_fail(&err);
}
