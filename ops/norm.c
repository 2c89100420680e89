/* norm.c - what is computed over a whole row: softmax, normalisations.
 *
 * A row is n elements `inner` apart; rows that are not contiguous are gathered
 * into a buffer, so that each operator is written once, for a contiguous row. */
#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "base/numbers.h"
#include "ops/channels_last.h"
#include "ops/infer.h"
#include "ops/lanes.h"
#include "ops/math.h"
#include "ops/move.h"
#include "ops/rows.h"
#include "ops/transpose.h"

/* ---- Walking over rows ------------------------------------------------- */

/* One contiguous row; `row` is its number. */
typedef void row_function(const void *user, int64_t row, const void *x, void *y, int64_t n);

typedef struct row_walk {
  row_function *run;
  const void *user;
  const char *x;
  char *y;
  size_t bytes; /* of an element: 4 or 8 */
  int64_t rows, n, inner, grain;
  int64_t beside; /* rows that are gathered together, at most */
  char *buffers;  /* of each worker: two times so many; NULL when rows are contiguous */
} row_walk;

/* to[c * to_step + r] = from[r * from_step + c] for r < rows and c < columns: rows beside each
 * other become rows of their own, and back. */
INLINE void turn(const char *from, int64_t from_step, char *to, int64_t to_step, int64_t rows,
                 int64_t columns, size_t bytes) {
  int64_t eight = bytes == 4 && cpu_level_used() >= CPU_V3 ? 8 : 1, r = 0;
  for (; eight == 8 && r + 8 <= rows; r += 8) {
    int64_t c = 0;
    for (; c + 8 <= columns; c += 8)
      transpose_eight((const float *)(const void *)from + r * from_step + c, from_step,
                      (float *)(void *)to + c * to_step + r, to_step);
    for (; c < columns; c++)
      for (int64_t e = r; e < r + 8; e++)
        memcpy(to + (c * to_step + e) * 4, from + (e * from_step + c) * 4, 4);
  }
  for (; r < rows; r++)
    for (int64_t c = 0; c < columns; c++)
      memcpy(to + (size_t)(c * to_step + r) * bytes, from + (size_t)(r * from_step + c) * bytes,
             bytes);
}

static void walk_rows(void *object, size_t index, int worker) {
  const row_walk *w = object;
  int64_t first = (int64_t)index * w->grain;
  int64_t last = first + w->grain < w->rows ? first + w->grain : w->rows;
  size_t row_bytes = (size_t)w->n * w->bytes;
  for (int64_t row = first, count; row < last; row += count) {
    int64_t at = row / w->inner * w->n * w->inner + row % w->inner;
    const char *x = w->x + (size_t)at * w->bytes;
    char *y = w->y + (size_t)at * w->bytes;
    count = 1;
    if (w->inner == 1) {
      w->run(w->user, row, x, y, w->n);
      continue;
    }
    int64_t left = w->inner - row % w->inner;
    count = last - row < w->beside ? last - row : w->beside;
    if (count > left) count = left;
    size_t all = (size_t)w->beside * row_bytes;
    char *from = w->buffers + (size_t)worker * 2 * all, *to = from + all;
    turn(x, w->inner, from, w->n, w->n, count, w->bytes);
    for (int64_t c = 0; c < count; c++)
      w->run(w->user, row + c, from + (size_t)c * row_bytes, to + (size_t)c * row_bytes, w->n);
    turn(to, w->n, y, w->inner, count, w->n, w->bytes);
  }
}

#define ROW_PIECE 8192 /* elements a thread takes at a time, at least */
#define BESIDE 16      /* rows in a cache line */
#define BESIDE_BYTES ((int64_t)1 << 18)

static void rows_run(const op_call *c, const tensor *x, tensor *y, int64_t n, int64_t inner,
                     row_function *run, const void *user) {
  row_walk w = {.run = run, .user = user, .x = x->data, .y = y->data, .n = n, .inner = inner};
  if (n == 0 || tensor_elements(x) == 0) return;
  w.bytes = dtype_bytes(x->dtype);
  w.rows = tensor_elements(x) / n;
  w.grain = (ROW_PIECE + n - 1) / n;
  if (inner > 1) {
    w.beside = BESIDE_BYTES / (int64_t)w.bytes / n;
    w.beside = w.beside < 1 ? 1 : w.beside > BESIDE ? BESIDE : w.beside;
    w.grain = (w.grain + w.beside - 1) / w.beside * w.beside;
    w.buffers = arena_array(c->scratch, 2 * (size_t)pool_threads(c->threads),
                            (size_t)(w.beside * n) * w.bytes);
  }
  size_t pieces = (size_t)((w.rows + w.grain - 1) / w.grain);
  pool_run_about(c->threads, pieces, (double)tensor_elements(x) / NS_ELEMENTS, walk_rows, &w);
}

static fp8c_status want_float(const op_call *c, bool f64, fp8c_error *err) {
  fp8c_dtype d = c->in[0]->dtype;
  if (dtype_is_small_float(d) || (f64 && d == FP8C_DTYPE_F64)) return FP8C_OK;
  return fail(
      err, d == FP8C_DTYPE_F64 ? FP8C_ERROR_UNSUPPORTED : FP8C_ERROR_FORMAT,
      "input 0 has type %s; %s", fp8c_dtype_name(d),
      d == FP8C_DTYPE_F64 ? "only floats of at most 32 bits are done" : "floats are wanted");
}

/* ---- Softmax, LogSoftmax, Hardmax, LpNormalization --------------------- */

fp8c_status infer_axis_rows(op_call *c, fp8c_error *err) {
  TRY(want_float(c, true, err));
  out_like(c, 0, c->in[0]);
  int axis;
  if (rank_known(c, 0)) {
    if (c->in[0]->rank == 0) return fail(err, FP8C_ERROR_FORMAT, "input 0 is a scalar");
    TRY(axis_of(op_attr_int(c, "axis"), c->in[0]->rank, &axis, err));
  }
  return FP8C_OK;
}

static void softmax_f32(const void *user, int64_t row, const void *vx, void *vy, int64_t n) {
  (void)user, (void)row;
  lanes_softmax(vx, vy, (size_t)n);
}

static double max_f64(const double *x, int64_t n) {
  double m = x[0];
  for (int64_t i = 1; i < n; i++) m = x[i] > m ? x[i] : m;
  return m;
}

static void softmax_f64(const void *user, int64_t row, const void *vx, void *vy, int64_t n) {
  (void)user, (void)row;
  const double *x = vx;
  double *y = vy, m = max_f64(x, n), sum = 0;
  for (int64_t i = 0; i < n; i++) sum += y[i] = exp(x[i] - m);
  for (int64_t i = 0; i < n; i++) y[i] /= sum;
}

static void log_softmax_f32(const void *user, int64_t row, const void *vx, void *vy, int64_t n) {
  (void)user, (void)row;
  lanes_log_softmax(vx, vy, (size_t)n);
}

static void log_softmax_f64(const void *user, int64_t row, const void *vx, void *vy, int64_t n) {
  (void)user, (void)row;
  const double *x = vx;
  double *y = vy, m = max_f64(x, n), sum = 0;
  for (int64_t i = 0; i < n; i++) sum += exp(x[i] - m);
  for (int64_t i = 0; i < n; i++) y[i] = x[i] - m - log(sum);
}

#define HARDMAX(name_, type_)                                                             \
  static void name_(const void *user, int64_t row, const void *vx, void *vy, int64_t n) { \
    (void)user, (void)row;                                                                \
    const type_ *x = vx;                                                                  \
    type_ *y = vy;                                                                        \
    int64_t best = 0;                                                                     \
    for (int64_t i = 1; i < n; i++) best = x[i] > x[best] ? i : best;                     \
    for (int64_t i = 0; i < n; i++) y[i] = i == best;                                     \
  }
HARDMAX(hardmax_f32, float)
HARDMAX(hardmax_f64, double)

/* user: int64_t p, 1 or 2.  A row of zeros stays. */
#define LP_NORMALIZE(name_, type_, abs_, sqrt_)                                           \
  static void name_(const void *user, int64_t row, const void *vx, void *vy, int64_t n) { \
    (void)row;                                                                            \
    const type_ *x = vx;                                                                  \
    type_ *y = vy, sum = 0;                                                               \
    bool one = *(const int64_t *)user == 1;                                               \
    for (int64_t i = 0; i < n; i++) sum += one ? abs_(x[i]) : x[i] * x[i];                \
    if (!one) sum = sqrt_(sum);                                                           \
    for (int64_t i = 0; i < n; i++) y[i] = sum == 0 ? 0 : x[i] / sum;                     \
  }
LP_NORMALIZE(lp_normalize_f32, float, fabsf, sqrtf)
LP_NORMALIZE(lp_normalize_f64, double, fabs, sqrt)

static fp8c_status along_axis(op_call *c, row_function *f32, row_function *f64, const void *user,
                              fp8c_error *err) {
  int axis;
  const tensor *x = c->in[0];
  TRY(axis_of(op_attr_int(c, "axis"), x->rank, &axis, err));
  rows_run(c, x, &c->out[0], x->dims[axis], dims_product(x->dims, axis + 1, x->rank),
           x->dtype == FP8C_DTYPE_F64 ? f64 : f32, user);
  return FP8C_OK;
}

fp8c_status eval_softmax(op_call *c, fp8c_error *err) {
  return along_axis(c, softmax_f32, softmax_f64, NULL, err);
}
fp8c_status eval_log_softmax(op_call *c, fp8c_error *err) {
  return along_axis(c, log_softmax_f32, log_softmax_f64, NULL, err);
}
fp8c_status eval_hardmax(op_call *c, fp8c_error *err) {
  return along_axis(c, hardmax_f32, hardmax_f64, NULL, err);
}
fp8c_status infer_lp_normalization(op_call *c, fp8c_error *err) {
  int64_t p = op_attr_int(c, "p");
  if (p != 1 && p != 2)
    return fail(err, FP8C_ERROR_FORMAT, "p is %lld; it must be 1 or 2", (long long)p);
  return infer_axis_rows(c, err);
}
fp8c_status eval_lp_normalization(op_call *c, fp8c_error *err) {
  int64_t p = op_attr_int(c, "p");
  return along_axis(c, lp_normalize_f32, lp_normalize_f64, &p, err);
}

/* ---- LayerNormalization, RMSNormalization ------------------------------ */

/* Scale and bias, and LayerNormalization's optional outputs. */
typedef struct norm {
  const float *scale, *bias; /* full rows, NULL for none */
  const double *scale64, *bias64;
  float epsilon;
  bool center;           /* subtract the mean */
  float *mean, *inverse; /* of each row; NULL when not asked for */
} norm;

/* The mean, 0 where none is taken off, and 1 / the deviation from it. */
static float inverse_deviation(const norm *p, const float *x, int64_t n, float *mean) {
  *mean = p->center ? lanes_sum(x, (size_t)n) / (float)n : 0.0f;
  return 1.0f / sqrtf(lanes_squares(x, *mean, (size_t)n) / (float)n + p->epsilon);
}

static void norm_f32(const void *user, int64_t row, const void *x, void *y, int64_t n) {
  const norm *p = user;
  float mean, inverse = inverse_deviation(p, x, n, &mean);
  lanes_affine(x, mean, inverse, p->scale, p->bias, y, (size_t)n);
  if (p->mean != NULL) p->mean[row] = mean;
  if (p->inverse != NULL) p->inverse[row] = inverse;
}

static void norm_f64(const void *user, int64_t row, const void *vx, void *vy, int64_t n) {
  const norm *p = user;
  const double *x = vx;
  double *y = vy, mean = 0, variance = 0;
  for (int64_t i = 0; p->center && i < n; i++) mean += x[i] / (double)n;
  for (int64_t i = 0; i < n; i++) variance += (x[i] - mean) * (x[i] - mean);
  double inverse = 1.0 / sqrt(variance / (double)n + (double)p->epsilon);
  for (int64_t i = 0; i < n; i++) {
    y[i] = (x[i] - mean) * inverse;
    if (p->scale64 != NULL) y[i] *= p->scale64[i];
    if (p->bias64 != NULL) y[i] += p->bias64[i];
  }
  if (p->mean != NULL) p->mean[row] = (float)mean;
  if (p->inverse != NULL) p->inverse[row] = (float)inverse;
}

/* Scale or bias must reach no further out than the normalised axes. */
static fp8c_status check_row_operand(const op_call *c, size_t i, int axis, fp8c_error *err) {
  if (!rank_known(c, i)) return FP8C_OK;
  const tensor *x = c->in[0], *t = c->in[i];
  char a[256], b[256];
  bool fits = t->rank <= x->rank;
  for (int d = 0; fits && d < t->rank; d++) {
    int64_t own = t->dims[d], of = x->dims[x->rank - t->rank + d];
    bool outside = x->rank - t->rank + d < axis;
    fits = own == 1 || own < 0 || of < 0 || (own == of && !outside);
  }
  if (fits) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED,
              "input %zu has shape %s; over axes %d and on of %s it would have to broadcast", i,
              dims_text(t, a), axis, dims_text(x, b));
}

fp8c_status infer_layer_normalization(op_call *c, fp8c_error *err) {
  TRY(want_float(c, true, err));
  out_like(c, 0, c->in[0]);
  for (size_t i = 1; i < c->out_count; i++) c->out[i].dtype = FP8C_DTYPE_F32;
  if (!rank_known(c, 0)) return FP8C_OK;
  int axis;
  TRY(axis_of(op_attr_int(c, "axis"), c->in[0]->rank, &axis, err));
  for (size_t i = 1; i < c->in_count; i++) TRY(check_row_operand(c, i, axis, err));
  for (size_t i = 1; i < c->out_count; i++) {
    out_like(c, i, c->in[0]);
    c->out[i].dtype = FP8C_DTYPE_F32;
    for (int d = axis; d < c->in[0]->rank; d++) c->out[i].dims[d] = 1;
  }
  return FP8C_OK;
}

/* An operand repeated to a full row, in the arithmetic's type. */
static const void *full_row(const op_call *c, size_t i, int axis, int64_t n) {
  if (!has_input(c, i)) return NULL;
  const tensor *x = c->in[0], *t = c->in[i];
  if (tensor_elements(t) == n && t->dtype == x->dtype) return t->data;
  size_t bytes = dtype_bytes(x->dtype);
  char *row = arena_array(c->scratch, (size_t)n, bytes);
  for (int64_t e = 0; e < n; e++) {
    int64_t rest = e, from = 0, step = 1;
    for (int d = x->rank - 1, td = t->rank - 1; d >= axis && td >= 0; d--, td--) {
      int64_t at = rest % x->dims[d];
      rest /= x->dims[d];
      from += (t->dims[td] == 1 ? 0 : at) * step;
      step *= t->dims[td];
    }
    if (t->dtype == x->dtype)
      memcpy(row + (size_t)e * bytes, (const char *)t->data + (size_t)from * bytes, bytes);
    else if (x->dtype == FP8C_DTYPE_F64)
      ((double *)(void *)row)[e] = tensor_real(t, from);
    else
      ((float *)(void *)row)[e] = (float)tensor_real(t, from);
  }
  return row;
}

static fp8c_status layer_norm(op_call *c, bool center, fp8c_error *err) {
  const tensor *x = c->in[0];
  int axis;
  TRY(axis_of(op_attr_int(c, "axis"), x->rank, &axis, err));
  int64_t n = dims_product(x->dims, axis, x->rank);
  norm p = {.epsilon = op_attr_float(c, "epsilon"), .center = center};
  const void *gain = full_row(c, 1, axis, n), *bias = full_row(c, 2, axis, n);
  if (x->dtype == FP8C_DTYPE_F64) {
    p.scale64 = gain;
    p.bias64 = bias;
  } else {
    p.scale = gain;
    p.bias = bias;
  }
  if (c->out_count > 1) p.mean = c->out[1].data;
  if (c->out_count > 2) p.inverse = c->out[2].data;
  rows_run(c, x, &c->out[0], n, 1, x->dtype == FP8C_DTYPE_F64 ? norm_f64 : norm_f32, &p);
  return FP8C_OK;
}

fp8c_status eval_layer_normalization(op_call *c, fp8c_error *err) {
  return layer_norm(c, true, err);
}
fp8c_status eval_rms_normalization(op_call *c, fp8c_error *err) {
  return layer_norm(c, false, err);
}

fp8c_status infer_inverse_deviation(op_call *c, fp8c_error *err) {
  TRY(want_float(c, false, err));
  out_like(c, 0, c->in[0]);
  c->out[0].dtype = FP8C_DTYPE_F32;
  if (!rank_known(c, 0)) return FP8C_OK;
  const tensor *x = c->in[0];
  if (x->rank == 0) return fail(err, FP8C_ERROR_FORMAT, "input 0 is a scalar");
  if (x->dims[x->rank - 1] == 0) return fail(err, FP8C_ERROR_FORMAT, "its rows are empty");
  c->out[0].dims[x->rank - 1] = 1;
  return FP8C_OK;
}

static void inverse_row(const void *user, int64_t row, const void *x, void *y, int64_t n) {
  (void)y;
  const norm *p = user;
  float mean;
  p->inverse[row] = inverse_deviation(p, x, n, &mean);
}

fp8c_status eval_inverse_deviation(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *x = c->in[0];
  norm p = {.epsilon = op_attr_float(c, "epsilon"),
            .center = op_attr_int(c, "centred") != 0,
            .inverse = c->out[0].data};
  rows_run(c, x, &c->out[0], x->dims[x->rank - 1], 1, inverse_row, &p);
  return FP8C_OK;
}

/* ---- Normalisations of images: channels are axis 1 --------------------- */

typedef struct channels {
  const float *scale, *bias, *mean, *variance; /* of each channel */
  float epsilon;
  int64_t channel_count, spatial;
  int64_t groups; /* GroupNormalization: channel_count / groups channels make a row */
} channels;

static fp8c_status check_channels(op_call *c, fp8c_error *err) {
  TRY(want_float(c, false, err));
  out_like(c, 0, c->in[0]);
  if (!rank_known(c, 0)) return FP8C_OK;
  if (c->in[0]->rank < 2)
    return fail(err, FP8C_ERROR_FORMAT, "input 0 has rank %d; at least 2 is wanted",
                c->in[0]->rank);
  for (size_t i = 1; i < c->in_count; i++) {
    TRY(want_rank(c, i, 1, err));
    int64_t same;
    if (rank_known(c, i))
      TRY(dim_same(c->in[0]->dims[1], c->in[i]->dims[0], "channels and their parameters", &same,
                   err));
  }
  return FP8C_OK;
}

static channels channels_of(const op_call *c) {
  const tensor *x = c->in[0];
  return (channels){.scale = c->in[1]->data,
                    .bias = c->in[2]->data,
                    .epsilon = op_attr_float(c, "epsilon"),
                    .channel_count = x->dims[1],
                    .spatial = dims_product(x->dims, 2, x->rank),
                    .groups = x->dims[1]};
}

fp8c_status infer_batch_normalization(op_call *c, fp8c_error *err) {
  if (op_attr_int(c, "training_mode") != 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "training_mode is set; only inference is done");
  if (rank_known(c, 0) && c->in[0]->rank == 1) { /* one channel */
    TRY(want_float(c, false, err));
    out_like(c, 0, c->in[0]);
    return FP8C_OK;
  }
  return check_channels(c, err);
}

static void batch_norm_row(const void *user, int64_t row, const void *x, void *y, int64_t n) {
  const channels *p = user;
  int64_t i = row % p->channel_count;
  float inverse = 1.0f / sqrtf(p->variance[i] + p->epsilon);
  lanes_shifted(x, p->mean[i], inverse * p->scale[i], 1.0f, p->bias[i], y, (size_t)n);
}

fp8c_status eval_batch_normalization(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *x = c->in[0];
  channels p;
  if (x->rank == 1)
    p = (channels){.scale = c->in[1]->data,
                   .bias = c->in[2]->data,
                   .epsilon = op_attr_float(c, "epsilon"),
                   .channel_count = 1,
                   .spatial = x->dims[0],
                   .groups = 1};
  else
    p = channels_of(c);
  p.mean = c->in[3]->data;
  p.variance = c->in[4]->data;
  rows_run(c, x, &c->out[0], p.spatial, 1, batch_norm_row, &p);
  return FP8C_OK;
}

fp8c_status infer_instance_normalization(op_call *c, fp8c_error *err) {
  if (op_attr_int(c, "channels_last")) return channels_last(c, infer_instance_normalization, err);
  return check_channels(c, err);
}

static void group_norm_row(const void *user, int64_t row, const void *x, void *y, int64_t n) {
  const channels *p = user;
  float mean = lanes_sum(x, (size_t)n) / (float)n;
  float inverse = 1.0f / sqrtf(lanes_squares(x, mean, (size_t)n) / (float)n + p->epsilon);
  int64_t of_group = p->channel_count / p->groups, first = row % p->groups * of_group;
  for (int64_t i = 0; i < of_group; i++) {
    const float *from = (const float *)x + i * p->spatial;
    float *to = (float *)y + i * p->spatial;
    lanes_shifted(from, mean, inverse, p->scale[first + i], p->bias[first + i], to,
                  (size_t)p->spatial);
  }
}

fp8c_status eval_instance_normalization(op_call *c, fp8c_error *err) {
  if (op_attr_int(c, "channels_last")) return channels_last(c, eval_instance_normalization, err);
  channels p = channels_of(c);
  rows_run(c, c->in[0], &c->out[0], p.spatial, 1, group_norm_row, &p);
  return FP8C_OK;
}

fp8c_status infer_group_normalization(op_call *c, fp8c_error *err) {
  if (op_attr_int(c, "channels_last")) return channels_last(c, infer_group_normalization, err);
  TRY(check_channels(c, err));
  int64_t groups = op_attr_int(c, "num_groups");
  if (groups < 1)
    return fail(err, FP8C_ERROR_FORMAT, "num_groups is %lld; it must be positive",
                (long long)groups);
  if (rank_known(c, 0) && c->in[0]->dims[1] >= 0 && c->in[0]->dims[1] % groups != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%lld groups do not divide %lld channels",
                (long long)groups, (long long)c->in[0]->dims[1]);
  return FP8C_OK;
}

fp8c_status eval_group_normalization(op_call *c, fp8c_error *err) {
  if (op_attr_int(c, "channels_last")) return channels_last(c, eval_group_normalization, err);
  channels p = channels_of(c);
  p.groups = op_attr_int(c, "num_groups");
  rows_run(c, c->in[0], &c->out[0], p.spatial * (p.channel_count / p.groups), 1, group_norm_row,
           &p);
  return FP8C_OK;
}

/* ---- LRN: over neighbouring channels ----------------------------------- */

fp8c_status infer_lrn(op_call *c, fp8c_error *err) {
  TRY(check_channels(c, err));
  if (op_attr_int(c, "size") < 1)
    return fail(err, FP8C_ERROR_FORMAT, "size is %lld; it must be positive",
                (long long)op_attr_int(c, "size"));
  return FP8C_OK;
}

typedef struct lrn {
  int64_t before, after;
  float alpha, beta, bias;
} lrn;

static void lrn_row(const void *user, int64_t row, const void *vx, void *vy, int64_t n) {
  (void)row;
  const lrn *p = user;
  const float *x = vx;
  float *y = vy;
  for (int64_t i = 0; i < n; i++) {
    int64_t from = i - p->before > 0 ? i - p->before : 0;
    int64_t to = i + p->after < n - 1 ? i + p->after : n - 1;
    float sum = 0.0f;
    for (int64_t j = from; j <= to; j++) sum += x[j] * x[j];
    y[i] = x[i] / fp8c_powf(p->bias + p->alpha * sum, p->beta);
  }
}

fp8c_status eval_lrn(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *x = c->in[0];
  int64_t size = op_attr_int(c, "size");
  lrn p = {(size - 1) / 2, size / 2, op_attr_float(c, "alpha") / (float)size,
           op_attr_float(c, "beta"), op_attr_float(c, "bias")};
  rows_run(c, x, &c->out[0], x->dims[1], dims_product(x->dims, 2, x->rank), lrn_row, &p);
  return FP8C_OK;
}
