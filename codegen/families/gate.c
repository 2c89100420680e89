/* gate.c - squeeze and excitation (kernels/gate.cuh): the mean of each channel of an image, two
 * products with what follows them, and the image times their result, in two launches.
 *
 * A region of these nodes is made by the pass fuse-gates, which asks here whether it takes less
 * time than the kernels of its nodes. */
#include "base/numbers.h"
#include "base/size.h"
#include "codegen/direct.h"
#include "codegen/families.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/move.h"

#define THREADS 256 /* GATE_THREADS */
#define AHEAD 4     /* GATE_AHEAD */
#define SLICE 64    /* channels of a block, at most: two sectors of BF16 pixels */
#define TOGETHER_MAX 8
#define HIDDEN_MAX 2048 /* of all images of a block: they lie in shared memory */
#define BLOCKS_EACH 4   /* for a multiprocessor, where pixels can be shared */
/* Seconds on an H200 beside what the bytes take at the memory's rate, fitted to 56 gates of eight
 * networks (10% off in the median, 1.40 in the worst): of a turn in which the block's groups of
 * GATE_LANES threads each multiply a row of weights, for which they wait, and of a turn in which
 * its threads join what eight blocks found. */
#define ROWS_SECONDS 1.15e-6
#define JOIN_SECONDS 0.12e-6
#define GATE_LANES 8  /* of gate.cuh */
#define LOADS_AHEAD 4 /* of weights */
#define JOINED_AHEAD 8

/* The nodes of a region, in its order: what stands between them follows the one in front. */
typedef struct chain {
  const node *pool, *down, *up, *mul;
  size_t down_at, up_at, mul_at;
  int64_t images, pixels, channels, hidden;
} chain;

static bool works_on_elements(const node *n) { return n->op->family == FAMILY_ELTWISE; }

/* Behind a product stand nodes that work on its elements, with those that move nothing around them.
 */
static bool fits_end(node *const *nodes, size_t count) {
  int turns = 0;
  for (size_t i = 0; i < count; i++) {
    bool before = i > 0 && works_on_elements(nodes[i - 1]);
    if (works_on_elements(nodes[i]) && !region_knows(nodes[i])) return false;
    turns += works_on_elements(nodes[i]) && !before;
  }
  return turns <= 1;
}

/* How blocks share it. */
typedef struct cut {
  chain c;
  int64_t vector, lanes, slices, together, parts, part_pixels, apply_parts, apply_pixels;
} cut;

/* ---- Reading ------------------------------------------------------------------------- */

static bool is_product(const node *n) { return node_is(n, OP_CONV) || node_is(n, OP_LINEAR); }

/* A product with constant weights of F32 as rows of `columns`. */
static bool fits_product(const node *n, int64_t columns, int64_t *rows) {
  const value *w = n->in[1], *bias = node_input(n, 2);
  int64_t elements = value_is_const(w) && columns > 0 ? tensor_elements(&w->type) : 0;
  *rows = elements > 0 ? elements / columns : 0;
  return *rows > 0 && *rows * columns == elements && w->type.dims[0] == *rows &&
         w->type.dtype == FP8C_DTYPE_F32 && w->type.scale.kind == SCALE_NONE &&
         n->out[0]->type.dtype == FP8C_DTYPE_F32 &&
         (!bias || (value_is_const(bias) && bias->type.dtype == FP8C_DTYPE_F32 &&
                    tensor_elements(&bias->type) == *rows));
}

static const char *read_chain(const group *gr, chain *c) {
  *c = (chain){.pool = gr->nodes[0]};
  for (size_t i = 1; i < gr->count && !c->mul; i++) {
    const node *n = gr->nodes[i];
    if (is_product(n) && !c->down)
      c->down = n, c->down_at = i;
    else if (is_product(n) && !c->up)
      c->up = n, c->up_at = i;
    else if (c->up && node_is(n, OP_MUL) &&
             tensor_elements(&n->out[0]->type) == tensor_elements(&c->pool->in[0]->type))
      c->mul = n, c->mul_at = i;
  }
  if (!c->mul || c->mul->in_count != 2) return other_operators;
  const tensor *x = &c->pool->in[0]->type;
  c->images = x->dims[0];
  c->channels = x->dims[x->rank - 1];
  c->pixels = dims_product(x->dims, 1, x->rank - 1);
  if (!fits_end(gr->nodes + c->down_at + 1, c->up_at - c->down_at - 1) ||
      !fits_end(gr->nodes + c->up_at + 1, c->mul_at - c->up_at - 1))
    return "what stands behind its products is done by other kernels";
  int64_t again;
  if (!fits_product(c->down, c->channels, &c->hidden) || !fits_product(c->up, c->hidden, &again) ||
      again != c->channels)
    return "its products are not in F32, or of other sizes";
  if (tensor_elements(x) == 0) return "its image is empty";
  return NULL;
}

/* The image, of which the pool and the product may read different forms. */
static bool fits_image(const value *v) {
  return dtype_is_small_float(v->type.dtype) && v->type.scale.kind != SCALE_AXIS;
}

/* ---- How it is cut -------------------------------------------------------------------- */

/* The pixels in about so many parts, each of which gives every row of threads enough to ask for. */
static void cut_pixels(int64_t pixels, int64_t parts, int64_t rows, int64_t *count, int64_t *each) {
  int64_t most = pixels / (rows * AHEAD);
  if (parts > most) parts = most;
  if (parts < 1) parts = 1;
  *each = divide_up(pixels, parts);
  *count = divide_up(pixels, *each);
}

static cut cut_chain(const chain *c, int64_t vector, int multiprocessors) {
  cut k = {.c = *c, .vector = vector, .together = 1};
  int64_t vectors = c->channels / vector, most = SLICE / vector;
  k.slices = divide_up(vectors, most);
  k.lanes = divide_up(vectors, k.slices);
  k.slices = divide_up(vectors, k.lanes);
  /* Weights come once for all images of a block. */
  int64_t weights = 4 * c->hidden, image = 2 * c->pixels;
  while (k.together < TOGETHER_MAX && k.together * image < weights &&
         2 * k.together * c->hidden <= HIDDEN_MAX && 2 * k.together <= THREADS / k.lanes &&
         divide_up(c->images, 2 * k.together) * k.slices >= multiprocessors)
    k.together *= 2;
  int64_t blocks = divide_up(c->images, k.together) * k.slices,
          rows = THREADS / k.lanes / k.together;
  int64_t parts = divide_up((int64_t)BLOCKS_EACH * multiprocessors, blocks);
  cut_pixels(c->pixels, parts, rows, &k.parts, &k.part_pixels);
  cut_pixels(c->pixels, parts, rows, &k.apply_parts, &k.apply_pixels);
  return k;
}

/* Numbers that a load of weights takes at once, where rows have `columns` and begin every so many.
 */
static int64_t row_vector(int64_t columns, int64_t width) {
  int64_t vector = 4;
  while (columns % vector || width % vector) vector /= 2;
  return vector;
}

/* Turns of a block that waits for `columns` weights of each of so many rows. */
static double turns_of(int64_t rows, int64_t columns, int64_t vector) {
  int64_t loads = divide_up(columns, GATE_LANES * vector);
  return (double)(divide_up(rows, THREADS / GATE_LANES) * divide_up(loads, LOADS_AHEAD));
}

/* Turns in which a block's threads, several for a sum where sums are few, join what others found.
 */
static double joins_of(const cut *k) {
  int64_t sums = k->together * k->c.hidden, joiners = sums < THREADS ? THREADS / sums : 1;
  return (double)(divide_up(k->parts * k->slices, joiners * JOINED_AHEAD) *
                  divide_up(joiners * sums, THREADS));
}

/* Both launches read the image, at the memory's rate: what a block asks for at a time is little.
 * Weights come for each block. */
static double seconds_of(const problem *p, const cost_model *m, const cut *k) {
  const chain *c = &k->c;
  double rate = cost_chip_row(m)->bytes_rate, image = cost_stored_bytes(c->pool->in[0]);
  double blocks = (double)(divide_up(c->images, k->together) * k->parts);
  double weights = 4.0 * (double)(c->hidden * c->channels);
  double rest = p->work.bytes - 2 * weights, width = (double)(k->lanes * k->vector);
  double memory = (image + rest + weights * blocks) / rate;
  if (m->full) return memory;
  double turns = turns_of(c->hidden, (int64_t)width, row_vector(c->channels, (int64_t)width)) +
                 turns_of((int64_t)width, c->hidden, row_vector(c->hidden, c->hidden));
  return memory + ROWS_SECONDS * turns + JOIN_SECONDS * joins_of(k);
}

const char *offers_gate(const problem *p, const cost_model *m, schedule_list *out) {
  cut *k = NEW(out->a, cut);
  chain c;
  const char *why = read_chain(&p->gr, &c);
  if (why) return why;
  group *tail = NEW(out->a, group), after;
  *tail = (group){p->gr.nodes + c.mul_at, p->gr.count - c.mul_at};
  after = (group){tail->nodes + 1, tail->count - 1};
  if (!fits_image(c.pool->in[0]) || !fits_image(c.mul->in[0]) ||
      c.pool->out[0]->type.dtype != FP8C_DTYPE_F32)
    return "its image has a form that its kernels do not read";
  for (size_t i = 1; i < tail->count; i++)
    if (!region_knows(tail->nodes[i])) return "what follows it is done by another kernel";
  region_code *r = after.count ? NEW(out->a, region_code) : NULL;
  if (r && (why = region_read(r, out->a, &(region_extent){.gr = &after, .given = {c.mul->out[0]}})))
    return why;
  if (r && dims_product(r->dims, 0, r->rank) != tensor_elements(&c.mul->out[0]->type))
    return "what follows it is wider";
  *k = cut_chain(&c, direct_vector_of(c.mul, r, c.channels), cost_multiprocessors(m));
  if (k->together * c.hidden > HIDDEN_MAX) return "its hidden numbers are too many";
  if (divide_up(c.images, k->together) * k->slices * k->parts > INT32_MAX / THREADS)
    return "its results are too many";
  schedule s = {.name = "sums, then gates and pixels",
                .constants = k,
                .constant_bytes = sizeof *k,
                .launches = 2,
                .seconds = seconds_of(p, m, k),
                .start = 2 * COST_START_PASS - COST_START_HIDDEN};
  offer(out, s);
  return NULL;
}

/* ---- Writing ---------------------------------------------------------------------------- */

static void write_sizes(direct *k, const cut *s) {
  const chain *c = &s->c;
  direct_size(k, "images", c->images);
  direct_size(k, "pixels", c->pixels);
  direct_size(k, "channels", c->channels);
  direct_size(k, "hidden", c->hidden);
  direct_size(k, "hidden_turns", divide_up(c->hidden, 4) * 4);
  direct_size(k, "vector", s->vector);
  direct_size(k, "lanes", s->lanes);
  direct_size(k, "slices", s->slices);
  direct_size(k, "together", s->together);
  direct_size(k, "parts", s->parts);
  direct_size(k, "part_pixels", s->part_pixels);
  direct_size(k, "apply_parts", s->apply_parts);
  direct_size(k, "apply_pixels", s->apply_pixels);
  direct_size(k, "down_vector", row_vector(c->channels, s->lanes * s->vector));
  direct_size(k, "up_vector", row_vector(c->hidden, c->hidden));
}

/* An image as a pointer and the factor of its codes: "p0, p1". */
static const char *image_text(direct *k, const value *x) {
  uint32_t p = draft_read(&k->draft, lower_value(k->l, x), memory_type(x->type.dtype));
  if (x->type.scale.kind != SCALE_TENSOR) return arena_printf(k->l->c->scratch, "p%u, 1.0f", p);
  return arena_printf(k->l->c->scratch, "p%u, p%u", p, draft_f32(&k->draft, x->type.scale.value));
}

/* The function `name`(at, sum): the product's bias and the nodes behind it, up to what the next
 * product, or the gate, is. */
static const char *write_end(direct *k, const char *name, const node *product, int bias,
                             node *const *nodes, size_t count) {
  arena *a = k->l->c->scratch;
  region_code r;
  group *gr = NEW(a, group);
  const value *y = product->out[0];
  while (count && !works_on_elements(nodes[0])) y = nodes[0]->out[0], nodes++, count--;
  while (count && !works_on_elements(nodes[count - 1])) count--;
  const char *biased =
      arena_printf(a, "sum + in%d(at %% %lld)", bias, (long long)product->in[1]->type.dims[0]);
  direct_in(k, bias, node_input(product, 2));
  *gr = (group){nodes, count};
  text_printf(&k->draft.body, "  const auto %s = [&](auto at, auto sum) {\n", name);
  if (count == 0) {
    text_printf(&k->draft.body, "    return %s;\n  };\n", biased);
    return NULL;
  }
  const value *taken = nodes[count - 1]->out[0];
  const char *why = region_build_taken(&r, k->l, gr, y, taken, &k->draft);
  if (why) return why;
  k->draft = r.draft;
  int inner = r.rank - 1;
  text_printf(&k->draft.body,
              "    const auto given = %s;\n    const auto j = at %% %lld, row = at / %lld;\n"
              "    (void)row, (void)j;\n",
              biased, (long long)r.dims[inner], (long long)r.dims[inner]);
  region_emit_coordinates(&r, &k->draft.body, "i64", "row");
  region_emit(&r, &k->draft.body, EMIT_LOADS | EMIT_ROWS | EMIT_LANES,
              &(emission){.indent = "    ", .vector = 1, .element = "0", .given = {"given"}});
  text_printf(&k->draft.body, "    return v%u;\n  };\n", region_taken(&r));
  return NULL;
}

static const char *write_sums(lowering *l, const group *gr, const cut *s, uint32_t found) {
  const chain *c = &s->c;
  direct k;
  group single = {gr->nodes, 1};
  direct_begin(&k, l, &single);
  k.library = kernel_text_gate;
  write_sizes(&k, s);
  const char *x = image_text(&k, c->pool->in[0]);
  uint32_t w = draft_read(&k.draft, lower_value(l, c->down->in[1]), "float");
  text_printf(&k.draft.body, "  gate_sums<shape>(%s, p%u, p%u);\n", x, w,
              draft_write(&k.draft, found, "float"));
  int64_t blocks = divide_up(c->images, s->together) * s->slices * s->parts;
  return direct_launch_blocks(
      &k, "gate_sums",
      (launch_shape){.blocks = (uint64_t)blocks,
                     .threads = THREADS,
                     .flops = (uint64_t)(c->images * c->channels * (c->pixels + 2 * c->hidden))});
}

static const char *write_apply(lowering *l, const group *gr, const cut *s, uint32_t found) {
  const chain *c = &s->c;
  direct k;
  group tail = {gr->nodes + c->mul_at, gr->count - c->mul_at};
  group rest = {gr->nodes + c->down_at, gr->count - c->down_at};
  direct_begin(&k, l, &tail);
  k.library = kernel_text_gate;
  write_sizes(&k, s);
  const char *x = image_text(&k, c->mul->in[0]);
  uint32_t p = draft_read(&k.draft, found, "float");
  uint32_t w = draft_read(&k.draft, lower_value(l, c->up->in[1]), "float");
  const char *why =
      write_end(&k, "middle", c->down, 1, gr->nodes + c->down_at + 1, c->up_at - c->down_at - 1);
  if (!why)
    why = write_end(&k, "last", c->up, 2, gr->nodes + c->up_at + 1, c->mul_at - c->up_at - 1);
  if (why) return why;
  direct_out_many(&k, c->mul->out[0], (int)s->vector);
  text_printf(&k.draft.body, "  gate_apply<shape>(%s, p%u, middle, p%u, last, out_many);\n", x, p,
              w);
  int64_t blocks = divide_up(c->images, s->together) * s->slices * s->apply_parts;
  k.gr = &rest;
  return direct_launch_blocks(
      &k, "gate_apply",
      (launch_shape){.blocks = (uint64_t)blocks,
                     .threads = THREADS,
                     .waits_itself = true,
                     .reads_older = true,
                     .flops = (uint64_t)(c->images * c->channels * (c->pixels + 2 * c->hidden))});
}

const char *write_gate(lowering *l, const problem *p, const schedule *f) {
  const cut *s = f->constants;
  const chain *c = &s->c;
  tensor type = {
      .dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {c->images * s->parts * s->slices * c->hidden}};
  uint32_t found =
      lower_temp(l, arena_printf(l->c->scratch, "%s.sums", c->down->out[0]->name), &type);
  const char *why = write_sums(l, &p->gr, s, found);
  return why ? why : write_apply(l, &p->gr, s, found);
}
