/* whole_rows.c - products over an axis that was moved to the end for them, of a length that is no
 * multiple of 16, get zeros behind it.
 *
 * Mixers multiply along their tokens, 196 or 49 of them, between two Transposes.  Rows of no whole
 * 16 bytes keep such products out of FP8, and in BF16 the library reads and writes them with slow
 * kernels: an MLP-Mixer-B's tokens at batch 32 took an H200 102 us a block, 43 with 208 rows in FP8
 * and 58 in BF16.  Zeros behind the operand meet weights of zeros; what weights of zeros make is
 * cut off where the result is moved back, by the kernel that moves it. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/moves.h"

#define UNIT 16      /* numbers */
#define LEAST 48     /* of depth and of columns: shorter products are as long as their launches */
#define MORE_SHARE 3 /* at most one number in so many is added */

static int64_t whole(int64_t count) { return divide_up(count, UNIT) * UNIT; }

static bool is_torn(int64_t count) { return count % UNIT != 0; }

static bool can_grow(int64_t count) {
  return count >= LEAST && (whole(count) - count) * MORE_SHARE <= count;
}

/* A Transpose whose last axis is another one of its operand. */
static bool moves_to_end(const node *n) {
  const int64_t *perm;
  size_t count = 0;
  return n && node_is(n, OP_TRANSPOSE) && !n->region && node_ints(n, "perm", &perm, &count) &&
         count > 1 && count == (size_t)n->in[0]->type.rank && perm[count - 1] != (int64_t)count - 1;
}

static bool is_plain(const value *v, int rank) {
  return value_is_const(v) && v->type.rank == rank && tensor_shape_known(&v->type) &&
         dtype_is_float(v->type.dtype) && !dtype_is_fp8(v->type.dtype) &&
         v->type.scale.kind == SCALE_NONE;
}

static bool has_parts(const node *n) {
  const value *bias = node_input(n, 2);
  if (!node_is(n, OP_LINEAR) || !has_output(n) || n->region || node_input(n, 3) ||
      !is_plain(n->in[1], 2))
    return false;
  int last = n->in[0]->type.rank - 1;
  return last >= 1 && n->out[0]->type.rank == last + 1 &&
         n->in[0]->type.dims[last] == n->in[1]->type.dims[1] &&
         (!bias || (is_plain(bias, 1) && bias->type.dims[0] == n->in[1]->type.dims[0]));
}

static bool is_candidate(const node *n) {
  if (!has_parts(n)) return false;
  int64_t columns = n->in[1]->type.dims[0], depth = n->in[1]->type.dims[1];
  if ((!is_torn(columns) && !is_torn(depth)) || !can_grow(columns) || !can_grow(depth))
    return false;
  if (is_torn(depth) && (!moves_to_end(n->in[0]->def) || only_user(n->in[0]) != n)) return false;
  return !is_torn(columns) || moves_to_end(only_user(n->out[0]));
}

/* `v` with zeros behind its rows and behind each of them. */
static fp8c_status filled(const value *v, const int64_t *dims, arena *scratch, value **out,
                          fp8c_error *err) {
  graph *g = v->graph;
  tensor from, type = v->type;
  TRY(value_load(v, scratch, &from, err));
  int last = type.rank - 1;
  int64_t rows = last > 0 ? type.dims[0] : 1;
  size_t each = dtype_bytes(type.dtype), own = (size_t)type.dims[last] * each;
  memcpy(type.dims, dims, (size_t)type.rank * sizeof *dims);
  size_t all = tensor_bytes(&type), wide = (size_t)type.dims[last] * each;
  char *to = arena_alloc(g->arena, all + 1);
  memset(to, 0, all); /* zero in every type of plain weights */
  for (int64_t i = 0; i < rows; i++)
    memcpy(to + (size_t)i * wide, (const char *)from.data + (size_t)i * own, own);
  *out = graph_const(g, arena_printf(g->arena, "%s.whole", v->name), &type,
                     (blob){.bytes = all, .memory = to});
  (*out)->reason = v->reason;
  return FP8C_OK;
}

/* Under a name of its own: nobody shall compare it with the model's. */
static void widen(value *v, int64_t count) {
  const char *name = v->def->name;
  v->type.dims[v->type.rank - 1] = count;
  value_rename(v, arena_printf(v->graph->arena, "%s.whole", v->name));
  v->def->name = name;
}

/* Zeros behind the axis that `moved` brings to the end, in front of it: there they lie together. */
static void pad_before(node *moved, int64_t depth) {
  graph *g = moved->graph;
  const int64_t *perm;
  size_t count = 0;
  int64_t pads[2 * FP8C_MAX_RANK] = {0};
  value *x = moved->in[0];
  (void)node_ints(moved, "perm", &perm, &count);
  int64_t axis = perm[count - 1];
  pads[count + (size_t)axis] = depth - x->type.dims[axis];
  value *in[2] = {x, graph_const_i64s(g, NULL, pads, 2 * count)};
  node *pad = graph_node(g, moved, op_get(OP_PAD), NULL, in, 2, 1);
  pad->out[0]->type = x->type;
  pad->out[0]->type.dims[axis] = depth;
  node_add_sources(pad, moved);
  node_set_input(moved, 0, pad->out[0]);
  widen(moved->out[0], depth);
}

fp8c_status pass_whole_rows(graph *g, pass_context *c, fp8c_error *err) {
  if (!c->rules.gpu) return FP8C_OK;
  for (node *n = g->first; n; n = n->next) {
    if (!is_candidate(n)) continue;
    const int64_t columns = n->in[1]->type.dims[0], depth = n->in[1]->type.dims[1];
    const int64_t dims[2] = {whole(columns), whole(depth)};
    value *weights, *bias = node_input(n, 2);
    TRY(filled(n->in[1], dims, c->scratch, &weights, err));
    if (bias) TRY(filled(bias, dims, c->scratch, &bias, err));
    node_set_input(n, 1, weights);
    if (bias) node_set_input(n, 2, bias);
    if (is_torn(depth)) pad_before(n->in[0]->def, dims[1]);
    if (is_torn(columns)) {
      n->out[0]->type.dims[n->out[0]->type.rank - 1] = dims[0];
      move_cut_off(n, n->out[0]->type.rank - 1, columns);
    }
    c->changes++;
  }
  return FP8C_OK;
}
