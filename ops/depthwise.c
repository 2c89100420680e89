/* depthwise.c - windows over each channel by itself: filters, largest elements, sums.
 *
 * There is no product of matrices in them, and rows are often short: 7 or 14 numbers.  So the
 * lanes of a vector are channels: the part of the image that a piece of the output reads is
 * copied with its padding, the channels of a vector side by side, and then every tap of
 * every output is one product of aligned vectors, whatever the stride and the dilation.
 * Results are turned back into rows of each channel.
 *
 * A tap in the padding adds its product with zero, or zero, where the plain loops leave it out:
 * the same bits, as sums begin at +0 and filters are finite.  To largest elements it is the least
 * number, with which they begin. */
#include "ops/depthwise.h"

#include <string.h>

#include "base/cpu.h"
#include "ops/lanes.h"
#include "ops/math.h"
#include "ops/transpose.h"

#define MAX_LANES 16
#define STRIP_BYTES ((int64_t)128 << 10) /* a copy stays in a second-level cache */
#define LEAST_PIXELS ((int64_t)1 << 18)  /* of the smallest piece's copy, at most */
#define STAGED_BELOW 24                  /* pixels of a row that is turned together with others */
#define STAGE_PIXELS 64                  /* of them, turned at once at least */
#define AT_ONCE 8                        /* outputs whose sums are in registers together */

/* How an image is cut into pieces: the same for all. */
typedef struct plan {
  const depthwise *d;
  int64_t lanes;            /* channels side by side */
  int64_t groups;           /* of so many channels, in an image */
  int64_t rows, columns;    /* of a piece of the output, at most */
  int64_t strips, slices;   /* pieces along the rows, along the columns */
  int64_t height, width;    /* pixels of a piece's copy */
  int64_t offsets[2][64];   /* of the taps in the copy, in floats, by column and by row */
  int64_t stage, copy, out; /* floats of a worker's parts, beside the taps */
  int64_t lines;            /* of rows' largest elements; 0: windows are not taken apart */
  float *parts;
  int64_t part;
} plan;

/* One piece: outputs [y, y + rows) x [x, x + columns) of some channels of one image. */
typedef struct piece {
  int64_t channel, channels; /* of the image; at most `lanes` */
  int64_t y, x, rows, columns;
  const float *from; /* the first channel's plane */
  float *to;         /* the first channel's plane of the output */
  float *stage, *copy, *out, *taps, *lines;
} piece;

static int64_t reach(const window *w, int axis) {
  return (w->kernel[axis] - 1) * w->dilation[axis] + 1;
}

/* Pixels that a piece of one row and the fewest columns reads. */
static int64_t least_pixels(const window *w) {
  int64_t columns = w->out[2] < 2 * AT_ONCE ? w->out[2] : 2 * AT_ONCE;
  return ((columns - 1) * w->stride[2] + reach(w, 2)) * reach(w, 1);
}

bool depthwise_can(const window *w) {
  return w->in[0] == 1 && w->out[0] == 1 && w->kernel[0] == 1 && w->before[0] == 0 &&
         w->kernel[1] <= 64 && w->kernel[2] <= 64 && w->dilation[1] <= 1024 &&
         w->dilation[2] <= 1024 && w->stride[1] <= 64 && w->stride[2] <= 64 && w->out[1] > 0 &&
         w->out[2] > 0 && reach(w, 1) * reach(w, 2) <= 1 << 16 && least_pixels(w) <= LEAST_PIXELS;
}

/* ---- Channels side by side and back --------------------------------------- */

/* Numbers [0, n) of so many planes, `plane` floats apart, as n vectors.  Lanes without a channel
 * hold zeros. */
INLINE void interleave(const float *from, int64_t plane, int64_t channels, int64_t n, float *to,
                       int lanes) {
  for (int lane = 0; lane < lanes; lane += 8) {
    if (lanes >= 8 && channels - lane >= 8 && n >= 8) {
      for (int64_t i = 0; i < n; i += 8) {
        int64_t at = i <= n - 8 ? i : n - 8; /* the last eight overlap those before */
        transpose_eight(from + lane * plane + at, plane, to + at * lanes + lane, lanes);
      }
      continue;
    }
    for (int64_t i = 0; i < n; i++)
      for (int64_t c = lane; c < lane + 8 && c < lanes; c++)
        to[i * lanes + c] = c < channels ? from[c * plane + i] : 0.0f;
  }
}

INLINE void separate(const float *from, int64_t n, float *to, int64_t plane, int64_t channels,
                     int lanes) {
  for (int lane = 0; lane < lanes && lane < channels; lane += 8) {
    if (lanes >= 8 && channels - lane >= 8 && n >= 8) {
      for (int64_t i = 0; i < n; i += 8) {
        int64_t at = i <= n - 8 ? i : n - 8;
        transpose_eight(from + at * lanes + lane, lanes, to + lane * plane + at, plane);
      }
      continue;
    }
    for (int64_t c = lane; c < lane + 8 && c < channels; c++)
      for (int64_t i = 0; i < n; i++) to[c * plane + i] = from[i * lanes + c];
  }
}

/* Pixels [at, at + n) of a piece's input channels beside each other: several outputs may read the
 * same one. */
INLINE void take_pixels(const plan *p, const piece *q, int64_t at, int64_t n, float *to,
                        int lanes) {
  const window *w = p->d->w;
  int64_t plane = w->in[1] * w->in[2], multiplier = p->d->multiplier;
  if (multiplier == 1) {
    interleave(q->from + at, plane, q->channels, n, to, lanes);
    return;
  }
  for (int64_t i = 0; i < n; i++)
    for (int64_t c = 0; c < lanes; c++)
      to[i * lanes + c] =
          c < q->channels
              ? q->from[((q->channel + c) / multiplier - q->channel / multiplier) * plane + at + i]
              : 0.0f;
}

INLINE void pad(float *to, int64_t pixels, float number, int lanes) {
  for (int64_t i = 0; i < pixels * lanes; i++) to[i] = number;
}

/* The pixels that the piece reads, and the padding. */
INLINE void copy_image(const plan *p, const piece *q, int lanes) {
  const window *w = p->d->w;
  int64_t left = q->x * w->stride[2] - w->before[2], top = q->y * w->stride[1] - w->before[1];
  int64_t width = (q->columns - 1) * w->stride[2] + reach(w, 2);
  int64_t height = (q->rows - 1) * w->stride[1] + reach(w, 1);
  int64_t low = left < 0 ? -left : 0, high = w->in[2] - left < width ? w->in[2] - left : width;
  if (low > width) low = width;
  if (high < low) high = low;
  float number = p->d->kind == DEPTHWISE_MAX ? -MATH_INF : 0.0f;
  /* Rows lie behind each other; an image may have no columns, and be padding alone. */
  bool whole = low < high && left + low == 0 && left + high == w->in[2];
  int64_t at_once = whole ? 1 + (STAGE_PIXELS - 1) / w->in[2] : 1, staged = 0, staged_from = 0;
  for (int64_t r = 0; r < height; r++) {
    float *to = q->copy + r * p->width * lanes;
    int64_t y = top + r;
    if (y < 0 || y >= w->in[1] || low == high) {
      pad(to, width, number, lanes);
      continue;
    }
    pad(to, low, number, lanes);
    pad(to + high * lanes, width - high, number, lanes);
    if (high - low >= STAGED_BELOW) {
      take_pixels(p, q, y * w->in[2] + left + low, high - low, to + low * lanes, lanes);
      continue;
    }
    if (staged == 0) {
      int64_t left_rows = height - r < w->in[1] - y ? height - r : w->in[1] - y;
      staged = at_once < left_rows ? at_once : left_rows;
      staged_from = y;
      take_pixels(p, q, y * w->in[2] + left + low, (staged - 1) * w->in[2] + high - low, q->stage,
                  lanes);
    }
    memcpy(to + low * lanes, q->stage + (y - staged_from) * w->in[2] * lanes,
           (size_t)((high - low) * lanes) * sizeof *to);
    if (y + 1 == staged_from + staged) staged = 0;
  }
}

INLINE void copy_taps(const plan *p, const piece *q, int lanes) {
  const window *w = p->d->w;
  if (p->d->kind != DEPTHWISE_FILTER) return;
  int64_t count = w->kernel[1] * w->kernel[2];
  interleave(p->d->filters + q->channel * count, count, q->channels, count, q->taps, lanes);
}

/* ---- Products ---------------------------------------------------------------- */

/* The larger of both: that of EACH_IN_WINDOW in pool.c, where `best` stays if they are equal and a
 * NaN stays.  So MAXPS gives it, with its operands in this order, but where x alone is NaN. */
#if defined(__x86_64__)
TARGET_V4 INLINE __m512 largest_v4(__m512 best, __m512 x) {
  __mmask16 nan =
      _mm512_mask_cmp_ps_mask(_mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q), best, best, _CMP_ORD_Q);
  return _mm512_mask_mov_ps(_mm512_max_ps(x, best), nan, x);
}

TARGET_V3 INLINE __m256 largest_v3(__m256 best, __m256 x) {
  __m256 nan =
      _mm256_and_ps(_mm256_cmp_ps(x, x, _CMP_UNORD_Q), _mm256_cmp_ps(best, best, _CMP_ORD_Q));
  return _mm256_blendv_ps(_mm256_max_ps(x, best), x, nan);
}
#define LARGEST_V4(best_, x_) largest_v4((__m512)(best_), (__m512)(x_))
#define LARGEST_V3(best_, x_) largest_v3((__m256)(best_), (__m256)(x_))
#endif
typedef float four_lanes __attribute__((vector_size(16), aligned(4)));
typedef int32_t four_bits __attribute__((vector_size(16)));
INLINE four_lanes largest_any(four_lanes best, four_lanes x) {
  four_bits x_counts = (x >= 0) | (x < 0), best_counts = (best >= 0) | (best < 0); /* no NaN */
  four_bits take = (x > best) | (~x_counts & best_counts);
  return (four_lanes)((take & (four_bits)x) | (~take & (four_bits)best));
}
#define LARGEST_ANY(best_, x_) largest_any((best_), (x_))

/* Vectors of one level. */
#define VECTORS(name_, target_, lanes_, largest_)                                                \
  typedef float name_##_lanes __attribute__((vector_size(lanes_ * sizeof(float)), aligned(4)));  \
  typedef int32_t name_##_bits __attribute__((vector_size(lanes_ * sizeof(int32_t))));           \
  target_ INLINE name_##_lanes name_##_clip(name_##_lanes x, const float ends[2]) {              \
    name_##_lanes low = {0}, high = {0};                                                         \
    low += ends[0];                                                                              \
    high += ends[1];                                                                             \
    name_##_bits take = x < low;                                                                 \
    x = (name_##_lanes)((take & (name_##_bits)low) | (~take & (name_##_bits)x));                 \
    take = x > high;                                                                             \
    return (name_##_lanes)((take & (name_##_bits)high) | (~take & (name_##_bits)x));             \
  }                                                                                              \
  /* `n` neighbours of a row */                                                                  \
  target_ INLINE void name_##_at(const plan *p, const piece *q, depthwise_kind kind,             \
                                 const float *from, name_##_lanes factor, name_##_lanes bias,    \
                                 float *to, int n) {                                             \
    const window *w = p->d->w;                                                                   \
    int64_t step = w->stride[2] * lanes_;                                                        \
    name_##_lanes sums[AT_ONCE] = {0};                                                           \
    UNROLL for (int i = 0; kind == DEPTHWISE_MAX && i < n; i++) sums[i] -= MATH_INF;             \
    const float *taps = q->taps;                                                                 \
    for (int64_t ky = 0; ky < w->kernel[1]; ky++)                                                \
      for (int64_t kx = 0; kx < w->kernel[2]; kx++, taps += lanes_) {                            \
        const float *at = from + p->offsets[1][ky] + p->offsets[0][kx];                          \
        name_##_lanes tap = {0};                                                                 \
        if (kind == DEPTHWISE_FILTER) tap = *(const name_##_lanes *)taps;                        \
        UNROLL for (int i = 0; i < n; i++) {                                                     \
          name_##_lanes x = *(const name_##_lanes *)(at + i * step);                             \
          sums[i] = kind == DEPTHWISE_MAX   ? (name_##_lanes)largest_(sums[i], x)                \
                    : kind == DEPTHWISE_SUM ? sums[i] + x                                        \
                                            : sums[i] + tap * x;                                 \
        }                                                                                        \
      }                                                                                          \
    UNROLL for (int i = 0; i < n; i++) {                                                         \
      if (kind == DEPTHWISE_FILTER) sums[i] = sums[i] * p->d->alpha * factor + bias;             \
      if (kind == DEPTHWISE_FILTER && p->d->clip) sums[i] = name_##_clip(sums[i], p->d->clip);   \
      *(name_##_lanes *)(to + i * lanes_) = sums[i];                                             \
    }                                                                                            \
  }                                                                                              \
  target_ INLINE void name_##_row(const plan *p, const piece *q, depthwise_kind kind,            \
                                  const float *from, name_##_lanes factor, name_##_lanes bias,   \
                                  float *to) {                                                   \
    int64_t n = q->columns, step = p->d->w->stride[2] * lanes_;                                  \
    for (int64_t i = 0; n >= AT_ONCE && i < n; i += AT_ONCE) {                                   \
      int64_t at = i <= n - AT_ONCE ? i : n - AT_ONCE; /* the last overlap those before */       \
      name_##_at(p, q, kind, from + at * step, factor, bias, to + at * lanes_, AT_ONCE);         \
    }                                                                                            \
    for (int64_t i = 0; n < AT_ONCE && i < n;) {                                                 \
      const float *at = from + i * step;                                                         \
      float *there = to + i * lanes_;                                                            \
      int64_t few = n - i >= 7 ? 7 : n - i >= 4 ? 4 : n - i >= 2 ? 2 : 1;                        \
      if (few == 7)                                                                              \
        name_##_at(p, q, kind, at, factor, bias, there, 7);                                      \
      else if (few == 4)                                                                         \
        name_##_at(p, q, kind, at, factor, bias, there, 4);                                      \
      else if (few == 2)                                                                         \
        name_##_at(p, q, kind, at, factor, bias, there, 2);                                      \
      else                                                                                       \
        name_##_at(p, q, kind, at, factor, bias, there, 1);                                      \
      i += few;                                                                                  \
    }                                                                                            \
  }                                                                                              \
  /* Rows across first, then down: each element meets few others, and of equal ones the first in \
   * the windows' order stays all the same. */                                                   \
  target_ static void name_##_largest(const plan *p, const piece *q, name_##_lanes none) {       \
    const window *w = p->d->w;                                                                   \
    window across = *w, down = *w;                                                               \
    depthwise first = *p->d, second = first;                                                     \
    plan one = *p, two = *p;                                                                     \
    int64_t n = q->columns * lanes_, rows = (q->rows - 1) * w->stride[1] + reach(w, 1);          \
    across.kernel[1] = down.kernel[2] = down.stride[2] = 1;                                      \
    first.w = &across;                                                                           \
    second.w = &down;                                                                            \
    one.d = &first;                                                                              \
    two.d = &second;                                                                             \
    for (int64_t k = 0; k < w->kernel[1]; k++) two.offsets[1][k] = k * w->dilation[1] * n;       \
    for (int64_t r = 0; r < rows; r++)                                                           \
      name_##_row(&one, q, DEPTHWISE_MAX, q->copy + r * p->width * lanes_, none, none,           \
                  q->lines + r * n);                                                             \
    for (int64_t r = 0; r < q->rows; r++)                                                        \
      name_##_row(&two, q, DEPTHWISE_MAX, q->lines + r * w->stride[1] * n, none, none,           \
                  q->out + r * n);                                                               \
  }                                                                                              \
  target_ static void name_##_rows(const plan *p, const piece *q, name_##_lanes factor,          \
                                   name_##_lanes bias) {                                         \
    int64_t step = p->d->w->stride[1] * p->width * lanes_, n = q->columns * lanes_;              \
    for (int64_t r = 0; r < q->rows; r++) {                                                      \
      const float *from = q->copy + r * step;                                                    \
      if (p->d->kind == DEPTHWISE_FILTER)                                                        \
        name_##_row(p, q, DEPTHWISE_FILTER, from, factor, bias, q->out + r * n);                 \
      else if (p->d->kind == DEPTHWISE_MAX)                                                      \
        name_##_row(p, q, DEPTHWISE_MAX, from, factor, bias, q->out + r * n);                    \
      else                                                                                       \
        name_##_row(p, q, DEPTHWISE_SUM, from, factor, bias, q->out + r * n);                    \
    }                                                                                            \
  }

/* A piece of the output at one level. */
#define PIECES(name_, target_, lanes_, largest_)                                   \
  VECTORS(name_, target_, lanes_, largest_)                                        \
  target_ static void name_(const plan *p, const piece *q) {                       \
    const depthwise *d = p->d;                                                     \
    const window *w = d->w;                                                        \
    name_##_lanes factor = {0}, bias = {0};                                        \
    for (int i = 0; i < lanes_; i++) {                                             \
      int64_t c = q->channel + (i < q->channels ? i : 0);                          \
      factor[i] = d->scales ? d->scales[c] : 1.0f;                                 \
      bias[i] = d->bias ? d->bias[c] : 0.0f;                                       \
    }                                                                              \
    copy_taps(p, q, lanes_);                                                       \
    copy_image(p, q, lanes_);                                                      \
    if (p->lines > 0)                                                              \
      name_##_largest(p, q, bias);                                                 \
    else                                                                           \
      name_##_rows(p, q, factor, bias);                                            \
    int64_t plane = w->out[1] * w->out[2], n = q->columns;                         \
    bool whole = n == w->out[2]; /* rows lie behind each other */                  \
    for (int64_t r = 0; r < (whole ? 1 : q->rows); r++)                            \
      separate(q->out + r * n * lanes_, whole ? n * q->rows : n,                   \
               q->to + (q->y + r) * w->out[2] + q->x, plane, q->channels, lanes_); \
  }
#if defined(__x86_64__)
PIECES(run_piece_v4, TARGET_V4, 16, LARGEST_V4)
PIECES(run_piece_v3, TARGET_V3, 8, LARGEST_V3)
#endif
PIECES(run_piece_any, , 4, LARGEST_ANY)
CHOOSE_LEVEL(static void, run_piece, (const plan *p, const piece *q), (p, q))

static int64_t lanes_used(void) {
  cpu_level level = cpu_level_used();
  return level == CPU_V4 ? 16 : level == CPU_V3 ? 8 : 4;
}

static void filter_piece(void *object, size_t index, int worker) {
  const plan *p = object;
  const depthwise *d = p->d;
  const window *w = d->w;
  int64_t i = (int64_t)index, slice = i % p->slices, strip = i / p->slices % p->strips;
  int64_t group = i / p->slices / p->strips % p->groups,
          image = i / p->slices / p->strips / p->groups;
  piece q = {.channel = group * p->lanes, .y = strip * p->rows, .x = slice * p->columns};
  q.channels = d->channels - q.channel < p->lanes ? d->channels - q.channel : p->lanes;
  q.rows = w->out[1] - q.y < p->rows ? w->out[1] - q.y : p->rows;
  q.columns = w->out[2] - q.x < p->columns ? w->out[2] - q.x : p->columns;
  int64_t in_channel = image * (d->channels / d->multiplier) + q.channel / d->multiplier;
  q.from = d->x + in_channel * w->in[1] * w->in[2];
  q.to = d->y + (image * d->channels + q.channel) * w->out[1] * w->out[2];
  q.stage = p->parts + worker * p->part;
  q.copy = q.stage + p->stage;
  q.out = q.copy + p->copy;
  q.taps = q.out + p->out;
  q.lines = q.taps + w->kernel[1] * w->kernel[2] * p->lanes;
  run_piece(p, &q);
}

/* A piece's copy takes STRIP_BYTES where that is enough for a few outputs. */
static void cut(plan *p) {
  const window *w = p->d->w;
  int64_t most = STRIP_BYTES / (int64_t)sizeof(float) / p->lanes;
  p->columns = w->out[2];
  while (p->columns > 2 * AT_ONCE &&
         ((p->columns - 1) * w->stride[2] + reach(w, 2)) * reach(w, 1) > most / 2)
    p->columns = (p->columns + 1) / 2;
  p->width = (p->columns - 1) * w->stride[2] + reach(w, 2);
  p->rows = (most / p->width - reach(w, 1)) / w->stride[1] + 1;
  if (p->rows < 1) p->rows = 1;
  if (p->rows > w->out[1]) p->rows = w->out[1];
  p->height = (p->rows - 1) * w->stride[1] + reach(w, 1);
  p->strips = (w->out[1] + p->rows - 1) / p->rows;
  p->slices = (w->out[2] + p->columns - 1) / p->columns;
}

void depthwise_run(const op_call *c, const depthwise *d) {
  const window *w = d->w;
  plan p = {.d = d, .lanes = lanes_used()};
  p.groups = (d->channels + p.lanes - 1) / p.lanes;
  cut(&p);
  for (int64_t k = 0; k < w->kernel[2]; k++) p.offsets[0][k] = k * w->dilation[2] * p.lanes;
  for (int64_t k = 0; k < w->kernel[1]; k++)
    p.offsets[1][k] = k * w->dilation[1] * p.width * p.lanes;
  p.stage = (p.width + 2 * STAGE_PIXELS) * p.lanes;
  p.copy = p.height * p.width * p.lanes;
  p.out = p.rows * p.columns * p.lanes;
  bool apart = d->kind == DEPTHWISE_MAX &&
               w->kernel[2] * w->stride[1] + w->kernel[1] < w->kernel[1] * w->kernel[2];
  p.lines = apart ? p.height * p.columns * p.lanes : 0;
  p.part = p.stage + p.copy + p.out + w->kernel[1] * w->kernel[2] * p.lanes + p.lines;
  arena_mark mark = arena_save(c->scratch);
  p.parts =
      arena_array(c->scratch, (size_t)pool_threads(c->threads), (size_t)p.part * sizeof(float));
  int64_t pieces = d->images * p.groups * p.strips * p.slices;
  double taps = (double)(p.out * w->kernel[1] * w->kernel[2]);
  double ns = (double)pieces *
              (2 * taps / NS_FLOPS + (double)(2 * p.copy + p.out) * sizeof(float) / NS_BYTES);
  pool_run_about(c->threads, (size_t)pieces, ns, filter_piece, &p);
  arena_reset(c->scratch, mark);
}
