/* attention_operands.c - what an attention's queries, keys and values are made of.
 *
 * heads(x) is Reshape [B, S, H*D] -> [B, S, H, D] and Transpose to [B, H, S, D].  Attention
 * takes q, k and v as [B, S, H*D], so both are inside it and no head is moved in memory.
 * Where one product makes q, k and v together, heads is Reshape [B, S, 3*H*D] ->
 * [B, S, 3, H, D], Transpose to [3, B, H, S, D] and the taking of one of the three: that is a
 * slice of the last axis.  Where a convolution makes them of an image, heads are a Reshape of
 * [B, H*D, ...] to [B, H, D, S]: its pixels are the rows, which is how they lie where channels lie
 * last.  Keys and values repeated for several heads go in once. */
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "passes/attention.h"

value *attention_unscaled(attention *a, value *v) {
  for (;;) {
    double c;
    value *other;
    node *n = v->def;
    if (!n || (!node_is(n, OP_MUL) && !node_is(n, OP_DIV)) || !split_scalar(n, &c, &other) ||
        c == 0 || !same_shape(&other->type, &v->type))
      return v;
    a->scale = node_is(n, OP_MUL) ? a->scale * c : a->scale / c;
    match_add(&a->parts, n);
    v = other;
  }
}

bool attention_same_leading(const tensor *x, const tensor *y) {
  return x->dims[0] == y->dims[0] || x->dims[1] == y->dims[1];
}

bool attention_from_reshape(attention *a, node *r, source *out) {
  const tensor *x = &r->in[0]->type, *y = &r->out[0]->type;
  if (x->rank != 3 || y->rank != 4 || x->dims[2] <= 0 || y->dims[2] <= 0 || y->dims[3] <= 0 ||
      x->dims[2] != y->dims[2] * y->dims[3] || !attention_same_leading(x, y))
    return false;
  *out = (source){.x = r->in[0], .heads = y->dims[2], .rows = r->out[0]};
  match_add(&a->parts, r);
  return true;
}

static bool from_packed(attention *a, value *v, source *out) {
  packed_heads p;
  if (!heads_packed(v, &p, &a->parts)) return false;
  *out = (source){.x = p.x, .start = p.start, .size = p.size, .heads = p.heads, .on_heads = v};
  return true;
}

bool attention_is_image(const tensor *columns, const tensor *image) {
  return columns->rank == 4 && image->rank >= 3 && columns->dims[1] > 0 && columns->dims[2] > 0 &&
         image->dims[0] == columns->dims[0] &&
         image->dims[1] == columns->dims[1] * columns->dims[2];
}

value *attention_image(const value *columns) {
  const node *r = value_def_of(columns, OP_RESHAPE);
  return r && attention_is_image(&columns->type, &r->in[0]->type) ? r->in[0] : NULL;
}

/* v, [B, 1, S, D], is the only head of rows [B, S, D]. */
static bool from_single(attention *a, value *v, source *out) {
  node *n = value_def_of(v, OP_UNSQUEEZE);
  if (!n) n = value_def_of(v, OP_RESHAPE);
  const tensor *y = &v->type, *x = n ? &n->in[0]->type : NULL;
  if (!n || y->rank != 4 || x->rank != 3 || y->dims[1] != 1) return false;
  for (int i = 0; i < 3; i++)
    if (x->dims[i] == DIM_UNKNOWN || x->dims[i] != y->dims[i > 0 ? i + 1 : 0]) return false;
  *out = (source){.x = n->in[0], .heads = 1, .on_heads = v};
  match_add(&a->parts, n);
  return true;
}

/* v, [B, H, S, D], is a Transpose of an image's heads, or of those times a factor. */
static bool from_image(attention *a, value *v, source *out) {
  const attention before = *a;
  node *t = value_def_of(v, OP_TRANSPOSE);
  value *x = NULL;
  if (v->type.rank != 4 || !TRANSPOSES(t, 0, 1, 3, 2)) return false;
  match_add(&a->parts, t);
  value *columns = attention_unscaled(a, t->in[0]);
  value *image = attention_image(columns);
  if (image) {
    tensor flat = v->type;
    flat.rank = 3;
    flat.dims[1] = image->type.dims[1];
    x = move_reshaped(image, &flat, a->before);
  }
  if (!x) {
    *a = before;
    return false;
  }
  match_add(&a->parts, columns->def);
  if (columns != t->in[0]) v = move_last_two(columns, a->before);
  *out = (source){.x = move_transposed(x, (const int64_t[]){0, 2, 1}, a->before),
                  .heads = v->type.dims[1],
                  .on_heads = v};
  return true;
}

/* [B, KV, 1, S, D] spread over G heads each: Expand or Tile of `one`, which stands on axis `axis`.
 */
static node *spread_over(const value *v, int axis, int64_t *times) {
  node *n = value_def_of(v, OP_EXPAND);
  if (!n) n = value_def_of(v, OP_TILE);
  if (!n || n->in[0]->type.rank != 5 || v->type.rank != 5 || n->in[0]->type.dims[axis] != 1 ||
      v->type.dims[axis] <= 0)
    return NULL;
  for (int i = 0; i < 5; i++)
    if (i != axis && (v->type.dims[i] != n->in[0]->type.dims[i] || v->type.dims[i] == DIM_UNKNOWN))
      return NULL;
  *times = v->type.dims[axis];
  return n;
}

/* Keys or values used by several heads: [B, KV, S, D] with an axis of 1 behind KV, spread over
 * H / KV, and [B, H, S, D] of it; or the same on rows [B, S, KV, D], `heads` being axis 2.
 * Gives what stands in front, v itself where nothing is repeated. */
static value *unrepeated(attention *a, value *v, int heads) {
  node *merge = value_def_of(v, OP_RESHAPE);
  int64_t times;
  node *spread = merge && v->type.rank == 4 ? spread_over(merge->in[0], heads + 1, &times) : NULL;
  node *one = spread ? value_def_of(spread->in[0], OP_UNSQUEEZE) : NULL;
  if (spread && !one) one = value_def_of(spread->in[0], OP_RESHAPE);
  if (!one || one->in[0]->type.rank != 4) return v;
  const tensor *x = &one->in[0]->type, *five = &spread->in[0]->type;
  for (int i = 0; i < 4; i++) {
    int at = i <= heads ? i : i + 1;
    if (x->dims[i] == DIM_UNKNOWN || five->dims[at] != x->dims[i]) return v;
    if (i == heads ? x->dims[i] <= 0 || v->type.dims[i] != x->dims[i] * times
                   : v->type.dims[i] != x->dims[i])
      return v;
  }
  match_add(&a->parts, merge);
  match_add(&a->parts, spread);
  match_add(&a->parts, one);
  return one->in[0];
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

/* Constant heads, of one sample that all others share or of all of them: rows are made of them now.
 * `transposed`: they are [B, H, D, S]. */
static bool from_constant(attention *a, value *v, bool transposed, source *out) {
  static const int64_t perms[2][4] = {{0, 2, 1, 3}, {0, 3, 1, 2}};
  node *spread = value_def_of(v, OP_EXPAND);
  value *one = spread ? spread->in[0] : v;
  const tensor *y = &v->type, *x = &one->type;
  if (!value_is_const(one) || x->rank != 4 || y->rank != 4) return false;
  for (int i = 1; i < 4; i++)
    if (x->dims[i] <= 0 || x->dims[i] != y->dims[i]) return false;
  if (spread && (spread->in[1]->type.rank != 1 || spread->in[1]->type.dims[0] != 4)) return false;
  const int size = transposed ? 2 : 3;
  value *rows = flattened(move_transposed(one, perms[transposed], a->before),
                          x->dims[1] * x->dims[size], a->before);
  if (spread) {
    graph *g = a->before->graph;
    const int64_t first = 0, ones[] = {1, 1};
    value *of_batch[] = {spread->in[1], graph_const_i64s(g, NULL, &first, 1)};
    node *batch = graph_node(g, a->before, op_get(OP_GATHER), NULL, of_batch, 2, 1);
    batch->out[0]->type = *(tensor[]){{.dtype = FP8C_DTYPE_I64, .rank = 1, .dims = {1}}};
    value *parts[] = {batch->out[0], graph_const_i64s(g, NULL, ones, 2)};
    node *target = graph_node(g, a->before, op_get(OP_CONCAT), NULL, parts, 2, 1);
    node_set_int(target, "axis", 0);
    target->out[0]->type = *(tensor[]){{.dtype = FP8C_DTYPE_I64, .rank = 1, .dims = {3}}};
    value *in[] = {rows, target->out[0]};
    node *all = graph_node(g, a->before, op_get(OP_EXPAND), NULL, in, 2, 1);
    all->out[0]->type = rows->type;
    all->out[0]->type.dims[0] = y->dims[0];
    rows = all->out[0];
    match_add(&a->parts, spread);
  }
  *out = (source){
      .x = rows, .heads = x->dims[1], .on_heads = transposed ? move_last_two(v, a->before) : v};
  return true;
}

/* Heads that are rows [B, S, H, D] with two axes in each other's place. */
static bool from_rows(attention *a, value *rows, source *out) {
  attention before = *a;
  value *x = attention_unscaled(a, unrepeated(a, attention_unscaled(a, rows), 2));
  node *r = value_def_of(x, OP_RESHAPE);
  if (r && attention_from_reshape(a, r, out)) return true;
  *a = before;
  return false;
}

/* Heads of rows that no Reshape made: `heads` where it is just that, else a Transpose of what
 * is behind a factor or a repetition. */
static value *heads_of_rows(attention *a, value *rows, value *heads) {
  const int64_t perm[] = {0, 2, 1, 3};
  value *x = unrepeated(a, attention_unscaled(a, rows), 2);
  return x == rows && heads ? heads : move_transposed(x, perm, a->before);
}

bool attention_source(attention *a, value *v, bool transposed, source *out) {
  v = attention_unscaled(a, v);
  if (from_constant(a, v, transposed, out)) return true;
  node *t = value_def_of(v, OP_TRANSPOSE);
  if (transposed) {
    bool of_rows = TRANSPOSES(t, 0, 2, 3, 1);
    if (of_rows) {
      match_add(&a->parts, t);
      if (from_rows(a, t->in[0], out)) return true;
      v = heads_of_rows(a, t->in[0], NULL);
    } else if (TRANSPOSES(t, 0, 1, 3, 2)) {
      match_add(&a->parts, t);
      v = attention_unscaled(a, t->in[0]);
    } else {
      if (v->type.rank != 4) return false;
      v = move_last_two(v, a->before); /* made as columns, such as pixels of an image */
    }
  }
  v = attention_unscaled(a, unrepeated(a, v, 1));
  t = value_def_of(v, OP_TRANSPOSE);
  size_t parts = a->parts.count;
  if (TRANSPOSES(t, 0, 2, 1, 3)) {
    if (from_rows(a, t->in[0], out)) {
      match_add(&a->parts, t);
      return true;
    }
    v = heads_of_rows(a, t->in[0], v);
  }
  if (from_packed(a, v, out)) return true;
  match_undo(&a->parts, parts);
  if (from_image(a, v, out) || from_single(a, v, out)) return true;
  if (v->type.rank != 4 || v->type.dims[1] <= 0 || v->type.dims[3] <= 0) return false;
  *out = (source){.heads = v->type.dims[1], .on_heads = v};
  return true;
}

bool source_can_be_flat(const source *s) {
  int64_t width;
  if (s->x) return true;
  const tensor *t = &s->on_heads->type;
  return !__builtin_mul_overflow(t->dims[1], t->dims[3], &width) && heads_have_rows(s->on_heads);
}

value *source_flat(const source *s, node *before) {
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

value *source_on_heads(const source *s, node *before) {
  if (s->on_heads) return s->on_heads;
  const int64_t perm[] = {0, 2, 1, 3};
  return move_transposed(rows_of(s, before), perm, before);
}
