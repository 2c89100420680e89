/* row_scales.c - the nodes around a product whose activations have a scale a row. */
#include "passes/precision/row_scales.h"

#include <math.h>

#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"
#include "passes/match.h"

const char *row_scales_impossible(const node *n, const pass_context *c) {
  if (!node_is(n, OP_LINEAR) && !node_is(n, OP_MATMUL))
    return "row scales want k innermost in the activations, which only MatMul and Linear have";
  if (n->in[0]->type.rank < 2 || value_is_const(n->in[0])) return "its first operand has no rows";
  if (c->scales.power_of_two) return "row scales are no powers of two, which --scales asks for";
  return NULL;
}

static float reciprocal_of_max(fp8c_dtype format) { return 1.0f / dtype_max(format); }

float row_scale(float amax, fp8c_dtype format) {
  float s = amax * reciprocal_of_max(format);
  return s > ROW_SCALE_LEAST || isnan(s) ? s : ROW_SCALE_LEAST;
}

static fp8c_status make(node *before, op_id op, value *const *in, size_t count, const char *name,
                        node **out, fp8c_error *err) {
  *out = graph_node(before->graph, before, op_get(op), NULL, in, count, 1);
  if (name) value_rename((*out)->out[0], name);
  return node_infer(*out, err);
}

/* By the largest magnitude of each row, or (whole) of all rows. */
static fp8c_status quantise_over(graph *g, node *before, value *from, fp8c_dtype format, bool whole,
                                 scaled_rows *out, fp8c_error *err) {
  const int64_t last = -1;
  const char *name = from->name, *short_name = fp8c_dtype_name(format);
  value *x = from;
  node *nodes[8] = {NULL};
  size_t count = 0;
#define MAKE(op_, suffix_, ...)                                                  \
  TRY(make(before, op_, (value *[]){__VA_ARGS__},                                \
           sizeof((value *[]){__VA_ARGS__}) / sizeof(value *),                   \
           arena_printf(g->arena, "%s.%s", name, suffix_), &nodes[count], err)); \
  x = nodes[count++]->out[0]
  value *axis = graph_const_i64s(g, arena_printf(g->arena, "%s.axis", name), &last, 1);
  value *factor =
      graph_const_f32(g, arena_printf(g->arena, "%s.factor", name), reciprocal_of_max(format));
  value *least = graph_const_f32(g, arena_printf(g->arena, "%s.least", name), ROW_SCALE_LEAST);
  MAKE(OP_ABS, "magnitude", from);
  MAKE(OP_REDUCE_MAX, whole ? "row_amax" : "amax", x, axis);
  if (whole) { /* what makes a row finds its largest number along */
    int64_t axes[FP8C_MAX_RANK];
    for (int i = 0; i < from->type.rank; i++) axes[i] = i;
    value *all =
        graph_const_i64s(g, arena_printf(g->arena, "%s.axes", name), axes, (size_t)from->type.rank);
    MAKE(OP_REDUCE_MAX, "amax", x, all);
  }
  MAKE(OP_MUL, "unit", x, factor);
  MAKE(OP_MAX, "scale", x, least);
  out->scales = x;
  x->reason = "the largest magnitude of each row over the largest code";
  MAKE(OP_RECIPROCAL, "reciprocal", x);
  MAKE(OP_MUL, "scaled", from, x);
#undef MAKE
  node *q = graph_node(g, before, op_get(OP_QUANTIZE), NULL, &x, 1, 1);
  nodes[count++] = q;
  value *v = out->codes = q->out[0];
  value_rename(v, arena_printf(g->arena, "%s.rows.%s", name, short_name));
  v->type = from->type;
  v->type.dtype = format;
  v->type.scale = (scale){.kind = SCALE_TENSOR, .value = 1.0f};
  v->reason = "read by FP8 products; each row is divided by its own scale";
  for (size_t i = 0; i < count; i++)
    if (from->def) node_add_sources(nodes[i], from->def);
  return FP8C_OK;
}

fp8c_status quantise_rows(graph *g, node *before, value *from, fp8c_dtype format, scaled_rows *out,
                          fp8c_error *err) {
  return quantise_over(g, before, from, format, false, out, err);
}

fp8c_status quantise_run(graph *g, node *before, value *from, fp8c_dtype format, scaled_rows *out,
                         fp8c_error *err) {
  TRY(quantise_over(g, before, from, format, true, out, err));
  out->scales->reason = "the largest magnitude of the run over the largest code";
  out->codes->reason = "read by FP8 products; divided by the run's own scale";
  return FP8C_OK;
}

/* A node behind `n` that takes over its result: `v` and something else. */
static fp8c_status follow(node *n, op_id op, value *v, value *other, node **out, fp8c_error *err) {
  graph *g = n->graph;
  node *before = v->def->next;
  value *in[] = {v, other};
  node *f = graph_node(g, before, op_get(op), NULL, in, 2, 1);
  node_add_sources(f, n);
  TRY(node_infer(f, err));
  value *r = f->out[0];
  r->type = v->type;
  value_replace(v, r);
  node_set_input(f, 0, v);
  value_swap_names(v, r);
  *out = f;
  return FP8C_OK;
}

/* A convolution's bias [M] as [M, 1, ...]. */
static fp8c_status along_channels(const node *conv, value **bias, fp8c_error *err) {
  graph *g = conv->graph;
  int64_t dims[FP8C_MAX_RANK] = {(*bias)->type.dims[0]};
  int rank = conv->out[0]->type.rank - 1;
  for (int i = 1; i < rank; i++) dims[i] = 1;
  const char *name = arena_printf(g->arena, "%s.channels", (*bias)->name);
  value *in[] = {*bias,
                 graph_const_i64s(g, arena_printf(g->arena, "%s.shape", name), dims, (size_t)rank)};
  node *n;
  TRY(make(conv->next, OP_RESHAPE, in, 2, name, &n, err));
  *bias = n->out[0];
  return FP8C_OK;
}

fp8c_status multiply_rows(node *product, value *scales, fp8c_error *err) {
  node *last;
  value *bias = product->in_count > 2 ? product->in[2] : NULL;
  if (bias) node_set_input(product, 2, NULL);
  TRY(follow(product, OP_MUL, product->out[0], scales, &last, err));
  if (bias && node_is(product, OP_CONV)) TRY(along_channels(product, &bias, err));
  if (bias) TRY(follow(product, OP_ADD, last->out[0], bias, &last, err));
  return FP8C_OK;
}
