/* fold_control.c - an If whose condition is known is the branch it takes.
 *
 * Exporters ask at run time what a shape is; once shapes are followed, the answer is a
 * constant.  What a branch computes may decide the next, so shapes and constants are
 * followed again after every round.  Bodies that are left are graphs like any other: they get the
 * rewrites of the graph around them here, once. */
#include <string.h>

#include "passes/match.h"

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

static fp8c_status rewrite_body(graph *body, pass_context *c, fp8c_error *err) {
  graph_remove_dead(body);
  for (size_t i = 0; i < pipeline_optimise_count; i++) {
    const pass *p = pass_find(pipeline_optimise[i]);
    TRY(p->run(body, c, err));
    graph_remove_dead(body);
  }
  return FP8C_OK;
}

/* Every If of `g` whose condition is a constant; `taken` says how many. */
static fp8c_status take_branches(graph *g, pass_context *c, size_t *taken, fp8c_error *err) {
  *taken = 0;
  for (node *n = g->first, *next; n; n = next) {
    double truth;
    next = n->next;
    if (!node_is(n, OP_IF) || !value_scalar(n->in[0], &truth)) continue;
    arena_mark mark = arena_save(c->scratch);
    node *before = n->previous;
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
    TRY(take_branches(g, c, &taken, err));
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
