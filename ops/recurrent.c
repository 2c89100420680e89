/* recurrent.c - LSTM, GRU and RNN.
 *
 * What does not depend on the state, X . W^T, is one matrix product for all
 * steps; each step then adds H . R^T.  A sequence that has ended keeps its
 * state and gives zeros; reversed, each sequence starts at its own end. */
#include "ops/recurrent.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/cpu.h"
#include "base/numbers.h"
#include "ops/eltwise.h"
#include "ops/gemm.h"
#include "ops/ids/signals.h"
#include "ops/math.h"
#include "ops/matvec.h"
#include "ops/move.h"
#include "ops/rows.h"

/* ---- Activations ------------------------------------------------------------- */

static const struct {
  const char *name;
  int parameters; /* it takes from activation_alpha (1), and activation_beta (2) */
  float alpha, beta;
} squashes[SQUASH_COUNT] = {
    [SQUASH_SIGMOID] = {"Sigmoid", 0, 0, 0},
    [SQUASH_TANH] = {"Tanh", 0, 0, 0},
    [SQUASH_RELU] = {"Relu", 0, 0, 0},
    [SQUASH_AFFINE] = {"Affine", 2, 1, 0},
    [SQUASH_LEAKY_RELU] = {"LeakyRelu", 1, 0.01f, 0},
    [SQUASH_THRESHOLDED_RELU] = {"ThresholdedRelu", 1, 1, 0},
    [SQUASH_SCALED_TANH] = {"ScaledTanh", 2, 1, 1},
    [SQUASH_HARD_SIGMOID] = {"HardSigmoid", 2, 0.2f, 0.5f},
    [SQUASH_ELU] = {"Elu", 1, 1, 0},
    [SQUASH_SOFTSIGN] = {"Softsign", 0, 0, 0},
    [SQUASH_SOFTPLUS] = {"Softplus", 0, 0, 0},
};

typedef recurrent_function activation;

static float apply(const activation *f, float x) {
  float a = f->alpha, b = f->beta;
  x = x < -f->clip ? -f->clip : x > f->clip ? f->clip : x;
  switch (f->kind) {
    case SQUASH_SIGMOID:
      return fp8c_sigmoidf(x);
    case SQUASH_TANH:
      return fp8c_tanhf(x);
    case SQUASH_RELU:
      return x < 0 ? 0 : x;
    case SQUASH_AFFINE:
      return a * x + b;
    case SQUASH_LEAKY_RELU:
      return x < 0 ? a * x : x;
    case SQUASH_THRESHOLDED_RELU:
      return x > a ? x : 0;
    case SQUASH_SCALED_TANH:
      return a * fp8c_tanhf(b * x);
    case SQUASH_HARD_SIGMOID: {
      float y = a * x + b;
      return y < 0 ? 0 : y > 1 ? 1 : y;
    }
    case SQUASH_ELU:
      return x < 0 ? a * fp8c_expm1f(x) : x;
    case SQUASH_SOFTSIGN:
      return x / (1 + fp8c_absf(x));
    default:
      return fp8c_softplusf(x);
  }
}

/* ---- What is asked -------------------------------------------------------------- */

typedef struct cell {
  int gates, functions; /* matrices in W and R; activations of a direction */
  const char *defaults[3];
} cell;

static const cell lstm = {4, 3, {"Sigmoid", "Tanh", "Tanh"}};
static const cell gru = {3, 2, {"Sigmoid", "Tanh", NULL}};
static const cell rnn = {1, 1, {"Tanh", NULL, NULL}};

static fp8c_status read_activations(const op_call *c, const cell *k, int directions,
                                    activation out[6], fp8c_error *err) {
  const attr *names = attr_find(c->attrs, "activations");
  const float *alpha, *beta;
  size_t alphas, betas, a = 0, b = 0;
  op_attr_floats(c, "activation_alpha", &alpha, &alphas);
  op_attr_floats(c, "activation_beta", &beta, &betas);
  int count = k->functions * directions;
  if (names != NULL && names->count < (size_t)count)
    return fail(err, FP8C_ERROR_FORMAT, "there are %zu activations; %d are wanted", names->count,
                count);
  for (int i = 0; i < count; i++) {
    const char *name = names != NULL ? names->strings[i] : k->defaults[i % k->functions];
    int kind = 0;
    while (kind < SQUASH_COUNT && strcasecmp(name, squashes[kind].name) != 0) kind++;
    if (kind == SQUASH_COUNT)
      return fail(err, FP8C_ERROR_UNSUPPORTED, "activation \"%s\" is not supported", name);
    out[i] = (activation){(squash)kind, squashes[kind].alpha, squashes[kind].beta, INFINITY};
    if (op_has_attr(c, "clip")) out[i].clip = op_attr_float(c, "clip");
    /* the lists hold entries for the functions that take one, in order */
    if (squashes[kind].parameters >= 1 && a < alphas) out[i].alpha = alpha[a++];
    if (squashes[kind].parameters >= 2 && b < betas) out[i].beta = beta[b++];
  }
  return FP8C_OK;
}

static fp8c_status read_direction(const op_call *c, int *directions, bool *reverse,
                                  fp8c_error *err) {
  const char *name = op_attr_string(c, "direction");
  *reverse = strcmp(name, "reverse") == 0;
  *directions = strcmp(name, "bidirectional") == 0 ? 2 : 1;
  if (*reverse || *directions == 2 || strcmp(name, "forward") == 0) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED, "direction \"%s\" is not supported", name);
}

fp8c_status recurrent_functions(const op_call *c, int *directions, bool *reverse,
                                recurrent_function out[6], fp8c_error *err) {
  const cell *k = op_of(c->op) == OP_LSTM ? &lstm : op_of(c->op) == OP_GRU ? &gru : &rnn;
  TRY(read_direction(c, directions, reverse, err));
  return read_activations(c, k, *directions, out, err);
}

fp8c_status recurrent_state(const op_call *c, fp8c_dtype *format, float *by, fp8c_error *err) {
  const char *name = op_attr_string(c, "state");
  *by = op_attr_float(c, "state_scale");
  *format = strcmp(name, "e4m3") == 0   ? FP8C_DTYPE_E4M3
            : strcmp(name, "e5m2") == 0 ? FP8C_DTYPE_E5M2
                                        : FP8C_DTYPE_F32;
  if (*format == FP8C_DTYPE_F32 && name[0])
    return fail(err, FP8C_ERROR_FORMAT, "its state is rounded to \"%s\", not to e4m3 or e5m2",
                name);
  if (!(*by > 0) || !isfinite(*by) || !isnormal(1.0f / *by))
    return fail(err, FP8C_ERROR_FORMAT, "the scale of its state is %g", (double)*by);
  return FP8C_OK;
}

/* Input `i`, when present, must have these dims (in order of layout 0). */
static fp8c_status want_dims(const op_call *c, size_t i, int rank, const int64_t *dims,
                             fp8c_error *err) {
  if (!rank_known(c, i)) return FP8C_OK;
  TRY(want_rank(c, i, rank, err));
  for (int d = 0; d < rank; d++) {
    int64_t same;
    fp8c_status status = dim_same(c->in[i]->dims[d], dims[d], "dimensions", &same, err);
    if (status != FP8C_OK) return fail_in(err, status, "input %zu, axis %d", i, d);
  }
  return FP8C_OK;
}

static fp8c_status infer_cell(op_call *c, const cell *k, fp8c_error *err) {
  activation functions[6];
  int directions;
  bool reverse, batch_first = op_attr_int(c, "layout") != 0;
  TRY(read_direction(c, &directions, &reverse, err));
  TRY(read_activations(c, k, directions, functions, err));
  for (size_t i = 0; i < c->in_count; i++)
    if (has_input(c, i) && i != 4 && !dtype_is_small_float(c->in[i]->dtype))
      return fail(err, FP8C_ERROR_UNSUPPORTED, "input %zu has type %s, which is not supported here",
                  i, fp8c_dtype_name(c->in[i]->dtype));
  if (has_input(c, 4) && !dtype_is_int(c->in[4]->dtype))
    return fail(err, FP8C_ERROR_FORMAT, "sequence lengths have type %s",
                fp8c_dtype_name(c->in[4]->dtype));
  bool given = op_attr_int(c, "gates_given") != 0;
  fp8c_dtype format;
  float unit;
  TRY(recurrent_state(c, &format, &unit, err));
  if (given == has_input(c, 1))
    return fail(err, FP8C_ERROR_FORMAT,
                given ? "its gates are given, and weights for them"
                      : "input 1, the weights of the gates, is missing");
  if (!has_input(c, 2))
    return fail(err, FP8C_ERROR_FORMAT, "input 2, the weights of the state, is missing");
  TRY(want_rank(c, 0, 3, err));
  if (!given) TRY(want_rank(c, 1, 3, err));
  TRY(want_rank(c, 2, 3, err));
  if (!rank_known(c, 0) || (!given && !rank_known(c, 1)) || !rank_known(c, 2)) return FP8C_OK;
  const tensor *x = c->in[0];
  int64_t hidden = c->in[2]->dims[2], n = directions, rows;
  int64_t batch = x->dims[batch_first ? 0 : 1], steps = x->dims[batch_first ? 1 : 0];
  TRY(dim_mul(hidden, k->gates, &rows, err));
  int64_t all_rows;
  TRY(dim_mul(rows, n, &all_rows, err));
  if (given)
    TRY(want_dims(c, 0, 3, (int64_t[]){x->dims[0], x->dims[1], all_rows}, err));
  else
    TRY(want_dims(c, 1, 3, (int64_t[]){n, rows, x->dims[2]}, err));
  TRY(want_dims(c, 2, 3, (int64_t[]){n, rows, hidden}, err));
  TRY(dim_mul(rows, 2, &rows, err));
  TRY(want_dims(c, 3, 2, (int64_t[]){n, rows}, err));
  TRY(want_dims(c, 4, 1, (int64_t[]){batch}, err));
  int64_t state[3] = {batch_first ? batch : n, batch_first ? n : batch, hidden};
  TRY(want_dims(c, 5, 3, state, err));
  TRY(want_dims(c, 6, 3, state, err));
  TRY(dim_mul(hidden, 3, &rows, err));
  TRY(want_dims(c, 7, 2, (int64_t[]){n, rows}, err));
  if (op_has_attr(c, "hidden_size") && hidden >= 0 && op_attr_int(c, "hidden_size") != hidden)
    return fail(err, FP8C_ERROR_FORMAT, "hidden_size is %lld; R has %lld",
                (long long)op_attr_int(c, "hidden_size"), (long long)hidden);
  int64_t y[4] = {steps, n, batch, hidden}, y_batch_first[4] = {batch, steps, n, hidden};
  for (size_t i = 0; i < c->out_count; i++) {
    c->out[i].dtype = x->dtype;
    if (i == 0)
      TRY(out_sized(c, i, 4, batch_first ? y_batch_first : y, err));
    else
      TRY(out_sized(c, i, 3, state, err));
  }
  return FP8C_OK;
}

fp8c_status infer_lstm(op_call *c, fp8c_error *err) { return infer_cell(c, &lstm, err); }
fp8c_status infer_gru(op_call *c, fp8c_error *err) { return infer_cell(c, &gru, err); }
fp8c_status infer_rnn(op_call *c, fp8c_error *err) { return infer_cell(c, &rnn, err); }

/* ---- Running ---------------------------------------------------------------------- */

/* One direction.  Gate rows stand as [position][gates * hidden], or those of all directions side by
 * side, where position counts X's rows as they lie in memory. */
typedef struct layer {
  op_call *c;
  const cell *kind;
  const activation *f;
  int64_t steps, batch, hidden, directions, direction;
  bool batch_first, reverse;
  bool coupled;                   /* LSTM: the forget gate is 1 less the input gate */
  matvec packed[2];               /* R for steps of few sequences: what takes H, and GRU's rest */
  const float *r;                 /* [gates * hidden][hidden] */
  const float *r_bias, *peephole; /* NULL: none */
  const float *gates;             /* X . W^T + biases, all positions */
  int64_t pitch;                  /* of those of a position */
  float *state;                   /* H . R^T of a step, [batch][gates * hidden] */
  float *h, *cell_state;          /* [batch][hidden] */
  float *reset;                   /* GRU: r * H, [batch][hidden] */
  fp8c_dtype format;              /* of what R multiplies; F32: as it is */
  float scale, *rounded;          /* ... its scale and its numbers, [batch][hidden] */
  uint8_t *codes;
} layer;

static void product(op_call *c, int64_t m, int64_t n, int64_t k, const float *a, const float *b,
                    const float *bias, float *out, int64_t out_row) {
  gemm g = {.m = m,
            .n = n,
            .k = k,
            .a = {a, FP8C_DTYPE_F32, k, 1},
            .b = {b, FP8C_DTYPE_F32, k, 1},
            .c = out,
            .c_row = out_row,
            .alpha = 1.0f,
            .bias_n = bias};
  if (m > 0 && n > 0) gemm_run(c, &g);
}

/* n numbers at once: the two functions that nearly every model has fill vectors. */
INLINE void squash_all(const activation *f, float *x, int64_t n) {
  const float clip = f->clip;
  if (f->kind == SQUASH_SIGMOID)
    for (int64_t i = 0; i < n; i++) x[i] = fp8c_sigmoidf(clip_to(x[i], -clip, clip));
  else if (f->kind == SQUASH_TANH)
    for (int64_t i = 0; i < n; i++) x[i] = fp8c_tanhf(clip_to(x[i], -clip, clip));
  else
    for (int64_t i = 0; i < n; i++) x[i] = apply(f, x[i]);
}

INLINE void add_all(float *restrict to, const float *restrict x, int64_t n) {
  for (int64_t i = 0; i < n; i++) to[i] = x[i] + to[i];
}

/* One sequence's step: its gates `x`, to which `s`, what its state gives, is added; `s` is used up.
 */
INLINE void step_lstm_any(const layer *l, const float *restrict x, float *restrict s,
                          float *restrict h, float *restrict state) {
  int64_t n = l->hidden;
  const float *p = l->peephole;
  float *in = s, *out = s + n, *forget = s + 2 * n, *next = s + 3 * n;
  add_all(s, x, 4 * n);
  for (int64_t i = 0; p != NULL && i < n; i++) {
    in[i] += p[i] * state[i];
    forget[i] += p[2 * n + i] * state[i];
  }
  squash_all(&l->f[0], in, n);
  if (l->coupled)
    for (int64_t i = 0; i < n; i++) forget[i] = 1 - in[i];
  else
    squash_all(&l->f[0], forget, n);
  squash_all(&l->f[1], next, n);
  for (int64_t i = 0; i < n; i++) h[i] = state[i] = forget[i] * state[i] + in[i] * next[i];
  for (int64_t i = 0; p != NULL && i < n; i++) out[i] += p[n + i] * state[i];
  squash_all(&l->f[0], out, n);
  squash_all(&l->f[2], h, n);
  for (int64_t i = 0; i < n; i++) h[i] = out[i] * h[i];
}
AT_EACH_LEVEL(static void, step_lstm,
              (const layer *l, const float *x, float *s, float *h, float *state),
              (l, x, s, h, state))

/* The reset gate, and what the new state is made from. */
INLINE void step_gru_reset_any(const layer *l, const float *restrict x, float *restrict s,
                               const float *restrict h, float *restrict reset) {
  int64_t n = l->hidden;
  add_all(s + n, x + n, n);
  squash_all(&l->f[0], s + n, n);
  for (int64_t i = 0; i < n; i++) reset[i] = s[n + i] * h[i];
}
AT_EACH_LEVEL(static void, step_gru_reset,
              (const layer *l, const float *x, float *s, const float *h, float *reset),
              (l, x, s, h, reset))

INLINE void step_gru_any(const layer *l, const float *restrict x, float *restrict s,
                         float *restrict h, bool linear) {
  int64_t n = l->hidden;
  float *update = s, *reset = s + n, *inner = s + 2 * n;
  if (linear) {
    const float *bias = l->r_bias;
    for (int64_t i = 0; bias != NULL && i < n; i++) inner[i] += bias[2 * n + i];
    add_all(reset, x + n, n);
    squash_all(&l->f[0], reset, n);
    for (int64_t i = 0; i < n; i++) inner[i] *= reset[i];
  }
  add_all(update, x, n);
  squash_all(&l->f[0], update, n);
  add_all(inner, x + 2 * n, n);
  squash_all(&l->f[1], inner, n);
  for (int64_t i = 0; i < n; i++) h[i] = (1 - update[i]) * inner[i] + update[i] * h[i];
}
AT_EACH_LEVEL(static void, step_gru,
              (const layer *l, const float *x, float *s, float *h, bool linear),
              (l, x, s, h, linear))

INLINE void step_rnn_any(const layer *l, const float *restrict x, float *restrict s,
                         float *restrict h) {
  add_all(s, x, l->hidden);
  squash_all(&l->f[0], s, l->hidden);
  memcpy(h, s, (size_t)l->hidden * sizeof *h);
}
AT_EACH_LEVEL(static void, step_rnn, (const layer *l, const float *x, float *s, float *h),
              (l, x, s, h))

/* The step that sequence b takes as its t-th; -1: it has ended. */
static int64_t step_of(const layer *l, int64_t b, int64_t t) {
  int64_t length = has_input(l->c, 4) ? tensor_int(l->c->in[4], b) : l->steps;
  if (t >= length) return -1;
  return l->reverse ? length - 1 - t : t;
}

/* What R multiplies: x, or the numbers that its codes stand for. */
static const float *as_operand(const layer *l, const float *x) {
  size_t count = (size_t)(l->batch * l->hidden);
  if (l->format == FP8C_DTYPE_F32) return x;
  float over = 1.0f / l->scale;
  for (size_t i = 0; i < count; i++) l->rounded[i] = x[i] * over;
  floats_encode(l->format, l->rounded, l->codes, count, true);
  floats_decode(l->format, l->codes, l->rounded, count);
  for (size_t i = 0; i < count; i++) l->rounded[i] *= l->scale;
  return l->rounded;
}

/* State times rows [first, first + count) of R, which are this part of it. */
static void multiply_state(const layer *l, int part, const float *h, int64_t first, int64_t count) {
  int64_t n = l->hidden, rows = l->kind->gates * n;
  const matvec *m = &l->packed[part];
  for (int64_t b = 0; m->panels && b < l->batch; b++)
    matvec_run(l->c, m, h + b * n, l->state + b * rows + first);
  if (!m->panels)
    product(l->c, l->batch, count, n, h, l->r + first * n, NULL, l->state + first, rows);
}

static void run_step(layer *l, int64_t t) {
  int64_t n = l->hidden, rows = l->kind->gates * n;
  bool is_gru = l->kind == &gru, linear = is_gru && op_attr_int(l->c, "linear_before_reset") != 0;
  int64_t before = is_gru && !linear ? 2 * n : rows; /* of R's rows, those that take H itself */
  multiply_state(l, 0, as_operand(l, l->h), 0, before);
  if (is_gru && !linear) {
    for (int64_t b = 0; b < l->batch; b++) {
      int64_t at = step_of(l, b, t);
      if (at < 0) continue;
      int64_t position = l->batch_first ? b * l->steps + at : at * l->batch + b;
      step_gru_reset(l, l->gates + position * l->pitch, l->state + b * rows, l->h + b * n,
                     l->reset + b * n);
    }
    multiply_state(l, 1, as_operand(l, l->reset), 2 * n, n);
  }
  for (int64_t b = 0; b < l->batch; b++) {
    int64_t at = step_of(l, b, t);
    if (at < 0) continue;
    int64_t position = l->batch_first ? b * l->steps + at : at * l->batch + b;
    const float *x = l->gates + position * l->pitch;
    float *h = l->h + b * n, *s = l->state + b * rows;
    if (l->kind == &lstm) {
      step_lstm(l, x, s, h, l->cell_state + b * n);
    } else if (is_gru) {
      step_gru(l, x, s, h, linear);
    } else {
      step_rnn(l, x, s, h);
    }
    if (l->c->out_count < 1 || l->c->out[0].data == NULL) continue;
    int64_t row = l->batch_first ? (b * l->steps + at) * l->directions + l->direction
                                 : (at * l->directions + l->direction) * l->batch + b;
    memcpy((float *)l->c->out[0].data + row * n, h, (size_t)n * sizeof *h);
  }
}

/* Where sequence b's state of this direction lies in initial_h, Y_h and their kin. */
static int64_t state_row(const layer *l, int64_t b) {
  return l->batch_first ? b * l->directions + l->direction : l->direction * l->batch + b;
}

static float *initial_state(const layer *l, size_t input) {
  int64_t n = l->hidden;
  float *state = NEW_ARRAY(l->c->scratch, float, l->batch *n);
  for (int64_t b = 0; b < l->batch && has_input(l->c, input); b++)
    memcpy(state + b * n, (const float *)l->c->in[input]->data + state_row(l, b) * n,
           (size_t)n * sizeof *state);
  return state;
}

static void store_state(const layer *l, size_t output, const float *state) {
  int64_t n = l->hidden;
  if (output >= l->c->out_count || l->c->out[output].data == NULL) return;
  for (int64_t b = 0; b < l->batch; b++)
    memcpy((float *)l->c->out[output].data + state_row(l, b) * n, state + b * n,
           (size_t)n * sizeof *state);
}

/* A product with few vectors is over before the rows of R are in registers as it wants them: where
 * enough steps follow, they are laid out so once. */
#define FEW_SEQUENCES 4
#define ENOUGH_STEPS 8

static void pack_state_weights(layer *l) {
  int64_t n = l->hidden, rows = l->kind->gates * n;
  bool linear = l->kind != &gru || op_attr_int(l->c, "linear_before_reset") != 0;
  if (l->batch > FEW_SEQUENCES || l->steps < ENOUGH_STEPS || n == 0 || l->c->plain) return;
  l->packed[0] = matvec_pack(l->c, l->r, linear ? rows : 2 * n, n);
  if (!linear) l->packed[1] = matvec_pack(l->c, l->r + 2 * n * n, n, n);
}

static void run_layer(layer *l) {
  op_call *c = l->c;
  const tensor *x = c->in[0];
  int64_t n = l->hidden, rows = l->kind->gates * n, width = x->dims[2];
  bool given = !has_input(c, 1);
  const float *w = given ? NULL : (const float *)c->in[1]->data + l->direction * rows * width;
  float *bias = NULL, *gates = NULL;
  l->r = (const float *)c->in[2]->data + l->direction * rows * n;
  if (has_input(c, 3)) {
    const float *both = (const float *)c->in[3]->data + l->direction * 2 * rows;
    bool apart = l->kind == &gru && op_attr_int(c, "linear_before_reset") != 0;
    bias = NEW_ARRAY(c->scratch, float, rows);
    l->r_bias = both + rows;
    for (int64_t i = 0; i < rows; i++)
      bias[i] = apart && i >= 2 * n ? both[i] : both[i] + both[rows + i];
  }
  if (l->kind == &lstm && has_input(c, 7))
    l->peephole = (const float *)c->in[7]->data + l->direction * 3 * n;
  if (!given) gates = NEW_ARRAY(c->scratch, float, l->steps * l->batch * rows);
  l->gates = given ? (const float *)x->data + l->direction * rows : gates;
  l->pitch = given ? width : rows;
  l->state = NEW_ARRAY(c->scratch, float, l->batch *rows);
  l->reset = NEW_ARRAY(c->scratch, float, l->batch *n);
  if (l->format != FP8C_DTYPE_F32) {
    l->rounded = NEW_ARRAY(c->scratch, float, l->batch *n);
    l->codes = NEW_ARRAY(c->scratch, uint8_t, l->batch * n);
  }
  l->h = initial_state(l, 5);
  l->cell_state = l->kind == &lstm ? initial_state(l, 6) : NULL;
  if (!given) product(c, l->steps * l->batch, rows, width, x->data, w, bias, gates, rows);
  pack_state_weights(l);
  for (int64_t t = 0; t < l->steps; t++) run_step(l, t);
  store_state(l, 1, l->h);
  if (l->kind == &lstm) store_state(l, 2, l->cell_state);
}

static fp8c_status eval_cell(op_call *c, const cell *k, fp8c_error *err) {
  activation functions[6];
  int directions;
  bool reverse, batch_first = op_attr_int(c, "layout") != 0;
  const tensor *x = c->in[0];
  TRY(read_direction(c, &directions, &reverse, err));
  TRY(read_activations(c, k, directions, functions, err));
  fp8c_dtype format;
  float unit;
  TRY(recurrent_state(c, &format, &unit, err));
  int64_t batch = x->dims[batch_first ? 0 : 1], steps = x->dims[batch_first ? 1 : 0];
  for (int64_t b = 0; b < batch && has_input(c, 4); b++) {
    int64_t length = tensor_int(c->in[4], b);
    if (length < 0 || length > steps)
      return fail(err, FP8C_ERROR_ARGUMENT, "sequence %lld has length %lld of %lld steps",
                  (long long)b, (long long)length, (long long)steps);
  }
  if (c->out_count > 0 && c->out[0].data != NULL)
    memset(c->out[0].data, 0, tensor_bytes(&c->out[0]));
  for (int d = 0; d < directions; d++) {
    layer l = {.c = c,
               .kind = k,
               .f = functions + d * k->functions,
               .steps = steps,
               .batch = batch,
               .hidden = c->in[2]->dims[2],
               .directions = directions,
               .direction = d,
               .format = format,
               .scale = unit,
               .batch_first = batch_first,
               .reverse = reverse || d == 1,
               .coupled = k == &lstm && op_attr_int(c, "input_forget") != 0};
    run_layer(&l);
  }
  return FP8C_OK;
}

fp8c_status eval_lstm(op_call *c, fp8c_error *err) { return eval_cell(c, &lstm, err); }
fp8c_status eval_gru(op_call *c, fp8c_error *err) { return eval_cell(c, &gru, err); }
fp8c_status eval_rnn(op_call *c, fp8c_error *err) { return eval_cell(c, &rnn, err); }
