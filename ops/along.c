/* along.c - what goes along one axis step by step: ArgMax, ArgMin, running sums and products.
 *
 * Where numbers lie behind the axis, many of them take each step together, in vectors; every one of
 * them sees the order it would see alone. */
#include "base/cpu.h"
#include "base/numbers.h"
#include "ops/infer.h"
#include "ops/move.h"
#include "ops/rows.h"
#include "ops/work.h"

/* Loops over unsigned numbers ask for the sign too. */
#pragma GCC diagnostic ignored "-Wtype-limits"

/* Iterations do not depend on each other. */
#define INDEPENDENT _Pragma("omp simd")

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

/* Whether `v` is taken instead of `b`, which stands before it. */
#define ARG_BETTER(v_, b_)                                               \
  ((largest ? (v_) > (b_) : (v_) < (b_)) | (last_one & ((v_) == (b_))) | \
   (((v_) != (v_)) & ((b_) == (b_))))

/* Of so many neighbours behind the axis at once, step by step of the axis. */
#define ARG_COLUMNS 256
#define ARG_LOOP(name_, type_)                                                                     \
  INLINE void name_##_row(const type_ *row, int64_t n, bool largest, bool last_one, int64_t *to) { \
    type_ best = row[0];                                                                           \
    int64_t at = 0;                                                                                \
    for (int64_t i = 1; i < n; i++)                                                                \
      if (ARG_BETTER(row[i], best)) {                                                              \
        best = row[i];                                                                             \
        at = i;                                                                                    \
      }                                                                                            \
    *to = at;                                                                                      \
  }                                                                                                \
  INLINE void name_##_columns(const type_ *x, int64_t n, int64_t inner, int64_t count,             \
                              bool largest, bool last_one, int64_t *restrict to) {                 \
    type_ best[ARG_COLUMNS];                                                                       \
    ARG_INDEX(type_) at[ARG_COLUMNS];                                                              \
    for (int64_t e = 0; e < count; e++) {                                                          \
      best[e] = x[e];                                                                              \
      at[e] = 0;                                                                                   \
    }                                                                                              \
    for (int64_t i = 1; i < n; i++) {                                                              \
      const type_ *restrict row = x + i * inner;                                                   \
      for (int64_t e = 0; e < count; e++) {                                                        \
        type_ v = row[e], b = best[e];                                                             \
        bool better = ARG_BETTER(v, b);                                                            \
        best[e] = better ? v : b;                                                                  \
        at[e] = better ? (ARG_INDEX(type_))i : at[e];                                              \
      }                                                                                            \
    }                                                                                              \
    for (int64_t e = 0; e < count; e++) to[e] = (int64_t)at[e];                                    \
  }                                                                                                \
  INLINE void name_##_any(const arg_job *j, int64_t first, int64_t last) {                         \
    for (int64_t piece = first; piece < last; piece++) {                                           \
      int64_t o = piece / j->pieces, e = piece % j->pieces * ARG_COLUMNS;                          \
      int64_t count = j->inner - e < ARG_COLUMNS ? j->inner - e : ARG_COLUMNS;                     \
      const type_ *x = (const type_ *)j->x + o * j->n * j->inner + e;                              \
      int64_t *to = j->to + o * j->inner + e;                                                      \
      if (j->inner == 1 && j->largest && !j->last_one)                                             \
        name_##_row(x, j->n, true, false, to);                                                     \
      else if (j->inner == 1)                                                                      \
        name_##_row(x, j->n, j->largest, j->last_one, to);                                         \
      else if (j->largest && !j->last_one)                                                         \
        name_##_columns(x, j->n, j->inner, count, true, false, to);                                \
      else                                                                                         \
        name_##_columns(x, j->n, j->inner, count, j->largest, j->last_one, to);                    \
    }                                                                                              \
  }                                                                                                \
  AT_EACH_LEVEL(static void, name_, (const arg_job *j, int64_t first, int64_t last),               \
                (j, first, last))

typedef struct arg_job {
  const void *x;
  int64_t *to;
  work_type work;
  int64_t n, inner, pieces;
  bool largest, last_one;
} arg_job;
/* An index as wide as the number, so that both fill vectors alike. */
#define ARG_INDEX(type_) __typeof__(_Generic((type_)0, float : (int32_t)0, default : (int64_t)0))
ARG_LOOP(arg_f32, float)
ARG_LOOP(arg_f64, double)
ARG_LOOP(arg_i64, int64_t)
ARG_LOOP(arg_u64, uint64_t)

static void arg_piece(void *object, int64_t first, int64_t last) {
  const arg_job *j = object;
  if (j->work == WORK_F32)
    arg_f32(j, first, last);
  else if (j->work == WORK_F64)
    arg_f64(j, first, last);
  else if (j->work == WORK_I64)
    arg_i64(j, first, last);
  else
    arg_u64(j, first, last);
}

static fp8c_status arg_extreme(op_call *c, bool largest, fp8c_error *err) {
  const tensor *x = c->in[0];
  int axis;
  TRY(axis_of(op_attr_int(c, "axis"), x->rank, &axis, err));
  bool last_one = op_attr_int(c, "select_last_index") != 0;
  int64_t outer = dims_product(x->dims, 0, axis), n = x->dims[axis];
  int64_t inner = dims_product(x->dims, axis + 1, x->rank);
  work_type work = work_type_of(x->dtype);
  if (n == 0) return fail(err, FP8C_ERROR_FORMAT, "axis %d is empty: nothing is largest", axis);
  if (n > INT32_MAX)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "axis %d has %lld elements", axis, (long long)n);
  arg_job j = {.x = work_is(x, work) ? x->data : work_copy(c, x, work),
               .to = c->out[0].data,
               .work = work,
               .n = n,
               .inner = inner,
               .pieces = (inner + ARG_COLUMNS - 1) / ARG_COLUMNS,
               .largest = largest,
               .last_one = last_one};
  int64_t each = n * (inner < ARG_COLUMNS ? inner : ARG_COLUMNS);
  each_piece(c->threads, outer * j.pieces, each > 0 ? 32768 / each + 1 : 1, arg_piece, &j);
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

typedef struct cumulate_job {
  const void *x;
  void *y;
  work_type work;
  int64_t n, inner, pieces;
  bool product, exclusive, reverse;
} cumulate_job;

/* Of so many neighbours behind the axis at once, step by step of the axis. */
#define CUMULATE_COLUMNS 1024
#define CUMULATE_LOOP(name_, type_)                                                              \
  INLINE void name_##_columns(const cumulate_job *j, const type_ *x, type_ *y, int64_t inner,    \
                              int64_t count, bool product, bool exclusive) {                     \
    type_ sums[CUMULATE_COLUMNS];                                                                \
    for (int64_t e = 0; e < count; e++) sums[e] = product ? 1 : 0;                               \
    for (int64_t i = 0; i < j->n; i++) {                                                         \
      int64_t at = (j->reverse ? j->n - 1 - i : i) * inner;                                      \
      const type_ *from = x + at;                                                                \
      type_ *to = y + at;                                                                        \
      INDEPENDENT for (int64_t e = 0; e < count; e++) {                                          \
        type_ sum = sums[e], joined = product ? (type_)(sum * from[e]) : (type_)(sum + from[e]); \
        to[e] = exclusive ? sum : joined;                                                        \
        sums[e] = joined;                                                                        \
      }                                                                                          \
    }                                                                                            \
  }                                                                                              \
  INLINE void name_##_any(const cumulate_job *j, int64_t first, int64_t last) {                  \
    for (int64_t piece = first; piece < last; piece++) {                                         \
      int64_t o = piece / j->pieces, e = piece % j->pieces * CUMULATE_COLUMNS;                   \
      int64_t count = j->inner - e < CUMULATE_COLUMNS ? j->inner - e : CUMULATE_COLUMNS;         \
      int64_t at = o * j->n * j->inner + e;                                                      \
      const type_ *x = (const type_ *)j->x + at;                                                 \
      type_ *y = (type_ *)j->y + at;                                                             \
      if (j->inner == 1 && !j->product && !j->exclusive)                                         \
        name_##_columns(j, x, y, 1, 1, false, false);                                            \
      else if (!j->product && !j->exclusive)                                                     \
        name_##_columns(j, x, y, j->inner, count, false, false);                                 \
      else                                                                                       \
        name_##_columns(j, x, y, j->inner, count, j->product, j->exclusive);                     \
    }                                                                                            \
  }                                                                                              \
  AT_EACH_LEVEL(static void, name_, (const cumulate_job *j, int64_t first, int64_t last),        \
                (j, first, last))
CUMULATE_LOOP(cumulate_f32, float)
CUMULATE_LOOP(cumulate_f64, double)
CUMULATE_LOOP(cumulate_u64, uint64_t) /* wraps as integers with a sign do */

static void cumulate_piece(void *object, int64_t first, int64_t last) {
  const cumulate_job *j = object;
  if (j->work == WORK_F32)
    cumulate_f32(j, first, last);
  else if (j->work == WORK_F64)
    cumulate_f64(j, first, last);
  else
    cumulate_u64(j, first, last);
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
  bool direct = work_is(x, work);
  void *data = direct ? NULL : work_copy(c, x, work);
  cumulate_job j = {.x = direct ? x->data : data,
                    .y = direct ? c->out[0].data : data,
                    .work = work,
                    .n = n,
                    .inner = inner,
                    .pieces = (inner + CUMULATE_COLUMNS - 1) / CUMULATE_COLUMNS,
                    .product = product,
                    .exclusive = exclusive,
                    .reverse = reverse};
  int64_t each = n * (inner < CUMULATE_COLUMNS ? inner : CUMULATE_COLUMNS);
  each_piece(c->threads, outer * j.pieces, each > 0 ? 16384 / each + 1 : 1, cumulate_piece, &j);
  if (!direct) work_give(&c->out[0], work, data);
  return FP8C_OK;
}

fp8c_status eval_cum_sum(op_call *c, fp8c_error *err) { return cumulate(c, false, err); }
fp8c_status eval_cum_prod(op_call *c, fp8c_error *err) { return cumulate(c, true, err); }
