/* layout.c - what moves elements: transpose, slice, concat, split, expand, pad, tile.
 *
 * All are one thing: a copy between two strided walks over the same domain.
 * Neighbouring dimensions that both walks cross in one stride are merged, and
 * when the innermost is contiguous on both sides, elements travel 16 bytes at
 * a time. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/lower.h"
#include "ops/ids/moves.h"
#include "ops/move.h"

#define THREADS 256
#define CROSSING_MIN 8   /* neighbours on a side that are worth following */
#define CROSSING_BYTES 8 /* that a thread writes at least, if not in tiles */
#define SQUARE_BYTES 128 /* that a thread moves at most, where neighbours change */
#define SQUARES_MIN 32   /* of a plane: fewer do not fill a block */
#define SECTORS 64       /* bytes that a warp reads or writes side by side, if it can */
#define CONCAT_PARTS 8   /* of one launch */
#define WALK_DIMS (2 * FP8C_MAX_RANK) /* Tile splits each dimension in two */

typedef struct walk {
  int rank;
  int64_t dims[WALK_DIMS], in[WALK_DIMS], out[WALK_DIMS]; /* strides in elements */
  int64_t in_offset, out_offset;
} walk;

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

static bool same_type(const tensor *x, const tensor *y) {
  return x->dtype == y->dtype && x->scale.kind == y->scale.kind &&
         (x->scale.kind != SCALE_TENSOR || x->scale.value == y->scale.value);
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

/* Threads take squares of elements (kernels/move.cuh): vectors of both sides, and how many squares
 * of a block and of a warp lie side by side where they are read. */
typedef struct squares {
  int crossing;
  int64_t read, write, lanes_x, warp_x;
} squares;

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

static bool squares_of(const walk *w, size_t element, squares *s) {
  int last = w->rank - 1;
  int64_t bytes = (int64_t)element;
  s->crossing = across_of(w);
  if (s->crossing < 0 || 16 % bytes) return false;
  s->read = vector_along(w, s->crossing, w->in, w->in_offset, element);
  s->write = vector_along(w, last, w->out, w->out_offset, element);
  while (s->read * s->write * bytes > SQUARE_BYTES)
    *(s->read >= s->write ? &s->read : &s->write) /= 2;
  if (s->read * bytes < 4 || s->write * bytes < 4) return false;
  int64_t wide = w->dims[s->crossing] / s->read, high = w->dims[last] / s->write, best = 0;
  if (wide * high < SQUARES_MIN) return false;
  for (int64_t x = 1; x <= 32; x *= 2) {
    int64_t worth = at_most(at_most(x, power_up(wide)) * s->read * bytes, SECTORS) *
                    at_most(at_most(32 / x, power_up(high)) * s->write * bytes, SECTORS);
    if (worth <= best) continue;
    best = worth;
    s->warp_x = x;
  }
  int64_t lanes_y = at_most(THREADS / s->warp_x, power_up(high));
  if (lanes_y < 32 / s->warp_x) lanes_y = 32 / s->warp_x;
  s->lanes_x = THREADS / lanes_y;
  return true;
}

static const char *unit_type(size_t bytes) {
  return bytes == 16  ? "uint4"
         : bytes == 8 ? "u64"
         : bytes == 4 ? "u32"
         : bytes == 2 ? "u16"
                      : "u8";
}

/* A kernel of kernels/move.cuh that is being written: its struct of sizes. */
typedef struct move_draft {
  kernel_draft d;
  text sizes;
} move_draft;

static void move_begin(move_draft *m, lowering *l) {
  draft_begin(&m->d, l);
  text_init(&m->sizes, l->c->scratch);
}

static const char *move_launch(move_draft *m, const group *gr, const char *what, const char *index,
                               int64_t blocks) {
  lowering *l = m->d.l;
  if (blocks > INT32_MAX)
    return arena_printf(l->c->scratch, "%lld blocks are too many", (long long)blocks);
  shape_size(&m->sizes, "threads", THREADS);
  draft_shape(&m->d, index, &m->sizes);
  draft_launch(&m->d, what, arena_printf(l->c->scratch, "%s%s", kernel_text_walk, kernel_text_move),
               (launch_shape){.blocks = (uint64_t)blocks, .threads = THREADS}, gr);
  return NULL;
}

/* The same, of `units` for a thread each. */
static const char *move_launch_units(move_draft *m, const group *gr, const char *what,
                                     int64_t units) {
  shape_size(&m->sizes, "units", units);
  return move_launch(m, gr, what, units < INT32_MAX ? "u32" : "i64", divide_up(units, THREADS));
}

/* Parts of `side_x` by `side_y` of the planes of the crossing and the last dimension, one a block;
 * returns how many. */
static int64_t write_planes(text *sizes, const walk *w, int crossing, int64_t side_x,
                            int64_t side_y) {
  int last = w->rank - 1, rank = 0;
  int64_t dims[WALK_DIMS], in[WALK_DIMS], out[WALK_DIMS];
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

/* What is copied. */
typedef struct moved {
  lowering *l;
  const group *gr;
  const char *what;
  const value *from, *to;
  size_t element; /* bytes */
} moved;

/* Squares of elements, a thread each: vectors are read along the one dimension and written along
 * the other. */
static const char *copy_squares(const moved *c, const walk *w, const squares *s) {
  move_draft m;
  const char *type = unit_type(c->element);
  move_begin(&m, c->l);
  uint32_t in = draft_read(&m.d, lower_value(c->l, c->from), type);
  uint32_t out = draft_write(&m.d, lower_value(c->l, c->to), type);
  int64_t side_y = THREADS / s->lanes_x * s->write;
  int64_t blocks = write_planes(&m.sizes, w, s->crossing, s->lanes_x * s->read, side_y);
  shape_size(&m.sizes, "read", s->read);
  shape_size(&m.sizes, "write", s->write);
  shape_size(&m.sizes, "lanes_x", s->lanes_x);
  shape_size(&m.sizes, "warp_x", s->warp_x);
  text_printf(&m.d.body, "  turn_squares<shape>(p%u, p%u);\n", in, out);
  return move_launch(&m, c->gr, c->what, "i64", blocks);
}

/* Where there are no wide vectors: tiles through shared memory, read along the one dimension and
 * written along the other. */
static const char *copy_tiles(const moved *c, const walk *w, int crossing) {
  move_draft m;
  const char *type = unit_type(c->element);
  int64_t side = c->element <= 2 ? 64 : 32;
  move_begin(&m, c->l);
  uint32_t in = draft_read(&m.d, lower_value(c->l, c->from), type);
  uint32_t out = draft_write(&m.d, lower_value(c->l, c->to), type);
  int64_t blocks = write_planes(&m.sizes, w, crossing, side, side);
  text_printf(&m.d.body, "  turn_tiles<shape>(p%u, p%u);\n", in, out);
  return move_launch(&m, c->gr, c->what, "i64", blocks);
}

/* The domain of a copy of units; what varies fastest comes last: the dimension `crossing`, along
 * which threads follow each other and a unit's elements do not lie side by side, if that is not -1.
 */
static void write_domain(text *sizes, const walk *w, int64_t unit, int crossing) {
  int last = w->rank - 1;
  int64_t dims[WALK_DIMS], in[WALK_DIMS], out[WALK_DIMS];
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

/* A unit a thread. */
static const char *copy_units(const moved *c, const walk *w, bool raw) {
  const tensor *x = &c->from->type, *y = &c->to->type;
  int64_t unit = raw ? unit_of(w, c->element) : 1;
  int last = w->rank - 1, crossing = raw ? crossing_of(w, c->element, &unit) : -1;
  int tiled = raw && crossing < 0 && unit == 1 && w->dims[last] >= CROSSING_MIN ? across_of(w) : -1;
  if (tiled >= 0) return copy_tiles(c, w, tiled);
  move_draft m;
  move_begin(&m, c->l);
  const char *t_out = raw ? unit_type(c->element * (size_t)unit) : memory_type(y->dtype);
  const char *t_in = crossing >= 0 ? unit_type(c->element) : raw ? t_out : memory_type(x->dtype);
  uint32_t in = draft_read(&m.d, lower_value(c->l, c->from), t_in);
  uint32_t out = draft_write(&m.d, lower_value(c->l, c->to), t_out);
  write_domain(&m.sizes, w, unit, crossing);
  if (crossing >= 0) {
    shape_list(&m.sizes, "steps", &w->in[last], 1);
    text_printf(&m.d.body, "  copy_gathered<shape>(p%u, p%u);\n", in, out);
  } else if (raw) {
    text_printf(&m.d.body, "  copy_units<shape>(p%u, p%u);\n", in, out);
  } else {
    const char *factor = draft_scale(&m.d, x);
    text_printf(&m.d.body, "  copy_numbers<shape>(p%u, %s, p%u, %s);\n", in, factor, out,
                draft_inverse_scale(&m.d, y));
  }
  return move_launch_units(&m, c->gr, c->what, dims_product(w->dims, 0, w->rank) / unit);
}

static void fill(lowering *l, const group *gr, const value *to, int64_t bits) {
  move_draft m;
  const char *type = unit_type(dtype_bytes(to->type.dtype));
  int64_t units = tensor_elements(&to->type);
  move_begin(&m, l);
  uint32_t out = draft_write(&m.d, lower_value(l, to), type), x = draft_i64(&m.d, bits);
  text_printf(&m.d.body, "  fill_units<shape>(p%u, (%s)p%u);\n", out, type, x);
  shape_size(&m.sizes, "units", units);
  int64_t blocks = divide_up(units, THREADS);
  (void)move_launch(&m, gr, "fill", "i64", blocks ? blocks : 1);
}

static const char *copy(lowering *l, const group *gr, const char *what, const value *from,
                        const value *to, walk w) {
  const tensor *x = &from->type, *y = &to->type;
  bool raw = same_type(x, y);
  if (!memory_type(x->dtype) || !memory_type(y->dtype))
    return arena_printf(l->c->scratch, "%s has no form on the GPU", fp8c_dtype_name(x->dtype));
  if (x->scale.kind == SCALE_AXIS || y->scale.kind == SCALE_AXIS)
    return "a scale per channel is read by GEMMs only";
  if (!raw && !(dtype_is_small_float(x->dtype) && dtype_is_small_float(y->dtype)))
    return "it changes the type of what it moves";
  if (dims_product(w.dims, 0, w.rank) == 0) {
    /* nothing to move into this part; an empty value is still written */
    if (tensor_elements(y) == 0) fill(l, gr, to, 0);
    return NULL;
  }
  merge(&w);
  squares s;
  moved c = {l, gr, what, from, to, dtype_bytes(x->dtype)};
  return raw && squares_of(&w, c.element, &s) ? copy_squares(&c, &w, &s) : copy_units(&c, &w, raw);
}

/* ---- Operators ------------------------------------------------------------------ */

static const char *transpose(lowering *l, const group *gr, const node *n) {
  const tensor *y = &n->out[0]->type;
  walk w = {.rank = y->rank};
  place p;
  place_dense(n->in[0], &p);
  place_transpose(n, &p);
  memcpy(w.in, p.strides, sizeof p.strides);
  strides_of(y->dims, y->rank, w.out);
  memcpy(w.dims, y->dims, sizeof y->dims);
  return copy(l, gr, "transpose", n->in[0], n->out[0], w);
}

static const char *expand(lowering *l, const group *gr, const node *n) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  walk w = {.rank = y->rank};
  int64_t strides[FP8C_MAX_RANK];
  strides_of(x->dims, x->rank, strides);
  strides_of(y->dims, y->rank, w.out);
  for (int i = 0; i < y->rank; i++) {
    int at = i - (y->rank - x->rank);
    w.dims[i] = y->dims[i];
    w.in[i] = at >= 0 && x->dims[at] != 1 ? strides[at] : 0;
  }
  return copy(l, gr, "expand", n->in[0], n->out[0], w);
}

static const char *slice(lowering *l, const group *gr, const node *n) {
  const tensor *y = &n->out[0]->type;
  walk w = {.rank = y->rank};
  place p;
  place_dense(n->in[0], &p);
  const char *why = place_slice(n, &p);
  if (why) return why;
  w.in_offset = p.offset;
  memcpy(w.in, p.strides, sizeof p.strides);
  strides_of(y->dims, y->rank, w.out);
  memcpy(w.dims, y->dims, sizeof y->dims);
  return copy(l, gr, "slice", n->in[0], n->out[0], w);
}

/* Where the elements of a part lie: in its own memory, or in a wider value. */
typedef struct part {
  const value *whole;
  int64_t strides[FP8C_MAX_RANK], offset, begin; /* begin: where it starts along the axis */
} part;

/* The widest unit that divides what is walked of every part. */
static int64_t unit_of_parts(const tensor *y, const part *parts, const node *n, int64_t axis) {
  int last = y->rank - 1;
  for (int64_t unit = 16 / (int64_t)dtype_bytes(y->dtype); unit > 1; unit /= 2) {
    bool fits = y->dims[last] % unit == 0;
    for (size_t i = 0; i < n->in_count && fits; i++) {
      const part *p = &parts[i];
      fits =
          p->offset % unit == 0 && n->in[i]->type.dims[last] % unit == 0 && p->strides[last] == 1;
      if (axis == last) fits = fits && p->begin % unit == 0;
      for (int d = 0; d < last && fits; d++) fits = p->strides[d] % unit == 0;
    }
    if (fits) return unit;
  }
  return 1;
}

/* Parts that lie in their own memory. */
static void concat_dense(move_draft *m, const node *n, const part *parts, int64_t axis,
                         int64_t unit, const char *type) {
  const tensor *y = &n->out[0]->type;
  int last = y->rank - 1;
  int64_t step = axis == last ? unit : 1, begins[CONCAT_PARTS], owns[CONCAT_PARTS];
  int64_t behind = dims_product(y->dims, (int)axis + 1, y->rank);
  int count = 0;
  uint32_t out = draft_write(&m->d, lower_value(m->d.l, n->out[0]), type);
  text_printf(&m->d.body, "  const %s *const parts[] = {", type);
  for (size_t i = 0; i < n->in_count; i++) {
    int64_t own = n->in[i]->type.dims[axis] / step;
    if (!own) continue;
    text_printf(&m->d.body, "%sp%u", count ? ", " : "",
                draft_read(&m->d, lower_value(m->d.l, parts[i].whole), type));
    begins[count] = parts[i].begin / step;
    owns[count++] = own;
  }
  text_printf(&m->d.body, "};\n  concat_dense<shape>(parts, p%u);\n", out);
  shape_list(&m->sizes, "begins", begins, count);
  shape_list(&m->sizes, "owns", owns, count);
  shape_size(&m->sizes, "size", y->dims[axis] / step);
  shape_size(&m->sizes, "within", axis == last ? 1 : behind / unit);
}

/* Parts that lie anywhere. */
static void concat_places(move_draft *m, const node *n, const part *parts, int64_t axis,
                          int64_t unit, const char *type) {
  const tensor *y = &n->out[0]->type;
  int last = y->rank - 1, count = 0;
  int64_t step = axis == last ? unit : 1, begins[CONCAT_PARTS], owns[CONCAT_PARTS];
  int64_t dims[FP8C_MAX_RANK], strides[CONCAT_PARTS][FP8C_MAX_RANK];
  const int64_t *steps[CONCAT_PARTS];
  uint32_t out = draft_write(&m->d, lower_value(m->d.l, n->out[0]), type);
  text_printf(&m->d.body, "  const %s *const parts[] = {", type);
  for (size_t i = 0; i < n->in_count; i++) {
    const part *p = &parts[i];
    int64_t own = n->in[i]->type.dims[axis] / step;
    if (!own) continue;
    text_printf(&m->d.body, "%sp%u", count ? ", " : "",
                draft_read_part(&m->d, lower_value(m->d.l, p->whole), type,
                                (uint64_t)p->offset * dtype_bytes(y->dtype),
                                tensor_bytes(&n->in[i]->type)));
    for (int k = 0; k <= last; k++)
      strides[count][k] = k == last && unit > 1 ? 1 : p->strides[k] / unit;
    steps[count] = strides[count];
    begins[count] = p->begin / step;
    owns[count++] = own;
  }
  text_printf(&m->d.body, "};\n  concat_places<shape>(parts, p%u);\n", out);
  for (int k = 0; k <= last; k++) dims[k] = k == last ? y->dims[k] / unit : y->dims[k];
  shape_walk(&m->sizes, "places", y->rank, dims, count, steps);
  shape_list(&m->sizes, "begins", begins, count);
  shape_list(&m->sizes, "owns", owns, count);
  shape_size(&m->sizes, "axis", axis);
}

/* All parts in one launch: a thread writes one unit. */
static const char *concat_at_once(lowering *l, const group *gr, const node *n, int64_t axis) {
  const tensor *y = &n->out[0]->type;
  int64_t elements = tensor_elements(y), at = 0;
  part parts[CONCAT_PARTS];
  bool dense = true;
  if (n->in_count > CONCAT_PARTS || elements == 0 || y->rank < 1) return "it has many parts";
  if (y->scale.kind == SCALE_AXIS || !memory_type(y->dtype))
    return "its type is moved by no kernel";
  for (size_t i = 0; i < n->in_count; i++) {
    const value *v = n->in[i];
    place p;
    if (!same_type(&v->type, y)) return "it changes the type of what it moves";
    parts[i] = (part){.whole = v, .begin = at};
    at += v->type.dims[axis];
    if (place_of(v, &p)) {
      dense = false;
      parts[i].whole = p.whole;
      parts[i].offset = p.offset;
      memcpy(parts[i].strides, p.strides, sizeof p.strides);
    } else {
      strides_of(v->type.dims, v->type.rank, parts[i].strides);
    }
  }
  int64_t unit = unit_of_parts(y, parts, n, axis);
  move_draft m;
  move_begin(&m, l);
  (dense ? concat_dense : concat_places)(&m, n, parts, axis, unit,
                                         unit_type(dtype_bytes(y->dtype) * (size_t)unit));
  return move_launch_units(&m, gr, "concat", elements / unit);
}

static const char *concat(lowering *l, const group *gr, const node *n) {
  const tensor *y = &n->out[0]->type;
  int64_t axis = node_axis(n, y->rank), at = 0;
  if (!concat_at_once(l, gr, n, axis)) return NULL;
  /* refused inputs are found before the first launch is added */
  for (size_t i = 0; i < n->in_count; i++)
    if (!same_type(&n->in[i]->type, y) &&
        !(dtype_is_small_float(n->in[i]->type.dtype) && dtype_is_small_float(y->dtype)))
      return "its inputs have different types";
  for (size_t i = 0; i < n->in_count; i++) {
    const tensor *x = &n->in[i]->type;
    walk w = {.rank = y->rank};
    strides_of(x->dims, x->rank, w.in);
    strides_of(y->dims, y->rank, w.out);
    memcpy(w.dims, x->dims, sizeof x->dims);
    w.out_offset = at * w.out[axis];
    const char *why = copy(l, gr, "concat", n->in[i], n->out[0], w);
    if (why) return why;
    at += x->dims[axis];
  }
  return NULL;
}

static const char *split(lowering *l, const group *gr, const node *n) {
  const tensor *x = &n->in[0]->type;
  int64_t axis = node_axis(n, x->rank), at = 0;
  for (size_t i = 0; i < n->out_count; i++) {
    const value *out = n->out[i];
    if (!out) return "one of its outputs is left out";
    walk w = {.rank = x->rank};
    strides_of(x->dims, x->rank, w.in);
    strides_of(out->type.dims, out->type.rank, w.out);
    memcpy(w.dims, out->type.dims, sizeof out->type.dims);
    w.in_offset = at * w.in[axis];
    at += out->type.dims[axis];
    if (!value_is_used(out)) continue;
    const char *why = copy(l, gr, "split", n->in[0], out, w);
    if (why) return why;
  }
  return NULL;
}

static const char *tile(lowering *l, const group *gr, const node *n) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  int64_t in[FP8C_MAX_RANK], out[FP8C_MAX_RANK];
  strides_of(x->dims, x->rank, in);
  strides_of(y->dims, y->rank, out);
  walk w = {.rank = 2 * x->rank};
  for (int i = 0; i < x->rank; i++) {
    w.dims[2 * i] = x->dims[i] ? y->dims[i] / x->dims[i] : 0;
    w.in[2 * i] = 0;
    w.out[2 * i] = out[i] * x->dims[i];
    w.dims[2 * i + 1] = x->dims[i];
    w.in[2 * i + 1] = in[i];
    w.out[2 * i + 1] = out[i];
  }
  return copy(l, gr, "tile", n->in[0], n->out[0], w);
}

/* The bits of a number in this type, for a fill. */
static bool bits_of(const tensor *t, double x, int64_t *bits) {
  *bits = 0;
  if (dtype_is_small_float(t->dtype)) {
    float real = (float)x;
    if (t->scale.kind == SCALE_TENSOR) real *= 1.0f / t->scale.value;
    floats_encode(t->dtype, &real, bits, 1, true);
  } else if (t->dtype == FP8C_DTYPE_F64) {
    memcpy(bits, &x, sizeof x);
  } else {
    *bits = (int64_t)x;
  }
  return dtype_bytes(t->dtype) > 0;
}

/* A box of `from` inside of `to`, and a number around it: a thread writes one unit, which lies
 * wholly in the one or the other. `w` is the box; `start`: its corner. */
static const char *surround(lowering *l, const group *gr, const char *what, const value *from,
                            const value *to, walk w, const int64_t *start, int64_t bits) {
  const tensor *y = &to->type;
  int64_t elements = tensor_elements(y), inside = 1;
  int last = y->rank - 1;
  for (int d = 0; d < w.rank; d++) inside *= w.dims[d];
  if (inside == elements) return copy(l, gr, what, from, to, w);
  if (inside == 0 || !same_type(&from->type, y)) {
    fill(l, gr, to, bits);
    return copy(l, gr, what, from, to, w);
  }
  size_t element = dtype_bytes(y->dtype);
  int64_t unit = bits == 0 ? unit_of(&w, element) : 1; /* zeros are zeros in any unit */
  if (y->dims[last] % unit) unit = 1;
  const char *type = unit_type(element * (size_t)unit);
  move_draft m;
  move_begin(&m, l);
  uint32_t in = draft_read(&m.d, lower_value(l, from), type);
  uint32_t out = draft_write(&m.d, lower_value(l, to), type);
  const char *around = element * (size_t)unit == 16
                           ? "make_uint4(0, 0, 0, 0)"
                           : arena_printf(l->c->scratch, "(%s)p%u", type, draft_i64(&m.d, bits));
  int64_t dims[FP8C_MAX_RANK], steps[FP8C_MAX_RANK], starts[FP8C_MAX_RANK], sizes[FP8C_MAX_RANK];
  for (int k = 0; k <= last; k++) {
    int64_t step = k == last ? unit : 1;
    dims[k] = y->dims[k] / step;
    starts[k] = start[k] / step;
    sizes[k] = w.dims[k] / step;
    steps[k] = k == last ? 1 : w.in[k] / unit;
  }
  shape_walk(&m.sizes, "box", y->rank, dims, 1, (const int64_t *const[]){steps});
  shape_list(&m.sizes, "starts", starts, y->rank);
  shape_list(&m.sizes, "sizes", sizes, y->rank);
  shape_list(&m.sizes, "offsets", (const int64_t[]){w.in_offset / unit}, 1);
  text_printf(&m.d.body, "  surround_box<shape>(p%u, p%u, %s);\n", in, out, around);
  return move_launch_units(&m, gr, what, elements / unit);
}

static const char *pad(lowering *l, const group *gr, const node *n) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  const char *mode = node_string(n, "mode");
  if (mode && strcmp(mode, "constant") != 0) return arena_printf(l->c->scratch, "mode %s", mode);
  int64_t pads[2 * FP8C_MAX_RANK], axes[FP8C_MAX_RANK], bits;
  size_t count, axis_count = (size_t)x->rank;
  if (!value_ints(n->in[1], pads, 2 * FP8C_MAX_RANK, &count)) return "its pads are not constant";
  for (int i = 0; i < x->rank; i++) axes[i] = i;
  if (n->in_count > 3 && n->in[3] && !value_ints(n->in[3], axes, FP8C_MAX_RANK, &axis_count))
    return "its axes are not constant";
  if (count != 2 * axis_count) return "its pads do not match its axes";
  double fill_with = 0;
  if (n->in_count > 2 && n->in[2] && !value_scalar(n->in[2], &fill_with))
    return "its constant is not known";
  if (!same_type(x, y) && !(dtype_is_small_float(x->dtype) && dtype_is_small_float(y->dtype)))
    return "it changes the type of what it moves";
  if (!bits_of(y, fill_with, &bits)) return "its type has no form on the GPU";
  walk w = {.rank = x->rank};
  int64_t start[FP8C_MAX_RANK] = {0};
  strides_of(x->dims, x->rank, w.in);
  strides_of(y->dims, y->rank, w.out);
  memcpy(w.dims, x->dims, sizeof x->dims);
  for (size_t i = 0; i < axis_count; i++) {
    int64_t axis = axes[i] < 0 ? axes[i] + x->rank : axes[i];
    int64_t before = pads[i], after = pads[i + axis_count];
    w.dims[axis] += (before < 0 ? before : 0) + (after < 0 ? after : 0);
    if (w.dims[axis] < 0) w.dims[axis] = 0;
    w.in_offset += before < 0 ? -before * w.in[axis] : 0;
    start[axis] = before > 0 ? before : 0;
    w.out_offset += start[axis] * w.out[axis];
  }
  return surround(l, gr, "pad", n->in[0], n->out[0], w, start, bits);
}

/* Cut or filled with zeros around the middle; an odd element is cut or added at the end. */
static const char *center(lowering *l, const group *gr, const node *n) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  if (!same_type(x, y)) return "it changes the type of what it moves";
  walk w = {.rank = x->rank};
  strides_of(x->dims, x->rank, w.in);
  strides_of(y->dims, y->rank, w.out);
  int64_t start[FP8C_MAX_RANK];
  for (int d = 0; d < x->rank; d++) {
    int64_t more = y->dims[d] - x->dims[d];
    w.dims[d] = more < 0 ? y->dims[d] : x->dims[d];
    start[d] = more > 0 ? more / 2 : 0;
    w.out_offset += start[d] * w.out[d];
    w.in_offset += more < 0 ? -more / 2 * w.in[d] : 0;
  }
  return surround(l, gr, "center", n->in[0], n->out[0], w, start, 0);
}

/* Blocks of b by b pixels and channels: a copy over six dimensions, in the result's order. */
static const char *blocks(lowering *l, const group *gr, const node *n) {
  const int64_t *in = n->in[0]->type.dims, *out = n->out[0]->type.dims;
  int64_t b = node_int(n, "blocksize"), plane = in[2] * in[3];
  walk w = {.rank = 6};
  if (node_is(n, OP_DEPTH_TO_SPACE) && node_int(n, "channels_last")) {
    int64_t depth = out[3], row = b * depth; /* a row of a pixel's square lies in one piece */
    memcpy(w.dims, (int64_t[]){in[0], in[1], b, in[2], b, depth}, 6 * sizeof *w.dims);
    memcpy(w.in, (int64_t[]){in[1] * in[2] * b * row, in[2] * b * row, row, b * row, depth, 1},
           6 * sizeof *w.in);
  } else if (node_is(n, OP_DEPTH_TO_SPACE)) {
    const char *mode = node_string(n, "mode");
    bool dcr = !mode || strcmp(mode, "DCR") == 0;
    int64_t depth = out[1];
    memcpy(w.dims, (int64_t[]){in[0], depth, in[2], b, in[3], b}, 6 * sizeof *w.dims);
    memcpy(w.in,
           (int64_t[]){in[1] * plane, dcr ? plane : b * b * plane, in[3],
                       dcr ? b * depth * plane : b * plane, 1, dcr ? depth * plane : plane},
           6 * sizeof *w.in);
  } else {
    memcpy(w.dims, (int64_t[]){in[0], b, b, in[1], out[2], out[3]}, 6 * sizeof *w.dims);
    memcpy(w.in, (int64_t[]){in[1] * plane, in[3], 1, plane, b * in[3], b}, 6 * sizeof *w.in);
  }
  int64_t stride = 1;
  for (int d = 5; d >= 0; d--) w.out[d] = stride, stride *= w.dims[d];
  return copy(l, gr, "blocks", n->in[0], n->out[0], w);
}

const char *lower_copy(lowering *l, const group *gr, const value *v, const place *p) {
  walk w = {.rank = v->type.rank, .in_offset = p->offset};
  char what[32];
  size_t i = 0;
  for (const char *name = gr->nodes[0]->op->name; *name && i + 1 < sizeof what; name++)
    what[i++] = (char)(*name >= 'A' && *name <= 'Z' ? *name - 'A' + 'a' : *name);
  what[i] = 0;
  strides_of(v->type.dims, v->type.rank, w.out);
  memcpy(w.dims, v->type.dims, sizeof v->type.dims);
  memcpy(w.in, p->strides, sizeof p->strides);
  return copy(l, gr, what, p->whole, v, w);
}

typedef const char *layout_lower(lowering *l, const group *gr, const node *n);
static layout_lower *const layouts[OP_COUNT] = {
    [OP_TRANSPOSE] = transpose,
    [OP_SLICE] = slice,
    [OP_CONCAT] = concat,
    [OP_SPLIT] = split,
    [OP_EXPAND] = expand,
    [OP_TILE] = tile,
    [OP_PAD] = pad,
    [OP_CENTER_CROP_PAD] = center,
    [OP_DEPTH_TO_SPACE] = blocks,
    [OP_SPACE_TO_DEPTH] = blocks,
};

const char *lower_layout(lowering *l, const group *gr) {
  const node *n = gr->nodes[0];
  layout_lower *lower = layouts[op_of(n->op)];
  return lower ? lower(l, gr, n) : "it has no generated kernel";
}
