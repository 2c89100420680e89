/* sizes.h - sizes of dimensions as they are asked for: 8, a list 1,8,32, a range 1..32, or every
 * so-manieth of a range, 16..512:16. */
#ifndef COMPILER_COMPILE_SIZES_H
#define COMPILER_COMPILE_SIZES_H

#include "base/arena.h"
#include "base/error.h"

/* Sizes in the order they were asked for, each once. */
typedef struct size_list {
  int64_t *sizes;
  size_t count;
  /* The size that formats are decided for: the upper end of the first range, else the first. */
  int64_t decisive;
} size_list;

/* --dim batch=1,8 or batch=1..32: a dimension symbol and the sizes it is compiled for. */
typedef struct dim_request {
  const char *name;
  size_list of;
  bool used; /* some port of the model has this symbol */
} dim_request;

/* --shape x=1x3x480x640 or x=1..32x3x480x640 */
typedef struct shape_request {
  const char *port;
  int rank;
  size_list dims[FP8C_MAX_RANK];
} shape_request;

/* Read the words of one option; lists come to lie in `a`, and every mistake is a sentence. */
fp8c_status sizes_of_dim(arena *a, const char *words, dim_request *out, fp8c_error *err);
fp8c_status sizes_of_shape(arena *a, const char *words, shape_request *out, fp8c_error *err);

#endif
