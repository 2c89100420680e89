/* import.c - a model's nodes, one after the other, into the graph.
 *
 * Every node is typed as it is added, because upgrades of old forms ask for
 * ranks.  Local functions and branches whose condition is known come in flat; what is
 * run at run time is in control.c, what holds several tensors in sequences.c. */
#include "frontend/import.h"

#include <string.h>

#include "base/text.h"
#include "frontend/scope.h"
#include "ops/dtype.h"
#include "ops/ids/types.h"
#include "ops/infer.h"

/* ---- Constants --------------------------------------------------------- */

static fp8c_status constant_of_attr(importer *im, const char *name, const attr *a, value **out,
                                    fp8c_error *err) {
  tensor t = {.rank = a->kind == ATTR_INTS || a->kind == ATTR_FLOATS, .dims = {(int64_t)a->count}};
  const void *data = a->kind == ATTR_INTS     ? (const void *)a->ints
                     : a->kind == ATTR_FLOATS ? (const void *)a->floats
                     : a->kind == ATTR_INT    ? (const void *)&a->i
                                              : (const void *)&a->f;
  t.dtype = a->kind == ATTR_INTS || a->kind == ATTR_INT ? FP8C_DTYPE_I64 : FP8C_DTYPE_F32;
  if (a->kind != ATTR_INTS && a->kind != ATTR_INT && a->kind != ATTR_FLOATS &&
      a->kind != ATTR_FLOAT)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "attribute \"%s\" is %s; fp8c does numbers only",
                a->name, attr_kind_name(a->kind));
  *out = graph_const_copy(im->g, name, &t, data);
  return FP8C_OK;
}

static fp8c_status add_constant(importer *im, const scope *s, const Onnx__NodeProto *n, value **out,
                                fp8c_error *err) {
  static const struct {
    const char *name;
    attr_kind kind;
  } forms[] = {{"value_float", ATTR_FLOAT},   {"value_floats", ATTR_FLOATS},
               {"value_int", ATTR_INT},       {"value_ints", ATTR_INTS},
               {"value_string", ATTR_STRING}, {"value_strings", ATTR_STRINGS}};
  if (n->n_output != 1 || !*n->output[0] || n->n_attribute != 1 || n->n_input)
    return fail(err, FP8C_ERROR_FORMAT,
                "it has %zu inputs, %zu attributes and %zu outputs; a constant has 0, 1 and 1",
                n->n_input, n->n_attribute, n->n_output);
  Onnx__AttributeProto *a;
  TRY(resolve_attribute(im, s, n->attribute[0], &a, err));
  if (!a) return fail(err, FP8C_ERROR_FORMAT, "the caller of its function gives it no value");
  const char *name = n->output[0];
  if (strcmp(a->name, "value") == 0) {
    if (!a->t) return fail(err, FP8C_ERROR_FORMAT, "attribute \"value\" holds no tensor");
    tensor type;
    blob data;
    TRY(tensor_import(im, a->t, "attribute \"value\"", &type, &data, err));
    *out = graph_const(im->g, name, &type, data);
    return FP8C_OK;
  }
  if (strcmp(a->name, "sparse_value") == 0) {
    if (!a->sparse_tensor)
      return fail(err, FP8C_ERROR_FORMAT, "attribute \"sparse_value\" holds no sparse tensor");
    tensor type;
    blob data;
    TRY(sparse_import(im, a->sparse_tensor, "attribute \"sparse_value\"", &type, &data, err));
    *out = graph_const(im->g, name, &type, data);
    return FP8C_OK;
  }
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (strcmp(a->name, forms[i].name) != 0) continue;
    attr x;
    TRY(attribute_import(im, a, &x, err));
    if (x.kind != forms[i].kind)
      return fail(err, FP8C_ERROR_FORMAT, "attribute \"%s\" is %s; it must be %s", a->name,
                  attr_kind_name(x.kind), attr_kind_name(forms[i].kind));
    return constant_of_attr(im, name, &x, out, err);
  }
  return fail(err, FP8C_ERROR_UNSUPPORTED, "constants given as \"%s\" are not supported", a->name);
}

/* ---- Nodes ------------------------------------------------------------- */

static fp8c_status import_sorted(importer *im, scope *s, Onnx__NodeProto **nodes,
                                 const size_t *order, size_t count, fp8c_error *err);

static fp8c_status inline_function(importer *im, scope *s, const Onnx__NodeProto *n,
                                   local_function *local, fp8c_error *err) {
  const Onnx__FunctionProto *f = local->proto;
  TRY(check_depth(s, err));
  TRY(count_copy(im, local->bytes, err));
  scope body = {.opset = s->opset, .depth = s->depth + 1, .in_function = true};
  map_init(&body.values, im->import);
  for (size_t i = 0; i < f->n_opset_import; i++)
    if (is_default_domain(f->opset_import[i]->domain)) {
      int64_t version = f->opset_import[i]->version;
      if (version < OPSET_MIN || version > OPSET_MAX)
        return fail(err, FP8C_ERROR_UNSUPPORTED,
                    "its function is of opset %lld; fp8c reads %d to %d", (long long)version,
                    OPSET_MIN, OPSET_MAX);
      body.opset = (int)version;
    }
  if (n->n_input > f->n_input || n->n_output > f->n_output)
    return fail(err, FP8C_ERROR_FORMAT,
                "it has %zu inputs and %zu outputs; its function has %zu and %zu", n->n_input,
                n->n_output, f->n_input, f->n_output);
  for (size_t i = 0; i < f->n_input; i++) {
    value *v = NULL;
    if (i < n->n_input) TRY(scope_find(im, s, n->input[i], &v, err));
    TRY(scope_add(&body, f->input[i], v, err));
  }
  for (size_t i = 0; i < n->n_attribute; i++) {
    Onnx__AttributeProto *a;
    TRY(resolve_attribute(im, s, n->attribute[i], &a, err));
    if (a) ARENA_PUSH(im->import, body.attrs, body.attr_count, a);
  }
  for (size_t i = 0; i < f->n_attribute_proto; i++) { /* defaults */
    Onnx__AttributeProto *a = f->attribute_proto[i];
    if (a->name && !find_attribute(n, a->name))
      ARENA_PUSH(im->import, body.attrs, body.attr_count, a);
  }
  if (!local->order) TRY(sort_nodes(im, f->node, f->n_node, &local->order, err));
  TRY(import_sorted(im, &body, f->node, local->order, f->n_node, err));
  for (size_t i = 0; i < n->n_output; i++) {
    value *v;
    TRY(scope_find(im, &body, f->output[i], &v, err));
    if (!v && *n->output[i])
      return fail(err, FP8C_ERROR_FORMAT, "output %zu of its function has no value", i);
    TRY(name_output(s, n, i, v, err));
  }
  return FP8C_OK;
}

static fp8c_status reshape_back(importer *im, draft *d, node **n, fp8c_error *err) {
  value *in[] = {(*n)->out[0], d->reshape};
  TRY(add_node(im, d->name, parts_of("Reshape", in, 2), n, err));
  TRY(node_infer(*n, err));
  tensor *t = &(*n)->out[0]->type;
  t->rank = d->like->type.rank;
  memcpy(t->dims, d->like->type.dims, sizeof t->dims);
  return FP8C_OK;
}

/* Scales that are known now. */
static fp8c_status check_scales(importer *im, const node *n, fp8c_error *err) {
  tensor t;
  if (!node_is(n, OP_QUANTIZE_LINEAR) && !node_is(n, OP_DEQUANTIZE_LINEAR)) return FP8C_OK;
  if (n->in_count < 2 || !value_is_const(n->in[1])) return FP8C_OK;
  arena_mark mark = arena_save(im->import);
  fp8c_status status = value_load(n->in[1], im->import, &t, err);
  for (int64_t i = 0; status == FP8C_OK && i < tensor_elements(&t); i++)
    status = check_scale_number((float)tensor_real(&t, i), err);
  arena_reset(im->import, mark);
  return status;
}

static fp8c_status import_operator(importer *im, scope *s, const Onnx__NodeProto *n,
                                   fp8c_error *err) {
  draft d = {.im = im, .name = node_title(n), .op_type = n->op_type, .opset = s->opset};
  d.in = NEW_ARRAY(im->import, value *, n->n_input + 1);
  for (size_t i = 0; i < n->n_input; i++) {
    TRY(scope_find(im, s, n->input[i], &d.in[i], err));
    const sequence *q = d.in[i] ? sequence_of(im, d.in[i]) : NULL;
    if (q && strcmp(n->op_type, "Identity") == 0) return name_output(s, n, 0, d.in[i], err);
    if (q)
      return fail(err, FP8C_ERROR_FORMAT, "its input \"%s\" is a sequence or an optional",
                  n->input[i]);
    if (d.in[i]) d.in_count = i + 1; /* omitted ones at the end are as good as absent */
  }
  for (size_t i = 0; i < n->n_output; i++)
    if (*n->output[i]) d.out_count = i + 1;
  TRY(import_attributes(im, s, n, &d.attrs, &d.attr_count, err));
  TRY(upgrade_node(&d, err));
  node *made;
  for (size_t i = 1; i < sizeof d.given / sizeof *d.given; i++) {
    if (!d.given[i]) continue;
    if (i < n->n_output && *n->output[i]) TRY(name_output(s, n, i, d.given[i], err));
    d.out_count = 1;
  }
  TRY(add_node(im, d.name,
               (node_parts){d.op_type, d.in, d.in_count, d.attrs, d.attr_count, d.out_count}, &made,
               err));
  for (size_t i = 0; i < d.out_count; i++)
    if (!*n->output[i]) made->out[i] = NULL;
  TRY(node_infer(made, err));
  TRY(check_scales(im, made, err));
  if (d.reshape && made->out_count) TRY(reshape_back(im, &d, &made, err));
  for (size_t i = 0; i < made->out_count; i++) {
    if (!made->out[i]) continue;
    value_rename(made->out[i], n->output[i]);
    TRY(name_output(s, n, i, made->out[i], err));
  }
  return FP8C_OK;
}

static fp8c_status import_node(importer *im, scope *s, const Onnx__NodeProto *n, fp8c_error *err) {
  local_function *f = find_function(im, n);
  if (f) return inline_function(im, s, n, f, err);
  if (!n->op_type || !*n->op_type) return fail(err, FP8C_ERROR_FORMAT, "it has no operator");
  if (strcmp(n->op_type, "If") == 0) return import_if(im, s, n, err);
  if (strcmp(n->op_type, "Loop") == 0) return import_loop(im, s, n, err);
  if (strcmp(n->op_type, "Scan") == 0) return import_scan(im, s, n, err);
  if (strcmp(n->op_type, "Constant") == 0) {
    value *v;
    if (++im->built_count > IMPORT_MAX_NODES) return too_many_nodes(err);
    TRY(add_constant(im, s, n, &v, err));
    return name_output(s, n, 0, v, err);
  }
  if (is_contrib(n)) return import_contrib(im, s, n, err);
  if (is_sequence_operator(n->op_type)) return import_sequence(im, s, n, err);
  return import_operator(im, s, n, err);
}

static bool starts_with_node(const fp8c_error *err, const Onnx__NodeProto *n) {
  size_t length = strlen(n->op_type ? n->op_type : "");
  return err && length && strncmp(err->text, n->op_type, length) == 0 &&
         strncmp(err->text + length, " \"", 2) == 0;
}

static fp8c_status import_sorted(importer *im, scope *s, Onnx__NodeProto **nodes,
                                 const size_t *order, size_t count, fp8c_error *err) {
  fp8c_error own = {.text = ""};
  fp8c_error *e = err ? err : &own; /* its text is looked at */
  for (size_t i = 0; i < count; i++) {
    const Onnx__NodeProto *n = nodes[order[i]];
    fp8c_status status = import_node(im, s, n, e);
    if (status == FP8C_OK) status = check_symbols(im, e);
    if (status == FP8C_OK) continue;
    if (starts_with_node(e, n)) return status;
    return fail_in(e, status, "%s \"%s\"", n->op_type && *n->op_type ? n->op_type : "node",
                   node_title(n));
  }
  return FP8C_OK;
}

fp8c_status import_nodes(importer *im, scope *s, Onnx__NodeProto **nodes, size_t count,
                         fp8c_error *err) {
  size_t *order;
  TRY(sort_nodes(im, nodes, count, &order, err));
  return import_sorted(im, s, nodes, order, count, err);
}

/* ---- Initializers ------------------------------------------------------- */

fp8c_status import_initializers(importer *im, scope *s, const Onnx__GraphProto *g,
                                fp8c_error *err) {
  for (size_t i = 0; i < g->n_initializer; i++) {
    const Onnx__TensorProto *t = g->initializer[i];
    if (!t->name || !*t->name)
      return fail(err, FP8C_ERROR_FORMAT, "initializer %zu has no name", i);
    tensor type;
    blob data;
    TRY(tensor_import(im, t, arena_printf(im->import, "initializer \"%s\"", t->name), &type, &data,
                      err));
    TRY(scope_add(s, t->name, graph_const(im->g, t->name, &type, data), err));
  }
  for (size_t i = 0; i < g->n_sparse_initializer; i++) {
    const char *name = sparse_name(g->sparse_initializer[i]);
    if (!name || !*name)
      return fail(err, FP8C_ERROR_FORMAT, "sparse initializer %zu has no name", i);
    tensor type;
    blob data;
    TRY(sparse_import(im, g->sparse_initializer[i],
                      arena_printf(im->import, "initializer \"%s\"", name), &type, &data, err));
    TRY(scope_add(s, name, graph_const(im->g, name, &type, data), err));
  }
  return FP8C_OK;
}
