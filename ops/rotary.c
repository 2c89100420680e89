/* rotary.c - RotaryEmbedding: pairs of a head's elements turned by an angle that
 * grows with the position. */
#include "base/numbers.h"
#include "ops/move.h"
#include "ops/rows.h"

typedef struct rotary {
  int64_t batch, steps, heads, size; /* size: of a head */
  int64_t turned;                    /* the first elements of a head that turn */
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
  r->turned = op_attr_int(c, "rotary_embedding_dim");
  if (r->turned == 0) r->turned = r->size;
  if (r->turned < 0 || r->turned > r->size || r->turned % 2 != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%lld elements of a head of %lld cannot turn in pairs",
                (long long)r->turned, (long long)r->size);
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
    TRY(dim_same(t->dims[t->rank - 1], r.turned / 2, "the cache and half the turned elements",
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

typedef struct turn_job {
  rotary r;
  const float *x, *cosines, *sines;
  const int64_t *row; /* of the caches, for each step */
  float *y;
  bool interleaved;
} turn_job;

/* A piece is one step of one sequence, all heads. */
static void turn_steps(void *object, int64_t first, int64_t last) {
  const turn_job *j = object;
  const rotary *r = &j->r;
  int64_t half = r->turned / 2, apart = j->interleaved ? 1 : half, pace = j->interleaved ? 2 : 1;
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
      for (int64_t k = r->turned; k < r->size; k++) y[k] = x[k];
    }
  }
}

fp8c_status eval_rotary_embedding(op_call *c, fp8c_error *err) {
  turn_job j = {.x = c->in[0]->data,
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
  each_piece(c->threads, count, 16, turn_steps, &j);
  return FP8C_OK;
}
