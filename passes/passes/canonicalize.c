/* canonicalize.c - one spelling for each thing.
 *
 * Later passes match shapes of graphs; here the shapes become few: nodes that
 * do nothing go, chains of moves become one, and every product with a constant
 * matrix is Linear with weights [N][K] - the order FP8 GEMMs read, and the one
 * in which a row is an output channel.
 *
 * Each rule is a function that returns true when it rewrote. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/types.h"
#include "passes/moves.h"

typedef struct rewriter {
  pass_context *c;
  fp8c_error *err;
  fp8c_status status;
  /* weights transposed so far, so that two products share one */
  struct transposed {
    value *from, *to;
  } * transposed;
  size_t transposed_count;
} rewriter;

/* ---- Nodes that do nothing ---------------------------------------------- */

/* Output 0 of n is x: the consumers read x; its nodes stand for n too. */
static bool drop(node *n, value *x) {
  value *y = n->out[0];
  if (x->kind != VALUE_NODE && value_is_output(y)) return false; /* a port copies its input */
  if (node_gives_more(n)) return false;
  bool rename = value_is_output(y) && !value_is_output(x);
  if (x->kind == VALUE_NODE) node_add_sources(x->def, n);
  value_replace(y, x);
  if (rename) value_swap_names(x, y);
  return true;
}

static bool drop_identity(rewriter *r, node *n) {
  (void)r;
  return drop(n, n->in[0]);
}

/* Of a list of one: torch joins a cache that is empty and dropped so. */
static bool drop_only_one(rewriter *r, node *n) {
  (void)r;
  return n->in_count == 1 && same_type(n->in[0], n->out[0]) && drop(n, n->in[0]);
}

static bool drop_dropout(rewriter *r, node *n) {
  (void)r;
  double training;
  if (n->in_count > 2 && n->in[2] && (!value_scalar(n->in[2], &training) || training != 0))
    return false;
  return drop(n, n->in[0]);
}

static bool drop_cast(rewriter *r, node *n) {
  (void)r;
  return same_type(n->in[0], n->out[0]) && drop(n, n->in[0]);
}

static bool one_element_of(const node *n, double *x, value **other) {
  return split_scalar(n, x, other) && same_type(*other, n->out[0]);
}

static bool drop_times_one(rewriter *r, node *n) {
  (void)r;
  double x;
  value *other;
  return one_element_of(n, &x, &other) && x == 1 && drop(n, other);
}

/* -0 is what may be added to anything: -0 + 0 is 0. */
static bool drop_plus_zero(rewriter *r, node *n) {
  (void)r;
  double x;
  value *other;
  if (!one_element_of(n, &x, &other) || x != 0) return false;
  bool wanted_sign = node_is(n, OP_ADD);
  if (dtype_is_float(other->type.dtype) && (signbit(x) != 0) != wanted_sign) return false;
  return drop(n, other);
}

/* The same bits but for results below the normal range, where only x * x is rounded correctly. */
static bool square(rewriter *r, node *n) {
  (void)r;
  double power;
  if (!value_scalar(n->in[1], &power) || power != 2 || !same_type(n->in[0], n->out[0]) ||
      !dtype_is_float(n->out[0]->type.dtype))
    return false;
  node *product = node_like(n, OP_MUL, (value *[]){n->in[0], n->in[0]}, 2);
  product->out[0]->type = n->out[0]->type;
  take_over(product, n->out[0]);
  return true;
}

/* An end of "as far as it goes" on every axis, as strided slices are exported. */
static bool drop_whole_slice(rewriter *r, node *n) {
  (void)r;
  int64_t steps[FP8C_MAX_RANK];
  size_t count = 0;
  if (n->in_count > 4 && n->in[4] && !value_ints(n->in[4], steps, FP8C_MAX_RANK, &count))
    return false;
  for (size_t i = 0; i < count; i++)
    if (steps[i] != 1) return false;
  return same_type(n->in[0], n->out[0]) && drop(n, n->in[0]);
}

/* Exporters pad images to whole windows, and most are whole. */
static bool drop_no_padding(rewriter *r, node *n) {
  (void)r;
  int64_t pads[2 * FP8C_MAX_RANK];
  size_t count;
  if (n->in_count < 2 || !n->in[1] || !value_ints(n->in[1], pads, 2 * FP8C_MAX_RANK, &count))
    return false;
  for (size_t i = 0; i < count; i++)
    if (pads[i] != 0) return false;
  return drop(n, n->in[0]);
}

/* ---- Moves -------------------------------------------------------------- */

/* Transpose(f(Transpose(x))) of an elementwise f is f of one Transpose: f(x) moves
 * behind them, where they meet. */
static bool transpose_around(rewriter *r, node *n) {
  int64_t perm[FP8C_MAX_RANK];
  node *f = n->in[0]->kind == VALUE_NODE ? n->in[0]->def : NULL;
  if (!f || f->op->family != FAMILY_ELTWISE || f->in_count != 1 || f->out_count != 1 || f->region ||
      !value_used_once(f->out[0]) || !node_permutation(n, perm))
    return false;
  node *first = value_def_of(f->in[0], OP_TRANSPOSE);
  if (!first || !value_used_once(first->out[0])) return false;
  node *t = graph_node(n->graph, n, op_get(OP_TRANSPOSE), NULL, &f->in[0], 1, 1);
  node_add_sources(t, n);
  node_set_ints(t, "perm", perm, (size_t)n->in[0]->type.rank);
  t->out[0]->type = n->out[0]->type;
  t->out[0]->type.dtype = f->in[0]->type.dtype;
  value *y = f->out[0], *moved = t->out[0];
  node_move(f, n);
  node_set_input(f, 0, moved);
  y->type = n->out[0]->type;
  value_replace(n->out[0], y);
  value_swap_names(n->out[0], y);
  (void)r;
  return true;
}

static bool merge_transpose(rewriter *r, node *n) {
  int64_t outer[FP8C_MAX_RANK] = {0}, inner[FP8C_MAX_RANK], both[FP8C_MAX_RANK];
  int rank = n->in[0]->type.rank;
  if (!node_permutation(n, outer)) return false;
  node *before = value_def_of(n->in[0], OP_TRANSPOSE);
  bool identity = true;
  if (before && node_permutation(before, inner) && before->in[0]->type.rank == rank) {
    for (int i = 0; i < rank; i++) both[i] = inner[outer[i]];
  } else {
    before = NULL;
    memcpy(both, outer, sizeof both);
  }
  for (int i = 0; i < rank; i++) identity = identity && both[i] == i;
  if (identity) {
    value *x = before ? before->in[0] : n->in[0];
    return same_type(x, n->out[0]) && drop(n, x);
  }
  if (!before) return false;
  value *x = before->in[0];
  if (x->type.dtype != n->out[0]->type.dtype) return false;
  node_add_sources(n, before);
  node_set_input(n, 0, x);
  node_set_ints(n, "perm", both, (size_t)rank);
  r->status = node_infer(n, r->err);
  return true;
}

/* The target of n as one for x in place of its input: a dimension it copies is
 * stated where it is known, or copied from x where x has it at the same place. */
static bool target_for(const node *n, const value *x, int64_t target[FP8C_MAX_RANK],
                       size_t *count) {
  const tensor *now = &n->in[0]->type;
  if (n->in_count < 2 || !value_ints(n->in[1], target, FP8C_MAX_RANK, count)) return false;
  for (size_t i = 0; i < *count; i++) {
    if (target[i] != 0) continue;
    if (node_int(n, "allowzero") != 0 || (int)i >= now->rank) return false;
    if (now->dims[i] > 0)
      target[i] = now->dims[i];
    else if (now->dims[i] == 0 || now->dims[i] == DIM_UNKNOWN || (int)i >= x->type.rank ||
             x->type.dims[i] != now->dims[i])
      return false;
  }
  return true;
}

/* The dims a constant Reshape target states, without any that copies from the input. */
static bool plain_target(const node *n) {
  int64_t dims[FP8C_MAX_RANK];
  size_t count;
  if (n->in_count < 2 || !value_ints(n->in[1], dims, FP8C_MAX_RANK, &count)) return false;
  for (size_t i = 0; i < count; i++)
    if (dims[i] == 0) return false;
  return true;
}

static bool merge_reshape(rewriter *r, node *n) {
  if (same_type(n->in[0], n->out[0])) return drop(n, n->in[0]);
  node *before = value_def_of(n->in[0], OP_RESHAPE);
  int64_t target[FP8C_MAX_RANK];
  size_t count;
  if (!before || before->in[0]->type.dtype != n->out[0]->type.dtype ||
      !target_for(n, before->in[0], target, &count))
    return false;
  if (!plain_target(n)) node_set_input(n, 1, graph_const_i64s(n->graph, NULL, target, count));
  node_add_sources(n, before);
  node_set_input(n, 0, before->in[0]);
  r->status = node_infer(n, r->err);
  return true;
}

/* Reshape to [-1, M, N], Transpose of the last two, Reshape to [..., N, M]: how
 * torch.onnx transposes matrices when their batch has several dimensions.  Where what
 * is transposed has three anyway, the Reshape goes first: heads stay in sight. */
static bool transpose_last_two(rewriter *r, node *n) {
  int64_t perm[FP8C_MAX_RANK], target[FP8C_MAX_RANK];
  size_t count;
  node *t = value_def_of(n->in[0], OP_TRANSPOSE);
  node *flat = t ? value_def_of(t->in[0], OP_RESHAPE) : NULL;
  if (!t || !node_permutation(t, perm) || t->in[0]->type.rank != 3 || perm[0] != 0 ||
      perm[1] != 2 || n->out[0]->type.rank < (flat ? 3 : 4))
    return false;
  value *x = flat ? flat->in[0] : t->in[0];
  const tensor *y = &n->out[0]->type, *m = &t->in[0]->type;
  int last = y->rank - 1;
  if (x->type.dtype != y->dtype || m->dims[1] == DIM_UNKNOWN || m->dims[2] == DIM_UNKNOWN ||
      y->dims[last] != m->dims[1] || y->dims[last - 1] != m->dims[2])
    return false;
  tensor back = *y;
  back.dims[last] = y->dims[last - 1];
  back.dims[last - 1] = y->dims[last];
  if (!same_shape(&back, &x->type)) {
    if (!plain_target(n) || !value_ints(n->in[1], target, FP8C_MAX_RANK, &count)) return false;
    int64_t swapped = target[last];
    target[last] = target[last - 1];
    target[last - 1] = swapped;
    value *in[] = {x, graph_const_i64s(n->graph, NULL, target, count)};
    node *shaped = graph_node(n->graph, n, op_get(OP_RESHAPE), NULL, in, 2, 1);
    shaped->out[0]->type = back;
    node_add_sources(shaped, flat ? flat : n);
    x = shaped->out[0];
  }
  for (int i = 0; i <= last; i++) perm[i] = i < last - 1 ? i : 2 * last - 1 - i;
  node *both = node_like(n, OP_TRANSPOSE, &x, 1);
  node_set_ints(both, "perm", perm, (size_t)y->rank);
  if (flat) node_add_sources(both, flat);
  node_add_sources(both, t);
  take_over(both, n->out[0]);
  (void)r;
  return true;
}

/* One element of a Reshape target that is dimension `axis` of some value. */
static bool is_dimension(const value *v, const tensor **of, int64_t *axis) {
  int64_t index;
  size_t count;
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  while (n && (node_is(n, OP_UNSQUEEZE) || node_is(n, OP_SQUEEZE) || node_is(n, OP_RESHAPE)) &&
         n->in[0]->kind == VALUE_NODE)
    n = n->in[0]->def;
  if (!n) return false;
  if (node_is(n, OP_GATHER) && value_ints(n->in[1], &index, 1, &count) && count == 1) {
    const node *shape = value_def_of(n->in[0], OP_SHAPE);
    if (!shape || node_int(shape, "start") != 0 || node_attr(shape, "end")) return false;
    *of = &shape->in[0]->type;
    *axis = index < 0 ? index + (*of)->rank : index;
  } else if (node_is(n, OP_SHAPE) && node_attr(n, "end")) {
    *of = &n->in[0]->type;
    *axis = node_int(n, "start");
    int64_t end = node_int(n, "end");
    if (*axis < 0) *axis += (*of)->rank;
    if (end < 0) end += (*of)->rank;
    if (end != *axis + 1) return false;
  } else {
    return false;
  }
  return *axis >= 0 && *axis < (*of)->rank;
}

/* Reshape(x, Concat(dim 0 of x, dim 1 of x, 12, 32)) -> Reshape(x, [0, 0, 12, 32]):
 * how exporters write a shape when the batch or the length is free. */
static bool reshape_to_constant(rewriter *r, node *n) {
  node *concat = n->in_count > 1 ? value_def_of(n->in[1], OP_CONCAT) : NULL;
  const tensor *x = &n->in[0]->type;
  if (!concat || node_int(n, "allowzero") != 0 || x->rank < 0) return false;
  int64_t target[FP8C_MAX_RANK];
  size_t count = 0, unknown = 0;
  for (size_t i = 0; i < concat->in_count; i++) {
    const tensor *of;
    int64_t part[FP8C_MAX_RANK], axis;
    size_t part_count;
    value *v = concat->in[i];
    if (value_ints(v, part, FP8C_MAX_RANK, &part_count)) {
      for (size_t j = 0; j < part_count; j++) {
        if (count == FP8C_MAX_RANK || part[j] == 0) return false;
        unknown += part[j] < 0;
        target[count++] = part[j];
      }
      continue;
    }
    if (count == FP8C_MAX_RANK || v->type.rank != 1 || v->type.dims[0] != 1) return false;
    bool copied = is_dimension(v, &of, &axis) && (int)count < x->rank &&
                  of->dims[axis] == x->dims[count] && of->dims[axis] != DIM_UNKNOWN;
    unknown += !copied;
    target[count++] = copied ? 0 : -1;
  }
  if (unknown > 1) return false;
  node_set_input(n, 1, graph_const_i64s(n->graph, NULL, target, count));
  r->status = node_infer(n, r->err);
  return true;
}

/* ---- Products with constant matrices ------------------------------------ */

static bool is_matrix(const value *v) {
  return value_is_const(v) && v->type.rank == 2 && tensor_shape_known(&v->type) &&
         dtype_is_small_float(v->type.dtype) && v->type.scale.kind == SCALE_NONE;
}

#define TILE 32 /* columns and rows transposed at a time: they stay in the cache */

typedef struct transposition {
  const char *from; /* [rows][columns] */
  char *to;         /* [columns][rows] */
  size_t rows, columns, bytes;
} transposition;

static void transpose_columns(void *object, size_t index, int worker) {
  (void)worker;
  const transposition *t = object;
  size_t rows = t->rows, columns = t->columns, bytes = t->bytes;
  size_t first = index * TILE, end = first + TILE < columns ? first + TILE : columns;
  for (size_t i0 = 0; i0 < rows; i0 += TILE)
    for (size_t j = first; j < end; j++)
      for (size_t i = i0; i < rows && i < i0 + TILE; i++)
        if (bytes == 4)
          memcpy(t->to + (j * rows + i) * 4, t->from + (i * columns + j) * 4, 4);
        else
          memcpy(t->to + (j * rows + i) * bytes, t->from + (i * columns + j) * bytes, bytes);
}

static fp8c_status transpose_now(rewriter *r, const value *w, void **out) {
  tensor t;
  arena *scratch = r->c->scratch;
  arena_mark mark = arena_save(scratch);
  TRY(value_load_by(w, r->c->threads, scratch, &t, r->err));
  *out = arena_raw(w->graph->arena, 1, (size_t)w->blob.bytes + !w->blob.bytes);
  transposition job = {t.data, *out, (size_t)t.dims[0], (size_t)t.dims[1], dtype_bytes(t.dtype)};
  pool_run(r->c->threads, (job.columns + TILE - 1) / TILE, transpose_columns, &job);
  arena_reset(scratch, mark);
  return FP8C_OK;
}

/* The weights as [N][K]: a copy, or made of them in the model's file. */
static value *transposed(rewriter *r, value *w) {
  for (size_t i = 0; i < r->transposed_count; i++)
    if (r->transposed[i].from == w) return r->transposed[i].to;
  graph *g = w->graph;
  tensor type = w->type;
  type.dims[0] = w->type.dims[1];
  type.dims[1] = w->type.dims[0];
  blob data = {.bytes = w->blob.bytes};
  const blob *b = &w->blob;
  if (!b->memory && b->file && !copy_is_kept(r->c, b->bytes)) {
    made_part part = {.file = b->file,
                      .offset = b->offset,
                      .dtype = type.dtype,
                      .turned = true,
                      .rows = (size_t)type.dims[0]};
    data.made = made_new(g->arena, type.dtype, (size_t)type.dims[1], part);
  } else {
    void *copy = NULL;
    r->status = transpose_now(r, w, &copy);
    if (r->status != FP8C_OK) return NULL;
    data.memory = copy;
  }
  value *to = graph_const(g, arena_printf(g->arena, "%s.nk", w->name), &type, data);
  struct transposed entry = {w, to};
  ARENA_PUSH(r->c->scratch, r->transposed, r->transposed_count, entry);
  return to;
}

/* Weights [N][K] behind the second operand of a product; NULL if it is no constant matrix. */
static value *weights_nk(rewriter *r, value *b, node **also) {
  *also = NULL;
  if (is_matrix(b)) return transposed(r, b);
  node *t = value_def_of(b, OP_TRANSPOSE);
  if (!t || !is_matrix(t->in[0]) || b->type.rank != 2) return NULL;
  int64_t perm[FP8C_MAX_RANK];
  if (!node_permutation(t, perm) || perm[0] != 1) return NULL;
  *also = t;
  return t->in[0];
}

static bool small_float(const value *v) {
  return dtype_is_small_float(v->type.dtype) && v->type.scale.kind == SCALE_NONE;
}

static bool matmul_to_linear(rewriter *r, node *n) {
  if (!small_float(n->in[0]) || n->in[0]->type.rank < 2) return false;
  node *also;
  value *w = weights_nk(r, n->in[1], &also);
  if (!w) return false;
  node *linear = node_like(n, OP_LINEAR, (value *[]){n->in[0], w}, 2);
  node_add_sources(linear, n);
  if (also) node_add_sources(linear, also);
  take_over(linear, n->out[0]);
  return true;
}

/* w * alpha, when every product is exact; NULL otherwise. */
static value *scaled_exactly(rewriter *r, value *w, float alpha) {
  tensor t;
  graph *g = w->graph;
  if (w->type.dtype != FP8C_DTYPE_F32) return NULL;
  r->status = value_load(w, r->c->scratch, &t, r->err);
  if (r->status != FP8C_OK) return NULL;
  size_t count = (size_t)tensor_elements(&t);
  float *out = NEW_ARRAY(g->arena, float, count + 1);
  for (size_t i = 0; i < count; i++) {
    float x = ((const float *)t.data)[i];
    out[i] = x * alpha;
    if ((double)out[i] != (double)x * (double)alpha) return NULL;
  }
  blob data = {.bytes = w->blob.bytes, .memory = out};
  return graph_const(g, arena_printf(g->arena, "%s.scaled", w->name), &w->type, data);
}

/* beta * c as a bias [n], when c is a constant that is the same for every row. */
static value *gemm_bias(rewriter *r, node *n, float beta, int64_t size) {
  value *c = n->in[2];
  float *x = vector_f32(c, size, r->c->scratch);
  if (!x) return NULL;
  tensor t = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {size}};
  if (beta == 1 && c->type.dtype == FP8C_DTYPE_F32 && c->type.rank == 1 && c->type.dims[0] == size)
    return c;
  for (int64_t i = 0; i < size; i++) x[i] *= beta;
  return graph_const_copy(n->graph, arena_printf(n->graph->arena, "%s.bias", c->name), &t, x);
}

/* alpha * x.w' + beta * c, the scalars in the constants where that is exact,
 * else as nodes of their own: the sum, then alpha, then the bias. */
static bool gemm_to_linear(rewriter *r, node *n) {
  float alpha = node_float(n, "alpha"), beta = node_float(n, "beta");
  value *x = n->in[0], *b = n->in[1], *c = n->in_count > 2 ? n->in[2] : NULL;
  node *also = NULL;
  if (node_int(n, "transA") != 0 || !small_float(x) || x->type.rank != 2) return false;
  if (c && !small_float(c)) return false;
  value *w = node_int(n, "transB") ? (is_matrix(b) ? b : NULL) : weights_nk(r, b, &also);
  if (!w) return false;
  if (alpha != 1) {
    value *folded = scaled_exactly(r, w, alpha);
    if (r->status != FP8C_OK) return false;
    if (folded) {
      w = folded;
      alpha = 1;
    } else {
      pass_remark(
          r->c, "canonicalize", n,
          "alpha %g stays a product of its own: folded into the weights it would round them",
          (double)alpha);
    }
  }
  bool apart = alpha != 1;
  value *bias = c && beta != 0 && !apart ? gemm_bias(r, n, beta, w->type.dims[0]) : NULL;
  node *last = node_like(n, OP_LINEAR, (value *[]){x, w, bias}, bias ? 3 : 2);
  if (also) node_add_sources(last, also);
  last->out[0]->type = n->out[0]->type;
  if (apart) {
    value *scalar = graph_const_f32(n->graph, NULL, alpha);
    scalar->type.dtype = FP8C_DTYPE_F32;
    last = node_like(n, OP_MUL, (value *[]){last->out[0], scalar}, 2);
    last->out[0]->type = n->out[0]->type;
  }
  if (c && beta != 0 && !bias) {
    value *added = c;
    if (beta != 1) {
      node *scaled = node_like(n, OP_MUL, (value *[]){c, graph_const_f32(n->graph, NULL, beta)}, 2);
      scaled->out[0]->type = c->type;
      added = scaled->out[0];
    }
    last = node_like(n, OP_ADD, (value *[]){last->out[0], added}, 2);
  }
  take_over(last, n->out[0]);
  return true;
}

/* A norm of the last axis computes the same numbers before other axes change places, where they are
 * still heads of tokens (Gemma 3, ViTs with norms of q and k). */
static bool norm_first(rewriter *r, node *n) {
  (void)r;
  node *t = value_def_of(n->in[0], OP_TRANSPOSE);
  int64_t perm[FP8C_MAX_RANK];
  int rank = n->in[0]->type.rank;
  if (!t || t->region || rank < 2 || node_gives_more(n) || !value_used_once(n->in[0]) ||
      value_is_output(n->in[0]) || !node_permutation(t, perm) || perm[rank - 1] != rank - 1 ||
      node_axis(n, rank) != rank - 1)
    return false;
  value *in[3] = {t->in[0]};
  for (size_t i = 1; i < n->in_count && i < 3; i++) {
    in[i] = n->in[i];
    if (in[i] && in[i]->type.rank > 1) return false; /* a factor for more than the last axis */
  }
  node *norm = node_copied(n, in, &t->in[0]->type, n);
  value *turned = move_transposed(norm->out[0], perm, n);
  node_add_sources(turned->def, t);
  take_over(turned->def, n->out[0]);
  return true;
}

/* The shape of a Reshape with `last` as its last size; NULL where it is not known now, or where a
 * size is another's. */
static value *shape_ending_in(rewriter *r, const node *n, int64_t last) {
  tensor t;
  if (!value_is_const(n->in[1])) return NULL;
  r->status = value_load(n->in[1], r->c->scratch, &t, r->err);
  if (r->status != FP8C_OK || t.dtype != FP8C_DTYPE_I64 || t.rank != 1) return NULL;
  int64_t sizes[FP8C_MAX_RANK];
  size_t count = (size_t)t.dims[0];
  if (count < 2 || count != (size_t)n->out[0]->type.rank) return NULL;
  memcpy(sizes, t.data, count * sizeof *sizes);
  for (size_t i = 0; i < count; i++)
    if (sizes[i] == 0) return NULL;
  if (sizes[count - 1] < 0) return NULL;
  sizes[count - 1] = last;
  return graph_const_i64s(n->graph, NULL, sizes, count);
}

/* Exporters flatten tokens for a product with a bias (addmm) and take them apart behind it, where
 * heads, gates and residuals would not see the product: its rows are tokens all the way. */
static bool reshape_around(rewriter *r, node *n) {
  node *linear = value_def_of(n->in[0], OP_LINEAR);
  node *flat = linear ? value_def_of(linear->in[0], OP_RESHAPE) : NULL;
  if (!flat || linear->region || !value_used_once(n->in[0]) || value_is_output(n->in[0]))
    return false;
  const tensor *rows = &linear->in[0]->type, *sums = &linear->out[0]->type, *y = &n->out[0]->type;
  if (rows->rank != 2 || sums->rank != 2 || y->rank < 2 || rows->dims[1] <= 0 ||
      y->dims[y->rank - 1] != sums->dims[1])
    return false;
  tensor tokens = *y;
  tokens.dims[y->rank - 1] = rows->dims[1];
  value *x = flat->in[0];
  if (!same_shape(&x->type, &tokens)) {
    value *shape = shape_ending_in(r, n, rows->dims[1]);
    if (!shape) return false;
    value *in[] = {linear->in[0], shape};
    node *again = graph_node(n->graph, linear, op_get(OP_RESHAPE), flat->name, in, 2, 1);
    again->out[0]->type = tokens;
    again->out[0]->type.dtype = rows->dtype;
    x = again->out[0];
  }
  value *bias = node_input(linear, 2);
  node *wide = node_like(linear, OP_LINEAR, (value *[]){x, linear->in[1], bias}, bias ? 3 : 2);
  node_add_sources(wide, linear);
  node_add_sources(wide, n);
  take_over(wide, n->out[0]);
  return true;
}

/* ---- Reductions ----------------------------------------------------------- */

/* torch's var drops the axes that it reduces, and brings them back. */
static bool keep_axes(rewriter *r, node *n) {
  (void)r;
  node *reduction = n->in[0]->def;
  bool gone[FP8C_MAX_RANK];
  if (!reduction || reduction->region || !op_has(reduction->op, FACT_REDUCES) ||
      node_int(reduction, "keepdims") != 0 || !value_used_once(n->in[0]) ||
      !node_reduction(reduction, gone))
    return false;
  tensor kept = reduction->in[0]->type;
  for (int i = 0; i < kept.rank; i++)
    if (gone[i]) kept.dims[i] = 1;
  if (!same_shape(&kept, &n->out[0]->type)) return false;
  node *keeps = node_copied(reduction, reduction->in, &kept, n);
  node_set_int(keeps, "keepdims", 1);
  node_add_sources(keeps, n);
  take_over(keeps, n->out[0]);
  return true;
}

/* Whose sizes are known, in a format in which a sum is not rounded before it is divided. */
static bool mean_of_sum(rewriter *r, node *n) {
  (void)r;
  node *sum = value_def_of(n->in[0], OP_REDUCE_SUM);
  bool gone[FP8C_MAX_RANK];
  fp8c_dtype dtype = n->out[0]->type.dtype;
  if (!sum || sum->region || !value_used_once(n->in[0]) || !node_reduction(sum, gone) ||
      (dtype != FP8C_DTYPE_F32 && dtype != FP8C_DTYPE_F64) || !same_type(n->in[0], n->out[0]))
    return false;
  const tensor *x = &sum->in[0]->type;
  int64_t count = 1;
  for (int i = 0; i < x->rank; i++) {
    if (!gone[i]) continue;
    if (x->dims[i] < 1) return false;
    count *= x->dims[i];
  }
  if (!scalar_near(n->in[1], (double)count, 0)) return false;
  node *mean = node_copied(sum, sum->in, &sum->out[0]->type, n);
  mean->op = op_get(OP_REDUCE_MEAN);
  mean->name = n->name;
  node_add_sources(mean, n);
  take_over(mean, n->out[0]);
  return true;
}

/* ---- The rules ---------------------------------------------------------- */

static const struct rule {
  op_id op;
  bool (*rewrite)(rewriter *r, node *n);
  const char *what;
} rules[] = {
    {OP_IDENTITY, drop_identity, "Identity(x) -> x"},
    {OP_CONCAT, drop_only_one, "Concat(x) -> x"},
    {OP_MAX, drop_only_one, "Max(x) -> x"},
    {OP_MIN, drop_only_one, "Min(x) -> x"},
    {OP_SUM, drop_only_one, "Sum(x) -> x"},
    {OP_DROPOUT, drop_dropout, "Dropout(x), inference -> x"},
    {OP_CAST, drop_cast, "Cast(x) to the type it has -> x"},
    {OP_MUL, drop_times_one, "x * 1 -> x"},
    {OP_DIV, drop_times_one, "x / 1 -> x"},
    {OP_ADD, drop_plus_zero, "x + -0 -> x (integers: x + 0)"},
    {OP_SUB, drop_plus_zero, "x - 0 -> x"},
    {OP_POW, square, "Pow(x, 2) -> x * x"},
    {OP_PAD, drop_no_padding, "Pad(x) by nothing -> x"},
    {OP_SLICE, drop_whole_slice, "Slice(x) of all of it -> x"},
    {OP_TRANSPOSE, merge_transpose, "Transpose(Transpose(x)) -> Transpose(x) or x"},
    {OP_TRANSPOSE, transpose_around, "Transpose(f(Transpose(x))) -> f(Transpose(Transpose(x)))"},
    {OP_RMS_NORMALIZATION, norm_first, "Norm(Transpose(x)) of the last axis -> Transpose(Norm(x))"},
    {OP_LAYER_NORMALIZATION, norm_first,
     "Norm(Transpose(x)) of the last axis -> Transpose(Norm(x))"},
    {OP_RESHAPE, reshape_to_constant,
     "Reshape(x, Concat(its own dims, ...)) -> Reshape(x, [0, ...])"},
    {OP_RESHAPE, transpose_last_two,
     "Reshape(Transpose([Reshape](x), 0 2 1)) -> Transpose(Reshape(x)) of the last two"},
    {OP_RESHAPE, merge_reshape, "Reshape(Reshape(x)) -> Reshape(x) or x"},
    {OP_RESHAPE, reshape_around, "Reshape(Linear(Reshape(x))) -> Linear(x), of tokens"},
    {OP_RESHAPE, keep_axes, "Reshape(Reduce(x)) to the axes that were dropped -> Reduce(x)"},
    {OP_UNSQUEEZE, keep_axes, "Unsqueeze(Reduce(x)) to the axes that were dropped -> Reduce(x)"},
    {OP_DIV, mean_of_sum, "ReduceSum(x) / how many they are -> ReduceMean(x)"},
    {OP_MATMUL, matmul_to_linear, "MatMul(x, constant [K, N]) -> Linear(x, [N, K])"},
    {OP_GEMM, gemm_to_linear, "Gemm(x, constant) -> Linear"},
};

static fp8c_status rewrite_all(rewriter *r, graph *g) {
  for (node *n = g->first; n; n = n->next) {
    if (n->region || !has_output(n) || !node_is_used(n))
      continue; /* a region is a kernel already */
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
      if (!node_is(n, rules[i].op)) continue;
      bool rewrote = rules[i].rewrite(r, n);
      if (r->status != FP8C_OK) return fail_in(r->err, r->status, "%s", rules[i].what);
      if (rewrote) {
        r->c->changes++;
        break;
      }
    }
  }
  return FP8C_OK;
}

/* One rewrite makes room for another on the same node; chains of moves are short. */
fp8c_status pass_canonicalize(graph *g, pass_context *c, fp8c_error *err) {
  enum { ROUNDS_MAX = 4 };
  rewriter r = {.c = c, .err = err, .status = FP8C_OK};
  for (int round = 0; round < ROUNDS_MAX; round++) {
    size_t before = c->changes;
    TRY(rewrite_all(&r, g));
    if (c->changes == before) break;
  }
  return FP8C_OK;
}
