/* import.h - what the importer's files share; nobody outside includes it. */
#ifndef FRONTEND_IMPORT_H
#define FRONTEND_IMPORT_H

#include "base/map.h"
#include "frontend/onnx.h"
#include "frontend/onnx.pb-c.h"
#include "frontend/wire.h"

#define OPSET_MIN ONNX_OPSET_MIN
#define OPSET_MAX ONNX_OPSET_MAX
#define SCOPE_MAX_DEPTH 24        /* functions within functions, If within If */
#define IMPORT_MAX_NODES 250000   /* after functions were inlined; calls and constants count */
#define IMPORT_MAX_SYMBOLS 250000 /* unknown dimensions: as many as nodes */
#define IMPORT_MAX_PORTS 100000   /* inputs, and outputs */
#define IMPORT_MAX_ATTRIBUTES 256 /* of a node, and of a local function */
/* What the text of functions and bodies may come to as it is copied into the graph, and the memory
 * of a whole import: these, and so much for each byte of the file. */
#define IMPORT_INLINED_BYTES ((uint64_t)32 << 20)
#define IMPORT_MEMORY_BYTES ((uint64_t)224 << 20)
#define IMPORT_BYTES_FACTOR 8
/* What sparse constants may come to as dense ones: this, and so much for each byte of the file. */
#define IMPORT_DENSE_BYTES ((uint64_t)128 << 20)
#define IMPORT_DENSE_FACTOR 4

/* A local function: what one call of it costs is known before any is made. */
typedef struct local_function {
  Onnx__FunctionProto *proto;
  uint64_t bytes;         /* of its text in the file, weights apart */
  bool measured;          /* the sums below are known */
  uint64_t nodes;         /* a call makes at least so many, calls and constants included ... */
  uint64_t inlined_bytes; /* ... from so much text */
  size_t *order;          /* of its nodes (sort_nodes); NULL: not sorted yet */
} local_function;

typedef struct importer {
  arena *keep;       /* the graph's */
  arena *import;     /* gone after the import */
  const file *model; /* path NULL: bytes without a folder */
  const import_options *options;
  wire_message wire;
  Onnx__ModelProto *proto;
  graph *g;
  hash_map files;      /* external data by location */
  hash_map sequences;  /* what values hold that are no tensors (sequences.c) */
  arena *sorting;      /* sort_nodes' own, reset after each */
  hash_map functions;  /* local_function by domain, name and overload */
  const file **opened; /* files in the order of their first use, in `keep` */
  size_t opened_count;
  uint64_t external_bytes;
  size_t node_count;       /* in the file */
  size_t built_count;      /* functions inlined */
  size_t random_count;     /* nodes that draw random numbers, */
  const char *random_node; /* ... and the first of them */
  uint64_t inlined_bytes;
  uint64_t dense_bytes; /* of sparse constants, as dense ones */
} importer;

/* onnx_import of an opened file, or of bytes that only look like one (a memfd with path
 * NULL has no folder for external data). */
fp8c_status onnx_import_file(arena *keep, const file *model, const import_options *options,
                             graph **out, import_info *info, fp8c_error *err);

/* ---- nodes.c (and scope.h) ---------------------------------------------- */

/* The element type and shape a ValueInfoProto states. */
fp8c_status import_type(importer *im, const Onnx__ValueInfoProto *info, tensor *t, fp8c_error *err);
/* A scale is a positive finite number; `err` says which it is not. */
fp8c_status check_scale_number(float x, fp8c_error *err);

/* The key of a local function in importer.functions: with the lengths in it, no two triples have
 * the same. */
const char *function_key(arena *a, const char *domain, const char *name, const char *overload);
/* The local function a node calls; NULL. */
local_function *find_function(const importer *im, const Onnx__NodeProto *n);
/* An attribute by name; NULL. */
Onnx__AttributeProto *find_attribute(const Onnx__NodeProto *n, const char *name);
bool is_default_domain(const char *domain);

/* ---- restore.c --------------------------------------------------------- */

/* Whether fp8c wrote the model, in a form this version reads. */
bool is_exported(const Onnx__ModelProto *m);
/* The graph it was written from; an error says what was changed since. */
fp8c_status restore_graph(importer *im, graph **out, fp8c_error *err);

/* ---- sort.c ------------------------------------------------------------ */

/* The nodes in an order in which each stands behind what it reads, changing as
 * little as possible; *order are indices, in `im->import`. */
fp8c_status sort_nodes(importer *im, Onnx__NodeProto **nodes, size_t count, size_t **order,
                       fp8c_error *err);
/* How messages call a node: its name, else its first output. */
const char *node_title(const Onnx__NodeProto *n);

/* ---- support.c --------------------------------------------------------- */

/* Finds every node fp8c cannot do, reports each to import_options.problem,
 * and fails if there was one.  Counts the nodes of the file. */
fp8c_status check_support(importer *im, fp8c_error *err);
/* ---- statements.c ------------------------------------------------------ */

/* Dimensions of the graph that inference could not name take the name, or the
 * size, under which the model states them; an output stated to have another
 * shape than it has is an error.  The graph's first `input_symbols` symbols are
 * those of its inputs, which may take any size whatever an output states. */
fp8c_status import_statements(importer *im, const hash_map *values, const Onnx__GraphProto *g,
                              size_t input_symbols, fp8c_error *err);

/* ---- tensors.c --------------------------------------------------------- */

/* The type and the place of the bytes of a TensorProto.  `what` names it in errors. */
fp8c_status tensor_import(importer *im, const Onnx__TensorProto *t, const char *what, tensor *type,
                          blob *data, fp8c_error *err);
/* The same with the bytes in `im->keep`. */
fp8c_status tensor_import_data(importer *im, const Onnx__TensorProto *t, const char *what,
                               tensor *out, fp8c_error *err);

/* ---- sparse.c ----------------------------------------------------------- */

/* The name of a sparse tensor, which is that of its values; NULL: it has none. */
const char *sparse_name(const Onnx__SparseTensorProto *s);
/* A sparse tensor as the dense one it stands for, its bytes in `im->keep`. */
fp8c_status sparse_import(importer *im, const Onnx__SparseTensorProto *s, const char *what,
                          tensor *type, blob *data, fp8c_error *err);

/* ---- attributes.c ------------------------------------------------------ */

const char *attr_kind_name(attr_kind kind);
/* Any attribute but graphs, with its data in `im->keep`. */
fp8c_status attribute_import(importer *im, const Onnx__AttributeProto *a, attr *out,
                             fp8c_error *err);

/* What a node is made of; parts_of and parts_with: with one output. */
typedef struct node_parts {
  const char *op_type;
  value *const *in;
  size_t in_count;
  const attr *attrs;
  size_t attr_count;
  size_t outputs;
} node_parts;
static inline node_parts parts_of(const char *op_type, value *const *in, size_t in_count) {
  return (node_parts){.op_type = op_type, .in = in, .in_count = in_count, .outputs = 1};
}
static inline node_parts parts_with(const char *op_type, value *const *in, size_t in_count,
                                    const attr *attrs, size_t attr_count) {
  return (node_parts){op_type, in, in_count, attrs, attr_count, 1};
}

/* ---- upgrade.c --------------------------------------------------------- */

/* A node on its way into the graph: an upgrade changes it to the form of the
 * ops.def row before it is checked against the row. */
typedef struct draft {
  importer *im;
  const char *name; /* of the model node */
  const char *op_type;
  int opset;
  value **in; /* NULL: omitted */
  size_t in_count;
  size_t out_count;
  attr *attrs;
  size_t attr_count;
  value *reshape;  /* not NULL: output 0 is reshaped to it afterwards ... */
  value *like;     /* ... which is the shape of this */
  value *given[3]; /* outputs that nodes in front give; the node itself then has one, output 0 */
} draft;

/* Rewrites the draft from its opset's form to the newest one. */
fp8c_status upgrade_node(draft *d, fp8c_error *err);
/* The name under which ops.def has an operator of ONNX (Upsample is a Resize). */
const char *upgrade_name(const char *op_type);

/* A node with one output, its type inferred; attributes are copied. */
fp8c_status draft_emit(draft *d, node_parts p, value **out, fp8c_error *err);

#endif
