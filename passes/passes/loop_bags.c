/* loop_bags.c - a Loop over ranges of rows, each of which it adds up, is one BagReduce.
 *
 * torch's EmbeddingBag is exported as a Loop over bags.  An iteration takes a Slice of the indices,
 * from one offset to the next, gathers rows of a table by them and reduces these to one:
 *
 *     for b: y[b] = Reduce(f(x[starts[b]:ends[b]]))    becomes    BagReduce(f(x), starts, ends)
 *
 * where f computes each row by itself.  One exporter counts iterations and stacks results; the
 * other has no trip count, but a condition that compares a counter of its own with the number of
 * bags, gives a bag of no row zeros by an If, and puts results into a sequence that is joined
 * behind the Loop. */
#include <string.h>

#include "ops/dtype.h"
#include "ops/ids/binary.h"
#include "ops/ids/control.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/reductions.h"
#include "ops/ids/sequences.h"
#include "ops/ids/types.h"
#include "passes/match.h"

#define COUNT_MAX 0x1p31 /* iterations: no list of bags is longer */

enum { TRIP_COUNT, CONDITION, STATES };

/* An input of the body, or of a branch in it, and what it stands for. */
typedef struct alias {
  const value *inside;
  value *stands_for;
  bool outside; /* ... of the graph around the Loop */
} alias;

typedef struct bags {
  node *loop;
  const graph *body;
  alias *aliases;
  size_t alias_count;
  int64_t count;      /* of iterations */
  value *counter;     /* the body's */
  value *start, *end; /* of a bag's rows, in the body */
  fp8c_error *err;
  fp8c_status status;
} bags;

/* Returns the value that v stands for through the inputs of bodies: one of the body, or one around
 * the Loop (*outside). */
static value *seen(const bags *b, value *v, bool *outside) {
  *outside = false;
  for (size_t i = 0; i < b->alias_count; i++)
    if (b->aliases[i].inside == v) {
      if (b->aliases[i].outside) {
        *outside = true;
        return b->aliases[i].stands_for;
      }
      v = b->aliases[i].stands_for;
      i = (size_t)-1; /* what it stands for may stand for more */
    }
  return v;
}

static value *inside(const bags *b, value *v) {
  bool outside;
  return seen(b, v, &outside);
}

/* The value around the Loop that v is in every iteration; NULL: it is none. */
static value *constant_over(const bags *b, value *v) {
  bool outside;
  v = seen(b, v, &outside);
  if (outside) return v;
  if (!value_is_const(v) || v->scale_vector) return NULL;
  value *c = graph_const(b->loop->graph, v->name, &v->type, v->blob);
  c->seed = v->seed;
  return c;
}

static bool known_number(const bags *b, value *v, double *x) {
  v = inside(b, v);
  if (value_def_of(v, OP_CAST_LIKE)) v = inside(b, v->def->in[0]);
  return value_scalar(v, x);
}

/* v is the iteration's number and *more. */
static bool counted(const bags *b, value *v, int64_t *more) {
  *more = 0;
  while ((v = inside(b, v)) != b->counter) {
    const node *n = v->kind == VALUE_NODE ? v->def : NULL;
    double x;
    if (!n || n->in_count < 1) return false;
    if (node_is(n, OP_ADD) && known_number(b, n->in[1], &x) && x >= 0 && x <= 2)
      *more += (int64_t)x;
    else if (!node_is(n, OP_RESHAPE) && !node_is(n, OP_UNSQUEEZE) && !node_is(n, OP_IDENTITY))
      return false;
    v = n->in[0];
  }
  return true;
}

static value *made(bags *b, const node *like, value *const *in, size_t count) {
  node *n = graph_node(b->loop->graph, b->loop, like->op, like->name, in, count, 1);
  for (size_t i = 0; i < like->attrs.count; i++) node_set_attr(n, like->attrs.items[i]);
  node_add_sources(n, b->loop);
  if (b->status == FP8C_OK) b->status = node_infer(n, b->err);
  return n->out[0];
}

static const node *made_by(const bags *b, value *v) {
  v = inside(b, v);
  return v->kind == VALUE_NODE ? v->def : NULL;
}

/* Returns the list in which every iteration finds its own v, one number at the place that its
 * counter says; NULL: there is no such list. */
static value *of_all_iterations(bags *b, value *v) {
  const node *n = made_by(b, v);
  int64_t first, last;
  while (n && (node_is(n, OP_UNSQUEEZE) || node_is(n, OP_RESHAPE) || node_is(n, OP_IDENTITY)))
    n = made_by(b, n->in[0]);
  if (!n || (!node_is(n, OP_GATHER) && !node_is(n, OP_SLICE)) || !counted(b, n->in[1], &first))
    return NULL;
  if (node_is(n, OP_SLICE) &&
      (n->in_count > 3 || !counted(b, n->in[2], &last) || last != first + 1))
    return NULL;
  value *list = constant_over(b, n->in[0]);
  if (!list || list->type.rank != 1 || list->type.dtype != FP8C_DTYPE_I64 ||
      list->type.dims[0] < first + b->count)
    return NULL;
  if (first == 0 && list->type.dims[0] == b->count) return list;
  graph *g = b->loop->graph;
  int64_t end = first + b->count;
  value *in[] = {list, graph_const_i64s(g, "first_bag", &first, 1),
                 graph_const_i64s(g, "last_bag", &end, 1)};
  node *slice = graph_node(g, b->loop, op_get(OP_SLICE), b->loop->name, in, 3, 1);
  if (b->status == FP8C_OK) b->status = node_infer(slice, b->err);
  return slice->out[0];
}

/* n takes the rows from the bag's start to its end. */
static bool takes_bag(const bags *b, const node *n) {
  double axis = 0, step = 1;
  return inside(b, n->in[1]) == b->start && inside(b, n->in[2]) == b->end &&
         (!node_input(n, 3) || (known_number(b, n->in[3], &axis) && axis == 0)) &&
         (!node_input(n, 4) || (known_number(b, n->in[4], &step) && step == 1));
}

/* The value around the Loop whose rows from a bag's start to its end v is; NULL: it is no such
 * thing. */
static value *all_rows(bags *b, value *v) {
  const node *n = made_by(b, v);
  value *in[2];
  double axis;
  if (!n || n->in_count < 1 || n->out_count != 1) return NULL;
  if (node_is(n, OP_SLICE)) return takes_bag(b, n) ? constant_over(b, n->in[0]) : NULL;
  if (node_is(n, OP_GATHER)) {
    in[0] = constant_over(b, n->in[0]);
    in[1] = all_rows(b, n->in[1]);
    bool rows = in[0] && in[1] && in[0]->type.rank > 0 && in[1]->type.rank == 1 &&
                node_axis(n, in[0]->type.rank) == 0;
    return rows ? made(b, n, in, 2) : NULL;
  }
  if (node_is(n, OP_UNSQUEEZE)) {
    in[0] = all_rows(b, n->in[0]);
    in[1] = constant_over(b, n->in[1]);
    return in[0] && in[1] && value_scalar(in[1], &axis) && axis >= 1 ? made(b, n, in, 2) : NULL;
  }
  if (!node_is(n, OP_MUL) && !node_is(n, OP_IDENTITY) && !node_is(n, OP_CAST)) return NULL;
  for (size_t i = 0; i < n->in_count; i++) {
    in[i] = all_rows(b, n->in[i]);
    if (!in[i] || in[i]->type.rank < 1 || in[i]->type.rank != in[0]->type.rank) return NULL;
  }
  return made(b, n, in, n->in_count);
}

/* The reduction over the first axis that n is, as BagReduce calls it. */
static const char *reduction_of(const node *n, bool keeps) {
  const char *how = node_is(n, OP_REDUCE_SUM)    ? "sum"
                    : node_is(n, OP_REDUCE_MEAN) ? "mean"
                    : node_is(n, OP_REDUCE_MAX)  ? "max"
                                                 : NULL;
  bool reduced[FP8C_MAX_RANK];
  if (!how || !node_reduction(n, reduced) || (node_int(n, "keepdims") != 0) != keeps) return NULL;
  for (int i = 0; i < n->in[0]->type.rank; i++)
    if (reduced[i] != (i == 0)) return NULL;
  return how;
}

/* Start and end of what `row` reduces. */
static bool begin(bags *b, const node *row) {
  const node *n = row->in_count ? made_by(b, row->in[0]) : NULL;
  while (n && !node_is(n, OP_SLICE)) {
    size_t i = node_is(n, OP_GATHER) ? 1 : 0;
    n = n->in_count > i && n->in[i] ? made_by(b, n->in[i]) : NULL;
  }
  if (!n) return false;
  b->start = inside(b, n->in[1]);
  b->end = inside(b, n->in[2]);
  return true;
}

/* All bags, of which `row` is one; with `blank` those of no row are zeros. */
static value *all_bags(bags *b, const node *row, bool blank) {
  const char *how = reduction_of(row, blank);
  value *in[3] = {how ? all_rows(b, row->in[0]) : NULL};
  if (!in[0] || !dtype_is_float(in[0]->type.dtype)) return NULL;
  if (!(in[1] = of_all_iterations(b, b->start)) || !(in[2] = of_all_iterations(b, b->end)))
    return NULL;
  node *n = graph_node(b->loop->graph, b->loop, op_get(OP_BAG_REDUCE), b->loop->name, in, 3, 1);
  node_set_string(n, "reduction", how);
  if (blank) node_set_int(n, "blank", 1);
  node_add_sources(n, b->loop);
  if (b->status == FP8C_OK) b->status = node_infer(n, b->err);
  return n->out[0];
}

/* v, or where it is none, is a number other than 0. */
static bool always(const bags *b, value *v) {
  double x;
  const node *n = v ? made_by(b, v) : NULL;
  if (n && (node_is(n, OP_IDENTITY) || (node_is(n, OP_CAST) && v->type.dtype == FP8C_DTYPE_BOOL)))
    v = n->in[0];
  return !v || (known_number(b, v, &x) && x != 0);
}

/* ---- The Loop that counts ------------------------------------------------------------------ */

static value *of_counted(bags *b) {
  const node *n = b->loop;
  const graph *body = b->body;
  double count;
  if (n->out_count != 1 || !n->out[0] || body->output_count != 2 || !n->in[TRIP_COUNT] ||
      !value_scalar(n->in[TRIP_COUNT], &count) || count < 1 || count > COUNT_MAX ||
      !always(b, n->in[CONDITION]) ||
      (body->outputs[0] != body->inputs[CONDITION] && !always(b, body->outputs[0])))
    return NULL;
  const node *row = made_by(b, body->outputs[1]);
  b->count = (int64_t)count;
  b->counter = body->inputs[TRIP_COUNT];
  return row && begin(b, row) ? all_bags(b, row, false) : NULL;
}

/* ---- The Loop with a counter and a sequence of its own --------------------------------------- */

/* v is a constant of nothing but zeros. */
static bool all_zero(const value *v, arena *scratch) {
  tensor t;
  if (!value_is_const(v) || value_load(v, scratch, &t, NULL) != FP8C_OK) return false;
  const char *bytes = t.data;
  for (size_t i = 0; i < tensor_bytes(&t); i++)
    if (bytes[i]) return false;
  return true;
}

/* Reads how often the Loop runs; false where it does not count from 0 in steps of 1 until it
 * reaches a known number. */
static bool counts_itself(bags *b) {
  const node *n = b->loop;
  const graph *body = b->body;
  double first, step, count;
  const node *more = made_by(b, body->outputs[0]), *next = made_by(b, body->outputs[1]);
  b->counter = body->inputs[STATES];
  if (n->in[TRIP_COUNT] || !n->in[CONDITION] || !always(b, n->in[CONDITION]) ||
      !value_scalar(n->in[STATES], &first) || first != 0 || !more || !node_is(more, OP_LESS) ||
      more->in[0] != body->outputs[1] || !known_number(b, more->in[1], &count) || !next ||
      !node_is(next, OP_ADD) || next->in[0] != b->counter || !known_number(b, next->in[1], &step) ||
      step != 1 || count > COUNT_MAX)
    return false;
  b->count = count < 1 ? 1 : (int64_t)count;
  return true;
}

/* The sequence that the Loop gives begins with nothing, gets one row in each iteration and is only
 * joined along its first axis: the rows' node in the body, and the join in *joined. */
static const node *fills_sequence(bags *b, node **joined, arena *scratch) {
  const node *n = b->loop;
  const graph *body = b->body;
  *joined = n->out[1] ? only_user(n->out[1]) : NULL;
  const node *put = made_by(b, body->outputs[2]);
  bool fills = *joined && node_is(*joined, OP_CONCAT_FROM_SEQUENCE) &&
               node_int(*joined, "axis") == 0 && node_int(*joined, "new_axis") == 0 &&
               all_zero(n->in[STATES + 1], scratch) && put && node_is(put, OP_SEQUENCE_INSERT) &&
               put->in[0] == body->inputs[STATES + 1] && !node_input(put, 2);
  return fills ? made_by(b, put->in[1]) : NULL;
}

static value *of_sequence(bags *b, node **joined, arena *scratch) {
  const node *n = b->loop;
  if (b->body->output_count != 3 || n->out_count != 2 || (n->out[0] && value_is_used(n->out[0])) ||
      !counts_itself(b))
    return NULL;
  const node *choice = fills_sequence(b, joined, scratch);
  if (!choice || !node_is(choice, OP_IF)) return NULL;
  const graph *none = node_body(choice, 0), *some = node_body(choice, 1);
  alias *all = NEW_ARRAY(scratch, alias, b->alias_count + some->input_count + 1);
  memcpy(all, b->aliases, b->alias_count * sizeof *all);
  b->aliases = all;
  for (size_t i = 0; i < some->input_count; i++)
    b->aliases[b->alias_count++] = (alias){some->inputs[i], choice->in[1 + i], false};
  const node *same = made_by(b, choice->in[0]), *row = made_by(b, some->outputs[0]);
  if (!same || !node_is(same, OP_EQUAL) || !row || !all_zero(none->outputs[0], scratch) ||
      !begin(b, row) || inside(b, same->in[0]) != b->start || inside(b, same->in[1]) != b->end)
    return NULL;
  return all_bags(b, row, true);
}

/* ---- All of a graph -------------------------------------------------------------------------- */

static fp8c_status replace(node *n, pass_context *c, fp8c_error *err) {
  bags b = {.loop = n, .body = node_body(n, 0), .err = err};
  size_t captured = (size_t)node_int(n, "captures"), first = b.body->input_count - captured;
  b.aliases = NEW_ARRAY(c->scratch, alias, captured + 1);
  for (size_t i = first; i < b.body->input_count; i++)
    b.aliases[b.alias_count++] = (alias){b.body->inputs[i], n->in[i], true};
  node *joined = NULL;
  value *y = of_counted(&b);
  if (!y) y = of_sequence(&b, &joined, c->scratch);
  TRY(b.status);
  if (!y) return FP8C_OK;
  value *old = joined ? joined->out[0] : n->out[0];
  const fp8c_dtype dtype = old->type.dtype;
  if (dtype != y->type.dtype) return FP8C_OK;
  old->type = y->type;
  take_over(y->def, old);
  if (joined) node_remove(joined);
  node_remove(n);
  c->changes++;
  return FP8C_OK;
}

fp8c_status pass_loop_bags(graph *g, pass_context *c, fp8c_error *err) {
  for (node *n = g->first, *next; n; n = next) {
    next = n->next;
    if (!node_is(n, OP_LOOP)) continue;
    arena_mark mark = arena_save(c->scratch);
    node *before = n->previous;
    size_t changes = c->changes;
    fp8c_status status = replace(n, c, err);
    arena_reset(c->scratch, mark);
    TRY(status);
    if (c->changes != changes) next = before ? before->next : g->first; /* the join is gone too */
  }
  graph_remove_dead(g);
  return FP8C_OK;
}
