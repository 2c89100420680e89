/* before_moves.c - what follows a product or a norm number by number is computed before its result
 * is moved.
 *
 * Between a convolution, or a norm of channels, and its activation there may stand Reshapes,
 * Transposes and Squeezes: an image that becomes tokens, a sequence that was an image of one
 * column.  The other way round gives the same numbers, and the product's kernel does the activation
 * and the rounding behind it.
 *
 * Where the result of a channels-last product is transposed into an image, and then multiplied by a
 * factor for each channel and added to a residual that was transposed too, all of that is computed
 * before the Transpose.  A residual that was not is transposed for it where the sum is transposed
 * again: that Transpose goes instead. */
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/algebra.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/moves.h"

#define MOVES_MAX 8
#define WORKS_MAX 8
#define TRIES_MAX 64 /* values looked at: sums of sums have a power of ways */

/* Changes where numbers stand, and no number. */
static bool is_move(const node *n) {
  bool shapes = node_is(n, OP_RESHAPE) || node_is(n, OP_SQUEEZE) || node_is(n, OP_UNSQUEEZE);
  return node_is(n, OP_TRANSPOSE) ||
         (shapes && n->in_count > 1 && n->in[1] && value_is_const(n->in[1]));
}

/* Its kernel does what follows. */
static bool takes_more(const node *n) {
  return n->op->family == FAMILY_CONV || node_is(n, OP_LINEAR) ||
         op_has(n->op, FACT_IMAGE_NORM | FACT_ROW_NORM);
}

static bool is_elementwise(const node *n) {
  return n->op->family == FAMILY_ELTWISE && !node_is(n, OP_ROTARY) && n->out_count == 1 &&
         !n->region;
}

static bool is_number(const value *v) {
  return value_is_const(v) && tensor_shape_known(&v->type) && tensor_elements(&v->type) == 1 &&
         v->type.rank <= 1;
}

/* The one input of an elementwise node that is no number (`constants`: nor another constant); NULL:
 * there are others. */
static value *only_input(const node *n, bool constants) {
  value *x = NULL;
  if (!is_elementwise(n)) return NULL;
  for (size_t i = 0; i < n->in_count; i++) {
    value *v = n->in[i];
    if (!v || is_number(v) || (constants && value_is_const(v))) continue;
    if (x && x != v) return NULL;
    x = v;
  }
  return x && same_type(x, n->out[0]) ? x : NULL;
}

/* Work, and one move at most: whoever reads it may read it moved. */
static bool works_read(const value *v) {
  size_t moves = 0;
  for (size_t i = 0; i < v->user_count; i++) {
    if (!is_move(v->users[i]) && !is_elementwise(v->users[i])) return false;
    moves += is_move(v->users[i]);
  }
  return v->user_count && moves <= 1 && !v->output_uses;
}

/* Such a product's result, or work on one that stands in front of the moves already, other moves
 * between them. */
static bool is_result_by(const value *v, int depth, int *tries) {
  const node *n = v->def;
  if (!n || n->region || n->out[0] != v || depth == WORKS_MAX || ++*tries > TRIES_MAX ||
      !works_read(v))
    return false;
  if (takes_more(n)) return true;
  if (is_move(n)) return is_result_by(n->in[0], depth + 1, tries);
  for (size_t i = 0; is_elementwise(n) && i < n->in_count; i++) {
    const value *x = n->in[i];
    bool again = i > 0 && x == n->in[i - 1];
    if (x && !again && same_type(x, v) && is_result_by(x, depth + 1, tries)) return true;
  }
  return false;
}

static bool is_result(const value *v) {
  int tries = 0;
  return is_result_by(v, 0, &tries);
}

static bool rewrite(node *n) {
  node *moves[MOVES_MAX];
  size_t count = 0;
  value *x = only_input(n, false), *v = x;
  while (v && v->def && is_move(v->def) && !v->def->region && value_used_once(v)) {
    if (count == MOVES_MAX) return false;
    moves[count++] = v->def;
    v = v->def->in[0];
  }
  if (!count || !is_result(v)) return false;
  value *in[8];
  if (n->in_count > sizeof in / sizeof *in) return false;
  for (size_t i = 0; i < n->in_count; i++) in[i] = n->in[i] == x ? v : n->in[i];
  node *work = node_copied(n, in, &v->type, n);
  node *last = work;
  for (size_t i = count; i-- > 0;) {
    value *next[2] = {last->out[0], node_input(moves[i], 1)};
    last = node_copied(moves[i], next, &moves[i]->out[0]->type, n);
  }
  take_over(last, n->out[0]);
  node_remove(n);
  for (size_t i = 0; i < count; i++) node_remove(moves[i]);
  return true;
}

/* ---- Images whose channels were last ------------------------------------------------------- */

/* The pixels of an image whose channels lie first, [N, C, pixels]: turned, they are tokens. */
static bool is_columns(const value *v) {
  const node *r = value_def_of(v, OP_RESHAPE);
  const tensor *x = r ? &r->in[0]->type : NULL;
  return r && v->type.rank == 3 && x->rank > 3 && x->dims[0] == v->type.dims[0] &&
         x->dims[1] == v->type.dims[1];
}

/* What an image was made of: [N, spatial..., C], or tokens [N, pixels, C]; NULL: of neither. */
static value *pixels_of(const value *x) {
  const node *n = x->def;
  if (n && node_is(n, OP_RESHAPE) && is_move(n) && !n->region) {
    const tensor *t = &n->in[0]->type;
    if (t->rank != 3 || t->dims[0] != x->type.dims[0] || t->dims[1] != x->type.dims[1] ||
        t->dims[1] < 1)
      return NULL;
    for (int i = 2; i < x->type.rank; i++)
      if (x->type.dims[i] < 1) return NULL;
    n = n->in[0]->def;
  }
  return n && moves_channels_first(n) && !is_columns(n->in[0]) ? n->in[0] : NULL;
}

/* One for each channel of the image `whole`, or one for all. */
static bool is_of_channels(const value *v, const tensor *whole) {
  return (is_number(v) && v->type.scale.kind == SCALE_NONE) || is_number_a_channel(v, whole);
}

static value *last_form(node *n, value *v) {
  graph *g = n->graph;
  if (is_number(v)) return v;
  if (value_is_const(v)) return constant_channels_last(v);
  value *from = pixels_of(v);
  if (!from) return move_channels_last(v, n);
  tensor t = channels_last_type(&v->type);
  if (from->type.rank == t.rank) return from;
  int64_t dims[FP8C_MAX_RANK];
  memcpy(dims, t.dims, sizeof dims);
  dims[0] = 0; /* as it is */
  value *in[2] = {from, graph_const_i64s(g, NULL, dims, (size_t)t.rank)};
  node *shaped = graph_node(g, n, op_get(OP_RESHAPE), NULL, in, 2, 1);
  node_add_sources(shaped, n);
  shaped->out[0]->type = t;
  return shaped->out[0];
}

/* Moves that nobody reads any more. */
static void drop_moves(value *v) {
  while (v->def && is_move(v->def) && !v->user_count && !v->output_uses) {
    value *before = v->def->in[0];
    node_remove(v->def);
    v = before;
  }
}

/* Someone reads the image with its channels last. */
static bool read_last(const value *y) {
  for (size_t i = 0; i < y->user_count; i++)
    if (moves_channels_last(y->users[i])) return true;
  return false;
}

static bool rewrite_images(node *n) {
  value *y = n->out[0], *in[4], *old[4], *plain = NULL;
  bool result = false;
  if (!is_elementwise(n) || y->type.rank < 3 || n->in_count > 4) return false;
  for (size_t i = 0; i < n->in_count; i++) {
    value *v = n->in[i];
    if (!v || is_of_channels(v, &y->type)) continue;
    value *from = same_type(v, y) ? pixels_of(v) : NULL;
    if (!from && (!same_type(v, y) || (plain && plain != v) || !read_last(y))) return false;
    if (!from) plain = v;
    if (!from) continue;
    result = result || (works_read(v) && is_result(from));
  }
  if (!result) return false;
  for (size_t i = 0; i < n->in_count; i++) {
    old[i] = n->in[i];
    in[i] = n->in[i] ? last_form(n, n->in[i]) : NULL;
  }
  tensor last_axis = channels_last_type(&y->type);
  node *work = node_copied(n, in, &last_axis, n);
  size_t count = n->in_count;
  move_channels_back(work->out[0], n);
  node_remove(n);
  for (size_t i = 0; i < count; i++)
    if (old[i] && (i == 0 || old[i] != old[i - 1])) drop_moves(old[i]);
  return true;
}

fp8c_status pass_before_moves(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first, *next; n; n = next) {
    next = n->next;
    if (has_output(n) && (rewrite(n) || rewrite_images(n))) c->changes++;
  }
  return FP8C_OK;
}
