/* bags.c - BagReduce: what embeddings of bags are, sums, means or maxima of ranges of rows.
 *
 * Bag b has the rows from starts[b] to ends[b], which are read as a Slice reads its own: negative
 * ones count from the end, and what lies outside is left out.  A bag's rows are joined in their
 * order. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/infer.h"
#include "ops/move.h"
#include "ops/rows.h"
#include "ops/slice.h"
#include "ops/work.h"

fp8c_status infer_bag_reduce(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0];
  const char *how = op_attr_string(c, "reduction");
  int64_t dims[FP8C_MAX_RANK], same = DIM_UNKNOWN;
  if (!dtype_is_float(x->dtype))
    return fail(err, FP8C_ERROR_FORMAT, "input 0 has type %s; floats are wanted",
                fp8c_dtype_name(x->dtype));
  if (strcmp(how, "sum") != 0 && strcmp(how, "mean") != 0 && strcmp(how, "max") != 0)
    return fail(err, FP8C_ERROR_FORMAT, "reduction \"%s\" is none of sum, mean and max", how);
  c->out[0].dtype = x->dtype;
  for (size_t i = 1; i < 3; i++) {
    if (c->in[i]->dtype != FP8C_DTYPE_I64)
      return fail(err, FP8C_ERROR_FORMAT, "ends of bags have type %s; i64 is wanted",
                  fp8c_dtype_name(c->in[i]->dtype));
    TRY(want_rank(c, i, 1, err));
  }
  if (rank_known(c, 1) && rank_known(c, 2))
    TRY(dim_same(c->in[1]->dims[0], c->in[2]->dims[0], "numbers of bags", &same, err));
  if (x->rank == RANK_UNKNOWN) return FP8C_OK;
  if (x->rank < 1) return fail(err, FP8C_ERROR_FORMAT, "input 0 is a scalar");
  memcpy(dims, x->dims, sizeof dims);
  dims[0] = same;
  return out_dims(c, 0, x->rank, dims, err);
}

typedef struct bags_job {
  const op_call *c;
  const void *x;
  void *y;
  int64_t rows, inner;
  bool mean, max, blank, wide;
} bags_job;

#define BAG_OF(name_, type_)                                               \
  static void name_(const bags_job *j, slice_range r, int64_t bag) {       \
    const type_ *x = j->x;                                                 \
    type_ *y = (type_ *)j->y + bag * j->inner;                             \
    type_ none = j->max && !j->blank ? (type_)-INFINITY : 0;               \
    for (int64_t i = 0; i < j->inner; i++) y[i] = none;                    \
    for (int64_t k = 0; k < r.count; k++) {                                \
      const type_ *row = x + (r.start + k) * j->inner;                     \
      if (j->max && k == 0)                                                \
        for (int64_t i = 0; i < j->inner; i++) y[i] = row[i];              \
      else if (j->max)                                                     \
        for (int64_t i = 0; i < j->inner; i++)                             \
          y[i] = row[i] > y[i] || row[i] != row[i] ? row[i] : y[i];        \
      else                                                                 \
        for (int64_t i = 0; i < j->inner; i++) y[i] += row[i];             \
    }                                                                      \
    if (j->mean && (r.count > 0 || !j->blank))                             \
      for (int64_t i = 0; i < j->inner; i++) y[i] = y[i] / (type_)r.count; \
  }
BAG_OF(bag_f32, float)
BAG_OF(bag_f64, double)

static void bags_piece(void *object, int64_t first, int64_t last) {
  const bags_job *j = object;
  for (int64_t b = first; b < last; b++) {
    slice_range r = slice_along(j->rows, tensor_int(j->c->in[1], b), tensor_int(j->c->in[2], b), 1);
    if (j->wide)
      bag_f64(j, r, b);
    else
      bag_f32(j, r, b);
  }
}

fp8c_status eval_bag_reduce(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *x = c->in[0];
  tensor *y = &c->out[0];
  work_type work = work_type_of(x->dtype);
  const char *how = op_attr_string(c, "reduction");
  bool direct = work_is(x, work) && work_is(y, work);
  size_t size = work == WORK_F64 ? sizeof(double) : sizeof(float);
  bags_job j = {.c = c,
                .x = direct ? x->data : work_copy(c, x, work),
                .rows = x->dims[0],
                .inner = dims_product(x->dims, 1, x->rank),
                .mean = strcmp(how, "mean") == 0,
                .max = strcmp(how, "max") == 0,
                .blank = op_attr_int(c, "blank") != 0,
                .wide = work == WORK_F64};
  j.y = direct ? y->data : arena_alloc(c->scratch, (size_t)tensor_elements(y) * size + 1);
  int64_t each = j.inner * (y->dims[0] > 0 ? j.rows / y->dims[0] + 1 : 1);
  each_piece(c->threads, y->dims[0], each > 0 ? 16384 / each + 1 : 1, bags_piece, &j);
  if (!direct) work_give(y, work, j.y);
  return FP8C_OK;
}
