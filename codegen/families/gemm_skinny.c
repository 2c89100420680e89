/* gemm_skinny.c - products with at most 16 rows, or 32 with large weights, such as a step of
 * decoding: they take as long as their weights take to come from memory.
 *
 * The weights are laid out at compile time as the tensor core takes them
 * (kernels/gemm_skinny.cuh), and what follows in the region is done on the sums, in the order
 * of record: sum, scales, bias, then the nodes of the region, and one rounding. */
#include "codegen/gemm_skinny.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/families.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"

#define ROWS_MAX PRODUCT_FEW_ROWS
#define ROWS_LARGE 32           /* of products with large weights in FP8 ... */
#define LARGE_BYTES (4ll << 20) /* ... of so many bytes */
#define TILE 16                 /* weight rows of a fragment */
#define PIECE 64                /* bytes of k */
#define WARPS_HELD 16      /* of a multiprocessor, at 128 registers a thread; half with more rows */
#define PIECES_IN_FLIGHT 8 /* of a warp, 1 KB each: 128 KB a multiprocessor */
#define PITCH 20           /* floats: skinny_layout's, which asserts the bytes made of it */

/* ---- Weights ------------------------------------------------------------------- */

int64_t skinny_bytes(const skinny_weights *s) {
  return s->blocks * s->tiles * TILE * ((s->k_bytes + PIECE - 1) / PIECE * PIECE);
}

/* The row of the matrix that row `r` of a block's tile is; -1: none. */
static int64_t source_row(const skinny_weights *s, int64_t block, int tile, int r) {
  int out = s->gated ? s->tiles / 2 : s->tiles;
  int64_t columns = s->gated ? s->columns / 2 : s->columns;
  if (s->apart) {
    int64_t pair = (block * out + tile) * (TILE / 2) + r % (TILE / 2);
    if (2 * pair >= columns) return -1;
    return pair / s->apart * 2 * s->apart + pair % s->apart + r / (TILE / 2) * s->apart;
  }
  int64_t row = (block * out + tile % out) * TILE + r;
  if (row >= columns) return -1;
  return tile < out ? row : row + columns;
}

void skinny_pack(const skinny_weights *s, int64_t block, const uint8_t *from, uint8_t *to) {
  int64_t pieces = (s->k_bytes + PIECE - 1) / PIECE;
  to += block * pieces * s->tiles * TILE * PIECE;
  for (int64_t piece = 0; piece < pieces; piece++)
    for (int tile = 0; tile < s->tiles; tile++)
      for (int step = 0; step < 2; step++)
        for (int lane = 0; lane < 32; lane++)
          for (int word = 0; word < 4; word++, to += 4) {
            int64_t row = source_row(s, block, tile, lane / 4 + 8 * (word & 1));
            int64_t k = piece * PIECE + 16 * (lane & 3) + 8 * step + 4 * (word >> 1);
            if (row < 0 || k >= s->k_bytes)
              memset(to, 0, 4);
            else
              memcpy(to, from + row * s->k_bytes + k, 4);
          }
}

typedef struct packing {
  const skinny_weights *s;
  const uint8_t *from;
  uint8_t *to;
} packing;

static void pack_block(void *object, size_t i, int worker) {
  (void)worker;
  const packing *p = object;
  skinny_pack(p->s, (int64_t)i, p->from, p->to);
}

/* ---- How the work is cut ---------------------------------------------------------- */

/* All that the kernel's text is made of, besides what follows. */
typedef struct skinny {
  const fused_product *f;
  skinny_weights s;
  int warps, depth, processors;
} skinny;

static int warps_held(const fused_product *f) {
  return f->rows > ROWS_MAX ? WARPS_HELD / 2 : WARPS_HELD;
}

/* A block's tiles: as evenly over the multiprocessors as can be, and many where that is as
 * good, for every block reads the tokens again (from the L2 cache, in about a third of the
 * time that as many bytes of weights take). */
static double cost_of(const skinny *p, int tiles) {
  const fused_product *f = p->f;
  int64_t all = divide_up(f->out_columns, TILE) * (f->halves[0] ? 2 : 1);
  int64_t load = divide_up(divide_up(all, tiles), p->processors) * tiles;
  return (double)load * (1 + (double)f->rows / ROWS_MAX / 3 / tiles);
}

/* With so many tiles a block, and half as many warps `fewer` times. */
static void cut(skinny *p, int tiles, int fewer, size_t weight_bytes) {
  const fused_product *f = p->f;
  p->s.tiles = tiles;
  p->s.gated = f->halves[0] != NULL;
  p->s.apart = f->apart;
  p->s.columns = f->columns;
  p->s.k_bytes = f->k * (int64_t)weight_bytes;
  int out = p->s.gated ? tiles / 2 : tiles;
  p->s.blocks = divide_up(f->out_columns, TILE * out);
  int64_t held = divide_up(p->s.blocks, p->processors), pieces = divide_up(p->s.k_bytes, PIECE);
  p->warps = 1;
  while (2 * p->warps * held <= warps_held(f) && 2 * p->warps <= pieces) p->warps *= 2;
  p->warps >>= fewer;
  p->depth = PIECES_IN_FLIGHT / tiles;
  int64_t each = divide_up(pieces, p->warps ? p->warps : 1);
  if (p->depth > each) p->depth = (int)each;
}

/* ---- Factors of rows, which every block sees whole ----------------------------------- */

bool skinny_finds_deviation(const target *t, const node *n) {
  if (!node_is(n, OP_INVERSE_DEVIATION) || !t->chip) return false;
  const value *x = n->in[0], *v = n->out[0];
  int64_t k = x->type.dims[x->type.rank - 1];
  if (!dtype_is_fp8(x->type.dtype) || x->type.scale.kind != SCALE_TENSOR || value_is_output(v) ||
      v->user_count == 0 || k % 16 != 0 || tensor_elements(&x->type) > ROWS_MAX * k)
    return false;
  for (size_t i = 0; i < v->user_count; i++) {
    const node *u = v->users[i];
    if (!node_is(u, OP_LINEAR) || u->in[0] != x || node_input(u, 3) != v ||
        !value_is_const(u->in[1]) || !dtype_is_fp8(u->in[1]->type.dtype) ||
        u->in[1]->type.dims[0] % 2 != 0)
      return false;
  }
  return true;
}

/* ---- Whether it fits ---------------------------------------------------------------- */

/* Hopper's own kernel has few tiles to keep its multiprocessors busy where the sums are deep: 32
 * rows by weights of 4096 x 14336 take 20.2 us here and 21.9 there, 4096 x 4096 7.7 and 6.6, 28672
 * x 4096 39.3 and 33.0 (H200). */
static bool takes_more_rows(const fused_product *f, const target *t) {
  return f->columns * f->k >= LARGE_BYTES && (!target_has_wgmma(t) || f->k >= 2 * f->columns);
}

static const char *fit(const product_problem *p, const target *t) {
  const fused_product *f = &p->f;
  if (p->unfused) return p->unfused;
  if (f->blocks[0]) return "its scales change along k";
  if (fused_asked(f) > 0) return "its sums are to go into F32 more often than once";
  bool fp8 = dtype_is_fp8(p->x) && dtype_is_fp8(p->w);
  if (f->rows > (fp8 && takes_more_rows(f, t) ? ROWS_LARGE : ROWS_MAX))
    return "it has more than 16 rows, or 32 with large weights";
  if (!fp8 && (p->x != p->w || (p->x != FP8C_DTYPE_BF16 && p->x != FP8C_DTYPE_F16)))
    return "the operands are neither FP8 nor both BF16 or F16";
  if (!p->constant) return "its weights are no constant";
  if (p->unstored) return p->unstored;
  if (f->k * (int64_t)dtype_bytes(p->x) % 16) return "its rows are no multiple of 16 bytes";
  return f->out_columns % 2 ? "it has an odd number of columns" : NULL;
}

static bool too_large(const skinny *k) {
  size_t bytes; /* rows and k_bytes are below 2^33: sums do not overflow */
  return k->s.blocks > INT32_MAX || !size_mul((size_t)(k->s.blocks * k->s.tiles * TILE),
                                              (size_t)(k->s.k_bytes + PIECE), &bytes);
}

/* Fitted to 30 of 49 products on an H200, 7% off in the median of those of 5 us and more (worst
 * 1.7): the rate at which weights come to all multiprocessors, of which the busiest decides; what a
 * warp waits for the pieces that it has under way; clocks for a byte of the tokens, which every
 * block reads; and a block's end for 8 rows. */
#define START 0.65e-6
#define WEIGHTS_RATE 1.25 /* of what mixed reads and writes reach */
#define ROUND_SECONDS 0.44e-6
#define TOKEN_CLOCKS 0.019
#define EIGHT_ROWS_SECONDS 0.34e-6

static double seconds_of(const skinny *k, const cost_model *m) {
  const chip_row *c = cost_chip_row(m);
  double held = (double)divide_up(k->s.blocks, c->processors), bytes = (double)k->s.k_bytes;
  double weights =
      held * k->s.tiles * TILE * bytes * c->processors / (WEIGHTS_RATE * c->bytes_rate);
  double rounds = ceil((double)divide_up(k->s.k_bytes, PIECE) / (k->warps * k->depth));
  double tokens = held * (double)k->f->rows * bytes * TOKEN_CLOCKS / c->clock;
  return START + fmax(weights, rounds * ROUND_SECONDS) + tokens +
         held * (double)divide_up(k->f->rows, 8) * EIGHT_ROWS_SECONDS;
}

static void offer_cut(const problem *p, const cost_model *m, schedule_list *out, const skinny *cut,
                      int form, double cost, bool reorders) {
  skinny *k = NEW(out->a, skinny);
  *k = *cut;
  int columns = k->s.tiles * TILE;
  int64_t eights = divide_up(k->f->rows, 8);
  schedule s = {.name = arena_printf(out->a, "%d columns, %d warp%s", columns, k->warps,
                                     k->warps == 1 ? "" : "s"),
                .cost = cost,
                .form = form,
                .reorders = reorders,
                .constants = k,
                .constant_bytes = sizeof *k,
                .shared_bytes = (uint32_t)(k->warps * k->s.tiles * 8 * eights * PITCH * 4)};
  offer_product(out, p, m, s);
  if (m->full) return;
  out->items[out->count - 1].seconds = seconds_of(k, m);
  out->items[out->count - 1].start = START;
}

/* Warps join their sums in their order: another number of them is another order. */
const char *offers_gemm_skinny(const problem *p, const cost_model *m, schedule_list *out) {
  const product_problem *q = &p->product;
  const char *why = fit(q, cost_target(m));
  if (why) return why;
  size_t bytes = dtype_bytes(q->w);
  skinny k = {.f = &q->f, .processors = cost_multiprocessors(m)};
  int step = q->f.halves[0] ? 2 : 1, first = step;
  for (int t = step; t <= 4; t += step)
    if (cost_of(&k, t) < cost_of(&k, first)) first = t;
  cut(&k, first, 0, bytes);
  if (too_large(&k)) return "its weights are too large";
  int warps = k.warps;
  offer_cut(p, m, out, &k, first, cost_of(&k, first), false);
  for (int fewer = 0; fewer < 3; fewer++)
    for (int t = step; t <= 4; t += step) {
      cut(&k, t, fewer, bytes);
      if (k.warps < 1 || (t == first && fewer == 0) || too_large(&k)) continue;
      offer_cut(p, m, out, &k, t | fewer << 4, cost_of(&k, t) * (1 + 0.1 * fewer),
                k.warps != warps);
    }
  return NULL;
}

/* ---- The kernel ------------------------------------------------------------------------ */

static const char *add_weights(lowering *l, const skinny *p, const value *w, uint32_t *id) {
  int64_t bytes = skinny_bytes(&p->s), row = divide_up(p->s.k_bytes, PIECE) * PIECE;
  uint8_t *packed = NULL;
  if (!l->probe) {
    const tensor *t = lower_load(l, w);
    if (!t) return "its weights cannot be read";
    packed = arena_raw(l->c->keep, 1, (size_t)bytes);
    packing job = {&p->s, t->data, packed};
    pool_run(l->c->threads, (size_t)p->s.blocks, pack_block, &job);
  }
  tensor type = {.dtype = w->type.dtype,
                 .rank = 2,
                 .dims = {bytes / row, row / (int64_t)dtype_bytes(w->type.dtype)}};
  *id = lower_const_kept(l, arena_printf(l->c->scratch, "%s.skinny", w->name), &type, packed);
  return NULL;
}

/* ---- Rows in front ----------------------------------------------------------------------- */

/* Every block computes all of them again, one after the other, out of the L2 cache, while its first
 * weights are under way: 16 rows of 192 take 16 us on an H200, and two launches 3. */
#define FRONT_ROWS 4
#define FRONT_ELEMENTS 4096
#define FRONT_BYTES (32 << 10) /* of shared memory; what a block may have besides its sums */
#define FRONT_A_THREAD 64      /* of a row */

static int64_t front_pitch(const fused_product *f) {
  int64_t bytes = f->k * (int64_t)dtype_bytes(f->x->type.dtype);
  return f->rows == 1 ? bytes : (bytes + 63) / 128 * 128 + 64; /* no two rows share their banks */
}

/* ... with room for sums over a row. */
static int64_t front_bytes(const fused_product *f) {
  return (f->rows * front_pitch(f) + 36 * 4 + 15) / 16 * 16;
}

/* What the rows give besides is stored by one block, and no other can read it in the same launch.
 */
static bool reads_beside(const problem *product, const problem *rows) {
  for (size_t i = 0; i < product->gr.count; i++) {
    const node *n = product->gr.nodes[i];
    for (size_t k = 0; k < n->in_count; k++)
      if (n->in[k] && n->in[k]->def && n->in[k] != product->product.f.x &&
          group_has(&rows->gr, n->in[k]->def))
        return true;
  }
  return false;
}

bool skinny_takes_front(const problem *product, const problem *rows) {
  const fused_product *f = &product->product.f;
  const value *x = f->x;
  if (f->factors || value_is_output(x) || !group_has(&rows->gr, x->def) || f->rows > FRONT_ROWS ||
      f->rows * f->k > FRONT_ELEMENTS || front_bytes(f) > FRONT_BYTES)
    return false;
  for (size_t i = 0; i < x->user_count; i++)
    if (x->users[i] != f->n && !group_has(&rows->gr, x->users[i])) return false;
  for (size_t i = 1; i < f->n->in_count; i++)
    if (f->n->in[i] == x) return false;
  return !reads_beside(product, rows) && row_fits_front(rows, x);
}

static void add_shape(text *t, const skinny *p, const fused_product *f, uint32_t shared,
                      bool hurries) {
  bool by_column = fused_by_column(f);
  text_printf(t,
              "struct shape {\n  static constexpr int M = %lld, N = %lld, K_BYTES = %lld, TILES = "
              "%d, WARPS = %d, DEPTH = %d, SHARED = %u, APART = %lld;\n"
              "  static constexpr bool COLUMNS = %s, BIAS = %s, FACTORS = %s, DEVIATES = %s, GATED "
              "= %s, HURRIES = %s;\n"
              "  typedef %s A;\n  typedef %s B;\n};\n",
              (long long)f->rows, (long long)f->out_columns, (long long)p->s.k_bytes, p->s.tiles,
              p->warps, p->depth, shared, (long long)p->s.apart, by_column ? "true" : "false",
              f->bias ? "true" : "false", f->factors ? "true" : "false",
              f->deviation ? "true" : "false", p->s.gated ? "true" : "false",
              hurries ? "true" : "false", memory_type(f->x->type.dtype),
              memory_type(f->w->type.dtype));
}

static group both_groups(lowering *l, const group *a, const group *b) {
  node **nodes = NEW_ARRAY(l->c->scratch, node *, a->count + b->count);
  memcpy(nodes, a->nodes, a->count * sizeof *nodes);
  memcpy(nodes + a->count, b->nodes, b->count * sizeof *nodes);
  return (group){nodes, a->count + b->count};
}

const char *write_gemm_skinny(lowering *l, const problem *p, const schedule *s) {
  const skinny *k = s->constants;
  fused_product f = p->product.f;
  if (f.factors && l->later[f.factors->id] && skinny_finds_deviation(l->t, f.factors->def))
    f.deviation = f.factors->def;
  region_code r;
  kernel_draft *d = &r.draft;
  const char *epilogue, *why;
  uint32_t weights;
  if ((why = fused_begin(&r, l, &p->gr, &f)) ||
      (why = fused_epilogue(&r, &f, 2, false, &epilogue)) ||
      (why = add_weights(l, k, f.w, &weights)))
    return why;
  const char *tokens;
  row_front front = {.held = f.x, .rows = f.rows, .threads = k->warps * 32};
  if (l->front && f.k > FRONT_A_THREAD * (int64_t)front.threads)
    return "its blocks have few threads for a row";
  if (l->front) {
    front.pitch = front_pitch(&f);
    front.bytes = (uint32_t)front_bytes(&f);
    if ((why = row_write_front(d, l->front, &front, &tokens))) return why;
  } else {
    tokens = arena_printf(l->c->scratch, "p%u", draft_read(d, lower_value(l, f.x), "u8"));
  }
  uint32_t matrix = draft_read(d, weights, "uint4");
  uint32_t sums = f.deviation ? (uint32_t)k->warps * ROWS_MAX * 8 : 0;
  uint32_t shared = s->shared_bytes + sums + front.bytes;
  add_shape(&d->functions, k, &f, shared, l->hurries);
  text_printf(&d->body, "  const epilogue e = %s;\n  gemm_skinny<shape>(p%u, %s, e);\n", epilogue,
              matrix, tokens);
  launch_shape shape = {.blocks = (uint64_t)k->s.blocks,
                        .threads = (uint32_t)k->warps * 32,
                        .shared_bytes = shared,
                        .hurries = true,
                        .blocks_held = (uint32_t)(warps_held(&f) / k->warps)};
  group gr = l->front ? both_groups(l, &p->gr, &l->front->gr) : p->gr;
  const char *family = l->front ? "row_and_gemm_skinny" : "gemm_skinny";
  fused_launch(&r, &f, &gr, family, kernel_text_gemm_skinny, shape);
  return NULL;
}
