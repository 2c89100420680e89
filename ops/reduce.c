/* reduce.c - reductions, arg-reductions and running sums along axes.
 *
 * Axes are reduced in groups of neighbours, the last group first, each as
 * [outer, n, inner] -> [outer, inner].  What is done to each element comes
 * before the first group, what is done to the sum after the last.  Arithmetic
 * is in F32, F64 or 64-bit integers; narrower integers are widened whole. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/eltwise.h"
#include "ops/infer.h"
#include "ops/lanes.h"
#include "ops/math.h"
#include "ops/move.h"
#include "ops/rows.h"

/* ---- Which axes -------------------------------------------------------- */

/* Marks the reduced axes; *known is false when the axes input is not known. */
static fp8c_status reduced_axes(const op_call *c, bool reduced[FP8C_MAX_RANK], bool *known,
                                fp8c_error *err) {
  int64_t axes[FP8C_MAX_RANK * 2];
  size_t count;
  const tensor *x = c->in[0];
  *known = true;
  for (int d = 0; d < FP8C_MAX_RANK; d++) reduced[d] = false;
  TRY(known_ints(c, 1, axes, FP8C_MAX_RANK * 2, &count, known, err));
  if (has_input(c, 1) && !*known) {
    /* An empty list is known by its shape. */
    if (!(c->in[1]->rank == 1 && c->in[1]->dims[0] == 0)) return FP8C_OK;
  }
  *known = true;
  if (count == 0) {
    bool all = op_attr_int(c, "noop_with_empty_axes") == 0;
    for (int d = 0; d < x->rank; d++) reduced[d] = all;
  }
  for (size_t i = 0; i < count; i++) {
    int axis;
    TRY(axis_of(axes[i], x->rank, &axis, err));
    if (reduced[axis]) return fail(err, FP8C_ERROR_FORMAT, "axis %d is given twice", axis);
    reduced[axis] = true;
  }
  return FP8C_OK;
}

/* The rows share one shape rule; what they take differs. */
static fp8c_status infer_reduction(op_call *c, bool takes_bool, fp8c_error *err) {
  fp8c_dtype t = c->in[0]->dtype;
  if (!dtype_is_float(t) && !dtype_is_int(t) && !(takes_bool && t == FP8C_DTYPE_BOOL))
    return fail(err, FP8C_ERROR_FORMAT, "input 0 has type %s; numbers are wanted",
                fp8c_dtype_name(t));
  if (!rank_known(c, 0)) return FP8C_OK;
  const tensor *x = c->in[0];
  bool keep = op_attr_int(c, "keepdims") != 0, reduced[FP8C_MAX_RANK], known;
  TRY(reduced_axes(c, reduced, &known, err));
  int64_t dims[FP8C_MAX_RANK];
  int rank = 0;
  if (!known) {
    if (!keep) return FP8C_OK;
    for (int d = 0; d < x->rank; d++) dims[d] = x->dims[d] == 1 ? 1 : DIM_UNKNOWN;
    return out_dims(c, 0, x->rank, dims, err);
  }
  for (int d = 0; d < x->rank; d++) {
    if (!reduced[d]) dims[rank++] = x->dims[d];
    if (reduced[d] && keep) dims[rank++] = 1;
  }
  return out_dims(c, 0, rank, dims, err);
}

fp8c_status infer_reduce(op_call *c, fp8c_error *err) { return infer_reduction(c, false, err); }
fp8c_status infer_reduce_extreme(op_call *c, fp8c_error *err) {
  return infer_reduction(c, true, err);
}

/* ---- One group of axes ------------------------------------------------- */

typedef enum join { JOIN_SUM, JOIN_PRODUCT, JOIN_MAX, JOIN_MIN } join;

typedef struct group {
  join how;
  work_type work;
  const void *x;
  void *y;
  int64_t outer, n, inner;
} group;

#define JOIN_ONE(type_, a_, b_)                                           \
  (g->how == JOIN_SUM       ? (type_)((a_) + (b_))                        \
   : g->how == JOIN_PRODUCT ? (type_)((a_) * (b_))                        \
   : g->how == JOIN_MAX     ? ((b_) > (a_) || (b_) != (b_) ? (b_) : (a_)) \
                            : ((b_) < (a_) || (b_) != (b_) ? (b_) : (a_)))

#define REDUCE_GROUP(type_, first_sum_, first_product_, first_max_, first_min_)  \
  {                                                                              \
    const type_ *x = (const type_ *)g->x + o * g->n * g->inner;                  \
    type_ *y = (type_ *)g->y + o * g->inner;                                     \
    type_ start = g->how == JOIN_SUM       ? (type_)first_sum_                   \
                  : g->how == JOIN_PRODUCT ? (type_)first_product_               \
                  : g->how == JOIN_MAX     ? (type_)first_max_                   \
                                           : (type_)first_min_;                      \
    if (g->inner == 1) {                                                         \
      type_ sum = start;                                                         \
      for (int64_t i = 0; i < g->n; i++) sum = JOIN_ONE(type_, sum, x[i]);       \
      y[0] = sum;                                                                \
      return;                                                                    \
    }                                                                            \
    for (int64_t e = 0; e < g->inner; e++) y[e] = start;                         \
    for (int64_t i = 0; i < g->n; i++, x += g->inner)                            \
      for (int64_t e = 0; e < g->inner; e++) y[e] = JOIN_ONE(type_, y[e], x[e]); \
  }

/* Result row `o` of [outer, inner]. */
static void reduce_outer(const group *g, int64_t o) {
  switch (g->work) {
    case WORK_F32:
      if (g->how == JOIN_SUM && g->inner == 1) {
        ((float *)g->y)[o] = lanes_sum((const float *)g->x + o * g->n, (size_t)g->n);
        return;
      }
      if (g->how == JOIN_SUM) {
        float *y = (float *)g->y + o * g->inner;
        const float *x = (const float *)g->x + o * g->n * g->inner;
        for (int64_t e = 0; e < g->inner; e++) y[e] = 0.0f;
        for (int64_t i = 0; i < g->n; i++) lanes_axpy(1.0f, x + i * g->inner, y, (size_t)g->inner);
        return;
      }
      REDUCE_GROUP(float, 0, 1, -MATH_INF, MATH_INF)
      return;
    case WORK_F64:
      REDUCE_GROUP(double, 0, 1, -HUGE_VAL, HUGE_VAL) return;
    case WORK_I64:
      REDUCE_GROUP(int64_t, 0, 1, INT64_MIN, INT64_MAX) return;
    default:
      REDUCE_GROUP(uint64_t, 0, 1, 0, UINT64_MAX) return;
  }
}

static void reduce_piece(void *object, int64_t first, int64_t last) {
  for (int64_t o = first; o < last; o++) reduce_outer(object, o);
}

static const size_t work_size[WORK_COUNT] = {4, 8, 8, 8};

/* Joins over all marked axes of `x` (shape of input 0) into a new array. */
static void *join_axes(const op_call *c, join how, work_type work, const void *x,
                       const bool reduced[FP8C_MAX_RANK]) {
  const tensor *in = c->in[0];
  int64_t dims[FP8C_MAX_RANK];
  for (int d = 0; d < in->rank; d++) dims[d] = in->dims[d];
  for (int last = in->rank - 1; last >= 0; last--) {
    if (!reduced[last]) continue;
    int first = last;
    while (first > 0 && reduced[first - 1]) first--;
    group g = {how,
               work,
               x,
               NULL,
               dims_product(dims, 0, first),
               dims_product(dims, first, last + 1),
               dims_product(dims, last + 1, in->rank)};
    g.y = arena_array(c->scratch, (size_t)(g.outer * g.inner), work_size[work]);
    int64_t each = g.n * g.inner;
    each_piece(c->threads, g.outer, each > 0 ? 65536 / each + 1 : g.outer + 1, reduce_piece, &g);
    x = g.y;
    for (int d = first; d <= last; d++) dims[d] = 1;
    last = first;
  }
  return (void *)(uintptr_t)x;
}

/* ---- Whole arrays in a work type --------------------------------------- */

/* `t` in the work type, in memory that may be changed. */
static void *widened(const op_call *c, const tensor *t, work_type work) {
  int64_t n = tensor_elements(t);
  void *to = arena_array(c->scratch, (size_t)n, work_size[work]);
  if (n == 0) return to;
  if (work == WORK_F32 || t->dtype == FP8C_DTYPE_F64 || t->dtype == FP8C_DTYPE_I64 ||
      t->dtype == FP8C_DTYPE_U64) {
    if (work != WORK_F64 || t->dtype == FP8C_DTYPE_F64) {
      move_bytes(c->threads, to, t->data, (size_t)n * work_size[work]);
      return to;
    }
  }
  for (int64_t i = 0; i < n; i++) {
    if (work == WORK_F64)
      ((double *)to)[i] = tensor_real(t, i);
    else
      ((int64_t *)to)[i] = tensor_int(t, i);
  }
  return to;
}

static int64_t whole_of(double v) { return v >= -0x1p63 && v < 0x1p63 ? (int64_t)v : 0; }

/* The results into output 0, cut to its type. */
static void narrowed(tensor *out, work_type work, const void *from) {
  int64_t n = tensor_elements(out);
  size_t bytes = dtype_bytes(out->dtype);
  if (n == 0) return;
  if (bytes == work_size[work] && (work != WORK_F64 || out->dtype == FP8C_DTYPE_F64)) {
    memcpy(out->data, from, (size_t)n * bytes);
    return;
  }
  for (int64_t i = 0; i < n; i++) {
    int64_t v = work == WORK_F64 ? whole_of(((const double *)from)[i]) : ((const int64_t *)from)[i];
    if (out->dtype == FP8C_DTYPE_BOOL) v = v != 0;
    memcpy((char *)out->data + (size_t)i * bytes, &v, bytes);
  }
}

/* ---- The ten reductions ------------------------------------------------ */

typedef enum before { ELEMENT_AS_IS, ELEMENT_ABS, ELEMENT_SQUARE } before;
typedef enum after { RESULT_AS_IS, RESULT_MEAN, RESULT_SQRT, RESULT_LOG } after;

#define PREPARE(type_, zero_)                                                                   \
  for (int64_t i = first; i < last; i++) {                                                      \
    type_ v = ((type_ *)p->x)[i];                                                               \
    ((type_ *)p->x)[i] = p->how == ELEMENT_SQUARE ? (type_)(v * v) : v < zero_ ? (type_)-v : v; \
  }

typedef struct prepare_job {
  void *x;
  work_type work;
  before how;
} prepare_job;

static void prepare_piece(void *object, int64_t first, int64_t last) {
  const prepare_job *p = object;
  switch (p->work) {
    case WORK_F32:
      PREPARE(float, 0.0f) break;
    case WORK_F64:
      PREPARE(double, 0.0) break;
    case WORK_I64:
      PREPARE(int64_t, 0) break;
    default:
      for (int64_t i = first; i < last && p->how == ELEMENT_SQUARE; i++)
        ((uint64_t *)p->x)[i] *= ((uint64_t *)p->x)[i];
  }
}

static int64_t reduced_count(const tensor *x, const bool reduced[FP8C_MAX_RANK]) {
  int64_t n = 1;
  for (int d = 0; d < x->rank; d++)
    if (reduced[d]) n *= x->dims[d];
  return n;
}

static int64_t kept_count(const tensor *x, const bool reduced[FP8C_MAX_RANK]) {
  int64_t n = 1;
  for (int d = 0; d < x->rank; d++)
    if (!reduced[d]) n *= x->dims[d];
  return n;
}

/* The element of the kept axes that element i belongs to. */
static int64_t kept_at(const tensor *x, const bool reduced[FP8C_MAX_RANK], int64_t i) {
  int64_t at = 0, step = 1;
  for (int d = x->rank - 1; d >= 0; d--) {
    if (!reduced[d]) {
      at += i % x->dims[d] * step;
      step *= x->dims[d];
    }
    i /= x->dims[d];
  }
  return at;
}

/* Integers that are divided, rooted or logged go through F64. */
static work_type reduce_work(const op_call *c, after then) {
  work_type work = work_type_of(c->in[0]->dtype);
  return work >= WORK_I64 && then != RESULT_AS_IS ? WORK_F64 : work;
}

static fp8c_status reduce(op_call *c, before each, join how, after then, fp8c_error *err) {
  const tensor *x = c->in[0];
  bool reduced[FP8C_MAX_RANK], known;
  TRY(reduced_axes(c, reduced, &known, err));
  work_type work = reduce_work(c, then);
  int64_t total = tensor_elements(x), results = kept_count(x, reduced);
  bool copy = each != ELEMENT_AS_IS || work_size[work] != dtype_bytes(x->dtype) ||
              (work == WORK_F64) != (x->dtype == FP8C_DTYPE_F64);
  void *data = copy ? widened(c, x, work) : x->data;
  if (each != ELEMENT_AS_IS) {
    prepare_job p = {data, work, each};
    each_piece(c->threads, total, 1 << 16, prepare_piece, &p);
  }
  void *y = join_axes(c, how, work, data, reduced);
  if (y == x->data) y = widened(c, x, work); /* no axis: what follows changes a copy */
  double count = (double)reduced_count(x, reduced);
  for (int64_t i = 0; i < results && then != RESULT_AS_IS; i++) {
    if (work == WORK_F32) {
      float v = ((float *)y)[i];
      ((float *)y)[i] = then == RESULT_MEAN   ? v / (float)count
                        : then == RESULT_SQRT ? sqrtf(v)
                                              : fp8c_logf(v);
    } else {
      double v = ((double *)y)[i];
      ((double *)y)[i] = then == RESULT_MEAN ? v / count : then == RESULT_SQRT ? sqrt(v) : log(v);
    }
  }
  narrowed(&c->out[0], work, y);
  return FP8C_OK;
}

fp8c_status eval_reduce_sum(op_call *c, fp8c_error *err) {
  return reduce(c, ELEMENT_AS_IS, JOIN_SUM, RESULT_AS_IS, err);
}
fp8c_status eval_reduce_mean(op_call *c, fp8c_error *err) {
  return reduce(c, ELEMENT_AS_IS, JOIN_SUM, RESULT_MEAN, err);
}
fp8c_status eval_reduce_max(op_call *c, fp8c_error *err) {
  return reduce(c, ELEMENT_AS_IS, JOIN_MAX, RESULT_AS_IS, err);
}
fp8c_status eval_reduce_min(op_call *c, fp8c_error *err) {
  return reduce(c, ELEMENT_AS_IS, JOIN_MIN, RESULT_AS_IS, err);
}
fp8c_status eval_reduce_prod(op_call *c, fp8c_error *err) {
  return reduce(c, ELEMENT_AS_IS, JOIN_PRODUCT, RESULT_AS_IS, err);
}
fp8c_status eval_reduce_l1(op_call *c, fp8c_error *err) {
  return reduce(c, ELEMENT_ABS, JOIN_SUM, RESULT_AS_IS, err);
}
fp8c_status eval_reduce_l2(op_call *c, fp8c_error *err) {
  return reduce(c, ELEMENT_SQUARE, JOIN_SUM, RESULT_SQRT, err);
}
fp8c_status eval_reduce_log_sum(op_call *c, fp8c_error *err) {
  return reduce(c, ELEMENT_AS_IS, JOIN_SUM, RESULT_LOG, err);
}
fp8c_status eval_reduce_sum_square(op_call *c, fp8c_error *err) {
  return reduce(c, ELEMENT_SQUARE, JOIN_SUM, RESULT_AS_IS, err);
}

/* log(sum(exp(x))) = m + log(sum(exp(x - m))) with m the largest x. */
fp8c_status eval_reduce_log_sum_exp(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0];
  bool reduced[FP8C_MAX_RANK], known;
  TRY(reduced_axes(c, reduced, &known, err));
  work_type work = reduce_work(c, RESULT_LOG);
  int64_t total = tensor_elements(x), results = kept_count(x, reduced);
  void *data = widened(c, x, work);
  void *largest = join_axes(c, JOIN_MAX, work, data, reduced);
  if (largest == data) largest = widened(c, x, work); /* no axis: data is changed below */
  for (int64_t i = 0; i < total; i++) {
    int64_t at = kept_at(x, reduced, i);
    if (work == WORK_F32) {
      float m = ((float *)largest)[at];
      ((float *)data)[i] = fp8c_expf(((float *)data)[i] - (fp8c_absf(m) == MATH_INF ? 0.0f : m));
    } else {
      double m = ((double *)largest)[at];
      ((double *)data)[i] = exp(((double *)data)[i] - (isinf(m) ? 0.0 : m));
    }
  }
  void *sum = join_axes(c, JOIN_SUM, work, data, reduced);
  for (int64_t i = 0; i < results; i++) {
    if (work == WORK_F32) {
      float m = ((float *)largest)[i];
      ((float *)sum)[i] = fp8c_logf(((float *)sum)[i]) + (fp8c_absf(m) == MATH_INF ? 0.0f : m);
    } else {
      double m = ((double *)largest)[i];
      ((double *)sum)[i] = log(((double *)sum)[i]) + (isinf(m) ? 0.0 : m);
    }
  }
  narrowed(&c->out[0], work, sum);
  return FP8C_OK;
}

/* ---- MeanVarianceNormalization ----------------------------------------- */

/* The axes are an attribute here. */
static fp8c_status normalised_axes(const op_call *c, bool reduced[FP8C_MAX_RANK], fp8c_error *err) {
  static const int64_t usual[] = {0, 2, 3};
  const int64_t *axes;
  size_t count;
  if (!op_attr_ints(c, "axes", &axes, &count)) {
    axes = usual;
    count = 3;
  }
  for (int d = 0; d < FP8C_MAX_RANK; d++) reduced[d] = false;
  for (size_t i = 0; i < count; i++) {
    int axis;
    TRY(axis_of(axes[i], c->in[0]->rank, &axis, err));
    reduced[axis] = true;
  }
  return FP8C_OK;
}

fp8c_status infer_mean_variance_normalization(op_call *c, fp8c_error *err) {
  bool reduced[FP8C_MAX_RANK];
  if (!dtype_is_small_float(c->in[0]->dtype))
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "input 0 has type %s; floats of at most 32 bits are done",
                fp8c_dtype_name(c->in[0]->dtype));
  if (rank_known(c, 0)) TRY(normalised_axes(c, reduced, err));
  out_like(c, 0, c->in[0]);
  return FP8C_OK;
}

/* y = (x - mean) / (deviation + 1e-9), ONNX's own epsilon. */
fp8c_status eval_mean_variance_normalization(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0];
  bool reduced[FP8C_MAX_RANK];
  TRY(normalised_axes(c, reduced, err));
  int64_t total = tensor_elements(x);
  float count = (float)reduced_count(x, reduced), *y = c->out[0].data;
  float *squares = widened(c, x, WORK_F32);
  const float *sum = join_axes(c, JOIN_SUM, WORK_F32, x->data, reduced);
  for (int64_t i = 0; i < total; i++) {
    y[i] = ((const float *)x->data)[i] - sum[kept_at(x, reduced, i)] / count;
    squares[i] = y[i] * y[i];
  }
  const float *variance = join_axes(c, JOIN_SUM, WORK_F32, squares, reduced);
  for (int64_t i = 0; i < total; i++)
    y[i] /= sqrtf(variance[kept_at(x, reduced, i)] / count) + 1e-9f;
  return FP8C_OK;
}

/* ---- ArgMax, ArgMin ---------------------------------------------------- */

fp8c_status infer_arg(op_call *c, fp8c_error *err) {
  fp8c_dtype t = c->in[0]->dtype;
  if (!dtype_is_float(t) && !dtype_is_int(t))
    return fail(err, FP8C_ERROR_FORMAT, "input 0 has type %s; numbers are wanted",
                fp8c_dtype_name(t));
  c->out[0].dtype = FP8C_DTYPE_I64;
  if (!rank_known(c, 0)) return FP8C_OK;
  const tensor *x = c->in[0];
  int axis, rank = 0;
  TRY(axis_of(op_attr_int(c, "axis"), x->rank, &axis, err));
  if (x->dims[axis] == 0)
    return fail(err, FP8C_ERROR_FORMAT, "axis %d is empty: nothing is largest", axis);
  int64_t dims[FP8C_MAX_RANK];
  for (int d = 0; d < x->rank; d++) {
    if (d != axis) dims[rank++] = x->dims[d];
    if (d == axis && op_attr_int(c, "keepdims") != 0) dims[rank++] = 1;
  }
  return out_dims(c, 0, rank, dims, err);
}

#define ARG_LOOP(type_)                                                         \
  for (int64_t r = 0; r < outer * inner; r++) {                                 \
    const type_ *row = (const type_ *)data + r / inner * n * inner + r % inner; \
    int64_t best = 0;                                                           \
    for (int64_t i = 1; i < n; i++) {                                           \
      type_ v = row[i * inner], b = row[best * inner];                          \
      bool better = largest ? v > b : v < b;                                    \
      if (better || (last_one && v == b) || (v != v && b == b)) best = i;       \
    }                                                                           \
    to[r] = best;                                                               \
  }

static fp8c_status arg_extreme(op_call *c, bool largest, fp8c_error *err) {
  const tensor *x = c->in[0];
  int axis;
  TRY(axis_of(op_attr_int(c, "axis"), x->rank, &axis, err));
  bool last_one = op_attr_int(c, "select_last_index") != 0;
  int64_t outer = dims_product(x->dims, 0, axis), n = x->dims[axis];
  int64_t inner = dims_product(x->dims, axis + 1, x->rank);
  int64_t *to = c->out[0].data;
  work_type work = work_type_of(x->dtype);
  const void *data = widened(c, x, work);
  if (n == 0) return fail(err, FP8C_ERROR_FORMAT, "axis %d is empty: nothing is largest", axis);
  switch (work) {
    case WORK_F32:
      ARG_LOOP(float) break;
    case WORK_F64:
      ARG_LOOP(double) break;
    case WORK_I64:
      ARG_LOOP(int64_t) break;
    default:
      ARG_LOOP(uint64_t) break;
  }
  return FP8C_OK;
}

fp8c_status eval_arg_max(op_call *c, fp8c_error *err) { return arg_extreme(c, true, err); }
fp8c_status eval_arg_min(op_call *c, fp8c_error *err) { return arg_extreme(c, false, err); }

/* ---- CumSum, CumProd --------------------------------------------------- */

fp8c_status infer_cumulate(op_call *c, fp8c_error *err) {
  fp8c_dtype t = c->in[0]->dtype;
  if (!dtype_is_float(t) && !dtype_is_int(t))
    return fail(err, FP8C_ERROR_FORMAT, "input 0 has type %s; numbers are wanted",
                fp8c_dtype_name(t));
  out_like(c, 0, c->in[0]);
  int64_t axis;
  int at;
  size_t count;
  bool known;
  TRY(known_ints(c, 1, &axis, 1, &count, &known, err));
  if (known && rank_known(c, 0)) {
    if (count != 1) return fail(err, FP8C_ERROR_FORMAT, "the axis is an empty list");
    TRY(axis_of(axis, c->in[0]->rank, &at, err));
  }
  return FP8C_OK;
}

#define CUMULATE_LOOP(type_)                                                     \
  for (int64_t r = 0; r < outer * inner; r++) {                                  \
    type_ *row = (type_ *)data + r / inner * n * inner + r % inner;              \
    type_ sum = product ? 1 : 0;                                                 \
    for (int64_t i = 0; i < n; i++) {                                            \
      int64_t at = (reverse ? n - 1 - i : i) * inner;                            \
      type_ v = row[at], joined = product ? (type_)(sum * v) : (type_)(sum + v); \
      row[at] = exclusive ? sum : joined;                                        \
      sum = joined;                                                              \
    }                                                                            \
  }

static fp8c_status cumulate(op_call *c, bool product, fp8c_error *err) {
  const tensor *x = c->in[0];
  int64_t wanted;
  int axis;
  size_t count;
  bool known;
  TRY(known_ints(c, 1, &wanted, 1, &count, &known, err));
  if (count != 1) return fail(err, FP8C_ERROR_FORMAT, "the axis is an empty list");
  TRY(axis_of(wanted, x->rank, &axis, err));
  bool exclusive = op_attr_int(c, "exclusive") != 0, reverse = op_attr_int(c, "reverse") != 0;
  int64_t outer = dims_product(x->dims, 0, axis), n = x->dims[axis];
  int64_t inner = dims_product(x->dims, axis + 1, x->rank);
  work_type work = work_type_of(x->dtype);
  void *data = widened(c, x, work);
  switch (work) {
    case WORK_F32:
      CUMULATE_LOOP(float) break;
    case WORK_F64:
      CUMULATE_LOOP(double) break;
    case WORK_I64:
      CUMULATE_LOOP(int64_t) break;
    default:
      CUMULATE_LOOP(uint64_t) break;
  }
  narrowed(&c->out[0], work, data);
  return FP8C_OK;
}

fp8c_status eval_cum_sum(op_call *c, fp8c_error *err) { return cumulate(c, false, err); }
fp8c_status eval_cum_prod(op_call *c, fp8c_error *err) { return cumulate(c, true, err); }
