/* fuse_regions.c - brackets around the nodes that one kernel computes.
 *
 * A region may hold any nodes that can stand next to each other: no path leaves
 * it and comes back.  Row operators pull in what is computed per element before
 * and after them, so that a norm reads its residual once and writes every
 * stored form of its result; what is left of the per-element nodes forms chains.
 * Numbers do not change: inside a region values are F32 either way.
 *
 * One file, for all kinds of regions grow the same set of nodes. */
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/pools.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/select.h"
#include "ops/ids/types.h"
#include "ops/ids/vision.h"
#include "passes/heads.h"
#include "passes/match.h"
#include "passes/precision/precision.h"

#define TILE_COLUMNS 128

#define REGION_NODES_MAX 32
#define REACH_MAX 4096 /* nodes between the first and the last of a region */

typedef struct fuser {
  graph *g;
  pass_context *c;
  uint32_t *position;        /* by node id */
  uint32_t *member, *marked; /* by node id: the generation they were set in */
  uint32_t generation, scan;
  node *nodes[REGION_NODES_MAX];
  size_t count;
} fuser;

/* ---- Sets of nodes --------------------------------------------------------------------- */

static bool is_member(const fuser *f, const node *n) { return f->member[n->id] == f->generation; }

/* From `n` on up to `end`, which keeps its number. */
static void renumber(fuser *f, const node *n, const node *end, uint32_t from) {
  for (; n != end; n = n->next) f->position[n->id] = from++;
}

static void begin(fuser *f, node *n) {
  f->generation++;
  f->count = 0;
  f->nodes[f->count++] = n;
  f->member[n->id] = f->generation;
}

static bool reads_members(const fuser *f, const node *n) {
  for (size_t i = 0; i < n->in_count; i++) {
    const node *d = n->in[i] ? n->in[i]->def : NULL;
    if (d && (is_member(f, d) || f->marked[d->id] == f->scan)) return true;
  }
  return false;
}

static void bounds(const fuser *f, node **first, node **last) {
  *first = *last = f->nodes[0];
  for (size_t i = 1; i < f->count; i++) {
    if (f->position[f->nodes[i]->id] < f->position[(*first)->id]) *first = f->nodes[i];
    if (f->position[f->nodes[i]->id] > f->position[(*last)->id]) *last = f->nodes[i];
  }
}

/* Marks the nodes between the members that depend on a member (a finished
 * region as a whole); false when a member depends on one of them. */
static bool convex(fuser *f, node *first, node *last) {
  f->scan++;
  for (node *n = first; n && n != last->next;) {
    if (is_member(f, n)) {
      for (size_t i = 0; i < n->in_count; i++) {
        const node *d = n->in[i] ? n->in[i]->def : NULL;
        if (d && f->marked[d->id] == f->scan) return false;
      }
      n = n->next;
      continue;
    }
    node *end = n->next;
    bool reads = reads_members(f, n);
    if (n->region)
      for (; end && end->region == n->region; end = end->next) reads |= reads_members(f, end);
    for (; n != end; n = n->next)
      if (reads) f->marked[n->id] = f->scan;
  }
  return true;
}

/* Rounding to a storage format: the last thing in a region. */
static bool is_store(const node *n) {
  return node_is(n, OP_QUANTIZE) ||
         (node_is(n, OP_CAST) && n->in[0]->type.dtype == FP8C_DTYPE_F32 &&
          n->out[0]->type.dtype == FP8C_DTYPE_BF16);
}

/* A node may have a hundred thousand inputs, and a value as many users: the shorter list is
 * searched. */
static bool reads(const node *n, const value *v) {
  if (n->in_count <= v->user_count) {
    for (size_t i = 0; i < n->in_count; i++)
      if (n->in[i] == v) return true;
  } else {
    for (size_t i = 0; i < v->user_count; i++)
      if (v->users[i] == n) return true;
  }
  return false;
}

/* What is rounded for memory is not read again inside. */
static bool reads_store(const fuser *f, const node *n) {
  for (size_t i = 0; i < f->count; i++)
    if (is_store(f->nodes[i]) && reads(n, f->nodes[i]->out[0])) return true;
  for (size_t i = 0; is_store(n) && i < f->count; i++)
    for (size_t k = 0; k < f->nodes[i]->in_count; k++)
      if (f->nodes[i]->in[k] == n->out[0]) return true;
  return false;
}

/* A Rotary reads two elements of its input for each result: from memory, except where a product's
 * kernel has both in registers. */
static bool rotates_members(const fuser *f, const node *n) {
  if (node_is(n, OP_ROTARY) && n->in[0]->def && is_member(f, n->in[0]->def)) return true;
  for (size_t i = 0; i < f->count; i++) { /* members, since a value may have more readers */
    const node *u = f->nodes[i];
    if (node_is(u, OP_ROTARY) && u->in[0]->def == n) return true;
  }
  return false;
}

/* They may read the same values; a region of so many nodes is rare enough not to look. */
static bool has_room(const fuser *f, const node *n) {
  size_t inputs = n->in_count;
  for (size_t i = 0; i < f->count; i++) inputs += f->nodes[i]->in_count;
  return f->count < REGION_NODES_MAX && inputs <= REGION_INPUTS_MAX;
}

static bool join(fuser *f, node *n) {
  if (is_member(f, n) || n->region || !has_room(f, n) || node_stays_unfused(f->c, n) ||
      reads_store(f, n))
    return false;
  f->nodes[f->count++] = n;
  f->member[n->id] = f->generation;
  node *first, *last;
  bounds(f, &first, &last);
  if (f->position[last->id] - f->position[first->id] <= REACH_MAX && convex(f, first, last))
    return true;
  f->count--;
  f->member[n->id] = 0;
  return false;
}

static bool add(fuser *f, node *n) { return !rotates_members(f, n) && join(f, n); }

/* Brings the members together: what depends on them goes behind, the rest of
 * what stands between them in front. */
static void close_region(fuser *f, const char *kind) {
  node *first, *last;
  bounds(f, &first, &last);
  convex(f, first, last);
  arena_mark mark = arena_save(f->c->scratch);
  size_t reach = f->position[last->id] - f->position[first->id] + 1, later = 0;
  node **behind = NEW_ARRAY(f->c->scratch, node *, reach), *end = last->next;
  const node *before = first->previous;
  uint32_t from = f->position[first->id];
  for (node *n = first, *next; n != end; n = next) {
    next = n->next;
    if (is_member(f, n)) continue;
    if (f->marked[n->id] == f->scan)
      behind[later++] = n;
    else
      node_move(n, first);
  }
  for (size_t i = 0; i < later; i++) node_move(behind[i], end);
  arena_reset(f->c->scratch, mark);
  region *r = graph_region(f->g, kind);
  for (size_t i = 0; i < f->count; i++) f->nodes[i]->region = r;
  renumber(f, before ? before->next : f->g->first, end, from);
  f->c->changes++;
}

/* ---- What may stand in a region -------------------------------------------------------------- */

static bool in_registers(const value *v) { return v && dtype_is_small_float(v->type.dtype); }

/* Computed element by element in F32. */
static bool is_elementwise(const node *n) {
  if (n->op->family != FAMILY_ELTWISE || n->out_count != 1 || n->region || !in_registers(n->out[0]))
    return false;
  if (n->in_count > REGION_INPUTS_MAX) return false;
  for (size_t i = 0; i < n->in_count; i++) {
    const value *v = n->in[i];
    if (!v || in_registers(v)) continue;
    bool condition = v->type.dtype == FP8C_DTYPE_BOOL && i == 0 && node_is(n, OP_WHERE);
    bool from_integer = node_is(n, OP_CAST) && v->type.dtype != FP8C_DTYPE_F64;
    if (!condition && !from_integer) return false;
  }
  return true;
}

/* The shape of `full`, or with one number a row. */
static bool row_shaped(const tensor *t, const tensor *full) {
  tensor one = *full;
  if (full->rank > 0) one.dims[full->rank - 1] = 1;
  return same_shape(t, full) || (full->rank > 0 && same_shape(t, &one));
}

/* An operator over the last axis whose one result is used. */
static bool works_on_rows(const node *n) {
  const value *x = n->in_count ? n->in[0] : NULL;
  if (!in_registers(x) || !in_registers(n->out[0]) || x->type.rank < 1 || n->region) return false;
  if (node_gives_more(n)) return false;
  if (node_is(n, OP_INVERSE_DEVIATION)) return true;
  if (op_has(n->op, FACT_ROW_NORM) || node_is(n, OP_SOFTMAX) || node_is(n, OP_LOG_SOFTMAX))
    return node_axis(n, x->type.rank) == x->type.rank - 1;
  return op_has(n->op, FACT_REDUCES) && reduces_one(n) == x->type.rank - 1;
}

/* The largest number of each row: what scales rows in FP8, behind a norm mostly. */
static bool is_row_maximum(const node *n, const tensor *shape) {
  return node_is(n, OP_REDUCE_MAX) && works_on_rows(n) && same_shape(&n->in[0]->type, shape);
}

static void add_consumers(fuser *f, const tensor *shape, bool rows) {
  for (size_t i = 0; i < f->count; i++) {
    const value *v = f->nodes[i]->out[0];
    if (is_store(f->nodes[i])) continue;
    for (size_t k = 0; k < v->user_count; k++) {
      node *u = v->users[k];
      if (rows && is_row_maximum(u, shape)) add(f, u);
      if (!is_elementwise(u) || (rows && node_is(u, OP_ROTARY))) continue;
      const tensor *t = &u->out[0]->type;
      if (rows ? row_shaped(t, shape) : same_shape(t, shape)) add(f, u);
    }
  }
}

static bool users_inside(const fuser *f, const value *v) {
  for (size_t i = 0; i < v->user_count; i++)
    if (!is_member(f, v->users[i])) return false;
  return v->output_uses == 0;
}

/* Equal, or equal once symbols are bound.  If they turn out otherwise the kernel
 * generator takes the region apart, which changes no number. */
static bool may_be_shape(const tensor *t, const tensor *shape) {
  if (t->rank < 1 || t->rank != shape->rank) return false;
  for (int i = 0; i < t->rank; i++)
    if (t->dims[i] != shape->dims[i] && !(t->dims[i] < 0 && shape->dims[i] < 0)) return false;
  return true;
}

static bool gathers_rows(const fuser *f, const node *n, const tensor *shape) {
  return node_is(n, OP_GATHER) && !n->region && node_int(n, "axis") == 0 &&
         n->in[0]->type.rank == 2 && in_registers(n->out[0]) &&
         !(tensor_shape_known(&n->out[0]->type) && tensor_elements(&n->out[0]->type) == 0) &&
         may_be_shape(&n->out[0]->type, shape) && users_inside(f, n->out[0]);
}

static void add_producers(fuser *f, const tensor *shape, bool rows) {
  for (size_t i = 0; i < f->count; i++) {
    const node *n = f->nodes[i];
    for (size_t k = 0; k < n->in_count; k++) {
      node *d = n->in[k] ? n->in[k]->def : NULL;
      if (!d || is_member(f, d)) continue;
      if (rows && gathers_rows(f, d, shape)) {
        add(f, d);
        continue;
      }
      if (!is_elementwise(d) || is_store(d) || (rows && node_is(d, OP_ROTARY))) continue;
      const tensor *t = &d->out[0]->type;
      if (rows ? row_shaped(t, shape) : same_shape(t, shape)) add(f, d);
    }
  }
}

/* One number added to or multiplied with a vector that all rows share, such as 1 + scale of an
 * adaptive norm: less work in the row's kernel, though each row does it, than a launch. */
static bool shared_by_rows(const fuser *f, const node *n, const tensor *shape) {
  const tensor *t = &n->out[0]->type;
  int last = shape->rank - 1;
  const value *x = NULL;
  if (op_has(n->op, FACT_HEAVY) || t->rank != shape->rank || last < 1 ||
      t->dims[last] != shape->dims[last] || !users_inside(f, n->out[0]))
    return false;
  for (int i = 0; i < last; i++)
    if (t->dims[i] != 1 && t->dims[i] != shape->dims[i]) return false;
  for (size_t i = 0; i < n->in_count; i++) {
    double number;
    if (!n->in[i] || value_scalar(n->in[i], &number)) continue;
    if (x || !same_shape(&n->in[i]->type, t)) return false;
    x = n->in[i];
  }
  return x != NULL;
}

static void add_shared(fuser *f, const tensor *shape) {
  for (size_t i = 0; i < f->count; i++)
    for (size_t k = 0; k < f->nodes[i]->in_count; k++) {
      const value *v = f->nodes[i]->in[k];
      node *d = v ? v->def : NULL;
      if (d && !is_member(f, d) && is_elementwise(d) && !is_store(d) && shared_by_rows(f, d, shape))
        add(f, d);
    }
}

/* ---- The kinds of regions ---------------------------------------------------------------------
 */

static void add_stores(fuser *f, const value *v) {
  for (size_t i = 0; i < v->user_count; i++)
    if (is_store(v->users[i])) add(f, v->users[i]);
}

/* A node that the user keeps unfused still rounds its own result: the region is the node and its
 * conversions.  Returns false for any other node. */
static bool round_unfused(fuser *f, node *n, const char *kind) {
  if (!node_stays_unfused(f->c, n)) return false;
  begin(f, n);
  for (size_t i = 0; i < n->out[0]->user_count; i++)
    if (is_store(n->out[0]->users[i])) add(f, n->out[0]->users[i]);
  if (f->count > 1) close_region(f, kind);
  return true;
}

static void fuse_row(fuser *f, node *n) {
  if (round_unfused(f, n, "row")) return;
  begin(f, n);
  const tensor *shape = &n->in[0]->type;
  add_producers(f, shape, true);
  add_consumers(f, shape, true);
  add_shared(f, shape);
  if (node_is(n, OP_INVERSE_DEVIATION)) add_stores(f, n->in[0]); /* for the products it is for */
  if (f->count > 1) close_region(f, "row");
}

static void fuse_elementwise(fuser *f, node *n) {
  if (round_unfused(f, n, "eltwise")) return;
  begin(f, n);
  const tensor *shape = &n->out[0]->type;
  for (size_t before = 0; before != f->count;) {
    before = f->count;
    add_consumers(f, shape, false);
    add_producers(f, shape, false);
  }
  if (f->count > 1) close_region(f, "eltwise");
}

/* An elementwise node of the product's shape whose other inputs are constants. */
static bool is_activation(const node *n, const value *v) {
  if (!is_elementwise(n) || is_store(n) || n->region || n->out_count != 1 || node_is(n, OP_ROTARY))
    return false;
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] && n->in[i] != v && !value_is_const(n->in[i])) return false;
  return same_shape(&n->out[0]->type, &v->type);
}

/* The sum of the product with something else of its shape: a residual, which the
 * kernel fetches while it multiplies.  A norm behind it then reads one tensor. */
static bool is_residual(const node *n, const value *v) {
  if (!node_is(n, OP_ADD) || !is_elementwise(n)) return false;
  const value *other = n->in[0] == v ? n->in[1] : n->in[0];
  return other != v && !value_is_const(other) && same_shape(&other->type, &v->type) &&
         same_shape(&n->out[0]->type, &v->type);
}

/* The scales of the product's rows, which a run chooses. */
static bool is_row_scale(const node *n, const value *v) {
  if (!node_is(n, OP_MUL) || !is_elementwise(n)) return false;
  const value *other = n->in[0] == v ? n->in[1] : n->in[0];
  tensor row = v->type;
  if (row.rank < 1) return false;
  row.dims[row.rank - 1] = 1;
  return !value_is_const(other) && same_shape(&other->type, &row) &&
         same_shape(&n->out[0]->type, &v->type);
}

/* The one rounding of v, beside which others may read it: a residual stream. */
static void add_only_store(fuser *f, const value *v) {
  node *only = NULL;
  for (size_t i = 0; i < v->user_count; i++) {
    if (!is_store(v->users[i]) || v->users[i] == only) continue;
    if (only) return;
    only = v->users[i];
  }
  if (only && !value_is_output(v)) add(f, only);
}

/* Activations and one residual that follow a product, and the one rounding after
 * them: where every GPU's own kernel has such an epilogue, nothing is stored in
 * between. */
static void fuse_activations(fuser *f, node *n) {
  const value *v = n->out[0];
  bool residual = false;
  begin(f, n);
  while (value_used_once(v)) {
    node *u = v->users[0];
    bool adds = !residual && is_residual(u, v);
    if (!adds && !is_activation(u, v) && !is_row_scale(u, v)) break;
    add(f, u);
    if (!is_member(f, u)) break;
    residual |= adds;
    v = u->out[0];
  }
  if (f->count == 1) return;
  add_only_store(f, v);
  close_region(f, "gemm");
}

static bool only_stored(const value *v) {
  for (size_t i = 0; i < v->user_count; i++)
    if (!is_store(v->users[i]) || v->users[i]->region) return false;
  return v->user_count > 0 && v->output_uses == 0;
}

/* Norms of images and Resize: they have kernels of their own. */
static bool works_on_images(const node *n) {
  return op_has(n->op, FACT_IMAGE_NORM) ||
         (node_is(n, OP_RESIZE) && in_registers(n->in[0]) && in_registers(n->out[0]));
}

/* A convolution, norm of images, Resize or pooling for a GPU: what follows it element by element,
 * one residual along (of a pooling nothing), and every stored form of the last of them.  Its
 * kernels do all that whatever it is. */
static void fuse_windows(fuser *f, node *n, const char *kind) {
  if (round_unfused(f, n, kind)) return;
  const value *v = n->out[0];
  bool residual = false;
  begin(f, n);
  while (value_used_once(v) && (node_is(n, OP_CONV) || works_on_images(n))) {
    node *u = v->users[0];
    bool adds = !residual && is_residual(u, v);
    if (!adds && !is_activation(u, v)) break;
    add(f, u);
    if (!is_member(f, u)) break;
    residual |= adds;
    v = u->out[0];
  }
  add_stores(f, v);
  for (size_t i = 0; i < v->user_count; i++) /* such as a mean taken off in front of a rounding */
    if (is_activation(v->users[i], v) && only_stored(v->users[i]->out[0]) && add(f, v->users[i]))
      add_stores(f, v->users[i]->out[0]);
  if (f->count > 1) close_region(f, kind);
}

/* Both halves of a product's columns, each cut off and read once. */
static bool read_halves(const value *v, node *cuts[2], value *halves[2]) {
  int last = v->type.rank - 1;
  if (value_is_output(v) || last < 0 || v->type.dims[last] <= 0 || v->type.dims[last] % 32 != 0)
    return false;
  int64_t half = v->type.dims[last] / 2;
  if (v->user_count == 1 && node_is(v->users[0], OP_SPLIT)) {
    node *n = cuts[0] = v->users[0];
    cuts[1] = NULL;
    if (node_axis(n, last + 1) != last || n->out_count != 2) return false;
    halves[0] = n->out[0];
    halves[1] = n->out[1];
  } else {
    halves[0] = halves[1] = NULL;
    for (size_t i = 0; i < v->user_count && v->user_count == 2; i++) {
      node *n = v->users[i];
      sliced s;
      if (!node_slice(n, &s) || s.only != last) return false;
      const slice_range *r = &s.along[last];
      if (r->step != 1 || (r->start != 0 && r->start != half)) return false;
      int which = r->start == 0 ? 0 : 1;
      cuts[which] = n;
      halves[which] = n->out[0];
    }
  }
  for (int i = 0; i < 2; i++)
    if (!halves[i] || !value_used_once(halves[i]) || halves[i]->type.dims[last] != half)
      return false;
  return true;
}

/* act(one half) * other half: the gate's nodes up to the product of both. */
static node *find_gate(const value *half, const value *other, node **nodes, size_t most,
                       size_t *count) {
  const value *v = half;
  for (*count = 0; value_used_once(v) && *count < most; v = nodes[(*count)++]->out[0]) {
    node *u = v->users[0];
    if (node_is(u, OP_MUL) && is_elementwise(u) && other_input(u, v) == other &&
        same_shape(&u->out[0]->type, &v->type))
      return u;
    if (!is_activation(u, v)) return NULL;
    nodes[*count] = u;
  }
  return NULL;
}

/* A gated product (SwiGLU and its kin): halves, gate, their product and one rounding. */
static void fuse_gated(fuser *f, node *n) {
  node *cuts[2], *gate[4], *product = NULL;
  value *halves[2];
  size_t count = 0;
  const tensor *w = &n->in[1]->type;
  if (!node_is(n, OP_LINEAR) || w->rank != 2 || w->dims[1] % 16 != 0 ||
      !read_halves(n->out[0], cuts, halves))
    return;
  for (int i = 0; i < 2 && !product; i++)
    product = find_gate(halves[i], halves[1 - i], gate, 4, &count);
  if (!product || value_is_output(product->out[0])) return;
  begin(f, n);
  for (int i = 0; i < 2; i++)
    if (cuts[i]) add(f, cuts[i]);
  for (size_t i = 0; i < count; i++) add(f, gate[i]);
  add(f, product);
  if (f->count != 2 + (cuts[1] != NULL) + count + 1) return; /* one of them stays alone */
  const value *v = product->out[0];
  if (value_used_once(v) && is_store(v->users[0]) && !v->users[0]->region) add(f, v->users[0]);
  close_region(f, "gemm");
}

/* A product's row as heads [.., heads, size]. */
static bool makes_heads(const node *n) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  int last = x->rank - 1;
  tensor row = *y;
  if (!node_is(n, OP_RESHAPE) || y->rank != x->rank + 1 || y->dims[last] < 1 ||
      y->dims[last + 1] < 1 || y->dims[last] * y->dims[last + 1] != x->dims[last])
    return false;
  row.rank = x->rank;
  row.dims[last] = x->dims[last];
  return same_shape(&row, x);
}

/* What is done with the parts of a product's columns. */
typedef struct rotated_parts {
  int64_t unit; /* columns that hold whole pairs; 0: no part is rotated yet */
  bool interleaved;
  bool alike;   /* each begins a tile, is rounded once, and stays where its columns are */
  size_t bytes; /* of an element; of all while they are alike */
} rotated_parts;

/* Returns the Rotary that rotates v's heads, which may be behind or in front of its rows; the nodes
 * between join the region.  NULL where there is none, or one of the nodes cannot join. */
static node *join_rotary(fuser *f, const value *v, rotated_parts *all) {
  bool heads = false, moved = false;
  while (value_used_once(v)) {
    node *n = v->users[0];
    bool rotates = node_is(n, OP_ROTARY) && n->in[0] == v;
    bool moves = heads && !moved && TRANSPOSES(n, 0, 2, 1, 3);
    if (!rotates && !moves && (heads || !makes_heads(n))) return NULL;
    if (!join(f, n)) return NULL;
    if (rotates) return n;
    heads = true;
    moved = moves;
    if (moves && n->in[0]->type.dims[1] != 1) all->alike = false;
    v = n->out[0];
  }
  return NULL;
}

static bool is_rotated(const value *v) {
  for (int step = 0; v && v->user_count == 1 && step < 3; step++) {
    const node *n = v->users[0];
    if (node_is(n, OP_ROTARY)) return n->in[0] == v;
    if (!node_is(n, OP_RESHAPE) && !node_is(n, OP_TRANSPOSE)) return false;
    v = n->out[0];
  }
  return false;
}

/* Adds what follows a part of a product's columns: a rotation, if there is one, and a rounding. */
static bool join_part(fuser *f, const value *v, rotated_parts *all) {
  if (value_is_output(v) || v->user_count == 0) return false;
  if (is_rotated(v)) {
    const node *n = join_rotary(f, v, all);
    if (!n || value_is_output(n->out[0])) return false;
    bool interleaved = node_int(n, "interleaved") != 0;
    int64_t size = n->out[0]->type.dims[n->out[0]->type.rank - 1], unit = interleaved ? 2 : size;
    if (size < 1 || size % 4 != 0 ||
        (all->unit && (all->unit != unit || all->interleaved != interleaved)))
      return false;
    all->unit = unit;
    all->interleaved = interleaved;
    v = n->out[0];
  }
  size_t stores = 0, bytes = 2; /* what others read is BF16 */
  for (size_t i = 0; i < v->user_count; i++) {
    node *u = v->users[i];
    if (!is_store(u) || u->region) continue;
    if (!join(f, u)) return false;
    bytes = dtype_bytes(u->out[0]->type.dtype);
    stores++;
  }
  if (stores + (stores < v->user_count) != 1 || (all->bytes && all->bytes != bytes))
    all->alike = false;
  all->bytes = bytes;
  return true;
}

/* Everything but the last dimension is the product's. */
static bool is_part(const value *v, const tensor *whole) {
  if (!v || v->type.rank != whole->rank) return false;
  tensor t = v->type;
  t.dims[t.rank - 1] = whole->dims[t.rank - 1];
  return same_shape(&t, whole) && v->type.dims[t.rank - 1] > 0;
}

/* Fuses a product of q, k and v with the rotation of some of them (RoPE) and their roundings. */
static void fuse_rotated(fuser *f, node *n) {
  const value *y = n->out[0], *parts[REGION_NODES_MAX];
  size_t count = 0;
  rotated_parts all = {.alike = true};
  if (value_is_output(y) || y->type.rank < 1) return;
  begin(f, n);
  for (size_t i = 0; i < y->user_count; i++) {
    node *cut = y->users[i];
    if (!node_is(cut, OP_SPLIT) && !node_is(cut, OP_SLICE)) continue;
    if (cut->in[0] != y || !join(f, cut)) return;
    int64_t begin = 0;
    sliced s;
    if (node_is(cut, OP_SLICE)) {
      if (!node_slice(cut, &s) || s.only < 0) return;
      begin = s.along[s.only].start;
    }
    for (size_t k = 0; k < cut->out_count; k++) {
      if (!is_part(cut->out[k], &y->type) || count == REGION_NODES_MAX) return;
      if (begin % TILE_COLUMNS) all.alike = false;
      begin += cut->out[k]->type.dims[y->type.rank - 1];
      parts[count++] = cut->out[k];
    }
  }
  if (count == 0)
    parts[count++] = y;
  else if (f->count != 1 + y->user_count)
    return; /* the whole is read as well */
  for (size_t i = 0; i < count; i++)
    if (!join_part(f, parts[i], &all)) return;
  if (all.unit == 0) return;
  for (size_t i = 0; i < count; i++)
    if (parts[i]->type.dims[y->type.rank - 1] % all.unit != 0) return;
  const kernel_question rotates = {.what = ASK_PRODUCT_TURNS,
                                   .n = n,
                                   .size = all.interleaved ? 0 : all.unit,
                                   .alike = all.alike};
  if (!targets_refuse(&f->c->rules, &rotates)) close_region(f, "gemm");
}

/* The product's kernel does what follows on its sums. */
bool product_takes_epilogue(const pass_context *c, const node *n) {
  if (dtype_is_fp8(n->in[0]->type.dtype)) return true;
  return c->rules.bf16_epilogue && node_is(n, OP_LINEAR) && n->decision &&
         n->decision->format == FP8C_DTYPE_BF16;
}

/* The roundings of a product's result. */
static void fuse_product(fuser *f, node *n, const char *kind) {
  begin(f, n);
  const value *v = n->out[0];
  for (size_t i = 0; i < v->user_count; i++) {
    node *u = v->users[i];
    if (is_store(u) && !u->region) add(f, u);
  }
  if (f->count > 1) close_region(f, kind);
}

fp8c_status pass_fuse_regions(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  fuser f = {.g = g, .c = c};
  f.position = NEW_ARRAY(c->scratch, uint32_t, g->next_node_id + 1);
  f.member = NEW_ARRAY(c->scratch, uint32_t, g->next_node_id + 1);
  f.marked = NEW_ARRAY(c->scratch, uint32_t, g->next_node_id + 1);
  renumber(&f, g->first, NULL, 0);
  size_t count = 0;
  node **all = NEW_ARRAY(c->scratch, node *, g->next_node_id + 1);
  for (node *n = g->first; n; n = n->next) all[count++] = n;
  for (size_t i = 0; i < count; i++) {
    node *n = all[i];
    if (n->region || n->out_count == 0 || !n->out[0]) continue;
    if (n->op->family == FAMILY_ATTENTION) fuse_product(&f, n, "attention");
    if (c->rules.gpu && node_is(n, OP_CONV)) fuse_windows(&f, n, "conv");
    if (c->rules.gpu && (node_is(n, OP_MAX_POOL) || node_is(n, OP_AVERAGE_POOL)))
      fuse_windows(&f, n, "pool");
    if (c->rules.gpu && works_on_images(n))
      fuse_windows(&f, n, node_is(n, OP_RESIZE) ? "resize" : "norm");
    if (n->op->family != FAMILY_GEMM) continue;
    if (c->rules.gpu && node_is(n, OP_LINEAR) && !node_stays_unfused(c, n)) fuse_rotated(&f, n);
    if (!n->region && product_takes_epilogue(c, n) && !node_stays_unfused(c, n)) fuse_gated(&f, n);
    if (!n->region && product_takes_epilogue(c, n) && !node_stays_unfused(c, n))
      fuse_activations(&f, n);
    if (!n->region) fuse_product(&f, n, "gemm");
  }
  for (size_t i = 0; i < count; i++)
    if (works_on_rows(all[i])) fuse_row(&f, all[i]);
  for (size_t i = 0; i < count; i++)
    if (is_elementwise(all[i])) fuse_elementwise(&f, all[i]);
  return FP8C_OK;
}
