/* graph_file.h - files of graphs in text form (docs/ir.md), as tests/gpu and tests/interop read
 * them: graphs between lines of dashes, some of them written once for several sizes. */
#ifndef TESTS_GRAPH_FILE_H
#define TESTS_GRAPH_FILE_H

#include "base/arena.h"
#include "base/error.h"

/* What stands between two lines that begin with "----", in the file's order.  One whose head has
 * "# each:" is there once for each "# row:", its parameters in place. */
typedef struct graph_file {
  char **graphs;
  size_t count;
} graph_file;

fp8c_status graph_file_read(arena *a, const char *path, graph_file *out, fp8c_error *err);

#endif
