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
#include "ops/ids/algebra.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/sequences.h"
#include "ops/ids/signals.h"
#include "ops/ids/types.h"

/* ---- Names ------------------------------------------------------------- */

/* Ports keep their names; a value that is called as another's port gets another. */
static fp8c_status take_names(exporter *e, fp8c_error *err) {
  const graph *g = e->g;
  for (size_t i = 0; i < g->input_count; i++) {
    e->name[g->inputs[i]->id] = g->inputs[i]->name;
    map_add(&e->taken, g->inputs[i]->name, NULL);
  }
  for (size_t i = 0; i < g->output_count; i++) {
    const char *port = g->output_names[i];
    value *v = g->outputs[i];
    bool own = v->kind == VALUE_NODE && strcmp(port, v->name) == 0;
    if (own) e->name[v->id] = v->name;
    if (!map_add(&e->taken, port, NULL))
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "two ports are called \"%s\"; ONNX gives every port a name of its own", port);
  }
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
    if (wide && export_is_narrow(t) && !reads_stored(n, i)) {
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
      if (composite && export_is_narrow(&natural[i])) gives = FP8C_DTYPE_F32;
      if (node_is(n, OP_QUANTIZE)) gives = t->dtype;
      bool scaled = t->scale.kind != SCALE_NONE && !node_is(n, OP_QUANTIZE);
      bool narrow = export_is_narrow(t), direct = gives == t->dtype && !scaled;
      if (!direct && !(narrow && gives == FP8C_DTYPE_F32))
        return fail(err, FP8C_ERROR_UNSUPPORTED,
                    "%s \"%s\" gives %s where ONNX's operator gives %s; there is no way to say so",
                    n->op->name, n->name, fp8c_dtype_name(t->dtype), fp8c_dtype_name(gives));
      o->exact[i] = !direct && !follows(n, v);
      o->direct[i] = direct ? export_name(e, v)
                            : export_fresh(e, arena_printf(e->arena, "%s.%s", export_name(e, v),
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
  const char *in[] = {export_fence(e, x, PART_STEP), scales, export_zero_point(e, v)};
  export_scale_axis(e, export_emit(e, "QuantizeLinear", in, 3, o->direct, 1), v);
  return FP8C_OK;
}

/* The first opset whose operators take the type. */
static int opset_of_type(const value *v) {
  if (!v) return EXPORT_OPSET;
  return v->type.dtype == FP8C_DTYPE_E8M0   ? 24
         : v->type.dtype == FP8C_DTYPE_E2M1 ? 23
                                            : EXPORT_OPSET;
}

/* The first opset with the operator in the row's form and its types, where EXPORT_OPSET is too old.
 */
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
  for (size_t i = 0; i < n->in_count + n->out_count; i++) {
    int opset = opset_of_type(i < n->in_count ? n->in[i] : n->out[i - n->in_count]);
    if (opset > least) least = opset;
  }
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
  if (node_is(n, OP_QUANTIZE_LINEAR) && dtype_is_fp8(n->out[0]->type.dtype) &&
      n->in[0]->type.dtype != FP8C_DTYPE_BF16) /* ONNX Runtime has no Max of BF16 */
    in[0] = export_fence(e, in[0], PART_WIDE);
  Onnx__NodeProto *p = export_emit(e, n->op->name, in, n->in_count, o->direct, n->out_count);
  for (size_t i = 0; i < n->attrs.count; i++)
    if (strcmp(n->attrs.items[i].name, "accuracy_level") != 0) /* of MatMulNBits, not ONNX's */
      export_attr(e, p, &n->attrs.items[i]);
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
  map_entry *known = map_find(&e->nodes_named, n->name);
  export_meta(e, p, META_OP, n->op->name);
  if (known->item == n)
    p->name = export_string(n->name);
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
    if (o.exact[i]) TRY(export_round(e, v, o.direct[i], PART_ROUND, err));
  }
  return FP8C_OK;
}

/* ---- The graph --------------------------------------------------------- */

/* Finds weights that only Linears read: they are stored transposed, as MatMul wants them. */
static void find_transposed(exporter *e) {
  for (const node *n = e->g->first; n; n = n->next) {
    if (!node_is(n, OP_LINEAR) || !value_is_const(n->in[1]) || n->in[1]->output_uses) continue;
    const value *w = n->in[1];
    bool all = w->type.rank == 2;
    for (size_t i = 0; i < w->user_count; i++) {
      const node *u = w->users[i];
      all = all && node_is(u, OP_LINEAR) && u->in[0] != w && (u->in_count < 3 || u->in[2] != w);
    }
    e->transposed[w->id] = all;
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
    if (strcmp(stored, port) != 0) export_convert(e, "Identity", &stored, 1, port, PART_PORT);
    out->output[i] = export_value_info(e, port, v->type.dtype, &v->type);
  }
  return FP8C_OK;
}

static bool lacks_onnx_type(const value *v) {
  return v->type.dtype != FP8C_DTYPE_NONE && !dtype_to_onnx(v->type.dtype);
}

/* What ONNX has no words for, or none of ours yet; NULL: it is exported. */
static const char *why_not(const node *n) {
  op_id op = op_of(n->op);
  if (node_is_control(n) || (op >= OP_SEQUENCE_CONSTRUCT && op <= OP_OPTIONAL_HAS_ELEMENT))
    return "control flow and sequences are not exported";
  if (op == OP_BAG_REDUCE) return "bags of rows, as embeddings have them, are not exported";
  if (op == OP_SQUARES || (node_attr(n, "channels_last") && node_int(n, "channels_last")))
    return "images whose channels lie last are a GPU variant's, and not exported";
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] && lacks_onnx_type(n->in[i])) return "it reads a format that ONNX has no type for";
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i] && lacks_onnx_type(n->out[i]))
      return "it gives a format that ONNX has no type for";
  return NULL;
}

fp8c_status export_graph(arena *a, const graph *g, exporter *e, Onnx__GraphProto **out,
                         fp8c_error *err) {
  for (const node *n = g->first; n; n = n->next)
    if (why_not(n))
      return fail(err, FP8C_ERROR_UNSUPPORTED, "%s \"%s\": %s", n->op->name, n->name, why_not(n));
  *e = (exporter){.arena = a, .g = g, .opset = EXPORT_OPSET};
  map_init(&e->taken, a);
  map_init(&e->own, a);
  size_t ids = (size_t)g->next_value_id + 1;
  e->name = NEW_ARRAY(a, const char *, ids);
  e->stored = NEW_ARRAY(a, const char *, ids);
  e->wide = NEW_ARRAY(a, const char *, ids);
  e->scale = NEW_ARRAY(a, const char *, ids);
  e->transposed = NEW_ARRAY(a, bool, ids);
  map_init(&e->nodes_named, a);
  TRY(take_names(e, err));
  for (node *n = g->first; n; n = n->next) map_add(&e->nodes_named, n->name, n); /* the first */
  find_transposed(e);
  Onnx__GraphProto *p = *out = NEW(a, Onnx__GraphProto);
  onnx__graph_proto__init(p);
  p->name = export_string(g->name);
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
  p->domain = export_string("");
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
  m.producer_name = export_string("fp8c");
  m.producer_version = export_string(fp8c_version());
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
