/* attention_mixes.c - heads that are mixed by a matrix, in front of the softmax (talking heads) or
 * behind it (re-attention): y[b, g] = sum of matrix[g, h] x[b, h] + bias[g].
 *
 * Exporters write it as Linear of scores whose heads were moved last and back (so an Einsum becomes
 * as well), as a convolution of one pixel, or as the matrix times scores with queries and keys in
 * one row. */
#include "base/numbers.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/attention.h"

/* What the kernels keep a number of for each head (kernels/attention_mixed.cuh). */
#define HEADS_MAX 32

static bool is_matrix(const value *w, int64_t heads) {
  return value_is_const(w) && w->type.rank >= 2 && w->type.dims[0] == heads &&
         w->type.dims[1] == heads && tensor_elements(&w->type) == heads * heads &&
         dtype_is_small_float(w->type.dtype) && w->type.scale.kind == SCALE_NONE;
}

static bool is_bias(const value *b, int64_t heads) {
  return !b || (value_is_const(b) && b->type.rank == 1 && b->type.dims[0] == heads &&
                dtype_is_small_float(b->type.dtype) && b->type.scale.kind == SCALE_NONE);
}

/* Linear, between heads moved last and back. */
static value *of_linear(match *parts, const node *back, int64_t heads, head_mix *m) {
  node *linear = TRANSPOSES(back, 0, 3, 1, 2) ? match_def(parts, back->in[0], OP_LINEAR) : NULL;
  node *there = linear ? match_def(parts, linear->in[0], OP_TRANSPOSE) : NULL;
  if (!TRANSPOSES(there, 0, 2, 3, 1) || node_input(linear, 3)) return NULL;
  *m = (head_mix){.matrix = linear->in[1], .bias = node_input(linear, 2)};
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

value *attention_unmixed(match *parts, node *n, head_mix *m) {
  const tensor *y = n && has_output(n) ? &n->out[0]->type : NULL;
  if (!y || y->rank != 4 || y->dims[1] < 2 || y->dims[1] > HEADS_MAX) return NULL;
  size_t before = parts->count;
  int64_t heads = y->dims[1];
  value *x = of_linear(parts, n, heads, m);
  if (!x) x = of_conv(n, heads, m);
  if (!x) x = of_product(parts, n, heads, m);
  if (x && is_bias(m->bias, heads) && same_shape(&x->type, y) && dtype_is_small_float(y->dtype)) {
    match_add(parts, n);
    m->factor = 1;
    return x;
  }
  match_undo(parts, before);
  *m = (head_mix){0};
  return NULL;
}

value *attention_mixed(match *parts, value *x, head_mix *m) {
  node *n = only_user(x);
  for (int depth = 0; n && depth < 3; depth++) {
    if (!has_output(n)) return NULL;
    if (attention_unmixed(parts, n, m) == x) return n->out[0];
    n = only_user(n->out[0]);
  }
  *m = (head_mix){0};
  return NULL;
}

/* A constant as F32 of this rank, times the factor. */
static value *scaled(const value *v, double factor, int rank, node *before, arena *scratch) {
  tensor type = v->type;
  arena_mark mark = arena_save(scratch);
  float *x = constant_f32(v, scratch, NULL);
  if (!x) return NULL;
  int64_t count = tensor_elements(&type);
  for (int64_t i = 0; i < count; i++) x[i] = (float)(factor * (double)x[i]);
  type.dtype = FP8C_DTYPE_F32;
  type.rank = rank;
  value *y = graph_const_copy(before->graph, NULL, &type, x);
  arena_reset(scratch, mark);
  return y;
}

bool attention_mix_inputs(const head_mix *m, node *before, arena *scratch, value *in[2]) {
  in[0] = in[1] = NULL;
  if (!m->matrix) return true;
  in[0] = scaled(m->matrix, m->factor, 2, before, scratch);
  if (m->bias) in[1] = scaled(m->bias, m->factor, 1, before, scratch);
  return in[0] && (in[1] || !m->bias);
}
