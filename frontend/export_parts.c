/* export_parts.c - what an exported graph is made of: names, nodes, attributes, constants of
 * the exporter's own. */
#include <string.h>

#include "base/numbers.h"
#include "base/text.h"
#include "frontend/export.h"
#include "ops/dtype.h"

/* ---- Names ------------------------------------------------------------- */

const char *export_fresh(exporter *e, const char *base) {
  const char *name = arena_strdup(e->arena, base);
  for (unsigned i = 1; !map_add(&e->taken, name, NULL); i++)
    name = arena_printf(e->arena, "%s.%u", base, i);
  return name;
}

const char *export_name(exporter *e, const value *v) {
  if (!e->name[v->id]) e->name[v->id] = export_fresh(e, v->name);
  return e->name[v->id];
}

/* ---- Messages ---------------------------------------------------------- */

Onnx__StringStringEntryProto *export_entry_of(arena *a, const char *key, const char *words) {
  Onnx__StringStringEntryProto *p = NEW(a, Onnx__StringStringEntryProto);
  onnx__string_string_entry_proto__init(p);
  p->key = export_string(arena_strdup(a, key));
  p->value = export_string(arena_strdup(a, words));
  return p;
}

void export_meta(exporter *e, Onnx__NodeProto *n, const char *key, const char *words) {
  ARENA_PUSH(e->arena, n->metadata_props, n->n_metadata_props,
             export_entry_of(e->arena, key, words));
}

void export_tensor_meta(exporter *e, Onnx__TensorProto *t, const char *key, const char *words) {
  ARENA_PUSH(e->arena, t->metadata_props, t->n_metadata_props,
             export_entry_of(e->arena, key, words));
}

static char **strings_of(exporter *e, const char *const *items, size_t count) {
  char **copy = NEW_ARRAY(e->arena, char *, count + 1);
  for (size_t i = 0; i < count; i++) copy[i] = export_string(items[i] ? items[i] : "");
  return copy;
}

Onnx__NodeProto *export_emit(exporter *e, const char *op_type, const char *const *in,
                             size_t in_count, const char *const *out, size_t out_count) {
  Onnx__NodeProto *n = NEW(e->arena, Onnx__NodeProto);
  onnx__node_proto__init(n);
  n->op_type = export_string(op_type);
  n->n_input = in_count;
  n->input = strings_of(e, in, in_count);
  n->n_output = out_count;
  n->output = strings_of(e, out, out_count);
  for (size_t i = 0; i < out_count && !n->name; i++)
    if (*n->output[i]) n->name = n->output[i];
  while (n->name && map_find(&e->nodes_named, n->name))
    n->name = arena_printf(e->arena, "%s.fp8c", n->name);
  if (n->name) map_add(&e->nodes_named, n->name, NULL);
  ARENA_PUSH(e->arena, e->nodes, e->node_count, n);
  return n;
}

const char *export_step(exporter *e, const char *op_type, const char *const *in, size_t in_count,
                        const char *base) {
  const char *out = export_fresh(e, base);
  export_meta(e, export_emit(e, op_type, in, in_count, &out, 1), META_PART, PART_STEP);
  return out;
}

Onnx__TensorProto *export_tensor(exporter *e, const char *name, const tensor *type) {
  Onnx__TensorProto *t = NEW(e->arena, Onnx__TensorProto);
  onnx__tensor_proto__init(t);
  if (name) t->name = export_string(name);
  t->has_data_type = 1;
  t->data_type = (int32_t)dtype_to_onnx(type->dtype);
  t->n_dims = (size_t)type->rank;
  t->dims = NEW_ARRAY(e->arena, int64_t, type->rank + 1);
  memcpy(t->dims, type->dims, (size_t)type->rank * sizeof *t->dims);
  return t;
}

static Onnx__AttributeProto *attribute_of(exporter *e, Onnx__NodeProto *n, const char *name,
                                          int type) {
  Onnx__AttributeProto *p = NEW(e->arena, Onnx__AttributeProto);
  onnx__attribute_proto__init(p);
  p->name = export_string(name);
  p->has_type = 1;
  p->type = (Onnx__AttributeProto__AttributeType)type;
  ARENA_PUSH(e->arena, n->attribute, n->n_attribute, p);
  return p;
}

#define KIND(name_) ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__##name_

void export_attr_int(exporter *e, Onnx__NodeProto *n, const char *name, int64_t i) {
  Onnx__AttributeProto *p = attribute_of(e, n, name, KIND(INT));
  p->has_i = 1;
  p->i = i;
}

void export_attr_ints(exporter *e, Onnx__NodeProto *n, const char *name, const int64_t *x,
                      size_t count) {
  Onnx__AttributeProto *p = attribute_of(e, n, name, KIND(INTS));
  p->n_ints = count;
  p->ints = NEW_ARRAY(e->arena, int64_t, count + 1);
  if (count) memcpy(p->ints, x, count * sizeof *x);
}

static ProtobufCBinaryData bytes_of(const char *s) {
  return (ProtobufCBinaryData){.len = strlen(s), .data = (uint8_t *)(uintptr_t)s};
}

/* Kinds a graph may hold all have their place; control flow is refused before. */
void export_attr(exporter *e, Onnx__NodeProto *n, const attr *a) {
  Onnx__AttributeProto *p;
  switch (a->kind) {
    case ATTR_INT:
      export_attr_int(e, n, a->name, a->i);
      return;
    case ATTR_INTS:
      export_attr_ints(e, n, a->name, a->ints, a->count);
      return;
    case ATTR_FLOAT:
      p = attribute_of(e, n, a->name, KIND(FLOAT));
      p->has_f = 1;
      p->f = a->f;
      return;
    case ATTR_STRING:
      p = attribute_of(e, n, a->name, KIND(STRING));
      p->has_s = 1;
      p->s = bytes_of(a->s);
      return;
    case ATTR_FLOATS:
      p = attribute_of(e, n, a->name, KIND(FLOATS));
      p->n_floats = a->count;
      p->floats = NEW_ARRAY(e->arena, float, a->count + 1);
      if (a->count) memcpy(p->floats, a->floats, a->count * sizeof *p->floats);
      return;
    case ATTR_STRINGS:
      p = attribute_of(e, n, a->name, KIND(STRINGS));
      p->n_strings = a->count;
      p->strings = NEW_ARRAY(e->arena, ProtobufCBinaryData, a->count + 1);
      for (size_t i = 0; i < a->count; i++) p->strings[i] = bytes_of(a->strings[i]);
      return;
    case ATTR_TENSOR:
      p = attribute_of(e, n, a->name, KIND(TENSOR));
      p->t = export_tensor(e, NULL, a->tensor);
      p->t->has_raw_data = 1;
      p->t->raw_data = (ProtobufCBinaryData){tensor_bytes(a->tensor), a->tensor->data};
      return;
    default:
      return;
  }
}

Onnx__ValueInfoProto *export_typed(arena *a, const char *name, fp8c_dtype dtype, int rank) {
  Onnx__ValueInfoProto *info = NEW(a, Onnx__ValueInfoProto);
  onnx__value_info_proto__init(info);
  info->name = export_string(name);
  info->type = NEW(a, Onnx__TypeProto);
  onnx__type_proto__init(info->type);
  info->type->value_case = ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE;
  Onnx__TypeProto__Tensor *t = info->type->tensor_type = NEW(a, Onnx__TypeProto__Tensor);
  onnx__type_proto__tensor__init(t);
  t->has_elem_type = 1;
  t->elem_type = (int32_t)dtype_to_onnx(dtype);
  if (rank < 0) return info;
  t->shape = NEW(a, Onnx__TensorShapeProto);
  onnx__tensor_shape_proto__init(t->shape);
  t->shape->n_dim = (size_t)rank;
  t->shape->dim = NEW_ARRAY(a, Onnx__TensorShapeProto__Dimension *, rank + 1);
  return info;
}

void export_dim(arena *a, Onnx__ValueInfoProto *info, int axis, int64_t size, const char *open) {
  Onnx__TensorShapeProto__Dimension *d = NEW(a, Onnx__TensorShapeProto__Dimension);
  onnx__tensor_shape_proto__dimension__init(d);
  info->type->tensor_type->shape->dim[axis] = d;
  if (size >= 0) {
    d->value_case = ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE;
    d->dim_value = size;
  } else if (open) {
    d->value_case = ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_PARAM;
    d->dim_param = export_string(open);
  }
}

Onnx__ValueInfoProto *export_value_info(exporter *e, const char *name, fp8c_dtype dtype,
                                        const tensor *type) {
  Onnx__ValueInfoProto *info = export_typed(e->arena, name, dtype, type->rank);
  for (int i = 0; i < type->rank; i++) {
    int64_t size = type->dims[i];
    bool named = size < 0 && size != DIM_UNKNOWN;
    export_dim(e->arena, info, i, size, named ? e->g->symbols[DIM_SYMBOL_INDEX(size)].name : NULL);
  }
  return info;
}

/* ---- Constants --------------------------------------------------------- */

void export_pack_narrow(exporter *e, constant *c, fp8c_dtype dtype, const uint8_t *from) {
  unsigned bits = dtype_packed_bits(dtype), each = 8 / bits;
  uint64_t count = c->bytes, bytes = count / each + (count % each != 0);
  uint8_t *packed = arena_alloc(e->arena, (size_t)bytes + 1);
  memset(packed, 0, (size_t)bytes);
  for (uint64_t i = 0; i < count; i++)
    packed[i / each] |= (uint8_t)((from[i] & ((1u << bits) - 1)) << (i % each * bits));
  c->v = NULL;
  c->own = packed;
  c->bytes = bytes;
}

const char *export_own(exporter *e, const char *base, const tensor *type, const void *data) {
  uint64_t bytes = tensor_bytes(type);
  text key;
  text_init(&key, e->arena);
  text_printf(&key, "%s %s[", base, fp8c_dtype_name(type->dtype));
  for (int i = 0; i < type->rank; i++) text_printf(&key, "%lld,", (long long)type->dims[i]);
  text_add(&key, "]");
  for (uint64_t i = 0; i < bytes; i++) text_printf(&key, "%02x", ((const uint8_t *)data)[i]);
  map_entry *known = map_find(&e->own, text_cstr(&key));
  if (known) return known->item;
  char *copy = arena_alloc(e->arena, bytes + 1);
  if (bytes) memcpy(copy, data, bytes);
  const char *name = export_fresh(e, base);
  constant c = {.proto = export_tensor(e, name, type), .own = copy, .bytes = bytes};
  if (dtype_packed_bits(type->dtype) < 8) export_pack_narrow(e, &c, type->dtype, data);
  ARENA_PUSH(e->arena, e->constants, e->constant_count, c);
  map_add(&e->own, text_cstr(&key), export_string(name));
  return name;
}

const char *export_own_f32(exporter *e, const char *base, float x) {
  tensor t = {.dtype = FP8C_DTYPE_F32};
  return export_own(e, base, &t, &x);
}

const char *export_own_i64s(exporter *e, const char *base, const int64_t *x, size_t count) {
  tensor t = {.dtype = FP8C_DTYPE_I64, .rank = 1, .dims = {(int64_t)count}};
  return export_own(e, base, &t, x);
}
