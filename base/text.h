/* text.h - growing text, and floats that print exactly.
 *
 * Numbers never depend on the locale. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/arena.h"
#include "fp8c/fp8c.h"

typedef struct text {
  arena *arena;
  char *data; /* always terminated once non-NULL */
  size_t length, capacity;
} text;

void text_init(text *t, arena *a);
void text_add(text *t, const char *s);
void text_add_bytes(text *t, const char *s, size_t length);
void text_printf(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A quoted string with \" \\ \n and \xNN escapes, as the text IR and JSON-like output use. */
void text_quote(text *t, const char *s);
const char *text_cstr(const text *t); /* "" when empty */

/* The shortest decimal that reads back to exactly `x` ("0.1", "1e-05", "inf",
 * "-inf", "nan"); writes at most 32 bytes to `out` and returns out. */
char *float_print(float x, char out[32]);
char *double_print(double x, char out[40]);
/* Parses a whole string (no trailing bytes) independently of the locale. */
bool float_parse(const char *s, float *out);
bool double_parse(const char *s, double *out);
bool int_parse(const char *s, int64_t *out); /* decimal; false on overflow */

/* `s` with control characters and invalid UTF-8 escaped, for people and terminals. */
const char *text_safe(arena *a, const char *s);

#endif
