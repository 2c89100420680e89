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
static const rates of_results = {0.8e-6, 9.2, 1300, 22e-9}, of_tiles = {4.7e-6, 2.0, 93, 42e-9},
                   of_lanes = {1.3e-6, 50, 1800, 0}, of_rows = {1.1e-6, 0, 0, 1.4e-9};

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

schedule conv_result_form(const problem *p, const cost_model *m) {
  return form_of(p, m, CONV_RESULTS, &of_results);
}

/* ---- Offers ----------------------------------------------------------------------------- */

const char *offers_conv_rows(const problem *p, const cost_model *m, schedule_list *out) {
  if (p->undirect) return p->undirect;
  if (!windows_cover_image(&p->v)) return "its windows do not cover its image";
  schedule s = form_of(p, m, CONV_ROWS, &of_rows);
  s.name = "rows";
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

/* Seconds of the same work that patch_clocks counts.  Its constants were fitted together with those
 * of the other direct forms. */
static double patch_seconds(const problem *p, const cost_model *m) {
  const chip_row *c = cost_chip_row(m);
  double warps = (double)conv_patches(&p->v) / (4 * c->processors);
  double slices = (double)divide_up(p->v.depth, CONV_DEPTH);
  return (m->full ? 0 : COST_START_PASS) +
         (slices * 130 + 300) * most(warps, m->full ? 0 : 2) / c->clock;
}

const char *offers_conv_tiles(const problem *p, const cost_model *m, schedule_list *out) {
  const window_problem *v = &p->v;
  bool shared = windows_want_tiles(v), patches = v->depth >= CONV_DEPTH;
  if (p->undirect) return p->undirect;
  if (v->transposed) return "its windows are transposed";
  if (!shared && (v->groups > 1 || !patches)) return "its filters have little to share";
  double chip = cost_multiprocessors(m);
  schedule other =
      form_of(p, m, shared ? CONV_TILES : CONV_RESULTS, shared ? &of_tiles : &of_results);
  if (shared) other.name = "tiles";
  other.cost = shared ? tile_clocks(v, chip) : result_clocks(v, chip);
  if (!patches) {
    offer(out, other);
    return NULL;
  }
  schedule small = form_of(p, m, CONV_PATCHES, &of_tiles);
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

/* ---- Writing (direct_window.c) ------------------------------------------------------------ */

const char *write_conv_rows(lowering *l, const problem *p, const schedule *s) {
  return conv_direct_write(l, p, s);
}
const char *write_conv_lanes(lowering *l, const problem *p, const schedule *s) {
  return conv_direct_write(l, p, s);
}
const char *write_conv_tiles(lowering *l, const problem *p, const schedule *s) {
  return conv_direct_write(l, p, s);
}
const char *write_conv_results(lowering *l, const problem *p, const schedule *s) {
  return conv_direct_write(l, p, s);
}
