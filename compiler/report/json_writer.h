/* json_writer.h - a JSON document written piece by piece into one buffer.
 *
 * A report has an entry for every node of the model.  As a tree of JSON values each of them takes
 * a hundred small allocations, which cost more than the compile of the node: so what there is one
 * of is a tree, and what there is one of for each node is written at once.  The layout is that of
 * json_dumps with REPORT_JSON_FLAGS (build.h): keys in order, one blank a level, nine digits. */
#ifndef COMPILER_REPORT_JSON_WRITER_H
#define COMPILER_REPORT_JSON_WRITER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Objects and arrays inside each other, those of trees not counted. */
#define JSON_WRITER_DEPTH 16

typedef struct json_writer {
  char *words; /* from malloc; NULL: nothing yet, or memory ended */
  size_t length, capacity;
  bool lost; /* memory ended: what comes after is dropped */
  int depth;
  bool filled[JSON_WRITER_DEPTH];      /* an item was written at this depth */
  bool keyed[JSON_WRITER_DEPTH];       /* it is an object */
  const char *last[JSON_WRITER_DEPTH]; /* its last key; keys of one object come in order */
} json_writer;

/* `key` is the item's in an object and NULL in an array or of the document itself; it is borrowed
 * until the object ends. */
void json_open_object(json_writer *w, const char *key);
void json_open_array(json_writer *w, const char *key);
void json_close(json_writer *w);
/* A NULL is null; what is no UTF-8 in it becomes U+FFFD. */
void json_write_text(json_writer *w, const char *key, const char *s);
void json_write_integer(json_writer *w, const char *key, int64_t x);
void json_write_real(json_writer *w, const char *key, double x); /* null, where it is not finite */
void json_write_bool(json_writer *w, const char *key, bool x);
/* A tree (which stays the caller's); NULL: it was lost for want of memory. */
void json_write_tree(json_writer *w, const char *key, const json_t *tree);
/* Text that a writer wrote before at the same depth, from what separates an item that is not the
 * first from the one before it. */
void json_write_again(json_writer *w, const char *words, size_t length);

/* The text of what was written, which is the caller's to free; NULL: memory ended.  The writer is
 * empty afterwards. */
char *json_writer_words(json_writer *w);

#endif
