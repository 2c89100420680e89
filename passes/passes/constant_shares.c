/* constant_shares.c - shares of attention that no input changes multiply the values apart.
 *
 * Gated positional attention (ConViT) adds shares p that positions give to those of a softmax,
 * which has a gate for each head, and divides a row by its sum:
 *
 *     s = gate * Softmax(scores) + p        y = (s / ReduceSum(s)) v
 *
 * Only the softmax depends on the input, and the sum of its rows is 1, so that of a row of s is
 * r = gate + ReduceSum(p), a constant:
 *
 *     y = (gate / r) * (Softmax(scores) v) + (p / r) v
 *
 * The first product is an Attention then, one launch of a GPU, and the second one of a constant
 * matrix for each head.
 * Gates and p must not be negative: nothing cancels in r, which is what the sum was but for the
 * rounding of a softmax's shares (docs/numbers.md). */
#include <math.h>

#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "passes/moves.h"

enum { HEAD = 1, ROW = 2, KEY = 3, AXES = 4 }; /* of [batch, heads, rows, keys] */

typedef struct gated {
  node *product; /* with the values */
  node *sum;     /* of both shares */
  value *softmax;
  const value *gate; /* NULL: 1 */
  const value *rest; /* p */
  bool divided;
  match parts;
} gated;

/* A constant's numbers, found by head, row and key. */
typedef struct numbers {
  const float *x;
  int64_t step[AXES]; /* 0 along axes where it has one number */
} numbers;

static float number_at(const numbers *n, int64_t head, int64_t row, int64_t key) {
  return n->x ? n->x[head * n->step[HEAD] + row * n->step[ROW] + key * n->step[KEY]] : 1;
}

/* Reads v, which is spread to `shape` and is the same for each sample; false where it is no such
 * constant of numbers from 0 on. */
static bool read_numbers(const value *v, const tensor *shape, arena *scratch, numbers *out) {
  const tensor *t = &v->type;
  int64_t step = 1, count = 1;
  if (!value_is_const(v) || t->rank < 0 || t->rank > AXES || !tensor_shape_known(t)) return false;
  *out = (numbers){0};
  for (int i = AXES - 1; i >= 0; i--) {
    const int at = i - (AXES - t->rank);
    const int64_t d = at < 0 ? 1 : t->dims[at];
    if (d != 1 && (i == 0 || d != shape->dims[i])) return false;
    out->step[i] = d == 1 ? 0 : step;
    step *= d;
    count *= d;
  }
  out->x = constant_f32(v, scratch, NULL);
  if (!out->x) return false;
  for (int64_t i = 0; i < count; i++)
    if (!(out->x[i] >= 0) || isinf(out->x[i])) return false;
  return true;
}

/* ---- The pattern ---------------------------------------------------------------- */

/* v is a softmax along the last axis of what a product of matrices gives, with factors and what is
 * added to it. */
static bool is_shares(const value *v) {
  enum { STEPS_MAX = 8 };
  const node *s = value_def_of(v, OP_SOFTMAX);
  if (!s || !value_used_once(v) || (node_int(s, "axis") != -1 && node_int(s, "axis") != KEY))
    return false;
  const value *x = s->in[0];
  for (int i = 0; i < STEPS_MAX && x->def; i++) {
    const node *n = x->def;
    if (node_is(n, OP_MATMUL)) return true;
    if (!node_is(n, OP_MUL) && !node_is(n, OP_DIV) && !node_is(n, OP_ADD)) return false;
    x = same_shape(&n->in[0]->type, &n->out[0]->type) && n->in[0]->def ? n->in[0] : n->in[1];
  }
  return false;
}

/* v is the sum of each row of `sum`, as a dimension of 1. */
static bool is_row_sum(gated *g, const value *v, const value *sum) {
  node *r = v->def;
  if (!r || !value_used_once(v) || v->type.rank != AXES || v->type.dims[KEY] != 1) return false;
  if (node_is(r, OP_UNSQUEEZE) || node_is(r, OP_RESHAPE)) {
    const tensor *x = &r->in[0]->type;
    if (x->rank != AXES - 1 || !value_used_once(r->in[0])) return false;
    for (int i = 0; i < AXES - 1; i++)
      if (x->dims[i] == DIM_UNKNOWN || x->dims[i] != v->type.dims[i]) return false;
    match_add(&g->parts, r);
    r = r->in[0]->def;
  }
  if (!r || !node_is(r, OP_REDUCE_SUM) || r->in[0] != sum || reduces_one(r) != KEY) return false;
  match_add(&g->parts, r);
  return true;
}

static bool find(node *product, arena *scratch, gated *g) {
  *g = (gated){.product = product, .parts = match_new(scratch)};
  value *shares = product->in[0];
  const tensor *t = &shares->type, *v = &product->in[1]->type;
  if (t->rank != AXES || v->rank != AXES || product->out[0]->type.dtype != FP8C_DTYPE_F32 ||
      !value_used_once(shares) || v->dims[HEAD] != t->dims[HEAD] || v->dims[0] != t->dims[0] ||
      v->dims[0] == DIM_UNKNOWN || v->dims[KEY] <= 0)
    return false;
  for (int i = HEAD; i < AXES; i++)
    if (t->dims[i] <= 0) return false;
  node *ratio = value_def_of(shares, OP_DIV);
  g->divided = ratio != NULL;
  g->sum = value_def_of(ratio ? ratio->in[0] : shares, OP_ADD);
  if (!g->sum || !same_shape(&g->sum->out[0]->type, t)) return false;
  if (ratio) {
    if (!is_row_sum(g, ratio->in[1], g->sum->out[0]) || g->sum->out[0]->user_count != 2 ||
        value_is_output(g->sum->out[0]))
      return false;
    match_add(&g->parts, ratio);
  }
  const int of_rest = value_is_const(g->sum->in[1]);
  g->rest = g->sum->in[of_rest];
  g->softmax = g->sum->in[!of_rest];
  if (!value_is_const(g->rest) || !same_shape(&g->softmax->type, t)) return false;
  match_add(&g->parts, g->sum);
  node *gates = value_def_of(g->softmax, OP_MUL);
  if (gates) {
    const int of_gate = value_is_const(gates->in[1]);
    if (!value_used_once(g->softmax)) return false;
    g->gate = gates->in[of_gate];
    g->softmax = gates->in[!of_gate];
    match_add(&g->parts, gates);
  }
  return is_shares(g->softmax) && same_shape(&g->softmax->type, t);
}

/* ---- What it becomes ------------------------------------------------------------- */

/* gate / r, [1, heads, rows, 1] or with both in each other's place (NULL: they are 1), and p / r,
 * [heads, rows, keys]; false where a row's sum is 0. */
static bool make_constants(const gated *g, bool rows_first, arena *scratch, value **factor,
                           value **matrix) {
  const tensor *t = &g->sum->out[0]->type;
  const int64_t heads = t->dims[HEAD], rows = t->dims[ROW], keys = t->dims[KEY];
  numbers gate = {0}, rest;
  if ((g->gate && !read_numbers(g->gate, t, scratch, &gate)) || gate.step[KEY] ||
      !read_numbers(g->rest, t, scratch, &rest))
    return false;
  float *factors = NEW_ARRAY(scratch, float, heads *rows);
  float *shares = NEW_ARRAY(scratch, float, heads *rows *keys);
  for (int64_t h = 0; h < heads; h++)
    for (int64_t i = 0; i < rows; i++) {
      double sum = number_at(&gate, h, i, 0);
      const double first = sum;
      for (int64_t k = 0; k < keys; k++) sum += number_at(&rest, h, i, k);
      if (!g->divided) sum = 1;
      if (!(sum > 0)) return false;
      factors[rows_first ? i * heads + h : h * rows + i] = (float)(first / sum);
      for (int64_t k = 0; k < keys; k++)
        shares[(h * rows + i) * keys + k] = (float)(number_at(&rest, h, i, k) / sum);
    }
  graph *of = g->product->graph;
  const tensor a = {.dtype = FP8C_DTYPE_F32,
                    .rank = AXES,
                    .dims = {1, rows_first ? rows : heads, rows_first ? heads : rows, 1}},
               b = {.dtype = FP8C_DTYPE_F32, .rank = 3, .dims = {heads, rows, keys}};
  *factor = g->gate || g->divided ? graph_const_copy(of, NULL, &a, factors) : NULL;
  *matrix = graph_const_copy(of, NULL, &b, shares);
  return true;
}

/* The product of matrix[heads, rows, keys] with v[batch, heads, keys, size]: one of each head for
 * all samples, whose numbers are its columns.  As [rows, size] of heads in samples, or, with
 * `rows_first`, as heads in rows. */
static fp8c_status multiply_all(const gated *g, value *matrix, bool rows_first, node *before,
                                value **out, fp8c_error *err) {
  static const int64_t to_columns[] = {1, 2, 0, 3}, back[] = {2, 0, 1, 3}, to_rows[] = {2, 1, 0, 3};
  graph *of = before->graph;
  const int64_t target[] = {0, 0, -1};
  const tensor *y = &g->product->out[0]->type;
  value *v = move_transposed(g->product->in[1], to_columns, before);
  value *in[] = {v, graph_const_i64s(of, NULL, target, 3)};
  node *columns = graph_node(of, before, op_get(OP_RESHAPE), NULL, in, 2, 1);
  TRY(node_infer(columns, err));
  value *operands[] = {matrix, columns->out[0]};
  node *n = graph_node(of, before, op_get(OP_MATMUL), NULL, operands, 2, 1);
  match_sources(&g->parts, n);
  node_add_sources(n, g->product);
  TRY(node_infer(n, err));
  tensor apart = *y;
  apart.dims[0] = y->dims[HEAD];
  apart.dims[1] = y->dims[ROW];
  apart.dims[2] = y->dims[0];
  value *heads = move_reshaped(n->out[0], &apart, before);
  if (!heads) return fail(err, FP8C_ERROR_INTERNAL, "the shape of a product has two open sizes");
  *out = move_transposed(heads, rows_first ? to_rows : back, before);
  return FP8C_OK;
}

static node *element(node *like, op_id op, value *a, value *b, const tensor *type) {
  value *in[] = {a, b};
  node *n = graph_node(like->graph, like, op_get(op), NULL, in, 2, 1);
  n->out[0]->type = *type;
  node_add_sources(n, like);
  return n;
}

/* y as the rows that heads make together, and these as heads again: between the two Reshapes ends
 * what fuse-attention looks for. */
static value *as_rows(value *y, node *before) {
  const tensor *t = &y->type;
  tensor rows = *t;
  rows.rank = 3;
  rows.dims[2] = t->dims[2] * t->dims[3];
  value *flat = move_reshaped(y, &rows, before);
  return flat ? move_reshaped(flat, t, before) : NULL;
}

static fp8c_status rewrite(node *product, pass_context *c, fp8c_error *err) {
  static const int64_t to_rows[] = {0, 2, 1, 3};
  gated g;
  value *factor, *matrix, *apart;
  if (!find(product, c->scratch, &g)) return FP8C_OK;
  /* where the heads of a row go together behind it, sums are made there */
  node *turn = only_user(product->out[0]);
  const bool rows_first = TRANSPOSES(turn, 0, 2, 1, 3);
  if (!make_constants(&g, rows_first, c->scratch, &factor, &matrix)) return FP8C_OK;
  node *last = rows_first ? turn : product;
  const tensor type = last->out[0]->type;
  TRY(multiply_all(&g, matrix, rows_first, last, &apart, err));
  node *attended = graph_node(product->graph, last, op_get(OP_MATMUL), product->name,
                              (value *[]){g.softmax, product->in[1]}, 2, 1);
  attended->out[0]->type = product->out[0]->type;
  node_add_sources(attended, product);
  value *y = attended->out[0];
  if (rows_first) {
    y = move_transposed(y, to_rows, last);
    value *rows = as_rows(y, last);
    if (rows) y = rows;
  }
  if (factor) y = element(last, OP_MUL, y, factor, &type)->out[0];
  take_over(element(last, OP_ADD, y, apart, &type), last->out[0]);
  c->changes++;
  return FP8C_OK;
}

fp8c_status pass_constant_shares(graph *g, pass_context *c, fp8c_error *err) {
  if (!c->rules.gpu) return FP8C_OK; /* a CPU multiplies twice as long as it adds up shares */
  for (node *n = g->first; n; n = n->next) {
    if (!has_output(n) || !node_is(n, OP_MATMUL)) continue;
    arena_mark mark = arena_save(c->scratch);
    TRY(rewrite(n, c, err));
    arena_reset(c->scratch, mark);
  }
  return FP8C_OK;
}
