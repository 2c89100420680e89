/* indirect.c - convolution as a product of matrices of which one is never made.
 *
 * The second operand of the product holds, for each tap of the filter, the image moved
 * by that tap.  Here it is read where it lies: the image is copied with its padding, rows
 * and columns apart by their place in the stride (phases), and then tap p of outputs
 * q, q + 1, ... is at copy[offset(p) + q], whatever the stride.  Outputs are counted along
 * the copy's rows, so that blocks run on over the ends of short rows; what falls between
 * rows is computed and not stored.  Where that is much (short rows, wide or dilated filters)
 * there is a copy for each column of the filter, moved by it: nothing lies between the rows.
 *
 * Copies are made of as many output rows as fit a cache. */
#include "ops/indirect.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif
#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "ops/eltwise.h"
#include "ops/lanes.h"
#include "ops/math.h"

#define MAX_HEIGHT 12
#define MAX_WIDTH 32
#define STRIP_BYTES ((int64_t)1 << 20)
#define PIECE_FLOPS ((int64_t)1 << 20)
/* Where a twentieth more is computed than is stored, there is a copy for each column. */
#define MOVED_SHARE 20
/* So many products, whose copies are no larger, run beside each other, each by one thread. */
#define PRODUCTS_APART 8
#define FAR_SHARE 8 /* filters whose rows lie apart by an eighth of the image leave taps out */
#define APART_FLOATS ((int64_t)1 << 20)
#define ROW_FLOATS                                                              \
  ((int64_t)1 << 24) /* of the copies that one output row reads, less than that \
                      */

/* A tap of a filter of k: which it is, and where the image moved by it begins in the copy. */
typedef struct tap {
  int64_t offset, index;
} tap;

/* Those that are used, in their order. */
typedef struct tap_list {
  tap *items;
  int64_t count, k;
} tap_list;

/* sums[i * width + j] = chain over p of rows[i * taps->k + taps->items[p].index] *
 * copy[taps->items[p].offset + j] */
typedef void tile_kernel(const tap_list *taps, const float *rows, const float *copy, float *sums);

#define HALF 16  /* outputs of half a block */
#define NARROW 8 /* of a narrow one */

#if defined(__x86_64__)
#define TILE_AVX512(height_)                                                          \
  __attribute__((target("avx512f"))) static void avx512_##height_(                    \
      const tap_list *taps, const float *rows, const float *copy, float *sums) {      \
    __m512 s[height_][2];                                                             \
    UNROLL for (int i = 0; i < height_; i++) s[i][0] = s[i][1] = _mm512_setzero_ps(); \
    for (int64_t p = 0; p < taps->count; p++) {                                       \
      const float *at = copy + taps->items[p].offset;                                 \
      __m512 b0 = _mm512_loadu_ps(at), b1 = _mm512_loadu_ps(at + 16);                 \
      UNROLL for (int i = 0; i < height_; i++) {                                      \
        __m512 a = _mm512_set1_ps(rows[i * taps->k + taps->items[p].index]);          \
        s[i][0] = _mm512_fmadd_ps(a, b0, s[i][0]);                                    \
        s[i][1] = _mm512_fmadd_ps(a, b1, s[i][1]);                                    \
      }                                                                               \
    }                                                                                 \
    UNROLL for (int i = 0; i < height_; i++) {                                        \
      _mm512_storeu_ps(sums + i * 32, s[i][0]);                                       \
      _mm512_storeu_ps(sums + i * 32 + 16, s[i][1]);                                  \
    }                                                                                 \
  }
#define TILE_AVX2(height_)                                                            \
  __attribute__((target("avx2,fma"))) static void avx2_##height_(                     \
      const tap_list *taps, const float *rows, const float *copy, float *sums) {      \
    __m256 s[height_][2];                                                             \
    UNROLL for (int i = 0; i < height_; i++) s[i][0] = s[i][1] = _mm256_setzero_ps(); \
    for (int64_t p = 0; p < taps->count; p++) {                                       \
      const float *at = copy + taps->items[p].offset;                                 \
      __m256 b0 = _mm256_loadu_ps(at), b1 = _mm256_loadu_ps(at + 8);                  \
      UNROLL for (int i = 0; i < height_; i++) {                                      \
        __m256 a = _mm256_set1_ps(rows[i * taps->k + taps->items[p].index]);          \
        s[i][0] = _mm256_fmadd_ps(a, b0, s[i][0]);                                    \
        s[i][1] = _mm256_fmadd_ps(a, b1, s[i][1]);                                    \
      }                                                                               \
    }                                                                                 \
    UNROLL for (int i = 0; i < height_; i++) {                                        \
      _mm256_storeu_ps(sums + i * 16, s[i][0]);                                       \
      _mm256_storeu_ps(sums + i * 16 + 8, s[i][1]);                                   \
    }                                                                                 \
  }
/* The first sixteen outputs of a block alone. */
__attribute__((target("avx512f"))) static void half_avx512(const tap_list *taps, const float *rows,
                                                           const float *copy, float *sums) {
  __m512 s[12];
  UNROLL for (int i = 0; i < 12; i++) s[i] = _mm512_setzero_ps();
  for (int64_t p = 0; p < taps->count; p++) {
    __m512 b = _mm512_loadu_ps(copy + taps->items[p].offset);
    UNROLL for (int i = 0; i < 12; i++) s[i] =
        _mm512_fmadd_ps(_mm512_set1_ps(rows[i * taps->k + taps->items[p].index]), b, s[i]);
  }
  UNROLL for (int i = 0; i < 12; i++) _mm512_storeu_ps(sums + i * 32, s[i]);
}
/* The first eight outputs of a block alone. */
#define TILE_NARROW(name_, height_, width_)                                                      \
  __attribute__((target("avx2,fma"))) static void name_(const tap_list *taps, const float *rows, \
                                                        const float *copy, float *sums) {        \
    __m256 s[height_];                                                                           \
    UNROLL for (int i = 0; i < height_; i++) s[i] = _mm256_setzero_ps();                         \
    for (int64_t p = 0; p < taps->count; p++) {                                                  \
      __m256 b = _mm256_loadu_ps(copy + taps->items[p].offset);                                  \
      UNROLL for (int i = 0; i < height_; i++) s[i] =                                            \
          _mm256_fmadd_ps(_mm256_set1_ps(rows[i * taps->k + taps->items[p].index]), b, s[i]);    \
    }                                                                                            \
    UNROLL for (int i = 0; i < height_; i++) _mm256_storeu_ps(sums + i * width_, s[i]);          \
  }
TILE_NARROW(narrow_avx512, 12, 32)
TILE_NARROW(narrow_avx2, 6, 16)
TILE_NARROW(only_2, 2, 8)
TILE_NARROW(only_4, 4, 8)
TILE_NARROW(only_6, 6, 8)
TILE_NARROW(only_8, 8, 8)
TILE_NARROW(only_10, 10, 8)
TILE_NARROW(only_12, 12, 8)
TILE_AVX512(2)
TILE_AVX512(4)
TILE_AVX512(6)
TILE_AVX512(8)
TILE_AVX512(10)
TILE_AVX512(12)
TILE_AVX2(2)
TILE_AVX2(4)
TILE_AVX2(6)
#endif

/* In C: FMA instructions where every processor of the kind has them, else libm's fmaf. */
static void any_2(const tap_list *taps, const float *rows, const float *copy, float *sums) {
  float s[2][8] = {0};
  for (int64_t p = 0; p < taps->count; p++)
    UNROLL for (int i = 0; i < 2; i++) UNROLL for (int j = 0; j < 8; j++) s[i][j] = __builtin_fmaf(
        rows[i * taps->k + taps->items[p].index], copy[taps->items[p].offset + j], s[i][j]);
  memcpy(sums, s, sizeof s);
}

/* Kernels by half their height, so that few rows at the end do not cost as many as a tile. */
typedef struct tile_shape {
  int height, width;
  tile_kernel *kernels[MAX_HEIGHT / 2];
  tile_kernel *narrow; /* of full height, for at most NARROW outputs */
  tile_kernel *half;   /* for HALF; NULL: there is none */
} tile_shape;

/* A block of full height of which so many outputs are left. */
static void run_tile(const tile_shape *t, int64_t left, const tap_list *taps, const float *rows,
                     const float *copy, float *sums) {
  if (left <= NARROW) {
    t->narrow(taps, rows, copy, sums);
  } else if (t->half && left <= HALF + NARROW) {
    t->half(taps, rows, copy, sums);
    if (left > HALF) t->narrow(taps, rows, copy + HALF, sums + HALF);
  } else {
    t->kernels[t->height / 2 - 1](taps, rows, copy, sums);
  }
}

/* For so many outputs, counted along the copy. */
static tile_shape best_tile(int64_t outputs) {
#if defined(__x86_64__)
  if (cpu_level_used() >= CPU_V3 && outputs <= NARROW)
    return (tile_shape){
        12, NARROW, {only_2, only_4, only_6, only_8, only_10, only_12}, only_12, NULL};
  if (cpu_level_used() == CPU_V4)
    return (tile_shape){12,
                        32,
                        {avx512_2, avx512_4, avx512_6, avx512_8, avx512_10, avx512_12},
                        narrow_avx512,
                        half_avx512};
  if (cpu_level_used() == CPU_V3)
    return (tile_shape){6, 16, {avx2_2, avx2_4, avx2_6}, narrow_avx2, NULL};
#endif
  (void)outputs;
  return (tile_shape){2, 8, {any_2}, any_2, NULL};
}

typedef struct job {
  const indirect *d;
  tile_shape tile;
  int64_t k;             /* taps of a filter */
  int64_t phases;        /* of the rows */
  bool moved;            /* a copy for each column of the filter, not for each phase of columns */
  int64_t copies;        /* so many, of each phase of the rows */
  int64_t pitch;         /* floats of a row of one copy */
  int64_t strip;         /* rows of the output done from one copy */
  int64_t rows_of_phase; /* of the largest copy */
  int64_t copy_floats, last_floats;
  int64_t phase, channel; /* floats of a copy's plane, of a channel */
  tap *taps;              /* all */
  tap *some;              /* room for those of a strip; NULL: every strip uses all */
  tap_list used;          /* by the strip */
  float *copy;
  float *last_rows;        /* the filters, and zeros up to a whole number of pairs */
  int64_t first_row, rows; /* of this strip, of the output */
  int64_t blocks;          /* in the strip */
  int64_t row_tiles, blocks_a_piece;
} job;

/* Channels are one after the other in the image; a copy's rows and columns come out of it in
 * steps of the stride. */
static void copy_channel(void *object, size_t index, int worker) {
  (void)worker;
  const job *j = object;
  const window *w = j->d->w;
  const float *x = j->d->x + (int64_t)index * w->in[1] * w->in[2];
  float *to = j->copy + (int64_t)index * j->channel;
  int64_t stride = w->stride[2];
  memset(to, 0, (size_t)j->channel * sizeof *to);
  for (int64_t py = 0; py < j->phases; py++)
    for (int64_t r = 0; r < j->rows_of_phase; r++) {
      int64_t y = (j->first_row + r) * w->stride[1] + py - w->before[1];
      if (y < 0 || y >= w->in[1]) continue;
      const float *from = x + y * w->in[2];
      for (int64_t c = 0; c < j->copies; c++) {
        float *line = to + (py * j->copies + c) * j->phase + r * j->pitch;
        int64_t column = c * (j->moved ? w->dilation[2] : 1) - w->before[2], i = 0;
        if (column < 0) {
          i = (-column + stride - 1) / stride;
          column += i * stride;
        }
        if (i >= j->pitch || column >= w->in[2]) continue;
        int64_t n = (w->in[2] - 1 - column) / stride + 1;
        if (n > j->pitch - i) n = j->pitch - i;
        if (stride == 1)
          memcpy(line + i, from + column, (size_t)n * sizeof *line);
        else
          for (int64_t e = 0; e < n; e++) line[i + e] = from[column + e * stride];
      }
    }
}

/* Results `from` of a channel where they are stored. */
INLINE void finish_row(const indirect *d, int64_t channel, const float *restrict from,
                       float *restrict y, int64_t n) {
  float alpha = d->alpha, factor = d->scales ? d->scales[channel] : 1.0f;
  float low = d->clip ? d->clip[0] : -MATH_INF, high = d->clip ? d->clip[1] : MATH_INF;
  if (d->bias) {
    float bias = d->bias[channel];
    for (int64_t i = 0; i < n; i++) y[i] = clip_to(from[i] * alpha * factor + bias, low, high);
  } else {
    for (int64_t i = 0; i < n; i++) y[i] = clip_to(from[i] * alpha * factor, low, high);
  }
}

/* Outputs [q, q + width) of the strip, counted along the copy, of the tile's channels. */
INLINE void store_tile_any(const job *j, const float *sums, int64_t q, int64_t channel,
                           int64_t channels) {
  const window *w = j->d->w;
  int64_t width = j->tile.width, volume = w->out[1] * w->out[2];
  for (int64_t i = 0; i < width;) {
    int64_t row = (q + i) / j->pitch, x = (q + i) % j->pitch, left = (j->rows - row) * j->pitch - x;
    if (row >= j->rows) return;
    int64_t run = j->pitch - x < width - i ? j->pitch - x : width - i, n = run;
    if (j->moved) /* rows lie behind each other */
      run = n = left < width - i ? left : width - i;
    else if (n > w->out[2] - x)
      n = w->out[2] - x;
    float *y = j->d->y + channel * volume + (j->first_row + row) * w->out[2] + x;
    for (int64_t c = 0; n > 0 && c < channels; c++)
      if (n == MAX_WIDTH)
        finish_row(j->d, channel + c, sums + c * width, y + c * volume, MAX_WIDTH);
      else
        finish_row(j->d, channel + c, sums + c * width + i, y + c * volume, n);
    i += run;
  }
}
AT_EACH_LEVEL(static void, store_tile,
              (const job *j, const float *sums, int64_t q, int64_t channel, int64_t channels),
              (j, sums, q, channel, channels))

static void multiply_piece(void *object, size_t index, int worker) {
  (void)worker;
  const job *j = object;
  const indirect *d = j->d;
  int64_t height = j->tile.height, t = (int64_t)index % j->row_tiles;
  int64_t first = (int64_t)index / j->row_tiles * j->blocks_a_piece;
  int64_t last = first + j->blocks_a_piece < j->blocks ? first + j->blocks_a_piece : j->blocks;
  int64_t channel = t * height;
  int64_t channels = d->out_channels - channel < height ? d->out_channels - channel : height;
  const float *rows = channels % 2 ? j->last_rows : d->filters + channel * j->k;
  tile_kernel *kernel = j->tile.kernels[(channels + 1) / 2 - 1];
  float sums[MAX_HEIGHT * MAX_WIDTH] = {0};
  int64_t end = (j->rows - 1) * j->pitch + d->w->out[2];
  for (int64_t b = first; b < last; b++) {
    int64_t q = b * j->tile.width;
    if (channels == height)
      run_tile(&j->tile, end - q, &j->used, rows, j->copy + q, sums);
    else
      kernel(&j->used, rows, j->copy + q, sums);
    store_tile(j, sums, q, channel, channels);
  }
}

bool indirect_can(const window *w, int64_t in_channels) {
  int64_t columns = w->out[2] + (w->kernel[2] - 1) * w->dilation[2] / w->stride[2];
  int64_t floats;
  /* One output row of all channels must be a modest copy. */
  return in_channels > 0 && w->in[0] == 1 && w->out[0] == 1 && w->kernel[0] == 1 &&
         w->before[0] == 0 && w->out[1] > 0 && w->out[2] > 0 && w->stride[1] <= 16 &&
         w->stride[2] <= 16 && w->kernel[1] <= 4096 && w->dilation[1] <= 4096 &&
         !__builtin_mul_overflow(columns * w->stride[2],
                                 ((w->kernel[1] - 1) * w->dilation[1] + w->stride[1]) * in_channels,
                                 &floats) &&
         floats < ROW_FLOATS;
}

/* Whether a copy for each column of the filter is as modest.  indirect_can keeps the product within
 * 64 bits. */
static bool moved_can(const window *w, int64_t in_channels) {
  int64_t rows = (w->kernel[1] - 1) * w->dilation[1] + w->stride[1];
  return w->kernel[2] * (w->out[2] * rows * in_channels) < ROW_FLOATS;
}

static void find_taps(job *j) {
  const window *w = j->d->w;
  tap *to = j->taps;
  for (int64_t ch = 0; ch < j->d->in_channels; ch++)
    for (int64_t ky = 0; ky < w->kernel[1]; ky++)
      for (int64_t kx = 0; kx < w->kernel[2]; kx++) {
        int64_t y = ky * w->dilation[1], x = kx * w->dilation[2];
        int64_t copy = j->moved ? kx : x % j->copies, beside = j->moved ? 0 : x / j->copies;
        int64_t plane = y % j->phases * j->copies + copy;
        to->offset = ch * j->channel + plane * j->phase + y / j->phases * j->pitch + beside;
        to->index = to - j->taps;
        to++;
      }
}

/* How all products of one shape are cut. */
static job cut(const op_call *c, const indirect *d) {
  const window *w = d->w;
  job j = {.d = d, .phases = w->stride[1], .copies = w->stride[2]};
  j.k = d->in_channels * w->kernel[1] * w->kernel[2];
  j.pitch = w->out[2] + (w->kernel[2] - 1) * w->dilation[2] / w->stride[2];
  int64_t computed = (w->out[1] - 1) * j.pitch + w->out[2], stored = w->out[1] * w->out[2];
  j.moved = (computed - stored) * MOVED_SHARE > stored && moved_can(w, d->in_channels);
  if (j.moved) {
    j.copies = w->kernel[2];
    j.pitch = w->out[2];
    computed = stored;
  }
  j.tile = best_tile(computed);
  int64_t reach = (w->kernel[1] - 1) * w->dilation[1] / w->stride[1]; /* rows below an output's */
  int64_t row_floats = j.phases * j.copies * j.pitch * d->in_channels;
  j.strip = STRIP_BYTES / (row_floats * (int64_t)sizeof(float)) - reach;
  if (j.strip < 4) j.strip = 4;
  if (j.strip > w->out[1]) j.strip = w->out[1];
  j.rows_of_phase = j.strip + reach;
  j.phase = j.rows_of_phase * j.pitch;
  j.channel = j.phases * j.copies * j.phase;
  j.taps = NEW_ARRAY(c->scratch, tap, j.k);
  find_taps(&j);
  j.used = (tap_list){j.taps, j.k, j.k};
  j.row_tiles = (d->out_channels + j.tile.height - 1) / j.tile.height;
  /* The last block reads on for less than its width. */
  j.copy_floats = j.channel * d->in_channels + MAX_WIDTH;
  if (d->out_channels % 2)
    j.last_floats = (d->out_channels - (j.row_tiles - 1) * j.tile.height + 1) * j.k;
  int64_t flops = 2 * j.k * j.tile.height * j.tile.width;
  j.blocks_a_piece = flops >= PIECE_FLOPS ? 1 : PIECE_FLOPS / flops;
  return j;
}

/* A filter's row, and with `axis` 2 its column, whose taps all outputs from `first` on find in the
 * padding. */
static bool in_padding(const window *w, int axis, int64_t kernel, int64_t first, int64_t count) {
  int64_t at = kernel * w->dilation[axis] - w->before[axis], step = w->stride[axis];
  return at + (first + count - 1) * step < 0 || at + first * step >= w->in[axis];
}

/* Filters so far dilated that many of their taps lie in the padding (of an image of 28 rows by 12
 * and more) leave out those which all of a strip finds there: their products are zeros.  A strip
 * ends where the next filter row comes into the image or leaves it. */
static void leave_out(job *j, const window *w) {
  int64_t height = w->kernel[1], width = w->kernel[2];
  if (!j->some) return;
  for (int64_t ky = 0; ky < height; ky++)
    while (j->rows > 1 && in_padding(w, 1, ky, j->first_row, 1) !=
                              in_padding(w, 1, ky, j->first_row + j->rows - 1, 1))
      j->rows--;
  j->used = (tap_list){j->some, 0, j->k};
  for (int64_t p = 0; p < j->k; p++)
    if (!in_padding(w, 1, p / width % height, j->first_row, j->rows) &&
        !in_padding(w, 2, p % width, 0, w->out[2]))
      j->some[j->used.count++] = j->taps[p];
}

/* One product, its copies in `room`; without threads by this one alone. */
static void run_one(job j, const indirect *d, float *room, pool *threads) {
  const window *w = d->w;
  j.d = d;
  j.copy = room;
  j.last_rows = room + j.copy_floats;
  memset(j.copy + j.copy_floats - MAX_WIDTH, 0, MAX_WIDTH * sizeof(float));
  if (j.last_floats) {
    const float *from = d->filters + (j.row_tiles - 1) * j.tile.height * j.k;
    memcpy(j.last_rows, from, (size_t)(j.last_floats - j.k) * sizeof(float));
    memset(j.last_rows + j.last_floats - j.k, 0, (size_t)j.k * sizeof(float));
  }
  for (; j.first_row < w->out[1]; j.first_row += j.rows) {
    j.rows = w->out[1] - j.first_row < j.strip ? w->out[1] - j.first_row : j.strip;
    leave_out(&j, w);
    j.blocks = ((j.rows - 1) * j.pitch + w->out[2] + j.tile.width - 1) / j.tile.width;
    int64_t pieces = (j.blocks + j.blocks_a_piece - 1) / j.blocks_a_piece;
    double copied = (double)(j.channel * d->in_channels) * sizeof(float);
    double flops =
        2.0 * (double)(j.used.count * d->out_channels) * (double)(j.blocks * j.tile.width);
    pool_run_about(threads, (size_t)d->in_channels, copied / NS_BYTES, copy_channel, &j);
    pool_run_about(threads, (size_t)(pieces * j.row_tiles), flops / NS_FLOPS, multiply_piece, &j);
  }
}

typedef struct batch {
  const job *common;
  const indirect *products;
  float *rooms; /* of each worker */
  int64_t room;
} batch;

static void run_product(void *object, size_t index, int worker) {
  const batch *b = object;
  run_one(*b->common, &b->products[index], b->rooms + worker * b->room, NULL);
}

static double product_ns(const job *j, const indirect *d) {
  double flops = 2.0 * (double)(j->k * d->out_channels) * (double)(d->w->out[1] * j->pitch);
  return flops / NS_FLOPS + (double)j->copy_floats * sizeof(float) / NS_BYTES;
}

void indirect_run(const op_call *c, const indirect *products, size_t count) {
  arena_mark mark = arena_save(c->scratch);
  job j = cut(c, products);
  batch b = {&j, products, NULL, j.copy_floats + j.last_floats};
  bool apart = count >= PRODUCTS_APART && b.room <= APART_FLOATS;
  const window *w = products->w;
  if (!apart && w->dilation[1] * FAR_SHARE >= w->out[1] * w->stride[1])
    j.some = NEW_ARRAY(c->scratch, tap, j.k);
  b.rooms = arena_array(c->scratch, apart ? (size_t)pool_threads(c->threads) : 1,
                        (size_t)b.room * sizeof(float));
  if (apart)
    pool_run_about(c->threads, count, (double)count * product_ns(&j, products), run_product, &b);
  else
    for (size_t i = 0; i < count; i++) run_one(j, &products[i], b.rooms, c->threads);
  arena_reset(c->scratch, mark);
}
