/* deconv_to_conv.c - transposed convolutions whose windows meet without overlap, as products.
 *
 * Where the kernel is as large as its step, each pixel of the image gives a square of pixels of
 * the result, and nothing else does.  The squares of a pixel are a convolution of single pixels,
 * with as many times the filters as a square has pixels, and DepthToSpace lays them out.  What is
 * computed of each number by itself goes in front of that, where it follows the product. */
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/algebra.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/match.h"

#define IMAGE_RANK 4

/* The side of a pixel's square; 0: there are none. */
static int64_t side_of(const node *n) {
  const tensor *x = &n->in[0]->type, *w = &n->in[1]->type, *y = &n->out[0]->type;
  if (x->rank != IMAGE_RANK || w->rank != IMAGE_RANK || y->rank != IMAGE_RANK ||
      !value_is_const(n->in[1]) || !tensor_shape_known(w) || !dtype_is_small_float(w->dtype) ||
      w->scale.kind != SCALE_NONE || node_int(n, "group") != 1 || x->dims[1] != w->dims[0])
    return 0;
  const value *bias = node_input(n, 2);
  if (bias && (!value_is_const(bias) || !dtype_is_small_float(bias->type.dtype) ||
               bias->type.scale.kind != SCALE_NONE || bias->type.rank != 1 ||
               bias->type.dims[0] != w->dims[1]))
    return 0;
  const int64_t side = w->dims[2];
  if (side < 2 || w->dims[3] != side || tensor_elements(w) == 0 || !ints_are(n, "dilations", 1) ||
      !ints_are(n, "pads", 0) || !ints_are(n, "output_padding", 0))
    return 0;
  const int64_t *steps;
  size_t count;
  if (!node_ints(n, "strides", &steps, &count) || count != 2) return 0;
  for (int i = 0; i < 2; i++)
    if (steps[i] != side || x->dims[2 + i] <= 0 || y->dims[2 + i] != x->dims[2 + i] * side)
      return 0;
  return side;
}

/* Weights [C, M, side, side] as [(side, side, M), C, 1, 1]. */
static fp8c_status square_weights(const node *n, int64_t side, arena *scratch, value **out,
                                  fp8c_error *err) {
  const value *w = n->in[1];
  graph *g = n->graph;
  tensor from, type = w->type;
  TRY(value_load(w, scratch, &from, err));
  const size_t channels = (size_t)type.dims[0], filters = (size_t)type.dims[1];
  const size_t taps = (size_t)(side * side), bytes = dtype_bytes(type.dtype);
  char *to = arena_alloc(g->arena, (size_t)w->blob.bytes + 1);
  for (size_t c = 0; c < channels; c++)
    for (size_t m = 0; m < filters; m++)
      for (size_t t = 0; t < taps; t++)
        memcpy(to + ((t * filters + m) * channels + c) * bytes,
               (const char *)from.data + ((c * filters + m) * taps + t) * bytes, bytes);
  const int64_t dims[IMAGE_RANK] = {(int64_t)(taps * filters), (int64_t)channels, 1, 1};
  memcpy(type.dims, dims, sizeof dims);
  blob b = {.bytes = w->blob.bytes, .memory = to};
  *out = graph_const(g, arena_printf(g->arena, "%s.squares", w->name), &type, b);
  return FP8C_OK;
}

/* A bias for each pixel of a square. */
static fp8c_status square_bias(const node *n, int64_t side, arena *scratch, value **out,
                               fp8c_error *err) {
  const value *bias = node_input(n, 2);
  tensor from;
  *out = NULL;
  if (!bias) return FP8C_OK;
  graph *g = n->graph;
  TRY(value_load(bias, scratch, &from, err));
  const size_t bytes = tensor_bytes(&bias->type), taps = (size_t)(side * side);
  char *to = arena_alloc(g->arena, taps * bytes + 1);
  for (size_t t = 0; t < taps; t++) memcpy(to + t * bytes, from.data, bytes);
  tensor type = bias->type;
  type.dims[0] *= side * side;
  blob b = {.bytes = taps * bytes, .memory = to};
  *out = graph_const(g, arena_printf(g->arena, "%s.squares", bias->name), &type, b);
  return FP8C_OK;
}

/* The only reader of `v`, of which each number depends on one of v's alone. */
static node *follows(const value *v, const tensor *whole) {
  if (v->user_count != 1 || v->output_uses) return NULL;
  node *n = v->users[0];
  if (n->op->family != FAMILY_ELTWISE || node_is(n, OP_ROTARY) || n->out_count != 1 || !n->out[0] ||
      n->region || !same_shape(&n->out[0]->type, whole))
    return NULL;
  size_t places = 0;
  for (size_t i = 0; i < n->in_count; i++) {
    if (n->in[i] == v) places++;
    if (n->in[i] && n->in[i] != v &&
        !(value_is_const(n->in[i]) && tensor_elements(&n->in[i]->type) == 1))
      return NULL;
  }
  return places == 1 ? n : NULL;
}

static fp8c_status rewrite(node *n, int64_t side, pass_context *c, fp8c_error *err) {
  graph *g = n->graph;
  value *in[3] = {n->in[0]}, *last = n->out[0];
  TRY(square_weights(n, side, c->scratch, &in[1], err));
  TRY(square_bias(n, side, c->scratch, &in[2], err));
  node *conv = node_like(n, OP_CONV, in, in[2] ? 3 : 2);
  node_add_sources(conv, n);
  static const int64_t ones[2] = {1, 1};
  node_set_ints(conv, "kernel_shape", ones, 2);
  take_over(conv, last);
  last = conv->out[0];
  node *end = conv;
  const tensor whole = last->type;
  for (node *next = conv; next; next = follows(last, &whole)) {
    end = next;
    last = end->out[0];
    last->type.dims[1] = whole.dims[1] * side * side;
    last->type.dims[2] = whole.dims[2] / side;
    last->type.dims[3] = whole.dims[3] / side;
  }
  node *laid = graph_node(g, end->next, op_get(OP_DEPTH_TO_SPACE), NULL, &last, 1, 1);
  node_add_sources(laid, n);
  node_set_int(laid, "blocksize", side);
  value *y = laid->out[0];
  y->type = last->type;
  memcpy(y->type.dims, whole.dims, sizeof whole.dims);
  value_replace(last, y);
  node_set_input(laid, 0, last);
  value_swap_names(last, y);
  c->changes++;
  return FP8C_OK;
}

fp8c_status pass_deconv_to_conv(graph *g, pass_context *c, fp8c_error *err) {
  for (node *n = g->first; n; n = n->next) {
    if (!has_output(n) || !node_is(n, OP_CONV_TRANSPOSE) || n->region) continue;
    int64_t side = side_of(n);
    if (side) TRY(rewrite(n, side, c, err));
  }
  return FP8C_OK;
}
