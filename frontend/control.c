/* control.c - If, Loop and Scan.
 *
 * An If whose condition is known is the branch it takes, in its place.  Any other becomes
 * a node whose bodies are graphs that are closed (ops/control.h). */
#include <string.h>

#include "frontend/scope.h"
#include "ops/control.h"
#include "ops/ids/control.h"

/* The graph of an attribute, with the outputs its node has. */
static fp8c_status find_body(const Onnx__NodeProto *n, const char *name, size_t inputs,
                             size_t outputs, Onnx__GraphProto **out, fp8c_error *err) {
  Onnx__AttributeProto *a = find_attribute(n, name);
  if (!a || !a->g) return fail(err, FP8C_ERROR_FORMAT, "it has no graph \"%s\"", name);
  if (a->g->n_input != inputs)
    return fail(err, FP8C_ERROR_FORMAT, "its graph \"%s\" has %zu inputs; %zu are wanted", name,
                a->g->n_input, inputs);
  if (a->g->n_output < outputs || (a->g->n_output > outputs && strcmp(name, "body") != 0))
    return fail(err, FP8C_ERROR_FORMAT, "it has %zu outputs, but its graph \"%s\" %zu", n->n_output,
                name, a->g->n_output);
  *out = a->g;
  return FP8C_OK;
}

/* An If whose condition is known: the branch it takes, in its place. */
static fp8c_status inline_if(importer *im, scope *s, const Onnx__NodeProto *n, bool truth,
                             fp8c_error *err) {
  const char *branch = truth ? "then_branch" : "else_branch";
  Onnx__GraphProto *g;
  TRY(find_body(n, branch, 0, n->n_output, &g, err));
  scope body = scope_inside(im, s);
  TRY(import_initializers(im, &body, g, err));
  TRY(import_nodes(im, &body, g->node, g->n_node, err));
  for (size_t i = 0; i < n->n_output; i++) {
    value *v;
    TRY(scope_find(im, &body, g->output[i]->name ? g->output[i]->name : "", &v, err));
    if (!v) return fail(err, FP8C_ERROR_FORMAT, "output %zu of \"%s\" has no name", i, branch);
    TRY(name_output(s, n, i, v, err));
  }
  return FP8C_OK;
}

/* ---- Bodies that are run -------------------------------------------------- */

void begin_body(importer *im, const scope *s, Onnx__GraphProto *from, body_import *b) {
  *b = (body_import){.from = from, .scope = scope_inside(im, s)};
  b->captures.body = graph_new(im->keep, from->name && *from->name ? from->name : "body", s->opset);
  b->captures.body->parent = im->g;
  map_init(&b->captures.names, im->import);
  b->scope.captures = &b->captures;
}

/* An input of the body's own, which begins as `around`. */
static fp8c_status body_input(importer *im, body_import *b, size_t index, const tensor *type,
                              const value *around, fp8c_error *err) {
  const char *name = b->from->input[index]->name;
  if (!name || !*name)
    return fail(err, FP8C_ERROR_FORMAT, "input %zu of its graph has no name", index);
  graph *g = b->captures.body;
  tensor t = *type;
  value *v = graph_input(g, name, &t);
  for (int d = 0; d < t.rank; d++)
    if (t.dims[d] == DIM_UNKNOWN)
      v->type.dims[d] = graph_symbol(g, arena_printf(im->import, "%s.%d", v->name, d));
  sequence q;
  if (around && sequence_of(im, around))
    sequence_note(im, v, sequence_unknown(sequence_of(im, around)));
  else if (sequence_stated(b->from->input[index], &q))
    sequence_note(im, v, q);
  return scope_add(&b->scope, name, v, err);
}

fp8c_status fill_body(importer *im, body_import *b, fp8c_error *err) {
  graph *around = im->g;
  im->g = b->captures.body;
  fp8c_status status = import_initializers(im, &b->scope, b->from, err);
  if (status == FP8C_OK) status = import_nodes(im, &b->scope, b->from->node, b->from->n_node, err);
  for (size_t i = 0; i < b->from->n_output && status == FP8C_OK; i++) {
    const char *name = b->from->output[i]->name ? b->from->output[i]->name : "";
    value *v = NULL;
    status = scope_find(im, &b->scope, name, &v, err);
    if (status == FP8C_OK && !v)
      status = fail(err, FP8C_ERROR_FORMAT, "output %zu of its graph has no value", i);
    if (status == FP8C_OK) graph_output(im->g, name, v);
  }
  im->g = around;
  return status;
}

/* A type as the body knows it: symbols by name, or, of what changes from one
 * iteration to the next, sizes not known. */
static tensor inside_type(graph *body, const value *v, bool changes,
                          const Onnx__ValueInfoProto *p) {
  tensor t = {.dtype = v->type.dtype, .rank = v->type.rank};
  for (int d = 0; d < t.rank; d++) {
    int64_t dim = v->type.dims[d];
    t.dims[d] = changes || dim == DIM_UNKNOWN ? DIM_UNKNOWN
                : dim >= 0                    ? dim
                           : graph_symbol(body, v->graph->symbols[DIM_SYMBOL_INDEX(dim)].name);
  }
  if (t.rank == RANK_UNKNOWN && p && p->type &&
      p->type->value_case == ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE && p->type->tensor_type->shape &&
      p->type->tensor_type->shape->n_dim <= FP8C_MAX_RANK) {
    t.rank = (int)p->type->tensor_type->shape->n_dim;
    for (int d = 0; d < t.rank; d++) t.dims[d] = DIM_UNKNOWN;
  }
  return t;
}

/* The node, from `own` inputs and what its bodies captured; names its outputs. */
static fp8c_status add_control(importer *im, scope *s, const Onnx__NodeProto *n, op_id op,
                               node_parts own, body_import *bodies, fp8c_error *err) {
  int body_count = op == OP_IF ? 2 : 1;
  /* What one branch captured comes into the other too. */
  const captures *all = &bodies[body_count - 1].captures;
  if (body_count == 2)
    for (size_t i = bodies[0].captures.count; i < all->count; i++)
      captured(im, &bodies[0].captures, all->outside[i]);
  value **in = NEW_ARRAY(im->import, value *, own.in_count + all->count + 1);
  if (own.in_count) memcpy(in, own.in, own.in_count * sizeof *in);
  for (size_t i = 0; i < all->count; i++) in[own.in_count + i] = all->outside[i];
  if (own.in_count + all->count > OP_MAX_INPUTS)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "it reads %zu values; the most is %d",
                own.in_count + all->count, OP_MAX_INPUTS);
  if (++im->built_count > IMPORT_MAX_NODES) return too_many_nodes(err);
  size_t outputs = bodies[0].from->n_output - (op == OP_LOOP ? 1 : 0);
  node *made =
      graph_node(im->g, NULL, op_get(op), node_title(n), in, own.in_count + all->count, outputs);
  TRY(set_attributes(made, own.attrs, own.attr_count, err));
  for (int i = 0; i < body_count; i++)
    node_set_attr(made, (attr){.name = control_attr(op, i),
                               .kind = ATTR_GRAPH,
                               .count = 1,
                               .graph = bodies[i].captures.body});
  if (op != OP_IF) node_set_int(made, "captures", (int64_t)all->count);
  for (size_t i = 0; i < made->out_count; i++)
    if (i >= n->n_output || !*n->output[i]) made->out[i] = NULL;
  TRY(node_infer(made, err));
  for (size_t i = 0; i < made->out_count; i++) {
    if (!made->out[i]) continue;
    const sequence *q =
        sequence_of(im, bodies[0].captures.body->outputs[i + (op == OP_LOOP ? 1 : 0)]);
    if (q) sequence_note(im, made->out[i], sequence_unknown(q));
    value_rename(made->out[i], n->output[i]);
    TRY(name_output(s, n, i, made->out[i], err));
  }
  return FP8C_OK;
}

fp8c_status import_if(importer *im, scope *s, const Onnx__NodeProto *n, fp8c_error *err) {
  TRY(check_depth(s, err));
  value *condition = NULL;
  double truth;
  if (n->n_input == 1) TRY(scope_find(im, s, n->input[0], &condition, err));
  if (!condition) return fail(err, FP8C_ERROR_FORMAT, "it has no condition");
  if (value_scalar(condition, &truth)) return inline_if(im, s, n, truth != 0, err);
  body_import bodies[2];
  for (int i = 0; i < 2; i++) {
    Onnx__GraphProto *g;
    TRY(find_body(n, control_attr(OP_IF, i), 0, n->n_output, &g, err));
    begin_body(im, s, g, &bodies[i]);
    for (size_t k = 0; i == 1 && k < bodies[0].captures.count; k++)
      captured(im, &bodies[1].captures, bodies[0].captures.outside[k]);
    TRY(fill_body(im, &bodies[i], err));
  }
  return add_control(im, s, n, OP_IF, parts_of(NULL, &condition, 1), bodies, err);
}

/* What is carried has the type it begins with, its sizes may change. */
fp8c_status import_loop(importer *im, scope *s, const Onnx__NodeProto *n, fp8c_error *err) {
  TRY(check_depth(s, err));
  size_t count = n->n_input < 2 ? 2 : n->n_input;
  value **in = NEW_ARRAY(im->import, value *, count);
  for (size_t i = 0; i < n->n_input; i++) TRY(scope_find(im, s, n->input[i], &in[i], err));
  body_import b;
  Onnx__GraphProto *g;
  TRY(find_body(n, "body", count, count - 1, &g, err));
  if (n->n_output + 1 > g->n_output)
    return fail(err, FP8C_ERROR_FORMAT, "it has %zu outputs; its graph gives %zu", n->n_output,
                g->n_output - 1);
  begin_body(im, s, g, &b);
  for (size_t i = 0; i < count; i++) {
    tensor t = {.dtype = i == 0 ? FP8C_DTYPE_I64 : FP8C_DTYPE_BOOL};
    if (i >= 2 && !in[i])
      return fail(err, FP8C_ERROR_FORMAT, "the value it carries as input %zu is missing", i);
    if (i >= 2) t = inside_type(b.captures.body, in[i], true, g->input[i]);
    TRY(body_input(im, &b, i, &t, in[i], err));
  }
  TRY(fill_body(im, &b, err));
  return add_control(im, s, n, OP_LOOP, parts_of(NULL, in, count), &b, err);
}

fp8c_status import_scan(importer *im, scope *s, const Onnx__NodeProto *n, fp8c_error *err) {
  TRY(check_depth(s, err));
  draft d = {.im = im, .name = node_title(n), .op_type = n->op_type, .opset = s->opset};
  size_t first = 0;
  if (s->opset < 9) {
    if (n->n_input && *n->input[0])
      return fail(err, FP8C_ERROR_UNSUPPORTED, "its sequences differ in length (sequence_lens)");
    first = 1;
  }
  for (size_t i = 0; i < n->n_attribute; i++) {
    Onnx__AttributeProto *a;
    TRY(resolve_attribute(im, s, n->attribute[i], &a, err));
    if (!a || a->g) continue;
    attr x;
    TRY(attribute_import(im, a, &x, err));
    if (s->opset < 9 && strcmp(x.name, "directions") == 0) x.name = "scan_input_directions";
    ARENA_PUSH(im->keep, d.attrs, d.attr_count, x);
  }
  if (s->opset < 9) { /* every value has an axis of samples in front */
    attr batched = {.name = "batched", .kind = ATTR_INT, .i = 1};
    ARENA_PUSH(im->keep, d.attrs, d.attr_count, batched);
  }
  int64_t scanned = 0;
  for (size_t i = 0; i < d.attr_count; i++)
    if (strcmp(d.attrs[i].name, "num_scan_inputs") == 0 && d.attrs[i].kind == ATTR_INT)
      scanned = d.attrs[i].i;
  size_t count = n->n_input > first ? n->n_input - first : 0;
  if (scanned < 1 || (uint64_t)scanned > count)
    return fail(err, FP8C_ERROR_FORMAT, "it has %zu inputs, %lld of them to scan", count,
                (long long)scanned);
  value **in = NEW_ARRAY(im->import, value *, count);
  for (size_t i = 0; i < count; i++) {
    TRY(scope_find(im, s, n->input[first + i], &in[i], err));
    if (!in[i]) return fail(err, FP8C_ERROR_FORMAT, "input %zu is missing", first + i);
  }
  body_import b;
  Onnx__GraphProto *g;
  TRY(find_body(n, "body", count, n->n_output, &g, err));
  begin_body(im, s, g, &b);
  size_t states = count - (size_t)scanned;
  for (size_t i = 0; i < count; i++) {
    tensor t = inside_type(b.captures.body, in[i], false, g->input[i]);
    int64_t axis = 0;
    for (size_t k = 0; k < d.attr_count; k++)
      if (i >= states && strcmp(d.attrs[k].name, "scan_input_axes") == 0 &&
          d.attrs[k].kind == ATTR_INTS && d.attrs[k].count == (size_t)scanned)
        axis = d.attrs[k].ints[i - states];
    int drops = (s->opset < 9) + (i >= states);
    if (in[i]->type.rank >= 0) { /* else the body states the slice itself */
      if (axis < 0) axis += t.rank;
      if (t.rank < drops || axis < 0 || axis >= t.rank + (i < states))
        return fail(err, FP8C_ERROR_FORMAT, "input %zu has rank %d, which has no axis %lld",
                    first + i, t.rank, (long long)axis);
      if (i < states) axis = 0;
      for (; drops > 0; drops--) {
        t.rank--;
        memmove(&t.dims[axis], &t.dims[axis + 1], (size_t)(t.rank - axis) * sizeof *t.dims);
      }
    }
    TRY(body_input(im, &b, i, &t, in[i], err));
  }
  TRY(fill_body(im, &b, err));
  return add_control(im, s, n, OP_SCAN, parts_with(NULL, in, count, d.attrs, d.attr_count), &b,
                     err);
}
