/* json.h - small helpers for JSON (jansson) that several modules share.  All of it stands here in
 * the header: base is in the runtime library too, which does without jansson. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* jansson's memory through the seam, its losses noted (base/arena.h): hundreds of calls that add to
 * a document need no check of their own.  What the host of the library allocated itself may still
 * be freed, since both come from malloc.  Called before any document is made. */
static inline void json_use_memory(void) { json_set_alloc_funcs(noted_malloc, noted_free); }

/* json_dumps of a whole document: NULL also where a part of it is missing for want of memory. */
static inline char *json_words(const json_t *o, size_t flags) {
  char *words = json_dumps(o, flags);
  if (!memory_lost()) return words;
  free(words);
  return NULL;
}

/* Bytes that a document takes at most, by its punctuation: empty objects take a hundred times
 * their text. */
static inline size_t json_memory(const char *words, size_t bytes) {
  size_t total = bytes;
  bool quoted = false;
  for (size_t i = 0; i < bytes; i++) {
    char c = words[i];
    if (quoted && c == '\\') i++;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    total += c == '{' ? 320 : c == '[' ? 160 : c == ':' ? 96 : c == ',' || c == '"' ? 64 : 0;
  }
  return total;
}

#define JSON_RESERVE_BYTES ((size_t)256 << 20)

/* json_loadb; NULL (noted) also where memory ends: jansson's parser writes past its buffer, or
 * aborts, where that cannot grow.  So it is given memory all the same, out of a reserve, and what
 * it made of that is dropped.  Tables and buffers double: twice the most, and more for the text. */
static inline json_t *json_parse(const char *words, size_t bytes, size_t flags,
                                 json_error_t *where) {
  size_t most = 2 * json_memory(words, bytes) + 8 * bytes + 65536;
  if (!memory_reserve(most < JSON_RESERVE_BYTES ? most : JSON_RESERVE_BYTES)) return NULL;
  json_t *read = json_loadb(words, bytes, flags, where);
  if (memory_reserve_used()) {
    json_decref(read);
    read = NULL;
  }
  memory_unreserve();
  return read;
}

/* json_parse of a document from a file: one that would take more than 64 MiB and 16 times its text
 * is refused in `where`. */
static inline json_t *json_read(const char *words, size_t bytes, size_t flags,
                                json_error_t *where) {
  json_error_t nowhere;
  if (!where) where = &nowhere;
  memset(where, 0, sizeof *where);
  if (json_memory(words, bytes) <= ((size_t)64 << 20) + 16 * bytes)
    return json_parse(words, bytes, flags, where);
  snprintf(where->text, sizeof where->text, "its %zu bytes would take more than %zu MiB of memory",
           bytes, (((size_t)64 << 20) + 16 * bytes) >> 20);
  return NULL;
}

/* The string; "" where it is none. */
static inline const char *json_text(const json_t *x) {
  const char *s = json_string_value(x);
  return s ? s : "";
}

/* The string under this key; "" where there is none. */
static inline const char *json_text_of(const json_t *o, const char *key) {
  const char *s = json_string_value(json_object_get(o, key));
  return s ? s : "";
}

/* The same, safe to print whatever the document holds. */
static inline const char *json_shown(const json_t *o, const char *key, arena *a) {
  return text_safe(a, json_text_of(o, key));
}

/* 0 where there is none. */
static inline long long json_int_of(const json_t *o, const char *key) {
  return (long long)json_integer_value(json_object_get(o, key));
}

/* JSON has no infinity: null, which also stands for NAN. */
static inline json_t *json_finite(double x) { return isfinite(x) ? json_real(x) : json_null(); }

/* Makes a number as json_finite does, but infinity becomes the string "inf" or "-inf", so that a
 * file that is read again keeps it. */
static inline json_t *json_level(double x) {
  return isinf(x) ? json_string(x > 0 ? "inf" : "-inf") : json_finite(x);
}

/* Reads what json_level made; null gives NAN.  Returns false where x is none of these. */
static inline bool json_level_of(const json_t *x, double *out) {
  const char *words = json_string_value(x);
  *out = NAN;
  if (json_is_null(x)) return true;
  if (words && (strcmp(words, "inf") == 0 || strcmp(words, "-inf") == 0)) {
    *out = words[0] == '-' ? -INFINITY : INFINITY;
    return true;
  }
  *out = json_number_value(x);
  return json_is_number(x) && isfinite(*out);
}

static inline json_t *json_text_or_null(const char *s) { return s ? json_string(s) : json_null(); }

/* The document, its keys in order, and a newline; digits: of a number, 0 for all.  False when
 * memory ends: nothing is printed. */
static inline bool json_print(const json_t *o, size_t digits) {
  char *dumped = json_words(o, JSON_INDENT(1) | JSON_SORT_KEYS | JSON_REAL_PRECISION(digits));
  if (dumped) puts(dumped);
  free(dumped);
  return dumped != NULL;
}

/* For arena_defer. */
static inline void json_drop(void *o) { json_decref((json_t *)o); }

#endif
