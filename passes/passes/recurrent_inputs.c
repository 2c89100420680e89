/* recurrent_inputs.c - what LSTM, GRU and RNN multiply all their inputs by becomes a product of its
 * own.
 *
 *     LSTM(X, W, R, B)  ->  LSTM(Linear(X, W, b), _, R)
 *
 * It depends on no state, so it is one product for all steps, with a format, scales and kernels
 * like any other; b holds both biases, added once as the operator adds them.  What is left
 * multiplies the state, in a format of its own (recurrent_state.h).  Weights that a run computes
 * stay where they are. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "ops/ids/products.h"
#include "ops/ids/signals.h"
#include "passes/match.h"
#include "passes/precision/overrides.h"
#include "passes/precision/precision.h"

enum { X, W, R, B };

/* The new state of such a GRU multiplies R . h and its bias by the reset gate. */
static bool bias_apart(const node *n) {
  return node_is(n, OP_GRU) && node_int(n, "linear_before_reset") != 0;
}

static bool known_f32(const value *v, int rank) {
  return v && value_is_const(v) && v->type.dtype == FP8C_DTYPE_F32 && v->type.rank == rank &&
         tensor_shape_known(&v->type);
}

static bool fits(const node *n) {
  const value *b = node_input(n, B);
  return n->op->work == WORK_RECURRENT && n->in_count > R && n->in[X] && n->in[R] &&
         n->in[X]->type.rank == 3 && n->in[X]->type.dtype == FP8C_DTYPE_F32 &&
         !value_is_const(n->in[X]) && known_f32(n->in[W], 3) && n->in[R]->type.rank == 3 &&
         n->in[R]->type.dims[2] > 0 && (!b || known_f32(b, 2));
}

/* Of directions after each other: both biases, less that of the state where it stays apart. */
static fp8c_status input_bias(const node *n, arena *scratch, value **out, fp8c_error *err) {
  graph *g = n->graph;
  const value *b = node_input(n, B);
  *out = NULL;
  if (!b) return FP8C_OK;
  tensor t;
  TRY(value_load(b, scratch, &t, err));
  int64_t directions = t.dims[0], rows = t.dims[1] / 2, apart = rows;
  if (bias_apart(n)) apart = 2 * n->in[R]->type.dims[2];
  float *sums = NEW_ARRAY(scratch, float, (size_t)(directions * rows) + 1);
  for (int64_t d = 0; d < directions; d++) {
    const float *both = (const float *)t.data + d * 2 * rows;
    for (int64_t i = 0; i < rows; i++)
      sums[d * rows + i] = i < apart ? both[i] + both[rows + i] : both[i];
  }
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {directions * rows}};
  *out = graph_const_copy(g, arena_printf(g->arena, "%s.input", b->name), &type, sums);
  return FP8C_OK;
}

static fp8c_status take_out(node *n, arena *scratch, fp8c_error *err) {
  graph *g = n->graph;
  const value *w = n->in[W];
  tensor type = {.dtype = FP8C_DTYPE_F32,
                 .rank = 2,
                 .dims = {w->type.dims[0] * w->type.dims[1], w->type.dims[2]}};
  value *in[] = {n->in[X],
                 graph_const(g, arena_printf(g->arena, "%s.input", w->name), &type, w->blob), NULL};
  TRY(input_bias(n, scratch, &in[2], err));
  node *product =
      graph_node(g, n, op_get(OP_LINEAR), arena_printf(g->arena, "%s" RECURRENT_INPUT, n->name), in,
                 in[2] ? 3 : 2, 1);
  node_add_sources(product, n);
  value_rename(product->out[0], arena_printf(g->arena, "%s.gates", n->name));
  TRY(node_infer(product, err));
  node_set_input(n, X, product->out[0]);
  node_set_input(n, W, NULL);
  if (n->in_count > B && !bias_apart(n)) node_set_input(n, B, NULL);
  node_set_int(n, "gates_given", 1);
  return FP8C_OK;
}

/* Somebody wants the layer in FP8, and it cannot be. */
static fp8c_status refuse(const node *n, pass_context *c, const node_override *o, fp8c_error *err) {
  const char *why = n->in[X] && n->in[X]->type.rank < 0
                        ? "how many dimensions its input has is decided in a run; --shape or --fix "
                          "may settle it"
                        : "its weights, or its bias, are no F32 constants";
  if (o->must)
    return fail(err, FP8C_ERROR_ARGUMENT, "--override: %s pins node \"%s\" to %s, but %s", o->words,
                n->name, fp8c_dtype_name(o->format), why);
  overrides_refused(c->overrides, n, why);
  pass_remark(c, "override-refused", n, "%s asks for %s on node \"%s\", but %s", o->words,
              fp8c_dtype_name(o->format), n->name, why);
  return FP8C_OK;
}

fp8c_status pass_recurrent_inputs(graph *g, pass_context *c, fp8c_error *err) {
  for (node *n = g->first; n; n = n->next) {
    if (n->op->work != WORK_RECURRENT || !n->in[1]) continue;
    if (!fits(n)) {
      const node_override *o = override_of(c->overrides, n);
      if (o && dtype_is_fp8(o->format)) TRY(refuse(n, c, o, err));
      continue;
    }
    TRY(take_out(n, c->scratch, err));
    c->changes++;
  }
  return FP8C_OK;
}
