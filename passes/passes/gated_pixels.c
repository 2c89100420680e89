/* gated_pixels.c - a convolution of single pixels whose halves gate each other is a Linear of
 * pixels.
 *
 *     a, b = halves of the channels of Conv(x);  y = act(a) * b
 *
 * (NAFNet's SimpleGate, gated feed-forward networks of images.)  The kernels of Linear multiply the
 * halves on their sums; behind a convolution that is a kernel of its own, and twice the result goes
 * through memory.  Between two Transposes the channels lie last, as a GPU's convolutions have them
 * anyway.  The targets say whether it takes less time. */
#include "base/numbers.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/moves.h"
#include "passes/passes/halves.h"
#include "passes/passes/region_set.h"
#include "passes/precision/precision.h"

#define GATE_MAX 4
#define DEPTH_UNIT 16 /* of the sums that gated kernels take */

/* Every pixel of the image gives one of the result, of all its channels. */
static bool is_of_pixels(const node *n) {
  window v;
  if (!node_is(n, OP_CONV) || n->region || node_int(n, "group") != 1) return false;
  const value *w = n->in[1];
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  if (!value_is_const(w) || !tensor_shape_known(&w->type) || x->scale.kind == SCALE_AXIS ||
      (w->type.scale.kind == SCALE_AXIS && w->type.scale.axis != 0) || x->rank < 4 ||
      y->rank != x->rank || w->type.rank != x->rank || w->type.dims[1] % DEPTH_UNIT != 0 ||
      x->dims[1] != w->type.dims[1] || !node_window(n, &v))
    return false;
  for (int i = 0; i < WINDOW_AXES; i++)
    if (v.kernel[i] != 1 || v.stride[i] != 1 || v.before[i] || v.after[i] || v.out[i] == 0)
      return false;
  for (int i = 2; i < y->rank; i++)
    if (y->dims[i] == DIM_UNKNOWN) return false;
  return true;
}

/* Constants that the last axis can read: single numbers, and one for each channel. */
static bool reads_channels(const node *n, const value *v) {
  for (size_t i = 0; i < n->in_count; i++) {
    const value *a = n->in[i];
    bool single = a && value_is_const(a) && is_single(a) && a->type.scale.kind == SCALE_NONE;
    if (a && a != v && !single && !is_number_a_channel(a, &v->type)) return false;
  }
  return true;
}

/* The result of a Linear in place of the convolution, with channels last. */
static value *linear_of(const node *conv, node *before) {
  graph *g = conv->graph;
  value *w = conv->in[1], *bias = node_input(conv, 2);
  tensor type = w->type;
  type.rank = 2;
  value *in[3] = {move_channels_last(conv->in[0], before), NULL, bias};
  in[1] = graph_const(g, arena_printf(g->arena, "%s.nk", w->name), &type, w->blob);
  in[1]->scale_vector = w->scale_vector;
  in[1]->reason = w->reason;
  node *n = graph_node(g, before, op_get(OP_LINEAR), conv->name, in, bias ? 3 : 2, 1);
  n->decision = conv->decision;
  node_add_sources(in[0]->def, conv);
  node_add_sources(n, conv);
  n->out[0]->type = channels_last_type(&conv->out[0]->type);
  return n->out[0];
}

/* Whether a kernel does it all, in less time than two. */
static bool pays(const pass_context *c, const node *linear, node *const *after, size_t count) {
  const kernel_question q = {
      .what = ASK_PRODUCT_EPILOGUE, .n = linear, .after = after, .after_count = count};
  return dtype_is_fp8(linear->in[0]->type.dtype) || !targets_refuse(&c->rules, &q);
}

static bool rewrite(node *conv, pass_context *c) {
  node *cuts[2], *gate[GATE_MAX], *product = NULL;
  value *halves[2], *last[2];
  size_t count = 0;
  int gated = 0;
  if (!read_halves(conv->out[0], 1, cuts, halves)) return false;
  for (; gated < 2; gated++)
    if ((product = find_gate(halves[gated], halves[1 - gated], gate, GATE_MAX, &count))) break;
  if (!product) return false;
  value *v = halves[gated];
  for (size_t i = 0; i < count; v = gate[i++]->out[0])
    if (!reads_channels(gate[i], v)) return false;
  value *y = linear_of(conv, product);
  node *after[GATE_MAX + 2] = {cuts[0], product};
  for (size_t i = 0; i < count; i++) after[2 + i] = gate[i];
  if (!pays(c, y->def, after, 2 + count)) {
    node *moved = y->def->in[0]->def;
    node_remove(y->def);
    node_remove(moved);
    return false;
  }
  const int64_t half = halves[0]->type.dims[1], sizes[2] = {half, half};
  value *in[2] = {y, graph_const_i64s(conv->graph, NULL, sizes, 2)};
  node *split = graph_node(conv->graph, product, op_get(OP_SPLIT), NULL, in, 2, 2);
  node_set_int(split, "axis", y->type.rank - 1);
  for (int i = 0; i < 2; i++) {
    if (cuts[i]) node_add_sources(split, cuts[i]);
    last[i] = split->out[i];
    last[i]->type = channels_last_type(&halves[i]->type);
  }
  v = halves[gated];
  for (size_t i = 0; i < count; v = gate[i++]->out[0]) {
    value **read = NEW_ARRAY(c->scratch, value *, gate[i]->in_count + 1);
    for (size_t k = 0; k < gate[i]->in_count; k++) {
      value *a = gate[i]->in[k];
      read[k] = a == v ? last[gated] : a ? constant_channels_last(a) : NULL;
    }
    last[gated] = node_copied(gate[i], read, &last[gated]->type, product)->out[0];
  }
  bool first = product->in[0] == (count ? gate[count - 1]->out[0] : halves[gated]);
  value *both[2] = {last[first ? gated : 1 - gated], last[first ? 1 - gated : gated]};
  node *end = node_copied(product, both, &last[0]->type, product), *stored = product;
  node *store = only_user(product->out[0]);
  if (store && !store->region && node_stores(store) &&
      store->out[0]->type.scale.kind != SCALE_AXIS) {
    end = node_copied(store, end->out, &last[0]->type, product);
    stored = store;
  }
  move_channels_back(end->out[0], stored);
  return true;
}

fp8c_status pass_gated_pixels(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  if (!c->rules.gpu) return FP8C_OK;
  for (node *n = g->first; n; n = n->next)
    if (has_output(n) && n->in_count > 1 && n->in[1] && is_of_pixels(n))
      c->changes += rewrite(n, c);
  return FP8C_OK;
}
