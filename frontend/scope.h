/* scope.h - names and bodies, for the importer's files that add nodes. */
#ifndef FRONTEND_SCOPE_H
#define FRONTEND_SCOPE_H

#include "frontend/import.h"

/* What crosses into a body: `inside` are its inputs, behind its own. */
typedef struct captures {
  graph *body;
  value **outside, **inside;
  size_t count;
  hash_map names; /* every outer name that was looked up, with the value inside */
} captures;

typedef struct scope {
  const struct scope *outer; /* whose values may be read; NULL in a function */
  hash_map values;           /* an item of NULL: a function input the caller omitted */
  int opset;
  int depth;
  Onnx__AttributeProto **attrs; /* of the function call, for ref_attr_name */
  size_t attr_count;
  bool in_function;
  captures *captures; /* of a body's outermost scope; NULL in others */
} scope;

scope scope_inside(importer *im, const scope *outer);
/* `name` is borrowed: it lives as long as the import. */
fp8c_status scope_add(scope *s, const char *name, value *v, fp8c_error *err);
/* *out is NULL for an empty name, and for a function input the caller omitted. */
fp8c_status scope_find(importer *im, const scope *s, const char *name, value **out,
                       fp8c_error *err);
/* The value inside a body that stands for `v` around it. */
value *captured(importer *im, captures *c, value *v);

/* ---- nodes.c ----------------------------------------------------------- */

fp8c_status check_depth(const scope *s, fp8c_error *err);
/* Gives a value the name of a node's output `index` in its scope. */
fp8c_status name_output(scope *s, const Onnx__NodeProto *n, size_t index, value *v,
                        fp8c_error *err);
/* A node of ops.def, its attributes checked against the row; types are the caller's. */
fp8c_status add_node(importer *im, const char *title, node_parts p, node **out, fp8c_error *err);
fp8c_status set_attributes(node *n, const attr *attrs, size_t count, fp8c_error *err);
/* Attribute `a`, or in a function the caller's that it stands for; NULL when there is none. */
fp8c_status resolve_attribute(importer *im, const scope *s, Onnx__AttributeProto *a,
                              Onnx__AttributeProto **out, fp8c_error *err);
/* All attributes of a node, its function's caller's looked up; one that is given twice is an error.
 */
fp8c_status import_attributes(importer *im, const scope *s, const Onnx__NodeProto *n, attr **attrs,
                              size_t *count, fp8c_error *err);
fp8c_status too_many_nodes(fp8c_error *err);
/* Fails when the graph has more symbols than IMPORT_MAX_SYMBOLS. */
fp8c_status check_symbols(const importer *im, fp8c_error *err);
uint64_t inlined_bytes_max(const importer *im);
fp8c_status too_much_text(const importer *im, fp8c_error *err);
/* Before a copy of a function, or of a body, of so many bytes of text comes into the graph. */
fp8c_status count_copy(importer *im, uint64_t bytes, fp8c_error *err);

/* ---- import.c ----------------------------------------------------------- */

fp8c_status import_nodes(importer *im, scope *s, Onnx__NodeProto **nodes, size_t count,
                         fp8c_error *err);
fp8c_status import_initializers(importer *im, scope *s, const Onnx__GraphProto *g, fp8c_error *err);

/* ---- control.c ---------------------------------------------------------- */

typedef struct body_import {
  Onnx__GraphProto *from;
  scope scope;
  captures captures;
} body_import;

void begin_body(importer *im, const scope *s, Onnx__GraphProto *from, body_import *b);
fp8c_status fill_body(importer *im, body_import *b, fp8c_error *err);
fp8c_status import_if(importer *im, scope *s, const Onnx__NodeProto *n, fp8c_error *err);
fp8c_status import_loop(importer *im, scope *s, const Onnx__NodeProto *n, fp8c_error *err);
fp8c_status import_scan(importer *im, scope *s, const Onnx__NodeProto *n, fp8c_error *err);

/* ---- sequence_values.c -------------------------------------------------- */

/* What is known of a value that holds a sequence or an optional as bytes. */
typedef struct sequence {
  bool single; /* an optional tensor: its one element is meant */
  fp8c_dtype element;
  bool known; /* the elements are these */
  value **items;
  size_t count;
} sequence;

const sequence *sequence_of(const importer *im, const value *v); /* NULL: a tensor */
void sequence_note(importer *im, const value *v, sequence q);
sequence sequence_unknown(const sequence *q); /* the same, elements not known */
/* What a model says of a value; false: a tensor. */
bool sequence_stated(const Onnx__ValueInfoProto *info, sequence *out);
/* Removes sequences that nobody looked into. */
void sequence_tidy(graph *g);

/* ---- sequences.c -------------------------------------------------------- */

bool is_sequence_operator(const char *op_type);
fp8c_status import_sequence(importer *im, scope *s, const Onnx__NodeProto *n, fp8c_error *err);

/* ---- contrib.c ----------------------------------------------------------- */

/* Whether the node is an operator of ONNX Runtime's own domain that is done here. */
bool is_contrib(const Onnx__NodeProto *n);
fp8c_status import_contrib(importer *im, scope *s, const Onnx__NodeProto *n, fp8c_error *err);

#endif
