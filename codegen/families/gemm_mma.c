/* gemm_mma.c - products by mma.sync (kernels/gemm_mma.cuh), with everything that follows in the
 * region done on the sums: on every chip, of any rows, columns and k.
 *
 * Where mma.sync is how a chip multiplies FP8 (Ada, the small Blackwell), this family takes what
 * cuBLASLt does not do alone, and all that is not large; elsewhere the chip has faster
 * instructions, and it takes what would need a second kernel. */
#include <math.h>
#include <string.h>

#include "base/formats.h"
#include "base/numbers.h"
#include "base/size.h"
#include "codegen/families.h"

#define PITCH 128 /* bytes of k in a panel */
/* Of rows, columns and bytes of k: what a tile adds to them stays an int. */
#define EXTENT_MAX (1 << 30)
#define RASTER_GROUP 8   /* tiles, as gemm_sm90.c has it */
#define BYTES_AT_ONCE 16 /* of a thread's store */

typedef struct tile {
  int m, n, warps_m, warps_n, stages, blocks_held;
} tile;

/* Two stages under way at least, in the 99 KB of the smaller chips. */
static const tile tiles[] = {
    {128, 128, 2, 4, 3, 1},
    {128, 64, 4, 2, 3, 1},
    {64, 64, 2, 2, 3, 2},
    {64, 32, 2, 2, 4, 2},
};

/* All that the kernel's text is made of, besides what follows. */
typedef struct tiled {
  const fused_product *f;
  tile t;
  int64_t row_bytes; /* of either operand */
} tiled;

/* Columns of results in a tile. */
static int out_n(const fused_product *f, const tile *t) { return f->halves[0] ? t->n / 2 : t->n; }

static int64_t tiles_of(const fused_product *f, const tile *t) {
  return divide_up(f->rows, t->m) * divide_up(f->out_columns, out_n(f, t));
}

/* A wave takes as long as a tile's products, and a share for its panels' way in: a product of
 * 64 x 32 brings two and a half times as many bytes for each as one of 128 x 128 (an estimate). */
#define PANEL_SHARE 32

/* Fitted to 7 of 8 products on an H200, 6% off in the median (worst 1.26): mma.sync's share of what
 * wgmma reaches there, what a panel takes at least on its way into shared memory, and a tile. */
#define START 1.0e-6
#define WGMMA_SHARE 0.36
#define PANEL_CLOCKS 410
#define TILE_CLOCKS 2000
#define HELD_SHARE 0.7   /* of it, where a multiprocessor holds several blocks */
#define COPY_CLOCKS 0.32 /* of as many bytes of a panel as rows are a multiple of, 16 at most */

/* The instruction takes both as they are; F16 is made of other FP8 formats in front of it. */
static bool multiplies_fp8(fp8c_dtype x, fp8c_dtype w) {
  return fp8_is_native(x) && fp8_is_native(w);
}

/* Bytes that rows of so many bytes are a multiple of: what is copied into shared memory at once. */
static int part_of(int64_t row_bytes) {
  int part = 16;
  while (row_bytes % part) part /= 2;
  return part;
}

static double seconds_of(const problem *p, const cost_model *m, const tile *t, int64_t count) {
  const chip_row *c = cost_chip_row(m);
  bool narrow = multiplies_fp8(p->product.x, p->product.w) && c->mma_fp8;
  double rate = (narrow ? c->fp8_rate : c->bf16_rate) * (c->wgmma ? WGMMA_SHARE : 1);
  double bytes = (double)dtype_bytes(p->product.x), panel_k = PITCH / bytes;
  double panels = ceil((double)p->product.f.k / panel_k);
  double math = 2 * t->m * t->n * panel_k / (rate / c->processors) * c->clock;
  double clocks = p->work.heavy * COST_HEAVY_PASS_CLOCKS +
                  p->work.dividing * COST_DIVIDING_PASS_CLOCKS + p->work.light * COST_LIGHT_CLOCKS;
  double copies = (double)((t->m + t->n) * PITCH / part_of(p->product.f.k * (int64_t)bytes));
  double each = panels * fmax(math, fmax(PANEL_CLOCKS, copies * COPY_CLOCKS)) +
                TILE_CLOCKS * (t->blocks_held > 1 ? HELD_SHARE : 1) +
                t->m * t->n / COST_LANES_PER_PROCESSOR * clocks;
  double waves = (double)divide_up(count, c->processors);
  return START + fmax(waves * each / c->clock, cost_of_bytes(m, p->work.bytes));
}

/* Panels, where the sums lie later, and the columns' scales. */
static uint32_t shared_bytes(const tile *t) {
  return (uint32_t)(t->stages * (t->m + t->n) * PITCH + t->n * 8);
}

static const char *fit(const product_problem *p) {
  const fused_product *f = &p->f;
  if (p->unfused) return p->unfused;
  if (p->parts) return "its columns are several results";
  bool fp8 = dtype_is_fp8(p->x) && dtype_is_fp8(p->w);
  if (!fp8 && (p->x != p->w || (p->x != FP8C_DTYPE_BF16 && p->x != FP8C_DTYPE_F16)))
    return "the operands are neither FP8 nor both BF16 or F16";
  if (!p->constant) return "its weights are no constant";
  if (p->unstored) return p->unstored;
  if (!fused_blocks_fit(f, tiles[0].n)) return "its halves meet inside of a block of scales";
  if (f->rows > EXTENT_MAX || f->columns > EXTENT_MAX ||
      f->k * (int64_t)dtype_bytes(p->x) > EXTENT_MAX ||
      tiles_of(f, &tiles[sizeof tiles / sizeof tiles[0] - 1]) > INT32_MAX)
    return "the product is too large";
  return NULL;
}

const char *offers_gemm_mma(const problem *p, const cost_model *m, schedule_list *out) {
  enum { COUNT = sizeof tiles / sizeof tiles[0] };
  const fused_product *f = &p->product.f;
  const char *why = fit(&p->product);
  if (why) return why;
  int order[COUNT]; /* the cheapest in front */
  double costs[COUNT];
  for (int i = 0; i < COUNT; i++) {
    const tile *t = &tiles[i];
    int64_t waves = divide_up(tiles_of(f, t), cost_multiprocessors(m));
    costs[i] = (double)waves * (t->m * t->n + PANEL_SHARE * (t->m + t->n));
    order[i] = i;
    if (costs[i] >= costs[order[0]]) continue;
    order[i] = order[0];
    order[0] = i;
  }
  for (int i = 0; i < COUNT; i++) {
    const tile *t = &tiles[order[i]];
    tiled *c = NEW(out->a, tiled);
    *c = (tiled){f, *t, f->k * (int64_t)dtype_bytes(p->product.x)};
    schedule s = {.name = arena_printf(out->a, "%d x %d", t->m, t->n),
                  .cost = costs[order[i]],
                  .form = order[i],
                  .constants = c,
                  .constant_bytes = sizeof *c,
                  .shared_bytes = shared_bytes(t)};
    offer_product(out, p, m, s);
    if (m->full) continue;
    out->items[out->count - 1].seconds = seconds_of(p, m, t, tiles_of(f, t));
    out->items[out->count - 1].start = START;
  }
  return NULL;
}

/* Columns that a thread stores at a time. */
static int vector_of(const region_code *r, const fused_product *f) {
  size_t widest = f->after.count ? 1 : dtype_bytes(f->n->out[0]->type.dtype);
  for (uint32_t s = 0; s < r->store_count; s++) {
    size_t bytes = dtype_bytes(r->stores[s].to.v->type.dtype);
    if (bytes > widest) widest = bytes;
  }
  int64_t v = BYTES_AT_ONCE / (int64_t)widest;
  while (f->out_columns % v) v /= 2;
  return (int)v;
}

static void add_shape(kernel_draft *d, const tiled *p, int vector, int promote, bool loads) {
  const fused_product *f = p->f;
  int part = part_of(p->row_bytes);
  text *t = &d->functions;
  text_add(t, "struct shape {\n");
  draft_shape_count(d, t, "int", "M", f->rows);
  text_printf(
      t,
      "  static constexpr int N = %lld, K_BYTES = %lld, PART = %d, TILE_M = %d,\n"
      "                       TILE_N = %d, WARPS_M = %d, WARPS_N = %d, STAGES = %d, GROUP = %d,\n"
      "                       SHARED = %u,\n"
      "                       V = %d;\n"
      "  static constexpr int PROMOTE = %d;\n"
      "  static constexpr bool BLOCKS = %s, COLUMNS = %s, BIAS = %s, FACTORS = %s, "
      "GATED = %s, "
      "LOADS = "
      "%s;\n"
      "};\n",
      (long long)f->out_columns, (long long)p->row_bytes, part, p->t.m, p->t.n, p->t.warps_m,
      p->t.warps_n, p->t.stages, RASTER_GROUP, shared_bytes(&p->t), vector, promote,
      f->blocks[0] ? "true" : "false", fused_by_column(f) ? "true" : "false",
      f->bias ? "true" : "false", f->factors ? "true" : "false", f->halves[0] ? "true" : "false",
      loads ? "true" : "false");
}

const char *write_gemm_mma(lowering *l, const problem *p, const schedule *s) {
  const tiled *c = s->constants;
  const fused_product *f = &p->product.f;
  region_code r;
  const char *epilogue, *why;
  if ((why = fused_begin(&r, l, &p->gr, f))) return why;
  int vector = vector_of(&r, f);
  if ((why = fused_epilogue(&r, f, vector, false, &epilogue))) return why;
  kernel_draft *d = &r.draft;
  uint32_t tokens = draft_read(d, lower_value(l, f->x), "u8");
  uint32_t matrix = draft_read(d, lower_value(l, f->w), "u8");
  /* F16, which other chips make of FP8 in mma.sync, is summed in F32 */
  bool cuts = l->t->chip->mma_fp8 && multiplies_fp8(f->x->type.dtype, f->w->type.dtype);
  int promote = cuts ? fused_promotion(l, f) / 32 : 0;
  add_shape(d, c, vector, promote, fused_reads_memory(&r));
  fp8c_dtype x = f->x->type.dtype, w = f->w->type.dtype;
  bool as_f16 = dtype_is_fp8(x) && !multiplies_fp8(x, w);
  const char *multiply =
      arena_printf(l->c->scratch, as_f16 ? "multiply_as_f16<%s, %s>" : "multiply_%s_%s",
                   fp8c_dtype_name(x), fp8c_dtype_name(w));
  text_printf(&d->body, "  const epilogue e = %s;\n  gemm_mma<shape, %s>(p%u, p%u, e);\n", epilogue,
              multiply, tokens, matrix);
  launch_shape shape = {.blocks = (uint64_t)tiles_of(f, &c->t),
                        .threads = (uint32_t)(c->t.warps_m * c->t.warps_n * 32),
                        .shared_bytes = s->shared_bytes,
                        .blocks_held = (uint32_t)c->t.blocks_held};
  fused_launch(&r, f, &p->gr, arena_printf(l->c->scratch, "gemm_mma_%dx%d", c->t.m, c->t.n),
               kernel_text_gemm_mma, shape);
  return NULL;
}
