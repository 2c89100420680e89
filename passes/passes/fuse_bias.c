/* fuse_bias.c - a constant vector added to a product is the product's bias.
 *
 * GEMM libraries and generated kernels add it in F32 before the one rounding,
 * so it costs nothing there.  Axes of one may be dropped in between, as where a sequence was
 * written as an image of one column. */
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
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

#define SQUEEZES_MAX 4

/* The product whose result v is, but for axes of one that are dropped; NULL.  *axis, one of the
 * result's, becomes v's. */
static node *product_behind(const value *v, size_t *slot, int *axis, int64_t *size) {
  const node *squeezes[SQUEEZES_MAX];
  size_t count = 0;
  for (; v->def && node_is(v->def, OP_SQUEEZE) && value_used_once(v); v = v->def->in[0]) {
    if (count == SQUEEZES_MAX) return NULL;
    squeezes[count++] = v->def;
  }
  node *product = v->def;
  if (!product || product->out[0] != v || !value_used_once(v) ||
      !bias_slot(product, slot, axis, size))
    return NULL;
  while (count-- > 0) {
    int64_t axes[FP8C_MAX_RANK];
    size_t axis_count;
    int rank = squeezes[count]->in[0]->type.rank, before = 0;
    const value *list = node_input(squeezes[count], 1);
    if (!list || !value_ints(list, axes, FP8C_MAX_RANK, &axis_count)) return NULL;
    for (size_t i = 0; i < axis_count; i++) {
      int dropped = (int)(axes[i] < 0 ? axes[i] + rank : axes[i]);
      if (dropped == *axis) return NULL;
      before += dropped < *axis;
    }
    *axis -= before;
  }
  return product;
}

static bool fuse(node *add, value *x, const value *c, arena *scratch) {
  size_t slot;
  int axis;
  int64_t size;
  graph *g = add->graph;
  node *product = same_type(x, add->out[0]) ? product_behind(x, &slot, &axis, &size) : NULL;
  if (!product) return false;
  value *bias = NULL;
  if (c->type.dtype == FP8C_DTYPE_F32 && c->type.rank == 1 && c->type.dims[0] == size &&
      axis == add->out[0]->type.rank - 1) {
    bias = (value *)(uintptr_t)c;
  } else {
    float *vector = axis_f32(c, add->out[0]->type.rank, axis, size, scratch);
    if (!vector) return false;
    tensor t = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {size}};
    bias = graph_const_copy(g, arena_printf(scratch, "%s.bias", c->name), &t, vector);
  }
  node_set_input(product, slot, bias);
  node_add_sources(product, add);
  value_replace(add->out[0], x);
  value_swap_names(add->out[0], x);
  for (; x->def != product; x = x->def->in[0]) /* no longer what the model calls so */
    value_rename(x->def->in[0], arena_printf(g->arena, "%s.unsqueezed", x->name));
  return true;
}

fp8c_status pass_fuse_bias(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next) {
    if (!has_output(n) || !node_is(n, OP_ADD)) continue;
    for (size_t i = 0; i < 2; i++) {
      if (n->in[i]->kind != VALUE_NODE || !value_is_const(n->in[1 - i])) continue;
      if (fuse(n, n->in[i], n->in[1 - i], c->scratch)) {
        c->changes++;
        break;
      }
    }
  }
  return FP8C_OK;
}
