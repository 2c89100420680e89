/* resolve_shapes.c - shape arithmetic is followed with symbols in it.
 *
 * Exporters compute shapes in the graph: Shape, Slice, Concat, "is it -1" and
 * Where, then Reshape or Expand.  With a free batch no constant comes out, and a
 * shape rule sees a vector it does not know.  Here small integer vectors are
 * followed element by element, each a number, a symbol or unknown: what turns
 * out to be numbers becomes a constant, a Reshape gets a constant target, and
 * results get the dimensions that their target names.
 *
 * A size that a Reshape leaves open is a product of others: nine windows of each
 * image are 9 batch.  Such products are noted, so that what is the same size has
 * the same symbol, and what was taken apart comes together as the one it was.  So are
 * sums: keys and values that a decoder joins with its past are of one length. */
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/select.h"
#include "ops/ids/types.h"
#include "passes/match.h"
#include "passes/passes/resolve_sizes.h"

#define TERMS_MAX 16

/* One element: a number, a dimension's symbol (a size >= 0), or unknown. */
typedef struct term {
  enum { UNKNOWN, NUMBER, SYMBOL } kind;
  int64_t number; /* SYMBOL: the dim */
} term;

typedef struct terms {
  bool known; /* the count is; `of` may hold unknown ones */
  bool inner; /* the shape of a value that is computed was asked for them */
  size_t count;
  term of[TERMS_MAX];
} terms;

/* A size of an input, as a vector of one element and as a scalar. */
typedef struct input_size {
  int64_t dim;
  value *vector, *scalar;
} input_size;

typedef struct resolver {
  graph *g;
  pass_context *c;
  sizes sizes;
  input_size *of_inputs;
  size_t of_input_count;
  terms *values; /* by value->id */
  size_t value_count;
} resolver;

static term number(int64_t x) { return (term){NUMBER, x}; }

static term of_dim(int64_t dim) {
  if (dim == DIM_UNKNOWN) return (term){UNKNOWN, 0};
  return dim < 0 ? (term){SYMBOL, dim} : number(dim);
}

static bool same_term(term a, term b) {
  return a.kind != UNKNOWN && a.kind == b.kind && a.number == b.number;
}

/* As a dimension of a type; DIM_UNKNOWN where it is none. */
static int64_t as_dim(term t) {
  return t.kind == SYMBOL || (t.kind == NUMBER && t.number >= 0) ? t.number : DIM_UNKNOWN;
}

static bool is_integer(fp8c_dtype d) { return d == FP8C_DTYPE_I64 || d == FP8C_DTYPE_I32; }

/* What is known of v's elements; a constant's are read here. */
static terms terms_of(const resolver *r, const value *v) {
  terms t = {0};
  int64_t items[FP8C_MAX_RANK * 8];
  if (!v) return t;
  if (v->id < r->value_count && r->values[v->id].known) return r->values[v->id];
  if (!value_is_const(v) || v->type.rank > 1 || !tensor_shape_known(&v->type) ||
      tensor_elements(&v->type) > TERMS_MAX || !value_ints(v, items, TERMS_MAX, &t.count))
    return t;
  t.known = true;
  for (size_t i = 0; i < t.count; i++) t.of[i] = number(items[i]);
  return t;
}

/* A size times or divided by a size, in the graph's own arithmetic: a product without a
 * symbol gets one, of the result's name. */
static term product_of(resolver *r, const node *n, term x, term y) {
  product p = {.number = 1, .divisor = 1};
  int64_t dim;
  if (!size_times(&r->sizes, &p, as_dim(x), false) ||
      !size_times(&r->sizes, &p, as_dim(y), node_is(n, OP_DIV)) || p.divisor != 1)
    return (term){UNKNOWN, 0};
  dim = size_of_product(&r->sizes, &p);
  if (dim == DIM_UNKNOWN) {
    size_t taken;
    if (graph_find_symbol(r->g, n->out[0]->name, &taken)) return (term){UNKNOWN, 0};
    dim = graph_symbol(r->g, n->out[0]->name);
    size_note_product(&r->sizes, dim, &p);
  }
  return of_dim(dim);
}

/* Two sizes added in the graph's own arithmetic: a sum without a symbol gets one, of the result's
 * name. */
static term sum_of(resolver *r, const node *n, term x, term y) {
  sum s = {0};
  if (x.kind == UNKNOWN || y.kind == UNKNOWN || (x.kind == NUMBER && x.number < 0) ||
      (y.kind == NUMBER && y.number < 0) || !size_add(&r->sizes, &s, as_dim(x)) ||
      !size_add(&r->sizes, &s, as_dim(y)))
    return (term){UNKNOWN, 0};
  s.dim = size_of_sum(&r->sizes, &s);
  size_t taken;
  if (s.dim == DIM_UNKNOWN) {
    if (graph_find_symbol(r->g, n->out[0]->name, &taken)) return (term){UNKNOWN, 0};
    s.dim = graph_symbol(r->g, n->out[0]->name);
    size_note_sum(&r->sizes, s);
  }
  return of_dim(s.dim);
}

/* ---- Following one node ------------------------------------------------------ */

static int64_t clamped(int64_t x, int64_t low, int64_t high) {
  return x < low ? low : x > high ? high : x;
}

static terms follow_shape(const node *n) {
  const tensor *x = &n->in[0]->type;
  terms t = {0};
  if (x->rank < 0) return t;
  int64_t start = node_int(n, "start"), end = node_attr(n, "end") ? node_int(n, "end") : x->rank;
  start = clamped(start < 0 ? start + x->rank : start, 0, x->rank);
  end = clamped(end < 0 ? end + x->rank : end, 0, x->rank);
  t.known = true;
  t.inner = n->in[0]->kind == VALUE_NODE;
  for (int64_t i = start; i < end; i++) t.of[t.count++] = of_dim(x->dims[i]);
  return t;
}

static terms follow_gather(const resolver *r, const node *n) {
  terms x = terms_of(r, n->in[0]), index = terms_of(r, n->in[1]), t = {0};
  if (!x.known || !index.known || n->in[0]->type.rank != 1) return t;
  for (size_t i = 0; i < index.count; i++) {
    if (index.of[i].kind != NUMBER) return t;
    int64_t at = index.of[i].number;
    if (at < 0) at += (int64_t)x.count;
    if (at < 0 || (size_t)at >= x.count) return t;
    t.of[i] = x.of[at];
  }
  t.known = true;
  t.inner = x.inner;
  t.count = index.count;
  return t;
}

/* One number of a Slice's input i; `otherwise` when the input is left out. */
static bool slice_number(const resolver *r, const node *n, size_t i, int64_t otherwise,
                         int64_t *out) {
  *out = otherwise;
  if (i >= n->in_count || !n->in[i]) return i > 2;
  terms t = terms_of(r, n->in[i]);
  *out = t.of[0].number;
  return t.known && t.count == 1 && t.of[0].kind == NUMBER;
}

static terms follow_slice(const resolver *r, const node *n) {
  terms x = terms_of(r, n->in[0]), t = {0};
  int64_t start, end, axis, step, count = (int64_t)x.count;
  if (!x.known || n->in[0]->type.rank != 1 || !slice_number(r, n, 1, 0, &start) ||
      !slice_number(r, n, 2, 0, &end) || !slice_number(r, n, 3, 0, &axis) ||
      !slice_number(r, n, 4, 1, &step) || step != 1)
    return t;
  start = clamped(start < 0 && start >= -count ? start + count : start, 0, count);
  end = clamped(end < 0 && end >= -count ? end + count : end, 0, count);
  t.known = true;
  t.inner = x.inner;
  for (int64_t i = start; i < end; i++) t.of[t.count++] = x.of[i];
  return t;
}

static terms follow_concat(const resolver *r, const node *n) {
  terms t = {0}, none = {0};
  if (n->out[0]->type.rank != 1) return none;
  for (size_t i = 0; i < n->in_count; i++) {
    terms x = terms_of(r, n->in[i]);
    if (!x.known || t.count + x.count > TERMS_MAX) return none;
    for (size_t k = 0; k < x.count; k++) t.of[t.count++] = x.of[k];
    t.inner = t.inner || x.inner;
  }
  t.known = true;
  return t;
}

static term equal(term a, term b) {
  if (a.kind == NUMBER && b.kind == NUMBER) return number(a.number == b.number);
  if (same_term(a, b)) return number(1);
  bool negative = (a.kind == NUMBER && a.number < 0) || (b.kind == NUMBER && b.number < 0);
  bool size = a.kind == SYMBOL || b.kind == SYMBOL;
  return negative && size ? number(0) : (term){UNKNOWN, 0}; /* a size is never negative */
}

static term arithmetic(resolver *r, const node *n, term a, term b) {
  int64_t x;
  if (node_is(n, OP_EQUAL)) return equal(a, b);
  if (node_is(n, OP_MUL)) {
    if (a.kind == NUMBER && a.number == 1) return b;
    if (b.kind == NUMBER && b.number == 1) return a;
  }
  if (node_is(n, OP_ADD) && a.kind == NUMBER && a.number == 0) return b;
  if ((node_is(n, OP_ADD) || node_is(n, OP_SUB)) && b.kind == NUMBER && b.number == 0) return a;
  if (node_is(n, OP_DIV) && b.kind == NUMBER && b.number == 1) return a;
  if (node_is(n, OP_ADD) && (a.kind != NUMBER || b.kind != NUMBER)) return sum_of(r, n, a, b);
  if (a.kind != NUMBER || b.kind != NUMBER)
    return node_is(n, OP_MUL) || node_is(n, OP_DIV) ? product_of(r, n, a, b) : (term){UNKNOWN, 0};
  if (node_is(n, OP_MUL))
    return __builtin_mul_overflow(a.number, b.number, &x) ? (term){UNKNOWN, 0} : number(x);
  if (node_is(n, OP_ADD))
    return __builtin_add_overflow(a.number, b.number, &x) ? (term){UNKNOWN, 0} : number(x);
  if (node_is(n, OP_SUB))
    return __builtin_sub_overflow(a.number, b.number, &x) ? (term){UNKNOWN, 0} : number(x);
  if (node_is(n, OP_DIV) && a.number >= 0 && b.number > 0) return number(a.number / b.number);
  return (term){UNKNOWN, 0};
}

/* Element i of an operand that may be one for all. */
static term element(const terms *t, size_t i) { return t->of[t->count == 1 ? 0 : i]; }

static terms follow_elements(resolver *r, const node *n) {
  terms in[3], t = {0};
  size_t count = 1;
  bool one = false;
  if (n->in_count > 3) return t;
  for (size_t i = 0; i < n->in_count; i++) {
    in[i] = terms_of(r, n->in[i]);
    if (!in[i].known) return (terms){0};
    t.inner = t.inner || in[i].inner;
    if (in[i].count != 1) {
      if (one && in[i].count != count) return (terms){0};
      count = in[i].count;
      one = true;
    }
  }
  t.known = true;
  t.count = count;
  for (size_t i = 0; i < count; i++) {
    term a = element(&in[0], i), b = element(&in[1], i);
    if (!node_is(n, OP_WHERE))
      t.of[i] = arithmetic(r, n, a, b);
    else if (a.kind == NUMBER)
      t.of[i] = a.number ? b : element(&in[2], i);
    else
      t.of[i] = same_term(b, element(&in[2], i)) ? b : (term){UNKNOWN, 0};
  }
  return t;
}

static terms follow(resolver *r, const node *n) {
  const terms nothing = {0};
  switch (op_of(n->op)) {
    case OP_SHAPE:
      return follow_shape(n);
    case OP_GATHER:
      return follow_gather(r, n);
    case OP_SLICE:
      return follow_slice(r, n);
    case OP_CONCAT:
      return follow_concat(r, n);
    case OP_CAST:
      if (!is_integer(n->in[0]->type.dtype)) return nothing;
      /* fallthrough */
    case OP_IDENTITY:
    case OP_SQUEEZE:
    case OP_UNSQUEEZE:
    case OP_RESHAPE:
      return terms_of(r, n->in[0]); /* the same numbers in the same order */
    case OP_WHERE:
    case OP_EQUAL:
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV:
      return n->in_count < 2 ? nothing : follow_elements(r, n);
    default:
      return nothing;
  }
}

/* ---- Sizes that inputs have -------------------------------------------------- */

/* One element, which an input's shape has too. */
static value *size_of_input(resolver *r, int64_t dim, bool scalar) {
  graph *g = r->g;
  for (size_t i = 0; i < r->of_input_count; i++)
    if (r->of_inputs[i].dim == dim) return scalar ? r->of_inputs[i].scalar : r->of_inputs[i].vector;
  for (size_t i = 0; i < g->input_count; i++)
    for (int k = 0; k < g->inputs[i]->type.rank; k++) {
      if (g->inputs[i]->type.dims[k] != dim) continue;
      node *shape = graph_node(g, g->first, op_get(OP_SHAPE), NULL, &g->inputs[i], 1, 1);
      node_set_int(shape, "start", k);
      node_set_int(shape, "end", k + 1);
      shape->out[0]->type = (tensor){.dtype = FP8C_DTYPE_I64, .rank = 1, .dims = {1}};
      node *squeeze = graph_node(g, shape->next, op_get(OP_SQUEEZE), NULL, shape->out, 1, 1);
      squeeze->out[0]->type = (tensor){.dtype = FP8C_DTYPE_I64, .rank = 0};
      input_size made = {dim, shape->out[0], squeeze->out[0]};
      ARENA_PUSH(r->c->scratch, r->of_inputs, r->of_input_count, made);
      return size_of_input(r, dim, scalar);
    }
  return NULL;
}

/* A size that is asked of a computed value, but is an input's: the input is asked, so that the
 * value has no user beside those that read its numbers. */
static bool ask_input(resolver *r, node *n, const terms *t) {
  value *v = n->out[0];
  if (!t->inner || t->count != 1 || t->of[0].kind != SYMBOL) return false;
  value *to = size_of_input(r, t->of[0].number, v->type.rank == 0);
  if (!to) return false;
  if (to->id < r->value_count)
    r->values[to->id] = (terms){.known = true, .count = 1, .of[0] = t->of[0]};
  value_replace(v, to);
  return true;
}

/* The elements are numbers: v is a constant. */
static bool make_constant(resolver *r, value *v, const terms *t) {
  int64_t items[TERMS_MAX];
  for (size_t i = 0; i < t->count; i++) {
    if (t->of[i].kind != NUMBER) return false;
    items[i] = t->of[i].number;
  }
  tensor type = {.dtype = FP8C_DTYPE_I64, .rank = v->type.rank};
  if (type.rank == 1) type.dims[0] = (int64_t)t->count;
  value *to = graph_const_copy(r->g, NULL, &type, items);
  value_replace(v, to);
  value_swap_names(v, to);
  return true;
}

/* Notes the elements of n's output; true when others stand for n now. */
static bool note(resolver *r, node *n) {
  value *v = n->out[0];
  if (!is_integer(v->type.dtype) && v->type.dtype != FP8C_DTYPE_BOOL) return false;
  if (v->type.rank < 0 || v->type.rank > 1) return false;
  terms t = follow(r, n);
  if (!t.known || (v->type.rank == 0 && t.count != 1)) return false;
  if (v->id < r->value_count) r->values[v->id] = t;
  if (v->type.dtype != FP8C_DTYPE_I64 || value_is_output(v)) return false;
  return make_constant(r, v, &t) || (node_is_used(n) && ask_input(r, n, &t));
}

/* ---- Who takes a shape ------------------------------------------------------- */

/* Sets what is not known of dimension i, or known by a younger symbol only. */
static bool learn(resolver *r, value *v, int i, int64_t dim) {
  int64_t *own = &v->type.dims[i];
  if (dim == DIM_UNKNOWN || *own >= 0 || *own == dim) return false;
  if (*own != DIM_UNKNOWN) size_note_same(&r->sizes, *own, dim);
  if (dim < 0 && *own != DIM_UNKNOWN && size_older(*own, dim)) return false;
  *own = dim;
  return true;
}

/* The one dimension a target leaves open: what of x's elements the others do
 * not account for, when that is one size or one symbol. */
static int64_t remaining(const tensor *x, const int64_t *dims, size_t count, size_t open) {
  int64_t have = 1, taken = 1, left[FP8C_MAX_RANK];
  size_t symbols = 0;
  for (int i = 0; i < x->rank; i++) {
    if (x->dims[i] == DIM_UNKNOWN) return DIM_UNKNOWN;
    if (x->dims[i] < 0)
      left[symbols++] = x->dims[i];
    else if (__builtin_mul_overflow(have, x->dims[i], &have))
      return DIM_UNKNOWN;
  }
  for (size_t i = 0; i < count; i++) {
    if (i == open) continue;
    if (dims[i] == DIM_UNKNOWN) return DIM_UNKNOWN;
    if (dims[i] >= 0) {
      if (__builtin_mul_overflow(taken, dims[i], &taken)) return DIM_UNKNOWN;
      continue;
    }
    size_t k = 0;
    while (k < symbols && left[k] != dims[i]) k++;
    if (k == symbols) return DIM_UNKNOWN;
    left[k] = left[--symbols];
  }
  if (taken <= 0 || have % taken != 0) return DIM_UNKNOWN;
  if (symbols == 0) return have / taken;
  return symbols == 1 && have == taken ? left[0] : DIM_UNKNOWN;
}

/* The dimension that a Reshape leaves open, as a product; where no symbol is that yet, the
 * output's own becomes it. */
static int64_t open_product(resolver *r, const tensor *x, const int64_t *dims, size_t count,
                            size_t open, int64_t own) {
  product p = {.number = 1, .divisor = 1};
  for (int i = 0; i < x->rank; i++)
    if (!size_times(&r->sizes, &p, x->dims[i], false)) return DIM_UNKNOWN;
  for (size_t i = 0; i < count; i++)
    if (i != open && !size_times(&r->sizes, &p, dims[i], true)) return DIM_UNKNOWN;
  int64_t dim = size_of_product(&r->sizes, &p);
  if (dim == DIM_UNKNOWN) size_name_product(&r->sizes, own, &p);
  return dim;
}

/* A constant target that says the same: sizes, 0 where x's own dimension is
 * copied, -1 for at most one other. */
static bool constant_target(node *n, const terms *t, const int64_t *dims) {
  const tensor *x = &n->in[0]->type;
  int64_t target[TERMS_MAX];
  size_t open = 0;
  for (size_t i = 0; i < t->count; i++) {
    bool copied =
        dims[i] < 0 && dims[i] != DIM_UNKNOWN && (int)i < x->rank && x->dims[i] == dims[i];
    target[i] = dims[i] > 0 ? dims[i] : copied ? 0 : -1;
    if (dims[i] == 0) return false;
    open += target[i] == -1;
  }
  if (open > 1) return false;
  node_set_int(n, "allowzero", 0);
  node_set_input(n, 1, graph_const_i64s(n->graph, NULL, target, t->count));
  return true;
}

static bool resolve_reshape(resolver *r, node *n) {
  terms t = terms_of(r, n->in_count > 1 ? n->in[1] : NULL);
  const tensor *x = &n->in[0]->type;
  value *y = n->out[0];
  if (!t.known || t.count > FP8C_MAX_RANK || x->rank < 0 || y->type.rank != (int)t.count)
    return false;
  int64_t dims[FP8C_MAX_RANK];
  size_t open = t.count;
  bool zero_is_zero = node_int(n, "allowzero") != 0, learnt = false;
  for (size_t i = 0; i < t.count; i++) {
    if (t.of[i].kind == NUMBER && t.of[i].number == 0)
      dims[i] = zero_is_zero ? 0 : (int)i < x->rank ? x->dims[i] : DIM_UNKNOWN;
    else
      dims[i] = as_dim(t.of[i]);
    if (t.of[i].kind == NUMBER && t.of[i].number == -1) open = i;
  }
  /* without a -1, one element that is not known is told by the others as well */
  for (size_t i = 0, unknown = 0; i < t.count && open == t.count; i++)
    if (dims[i] == DIM_UNKNOWN && ++unknown == 1) open = i;
  if (open < t.count) {
    dims[open] = remaining(x, dims, t.count, open);
    if (dims[open] == DIM_UNKNOWN)
      dims[open] = open_product(r, x, dims, t.count, open, y->type.dims[open]);
  }
  for (size_t i = 0; i < t.count; i++) {
    learnt = learn(r, y, (int)i, dims[i]) || learnt;
    product p = {.number = 1, .divisor = 1}; /* an older symbol stays, and is the same size */
    if (dims[i] < 0 && y->type.dims[i] != dims[i] && size_times(&r->sizes, &p, dims[i], false))
      size_name_product(&r->sizes, y->type.dims[i], &p);
  }
  bool constant = !value_is_const(n->in[1]) && constant_target(n, &t, dims);
  return learnt || constant;
}

static bool resolve_expand(resolver *r, node *n) {
  terms t = terms_of(r, n->in[1]);
  const tensor *x = &n->in[0]->type;
  value *y = n->out[0];
  bool learnt = false;
  if (!t.known || x->rank < 0 || y->type.rank < x->rank || y->type.rank < (int)t.count)
    return false;
  for (int i = 0; i < y->type.rank; i++) {
    int from = i - (y->type.rank - x->rank), at = i - (y->type.rank - (int)t.count);
    int64_t own = from < 0 ? 1 : x->dims[from], dim = DIM_UNKNOWN;
    term want = at < 0 ? number(1) : t.of[at];
    if (own == 1)
      dim = as_dim(want);
    else if (want.kind == NUMBER)
      dim = want.number == 1 ? own : want.number;
    else if (own >= 0 || (want.kind == SYMBOL && want.number == own))
      dim = own;
    learnt = learn(r, y, i, dim) || learnt;
  }
  if (same_type(n->in[0], y) && !(n->in[0]->kind != VALUE_NODE && value_is_output(y))) {
    value *source = n->in[0];
    bool rename = value_is_output(y) && !value_is_output(source);
    if (source->kind == VALUE_NODE) node_add_sources(source->def, n);
    value_replace(y, source);
    if (rename) value_swap_names(source, y);
    return true;
  }
  return learnt;
}

/* Each dimension of a Tile is its input's times a repeat, where both are known. */
static bool resolve_tile(resolver *r, node *n) {
  terms t = terms_of(r, n->in[1]);
  const tensor *x = &n->in[0]->type;
  value *y = n->out[0];
  bool learnt = false;
  if (!t.known || x->rank != (int)t.count || y->type.rank != x->rank) return false;
  for (int i = 0; i < x->rank; i++) {
    product p = {.number = 1, .divisor = 1};
    if (!size_times(&r->sizes, &p, x->dims[i], false) ||
        !size_times(&r->sizes, &p, as_dim(t.of[i]), false))
      continue;
    int64_t dim = size_of_product(&r->sizes, &p);
    if (dim == DIM_UNKNOWN)
      size_name_product(&r->sizes, y->type.dims[i], &p);
    else
      learnt = learn(r, y, i, dim) || learnt;
  }
  return learnt;
}

/* Dimension i is a sum: it gets the symbol of this size, or is one itself where it is older. */
static bool learn_sum(resolver *r, value *v, int i, sum s) {
  if (learn(r, v, i, size_of_sum(&r->sizes, &s))) return true;
  s.dim = v->type.dims[i];
  if (s.dim < 0 && s.dim != DIM_UNKNOWN && s.count > 0 && s.count + (s.number > 0) > 1)
    size_note_sum(&r->sizes, s);
  return false;
}

static bool resolve_range(resolver *r, node *n) {
  terms start = terms_of(r, n->in[0]), limit = terms_of(r, n->in[1]), step = terms_of(r, n->in[2]);
  if (!start.known || !limit.known || !step.known || !same_term(step.of[0], number(1)) ||
      n->out[0]->type.rank != 1 || start.of[0].kind == UNKNOWN || limit.of[0].kind == UNKNOWN ||
      (start.of[0].kind == NUMBER && start.of[0].number < 0))
    return false;
  sum s;
  return size_sum_without(&r->sizes, as_dim(limit.of[0]), as_dim(start.of[0]), &s) &&
         learn_sum(r, n->out[0], 0, s);
}

static bool resolve_filled(resolver *r, node *n) {
  terms t = terms_of(r, n->in[0]);
  bool learnt = false;
  if (!t.known || n->out[0]->type.rank != (int)t.count) return false;
  for (size_t i = 0; i < t.count; i++)
    learnt = learn(r, n->out[0], (int)i, as_dim(t.of[i])) || learnt;
  return learnt;
}

/* The length of what is joined is a sum; one that stood somewhere before has a symbol. */
static bool resolve_concat(resolver *r, node *n) {
  value *y = n->out[0];
  if (y->type.rank < 1) return false;
  int64_t axis = node_axis(n, y->type.rank);
  if (axis < 0 || axis >= y->type.rank) return false;
  int64_t own = y->type.dims[axis];
  sum s = {0};
  if (own >= 0 || own == DIM_UNKNOWN) return false;
  for (size_t i = 0; i < n->in_count; i++)
    if (!n->in[i] || n->in[i]->type.rank != y->type.rank ||
        !size_add(&r->sizes, &s, n->in[i]->type.dims[axis]))
      return false;
  return learn_sum(r, y, (int)axis, s);
}

static fp8c_status walk(resolver *r, fp8c_error *err) {
  for (node *n = r->g->first; n; n = n->next) {
    if (!has_output(n)) continue;
    TRY(node_infer(n, err)); /* its operands may be better known now */
    bool changed = note(r, n);
    switch (op_of(n->op)) {
      case OP_RESHAPE:
        changed = resolve_reshape(r, n) || changed;
        break;
      case OP_EXPAND:
        changed = resolve_expand(r, n) || changed;
        break;
      case OP_TILE:
        changed = resolve_tile(r, n) || changed;
        break;
      case OP_CONCAT:
        changed = resolve_concat(r, n) || changed;
        break;
      case OP_RANGE:
        changed = resolve_range(r, n) || changed;
        break;
      case OP_CONSTANT_OF_SHAPE:
        changed = resolve_filled(r, n) || changed;
        break;
      default:
        break;
    }
    r->c->changes += changed;
  }
  return FP8C_OK;
}

fp8c_status pass_resolve_shapes(graph *g, pass_context *c, fp8c_error *err) {
  enum { ROUNDS_MAX = 4 };
  resolver r = {.g = g, .c = c, .sizes = {.g = g, .memory = c->scratch}};
  sizes_note_named_sums(&r.sizes);
  for (int round = 0; round < ROUNDS_MAX; round++) {
    r.value_count = g->next_value_id + 2 * FP8C_MAX_RANK * g->input_count; /* size_of_input's */
    r.values = NEW_ARRAY(c->scratch, terms, r.value_count + 1);
    TRY(walk(&r, err));
    if (!sizes_unite(&r.sizes)) break;
    c->changes++;
  }
  return FP8C_OK;
}
