/* weighted_pools.c - an image times a weight for each pixel, summed over the pixels, is a reduction
 * and no product of matrices, where channels lie last.
 *
 * Global context is written as a product of [C, pixels] and [pixels, 1].  An image whose channels
 * lie last is [pixels, C] in memory: the product would have it turned first, into a copy as large
 * as itself, for a result of one number a channel.  A reduction reads it once, where it lies.  The
 * numbers are the same but for the order in which F32 sums are made. */
#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/types.h"
#include "ops/move.h"
#include "passes/moves.h"

#define IMAGE_RANK 4
#define VOLUME_RANK 5

static bool is_small_float(const value *v) {
  return dtype_is_small_float(v->type.dtype) && !dtype_is_fp8(v->type.dtype) &&
         v->type.scale.kind == SCALE_NONE && tensor_shape_known(&v->type);
}

/* The image that x, [batch.., C, pixels], is by views alone; NULL: it is none that a kernel made.
 */
static value *image_of(value *x) {
  const int rank = x->type.rank;
  const int64_t batch = dims_product(x->type.dims, 0, rank - 2);
  const int64_t channels = x->type.dims[rank - 2], pixels = x->type.dims[rank - 1];
  value *v = x;
  while (v->kind == VALUE_NODE && v->def->op->family == FAMILY_VIEW && !v->def->region &&
         v->def->in[0] && is_small_float(v->def->in[0]) &&
         v->def->in[0]->type.dtype == x->type.dtype) {
    v = v->def->in[0];
    const tensor *t = &v->type;
    if ((t->rank == IMAGE_RANK || t->rank == VOLUME_RANK) && t->dims[0] == batch &&
        t->dims[1] == channels && dims_product(t->dims, 2, t->rank) == pixels)
      return v->kind == VALUE_NODE && v->def->op->family != FAMILY_VIEW ? v : NULL;
  }
  return NULL;
}

/* The rounding of n's result, where that is all that stands in n's region behind it; `*alone`:
 * nothing does. */
static node *rounding_of(const node *n, bool *alone) {
  const region *r = n->region;
  node *cast = n->next;
  *alone = !r || ((!n->previous || n->previous->region != r) && (!cast || cast->region != r));
  if (*alone || n->previous->region == r || !node_is(cast, OP_CAST) || cast->in[0] != n->out[0] ||
      !value_used_once(n->out[0]) || (cast->next && cast->next->region == r) ||
      !is_small_float(cast->out[0]))
    return NULL;
  return cast;
}

static bool rewrite(node *n) {
  if (!node_is(n, OP_MATMUL) || !has_output(n) || !is_small_float(n->in[0]) ||
      !is_small_float(n->in[1]) || n->out[0]->type.dtype != FP8C_DTYPE_F32)
    return false;
  value *x = n->in[0], *w = n->in[1];
  const tensor *t = &w->type;
  if (x->type.rank < 3 || t->rank < 2 || t->dims[t->rank - 1] != 1 ||
      t->dims[t->rank - 2] != x->type.dims[x->type.rank - 1] || tensor_elements(&x->type) == 0)
    return false;
  value *image = image_of(x);
  int64_t batch = dims_product(t->dims, 0, t->rank - 2);
  bool alone;
  node *cast = rounding_of(n, &alone);
  if (!image || (batch != 1 && batch != image->type.dims[0]) || (!cast && !alone) ||
      tensor_elements(&n->out[0]->type) != image->type.dims[0] * image->type.dims[1])
    return false;
  const int rank = image->type.rank;
  graph *g = n->graph;
  static const int64_t pixels[VOLUME_RANK - 2] = {2, 3, 4};
  tensor type = image->type, sums = image->type;
  type.dims[0] = batch;
  type.dims[1] = 1;
  for (int i = 2; i < rank; i++) sums.dims[i] = 1;
  value *weights = move_reshaped(w, &type, n);
  node *product = node_like(n, OP_MUL, (value *[]){image, weights}, 2);
  node *sum = node_like(
      n, OP_REDUCE_SUM,
      (value *[]){product->out[0], graph_const_i64s(g, NULL, pixels, (size_t)rank - 2)}, 2);
  node *last = sum;
  product->out[0]->type = image->type;
  sum->out[0]->type = sums;
  product->out[0]->type.dtype = sum->out[0]->type.dtype = FP8C_DTYPE_F32;
  region *r = graph_region(g, "reduce");
  product->region = sum->region = r;
  node_add_sources(product, n);
  node_add_sources(sum, n);
  if (cast) {
    last = node_copied(cast, sum->out, &sums, n);
    last->region = r;
  }
  value *old = cast ? cast->out[0] : n->out[0];
  value *y = move_reshaped(last->out[0], &old->type, n);
  take_over(y->def, old);
  if (cast) node_remove(cast);
  node_remove(n);
  return true;
}

fp8c_status pass_weighted_pools(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  if (targets_refuse(&c->rules, &(kernel_question){.what = ASK_CHANNELS_LAST})) return FP8C_OK;
  for (node *n = g->first, *next; n; n = next) {
    next = n->next;
    while (next && n->region && next->region == n->region) next = next->next;
    c->changes += rewrite(n);
  }
  return FP8C_OK;
}
