/* dense_groups.c - convolutions in groups as one whose weights are zero between groups.
 *
 * A target's tensor cores multiply channels of a pixel by dozens; a group of 4 or 8 of them has no
 * such kernel, and CUDA cores do a grouped convolution several times slower than tensor cores a
 * dense one of as many channels.  What is added is zeros: the sums are the same, unless a number of
 * another group is none.  The node says where the zeros are, and a kernel may leave out those that
 * no tile of its needs (`blocks`). */
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/products.h"
#include "passes/match.h"

#define GROUPS_MAX 64  /* times the work */
#define CHANNELS_MIN 4 /* of a group: fewer are filters of single channels, which memory bounds */
#define WEIGHTS_MAX ((int64_t)64 << 20) /* bytes of the dense form */

static bool is_grouped(const node *n) {
  if (!node_is(n, OP_CONV) || !value_is_const(n->in[1]) || node_int(n, "channels_last"))
    return false;
  const tensor *x = &n->in[0]->type, *w = &n->in[1]->type;
  int64_t groups = node_int(n, "group");
  return groups > 1 && groups <= GROUPS_MAX && (x->rank == 4 || x->rank == 5) &&
         tensor_shape_known(x) && tensor_shape_known(w) && w->rank == x->rank &&
         w->dims[1] >= CHANNELS_MIN && w->dims[0] % groups == 0 &&
         x->dims[1] == w->dims[1] * groups && (w->scale.kind != SCALE_AXIS || w->scale.axis == 0) &&
         (int64_t)tensor_bytes(w) <= WEIGHTS_MAX / groups;
}

/* [M, C / groups, taps ...] as [M, C, taps ...]. */
static fp8c_status dense_weights(const node *n, arena *scratch, value **out, fp8c_error *err) {
  const value *w = n->in[1];
  graph *g = n->graph;
  int64_t groups = node_int(n, "group"), filters = w->type.dims[0];
  tensor from, type = w->type;
  TRY(value_load(w, scratch, &from, err));
  type.dims[1] *= groups;
  size_t row = tensor_bytes(&w->type) / (size_t)filters, all = tensor_bytes(&type);
  char *to = arena_alloc(g->arena, all + 1);
  memset(to, 0, all); /* zero in every format that a convolution reads */
  for (int64_t m = 0; m < filters; m++)
    memcpy(to + ((size_t)(m * groups) + (size_t)(m / (filters / groups))) * row,
           (const char *)from.data + (size_t)m * row, row);
  blob b = {.bytes = all, .memory = to};
  *out = graph_const(g, arena_printf(g->arena, "%s.dense", w->name), &type, b);
  (*out)->scale_vector = w->scale_vector;
  (*out)->reason = w->reason;
  return FP8C_OK;
}

fp8c_status pass_dense_groups(graph *g, pass_context *c, fp8c_error *err) {
  kernel_question q = {.what = ASK_CHANNELS_LAST};
  if (targets_refuse(&c->rules, &q)) return FP8C_OK;
  for (node *n = g->first; n; n = n->next) {
    value *dense, *grouped = n->in_count > 1 ? n->in[1] : NULL;
    if (!has_output(n) || !is_grouped(n)) continue;
    int64_t groups = node_int(n, "group");
    TRY(dense_weights(n, c->scratch, &dense, err));
    node_set_input(n, 1, dense);
    node_set_int(n, "group", 1);
    q.n = n;
    q.channels = n->in[0]->type.dims[1];
    if (targets_refuse(&c->rules, &q)) {
      node_set_input(n, 1, grouped);
      node_set_int(n, "group", groups);
      continue;
    }
    node_set_int(n, "blocks", groups);
    c->changes++;
  }
  return FP8C_OK;
}
