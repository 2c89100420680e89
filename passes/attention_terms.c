/* attention_terms.c - what stands between the product of queries and keys and the softmax.
 *
 * Exporters write there, in any order: factors (one, or one for each head), a cap by tanh,
 * masks that are added, subtracted or chosen by Where, a bound below (for masks that overflow),
 * casts around a softmax in F32, the maximum of each row, windows with masks of their own.
 * From the softmax inwards each is taken off and noted; Attention computes
 *
 *     softmax(softcap * tanh(scale * q.k / softcap) + mask)
 *
 * so a factor around a mask multiplies the mask, and nothing may be added inside a cap.  Where
 * heads are mixed, only factors stand inside of that, and no cap around it.
 *
 * Where(c, x, scores) with a finite x is scores + Where(c, HIDDEN, 0): the share of such a key
 * is 0 beside any key that is seen, as it is with x, and a row that sees no key spreads evenly
 * over all, as it does with x.  HIDDEN is so large that no score changes it; x is added to it,
 * since a row whose keys are all hidden by several numbers spreads over those that the largest
 * hides.  It is at most a power of two that leaves room: added to the least number of F32, which
 * models add for the same purpose, it changes nothing, and a product with log2(e) stays finite in
 * F32 and BF16. */
#include <math.h>

#include "base/numbers.h"
#include "ops/dtype.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/select.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"
#include "passes/attention.h"

#define TRIES_MAX 256
#define HIDDEN -0x1p40
#define HIDDEN_MOST -0x1p100
#define F16_LARGEST 65504.0

/* The term spreads over the scores, not the scores over it.  The last dimension may go by two
 * names (the length by the mask and by k, where positions were sliced): the product with v,
 * checked to be as long as k, allows one size only. */
static bool keeps_shape(const tensor *result, const tensor *scores) {
  if (result->rank != 4 || scores->rank != 4) return false;
  for (int i = 0; i < 3; i++)
    if (result->dims[i] != scores->dims[i] || result->dims[i] == DIM_UNKNOWN) return false;
  return result->dims[3] == scores->dims[3] || result->dims[3] < 0 || scores->dims[3] < 0;
}

/* The node that finds the largest number of each row of x and gives them a last dimension of 1, by
 * itself or by a move behind it; NULL where v is something else. */
static node *row_maximum(attention *a, const value *v, const value *x) {
  tensor one = x->type;
  if (one.rank < 1) return NULL;
  one.dims[one.rank - 1] = 1;
  node *most = v->def;
  if (!same_shape(&v->type, &one)) return NULL;
  if (most && (node_is(most, OP_UNSQUEEZE) || node_is(most, OP_RESHAPE))) {
    match_add(&a->parts, most);
    most = most->in[0]->def;
  }
  bool found =
      most && node_is(most, OP_REDUCE_MAX) && most->in[0] == x && reduces_one(most) == one.rank - 1;
  return found ? most : NULL;
}

value *attention_without_maximum(attention *a, value *v) {
  node *sub = value_def_of(v, OP_SUB);
  if (!sub) return v;
  size_t parts = a->parts.count;
  node *most = row_maximum(a, sub->in[1], sub->in[0]);
  if (!most) {
    match_undo(&a->parts, parts);
    return v;
  }
  match_add(&a->parts, sub);
  match_add(&a->parts, most);
  return sub->in[0];
}

/* Notes a mask around `scores`; n is what joins them. */
static bool note(attention *a, node *n, const value *scores, mask_term t) {
  const tensor *m = &t.v->type;
  bool type = t.kind == MASK_ADDED ? dtype_is_small_float(m->dtype) : m->dtype == FP8C_DTYPE_BOOL;
  if (a->softcap != 0 || a->head_factor || a->mix_before.matrix || !type || m->rank < 0 ||
      m->rank > 4 || !keeps_shape(&n->out[0]->type, &scores->type))
    return false;
  t.least = a->least;
  ARENA_PUSH(a->parts.memory, a->masks, a->mask_count, t);
  return true;
}

/* One for each head: all dimensions but that of the heads are 1. */
static bool is_head_factor(const value *v, const tensor *scores) {
  const tensor *t = &v->type;
  int r = t->rank;
  return (r == 3 || r == 4) && dtype_is_small_float(t->dtype) && t->dims[r - 1] == 1 &&
         t->dims[r - 2] == 1 && t->dims[r - 3] == scores->dims[1] && scores->dims[1] > 1 &&
         (r == 3 || t->dims[0] == 1);
}

/* Scores that a mask of windows was added to: what they were before; else as they are. */
static value *without_windows(attention *a, value *scores) {
  node *back = value_def_of(scores, OP_RESHAPE);
  node *add = back ? value_def_of(back->in[0], OP_ADD) : NULL;
  for (size_t i = 0; add && i < 2; i++) {
    node *apart = value_def_of(add->in[i], OP_RESHAPE);
    value *m = add->in[1 - i];
    if (!apart || apart->in[0]->type.rank != 4 || apart->out[0]->type.rank != 5) continue;
    const tensor *s = &apart->in[0]->type, *w = &apart->out[0]->type, *t = &m->type;
    /* As many elements before and after: with three equal dimensions the first is equal too,
     * whatever symbols it goes by. */
    bool fit = scores->type.rank == 4 && s->dims[0] != DIM_UNKNOWN &&
               same_shape(w, &add->out[0]->type) && w->dims[0] != DIM_UNKNOWN && w->dims[1] > 0 &&
               t->rank == 5 && t->dims[0] == 1 && t->dtype == s->dtype &&
               t->dims[1] == w->dims[1] && (t->dims[2] == 1 || t->dims[2] == w->dims[2]);
    for (int d = 2; d < 5; d++)
      fit = fit && w->dims[d] > 0 && w->dims[d] == s->dims[d - 1] &&
            w->dims[d] == scores->type.dims[d - 1] && (d == 2 || t->dims[d] == w->dims[d]);
    if (!fit) continue;
    a->window_mask = m;
    a->windowed = *w;
    a->window_count = s->dims[0];
    match_add(&a->parts, back);
    match_add(&a->parts, add);
    match_add(&a->parts, apart);
    return apart->in[0];
  }
  return scores;
}

/* What was found since goes; what was looked at stays counted. */
static void undo(attention *a, const attention *before) {
  size_t tries = a->tries;
  *a = *before;
  a->tries = tries;
}

/* `turned`: keys times queries, whose result is transposed. */
static bool take_product(attention *a, node *n, double outer, bool turned) {
  a->scale = outer;
  if (!attention_source(a, n->in[turned], turned, &a->q) ||
      !attention_source(a, n->in[!turned], !turned, &a->k) || a->q.heads % a->k.heads != 0)
    return false;
  if (a->q.x && !a->q.size) a->q.x = attention_unscaled(a, a->q.x);
  if (a->k.x && !a->k.size) a->k.x = attention_unscaled(a, a->k.x);
  a->product = n;
  return a->scale > 0 && isfinite(a->scale);
}

/* Scores made as keys times queries, with factors: transposed. */
static bool take_turned(attention *a, node *n, double outer) {
  double c;
  value *x = n->in[0], *other;
  for (int depth = 0; depth < 4; depth++, x = other) {
    node *d = x->kind == VALUE_NODE ? x->def : NULL;
    if (!d || x->type.rank != 4) return false;
    match_add(&a->parts, d);
    if (node_is(d, OP_MATMUL)) return take_product(a, d, outer, true);
    if ((!node_is(d, OP_MUL) && !node_is(d, OP_DIV)) || !split_scalar(d, &c, &other) || c == 0 ||
        !same_shape(&other->type, &d->out[0]->type))
      return false;
    outer = node_is(d, OP_MUL) ? outer * c : outer / c;
  }
  return false;
}

/* A constant of ones and zeros by which scores are multiplied, and one that is added to them: where
 * there are zeros it hides, and is nothing elsewhere.  *hidden: what it adds there. */
static bool chooses(const value *ones, const value *added, double factor, arena *scratch,
                    double *hidden, bool **kept) {
  bool fit = value_is_const(ones) && value_is_const(added) && ones->type.rank >= 2 &&
             ones->type.rank <= 4 && same_shape(&ones->type, &added->type);
  const float *b = fit ? constant_f32(ones, scratch, NULL) : NULL;
  const float *c = fit ? constant_f32(added, scratch, NULL) : NULL;
  int64_t count = b && c ? tensor_elements(&ones->type) : 0;
  *kept = NEW_ARRAY(scratch, bool, (size_t)count + 1);
  *hidden = -INFINITY;
  for (int64_t i = 0; i < count; i++) {
    double x = factor * (double)c[i];
    (*kept)[i] = b[i] == 1;
    if ((*kept)[i] ? x != 0 : b[i] != 0 || !(x <= MASK_HIDES_FROM)) return false;
    if (!(*kept)[i]) *hidden = fmax(*hidden, x);
  }
  return count > 0;
}

static bool take(attention *a, value *v, double outer);

/* scores * b - 1e4 * (1 - b), as GPT-2 was first written: Where(b, scores, -1e4). */
static bool take_choice(attention *a, node *n, double outer) {
  graph *g = n->graph;
  bool subtracts = node_is(n, OP_SUB);
  for (size_t i = 0; i < (subtracts ? 1u : 2u); i++) {
    node *mul = value_def_of(n->in[i], OP_MUL);
    for (size_t k = 0; mul && k < 2; k++) {
      const value *ones = mul->in[1 - k];
      arena_mark mark = arena_save(a->scratch);
      double hidden;
      bool *kept;
      if (!chooses(ones, n->in[1 - i], subtracts ? -outer : outer, a->scratch, &hidden, &kept)) {
        arena_reset(a->scratch, mark);
        continue;
      }
      tensor type = ones->type;
      type.dtype = FP8C_DTYPE_BOOL;
      value *condition = graph_const_copy(g, NULL, &type, kept);
      attention before = *a;
      mask_term t = {.kind = MASK_KEEPS, .v = condition, .hidden = hidden};
      if (note(a, n, mul->in[k], t)) {
        match_add(&a->parts, mul);
        if (take(a, mul->in[k], outer)) return true;
      }
      undo(a, &before);
    }
  }
  return false;
}

static bool take_factor(attention *a, node *n, double outer) {
  double c;
  value *other;
  if (split_scalar(n, &c, &other))
    return c != 0 && same_shape(&other->type, &n->out[0]->type) &&
           take(a, other, node_is(n, OP_MUL) ? outer * c : outer / c);
  for (size_t i = 0; node_is(n, OP_MUL) && i < 2 && !a->head_factor && a->softcap == 0; i++) {
    if (!is_head_factor(n->in[i], &n->out[0]->type)) continue;
    a->head_factor = n->in[i];
    return take(a, n->in[1 - i], outer);
  }
  return false;
}

static bool take_sum(attention *a, node *n, double outer) {
  if (take_choice(a, n, outer)) return true;
  bool subtracts = node_is(n, OP_SUB);
  for (size_t i = 0; i < (subtracts ? 1u : 2u); i++) {
    attention before = *a;
    mask_term t = {.kind = MASK_ADDED, .v = n->in[1 - i], .factor = subtracts ? -outer : outer};
    if (note(a, n, n->in[i], t) && take(a, n->in[i], outer)) return true;
    undo(a, &before);
  }
  return false;
}

static bool take_where(attention *a, node *n, double outer) {
  for (size_t i = 1; i < 3; i++) {
    double x;
    if (!value_scalar(n->in[i], &x) || !(x * outer <= MASK_HIDES_FROM)) continue;
    mask_term t = {.kind = i == 1 ? MASK_HIDES : MASK_KEEPS, .v = n->in[0], .hidden = x};
    return note(a, n, n->in[3 - i], t) && take(a, n->in[3 - i], outer);
  }
  return false;
}

/* Max(x, c) and Clip(x, c), where scores never get as low or, in Clip, as high as F16 ends. */
static bool bounds_below(const node *n, double outer, double *c, value **x) {
  double most;
  if (node_is(n, OP_CLIP)) {
    const value *high = node_input(n, 2);
    if (!node_input(n, 1) || !value_scalar(n->in[1], c)) return false;
    if (high && (!value_scalar(high, &most) || !(most * outer >= F16_LARGEST))) return false;
    *x = n->in[0];
  } else if (!node_is(n, OP_MAX) || !split_scalar(n, c, x)) {
    return false;
  }
  return *c * outer <= MASK_HIDES_FROM;
}

/* Scores of mixed heads. */
static bool take_mix(attention *a, node *n, double outer) {
  if (a->mix_before.matrix || a->softcap != 0 || a->head_factor) return false;
  value *x = attention_unmixed(&a->parts, n, &a->mix_before);
  a->mix_before.factor = outer;
  return x && !a->mix_before.norm && take(a, x, 1);
}

/* Takes off what n adds to its share of the pattern. */
static bool take_node(attention *a, node *n, double outer) {
  double c;
  value *other;
  attention without = *a;
  if (take_mix(a, n, outer)) return true;
  undo(a, &without);
  if (node_is(n, OP_MATMUL)) return take_product(a, n, outer, false);
  if (TRANSPOSES(n, 0, 1, 3, 2)) return take_turned(a, n, outer);
  if (node_is(n, OP_CAST))
    return dtype_is_small_float(n->in[0]->type.dtype) && take(a, n->in[0], outer);
  if (node_is(n, OP_MUL) || node_is(n, OP_DIV)) return take_factor(a, n, outer);
  if (node_is(n, OP_ADD) || node_is(n, OP_SUB)) return take_sum(a, n, outer);
  if (node_is(n, OP_WHERE)) return take_where(a, n, outer);
  if (a->mix_before.matrix) return false;
  if (outer > 0 && bounds_below(n, outer, &c, &other)) {
    a->least = fmax(a->least, c * outer);
    return take(a, other, outer);
  }
  if (node_is(n, OP_TANH) && a->softcap == 0 && !a->head_factor && outer > 0) {
    a->softcap = outer;
    return take(a, n->in[0], outer);
  }
  return false;
}

static bool take(attention *a, value *v, double outer) {
  if (!a->mix_before.matrix) v = attention_without_maximum(a, v);
  if (!a->mix_before.matrix && !a->window_mask && outer == 1 && a->softcap == 0)
    v = without_windows(a, v);
  node *n = v->def;
  if (!n || v->type.rank != 4 || !dtype_is_small_float(v->type.dtype) || !a->tries) return false;
  a->tries--;
  attention before = *a;
  match_add(&a->parts, n);
  if (take_node(a, n, outer)) return true;
  undo(a, &before);
  return false;
}

bool attention_terms(attention *a, value *scores) {
  a->tries = TRIES_MAX;
  a->least = -INFINITY;
  return take(a, scores, 1);
}

/* ---- One mask -------------------------------------------------------------------- */

static fp8c_status built(node *before, op_id op, value *const *in, size_t count, value **out,
                         fp8c_error *err) {
  node *n = graph_node(before->graph, before, op_get(op), NULL, in, count, 1);
  TRY(node_infer(n, err));
  *out = n->out[0];
  return FP8C_OK;
}

/* A condition that is a constant: the numbers themselves, so that passes see what they mean. */
static fp8c_status hidden_constant(const mask_term *t, double hidden, node *before, arena *scratch,
                                   value **out, fp8c_error *err) {
  tensor c, type = t->v->type;
  arena_mark mark = arena_save(scratch);
  TRY(value_load(t->v, scratch, &c, err));
  int64_t count = tensor_elements(&c);
  float *x = NEW_ARRAY(scratch, float, (size_t)count + 1);
  for (int64_t i = 0; i < count; i++)
    x[i] = (((const uint8_t *)c.data)[i] != 0) == (t->kind == MASK_HIDES) ? (float)hidden : 0.0f;
  type.dtype = FP8C_DTYPE_F32;
  *out = graph_const_copy(before->graph, NULL, &type, x);
  arena_reset(scratch, mark);
  return FP8C_OK;
}

/* `there` where keys are hidden, `else_` elsewhere. */
static fp8c_status hidden_where(const mask_term *t, double hidden, value *else_, node *before,
                                value **out, fp8c_error *err) {
  value *there = graph_const_f32(before->graph, NULL, (float)hidden);
  bool hides = t->kind == MASK_HIDES;
  value *in[] = {t->v, hides ? there : else_, hides ? else_ : there};
  return built(before, OP_WHERE, in, 3, out, err);
}

value *attention_as_f32(value *v, node *before) {
  if (v->type.dtype == FP8C_DTYPE_F32) return v;
  node *n = graph_node(before->graph, before, op_get(OP_CAST), NULL, &v, 1, 1);
  node_set_int(n, "to", dtype_to_onnx(FP8C_DTYPE_F32));
  n->out[0]->type = v->type;
  n->out[0]->type.dtype = FP8C_DTYPE_F32;
  return n->out[0];
}

/* What is added to a hidden score. */
static double hidden_of(const mask_term *t) {
  if (isinf(t->hidden)) return isinf(t->least) ? -INFINITY : HIDDEN_MOST;
  return fmax(HIDDEN + t->hidden, HIDDEN_MOST);
}

/* What a Where hides takes the place of what was added to those scores further inside, -inf too. */
static fp8c_status with_hidden(const mask_term *t, value *inside, node *before, arena *scratch,
                               value **out, fp8c_error *err) {
  double hidden = hidden_of(t);
  if (inside)
    TRY(hidden_where(t, hidden, attention_as_f32(inside, before), before, out, err));
  else if (value_is_const(t->v))
    TRY(hidden_constant(t, hidden, before, scratch, out, err));
  else
    TRY(hidden_where(t, hidden, graph_const_f32(before->graph, NULL, 0), before, out, err));
  return FP8C_OK;
}

/* The term around the sum of those inside of it; NULL: there are none. */
static fp8c_status with_term(const mask_term *t, value *inside, node *before, arena *scratch,
                             value **out, fp8c_error *err) {
  graph *g = before->graph;
  *out = t->v;
  if (t->kind != MASK_ADDED) {
    TRY(with_hidden(t, inside, before, scratch, out, err));
  } else if (t->factor != 1) {
    value *in[] = {attention_as_f32(*out, before), graph_const_f32(g, NULL, (float)t->factor)};
    TRY(built(before, OP_MUL, in, 2, out, err));
  }
  if (!isinf(t->least) && (t->kind == MASK_ADDED || hidden_of(t) < t->least)) {
    value *in[] = {attention_as_f32(*out, before), graph_const_f32(g, NULL, (float)t->least)};
    TRY(built(before, OP_MAX, in, 2, out, err));
  }
  if (t->kind != MASK_ADDED || !inside) return FP8C_OK;
  value *in[] = {attention_as_f32(inside, before), attention_as_f32(*out, before)};
  return built(before, OP_ADD, in, 2, out, err);
}

/* A mask of rank 1 is [S] of the keys; Attention wants at least [q, k]. */
static fp8c_status of_rank_2(value *mask, node *before, value **out, fp8c_error *err) {
  int64_t axes[2] = {0, 1};
  *out = mask;
  if (mask->type.rank >= 2) return FP8C_OK;
  size_t count = 2 - (size_t)mask->type.rank;
  value *in[] = {mask, graph_const_i64s(before->graph, NULL, axes, count)};
  return built(before, OP_UNSQUEEZE, in, 2, out, err);
}

fp8c_status attention_joined_mask(const attention *a, arena *scratch, value **out,
                                  fp8c_error *err) {
  value *sum = NULL;
  for (size_t i = a->mask_count; i-- > 0;) /* the innermost first, as the model adds them */
    TRY(with_term(&a->masks[i], sum, a->before, scratch, &sum, err));
  *out = NULL;
  return sum ? of_rank_2(sum, a->before, out, err) : FP8C_OK;
}
