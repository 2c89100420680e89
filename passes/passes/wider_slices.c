/* wider_slices.c - convolutions that read some channels of an image read those around them too.
 *
 * Kernels read channels where they lie from multiples of 16 bytes on.  What a Slice or a Split
 * takes from 20 of 40 channels on, or 26 of 104, would be copied, and filled with zeros in front of
 * the convolution besides.  Read from the multiple before it to the one behind it, it is read in
 * place; the weights of what is not meant are zeros. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/match.h"

#define IMAGE_RANK 4
#define UNIT_BYTES 16
#define GROWTH_MAX 2 /* times the channels: fewer weights than the copy has bytes */

/* Channels of `whole`, from `first` on. */
typedef struct taken {
  value *whole;
  int64_t first;
} taken;

static bool is_image(const value *v) {
  return v->type.rank == IMAGE_RANK && tensor_shape_known(&v->type) &&
         v->type.scale.kind != SCALE_AXIS;
}

static bool of_split(const node *d, const value *v, taken *t) {
  *t = (taken){.whole = d->in[0]};
  for (size_t i = 0; i < d->out_count && d->out[i] != v; i++) {
    if (!d->out[i]) return false;
    t->first += d->out[i]->type.dims[1];
  }
  return node_axis(d, IMAGE_RANK) == 1;
}

static bool of_slice(const node *d, taken *t) {
  sliced s;
  if (!node_slice(d, &s)) return false;
  for (int i = 0; i < s.rank; i++) {
    bool all = s.along[i].start == 0 && d->out[0]->type.dims[i] == d->in[0]->type.dims[i];
    if (s.along[i].step != 1 || (i != 1 && !all)) return false;
  }
  *t = (taken){.whole = d->in[0], .first = s.along[1].start};
  return true;
}

static bool takes_channels(const value *v, taken *t) {
  const node *d = v->kind == VALUE_NODE ? v->def : NULL;
  if (!d || d->region || !is_image(v) || !is_image(d->in[0])) return false;
  return node_is(d, OP_SPLIT) ? of_split(d, v, t) : node_is(d, OP_SLICE) && of_slice(d, t);
}

static bool is_dense(const node *n) {
  const value *w = n->in_count > 1 ? n->in[1] : NULL;
  return node_is(n, OP_CONV) && has_output(n) && !node_int(n, "channels_last") &&
         node_int(n, "group") == 1 && node_int(n, "blocks") <= 1 && value_is_const(w) &&
         w->type.rank == IMAGE_RANK && tensor_shape_known(&w->type) &&
         (w->type.scale.kind != SCALE_AXIS || w->type.scale.axis == 0);
}

/* Weights [M, C, y, x] as those of `channels`, of which C from `at` on are meant. */
static fp8c_status filled(const value *w, int64_t channels, int64_t at, arena *scratch, value **out,
                          fp8c_error *err) {
  graph *g = w->graph;
  tensor from, type = w->type;
  TRY(value_load(w, scratch, &from, err));
  type.dims[1] = channels;
  size_t filters = (size_t)w->type.dims[0], all = tensor_bytes(&type);
  size_t own = tensor_bytes(&w->type) / filters, row = all / filters;
  size_t before = own / (size_t)w->type.dims[1] * (size_t)at;
  char *to = arena_alloc(g->arena, all + 1);
  memset(to, 0, all); /* zero in every format that a convolution reads */
  for (size_t m = 0; m < filters; m++)
    memcpy(to + m * row + before, (const char *)from.data + m * own, own);
  *out = graph_const(g, arena_printf(g->arena, "%s.around", w->name), &type,
                     (blob){.bytes = all, .memory = to});
  (*out)->reason = w->reason;
  (*out)->scale_vector = w->scale_vector;
  return FP8C_OK;
}

/* Channels [from, to) of `whole`, behind the node that took some of them. */
static value *slice_of(const node *d, const node *reader, value *whole, int64_t from, int64_t to) {
  static const int64_t axis[1] = {1};
  graph *g = whole->graph;
  if (from == 0 && to == whole->type.dims[1]) return whole;
  value *in[4] = {whole, graph_const_i64s(g, NULL, &from, 1), graph_const_i64s(g, NULL, &to, 1),
                  graph_const_i64s(g, NULL, axis, 1)};
  node *s = graph_node(g, d->next, op_get(OP_SLICE), NULL, in, 4, 1);
  s->out[0]->type = whole->type;
  s->out[0]->type.dims[1] = to - from;
  node_add_sources(s, reader);
  return s->out[0];
}

static fp8c_status widen(node *n, pass_context *c, fp8c_error *err) {
  taken t;
  value *v = n->in[0], *weights;
  if (!is_dense(n) || !takes_channels(v, &t)) return FP8C_OK;
  int64_t unit = UNIT_BYTES / (int64_t)dtype_bytes(v->type.dtype), own = v->type.dims[1];
  int64_t all = t.whole->type.dims[1], from = t.first / unit * unit;
  int64_t to = divide_up(t.first + own, unit) * unit;
  if (all % unit || (from == t.first && to == t.first + own) || to - from > GROWTH_MAX * own)
    return FP8C_OK;
  kernel_question q = {.what = ASK_CHANNELS_LAST, .n = n, .channels = to - from};
  if (targets_refuse(&c->rules, &q)) return FP8C_OK;
  TRY(filled(n->in[1], to - from, t.first - from, c->scratch, &weights, err));
  node_set_input(n, 0, slice_of(v->def, n, t.whole, from, to));
  node_set_input(n, 1, weights);
  c->changes++;
  return FP8C_OK;
}

fp8c_status pass_wider_slices(graph *g, pass_context *c, fp8c_error *err) {
  if (targets_refuse(&c->rules, &(kernel_question){.what = ASK_CHANNELS_LAST})) return FP8C_OK;
  for (node *n = g->first; n; n = n->next) TRY(widen(n, c, err));
  return FP8C_OK;
}
