/* fuse_attention.c - scaled dot-product attention becomes ONNX's Attention.
 *
 *     scores = MatMul(heads(q), Transpose(heads(k))), then factors, a cap, masks
 *     y      = merge(MatMul(Softmax(scores), heads(v)))
 *
 * attention_operands.c says what heads are, attention_terms.c what may stand between the
 * product and the softmax; merge is the way back from heads to rows.
 *
 * What is computed on heads, element by element or along their last axis (rotary
 * positions), is computed on rows [B, S, H, D] instead.  Where that cannot be,
 * Attention takes all operands as [B, H, S, D], and merge stays behind it.
 *
 * Shifted windows (Swin) have a mask for each window, added to scores [B*W, H, S, S] taken
 * apart as [B, W, H, S, S]: attention_windows.c.
 *
 * Heads may be mixed by a matrix in front of the masks, and behind the softmax (CaiT's talking
 * heads, DeepViT's re-attention): attention_mixes.c.
 *
 * A sink is one more score for each head, which takes a share and has no value: a key of
 * zeros with that score as its mask, and a value of zeros.
 *
 * torch guards against rows that see no key: Where(IsNaN(p), 0, p).  A mask of
 * finite numbers makes no such rows; where another one may, Attention gives 0 for them by
 * itself, and its attribute `zero_rows` tells the formats that would not.  Others make the
 * shares of hidden keys 0 by the condition that hid them, Where(c, 0, p): but for rows that see
 * no key they are 0 already. */
#include <math.h>

#include "base/numbers.h"
#include "ops/dtype.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/select.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"
#include "passes/attention.h"

/* What follows the softmax, up to the product with the values. */
typedef struct shares {
  bool guarded;
  mask_term zeroed; /* a condition by which shares are made 0; v is NULL: none is */
  node *slice;      /* leaves the share of a sink out; NULL */
  node *product;    /* MatMul(p, v); or MatMul(v, p transposed), whose result is transposed too */
  bool transposed;
} shares;

/* Where(IsNaN(p), 0, p): its output; NULL where p is used otherwise. */
static value *past_guard(attention *a, value *p) {
  double zero;
  if (p->user_count != 2 || p->output_uses) return NULL;
  node *where = p->users[node_is(p->users[0], OP_WHERE) ? 0 : 1];
  if (!node_is(where, OP_WHERE) || where->in[2] != p || !value_scalar(where->in[1], &zero) ||
      zero != 0)
    return NULL;
  node *test = value_def_of(where->in[0], OP_IS_NAN);
  if (!test || test->in[0] != p || !value_used_once(test->out[0])) return NULL;
  match_add(&a->parts, test);
  match_add(&a->parts, where);
  return where->out[0];
}

/* Where(c, 0, p) or Where(c, p, 0): when it holds; false where n is neither. */
static bool zeroes(const node *n, const value *p, mask_term *t) {
  double x;
  if (!node_is(n, OP_WHERE) || !same_shape(&n->out[0]->type, &p->type)) return false;
  for (size_t i = 1; i < 3; i++) {
    if (n->in[3 - i] != p || n->in[i] == p || !value_scalar(n->in[i], &x) || x != 0) continue;
    *t = (mask_term){.kind = i == 1 ? MASK_HIDES : MASK_KEEPS, .v = n->in[0]};
    return true;
  }
  return false;
}

/* A Slice of all but the last column. */
static bool leaves_last_out(const node *n) {
  sliced s;
  if (!node_slice(n, &s) || s.only != 3) return false;
  const slice_range *r = &s.along[3];
  return r->start == 0 && r->step == 1 && r->count > 0 && r->count == n->in[0]->type.dims[3] - 1;
}

/* From the softmax's result to the product with the values. */
static bool find_shares(attention *a, value *p, shares *s) {
  *s = (shares){0};
  for (int depth = 0; depth < 5; depth++) {
    value *mixed = a->mix_after.matrix ? NULL : attention_mixed(&a->parts, p, &a->mix_after);
    if (mixed) {
      p = mixed;
      continue;
    }
    value *guarded = past_guard(a, p);
    if (guarded) {
      if (s->guarded || a->mix_after.matrix) return false;
      s->guarded = true;
      p = guarded;
      continue;
    }
    node *n = only_user(p);
    if (!n) return false;
    match_add(&a->parts, n);
    if (node_is(n, OP_MATMUL)) {
      s->product = n;
      s->transposed = false;
      return n->in[0] == p && n->in[1] != p;
    }
    if (TRANSPOSES(n, 0, 1, 3, 2)) {
      s->product = only_user(n->out[0]);
      s->transposed = true;
      return s->product && node_is(s->product, OP_MATMUL) && s->product->in[1] == n->out[0] &&
             s->product->in[0] != n->out[0];
    }
    if (node_is(n, OP_SLICE) && !s->slice && leaves_last_out(n))
      s->slice = n;
    else if (!s->zeroed.v && !a->mix_after.matrix && zeroes(n, p, &s->zeroed))
      ;
    else if (!node_is(n, OP_CAST) || !dtype_is_small_float(n->out[0]->type.dtype))
      return false;
    p = n->out[0];
  }
  return false;
}

/* The product's only user makes rows [B, S, H, D] of its heads: that Transpose, or the Reshape
 * behind it that makes [B, S, H*D]. */
static node *match_merge(attention *a, const value *y) {
  node *t = only_user(y);
  if (!TRANSPOSES(t, 0, 2, 1, 3)) return NULL;
  const tensor *from = &t->out[0]->type;
  if (from->rank != 4 || from->dims[2] <= 0 || from->dims[3] <= 0) return NULL;
  node *r = only_user(t->out[0]);
  if (!r || !node_is(r, OP_RESHAPE)) return t;
  const tensor *to = &r->out[0]->type;
  if (to->rank != 3 || to->dims[2] != from->dims[2] * from->dims[3] ||
      !attention_same_leading(from, to))
    return t;
  match_add(&a->parts, t);
  return r;
}

/* The Reshape that makes an image [B, H*D, ...] of the product's heads, [B, H, S, D] with a
 * Transpose between or `turned` [B, H, D, S]; nothing else reads them. */
static node *match_image(attention *a, const value *y, bool turned) {
  node *t = turned ? NULL : only_user(y);
  if (!turned && !TRANSPOSES(t, 0, 1, 3, 2)) return NULL;
  const value *columns = t ? t->out[0] : y;
  node *r = only_user(columns);
  if (!r || !node_is(r, OP_RESHAPE)) return NULL;
  const tensor *image = &r->out[0]->type;
  if (!attention_is_image(&columns->type, image)) return NULL;
  tensor flat = columns->type; /* as put() has it, [B, H*D, S] */
  flat.rank = 3;
  flat.dims[1] = image->dims[1];
  flat.dims[2] = columns->type.dims[3];
  if (!move_can_reshape(&flat, image)) return NULL;
  if (t) match_add(&a->parts, t);
  return r;
}

static int64_t length_of(const source *s) {
  return s->x ? s->x->type.dims[1] : s->on_heads->type.dims[2];
}

/* As many keys as values, whatever symbols they go by.  Shares are as many as keys, and the
 * product with the values takes as many shares as values: so two that are known to be equal tell
 * it of the third. */
static bool as_many(const attention *a, const shares *s) {
  const tensor *p = &s->product->in[s->transposed]->type,
               *v = &s->product->in[!s->transposed]->type;
  int64_t keys = length_of(&a->k), shared = p->dims[s->transposed ? 2 : 3],
          values = v->dims[s->transposed ? 3 : 2];
  return values != DIM_UNKNOWN && (shared == values || keys == values || keys == shared);
}

/* The same batch, whatever symbols it goes by behind the masks of windows, and as many keys as
 * values. */
static bool fits(const attention *a, const shares *s) {
  const tensor *p = &s->product->in[s->transposed]->type,
               *v = &s->product->in[!s->transposed]->type;
  return p->rank == 4 && v->rank == 4 && as_many(a, s) && a->k.heads == a->v.heads &&
         (p->dims[0] == v->dims[0] || (a->window_mask && v->dims[0] == a->window_count));
}

/* ---- Sinks ------------------------------------------------------------------------ */

/* Scores with one more column: what they are without it, and that column; NULL: there is none. */
static value *take_sink(attention *a, value **scores) {
  node *concat = value_def_of(*scores, OP_CONCAT);
  int64_t axis = concat ? node_int(concat, "axis") : 0;
  if (!concat || concat->in_count != 2 || (axis != 3 && axis != -1)) return NULL;
  value *sink = concat->in[1];
  node *spread = value_def_of(sink, OP_EXPAND);
  if (spread && spread->in[0]->type.rank == 4 && spread->in[0]->type.dims[3] == 1)
    sink = spread->in[0];
  if (sink->type.rank != 4 || sink->type.dims[3] != 1) return NULL;
  match_add(&a->parts, concat);
  *scores = attention_without_maximum(a, concat->in[0]);
  return sink;
}

/* x with so many zeros in front of and behind an axis. */
static fp8c_status padded(value *x, int axis, int64_t front, int64_t back, node *before,
                          value **out, fp8c_error *err) {
  int64_t pads[2 * FP8C_MAX_RANK] = {0};
  pads[axis] = front;
  pads[x->type.rank + axis] = back;
  value *in[] = {x, graph_const_i64s(before->graph, NULL, pads, 2 * (size_t)x->type.rank)};
  node *n = graph_node(before->graph, before, op_get(OP_PAD), NULL, in, 2, 1);
  TRY(node_infer(n, err));
  *out = n->out[0];
  return FP8C_OK;
}

/* The mask with the sink's score as that of one more key. */
static fp8c_status mask_with_sink(value *sink, int64_t keys, node *before, value **mask,
                                  fp8c_error *err) {
  value *column, *rest = *mask;
  TRY(padded(sink, 3, keys, 0, before, &column, err));
  *mask = column;
  if (!rest) return FP8C_OK;
  TRY(padded(rest, rest->type.rank - 1, 0, 1, before, &rest, err));
  value *in[] = {rest, column};
  for (size_t i = 0; i < 2; i++)
    if (rest->type.dtype != column->type.dtype) in[i] = attention_as_f32(in[i], before);
  node *sum = graph_node(before->graph, before, op_get(OP_ADD), NULL, in, 2, 1);
  TRY(node_infer(sum, err));
  *mask = sum->out[0];
  return FP8C_OK;
}

static bool mixes_heads(const attention *a) { return a->mix_before.matrix || a->mix_after.matrix; }

static bool sink_fits(const attention *a, const value *sink, const shares *s) {
  int64_t keys = length_of(&a->k);
  if (!sink || keys <= 0 || s->guarded || a->window_mask || mixes_heads(a)) return false;
  for (size_t i = 0; i < a->mask_count; i++) {
    const tensor *m = &a->masks[i].v->type;
    if (m->rank < 1 || m->dims[m->rank - 1] != keys) return false;
  }
  return true;
}

/* ---- The Attention ------------------------------------------------------------------ */

/* Of Attention's inputs: matrix and bias in front, matrix and bias behind, the norm and its bias.
 */
#define FIRST_MIX 7

/* Queries times a factor for each head. */
static void scale_heads(attention *a) {
  if (!a->head_factor) return;
  graph *g = a->before->graph;
  value *q = source_on_heads(&a->q, a->before), *factor = a->head_factor;
  if (factor->type.rank == 3) factor = move_unsqueezed(factor, 0, a->before);
  value *in[] = {q, factor};
  node *n = graph_node(g, a->before, op_get(OP_MUL), NULL, in, 2, 1);
  n->out[0]->type = q->type;
  a->q = (source){.heads = a->q.heads, .on_heads = n->out[0]};
}

/* Attention's q, k and v in front of a->before, with the sink's key and value. */
static fp8c_status operands_of(const attention *a, bool flat, const value *sink, value *in[3],
                               fp8c_error *err) {
  const source *sources[] = {&a->q, &a->k, &a->v};
  for (size_t i = 0; i < 3; i++) {
    in[i] = flat ? source_flat(sources[i], a->before) : source_on_heads(sources[i], a->before);
    if (sink && i > 0) TRY(padded(in[i], flat ? 1 : 2, 0, 1, a->before, &in[i], err));
  }
  return FP8C_OK;
}

/* Puts the Attention where its result is wanted: for `last`, a Reshape to rows, their
 * Transpose, a Reshape to an `image`, or the product with the values. */
static void put(node *n, const shares *s, node *last, bool image) {
  value *y = last->out[0];
  n->out[0]->type = y->type;
  if (image) {
    const tensor *v = &s->product->out[0]->type;
    n->out[0]->type.rank = 3;
    n->out[0]->type.dims[1] = v->dims[s->transposed ? 3 : 2];
    n->out[0]->type.dims[2] = y->type.dims[1];
    value *columns = move_transposed(n->out[0], (const int64_t[]){0, 2, 1}, last);
    n = move_reshaped(columns, &y->type, last)->def;
  } else if (node_is(last, OP_TRANSPOSE)) { /* rows [B, S, H, D] of a flat result */
    n->out[0]->type.rank = 3;
    n->out[0]->type.dims[2] = y->type.dims[2] * y->type.dims[3];
    n = move_reshaped(n->out[0], &y->type, last)->def;
  } else if (last == s->product && s->transposed) {
    n->out[0]->type.dims[2] = y->type.dims[3];
    n->out[0]->type.dims[3] = y->type.dims[2];
    n = move_last_two(n->out[0], last)->def;
  }
  take_over(n, y);
}

/* A term as the condition that hides keys; t itself where it is none. */
static mask_term as_condition(mask_term t) {
  double x, y;
  const node *where = t.kind == MASK_ADDED && t.factor == 1 ? value_def_of(t.v, OP_WHERE) : NULL;
  if (where && value_scalar(where->in[1], &x) && value_scalar(where->in[2], &y)) {
    if (x <= MASK_HIDES_FROM && y == 0)
      t = (mask_term){.kind = MASK_HIDES, .v = where->in[0], .least = t.least};
    else if (x == 0 && y <= MASK_HIDES_FROM)
      t = (mask_term){.kind = MASK_KEEPS, .v = where->in[0], .least = t.least};
  }
  for (node *not_; t.kind != MASK_ADDED && (not_ = value_def_of(t.v, OP_NOT));) {
    t.v = not_->in[0];
    t.kind = t.kind == MASK_HIDES ? MASK_KEEPS : MASK_HIDES;
  }
  return t;
}

/* Shares are made 0 by the mask in front of the softmax, the only one: that is what minus infinity
 * leaves where a key is seen, and a guard of rows that see none. */
static bool take_zeroed(attention *a, shares *s) {
  if (!s->zeroed.v) return true;
  if (a->mask_count != 1 || a->window_mask || s->slice || s->transposed) return false;
  mask_term behind = as_condition(s->zeroed), front = as_condition(a->masks[0]);
  if (front.kind != behind.kind || front.v != behind.v || !isinf(front.least)) return false;
  front.hidden = -INFINITY;
  a->masks[0] = front;
  s->guarded = true;
  return true;
}

/* Scores in the values' type; or in F32 beside values of 16 bits, which queries and keys were cast
 * for: that Attention computes in F32. */
static bool in_f32(const attention *a, const shares *s) {
  return a->product->out[0]->type.dtype == FP8C_DTYPE_F32 &&
         s->product->out[0]->type.dtype != FP8C_DTYPE_F32;
}

static bool types_fit(const attention *a, const shares *s) {
  fp8c_dtype scores = a->product->out[0]->type.dtype, values = s->product->out[0]->type.dtype;
  return scores == values || (in_f32(a, s) && dtype_is_small_float(values));
}

/* Heads that no GPU's tensor cores take as such: of more numbers than their kernels hold, or of a
 * number that is no multiple of 8, more than there are keys, where they are no pieces of rows
 * (which get zeros behind them: whole-heads).  So are those of attention over channels, whose
 * numbers are pixels: two products of many terms and a softmax of few. */
#define HEAD_MAX 256
#define HEAD_STEP 8

static bool suits_no_kernel(const attention *a, const shares *s) {
  const tensor *q = &a->product->in[0]->type, *v = &s->product->in[!s->transposed]->type;
  const int64_t sizes[] = {q->dims[q->rank - 1], v->dims[s->transposed ? 2 : 3]};
  int64_t keys = v->dims[s->transposed ? 3 : 2];
  bool torn = sizes[0] % HEAD_STEP || sizes[1] % HEAD_STEP;
  return sizes[0] > HEAD_MAX || sizes[1] > HEAD_MAX ||
         (torn && !a->q.x && keys > 0 && sizes[0] > keys && sizes[1] > keys);
}

/* The whole pattern around the softmax: *sink is the column of a sink, or NULL. */
static bool find(attention *a, node *softmax, shares *s, value **sink) {
  int64_t axis = node_int(softmax, "axis");
  value *p = softmax->out[0], *scores = softmax->in[0];
  if ((axis != -1 && axis != 3) || p->type.rank != 4 || !dtype_is_small_float(p->type.dtype) ||
      !find_shares(a, p, s))
    return false;
  a->before = s->product;
  match_add(&a->parts, softmax);
  scores = attention_without_maximum(a, scores);
  *sink = s->slice ? take_sink(a, &scores) : NULL;
  if ((s->slice && !*sink) || !attention_terms(a, scores) || !take_zeroed(a, s)) return false;
  double of_scores = a->scale;
  a->scale = 1;
  if (!attention_source(a, s->product->in[!s->transposed], s->transposed, &a->v) || a->scale != 1 ||
      !types_fit(a, s) || (*sink && !sink_fits(a, *sink, s)))
    return false;
  a->scale = of_scores;
  return !mixes_heads(a) || a->q.heads == a->k.heads;
}

/* What becomes of the mask, and where the Attention goes. */
typedef struct placed {
  value *mask;    /* NULL: none is needed */
  bool causal;    /* the mask said so, and is gone */
  bool nan_rows;  /* rows that see no key give NaN */
  bool zero_rows; /* they give 0 in any format */
  bool repeats;   /* the mask is of fewer sequences, and goes on from the first */
  bool flat;      /* q, k, v and the result are rows [B, S, H*D] */
  bool image;     /* ... which become an image */
  node *last;     /* whose result the Attention gives */
} placed;

/* Where the Attention goes: false where it cannot stand for the pattern. */
static bool place(attention *a, const shares *s, placed *at) {
  const value *y = s->product->out[0];
  bool flat = source_can_be_flat(&a->q) && source_can_be_flat(&a->k) && source_can_be_flat(&a->v) &&
              as_many(a, s);
  at->last = flat && !s->transposed ? match_merge(a, y) : NULL;
  at->image = flat && !at->last;
  if (at->image) at->last = match_image(a, y, s->transposed);
  at->flat = at->last != NULL;
  if (!at->last) at->last = s->product;
  return at->flat || fits(a, s);
}

/* Settles at->mask, which is all that is added to the scores, and what its rows without a key give.
 * False where these would have to be made 0 and cannot be told. */
static bool place_mask(attention *a, const node *softmax, const shares *s, bool sink,
                       arena *scratch, placed *at) {
  value *mask = at->mask;
  bool hides = mask && !sink && !mask_leaves_keys(mask, scratch);
  bool guarded = s->guarded && hides;
  at->causal = mask && !sink && mask_is_causal(mask, &softmax->in[0]->type, scratch);
  if (at->causal || (mask && mask_is_zero(mask, scratch))) at->mask = NULL;
  a->before = at->last;
  at->nan_rows = hides && !guarded && at->mask;
  at->zero_rows = guarded && at->mask;
  if (!at->zero_rows || !at->flat || mask_is_of_rows(at->mask)) return true;
  at->flat = false; /* heads differ */
  a->before = at->last = s->product;
  return fits(a, s);
}

/* The Attention with its operands, in front of at->last. */
static fp8c_status build(const attention *a, const value *sink, const shares *s, const placed *at,
                         node **out, fp8c_error *err) {
  value *in[FIRST_MIX + 6] = {0};
  node *last = at->last;
  TRY(operands_of(a, at->flat, sink, in, err));
  if (in_f32(a, s)) in[2] = attention_as_f32(in[2], a->before);
  in[3] = at->mask;
  if (!attention_mix_inputs(&a->mix_before, a->before, a->scratch, in + FIRST_MIX) ||
      !attention_mix_inputs(&a->mix_after, a->before, a->scratch, in + FIRST_MIX + 2))
    return fail(err, FP8C_ERROR_INTERNAL, "what mixes heads cannot be read");
  size_t count = FIRST_MIX + 6;
  while (!in[count - 1]) count--;
  const char *name = last->name ? last->name : s->product->name;
  node *n = graph_node(last->graph, last, op_get(OP_ATTENTION), name, in, count, 1);
  if (at->flat) {
    node_set_int(n, "q_num_heads", a->q.heads);
    node_set_int(n, "kv_num_heads", a->k.heads);
  }
  node_set_float(n, "scale", (float)a->scale);
  if (a->mix_after.norm) node_set_float(n, "heads_epsilon", (float)a->mix_after.epsilon);
  if (a->softcap != 0) node_set_float(n, "softcap", (float)a->softcap);
  if (at->causal) node_set_int(n, "is_causal", 1);
  if (at->repeats) node_set_int(n, "mask_repeats", 1);
  if (at->nan_rows) node_set_int(n, "nan_rows", 1);
  if (at->zero_rows) node_set_int(n, "zero_rows", 1);
  match_sources(&a->parts, n);
  *out = n;
  return FP8C_OK;
}

static node *cast_to(fp8c_dtype dtype, value *x, node *before) {
  node *n = graph_node(before->graph, before, op_get(OP_CAST), NULL, &x, 1, 1);
  node_set_int(n, "to", dtype_to_onnx(dtype));
  return n;
}

static fp8c_status fuse(node *softmax, pass_context *c, fp8c_error *err) {
  arena *scratch = c->scratch;
  attention a = {.least = -INFINITY, .parts = match_new(scratch), .scratch = scratch};
  shares s;
  placed at = {0};
  value *sink;
  if (!find(&a, softmax, &s, &sink)) return FP8C_OK;
  if (c->rules.gpu && suits_no_kernel(&a, &s)) return FP8C_OK;
  if (a.window_mask && (sink || s.guarded || s.transposed)) return FP8C_OK;
  if (a.k.heads != a.v.heads) return FP8C_OK;
  scale_heads(&a);
  if (!place(&a, &s, &at)) return FP8C_OK;
  TRY(attention_joined_mask(&a, scratch, &at.mask, err));
  if (a.window_mask) {
    a.before = at.last;
    at.mask = attention_windows_mask(&a, s.product, at.mask);
    at.repeats = true;
    if (!at.mask) return FP8C_OK;
    at.nan_rows = !mask_leaves_keys(at.mask, scratch);
  } else if (!place_mask(&a, softmax, &s, sink != NULL, scratch, &at)) {
    return FP8C_OK;
  }
  bool wide = in_f32(&a, &s);
  if (sink) TRY(mask_with_sink(sink, length_of(&a.k), at.last, &at.mask, err));
  node *n, *computes;
  TRY(build(&a, sink, &s, &at, &n, err));
  computes = n;
  if (wide) n = cast_to(s.product->out[0]->type.dtype, n->out[0], at.last);
  node *gives = n;
  put(n, &s, at.last, at.image && at.flat);
  if (wide) {
    computes->out[0]->type = gives->out[0]->type;
    computes->out[0]->type.dtype = FP8C_DTYPE_F32;
  }
  c->changes++;
  return FP8C_OK;
}

/* An Attention that the model has already, on heads: q, k and v as [B, S, H*D],
 * so that no head is moved. */
static bool flatten_attention(node *n, arena *scratch) {
  attention a = {.scale = 1, .before = n, .parts = match_new(scratch)};
  if (n->in[0]->type.rank != 4 || n->in_count > 4) return false;
  if (node_gives_more(n)) return false;
  const attr *stated = node_attr(n, "scale");
  int64_t size = n->in[0]->type.dims[3];
  if (!stated && size <= 0) return false;
  double factor = stated ? (double)stated->f : 1 / sqrt((double)size);
  if (!attention_source(&a, n->in[0], false, &a.q) || !attention_source(&a, n->in[1], false, &a.k))
    return false;
  factor *= a.scale;
  a.scale = 1;
  if (!attention_source(&a, n->in[2], false, &a.v) || a.scale != 1 || !(factor > 0) ||
      !isfinite(factor) || !source_can_be_flat(&a.q) || !source_can_be_flat(&a.k) ||
      !source_can_be_flat(&a.v) || a.k.heads != a.v.heads || a.q.heads % a.k.heads != 0)
    return false;
  node *last = match_merge(&a, n->out[0]);
  if (!last || !node_is(last, OP_RESHAPE)) return false;
  bool masked = n->in_count > 3 && n->in[3];
  if (masked && node_int(n, "zero_rows") && !mask_is_of_rows(n->in[3])) return false;
  value *in[4] = {source_flat(&a.q, last), source_flat(&a.k, last), source_flat(&a.v, last),
                  masked ? n->in[3] : NULL};
  node *flat = node_like(last, OP_ATTENTION, in, masked ? 4 : 3);
  for (size_t i = 0; i < n->attrs.count; i++) node_set_attr(flat, n->attrs.items[i]);
  node_set_int(flat, "q_num_heads", a.q.heads);
  node_set_int(flat, "kv_num_heads", a.k.heads);
  node_set_float(flat, "scale", (float)factor);
  node_add_sources(flat, n);
  match_sources(&a.parts, flat);
  take_over(flat, last->out[0]);
  return true;
}

/* An Attention that the model has already, whose keys and values were repeated for several heads in
 * front of it: it takes each once, as those of a decoder's cache lie. */
static bool share_keys(node *n, arena *scratch) {
  attention a = {.scale = 1, .before = n, .parts = match_new(scratch)};
  if (n->in[1]->type.rank != 4 || n->in[2]->type.rank != 4 || n->in_count > 4) return false;
  int64_t heads = n->in[1]->type.dims[1];
  if (node_gives_more(n) || heads <= 0 || n->in[2]->type.dims[1] != heads) return false;
  if (!attention_source(&a, n->in[1], false, &a.k) ||
      !attention_source(&a, n->in[2], false, &a.v) || a.scale != 1)
    return false;
  if (a.k.heads != a.v.heads || a.k.heads >= heads || heads % a.k.heads != 0) return false;
  node_set_input(n, 1, source_on_heads(&a.k, n));
  node_set_input(n, 2, source_on_heads(&a.v, n));
  match_sources(&a.parts, n);
  return true;
}

/* A mask is stored once for all queries where they see the same keys: kernels take one number
 * a key where they cannot take one a score. */
static bool narrow_mask(node *n, arena *scratch) {
  value *mask = node_input(n, 3);
  if (!mask) return false;
  value *narrow = mask_narrowed(mask, n, scratch);
  int rank = narrow->type.rank;
  int64_t keys = mask->type.rank > 0 ? mask->type.dims[mask->type.rank - 1] : DIM_UNKNOWN;
  /* A last axis of one element is one key, not all of them. */
  if (narrow == mask || rank < 2 || keys == DIM_UNKNOWN || narrow->type.dims[rank - 1] != keys)
    return false;
  node_set_input(n, 3, narrow);
  return true;
}

/* A constant mask loses what it adds to all keys of a row, so that scores beside it keep their
 * figures in any format.  Layers that share it go on sharing: *from became *to. */
static bool centre_mask(node *n, arena *scratch, value **from, value **to) {
  value *mask = node_input(n, 3);
  if (!mask || n->out_count > 1 || n->in_count > 4 || node_int(n, "causal_end")) return false;
  bool causal = node_int(n, "is_causal") != 0;
  if (mask != *from || causal) *to = mask_centred(mask, causal, scratch);
  *from = causal ? NULL : mask;
  if (*to == mask) return false;
  node_set_input(n, 3, *to);
  return true;
}

fp8c_status pass_fuse_attention(graph *g, pass_context *c, fp8c_error *err) {
  value *uncentred = NULL, *centred = NULL;
  for (node *n = g->first; n; n = n->next) {
    if (!has_output(n)) continue;
    if (node_is(n, OP_SOFTMAX)) {
      arena_mark mark = arena_save(c->scratch);
      c->changes += attention_mix_constant(n, c->scratch);
      arena_reset(c->scratch, mark);
      TRY(fuse(n, c, err));
    }
    if (!node_is(n, OP_ATTENTION)) continue;
    c->changes += narrow_mask(n, c->scratch);
    c->changes += centre_mask(n, c->scratch, &uncentred, &centred);
    if (flatten_attention(n, c->scratch))
      c->changes++;
    else
      c->changes += share_keys(n, c->scratch);
  }
  return FP8C_OK;
}
