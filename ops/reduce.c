/* reduce.c - reductions over axes.
 *
 * Axes are reduced in groups of neighbours, the last group first, each as
 * [outer, n, inner] -> [outer, inner].  What is done to each element comes
 * before the first group, what is done to the sum after the last.  Arithmetic
 * is in F32, F64 or 64-bit integers; narrower integers are widened whole. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "base/numbers.h"
#include "ops/eltwise.h"
#include "ops/infer.h"
#include "ops/lanes.h"
#include "ops/math.h"
#include "ops/move.h"
#include "ops/rows.h"

/* Loops over unsigned numbers ask for the sign too. */
#pragma GCC diagnostic ignored "-Wtype-limits"

/* Iterations do not depend on each other. */
#define INDEPENDENT _Pragma("omp simd")

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
/* What is done to each element before it is joined. */
typedef enum before { ELEMENT_AS_IS, ELEMENT_ABS, ELEMENT_SQUARE } before;

typedef struct group {
  join how;
  before each;
  work_type work;
  const void *x;
  void *y;
  int64_t outer, n, inner;
  int64_t pieces; /* of `inner`, of COLUMNS each */
} group;

/* Of so many neighbours behind the axes at once, step by step of the axes. */
#define COLUMNS 1024

#define ELEMENT(type_, v_)                                  \
  (each == ELEMENT_SQUARE            ? (type_)((v_) * (v_)) \
   : each == ELEMENT_ABS && (v_) < 0 ? (type_) - (v_)       \
                                     : (v_))
#define JOIN_ONE(type_, a_, b_)                                             \
  (how == JOIN_SUM       ? (type_)((a_) + (b_))                             \
   : how == JOIN_PRODUCT ? (type_)((a_) * (b_))                             \
   : how == JOIN_MAX     ? ((((b_) > (a_)) | ((b_) != (b_))) ? (b_) : (a_)) \
                         : ((((b_) < (a_)) | ((b_) != (b_))) ? (b_) : (a_)))

/* `row`: all of the axes lie together; `columns`: what lies behind them does. */
#define JOIN_float(a_, b_) JOIN_ONE(float, a_, b_)
#define JOIN_double(a_, b_) JOIN_ONE(double, a_, b_)
#define JOIN_int64_t(a_, b_) JOIN_ONE(int64_t, a_, b_)
#define JOIN_uint64_t(a_, b_) JOIN_ONE(uint64_t, a_, b_)

/* Of a long row the largest or smallest is found beside each other first: compilers make vectors of
 * that, and none of lanes that are compared. */
#define SIDE_BY_SIDE 64

#define REDUCE(name_, type_, first_max_, first_min_)                                            \
  INLINE type_ name_##_row(const type_ *x, int64_t n, join how, before each, type_ start) {     \
    type_ lane[16];                                                                             \
    int64_t i = 0;                                                                              \
    for (int l = 0; l < 16; l++) lane[l] = start;                                               \
    for (; i + 16 <= n; i += 16)                                                                \
      for (int l = 0; l < 16; l++) {                                                            \
        type_ v = ELEMENT(type_, x[i + l]);                                                     \
        lane[l] = JOIN_ONE(type_, lane[l], v);                                                  \
      }                                                                                         \
    for (int l = 0; i < n; i++, l++) {                                                          \
      type_ v = ELEMENT(type_, x[i]);                                                           \
      lane[l] = JOIN_ONE(type_, lane[l], v);                                                    \
    }                                                                                           \
    LANES_TREE(lane, JOIN_##type_);                                                             \
    return lane[0];                                                                             \
  }                                                                                             \
  INLINE void name_##_columns(const type_ *restrict x, int64_t n, int64_t inner, int64_t count, \
                              join how, before each, type_ start, type_ *restrict y) {          \
    for (int64_t e = 0; e < count; e++) y[e] = start;                                           \
    for (int64_t i = 0; i < n; i++, x += inner)                                                 \
      for (int64_t e = 0; e < count; e++) {                                                     \
        type_ v = ELEMENT(type_, x[e]);                                                         \
        y[e] = JOIN_ONE(type_, y[e], v);                                                        \
      }                                                                                         \
  }                                                                                             \
  INLINE type_ name_##_extreme(const type_ *x, int64_t n, join how, type_ start) {              \
    type_ part[SIDE_BY_SIDE];                                                                   \
    int64_t whole = n / SIDE_BY_SIDE;                                                           \
    name_##_columns(x, whole, SIDE_BY_SIDE, SIDE_BY_SIDE, how, ELEMENT_AS_IS, start, part);     \
    type_ found = name_##_row(part, SIDE_BY_SIDE, how, ELEMENT_AS_IS, start);                   \
    for (int64_t i = whole * SIDE_BY_SIDE; i < n; i++) found = JOIN_ONE(type_, found, x[i]);    \
    return found;                                                                               \
  }                                                                                             \
  INLINE void name_##_as(const group *g, int64_t first, int64_t last, join how, before each) {  \
    type_ start = how == JOIN_SUM       ? 0                                                     \
                  : how == JOIN_PRODUCT ? 1                                                     \
                  : how == JOIN_MAX     ? (type_)first_max_                                     \
                                        : (type_)first_min_;                                        \
    for (int64_t i = first; i < last; i++) {                                                    \
      int64_t o = i / g->pieces, e = i % g->pieces * COLUMNS;                                   \
      int64_t count = g->inner - e < COLUMNS ? g->inner - e : COLUMNS;                          \
      const type_ *x = (const type_ *)g->x + o * g->n * g->inner + e;                           \
      type_ *y = (type_ *)g->y + o * g->inner + e;                                              \
      if (g->inner == 1 && (how == JOIN_MAX || how == JOIN_MIN) && g->n >= 2 * SIDE_BY_SIDE)    \
        *y = name_##_extreme(x, g->n, how, start);                                              \
      else if (g->inner == 1)                                                                   \
        *y = name_##_row(x, g->n, how, each, start);                                            \
      else                                                                                      \
        name_##_columns(x, g->n, g->inner, count, how, each, start, y);                         \
    }                                                                                           \
  }                                                                                             \
  INLINE void name_##_any(const group *g, int64_t first, int64_t last) {                        \
    if (g->how == JOIN_MAX)                                                                     \
      name_##_as(g, first, last, JOIN_MAX, ELEMENT_AS_IS);                                      \
    else if (g->how == JOIN_MIN)                                                                \
      name_##_as(g, first, last, JOIN_MIN, ELEMENT_AS_IS);                                      \
    else if (g->how == JOIN_PRODUCT)                                                            \
      name_##_as(g, first, last, JOIN_PRODUCT, ELEMENT_AS_IS);                                  \
    else if (g->each == ELEMENT_ABS)                                                            \
      name_##_as(g, first, last, JOIN_SUM, ELEMENT_ABS);                                        \
    else if (g->each == ELEMENT_SQUARE)                                                         \
      name_##_as(g, first, last, JOIN_SUM, ELEMENT_SQUARE);                                     \
    else                                                                                        \
      name_##_as(g, first, last, JOIN_SUM, ELEMENT_AS_IS);                                      \
  }                                                                                             \
  AT_EACH_LEVEL(static void, name_, (const group *g, int64_t first, int64_t last), (g, first, last))
REDUCE(reduce_f32, float, -MATH_INF, MATH_INF)
REDUCE(reduce_f64, double, -HUGE_VAL, HUGE_VAL)
REDUCE(reduce_i64, int64_t, INT64_MIN, INT64_MAX)
REDUCE(reduce_u64, uint64_t, 0, UINT64_MAX)

static void reduce_piece(void *object, int64_t first, int64_t last) {
  const group *g = object;
  if (g->work == WORK_F32)
    reduce_f32(g, first, last);
  else if (g->work == WORK_F64)
    reduce_f64(g, first, last);
  else if (g->work == WORK_I64)
    reduce_i64(g, first, last);
  else
    reduce_u64(g, first, last);
}

/* Joins over all marked axes of `x` (shape of input 0) into a new array; `x` itself where none is.
 */
static void *join_axes(const op_call *c, join how, before each, work_type work, const void *x,
                       const bool reduced[FP8C_MAX_RANK]) {
  const tensor *in = c->in[0];
  int64_t dims[FP8C_MAX_RANK];
  for (int d = 0; d < in->rank; d++) dims[d] = in->dims[d];
  for (int last = in->rank - 1; last >= 0; last--) {
    if (!reduced[last]) continue;
    int first = last;
    while (first > 0 && reduced[first - 1]) first--;
    group g = {how,
               each,
               work,
               x,
               NULL,
               dims_product(dims, 0, first),
               dims_product(dims, first, last + 1),
               dims_product(dims, last + 1, in->rank),
               0};
    g.y = arena_raw(c->scratch, (size_t)(g.outer * g.inner), work_bytes[work]);
    g.pieces = (g.inner + COLUMNS - 1) / COLUMNS;
    int64_t piece = g.n * (g.inner < COLUMNS ? g.inner : COLUMNS), all = g.outer * g.pieces;
    each_piece(c->threads, all, piece > 0 ? 65536 / piece + 1 : all + 1, reduce_piece, &g);
    x = g.y;
    each = ELEMENT_AS_IS; /* of the sums of one group the next makes more */
    for (int d = first; d <= last; d++) dims[d] = 1;
    last = first;
  }
  return (void *)(uintptr_t)x;
}

/* ---- The ten reductions ------------------------------------------------ */

typedef enum after { RESULT_AS_IS, RESULT_MEAN, RESULT_SQRT, RESULT_LOG } after;

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

/* Elements [at, at + count) of a row-major array belong to elements kept, kept + step, ... of the
 * kept axes; step is 0 or 1. */
typedef struct run {
  int64_t at, count, kept, step;
} run;

/* The run that begins at element `at`. */
static run run_at(const tensor *x, const bool reduced[FP8C_MAX_RANK], int64_t at) {
  run r = {at, 1, 0, 0};
  int d = x->rank - 1;
  for (; d >= 0 && reduced[d] == reduced[x->rank - 1]; d--) r.count *= x->dims[d];
  r.step = x->rank > 0 && !reduced[x->rank - 1];
  int64_t kept = r.step ? r.count : 1, rest = at / r.count;
  for (; d >= 0; d--) {
    if (!reduced[d]) {
      r.kept += rest % x->dims[d] * kept;
      kept *= x->dims[d];
    }
    rest /= x->dims[d];
  }
  return r;
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
  int64_t results = kept_count(x, reduced);
  void *data = work_is(x, work) ? x->data : work_copy(c, x, work);
  void *y = join_axes(c, how, each, work, data, reduced);
  if (y == data) { /* no axis: what follows changes a copy */
    y = work_copy(c, x, work);
    group g = {how, each, work, data, y, results, 1, 1, 1};
    if (each != ELEMENT_AS_IS) reduce_piece(&g, 0, results);
  }
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
  work_give(&c->out[0], work, y);
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

/* x[i] = exp(x[i] - m[i * step]), where m is no infinity. */
INLINE void exp_run_any(float *restrict x, const float *restrict m, int64_t step, int64_t n) {
  float first = fp8c_absf(m[0]) == MATH_INF ? 0.0f : m[0];
  if (step == 0) INDEPENDENT
  for (int64_t i = 0; i < n; i++) x[i] = fp8c_expf(x[i] - first);
  else INDEPENDENT for (int64_t i = 0; i < n; i++) x[i] =
      fp8c_expf(x[i] - (fp8c_absf(m[i]) == MATH_INF ? 0.0f : m[i]));
}
AT_EACH_LEVEL(static void, exp_run, (float *x, const float *m, int64_t step, int64_t n),
              (x, m, step, n))

/* log(sum(exp(x))) = m + log(sum(exp(x - m))) with m the largest x. */
fp8c_status eval_reduce_log_sum_exp(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0];
  bool reduced[FP8C_MAX_RANK], known;
  TRY(reduced_axes(c, reduced, &known, err));
  work_type work = reduce_work(c, RESULT_LOG);
  int64_t total = tensor_elements(x), results = kept_count(x, reduced);
  void *data = work_copy(c, x, work);
  void *largest = join_axes(c, JOIN_MAX, ELEMENT_AS_IS, work, data, reduced);
  if (largest == data) largest = work_copy(c, x, work); /* no axis: data is changed below */
  for (int64_t i = 0; i < total;) {
    run r = run_at(x, reduced, i);
    if (work == WORK_F32)
      exp_run((float *)data + i, (const float *)largest + r.kept, r.step, r.count);
    for (int64_t e = 0; e < r.count && work != WORK_F32; e++) {
      double m = ((double *)largest)[r.kept + e * r.step];
      ((double *)data)[i + e] = exp(((double *)data)[i + e] - (isinf(m) ? 0.0 : m));
    }
    i += r.count;
  }
  void *sum = join_axes(c, JOIN_SUM, ELEMENT_AS_IS, work, data, reduced);
  for (int64_t i = 0; i < results; i++) {
    if (work == WORK_F32) {
      float m = ((float *)largest)[i];
      ((float *)sum)[i] = fp8c_logf(((float *)sum)[i]) + (fp8c_absf(m) == MATH_INF ? 0.0f : m);
    } else {
      double m = ((double *)largest)[i];
      ((double *)sum)[i] = log(((double *)sum)[i]) + (isinf(m) ? 0.0 : m);
    }
  }
  work_give(&c->out[0], work, sum);
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

INLINE void centre_run_any(const float *restrict x, const float *restrict m, int64_t step,
                           int64_t n, float *restrict y) {
  if (step == 0)
    for (int64_t i = 0; i < n; i++) y[i] = x[i] - m[0];
  else
    for (int64_t i = 0; i < n; i++) y[i] = x[i] - m[i];
}
AT_EACH_LEVEL(static void, centre_run,
              (const float *x, const float *m, int64_t step, int64_t n, float *y),
              (x, m, step, n, y))

INLINE void divide_run_any(float *restrict y, const float *restrict by, int64_t step, int64_t n) {
  if (step == 0)
    for (int64_t i = 0; i < n; i++) y[i] /= by[0];
  else
    for (int64_t i = 0; i < n; i++) y[i] /= by[i];
}
AT_EACH_LEVEL(static void, divide_run, (float *y, const float *by, int64_t step, int64_t n),
              (y, by, step, n))

/* y = (x - mean) / (deviation + 1e-9), ONNX's own epsilon. */
fp8c_status eval_mean_variance_normalization(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0];
  bool reduced[FP8C_MAX_RANK];
  TRY(normalised_axes(c, reduced, err));
  int64_t total = tensor_elements(x);
  float count = (float)reduced_count(x, reduced), *y = c->out[0].data;
  float *mean = join_axes(c, JOIN_SUM, ELEMENT_AS_IS, WORK_F32, x->data, reduced);
  if (mean == x->data) mean = work_copy(c, x, WORK_F32);
  lanes_divide(mean, count, (size_t)kept_count(x, reduced));
  for (int64_t i = 0; i < total;) {
    run r = run_at(x, reduced, i);
    centre_run((const float *)x->data + i, mean + r.kept, r.step, r.count, y + i);
    i += r.count;
  }
  float *deviation = join_axes(c, JOIN_SUM, ELEMENT_SQUARE, WORK_F32, y, reduced);
  if (deviation == y) { /* no axis */
    deviation = mean;
    for (int64_t i = 0; i < total; i++) deviation[i] = y[i] * y[i];
  }
  for (int64_t i = 0; i < kept_count(x, reduced); i++)
    deviation[i] = sqrtf(deviation[i] / count) + 1e-9f;
  for (int64_t i = 0; i < total;) {
    run r = run_at(x, reduced, i);
    divide_run(y + i, deviation + r.kept, r.step, r.count);
    i += r.count;
  }
  return FP8C_OK;
}
