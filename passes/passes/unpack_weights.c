/* unpack_weights.c - where a target has no kernel for packed weights, the product's weights are
 * numbers again.
 *
 * Computed here, in the format that the product reads, and not in every run. */
#include "base/numbers.h"
#include "ops/ids/products.h"
#include "ops/packed.h"
#include "passes/match.h"

typedef struct unpacked {
  const value *codes, *scales;
  fp8c_dtype dtype;
  value *weights;
  struct unpacked *next;
} unpacked;

/* What multiplies the tokens as they are. */
static fp8c_dtype weights_beside(const value *x) {
  fp8c_dtype d = x->type.dtype;
  return d == FP8C_DTYPE_BF16 || d == FP8C_DTYPE_F16 ? d : FP8C_DTYPE_F32;
}

static fp8c_status numbers_of(const node *n, pass_context *c, fp8c_dtype dtype, value **out,
                              fp8c_error *err) {
  op_call call;
  packed_form f;
  graph *g = n->graph;
  TRY(node_call(n, c->scratch, true, &call, err));
  call.scratch = c->scratch;
  call.threads = c->threads;
  TRY(packed_form_of_call(&call, &f, err));
  tensor type = {.dtype = dtype, .rank = 2, .dims = {f.n, f.k}};
  char *to = arena_alloc(g->arena, tensor_bytes(&type));
  float *real = dtype == FP8C_DTYPE_F32 ? (void *)to : NEW_ARRAY(c->scratch, float, f.n *f.k);
  TRY(packed_unpack(&call, real, err));
  if (dtype != FP8C_DTYPE_F32) floats_encode(dtype, real, to, (size_t)(f.n * f.k), true);
  *out = graph_const(g, arena_printf(g->arena, "%s.%s", n->in[1]->name, fp8c_dtype_name(dtype)),
                     &type, (blob){.bytes = tensor_bytes(&type), .memory = to});
  (*out)->reason = "unpacked: the target has no kernel for these packed weights";
  return FP8C_OK;
}

fp8c_status pass_unpack_weights(graph *g, pass_context *c, fp8c_error *err) {
  unpacked *done = NULL;
  for (node *n = g->first; n; n = n->next) {
    kernel_question q = {.what = ASK_PACKED, .n = n};
    if (!node_is(n, OP_PACKED_LINEAR) || !targets_refuse(&c->rules, &q)) continue;
    fp8c_dtype dtype = weights_beside(n->in[0]);
    unpacked *w = done;
    while (w && !(w->codes == n->in[1] && w->scales == n->in[4] && w->dtype == dtype)) w = w->next;
    if (!w) {
      w = NEW(c->keep, unpacked);
      *w = (unpacked){n->in[1], n->in[4], dtype, NULL, done};
      arena_mark mark = arena_save(c->scratch);
      TRY(numbers_of(n, c, dtype, &w->weights, err));
      arena_reset(c->scratch, mark);
      done = w;
    }
    value *in[] = {n->in[0], w->weights, n->in[2]};
    node *linear = node_like(n, OP_LINEAR, in, n->in[2] ? 3 : 2);
    node_add_sources(linear, n);
    linear->decision = n->decision;
    linear->region = n->region;
    take_over(linear, n->out[0]);
    c->changes++;
  }
  return FP8C_OK;
}
