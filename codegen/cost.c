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

typedef struct chip {
  int sm;
  const char *name;
  double fp8_rate, bf16_rate, f32_rate; /* operations a second that products reach; 2 a MAC */
  double bytes_rate;                    /* a second, that mixed reads and writes reach */
  double processors, clock;
  bool measured;
} chip;

/* 90: H200, CUDA 13.0, cuBLASLt 13.1: tiles of 128 x 128 reach 12.1 TFLOP/s a multiprocessor
 * in FP8 and 6.44 in BF16; row kernels move 3.8 TB/s; 1.7 GHz under load.  F32 products:
 * four fifths of what the CUDA cores have.  The others: four fifths of the dense rates and
 * bandwidths in the data sheets of L40S, B200, B300 and RTX PRO 6000 Blackwell. */
static const chip chips[] = {
    {90, "sm_90a", 1600e12, 850e12, 46e12, 3.8e12, 132, 1.7e9, true},
    {89, "sm_89", 586e12, 290e12, 73e12, 0.69e12, 142, 2.2e9, false},
    {100, "sm_100", 3600e12, 1800e12, 64e12, 6.4e12, 148, 1.8e9, false},
    {103, "sm_103", 3600e12, 1800e12, 64e12, 6.4e12, 160, 1.8e9, false},
    {120, "sm_120", 800e12, 400e12, 100e12, 1.43e12, 188, 2.3e9, false},
};

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
/* Of a lane for one result of a filter for each channel, besides what follows: 3 x 3 taps are 29
 * instructions, 5 x 5 are 58 (counted in the kernel, not timed). */
#define TAP_CLOCKS 2
#define APART_CLOCKS 10
/* Attention, 32 x 16 heads of 384 x 64: 104 us in BF16 (mma.sync), 35 us in FP8 (wgmma). */
#define ATTENTION_BF16_SHARE (185e12 / 850e12) /* of the chip's rate */
#define ATTENTION_FP8_SHARE (546e12 / 1600e12)
#define START_ATTENTION 3e-6

static const chip *chip_of(const cost_model *m) {
  for (size_t i = 0; i < sizeof chips / sizeof chips[0]; i++)
    if (chips[i].sm == m->target->sm) return &chips[i];
  return &chips[0];
}

const char *cost_chip(const cost_model *m) { return chip_of(m)->name; }
bool cost_is_measured(const cost_model *m) { return chip_of(m)->measured; }
int cost_processors(const target *t) {
  return (int)chip_of(&(cost_model){.target = t})->processors;
}

static double most(double a, double b) { return a > b ? a : b; }

/* ---- One step ------------------------------------------------------------------- */

/* All tiles of side x side: waves of math, epilogues hidden behind the next wave's math. */
static double tiles_time(const cost_model *m, const cost_product *p, double side, double share) {
  const chip *c = chip_of(m);
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

/* Memory or the CUDA cores. */
static double apart_time(const cost_model *m, const cost_product *p) {
  const chip *c = chip_of(m);
  double clocks =
      p->depth * TAP_CLOCKS + APART_CLOCKS + p->heavy * HEAVY_PASS_CLOCKS + p->light * LIGHT_CLOCKS;
  double math = p->rows * p->columns * p->batch * clocks / (c->processors * LANES * c->clock);
  return (m->full ? 0 : START_PASS) + most(math, p->bytes / c->bytes_rate);
}

double cost_of_product(const cost_model *m, const cost_product *p) {
  if (p->apart) return apart_time(m, p);
  const chip *c = chip_of(m);
  double large = tiles_time(m, p, 128, 1), small = tiles_time(m, p, 64, SMALL_TILE_SHARE);
  /* Few rows or columns: cuBLASLt and our own kernels have tiles as narrow as they are. */
  double math = large < small ? large : small, least = p->rows < p->columns ? p->rows : p->columns;
  if (least < 64 && !m->full) math *= most(least, 16) / 64;
  return (m->full ? 0 : START_PRODUCT) + most(math, p->bytes / c->bytes_rate);
}

double cost_of_attention(const cost_model *m, double macs, double bytes, fp8c_dtype operands) {
  const chip *c = chip_of(m);
  double rate = dtype_is_fp8(operands) ? c->fp8_rate * ATTENTION_FP8_SHARE
                                       : c->bf16_rate * ATTENTION_BF16_SHARE;
  return (m->full ? 0 : START_ATTENTION) + most(2 * macs / rate, bytes / c->bytes_rate);
}

double cost_of_pass(const cost_model *m, double bytes, double heavy_operations) {
  const chip *c = chip_of(m);
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

bool cost_product_of(const node *n, arena *scratch, cost_product *out) {
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
    bool last = strcmp(n->op->name, "Conv") == 0 && node_int(n, "channels_last");
    out->columns = (double)y->dims[last ? y->rank - 1 : 1] / groups;
    out->rows = results / (out->columns * groups);
    out->apart = groups > 1 && out->columns == 1;
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

/* Changes the shape or the name of what is there, or works on sizes. */
static bool moves_nothing(const node *n) {
  if (!n->out_count || !n->out[0]) return true;
  if (n->op->family == FAMILY_VIEW || strcmp(n->op->name, "Identity") == 0) return true;
  const value *x = n->in_count ? n->in[0] : NULL;
  if (strcmp(n->op->name, "Cast") == 0 && x && x->type.dtype == n->out[0]->type.dtype) return true;
  return n->op->precision == CLASS_EXACT && !dtype_is_float(n->out[0]->type.dtype) &&
         sized(n->out[0]) && elements(n->out[0]) <= 1024;
}

static bool is_heavy(const node *n) {
  static const char *const names[] = {"Erf",   "Gelu",     "Exp",  "Tanh",    "Sigmoid",
                                      "Swish", "Softplus", "Mish", "Elu",     "Selu",
                                      "Celu",  "Log",      "Pow",  "Softmax", "LogSoftmax"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(n->op->name, names[i]) == 0) return true;
  return false;
}

/* The form that activations-for-fp8 puts in front of a rounding to FP8. */
static bool is_short(const node *n) {
  bool can = strcmp(n->op->name, "Gelu") == 0 || strcmp(n->op->name, "Swish") == 0;
  const char *form = can ? node_string(n, "approximate") : NULL;
  return form && strcmp(form, "fp8") == 0;
}

/* The sums over one step's nodes. */
typedef struct step_work {
  const node *first, *product;
  double bytes, heavy, light; /* heavy, light: elementwise operations on elements */
} step_work;

static step_work gather_work(node *const *nodes, size_t count) {
  step_work w = {.first = nodes[0]};
  for (size_t i = 0; i < count; i++) {
    const node *n = nodes[i];
    w.bytes += node_bytes(w.first, n);
    if (n->op->precision == CLASS_GEMM) {
      w.product = n;
    } else if (n->out_count && n->out[0] && sized(n->out[0])) {
      double e = elements(n->out[0]);
      if (is_short(n))
        w.light += SHORT_OPERATIONS * e;
      else if (is_heavy(n))
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
  } else if (w->product && cost_product_of(n, scratch, &p)) {
    double results = p.rows * p.columns * p.batch;
    p.bytes = w->bytes;
    p.heavy = w->heavy / results;
    p.light = w->light / results;
    s.macs = (uint64_t)(results * p.depth);
    s.format = fp8c_dtype_name(p.operands);
    s.seconds = cost_of_product(m, &p);
    start = p.apart ? START_PASS : START_PRODUCT;
  } else {
    s.seconds = cost_of_pass(m, w->bytes, w->heavy);
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
