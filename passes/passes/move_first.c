/* move_first.c - elements are moved before they are rounded, not after.
 *
 * What a model is given is rounded, and then moved to where a product wants it: an image's patches
 * in rows, a spectrogram's channels innermost.  The other way round gives the same numbers, and the
 * kernel that rounds reads them where they lie: there is no second one that moves.
 *
 * Where an image was moved to be one (blocks of attention, joined again), what is computed of it
 * with a number for each channel is computed behind the second move too, which is one with the
 * first. */
#include "base/numbers.h"
#include "ops/ids/algebra.h"
#include "ops/ids/moves.h"
#include "passes/match.h"

#define STEPS_MAX 8

typedef struct chain {
  node *move;
  node *views[STEPS_MAX]; /* Reshapes in front of the move, from the last to the first */
  size_t view_count;
  node *works[STEPS_MAX]; /* element by element, from the last to the first */
  size_t work_count;
  value *x; /* what they begin with */
} chain;

static bool whole_scale(const value *v) { return v->type.scale.kind != SCALE_AXIS; }

/* A product's operand, maybe as another shape. */
static bool goes_to_products(const value *v) {
  if (v->output_uses || !v->user_count) return false;
  for (size_t i = 0; i < v->user_count; i++) {
    const node *u = v->users[i];
    bool view = node_is(u, OP_RESHAPE) && u->in[0] == v && goes_to_products(u->out[0]);
    bool product = u->op->precision == CLASS_GEMM && u->op->family != FAMILY_ATTENTION;
    if (!view && !product) return false;
  }
  return true;
}

/* A constant with numbers along one axis of y at most. */
static bool is_along_one(const value *v, const tensor *y) {
  const tensor *t = &v->type;
  int axes = 0;
  if (!value_is_const(v) || !tensor_shape_known(t) || t->scale.kind != SCALE_NONE ||
      t->rank > y->rank)
    return false;
  for (int i = 0; i < t->rank; i++) axes += t->dims[i] != 1;
  return axes <= 1;
}

/* The one input of an elementwise node that is not a number, nor (`vectors`) numbers along one
 * axis; NULL: there are others. */
static value *only_input(const node *n, bool vectors) {
  value *x = NULL;
  if (n->op->family != FAMILY_ELTWISE || node_is(n, OP_ROTARY) || n->out_count != 1 ||
      !whole_scale(n->out[0]))
    return NULL;
  for (size_t i = 0; i < n->in_count; i++) {
    value *v = n->in[i];
    if (!v) continue;
    bool number = value_is_const(v) && whole_scale(v) && tensor_shape_known(&v->type) &&
                  tensor_elements(&v->type) == 1 && v->type.rank <= 1;
    number = number || (vectors && is_along_one(v, &n->out[0]->type));
    if (!number && x) return NULL;
    if (!number) x = v;
  }
  return x && whole_scale(x) && same_shape(&x->type, &n->out[0]->type) ? x : NULL;
}

/* `vectors`: what is computed may have numbers along one axis. */
static bool read_chain(node *move, bool vectors, chain *c) {
  *c = (chain){.move = move};
  value *v = move->in[0];
  while (v->def && node_is(v->def, OP_RESHAPE) && !v->def->region && value_used_once(v)) {
    if (c->view_count == STEPS_MAX || !value_is_const(v->def->in[1])) return false;
    c->views[c->view_count++] = v->def;
    v = v->def->in[0];
  }
  const region *r = v->def ? v->def->region : NULL;
  while (v->def && v->def->region == r && value_used_once(v)) {
    value *x = only_input(v->def, vectors);
    if (!x) break;
    if (c->work_count == STEPS_MAX) return false;
    c->works[c->work_count++] = v->def;
    v = x;
    if (!r) break; /* one node, one kernel */
  }
  c->x = v;
  size_t together = 0;
  for (const node *n = move->graph->first; r && n; n = n->next) together += n->region == r;
  return c->work_count && (!r || c->work_count == together) && !value_is_const(v) &&
         tensor_shape_known(&v->type) && tensor_shape_known(&move->out[0]->type);
}

/* A copy of a move's or view's node for x, in front of all that is computed of it. */
static value *moved(const chain *c, const node *like, value *x) {
  value *in[] = {x, node_input(like, 1)};
  node *first = c->works[c->work_count - 1];
  node *n = graph_node(like->graph, first, like->op, NULL, in, in[1] ? 2 : 1, 1);
  for (size_t i = 0; i < like->attrs.count; i++) node_set_attr(n, like->attrs.items[i]);
  node_add_sources(n, like);
  tensor type = like->out[0]->type;
  type.dtype = x->type.dtype;
  type.scale = x->type.scale;
  n->out[0]->type = type;
  return n->out[0];
}

/* n's numbers along one axis, where that is after the move. */
static void move_vectors(node *n, const node *move, int rank) {
  arena *s = n->graph->scratch;
  int64_t perm[FP8C_MAX_RANK];
  if (!node_permutation(move, perm)) return;
  for (size_t i = 0; i < n->in_count; i++) {
    tensor t;
    value *v = n->in[i];
    if (!v || !value_is_const(v) || v->type.rank == 0 || tensor_elements(&v->type) == 1) continue;
    arena_mark mark = arena_save(s);
    if (value_load(v, s, &t, NULL) == FP8C_OK) {
      tensor moved = v->type;
      moved.rank = rank;
      for (int d = 0; d < rank; d++) {
        int from = (int)perm[d] - (rank - v->type.rank);
        moved.dims[d] = from < 0 ? 1 : v->type.dims[from];
      }
      node_set_input(n, i, graph_const_copy(n->graph, v->name, &moved, t.data));
    }
    arena_reset(s, mark);
  }
}

static void reverse(const chain *c) {
  value *x = c->x, *y = c->move->out[0];
  for (size_t i = c->view_count; i-- > 0;) x = moved(c, c->views[i], x);
  x = moved(c, c->move, x);
  node *first = c->works[c->work_count - 1];
  for (size_t i = 0; i < c->work_count; i++) move_vectors(c->works[i], c->move, y->type.rank);
  for (size_t i = 0; i < first->in_count; i++)
    if (first->in[i] == c->x) node_set_input(first, i, x);
  for (size_t i = 1; i < c->work_count; i++) {
    tensor *t = &c->works[i]->out[0]->type;
    t->rank = y->type.rank;
    for (int d = 0; d < t->rank; d++) t->dims[d] = y->type.dims[d];
  }
  take_over(c->works[0], y);
  node_remove(c->move);
  for (size_t i = 0; i < c->view_count; i++) node_remove(c->views[i]);
}

/* A chain whose move joins another in front of it; numbers along an axis follow. */
static bool read_between_moves(node *move, chain *c) {
  if (!read_chain(move, true, c) || c->view_count) return false;
  const node *n = c->x->def;
  for (int i = 0; n && i < STEPS_MAX && node_is(n, OP_RESHAPE); i++) n = n->in[0]->def;
  return n && node_is(n, OP_TRANSPOSE) && !n->region && node_moves_axes(n);
}

fp8c_status pass_move_first(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  if (!c->rules.gpu) return FP8C_OK;
  for (node *n = g->first, *next; n; n = next) {
    next = n->next;
    chain k;
    if (!has_output(n) || !node_is(n, OP_TRANSPOSE) || !tensor_shape_known(&n->in[0]->type) ||
        !node_moves_axes(n) || n->region || !goes_to_products(n->out[0]) ||
        (!read_chain(n, false, &k) && !read_between_moves(n, &k)))
      continue;
    reverse(&k);
    c->changes++;
  }
  return FP8C_OK;
}
