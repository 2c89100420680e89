/* fold_batchnorm.c - a batch normalisation after a convolution or Linear is a
 * scale of its output channels and a bias: both go into the weights.
 *
 *     y = (x - mean) * gamma / sqrt(var + epsilon) + beta
 *
 * The factor is formed in F64 and each new weight rounded once. */
#include <math.h>

#include "passes/match.h"

typedef struct channels {
  int64_t count;
  float *gamma, *beta, *mean, *var;
} channels;

static bool read_channels(const node *n, arena *a, channels *c) {
  float **all[] = {&c->gamma, &c->beta, &c->mean, &c->var};
  c->count = n->in[1]->type.rank == 1 ? n->in[1]->type.dims[0] : -1;
  if (c->count < 0) return false;
  for (size_t i = 0; i < 4; i++) {
    const tensor *t = &n->in[i + 1]->type;
    if (t->rank != 1 || t->dims[0] != c->count) return false;
    *all[i] = constant_f32(n->in[i + 1], a, NULL);
    if (!*all[i]) return false;
  }
  return true;
}

static bool fold(node *n, pass_context *c) {
  node *product = n->in[0]->kind == VALUE_NODE ? n->in[0]->def : NULL;
  graph *g = n->graph;
  arena *s = c->scratch;
  channels ch;
  if (!product || (!node_is(product, OP_CONV) && !node_is(product, OP_LINEAR))) return false;
  if (node_is(product, OP_LINEAR) && product->out[0]->type.rank != 2) return false;
  if (node_int(n, "training_mode") || !value_used_once(n->in[0]) || !read_channels(n, s, &ch))
    return false;
  if (node_gives_more(n)) return false;
  value *w = product->in[1], *bias = product->in_count > 2 ? product->in[2] : NULL;
  if (!value_is_const(w) || w->type.dtype != FP8C_DTYPE_F32 || w->type.dims[0] != ch.count)
    return false;
  float *old = constant_f32(w, s, NULL), *b = bias ? constant_f32(bias, s, NULL) : NULL;
  if (!old || (bias && (!b || tensor_elements(&bias->type) != ch.count))) return false;

  size_t total = (size_t)tensor_elements(&w->type), row = ch.count ? total / (size_t)ch.count : 0;
  float *new = NEW_ARRAY(g->arena, float, total + 1), *shift = NEW_ARRAY(s, float, ch.count + 1);
  double epsilon = (double)node_float(n, "epsilon");
  for (int64_t i = 0; i < ch.count; i++) {
    double factor = (double)ch.gamma[i] / sqrt((double)ch.var[i] + epsilon);
    double old_bias = b ? (double)b[i] : 0;
    shift[i] = (float)((old_bias - (double)ch.mean[i]) * factor + (double)ch.beta[i]);
    for (size_t j = 0; j < row; j++)
      new[(size_t)i * row + j] = (float)((double)old[(size_t)i * row + j] * factor);
  }
  tensor t = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {ch.count}};
  blob data = {.bytes = w->blob.bytes, .memory = new};
  node_set_input(product, 1, graph_const(g, arena_printf(s, "%s.bn", w->name), &w->type, data));
  node_set_input(product, 2, graph_const_copy(g, arena_printf(s, "%s.bias", n->name), &t, shift));
  node_add_sources(product, n);
  value_replace(n->out[0], product->out[0]);
  value_swap_names(n->out[0], product->out[0]);
  return true;
}

fp8c_status pass_fold_batchnorm(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next) {
    if (!has_output(n) || !node_is(n, OP_BATCH_NORMALIZATION)) continue;
    arena_mark mark = arena_save(c->scratch);
    if (fold(n, c)) c->changes++;
    arena_reset(c->scratch, mark);
  }
  return FP8C_OK;
}
