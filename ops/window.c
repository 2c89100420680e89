/* window.c - windows that slide over the spatial axes: attributes to numbers. */
#include "ops/window.h"

#include <string.h>

#include "base/size.h"
#include "ops/move.h"

fp8c_status window_list(const op_call *c, const char *name, int count, int64_t least, int64_t other,
                        int64_t *out, fp8c_error *err) {
  const int64_t *items;
  size_t have;
  if (!op_attr_ints(c, name, &items, &have)) {
    for (int i = 0; i < count; i++) out[i] = other;
    return FP8C_OK;
  }
  if (have != (size_t)count)
    return fail(err, FP8C_ERROR_FORMAT, "attribute \"%s\" has %zu numbers; %d are wanted", name,
                have, count);
  for (int i = 0; i < count; i++) {
    if (items[i] < least || items[i] >= WINDOW_LIMIT)
      return fail(err, FP8C_ERROR_FORMAT, "attribute \"%s\" has %lld; at least %lld is wanted",
                  name, (long long)items[i], (long long)least);
    out[i] = items[i];
  }
  return FP8C_OK;
}

/* Sizes, kernel, strides, dilations and explicit pads. */
static fp8c_status read_window(const op_call *c, const int64_t *kernel, int64_t least_pad,
                               window *w, fp8c_error *err) {
  const tensor *x = c->in[0];
  if (x->rank < 3 || x->rank > 2 + WINDOW_AXES)
    return fail(err, x->rank > 5 ? FP8C_ERROR_UNSUPPORTED : FP8C_ERROR_FORMAT,
                "input 0 has rank %d; 3 to 5 are done (one to three spatial axes)", x->rank);
  *w = (window){.rank = x->rank - 2};
  int n = w->rank;
  int64_t given[WINDOW_AXES], stride[WINDOW_AXES], dilation[WINDOW_AXES], pads[2 * WINDOW_AXES];
  TRY(window_list(c, "kernel_shape", n, 1, 0, given, err));
  TRY(window_list(c, "strides", n, 1, 1, stride, err));
  TRY(window_list(c, "dilations", n, 1, 1, dilation, err));
  TRY(window_list(c, "pads", 2 * n, least_pad, 0, pads, err));
  for (int i = 0; i < WINDOW_AXES; i++)
    w->in[i] = w->out[i] = w->kernel[i] = w->stride[i] = w->dilation[i] = 1;
  for (int i = 0; i < w->rank; i++) {
    int to = WINDOW_AXES - w->rank + i;
    int64_t k = kernel != NULL ? kernel[i] : given[i];
    if (kernel != NULL && given[i] != 0 && k >= 0 && given[i] != k)
      return fail(err, FP8C_ERROR_FORMAT, "kernel_shape has %lld where the weights have %lld",
                  (long long)given[i], (long long)k);
    if (kernel != NULL && k < 0) k = given[i] != 0 ? given[i] : DIM_UNKNOWN;
    if (k == 0) return fail(err, FP8C_ERROR_FORMAT, "a kernel dimension is 0");
    if (k >= WINDOW_LIMIT)
      return fail(err, FP8C_ERROR_FORMAT, "a kernel dimension is %lld", (long long)k);
    /* Of a tensor without elements a size may be anything. */
    if (x->dims[2 + i] > WINDOW_SIZE_MAX)
      return fail(err, FP8C_ERROR_FORMAT, "input 0 has size %lld where windows slide",
                  (long long)x->dims[2 + i]);
    w->in[to] = x->dims[2 + i];
    w->kernel[to] = k;
    w->stride[to] = stride[i];
    w->dilation[to] = dilation[i];
    w->before[to] = pads[i];
    w->after[to] = pads[w->rank + i];
  }
  return FP8C_OK;
}

typedef enum auto_pad { PAD_GIVEN, PAD_VALID, PAD_SAME_UPPER, PAD_SAME_LOWER } auto_pad;

static fp8c_status read_auto_pad(const op_call *c, auto_pad *out, fp8c_error *err) {
  static const char *const names[] = {"NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"};
  const char *s = op_attr_string(c, "auto_pad");
  for (int i = 0; i < 4; i++)
    if (s == NULL || strcmp(s, names[i]) == 0) {
      *out = s == NULL ? PAD_GIVEN : (auto_pad)i;
      return FP8C_OK;
    }
  return fail(err, FP8C_ERROR_FORMAT,
              "auto_pad is \"%s\"; NOTSET, VALID, SAME_UPPER or SAME_LOWER are possible", s);
}

/* Splits padding in two; the odd one goes behind for SAME_UPPER. */
static void split_padding(window *w, int i, int64_t total, bool upper) {
  if (total < 0) total = 0;
  w->before[i] = upper ? total / 2 : total - total / 2;
  w->after[i] = total - w->before[i];
}

fp8c_status window_of(const op_call *c, const int64_t *kernel, bool ceil_mode, window *w,
                      fp8c_error *err) {
  auto_pad pad;
  TRY(read_auto_pad(c, &pad, err));
  TRY(read_window(c, kernel, 0, w, err));
  for (int i = 0; i < WINDOW_AXES; i++) {
    if (pad != PAD_GIVEN) w->before[i] = w->after[i] = 0;
    if (w->in[i] < 0 || w->kernel[i] < 0) {
      w->out[i] = DIM_UNKNOWN;
      if (w->in[i] < 0 && w->stride[i] == 1 && w->kernel[i] >= 0) {
        /* A stride of 1 that pads by what the kernel eats keeps the size, known or not. */
        bool same = pad == PAD_SAME_UPPER || pad == PAD_SAME_LOWER ||
                    w->before[i] + w->after[i] == w->dilation[i] * (w->kernel[i] - 1);
        if (same) w->out[i] = w->in[i];
      }
      continue;
    }
    int64_t reach = w->dilation[i] * (w->kernel[i] - 1) + 1;
    if (pad == PAD_SAME_UPPER || pad == PAD_SAME_LOWER) {
      w->out[i] = divide_up(w->in[i], w->stride[i]);
      split_padding(w, i, (w->out[i] - 1) * w->stride[i] + reach - w->in[i], pad == PAD_SAME_UPPER);
      continue;
    }
    int64_t room;
    if (__builtin_add_overflow(w->in[i], w->before[i] + w->after[i], &room))
      return fail(err, FP8C_ERROR_FORMAT, "the padded size exceeds 64 bits");
    room -= reach;
    /* ceil_mode has one window where the kernel sticks out by less than a step. */
    if (room < 0 && !(ceil_mode && room > -w->stride[i]))
      return fail(err, FP8C_ERROR_FORMAT, "a kernel reaching over %lld does not fit a size of %lld",
                  (long long)reach, (long long)(room + reach));
    w->out[i] = (ceil_mode ? divide_up(room, w->stride[i]) : room / w->stride[i]) + 1;
    /* The last window must start inside the input or the padding before it. */
    if (ceil_mode && (w->out[i] - 1) * w->stride[i] >= w->in[i] + w->before[i]) w->out[i]--;
  }
  return FP8C_OK;
}

fp8c_status window_over(const op_call *c, const tensor *x, const tensor *weights, window *w,
                        fp8c_error *err) {
  if (weights->rank != x->rank)
    return fail(err, FP8C_ERROR_FORMAT, "input and weights have ranks %d and %d", x->rank,
                weights->rank);
  const tensor *const operands[] = {x, weights};
  op_call moved = *c;
  moved.in = operands;
  moved.in_count = 2;
  return window_of(&moved, weights->dims + 2, false, w, err);
}

bool window_gives(const window *w, const tensor *y) {
  for (int d = 0; d < w->rank; d++)
    if (w->out[WINDOW_AXES - w->rank + d] != y->dims[2 + d]) return false;
  return true;
}

fp8c_status window_transposed(const op_call *c, const int64_t *kernel, window *w, fp8c_error *err) {
  auto_pad pad;
  TRY(read_auto_pad(c, &pad, err));
  TRY(read_window(c, kernel, 0, w, err));
  int n = w->rank;
  int64_t extra[WINDOW_AXES], shape[WINDOW_AXES];
  TRY(window_list(c, "output_padding", n, 0, 0, extra, err));
  TRY(window_list(c, "output_shape", n, 0, -1, shape, err));
  for (int i = 0; i < w->rank; i++) {
    int to = WINDOW_AXES - w->rank + i;
    if (pad != PAD_GIVEN) w->before[to] = w->after[to] = 0;
    if (w->in[to] < 0 || w->kernel[to] < 0) {
      w->out[to] = shape[i] >= 0 ? shape[i] : DIM_UNKNOWN;
      continue;
    }
    int64_t reach = w->dilation[to] * (w->kernel[to] - 1) + 1, full;
    if (__builtin_mul_overflow(w->in[to], w->stride[to], &full) ||
        __builtin_sub_overflow(full, w->stride[to], &full) ||
        __builtin_add_overflow(full, reach + extra[i], &full))
      return fail(err, FP8C_ERROR_FORMAT, "the output size exceeds 64 bits");
    bool upper = pad == PAD_SAME_UPPER;
    if (shape[i] >= 0) {
      w->out[to] = shape[i];
      split_padding(w, to, full - shape[i], upper);
    } else if (pad == PAD_SAME_UPPER || pad == PAD_SAME_LOWER) {
      w->out[to] = w->in[to] * w->stride[to];
      split_padding(w, to, full - w->out[to], upper);
    } else {
      w->out[to] = full - w->before[to] - w->after[to];
    }
    if (w->out[to] < 0)
      return fail(err, FP8C_ERROR_FORMAT, "padding of %lld and %lld leaves nothing of %lld",
                  (long long)w->before[to], (long long)w->after[to], (long long)full);
  }
  return FP8C_OK;
}

int64_t window_volume(const int64_t v[WINDOW_AXES]) { return v[0] * v[1] * v[2]; }

fp8c_status window_result(op_call *c, int64_t batch, int64_t channel_count, const window *w,
                          fp8c_error *err) {
  int64_t dims[2 + WINDOW_AXES] = {batch, channel_count};
  for (int i = 0; i < w->rank; i++) dims[2 + i] = w->out[WINDOW_AXES - w->rank + i];
  return out_sized(c, 0, 2 + w->rank, dims, err);
}
