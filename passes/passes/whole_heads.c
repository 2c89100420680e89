/* whole_heads.c - attention whose heads are no multiple of 8 numbers gets numbers behind each head
 * that are zeros.
 *
 * The fast kernels read heads by 16 bytes: heads of 36 or 60 (MobileViT) go to one that takes a row
 * of scores at a time and many times as long.  Zeros behind each head of q and k add products of
 * zero to the scores, and zeros behind those of v become columns of zeros of the result: weights
 * of zeros make the former, and weights of zeros read the latter.  So where Linears with constant
 * weights make q, k and v, and Linears read the result, nothing but a few columns is computed
 * more.  The scale stays that of the model's heads. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "ops/ids/algebra.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "passes/match.h"

#define UNIT 8     /* numbers: 16 bytes of 16 bits */
#define OPERANDS 3 /* q, k, v */

/* Columns that are the heads of an operand: each gets zeros behind its own numbers. */
typedef struct run {
  int64_t start, heads, own, all;
} run;

/* Columns of a product, in their order. */
typedef struct layout {
  node *n; /* a Linear */
  run *runs;
  size_t count;
  bool mixed; /* runs overlap */
} layout;

typedef struct widening {
  graph *g;
  pass_context *c;
  fp8c_error *err;
  node **attentions;
  size_t count;
  layout *products; /* that make their operands */
  size_t product_count;
} widening;

/* ---- Heads ------------------------------------------------------------------------------ */

static int64_t last_dim(const value *v) { return v->type.dims[v->type.rank - 1]; }

/* The heads of operand `i`; of the result, which has as many as q of as many numbers as v: 3. */
static run heads_of(const node *n, size_t i) {
  run r = {.heads = node_int(n, i == 0 || i == OPERANDS ? "q_num_heads" : "kv_num_heads")};
  if (i == OPERANDS) {
    run of_v = heads_of(n, 2);
    r.own = of_v.own;
  } else {
    int64_t width = last_dim(n->in[i]);
    r.own = r.heads > 0 && width % r.heads == 0 ? width / r.heads : 0;
  }
  r.all = divide_up(r.own, UNIT) * UNIT;
  return r;
}

static bool has_columns(const value *v) {
  return v && v->type.rank >= 1 && tensor_shape_known(&v->type) && tensor_elements(&v->type) > 0 &&
         v->type.scale.kind != SCALE_AXIS;
}

static bool is_candidate(const node *n) {
  if (!node_is(n, OP_ATTENTION) || !has_output(n) || node_gives_more(n)) return false;
  for (size_t i = OPERANDS + 1; i < n->in_count; i++)
    if (n->in[i]) return false;
  bool broken = false;
  for (size_t i = 0; i < OPERANDS; i++) {
    if (!has_columns(n->in[i]) || n->in[i]->type.rank != 3) return false;
    run r = heads_of(n, i);
    if (r.own == 0) return false;
    broken |= r.own != r.all;
  }
  run r = heads_of(n, OPERANDS);
  return broken && has_columns(n->out[0]) && last_dim(n->out[0]) == r.heads * r.own &&
         heads_of(n, 0).own == heads_of(n, 1).own;
}

static bool is_taken(const widening *w, const node *n) {
  for (size_t i = 0; i < w->count; i++)
    if (w->attentions[i] == n) return true;
  return false;
}

/* ---- Columns ---------------------------------------------------------------------------- */

/* Numbers become others, or rows, and columns stay. */
static bool keeps_columns(const node *n) {
  if (node_is(n, OP_CAST) || node_is(n, OP_QUANTIZE) || node_is(n, OP_DEQUANTIZE)) return true;
  return node_is(n, OP_RESHAPE) && value_is_const(n->in[1]) && has_columns(n->in[0]) &&
         has_columns(n->out[0]) && last_dim(n->in[0]) == last_dim(n->out[0]);
}

/* The columns from `along->start` on. */
static bool cuts_columns(const node *n, slice_range *along) {
  sliced s;
  if (!node_is(n, OP_SLICE) || !node_slice(n, &s) || s.only != s.rank - 1) return false;
  *along = s.along[s.only];
  return along->step == 1 && along->count > 0;
}

/* A Linear whose weights can have more rows, or columns. */
static bool has_weights(const node *n) {
  const value *v = n->in[1], *bias = node_input(n, 2);
  if (!node_is(n, OP_LINEAR) || !has_output(n) || !value_is_const(v) || v->type.rank != 2 ||
      !tensor_shape_known(&v->type) || !dtype_is_small_float(v->type.dtype))
    return false;
  if (v->type.scale.kind == SCALE_AXIS && (v->type.scale.axis != 0 || !v->scale_vector))
    return false;
  return !bias || (value_is_const(bias) && bias->type.rank == 1 &&
                   bias->type.scale.kind == SCALE_NONE && bias->type.dims[0] == v->type.dims[0]);
}

/* The Linear whose columns from *start on v holds; NULL: it comes from something else. */
static node *product_of(const value *v, int64_t *start) {
  slice_range along;
  *start = 0;
  while (has_columns(v) && v->kind == VALUE_NODE) {
    node *n = v->def;
    if (node_is(n, OP_LINEAR)) return has_weights(n) ? n : NULL;
    if (cuts_columns(n, &along))
      *start += along.start;
    else if (!keeps_columns(n))
      return NULL;
    v = n->in[0];
  }
  return NULL;
}

static int64_t end_of(const run *r) { return r->start + r->heads * r->own; }

static void add_run(layout *p, run r, arena *a) {
  size_t at = 0;
  for (size_t i = 0; i < p->count; i++) {
    const run *b = &p->runs[i];
    if (b->start == r.start && b->heads == r.heads && b->own == r.own) return;
    p->mixed |= r.start < end_of(b) && b->start < end_of(&r);
    if (b->start < r.start) at = i + 1;
  }
  ARENA_PUSH(a, p->runs, p->count, r);
  memmove(p->runs + at + 1, p->runs + at, (p->count - 1 - at) * sizeof r);
  p->runs[at] = r;
}

/* Where column `at`, which no run has in its middle, will be. */
static int64_t moved(const layout *p, int64_t at) {
  int64_t to = at;
  for (size_t i = 0; i < p->count; i++)
    if (end_of(&p->runs[i]) <= at) to += p->runs[i].heads * (p->runs[i].all - p->runs[i].own);
  return to;
}

/* Runs of these columns; -1: some lie there in part. */
static int64_t runs_in(const layout *p, int64_t start, int64_t count) {
  int64_t inside = 0;
  for (size_t i = 0; i < p->count; i++) {
    const run *r = &p->runs[i];
    if (end_of(r) <= start || r->start >= start + count) continue;
    if (r->start < start || end_of(r) > start + count) return -1;
    inside++;
  }
  return inside;
}

static layout *layout_of(const widening *w, const node *n) {
  for (size_t i = 0; i < w->product_count; i++)
    if (w->products[i].n == n) return &w->products[i];
  return NULL;
}

/* ---- Whether all that reads them can ------------------------------------------------------ */

static bool reads_as_heads(const widening *w, const node *n, const value *v, const run *r) {
  for (size_t i = 0; i < n->in_count; i++) {
    if (n->in[i] != v) continue;
    run of = i < OPERANDS ? heads_of(n, i) : (run){0};
    if (of.heads != r->heads || of.own != r->own) return false;
  }
  return is_taken(w, n);
}

/* `v` holds p's columns from `start` on. */
static bool readers_can(const widening *w, const layout *p, const value *v, int64_t start) {
  if (!has_columns(v)) return false;
  int64_t count = last_dim(v), inside = runs_in(p, start, count);
  if (inside == 0) return true;
  if (inside < 0 || value_is_output(v)) return false;
  for (size_t i = 0; i < v->user_count; i++) {
    const node *n = v->users[i];
    slice_range along = {.start = 0};
    if (node_is(n, OP_ATTENTION)) {
      const run *r = p->runs;
      while (r->start < start) r++;
      if (inside != 1 || r->start != start || end_of(r) != start + count ||
          !reads_as_heads(w, n, v, r))
        return false;
    } else if (n->in[0] != v || (!cuts_columns(n, &along) && !keeps_columns(n)) ||
               !readers_can(w, p, n->out[0], start + along.start)) {
      return false;
    }
  }
  return true;
}

/* Zeros in the result are read by weights of zeros. */
static bool result_can(const value *v) {
  if (!has_columns(v) || value_is_output(v)) return false;
  for (size_t i = 0; i < v->user_count; i++) {
    const node *n = v->users[i];
    if (n->in[0] != v || (has_weights(n) ? n->in[1]->type.dims[1] != last_dim(v)
                                         : !keeps_columns(n) || !result_can(n->out[0])))
      return false;
  }
  return true;
}

static bool can(const widening *w, const node *n) {
  for (size_t i = 0; i < OPERANDS; i++) {
    run r = heads_of(n, i);
    int64_t start;
    if (r.own == r.all) continue;
    const layout *p = layout_of(w, product_of(n->in[i], &start));
    if (!p || p->mixed || !readers_can(w, p, p->n->out[0], 0)) return false;
  }
  run r = heads_of(n, OPERANDS);
  return r.own == r.all || result_can(n->out[0]);
}

static void find_products(widening *w) {
  w->product_count = 0;
  for (size_t k = 0; k < w->count; k++)
    for (size_t i = 0; i < OPERANDS; i++) {
      run r = heads_of(w->attentions[k], i);
      node *n = product_of(w->attentions[k]->in[i], &r.start);
      if (!n || r.own == r.all) continue;
      if (!layout_of(w, n))
        ARENA_PUSH(w->c->scratch, w->products, w->product_count, ((layout){.n = n}));
      add_run(layout_of(w, n), r, w->c->scratch);
    }
}

/* The greatest set of attentions whose products can all do with more columns: one that stays as it
 * is keeps others from having theirs. */
static void find(widening *w) {
  kernel_question q = {.what = ASK_WHOLE_HEADS, .size = UNIT};
  for (node *n = w->g->first; n; n = n->next) {
    q.n = n;
    if (is_candidate(n) && !targets_refuse(&w->c->rules, &q))
      ARENA_PUSH(w->c->scratch, w->attentions, w->count, n);
  }
  for (size_t before = w->count + 1; w->count != before;) {
    before = w->count;
    find_products(w);
    for (size_t i = 0; i < w->count && before == w->count; i++)
      if (!can(w, w->attentions[i])) w->attentions[i] = w->attentions[--w->count];
  }
}

/* ---- Widening ------------------------------------------------------------------------------ */

static void fill(char *to, size_t count, const char *with, size_t place) {
  for (size_t i = 0; i < count; i++, to += place)
    if (with)
      memcpy(to, with, place);
    else
      memset(to, 0, place);
}

/* One row of places, each of so many bytes; what is added holds zeros, or what lies before it. */
static void copy_row(const layout *p, const char *from, int64_t count, size_t place, bool zeros,
                     char *to) {
  int64_t at = 0;
  for (size_t i = 0; i < p->count; i++) {
    const run *r = &p->runs[i];
    size_t gap = (size_t)(r->start - at) * place, own = (size_t)r->own * place;
    memcpy(to, from, gap);
    to += gap;
    from += gap;
    for (int64_t h = 0; h < r->heads; h++) {
      memcpy(to, from, own);
      to += own;
      from += own;
      fill(to, (size_t)(r->all - r->own), zeros ? NULL : from - place, place);
      to += (size_t)(r->all - r->own) * place;
    }
    at = end_of(r);
  }
  memcpy(to, from, (size_t)(count - at) * place);
}

/* A constant, whose axis `axis` is these columns. */
static fp8c_status filled(widening *w, const layout *p, const value *v, int axis, bool zeros,
                          value **out) {
  tensor from, type = v->type;
  TRY(value_load(v, w->c->scratch, &from, w->err));
  int64_t own = type.dims[axis], outer = 1;
  for (int i = 0; i < axis; i++) outer *= type.dims[i];
  type.dims[axis] = moved(p, own);
  size_t all = tensor_bytes(&type), wide = all / (size_t)outer;
  size_t place = wide / (size_t)type.dims[axis], narrow = place * (size_t)own;
  char *to = arena_alloc(w->g->arena, all + 1);
  for (size_t i = 0; i < (size_t)outer; i++)
    copy_row(p, (const char *)from.data + i * narrow, own, place, zeros, to + i * wide);
  *out = graph_const(w->g, arena_printf(w->g->arena, "%s.whole", v->name), &type,
                     (blob){.bytes = all, .memory = to});
  (*out)->reason = v->reason;
  (*out)->scale_vector = v->scale_vector;
  return FP8C_OK;
}

static fp8c_status fill_input(widening *w, const layout *p, node *n, size_t i, int axis) {
  value *v;
  TRY(filled(w, p, n->in[i], axis, true, &v));
  node_set_input(n, i, v);
  return FP8C_OK;
}

static fp8c_status fill_rows(widening *w, const layout *p) {
  node *n = p->n;
  TRY(fill_input(w, p, n, 1, 0));
  value *weights = n->in[1];
  if (weights->scale_vector)
    TRY(filled(w, p, weights->scale_vector, 0, false, &weights->scale_vector));
  return node_input(n, 2) ? fill_input(w, p, n, 2, 0) : FP8C_OK;
}

/* `count` columns, under a name of its own: nobody shall compare it with the model's. */
static void widen_value(widening *w, value *v, int64_t count) {
  const char *name = v->def->name;
  v->type.dims[v->type.rank - 1] = count;
  value_rename(v, arena_printf(w->g->arena, "%s.whole", v->name));
  v->def->name = name;
}

static void set_target(node *n) {
  const tensor *t = &n->out[0]->type;
  if (node_is(n, OP_RESHAPE))
    node_set_input(n, 1, graph_const_i64s(n->graph, NULL, t->dims, (size_t)t->rank));
}

static void set_cut(node *n, int64_t start, int64_t end) {
  int64_t axis = n->out[0]->type.rank - 1;
  node_set_input(n, 1, graph_const_i64s(n->graph, NULL, &start, 1));
  node_set_input(n, 2, graph_const_i64s(n->graph, NULL, &end, 1));
  node_set_input(n, 3, graph_const_i64s(n->graph, NULL, &axis, 1));
}

/* As readers_can walked. */
static void widen_readers(widening *w, const layout *p, value *v, int64_t start) {
  int64_t count = last_dim(v), first = moved(p, start);
  if (runs_in(p, start, count) == 0) return;
  for (size_t i = 0; i < v->user_count; i++) {
    node *n = v->users[i];
    slice_range along = {.start = 0};
    if (node_is(n, OP_ATTENTION)) continue;
    bool cut = cuts_columns(n, &along);
    int64_t from = start + along.start;
    widen_readers(w, p, n->out[0], from);
    if (cut)
      set_cut(n, moved(p, from) - first, moved(p, from + along.count) - first);
    else
      set_target(n);
  }
  widen_value(w, v, moved(p, start + count) - first);
}

static fp8c_status widen_result(widening *w, const layout *p, value *v) {
  for (size_t i = 0; i < v->user_count; i++) {
    node *n = v->users[i];
    if (node_is(n, OP_LINEAR)) {
      TRY(fill_input(w, p, n, 1, 1));
      continue;
    }
    TRY(widen_result(w, p, n->out[0]));
    set_target(n);
  }
  widen_value(w, v, moved(p, last_dim(v)));
  return FP8C_OK;
}

fp8c_status pass_whole_heads(graph *g, pass_context *c, fp8c_error *err) {
  if (targets_refuse(&c->rules, &(kernel_question){.what = ASK_WHOLE_HEADS})) return FP8C_OK;
  widening w = {.g = g, .c = c, .err = err};
  find(&w);
  run *results = NEW_ARRAY(c->scratch, run, w.count + 1);
  for (size_t i = 0; i < w.count; i++) {
    node *n = w.attentions[i];
    results[i] = heads_of(n, OPERANDS); /* while its operands say so */
    if (!attr_find(n->attrs, "scale") || node_float(n, "scale") == 0)
      node_set_float(n, "scale", 1.0f / sqrtf((float)heads_of(n, 0).own));
  }
  for (size_t i = 0; i < w.product_count && w.count; i++) {
    TRY(fill_rows(&w, &w.products[i]));
    widen_readers(&w, &w.products[i], w.products[i].n->out[0], 0);
  }
  for (size_t i = 0; i < w.count; i++) {
    layout p = {.runs = &results[i], .count = 1};
    if (results[i].own != results[i].all) TRY(widen_result(&w, &p, w.attentions[i]->out[0]));
    c->changes++;
  }
  return FP8C_OK;
}
