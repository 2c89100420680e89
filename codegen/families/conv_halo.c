/* conv_halo.c - convolutions on Hopper whose windows share much of an image of few channels: each
 * tile's part of the image lies in shared memory once, and every tap is read there
 * (kernels/conv_halo.cuh).
 *
 * The family offers what it computes faster than conv_mma.c and conv_sm90.c by their models. */
#include <math.h>
#include <string.h>

#include "base/formats.h"
#include "base/numbers.h"
#include "base/size.h"
#include "codegen/conv_columns.h"
#include "codegen/families.h"
#include "codegen/gemm_sm90.h"
#include "codegen/wgmma.h"

#define COLUMNS_MAX 128 /* of a tile: a thread's sums stay in registers */
#define SUMS_MAX 96     /* of a thread, FOLDS times TILE_N / 2 */
#define SLAB_MAX 8      /* chunks of a stage: 128 bytes of a pixel */
#define TAPS_MAX 128
#define STEP_MAX 4
#define REACH_MAX 64     /* of steps, taps and padding: a tile's part of the image fits */
#define HELD_MAX 6       /* blocks of a multiprocessor that still help */
#define BOX_MAX 256      /* pixels of a copy, along an axis */
#define BLOCK_BYTES 1024 /* of shared memory, that a block takes besides */
#define UNIT 16          /* bytes of a chunk of a pixel's channels */
#define REGISTERS 65536
#define REGISTERS_BESIDE 56 /* of a thread, for what is no sum */

/* All that the kernel's text is made of. */
typedef struct conv {
  int64_t images, filters, channels, taps;
  int64_t pitch; /* channels from one pixel of the image to the next */
  window w;
  int bytes;              /* of a number of the image */
  bool loads;             /* what follows reads memory */
  int64_t columns, reads; /* filters of a tile of columns, and the channels that it reads */
  int64_t column_tiles;   /* number of such tiles */
  int64_t next_channels;  /* from a tile's first channel to the next tile's first */
  int v, tile_n;
  bool lines;                    /* 8 results of 8 lines are 64 rows of a product */
  int groups, folds, across;     /* warpgroups, their products, and how many lie side by side */
  int64_t tile_y, tile_x, tiles; /* of pixels */
  int64_t halo_y, halo_x;        /* of the image, what a tile reads */
  int chunks, slab, slabs, stages;
  int held;        /* blocks of a multiprocessor */
  uint32_t shared; /* bytes, with a scale and a bias for each column */
} conv;

/* ---- Filters ---------------------------------------------------------------------------- */

/* Products of 32 bytes of k that a slab has for each tap. */
static int pairs_of(const conv *c, int64_t slab) {
  int chunks = slab + 1 < c->slabs ? c->slab : c->chunks - (c->slabs - 1) * c->slab;
  return (chunks + 1) / 2;
}

/* ... and all of them. */
static int64_t tap_steps(const conv *c) {
  return (int64_t)(c->slabs - 1) * pairs_of(c, 0) + pairs_of(c, c->slabs - 1);
}

/* Bytes of one tile of columns. */
static int64_t filter_bytes(const conv *c) { return tap_steps(c) * c->taps * c->tile_n * 32; }

/* Copies the filters in the order in which wgmma reads them:
 * [tile][slab][tap][pair of chunks][fragment][chunk][column][16 bytes]. */
static void lay_out(const conv *c, const uint8_t *from, uint8_t *to) {
  int64_t unit = UNIT / c->bytes;
  for (int64_t tile = 0; tile < c->column_tiles; tile++)
    for (int64_t slab = 0; slab < c->slabs; slab++)
      for (int64_t tap = 0; tap < c->taps; tap++)
        for (int64_t pair = 0; pair < pairs_of(c, slab); pair++)
          for (int f = 0; f < c->tile_n / 8; f++)
            for (int i = 0; i < 16; i++, to += UNIT) {
              int64_t own = conv_column_of(c->v, f, i % 8), filter = tile * c->columns + own;
              int64_t first = (slab * c->slab + 2 * pair + i / 8) * unit, read = c->reads - first;
              int64_t count = read < 0 ? 0 : read < unit ? read : unit;
              if (own >= c->columns || filter >= c->filters) count = 0;
              int64_t channel = tile * c->next_channels + first;
              const uint8_t *at =
                  from + ((filter * c->taps + tap) * c->channels + channel) * c->bytes;
              if (count > 0) memcpy(to, at, (size_t)(count * c->bytes));
              memset(to + count * c->bytes, 0, (size_t)((unit - count) * c->bytes));
            }
}

static const char *add_filters(lowering *l, const conv *c, const value *w, uint32_t *id) {
  int64_t elements = c->column_tiles * filter_bytes(c) / c->bytes;
  tensor type = {
      .dtype = w->type.dtype, .rank = 2, .dims = {elements / (UNIT / c->bytes), UNIT / c->bytes}};
  uint8_t *laid_out = NULL;
  if (!l->probe) {
    const tensor *t = lower_load(l, w);
    if (!t) return "its filters cannot be read";
    laid_out = arena_alloc(l->c->keep, tensor_bytes(&type));
    lay_out(c, t->data, laid_out);
  }
  *id = lower_const_kept(l, arena_printf(l->c->scratch, "%s.by_chunk", w->name), &type, laid_out);
  return NULL;
}

/* ---- How the work is cut ------------------------------------------------------------------ */

/* Wide stores, but not for more than a third of columns that are none. */
static void choose_stores(conv *c) {
  c->v = conv_store(c->columns, c->filters, 8);
  c->tile_n = 8 * conv_fragments(c->columns, c->v);
}

/* Products one above the other and side by side, and what they read. */
static void choose_pixels(conv *c, int tall, int across) {
  const window *w = &c->w;
  c->across = across;
  c->tile_y = c->lines ? 8 * tall : 1;
  c->tile_x = c->lines ? 8 * across : 64 * across;
  c->halo_y = (c->tile_y - 1) * w->stride[1] + (w->kernel[1] - 1) * w->dilation[1] + 1;
  c->halo_x = (c->tile_x - 1) * w->stride[2] + (w->kernel[2] - 1) * w->dilation[2] + 1;
  c->tiles = divide_up(w->out[1], c->tile_y) * divide_up(w->out[2], c->tile_x) * c->images;
}

/* Pixels of one remainder of x lie by themselves. */
static int64_t stage_bytes(const conv *c) {
  int64_t line = divide_up(c->halo_x, c->w.stride[2]);
  return c->w.stride[2] * divide_up(line * c->halo_y * c->slab * UNIT, 128) * 128;
}

/* halo_layout's SHARED_BYTES, which asserts that they are; with a scale and a bias for each column.
 */
static int64_t shared_bytes(const conv *c, int stages) {
  return filter_bytes(c) + stages * (stage_bytes(c) + 16) + c->columns * 8;
}

static int threads_of(const conv *c) { return 128 * c->groups + 32; }

/* Stages and blocks that a multiprocessor holds; false: not one. */
static bool fits_shared(conv *c, uint32_t room) {
  c->stages = c->slabs > 1 ? 4 : 3;
  while (c->stages > 2 && shared_bytes(c, c->stages) > room) c->stages--;
  int64_t bytes = shared_bytes(c, c->stages);
  if (bytes > room) return false;
  c->shared = (uint32_t)bytes;
  int64_t registers = REGISTERS_BESIDE + c->folds * c->tile_n / 2;
  if (c->loads) registers += 2 * c->folds * c->v;
  int64_t by_shared = (room + BLOCK_BYTES) / (bytes + BLOCK_BYTES);
  int64_t by_registers = REGISTERS / (threads_of(c) * registers);
  int64_t held = by_shared < by_registers ? by_shared : by_registers;
  c->held = held < 1 ? 1 : held > HELD_MAX ? HELD_MAX : (int)held;
  return true;
}

/* ---- Time --------------------------------------------------------------------------------- */

/* Fitted to 88 forms of 16 problems on an H200 (and to 250 forms of 22 others by an earlier kernel,
 * 6% slower), 7% off in the median (worst 1.74).  A product of 64 rows and 32 bytes of k takes as
 * long as its rows take out of shared memory and its columns in the tensor core, one after the
 * other. */
#define START 1.88e-6
#define PRODUCT_CLOCKS 24.3
#define COLUMN_CLOCKS 0.493
#define PIXEL_CLOCKS 5.0   /* of the copy engine, for a pixel of a slab */
#define RESULT_CLOCKS 17.8 /* of a scheduler, for a warp's 32 results ... */
#define DIVIDING_CLOCKS 26.9
#define HEAVY_CLOCKS 80.0
#define LIGHT_CLOCKS 1.0
#define ADDED_CLOCKS 3.0
#define TILE_CLOCKS 30.0 /* that a tile waits */
#define FILTER_BYTES_A_CLOCK 93.0
#define SCHEDULERS 4
#define MEMORY_SHARE 0.9 /* of the rate that row kernels reach */
#define FEW_TILES 6      /* for each multiprocessor: their number counts whole */

static double most(double a, double b) { return a > b ? a : b; }

static double seconds_of(const conv *c, const problem *p, const cost_model *m) {
  const chip_row *chip = cost_chip_row(m);
  double products = c->groups * c->folds, steps = (double)(c->taps * tap_steps(c));
  double product = PRODUCT_CLOCKS + COLUMN_CLOCKS * c->tile_n;
  double pixels = (double)(c->halo_y * c->w.stride[2] * divide_up(c->halo_x, c->w.stride[2]));
  double result = RESULT_CLOCKS + p->work.heavy * HEAVY_CLOCKS +
                  p->work.dividing * DIVIDING_CLOCKS + p->work.light * LIGHT_CLOCKS +
                  p->work.added * ADDED_CLOCKS;
  double end = products * 64 * c->tile_n / 32 * result / SCHEDULERS;
  double busy = most(most(products * steps * product, pixels * c->slabs * PIXEL_CLOCKS), end);
  double units = (double)c->tiles * (double)c->column_tiles / chip->processors;
  double memory = cost_of_bytes(m, p->work.bytes);
  if (m->full) return most(units * busy / chip->clock, memory);
  double alone = TILE_CLOCKS + c->folds * steps * product + end / c->groups;
  double blocks = c->held < units ? c->held : most(units, 1);
  double rounds = units < FEW_TILES ? ceil(units) : units + 0.5;
  double clocks = most(rounds * most(busy, alone / blocks), alone) +
                  (double)filter_bytes(c) * blocks / FILTER_BYTES_A_CLOCK;
  return START + most(clocks / chip->clock, memory / MEMORY_SHARE);
}

/* ---- Whether it fits ------------------------------------------------------------------------ */

static bool near(const window *w) {
  for (int d = 1; d < WINDOW_AXES; d++)
    if (w->stride[d] > STEP_MAX || w->stride[d] > w->in[d] || w->before[d] > REACH_MAX ||
        w->in[d] > INT32_MAX / 4 || w->dilation[d] * (w->kernel[d] - 1) > REACH_MAX)
      return false;
  return true;
}

static const char *fit(conv *c, const window_problem *v) {
  bool fp8 = fp8_is_native(v->image) && fp8_is_native(v->filter);
  bool wide = v->image == v->filter && (v->image == FP8C_DTYPE_BF16 || v->image == FP8C_DTYPE_F16);
  if (v->unfused) return v->unfused;
  if (!fp8 && !wide) return "the operands are neither both FP8 nor of one type of 16 bits";
  if (v->unstored) return v->unstored;
  *c = (conv){.images = v->images,
              .filters = v->f.columns,
              .channels = v->channels,
              .pitch = v->pitch ? v->pitch : v->channels,
              .taps = window_volume(v->w.kernel),
              .w = v->w,
              .bytes = (int)dtype_bytes(v->image),
              .loads = v->reads_more};
  if (c->w.rank > 2) return "its windows have three axes";
  if (c->images < 1 || c->w.out[1] < 1 || c->w.out[2] < 1) return "it has no results";
  if (c->taps < 2 || c->taps > TAPS_MAX) return "its windows share nothing, or are too large";
  if (c->pitch * c->bytes % UNIT || c->filters % 2) return "its channels are no whole units";
  if (!near(&c->w)) return "its windows reach too far";
  if (fp8 && v->depth > FAST_ACCUMULATE_K_MAX)
    return "its sums are too long for the tensor core's own";
  c->lines = c->w.out[1] > 1;
  return NULL;
}

/* A tile of `columns` filters that reads so many channels. */
static bool choose_columns(conv *c, int64_t columns, int64_t reads, int64_t next) {
  if (columns > COLUMNS_MAX || columns % 2 || reads * c->bytes % UNIT || next * c->bytes % UNIT)
    return false;
  c->columns = columns;
  c->reads = reads;
  c->next_channels = next;
  c->column_tiles = divide_up(c->filters, columns);
  c->chunks = (int)(reads * c->bytes / UNIT);
  c->slab = c->chunks <= 2 ? 2 : c->chunks <= 4 ? 4 : SLAB_MAX;
  c->slabs = (int)divide_up(c->chunks, c->slab);
  choose_stores(c);
  return c->tile_n <= COLUMNS_MAX;
}

/* Warpgroups, their products, and how those lie: so many side by side. */
static const struct {
  int groups, folds, across;
} cuts[] = {{1, 1, 1}, {1, 2, 1}, {1, 2, 2}, {2, 1, 1}, {2, 1, 2}, {2, 2, 2}, {4, 1, 2}};

/* "24 columns of 16 x 8 pixels, 2 warpgroups". */
static const char *name_of(arena *a, const conv *c) {
  return arena_printf(a, "%lld columns of %lld x %lld pixels, %d warpgroups", (long long)c->columns,
                      (long long)c->tile_y, (long long)c->tile_x, c->groups);
}

/* Adds all cuts of the pixels for the columns at hand. */
static void list_cuts(conv *c, const problem *p, const cost_model *m, schedule_list *out) {
  for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
    c->groups = cuts[i].groups;
    c->folds = cuts[i].folds;
    int all = c->groups * c->folds, across = c->lines ? cuts[i].across : all;
    if (c->folds * c->tile_n / 2 > SUMS_MAX || (!c->lines && cuts[i].across > 1)) continue;
    choose_pixels(c, all / across, across);
    if (c->tiles * c->column_tiles > INT32_MAX / 2 || c->halo_y > BOX_MAX ||
        divide_up(c->halo_x, c->w.stride[2]) > BOX_MAX ||
        !fits_shared(c, cost_chip_row(m)->shared_bytes))
      continue;
    conv *form = NEW(out->a, conv);
    *form = *c;
    double seconds = seconds_of(c, p, m);
    offer(out, (schedule){.name = name_of(out->a, c),
                          .cost = seconds,
                          .form = (int)out->count,
                          .constants = form,
                          .constant_bytes = sizeof *form,
                          .launches = 1,
                          .shared_bytes = c->shared - (uint32_t)c->columns * 8,
                          .seconds = seconds,
                          .start = START});
  }
}

/* Groups of channels in tiles of whole groups; else all channels, and filters in up to four tiles:
 * more than one where they are too many for it, or tiles would be few. */
static void list_all(conv *c, const problem *p, const cost_model *m, schedule_list *out) {
  int64_t blocks = p->v.blocks, filters = c->filters / blocks, channels = c->channels / blocks;
  if (blocks > 1 && c->filters % blocks == 0 && c->channels % blocks == 0)
    for (int64_t g = 1; g <= blocks && g * filters <= COLUMNS_MAX; g++)
      if (blocks % g == 0 && choose_columns(c, g * filters, g * channels, g * channels))
        list_cuts(c, p, m, out);
  int64_t smallest = divide_up(c->w.out[1], 8) * divide_up(c->w.out[2], 8) * c->images;
  if (!c->lines) smallest = divide_up(c->w.out[2], 64) * c->images;
  bool few = smallest < 2 * cost_multiprocessors(m) || c->filters > COLUMNS_MAX;
  for (int64_t parts = 1; parts <= (few ? 4 : 1) && blocks < 2; parts++)
    if (choose_columns(c, divide_up(divide_up(c->filters, parts), 8) * 8, c->channels, 0))
      list_cuts(c, p, m, out);
}

/* To be preferred: what it takes, as a share of what others take, by models that are as far off. */
#define SURELY 0.85

/* Returns the seconds of the family that computes the problem if this one does not. */
static double others(const problem *p, const cost_model *m, arena *a) {
  schedule_list list = {.a = a};
  if (!offers_conv_mma(p, m, &list)) return list.items[0].seconds;
  list.count = 0;
  return offers_conv_sm90(p, m, &list) ? INFINITY : list.items[0].seconds;
}

const char *offers_conv_halo(const problem *p, const cost_model *m, schedule_list *out) {
  conv fitted;
  schedule_list all = {.a = out->a};
  const char *why = fit(&fitted, &p->v);
  if (why) return why;
  list_all(&fitted, p, m, &all);
  if (!all.count) return "its filters, or a tile of its image, do not fit into shared memory";
  uint32_t first = 0;
  for (uint32_t i = 1; i < all.count; i++)
    if (all.items[i].seconds < all.items[first].seconds) first = i;
  bool asked = m->family && strcmp(m->family, "conv_halo") == 0;
  if (!asked && all.items[first].seconds >= SURELY * others(p, m, out->a))
    return "other kernels take no longer";
  for (uint32_t i = 0; i < all.count; i++) offer(out, all.items[sm90_place(i, first)]);
  return NULL;
}

/* ---- The kernel --------------------------------------------------------------------------------
 */

static const char *truth(bool b) { return b ? "true" : "false"; }

static void add_shape(kernel_draft *d, const conv *c, const fused_product *f, const region_code *r,
                      uint32_t shared) {
  const window *w = &c->w;
  text *t = &d->functions;
  text_printf(
      t,
      "struct shape {\n"
      "  static constexpr int N = %lld, TILE_COLUMNS = %lld, TILE_N = %d, V = %d, FRAGMENTS "
      "= %d, FOLDS = %d, GROUPS = %d,\n                       TILE_Y = %lld, TILE_X = "
      "%lld, ACROSS = %d, TILE_CHANNELS = %lld, CHUNKS = %d, SLAB = %d,\n"
      "                       STAGES = %d, SHARED = %u;\n",
      (long long)c->filters, (long long)c->columns, c->tile_n, c->v, c->tile_n / 8, c->folds,
      c->groups, (long long)c->tile_y, (long long)c->tile_x, c->across, (long long)c->next_channels,
      c->chunks, c->slab, c->stages, shared);
  text_printf(t,
              "  static constexpr int OUT_Y = %lld, OUT_X = %lld, TAPS_Y = "
              "%lld, TAPS_X = %lld, STEP_Y = %lld, STEP_X = %lld,\n                       BEFORE_Y "
              "= %lld, BEFORE_X = %lld, SPREAD_Y = %lld, SPREAD_X = %lld;\n",
              (long long)w->out[1], (long long)w->out[2], (long long)w->kernel[1],
              (long long)w->kernel[2], (long long)w->stride[1], (long long)w->stride[2],
              (long long)w->before[1], (long long)w->before[2], (long long)w->dilation[1],
              (long long)w->dilation[2]);
  text_printf(t,
              "  static constexpr bool LINES = %s, COLUMNS = %s, BIAS = %s, LOADS = %s;\n"
              "  typedef %s A;\n};\n",
              truth(c->lines), truth(fused_by_column(f)), truth(f->bias),
              truth(fused_reads_memory(r)), memory_type(f->x->type.dtype));
}

/* Adds one tensor map for each remainder of x: map i has every stride-th pixel of a line from pixel
 * i on. */
static void add_maps(kernel_draft *d, const conv *c, const value *x, uint32_t *out) {
  const window *w = &c->w;
  uint64_t bytes = (uint64_t)c->bytes, pixel = (uint64_t)c->pitch * bytes,
           step = (uint64_t)w->stride[2];
  uint64_t across = (uint64_t)w->in[2], line = pixel * across, frame = line * (uint64_t)w->in[1];
  place part = {0};
  int64_t pitch;
  uint32_t id =
      place_pixels(x, &part, &pitch) ? lower_value(d->l, part.whole) : lower_value(d->l, x);
  for (uint64_t i = 0; i < step; i++) {
    plan_tensor_map *m = NEW(d->l->c->keep, plan_tensor_map);
    *m = (plan_tensor_map){
        .element_bytes = (uint32_t)c->bytes,
        .rank = 4,
        .dims = {(uint64_t)c->channels, (across - i + step - 1) / step, (uint64_t)w->in[1],
                 (uint64_t)c->images},
        .strides = {bytes, step * pixel, line, frame},
        .box = {(uint32_t)(c->slab * UNIT / c->bytes), (uint32_t)divide_up(c->halo_x, w->stride[2]),
                (uint32_t)c->halo_y, 1},
        .swizzle_bytes = (uint32_t)(c->slab * UNIT)};
    out[i] = draft_map_part(d, id, m, (uint64_t)part.offset * bytes + i * pixel,
                            tensor_bytes(&x->type), false);
  }
}

const char *write_conv_halo(lowering *l, const problem *p, const schedule *s) {
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
  uint32_t maps[STEP_MAX];
  add_maps(d, c, f->x, maps);
  uint32_t laid_out = draft_read(d, filters, "u8");
  uint32_t shared = c->shared - (fused_by_column(f) ? 0 : (uint32_t)c->columns * 8);
  wgmma_shape mma = {.name = "mma",
                     .columns = c->tile_n,
                     .a = f->x->type.dtype,
                     .b = f->w->type.dtype,
                     .registers = true};
  wgmma_add(&d->functions, &mma);
  add_shape(d, c, f, &r, shared);
  text_printf(&d->body, "  const epilogue e = %s;\n  const tensor_map *const maps[] = {", epilogue);
  for (int64_t i = 0; i < c->w.stride[2]; i++)
    text_printf(&d->body, "%s&p%u", i ? ", " : "", maps[i]);
  text_printf(&d->body, "};\n  conv_halo<shape, mma>(maps, p%u, %s, ", laid_out,
              draft_count(d, c->tiles));
  text_printf(&d->body, "%s, e);\n", draft_count(d, c->tiles * c->column_tiles));
  int64_t units = c->tiles * c->column_tiles;
  int64_t at_once = (int64_t)lower_multiprocessors(l) * c->held;
  launch_shape shape = {.blocks = (uint64_t)(units < at_once ? units : at_once),
                        .threads = (uint32_t)threads_of(c),
                        .shared_bytes = shared,
                        .blocks_held = (uint32_t)c->held,
                        .hopper = true};
  const char *library =
      arena_printf(l->c->scratch, "%s%s", kernel_text_conv_columns, kernel_text_conv_halo);
  fused_launch(&r, f, &p->gr, "conv_halo", library, shape);
  return NULL;
}
