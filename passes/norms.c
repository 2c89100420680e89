/* norms.c - the common half of layer normalisation and RMS normalisation. */
#include "passes/norms.h"

static void part(root_mean_square *r, node *n) {
  if (r->part_count < sizeof r->parts / sizeof *r->parts) r->parts[r->part_count++] = n;
}

static node *def(const value *v) { return v->kind == VALUE_NODE ? v->def : NULL; }

/* m = mean + epsilon; the reduction must be of d squared. */
static bool match_mean_square(root_mean_square *r, value *m) {
  value *mean;
  int64_t axes[FP8C_MAX_RANK];
  size_t count;
  node *add = value_def_of(m, OP_ADD);
  r->epsilon = 0;
  if (add) {
    if (!split_scalar(add, &r->epsilon, &mean) || r->epsilon < 0) return false;
    part(r, add);
  } else {
    mean = m;
  }
  node *reduce = value_def_of(mean, OP_REDUCE_MEAN);
  if (!reduce || !reduction_axes(reduce, axes, &count) ||
      !trailing_axes(axes, count, r->d->type.rank, &r->axis))
    return false;
  part(r, reduce);
  node *square = def(reduce->in[0]);
  if (!square) return false;
  part(r, square);
  if (node_is(square, OP_POW)) return square->in[0] == r->d && scalar_near(square->in[1], 2, 0);
  return node_is(square, OP_MUL) && square->in[0] == r->d && square->in[1] == r->d;
}

/* v = sqrt(m): 1; v = 1 / sqrt(m): -1; else 0 */
static int match_root(root_mean_square *r, value *v, value **m) {
  node *n = def(v);
  if (!n) return 0;
  part(r, n);
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
  node *root = inner ? value_def_of(inner, OP_SQRT) : NULL;
  if (!root) return 0;
  part(r, root);
  *m = root->in[0];
  return -1;
}

bool match_root_mean_square(node *n, root_mean_square *out) {
  bool divides = node_is(n, OP_DIV);
  if (!divides && !node_is(n, OP_MUL)) return false;
  for (size_t i = 0; i < (divides ? 1u : 2u); i++) {
    value *m;
    *out = (root_mean_square){.d = n->in[i]};
    if (out->d->type.rank < 1) continue;
    part(out, n);
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

node *only_user(const value *v) { return value_used_once(v) ? v->users[0] : NULL; }
