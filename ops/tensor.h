/* tensor.h - a dense row-major array with its type, as operators see it.
 *
 * The same struct is a type when `data` is NULL: shape rules read the types of
 * all inputs and the data of those inputs that happen to be known. */
#ifndef OPS_TENSOR_H
#define OPS_TENSOR_H

#include "base/arena.h"
#include "base/error.h"

/* A dimension is a size >= 0, a symbol (-1 - index), or DIM_UNKNOWN. */
#define DIM_UNKNOWN INT64_MIN
#define DIM_SYMBOL(index_) (-1 - (int64_t)(index_))
#define DIM_SYMBOL_INDEX(dim_) ((size_t)(-1 - (dim_)))
#define RANK_UNKNOWN (-1)

/* How stored numbers of a quantised tensor become real ones:
 * real = stored * scale, in F32. */
typedef enum scale_kind {
  SCALE_NONE = 0, /* real = stored */
  SCALE_TENSOR,   /* one scale */
  SCALE_AXIS      /* scales[i] for index i of `axis` */
} scale_kind;

typedef struct scale {
  scale_kind kind;
  float value;         /* SCALE_TENSOR */
  int axis;            /* SCALE_AXIS */
  const float *scales; /* SCALE_AXIS: dims[axis] of them, borrowed; NULL in a bare type */
} scale;

typedef struct tensor {
  fp8c_dtype dtype;
  int rank; /* RANK_UNKNOWN in types only */
  int64_t dims[FP8C_MAX_RANK];
  scale scale;
  void *data; /* borrowed; NULL in a bare type or when empty */
} tensor;

/* Elements of a tensor whose dimensions are all known; INT64_MAX when there are
 * more, so that a shape out of a file is found too large, not wrapped around. */
static inline int64_t tensor_elements(const tensor *t) {
  int64_t n = 1;
  for (int i = 0; i < t->rank; i++)
    if (__builtin_mul_overflow(n, t->dims[i], &n)) n = INT64_MAX;
  return n;
}
static inline size_t dtype_bytes(fp8c_dtype d) { return fp8c_dtype_bits(d) / 8; }
static inline size_t tensor_bytes(const tensor *t) {
  size_t bytes;
  if (__builtin_mul_overflow((size_t)tensor_elements(t), dtype_bytes(t->dtype), &bytes))
    return SIZE_MAX;
  return bytes;
}
static inline bool tensor_shape_known(const tensor *t) {
  for (int i = 0; i < t->rank; i++)
    if (t->dims[i] < 0) return false;
  return t->rank >= 0;
}

/* The i-th element of an integer or bool tensor (any width). */
int64_t tensor_int(const tensor *t, int64_t i);
/* The i-th element of any tensor as a real number (scale applied). */
double tensor_real(const tensor *t, int64_t i);

/* "e4m3@0.02[16, 64]", with symbols as "?"; for messages. */
const char *tensor_type_text(arena *a, const tensor *t);

#endif
