/* conv_sm90.c - convolutions on Hopper whose channels lie last: products of windows, which the copy
 * engine finds in the image by itself (kernels/gemm_sm90.cuh, written by gemm_sm90.c).  FP8 and
 * BF16. */
#include "codegen/gemm_sm90.h"

#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/families.h"

/* ---- Whether it fits ---------------------------------------------------------------- */

/* The copy engine's im2col mode takes at most two spatial axes, strides of at most 8 and offsets
 * within 128. */
static const char *fit_windows(const window *w) {
  for (int d = 1; d < WINDOW_AXES; d++) {
    int64_t reach = w->dilation[d] * (w->kernel[d] - 1);
    if (w->stride[d] > 8 || w->before[d] > 127 || w->after[d] > 127 || reach > 127 || w->out[d] < 1)
      return "its windows reach further than the copy engine's";
  }
  return NULL;
}

/* The taps of a row lie in one stretch of memory: where no row ends within them, they are channels
 * of one tap, and neighbouring windows overlap; as many as fit a panel, if they share the row
 * evenly.
 */
static void join_row(sm90_product *p) {
  window *w = &p->windows;
  int64_t taps = w->kernel[2];
  if (w->dilation[2] != 1 || w->before[2] || w->after[2]) return;
  while (taps > 1 && (w->kernel[2] % taps || taps * p->channels * p->in_bytes > 128)) taps--;
  p->channels *= taps;
  w->in[2] -= taps - 1;
  w->kernel[2] /= taps;
  w->dilation[2] = taps;
}

/* Results that the copy engine does not store are stored by the threads, pair by pair. */
static const char *fit_results(sm90_product *c, const problem *p) {
  int64_t filters = c->f.columns;
  if (p->gr.count && !sm90_results(c, &p->gr)) return NULL;
  c->result = c->second = c->residual = NULL;
  c->narrow = false;
  double bytes = p->work.result_bytes > 0 ? p->work.result_bytes : 2;
  c->plain = p->gr.count || filters * (int64_t)bytes % 16;
  c->out_bytes = 2; /* the width of units, of which threads that store have none */
  return filters % 2 ? "its filters are no pairs" : p->v.unstored;
}

static const char *fit(sm90_product *c, const problem *p) {
  const window_problem *v = &p->v;
  if (v->unfused) return v->unfused;
  bool bf16 = v->image == FP8C_DTYPE_BF16 && v->filter == FP8C_DTYPE_BF16;
  if (!bf16 && (!dtype_is_fp8(v->image) || !dtype_is_fp8(v->filter)))
    return "the operands are neither FP8 nor BF16";
  const char *why = fit_windows(&v->w);
  if (why) return why;
  *c = (sm90_product){
      .f = v->f, .conv = true, .in_bytes = bf16 ? 2 : 1, .windows = v->w, .channels = v->channels};
  if (c->channels * c->in_bytes % 16) return "its pixels are no multiple of 16 bytes";
  c->rows = window_volume(v->w.kernel) == 1 && window_volume(v->w.stride) == 1 &&
            window_volume(v->w.in) == window_volume(v->w.out);
  join_row(c);
  int64_t bytes = c->channels * c->in_bytes;
  c->pitch = bytes > 64 ? 128 : bytes > 32 ? 64 : 32;
  return fit_results(c, p);
}

/* ---- Tiles ---------------------------------------------------------------------------- */

#define TILES_MAX 3

/* Columns in tiles of 64 where they waste less so, or of as few as there are, and ping-pong
 * whenever there is a tile for every multiprocessor: what follows a convolution weighs more than
 * its sums. */
static uint32_t list_tiles(const sm90_product *c, sm90_tile *out) {
  int n = c->f.columns <= 128             ? (int)divide_up(c->f.columns, 16) * 16
          : (c->f.columns - 1) % 128 < 64 ? 64
                                          : 128;
  out[0] = (sm90_tile){128, n, 0, 2};
  out[1] = (sm90_tile){64, n, 0, 1};
  out[2] = (sm90_tile){64, 64, 0, 1};
  return n > 64 ? 3 : 2;
}

/* Fitted to 333 steps of nine networks on an H200, 17% off in the mean: clocks of a multiprocessor
 * for a tile, one after the other: for a row of a box of the image (more where pixels are no
 * multiple of 32 bytes) and of the weights, for a row of 64 results on its way to memory or of what
 * is added to them on its way back, for a thread's result (more where threads store it themselves),
 * and for the tile. */
#define START 1.2e-6
#define BOX_ROW_CLOCKS 1.6
#define TORN_ROW_CLOCKS 8.0
#define WEIGHTS_ROW_CLOCKS 2.0
#define STORED_ROW_CLOCKS 0.8
#define RESULT_CLOCKS 10.0
#define OWN_STORE_CLOCKS 13.0
#define TILE_CLOCKS 770.0
#define NARROW_SHARE                                                               \
  0.1 /* of the rate, plus what the tile is of 128 columns: both operands come out \
         of shared memory */

static double most(double a, double b) { return a > b ? a : b; }

static double seconds_of(const sm90_product *c, const problem *p, const cost_model *m) {
  const chip_row *chip = cost_chip_row(m);
  double high = c->t.m, wide = c->t.n, results = high * wide / COST_LANES_PER_PROCESSOR;
  bool torn = c->channels * c->in_bytes % 32;
  double load = (double)sm90_panels(c) *
                (high * (torn ? TORN_ROW_CLOCKS : BOX_ROW_CLOCKS) + wide * WEIGHTS_ROW_CLOCKS);
  double rate = c->in_bytes == 1 ? chip->fp8_rate : chip->bf16_rate;
  if (wide < 128) rate *= NARROW_SHARE + (1 - NARROW_SHARE) * wide / 128;
  double math = 2 * high * wide * (double)p->v.depth / (rate / chip->processors) * chip->clock;
  double each = RESULT_CLOCKS + p->work.heavy * COST_HEAVY_CLOCKS +
                p->work.dividing * COST_DIVIDING_CLOCKS + p->work.light * COST_LIGHT_CLOCKS;
  double end = results * each + (c->plain ? results * OWN_STORE_CLOCKS
                                          : high * (double)divide_up(c->t.n, 64) *
                                                (1 + p->work.added) * STORED_ROW_CLOCKS);
  double clocks = most(load, math) + end + TILE_CLOCKS, tiles = (double)sm90_tiles(c, c->t);
  double waves =
      m->full ? tiles / chip->processors : (double)divide_up((int64_t)tiles, chip->processors);
  return (m->full ? 0 : START) +
         most(waves * clocks / chip->clock, cost_of_bytes(m, p->work.bytes));
}

/* The largest of which there is one for every multiprocessor stands in front. */
const char *offers_conv_sm90(const problem *p, const cost_model *m, schedule_list *out) {
  sm90_product fitted;
  const char *why = fit(&fitted, p);
  if (why) return why;
  sm90_tile tiles[TILES_MAX];
  uint32_t count = list_tiles(&fitted, tiles), first = 0;
  int processors = cost_multiprocessors(m);
  while (!m->full && first + 1 < count && sm90_tiles(&fitted, tiles[first]) < processors) first++;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t k = sm90_place(i, first);
    schedule s;
    sm90_product *c = sm90_form(out->a, &fitted, tiles[k], k, processors, &s);
    s.launches = 1;
    s.seconds = seconds_of(c, p, m);
    s.start = START;
    if (p->gr.count)
      s.shared_bytes =
          sm90_choose_stages(c, cost_chip_row(m)->shared_bytes, fused_by_column(&c->f));
    offer(out, s);
  }
  return NULL;
}

const char *write_conv_sm90(lowering *l, const problem *p, const schedule *s) {
  return sm90_write(l, &p->gr, s->constants);
}
