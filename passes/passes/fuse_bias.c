/* fuse_bias.c - a constant vector added to a product is the product's bias.
 *
 * GEMM libraries and generated kernels add it in F32 before the one rounding,
 * so it costs nothing there. */
#include "ops/ids/binary.h"
#include "ops/ids/products.h"
#include "passes/match.h"

/* Where a product keeps its bias, and which axis of the output it runs along. */
static bool bias_slot(const node *n, size_t *slot, int *axis, int64_t *size) {
  const bool packed = node_is(n, OP_PACKED_LINEAR), linear = packed || node_is(n, OP_LINEAR);
  const bool transposed = node_is(n, OP_CONV_TRANSPOSE);
  if (!linear && !transposed && !node_is(n, OP_CONV)) return false;
  const tensor *w = &n->in[1]->type;
  *axis = linear ? n->out[0]->type.rank - 1 : 1;
  if (packed)
    *size = node_int(n, "columns");
  else if (transposed)
    *size = w->rank > 1 && w->dims[1] >= 0 ? w->dims[1] * node_int(n, "group") : -1;
  else
    *size = w->rank > 0 ? w->dims[0] : -1;
  *slot = 2;
  return *size >= 0 && *axis >= 0 && (n->in_count <= *slot || !n->in[*slot]);
}

static bool fuse(node *add, node *product, const value *c, arena *scratch) {
  size_t slot;
  int axis;
  int64_t size;
  graph *g = add->graph;
  if (!bias_slot(product, &slot, &axis, &size) || !value_used_once(product->out[0]) ||
      !same_type(product->out[0], add->out[0]))
    return false;
  value *bias = NULL;
  if (c->type.dtype == FP8C_DTYPE_F32 && c->type.rank == 1 && c->type.dims[0] == size &&
      axis == add->out[0]->type.rank - 1) {
    bias = (value *)(uintptr_t)c;
  } else {
    float *x = axis_f32(c, add->out[0]->type.rank, axis, size, scratch);
    if (!x) return false;
    tensor t = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {size}};
    bias = graph_const_copy(g, arena_printf(scratch, "%s.bias", c->name), &t, x);
  }
  node_set_input(product, slot, bias);
  node_add_sources(product, add);
  value_replace(add->out[0], product->out[0]);
  value_swap_names(add->out[0], product->out[0]);
  return true;
}

fp8c_status pass_fuse_bias(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next) {
    if (!has_output(n) || !node_is(n, OP_ADD)) continue;
    for (size_t i = 0; i < 2; i++) {
      const value *v = n->in[i];
      if (v->kind != VALUE_NODE || !value_is_const(n->in[1 - i])) continue;
      if (v->def->out[0] == v && fuse(n, v->def, n->in[1 - i], c->scratch)) {
        c->changes++;
        break;
      }
    }
  }
  return FP8C_OK;
}
