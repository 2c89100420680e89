/* gemm_sm90.c - FP8 products and convolutions on Hopper by our own kernel, with everything
 * that follows in the region done on the sums while they are in registers.
 *
 * cuBLASLt has no erf GELU, no residual, and loses a third of its speed with an
 * FP8 result; this kernel (kernels/gemm_sm90.cuh) has an epilogue made of the
 * region's own arithmetic, so it changes no number: sum, scales, bias, then the
 * nodes of the region in their order, and one rounding.
 *
 * A convolution whose channels lie last is such a product of its windows, which the
 * copy engine finds in the image by itself; BF16 operands are taken there as well. */
#include <math.h>
#include <string.h>

#include "base/formats.h"
#include "base/numbers.h"
#include "base/size.h"
#include "codegen/families.h"
#include "codegen/gemm_sm90.h"

#define RASTER_GROUP 8 /* tiles; 4 to 32 measured within 5% */

int64_t sm90_tiles(const sm90_product *p, sm90_tile t) {
  return divide_up(p->f.rows, t.m) * divide_up(p->f.columns, t.n);
}

/* Tiles that the kernel has for the problem, from large to small.  Ping-pong 128 x 128 brings the
 * fewest bytes from L2; smaller tiles without persistence keep more multiprocessors busy where
 * there are few.  A residual of the tile to come waits in shared memory, where a stage makes room,
 * and so does a second result. */
#define TILES_MAX 4
/* Where scales change along k a tile's two warpgroups work together: the tensor core goes on with
 * the one's panel while the other's sums are multiplied and added. */
static uint32_t list_scaled_tiles(const sm90_product *p, sm90_tile *out) {
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

static uint32_t list_tiles(const sm90_product *p, sm90_tile *out) {
  if (p->f.blocks[0]) return list_scaled_tiles(p, out);
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
#define END_HEAVY_CLOCKS 67.0
#define END_LIGHT_CLOCKS 0.8
#define END_ROW_CLOCKS 7.3
#define END_OWN_STORE_CLOCKS 122.0
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
  double promoted = fp8 && sm90_terms(p) > FAST_ACCUMULATE_K_MIXED_MAX
                        ? p->t.m * wide / COST_LANES_PER_PROCESSOR * PROMOTED_SUM_CLOCKS
                        : 0;
  double sums = p->pitch / 32 * one * p->t.m / 64;
  if (p->f.blocks[0])
    return panels * (p->t.joint ? sums : sums + p->t.m / 64.0 * (wide / 2 + SCALED_SUMS_CLOCKS));
  return panels * (sums + promoted);
}

static double end_clocks(const sm90_product *p, const step_work *w) {
  double results = (double)p->t.m * p->t.n / COST_LANES_PER_PROCESSOR;
  double rows = p->t.m * (double)divide_up(p->t.n, 64) * (1 + w->added);
  double each = END_RESULT_CLOCKS + w->heavy * END_HEAVY_CLOCKS +
                w->dividing * COST_DIVIDING_CLOCKS + w->light * END_LIGHT_CLOCKS;
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
static uint32_t shared_bytes(const sm90_product *p, bool by_column) {
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

/* ---- Whether it fits ------------------------------------------------------- */

static const char *find_result(sm90_product *p, const group *gr) {
  for (size_t i = 0; i < gr->count; i++)
    for (size_t k = 0; k < gr->nodes[i]->out_count; k++) {
      const value *v = gr->nodes[i]->out[k];
      if (!v || !group_stores(gr, v)) continue;
      if (p->second) return "the region stores three values";
      if (p->result)
        p->second = v;
      else
        p->result = v;
    }
  if (p->second && dtype_is_fp8(p->result->type.dtype)) {
    const value *narrow = p->result;
    p->result = p->second;
    p->second = narrow;
  }
  if (p->second && (!dtype_is_fp8(p->second->type.dtype) || dtype_is_fp8(p->result->type.dtype)))
    return "the region stores two values of one width";
  return p->result ? NULL : "nothing of the region is used";
}

/* One result of each part of the columns, all of one width.  A thread has the partners of its
 * columns in the same tile. */
static const char *find_results(sm90_product *p, const group *gr) {
  for (size_t i = 0; i < p->f.part_count; i++) {
    const fused_part *part = &p->f.parts[i];
    const value *result = NULL;
    for (size_t k = 0; k < part->after.count; k++) {
      const value *v = part->after.nodes[k]->out[0];
      if (!group_stores(gr, v)) continue;
      if (result) return "a part of its columns has two results";
      result = v;
    }
    if (!result || group_stores(gr, part->given)) return "a part of its columns is not rounded";
    if (part->steps != 1) return "its heads stand before its rows";
    if (!p->result) p->result = result;
    if (dtype_bytes(result->type.dtype) != dtype_bytes(p->result->type.dtype))
      return "its results differ in width";
    if (part->columns * (int64_t)dtype_bytes(result->type.dtype) % 16)
      return "a part's rows are no multiple of 16 bytes";
    if (part->begin % 128) return "a part begins inside of a tile";
  }
  return parts_fill_tiles(2 * p->f.apart) ? NULL : "its heads do not fill tiles";
}

/* What the region reads besides the sums, element by element, as wide as the result. */
static const value *find_residual(const sm90_product *p, const group *gr) {
  bool fits = p->conv || dtype_bytes(p->result->type.dtype) == 2;
  for (size_t i = 1; i < gr->count; i++)
    for (size_t k = 0; k < gr->nodes[i]->in_count; k++) {
      const value *v = gr->nodes[i]->in[k];
      if (!v || value_is_const(v) || (v->def && group_has(gr, v->def)) ||
          v->type.scale.kind != SCALE_NONE || v->type.rank != p->f.n->out[0]->type.rank)
        continue;
      bool as_wide = dtype_is_small_float(v->type.dtype) && dtype_bytes(v->type.dtype) == 2 && fits;
      if (as_wide && memcmp(v->type.dims, p->f.n->out[0]->type.dims,
                            (size_t)v->type.rank * sizeof *v->type.dims) == 0)
        return v;
    }
  return NULL;
}

/* What the copy engine stores: 8 or 16 bits, in rows of a multiple of 16 bytes. */
const char *sm90_results(sm90_product *p, const group *gr) {
  const fused_product *f = &p->f;
  const char *why = f->parts ? find_results(p, gr) : find_result(p, gr);
  if (why) return why;
  if ((!f->parts && tensor_elements(&p->result->type) != f->rows * f->out_columns) ||
      (p->second && tensor_elements(&p->second->type) != f->rows * f->out_columns))
    return "the result has another size";
  fp8c_dtype d = p->result->type.dtype;
  if (d != FP8C_DTYPE_BF16 && d != FP8C_DTYPE_F16 && !dtype_is_fp8(d))
    return "the result is neither 8 nor 16 bits wide";
  p->out_bytes = (int)dtype_bytes(d);
  if (f->halves[0] && p->second) return "the region stores two values";
  p->residual = f->halves[0] || f->parts ? NULL : find_residual(p, gr);
  if (p->residual && p->out_bytes == 1) { /* it comes into units of 16 bits */
    p->second = p->result;
    p->narrow = true;
    p->out_bytes = 2;
  }
  return f->out_columns * (p->second ? 1 : p->out_bytes) % 16
             ? "a result's rows are no multiple of 16 bytes"
             : NULL;
}

/* F32 results of a product that no library does are stored by the threads, pair by pair. */
static const char *fit_results(sm90_product *c, const problem *p) {
  const char *why = sm90_results(c, &p->gr);
  if (!why || !c->f.blocks[0] || c->f.halves[0] || c->f.parts || p->product.unstored) return why;
  c->result = c->second = c->residual = NULL;
  c->narrow = false;
  c->plain = true;
  c->out_bytes = 2; /* the width of units, of which threads that store have none */
  return NULL;
}

static const char *fit(sm90_product *c, const problem *p) {
  const product_problem *q = &p->product;
  if (q->unfused) return q->unfused;
  *c = (sm90_product){.f = q->f, .in_bytes = 1, .pitch = 128, .out_bytes = 2};
  if (!fp8_is_native(q->x) || !fp8_is_native(q->w))
    return "the operands are not FP8, or no tensor core multiplies their format";
  if (c->f.k % 16 || c->f.out_columns % 16) return "k or n is no multiple of 16";
  if (!fused_blocks_fit(&c->f, 128)) return "its halves meet inside of a block of scales";
  if (p->gr.count) return fit_results(c, p);
  if (q->parts == PARTS_ANY)
    return "its parts begin inside of tiles, or have not one result each of one width";
  return parts_fill_tiles(2 * c->f.apart) ? NULL : "its heads do not fill tiles of 128 columns";
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

/* The cheapest stands in front. */
const char *offers_gemm_sm90(const problem *p, const cost_model *m, schedule_list *out) {
  sm90_product fitted;
  const char *why = fit(&fitted, p);
  if (why) return why;
  sm90_tile tiles[TILES_MAX];
  uint32_t count = list_tiles(&fitted, tiles), first = 0;
  int processors = cost_multiprocessors(m);
  for (uint32_t i = 1; i < count; i++)
    if (sm90_clocks(&fitted, processors, tiles[i]) < sm90_clocks(&fitted, processors, tiles[first]))
      first = i;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t k = sm90_place(i, first);
    schedule s;
    sm90_product *c = sm90_form(out->a, &fitted, tiles[k], k, processors, &s);
    if (p->gr.count) s.shared_bytes = shared_bytes(c, fused_by_column(&c->f));
    offer_product(out, p, m, s);
    if (m->full) continue; /* which weighs formats by rates alone */
    out->items[out->count - 1].seconds = sm90_seconds(c, &p->work, m);
    out->items[out->count - 1].start = SM90_START;
  }
  return NULL;
}

/* ---- Tensor maps ----------------------------------------------------------- */

static plan_tensor_map *rows_map(lowering *l, int64_t rows, int64_t row_elements, uint32_t bytes,
                                 uint32_t box_columns, uint32_t box_rows) {
  plan_tensor_map *m = NEW(l->c->keep, plan_tensor_map);
  *m = (plan_tensor_map){.element_bytes = bytes,
                         .rank = 2,
                         .dims = {(uint64_t)row_elements, (uint64_t)rows},
                         .strides = {bytes, (uint64_t)row_elements * bytes},
                         .box = {box_columns, box_rows},
                         .swizzle_bytes = box_columns * bytes};
  return m;
}

/* The weights' rows as the gated kernel wants its columns: eight of the first half, then
 * their eight partners of the second.  A panel's rows of 128 bytes lie in that order in
 * shared memory, and the weights in memory as they are. */
static plan_tensor_map *halves_map(lowering *l, const sm90_product *p) {
  plan_tensor_map *m = NEW(l->c->keep, plan_tensor_map);
  uint64_t k = (uint64_t)p->f.k, half = (uint64_t)p->f.out_columns;
  *m = (plan_tensor_map){.element_bytes = 1,
                         .rank = 4,
                         .dims = {k, 8, 2, half / 8},
                         .strides = {1, k, half * k, 8 * k},
                         .box = {128, 8, 2, (uint32_t)p->t.n / 16},
                         .swizzle_bytes = 128};
  return m;
}

/* The corners of all windows; what a tap adds to them is the copy's. */
static plan_tensor_map *windows_map(lowering *l, const sm90_product *p) {
  plan_tensor_map *m = NEW(l->c->keep, plan_tensor_map);
  const tensor *x = &p->f.x->type;
  const window *w = &p->windows;
  uint64_t bytes = (uint64_t)p->in_bytes, pixel = (uint64_t)x->dims[x->rank - 1] * bytes;
  uint64_t width = (uint64_t)x->dims[x->rank - 2], height = (uint64_t)w->in[1];
  uint64_t line = pixel * width;
  *m = (plan_tensor_map){
      .element_bytes = (uint32_t)p->in_bytes,
      .rank = 4,
      .dims = {(uint64_t)p->channels, (uint64_t)w->in[2], height, (uint64_t)x->dims[0]},
      .strides = {bytes, pixel, line, line * height},
      .box = {(uint32_t)(p->pitch / p->in_bytes), 1, 1, 1},
      .swizzle_bytes = (uint32_t)p->pitch,
      .pixels = (uint32_t)p->t.m,
      .steps = {1, 1, 1}};
  for (int i = 0; i < 2; i++) { /* x, then y */
    int d = 2 - i;
    m->lower[i] = (int32_t)-w->before[d];
    m->upper[i] = (int32_t)(w->after[d] - w->dilation[d] * (w->kernel[d] - 1));
    m->steps[i] = (uint32_t)w->stride[d];
  }
  return m;
}

/* Weights as [filter][tap][channel]: channels beyond the last read as zero, not as the next tap. */
static plan_tensor_map *taps_map(lowering *l, const sm90_product *p, int64_t channels) {
  plan_tensor_map *m = NEW(l->c->keep, plan_tensor_map);
  uint64_t bytes = (uint64_t)p->in_bytes, taps = (uint64_t)(p->f.k / p->channels);
  uint64_t tap = (uint64_t)channels * bytes;
  *m = (plan_tensor_map){.element_bytes = (uint32_t)p->in_bytes,
                         .rank = 3,
                         .dims = {(uint64_t)channels, taps, (uint64_t)p->f.columns},
                         .strides = {bytes, tap, taps * tap},
                         .box = {(uint32_t)(p->pitch / p->in_bytes), 1, (uint32_t)p->t.n},
                         .swizzle_bytes = (uint32_t)p->pitch};
  return m;
}

static plan_tensor_map *weights_map(lowering *l, const sm90_product *p, int64_t channels) {
  uint32_t bytes = (uint32_t)p->in_bytes;
  if (p->conv && !p->rows) return taps_map(l, p, channels);
  if (p->f.halves[0]) return halves_map(l, p);
  return rows_map(l, p->f.columns, channels, bytes, (uint32_t)p->pitch / bytes, (uint32_t)p->t.n);
}

/* ---- The kernel ------------------------------------------------------------ */

/* wgmma names every accumulator register: the instruction for this tile width. */
static void add_mma(text *t, const sm90_product *p) {
  int sums = p->t.n / 2;
  bool bf16 = p->in_bytes == 2; /* the operands of which may lie across, and do not */
  const char *formats[] = {fp8c_dtype_name(p->f.x->type.dtype),
                           fp8c_dtype_name(p->f.w->type.dtype)};
  text_printf(
      t,
      "struct mma {\n  static FORCEINLINE void of(float *d, u64 a, u64 b, int accumulate) {\n"
      "    asm volatile(\"{\\n.reg .pred p;\\nsetp.ne.b32 p, %%%d, 0;\\n"
      "wgmma.mma_async.sync.aligned.m64n%dk%d.f32.%s.%s {",
      sums + 2, p->t.n, 32 / p->in_bytes, formats[0], formats[1]);
  for (int i = 0; i < sums; i++) text_printf(t, "%s%%%d", i ? "," : "", i);
  text_printf(t, "}, %%%d, %%%d, p, 1, 1%s;\\n}\\n\" : ", sums, sums + 1, bf16 ? ", 0, 0" : "");
  for (int i = 0; i < sums; i++) text_printf(t, "%s\"+f\"(d[%d])", i ? ", " : "", i);
  text_add(t, " : \"l\"(a), \"l\"(b), \"r\"(accumulate));\n  }\n};\n");
}

int64_t sm90_terms(const sm90_product *p) { return p->conv ? p->f.k / p->blocks : p->f.k; }

static void add_windows(text *t, const sm90_product *p) {
  const window *w = &p->windows;
  text_printf(
      t,
      "  static constexpr int TAP_PANELS = %lld, TAPS_X = %lld, OUT_X = %lld, OUT_Y = %lld, "
      "STEP_X = %lld, STEP_Y = %lld,\n                       BEFORE_X = %lld, BEFORE_Y = "
      "%lld, SPREAD_X = %lld, SPREAD_Y = %lld;\n",
      (long long)(sm90_panels(p) / (w->kernel[1] * w->kernel[2])), (long long)w->kernel[2],
      (long long)w->out[2], (long long)w->out[1], (long long)w->stride[2], (long long)w->stride[1],
      (long long)w->before[2], (long long)w->before[1], (long long)w->dilation[2],
      (long long)w->dilation[1]);
}

static void add_shape(kernel_draft *d, const sm90_product *p, bool by_column, bool fast) {
  text *t = &d->functions;
  text_add(t, "struct shape {\n");
  draft_shape_count(d, t, "int", "M", p->f.rows);
  text_printf(
      t,
      "  static constexpr int N = %lld, K = %lld, TILE_M = %d, "
      "TILE_N = %d, "
      "STAGES = %d, MATH = %d, JOINT = %d, RESIDENT = %d, GROUP = %d, PROMOTE = %d, OUT_BYTES = "
      "%d,\n"
      "                       PITCH = %d, PANEL = %d, PANELS = %lld, SHARED = %u;\n"
      "  static constexpr bool BLOCKS = %s, COLUMNS = %s, BIAS = %s, FACTORS = %s, RESIDUAL = %s, "
      "GATED "
      "= %s, NARROW = "
      "%s, MAIN = %s, SECOND = %s, WINDOWS = %s, PACKED = %s;\n  static constexpr int PARTS = %zu, "
      "APART = "
      "%lld, BLOCK_FILTERS = %lld, BLOCK_CHANNELS = %lld;\n",
      (long long)p->f.columns, (long long)p->f.k, p->t.m, p->t.n, p->t.stages, p->t.math,
      p->t.joint, p->t.resident, RASTER_GROUP, !fast, p->out_bytes, p->pitch,
      p->pitch / p->in_bytes, (long long)sm90_panels(p), shared_bytes(p, by_column),
      p->f.blocks[0] ? "true" : "false", by_column ? "true" : "false", p->f.bias ? "true" : "false",
      p->f.factors ? "true" : "false", p->residual ? "true" : "false",
      p->f.halves[0] ? "true" : "false", p->conv || p->second ? "true" : "false",
      p->narrow || p->plain || p->f.parts ? "false" : "true", p->second ? "true" : "false",
      p->conv && !p->rows ? "true" : "false", sm90_packs_weights(p) ? "true" : "false",
      p->f.part_count, (long long)p->f.apart,
      (long long)(p->blocks > 1 ? p->f.columns / p->blocks : 0),
      (long long)(p->blocks > 1 ? p->channels / p->blocks : 0));
  if (p->conv && !p->rows) add_windows(t, p);
  text_add(t, "};\n");
}

#define STAGES_MAX 12
uint32_t sm90_choose_stages(sm90_product *p, uint32_t room, bool by_column) {
  for (p->t.stages = STAGES_MAX; p->t.stages > 1 && shared_bytes(p, by_column) > room;)
    p->t.stages--;
  return shared_bytes(p, by_column);
}

/* The function that rounds two numbers to a value's type. */
static const char *pair_of(const value *v) {
  return v->type.dtype == FP8C_DTYPE_F16 ? "f16x2_of" : product_format_of(v->type.dtype)->pair;
}

/* What each part of the columns reads, becomes, and where its units leave to. */
static const char *add_parts(const sm90_product *p, kernel_draft *d, text *out) {
  for (size_t i = 0; i < p->f.part_count; i++) {
    const fused_part *part = &p->f.parts[i];
    const region_store *store = &part->r->stores[0];
    plan_tensor_map *units = rows_map(d->l, p->f.rows, part->columns, (uint32_t)p->out_bytes,
                                      128 / (uint32_t)p->out_bytes, 64);
    uint32_t map = draft_map(d, lower_value(d->l, store->to.v), units, true);
    const char *flat, *why;
    int64_t end = part->begin + part->columns;
    text_printf(out,
                "template <> struct gemm_part<%zu, epilogue> : epilogue {\n"
                "  static constexpr int BEGIN = %lld, END = %lld, V = 2;\n"
                "  FORCEINLINE explicit gemm_part(const epilogue &e) : epilogue(e) {}\n",
                i, (long long)part->begin, (long long)end);
    fused_held(part->r, out);
    text_add(out, "  FORCEINLINE void ask(u32 row, u32 column, u32 local, ahead &a) const {\n");
    if ((why = fused_part_place(part, 2, true, &flat, out))) return why;
    if ((why = fused_loads(part->r, flat, "j", NULL, "a", out))) return why;
    text_add(out,
             "  }\n  FORCEINLINE u32 pack(u32 row, u32 column, u32 local, float (&x)[V], float "
             "(&other)[V], const ahead &a) const {\n    float y[V];\n");
    if ((why = fused_part_place(part, 2, true, &flat, out))) return why;
    fused_lanes(part->r, "a", out);
    text_printf(
        out,
        "      y[k] = v%u;\n    }\n    return %s(y[0], y[1]);\n  }\n"
        "  FORCEINLINE void leave(u32 from, int column, int row) const { copy_out(p%u, from, "
        "column - BEGIN, row); }\n};\n",
        store->variable, pair_of(store->to.v), map);
  }
  return NULL;
}

static const char *draft_operands(kernel_draft *d, const sm90_product *p, uint32_t *x,
                                  uint32_t *w) {
  bool windows = p->conv && !p->rows;
  uint32_t bytes = (uint32_t)p->in_bytes, panel = (uint32_t)p->pitch / bytes;
  plan_tensor_map *rows = windows
                              ? windows_map(d->l, p)
                              : rows_map(d->l, p->f.rows, p->f.k, bytes, panel, (uint32_t)p->t.m);
  *x = draft_map(d, lower_value(d->l, p->f.x), rows, false);
  sm90_weights weights;
  const char *why = sm90_add_weights(d->l, p, &weights);
  if (!why) *w = draft_map(d, weights.id, weights_map(d->l, p, weights.channels), false);
  return why;
}

static void launch_tiles(region_code *r, const sm90_product *p, const group *gr, bool by_column,
                         const value *result) {
  lowering *l = r->draft.l;
  int64_t tiles = sm90_tiles(p, p->t), most = lower_multiprocessors(l);
  const char *x = fp8c_dtype_name(p->f.x->type.dtype), *w = fp8c_dtype_name(p->f.w->type.dtype);
  const char *y = fp8c_dtype_name(result->type.dtype);
  launch_shape shape = {
      .blocks = (uint64_t)(p->t.math == 2 && tiles > most ? most : tiles),
      .threads = (uint32_t)(p->t.math == 2 ? 384 : 160),
      .shared_bytes = shared_bytes(p, by_column),
      .blocks_held = 1,
      .waits_itself = true,
      .hopper = true,
      .multiplies = true,
      .flops = 2 * (uint64_t)p->f.rows * (uint64_t)p->f.columns * (uint64_t)sm90_terms(p)};
  const char *what = arena_printf(l->c->scratch, "%s_%s_%s_%s%s%s", p->conv ? "conv" : "gemm", x, w,
                                  y, *r->op_names ? "_" : "", r->op_names);
  draft_launch(&r->draft, what, kernel_text_gemm_sm90, shape, gr);
  l->v->launches[l->v->launch_count - 1].precision =
      arena_printf(l->c->keep, "%s x %s -> %s", x, w, y);
}

static const char *lower_plain(lowering *l, const group *gr, sm90_product *p, region_code *r) {
  kernel_draft *d = &r->draft;
  const char *epilogue, *why = fused_epilogue(r, &p->f, 2, false, &epilogue);
  if (why) return why;
  bool by_column = fused_by_column(&p->f);
  uint32_t x, w;
  if ((why = draft_operands(d, p, &x, &w))) return why;
  add_shape(d, p, by_column, p->in_bytes > 1 || fused_sums_fast(l, &p->f));
  add_mma(&d->functions, p);
  text_printf(&d->body,
              "  const epilogue e = %s;\n  const tensor_map *const none = 0;\n"
              "  gemm<shape, mma>(&p%u, &p%u, none, none, none, e);\n",
              epilogue, x, w);
  launch_tiles(r, p, gr, by_column, r->store_count ? r->stores[0].to.v : p->f.n->out[0]);
  return NULL;
}

/* What the copy engine brings and takes away; NO_PARAMETER: there is no such value. */
typedef struct tile_maps {
  uint32_t x, w, result, second, residual;
} tile_maps;

static uint32_t draft_tiles(kernel_draft *d, const value *v, plan_tensor_map *map, bool write) {
  return draft_map(d, lower_value(d->l, v), map, write);
}

/* Results and a residual go in units of 64 rows and 128 bytes, of 64 columns where two of them or
 * half of the columns meet; parts of the columns have maps of their own. */
static const char *draft_maps(kernel_draft *d, const sm90_product *p, tile_maps *made) {
  lowering *l = d->l;
  const fused_product *f = &p->f;
  tile_maps m = {.result = NO_PARAMETER, .second = NO_PARAMETER, .residual = NO_PARAMETER};
  uint32_t bytes = (uint32_t)p->out_bytes;
  uint32_t box = f->halves[0] || p->conv || p->second ? 64 : 128 / bytes;
  const char *why = draft_operands(d, p, &m.x, &m.w);
  if (why) return why;
  if (!p->narrow && !f->parts)
    m.result =
        draft_tiles(d, p->result, rows_map(l, f->rows, f->out_columns, bytes, box, 64), true);
  if (p->residual)
    m.residual = draft_tiles(d, p->residual, rows_map(l, f->rows, f->columns, 2, 64, 64), false);
  if (p->second)
    m.second = draft_tiles(d, p->second, rows_map(l, f->rows, f->columns, 1, 64, 64), true);
  *made = m;
  return NULL;
}

static const char *map_text(arena *a, uint32_t map) {
  return map == NO_PARAMETER ? "(const tensor_map *)0" : arena_printf(a, "&p%u", map);
}

/* pack(), which makes of two neighbouring sums the word that leaves: the region's arithmetic, and
 * one rounding, or two where there is a second result. */
static const char *write_pack(region_code *r, const sm90_product *p, const char **pack) {
  arena *a = r->draft.l->c->scratch;
  bool follows = p->f.after.count > 0;
  text body;
  text_init(&body, a);
  const char *why = follows ? fused_region(r, &p->f, p->residual, &body) : NULL;
  if (why) return why;
  int main_store = p->second && r->stores[0].to.v == p->second ? 1 : 0;
  if (p->second) text_printf(&body, "      other[k] = v%u;\n", r->stores[1 - main_store].variable);
  if (follows && !p->narrow)
    text_printf(&body, "      x[k] = v%u;\n", r->stores[main_store].variable);
  if (follows) text_add(&body, "    }\n"); /* of the loop that fused_region leaves open */
  if (p->second) text_printf(&body, "    second = %s(other[0], other[1]);\n", pair_of(p->second));
  *pack =
      arena_printf(a,
                   "  FORCEINLINE u32 pack(u32 row, u32 column, float (&x)[2], %s) const {\n"
                   "    constexpr int V = 2;\n%s%s    return %s(x[0], x[1]);\n  }\n",
                   p->f.halves[0] ? "float (&other)[2]"
                   : p->second    ? "u32 held, u32 &second"
                                  : "u32 held",
                   p->second ? "    float other[2];\n" : "", text_cstr(&body), pair_of(p->result));
  return NULL;
}

/* The kernel: maps of all that tiles are copied from and to, the scales of the sums, an epilogue
 * that packs them, and the call.  Parameters are numbered in the order of the drafts, so each part
 * stands where the parts behind it can name what it has added. */
const char *sm90_write(lowering *l, const group *gr, const sm90_product *fitted) {
  sm90_product p = *fitted;
  const char *why, *pack;
  region_code r;
  text parts;
  text_init(&parts, l->c->scratch);
  if ((why = fused_begin(&r, l, gr, &p.f))) return why;
  if (p.plain) return lower_plain(l, gr, &p, &r);
  if (p.f.after.count > 0 && r.store_count != (p.second && !p.narrow ? 2 : 1))
    return "the region stores two values";
  kernel_draft *d = &r.draft;
  /* the region's own store became a parameter that the copy engine makes unnecessary */
  tile_maps maps;
  if ((why = draft_maps(d, &p, &maps))) return why;
  bool by_column = fused_by_column(&p.f);
  uint32_t table;
  if (by_column && (why = fused_columns(l, &p.f, true, &table))) return why;
  fused_scales scales = {.factor = by_column ? draft_read(d, table, "float2")
                                             : draft_f32(d, fused_factor(&p.f))};
  if (p.f.parts && (why = add_parts(&p, d, &parts))) return why;
  if ((why = write_pack(&r, &p, &pack))) return why;
  add_shape(d, &p, by_column, p.in_bytes > 1 || fused_sums_fast(l, &p.f));
  add_mma(&d->functions, &p);
  fused_add_scales(d, &p.f, &scales);
  const char *epilogue = fused_struct(d, &p.f, &scales, pack);
  text_add(&d->functions, text_cstr(&parts));
  arena *a = l->c->scratch;
  text_printf(&d->body,
              "  const epilogue e = %s;\n  gemm<shape, mma>(&p%u, &p%u, %s, %s, %s, e);\n",
              epilogue, maps.x, maps.w, map_text(a, maps.result), map_text(a, maps.second),
              map_text(a, maps.residual));
  launch_tiles(&r, &p, gr, by_column, p.result);
  return NULL;
}

const char *write_gemm_sm90(lowering *l, const problem *p, const schedule *s) {
  return sm90_write(l, &p->gr, s->constants);
}
