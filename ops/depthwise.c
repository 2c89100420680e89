/* depthwise.c - convolution of each channel with a filter of its own.
 *
 * There is no product of matrices in it, and rows are short: 14 numbers and 25 taps.
 * So a few rows of the image are copied with their padding, columns apart by their
 * place in the stride, and then four rows of a vector of sums at a time stay in registers
 * over all taps, each reading from the copy where it lies.  What hangs over at the
 * right end is computed and not stored.
 *
 * A tap in the padding adds its product with zero, where the plain loops leave it out:
 * the same bits, as sums begin at +0 and filters are finite. */
#include "ops/depthwise.h"

#include <string.h>

#include "base/cpu.h"
#include "ops/lanes.h"

#define LANES 16
#define ROWS 4
#define STRIP_BYTES ((int64_t)96 << 10) /* the copy stays in a second-level cache */

/* How a channel is cut: the same for all. */
typedef struct plan {
  const depthwise *d;
  int64_t phases, line;   /* columns i, i + stride, ... are a line each of this length */
  int64_t row;            /* floats of one row of the copy: phases * line */
  int64_t strip;          /* output rows done from one copy */
  int64_t copy_rows;      /* most rows of one */
  int64_t offsets[2][64]; /* of the taps in the copy, by column and by row */
  float *copies;          /* of each worker */
} plan;

bool depthwise_can(const window *w) {
  return w->in[0] == 1 && w->out[0] == 1 && w->kernel[0] == 1 && w->before[0] == 0 &&
         w->kernel[1] <= 64 && w->kernel[2] <= 64 && w->out[1] > 0 && w->out[2] > 0;
}

/* As memcpy, without a call for the few numbers of a row. */
INLINE void copy_few(float *to, const float *from, int64_t n) {
  if (n > 64) {
    memcpy(to, from, (size_t)n * sizeof *to);
    return;
  }
  int64_t i = 0;
  for (; i + 4 <= n; i += 4) memcpy(to + i, from + i, 4 * sizeof *to);
  if (i + 2 <= n) {
    memcpy(to + i, from + i, 2 * sizeof *to);
    i += 2;
  }
  if (i < n) to[i] = from[i];
}

/* Rows [first, first + count) of the padded image, which begins before[1] rows above. */
static void copy_rows(const plan *p, const float *x, int64_t first, int64_t count, float *to) {
  const window *w = p->d->w;
  int64_t stride = p->phases;
  memset(to, 0, (size_t)(count * p->row) * sizeof *to);
  for (int64_t r = 0; r < count; r++, to += p->row) {
    int64_t y = first + r - w->before[1];
    if (y < 0 || y >= w->in[1]) continue;
    const float *from = x + y * w->in[2];
    if (stride == 1) {
      int64_t start = w->before[2] < 0 ? -w->before[2] : 0;
      int64_t at = w->before[2] > 0 ? w->before[2] : 0;
      int64_t n = w->in[2] - start < p->line - at ? w->in[2] - start : p->line - at;
      copy_few(to + at, from + start, n);
      continue;
    }
    for (int64_t phase = 0; phase < stride; phase++) {
      float *line = to + phase * p->line;
      int64_t column = phase - w->before[2], i = 0;
      if (column < 0) {
        i = (-column + stride - 1) / stride;
        column += i * stride;
      }
      for (; i < p->line && column < w->in[2]; i++, column += stride) line[i] = from[column];
    }
  }
}

/* Output rows [0, rows) from a copy: `rows` is at most ROWS.  Sums are in vectors as wide as the
 * registers of the level: gcc keeps wider ones in memory.  Two of each row are summed at once where
 * the row is long enough, as four sums alone would wait for their additions. */
#define FILTER_ROWS(name_, target_, lanes_)                                                      \
  typedef float name_##_lanes __attribute__((vector_size(lanes_ * sizeof(float))));              \
  target_ INLINE void name_##_at(const plan *p, const float *const *from, const float *filter,   \
                                 float factor, float bias, float *y, int64_t rows, int64_t x,    \
                                 int parts) {                                                    \
    const window *w = p->d->w;                                                                   \
    int64_t height = w->kernel[1], width = w->kernel[2];                                         \
    name_##_lanes sums[ROWS][2] = {0};                                                           \
    const float *taps = filter;                                                                  \
    for (int64_t ky = 0; ky < height; ky++)                                                      \
      for (int64_t kx = 0; kx < width; kx++) {                                                   \
        float tap = *taps++;                                                                     \
        int64_t at = p->offsets[1][ky] + p->offsets[0][kx] + x;                                  \
        UNROLL for (int r = 0; r < ROWS; r++) UNROLL for (int i = 0; i < parts; i++) {           \
          name_##_lanes v;                                                                       \
          memcpy(&v, from[r] + at + i * lanes_, sizeof v);                                       \
          sums[r][i] += tap * v;                                                                 \
        }                                                                                        \
      }                                                                                          \
    UNROLL for (int r = 0; r < ROWS; r++) UNROLL for (int i = 0; i < parts; i++) {               \
      name_##_lanes result = sums[r][i] * p->d->alpha * factor + bias;                           \
      float *to = y + r * w->out[2] + x + i * lanes_;                                            \
      int64_t left = w->out[2] - x - i * lanes_;                                                 \
      if (r < rows && left >= lanes_)                                                            \
        memcpy(to, &result, sizeof result);                                                      \
      else if (r < rows)                                                                         \
        copy_few(to, (const float *)&result, left);                                              \
    }                                                                                            \
  }                                                                                              \
  target_ static void name_(const plan *p, const float *copy, const float *filter, float factor, \
                            float bias, float *y, int64_t rows) {                                \
    int64_t length = p->d->w->out[2], step = p->d->w->stride[1] * p->row, x = 0;                 \
    const float *from[ROWS];                                                                     \
    for (int64_t r = 0; r < ROWS; r++) from[r] = copy + (r < rows ? r : 0) * step;               \
    for (; length - x > lanes_; x += 2 * lanes_)                                                 \
      name_##_at(p, from, filter, factor, bias, y, rows, x, 2);                                  \
    if (x < length) name_##_at(p, from, filter, factor, bias, y, rows, x, 1);                    \
  }
FILTER_ROWS(filter_rows_wide, TARGET_V4, 16)
FILTER_ROWS(filter_rows_v3, TARGET_V3, 8)
FILTER_ROWS(filter_rows_any, , 4)
/* Half of a wide vector would be idle in short rows. */
TARGET_V4 static void filter_rows_v4(const plan *p, const float *copy, const float *filter,
                                     float factor, float bias, float *y, int64_t rows) {
  if (p->d->w->out[2] <= 8)
    filter_rows_v3(p, copy, filter, factor, bias, y, rows);
  else
    filter_rows_wide(p, copy, filter, factor, bias, y, rows);
}
CHOOSE_LEVEL(static void, filter_rows,
             (const plan *p, const float *copy, const float *filter, float factor, float bias,
              float *y, int64_t rows),
             (p, copy, filter, factor, bias, y, rows))

static void filter_channel(void *object, size_t index, int worker) {
  const plan *p = object;
  const depthwise *d = p->d;
  const window *w = d->w;
  int64_t channel = (int64_t)index % d->channels, image = (int64_t)index / d->channels;
  int64_t in_channels = d->channels / d->multiplier;
  const float *x = d->x + (image * in_channels + channel / d->multiplier) * w->in[1] * w->in[2];
  const float *filter = d->filters + channel * w->kernel[1] * w->kernel[2];
  float factor = d->scales ? d->scales[channel] : 1.0f, bias = d->bias ? d->bias[channel] : 0.0f;
  float *copy = p->copies + worker * p->copy_rows * p->row;
  float *y = d->y + (int64_t)index * w->out[1] * w->out[2];
  for (int64_t at = 0; at < w->out[1]; at += p->strip) {
    int64_t rows = w->out[1] - at < p->strip ? w->out[1] - at : p->strip;
    int64_t needed = (rows - 1) * w->stride[1] + (w->kernel[1] - 1) * w->dilation[1] + 1;
    copy_rows(p, x, at * w->stride[1], needed, copy);
    for (int64_t r = 0; r < rows; r += ROWS)
      filter_rows(p, copy + r * w->stride[1] * p->row, filter, factor, bias,
                  y + (at + r) * w->out[2], rows - r < ROWS ? rows - r : ROWS);
  }
}

void depthwise_run(const op_call *c, const depthwise *d) {
  const window *w = d->w;
  plan p = {.d = d, .phases = w->stride[2]};
  int64_t lanes = (w->out[2] + LANES - 1) / LANES * LANES;
  p.line = lanes + (w->kernel[2] - 1) * w->dilation[2] / p.phases + 1;
  p.row = p.phases * p.line;
  for (int64_t k = 0; k < w->kernel[2]; k++) {
    int64_t column = k * w->dilation[2];
    p.offsets[0][k] = column % p.phases * p.line + column / p.phases;
  }
  for (int64_t k = 0; k < w->kernel[1]; k++) p.offsets[1][k] = k * w->dilation[1] * p.row;
  int64_t reach = (w->kernel[1] - 1) * w->dilation[1] + 1;
  p.strip = (STRIP_BYTES / (p.row * (int64_t)sizeof(float)) - reach) / w->stride[1] / ROWS * ROWS;
  if (p.strip < ROWS) p.strip = ROWS;
  if (p.strip > w->out[1]) p.strip = w->out[1];
  p.copy_rows = (p.strip - 1) * w->stride[1] + reach;
  arena_mark mark = arena_save(c->scratch);
  p.copies = arena_array(c->scratch, (size_t)pool_threads(c->threads) * (size_t)p.copy_rows,
                         (size_t)p.row * sizeof(float));
  pool_run(c->threads, (size_t)(d->images * d->channels), filter_channel, &p);
  arena_reset(c->scratch, mark);
}
