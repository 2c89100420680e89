/* skip_pads.c - zeros that are put behind rows and never computed with are not put there by a copy.
 *
 * Positions relative to each other (BoTNet, HaloNet, CoAtNet) are products with a row of a table
 * for each distance, 2 W - 1 of them, which then move: a zero behind each row, all rows in one,
 * zeros behind these, rows of 2 W - 1 again, and the first W of them.
 *
 *   - The last zeros are cut off again: rows are a Slice and a Reshape of what is there.
 *   - The zero behind each row is a further row of zeros in the product's weights: a product with
 * an even number of columns besides, which kernels read and write by more than a number at a time.
 */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/moves.h"

#define COLUMNS_MAX 16 /* that a product may get more */

/* A Pad that puts zeros behind the last axis alone: how many; 0. */
static int64_t zeros_behind(const node *n) {
  int64_t pads[2 * FP8C_MAX_RANK];
  const value *with = n ? node_input(n, 2) : NULL;
  if (!node_is(n, OP_PAD) || n->region || strcmp(node_string(n, "mode"), "constant") != 0 ||
      (with && !scalar_near(with, 0, 0)) || !node_pads(n, pads))
    return 0;
  int rank = n->in[0]->type.rank;
  for (int i = 0; i < 2 * rank - 1; i++)
    if (pads[i] != 0) return 0;
  return rank > 0 && pads[2 * rank - 1] > 0 ? pads[2 * rank - 1] : 0;
}

static value *sliced_to(value *x, int64_t size, node *before) {
  graph *g = before->graph;
  const int64_t zero = 0, axis = x->type.rank - 1;
  value *in[] = {x, graph_const_i64s(g, NULL, &zero, 1), graph_const_i64s(g, NULL, &size, 1),
                 graph_const_i64s(g, NULL, &axis, 1)};
  node *n = graph_node(g, before, op_get(OP_SLICE), NULL, in, 4, 1);
  n->out[0]->type = x->type;
  n->out[0]->type.dims[axis] = size;
  return n->out[0];
}

/* n takes the first rows of what a Reshape made of a padded one, and none of its zeros. */
static bool cut(node *n) {
  sliced s;
  node *rows = node_is(n, OP_SLICE) && !n->region ? value_def_of(n->in[0], OP_RESHAPE) : NULL;
  node *pad = rows ? value_def_of(rows->in[0], OP_PAD) : NULL;
  if (!zeros_behind(pad) || !node_slice(n, &s)) return false;
  value *x = pad->in[0];
  const tensor *one = &x->type, *all = &pad->out[0]->type, *of = &n->in[0]->type;
  int last = one->rank - 1;
  if (of->rank != one->rank + 1 || s.only != last || s.along[last].start != 0 ||
      s.along[last].step != 1 || s.along[last].count < 1)
    return false;
  int64_t width = of->dims[last + 1], count = s.along[last].count, taken, whole;
  for (int i = 0; i < last - 1; i++)
    if (one->dims[i] != of->dims[i] || one->dims[i] == DIM_UNKNOWN) return false;
  if (width < 1 || of->dims[last] < 1 || one->dims[last] < 1 ||
      __builtin_mul_overflow(width, of->dims[last], &whole) || whole != all->dims[last] ||
      __builtin_mul_overflow(width, count, &taken) || taken > one->dims[last])
    return false;
  if (taken < one->dims[last]) x = sliced_to(x, taken, n);
  value *y = move_reshaped(x, &n->out[0]->type, n);
  if (!y) return false;
  node_add_sources(y->def, n);
  take_over(y->def, n->out[0]);
  return true;
}

/* Weights [columns, depth] and a bias [columns] with zeros behind. */
static value *with_zeros(const value *v, int64_t more, node *before, arena *scratch) {
  tensor type = v->type;
  arena_mark mark = arena_save(scratch);
  float *x = constant_f32(v, scratch, NULL);
  int64_t count = x ? tensor_elements(&type) : 0, each = count ? count / type.dims[0] : 0;
  if (!each || type.dtype != FP8C_DTYPE_F32 || type.scale.kind != SCALE_NONE) return NULL;
  float *y = NEW_ARRAY(scratch, float, (size_t)(count + more * each));
  memcpy(y, x, (size_t)count * sizeof *x);
  type.dims[0] += more;
  value *c = graph_const_copy(before->graph, NULL, &type, y);
  arena_reset(scratch, mark);
  return c;
}

/* The Pad n puts zeros behind each row of a product that nothing else reads. */
static bool widen(node *n, arena *scratch) {
  int64_t more = zeros_behind(n);
  if (more < 1 || more > COLUMNS_MAX) return false;
  value *x = n->in[0];
  node *rows = value_def_of(x, OP_RESHAPE);
  const value *made = rows && value_used_once(x) ? rows->in[0] : x;
  node *linear = value_def_of(made, OP_LINEAR);
  if (!linear || linear->region || !value_used_once(made) || linear->in_count > 3 ||
      !value_is_const(linear->in[1]) || linear->in[1]->type.rank != 2)
    return false;
  int64_t columns = linear->in[1]->type.dims[0];
  if (x->type.dims[x->type.rank - 1] != columns || made->type.dims[made->type.rank - 1] != columns)
    return false;
  value *bias = node_input(linear, 2);
  value *in[] = {linear->in[0], with_zeros(linear->in[1], more, linear, scratch), NULL};
  if (bias) in[2] = with_zeros(bias, more, linear, scratch);
  if (!in[1] || (bias && !in[2])) return false;
  node *wide = node_like(linear, OP_LINEAR, in, bias ? 3 : 2);
  wide->out[0]->type = made->type;
  wide->out[0]->type.dims[made->type.rank - 1] = columns + more;
  value *y = wide->out[0];
  if (made != x) y = move_reshaped(y, &n->out[0]->type, n);
  if (!y) return false;
  node_add_sources(y->def, n);
  take_over(y->def, n->out[0]);
  return true;
}

fp8c_status pass_skip_pads(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next)
    if (has_output(n) && cut(n)) c->changes++;
  for (node *n = g->first; n; n = n->next)
    if (has_output(n) && widen(n, c->scratch)) c->changes++;
  return FP8C_OK;
}
