/* channel_attention.c - attention whose scores are of channels: cross-covariance attention (XCiT,
 * EdgeNeXt, Restormer), channel groups (DaViT).
 *
 * Each head is d channels of n rows.  The scores are the d x d products of q's columns and k's over
 * all rows, over the columns' lengths where those are asked for, times a factor:
 *
 *     s = q^T k * scale / (max(|q_i|, epsilon) * max(|k_j|, epsilon))
 *     y = v softmax(s)^T
 *
 * A piece of work is a head.  Lengths divide the products, not their operands: two roundings for
 * each score, where two for each number of q and k would be. */
#include <math.h>

#include "base/threads.h"
#include "ops/gemm.h"
#include "ops/infer.h"
#include "ops/lanes.h"
#include "ops/move.h"
#include "ops/rows.h"

enum { Q, K, V, FACTORS };

/* Channels of a head: each thread has a head's scores. */
#define HEAD_MAX 4096

typedef struct channels {
  int64_t batch, rows, width, heads, head;
} channels;

/* The sizes of a call; DIM_UNKNOWN where they are not known. */
static fp8c_status sizes_of(const op_call *c, channels *s, fp8c_error *err) {
  const int64_t *q = c->in[Q]->dims, *k = c->in[K]->dims, *v = c->in[V]->dims;
  for (size_t i = Q; i <= V; i++) TRY(want_rank(c, i, 3, err));
  TRY(dim_same(q[0], k[0], "batches of q and k", &s->batch, err));
  TRY(dim_same(s->batch, v[0], "batches of k and v", &s->batch, err));
  TRY(dim_same(q[1], k[1], "lengths of q and k", &s->rows, err));
  TRY(dim_same(s->rows, v[1], "lengths of k and v", &s->rows, err));
  TRY(dim_same(q[2], k[2], "channels of q and k", &s->width, err));
  TRY(dim_same(s->width, v[2], "channels of k and v", &s->width, err));
  s->heads = op_attr_int(c, "heads");
  if (s->heads < 1)
    return fail(err, FP8C_ERROR_FORMAT, "heads is %lld; it must be positive", (long long)s->heads);
  if (s->width >= 0 && s->width % s->heads != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%lld heads do not divide %lld channels",
                (long long)s->heads, (long long)s->width);
  s->head = s->width >= 0 ? s->width / s->heads : DIM_UNKNOWN;
  if (s->head > HEAD_MAX)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "heads have %lld channels; up to %d are done",
                (long long)s->head, HEAD_MAX);
  if (!has_input(c, FACTORS)) return FP8C_OK;
  int64_t same;
  TRY(want_rank(c, FACTORS, 1, err));
  return dim_same(s->heads, c->in[FACTORS]->dims[0], "heads and factors of their scores", &same,
                  err);
}

fp8c_status infer_channel_attention(op_call *c, fp8c_error *err) {
  channels s;
  TRY(want_floats(c, err));
  out_like(c, 0, c->in[V]);
  if (!rank_known(c, Q) || !rank_known(c, K) || !rank_known(c, V)) return FP8C_OK;
  TRY(sizes_of(c, &s, err));
  return out_sized(c, 0, 3, (int64_t[]){s.batch, s.rows, s.width}, err);
}

typedef struct job {
  channels s;
  const float *q, *k, *v, *factors; /* factors NULL: none for each head */
  float *y, *scratch;
  float scale, epsilon; /* epsilon below 0: lengths do not count */
  size_t scratch_floats;
} job;

/* One over the length of each of a head's columns. */
static void inverse_lengths(const job *j, const float *x, float *out) {
  int64_t d = j->s.head;
  for (int64_t i = 0; i < d; i++) out[i] = 0.0f;
  for (int64_t r = 0; r < j->s.rows; r++)
    for (int64_t i = 0; i < d; i++) out[i] += x[r * j->s.width + i] * x[r * j->s.width + i];
  for (int64_t i = 0; i < d; i++) {
    float length = sqrtf(out[i]);
    out[i] = 1.0f / (length < j->epsilon ? j->epsilon : length);
  }
}

static void attend_head(void *object, size_t index, int worker) {
  const job *j = object;
  const channels *s = &j->s;
  int64_t d = s->head, head = (int64_t)index % s->heads;
  int64_t at = (int64_t)index / s->heads * s->rows * s->width + head * d;
  float *scores = j->scratch + (size_t)worker * j->scratch_floats, *lengths = scores + d * d;
  float *gemm_scratch = lengths + 2 * d;
  const gemm product = {.m = d,
                        .n = d,
                        .k = s->rows,
                        .c = scores,
                        .c_row = d,
                        .alpha = 1.0f,
                        .a = {j->q + at, FP8C_DTYPE_F32, 1, s->width},
                        .b = {j->k + at, FP8C_DTYPE_F32, 1, s->width}};
  gemm_serial(&product, gemm_scratch);
  if (j->epsilon >= 0) {
    inverse_lengths(j, j->q + at, lengths);
    inverse_lengths(j, j->k + at, lengths + d);
  }
  float factor = j->factors ? j->factors[head] * j->scale : j->scale;
  for (int64_t i = 0; i < d; i++) {
    float *row = scores + i * d;
    for (int64_t l = 0; l < d; l++)
      row[l] *= j->epsilon >= 0 ? lengths[i] * lengths[d + l] * factor : factor;
    lanes_softmax(row, row, (size_t)d);
  }
  const gemm values = {.m = s->rows,
                       .n = d,
                       .k = d,
                       .c = j->y + at,
                       .c_row = s->width,
                       .alpha = 1.0f,
                       .a = {j->v + at, FP8C_DTYPE_F32, s->width, 1},
                       .b = {scores, FP8C_DTYPE_F32, d, 1}};
  gemm_serial(&values, gemm_scratch);
}

fp8c_status eval_channel_attention(op_call *c, fp8c_error *err) {
  job j = {.q = c->in[Q]->data,
           .k = c->in[K]->data,
           .v = c->in[V]->data,
           .factors = has_input(c, FACTORS) ? c->in[FACTORS]->data : NULL,
           .y = c->out[0].data,
           .scale = op_attr_float(c, "scale"),
           .epsilon = op_attr_float(c, "norm_epsilon")};
  TRY(sizes_of(c, &j.s, err));
  int64_t d = j.s.head;
  if (j.s.batch == 0 || j.s.rows == 0 || d == 0) return FP8C_OK;
  size_t deepest = gemm_serial_floats(j.s.rows > d ? j.s.rows : d);
  j.scratch_floats = (size_t)(d * d + 2 * d) + deepest;
  j.scratch =
      arena_array(c->scratch, (size_t)pool_threads(c->threads), j.scratch_floats * sizeof(float));
  double products = (double)j.s.batch * (double)j.s.rows * (double)j.s.width * (double)d;
  pool_run_about(c->threads, (size_t)(j.s.batch * j.s.heads), 4.0 * products / NS_FLOPS,
                 attend_head, &j);
  return FP8C_OK;
}
