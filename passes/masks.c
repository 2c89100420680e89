/* masks.c - what is known of a mask that is added to attention's scores.
 *
 * Masks are written as numbers (0 and the least there is, or -inf) and mean
 * something simpler: nothing, causal order, or rows without any key. */
#include "passes/masks.h"

#include <float.h>
#include <math.h>

#include "base/numbers.h"
#include "ops/dtype.h"
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/reductions.h"
#include "ops/ids/select.h"
#include "ops/ids/types.h"

/* A constant mask: every row leaves some key (all: every key) with a finite number. */
static bool leaves_keys(const value *v, bool all, arena *scratch) {
  arena_mark mark = arena_save(scratch);
  const float *x = constant_f32(v, scratch, NULL);
  int64_t keys = v->type.rank ? v->type.dims[v->type.rank - 1] : 1;
  int64_t rows = x && keys > 0 ? tensor_elements(&v->type) / keys : 0;
  bool leaves = x != NULL;
  for (int64_t r = 0; r < rows; r++) {
    int64_t finite = 0;
    for (int64_t k = 0; k < keys; k++) finite += isfinite(x[r * keys + k]) != 0;
    leaves = leaves && (all ? finite == keys : finite > 0);
  }
  arena_reset(scratch, mark);
  return leaves;
}

/* No row of scores has all its keys hidden. */
bool mask_leaves_keys(const value *v, arena *scratch) {
  enum { DEPTH_MAX = 8 };
  bool moved = false; /* rows may have become others */
  for (int depth = 0; depth < DEPTH_MAX; depth++) {
    double x, y;
    if (value_is_const(v)) return leaves_keys(v, moved, scratch);
    const node *n = v->kind == VALUE_NODE ? v->def : NULL;
    if (!n) return false;
    if (node_is(n, OP_WHERE)) { /* a finite number takes no key away */
      bool one = value_scalar(n->in[1], &x), other = value_scalar(n->in[2], &y);
      if ((one && !isfinite(x)) || (other && !isfinite(y)) || (!one && !other)) return false;
      if (one && other) return true;
      v = n->in[one ? 2 : 1];
      continue;
    }
    if (!node_is(n, OP_EXPAND) && !node_is(n, OP_UNSQUEEZE) && !node_is(n, OP_RESHAPE) &&
        !node_is(n, OP_SLICE))
      return false;
    moved = true;
    v = n->in[0];
  }
  return false;
}

bool mask_is_of_rows(const value *mask) {
  const tensor *m = &mask->type;
  return !(m->rank == 3 && m->dims[0] != 1) && !(m->rank == 4 && m->dims[1] != 1);
}

/* The rows of `mask` that hide every key, as it broadcasts to the output of Attention;
 * NULL where heads differ in a flat one. */
value *mask_hidden_rows(const value *mask, bool flat, node *before) {
  graph *g = before->graph;
  const tensor *m = &mask->type;
  const int64_t last = -1, head = 1;
  if (flat && !mask_is_of_rows(mask)) return NULL;
  value *in[] = {(value *)(uintptr_t)mask, graph_const_i64s(g, NULL, &last, 1)};
  value *top = graph_node(g, before, op_get(OP_REDUCE_MAX), NULL, in, 2, 1)->out[0];
  top->type = *m;
  top->type.dims[m->rank - 1] = 1;
  in[0] = top;
  in[1] = graph_const_f32(g, NULL, -INFINITY);
  value *hidden = graph_node(g, before, op_get(OP_EQUAL), NULL, in, 2, 1)->out[0];
  hidden->type = top->type;
  hidden->type.dtype = FP8C_DTYPE_BOOL;
  if (!flat || m->rank != 4) return hidden;
  in[0] = hidden;
  in[1] = graph_const_i64s(g, NULL, &head, 1);
  value *rows = graph_node(g, before, op_get(OP_SQUEEZE), NULL, in, 2, 1)->out[0];
  rows->type = hidden->type;
  rows->type.rank = 3;
  rows->type.dims[1] = hidden->type.dims[2];
  rows->type.dims[2] = 1;
  return rows;
}

/* A constant condition that is `all` everywhere. */
static bool holds_everywhere(const value *v, bool all, arena *scratch) {
  tensor t;
  fp8c_error ignored;
  if (!value_is_const(v) || v->type.dtype != FP8C_DTYPE_BOOL) return false;
  arena_mark mark = arena_save(scratch);
  bool holds = value_load(v, scratch, &t, &ignored) == FP8C_OK;
  for (int64_t i = 0, n = holds ? tensor_elements(&t) : 0; holds && i < n; i++)
    holds = (((const uint8_t *)t.data)[i] != 0) == all;
  arena_reset(scratch, mark);
  return holds;
}

/* What a condition comes to without operands that change nothing; itself, mostly. */
static value *narrowed_condition(value *v, arena *scratch) {
  for (int depth = 0; depth < 8; depth++) {
    node *n = v->kind == VALUE_NODE ? v->def : NULL;
    bool either = n && (node_is(n, OP_AND) || node_is(n, OP_OR));
    if (either && holds_everywhere(n->in[0], node_is(n, OP_AND), scratch))
      v = n->in[1];
    else if (either && holds_everywhere(n->in[1], node_is(n, OP_AND), scratch))
      v = n->in[0];
    else if (n && node_is(n, OP_EXPAND) && n->in[0]->type.rank == v->type.rank)
      v = n->in[0];
    else
      break;
  }
  return v;
}

value *mask_narrowed(value *mask, node *before, arena *scratch) {
  node *n = mask->kind == VALUE_NODE ? mask->def : NULL;
  double x;
  if (n && node_is(n, OP_EXPAND) && n->in[0]->type.rank == mask->type.rank) return n->in[0];
  if (!n || !node_is(n, OP_WHERE) || !value_scalar(n->in[1], &x) || !value_scalar(n->in[2], &x))
    return narrowed_condition(mask, scratch);
  value *c = narrowed_condition(n->in[0], scratch);
  if (c == n->in[0] || c->type.rank < 2) return mask;
  value *in[] = {c, n->in[1], n->in[2]};
  node *where = graph_node(before->graph, before, op_get(OP_WHERE), NULL, in, 3, 1);
  node_add_sources(where, n);
  where->out[0]->type = c->type;
  where->out[0]->type.dtype = mask->type.dtype;
  return where->out[0];
}

bool mask_is_zero(const value *v, arena *scratch) {
  arena_mark mark = arena_save(scratch);
  const float *x = value_is_const(v) ? constant_f32(v, scratch, NULL) : NULL;
  bool zero = x != NULL;
  for (int64_t i = 0, n = zero ? tensor_elements(&v->type) : 0; zero && i < n; i++)
    zero = x[i] == 0;
  arena_reset(scratch, mark);
  return zero;
}

/* Each query sees the keys up to its own: 0 there, and what leaves no probability elsewhere. */
bool mask_is_causal(const value *v, const tensor *scores, arena *scratch) {
  const double nothing = -1e8; /* no score makes up for it */
  const tensor *m = &v->type;
  int last = m->rank - 1;
  if (!value_is_const(v) || m->rank < 2 || m->dims[last] < 2 ||
      m->dims[last] != m->dims[last - 1] || scores->dims[2] != m->dims[last] ||
      scores->dims[3] != m->dims[last])
    return false;
  for (int i = 0; i < last - 1; i++)
    if (m->dims[i] != 1) return false;
  arena_mark mark = arena_save(scratch);
  const float *x = constant_f32(v, scratch, NULL);
  bool causal = x != NULL;
  for (int64_t q = 0, size = m->dims[last]; causal && q < size; q++)
    for (int64_t k = 0; causal && k < size; k++)
      causal = k <= q ? x[q * size + k] == 0 : (double)x[q * size + k] < nothing;
  arena_reset(scratch, mark);
  return causal;
}

/* ---- What is added to every key of a row ------------------------------------------ */

#define ROW_HIDDEN -1e8f      /* no score is left beside it in F32 */
#define ROW_HIDDEN_F16 -65504 /* the least of F16, where its models' sums have steps of 32 */
#define TOP_LITTLE 4.0f       /* scores in F16 have room for it (precision/attention_scales.c) */

/* A row's largest number among its first `keys`; NaN counts nothing. */
static float top_of(const float *row, int64_t keys) {
  float top = -INFINITY;
  for (int64_t k = 0; k < keys; k++) top = row[k] > top ? row[k] : top;
  return top;
}

static bool leaves_scores(float top) { return top > ROW_HIDDEN && top != ROW_HIDDEN_F16; }

static size_t add_top(float *tops, size_t count, float top) {
  if (leaves_scores(top)) tops[count++] = fminf(top, FLT_MAX);
  return count;
}

/* Keys of a row of the mask, and rows of one head. */
static int64_t keys_of(const tensor *t) { return t->rank ? t->dims[t->rank - 1] : 1; }
static int64_t queries_of(const tensor *t) { return t->rank > 1 ? t->dims[t->rank - 2] : 1; }

static int64_t keys_seen(const tensor *t, bool causal, int64_t row) {
  int64_t keys = keys_of(t), query = row % queries_of(t);
  return causal && query + 1 < keys ? query + 1 : keys;
}

size_t mask_tops(const tensor *t, const float *x, bool causal, float *tops) {
  int64_t keys = keys_of(t), all = tensor_elements(t), rows = keys > 0 ? all / keys : 0;
  bool shared = causal && queries_of(t) == 1; /* query i sees the first i + 1 keys of the row */
  size_t count = 0;
  for (int64_t r = 0; r < rows; r++) {
    const float *row = x + r * keys;
    if (!shared) {
      count = add_top(tops, count, top_of(row, keys_seen(t, causal, r)));
      continue;
    }
    float top = -INFINITY;
    for (int64_t k = 0; k < keys; k++) {
      top = row[k] > top ? row[k] : top;
      count = add_top(tops, count, top);
    }
  }
  return count;
}

value *mask_centred(value *mask, bool causal, arena *scratch) {
  tensor type = mask->type;
  int64_t keys = keys_of(&type);
  if (!value_is_const(mask) || keys <= 0 || (causal && queries_of(&type) == 1)) return mask;
  arena_mark mark = arena_save(scratch);
  float *x = constant_f32(mask, scratch, NULL);
  bool moved = false;
  for (int64_t r = 0, rows = x ? tensor_elements(&type) / keys : 0; r < rows; r++) {
    float *row = x + r * keys, top = top_of(row, keys_seen(&type, causal, r));
    if (!leaves_scores(top) || !(fabsf(top) > TOP_LITTLE) || isinf(top)) continue;
    moved = true;
    for (int64_t k = 0; k < keys; k++)
      row[k] = fmaxf(row[k] - top, row[k] < -FLT_MAX ? row[k] : -FLT_MAX);
  }
  value *centred = mask;
  type.dtype = FP8C_DTYPE_F32;
  if (moved) {
    graph *g = mask->graph;
    centred = graph_const_copy(g, arena_printf(g->arena, "%s.centred", mask->name), &type, x);
    centred->reason = "without what it adds to all keys of a row, which no softmax sees";
  }
  arena_reset(scratch, mark);
  return centred;
}

/* ---- ... and of a mask that a run computes ----------------------------------------- */

/* Where the numbers that hide nothing lie. */
typedef struct extent {
  double least, most; /* infinite, the wrong way round, where there are none */
  bool hides;         /* there are numbers that leave no scores */
} extent;

static const extent nowhere = {.least = INFINITY, .most = -INFINITY};

static extent joined(extent a, extent b) {
  return (extent){fmin(a.least, b.least), fmax(a.most, b.most), a.hides || b.hides};
}

static bool extent_of_constant(const value *v, arena *scratch, extent *out) {
  arena_mark mark = arena_save(scratch);
  const float *x = constant_f32(v, scratch, NULL);
  bool known = x != NULL;
  *out = nowhere;
  for (int64_t i = 0, n = known ? tensor_elements(&v->type) : 0; known && i < n; i++) {
    known = !isnan(x[i]);
    if (!leaves_scores(x[i]))
      out->hides = true;
    else
      *out = joined(*out, (extent){(double)x[i], (double)x[i], false});
  }
  arena_reset(scratch, mark);
  return known;
}

static bool moves_numbers(const node *n) {
  return n->op->family == FAMILY_VIEW || node_is(n, OP_EXPAND) || node_is(n, OP_SLICE) ||
         node_is(n, OP_TRANSPOSE) || node_is(n, OP_GATHER) || node_is(n, OP_TILE);
}

/* False where inputs decide.  Follows at most `steps` nodes. */
static bool extent_of(const value *v, int *steps, arena *scratch, extent *out) {
  if (value_is_const(v)) return extent_of_constant(v, scratch, out);
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  if (!n || --*steps < 0) return false;
  const tensor *from = &n->in[0]->type;
  if (moves_numbers(n)) return extent_of(n->in[0], steps, scratch, out);
  if (node_is(n, OP_CAST) && from->dtype == FP8C_DTYPE_BOOL) {
    *out = (extent){0, 1, false};
    return true;
  }
  if (node_is(n, OP_CAST) && dtype_is_small_float(from->dtype))
    return extent_of(n->in[0], steps, scratch, out);
  bool where = node_is(n, OP_WHERE);
  if (!where && !node_is(n, OP_CONCAT)) return false;
  *out = nowhere;
  for (size_t i = where; i < n->in_count; i++) {
    extent one;
    if (!extent_of(n->in[i], steps, scratch, &one)) return false;
    *out = joined(*out, one);
  }
  return true;
}

double mask_bound(const value *mask, arena *scratch) {
  enum { STEPS = 16 };
  int steps = STEPS;
  extent e;
  if (!extent_of(mask, &steps, scratch, &e)) return INFINITY;
  return e.least > e.most ? 0 : fmax(fabs(e.least), fabs(e.most));
}

#define MASK_ELEMENTS_MAX (1 << 26) /* of a mask with rows that was without, as far as known */

/* How many rows of the mask see different keys of it; 0: none do, -1: not known. */
static int64_t causal_rows(const node *n) {
  const tensor *m = &n->in[3]->type, *q = &n->in[0]->type;
  if (!node_int(n, "is_causal") || keys_of(m) == 1) return 0;
  bool known = keys_of(m) > 0 && q->rank >= 3 && !node_int(n, "causal_end");
  int64_t rows = known ? q->dims[q->rank == 4 ? 2 : 1] : 0;
  return rows > 0 ? rows : -1;
}

bool mask_is_centred_in_run(const node *n) {
  const tensor *m = &n->in[3]->type;
  int64_t elements = causal_rows(n);
  if (m->rank < 1 || !dtype_is_small_float(m->dtype) || elements < 0) return false;
  if (elements > MASK_ELEMENTS_MAX || keys_of(m) > MASK_ELEMENTS_MAX) return elements == 0;
  elements *= keys_of(m);
  for (int i = 0; i < m->rank - 2; i++)
    if (m->dims[i] > 0 && elements <= MASK_ELEMENTS_MAX) elements *= m->dims[i];
  return elements <= MASK_ELEMENTS_MAX;
}

/* A node in front of n whose result is as wide as `like`. */
static value *made(node *n, op_id op, const char *name, value *const *in, size_t count,
                   const tensor *like) {
  node *m = graph_node(n->graph, n, op_get(op), NULL, in, count, 1);
  node_add_sources(m, n);
  m->out[0]->type = *like;
  if (name) value_rename(m->out[0], arena_printf(n->graph->arena, "%s.%s", n->in[3]->name, name));
  return m->out[0];
}

/* The mask with -inf where query i sees no further keys than i's own. */
static value *with_causal_order(node *n, value *mask) {
  graph *g = n->graph;
  int64_t rows = causal_rows(n), keys = keys_of(&mask->type);
  tensor order = {.dtype = FP8C_DTYPE_BOOL, .rank = 2, .dims = {rows, keys}}, type = mask->type;
  uint8_t *seen = NEW_ARRAY(g->arena, uint8_t, (size_t)(rows * keys));
  for (int64_t i = 0; i < rows; i++)
    for (int64_t k = 0; k <= i && k < keys; k++) seen[i * keys + k] = 1;
  if (type.rank < 2) type.rank = 2;
  type.dims[type.rank - 2] = rows;
  type.dims[type.rank - 1] = keys;
  blob bytes = {.bytes = (uint64_t)(rows * keys), .memory = seen};
  value *in[] = {graph_const(g, NULL, &order, bytes), mask, graph_const_f32(g, NULL, -INFINITY)};
  return made(n, OP_WHERE, "seen", in, 3, &type);
}

value *mask_centred_in_run(node *n) {
  if (!mask_is_centred_in_run(n)) return NULL;
  graph *g = n->graph;
  value *x = n->in[3];
  tensor type = x->type;
  const int64_t last = -1;
  if (type.dtype != FP8C_DTYPE_F32) {
    type.dtype = FP8C_DTYPE_F32;
    x = made(n, OP_CAST, NULL, &x, 1, &type);
    node_set_int(x->def, "to", dtype_to_onnx(FP8C_DTYPE_F32));
  }
  if (causal_rows(n)) x = with_causal_order(n, x), type = x->type;
  tensor row = type;
  row.dims[row.rank - 1] = 1;
  value *of[] = {x, graph_const_i64s(g, NULL, &last, 1)};
  value *top = made(n, OP_REDUCE_MAX, "top", of, 2, &row);
  /* a row that is hidden altogether stays so */
  value *both[] = {top, graph_const_f32(g, NULL, ROW_HIDDEN)};
  value *off = made(n, OP_MAX, NULL, both, 2, &row);
  value *parts[] = {x, off};
  value *centred = made(n, OP_SUB, "centred", parts, 2, &type);
  centred->reason = "without what it adds to all keys of a row, which no softmax sees";
  return centred;
}

value *mask_as_numbers(node *n) {
  graph *g = n->graph;
  tensor type = n->in[3]->type;
  type.dtype = FP8C_DTYPE_F32;
  value *in[] = {n->in[3], graph_const_f32(g, NULL, 0), graph_const_f32(g, NULL, -INFINITY)};
  value *numbers = made(n, OP_WHERE, "added", in, 3, &type);
  numbers->reason = "bools as numbers, which the copy engine brings to the scores";
  return numbers;
}
