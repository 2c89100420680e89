/* repair.c - the weights of products, as they will run. */
#include "passes/repair.h"

fp8c_status product_weights(pass_context *c, const node *n, fp8c_dtype activations,
                            fp8c_dtype format, bool per_channel, const small_weight **out,
                            fp8c_error *err) {
  (void)activations; /* rounding to nearest does not look at them */
  scale_policy policy = operand_policy(c, n, 1);
  return weight_by(c, n->in[1], format, per_channel, &policy, out, err);
}
