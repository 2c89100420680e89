/* verify.c - every promise of graph.h, checked after each pass.
 *
 * What fails here is a mistake of fp8c, not of its user: the sentence names the
 * node, and the pass manager adds the pass. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/random.h"
#include "base/size.h"
#include "ir/graph.h"
#include "ir/internal.h"

#define BROKEN(err_, ...) return fail(err_, FP8C_ERROR_INTERNAL, __VA_ARGS__)

typedef struct checker {
  const graph *g;
  const value **seen;  /* by value id: known at this point of program order */
  const value **named; /* by value id: the value that the name table has */
  uint32_t *uses;      /* by value id: inputs of nodes that are this value */
  uint64_t *users;     /* by value id: the sum of those nodes' numbers (number_of) */
  fp8c_error *err;
} checker;

static fp8c_status check_scale(const value *v, fp8c_error *err) {
  const tensor *t = &v->type;
  bool float8 = dtype_is_float(t->dtype) && fp8c_dtype_bits(t->dtype) == 8;
  if (t->scale.kind != SCALE_NONE && !float8)
    BROKEN(err, "value \"%s\" is %s and has a scale; only 8-bit floats have one", v->name,
           fp8c_dtype_name(t->dtype));
  if (t->scale.kind == SCALE_TENSOR && !(t->scale.value > 0 && isfinite(t->scale.value)))
    BROKEN(err, "value \"%s\" has the scale %g; expected a positive finite number", v->name,
           (double)t->scale.value);
  if (t->scale.kind != SCALE_AXIS) {
    if (v->scale_vector)
      BROKEN(err, "value \"%s\" has a scale vector but no scale along an axis", v->name);
    return FP8C_OK;
  }
  const value *s = v->scale_vector;
  if (t->rank < 0 || t->scale.axis < 0 || t->scale.axis >= t->rank)
    BROKEN(err, "value \"%s\" has scales along axis %d, which it does not have", v->name,
           t->scale.axis);
  if (!value_is_const(s) || s->type.dtype != FP8C_DTYPE_F32 || s->type.rank != 1 ||
      s->type.dims[0] != t->dims[t->scale.axis])
    BROKEN(err,
           "the scales of value \"%s\" are no f32 constant with one entry per index of axis %d",
           v->name, t->scale.axis);
  return FP8C_OK;
}

static fp8c_status check_type(const value *v, fp8c_error *err) {
  const tensor *t = &v->type;
  if (t->rank < RANK_UNKNOWN || t->rank > FP8C_MAX_RANK)
    BROKEN(err, "value \"%s\" has rank %d", v->name, t->rank);
  if (t->data || t->scale.scales) BROKEN(err, "the type of value \"%s\" holds data", v->name);
  for (int i = 0; i < t->rank; i++)
    if (t->dims[i] < 0 && t->dims[i] != DIM_UNKNOWN &&
        DIM_SYMBOL_INDEX(t->dims[i]) >= v->graph->symbol_count)
      BROKEN(err, "dimension %d of value \"%s\" is a symbol the graph does not have", i, v->name);
  TRY(check_scale(v, err));
  if (v->kind != VALUE_CONST) return FP8C_OK;
  int64_t elements;
  size_t bytes;
  if (!tensor_shape_known(t) || !shape_elements(t->dims, t->rank, &elements) ||
      !size_mul((size_t)elements, dtype_bytes(t->dtype), &bytes))
    BROKEN(err, "constant \"%s\" has no known shape", v->name);
  if (dtype_bytes(t->dtype) == 0 || v->blob.bytes != bytes)
    BROKEN(err, "constant \"%s\" has %llu bytes; its type has %zu", v->name,
           (unsigned long long)v->blob.bytes, bytes);
  if (bytes && !v->blob.memory && !v->blob.file && !v->blob.made)
    BROKEN(err, "constant \"%s\" has no data", v->name);
  return FP8C_OK;
}

/* Equal sums of them are equal nodes: who uses a value is compared without an order. */
static uint64_t number_of(const node *n) { return random_at((uint64_t)(uintptr_t)n); }

/* A value met for the first time: as an input, a constant or an output of a node. */
static fp8c_status enter(checker *c, const value *v) {
  if (v->id >= c->g->next_value_id)
    BROKEN(c->err, "value \"%s\" has an id the graph did not give", v->name);
  if (c->seen[v->id])
    BROKEN(c->err, "values \"%s\" and \"%s\" have the same id, or one is defined twice", v->name,
           c->seen[v->id]->name);
  if (!v->name || (c->named[v->id] != v && graph_find_value(c->g, v->name) != v))
    BROKEN(c->err, "the name \"%s\" is not that of one value", v->name ? v->name : "(none)");
  c->seen[v->id] = v;
  return check_type(v, c->err);
}

static fp8c_status check_constant(checker *c, const value *v) {
  if (v->graph != c->g || (v->id < c->g->next_value_id && c->seen[v->id] == v)) return FP8C_OK;
  TRY(enter(c, v));
  return v->scale_vector ? check_constant(c, v->scale_vector) : FP8C_OK;
}

/* A use of `v` by `n`, or by the output list (NULL): it must be defined by now. */
static fp8c_status check_use(checker *c, const value *v, const node *n) {
  if (v->graph == c->g && v->kind == VALUE_CONST) return check_constant(c, v);
  if (v->graph == c->g && v->id < c->g->next_value_id && c->seen[v->id] == v) return FP8C_OK;
  arena *a = c->g->scratch;
  const char *what = n ? arena_printf(a, "%s \"%s\"", n->op->name, n->name) : "the output list";
  if (v->graph != c->g)
    BROKEN(c->err,
           "%s uses value \"%s\" of another graph; what a body reads comes in through an input",
           what, v->name ? v->name : "?");
  BROKEN(c->err, "%s uses value \"%s\" before it is defined", what, v->name ? v->name : "?");
}

static fp8c_status check_attrs(const node *n, fp8c_error *err) {
  for (size_t i = 0; i < n->attrs.count; i++) {
    const attr *x = &n->attrs.items[i];
    if (i && strcmp(n->attrs.items[i - 1].name, x->name) >= 0)
      BROKEN(err, "%s \"%s\": attribute \"%s\" is out of order or twice there", n->op->name,
             n->name, x->name);
    const attr_spec *s = n->op->attrs;
    while (s->name && strcmp(s->name, x->name) != 0) s++;
    if (!s->name || s->kind != x->kind)
      BROKEN(err, "%s \"%s\": attribute \"%s\" is not one of the operator's, or of another kind",
             n->op->name, n->name, x->name);
  }
  return FP8C_OK;
}

static fp8c_status check_outputs(checker *c, const node *n) {
  arena *scratch = c->g->scratch;
  arena_mark mark = arena_save(scratch);
  tensor *types;
  fp8c_error inner = {0};
  if (node_rule(n, scratch, &types, &inner) != FP8C_OK) {
    arena_reset(scratch, mark);
    BROKEN(c->err, "%s \"%s\": %s", n->op->name, n->name, rule_sentence(n, inner.text));
  }
  for (size_t i = 0; i < n->out_count; i++) {
    const value *v = n->out[i];
    if (!v) continue;
    if (v->kind != VALUE_NODE || v->def != n || v->graph != c->g)
      BROKEN(c->err, "%s \"%s\": output %zu is not its own", n->op->name, n->name, i);
    if (v->type.dtype == FP8C_DTYPE_NONE || !types_agree(&v->type, &types[i])) {
      fail(c->err, FP8C_ERROR_INTERNAL, "%s \"%s\": output \"%s\" is %s; the shape rule gives %s",
           n->op->name, n->name, v->name, tensor_type_text(scratch, &v->type),
           tensor_type_text(scratch, &types[i]));
      arena_reset(scratch, mark);
      return FP8C_ERROR_INTERNAL;
    }
  }
  arena_reset(scratch, mark);
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i]) TRY(enter(c, n->out[i]));
  return FP8C_OK;
}

/* Bodies are graphs like any other. */
static fp8c_status check_bodies(const node *n, fp8c_error *err) {
  for (int i = 0; node_is_control(n) && i < 2; i++) {
    const graph *body = node_body(n, i);
    if (!body) continue;
    fp8c_status status = graph_verify(body, err);
    if (status != FP8C_OK)
      return fail_in(err, status, "%s \"%s\", %s", n->op->name, n->name, body->name);
  }
  return FP8C_OK;
}

static fp8c_status check_node(checker *c, const node *n) {
  if (n->graph != c->g || (n->next ? n->next->previous : c->g->last) != n)
    BROKEN(c->err, "node \"%s\" is not linked into its graph", n->name ? n->name : "?");
  if (!n->op || !n->name || n->id >= c->g->next_node_id)
    BROKEN(c->err, "node %u has no operator, name or id", n->id);
  const op_info *op = n->op;
  if (n->in_count < op->in_min || (op->in_max != VARIADIC && n->in_count > op->in_max) ||
      n->in_count > OP_MAX_INPUTS || n->out_count < op->out_min ||
      (op->out_max != VARIADIC && n->out_count > op->out_max))
    BROKEN(c->err, "%s \"%s\" has %zu inputs and %zu outputs, which the operator does not",
           op->name, n->name, n->in_count, n->out_count);
  for (size_t i = 0; i < n->in_count; i++) {
    if (!n->in[i]) continue;
    TRY(check_use(c, n->in[i], n));
    c->uses[n->in[i]->id]++;
    c->users[n->in[i]->id] += number_of(n);
  }
  TRY(check_attrs(n, c->err));
  TRY(check_bodies(n, c->err));
  return check_outputs(c, n);
}

static fp8c_status check_users(checker *c, const value *v) {
  if (v->user_count != c->uses[v->id])
    BROKEN(c->err, "value \"%s\" is used %u times but knows %zu users", v->name, c->uses[v->id],
           v->user_count);
  uint64_t sum = 0;
  for (size_t i = 0; i < v->user_count; i++) sum += number_of(v->users[i]);
  for (size_t i = 0; sum != c->users[v->id] && i < v->user_count; i++) {
    const node *n = v->users[i];
    size_t j = 0;
    while (j < n->in_count && n->in[j] != v) j++;
    if (j == n->in_count)
      BROKEN(c->err, "value \"%s\" counts node \"%s\" as a user, which it is not", v->name,
             n->name);
  }
  if (sum != c->users[v->id])
    BROKEN(c->err, "value \"%s\" counts some of its users twice and others not", v->name);
  return FP8C_OK;
}

static fp8c_status check_graph(checker *c) {
  const graph *g = c->g;
  for (size_t i = 0; i < g->input_count; i++) {
    if (g->inputs[i]->kind != VALUE_INPUT || g->inputs[i]->graph != g)
      BROKEN(c->err, "graph input %zu is not its own", i);
    TRY(enter(c, g->inputs[i]));
  }
  if (g->first && g->first->previous) BROKEN(c->err, "the first node has one before it");
  /* Regions are brackets: once one has ended it cannot go on. */
  uint8_t *closed = NEW_ARRAY(g->scratch, uint8_t, (size_t)g->next_region_id + 1);
  for (const node *n = g->first; n; n = n->next) {
    TRY(check_node(c, n));
    if (!n->region) continue;
    if (n->region->id >= g->next_region_id || closed[n->region->id])
      BROKEN(c->err, "node \"%s\" is in region %u, which ended before it", n->name, n->region->id);
    if (!n->next || n->next->region != n->region) closed[n->region->id] = 1;
  }
  uint32_t *outputs = NEW_ARRAY(g->scratch, uint32_t, (size_t)g->next_value_id + 1);
  for (size_t i = 0; i < g->output_count; i++) {
    const value *v = g->outputs[i];
    TRY(check_use(c, v, NULL));
    if (v->graph == g) outputs[v->id]++;
  }
  for (uint32_t id = 0; id < g->next_value_id; id++) {
    const value *v = c->seen[id];
    if (!v) continue;
    if (!g->parent && v->output_uses != outputs[id])
      BROKEN(c->err, "value \"%s\" is an output %u times but counts %u", v->name, outputs[id],
             v->output_uses);
    TRY(check_users(c, v));
  }
  return FP8C_OK;
}

fp8c_status graph_verify(const graph *g, fp8c_error *err) {
  arena_mark mark = arena_save(g->scratch);
  checker c = {.g = g, .err = err};
  c.seen = NEW_ARRAY(g->scratch, const value *, (size_t)g->next_value_id + 1);
  c.uses = NEW_ARRAY(g->scratch, uint32_t, (size_t)g->next_value_id + 1);
  c.users = NEW_ARRAY(g->scratch, uint64_t, (size_t)g->next_value_id + 1);
  c.named = NEW_ARRAY(g->scratch, const value *, (size_t)g->next_value_id + 1);
  graph_named(g, c.named);
  fp8c_status status = check_graph(&c);
  arena_reset(g->scratch, mark);
  return status;
}
