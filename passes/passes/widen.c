/* widen.c - an F16 model that states its own formats is computed in F32 between them.
 *
 * F16 there is what the model's tool stored for a GPU that sums and normalises in
 * F32.  Rounded behind every operator, a norm that is written out subtracts two
 * numbers that F16 cannot tell apart.  ONNX Runtime's CPU keeps F32 too: it has no
 * arithmetic in F16.  Ports, constants and Casts keep what they state. */
#include "ops/ids/types.h"
#include "passes/match.h"
#include "passes/precision/precision.h"

/* Gives exactly what it is asked for. */
static bool states_its_format(const node *n) {
  return node_is(n, OP_CAST) || node_is(n, OP_CAST_LIKE) || node_is(n, OP_BIT_CAST) ||
         node_is(n, OP_QUANTIZE_LINEAR) || n->op->precision == CLASS_EXACT;
}

/* Numbers that came in F16 and are only moved stay as they are. */
static bool moves_f16(const node *n) {
  return n->op->types == TYPES_MOVE && n->in_count && n->in[0] &&
         n->in[0]->type.dtype == FP8C_DTYPE_F16;
}

fp8c_status pass_widen(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  if (!c->keep_formats) return FP8C_OK;
  for (node *n = g->first; n; n = n->next) {
    bool dequantizes = node_is(n, OP_DEQUANTIZE_LINEAR);
    if ((states_its_format(n) && !dequantizes) || moves_f16(n)) continue;
    for (size_t i = 0; i < n->out_count; i++) {
      value *v = n->out[i];
      if (!v || v->type.dtype != FP8C_DTYPE_F16 || value_is_output(v)) continue;
      v->type.dtype = FP8C_DTYPE_F32;
      c->changes++;
    }
  }
  return FP8C_OK;
}
