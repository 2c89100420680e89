/* linear_to_conv.c - products of windows that lie side by side, as convolutions again.
 *
 * conv-to-linear copies a sequence as often as its windows overlap.  A target whose kernel finds
 * the windows by itself needs no copies: the Linear becomes a Conv over the sequence, channels
 * last as they are, in the region where it stands; what made the copies goes as dead. */
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/match.h"

typedef struct taps {
  value *x;                   /* the sequence [N, length, channels] */
  int64_t pads[2];            /* zeros in front of it and behind */
  int64_t count, step, apart; /* windows begin `step` apart, their taps `apart` */
} taps;

/* The same numbers of the same kind, moved. */
static bool moved(const value *from, const value *to) {
  const tensor *a = &from->type, *b = &to->type;
  return a->rank == 3 && b->rank == 3 && tensor_shape_known(a) && tensor_shape_known(b) &&
         a->dims[0] == b->dims[0] && a->dtype == b->dtype && a->scale.kind == b->scale.kind &&
         a->scale.kind != SCALE_AXIS &&
         (a->scale.kind == SCALE_NONE || a->scale.value == b->scale.value);
}

/* A Slice along the sequence alone. */
static bool read_slice(const value *v, int64_t *begin, int64_t *step) {
  const node *n = v->def;
  sliced s;
  if (!n || !node_slice(n, &s) || !moved(n->in[0], v) || s.only != 1 || s.along[1].step < 1)
    return false;
  *begin = s.along[1].start;
  *step = s.along[1].step;
  return true;
}

/* Zeros in front of the sequence and behind it. */
static void read_pads(taps *t) {
  const node *n = t->x->def;
  int64_t pads[6];
  size_t count;
  if (!n || !node_is(n, OP_PAD) || !moved(n->in[0], t->x) ||
      strcmp(node_string(n, "mode"), "constant") != 0 ||
      (node_input(n, 2) && !scalar_near(n->in[2], 0, 0)) || node_input(n, 3) ||
      !value_ints(n->in[1], pads, 6, &count) || count != 6 || pads[1] < 0 || pads[4] < 0 ||
      pads[0] || pads[2] || pads[3] || pads[5])
    return;
  t->x = n->in[0];
  t->pads[0] = pads[1];
  t->pads[1] = pads[4];
}

static bool read_taps(const node *linear, int64_t few_rows, taps *t) {
  const value *rows = linear->in[0], *w = linear->in[1];
  const node *side = rows->def;
  if (!side || !node_is(side, OP_CONCAT) || side->in_count < 2 || !value_used_once(rows) ||
      rows->type.rank != 3 || rows->type.dims[0] * rows->type.dims[1] <= few_rows ||
      node_axis(side, 3) != 2 || w->type.rank != 2 || !value_is_const(w) || node_input(linear, 3))
    return false;
  *t = (taps){.count = (int64_t)side->in_count};
  for (size_t i = 0; i < side->in_count; i++) {
    const value *tap = side->in[i];
    int64_t begin, step;
    if (!tap || !moved(tap, rows) || !read_slice(tap, &begin, &step)) return false;
    if (i == 0) {
      t->x = tap->def->in[0];
      t->step = step;
    }
    if (i == 1) t->apart = begin;
    if (tap->def->in[0] != t->x || step != t->step || begin != (int64_t)i * t->apart ||
        tap->type.dims[1] != rows->type.dims[1])
      return false;
  }
  int64_t length = t->x->type.dims[1], reach = (t->count - 1) * t->apart;
  if (t->apart < 1 || length <= reach || (length - reach - 1) / t->step + 1 != rows->type.dims[1])
    return false;
  read_pads(t);
  return w->type.dims[1] == t->count * t->x->type.dims[2];
}

/* Its region stores what such a kernel does: one result of at most 16 bits, or FP8 beside 16. */
static bool stores_narrow(const node *linear) {
  size_t stored[3] = {0}; /* by bytes */
  if (!linear->region) return false;
  for (const node *n = linear; n && n->region == linear->region; n = n->next)
    for (size_t i = 0; i < n->out_count; i++) {
      bool leaves = n->out[i] && n->out[i]->output_uses > 0;
      for (size_t k = 0; n->out[i] && k < n->out[i]->user_count; k++)
        leaves = leaves || n->out[i]->users[k]->region != n->region;
      size_t bytes = leaves ? dtype_bytes(n->out[i]->type.dtype) : 0;
      if (bytes > 2 || (bytes && stored[bytes]++)) return false;
    }
  return true;
}

static value *taps_weights(const node *linear, const taps *t) {
  const value *w = linear->in[1];
  tensor type = w->type;
  type.rank = 3;
  type.dims[1] = t->count;
  type.dims[2] = t->x->type.dims[2];
  value *v =
      graph_const(w->graph, arena_printf(w->graph->arena, "%s.taps", w->name), &type, w->blob);
  v->scale_vector = w->scale_vector;
  v->reason = w->reason;
  v->seed = w->seed;
  return v;
}

static node *make_conv(const node *linear, const taps *t) {
  value *in[] = {t->x, taps_weights(linear, t), node_input(linear, 2)};
  node *n = node_like(linear, OP_CONV, in, in[2] ? 3 : 2);
  node_set_int(n, "channels_last", 1);
  node_set_ints(n, "kernel_shape", &t->count, 1);
  node_set_ints(n, "strides", &t->step, 1);
  node_set_ints(n, "dilations", &t->apart, 1);
  node_set_ints(n, "pads", t->pads, 2);
  node_add_sources(n, linear);
  n->out[0]->type = linear->out[0]->type;
  n->region = linear->region;
  n->decision = linear->decision;
  return n;
}

fp8c_status pass_linear_to_conv(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  kernel_question q = {.what = ASK_CHANNELS_LAST};
  if (targets_refuse(&c->rules, &q)) return FP8C_OK;
  for (node *n = g->first; n; n = n->next) {
    taps t;
    if (!has_output(n) || !node_is(n, OP_LINEAR) || node_int(n, "promote") ||
        !read_taps(n, c->rules.few_rows, &t) || !stores_narrow(n))
      continue;
    node *conv = make_conv(n, &t);
    q.n = conv;
    q.channels = t.x->type.dims[2];
    if (targets_refuse(&c->rules, &q)) {
      node_remove(conv);
      continue;
    }
    take_over(conv, n->out[0]);
    c->changes++;
  }
  return FP8C_OK;
}
