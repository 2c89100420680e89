/* packed.c - products with weights of few bits (kernels/packed.cuh), with everything that follows
 * in the region done on the sums: on every chip, BF16 and F16 tokens.
 *
 * With few rows a product takes as long as its codes take to come from memory; with more, tiles of
 * rows go through shared memory, and codes become operands in registers. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/families.h"
#include "ops/packed.h"

#define FEW_ROWS 16
#define FEW_ROWS_MAX 64 /* whose sums a warp holds */
#define TILE_ROWS 64
#define STAGES 4
#define STAGE_K 64
#define FEW_PITCH 36   /* floats: packed.cuh's, which asserts the bytes made of them */
#define WARPS_HELD 16  /* of a multiprocessor, with few rows; half with more than FEW_ROWS */
#define TILE_WARPS 8   /* ... with tiles: 64 sums a thread, twice */
#define CHUNKS_AHEAD 8 /* of a warp with few rows, 512 bytes of 4-bit codes each */
#define BYTES_AT_ONCE 16

/* All that the kernel's text is made of, besides what follows. */
typedef struct packed_cut {
  const fused_product *f;
  packed_form w;
  fp8c_dtype x, scales;
  bool zeros, few;
  float factor;
  int chunk, unit, depth, warps; /* numbers of k; chunks; units; warps of a block */
} packed_cut;

/* ---- Whether it fits ---------------------------------------------------------------- */

static bool scale_is_read(fp8c_dtype d) {
  return d == FP8C_DTYPE_F32 || d == FP8C_DTYPE_BF16 || d == FP8C_DTYPE_F16 ||
         d == FP8C_DTYPE_E4M3 || d == FP8C_DTYPE_E8M0;
}

/* Numbers of k that a warp takes at once: packed_layout's CHUNK. */
static int chunk_of(const packed_form *w) { return w->each < 8 ? 32 : 4 * w->each; }

static const char *fit(const problem *p, packed_cut *c) {
  const product_problem *q = &p->product;
  const fused_product *f = &q->f;
  if (q->unfused) return q->unfused;
  if (q->parts || f->halves[0]) return "its columns are several results";
  if (q->unstored) return q->unstored;
  const node *n = f->n;
  const value *scales = n->in[4], *zeros = node_input(n, 5);
  if (!value_is_const(n->in[1]) || !value_is_const(scales) || (zeros && !value_is_const(zeros)))
    return "its weights are no constant";
  if ((q->x != FP8C_DTYPE_BF16 && q->x != FP8C_DTYPE_F16) || f->x->type.scale.kind != SCALE_NONE)
    return "packed weights are multiplied with tokens in BF16 or F16";
  *c = (packed_cut){.f = f, .x = q->x, .scales = scales->type.dtype, .zeros = zeros != NULL};
  c->factor = node_float(n, "factor");
  if (packed_form_of(dtype_from_name(node_string(n, "codes")), node_int(n, "columns"),
                     node_int(n, "depth"), node_int(n, "block"), &c->w, NULL) != FP8C_OK)
    return "its weights cannot be read";
  if (!scale_is_read(c->scales)) return "its scales are in a format that no kernel reads";
  if (zeros && zeros->type.dtype != FP8C_DTYPE_U8) return "its zero points are no codes";
  c->chunk = chunk_of(&c->w);
  if (c->w.k % c->chunk)
    return "its depth is no whole number of the 32 (64 of 2 bits) that a warp multiplies at once";
  if (c->w.block < c->w.k && c->w.block % c->chunk && (c->chunk % c->w.block || c->w.block < 8))
    return "its blocks are no whole number of what a warp multiplies at once, nor parts of that";
  if (c->w.panels > INT32_MAX / 64 || f->rows > INT32_MAX / 2) return "the product is too large";
  return NULL;
}

/* ---- How the work is cut -------------------------------------------------------------- */

/* As many chunks as may be loaded together: of one block, and a part of all. */
static int unit_of(const packed_cut *c, int most) {
  if (c->w.block < c->chunk) return 1;
  int64_t block = c->w.block < c->w.k ? c->w.block / c->chunk : c->w.k / c->chunk;
  int64_t all = c->w.k / c->chunk;
  int unit = most;
  while (block % unit || all % unit) unit /= 2;
  return unit;
}

static int warps_held(const packed_cut *c) {
  return !c->few ? TILE_WARPS : c->f->rows > FEW_ROWS ? WARPS_HELD / 2 : WARPS_HELD;
}

static void cut_few(packed_cut *c, int64_t processors) {
  int64_t held = divide_up(c->w.panels, processors), wide = c->w.bits == 8 ? 2 : 1;
  c->few = true;
  c->unit = c->f->rows > FEW_ROWS ? 1 : unit_of(c, (int)(4 / wide));
  c->depth = (int)(CHUNKS_AHEAD / wide) / c->unit;
  if (c->depth > 4) c->depth = 4;
  int64_t units = c->w.k / (c->chunk * c->unit);
  c->warps = 1;
  while (2 * c->warps * held <= warps_held(c) && 2 * c->warps <= units) c->warps *= 2;
  /* Blocks of many panels wait for one another, so each has as many warps as one alone. */
  while (c->f->rows > FEW_ROWS && 2 * c->warps <= warps_held(c) && 2 * c->warps <= units)
    c->warps *= 2;
}

static void cut_tiles(packed_cut *c, int warps) {
  c->few = false;
  c->warps = warps;
  c->unit = unit_of(c, STAGE_K / c->chunk);
  c->depth = 2 * (STAGE_K / c->chunk) / c->unit; /* two stages ahead */
}

static uint32_t shared_bytes(const packed_cut *c) {
  if (c->few) return (uint32_t)(c->warps * (int)divide_up(c->f->rows, 8) * 8 * FEW_PITCH * 4);
  uint32_t ring = STAGES * TILE_ROWS * STAGE_K * 2;
  uint32_t sums = TILE_ROWS * (uint32_t)(32 * c->warps + 4) * 4;
  return ring > sums ? ring : sums;
}

static int64_t blocks_of(const packed_cut *c) {
  return c->few ? c->w.panels : divide_up(c->f->rows, TILE_ROWS) * divide_up(c->w.panels, c->warps);
}

/* ---- Its time ----------------------------------------------------------------------------
 *
 * Fitted to 40 products with 4096 x 4096 and 4096 x 14336 weights on an H200: few rows take as long
 * as the conversion of the busiest multiprocessor's codes, or as their bytes; tiles as long as the
 * tensor cores (mma.sync's share of them, of which conversions leave that), or as one warp needs to
 * follow its own loads and products. */
#define START 0.8e-6
#define FEW_START 2.0e-6
#define FEW_RATE 1.1
#define CHUNK_CLOCKS 42      /* of a multiprocessor, for 32 outputs' chunk of codes of 4 bits */
#define CHUNK_CLOCKS_WIDE 56 /* ... of 8 bits */
#define CHUNK_CLOCKS_MORE 48 /* ... of more than FEW_ROWS rows, with tokens from the L2 cache */
#define CHUNK_ROW_CLOCKS 2.45
#define MMA_SHARE 0.27
#define STAGE_CLOCKS 1200 /* of a tile at least, however little it multiplies */

static double weight_bytes(const packed_cut *c) {
  double each = (double)dtype_bytes(c->scales) + (c->zeros ? 1 : 0);
  return (double)c->w.panels * PACKED_LANES *
         ((double)c->w.groups * 4 + (double)c->w.blocks * each);
}

static double seconds_of(const packed_cut *c, const cost_model *m, const problem *p) {
  const chip_row *chip = cost_chip_row(m);
  double bytes = weight_bytes(c), processors = chip->processors;
  if (c->few) {
    double held = (double)divide_up(c->w.panels, chip->processors);
    double each = bytes / (double)c->w.panels; /* the busiest multiprocessor decides */
    double clocks = c->w.bits == 8 ? CHUNK_CLOCKS_WIDE : CHUNK_CLOCKS;
    if (c->f->rows > FEW_ROWS) clocks += CHUNK_CLOCKS_MORE + CHUNK_ROW_CLOCKS * (double)c->f->rows;
    if (c->w.block < c->chunk) clocks *= 1.5; /* sums of its blocks apart */
    double codes = (double)(c->w.k / c->chunk) * clocks / chip->clock;
    return FEW_START + held * fmax(codes, each * processors / (FEW_RATE * chip->bytes_rate));
  }
  double blocks = (double)blocks_of(c), held = TILE_WARPS / c->warps;
  double rate = chip->bf16_rate * (chip->wgmma ? MMA_SHARE : 1) / processors;
  if (c->w.block < c->chunk) rate /= (double)c->chunk / (double)c->w.block;
  double math = 2.0 * TILE_ROWS * 32 * c->warps * (double)c->w.k / rate;
  double least = (double)divide_up(c->w.k, STAGE_K) * STAGE_CLOCKS / chip->clock;
  double waves = ceil(blocks / (processors * held)), share = fmin(held, ceil(blocks / processors));
  return START + fmax(waves * fmax(share * math, least), cost_of_bytes(m, p->work.bytes));
}

static void offer_cut(const problem *p, const cost_model *m, schedule_list *out,
                      const packed_cut *cut, bool reorders) {
  packed_cut *c = NEW(out->a, packed_cut);
  *c = *cut;
  schedule s = {.name = arena_printf(out->a, "%s, %d warp%s", c->few ? "few rows" : "64 rows",
                                     c->warps, c->warps == 1 ? "" : "s"),
                .cost = seconds_of(c, m, p),
                .form = c->warps | (c->few ? 64 : 0),
                .reorders = reorders,
                .constants = c,
                .constant_bytes = sizeof *c,
                .shared_bytes = shared_bytes(c)};
  offer_product(out, p, m, s);
  if (m->full) return;
  out->items[out->count - 1].seconds = s.cost;
  out->items[out->count - 1].start = START;
}

static void cheapest_first(schedule_list *out, size_t from) {
  schedule *all = out->items;
  for (size_t i = from + 1; i < out->count; i++)
    if (all[i].cost < all[from].cost) {
      schedule best = all[i];
      all[i] = all[from];
      all[from] = best;
    }
}

const char *offers_packed(const problem *p, const cost_model *m, schedule_list *out) {
  packed_cut c;
  const char *why = fit(p, &c);
  if (why) return why;
  int64_t rows = p->product.f.rows;
  size_t first = out->count;
  if (rows <= FEW_ROWS_MAX) {
    cut_few(&c, cost_multiprocessors(m));
    offer_cut(p, m, out, &c, false);
    for (int warps = c.warps / 2; warps >= 1 && warps >= c.warps / 4; warps /= 2) {
      c.warps = warps;
      offer_cut(p, m, out, &c, true); /* warps join their sums in their order */
    }
  }
  for (int warps = 4; rows > FEW_ROWS && warps >= 1; warps /= 2) {
    cut_tiles(&c, warps);
    offer_cut(p, m, out, &c, rows <= FEW_ROWS_MAX);
  }
  if (rows > FEW_ROWS) cheapest_first(out, first);
  return NULL;
}

/* ---- The kernel ---------------------------------------------------------------------------- */

/* Columns that a thread stores at a time. */
static int vector_of(const region_code *r, const fused_product *f) {
  size_t widest = f->after.count ? 1 : dtype_bytes(f->n->out[0]->type.dtype);
  for (uint32_t s = 0; s < r->store_count; s++) {
    size_t bytes = dtype_bytes(r->stores[s].to.v->type.dtype);
    if (bytes > widest) widest = bytes;
  }
  int64_t v = BYTES_AT_ONCE / (int64_t)widest;
  if (v > 8) v = 8;
  while (f->out_columns % v) v /= 2;
  return (int)v;
}

/* How a float code's bits become a number of the tokens' format: moved up by `shift` and multiplied
 * by a power of two, whose bits are `power`. */
static void float_bits(fp8c_dtype codes, fp8c_dtype x, int *shift, uint32_t *power) {
  int mantissa = dtype_mantissa(x), bias = x == FP8C_DTYPE_BF16 ? 127 : 15;
  int own = 1 - dtype_least_exponent(codes);
  *shift = mantissa - dtype_mantissa(codes);
  *power = (uint32_t)(bias + (bias - own)) << mantissa;
}

static void add_shape(kernel_draft *d, const packed_cut *c, int vector, uint32_t shared) {
  const packed_form *w = &c->w;
  bool floats = dtype_is_float(w->codes);
  int shift = 0, centre = floats || !dtype_is_signed(w->codes) ? 0 : 1 << (w->bits - 1);
  uint32_t power = 0;
  if (floats) float_bits(w->codes, c->x, &shift, &power);
  /* a block that ends behind the last k is as long as they */
  int64_t block = w->block < w->k ? w->block : w->k;
  const char *stored = c->scales == FP8C_DTYPE_E8M0 ? "e8m0" : memory_type(c->scales);
  text_printf(&d->functions,
              "struct shape {\n"
              "  static constexpr int M = %lld, N = %lld, K = %lld, GROUPS = %lld, BLOCKS = %lld, "
              "BLOCK = %lld,\n"
              "                       BITS = %d, SHIFT = %d, CENTRE = %d, UNIT = %d, DEPTH = %d, "
              "WARPS = %d, SHARED = %u, V = %d;\n"
              "  static constexpr bool FLOATS = %s, ZEROS = %s, COLUMNS = %s, BIAS = %s;\n"
              "  static constexpr u32 POWER = 0x%08xu;\n"
              "  static constexpr float FACTOR = %s;\n"
              "  typedef %s A;\n  typedef %s SCALE;\n};\n",
              (long long)c->f->rows, (long long)c->f->out_columns, (long long)w->k,
              (long long)w->groups, (long long)w->blocks, (long long)block, w->bits, shift, centre,
              c->unit, c->depth, c->warps, shared, vector, floats ? "true" : "false",
              c->zeros ? "true" : "false", fused_by_column(c->f) ? "true" : "false",
              c->f->bias ? "true" : "false", power * 0x10001u,
              float_text(d->l->c->scratch, c->factor), memory_type(c->x), stored);
}

const char *write_packed(lowering *l, const problem *p, const schedule *s) {
  const packed_cut *c = s->constants;
  const fused_product *f = &p->product.f;
  region_code r;
  const char *epilogue, *why;
  if ((why = fused_begin(&r, l, &p->gr, f))) return why;
  int vector = vector_of(&r, f);
  if ((why = fused_epilogue(&r, f, vector, false, &epilogue))) return why;
  kernel_draft *d = &r.draft;
  const value *scales = f->n->in[4], *zeros = node_input(f->n, 5);
  uint32_t tokens = draft_read(d, lower_value(l, f->x), "u8");
  uint32_t words = draft_read(d, lower_value(l, f->w), "uint4");
  uint32_t factors = draft_read(d, lower_value(l, scales), "u8");
  const char *points = "0";
  if (zeros)
    points = arena_printf(l->c->scratch, "p%u", draft_read(d, lower_value(l, zeros), "u32"));
  add_shape(d, c, vector, s->shared_bytes);
  text_printf(&d->body,
              "  const epilogue e = %s;\n"
              "  packed_%s<shape>(p%u, (const shape::SCALE *)p%u, %s, p%u, e);\n",
              epilogue, c->few ? "few" : "tiles", words, factors, points, tokens);
  launch_shape shape = {.blocks = (uint64_t)blocks_of(c),
                        .threads = (uint32_t)c->warps * 32,
                        .shared_bytes = s->shared_bytes,
                        .blocks_held = (uint32_t)(warps_held(c) / c->warps)};
  fused_launch(&r, f, &p->gr,
               arena_printf(l->c->scratch, "packed_%s_%s", c->few ? "few" : "tiles",
                            fp8c_dtype_name(c->w.codes)),
               kernel_text_packed, shape);
  return NULL;
}
