/* fuse_attention.c - scaled dot-product attention becomes ONNX's Attention.
 *
 *     scores = MatMul(heads(q), Transpose(heads(k))) [* or / scale] [+ mask]
 *     y      = merge(MatMul(Softmax(scores), heads(v)))
 *
 * where heads(x) is Reshape [B, S, H*D] -> [B, S, H, D] and Transpose to
 * [B, H, S, D], and merge is the way back.  A scale may stand on the scores,
 * on q, on k, or on both.  Attention takes q, k and v as [B, S, H*D], so all
 * Reshapes and Transposes are inside it and no head is ever moved in memory. */
#include <math.h>

#include "passes/match.h"

#define PARTS_MAX 24

typedef struct attention {
  value *q, *k, *v; /* [B, S, H*D] */
  value *mask;
  double scale;
  int64_t heads;
  node *parts[PARTS_MAX];
  size_t part_count;
} attention;

static void part(attention *a, node *n) {
  if (n && a->part_count < PARTS_MAX) a->parts[a->part_count++] = n;
}

/* Takes scalar factors off v, into the scale. */
static value *unscaled(attention *a, value *v) {
  for (;;) {
    double c;
    value *other;
    node *n = v->kind == VALUE_NODE ? v->def : NULL;
    if (!n || (!node_is(n, OP_MUL) && !node_is(n, OP_DIV)) || !split_scalar(n, &c, &other) ||
        c == 0 || !same_shape(&other->type, &v->type))
      return v;
    a->scale = node_is(n, OP_MUL) ? a->scale * c : a->scale / c;
    part(a, n);
    v = other;
  }
}

static bool has_perm(const node *n, int64_t p0, int64_t p1, int64_t p2, int64_t p3) {
  const int64_t *p;
  size_t count;
  return node_ints(n, "perm", &p, &count) && count == 4 && p[0] == p0 && p[1] == p1 && p[2] == p2 &&
         p[3] == p3;
}

/* Two shapes of the same number of elements whose last dimensions hold the same
 * number: with one of the two leading ones equal, the other is too. */
static bool same_leading(const tensor *x, const tensor *y) {
  return x->dims[0] == y->dims[0] || x->dims[1] == y->dims[1];
}

/* [B, S, H*D] behind a [B, H, S, D] (or [B, H, D, S]) operand; NULL if it is not made so. */
static value *from_heads(attention *a, value *v, bool transposed, int64_t *heads) {
  v = unscaled(a, v);
  node *t = value_def_of(v, OP_TRANSPOSE);
  if (!t || !(transposed ? has_perm(t, 0, 2, 3, 1) : has_perm(t, 0, 2, 1, 3))) return NULL;
  value *split = unscaled(a, t->in[0]);
  node *r = value_def_of(split, OP_RESHAPE);
  if (!r) return NULL;
  const tensor *x = &r->in[0]->type, *y = &r->out[0]->type;
  if (x->rank != 3 || y->rank != 4 || x->dims[2] <= 0 || y->dims[2] <= 0 || y->dims[3] <= 0 ||
      x->dims[2] != y->dims[2] * y->dims[3] || !same_leading(x, y))
    return NULL;
  *heads = y->dims[2];
  part(a, r);
  part(a, t);
  return r->in[0];
}

/* The mask may be spread over the scores, not the scores over the mask.  The
 * last dimension may go by two names (the length by the mask and by k, where
 * positions were sliced): the product with v, checked to be as long as k,
 * allows one size only. */
static bool spreads_mask(const attention *a, const tensor *sum, const tensor *scores) {
  if (a->mask->type.rank < 0 || a->mask->type.dtype != scores->dtype || sum->rank != 4 ||
      scores->rank != 4)
    return false;
  for (int i = 0; i < 3; i++)
    if (sum->dims[i] != scores->dims[i] || sum->dims[i] == DIM_UNKNOWN) return false;
  return sum->dims[3] == scores->dims[3] || sum->dims[3] < 0 || scores->dims[3] < 0;
}

static bool match_scores(attention *a, value *scores) {
  int64_t q_heads, k_heads;
  a->scale = 1;
  node *add = value_def_of(scores, OP_ADD), *product = NULL;
  for (size_t i = 0; i < 2 && !product; i++) {
    size_t parts = a->part_count;
    a->scale = 1;
    value *s = unscaled(a, add ? add->in[i] : scores);
    product = value_def_of(s, OP_MATMUL);
    a->mask = add ? add->in[1 - i] : NULL;
    if (product) {
      a->q = from_heads(a, product->in[0], false, &q_heads);
      a->k = a->q ? from_heads(a, product->in[1], true, &k_heads) : NULL;
      if (!a->k) product = NULL;
    }
    if (!product) a->part_count = parts;
    if (!add) break;
  }
  if (!product || q_heads != k_heads) return false;
  if (a->mask && !spreads_mask(a, &add->out[0]->type, &product->out[0]->type)) return false;
  part(a, product);
  if (add) part(a, add);
  a->heads = q_heads;
  return a->scale > 0 && isfinite(a->scale);
}

/* merge: Transpose [0, 2, 1, 3], Reshape to [B, S, H*D]; returns the last node. */
static node *match_merge(attention *a, const value *y) {
  if (!value_used_once(y)) return NULL;
  node *t = y->users[0];
  if (!node_is(t, OP_TRANSPOSE) || !has_perm(t, 0, 2, 1, 3) || !value_used_once(t->out[0]))
    return NULL;
  node *r = t->out[0]->users[0];
  if (!node_is(r, OP_RESHAPE)) return NULL;
  const tensor *from = &t->out[0]->type, *to = &r->out[0]->type;
  if (from->rank != 4 || to->rank != 3 || from->dims[2] <= 0 || from->dims[3] <= 0 ||
      to->dims[2] != from->dims[2] * from->dims[3] || !same_leading(from, to))
    return NULL;
  part(a, t);
  return r;
}

/* A mask of rank 1 is [S] of the keys; Attention wants at least [q, k]. */
static value *mask_of(const attention *a, node *before) {
  value *mask = a->mask;
  if (!mask || mask->type.rank >= 2) return mask;
  graph *g = before->graph;
  int64_t axes[2] = {0, 1};
  size_t count = 2 - (size_t)mask->type.rank;
  node *n = graph_node(g, before, op_get(OP_UNSQUEEZE), NULL,
                       (value *[]){mask, graph_const_i64s(g, NULL, axes, count)}, 2, 1);
  n->out[0]->type = mask->type;
  n->out[0]->type.rank = 2;
  n->out[0]->type.dims[1] = mask->type.rank == 1 ? mask->type.dims[0] : 1;
  n->out[0]->type.dims[0] = 1;
  return n->out[0];
}

static bool fuse(node *softmax) {
  attention a = {0};
  int64_t v_heads, axis = node_int(softmax, "axis");
  value *p = softmax->out[0];
  if ((axis != -1 && axis != 3) || p->type.rank != 4 || !value_used_once(p)) return false;
  node *product = p->users[0];
  if (!node_is(product, OP_MATMUL) || product->in[0] != p || !match_scores(&a, softmax->in[0]))
    return false;
  double scores_scale = a.scale;
  part(&a, softmax);
  a.scale = 1;
  a.v = from_heads(&a, product->in[1], false, &v_heads);
  if (!a.v || a.scale != 1 || v_heads != a.heads || a.v->type.dims[1] != a.k->type.dims[1])
    return false;
  part(&a, product);
  node *last = match_merge(&a, product->out[0]);
  if (!last) return false;
  value *mask = mask_of(&a, last);
  node *n = node_like(last, OP_ATTENTION, (value *[]){a.q, a.k, a.v, mask}, mask ? 4 : 3);
  node_set_int(n, "q_num_heads", a.heads);
  node_set_int(n, "kv_num_heads", a.heads);
  node_set_float(n, "scale", (float)scores_scale);
  for (size_t i = 0; i < a.part_count; i++) node_add_sources(n, a.parts[i]);
  take_over(n, last->out[0]);
  return true;
}

fp8c_status pass_fuse_attention(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next)
    if (node_is(n, OP_SOFTMAX) && fuse(n)) c->changes++;
  return FP8C_OK;
}
