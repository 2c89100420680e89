/* rotary.c - RotaryEmbedding (RoPE): rotates pairs of a head's elements by an angle that
 * grows with the position.
 *
 * fp8c's own Rotary is the formula models spell out: x * cosines + rotated(x) * sines,
 * where rotated(x) is (-second half, first half) of the last axis, or of each pair of
 * neighbours; tables broadcast to x, and their last axis is x's or half of it (one
 * number a pair).  Where `width` is given the halves are those of the first `width` elements, and
 * what lies behind them is its own partner: tables as wide as x have sines of 0 there.  Each
 * element is two products and their sum, rounded as single nodes would be. */
#include "base/cpu.h"
#include "base/numbers.h"
#include "ops/move.h"
#include "ops/rows.h"

typedef struct rotary {
  int64_t batch, steps, heads, size; /* size: of a head */
  int64_t rotated;                   /* so many first elements of a head are rotated */
  bool heads_first;                  /* [B, H, S, D]; else [B, S, H * D] */
} rotary;

/* False when the shape is not known. */
static fp8c_status read_rotary(const op_call *c, rotary *r, bool *known, fp8c_error *err) {
  const tensor *x = c->in[0];
  *known = false;
  if (x->rank == RANK_UNKNOWN) return FP8C_OK;
  if (x->rank != 3 && x->rank != 4)
    return fail(err, FP8C_ERROR_FORMAT, "its input has rank %d; 3 or 4 is wanted", x->rank);
  if (!tensor_shape_known(x)) return FP8C_OK;
  *known = true;
  r->heads_first = x->rank == 4;
  r->batch = x->dims[0];
  r->steps = x->dims[r->heads_first ? 2 : 1];
  r->heads = r->heads_first ? x->dims[1] : op_attr_int(c, "num_heads");
  r->size = r->heads_first ? x->dims[3] : 0;
  if (!r->heads_first) {
    if (r->heads < 1 || x->dims[2] % r->heads != 0)
      return fail(err, FP8C_ERROR_FORMAT, "num_heads %lld does not divide %lld",
                  (long long)r->heads, (long long)x->dims[2]);
    r->size = x->dims[2] / r->heads;
  }
  r->rotated = op_attr_int(c, "rotary_embedding_dim");
  if (r->rotated == 0) r->rotated = r->size;
  if (r->rotated < 0 || r->rotated > r->size || r->rotated % 2 != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%lld elements of a head of %lld cannot turn in pairs",
                (long long)r->rotated, (long long)r->size);
  return FP8C_OK;
}

fp8c_status infer_rotary_embedding(op_call *c, fp8c_error *err) {
  rotary r;
  bool known;
  out_like(c, 0, c->in[0]);
  for (size_t i = 0; i < 3; i++)
    if (!dtype_is_small_float(c->in[i]->dtype))
      return fail(err, FP8C_ERROR_UNSUPPORTED, "input %zu has type %s, which is not supported here",
                  i, fp8c_dtype_name(c->in[i]->dtype));
  TRY(read_rotary(c, &r, &known, err));
  for (size_t i = 1; i < 3 && known; i++) {
    int64_t same;
    const tensor *t = c->in[i];
    if (t->rank == RANK_UNKNOWN) continue;
    TRY(want_rank(c, i, has_input(c, 3) ? 2 : 3, err));
    TRY(dim_same(t->dims[t->rank - 1], r.rotated / 2, "the cache and half the turned elements",
                 &same, err));
    if (!has_input(c, 3)) {
      TRY(dim_same(t->dims[0], r.batch, "batch sizes", &same, err));
      TRY(dim_same(t->dims[1], r.steps, "steps", &same, err));
    } else {
      TRY(dim_same(t->dims[0], c->in[1]->dims[0], "positions of the caches", &same, err));
    }
  }
  if (has_input(c, 3) && known && tensor_shape_known(c->in[3]) &&
      tensor_elements(c->in[3]) != r.batch * r.steps)
    return fail(err, FP8C_ERROR_FORMAT, "there are %lld positions for %lld steps",
                (long long)tensor_elements(c->in[3]), (long long)(r.batch * r.steps));
  return FP8C_OK;
}

typedef struct rotation_job {
  rotary r;
  const float *x, *cosines, *sines;
  const int64_t *row; /* of the caches, for each step */
  float *y;
  bool interleaved;
} rotation_job;

/* A piece is one step of one sequence, all heads. */
static void rotate_steps(void *object, int64_t first, int64_t last) {
  const rotation_job *j = object;
  const rotary *r = &j->r;
  int64_t half = r->rotated / 2, apart = j->interleaved ? 1 : half, pace = j->interleaved ? 2 : 1;
  for (int64_t i = first; i < last; i++) {
    const float *cosine = j->cosines + j->row[i] * half, *sine = j->sines + j->row[i] * half;
    for (int64_t h = 0; h < r->heads; h++) {
      int64_t head = r->heads_first ? (i / r->steps * r->heads + h) * r->steps + i % r->steps
                                    : i * r->heads + h;
      const float *x = j->x + head * r->size;
      float *y = j->y + head * r->size;
      for (int64_t k = 0; k < half; k++) {
        float a = x[k * pace], b = x[k * pace + apart];
        y[k * pace] = cosine[k] * a - sine[k] * b;
        y[k * pace + apart] = sine[k] * a + cosine[k] * b;
      }
      for (int64_t k = r->rotated; k < r->size; k++) y[k] = x[k];
    }
  }
}

fp8c_status eval_rotary_embedding(op_call *c, fp8c_error *err) {
  rotation_job j = {.x = c->in[0]->data,
                    .cosines = c->in[1]->data,
                    .sines = c->in[2]->data,
                    .y = c->out[0].data,
                    .interleaved = op_attr_int(c, "interleaved") != 0};
  bool known;
  TRY(read_rotary(c, &j.r, &known, err));
  int64_t count = j.r.batch * j.r.steps, positions = c->in[1]->dims[0];
  int64_t *row = NEW_ARRAY(c->scratch, int64_t, count);
  for (int64_t i = 0; i < count; i++) {
    row[i] = has_input(c, 3) ? tensor_int(c->in[3], i) : i;
    if (has_input(c, 3) && (row[i] < 0 || row[i] >= positions))
      return fail(err, FP8C_ERROR_ARGUMENT, "position %lld is outside a cache of %lld",
                  (long long)row[i], (long long)positions);
  }
  j.row = row;
  each_piece(c->threads, count, 16, rotate_steps, &j);
  return FP8C_OK;
}

/* ---- fp8c's own ---------------------------------------------------------- */

static fp8c_status check_table(const op_call *c, size_t i, int64_t size, fp8c_error *err) {
  const tensor *x = c->in[0], *t = c->in[i];
  if (t->rank == RANK_UNKNOWN) return FP8C_OK;
  if (t->rank < 1 || t->rank > x->rank)
    return fail(err, FP8C_ERROR_FORMAT, "a table of rank %d does not broadcast to rank %d", t->rank,
                x->rank);
  int64_t width = t->dims[t->rank - 1];
  if (width >= 0 && size >= 0 && width != size && width != size / 2)
    return fail(err, FP8C_ERROR_FORMAT, "a table of %lld columns for heads of %lld",
                (long long)width, (long long)size);
  for (int d = 1; d < t->rank; d++) {
    int64_t a = t->dims[t->rank - 1 - d], b = x->dims[x->rank - 1 - d];
    if (a >= 0 && b >= 0 && a != b && a != 1)
      return fail(err, FP8C_ERROR_FORMAT, "a table of size %lld does not broadcast to %lld",
                  (long long)a, (long long)b);
  }
  return FP8C_OK;
}

fp8c_status infer_rotary(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0];
  out_like(c, 0, x);
  for (size_t i = 0; i < 3; i++)
    if (!dtype_is_small_float(c->in[i]->dtype))
      return fail(err, FP8C_ERROR_UNSUPPORTED, "input %zu has type %s, which is not supported here",
                  i, fp8c_dtype_name(c->in[i]->dtype));
  if (x->rank == RANK_UNKNOWN) return FP8C_OK;
  if (x->rank < 1) return fail(err, FP8C_ERROR_FORMAT, "a scalar has no pairs to turn");
  int64_t size = x->dims[x->rank - 1];
  if (size > 0 && size % 2 != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%lld elements cannot turn in pairs", (long long)size);
  int64_t width = op_attr_int(c, "width");
  if (width != 0 && (width < 0 || width % 2 != 0 || (size >= 0 && width > size) ||
                     op_attr_int(c, "interleaved") != 0))
    return fail(err, FP8C_ERROR_FORMAT, "the halves of the first %lld of %lld elements cannot turn",
                (long long)width, (long long)size);
  for (size_t i = 1; i < 3; i++) {
    const tensor *t = c->in[i];
    TRY(check_table(c, i, size, err));
    if (width != 0 && t->rank > 0 && t->dims[t->rank - 1] >= 0 && size >= 0 &&
        t->dims[t->rank - 1] != size)
      return fail(err, FP8C_ERROR_FORMAT,
                  "a table of %lld columns where a part of %lld elements turns",
                  (long long)t->dims[t->rank - 1], (long long)size);
  }
  return FP8C_OK;
}

typedef struct pair_job {
  int rank;
  const int64_t *dims;
  int64_t strides[2][FP8C_MAX_RANK]; /* of the tables, over x's axes */
  int64_t width[2];                  /* of the tables */
  int64_t turned;                    /* elements whose halves turn */
  const float *x, *tables[2];
  float *y;
  bool interleaved;
} pair_job;

/* The number of a table for element k of a row of x. */
static float of_table(const pair_job *j, int i, int64_t row, int64_t k, int64_t size) {
  if (j->width[i] != size) k = j->interleaved ? k / 2 : k % (size / 2);
  return j->tables[i][row + k];
}

/* Halves that lie behind each other: each turns as a vector. */
INLINE void turn_half_any(const float *restrict x, const float *restrict other,
                          const float *restrict cosines, const float *restrict sines, bool low,
                          int64_t n, float *restrict y) {
  if (low)
    for (int64_t k = 0; k < n; k++) y[k] = x[k] * cosines[k] + -other[k] * sines[k];
  else
    for (int64_t k = 0; k < n; k++) y[k] = x[k] * cosines[k] + other[k] * sines[k];
}
AT_EACH_LEVEL(static void, turn_half,
              (const float *x, const float *other, const float *cosines, const float *sines,
               bool low, int64_t n, float *y),
              (x, other, cosines, sines, low, n, y))

static void turn_halves(const pair_job *j, const float *x, const int64_t at[2], int64_t half,
                        float *y) {
  int64_t size = j->dims[j->rank - 1];
  const float *tables[2][2]; /* of each half */
  for (int i = 0; i < 2; i++) {
    tables[i][0] = j->tables[i] + at[i];
    tables[i][1] = tables[i][0] + (j->width[i] == size ? half : half % (size / 2));
  }
  turn_half(x, x + half, tables[0][0], tables[1][0], true, half, y);
  turn_half(x + half, x, tables[0][1], tables[1][1], false, half, y + half);
}

/* A piece is one row of the last axis. */
static void rotate_rows(void *object, int64_t first, int64_t last) {
  const pair_job *j = object;
  int64_t size = j->dims[j->rank - 1], half = j->turned / 2;
  for (int64_t i = first; i < last; i++) {
    int64_t at[2] = {0, 0}, rest = i;
    for (int d = j->rank - 2; d >= 0; d--) {
      at[0] += rest % j->dims[d] * j->strides[0][d];
      at[1] += rest % j->dims[d] * j->strides[1][d];
      rest /= j->dims[d];
    }
    const float *x = j->x + i * size;
    float *y = j->y + i * size;
    if (!j->interleaved) {
      turn_halves(j, x, at, half, y);
      if (j->turned == size) continue;
    }
    for (int64_t k = j->interleaved ? 0 : j->turned; k < size; k++) {
      bool low = j->interleaved ? k % 2 == 0 : k < half;
      int64_t other = j->interleaved ? (low ? k + 1 : k - 1) : low ? k + half : k - half;
      if (k >= j->turned) other = k;
      float rotated = low ? -x[other] : x[other];
      y[k] = x[k] * of_table(j, 0, at[0], k, size) + rotated * of_table(j, 1, at[1], k, size);
    }
  }
}

fp8c_status eval_rotary(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *x = c->in[0];
  pair_job j = {.rank = x->rank,
                .dims = x->dims,
                .x = x->data,
                .y = c->out[0].data,
                .interleaved = op_attr_int(c, "interleaved") != 0};
  for (int i = 0; i < 2; i++) {
    const tensor *t = c->in[1 + i];
    int64_t stride = 1;
    j.tables[i] = t->data;
    j.width[i] = t->dims[t->rank - 1];
    for (int d = t->rank - 1, at = x->rank - 1; d >= 0; stride *= t->dims[d--], at--)
      j.strides[i][at] = t->dims[d] == 1 ? 0 : stride;
  }
  int64_t size = x->dims[x->rank - 1], width = op_attr_int(c, "width");
  j.turned = width != 0 ? width : size;
  if (size > 0) each_piece(c->threads, tensor_elements(x) / size, 64, rotate_rows, &j);
  return FP8C_OK;
}
