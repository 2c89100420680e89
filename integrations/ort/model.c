/* model.c - nodes of a graph of ONNX Runtime as an ONNX file, which is what the compiler reads. */
#include "integrations/ort/provider.h"

#include <string.h>

#include "base/file.h"
#include "base/map.h"
#include "frontend/onnx.pb-c.h"

#define IR_VERSION 10
#define BESIDE "model.data"
#define BESIDE_BYTES 1024   /* smaller constants stay in the model */
#define LAST_SHARED_TYPE 23 /* up to here ONNX and ONNX Runtime number types alike */
#define TYPE_STRING 8
#define BODY_DEPTH 32 /* of graphs in nodes in graphs */

typedef struct writer {
  const ort_api *ort;
  arena *arena;
  file_writer *beside;
  uint64_t at; /* bytes written there */
  int depth;
} writer;

/* protobuf-c's strings are not const; nothing writes to them. */
static char *unconst(const char *s) { return (char *)(uintptr_t)s; }

/* ---- What is selected -------------------------------------------------------------- */

static void push(arena *a, view_values *values, const view_value *v) {
  ARENA_PUSH(a, values->items, values->count, *v);
}

typedef struct gathering {
  const ort_api *ort;
  arena *arena;
  hash_map made, seen; /* by taken nodes; put into a list already */
  selection *out;
} gathering;

static fp8c_status gather_read(gathering *g, const view_values *read, fp8c_error *err) {
  for (size_t i = 0; i < read->count; i++) {
    const view_value *v = &read->items[i];
    if (!*v->name || map_find(&g->made, v->name) || !map_add(&g->seen, v->name, NULL)) continue;
    bool constant = false;
    ASK(g->ort, ValueInfo_IsConstantInitializer(v->info, &constant));
    push(g->arena, constant ? &g->out->constants : &g->out->inputs, v);
  }
  return FP8C_OK;
}

fp8c_status selection_make(const ort_api *ort, const view *v, const bool *taken, arena *a,
                           selection *out, fp8c_error *err) {
  *out = (selection){.view = v, .taken = taken};
  gathering g = {.ort = ort, .arena = a, .out = out};
  hash_map outside; /* what is read by nodes that are not taken, or is an output of the graph */
  map_init(&g.made, a);
  map_init(&g.seen, a);
  map_init(&outside, a);
  for (size_t i = 0; i < v->outputs.count; i++) map_put(&outside, v->outputs.items[i].name);
  for (size_t i = 0; i < v->node_count; i++) {
    const view_node *n = &v->nodes[i];
    for (size_t k = 0; taken[i] && k < n->out.count; k++)
      if (*n->out.items[k].name) map_put(&g.made, n->out.items[k].name);
    for (size_t k = 0; !taken[i] && k < n->in.count; k++) map_put(&outside, n->in.items[k].name);
    for (size_t k = 0; !taken[i] && k < n->implicit.count; k++)
      map_put(&outside, n->implicit.items[k].name);
  }
  for (size_t i = 0; i < v->node_count; i++) {
    const view_node *n = &v->nodes[i];
    if (!taken[i]) continue;
    TRY(gather_read(&g, &n->in, err));
    TRY(gather_read(&g, &n->implicit, err));
    for (size_t k = 0; k < n->out.count; k++)
      if (*n->out.items[k].name && map_find(&outside, n->out.items[k].name))
        push(a, &out->outputs, &n->out.items[k]);
  }
  return FP8C_OK;
}

/* ---- Types --------------------------------------------------------------------------- */

static void dimension(arena *a, Onnx__TensorShapeProto *shape, size_t i, int64_t size,
                      const char *name) {
  Onnx__TensorShapeProto__Dimension *d = NEW(a, Onnx__TensorShapeProto__Dimension);
  onnx__tensor_shape_proto__dimension__init(d);
  shape->dim[i] = d;
  if (size >= 0) {
    d->value_case = ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE;
    d->dim_value = size;
  } else if (name && *name) {
    d->value_case = ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_PARAM;
    d->dim_param = arena_strdup(a, name);
  }
}

/* The number of dimensions; false: it is not known. */
static fp8c_status rank_of(const writer *w, const OrtShapeInfo *info, size_t *rank, bool *known,
                           fp8c_error *err) {
  ASK(w->ort, GetDimensionsCount(info, rank));
  /* Before version 24 a scalar and a tensor of unknown rank look the same. */
  *known = w->ort->HasShape ? w->ort->HasShape(info) : *rank > 0;
  return FP8C_OK;
}

static fp8c_status tensor_type(const writer *w, const OrtShapeInfo *info, Onnx__TypeProto *out,
                               fp8c_error *err) {
  arena *a = w->arena;
  Onnx__TypeProto__Tensor *t = NEW(a, Onnx__TypeProto__Tensor);
  onnx__type_proto__tensor__init(t);
  out->value_case = ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE;
  out->tensor_type = t;
  t->has_elem_type = 1;
  int type = 0;
  ASK(w->ort, GetTensorElementType(info, &type));
  t->elem_type = type <= LAST_SHARED_TYPE ? type : 0;
  size_t rank;
  bool known;
  TRY(rank_of(w, info, &rank, &known, err));
  if (!known) return FP8C_OK;
  int64_t *sizes = NEW_ARRAY(a, int64_t, rank + 1);
  const char **names = NEW_ARRAY(a, const char *, rank + 1);
  if (rank) ASK(w->ort, GetDimensions(info, sizes, rank));
  if (rank) ASK(w->ort, GetSymbolicDimensions(info, names, rank));
  t->shape = NEW(a, Onnx__TensorShapeProto);
  onnx__tensor_shape_proto__init(t->shape);
  t->shape->n_dim = rank;
  t->shape->dim = NEW_ARRAY(a, Onnx__TensorShapeProto__Dimension *, rank + 1);
  for (size_t i = 0; i < rank; i++) dimension(a, t->shape, i, sizes[i], names[i]);
  return FP8C_OK;
}

static fp8c_status value_infos(const writer *w, const view_values *values,
                               Onnx__ValueInfoProto ***out, fp8c_error *err) {
  *out = NEW_ARRAY(w->arena, Onnx__ValueInfoProto *, values->count + 1);
  for (size_t i = 0; i < values->count; i++) {
    Onnx__ValueInfoProto *info = (*out)[i] = NEW(w->arena, Onnx__ValueInfoProto);
    onnx__value_info_proto__init(info);
    info->name = unconst(values->items[i].name);
    const OrtTypeInfo *type = NULL;
    const OrtShapeInfo *shape = NULL;
    ASK(w->ort, GetValueInfoTypeInfo(values->items[i].info, &type));
    if (type) ASK(w->ort, CastTypeInfoToTensorInfo(type, &shape));
    if (!shape) continue; /* the importer says what it lacks */
    info->type = NEW(w->arena, Onnx__TypeProto);
    onnx__type_proto__init(info->type);
    TRY(tensor_type(w, shape, info->type, err));
  }
  return FP8C_OK;
}

/* ---- Numbers --------------------------------------------------------------------------- */

static Onnx__StringStringEntryProto *entry(arena *a, const char *key, const char *words) {
  Onnx__StringStringEntryProto *p = NEW(a, Onnx__StringStringEntryProto);
  onnx__string_string_entry_proto__init(p);
  p->key = unconst(key);
  p->value = unconst(words);
  return p;
}

static fp8c_status put_beside(writer *w, Onnx__TensorProto *t, const void *data, size_t bytes,
                              fp8c_error *err) {
  arena *a = w->arena;
  t->has_data_location = 1;
  t->data_location = ONNX__TENSOR_PROTO__DATA_LOCATION__EXTERNAL;
  ARENA_PUSH(a, t->external_data, t->n_external_data, entry(a, "location", BESIDE));
  ARENA_PUSH(a, t->external_data, t->n_external_data,
             entry(a, "offset", arena_printf(a, "%llu", (unsigned long long)w->at)));
  ARENA_PUSH(a, t->external_data, t->n_external_data,
             entry(a, "length", arena_printf(a, "%zu", bytes)));
  w->at += bytes;
  return file_writer_write(w->beside, data, bytes, err);
}

static fp8c_status tensor_shape(const writer *w, const OrtValue *value, const char *name,
                                Onnx__TensorProto *t, fp8c_error *err) {
  OrtShapeInfo *info = NULL;
  int type = 0;
  size_t rank = 0;
  ASK(w->ort, GetTensorTypeAndShape(value, &info));
  OrtStatus *status = w->ort->GetTensorElementType(info, &type);
  if (!status) status = w->ort->GetDimensionsCount(info, &rank);
  int64_t dims[64];
  if (!status && rank <= 64) status = w->ort->GetDimensions(info, dims, rank);
  w->ort->ReleaseTensorTypeAndShapeInfo(info);
  TRY(ort_took(w->ort, status, err));
  if (rank > 64 || type == TYPE_STRING || type > LAST_SHARED_TYPE)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "\"%s\" is a tensor of %zu dimensions and type %d, which is not passed on", name,
                rank, type);
  t->has_data_type = 1;
  t->data_type = type;
  t->n_dims = rank;
  t->dims = NEW_ARRAY(w->arena, int64_t, rank + 1);
  memcpy(t->dims, dims, rank * sizeof *dims);
  return FP8C_OK;
}

static fp8c_status tensor_proto(writer *w, const OrtValue *value, const char *name,
                                bool may_lie_beside, Onnx__TensorProto **out, fp8c_error *err) {
  Onnx__TensorProto *t = *out = NEW(w->arena, Onnx__TensorProto);
  onnx__tensor_proto__init(t);
  t->name = unconst(name);
  TRY(tensor_shape(w, value, name, t, err));
  const void *data = NULL;
  size_t bytes = 0;
  ASK(w->ort, GetTensorData(value, &data));
  ASK(w->ort, GetTensorSizeInBytes(value, &bytes));
  if (may_lie_beside && bytes >= BESIDE_BYTES) return put_beside(w, t, data, bytes, err);
  t->has_raw_data = 1;
  t->raw_data.len = bytes;
  t->raw_data.data = arena_raw(w->arena, bytes + 1, 1);
  if (bytes) memcpy(t->raw_data.data, data, bytes);
  return FP8C_OK;
}

static fp8c_status initializers(writer *w, const view_values *constants, Onnx__GraphProto *g,
                                fp8c_error *err) {
  for (size_t i = 0; i < constants->count; i++) {
    const OrtValue *value = NULL;
    Onnx__TensorProto *t;
    ASK(w->ort, ValueInfo_GetInitializerValue(constants->items[i].info, &value));
    if (!value)
      return fail(err, FP8C_ERROR_UNSUPPORTED, "ONNX Runtime keeps the constant \"%s\" to itself",
                  constants->items[i].name);
    TRY(tensor_proto(w, value, constants->items[i].name, true, &t, err));
    ARENA_PUSH(w->arena, g->initializer, g->n_initializer, t);
  }
  return FP8C_OK;
}

/* ---- Attributes -------------------------------------------------------------------------- */

/* All of an attribute's content, in the arena. */
static fp8c_status content_of(const writer *w, const OrtOpAttr *from, int type, void **out,
                              size_t *bytes, fp8c_error *err) {
  *bytes = 0;
  /* The first call is told how many there are, as an error where that is more than none. */
  OrtStatus *status = w->ort->ReadOpAttr(from, type, NULL, 0, bytes);
  if (status) w->ort->ReleaseStatus(status);
  *out = arena_raw(w->arena, *bytes + 8, 1);
  if (*bytes) ASK(w->ort, ReadOpAttr(from, type, *out, *bytes, bytes));
  return FP8C_OK;
}

/* Strings come one behind another, each with a zero at its end. */
static void strings_of(arena *a, Onnx__AttributeProto *t, char *content, size_t bytes) {
  for (char *s = content; s < content + bytes; s += strlen(s) + 1) {
    ProtobufCBinaryData one = {.len = strlen(s), .data = (uint8_t *)s};
    ARENA_PUSH(a, t->strings, t->n_strings, one);
  }
}

static fp8c_status attribute_content(writer *w, const OrtOpAttr *from, int type,
                                     Onnx__AttributeProto *t, fp8c_error *err) {
  void *content;
  size_t bytes;
  if (type == ORT_ATTR_TENSOR) {
    OrtValue *value = NULL;
    ASK(w->ort, OpAttr_GetTensorAttributeAsOrtValue(from, &value));
    if (!value)
      return fail(err, FP8C_ERROR_UNSUPPORTED, "attribute \"%s\" has no numbers", t->name);
    fp8c_status status = tensor_proto(w, value, t->name, false, &t->t, err);
    w->ort->ReleaseValue(value);
    return status;
  }
  TRY(content_of(w, from, type, &content, &bytes, err));
  if (type == ORT_ATTR_INT) memcpy(&t->i, content, sizeof t->i);
  if (type == ORT_ATTR_FLOAT) memcpy(&t->f, content, sizeof t->f);
  if (type == ORT_ATTR_STRING) t->s = (ProtobufCBinaryData){.len = bytes, .data = content};
  if (type == ORT_ATTR_STRINGS) strings_of(w->arena, t, content, bytes);
  if (type == ORT_ATTR_INTS) {
    t->ints = content;
    t->n_ints = bytes / sizeof(int64_t);
  }
  if (type == ORT_ATTR_FLOATS) {
    t->floats = content;
    t->n_floats = bytes / sizeof(float);
  }
  t->has_i = type == ORT_ATTR_INT;
  t->has_f = type == ORT_ATTR_FLOAT;
  t->has_s = type == ORT_ATTR_STRING;
  return FP8C_OK;
}

static Onnx__AttributeProto *attribute_new(arena *a, Onnx__NodeProto *n, const char *name,
                                           int type) {
  Onnx__AttributeProto *t = NEW(a, Onnx__AttributeProto);
  onnx__attribute_proto__init(t);
  t->name = arena_strdup(a, name);
  t->has_type = 1;
  t->type = (Onnx__AttributeProto__AttributeType)type;
  ARENA_PUSH(a, n->attribute, n->n_attribute, t);
  return t;
}

static fp8c_status attributes(writer *w, const view_node *from, Onnx__NodeProto *n,
                              fp8c_error *err) {
  /* ONNX's numbers for kinds of attributes, by ONNX Runtime's. */
  static const int kinds[] = {
      [ORT_ATTR_INT] = 2,    [ORT_ATTR_INTS] = 7,    [ORT_ATTR_FLOAT] = 1, [ORT_ATTR_FLOATS] = 6,
      [ORT_ATTR_STRING] = 3, [ORT_ATTR_STRINGS] = 8, [ORT_ATTR_GRAPH] = 5, [ORT_ATTR_TENSOR] = 4};
  size_t count = 0;
  ASK(w->ort, Node_GetNumAttributes(from->node, &count));
  const OrtOpAttr **given = NEW_ARRAY(w->arena, const OrtOpAttr *, count + 1);
  if (count) ASK(w->ort, Node_GetAttributes(from->node, given, count));
  for (size_t i = 0; i < count; i++) {
    int type = 0;
    const char *name = "";
    ASK(w->ort, OpAttr_GetName(given[i], &name));
    ASK(w->ort, OpAttr_GetType(given[i], &type));
    if (type == ORT_ATTR_GRAPH) continue; /* bodies() */
    if (type < ORT_ATTR_INT || type > ORT_ATTR_TENSOR)
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "attribute \"%s\" of node \"%s\" is of a kind that is not passed on", name,
                  from->name);
    TRY(attribute_content(w, given[i], type, attribute_new(w->arena, n, name, kinds[type]), err));
  }
  return FP8C_OK;
}

/* ---- Graphs ---------------------------------------------------------------------------------- */

static fp8c_status graph_proto(writer *w, const selection *s, Onnx__GraphProto *g, fp8c_error *err);

static fp8c_status bodies(writer *w, const view_node *from, Onnx__NodeProto *n, fp8c_error *err) {
  size_t count = 0;
  ASK(w->ort, Node_GetNumSubgraphs(from->node, &count));
  if (!count) return FP8C_OK;
  if (w->depth == BODY_DEPTH)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "graphs lie more than %d deep in each other",
                BODY_DEPTH);
  const OrtGraph **graphs = NEW_ARRAY(w->arena, const OrtGraph *, count);
  const char **names = NEW_ARRAY(w->arena, const char *, count);
  ASK(w->ort, Node_GetSubgraphs(from->node, graphs, count, names));
  w->depth++;
  for (size_t i = 0; i < count; i++) {
    view *v = NEW(w->arena, view);
    TRY(view_read(w->ort, graphs[i], w->arena, v, err));
    selection all = {
        .view = v, .inputs = v->inputs, .outputs = v->outputs, .constants = v->constants};
    Onnx__AttributeProto *t =
        attribute_new(w->arena, n, names[i], ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__GRAPH);
    t->g = NEW(w->arena, Onnx__GraphProto);
    onnx__graph_proto__init(t->g);
    TRY(graph_proto(w, &all, t->g, err));
  }
  w->depth--;
  return FP8C_OK;
}

static char **names_of(arena *a, const view_values *values) {
  char **names = NEW_ARRAY(a, char *, values->count + 1);
  for (size_t i = 0; i < values->count; i++) names[i] = unconst(values->items[i].name);
  return names;
}

static fp8c_status node_proto(writer *w, const view_node *from, Onnx__NodeProto **out,
                              fp8c_error *err) {
  Onnx__NodeProto *n = *out = NEW(w->arena, Onnx__NodeProto);
  onnx__node_proto__init(n);
  n->name = unconst(from->name);
  n->op_type = unconst(from->op);
  n->domain = unconst(from->domain);
  n->n_input = from->in.count;
  n->input = names_of(w->arena, &from->in);
  n->n_output = from->out.count;
  n->output = names_of(w->arena, &from->out);
  TRY(attributes(w, from, n, err));
  return bodies(w, from, n, err);
}

static fp8c_status graph_proto(writer *w, const selection *s, Onnx__GraphProto *g,
                               fp8c_error *err) {
  g->name = unconst("part");
  g->n_input = s->inputs.count;
  g->n_output = s->outputs.count;
  TRY(value_infos(w, &s->inputs, &g->input, err));
  TRY(value_infos(w, &s->outputs, &g->output, err));
  TRY(initializers(w, &s->constants, g, err));
  for (size_t i = 0; i < s->view->node_count; i++) {
    Onnx__NodeProto *n;
    if (s->taken && !s->taken[i]) continue;
    TRY(node_proto(w, &s->view->nodes[i], &n, err));
    ARENA_PUSH(w->arena, g->node, g->n_node, n);
  }
  return FP8C_OK;
}

static fp8c_status opsets(const writer *w, const OrtGraph *g, Onnx__ModelProto *m,
                          fp8c_error *err) {
  size_t count = 0;
  ASK(w->ort, Graph_GetNumOperatorSets(g, &count));
  const char **domains = NEW_ARRAY(w->arena, const char *, count + 1);
  int64_t *versions = NEW_ARRAY(w->arena, int64_t, count + 1);
  if (count) ASK(w->ort, Graph_GetOperatorSets(g, domains, versions, count));
  for (size_t i = 0; i < count; i++) {
    Onnx__OperatorSetIdProto *set = NEW(w->arena, Onnx__OperatorSetIdProto);
    onnx__operator_set_id_proto__init(set);
    set->domain = arena_strdup(w->arena, domains[i]);
    set->has_version = 1;
    set->version = versions[i];
    ARENA_PUSH(w->arena, m->opset_import, m->n_opset_import, set);
  }
  return FP8C_OK;
}

static fp8c_status pack_model(writer *w, const selection *s, uint8_t **out, size_t *bytes,
                              fp8c_error *err) {
  Onnx__GraphProto g;
  Onnx__ModelProto m;
  onnx__graph_proto__init(&g);
  onnx__model_proto__init(&m);
  m.has_ir_version = 1;
  m.ir_version = IR_VERSION;
  m.graph = &g;
  TRY(opsets(w, s->view->graph, &m, err));
  TRY(graph_proto(w, s, &g, err));
  *bytes = protobuf_c_message_get_packed_size(&m.base);
  *out = arena_raw(w->arena, *bytes + 1, 1);
  protobuf_c_message_pack(&m.base, *out);
  return FP8C_OK;
}

fp8c_status selection_write(const ort_api *ort, const selection *s, arena *a, const char *folder,
                            const char **model, fp8c_error *err) {
  writer w = {.ort = ort, .arena = a};
  file_batch *files = file_batch_new(a);
  uint8_t *packed;
  size_t bytes;
  *model = path_join(a, folder, "model.onnx");
  TRY(file_batch_open(files, path_join(a, folder, BESIDE), &w.beside, err));
  TRY(pack_model(&w, s, &packed, &bytes, err));
  TRY(file_batch_write(files, *model, packed, bytes, err));
  return file_batch_commit(files, err);
}
