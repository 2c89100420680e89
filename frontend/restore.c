/* restore.c - the graph behind a model that fp8c exported.
 *
 * The nodes' metadata_props say what each stands for; formats, scales and numbers
 * are taken from the model itself.  The proof is the way back: the graph found is
 * exported again, and must give the model's very nodes.  Where somebody changed
 * more than numbers it does not, and the model is imported like any other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "base/text.h"
#include "frontend/export.h"
#include "frontend/import.h"
#include "ir/graph_text.h"
#include "ops/dtype.h"
#include "ops/ids/types.h"

typedef struct restoring {
  importer *im;
  graph *g;
  hash_map values;  /* by tensor */
  hash_map tensors; /* initializers */
  hash_map infos;   /* of tensors */
  const Onnx__NodeProto *at;
} restoring;

/* ---- Metadata ------------------------------------------------------------ */

static const char *find_entry(Onnx__StringStringEntryProto *const *entries, size_t count,
                              const char *key) {
  for (size_t i = 0; i < count; i++)
    if (entries[i]->key && strcmp(entries[i]->key, key) == 0)
      return entries[i]->value ? entries[i]->value : "";
  return NULL;
}

static const char *meta(const Onnx__NodeProto *n, const char *key) {
  return find_entry(n->metadata_props, n->n_metadata_props, key);
}

bool is_exported(const Onnx__ModelProto *m) {
  const char *format = find_entry(m->metadata_props, m->n_metadata_props, META_EXPORT);
  return format && strcmp(format, EXPORT_FORMAT) == 0;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* One string as text_quote writes it; *s goes behind it.  NULL: it is none. */
static char *unquote(arena *a, const char **s) {
  const char *p = *s;
  if (*p++ != '"') return NULL;
  char *out = arena_alloc(a, strlen(p) + 1), *to = out;
  for (; *p && *p != '"'; p++) {
    if (*p != '\\') {
      *to++ = *p;
      continue;
    }
    p++;
    if (*p == '"' || *p == '\\') {
      *to++ = *p;
    } else if (*p == 'n') {
      *to++ = '\n';
    } else if (*p == 'x' && hex_digit(p[1]) >= 0 && hex_digit(p[2]) >= 0) {
      char c = (char)(hex_digit(p[1]) * 16 + hex_digit(p[2]));
      if (c == 0) return NULL;
      *to++ = c;
      p += 2;
    } else {
      return NULL;
    }
  }
  if (*p != '"') return NULL;
  *s = p + 1;
  return out;
}

static fp8c_status read_list(const restoring *r, const char *key, const char *words, size_t limit,
                             char ***out, size_t *count, fp8c_error *err) {
  *out = NULL;
  *count = 0;
  const char *p = words;
  while (*p) {
    if (*count && strncmp(p, ", ", 2) == 0) p += 2;
    char *item = unquote(r->im->import, &p);
    if (!item || *count >= limit)
      return fail(err, FP8C_ERROR_FORMAT, "its %s is no list of names: %s", key, words);
    ARENA_PUSH(r->im->import, *out, *count, item);
  }
  return FP8C_OK;
}

/* ---- Constants ------------------------------------------------------------ */

static fp8c_status transpose_back(const restoring *r, tensor *type, blob *data, fp8c_error *err) {
  constant c = {.transposed = true, .bytes = data->bytes};
  value v = {.name = "weights", .type = *type, .blob = *data};
  c.v = &v;
  if (type->rank != 2)
    return fail(err, FP8C_ERROR_FORMAT, "weights of rank %d are none", type->rank);
  const void *numbers;
  TRY(export_numbers(&c, r->im->keep, &numbers, err));
  type->dims[0] = v.type.dims[1];
  type->dims[1] = v.type.dims[0];
  *data = (blob){.bytes = data->bytes, .memory = numbers};
  return FP8C_OK;
}

static fp8c_status restore_const(restoring *r, const Onnx__TensorProto *t, value **out,
                                 fp8c_error *err) {
  tensor type;
  blob data;
  const char *own = find_entry(t->metadata_props, t->n_metadata_props, META_NAME);
  const char *why = find_entry(t->metadata_props, t->n_metadata_props, META_WHY);
  TRY(tensor_import(r->im, t, arena_printf(r->im->import, "initializer \"%s\"", t->name), &type,
                    &data, err));
  if (find_entry(t->metadata_props, t->n_metadata_props, META_TRANSPOSED))
    TRY(transpose_back(r, &type, &data, err));
  *out = graph_const(r->g, own ? own : t->name, &type, data);
  if (why) (*out)->reason = arena_strdup(r->im->keep, why);
  map_add(&r->values, t->name, *out);
  return FP8C_OK;
}

static fp8c_status find_value(restoring *r, const char *name, value **out, fp8c_error *err) {
  *out = NULL;
  if (!*name) return FP8C_OK;
  map_entry *e = map_find(&r->values, name);
  if (e) {
    *out = e->item;
    return FP8C_OK;
  }
  e = map_find(&r->tensors, name);
  if (e) return restore_const(r, e->item, out, err);
  return fail(err, FP8C_ERROR_FORMAT, "it reads \"%s\", which nothing gives", name);
}

static fp8c_status name_value(restoring *r, const char *name, value *v, fp8c_error *err) {
  if (!*name || map_add(&r->values, name, v)) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "value \"%s\" is given twice", name);
}

/* ---- Formats --------------------------------------------------------------- */

static const char *input_name(const Onnx__NodeProto *n, size_t i) {
  return i < n->n_input && n->input[i] ? n->input[i] : "";
}

static int64_t int_attribute(const Onnx__NodeProto *n, const char *name, int64_t otherwise) {
  const Onnx__AttributeProto *a = find_attribute(n, name);
  return a && a->has_i ? a->i : otherwise;
}

/* The scale a QuantizeLinear or DequantizeLinear states becomes the value's. */
static fp8c_status take_scale(restoring *r, value *v, fp8c_error *err) {
  const Onnx__NodeProto *n = r->at;
  map_entry *e = map_find(&r->tensors, input_name(n, 1));
  if (!e) return fail(err, FP8C_ERROR_FORMAT, "its scale is no initializer");
  const Onnx__TensorProto *t = e->item;
  if (t->data_type != ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT || t->n_dims > 1)
    return fail(err, FP8C_ERROR_FORMAT, "its scale is not what fp8c writes");
  tensor numbers;
  TRY(tensor_import_data(r->im, t, "its scale", &numbers, err));
  for (int64_t i = 0; i < tensor_elements(&numbers); i++)
    TRY(check_scale_number(((const float *)numbers.data)[i], err));
  if (t->n_dims == 0) {
    v->type.scale = (scale){.kind = SCALE_TENSOR, .value = *(const float *)numbers.data};
    return FP8C_OK;
  }
  int64_t axis = int_attribute(n, "axis", 1);
  const map_entry *c = map_find(&r->tensors, input_name(n, 0));
  const Onnx__TensorProto *of = c ? c->item : NULL;
  if (of && find_entry(of->metadata_props, of->n_metadata_props, META_TRANSPOSED)) axis = 1 - axis;
  if (axis < 0 || axis >= v->type.rank)
    return fail(err, FP8C_ERROR_FORMAT, "it has no axis %lld", (long long)axis);
  TRY(find_value(r, t->name, &v->scale_vector, err));
  v->type.scale = (scale){.kind = SCALE_AXIS, .axis = (int)axis};
  return FP8C_OK;
}

/* What a Cast or QuantizeLinear gives. */
static fp8c_status take_format(restoring *r, value *v, fp8c_error *err) {
  const Onnx__NodeProto *n = r->at;
  int64_t number = int_attribute(n, "to", 0);
  bool quantize = n->op_type && strcmp(n->op_type, "QuantizeLinear") == 0;
  if (quantize) {
    map_entry *zero = map_find(&r->tensors, input_name(n, 2));
    number = zero ? ((const Onnx__TensorProto *)zero->item)->data_type : 0;
  }
  fp8c_dtype d = dtype_of_onnx(number);
  if (!dtype_is_small_float(d) || !dtype_is_float(v->type.dtype))
    return fail(err, FP8C_ERROR_FORMAT, "it rounds to no float format");
  v->type.dtype = d;
  return quantize ? take_scale(r, v, err) : FP8C_OK;
}

static fp8c_status restore_part(restoring *r, const char *part, fp8c_error *err) {
  const Onnx__NodeProto *n = r->at;
  value *v;
  if (strcmp(part, PART_STEP) == 0) return FP8C_OK;
  if (n->n_output != 1) return fail(err, FP8C_ERROR_FORMAT, "it has %zu outputs", n->n_output);
  TRY(find_value(r, input_name(n, 0), &v, err));
  if (!v) return fail(err, FP8C_ERROR_FORMAT, "it has no input");
  bool dequantize = n->op_type && strcmp(n->op_type, "DequantizeLinear") == 0;
  if (strcmp(part, PART_ROUND) == 0) {
    if (v->kind != VALUE_NODE) return fail(err, FP8C_ERROR_FORMAT, "it rounds what no node gives");
    TRY(take_format(r, v, err));
  } else if (strcmp(part, PART_WIDE) == 0) {
    if (dequantize && v->type.scale.kind == SCALE_NONE) TRY(take_scale(r, v, err));
  } else if (strcmp(part, PART_STORE) != 0 && strcmp(part, PART_PORT) != 0) {
    return fail(err, FP8C_ERROR_FORMAT, "its " META_PART " is \"%s\"", part);
  }
  return name_value(r, n->output[0], v, err);
}

/* ---- Operators --------------------------------------------------------------- */

static fp8c_status text_attribute(const attr_spec *spec, const char *words, attr *out,
                                  fp8c_error *err) {
  *out = (attr){.name = spec->name, .kind = spec->kind};
  bool ok = spec->kind == ATTR_STRING;
  if (spec->kind == ATTR_INT) ok = int_parse(words, &out->i);
  if (spec->kind == ATTR_FLOAT) ok = float_parse(words, &out->f);
  if (spec->kind == ATTR_STRING) out->s = words;
  if (ok) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "its attribute \"%s\" cannot be \"%s\"", spec->name, words);
}

/* Metadata have one number or word for an attribute; lists stand in ONNX's own (a recurrent layer's
 * functions). */
static bool is_list(attr_kind k) { return k == ATTR_INTS || k == ATTR_FLOATS || k == ATTR_STRINGS; }

static const Onnx__AttributeProto *attribute_named(const Onnx__NodeProto *p, const char *name) {
  for (size_t i = 0; i < p->n_attribute; i++)
    if (p->attribute[i]->name && strcmp(p->attribute[i]->name, name) == 0) return p->attribute[i];
  return NULL;
}

static fp8c_status set_attributes(restoring *r, node *n, bool composite, fp8c_error *err) {
  const Onnx__NodeProto *p = r->at;
  attr x;
  for (size_t i = 0; i < p->n_attribute && !composite; i++) {
    if (!p->attribute[i]->name) return fail(err, FP8C_ERROR_FORMAT, "an attribute has no name");
    TRY(attribute_import(r->im, p->attribute[i], &x, err));
    const attr_spec *s = n->op->attrs;
    while (s->name && strcmp(s->name, x.name) != 0) s++;
    if (!s->name || s->kind != x.kind)
      return fail(err, FP8C_ERROR_FORMAT, "attribute \"%s\" is not one of the operator's", x.name);
    node_set_attr(n, x);
  }
  for (const attr_spec *s = n->op->attrs; composite && s->name; s++) {
    const char *words = meta(p, arena_printf(r->im->import, META_ATTRIBUTE "%s", s->name));
    if (!words) continue;
    const Onnx__AttributeProto *list = is_list(s->kind) ? attribute_named(p, s->name) : NULL;
    if (list)
      TRY(attribute_import(r->im, list, &x, err));
    else
      TRY(text_attribute(s, words, &x, err));
    if (x.kind != s->kind)
      return fail(err, FP8C_ERROR_FORMAT, "attribute \"%s\" is not one of the operator's", x.name);
    node_set_attr(n, x);
  }
  return FP8C_OK;
}

/* "3 gemm": the region of the node before, or a new one. */
static fp8c_status take_region(const restoring *r, node *n, fp8c_error *err) {
  const char *words = meta(r->at, META_REGION);
  if (!words) return FP8C_OK;
  char *end;
  unsigned long long id = words[0] >= '0' && words[0] <= '9' ? strtoull(words, &end, 10) : 0;
  if (!(words[0] >= '0' && words[0] <= '9') || *end != ' ' || !end[1] ||
      id > r->im->proto->graph->n_node)
    return fail(err, FP8C_ERROR_FORMAT, "its " META_REGION " is \"%s\"", words);
  const node *before = n->previous;
  if (before && before->region && before->region->id == id) {
    n->region = before->region;
    return FP8C_OK;
  }
  n->region = graph_region(r->g, end + 1);
  n->region->id = (uint32_t)id;
  return FP8C_OK;
}

static fp8c_status take_words(const restoring *r, node *n, fp8c_error *err) {
  char **items;
  size_t count;
  const char *from = meta(r->at, META_FROM), *why = meta(r->at, META_WHY);
  const char *name = meta(r->at, META_NODE) ? meta(r->at, META_NODE) : r->at->name;
  if (name) n->name = arena_strdup(r->im->keep, name);
  if (!from) node_add_source(n, n->name);
  if (from) {
    TRY(read_list(r, META_FROM, from, IMPORT_MAX_NODES, &items, &count, err));
    for (size_t i = 0; i < count; i++) node_add_source(n, items[i]);
  }
  if (why) {
    TRY(read_list(r, META_WHY, why, n->out_count, &items, &count, err));
    for (size_t i = 0; i < count; i++)
      if (n->out[i] && *items[i]) n->out[i]->reason = arena_strdup(r->im->keep, items[i]);
  }
  const char *decided = meta(r->at, META_DECISION);
  if (decided) TRY(graph_parse_decision(r->im->keep, decided, &n->decision, err));
  return take_region(r, n, err);
}

/* The shape the model states for a tensor. */
static fp8c_status take_shape(restoring *r, value *v, const char *name, fp8c_error *err) {
  map_entry *e = map_find(&r->infos, name);
  tensor t;
  if (!e) return FP8C_OK;
  const Onnx__ValueInfoProto *info = e->item;
  if (!info->type || info->type->value_case != ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE ||
      !info->type->tensor_type->shape)
    return FP8C_OK;
  TRY(import_type(r->im, info, &t, err));
  v->type.rank = t.rank;
  memcpy(v->type.dims, t.dims, sizeof t.dims);
  return FP8C_OK;
}

static fp8c_status take_types(node *n, char **types, size_t count, fp8c_error *err) {
  for (size_t i = 0; i < count && i < n->out_count; i++) {
    value *v = n->out[i];
    if (!v || !*types[i]) continue;
    const value *x = n->in_count ? n->in[0] : NULL;
    bool follows = strcmp(types[i], TYPE_FOLLOWS) == 0;
    fp8c_dtype d = follows && x ? x->type.dtype : dtype_from_name(types[i]);
    if (!dtype_is_float(d) || !dtype_is_float(v->type.dtype))
      return fail(err, FP8C_ERROR_FORMAT, "its output cannot be \"%s\"", types[i]);
    v->type.dtype = d;
    if (follows && x->type.scale.kind == SCALE_TENSOR) v->type.scale = x->type.scale;
  }
  return FP8C_OK;
}

typedef struct ports {
  char **in, **out, **values, **types;
  size_t in_count, out_count, value_count, type_count;
} ports;

static fp8c_status read_ports(const restoring *r, ports *p, fp8c_error *err) {
  const Onnx__NodeProto *n = r->at;
  const char *in = meta(n, META_IN), *out = meta(n, META_OUT);
  const char *values = meta(n, META_VALUES), *types = meta(n, META_TYPES);
  *p = (ports){.in = n->input, .in_count = n->n_input, .out = n->output, .out_count = n->n_output};
  if (in) TRY(read_list(r, META_IN, in, OP_MAX_INPUTS, &p->in, &p->in_count, err));
  if (out) TRY(read_list(r, META_OUT, out, OP_MAX_INPUTS, &p->out, &p->out_count, err));
  if (values)
    TRY(read_list(r, META_VALUES, values, OP_MAX_INPUTS, &p->values, &p->value_count, err));
  if (types) TRY(read_list(r, META_TYPES, types, OP_MAX_INPUTS, &p->types, &p->type_count, err));
  if (values && p->value_count != p->out_count)
    return fail(err, FP8C_ERROR_FORMAT, "it has %zu outputs and names of %zu", p->out_count,
                p->value_count);
  return FP8C_OK;
}

static fp8c_status restore_operator(restoring *r, const char *name, fp8c_error *err) {
  const op_info *op = op_find("", name);
  ports p;
  if (!op) op = op_find("fp8c", name);
  if (!op) return fail(err, FP8C_ERROR_FORMAT, "there is no operator \"%s\"", name);
  TRY(read_ports(r, &p, err));
  value **in = NEW_ARRAY(r->im->import, value *, p.in_count + 1);
  for (size_t i = 0; i < p.in_count; i++) TRY(find_value(r, p.in[i], &in[i], err));
  node *n = graph_node(r->g, NULL, op, NULL, in, p.in_count, p.out_count);
  TRY(set_attributes(r, n, meta(r->at, META_IN) != NULL, err));
  for (size_t i = 0; i < p.out_count; i++) {
    if (!*p.out[i]) {
      n->out[i] = NULL;
      continue;
    }
    value_rename(n->out[i], p.values ? p.values[i] : p.out[i]);
    TRY(take_shape(r, n->out[i], p.out[i], err));
    TRY(name_value(r, p.out[i], n->out[i], err));
  }
  TRY(node_infer(n, err));
  for (size_t i = 0; i < p.out_count; i++) /* a symbol of the model's before an inferred one */
    if (n->out[i]) TRY(take_shape(r, n->out[i], p.out[i], err));
  if (node_is(n, OP_QUANTIZE) && n->out_count && n->out[0]) TRY(take_format(r, n->out[0], err));
  TRY(take_types(n, p.types, p.type_count, err));
  return take_words(r, n, err);
}

/* ---- The graph ------------------------------------------------------------------ */

/* The export gives every size of a port a number or a name. */
static fp8c_status want_sizes(const tensor *t, const char *port, fp8c_error *err) {
  for (int i = 0; i < t->rank; i++)
    if (t->dims[i] == DIM_UNKNOWN)
      return fail(err, FP8C_ERROR_FORMAT, "port \"%s\" has neither size nor name for dimension %d",
                  port, i);
  return FP8C_OK;
}

static fp8c_status restore_ports(restoring *r, fp8c_error *err) {
  const Onnx__GraphProto *g = r->im->proto->graph;
  for (size_t i = 0; i < g->n_initializer; i++)
    if (!g->initializer[i]->name || !*g->initializer[i]->name ||
        !map_add(&r->tensors, g->initializer[i]->name, g->initializer[i]))
      return fail(err, FP8C_ERROR_FORMAT, "initializer %zu has no name of its own", i);
  for (size_t i = 0; i < g->n_value_info; i++)
    if (g->value_info[i]->name) map_add(&r->infos, g->value_info[i]->name, g->value_info[i]);
  for (size_t i = 0; i < g->n_input; i++) {
    tensor t;
    const char *name = g->input[i]->name;
    if (!name || !*name || map_find(&r->tensors, name))
      return fail(err, FP8C_ERROR_FORMAT, "input %zu has no name of its own", i);
    TRY(import_type(r->im, g->input[i], &t, err));
    TRY(want_sizes(&t, name, err));
    TRY(name_value(r, name, graph_input(r->g, name, &t), err));
  }
  return FP8C_OK;
}

static fp8c_status restore_node(restoring *r, fp8c_error *err) {
  const char *op = meta(r->at, META_OP), *part = meta(r->at, META_PART);
  if (!is_default_domain(r->at->domain) || (!op && !part))
    return fail(err, FP8C_ERROR_FORMAT, "it is not of fp8c's making");
  return op ? restore_operator(r, op, err) : restore_part(r, part, err);
}

static fp8c_status restore_outputs(restoring *r, fp8c_error *err) {
  const Onnx__GraphProto *g = r->im->proto->graph;
  for (size_t i = 0; i < g->n_output; i++) {
    value *v;
    const char *name = g->output[i]->name ? g->output[i]->name : "";
    TRY(find_value(r, name, &v, err));
    if (!v) return fail(err, FP8C_ERROR_FORMAT, "output %zu has no name", i);
    TRY(want_sizes(&v->type, name, err));
    graph_output(r->g, name, v);
  }
  return FP8C_OK;
}

/* ---- The way back ------------------------------------------------------------------ */

static bool same_message(arena *a, const ProtobufCMessage *x, const ProtobufCMessage *y) {
  arena_mark mark = arena_save(a);
  uint8_t *p, *q;
  size_t n = export_pack(a, x, &p), m = export_pack(a, y, &q);
  bool same = n == m && memcmp(p, q, n) == 0;
  arena_reset(a, mark);
  return same;
}

static bool same_constant(restoring *r, exporter *again, const constant *c) {
  const map_entry *e = map_find(&r->tensors, c->proto->name);
  if (!e) return false;
  const Onnx__TensorProto *t = e->item;
  Onnx__TensorProto bare = ONNX__TENSOR_PROTO__INIT;
  bare.name = t->name;
  bare.has_data_type = t->has_data_type;
  bare.data_type = t->data_type;
  bare.n_dims = t->n_dims;
  bare.dims = t->dims;
  bare.n_metadata_props = t->n_metadata_props;
  bare.metadata_props = t->metadata_props;
  if (!same_message(r->im->import, &bare.base, &c->proto->base)) return false;
  if (c->v) return true;
  tensor numbers;
  if (tensor_import_data(r->im, t, "a constant", &numbers, NULL) != FP8C_OK) return false;
  constant own = {.own = numbers.data, .bytes = tensor_bytes(&numbers)};
  if (dtype_packed_bits(numbers.dtype) < 8)
    export_pack_narrow(again, &own, numbers.dtype, numbers.data);
  return own.bytes == c->bytes && (c->bytes == 0 || memcmp(own.own, c->own, (size_t)c->bytes) == 0);
}

static fp8c_status compare(restoring *r, fp8c_error *err) {
  const Onnx__GraphProto *g = r->im->proto->graph;
  Onnx__GraphProto *again;
  exporter e;
  arena *a = r->im->import;
  TRY(export_graph(a, r->g, &e, &again, err));
  if (again->n_node != g->n_node)
    return fail(err, FP8C_ERROR_FORMAT, "it has %zu nodes; fp8c would have written %zu", g->n_node,
                again->n_node);
  for (size_t i = 0; i < g->n_node; i++)
    if (!same_message(a, &g->node[i]->base, &again->node[i]->base))
      return fail(err, FP8C_ERROR_FORMAT, "node \"%s\" was changed", node_title(g->node[i]));
  bool same = again->n_input == g->n_input && again->n_output == g->n_output;
  for (size_t i = 0; same && i < g->n_input; i++)
    same = same_message(a, &g->input[i]->base, &again->input[i]->base);
  for (size_t i = 0; same && i < g->n_output; i++)
    same = same_message(a, &g->output[i]->base, &again->output[i]->base);
  if (!same) return fail(err, FP8C_ERROR_FORMAT, "an input or output was changed");
  for (size_t i = 0; i < e.constant_count; i++)
    if (!same_constant(r, &e, &e.constants[i]))
      return fail(err, FP8C_ERROR_FORMAT, "constant \"%s\" was changed",
                  e.constants[i].proto->name);
  return FP8C_OK;
}

fp8c_status restore_graph(importer *im, graph **out, fp8c_error *err) {
  const Onnx__GraphProto *g = im->proto->graph;
  int64_t opset = 0;
  const char *stated =
      find_entry(im->proto->metadata_props, im->proto->n_metadata_props, META_OPSET);
  if (!stated || !int_parse(stated, &opset) || opset < 0 || opset > INT32_MAX)
    return fail(err, FP8C_ERROR_FORMAT, "its " META_OPSET " is no opset");
  restoring r = {.im = im};
  im->g = r.g = graph_new(im->keep, g->name && *g->name ? g->name : "graph", (int)opset);
  map_init(&im->files, im->import);
  map_init(&r.values, im->import);
  map_init(&r.tensors, im->import);
  map_init(&r.infos, im->import);
  r.g->next_region_id = (uint32_t)g->n_node + 1;
  TRY(restore_ports(&r, err));
  for (size_t i = 0; i < g->n_node; i++) {
    r.at = g->node[i];
    fp8c_status status = restore_node(&r, err);
    if (status != FP8C_OK) return fail_in(err, status, "node \"%s\"", node_title(r.at));
  }
  TRY(restore_outputs(&r, err));
  TRY(graph_infer(r.g, err));
  TRY(graph_verify(r.g, err));
  TRY(compare(&r, err));
  *out = r.g;
  return FP8C_OK;
}
