/* gemm_mma.c - products by mma.sync (kernels/gemm_mma.cuh), with everything that follows in the
 * region done on the sums: on every chip, of any rows, columns and k.
 *
 * Where mma.sync is how a chip multiplies FP8 (Ada, the small Blackwell), this family takes what
 * cuBLASLt does not do alone, and all that is not large; elsewhere the chip has faster
 * instructions, and it takes what would need a second kernel. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/fused.h"

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

typedef struct problem {
  fused_product f;
  const tile *t;
  int64_t row_bytes; /* of either operand */
} problem;

/* Columns of results in a tile. */
static int out_n(const problem *p, const tile *t) { return p->f.halves[0] ? t->n / 2 : t->n; }

static int64_t tiles_of(const problem *p, const tile *t) {
  return divide_up(p->f.rows, t->m) * divide_up(p->f.out_columns, out_n(p, t));
}

/* A wave takes as long as a tile's products, and a share for its panels' way in: a product of
 * 64 x 32 brings two and a half times as many bytes for each as one of 128 x 128 (an estimate). */
#define PANEL_SHARE 32

static const tile *choose_tile(const problem *p, lowering *l, const group *gr) {
  enum { COUNT = sizeof tiles / sizeof tiles[0] };
  way ways[COUNT]; /* the cheapest in front */
  for (int i = 0; i < COUNT; i++) {
    const tile *t = &tiles[i];
    int64_t waves = divide_up(tiles_of(p, t), lower_multiprocessors(l));
    way one = {reason(l, "%d x %d", t->m, t->n),
               (double)waves * (t->m * t->n + PANEL_SHARE * (t->m + t->n)), i, false};
    ways[i] = one;
    if (one.cost >= ways[0].cost) continue;
    ways[i] = ways[0];
    ways[0] = one;
  }
  return &tiles[lower_way(l, gr, ways, COUNT)];
}

/* Panels, where the sums lie later, and the columns' scales. */
static uint32_t shared_bytes(const problem *p) {
  return (uint32_t)(p->t->stages * (p->t->m + p->t->n) * PITCH + p->t->n * 8);
}

static const char *fit(problem *p, lowering *l, const group *gr) {
  const char *why = fused_read(&p->f, gr, l->c->scratch);
  if (why) return why;
  const fused_product *f = &p->f;
  if (f->parts) return "its columns are several results";
  fp8c_dtype x = f->x->type.dtype, w = f->w->type.dtype;
  bool fp8 = dtype_is_fp8(x) && dtype_is_fp8(w);
  if (!fp8 && (x != w || (x != FP8C_DTYPE_BF16 && x != FP8C_DTYPE_F16)))
    return "the operands are neither FP8 nor both BF16 or F16";
  if (!value_is_const(f->w)) return "its weights are no constant";
  if ((why = fused_results(f, gr))) return why;
  p->row_bytes = f->k * (int64_t)dtype_bytes(x);
  if (f->rows > EXTENT_MAX || f->columns > EXTENT_MAX || p->row_bytes > EXTENT_MAX)
    return "the product is too large";
  if (tiles_of(p, &tiles[sizeof tiles / sizeof tiles[0] - 1]) > INT32_MAX)
    return "the product is too large";
  p->t = choose_tile(p, l, gr);
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

static void add_shape(text *t, const problem *p, int vector, bool promote, bool loads) {
  const fused_product *f = &p->f;
  int part = 16; /* bytes that all rows are a multiple of */
  while (p->row_bytes % part) part /= 2;
  text_printf(
      t,
      "struct shape {\n"
      "  static constexpr int M = %lld, N = %lld, K_BYTES = %lld, PART = %d, TILE_M = %d,\n"
      "                       TILE_N = %d, WARPS_M = %d, WARPS_N = %d, STAGES = %d, GROUP = %d,\n"
      "                       V = %d;\n"
      "  static constexpr bool PROMOTE = %s, COLUMNS = %s, BIAS = %s, FACTORS = %s, GATED = %s, "
      "LOADS = "
      "%s;\n"
      "};\nstruct mma {\n"
      "  static FORCEINLINE void of(float (&d)[4], const u32 (&a)[4], u32 b0, u32 b1) {\n"
      "    multiply_%s_%s(d, a, b0, b1);\n  }\n};\n",
      (long long)f->rows, (long long)f->out_columns, (long long)p->row_bytes, part, p->t->m,
      p->t->n, p->t->warps_m, p->t->warps_n, p->t->stages, RASTER_GROUP, vector,
      promote ? "true" : "false", fused_by_column(f) ? "true" : "false", f->bias ? "true" : "false",
      f->factors ? "true" : "false", f->halves[0] ? "true" : "false", loads ? "true" : "false",
      fp8c_dtype_name(f->x->type.dtype), fp8c_dtype_name(f->w->type.dtype));
}

const char *lower_gemm_mma(lowering *l, const group *gr) {
  problem p = {0};
  const char *why = fit(&p, l, gr);
  if (why) return why;
  const fused_product *f = &p.f;
  region_code r;
  const char *epilogue;
  if ((why = fused_begin(&r, l, gr, f))) return why;
  int vector = vector_of(&r, f);
  if ((why = fused_epilogue(&r, f, vector, false, &epilogue))) return why;
  kernel_draft *d = &r.draft;
  uint32_t tokens = draft_read(d, lower_value(l, f->x), "u8");
  uint32_t matrix = draft_read(d, lower_value(l, f->w), "u8");
  /* F16, which other chips make of FP8 in mma.sync, is summed in F32 */
  bool promote = l->t->chip->mma_fp8 && dtype_is_fp8(f->x->type.dtype) && !fused_sums_fast(l, f);
  add_shape(&d->functions, &p, vector, promote, fused_reads_memory(&r));
  text_printf(&d->body, "  const epilogue e = %s;\n  gemm_mma<shape, mma>(p%u, p%u, e);\n",
              epilogue, tokens, matrix);
  launch_shape shape = {.blocks = (uint64_t)tiles_of(&p, p.t),
                        .threads = (uint32_t)(p.t->warps_m * p.t->warps_n * 32),
                        .shared_bytes = shared_bytes(&p),
                        .blocks_held = (uint32_t)p.t->blocks_held};
  fused_launch(&r, f, gr, reason(l, "gemm_mma_%dx%d", p.t->m, p.t->n), kernel_text_gemm_mma, shape);
  return NULL;
}
