/* einsum_to_matmul.c - an Einsum of two operands is a product of matrices, one of more several of
 * them.
 *
 *     Einsum(a, b) = Transpose(MatMul(a as [batch, m, k], b as [batch, k, n]))
 *
 * A label that both operands and the result have counts a batch, one that only the operands
 * have is summed over, and what one operand has alone is a row or a column.  Several labels
 * of a kind are one axis of the product.  With no batch the left operand keeps its rows as
 * they are: then a matrix that is constant becomes the weights of a Linear.
 *
 * Query heads that share a key's, in attention, stay an axis of their own in front of the rows,
 * and the other operand has 1 there: scores-to-heads knows that form.
 *
 * Without a sum it is a product of elements, each operand spread over the labels that it has not.
 * More than two operands are multiplied two at a time, first those whose product costs least.
 *
 * Left as they are: a label twice in one operand (a diagonal), a label that is broadcast or
 * summed over in one operand alone, other numbers than F32, F16 and BF16. */
#include "ops/einsum.h"

#include "base/numbers.h"
#include "base/text.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "passes/match.h"
#include "passes/moves.h"

typedef enum kind { BATCH, SUM, ROW, COLUMN, KINDS } kind;

/* The labels of each kind, in the order in which they are wanted. */
typedef struct labels {
  int of[KINDS][FP8C_MAX_RANK];
  int count[KINDS];
} labels;

typedef struct product {
  node *n;
  equation e;
  labels l;
  int left; /* the operand whose own labels are rows: 0 or 1 */
} product;

static int place_in(const term *t, int label) {
  for (int i = 0; i < t->rank; i++)
    if (t->labels[i] == label) return i;
  return -1;
}

static bool twice(const term *t) {
  for (int i = 0; i < t->rank; i++)
    if (place_in(t, t->labels[i]) != i) return true;
  return false;
}

static void note(labels *l, kind k, int label) { l->of[k][l->count[k]++] = label; }

/* What each label is; false where the equation is no product of matrices. */
static bool classify(product *p) {
  const term *a = &p->e.in[p->left], *b = &p->e.in[1 - p->left], *out = &p->e.out;
  if (twice(a) || twice(b)) return false;
  for (int i = 0; i < out->rank; i++) {
    int label = out->labels[i], in_a = place_in(a, label), in_b = place_in(b, label);
    note(&p->l, in_a >= 0 && in_b >= 0 ? BATCH : in_a >= 0 ? ROW : COLUMN, label);
  }
  for (int i = 0; i < a->rank; i++) {
    if (place_in(out, a->labels[i]) >= 0) continue;
    if (place_in(b, a->labels[i]) < 0) return false;
    note(&p->l, SUM, a->labels[i]);
  }
  for (int i = 0; i < b->rank; i++)
    if (place_in(out, b->labels[i]) < 0 && place_in(a, b->labels[i]) < 0) return false;
  return true;
}

/* All operands have the size that the label has. */
static bool sizes_agree(const product *p) {
  for (size_t o = 0; o < p->n->in_count; o++) {
    const tensor *t = &p->n->in[o]->type;
    for (int i = 0; i < t->rank; i++)
      if (t->dims[i] == DIM_UNKNOWN || t->dims[i] != p->e.size[p->e.in[o].labels[i]]) return false;
  }
  return true;
}

/* The product of the sizes of labels: the one size or symbol, or a number; DIM_UNKNOWN else. */
static int64_t size_of(const product *p, kind k) {
  const labels *l = &p->l;
  if (l->count[k] == 1) return p->e.size[l->of[k][0]];
  int64_t size = 1;
  for (int i = 0; i < l->count[k]; i++) {
    int64_t d = p->e.size[l->of[k][i]];
    if (d <= 0 || __builtin_mul_overflow(size, d, &size)) return DIM_UNKNOWN;
  }
  return size;
}

/* The same as a dimension: a symbol of this product's own where it is no number. */
static int64_t merged_size(const product *p, kind k) {
  static const char *const name[] = {[SUM] = "sum", [ROW] = "rows", [COLUMN] = "columns"};
  graph *g = p->n->graph;
  int64_t size = size_of(p, k);
  if (size != DIM_UNKNOWN) return size;
  return graph_symbol(g, arena_printf(g->arena, "%s.%s", p->n->out[0]->name, name[k]));
}

/* Operand `o` with its labels in the order of two kinds behind the batch, each kind one axis
 * where `whole` says so. */
static value *operand(const product *p, int o, kind first, kind second, bool whole) {
  const kind order[] = {BATCH, first, second};
  const term *t = &p->e.in[o];
  value *x = p->n->in[o];
  int64_t perm[FP8C_MAX_RANK];
  tensor to = {.rank = 0};
  int at = 0;
  for (int k = 0; k < 3; k++) {
    int count = p->l.count[order[k]];
    bool joined = order[k] != BATCH && (whole || order[k] != ROW) && count != 1;
    if (joined) to.dims[to.rank++] = merged_size(p, order[k]);
    for (int i = 0; i < count; i++) {
      int label = p->l.of[order[k]][i];
      if (!joined) to.dims[to.rank++] = p->e.size[label];
      perm[at++] = place_in(t, label);
    }
  }
  if (to.rank < 2 || to.rank > FP8C_MAX_RANK) return NULL;
  return move_reshaped(move_transposed(x, perm, p->n), &to, p->n);
}

/* The product with its columns and rows as single labels again, in the result's order. */
static value *result_of(const product *p, value *y, node *like) {
  const kind order[] = {BATCH, ROW, COLUMN};
  int64_t perm[FP8C_MAX_RANK];
  tensor apart = {.rank = 0};
  int label_at[FP8C_MAX_RANK];
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < p->l.count[order[k]]; i++) {
      label_at[apart.rank] = p->l.of[order[k]][i];
      apart.dims[apart.rank++] = p->e.size[p->l.of[order[k]][i]];
    }
  value *x = apart.rank == 0 ? NULL : move_reshaped(y, &apart, like);
  if (!x) return NULL;
  for (int i = 0; i < p->e.out.rank; i++)
    for (int j = 0; j < apart.rank; j++)
      if (label_at[j] == p->e.out.labels[i]) perm[i] = j;
  return move_transposed(x, perm, like);
}

/* The equation of an Einsum whose operands have one type and the sizes that it says. */
static bool read_equation(node *n, product *p, arena *scratch) {
  op_call call;
  bool known;
  fp8c_error ignored;
  *p = (product){.n = n};
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i]->type.dtype != n->in[0]->type.dtype) return false;
  return n->in_count >= 2 && dtype_is_small_float(n->in[0]->type.dtype) &&
         node_call(n, scratch, false, &call, &ignored) == FP8C_OK &&
         einsum_read(&call, &p->e, &known, &ignored) == FP8C_OK && known && sizes_agree(p);
}

static bool read(node *n, product *p, arena *scratch) {
  if (n->in_count != 2 || !read_equation(n, p, scratch) || !classify(p)) return false;
  if (p->l.count[BATCH] == 0 && value_is_const(n->in[0]) && !value_is_const(n->in[1])) {
    p->left = 1; /* weights stand on the right */
    p->l = (labels){0};
    return classify(p);
  }
  return true;
}

/* ---- Attention whose heads share keys ------------------------------------------------ */

/* It makes the scores of a softmax, or reads its shares. */
static bool is_beside_softmax(const node *n, const value *left) {
  enum { STEPS = 8 };
  if (value_def_of(left, OP_CAST)) left = left->def->in[0];
  if (value_def_of(left, OP_SOFTMAX)) return true;
  const value *v = n->out[0];
  for (int i = 0; i < STEPS; i++) {
    const node *u = only_user(v);
    if (!u) return false;
    if (node_is(u, OP_SOFTMAX)) return true;
    if (u->op->family != FAMILY_ELTWISE && !node_is(u, OP_CAST)) return false;
    v = u->out[0];
  }
  return false;
}

/* Two labels of a batch (samples and heads of keys) and two of rows.  The rows come in the order of
 * the left operand where it has all its labels in their places, else in the result's. */
static bool has_shared_keys(product *p) {
  labels *l = &p->l;
  if (l->count[BATCH] != 2 || l->count[ROW] != 2 || l->count[COLUMN] != 1 || l->count[SUM] != 1 ||
      !is_beside_softmax(p->n, p->n->in[p->left]))
    return false;
  const term *a = &p->e.in[p->left];
  int *rows = l->of[ROW];
  if (place_in(a, l->of[BATCH][0]) == 0 && place_in(a, l->of[BATCH][1]) == 1 &&
      place_in(a, l->of[SUM][0]) == 4 && place_in(a, rows[0]) == 3) {
    int last = rows[0];
    rows[0] = rows[1];
    rows[1] = last;
  }
  return true;
}

/* ---- Without a sum ---------------------------------------------------------------------- */

/* Operand `o` in the order of the result's labels, with dimensions of 1 for those behind its first
 * that it has not. */
static value *spread(const product *p, int o) {
  const term *t = &p->e.in[o], *out = &p->e.out;
  int64_t perm[FP8C_MAX_RANK];
  int at = 0;
  for (int i = 0; i < out->rank; i++)
    if (place_in(t, out->labels[i]) >= 0) perm[at++] = place_in(t, out->labels[i]);
  value *x = move_transposed(p->n->in[o], perm, p->n);
  at = 0;
  for (int i = 0; i < out->rank; i++) {
    bool has = place_in(t, out->labels[i]) >= 0;
    if (!has && at > 0) x = move_unsqueezed(x, at, p->n);
    at += has || at > 0;
  }
  return x;
}

static void multiply_elements(const product *p) {
  node *n = p->n;
  value *in[] = {spread(p, 0), spread(p, 1)};
  node *m = graph_node(n->graph, n, op_get(OP_MUL), n->name, in, 2, 1);
  node_add_sources(m, n);
  m->out[0]->type = n->out[0]->type;
  take_over(m, n->out[0]);
}

/* ---- More than two operands ------------------------------------------------------------- */

#define OPEN_SIZE 64 /* what a symbol counts */

/* Multiplications of two operands' product: the sizes of all their labels. */
static double cost_of(const equation *e, int a, int b) {
  double cost = 1;
  for (int label = 0; label < EINSUM_LABELS; label++)
    if (place_in(&e->in[a], label) >= 0 || place_in(&e->in[b], label) >= 0)
      cost *= e->size[label] > 0 ? (double)e->size[label] : OPEN_SIZE;
  return cost;
}

/* Adds the labels of `t` that `with` has (or has not) and somebody else reads. */
static bool add_labels(term *to, const term *t, const term *with, bool both, const bool *wanted) {
  for (int i = 0; i < t->rank; i++) {
    int label = t->labels[i];
    if (!wanted[label] || (place_in(with, label) >= 0) != both) continue;
    if (to->rank == FP8C_MAX_RANK) return false;
    to->labels[to->rank++] = label;
  }
  return true;
}

/* The labels as letters of an equation; a model's own "..." get letters too.  False where there are
 * more labels than letters. */
static bool write_labels(text *out, const term *t, char *letters, int *used) {
  for (int i = 0; i < t->rank; i++) {
    char *letter = &letters[t->labels[i]];
    if (!*letter && *used == EINSUM_LETTERS) return false;
    if (!*letter) {
      *letter = (char)(*used < 26 ? 'a' + *used : 'A' + *used - 26);
      ++*used;
    }
    text_printf(out, "%c", *letter);
  }
  return true;
}

static node *einsum_of(const product *p, value *const *in, const term *terms, size_t count,
                       const term *out, arena *scratch) {
  node *n = p->n;
  char letters[EINSUM_LABELS] = {0};
  int used = 0;
  text words;
  text_init(&words, scratch);
  for (size_t i = 0; i < count; i++) {
    if (i > 0) text_add(&words, ",");
    if (!write_labels(&words, &terms[i], letters, &used)) return NULL;
  }
  text_add(&words, "->");
  if (!write_labels(&words, out, letters, &used)) return NULL;
  node *e = graph_node(n->graph, n, op_get(OP_EINSUM), n->name, in, count, 1);
  node_set_string(e, "equation", text_cstr(&words));
  node_add_sources(e, n);
  e->out[0]->type = n->out[0]->type;
  e->out[0]->type.rank = out->rank;
  for (int i = 0; i < out->rank; i++) e->out[0]->type.dims[i] = p->e.size[out->labels[i]];
  return e;
}

/* The two operands whose product costs least, multiplied: *pair, and the Einsum that has it as an
 * operand in n's place, which is returned.  NULL where n stays. */
static node *multiply_two(node *n, node **pair, arena *scratch) {
  product p;
  if (!read_equation(n, &p, scratch)) return NULL;
  int count = (int)n->in_count, a = 0, b = 1;
  for (int i = 0; i < count; i++) {
    if (twice(&p.e.in[i])) return NULL;
    for (int k = i + 1; k < count; k++)
      if (cost_of(&p.e, i, k) < cost_of(&p.e, a, b)) a = i, b = k;
  }
  bool wanted[EINSUM_LABELS] = {false};
  for (int i = 0; i < p.e.out.rank; i++) wanted[p.e.out.labels[i]] = true;
  for (int o = 0; o < count; o++)
    for (int i = 0; o != a && o != b && i < p.e.in[o].rank; i++) wanted[p.e.in[o].labels[i]] = true;
  const term *ta = &p.e.in[a], *tb = &p.e.in[b];
  term joined = {.rank = 0}, two[] = {*ta, *tb}, rest[EINSUM_OPERANDS];
  value *of_two[] = {n->in[a], n->in[b]}, *of_rest[EINSUM_OPERANDS];
  if (!add_labels(&joined, ta, tb, true, wanted) || !add_labels(&joined, ta, tb, false, wanted) ||
      !add_labels(&joined, tb, ta, false, wanted))
    return NULL;
  *pair = einsum_of(&p, of_two, two, 2, &joined, scratch);
  if (!*pair) return NULL;
  size_t left = 0;
  rest[left] = joined;
  of_rest[left++] = (*pair)->out[0];
  for (int o = 0; o < count; o++) {
    if (o == a || o == b) continue;
    rest[left] = p.e.in[o];
    of_rest[left++] = n->in[o];
  }
  node *e = einsum_of(&p, of_rest, rest, left, &p.e.out, scratch);
  if (e) take_over(e, n->out[0]);
  return e;
}

static bool rewrite(node *n, arena *scratch) {
  product p;
  if (!read(n, &p, scratch)) return false;
  if (p.l.count[SUM] == 0) {
    multiply_elements(&p);
    return true;
  }
  bool shared = has_shared_keys(&p);
  bool whole = (p.l.count[BATCH] > 0 && !shared) || p.l.count[ROW] == 0;
  value *in[] = {operand(&p, p.left, ROW, SUM, whole), operand(&p, 1 - p.left, SUM, COLUMN, true)};
  if (shared && in[1]) in[1] = move_unsqueezed(in[1], 2, n);
  if (!in[0] || !in[1]) return false;
  node *m = graph_node(n->graph, n, op_get(OP_MATMUL), n->name, in, 2, 1);
  node_add_sources(m, n);
  value *y = m->out[0];
  y->type = in[0]->type;
  y->type.dims[y->type.rank - 1] = in[1]->type.dims[in[1]->type.rank - 1];
  value *result = result_of(&p, y, n);
  if (!result) return false;
  take_over(result->def, n->out[0]);
  return true;
}

fp8c_status pass_einsum_to_matmul(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first, *next; n; n = next) {
    next = n->next;
    if (!has_output(n) || !node_is(n, OP_EINSUM)) continue;
    arena_mark mark = arena_save(c->scratch);
    for (node *rest = n, *pair; rest && rest->in_count > 2;) {
      rest = multiply_two(rest, &pair, c->scratch);
      if (!rest) break;
      rewrite(pair, c->scratch);
      c->changes++;
      n = rest;
    }
    c->changes += rewrite(n, c->scratch);
    arena_reset(c->scratch, mark);
  }
  return FP8C_OK;
}
