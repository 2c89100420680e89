/* move.c - launches that only move elements: which form of kernels/move.cuh suits a copy, how long
 * it takes, and its text.
 *
 * Neighbouring dimensions that both walks cross in one stride are merged, and when the innermost is
 * contiguous on both sides, elements travel 16 bytes at a time. */
#include "codegen/move.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "ops/move.h"

#define CROSSING_MIN 8   /* neighbours on a side that are worth following */
#define CROSSING_BYTES 8 /* that a thread writes at least, if not in tiles */
#define SQUARE_BYTES 128 /* that a thread moves at most, where neighbours change */
#define SQUARES_MIN 32   /* of a plane: fewer do not fill a block */
#define SECTORS 64       /* bytes that a warp reads or writes side by side, if it can */

static const char *const names[] = {
    [MOVE_UNITS] = "units",
    [MOVE_GATHERED] = "gathered units",
    [MOVE_NUMBERS] = "numbers",
    [MOVE_TILES] = "tiles",
    [MOVE_SQUARES] = "squares",
    [MOVE_FILL] = "fill",
    [MOVE_SURROUND] = "box",
    [MOVE_CONCAT_DENSE] = "parts",
    [MOVE_CONCAT_PLACES] = "parts in place",
};

const char *move_form_name(move_form f) { return names[f]; }

/* ---- Forms of a copy ------------------------------------------------------------------------ */

static void merge(walk *w) {
  int n = 0;
  for (int i = 0; i < w->rank; i++) {
    if (w->dims[i] == 1) continue;
    if (n && w->in[n - 1] == w->in[i] * w->dims[i] && w->out[n - 1] == w->out[i] * w->dims[i]) {
      w->dims[n - 1] *= w->dims[i];
    } else {
      w->dims[n] = w->dims[i];
      n++;
    }
    w->in[n - 1] = w->in[i];
    w->out[n - 1] = w->out[i];
  }
  if (n == 0) w->dims[0] = 1, w->in[0] = w->out[0] = 1, n = 1;
  w->rank = n;
}

/* The widest unit, in elements, that divides every extent, stride and offset. */
static int64_t unit_of(const walk *w, size_t element) {
  int last = w->rank - 1;
  if (w->in[last] != 1 || w->out[last] != 1) return 1;
  for (int64_t unit = 16 / (int64_t)element; unit > 1; unit /= 2) {
    bool fits = w->dims[last] % unit == 0 && w->in_offset % unit == 0 && w->out_offset % unit == 0;
    for (int i = 0; i < last && fits; i++) fits = w->in[i] % unit == 0 && w->out[i] % unit == 0;
    if (fits) return unit;
  }
  return 1;
}

/* The dimension whose neighbours are what is read where the last one's are not; -1: none. */
static int across_of(const walk *w) {
  int last = w->rank - 1, across = -1;
  if (w->in[last] < 2 || w->out[last] != 1) return -1;
  for (int i = 0; i < last; i++)
    if (w->in[i] == 1 && w->dims[i] >= CROSSING_MIN) across = i;
  return across;
}

/* Threads follow that dimension, and each writes *unit elements of the last; -1: too few. */
static int crossing_of(const walk *w, size_t element, int64_t *unit) {
  int last = w->rank - 1, crossing = across_of(w);
  int64_t most = 16 / (int64_t)element;
  for (; most > 1; most /= 2) {
    bool fits = w->dims[last] % most == 0 && w->out_offset % most == 0;
    for (int i = 0; i < last && fits; i++) fits = w->out[i] % most == 0;
    if (fits) break;
  }
  if (crossing < 0 || most * (int64_t)element < CROSSING_BYTES) return -1;
  *unit = most;
  return crossing;
}

/* The widest vector, in elements, of one side: along `own`, whatever the others' coordinates are.
 */
static int64_t vector_along(const walk *w, int own, const int64_t *strides, int64_t offset,
                            size_t element) {
  for (int64_t unit = 16 / (int64_t)element; unit > 1; unit /= 2) {
    bool fits = w->dims[own] % unit == 0 && offset % unit == 0;
    for (int i = 0; i < w->rank && fits; i++) fits = i == own || strides[i] % unit == 0;
    if (fits) return unit;
  }
  return 1;
}

static int64_t power_up(int64_t x) {
  int64_t p = 1;
  while (p < x) p *= 2;
  return p;
}

static int64_t at_most(int64_t x, int64_t most) { return x < most ? x : most; }

/* False: threads had too little to do with them. */
static bool find_squares(move_step *m) {
  const walk *w = &m->w;
  squares *s = &m->s;
  int last = w->rank - 1;
  int64_t bytes = (int64_t)m->element;
  m->crossing = across_of(w);
  if (m->crossing < 0 || 16 % bytes) return false;
  s->read = vector_along(w, m->crossing, w->in, w->in_offset, m->element);
  s->write = vector_along(w, last, w->out, w->out_offset, m->element);
  while (s->read * s->write * bytes > SQUARE_BYTES)
    *(s->read >= s->write ? &s->read : &s->write) /= 2;
  if (s->read * bytes < 4 || s->write * bytes < 4) return false;
  int64_t wide = w->dims[m->crossing] / s->read, high = w->dims[last] / s->write, best = 0;
  if (wide * high < SQUARES_MIN) return false;
  for (int64_t x = 1; x <= 32; x *= 2) {
    int64_t worth = at_most(at_most(x, power_up(wide)) * s->read * bytes, SECTORS) *
                    at_most(at_most(32 / x, power_up(high)) * s->write * bytes, SECTORS);
    if (worth <= best) continue;
    best = worth;
    s->warp_x = x;
  }
  int64_t lanes_y = at_most(MOVE_THREADS / s->warp_x, power_up(high));
  if (lanes_y < 32 / s->warp_x) lanes_y = 32 / s->warp_x;
  s->lanes_x = MOVE_THREADS / lanes_y;
  return true;
}

bool same_codes(const tensor *x, const tensor *y) {
  return x->dtype == y->dtype && x->scale.kind == y->scale.kind &&
         (x->scale.kind != SCALE_TENSOR || x->scale.value == y->scale.value);
}

static void add(moves *out, move_step m) { ARENA_PUSH(out->a, out->items, out->count, m); }

static void add_fill(moves *out, const value *to, int64_t bits) {
  add(out, (move_step){.form = MOVE_FILL,
                       .what = "fill",
                       .to = to,
                       .element = dtype_bytes(to->type.dtype),
                       .unit = 1,
                       .bits = bits});
}

/* Returns true if a plane of both axes has no more elements than a block has threads.  Then the
 * block moves whole planes unit by unit: it reads all that lies in between anyway, and a tile's
 * room would be mostly empty (a plane of 11 by 11 takes one of 64 by 64). */
static bool is_small_plane(const move_step *m) {
  const walk *w = &m->w;
  return w->dims[w->rank - 1] * w->dims[m->crossing] <= MOVE_THREADS;
}

/* Of elements that stay as they are. */
static void find_form(move_step *m) {
  const walk *w = &m->w;
  if (find_squares(m)) {
    m->form = MOVE_SQUARES;
    return;
  }
  m->unit = unit_of(w, m->element);
  m->crossing = crossing_of(w, m->element, &m->unit);
  if (m->crossing >= 0) {
    m->form = MOVE_GATHERED;
  } else if (m->unit == 1 && w->dims[w->rank - 1] >= CROSSING_MIN) {
    m->crossing = across_of(w);
    if (m->crossing >= 0 && !is_small_plane(m)) m->form = MOVE_TILES;
  }
}

const char *add_copy(moves *out, const char *what, const value *from, const value *to, walk w) {
  const tensor *x = &from->type, *y = &to->type;
  bool codes = same_codes(x, y);
  if (!memory_type(x->dtype) || !memory_type(y->dtype))
    return arena_printf(out->a, "%s has no form on the GPU", fp8c_dtype_name(x->dtype));
  if (x->scale.kind == SCALE_AXIS || y->scale.kind == SCALE_AXIS)
    return "a scale per channel is read by GEMMs only";
  if (!codes && !(dtype_is_small_float(x->dtype) && dtype_is_small_float(y->dtype)))
    return "it changes the type of what it moves";
  if (dims_product(w.dims, 0, w.rank) == 0) {
    /* nothing to move into this part; an empty value is still written */
    if (tensor_elements(y) == 0) add_fill(out, to, 0);
    return NULL;
  }
  merge(&w);
  move_step m = {.form = codes ? MOVE_UNITS : MOVE_NUMBERS,
                 .what = what,
                 .from = from,
                 .to = to,
                 .element = dtype_bytes(x->dtype),
                 .unit = 1,
                 .w = w,
                 .crossing = -1};
  if (codes) find_form(&m);
  add(out, m);
  return NULL;
}

const char *add_surrounded(moves *out, const char *what, const value *from, const value *to,
                           const walk *w, const int64_t *start, int64_t bits) {
  const tensor *y = &to->type;
  int64_t inside = dims_product(w->dims, 0, w->rank);
  if (!memory_type(y->dtype))
    return arena_printf(out->a, "%s has no form on the GPU", fp8c_dtype_name(y->dtype));
  if (inside == tensor_elements(y)) return add_copy(out, what, from, to, *w);
  if (inside == 0 || !same_codes(&from->type, y)) {
    add_fill(out, to, bits);
    return add_copy(out, what, from, to, *w);
  }
  move_step m = {.form = MOVE_SURROUND,
                 .what = what,
                 .from = from,
                 .to = to,
                 .element = dtype_bytes(y->dtype),
                 .w = *w,
                 .bits = bits};
  m.unit = bits == 0 ? unit_of(w, m.element) : 1; /* zeros are zeros in any unit */
  if (y->dims[y->rank - 1] % m.unit) m.unit = 1;
  for (int d = 0; d < w->rank; d++) m.start[d] = start[d];
  add(out, m);
  return NULL;
}

/* How far the parts of a step reach along the axis. */
static int64_t span_of_parts(const move_step *m) {
  const move_part *last = &m->parts[m->part_count - 1];
  return last->begin + last->own - m->parts[0].begin;
}

/* Of the result, what a step's parts fill. */
static int64_t elements_of_parts(const move_step *m) {
  const tensor *y = &m->to->type;
  return tensor_elements(y) / y->dims[m->axis] * span_of_parts(m);
}

/* The widest unit that divides what is walked of every part. */
static int64_t unit_of_parts(const move_step *m) {
  const tensor *y = &m->to->type;
  int last = y->rank - 1;
  for (int64_t unit = 16 / (int64_t)m->element; unit > 1; unit /= 2) {
    bool fits = y->dims[last] % unit == 0;
    for (size_t i = 0; i < m->part_count && fits; i++) {
      const move_part *p = &m->parts[i];
      fits = p->offset % unit == 0 && p->from->type.dims[last] % unit == 0 && p->strides[last] == 1;
      if (m->axis == last) fits = fits && p->begin % unit == 0;
      for (int d = 0; d < last && fits; d++) fits = p->strides[d] % unit == 0;
    }
    if (fits) return unit;
  }
  return 1;
}

const char *concat_takes_places(const node *n) {
  const tensor *y = &n->out[0]->type;
  if (tensor_elements(y) == 0 || y->rank < 1) return "there is nothing to move";
  if (y->scale.kind == SCALE_AXIS || !memory_type(y->dtype))
    return "its type is moved by no kernel";
  for (size_t i = 0; i < n->in_count; i++)
    if (!same_codes(&n->in[i]->type, y)) return "it changes the type of what it moves";
  return NULL;
}

/* Returns true if the kernel that computes v stores it inside `joined`. */
static bool is_home(const value *v, const value *joined) {
  place home;
  return place_home(v, &home) && home.whole == joined;
}

/* Launches of about as many parts each: of equal parts, they have one text. */
static void add_parts(moves *out, const move_step *given) {
  size_t count = given->part_count;
  size_t launches = (count + CONCAT_PARTS - 1) / CONCAT_PARTS;
  size_t each = launches ? (count + launches - 1) / launches : 0;
  for (size_t first = 0; first < count; first += each) {
    move_step m = *given;
    m.parts += first;
    m.part_count = count - first < each ? count - first : each;
    m.form = MOVE_CONCAT_DENSE;
    for (size_t i = 0; i < m.part_count; i++)
      if (m.parts[i].whole != m.parts[i].from) m.form = MOVE_CONCAT_PLACES;
    m.unit = unit_of_parts(&m);
    add(out, m);
  }
}

const char *add_concat(moves *out, const node *n, int64_t axis) {
  const char *why = concat_takes_places(n);
  if (why) return why;
  const tensor *y = &n->out[0]->type;
  move_step m = {.what = "concat",
                 .to = n->out[0],
                 .element = dtype_bytes(y->dtype),
                 .parts = NEW_ARRAY(out->a, move_part, n->in_count),
                 .axis = axis};
  int64_t at = 0;
  for (size_t i = 0; i < n->in_count; i++) {
    const value *v = n->in[i];
    int64_t own = v->type.dims[axis];
    place p;
    if (!own) continue;
    if (is_home(v, n->out[0])) { /* the parts of a launch follow each other */
      add_parts(out, &m);
      m.parts += m.part_count;
      m.part_count = 0;
      at += own;
      continue;
    }
    if (!place_read(v, &p)) place_dense(v, &p);
    move_part *part = &m.parts[m.part_count++];
    *part = (move_part){.from = v, .whole = p.whole, .offset = p.offset, .begin = at, .own = own};
    memcpy(part->strides, p.strides, sizeof p.strides);
    at += own;
  }
  add_parts(out, &m);
  return NULL;
}

static int64_t tile_side(const move_step *m) { return m->element <= 2 ? 64 : 32; }

/* ---- Time -------------------------------------------------------------------------------------
 *
 * Clocks of a lane on an H200.  As many threads as a multiprocessor holds do not hide what each
 * waits for, so a thread costs its clocks however few bytes it moves. */

#define THREAD_CLOCKS 85    /* one that moves a unit */
#define DIMENSION_CLOCKS 11 /* of its walk: a division, and steps of both sides */
#define LOAD_CLOCKS 12      /* for each element of a unit whose elements lie apart */
#define FAR_CLOCKS 500      /* of a unit whose sector is written back before its other half comes */
#define TILE_CLOCKS 74      /* for an element that goes through shared memory ... */
#define ROOM_CLOCKS 37      /* ... and for the room of one that pads its tile */
#define VECTOR_CLOCKS 50    /* for each vector of a square, read or written */
/* A halving of a Concat's parts, counted and not measured: a comparison, a branch, and in some
 * warps both of its ways.  The first PARTS_INCLUDED parts are in THREAD_CLOCKS. */
#define HALVING_CLOCKS 12
#define PARTS_INCLUDED 8

static double elements_written(const move_step *m) {
  bool part = m->form <= MOVE_SQUARES;
  const tensor *y = &m->to->type;
  if (m->parts) return (double)elements_of_parts(m);
  return part ? (double)dims_product(m->w.dims, 0, m->w.rank) : (double)tensor_elements(y);
}

/* Elements that are read: what repeats is read once. */
static double elements_read(const move_step *m) {
  double elements = m->from ? 1 : 0;
  if (m->parts) return elements_written(m);
  for (int d = 0; d < m->w.rank && m->from; d++)
    if (m->w.in[d]) elements *= (double)m->w.dims[d];
  return elements;
}

/* Returns the clocks of results that go through tiles of shared memory.  Rows and columns are
 * padded to tiles: 8 channels of an image leave seven eighths of each tile empty. */
static double clocks_of_tiles(const move_step *m, double results) {
  int64_t side = tile_side(m), wide = m->w.dims[m->w.rank - 1], high = m->w.dims[m->crossing];
  double padded = (double)(divide_up(wide, side) * side) * (double)(divide_up(high, side) * side);
  double room = results * (padded / ((double)wide * (double)high) - 1);
  return TILE_CLOCKS * results + ROOM_CLOCKS * room;
}

static double clocks_of(const move_step *m, const cost_model *c, double results) {
  const squares *s = &m->s;
  int rank = m->form <= MOVE_SQUARES ? m->w.rank : m->to->type.rank;
  double thread = THREAD_CLOCKS + DIMENSION_CLOCKS * rank, threads = results / (double)m->unit;
  if (m->part_count > PARTS_INCLUDED)
    thread += HALVING_CLOCKS * log2((double)m->part_count / PARTS_INCLUDED);
  switch (m->form) {
    case MOVE_TILES:
      return clocks_of_tiles(m, results);
    case MOVE_SQUARES:
      return VECTOR_CLOCKS * (double)(s->read + s->write) * results / (double)(s->read * s->write);
    case MOVE_GATHERED:
      if (!c->full && m->to && !cost_l2_holds(c, (double)tensor_bytes(&m->to->type)))
        thread += FAR_CLOCKS;
      return (thread + LOAD_CLOCKS * (double)m->unit) * threads;
    default:
      return thread * threads;
  }
}

/* Of a value that is larger than the L2 cache, a part that is read late is no longer there. */
static bool reads_from_afar(const move_step *m, const cost_model *c) {
  return m->from && elements_read(m) < (double)tensor_elements(&m->from->type) &&
         !cost_l2_holds(c, (double)tensor_bytes(&m->from->type));
}

double seconds_of_moves(const moves *list, const cost_model *c) {
  double seconds = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    const move_step *m = &list->items[i];
    double results = elements_written(m);
    double bytes =
        elements_read(m) * (double)m->element + results * (double)dtype_bytes(m->to->type.dtype);
    double near = cost_of_pass(c, bytes, clocks_of(m, c, results));
    double far = reads_from_afar(m, c) ? cost_of_pass_from_memory(c, bytes) : 0;
    seconds += near > far ? near : far;
    if (i && !c->full) seconds -= COST_START_HIDDEN;
  }
  return seconds;
}

/* ---- Writing -------------------------------------------------------------------------------- */

/* A kernel of kernels/move.cuh that is being written: its struct of sizes. */
typedef struct move_draft {
  kernel_draft d;
  text sizes;
} move_draft;

static void move_begin(move_draft *d, lowering *l) {
  draft_begin(&d->d, l);
  text_init(&d->sizes, l->c->scratch);
}

static const char *move_launch(move_draft *d, const group *gr, const char *what, const char *index,
                               int64_t blocks) {
  lowering *l = d->d.l;
  if (blocks > INT32_MAX)
    return arena_printf(l->c->scratch, "%lld blocks are too many", (long long)blocks);
  shape_size(&d->sizes, "threads", MOVE_THREADS);
  draft_shape(&d->d, index, &d->sizes);
  draft_launch(&d->d, what, arena_printf(l->c->scratch, "%s%s", kernel_text_walk, kernel_text_move),
               (launch_shape){.blocks = (uint64_t)blocks, .threads = MOVE_THREADS}, gr);
  return NULL;
}

/* The same, of `units` for a thread each. */
static const char *move_launch_units(move_draft *d, const group *gr, const char *what,
                                     int64_t units) {
  draft_shape_count(&d->d, &d->sizes, "index", "units", units);
  return move_launch(d, gr, what, units < INT32_MAX ? "u32" : "i64",
                     divide_up(units, MOVE_THREADS));
}

/* Parts of `side_x` by `side_y` of the planes of the crossing and the last dimension, one a block;
 * returns how many. */
static int64_t write_planes(text *sizes, const walk *w, int crossing, int64_t side_x,
                            int64_t side_y) {
  int last = w->rank - 1, rank = 0;
  int64_t dims[MOVE_WALK_DIMS], in[MOVE_WALK_DIMS], out[MOVE_WALK_DIMS];
  for (int k = 0; k < last; k++) {
    if (k == crossing) continue;
    dims[rank] = w->dims[k];
    in[rank] = w->in[k];
    out[rank++] = w->out[k];
  }
  shape_walk(sizes, "planes", rank, dims, 2, (const int64_t *const[]){in, out});
  shape_list(sizes, "offsets", (const int64_t[]){w->in_offset, w->out_offset}, 2);
  shape_list(sizes, "steps", (const int64_t[]){w->in[last], w->out[crossing]}, 2);
  shape_size(sizes, "across", w->dims[crossing]);
  shape_size(sizes, "along", w->dims[last]);
  shape_size(sizes, "side_x", side_x);
  shape_size(sizes, "side_y", side_y);
  return divide_up(w->dims[crossing], side_x) * divide_up(w->dims[last], side_y) *
         dims_product(dims, 0, rank);
}

/* The domain of a copy of units; what varies fastest comes last: the dimension `crossing`, along
 * which threads follow each other and a unit's elements do not lie side by side, if that is not -1.
 */
static void write_domain(text *sizes, const walk *w, int64_t unit, int crossing) {
  int last = w->rank - 1;
  int64_t dims[MOVE_WALK_DIMS], in[MOVE_WALK_DIMS], out[MOVE_WALK_DIMS];
  int64_t in_unit = crossing < 0 ? unit : 1, elements = crossing < 0 ? 1 : unit;
  for (int k = 0; k <= last; k++) {
    int from = crossing < 0 || k < crossing ? k : k < last ? k + 1 : crossing;
    bool inner = from == last;
    dims[k] = w->dims[from] / (inner ? unit : 1);
    in[k] = inner ? w->in[from] * elements : w->in[from] / in_unit;
    out[k] = w->out[from] / (inner ? 1 : unit);
  }
  shape_walk(sizes, "domain", w->rank, dims, 2, (const int64_t *const[]){in, out});
  shape_list(sizes, "offsets", (const int64_t[]){w->in_offset / in_unit, w->out_offset / unit}, 2);
}

static uint32_t reads(move_draft *d, const move_step *m, const char *type) {
  return draft_read(&d->d, lower_value(d->d.l, m->from), type);
}
static uint32_t writes(move_draft *d, const move_step *m, const char *type) {
  return draft_write(&d->d, lower_value(d->d.l, m->to), type);
}

/* Squares of elements, a thread each: vectors are read along the one dimension and written along
 * the other. */
static const char *write_squares(move_draft *d, const group *gr, const move_step *m) {
  const squares *s = &m->s;
  const char *type = unit_type(m->element);
  uint32_t in = reads(d, m, type), out = writes(d, m, type);
  int64_t side_y = MOVE_THREADS / s->lanes_x * s->write;
  int64_t blocks = write_planes(&d->sizes, &m->w, m->crossing, s->lanes_x * s->read, side_y);
  shape_size(&d->sizes, "read", s->read);
  shape_size(&d->sizes, "write", s->write);
  shape_size(&d->sizes, "lanes_x", s->lanes_x);
  shape_size(&d->sizes, "warp_x", s->warp_x);
  text_printf(&d->d.body, "  transpose_squares<shape>(p%u, p%u);\n", in, out);
  return move_launch(d, gr, m->what, "i64", blocks);
}

/* Where there are no wide vectors: tiles through shared memory, read along the one dimension and
 * written along the other. */
static const char *write_tiles(move_draft *d, const group *gr, const move_step *m) {
  const char *type = unit_type(m->element);
  int64_t side = tile_side(m);
  uint32_t in = reads(d, m, type), out = writes(d, m, type);
  int64_t blocks = write_planes(&d->sizes, &m->w, m->crossing, side, side);
  text_printf(&d->d.body, "  transpose_tiles<shape>(p%u, p%u);\n", in, out);
  return move_launch(d, gr, m->what, "i64", blocks);
}

/* A unit a thread. */
static const char *write_units(move_draft *d, const group *gr, const move_step *m) {
  const tensor *x = &m->from->type, *y = &m->to->type;
  const walk *w = &m->w;
  bool numbers = m->form == MOVE_NUMBERS;
  const char *wide = unit_type(m->element * (size_t)m->unit);
  uint32_t in = reads(d, m,
                      numbers                    ? memory_type(x->dtype)
                      : m->form == MOVE_GATHERED ? unit_type(m->element)
                                                 : wide);
  uint32_t out = writes(d, m, numbers ? memory_type(y->dtype) : wide);
  write_domain(&d->sizes, w, m->unit, m->crossing);
  if (m->form == MOVE_GATHERED) {
    shape_list(&d->sizes, "steps", &w->in[w->rank - 1], 1);
    text_printf(&d->d.body, "  copy_gathered<shape>(p%u, p%u);\n", in, out);
  } else if (!numbers) {
    text_printf(&d->d.body, "  copy_units<shape>(p%u, p%u);\n", in, out);
  } else {
    const char *factor = draft_scale(&d->d, x);
    text_printf(&d->d.body, "  copy_numbers<shape>(p%u, %s, p%u, %s);\n", in, factor, out,
                draft_inverse_scale(&d->d, y));
  }
  return move_launch_units(d, gr, m->what, dims_product(w->dims, 0, w->rank) / m->unit);
}

static const char *write_fill(move_draft *d, const group *gr, const move_step *m) {
  const char *type = unit_type(m->element);
  int64_t units = tensor_elements(&m->to->type);
  uint32_t out = writes(d, m, type), x = draft_i64(&d->d, m->bits);
  text_printf(&d->d.body, "  fill_units<shape>(p%u, (%s)p%u);\n", out, type, x);
  draft_shape_count(&d->d, &d->sizes, "index", "units", units);
  int64_t blocks = divide_up(units, MOVE_THREADS);
  return move_launch(d, gr, m->what, "i64", blocks ? blocks : 1);
}

/* A thread writes one unit, which lies wholly in the box or around it. */
static const char *write_surrounded(move_draft *d, const group *gr, const move_step *m) {
  const tensor *y = &m->to->type;
  int last = y->rank - 1;
  size_t bytes = m->element * (size_t)m->unit;
  const char *type = unit_type(bytes);
  uint32_t in = reads(d, m, type), out = writes(d, m, type);
  const char *around =
      bytes == 16 ? "make_uint4(0, 0, 0, 0)"
                  : arena_printf(d->d.l->c->scratch, "(%s)p%u", type, draft_i64(&d->d, m->bits));
  int64_t dims[FP8C_MAX_RANK], steps[FP8C_MAX_RANK], starts[FP8C_MAX_RANK], sizes[FP8C_MAX_RANK];
  for (int k = 0; k <= last; k++) {
    int64_t step = k == last ? m->unit : 1;
    dims[k] = y->dims[k] / step;
    starts[k] = m->start[k] / step;
    sizes[k] = m->w.dims[k] / step;
    steps[k] = k == last ? 1 : m->w.in[k] / m->unit;
  }
  shape_walk(&d->sizes, "box", y->rank, dims, 1, (const int64_t *const[]){steps});
  shape_list(&d->sizes, "starts", starts, y->rank);
  shape_list(&d->sizes, "sizes", sizes, y->rank);
  shape_list(&d->sizes, "offsets", (const int64_t[]){m->w.in_offset / m->unit}, 1);
  text_printf(&d->d.body, "  surround_box<shape>(p%u, p%u, %s);\n", in, out, around);
  return move_launch_units(d, gr, m->what, tensor_elements(y) / m->unit);
}

/* A launch writes S::line elements of every S::line + S::skip of the result: what its own parts
 * fill.
 */
static void concat_sizes(move_draft *d, const move_step *m) {
  const tensor *y = &m->to->type;
  int last = y->rank - 1;
  int64_t step = m->axis == last ? m->unit : 1, *begins, *owns;
  int64_t within = dims_product(y->dims, (int)m->axis + 1, y->rank);
  within = m->axis == last ? 1 : within / m->unit;
  begins = NEW_ARRAY(d->d.l->c->scratch, int64_t, m->part_count);
  owns = NEW_ARRAY(d->d.l->c->scratch, int64_t, m->part_count);
  for (size_t i = 0; i < m->part_count; i++) {
    begins[i] = (m->parts[i].begin - m->parts[0].begin) / step;
    owns[i] = m->parts[i].own / step;
  }
  shape_list(&d->sizes, "begins", begins, (int)m->part_count);
  shape_list(&d->sizes, "owns", owns, (int)m->part_count);
  shape_size(&d->sizes, "within", within);
  shape_size(&d->sizes, "size", span_of_parts(m) / step);
  shape_size(&d->sizes, "skip", (y->dims[m->axis] - span_of_parts(m)) / step * within);
}

/* The parameter of the result, from where this launch's first part begins in it. */
static uint32_t writes_parts(move_draft *d, const move_step *m, const char *type) {
  const tensor *y = &m->to->type;
  int64_t behind = dims_product(y->dims, (int)m->axis + 1, y->rank);
  uint64_t bytes = (uint64_t)elements_of_parts(m) * m->element;
  return draft_write_part(&d->d, lower_value(d->d.l, m->to), type,
                          (uint64_t)(m->parts[0].begin * behind) * m->element, bytes);
}

/* Parts that lie anywhere: how each is walked. */
static void concat_walk(move_draft *d, const move_step *m) {
  const tensor *y = &m->to->type;
  int last = y->rank - 1;
  int64_t dims[FP8C_MAX_RANK];
  const int64_t **steps = NEW_ARRAY(d->d.l->c->scratch, const int64_t *, m->part_count);
  for (size_t i = 0; i < m->part_count; i++) {
    int64_t *own = NEW_ARRAY(d->d.l->c->scratch, int64_t, FP8C_MAX_RANK);
    for (int k = 0; k <= last; k++)
      own[k] = k == last && m->unit > 1 ? 1 : m->parts[i].strides[k] / m->unit;
    steps[i] = own;
  }
  for (int k = 0; k <= last; k++) dims[k] = k == m->axis ? span_of_parts(m) : y->dims[k];
  dims[last] /= m->unit;
  shape_walk(&d->sizes, "places", y->rank, dims, (int)m->part_count, steps);
  shape_size(&d->sizes, "axis", m->axis);
}

static const char *write_concat(move_draft *d, const group *gr, const move_step *m) {
  const char *type = unit_type(m->element * (size_t)m->unit);
  bool dense = m->form == MOVE_CONCAT_DENSE;
  uint32_t out = writes_parts(d, m, type);
  text_printf(&d->d.body, "  const %s *const parts[] = {", type);
  for (size_t i = 0; i < m->part_count; i++) {
    const move_part *p = &m->parts[i];
    uint32_t id = lower_value(d->d.l, p->whole);
    text_printf(&d->d.body, "%sp%u", i ? ", " : "",
                dense ? draft_read(&d->d, id, type)
                      : draft_read_part(&d->d, id, type, (uint64_t)p->offset * m->element,
                                        tensor_bytes(&p->from->type)));
  }
  text_printf(&d->d.body, "};\n  concat_%s<shape>(parts, p%u);\n", dense ? "dense" : "places", out);
  concat_sizes(d, m);
  if (!dense) concat_walk(d, m);
  return move_launch_units(d, gr, m->what, elements_of_parts(m) / m->unit);
}

typedef const char *move_writer(move_draft *d, const group *gr, const move_step *m);
static move_writer *const writers[] = {
    [MOVE_UNITS] = write_units,          [MOVE_GATHERED] = write_units,
    [MOVE_NUMBERS] = write_units,        [MOVE_TILES] = write_tiles,
    [MOVE_SQUARES] = write_squares,      [MOVE_FILL] = write_fill,
    [MOVE_SURROUND] = write_surrounded,  [MOVE_CONCAT_DENSE] = write_concat,
    [MOVE_CONCAT_PLACES] = write_concat,
};

const char *write_moves_of(lowering *l, const group *gr, const moves *list) {
  const char *why = NULL;
  for (uint32_t i = 0; i < list->count && !why; i++) {
    move_draft d;
    move_begin(&d, l);
    why = writers[list->items[i].form](&d, gr, &list->items[i]);
  }
  return why;
}
