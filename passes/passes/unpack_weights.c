/* unpack_weights.c - packed weights as numbers, in the format that the product reads.
 *
 * Where a target has no kernel for packed weights they are computed here, once.  Where a product
 * has so many rows that decoding its codes for each tile of them takes longer, each run computes
 * them in front of the product: the plan still holds codes alone, which its sizes of few rows
 * multiply. */
#include "base/numbers.h"
#include "ops/dtype.h"
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

/* The product of the same tokens and the weights as numbers. */
static void multiply_numbers(node *n, value *weights, pass_context *c) {
  value *in[] = {n->in[0], weights, n->in[2]};
  node *linear = node_like(n, OP_LINEAR, in, n->in[2] ? 3 : 2);
  node_add_sources(linear, n);
  linear->decision = n->decision;
  linear->region = n->region;
  take_over(linear, n->out[0]);
  c->changes++;
}

static value *numbers_in_each_run(node *n) {
  static const char *const kept[] = {"codes", "columns", "depth", "block", "factor"};
  graph *g = n->graph;
  value *in[] = {n->in[1], n->in[4], node_input(n, 5)};
  fp8c_dtype dtype = weights_beside(n->in[0]);
  node *d = graph_node(g, n, op_get(OP_DEQUANTIZE_PACKED), NULL, in, in[2] ? 3 : 2, 1);
  node_add_sources(d, n);
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
    const attr *a = attr_find(n->attrs, kept[i]);
    if (a) node_set_attr(d, *a);
  }
  node_set_int(d, "to", dtype_to_onnx(dtype));
  d->out[0]->type =
      (tensor){.dtype = dtype, .rank = 2, .dims = {node_int(n, "columns"), node_int(n, "depth")}};
  d->out[0]->reason = "packed weights as numbers: so many rows take less time with them";
  return d->out[0];
}

fp8c_status pass_unpack_weights(graph *g, pass_context *c, fp8c_error *err) {
  unpacked *done = NULL;
  for (node *n = g->first; n; n = n->next) {
    if (!node_is(n, OP_PACKED_LINEAR)) continue;
    if (!targets_refuse(&c->rules, &(kernel_question){.what = ASK_PACKED, .n = n})) {
      if (!targets_refuse(&c->rules, &(kernel_question){.what = ASK_DEQUANTIZED, .n = n}))
        multiply_numbers(n, numbers_in_each_run(n), c);
      continue;
    }
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
    multiply_numbers(n, w->weights, c);
  }
  return FP8C_OK;
}
