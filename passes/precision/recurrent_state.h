/* recurrent_state.h - LSTM, GRU and RNN whose product with the state may be FP8.
 *
 * Once what multiplies all inputs is a product of its own (recurrent-inputs), R . h is what such a
 * layer multiplies.  In FP8 h is rounded in every step by one scale, from calibration, and R once.
 * Both scales are powers of two, so that no device multiplies by them in another place. */
#ifndef PASSES_PRECISION_RECURRENT_STATE_H
#define PASSES_PRECISION_RECURRENT_STATE_H

#include "passes/precision/precision.h"

/* Where a layer has the weights of its state, and its first state. */
enum { RECURRENT_WEIGHTS = 2, RECURRENT_FIRST = 5 };

/* Such a layer: its gates are given, and R is a constant. */
bool node_recurs(const node *n);
/* What has a format to choose: a product, an attention, or such a layer. */
bool node_has_format(const node *n);

/* Calibration has seen its states. */
bool state_was_seen(const node *n, const pass_context *c);

/* How its product is computed in a format. */
typedef struct state_form {
  const small_weight *weights; /* NULL: F32 */
  attr_list attrs;             /* the node's own, and in FP8 two more */
  float scale;                 /* of the state, in FP8 */
} state_form;
/* In c->keep; of E4M3, E5M2, BF16 and F32. */
fp8c_status state_form_of(pass_context *c, const node *n, fp8c_dtype format, state_form *out,
                          fp8c_error *err);

#endif
