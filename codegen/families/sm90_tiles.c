/* sm90_tiles.c - the tiles that products on Hopper (gemm_sm90.c) may have, the shared memory that
 * they take, and how long they last. */
#include <math.h>

#include "base/formats.h"
#include "base/size.h"
#include "codegen/families.h"
#include "codegen/gemm_sm90.h"

int64_t sm90_tiles(const sm90_product *p, sm90_tile t) {
  return divide_up(p->f.rows, t.m) * divide_up(p->f.columns, t.n);
}

int64_t sm90_terms(const sm90_product *p) { return p->conv ? p->f.k / p->blocks : p->f.k; }

/* Where scales change along k a tile's two warpgroups work together: the tensor core goes on with
 * the one's panel while the other's sums are multiplied and added. */
static uint32_t list_scaled(const sm90_product *p, sm90_tile *out) {
  const int kept = p->second != NULL;
  const sm90_tile tall = {.m = 256,
                          .n = 128,
                          .math = 2,
                          .joint = true,
                          .stages = p->residual || kept ? 3 : 4},
                  big = {.m = 128, .n = 128, .stages = 6 - kept, .math = 2, .joint = true},
                  wide = {.m = 64, .n = 128, .stages = 8, .math = 1},
                  small = {.m = 64, .n = 64, .stages = 10, .math = 1};
  out[0] = tall;
  out[1] = big;
  out[2] = wide;
  out[3] = small;
  bool columns = p->f.halves[0] || p->f.apart > 32 || p->out_bytes == 1;
  return columns ? 3 : 4;
}

/* Where sums stay in the tensor core for several panels, a warpgroup has 64 rows: twice the sums of
 * more do not fit its registers. */
static uint32_t list_single(const sm90_product *p, sm90_tile *out) {
  sm90_tile all[4];
  uint32_t count = list_scaled(p, all) - 1;
  for (uint32_t i = 0; i < count; i++) out[i] = all[i + 1];
  if (p->residual && p->second) out[0].stages--;
  return count;
}

/* Tiles that the kernel has for the problem, from large to small.  Ping-pong 128 x 128 brings the
 * fewest bytes from L2; smaller tiles without persistence keep more multiprocessors busy where
 * there are few.  A residual of the tile to come waits in shared memory, where a stage makes room,
 * and so does a second result. */
static uint32_t list_small(const sm90_product *p, sm90_tile *out) {
  if (p->f.blocks[0]) return list_scaled(p, out);
  if (fused_asked(&p->f) > 128) return list_single(p, out);
  const int kept = (p->residual != NULL) + (p->second != NULL);
  const sm90_tile big = {.m = 128, .n = 128, .stages = 6 - kept, .math = 2},
                  wide = {.m = 64, .n = 128, .stages = 8, .math = 1},
                  medium = {.m = 128, .n = 64, .stages = 8, .math = 1},
                  small = {.m = 64, .n = 64, .stages = 10, .math = 1};
  out[0] = big;
  out[1] = p->out_bytes == 1 ? wide : medium; /* an FP8 staging unit is 128 columns wide */
  out[2] = small;
  bool columns = p->f.halves[0] || p->f.apart > 32; /* 128 of them, whatever they become */
  if (columns) out[1] = wide;
  return columns || p->out_bytes == 1 ? 2 : 3;
}

/* Columns of a tile's last unit of 64: it leaves through maps of its own. */
int sm90_tail(const sm90_product *p) { return p->conv || p->out_bytes == 4 ? 0 : p->t.n % 64; }

/* Whether units have 64 columns, not 128 bytes. */
bool sm90_units_of_64(const sm90_product *p) {
  return p->conv || p->second || (!p->f.halves[0] && p->t.n * p->out_bytes % 128);
}

/* Tiles whose last wave wastes less: a chip full of tiles of 128 x 128 and a few more takes as long
 * as two full ones, and less than a chip full of them leaves multiprocessors without work.  Two
 * warpgroups together halve a tile's end, which nothing hides where each block has one; in turn
 * they hide it. */
static const sm90_tile other_tiles[] = {
    {.m = 64, .n = 96, .math = 1},
    {.m = 64, .n = 192, .math = 1},
    {.m = 128, .n = 96, .math = 2},
    {.m = 128, .n = 144, .math = 2},
    {.m = 128, .n = 160, .math = 2},
    {.m = 128, .n = 192, .math = 2},
    {.m = 192, .n = 128, .math = 2},
    {.m = 128, .n = 96, .math = 2, .joint = true},
    {.m = 128, .n = 128, .math = 2, .joint = true},
    {.m = 128, .n = 144, .math = 2, .joint = true},
    {.m = 128, .n = 192, .math = 2, .joint = true},
    {.m = 128, .n = 256, .math = 2, .joint = true},
    {.m = 256, .n = 96, .math = 2, .joint = true},
    {.m = 256, .n = 128, .math = 2, .joint = true},
};

#define SUMS_MAX 192 /* of a thread: what 232 registers hold beside the rest */
#define STAGES_LEAST 3

static bool may_promote(const sm90_product *p) {
  int asked = fused_asked(&p->f);
  if (p->in_bytes > 1) return false;
  return asked > 0 || (asked == 0 && sm90_terms(p) > FAST_ACCUMULATE_K_MAX);
}

/* Whether the kernel has such tiles of the product, in so many bytes of shared memory. */
static bool has_tile(const sm90_product *p, sm90_tile *t, uint32_t room) {
  sm90_product c = *p;
  c.t = *t;
  int sums = t->m * t->n / (t->joint ? 256 : 128);
  if (may_promote(p)) sums += t->n / 2; /* a panel's, before they are added */
  if (sums > SUMS_MAX || t->n > divide_up(p->f.columns, 64) * 64) return false;
  if (p->f.halves[0] && t->n % 128) return false;
  if (p->f.parts && t->n != 128) return false;
  if (p->out_bytes == 4 && t->n % 32) return false;
  if (sm90_choose_stages(&c, room, true) > room || c.t.stages < STAGES_LEAST) return false;
  *t = c.t;
  return true;
}

/* Clocks of a multiprocessor of an H200, as 41 products of 32 to 4096 rows were fitted, to a tenth
 * in the mean (bench/results/gemms.md, chains of launches at 1.98 GHz): all of them are as long as
 * their panels take from L2 into shared memory. */
#define PANEL_BYTES_A_CLOCK 47.0
#define START_CLOCKS 1150.0      /* of a launch behind another */
#define NEXT_BLOCK_CLOCKS 1300.0 /* of a block behind another, where a block does one tile */
#define SCALED_SUMS_CLOCKS 80.0  /* between a panel's sums and the next product */
#define RESULT_CLOCKS 25.0       /* of a thread's result: scale, bias, rounding, store */

/* A tile whose panels' sums are scaled one by one: its panels come from L2, the tensor core
 * multiplies them, and one warpgroup alone waits for its own arithmetic besides. */
static double scaled_clocks(const sm90_product *p, sm90_tile t) {
  double panels = (double)sm90_panels(p), bytes = 128.0 * (t.m + t.n) / PANEL_BYTES_A_CLOCK;
  double math = t.m / 64.0 * t.n / 2 * 4, end = RESULT_CLOCKS * t.m * t.n / 128;
  if (t.math == 1) math += t.m / 64.0 * (t.n / 2 + SCALED_SUMS_CLOCKS);
  return panels * fmax(bytes, math) + (t.joint ? end / 2 : end + NEXT_BLOCK_CLOCKS);
}

/* Clocks that all tiles take, which orders the tiles of a product. */
static double sm90_clocks(const sm90_product *p, int multiprocessors, sm90_tile t) {
  double waves = (double)divide_up(sm90_tiles(p, t), multiprocessors);
  if (p->f.blocks[0]) return START_CLOCKS + waves * scaled_clocks(p, t);
  double sums = (double)(p->f.k * p->in_bytes) * (t.m + t.n) / PANEL_BYTES_A_CLOCK;
  double end = RESULT_CLOCKS * t.m * t.n / 128;
  if (t.math == 1)
    return START_CLOCKS + waves * (sums + end + NEXT_BLOCK_CLOCKS) - NEXT_BLOCK_CLOCKS;
  return START_CLOCKS + waves * sums + end + (waves - 1) * (end > sums ? end - sums : 0);
}

/* Fitted to 371 of 558 steps and problems on an H200, 8% off in the median (worst 1.62): clocks of
 * a multiprocessor at 1.7 GHz.  The copy engine brings a panel in so many for a row of windows, of
 * filters, and of a product's operands.  Where rows of memory begin at no multiple of 32 bytes,
 * rows of filters (and of a product's operands) cost more, once for each tap, and less where the
 * chip is not full: they compete for the L2 cache; at no multiple of 64, all of a convolution's do.
 */
#define WINDOW_ROW_CLOCKS 3.4
#define FILTER_ROW_CLOCKS 0.9
#define PRODUCT_ROW_CLOCKS 2.15
#define TORN_16_ROW_CLOCKS 13.4
#define TORN_16_WINDOW_CLOCKS 5.5 /* where no filters come besides */
#define TORN_32_ROW_CLOCKS 2.0
/* A thread's result; a row of 64 results on its way out, and of what is added to them on its way
 * in, or a result that threads store themselves; sums that go into F32 every panel; a tile. */
#define END_RESULT_CLOCKS 15.4
#define END_HEAVY_CLOCKS 32.0
#define END_LIGHT_CLOCKS 0.8
#define END_ROW_CLOCKS 7.3
#define END_OWN_STORE_CLOCKS 122.0
/* What is added of another width than the result, as F32 is: each thread loads its own (two
 * products of Hiera). */
#define END_OWN_LOAD_CLOCKS 70.0
/* What a result's code leaves: where these lie scattered; in tiles of the last columns. */
#define END_SPLIT_CLOCKS 80.0
#define END_LAST_CLOCKS 168.0
#define PROMOTED_SUM_CLOCKS 2.3
#define TILE_CLOCKS 835.0
#define LAST_END_SHARE 0.7 /* of the last tile's end, where two take turns */
#define MEMORY_SHARE 0.81  /* of the rate that row kernels reach */

static double most(double a, double b) { return a > b ? a : b; }

/* All panels of a tile on their way into shared memory; `fullness` of the chip. */
static double load_clocks(const sm90_product *p, double fullness) {
  double high = p->t.m, wide = p->t.n, panels = (double)sm90_panels(p), torn;
  int64_t row = (p->conv ? p->channels : p->f.k) * p->in_bytes;
  double parts = p->conv ? (double)(p->f.k / p->channels) : 1;
  bool whole = row % 64 == 0 || row == 32;
  if (!p->conv) {
    torn = row % 32 ? (high + wide) * TORN_16_ROW_CLOCKS : 0;
    return panels * (high + wide) * PRODUCT_ROW_CLOCKS + torn * fullness;
  }
  if (p->t.resident) {
    torn = row % 32 ? TORN_16_WINDOW_CLOCKS : whole ? 0 : TORN_32_ROW_CLOCKS;
    return high * (panels * WINDOW_ROW_CLOCKS + torn * parts * fullness);
  }
  torn = row % 32 ? wide * TORN_16_ROW_CLOCKS : whole ? 0 : (high + wide) * TORN_32_ROW_CLOCKS;
  return panels * (high * WINDOW_ROW_CLOCKS + wide * FILTER_ROW_CLOCKS) + torn * parts * fullness;
}

/* wgmma of 64 rows and 32 bytes of k: as long as its products, or as both operands take out of
 * shared memory. */
static double math_clocks(const sm90_product *p, const chip_row *c) {
  bool fp8 = p->in_bytes == 1;
  double wide = p->t.n, panels = (double)sm90_panels(p);
  double rate = (fp8 ? c->fp8_rate / c->fp8_per_clock : c->bf16_rate / c->bf16_per_clock) /
                (c->processors * c->clock);
  double one = most(wide / 2 / rate, (64 + wide) / 4);
  int asked = fused_asked(&p->f);
  bool promotes = asked ? asked > 0 : sm90_terms(p) > FAST_ACCUMULATE_K_MIXED_MAX;
  double promoted = fp8 && promotes ? (asked > 0 ? 128.0 / asked : 1) * p->t.m * wide /
                                          COST_LANES_PER_PROCESSOR * PROMOTED_SUM_CLOCKS
                                    : 0;
  double sums = p->pitch / 32 * one * p->t.m / 64;
  if (p->f.blocks[0])
    return panels * (p->t.joint ? sums : sums + p->t.m / 64.0 * (wide / 2 + SCALED_SUMS_CLOCKS));
  return panels * (sums + promoted);
}

/* For each result, over all tiles. */
static double left_clocks(const sm90_product *p) {
  double tiles = (double)divide_up(p->f.out_columns, p->t.n);
  double last = tiles - (double)(p->left / p->t.n);
  return p->left ? END_LAST_CLOCKS * last / tiles : END_SPLIT_CLOCKS;
}

static double end_clocks(const sm90_product *p, const step_work *w) {
  double results = (double)p->t.m * p->t.n / COST_LANES_PER_PROCESSOR;
  double rows = p->t.m * (double)divide_up(p->t.n, 64) * ((p->out_bytes == 4 ? 2 : 1) + w->added);
  double each = END_RESULT_CLOCKS + w->heavy * END_HEAVY_CLOCKS +
                w->dividing * COST_DIVIDING_CLOCKS + w->light * END_LIGHT_CLOCKS;
  double loaded = w->added - (p->residual ? 1 : 0);
  bool known = p->f.n != NULL; /* a question says nothing of its addends' types */
  if (known && loaded > 0 && !p->conv) each += loaded * END_OWN_LOAD_CLOCKS;
  if (p->split) each += left_clocks(p);
  return results * each + (p->plain ? results * END_OWN_STORE_CLOCKS : rows * END_ROW_CLOCKS);
}

/* Tiles follow one another; where two warpgroups take turns, one's end hides under the other's
 * panels as far as these last. */
double sm90_seconds(const sm90_product *p, const step_work *work, const cost_model *m) {
  const chip_row *c = cost_chip_row(m);
  double tiles = (double)sm90_tiles(p, p->t), waves = tiles / c->processors;
  double fullness = m->full ? 1 : waves / ceil(waves);
  double end = end_clocks(p, work), sums = most(load_clocks(p, fullness), math_clocks(p, c));
  double tile = sums + end / (p->t.joint ? 2 : 1) + TILE_CLOCKS, last = 0;
  if (p->t.math == 2 && !p->t.joint) {
    tile = most(sums + TILE_CLOCKS, tile / 2);
    last = LAST_END_SHARE * end;
  }
  if (m->full) return most(waves * tile / c->clock, cost_of_bytes(m, work->bytes));
  return SM90_START +
         most((ceil(waves) * tile + last) / c->clock, cost_of_bytes(m, work->bytes) / MEMORY_SHARE);
}

/* "128 x 64, two in turn". */
static const char *sm90_tile_name(arena *a, sm90_tile t) {
  return arena_printf(a, "%d x %d%s%s", t.m, t.n,
                      t.joint       ? ", two together"
                      : t.math == 2 ? ", two in turn"
                                    : "",
                      t.resident ? ", weights resident" : "");
}

/* gemm_layout's SHARED_BYTES, which asserts that they are. */
uint32_t sm90_shared_bytes(const sm90_product *p, bool by_column) {
  uint32_t rows = (uint32_t)p->t.m * (uint32_t)p->pitch, stages = (uint32_t)p->t.stages;
  uint32_t panel = (uint32_t)p->t.n * (uint32_t)p->pitch;
  uint32_t stage = rows + (p->t.resident ? 0 : panel);
  uint32_t resident = p->t.resident ? (uint32_t)sm90_panels(p) * panel : 0;
  uint32_t columns = by_column ? (uint32_t)p->t.n * 8 : 0;
  if (p->t.math == 2) columns = (columns + 1023) / 1024 * 1024;
  uint32_t mats = (uint32_t)p->t.m / (p->t.joint ? 128 : 64);
  uint32_t units = p->residual ? mats * (uint32_t)divide_up(p->t.n, 64) : 2;
  uint32_t second = p->second ? 2 * 4096 : 0;
  return (stages * stage + 1023) / 1024 * 1024 + (resident + 1023) / 1024 * 1024 +
         (p->t.resident ? 8 : 0) + 16 * stages +
         (uint32_t)p->t.math * (units * 8192 + second + columns + 8);
}

#define STAGES_MAX 12
uint32_t sm90_choose_stages(sm90_product *p, uint32_t room, bool by_column) {
  for (p->t.stages = STAGES_MAX; p->t.stages > 1 && sm90_shared_bytes(p, by_column) > room;)
    p->t.stages--;
  return sm90_shared_bytes(p, by_column);
}

sm90_product *sm90_form(arena *a, const sm90_product *fitted, sm90_tile t, uint32_t form,
                        int multiprocessors, schedule *s) {
  sm90_product *c = NEW(a, sm90_product);
  *c = *fitted;
  c->t = t;
  *s = (schedule){.name = sm90_tile_name(a, t),
                  .cost = sm90_clocks(c, multiprocessors, t),
                  .form = (int)form,
                  .constants = c,
                  .constant_bytes = sizeof *c};
  return c;
}

uint32_t sm90_place(uint32_t i, uint32_t first) { return i == 0 ? first : i <= first ? i - 1 : i; }

/* ---- The choice -------------------------------------------------------------- */

#define SURELY 0.93 /* of the seconds of 128 x 128 and smaller, to be preferred to them */

static double seconds_with(const sm90_product *p, sm90_tile t, const step_work *work,
                           const cost_model *m) {
  sm90_product c = *p;
  c.t = t;
  return sm90_seconds(&c, work, m);
}

uint32_t sm90_list_tiles(const sm90_product *p, const step_work *work, const cost_model *m,
                         sm90_tile *out, uint32_t *first) {
  uint32_t small = list_small(p, out), count = small, room = cost_chip_row(m)->shared_bytes;
  int processors = cost_multiprocessors(m);
  *first = 0;
  for (uint32_t i = 1; i < small; i++)
    if (sm90_clocks(p, processors, out[i]) < sm90_clocks(p, processors, out[*first])) *first = i;
  bool own = p->f.blocks[0] || fused_asked(&p->f) > 128; /* lists of their own */
  for (size_t i = 0; !own && i < sizeof other_tiles / sizeof *other_tiles; i++) {
    out[count] = other_tiles[i];
    if (has_tile(p, &out[count], room)) count++;
  }
  if (m->full) return count; /* which weighs formats by rates alone */
  double best = SURELY * seconds_with(p, out[*first], work, m);
  for (uint32_t i = small; i < count; i++)
    if (seconds_with(p, out[i], work, m) < best) {
      *first = i;
      best = seconds_with(p, out[i], work, m);
    }
  return count;
}
