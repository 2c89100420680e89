/* text.c - growing text and exact numbers.
 *
 * The shortest decimal is found by trying: %.1g, %.2g, ... until the text reads
 * back to the same bits.  At most nine (F32) or seventeen (F64) tries; nothing
 * here is on a hot path. */
#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plain.h"
#include "base/size.h"

void text_init(text *t, arena *a) { *t = (text){.arena = a}; }

static void reserve(text *t, size_t more) {
  size_t need;
  if (!size_add(t->length, more, &need) || !size_add(need, 1, &need)) need = SIZE_MAX;
  if (need <= t->capacity) return;
  size_t capacity = t->capacity ? t->capacity : 64;
  while (capacity < need && capacity <= SIZE_MAX / 2) capacity *= 2;
  if (capacity < need) capacity = need;
  t->data = arena_grow(t->arena, t->data, t->length, capacity, 1);
  t->capacity = capacity;
}

void text_add_bytes(text *t, const char *s, size_t length) {
  reserve(t, length);
  if (length) memcpy(t->data + t->length, s, length);
  t->length += length;
  t->data[t->length] = 0;
}

void text_add(text *t, const char *s) { text_add_bytes(t, s, strlen(s)); }

void text_printf(text *t, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int length = plain_vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (length <= 0) return;
  reserve(t, (size_t)length);
  va_start(args, format);
  plain_vsnprintf(t->data + t->length, (size_t)length + 1, format, args);
  va_end(args);
  t->length += (size_t)length;
}

void text_quote(text *t, const char *s) {
  text_add(t, "\"");
  while (*s) {
    size_t length = plain_char(s);
    if (*s == '"' || *s == '\\') {
      char escaped[2] = {'\\', *s++};
      text_add_bytes(t, escaped, 2);
    } else if (*s == '\n') {
      text_add(t, "\\n");
      s++;
    } else if (length) {
      text_add_bytes(t, s, length);
      s += length;
    } else {
      text_printf(t, "\\x%02x", (unsigned)(unsigned char)*s++);
    }
  }
  text_add(t, "\"");
}

const char *text_cstr(const text *t) { return t->data ? t->data : ""; }

static void print_plain(char *out, size_t bytes, const char *format, ...) {
  va_list args;
  va_start(args, format);
  plain_vsnprintf(out, bytes, format, args);
  va_end(args);
}

static const char *special(double x) { return isnan(x) ? "nan" : x > 0 ? "inf" : "-inf"; }

char *float_print(float x, char out[32]) {
  if (!isfinite(x)) return strcpy(out, special((double)x));
  for (int digits = 1; digits <= 9; digits++) {
    print_plain(out, 32, "%.*g", digits, (double)x);
    if (strtof_l(out, NULL, plain_locale()) == x) break;
  }
  return out;
}

char *double_print(double x, char out[40]) {
  if (!isfinite(x)) return strcpy(out, special(x));
  for (int digits = 1; digits <= 17; digits++) {
    print_plain(out, 40, "%.*g", digits, x);
    if (strtod_l(out, NULL, plain_locale()) == x) break;
  }
  return out;
}

/* strtod takes more than we print: blanks in front, hexadecimal, nan(...). */
static bool is_number(const char *s) {
  if (*s == '+' || *s == '-') s++;
  if (!strcmp(s, "inf") || !strcmp(s, "nan")) return true;
  return *s && strspn(s, "0123456789.eE+-") == strlen(s);
}

bool double_parse(const char *s, double *out) {
  char *end;
  if (!is_number(s)) return false;
  double x = strtod_l(s, &end, plain_locale());
  if (end == s || *end || (isinf(x) && !strstr(s, "inf"))) return false;
  *out = x;
  return true;
}

bool float_parse(const char *s, float *out) {
  char *end;
  if (!is_number(s)) return false;
  float x = strtof_l(s, &end, plain_locale());
  if (end == s || *end || (isinf(x) && !strstr(s, "inf"))) return false;
  *out = x;
  return true;
}

bool int_parse(const char *s, int64_t *out) {
  const char *digits = *s == '-' || *s == '+' ? s + 1 : s;
  if (!*digits || strspn(digits, "0123456789") != strlen(digits)) return false;
  errno = 0;
  long long x = strtoll(s, NULL, 10);
  if (errno == ERANGE) return false;
  *out = x;
  return true;
}

const char *text_safe(arena *a, const char *s) {
  size_t bytes;
  if (!size_mul(strlen(s), 4, &bytes) || !size_add(bytes, 1, &bytes)) bytes = SIZE_MAX;
  char *out = arena_alloc(a, bytes);
  plain_escape(out, bytes, s);
  return out;
}
