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
 * torch guards against rows that see no key: Where(IsNaN(p), 0, p).  A mask of
 * finite numbers makes no such rows; where another one may, its rows are asked
 * instead (once for all layers), and what Attention gives for them is made 0. */
#include <math.h>

#include "passes/match.h"

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
    if (t && has_perm(t, 0, 2, 3, 1)) {
      node *r = value_def_of(unscaled(a, t->in[0]), OP_RESHAPE);
      if (!r || !from_reshape(a, r, out)) return false;
      part(a, t);
      return true;
    }
    if (!t || !has_perm(t, 0, 1, 3, 2)) return false;
    part(a, t);
    v = unscaled(a, t->in[0]);
  }
  v = unscaled(a, unrepeated(a, v));
  t = value_def_of(v, OP_TRANSPOSE);
  size_t parts = a->part_count;
  double before = a->scale;
  if (t && has_perm(t, 0, 2, 1, 3)) {
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

/* ---- On rows instead of heads -------------------------------------------------- */

#define ROWS_DEPTH_MAX 12
#define ROWS_MAX 32
#define ROWS_INPUTS_MAX 16

/* [B, H, S, D] values and their [B, S, H, D] forms, found so far. */
typedef struct row_forms {
  node *before;
  value *heads[ROWS_MAX], *rows[ROWS_MAX];
  size_t count;
} row_forms;

static bool works_along_last(const node *n) {
  int64_t axis;
  size_t count;
  if (node_is(n, OP_CONCAT)) return node_int(n, "axis") == -1 || node_int(n, "axis") == 3;
  return node_is(n, OP_SLICE) && n->in_count >= 4 && n->in[3] &&
         value_ints(n->in[3], &axis, 1, &count) && count == 1 && (axis == -1 || axis == 3);
}

static bool works_on_elements(const node *n) {
  return n->op->family == FAMILY_ELTWISE && n->op->expr && n->out_count == 1;
}

/* How many of n's inputs are tensors of its work. */
static size_t worked_inputs(const node *n) { return node_is(n, OP_SLICE) ? 1 : n->in_count; }

/* The same for all heads: it only has to be turned. */
static bool is_shared(const value *v) {
  return v->type.rank == 0 || v->type.rank == 1 || v->type.rank == 2 ||
         (v->type.rank == 4 && v->type.dims[1] == 1);
}

static bool has_rows(const value *v, int depth) {
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  if (!n || depth == 0 || v->type.rank != 4 || n->region) return false;
  if (node_is(n, OP_TRANSPOSE)) return has_perm(n, 0, 2, 1, 3);
  if ((!works_on_elements(n) && !works_along_last(n)) || n->in_count > ROWS_INPUTS_MAX)
    return false;
  bool any = false;
  for (size_t i = 0; i < worked_inputs(n); i++) {
    if (!n->in[i]) return false;
    bool rows = has_rows(n->in[i], depth - 1);
    if (!rows && (!is_shared(n->in[i]) || node_is(n, OP_CONCAT))) return false;
    any = any || rows;
  }
  return any;
}

static value *turned(value *v, node *before) {
  const int64_t perm[] = {0, 2, 1, 3}, one = 1;
  graph *g = before->graph;
  if (v->type.rank < 2) return v;
  if (v->type.rank == 2) { /* [S, D] */
    value *in[] = {v, graph_const_i64s(g, NULL, &one, 1)};
    value *y = graph_node(g, before, op_get(OP_UNSQUEEZE), NULL, in, 2, 1)->out[0];
    y->type = v->type;
    y->type.rank = 3;
    y->type.dims[1] = 1;
    y->type.dims[2] = v->type.dims[1];
    return y;
  }
  node *n = graph_node(g, before, op_get(OP_TRANSPOSE), NULL, &v, 1, 1);
  node_set_ints(n, "perm", perm, 4);
  n->out[0]->type = v->type;
  n->out[0]->type.dims[1] = v->type.dims[2];
  n->out[0]->type.dims[2] = v->type.dims[1];
  return n->out[0];
}

/* What has_rows found, built. */
static value *on_rows(row_forms *f, value *v) {
  for (size_t i = 0; i < f->count; i++)
    if (f->heads[i] == v) return f->rows[i];
  node *n = v->def;
  value *y;
  if (node_is(n, OP_TRANSPOSE)) {
    y = n->in[0];
  } else {
    value *in[ROWS_INPUTS_MAX];
    for (size_t i = 0; i < n->in_count; i++) {
      in[i] = n->in[i];
      if (i >= worked_inputs(n)) continue;
      in[i] = has_rows(in[i], ROWS_DEPTH_MAX) ? on_rows(f, in[i]) : turned(in[i], f->before);
    }
    node *m = graph_node(f->before->graph, f->before, n->op, n->name, in, n->in_count, 1);
    for (size_t i = 0; i < n->attrs.count; i++) node_set_attr(m, n->attrs.items[i]);
    node_add_sources(m, n);
    y = m->out[0];
    y->type = v->type;
    y->type.dims[1] = v->type.dims[2];
    y->type.dims[2] = v->type.dims[1];
  }
  if (f->count < ROWS_MAX) {
    f->heads[f->count] = v;
    f->rows[f->count++] = y;
  }
  return y;
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
  return !__builtin_mul_overflow(t->dims[1], t->dims[3], &width) &&
         has_rows(s->on_heads, ROWS_DEPTH_MAX);
}

static value *operand_of(const source *s, node *before) {
  if (!s->x) {
    row_forms f = {.before = before};
    const tensor *t = &s->on_heads->type;
    return flattened(on_rows(&f, s->on_heads), t->dims[1] * t->dims[3], before);
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

/* [B, H, S, D] for an Attention on heads. */
static value *heads_of(const source *s, node *before) {
  if (s->on_heads) return s->on_heads;
  const int64_t perm[] = {0, 2, 1, 3};
  node *n =
      graph_node(before->graph, before, op_get(OP_TRANSPOSE), NULL, (value *[]){s->rows}, 1, 1);
  node_set_ints(n, "perm", perm, 4);
  n->out[0]->type = s->rows->type;
  n->out[0]->type.dims[1] = s->rows->type.dims[2];
  n->out[0]->type.dims[2] = s->rows->type.dims[1];
  return n->out[0];
}

/* A constant mask: every row leaves some key (all: every key) with a finite number. */
static bool leaves_keys(const value *v, bool all, arena *scratch) {
  arena_mark mark = arena_save(scratch);
  const float *x = constant_f32(v, scratch, NULL);
  int64_t keys = v->type.rank ? v->type.dims[v->type.rank - 1] : 1;
  int64_t rows = x && keys > 0 ? tensor_elements(&v->type) / keys : 0;
  bool leaves = x != NULL;
  for (int64_t r = 0; r < rows; r++) {
    int64_t finite = 0;
    for (int64_t k = 0; k < keys; k++) finite += isfinite(x[r * keys + k]) != 0;
    leaves = leaves && (all ? finite == keys : finite > 0);
  }
  arena_reset(scratch, mark);
  return leaves;
}

/* No row of scores has all its keys hidden. */
static bool never_hides(const value *v, arena *scratch) {
  enum { DEPTH_MAX = 8 };
  for (int depth = 0; depth < DEPTH_MAX; depth++) {
    double c;
    if (value_is_const(v)) return leaves_keys(v, depth > 0, scratch);
    const node *n = v->kind == VALUE_NODE ? v->def : NULL;
    if (!n) return false;
    if (node_is(n, OP_WHERE))
      return value_scalar(n->in[1], &c) && isfinite(c) && value_scalar(n->in[2], &c) && isfinite(c);
    if (!node_is(n, OP_EXPAND) && !node_is(n, OP_UNSQUEEZE) && !node_is(n, OP_RESHAPE) &&
        !node_is(n, OP_SLICE))
      return false;
    v = n->in[0];
  }
  return false;
}

/* The rows of `mask` that hide every key, as it broadcasts to the output of Attention;
 * NULL where heads differ in a flat one. */
static value *hidden_rows(const value *mask, bool flat, node *before) {
  graph *g = before->graph;
  const tensor *m = &mask->type;
  const int64_t last = -1, head = 1;
  if (flat && m->rank == 3 && m->dims[0] != 1) return NULL;
  if (flat && m->rank == 4 && m->dims[1] != 1) return NULL;
  value *in[] = {(value *)(uintptr_t)mask, graph_const_i64s(g, NULL, &last, 1)};
  value *top = graph_node(g, before, op_get(OP_REDUCE_MAX), NULL, in, 2, 1)->out[0];
  top->type = *m;
  top->type.dims[m->rank - 1] = 1;
  in[0] = top;
  in[1] = graph_const_f32(g, NULL, -INFINITY);
  value *hidden = graph_node(g, before, op_get(OP_EQUAL), NULL, in, 2, 1)->out[0];
  hidden->type = top->type;
  hidden->type.dtype = FP8C_DTYPE_BOOL;
  if (!flat || m->rank != 4) return hidden;
  in[0] = hidden;
  in[1] = graph_const_i64s(g, NULL, &head, 1);
  value *rows = graph_node(g, before, op_get(OP_SQUEEZE), NULL, in, 2, 1)->out[0];
  rows->type = hidden->type;
  rows->type.rank = 3;
  rows->type.dims[1] = hidden->type.dims[2];
  rows->type.dims[2] = 1;
  return rows;
}

static bool is_zero(const value *v, arena *scratch) {
  arena_mark mark = arena_save(scratch);
  const float *x = value_is_const(v) ? constant_f32(v, scratch, NULL) : NULL;
  bool zero = x != NULL;
  for (int64_t i = 0, n = zero ? tensor_elements(&v->type) : 0; zero && i < n; i++)
    zero = x[i] == 0;
  arena_reset(scratch, mark);
  return zero;
}

/* Each query sees the keys up to its own: 0 there, and what leaves no probability elsewhere. */
static bool is_causal(const value *v, const tensor *scores, arena *scratch) {
  const double nothing = -1e30;
  const tensor *m = &v->type;
  int last = m->rank - 1;
  if (!value_is_const(v) || m->rank < 2 || m->dims[last] < 2 ||
      m->dims[last] != m->dims[last - 1] || scores->dims[2] != m->dims[last] ||
      scores->dims[3] != m->dims[last])
    return false;
  for (int i = 0; i < last - 1; i++)
    if (m->dims[i] != 1) return false;
  arena_mark mark = arena_save(scratch);
  const float *x = constant_f32(v, scratch, NULL);
  bool causal = x != NULL;
  for (int64_t q = 0, size = m->dims[last]; causal && q < size; q++)
    for (int64_t k = 0; causal && k < size; k++)
      causal = k <= q ? x[q * size + k] == 0 : (double)x[q * size + k] < nothing;
  arena_reset(scratch, mark);
  return causal;
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

static bool fuse(node *softmax, arena *scratch) {
  attention a = {0};
  int64_t axis = node_int(softmax, "axis");
  value *p = softmax->out[0];
  node *guard;
  if ((axis != -1 && axis != 3) || p->type.rank != 4 || !match_scores(&a, softmax->in[0]))
    return false;
  part(&a, softmax);
  node *product = product_of(&a, p, &guard);
  if (!product || product->in[1] == p || (guard && product->in[0] != guard->out[0]) ||
      (!guard && product->in[0] != p))
    return false;
  bool guarded = guard && a.mask && !never_hides(a.mask, scratch);
  double scores_scale = a.scale;
  a.scale = 1;
  if (!from_heads(&a, product->in[1], false, &a.v) || a.scale != 1) return false;
  part(&a, product);
  bool flat = can_be_flat(&a.q) && can_be_flat(&a.k) && can_be_flat(&a.v) &&
              length_of(&a.k) == length_of(&a.v);
  node *last = flat ? match_merge(&a, product->out[0]) : NULL;
  if (a.k.heads != a.v.heads || (!last && !fits(&a, product))) return false;
  flat = last != NULL;
  if (!flat) last = product;
  bool causal = a.mask && is_causal(a.mask, &p->type, scratch);
  if (causal || (a.mask && is_zero(a.mask, scratch))) a.mask = NULL;
  value *mask = mask_of(&a, last), *in[4] = {NULL, NULL, NULL, mask};
  value *hidden = guarded ? hidden_rows(mask, flat, last) : NULL;
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

fp8c_status pass_fuse_attention(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next)
    if (has_output(n) && node_is(n, OP_SOFTMAX) && fuse(n, c->scratch)) c->changes++;
  return FP8C_OK;
}
