/* eltwise.h - walking over broadcast tensors block by block, for every operator
 * whose result element depends on one element of each input. */
#ifndef OPS_ELTWISE_H
#define OPS_ELTWISE_H

#include "ops/work.h"

/* Expressions of the rows with three inputs, for C and, as text, for CUDA. */
#define WHERE_EXPRESSION x != 0 ? y : z
#define CLIP_EXPRESSION (x < y ? y : x) > z ? z : x < y ? y : x
/* What Clip gives for one number. */
static inline float clip_to(float x, float y, float z) { return CLIP_EXPRESSION; }
#define EXPRESSION_TEXT(expression_) EXPRESSION_TEXT_(expression_)
#define EXPRESSION_TEXT_(expression_) #expression_

#define BLOCK_INPUTS 3

/* n results from n elements of each input; all in the work type, or the result
 * in bytes for a row that gives bool.  r may be x. */
typedef void block_kernel(const void *const *in, void *r, size_t n, const float ab[2], int s);

/* A kernel and what it takes besides its inputs. */
typedef struct eltwise_loop {
  block_kernel *kernel;
  work_type work;
  bool out_bytes; /* it writes bytes */
  const float *ab;
  int s;
} eltwise_loop;

/* Runs the loop over the broadcast of `count` <= BLOCK_INPUTS inputs into `out`.
 * The pool's threads take fixed pieces. */
void eltwise_run(op_call *c, const eltwise_loop *loop, const tensor *const *in, size_t count,
                 tensor *out);

#endif
