/* channels_last.c - windows over images whose channels lie innermost.
 *
 * With fp8c's own attribute `channels_last` a window operator reads [N, spatial..., C] and weights
 * [M, kernel..., C / group], and its result lies alike.  The arithmetic is that of the usual
 * order, on transposed copies: the form is for GPUs, and here it is the specification. */
#include "ops/channels_last.h"

#include <string.h>

#include "ops/move.h"
#include "ops/rows.h"

#define INPUTS_MAX 3

/* Moves the channels from the last axis to the second (`to_first`) or back. */
static void permute_dims(tensor *t, bool to_first) {
  int64_t channels = t->dims[to_first ? t->rank - 1 : 1];
  if (to_first)
    for (int i = t->rank - 1; i > 1; i--) t->dims[i] = t->dims[i - 1];
  else
    for (int i = 1; i + 1 < t->rank; i++) t->dims[i] = t->dims[i + 1];
  t->dims[to_first ? 1 : t->rank - 1] = channels;
}

tensor channels_first(tensor t) {
  if (t.rank >= 3) permute_dims(&t, true);
  return t;
}

/* Writes the elements of `from` to `to` in the order of its axes. */
static void transpose(pool *threads, const tensor *from, const tensor *to, bool to_first) {
  int rank = to->rank;
  move m = {.rank = rank};
  int64_t strides[FP8C_MAX_RANK];
  strides_of(from->dims, rank, strides);
  strides_of(to->dims, rank, m.to);
  for (int i = 0; i < rank; i++) {
    m.dims[i] = to->dims[i];
    int at = i == 0 ? 0 : to_first ? (i == 1 ? rank - 1 : i - 1) : (i == rank - 1 ? 1 : i + 1);
    m.from[i] = strides[at];
  }
  move_run(threads, m, to->data, from->data, dtype_bytes(to->dtype));
}

tensor channels_first_copy(pool *threads, arena *a, const tensor *t) {
  tensor copy = channels_first(*t);
  if (t->rank < 3 || !t->data) return copy;
  copy.data = arena_alloc(a, tensor_bytes(t) + 1);
  transpose(threads, t, &copy, true);
  return copy;
}

fp8c_status channels_last(op_call *c, op_function *usual, fp8c_error *err) {
  tensor in[INPUTS_MAX], out[2];
  const tensor *inputs[INPUTS_MAX] = {NULL};
  attr *attrs = NEW_ARRAY(c->scratch, attr, c->attrs.count + 1);
  op_call call = *c;
  call.in = inputs;
  call.in_count = c->in_count < INPUTS_MAX ? c->in_count : INPUTS_MAX;
  call.attrs = (attr_list){attrs, 0};
  for (size_t i = 0; i < c->attrs.count; i++)
    if (strcmp(c->attrs.items[i].name, "channels_last") != 0)
      attrs[call.attrs.count++] = c->attrs.items[i];
  if (c->out_count > 1 && c->out[1].dtype != FP8C_DTYPE_NONE)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "places of channels that lie last are not done");
  for (size_t i = 0; i < call.in_count; i++) {
    inputs[i] = c->in[i];
    if (!c->in[i] || i == 2 || c->in[i]->rank < 3) continue;
    if (c->in[i]->scale.kind == SCALE_AXIS && c->in[i]->scale.axis != 0)
      return fail(err, FP8C_ERROR_UNSUPPORTED, "input %zu has a scale for each index of axis %d", i,
                  c->in[i]->scale.axis);
    in[i] = channels_first_copy(c->threads, c->scratch, c->in[i]);
    inputs[i] = &in[i];
  }
  call.out = out;
  call.out_count = 1;
  out[0] = c->out[0];
  bool evaluated = c->out[0].data != NULL;
  if (evaluated) {
    permute_dims(&out[0], true);
    out[0].data = arena_alloc(c->scratch, tensor_bytes(&out[0]) + 1);
  }
  TRY(usual(&call, err));
  if (evaluated) {
    transpose(c->threads, &out[0], &c->out[0], false);
  } else {
    if (out[0].rank >= 3) permute_dims(&out[0], false);
    c->out[0] = out[0];
  }
  return FP8C_OK;
}

/* ---- Squares ----------------------------------------------------------------- */

typedef struct squares {
  int64_t step, channels, pads[4];
} squares;

static fp8c_status read_squares(const op_call *c, squares *s, fp8c_error *err) {
  const int64_t *pads;
  size_t count = 0;
  const tensor *x = c->in[0];
  *s = (squares){.step = op_attr_int(c, "step"), .channels = op_attr_int(c, "channels")};
  if (!op_attr_ints(c, "pads", &pads, &count) || count != 4)
    return fail(err, FP8C_ERROR_FORMAT, "attribute \"pads\" has %zu numbers; 4 are wanted", count);
  memcpy(s->pads, pads, sizeof s->pads);
  if (s->step < 1 || s->step > 64 || s->channels < 1 || s->channels > 4096)
    return fail(err, FP8C_ERROR_FORMAT, "squares of %lld pixels with %lld channels",
                (long long)s->step, (long long)s->channels);
  if (x->rank != 4 || x->dims[1] > s->channels)
    return fail(err, FP8C_ERROR_FORMAT, "input 0 is no image of at most %lld channels",
                (long long)s->channels);
  for (int i = 0; i < 4; i++)
    if (s->pads[i] < 0 || s->pads[i] > 65536)
      return fail(err, FP8C_ERROR_FORMAT, "padding of %lld", (long long)s->pads[i]);
  return FP8C_OK;
}

fp8c_status infer_squares(op_call *c, fp8c_error *err) {
  if (!rank_known(c, 0)) return FP8C_OK;
  squares s;
  TRY(read_squares(c, &s, err));
  const int64_t *d = c->in[0]->dims;
  int64_t dims[4] = {d[0], DIM_UNKNOWN, DIM_UNKNOWN, s.step * s.step * s.channels};
  for (int i = 0; i < 2; i++) {
    if (d[2 + i] < 0) continue;
    int64_t size = d[2 + i] + s.pads[i] + s.pads[2 + i];
    if (size % s.step)
      return fail(err, FP8C_ERROR_FORMAT, "%lld pixels are no squares of %lld", (long long)size,
                  (long long)s.step);
    dims[1 + i] = size / s.step;
  }
  out_moves(c, 0);
  return out_sized(c, 0, 4, dims, err);
}

fp8c_status eval_squares(op_call *c, fp8c_error *err) {
  squares s;
  TRY(read_squares(c, &s, err));
  const tensor *x = c->in[0], *y = &c->out[0];
  const int64_t *d = x->dims;
  size_t bytes = dtype_bytes(x->dtype);
  char *to = y->data;
  const char *from = x->data;
  memset(to, 0, tensor_bytes(y)); /* zero in every format that a convolution reads */
  for (int64_t n = 0; n < d[0]; n++)
    for (int64_t ch = 0; ch < d[1]; ch++)
      for (int64_t i = 0; i < d[2]; i++)
        for (int64_t k = 0; k < d[3]; k++, from += bytes) {
          int64_t r = i + s.pads[0], q = k + s.pads[1];
          int64_t square = (n * y->dims[1] + r / s.step) * y->dims[2] + q / s.step;
          int64_t channel = (r % s.step * s.step + q % s.step) * s.channels + ch;
          memcpy(to + (size_t)(square * y->dims[3] + channel) * bytes, from, bytes);
        }
  return FP8C_OK;
}
