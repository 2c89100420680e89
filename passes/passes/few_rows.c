/* few_rows.c - products of few rows do what follows on their sums, where the size of a variant says
 * that they are few.
 *
 * Regions are made once for all sizes of a plan, and the kernels of many rows do not take what
 * follows such a product: positions that turn the columns of q and k, or, of a product in BF16, a
 * gate.  A kernel of few rows does, and a step of decoding is as long as its launches are many.
 *
 * Every rounding stays where it was: the one of the product's result is made on its parts, inside
 * of the region, so no number changes. */
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "passes/match.h"
#include "passes/passes/region_set.h"

#define PARTS_MAX 4
#define HEADS_MAX 256 /* of a row, whose norms are rows of their own */

/* What is done with some of a product's columns. */
typedef struct column_part {
  value *cut;     /* the columns */
  node *views[2]; /* heads, and those in front of their rows */
  size_t view_count;
  node *follows; /* a Rotary, or the rounding of the columns; NULL: others read them */
} column_part;

typedef struct product_of_few {
  graph *g;
  pass_context *c;
  node *product, *rounding; /* a region of these two */
  node *cuts[PARTS_MAX];
  size_t cut_count;
  column_part parts[PARTS_MAX];
  size_t part_count;
  node *inside[REGION_NODES_MAX]; /* of what joins the product, besides cuts and views */
  size_t inside_count;
} product_of_few;

/* ---- Reading ------------------------------------------------------------------------ */

static size_t nodes_of(const node *first) {
  size_t count = 0;
  for (const node *n = first; n && n->region == first->region; n = n->next) count++;
  return count;
}

/* The product, its one rounding, and nothing else. */
static bool read_product(product_of_few *p, node *n) {
  const value *y = n->out_count ? n->out[0] : NULL;
  if (!node_is(n, OP_LINEAR) || !n->region || node_region_first(n) != n || nodes_of(n) != 2 || !y ||
      !value_used_once(y) || !tensor_shape_known(&y->type) || y->type.rank < 1)
    return false;
  int64_t columns = y->type.dims[y->type.rank - 1];
  p->product = n;
  p->rounding = n->next;
  return node_is(p->rounding, OP_CAST) && node_stores(p->rounding) && p->rounding->in[0] == y &&
         !value_is_output(p->rounding->out[0]) && columns > 0 &&
         tensor_elements(&y->type) / columns <= p->c->rules.few_rows;
}

static bool cuts_columns(const node *n, const value *whole) {
  sliced s;
  int last = whole->type.rank - 1;
  if (n->region || n->in[0] != whole) return false;
  if (node_is(n, OP_SPLIT)) return node_axis(n, last + 1) == last;
  return node_slice(n, &s) && s.only == last && s.along[last].step == 1;
}

/* All that reads the product's result cuts its columns. */
static bool read_cuts(product_of_few *p) {
  const value *whole = p->rounding->out[0];
  for (size_t i = 0; i < whole->user_count; i++) {
    node *n = whole->users[i];
    if (p->cut_count == PARTS_MAX || !cuts_columns(n, whole)) return false;
    p->cuts[p->cut_count++] = n;
    for (size_t k = 0; k < n->out_count; k++) {
      if (!n->out[k] || !value_is_used(n->out[k])) return false;
      if (p->part_count == PARTS_MAX || value_is_output(n->out[k])) return false;
      p->parts[p->part_count++] = (column_part){.cut = n->out[k]};
    }
  }
  return p->part_count > 1;
}

static bool splits_heads(const node *n) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  int last = x->rank - 1;
  return node_is(n, OP_RESHAPE) && y->rank == x->rank + 1 &&
         y->dims[last] * y->dims[last + 1] == x->dims[last] &&
         memcmp(x->dims, y->dims, sizeof *x->dims * (size_t)last) == 0;
}

/* A Rotary, and the roundings of what it gives, with nothing else in their region. */
static bool turns_alone(const node *turn) {
  if (!node_is(turn, OP_ROTARY) || value_is_output(turn->out[0])) return false;
  if (node_int(turn, "width") != 0) return false; /* kernels turn whole heads */
  if (!turn->region) return true;
  const node *n = node_region_first(turn);
  for (; n && n->region == turn->region; n = n->next)
    if (n != turn && (!node_stores(n) || n->in[0] != turn->out[0])) return false;
  return true;
}

static void read_part(column_part *part) {
  value *v = part->cut;
  node *u = value_used_once(v) ? v->users[0] : NULL;
  if (u && node_is(u, OP_QUANTIZE) && !u->region) {
    part->follows = u;
    return;
  }
  for (; u && !u->region && part->view_count < 2; u = value_used_once(v) ? v->users[0] : NULL) {
    bool views = part->view_count == 0 ? splits_heads(u) : TRANSPOSES(u, 0, 2, 1, 3);
    if (!views || value_is_output(u->out[0])) break;
    part->views[part->view_count++] = u;
    v = u->out[0];
  }
  if (u && u->in[0] == v && turns_alone(u))
    part->follows = u;
  else
    part->view_count = 0;
}

/* ---- Rewriting ---------------------------------------------------------------------- */

static void take(product_of_few *p, node *n) {
  if (p->inside_count < REGION_NODES_MAX) p->inside[p->inside_count++] = n;
}

static void take_region(product_of_few *p, const node *of) {
  node *n = (node *)of;
  if (!n->region) {
    take(p, n);
    return;
  }
  n = node_region_first(n);
  for (const region *r = n->region; n && n->region == r; n = n->next) take(p, n);
}

static void set_open(region_set *f, graph *g, pass_context *c) {
  *f = (region_set){.g = g, .c = c, .rounds_inside = true};
  f->position = NEW_ARRAY(c->scratch, uint32_t, g->next_node_id + 1);
  f->member = NEW_ARRAY(c->scratch, uint32_t, g->next_node_id + 1);
  f->marked = NEW_ARRAY(c->scratch, uint32_t, g->next_node_id + 1);
  set_renumber(f, g->first, NULL, 0);
}

/* Whether all of it can stand together; out of their regions, which stay so where it can. */
static bool stands_together(product_of_few *p) {
  region *own = p->product->region, *of[REGION_NODES_MAX];
  region_set f;
  set_open(&f, p->g, p->c);
  p->product->region = p->rounding->region = NULL;
  for (size_t i = 0; i < p->inside_count; i++) {
    of[i] = p->inside[i]->region;
    p->inside[i]->region = NULL;
  }
  set_begin(&f, p->product);
  bool fits = p->inside_count < REGION_NODES_MAX / 2 && set_join(&f, p->rounding);
  for (size_t i = 0; fits && i < p->cut_count; i++) fits = set_join(&f, p->cuts[i]);
  for (size_t i = 0; i < p->part_count; i++)
    for (size_t k = 0; fits && k < p->parts[i].view_count; k++)
      fits = set_join(&f, p->parts[i].views[k]);
  for (size_t i = 0; fits && i < p->inside_count; i++) fits = set_join(&f, p->inside[i]);
  if (fits) return true;
  p->product->region = p->rounding->region = own;
  for (size_t i = 0; i < p->inside_count; i++) p->inside[i]->region = of[i];
  return false;
}

/* The rounding of the whole is made on this part, behind its views. */
static node *round_part(product_of_few *p, const column_part *part) {
  value *v = part->view_count ? part->views[part->view_count - 1]->out[0] : part->cut;
  const tensor rounded = v->type;
  node *n = graph_node(p->g, v->def->next, p->rounding->op, NULL, NULL, 0, 1);
  n->attrs = p->rounding->attrs;
  node_add_sources(n, p->rounding);
  n->out[0]->type = rounded;
  n->out[0]->reason = p->rounding->out[0]->reason;
  value_replace(v, n->out[0]);
  node_set_input(n, 0, v);
  value_rename(n->out[0],
               arena_printf(p->g->arena, "%s.%s", v->name, fp8c_dtype_name(rounded.dtype)));
  part->cut->type.dtype = p->product->out[0]->type.dtype;
  for (size_t i = 0; i < part->view_count; i++)
    part->views[i]->out[0]->type.dtype = part->cut->type.dtype;
  return n;
}

static void join(product_of_few *p) {
  node *rounds[PARTS_MAX];
  region_set f;
  for (size_t i = 0; i < p->cut_count; i++) node_set_input(p->cuts[i], 0, p->product->out[0]);
  for (size_t i = 0; i < p->part_count; i++) rounds[i] = round_part(p, &p->parts[i]);
  node_remove(p->rounding);
  set_open(&f, p->g, p->c);
  set_begin(&f, p->product);
  for (size_t i = 0; i < p->cut_count; i++) set_join(&f, p->cuts[i]);
  for (size_t i = 0; i < p->part_count; i++) {
    for (size_t k = 0; k < p->parts[i].view_count; k++) set_join(&f, p->parts[i].views[k]);
    set_join(&f, rounds[i]);
  }
  for (size_t i = 0; i < p->inside_count; i++) set_join(&f, p->inside[i]);
  set_close(&f, "gemm");
}

/* ---- Parts: q, k and v -------------------------------------------------------------- */

/* The head size that turns; 0: nothing does; -1: more than one. */
static int64_t turned_size(const product_of_few *p, bool *interleaved) {
  int64_t size = 0;
  for (size_t i = 0; i < p->part_count; i++) {
    const node *n = p->parts[i].follows;
    if (!n || !node_is(n, OP_ROTARY)) continue;
    const tensor *t = &n->in[0]->type;
    bool neighbours = node_int(n, "interleaved") != 0;
    if (size && (size != t->dims[t->rank - 1] || neighbours != *interleaved)) return -1;
    size = t->dims[t->rank - 1];
    *interleaved = neighbours;
  }
  return size;
}

static bool join_parts(product_of_few *p) {
  bool interleaved = false, any = false;
  for (size_t i = 0; i < p->part_count; i++) {
    read_part(&p->parts[i]);
    any |= p->parts[i].follows != NULL;
  }
  int64_t size = turned_size(p, &interleaved);
  if (!any || size < 0 || size % 4 || (size == 0 && p->part_count == 2)) return false;
  int64_t unit = size == 0 || interleaved ? 2 : size;
  for (size_t i = 0; i < p->part_count; i++) {
    const tensor *t = &p->parts[i].cut->type;
    if (t->dims[t->rank - 1] % unit) return false;
    if (p->parts[i].follows) take_region(p, p->parts[i].follows);
  }
  const kernel_question turns = {
      .what = ASK_PRODUCT_TURNS, .n = p->product, .size = interleaved ? 0 : size};
  if (targets_refuse(&p->c->rules, &turns) || !stands_together(p)) return false;
  join(p);
  return true;
}

/* ---- Halves: a gate ----------------------------------------------------------------- */

/* A region of nothing but a gate, its product with the other half, and one rounding. */
static bool is_gate(const product_of_few *p, const node *any) {
  const value *halves[2] = {p->parts[0].cut, p->parts[1].cut};
  const region *r = any->region;
  const node *n = node_region_first(any);
  size_t products = 0, stores = 0;
  for (; n && n->region == r; n = n->next) {
    bool both = true;
    if (n->op->family != FAMILY_ELTWISE && !node_stores(n)) return false;
    if (node_is(n, OP_ROTARY) || n->out_count != 1) return false;
    for (size_t i = 0; i < n->in_count; i++) {
      const value *v = n->in[i];
      if (!v || value_is_const(v)) {
        both = false;
        continue;
      }
      bool inside = v->def && v->def->region == r;
      if (!inside && v != halves[0] && v != halves[1]) return false;
      if (!same_shape(&v->type, &halves[0]->type)) return false;
    }
    both = both && n->in_count == 2;
    if (both && !node_is(n, OP_MUL)) return false;
    products += both;
    stores += node_stores(n);
    bool leaves = value_is_output(n->out[0]);
    for (size_t i = 0; i < n->out[0]->user_count; i++) leaves |= n->out[0]->users[i]->region != r;
    if (leaves && !node_stores(n)) return false;
  }
  return products == 1 && stores == 1;
}

static bool join_gate(product_of_few *p) {
  if (p->part_count != 2) return false;
  const value *a = p->parts[0].cut, *b = p->parts[1].cut;
  int last = a->type.rank - 1;
  if (!value_used_once(a) || !value_used_once(b) || !same_shape(&a->type, &b->type) ||
      a->type.dims[last] % 16 || !a->users[0]->region ||
      a->users[0]->region != b->users[0]->region || !is_gate(p, a->users[0]))
    return false;
  const kernel_question gates = {.what = ASK_PRODUCT_GATED, .n = p->product};
  take_region(p, a->users[0]);
  if (targets_refuse(&p->c->rules, &gates) || !stands_together(p)) return false;
  join(p);
  return true;
}

/* ---- Heads that are normed and turned ------------------------------------------------ */

/* Norms of heads whose result is rounded, moved in front of its rows and turned: moved before the
 * norm, whose kernel reads heads where they lie, the norm and the Rotary are one kernel's work. */
typedef struct turned_norm {
  node *norm, *rounding, *move, *turn; /* no move: NULL */
} turned_norm;

/* One head a row, and factors that are the same for all of them. */
static bool norms_heads(const node *n) {
  int rank = n->in[0]->type.rank;
  for (size_t i = 1; i < n->in_count; i++)
    for (int d = 0; n->in[i] && d + 1 < n->in[i]->type.rank; d++)
      if (n->in[i]->type.dims[d] != 1) return false;
  return op_has(n->op, FACT_ROW_NORM) && !node_gives_more(n) && node_axis(n, rank) == rank - 1;
}

static bool read_norm(node *n, turned_norm *t) {
  *t = (turned_norm){.norm = n};
  if (!n->region || !norms_heads(n) || node_region_first(n) != n || nodes_of(n) != 2 ||
      !value_used_once(n->out[0]) || !tensor_shape_known(&n->out[0]->type))
    return false;
  t->rounding = n->next;
  value *v = t->rounding->out[0];
  if (!node_stores(t->rounding) || !node_is(t->rounding, OP_CAST) || !value_used_once(v) ||
      t->rounding->in[0] != n->out[0])
    return false;
  node *u = v->users[0];
  if (!u->region && TRANSPOSES(u, 0, 2, 1, 3) && value_used_once(u->out[0])) {
    t->move = u;
    v = u->out[0];
    u = v->users[0];
  }
  t->turn = u;
  return u->in[0] == v && turns_alone(u) && row_may_turn(v->type.dims[v->type.rank - 1]) &&
         same_shape(&u->out[0]->type, &v->type);
}

static bool join_norm(product_of_few *p, node *n) {
  turned_norm t;
  if (!read_norm(n, &t)) return false;
  const value *y = n->out[0];
  int64_t rows = tensor_elements(&y->type) / y->type.dims[y->type.rank - 1];
  if (rows > p->c->rules.few_rows * HEADS_MAX) return false;
  if (t.move) {
    value *x = n->in[0];
    node *move = graph_node(p->g, n, t.move->op, NULL, &x, 1, 1);
    move->attrs = t.move->attrs;
    node_add_sources(move, t.move);
    move->out[0]->type = t.move->out[0]->type;
    move->out[0]->type.dtype = x->type.dtype;
    move->out[0]->type.scale = x->type.scale;
    node_set_input(n, 0, move->out[0]);
    fp8c_dtype own = n->out[0]->type.dtype;
    n->out[0]->type = t.move->out[0]->type;
    n->out[0]->type.dtype = own;
    t.rounding->out[0]->type = t.move->out[0]->type;
    value_replace(t.move->out[0], t.rounding->out[0]);
    node_remove(t.move);
  }
  take_region(p, t.turn);
  region_set f;
  region *own = n->region, *of = t.turn->region;
  set_open(&f, p->g, p->c);
  n->region = t.rounding->region = NULL;
  for (size_t i = 0; i < p->inside_count; i++) p->inside[i]->region = NULL;
  set_begin(&f, n);
  bool fits = set_join(&f, t.rounding);
  for (size_t i = 0; fits && i < p->inside_count; i++) fits = set_join(&f, p->inside[i]);
  if (fits) {
    set_close(&f, "row");
    return true;
  }
  n->region = t.rounding->region = own;
  for (size_t i = 0; i < p->inside_count; i++) p->inside[i]->region = of;
  return false;
}

/* ---- The pass ----------------------------------------------------------------------- */

fp8c_status pass_few_rows(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  if (!c->rules.gpu || c->rules.few_rows < 1) return FP8C_OK;
  size_t count = 0;
  node **all = NEW_ARRAY(c->scratch, node *, g->next_node_id + 1);
  for (node *n = g->first; n; n = n->next)
    if (n->region && (node_is(n, OP_LINEAR) || op_has(n->op, FACT_ROW_NORM))) all[count++] = n;
  for (size_t i = 0; i < count; i++) {
    arena_mark mark = arena_save(c->scratch);
    product_of_few p = {.g = g, .c = c};
    bool joined = op_has(all[i]->op, FACT_ROW_NORM) ? join_norm(&p, all[i])
                                                    : read_product(&p, all[i]) && read_cuts(&p) &&
                                                          (join_gate(&p) || join_parts(&p));
    arena_reset(c->scratch, mark);
    c->changes += joined;
  }
  return FP8C_OK;
}
