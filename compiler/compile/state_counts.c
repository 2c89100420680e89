/* state_counts.c - what a model counts by the size of its past or of its mask.
 *
 * Where the past that grows is padded in front (a GPU), and where what is written in place has room
 * for the capacity, a model that takes the size of its past or mask for the number of its tokens
 * counts the padding as well.  Places of keys and queries may: all of them are off by the same
 * number, and comparing two of them says what it said.  Positions that angles or rows of a table
 * follow from may not, nor may conditions, nor places that are compared with position_ids.  There
 * every number that follows from such a size is computed again, in a copy of the nodes between, by
 * how many tokens came before the run:
 *
 *   Range(past, past + tokens)  ->  Range(0, tokens) + past + (before - capacity)
 *
 * What is no sum of sizes and numbers is refused, since wrong positions would give wrong tokens. */
#include "compiler/compile/state_counts.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/size_names.h"
#include "ops/dtype.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/control.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/select.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"

/* A number: `by` + tokens of the run * `tokens` + rows of the past * `past` + places of the mask *
 * `mask` (of states in place; a mask for a past that grows has past + tokens). */
typedef struct amount {
  bool known;
  int64_t by, tokens, past, mask;
} amount;

typedef struct counting {
  job *j;
  graph *g;
  plan_memory *m;
  bool grows;   /* the past does; else states are written in place */
  value **made; /* what was computed again */
  size_t made_count;
} counting;

static bool has_role(const counting *c, const value *v, plan_role role) {
  for (uint32_t i = 0; i < c->m->fill_count; i++)
    if (c->m->fills[i].role == role && c->g->inputs[c->m->fills[i].input] == v) return true;
  return false;
}

static bool is_past(const counting *c, const value *v) {
  for (uint32_t i = 0; i < c->m->state_count; i++)
    if (c->g->inputs[c->m->states[i].input] == v) return true;
  return false;
}

static bool was_made(const counting *c, const value *v) {
  for (size_t i = 0; i < c->made_count; i++)
    if (c->made[i] == v) return true;
  return false;
}

static bool compares(const node *n) {
  return node_is(n, OP_LESS) || node_is(n, OP_LESS_OR_EQUAL) || node_is(n, OP_GREATER) ||
         node_is(n, OP_GREATER_OR_EQUAL) || node_is(n, OP_EQUAL);
}

/* ---- Amounts ---------------------------------------------------------------------------- */

static const amount unknown;

/* No size of a model is larger, and two of them have a sum and a difference. */
#define AMOUNT_MAX ((int64_t)1 << 60)

static bool add_times(int64_t a, int64_t b, int64_t times, int64_t *out) {
  return !__builtin_mul_overflow(b, times, out) && !__builtin_add_overflow(a, *out, out) &&
         *out <= AMOUNT_MAX && *out >= -AMOUNT_MAX;
}

static amount plus(amount a, amount b, int64_t times) {
  amount all = {.known = a.known && b.known};
  bool fits =
      add_times(a.by, b.by, times, &all.by) && add_times(a.tokens, b.tokens, times, &all.tokens) &&
      add_times(a.past, b.past, times, &all.past) && add_times(a.mask, b.mask, times, &all.mask);
  return fits ? all : unknown;
}

/* The last dimension of some input with this role. */
static bool is_last_of(const counting *c, int64_t dim, plan_role role) {
  for (uint32_t i = 0; i < c->m->fill_count; i++) {
    const tensor *t = &c->g->inputs[c->m->fills[i].input]->type;
    if (c->m->fills[i].role == role && t->rank > 0 && t->dims[t->rank - 1] == dim) return true;
  }
  return false;
}

static bool is_rows_of_past(const counting *c, int64_t dim) {
  for (uint32_t i = 0; i < c->m->state_count; i++) {
    const plan_state *s = &c->m->states[i];
    if (s->axis >= 0 && c->g->inputs[s->input]->type.dims[s->axis] == dim) return true;
  }
  return false;
}

static amount amount_of_dim(const counting *c, int64_t dim) {
  name_sum sum;
  size_t at;
  if (dim >= 0) return (amount){.known = true, .by = dim};
  if (dim == DIM_UNKNOWN) return unknown;
  if (is_last_of(c, dim, PLAN_ROLE_TOKENS)) return (amount){.known = true, .tokens = 1};
  if (is_rows_of_past(c, dim)) return (amount){.known = c->grows, .past = 1};
  if (is_last_of(c, dim, PLAN_ROLE_MASK))
    return c->grows ? (amount){.known = true, .past = 1, .tokens = 1}
                    : (amount){.known = true, .mask = 1};
  if (!name_sum_read(c->g->symbols[DIM_SYMBOL_INDEX(dim)].name, &sum)) return unknown;
  amount all = {.known = true, .by = sum.number};
  for (size_t i = 0; i < sum.count; i++) {
    const char *name = arena_strndup(c->j->scratch, sum.names[i].at, sum.names[i].length);
    if (!graph_find_symbol(c->g, name, &at)) return unknown;
    all = plus(all, amount_of_dim(c, DIM_SYMBOL(at)), 1);
  }
  return all;
}

/* Of a value that holds one number. */
static bool holds_one(const value *v) {
  return v->type.rank == 0 || (v->type.rank == 1 && v->type.dims[0] == 1);
}

/* Nodes between a size and a number that is made of it, each of which may take two; and between
 * such a number and what it is used for. */
enum { AMOUNT_DEPTH = 12, COPIES_DEPTH = 400 };

static amount amount_of(const counting *c, const value *v, int depth);

/* The size that `at` is in what comes out of `shape`, a Shape, which may begin later than at the
 * first dimension. */
static amount amount_in_shape(const counting *c, const node *shape, int64_t at) {
  const tensor *t = &shape->in[0]->type;
  const attr *from = node_attr(shape, "start"), *to = node_attr(shape, "end");
  int64_t first = from ? from->i : 0, end = to ? to->i : t->rank;
  if (t->rank == RANK_UNKNOWN || at < -FP8C_MAX_RANK || at > FP8C_MAX_RANK) return unknown;
  first = first < 0 ? first + t->rank : first;
  end = end < 0 ? end + t->rank : end > t->rank ? t->rank : end;
  if (first < 0 || first > end) return unknown;
  at = at < 0 ? at + end : at + first;
  return at >= first && at < end ? amount_of_dim(c, t->dims[at]) : unknown;
}

/* What a Gather or a Slice reads out of a Shape. */
static amount amount_read(const counting *c, const node *n) {
  const node *shape = n->in[0]->kind == VALUE_NODE ? n->in[0]->def : NULL;
  int64_t at;
  size_t count;
  if (!shape || !node_is(shape, OP_SHAPE) || !n->in[1] || !value_ints(n->in[1], &at, 1, &count) ||
      count != 1)
    return unknown;
  return amount_in_shape(c, shape, at);
}

static amount amount_of_node(const counting *c, const node *n, int depth) {
  double number;
  if (node_is(n, OP_GATHER) || node_is(n, OP_SLICE)) return amount_read(c, n);
  if (node_is(n, OP_SHAPE)) return amount_in_shape(c, n, 0);
  if (node_is(n, OP_CAST) || node_is(n, OP_IDENTITY) || node_is(n, OP_SQUEEZE) ||
      node_is(n, OP_UNSQUEEZE) || node_is(n, OP_RESHAPE))
    return amount_of(c, n->in[0], depth);
  if (node_is(n, OP_ADD) || node_is(n, OP_SUB))
    return plus(amount_of(c, n->in[0], depth), amount_of(c, n->in[1], depth),
                node_is(n, OP_ADD) ? 1 : -1);
  if (node_is(n, OP_NEG)) return plus((amount){.known = true}, amount_of(c, n->in[0], depth), -1);
  for (size_t i = 0; node_is(n, OP_MUL) && i < 2; i++)
    if (value_scalar(n->in[i], &number) && fabs(number) <= INT32_MAX && number == trunc(number))
      return plus((amount){.known = true}, amount_of(c, n->in[1 - i], depth), (int64_t)number);
  return unknown;
}

static amount amount_of(const counting *c, const value *v, int depth) {
  double number;
  if (!v || !holds_one(v) || depth == AMOUNT_DEPTH) return unknown;
  if (value_scalar(v, &number) && fabs(number) <= 9e15)
    return (amount){.known = number == trunc(number), .by = (int64_t)number};
  return v->kind == VALUE_NODE ? amount_of_node(c, v->def, depth + 1) : unknown;
}

/* It counts padding. */
static bool is_padded(const amount *a) { return a->past != 0 || a->mask != 0; }

/* ---- What follows from what ------------------------------------------------------------- */

/* One of its sizes counts padding, so that what is read out of it is read by place. */
static bool has_padding(const counting *c, const value *v) {
  for (int d = 0; d < v->type.rank; d++) {
    amount a = amount_of_dim(c, v->type.dims[d]);
    if (a.known && is_padded(&a)) return true;
  }
  return false;
}

/* Inputs whose numbers say where or how large, and do not become numbers of the result. */
static bool is_shape_input(const counting *c, const node *n, size_t i) {
  if (node_is(n, OP_CONSTANT_OF_SHAPE)) return true;
  if (i > 0 && (node_is(n, OP_SLICE) || node_is(n, OP_GATHER) || node_is(n, OP_GATHER_ND) ||
                node_is(n, OP_GATHER_ELEMENTS)))
    return has_padding(c, n->in[0]);
  return i > 0 && (node_is(n, OP_RESHAPE) || node_is(n, OP_EXPAND) || node_is(n, OP_UNSQUEEZE) ||
                   node_is(n, OP_SQUEEZE) || node_is(n, OP_TILE) || node_is(n, OP_SPLIT) ||
                   node_is(n, OP_PAD) || node_is(n, OP_TRILU) || node_is(n, OP_TOP_K));
}

/* Rows of it are cut out by their numbers; those of a table of truths are places. */
static bool is_table(const value *v) {
  fp8c_dtype t = v->type.dtype;
  return value_is_const(v) &&
         (dtype_is_small_float(t) || t == FP8C_DTYPE_I64 || t == FP8C_DTYPE_I32);
}

/* The value that says where tokens stand, if `n` takes one: angles, rows of a table, rotations. */
static size_t position_input(const counting *c, const node *n) {
  if (node_is(n, OP_COS) || node_is(n, OP_SIN)) return 0;
  if (node_is(n, OP_ROTARY_EMBEDDING)) return 3;
  if (node_is(n, OP_SLICE) && n->in[0]) return is_table(n->in[0]) ? 1 : SIZE_MAX;
  bool rows = node_is(n, OP_GATHER) && n->in[0] && dtype_is_small_float(n->in[0]->type.dtype);
  return rows && !has_role(c, n->in[1], PLAN_ROLE_TOKENS) ? 1 : SIZE_MAX;
}

typedef enum source { FROM_SIZES, FROM_POSITIONS, FROM_TOKENS } source;

/* A walk from a value to what it is made of. */
typedef struct walk {
  const counting *c;
  uint8_t *seen; /* by value id: 1 by its numbers, 2 by its shape */
  value **stack;
  size_t depth;
} walk;

static void push(walk *w, value *v, int how) {
  if (!v || (w->seen[v->id] & how) == how || was_made(w->c, v)) return;
  w->seen[v->id] |= (uint8_t)how;
  ARENA_PUSH(w->c->j->scratch, w->stack, w->depth, v);
}

static void push_inputs(walk *w, const node *n, int how) {
  if (node_is(n, OP_SHAPE) || node_is(n, OP_SIZE)) how = 2;
  for (size_t i = 0; i < n->in_count; i++)
    if ((how & 2) || !is_shape_input(w->c, n, i)) push(w, n->in[i], how);
}

/* Whether `v` holds places of keys or queries, all of them off by the padding alone. */
static bool are_places(const counting *c, const value *v) {
  for (int i = 0; i < AMOUNT_DEPTH && v && v->kind == VALUE_NODE; i++) {
    const node *n = v->def;
    amount of = amount_of(c, v, 0);
    if (of.known) return of.past + of.mask == 1;
    if (node_is(n, OP_RANGE)) {
      amount from = amount_of(c, n->in[0], 0), to = amount_of(c, n->in[1], 0), step;
      step = amount_of(c, n->in[2], 0);
      bool by_one = step.known && step.by == 1 && !step.tokens && !is_padded(&step);
      return from.known && to.known && by_one && to.past + to.mask == 1 &&
             (!is_padded(&from) || from.past + from.mask == 1);
    }
    bool moves = node_is(n, OP_CAST) || node_is(n, OP_IDENTITY) || node_is(n, OP_UNSQUEEZE) ||
                 node_is(n, OP_SQUEEZE) || node_is(n, OP_RESHAPE) || node_is(n, OP_EXPAND) ||
                 node_is(n, OP_TRANSPOSE);
    if (!moves) return false;
    v = n->in[0];
  }
  return false;
}

/* How far keys are from queries (relative positions): with padding what it is without. */
static bool are_distances(const counting *c, const value *v) {
  const node *n = v->kind == VALUE_NODE && !holds_one(v) ? v->def : NULL;
  return n && node_is(n, OP_SUB) && are_places(c, n->in[0]) && are_places(c, n->in[1]);
}

/* Whether the numbers of `v` are made of how large the past or the mask is; or of the tokens; or of
 * the positions' numbers, which angles, rows of a table and the result of a comparison are not. */
static bool follows_from(const counting *c, value *v, source what) {
  walk w = {.c = c, .seen = NEW_ARRAY(c->j->scratch, uint8_t, c->g->next_value_id + 1)};
  push(&w, v, 1);
  while (w.depth) {
    value *at = w.stack[--w.depth];
    int how = w.seen[at->id];
    if (what == FROM_POSITIONS && (how & 1) && has_role(c, at, PLAN_ROLE_POSITIONS)) return true;
    if (what == FROM_TOKENS && (how & 1) && has_role(c, at, PLAN_ROLE_TOKENS)) return true;
    if (what == FROM_SIZES && (how & 2) && (is_past(c, at) || has_role(c, at, PLAN_ROLE_MASK)))
      return true;
    if (at->kind != VALUE_NODE) continue;
    amount a = what == FROM_SIZES && how == 1 ? amount_of(c, at, 0) : unknown;
    if (a.known && is_padded(&a)) return true;
    if (a.known || (how == 1 && compares(at->def))) continue;
    if (what == FROM_SIZES && how == 1 && are_distances(c, at)) continue;
    if (what == FROM_POSITIONS && position_input(c, at->def) != SIZE_MAX) continue;
    push_inputs(&w, at->def, how);
  }
  return false;
}

/* ---- Computing it again ----------------------------------------------------------------- */

/* Where and how a value is computed again. */
typedef struct again {
  counting *c;
  node *before; /* new nodes go in front of it */
  bool through; /* comparisons too: for a condition */
  bool places;  /* the first key's place is a number like others: it is compared with positions */
  value **of;   /* by value id of the model: what was computed again, or the value itself */
  uint32_t ids;
  int depth;
} again;

static value *added(again *a, op_id op, value *x, value *y, fp8c_status *status, fp8c_error *err) {
  value *in[] = {x, y};
  if (*status != FP8C_OK) return x;
  node *n = graph_node(a->c->g, a->before, op_get(op), NULL, in, y ? 2 : 1, 1);
  *status = node_infer(n, err);
  return n->out[0];
}

static value *cast_to(again *a, value *v, fp8c_dtype dtype, fp8c_status *status, fp8c_error *err) {
  if (v->type.dtype == dtype || *status != FP8C_OK) return v;
  node *n = graph_node(a->c->g, a->before, op_get(OP_CAST), NULL, &v, 1, 1);
  node_set_int(n, "to", dtype_to_onnx(dtype));
  *status = node_infer(n, err);
  return n->out[0];
}

/* What makes a number that counts padding the one that does not: before - capacity, and the run's
 * tokens with a mask for states in place. */
static value *shift(again *a, const amount *of, fp8c_dtype dtype, fp8c_status *status,
                    fp8c_error *err) {
  job *j = a->c->j;
  graph *g = a->c->g;
  int64_t capacity = j->o->capacity, last = -1;
  value *v = added(a, OP_SUB, job_tokens_before(j), graph_const_i64s(g, "capacity", &capacity, 1),
                   status, err);
  if (of->mask) {
    value *shape = added(a, OP_SHAPE, g->inputs[a->c->m->tokens], NULL, status, err);
    value *tokens = added(a, OP_GATHER, shape, graph_const_i64s(g, "last", &last, 1), status, err);
    v = added(a, OP_ADD, v, tokens, status, err);
  }
  return cast_to(a, v, dtype, status, err);
}

/* `v`, of which each number is one too large by the padding.  It keeps its shape. */
static value *shifted(again *a, value *v, const amount *of, fp8c_status *status, fp8c_error *err) {
  value *by = shift(a, of, v->type.dtype, status, err);
  if (v->type.rank == 0) by = added(a, OP_SQUEEZE, by, NULL, status, err);
  return added(a, OP_ADD, v, by, status, err);
}

static value *computed(again *a, value *v, fp8c_status *status, fp8c_error *err);

/* A Range whose places are off; one that is not stays. */
static value *range_again(again *a, value *v, fp8c_status *status, fp8c_error *err) {
  const node *n = v->def;
  amount from = amount_of(a->c, n->in[0], 0), to = amount_of(a->c, n->in[1], 0);
  amount count = plus(to, from, -1);
  if (!from.known || !to.known) return v; /* it is looked at again when all is done */
  if (is_padded(&from) && !is_padded(&count) && from.past + from.mask == 1)
    return shifted(a, v, &from, status, err);
  if (a->places && !is_padded(&from) && to.past + to.mask == 1)
    return shifted(a, v, &to, status, err);
  return v;
}

/* The node once more, with inputs computed again. */
static value *node_again(again *a, value *v, fp8c_status *status, fp8c_error *err) {
  const node *n = v->def;
  value **in = NEW_ARRAY(a->c->g->arena, value *, n->in_count + 1);
  bool same = true;
  size_t which = 0;
  for (size_t i = 0; i < n->in_count; i++) {
    in[i] = n->in[i];
    a->depth++;
    if (n->in[i] && !is_shape_input(a->c, n, i)) in[i] = computed(a, n->in[i], status, err);
    a->depth--;
    same &= in[i] == n->in[i];
  }
  if (same || *status != FP8C_OK) return v;
  node *copy = graph_node(a->c->g, a->before, n->op, NULL, in, n->in_count, n->out_count);
  for (size_t i = 0; i < n->attrs.count; i++) node_set_attr(copy, n->attrs.items[i]);
  *status = node_infer(copy, err);
  while (n->out[which] != v) which++;
  copy->out[which]->type = v->type; /* what is known of its shape is known of the copy's */
  return copy->out[which];
}

/* `v` without padding in what it counts; `v` itself where there is none. */
static value *computed(again *a, value *v, fp8c_status *status, fp8c_error *err) {
  if (v->kind != VALUE_NODE || v->id >= a->ids || *status != FP8C_OK || a->depth == COPIES_DEPTH)
    return v;
  if (a->of[v->id]) return a->of[v->id];
  a->of[v->id] = v;
  amount of = amount_of(a->c, v, 0);
  value *out = v;
  if (of.known)
    out = of.past + of.mask == 1 ? shifted(a, v, &of, status, err) : v;
  else if (node_is(v->def, OP_RANGE))
    out = range_again(a, v, status, err);
  else if (!node_is(v->def, OP_SHAPE) && !node_is(v->def, OP_SIZE) && !node_is_control(v->def) &&
           (a->through || !compares(v->def)))
    out = node_again(a, v, status, err);
  if (out != v && (of.known || node_is(v->def, OP_RANGE)))
    ARENA_PUSH(a->c->j->keep, a->c->made, a->c->made_count, out);
  return a->of[v->id] = out;
}

static fp8c_status input_again(counting *c, node *n, size_t i, bool through, bool places,
                               fp8c_error *err) {
  fp8c_status status = FP8C_OK;
  again a = {.c = c, .before = n, .through = through, .places = places, .ids = c->g->next_value_id};
  a.of = NEW_ARRAY(c->j->scratch, value *, a.ids);
  value *v = computed(&a, n->in[i], &status, err);
  if (status == FP8C_OK && v != n->in[i]) node_set_input(n, i, v);
  return status;
}

/* ---- Rows cut out of a table ------------------------------------------------------------ */

/* Table[from:to] with `from` a position: the same rows, gathered. */
static fp8c_status gather_rows(counting *c, node *n, const amount *from, int64_t axis,
                               fp8c_error *err) {
  static const int64_t numbers[] = {0, 1};
  fp8c_status status = FP8C_OK;
  graph *g = c->g;
  again a = {.c = c, .before = n};
  value *zero = graph_const_i64s(g, "none", numbers, 1),
        *one = graph_const_i64s(g, "one", numbers + 1, 1);
  value *starts = cast_to(&a, n->in[1], FP8C_DTYPE_I64, &status, err);
  value *ends = cast_to(&a, n->in[2], FP8C_DTYPE_I64, &status, err);
  value *range[] = {
      added(&a, OP_SQUEEZE, zero, NULL, &status, err),
      added(&a, OP_SQUEEZE, added(&a, OP_SUB, ends, starts, &status, err), NULL, &status, err),
      added(&a, OP_SQUEEZE, one, NULL, &status, err)};
  TRY(status);
  node *r = graph_node(g, n, op_get(OP_RANGE), NULL, range, 3, 1);
  TRY(node_infer(r, err));
  value *at = added(&a, OP_ADD, r->out[0], shifted(&a, starts, from, &status, err), &status, err);
  ARENA_PUSH(c->j->keep, c->made, c->made_count, at);
  TRY(status);
  value *in[] = {n->in[0], at};
  node *rows = graph_node(g, n, op_get(OP_GATHER), NULL, in, 2, 1);
  node_set_int(rows, "axis", axis);
  node_add_sources(rows, n);
  TRY(node_infer(rows, err));
  value_replace(n->out[0], rows->out[0]);
  return FP8C_OK; /* nobody reads the Slice any more */
}

/* The one number of `v`, or what stands for it where the input is left out. */
static bool is_one_number(const value *v, int64_t *out) {
  size_t count;
  return !v || (value_ints(v, out, 1, &count) && count == 1);
}

/* *done: these rows are right.  Counted from the end of the table they are distances, which
 * padding leaves as they are, if the table has so many. */
static fp8c_status slice_again(counting *c, node *n, bool *done, fp8c_error *err) {
  int64_t axis = 0, step = 1, end = 0, capacity = c->j->o->capacity;
  amount from = amount_of(c, n->in[1], 0), to = amount_of(c, n->in[2], 0);
  amount rows = plus(to, from, -1);
  bool to_end = is_one_number(n->in[2], &end) && end >= INT32_MAX;
  if (!from.known || !is_one_number(node_input(n, 3), &axis) ||
      !is_one_number(node_input(n, 4), &step) || step != 1 || n->in[0]->type.rank < 1)
    return FP8C_OK;
  if (axis < 0) axis += n->in[0]->type.rank;
  *done = from.past == -1 && to_end && from.by - capacity + from.tokens >= 0;
  if (!rows.known || is_padded(&rows) || from.past + from.mask != 1) return FP8C_OK;
  *done = true;
  return gather_rows(c, n, &from, axis, err);
}

/* ---- All nodes -------------------------------------------------------------------------- */

static const char *why(const counting *c) {
  return c->j->targets.has_gpu ? "on a GPU" : "with several sequences in a run";
}

static fp8c_status check_positions(counting *c, node *n, bool can, const char *without,
                                   fp8c_error *err) {
  size_t i = position_input(c, n);
  bool done = false;
  if (i == SIZE_MAX || !node_input(n, i) || !follows_from(c, n->in[i], FROM_SIZES)) return FP8C_OK;
  if (node_is(n, OP_GATHER) && follows_from(c, n->in[0], FROM_TOKENS))
    return FP8C_OK; /* no table */
  if (can && node_is(n, OP_SLICE)) TRY(slice_again(c, n, &done, err));
  if (done) return FP8C_OK;
  if (can && !node_is(n, OP_SLICE)) TRY(input_again(c, n, i, false, false, err));
  if (!follows_from(c, n->in[i], FROM_SIZES)) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED,
              "--capacity %s: \"%s\" takes positions that the model counts by the size of "
              "its past; export it with position_ids as an input, or %s",
              why(c), n->name, without);
}

static fp8c_status check_places(counting *c, node *n, bool can, const char *without,
                                fp8c_error *err) {
  if (!compares(n)) return FP8C_OK;
  for (size_t i = 0; i < 2; i++) {
    if (!follows_from(c, n->in[i], FROM_POSITIONS)) continue;
    if (!follows_from(c, n->in[1 - i], FROM_SIZES)) continue;
    if (can) TRY(input_again(c, n, 1 - i, false, true, err));
    if (follows_from(c, n->in[1 - i], FROM_SIZES) || follows_from(c, n->in[i], FROM_SIZES))
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "--capacity %s: \"%s\" compares positions with places, and the places of a "
                  "past that is padded in front are others; %s",
                  why(c), n->name, without);
  }
  return FP8C_OK;
}

/* A comparison that says the same whether a slot is empty or full: it may count the padding. */
static bool says_one_thing(const counting *c, const value *v) {
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  if (!n || !compares(n)) return false;
  amount apart = plus(amount_of(c, n->in[0], 0), amount_of(c, n->in[1], 0), -1);
  int64_t each = c->grows ? apart.past : apart.mask, rest = apart.tokens - (c->grows ? each : 0);
  int64_t empty = apart.by, full;
  if (!apart.known || rest != 0 || !add_times(empty, each, c->j->o->capacity, &full)) return false;
  if (node_is(n, OP_EQUAL)) return (empty > 0 && full > 0) || (empty < 0 && full < 0);
  if (node_is(n, OP_GREATER) || node_is(n, OP_LESS_OR_EQUAL)) return (empty > 0) == (full > 0);
  return (empty < 0) == (full < 0);
}

static fp8c_status check_condition(counting *c, node *n, bool can, fp8c_error *err) {
  bool one = node_is(n, OP_IF) || (node_is(n, OP_WHERE) && n->in[0] && holds_one(n->in[0]));
  if (!one || !can || says_one_thing(c, n->in[0])) return FP8C_OK;
  return input_again(c, n, 0, true, false, err);
}

fp8c_status job_count_tokens(job *j, bool one_sequence, const char *without, fp8c_error *err) {
  counting c = {.j = j, .g = j->model.graph, .m = &j->result.plan.memory};
  for (uint32_t i = 0; i < c.m->state_count; i++) c.grows |= c.m->states[i].rows == PLAN_ROWS_GROW;
  if (c.m->tokens == PLAN_NO_VALUE) return FP8C_OK;
  for (node *n = c.g->first, *next; n; n = next) {
    arena_mark mark = arena_save(j->scratch);
    next = n->next;
    if (c.grows) TRY(check_positions(&c, n, one_sequence, without, err));
    if (c.grows) TRY(check_places(&c, n, one_sequence, without, err));
    TRY(check_condition(&c, n, one_sequence, err));
    arena_reset(j->scratch, mark);
  }
  return FP8C_OK;
}

value *job_tokens_before(job *j) {
  graph *g = j->model.graph;
  plan_memory *m = &j->result.plan.memory;
  static const char name[] = "tokens_before";
  for (uint32_t i = m->fill_count; i-- > 0;)
    if (m->fills[i].role == PLAN_ROLE_BEGIN &&
        strcmp(g->inputs[m->fills[i].input]->name, name) == 0)
      return g->inputs[m->fills[i].input];
  tensor t = {.dtype = FP8C_DTYPE_I64, .rank = 1, .dims = {1}};
  value *v = graph_input(g, name, &t);
  plan_fill fill = {.input = (uint32_t)(g->input_count - 1), .role = PLAN_ROLE_BEGIN};
  ARENA_PUSH(j->keep, m->fills, m->fill_count, fill);
  return v;
}
