/* merge_linears.c - the Linears that give one Attention its q, k and v become one.
 *
 * They read the same numbers, so one product with their weights on top of each
 * other computes what they did, bit by bit: no sum runs along the axis that
 * grows.  Slices of its result take their places; a GPU's attention reads those
 * where they lie, so three launches become one.  Other devices would only copy
 * them: without a GPU nothing is merged. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "passes/match.h"
#include "passes/precision.h"

#define ALIGNED_COLUMNS 8 /* of BF16: 16 bytes, what attention copies at once */

typedef struct packing {
  node *members[ATTENTION_OPERANDS];
  size_t count;
} packing;

/* ---- What may be merged ------------------------------------------------------------ */

/* All uses are q, k or v of this attention. */
static bool only_feeds(const value *v, const node *attention) {
  if (value_is_output(v) || v->user_count == 0) return false;
  for (size_t i = 0; i < v->user_count; i++)
    if (v->users[i] != attention) return false;
  for (size_t i = ATTENTION_OPERANDS; i < attention->in_count; i++)
    if (attention->in[i] == v) return false;
  return true;
}

static value *bias_of(const node *n) { return n->in_count > 2 ? n->in[2] : NULL; }

/* FP8 codes with a scale per output channel, or what a BF16 product will read. */
static bool weights_fit(const node *n) {
  const value *w = n->in[1];
  const tensor *t = &w->type;
  if (!value_is_const(w) || t->rank != 2 || !tensor_shape_known(t) || t->dims[0] == 0 ||
      t->dims[0] % ALIGNED_COLUMNS != 0)
    return false;
  if (dtype_is_fp8(t->dtype))
    return dtype_is_fp8(n->in[0]->type.dtype) && t->scale.kind == SCALE_AXIS &&
           t->scale.axis == 0 && w->scale_vector;
  return strcmp(n->decision->format, "bf16") == 0 && t->scale.kind == SCALE_NONE &&
         (t->dtype == FP8C_DTYPE_F32 || t->dtype == FP8C_DTYPE_BF16);
}

static bool bias_fits(const node *n) {
  const value *b = bias_of(n);
  return !b || (value_is_const(b) && b->type.rank == 1 && b->type.scale.kind == SCALE_NONE &&
                b->type.dims[0] == n->in[1]->type.dims[0]);
}

/* The Linear that gives the attention this operand, if it may be merged. */
static node *candidate(const node *attention, size_t operand) {
  const value *v = attention->in[operand];
  node *n = v && v->type.rank == 3 ? value_def_of(v, OP_LINEAR) : NULL;
  if (!n || n->region || !n->decision || !only_feeds(v, attention)) return NULL;
  return weights_fit(n) && bias_fits(n) ? n : NULL;
}

static bool same_product(const node *a, const node *b) {
  const tensor *v = &a->in[1]->type, *w = &b->in[1]->type;
  const value *c = bias_of(a), *d = bias_of(b);
  return a->in[0] == b->in[0] && v->dtype == w->dtype && v->dims[1] == w->dims[1] &&
         (c ? d && c->type.dtype == d->type.dtype : !d) &&
         a->out[0]->type.dtype == b->out[0]->type.dtype &&
         strcmp(a->decision->format, b->decision->format) == 0;
}

/* Two or three of the attention's operands; with three candidates there is at
 * most one such set. */
static bool find(const node *attention, packing *p) {
  for (size_t i = 0; i + 1 < ATTENTION_OPERANDS; i++) {
    node *first = candidate(attention, i);
    if (!first) continue;
    p->count = 0;
    p->members[p->count++] = first;
    for (size_t k = i + 1; k < ATTENTION_OPERANDS; k++) {
      node *n = candidate(attention, k);
      bool known = false;
      for (size_t m = 0; m < p->count; m++) known |= p->members[m] == n;
      if (n && !known && same_product(first, n)) p->members[p->count++] = n;
    }
    if (p->count > 1) return true;
  }
  return false;
}

/* ---- Bytes on top of each other ---------------------------------------------------- */

/* The codes of one member's weights.  They stay where they are for the whole
 * compile, which is what joined() goes by. */
static fp8c_status codes_of(pass_context *c, const node *n, tensor *out, bool *overflows,
                            fp8c_error *err) {
  const value *w = n->in[1];
  if (dtype_is_fp8(w->type.dtype)) return value_load(w, c->keep, out, err);
  const small_weight *s;
  TRY(weight_in(c, w, FP8C_DTYPE_BF16, false, &s, err));
  *out = s->type;
  out->data = (void *)(uintptr_t)s->codes;
  *overflows |= s->overflows;
  return FP8C_OK;
}

/* Parts that another assignment of the same weights has joined are not joined again. */
static const void *joined(pass_context *c, const tensor *parts, size_t count) {
  precision_memo *m = memo_of(c);
  for (size_t i = 0; i < m->joined_count; i++) {
    bool same = true;
    for (size_t k = 0; k < ATTENTION_OPERANDS; k++)
      same &= m->joined[i].parts[k] == (k < count ? parts[k].data : NULL);
    if (same) return m->joined[i].bytes;
  }
  joined_weights j = {.bytes = NULL};
  size_t total = 0, at = 0;
  for (size_t k = 0; k < count; k++) total += tensor_bytes(&parts[k]);
  char *bytes = arena_alloc(c->keep, total);
  for (size_t k = 0; k < count; k++) {
    memcpy(bytes + at, parts[k].data, tensor_bytes(&parts[k]));
    at += tensor_bytes(&parts[k]);
    j.parts[k] = parts[k].data;
  }
  j.bytes = bytes;
  ARENA_PUSH(c->keep, m->joined, m->joined_count, j);
  return bytes;
}

/* Constants of rank 1 behind each other. */
static fp8c_status joined_vector(pass_context *c, graph *g, value *const *parts, size_t count,
                                 const char *name, value **out, fp8c_error *err) {
  tensor type = parts[0]->type, part;
  type.dims[0] = 0;
  for (size_t i = 0; i < count; i++) type.dims[0] += parts[i]->type.dims[0];
  char *bytes = arena_alloc(c->scratch, tensor_bytes(&type) + 1);
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    TRY(value_load(parts[i], c->scratch, &part, err));
    memcpy(bytes + at, part.data, tensor_bytes(&part));
    at += tensor_bytes(&part);
  }
  *out = graph_const_copy(g, name, &type, bytes);
  return FP8C_OK;
}

/* NULL: BF16 would make some number infinite, so they stay F32, each for itself. */
static fp8c_status joined_matrix(pass_context *c, const packing *p, const char *name, value **out,
                                 fp8c_error *err) {
  graph *g = p->members[0]->graph;
  tensor parts[ATTENTION_OPERANDS] = {{0}};
  value *scales[ATTENTION_OPERANDS];
  bool overflows = false;
  *out = NULL;
  for (size_t i = 0; i < p->count; i++) {
    TRY(codes_of(c, p->members[i], &parts[i], &overflows, err));
    scales[i] = p->members[i]->in[1]->scale_vector;
  }
  if (overflows) return FP8C_OK;
  tensor type = parts[0];
  type.data = NULL;
  type.dims[0] = 0;
  for (size_t i = 0; i < p->count; i++) type.dims[0] += parts[i].dims[0];
  if (type.scale.kind == SCALE_AXIS) type.scale.scales = NULL;
  blob bytes = {.bytes = tensor_bytes(&type), .memory = joined(c, parts, p->count)};
  value *w = graph_const(g, name, &type, bytes);
  if (type.scale.kind == SCALE_AXIS)
    TRY(joined_vector(c, g, scales, p->count, arena_printf(g->arena, "%s.scale", w->name),
                      &w->scale_vector, err));
  w->reason = arena_printf(g->arena, "the %s weights of %zu products that read one input",
                           fp8c_dtype_name(type.dtype), p->count);
  *out = w;
  return FP8C_OK;
}

/* ---- The merge --------------------------------------------------------------------- */

/* A figure of the merged product: what is known of its worst member. */
static void worst(double *x, double of) {
  if (isnan(*x) || of < *x) *x = of;
}

static decision *merged_decision(const packing *p) {
  graph *g = p->members[0]->graph;
  decision *d = NEW(g->arena, decision);
  *d = *p->members[0]->decision;
  const char *reason = d->reason ? d->reason : "";
  double least = d->sqnr_db;
  bool alike = true;
  for (size_t i = 1; i < p->count; i++) {
    const decision *m = p->members[i]->decision;
    alike &= m->reason && strcmp(m->reason, reason) == 0;
    if (m->sqnr_db < least && m->reason) {
      least = m->sqnr_db;
      reason = m->reason;
      d->rule = m->rule;
    }
    worst(&d->sqnr_db, m->sqnr_db);
    worst(&d->sqnr_e4m3_db, m->sqnr_e4m3_db);
    worst(&d->sqnr_e5m2_db, m->sqnr_e5m2_db);
    worst(&d->sqnr_bf16_db, m->sqnr_bf16_db);
    d->macs += m->macs;
    d->merged += 1 + m->merged;
  }
  d->reason = arena_printf(g->arena, "%zu products of one input as one%s%s", p->count,
                           alike ? ": " : "; the worst of them: ", reason);
  return d;
}

static node *earliest(const packing *p) {
  for (node *n = p->members[0]->graph->first; n; n = n->next)
    for (size_t i = 0; i < p->count; i++)
      if (p->members[i] == n) return n;
  return p->members[0];
}

static node *slice_of(node *before, value *whole, const node *member, int64_t first, int64_t end) {
  graph *g = before->graph;
  const char *name = member->out[0]->name;
  int64_t axis = whole->type.rank - 1;
  value *in[] = {whole, graph_const_i64s(g, arena_printf(g->arena, "%s.first", name), &first, 1),
                 graph_const_i64s(g, arena_printf(g->arena, "%s.end", name), &end, 1),
                 graph_const_i64s(g, arena_printf(g->arena, "%s.axis", name), &axis, 1)};
  node *s = graph_node(g, before, op_find("", "Slice"), NULL, in, 4, 1);
  node_add_sources(s, member);
  return s;
}

static fp8c_status merge(pass_context *c, const packing *p, fp8c_error *err) {
  node *first = p->members[0], *before = earliest(p);
  graph *g = first->graph;
  const char *name = arena_printf(g->arena, "%s.packed", first->in[1]->name);
  value *in[3] = {first->in[0], NULL, NULL}, *biases[ATTENTION_OPERANDS];
  TRY(joined_matrix(c, p, name, &in[1], err));
  if (!in[1]) return FP8C_OK;
  for (size_t i = 0; i < p->count; i++) biases[i] = bias_of(p->members[i]);
  if (biases[0])
    TRY(joined_vector(c, g, biases, p->count, arena_printf(g->arena, "%s.packed", biases[0]->name),
                      &in[2], err));
  node *l = graph_node(g, before, first->op, NULL, in, biases[0] ? 3 : 2, 1);
  value *whole = l->out[0];
  whole->type = first->out[0]->type;
  whole->type.dims[whole->type.rank - 1] = in[1]->type.dims[0];
  value_rename(whole, arena_printf(g->arena, "%s.packed", first->out[0]->name));
  l->decision = merged_decision(p);
  int64_t at = 0;
  for (size_t i = 0; i < p->count; i++) {
    node *m = p->members[i];
    int64_t columns = m->in[1]->type.dims[0];
    node_add_sources(l, m);
    take_over(slice_of(before, whole, m, at, at + columns), m->out[0]);
    at += columns;
  }
  c->changes += p->count;
  return FP8C_OK;
}

fp8c_status pass_merge_linears(graph *g, pass_context *c, fp8c_error *err) {
  if (!c->rules.gpu) return FP8C_OK;
  for (const node *n = g->first; n; n = n->next) {
    packing p;
    if (n->op->family == FAMILY_ATTENTION && n->in_count >= ATTENTION_OPERANDS && find(n, &p))
      TRY(merge(c, &p, err));
  }
  return FP8C_OK;
}
