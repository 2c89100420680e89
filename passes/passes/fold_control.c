/* fold_control.c - an If whose condition is known is the branch it takes, a Loop that runs a known,
 * small number of times is its iterations.
 *
 * Exporters ask at run time what a shape is; once shapes are followed, the answer is a
 * constant.  An If between two tables that are read by rows becomes one table.  What a branch
 * computes may decide the next, so shapes and constants are followed again after every round.
 * Bodies that are left are graphs like any other: they get the rewrites of the graph around them
 * here, once. */
#include <string.h>

#include "ops/dtype.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/control.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/select.h"
#include "ops/ids/types.h"
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
  if (value_def_of(v, OP_CAST)) v = behind_identities(v->def->in[0]);
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

/* ---- An If that chooses between tables ----------------------------------------------------- */

enum { ROTARY_COSINES = 1, ROTARY_SINES = 2, ROTARY_POSITIONS = 3 };

/* Which input of `user` says what rows of its input `i` are read; 0: it reads more than rows. */
static size_t index_of_rows(const node *user, size_t i) {
  if (node_is(user, OP_GATHER))
    return i == 0 && node_axis(user, user->in[0]->type.rank) == 0 &&
                   user->in[1]->type.rank != RANK_UNKNOWN
               ? 1
               : 0;
  bool table = (i == ROTARY_COSINES || i == ROTARY_SINES) &&
               user->in[ROTARY_COSINES]->def == user->in[ROTARY_SINES]->def; /* by one If */
  return node_is(user, OP_ROTARY_EMBEDDING) && table && node_input(user, ROTARY_POSITIONS)
             ? ROTARY_POSITIONS
             : 0;
}

static bool read_by_rows(const value *v) {
  if (v->output_uses) return false;
  for (size_t u = 0; u < v->user_count; u++)
    for (size_t i = 0; i < v->users[u]->in_count; i++)
      if (v->users[u]->in[i] == v && !index_of_rows(v->users[u], i)) return false;
  return true;
}

/* Rows of the tables that `n` gives when its condition holds: as many of each; 0: they are no
 * tables, or not read by rows. */
static int64_t rows_of_tables(const node *n) {
  const graph *yes = node_body(n, 0), *no = node_body(n, 1);
  int64_t rows = 0;
  for (size_t k = 0; k < n->out_count; k++) {
    if (!n->out[k]) continue;
    const value *a = behind_identities(yes->outputs[k]), *b = behind_identities(no->outputs[k]);
    bool same = value_is_const(a) && value_is_const(b) && a->type.rank > 0 &&
                a->type.rank == b->type.rank && a->type.dtype == b->type.dtype &&
                !a->scale_vector && !b->scale_vector && read_by_rows(n->out[k]);
    for (int d = 1; same && d < a->type.rank; d++) same = a->type.dims[d] == b->type.dims[d];
    if (!same || (rows && a->type.dims[0] != rows)) return 0;
    rows = a->type.dims[0];
  }
  return rows;
}

static fp8c_status in_front(node *user, op_id op, value *const *in, size_t count, value **out,
                            fp8c_error *err) {
  node *n = graph_node(user->graph, user, op_get(op), NULL, in, count, 1);
  *out = n->out[0];
  return node_infer(n, err);
}

/* A number for each If in the type, and among the dimensions, of what it is added to. */
static fp8c_status like_rows(node *user, const value *at, value *number, value **out,
                             fp8c_error *err) {
  *out = number;
  if (at->type.rank == 0 && number->type.rank != 0)
    TRY(in_front(user, OP_SQUEEZE, &number, 1, out, err));
  if (at->type.dtype == number->type.dtype) return FP8C_OK;
  node *cast = graph_node(user->graph, user, op_get(OP_CAST), NULL, out, 1, 1);
  node_set_int(cast, "to", dtype_to_onnx(at->type.dtype));
  *out = cast->out[0];
  return node_infer(cast, err);
}

/* `by` more, for what says the rows.  A Gather counts what is negative from the end of its table,
 * of `own` rows, which is not the end of both. */
static fp8c_status move_rows(node *user, size_t i, value *by, value *own, fp8c_error *err) {
  value *at = user->in[i], *moved, *more;
  TRY(like_rows(user, at, by, &more, err));
  TRY(in_front(user, OP_ADD, (value *[]){at, more}, 2, &moved, err));
  if (node_is(user, OP_GATHER)) {
    value *zero, *rows, *below, *back;
    TRY(like_rows(user, at, graph_const_i64s(user->graph, "first_row", (int64_t[]){0}, 1), &zero,
                  err));
    TRY(like_rows(user, at, own, &rows, err));
    TRY(in_front(user, OP_LESS, (value *[]){at, zero}, 2, &below, err));
    TRY(in_front(user, OP_WHERE, (value *[]){below, rows, zero}, 3, &back, err));
    TRY(in_front(user, OP_ADD, (value *[]){moved, back}, 2, &moved, err));
  }
  moved->type = at->type;
  node_set_input(user, i, moved);
  return FP8C_OK;
}

/* Two tables of which a condition chooses one (rotary positions of long texts) are one table with
 * the second's rows behind the first's, and the condition moves what is read of it. */
static fp8c_status join_tables(node *n, int64_t rows, arena *scratch, fp8c_error *err) {
  graph *g = n->graph;
  value *choice[] = {n->in[0], graph_const_i64s(g, "first_table", (int64_t[]){0}, 1),
                     graph_const_i64s(g, "second_table", &rows, 1)},
        *by;
  TRY(insert_before(n, OP_WHERE, choice, 3, &by, err));
  node **users = NULL;
  size_t user_count = 0;
  for (size_t k = 0; k < n->out_count; k++) {
    value *out = n->out[k], *joined;
    value *tables[2];
    if (!out) continue;
    for (int i = 0; i < 2; i++) {
      value *t = behind_identities(node_body(n, i)->outputs[k]);
      tables[i] = graph_const(g, t->name, &t->type, t->blob);
      tables[i]->seed = t->seed;
    }
    TRY(insert_before(n, OP_CONCAT, tables, 2, &joined, err));
    value *own, *counts[] = {n->in[0], choice[2],
                             graph_const_i64s(g, "other_rows", &tables[1]->type.dims[0], 1)};
    TRY(insert_before(n, OP_WHERE, counts, 3, &own, err));
    while (out->user_count) {
      node *user = out->users[0];
      size_t i = 0, u = 0;
      while (user->in[i] != out) i++;
      size_t at = index_of_rows(user, i);
      while (u < user_count && users[u] != user) u++;
      if (u == user_count) { /* its other table is moved along */
        ARENA_PUSH(scratch, users, user_count, user);
        TRY(move_rows(user, at, by, own, err));
      }
      node_set_input(user, i, joined);
    }
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
    bool known = node_is(n, OP_IF) && value_scalar(n->in[0], &truth);
    int64_t rows = node_is(n, OP_IF) && !known ? rows_of_tables(n) : 0;
    if (!iterations && !known && !rows) continue;
    arena_mark mark = arena_save(c->scratch);
    node *before = n->previous;
    if (rows)
      TRY(join_tables(n, rows, c->scratch, err));
    else if (iterations)
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
