/* onnx.h - ONNX bytes to a graph. */
#ifndef FRONTEND_ONNX_H
#define FRONTEND_ONNX_H

#include "base/file.h"
#include "ir/graph.h"

/* The opsets of ai.onnx that are read. */
#define ONNX_OPSET_MIN 6
#define ONNX_OPSET_MAX 27

/* What a model could not be imported for, all of it, not the first only. */
typedef struct import_problem {
  const char *code; /* "op-unsupported", ... */
  const char *node;
  const char *text;
} import_problem;

typedef struct import_options {
  const char *external_data_dir; /* NULL: the model's own folder */
  /* Called for the first 1000 problems before the import fails; may be NULL. */
  void (*problem)(void *user, const import_problem *p);
  void *user;
  /* A model that fp8c exported becomes the graph it was: decided, with its regions.
   * Otherwise it is a model with QuantizeLinear and Cast like any other. */
  bool restore;
} import_options;

/* Also filled, as far as the file could be read, when an import fails. */
typedef struct import_info {
  uint64_t model_bytes; /* the file and its external data */
  int64_t ir_version;
  const char *producer;
  int opset;                /* as the file states it */
  size_t node_count;        /* in the file, control-flow bodies included */
  size_t random_count;      /* nodes that draw random numbers, */
  const char *random_node;  /* ... and the first of them */
  bool restored;            /* the graph is decided (import_options.restore) */
  const char *changed;      /* why an exported model was not restored; NULL */
  const file *model;        /* the file itself, open as long as the graph is */
  const file *const *files; /* external data, in the order of its first use */
  size_t file_count;
} import_info;

/* Reads the model at `path` into `keep`; weights stay in the file, which stays
 * open until the arena is freed.  All operators are in the form ops.def
 * states.  Shapes are inferred. */
fp8c_status onnx_import(arena *keep, const char *path, const import_options *options, graph **out,
                        import_info *info, fp8c_error *err);

/* ---- Writing ------------------------------------------------------------- */

typedef struct export_entry {
  const char *key, *text;
} export_entry;

typedef struct export_options {
  const export_entry *entries; /* of the model's metadata_props, besides the exporter's own */
  size_t entry_count;
  bool external; /* constants go into PATH.data even if they fit into the file */
} export_options;

/* Writes the graph as ONNX: stored formats as Q/DQ and Cast, what ONNX cannot say
 * as metadata_props that onnx_import reads back.  What has no form in ONNX is
 * refused by name.  Everything is built in `a`, numbers of constants apart. */
fp8c_status onnx_export(arena *a, const graph *g, const export_options *o, const char *path,
                        fp8c_error *err);

/* A model of one node, com.microsoft's EPContext, which an execution provider of ONNX Runtime runs:
 * the node holds a plan, or names the file beside the model that holds it. */
typedef struct context_options {
  const fp8c_port *const *inputs, *const *outputs;
  size_t input_count, output_count;
  const char *provider; /* the execution provider that claims the node */
  const char *hash;     /* of the plan */
  const void *plan;     /* its bytes */
  size_t plan_bytes;
  bool beside; /* the plan goes into PATH.fp8c even if it fits into the model */
} context_options;

fp8c_status onnx_context(arena *a, const context_options *o, const char *path, fp8c_error *err);

/* A part of a model: from these values, or the inputs of these nodes, to those. */
typedef struct extract_options {
  const char *const *from, *const *to; /* none: the model's inputs, its outputs */
  size_t from_count, to_count;
  bool external; /* constants go beside the file even if they fit into it */
} extract_options;

typedef struct extract_info {
  size_t nodes, model_nodes, constants, inputs, outputs;
} extract_info;

/* Copies the nodes between, and the constants they read, to a model of their own. */
fp8c_status onnx_extract(arena *a, const char *model, const extract_options *o, const char *to,
                         extract_info *info, fp8c_error *err);

/* Operators that become nodes of others as lines of text say, and their domains; NULL past the end.
 */
const char *contrib_name(size_t index, const char **domain);

/* A serialised TensorProto (input_0.pb of ONNX test data). */
fp8c_status onnx_read_tensor(arena *a, const char *path, const char **name, tensor *out,
                             fp8c_error *err);

#endif
