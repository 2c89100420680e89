/* onnx.h - ONNX bytes to a graph. */
#ifndef FRONTEND_ONNX_H
#define FRONTEND_ONNX_H

#include "ir/graph.h"

/* What a model could not be imported for, all of it, not the first only. */
typedef struct import_problem {
  const char *code; /* "op-unsupported", ... */
  const char *node;
  const char *text;
} import_problem;

typedef struct import_options {
  const char *external_data_dir; /* NULL: the model's own folder */
  /* Called for every problem before the import fails; may be NULL. */
  void (*problem)(void *user, const import_problem *p);
  void *user;
} import_options;

/* Also filled, as far as the file could be read, when an import fails. */
typedef struct import_info {
  uint64_t model_bytes; /* the file and its external data */
  int64_t ir_version;
  const char *producer;
  int opset;         /* as the file states it */
  size_t node_count; /* in the file, control-flow bodies included */
} import_info;

/* Reads the model at `path` into `keep`; weights stay in the file, which stays
 * open until the arena is freed.  All operators are in the form ops.def
 * states.  Shapes are inferred. */
fp8c_status onnx_import(arena *keep, const char *path, const import_options *options, graph **out,
                        import_info *info, fp8c_error *err);

/* A serialised TensorProto (input_0.pb of ONNX test data). */
fp8c_status onnx_read_tensor(arena *a, const char *path, const char **name, tensor *out,
                             fp8c_error *err);

#endif
