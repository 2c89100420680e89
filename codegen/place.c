/* place.c - where a value lies that is a part of another, or another view of it: a Slice, a Split,
 * a Transpose, a Reshape, windows that a Gather takes. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/lower.h"
#include "ir/read.h"
#include "ops/ids/algebra.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "ops/move.h"

bool node_is_view(const node *n) {
  if (n->op->family == FAMILY_VIEW || node_is(n, OP_IDENTITY)) return true;
  /* a Cast or Dropout that changes nothing moves nothing */
  if (node_is(n, OP_DROPOUT)) return !node_output(n, 1);
  return node_is(n, OP_CAST);
}

bool place_same_numbers(const tensor *x, const tensor *y) {
  return x->dtype == y->dtype && x->scale.kind == y->scale.kind && x->scale.kind != SCALE_AXIS &&
         (x->scale.kind != SCALE_TENSOR || x->scale.value == y->scale.value);
}

void place_dense(const value *v, place *p) {
  *p = (place){.whole = v};
  strides_of(v->type.dims, v->type.rank, p->strides);
}

/* An axis of one element has any stride: the one it would have were it dense. */
static void settle(const tensor *t, place *p) {
  int64_t next = 1;
  for (int i = t->rank - 1; i >= 0; i--) {
    if (t->dims[i] == 1) p->strides[i] = next;
    next = p->strides[i] * t->dims[i];
  }
}

const char *place_slice(const node *n, place *p) {
  sliced s;
  if (!node_slice(n, &s)) return "its starts, ends, axes or steps are not constant";
  for (int d = 0; d < s.rank; d++) {
    p->offset += s.along[d].start * p->strides[d];
    p->strides[d] *= s.along[d].step;
  }
  return NULL;
}

static bool split_place(const node *n, const value *v, place *p) {
  int64_t axis = node_axis(n, n->in[0]->type.rank), at = 0;
  for (size_t i = 0; i < n->out_count && n->out[i]; i++) {
    if (n->out[i] == v) {
      p->offset += at * p->strides[axis];
      return true;
    }
    at += n->out[i]->type.dims[axis];
  }
  return false;
}

void place_transpose(const node *n, place *p) {
  int64_t strides[FP8C_MAX_RANK], perm[FP8C_MAX_RANK] = {0};
  (void)node_permutation(n, perm);
  memcpy(strides, p->strides, sizeof strides);
  for (int i = 0; i < n->in[0]->type.rank; i++) p->strides[i] = strides[perm[i]];
}

/* The windows of an axis: an element may have several places in it, and each has one here. */
static bool unfolded_place(const node *n, place *p) {
  unfolding u;
  if (!node_unfolds(n, &u)) return false;
  int64_t step = p->strides[u.axis];
  int behind = n->in[0]->type.rank - u.axis - 1;
  memmove(p->strides + u.axis + u.rank, p->strides + u.axis + 1,
          sizeof *p->strides * (size_t)behind);
  for (int d = 0; d < u.rank; d++) p->strides[u.axis + d] = step * u.step[d];
  p->offset += u.first * step;
  return true;
}

/* The same elements under other axes, where strides can say so: axes of either side that
 * hold the same number of elements are matched, innermost first. */
static bool reshape_place(const tensor *x, const tensor *y, place *p) {
  int64_t strides[FP8C_MAX_RANK] = {0};
  int i = x->rank - 1, k = y->rank - 1;
  while (k >= 0) {
    while (i >= 0 && x->dims[i] == 1) i--;
    if (y->dims[k] == 1) {
      k--;
      continue;
    }
    if (i < 0) return false;
    int64_t from = x->dims[i], to = y->dims[k], inner = p->strides[i];
    strides[k] = inner;
    while (from != to) {
      if (from < to) {
        do i--;
        while (i >= 0 && x->dims[i] == 1);
        if (i < 0 || p->strides[i] != inner * from) return false; /* a gap between the axes */
        from *= x->dims[i];
      } else {
        do k--;
        while (k >= 0 && y->dims[k] == 1);
        if (k < 0) return false;
        strides[k] = inner * to;
        to *= y->dims[k];
      }
    }
    i--;
    k--;
  }
  memcpy(p->strides, strides, sizeof strides);
  return true;
}

/* Every so many moves a value gets memory of its own: what is behind a longer chain would be found
 * by as many calls within each other, for each of its values anew.  A graph whose moves nobody
 * counted is only asked for what something may cost; there a longer chain ends anywhere. */
#define MOVES_MAX 64

void place_count_moves(const graph *g) {
  for (const node *n = g->first; n; n = n->next) {
    bool moves = n->in_count && n->in[0] &&
                 (node_is(n, OP_SLICE) || node_is(n, OP_SPLIT) || node_is(n, OP_TRANSPOSE) ||
                  node_is(n, OP_GATHER) || node_is_view(n));
    for (size_t i = 0; i < n->out_count; i++)
      if (n->out[i]) n->out[i]->moves = moves ? n->in[0]->moves + 1 : 0;
  }
}

static bool joined_elsewhere(const value *v, place *p);

static bool find_place_behind(const value *v, bool homes, int moves, place *p) {
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  if ((v->moves && v->moves % MOVES_MAX == 0) || moves > MOVES_MAX) return false;
  if (!n || n->region || !n->in_count || !n->in[0] ||
      !place_same_numbers(&n->in[0]->type, &v->type) || tensor_elements(&v->type) == 0 ||
      !memory_type(v->type.dtype))
    return false;
  const tensor *x = &n->in[0]->type, *y = &v->type;
  bool slice = node_is(n, OP_SLICE), split = node_is(n, OP_SPLIT);
  bool transpose = node_is(n, OP_TRANSPOSE), gather = node_is(n, OP_GATHER);
  bool view = node_is_view(n) && n->out[0] == v && tensor_elements(x) == tensor_elements(y);
  if (!slice && !split && !transpose && !gather && !view) return false;
  bool within = (homes && (place_home(n->in[0], p) || joined_elsewhere(n->in[0], p))) ||
                find_place_behind(n->in[0], homes, moves + 1, p);
  if (!within) place_dense(n->in[0], p);
  bool found = slice       ? !place_slice(n, p)
               : split     ? split_place(n, v, p)
               : transpose ? (place_transpose(n, p), true)
               : gather    ? unfolded_place(n, p)
                           : reshape_place(x, y, p);
  if (!found && view) { /* of something that must be copied first */
    place_dense(n->in[0], p);
    found = reshape_place(x, y, p);
  }
  if (found) settle(y, p);
  return found;
}

/* `homes`: what it is a part of may itself be stored in a joined value. */
static bool find_place(const value *v, bool homes, place *p) {
  return find_place_behind(v, homes, 0, p);
}

bool place_of(const value *v, place *p) { return joined_elsewhere(v, p) || find_place(v, true, p); }

bool place_read(const value *v, place *p) { return place_home(v, p) || place_of(v, p); }

bool place_is_dense(const value *v, const place *p) {
  place dense;
  place_dense(v, &dense);
  return p->offset == 0 && tensor_elements(&v->type) == tensor_elements(&p->whole->type) &&
         memcmp(p->strides, dense.strides, sizeof *p->strides * (size_t)v->type.rank) == 0;
}

#define PART_BYTES 16      /* what vectors and tensor copies begin at multiples of */
#define SMALL_PART_BYTES 8 /* half a vector, which the time of a Concat is worth */

/* Whether v is read where its last axis lies together, at whole pieces of memory, and the axes from
 * `first` to the one before that are one, of steps of `*pitch`. */
static bool place_rows(const value *v, int first, place *p, int64_t *pitch) {
  int last = v->type.rank - 1;
  if (last < first + 1 || !place_read(v, p) || p->strides[last] != 1) return false;
  for (int d = last - 2; d >= first; d--)
    if (p->strides[d] != p->strides[d + 1] * v->type.dims[d + 1]) return false;
  int64_t bytes = (int64_t)dtype_bytes(v->type.dtype);
  *pitch = p->strides[last - 1];
  return *pitch >= v->type.dims[last] && *pitch * bytes % PART_BYTES == 0 &&
         p->offset * bytes % PART_BYTES == 0;
}

bool place_images(const value *v, place *p, int64_t *pitch, int64_t *apart) {
  if (!place_rows(v, 1, p, pitch)) return false;
  *apart = p->strides[0];
  return *apart >= p->strides[1] * v->type.dims[1] &&
         *apart * (int64_t)dtype_bytes(v->type.dtype) % PART_BYTES == 0;
}

bool place_pixels(const value *v, place *p, int64_t *pitch) { return place_rows(v, 0, p, pitch); }

uint32_t draft_pixels(kernel_draft *d, const value *image, const char *element) {
  place p;
  int64_t pitch;
  if (!place_pixels(image, &p, &pitch)) return draft_read(d, lower_value(d->l, image), element);
  return draft_read_part(d, lower_value(d->l, p.whole), element,
                         (uint64_t)p.offset * dtype_bytes(image->type.dtype),
                         tensor_bytes(&image->type));
}

/* ---- Joined values ----------------------------------------------------------------------- */

static void part_place(const value *v, place *p) {
  if (!place_read(v, p)) place_dense(v, p);
}

/* Neighbours must be read in vectors: what lies across is turned once, by the Concat. */
static bool parts_are_rows(const node *n) {
  const tensor *y = &n->out[0]->type;
  size_t count = 0;
  int inner = y->rank - 1;
  while (inner > 0 && y->dims[inner] == 1) inner--;
  for (size_t i = 0; i < n->in_count; i++) {
    const tensor *t = &n->in[i]->type;
    place p = {0};
    if (tensor_elements(t) == 0) continue;
    if (!find_place(n->in[i], false, &p)) place_dense(n->in[i], &p);
    for (int d = 0; d < t->rank; d++)
      if (p.strides[d] < 0) return false;
    if (p.strides[inner] != 1) return false;
    count++;
  }
  return count > 1 && count <= JOINED_PARTS_MAX;
}

bool place_has_shape(const tensor *x, const tensor *y) {
  return x->rank == y->rank && memcmp(x->dims, y->dims, sizeof *x->dims * (size_t)x->rank) == 0;
}

/* Of the joined value's shape, and no part of another kind of kernel. */
static bool reads_elements(const node *u, const value *v) {
  if (u->region ? strcmp(u->region->kind, "eltwise") != 0 : u->op->family != FAMILY_ELTWISE)
    return false;
  return u->op->family != FAMILY_GATHER && !node_is(u, OP_ROTARY) && u->out_count > 0 &&
         u->out[0] && place_has_shape(&u->out[0]->type, &v->type);
}

bool region_joins(const node *n) {
  const value *v = n->out_count ? n->out[0] : NULL;
  if (!node_is(n, OP_CONCAT) || n->region || !v || v->output_uses || !v->user_count) return false;
  if (!tensor_shape_known(&v->type) || v->type.rank < 1 || tensor_elements(&v->type) == 0 ||
      !memory_type(v->type.dtype))
    return false;
  for (size_t i = 0; i < n->in_count; i++)
    if (!tensor_shape_known(&n->in[i]->type) || !place_same_numbers(&n->in[i]->type, &v->type))
      return false;
  if (!parts_are_rows(n)) return false;
  for (size_t i = 0; i < v->user_count; i++) {
    const node *u = v->users[i], *first = v->users[0];
    if (!reads_elements(u, v) || (u != first && (!u->region || u->region != first->region)))
      return false;
  }
  return true;
}

joined_part *joined_parts(const value *v, arena *a, uint32_t *count) {
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  *count = 0;
  if (!n || !region_joins(n)) return NULL;
  joined_part *parts = NEW_ARRAY(a, joined_part, n->in_count);
  int64_t axis = node_axis(n, v->type.rank), begin = 0;
  for (size_t i = 0; i < n->in_count; i++) {
    const value *from = n->in[i];
    if (tensor_elements(&from->type) == 0) continue;
    joined_part *p = &parts[(*count)++];
    *p = (joined_part){.v = from, .begin = begin};
    part_place(from, &p->at);
    begin += from->type.dims[axis];
  }
  return parts;
}

/* ---- Parts that are stored where they are joined ------------------------------------------ */

/* What regions store, where a place is as good as memory of its own. */
static bool stores_anywhere(const node *n) {
  if (node_is(n, OP_QUANTIZE_SPLIT)) return false;
  return n->region ? strcmp(n->region->kind, "attention") != 0
                   : n->op->family == FAMILY_ELTWISE && !node_is_view(n);
}

/* Joins rows, behind one another, for readers that want the whole. */
static bool joins_rows(const node *n) {
  const value *y = n->out_count ? n->out[0] : NULL;
  if (!node_is(n, OP_CONCAT) || n->region || !y || !y->user_count || y->output_uses ||
      !tensor_shape_known(&y->type) || y->type.rank < 2 || tensor_elements(&y->type) == 0 ||
      !memory_type(y->type.dtype) || y->type.scale.kind == SCALE_AXIS || region_joins(n))
    return false;
  for (size_t i = 0; i < y->user_count; i++) /* which reads parts itself */
    if (y->users[i]->op->family == FAMILY_ATTENTION) return false;
  return node_axis(n, y->type.rank) == y->type.rank - 1;
}

/* A filter for each channel. */
static bool is_depthwise(const node *n, const value *v) {
  return node_int(n, "group") == v->type.dims[v->type.rank - 1];
}

bool conv_reads_images(const node *n, const value *v) {
  return conv_reads_pixels(n, v) && is_depthwise(n, v);
}

bool conv_reads_pixels(const node *n, const value *v) {
  const value *y = n->out_count ? n->out[0] : NULL;
  int last = v->type.rank - 1;
  if (!node_is(n, OP_CONV) || !y || last < 1 || n->in[0] != v || n->in[1] == v ||
      node_input(n, 2) == v || !node_int(n, "channels_last"))
    return false;
  int64_t groups = node_int(n, "group"), channels = v->type.dims[last];
  return groups == 1 || (groups == channels && y->type.dims[last] == channels);
}

/* Whether the kernel of `n` walks the strides of any part of another value. */
static bool reads_any_place(const node *n, const value *v) {
  if (n->op->family == FAMILY_GATHER || node_is(n, OP_ROTARY)) return false;
  if (node_is(n, OP_CONCAT) || node_is(n, OP_SPLIT) || node_is(n, OP_SLICE)) return !n->region;
  bool elements = n->region ? strcmp(n->region->kind, "eltwise") == 0
                            : n->op->family == FAMILY_ELTWISE && !node_is_view(n);
  return elements || conv_reads_pixels(n, v);
}

/* What stores vectors as short as a place wants, for readers that read as short ones: no tensor
 * copies. */
static bool takes_small_parts(const value *v, const node *joins) {
  static const char *const kinds[] = {"eltwise", "resize", "row", "pool", "gate"};
  const node *n = v->def;
  bool takes = !n->region;
  for (size_t i = 0; !takes && i < sizeof kinds / sizeof *kinds; i++)
    takes = strcmp(n->region->kind, kinds[i]) == 0;
  for (size_t i = 0; takes && i < v->user_count; i++)
    takes = v->users[i] == joins || !conv_reads_pixels(v->users[i], v);
  return takes;
}

/* The Concat that v can be stored in, once; NULL.  Of several that of the most parts: where a block
 * joins all that it has, layer by layer, the others' parts lie side by side there.  Tells in *count
 * how many there are. */
static const node *joined_by(const value *v, size_t *count) {
  const node *most = NULL;
  *count = 0;
  for (size_t i = 0; i < v->user_count; i++) {
    const node *c = v->users[i];
    size_t times = 0;
    if (!joins_rows(c) || !place_same_numbers(&v->type, &c->out[0]->type)) continue;
    for (size_t k = 0; k < c->in_count; k++) times += c->in[k] == v;
    if (times != 1) continue;
    (*count)++;
    if (!most || c->in_count > most->in_count) most = c;
  }
  return most;
}

bool place_home(const value *v, place *p) {
  const node *n = v->kind == VALUE_NODE ? v->def : NULL, *c;
  size_t concats;
  if (!n || v->output_uses || !v->user_count || !tensor_shape_known(&v->type) ||
      tensor_elements(&v->type) == 0 || !stores_anywhere(n) || !(c = joined_by(v, &concats)))
    return false;
  /* A reader that wants other memory has a copy: fewer than several Concats would make. */
  for (size_t i = 0; i < v->user_count && concats == 1; i++)
    if (v->users[i] != c && !reads_any_place(v->users[i], v)) return false;
  const value *y = c->out[0];
  place further;
  int last = y->type.rank - 1;
  int64_t begin = 0, bytes = (int64_t)dtype_bytes(y->type.dtype);
  if (place_home(y, &further)) return false;
  for (size_t i = 0; c->in[i] != v; i++) begin += c->in[i]->type.dims[last];
  int64_t unit = takes_small_parts(v, c) ? SMALL_PART_BYTES : PART_BYTES;
  if (begin * bytes % unit || v->type.dims[last] * bytes % unit ||
      y->type.dims[last] * bytes % PART_BYTES)
    return false;
  place_dense(y, p);
  p->offset = begin;
  return true;
}

/* All parts of a Concat are stored side by side in the result of another: so is its own. */
static bool joined_elsewhere(const value *v, place *p) {
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  if (!n || !joins_rows(n) || n->in_count > JOINED_PARTS_MAX) return false;
  int last = v->type.rank - 1;
  int64_t end = -1; /* of the parts so far */
  for (size_t i = 0; i < n->in_count; i++) {
    const value *part = n->in[i];
    place home;
    if (tensor_elements(&part->type) == 0) continue;
    if (!place_same_numbers(&part->type, &v->type) || !place_home(part, &home) || home.whole == v ||
        (end >= 0 && (home.whole != p->whole || home.offset != end)))
      return false;
    if (end < 0) *p = home;
    end = home.offset + part->type.dims[last];
  }
  return end >= 0;
}

/* ---- States ------------------------------------------------------------------------------- */

static const plan_state *state_stored(const lowering *l, const node *n) {
  const plan_memory *m = &l->p->memory;
  for (uint32_t i = 0; i < m->state_count; i++)
    if (l->g->inputs[m->states[i].input] == n->in[0] &&
        l->g->outputs[m->states[i].output] == n->out[0])
      return &m->states[i];
  return NULL;
}

bool lower_state_stays(const lowering *l, const node *n) {
  bool scatters = node_is(n, OP_TENSOR_SCATTER);
  if ((!scatters && !node_is(n, OP_CACHE_WRITE)) || n->region || !node_input(n, 2)) return false;
  if (scatters && strcmp(node_string(n, "mode"), "linear") != 0) return false;
  const value *past = n->in[0], *y = n->out[0];
  const value *slots = scatters ? NULL : node_input(n, 4);
  if (slots && !node_int(n, "stays")) return false;
  if (!place_same_numbers(&past->type, &y->type) ||
      !place_same_numbers(&n->in[1]->type, &y->type) ||
      tensor_elements(&past->type) != tensor_elements(&y->type) || !state_stored(l, n))
    return false;
  for (size_t i = 0; i < past->user_count; i++) {
    const node *u = past->users[i];
    bool below = node_is(u, OP_CACHE_READ) && u->in[0] == past && u->in[1] == n->in[2];
    /* what readers want, of which the new rows do not come from the cache */
    bool joined = slots && node_is(u, OP_CACHE_WRITE) && u->in[0] == past && u->in[1] != past &&
                  u->in[2] == n->in[2];
    if (u != n && !below && !joined) return false;
  }
  return past->output_uses == 0;
}
