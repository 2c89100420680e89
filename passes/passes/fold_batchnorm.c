/* fold_batchnorm.c - a batch normalisation after a convolution or Linear is a
 * scale of its output channels and a bias: both go into the weights.  Behind anything
 * else it is a product and a sum, which need no kernel of their own.
 *
 *     y = (x - mean) * gamma / sqrt(var + epsilon) + beta
 *
 * The factor is formed in F64 and each new weight rounded once. */
#include <math.h>

#include "ops/ids/binary.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/move.h"
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

/* Of channel c: y = x * factor + shift. */
static double factor_of(const channels *ch, double epsilon, int64_t c) {
  return (double)ch->gamma[c] / sqrt((double)ch->var[c] + epsilon);
}

/* What a constant added before the normalisation is, channel by channel; NULL: nothing is. */
static float *added_before(const channels *ch, arena *a, value **x) {
  const node *add = (*x)->kind == VALUE_NODE ? (*x)->def : NULL;
  if (!add || !node_is(add, OP_ADD) || !value_used_once(*x)) return NULL;
  for (size_t i = 0; i < 2; i++) {
    const value *other = add->in[1 - i];
    if (other->type.rank != (*x)->type.rank || !value_is_const(add->in[i])) continue;
    float *b = axis_f32(add->in[i], (*x)->type.rank, 1, ch->count, a);
    if (b) *x = add->in[1 - i];
    if (b) return b;
  }
  return NULL;
}

/* Where the weights of an output channel lie: `runs` stretches of `length`, `step` apart. */
typedef struct rows {
  size_t length, runs, step;
} rows;

static bool rows_of(const node *product, int64_t count, rows *r) {
  const tensor *w = &product->in[1]->type;
  size_t total = (size_t)tensor_elements(w);
  if (!node_is(product, OP_CONV_TRANSPOSE)) {
    *r = (rows){.length = count ? total / (size_t)count : 0, .runs = 1};
    return w->dims[0] == count;
  }
  if (w->rank < 2 || node_int(product, "group") != 1 || w->dims[1] != count) return false;
  size_t taps = (size_t)dims_product(w->dims, 2, w->rank);
  *r = (rows){.length = taps, .runs = (size_t)w->dims[0], .step = taps * (size_t)count};
  return true;
}

static bool ends_in(const value *v, int64_t count) {
  int last = v->type.rank - 1;
  return last >= 0 && v->type.dims[last] == count;
}

/* The Linear whose rows of channels `x` [rows, channels] is, seen in other shapes (tokens of all
 * samples one after the other). */
static node *linear_behind(const value *x, int64_t count) {
  if (x->type.rank != 2) return NULL;
  while (x->kind == VALUE_NODE && value_used_once(x) && ends_in(x, count)) {
    node *n = x->def;
    if (node_is(n, OP_LINEAR)) return n;
    if (n->op->family != FAMILY_VIEW || n->in_count < 1) return NULL;
    x = n->in[0];
  }
  return NULL;
}

static node *product_behind(const value *x, int64_t count) {
  node *n = x->kind == VALUE_NODE && value_used_once(x) ? x->def : NULL;
  if (n && (node_is(n, OP_CONV) || node_is(n, OP_CONV_TRANSPOSE))) return n;
  return linear_behind(x, count);
}

/* Puts y = x * factor + shift behind `product` into its weights and its bias; NULL: nothing is
 * added.  `before` is added to x.  Each new number is rounded once. */
static bool fold_into(node *product, int64_t count, const double *factor, const double *shift,
                      const float *before, const char *name, arena *s) {
  graph *g = product->graph;
  value *w = product->in[1], *bias = product->in_count > 2 ? product->in[2] : NULL;
  rows r;
  if (!value_is_const(w) || w->type.dtype != FP8C_DTYPE_F32 || !rows_of(product, count, &r))
    return false;
  float *old = constant_f32(w, s, NULL), *b = bias ? constant_f32(bias, s, NULL) : NULL;
  if (!old || (bias && (!b || tensor_elements(&bias->type) != count))) return false;

  float *new = NEW_ARRAY(g->arena, float, (size_t)tensor_elements(&w->type) + 1);
  float *added = NEW_ARRAY(s, float, count + 1);
  for (int64_t i = 0; i < count; i++) {
    double old_bias = (b ? (double)b[i] : 0) + (before ? (double)before[i] : 0);
    added[i] = (float)(old_bias * factor[i] + (shift ? shift[i] : 0));
    for (size_t run = 0; run < r.runs; run++) {
      size_t at = run * r.step + (size_t)i * r.length;
      for (size_t j = at; j < at + r.length; j++) new[j] = (float)((double)old[j] * factor[i]);
    }
  }
  blob data = {.bytes = w->blob.bytes, .memory = new};
  node_set_input(product, 1, graph_const(g, arena_printf(s, "%s.bn", w->name), &w->type, data));
  if (!bias && !before && !shift) return true;
  tensor t = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {count}};
  node_set_input(product, 2, graph_const_copy(g, arena_printf(s, "%s.bias", name), &t, added));
  return true;
}

static bool fold(node *n, const channels *ch, pass_context *c) {
  arena *s = c->scratch;
  value *x = n->in[0];
  const float *before = added_before(ch, s, &x);
  node *product = product_behind(x, ch->count);
  if (!product) return false;
  double *factor = NEW_ARRAY(s, double, ch->count + 1),
         *shift = NEW_ARRAY(s, double, ch->count + 1);
  double epsilon = (double)node_float(n, "epsilon");
  for (int64_t i = 0; i < ch->count; i++) {
    factor[i] = factor_of(ch, epsilon, i);
    shift[i] = (double)ch->beta[i] - (double)ch->mean[i] * factor[i];
  }
  if (!fold_into(product, ch->count, factor, shift, before, n->name, s)) return false;
  if (before) node_add_sources(product, n->in[0]->def);
  node_add_sources(product, n);
  value_replace(n->out[0], x);
  value_swap_names(n->out[0], x);
  return true;
}

/* The product whose result x is, whose channels lie along *axis, and nothing else reads it or its
 * weights; NULL. */
static node *product_alone(const value *x, int *axis) {
  node *n = x->kind == VALUE_NODE && value_used_once(x) ? x->def : NULL;
  bool linear = n && node_is(n, OP_LINEAR);
  if (!n || (!linear && !node_is(n, OP_CONV) && !node_is(n, OP_CONV_TRANSPOSE))) return NULL;
  *axis = linear ? x->type.rank - 1 : 1;
  return x->type.rank >= 2 && value_used_once(n->in[1]) ? n : NULL;
}

/* A factor for each channel: a normalisation whose statistics are fixed, a layer's scale. */
static bool fold_factor(node *n, value *x, const value *f, arena *s) {
  int axis;
  node *product = same_type(x, n->out[0]) ? product_alone(x, &axis) : NULL;
  int64_t count = product ? x->type.dims[axis] : 0;
  if (count < 2 || tensor_elements(&f->type) != count) return false;
  float *each = axis_f32(f, x->type.rank, axis, count, s);
  if (!each) return false;
  double *factor = NEW_ARRAY(s, double, count);
  for (int64_t i = 0; i < count; i++) {
    if (!isfinite(each[i])) return false;
    factor[i] = (double)each[i];
  }
  if (!fold_into(product, count, factor, NULL, NULL, n->name, s)) return false;
  node_add_sources(product, n);
  value_replace(n->out[0], x);
  value_swap_names(n->out[0], x);
  return true;
}

static value *of_channels(graph *g, const node *n, const char *what, const float *x,
                          int64_t count) {
  tensor t = {.dtype = FP8C_DTYPE_F32, .rank = n->in[0]->type.rank - 1, .dims = {count}};
  for (int i = 1; i < t.rank; i++) t.dims[i] = 1;
  return graph_const_copy(g, arena_printf(g->arena, "%s.%s", n->name, what), &t, x);
}

/* What stands behind no product is arithmetic that joins its neighbours' kernels. */
static bool unfold(node *n, const channels *ch, pass_context *c) {
  graph *g = n->graph;
  if (n->in[0]->type.rank < 2 || n->in[0]->type.dtype != FP8C_DTYPE_F32) return false;
  float *factor = NEW_ARRAY(c->scratch, float, ch->count + 1);
  float *shift = NEW_ARRAY(c->scratch, float, ch->count + 1);
  double epsilon = (double)node_float(n, "epsilon");
  for (int64_t i = 0; i < ch->count; i++) {
    factor[i] = (float)factor_of(ch, epsilon, i);
    shift[i] = (float)((double)ch->beta[i] - (double)ch->mean[i] * (double)factor[i]);
  }
  value *in[2] = {n->in[0], of_channels(g, n, "factor", factor, ch->count)};
  node *mul = graph_node(g, n, op_get(OP_MUL), NULL, in, 2, 1);
  mul->out[0]->type = n->out[0]->type;
  value_rename(mul->out[0], arena_printf(g->arena, "%s.scaled", n->name));
  node_add_sources(mul, n);
  in[0] = mul->out[0];
  in[1] = of_channels(g, n, "shift", shift, ch->count);
  take_over(node_like(n, OP_ADD, in, 2), n->out[0]);
  return true;
}

static bool normalises(node *n, pass_context *c) {
  channels ch;
  if (node_int(n, "training_mode") || node_gives_more(n) || !read_channels(n, c->scratch, &ch))
    return false;
  return fold(n, &ch, c) || unfold(n, &ch, c);
}

static bool scales(node *n, pass_context *c) {
  for (size_t i = 0; i < 2; i++) {
    value *x = n->in[i], *f = n->in[1 - i];
    if (value_is_const(f) && tensor_shape_known(&f->type) && fold_factor(n, x, f, c->scratch))
      return true;
  }
  return false;
}

fp8c_status pass_fold_batchnorm(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next) {
    if (!has_output(n)) continue;
    arena_mark mark = arena_save(c->scratch);
    if (node_is(n, OP_BATCH_NORMALIZATION) ? normalises(n, c) : node_is(n, OP_MUL) && scales(n, c))
      c->changes++;
    arena_reset(c->scratch, mark);
  }
  return FP8C_OK;
}
