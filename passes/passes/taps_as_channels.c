/* taps_as_channels.c - a volume of one channel is convolved with its neighbours as channels.
 *
 * A tensor core reads 16 bytes of a place at least: a volume of one channel (a scan, a first layer
 * of video in grey, positions of lambda layers) would be padded to 8 or 16 of which all but one are
 * zeros, for each tap of its windows.  With the places that lie behind each one along an axis as
 * channels the taps of that axis are one tap, and the sums are the same but for their order. */
#include <string.h>

#include "base/formats.h"
#include "base/numbers.h"
#include "base/size.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/move.h"
#include "passes/moves.h"

#define RANK 5
#define AXES (RANK - 2)
#define GAIN_MIN 2 /* times fewer terms than with zeros for channels */
#define INDEX_MAX 65536

typedef struct taps {
  window w;
  int axis;      /* of the window: the one with the most taps */
  int64_t count; /* of channels: its taps, and as many places more as fill 16 bytes */
} taps;

static bool read_taps(const node *n, const pass_context *c, taps *t) {
  if (!node_is(n, OP_CONV) || !has_output(n) || node_int(n, "channels_last") ||
      node_int(n, "group") != 1 || node_int(n, "blocks") > 1 || !value_is_const(n->in[1]))
    return false;
  const tensor *x = &n->in[0]->type, *w = &n->in[1]->type;
  if (x->rank != RANK || w->rank != RANK || !tensor_shape_known(x) || !tensor_shape_known(w) ||
      tensor_elements(&n->out[0]->type) < 1 || x->dims[1] != 1 || w->dims[1] != 1 ||
      x->scale.kind == SCALE_AXIS || (w->scale.kind == SCALE_AXIS && w->scale.axis != 0) ||
      dtype_bytes(x->dtype) > 2 || !node_window(n, &t->w))
    return false;
  t->axis = 0;
  for (int d = 1; d < AXES; d++)
    if (t->w.kernel[d] >= t->w.kernel[t->axis]) t->axis = d;
  int64_t unit = 16 / (int64_t)dtype_bytes(x->dtype), own = t->w.kernel[t->axis];
  t->count = divide_up(own, unit) * unit;
  if (GAIN_MIN * t->count > unit * own || t->w.out[t->axis] * t->count > INDEX_MAX) return false;
  return !targets_refuse(&c->rules,
                         &(kernel_question){.what = ASK_CHANNELS_LAST, .n = n, .channels = unit});
}

/* Zeros around the axis, as far as any place reads. */
static value *padded(value *x, const taps *t, const node *conv, node *before) {
  const window *w = &t->w;
  int d = t->axis;
  int64_t reach = (w->out[d] - 1) * w->stride[d] + (t->count - 1) * w->dilation[d] + 1;
  int64_t behind = reach - w->before[d] - w->in[d], pads[2 * RANK] = {0};
  pads[2 + d] = w->before[d];
  pads[RANK + 2 + d] = behind > 0 ? behind : 0;
  if (!pads[2 + d] && !pads[RANK + 2 + d]) return x;
  value *in[] = {x, graph_const_i64s(conv->graph, NULL, pads, 2 * (size_t)RANK)};
  node *pad = graph_node(conv->graph, before, op_get(OP_PAD), NULL, in, 2, 1);
  node_add_sources(pad, conv);
  pad->out[0]->type = x->type;
  pad->out[0]->type.dims[2 + d] += pads[2 + d] + pads[RANK + 2 + d];
  return pad->out[0];
}

/* [N, 1, ...] as [N, count, ...]: each place of a window's first taps, with those behind it. */
static value *neighbours(value *x, const taps *t, const node *conv, node *before) {
  graph *g = conv->graph;
  const window *w = &t->w;
  int d = t->axis;
  tensor type = {.dtype = FP8C_DTYPE_I64, .rank = 2, .dims = {w->out[d], t->count}};
  int64_t *index = arena_alloc(g->arena, tensor_bytes(&type));
  for (int64_t i = 0; i < w->out[d]; i++)
    for (int64_t k = 0; k < t->count; k++)
      index[i * t->count + k] = i * w->stride[d] + k * w->dilation[d];
  value *in[] = {x, graph_const(g, arena_printf(g->arena, "%s.neighbours", conv->name), &type,
                                (blob){.bytes = tensor_bytes(&type), .memory = (char *)index})};
  node *gather = graph_node(g, before, op_get(OP_GATHER), NULL, in, 2, 1);
  node_set_int(gather, "axis", 2 + d);
  node_add_sources(gather, conv);
  tensor *taken = &gather->out[0]->type;
  *taken = x->type;
  taken->rank = RANK + 1;
  for (int i = 2 + d + 1; i < RANK; i++) taken->dims[i + 1] = x->type.dims[i];
  taken->dims[2 + d] = w->out[d];
  taken->dims[2 + d + 1] = t->count;
  int64_t last[RANK + 1], first[RANK] = {0, RANK - 1, 1, 2, 3};
  int at = 0;
  for (int i = 0; i < RANK + 1; i++)
    if (i != 1 && i != 2 + d + 1) last[at++] = i;
  last[at++] = 2 + d + 1;
  last[at] = 1;
  value *turned = move_transposed(gather->out[0], last, before);
  tensor joined = turned->type; /* [N, ..., count, 1] */
  joined.rank = RANK;
  value *tokens = move_reshaped(turned, &joined, before);
  value *y = tokens ? move_transposed(tokens, first, before) : NULL;
  for (value *v = y; v && v != gather->out[0]; v = v->def->in[0]) node_add_sources(v->def, conv);
  return y;
}

/* [M, 1, ...] as [M, count, ...] with one tap along the axis; zeros behind its taps. */
static fp8c_status tap_filters(const node *conv, const taps *t, arena *scratch, value **out,
                               fp8c_error *err) {
  const value *w = conv->in[1];
  tensor from, type = w->type;
  TRY(value_load(w, scratch, &from, err));
  int64_t own = type.dims[2 + t->axis];
  int64_t outer = dims_product(type.dims, 2, 2 + t->axis);
  int64_t inner = dims_product(type.dims, 2 + t->axis + 1, RANK);
  type.dims[1] = t->count;
  type.dims[2 + t->axis] = 1;
  size_t bytes = dtype_bytes(type.dtype), run = (size_t)inner * bytes;
  blob b = {.bytes = tensor_bytes(&type)};
  char *to = arena_alloc(conv->graph->arena, b.bytes + 1);
  memset(to, 0, b.bytes); /* zero in every format that a convolution reads */
  b.memory = to;
  for (int64_t m = 0; m < type.dims[0]; m++)
    for (int64_t k = 0; k < own; k++)
      for (int64_t o = 0; o < outer; o++)
        memcpy(to + (size_t)((m * t->count + k) * outer + o) * run,
               (const char *)from.data + (size_t)((m * outer + o) * own + k) * run, run);
  *out = graph_const(conv->graph, arena_printf(conv->graph->arena, "%s.neighbours", w->name), &type,
                     b);
  (*out)->scale_vector = w->scale_vector;
  (*out)->reason = w->reason;
  return FP8C_OK;
}

static void set_window(node *n, const taps *t) {
  const window *w = &t->w;
  int64_t kernel[AXES], strides[AXES], dilations[AXES], pads[2 * AXES];
  for (int d = 0; d < AXES; d++) {
    bool taken = d == t->axis;
    kernel[d] = taken ? 1 : w->kernel[d];
    strides[d] = taken ? 1 : w->stride[d];
    dilations[d] = taken ? 1 : w->dilation[d];
    pads[d] = taken ? 0 : w->before[d];
    pads[AXES + d] = taken ? 0 : w->after[d];
  }
  node_set_ints(n, "kernel_shape", kernel, AXES);
  node_set_ints(n, "strides", strides, AXES);
  node_set_ints(n, "dilations", dilations, AXES);
  node_set_ints(n, "pads", pads, 2 * AXES);
  node_set_string(n, "auto_pad", "NOTSET");
}

fp8c_status pass_taps_as_channels(graph *g, pass_context *c, fp8c_error *err) {
  if (!c->rules.gpu || targets_refuse(&c->rules, &(kernel_question){.what = ASK_CHANNELS_LAST}))
    return FP8C_OK;
  for (node *n = g->first; n; n = n->next) {
    taps t;
    value *filters;
    if (!read_taps(n, c, &t)) continue;
    node *first = node_region_first(n);
    value *x = neighbours(padded(n->in[0], &t, n, first), &t, n, first);
    if (!x) continue;
    TRY(tap_filters(n, &t, c->scratch, &filters, err));
    node_set_input(n, 0, x);
    node_set_input(n, 1, filters);
    set_window(n, &t);
    c->changes++;
  }
  return FP8C_OK;
}
