/* batch_first.c - tokens that have the sequence in front of the batch get the batch in front.
 *
 * torch's MultiheadAttention, TransformerEncoderLayer and what is written in their manner turn
 * x [B, S, C] into [S, B, C], and back at the end of a block or of the model.  Attention's kernels
 * read rows of [B, S, H*D], and products do not care.  So whatever is computed between such
 * Transposes number by number, along the last axes, or by a product with constant weights is
 * computed on [B, S, C], and a Transpose is left where something else reads it.
 *
 * Nodes that hang together are rewritten together, where fewer numbers are moved then.
 *
 * Before that, what torch takes apart behind a Transpose is taken apart in front of it: heads of
 * [S, B*H, D], and q, k and v of one product [S, B, 3*C]. */
#include <string.h>

#include "base/size.h"
#include "ops/ids/algebra.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "passes/moves.h"

/* ---- Taken apart in front of Transposes ------------------------------------------------ */

static bool known(const tensor *t) {
  for (int i = 0; i < t->rank; i++)
    if (t->dims[i] == DIM_UNKNOWN || t->dims[i] == 0) return false;
  return t->rank > 0;
}

/* Reshape to [B, H, ...] of a Transpose of [S, B*H, D], which a Reshape made of [S, B, H*D]. */
static bool heads_in_front(node *n) {
  const tensor *y = &n->out[0]->type, *x = &n->in[0]->type;
  node *t = value_def_of(n->in[0], OP_TRANSPOSE);
  bool rows = TRANSPOSES(t, 1, 0, 2), columns = TRANSPOSES(t, 1, 2, 0);
  node *r = rows || columns ? value_def_of(t->in[0], OP_RESHAPE) : NULL;
  if (!r || y->rank != 4 || x->rank != 3 || y->dims[2] != x->dims[1] || y->dims[3] != x->dims[2])
    return false;
  const tensor *w = &r->in[0]->type, *u = &r->out[0]->type;
  int64_t width;
  if (w->rank != 3 || !known(w) || !known(y) || w->dims[0] != u->dims[0] ||
      w->dims[1] != y->dims[0] || y->dims[1] <= 0 || u->dims[2] <= 0 ||
      __builtin_mul_overflow(y->dims[1], u->dims[2], &width) || w->dims[2] != width)
    return false;
  tensor heads = *w;
  heads.rank = 4;
  heads.dims[2] = y->dims[1];
  heads.dims[3] = u->dims[2];
  value *apart = move_reshaped(r->in[0], &heads, n);
  if (!apart) return false;
  const int64_t to_rows[] = {1, 2, 0, 3}, to_columns[] = {1, 2, 3, 0};
  node *turned = move_transposed(apart, rows ? to_rows : to_columns, n)->def;
  node_add_sources(turned, t);
  node_add_sources(turned, n);
  take_over(turned, n->out[0]);
  return true;
}

/* perm without axis `gone` of what it moves. */
static void without_axis(const int64_t *perm, int rank, int64_t gone, int64_t *out) {
  int count = 0;
  for (int i = 0; i < rank; i++)
    if (perm[i] != gone) out[count++] = perm[i] - (perm[i] > gone);
}

/* Squeeze of the axis of 1 that an Unsqueeze made in front of a Transpose. */
static bool never_widened(node *n) {
  int64_t perm[FP8C_MAX_RANK], rest[FP8C_MAX_RANK], made[1], gone[1];
  size_t count;
  node *t = value_def_of(n->in[0], OP_TRANSPOSE);
  node *u = t ? value_def_of(t->in[0], OP_UNSQUEEZE) : NULL;
  int rank = n->in[0]->type.rank;
  if (!u || !node_permutation(t, perm) || !node_input(n, 1) ||
      !value_ints(n->in[1], gone, 1, &count) || count != 1 ||
      !value_ints(u->in[1], made, 1, &count) || count != 1)
    return false;
  gone[0] += gone[0] < 0 ? rank : 0;
  made[0] += made[0] < 0 ? rank : 0;
  if (gone[0] < 0 || gone[0] >= rank || perm[gone[0]] != made[0]) return false;
  without_axis(perm, rank, made[0], rest);
  value *y = move_transposed(u->in[0], rest, n);
  if (y == u->in[0]) return false;
  node_add_sources(y->def, t);
  take_over(y->def, n->out[0]);
  return true;
}

/* n takes element *index of an axis away; false where it does something else. */
static bool takes_one(const node *n, int64_t *axis, int64_t *index) {
  size_t count;
  int rank = n->in[0]->type.rank;
  if (!node_is(n, OP_GATHER) || rank <= 0 || n->in[1]->type.rank != 0 ||
      !value_ints(n->in[1], index, 1, &count))
    return false;
  *axis = node_axis(n, rank);
  int64_t size = n->in[0]->type.dims[*axis];
  if (*index < 0) *index += size;
  return size > 0 && *index >= 0 && *index < size;
}

/* One of N of [N, S, B, C], a Transpose: taken of what it moves. */
static bool one_in_front(node *n) {
  int64_t axis, index, perm[FP8C_MAX_RANK], rest[FP8C_MAX_RANK];
  node *t = value_def_of(n->in[0], OP_TRANSPOSE);
  if (!t || !takes_one(n, &axis, &index) || t->in[0]->type.rank != 4 || !node_permutation(t, perm))
    return false;
  tensor one = n->out[0]->type;
  without_axis(perm, 4, perm[axis], rest);
  for (int i = 0; i < 3; i++) one.dims[rest[i]] = n->out[0]->type.dims[i];
  value *in[] = {t->in[0], n->in[1]};
  node *taken = node_copied(n, in, &one, n);
  node_set_int(taken, "axis", perm[axis]);
  value *y = move_transposed(taken->out[0], rest, n);
  node_add_sources(y->def, t);
  take_over(y->def, n->out[0]);
  return true;
}

/* One of N of [.., N, C], which a Reshape made of [.., N*C]: a Slice. */
static bool slice_of_packed(node *n) {
  int64_t axis, index, start, end;
  node *r = value_def_of(n->in[0], OP_RESHAPE);
  if (!r || !takes_one(n, &axis, &index)) return false;
  const tensor *x = &r->in[0]->type, *y = &r->out[0]->type;
  int last = x->rank - 1;
  if (y->rank != x->rank + 1 || axis != last || last < 1 || !known(x) || !known(y) ||
      y->dims[last + 1] <= 0 || __builtin_mul_overflow(index, y->dims[last + 1], &start) ||
      __builtin_add_overflow(start, y->dims[last + 1], &end) || end > x->dims[last])
    return false;
  for (int i = 0; i < last; i++)
    if (x->dims[i] != y->dims[i]) return false;
  const int64_t along = last;
  value *in[] = {r->in[0], graph_const_i64s(n->graph, NULL, &start, 1),
                 graph_const_i64s(n->graph, NULL, &end, 1),
                 graph_const_i64s(n->graph, NULL, &along, 1)};
  node *slice = node_like(n, OP_SLICE, in, 4);
  node_add_sources(slice, r);
  take_over(slice, n->out[0]);
  return true;
}

static bool take_apart(node *n) {
  if (node_is(n, OP_RESHAPE)) return heads_in_front(n);
  if (node_is(n, OP_SQUEEZE)) return never_widened(n);
  return node_is(n, OP_GATHER) && (one_in_front(n) || slice_of_packed(n));
}

/* ---- What can be computed with the batch in front ---------------------------------------- */

typedef struct place {
  uint32_t group; /* 1 + the place of another value of the group, or of its first; 0: not turned */
  value *turned;  /* the same with the batch in front, when it is made */
} place;

typedef struct turning {
  graph *graph;
  place *of; /* by a value's id */
  uint32_t count;
  double *gain; /* of a group: numbers that need not be moved, less those that must be */
} turning;

static bool is_turned(const turning *t, const value *v) {
  return v && v->id < t->count && t->of[v->id].group != 0;
}

static uint32_t group_of(const turning *t, const value *v) {
  uint32_t id = v->id;
  while (t->of[id].group != id + 1) { /* each way is halved, for a chain is as long as the model */
    t->of[id].group = t->of[t->of[id].group - 1].group;
    id = t->of[id].group - 1;
  }
  return id;
}

static void join(turning *t, const value *v, const value *w) {
  t->of[group_of(t, w)].group = group_of(t, v) + 1;
}

/* The Transposes that begin and end: their permutation with the batch in front is `rest`, which
 * moves fewer numbers (*better) or as many. */
static bool begins(const node *n, const int64_t **rest, bool *better) {
  static const int64_t as_it_is[] = {0, 1, 2}, heads[] = {0, 2, 1, 3}, tokens[] = {0, 2, 1};
  *better = true;
  *rest = as_it_is;
  if (TRANSPOSES(n, 1, 0, 2)) return true;
  *rest = heads;
  if (TRANSPOSES(n, 2, 0, 1, 3)) return true;
  *rest = tokens;
  *better = false;
  return TRANSPOSES(n, 2, 0, 1);
}

static bool ends(const node *n) {
  return TRANSPOSES(n, 1, 0, 2) || TRANSPOSES(n, 1, 2, 0, 3) || TRANSPOSES(n, 1, 2, 3, 0);
}

/* Numbers of a value; sizes that are open count once. */
static double numbers(const value *v) {
  double count = 1;
  for (int i = 0; i < v->type.rank; i++)
    if (v->type.dims[i] > 0) count *= (double)v->type.dims[i];
  return count;
}

/* The same for all tokens of all sequences: it has no leading axes, or they are 1. */
static bool is_same_for_all(const value *v, int rank) {
  for (int i = 0; i < v->type.rank; i++)
    if (i + rank - v->type.rank < 2 && v->type.dims[i] != 1) return false;
  return true;
}

/* A norm whose factors and shifts are the same for all tokens. */
static bool is_norm_of_last(const node *n) {
  for (size_t i = 1; i < n->in_count; i++)
    if (n->in[i] && !is_same_for_all(n->in[i], n->in[0]->type.rank)) return false;
  return !node_gives_more(n) && node_axis(n, n->in[0]->type.rank) >= 2;
}

static bool leaves_leading(const node *n) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  sliced s;
  if (node_is(n, OP_LINEAR)) return x->rank >= 3;
  if (op_has(n->op, FACT_ROW_NORM)) return is_norm_of_last(n);
  if (node_is(n, OP_SLICE)) return node_slice(n, &s) && !s.named[0] && !s.named[1];
  if (node_is(n, OP_SPLIT)) return node_axis(n, x->rank) >= 2;
  if (node_is(n, OP_CONCAT)) return node_axis(n, x->rank) >= 2;
  if (!node_is(n, OP_RESHAPE) || y->rank < 3 || x->rank < 3) return false;
  for (int i = 0; i < y->rank; i++)
    if (i < 2 ? y->dims[i] != x->dims[i] : y->dims[i] <= 0) return false;
  return true;
}

static bool is_elementwise(const node *n) {
  return n->op->family == FAMILY_ELTWISE && n->op->expr && n->out_count == 1 &&
         (n->op->id != OP_ROTARY);
}

/* Input i has tokens in front, which are turned too. */
static bool reads_tokens(const node *n, size_t i) {
  if (!n->in[i]) return false;
  if (is_elementwise(n)) return !is_same_for_all(n->in[i], n->out[0]->type.rank);
  return i == 0 || node_is(n, OP_CONCAT);
}

/* Whether n can be computed with the batch in front, some of its inputs being turned. */
static bool passes_on(const turning *t, const node *n) {
  bool some = false;
  if (n->region || !has_output(n) || n->in_count == 0 || n->out[0]->type.rank < 3 ||
      (!is_elementwise(n) && !leaves_leading(n)))
    return false;
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i] && !known(&n->out[i]->type)) return false;
  for (size_t i = 0; i < n->in_count; i++) {
    if (!n->in[i] || !reads_tokens(n, i)) continue;
    if (!known(&n->in[i]->type) || n->in[i]->type.rank < 3 ||
        (is_elementwise(n) && n->in[i]->type.rank != n->out[0]->type.rank))
      return false;
    some = some || is_turned(t, n->in[i]);
  }
  return some;
}

/* A value that something else reads as it is has to be turned. */
static bool is_wanted_as_it_is(const turning *t, const value *v) {
  if (v->output_uses) return true;
  for (size_t i = 0; i < v->user_count; i++) {
    const node *n = v->users[i];
    if (!node_is(n, OP_TRANSPOSE) && !(has_output(n) && is_turned(t, n->out[0]))) return true;
  }
  return false;
}

static void add_node(turning *t, const node *n) {
  const value *first = NULL;
  for (size_t i = 0; i < n->out_count; i++) {
    if (!n->out[i]) continue;
    t->of[n->out[i]->id].group = n->out[i]->id + 1;
    if (first) join(t, first, n->out[i]);
    if (!first) first = n->out[i];
  }
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] && reads_tokens(n, i) && is_turned(t, n->in[i])) join(t, first, n->in[i]);
}

static void find(turning *t) {
  const int64_t *rest;
  bool better;
  for (node *n = t->graph->first; n; n = n->next) {
    if (n->region || !has_output(n) || !node_is_used(n)) continue;
    if (begins(n, &rest, &better) && known(&n->out[0]->type) && !is_turned(t, n->in[0]))
      t->of[n->out[0]->id].group = n->out[0]->id + 1;
    else if (passes_on(t, n))
      add_node(t, n);
  }
}

static void weigh(turning *t) {
  const int64_t *rest;
  bool better;
  for (node *n = t->graph->first; n; n = n->next) {
    if (node_is(n, OP_TRANSPOSE) && ends(n) && is_turned(t, n->in[0]))
      t->gain[group_of(t, n->in[0])] += numbers(n->in[0]);
    for (size_t i = 0; i < n->out_count; i++) {
      if (!is_turned(t, n->out[i])) continue;
      double *gain = &t->gain[group_of(t, n->out[i])];
      if (begins(n, &rest, &better))
        *gain += better ? numbers(n->out[i]) : 0;
      else
        for (size_t k = 0; k < n->in_count; k++)
          if (n->in[k] && reads_tokens(n, k) && !is_turned(t, n->in[k]) &&
              !value_is_const(n->in[k]))
            *gain -= numbers(n->in[k]);
      if (is_wanted_as_it_is(t, n->out[i])) *gain -= numbers(n->out[i]);
    }
  }
}

/* ---- The rewriting ------------------------------------------------------------------------ */

static value *leading_turned(value *v, node *before) {
  int64_t perm[FP8C_MAX_RANK];
  for (int i = 0; i < v->type.rank; i++) perm[i] = i < 2 ? 1 - i : i;
  return move_transposed(v, perm, before);
}

static tensor turned_type(const value *v) {
  tensor t = v->type;
  t.dims[0] = v->type.dims[1];
  t.dims[1] = v->type.dims[0];
  return t;
}

/* The node of the same kind that computes with the batch in front; NULL where no Reshape states
 * the shape. */
static node *turned_node(turning *t, node *n) {
  value **in = NEW_ARRAY(t->graph->arena, value *, n->in_count);
  for (size_t i = 0; i < n->in_count; i++) {
    in[i] = n->in[i];
    if (!n->in[i] || !reads_tokens(n, i)) continue;
    in[i] = is_turned(t, n->in[i]) ? t->of[n->in[i]->id].turned : leading_turned(n->in[i], n);
    if (!in[i]) return NULL;
  }
  tensor type = turned_type(n->out[0]);
  if (node_is(n, OP_RESHAPE)) {
    value *y = move_reshaped(in[0], &type, n);
    return y && y != in[0] ? y->def : NULL;
  }
  node *y = graph_node(t->graph, n, n->op, n->name, in, n->in_count, n->out_count);
  for (size_t i = 0; i < n->attrs.count; i++) node_set_attr(y, n->attrs.items[i]);
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i]) y->out[i]->type = turned_type(n->out[i]);
  return y;
}

/* Whoever reads `old` reads the same made of `now`, which canonicalize joins with its own moves. */
static void hand_over(value *old, value *now, node *before) {
  node *back = leading_turned(now, before)->def;
  node_add_sources(back, old->def);
  take_over(back, old);
}

static size_t rewrite(turning *t) {
  const int64_t *rest;
  bool better;
  size_t changes = 0;
  node *last = t->graph->last;
  for (node *n = t->graph->first, *next; n; n = next) {
    next = n == last ? NULL : n->next;
    if (!has_output(n) || !is_turned(t, n->out[0]) || !(t->gain[group_of(t, n->out[0])] > 0))
      continue;
    if (begins(n, &rest, &better)) {
      t->of[n->out[0]->id].turned = move_transposed(n->in[0], rest, n);
    } else {
      node *y = turned_node(t, n);
      if (y) node_add_sources(y, n);
      for (size_t i = 0; y && i < n->out_count; i++)
        if (n->out[i]) t->of[n->out[i]->id].turned = y->out[i];
    }
    changes++;
  }
  return changes;
}

/* Behind each of them, for whoever else reads it; what nobody reads any more goes. */
static void hand_over_all(turning *t) {
  for (node *n = t->graph->last, *before; n; n = before) {
    bool rewritten = false;
    before = n->previous;
    for (size_t i = 0; i < n->out_count; i++) {
      value *v = n->out[i];
      if (!is_turned(t, v) || !t->of[v->id].turned) continue;
      rewritten = true;
      if (value_is_used(v)) hand_over(v, t->of[v->id].turned, n);
    }
    if (rewritten) node_remove(n);
  }
}

fp8c_status pass_batch_first(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  size_t before;
  do { /* what is taken in front of a Transpose is taken of a Reshape then */
    before = c->changes;
    for (node *n = g->first; n; n = n->next)
      if (!n->region && has_output(n) && node_is_used(n)) c->changes += take_apart(n);
  } while (c->changes != before);
  graph_remove_dead(g);
  turning t = {.graph = g, .count = g->next_value_id};
  t.of = NEW_ARRAY(c->scratch, place, t.count);
  t.gain = NEW_ARRAY(c->scratch, double, t.count);
  find(&t);
  weigh(&t);
  size_t changes = rewrite(&t);
  if (changes) hand_over_all(&t);
  c->changes += changes;
  return FP8C_OK;
}
