/* channels_last.h - windows over images whose channels lie innermost. */
#ifndef OPS_CHANNELS_LAST_H
#define OPS_CHANNELS_LAST_H

#include "ops/infer.h"

/* Behind the name of an image that lies so, where "x" would be the same in the usual order. */
#define CHANNELS_LAST_SUFFIX ".channels_last"

/* The type in the usual order of one whose channels lie last; below rank 3 the same. */
tensor channels_first(tensor t);
/* Such a tensor in the usual order, its elements in `a`; only the type where it has no data. */
tensor channels_first_copy(pool *threads, arena *a, const tensor *t);

/* `usual` (a shape rule or the arithmetic of a window operator) for a call whose attribute
 * `channels_last` is set: x and the result are [N, spatial..., C], weights [M, kernel..., C]. */
fp8c_status channels_last(op_call *c, op_function *usual, fp8c_error *err);

#endif
