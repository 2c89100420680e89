/* window.h - windows that slide over the spatial axes: convolution and pooling.
 *
 * One, two or three spatial axes are treated as three; missing ones are in
 * front, of size 1. */
#ifndef OPS_WINDOW_H
#define OPS_WINDOW_H

#include "ops/infer.h"

#define WINDOW_AXES 3
#define WINDOW_LIMIT ((int64_t)1 << 31)    /* of every attribute: sums of them stay small */
#define WINDOW_SIZE_MAX ((int64_t)1 << 40) /* of an axis */

typedef struct window {
  int rank; /* spatial axes of the tensor */
  int64_t in[WINDOW_AXES], out[WINDOW_AXES];
  int64_t kernel[WINDOW_AXES], stride[WINDOW_AXES], dilation[WINDOW_AXES];
  int64_t before[WINDOW_AXES], after[WINDOW_AXES]; /* padding */
} window;

/* Reads kernel_shape (or takes `kernel`, the weights' dims, when not NULL),
 * strides, dilations, pads and auto_pad for an input of [N, C, spatial...].
 * Unknown input dims give unknown output dims. */
fp8c_status window_of(const op_call *c, const int64_t *kernel, bool ceil_mode, window *w,
                      fp8c_error *err);
/* The same of `weights` over `x`, wherever the operator has the two. */
fp8c_status window_over(const op_call *c, const tensor *x, const tensor *weights, window *w,
                        fp8c_error *err);
/* Whether the spatial axes of `y`, [N, C, spatial...], are those that the window gives. */
bool window_gives(const window *w, const tensor *y);
/* The transposed kind: kernel, strides ... are those of the convolution whose
 * input is our output; output_padding and output_shape are read. */
fp8c_status window_transposed(const op_call *c, const int64_t *kernel, window *w, fp8c_error *err);

/* A list attribute of `count` numbers in [least, WINDOW_LIMIT); absent: `other`. */
fp8c_status window_list(const op_call *c, const char *name, int count, int64_t least, int64_t other,
                        int64_t *out, fp8c_error *err);

/* The outputs [*low, *high) of a row of `out` whose tap lies inside a row of `in` pixels: those i
 * with 0 <= i * stride + start < in. */
static inline void window_inside(int64_t start, int64_t stride, int64_t in, int64_t out,
                                 int64_t *low, int64_t *high) {
  *low = start < 0 ? (-start + stride - 1) / stride : 0;
  *high = start < in ? (in - 1 - start) / stride + 1 : 0;
  if (*high > out) *high = out;
}

/* The taps [*low, *high) along axis `d` that an output from `first` to `last` may find inside the
 * image; of one output exactly those.  A kernel may be far larger than an image. */
static inline void window_taps(const window *w, int d, int64_t first, int64_t last, int64_t *low,
                               int64_t *high) {
  int64_t start = last * w->stride[d] - w->before[d], end = first * w->stride[d] - w->before[d];
  int64_t step = w->dilation[d];
  *low = start < 0 ? (-start + step - 1) / step : 0;
  *high = w->kernel[d];
  if (end + (w->kernel[d] - 1) * step >= w->in[d])
    *high = end < w->in[d] ? (w->in[d] - 1 - end) / step + 1 : 0;
}

/* Product of three. */
int64_t window_volume(const int64_t v[WINDOW_AXES]);

/* Output 0 becomes [batch, channels, window's output dims]. */
fp8c_status window_result(op_call *c, int64_t batch, int64_t channel_count, const window *w,
                          fp8c_error *err);

#endif
