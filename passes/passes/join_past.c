/* join_past.c - a past that attention is given becomes keys and values in front of its own.
 *
 * Attention with a past of its own (inputs 4 and 5; GroupQueryAttention) has one kernel, a slow
 * one, and reads real numbers.  Joined by Concat, keys and values are as torch.onnx leaves them:
 * kernels read both parts where they lie, and a cache may keep them in a format of its own. */
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/moves.h"
#include "passes/match.h"
#include "passes/precision/precision.h"

enum { Q, K, V, MASK, PAST_KEY, PAST_VALUE, NONPAD };
enum { Y, PRESENT_KEY, PRESENT_VALUE, QK };

/* A node in front of n; NULL when its shape rule refuses. */
static value *node_in_front(node *n, op_id op, value *const *in, size_t count) {
  node *m = graph_node(n->graph, n, op_get(op), NULL, in, count, 1);
  node_add_sources(m, n);
  return node_infer(m, NULL) == FP8C_OK ? m->out[0] : NULL;
}

static value *transposed(node *n, value *x) {
  static const int64_t order[] = {0, 2, 1, 3};
  node *m = graph_node(n->graph, n, op_get(OP_TRANSPOSE), NULL, &x, 1, 1);
  node_set_ints(m, "perm", order, 4);
  node_add_sources(m, n);
  return node_infer(m, NULL) == FP8C_OK ? m->out[0] : NULL;
}

static value *reshaped(node *n, value *x, const int64_t *dims, size_t rank) {
  value *in[] = {x, graph_const_i64s(n->graph, "heads", dims, rank)};
  return node_in_front(n, OP_RESHAPE, in, 2);
}

/* [batch, rows, heads * size] as [batch, heads, rows, size]. */
static value *in_heads(node *n, value *x, int64_t heads) {
  if (x->type.rank == 4) return x;
  x = reshaped(n, x, (int64_t[]){0, 0, heads, -1}, 4);
  return x ? transposed(n, x) : NULL;
}

static value *joined(node *n, value *past, value *x) {
  value *in[] = {past, x};
  node *m = graph_node(n->graph, n, op_get(OP_CONCAT), NULL, in, 2, 1);
  node_set_int(m, "axis", 2);
  node_add_sources(m, n);
  return node_infer(m, NULL) == FP8C_OK ? m->out[0] : NULL;
}

static int64_t rows_of(const value *x) { return x->type.dims[x->type.rank == 4 ? 2 : 1]; }

static bool can_be_joined(const node *n) {
  if (!node_attends(n) || !node_input(n, PAST_KEY) || !node_input(n, PAST_VALUE) ||
      node_input(n, NONPAD) || node_output(n, QK) || !has_output(n) || n->region)
    return false;
  for (size_t i = 0; i < ATTENTION_OPERANDS; i++) {
    int rank = n->in[i]->type.rank;
    if ((rank != 3 && rank != 4) || rank != n->in[Q]->type.rank) return false;
  }
  for (size_t i = K; i <= V; i++)
    if (n->in[i]->type.dtype != node_input(n, PAST_KEY + i - K)->type.dtype ||
        !dtype_is_small_float(n->in[i]->type.dtype) || n->in[i]->type.scale.kind != SCALE_NONE)
      return false;
  if (!node_int(n, "is_causal")) return true;
  int64_t queries = rows_of(n->in[Q]), keys = rows_of(n->in[K]);
  return queries == keys && queries != DIM_UNKNOWN;
}

static bool join(node *n) {
  value *q = in_heads(n, n->in[Q], node_int(n, "q_num_heads"));
  value *k = in_heads(n, n->in[K], node_int(n, "kv_num_heads"));
  value *v = in_heads(n, n->in[V], node_int(n, "kv_num_heads"));
  if (k) k = joined(n, n->in[PAST_KEY], k);
  if (v) v = joined(n, n->in[PAST_VALUE], v);
  if (!q || !k || !v) return false;
  value *in[] = {q, k, v, node_input(n, MASK)};
  node *m = graph_node(n->graph, n, n->op, n->name, in, in[MASK] ? 4 : 3, 1);
  node_add_sources(m, n);
  for (size_t i = 0; i < n->attrs.count; i++) {
    const char *name = n->attrs.items[i].name;
    if (strcmp(name, "q_num_heads") != 0 && strcmp(name, "kv_num_heads") != 0)
      node_set_attr(m, n->attrs.items[i]);
  }
  if (node_int(n, "is_causal")) node_set_int(m, "causal_end", 1);
  if (node_infer(m, NULL) != FP8C_OK) return false;
  value *y = m->out[0];
  if (n->in[Q]->type.rank == 3) {
    y = transposed(n, y);
    if (y) y = reshaped(n, y, (int64_t[]){0, 0, -1}, 3);
    if (!y) return false;
  }
  value *const from[] = {y, k, v};
  for (size_t i = 0; i < 3; i++) {
    value *old = i < n->out_count ? n->out[i] : NULL;
    if (!old || !value_is_used(old)) continue;
    value_replace(old, from[i]);
    value_swap_names(old, from[i]);
  }
  return true;
}

fp8c_status pass_join_past(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next)
    if (can_be_joined(n) && join(n)) c->changes++;
  return FP8C_OK;
}
