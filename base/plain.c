/* plain.c - see plain.h.
 *
 * newlocale(LC_ALL_MASK, "C") gives glibc's static object: it allocates
 * nothing and cannot fail, so asking for it each time is cheap. */
#include "base/plain.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

locale_t plain_locale(void) { return newlocale(LC_ALL_MASK, "C", (locale_t)0); }

int plain_vsnprintf(char *out, size_t bytes, const char *format, va_list args) {
  locale_t before = uselocale(plain_locale());
  int length = vsnprintf(out, bytes, format, args);
  uselocale(before);
  return length;
}

/* Code points a terminal or a reader could be fooled by: controls, what reorders text, and
 * what shows nothing. */
static int is_hidden(uint32_t c) {
  static const struct {
    uint32_t first, last;
  } ranges[] = {{0, 0x1f},        {0x7f, 0x9f},     {0xad, 0xad},      {0x61c, 0x61c},
                {0x180e, 0x180e}, {0x200b, 0x200f}, {0x2028, 0x202e},  {0x2060, 0x206f},
                {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    if (c >= ranges[i].first && c <= ranges[i].last) return 1;
  return 0;
}

size_t utf8_char(const char *s, size_t n, uint32_t *point) {
  const unsigned char *u = (const unsigned char *)s;
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (n == 0) return 0;
  uint32_t c = u[0];
  size_t length = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
  if (length == 0 || length > n) return 0;
  if (length > 1) c &= 0x7fu >> length;
  for (size_t i = 1; i < length; i++) { /* a terminator is no continuation byte */
    if ((u[i] & 0xc0) != 0x80) return 0;
    c = c << 6 | (u[i] & 0x3f);
  }
  if (c < least[length] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) return 0;
  *point = c;
  return length;
}

bool utf8_valid(const char *s, size_t n) {
  uint32_t point;
  size_t ascii = 0; /* mostly all of it */
  while (ascii < n && (unsigned char)s[ascii] < 0x80) ascii++;
  for (size_t i = ascii, length; i < n; i += length)
    if ((length = utf8_char(s + i, n - i, &point)) == 0) return false;
  return true;
}

size_t plain_char(const char *s) {
  uint32_t point;
  size_t length = utf8_char(s, 4, &point);
  return length && !is_hidden(point) ? length : 0;
}

size_t plain_escape(char *out, size_t out_bytes, const char *s) {
  static const char hex[] = "0123456789abcdef";
  size_t at = 0;
  if (!out_bytes) return 0;
  while (*s) {
    size_t length = plain_char(s);
    if (at + (length ? length : 4) >= out_bytes) break;
    if (length) {
      memcpy(out + at, s, length);
      at += length;
      s += length;
    } else {
      unsigned char c = (unsigned char)*s++;
      out[at++] = '\\';
      out[at++] = 'x';
      out[at++] = hex[c >> 4];
      out[at++] = hex[c & 15];
    }
  }
  out[at] = 0;
  return at;
}
