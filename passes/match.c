/* match.c - small questions the pattern passes ask about a graph.
 *
 * Exporters spell one formula in many ways: operands swapped, scalars of any
 * rank, divisions for products.  The spellings are taken apart here, so that a
 * pass reads like the formula. */
#include "passes/match.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"

/* ---- The parts of a pattern --------------------------------------------------------- */

void match_add(match *m, node *n) {
  if (n) ARENA_PUSH(m->memory, m->parts, m->count, n);
}

node *match_def(match *m, const value *v, op_id op) {
  node *n = value_def_of(v, op);
  match_add(m, n);
  return n;
}

void match_sources(const match *m, node *to) {
  for (size_t i = 0; i < m->count; i++) node_add_sources(to, m->parts[i]);
}

/* ---- Questions ---------------------------------------------------------------------- */

bool scalar_near(const value *v, double x, double relative) {
  double c;
  return value_scalar(v, &c) && fabs(c - x) <= relative * fabs(x);
}

bool split_scalar(const node *n, double *x, value **other) {
  if (n->in_count != 2 || !n->in[0] || !n->in[1]) return false;
  bool ordered = node_is(n, OP_SUB) || node_is(n, OP_DIV) || node_is(n, OP_POW);
  for (size_t i = ordered ? 1 : 0; i < 2; i++)
    if (value_scalar(n->in[i], x) && !value_is_const(n->in[1 - i])) {
      *other = n->in[1 - i];
      return true;
    }
  return false;
}

value *other_input(const node *n, const value *v) {
  if (n->in_count != 2) return NULL;
  return n->in[0] == v ? n->in[1] : n->in[1] == v ? n->in[0] : NULL;
}

bool same_shape(const tensor *a, const tensor *b) {
  if (a->rank < 0 || a->rank != b->rank) return false;
  for (int i = 0; i < a->rank; i++)
    if (a->dims[i] != b->dims[i] || a->dims[i] == DIM_UNKNOWN) return false;
  return true;
}

bool same_type(const value *a, const value *b) {
  const scale *s = &a->type.scale, *t = &b->type.scale;
  return a->type.dtype == b->type.dtype && same_shape(&a->type, &b->type) && s->kind == t->kind &&
         s->kind != SCALE_AXIS && (s->kind == SCALE_NONE || s->value == t->value);
}

bool reduces_trailing(const node *n, int *first) {
  return node_int(n, "keepdims") == 1 && node_reduces_from(n, first) &&
         (*first < n->in[0]->type.rank || *first == 0);
}

bool reduces_last(const node *n) {
  int first;
  return reduces_trailing(n, &first) && first == n->in[0]->type.rank - 1;
}

int reduces_one(const node *n) {
  bool reduced[FP8C_MAX_RANK];
  int axis = -1;
  if (!node_reduction(n, reduced)) return -1;
  for (int d = 0; d < n->in[0]->type.rank; d++) {
    if (reduced[d] && axis >= 0) return -1;
    if (reduced[d]) axis = d;
  }
  return axis;
}

bool transposes(const node *n, const int64_t *perm, int rank) {
  int64_t p[FP8C_MAX_RANK];
  return n && node_is(n, OP_TRANSPOSE) && n->in[0]->type.rank == rank && node_permutation(n, p) &&
         memcmp(p, perm, (size_t)rank * sizeof *p) == 0;
}

bool moves_channels_first(const node *n) {
  int64_t perm[FP8C_MAX_RANK];
  if (!node_is(n, OP_TRANSPOSE) || n->region || !node_permutation(n, perm)) return false;
  int last = n->in[0]->type.rank - 1;
  for (int i = 0; i <= last; i++)
    if (perm[i] != (i == 0 ? 0 : i == 1 ? last : i - 1)) return false;
  return true;
}

bool moves_channels_last(const node *n) {
  int64_t perm[FP8C_MAX_RANK];
  if (!node_is(n, OP_TRANSPOSE) || n->region || !node_permutation(n, perm)) return false;
  int last = n->in[0]->type.rank - 1;
  for (int i = 0; i <= last; i++)
    if (perm[i] != (i == 0 ? 0 : i == last ? 1 : i + 1)) return false;
  return true;
}

node *only_user(const value *v) { return value_used_once(v) ? v->users[0] : NULL; }

void take_over(node *to, value *old) {
  value *new = to->out[0];
  new->type = old->type;
  new->scale_vector = old->scale_vector;
  new->reason = old->reason;
  value_replace(old, new);
  value_swap_names(old, new);
}

void stand_behind(node *move, node *of) {
  value *v = of->out[0];
  take_over(move, v);
  node_set_input(move, 0, v);
}

bool is_number_a_channel(const value *v, const tensor *whole) {
  const tensor *t = &v->type;
  int at = t->rank - (whole->rank - 1);
  if (!value_is_const(v) || t->scale.kind != SCALE_NONE || at < 0 || at > 1) return false;
  for (int i = 0; i < t->rank; i++)
    if (t->dims[i] != (i == at ? whole->dims[1] : 1)) return false;
  return true;
}

size_t rewrite_nodes(graph *g, bool (*rewrite)(node *)) {
  size_t changes = 0;
  for (node *n = g->first; n; n = n->next) {
    arena_mark mark = arena_save(g->scratch);
    changes += rewrite(n);
    arena_reset(g->scratch, mark);
  }
  return changes;
}

node *node_like(const node *like, op_id op, value *const *in, size_t in_count) {
  return graph_node(like->graph, (node *)(uintptr_t)like, op_get(op), like->name, in, in_count, 1);
}

float *constant_f32(const value *v, arena *a, fp8c_error *err) {
  tensor t;
  if (!value_is_const(v) || !dtype_is_small_float(v->type.dtype) ||
      v->type.scale.kind != SCALE_NONE || value_load(v, a, &t, err) != FP8C_OK)
    return NULL;
  int64_t count = tensor_elements(&t);
  float *out = NEW_ARRAY(a, float, count + 1);
  if (count) floats_decode(t.dtype, t.data, out, (size_t)count);
  return out;
}

float *vector_f32(const value *v, int64_t n, arena *a) {
  if (!value_is_const(v) || n < 0 || !tensor_shape_known(&v->type)) return NULL;
  int64_t count = tensor_elements(&v->type);
  int rank = v->type.rank;
  if (count != 1 && (count != n || rank < 1 || v->type.dims[rank - 1] != n)) return NULL;
  float *x = constant_f32(v, a, NULL);
  if (!x || count == n) return x;
  float *all = NEW_ARRAY(a, float, n + 1);
  for (int64_t i = 0; i < n; i++) all[i] = x[0];
  return all;
}

float *axis_f32(const value *v, int rank, int axis, int64_t n, arena *a) {
  const tensor *t = &v->type;
  if (!value_is_const(v) || n < 0 || t->rank > rank || !tensor_shape_known(t)) return NULL;
  for (int i = 0; i < t->rank; i++) {
    int at = rank - t->rank + i;
    if (t->dims[i] != 1 && (at != axis || t->dims[i] != n)) return NULL;
  }
  float *x = constant_f32(v, a, NULL);
  if (!x || tensor_elements(t) == n) return x;
  float *all = NEW_ARRAY(a, float, n + 1);
  for (int64_t i = 0; i < n; i++) all[i] = x[0];
  return all;
}

bool is_single(const value *v) {
  return tensor_shape_known(&v->type) && tensor_elements(&v->type) == 1;
}

node *end_of_chain(node *n, bool (*takes)(const value *)) {
  node *last = n;
  const node *before = n->in[0]->def;
  if (n->region && before && before->region == n->region) return NULL;
  for (node *next = n->next; n->region && next && next->region == n->region; next = next->next) {
    size_t read = 0;
    for (size_t i = 0; i < next->in_count; i++) {
      const value *v = next->in[i];
      if (!v || is_single(v)) continue;
      if (v != last->out[0]) return NULL;
      read++;
    }
    if (next->op->family != FAMILY_ELTWISE || next->out_count != 1 || read != 1 ||
        !value_used_once(last->out[0]) || !takes(next->out[0]))
      return NULL;
    last = next;
  }
  return last;
}
