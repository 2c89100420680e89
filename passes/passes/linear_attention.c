/* linear_attention.c - attention without a softmax has the heads of a row side by side.
 *
 * EfficientViT multiplies values with keys first, D x D numbers for each head, and takes the sum of
 * a row's shares along as a last column of the values, which is 1:
 *
 *     y = q (k^T [v, 1])        result = y[..., :D] / (y[..., D:] + epsilon)
 *
 * For a GPU these are hundreds of products too small for its kernels, between moves of all that
 * they read.  Here the keys of all heads multiply the values of all in one product for each sample;
 * what belongs to two heads is set to 0, and the second product has all heads too.  So has that
 * with the sums of keys, which gives a row's sums of shares.  Rows stay as convolutions whose
 * channels lie last give them, and heads are never moved.
 *
 * So it is where nothing is divided, as in factorised attention (CoaT), whose keys are shares of
 * their sums over all rows: a Softmax of keys that are turned first, as the product wants them.
 * There the result and the values are used as heads and as an image besides, element by element:
 * what is only turned back to rows or into an image is computed on rows too.
 *
 * A sum has the terms that it had, and zeros; an infinity or a NaN in q reaches the other heads of
 * its row (docs/numbers.md). */
#include <string.h>

#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/select.h"
#include "ops/ids/unary.h"
#include "passes/heads.h"
#include "passes/moves.h"

/* Numbers of all heads of a row: the products of all with all take this many times what those of
 * each head took, divided by the size of a head. */
#define WIDTH_MAX 256
#define PLAIN_WIDTH_MAX 512 /* without the sums of shares: a row is multiplied once */
#define AXES 4              /* [batch, heads, rows, size] */

enum { Q, K, V, OPERANDS };

typedef struct linear_attention {
  node *ratio;         /* the division by the sums of shares */
  const node *added;   /* epsilon; NULL: none */
  value *of[OPERANDS]; /* [batch, heads, rows, size] */
  value *keys;         /* turned */
  node *last;          /* whose result the rows become: `ratio`, or the image made of it */
  int64_t heads, rows, size;
  match parts;
} linear_attention;

/* ---- The pattern ---------------------------------------------------------------- */

/* v is what a Slice takes of the last axis, from `start` on, `count` numbers: what it takes it of.
 */
static value *taken(match *parts, const value *v, int64_t start, int64_t count) {
  node *n = match_def(parts, v, OP_SLICE);
  sliced s;
  if (!n || v->type.rank != AXES || !node_slice(n, &s) || s.only != AXES - 1) return NULL;
  const slice_range *r = &s.along[AXES - 1];
  return r->start == start && r->step == 1 && r->count == count ? n->in[0] : NULL;
}

/* The values in front of a Pad that puts one 1 behind each row. */
static value *without_ones(match *parts, const value *v) {
  node *n = match_def(parts, v, OP_PAD);
  int64_t pads[2 * FP8C_MAX_RANK];
  double x;
  if (!n || v->type.rank != AXES || !value_used_once(v) || !node_pads(n, pads) ||
      !node_input(n, 2) || !value_scalar(n->in[2], &x) || x != 1 ||
      strcmp(node_string(n, "mode"), "constant") != 0)
    return NULL;
  for (int i = 0; i < 2 * AXES; i++)
    if (pads[i] != (i == 2 * AXES - 1)) return NULL;
  return n->in[0];
}

/* The Reshape that makes an image of the heads' rows, where that is all that becomes of them. */
static node *image_of(linear_attention *a) {
  node *turn = only_user(a->ratio->out[0]);
  if (!TRANSPOSES(turn, 0, 1, 3, 2)) return NULL;
  node *image = only_user(turn->out[0]);
  const tensor *y = image && node_is(image, OP_RESHAPE) ? &image->out[0]->type : NULL;
  if (!y || y->rank < 3 || y->dims[0] != turn->out[0]->type.dims[0] || y->dims[0] == DIM_UNKNOWN ||
      y->dims[1] != a->heads * a->size || !move_can_reshape(y, y))
    return NULL;
  match_add(&a->parts, turn);
  return image;
}

static bool find(node *ratio, arena *scratch, linear_attention *a) {
  *a = (linear_attention){.ratio = ratio, .last = ratio, .parts = match_new(scratch)};
  const tensor *t = &ratio->out[0]->type;
  if (t->rank != AXES || t->dtype != FP8C_DTYPE_F32 || t->dims[0] == DIM_UNKNOWN) return false;
  a->heads = t->dims[1];
  a->rows = t->dims[2];
  a->size = t->dims[3];
  if (a->heads < 2 || a->rows < 1 || a->size < 1) return false;
  value *all = taken(&a->parts, ratio->in[0], 0, a->size), *sum = ratio->in[1];
  double epsilon;
  value *bare;
  const node *add = value_def_of(sum, OP_ADD);
  if (add && split_scalar(add, &epsilon, &bare)) {
    a->added = add;
    match_add(&a->parts, sum->def);
    sum = bare;
  }
  if (!all || taken(&a->parts, sum, a->size, 1) != all || all->user_count != 2 ||
      value_is_output(all) || !value_used_once(ratio->in[0]) || !value_used_once(sum) ||
      !value_used_once(ratio->in[1]))
    return false;
  node *second = match_def(&a->parts, all, OP_MATMUL);
  node *first = second && value_used_once(second->in[1])
                    ? match_def(&a->parts, second->in[1], OP_MATMUL)
                    : NULL;
  if (!first) return false;
  node *turn = value_def_of(first->in[0], OP_TRANSPOSE);
  a->of[Q] = second->in[0];
  a->of[K] = TRANSPOSES(turn, 0, 1, 3, 2) ? turn->in[0] : NULL;
  a->of[V] = without_ones(&a->parts, first->in[1]);
  if (!a->of[K] || !a->of[V]) return false;
  a->keys = first->in[0];
  match_add(&a->parts, turn);
  for (int i = 0; i < OPERANDS; i++)
    if (!same_shape(&a->of[i]->type, t)) return false;
  node *image = image_of(a);
  if (image) a->last = image;
  return true;
}

/* ---- What it becomes -------------------------------------------------------------
 *
 * Three axes at most: four would be those of an image for channels-last. */

/* x with all in front of the last two axes as one, whose size is `leading` (0: what it comes to).
 */
static value *merged(value *x, int64_t leading, int64_t heads, int64_t size, node *before) {
  const int64_t target[] = {-1, heads, size};
  value *in[] = {x, graph_const_i64s(x->graph, NULL, target, 3)};
  node *n = graph_node(x->graph, before, op_get(OP_RESHAPE), NULL, in, 2, 1);
  if (leading == 0) {
    if (node_infer(n, NULL) != FP8C_OK) return NULL;
  } else {
    n->out[0]->type = (tensor){.dtype = x->type.dtype, .rank = 3, .dims = {leading, heads, size}};
  }
  return n->out[0];
}

/* The Split of an image's channels, [batch, heads, pieces, rows] turned, that all operands are
 * pieces of, some through an elementwise node of one input; NULL: there is none. */
static node *common_split(const linear_attention *a, node *through[OPERANDS]) {
  node *split = NULL;
  for (int i = 0; i < OPERANDS; i++) {
    node *n = a->of[i]->def;
    through[i] = n && n->op->family == FAMILY_ELTWISE && n->op->expr && n->in_count == 1 ? n : NULL;
    n = value_def_of(through[i] ? n->in[0] : a->of[i], OP_SPLIT);
    if (!n || (split && n != split)) return NULL;
    split = n;
  }
  const node *turn = value_def_of(split->in[0], OP_TRANSPOSE);
  return TRANSPOSES(turn, 0, 1, 3, 2) && node_axis(split, AXES) == AXES - 1 ? split : NULL;
}

/* The operands as [batch, rows, heads * size]: pieces of rows, where they were cut of an image. */
static bool on_rows(const linear_attention *a, value *rows[OPERANDS]) {
  static const int64_t to_rows[] = {0, 2, 1, 3}, turned[] = {0, 2, 1};
  node *through[OPERANDS], *before = a->last, *split = common_split(a, through);
  const int64_t batch = a->ratio->out[0]->type.dims[0];
  tensor flat = {.dtype = FP8C_DTYPE_F32, .rank = 3, .dims = {batch, a->rows, a->heads * a->size}};
  if (!split) {
    for (int i = 0; i < OPERANDS; i++) {
      rows[i] = move_reshaped(move_transposed(a->of[i], to_rows, before), &flat, before);
      if (!rows[i]) return false;
    }
    return true;
  }
  value *image = split->in[0]->def->in[0];
  const int64_t pieces = image->type.dims[2];
  const tensor channels = {
      .dtype = FP8C_DTYPE_F32, .rank = 3, .dims = {batch, a->heads * pieces, a->rows}};
  image = move_reshaped(image, &channels, before);
  value *all =
      image ? merged(move_transposed(image, turned, before), 0, a->heads, pieces, before) : NULL;
  if (!all) return false;
  value *in[] = {all, node_input(split, 1)};
  node *cut =
      graph_node(before->graph, before, split->op, NULL, in, in[1] ? 2 : 1, split->out_count);
  for (size_t i = 0; i < split->attrs.count; i++) node_set_attr(cut, split->attrs.items[i]);
  node_set_int(cut, "axis", 2);
  node_add_sources(cut, split);
  if (node_infer(cut, NULL) != FP8C_OK) return false;
  for (int i = 0; i < OPERANDS; i++) {
    const value *of = through[i] ? through[i]->in[0] : a->of[i];
    size_t index = 0;
    while (split->out[index] != of) index++;
    value *x = cut->out[index];
    if (through[i]) x = node_copied(through[i], &x, &x->type, before)->out[0];
    rows[i] = move_reshaped(x, &flat, before);
    if (!rows[i]) return false;
  }
  return true;
}

static value *make(const linear_attention *a, op_id op, value *x, value *y, const tensor *type) {
  value *in[] = {x, y};
  node *n = graph_node(a->ratio->graph, a->last, op_get(op), NULL, in, 2, 1);
  match_sources(&a->parts, n);
  node_add_sources(n, a->ratio);
  n->out[0]->type = *type;
  return n->out[0];
}

/* x for each of `count` columns of a head, or one column for a head, and 0 where a row is of
 * another head. */
static value *own_heads(const linear_attention *a, value *x, int64_t per_head, arena *scratch) {
  graph *g = x->graph;
  const int64_t rows = a->heads * a->size, columns = a->heads * per_head;
  unsigned char *same = NEW_ARRAY(scratch, unsigned char, rows *columns);
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++) same[i * columns + j] = i / a->size == j / per_head;
  const tensor of = {.dtype = FP8C_DTYPE_BOOL, .rank = 2, .dims = {rows, columns}};
  value *in[] = {graph_const_copy(g, NULL, &of, same), x, graph_const_f32(g, NULL, 0)};
  node *n = graph_node(g, a->last, op_get(OP_WHERE), NULL, in, 3, 1);
  n->out[0]->type = x->type;
  n->out[0]->type.dims[2] = columns;
  return n->out[0];
}

/* The sums of shares with what is added to them, `sum` being the same without. */
static value *with_added(const linear_attention *a, value *sum) {
  if (!a->added) return sum;
  value *in[] = {a->added->in[0], a->added->in[1]};
  in[value_is_const(in[1]) ? 0 : 1] = sum;
  return node_copied(a->added, in, &sum->type, a->last)->out[0];
}

static value *sum_along(const linear_attention *a, value *x, int axis) {
  const int64_t along = axis;
  tensor type = x->type;
  type.dims[axis] = 1;
  return make(a, OP_REDUCE_SUM, x, graph_const_i64s(x->graph, NULL, &along, 1), &type);
}

/* All heads in one product; false where shapes cannot be told. */
static bool multiply_all(const linear_attention *a, arena *scratch) {
  static const int64_t turned[] = {0, 2, 1}, to_heads[] = {0, 2, 1, 3};
  value *rows[OPERANDS];
  if (!on_rows(a, rows)) return false;
  const int64_t width = a->heads * a->size;
  tensor square = rows[Q]->type, sums = square;
  square.dims[1] = width;
  square.dims[2] = width;
  sums.dims[2] = a->heads;
  value *keys = move_transposed(rows[K], turned, a->last);
  value *all = own_heads(a, make(a, OP_MATMUL, keys, rows[V], &square), a->size, scratch);
  value *shares = own_heads(a, sum_along(a, keys, 2), 1, scratch);
  value *y = make(a, OP_MATMUL, rows[Q], all, &rows[Q]->type);
  value *sum = with_added(a, make(a, OP_MATMUL, rows[Q], shares, &sums));
  y = merged(y, 0, a->heads, a->size, a->last);
  if (!y) return false;
  sum = merged(sum, y->type.dims[0], a->heads, 1, a->last);
  y = move_reshaped(make(a, OP_DIV, y, sum, &y->type), &rows[Q]->type, a->last);
  value *old = a->last->out[0];
  tensor apart = a->ratio->out[0]->type;
  apart.dims[1] = a->rows;
  apart.dims[2] = a->heads;
  if (a->last == a->ratio)
    y = move_transposed(move_reshaped(y, &apart, a->last), to_heads, a->last);
  else
    y = move_reshaped(move_transposed(y, turned, a->last), &old->type, a->last);
  take_over(y->def, old);
  return true;
}

/* Each head's products as they are, without the column of 1. */
static void sum_apart(linear_attention *a, bool gpu) {
  static const int64_t turned[] = {0, 2, 1}, to_rows[] = {0, 2, 1, 3};
  const tensor *t = &a->ratio->out[0]->type;
  tensor square = *t, row = *t, flat = *t;
  square.dims[2] = a->size;
  row.dims[2] = 1;
  flat.rank = 3;
  flat.dims[1] = a->rows;
  flat.dims[2] = a->heads * a->size;
  if (!gpu) a->last = a->ratio; /* whose moves are one where channels lie first */
  value *all = make(a, OP_MATMUL, a->keys, a->of[V], &square);
  value *y = make(a, OP_MATMUL, a->of[Q], all, t);
  value *keys = move_reshaped(sum_along(a, a->keys, AXES - 1), &row, a->last);
  value *sum = with_added(a, sum_along(a, make(a, OP_MUL, a->of[Q], keys, t), AXES - 1));
  value *old = a->last->out[0];
  y = make(a, OP_DIV, y, sum, t);
  if (a->last != a->ratio) {
    value *rows = move_reshaped(move_transposed(y, to_rows, a->last), &flat, a->last);
    y = move_reshaped(move_transposed(rows, turned, a->last), &old->type, a->last);
  }
  take_over(y->def, old);
}

static bool rewrite(node *ratio, bool gpu, arena *scratch) {
  linear_attention a;
  if (!find(ratio, scratch, &a)) return false;
  if (gpu && a.size <= WIDTH_MAX / a.heads) return multiply_all(&a, scratch);
  sum_apart(&a, gpu);
  return true;
}

/* ---- Without sums ---------------------------------------------------------------- */

static bool find_plain(node *second, arena *scratch, linear_attention *a) {
  *a = (linear_attention){.ratio = second, .last = second, .parts = match_new(scratch)};
  const tensor *t = &second->out[0]->type;
  if (t->rank != AXES || t->dtype != FP8C_DTYPE_F32 || t->dims[0] == DIM_UNKNOWN) return false;
  a->heads = t->dims[1];
  a->rows = t->dims[2];
  a->size = t->dims[3];
  node *first =
      value_used_once(second->in[1]) ? match_def(&a->parts, second->in[1], OP_MATMUL) : NULL;
  if (!first || a->heads < 2 || a->rows < 1 || a->size < 1 || a->size > PLAIN_WIDTH_MAX / a->heads)
    return false;
  node *turn = value_def_of(first->in[0], OP_TRANSPOSE);
  if (!TRANSPOSES(turn, 0, 1, 3, 2)) return false;
  match_add(&a->parts, turn);
  a->of[Q] = second->in[0];
  a->of[K] = turn->in[0];
  a->of[V] = first->in[1];
  for (int i = 0; i < OPERANDS; i++)
    if (!same_shape(&a->of[i]->type, t) || !heads_have_rows(a->of[i])) return false;
  return true; /* and what a Softmax that gives K reads has rows as well */
}

static bool multiply_plain(const linear_attention *a, arena *scratch) {
  static const int64_t turned[] = {0, 2, 1}, to_heads[] = {0, 2, 1, 3};
  value *old = a->last->out[0], *rows[OPERANDS];
  tensor apart = old->type, flat = old->type;
  apart.dims[1] = a->rows;
  apart.dims[2] = a->heads;
  flat.rank = 3;
  flat.dims[1] = a->rows;
  flat.dims[2] = a->heads * a->size;
  node *shares = value_def_of(a->of[K], OP_SOFTMAX);
  if (shares && node_axis(shares, AXES) != AXES - 2) shares = NULL;
  for (int i = 0; i < OPERANDS; i++) {
    value *heads = i == K && shares ? shares->in[0] : a->of[i];
    rows[i] = move_reshaped(heads_on_rows(heads, a->last), &flat, a->last);
    if (!rows[i]) return false;
  }
  tensor square = flat;
  square.dims[1] = flat.dims[2];
  value *keys = move_transposed(rows[K], turned, a->last);
  if (shares) {
    keys = node_copied(shares, &keys, &keys->type, a->last)->out[0];
    node_set_int(keys->def, "axis", 2);
  }
  value *all = own_heads(a, make(a, OP_MATMUL, keys, rows[V], &square), a->size, scratch);
  value *y = move_reshaped(make(a, OP_MATMUL, rows[Q], all, &flat), &apart, a->last);
  if (!y) return false;
  y = move_transposed(y, to_heads, a->last);
  take_over(y->def, old);
  return true;
}

/* What n, a Transpose, makes of heads that can be had on rows: rows again, or columns of which a
 * Reshape makes an image. */
static bool turn_back(node *n) {
  static const int64_t turned[] = {0, 2, 1};
  value *heads = n->in[0], *y = n->out[0];
  bool to_rows = TRANSPOSES(n, 0, 2, 1, 3);
  node *image = TRANSPOSES(n, 0, 1, 3, 2) ? only_user(y) : NULL;
  if ((!to_rows && !(image && node_is(image, OP_RESHAPE))) ||
      (to_rows && value_def_of(heads, OP_TRANSPOSE)) || !heads_have_rows(heads))
    return false;
  if (to_rows) {
    value *rows = heads_on_rows(heads, n);
    take_over(rows->def, y);
    return true;
  }
  const tensor *h = &heads->type, *x = &image->out[0]->type;
  tensor flat = *h;
  flat.rank = 3;
  flat.dims[1] = h->dims[2];
  if (x->rank < 3 || h->dims[1] <= 0 || h->dims[3] <= 0 || x->dims[0] != h->dims[0] ||
      x->dims[0] == DIM_UNKNOWN || x->dims[1] != h->dims[1] * h->dims[3] || !move_can_reshape(x, x))
    return false;
  flat.dims[2] = x->dims[1];
  value *rows = move_reshaped(heads_on_rows(heads, image), &flat, image);
  value *pixels = rows ? move_reshaped(move_transposed(rows, turned, image), x, image) : NULL;
  if (!pixels) return false;
  node_add_sources(pixels->def, n);
  node_add_sources(pixels->def, image);
  take_over(pixels->def, image->out[0]);
  return true;
}

static size_t rewrite_plain(graph *g, arena *scratch) {
  size_t changes = 0;
  for (node *n = g->first; n; n = n->next) {
    linear_attention a;
    arena_mark mark = arena_save(scratch);
    if (has_output(n) && node_is(n, OP_MATMUL) && find_plain(n, scratch, &a))
      changes += multiply_plain(&a, scratch);
    arena_reset(scratch, mark);
  }
  for (node *n = g->first; changes && n; n = n->next)
    if (has_output(n) && node_is(n, OP_TRANSPOSE) && n->out[0]->type.rank == AXES)
      changes += turn_back(n);
  return changes;
}

fp8c_status pass_linear_attention(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next) {
    if (!has_output(n) || !node_is(n, OP_DIV)) continue;
    arena_mark mark = arena_save(c->scratch);
    c->changes += rewrite(n, c->rules.gpu, c->scratch);
    arena_reset(c->scratch, mark);
  }
  if (c->rules.gpu) c->changes += rewrite_plain(g, c->scratch);
  return FP8C_OK;
}
