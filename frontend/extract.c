/* extract.c - a part of a model, as a model of its own.
 *
 * Nothing is computed and nothing rewritten: the nodes between two sets of values go
 * into the new file as they stand in the old one, with the constants they read.  The
 * structure is protobuf's, as the importer sees it; constants are copied from where
 * they lie.  Only a type that the model does not state is asked of a full import. */
#include <string.h>

#include "base/size.h"
#include "frontend/export.h"
#include "frontend/import.h"

typedef struct extraction {
  arena *a;
  importer *im;
  const extract_options *o;
  const Onnx__GraphProto *g;
  hash_map givers;    /* value name -> node index + 1 */
  hash_map nodes;     /* node name -> node index + 1 */
  hash_map constants; /* initializer name -> its index + 1 */
  hash_map stated;    /* value name -> ValueInfoProto, inputs, outputs and the rest */
  hash_map inputs;    /* of the model */
  hash_map cuts;      /* where the part begins -> bool *: reached */
  hash_map reached;   /* every value name the part reads or gives */
  bool *kept, *constant_kept;
  const char **open; /* values still to be followed */
  size_t open_count;
  const char **begins, **ends;
  size_t begin_count, end_count;
  graph *inferred; /* the whole model, once a type was missing */
} extraction;

static size_t index_of(const hash_map *m, const char *name, size_t none) {
  map_entry *e = map_find(m, name);
  return e ? (size_t)(uintptr_t)e->item - 1 : none;
}

static void add_index(hash_map *m, const char *name, size_t i) {
  if (name && *name) map_add(m, name, (void *)(uintptr_t)(i + 1));
}

static void add_stated(extraction *x, Onnx__ValueInfoProto **infos, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (infos[i]->name && infos[i]->type) map_add(&x->stated, infos[i]->name, infos[i]);
}

static void index_model(extraction *x) {
  const Onnx__GraphProto *g = x->g;
  hash_map *maps[] = {&x->givers, &x->nodes, &x->constants, &x->stated,
                      &x->inputs, &x->cuts,  &x->reached};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) map_init(maps[i], x->a);
  for (size_t i = 0; i < g->n_node; i++) {
    const Onnx__NodeProto *n = g->node[i];
    for (size_t k = 0; k < n->n_output; k++) add_index(&x->givers, n->output[k], i);
    add_index(&x->nodes, n->name, i);
  }
  for (size_t i = 0; i < g->n_initializer; i++)
    add_index(&x->constants, g->initializer[i]->name, i);
  for (size_t i = 0; i < g->n_sparse_initializer; i++)
    add_index(&x->constants, sparse_name(g->sparse_initializer[i]), g->n_initializer + i);
  for (size_t i = 0; i < g->n_input; i++) add_index(&x->inputs, g->input[i]->name, i);
  add_stated(x, g->input, g->n_input);
  add_stated(x, g->output, g->n_output);
  add_stated(x, g->value_info, g->n_value_info);
  x->kept = NEW_ARRAY(x->a, bool, g->n_node + 1);
  x->constant_kept = NEW_ARRAY(x->a, bool, g->n_initializer + g->n_sparse_initializer + 1);
}

/* ---- The two borders --------------------------------------------------------- */

static bool is_value(const extraction *x, const char *name) {
  return map_find(&x->givers, name) || map_find(&x->inputs, name);
}

static void begin_at(extraction *x, const char *name) {
  if (*name && !map_find(&x->constants, name) && map_add(&x->cuts, name, NEW(x->a, bool)))
    ARENA_PUSH(x->a, x->begins, x->begin_count, name);
}

static fp8c_status find_begins(extraction *x, fp8c_error *err) {
  for (size_t i = 0; i < x->o->from_count; i++) {
    const char *name = x->o->from[i];
    size_t at = index_of(&x->nodes, name, SIZE_MAX);
    if (map_find(&x->constants, name) && !map_find(&x->inputs, name))
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--from \"%s\": it is a constant; a part begins at values that are computed",
                  name);
    if (is_value(x, name)) {
      begin_at(x, name);
    } else if (at != SIZE_MAX) {
      const Onnx__NodeProto *n = x->g->node[at];
      for (size_t k = 0; k < n->n_input; k++) begin_at(x, n->input[k]);
    } else {
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--from \"%s\": the model has no value and no node of that name", name);
    }
  }
  return FP8C_OK;
}

static void follow(extraction *x, const char *name) {
  if (*name && map_add(&x->reached, name, NULL)) ARENA_PUSH(x->a, x->open, x->open_count, name);
}

static void end_at(extraction *x, const char *name) {
  if (!*name) return;
  for (size_t i = 0; i < x->end_count; i++)
    if (strcmp(x->ends[i], name) == 0) return;
  ARENA_PUSH(x->a, x->ends, x->end_count, name);
}

static fp8c_status find_ends(extraction *x, fp8c_error *err) {
  for (size_t i = 0; i < x->o->to_count; i++) {
    const char *name = x->o->to[i];
    size_t at = index_of(&x->nodes, name, SIZE_MAX);
    if (map_find(&x->givers, name)) {
      end_at(x, name);
    } else if (at != SIZE_MAX) {
      const Onnx__NodeProto *n = x->g->node[at];
      for (size_t k = 0; k < n->n_output; k++) end_at(x, n->output[k]);
    } else {
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "--to \"%s\": no node of the model has that name or gives a value of that name",
                  name);
    }
  }
  for (size_t i = 0; !x->o->to_count && i < x->g->n_output; i++)
    if (x->g->output[i]->name) end_at(x, x->g->output[i]->name);
  for (size_t i = 0; i < x->end_count; i++)
    if (map_find(&x->cuts, x->ends[i]))
      return fail(err, FP8C_ERROR_ARGUMENT, "the part begins and ends at \"%s\"", x->ends[i]);
  return FP8C_OK;
}

/* ---- What lies between --------------------------------------------------------- */

/* Names that bodies read, of which some are their own. */
static void follow_bodies(extraction *x, const Onnx__NodeProto *n) {
  for (size_t i = 0; i < n->n_attribute; i++) {
    const Onnx__AttributeProto *at = n->attribute[i];
    for (size_t k = 0; k < at->n_graphs + (at->g != NULL); k++) {
      const Onnx__GraphProto *body = k < at->n_graphs ? at->graphs[k] : at->g;
      for (size_t j = 0; j < body->n_node; j++) {
        for (size_t m = 0; m < body->node[j]->n_input; m++) {
          const char *name = body->node[j]->input[m];
          if (is_value(x, name) || map_find(&x->constants, name)) follow(x, name);
        }
        follow_bodies(x, body->node[j]);
      }
      for (size_t j = 0; j < body->n_output; j++) {
        const char *name = body->output[j]->name;
        if (name && (is_value(x, name) || map_find(&x->constants, name))) follow(x, name);
      }
    }
  }
}

static fp8c_status walk_back(extraction *x, fp8c_error *err) {
  size_t named = x->begin_count;
  for (size_t i = 0; i < x->end_count; i++) follow(x, x->ends[i]);
  while (x->open_count) {
    const char *name = x->open[--x->open_count];
    map_entry *cut = map_find(&x->cuts, name);
    size_t at = index_of(&x->givers, name, SIZE_MAX);
    size_t held = index_of(&x->constants, name, SIZE_MAX);
    if (cut) {
      *(bool *)cut->item = true;
    } else if (at != SIZE_MAX) {
      const Onnx__NodeProto *n = x->g->node[at];
      if (x->kept[at]) continue;
      x->kept[at] = true;
      for (size_t k = 0; k < n->n_input; k++) follow(x, n->input[k]);
      follow_bodies(x, n);
    } else if (held != SIZE_MAX) {
      x->constant_kept[held] = true;
    } else if (map_find(&x->inputs, name)) {
      begin_at(x, name);
      *(bool *)map_find(&x->cuts, name)->item = true;
    } else {
      return fail(err, FP8C_ERROR_FORMAT, "the model reads \"%s\", which nothing gives", name);
    }
  }
  for (size_t i = 0; i < named; i++)
    if (!*(bool *)map_find(&x->cuts, x->begins[i])->item)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "the part does not read \"%s\": nothing it is asked for depends on it there",
                  x->begins[i]);
  return FP8C_OK;
}

/* ---- Types of the ports --------------------------------------------------------- */

static fp8c_status infer_whole(extraction *x, const char *name, fp8c_error *err) {
  if (x->inferred) return FP8C_OK;
  fp8c_status status = onnx_import_file(x->a, x->im->model, NULL, &x->inferred, NULL, err);
  if (status == FP8C_OK) return FP8C_OK;
  return fail_in(err, status,
                 "the model does not state the type of \"%s\", and it cannot be inferred", name);
}

static const value *value_of(const graph *g, const char *name) {
  for (const node *n = g->first; n; n = n->next)
    for (size_t i = 0; i < n->out_count; i++)
      if (n->out[i] && strcmp(n->out[i]->name, name) == 0) return n->out[i];
  return NULL;
}

static fp8c_status port_of(extraction *x, const char *name, Onnx__ValueInfoProto **out,
                           fp8c_error *err) {
  map_entry *stated = map_find(&x->stated, name);
  if (stated) {
    *out = stated->item;
    return FP8C_OK;
  }
  TRY(infer_whole(x, name, err));
  const value *v = value_of(x->inferred, name);
  if (!v)
    return fail(
        err, FP8C_ERROR_UNSUPPORTED,
        "the model does not state the type of \"%s\", and import leaves no value of that name",
        name);
  exporter e = {.arena = x->a, .g = x->inferred};
  *out = export_value_info(&e, export_string(name), v->type.dtype, &v->type);
  return FP8C_OK;
}

/* ---- Numbers inside of nodes ------------------------------------------------------ */

/* What the wire scan took out of the message goes back into it. */
static fp8c_status refill(extraction *x, Onnx__TensorProto *t, fp8c_error *err) {
  if (t->n_external_data)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "a node's attribute lies in external data");
  const wire_cut *cut = t->has_raw_data ? wire_find_cut(&x->im->wire, &t->raw_data) : NULL;
  if (!cut) return FP8C_OK;
  uint8_t *data = arena_alloc(x->a, (size_t)cut->bytes + 1);
  if (cut->memory)
    memcpy(data, cut->memory, (size_t)cut->bytes);
  else
    TRY(file_read(x->im->model, cut->offset, data, (size_t)cut->bytes, err));
  t->raw_data = (ProtobufCBinaryData){(size_t)cut->bytes, data};
  return FP8C_OK;
}

static fp8c_status refill_node(extraction *x, Onnx__NodeProto *n, fp8c_error *err);

static fp8c_status refill_sparse(extraction *x, Onnx__SparseTensorProto *s, fp8c_error *err) {
  if (s->values) TRY(refill(x, s->values, err));
  return s->indices ? refill(x, s->indices, err) : FP8C_OK;
}

static fp8c_status refill_body(extraction *x, Onnx__GraphProto *g, fp8c_error *err) {
  for (size_t i = 0; i < g->n_initializer; i++) TRY(refill(x, g->initializer[i], err));
  for (size_t i = 0; i < g->n_sparse_initializer; i++)
    TRY(refill_sparse(x, g->sparse_initializer[i], err));
  for (size_t i = 0; i < g->n_node; i++) TRY(refill_node(x, g->node[i], err));
  return FP8C_OK;
}

/* Recursion follows the nesting of messages, which the wire scan bounds. */
static fp8c_status refill_node(extraction *x, Onnx__NodeProto *n, fp8c_error *err) {
  for (size_t i = 0; i < n->n_attribute; i++) {
    Onnx__AttributeProto *at = n->attribute[i];
    if (at->sparse_tensor) TRY(refill_sparse(x, at->sparse_tensor, err));
    if (at->t) TRY(refill(x, at->t, err));
    for (size_t k = 0; k < at->n_tensors; k++) TRY(refill(x, at->tensors[k], err));
    if (at->g) TRY(refill_body(x, at->g, err));
    for (size_t k = 0; k < at->n_graphs; k++) TRY(refill_body(x, at->graphs[k], err));
  }
  return FP8C_OK;
}

/* ---- The new model ------------------------------------------------------------------ */

typedef struct shape_stated {
  size_t rank;
  int64_t *dims;
} shape_stated;

/* The bytes of `v` are written under the name and with the type of `t`. */
static void push_constant(extraction *x, exporter *e, const value *v, const Onnx__TensorProto *t,
                          shape_stated shape) {
  Onnx__TensorProto *head = NEW(x->a, Onnx__TensorProto);
  onnx__tensor_proto__init(head);
  head->name = t->name;
  head->n_dims = shape.rank;
  head->dims = shape.dims;
  head->has_data_type = t->has_data_type;
  head->data_type = t->data_type;
  constant c = {.proto = head, .v = v, .bytes = v->blob.bytes};
  ARENA_PUSH(x->a, e->constants, e->constant_count, c);
}

/* A constant whose bytes lie as they are in a file goes through in pieces; one in typed
 * fields is part of the message. */
static fp8c_status add_constant(extraction *x, Onnx__TensorProto *t, exporter *e,
                                Onnx__GraphProto *g, fp8c_error *err) {
  const char *what = arena_printf(x->a, "constant \"%s\"", t->name);
  if (!t->has_raw_data && !t->n_external_data) {
    ARENA_PUSH(x->a, g->initializer, g->n_initializer, t);
    return FP8C_OK;
  }
  value *v = NEW(x->a, value);
  v->name = t->name;
  const wire_cut *cut = t->has_raw_data ? wire_find_cut(&x->im->wire, &t->raw_data) : NULL;
  if (cut)
    v->blob = (blob){.file = cut->memory ? NULL : x->im->model,
                     .offset = cut->offset,
                     .bytes = cut->bytes,
                     .memory = cut->memory};
  else if (t->has_raw_data)
    v->blob = (blob){.bytes = t->raw_data.len, .memory = t->raw_data.data};
  else
    TRY(tensor_import(x->im, t, what, &v->type, &v->blob, err));
  push_constant(x, e, v, t, (shape_stated){t->n_dims, t->dims});
  return FP8C_OK;
}

/* A sparse constant is dense in the new model. */
static fp8c_status add_sparse(extraction *x, const Onnx__SparseTensorProto *s, exporter *e,
                              fp8c_error *err) {
  value *v = NEW(x->a, value);
  v->name = sparse_name(s);
  TRY(sparse_import(x->im, s, arena_printf(x->a, "constant \"%s\"", v->name), &v->type, &v->blob,
                    err));
  push_constant(x, e, v, s->values, (shape_stated){s->n_dims, s->dims});
  return FP8C_OK;
}

static fp8c_status fill_graph(extraction *x, exporter *e, Onnx__GraphProto *out, fp8c_error *err) {
  const Onnx__GraphProto *g = x->g;
  out->name = g->name && *g->name ? g->name : export_string("part");
  for (size_t i = 0; i < x->begin_count; i++) {
    Onnx__ValueInfoProto *port;
    TRY(port_of(x, x->begins[i], &port, err));
    ARENA_PUSH(x->a, out->input, out->n_input, port);
  }
  for (size_t i = 0; i < x->end_count; i++) {
    Onnx__ValueInfoProto *port;
    TRY(port_of(x, x->ends[i], &port, err));
    ARENA_PUSH(x->a, out->output, out->n_output, port);
  }
  for (size_t i = 0; i < g->n_node; i++) {
    if (!x->kept[i]) continue;
    TRY(refill_node(x, g->node[i], err));
    ARENA_PUSH(x->a, out->node, out->n_node, g->node[i]);
  }
  for (size_t i = 0; i < g->n_initializer; i++)
    if (x->constant_kept[i]) TRY(add_constant(x, g->initializer[i], e, out, err));
  for (size_t i = 0; i < g->n_sparse_initializer; i++)
    if (x->constant_kept[g->n_initializer + i])
      TRY(add_sparse(x, g->sparse_initializer[i], e, err));
  for (size_t i = 0; i < g->n_value_info; i++) {
    const char *name = g->value_info[i]->name;
    bool inside = name && map_find(&x->reached, name) && !map_find(&x->cuts, name);
    if (inside) ARENA_PUSH(x->a, out->value_info, out->n_value_info, g->value_info[i]);
  }
  return FP8C_OK;
}

static fp8c_status extract(extraction *x, const char *to, extract_info *info, fp8c_error *err) {
  index_model(x);
  TRY(find_begins(x, err));
  TRY(find_ends(x, err));
  TRY(walk_back(x, err));
  Onnx__GraphProto *g = NEW(x->a, Onnx__GraphProto);
  onnx__graph_proto__init(g);
  exporter e = {.arena = x->a};
  TRY(fill_graph(x, &e, g, err));
  Onnx__ModelProto m = *x->im->proto;
  m.graph = NULL;
  if (m.ir_version < 4) m.ir_version = 4; /* before it, constants had to be inputs too */
  for (size_t i = 0; i < m.n_functions; i++)
    for (size_t k = 0; k < m.functions[i]->n_node; k++)
      TRY(refill_node(x, m.functions[i]->node[k], err));
  *info = (extract_info){.nodes = g->n_node,
                         .model_nodes = x->g->n_node,
                         .inputs = g->n_input,
                         .outputs = g->n_output,
                         .constants = g->n_initializer + e.constant_count};
  return export_write(&e, &m, g, to, x->o->external, err);
}

fp8c_status onnx_extract(arena *a, const char *model, const extract_options *o, const char *to,
                         extract_info *info, fp8c_error *err) {
  file *f;
  ProtobufCMessage *message;
  TRY(file_open(a, model, &f, err));
  importer *im = NEW(a, importer);
  *im = (importer){.keep = a, .import = a, .model = f};
  map_init(&im->files, a);
  fp8c_status status = wire_scan(a, f, &onnx__model_proto__descriptor, &im->wire, err);
  if (status == FP8C_OK)
    status = wire_unpack(a, &im->wire, &onnx__model_proto__descriptor, &message, err);
  if (status == FP8C_OK) {
    im->proto = (Onnx__ModelProto *)message;
    extraction *x = NEW(a, extraction);
    *x = (extraction){.a = a, .im = im, .o = o, .g = im->proto->graph};
    status =
        x->g ? extract(x, to, info, err) : fail(err, FP8C_ERROR_FORMAT, "the model holds no graph");
  }
  return status == FP8C_OK ? FP8C_OK : fail_in(err, status, "%s", model);
}
