/* nodes.c - what every file of the importer needs to add a node: limits, attributes, names, types.
 *
 * Nothing here imports another node, so files that do may call each other only where nodes nest. */
#include <string.h>

#include "base/text.h"
#include "frontend/scope.h"
#include "ops/dtype.h"
#include "ops/infer.h"
#include "ops/move.h"

/* ---- Nodes and their limits --------------------------------------------- */

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

fp8c_status check_symbols(const importer *im, fp8c_error *err) {
  if (im->g->symbol_count <= IMPORT_MAX_SYMBOLS) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED, "the model has more than %d unknown dimensions",
              IMPORT_MAX_SYMBOLS);
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

/* ---- Types --------------------------------------------------------------- */

fp8c_status check_scale_number(float x, fp8c_error *err) {
  char number[32];
  if (x > 0 && x <= 0x1.FFFFFEp127f) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "its scale is %s; a positive finite number is wanted",
              float_print(x, number));
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

/* ---- Parts of the model by name ------------------------------------------- */

bool is_default_domain(const char *domain) {
  return !domain || !*domain || strcmp(domain, "ai.onnx") == 0;
}

Onnx__AttributeProto *find_attribute(const Onnx__NodeProto *n, const char *name) {
  for (size_t i = 0; i < n->n_attribute; i++)
    if (n->attribute[i]->name && strcmp(n->attribute[i]->name, name) == 0) return n->attribute[i];
  return NULL;
}

const char *function_key(arena *a, const char *domain, const char *name, const char *overload) {
  return arena_printf(a, "%zu:%s:%zu:%s:%s", is_default_domain(domain) ? 0 : strlen(domain),
                      is_default_domain(domain) ? "" : domain, name ? strlen(name) : 0,
                      name ? name : "", overload ? overload : "");
}

local_function *find_function(const importer *im, const Onnx__NodeProto *n) {
  if (im->functions.count == 0) return NULL;
  arena_mark mark = arena_save(im->import);
  map_entry *e =
      map_find(&im->functions, function_key(im->import, n->domain, n->op_type, n->overload));
  arena_reset(im->import, mark);
  return e ? e->item : NULL;
}
