/* conv_sm90.c - convolutions on Hopper whose channels lie last: products of windows, which the copy
 * engine finds in the image by itself (kernels/gemm_sm90.cuh, written by gemm_sm90.c).  FP8 and
 * BF16. */
#include "codegen/gemm_sm90.h"

#include <string.h>

#include "base/formats.h"
#include "base/numbers.h"
#include "base/size.h"
#include "codegen/families.h"

/* ---- Whether it fits ---------------------------------------------------------------- */

/* The copy engine's im2col mode takes strides of at most 8 and offsets within 128, of volumes
 * within 16. */
static const char *fit_windows(const window *w) {
  int64_t most = w->rank > 2 ? 15 : 127;
  for (int d = 0; d < WINDOW_AXES; d++) {
    int64_t reach = w->dilation[d] * (w->kernel[d] - 1);
    if (w->stride[d] > 8 || w->before[d] > most || w->after[d] > most || reach > most ||
        w->out[d] < 1)
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
  if (w->dilation[2] != 1 || w->before[2] || w->after[2] || p->apart) return;
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
  if (!bf16 && (!fp8_is_native(v->image) || !fp8_is_native(v->filter)))
    return "the operands are neither FP8 that tensor cores multiply nor BF16";
  const char *why = fit_windows(&v->w);
  if (why) return why;
  *c = (sm90_product){.f = v->f,
                      .conv = true,
                      .in_bytes = bf16 ? 2 : 1,
                      .windows = v->w,
                      .images = v->images,
                      .width = v->w.in[2],
                      .channels = v->channels,
                      .apart = v->pitch,
                      .blocks = 1};
  if (c->channels * c->in_bytes % 16) return "its pixels are no multiple of 16 bytes";
  c->rows = window_volume(v->w.kernel) == 1 && window_volume(v->w.stride) == 1 &&
            window_volume(v->w.in) == window_volume(v->w.out);
  join_row(c);
  bool split = c->channels == v->channels && v->channels % v->blocks == 0;
  if (split && c->f.columns % v->blocks == 0) c->blocks = v->blocks;
  int64_t bytes = c->channels * c->in_bytes;
  c->pitch = bytes > 64 ? 128 : bytes > 32 ? 64 : 32;
  return fit_results(c, p);
}

/* ---- Tiles ---------------------------------------------------------------------------- */

#define TILES_MAX 6
#define RESIDENT_BYTES 131072 /* of weights, beside which enough rows are on their way */
#define RESIDENT_STAGES 3

/* Whether weights may stay: what windows share comes once for each of their taps, and once more for
 * each tile where they do not.  A question says nothing of scales and a bias: room is left for
 * both. */
static bool may_stay(const sm90_product *c, sm90_tile t, const cost_model *m) {
  sm90_product fitted = *c;
  fitted.t = t;
  if (c->rows || c->f.columns > t.n || sm90_panels(&fitted) * t.n * c->pitch > RESIDENT_BYTES)
    return false;
  uint32_t room = cost_chip_row(m)->shared_bytes;
  return sm90_choose_stages(&fitted, room, true) <= room && fitted.t.stages >= RESIDENT_STAGES;
}

/* Columns in tiles of 64 where they waste less so, or of as few as there are, and ping-pong
 * whenever there is a tile for every multiprocessor: what follows a convolution weighs more than
 * its sums.  Then wider ones than 64, of two warpgroups together, for which the image comes fewer
 * times (but where the sums of a panel are added in F32, which takes as many registers again), and
 * those whose weights stay. */
static uint32_t list_tiles(const sm90_product *c, const cost_model *m, sm90_tile *out) {
  int64_t columns = c->f.columns;
  int all = columns <= 256 ? (int)divide_up(columns, 16) * 16 : 192;
  int n = columns <= 128 ? all : (columns - 1) % 128 < 64 ? 64 : 128;
  uint32_t count = 0;
  if (c->blocks > 1 && columns > 128) n = 128;
  out[count++] = (sm90_tile){.m = 128, .n = n, .math = 2};
  out[count++] = (sm90_tile){.m = 64, .n = n, .math = 1};
  if (n > 64) out[count++] = (sm90_tile){.m = 64, .n = 64, .math = 1};
  bool in_f32 = c->in_bytes == 1 && sm90_terms(c) > FAST_ACCUMULATE_K_MAX;
  bool joint = columns > 128 && (n == 64 || c->blocks > 1) && !in_f32;
  if (c->blocks > 1 && n > 64) out[count++] = (sm90_tile){.m = 128, .n = 64, .math = 2};
  sm90_tile wide = {.m = 128, .n = joint ? all : n, .math = 2, .joint = joint};
  if (joint) out[count++] = wide;
  wide.resident = true;
  if (may_stay(c, wide, m)) out[count++] = wide;
  return count;
}

#define SURELY 0.9

static double seconds_with(const sm90_product *fitted, sm90_tile t, const problem *p,
                           const cost_model *m) {
  sm90_product c = *fitted;
  c.t = t;
  return sm90_seconds(&c, &p->work, m);
}

/* Of tiles of one warpgroup each the largest of which there is one for every multiprocessor.  Where
 * that is the largest at all: weights that stay, if they serve two tiles or more, and tiles of two
 * warpgroups, if there are enough of them and the model says that they are faster by more than its
 * own error.  Where weights are zeros between blocks, a tile of fewer columns may read fewer
 * channels: the model decides alone. */
static uint32_t choose(const sm90_product *c, const sm90_tile *tiles, uint32_t count,
                       const problem *p, const cost_model *m) {
  int processors = m->full ? 0 : cost_multiprocessors(m);
  uint32_t first = 0, plain = 0;
  for (uint32_t i = 1; c->blocks > 1 && i < count; i++)
    if (seconds_with(c, tiles[i], p, m) < seconds_with(c, tiles[first], p, m)) first = i;
  if (c->blocks > 1) return first;
  while (plain < count && !tiles[plain].joint && !tiles[plain].resident) plain++;
  while (first + 1 < plain && sm90_tiles(c, tiles[first]) < processors) first++;
  if (first > 0) return first;
  for (uint32_t i = plain; i < count; i++) {
    int64_t served = sm90_tiles(c, tiles[i]);
    if (tiles[i].resident ? served >= 2 * processors
                          : served >= processors && seconds_with(c, tiles[i], p, m) <
                                                        SURELY * seconds_with(c, tiles[0], p, m))
      first = i;
  }
  return first;
}

const char *offers_conv_sm90(const problem *p, const cost_model *m, schedule_list *out) {
  sm90_product fitted;
  const char *why = fit(&fitted, p);
  if (why) return why;
  sm90_tile tiles[TILES_MAX];
  uint32_t count = list_tiles(&fitted, m, tiles), first = choose(&fitted, tiles, count, p, m);
  int processors = cost_multiprocessors(m);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t k = sm90_place(i, first);
    schedule s;
    sm90_product *c = sm90_form(out->a, &fitted, tiles[k], k, processors, &s);
    s.launches = 1;
    s.seconds = sm90_seconds(c, &p->work, m);
    s.start = SM90_START;
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
