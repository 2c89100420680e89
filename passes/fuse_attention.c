/* fuse_attention.c - scaled dot-product attention becomes ONNX's Attention.
 *
 *     scores = MatMul(heads(q), Transpose(heads(k))) [* or / scale] [+ mask]
 *     y      = merge(MatMul(Softmax(scores), heads(v)))
 *
 * where heads(x) is Reshape [B, S, H*D] -> [B, S, H, D] and Transpose to
 * [B, H, S, D], and merge is the way back.  A scale may stand on the scores,
 * on q, on k, or on both.  Attention takes q, k and v as [B, S, H*D], so all
 * Reshapes and Transposes are inside it and no head is ever moved in memory.
 *
 * Where one product makes q, k and v together, heads is Reshape [B, S, 3*H*D]
 * -> [B, S, 3, H, D], Transpose to [3, B, H, S, D] and the taking of one of the
 * three: that is a slice of the last axis. */
#include <math.h>

#include "passes/match.h"

#define PARTS_MAX 24

/* [B, S, H*D]: all of x, or `size` channels of it from `start` on. */
typedef struct source {
  value *x;
  int64_t start, size; /* size 0: all */
  int64_t heads;
} source;

typedef struct attention {
  source q, k, v;
  value *mask;
  double scale;
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

/* Heads from a Reshape of all of x; `r` made [B, S, H, D]. */
static bool from_reshape(attention *a, node *r, source *out) {
  const tensor *x = &r->in[0]->type, *y = &r->out[0]->type;
  if (x->rank != 3 || y->rank != 4 || x->dims[2] <= 0 || y->dims[2] <= 0 || y->dims[3] <= 0 ||
      x->dims[2] != y->dims[2] * y->dims[3] || !same_leading(x, y))
    return false;
  *out = (source){.x = r->in[0], .heads = y->dims[2]};
  part(a, r);
  return true;
}

/* v is element *index of axis 0 of *from: Gather, or Squeeze of a Split. */
static node *one_of_axis_0(attention *a, value *v, value **from, int64_t *index) {
  size_t count;
  node *n = value_def_of(v, OP_GATHER);
  if (n) {
    if (node_int(n, "axis") != 0 || n->in[1]->type.rank != 0 ||
        !value_ints(n->in[1], index, 1, &count))
      return NULL;
    if (*index < 0) *index += n->in[0]->type.dims[0];
  } else {
    n = value_def_of(v, OP_SQUEEZE);
    node *split = n ? value_def_of(n->in[0], OP_SPLIT) : NULL;
    if (!split || node_int(split, "axis") != 0 || n->in[0]->type.dims[0] != 1) return NULL;
    part(a, n);
    n = split;
    *index = 0;
    while (split->out[*index] != v->def->in[0]) {
      if (!split->out[*index] || split->out[*index]->type.dims[0] != 1) return NULL;
      ++*index;
    }
  }
  *from = n->in[0];
  part(a, n);
  return n;
}

/* Heads [B, H, S, D] taken out of q, k and v packed along the last axis. */
static bool from_packed(attention *a, value *v, source *out) {
  value *all;
  int64_t index;
  const int64_t *p;
  size_t count;
  if (v->type.rank != 4 || !one_of_axis_0(a, v, &all, &index)) return false;
  node *t = value_def_of(all, OP_TRANSPOSE);
  if (!t || !node_ints(t, "perm", &p, &count) || count != 5 || p[0] != 2 || p[1] != 0 ||
      p[2] != 3 || p[3] != 1 || p[4] != 4)
    return false;
  node *r = value_def_of(t->in[0], OP_RESHAPE);
  if (!r) return false;
  const tensor *x = &r->in[0]->type, *y = &r->out[0]->type;
  if (x->rank != 3 || y->rank != 5) return false;
  int64_t packed = y->dims[2], heads = y->dims[3], size;
  if (packed <= 0 || heads <= 0 || y->dims[4] <= 0 || index < 0 || index >= packed ||
      __builtin_mul_overflow(heads, y->dims[4], &size) || x->dims[2] % size != 0 ||
      x->dims[2] / size != packed || !same_leading(x, y))
    return false;
  *out = (source){.x = r->in[0], .start = index * size, .size = size, .heads = heads};
  part(a, r);
  part(a, t);
  return true;
}

/* What a [B, H, S, D] (or, transposed, [B, H, D, S]) operand is made of. */
static bool from_heads(attention *a, value *v, bool transposed, source *out) {
  v = unscaled(a, v);
  node *t = value_def_of(v, OP_TRANSPOSE);
  if (t && (transposed ? has_perm(t, 0, 2, 3, 1) : has_perm(t, 0, 2, 1, 3))) {
    node *r = value_def_of(unscaled(a, t->in[0]), OP_RESHAPE);
    if (!r || !from_reshape(a, r, out)) return false;
    part(a, t);
    return true;
  }
  if (transposed) {
    if (!t || !has_perm(t, 0, 1, 3, 2)) return false;
    part(a, t);
    v = unscaled(a, t->in[0]);
  }
  return from_packed(a, v, out);
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
  a->scale = 1;
  node *add = value_def_of(scores, OP_ADD), *product = NULL;
  for (size_t i = 0; i < 2 && !product; i++) {
    size_t parts = a->part_count;
    a->scale = 1;
    value *s = unscaled(a, add ? add->in[i] : scores);
    product = value_def_of(s, OP_MATMUL);
    a->mask = add ? add->in[1 - i] : NULL;
    if (product && (!from_heads(a, product->in[0], false, &a->q) ||
                    !from_heads(a, product->in[1], true, &a->k)))
      product = NULL;
    if (!product) a->part_count = parts;
    if (!add) break;
  }
  if (!product || a->q.heads != a->k.heads) return false;
  if (a->mask && !spreads_mask(a, &add->out[0]->type, &product->out[0]->type)) return false;
  part(a, product);
  if (add) part(a, add);
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

static value *operand_of(const source *s, node *before) {
  if (!s->size) return s->x;
  graph *g = before->graph;
  const int64_t axis = 2, end = s->start + s->size;
  value *in[] = {s->x, graph_const_i64s(g, NULL, &s->start, 1), graph_const_i64s(g, NULL, &end, 1),
                 graph_const_i64s(g, NULL, &axis, 1)};
  node *n = graph_node(g, before, op_get(OP_SLICE), NULL, in, 4, 1);
  n->out[0]->type = s->x->type;
  n->out[0]->type.dims[2] = s->size;
  return n->out[0];
}

static bool fuse(node *softmax) {
  attention a = {0};
  int64_t axis = node_int(softmax, "axis");
  value *p = softmax->out[0];
  if ((axis != -1 && axis != 3) || p->type.rank != 4 || !value_used_once(p)) return false;
  node *product = p->users[0];
  if (!node_is(product, OP_MATMUL) || product->in[0] != p || !match_scores(&a, softmax->in[0]))
    return false;
  double scores_scale = a.scale;
  part(&a, softmax);
  a.scale = 1;
  if (!from_heads(&a, product->in[1], false, &a.v) || a.scale != 1 || a.v.heads != a.q.heads ||
      a.v.x->type.dims[1] != a.k.x->type.dims[1])
    return false;
  part(&a, product);
  node *last = match_merge(&a, product->out[0]);
  if (!last) return false;
  value *mask = mask_of(&a, last);
  value *in[] = {operand_of(&a.q, last), operand_of(&a.k, last), operand_of(&a.v, last), mask};
  node *n = node_like(last, OP_ATTENTION, in, mask ? 4 : 3);
  node_set_int(n, "q_num_heads", a.q.heads);
  node_set_int(n, "kv_num_heads", a.q.heads);
  node_set_float(n, "scale", (float)scores_scale);
  for (size_t i = 0; i < a.part_count; i++) node_add_sources(n, a.parts[i]);
  take_over(n, last->out[0]);
  return true;
}

fp8c_status pass_fuse_attention(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next)
    if (has_output(n) && node_is(n, OP_SOFTMAX) && fuse(n)) c->changes++;
  return FP8C_OK;
}
