/* before_moves.c - what follows a product number by number is computed before its result is moved.
 *
 * Between a convolution and its activation there may stand Reshapes and Transposes: an image that
 * becomes tokens.  The other way round gives the same numbers, and the product's kernel does the
 * activation and the rounding behind it. */
#include "base/numbers.h"
#include "passes/match.h"

#define MOVES_MAX 8
#define WORKS_MAX 8

/* Changes where numbers stand, and no number. */
static bool is_move(const node *n) {
  return node_is(n, OP_TRANSPOSE) ||
         (node_is(n, OP_RESHAPE) && n->in_count > 1 && value_is_const(n->in[1]));
}

/* Its kernel does what follows. */
static bool takes_more(const node *n) {
  return n->op->family == FAMILY_CONV || node_is(n, OP_LINEAR) ||
         node_is(n, OP_GROUP_NORMALIZATION) || node_is(n, OP_INSTANCE_NORMALIZATION);
}

/* The one input of an elementwise node that is no number; NULL: there are others. */
static value *only_input(const node *n) {
  value *x = NULL;
  if (n->op->family != FAMILY_ELTWISE || node_is(n, OP_ROTARY) || n->out_count != 1 || n->region)
    return NULL;
  for (size_t i = 0; i < n->in_count; i++) {
    value *v = n->in[i];
    if (!v) continue;
    bool number = value_is_const(v) && tensor_shape_known(&v->type) &&
                  tensor_elements(&v->type) == 1 && v->type.rank <= 1;
    if (!number && x) return NULL;
    if (!number) x = v;
  }
  return x && same_type(x, n->out[0]) ? x : NULL;
}

/* Nothing but such a product's result, or work on it that stands in front of the moves already. */
static bool is_result(const value *v) {
  for (int step = 0; step < WORKS_MAX; step++) {
    const node *n = v->def;
    if (!n || n->region || !value_used_once(v) || n->out[0] != v) return false;
    if (takes_more(n)) return true;
    v = only_input(n);
    if (!v) return false;
  }
  return false;
}

static node *copy_of(const node *like, node *before, value *const *in) {
  node *n = graph_node(like->graph, before, like->op, like->name, in, like->in_count, 1);
  for (size_t i = 0; i < like->attrs.count; i++) node_set_attr(n, like->attrs.items[i]);
  node_add_sources(n, like);
  return n;
}

static bool rewrite(node *n) {
  node *moves[MOVES_MAX];
  size_t count = 0;
  value *x = only_input(n), *v = x;
  while (v && v->def && is_move(v->def) && !v->def->region && value_used_once(v)) {
    if (count == MOVES_MAX) return false;
    moves[count++] = v->def;
    v = v->def->in[0];
  }
  if (!count || !is_result(v)) return false;
  value *in[8];
  if (n->in_count > sizeof in / sizeof *in) return false;
  for (size_t i = 0; i < n->in_count; i++) in[i] = n->in[i] == x ? v : n->in[i];
  node *work = copy_of(n, n, in);
  work->out[0]->type = v->type;
  node *last = work;
  for (size_t i = count; i-- > 0;) {
    value *next[2] = {last->out[0], node_input(moves[i], 1)};
    last = copy_of(moves[i], n, next);
    last->out[0]->type = moves[i]->out[0]->type;
  }
  take_over(last, n->out[0]);
  node_remove(n);
  for (size_t i = 0; i < count; i++) node_remove(moves[i]);
  return true;
}

fp8c_status pass_before_moves(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first, *next; n; n = next) {
    next = n->next;
    if (has_output(n) && rewrite(n)) c->changes++;
  }
  return FP8C_OK;
}
