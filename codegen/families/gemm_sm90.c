/* gemm_sm90.c - products and convolutions on Hopper by our own kernel, with everything
 * that follows in the region done on the sums while they are in registers.
 *
 * cuBLASLt has no erf GELU, no residual, and loses a third of its speed with an
 * FP8 result; this kernel (kernels/gemm_sm90.cuh) has an epilogue made of the
 * region's own arithmetic, so it changes no number: sum, scales, bias, then the
 * nodes of the region in their order, and one rounding.
 *
 * A convolution whose channels lie last is such a product of its windows, which the
 * copy engine finds in the image by itself.  BF16 operands are taken as well: of products where the
 * library would need a second launch for what follows. */
#include <math.h>
#include <string.h>

#include "base/formats.h"
#include "base/numbers.h"
#include "base/size.h"
#include "codegen/families.h"
#include "codegen/gemm_sm90.h"
#include "codegen/wgmma.h"
#include "ops/ids/types.h"

#define RASTER_GROUP 8 /* tiles; 4 to 32 measured within 5% */

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

/* Whether the copy engine stores it as F32: a product's only result, as logits are. */
static bool stores_f32(const sm90_product *p) {
  return p->result->type.dtype == FP8C_DTYPE_F32 && !p->conv && !p->second && !p->f.parts &&
         !p->f.halves[0];
}

/* What the copy engine stores: 8, 16 or 32 bits, in rows of a multiple of 16 bytes. */
const char *sm90_results(sm90_product *p, const group *gr) {
  const fused_product *f = &p->f;
  const char *why = f->parts ? find_results(p, gr) : find_result(p, gr);
  if (why) return why;
  p->split = p->result->def && node_is(p->result->def, OP_QUANTIZE_SPLIT);
  if (p->split && (f->halves[0] || f->parts || p->second || p->conv || find_residual(p, gr)))
    return "a result that is split is not alone";
  if (p->split) {
    const node *n = p->result->def;
    int64_t last = region_split_tail(n, n->graph->arena);
    p->left = last < 0 ? 0 : last;
  }
  p->out_pitch = p->split ? p->result->type.dims[p->result->type.rank - 1] : f->out_columns;
  if ((!f->parts && tensor_elements(&p->result->type) != f->rows * p->out_pitch) ||
      (p->second && tensor_elements(&p->second->type) != f->rows * f->out_columns))
    return "the result has another size";
  fp8c_dtype d = p->result->type.dtype;
  if (d != FP8C_DTYPE_BF16 && d != FP8C_DTYPE_F16 && !dtype_is_fp8(d) && !stores_f32(p))
    return "the result is neither 8 nor 16 bits wide, nor a product's only one of 32";
  p->out_bytes = (int)dtype_bytes(d);
  if (f->halves[0] && p->second) return "the region stores two values";
  p->residual = f->halves[0] || f->parts ? NULL : find_residual(p, gr);
  if (p->residual && p->out_bytes == 1) { /* it comes into units of 16 bits */
    p->second = p->result;
    p->narrow = true;
    p->out_bytes = 2;
  }
  return f->out_columns * (p->second ? 1 : p->out_bytes) % 16 || p->out_pitch * p->out_bytes % 16
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
  bool bf16 = q->x == FP8C_DTYPE_BF16 && q->w == FP8C_DTYPE_BF16;
  *c = (sm90_product){.f = q->f, .in_bytes = bf16 ? 2 : 1, .pitch = 128, .out_bytes = 2};
  if (!bf16 && (!fp8_is_native(q->x) || !fp8_is_native(q->w)))
    return "the operands are neither BF16 nor FP8 that a tensor core multiplies";
  if (c->f.k * c->in_bytes % 16 || c->f.out_columns % 16)
    return "rows of k are no multiple of 16 bytes, or n is none of 16";
  if (!fused_blocks_fit(&c->f, 128)) return "its halves meet inside of a block of scales";
  if (p->gr.count) return fit_results(c, p);
  if (q->parts == PARTS_ANY)
    return "its parts begin inside of tiles, or have not one result each of one width";
  return parts_fill_tiles(2 * c->f.apart) ? NULL : "its heads do not fill tiles of 128 columns";
}

/* The library's products in BF16 are as fast: one is made here for what follows on its sums, and
 * for a bias that is not exact in BF16, which the library would leave to a second launch. */
static const char *leave_bf16(const problem *p, const cost_model *m, arena *a) {
  schedule_list other = {.a = a};
  if (m->family) return NULL; /* asked alone */
  if (!p->gr.count && !p->product.follows) return "the library multiplies BF16";
  if (p->gr.count && !offers_cublaslt(p, m, &other)) return "the library does it in one launch";
  return NULL;
}

static double seconds_of(const sm90_product *fitted, sm90_tile t, const problem *p,
                         const cost_model *m) {
  sm90_product c = *fitted;
  c.t = t;
  return sm90_seconds(&c, &p->work, m);
}

/* Of a full chip, by rates: no more than the library's and a kernel behind it, which it stands for.
 */
static double full_seconds(const problem *p, const cost_model *m) {
  cost_product whole = product_work(p), bare = whole;
  double results = problem_results(p), clocks = p->work.heavy * COST_HEAVY_PASS_CLOCKS +
                                                p->work.dividing * COST_DIVIDING_PASS_CLOCKS;
  bare.heavy = bare.light = 0;
  return fmin(cost_of_product(m, &whole),
              cost_of_product(m, &bare) + cost_of_pass(m, results * 4, results * clocks));
}

/* The cheapest stands in front. */
const char *offers_gemm_sm90(const problem *p, const cost_model *m, schedule_list *out) {
  sm90_product fitted;
  const char *why = fit(&fitted, p);
  if (!why && fitted.in_bytes == 2) why = leave_bf16(p, m, out->a);
  if (why) return why;
  sm90_tile tiles[SM90_TILES_MAX];
  uint32_t first, count = sm90_list_tiles(&fitted, &p->work, m, tiles, &first);
  int processors = cost_multiprocessors(m);
  schedule_list mma = {.a = out->a};
  if (fitted.in_bytes == 2 && !m->family && !m->full && !offers_gemm_mma(p, m, &mma) &&
      mma.items[0].seconds < seconds_of(&fitted, tiles[first], p, m))
    return "mma.sync takes less time for so few tiles";
  for (uint32_t i = 0; i < count; i++) {
    uint32_t k = sm90_place(i, first);
    schedule s;
    sm90_product *c = sm90_form(out->a, &fitted, tiles[k], k, processors, &s);
    if (p->gr.count) s.shared_bytes = sm90_shared_bytes(c, fused_by_column(&c->f));
    offer_product(out, p, m, s);
    if (m->full && fitted.in_bytes == 2) out->items[out->count - 1].seconds = full_seconds(p, m);
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
                         .swizzle_bytes = box_columns * bytes < 32 ? 0 : box_columns * bytes};
  return m;
}

/* The weights' rows as the gated kernel wants its columns: eight of the first half, then
 * their eight partners of the second.  A panel's rows of 128 bytes lie in that order in
 * shared memory, and the weights in memory as they are. */
static plan_tensor_map *halves_map(lowering *l, const sm90_product *p) {
  plan_tensor_map *m = NEW(l->c->keep, plan_tensor_map);
  uint64_t k = (uint64_t)p->f.k, half = (uint64_t)p->f.out_columns, bytes = (uint64_t)p->in_bytes;
  *m = (plan_tensor_map){.element_bytes = (uint32_t)bytes,
                         .rank = 4,
                         .dims = {k, 8, 2, half / 8},
                         .strides = {bytes, k * bytes, half * k * bytes, 8 * k * bytes},
                         .box = {128 / (uint32_t)bytes, 8, 2, (uint32_t)p->t.n / 16},
                         .swizzle_bytes = 128};
  return m;
}

/* The corners of all windows; what a tap adds to them is the copy's. */
static plan_tensor_map *windows_map(lowering *l, const sm90_product *p) {
  plan_tensor_map *m = NEW(l->c->keep, plan_tensor_map);
  const tensor *x = &p->f.x->type;
  const window *w = &p->windows;
  uint64_t channels = (uint64_t)(p->apart ? p->apart : x->dims[x->rank - 1]);
  uint64_t bytes = (uint64_t)p->in_bytes, pixel = channels * bytes;
  uint64_t height = (uint64_t)w->in[1], images = (uint64_t)p->images;
  uint64_t line = pixel * (uint64_t)p->width, frame = line * height;
  bool volume = w->rank > 2;
  *m = (plan_tensor_map){.element_bytes = (uint32_t)p->in_bytes,
                         .rank = volume ? 5 : 4,
                         .dims = {(uint64_t)p->channels, (uint64_t)w->in[2], height,
                                  volume ? (uint64_t)w->in[0] : images, volume ? images : 1},
                         .strides = {bytes, pixel, line, frame, frame * (uint64_t)w->in[0]},
                         .box = {(uint32_t)(p->pitch / p->in_bytes), 1, 1, 1, 1},
                         .swizzle_bytes = (uint32_t)p->pitch,
                         .pixels = (uint32_t)p->t.m,
                         .steps = {1, 1, 1}};
  for (int i = 0; i < (volume ? 3 : 2); i++) { /* x, then y, then z */
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

static void add_mma(text *t, const sm90_product *p) {
  wgmma_shape w = {
      .name = "mma", .columns = p->t.n, .a = p->f.x->type.dtype, .b = p->f.w->type.dtype};
  wgmma_add(t, &w);
}

static void add_windows(text *t, const sm90_product *p) {
  const window *w = &p->windows;
  if (w->rank > 2)
    text_printf(
        t,
        "  static constexpr int TAPS_Y = %lld, OUT_Z = %lld, STEP_Z = %lld, BEFORE_Z = %lld, "
        "SPREAD_Z = %lld;\n",
        (long long)w->kernel[1], (long long)w->out[0], (long long)w->stride[0],
        (long long)w->before[0], (long long)w->dilation[0]);
  text_printf(t, "  static constexpr bool VOLUMES = %s;\n", w->rank > 2 ? "true" : "false");
  text_printf(
      t,
      "  static constexpr int TAP_PANELS = %lld, TAPS_X = %lld, OUT_X = %lld, OUT_Y = %lld, "
      "STEP_X = %lld, STEP_Y = %lld,\n                       BEFORE_X = %lld, BEFORE_Y = "
      "%lld, SPREAD_X = %lld, SPREAD_Y = %lld;\n",
      (long long)(sm90_panels(p) / window_volume(w->kernel)), (long long)w->kernel[2],
      (long long)w->out[2], (long long)w->out[1], (long long)w->stride[2], (long long)w->stride[1],
      (long long)w->before[2], (long long)w->before[1], (long long)w->dilation[2],
      (long long)w->dilation[1]);
}

/* Steps of 32 between two promotions; a panel's at most where a warpgroup has more than 64 rows. */
static int promoted_steps(lowering *l, const sm90_product *p) {
  int steps = p->in_bytes > 1 ? 0 : fused_promotion(l, &p->f) / 32, panel = p->pitch / 32;
  bool single = fused_asked(&p->f) > 0 && p->t.m == (p->t.joint ? 128 : 64);
  return steps > panel && (!single || steps % panel) ? panel : steps;
}

static void add_shape(kernel_draft *d, const sm90_product *p, bool by_column, int promote) {
  text *t = &d->functions;
  text_add(t, "struct shape {\n");
  draft_shape_count(d, t, "int", "M", p->f.rows);
  text_printf(
      t,
      "  static constexpr int N = %lld, K = %lld, TILE_M = %d, "
      "TILE_N = %d, TAIL = %d, "
      "STAGES = %d, MATH = %d, JOINT = %d, RESIDENT = %d, GROUP = %d, PROMOTE = %d, OUT_BYTES = "
      "%d,\n"
      "                       PITCH = %d, PANEL = %d, PANELS = %lld, SHARED = %u;\n"
      "  static constexpr bool BLOCKS = %s, COLUMNS = %s, BIAS = %s, FACTORS = %s, RESIDUAL = %s, "
      "GATED "
      "= %s, NARROW = "
      "%s, MAIN = %s, SECOND = %s, WINDOWS = %s, PACKED = %s, SPLIT = %s;\n  static constexpr int "
      "PARTS = %zu, "
      "APART = "
      "%lld, BLOCK_FILTERS = %lld, BLOCK_CHANNELS = %lld, LEFT = %lld;\n",
      (long long)p->f.columns, (long long)p->f.k, p->t.m, p->t.n, sm90_tail(p), p->t.stages,
      p->t.math, p->t.joint, p->t.resident, RASTER_GROUP, promote, p->out_bytes, p->pitch,
      p->pitch / p->in_bytes, (long long)sm90_panels(p), sm90_shared_bytes(p, by_column),
      p->f.blocks[0] ? "true" : "false", by_column ? "true" : "false", p->f.bias ? "true" : "false",
      p->f.factors ? "true" : "false", p->residual ? "true" : "false",
      p->f.halves[0] ? "true" : "false", sm90_units_of_64(p) ? "true" : "false",
      p->narrow || p->plain || p->f.parts ? "false" : "true", p->second ? "true" : "false",
      p->conv && !p->rows ? "true" : "false", sm90_packs_weights(p) ? "true" : "false",
      p->split ? "true" : "false", p->f.part_count, (long long)p->f.apart,
      (long long)(p->blocks > 1 ? p->f.columns / p->blocks : 0),
      (long long)(p->blocks > 1 ? p->channels / p->blocks : 0), (long long)p->left);
  if (p->conv && !p->rows) add_windows(t, p);
  text_add(t, "};\n");
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
  if (!windows && p->apart) rows->strides[1] = (uint64_t)p->apart * bytes;
  place part;
  int64_t pitch;
  if (p->apart && place_pixels(p->f.x, &part, &pitch))
    *x = draft_map_part(d, lower_value(d->l, part.whole), rows, (uint64_t)part.offset * bytes,
                        tensor_bytes(&p->f.x->type), false);
  else
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
      .shared_bytes = sm90_shared_bytes(p, by_column),
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
  add_shape(d, p, by_column, promoted_steps(l, p));
  add_mma(&d->functions, p);
  text_printf(&d->body,
              "  const epilogue e = %s;\n  const gemm_maps maps = {&p%u, &p%u};\n"
              "  gemm<shape, mma>(maps, e);\n",
              epilogue, x, w);
  launch_tiles(r, p, gr, by_column, r->store_count ? r->stores[0].to.v : p->f.n->out[0]);
  return NULL;
}

/* What the copy engine brings and takes away; NO_PARAMETER: there is no such value. */
typedef struct tile_maps {
  uint32_t x, w, result[2], second[2], residual[2]; /* of whole units, and of a tile's last */
} tile_maps;

/* In units of 64 rows and so many columns, and of the last unit's. */
static void draft_tiles(kernel_draft *d, const sm90_product *p, const value *v, uint32_t columns,
                        bool write, uint32_t (*made)[2]) {
  place home;
  bool part = write && place_home(v, &home);
  uint32_t id = lower_value(d->l, part ? home.whole : v);
  uint32_t bytes = (uint32_t)dtype_bytes(v->type.dtype);
  uint32_t boxes[2] = {columns, (uint32_t)sm90_tail(p)};
  for (int i = 0; i < 2 && boxes[i]; i++) {
    plan_tensor_map *units = rows_map(d->l, p->f.rows, p->f.out_columns, bytes, boxes[i], 64);
    if (p->split) units->strides[1] = (uint64_t)p->out_pitch * bytes;
    if (part) units->strides[1] = (uint64_t)home.strides[v->type.rank - 2] * bytes;
    (*made)[i] = part ? draft_map_part(d, id, units, (uint64_t)home.offset * bytes,
                                       tensor_bytes(&v->type), true)
                      : draft_map(d, id, units, write);
  }
}

/* Results and a residual go in units of 64 rows and 128 bytes, of 64 columns where two of them or
 * half of the columns meet; parts of the columns have maps of their own. */
static const char *draft_maps(kernel_draft *d, const sm90_product *p, tile_maps *made) {
  const fused_product *f = &p->f;
  tile_maps m = {.result = {NO_PARAMETER, NO_PARAMETER},
                 .second = {NO_PARAMETER, NO_PARAMETER},
                 .residual = {NO_PARAMETER, NO_PARAMETER}};
  uint32_t box = f->halves[0] || sm90_units_of_64(p) ? 64 : 128 / (uint32_t)p->out_bytes;
  const char *why = draft_operands(d, p, &m.x, &m.w);
  if (why) return why;
  if (!p->narrow && !f->parts) draft_tiles(d, p, p->result, box, true, &m.result);
  if (p->residual) draft_tiles(d, p, p->residual, 64, false, &m.residual);
  if (p->second) draft_tiles(d, p, p->second, 64, true, &m.second);
  *made = m;
  return NULL;
}

/* The initialiser of gemm_maps. */
static const char *maps_text(arena *a, const tile_maps *m) {
  uint32_t in_order[] = {m->x,           m->w,         m->result[0], m->second[0],
                         m->residual[0], m->result[1], m->second[1], m->residual[1]};
  text t;
  text_init(&t, a);
  for (size_t i = 0; i < sizeof in_order / sizeof *in_order; i++)
    text_printf(&t, in_order[i] == NO_PARAMETER ? "%s0" : "%s&p%u", i ? ", " : "", in_order[i]);
  return text_cstr(&t);
}

/* pack(), which makes of two neighbouring sums the word that leaves: the region's arithmetic, and
 * one rounding, or two where there is a second result. */
static const char *write_pack(region_code *r, const sm90_product *p, const char **pack) {
  arena *a = r->draft.l->c->scratch;
  bool follows = p->f.after.count > 0;
  text body;
  text_init(&body, a);
  if (p->split) text_printf(&body, "    %s z0[V];\n", number_type(FP8C_DTYPE_F32));
  const char *why = follows ? fused_region(r, &p->f, p->residual, &body) : NULL;
  if (why) return why;
  int main_store = p->second && r->stores[0].to.v == p->second ? 1 : 0;
  if (p->second) text_printf(&body, "      other[k] = v%u;\n", r->stores[1 - main_store].variable);
  if (follows && !p->narrow)
    text_printf(&body, "      x[k] = v%u;\n", r->stores[main_store].variable);
  emission split = {.indent = "    ", .guard = "held", .column = "column"}; /* see SPLIT */
  if (p->split) region_emit_left(r, 0, &body, &split);
  if (follows) text_add(&body, "    }\n"); /* of the loop that fused_region leaves open */
  if (p->split) region_emit_last(r, 0, &body, &split);
  if (p->second) text_printf(&body, "    second = %s(other[0], other[1]);\n", pair_of(p->second));
  const char *packed =
      p->out_bytes == 4 ? "0" : arena_printf(a, "%s(x[0], x[1])", pair_of(p->result));
  *pack = arena_printf(a,
                       "  FORCEINLINE u32 pack(u32 row, u32 column, float (&x)[2], %s) const {\n"
                       "    constexpr int V = 2;\n%s%s    return %s;\n  }\n",
                       p->f.halves[0] ? "float (&other)[2]"
                       : p->second    ? "u32 held, u32 &second"
                                      : "u32 held",
                       p->second ? "    float other[2];\n" : "", text_cstr(&body), packed);
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
  add_shape(d, &p, by_column, promoted_steps(l, &p));
  add_mma(&d->functions, &p);
  fused_add_scales(d, &p.f, &scales);
  const char *epilogue = fused_struct(d, &p.f, &scales, pack);
  text_add(&d->functions, text_cstr(&parts));
  arena *a = l->c->scratch;
  text_printf(&d->body,
              "  const epilogue e = %s;\n  const gemm_maps maps = {%s};\n"
              "  gemm<shape, mma>(maps, e);\n",
              epilogue, maps_text(a, &maps));
  launch_tiles(&r, &p, gr, by_column, p.result);
  return NULL;
}

const char *write_gemm_sm90(lowering *l, const problem *p, const schedule *s) {
  return sm90_write(l, &p->gr, s->constants);
}
