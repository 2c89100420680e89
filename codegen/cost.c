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
#include "codegen/problem.h"

/* Seconds on an H200, inside captured graphs. */
#define TILE_END 0.5e-6 /* what of a tile's epilogue nothing hides */
/* Of the math, what is added where memory takes longer: no tile stores while it reads. */
#define UNHIDDEN_SHARE 0.4
#define TORN_SHARE 0.2 /* of the rate, where rows are no multiple of 16 bytes */
/* A tile of 64 x 64 against one of 128 x 128: share of the rate. */
#define SMALL_TILE_SHARE 0.75
#define SHORT_OPERATIONS 6 /* of such a Gelu: 11 clocks behind a product of 6304 x 4096 x 1024 */

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

static bool sized(const value *v) { return v && tensor_shape_known(&v->type); }
static double elements(const value *v) { return (double)tensor_elements(&v->type); }

static double stored_bytes(const value *v) {
  return sized(v) ? elements(v) * (double)dtype_bytes(v->type.dtype) : 0;
}

static fp8c_dtype wider(const node *n) {
  fp8c_dtype a = n->in[0]->type.dtype, b = n->in[1]->type.dtype;
  return dtype_bytes(a) >= dtype_bytes(b) ? a : b;
}

bool cost_product_of(const node *n, arena *scratch, cost_product *out) {
  if (n->in_count < 2 || !sized(n->in[0]) || !sized(n->in[1]) || !n->out_count || !sized(n->out[0]))
    return false;
  double macs = (double)node_macs(n, scratch);
  double results = elements(n->out[0]);
  const tensor *w = &n->in[1]->type, *y = &n->out[0]->type;
  if (macs <= 0 || results <= 0 || y->rank < 1) return false;
  *out = (cost_product){.operands = wider(n), .batch = 1};
  out->columns = (double)y->dims[y->rank - 1];
  if (w->rank > 2 && y->rank > 2) { /* one matrix each */
    for (int i = 0; i < w->rank - 2; i++) out->batch *= (double)w->dims[i];
  }
  out->rows = results / (out->columns * out->batch);
  out->depth = macs / results;
  out->bytes = stored_bytes(n->in[0]) + stored_bytes(n->in[1]) + stored_bytes(n->out[0]);
  return out->rows > 0 && out->columns > 0;
}

/* ---- Steps ------------------------------------------------------------------------- */

/* A region, or a node without one: what one kernel does. */
static bool together(const node *a, const node *b) {
  return a == b || (a->region && a->region == b->region);
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
static double node_bytes(const group *gr, const node *n) {
  double bytes = 0;
  for (size_t i = 0; i < n->in_count; i++) {
    const value *v = n->in[i];
    if (!v || (v->def && group_has(gr, v->def)) || read_before(gr->nodes[0], n, i)) continue;
    bool table = n->op->family == FAMILY_GATHER && i == 0 && n->out_count && n->out[0];
    bytes += table && sized(n->out[0]) ? elements(n->out[0]) * (double)dtype_bytes(v->type.dtype)
                                       : stored_bytes(v);
  }
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i] && group_stores(gr, n->out[i])) bytes += stored_bytes(n->out[i]);
  return bytes;
}

/* Nothing at run time: shapes are known when kernels are written. */
static bool works_on_sizes(const node *n) {
  if (!n->out_count || !n->out[0]) return true;
  return n->op->precision == CLASS_EXACT && !dtype_is_float(n->out[0]->type.dtype) &&
         sized(n->out[0]) && elements(n->out[0]) <= 1024;
}

/* One step's nodes, and the sums over them; `heavy` and `light` are of all elements. */
typedef struct step {
  group gr;
  const node *product;
  step_work w;
} step;

/* Values besides the sums that are as large as they are: a residual. */
static double added_to(const group *gr, const node *product, const node *n) {
  double added = 0;
  for (size_t i = 0; i < n->in_count && product != n; i++) {
    const value *v = n->in[i];
    added += v && !value_is_const(v) && !(v->def && group_has(gr, v->def)) && sized(v) &&
             elements(v) == elements(product->out[0]);
  }
  return added;
}

static step gather_work(group gr) {
  step s = {.gr = gr};
  step_work *w = &s.w;
  for (size_t i = 0; i < gr.count; i++) {
    const node *n = gr.nodes[i];
    w->bytes += node_bytes(&gr, n);
    for (size_t k = 0; k < n->out_count; k++)
      if (n->out[k] && group_stores(&gr, n->out[k]))
        w->result_bytes = most(w->result_bytes, (double)dtype_bytes(n->out[k]->type.dtype));
    if (s.product && s.product->out_count && sized(s.product->out[0]))
      w->added += added_to(&gr, s.product, n);
    if (n->op->precision == CLASS_GEMM) {
      s.product = n;
    } else if (n->out_count && n->out[0] && sized(n->out[0])) {
      double e = elements(n->out[0]);
      if (cost_is_heavy(n))
        *(cost_divides(n) ? &w->dividing : &w->heavy) += e;
      else
        w->light += op_has(n->op, FACT_HEAVY) ? SHORT_OPERATIONS * e : e;
    }
  }
  return s;
}

static double least_time(const cost_step *s, const cost_model *m) {
  return (double)s->bytes / cost_chip_row(m)->bytes_rate;
}

static const char *kind_of(op_family f) {
  return f == FAMILY_VIEW || f == FAMILY_NONE ? "other" : op_family_name(f);
}

/* Fills the schedule of the family that computes the group; returns false where none does. */
static bool schedule_of_group(const group *gr, const step_work *w, const cost_model *m,
                              arena *scratch, schedule *out) {
  problem p;
  (void)problem_read(&p, gr, scratch);
  double results = problem_results(&p);
  if (results <= 0) return false;
  p.work = *w;
  p.work.heavy /= results;
  p.work.dividing /= results;
  p.work.light /= results;
  if (m->full) problem_as_placed(&p, m, scratch); /* the images are as the model has them */
  *out = schedule_of(&p, m, scratch);
  return out->by != NULL;
}

/* A node that has no kernel is priced by its bytes, which whoever computes it reads and writes. */
static schedule without_kernel(const step *st, const cost_model *m) {
  return (schedule){
      .launches = 1, .start = COST_START_PASS, .seconds = cost_of_pass(m, st->w.bytes, 0)};
}

/* A group that no family computes as a whole becomes kernels of its nodes, whose launches and
 * times are added up. */
static schedule schedule_of_step(const step *st, const cost_model *m, arena *scratch) {
  schedule all = {0};
  if (schedule_of_group(&st->gr, &st->w, m, scratch, &all)) return all;
  if (st->gr.count == 1) return without_kernel(st, m);
  all = (schedule){0};
  for (size_t i = 0; i < st->gr.count; i++) {
    step one = gather_work((group){&st->gr.nodes[i], 1});
    schedule s = schedule_of_step(&one, m, scratch);
    bool behind = all.launches && s.launches && !m->full;
    all.launches += s.launches;
    all.seconds += s.seconds - (behind ? COST_START_HIDDEN : 0);
    all.start += s.start;
  }
  return all;
}

/* False: nothing is launched for it. */
static bool step_of(const step *st, const cost_model *m, arena *scratch, cost_step *out) {
  const node *n = st->product ? st->product : st->gr.nodes[0];
  cost_step s = {.name = n->name ? n->name : "",
                 .kind = n->region && !st->product ? n->region->kind : kind_of(n->op->family),
                 .format = "",
                 .bytes = (uint64_t)st->w.bytes};
  if (st->gr.count == 1 && works_on_sizes(n)) return false;
  schedule chosen = schedule_of_step(st, m, scratch);
  if (!chosen.launches) return false;
  double start = chosen.start;
  s.seconds = chosen.seconds;
  if (st->product) {
    bool attends = n->op->family == FAMILY_ATTENTION || n->in_count < 2;
    s.macs = node_macs(n, scratch);
    s.format = fp8c_dtype_name(attends ? n->in[0]->type.dtype : wider(n));
  }
  double rest = m->full ? s.seconds : s.seconds - start;
  if (m->full) start = 0;
  s.limit = rest < start ? "launch" : rest > 1.001 * least_time(&s, m) ? "math" : "memory";
  *out = s;
  return true;
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
    arena_mark mark = arena_save(a);
    step st = gather_work((group){nodes, members});
    bool launched = step_of(&st, m, a, &steps[count]);
    arena_reset(a, mark);
    if (!launched) continue;
    steps[count].first = first;
    steps[count].product = st.product;
    steps[count++].nodes = members;
  }
  *out = steps;
  return count;
}
