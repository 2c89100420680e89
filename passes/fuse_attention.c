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
 * three: that is a slice of the last axis.
 *
 * What is computed on heads, element by element or along their last axis (rotary
 * positions), is computed on rows [B, S, H, D] instead.  Where that cannot be,
 * Attention takes all operands as [B, H, S, D], and merge stays behind it.  Keys
 * and values repeated for several heads go in once.
 *
 * Shifted windows (Swin) have a mask for each window, added to scores [B*W, H, S, S] taken
 * apart as [B, W, H, S, S].  Windows are heads then: [B, W*H, S, D], so that one mask
 * serves the batch.
 *
 * torch guards against rows that see no key: Where(IsNaN(p), 0, p).  A mask of
 * finite numbers makes no such rows; where another one may, its rows are asked
 * instead (once for all layers), and what Attention gives for them is made 0. */
#include <math.h>

#include "base/numbers.h"
#include "passes/heads.h"
#include "passes/masks.h"

#define PARTS_MAX 24

/* [B, S, H*D]: all of x, or `size` channels of it from `start` on; or only [B, H, S, D]. */
typedef struct source {
  value *x;            /* NULL: only on heads */
  int64_t start, size; /* size 0: all */
  int64_t heads;
  value *on_heads; /* [B, H, S, D], where the graph has it */
  value *rows;     /* [B, S, H, D], where it has not */
} source;

typedef struct attention {
  source q, k, v;
  value *mask;
  value *window_mask;   /* [1, W, 1 or H, S, S]; NULL */
  tensor windowed;      /* scores as [B, W, H, S, S] */
  int64_t window_count; /* B * W, a symbol mostly */
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
  *out = (source){.x = r->in[0], .heads = y->dims[2], .rows = r->out[0]};
  part(a, r);
  return true;
}

/* Slice of one element of axis 0. */
static bool slices_one(const node *n, int64_t *index) {
  int64_t numbers[4] = {0, 0, 0, 1};
  size_t count;
  for (size_t i = 1; i < 5 && i < n->in_count; i++)
    if (n->in[i] && (!value_ints(n->in[i], &numbers[i - 1], 1, &count) || count != 1)) return false;
  *index = numbers[0];
  return n->in_count >= 4 && numbers[2] == 0 && numbers[3] == 1 && numbers[0] >= 0 &&
         n->out[0]->type.dims[0] == 1;
}

/* v is element *index of axis 0 of *from: Gather, or Squeeze of a Split or a Slice. */
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
    node *slice = n ? value_def_of(n->in[0], OP_SLICE) : NULL;
    if (slice && n->in[0]->type.rank == 5 && slices_one(slice, index)) {
      part(a, n);
      *from = slice->in[0];
      part(a, slice);
      return slice;
    }
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
  *out =
      (source){.x = r->in[0], .start = index * size, .size = size, .heads = heads, .on_heads = v};
  part(a, r);
  part(a, t);
  return true;
}

/* Keys or values used by several heads: Unsqueeze [B, KV, 1, S, D], Expand to
 * [B, KV, H / KV, S, D], Reshape to [B, H, S, D].  Gives the [B, KV, S, D] in front. */
static value *unrepeated(attention *a, value *v) {
  node *merge = value_def_of(v, OP_RESHAPE);
  node *expand = merge ? value_def_of(merge->in[0], OP_EXPAND) : NULL;
  node *spread = expand ? value_def_of(expand->in[0], OP_UNSQUEEZE) : NULL;
  if (!spread) spread = expand ? value_def_of(expand->in[0], OP_RESHAPE) : NULL;
  if (!spread) return v;
  const tensor *x = &spread->in[0]->type, *one = &spread->out[0]->type;
  const tensor *many = &expand->out[0]->type, *y = &v->type;
  if (x->rank != 4 || one->rank != 5 || many->rank != 5 || y->rank != 4 || one->dims[2] != 1 ||
      x->dims[1] <= 0 || many->dims[2] <= 0 || y->dims[1] != x->dims[1] * many->dims[2])
    return v;
  for (int i = 0; i < 5; i++) {
    if (i == 2) continue;
    int at = i < 2 ? i : i - 1;
    if (x->dims[at] == DIM_UNKNOWN || one->dims[i] != x->dims[at] || many->dims[i] != x->dims[at] ||
        (i != 1 && y->dims[at] != x->dims[at]))
      return v;
  }
  part(a, merge);
  part(a, expand);
  part(a, spread);
  return spread->in[0];
}

/* What a [B, H, S, D] (or, transposed, [B, H, D, S]) operand is made of. */
static bool from_heads(attention *a, value *v, bool transposed, source *out) {
  v = unscaled(a, v);
  node *t = value_def_of(v, OP_TRANSPOSE);
  if (transposed) {
    if (t && perm_is(t, 0, 2, 3, 1)) {
      node *r = value_def_of(unscaled(a, t->in[0]), OP_RESHAPE);
      if (!r || !from_reshape(a, r, out)) return false;
      part(a, t);
      return true;
    }
    if (!t || !perm_is(t, 0, 1, 3, 2)) return false;
    part(a, t);
    v = unscaled(a, t->in[0]);
  }
  v = unscaled(a, unrepeated(a, v));
  t = value_def_of(v, OP_TRANSPOSE);
  size_t parts = a->part_count;
  double before = a->scale;
  if (t && perm_is(t, 0, 2, 1, 3)) {
    node *r = value_def_of(unscaled(a, t->in[0]), OP_RESHAPE);
    if (r && from_reshape(a, r, out)) {
      part(a, t);
      return true;
    }
    a->part_count = parts;
    a->scale = before;
  }
  if (from_packed(a, v, out)) return true;
  a->part_count = parts;
  if (v->type.rank != 4 || v->type.dims[1] <= 0 || v->type.dims[3] <= 0) return false;
  *out = (source){.heads = v->type.dims[1], .on_heads = v};
  return true;
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

/* Scores that a mask of windows was added to: what they were before; else as they are. */
static value *without_windows(attention *a, value *scores) {
  node *back = value_def_of(scores, OP_RESHAPE);
  node *add = back ? value_def_of(back->in[0], OP_ADD) : NULL;
  for (size_t i = 0; add && i < 2; i++) {
    node *apart = value_def_of(add->in[i], OP_RESHAPE);
    value *m = add->in[1 - i];
    if (!apart || apart->in[0]->type.rank != 4 || apart->out[0]->type.rank != 5) continue;
    const tensor *s = &apart->in[0]->type, *w = &apart->out[0]->type, *t = &m->type;
    /* As many elements before and after: with three equal dimensions the first is equal too,
     * whatever symbols it goes by. */
    bool fit = scores->type.rank == 4 && s->dims[0] != DIM_UNKNOWN &&
               same_shape(w, &add->out[0]->type) && w->dims[0] != DIM_UNKNOWN && w->dims[1] > 0 &&
               t->rank == 5 && t->dims[0] == 1 && t->dtype == s->dtype &&
               t->dims[1] == w->dims[1] && (t->dims[2] == 1 || t->dims[2] == w->dims[2]);
    for (int d = 2; d < 5; d++)
      fit = fit && w->dims[d] > 0 && w->dims[d] == s->dims[d - 1] &&
            w->dims[d] == scores->type.dims[d - 1] && (d == 2 || t->dims[d] == w->dims[d]);
    if (!fit) continue;
    a->window_mask = m;
    a->windowed = *w;
    a->window_count = s->dims[0];
    part(a, back);
    part(a, add);
    part(a, apart);
    return apart->in[0];
  }
  return scores;
}

static bool match_scores(attention *a, value *scores) {
  scores = without_windows(a, scores);
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
  if (!product || a->q.heads % a->k.heads != 0) return false;
  if (a->q.x && !a->q.size) a->q.x = unscaled(a, a->q.x);
  if (a->k.x && !a->k.size) a->k.x = unscaled(a, a->k.x);
  if (a->mask && !spreads_mask(a, &add->out[0]->type, &product->out[0]->type)) return false;
  part(a, product);
  if (add) part(a, add);
  return a->scale > 0 && isfinite(a->scale);
}

/* merge: Transpose [0, 2, 1, 3], Reshape to [B, S, H*D]; returns the last node. */
static node *match_merge(attention *a, const value *y) {
  if (!value_used_once(y)) return NULL;
  node *t = y->users[0];
  if (!node_is(t, OP_TRANSPOSE) || !perm_is(t, 0, 2, 1, 3) || !value_used_once(t->out[0]))
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

static value *reshaped(value *x, const tensor *to, node *before) {
  int64_t target[FP8C_MAX_RANK];
  for (int i = 0; i < to->rank; i++) target[i] = i == 0 ? -1 : to->dims[i];
  value *in[] = {x, graph_const_i64s(before->graph, NULL, target, (size_t)to->rank)};
  value *y = graph_node(before->graph, before, op_get(OP_RESHAPE), NULL, in, 2, 1)->out[0];
  y->type = *to;
  return y;
}

/* The masks of windows and of heads as one [1, W*H, S, S]; NULL where they do not fit. */
static value *windows_mask(const attention *a, node *before) {
  graph *g = before->graph;
  const tensor *w = &a->windowed;
  tensor each = {.dtype = a->window_mask->type.dtype, .rank = 4}, all = each;
  int64_t full[4];
  for (int i = 0; i < 4; i++) each.dims[i] = a->window_mask->type.dims[i + 1];
  value *m = reshaped(a->window_mask, &each, before);
  for (int i = 0; i < 4; i++) full[i] = all.dims[i] = w->dims[i + 1];
  if (a->mask) {
    const tensor *t = &a->mask->type;
    bool fit = t->rank == 2 || t->rank == 3 || (t->rank == 4 && t->dims[0] == 1);
    for (int i = 0; fit && i < t->rank; i++) {
      int64_t d = t->dims[t->rank - 1 - i], of = w->dims[4 - i];
      fit = i == 3 || d == of || (i == 2 && d == 1);
    }
    if (!fit) return NULL;
    value *sum = graph_node(g, before, op_get(OP_ADD), NULL, (value *[]){m, a->mask}, 2, 1)->out[0];
    sum->type = all;
    if (t->rank < 3 || t->dims[t->rank - 3] == 1) sum->type.dims[1] = each.dims[1];
    m = sum;
  }
  if (m->type.dims[1] != all.dims[1]) {
    value *in[] = {m, graph_const_i64s(g, NULL, full, 4)};
    m = graph_node(g, before, op_get(OP_EXPAND), NULL, in, 2, 1)->out[0];
    m->type = all;
  }
  all.dims[1] *= all.dims[0];
  all.dims[0] = 1;
  return reshaped(m, &all, before);
}

/* [B, S, H, D] as [B, S, H*D]. */
static value *flattened(value *rows, int64_t width, node *before) {
  graph *g = before->graph;
  const int64_t target[] = {0, 0, width};
  value *in[] = {rows, graph_const_i64s(g, NULL, target, 3)};
  value *y = graph_node(g, before, op_get(OP_RESHAPE), NULL, in, 2, 1)->out[0];
  y->type = rows->type;
  y->type.rank = 3;
  y->type.dims[2] = width;
  return y;
}

static bool can_be_flat(const source *s) {
  int64_t width;
  if (s->x) return true;
  const tensor *t = &s->on_heads->type;
  return !__builtin_mul_overflow(t->dims[1], t->dims[3], &width) && heads_have_rows(s->on_heads);
}

static value *operand_of(const source *s, node *before) {
  if (!s->x) {
    const tensor *t = &s->on_heads->type;
    return flattened(heads_on_rows(s->on_heads, before), t->dims[1] * t->dims[3], before);
  }
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

/* [B, S, H, D]: the Reshape the graph has, or the same of what it reads less a factor. */
static value *rows_of(const source *s, node *before) {
  node *r = s->rows->def;
  if (r->in[0] == s->x) return s->rows;
  node *n = graph_node(before->graph, before, op_get(OP_RESHAPE), NULL, (value *[]){s->x, r->in[1]},
                       2, 1);
  for (size_t i = 0; i < r->attrs.count; i++) node_set_attr(n, r->attrs.items[i]);
  n->out[0]->type = s->rows->type;
  return n->out[0];
}

/* [B, H, S, D] for an Attention on heads. */
static value *heads_of(const source *s, node *before) {
  if (s->on_heads) return s->on_heads;
  const int64_t perm[] = {0, 2, 1, 3};
  value *rows = rows_of(s, before);
  node *n = graph_node(before->graph, before, op_get(OP_TRANSPOSE), NULL, &rows, 1, 1);
  node_set_ints(n, "perm", perm, 4);
  n->out[0]->type = rows->type;
  n->out[0]->type.dims[1] = rows->type.dims[2];
  n->out[0]->type.dims[2] = rows->type.dims[1];
  return n->out[0];
}

/* The product with v, and the guard against NaN in front of it. */
static node *product_of(attention *a, const value *p, node **guard) {
  *guard = NULL;
  if (value_used_once(p)) return node_is(p->users[0], OP_MATMUL) ? p->users[0] : NULL;
  if (p->user_count != 2 || p->output_uses) return NULL;
  node *where = p->users[node_is(p->users[0], OP_WHERE) ? 0 : 1];
  double zero;
  if (!node_is(where, OP_WHERE) || where->in[2] != p || !value_used_once(where->out[0]) ||
      !value_scalar(where->in[1], &zero) || zero != 0)
    return NULL;
  node *test = value_def_of(where->in[0], OP_IS_NAN);
  if (!test || test->in[0] != p || !value_used_once(test->out[0])) return NULL;
  part(a, test);
  part(a, where);
  *guard = where;
  node *product = where->out[0]->users[0];
  return node_is(product, OP_MATMUL) ? product : NULL;
}

static int64_t length_of(const source *s) {
  return s->x ? s->x->type.dims[1] : s->on_heads->type.dims[2];
}

/* The same batch, and as many keys as values. */
static bool fits(const attention *a, const node *product) {
  const tensor *p = &product->in[0]->type, *v = &product->in[1]->type;
  return p->rank == 4 && v->rank == 4 && p->dims[3] == v->dims[2] && p->dims[3] != DIM_UNKNOWN &&
         p->dims[0] == v->dims[0] && a->k.heads == a->v.heads;
}

/* Attention of windows: their heads are heads of one long row of windows. */
static bool fuse_windows(attention *a, node *product) {
  const tensor *w = &a->windowed;
  const source *sources[] = {&a->q, &a->k, &a->v};
  value *in[4];
  int64_t heads;
  if (a->q.heads != w->dims[2] || a->k.heads != a->q.heads || a->v.heads != a->q.heads ||
      product->out[0]->type.rank != 4 || product->out[0]->type.dims[3] <= 0 ||
      __builtin_mul_overflow(w->dims[1], w->dims[2], &heads))
    return false;
  in[3] = windows_mask(a, product);
  if (!in[3]) return false;
  for (size_t i = 0; i < 3; i++) {
    in[i] = heads_of(sources[i], product);
    tensor t = in[i]->type;
    t.dims[0] = w->dims[0];
    t.dims[1] = heads;
    if (t.dims[2] <= 0 || t.dims[3] <= 0) return false;
    in[i] = reshaped(in[i], &t, product);
  }
  node *n = node_like(product, OP_ATTENTION, in, 4);
  node_set_float(n, "scale", (float)a->scale);
  for (size_t i = 0; i < a->part_count; i++) node_add_sources(n, a->parts[i]);
  n->out[0]->type = product->out[0]->type;
  n->out[0]->type.dims[0] = w->dims[0];
  n->out[0]->type.dims[1] = heads;
  value *y = reshaped(n->out[0], &product->out[0]->type, product);
  take_over(y->def, product->out[0]);
  return true;
}

static bool fuse(node *softmax, arena *scratch) {
  attention a = {0};
  int64_t axis = node_int(softmax, "axis");
  value *p = softmax->out[0];
  node *guard;
  if ((axis != -1 && axis != 3) || p->type.rank != 4 || !dtype_is_small_float(p->type.dtype) ||
      !match_scores(&a, softmax->in[0]))
    return false;
  part(&a, softmax);
  node *product = product_of(&a, p, &guard);
  if (!product || product->in[1] == p || (guard && product->in[0] != guard->out[0]) ||
      (!guard && product->in[0] != p))
    return false;
  bool guarded = guard && a.mask && !mask_leaves_keys(a.mask, scratch);
  double scores_scale = a.scale;
  a.scale = 1;
  if (!from_heads(&a, product->in[1], false, &a.v) || a.scale != 1) return false;
  part(&a, product);
  if (a.window_mask) {
    a.scale = scores_scale;
    const tensor *v = &product->in[1]->type;
    return !guard && v->rank == 4 && v->dims[0] == a.window_count &&
           v->dims[2] == a.windowed.dims[4] && fuse_windows(&a, product);
  }
  bool flat = can_be_flat(&a.q) && can_be_flat(&a.k) && can_be_flat(&a.v) &&
              length_of(&a.k) == length_of(&a.v);
  node *last = flat ? match_merge(&a, product->out[0]) : NULL;
  if (a.k.heads != a.v.heads || (!last && !fits(&a, product))) return false;
  flat = last != NULL;
  if (!flat) last = product;
  bool causal = a.mask && mask_is_causal(a.mask, &p->type, scratch);
  if (causal || (a.mask && mask_is_zero(a.mask, scratch))) a.mask = NULL;
  value *mask = mask_of(&a, last), *in[4] = {NULL, NULL, NULL, mask};
  value *hidden = guarded ? mask_hidden_rows(mask, flat, last) : NULL;
  if (guarded && !hidden) return false;
  const source *sources[] = {&a.q, &a.k, &a.v};
  for (size_t i = 0; i < 3; i++)
    in[i] = flat ? operand_of(sources[i], last) : heads_of(sources[i], last);
  node *n = node_like(last, OP_ATTENTION, in, mask ? 4 : 3);
  if (flat) {
    node_set_int(n, "q_num_heads", a.q.heads);
    node_set_int(n, "kv_num_heads", a.k.heads);
  }
  node_set_float(n, "scale", (float)scores_scale);
  if (causal) node_set_int(n, "is_causal", 1);
  for (size_t i = 0; i < a.part_count; i++) node_add_sources(n, a.parts[i]);
  if (hidden) {
    n->out[0]->type = last->out[0]->type;
    value *zero = graph_const_f32(n->graph, NULL, 0);
    n = node_like(last, OP_WHERE, (value *[]){hidden, zero, n->out[0]}, 3);
  }
  take_over(n, last->out[0]);
  return true;
}

/* An Attention that the model has already, on heads: q, k and v as [B, S, H*D],
 * so that no head is moved. */
static bool flatten_attention(node *n) {
  attention a = {.scale = 1};
  if (n->in[0]->type.rank != 4 || n->in_count > 4) return false;
  if (node_gives_more(n)) return false;
  const attr *stated = node_attr(n, "scale");
  int64_t size = n->in[0]->type.dims[3];
  if (!stated && size <= 0) return false;
  double factor = stated ? (double)stated->f : 1 / sqrt((double)size);
  if (!from_heads(&a, n->in[0], false, &a.q) || !from_heads(&a, n->in[1], false, &a.k))
    return false;
  factor *= a.scale;
  a.scale = 1;
  if (!from_heads(&a, n->in[2], false, &a.v) || a.scale != 1 || !(factor > 0) ||
      !isfinite(factor) || !can_be_flat(&a.q) || !can_be_flat(&a.k) || !can_be_flat(&a.v) ||
      a.k.heads != a.v.heads || a.q.heads % a.k.heads != 0)
    return false;
  node *last = match_merge(&a, n->out[0]);
  if (!last) return false;
  bool masked = n->in_count > 3 && n->in[3];
  value *in[4] = {operand_of(&a.q, last), operand_of(&a.k, last), operand_of(&a.v, last),
                  masked ? n->in[3] : NULL};
  node *flat = node_like(last, OP_ATTENTION, in, masked ? 4 : 3);
  for (size_t i = 0; i < n->attrs.count; i++) node_set_attr(flat, n->attrs.items[i]);
  node_set_int(flat, "q_num_heads", a.q.heads);
  node_set_int(flat, "kv_num_heads", a.k.heads);
  node_set_float(flat, "scale", (float)factor);
  node_add_sources(flat, n);
  for (size_t i = 0; i < a.part_count; i++) node_add_sources(flat, a.parts[i]);
  take_over(flat, last->out[0]);
  return true;
}

fp8c_status pass_fuse_attention(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next) {
    if (!has_output(n)) continue;
    if (node_is(n, OP_SOFTMAX)) c->changes += fuse(n, c->scratch);
    if (node_is(n, OP_ATTENTION)) c->changes += flatten_attention(n);
  }
  return FP8C_OK;
}
