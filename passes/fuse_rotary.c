/* fuse_rotary.c - positions turned into heads become one Rotary node.
 *
 *     x * cosines + turned(x) * sines
 *
 * where turned(x) is Concat(-second half, first half) of the last axis, its halves
 * taken by Split or Slice; or, for neighbours, Reshape(Concat(-odd, even)) of a new
 * last axis.  The numbers stay the same bits.  RotaryEmbedding, where the model has
 * it, becomes the same node: its tables have a number a pair. */
#include "base/numbers.h"
#include "passes/match.h"

typedef struct rotary {
  value *x, *cosines, *sines;
  bool interleaved;
  node *parts[12];
  size_t part_count;
} rotary;

static void part(rotary *r, node *n) {
  if (r->part_count < sizeof r->parts / sizeof *r->parts) r->parts[r->part_count++] = n;
}

static bool is_last(int64_t axis, int rank) { return axis == -1 || axis == rank - 1; }

static bool one_int(const node *n, size_t i, int64_t *x) {
  size_t count;
  return i < n->in_count && n->in[i] && value_ints(n->in[i], x, 1, &count) && count == 1;
}

/* v is part `index` (0, 1) of x's last axis: a half, or every other element. */
static value *part_of(rotary *r, const value *v, int index, bool interleaved) {
  node *n = value_def_of(v, OP_SPLIT);
  if (n) {
    const value *x = n->in[0];
    if (interleaved || !is_last(node_int(n, "axis"), x->type.rank) || n->out_count != 2 ||
        n->out[index] != v)
      return NULL;
  } else {
    int64_t start = 0, end = 0, axis = 0, step = 1;
    n = value_def_of(v, OP_SLICE);
    if (!n || !one_int(n, 1, &start) || !one_int(n, 2, &end) || !one_int(n, 3, &axis) ||
        (n->in_count > 4 && n->in[4] && !one_int(n, 4, &step)))
      return NULL;
    int rank = n->in[0]->type.rank;
    int64_t size = rank > 0 ? n->in[0]->type.dims[rank - 1] : 0, half = size / 2;
    if (size <= 0 || !is_last(axis, rank)) return NULL;
    if (start < 0) start += size;
    if (end < 0) end += size;
    if (end > size) end = size;
    bool fits = interleaved ? step == 2 && start == index && end >= size - 1 + index
                            : step == 1 && start == index * half && end == start + half;
    if (!fits) return NULL;
  }
  /* both parts are alike, so the last axis is twice as long as either */
  const tensor *x = &n->in[0]->type, *y = &v->type;
  if (x->rank < 1 || y->rank != x->rank || y->dims[y->rank - 1] <= 0 ||
      x->dims[x->rank - 1] != 2 * y->dims[y->rank - 1])
    return NULL;
  part(r, n);
  return n->in[0];
}

static value *negated(rotary *r, const value *v) {
  double c;
  value *x = NULL;
  node *n = value_def_of(v, OP_NEG);
  if (n) {
    x = n->in[0];
  } else {
    n = value_def_of(v, OP_MUL);
    if (!n || !split_scalar(n, &c, &x) || c != -1 || !same_shape(&x->type, &v->type)) return NULL;
  }
  part(r, n);
  return x;
}

/* Unsqueeze at the end (or a Reshape to such a shape). */
static value *without_last(rotary *r, const value *v) {
  node *n = value_def_of(v, OP_UNSQUEEZE);
  if (!n) n = value_def_of(v, OP_RESHAPE);
  if (!n) return NULL;
  const tensor *x = &n->in[0]->type, *y = &v->type;
  if (x->rank < 1 || y->rank != x->rank + 1 || y->dims[y->rank - 1] != 1) return NULL;
  for (int i = 0; i < x->rank; i++)
    if (x->dims[i] != y->dims[i] || x->dims[i] == DIM_UNKNOWN) return NULL;
  part(r, n);
  return n->in[0];
}

/* v is turned(x); gives x. */
static value *match_turned(rotary *r, value *v) {
  node *concat = value_def_of(v, OP_CONCAT);
  r->interleaved = false;
  if (!concat) {
    node *reshape = value_def_of(v, OP_RESHAPE);
    concat = reshape ? value_def_of(reshape->in[0], OP_CONCAT) : NULL;
    if (!concat) return NULL;
    part(r, reshape);
    r->interleaved = true;
  }
  if (concat->in_count != 2 || !is_last(node_int(concat, "axis"), concat->out[0]->type.rank))
    return NULL;
  part(r, concat);
  value *low = concat->in[0], *high = concat->in[1];
  if (r->interleaved) {
    low = without_last(r, low);
    high = without_last(r, high);
  }
  low = low ? negated(r, low) : NULL;
  value *x = low ? part_of(r, low, 1, r->interleaved) : NULL;
  return x && high && part_of(r, high, 0, r->interleaved) == x && same_shape(&x->type, &v->type)
             ? x
             : NULL;
}

/* A table that broadcasts to x, as wide. */
static bool is_table(const value *t, const value *x) {
  int rank = x->type.rank;
  if (t->type.rank < 1 || t->type.rank > rank || t->type.dtype != x->type.dtype) return false;
  return t->type.dims[t->type.rank - 1] == x->type.dims[rank - 1];
}

static bool match(node *add, rotary *r) {
  for (int i = 0; i < 2; i++) {
    node *plain = value_def_of(add->in[i], OP_MUL), *other = value_def_of(add->in[1 - i], OP_MUL);
    for (int k = 0; plain && other && k < 2; k++) {
      *r = (rotary){.sines = other->in[1 - k]};
      r->x = match_turned(r, other->in[k]);
      if (!r->x) continue;
      r->cosines = other_input(plain, r->x);
      if (!r->cosines || r->cosines == r->x || !is_table(r->cosines, r->x) ||
          !is_table(r->sines, r->x) || !same_shape(&add->out[0]->type, &r->x->type) ||
          !dtype_is_small_float(r->x->type.dtype) || !same_shape(&other->out[0]->type, &r->x->type))
        continue;
      part(r, plain);
      part(r, other);
      return true;
    }
  }
  return false;
}

static node *rotary_node(node *like, value *x, value *cosines, value *sines, bool interleaved) {
  node *n = node_like(like, OP_ROTARY, (value *[]){x, cosines, sines}, 3);
  if (interleaved) node_set_int(n, "interleaved", 1);
  return n;
}

static bool may_be_same(int64_t a, int64_t b) { return a < 0 || b < 0 || a == b; }

/* Tables and positions, as far as their sizes are known, are what the heads want.  Where a size
 * of x is free, nobody has looked at the others yet. */
static bool tables_fit(const node *n, bool gathered) {
  const tensor *x = &n->in[0]->type, *steps = gathered ? &n->in[3]->type : NULL;
  for (int i = 1; i < 3; i++) {
    const tensor *t = &n->in[i]->type;
    if (t->rank != (gathered ? 2 : 3) || t->dtype != x->dtype ||
        !may_be_same(t->dims[t->rank - 1], x->dims[3] / 2))
      return false;
    if (!gathered) steps = t;
    if (!may_be_same(steps->dims[0], x->dims[0]) || !may_be_same(steps->dims[1], x->dims[2]))
      return false;
  }
  return true;
}

/* RotaryEmbedding on heads [B, H, S, D] that turn as a whole: its tables [B, S, D / 2]
 * are gathered at the positions, where it has them. */
static bool from_operator(node *n) {
  value *x = n->in[0], *tables[2] = {n->in[1], n->in[2]};
  const tensor *t = &x->type;
  int64_t turned = node_int(n, "rotary_embedding_dim"), one = 1;
  if (t->rank != 4 || t->dims[3] <= 0 || (turned != 0 && turned != t->dims[3]) ||
      t->dtype == FP8C_DTYPE_F64)
    return false;
  graph *g = n->graph;
  bool gathered = n->in_count > 3 && n->in[3];
  if (gathered && n->in[3]->type.rank != 2) return false;
  if (!tables_fit(n, gathered)) return false;
  for (int i = 0; i < 2; i++) {
    if (gathered) {
      node *gather =
          graph_node(g, n, op_get(OP_GATHER), NULL, (value *[]){tables[i], n->in[3]}, 2, 1);
      int64_t width = tables[i]->type.dims[1];
      gather->out[0]->type = tables[i]->type;
      gather->out[0]->type.rank = 3;
      gather->out[0]->type.dims[0] = n->in[3]->type.dims[0];
      gather->out[0]->type.dims[1] = n->in[3]->type.dims[1];
      gather->out[0]->type.dims[2] = width;
      tables[i] = gather->out[0];
    }
    value *in[] = {tables[i], graph_const_i64s(g, NULL, &one, 1)};
    value *y = graph_node(g, n, op_get(OP_UNSQUEEZE), NULL, in, 2, 1)->out[0];
    y->type = tables[i]->type;
    y->type.rank = 4;
    for (int d = 3; d > 1; d--) y->type.dims[d] = tables[i]->type.dims[d - 1];
    y->type.dims[1] = 1;
    tables[i] = y;
  }
  node *to = rotary_node(n, x, tables[0], tables[1], node_int(n, "interleaved") != 0);
  node_add_sources(to, n);
  take_over(to, n->out[0]);
  return true;
}

fp8c_status pass_fuse_rotary(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next) {
    rotary r;
    if (!has_output(n)) continue;
    if (node_is(n, OP_ROTARY_EMBEDDING)) c->changes += from_operator(n);
    if (!node_is(n, OP_ADD) || !match(n, &r)) continue;
    node *to = rotary_node(n, r.x, r.cosines, r.sines, r.interleaved);
    for (size_t i = 0; i < r.part_count; i++) node_add_sources(to, r.parts[i]);
    take_over(to, n->out[0]);
    c->changes++;
  }
  return FP8C_OK;
}
