/* fold_control.c - an If whose condition is known is the branch it takes, a Loop that runs a known,
 * small number of times is its iterations.
 *
 * Exporters ask at run time what a shape is; once shapes are followed, the answer is a
 * constant.  What a branch computes may decide the next, so shapes and constants are
 * followed again after every round.  Bodies that are left are graphs like any other: they get the
 * rewrites of the graph around them here, once. */
#include <string.h>

#include "ops/ids/control.h"
#include "ops/ids/moves.h"
#include "passes/match.h"

/* Of a Loop that becomes its iterations: their number, and of all such Loops that of their nodes:
 * a small file may hold thousands. */
#define ITERATIONS_MAX 256
#define UNROLLED_NODES_MAX 4096

/* The body's value, in the graph around it. */
static value *moved(graph *g, value **map, const value *v) {
  if (map[v->id] || !value_is_const(v)) return map[v->id];
  value *c = graph_const(g, v->name, &v->type, v->blob);
  c->seed = v->seed;
  if (v->scale_vector) c->scale_vector = moved(g, map, v->scale_vector);
  return map[v->id] = c;
}

static fp8c_status move_node(node *before, const node *n, value **map, fp8c_error *err) {
  graph *g = before->graph;
  value **in = NEW_ARRAY(g->arena, value *, n->in_count);
  for (size_t i = 0; i < n->in_count; i++) in[i] = n->in[i] ? moved(g, map, n->in[i]) : NULL;
  node *m = graph_node(g, before, n->op, n->name, in, n->in_count, n->out_count);
  for (size_t i = 0; i < n->attrs.count; i++) node_set_attr(m, n->attrs.items[i]);
  m->sources = NULL;
  m->source_count = 0;
  for (size_t i = 0; i < n->source_count; i++) node_add_source(m, n->sources[i]);
  for (int i = 0; i < 2; i++)
    if (node_body(m, i)) node_body(m, i)->parent = g;
  for (size_t i = 0; i < n->out_count; i++) {
    if (!n->out[i]) m->out[i] = NULL;
    if (!n->out[i]) continue;
    map[n->out[i]->id] = m->out[i];
    value_rename(m->out[i], n->out[i]->name);
  }
  return node_infer(m, err);
}

static fp8c_status take_branch(node *n, bool truth, arena *scratch, fp8c_error *err) {
  const graph *body = node_body(n, truth ? 0 : 1);
  value **map = NEW_ARRAY(scratch, value *, (size_t)body->next_value_id + 1);
  for (size_t i = 0; i < body->input_count; i++) map[body->inputs[i]->id] = n->in[1 + i];
  for (const node *m = body->first; m; m = m->next) TRY(move_node(n, m, map, err));
  for (size_t i = 0; i < n->out_count; i++) {
    if (!n->out[i]) continue;
    value *v = moved(n->graph, map, body->outputs[i]);
    bool named = v->kind == VALUE_NODE && v->def->previous && !value_is_output(v);
    value_replace(n->out[i], v);
    if (named) value_swap_names(n->out[i], v);
  }
  node_remove(n);
  return FP8C_OK;
}

/* ---- Loops that run a known number of times ---------------------------------------------- */

enum { TRIP_COUNT, CONDITION, STATES };

static value *behind_identities(value *v) {
  while (v->kind == VALUE_NODE && node_is(v->def, OP_IDENTITY)) v = v->def->in[0];
  return v;
}

/* Whether the body goes on whenever it was asked to go on. */
static bool goes_on(const graph *body) {
  value *v = behind_identities(body->outputs[0]);
  double x;
  return v == body->inputs[CONDITION] || (value_scalar(v, &x) && x != 0);
}

/* What Loops became so far. */
typedef struct unrolled_nodes {
  size_t count;
} unrolled_nodes;

/* How often a Loop runs, where it is to be its iterations; 0: it stays. */
static int64_t iterations_of(const node *n, pass_context *c) {
  double count, go;
  if (!node_is(n, OP_LOOP) || !n->in[TRIP_COUNT] || !value_scalar(n->in[TRIP_COUNT], &count))
    return 0;
  if (n->in[CONDITION] && (!value_scalar(n->in[CONDITION], &go) || go == 0)) return 0;
  const graph *body = node_body(n, 0);
  if (!(count >= 1 && count <= ITERATIONS_MAX) || !goes_on(body)) return 0;
  size_t nodes = 1;
  for (const node *m = body->first; m; m = m->next, nodes++)
    if (node_is_control(m)) return 0; /* its bodies would be of several nodes */
  if (nodes > UNROLLED_NODES_MAX) return 0;
  nodes *= (size_t)count;
  size_t *unrolled = &PASS_STATE(c, unrolled_nodes)->count;
  if (nodes + *unrolled > UNROLLED_NODES_MAX) return 0;
  *unrolled += nodes;
  return (int64_t)count;
}

static fp8c_status insert_before(node *n, op_id op, value *const *in, size_t count, value **out,
                                 fp8c_error *err) {
  node *m = graph_node(n->graph, n, op_get(op), n->name, in, count, 1);
  if (op == OP_CONCAT) node_set_int(m, "axis", 0);
  *out = m->out[0];
  return node_infer(m, err);
}

/* What each iteration gave, along a new first axis. */
static fp8c_status stack_slices(node *n, value **slices, size_t count, value **out,
                                fp8c_error *err) {
  value *axis = graph_const_i64s(n->graph, "first", (int64_t[]){0}, 1);
  for (size_t i = 0; i < count; i++)
    TRY(insert_before(n, OP_UNSQUEEZE, (value *[]){slices[i], axis}, 2, &slices[i], err));
  if (count > 1) return insert_before(n, OP_CONCAT, slices, count, out, err);
  *out = slices[0];
  return FP8C_OK;
}

static fp8c_status unroll(node *n, int64_t count, arena *scratch, fp8c_error *err) {
  graph *g = n->graph;
  const graph *body = node_body(n, 0);
  size_t captured = (size_t)node_int(n, "captures");
  size_t states = n->in_count - STATES - captured, outputs = body->output_count - 1;
  value **map = NEW_ARRAY(scratch, value *, (size_t)body->next_value_id + 1);
  value **results = NEW_ARRAY(scratch, value *, outputs + 1);
  value **slices = NEW_ARRAY(scratch, value *, (outputs - states) * (size_t)count + 1);
  tensor number = {.dtype = FP8C_DTYPE_I64}, flag = {.dtype = FP8C_DTYPE_BOOL};
  uint8_t yes = 1;
  map[body->inputs[CONDITION]->id] = graph_const_copy(g, "goes_on", &flag, &yes);
  for (size_t i = STATES; i < body->input_count; i++) map[body->inputs[i]->id] = n->in[i];
  for (int64_t k = 0; k < count; k++) {
    map[body->inputs[TRIP_COUNT]->id] = graph_const_copy(g, "iteration", &number, &k);
    for (const node *m = body->first; m; m = m->next) TRY(move_node(n, m, map, err));
    for (size_t i = 0; i < outputs; i++) results[i] = moved(g, map, body->outputs[1 + i]);
    for (size_t i = 0; i < states; i++) map[body->inputs[STATES + i]->id] = results[i];
    for (size_t i = states; i < outputs; i++)
      slices[(i - states) * (size_t)count + (size_t)k] = results[i];
  }
  for (size_t i = 0; i < n->out_count; i++) {
    if (!n->out[i]) continue;
    value *v = results[i];
    if (i >= states)
      TRY(stack_slices(n, slices + (i - states) * (size_t)count, (size_t)count, &v, err));
    bool named = v->kind == VALUE_NODE && !value_is_output(v);
    value_replace(n->out[i], v);
    if (named) value_swap_names(n->out[i], v);
  }
  node_remove(n);
  return FP8C_OK;
}

/* ---- All of a graph ------------------------------------------------------------------- */

static fp8c_status rewrite_body(graph *body, pass_context *c, fp8c_error *err) {
  graph_remove_dead(body);
  for (size_t i = 0; i < pipeline_optimise_count; i++) {
    const pass *p = pass_find(pipeline_optimise[i]);
    TRY(p->run(body, c, err));
    graph_remove_dead(body);
  }
  return FP8C_OK;
}

/* Every If of `g` whose condition is a constant, every Loop whose trip count is; `taken` says how
 * many. */
static fp8c_status take_known(graph *g, pass_context *c, size_t *taken, fp8c_error *err) {
  *taken = 0;
  for (node *n = g->first, *next; n; n = next) {
    double truth;
    next = n->next;
    int64_t iterations = iterations_of(n, c);
    if (!iterations && (!node_is(n, OP_IF) || !value_scalar(n->in[0], &truth))) continue;
    arena_mark mark = arena_save(c->scratch);
    node *before = n->previous;
    if (iterations)
      TRY(unroll(n, iterations, c->scratch, err));
    else
      TRY(take_branch(n, truth != 0, c->scratch, err));
    arena_reset(c->scratch, mark);
    next = before ? before->next : g->first; /* its nodes may hold more of them */
    c->changes++;
    ++*taken;
  }
  return FP8C_OK;
}

/* A branch that was taken gives shapes, which decide the next If. */
static fp8c_status decide_all(graph *g, pass_context *c, fp8c_error *err) {
  for (size_t taken;;) {
    TRY(take_known(g, c, &taken, err));
    if (!taken) return FP8C_OK;
    graph_remove_dead(g);
    TRY(pass_fold_constants(g, c, err));
    TRY(pass_resolve_shapes(g, c, err));
    TRY(pass_fold_constants(g, c, err));
  }
}

/* A GPU variant, its sizes bound, comes here again. */
static bool remarked(const pass_context *c, const node *n) {
  for (size_t i = 0; i < c->note_count; i++)
    if (strcmp(c->notes[i].pass, "fold-control") == 0 && c->notes[i].node &&
        strcmp(c->notes[i].node, n->name) == 0)
      return true;
  return false;
}

fp8c_status pass_fold_control(graph *g, pass_context *c, fp8c_error *err) {
  TRY(decide_all(g, c, err));
  for (node *n = g->first; n; n = n->next) {
    if (!node_is_control(n)) continue;
    arena_mark mark = arena_save(c->scratch);
    fp8c_status status = FP8C_OK;
    for (int i = 0; i < 2 && status == FP8C_OK; i++)
      if (node_body(n, i)) status = rewrite_body(node_body(n, i), c, err);
    if (status == FP8C_OK) status = node_infer(n, err);
    if (status == FP8C_OK && !remarked(c, n))
      pass_remark(
          c, "fold-control", n,
          "its bodies compute in the model's own types; formats are decided outside of them");
    arena_reset(c->scratch, mark);
    TRY(status);
  }
  return FP8C_OK;
}
