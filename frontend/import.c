/* import.c - a model's nodes, one after the other, into the graph.
 *
 * Every node is typed as it is added, because upgrades of old forms ask for
 * ranks.  Local functions and branches whose condition is known come in flat; what is
 * run at run time is in control.c, what holds several tensors in sequences.c. */
#include "frontend/import.h"

#include <string.h>

#include "base/looks.h"
#include "base/text.h"
#include "frontend/scope.h"
#include "ops/dtype.h"
#include "ops/ids/types.h"
#include "ops/infer.h"
#include "ops/move.h"

/* ---- Drafts ------------------------------------------------------------ */

static const attr_spec *find_spec(const op_info *op, const char *name) {
  for (const attr_spec *s = op->attrs; s->name; s++)
    if (strcmp(s->name, name) == 0) return s;
  return NULL;
}

/* The row's check says what is wrong but not where; this one names the node. */
fp8c_status set_attributes(node *n, const attr *attrs, size_t count, fp8c_error *err) {
  for (size_t i = 0; i < count; i++) {
    const attr_spec *spec = find_spec(n->op, attrs[i].name);
    if (!spec)
      return fail(err, FP8C_ERROR_FORMAT, "%s \"%s\": it has no attribute \"%s\"", n->op->name,
                  n->name, attrs[i].name);
    if (spec->kind != attrs[i].kind)
      return fail(err, FP8C_ERROR_FORMAT, "%s \"%s\": attribute \"%s\" is %s; it must be %s",
                  n->op->name, n->name, attrs[i].name, attr_kind_name(attrs[i].kind),
                  attr_kind_name(spec->kind));
    node_set_attr(n, attrs[i]);
  }
  return FP8C_OK;
}

fp8c_status too_many_nodes(fp8c_error *err) {
  return fail(err, FP8C_ERROR_UNSUPPORTED, "the model has more than %d nodes", IMPORT_MAX_NODES);
}

uint64_t inlined_bytes_max(const importer *im) {
  return IMPORT_INLINED_BYTES + IMPORT_BYTES_FACTOR * im->model->bytes;
}

fp8c_status too_much_text(const importer *im, fp8c_error *err) {
  return fail(err, FP8C_ERROR_UNSUPPORTED,
              "with its local functions and bodies in place the model has more than %llu bytes of "
              "nodes (the limit is %llu MiB + %d x the file)",
              (unsigned long long)inlined_bytes_max(im),
              (unsigned long long)(IMPORT_INLINED_BYTES >> 20), IMPORT_BYTES_FACTOR);
}

fp8c_status count_copy(importer *im, uint64_t bytes, fp8c_error *err) {
  if (++im->built_count > IMPORT_MAX_NODES) return too_many_nodes(err);
  im->inlined_bytes += bytes; /* of 2^18 copies, each of less than 2^32 bytes: no wrap */
  return im->inlined_bytes > inlined_bytes_max(im) ? too_much_text(im, err) : FP8C_OK;
}

fp8c_status add_node(importer *im, const char *title, node_parts p, node **out, fp8c_error *err) {
  const op_info *op = op_find("", p.op_type);
  if (!op)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "node \"%s\": operator \"%s\" is not supported", title,
                p.op_type);
  if (++im->built_count > IMPORT_MAX_NODES) return too_many_nodes(err);
  *out = graph_node(im->g, NULL, op, title, p.in, p.in_count, p.outputs);
  return set_attributes(*out, p.attrs, p.attr_count, err);
}

fp8c_status draft_emit(draft *d, node_parts p, value **out, fp8c_error *err) {
  node *n;
  TRY(add_node(d->im, d->name, p, &n, err));
  *out = n->out[0];
  return node_infer(n, err);
}

/* ---- Attributes -------------------------------------------------------- */

/* `a`, or in a function body the caller's attribute it refers to; *out is NULL
 * when the caller gave none. */
fp8c_status resolve_attribute(importer *im, const scope *s, Onnx__AttributeProto *a,
                              Onnx__AttributeProto **out, fp8c_error *err) {
  *out = a;
  if (!a->name || !*a->name) return fail(err, FP8C_ERROR_FORMAT, "an attribute has no name");
  if (!a->ref_attr_name || !*a->ref_attr_name) return FP8C_OK;
  if (!s->in_function)
    return fail(err, FP8C_ERROR_FORMAT,
                "attribute \"%s\" refers to \"%s\", but the node is in no function", a->name,
                a->ref_attr_name);
  *out = NULL;
  for (size_t i = 0; i < s->attr_count; i++) {
    if (strcmp(s->attrs[i]->name, a->ref_attr_name) != 0) continue;
    *out = NEW(im->import, Onnx__AttributeProto);
    **out = *s->attrs[i];
    (*out)->name = a->name;
  }
  return FP8C_OK;
}

fp8c_status import_attributes(importer *im, const scope *s, const Onnx__NodeProto *n, attr **attrs,
                              size_t *count, fp8c_error *err) {
  for (size_t i = 0; i < n->n_attribute; i++) {
    Onnx__AttributeProto *a;
    TRY(resolve_attribute(im, s, n->attribute[i], &a, err));
    if (!a) continue;
    attr x;
    TRY(attribute_import(im, a, &x, err));
    for (size_t k = 0; k < *count; k++)
      if (strcmp((*attrs)[k].name, x.name) == 0)
        return fail(err, FP8C_ERROR_FORMAT, "attribute \"%s\" is given twice", x.name);
    ARENA_PUSH(im->keep, *attrs, *count, x);
  }
  return FP8C_OK;
}

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

fp8c_status check_depth(const scope *s, fp8c_error *err) {
  if (s->depth < SCOPE_MAX_DEPTH) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED,
              "functions and branches are nested more than %d deep, or call themselves",
              SCOPE_MAX_DEPTH);
}

fp8c_status name_output(scope *s, const Onnx__NodeProto *n, size_t index, value *v,
                        fp8c_error *err) {
  if (index >= n->n_output || !*n->output[index]) return FP8C_OK;
  return scope_add(s, n->output[index], v, err);
}

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

fp8c_status check_scale_number(float x, fp8c_error *err) {
  char number[32];
  if (x > 0 && x <= 0x1.FFFFFEp127f) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "its scale is %s; a positive finite number is wanted",
              float_print(x, number));
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

static fp8c_status check_symbols(const importer *im, fp8c_error *err) {
  if (im->g->symbol_count <= IMPORT_MAX_SYMBOLS) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED, "the model has more than %d unknown dimensions",
              IMPORT_MAX_SYMBOLS);
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

/* ---- The graph's own values -------------------------------------------- */

/* A dimension nobody named is a symbol of its own: "input.2". */
static int64_t anonymous_dim(importer *im, const char *input, int index) {
  for (unsigned n = 0;; n++) {
    const char *name = n ? arena_printf(im->import, "%s.%d.%u", input, index, n)
                         : arena_printf(im->import, "%s.%d", input, index);
    size_t before = im->g->symbol_count;
    int64_t dim = graph_symbol(im->g, name);
    if (im->g->symbol_count > before) return dim;
  }
}

fp8c_status import_type(importer *im, const Onnx__ValueInfoProto *info, tensor *t,
                        fp8c_error *err) {
  const Onnx__TypeProto *type = info->type;
  if (!type || type->value_case == ONNX__TYPE_PROTO__VALUE__NOT_SET)
    return fail(err, FP8C_ERROR_FORMAT, "it states no type");
  sequence q;
  if (sequence_stated(info, &q)) {
    *t = (tensor){.dtype = FP8C_DTYPE_U8, .rank = 1, .dims = {DIM_UNKNOWN}};
    return FP8C_OK;
  }
  if (type->value_case != ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "it is a map, a sparse tensor, or a sequence of other things than tensors of "
                "numbers, which fp8c does not do");
  const Onnx__TypeProto__Tensor *tensor_type = type->tensor_type;
  *t = (tensor){.dtype = dtype_of_onnx(tensor_type->elem_type)};
  if (t->dtype == FP8C_DTYPE_NONE)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "it has element type %s (%d), which fp8c does not do",
                onnx_dtype_name(tensor_type->elem_type), tensor_type->elem_type);
  if (!tensor_type->shape)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "it states no shape; fp8c needs its rank");
  if (tensor_type->shape->n_dim > FP8C_MAX_RANK)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "it has %zu dimensions; fp8c does %d",
                tensor_type->shape->n_dim, FP8C_MAX_RANK);
  t->rank = (int)tensor_type->shape->n_dim;
  int64_t bytes = (int64_t)dtype_bytes(t->dtype);
  for (int i = 0; i < t->rank; i++) {
    const Onnx__TensorShapeProto__Dimension *d = tensor_type->shape->dim[i];
    bool sized = d->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE;
    bool named = d->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_PARAM &&
                 d->dim_param && *d->dim_param && strcmp(d->dim_param, "?") != 0;
    t->dims[i] = sized && d->dim_value >= 0 ? d->dim_value
                 : named                    ? graph_symbol(im->g, d->dim_param)
                                            : DIM_UNKNOWN;
    if (t->dims[i] == 0 || (t->dims[i] > 0 && bytes == 0)) bytes = 0;
    if (t->dims[i] > 0 && __builtin_mul_overflow(bytes, t->dims[i], &bytes)) bytes = INT64_MAX;
  }
  if (bytes > OUTPUT_MAX_BYTES) {
    char dims[256];
    return fail(err, FP8C_ERROR_UNSUPPORTED, "its shape %s exceeds 2^40 bytes", dims_text(t, dims));
  }
  return FP8C_OK;
}

static fp8c_status import_inputs(importer *im, scope *s, const Onnx__GraphProto *g,
                                 fp8c_error *err) {
  hash_map inputs; /* an initializer that shadows one is its constant: the item is not NULL */
  map_init(&inputs, im->import);
  for (size_t i = 0; i < g->n_input; i++)
    if (g->input[i]->name) map_add(&inputs, g->input[i]->name, NULL);
  for (size_t i = 0; i < g->n_initializer; i++) {
    map_entry *e = g->initializer[i]->name ? map_find(&inputs, g->initializer[i]->name) : NULL;
    if (e) e->item = g->initializer[i];
  }
  for (size_t i = 0; i < g->n_input; i++) {
    const char *name = g->input[i]->name;
    if (!name || !*name) return fail(err, FP8C_ERROR_FORMAT, "input %zu has no name", i);
    if (map_find(&inputs, name)->item) continue;
    tensor t;
    fp8c_status status = import_type(im, g->input[i], &t, err);
    if (status != FP8C_OK) return fail_in(err, status, "input \"%s\"", name);
    TRY(check_symbols(im, err));
    value *v = graph_input(im->g, name, &t);
    sequence q;
    if (sequence_stated(g->input[i], &q)) sequence_note(im, v, q);
    TRY(scope_add(s, name, v, err));
  }
  /* After all named symbols are known, so that none of them is taken. */
  for (size_t i = 0; i < im->g->input_count; i++) {
    value *v = im->g->inputs[i];
    for (int k = 0; k < v->type.rank; k++)
      if (v->type.dims[k] == DIM_UNKNOWN) v->type.dims[k] = anonymous_dim(im, v->name, k);
    TRY(check_symbols(im, err));
  }
  return FP8C_OK;
}

fp8c_status import_initializers(importer *im, scope *s, const Onnx__GraphProto *g,
                                fp8c_error *err) {
  if (g->n_sparse_initializer)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "graph \"%s\" has sparse initializers; fp8c does none",
                g->name ? g->name : "");
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
  return FP8C_OK;
}

static fp8c_status import_outputs(importer *im, const scope *s, const Onnx__GraphProto *g,
                                  fp8c_error *err) {
  if (g->n_output == 0) return fail(err, FP8C_ERROR_FORMAT, "the graph has no outputs");
  hash_map seen;
  map_init(&seen, im->import);
  for (size_t i = 0; i < g->n_output; i++) {
    const char *name = g->output[i]->name;
    value *v;
    if (!name || !*name) return fail(err, FP8C_ERROR_FORMAT, "output %zu has no name", i);
    if (!map_add(&seen, name, NULL))
      return fail(err, FP8C_ERROR_FORMAT, "output \"%s\" is listed twice", name);
    fp8c_status status = scope_find(im, s, name, &v, err);
    if (status != FP8C_OK)
      return fail(err, status, "output \"%s\" of the graph is given by nothing", name);
    const Onnx__TypeProto *type = g->output[i]->type;
    if (type && type->value_case == ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE &&
        type->tensor_type->elem_type) {
      fp8c_dtype stated = dtype_of_onnx(type->tensor_type->elem_type);
      if (stated != v->type.dtype)
        return fail(err, FP8C_ERROR_FORMAT, "output \"%s\" is stated as %s but is %s", name,
                    onnx_dtype_name(type->tensor_type->elem_type), fp8c_dtype_name(v->type.dtype));
    }
    graph_output(im->g, name, v);
  }
  sequence_tidy(im->g);
  return FP8C_OK;
}

/* ---- The model --------------------------------------------------------- */

static fp8c_status find_opset(const Onnx__ModelProto *m, int *out, fp8c_error *err) {
  const Onnx__OperatorSetIdProto *found = NULL;
  for (size_t i = 0; i < m->n_opset_import; i++) {
    if (!is_default_domain(m->opset_import[i]->domain)) continue;
    if (found) return fail(err, FP8C_ERROR_FORMAT, "the model states two opsets of ONNX");
    found = m->opset_import[i];
  }
  *out = 0;
  if (!found) return FP8C_OK;
  if (found->version > OPSET_MAX)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the model is of opset %lld, which is newer than fp8c: it reads opset %d to %d",
                (long long)found->version, OPSET_MIN, OPSET_MAX);
  if (found->version < OPSET_MIN)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the model is of opset %lld; fp8c reads opset %d to %d", (long long)found->version,
                OPSET_MIN, OPSET_MAX);
  *out = (int)found->version;
  return FP8C_OK;
}

/* Before anything is judged, so that a model that cannot be done can still be shown. */
static void fill_info(const importer *im, import_info *info) {
  if (!info) return;
  const Onnx__ModelProto *m = im->proto;
  *info =
      (import_info){.model_bytes = im->model->bytes,
                    .ir_version = m->ir_version,
                    .producer = arena_strdup(im->keep, m->producer_name ? m->producer_name : "")};
  for (size_t i = 0; i < m->n_opset_import; i++)
    if (is_default_domain(m->opset_import[i]->domain))
      info->opset = m->opset_import[i]->version > INT32_MAX || m->opset_import[i]->version < 0
                        ? 0
                        : (int)m->opset_import[i]->version;
}

/* What lies outside of the file was opened as tensors asked for it. */
static void fill_files(const importer *im, import_info *info) {
  if (!info) return;
  info->model = im->model;
  info->model_bytes = im->model->bytes + im->external_bytes;
  info->files = im->opened;
  info->file_count = im->opened_count;
}

/* The same of a model that is not read any further. */
static void note_files(importer *im, const Onnx__GraphProto *g, import_info *info) {
  fp8c_error ignored = {0};
  tensor t;
  blob data;
  map_init(&im->files, im->import);
  for (size_t i = 0; i < g->n_initializer; i++)
    if (g->initializer[i]->n_external_data)
      (void)tensor_import(im, g->initializer[i], "an initializer", &t, &data, &ignored);
  fill_files(im, info);
}

/* The graph a model was exported from; what was changed since is told in `info`. */
static bool restore(importer *im, import_info *info) {
  fp8c_error why = {.text = ""};
  graph *g;
  bool restored = restore_graph(im, &g, &why) == FP8C_OK;
  if (!info) return restored;
  info->restored = restored;
  info->changed = restored ? NULL : arena_strdup(im->keep, why.text);
  fill_files(im, info);
  return restored;
}

static fp8c_status import_model(importer *im, import_info *info, fp8c_error *err) {
  ProtobufCMessage *message;
  TRY(wire_scan(im->import, im->model, &onnx__model_proto__descriptor, &im->wire, err));
  TRY(wire_unpack(im->import, &im->wire, &onnx__model_proto__descriptor, &message, err));
  im->proto = (Onnx__ModelProto *)message;
  const Onnx__GraphProto *g = im->proto->graph;
  if (!g) return fail(err, FP8C_ERROR_FORMAT, "the model holds no graph");
  int opset;
  fill_info(im, info);
  TRY(find_opset(im->proto, &opset, err));
  fp8c_status supported = check_support(im, err);
  if (info) info->node_count = im->node_count;
  if (supported != FP8C_OK) {
    note_files(im, g, info);
    return supported;
  }
  if (!opset) return fail(err, FP8C_ERROR_FORMAT, "the model states no opset of ONNX");
  if (g->n_input > IMPORT_MAX_PORTS || g->n_output > IMPORT_MAX_PORTS)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the model has %zu inputs and %zu outputs; at most %d of each are read", g->n_input,
                g->n_output, IMPORT_MAX_PORTS);
  if (g->n_node > IMPORT_MAX_NODES) return too_many_nodes(err); /* before any is built */
  if (im->options && im->options->restore && is_exported(im->proto)) {
    if (restore(im, info)) return FP8C_OK;
    im->external_bytes = 0;
    im->opened_count = 0;
  }

  im->g = graph_new(im->keep, g->name && *g->name ? g->name : "graph", opset);
  map_init(&im->files, im->import);
  map_init(&im->sequences, im->import);
  scope s = {.opset = opset};
  map_init(&s.values, im->import);
  TRY(import_inputs(im, &s, g, err));
  size_t input_symbols = im->g->symbol_count;
  TRY(import_initializers(im, &s, g, err));
  TRY(import_nodes(im, &s, g->node, g->n_node, err));
  TRY(import_outputs(im, &s, g, err));
  TRY(import_statements(im, &s.values, g, input_symbols, err));
  TRY(check_symbols(im, err));
  TRY(graph_infer(im->g, err));
  fill_files(im, info);
  return FP8C_OK;
}

fp8c_status onnx_import_file(arena *keep, const file *model, const import_options *options,
                             graph **out, import_info *info, fp8c_error *err) {
  *out = NULL;
  importer *im = NEW(keep, importer);
  *im = (importer){.keep = keep, .import = arena_inside(keep), .model = model, .options = options};
  im->sorting = arena_inside(im->import);
  arena_limit(keep, "reading the model",
              (size_t)(IMPORT_MEMORY_BYTES + IMPORT_BYTES_FACTOR * model->bytes));
  fp8c_status status = import_model(im, info, err);
  if (status == FP8C_OK) *out = im->g;
  arena_limit(keep, NULL, 0);
  arena_free(im->import);
  return status;
}

/* What is no model may be something else that is known. */
static fp8c_status check_looks(const file *f, fp8c_error *err) {
  char first[LOOKS_BYTES];
  size_t bytes = f->bytes < sizeof first ? (size_t)f->bytes : sizeof first;
  if (file_read(f, 0, first, bytes, NULL) != FP8C_OK) return FP8C_OK;
  const char *words = looks_like(first, bytes);
  if (!words) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "%s: is no ONNX model but %s", f->path, words);
}

fp8c_status onnx_import(arena *keep, const char *path, const import_options *options, graph **out,
                        import_info *info, fp8c_error *err) {
  *out = NULL;
  file *f;
  TRY(file_open(keep, path, &f, err));
  fp8c_status status = onnx_import_file(keep, f, options, out, info, err);
  if (status == FP8C_ERROR_FORMAT) TRY(check_looks(f, err));
  if (status != FP8C_OK) return fail_in(err, status, "%s", path);
  return FP8C_OK;
}

static fp8c_status read_tensor(importer *im, const char **name, tensor *out, fp8c_error *err) {
  ProtobufCMessage *message;
  TRY(wire_scan(im->import, im->model, &onnx__tensor_proto__descriptor, &im->wire, err));
  TRY(wire_unpack(im->import, &im->wire, &onnx__tensor_proto__descriptor, &message, err));
  const Onnx__TensorProto *t = (const Onnx__TensorProto *)message;
  if (name) *name = arena_strdup(im->keep, t->name ? t->name : "");
  map_init(&im->files, im->import);
  return tensor_import_data(im, t, "the tensor", out, err);
}

fp8c_status onnx_read_tensor(arena *a, const char *path, const char **name, tensor *out,
                             fp8c_error *err) {
  file *f;
  TRY(file_open(a, path, &f, err));
  importer *im = NEW(a, importer);
  *im = (importer){.keep = a, .import = arena_inside(a), .model = f};
  fp8c_status status = read_tensor(im, name, out, err);
  arena_free(im->import);
  if (status != FP8C_OK) return fail_in(err, status, "%s", path);
  return FP8C_OK;
}
