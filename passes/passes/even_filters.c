/* even_filters.c - convolutions of an odd number of filters with filters of zeros behind them.
 *
 * A network that makes an image or a mask ends in a convolution of 1 or 3 filters.  Tensor cores
 * store pairs of results, in rows of whole 16 bytes best of all; what is added is cut off behind
 * the convolution, by the kernel that turns the image back or by one that is as short.  An image
 * that the convolution's kernel adds (the network's input, which it mends) has as many channels of
 * zeros added. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/moves.h"

#define UNIT 8 /* filters: 16 bytes of their results in 16 bits */

static bool not_by_axis(const value *v) { return v->type.scale.kind != SCALE_AXIS; }

static bool is_odd(const node *n) {
  if (!node_is(n, OP_CONV) || !has_output(n) || node_int(n, "channels_last") ||
      node_int(n, "group") != 1 || !value_is_const(n->in[1]))
    return false;
  const value *w = n->in[1], *bias = node_input(n, 2);
  int rank = n->in[0]->type.rank;
  return (rank == 4 || rank == 5) && tensor_shape_known(&n->in[0]->type) && w->type.rank == rank &&
         tensor_shape_known(&w->type) && w->type.dims[0] % 2 == 1 &&
         w->type.scale.kind != SCALE_AXIS && n->out[0]->type.scale.kind != SCALE_AXIS &&
         (!bias || (value_is_const(bias) && bias->type.scale.kind == SCALE_NONE));
}

/* `v` with `count` rows, zeros behind its own. */
static fp8c_status filled(const value *v, int64_t count, arena *scratch, value **out,
                          fp8c_error *err) {
  graph *g = v->graph;
  tensor from, type = v->type;
  TRY(value_load(v, scratch, &from, err));
  type.dims[0] = count;
  size_t own = tensor_bytes(&v->type), all = tensor_bytes(&type);
  char *to = arena_alloc(g->arena, all + 1);
  memcpy(to, from.data, own);
  memset(to + own, 0, all - own); /* zero in every format that a convolution reads */
  *out = graph_const(g, arena_printf(g->arena, "%s.even", v->name), &type,
                     (blob){.bytes = all, .memory = to});
  (*out)->reason = v->reason;
  return FP8C_OK;
}

/* An image of the convolution's results, which other kernels make. */
static bool is_residual(const value *v, const node *n) {
  return !value_is_const(v) && v->type.scale.kind == SCALE_NONE &&
         same_shape(&v->type, &n->out[0]->type) && !(v->def && v->def->region == n->region);
}

/* The last node of n's region, which is n and a chain of elementwise nodes that read besides it
 * numbers and images; NULL: it is not. */
static node *end_of_sums(node *n) {
  node *last = n;
  if (!n->region || (n->previous && n->previous->region == n->region)) return NULL;
  for (node *next = n->next; next && next->region == n->region; next = next->next) {
    size_t read = 0;
    for (size_t i = 0; i < next->in_count; i++) {
      const value *v = next->in[i];
      read += v == last->out[0];
      if (v && v != last->out[0] && !is_single(v) && !is_residual(v, n)) return NULL;
    }
    if (next->op->family != FAMILY_ELTWISE || next->out_count != 1 || read != 1 ||
        !value_used_once(last->out[0]) || !not_by_axis(next->out[0]) ||
        !same_shape(&next->out[0]->type, &n->out[0]->type))
      return NULL;
    last = next;
  }
  return last;
}

/* The images that the nodes behind n add get `count` channels. */
static void fill_residuals(node *n, const node *last, int64_t count) {
  const int rank = n->out[0]->type.rank;
  int64_t pads[2 * FP8C_MAX_RANK] = {0};
  pads[rank + 1] = count - n->out[0]->type.dims[1];
  for (node *m = n; m != last;) {
    m = m->next;
    for (size_t i = 0; i < m->in_count; i++) {
      value *v = m->in[i];
      if (!v || is_single(v) || !is_residual(v, n)) continue;
      value *in[2] = {v, graph_const_i64s(n->graph, NULL, pads, 2 * (size_t)rank)};
      node *pad = graph_node(n->graph, n, op_get(OP_PAD), NULL, in, 2, 1);
      node_add_sources(pad, n);
      pad->out[0]->type = v->type;
      pad->out[0]->type.dims[1] = count;
      node_set_input(m, i, pad->out[0]);
    }
  }
}

fp8c_status pass_even_filters(graph *g, pass_context *c, fp8c_error *err) {
  kernel_question q = {.what = ASK_CHANNELS_LAST};
  if (targets_refuse(&c->rules, &q)) return FP8C_OK;
  for (node *n = g->first; n; n = n->next) {
    if (!is_odd(n)) continue;
    node *last = end_of_chain(n, not_by_axis);
    if (!last) last = end_of_sums(n);
    if (!last) continue;
    int64_t filters = n->out[0]->type.dims[1], all = divide_up(filters, UNIT) * UNIT;
    int64_t whole = 16 / (int64_t)dtype_bytes(n->in[0]->type.dtype);
    q.n = n;
    q.channels = divide_up(n->in[0]->type.dims[1], whole) * whole;
    q.filters = all;
    if (targets_refuse(&c->rules, &q)) continue;
    fill_residuals(n, last, all);
    value *weights, *bias = node_input(n, 2);
    TRY(filled(n->in[1], all, c->scratch, &weights, err));
    if (bias) TRY(filled(bias, all, c->scratch, &bias, err));
    node_set_input(n, 1, weights);
    if (bias) node_set_input(n, 2, bias);
    for (node *m = n; m != last->next; m = m->next) m->out[0]->type.dims[1] = all;
    move_cut_off(last, 1, filters);
    c->changes++;
  }
  return FP8C_OK;
}
