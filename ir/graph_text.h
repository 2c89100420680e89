/* graph_text.h - the graph's text form, printed and parsed back (docs/ir.md). */
#ifndef IR_GRAPH_TEXT_H
#define IR_GRAPH_TEXT_H

#include "base/text.h"
#include "ir/graph.h"

void graph_print(const graph *g, text *out);

/* `blobs` serves blob(i) constants; NULL when there are none.  Errors are
 * "line:column: sentence". */
fp8c_status graph_parse(arena *a, const char *source, const blob *blobs, size_t blob_count,
                        graph **out, fp8c_error *err);

#endif
