/* sort_heads.c - what lies interleaved head by head in one product's result becomes a piece for
 * each use: rows of its weights are ordered anew.
 *
 *     y = Linear(x) as [.., H, n * D] or [.., H, n, D]; q, k and v are taken of its last axes
 *     y = Conv(x) as [B, H, n * D, S] or [B, H, n, D, S]; they are taken of its channels
 *
 * (BLOOM, GPT-NeoX, Falcon, LeViT; CoAtNet, YOLO's attention, those of diffusion models).  Each of
 * them is read in steps then, and somebody has to move it.  With rows of all heads' queries first,
 * then of their keys, then of their values, each is a slice of the result's columns or channels,
 * which its readers read where it lies.  Rows that nobody reads are left out. */
#include <string.h>

#include "base/numbers.h"
#include "ops/dtype.h"
#include "ops/ids/algebra.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/moves.h"

#define PIECES_MAX 8

/* Columns [start, start + size) of every head, and who reads them so. */
typedef struct piece {
  int64_t start, size, first; /* first: in the new order, all heads' */
  value *read;
} piece;

typedef struct lace {
  node *product, *apart; /* the Reshape to heads */
  node *turned;          /* a Transpose behind it, that leaves the last axis; NULL */
  int64_t heads, each;   /* columns of a head */
  int axis;              /* of `apart`: the heads' */
  int columns;           /* of the product: what becomes heads */
  bool uses;             /* `apart` has an axis of its own for q, k and v */
  piece pieces[PIECES_MAX];
  size_t count;
} lace;

static bool known_from(const tensor *t, int from) {
  for (int i = from; i < t->rank; i++)
    if (t->dims[i] <= 0) return false;
  return true;
}

/* Heads of a convolution's channels: all pixels become one axis. */
static bool find_image_heads(node *conv, lace *l) {
  node *r = only_user(conv->out[0]);
  const tensor *x = &conv->out[0]->type;
  if (!r || !node_is(r, OP_RESHAPE) || x->rank < 3 || x->dims[1] <= 0) return false;
  const tensor *y = &r->out[0]->type;
  if ((y->rank != 4 && y->rank != 5) || !known_from(y, 1) || x->dims[0] != y->dims[0] ||
      x->dims[0] == DIM_UNKNOWN || x->dims[1] % y->dims[1] != 0 || y->dims[1] < 2)
    return false;
  int64_t each = y->rank == 5 ? y->dims[2] * y->dims[3] : y->dims[2];
  *l = (lace){.product = conv,
              .apart = r,
              .axis = 1,
              .columns = 1,
              .heads = y->dims[1],
              .each = each,
              .uses = y->rank == 5};
  return each == x->dims[1] / y->dims[1];
}

/* Heads of `linear`'s result: all leading axes stay, the last becomes two or three. */
static bool find_heads(node *linear, lace *l) {
  node *r = only_user(linear->out[0]);
  const tensor *x = &linear->out[0]->type;
  if (!r || !node_is(r, OP_RESHAPE) || x->rank < 2 || x->dims[x->rank - 1] <= 0) return false;
  const tensor *y = &r->out[0]->type;
  int last = x->rank - 1, more = y->rank - x->rank;
  if ((more != 1 && more != 2) || !known_from(y, last)) return false;
  for (int i = 0; i < last; i++)
    if (x->dims[i] != y->dims[i] || x->dims[i] == DIM_UNKNOWN) return false;
  *l = (lace){.product = linear,
              .apart = r,
              .axis = last,
              .columns = last,
              .heads = y->dims[last],
              .uses = more == 2};
  if (l->heads < 2 || x->dims[last] % l->heads) return false;
  l->each = x->dims[last] / l->heads;
  int64_t perm[FP8C_MAX_RANK];
  node *t = only_user(r->out[0]);
  if (t && node_is(t, OP_TRANSPOSE) && node_permutation(t, perm) && more == 1 &&
      perm[y->rank - 1] == y->rank - 1)
    l->turned = t;
  return true;
}

static bool add_piece(lace *l, int64_t start, int64_t size, value *read) {
  if (!read || !value_is_used(read)) return true; /* rows that nobody reads */
  if (l->count == PIECES_MAX || start < 0 || size <= 0 || size > l->each - start ||
      value_is_output(read) || read->type.scale.kind != SCALE_NONE)
    return false;
  for (size_t i = 0; i < l->count; i++)
    if (start < l->pieces[i].start + l->pieces[i].size && l->pieces[i].start < start + size)
      return false;
  l->pieces[l->count++] = (piece){start, size, 0, read};
  return true;
}

/* What n, which reads v, takes of every head. */
static bool find_pieces(lace *l, const value *v, node *n) {
  int within = l->turned ? v->type.rank - 1 : l->axis + 1;
  int64_t index, unit = l->each / v->type.dims[within], at = 0;
  size_t count;
  sliced s;
  if (n->region || n->in[0] != v) return false;
  if (node_is(n, OP_SPLIT)) {
    if (node_axis(n, v->type.rank) != within) return false;
    for (size_t i = 0; i < n->out_count; i++) {
      if (!n->out[i] || n->out[i]->type.dims[within] <= 0) return false;
      if (!add_piece(l, at * unit, n->out[i]->type.dims[within] * unit, n->out[i])) return false;
      at += n->out[i]->type.dims[within];
    }
    return true;
  }
  if (node_is(n, OP_SLICE))
    return node_slice(n, &s) && s.only == within && s.along[within].step == 1 &&
           add_piece(l, s.along[within].start * unit, s.along[within].count * unit, n->out[0]);
  if (!node_is(n, OP_GATHER) || !l->uses || n->in[1]->type.rank != 0 ||
      node_axis(n, v->type.rank) != within || !value_ints(n->in[1], &index, 1, &count))
    return false;
  if (index < 0) index += v->type.dims[within];
  return add_piece(l, index * unit, unit, n->out[0]);
}

/* Numbers of whole bytes, as many rows as the product has columns. */
static bool is_plain(const value *v) {
  return v->type.scale.kind == SCALE_NONE && v->type.rank > 0 && v->type.dims[0] > 0 &&
         (dtype_is_small_float(v->type.dtype) || v->type.dtype == FP8C_DTYPE_F32);
}

static bool find(node *n, lace *l) {
  bool conv = node_is(n, OP_CONV) && node_int(n, "group") == 1 && node_int(n, "blocks") == 1 &&
              !node_int(n, "channels_last");
  bool linear = node_is(n, OP_LINEAR) && n->in[1]->type.rank == 2;
  if ((!conv && !linear) || n->region || !value_is_const(n->in[1]) || !is_plain(n->in[1]) ||
      (node_input(n, 2) && (!value_is_const(n->in[2]) || !is_plain(n->in[2]))) ||
      !(conv ? find_image_heads(n, l) : find_heads(n, l)))
    return false;
  const value *v = l->turned ? l->turned->out[0] : l->apart->out[0];
  if (v->output_uses || v->user_count == 0) return false;
  for (size_t i = 0; i < v->user_count; i++)
    if (!find_pieces(l, v, v->users[i])) return false;
  return l->count > 1;
}

/* Rows (of weights, of a bias) in the new order. */
static fp8c_status sorted(const lace *l, const value *rows, int64_t total, arena *scratch,
                          value **out, fp8c_error *err) {
  tensor t, type = rows->type;
  graph *g = l->product->graph;
  type.dims[0] = total;
  TRY(value_load(rows, scratch, &t, err));
  size_t all = (size_t)tensor_elements(&t) * dtype_bytes(t.dtype), row = all / (size_t)t.dims[0];
  char *to = arena_alloc(g->arena, all + 1); /* no more rows than there were */
  blob data = {.bytes = row * (size_t)total, .memory = to};
  for (size_t p = 0; p < l->count; p++)
    for (int64_t h = 0; h < l->heads; h++) {
      size_t from = (size_t)(h * l->each + l->pieces[p].start), size = (size_t)l->pieces[p].size;
      memcpy(to, (const char *)t.data + from * row, size * row);
      to += size * row;
    }
  *out = graph_const(g, arena_printf(g->arena, "%s.by_use", rows->name), &type, data);
  return FP8C_OK;
}

static value *slice_of(value *x, int64_t axis, int64_t start, int64_t size, node *before) {
  graph *g = before->graph;
  const int64_t end = start + size;
  value *in[] = {x, graph_const_i64s(g, NULL, &start, 1), graph_const_i64s(g, NULL, &end, 1),
                 graph_const_i64s(g, NULL, &axis, 1)};
  value *y = graph_node(g, before, op_get(OP_SLICE), NULL, in, 4, 1)->out[0];
  y->type = x->type;
  y->type.dims[axis] = size;
  return y;
}

/* The piece as it was read: rows of heads, behind the Transpose where there is one. */
static bool shaped(const lace *l, const piece *p, value *x, node *before, value **out) {
  int64_t perm[FP8C_MAX_RANK];
  tensor to = p->read->type;
  if (l->turned) {
    to = l->apart->out[0]->type;
    to.dims[to.rank - 1] = p->size;
  }
  value *y = move_reshaped(x, &to, before);
  if (y && l->turned && node_permutation(l->turned, perm)) y = move_transposed(y, perm, before);
  *out = y;
  return y != NULL && y != x;
}

/* *done is false where a shape cannot be stated, and nothing is changed. */
static fp8c_status rewrite(lace *l, arena *scratch, bool *done, fp8c_error *err) {
  node *old = l->product, *before = old->next;
  value *bias = node_input(old, 2), *made[PIECES_MAX], *in[3] = {old->in[0]};
  int64_t total = 0;
  *done = false;
  for (size_t i = 0; i < l->count; i++) {
    l->pieces[i].first = total;
    total += l->pieces[i].size * l->heads;
  }
  TRY(sorted(l, old->in[1], total, scratch, &in[1], err));
  if (bias) TRY(sorted(l, bias, total, scratch, &in[2], err));
  tensor type = old->out[0]->type;
  type.dims[l->columns] = total;
  node *wide = node_copied(old, in, &type, old);
  for (size_t i = 0; i < l->count; i++) {
    const piece *p = &l->pieces[i];
    value *x = slice_of(wide->out[0], l->columns, p->first, p->size * l->heads, before);
    if (!shaped(l, p, x, before, &made[i])) return FP8C_OK;
  }
  for (size_t i = 0; i < l->count; i++) {
    node_add_sources(made[i]->def, l->pieces[i].read->def);
    take_over(made[i]->def, l->pieces[i].read);
  }
  *done = true;
  return FP8C_OK;
}

fp8c_status pass_sort_heads(graph *g, pass_context *c, fp8c_error *err) {
  for (node *n = g->first, *next; n; n = next) {
    lace l;
    bool done = false;
    next = n->next;
    if (!has_output(n) || !node_is_used(n) || !find(n, &l)) continue;
    arena_mark mark = arena_save(c->scratch);
    TRY(rewrite(&l, c->scratch, &done, err));
    arena_reset(c->scratch, mark);
    c->changes += done;
  }
  return FP8C_OK;
}
