/* even_filters.c - convolutions of an odd number of filters with filters of zeros behind them.
 *
 * A network that makes an image or a mask ends in a convolution of 1 or 3 filters.  Tensor cores
 * store pairs of results, in rows of whole 16 bytes best of all; what is added is cut off behind
 * the convolution, by the kernel that turns the image back or by one that is as short. */
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

fp8c_status pass_even_filters(graph *g, pass_context *c, fp8c_error *err) {
  kernel_question q = {.what = ASK_CHANNELS_LAST};
  if (targets_refuse(&c->rules, &q)) return FP8C_OK;
  for (node *n = g->first; n; n = n->next) {
    node *last = is_odd(n) ? end_of_chain(n, not_by_axis) : NULL;
    if (!last) continue;
    int64_t filters = n->out[0]->type.dims[1], all = divide_up(filters, UNIT) * UNIT;
    int64_t whole = 16 / (int64_t)dtype_bytes(n->in[0]->type.dtype);
    q.n = n;
    q.channels = divide_up(n->in[0]->type.dims[1], whole) * whole;
    q.filters = all;
    if (targets_refuse(&c->rules, &q)) continue;
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
