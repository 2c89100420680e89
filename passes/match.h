/* match.h - small questions the pattern passes ask about a graph. */
#ifndef PASSES_MATCH_H
#define PASSES_MATCH_H

#include "passes/pass.h"

/* Rows of a product whose weights count more than what else is moved: those of
 * codegen/gemm_skinny.c, whatever the weights. */
#define FEW_ROWS 16

/* False for a node whose first output nobody asked for: no pattern begins there. */
static inline bool has_output(const node *n) { return n->out_count > 0 && n->out[0] != NULL; }

/* `v` is a constant of one element equal to x within a relative error (0: exactly). */
bool scalar_near(const value *v, double x, double relative);

/* For a node with two inputs of which one is a one-element constant: that
 * number and the other input.  Sub and Div only with the constant second. */
bool split_scalar(const node *n, double *x, value **other);

/* The other input of a binary node, one of whose inputs is v; NULL if v is neither. */
value *other_input(const node *n, const value *v);

/* The type has this rank, with every dimension known or a symbol, the same as b's. */
bool same_shape(const tensor *a, const tensor *b);
/* Same dtype, shape and (per tensor or no) scale. */
bool same_type(const value *a, const value *b);

/* All of an attribute's integers are this one, or it is not set. */
bool ints_are(const node *n, const char *name, int64_t wanted);

/* The axes of a reduction with keepdims: false unless they are constants.
 * Sorted, not negative; empty means all axes of x. */
bool reduction_axes(const node *n, int64_t axes[FP8C_MAX_RANK], size_t *count);
/* The same whether it keeps them or not. */
bool reduced_axes(const node *n, int64_t axes[FP8C_MAX_RANK], size_t *count);

/* n reduces the last axis alone and keeps it. */
bool reduces_last(const node *n);

/* n is a Transpose, in no region, that moves the channels from the last axis behind the batch. */
bool moves_channels_first(const node *n);

/* The axes are the last ones of a value of this rank: axis is the first of them. */
bool trailing_axes(const int64_t *axes, size_t count, int rank, int *axis);

/* Puts `to` (output 0) in place of `old`: same type, name and users.  The node
 * that made `old` goes as dead. */
void take_over(node *to, value *old);

/* As graph_node, one output, named after `like` and standing for it. */
node *node_like(const node *like, op_id op, value *const *in, size_t in_count);

/* A constant's numbers as a new f32 array in `a`; NULL when it is no float constant. */
float *constant_f32(const value *v, arena *a, fp8c_error *err);

/* A constant that is a vector of n numbers along the last axis: dims all 1 but
 * the last, or one element (then repeated).  As n f32 in `a`, else NULL. */
float *vector_f32(const value *v, int64_t n, arena *a);

/* A constant as n numbers along `axis` of a value of this rank, the same everywhere else. */
float *axis_f32(const value *v, int rank, int axis, int64_t n, arena *a);

#endif
