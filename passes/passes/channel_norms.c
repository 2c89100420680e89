/* channel_norms.c - a norm over the channels of an image is computed where channels lie last.
 *
 *     d = x  or  x - mean(x);  y = d / f(sum of d * d)  or  d * f(sum of d * d)
 *
 * with sums over axis 1 of [N, C, ...], and f whatever is made of a pixel's one number: a root with
 * an epsilon (LayerNorm2d, RmsNorm2d), the larger of a root and an epsilon (torch's normalize);
 * along with it goes what follows and reads constants alone: gains, activations, roundings.  As
 * written each step is a kernel of its own, for pixels whose channels lie far apart.  Between two
 * Transposes it is a norm of rows: one node for the passes behind this one, or at least one kernel.
 * The Transposes go where convolutions have channels last, or where the model itself had them so.
 */
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/reductions.h"
#include "passes/moves.h"
#include "passes/norms.h"

#define PARTS_MAX 24
#define CHANNELS_MIN 8 /* a row's kernel has a warp for each pixel */

typedef struct channel_norm {
  value *x;               /* what comes from outside, besides constants */
  tensor image;           /* its shape */
  tensor pixel;           /* ... with one channel */
  node *parts[PARTS_MAX]; /* what is computed, in order */
  size_t count;
} channel_norm;

static bool add_part(channel_norm *c, node *n) {
  if (c->count == PARTS_MAX) return false;
  c->parts[c->count++] = n;
  return true;
}

static bool is_part(const channel_norm *c, const node *n) {
  for (size_t i = 0; i < c->count; i++)
    if (c->parts[i] == n) return true;
  return false;
}

static bool read_by_parts(const channel_norm *c, const value *v) {
  for (size_t i = 0; i < v->user_count; i++)
    if (!is_part(c, v->users[i])) return false;
  return v->output_uses == 0;
}

static bool is_image(const tensor *t) {
  if (t->rank < 3 || t->dims[1] < CHANNELS_MIN || !dtype_is_small_float(t->dtype) ||
      t->scale.kind != SCALE_NONE)
    return false;
  for (int i = 0; i < t->rank; i++)
    if (t->dims[i] == 0 || t->dims[i] == DIM_UNKNOWN) return false;
  return true;
}

/* n reduces the channels alone, and keeps their axis. */
static bool reduces_channels(const node *n) {
  return n->out_count == 1 && !n->region && node_int(n, "keepdims") == 1 && reduces_one(n) == 1;
}

/* Computes each number of its result from one of each operand, which are v, single numbers, and
 * with `channels` such constants as have one number for each channel of them. */
static bool works_on(const node *n, const value *v, const tensor *channels) {
  if (!n || n->op->family != FAMILY_ELTWISE || node_is(n, OP_ROTARY) ||
      op_has(n->op, FACT_QUANTIZES) || n->out_count != 1 || n->region || !has_output(n) ||
      !dtype_is_small_float(n->out[0]->type.dtype) || n->out[0]->type.scale.kind != SCALE_NONE)
    return false;
  for (size_t i = 0; i < n->in_count; i++) {
    const value *a = n->in[i];
    if (!a || a == v) continue;
    bool single = value_is_const(a) && is_single(a) && a->type.scale.kind == SCALE_NONE;
    if (!single && !(channels && is_number_a_channel(a, channels))) return false;
  }
  return true;
}

/* The node that makes a sum of squares over channels, and what is squared. */
static value *squared(channel_norm *c, node *sum) {
  if (!reduces_channels(sum)) return NULL;
  if (node_is(sum, OP_REDUCE_L2) || node_is(sum, OP_REDUCE_SUM_SQUARE))
    return add_part(c, sum) ? sum->in[0] : NULL;
  if (!node_is(sum, OP_REDUCE_MEAN) && !node_is(sum, OP_REDUCE_SUM)) return NULL;
  node *square = sum->in[0]->def;
  if (!square) return NULL;
  bool twice = node_is(square, OP_MUL) && square->in[0] == square->in[1];
  bool power = node_is(square, OP_POW) && scalar_near(square->in[1], 2, 0);
  if ((!twice && !power) || square->region || !value_used_once(square->out[0])) return NULL;
  return add_part(c, square) && add_part(c, sum) ? square->in[0] : NULL;
}

/* d = x - mean(x), where nothing else reads d: in front of the parts that there are. */
static void add_centring(channel_norm *c) {
  value *d = c->x;
  node *sub = value_def_of(d, OP_SUB);
  node *mean = sub ? value_def_of(sub->in[1], OP_REDUCE_MEAN) : NULL;
  if (!mean || sub->region || c->count + 2 > PARTS_MAX || !read_by_parts(c, d) ||
      !reduces_channels(mean) || mean->in[0] != sub->in[0] || !value_used_once(mean->out[0]) ||
      !is_image(&sub->in[0]->type) || !same_shape(&sub->in[0]->type, &d->type))
    return;
  memmove(c->parts + 2, c->parts, c->count * sizeof *c->parts);
  c->parts[0] = mean;
  c->parts[1] = sub;
  c->count += 2;
  c->x = sub->in[0];
}

static bool find(channel_norm *c, node *sum) {
  *c = (channel_norm){0};
  value *d = squared(c, sum), *v = sum->out[0];
  if (!d || !is_image(&d->type)) return false;
  c->x = d;
  c->image = c->pixel = d->type;
  c->pixel.dims[1] = 1;
  node *n = only_user(v);
  for (; works_on(n, v, NULL) && same_shape(&n->out[0]->type, &c->pixel); n = only_user(v)) {
    if (!add_part(c, n)) return false;
    v = n->out[0];
  }
  bool divides = n && node_is(n, OP_DIV) && n->in[0] == d && n->in[1] == v;
  bool multiplies = n && node_is(n, OP_MUL) && other_input(n, v) == d;
  if (!divides && !(multiplies && v != sum->out[0])) return false;
  if (n->region || !same_shape(&n->out[0]->type, &c->image) || !add_part(c, n)) return false;
  add_centring(c);
  for (v = n->out[0], n = only_user(v);
       works_on(n, v, &c->image) && same_shape(&n->out[0]->type, &c->image); n = only_user(v)) {
    if (!add_part(c, n)) break;
    v = n->out[0];
  }
  return true;
}

/* ---- Rewriting -------------------------------------------------------------------------- */

static void rewrite(const channel_norm *c) {
  node *last = c->parts[c->count - 1];
  graph *g = last->graph;
  const int64_t channels = c->image.rank - 1;
  value *x = move_channels_last(c->x, last), *results[PARTS_MAX];
  for (size_t i = 0; i < c->count; i++) {
    node *n = c->parts[i];
    value **in = NEW_ARRAY(g->scratch, value *, n->in_count + 1);
    for (size_t k = 0; k < n->in_count; k++) {
      value *a = n->in[k];
      in[k] = a == c->x ? x : a && value_is_const(a) ? constant_channels_last(a) : NULL;
      for (size_t j = 0; j < i; j++)
        if (a == c->parts[j]->out[0]) in[k] = results[j];
    }
    if (op_has(n->op, FACT_REDUCES)) in[1] = graph_const_i64s(g, NULL, &channels, 1);
    const tensor type = channels_last_type(&n->out[0]->type);
    results[i] = node_copied(n, in, &type, last)->out[0];
  }
  node_add_sources(x->def, results[0]->def);
  move_channels_back(results[c->count - 1], last);
}

fp8c_status pass_channel_norms(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next) {
    channel_norm found;
    if (!has_output(n) || !op_has(n->op, FACT_REDUCES) || !find(&found, n)) continue;
    rewrite(&found);
    c->changes++;
  }
  return FP8C_OK;
}
