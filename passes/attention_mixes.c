/* attention_mixes.c - heads that are mixed by a matrix, in front of the softmax (talking heads) or
 * behind it (re-attention): y[b, g] = sum of matrix[g, h] x[b, h] + bias[g].  Behind the softmax a
 * norm over the heads may follow.
 *
 * Exporters write it as Linear of scores whose heads were moved last and back (so an Einsum becomes
 * as well), as a convolution of one pixel, or as the matrix times scores with queries and keys in
 * one row. */
#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "passes/attention.h"

/* What the kernels keep a number of for each head (kernels/attention_mixed.cuh). */
#define HEADS_MAX 32

static bool is_matrix(const value *w, int64_t heads) {
  return value_is_const(w) && w->type.rank >= 2 && w->type.dims[0] == heads &&
         w->type.dims[1] == heads && tensor_elements(&w->type) == heads * heads &&
         dtype_is_small_float(w->type.dtype) && w->type.scale.kind == SCALE_NONE;
}

/* A number for each head, which has `behind` dimensions of 1 behind it. */
static bool is_bias(const value *b, int64_t heads, int behind) {
  const tensor *t = &b->type;
  return value_is_const(b) && t->rank > behind && t->dims[t->rank - 1 - behind] == heads &&
         tensor_elements(t) == heads && dtype_is_small_float(t->dtype) &&
         t->scale.kind == SCALE_NONE;
}

/* A norm over the last dimension, with constant factors: what it norms; NULL. */
static value *normed(const node *n, head_mix *m) {
  int64_t axis = node_is(n, OP_LAYER_NORMALIZATION) ? node_int(n, "axis") : 0;
  if ((axis != -1 && axis != 3) || node_gives_more(n)) return NULL;
  m->norm = n->in[1];
  m->norm_bias = node_input(n, 2);
  m->epsilon = (double)node_float(n, "epsilon");
  return n->in[0];
}

/* Linear, between heads moved last and back, and a norm behind it. */
static value *of_linear(match *parts, const node *back, int64_t heads, head_mix *m) {
  if (!TRANSPOSES(back, 0, 3, 1, 2)) return NULL;
  *m = (head_mix){0};
  node *norm = match_def(parts, back->in[0], OP_LAYER_NORMALIZATION);
  value *of = norm ? normed(norm, m) : back->in[0];
  if (norm && (!of || !is_bias(m->norm, heads, 0) ||
               (m->norm_bias && !is_bias(m->norm_bias, heads, 0)) || !value_used_once(of)))
    return NULL;
  node *linear = match_def(parts, of, OP_LINEAR);
  node *there = linear ? match_def(parts, linear->in[0], OP_TRANSPOSE) : NULL;
  if (!TRANSPOSES(there, 0, 2, 3, 1) || node_input(linear, 3)) return NULL;
  m->matrix = linear->in[1];
  m->bias = node_input(linear, 2);
  return m->matrix->type.rank == 2 && is_matrix(m->matrix, heads) ? there->in[0] : NULL;
}

/* All numbers of a list are `x`, or there is none. */
static bool all_are(const node *n, const char *name, int64_t x) {
  const int64_t *of;
  size_t count;
  if (!node_ints(n, name, &of, &count)) return true;
  for (size_t i = 0; i < count; i++)
    if (of[i] != x) return false;
  return true;
}

/* A convolution of one pixel. */
static value *of_conv(const node *n, int64_t heads, head_mix *m) {
  if (!node_is(n, OP_CONV) || node_int(n, "group") != 1 || node_int(n, "channels_last") ||
      !is_matrix(n->in[1], heads) || !all_are(n, "strides", 1) || !all_are(n, "pads", 0))
    return NULL;
  *m = (head_mix){.matrix = n->in[1], .bias = node_input(n, 2)};
  return n->in[0];
}

/* The matrix times heads [B, H, queries * keys]. */
static value *of_product(match *parts, const node *back, int64_t heads, head_mix *m) {
  node *product = node_is(back, OP_RESHAPE) ? match_def(parts, back->in[0], OP_MATMUL) : NULL;
  node *there = product ? match_def(parts, product->in[1], OP_RESHAPE) : NULL;
  if (!there || there->out[0]->type.rank != 3 || there->out[0]->type.dims[1] != heads) return NULL;
  *m = (head_mix){.matrix = product->in[0]};
  return m->matrix->type.rank == 2 && is_matrix(m->matrix, heads) ? there->in[0] : NULL;
}

/* What n's new heads are made of, by the matrix alone. */
static value *of_matrix(match *parts, node *n, int64_t heads, head_mix *m) {
  size_t before = parts->count;
  value *x = of_linear(parts, n, heads, m);
  if (!x) x = of_conv(n, heads, m);
  if (!x) x = of_product(parts, n, heads, m);
  if (x && same_shape(&x->type, &n->out[0]->type) && (!m->bias || is_bias(m->bias, heads, 0))) {
    match_add(parts, n);
    return x;
  }
  match_undo(parts, before);
  *m = (head_mix){0};
  return NULL;
}

/* The same with a bias that is added behind it. */
static value *of_sum(match *parts, node *add, int64_t heads, head_mix *m) {
  size_t before = parts->count;
  for (size_t i = 0; node_is(add, OP_ADD) && i < 2; i++) {
    const value *inner = add->in[i];
    bool fits = is_bias(add->in[1 - i], heads, 2) && inner->kind == VALUE_NODE &&
                same_shape(&inner->type, &add->out[0]->type);
    value *x = fits && value_used_once(inner) ? of_matrix(parts, inner->def, heads, m) : NULL;
    if (x && !m->bias && !m->norm) {
      m->bias = add->in[1 - i];
      match_add(parts, add);
      return x;
    }
    match_undo(parts, before);
    *m = (head_mix){0};
  }
  return NULL;
}

value *attention_unmixed(match *parts, node *n, head_mix *m) {
  const tensor *y = n && has_output(n) ? &n->out[0]->type : NULL;
  if (!y || y->rank != 4 || y->dims[1] < 2 || y->dims[1] > HEADS_MAX ||
      !dtype_is_small_float(y->dtype))
    return NULL;
  value *x = of_matrix(parts, n, y->dims[1], m);
  if (!x) x = of_sum(parts, n, y->dims[1], m);
  m->factor = 1;
  return x;
}

value *attention_mixed(match *parts, value *x, head_mix *m) {
  value *found = NULL;
  head_mix one;
  node *n = only_user(x);
  for (int depth = 0; n && has_output(n) && depth < 4; depth++) {
    size_t before = parts->count;
    bool ends = attention_unmixed(parts, n, &one) == x;
    if (!ends) match_undo(parts, before);
    if (!ends && found) break;
    if (ends) *m = one, found = n->out[0]; /* a bias may follow */
    n = only_user(n->out[0]);
  }
  return found;
}

#define MIXED_MAX ((int64_t)1 << 28) /* multiplications for a constant */

/* The constant [1, H, queries, keys] that c, [H, queries, keys] of it or more, is mixed to. */
static value *mixed_constant(const value *c, const value *matrix, const tensor *scores,
                             node *before, arena *scratch) {
  const tensor *t = &c->type;
  int64_t heads = scores->dims[1], queries = scores->dims[2], keys = scores->dims[3];
  bool fits = t->rank >= 3 && tensor_shape_known(t) && heads > 0 && queries > 0 && keys > 0 &&
              t->dims[t->rank - 3] == heads && t->dims[t->rank - 2] == queries &&
              t->dims[t->rank - 1] == keys && tensor_elements(t) / heads / queries == keys;
  int64_t all = fits ? tensor_elements(t) : 0, each = fits ? queries * keys : 0;
  if (!fits || all > MIXED_MAX / heads) return NULL;
  float *x = constant_f32(c, scratch, NULL), *m = constant_f32(matrix, scratch, NULL);
  if (!x || !m) return NULL;
  float *y = NEW_ARRAY(scratch, float, all + 1);
  for (int64_t g = 0; g < heads; g++)
    for (int64_t i = 0; i < each; i++) {
      double sum = 0;
      for (int64_t h = 0; h < heads; h++) sum += (double)m[g * heads + h] * (double)x[h * each + i];
      y[g * each + i] = (float)sum;
    }
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 4, .dims = {1, heads, queries, keys}};
  return graph_const_copy(before->graph, arena_printf(scratch, "%s.mixed", c->name), &type, y);
}

bool attention_mix_constant(node *softmax, arena *scratch) {
  match parts = match_new(scratch);
  head_mix m;
  value *y = softmax->in[0];
  value *x = y->kind == VALUE_NODE ? attention_unmixed(&parts, y->def, &m) : NULL;
  node *sum = x && !m.norm && value_used_once(x) ? value_def_of(x, OP_ADD) : NULL;
  if (!sum || y->type.dtype != FP8C_DTYPE_F32) return false;
  for (size_t i = 0; i < 2; i++) {
    value *scores = sum->in[i], *c = sum->in[1 - i];
    if (!value_is_const(c) || c->type.dtype != FP8C_DTYPE_F32 ||
        !same_shape(&scores->type, &x->type))
      continue;
    value *mixed = mixed_constant(c, m.matrix, &x->type, softmax, scratch);
    if (!mixed) return false;
    value_replace(x, scores);
    value *in[] = {y, mixed};
    node *add = graph_node(softmax->graph, softmax, op_get(OP_ADD), NULL, in, 2, 1);
    node_add_sources(add, sum);
    add->out[0]->type = y->type;
    node_set_input(softmax, 0, add->out[0]);
    return true;
  }
  return false;
}

/* A constant as F32, a matrix or a vector of heads, times the factor. */
static value *scaled(const value *v, double factor, int rank, node *before, arena *scratch) {
  tensor type = v->type;
  arena_mark mark = arena_save(scratch);
  float *x = constant_f32(v, scratch, NULL);
  if (!x) return NULL;
  int64_t count = tensor_elements(&type);
  for (int64_t i = 0; i < count; i++) x[i] = (float)(factor * (double)x[i]);
  type.dtype = FP8C_DTYPE_F32;
  type.rank = rank;
  if (rank == 1) type.dims[0] = count;
  value *y = graph_const_copy(before->graph, NULL, &type, x);
  arena_reset(scratch, mark);
  return y;
}

bool attention_mix_inputs(const head_mix *m, node *before, arena *scratch, value *in[4]) {
  const struct {
    const value *v;
    double factor;
    int rank;
  } of[] = {
      {m->matrix, m->factor, 2}, {m->bias, m->factor, 1}, {m->norm, 1, 1}, {m->norm_bias, 1, 1}};
  for (size_t i = 0; i < 4; i++) {
    in[i] = of[i].v ? scaled(of[i].v, of[i].factor, of[i].rank, before, scratch) : NULL;
    if (of[i].v && !in[i]) return false;
  }
  return true;
}
