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
#include "codegen/conv_mma.h"

/* Seconds on an H200, inside captured graphs. */
#define START_PRODUCT 2.5e-6 /* of a product: everything that is not tiles */
#define START_PASS 1.3e-6    /* of a row or elementwise kernel */
#define TILE_END 0.3e-6      /* what of a tile's epilogue nothing hides */
/* A tile of 64 x 64 against one of 128 x 128: share of the rate. */
#define SMALL_TILE_SHARE 0.75
/* Clocks of a lane for one operation on one element: in an epilogue (194 us for 12288 x 4096
 * GELUs in the erf form), and in a kernel of its own, whose many warps hide the latency. */
#define HEAVY_CLOCKS 115
#define LIGHT_CLOCKS 2
#define HEAVY_PASS_CLOCKS 20
#define SHORT_OPERATIONS 6 /* of such a Gelu: 11 clocks behind a product of 6304 x 4096 x 1024 */
#define LANES 128
/* What follows is fitted to the steps of nine networks on an H200 (2443 at batch 1, 16 and 64; each
 * between clocks, less what these add: the sum of a plan's steps is its time).  In brackets, how
 * far they are off in the mean.
 *
 * A filter for each channel (280 steps, 12%): clocks of a lane for a tap and for a result, whatever
 * light operations follow, and what its taps wait for memory, one after the other. */
#define TAP_CLOCKS 1.5
#define APART_CLOCKS 35
#define TAP_SECONDS 0.23e-6
#define APART_BYTES_SHARE 0.84 /* of the rate that row kernels reach */
/* A convolution of few filters (328 steps, 18%): the rates at which the image and the results come
 * and go, and at which windows come out of L1, and what a term of a sum waits. */
#define START_FEW 1.6e-6
#define FEW_BYTES_SHARE 0.77
#define WINDOW_BYTES_RATE 6.5e12 /* of an H200's multiprocessors ... */
#define WINDOW_PROCESSORS 132    /* ... which are so many */
#define TERM_SECONDS 1.4e-9
/* A convolution by boxes (333 steps, 17%): clocks of a multiprocessor for a tile, one after the
 * other: for a row of a box of the image (more where pixels are no multiple of 32 bytes) and of the
 * weights, for a row of 64 results on its way to memory or of what is added to them on its way
 * back, for a thread's result (more where threads store it themselves), and for the tile. */
#define START_BOXES 1.2e-6
#define BOX_ROW_CLOCKS 1.6
#define TORN_ROW_CLOCKS 8.0
#define WEIGHTS_ROW_CLOCKS 2.0
#define STORED_ROW_CLOCKS 0.8
#define BOX_RESULT_CLOCKS 10.0
#define OWN_STORE_CLOCKS 13.0
#define BOX_TILE_CLOCKS 770.0
#define PANEL_BYTES 128 /* of a pixel, that one row of a box brings at most */
/* Convolutions straight from memory, by way (about 300 steps, 15 to 40%): start, clocks of a lane
 * for a term of a sum and for a result, and what a term waits for memory where there is little else
 * to do. */
static const struct direct_costs {
  double start, term_clocks, result_clocks, term_seconds;
} direct_costs[] = {
    [COST_RESULTS] = {0.8e-6, 9.2, 1300, 22e-9},
    [COST_SMALL_TILES] = {4.7e-6, 2.0, 93, 42e-9},
    [COST_LANES] = {1.3e-6, 50, 1800, 0},
    [COST_WHOLE] = {1.0e-6, 0, 0, 0},
};
/* Of one block, which walks a sequence alone, for a product of the state: Silero's LSTM of 128
 * takes its plan 29 us longer than the products that stand in its place in the model without one.
 */
#define STATE_SECONDS 0.44e-9
/* Of a reduction whose results are far fewer than its elements (129 steps, 23%): two kernels, or
 * waiting. */
#define START_REDUCTION 3.5e-6
/* Of a norm of images, besides its bytes and one start: the second launch, and what joins both. */
#define SECONDS_NORM 4e-6
/* Attention, 32 x 16 heads of 384 x 64: 104 us in BF16 (mma.sync), 35 us in FP8 (wgmma). */
#define ATTENTION_BF16_SHARE (185e12 / 850e12) /* of the chip's rate */
#define ATTENTION_FP8_SHARE (546e12 / 1600e12)
#define START_ATTENTION 3e-6

static const chip_row *chip_of(const cost_model *m) {
  return m->target->chip ? m->target->chip : chip_of_code("sm_90a");
}

const char *cost_chip(const cost_model *m) { return chip_of(m)->name; }
bool cost_is_measured(const cost_model *m) { return chip_of(m)->measured; }

static double most(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

/* ---- One step ------------------------------------------------------------------- */

/* All tiles of side x side: waves of math, epilogues hidden behind the next wave's math. */
static double tiles_time(const cost_model *m, const cost_product *p, double side, double share) {
  const chip_row *c = chip_of(m);
  double rate = dtype_is_fp8(p->operands)       ? c->fp8_rate
                : p->operands == FP8C_DTYPE_F32 ? c->f32_rate
                                                : c->bf16_rate;
  double tiles = m->full ? p->rows * p->columns * p->batch / (side * side)
                         : ceil(p->rows / side) * ceil(p->columns / side) * p->batch;
  double waves = m->full ? tiles / c->processors : ceil(tiles / c->processors);
  double math = 2 * side * side * p->depth / (rate / c->processors * share);
  double clocks = p->heavy * HEAVY_CLOCKS + p->light * LIGHT_CLOCKS;
  double end = side * side / LANES * clocks / c->clock;
  double exposed = m->full ? 0 : math < end ? math : end;
  return waves * (most(math, end) + TILE_END) + exposed;
}

static double lanes_of(const chip_row *c) { return c->processors * LANES * c->clock; }

/* Memory or the CUDA cores. */
static double apart_time(const cost_model *m, const cost_product *p) {
  const chip_row *c = chip_of(m);
  double clocks = p->depth * TAP_CLOCKS + APART_CLOCKS + p->heavy * HEAVY_PASS_CLOCKS;
  double math = p->rows * p->columns * p->batch * clocks / lanes_of(c);
  return (m->full ? 0 : p->depth * TAP_SECONDS) +
         most(math, p->bytes / (APART_BYTES_SHARE * c->bytes_rate));
}

static double direct_time(const cost_model *m, const cost_product *p) {
  const chip_row *c = chip_of(m);
  const struct direct_costs *d = &direct_costs[p->way];
  double results = p->rows * p->columns * p->batch;
  double math = results * p->depth * d->term_clocks / lanes_of(c);
  double clocks = d->result_clocks + p->heavy * HEAVY_PASS_CLOCKS;
  double terms = most(math, p->bytes / c->bytes_rate);
  if (!m->full) terms = most(terms, p->depth * d->term_seconds);
  double seconds = (m->full ? 0 : d->start) + terms + results * clocks / lanes_of(c);
  if (p->way != COST_SMALL_TILES || p->depth < 32 || m->full) return seconds;
  /* few tiles go in patches of 4 x 8, a warp each, as direct_window.c estimates it (with other
   * constants: these were fitted with the rest) */
  double warps = ceil(p->columns / 4) * p->batch * ceil(p->rows / 8) / (4 * c->processors);
  double patches = (ceil(p->depth / 32) * 130 + 300) * most(warps, 2) / c->clock;
  return smaller(seconds, START_PASS + patches);
}

static double element_bytes(fp8c_dtype d) { return (double)dtype_bytes(d); }

/* Rows of boxes that bring one pixel's window; `torn`: pixels that share the sectors of memory. */
static double panels_of(const cost_product *p, bool *torn) {
  double pixel = p->channels * element_bytes(p->operands), joined = p->joined;
  while (joined > 1 && (fmod(p->joined, joined) > 0 || joined * pixel > PANEL_BYTES)) joined--;
  pixel *= joined;
  *torn = fmod(pixel, 32) > 0;
  return p->taps / joined * ceil(pixel / PANEL_BYTES);
}

/* As gemm_sm90.c chooses: as wide as there are columns, lower where tiles are few. */
static double boxes_time(const cost_model *m, const cost_product *p) {
  const chip_row *c = chip_of(m);
  double wide = p->columns <= 128                ? 16 * ceil(p->columns / 16)
                : fmod(p->columns - 1, 128) < 64 ? 64
                                                 : 128;
  double high = 128, tiles = ceil(p->rows / high) * ceil(p->columns / wide);
  if (!m->full && tiles < c->processors) {
    high = 64;
    tiles = ceil(p->rows / high) * ceil(p->columns / wide);
    if (wide > 64 && tiles < c->processors)
      wide = 64, tiles = ceil(p->rows / high) * ceil(p->columns / wide);
  }
  bool torn;
  double panels = panels_of(p, &torn), results = high * wide / LANES;
  double rate = dtype_is_fp8(p->operands) ? c->fp8_rate : c->bf16_rate;
  double load =
      panels * (high * (torn ? TORN_ROW_CLOCKS : BOX_ROW_CLOCKS) + wide * WEIGHTS_ROW_CLOCKS);
  double math = 2 * high * wide * p->depth / (rate / c->processors) * c->clock;
  bool stored = fmod(p->columns * (p->result_bytes > 0 ? p->result_bytes : 2), 16) == 0;
  double end = results * (BOX_RESULT_CLOCKS + p->heavy * HEAVY_CLOCKS + p->light * LIGHT_CLOCKS) +
               (stored ? high * ceil(wide / 64) * (1 + p->added) * STORED_ROW_CLOCKS
                       : results * OWN_STORE_CLOCKS);
  double clocks = most(load, math) + end + BOX_TILE_CLOCKS;
  double waves = m->full ? tiles / c->processors : ceil(tiles / c->processors);
  return (m->full ? 0 : START_BOXES) + most(waves * clocks / c->clock, p->bytes / c->bytes_rate);
}

/* Memory, or its windows' way out of L1. */
static double few_time(const cost_model *m, const cost_product *p) {
  const chip_row *c = chip_of(m);
  double windows = p->rows * p->depth * element_bytes(p->operands);
  windows /= WINDOW_BYTES_RATE * ((double)c->processors / WINDOW_PROCESSORS);
  return (m->full ? 0 : START_FEW + p->depth * TERM_SECONDS) +
         most(p->bytes / (FEW_BYTES_SHARE * c->bytes_rate), windows);
}

double cost_of_product(const cost_model *m, const cost_product *p) {
  if (p->way == COST_FEW) return few_time(m, p);
  if (p->way == COST_BOXES) return boxes_time(m, p);
  if (p->way == COST_APART) return apart_time(m, p);
  if (p->way != COST_TILES) return direct_time(m, p);
  const chip_row *c = chip_of(m);
  double large = tiles_time(m, p, 128, 1), small = tiles_time(m, p, 64, SMALL_TILE_SHARE);
  /* Few rows or columns: cuBLASLt and our own kernels have tiles as narrow as they are. */
  double math = large < small ? large : small, least = p->rows < p->columns ? p->rows : p->columns;
  if (least < 64 && !m->full) math *= most(least, 16) / 64;
  return (m->full ? 0 : START_PRODUCT) + most(math, p->bytes / c->bytes_rate);
}

double cost_of_attention(const cost_model *m, double macs, double bytes, fp8c_dtype operands) {
  const chip_row *c = chip_of(m);
  double rate = dtype_is_fp8(operands) ? c->fp8_rate * ATTENTION_FP8_SHARE
                                       : c->bf16_rate * ATTENTION_BF16_SHARE;
  return (m->full ? 0 : START_ATTENTION) + most(2 * macs / rate, bytes / c->bytes_rate);
}

double cost_of_pass(const cost_model *m, double bytes, double heavy_operations) {
  const chip_row *c = chip_of(m);
  double math = heavy_operations * HEAVY_PASS_CLOCKS / (c->processors * LANES * c->clock);
  return (m->full ? 0 : START_PASS) + most(bytes / c->bytes_rate, math);
}

double cost_of_bytes(const cost_model *m, double bytes) { return bytes / chip_of(m)->bytes_rate; }

/* ---- Nodes ------------------------------------------------------------------------ */

static bool sized(const value *v) { return v && tensor_shape_known(&v->type); }
static double elements(const value *v) { return (double)tensor_elements(&v->type); }

static double stored_bytes(const value *v) {
  return sized(v) ? elements(v) * (double)dtype_bytes(v->type.dtype) : 0;
}

static fp8c_dtype wider(const node *n) {
  fp8c_dtype a = n->in[0]->type.dtype, b = n->in[1]->type.dtype;
  return dtype_bytes(a) >= dtype_bytes(b) ? a : b;
}

static bool is_conv(const node *n) { return n->op->family == FAMILY_CONV; }

/* How direct_window.c does it. */
static cost_way direct_way(const cost_product *p) {
  double results = p->rows * p->columns * p->batch;
  if (p->batch > 1 && p->columns == 1) return COST_APART;
  if (p->depth >= 64 && p->rows <= 64 && results * p->depth <= 1 << 23) return COST_LANES;
  return p->columns >= 8 && p->depth >= 16 && p->rows >= 16 ? COST_SMALL_TILES : COST_RESULTS;
}

/* Taps of a row that follow each other in memory, and in the image: nowhere does a row end within
 * them. */
static double taps_joined(const node *n, double taps) {
  const int64_t *pads, *dilations;
  size_t count = 0, steps = 0;
  if (node_ints(n, "pads", &pads, &count) && count && (pads[count / 2 - 1] || pads[count - 1]))
    return 1;
  if (node_ints(n, "dilations", &dilations, &steps) && steps && dilations[steps - 1] != 1) return 1;
  const char *automatic = node_string(n, "auto_pad");
  return automatic && strncmp(automatic, "SAME", 4) == 0 ? 1 : taps;
}

/* Where conv_mma.c takes a convolution whose channels lie last: its filters fit into shared memory
 * and its sums into registers, and pixels are enough for filters that are many. */
static cost_way way_of_turned(const cost_model *m, const cost_product *p) {
  double pixel = p->channels * element_bytes(p->operands), fragments = ceil(p->columns / 8);
  double rest = fmod(pixel, 64), steps = p->taps * ceil(p->channels / 16);
  double pieces = floor(pixel / 64) + (rest >= 32) + (fmod(rest, 32) >= 16);
  bool fits = fmod(p->columns, 2) == 0 && fmod(pixel, 16) == 0 && p->taps <= CONV_TAPS_MAX &&
              pieces * p->taps <= CONV_PIECES_MAX &&
              steps * fragments * 256 <= CONV_FILTER_BYTES_MAX;
  bool again = p->columns > 8 * CONV_FRAGMENTS_MAX;
  bool light = (fragments <= CONV_FRAGMENTS_LIGHT || steps <= CONV_STEPS_LIGHT) && !again;
  if (again && pieces * p->taps > 2) fits = false; /* its pixels are not held for other filters */
  if (dtype_is_fp8(p->operands) && p->channels >= CONV_PANEL && p->columns >= CONV_PANEL)
    fits = false;
  return fits && (light || p->rows > 128 * 2 * chip_of(m)->processors) ? COST_FEW : COST_BOXES;
}

static void read_conv(const cost_model *m, const node *n, cost_product *out) {
  const tensor *x = &n->in[0]->type, *w = &n->in[1]->type;
  bool last = node_is(n, OP_CONV) && node_int(n, "channels_last");
  out->channels = (double)x->dims[last ? x->rank - 1 : 1];
  out->taps = 1;
  for (int i = last ? 1 : 2; i < w->rank - (last ? 1 : 0); i++) out->taps *= (double)w->dims[i];
  out->joined = taps_joined(n, (double)w->dims[w->rank - (last ? 2 : 1)]);
  out->way = direct_way(out);
  const tensor *y = &n->out[0]->type;
  double from = elements(n->in[0]) / out->channels, to = elements(n->out[0]) / out->columns;
  bool whole = from == out->taps * to && to == (double)y->dims[0] && value_is_const(n->in[1]);
  if (whole && out->batch == 1 && to * out->columns * out->depth <= 1 << 23) out->way = COST_WHOLE;
  if (last && out->batch == 1 && value_is_const(n->in[1]) && out->operands != FP8C_DTYPE_F32)
    out->way = way_of_turned(m, out);
}

/* Groups that passes/dense_groups.c fills with zeros for the tensor cores. */
#define DENSE_GROUPS_MAX 64
#define DENSE_CHANNELS_MIN 4

void cost_turn(const cost_model *m, cost_product *p) {
  bool hopper = !m->target->chip || target_has_wgmma(m->target);
  if (hopper && p->operands != FP8C_DTYPE_F32 && p->batch > 1 && p->batch <= DENSE_GROUPS_MAX &&
      p->channels >= DENSE_CHANNELS_MIN * p->batch) {
    p->columns *= p->batch;
    p->depth *= p->batch;
    p->batch = 1;
  }
  if (p->channels > 0 && p->batch == 1 && hopper && p->operands != FP8C_DTYPE_F32) {
    double whole = 16 / element_bytes(p->operands); /* zeros fill a pixel up to 16 bytes */
    p->channels = whole * ceil(p->channels / whole);
    p->way = way_of_turned(m, p);
  }
}

bool cost_product_of(const cost_model *m, const node *n, arena *scratch, cost_product *out) {
  if (n->in_count < 2 || !sized(n->in[0]) || !sized(n->in[1]) || !n->out_count || !sized(n->out[0]))
    return false;
  double macs = (double)node_macs(n, scratch);
  double results = elements(n->out[0]);
  const tensor *w = &n->in[1]->type, *y = &n->out[0]->type;
  if (macs <= 0 || results <= 0 || y->rank < 1) return false;
  *out = (cost_product){.operands = wider(n), .batch = 1};
  if (is_conv(n)) {
    double groups = (double)node_int(n, "group");
    if (w->rank < 3 || y->rank < 3 || groups < 1) return false;
    out->batch = groups;
    bool last = node_is(n, OP_CONV) && node_int(n, "channels_last");
    out->columns = (double)y->dims[last ? y->rank - 1 : 1] / groups;
    out->rows = results / (out->columns * groups);
  } else {
    out->columns = (double)y->dims[y->rank - 1];
    if (w->rank > 2 && y->rank > 2) { /* one matrix each */
      out->batch = 1;
      for (int i = 0; i < w->rank - 2; i++) out->batch *= (double)w->dims[i];
    }
    out->rows = results / (out->columns * out->batch);
  }
  out->depth = macs / results;
  out->bytes = stored_bytes(n->in[0]) + stored_bytes(n->in[1]) + stored_bytes(n->out[0]);
  if (is_conv(n)) read_conv(m, n, out);
  return out->rows > 0 && out->columns > 0;
}

/* ---- Steps ------------------------------------------------------------------------- */

/* A region, or a node without one: what one kernel does. */
static bool together(const node *a, const node *b) {
  return a == b || (a->region && a->region == b->region);
}

static bool leaves(const node *n, const value *v) {
  for (size_t i = 0; i < v->user_count; i++)
    if (!together(n, v->users[i])) return true;
  return v->output_uses > 0;
}

static bool read_before(const node *first, const node *n, size_t index) {
  if (n->in[index]->user_count == 1) return false;
  for (const node *m = first; m; m = m->next) {
    size_t count = m == n ? index : m->in_count;
    for (size_t i = 0; i < count; i++)
      if (m->in[i] == n->in[index]) return true;
    if (m == n) return false;
  }
  return false;
}

/* What comes from memory and goes to it; a gather reads the rows it takes. */
static double node_bytes(const node *first, const node *n) {
  double bytes = 0;
  for (size_t i = 0; i < n->in_count; i++) {
    const value *v = n->in[i];
    if (!v || (v->def && together(v->def, n)) || read_before(first, n, i)) continue;
    bool table = n->op->family == FAMILY_GATHER && i == 0 && n->out_count && n->out[0];
    bytes += table && sized(n->out[0]) ? elements(n->out[0]) * (double)dtype_bytes(v->type.dtype)
                                       : stored_bytes(v);
  }
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i] && leaves(n, n->out[i])) bytes += stored_bytes(n->out[i]);
  return bytes;
}

static bool is_read_by(const node *n, op_id op) {
  for (size_t i = 0; i < n->out_count; i++)
    for (size_t k = 0; n->out[i] && k < n->out[i]->user_count; k++)
      if (node_is(n->out[i]->users[k], op)) return true;
  return false;
}

/* A Slice or a Split is read where it lies (place.c), but not by a Pad; and axes of one element may
 * go anywhere. */
static bool only_names_a_place(const node *n) {
  bool part = node_is(n, OP_SLICE) || node_is(n, OP_SPLIT);
  if (part) return !is_read_by(n, OP_PAD);
  return node_is(n, OP_TRANSPOSE) && sized(n->in[0]) && !node_moves_axes(n);
}

/* Changes the shape or the name of what is there, or works on sizes. */
static bool moves_nothing(const node *n) {
  if (!n->out_count || !n->out[0]) return true;
  if (n->op->family == FAMILY_VIEW || node_is(n, OP_IDENTITY)) return true;
  if (only_names_a_place(n)) return true;
  const value *x = n->in_count ? n->in[0] : NULL;
  if (node_is(n, OP_CAST) && x && x->type.dtype == n->out[0]->type.dtype) return true;
  return n->op->precision == CLASS_EXACT && !dtype_is_float(n->out[0]->type.dtype) &&
         sized(n->out[0]) && elements(n->out[0]) <= 1024;
}

/* The form that activations-for-fp8 puts in front of a rounding to FP8. */
static bool is_short(const node *n) {
  bool can = node_is(n, OP_GELU) || node_is(n, OP_SWISH);
  const char *form = can ? node_string(n, "approximate") : NULL;
  return form && strcmp(form, "fp8") == 0;
}

/* The sums over one step's nodes. */
typedef struct step_work {
  const node *first, *product;
  double bytes, heavy, light; /* heavy, light: elementwise operations on elements */
  double added, result_bytes; /* as of a cost_product */
} step_work;

/* Values besides the sums that are as large as they are: a residual. */
static double added_to(const node *product, const node *n) {
  double added = 0;
  for (size_t i = 0; i < n->in_count && product != n; i++) {
    const value *v = n->in[i];
    added += v && !value_is_const(v) && !(v->def && together(v->def, n)) && sized(v) &&
             elements(v) == elements(product->out[0]);
  }
  return added;
}

static step_work gather_work(node *const *nodes, size_t count) {
  step_work w = {.first = nodes[0]};
  for (size_t i = 0; i < count; i++) {
    const node *n = nodes[i];
    w.bytes += node_bytes(w.first, n);
    for (size_t k = 0; k < n->out_count; k++)
      if (n->out[k] && leaves(n, n->out[k]))
        w.result_bytes = most(w.result_bytes, element_bytes(n->out[k]->type.dtype));
    if (w.product && w.product->out_count && sized(w.product->out[0]))
      w.added += added_to(w.product, n);
    if (n->op->precision == CLASS_GEMM) {
      w.product = n;
    } else if (n->out_count && n->out[0] && sized(n->out[0])) {
      double e = elements(n->out[0]);
      if (is_short(n))
        w.light += SHORT_OPERATIONS * e;
      else if (op_has(n->op, FACT_HEAVY))
        w.heavy += e;
      else
        w.light += e;
    }
  }
  return w;
}

static double least_time(const cost_step *s, const cost_model *m) {
  return (double)s->bytes / chip_of(m)->bytes_rate;
}

static const char *kind_of(op_family f) {
  return f == FAMILY_VIEW || f == FAMILY_NONE ? "other" : op_family_name(f);
}

/* Of a product: what is there however small it is. */
static double start_of(const cost_product *p) {
  return p->way == COST_TILES   ? START_PRODUCT
         : p->way == COST_BOXES ? START_BOXES
         : p->way == COST_FEW   ? START_FEW + p->depth * TERM_SECONDS
         : p->way == COST_APART ? p->depth * TAP_SECONDS
                                : direct_costs[p->way].start;
}

/* A sum or mean over much more than a row: its results wait for all of it. */
static bool shrinks(const node *n) {
  bool reduces = n->op->family == FAMILY_REDUCE && n->in_count && n->out_count && n->out[0];
  return reduces && sized(n->in[0]) && sized(n->out[0]) && n->in[0]->type.rank > 0 &&
         n->in[0]->type.dims[n->in[0]->type.rank - 1] > 1 &&
         elements(n->in[0]) >= 16 * elements(n->out[0]);
}

/* Read twice: what is found first is needed for all of it. */
static bool is_image_norm(const node *n) { return op_has(n->op, FACT_IMAGE_NORM); }

/* LSTM, GRU, RNN: steps one after the other. */
static double state_time(const node *n) {
  if (n->op->work != WORK_RECURRENT || !sized(n->in[0]) || !sized(n->in[2]) ||
      n->in[0]->type.rank != 3)
    return 0;
  double steps = (double)n->in[0]->type.dims[node_int(n, "layout") ? 1 : 0];
  return steps * elements(n->in[2]) / (double)n->in[2]->type.dims[0] * STATE_SECONDS;
}

static cost_step step_of(const step_work *w, const cost_model *m, arena *scratch) {
  const node *n = w->product ? w->product : w->first;
  cost_step s = {.name = n->name ? n->name : "",
                 .kind = n->region && !w->product ? n->region->kind : kind_of(n->op->family),
                 .format = "",
                 .bytes = (uint64_t)w->bytes};
  cost_product p;
  double start = START_PASS;
  if (w->product && n->op->family == FAMILY_ATTENTION) {
    s.macs = node_macs(n, scratch);
    s.format = fp8c_dtype_name(n->in[0]->type.dtype);
    s.seconds = cost_of_attention(m, (double)s.macs, w->bytes, n->in[0]->type.dtype);
    start = START_ATTENTION;
  } else if (w->product && cost_product_of(m, n, scratch, &p)) {
    double results = p.rows * p.columns * p.batch;
    p.bytes = w->bytes;
    p.heavy = w->heavy / results;
    p.light = w->light / results;
    p.added = w->added;
    p.result_bytes = w->result_bytes;
    s.macs = (uint64_t)(results * p.depth);
    if (m->full) cost_turn(m, &p); /* the images are as the model has them */
    s.format = fp8c_dtype_name(p.operands);
    s.seconds = cost_of_product(m, &p);
    start = start_of(&p);
  } else {
    s.seconds = cost_of_pass(m, w->bytes, w->heavy);
    if (is_image_norm(n))
      s.seconds += (m->full ? 0 : SECONDS_NORM) + cost_of_bytes(m, stored_bytes(n->in[0]));
    if (!m->full && shrinks(n)) s.seconds += (start = START_REDUCTION) - START_PASS;
    if (!m->full) s.seconds += state_time(n);
  }
  double rest = m->full ? s.seconds : s.seconds - start;
  if (m->full) start = 0;
  s.limit = rest < start ? "launch" : rest > 1.001 * least_time(&s, m) ? "math" : "memory";
  return s;
}

size_t cost_steps(const graph *g, const cost_model *m, arena *a, cost_step **out) {
  size_t count = 0, capacity = 0;
  for (const node *n = g->first; n; n = n->next) capacity++;
  cost_step *steps = NEW_ARRAY(a, cost_step, capacity + 1);
  node **nodes = NEW_ARRAY(a, node *, capacity + 1);
  for (node *n = g->first; n;) {
    size_t members = 0;
    const node *first = n;
    for (; n && together(first, n); n = n->next) nodes[members++] = n;
    if (members == 1 && moves_nothing(first)) continue;
    step_work w = gather_work(nodes, members);
    steps[count] = step_of(&w, m, a);
    steps[count].first = first;
    steps[count].product = w.product;
    steps[count++].nodes = members;
  }
  *out = steps;
  return count;
}
