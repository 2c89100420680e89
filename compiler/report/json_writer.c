/* json_writer.c - see json_writer.h. */
#include "compiler/report/json_writer.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/plain.h"
#include "base/size.h"
#include "compiler/report/build.h"

#define FIRST_BYTES ((size_t)4 << 10)

/* Room for `more` bytes and a terminator; NULL: there is none. */
static char *room(json_writer *w, size_t more) {
  size_t need;
  if (w->lost) return NULL;
  if (!size_add(w->length, more, &need) || !size_add(need, 1, &need)) need = SIZE_MAX;
  if (need > w->capacity) {
    size_t capacity = w->capacity ? w->capacity : FIRST_BYTES;
    while (capacity < need && capacity <= SIZE_MAX / 2) capacity *= 2;
    char *bigger = noted_realloc(w->words, capacity < need ? need : capacity);
    w->lost = !bigger;
    if (w->lost) return NULL;
    w->words = bigger;
    w->capacity = capacity;
  }
  return w->words + w->length;
}

static void add(json_writer *w, const char *s, size_t length) {
  char *to = room(w, length);
  if (!to) return;
  memcpy(to, s, length);
  w->length += length;
}

static void add_line(json_writer *w) {
  static const char blanks[] = "\n                ";
  _Static_assert(sizeof blanks - 2 >= JSON_WRITER_DEPTH, "a blank for each level");
  add(w, blanks, 1 + (size_t)w->depth);
}

/* What cannot stand in a string as it is: one character, and how it is written. */
static const char *escaped(const char *s, char out[8]) {
  static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
  const char *at = strchr(plain, *s);
  if (at)
    snprintf(out, 8, "\\%c", letters[at - plain]);
  else if ((unsigned char)*s < 0x20)
    snprintf(out, 8, "\\u%04X", (unsigned)(unsigned char)*s);
  else
    return "\xef\xbf\xbd"; /* U+FFFD */
  return out;
}

/* Bytes at `s` that stand in a string as they are. */
static size_t plain_length(const char *s) {
  size_t length = 0;
  uint32_t point;
  for (;;) {
    unsigned char c = (unsigned char)s[length];
    if (c < 0x20 || c == '"' || c == '\\') return length;
    size_t bytes = c < 0x80 ? 1 : utf8_char(s + length, 4, &point);
    if (!bytes) return length;
    length += bytes;
  }
}

static void add_string(json_writer *w, const char *s) {
  char escape[8];
  add(w, "\"", 1);
  while (*s) {
    size_t length = plain_length(s);
    add(w, s, length);
    s += length;
    if (!*s) break;
    const char *instead = escaped(s++, escape);
    add(w, instead, strlen(instead));
  }
  add(w, "\"", 1);
}

/* What stands in front of an item. */
static void add_key(json_writer *w, const char *key) {
  if (w->depth == 0) return;
  int at = w->depth - 1;
  assert(w->keyed[at] == (key != NULL));
  assert(!key || !w->last[at] || strcmp(w->last[at], key) < 0);
  if (w->filled[at]) add(w, ",", 1);
  add_line(w);
  w->filled[at] = true;
  w->last[at] = key;
  if (!key) return;
  add_string(w, key);
  add(w, ": ", 2);
}

static void open(json_writer *w, const char *key, bool keyed) {
  assert(w->depth < JSON_WRITER_DEPTH);
  add_key(w, key);
  add(w, keyed ? "{" : "[", 1);
  w->filled[w->depth] = false;
  w->keyed[w->depth] = keyed;
  w->last[w->depth] = NULL;
  w->depth++;
}

void json_open_object(json_writer *w, const char *key) { open(w, key, true); }
void json_open_array(json_writer *w, const char *key) { open(w, key, false); }

void json_close(json_writer *w) {
  assert(w->depth > 0);
  w->depth--;
  if (w->filled[w->depth]) add_line(w);
  add(w, w->keyed[w->depth] ? "}" : "]", 1);
}

static void add_words(json_writer *w, const char *key, const char *words) {
  add_key(w, key);
  add(w, words, strlen(words));
}

void json_write_text(json_writer *w, const char *key, const char *s) {
  if (!s) {
    add_words(w, key, "null");
    return;
  }
  add_key(w, key);
  add_string(w, s);
}

static int print(char *out, size_t bytes, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int length = plain_vsnprintf(out, bytes, format, args);
  va_end(args);
  return length;
}

void json_write_integer(json_writer *w, const char *key, int64_t x) {
  char digits[24], *at = digits + sizeof digits;
  uint64_t left = x < 0 ? -(uint64_t)x : (uint64_t)x;
  do *--at = (char)('0' + left % 10);
  while (left /= 10);
  if (x < 0) *--at = '-';
  add_key(w, key);
  add(w, at, (size_t)(digits + sizeof digits - at));
}

/* As jansson writes it: 2.0 and 1e-5, not 2 and 1e-05. */
void json_write_real(json_writer *w, const char *key, double x) {
  char digits[40];
  if (!isfinite(x)) {
    add_words(w, key, "null");
    return;
  }
  print(digits, sizeof digits - 2, "%.9g", x);
  char *e = strchr(digits, 'e');
  if (!e && !strchr(digits, '.')) strcat(digits, ".0");
  if (e) {
    char *from = e + 1, *to = e + 1;
    if (*from == '-') to++;
    from++; /* its sign always stands there */
    while (*from == '0') from++;
    memmove(to, from, strlen(from) + 1);
  }
  add_words(w, key, digits);
}

void json_write_bool(json_writer *w, const char *key, bool x) {
  add_words(w, key, x ? "true" : "false");
}

/* Behind a line's end come the blanks of the depth that the tree hangs at; strings have none. */
static int add_tree(const char *words, size_t length, void *user) {
  json_writer *w = user;
  while (length) {
    const char *end = memchr(words, '\n', length);
    size_t line = end ? (size_t)(end - words) : length;
    add(w, words, line);
    if (end) add_line(w);
    line += end ? 1 : 0;
    words += line;
    length -= line;
  }
  return w->lost ? -1 : 0;
}

void json_write_tree(json_writer *w, const char *key, const json_t *tree) {
  add_key(w, key);
  if (json_dump_callback(tree, add_tree, w, REPORT_JSON_FLAGS | JSON_ENCODE_ANY) != 0)
    w->lost = true;
}

void json_write_again(json_writer *w, const char *words, size_t length) {
  assert(w->depth > 0 && w->filled[w->depth - 1]);
  add(w, words, length);
}

char *json_writer_words(json_writer *w) {
  assert(w->depth == 0 || w->lost);
  char *words = w->words;
  if (w->lost || memory_lost()) {
    noted_free(words);
    words = NULL;
  }
  if (words) words[w->length] = 0;
  *w = (json_writer){0};
  return words;
}
