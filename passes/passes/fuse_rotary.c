/* fuse_rotary.c - fuses the rotation of heads by their positions (RoPE) into one Rotary node.
 *
 *     x * cosines + rotated(x) * sines
 *
 * where rotated(x) is Concat(-second half, first half) of the last axis, its halves
 * taken by Split or Slice; or, for neighbours, Reshape(Concat(-odd, even)) of a new
 * last axis.  The numbers stay the same bits.  RotaryEmbedding, where the model has
 * it, becomes the same node: its tables have a number a pair.
 *
 * Where some tokens have no position (the class and registers of EVA and DINOv3) and are joined
 * with those that are turned, all of them turn: a table's row of cosines of 1 and sines of 0 turns
 * by nothing. */
#include "base/numbers.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/unary.h"
#include "passes/moves.h"

typedef struct rotary {
  value *x, *cosines, *sines;
  bool interleaved;
  match parts;
} rotary;

static bool is_last(int64_t axis, int rank) { return axis == -1 || axis == rank - 1; }

/* n gives part `index` (0, 1) of its input's last axis: a half, or every other element. */
static bool gives_part(const node *n, const value *v, size_t index, bool interleaved) {
  sliced s;
  int last = n->in[0]->type.rank - 1;
  if (node_is(n, OP_SPLIT))
    return !interleaved && is_last(node_int(n, "axis"), last + 1) && n->out_count == 2 &&
           n->out[index] == v;
  if (!node_slice(n, &s) || s.only != last || last < 0) return false;
  const slice_range *r = &s.along[last];
  int64_t half = n->in[0]->type.dims[last] / 2;
  if (r->count != half || half == 0) return false;
  return interleaved ? (r->step == 2 || half == 1) && r->start == (int64_t)index
                     : r->step == 1 && r->start == (int64_t)index * half;
}

static value *part_of(rotary *r, const value *v, size_t index, bool interleaved) {
  node *n = v->def;
  if (!n || !gives_part(n, v, index, interleaved)) return NULL;
  /* both parts are alike, so the last axis is twice as long as either */
  const tensor *x = &n->in[0]->type, *y = &v->type;
  if (x->rank < 1 || y->rank != x->rank || y->dims[y->rank - 1] <= 0 ||
      x->dims[x->rank - 1] != 2 * y->dims[y->rank - 1])
    return NULL;
  match_add(&r->parts, n);
  return n->in[0];
}

static value *negated(rotary *r, const value *v) {
  double c;
  value *x = NULL;
  node *n = value_def_of(v, OP_NEG);
  if (n) {
    x = n->in[0];
  } else {
    n = value_def_of(v, OP_MUL);
    if (!n || !split_scalar(n, &c, &x) || c != -1 || !same_shape(&x->type, &v->type)) return NULL;
  }
  match_add(&r->parts, n);
  return x;
}

/* Unsqueeze at the end (or a Reshape to such a shape). */
static value *without_last(rotary *r, const value *v) {
  node *n = value_def_of(v, OP_UNSQUEEZE);
  if (!n) n = value_def_of(v, OP_RESHAPE);
  if (!n) return NULL;
  const tensor *x = &n->in[0]->type, *y = &v->type;
  if (x->rank < 1 || y->rank != x->rank + 1 || y->dims[y->rank - 1] != 1) return NULL;
  for (int i = 0; i < x->rank; i++)
    if (x->dims[i] != y->dims[i] || x->dims[i] == DIM_UNKNOWN) return NULL;
  match_add(&r->parts, n);
  return n->in[0];
}

/* Returns x where v is rotated(x), else NULL. */
static value *match_rotated(rotary *r, value *v) {
  node *concat = value_def_of(v, OP_CONCAT);
  r->interleaved = false;
  if (!concat) {
    node *reshape = value_def_of(v, OP_RESHAPE);
    concat = reshape ? value_def_of(reshape->in[0], OP_CONCAT) : NULL;
    if (!concat) return NULL;
    match_add(&r->parts, reshape);
    r->interleaved = true;
  }
  if (concat->in_count != 2 || !is_last(node_int(concat, "axis"), concat->out[0]->type.rank))
    return NULL;
  match_add(&r->parts, concat);
  value *low = concat->in[0], *high = concat->in[1];
  if (r->interleaved) {
    low = without_last(r, low);
    high = without_last(r, high);
  }
  low = low ? negated(r, low) : NULL;
  value *x = low ? part_of(r, low, 1, r->interleaved) : NULL;
  return x && high && part_of(r, high, 0, r->interleaved) == x && same_shape(&x->type, &v->type)
             ? x
             : NULL;
}

/* A table that broadcasts to x, as wide. */
static bool is_table(const value *t, const value *x) {
  int rank = x->type.rank;
  if (t->type.rank < 1 || t->type.rank > rank || t->type.dtype != x->type.dtype) return false;
  return t->type.dims[t->type.rank - 1] == x->type.dims[rank - 1];
}

static bool find(node *add, arena *scratch, rotary *r) {
  for (int i = 0; i < 2; i++) {
    node *plain = value_def_of(add->in[i], OP_MUL), *other = value_def_of(add->in[1 - i], OP_MUL);
    for (int k = 0; plain && other && k < 2; k++) {
      *r = (rotary){.sines = other->in[1 - k], .parts = match_new(scratch)};
      r->x = match_rotated(r, other->in[k]);
      if (!r->x) continue;
      r->cosines = other_input(plain, r->x);
      if (!r->cosines || r->cosines == r->x || !is_table(r->cosines, r->x) ||
          !is_table(r->sines, r->x) || !same_shape(&add->out[0]->type, &r->x->type) ||
          !dtype_is_small_float(r->x->type.dtype) || !same_shape(&other->out[0]->type, &r->x->type))
        continue;
      match_add(&r->parts, plain);
      match_add(&r->parts, other);
      return true;
    }
  }
  return false;
}

static node *rotary_node(node *like, value *x, value *cosines, value *sines, bool interleaved) {
  node *n = node_like(like, OP_ROTARY, (value *[]){x, cosines, sines}, 3);
  if (interleaved) node_set_int(n, "interleaved", 1);
  return n;
}

static bool may_be_same(int64_t a, int64_t b) { return a < 0 || b < 0 || a == b; }

/* Tables and positions, as far as their sizes are known, are what the heads want.  Where a size
 * of x is free, nobody has looked at the others yet. */
static bool tables_fit(const node *n, bool gathered) {
  const tensor *x = &n->in[0]->type, *steps = gathered ? &n->in[3]->type : NULL;
  for (int i = 1; i < 3; i++) {
    const tensor *t = &n->in[i]->type;
    if (t->rank != (gathered ? 2 : 3) || t->dtype != x->dtype ||
        !may_be_same(t->dims[t->rank - 1], x->dims[3] / 2))
      return false;
    if (!gathered) steps = t;
    if (!may_be_same(steps->dims[0], x->dims[0]) || !may_be_same(steps->dims[1], x->dims[2]))
      return false;
  }
  return true;
}

/* RotaryEmbedding on heads [B, H, S, D] that turn as a whole: its tables [B, S, D / 2]
 * are gathered at the positions, where it has them. */
static bool from_operator(node *n) {
  value *x = n->in[0], *tables[2] = {n->in[1], n->in[2]};
  const tensor *t = &x->type;
  int64_t rotated = node_int(n, "rotary_embedding_dim");
  if (t->rank != 4 || t->dims[3] <= 0 || (rotated != 0 && rotated != t->dims[3]) ||
      t->dtype == FP8C_DTYPE_F64)
    return false;
  graph *g = n->graph;
  bool gathered = n->in_count > 3 && n->in[3];
  if (gathered && n->in[3]->type.rank != 2) return false;
  if (!tables_fit(n, gathered)) return false;
  for (int i = 0; i < 2; i++) {
    if (gathered) {
      node *gather =
          graph_node(g, n, op_get(OP_GATHER), NULL, (value *[]){tables[i], n->in[3]}, 2, 1);
      int64_t width = tables[i]->type.dims[1];
      gather->out[0]->type = tables[i]->type;
      gather->out[0]->type.rank = 3;
      gather->out[0]->type.dims[0] = n->in[3]->type.dims[0];
      gather->out[0]->type.dims[1] = n->in[3]->type.dims[1];
      gather->out[0]->type.dims[2] = width;
      tables[i] = gather->out[0];
    }
    tables[i] = move_unsqueezed(tables[i], 1, n);
  }
  node *to = rotary_node(n, x, tables[0], tables[1], node_int(n, "interleaved") != 0);
  node_add_sources(to, n);
  take_over(to, n->out[0]);
  return true;
}

/* ---- Tokens without a position ----------------------------------------------------------- */

/* The tokens that a Slice takes of its input: its range of the last axis but one. */
static bool takes_tokens(const value *v, slice_range *range) {
  sliced s;
  const node *n = value_def_of(v, OP_SLICE);
  if (!n || !node_slice(n, &s) || s.only != v->type.rank - 2 || s.only < 0) return false;
  *range = s.along[s.only];
  return range->step == 1;
}

/* A table of F32 with `count` more rows of one number, in front of its own or behind them. */
static value *with_rows(value *table, int64_t count, float number, bool in_front, node *before) {
  graph *g = before->graph;
  tensor rows = table->type;
  int axis = rows.rank - 2;
  rows.dims[axis] = count;
  float *x = NEW_ARRAY(g->arena, float, tensor_elements(&rows));
  for (int64_t i = 0; i < tensor_elements(&rows); i++) x[i] = number;
  value *more = graph_const_copy(g, NULL, &rows, x);
  value *in[2] = {in_front ? more : table, in_front ? table : more};
  node *n = graph_node(g, before, op_get(OP_CONCAT), NULL, in, 2, 1);
  node_set_int(n, "axis", axis);
  n->out[0]->type = table->type;
  n->out[0]->type.dims[axis] += count;
  return n->out[0];
}

/* A row for each of so many tokens. */
static bool has_rows(const value *table, int64_t tokens) {
  const tensor *t = &table->type;
  return t->dtype == FP8C_DTYPE_F32 && tensor_shape_known(t) && t->rank >= 2 &&
         t->dims[t->rank - 2] == tokens;
}

/* Concat(some tokens of x, Rotary(the others)), in either order, becomes one Rotary of x. */
static bool turn_all(node *n) {
  int rank = n->out[0]->type.rank;
  int64_t axis = node_int(n, "axis");
  if (n->in_count != 2 || rank < 2 || (axis != rank - 2 && axis != -2)) return false;
  for (size_t i = 0; i < 2; i++) {
    slice_range turned, still;
    node *r = value_def_of(n->in[i], OP_ROTARY);
    if (!r || !takes_tokens(r->in[0], &turned) || !takes_tokens(n->in[1 - i], &still)) continue;
    value *x = r->in[0]->def->in[0];
    const slice_range *first = i ? &still : &turned, *second = i ? &turned : &still;
    if (n->in[1 - i]->def->in[0] != x || !same_shape(&x->type, &n->out[0]->type) ||
        first->start != 0 || second->start != first->count ||
        first->count + second->count != x->type.dims[rank - 2] ||
        !has_rows(r->in[1], turned.count) || !has_rows(r->in[2], turned.count))
      continue;
    value *cosines = with_rows(r->in[1], still.count, 1, i == 1, n);
    value *sines = with_rows(r->in[2], still.count, 0, i == 1, n);
    node *all = rotary_node(n, x, cosines, sines, node_int(r, "interleaved") != 0);
    node_add_sources(all, r);
    take_over(all, n->out[0]);
    return true;
  }
  return false;
}

fp8c_status pass_fuse_rotary(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next) {
    rotary r;
    if (!has_output(n)) continue;
    if (node_is(n, OP_ROTARY_EMBEDDING)) c->changes += from_operator(n);
    if (node_is(n, OP_CONCAT)) c->changes += turn_all(n);
    if (!node_is(n, OP_ADD) || !find(n, c->scratch, &r)) continue;
    node *to = rotary_node(n, r.x, r.cosines, r.sines, r.interleaved);
    match_sources(&r.parts, to);
    take_over(to, n->out[0]);
    c->changes++;
  }
  return FP8C_OK;
}
