/* cost.c - the time model.
 *
 * A product is cut into tiles that go over the multiprocessors in waves: the time
 * of a wave is one tile's math, and a last wave that is half empty costs as much
 * as a full one.  That alone gives cuBLASLt's measured times on an H200 within a
 * few percent from 1024 rows on (FP8 and BF16 alike); for fewer, the start and
 * the weights' way through memory decide.
 *
 * Elementwise work in a product's epilogue runs one warp a scheduler, so it is
 * bound by latency, not by rate. */
#include "codegen/cost.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/products.h"

/* Seconds on an H200, inside captured graphs. */
#define TILE_END 0.5e-6 /* what of a tile's epilogue nothing hides */
/* Of the math, what is added where memory takes longer: no tile stores while it reads. */
#define UNHIDDEN_SHARE 0.4
#define TORN_SHARE 0.2 /* of the rate, where rows are no multiple of 16 bytes */
/* A tile of 64 x 64 against one of 128 x 128: share of the rate. */
#define SMALL_TILE_SHARE 0.75

const target *cost_target(const cost_model *m) {
  return m->target->chip ? m->target : target_find("sm_90a");
}

const chip_row *cost_chip_row(const cost_model *m) { return cost_target(m)->chip; }

int cost_multiprocessors(const cost_model *m) {
  return m->multiprocessors ? m->multiprocessors : cost_chip_row(m)->processors;
}

double cost_lanes(const chip_row *c) { return c->processors * COST_LANES_PER_PROCESSOR * c->clock; }

const char *cost_chip(const cost_model *m) { return cost_chip_row(m)->name; }
const char *cost_measured_on(const cost_model *m) { return cost_chip_row(m)->measured_on; }

static double most(double a, double b) { return a > b ? a : b; }

/* ---- One step ------------------------------------------------------------------- */

/* All tiles of high x wide: waves of math, epilogues hidden behind the next wave's math. */
static double tiles_time(const cost_model *m, const cost_product *p, double high, double wide,
                         double share) {
  const chip_row *c = cost_chip_row(m);
  double rate = dtype_is_fp8(p->operands)       ? c->fp8_rate
                : p->operands == FP8C_DTYPE_F32 ? c->f32_rate
                                                : c->bf16_rate;
  double tiles = m->full ? p->rows * p->columns * p->batch / (high * wide)
                         : ceil(p->rows / high) * ceil(p->columns / wide) * p->batch;
  double waves = m->full ? tiles / c->processors : ceil(tiles / c->processors);
  double math = 2 * high * wide * p->depth / (rate / c->processors * share);
  double clocks = p->heavy * COST_HEAVY_CLOCKS + p->light * COST_LIGHT_CLOCKS;
  double end = high * wide / COST_LANES_PER_PROCESSOR * clocks / c->clock;
  double exposed = m->full ? 0 : math < end ? math : end;
  return waves * (most(math, end) + TILE_END) + exposed;
}

/* The best tiles: 128 or 64 wide, and for a library's product whatever width wastes least. */
static double best_tiles_time(const cost_model *m, const cost_product *p) {
  static const double widths[] = {96, 160, 192, 256};
  double best = tiles_time(m, p, 128, 128, 1), small = tiles_time(m, p, 64, 64, SMALL_TILE_SHARE);
  if (small < best) best = small;
  if (m->full || dtype_is_fp8(p->operands)) return best;
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    double other = tiles_time(m, p, 128, widths[i], 1);
    if (other < best) best = other;
  }
  return best;
}

double cost_of_product(const cost_model *m, const cost_product *p) {
  const chip_row *c = cost_chip_row(m);
  double math = best_tiles_time(m, p), least = p->rows < p->columns ? p->rows : p->columns;
  /* Few rows or columns: cuBLASLt and our own kernels have tiles as narrow as they are. */
  if (least < 64 && !m->full) math *= most(least, 16) / 64;
  if (fmod(p->depth * (double)dtype_bytes(p->operands), 16) > 0) math /= TORN_SHARE;
  double memory = p->bytes / c->bytes_rate;
  if (m->full) return most(math, memory);
  return COST_START_PRODUCT + most(math, memory + UNHIDDEN_SHARE * math);
}

/* ---- Nodes ------------------------------------------------------------------------ */

double cost_stored_bytes(const value *v) {
  return v && tensor_shape_known(&v->type)
             ? (double)tensor_elements(&v->type) * (double)dtype_bytes(v->type.dtype)
             : 0;
}

fp8c_dtype cost_wider(const node *n) {
  fp8c_dtype a = n->in[0]->type.dtype, b = n->in[1]->type.dtype;
  return dtype_bytes(a) >= dtype_bytes(b) ? a : b;
}

static bool sized(const value *v) { return v && tensor_shape_known(&v->type); }

bool cost_product_of(const node *n, arena *scratch, cost_product *out) {
  if (n->in_count < 2 || !sized(n->in[0]) || !sized(n->in[1]) || !n->out_count || !sized(n->out[0]))
    return false;
  double macs = (double)node_macs(n, scratch);
  double results = (double)tensor_elements(&n->out[0]->type);
  const tensor *w = &n->in[1]->type, *y = &n->out[0]->type;
  if (macs <= 0 || results <= 0 || y->rank < 1) return false;
  *out = (cost_product){.operands = cost_wider(n), .batch = 1};
  out->columns = (double)y->dims[y->rank - 1];
  if (w->rank > 2 && y->rank > 2 && !node_is(n, OP_PACKED_LINEAR)) { /* one matrix each */
    for (int i = 0; i < w->rank - 2; i++) out->batch *= (double)w->dims[i];
  }
  out->rows = results / (out->columns * out->batch);
  out->depth = macs / results;
  out->bytes =
      cost_stored_bytes(n->in[0]) + cost_stored_bytes(n->in[1]) + cost_stored_bytes(n->out[0]);
  return out->rows > 0 && out->columns > 0;
}
