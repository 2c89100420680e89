/* conv_mma.c - convolutions of few filters by mma.sync, images straight out of memory
 * (kernels/conv_mma.cuh), with everything that follows in the region done on the sums.
 *
 * Such convolutions are bound by what comes from memory and goes there.  Hopper's copy engine takes
 * some four clocks for each row of a window's box, whatever its bytes, and its results go through
 * shared memory and two barriers; here they do not. */
#include <math.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/conv_columns.h"
#include "codegen/families.h"

#define TAPS_MAX 32      /* bits of a thread's mask */
#define PIECES_MAX 40    /* of 64 bytes; all of which the kernel's text holds one by one */
#define FRAGMENTS_MAX 12 /* of 8 columns at a time: a thread's sums stay in registers */
#define FILTER_BYTES_MAX (48 << 10)
/* FP8 of so many channels and filters fills wgmma's panels. */
#define WHOLE_PANEL 64
/* Few pixels do not repay a block's way to all its filters where these are more than so many
 * fragments and products. */
#define FRAGMENTS_LIGHT 4
#define STEPS_LIGHT 8
#define WARPS_MAX 8
#define FOLDS_MAX 8 /* 16 pixels each, of a warp */
#define REGISTERS 65536
/* Of a thread, for what no array holds, where they are scarce; and what is given to one of two
 * blocks' threads, some being left to ptxas. */
#define REGISTERS_BESIDE 24
#define REGISTERS_ROOM 112
#define REACH_MAX (1 << 16) /* of steps, taps and padding: places in an image stay ints */
#define DEEP_STEPS 16 /* products of 16 numbers, from which on they decide and not the stores */

/* A tap's channels that a warp loads at once, as the kernel's conv_pieces has it. */
typedef struct piece {
  int64_t channel;
  int pairs, steps; /* pairs of a thread; products of 16 channels */
} piece;

/* All that the kernel's text is made of. */
typedef struct conv {
  int64_t images, pixels, filters, channels, taps;
  int64_t pitch; /* channels from one pixel of the image to the next */
  window w;
  int bytes;    /* of a number of the image */
  bool windows; /* else every pixel is its own */
  bool loads;   /* what follows reads memory */
  int v, fragments, passes, folds, warps, lines, ahead, held;
  int64_t tiles;
  piece pieces[PIECES_MAX];
  int piece_count, tap_steps; /* of one tap */
} conv;

/* ---- Pieces ---------------------------------------------------------------------- */

static bool read_pieces(conv *p) {
  int64_t unit = 64 / p->bytes, channel = 0;
  for (int64_t size = unit; channel < p->channels; size /= 2)
    for (; p->channels - channel >= size; channel += size) {
      if (p->piece_count == PIECES_MAX || size < unit / 4) return false;
      int pairs = (int)size / 8;
      piece one = {channel, pairs, (pairs + 1) / 2};
      p->pieces[p->piece_count++] = one;
      p->tap_steps += one.steps;
    }
  return p->piece_count * p->taps <= PIECES_MAX;
}

static int64_t filter_bytes(const conv *p) {
  return p->taps * p->tap_steps * p->passes * p->fragments * 256;
}

static uint16_t number_of(const tensor *t, int64_t at) {
  if (t->dtype == FP8C_DTYPE_BF16) return ((const uint16_t *)t->data)[at];
  float x;
  floats_decode(t->dtype, (const uint8_t *)t->data + at, &x, 1);
  return f16_from_f32(x); /* exactly */
}

/* As the kernel's threads read them: [tap][product][fragment][lane][2 pairs]. */
static void lay_out(const conv *p, const tensor *t, uint16_t *to) {
  for (int64_t tap = 0; tap < p->taps; tap++)
    for (int i = 0; i < p->piece_count; i++)
      for (int step = 0; step < p->pieces[i].steps; step++)
        for (int f = 0; f < p->passes * p->fragments; f++)
          for (int lane = 0; lane < 32; lane++)
            for (int k = 0; k < 4; k++, to++) {
              const piece *one = &p->pieces[i];
              int64_t filter = conv_column_of(p->v, f, lane / 4);
              int pair = 2 * step + k / 2;
              int64_t c = one->channel + lane % 4 * 2 * one->pairs + 2 * pair + k % 2;
              bool there = filter < p->filters && pair < one->pairs;
              *to = there ? number_of(t, (filter * p->taps + tap) * p->channels + c) : 0;
            }
}

static const char *add_filters(lowering *l, const conv *p, const value *w, uint32_t *id) {
  bool bf16 = w->type.dtype == FP8C_DTYPE_BF16;
  uint16_t *laid_out = NULL;
  if (!l->probe) {
    const tensor *t = lower_load(l, w);
    if (!t) return "its filters cannot be read";
    laid_out = arena_alloc(l->c->keep, (size_t)filter_bytes(p));
    lay_out(p, t, laid_out);
  }
  tensor type = {.dtype = bf16 ? FP8C_DTYPE_BF16 : FP8C_DTYPE_F16,
                 .rank = 2,
                 .dims = {filter_bytes(p) / 256, 128}};
  *id = lower_const_kept(l, arena_printf(l->c->scratch, "%s.by_thread", w->name), &type, laid_out);
  return NULL;
}

/* ---- How the work is cut ------------------------------------------------------------ */

/* Wide stores, but where products decide no columns that are none. */
static void choose_columns(conv *p) {
  bool deep = p->taps * p->tap_steps >= DEEP_STEPS;
  p->v = conv_store(p->filters, p->filters, deep ? 6 : 9);
  int all = conv_fragments(p->filters, p->v), share = p->v / 2;
  p->passes = (int)divide_up(all, FRAGMENTS_MAX);
  p->fragments = (int)divide_up(all, p->passes * share) * share;
}

static int64_t tiles_of(const conv *p, int folds, int warps, int *lines) {
  const window *w = &p->w;
  *lines = 1;
  while (p->windows && *lines < warps && *lines * 2 <= w->out[1]) *lines *= 2;
  int span = 16 * folds;
  return p->windows ? divide_up(w->out[2], span * (warps / *lines)) * divide_up(w->out[1], *lines) *
                          p->images
                    : divide_up(p->pixels, span * warps);
}

/* Registers of a thread that has so many pieces under way. */
static int registers_of(const conv *p, int folds, int pieces) {
  int rows = 2 * folds, words = p->pieces[0].pairs * p->bytes / 2;
  return REGISTERS_BESIDE + 2 * rows * p->fragments + (p->windows ? 4 * rows : 0) +
         (p->loads ? rows * p->v / 2 : 0) + (p->passes > 1 ? 8 : 0) + rows * words * pieces;
}

/* As many pixels a warp as leave work for everybody and registers for two blocks, and as much under
 * way as these hold. */
static void cut(conv *p, int multiprocessors) {
  int lines, pieces = (int)(p->taps * p->piece_count), least = pieces < 2 ? pieces : 2;
  p->folds = p->windows ? 2 : FOLDS_MAX;
  while (p->folds > 1 && (registers_of(p, p->folds, least) > REGISTERS_ROOM ||
                          tiles_of(p, p->folds, WARPS_MAX, &lines) < 2 * multiprocessors))
    p->folds /= 2;
  p->warps = tiles_of(p, p->folds, WARPS_MAX, &lines) < multiprocessors ? WARPS_MAX / 2 : WARPS_MAX;
  p->tiles = tiles_of(p, p->folds, p->warps, &p->lines);
  int under_way = least;
  while (under_way < pieces && registers_of(p, p->folds, under_way + 1) <= REGISTERS_ROOM)
    under_way++;
  p->ahead = under_way + 1;
  p->held = REGISTERS / (32 * p->warps) / registers_of(p, p->folds, under_way);
  p->held = p->held < 1 ? 1 : p->held > 4 ? 4 : p->held;
}

/* Offsets within a sample, and beyond its edges, are ints. */
static bool near(const conv *p) {
  const window *w = &p->w;
  int64_t pixels = w->in[1] * w->in[2];
  for (int d = 1; d < WINDOW_AXES; d++)
    if (w->stride[d] > REACH_MAX || w->before[d] > REACH_MAX || w->in[d] > INT32_MAX / 2 ||
        w->dilation[d] > REACH_MAX / w->kernel[d])
      return false;
  return pixels <= INT32_MAX / 2 / (p->pitch * p->bytes);
}

/* ---- Whether it fits ------------------------------------------------------------------ */

static const char *fit(conv *c, const window_problem *v, int multiprocessors) {
  bool fp8 = dtype_is_fp8(v->image) && dtype_is_fp8(v->filter);
  if (v->unfused) return v->unfused;
  if (!fp8 && (v->image != FP8C_DTYPE_BF16 || v->filter != FP8C_DTYPE_BF16))
    return "the operands are neither FP8 nor both BF16";
  if (v->unstored) return v->unstored;
  *c = (conv){.images = v->images,
              .pixels = v->f.rows,
              .filters = v->f.columns,
              .channels = v->channels,
              .pitch = v->pitch ? v->pitch : v->channels,
              .taps = window_volume(v->w.kernel),
              .w = v->w,
              .bytes = (int)dtype_bytes(v->image),
              .loads = v->reads_more};
  c->windows = c->taps > 1 || window_volume(c->w.stride) > 1 ||
               window_volume(c->w.in) != window_volume(c->w.out);
  if (c->w.rank > 2 && c->windows) return "its windows have three axes";
  if (!near(c)) return "its windows reach too far";
  if (c->taps > TAPS_MAX || c->channels * c->bytes % 16 || c->filters % 2)
    return "its windows are too large, or its channels no whole pieces";
  if (!read_pieces(c)) return "its windows hold too much";
  choose_columns(c);
  if (filter_bytes(c) > FILTER_BYTES_MAX) return "its filters do not fit into shared memory";
  cut(c, multiprocessors);
  if (c->passes > 1 && c->ahead <= c->taps * c->piece_count)
    return "it has more filters than a thread has sums, and more channels than it holds";
  /* wgmma takes FP8 at twice the rate, and whole panels of channels at once (ResNet-50 at batch 64:
   * 1.24 ms, and 1.30 with what has 64 channels and filters here). */
  if (fp8 && c->channels >= WHOLE_PANEL && c->filters >= WHOLE_PANEL)
    return "its channels and filters fill panels";
  bool light = c->fragments <= FRAGMENTS_LIGHT || c->taps * c->tap_steps <= STEPS_LIGHT;
  if ((!light || c->passes > 1) && c->tiles < 2 * multiprocessors)
    return "its filters are many for so few pixels";
  return c->tiles > INT32_MAX / 2 ? "the image is too large" : NULL;
}

/* Fitted to 39 of 53 steps and problems on an H200, 5% off in the median (worst 1.39): clocks of a
 * scheduler for an instruction of mma.sync, for a piece's loads (of FP8, whose pieces are half as
 * wide, and of BF16), for a fragment's end and for a warp; what a product waits for the one before.
 */
#define START 0.83e-6
#define MMA_CLOCKS 8.3
#define PIECE_8_CLOCKS 4.0
#define PIECE_16_CLOCKS 9.3
#define END_CLOCKS 25.0
#define WARP_CLOCKS 210.0
#define STEP_CLOCKS 36.0
#define HEAVY_CLOCKS 14.0 /* of a scheduler for an erf of a warp's lanes */
#define SCHEDULERS 4
#define MEMORY_SHARE 0.6 /* of the rate that row kernels reach */
#define TORN_SHARE 0.6   /* of that, where pixels of results end within a sector of 32 bytes */

/* The schedulers' work, or memory. */
static void add_time(const conv *c, const problem *p, const cost_model *m, schedule *s) {
  const chip_row *chip = cost_chip_row(m);
  double steps = (double)(c->taps * c->tap_steps),
         ends = (double)c->folds * c->fragments * c->passes;
  double pieces = (double)(c->taps * c->piece_count * c->folds * c->passes);
  double result = p->work.heavy * HEAVY_CLOCKS + p->work.dividing * COST_DIVIDING_CLOCKS +
                  p->work.light * COST_LIGHT_CLOCKS;
  /* a fragment of 16 pixels and 8 columns is 4 results of each lane */
  double warp = steps * ends * MMA_CLOCKS + ends * (END_CLOCKS + 4 * result) + WARP_CLOCKS +
                pieces * (c->bytes == 1 ? PIECE_8_CLOCKS : PIECE_16_CLOCKS);
  double blocks = (double)c->tiles / chip->processors;
  if (!m->full) blocks = (double)divide_up(c->tiles, chip->processors);
  double clocks = blocks * c->warps / SCHEDULERS * warp + (m->full ? 0 : steps * STEP_CLOCKS);
  double sums = clocks / chip->clock, memory = cost_of_bytes(m, p->work.bytes) / MEMORY_SHARE;
  if (fmod((double)c->filters * p->work.result_bytes, 32) > 0) memory /= TORN_SHARE;
  s->start = START;
  s->seconds = (m->full ? 0 : START) + (sums > memory ? sums : memory);
}

const char *offers_conv_mma(const problem *p, const cost_model *m, schedule_list *out) {
  conv *c = NEW(out->a, conv);
  const char *why = fit(c, &p->v, cost_multiprocessors(m));
  if (why) return why;
  schedule s = {.name = "the only form",
                .constants = c,
                .constant_bytes = sizeof *c,
                .launches = 1,
                .shared_bytes = (uint32_t)filter_bytes(c)};
  add_time(c, p, m, &s);
  offer(out, s);
  return NULL;
}

/* ---- The kernel ------------------------------------------------------------------------- */

static const char *truth(bool b) { return b ? "true" : "false"; }

static void add_shape(kernel_draft *d, const conv *p, const fused_product *f, const region_code *r,
                      uint32_t shared) {
  const window *w = &p->w;
  text *t = &d->functions;
  text_add(t, "struct shape {\n");
  draft_shape_count(d, t, "int", "M", p->pixels);
  text_printf(t,
              "  static constexpr int N = %lld, C = %lld, PITCH = %lld, TAPS_Y = %lld, "
              "TAPS_X = %lld, V = %d,\n                       FRAGMENTS = %d, PASSES = %d, FOLDS = "
              "%d, WARPS = "
              "%d, AHEAD = %d, SHARED = %u;\n"
              "  static constexpr bool WINDOWS = %s, COLUMNS = %s, BIAS = %s, LOADS = %s;\n"
              "  typedef %s A;\n",
              (long long)p->filters, (long long)p->channels, (long long)p->pitch,
              (long long)w->kernel[1], (long long)w->kernel[2], p->v, p->fragments, p->passes,
              p->folds, p->warps, p->ahead, shared, truth(p->windows), truth(fused_by_column(f)),
              truth(f->bias), truth(fused_reads_memory(r)), memory_type(f->x->type.dtype));
  if (p->windows)
    text_printf(
        t,
        "  static constexpr int IN_Y = %lld, IN_X = %lld, OUT_Y = %lld, OUT_X = %lld, STEP_Y = "
        "%lld, STEP_X = %lld,\n                       BEFORE_Y = %lld, BEFORE_X = %lld, "
        "SPREAD_Y = %lld, SPREAD_X = %lld, LINES = %d;\n",
        (long long)w->in[1], (long long)w->in[2], (long long)w->out[1], (long long)w->out[2],
        (long long)w->stride[1], (long long)w->stride[2], (long long)w->before[1],
        (long long)w->before[2], (long long)w->dilation[1], (long long)w->dilation[2], p->lines);
  text_add(t, "};\n");
}

const char *write_conv_mma(lowering *l, const problem *p, const schedule *s) {
  const conv *c = s->constants;
  const fused_product *f = &p->v.f;
  region_code r;
  kernel_draft *d = &r.draft;
  const char *epilogue, *why;
  uint32_t filters;
  if ((why = fused_begin(&r, l, &p->gr, f)) ||
      (why = fused_epilogue(&r, f, c->v, true, &epilogue)) ||
      (why = add_filters(l, c, f->w, &filters)))
    return why;
  uint32_t image = draft_pixels(d, f->x, "u8");
  uint32_t laid_out = draft_read(d, filters, "u8");
  uint32_t shared = s->shared_bytes + (uint32_t)(fused_by_column(f) ? c->filters * 8 : 0);
  add_shape(d, c, f, &r, shared);
  text_printf(&d->body, "  const epilogue e = %s;\n  conv_mma<shape>(p%u, p%u, %s, e);\n", epilogue,
              image, laid_out, draft_count(d, c->tiles));
  int64_t wave = (int64_t)lower_multiprocessors(l) * c->held;
  launch_shape shape = {.blocks = (uint64_t)(c->tiles < wave ? c->tiles : wave),
                        .threads = (uint32_t)(32 * c->warps),
                        .shared_bytes = shared,
                        .blocks_held = (uint32_t)c->held};
  const char *library =
      arena_printf(l->c->scratch, "%s%s", kernel_text_conv_columns, kernel_text_conv_mma);
  fused_launch(&r, f, &p->gr, "conv_mma", library, shape);
  return NULL;
}
