/* state.c - sequence operators that hand a state from call to call:
 * LinearAttention and CausalConvWithState; and the largest magnitudes of earlier runs, which
 * delayed scaling makes scales of (DelayedScale, AmaxHistory). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/math.h"
#include "ops/move.h"
#include "ops/rows.h"

/* ---- LinearAttention ------------------------------------------------------ */

typedef struct linear_attention {
  int64_t batch, steps, q_heads, kv_heads, key_size, value_size;
  int64_t decay_size; /* 1: per head; key_size: per key element */
  int64_t beta_heads; /* 1 or kv_heads */
  float scale;
  bool gated, delta, known;
} linear_attention;

static fp8c_status read_linear_attention(const op_call *c, linear_attention *p, fp8c_error *err) {
  const char *rule = op_attr_string(c, "update_rule");
  *p = (linear_attention){.q_heads = op_attr_int(c, "q_num_heads"),
                          .kv_heads = op_attr_int(c, "kv_num_heads"),
                          .scale = op_attr_float(c, "scale")};
  p->gated = strcmp(rule, "gated") == 0 || strcmp(rule, "gated_delta") == 0;
  p->delta = strcmp(rule, "delta") == 0 || strcmp(rule, "gated_delta") == 0;
  if (!p->gated && !p->delta && strcmp(rule, "linear") != 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "update_rule \"%s\" is not supported", rule);
  if (p->q_heads < 1 || p->kv_heads < 1 || p->q_heads % p->kv_heads != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%lld query heads for %lld key heads",
                (long long)p->q_heads, (long long)p->kv_heads);
  if (has_input(c, 4) != p->gated || has_input(c, 5) != p->delta)
    return fail(err, FP8C_ERROR_FORMAT, "update_rule \"%s\" and the decay and beta given differ",
                rule);
  for (size_t i = 0; i < c->in_count; i++) {
    if (!has_input(c, i)) continue;
    TRY(want_rank(c, i, i == 3 ? 4 : 3, err));
    if (!tensor_shape_known(c->in[i])) return FP8C_OK;
  }
  const tensor *q = c->in[0], *k = c->in[1], *v = c->in[2];
  int64_t same;
  p->batch = q->dims[0];
  p->steps = q->dims[1];
  for (size_t i = 1; i < c->in_count; i++) {
    if (!has_input(c, i)) continue;
    TRY(dim_same(c->in[i]->dims[0], p->batch, "batch sizes", &same, err));
    if (i != 3) TRY(dim_same(c->in[i]->dims[1], p->steps, "steps", &same, err));
  }
  if (q->dims[2] % p->q_heads != 0 || v->dims[2] % p->kv_heads != 0)
    return fail(err, FP8C_ERROR_FORMAT, "its heads do not divide %lld and %lld",
                (long long)q->dims[2], (long long)v->dims[2]);
  p->key_size = q->dims[2] / p->q_heads;
  p->value_size = v->dims[2] / p->kv_heads;
  TRY(dim_same(k->dims[2], p->kv_heads * p->key_size, "key sizes", &same, err));
  if (has_input(c, 3)) {
    const int64_t *s = c->in[3]->dims;
    TRY(dim_same(s[1], p->kv_heads, "heads of the state", &same, err));
    TRY(dim_same(s[2], p->key_size, "key sizes of the state", &same, err));
    TRY(dim_same(s[3], p->value_size, "value sizes of the state", &same, err));
  }
  if (p->gated) {
    p->decay_size = c->in[4]->dims[2] == p->kv_heads ? 1 : p->key_size;
    TRY(dim_same(c->in[4]->dims[2], p->kv_heads * p->decay_size, "decay sizes", &same, err));
  }
  if (p->delta) {
    p->beta_heads = c->in[5]->dims[2] == 1 ? 1 : p->kv_heads;
    TRY(dim_same(c->in[5]->dims[2], p->beta_heads, "beta sizes", &same, err));
  }
  if (p->scale == 0 && p->key_size > 0) p->scale = 1.0f / sqrtf((float)p->key_size);
  p->known = true;
  return FP8C_OK;
}

fp8c_status infer_linear_attention(op_call *c, fp8c_error *err) {
  linear_attention p;
  TRY(want_floats(c, err));
  TRY(read_linear_attention(c, &p, err));
  if (c->out_count > 1 && has_input(c, 3)) c->out[1].dtype = c->in[3]->dtype;
  if (!p.known) return FP8C_OK;
  int64_t y[3] = {p.batch, p.steps, p.q_heads * p.value_size};
  int64_t state[4] = {p.batch, p.kv_heads, p.key_size, p.value_size};
  TRY(out_sized(c, 0, 3, y, err));
  return c->out_count > 1 ? out_sized(c, 1, 4, state, err) : FP8C_OK;
}

typedef struct attention_job {
  linear_attention p;
  const float *q, *k, *v, *decay, *beta;
  float *y, *state, *value; /* value: key_size + value_size a head, scratch */
} attention_job;

/* One step of one head: the state decays, learns k -> v, and answers q. */
static void attend_step(const attention_job *j, int64_t b, int64_t h, int64_t t, float *state,
                        float *value) {
  const linear_attention *p = &j->p;
  int64_t row = b * p->steps + t, n = p->value_size, group = p->q_heads / p->kv_heads;
  const float *k = j->k + (row * p->kv_heads + h) * p->key_size;
  const float *v = j->v + (row * p->kv_heads + h) * n;
  for (int64_t d = 0; d < p->key_size && p->gated; d++) {
    float g =
        fp8c_expf(j->decay[(row * p->kv_heads + h) * p->decay_size + (p->decay_size == 1 ? 0 : d)]);
    for (int64_t i = 0; i < n; i++) state[d * n + i] *= g;
  }
  for (int64_t i = 0; i < n; i++) value[i] = p->delta ? 0 : v[i];
  if (p->delta) { /* only what the state does not know yet */
    float beta = j->beta[row * p->beta_heads + (p->beta_heads == 1 ? 0 : h)];
    for (int64_t d = 0; d < p->key_size; d++)
      for (int64_t i = 0; i < n; i++) value[i] += state[d * n + i] * k[d];
    for (int64_t i = 0; i < n; i++) value[i] = beta * (v[i] - value[i]);
  }
  for (int64_t d = 0; d < p->key_size; d++)
    for (int64_t i = 0; i < n; i++) state[d * n + i] += k[d] * value[i];
  for (int64_t g = h * group; g < (h + 1) * group; g++) {
    const float *q = j->q + (row * p->q_heads + g) * p->key_size;
    float *y = j->y + (row * p->q_heads + g) * n;
    memset(y, 0, (size_t)n * sizeof *y);
    for (int64_t d = 0; d < p->key_size; d++)
      for (int64_t i = 0; i < n; i++) y[i] += q[d] * state[d * n + i];
    for (int64_t i = 0; i < n; i++) y[i] *= p->scale;
  }
}

/* A piece is one head of one sequence. */
static void attend_heads(void *object, int64_t first, int64_t last) {
  const attention_job *j = object;
  const linear_attention *p = &j->p;
  for (int64_t head = first; head < last; head++)
    for (int64_t t = 0; t < p->steps; t++)
      attend_step(j, head / p->kv_heads, head % p->kv_heads, t,
                  j->state + head * p->key_size * p->value_size, j->value + head * p->value_size);
}

fp8c_status eval_linear_attention(op_call *c, fp8c_error *err) {
  attention_job j = {.q = c->in[0]->data,
                     .k = c->in[1]->data,
                     .v = c->in[2]->data,
                     .decay = has_input(c, 4) ? c->in[4]->data : NULL,
                     .beta = has_input(c, 5) ? c->in[5]->data : NULL,
                     .y = c->out[0].data};
  TRY(read_linear_attention(c, &j.p, err));
  int64_t heads = j.p.batch * j.p.kv_heads, size = heads * j.p.key_size * j.p.value_size;
  bool asked = c->out_count > 1 && c->out[1].data != NULL;
  j.state = asked ? c->out[1].data : NEW_ARRAY(c->scratch, float, size);
  j.value = NEW_ARRAY(c->scratch, float, heads *j.p.value_size);
  if (size > 0 && has_input(c, 3))
    memcpy(j.state, c->in[3]->data, (size_t)size * sizeof *j.state);
  else if (size > 0)
    memset(j.state, 0, (size_t)size * sizeof *j.state);
  if (j.p.value_size > 0) each_piece(c->threads, heads, 1, attend_heads, &j);
  return FP8C_OK;
}

/* ---- CausalConvWithState ---------------------------------------------------- */

fp8c_status infer_causal_conv_with_state(op_call *c, fp8c_error *err) {
  const tensor *x = c->in[0], *w = c->in[1];
  const char *activation = op_attr_string(c, "activation");
  int64_t same;
  TRY(want_floats(c, err));
  out_like(c, 0, x);
  if (strcmp(activation, "none") != 0 && strcmp(activation, "silu") != 0 &&
      strcmp(activation, "swish") != 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "activation \"%s\" is not supported", activation);
  TRY(want_rank(c, 0, 3, err));
  TRY(want_rank(c, 1, 3, err));
  if (!rank_known(c, 0) || !rank_known(c, 1)) return FP8C_OK;
  TRY(dim_same(w->dims[0], x->dims[1], "channels", &same, err));
  TRY(dim_same(w->dims[1], 1, "weights of a channel and 1", &same, err));
  if (w->dims[2] == 0) return fail(err, FP8C_ERROR_FORMAT, "its kernel is empty");
  int64_t state[3] = {x->dims[0], x->dims[1], w->dims[2] > 0 ? w->dims[2] - 1 : DIM_UNKNOWN};
  if (has_input(c, 2)) {
    TRY(want_rank(c, 2, 1, err));
    if (rank_known(c, 2)) TRY(dim_same(c->in[2]->dims[0], x->dims[1], "biases", &same, err));
  }
  if (has_input(c, 3)) {
    TRY(want_rank(c, 3, 3, err));
    for (int d = 0; d < 3 && rank_known(c, 3); d++)
      TRY(dim_same(c->in[3]->dims[d], state[d], "dimensions of the state", &same, err));
  }
  return c->out_count > 1 ? out_sized(c, 1, 3, state, err) : FP8C_OK;
}

typedef struct causal_job {
  const float *x, *w, *bias, *past;
  float *y, *next;
  int64_t channels, length, kernel;
  bool silu;
} causal_job;

/* Input i of a line that the past precedes. */
static float causal_input(const causal_job *j, int64_t line, int64_t i) {
  int64_t before = j->kernel - 1;
  if (i >= before) return j->x[line * j->length + i - before];
  return j->past != NULL ? j->past[line * before + i] : 0;
}

/* A piece is one channel of one sequence. */
static void causal_lines(void *object, int64_t first, int64_t last) {
  const causal_job *j = object;
  for (int64_t line = first; line < last; line++) {
    int64_t channel = line % j->channels;
    for (int64_t t = 0; t < j->length; t++) {
      float sum = j->bias != NULL ? j->bias[channel] : 0;
      for (int64_t k = 0; k < j->kernel; k++)
        sum += causal_input(j, line, t + k) * j->w[channel * j->kernel + k];
      j->y[line * j->length + t] = j->silu ? sum * fp8c_sigmoidf(sum) : sum;
    }
    for (int64_t k = 0; k < j->kernel - 1 && j->next != NULL; k++)
      j->next[line * (j->kernel - 1) + k] = causal_input(j, line, j->length + k);
  }
}

fp8c_status eval_causal_conv_with_state(op_call *c, fp8c_error *err) {
  (void)err;
  const tensor *x = c->in[0];
  causal_job j = {.x = x->data,
                  .w = c->in[1]->data,
                  .bias = has_input(c, 2) ? c->in[2]->data : NULL,
                  .past = has_input(c, 3) ? c->in[3]->data : NULL,
                  .y = c->out[0].data,
                  .next = c->out_count > 1 ? c->out[1].data : NULL,
                  .channels = x->dims[1],
                  .length = x->dims[2],
                  .kernel = c->in[1]->dims[2],
                  .silu = strcmp(op_attr_string(c, "activation"), "none") != 0};
  each_piece(c->threads, x->dims[0] * x->dims[1], 4, causal_lines, &j);
  return FP8C_OK;
}

/* ---- Delayed scaling -------------------------------------------------------- */

/* A scale below it would have no normal reciprocal for what a row of zeros divides. */
#define SCALE_LEAST 0x1p-100f

static fp8c_status read_history(const op_call *c, fp8c_error *err) {
  const tensor *h = c->in[0];
  TRY(want_floats(c, err));
  TRY(want_rank(c, 0, 2, err));
  if (!rank_known(c, 0)) return FP8C_OK;
  if (h->dims[0] < 1 || h->dims[0] > HISTORY_VALUES_MAX || h->dims[1] < 1 ||
      h->dims[1] > HISTORY_RUNS_MAX)
    return fail(err, FP8C_ERROR_FORMAT,
                "its history is of %lld values over %lld runs; 1 to %d values and 1 to %d runs are "
                "possible",
                (long long)h->dims[0], (long long)h->dims[1], HISTORY_VALUES_MAX, HISTORY_RUNS_MAX);
  return FP8C_OK;
}

fp8c_status infer_delayed_scale(op_call *c, fp8c_error *err) {
  const float *factors, *first;
  const int64_t one = 1;
  size_t factor_count = 0, first_count = 0;
  const char *algorithm = op_attr_string(c, "algorithm");
  TRY(read_history(c, err));
  op_attr_floats(c, "factors", &factors, &factor_count);
  op_attr_floats(c, "first", &first, &first_count);
  if (strcmp(algorithm, "max") != 0 && strcmp(algorithm, "most_recent") != 0)
    return fail(err, FP8C_ERROR_FORMAT, "algorithm \"%s\" is neither max nor most_recent",
                algorithm);
  for (size_t i = 0; i < c->out_count; i++) {
    c->out[i].dtype = FP8C_DTYPE_F32;
    TRY(out_dims(c, i, 1, &one, err));
  }
  if (!rank_known(c, 0)) return FP8C_OK;
  size_t values = (size_t)c->in[0]->dims[0];
  if (factor_count == values && first_count == values && c->out_count == 2 * values) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT,
              "%zu factors, %zu first scales and %zu results for %zu values; two results for each "
              "value were expected",
              factor_count, first_count, c->out_count, values);
}

fp8c_status eval_delayed_scale(op_call *c, fp8c_error *err) {
  const tensor *h = c->in[0];
  const float *factors, *first, *row = h->data;
  size_t count;
  int64_t runs = h->dims[1];
  bool recent = strcmp(op_attr_string(c, "algorithm"), "most_recent") == 0;
  (void)err;
  op_attr_floats(c, "factors", &factors, &count);
  op_attr_floats(c, "first", &first, &count);
  for (int64_t v = 0; v < h->dims[0]; v++, row += runs) {
    float top = row[0];
    for (int64_t i = 1; i < runs && !recent; i++) top = row[i] > top ? row[i] : top;
    float s = top * factors[v];
    s = !(top > 0) ? first[v] : s > SCALE_LEAST ? s : SCALE_LEAST;
    tensor *unit = &c->out[2 * v], *over = &c->out[2 * v + 1];
    if (unit->data) *(float *)unit->data = s;
    if (over->data) *(float *)over->data = 1 / s;
  }
  return FP8C_OK;
}

fp8c_status infer_amax_history(op_call *c, fp8c_error *err) {
  TRY(read_history(c, err));
  for (size_t i = 1; i < c->in_count; i++)
    if (!has_input(c, i)) return fail(err, FP8C_ERROR_FORMAT, "input %zu is missing", i);
  out_like(c, 0, c->in[0]);
  c->out[0].dtype = FP8C_DTYPE_F32;
  if (!rank_known(c, 0) || c->in[0]->dims[0] == (int64_t)c->in_count - 1) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "its history is of %lld values, and there are %zu",
              (long long)c->in[0]->dims[0], c->in_count - 1);
}

/* NaN where there is one. */
static float largest_magnitude(const tensor *t) {
  const float *x = t->data;
  float top = 0;
  int64_t count = tensor_elements(t);
  for (int64_t i = 0; i < count; i++) {
    float m = fabsf(x[i]);
    top = m > top || m != m ? m : top;
  }
  return top;
}

fp8c_status eval_amax_history(op_call *c, fp8c_error *err) {
  const tensor *h = c->in[0];
  size_t runs = (size_t)h->dims[1];
  (void)err;
  for (int64_t v = 0; v < h->dims[0]; v++) {
    const float *before = (const float *)h->data + (size_t)v * runs;
    float *after = (float *)c->out[0].data + (size_t)v * runs;
    float top = largest_magnitude(c->in[v + 1]), last = before[0];
    memmove(after + 1, before, (runs - 1) * sizeof *after);
    after[0] = top > 0 && top <= FLT_MAX ? top : last;
  }
  return FP8C_OK;
}
