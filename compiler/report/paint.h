/* paint.h - what the terminal's views of reports share: figures and names
 * of a document as words of a given width. */
#ifndef COMPILER_REPORT_PAINT_H
#define COMPILER_REPORT_PAINT_H

#include "base/json.h"

typedef struct painter {
  text *out;
  arena *arena;
  bool colour;
  int width; /* of the terminal */
} painter;

/* Members of an object; safe to print whatever the document holds. */
const char *paint_text(const painter *p, const json_t *o, const char *key);
/* By the format, or "-" where the figure is not known. */
const char *paint_real(const painter *p, const json_t *o, const char *key, const char *format);
bool paint_known(const json_t *o, const char *key); /* a number */

const char *paint_bytes(const painter *p, double bytes);
const char *paint_count(const painter *p, double n); /* "12.3 M" */
const char *paint_seconds(const painter *p, double s);
const char *paint_share(const painter *p, double part, double whole); /* 100% only when all */

int paint_columns(const char *s); /* characters of UTF-8 */
/* The words in `columns` columns: padded, or only the end of them after "...",
 * which tells the names of nodes apart. */
const char *paint_fit(const painter *p, const char *words, int columns);
/* A format's name in its colour, padded to 5; the word itself always stands there. */
const char *paint_format(const painter *p, const char *format);
/* Whose seconds a report speaks of: "modelled for sm_90a (H200) at batch=8"; "" where it has none.
 * Times of different words are not to be compared. */
const char *paint_conditions(const json_t *report, arena *a);
void paint_heading(const painter *p, const char *title);
/* Words broken at spaces to the terminal's width, every line indented. */
void paint_wrapped(const painter *p, int indent, const char *words);

#endif
