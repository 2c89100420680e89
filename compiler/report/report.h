/* report.h - one report document (JSON), or two compared, shown three ways: terminal,
 * JSON, HTML; and the graph of one for Graphviz. */
#ifndef COMPILER_REPORT_REPORT_H
#define COMPILER_REPORT_REPORT_H

#include <jansson.h>

#include "base/text.h"
#include "fp8c/compiler.h"

/* One part of a document as text ("summary"), to be dropped: the rest, which has an entry for every
 * node, is not read where its lines are laid out as a compile writes them.  NULL: there is none. */
json_t *report_part(const char *document, const char *key);

/* Two documents as one comparison (schema fp8c-comparison-1); `memory` for its words. */
json_t *report_compare(const json_t *a, const char *file_a, const json_t *b, const char *file_b,
                       arena *memory);

/* A report, or a comparison, as tables for the terminal; `colour` adds ANSI colours. */
void report_terminal(const json_t *report, int width, bool colour, text *out);
void comparison_terminal(const json_t *comparison, int width, bool colour, text *out);
/* The graph of a report as text for Graphviz (dot). */
void report_dot(const json_t *report, text *out);
/* Either as one self-contained page: data, style and scripts inside. */
fp8c_status report_html(const json_t *document, text *out, fp8c_error *err);

#endif
