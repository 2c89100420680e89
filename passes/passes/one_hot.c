/* one_hot.c - a matrix multiplied by one-hot rows is a table that is looked up.
 *
 *     Linear(Cast(x == {a, a+1, ..., a+k-1}), W, b)  ->  Gather(T, clip(x, a-1, a+k) - (a-1))
 *
 * T holds b in front, then row i of W^T plus b for each i, and b once more: what lies
 * outside the range equals none of the numbers, so nothing is added to the bias.  One row
 * is read where k products were summed, and no product is left to round. */
#include <string.h>

#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/ids/select.h"
#include "ops/ids/types.h"
#include "passes/match.h"

#define TABLE_MAX ((size_t)1 << 26) /* elements */

typedef struct one_hot {
  value *x; /* integers, last axis 1 */
  int64_t first, count;
} one_hot;

/* first, first + 1, ...: along the last axis of a constant of nothing else. */
static bool read_range(const value *v, one_hot *out, arena *scratch) {
  const tensor *t = &v->type;
  if (!value_is_const(v) || t->rank < 1 || !tensor_shape_known(t)) return false;
  out->count = t->dims[t->rank - 1];
  if (out->count < 1 || tensor_elements(t) != out->count) return false;
  tensor loaded;
  if (value_load(v, scratch, &loaded, NULL) != FP8C_OK) return false;
  for (int64_t i = 0; i < out->count; i++) {
    int64_t at = t->dtype == FP8C_DTYPE_I64 ? ((const int64_t *)loaded.data)[i]
                                            : ((const int32_t *)loaded.data)[i];
    if (i == 0) out->first = at;
    if (at - out->first != i) return false;
  }
  return out->first > INT32_MIN && out->first < INT32_MAX - out->count;
}

/* `v` as floats: 1 where x is the position along the last axis, 0 elsewhere. */
static bool read_one_hot(const value *v, one_hot *out, arena *scratch) {
  const node *cast = value_def_of(v, OP_CAST);
  const node *equal = cast ? value_def_of(cast->in[0], OP_EQUAL) : NULL;
  if (!equal || v->type.dtype != FP8C_DTYPE_F32) return false;
  for (int i = 0; i < 2; i++) {
    value *x = equal->in[i], *range = equal->in[1 - i];
    const tensor *t = &x->type;
    if (value_is_const(x) || (t->dtype != FP8C_DTYPE_I32 && t->dtype != FP8C_DTYPE_I64) ||
        t->rank < 1 || t->rank != v->type.rank || t->dims[t->rank - 1] != 1 ||
        range->type.dtype != t->dtype || range->type.rank > t->rank)
      continue;
    out->x = x;
    if (read_range(range, out, scratch)) return true;
  }
  return false;
}

static value *integer(graph *g, fp8c_dtype dtype, int64_t x) {
  int32_t narrow = (int32_t)x;
  tensor t = {.dtype = dtype};
  return graph_const_copy(g, NULL, &t, dtype == FP8C_DTYPE_I64 ? (void *)&x : (void *)&narrow);
}

/* Row i of the table from column i of W [n][k]. */
static float *make_table(graph *g, const float *w, const float *bias, size_t n, size_t k) {
  float *t = NEW_ARRAY(g->arena, float, (k + 2) * n + 1);
  for (size_t i = 0; i < k + 2; i++)
    for (size_t j = 0; j < n; j++) {
      float b = bias ? bias[j] : 0.0f;
      t[i * n + j] = i > 0 && i <= k ? w[j * k + i - 1] + b : b;
    }
  return t;
}

static fp8c_status look_up(node *n, pass_context *c, fp8c_error *err) {
  graph *g = n->graph;
  arena *s = c->scratch;
  one_hot hot;
  value *w = n->in[1], *bias = n->in_count > 2 ? n->in[2] : NULL;
  if (!read_one_hot(n->in[0], &hot, s) || w->type.rank != 2 || w->type.dims[1] != hot.count ||
      n->out[0]->type.dtype != FP8C_DTYPE_F32)
    return FP8C_OK;
  size_t width = (size_t)w->type.dims[0], count = (size_t)hot.count;
  if (width == 0 || count + 2 > TABLE_MAX / width) return FP8C_OK;
  float *old = constant_f32(w, s, err), *b = bias ? constant_f32(bias, s, err) : NULL;
  if (!old || (bias && (!b || tensor_elements(&bias->type) != w->type.dims[0]))) return FP8C_OK;
  for (size_t i = 0; i < width * count; i++)
    if (!(old[i] - old[i] == 0)) return FP8C_OK; /* 0 * inf is no 0 */

  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {hot.count + 2, w->type.dims[0]}};
  blob data = {.bytes = tensor_bytes(&type), .memory = make_table(g, old, b, width, count)};
  value *table = graph_const(g, arena_printf(s, "%s.rows", w->name), &type, data);
  fp8c_dtype dtype = hot.x->type.dtype;
  const int64_t last = -1;
  value *in[] = {hot.x, integer(g, dtype, hot.first - 1), integer(g, dtype, hot.first + hot.count)};
  node *at = graph_node(g, n, op_get(OP_CLIP), NULL, in, 3, 1);
  TRY(node_infer(at, err));
  node_add_sources(at, n);
  if (hot.first != 1) {
    value *both[] = {at->out[0], in[1]};
    at = graph_node(g, n, op_get(OP_SUB), NULL, both, 2, 1);
    TRY(node_infer(at, err));
    node_add_sources(at, n);
  }
  value *flat[] = {at->out[0], graph_const_i64s(g, NULL, &last, 1)};
  at = graph_node(g, n, op_get(OP_SQUEEZE), NULL, flat, 2, 1);
  TRY(node_infer(at, err));
  node_add_sources(at, n);
  value *of[] = {table, at->out[0]};
  node *row = node_like(n, OP_GATHER, of, 2);
  node_add_sources(row, n);
  take_over(row, n->out[0]);
  c->changes++;
  return FP8C_OK;
}

fp8c_status pass_one_hot(graph *g, pass_context *c, fp8c_error *err) {
  for (node *n = g->first; n; n = n->next) {
    if (!has_output(n) || !node_is(n, OP_LINEAR) || !value_is_const(n->in[1]) ||
        n->out[0]->user_count + n->out[0]->output_uses == 0)
      continue;
    arena_mark mark = arena_save(c->scratch);
    TRY(look_up(n, c, err));
    arena_reset(c->scratch, mark);
  }
  return FP8C_OK;
}
