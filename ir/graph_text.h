/* graph_text.h - the graph's text form, printed and parsed back (docs/ir.md). */
#ifndef IR_GRAPH_TEXT_H
#define IR_GRAPH_TEXT_H

#include "base/text.h"
#include "ir/graph.h"

void graph_print(const graph *g, text *out);
/* As graph_print, and *blobs (in out's arena) are the constants printed as
 * blob(0), blob(1) ...: what graph_parse needs to give the same graph back. */
void graph_print_blobs(const graph *g, text *out, blob **blobs, size_t *blob_count);

/* `blobs` serves blob(i) constants; NULL when there are none.  Errors are
 * "line:column: sentence". */
fp8c_status graph_parse(arena *a, const char *source, const blob *blobs, size_t blob_count,
                        graph **out, fp8c_error *err);

/* Puts the nodes of `source` behind the last one of `g`, their types inferred and not stated.  An
 * operand is a key of `values`, whose item is the value (NULL: omitted), or a constant such as
 * i64[2]{0, 1}; results are added to `values`, in place of what had their names, and `_` is one
 * nobody wants. Nodes are called `title`; *made counts them, also when a later one fails. */
fp8c_status graph_splice(graph *g, const char *source, const char *title, struct hash_map *values,
                         size_t *made, fp8c_error *err);

/* The fields of a decision: format="e4m3", sqnr_db=31.5, and back. */
void graph_print_decision(const decision *d, text *out);
fp8c_status graph_parse_decision(arena *a, const char *source, decision **out, fp8c_error *err);

#endif
