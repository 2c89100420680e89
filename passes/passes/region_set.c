/* region_set.c - see region_set.h: how such a set grows over what one kernel computes. */
#include "passes/passes/region_set.h"

#include "base/numbers.h"
#include "ops/ids/algebra.h"
#include "ops/ids/indices.h"
#include "ops/ids/norms.h"
#include "ops/ids/reductions.h"
#include "ops/ids/select.h"
#include "ops/ids/types.h"
#include "passes/match.h"
#include "passes/precision/precision.h"

#define REACH_MAX 4096 /* nodes between the first and the last of a region */

/* ---- Sets of nodes --------------------------------------------------------------------- */

bool set_has(const region_set *f, const node *n) { return f->member[n->id] == f->generation; }

void set_renumber(region_set *f, const node *n, const node *end, uint32_t from) {
  for (; n != end; n = n->next) f->position[n->id] = from++;
}

void set_begin(region_set *f, node *n) {
  f->generation++;
  f->count = 0;
  f->nodes[f->count++] = n;
  f->member[n->id] = f->generation;
}

static bool reads_members(const region_set *f, const node *n) {
  for (size_t i = 0; i < n->in_count; i++) {
    const node *d = n->in[i] ? n->in[i]->def : NULL;
    if (d && (set_has(f, d) || f->marked[d->id] == f->scan)) return true;
  }
  return false;
}

static void bounds(const region_set *f, node **first, node **last) {
  *first = *last = f->nodes[0];
  for (size_t i = 1; i < f->count; i++) {
    if (f->position[f->nodes[i]->id] < f->position[(*first)->id]) *first = f->nodes[i];
    if (f->position[f->nodes[i]->id] > f->position[(*last)->id]) *last = f->nodes[i];
  }
}

/* Marks the nodes between the members that depend on a member (a finished
 * region as a whole); false when a member depends on one of them. */
static bool convex(region_set *f, node *first, node *last) {
  f->scan++;
  for (node *n = first; n && n != last->next;) {
    if (set_has(f, n)) {
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

bool node_stores(const node *n) {
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
static bool reads_store(const region_set *f, const node *n) {
  if (f->rounds_inside) return false;
  for (size_t i = 0; i < f->count; i++)
    if (node_stores(f->nodes[i]) && reads(n, f->nodes[i]->out[0])) return true;
  for (size_t i = 0; node_stores(n) && i < f->count; i++)
    for (size_t k = 0; k < f->nodes[i]->in_count; k++)
      if (f->nodes[i]->in[k] == n->out[0]) return true;
  return false;
}

/* A Rotary reads two elements of its input for each result: from memory, except where a product's
 * kernel has both in registers. */
static bool rotates_members(const region_set *f, const node *n) {
  if (node_is(n, OP_ROTARY) && n->in[0]->def && set_has(f, n->in[0]->def)) return true;
  for (size_t i = 0; i < f->count; i++) { /* members, since a value may have more readers */
    const node *u = f->nodes[i];
    if (node_is(u, OP_ROTARY) && u->in[0]->def == n) return true;
  }
  return false;
}

/* They may read the same values; a region of so many nodes is rare enough not to look. */
static bool has_room(const region_set *f, const node *n) {
  size_t inputs = n->in_count;
  for (size_t i = 0; i < f->count; i++) inputs += f->nodes[i]->in_count;
  return f->count < REGION_NODES_MAX && inputs <= REGION_INPUTS_MAX;
}

bool set_join(region_set *f, node *n) {
  if (set_has(f, n) || n->region || !has_room(f, n) || node_stays_unfused(f->c, n) ||
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

bool set_add(region_set *f, node *n) { return !rotates_members(f, n) && set_join(f, n); }

void set_close(region_set *f, const char *kind) {
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
    if (set_has(f, n)) continue;
    if (f->marked[n->id] == f->scan)
      behind[later++] = n;
    else
      node_move(n, first);
  }
  for (size_t i = 0; i < later; i++) node_move(behind[i], end);
  arena_reset(f->c->scratch, mark);
  region *r = graph_region(f->g, kind);
  for (size_t i = 0; i < f->count; i++) f->nodes[i]->region = r;
  set_renumber(f, before ? before->next : f->g->first, end, from);
  f->c->changes++;
}

/* ---- What may stand in a region -------------------------------------------------------------- */

bool value_in_registers(const value *v) { return v && dtype_is_small_float(v->type.dtype); }

bool node_is_elementwise(const node *n) {
  if (n->op->family != FAMILY_ELTWISE || n->out_count != 1 || n->region ||
      !value_in_registers(n->out[0]))
    return false;
  if (n->in_count > REGION_INPUTS_MAX) return false;
  for (size_t i = 0; i < n->in_count; i++) {
    const value *v = n->in[i];
    if (!v || value_in_registers(v)) continue;
    bool condition = v->type.dtype == FP8C_DTYPE_BOOL && i == 0 && node_is(n, OP_WHERE);
    bool from_integer = node_is(n, OP_CAST) && v->type.dtype != FP8C_DTYPE_F64;
    if (!condition && !from_integer) return false;
  }
  return true;
}

/* Numbers of a byte and more, and conditions. */
static bool value_in_elements(const value *v) {
  return value_in_registers(v) || v->type.dtype == FP8C_DTYPE_BOOL || dtype_is_int(v->type.dtype);
}

bool node_is_elementwise_of_any(const node *n) {
  if (node_is_elementwise(n)) return true;
  if (n->op->family != FAMILY_ELTWISE || n->out_count != 1 || n->region || !n->out[0] ||
      n->in_count > REGION_INPUTS_MAX || !value_in_elements(n->out[0]))
    return false;
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] && !value_in_elements(n->in[i])) return false;
  return true;
}

bool row_may_turn(int64_t size) {
  int64_t odd = size;
  while (odd > 0 && odd % 2 == 0) odd /= 2;
  return size > 0 && size % 16 == 0 && odd <= 3;
}

bool node_is_activation(const node *n, const value *v) {
  if (!node_is_elementwise(n) || node_stores(n) || n->region || n->out_count != 1 ||
      node_is(n, OP_ROTARY))
    return false;
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] && n->in[i] != v && !value_is_const(n->in[i])) return false;
  return same_shape(&n->out[0]->type, &v->type);
}

/* The shape of `full`, or with one number a row. */
static bool row_shaped(const tensor *t, const tensor *full) {
  tensor one = *full;
  if (full->rank > 0) one.dims[full->rank - 1] = 1;
  return same_shape(t, full) || (full->rank > 0 && same_shape(t, &one));
}

bool node_works_on_rows(const node *n) {
  const value *x = n->in_count ? n->in[0] : NULL;
  if (!value_in_registers(x) || !value_in_registers(n->out[0]) || x->type.rank < 1 || n->region)
    return false;
  if (node_gives_more(n)) return false;
  if (node_is(n, OP_INVERSE_DEVIATION)) return true;
  if (op_has(n->op, FACT_ROW_NORM) || node_is(n, OP_SOFTMAX) || node_is(n, OP_LOG_SOFTMAX))
    return node_axis(n, x->type.rank) == x->type.rank - 1;
  return op_has(n->op, FACT_REDUCES) && reduces_one(n) == x->type.rank - 1;
}

/* The largest number of each row: what scales rows in FP8, behind a norm mostly. */
static bool is_row_maximum(const node *n, const tensor *shape) {
  return node_is(n, OP_REDUCE_MAX) && node_works_on_rows(n) && same_shape(&n->in[0]->type, shape);
}

/* Rows are F32 in registers.  Other elements have any type, where a kernel of its own would compute
 * each of them: a mask is mostly made of conditions and integers, one after the other. */
static bool joins_elements(const region_set *f, const node *n, bool rows) {
  if (rows) return node_is_elementwise(n) && !node_is(n, OP_ROTARY);
  return f->c->rules.gpu ? node_is_elementwise_of_any(n) : node_is_elementwise(n);
}

void set_add_consumers(region_set *f, const tensor *shape, bool rows) {
  for (size_t i = 0; i < f->count; i++) {
    const value *v = f->nodes[i]->out[0];
    if (node_stores(f->nodes[i])) continue;
    for (size_t k = 0; k < v->user_count; k++) {
      node *u = v->users[k];
      if (rows && is_row_maximum(u, shape)) set_add(f, u);
      if (!joins_elements(f, u, rows)) continue;
      const tensor *t = &u->out[0]->type;
      if (rows ? row_shaped(t, shape) : same_shape(t, shape)) set_add(f, u);
    }
  }
}

static bool users_inside(const region_set *f, const value *v) {
  for (size_t i = 0; i < v->user_count; i++)
    if (!set_has(f, v->users[i])) return false;
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

static bool gathers_rows(const region_set *f, const node *n, const tensor *shape) {
  return node_is(n, OP_GATHER) && !n->region && node_int(n, "axis") == 0 &&
         n->in[0]->type.rank == 2 && value_in_registers(n->out[0]) &&
         !(tensor_shape_known(&n->out[0]->type) && tensor_elements(&n->out[0]->type) == 0) &&
         may_be_shape(&n->out[0]->type, shape) && users_inside(f, n->out[0]);
}

void set_add_producers(region_set *f, const tensor *shape, bool rows) {
  for (size_t i = 0; i < f->count; i++) {
    const node *n = f->nodes[i];
    for (size_t k = 0; k < n->in_count; k++) {
      node *d = n->in[k] ? n->in[k]->def : NULL;
      if (!d || set_has(f, d)) continue;
      if (rows && gathers_rows(f, d, shape)) {
        set_add(f, d);
        continue;
      }
      if (!joins_elements(f, d, rows) || node_stores(d)) continue;
      const tensor *t = &d->out[0]->type;
      if (rows ? row_shaped(t, shape) : same_shape(t, shape)) set_add(f, d);
    }
  }
}

/* One number added to or multiplied with a vector that all rows share, such as 1 + scale of an
 * adaptive norm: less work in the row's kernel, though each row does it, than a launch. */
static bool shared_by_rows(const region_set *f, const node *n, const tensor *shape) {
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

void set_add_shared(region_set *f, const tensor *shape) {
  for (size_t i = 0; i < f->count; i++)
    for (size_t k = 0; k < f->nodes[i]->in_count; k++) {
      const value *v = f->nodes[i]->in[k];
      node *d = v ? v->def : NULL;
      if (d && !set_has(f, d) && node_is_elementwise(d) && !node_stores(d) &&
          shared_by_rows(f, d, shape))
        set_add(f, d);
    }
}
