/* scatter_masked.c - what is written where a mask is set is chosen, not scattered.
 *
 * masked_scatter, and x[mask] = v, are exported as a ScatterND at the places that NonZero finds,
 * whose number depends on data:
 *
 *     at = Transpose(NonZero(mask)), ScatterND(x, at, Slice(v, 0, as many as there are))
 *
 * The k-th place where the mask is set gets the k-th row of v, and counting the mask says k:
 *
 *     Where(mask, Gather(v, CumSum(mask) - 1), x)
 *
 * Models of images and text put the rows of their images between the tokens so, with a mask that is
 * repeated along each row: it is counted once for a row.  Where every place gets the same number,
 * it is the choice alone.  All shapes are known, so a GPU computes it. */
#include <string.h>

#include "ops/dtype.h"
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/reductions.h"
#include "ops/ids/select.h"
#include "ops/ids/types.h"
#include "ops/move.h"
#include "passes/moves.h"

typedef struct places {
  value *mask;       /* bool; its dimensions are the first ones of x */
  value *at, *found; /* one row for each place, and NonZero's result, its transpose */
} places;

/* v, without what keeps its numbers. */
static const value *as_made(const value *v) {
  while (v->kind == VALUE_NODE &&
         (node_is(v->def, OP_UNSQUEEZE) || node_is(v->def, OP_SQUEEZE) ||
          node_is(v->def, OP_RESHAPE) || node_is(v->def, OP_IDENTITY) || node_is(v->def, OP_CAST)))
    v = v->def->in[0];
  return v;
}

/* v is the number of places. */
static bool counts(const value *v, const places *p) {
  const node *n = as_made(v)->def;
  double axis = -1;
  if (n && node_is(n, OP_GATHER)) {
    if (!value_scalar(n->in[1], &axis)) return false;
    n = as_made(n->in[0])->def;
  } else if (n && node_is(n, OP_SHAPE)) {
    axis = (double)node_int(n, "start");
    if (tensor_elements(&n->out[0]->type) != 1) return false;
  }
  if (!n || !node_is(n, OP_SHAPE) || (n->in[0] != p->at && n->in[0] != p->found)) return false;
  if (axis < 0) axis += 2;
  return axis == (n->in[0] == p->at ? 0 : 1);
}

static bool finds_places(const node *n, places *p) {
  const char *reduction = node_string(n, "reduction");
  const node *turned = value_def_of(n->in[1], OP_TRANSPOSE);
  const node *found = TRANSPOSES(turned, 1, 0) ? value_def_of(turned->in[0], OP_NON_ZERO) : NULL;
  if (!found || (reduction && strcmp(reduction, "none") != 0)) return false;
  *p = (places){.mask = found->in[0], .at = n->in[1], .found = found->out[0]};
  const tensor *x = &n->in[0]->type, *m = &p->mask->type;
  if (m->dtype != FP8C_DTYPE_BOOL || m->rank < 1 || m->rank > x->rank) return false;
  for (int i = 0; i < m->rank; i++)
    if (m->dims[i] == DIM_UNKNOWN || m->dims[i] != x->dims[i]) return false;
  return true;
}

/* The rows that the places get, one after another; there may be more of them.  NULL: it is not
 * known how many. */
static value *rows_of(value *updates, const places *p) {
  const node *n = value_def_of(updates, OP_SLICE);
  double from, step;
  sliced s;
  if (n && node_slice_axes(n, &s) && s.only == 0 && value_scalar(n->in[1], &from) && from == 0 &&
      (!node_input(n, 4) || (value_scalar(n->in[4], &step) && step == 1)) && counts(n->in[2], p))
    updates = n->in[0];
  const tensor *t = &updates->type;
  return tensor_shape_known(t) && t->rank > 0 && tensor_elements(t) > 0 ? updates : NULL;
}

/* The one number that every place gets; NULL: they get different ones. */
static value *number_of(value *updates) {
  const node *n = value_def_of(updates, OP_EXPAND);
  return n && is_single(n->in[0]) ? n->in[0] : NULL;
}

static fp8c_status made(node *before, op_id op, value *const *in, size_t count, value **out,
                        fp8c_error *err) {
  node *n = node_like(before, op, in, count);
  if (op == OP_CAST) node_set_int(n, "to", dtype_to_onnx(FP8C_DTYPE_I64));
  *out = n->out[0];
  return node_infer(n, err);
}

/* The mask of whole rows that m repeats along its last axes; m itself where it repeats none. */
static value *mask_of_rows(value *m, const tensor *x) {
  const node *n = value_def_of(m, OP_EXPAND);
  if (!n || n->in[0]->type.rank != m->type.rank) return m;
  const tensor *once = &n->in[0]->type;
  int rows = once->rank;
  while (rows > 0 && once->dims[rows - 1] == 1) rows--;
  for (int i = 0; i < rows; i++)
    if (once->dims[i] != x->dims[i]) return m;
  for (int i = rows; i < x->rank; i++)
    if (x->dims[i] <= 0) return m;
  return n->in[0];
}

/* `v` as rows that are as long as x behind its first `rank` dimensions; NULL: they are not whole.
 */
static value *whole_rows(value *v, const tensor *x, int rank, node *before) {
  tensor t = v->type;
  int64_t row = dims_product(x->dims, rank, x->rank), all = tensor_elements(&v->type);
  if (row <= 0 || all % row != 0) return NULL;
  t.rank = 2;
  t.dims[0] = all / row;
  t.dims[1] = row;
  return move_reshaped(v, &t, before);
}

/* Which row each place gets, along one axis; row 0 where the mask is not set. */
static fp8c_status numbered(node *n, value *mask, value **out, fp8c_error *err) {
  graph *g = n->graph;
  value *all = graph_const_i64s(g, "all", (int64_t[]){-1}, 1), *flat, *ones, *upto, *number;
  value *one = graph_const_i64s(g, "one", (int64_t[]){1}, 1);
  value *zero = graph_const_i64s(g, "none", (int64_t[]){0}, 1);
  const tensor single = {.dtype = FP8C_DTYPE_I64};
  value *axis = graph_const_copy(g, "axis", &single, (int64_t[]){0});
  TRY(made(n, OP_RESHAPE, (value *[]){mask, all}, 2, &flat, err));
  TRY(made(n, OP_CAST, &flat, 1, &ones, err));
  TRY(made(n, OP_CUM_SUM, (value *[]){ones, axis}, 2, &upto, err));
  TRY(made(n, OP_SUB, (value *[]){upto, one}, 2, &number, err));
  return made(n, OP_WHERE, (value *[]){flat, number, zero}, 3, out, err);
}

/* The mask with dimensions of 1 behind it, as many as x has. */
static fp8c_status beside(node *n, value **mask, fp8c_error *err) {
  int64_t axes[FP8C_MAX_RANK];
  size_t count = 0;
  for (int i = (*mask)->type.rank; i < n->in[0]->type.rank; i++) axes[count++] = i;
  if (count == 0) return FP8C_OK;
  value *in[] = {*mask, graph_const_i64s(n->graph, "behind", axes, count)};
  return made(n, OP_UNSQUEEZE, in, 2, mask, err);
}

static fp8c_status place_rows(node *n, const places *p, value *rows, value **out, fp8c_error *err) {
  value *x = n->in[0], *mask = mask_of_rows(p->mask, &x->type), *number, *each, *shape;
  int rank = mask->type.rank;
  while (mask != p->mask && rank > 0 && mask->type.dims[rank - 1] == 1) rank--;
  value *whole = whole_rows(rows, &x->type, rank, n);
  if (!whole) {
    mask = p->mask;
    rank = mask->type.rank;
    whole = whole_rows(rows, &x->type, rank, n);
  }
  *out = NULL;
  if (!whole) return FP8C_OK;
  TRY(numbered(n, mask, &number, err));
  TRY(made(n, OP_GATHER, (value *[]){whole, number}, 2, &each, err));
  TRY(made(n, OP_SHAPE, &x, 1, &shape, err));
  TRY(made(n, OP_RESHAPE, (value *[]){each, shape}, 2, &each, err));
  each->type = x->type;
  TRY(beside(n, &mask, err));
  return made(n, OP_WHERE, (value *[]){mask, each, x}, 3, out, err);
}

static fp8c_status choose(node *n, pass_context *c, fp8c_error *err) {
  places p;
  if (!finds_places(n, &p)) return FP8C_OK;
  value *number = number_of(n->in[2]), *y = NULL, *mask = p.mask;
  value *rows = number ? NULL : rows_of(n->in[2], &p);
  if (rows) TRY(place_rows(n, &p, rows, &y, err));
  if (number) {
    if (number->type.rank > 0) /* of no dimension: its own may be more than x has */
      number = move_reshaped(number, &(tensor){.dtype = number->type.dtype}, n);
    TRY(beside(n, &mask, err));
    TRY(made(n, OP_WHERE, (value *[]){mask, number, n->in[0]}, 3, &y, err));
  }
  if (!y) return FP8C_OK;
  take_over(y->def, n->out[0]);
  c->changes++;
  return FP8C_OK;
}

fp8c_status pass_scatter_masked(graph *g, pass_context *c, fp8c_error *err) {
  for (node *n = g->first, *next; n; n = next) {
    next = n->next;
    if (node_is(n, OP_SCATTER_ND) && has_output(n) && !n->region) TRY(choose(n, c, err));
  }
  return FP8C_OK;
}
