/* activations_for_fp8.c - a Gelu or Swish whose result is only ever rounded to FP8, alone or times
 * what it gates, takes the form made for that (ops/math.h): 7 instructions instead of 15, and 10
 * instead of 37, which is what its product's epilogue has time for.  They are off by at most 1.2e-3
 * and 9e-4; E4M3 rounds by up to 3% of the number. */
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"
#include "passes/match.h"

static bool rounds_to_fp8(const node *n) {
  bool rounds = node_is(n, OP_QUANTIZE) || node_is(n, OP_QUANTIZE_SPLIT);
  return rounds && dtype_is_fp8(n->out[0]->type.dtype);
}

/* Readers round it, or (gate) multiply it with something else that is only rounded then. */
static bool only_rounded_to_fp8(const value *v, bool gate) {
  for (size_t i = 0; i < v->user_count; i++) {
    const node *u = v->users[i];
    bool gates =
        gate && node_is(u, OP_MUL) && u->in[0] != u->in[1] && only_rounded_to_fp8(u->out[0], false);
    if (!gates && !rounds_to_fp8(u)) return false;
  }
  return v->user_count > 0 && v->output_uses == 0;
}

static bool has_short_form(const node *n) {
  const char *form = node_string(n, "approximate");
  if (form && strcmp(form, "fp8") == 0) return false;
  if (node_is(n, OP_SWISH)) return node_float(n, "alpha") == 1.0f;
  return node_is(n, OP_GELU);
}

fp8c_status pass_activations_for_fp8(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next) {
    if (!has_short_form(n) || !only_rounded_to_fp8(n->out[0], true)) continue;
    node_set_string(n, "approximate", "fp8");
    c->changes++;
  }
  return FP8C_OK;
}
