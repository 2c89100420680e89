/* direct_norm.c - norms of images: GroupNormalization, InstanceNormalization (kernels/norm.cuh).
 *
 * Channels first or last, with what follows in the graph.  A group that one block's registers hold
 * is read once, by one launch; where groups are large, or too few for the chip, blocks share them,
 * and a first launch finds what each part knows of its mean and deviation. */
#include "base/numbers.h"
#include "base/size.h"
#include "codegen/direct.h"
#include "codegen/families.h"
#include "ops/ids/norms.h"
#include "ops/move.h"

#define THREADS 512   /* of a block that shares a group (NORM_THREADS) */
#define BLOCKS_EACH 2 /* of them, for a multiprocessor */
#define PARTS_MAX                                                                                 \
  64                  /* of an image or a line, which every block of the second launch reads all, \
                       */
#define PART_STEPS 16 /* but where a thread of a part has so many vectors */
#define HELD_THREADS 1024 /* of a block that holds a group, at most */
#define HELD_REGISTERS 24 /* of a thread, of so many threads */
#define SECTOR 32         /* bytes that memory gives at least */
/* Seconds on an H200: of a launch, of joining what the first of two found, of a number of a group
 * that a block holds (channels last, it reads a part of each pixel), and bytes of a multiprocessor
 * where all share. */
#define LAUNCH 1.3e-6
#define JOIN 2.5e-6
#define HELD_LAST 0.4e-9
#define HELD_FIRST 0.14e-9
#define BYTES_RATE 24e9
/* Of the time model, beside a launch's: a second launch, and what joins the parts of the first. */
#define START_HELD 1e-6
#define START_SHARED 8e-6
/* Clocks of a lane for an element; channels last, a group is a part of each pixel; and of one that
 * no vector brings. */
#define FIRST_CLOCKS 20
#define LAST_CLOCKS 35
#define TORN_CLOCKS 60

typedef struct norm {
  int64_t images, channels, pixels, groups, line;
  bool last;
  const node *n;
  const region_code *after; /* what follows, as it is read; NULL: nothing */
} norm;

/* How work is cut where blocks share a group, and where each has one. */
typedef struct shares {
  norm s;
  int64_t vector, lanes, chunks, parts, part_size, apply_parts, apply_size;
} shares;

typedef struct holders {
  norm s;
  int64_t vector, threads, held;
} holders;

static norm read_norm(const problem *p) {
  const node *n = p->gr.nodes[0];
  const tensor *x = &n->in[0]->type;
  norm s = {.images = x->dims[0],
            .last = node_int(n, "channels_last") && x->rank > 2,
            .n = n,
            .after = p->region.read};
  int first = s.last ? 1 : 2;
  s.channels = x->dims[s.last ? x->rank - 1 : 1];
  s.pixels = dims_product(x->dims, first, s.last ? x->rank - 1 : x->rank);
  s.groups = node_is(n, OP_GROUP_NORMALIZATION) ? node_int(n, "num_groups") : s.channels;
  s.line = s.groups ? s.channels / s.groups * s.pixels : 0;
  return s;
}

/* Threads of a block that have work, where so many vectors are a row of it. */
static int64_t busy(int64_t lanes) { return lanes > THREADS ? 0 : THREADS / lanes * lanes; }

/* A block takes whole groups of channels: all of them, or fewer where that keeps more threads busy.
 */
static bool choose_lanes(const norm *s, shares *c) {
  int64_t all = s->channels / c->vector;
  c->chunks = 0;
  for (int64_t chunks = 1; chunks <= s->groups && chunks <= all; chunks++) {
    int64_t lanes = all / chunks;
    if (s->groups % chunks || all % chunks) continue;
    if (c->chunks && (lanes * 8 < SECTOR || busy(lanes) * 10 < busy(c->lanes) * 12)) continue;
    if (!busy(lanes)) continue;
    c->chunks = chunks;
    c->lanes = lanes;
  }
  return c->chunks > 0;
}

/* `units` in about so many parts, none of them empty. */
static void cut(int64_t units, int64_t parts, int64_t most, int64_t *count, int64_t *size) {
  if (parts > most) parts = most;
  if (parts < 1) parts = 1;
  *size = divide_up(units, parts);
  *count = divide_up(units, *size);
}

static bool choose_shares(int multiprocessors, const norm *s, shares *c) {
  int64_t blocks = BLOCKS_EACH * multiprocessors, units, each;
  *c = (shares){.s = *s, .lanes = 1, .chunks = 1};
  c->vector = direct_vector_of(s->n, s->after, s->last ? s->channels : s->pixels);
  if (s->last && !choose_lanes(s, c)) {
    c->vector = 1;
    if (!choose_lanes(s, c)) return false;
  }
  if (s->last) {
    units = s->pixels;
    each = THREADS / c->lanes;
    blocks = divide_up(blocks, s->images * c->chunks);
  } else {
    units = s->line / c->vector;
    each = THREADS;
    blocks = divide_up(blocks, s->images * s->groups);
  }
  int64_t most = divide_up(units, 2 * each), parts = divide_up(units, PART_STEPS * each);
  if (parts < PARTS_MAX) parts = most < PARTS_MAX ? most : PARTS_MAX;
  cut(units, blocks, parts, &c->parts, &c->part_size);
  cut(units, blocks, most, &c->apply_parts, &c->apply_size);
  return true;
}

static int64_t held_threads(int64_t vectors) {
  int64_t threads = 64;
  while (threads < HELD_THREADS && threads * 2 < vectors) threads *= 2;
  return threads;
}

/* Channels last, a thread keeps its channels, so that some of a block's may have none. */
static int64_t active_threads(const norm *s, int64_t vector, int64_t threads) {
  int64_t across = s->channels / s->groups / vector;
  return s->last ? threads / across * across : threads;
}

static bool choose_holders(const norm *s, holders *c) {
  int64_t inner = s->last ? s->channels / s->groups : s->pixels;
  *c = (holders){.s = *s, .vector = direct_vector_of(s->n, s->after, inner)};
  int64_t vectors = s->line / c->vector;
  int64_t bytes = c->vector * (int64_t)dtype_bytes(s->n->in[0]->type.dtype);
  c->threads = held_threads(vectors);
  int64_t active = active_threads(s, c->vector, c->threads);
  if (active > 0) c->held = divide_up(vectors, active);
  return active > 0 && c->held * divide_up(bytes, 4) <= HELD_REGISTERS;
}

/* ---- Which is faster ---------------------------------------------------------------- */

/* A block that has a group of very few channels where channels lie last reads whole sectors for
 * them: so many times its bytes (16 with a channel of 16 bits each: 37 us on an H200 for an
 * InstanceNorm that two launches do in 9).  Those of 20 bytes are as fast as whole ones: their
 * neighbours' blocks find the sector in a cache. */
#define SECTOR_BYTES 32
#define TORN_BYTES 8
static double torn_sectors(const norm *s) {
  double run = (double)(s->channels / s->groups) * (double)dtype_bytes(s->n->in[0]->type.dtype);
  return s->last && run > 0 && run <= TORN_BYTES ? SECTOR_BYTES / run : 1;
}

static double held_cost(int multiprocessors, const norm *s) {
  double waves = (double)divide_up(s->images * s->groups, multiprocessors);
  return LAUNCH + waves * (double)s->line * (s->last ? HELD_LAST : HELD_FIRST) * torn_sectors(s);
}

static double shared_cost(int multiprocessors, const norm *s) {
  double bytes = 3 * (double)dtype_bytes(s->n->in[0]->type.dtype);
  double all = (double)(s->images * s->groups) * (double)s->line * bytes;
  return 2 * LAUNCH + JOIN + all / (BYTES_RATE * multiprocessors);
}

/* Whoever shares a group reads it twice. */
static void add_time(const problem *p, const cost_model *m, const norm *s, bool held, schedule *f) {
  const tensor *x = &s->n->in[0]->type;
  int64_t inner = s->last ? s->channels : s->pixels;
  bool torn = inner * (int64_t)dtype_bytes(x->dtype) % 16 != 0;
  double elements = (double)tensor_elements(x);
  double clocks = (s->last ? LAST_CLOCKS : FIRST_CLOCKS) + (torn ? TORN_CLOCKS : 0);
  double again = held ? 0 : elements * (double)dtype_bytes(x->dtype);
  f->start = COST_START_PASS + (held ? START_HELD : START_SHARED);
  double bytes = (p->work.bytes + again) * (held ? torn_sectors(s) : 1);
  f->seconds = cost_of_pass(m, bytes, clocks_of_nodes(&p->gr) + clocks * elements);
  if (!m->full) f->seconds += f->start - COST_START_PASS;
}

enum { SHARED, HELD, EMPTY };

static const char *fit(const problem *p, const norm *s) {
  const value *y = s->n->out[0];
  if (s->n->in[0]->type.scale.kind == SCALE_AXIS) return "its image has a scale for each channel";
  if (p->undirect) return p->undirect;
  if (p->region.unread) return p->region.unread;
  if (s->after && dims_product(s->after->dims, 0, s->after->rank) != tensor_elements(&y->type))
    return "what follows it is wider";
  return NULL;
}

const char *offers_image_norm(const problem *p, const cost_model *m, schedule_list *out) {
  norm s = read_norm(p);
  const char *why = fit(p, &s);
  if (why) return why;
  if (s.images * s.groups * s.line == 0) {
    offer_pass(out, m, 0, 0, (schedule){.name = "nothing", .form = EMPTY, .launches = 1});
    return NULL;
  }
  holders *each = NEW(out->a, holders);
  shares *all = NEW(out->a, shares);
  int multiprocessors = cost_multiprocessors(m);
  bool holds = choose_holders(&s, each), shared = choose_shares(multiprocessors, &s, all);
  if (!shared && !holds) return "its groups have more channels than a block takes";
  schedule held = {.name = "a block for each group",
                   .cost = held_cost(multiprocessors, &s),
                   .form = HELD,
                   .constants = each,
                   .constant_bytes = sizeof *each,
                   .launches = 1};
  schedule parts = {.name = "blocks share groups",
                    .cost = shared_cost(multiprocessors, &s),
                    .form = SHARED,
                    .constants = all,
                    .constant_bytes = sizeof *all,
                    .launches = 2};
  add_time(p, m, &s, true, &held);
  add_time(p, m, &s, false, &parts);
  bool first = holds && (!shared || held.cost <= parts.cost);
  held.reorders = !first;
  parts.reorders = first;
  offer(out, first ? held : parts);
  if (holds && shared) offer(out, first ? parts : held);
  return NULL;
}

/* ---- The kernels -------------------------------------------------------------------- */

static void write_sizes(direct *k, const norm *s) {
  direct_size(k, "channels", s->channels);
  direct_size(k, "pixels", s->pixels);
  direct_size(k, "groups", s->groups);
  direct_size(k, "line", s->line);
  direct_real(k, "epsilon", (double)node_float(k->n, "epsilon"));
}

static void write_shares(direct *k, const shares *c) {
  write_sizes(k, &c->s);
  direct_size(k, "vector", c->vector);
  direct_size(k, "lanes", c->lanes);
  direct_size(k, "chunks", c->chunks);
  direct_size(k, "parts", c->parts);
  direct_size(k, "part_pixels", c->part_size);
  direct_size(k, "apply_parts", c->apply_parts);
  direct_size(k, "apply_pixels", c->apply_size);
}

/* The image as a pointer and the factor of its codes: "p0, p1". */
static const char *image(direct *k) {
  const value *x = k->n->in[0];
  uint32_t p = draft_read(&k->draft, lower_value(k->l, x), memory_type(x->type.dtype));
  if (x->type.scale.kind != SCALE_TENSOR) return arena_printf(k->l->c->scratch, "p%u, 1.0f", p);
  return arena_printf(k->l->c->scratch, "p%u, p%u", p, draft_f32(&k->draft, x->type.scale.value));
}

/* gain and bias, of neighbouring channels at once. */
static const char *read_neighbours(direct *k, const char *name, const value *v, int64_t vector) {
  if (!memory_type(v->type.dtype) || v->type.scale.kind == SCALE_AXIS)
    return arena_printf(k->l->c->scratch, "its %s has no form that such a kernel reads", name);
  direct_in_many(k, name, v, (int)vector);
  return NULL;
}

static const char *by_shares(direct *k, const shares *c) {
  const node *n = k->n;
  const norm *s = &c->s;
  const char *order = s->last ? "last" : "first";
  int64_t lines = s->last ? s->images * c->chunks : s->images * s->groups;
  tensor type = {
      .dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {s->images * s->groups * c->parts * 2}};
  uint32_t found =
      lower_temp(k->l, arena_printf(k->l->c->scratch, "%s.moments", n->out[0]->name), &type);
  uint64_t elements = (uint64_t)tensor_elements(&n->in[0]->type);
  direct first;
  group single = {k->gr->nodes, 1};
  direct_begin(&first, k->l, &single);
  write_shares(&first, c);
  const char *x = image(&first);
  text_printf(&first.draft.body, "  norm_%s_moments<shape>(%s, p%u);\n", order, x,
              draft_write(&first.draft, found, "float2"));
  const char *why = direct_launch_blocks(&first, "norm_moments",
                                         (launch_shape){.blocks = (uint64_t)(lines * c->parts),
                                                        .threads = THREADS,
                                                        .blocks_held = BLOCKS_EACH,
                                                        .flops = 3 * elements});
  if (why) return why;
  write_shares(k, c);
  x = image(k);
  for (int i = 1; i < 3 && !s->last; i++) direct_in(k, i, n->in[i]);
  if (s->last) why = read_neighbours(k, "gain", n->in[1], c->vector);
  if (s->last && !why) why = read_neighbours(k, "bias", n->in[2], c->vector);
  if (why) return why;
  uint32_t p = draft_read(&k->draft, found, "float2");
  direct_out_many(k, n->out[0], (int)c->vector);
  text_printf(&k->draft.body, "  norm_%s_apply<shape>(%s, %s, p%u, out_many);\n", order, x,
              s->last ? "gain, bias" : "in1, in2", p);
  return direct_launch_blocks(k, "group_norm",
                              (launch_shape){.blocks = (uint64_t)(lines * c->apply_parts),
                                             .threads = THREADS,
                                             .blocks_held = BLOCKS_EACH,
                                             .waits_itself = true,
                                             .reads_older = true,
                                             .flops = 4 * elements});
}

static const char *by_block(direct *k, const holders *c) {
  const node *n = k->n;
  const norm *s = &c->s;
  write_sizes(k, s);
  direct_size(k, "vector", c->vector);
  direct_size(k, "threads", c->threads);
  direct_size(k, "held", c->held);
  direct_flag(k, "last", s->last);
  const char *x = image(k);
  for (int i = 1; i < 3; i++) direct_in(k, i, n->in[i]);
  direct_out_many(k, n->out[0], (int)c->vector);
  text_printf(&k->draft.body, "  norm_held<shape>(%s, in1, in2, out_many);\n", x);
  return direct_launch_blocks(
      k, "group_norm_held",
      (launch_shape){.blocks = (uint64_t)(s->images * s->groups),
                     .threads = (uint32_t)c->threads,
                     .flops = 7 * (uint64_t)tensor_elements(&n->in[0]->type)});
}

const char *write_image_norm(lowering *l, const problem *p, const schedule *f) {
  direct k;
  const char *why = direct_start(&k, l, &p->gr);
  if (why) return why;
  if (f->form == HELD) return by_block(&k, f->constants);
  if (f->form == SHARED) return by_shares(&k, f->constants);
  direct_out(&k, 0, k.n->out[0]);
  return direct_launch(&k, "group_norm", 0, 1, 0);
}
