/* ask_rows.c - whether any number is infinite is asked row by row.
 *
 *     Where(Greater(ReduceSum(Cast(IsInf(x))), 0), a, b)
 *
 * is how an F16 T5 of Hugging Face chooses the bounds that it clamps its hidden states to: any()
 * over a whole tensor, of bools, cast to integers and summed, none of which joins a kernel of
 * floats.  The same number is
 *
 *     m = ReduceMax of ThresholdedRelu(|x|) by row, then of all rows
 *     Sign(Relu(m)) * (a - b) + b
 *
 * with the greatest finite F32 as the threshold: infinity for an infinite number, 0 for others, NaN
 * too.  The rows join the kernel that makes x, and the rest is one kernel of one row.  a and b must
 * come back from the sum without a rounding.  Relu: of no rows the maximum is minus infinity. */
#include <float.h>
#include <math.h>

#include "base/numbers.h"
#include "ops/dtype.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/reductions.h"
#include "ops/ids/select.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"
#include "passes/match.h"
#include "passes/moves.h"

/* Shorter rows leave too many maxima for the one block that reads them. */
#define ROW_LEAST 64

/* v is true where any of so many bools is: these, cast to numbers whose sum does not wrap; NULL
 * where it is something else. */
static value *any_of(const value *v) {
  double zero;
  const node *test = value_def_of(v, OP_GREATER), *sum;
  if (test) {
    if (!value_scalar(test->in[1], &zero) || zero != 0) return NULL;
  } else if (!(test = value_def_of(v, OP_CAST))) {
    return NULL;
  }
  sum = value_def_of(test->in[0], OP_REDUCE_SUM);
  if (!sum) sum = value_def_of(test->in[0], OP_REDUCE_MAX);
  if (!sum || !is_single(sum->out[0])) return NULL;
  const node *count = value_def_of(sum->in[0], OP_CAST);
  if (!count || count->in[0]->type.dtype != FP8C_DTYPE_BOOL) return NULL;
  fp8c_dtype counted = count->out[0]->type.dtype;
  bool wraps = counted != FP8C_DTYPE_I64 && counted != FP8C_DTYPE_I32;
  return wraps ? NULL : count->in[0];
}

/* What IsInf asks, in front of casts to wider floats; NULL where it is no such question. */
static value *asked(const value *bools) {
  const node *test = bools ? value_def_of(bools, OP_IS_INF) : NULL;
  if (!test || !node_int(test, "detect_negative") || !node_int(test, "detect_positive"))
    return NULL;
  value *x = test->in[0];
  for (const node *cast; (cast = value_def_of(x, OP_CAST)); x = cast->in[0]) {
    fp8c_dtype to = x->type.dtype;
    if ((to != FP8C_DTYPE_F64 && to != FP8C_DTYPE_F32) ||
        !dtype_is_small_float(cast->in[0]->type.dtype))
      break;
  }
  int last = x->type.rank - 1;
  bool rows = last >= 0 && x->type.dims[last] >= ROW_LEAST;
  return rows && dtype_is_small_float(x->type.dtype) ? x : NULL;
}

/* b + (a - b) is a, and b + 0 is b: bit by bit, in F32. */
static bool come_back(double a, double b) {
  volatile float low = (float)b, apart = (float)a - low, back = apart + low;
  return isfinite(apart) && b != 0 && a != 0 && back == (float)a && (double)back == a &&
         (double)low == b;
}

typedef struct writing {
  node *before;
  fp8c_error *err;
  fp8c_status status;
} writing;

static value *made(writing *w, op_id op, value *x, value *y) {
  value *in[] = {x, y};
  node *n = graph_node(w->before->graph, w->before, op_get(op), NULL, in, y ? 2 : 1, 1);
  if (op == OP_THRESHOLDED_RELU) node_set_float(n, "alpha", FLT_MAX);
  if (op == OP_CAST) node_set_int(n, "to", dtype_to_onnx(FP8C_DTYPE_F32));
  if (w->status == FP8C_OK) w->status = node_infer(n, w->err);
  return n->out[0];
}

/* The choice as a value [1, 1] in F32. */
static value *choice(writing *w, value *x, double a, double b) {
  graph *g = w->before->graph;
  const int64_t last = -1, row[] = {1, -1};
  value *axis = graph_const_i64s(g, NULL, &last, 1);
  x = made(w, OP_THRESHOLDED_RELU, made(w, OP_ABS, x, NULL), NULL);
  x = made(w, OP_REDUCE_MAX, x, axis);
  x = made(w, OP_RESHAPE, x, graph_const_i64s(g, NULL, row, 2));
  x = made(w, OP_REDUCE_MAX, x, axis);
  if (x->type.dtype != FP8C_DTYPE_F32) x = made(w, OP_CAST, x, NULL);
  x = made(w, OP_SIGN, made(w, OP_RELU, x, NULL), NULL);
  x = made(w, OP_MUL, x, graph_const_f32(g, NULL, (float)a - (float)b));
  return made(w, OP_ADD, x, graph_const_f32(g, NULL, (float)b));
}

/* `to`, [1, 1], takes the place of v with all that is only negated or cast of it, so that one
 * kernel computes that too. */
static void replace(value *v, value *to) {
  size_t others = v->output_uses;
  for (size_t i = 0; i < v->user_count; i++) {
    node *u = v->users[i];
    bool casts = node_is(u, OP_CAST) && dtype_is_small_float(u->out[0]->type.dtype);
    if (!casts && !node_is(u, OP_NEG)) {
      others++;
      continue;
    }
    node *n = graph_node(u->graph, u, u->op, u->name, &to, 1, 1);
    for (size_t k = 0; k < u->attrs.count; k++) node_set_attr(n, u->attrs.items[k]);
    node_add_sources(n, u);
    n->out[0]->type = to->type;
    n->out[0]->type.dtype = u->out[0]->type.dtype;
    replace(u->out[0], n->out[0]);
  }
  if (others) value_replace(v, move_reshaped(to, &v->type, to->def->next));
}

static bool rewrite(node *where, fp8c_status *status, fp8c_error *err) {
  double a, b;
  value *v = where->out[0], *x = asked(any_of(where->in[0]));
  if (!x || v->type.dtype != FP8C_DTYPE_F32 || v->type.rank > 1 || !is_single(v) ||
      value_is_output(v) || !value_scalar(where->in[1], &a) || !value_scalar(where->in[2], &b) ||
      !come_back(a, b))
    return false;
  writing w = {.before = where, .err = err};
  value *to = choice(&w, x, a, b);
  *status = w.status;
  if (w.status != FP8C_OK) return false;
  node_add_sources(to->def, where);
  replace(v, to);
  return true;
}

fp8c_status pass_ask_rows(graph *g, pass_context *c, fp8c_error *err) {
  fp8c_status status = FP8C_OK;
  for (node *n = g->first; n && status == FP8C_OK; n = n->next)
    if (has_output(n) && node_is(n, OP_WHERE) && value_is_used(n->out[0]))
      c->changes += rewrite(n, &status, err);
  return status;
}
