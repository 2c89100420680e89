/* export.c - a graph as ONNX: its formats as QuantizeLinear, DequantizeLinear and
 * Cast, everything else in F32.
 *
 * Nodes come out in the graph's order, each with what it needs right before it. */
#include "frontend/export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "base/text.h"
#include "ir/graph_text.h"
#include "ops/dtype.h"

static char *mutable(const char *s) { return (char *)(uintptr_t)s; }

/* ---- Names ------------------------------------------------------------- */

const char *export_fresh(exporter *e, const char *base) {
  const char *name = arena_strdup(e->arena, base);
  for (unsigned i = 1; !names_add(&e->taken, name, NULL); i++)
    name = arena_printf(e->arena, "%s.%u", base, i);
  return name;
}

/* Ports keep their names; a value that is called as another's port gets another. */
static fp8c_status take_names(exporter *e, fp8c_error *err) {
  const graph *g = e->g;
  for (size_t i = 0; i < g->input_count; i++) {
    e->name[g->inputs[i]->id] = g->inputs[i]->name;
    names_add(&e->taken, g->inputs[i]->name, NULL);
  }
  for (size_t i = 0; i < g->output_count; i++) {
    const char *port = g->output_names[i];
    value *v = g->outputs[i];
    bool own = v->kind == VALUE_NODE && strcmp(port, v->name) == 0;
    if (own) e->name[v->id] = v->name;
    if (!names_add(&e->taken, port, NULL))
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "two ports are called \"%s\"; ONNX gives every port a name of its own", port);
  }
  return FP8C_OK;
}

static const char *name_of(exporter *e, const value *v) {
  if (!e->name[v->id]) e->name[v->id] = export_fresh(e, v->name);
  return e->name[v->id];
}

/* ---- Messages ---------------------------------------------------------- */

Onnx__StringStringEntryProto *export_entry_of(arena *a, const char *key, const char *words) {
  Onnx__StringStringEntryProto *p = NEW(a, Onnx__StringStringEntryProto);
  onnx__string_string_entry_proto__init(p);
  p->key = mutable(arena_strdup(a, key));
  p->value = mutable(arena_strdup(a, words));
  return p;
}

void export_meta(exporter *e, Onnx__NodeProto *n, const char *key, const char *words) {
  ARENA_PUSH(e->arena, n->metadata_props, n->n_metadata_props,
             export_entry_of(e->arena, key, words));
}

static void tensor_meta(exporter *e, Onnx__TensorProto *t, const char *key, const char *words) {
  ARENA_PUSH(e->arena, t->metadata_props, t->n_metadata_props,
             export_entry_of(e->arena, key, words));
}

static char **strings_of(exporter *e, const char *const *items, size_t count) {
  char **copy = NEW_ARRAY(e->arena, char *, count + 1);
  for (size_t i = 0; i < count; i++) copy[i] = mutable(items[i] ? items[i] : "");
  return copy;
}

Onnx__NodeProto *export_emit(exporter *e, const char *op_type, const char *const *in,
                             size_t in_count, const char *const *out, size_t out_count) {
  Onnx__NodeProto *n = NEW(e->arena, Onnx__NodeProto);
  onnx__node_proto__init(n);
  n->op_type = mutable(op_type);
  n->n_input = in_count;
  n->input = strings_of(e, in, in_count);
  n->n_output = out_count;
  n->output = strings_of(e, out, out_count);
  for (size_t i = 0; i < out_count && !n->name; i++)
    if (*n->output[i]) n->name = n->output[i];
  while (n->name && names_find(&e->nodes_named, n->name))
    n->name = arena_printf(e->arena, "%s.fp8c", n->name);
  if (n->name) names_add(&e->nodes_named, n->name, NULL);
  ARENA_PUSH(e->arena, e->nodes, e->node_count, n);
  return n;
}

const char *export_step(exporter *e, const char *op_type, const char *const *in, size_t in_count,
                        const char *base) {
  const char *out = export_fresh(e, base);
  export_meta(e, export_emit(e, op_type, in, in_count, &out, 1), META_PART, PART_STEP);
  return out;
}

static Onnx__TensorProto *tensor_proto(exporter *e, const char *name, const tensor *type) {
  Onnx__TensorProto *t = NEW(e->arena, Onnx__TensorProto);
  onnx__tensor_proto__init(t);
  if (name) t->name = mutable(name);
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
  p->name = mutable(name);
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
      p->t = tensor_proto(e, NULL, a->tensor);
      p->t->has_raw_data = 1;
      p->t->raw_data = (ProtobufCBinaryData){tensor_bytes(a->tensor), a->tensor->data};
      return;
    default:
      return;
  }
}

Onnx__ValueInfoProto *export_value_info(exporter *e, const char *name, fp8c_dtype dtype,
                                        const tensor *type) {
  Onnx__ValueInfoProto *info = NEW(e->arena, Onnx__ValueInfoProto);
  onnx__value_info_proto__init(info);
  info->name = mutable(name);
  info->type = NEW(e->arena, Onnx__TypeProto);
  onnx__type_proto__init(info->type);
  info->type->value_case = ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE;
  Onnx__TypeProto__Tensor *t = info->type->tensor_type = NEW(e->arena, Onnx__TypeProto__Tensor);
  onnx__type_proto__tensor__init(t);
  t->has_elem_type = 1;
  t->elem_type = (int32_t)dtype_to_onnx(dtype);
  if (type->rank < 0) return info;
  t->shape = NEW(e->arena, Onnx__TensorShapeProto);
  onnx__tensor_shape_proto__init(t->shape);
  t->shape->n_dim = (size_t)type->rank;
  t->shape->dim = NEW_ARRAY(e->arena, Onnx__TensorShapeProto__Dimension *, type->rank + 1);
  for (int i = 0; i < type->rank; i++) {
    Onnx__TensorShapeProto__Dimension *d = NEW(e->arena, Onnx__TensorShapeProto__Dimension);
    onnx__tensor_shape_proto__dimension__init(d);
    t->shape->dim[i] = d;
    if (type->dims[i] >= 0) {
      d->value_case = ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE;
      d->dim_value = type->dims[i];
    } else if (type->dims[i] != DIM_UNKNOWN) {
      d->value_case = ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_PARAM;
      d->dim_param = mutable(e->g->symbols[DIM_SYMBOL_INDEX(type->dims[i])].name);
    }
  }
  return info;
}

/* ---- Constants --------------------------------------------------------- */

/* Elements of 4 and 2 bits as a file has them: several a byte, the first in the low bits. */
static void pack_narrow(exporter *e, constant *c, fp8c_dtype dtype, const uint8_t *from) {
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
  name_entry *known = names_find(&e->own, text_cstr(&key));
  if (known) return known->item;
  char *copy = arena_alloc(e->arena, bytes + 1);
  if (bytes) memcpy(copy, data, bytes);
  const char *name = export_fresh(e, base);
  constant c = {.proto = tensor_proto(e, name, type), .own = copy, .bytes = bytes};
  if (dtype_packed_bits(type->dtype) < 8) pack_narrow(e, &c, type->dtype, data);
  ARENA_PUSH(e->arena, e->constants, e->constant_count, c);
  names_add(&e->own, text_cstr(&key), mutable(name));
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

static fp8c_status add_constant(exporter *e, const value *v, fp8c_error *err) {
  tensor type = v->type;
  bool turned = e->turned[v->id];
  if (turned) {
    type.dims[0] = v->type.dims[1];
    type.dims[1] = v->type.dims[0];
  }
  const char *name = name_of(e, v);
  constant c = {.proto = tensor_proto(e, name, &type), .v = v, .bytes = v->blob.bytes};
  c.turned = turned;
  if (strcmp(name, v->name) != 0) tensor_meta(e, c.proto, META_NAME, v->name);
  if (turned) tensor_meta(e, c.proto, META_TURNED, "1");
  if (v->reason) tensor_meta(e, c.proto, META_WHY, v->reason);
  if (dtype_packed_bits(type.dtype) < 8) {
    const void *data;
    TRY(export_numbers(&c, e->arena, &data, err));
    pack_narrow(e, &c, type.dtype, data);
  }
  ARENA_PUSH(e->arena, e->constants, e->constant_count, c);
  return FP8C_OK;
}

/* ---- Values: stored and wide ------------------------------------------- */

static bool is_narrow(const tensor *t) {
  return dtype_is_small_float(t->dtype) && t->dtype != FP8C_DTYPE_F32;
}

static Onnx__NodeProto *convert(exporter *e, const char *op_type, const char *const *in,
                                size_t in_count, const char *out, const char *part) {
  Onnx__NodeProto *n = export_emit(e, op_type, in, in_count, &out, 1);
  export_meta(e, n, META_PART, part);
  return n;
}

/* Only positive ones mean the same to everybody. */
static fp8c_status check_scales(const value *v, fp8c_error *err) {
  tensor t;
  if (!value_is_const(v->scale_vector))
    return fail(err, FP8C_ERROR_INTERNAL, "value \"%s\" has no scales", v->name);
  arena *scratch = v->graph->scratch;
  arena_mark mark = arena_save(scratch);
  fp8c_status status = value_load(v->scale_vector, scratch, &t, err);
  for (int64_t i = 0; status == FP8C_OK && i < tensor_elements(&t); i++) {
    float x = ((const float *)t.data)[i];
    if (!(x > 0 && isfinite(x)))
      status = fail(err, FP8C_ERROR_UNSUPPORTED,
                    "value \"%s\" has the scale %g; QuantizeLinear wants positive finite numbers",
                    v->name, (double)x);
  }
  arena_reset(scratch, mark);
  return status;
}

fp8c_status export_scale(exporter *e, const value *v, const char **out, fp8c_error *err) {
  const scale *s = &v->type.scale;
  if (s->kind != SCALE_TENSOR && s->kind != SCALE_AXIS)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "value \"%s\" has scales that QuantizeLinear cannot state", v->name);
  if (s->kind == SCALE_AXIS) {
    TRY(check_scales(v, err));
    return export_stored(e, v->scale_vector, out, err);
  }
  if (!e->scale[v->id]) {
    /* Not shared with an equal one: whoever changes a scale means this value's. */
    const char *name = export_fresh(e, arena_printf(e->arena, "%s.scale", name_of(e, v)));
    tensor t = {.dtype = FP8C_DTYPE_F32};
    float *copy = NEW(e->arena, float);
    *copy = s->value;
    constant c = {.proto = tensor_proto(e, name, &t), .own = copy, .bytes = sizeof *copy};
    ARENA_PUSH(e->arena, e->constants, e->constant_count, c);
    e->scale[v->id] = name;
  }
  *out = e->scale[v->id];
  return FP8C_OK;
}

static void scale_axis(exporter *e, Onnx__NodeProto *n, const value *v) {
  if (v->type.scale.kind == SCALE_AXIS)
    export_attr_int(e, n, "axis", e->turned[v->id] ? 1 - v->type.scale.axis : v->type.scale.axis);
}

/* Codes of zero, which tell QuantizeLinear its type: one for each scale. */
static const char *zero_point(exporter *e, const value *v) {
  tensor t = {.dtype = v->type.dtype};
  if (v->type.scale.kind == SCALE_AXIS) {
    t.rank = 1;
    t.dims[0] = v->type.dims[v->type.scale.axis];
  }
  void *zeros = arena_alloc(e->arena, tensor_bytes(&t) + 1);
  return export_own(e, arena_printf(e->arena, "fp8c.zero.%s", fp8c_dtype_name(t.dtype)), &t, zeros);
}

/* `exact`, a tensor in F32, rounded to what `v` is stored in. */
static fp8c_status round_to(exporter *e, const value *v, const char *exact, const char *part,
                            fp8c_error *err) {
  const char *name = name_of(e, v), *scales;
  if (v->type.scale.kind == SCALE_NONE) {
    export_attr_int(e, convert(e, "Cast", &exact, 1, name, part), "to",
                    dtype_to_onnx(v->type.dtype));
  } else {
    TRY(export_scale(e, v, &scales, err));
    const char *in[] = {exact, scales, zero_point(e, v)};
    scale_axis(e, convert(e, "QuantizeLinear", in, 3, name, part), v);
  }
  e->stored[v->id] = name;
  return FP8C_OK;
}

fp8c_status export_stored(exporter *e, const value *v, const char **out, fp8c_error *err) {
  if (!e->stored[v->id] && v->kind == VALUE_CONST) {
    e->stored[v->id] = name_of(e, v);
    TRY(add_constant(e, v, err));
  }
  if (!e->stored[v->id] && !is_narrow(&v->type)) e->stored[v->id] = e->wide[v->id];
  if (!e->stored[v->id]) TRY(round_to(e, v, e->wide[v->id], PART_STORE, err));
  *out = e->stored[v->id];
  return FP8C_OK;
}

fp8c_status export_wide(exporter *e, const value *v, const char **out, fp8c_error *err) {
  const char *stored, *scales;
  if (!is_narrow(&v->type)) return export_stored(e, v, out, err);
  if (!e->wide[v->id]) {
    TRY(export_stored(e, v, &stored, err));
    const char *name = export_fresh(e, arena_printf(e->arena, "%s.f32", stored));
    if (v->type.scale.kind == SCALE_NONE) {
      export_attr_int(e, convert(e, "Cast", &stored, 1, name, PART_WIDE), "to",
                      dtype_to_onnx(FP8C_DTYPE_F32));
    } else {
      TRY(export_scale(e, v, &scales, err));
      const char *in[] = {stored, scales};
      scale_axis(e, convert(e, "DequantizeLinear", in, 2, name, PART_WIDE), v);
    }
    e->wide[v->id] = name;
  }
  *out = e->wide[v->id];
  return FP8C_OK;
}

/* ---- Nodes ------------------------------------------------------------- */

/* These say what an input is stored in. */
static bool reads_stored(const node *n, size_t input) {
  if (node_is(n, OP_QUANTIZE_LINEAR)) /* divides in the scale's format */
    return input > 0 || (n->in[1] && n->in[1]->type.dtype != FP8C_DTYPE_F32);
  return node_is(n, OP_DEQUANTIZE_LINEAR) || node_is(n, OP_BIT_CAST);
}

/* The formats the shape rule gives the outputs, of inputs in F32 or as they are. */
static fp8c_status rule_types(const node *n, bool wide, tensor *out, fp8c_error *err) {
  arena *scratch = n->graph->scratch; /* numbers that are read may stay in the graph's own */
  op_call c = {.op = n->op, .attrs = n->attrs, .in_count = n->in_count, .scratch = scratch};
  arena_mark mark = arena_save(scratch);
  const tensor **in = NEW_ARRAY(scratch, const tensor *, n->in_count + 1);
  for (size_t i = 0; i < n->in_count; i++) {
    if (!n->in[i]) continue;
    tensor *t = NEW(scratch, tensor);
    *t = n->in[i]->type;
    int64_t x[FP8C_MAX_RANK * 8];
    size_t count;
    if (value_ints(n->in[i], x, FP8C_MAX_RANK * 8, &count))
      TRY(value_load(n->in[i], scratch, t, err));
    if (wide && is_narrow(t) && !reads_stored(n, i)) {
      t->dtype = FP8C_DTYPE_F32;
      t->scale = (scale){0};
    }
    in[i] = t;
  }
  c.in = in;
  c.out = out;
  c.out_count = n->out_count;
  for (size_t i = 0; i < n->out_count; i++) out[i] = (tensor){.rank = RANK_UNKNOWN};
  fp8c_status status = op_infer(&c, err);
  arena_reset(scratch, mark);
  if (status != FP8C_OK) return fail_in(err, status, "%s \"%s\"", n->op->name, n->name);
  return FP8C_OK;
}

static bool same_format(const tensor *a, const tensor *b) {
  return a->dtype == b->dtype && a->scale.kind == b->scale.kind &&
         (a->scale.kind != SCALE_TENSOR || a->scale.value == b->scale.value) &&
         a->scale.kind != SCALE_AXIS;
}

/* Moves numbers from input 0 as they are stored. */
static bool follows(const node *n, const value *out) {
  return n->op->types == TYPES_MOVE && n->in_count && n->in[0] &&
         same_format(&n->in[0]->type, &out->type);
}

typedef struct outputs {
  const char **direct; /* the tensors the node itself gives */
  bool *exact;         /* that are still to be rounded */
  bool renamed, retyped;
  text values, types;
} outputs;

/* Names what the node gives, and says in words what ONNX cannot. */
static fp8c_status plan_outputs(exporter *e, const node *n, outputs *o, fp8c_error *err) {
  tensor *natural = NEW_ARRAY(e->arena, tensor, n->out_count + 1);
  tensor *ruled = NEW_ARRAY(e->arena, tensor, n->out_count + 1);
  o->direct = NEW_ARRAY(e->arena, const char *, n->out_count + 1);
  o->exact = NEW_ARRAY(e->arena, bool, n->out_count + 1);
  text_init(&o->values, e->arena);
  text_init(&o->types, e->arena);
  bool composite = export_is_composite(n);
  TRY(rule_types(n, !composite, natural, err));
  TRY(rule_types(n, false, ruled, err));
  for (size_t i = 0; i < n->out_count; i++) {
    const value *v = n->out[i];
    const char *comma = i ? ", " : "", *type = "";
    if (v) {
      const tensor *t = &v->type;
      fp8c_dtype gives = natural[i].dtype;
      if (composite && is_narrow(&natural[i])) gives = FP8C_DTYPE_F32;
      if (node_is(n, OP_QUANTIZE)) gives = t->dtype;
      bool scaled = t->scale.kind != SCALE_NONE && !node_is(n, OP_QUANTIZE);
      bool narrow = is_narrow(t), direct = gives == t->dtype && !scaled;
      if (!direct && !(narrow && gives == FP8C_DTYPE_F32))
        return fail(err, FP8C_ERROR_UNSUPPORTED,
                    "%s \"%s\" gives %s where ONNX's operator gives %s; there is no way to say so",
                    n->op->name, n->name, fp8c_dtype_name(t->dtype), fp8c_dtype_name(gives));
      o->exact[i] = !direct && !follows(n, v);
      o->direct[i] = direct ? name_of(e, v)
                            : export_fresh(e, arena_printf(e->arena, "%s.%s", name_of(e, v),
                                                           o->exact[i] ? "exact" : "f32"));
      if (!direct && !o->exact[i]) e->wide[v->id] = o->direct[i];
      if (direct) e->stored[v->id] = o->direct[i];
      fp8c_dtype by_rule = node_is(n, OP_QUANTIZE) ? t->dtype : ruled[i].dtype;
      if (!direct && !o->exact[i]) type = TYPE_FOLLOWS;
      if (!*type && by_rule != t->dtype) type = fp8c_dtype_name(t->dtype);
      if (*type) o->retyped = true;
      if (strcmp(o->direct[i], v->name) != 0) o->renamed = true;
    }
    text_add(&o->values, comma);
    text_quote(&o->values, v ? v->name : "");
    text_add(&o->types, comma);
    text_quote(&o->types, type);
  }
  return FP8C_OK;
}

static fp8c_status emit_quantize(exporter *e, const node *n, const outputs *o, fp8c_error *err) {
  const char *x, *scales;
  const value *v = n->out[0];
  TRY(export_wide(e, n->in[0], &x, err));
  TRY(export_scale(e, v, &scales, err));
  const char *in[] = {x, scales, zero_point(e, v)};
  scale_axis(e, export_emit(e, "QuantizeLinear", in, 3, o->direct, 1), v);
  return FP8C_OK;
}

/* The first opset with the operator in the row's form, where EXPORT_OPSET is too old. */
static int needed_opset(const node *n) {
  static const struct {
    op_id op;
    const char *attribute; /* NULL: any */
    int opset;
  } newer[] = {
      {OP_RMS_NORMALIZATION, NULL, 23},
      {OP_ROTARY_EMBEDDING, NULL, 23},
      {OP_QUANTIZE_LINEAR, "precision", 23},
      {OP_DEQUANTIZE_LINEAR, "output_dtype", 23},
      {OP_TENSOR_SCATTER, NULL, 24},
      {OP_CAST, "round_mode", 24},
      {OP_CAST_LIKE, "round_mode", 24},
      {OP_CUM_PROD, NULL, 26},
      {OP_BIT_CAST, NULL, 26},
      {OP_LINEAR_ATTENTION, NULL, 27},
      {OP_CAUSAL_CONV_WITH_STATE, NULL, 27},
  };
  int least = EXPORT_OPSET;
  for (size_t i = 0; i < sizeof newer / sizeof *newer; i++)
    if (node_is(n, newer[i].op) && (!newer[i].attribute || node_attr(n, newer[i].attribute)) &&
        newer[i].opset > least)
      least = newer[i].opset;
  return least;
}

static fp8c_status emit_plain(exporter *e, const node *n, const outputs *o, fp8c_error *err) {
  const char **in = NEW_ARRAY(e->arena, const char *, n->in_count + 1);
  if (strcmp(n->op->domain, "") != 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "%s \"%s\" has no form in ONNX", n->op->name, n->name);
  for (size_t i = 0; i < n->in_count; i++) {
    if (!n->in[i]) continue;
    if (reads_stored(n, i))
      TRY(export_stored(e, n->in[i], &in[i], err));
    else
      TRY(export_wide(e, n->in[i], &in[i], err));
  }
  Onnx__NodeProto *p = export_emit(e, n->op->name, in, n->in_count, o->direct, n->out_count);
  for (size_t i = 0; i < n->attrs.count; i++) {
    export_attr(e, p, &n->attrs.items[i]);
  }
  int opset = needed_opset(n);
  if (opset > e->opset) e->opset = opset;
  return FP8C_OK;
}

/* ---- What ONNX has no word for ------------------------------------------ */

static void meta_list(exporter *e, Onnx__NodeProto *p, const char *key, const char *const *items,
                      size_t count) {
  text t;
  text_init(&t, e->arena);
  for (size_t i = 0; i < count; i++) {
    if (i) text_add(&t, ", ");
    text_quote(&t, items[i] ? items[i] : "");
  }
  export_meta(e, p, key, text_cstr(&t));
}

static void meta_attribute(exporter *e, Onnx__NodeProto *p, const attr *a) {
  char number[32];
  text t;
  text_init(&t, e->arena);
  if (a->kind == ATTR_INT) text_printf(&t, "%lld", (long long)a->i);
  if (a->kind == ATTR_FLOAT) text_add(&t, float_print(a->f, number));
  if (a->kind == ATTR_STRING) text_add(&t, a->s);
  export_meta(e, p, arena_printf(e->arena, META_ATTRIBUTE "%s", a->name), text_cstr(&t));
}

/* A tensor of a value that has been read. */
static const char *tensor_of(const exporter *e, const value *v) {
  return !v ? "" : e->wide[v->id] ? e->wide[v->id] : e->stored[v->id];
}

static void describe(exporter *e, Onnx__NodeProto *p, const node *n, const outputs *o,
                     bool composite) {
  name_entry *known = names_find(&e->nodes_named, n->name);
  export_meta(e, p, META_OP, n->op->name);
  if (known->item == n)
    p->name = mutable(n->name);
  else
    export_meta(e, p, META_NODE, n->name);
  if (composite) {
    const char **in = NEW_ARRAY(e->arena, const char *, n->in_count + 1);
    for (size_t i = 0; i < n->in_count; i++) in[i] = tensor_of(e, n->in[i]);
    meta_list(e, p, META_IN, in, n->in_count);
    for (size_t i = 0; i < n->attrs.count; i++) meta_attribute(e, p, &n->attrs.items[i]);
  }
  if (p->n_output != n->out_count) meta_list(e, p, META_OUT, o->direct, n->out_count);
  if (o->renamed) export_meta(e, p, META_VALUES, text_cstr(&o->values));
  if (o->retyped) export_meta(e, p, META_TYPES, text_cstr(&o->types));
  if (n->source_count != 1 || strcmp(n->sources[0], n->name) != 0)
    meta_list(e, p, META_FROM, n->sources, n->source_count);
  if (n->region)
    export_meta(e, p, META_REGION, arena_printf(e->arena, "%u %s", n->region->id, n->region->kind));
  const char **why = NEW_ARRAY(e->arena, const char *, n->out_count + 1);
  bool any = false;
  for (size_t i = 0; i < n->out_count; i++) {
    why[i] = n->out[i] ? n->out[i]->reason : NULL;
    any = any || why[i];
  }
  if (any) meta_list(e, p, META_WHY, why, n->out_count);
  if (n->decision) {
    text t;
    text_init(&t, e->arena);
    graph_print_decision(n->decision, &t);
    export_meta(e, p, META_DECISION, text_cstr(&t));
  }
}

static bool gives_something(const node *n) {
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i]) return true;
  return false;
}

static fp8c_status emit_node(exporter *e, const node *n, fp8c_error *err) {
  outputs o = {0};
  if (!gives_something(n))
    return fail(err, FP8C_ERROR_UNSUPPORTED, "%s \"%s\" gives nothing", n->op->name, n->name);
  bool quantize = node_is(n, OP_QUANTIZE), composite = export_is_composite(n);
  TRY(plan_outputs(e, n, &o, err));
  if (quantize)
    TRY(emit_quantize(e, n, &o, err));
  else if (composite)
    TRY(export_composite(e, n, o.direct, err));
  else
    TRY(emit_plain(e, n, &o, err));
  describe(e, e->nodes[e->node_count - 1], n, &o, quantize || composite);
  for (size_t i = 0; i < n->out_count; i++) {
    const value *v = n->out[i];
    if (!v) continue;
    fp8c_dtype gives = o.exact[i] || e->wide[v->id] ? FP8C_DTYPE_F32 : v->type.dtype;
    ARENA_PUSH(e->arena, e->infos, e->info_count,
               export_value_info(e, o.direct[i], gives, &v->type));
    if (o.exact[i]) TRY(round_to(e, v, o.direct[i], PART_ROUND, err));
  }
  return FP8C_OK;
}

/* ---- The graph --------------------------------------------------------- */

/* Weights that only Linears read are stored as MatMul wants them. */
static void find_turned(exporter *e) {
  for (const node *n = e->g->first; n; n = n->next) {
    if (!node_is(n, OP_LINEAR) || !value_is_const(n->in[1]) || n->in[1]->output_uses) continue;
    const value *w = n->in[1];
    bool all = w->type.rank == 2;
    for (size_t i = 0; i < w->user_count; i++) {
      const node *u = w->users[i];
      all = all && node_is(u, OP_LINEAR) && u->in[0] != w && (u->in_count < 3 || u->in[2] != w);
    }
    e->turned[w->id] = all;
  }
}

static fp8c_status emit_outputs(exporter *e, Onnx__GraphProto *out, fp8c_error *err) {
  const graph *g = e->g;
  out->n_output = g->output_count;
  out->output = NEW_ARRAY(e->arena, Onnx__ValueInfoProto *, g->output_count + 1);
  for (size_t i = 0; i < g->output_count; i++) {
    const value *v = g->outputs[i];
    const char *port = g->output_names[i], *stored;
    TRY(export_stored(e, v, &stored, err));
    if (strcmp(stored, port) != 0) convert(e, "Identity", &stored, 1, port, PART_PORT);
    out->output[i] = export_value_info(e, port, v->type.dtype, &v->type);
  }
  return FP8C_OK;
}

/* What ONNX has no words for, or none of ours yet; NULL: it is exported. */
static const char *why_not(const node *n) {
  op_id op = op_of(n->op);
  if (node_is_control(n) || (op >= OP_SEQUENCE_CONSTRUCT && op <= OP_OPTIONAL_HAS_ELEMENT))
    return "control flow and sequences are not exported";
  if (op == OP_SQUARES || (node_attr(n, "channels_last") && node_int(n, "channels_last")))
    return "images whose channels lie last are a GPU variant's, and not exported";
  return NULL;
}

fp8c_status export_graph(arena *a, const graph *g, exporter *e, Onnx__GraphProto **out,
                         fp8c_error *err) {
  for (const node *n = g->first; n; n = n->next)
    if (why_not(n))
      return fail(err, FP8C_ERROR_UNSUPPORTED, "%s \"%s\": %s", n->op->name, n->name, why_not(n));
  *e = (exporter){.arena = a, .g = g, .opset = EXPORT_OPSET};
  names_init(&e->taken, a);
  names_init(&e->own, a);
  size_t ids = (size_t)g->next_value_id + 1;
  e->name = NEW_ARRAY(a, const char *, ids);
  e->stored = NEW_ARRAY(a, const char *, ids);
  e->wide = NEW_ARRAY(a, const char *, ids);
  e->scale = NEW_ARRAY(a, const char *, ids);
  e->turned = NEW_ARRAY(a, bool, ids);
  names_init(&e->nodes_named, a);
  TRY(take_names(e, err));
  for (node *n = g->first; n; n = n->next) names_add(&e->nodes_named, n->name, n); /* the first */
  find_turned(e);
  Onnx__GraphProto *p = *out = NEW(a, Onnx__GraphProto);
  onnx__graph_proto__init(p);
  p->name = mutable(g->name);
  p->n_input = g->input_count;
  p->input = NEW_ARRAY(a, Onnx__ValueInfoProto *, g->input_count + 1);
  for (size_t i = 0; i < g->input_count; i++) {
    value *v = g->inputs[i];
    const char *wide;
    p->input[i] = export_value_info(e, v->name, v->type.dtype, &v->type);
    e->stored[v->id] = v->name;
    if (v->type.scale.kind != SCALE_NONE) TRY(export_wide(e, v, &wide, err)); /* states the scale */
  }
  for (const node *n = g->first; n; n = n->next) {
    fp8c_status status = emit_node(e, n, err);
    if (status != FP8C_OK) return fail_in(err, status, "exporting");
  }
  TRY(emit_outputs(e, p, err));
  p->n_node = e->node_count;
  p->node = e->nodes;
  p->n_value_info = e->info_count;
  p->value_info = e->infos;
  return FP8C_OK;
}

static Onnx__OperatorSetIdProto *opset_of(arena *a, int version) {
  Onnx__OperatorSetIdProto *p = NEW(a, Onnx__OperatorSetIdProto);
  onnx__operator_set_id_proto__init(p);
  p->domain = mutable("");
  p->has_version = 1;
  p->version = version;
  return p;
}

fp8c_status onnx_export(arena *a, const graph *g, const export_options *o, const char *path,
                        fp8c_error *err) {
  exporter e;
  Onnx__GraphProto *body;
  TRY(export_graph(a, g, &e, &body, err));
  Onnx__ModelProto m;
  onnx__model_proto__init(&m);
  m.has_ir_version = 1;
  m.ir_version = EXPORT_IR_VERSION;
  m.producer_name = mutable("fp8c");
  m.producer_version = mutable(fp8c_version());
  Onnx__OperatorSetIdProto *opset = opset_of(a, e.opset);
  m.n_opset_import = 1;
  m.opset_import = &opset;
  ARENA_PUSH(a, m.metadata_props, m.n_metadata_props,
             export_entry_of(a, META_EXPORT, EXPORT_FORMAT));
  ARENA_PUSH(a, m.metadata_props, m.n_metadata_props,
             export_entry_of(a, META_OPSET, arena_printf(a, "%d", g->opset)));
  for (size_t i = 0; i < o->entry_count; i++)
    ARENA_PUSH(a, m.metadata_props, m.n_metadata_props,
               export_entry_of(a, o->entries[i].key, o->entries[i].text));
  return export_write(&e, &m, body, path, o->external, err);
}
