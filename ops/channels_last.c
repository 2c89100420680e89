/* channels_last.c - windows over images whose channels lie innermost.
 *
 * With fp8c's own attribute `channels_last` a window operator reads [N, spatial..., C] and weights
 * [M, kernel..., C / group], and its result lies alike.  The arithmetic is that of the usual
 * order, on turned copies: the form is for GPUs, and here it is the specification. */
#include "ops/channels_last.h"

#include <string.h>

#include "ops/move.h"

#define INPUTS_MAX 3

/* Channels come from the end (`to_first`) or go there. */
static void turn_dims(tensor *t, bool to_first) {
  int64_t channels = t->dims[to_first ? t->rank - 1 : 1];
  if (to_first)
    for (int i = t->rank - 1; i > 1; i--) t->dims[i] = t->dims[i - 1];
  else
    for (int i = 1; i + 1 < t->rank; i++) t->dims[i] = t->dims[i + 1];
  t->dims[to_first ? 1 : t->rank - 1] = channels;
}

/* `to` holds the elements of `from` in its own order. */
static void turn(pool *threads, const tensor *from, const tensor *to, bool to_first) {
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
    in[i] = *c->in[i];
    inputs[i] = &in[i];
    turn_dims(&in[i], true);
    if (!c->in[i]->data) continue;
    in[i].data = arena_alloc(c->scratch, tensor_bytes(&in[i]) + 1);
    turn(c->threads, c->in[i], &in[i], true);
  }
  call.out = out;
  call.out_count = 1;
  out[0] = c->out[0];
  bool evaluated = c->out[0].data != NULL;
  if (evaluated) {
    turn_dims(&out[0], true);
    out[0].data = arena_alloc(c->scratch, tensor_bytes(&out[0]) + 1);
  }
  TRY(usual(&call, err));
  if (evaluated) {
    turn(c->threads, &out[0], &c->out[0], false);
  } else {
    if (out[0].rank >= 3) turn_dims(&out[0], false);
    c->out[0] = out[0];
  }
  return FP8C_OK;
}
