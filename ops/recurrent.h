/* recurrent.h - the activations of LSTM, GRU and RNN, and which way they go. */
#ifndef OPS_RECURRENT_H
#define OPS_RECURRENT_H

#include "ops/infer.h"

/* In the order of the switch in recurrent.c (and in codegen/kernels/direct.cuh). */
typedef enum squash {
  SQUASH_SIGMOID,
  SQUASH_TANH,
  SQUASH_RELU,
  SQUASH_AFFINE,
  SQUASH_LEAKY_RELU,
  SQUASH_THRESHOLDED_RELU,
  SQUASH_SCALED_TANH,
  SQUASH_HARD_SIGMOID,
  SQUASH_ELU,
  SQUASH_SOFTSIGN,
  SQUASH_SOFTPLUS,
  SQUASH_COUNT
} squash;

typedef struct recurrent_function {
  squash kind;
  float alpha, beta, clip;
} recurrent_function;

/* Of both directions, one after the other; `reverse`: the only one goes backwards. */
fp8c_status recurrent_functions(const op_call *c, int *directions, bool *reverse,
                                recurrent_function out[6], fp8c_error *err);

/* What R multiplies is rounded to this format (E4M3, E5M2; F32: not at all) by the scale `by`. */
fp8c_status recurrent_state(const op_call *c, fp8c_dtype *format, float *by, fp8c_error *err);

#endif
