/* indirect.c - convolution as a product of matrices of which one is never made.
 *
 * The second operand of the product holds, for each tap of the filter, the image moved
 * by that tap.  Here it is read where it lies: the image is copied once with its padding,
 * rows and columns apart by their place in the stride (phases), and then tap p of outputs
 * q, q + 1, ... is at copy[offset(p) + q], whatever the stride.  Outputs are counted along
 * the copy's rows, so that blocks run on over the ends of short rows; what falls between
 * rows is computed and not stored.
 *
 * Copies are made of as many output rows as fit a cache. */
#include "ops/indirect.h"

#include <immintrin.h>
#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "ops/lanes.h"

#define MAX_HEIGHT 12
#define MAX_WIDTH 32
#define STRIP_BYTES ((int64_t)1 << 20)
#define PIECE_FLOPS ((int64_t)1 << 21)

/* sums[i * width + j] = chain over p of rows[i * k + p] * copy[offsets[p] + j] */
typedef void tile_kernel(int64_t k, const float *rows, const float *copy, const int64_t *offsets,
                         float *sums);

#define TILE_AVX512(height_)                                                                  \
  __attribute__((target("avx512f"))) static void avx512_##height_(                            \
      int64_t k, const float *rows, const float *copy, const int64_t *offsets, float *sums) { \
    __m512 s[height_][2];                                                                     \
    UNROLL for (int i = 0; i < height_; i++) s[i][0] = s[i][1] = _mm512_setzero_ps();         \
    for (int64_t p = 0; p < k; p++) {                                                         \
      const float *at = copy + offsets[p];                                                    \
      __m512 b0 = _mm512_loadu_ps(at), b1 = _mm512_loadu_ps(at + 16);                         \
      UNROLL for (int i = 0; i < height_; i++) {                                              \
        __m512 a = _mm512_set1_ps(rows[i * k + p]);                                           \
        s[i][0] = _mm512_fmadd_ps(a, b0, s[i][0]);                                            \
        s[i][1] = _mm512_fmadd_ps(a, b1, s[i][1]);                                            \
      }                                                                                       \
    }                                                                                         \
    UNROLL for (int i = 0; i < height_; i++) {                                                \
      _mm512_storeu_ps(sums + i * 32, s[i][0]);                                               \
      _mm512_storeu_ps(sums + i * 32 + 16, s[i][1]);                                          \
    }                                                                                         \
  }
#define TILE_AVX2(height_)                                                                    \
  __attribute__((target("avx2,fma"))) static void avx2_##height_(                             \
      int64_t k, const float *rows, const float *copy, const int64_t *offsets, float *sums) { \
    __m256 s[height_][2];                                                                     \
    UNROLL for (int i = 0; i < height_; i++) s[i][0] = s[i][1] = _mm256_setzero_ps();         \
    for (int64_t p = 0; p < k; p++) {                                                         \
      const float *at = copy + offsets[p];                                                    \
      __m256 b0 = _mm256_loadu_ps(at), b1 = _mm256_loadu_ps(at + 8);                          \
      UNROLL for (int i = 0; i < height_; i++) {                                              \
        __m256 a = _mm256_set1_ps(rows[i * k + p]);                                           \
        s[i][0] = _mm256_fmadd_ps(a, b0, s[i][0]);                                            \
        s[i][1] = _mm256_fmadd_ps(a, b1, s[i][1]);                                            \
      }                                                                                       \
    }                                                                                         \
    UNROLL for (int i = 0; i < height_; i++) {                                                \
      _mm256_storeu_ps(sums + i * 16, s[i][0]);                                               \
      _mm256_storeu_ps(sums + i * 16 + 8, s[i][1]);                                           \
    }                                                                                         \
  }
/* The first eight outputs of a block alone. */
#define NARROW 8
#define TILE_NARROW(name_, height_, width_)                                                   \
  __attribute__((target("avx2,fma"))) static void name_(                                      \
      int64_t k, const float *rows, const float *copy, const int64_t *offsets, float *sums) { \
    __m256 s[height_];                                                                        \
    UNROLL for (int i = 0; i < height_; i++) s[i] = _mm256_setzero_ps();                      \
    for (int64_t p = 0; p < k; p++) {                                                         \
      __m256 b = _mm256_loadu_ps(copy + offsets[p]);                                          \
      UNROLL for (int i = 0; i < height_; i++) s[i] =                                         \
          _mm256_fmadd_ps(_mm256_set1_ps(rows[i * k + p]), b, s[i]);                          \
    }                                                                                         \
    UNROLL for (int i = 0; i < height_; i++) _mm256_storeu_ps(sums + i * width_, s[i]);       \
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

/* Processors without FMA: libm's fmaf gives the same bits, slowly. */
static void any_2(int64_t k, const float *rows, const float *copy, const int64_t *offsets,
                  float *sums) {
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 8; j++) {
      float s = 0.0f;
      for (int64_t p = 0; p < k; p++) s = fmaf(rows[i * k + p], copy[offsets[p] + j], s);
      sums[i * 8 + j] = s;
    }
}

/* Kernels by half their height, so that few rows at the end do not cost as many as a tile. */
typedef struct tile_shape {
  int height, width;
  tile_kernel *kernels[MAX_HEIGHT / 2];
  tile_kernel *narrow; /* of full height, for at most NARROW outputs */
} tile_shape;

/* For so many outputs, counted along the copy. */
static tile_shape best_tile(int64_t outputs) {
  if (cpu_level_used() >= CPU_V3 && outputs <= NARROW)
    return (tile_shape){12, NARROW, {only_2, only_4, only_6, only_8, only_10, only_12}, only_12};
  if (cpu_level_used() == CPU_V4)
    return (tile_shape){
        12, 32, {avx512_2, avx512_4, avx512_6, avx512_8, avx512_10, avx512_12}, narrow_avx512};
  if (cpu_level_used() == CPU_V3) return (tile_shape){6, 16, {avx2_2, avx2_4, avx2_6}, narrow_avx2};
  return (tile_shape){2, 8, {any_2}, any_2};
}

typedef struct job {
  const indirect *d;
  tile_shape tile;
  int64_t taps;
  int64_t phases[2];      /* rows, columns */
  int64_t pitch;          /* floats of a row of one phase */
  int64_t rows_of_phase;  /* of the largest copy */
  int64_t phase, channel; /* floats of a phase's plane, of a channel */
  int64_t *offsets;       /* of each tap */
  float *copy;
  float *last_rows;        /* the filters, and zeros up to a whole number of pairs */
  int64_t first_row, rows; /* of this strip, of the output */
  int64_t blocks;          /* in the strip */
  int64_t row_tiles, blocks_a_piece;
} job;

/* Channels are one after the other in the image; a phase's rows and columns come out of it in
 * steps of the stride. */
static void copy_channel(void *object, size_t index, int worker) {
  (void)worker;
  const job *j = object;
  const window *w = j->d->w;
  const float *x = j->d->x + (int64_t)index * w->in[1] * w->in[2];
  float *to = j->copy + (int64_t)index * j->channel;
  int64_t stride = j->phases[1];
  memset(to, 0, (size_t)j->channel * sizeof *to);
  for (int64_t py = 0; py < j->phases[0]; py++)
    for (int64_t r = 0; r < j->rows_of_phase; r++) {
      int64_t y = (j->first_row + r) * w->stride[1] + py - w->before[1];
      if (y < 0 || y >= w->in[1]) continue;
      const float *from = x + y * w->in[2];
      for (int64_t px = 0; px < stride; px++) {
        float *line = to + (py * stride + px) * j->phase + r * j->pitch;
        int64_t column = px - w->before[2], i = 0;
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

/* What a row of a tile becomes, before it is stored. */
INLINE void finish_row_any(const indirect *d, int64_t channel, float *sums, int64_t n) {
  float alpha = d->alpha;
  if (alpha != 1.0f)
    for (int64_t i = 0; i < n; i++) sums[i] *= alpha;
  if (d->scales) {
    float factor = d->scales[channel];
    for (int64_t i = 0; i < n; i++) sums[i] *= factor;
  }
  if (d->bias) {
    float bias = d->bias[channel];
    for (int64_t i = 0; i < n; i++) sums[i] += bias;
  }
}
AT_EACH_LEVEL(static void, finish_row, (const indirect *d, int64_t channel, float *sums, int64_t n),
              (d, channel, sums, n))

/* Outputs [q, q + width) of the strip, counted along the copy, of the tile's channels. */
static void store_tile(const job *j, float *sums, int64_t q, int64_t channel, int64_t channels) {
  const window *w = j->d->w;
  int64_t width = j->tile.width, volume = w->out[1] * w->out[2];
  for (int64_t c = 0; c < channels; c++) finish_row(j->d, channel + c, sums + c * width, width);
  for (int64_t i = 0; i < width;) {
    int64_t row = (q + i) / j->pitch, x = (q + i) % j->pitch;
    int64_t run = j->pitch - x < width - i ? j->pitch - x : width - i;
    int64_t n = w->out[2] - x < run ? w->out[2] - x : run;
    if (row >= j->rows) return;
    float *y = j->d->y + channel * volume + (j->first_row + row) * w->out[2] + x;
    for (int64_t c = 0; n > 0 && c < channels; c++)
      memcpy(y + c * volume, sums + c * width + i, (size_t)n * sizeof *y);
    i += run;
  }
}

static void multiply_piece(void *object, size_t index, int worker) {
  (void)worker;
  const job *j = object;
  const indirect *d = j->d;
  int64_t height = j->tile.height, t = (int64_t)index % j->row_tiles;
  int64_t first = (int64_t)index / j->row_tiles * j->blocks_a_piece;
  int64_t last = first + j->blocks_a_piece < j->blocks ? first + j->blocks_a_piece : j->blocks;
  int64_t channel = t * height;
  int64_t channels = d->out_channels - channel < height ? d->out_channels - channel : height;
  const float *rows = channels % 2 ? j->last_rows : d->filters + channel * j->taps;
  tile_kernel *kernel = j->tile.kernels[(channels + 1) / 2 - 1];
  float sums[MAX_HEIGHT * MAX_WIDTH] = {0};
  int64_t end = (j->rows - 1) * j->pitch + d->w->out[2];
  for (int64_t b = first; b < last; b++) {
    int64_t q = b * j->tile.width;
    if (end - q <= NARROW && channels == height) kernel = j->tile.narrow;
    kernel(j->taps, rows, j->copy + q, j->offsets, sums);
    store_tile(j, sums, q, channel, channels);
  }
}

bool indirect_can(const window *w, int64_t in_channels) {
  int64_t columns = w->out[2] + (w->kernel[2] - 1) * w->dilation[2] / w->stride[2];
  int64_t floats;
  /* One output row of all channels must be a modest copy. */
  return w->in[0] == 1 && w->out[0] == 1 && w->kernel[0] == 1 && w->before[0] == 0 &&
         w->out[1] > 0 && w->out[2] > 0 && w->stride[1] <= 16 && w->stride[2] <= 16 &&
         w->kernel[1] <= 4096 && w->dilation[1] <= 4096 &&
         !__builtin_mul_overflow(columns * w->stride[2],
                                 ((w->kernel[1] - 1) * w->dilation[1] + w->stride[1]) * in_channels,
                                 &floats) &&
         floats < (int64_t)1 << 24;
}

static void find_offsets(job *j) {
  const window *w = j->d->w;
  int64_t *to = j->offsets;
  for (int64_t ch = 0; ch < j->d->in_channels; ch++)
    for (int64_t ky = 0; ky < w->kernel[1]; ky++)
      for (int64_t kx = 0; kx < w->kernel[2]; kx++) {
        int64_t y = ky * w->dilation[1], x = kx * w->dilation[2];
        int64_t phase = y % j->phases[0] * j->phases[1] + x % j->phases[1];
        *to++ = ch * j->channel + phase * j->phase + y / j->phases[0] * j->pitch + x / j->phases[1];
      }
}

void indirect_run(const op_call *c, const indirect *d) {
  const window *w = d->w;
  job j = {.d = d, .phases = {w->stride[1], w->stride[2]}};
  j.taps = d->in_channels * w->kernel[1] * w->kernel[2];
  j.pitch = w->out[2] + (w->kernel[2] - 1) * w->dilation[2] / w->stride[2];
  j.tile = best_tile((w->out[1] - 1) * j.pitch + w->out[2]);
  int64_t reach = (w->kernel[1] - 1) * w->dilation[1] / w->stride[1]; /* rows below an output's */
  int64_t row_floats = j.phases[0] * j.phases[1] * j.pitch * d->in_channels;
  int64_t strip = STRIP_BYTES / (row_floats * (int64_t)sizeof(float)) - reach;
  if (strip < 4) strip = 4;
  if (strip > w->out[1]) strip = w->out[1];
  /* A row more than needed: the last block reads on for less than its width. */
  j.rows_of_phase = strip + reach;
  j.phase = j.rows_of_phase * j.pitch;
  j.channel = j.phases[0] * j.phases[1] * j.phase;
  arena_mark mark = arena_save(c->scratch);
  size_t slack = MAX_WIDTH;
  j.copy = arena_array(c->scratch, (size_t)(j.channel * d->in_channels) + slack, sizeof(float));
  memset(j.copy + j.channel * d->in_channels, 0, slack * sizeof(float));
  j.offsets = NEW_ARRAY(c->scratch, int64_t, j.taps);
  find_offsets(&j);
  j.row_tiles = (d->out_channels + j.tile.height - 1) / j.tile.height;
  if (d->out_channels % 2) {
    int64_t first = (j.row_tiles - 1) * j.tile.height, rows = d->out_channels - first;
    j.last_rows = arena_array(c->scratch, (size_t)((rows + 1) * j.taps), sizeof(float));
    memcpy(j.last_rows, d->filters + first * j.taps, (size_t)(rows * j.taps) * sizeof(float));
    memset(j.last_rows + rows * j.taps, 0, (size_t)j.taps * sizeof(float));
  }
  int64_t flops = 2 * j.taps * j.tile.height * j.tile.width;
  j.blocks_a_piece = flops >= PIECE_FLOPS ? 1 : PIECE_FLOPS / flops;
  for (; j.first_row < w->out[1]; j.first_row += strip) {
    j.rows = w->out[1] - j.first_row < strip ? w->out[1] - j.first_row : strip;
    j.blocks = ((j.rows - 1) * j.pitch + w->out[2] + j.tile.width - 1) / j.tile.width;
    int64_t pieces = (j.blocks + j.blocks_a_piece - 1) / j.blocks_a_piece;
    pool_run(c->threads, (size_t)d->in_channels, copy_channel, &j);
    pool_run(c->threads, (size_t)(pieces * j.row_tiles), multiply_piece, &j);
  }
  arena_reset(c->scratch, mark);
}
