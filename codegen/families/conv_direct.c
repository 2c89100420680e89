/* conv_direct.c - convolutions straight from memory: which of the forms of direct_window.c takes
 * one.
 *
 * Windows that cover their image are rows of two matrices.  Few pixels of many terms go over the
 * lanes of a warp.  Tiles of 64 x 64 share what they fetch; patches are a few results of a warp,
 * where such tiles would be few.  Else a thread has one result. */
#include "codegen/conv_direct.h"
#include "base/numbers.h"
#include "base/size.h"
#include "codegen/families.h"

/* ---- Time ------------------------------------------------------------------------------ */

/* About 300 steps of nine networks on an H200, 15 to 40% off: start, clocks of a lane for a term of
 * a sum and for a result, and what a term waits for memory where there is little else to do. */
typedef struct rates {
  double start, term_clocks, result_clocks, term_seconds;
} rates;
static const rates of_results = {0.8e-6, 9.2, 1300, 22e-9}, of_lanes = {1.3e-6, 50, 1800, 0};

static double most(double a, double b) { return a > b ? a : b; }

static double seconds_of(const problem *p, const cost_model *m, const rates *r) {
  const chip_row *c = cost_chip_row(m);
  double results = problem_results(p), depth = (double)p->v.depth;
  double math = results * depth * r->term_clocks / cost_lanes(c);
  double clocks = r->result_clocks + p->work.heavy * COST_HEAVY_PASS_CLOCKS +
                  p->work.dividing * COST_DIVIDING_PASS_CLOCKS;
  double terms = most(math, p->work.bytes / c->bytes_rate);
  if (!m->full) terms = most(terms, depth * r->term_seconds);
  return (m->full ? 0 : r->start) + terms + results * clocks / cost_lanes(c);
}

static schedule form_of(const problem *p, const cost_model *m, conv_form form, const rates *r) {
  return (schedule){.name = "one result a thread",
                    .form = form,
                    .constants = &p->v.w,
                    .constant_bytes = sizeof p->v.w,
                    .launches = 1,
                    .seconds = seconds_of(p, m, r),
                    .start = r->start};
}

/* Windows that cover their image, fitted to 22 sizes of squeeze and excitation on an H200,
 * 21% off in the median (worst 1.5): what a term of a sum waits, and clocks of a lane for a result
 * and for a term of it. */
#define ROWS_START 0.7e-6
#define ROWS_TERM_SECONDS 0.5e-9
#define ROWS_RESULT_CLOCKS 440
#define ROWS_TERM_CLOCKS 33

static double rows_seconds(const problem *p, const cost_model *m) {
  double results = problem_results(p), depth = (double)p->v.depth;
  double clocks = results * (ROWS_RESULT_CLOCKS + depth * ROWS_TERM_CLOCKS);
  return (m->full ? 0 : ROWS_START + depth * ROWS_TERM_SECONDS) +
         clocks / cost_lanes(cost_chip_row(m));
}

schedule conv_result_form(const problem *p, const cost_model *m) {
  return form_of(p, m, CONV_RESULTS, &of_results);
}

/* ---- Offers ----------------------------------------------------------------------------- */

/* As many lanes a result as leave each a few vectors. */
#define ROW_VECTORS 2
static conv_rows cut_rows(const window_problem *v) {
  size_t bytes[2] = {dtype_bytes(v->image), dtype_bytes(v->filter)};
  conv_rows c = {.vector = 16 / (int64_t)(bytes[0] > bytes[1] ? bytes[0] : bytes[1]), .lanes = 1};
  while (v->depth % c.vector) c.vector /= 2;
  while (c.lanes < 32 && c.lanes * c.vector * ROW_VECTORS < v->depth) c.lanes *= 2;
  return c;
}

const char *offers_conv_rows(const problem *p, const cost_model *m, schedule_list *out) {
  if (p->undirect) return p->undirect;
  if (!windows_cover_image(&p->v)) return "its windows do not cover its image";
  schedule s = form_of(p, m, CONV_ROWS, &of_results);
  conv_rows *c = NEW(out->a, conv_rows);
  *c = cut_rows(&p->v);
  s.name = "rows";
  s.constants = c;
  s.constant_bytes = sizeof *c;
  s.seconds = rows_seconds(p, m);
  s.start = ROWS_START;
  offer(out, s);
  return NULL;
}

const char *offers_conv_lanes(const problem *p, const cost_model *m, schedule_list *out) {
  if (p->undirect) return p->undirect;
  if (!windows_want_lanes(&p->v)) return "its pixels are many, or its terms few";
  schedule s = form_of(p, m, CONV_LANES, &of_lanes);
  s.name = "a warp for each result";
  offer(out, s);
  return NULL;
}

const char *offers_conv_results(const problem *p, const cost_model *m, schedule_list *out) {
  if (p->undirect) return p->undirect;
  offer(out, conv_result_form(p, m));
  return NULL;
}

/* A warp computes 8 pixels of 4 filters, or 16 pixels of 1 where a group has fewer than 4. */
int64_t patch_rows(const window_problem *v) { return v->rows < 4 ? 1 : 4; }
int64_t patch_columns(const window_problem *v) { return v->rows < 4 ? 16 : 8; }

int64_t conv_patches(const window_problem *v) {
  return divide_up(v->rows, patch_rows(v)) * v->groups * divide_up(v->pixels, patch_columns(v));
}

int64_t conv_tiles(const window_problem *v) {
  return divide_up(v->rows, CONV_TILE) * v->groups * divide_up(v->pixels, CONV_TILE);
}

/* Clocks of a scheduler, timed on an H200.  Tiles share what they fetch, but each wants a block,
 * and few blocks wait for every slice of their depth: 5,000 for a slice where nothing hides them,
 * and single results 57 for a term.  Patches fetch more, by as many warps as there are. */
static double tile_clocks(const window_problem *v, double chip) {
  double slices = (double)divide_up(v->depth, CONV_DEPTH), blocks = (double)conv_tiles(v) / chip;
  return slices * 1800 * most(1.3 * blocks, 2.7);
}

static double result_clocks(const window_problem *v, double chip) {
  double results = (double)(v->rows * v->groups * v->pixels) / 32 / (4 * chip);
  return (double)v->depth * most(11 * results, 57);
}

static double patch_clocks(const window_problem *v, double chip) {
  double warps = (double)conv_patches(v) / (4 * chip), turn = v->rows < 4 ? 250 : 180;
  double slices = (double)divide_up(v->depth, CONV_DEPTH);
  return (slices * turn + 500) * most(warps, 2);
}

/* Seconds of the same work that patch_clocks counts: clocks of a warp for a slice of its depth,
 * more where terms are widened first, and for its results.  Fitted to 16 of 22 sizes on an H200, 6%
 * off in the median (worst 1.16). */
#define PATCH_SLICE_CLOCKS 264
#define PATCH_SLICE_16_CLOCKS 311
#define PATCH_SLICE_8_CLOCKS 628
#define PATCH_END_CLOCKS 293
#define PATCH_LAST_SHARE 1.5 /* where channels lie last, 4 sizes */

static double patch_seconds(const problem *p, const cost_model *m) {
  const chip_row *c = cost_chip_row(m);
  size_t bytes = dtype_bytes(p->v.image);
  double slice = bytes == 1   ? PATCH_SLICE_8_CLOCKS
                 : bytes == 2 ? PATCH_SLICE_16_CLOCKS
                              : PATCH_SLICE_CLOCKS;
  if (p->v.last) slice *= PATCH_LAST_SHARE;
  double warps = (double)conv_patches(&p->v) / (4 * c->processors);
  double slices = (double)divide_up(p->v.depth, CONV_DEPTH);
  return (m->full ? 0 : COST_START_PASS) +
         (slices * slice + PATCH_END_CLOCKS) * most(warps, m->full ? 0 : 2) / c->clock;
}

/* A slice of a block's depth waits for memory unless several blocks hide one another's; F32 and F16
 * go by the CUDA cores.  Fitted to 11 of 21 sizes on an H200, 7% off in the median (worst 1.7,
 * F16). */
#define TILES_START 2.1e-6
#define TILE_SLICE_CLOCKS 5000
#define TILE_SLICE_F16_CLOCKS 6500
#define TILE_SLICE_MMA_CLOCKS 3200
#define TILE_SLICE_RATE_CLOCKS 960 /* of one of many blocks ... */
#define TILE_SLICE_MMA_RATE_CLOCKS 850
#define TILE_END_CLOCKS 4200
#define TILE_LAST_SHARE 2.0 /* on tensor cores where channels lie last, 5 sizes */

static double tile_seconds(const problem *p, const cost_model *m) {
  const chip_row *c = cost_chip_row(m);
  fp8c_dtype d = p->v.image;
  bool mma = d == FP8C_DTYPE_BF16 || dtype_is_fp8(d);
  double wait = mma                   ? TILE_SLICE_MMA_CLOCKS
                : d == FP8C_DTYPE_F16 ? TILE_SLICE_F16_CLOCKS
                                      : TILE_SLICE_CLOCKS;
  if (p->v.last && mma) wait *= TILE_LAST_SHARE;
  double blocks = (double)conv_tiles(&p->v) / c->processors;
  double slices = (double)divide_up(p->v.depth, CONV_DEPTH);
  double work = blocks * (mma ? TILE_SLICE_MMA_RATE_CLOCKS : TILE_SLICE_RATE_CLOCKS);
  if (m->full) return (slices * work + blocks * TILE_END_CLOCKS) / c->clock;
  return TILES_START + (slices * most(wait, work) + most(blocks, 1) * TILE_END_CLOCKS) / c->clock;
}

const char *offers_conv_tiles(const problem *p, const cost_model *m, schedule_list *out) {
  const window_problem *v = &p->v;
  bool shared = windows_want_tiles(v), patches = v->depth >= CONV_DEPTH;
  if (p->undirect) return p->undirect;
  if (v->transposed) return "its windows are transposed";
  if (!shared && (v->groups > 1 || !patches)) return "its filters have little to share";
  double chip = cost_multiprocessors(m);
  schedule other = form_of(p, m, shared ? CONV_TILES : CONV_RESULTS, &of_results);
  if (shared) {
    other.name = "tiles";
    other.seconds = tile_seconds(p, m);
    other.start = TILES_START;
  }
  other.cost = shared ? tile_clocks(v, chip) : result_clocks(v, chip);
  if (!patches) {
    offer(out, other);
    return NULL;
  }
  schedule small = form_of(p, m, CONV_PATCHES, &of_results);
  small.name = "patches";
  small.cost = patch_clocks(v, chip);
  small.seconds = patch_seconds(p, m);
  small.start = COST_START_PASS;
  bool first = small.cost < other.cost;
  (first ? &other : &small)->reorders = true;
  offer(out, first ? small : other);
  offer(out, first ? other : small);
  return NULL;
}
