/* attention_mixed.c - attention whose heads are mixed by small matrices, in front of the softmax or
 * behind it: talking heads (CaiT), re-attention (DeepViT).
 *
 * One kernel (kernels/attention_mixed.cuh): a block has all heads of its queries, since each mixed
 * score needs them.  BF16 by mma.sync with up to 16 heads; what is left a block for each query. */
#include "base/numbers.h"
#include "base/size.h"
#include "codegen/families.h"

enum { BEFORE = 7, BEFORE_BIAS, AFTER, AFTER_BIAS, NORM, NORM_BIAS }; /* inputs of the node */

#define HEAD_MAX 128
#define ROW_THREADS 128 /* MIXED_ROW_THREADS */
#define THREADS_MAX 512
#define SCORES_A_THREAD 64 /* of all heads: they stand in registers, with as many on their way */
#define SUMS_A_THREAD 96   /* of the product with the values */
#define REGISTERS_MORE 56  /* beside them, where a block's threads leave no more ... */
#define REGISTERS_USED 110 /* ... and where they do */
#define REGISTERS 65536

/* A block computes `tiles` tiles of 16 queries; its warps stand in `groups` along the keys, and
 * each of them has `spans` spans of 8 keys. */
typedef struct cut {
  attention a;
  int tiles, spans, groups; /* tiles 0: a block for each query */
  int64_t blocks;
  uint32_t shared;
} cut;

static int64_t padded(int64_t size) { return divide_up(size, 16) * 16 + 8; }

/* mixed_layout<C>::BYTES of the kernel. */
static int64_t shared_bytes(const attention *a, const cut *c) {
  int64_t count = a->q.heads, rows = 16 * c->tiles, keys = 8 * c->spans * c->groups;
  int64_t wide = padded(a->q.size > a->v.size ? a->q.size : a->v.size);
  int64_t mix = 4 * (count + 1) * divide_up(count, 4) * 4;
  int64_t stages = keys * (padded(a->q.size) + wide);
  return 2 * count * (rows * padded(a->q.size) + stages + rows * (keys + 8)) + 2 * mix +
         8 * divide_up(count, 4) * 4 + 8 * count * rows;
}

/* Products of 8 columns that a warp holds the sums of, for all of its heads and tiles. */
static int64_t sums_of(const attention *a, const cut *c) {
  int64_t warps = c->tiles * c->groups;
  return divide_up(a->q.heads * c->tiles, warps) * divide_up(a->v.size, 16) * 8;
}

static int64_t registers_of(const attention *a, const cut *c) {
  int64_t scores = 4 * c->spans * a->q.heads, sums = sums_of(a, c), stats = 4 * a->q.heads;
  return scores + (sums > stats ? sums : stats) + REGISTERS_MORE;
}

static bool fits(const attention *a, const cut *c, const cost_model *m) {
  /* a fourth of the multiprocessor has a fourth of the registers */
  int64_t threads = 32 * c->tiles * c->groups, registers = registers_of(a, c);
  int64_t held = divide_up(threads, 128) * 128;
  return threads <= THREADS_MAX && 8 * c->spans * c->groups % 16 == 0 &&
         4 * c->spans * a->q.heads <= SCORES_A_THREAD && sums_of(a, c) <= SUMS_A_THREAD &&
         registers <= 255 && registers * held <= REGISTERS &&
         shared_bytes(a, c) <= (int64_t)cost_chip_row(m)->shared_bytes;
}

static int64_t blocks_of(const attention *a, const cut *c) {
  return a->q.batch * divide_up(a->q.rows, 16 * (int64_t)c->tiles);
}

/* Clocks of a multiprocessor.  Each fourth of it gives an instruction in so many clocks, where it
 * has one warp and where it has several; what a block does between its barriers waits for the last
 * of its warps.  Fitted to 74 cuts of eight problems on an H200, 11% off in the median
 * (worst 1.85), whose loads took 400 instructions a tile more than today's. */
#define WARP_NUMBER 20 /* instructions for a score of a head in both walks, beside mixes */
#define ALONE_CLOCKS 2.8
#define SHARED_CLOCKS 2.4
#define BARRIER_CLOCKS 800 /* of a block's step over its keys: loads, barriers, sums */
#define START_CLOCKS 4000  /* of a block */

static double step_clocks(double item, int64_t warps) {
  int64_t fourth = divide_up(warps, 4);
  return BARRIER_CLOCKS + item * (double)fourth * (fourth > 1 ? SHARED_CLOCKS : ALONE_CLOCKS);
}

/* Blocks that a multiprocessor has at a time. */
static int64_t blocks_held(const attention *a, const cut *c, const cost_model *m) {
  int64_t registers = registers_of(a, c) + REGISTERS_USED - REGISTERS_MORE;
  int64_t by_memory = cost_chip_row(m)->shared_bytes / (shared_bytes(a, c) + 1024);
  int64_t by_registers =
      REGISTERS / ((registers < 255 ? registers : 255) * 32 * c->tiles * c->groups);
  int64_t by_blocks = divide_up(c->blocks, cost_multiprocessors(m));
  int64_t held = by_memory < by_registers ? by_memory : by_registers;
  if (held > by_blocks) held = by_blocks;
  return held < 1 ? 1 : held;
}

static double clocks_of(const attention *a, const cut *c, const cost_model *m) {
  const node *n = a->n;
  double of_heads = (double)a->q.heads;
  double mixes = of_heads * ((node_input(n, BEFORE) ? 2 : 0) + (node_input(n, AFTER) ? 1 : 0));
  double products = (double)(2 * padded(a->q.size) + padded(a->v.size)) / 16;
  double item = 4 * c->spans * of_heads * (WARP_NUMBER + mixes + products);
  int64_t held = blocks_held(a, c, m), warps = c->tiles * c->groups * held;
  int64_t keys = 8 * c->spans * c->groups, steps = divide_up(a->k.rows, keys);
  int64_t left = divide_up(a->k.rows - (steps - 1) * keys, 8 * c->spans) * c->tiles * held;
  double block =
      START_CLOCKS + (double)(steps - 1) * step_clocks(item, warps) + step_clocks(item, left);
  int64_t at_once = cost_multiprocessors(m) * held;
  return block *
         (m->full ? (double)c->blocks / (double)at_once : (double)divide_up(c->blocks, at_once));
}

/* The one that takes least time goes to the front. */
static void best_first(schedule *s, uint32_t count) {
  for (uint32_t i = 1; i < count; i++)
    if (s[i].cost < s[0].cost) {
      schedule best = s[i];
      s[i] = s[0];
      s[0] = best;
    }
  if (count) s[0].reorders = false;
}

/* Offers all cuts that fit, which differ in the order of the rows' sums. */
static void offer_cuts(const attention *a, const problem *p, const cost_model *m,
                       schedule_list *out) {
  double memory = cost_of_bytes(m, p->work.bytes), clock = cost_chip_row(m)->clock;
  for (int tiles = 1; tiles <= 2; tiles++)
    for (int spans = 1; spans <= 2; spans++)
      for (int groups = 1; groups <= THREADS_MAX / 32; groups++) {
        cut c = {.a = *a, .tiles = tiles, .spans = spans, .groups = groups};
        if (!fits(a, &c, m)) continue;
        c.blocks = blocks_of(a, &c);
        c.shared = (uint32_t)shared_bytes(a, &c);
        if (c.blocks > INT32_MAX) continue;
        double clocks = clocks_of(a, &c, m), seconds = clocks / clock;
        cut *kept = NEW(out->a, cut);
        *kept = c;
        offer(out, (schedule){.name = arena_printf(out->a, "%d queries, %d keys by %d warps",
                                                   16 * tiles, 8 * spans * groups, tiles * groups),
                              .cost = clocks,
                              .form = (int)out->count,
                              .reorders = true,
                              .constants = kept,
                              .constant_bytes = sizeof c,
                              .launches = 1,
                              .shared_bytes = c.shared,
                              .start = COST_START_PASS,
                              .seconds = (m->full ? 0 : COST_START_PASS) +
                                         (seconds > memory ? seconds : memory)});
      }
  best_first(out->items, out->count);
}

static bool takes_tiles(const attention *a) {
  for (int i = 0; i < 3; i++)
    if (a->n->in[i]->type.dtype != FP8C_DTYPE_BF16) return false;
  return a->q.size % 8 == 0 && a->v.size % 8 == 0 && a->q.size <= HEAD_MAX && a->v.size <= HEAD_MAX;
}

/* ... of mixed_rows. */
static int64_t rows_bytes(const attention *a) {
  return 4 * a->q.heads * (a->q.size + a->v.size + 2 * ROW_THREADS + 2);
}

/* A thread for each key: clocks of a lane for a product of two numbers, loads and all. */
#define ROWS_TERM_CLOCKS 12

static double rows_clocks(const attention *a) {
  double of_heads = (double)a->q.heads, terms = (double)(2 * a->q.size + a->v.size) + 3 * of_heads;
  return (double)(a->q.batch * a->q.rows * a->k.rows) * of_heads * terms * ROWS_TERM_CLOCKS;
}

static const char *fit(const problem *p, attention *a) {
  if (!p->gr.count) return "its results are not known";
  const node *n = p->gr.nodes[0];
  if (!attention_mixes(n)) return other_operators;
  const char *why = p->attention.unstored ? p->attention.unstored : read_mixed_attention(n, a);
  if (why) return why;
  if (node_float(n, "softcap") != 0) return "its scores are capped and mixed";
  if (a->q.heads != a->k.heads) return "heads that are mixed share keys";
  for (int i = 0; i < 3; i++) {
    const tensor *t = &n->in[i]->type;
    if (t->scale.kind != SCALE_NONE || t->dtype != n->in[0]->type.dtype || !memory_type(t->dtype) ||
        !dtype_is_small_float(t->dtype) || dtype_is_fp8(t->dtype))
      return "its heads are mixed, and its operands are not all BF16, F16 or F32";
  }
  for (int i = BEFORE; i <= NORM_BIAS; i++) {
    const value *v = node_input(n, (size_t)i);
    if (v && (v->type.dtype != FP8C_DTYPE_F32 || v->type.scale.kind != SCALE_NONE))
      return "what mixes its heads is not F32";
  }
  return NULL;
}

const char *offers_attention_mixed(const problem *p, const cost_model *m, schedule_list *out) {
  attention a;
  const char *why = fit(p, &a);
  if (why) return why;
  if (takes_tiles(&a)) offer_cuts(&a, p, m, out);
  if (out->count) return NULL;
  cut *c = NEW(out->a, cut);
  *c = (cut){.a = a, .blocks = a.q.batch * a.q.rows, .shared = (uint32_t)rows_bytes(&a)};
  if (rows_bytes(&a) > (int64_t)cost_chip_row(m)->shared_bytes)
    return "a query of all heads does not fit in shared memory";
  if (c->blocks > INT32_MAX) return "it has too many rows";
  double seconds = rows_clocks(&a) / cost_lanes(cost_chip_row(m)),
         memory = cost_of_bytes(m, p->work.bytes);
  offer(out, (schedule){.name = "a block for each query",
                        .constants = c,
                        .constant_bytes = sizeof *c,
                        .launches = 1,
                        .shared_bytes = c->shared,
                        .start = COST_START_PASS,
                        .seconds = (m->full ? 0 : COST_START_PASS) +
                                   (seconds > memory ? seconds : memory)});
  return NULL;
}

/* Attention's constants, and what a cut adds to them. */
static const char *constants_of(kernel_draft *d, const cut *c) {
  static const char *const words[] = {"false", "true"};
  const node *n = c->a.n;
  attention_constants(d, &c->a);
  return arena_printf(d->l->c->scratch, "mixed_shape<shape, %s, %s, %s, %s, %d, %d, %d, %u>",
                      words[node_input(n, BEFORE) != NULL], words[node_input(n, AFTER) != NULL],
                      words[node_input(n, NORM) != NULL],
                      words[n->in[0]->type.dtype == FP8C_DTYPE_BF16], c->tiles, c->spans, c->groups,
                      c->shared);
}

const char *write_attention_mixed(lowering *l, const problem *p, const schedule *s) {
  const cut *c = s->constants;
  const attention *a = &c->a;
  const node *n = p->gr.nodes[0];
  bool tiles = c->tiles != 0;
  int width = tiles ? 2 : 1;
  launch_shape shape = {.warp = true,
                        .attends = true,
                        .flops = 2 * (uint64_t)(a->q.batch * a->q.heads) * (uint64_t)a->q.rows *
                                 (uint64_t)a->k.rows * (uint64_t)(a->q.size + a->v.size),
                        .threads = tiles ? 32 * (uint32_t)(c->tiles * c->groups) : ROW_THREADS,
                        .blocks = (uint64_t)c->blocks,
                        .shared_bytes = s->shared_bytes};
  kernel_draft d;
  draft_begin(&d, l);
  const char *constants = constants_of(&d, c);
  const char *mixes[NORM_BIAS + 1];
  uint32_t q = attention_read(&d, n->in[0]), k = attention_read(&d, n->in[1]),
           v = attention_read(&d, n->in[2]);
  const char *mask = attention_mask(&d, a);
  for (size_t i = BEFORE; i <= NORM_BIAS; i++) {
    const value *of = node_input(n, i);
    mixes[i] = "(const float *)0";
    if (of)
      mixes[i] = arena_printf(l->c->scratch, "p%u", draft_read(&d, lower_value(l, of), "float"));
  }
  uint32_t factor = draft_f32(&d, a->scale);
  text_printf(
      &d.body,
      "  mixed_%s<%s>(p%u, p%u, p%u, %s, %s, %s, %s, %s, %s, %s, %s, p%u, [&](auto o, auto &x) {\n",
      tiles ? "tiles" : "rows", constants, q, k, v, mask, mixes[BEFORE], mixes[BEFORE_BIAS],
      mixes[AFTER], mixes[AFTER_BIAS], mixes[NORM], mixes[NORM_BIAS],
      float_text(l->c->scratch, node_float(n, "heads_epsilon")), factor);
  attention_stores(&d, a, p->attention.targets, p->attention.target_count, width);
  text_add(&d.body, "  });\n");
  draft_launch(&d, tiles ? "attention_mixed" : "attention_mixed_rows", kernel_text_attention_mixed,
               shape, &p->gr);
  return NULL;
}
