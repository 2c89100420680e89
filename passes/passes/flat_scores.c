/* flat_scores.c - positions of a grid are added to scores, not scores to the grid's positions.
 *
 * Attention over an image adds a number for each row and one for each column of keys, and mostly
 * takes the scores apart for that:
 *
 *     Reshape(Reshape(scores) + rows + columns)
 *
 * is scores + Reshape(rows + columns), where the outer shape is the scores' own and the terms
 * together have a number for every score.  fuse-attention knows what is added to scores as they
 * are; it adds terms to each other first as well. */
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "passes/moves.h"

#define TERMS_MAX 4

typedef struct terms {
  value *v[TERMS_MAX];
  node *from[TERMS_MAX + 1]; /* the sums, and the Reshape that takes the scores apart */
  int count;
} terms;

/* The scores that v, a sum, begins with, of the shape of `flat`; the terms in their order.
 * NULL: there are none. */
static value *find_scores(value *v, const tensor *flat, terms *t) {
  node *n = v->def;
  if (!n || !value_used_once(v)) return NULL;
  if (node_is(n, OP_RESHAPE)) {
    const node *product = n->in[0]->def;
    double x;
    value *other;
    if (product && node_is(product, OP_MUL) && split_scalar(product, &x, &other))
      product = other->def;
    if (!product || !node_is(product, OP_MATMUL) || !same_shape(&n->in[0]->type, flat) ||
        n->in[0]->type.dtype != flat->dtype)
      return NULL;
    t->from[t->count] = n;
    return n->in[0];
  }
  if (!node_is(n, OP_ADD) || t->count == TERMS_MAX || n->in[0] == n->in[1]) return NULL;
  for (int i = 0; i < 2; i++) {
    int level = t->count++;
    t->v[level] = n->in[1 - i];
    t->from[level] = n;
    value *scores = same_shape(&n->in[i]->type, &v->type) ? find_scores(n->in[i], flat, t) : NULL;
    if (scores) return scores;
    t->count = level;
  }
  return NULL;
}

/* The shape to which a and b broadcast; false where a size is not known to be one. */
static bool broadcast(const tensor *a, const tensor *b, tensor *to) {
  const tensor *more = a->rank >= b->rank ? a : b, *less = more == a ? b : a;
  int shift = more->rank - less->rank;
  *to = *more;
  for (int i = 0; i < less->rank; i++) {
    int64_t *x = &to->dims[shift + i], y = less->dims[i];
    if (*x == 1) *x = y;
    if (*x == DIM_UNKNOWN || (y != 1 && y != *x)) return false;
  }
  return less->rank >= 0;
}

static value *summed(value *a, value *b, node *before) {
  value *in[] = {a, b};
  tensor type;
  if (a->type.dtype != b->type.dtype || !broadcast(&a->type, &b->type, &type)) return NULL;
  value *y = graph_node(before->graph, before, op_get(OP_ADD), NULL, in, 2, 1)->out[0];
  y->type = type;
  return y;
}

static bool rewrite(node *softmax) {
  node *back = value_def_of(softmax->in[0], OP_RESHAPE);
  if (!back) return false;
  value *y = back->out[0];
  const tensor *grid = &back->in[0]->type, *flat = &y->type;
  terms t = {.count = 0};
  if (!value_used_once(y) || grid->rank < 1 || flat->rank < 1 ||
      grid->dims[grid->rank - 1] == flat->dims[flat->rank - 1])
    return false;
  value *scores = find_scores(back->in[0], flat, &t);
  if (!scores || t.count == 0) return false;
  value *sum = t.v[t.count - 1];
  for (int i = t.count - 2; sum && i >= 0; i--) sum = summed(sum, t.v[i], back);
  if (!sum || !same_shape(&sum->type, grid)) return false;
  sum = move_reshaped(sum, flat, back);
  if (!sum) return false;
  value *in[] = {scores, sum};
  node *added = node_like(back, OP_ADD, in, 2);
  for (int i = 0; i <= t.count; i++) node_add_sources(added, t.from[i]);
  take_over(added, y);
  return true;
}

fp8c_status pass_flat_scores(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next)
    if (has_output(n) && node_is(n, OP_SOFTMAX)) c->changes += rewrite(n);
  return FP8C_OK;
}
