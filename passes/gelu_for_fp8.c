/* gelu_for_fp8.c - a Gelu whose result is only ever rounded to FP8 takes the form made for
 * that (ops/math.h): 7 instructions instead of 15, which is what its product's epilogue has
 * time for.  It is off by at most 1.2e-3; E4M3 rounds by up to 3% of the number. */
#include <string.h>

#include "base/numbers.h"
#include "passes/match.h"

static bool only_rounded_to_fp8(const value *v) {
  for (size_t i = 0; i < v->user_count; i++)
    if (!node_is(v->users[i], OP_QUANTIZE) || !dtype_is_fp8(v->users[i]->out[0]->type.dtype))
      return false;
  return v->user_count > 0 && v->output_uses == 0;
}

fp8c_status pass_gelu_for_fp8(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next) {
    if (!node_is(n, OP_GELU) || !only_rounded_to_fp8(n->out[0])) continue;
    const char *form = node_string(n, "approximate");
    bool tanh_form = form && strcmp(form, "tanh") == 0;
    /* The GEMM library has the tanh form, and no other. */
    if ((form && strcmp(form, "fp8") == 0) || (tanh_form && !c->rules.gemm_epilogue)) continue;
    node_set_string(n, "approximate", "fp8");
    c->changes++;
  }
  return FP8C_OK;
}
