/* plain.h - text facts that hold in every locale: formatting with a point in
 * numbers, and which bytes may be shown to a person.
 *
 * The caller's locale may print 0,5 and the bytes may come out of a hostile
 * file; everything base prints goes through here. */
#ifndef BASE_PLAIN_H
#define BASE_PLAIN_H

#include <locale.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The "C" locale; never freed. */
locale_t plain_locale(void);

/* vsnprintf as the "C" locale does it. */
int plain_vsnprintf(char *out, size_t bytes, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

/* Bytes of the UTF-8 character at the front of `n` bytes, and which it is; 0: none is there.  A
 * zero byte is one. */
size_t utf8_char(const char *s, size_t n, uint32_t *point);
/* All `n` bytes are characters of UTF-8. */
bool utf8_valid(const char *s, size_t n);

/* Bytes of the well-formed UTF-8 character at `s` (terminated), or 0 when it
 * is malformed, a control character (C0, DEL, C1), one that reorders the text
 * around it (bidirectional overrides and isolates), or one that shows nothing
 * (zero width space and joiners, byte order mark, tags). */
size_t plain_char(const char *s);

/* Writes `s` escaped (\xNN for every byte plain_char refuses) into `out`, cut
 * between characters to fit; returns the length written. */
size_t plain_escape(char *out, size_t out_bytes, const char *s);

#endif
