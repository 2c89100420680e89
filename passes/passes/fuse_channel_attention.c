/* fuse_channel_attention.c - attention whose scores are of channels becomes one node.
 *
 *     s = MatMul(norm(q), norm(k) turned) * factor     q, k, v: [B, H, D, S], channels of S rows
 *     y = MatMul(Softmax(s), v)
 *
 * That is cross-covariance attention (XCiT, EdgeNeXt), the transposed attention of Restormer and
 * the channel groups of DaViT, whose queries and keys have no norm.  Tokens have their channels
 * last, so heads of channels are what no product reads where it lies: q, k and v are turned in
 * memory, each norm is a launch, and two products of D x D and S x D are too small for theirs.
 *
 * Here q, k and v are rows [B, S, H*D] or pixels of an image: Attention's own operands are turned
 * the other way, so the pattern stands in front of fuse-attention, and takes none of its. */
#include "ops/dtype.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/select.h"
#include "passes/attention.h"

/* The kernel holds the scores of heads of so many channels in registers
 * (codegen/kernels/channels.cuh); products of more channels are large enough for their own kernels.
 */
#define HEAD_MAX 64

#define NO_NORM (-1.0)

/* q, k or v, without the factors that stand in front of it. */
typedef struct channel_operand {
  source rows; /* x is NULL where only `made` is there */
  value *made; /* [B, S, H, D], or [B, H*D, ...] where it is `image` */
  bool image;
  double epsilon; /* the least length that its columns are divided by; NO_NORM */
} channel_operand;

typedef struct channel_attention {
  channel_operand of[3];
  value *head_factor; /* a constant of H numbers, times the scores; NULL */
  node *product;      /* of the shares and v */
  bool turned;        /* ... [B, H, S, D] */
  int64_t heads, size;
} channel_attention;

/* ---- Operands ----------------------------------------------------------------------------- */

/* v is x over the lengths of its columns along `axis`: x, and the least of what it is divided by.
 */
static value *without_norm(attention *a, value *v, int axis, double *epsilon) {
  const node *div = value_def_of(v, OP_DIV);
  bool gone[FP8C_MAX_RANK];
  size_t count = a->parts.count;
  if (!div) return v;
  match_add(&a->parts, (node *)div);
  value *lengths = div->in[1];
  const node *spread = match_def(&a->parts, lengths, OP_EXPAND);
  if (spread) lengths = spread->in[0];
  node *bound = match_def(&a->parts, lengths, OP_CLIP);
  bool clips = bound && node_input(bound, 1) && !node_input(bound, 2);
  if (!bound) bound = match_def(&a->parts, lengths, OP_MAX);
  const node *length = bound ? match_def(&a->parts, bound->in[0], OP_REDUCE_L2) : NULL;
  bool fits = length && (clips || (node_is(bound, OP_MAX) && bound->in_count == 2)) &&
              value_scalar(bound->in[1], epsilon) && *epsilon >= 0 && length->in[0] == div->in[0] &&
              node_int(length, "keepdims") && node_reduction(length, gone);
  for (int i = 0; fits && i < v->type.rank; i++) fits = gone[i] == (i == axis);
  if (fits) return div->in[0];
  match_undo(&a->parts, count);
  *epsilon = NO_NORM;
  return v;
}

/* Rows [B, S, H, D]: of which x they are, where a Reshape made them. */
static bool read_rows(attention *a, value *rows, channel_operand *out) {
  node *r = value_def_of(rows, OP_RESHAPE);
  if (!r || !attention_from_reshape(a, r, &out->rows)) out->made = rows;
  return rows->type.rank == 4;
}

/* Heads [B, H, D, S] of an image [B, H*D, ...].  A single head of [B, D, S] may as well be D rows
 * of S numbers, with which tokens attend to each other. */
static bool read_image(attention *a, const value *v, channel_operand *out) {
  out->made = attention_image(v);
  if (!out->made || (v->type.dims[1] == 1 && out->made->type.rank == 3)) return false;
  match_add(&a->parts, v->def);
  out->image = true;
  return true;
}

static bool read_packed(attention *a, const value *v, bool turned, channel_operand *out) {
  packed_heads p;
  size_t count = a->parts.count;
  if (turned ? heads_packed(v, &p, &a->parts) : heads_packed_columns(v, &p, &a->parts)) {
    out->rows = (source){.x = p.x, .start = p.start, .size = p.size, .heads = p.heads};
    return true;
  }
  match_undo(&a->parts, count);
  return false;
}

/* v, [B, H, D, S] or `turned` [B, H, S, D], as what lies in memory with its channels side by side.
 * False where they do not, or where it is computed otherwise. */
static bool read_operand(attention *a, value *v, bool turned, channel_operand *out) {
  *out = (channel_operand){.epsilon = NO_NORM};
  if (v->type.rank != 4) return false;
  for (;;) {
    if (out->epsilon < 0) {
      v = attention_unscaled(a, v);
      v = without_norm(a, v, turned ? 2 : 3, &out->epsilon);
    }
    node *t = value_def_of(v, OP_TRANSPOSE);
    if (TRANSPOSES(t, 0, 1, 3, 2)) {
      match_add(&a->parts, t);
      v = t->in[0];
      turned = !turned;
      continue;
    }
    if (turned ? TRANSPOSES(t, 0, 2, 1, 3) : TRANSPOSES(t, 0, 2, 3, 1)) {
      match_add(&a->parts, t);
      return read_rows(a, t->in[0], out);
    }
    return read_packed(a, v, turned, out) || (!turned && read_image(a, v, out));
  }
}

/* Rows [B, S, H*D] in front of a->before; NULL where their sizes cannot be stated. */
static value *operand_rows(const channel_attention *c, const channel_operand *o, const tensor *rows,
                           node *before) {
  tensor flat = *rows;
  if (o->rows.x) return source_flat(&o->rows, before);
  if (!o->image) return move_reshaped(o->made, &flat, before);
  flat.dims[1] = c->heads * c->size;
  flat.dims[2] = rows->dims[1];
  value *columns = move_reshaped(o->made, &flat, before);
  return columns ? move_transposed(columns, (const int64_t[]){0, 2, 1}, before) : NULL;
}

/* ---- Scores and shares ---------------------------------------------------------------------- */

/* A constant with a number for each head of scores [B, H, D, D]. */
static bool is_head_factor(const value *v, int64_t heads) {
  const tensor *t = &v->type;
  return value_is_const(v) && t->rank >= 3 && t->rank <= 4 && dtype_is_small_float(t->dtype) &&
         t->scale.kind == SCALE_NONE && t->dims[t->rank - 1] == 1 && t->dims[t->rank - 2] == 1 &&
         t->dims[t->rank - 3] == heads && tensor_elements(t) == heads;
}

/* Scores behind their factors. */
static value *without_factors(attention *a, channel_attention *c, value *scores) {
  for (;;) {
    scores = attention_unscaled(a, scores);
    node *n = value_def_of(scores, OP_MUL);
    int at = !n || c->head_factor                 ? -1
             : is_head_factor(n->in[1], c->heads) ? 1
             : is_head_factor(n->in[0], c->heads) ? 0
                                                  : -1;
    if (at < 0) return scores;
    match_add(&a->parts, n);
    c->head_factor = n->in[at];
    scores = n->in[1 - at];
  }
}

/* The product of the shares p and v. */
static bool find_product(attention *a, value *p, channel_attention *c) {
  node *n = only_user(p);
  if (n && node_is(n, OP_MATMUL) && n->in[0] == p && n->in[1] != p) {
    c->product = n;
    return true;
  }
  if (!TRANSPOSES(n, 0, 1, 3, 2)) return false;
  match_add(&a->parts, n);
  value *q = n->out[0];
  n = only_user(q);
  if (!n || !node_is(n, OP_MATMUL) || n->in[1] != q || n->in[0] == q) return false;
  c->product = n;
  c->turned = true;
  return true;
}

/* q, k, v and the result have one batch, all heads and as many rows: products broadcast, and values
 * may be of other rows than q and k. */
static bool sizes_agree(const channel_attention *c, const node *scores, const value *p) {
  tensor columns = p->type, rows = p->type;
  columns.dims[3] = rows.dims[2] = scores->in[0]->type.rank == 4 ? scores->in[0]->type.dims[3] : 0;
  const tensor *v = &c->product->in[!c->turned]->type, *y = &c->product->out[0]->type;
  const tensor *as = c->turned ? &rows : &columns;
  return same_shape(&scores->in[0]->type, &columns) && same_shape(&scores->in[1]->type, &rows) &&
         same_shape(v, as) && same_shape(y, as);
}

static bool find(attention *a, node *softmax, channel_attention *c) {
  int64_t axis = node_int(softmax, "axis");
  value *p = softmax->out[0];
  const tensor *t = &p->type;
  if ((axis != -1 && axis != 3) || t->rank != 4 || !dtype_is_small_float(t->dtype) ||
      t->dims[1] <= 0 || t->dims[2] <= 0 || t->dims[2] > HEAD_MAX || t->dims[3] != t->dims[2] ||
      t->dims[2] % 2 != 0)
    return false;
  c->heads = t->dims[1];
  c->size = t->dims[2];
  match_add(&a->parts, softmax);
  node *product = value_def_of(without_factors(a, c, softmax->in[0]), OP_MATMUL);
  if (!product || !value_used_once(product->out[0]) || !find_product(a, p, c)) return false;
  match_add(&a->parts, product);
  match_add(&a->parts, c->product);
  a->before = c->product;
  if (!sizes_agree(c, product, p) || product->out[0]->type.dtype != t->dtype ||
      c->product->out[0]->type.dtype != t->dtype ||
      !read_operand(a, product->in[0], false, &c->of[0]) ||
      !read_operand(a, product->in[1], true, &c->of[1]))
    return false;
  double of_scores = a->scale;
  a->scale = 1;
  if (c->of[0].epsilon != c->of[1].epsilon ||
      !read_operand(a, c->product->in[!c->turned], c->turned, &c->of[2]) || a->scale != 1)
    return false;
  a->scale = of_scores;
  return c->of[2].epsilon < 0;
}

/* ---- The node ------------------------------------------------------------------------------- */

/* Returns the node whose result the new node gives: the product, or the Transpose behind it that
 * makes rows of heads. */
static node *last_of(attention *a, const channel_attention *c) {
  node *t = only_user(c->product->out[0]);
  if (!(c->turned ? TRANSPOSES(t, 0, 2, 1, 3) : TRANSPOSES(t, 0, 3, 1, 2))) return c->product;
  match_add(&a->parts, t);
  return t;
}

/* The rows y [B, S, H*D] in the order of `last`. */
static value *as_before(const channel_attention *c, value *y, node *last) {
  const tensor *to = &last->out[0]->type;
  if (node_is(last, OP_TRANSPOSE)) return move_reshaped(y, to, last);
  if (!c->turned)
    return move_reshaped(move_transposed(y, (const int64_t[]){0, 2, 1}, last), to, last);
  tensor rows = *to;
  rows.dims[1] = to->dims[2];
  rows.dims[2] = c->heads;
  y = move_reshaped(y, &rows, last);
  return y ? move_transposed(y, (const int64_t[]){0, 2, 1, 3}, last) : NULL;
}

static bool fuse(node *softmax, pass_context *p, fp8c_error *err) {
  attention a = {.scale = 1, .parts = match_new(p->scratch), .scratch = p->scratch};
  channel_attention c = {0};
  if (!find(&a, softmax, &c)) return false;
  graph *g = softmax->graph;
  const tensor *y = &c.product->out[0]->type;
  tensor rows = *y;
  rows.rank = 3;
  rows.dims[1] = y->dims[c.turned ? 2 : 3];
  rows.dims[2] = c.heads * c.size;
  value *in[4] = {0};
  for (size_t i = 0; i < 3; i++) {
    in[i] = operand_rows(&c, &c.of[i], &rows, c.product);
    if (!in[i]) return false; /* what was built is dead */
  }
  if (c.head_factor) {
    const tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {c.heads}};
    const float *numbers = constant_f32(c.head_factor, p->scratch, err);
    if (!numbers) return false;
    in[3] = graph_const_copy(g, c.head_factor->name, &type, numbers);
  }
  node *last = last_of(&a, &c);
  node *n = graph_node(g, last, op_get(OP_CHANNEL_ATTENTION), c.product->name, in,
                       c.head_factor ? 4 : 3, 1);
  n->out[0]->type = rows;
  node_set_int(n, "heads", c.heads);
  node_set_float(n, "scale", (float)a.scale);
  if (c.of[0].epsilon >= 0) node_set_float(n, "norm_epsilon", (float)c.of[0].epsilon);
  value *result = as_before(&c, n->out[0], last);
  if (!result) return false;
  match_sources(&a.parts, n);
  take_over(result->def, last->out[0]);
  return true;
}

fp8c_status pass_fuse_channel_attention(graph *g, pass_context *c, fp8c_error *err) {
  for (node *n = g->first; n; n = n->next) {
    if (!has_output(n) || !node_is(n, OP_SOFTMAX)) continue;
    arena_mark mark = arena_save(c->scratch);
    c->changes += fuse(n, c, err);
    arena_reset(c->scratch, mark);
  }
  return FP8C_OK;
}
