/* move.h - moving elements: the strided copy that most layout operators are,
 * and what their shape rules share. */
#ifndef OPS_MOVE_H
#define OPS_MOVE_H

#include "ops/infer.h"

/* No result may take more bytes than this: what a hostile Expand or Range asks
 * for must be an error before anybody tries to allocate it. */
#define OUTPUT_MAX_BYTES ((int64_t)1 << 40)

/* out_dims, and the limit above when all dims are known. */
fp8c_status out_sized(op_call *c, size_t i, int64_t rank, const int64_t *dims, fp8c_error *err);
/* Output `i` holds elements of input 0: the same type, and the same scale when
 * it is one per tensor (scales along an axis do not survive a move: f32). */
void out_moves(op_call *c, size_t i);
/* Whether an input's values can be read now. */
bool input_known(const op_call *c, size_t i);

/* A copy of dims[0] x ... elements; strides count elements.  `from` strides may
 * be 0 (repeat) or negative (reverse). */
#define MOVE_MAX_RANK (2 * FP8C_MAX_RANK)
typedef struct move {
  int rank;
  int64_t dims[MOVE_MAX_RANK], to[MOVE_MAX_RANK], from[MOVE_MAX_RANK];
} move;

void move_run(pool *threads, move m, void *to, const void *from, size_t element_bytes);
/* Row-major strides of these dims. */
void strides_of(const int64_t *dims, int rank, int64_t *strides);
/* Copies contiguous bytes; nothing to do when both are the same memory. */
void move_bytes(pool *threads, void *to, const void *from, size_t bytes);
/* Fills `count` elements with the element at `value`. */
void fill_elements(void *to, const void *value, int64_t count, size_t element_bytes);

/* Calls run(object, first, last) for pieces of [0, count) of `grain` items, on
 * the pool; the pieces depend on count and grain alone. */
void each_piece(pool *threads, int64_t count, int64_t grain,
                void (*run)(void *object, int64_t first, int64_t last), void *object);

/* Product of dims[first..last). */
int64_t dims_product(const int64_t *dims, int first, int last);

#endif
