/* infer.h - what shape rules share.
 *
 * A shape rule sets dtype, rank and dims of c->out.  op_infer has checked arity
 * and attributes, and has set every output to rank unknown with the dtype of
 * input 0, so a rule may simply return when it cannot know more.  Dims may be
 * sizes, symbols or DIM_UNKNOWN; two equal symbols are the same size. */
#ifndef OPS_INFER_H
#define OPS_INFER_H

#include "ops/ops.h"

/* Input `i` is present (not omitted). */
bool has_input(const op_call *c, size_t i);
/* Input `i` is present and its rank is known. */
bool rank_known(const op_call *c, size_t i);
/* Sets dtype, rank and dims of output `i` to those of `t`; no scale. */
void out_like(op_call *c, size_t i, const tensor *t);
/* Sets rank and dims of output `i`. */
fp8c_status out_dims(op_call *c, size_t i, int64_t rank, const int64_t *dims, fp8c_error *err);

/* A negative axis counts from the end; anything outside [-rank, rank) is an error. */
fp8c_status axis_of(int64_t axis, int rank, int *out, fp8c_error *err);

/* The dim both dims must be under broadcasting. */
fp8c_status dim_broadcast(int64_t a, int64_t b, int64_t *out, fp8c_error *err);
/* The dim that two dims stated to be equal are (the better known one). */
fp8c_status dim_same(int64_t a, int64_t b, const char *what, int64_t *out, fp8c_error *err);
/* a * b, a + b with unknown operands; overflow gives an error. */
fp8c_status dim_mul(int64_t a, int64_t b, int64_t *out, fp8c_error *err);
fp8c_status dim_add(int64_t a, int64_t b, int64_t *out, fp8c_error *err);
/* Broadcasts inputs first..first+count-1 (omitted ones are skipped) into
 * output 0's rank and dims; rank unknown when some input's is. */
fp8c_status broadcast_inputs(op_call *c, size_t first, size_t count, fp8c_error *err);

/* Reads a known integer input of rank 0 or 1: false when it is omitted or its
 * data is not known.  More than `capacity` elements are an error. */
fp8c_status known_ints(const op_call *c, size_t i, int64_t *out, size_t capacity, size_t *count,
                       bool *known, fp8c_error *err);

/* "[2, ?, 4]" for messages, in the caller's buffer. */
const char *dims_text(const tensor *t, char out[256]);

/* All inputs that are there must be floats of at most 32 bits. */
fp8c_status want_floats(const op_call *c, fp8c_error *err);
/* Input `i` must have this rank when it is known. */
fp8c_status want_rank(const op_call *c, size_t i, int rank, fp8c_error *err);

#endif
