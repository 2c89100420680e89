/* scores_to_heads.c - attention that multiplies in three or five dimensions does it in four.
 *
 * Exporters write batched products of attention as [B*H, S, D] (bmm), with the rows in front
 * ([S, B, H*D] of torch's MultiheadAttention), over windows [B, W, H, S, D], or with grouped
 * queries [B, KV, G, S, D].  fuse-attention knows [B, H, S, D].
 *
 *     rank 3   the leading axis is B*H: taken apart, as an image's channels say it too; one head
 *              where nothing says how many
 *     rank 5   the two leading axes are the batch, or the second and third are the heads
 *
 * The product with the values may have four already (BLOOM's scores alone are baddbmm's).
 *
 * Everything from the operands of the product with the keys to the product with the values is
 * built anew in four dimensions in front of the latter, and its result goes back to the old
 * shape; moves that meet cancel.  Nothing is changed where a shape cannot be stated. */
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"
#include "passes/heads.h"
#include "passes/moves.h"

#define DEPTH_MAX 24  /* factors and Transposes of an operand, behind which it is only reshaped */
#define TRIES_MAX 256 /* nodes looked at: sums of one value with itself have 2^n paths */
#define HEAD_MAX 256  /* of the kernels; one wide head stays two products */

typedef enum join {
  JOIN_APART, /* rank 3: [B*H, M, N] is [B, H, M, N] */
  JOIN_LEAD,  /* rank 5: [A, B, H, M, N] is [A*B, H, M, N] */
  JOIN_HEADS, /* rank 5: [B, KV, G, M, N] is [B, KV*G, M, N] */
} join;

/* A value, and the same in four dimensions. */
typedef struct rebuilt {
  const value *old;
  value *new;
} rebuilt;

typedef struct core {
  node *keys, *softmax, *values; /* the products and what is between them */
  match chain;                   /* all of it, and what stands in between */
  join how;
  int rank;
  int64_t batch, heads; /* of the result */
  rebuilt *built;
  size_t built_count, tries, depth; /* depth: of what is built in front of the chain */
} core;

static bool in_chain(const core *c, const node *n) {
  for (size_t i = 0; i < c->chain.count; i++)
    if (c->chain.parts[i] == n) return true;
  return false;
}

static void add_to_chain(core *c, node *n) {
  if (!in_chain(c, n)) match_add(&c->chain, n);
}

/* ---- The pattern -------------------------------------------------------------------- */

static bool along_last(const node *n) {
  int64_t axis = node_int(n, "axis");
  return axis == -1 || axis == n->out[0]->type.rank - 1;
}

/* Computes each element, or along the last axis: the same in any number of leading axes. */
static bool keeps_leading(const node *n) {
  sliced s;
  if (n->out_count != 1 || n->region) return false;
  if (node_is(n, OP_CAST)) return true;
  if (node_is(n, OP_CONCAT)) return along_last(n);
  if (node_is(n, OP_REDUCE_MAX)) return reduces_last(n);
  if (node_is(n, OP_SLICE)) return node_slice_axes(n, &s) && s.only == s.rank - 1;
  return n->op->family == FAMILY_ELTWISE && n->op->expr && !node_is(n, OP_ROTARY);
}

/* From the scores back to the product with the keys; what is on the way joins the chain. */
static bool find_keys(core *c, value *v) {
  node *n = v->def;
  if (!n || ++c->tries > TRIES_MAX) return false;
  if (node_is(n, OP_MATMUL)) {
    if (v->type.rank != c->rank || n->in[0]->type.rank != c->rank ||
        n->in[1]->type.rank != c->rank || (c->keys && c->keys != n))
      return false;
    c->keys = n;
    add_to_chain(c, n);
    return true;
  }
  bool found = false;
  bool reshape = node_is(n, OP_RESHAPE) && c->rank == 3 &&
                 n->in[0]->type.rank + n->out[0]->type.rank == 7; /* 3 and 4 */
  if (!reshape && !keeps_leading(n)) return false;
  for (size_t i = 0; i < n->in_count && i < (reshape || node_is(n, OP_SLICE) ? 1u : 8u); i++)
    if (n->in[i] && (n->in[i]->type.rank == v->type.rank || reshape))
      found = find_keys(c, n->in[i]) || found;
  if (found) add_to_chain(c, n);
  return found;
}

/* A product in as many dimensions as the chain, or in four behind scores that were three. */
static bool is_product(const core *c, const node *n) {
  int rank = n->out[0]->type.rank;
  return node_is(n, OP_MATMUL) && n->in[0]->type.rank == rank && n->in[1]->type.rank == rank &&
         (rank == c->rank || (rank == 4 && c->softmax->out[0]->type.rank == 4));
}

/* From the shares on to the product with the values. */
static bool find_values(core *c, value *v) {
  if (v->output_uses || ++c->tries > TRIES_MAX) return false;
  for (size_t i = 0; i < v->user_count; i++) {
    node *n = v->users[i];
    if (is_product(c, n)) {
      if (c->values && c->values != n) return false;
      c->values = n;
    } else if ((node_is(n, OP_TRANSPOSE) || node_is(n, OP_IS_NAN) || keeps_leading(n)) ||
               (node_is(n, OP_RESHAPE) && c->rank == 3 &&
                n->in[0]->type.rank + n->out[0]->type.rank == 7)) {
      if (!find_values(c, n->out[0])) return false;
    } else {
      return false;
    }
    add_to_chain(c, n);
  }
  return c->values != NULL;
}

/* ---- How many heads ------------------------------------------------------------------- */

/* v behind factors and a Transpose of its last two axes. */
static value *bare(value *v) {
  for (int i = 0; i < DEPTH_MAX; i++) {
    double x;
    value *other;
    node *n = v->def;
    if (TRANSPOSES(n, 0, 2, 1))
      v = n->in[0];
    else if (n && (node_is(n, OP_MUL) || node_is(n, OP_DIV)) && split_scalar(n, &x, &other))
      v = other;
    else
      break;
  }
  return v;
}

/* [S, B*H, D] of [S, B, H*D]: the Reshape behind a Transpose that makes [B*H, S, D] of it, or
 * [B*H, D, S] (*columns). */
static node *rows_in_front(const value *v, bool *columns) {
  node *t = value_def_of(v, OP_TRANSPOSE);
  *columns = TRANSPOSES(t, 1, 2, 0);
  if (!TRANSPOSES(t, 1, 0, 2) && !*columns) return NULL;
  node *r = value_def_of(t->in[0], OP_RESHAPE);
  if (!r || r->in[0]->type.rank != 3) return NULL;
  const tensor *x = &r->in[0]->type, *y = &r->out[0]->type;
  return x->dims[0] == y->dims[0] && x->dims[0] != DIM_UNKNOWN && x->dims[2] > 0 &&
                 y->dims[2] > 0 && x->dims[2] % y->dims[2] == 0 && x->dims[1] != DIM_UNKNOWN
             ? r
             : NULL;
}

static bool heads_from(core *c, const tensor *four, const tensor *three) {
  if (four->rank != 4 || four->dims[2] != three->dims[1] || four->dims[3] != three->dims[2] ||
      four->dims[0] == DIM_UNKNOWN || four->dims[1] <= 0 || three->dims[1] == DIM_UNKNOWN)
    return false;
  c->batch = four->dims[0];
  c->heads = four->dims[1];
  return true;
}

/* [B*H, D, S] of an image [B, H*D, height, width], whose pixels are the rows. */
static bool heads_of_image(core *c, const tensor *image, const tensor *three) {
  int64_t pixels, size = three->dims[1];
  if (image->rank != 4 || image->dims[0] == DIM_UNKNOWN || image->dims[2] <= 0 ||
      image->dims[3] <= 0 || __builtin_mul_overflow(image->dims[2], image->dims[3], &pixels) ||
      three->dims[2] != pixels || size <= 0 || image->dims[1] <= 0 || image->dims[1] % size != 0)
    return false;
  c->batch = image->dims[0];
  c->heads = image->dims[1] / size;
  return true;
}

/* What an operand says. */
static bool heads_of_operand(core *c, value *v) {
  bool columns;
  v = bare(v);
  node *r = value_def_of(v, OP_RESHAPE);
  if (r && heads_from(c, &r->in[0]->type, &v->type)) return true;
  if (r && heads_of_image(c, &r->in[0]->type, &v->type)) return true;
  r = rows_in_front(v, &columns);
  if (!r) return false;
  c->batch = r->in[0]->type.dims[1];
  c->heads = r->in[0]->type.dims[2] / r->out[0]->type.dims[2];
  return true;
}

static bool read_rank_3(core *c) {
  c->how = JOIN_APART;
  value *operands[] = {c->keys->in[0], c->keys->in[1], c->values->in[0], c->values->in[1]};
  for (size_t i = 0; i < 4; i++)
    if (heads_of_operand(c, operands[i])) return true;
  for (size_t i = 0; i < c->chain.count; i++) {
    const node *n = c->chain.parts[i];
    if (node_is(n, OP_RESHAPE) && n->in[0]->type.rank == 3 &&
        heads_from(c, &n->out[0]->type, &n->in[0]->type))
      return true;
  }
  const value *y = c->values->out[0];
  const node *user = value_used_once(y) ? y->users[0] : NULL;
  if (user && node_is(user, OP_RESHAPE) && heads_from(c, &user->out[0]->type, &y->type))
    return true;
  c->batch = y->type.dims[0];
  c->heads = 1;
  return c->batch != DIM_UNKNOWN && c->keys->in[0]->type.dims[2] > 0 &&
         c->keys->in[0]->type.dims[2] <= HEAD_MAX && y->type.dims[2] > 0 &&
         y->type.dims[2] <= HEAD_MAX;
}

/* Dimension `axis` of five, of a value that broadcasts to them. */
static int64_t of_five(const tensor *t, int axis) {
  int at = axis - (5 - t->rank);
  return at < 0 ? 1 : t->dims[at];
}

/* What the chain reads has both leading axes, or is the same along both. */
static bool shares_leading_axes(const core *c) {
  const tensor *p = &c->softmax->out[0]->type;
  for (size_t i = 0; i < c->chain.count; i++)
    for (size_t k = 0; k < c->chain.parts[i]->in_count; k++) {
      const value *v = c->chain.parts[i]->in[k];
      if (!v || v->type.rank < 3) continue;
      int64_t a = of_five(&v->type, 0), b = of_five(&v->type, 1);
      if ((a != p->dims[0] || b != p->dims[1]) && (a != 1 || b != 1)) return false;
    }
  return true;
}

static bool read_rank_5(core *c) {
  const tensor *p = &c->softmax->out[0]->type;
  for (int i = 0; i < 5; i++)
    if (p->dims[i] == DIM_UNKNOWN) return false;
  if (shares_leading_axes(c) && p->dims[2] > 0) {
    c->how = JOIN_LEAD;
    c->heads = p->dims[2];
    graph *g = c->softmax->graph;
    bool known = p->dims[0] > 0 && p->dims[1] > 0;
    if (known && __builtin_mul_overflow(p->dims[0], p->dims[1], &c->batch)) return false;
    if (!known)
      c->batch = graph_symbol(g, arena_printf(g->arena, "%s.batch", c->softmax->out[0]->name));
    return true;
  }
  c->how = JOIN_HEADS;
  c->batch = p->dims[0];
  return p->dims[1] > 0 && p->dims[2] > 0 &&
         !__builtin_mul_overflow(p->dims[1], p->dims[2], &c->heads);
}

/* ---- In four dimensions ---------------------------------------------------------------- */

static value *four(core *c, value *v);

static value *keep(core *c, value *v, value *y) {
  rebuilt b = {v, y};
  if (y) ARENA_PUSH(c->chain.memory, c->built, c->built_count, b);
  return y;
}

/* The shape of a value of the chain's rank; joined axes that are 1 in it stay 1. */
static tensor shape_of(const core *c, const tensor *t) {
  tensor to = *t;
  to.rank = 4;
  to.dims[2] = t->dims[c->rank - 2];
  to.dims[3] = t->dims[c->rank - 1];
  if (c->how == JOIN_APART) {
    to.dims[0] = t->dims[0] == 1 ? 1 : c->batch;
    to.dims[1] = t->dims[0] == 1 ? 1 : c->heads;
  } else if (c->how == JOIN_LEAD) {
    to.dims[0] = t->dims[0] == 1 && t->dims[1] == 1 ? 1 : c->batch;
    to.dims[1] = t->dims[2];
  } else {
    to.dims[0] = t->dims[0];
    to.dims[1] = t->dims[1] == 1 && t->dims[2] == 1 ? 1 : c->heads;
  }
  return to;
}

/* Axes of heads that are 1 where others have more are spread: keys that groups share. */
static value *spread_heads(const core *c, value *v) {
  const tensor *t = &v->type, *p = &c->softmax->out[0]->type;
  bool one = t->dims[1] == 1 && t->dims[2] == 1;
  if (c->how != JOIN_HEADS || one || (t->dims[1] == p->dims[1] && t->dims[2] == p->dims[2]))
    return v;
  int64_t target[5] = {1, p->dims[1], p->dims[2], 1, 1};
  value *in[] = {v, graph_const_i64s(c->values->graph, NULL, target, 5)};
  value *y = graph_node(c->values->graph, c->values, op_get(OP_EXPAND), NULL, in, 2, 1)->out[0];
  y->type = *t;
  y->type.dims[1] = p->dims[1];
  y->type.dims[2] = p->dims[2];
  return y;
}

static value *reshaped(const core *c, value *v) {
  tensor to = shape_of(c, &v->type);
  return move_reshaped(spread_heads(c, v), &to, c->values);
}

/* [B, H, S, D] of [S, B, H*D], or [B, H, D, S]. */
static value *from_rows_in_front(const core *c, node *r, bool columns) {
  static const int64_t swap[] = {1, 0, 2}, heads[] = {0, 2, 1, 3};
  value *x = move_transposed(r->in[0], swap, c->values);
  tensor to = x->type;
  to.rank = 4;
  to.dims[2] = c->heads;
  to.dims[3] = r->out[0]->type.dims[2];
  x = move_reshaped(x, &to, c->values);
  if (!x) return NULL;
  x = move_transposed(x, heads, c->values);
  return columns ? move_last_two(x, c->values) : x;
}

/* A Transpose that leaves the axes to be joined where they are. */
static value *transposed(core *c, node *n) {
  int64_t p[FP8C_MAX_RANK], perm[4] = {0, 1, 2, 3};
  int joined = c->how == JOIN_APART ? 1 : c->how == JOIN_LEAD ? 2 : 3, shift = c->rank - 4;
  if (!node_permutation(n, p)) return NULL;
  for (int i = 0; i < joined; i++)
    if (p[i] != i) return NULL;
  value *x = NULL;
  if (c->how == JOIN_LEAD) { /* of the other three any may move */
    tensor to = n->in[0]->type;
    for (int i = 1; i < 4; i++) perm[i] = p[i + 1] - 1;
    to.rank = 4;
    to.dims[0] = c->batch;
    for (int i = 1; i < 4; i++) to.dims[i] = n->in[0]->type.dims[i + 1];
    x = move_reshaped(n->in[0], &to, c->values);
  } else {
    for (int i = joined; i < c->rank; i++) perm[i - shift] = p[i] - shift;
    x = four(c, n->in[0]);
  }
  return x ? move_transposed(x, perm, c->values) : NULL;
}

/* A node of the chain, or a factor of an operand, of operands in four dimensions. */
static value *copied(core *c, node *n) {
  value *in[8] = {NULL};
  if (n->in_count > 8) return NULL;
  for (size_t i = 0; i < n->in_count; i++) {
    in[i] = n->in[i];
    bool tensor_operand = !(node_is(n, OP_SLICE) || node_is(n, OP_REDUCE_MAX)) || i == 0;
    if (!in[i] || !tensor_operand || in[i]->type.rank < 3) continue;
    bool of_chain = in[i]->def && in_chain(c, in[i]->def);
    if (n->out[0]->type.rank == 4 && !of_chain) continue; /* four already */
    in[i] = four(c, in[i]);
    /* What broadcasts stays in three; both operands of a product in three would be one in three. */
    if (in[i] && node_is(n, OP_MATMUL) && in[i]->type.rank == 3) in[i] = reshaped(c, in[i]);
    if (!in[i]) return NULL;
  }
  tensor type = n->out[0]->type.rank == c->rank ? shape_of(c, &n->out[0]->type) : n->out[0]->type;
  node *y = node_copied(n, in, &type, c->values);
  if (node_is(n, OP_CONCAT) || node_is(n, OP_SOFTMAX)) node_set_int(y, "axis", -1);
  if (node_is(n, OP_SLICE) || node_is(n, OP_REDUCE_MAX)) {
    const int64_t last = 3;
    size_t axes = node_is(n, OP_SLICE) ? 3 : 1;
    node_set_input(y, axes, graph_const_i64s(n->graph, NULL, &last, 1));
  }
  return y->out[0];
}

/* What broadcasts to five dimensions, with all five first. */
static value *fewer_axes(const core *c, value *v) {
  tensor five = v->type;
  five.rank = 5;
  for (int i = 0; i < 5; i++) five.dims[i] = of_five(&v->type, i);
  value *x = move_reshaped(v, &five, c->values);
  return x ? reshaped(c, x) : NULL;
}

/* The heads' numbers where v repeats them for every sample (ALiBi's): they broadcast then. */
static value *without_repeats(const core *c, value *v) {
  const node *n = c->how == JOIN_APART ? value_def_of(v, OP_TILE) : NULL;
  if (!n || n->in[0]->type.rank != 3) return NULL;
  const tensor *x = &n->in[0]->type;
  if (x->dims[0] != c->heads || x->dims[1] <= 0 || x->dims[1] != v->type.dims[1] ||
      x->dims[2] <= 0 || x->dims[2] != v->type.dims[2])
    return NULL;
  tensor to = *x;
  to.rank = 4;
  to.dims[0] = 1;
  for (int i = 0; i < 3; i++) to.dims[i + 1] = x->dims[i];
  return move_reshaped(n->in[0], &to, c->values);
}

static bool is_factor(const node *n) {
  double x;
  value *other;
  return (node_is(n, OP_MUL) || node_is(n, OP_DIV)) && split_scalar(n, &x, &other);
}

/* v of rank 3 or 5 in four dimensions; v of rank 4 where it lies in the chain; NULL: cannot be. */
static value *four(core *c, value *v) {
  for (size_t i = 0; i < c->built_count; i++)
    if (c->built[i].old == v) return c->built[i].new;
  node *n = v->def;
  bool of_chain = n && in_chain(c, n);
  if (v->type.rank == 4 && (c->rank == 3 || of_chain)) {
    if (!of_chain) return v;
    return keep(c, v, node_is(n, OP_RESHAPE) ? four(c, n->in[0]) : copied(c, n));
  }
  if (c->rank == 5 && v->type.rank < 5) return fewer_axes(c, v);
  if (v->type.rank != c->rank) return NULL;
  if (c->rank == 3 && v->type.dims[0] == 1 && !of_chain) return v; /* broadcast */
  if (n && node_is(n, OP_RESHAPE)) {
    tensor to = shape_of(c, &v->type);
    if (of_chain) return keep(c, v, four(c, n->in[0]));
    if (same_shape(&n->in[0]->type, &to)) return n->in[0];
  }
  value *once = without_repeats(c, v);
  if (once) return keep(c, v, once);
  bool columns = false;
  node *front = c->rank == 3 ? rows_in_front(v, &columns) : NULL;
  if (front) return keep(c, v, from_rows_in_front(c, front, columns));
  if (of_chain && !node_is(n, OP_TRANSPOSE)) return keep(c, v, copied(c, n));
  value *y = NULL;
  if (c->depth++ < DEPTH_MAX) {
    if (n && node_is(n, OP_TRANSPOSE)) y = transposed(c, n);
    if (n && !y && is_factor(n)) y = copied(c, n);
  }
  c->depth--;
  return keep(c, v, y ? y : reshaped(c, v));
}

/* The result as it was: behind the move that follows it, where that can be said in four
 * dimensions too. */
static bool put_back(core *c, value *y) {
  static const int64_t rows[] = {0, 2, 1, 3}, swap[] = {1, 0, 2};
  value *old = c->values->out[0];
  node *t = value_used_once(old) ? old->users[0] : NULL, *last = c->values;
  int64_t p[FP8C_MAX_RANK];
  if (t && node_is(t, OP_RESHAPE) && same_type(y, t->out[0])) { /* heads were taken apart anyway */
    node_add_sources(y->def, t);
    take_over(y->def, t->out[0]);
    return true;
  }
  if (c->rank == 3 && TRANSPOSES(t, 1, 0, 2) && y->type.dims[3] > 0) {
    value *x = move_transposed(y, rows, t);
    tensor flat = x->type;
    flat.rank = 3;
    flat.dims[2] = x->type.dims[2] * x->type.dims[3];
    x = move_reshaped(x, &flat, t);
    if (x) x = move_reshaped(move_transposed(x, swap, t), &t->out[0]->type, t);
    if (x) {
      take_over(x->def, t->out[0]);
      return true;
    }
  }
  if (t && node_is(t, OP_TRANSPOSE) && c->how == JOIN_LEAD && node_permutation(t, p) && p[0] == 0 &&
      p[1] == 1) {
    int64_t perm[4] = {0, p[2] - 1, p[3] - 1, p[4] - 1};
    value *x = move_reshaped(move_transposed(y, perm, t), &t->out[0]->type, t);
    if (x) {
      take_over(x->def, t->out[0]);
      return true;
    }
  }
  value *x = move_reshaped(y, &old->type, last);
  if (!x) return false;
  take_over(x->def, old);
  return true;
}

static bool rewrite(node *softmax, arena *scratch) {
  core c = {.softmax = softmax, .rank = softmax->out[0]->type.rank, .chain = match_new(scratch)};
  if (c.rank == 4) c.rank = 3; /* the products on both sides of four dimensions */
  if ((c.rank != 3 && c.rank != 5) || !along_last(softmax) || !find_keys(&c, softmax->in[0]))
    return false;
  add_to_chain(&c, softmax);
  c.tries = 0;
  if (!find_values(&c, softmax->out[0])) return false;
  if (!(c.rank == 3 ? read_rank_3(&c) : read_rank_5(&c))) return false;
  value *y = four(&c, c.values->out[0]);
  return y && put_back(&c, y);
}

fp8c_status pass_scores_to_heads(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first, *next; n; n = next) {
    next = n->next;
    if (has_output(n) && node_is(n, OP_SOFTMAX)) c->changes += rewrite(n, c->scratch);
  }
  return FP8C_OK;
}
