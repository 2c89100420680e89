/* attention.c - Attention of opset 24: softmax(q . k^T * scale + mask) . v.
 *
 * A piece of work is a block of queries of one head: scores of the block stay
 * in cache between the two products.  With BF16 inputs the GPU multiplies in
 * BF16, so exp(s - max) is rounded to BF16 before the second product here too;
 * the sum it is divided by at the end takes it unrounded.
 *
 * With q, k and v in FP8 both products are of codes.  exp(s - max) is 2^8 times
 * larger then, because E4M3's range lies around 1, and the sum is too, so the
 * factor cancels.  The GPU goes through the keys in blocks and rounds with the
 * largest score so far; here it is the row's: codes differ where that moves a
 * number over a border, by no more than the rounding itself.
 *
 * With matrices that mix heads a piece of work is a block of queries of all heads.  Probabilities
 * that are mixed are divided by their sums first, and rounded behind the mix. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/gemm.h"
#include "ops/infer.h"
#include "ops/lanes.h"
#include "ops/math.h"
#include "ops/move.h"
#include "ops/rows.h"

enum { Q, K, V, MASK, PAST_KEY, PAST_VALUE, NONPAD };
enum { BEFORE = 7, BEFORE_BIAS, AFTER, AFTER_BIAS, NORM, NORM_BIAS };
enum { Y, PRESENT_KEY, PRESENT_VALUE, QK };
enum { QK_PLAIN, QK_CAPPED, QK_MASKED, QK_SOFTMAX };

/* The sizes of a call; unknown where a dim is. */
typedef struct sizes {
  int64_t batch, q_heads, kv_heads, queries, keys, past, total, head, v_head;
} sizes;

static fp8c_status heads_of(const op_call *c, const tensor *t, const char *name, int64_t *heads,
                            int64_t *head, fp8c_error *err) {
  if (t->rank == 4) {
    *heads = t->dims[1];
    *head = t->dims[3];
    return FP8C_OK;
  }
  *heads = op_attr_int(c, name);
  if (*heads < 1)
    return fail(err, FP8C_ERROR_FORMAT, "%s is %lld; with inputs of rank 3 it must be positive",
                name, (long long)*heads);
  if (t->dims[2] >= 0 && t->dims[2] % *heads != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%lld heads do not divide %lld", (long long)*heads,
                (long long)t->dims[2]);
  *head = t->dims[2] >= 0 ? t->dims[2] / *heads : DIM_UNKNOWN;
  return FP8C_OK;
}

static fp8c_status sizes_of(const op_call *c, sizes *s, fp8c_error *err) {
  const tensor *q = c->in[Q], *k = c->in[K], *v = c->in[V];
  if ((q->rank != 3 && q->rank != 4) || k->rank != q->rank || v->rank != q->rank)
    return fail(err, FP8C_ERROR_FORMAT,
                "q, k and v have ranks %d, %d, %d; all 3 or all 4 are wanted", q->rank, k->rank,
                v->rank);
  int64_t k_head, v_heads, keys;
  TRY(heads_of(c, q, "q_num_heads", &s->q_heads, &s->head, err));
  TRY(heads_of(c, k, "kv_num_heads", &s->kv_heads, &k_head, err));
  TRY(heads_of(c, v, "kv_num_heads", &v_heads, &s->v_head, err));
  TRY(dim_same(s->head, k_head, "head sizes of q and k", &s->head, err));
  TRY(dim_same(s->kv_heads, v_heads, "heads of k and v", &s->kv_heads, err));
  TRY(dim_same(q->dims[0], k->dims[0], "batches of q and k", &s->batch, err));
  TRY(dim_same(s->batch, v->dims[0], "batches of k and v", &s->batch, err));
  int sequence = q->rank - 2;
  if (q->rank == 3) sequence = 1;
  s->queries = q->dims[sequence];
  TRY(dim_same(k->dims[sequence], v->dims[sequence], "lengths of k and v", &keys, err));
  s->keys = keys;
  s->past = 0;
  if (has_input(c, PAST_KEY)) {
    s->past = DIM_UNKNOWN;
    if (rank_known(c, PAST_KEY)) {
      TRY(want_rank(c, PAST_KEY, 4, err));
      const int64_t *p = c->in[PAST_KEY]->dims;
      int64_t same;
      TRY(dim_same(s->batch, p[0], "batches of q and past_key", &same, err));
      TRY(dim_same(s->kv_heads, p[1], "heads of k and past_key", &same, err));
      TRY(dim_same(s->head, p[3], "head sizes of k and past_key", &same, err));
      s->past = p[2];
    }
    if (rank_known(c, PAST_VALUE)) {
      TRY(want_rank(c, PAST_VALUE, 4, err));
      const int64_t *p = c->in[PAST_VALUE]->dims;
      int64_t same;
      TRY(dim_same(s->batch, p[0], "batches of q and past_value", &same, err));
      TRY(dim_same(s->kv_heads, p[1], "heads of v and past_value", &same, err));
      TRY(dim_same(s->past, p[2], "lengths of past_key and past_value", &same, err));
      TRY(dim_same(s->v_head, p[3], "head sizes of v and past_value", &same, err));
    }
  }
  TRY(dim_add(s->past, s->keys, &s->total, err));
  if (s->q_heads >= 0 && s->kv_heads > 0 && s->q_heads % s->kv_heads != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%lld key heads do not divide %lld query heads",
                (long long)s->kv_heads, (long long)s->q_heads);
  if (s->kv_heads == 0 && s->q_heads != 0)
    return fail(err, FP8C_ERROR_FORMAT, "there are no key heads");
  return FP8C_OK;
}

/* The mask broadcasts to [batch, q heads, queries, total]; its last dim may be shorter, and with
 * mask_repeats its first a divisor of the batch. */
static fp8c_status check_mask(const op_call *c, const sizes *s, fp8c_error *err) {
  if (!has_input(c, MASK)) return FP8C_OK;
  const tensor *m = c->in[MASK];
  if (m->dtype != FP8C_DTYPE_BOOL && !dtype_is_small_float(m->dtype))
    return fail(err, FP8C_ERROR_FORMAT, "the mask has type %s; bool or a float is wanted",
                fp8c_dtype_name(m->dtype));
  if (m->rank == RANK_UNKNOWN) return FP8C_OK;
  const int64_t full[4] = {s->batch, s->q_heads, s->queries, s->total};
  char text[256];
  bool fits = m->rank >= 1 && m->rank <= 4;
  for (int d = 0; fits && d < m->rank; d++) {
    int64_t own = m->dims[d], of = full[4 - m->rank + d];
    bool last = d == m->rank - 1;
    bool repeats = m->rank - d == 4 && own > 0 && of % own == 0 && op_attr_int(c, "mask_repeats");
    fits = own == 1 || own < 0 || of < 0 || own == of || (last && own < of) || repeats;
  }
  if (fits) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "the mask has shape %s; it must broadcast to the scores",
              dims_text(m, text));
}

/* What fp8c's own attributes ask for. */
static bool rounds_to_e4m3(const op_call *c) {
  return strcmp(op_attr_string(c, "probabilities"), "e4m3") == 0;
}
static bool f16_scores(const op_call *c) { return strcmp(op_attr_string(c, "scores"), "f16") == 0; }

static fp8c_status check_e4m3(const op_call *c, fp8c_error *err) {
  const char *p = op_attr_string(c, "probabilities"), *s = op_attr_string(c, "scores");
  if (p[0] && !rounds_to_e4m3(c))
    return fail(err, FP8C_ERROR_FORMAT, "probabilities is \"%s\"; e4m3 is possible", p);
  if (!f16_scores(c) && strcmp(s, "f32") != 0)
    return fail(err, FP8C_ERROR_FORMAT, "scores is \"%s\"; f32 and f16 are possible", s);
  if (!rounds_to_e4m3(c)) {
    if (f16_scores(c))
      return fail(err, FP8C_ERROR_FORMAT, "scores in F16 need probabilities in E4M3");
    return FP8C_OK;
  }
  for (size_t i = 0; i < 3; i++)
    if (!dtype_is_fp8(c->in[i]->dtype) || c->in[i]->scale.kind == SCALE_AXIS)
      return fail(err, FP8C_ERROR_FORMAT,
                  "probabilities in E4M3 need q, k and v in FP8 with one scale each");
  if (has_input(c, PAST_KEY) || op_attr_float(c, "softcap") != 0)
    return fail(err, FP8C_ERROR_FORMAT,
                "probabilities in E4M3 are done without past keys and without softcap");
  return FP8C_OK;
}

static bool mixes(const op_call *c) { return has_input(c, BEFORE) || has_input(c, AFTER); }

/* Matrices are [heads, heads] and biases [heads], constants of F32 mostly. */
static fp8c_status check_mixes(const op_call *c, const sizes *s, fp8c_error *err) {
  for (size_t i = BEFORE; i <= NORM_BIAS; i++) {
    if (!has_input(c, i)) continue;
    bool bias = i != BEFORE && i != AFTER;
    if (bias && !has_input(c, i == NORM ? AFTER : i - 1))
      return fail(err, FP8C_ERROR_FORMAT,
                  "there is a bias or a norm without a matrix that mixes heads");
    if (c->in[i]->dtype != FP8C_DTYPE_F32)
      return fail(err, FP8C_ERROR_FORMAT, "what mixes heads has type %s; f32 is wanted",
                  fp8c_dtype_name(c->in[i]->dtype));
    TRY(want_rank(c, i, bias ? 1 : 2, err));
    int64_t same;
    for (int d = 0; d < (bias ? 1 : 2); d++)
      TRY(dim_same(s->q_heads, c->in[i]->dims[d], "heads and a side of what mixes them", &same,
                   err));
  }
  if (!mixes(c)) return FP8C_OK;
  if (s->q_heads >= 0 && s->kv_heads >= 0 && s->q_heads != s->kv_heads)
    return fail(err, FP8C_ERROR_FORMAT, "heads that are mixed have keys of their own each");
  if (has_input(c, PAST_KEY) || has_input(c, NONPAD) || c->out_count > 1 ||
      op_attr_float(c, "softcap") != 0 || rounds_to_e4m3(c))
    return fail(err, FP8C_ERROR_FORMAT,
                "heads are mixed without past keys, lengths, softcap, scores that are asked for "
                "and probabilities in E4M3");
  return FP8C_OK;
}

fp8c_status infer_attention(op_call *c, fp8c_error *err) {
  for (size_t i = 0; i < 3; i++)
    if (!dtype_is_small_float(c->in[i]->dtype))
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "input %zu has type %s; only floats of at most 32 bits are done", i,
                  fp8c_dtype_name(c->in[i]->dtype));
  if (has_input(c, PAST_KEY) != has_input(c, PAST_VALUE))
    return fail(err, FP8C_ERROR_FORMAT, "past_key and past_value must be given together");
  int64_t mode = op_attr_int(c, "qk_matmul_output_mode");
  if (mode < 0 || mode > 3)
    return fail(err, FP8C_ERROR_FORMAT, "qk_matmul_output_mode is %lld; 0 to 3 are possible",
                (long long)mode);
  TRY(check_e4m3(c, err));
  c->out[Y].dtype = c->in[Q]->dtype;
  if (c->out_count > PRESENT_KEY) c->out[PRESENT_KEY].dtype = c->in[K]->dtype;
  if (c->out_count > PRESENT_VALUE) c->out[PRESENT_VALUE].dtype = c->in[V]->dtype;
  if (!rank_known(c, Q) || !rank_known(c, K) || !rank_known(c, V)) return FP8C_OK;
  sizes s;
  TRY(sizes_of(c, &s, err));
  TRY(check_mask(c, &s, err));
  TRY(check_mixes(c, &s, err));
  if (c->in[Q]->rank == 3) {
    int64_t width;
    TRY(dim_mul(s.q_heads, s.v_head, &width, err));
    TRY(out_sized(c, Y, 3, (int64_t[]){s.batch, s.queries, width}, err));
  } else {
    TRY(out_sized(c, Y, 4, (int64_t[]){s.batch, s.q_heads, s.queries, s.v_head}, err));
  }
  if (c->out_count > PRESENT_KEY)
    TRY(out_sized(c, PRESENT_KEY, 4, (int64_t[]){s.batch, s.kv_heads, s.total, s.head}, err));
  if (c->out_count > PRESENT_VALUE)
    TRY(out_sized(c, PRESENT_VALUE, 4, (int64_t[]){s.batch, s.kv_heads, s.total, s.v_head}, err));
  if (c->out_count > QK)
    TRY(out_sized(c, QK, 4, (int64_t[]){s.batch, s.q_heads, s.queries, s.total}, err));
  return FP8C_OK;
}

/* ---- Arithmetic -------------------------------------------------------- */

/* Rows of heads in either layout: element (b, h, i, d). */
typedef struct head_rows {
  void *data;
  fp8c_dtype dtype;         /* F32, or FP8 codes */
  int64_t batch, head, row; /* strides */
} head_rows;

typedef struct attention {
  sizes s;
  head_rows q, k, v, y;
  const float *mask; /* NULL: none */
  const uint8_t *mask_bits;
  int64_t mask_stride[4], mask_keys; /* further keys are masked */
  int64_t mask_batches;              /* it repeats behind them */
  const tensor *nonpad;              /* NULL: none */
  float scale, softcap;
  bool causal, round_p, nan_rows;
  int64_t ahead;  /* causal: how many keys lie in front of the first query's own */
  bool e4m3, f16; /* probabilities are codes too; scores are rounded to F16 */
  float v_scale;  /* of v where its codes are multiplied; q's and k's are in `scale` */
  const float *before, *before_bias, *after, *after_bias; /* NULL: nothing mixes heads there */
  const float *norm, *norm_bias;                          /* NULL: what is mixed is not normed */
  float epsilon;
  float *qk; /* NULL: not asked for */
  int64_t qk_mode;
  int64_t blocks; /* of queries in a head */
  float *scratch; /* of each worker */
  size_t scratch_floats;
} attention;

#define QUERY_BLOCK 64

static head_rows rows_of(void *data, fp8c_dtype dtype, bool flat, int64_t heads, int64_t length,
                         int64_t head) {
  if (flat) return (head_rows){data, dtype, length * heads * head, head, heads * head};
  return (head_rows){data, dtype, heads * length * head, length * head, head};
}

/* Row `i` of a head as one side of a product: `outer` and `inner` of its elements. */
static gemm_side side_of(const head_rows *r, int64_t b, int64_t h, int64_t i, int64_t outer,
                         int64_t inner) {
  int64_t at = b * r->batch + h * r->head + i * r->row;
  const char *data = (const char *)r->data + at * (int64_t)dtype_bytes(r->dtype);
  return (gemm_side){data, r->dtype, outer, inner};
}

/* Adds what hides keys from query i of head h in batch b. */
static void mask_scores(const attention *a, float *scores, int64_t b, int64_t h, int64_t i) {
  int64_t total = a->s.total, masked = total;
  if (a->mask != NULL || a->mask_bits != NULL) {
    int64_t at =
        b % a->mask_batches * a->mask_stride[0] + h * a->mask_stride[1] + i * a->mask_stride[2];
    int64_t step = a->mask_stride[3];
    for (int64_t j = 0; j < a->mask_keys; j++) {
      if (a->mask != NULL)
        scores[j] += a->mask[at + j * step];
      else if (a->mask_bits[at + j * step] == 0)
        scores[j] = -MATH_INF;
    }
    masked = a->mask_keys;
  }
  if (a->causal && i + a->ahead + 1 < masked) masked = i + a->ahead < -1 ? 0 : i + a->ahead + 1;
  if (a->nonpad != NULL) {
    int64_t length = tensor_int(a->nonpad, b);
    if (length < masked) masked = length < 0 ? 0 : length;
  }
  for (int64_t j = masked; j < total; j++) scores[j] = -MATH_INF;
}

static void cap_scores(float *scores, int64_t n, float softcap) {
  for (int64_t j = 0; j < n; j++) scores[j] = fp8c_tanhf(scores[j] / softcap) * softcap;
}

/* ---- Softmax with probabilities in E4M3 ---------------------------------------- */

/* Exponent of the factor on probabilities.  The largest score is taken as a whole number of
 * octaves: powers of two leave E4M3's roundings as they are, so that who goes through the keys in
 * blocks and rounds with the largest so far gets the same codes.  The largest is 2^8.5 of 448. */
#define P_OFFSET 8.0f
#define F16_MAX 65504.0f
#define ROUND_BLOCK 256

static void round_to(fp8c_dtype dtype, float *x, int64_t n) {
  uint16_t codes[ROUND_BLOCK];
  for (int64_t j = 0; j < n; j += ROUND_BLOCK) {
    size_t count = (size_t)(n - j < ROUND_BLOCK ? n - j : ROUND_BLOCK);
    floats_encode(dtype, x + j, codes, count, true);
    floats_decode(dtype, codes, x + j, count);
  }
}

static void saturate(float *x, int64_t n) { /* NaN stays */
  for (int64_t j = 0; j < n; j++)
    x[j] = x[j] > F16_MAX ? F16_MAX : x[j] < -F16_MAX ? -F16_MAX : x[j];
}

/* Scores in codes, `unit` each, become probabilities; gives their sum before they are
 * rounded.  In F16, each step is what one packed instruction gives: the masked score,
 * its distance from the maximum, the power. */
static float e4m3_probabilities(const attention *a, float *row, float *mask, int64_t b, int64_t h,
                                int64_t i) {
  int64_t total = a->s.total;
  float unit = a->scale, sum = 0.0f;
  if (!a->f16) {
    for (int64_t j = 0; j < total; j++) row[j] *= unit;
    mask_scores(a, row, b, h, i);
    float top = rintf(lanes_max(row, (size_t)total) * 0x1.715476p+0f) - P_OFFSET;
    sum = lanes_exp(row, top * 0x1.62e43p-1f, row, (size_t)total);
  } else {
    round_to(FP8C_DTYPE_F16, row, total);
    saturate(row, total);
    if (a->mask != NULL || a->mask_bits != NULL || a->nonpad != NULL || a->causal) {
      memset(mask, 0, (size_t)total * sizeof *mask);
      mask_scores(a, mask, b, h, i);
      for (int64_t j = 0; j < total; j++) mask[j] *= 1.0f / a->scale;
      round_to(FP8C_DTYPE_F16, mask, total);
      for (int64_t j = 0; j < total; j++) row[j] += mask[j];
      round_to(FP8C_DTYPE_F16, row, total);
      saturate(row, total);
    }
    unit *= 0x1.715476p+0f; /* octaves */
    round_to(FP8C_DTYPE_F16, &unit, 1);
    float offset = P_OFFSET - rintf(lanes_max(row, (size_t)total) * unit);
    round_to(FP8C_DTYPE_F16, &offset, 1);
    for (int64_t j = 0; j < total; j++) row[j] = fmaf(row[j], unit, offset);
    round_to(FP8C_DTYPE_F16, row, total);
    for (int64_t j = 0; j < total; j++) row[j] *= 0x1.62e43p-1f;
    (void)lanes_exp(row, 0.0f, row, (size_t)total);
    round_to(FP8C_DTYPE_F16, row, total);
    sum = lanes_sum(row, (size_t)total);
  }
  round_to(FP8C_DTYPE_E4M3, row, total);
  return sum;
}

/* Masked scores become probabilities times their sum, which it gives.  A row whose scores are all
 * -inf becomes zeros, with a sum of 1. */
static float probabilities(const attention *a, float *row) {
  size_t total = (size_t)a->s.total;
  float top = lanes_max(row, total);
  if (top != -MATH_INF || a->nan_rows) return lanes_exp(row, top, row, total);
  memset(row, 0, total * sizeof *row);
  return 1.0f;
}

/* ---- The two products ------------------------------------------------------------ */

/* `count` queries of a head from `first` on, and the head of keys and values that it reads. */
typedef struct head_queries {
  int64_t b, h, kv, first, count;
} head_queries;

/* Scores of all keys, a row of them for each query. */
static void multiply_keys(const attention *a, const head_queries *at, float *scores,
                          float *scratch) {
  const gemm g = {.m = at->count,
                  .n = a->s.total,
                  .k = a->s.head,
                  .c = scores,
                  .c_row = a->s.total,
                  .alpha = a->e4m3 ? 1.0f : a->scale,
                  .a = side_of(&a->q, at->b, at->h, at->first, a->q.row, 1),
                  .b = side_of(&a->k, at->b, at->kv, 0, a->k.row, 1)};
  gemm_serial(&g, scratch);
}

/* Results of the queries, from rows of probabilities; returns where the first one lies. */
static float *multiply_values(const attention *a, const head_queries *at, const float *rows,
                              float *scratch) {
  float *y = (float *)a->y.data + at->b * a->y.batch + at->h * a->y.head + at->first * a->y.row;
  const gemm g = {.m = at->count,
                  .n = a->s.v_head,
                  .k = a->s.total,
                  .c = y,
                  .c_row = a->y.row,
                  .alpha = a->v_scale,
                  .a = {rows, FP8C_DTYPE_F32, a->s.total, 1},
                  .b = side_of(&a->v, at->b, at->kv, 0, 1, a->v.row)};
  gemm_serial(&g, scratch);
  return y;
}

static void query_block(void *object, size_t index, int worker) {
  const attention *a = object;
  const sizes *s = &a->s;
  int64_t block = (int64_t)index % a->blocks, item = (int64_t)index / a->blocks;
  int64_t h = item % s->q_heads, b = item / s->q_heads, kv = h / (s->q_heads / s->kv_heads);
  int64_t first = block * QUERY_BLOCK;
  int64_t count = s->queries - first < QUERY_BLOCK ? s->queries - first : QUERY_BLOCK;
  float *scores = a->scratch + (size_t)worker * a->scratch_floats;
  float *sums = scores + QUERY_BLOCK * s->total, *mask = sums + QUERY_BLOCK;
  float *gemm_scratch = mask + s->total;
  const head_queries at = {b, h, kv, first, count};
  multiply_keys(a, &at, scores, gemm_scratch);
  for (int64_t i = 0; i < count; i++) {
    float *row = scores + i * s->total;
    if (a->e4m3) {
      sums[i] = e4m3_probabilities(a, row, mask, b, h, first + i);
      continue;
    }
    float *qk = a->qk != NULL ? a->qk + (item * s->queries + first + i) * s->total : NULL;
    size_t row_bytes = (size_t)s->total * sizeof(float);
    if (qk != NULL && a->qk_mode == QK_PLAIN) memcpy(qk, row, row_bytes);
    if (a->softcap > 0.0f) cap_scores(row, s->total, a->softcap);
    if (qk != NULL && a->qk_mode == QK_CAPPED) memcpy(qk, row, row_bytes);
    mask_scores(a, row, b, h, first + i);
    if (qk != NULL && a->qk_mode == QK_MASKED) memcpy(qk, row, row_bytes);
    sums[i] = probabilities(a, row);
    if (qk != NULL && a->qk_mode == QK_SOFTMAX)
      for (int64_t j = 0; j < s->total; j++) qk[j] = row[j] / sums[i];
    if (a->round_p) round_to(FP8C_DTYPE_BF16, row, s->total);
  }
  float *y = multiply_values(a, &at, scores, gemm_scratch);
  for (int64_t i = 0; i < count; i++) lanes_divide(y + i * a->y.row, sums[i], (size_t)s->v_head);
}

/* ---- Heads that are mixed --------------------------------------------------------- */

#define MIXED_QUERIES 16

/* to[g] = bias[g] + the sum of matrix[g][h] * from[h], each `count` numbers. */
static void mix(const float *matrix, const float *bias, int64_t heads, const float *from, float *to,
                int64_t count) {
  for (int64_t g = 0; g < heads; g++) {
    float *y = to + g * count, b = bias != NULL ? bias[g] : 0.0f;
    memset(y, 0, (size_t)count * sizeof *y);
    for (int64_t h = 0; h < heads; h++) {
      const float *x = from + h * count, w = matrix[g * heads + h];
      for (int64_t j = 0; j < count; j++) y[j] += w * x[j];
    }
    for (int64_t j = 0; bias != NULL && j < count; j++) y[j] += b;
  }
}

/* x[h] of all heads, each `count` numbers, less their mean and over their deviation. */
static void norm_heads(const attention *a, float *x, int64_t count) {
  int64_t heads = a->s.q_heads;
  for (int64_t j = 0; j < count; j++) {
    float mean = 0.0f, square = 0.0f;
    for (int64_t h = 0; h < heads; h++) mean += x[h * count + j];
    mean /= (float)heads;
    for (int64_t h = 0; h < heads; h++) {
      float d = x[h * count + j] - mean;
      square += d * d;
    }
    float factor = 1.0f / sqrtf(square / (float)heads + a->epsilon);
    for (int64_t h = 0; h < heads; h++) {
      float y = (x[h * count + j] - mean) * factor * a->norm[h];
      x[h * count + j] = a->norm_bias != NULL ? y + a->norm_bias[h] : y;
    }
  }
}

/* A block of queries of all heads. */
static void mixed_block(void *object, size_t index, int worker) {
  const attention *a = object;
  const sizes *s = &a->s;
  int64_t b = (int64_t)index / a->blocks, first = (int64_t)index % a->blocks * MIXED_QUERIES;
  int64_t count = s->queries - first < MIXED_QUERIES ? s->queries - first : MIXED_QUERIES;
  int64_t rows = s->q_heads * count, head = count * s->total, all = rows * s->total;
  float *scores = a->scratch + (size_t)worker * a->scratch_floats, *other = scores + all;
  float *sums = other + all, *gemm_scratch = sums + rows;
  for (int64_t h = 0; h < s->q_heads; h++) {
    const head_queries at = {b, h, h, first, count};
    multiply_keys(a, &at, scores + h * head, gemm_scratch);
  }
  if (a->before != NULL) {
    mix(a->before, a->before_bias, s->q_heads, scores, other, head);
    float *mixed = other;
    other = scores, scores = mixed;
  }
  for (int64_t r = 0; r < rows; r++) {
    float *row = scores + r * s->total;
    mask_scores(a, row, b, r / count, first + r % count);
    sums[r] = probabilities(a, row);
    if (a->after != NULL) lanes_divide(row, sums[r], (size_t)s->total);
  }
  if (a->after != NULL) {
    mix(a->after, a->after_bias, s->q_heads, scores, other, head);
    scores = other;
  }
  if (a->norm != NULL) norm_heads(a, scores, head);
  if (a->round_p) round_to(FP8C_DTYPE_BF16, scores, all);
  for (int64_t h = 0; h < s->q_heads; h++) {
    const head_queries at = {b, h, h, first, count};
    float *y = multiply_values(a, &at, scores + h * head, gemm_scratch);
    for (int64_t i = 0; a->after == NULL && i < count; i++)
      lanes_divide(y + i * a->y.row, sums[h * count + i], (size_t)s->v_head);
  }
}

/* ---- Operands ---------------------------------------------------------------------- */

/* [batch, heads, past + length, head] from the past and the new rows. */
static head_rows with_past(const op_call *c, size_t past_input, head_rows rows, int64_t length,
                           int64_t head, const sizes *s, float *data) {
  head_rows all = rows_of(data, FP8C_DTYPE_F32, false, s->kv_heads, s->total, head);
  const float *fresh = rows.data;
  const float *past = NULL;
  if (has_input(c, past_input)) past = tensor_as_f32(c, c->in[past_input]).data;
  for (int64_t b = 0; b < s->batch; b++)
    for (int64_t h = 0; h < s->kv_heads; h++) {
      float *to = data + b * all.batch + h * all.head;
      size_t past_floats = (size_t)(s->past * head);
      if (past_floats > 0)
        memcpy(to, past + (size_t)(b * s->kv_heads + h) * past_floats, past_floats * sizeof(float));
      for (int64_t i = 0; i < length; i++)
        memcpy(to + (s->past + i) * head, fresh + b * rows.batch + h * rows.head + i * rows.row,
               (size_t)head * sizeof(float));
    }
  return all;
}

static bool wanted(const op_call *c, size_t i) {
  return i < c->out_count && c->out[i].dtype != FP8C_DTYPE_NONE;
}

/* FP8 with one scale is multiplied as codes, its scale afterwards: a cache in E4M3 beside
 * queries in BF16 too, which hold its codes exactly.  Keys that are put behind a past, or
 * handed out as the present, are real numbers. */
static bool multiplies_codes(const op_call *c, size_t input) {
  const tensor *t = c->in[input];
  if (rounds_to_e4m3(c)) return true;
  return dtype_is_fp8(t->dtype) && t->scale.kind == SCALE_TENSOR && !has_input(c, PAST_KEY) &&
         (input == Q || !wanted(c, input == K ? PRESENT_KEY : PRESENT_VALUE));
}

static head_rows operand(const op_call *c, size_t input, int64_t heads, int64_t length,
                         int64_t head) {
  const tensor *t = c->in[input];
  bool codes = multiplies_codes(c, input);
  return rows_of(codes ? t->data : tensor_as_f32(c, t).data, codes ? t->dtype : FP8C_DTYPE_F32,
                 t->rank == 3, heads, length, head);
}

/* What the operand's products are multiplied by. */
static float scale_of(const op_call *c, size_t input) {
  const tensor *t = c->in[input];
  bool codes = t->scale.kind == SCALE_TENSOR && multiplies_codes(c, input);
  return codes ? t->scale.value : 1.0f;
}

/* Keys or values of all positions; output `present` gets them when asked for. */
static head_rows all_rows(op_call *c, size_t input, size_t past_input, size_t present, int64_t head,
                          const sizes *s) {
  head_rows rows = operand(c, input, s->kv_heads, s->keys, head);
  if (!wanted(c, present) && !has_input(c, past_input)) return rows;
  float *data;
  if (wanted(c, present))
    data = f32_result(c, &c->out[present]);
  else
    data = arena_array(c->scratch, (size_t)(s->batch * s->kv_heads * s->total),
                       (size_t)head * sizeof(float));
  rows = with_past(c, past_input, rows, s->keys, head, s, data);
  if (wanted(c, present) && data != c->out[present].data) {
    /* Encoding scales in place; what is multiplied stays as it was. */
    size_t bytes = (size_t)tensor_elements(&c->out[present]) * sizeof(float);
    float *copy = arena_alloc(c->scratch, bytes);
    memcpy(copy, data, bytes);
    f32_done(c, copy, &c->out[present]);
  }
  return rows;
}

static void read_mask(op_call *c, attention *a) {
  a->mask_keys = a->s.total;
  if (!has_input(c, MASK)) return;
  tensor m = tensor_as_f32(c, c->in[MASK]);
  if (m.dtype == FP8C_DTYPE_BOOL)
    a->mask_bits = m.data;
  else
    a->mask = m.data;
  a->mask_batches = m.rank == 4 ? m.dims[0] : 1;
  int64_t step = 1;
  for (int d = m.rank - 1; d >= 0; d--) {
    a->mask_stride[4 - m.rank + d] = m.dims[d] == 1 ? 0 : step;
    step *= m.dims[d];
  }
  int64_t keys = m.dims[m.rank - 1];
  if (keys < a->s.total && keys != 1) a->mask_keys = keys;
}

static void read_mixes(op_call *c, attention *a) {
  const float **const to[] = {&a->before,     &a->before_bias, &a->after,
                              &a->after_bias, &a->norm,        &a->norm_bias};
  a->epsilon = op_attr_float(c, "heads_epsilon");
  for (size_t i = 0; i < 6; i++)
    if (has_input(c, BEFORE + i)) *to[i] = tensor_as_f32(c, c->in[BEFORE + i]).data;
}

fp8c_status eval_attention(op_call *c, fp8c_error *err) {
  attention a = {0};
  TRY(sizes_of(c, &a.s, err));
  TRY(check_mask(c, &a.s, err));
  const sizes *s = &a.s;
  bool flat = c->in[Q]->rank == 3;
  a.q = operand(c, Q, s->q_heads, s->queries, s->head);
  a.k = all_rows(c, K, PAST_KEY, PRESENT_KEY, s->head, s);
  a.v = all_rows(c, V, PAST_VALUE, PRESENT_VALUE, s->v_head, s);
  float *y = f32_result(c, &c->out[Y]);
  a.y = rows_of(y, FP8C_DTYPE_F32, flat, s->q_heads, s->queries, s->v_head);
  read_mask(c, &a);
  if (has_input(c, NONPAD)) a.nonpad = c->in[NONPAD];
  if (a.nonpad != NULL && (a.nonpad->rank != 1 || a.nonpad->dims[0] != s->batch))
    return fail(err, FP8C_ERROR_FORMAT, "nonpad_kv_seqlen must have one element a batch");
  a.scale = op_has_attr(c, "scale") ? op_attr_float(c, "scale") : 1.0f / sqrtf((float)s->head);
  a.softcap = op_attr_float(c, "softcap");
  a.causal = op_attr_int(c, "is_causal") != 0;
  a.ahead = op_attr_int(c, "causal_end") ? s->total - s->queries : s->past;
  a.nan_rows = op_attr_int(c, "nan_rows") != 0;
  a.round_p = c->in[Q]->dtype == FP8C_DTYPE_BF16;
  a.e4m3 = rounds_to_e4m3(c);
  if (a.e4m3 && (wanted(c, PRESENT_KEY) || wanted(c, PRESENT_VALUE) || wanted(c, QK)))
    return fail(err, FP8C_ERROR_FORMAT,
                "with probabilities in E4M3 there are no present keys, values or scores");
  a.f16 = f16_scores(c);
  a.v_scale = scale_of(c, V);
  a.scale *= scale_of(c, Q) * scale_of(c, K);
  a.qk_mode = op_attr_int(c, "qk_matmul_output_mode");
  if (wanted(c, QK)) a.qk = f32_result(c, &c->out[QK]);
  TRY(check_mixes(c, s, err));
  read_mixes(c, &a);
  bool mixed = mixes(c);
  int64_t block = mixed ? MIXED_QUERIES : QUERY_BLOCK, heads = mixed ? 1 : s->q_heads;
  a.blocks = (s->queries + block - 1) / block;
  size_t deepest = gemm_serial_floats(s->head > s->total ? s->head : s->total);
  int64_t floats =
      mixed ? block * s->q_heads * (2 * s->total + 1) : block * (s->total + 1) + s->total;
  a.scratch_floats = (size_t)floats + deepest;
  a.scratch =
      arena_array(c->scratch, (size_t)pool_threads(c->threads), a.scratch_floats * sizeof(float));
  double scores = (double)s->batch * (double)s->q_heads * (double)s->queries * (double)s->total;
  double ns = scores * (2.0 * (double)(s->head + s->v_head) / NS_FLOPS + 1.0 / NS_ELEMENTS);
  pool_run_about(c->threads, (size_t)(s->batch * heads * a.blocks), ns,
                 mixed ? mixed_block : query_block, &a);
  f32_done(c, y, &c->out[Y]);
  if (wanted(c, QK)) f32_done(c, a.qk, &c->out[QK]);
  return FP8C_OK;
}
