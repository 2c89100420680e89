/* one_move.c - moves that follow one another are one move.
 *
 * Exporters take an image apart step by step: it is unfolded into windows along one axis and then
 * along the other (torch's unfold, a Gather and a Transpose each), its heads are split off, windows
 * are joined with the batch, channels go last.  Kernels read what a Transpose or windows give where
 * it lies, until a Reshape joins axes that are no neighbours there: then all of it is copied, and
 * after the next Transpose once more.
 *
 * All axes of a chain are followed as the parts that Reshapes split them into.  In the end each
 * part stands somewhere else, and one Transpose of all parts, behind the windows and between two
 * Reshapes, gives the same numbers with one copy. */
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/algebra.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "passes/moves.h"

#define CHAIN_MAX 32
#define PARTS_MAX 24

/* A part of an axis of what a chain begins with; of windows of that axis, one of their axes. */
typedef struct part {
  int axis, window;
  int64_t inner; /* of that axis: elements from one of this part to the next */
  int64_t count;
  int64_t step; /* between neighbours in memory, as it lies after the last copy */
} part;

typedef struct chain {
  node *nodes[CHAIN_MAX]; /* from the first to the last */
  size_t count;
  /* What the values so far have: parts in their order, those of axis i up to ends[i]. */
  part parts[PARTS_MAX];
  int part_count, rank, ends[FP8C_MAX_RANK];
  node *windows[FP8C_MAX_RANK]; /* of the axes of what it begins with; NULL: none */
  int64_t whole[FP8C_MAX_RANK]; /* their sizes */
  int copies;
} chain;

static bool is_view(const node *n) {
  return node_is(n, OP_RESHAPE) || node_is(n, OP_SQUEEZE) || node_is(n, OP_UNSQUEEZE) ||
         node_is(n, OP_FLATTEN);
}

static bool can_move(const value *v) {
  return v && v->type.scale.kind != SCALE_AXIS && tensor_shape_known(&v->type) &&
         tensor_elements(&v->type) > 0 && v->type.rank > 0;
}

static bool is_move(const node *n) {
  unfolding u;
  if (n->region || !has_output(n) || !n->in_count || !can_move(n->in[0]) || !can_move(n->out[0]))
    return false;
  return node_is(n, OP_TRANSPOSE) || is_view(n) || node_unfolds(n, &u);
}

/* ---- Following ------------------------------------------------------------------------------- */

static int begin_of(const chain *c, int axis) { return axis ? c->ends[axis - 1] : 0; }

/* Memory is as the parts are, in their order. */
static void settle(chain *c) {
  int64_t step = 1;
  for (int i = c->part_count - 1; i >= 0; step *= c->parts[i--].count) c->parts[i].step = step;
}

static void begin_chain(chain *c, const value *x) {
  c->rank = x->type.rank;
  c->part_count = c->copies = 0;
  for (int i = 0; i < c->rank; i++) {
    int64_t size = c->whole[i] = x->type.dims[i];
    c->windows[i] = NULL;
    if (size > 1)
      c->parts[c->part_count++] = (part){.axis = i, .window = 0, .inner = 1, .count = size};
    c->ends[i] = c->part_count;
  }
  settle(c);
}

static bool follow_transpose(chain *c, const node *n) {
  const chain from = *c;
  int64_t perm[FP8C_MAX_RANK];
  if (!node_permutation(n, perm)) return false;
  c->part_count = 0;
  for (int i = 0; i < c->rank; i++) {
    for (int k = begin_of(&from, (int)perm[i]); k < from.ends[perm[i]]; k++)
      c->parts[c->part_count++] = from.parts[k];
    c->ends[i] = c->part_count;
  }
  return true;
}

/* The last `inner` elements of the part at i, and how many times those. */
static bool split_part(chain *c, int i, int64_t inner) {
  part *p = &c->parts[i];
  if (p->count % inner || c->part_count == PARTS_MAX) return false;
  memmove(p + 1, p, sizeof *p * (size_t)(c->part_count - i));
  c->part_count++;
  p[1].count = inner;
  p[0].count /= inner;
  p[0].inner *= inner;
  p[0].step *= inner;
  return true;
}

/* Whether each axis is one in memory. */
static bool lies_together(const chain *c) {
  for (int i = 0; i < c->rank; i++)
    for (int k = begin_of(c, i); k + 1 < c->ends[i]; k++)
      if (c->parts[k].step != c->parts[k + 1].step * c->parts[k + 1].count) return false;
  return true;
}

static bool follow_view(chain *c, const tensor *y) {
  int at = c->part_count, behind[FP8C_MAX_RANK]; /* how many parts are behind each new axis */
  for (int i = y->rank - 1; i >= 0; i--) {
    int64_t left = y->dims[i];
    behind[i] = c->part_count - at;
    while (left > 1) {
      if (--at < 0) return false;
      int64_t own = c->parts[at].count;
      if (left % own == 0) {
        left /= own;
        continue;
      }
      if (!split_part(c, at, left)) return false;
      at++; /* what is left of it belongs to an axis in front */
      left = 1;
    }
  }
  c->rank = y->rank;
  for (int i = 0; i < y->rank; i++) c->ends[i] = c->part_count - behind[i];
  if (lies_together(c)) return true;
  c->copies++;
  settle(c);
  return true;
}

/* Windows of an axis that is still whole. */
static bool follow_windows(chain *c, node *n) {
  unfolding u;
  if (!node_unfolds(n, &u) || c->rank + u.rank - 1 > FP8C_MAX_RANK) return false;
  const chain from = *c;
  int first = begin_of(c, u.axis);
  if (c->ends[u.axis] != first + 1) return false;
  part whole = c->parts[first];
  if (c->windows[whole.axis] || whole.count != c->whole[whole.axis] ||
      c->part_count + u.rank > PARTS_MAX)
    return false;
  c->windows[whole.axis] = n;
  c->part_count = first;
  for (int d = 0; d < u.rank; d++) {
    if (u.count[d] > 1)
      c->parts[c->part_count++] = (part){.axis = whole.axis,
                                         .window = d,
                                         .inner = 1,
                                         .count = u.count[d],
                                         .step = whole.step * u.step[d]};
    c->ends[u.axis + d] = c->part_count;
  }
  for (int i = u.axis + 1; i < from.rank; i++)
    c->ends[i + u.rank - 1] = from.ends[i] + c->part_count - (first + 1);
  for (int k = first + 1; k < from.part_count; k++) c->parts[c->part_count++] = from.parts[k];
  c->rank += u.rank - 1;
  return true;
}

static bool follow(chain *c, node *n) {
  if (node_is(n, OP_TRANSPOSE)) return follow_transpose(c, n);
  return is_view(n) ? follow_view(c, &n->out[0]->type) : follow_windows(c, n);
}

/* ---- Counting -------------------------------------------------------------------------------- */

/* Whether it is copied once more: it does not lie as its axes do, and neighbours are apart. */
static bool ends_apart(const chain *c) {
  return c->part_count > 0 && c->parts[c->part_count - 1].step != 1;
}

static int source_order(const void *a, const void *b) {
  const part *x = a, *y = b;
  if (x->axis != y->axis) return x->axis - y->axis;
  if (x->window != y->window) return x->window - y->window;
  return (x->inner < y->inner) - (x->inner > y->inner);
}

static bool same_part(const part *x, const part *y) { return source_order(x, y) == 0; }

/* Parts of one axis that were split and stand side by side again are one. */
static void join_parts(chain *c) {
  int count = 0;
  for (int i = 0; i < c->part_count; i++) {
    part *last = count ? &c->parts[count - 1] : NULL, *p = &c->parts[i];
    if (last && last->axis == p->axis && last->window == p->window &&
        last->inner == p->inner * p->count) {
      last->count *= p->count;
      last->inner = p->inner;
    } else {
      c->parts[count++] = *p;
    }
  }
  c->part_count = count;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static value *unfolded(value *x, const node *like, int axis, node *before) {
  const value *index = like->in[1];
  value *in[] = {x, like->in[1]};
  node *n = graph_node(before->graph, before, op_get(OP_GATHER), NULL, in, 2, 1);
  node_set_int(n, "axis", axis);
  tensor *y = &n->out[0]->type;
  *y = x->type;
  y->rank += index->type.rank - 1;
  for (int i = axis + 1; i < x->type.rank; i++) y->dims[i + index->type.rank - 1] = x->type.dims[i];
  memcpy(y->dims + axis, index->type.dims, sizeof *y->dims * (size_t)index->type.rank);
  return n->out[0];
}

/* The result as one Transpose of the parts; NULL: it has too many axes for that. */
static value *write_chain(const chain *c, value *x, node *before) {
  part sorted[PARTS_MAX];
  int64_t perm[FP8C_MAX_RANK];
  int rank = x->type.rank;
  tensor split = x->type;
  for (int i = 0; i < x->type.rank; i++)
    if (c->windows[i]) rank += c->windows[i]->in[1]->type.rank - 1;
  if (c->part_count > FP8C_MAX_RANK || rank > FP8C_MAX_RANK) return NULL;
  for (int i = x->type.rank - 1; i >= 0; i--)
    if (c->windows[i]) x = unfolded(x, c->windows[i], i, before);
  memcpy(sorted, c->parts, sizeof sorted);
  qsort(sorted, (size_t)c->part_count, sizeof *sorted, source_order);
  split.rank = c->part_count;
  for (int i = 0; i < c->part_count; i++) {
    split.dims[i] = sorted[i].count;
    for (int k = 0; k < c->part_count; k++)
      if (same_part(&c->parts[i], &sorted[k])) perm[i] = k;
  }
  x = move_reshaped(x, &split, before);
  return move_reshaped(move_transposed(x, perm, before), &c->nodes[c->count - 1]->out[0]->type,
                       before);
}

static bool stays_in_order(const chain *c) {
  for (int i = 0; i + 1 < c->part_count; i++)
    if (source_order(&c->parts[i], &c->parts[i + 1]) > 0) return false;
  return true;
}

static bool has_windows(const chain *c, int rank) {
  for (int i = 0; i < rank; i++)
    if (c->windows[i]) return true;
  return false;
}

/* Whether fewer copies are made of the nodes from `first` on; they are one move then. */
static bool make_one(const chain *all, size_t first) {
  chain c = *all;
  c.count = all->count - first;
  memmove(c.nodes, all->nodes + first, sizeof *c.nodes * c.count);
  value *x = c.nodes[0]->in[0];
  node *last = c.nodes[c.count - 1];
  begin_chain(&c, x);
  for (size_t i = 0; i < c.count; i++)
    if (!follow(&c, c.nodes[i])) return false;
  int copies = c.copies + ends_apart(&c);
  join_parts(&c);
  int needed = !stays_in_order(&c) || has_windows(&c, x->type.rank);
  if (needed >= copies) return false;
  value *y = write_chain(&c, x, last);
  if (!y || y == x) return false;
  for (node *made = y->def; made->out[0] != x; made = made->in[0]->def) {
    for (size_t i = 0; i < c.count; i++) node_add_sources(made, c.nodes[i]);
    if (made->in[0] == x) break;
  }
  take_over(y->def, last->out[0]);
  return true;
}

/* The moves that end with n, whose values nobody else reads. */
static void read_chain(node *n, chain *c) {
  node *found[CHAIN_MAX];
  size_t count = 0;
  for (node *m = n; m && is_move(m) && count < CHAIN_MAX; m = m->in[0]->def) {
    if (count && !value_used_once(m->out[0])) break;
    found[count++] = m;
  }
  c->count = count;
  for (size_t i = 0; i < count; i++) c->nodes[i] = found[count - 1 - i];
}

static bool ends_chain(const node *n) {
  const node *next = only_user(n->out[0]);
  return !next || next->in[0] != n->out[0] || !is_move(next);
}

fp8c_status pass_one_move(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  if (!c->rules.gpu) return FP8C_OK;
  for (node *n = g->first, *next; n; n = next) {
    chain moves;
    next = n->next;
    if (!is_move(n) || !ends_chain(n)) continue;
    read_chain(n, &moves);
    bool done = false;
    for (size_t first = 0; first + 1 < moves.count && !done; first++)
      done = make_one(&moves, first);
    c->changes += done;
  }
  return FP8C_OK;
}
