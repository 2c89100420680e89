/* plan_graph.c - the graph behind a plan.
 *
 * The cpu variant is the decided graph, node by node; what it has no need of
 * (reasons, regions, decisions) stands in the report, whose nodes are the same in
 * the same order.  Where the report does not fit, the graph comes without words. */
#include "compiler/compile/plan_graph.h"

#include <math.h>
#include <string.h>
#include "base/json.h"
#include "base/numbers.h"

typedef struct rebuilding {
  const plan *p;
  const plan_variant *v;
  graph *g;
  value **values; /* by the variant's ids */
} rebuilding;

/* ---- Values -------------------------------------------------------------- */

static tensor type_of(const plan_value *v) {
  tensor t = {.dtype = v->dtype, .rank = v->rank};
  if (v->rank > 0) memcpy(t.dims, v->dims, (size_t)v->rank * sizeof *t.dims);
  t.scale.kind = v->scale_kind;
  if (v->scale_kind == SCALE_TENSOR) t.scale.value = v->scale;
  if (v->scale_kind == SCALE_AXIS) t.scale.axis = v->scale_axis;
  return t;
}

static value *const_of(rebuilding *r, uint32_t id) {
  const plan_value *from = &r->v->values[id];
  if (r->values[id]) return r->values[id];
  const plan_blob *b = &r->p->blobs[from->index];
  tensor t = type_of(from);
  value *v = graph_const(r->g, from->name, &t,
                         (blob){.file = b->memory ? NULL : b->file,
                                .offset = b->memory ? 0 : b->offset,
                                .bytes = b->bytes,
                                .memory = b->memory});
  r->values[id] = v;
  if (from->scale_kind == SCALE_AXIS) v->scale_vector = const_of(r, from->scale_value);
  return v;
}

static value *read_value(rebuilding *r, uint32_t id) {
  if (id == PLAN_NO_VALUE) return NULL;
  return r->v->values[id].kind == PLAN_VALUE_CONST ? const_of(r, id) : r->values[id];
}

static graph *body_of(const rebuilding *r, const plan_block *b);

static void add_node(rebuilding *r, const plan_op *o) {
  value **in = NEW_ARRAY(r->g->arena, value *, o->in_count + 1);
  for (uint32_t i = 0; i < o->in_count; i++) in[i] = read_value(r, o->in[i]);
  node *n = graph_node(r->g, NULL, o->op, NULL, in, o->in_count, o->out_count);
  for (size_t i = 0; i < o->attrs.count; i++) {
    attr x = o->attrs.items[i];
    if (x.kind == ATTR_GRAPH) x.graph = body_of(r, x.graph);
    node_set_attr(n, x);
  }
  for (uint32_t i = 0; i < o->out_count; i++) {
    if (o->out[i] == PLAN_NO_VALUE) {
      n->out[i] = NULL;
      continue;
    }
    const plan_value *from = &r->v->values[o->out[i]];
    value *v = n->out[i];
    v->type = type_of(from);
    if (from->scale_kind == SCALE_AXIS) v->scale_vector = const_of(r, from->scale_value);
    value_rename(v, from->name);
    r->values[o->out[i]] = v;
  }
  n->name = arena_strdup(r->g->arena, o->name);
  if (o->sources && *o->sources) node_add_source(n, o->sources);
}

/* The graph of a body; plan_check bounds how deep they are nested. */
static graph *body_of(const rebuilding *r, const plan_block *b) {
  rebuilding in = {.p = r->p, .v = &b->program};
  arena *a = r->g->arena;
  in.g = graph_new(a, b->name, 0);
  in.g->parent = r->g;
  in.values = NEW_ARRAY(a, value *, (size_t)in.v->value_count + 1);
  for (uint32_t i = 0; i < b->input_count; i++) {
    const plan_value *from = &in.v->values[in.v->inputs[i]];
    tensor t = type_of(from);
    in.values[in.v->inputs[i]] = graph_input(in.g, from->name, &t);
  }
  for (uint32_t i = 0; i < in.v->op_count; i++) add_node(&in, &in.v->ops[i]);
  for (uint32_t i = 0; i < b->output_count; i++) {
    value *v = read_value(&in, in.v->outputs[i]);
    graph_output(in.g, v->name, v);
  }
  return in.g;
}

/* ---- Words --------------------------------------------------------------- */

static const char *word(const graph *g, const json_t *o, const char *key) {
  const char *s = json_string_value(json_object_get(o, key));
  return s ? arena_strdup(g->arena, s) : NULL;
}

static fp8c_dtype format_in(const json_t *o, const char *key) {
  const char *s = json_string_value(json_object_get(o, key));
  return s ? dtype_from_name(s) : FP8C_DTYPE_NONE;
}

static double figure(const json_t *o, const char *key) {
  const json_t *x = json_object_get(o, key);
  return json_is_number(x) ? json_number_value(x) : NAN;
}

static uint64_t count_in(const json_t *o, const char *key) {
  json_int_t x = json_integer_value(json_object_get(o, key));
  return x > 0 ? (uint64_t)x : 0;
}

/* What report_write_nodes says of a product's sums; a report without that knows nothing of them. */
static void sums_from(decision *d, const json_t *o) {
  static const char *const keys[SUM_INTERVALS] = {"off_db", "512_db", "256_db", "128_db", "64_db"};
  for (size_t k = 0; k < SUM_INTERVALS; k++) d->sums_db[k] = figure(o, keys[k]);
  const json_t *asked = json_object_get(o, "promote");
  const char *word = json_string_value(asked);
  int64_t interval = json_integer_value(asked);
  if (word && strcmp(word, "off") == 0)
    d->promote = -1;
  else if (linear_promotes(interval))
    d->promote = (int)interval;
}

static decision *decision_from(const graph *g, const json_t *o) {
  decision *d = NEW(g->arena, decision);
  d->format = format_in(o, "format");
  d->rule = word(g, o, "rule");
  d->reason = word(g, o, "reason");
  d->granularity = word(g, o, "granularity");
  d->policy = word(g, o, "policy");
  d->weights_format = format_in(o, "weights_format");
  d->sqnr_db = figure(o, "sqnr_db");
  for (size_t k = 0; k < ROUNDED_FORMATS; k++) d->sqnr_of[k] = figure(o, product_formats[k].figure);
  const json_t *other = json_object_get(o, "what_if");
  d->what_if_db[WHAT_IF_E3M4] = figure(other, "e3m4_db");
  d->what_if_db[WHAT_IF_E2M5] = figure(other, "e2m5_db");
  d->what_if_db[WHAT_IF_INT8] = figure(other, "int8_db");
  sums_from(d, json_object_get(o, "accumulation"));
  d->macs = count_in(o, "macs");
  uint64_t members = count_in(o, "members");
  d->merged = members > 1 ? members - 1 : 0;
  return d->format ? d : NULL;
}

/* Reasons of the values in a list of operands, where the names are theirs. */
static void add_reasons(value *const *values, size_t count, const json_t *operands) {
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    if (!values[i]) continue;
    const json_t *o = json_array_get(operands, at++);
    const char *name = json_string_value(json_object_get(o, "name"));
    if (name && !values[i]->reason && strcmp(name, values[i]->name) == 0)
      values[i]->reason = word(values[i]->graph, o, "reason");
  }
}

static void add_sources(node *n, const json_t *sources) {
  if (!json_is_array(sources)) return;
  n->source_count = 0;
  n->sources = NULL;
  for (size_t i = 0; i < json_array_size(sources); i++) {
    const char *name = json_string_value(json_array_get(sources, i));
    if (name) node_add_source(n, name);
  }
}

/* Nodes that stand next to each other and are said to be of one region. */
static region *region_of(node *n, const json_t *o, json_int_t *current, json_int_t ended) {
  const json_t *number = json_object_get(o, "region");
  const char *kind = json_string_value(json_object_get(o, "region_kind"));
  json_int_t id = json_integer_value(number);
  if (!json_is_integer(number) || !kind || id < 0 || id > ended) return NULL;
  if (id == *current && n->previous && n->previous->region) return n->previous->region;
  *current = id;
  region *r = graph_region(n->graph, kind);
  r->id = (uint32_t)id;
  return r;
}

static bool same_nodes(const graph *g, const json_t *nodes) {
  size_t i = 0;
  for (const node *n = g->first; n; n = n->next, i++) {
    const json_t *o = json_array_get(nodes, i);
    const char *name = json_string_value(json_object_get(o, "name"));
    const char *op = json_string_value(json_object_get(o, "op"));
    if (!name || !op || strcmp(name, n->name) != 0 || strcmp(op, n->op->name) != 0) return false;
  }
  return i == json_array_size(nodes);
}

/* Each region once: what comes back after it ended would be none. */
static bool regions_are_brackets(const graph *g, const json_t *nodes, size_t most) {
  bool *ended = NEW_ARRAY(g->arena, bool, most + 1), ok = true;
  json_int_t current = -1;
  for (size_t i = 0; i < json_array_size(nodes) && ok; i++) {
    const json_t *number = json_object_get(json_array_get(nodes, i), "region");
    json_int_t id = json_is_integer(number) ? json_integer_value(number) : -1;
    if (id == current) continue;
    if (current >= 0) ended[current] = true;
    ok = id < 0 || (id <= (json_int_t)most && !ended[id]);
    current = id;
  }
  return ok;
}

static void add_words(graph *g, const char *report) {
  json_t *document = json_read(report, strlen(report), 0, NULL);
  const json_t *nodes = json_object_get(document, "nodes");
  size_t count = json_array_size(nodes), i = 0;
  if (same_nodes(g, nodes)) {
    bool regions = regions_are_brackets(g, nodes, count);
    json_int_t current = -1;
    for (node *n = g->first; n; n = n->next, i++) {
      const json_t *o = json_array_get(nodes, i);
      add_sources(n, json_object_get(o, "sources"));
      add_reasons(n->in, n->in_count, json_object_get(o, "inputs"));
      add_reasons(n->out, n->out_count, json_object_get(o, "outputs"));
      const json_t *d = json_object_get(o, "decision");
      if (json_is_object(d)) n->decision = decision_from(g, d);
      if (regions) n->region = region_of(n, o, &current, (json_int_t)count);
    }
    if (regions) g->next_region_id = (uint32_t)count + 1;
    json_int_t opset =
        json_integer_value(json_object_get(json_object_get(document, "model"), "opset"));
    if (opset > 0 && opset < 1000) g->opset = (int)opset;
  }
  json_decref(document);
}

/* ---- The graph ------------------------------------------------------------ */

fp8c_status plan_graph(const plan *p, arena *a, graph **out, fp8c_error *err) {
  rebuilding r = {.p = p};
  for (uint32_t i = 0; i < p->variant_count && !r.v; i++)
    if (strcmp(p->variants[i].target, "cpu") == 0) r.v = &p->variants[i];
  if (!r.v)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the plan has no program for the CPU, which tells its operators; "
                "compile it with --target cpu besides");
  r.g = graph_new(a, p->model_name && *p->model_name ? p->model_name : "graph", 0);
  for (uint32_t i = 0; i < p->symbol_count; i++) graph_symbol(r.g, p->symbols[i]);
  if (r.g->symbol_count != p->symbol_count)
    return fail(err, FP8C_ERROR_FORMAT, "two of the plan's dimensions have one name");
  r.values = NEW_ARRAY(a, value *, (size_t)r.v->value_count + 1);
  for (uint32_t i = 0; i < p->input_count; i++) {
    tensor t = type_of(&r.v->values[r.v->inputs[i]]);
    r.values[r.v->inputs[i]] = graph_input(r.g, p->inputs[i].name, &t);
  }
  for (uint32_t i = 0; i < r.v->op_count; i++) add_node(&r, &r.v->ops[i]);
  for (uint32_t i = 0; i < p->output_count; i++)
    graph_output(r.g, p->outputs[i].name, read_value(&r, r.v->outputs[i]));
  if (p->report && *p->report) add_words(r.g, p->report);
  fp8c_status status = graph_verify(r.g, err);
  if (status != FP8C_OK) return fail_in(err, FP8C_ERROR_FORMAT, "the plan's program for the CPU");
  *out = r.g;
  return FP8C_OK;
}
