/* fuse_regions.c - brackets around the nodes that one kernel computes.
 *
 * A region may hold any nodes that can stand next to each other: no path leaves
 * it and comes back.  Row operators pull in what is computed per element before
 * and after them, so that a norm reads its residual once and writes every
 * stored form of its result; what is left of the per-element nodes forms chains.
 * Numbers do not change: inside a region values are F32 either way.
 *
 * All kinds of regions grow the same set of nodes (region_set.h). */

#include "base/numbers.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/pools.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"
#include "ops/ids/vision.h"
#include "passes/match.h"
#include "passes/passes/halves.h"
#include "passes/passes/region_set.h"
#include "passes/precision/precision.h"

#define TILE_COLUMNS 128
#define SUMMANDS_MAX 8 /* of a sum that is reduced as it is made (families/reduce.c) */

/* Rounds its input twice, the second time into the same rows. */
static bool splits(const node *n, const value *v) {
  return node_is(n, OP_QUANTIZE_SPLIT) && n->in[0] == v && !n->region;
}

/* Roundings of members whose rows are longer than the members'. */
static void add_splits(region_set *f) {
  for (size_t i = 0; i < f->count; i++) {
    const value *v = f->nodes[i]->out[0];
    for (size_t k = 0; v && k < v->user_count; k++)
      if (splits(v->users[k], v)) set_add(f, v->users[k]);
  }
}

static void add_stores(region_set *f, const value *v) {
  for (size_t i = 0; i < v->user_count; i++)
    if (node_stores(v->users[i])) set_add(f, v->users[i]);
}

/* A node that the user keeps unfused still rounds its own result: the region is the node and its
 * conversions.  Returns false for any other node. */
static bool round_unfused(region_set *f, node *n, const char *kind) {
  if (!node_stays_unfused(f->c, n)) return false;
  set_begin(f, n);
  for (size_t i = 0; i < n->out[0]->user_count; i++)
    if (node_stores(n->out[0]->users[i])) set_add(f, n->out[0]->users[i]);
  if (f->count > 1) set_close(f, kind);
  return true;
}

/* Adds the Rotary that turns what a norm of heads gives, if nothing else reads that: the row stands
 * in registers, so neither the norm's result nor its partners pass through memory. */
static bool add_rotary(region_set *f, node *n) {
  value *v = n->out[0];
  node *u = value_used_once(v) ? v->users[0] : NULL;
  if (!op_has(n->op, FACT_ROW_NORM) || !u || !node_is(u, OP_ROTARY) || u->in[0] != v ||
      value_is_output(v) || u->in[1] == v || u->in[2] == v || v->type.rank < 2 ||
      node_int(u, "width") != 0 || /* partners lie half a row apart */
      !row_may_turn(v->type.dims[v->type.rank - 1]) || !same_shape(&u->out[0]->type, &v->type) ||
      !node_is_elementwise(u))
    return false;
  return set_join(f, u);
}

/* What rounds a value by one scale that is known before the run (delayed scaling) reads it along
 * with what finds how large it is. */
static void add_rounded_beside(region_set *f, const node *n) {
  const node *magnitude = node_is(n, OP_REDUCE_MAX) ? value_def_of(n->in[0], OP_ABS) : NULL;
  const value *x = magnitude ? magnitude->in[0] : NULL;
  for (size_t i = 0; x && i < x->user_count; i++) {
    node *scaled = x->users[i];
    const value *one = node_input(scaled, scaled->in[0] == x);
    if (!node_is(scaled, OP_MUL) || !one || !value_def_of(one, OP_DELAYED_SCALE) ||
        !node_is_elementwise(scaled) || !value_used_once(scaled->out[0]) ||
        !node_is(scaled->out[0]->users[0], OP_QUANTIZE))
      continue;
    if (set_add(f, scaled)) set_add(f, scaled->out[0]->users[0]);
  }
}

static void fuse_row(region_set *f, node *n) {
  if (round_unfused(f, n, "row")) return;
  set_begin(f, n);
  const tensor *shape = &n->in[0]->type;
  set_add_producers(f, shape, true);
  set_add_consumers(f, shape, true);
  set_add_shared(f, shape);
  if (add_rotary(f, n)) set_add_consumers(f, shape, true);
  add_rounded_beside(f, n);
  add_splits(f);
  if (node_is(n, OP_INVERSE_DEVIATION)) add_stores(f, n->in[0]); /* for the products it is for */
  if (f->count > 1) set_close(f, "row");
}

static void fuse_elementwise(region_set *f, node *n) {
  if (round_unfused(f, n, "eltwise")) return;
  set_begin(f, n);
  const tensor *shape = &n->out[0]->type;
  for (size_t before = 0; before != f->count;) {
    before = f->count;
    set_add_consumers(f, shape, false);
    set_add_producers(f, shape, false);
  }
  add_splits(f);
  if (f->count > 1) set_close(f, "eltwise");
}

/* A sum of two values of the whole shape, in F32, which nobody else reads. */
static bool is_summand(const value *v) {
  const node *n = v->kind == VALUE_NODE ? v->def : NULL;
  return n && node_is(n, OP_ADD) && node_is_elementwise(n) && value_used_once(v) &&
         v->type.dtype == FP8C_DTYPE_F32 && !value_is_const(n->in[0]) &&
         !value_is_const(n->in[1]) && same_shape(&n->in[0]->type, &v->type) &&
         same_shape(&n->in[1]->type, &v->type);
}

/* A reduction over other axes than the last one, such as the mean of an image's pixels, reads the
 * terms of a sum that it alone wants. */
static void fuse_reduced_sum(region_set *f, node *n) {
  bool reduces = op_has(n->op, FACT_REDUCES) || node_is(n, OP_GLOBAL_AVERAGE_POOL);
  if (!reduces || node_works_on_rows(n) || n->region || !n->in_count || node_stays_unfused(f->c, n))
    return;
  const value *v = n->in[0];
  set_begin(f, n);
  while (f->count < SUMMANDS_MAX && is_summand(v) && set_add(f, v->def))
    v = v->def->in[is_summand(v->def->in[0]) ? 0 : 1];
  if (f->count > 1) set_close(f, "reduce");
}

#define BRANCH_MAX 8     /* nodes */
#define BRANCH_REACH 256 /* nodes behind the product that are looked at */

/* Finds the elementwise nodes that read v along several ways which meet again, as in
 * x + sin(a x)^2 / a, so that others read the last one's result alone.  Returns how many they are;
 * 0: the ways do not meet so. */
static size_t meeting_activations(const value *v, node *nodes[BRANCH_MAX]) {
  size_t count = 0, open = v->user_count; /* reads of v and of nodes that are not found yet */
  if (v->output_uses || v->kind != VALUE_NODE) return 0;
  size_t seen = 0;
  for (node *n = v->def->next; n && count < BRANCH_MAX && seen < BRANCH_REACH; n = n->next) {
    size_t read = 0;
    seen++;
    bool constant = true;
    for (size_t i = 0; i < n->in_count; i++) {
      bool found = n->in[i] == v;
      for (size_t k = 0; k < count && !found; k++) found = n->in[i] == nodes[k]->out[0];
      read += found;
      constant = constant && (found || !n->in[i] || value_is_const(n->in[i]));
    }
    if (!read) continue;
    if (!constant || !node_is_elementwise(n) || node_stores(n) || n->region || n->out_count != 1 ||
        node_is(n, OP_ROTARY) || !same_shape(&n->out[0]->type, &v->type))
      return 0;
    nodes[count++] = n;
    open -= read;
    if (open == 0) return count;
    if (n->out[0]->output_uses) return 0;
    open += n->out[0]->user_count;
  }
  return 0;
}

/* Adds them; what they end with, or NULL: there are none, or not all may be added. */
static const value *add_meeting(region_set *f, const value *v) {
  node *nodes[BRANCH_MAX];
  size_t count = value_used_once(v) ? 0 : meeting_activations(v, nodes), before = f->count;
  for (size_t i = 0; i < count; i++)
    if (!set_add(f, nodes[i])) {
      while (f->count > before) f->member[f->nodes[--f->count]->id] = 0;
      return NULL;
    }
  return count ? nodes[count - 1]->out[0] : NULL;
}

/* The sum of the product with something else of its shape: a residual, which the
 * kernel fetches while it multiplies.  A norm behind it then reads one tensor. */
static bool is_residual(const node *n, const value *v) {
  if (!node_is(n, OP_ADD) || !node_is_elementwise(n)) return false;
  const value *other = n->in[0] == v ? n->in[1] : n->in[0];
  return other != v && !value_is_const(other) && same_shape(&other->type, &v->type) &&
         same_shape(&n->out[0]->type, &v->type);
}

/* The scales of the product's rows, or its one scale, which a run chooses. */
static bool is_row_scale(const node *n, const value *v) {
  if (!node_is(n, OP_MUL) || !node_is_elementwise(n)) return false;
  const value *other = n->in[0] == v ? n->in[1] : n->in[0];
  tensor row = v->type;
  if (row.rank < 1) return false;
  row.dims[row.rank - 1] = 1;
  bool one = other->type.rank <= row.rank && tensor_elements(&other->type) == 1;
  return !value_is_const(other) && (one || same_shape(&other->type, &row)) &&
         same_shape(&n->out[0]->type, &v->type);
}

/* The one rounding of v, beside which others may read it: a residual stream. */
static void add_only_store(region_set *f, const value *v) {
  node *only = NULL;
  for (size_t i = 0; i < v->user_count; i++) {
    bool rounds = node_stores(v->users[i]) || splits(v->users[i], v);
    if (!rounds || v->users[i] == only) continue;
    if (only) return;
    only = v->users[i];
  }
  if (only && !value_is_output(v)) set_add(f, only);
}

/* The product's kernel does what follows on its sums. */
bool product_takes_epilogue(const pass_context *c, const node *n) {
  if (dtype_is_fp8(n->in[0]->type.dtype)) return true;
  bool own = node_is(n, OP_PACKED_LINEAR) || (c->rules.bf16_epilogue && node_is(n, OP_LINEAR));
  return own && n->decision && n->decision->format == FP8C_DTYPE_BF16;
}

static bool in_bf16(const node *n) {
  return node_is(n, OP_LINEAR) && n->decision && n->decision->format == FP8C_DTYPE_BF16;
}

static bool read_by_rows(const value *v) {
  for (size_t i = 0; i < v->user_count; i++)
    if (node_works_on_rows(v->users[i])) return true;
  return false;
}

/* Whether a product that the library may do is better done along with the region's other nodes, of
 * which `v` is the last.  A norm behind them does them on its rows, which costs it nothing. */
static bool epilogue_pays(const region_set *f, node *n, const value *v) {
  const kernel_question q = {
      .what = ASK_PRODUCT_EPILOGUE, .n = n, .after = f->nodes + 1, .after_count = f->count - 1};
  return !read_by_rows(v) && !targets_refuse(&f->c->rules, &q);
}

/* Adds what the product's kernel does next with v: ways that part and meet again, an activation,
 * one residual, and with `row_scales` the scales of its rows.  Returns what that ends with; NULL:
 * nothing follows that may be added. */
static const value *add_following(region_set *f, const value *v, bool row_scales, bool *residual) {
  const value *met = add_meeting(f, v);
  if (met || !value_used_once(v)) return met;
  node *u = v->users[0];
  bool adds = !*residual && is_residual(u, v);
  if (!adds && !node_is_activation(u, v) && !(row_scales && is_row_scale(u, v))) return NULL;
  set_add(f, u);
  if (!set_has(f, u)) return NULL;
  *residual |= adds;
  return u->out[0];
}

/* Activations and one residual that follow a product, and the one rounding after
 * them: where every GPU's own kernel has such an epilogue, nothing is stored in
 * between. */
static void fuse_activations(region_set *f, node *n) {
  const value *v = n->out[0];
  bool residual = false;
  set_begin(f, n);
  for (const value *next; (next = add_following(f, v, true, &residual));) v = next;
  if (f->count == 1) return;
  if (!product_takes_epilogue(f->c, n) && !epilogue_pays(f, n, v)) return;
  add_only_store(f, v);
  set_close(f, "gemm");
}

static bool only_stored(const value *v) {
  for (size_t i = 0; i < v->user_count; i++)
    if (!node_stores(v->users[i]) || v->users[i]->region) return false;
  return v->user_count > 0 && v->output_uses == 0;
}

/* Norms of images and Resize: they have kernels of their own. */
static bool works_on_images(const node *n) {
  return op_has(n->op, FACT_IMAGE_NORM) ||
         (node_is(n, OP_RESIZE) && value_in_registers(n->in[0]) && value_in_registers(n->out[0]));
}

/* A convolution, norm of images, Resize or pooling for a GPU: what follows it element by element,
 * one residual along (of a pooling nothing), and every stored form of the last of them.  Its
 * kernels do all that whatever it is. */
static void fuse_windows(region_set *f, node *n, const char *kind) {
  if (round_unfused(f, n, kind)) return;
  const value *v = n->out[0];
  bool residual = false;
  set_begin(f, n);
  if (node_is(n, OP_CONV) || works_on_images(n))
    for (const value *next; (next = add_following(f, v, false, &residual));) v = next;
  add_stores(f, v);
  for (size_t i = 0; i < v->user_count; i++) /* such as a mean taken off in front of a rounding */
    if (node_is_activation(v->users[i], v) && only_stored(v->users[i]->out[0]) &&
        set_add(f, v->users[i]))
      add_stores(f, v->users[i]->out[0]);
  if (f->count > 1) set_close(f, kind);
}

/* A gated product (SwiGLU and its kin): halves, gate, their product and one rounding. */
static void fuse_gated(region_set *f, node *n) {
  node *cuts[2], *gate[4], *product = NULL;
  value *halves[2];
  size_t count = 0;
  const tensor *w = &n->in[1]->type;
  if (!(node_is(n, OP_LINEAR) || node_is(n, OP_BLOCK_LINEAR)) || w->rank != 2 ||
      w->dims[1] % 16 != 0 || n->out[0]->type.rank < 1 ||
      !read_halves(n->out[0], n->out[0]->type.rank - 1, cuts, halves))
    return;
  for (int i = 0; i < 2 && !product; i++)
    product = find_gate(halves[i], halves[1 - i], gate, 4, &count);
  if (!product || value_is_output(product->out[0])) return;
  set_begin(f, n);
  for (int i = 0; i < 2; i++)
    if (cuts[i]) set_add(f, cuts[i]);
  for (size_t i = 0; i < count; i++) set_add(f, gate[i]);
  set_add(f, product);
  if (f->count != 2 + (cuts[1] != NULL) + count + 1) return; /* one of them stays alone */
  if (!product_takes_epilogue(f->c, n) && !epilogue_pays(f, n, product->out[0])) return;
  const value *v = product->out[0];
  if (value_used_once(v) && node_stores(v->users[0]) && !v->users[0]->region)
    set_add(f, v->users[0]);
  set_close(f, "gemm");
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
static node *join_rotary(region_set *f, const value *v, rotated_parts *all) {
  bool heads = false, moved = false;
  while (value_used_once(v)) {
    node *n = v->users[0];
    bool rotates = node_is(n, OP_ROTARY) && n->in[0] == v;
    bool moves = heads && !moved && TRANSPOSES(n, 0, 2, 1, 3);
    if (!rotates && !moves && (heads || !makes_heads(n))) return NULL;
    if (!set_join(f, n)) return NULL;
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
    if (node_is(n, OP_ROTARY)) return n->in[0] == v && node_int(n, "width") == 0;
    if (!node_is(n, OP_RESHAPE) && !node_is(n, OP_TRANSPOSE)) return false;
    v = n->out[0];
  }
  return false;
}

/* Adds what follows a part of a product's columns: a rotation, if there is one, and a rounding. */
static bool join_part(region_set *f, const value *v, rotated_parts *all) {
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
    if (!node_stores(u) || u->region) continue;
    if (!set_join(f, u)) return false;
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
static void fuse_rotated(region_set *f, node *n) {
  const value *y = n->out[0], *parts[REGION_NODES_MAX];
  size_t count = 0;
  rotated_parts all = {.alike = true};
  if (value_is_output(y) || y->type.rank < 1) return;
  set_begin(f, n);
  for (size_t i = 0; i < y->user_count; i++) {
    node *cut = y->users[i];
    if (!node_is(cut, OP_SPLIT) && !node_is(cut, OP_SLICE)) continue;
    if (cut->in[0] != y || !set_join(f, cut)) return;
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
  if (!targets_refuse(&f->c->rules, &rotates)) set_close(f, "gemm");
}

/* The roundings of a product's result. */
static void fuse_product(region_set *f, node *n, const char *kind) {
  set_begin(f, n);
  const value *v = n->out[0];
  for (size_t i = 0; i < v->user_count; i++) {
    node *u = v->users[i];
    if (node_stores(u) && !u->region) set_add(f, u);
  }
  if (f->count > 1) set_close(f, kind);
}

fp8c_status pass_fuse_regions(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  region_set f = {.g = g, .c = c};
  f.position = NEW_ARRAY(c->scratch, uint32_t, g->next_node_id + 1);
  f.member = NEW_ARRAY(c->scratch, uint32_t, g->next_node_id + 1);
  f.marked = NEW_ARRAY(c->scratch, uint32_t, g->next_node_id + 1);
  set_renumber(&f, g->first, NULL, 0);
  size_t count = 0;
  node **all = NEW_ARRAY(c->scratch, node *, g->next_node_id + 1);
  for (node *n = g->first; n; n = n->next) all[count++] = n;
  for (size_t i = 0; i < count; i++) {
    node *n = all[i];
    if (n->region || n->out_count == 0 || !n->out[0]) continue;
    if (n->op->family == FAMILY_ATTENTION || node_is(n, OP_CHANNEL_ATTENTION))
      fuse_product(&f, n, "attention");
    if (c->rules.gpu && node_is(n, OP_CONV)) fuse_windows(&f, n, "conv");
    if (c->rules.gpu && (node_is(n, OP_MAX_POOL) || node_is(n, OP_AVERAGE_POOL)))
      fuse_windows(&f, n, "pool");
    if (c->rules.gpu && works_on_images(n))
      fuse_windows(&f, n, node_is(n, OP_RESIZE) ? "resize" : "norm");
    if (n->op->family != FAMILY_GEMM) continue;
    if (c->rules.gpu && node_is(n, OP_LINEAR) && !node_stays_unfused(c, n)) fuse_rotated(&f, n);
    bool follows = (product_takes_epilogue(c, n) || in_bf16(n)) && !node_stays_unfused(c, n);
    if (!n->region && follows) fuse_gated(&f, n);
    if (!n->region && follows) fuse_activations(&f, n);
    if (!n->region) fuse_product(&f, n, "gemm");
  }
  for (size_t i = 0; i < count; i++)
    if (node_works_on_rows(all[i])) fuse_row(&f, all[i]);
  for (size_t i = 0; c->rules.gpu && i < count; i++) fuse_reduced_sum(&f, all[i]);
  for (size_t i = 0; i < count; i++)
    if (c->rules.gpu ? node_is_elementwise_of_any(all[i]) : node_is_elementwise(all[i]))
      fuse_elementwise(&f, all[i]);
  return FP8C_OK;
}
