/* error.c - sentences into the caller's buffer, and the names of statuses.
 *
 * No allocation: an error about memory must not need any. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/plain.h"

#define STRING_OF_(x) #x
#define STRING_OF(x) STRING_OF_(x)

static void write_escaped(char *out, size_t out_bytes, const char *format, va_list args) {
  char raw[2048];
  int length = plain_vsnprintf(raw, sizeof raw, format, args);
  if (length < 0) snprintf(raw, sizeof raw, "(the message could not be formatted)");
  plain_escape(out, out_bytes, raw);
}

fp8c_status(fail)(fp8c_error *err, fp8c_status status, const char *format, ...) {
  if (!err) return status;
  char text[sizeof err->text]; /* an argument may point into *err */
  va_list args;
  va_start(args, format);
  write_escaped(text, sizeof text, format, args);
  va_end(args);
  err->status = status;
  memcpy(err->text, text, sizeof text);
  return status;
}

fp8c_status(fail_in)(fp8c_error *err, fp8c_status status, const char *format, ...) {
  if (!err) return status;
  char text[sizeof err->text];
  va_list args;
  va_start(args, format);
  write_escaped(text, sizeof text, format, args);
  va_end(args);
  /* Both halves are escaped already.  The old sentence says what is wrong, so
   * a long place name gives way: at most half of the room. */
  size_t place = strlen(text), most = sizeof text / 2;
  while (place > most || (place && ((unsigned char)text[place] & 0xc0) == 0x80)) place--;
  memcpy(text + place, ": ", 2);
  plain_escape(text + place + 2, sizeof text - place - 2, err->text);
  err->status = status;
  memcpy(err->text, text, sizeof text);
  return status;
}

const char *fp8c_status_name(fp8c_status status) {
  switch (status) {
    case FP8C_OK:
      return "ok";
    case FP8C_ERROR_ARGUMENT:
      return "argument";
    case FP8C_ERROR_IO:
      return "file";
    case FP8C_ERROR_FORMAT:
      return "format";
    case FP8C_ERROR_UNSUPPORTED:
      return "unsupported";
    case FP8C_ERROR_NO_MEMORY:
      return "no memory";
    case FP8C_ERROR_DEVICE_MEMORY:
      return "device memory";
    case FP8C_ERROR_NO_DEVICE:
      return "no device";
    case FP8C_ERROR_DEVICE:
      return "device";
    case FP8C_ERROR_DEVICE_FAULT:
      return "device fault";
    case FP8C_ERROR_BUSY:
      return "busy";
    case FP8C_ERROR_INTERNAL:
      return "internal";
    case FP8C_ERROR_BOUND:
      return "bound not met";
    case FP8C_ERROR_CANCELLED:
      return "cancelled";
  }
  return "unknown";
}

const char *fp8c_version(void) {
  return STRING_OF(FP8C_VERSION_MAJOR) "." STRING_OF(FP8C_VERSION_MINOR) "." STRING_OF(
      FP8C_VERSION_PATCH);
}
