/* short_sums.c - a reduction over an axis of few elements, of what was stacked or split along it,
 * becomes sums of the parts.
 *
 * Branches that are weighed against each other (selective kernels, split attention) are written as
 * one tensor with an axis for the branches: a Concat of Unsqueezes, or channels that a Reshape
 * takes apart, summed over that axis, mostly with a weight for each.  As parts the branches are
 * never copied together, and their sum is element by element, with all that is so in front and
 * behind.
 *
 * Terms are added in the order in which a reduction on the CPU adds them: one after the other where
 * something lies behind the axis, by halves where nothing does.  The results are the same but for
 * the sign of a zero, as a reduction begins with 0. */
#include "base/numbers.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/reductions.h"
#include "ops/ids/select.h"
#include "ops/ids/types.h"
#include "passes/moves.h"

#define TERMS_MAX 8
#define WORKS_MAX 4 /* elementwise nodes between the parts and the reduction, on one way */

/* The axis that is taken apart, counted from the last one on: operands that are spread over it may
 * have fewer dimensions. */
typedef struct short_axis {
  int from_last; /* 1: it is the last */
  int64_t count;
  bool slices; /* parts of a split tensor may be cut out of it */
} short_axis;

/* Where v has the axis; below 0: it has not. */
static int axis_in(const value *v, const short_axis *a) { return v->type.rank - a->from_last; }

static bool is_plain(const value *v) {
  return v && v->type.rank >= 0 && v->type.scale.kind == SCALE_NONE;
}

/* ---- What may be taken apart ------------------------------------------------------------ */

/* Joined of as many parts as the axis has elements. */
static bool is_stack(const value *v, const short_axis *a) {
  const node *n = value_def_of(v, OP_CONCAT);
  int at = axis_in(v, a);
  if (!n || n->region || (int64_t)n->in_count != a->count || node_axis(n, v->type.rank) != at)
    return false;
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i]->type.rank != v->type.rank || n->in[i]->type.dims[at] != 1) return false;
  return true;
}

/* What a Reshape took apart, so that the axis is the outer one of two that were one; NULL. */
static value *split_of(const value *v, const short_axis *a) {
  const node *n = value_def_of(v, OP_RESHAPE);
  int at = axis_in(v, a);
  if (!n || n->region || at + 1 >= v->type.rank) return NULL;
  const tensor *whole = &n->in[0]->type, *y = &v->type;
  if (whole->rank != y->rank - 1 || !is_plain(n->in[0])) return NULL;
  for (int i = 0; i < whole->rank; i++) {
    int64_t size = i < at ? y->dims[i] : y->dims[i + 1];
    if (i == at && size > 0) size *= a->count;
    if (whole->dims[i] != size || size == DIM_UNKNOWN || (i == at && size <= 0)) return NULL;
  }
  return n->in[0];
}

/* Its number at a place depends on those of its operands at that place, and on nothing that an axis
 * says. */
static bool is_elementwise(const node *n) {
  if (n->op->family != FAMILY_ELTWISE || n->region || n->out_count != 1 || node_is(n, OP_ROTARY) ||
      op_has(n->op, FACT_QUANTIZES))
    return false;
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] && !is_plain(n->in[i])) return false;
  return true;
}

/* v has parts along the axis that need no copy. */
static bool has_parts(const value *v, const short_axis *a, int depth) {
  int at = axis_in(v, a);
  if (!is_plain(v) || at < 0 || v->type.dims[at] != a->count || v->kind != VALUE_NODE) return false;
  if (is_stack(v, a) || (a->slices && split_of(v, a))) return true;
  const node *n = v->def;
  if (depth == WORKS_MAX || !is_elementwise(n) || !value_used_once(v)) return false;
  bool some = false;
  for (size_t i = 0; i < n->in_count; i++) {
    if (!n->in[i]) continue;
    int own = axis_in(n->in[i], a);
    if (own >= 0 && n->in[i]->type.dims[own] != 1 && n->in[i]->type.dims[own] != a->count)
      return false;
    some = some || has_parts(n->in[i], a, depth + 1);
  }
  return some;
}

/* ---- Parts ------------------------------------------------------------------------------ */

static tensor without(const tensor *t, int axis) {
  tensor y = *t;
  y.rank--;
  for (int i = axis; i < y.rank; i++) y.dims[i] = t->dims[i + 1];
  return y;
}

/* v, whose axis `at` has one element, without that axis. */
static value *squeezed(value *v, int at, node *before) {
  const int64_t axis = at;
  const tensor type = without(&v->type, at);
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  if (n && (node_is(n, OP_UNSQUEEZE) || node_is(n, OP_RESHAPE)) && !n->region &&
      same_shape(&n->in[0]->type, &type) && is_plain(n->in[0]))
    return n->in[0];
  value *in[2] = {v, graph_const_i64s(before->graph, NULL, &axis, 1)};
  node *s = graph_node(before->graph, before, op_get(OP_SQUEEZE), NULL, in, 2, 1);
  node_add_sources(s, before);
  s->out[0]->type = type;
  return s->out[0];
}

/* The elements of v from `start` on along axis `at`. */
static value *cut(value *v, int at, int64_t start, int64_t count, node *before) {
  graph *g = before->graph;
  const int64_t end = start + count, axis = at;
  value *in[4] = {v, graph_const_i64s(g, NULL, &start, 1), graph_const_i64s(g, NULL, &end, 1),
                  graph_const_i64s(g, NULL, &axis, 1)};
  node *s = graph_node(g, before, op_get(OP_SLICE), NULL, in, 4, 1);
  node_add_sources(s, before);
  s->out[0]->type = v->type;
  s->out[0]->type.dims[at] = count;
  return s->out[0];
}

/* Part `i` of v, in front of `before`, without the axis. */
static value *part_of(value *v, const short_axis *a, int64_t i, node *before) {
  int at = axis_in(v, a);
  if (at < 0) return v;
  if (v->type.dims[at] == 1) return squeezed(v, at, before);
  if (is_stack(v, a)) return squeezed(v->def->in[i], at, before);
  value *whole = split_of(v, a);
  if (whole) {
    int64_t size = v->type.dims[at + 1];
    return cut(whole, at, i * size, size, before);
  }
  if (!has_parts(v, a, 0)) return squeezed(cut(v, at, i, 1, before), at, before);
  node *n = v->def;
  value **in = NEW_ARRAY(before->graph->scratch, value *, n->in_count);
  for (size_t k = 0; k < n->in_count; k++)
    in[k] = n->in[k] ? part_of(n->in[k], a, i, before) : NULL;
  tensor type = without(&v->type, at);
  return node_copied(n, in, &type, before)->out[0];
}

/* ---- Their sum -------------------------------------------------------------------------- */

static op_id step_of(const node *n) {
  if (node_is(n, OP_REDUCE_SUM) || node_is(n, OP_REDUCE_MEAN)) return OP_ADD;
  return node_is(n, OP_REDUCE_MAX) ? OP_MAX : OP_MIN;
}

static value *two(node *n, op_id op, value *x, value *y) {
  value *in[2] = {x, y};
  node *both = node_like(n, op, in, 2);
  node_add_sources(both, n);
  both->out[0]->type = x->type;
  return both->out[0];
}

/* All terms, in the order of the CPU's reduction (ops/reduce.c). */
static value *joined(node *n, value **terms, int64_t count, bool by_halves) {
  op_id op = step_of(n);
  for (int64_t i = 1; i < count && !by_halves; i++) terms[0] = two(n, op, terms[0], terms[i]);
  for (int64_t half = TERMS_MAX / 2; half > 0 && by_halves; half /= 2)
    for (int64_t i = 0; i < half && i + half < count; i++)
      terms[i] = two(n, op, terms[i], terms[i + half]);
  return terms[0];
}

/* Whether anything lies behind the axis. */
static bool is_innermost(const tensor *x, int axis) {
  for (int i = axis + 1; i < x->rank; i++)
    if (x->dims[i] != 1) return false;
  return true;
}

/* A chain rounds small floats after each term, where a reduction rounds once: of two terms that is
 * the same. */
static bool rounds_alike(const node *n, int64_t count) {
  bool extreme = node_is(n, OP_REDUCE_MAX) || node_is(n, OP_REDUCE_MIN);
  fp8c_dtype d = n->in[0]->type.dtype;
  return d == FP8C_DTYPE_F32 ||
         (dtype_is_small_float(d) && (extreme || (count == 2 && node_is(n, OP_REDUCE_SUM))));
}

static bool reduces(const node *n) {
  return node_is(n, OP_REDUCE_SUM) || node_is(n, OP_REDUCE_MEAN) || node_is(n, OP_REDUCE_MAX) ||
         node_is(n, OP_REDUCE_MIN);
}

static bool rewrite(node *n, bool gpu) {
  value *terms[TERMS_MAX], *x = n->in_count ? n->in[0] : NULL;
  if (!reduces(n) || n->region || !has_output(n) || !is_plain(x) || !is_plain(n->out[0]))
    return false;
  int axis = reduces_one(n);
  if (axis < 0 || x->type.dims[axis] < 2 || x->type.dims[axis] > TERMS_MAX ||
      !rounds_alike(n, x->type.dims[axis]))
    return false;
  const short_axis a = {x->type.rank - axis, x->type.dims[axis], gpu};
  if (!has_parts(x, &a, 0)) return false;
  for (int64_t i = 0; i < a.count; i++) terms[i] = part_of(x, &a, i, n);
  value *y = joined(n, terms, a.count, is_innermost(&x->type, axis));
  if (node_is(n, OP_REDUCE_MEAN))
    y = two(n, OP_DIV, y, graph_const_f32(n->graph, NULL, (float)a.count));
  if (node_int(n, "keepdims")) {
    y = move_unsqueezed(y, axis, n);
    node_add_sources(y->def, n);
  }
  take_over(y->def, n->out[0]);
  node_remove(n);
  return true;
}

fp8c_status pass_short_sums(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first, *next; n; n = next) {
    next = n->next;
    arena_mark mark = arena_save(g->scratch);
    c->changes += rewrite(n, c->rules.gpu);
    arena_reset(g->scratch, mark);
  }
  return FP8C_OK;
}
