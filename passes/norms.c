/* norms.c - the common half of layer normalisation and RMS normalisation. */
#include "passes/norms.h"

#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/reductions.h"
#include "ops/ids/unary.h"

/* m = mean + epsilon; the reduction must be of d squared. */
static bool match_mean_square(root_mean_square *r, value *m) {
  value *mean = m;
  node *add = match_def(&r->parts, m, OP_ADD);
  r->epsilon = 0;
  if (add && (!split_scalar(add, &r->epsilon, &mean) || r->epsilon < 0)) return false;
  node *reduce = match_def(&r->parts, mean, OP_REDUCE_MEAN);
  if (!reduce || !reduces_trailing(reduce, &r->axis)) return false;
  node *square = reduce->in[0]->def;
  if (!square) return false;
  match_add(&r->parts, square);
  if (node_is(square, OP_POW)) return square->in[0] == r->d && scalar_near(square->in[1], 2, 0);
  return node_is(square, OP_MUL) && square->in[0] == r->d && square->in[1] == r->d;
}

/* v = sqrt(m): 1; v = 1 / sqrt(m): -1; else 0 */
static int match_root(root_mean_square *r, value *v, value **m) {
  node *n = v->def;
  if (!n) return 0;
  match_add(&r->parts, n);
  if (node_is(n, OP_SQRT)) {
    *m = n->in[0];
    return 1;
  }
  if (node_is(n, OP_POW)) {
    *m = n->in[0];
    return scalar_near(n->in[1], 0.5, 0) ? 1 : scalar_near(n->in[1], -0.5, 0) ? -1 : 0;
  }
  value *inner = node_is(n, OP_RECIPROCAL)                           ? n->in[0]
                 : node_is(n, OP_DIV) && scalar_near(n->in[0], 1, 0) ? n->in[1]
                                                                     : NULL;
  node *root = inner ? match_def(&r->parts, inner, OP_SQRT) : NULL;
  if (!root) return 0;
  *m = root->in[0];
  return -1;
}

bool match_root_mean_square(node *n, arena *memory, root_mean_square *out) {
  bool divides = node_is(n, OP_DIV);
  if (!divides && !node_is(n, OP_MUL)) return false;
  for (size_t i = 0; i < (divides ? 1u : 2u); i++) {
    value *m;
    *out = (root_mean_square){.d = n->in[i], .parts = match_new(memory)};
    if (out->d->type.rank < 1) continue;
    match_add(&out->parts, n);
    if (match_root(out, n->in[1 - i], &m) == (divides ? 1 : -1) && match_mean_square(out, m))
      return true;
  }
  return false;
}

bool match_affine(node *n, op_id op, const value *y, int axis, value **vector) {
  value *v = node_is(n, op) ? other_input(n, y) : NULL;
  if (!v || !same_shape(&n->out[0]->type, &y->type) || v == y) return false;
  int wanted = y->type.rank - axis, extra = v->type.rank - wanted;
  if (extra < 0) return false;
  for (int i = 0; i < v->type.rank; i++) {
    int64_t d = v->type.dims[i];
    if (i < extra ? d != 1 : d < 0 || d != y->type.dims[axis + i - extra]) return false;
  }
  *vector = v;
  if (extra == 0) return true;
  if (!value_is_const(v)) return false;
  tensor t = v->type;
  t.rank = wanted;
  for (int i = 0; i < wanted; i++) t.dims[i] = v->type.dims[i + extra];
  *vector = graph_const(v->graph, v->name, &t, v->blob);
  return true;
}

value *gain_of_ones(graph *g, const tensor *x, int axis, arena *scratch) {
  tensor t = {.dtype = x->dtype, .rank = x->rank - axis};
  for (int i = 0; i < t.rank; i++) {
    t.dims[i] = x->dims[axis + i];
    if (t.dims[i] < 0) return NULL;
  }
  if (!dtype_is_small_float(t.dtype)) return NULL;
  size_t count = (size_t)tensor_elements(&t);
  float *ones = NEW_ARRAY(scratch, float, count + 1);
  char *codes = arena_alloc(scratch, tensor_bytes(&t) + 1);
  for (size_t i = 0; i < count; i++) ones[i] = 1;
  floats_encode(t.dtype, ones, codes, count, true);
  return graph_const_copy(g, "ones", &t, codes);
}
