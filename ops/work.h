/* work.h - tensors of any type in the few types that loops are written for, and back. */
#ifndef OPS_WORK_H
#define OPS_WORK_H

#include "ops/ops.h"

#define BLOCK 1024 /* elements in flight: a few buffers of this size stay in L1 */

/* What a loop computes in; bytes: truth values alone. */
typedef enum work_type { WORK_F32, WORK_F64, WORK_I64, WORK_U64, WORK_BYTES, WORK_COUNT } work_type;

extern const size_t work_bytes[WORK_COUNT]; /* of an element */

work_type work_type_of(fp8c_dtype dtype);
/* Whether the tensor's own memory holds the work type. */
bool work_is(const tensor *t, work_type work);
/* n <= BLOCK elements from element `at` on. */
void work_load(const tensor *t, work_type work, size_t at, void *to, size_t n);
/* The same back; `from` is changed. */
void work_store(const tensor *t, work_type work, size_t at, void *from, size_t n);

/* All of `t`, in memory of the call that may be changed. */
void *work_copy(const op_call *c, const tensor *t, work_type work);
/* All of `t` from such memory, cut to its type. */
void work_give(const tensor *t, work_type work, const void *from);

#endif
