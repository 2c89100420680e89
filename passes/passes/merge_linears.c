/* merge_linears.c - the Linears that give one Attention its q, k and v become one, those of a
 * gate, and those of one row a sample.
 *
 * They read the same numbers, so one product with their weights on top of each
 * other computes what they did, bit by bit: no sum runs along the axis that
 * grows.  Slices of its result take their places; a GPU's attention reads those
 * where they lie, so three launches become one.  Other devices would only copy
 * them: without a GPU nothing is merged.
 *
 * Where the attention reads FP8, one Quantize behind the product makes all three,
 * so they get one scale.  Scales that differ by powers of two (attention_scales.c)
 * become equal when the weights' scales and the biases of q and k take the factor
 * and the attention's own scale takes it back: the codes stay the same.
 *
 * Where q and k are rotated by their positions (RoPE), each slice is rotated and rounded by itself.
 * So is q where constants are added to it, one for its product with k, another for that with
 * positions (Transformer-XL, conformers).
 *
 * A gate and what it multiplies (SwiGLU, GeGLU) are merged too where one kernel does all of a gated
 * product: it reads its input once, and neither half lies in memory.
 *
 * Products with packed weights are merged alike where their columns are whole panels: codes, scales
 * and zero points of one lie behind those of the other.
 *
 * Products of one row a sample whose results are cut or seen in other shapes before anything is
 * computed of them (the modulations of all blocks of a diffusion transformer, projections of a time
 * step) are as long as a launch takes: all that read the same row become one.
 *
 * Where the model has packed the three itself and cuts its result (timm, GPT), the
 * one rounding moves in front of the cuts in the same way. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "ops/packed.h"
#include "passes/match.h"
#include "passes/passes/merge_linears.h"
#include "passes/precision/attention_scales.h"
#include "passes/precision/precision.h"

#define ALIGNED_BYTES 16 /* what attention copies at once */

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

/* A product with constant weights, as numbers or as codes of few bits. */
static bool multiplies(const node *n) {
  return node_is(n, OP_LINEAR) || node_is(n, OP_PACKED_LINEAR);
}

static int64_t columns_of(const node *n) {
  return node_is(n, OP_PACKED_LINEAR) ? node_int(n, "columns") : n->in[1]->type.dims[0];
}

/* Panels of codes lie behind each other: whole ones are another product's. */
static bool codes_fit(const node *n) {
  const value *scales = node_input(n, 4), *zeros = node_input(n, 5);
  return value_is_const(n->in[1]) && scales && value_is_const(scales) &&
         (!zeros || value_is_const(zeros)) && columns_of(n) % PACKED_LANES == 0;
}

/* One form, and one factor for all. */
static bool same_codes(const node *a, const node *b) {
  if (a->op != b->op) return false;
  if (!node_is(a, OP_PACKED_LINEAR)) return true;
  return strcmp(node_string(a, "codes"), node_string(b, "codes")) == 0 &&
         node_int(a, "depth") == node_int(b, "depth") &&
         node_int(a, "block") == node_int(b, "block") &&
         node_float(a, "factor") == node_float(b, "factor") &&
         node_int(a, "integers") == node_int(b, "integers") &&
         a->in[4]->type.dtype == b->in[4]->type.dtype && !node_input(a, 5) == !node_input(b, 5);
}

/* FP8 codes with a scale per output channel, or what a BF16 product will read. */
static bool weights_fit(const node *n, size_t result_bytes) {
  const value *w = n->in[1];
  const tensor *t = &w->type;
  if (!value_is_const(w) || t->rank != 2 || !tensor_shape_known(t) || t->dims[0] == 0 ||
      t->dims[0] % (int64_t)(ALIGNED_BYTES / result_bytes) != 0)
    return false;
  if (dtype_is_fp8(t->dtype))
    return dtype_is_fp8(n->in[0]->type.dtype) && t->scale.kind == SCALE_AXIS &&
           t->scale.axis == 0 && w->scale_vector;
  return n->decision->format == FP8C_DTYPE_BF16 && t->scale.kind == SCALE_NONE &&
         (t->dtype == FP8C_DTYPE_F32 || t->dtype == FP8C_DTYPE_BF16);
}

static bool bias_fits(const node *n) {
  const value *b = bias_of(n);
  return !b || (value_is_const(b) && b->type.rank == 1 && b->type.scale.kind == SCALE_NONE &&
                b->type.dims[0] == columns_of(n));
}

static bool may_merge(const pass_context *c, const node *n, size_t result_bytes) {
  return n && !n->region && n->decision && !node_stays_unfused(c, n) &&
         (node_is(n, OP_PACKED_LINEAR) ? codes_fit(n) : weights_fit(n, result_bytes)) &&
         bias_fits(n);
}

#define STEPS_TO_HEADS 8

/* A norm of the last axis alone, by constants: q and k of Qwen3 and Gemma 3. */
static bool normalises_heads(const node *n) {
  int64_t axis = node_int(n, "axis");
  if (axis != -1 && axis != n->in[0]->type.rank - 1) return false;
  for (size_t i = 1; i < n->in_count; i++)
    if (n->in[i] && !value_is_const(n->in[i])) return false;
  return n->out_count == 1 || !n->out[1];
}

/* Both are of the graph's own numbers, and one is constant: the other one; else NULL. */
static value *without_offset(const node *n) {
  if (!node_is(n, OP_ADD) || value_is_const(n->in[0]) == value_is_const(n->in[1])) return NULL;
  value *v = n->in[value_is_const(n->in[0])];
  return same_shape(&v->type, &n->out[0]->type) ? v : NULL;
}

/* Finds the Linear that computes an operand's heads: q and k are rotated by their positions, and
 * keys and values may have a past in front of them.  The readers of that Linear will read a slice.
 */
static bool rotated_candidate(const pass_context *c, const node *attention, size_t operand,
                              member *m) {
  const value *v = attention->in[operand];
  *m = (member){.factor = 1, .rotated = operand == 2};
  for (int step = 0; v && v->kind == VALUE_NODE && step < STEPS_TO_HEADS; step++) {
    node *n = v->def;
    bool past = node_is(n, OP_CONCAT) && n->in_count == 2;
    m->rotated |= node_is(n, OP_ROTARY);
    if (multiplies(n)) {
      m->linear = n;
      return may_merge(c, n, 2);
    }
    const value *added = without_offset(n);
    m->offset |= added != NULL;
    bool normed = op_has(n->op, FACT_ROW_NORM) && normalises_heads(n);
    if (!past && !normed && !added && !node_is(n, OP_QUANTIZE) && !node_is(n, OP_ROTARY) &&
        !node_is(n, OP_RESHAPE) && !node_is(n, OP_TRANSPOSE))
      return false;
    v = added ? added : n->in[past ? 1 : 0];
  }
  return false;
}

/* The Linear that gives the attention this operand, if it may be merged. */
static bool candidate(const pass_context *c, const node *attention, size_t operand, member *m) {
  const value *v = attention->in[operand];
  *m = (member){.factor = 1};
  if (!v || v->type.rank != 3 || !only_feeds(v, attention)) return false;
  m->quantize = value_def_of(v, OP_QUANTIZE);
  if (m->quantize) {
    if (m->quantize->region || strcmp(node_string(m->quantize, "mode"), "mul") != 0 ||
        v->type.scale.kind != SCALE_TENSOR || !value_used_once(m->quantize->in[0]))
      return false;
    v = m->quantize->in[0];
  }
  m->linear = value_def_of(v, OP_LINEAR);
  return may_merge(c, m->linear, m->quantize ? 1 : 2);
}

static const tensor *result_type(const member *m) {
  return &(m->quantize ? m->quantize : m->linear)->out[0]->type;
}

static bool same_product(const member *x, const member *y) {
  const node *a = x->linear, *b = y->linear;
  const tensor *v = &a->in[1]->type, *w = &b->in[1]->type;
  const value *c = bias_of(a), *d = bias_of(b);
  return same_codes(a, b) && a->in[0] == b->in[0] && node_input(a, 3) == node_input(b, 3) &&
         v->dtype == w->dtype && v->dims[1] == w->dims[1] &&
         (!c || !d || c->type.dtype == d->type.dtype) && !x->quantize == !y->quantize &&
         result_type(x)->dtype == result_type(y)->dtype &&
         a->decision->format == b->decision->format &&
         (!node_is(a, OP_LINEAR) || node_int(a, "promote") == node_int(b, "promote"));
}

static bool same_as_all(const packing *p, const member *m) {
  for (size_t i = 0; i < p->count; i++)
    if (!same_product(&p->members[i], m)) return false;
  return true;
}

/* Brings `m` to the scale of `of`: what its weights and bias are multiplied by. */
static bool common_scale(member *m, const member *of) {
  if (!m->quantize) return true;
  int exponent;
  m->factor = result_type(of)->scale.value / result_type(m)->scale.value;
  if (m->factor == 1) return true;
  const value *bias = bias_of(m->linear);
  return frexpf(m->factor, &exponent) == 0.5f && abs(exponent) < 32 &&
         dtype_is_fp8(m->linear->in[1]->type.dtype) &&
         (!bias || bias->type.dtype == FP8C_DTYPE_F32);
}

static packing packing_of(const pass_context *c, const node *n, node *attention, size_t most) {
  return (packing){
      .g = n->graph, .attention = attention, .members = NEW_ARRAY(c->scratch, member, most)};
}

/* Every member is rotated before it is read, or a constant is added to one of them. */
static bool computed_first(const packing *p) {
  bool rotated = true, offset = false;
  for (size_t i = 0; i < p->count; i++) {
    rotated = rotated && p->members[i].rotated;
    offset = offset || p->members[i].offset;
  }
  return rotated || offset;
}

/* Two or three of the attention's operands; with three candidates there is at
 * most one such set.  v's scale is taken: nothing takes a factor back behind it. */
static bool find(const pass_context *c, node *attention, bool rotated, packing *p) {
  bool (*gives)(const pass_context *, const node *, size_t, member *) =
      rotated ? rotated_candidate : candidate;
  *p = packing_of(c, attention, attention, ATTENTION_OPERANDS);
  for (size_t i = 0; i + 1 < ATTENTION_OPERANDS; i++) {
    p->count = 1;
    if (!gives(c, attention, i, &p->members[0])) continue;
    for (size_t k = i + 1; k < ATTENTION_OPERANDS; k++) {
      member *m = &p->members[p->count];
      if (!gives(c, attention, k, m) || !same_as_all(p, m)) continue;
      bool known = false;
      for (size_t e = 0; e < p->count; e++) known |= p->members[e].linear == m->linear;
      if (!known) p->count++;
    }
    const member *last = &p->members[p->count - 1];
    bool fits = p->count > 1 && (!rotated || computed_first(p));
    for (size_t e = 0; fits && e < p->count; e++) {
      member *m = &p->members[e];
      fits = common_scale(m, last);
      if (m->factor != 1 && m->quantize->out[0] == attention->in[2]) fits = false;
    }
    if (fits) return true;
  }
  return false;
}

#define GATE_STEPS                                                              \
  4 /* from a gate's product to the product of both, as fuse-regions takes them \
     */

/* The Linear behind an activation of nothing else, or behind none. */
static node *gate_of(const value *v) {
  for (int step = 0; step <= GATE_STEPS && v && value_used_once(v); step++) {
    node *n = v->kind == VALUE_NODE ? v->def : NULL;
    if (!n || n->region || n->out_count != 1) return NULL;
    if (multiplies(n)) return n;
    if (n->op->family != FAMILY_ELTWISE || n->in_count < 1 || n->in[0]->type.dtype != v->type.dtype)
      return NULL;
    for (size_t i = 1; i < n->in_count; i++)
      if (n->in[i] && !value_is_const(n->in[i])) return NULL;
    v = n->in[0];
  }
  return NULL;
}

/* Whether a gate's product is to have the columns of what it multiplies: its kernel does what
 * follows, or that of few rows would, which a variant of the plan may have (few_rows.c). */
static bool may_gate(const pass_context *c, const node *n) {
  const kernel_question gates = {.what = ASK_PRODUCT_GATED, .n = n};
  return product_takes_epilogue(c, n) || (c->rules.gpu && !targets_refuse(&c->rules, &gates));
}

/* act(x g) * (x u): g and u. */
static bool find_gate(const pass_context *c, const node *n, packing *p) {
  if (!node_is(n, OP_MUL) || n->in[0] == n->in[1]) return false;
  *p = packing_of(c, n, NULL, 2);
  p->count = 2;
  for (size_t i = 0; i < 2; i++) {
    node *l = gate_of(n->in[i]);
    if (!l || !may_gate(c, l) || !may_merge(c, l, 2)) return false;
    p->members[i] = (member){.linear = l, .factor = 1};
  }
  const node *a = p->members[0].linear, *b = p->members[1].linear;
  if (a->out[0] != n->in[0] && b->out[0] != n->in[1]) return false; /* one is taken as it is */
  if (a == b || !same_product(&p->members[0], &p->members[1]) || columns_of(a) != columns_of(b))
    return false;
  return node_is(a, OP_PACKED_LINEAR) ||
         (a->in[1]->type.dims[0] % 16 == 0 && a->in[1]->type.dims[1] % 16 == 0);
}

#define SAMPLES_MOST 64

/* One row a sample, of so few samples that the weights are most of what a product reads. */
static bool is_row(const value *x) {
  int last = x->type.rank - 1;
  for (int i = 1; i < last; i++)
    if (x->type.dims[i] != 1) return false;
  return last >= 1 && x->type.dims[0] <= SAMPLES_MOST; /* a free size is below 0 */
}

/* Nothing is computed of it in the product's kernel. */
static bool only_cut(const value *v) {
  for (size_t i = 0; i < v->user_count; i++)
    if (!node_is(v->users[i], OP_SPLIT) && !node_is(v->users[i], OP_SLICE) &&
        v->users[i]->op->family != FAMILY_VIEW)
      return false;
  return v->user_count > 0 && !value_is_output(v);
}

/* Every such product of the row that `n` reads. */
static bool find_row(const pass_context *c, const node *n, packing *p) {
  if (!node_is(n, OP_LINEAR) || !is_row(n->in[0])) return false;
  const value *x = n->in[0];
  *p = packing_of(c, n, NULL, x->user_count);
  for (size_t i = 0; i < x->user_count; i++) {
    node *l = x->users[i];
    if (!node_is(l, OP_LINEAR) || l->in[0] != x || !only_cut(l->out[0]) || !may_merge(c, l, 2))
      continue;
    const member m = {.linear = l, .factor = 1};
    if (!same_as_all(p, &m)) continue;
    p->members[p->count++] = m;
  }
  return p->count > 1;
}

/* ---- The merge --------------------------------------------------------------------- */

/* A figure of the merged product: what is known of its worst member. */
static void worst(double *x, double of) {
  if (isnan(*x) || of < *x) *x = of;
}

static decision *merged_decision(const packing *p) {
  graph *g = p->g;
  decision *d = NEW(g->arena, decision);
  *d = *p->members[0].linear->decision;
  const char *reason = d->reason ? d->reason : "";
  double least = d->sqnr_db;
  bool alike = true;
  for (size_t i = 1; i < p->count; i++) {
    const decision *m = p->members[i].linear->decision;
    alike &= m->reason && strcmp(m->reason, reason) == 0;
    if (m->sqnr_db < least && m->reason) {
      least = m->sqnr_db;
      reason = m->reason;
      d->rule = m->rule;
    }
    worst(&d->sqnr_db, m->sqnr_db);
    for (size_t k = 0; k < ROUNDED_FORMATS; k++) worst(&d->sqnr_of[k], m->sqnr_of[k]);
    for (size_t k = 0; k < WHAT_IFS; k++) worst(&d->what_if_db[k], m->what_if_db[k]);
    d->macs += m->macs;
    d->merged += 1 + m->merged;
  }
  d->reason = arena_printf(g->arena, "%zu products of one input as one%s%s", p->count,
                           alike ? ": " : "; the worst of them: ", reason);
  return d;
}

static node *earliest(const packing *p) {
  for (node *n = p->g->first; n; n = n->next)
    for (size_t i = 0; i < p->count; i++)
      if (p->members[i].linear == n) return n;
  return p->members[0].linear;
}

static node *slice_of(node *before, value *whole, const node *linear, int64_t first, int64_t end) {
  graph *g = before->graph;
  const char *name = linear->out[0]->name;
  int64_t axis = whole->type.rank - 1;
  value *in[] = {whole, graph_const_i64s(g, arena_printf(g->arena, "%s.first", name), &first, 1),
                 graph_const_i64s(g, arena_printf(g->arena, "%s.end", name), &end, 1),
                 graph_const_i64s(g, arena_printf(g->arena, "%s.axis", name), &axis, 1)};
  node *s = graph_node(g, before, op_get(OP_SLICE), NULL, in, 4, 1);
  node_add_sources(s, linear);
  return s;
}

/* One rounding of the packed result. */
static value *quantize_packed(const packing *p, node *before, value *whole) {
  const member *last = &p->members[p->count - 1];
  graph *g = before->graph;
  node *q = graph_node(g, before, op_get(OP_QUANTIZE), NULL, &whole, 1, 1);
  q->attrs = last->quantize->attrs;
  value *v = q->out[0];
  v->type = whole->type;
  v->type.dtype = result_type(last)->dtype;
  v->type.scale = result_type(last)->scale;
  v->reason =
      arena_printf(g->arena, "q, k and v of an attention in FP8, by one scale; of the last: %s",
                   last->quantize->out[0]->reason ? last->quantize->out[0]->reason : "");
  value_rename(v, arena_printf(g->arena, "%s.%s", whole->name, fp8c_dtype_name(v->type.dtype)));
  for (size_t i = 0; i < p->count; i++) node_add_sources(q, p->members[i].quantize);
  return v;
}

/* Scores take back what q and k were multiplied by. */
static void rescale(const packing *p) {
  node *n = p->attention;
  float factor = attention_factor(n);
  bool changed = false;
  for (size_t i = 0; i < 2; i++)
    for (size_t k = 0; k < p->count; k++) {
      const member *m = &p->members[k];
      if (!m->quantize || n->in[i] != m->quantize->out[0] || m->factor == 1) continue;
      factor /= m->factor;
      changed = true;
    }
  if (changed) node_set_float(n, "scale", factor);
}

/* The members' biases, zeros for who has none; false where nobody has one. */
static bool biases_of(const packing *p, value **biases) {
  const value *one = NULL;
  for (size_t i = 0; i < p->count; i++) {
    biases[i] = bias_of(p->members[i].linear);
    if (biases[i]) one = biases[i];
  }
  for (size_t i = 0; one && i < p->count; i++) {
    const value *w = p->members[i].linear->in[1];
    tensor type = one->type;
    type.dims[0] = columns_of(p->members[i].linear);
    if (!biases[i])
      biases[i] = graph_const_copy(p->g, arena_printf(p->g->arena, "%s.no_bias", w->name), &type,
                                   arena_alloc(p->g->arena, tensor_bytes(&type) + 1));
  }
  return one != NULL;
}

static fp8c_status merge(pass_context *c, const packing *p, fp8c_error *err) {
  node *first = p->members[0].linear, *before = earliest(p);
  graph *g = first->graph;
  bool packed = node_is(first, OP_PACKED_LINEAR);
  int64_t whole_columns = 0;
  value *in[6] = {first->in[0], NULL, NULL, node_input(first, 3)},
        **biases = NEW_ARRAY(c->scratch, value *, p->count);
  TRY(joined_weights_of(c, p, in, err));
  if (!in[1]) return FP8C_OK;
  bool biased = biases_of(p, biases);
  if (biased)
    TRY(joined_vector(c, p, biases, arena_printf(g->arena, "%s" PACKED_SUFFIX, biases[0]->name),
                      &in[2], err));
  if (p->attention) rescale(p);
  size_t given = packed ? (in[5] ? 6 : 5) : in[3] ? 4 : biased ? 3 : 2;
  node *l = graph_node(g, before, first->op, NULL, in, given, 1);
  for (size_t i = 0; i < p->count; i++) whole_columns += columns_of(p->members[i].linear);
  for (size_t i = 0; i < first->attrs.count; i++) node_set_attr(l, first->attrs.items[i]);
  if (packed) node_set_int(l, "columns", whole_columns);
  value *whole = l->out[0];
  whole->type = first->out[0]->type;
  whole->type.dims[whole->type.rank - 1] = whole_columns;
  value_rename(whole, arena_printf(g->arena, "%s" PACKED_SUFFIX, first->out[0]->name));
  l->decision = merged_decision(p);
  if (p->members[0].quantize) whole = quantize_packed(p, before, whole);
  int64_t at = 0;
  for (size_t i = 0; i < p->count; i++) {
    const member *m = &p->members[i];
    int64_t columns = columns_of(m->linear);
    node_add_sources(l, m->linear);
    node *part = slice_of(before, whole, m->linear, at, at + columns);
    take_over(part, (m->quantize ? m->quantize : m->linear)->out[0]);
    part->out[0]->type.scale = whole->type.scale;
    at += columns;
  }
  c->changes += p->count;
  return FP8C_OK;
}

/* ---- What the model has packed itself ---------------------------------------------- */

/* Columns that a Split or a Slice cuts out of a packed product: their range. */
static bool cuts_columns(const value *v, int64_t *first, int64_t *end) {
  const node *n = v->def;
  sliced s;
  int last = v->type.rank - 1;
  if (!n || last < 0) return false;
  if (node_is(n, OP_SPLIT)) {
    int64_t axis = node_int(n, "axis");
    if (axis != last && axis != -1) return false;
    *first = 0;
    for (size_t i = 0; i < n->out_count && n->out[i] != v; i++) {
      if (!n->out[i] || n->out[i]->type.dims[last] < 1) return false;
      *first += n->out[i]->type.dims[last];
    }
    *end = *first + v->type.dims[last];
  } else {
    if (!node_slice(n, &s) || s.only != last || s.along[last].step != 1) return false;
    *first = s.along[last].start;
    *end = *first + s.along[last].count;
  }
  return *end > *first && *first % ALIGNED_BYTES == 0 && *end % ALIGNED_BYTES == 0;
}

/* All that reads a product's result are these: cuts of it. */
static bool only_cuts(const value *whole, const packing *p) {
  for (size_t i = 0; i < whole->user_count; i++) {
    bool known = false;
    for (size_t k = 0; k < p->count; k++)
      known |= p->members[k].quantize->in[0]->def == whole->users[i];
    if (!known) return false;
  }
  return !value_is_output(whole);
}

/* q, k and v are Quantize of cuts of one FP8 product's result, which nothing else reads. */
static bool find_sliced(const pass_context *c, node *attention, packing *p, int64_t *first,
                        int64_t *end) {
  *p = packing_of(c, attention, attention, ATTENTION_OPERANDS);
  p->count = ATTENTION_OPERANDS;
  for (size_t i = 0; i < ATTENTION_OPERANDS; i++) {
    member *m = &p->members[i];
    const value *v = attention->in[i];
    *m = (member){.factor = 1};
    if (!v || v->type.rank != 3 || !only_feeds(v, attention)) return false;
    m->quantize = value_def_of(v, OP_QUANTIZE);
    if (!m->quantize || m->quantize->region || v->type.scale.kind != SCALE_TENSOR ||
        strcmp(node_string(m->quantize, "mode"), "mul") != 0)
      return false;
    const value *cut = m->quantize->in[0];
    if (!value_used_once(cut) || !cuts_columns(cut, &first[i], &end[i])) return false;
    m->linear = value_def_of(cut->def->in[0], OP_LINEAR);
    if (!m->linear || m->linear != p->members[0].linear) return false;
  }
  const node *l = p->members[0].linear;
  if (!only_cuts(l->out[0], p) || l->region || !l->decision || node_stays_unfused(c, l) ||
      !weights_fit(l, 1) || !bias_fits(l) || !dtype_is_fp8(l->in[1]->type.dtype))
    return false;
  for (size_t i = 0; i < ATTENTION_OPERANDS; i++) {
    if (result_type(&p->members[i])->dtype != result_type(&p->members[2])->dtype ||
        !common_scale(&p->members[i], &p->members[2]))
      return false;
    for (size_t k = 0; k < i; k++) /* each column has one factor */
      if (first[i] < end[k] && first[k] < end[i]) return false;
  }
  return true;
}

/* A constant of F32 numbers by column becomes one with each operand's columns times its factor. */
static fp8c_status scaled_columns(pass_context *c, const packing *p, const int64_t *first,
                                  const int64_t *end, value **v, const char *name,
                                  fp8c_error *err) {
  tensor t;
  TRY(value_load(*v, c->scratch, &t, err));
  float *x = arena_array(c->scratch, (size_t)t.dims[0] + 1, sizeof *x);
  memcpy(x, t.data, (size_t)t.dims[0] * sizeof *x);
  for (size_t i = 0; i < p->count; i++)
    for (int64_t k = first[i]; k < end[i]; k++) x[k] *= p->members[i].factor;
  *v = graph_const_copy(p->g, name, &(*v)->type, x);
  return FP8C_OK;
}

/* One rounding of the product's whole result; the slices are cut from its codes. */
static fp8c_status round_whole(pass_context *c, const packing *p, const int64_t *first,
                               const int64_t *end, fp8c_error *err) {
  node *l = p->members[0].linear;
  graph *g = l->graph;
  value *w = l->in[1], *bias = bias_of(l);
  bool changed = false;
  for (size_t i = 0; i < p->count; i++) changed |= p->members[i].factor != 1;
  if (changed) {
    tensor type = w->type;
    type.scale.scales = NULL;
    value *scaled =
        graph_const(g, arena_printf(g->arena, "%s" PACKED_SUFFIX, w->name), &type, w->blob);
    scaled->scale_vector = w->scale_vector;
    TRY(scaled_columns(c, p, first, end, &scaled->scale_vector,
                       arena_printf(g->arena, "%s.scale", scaled->name), err));
    scaled->reason = w->reason;
    node_set_input(l, 1, scaled);
    if (bias) {
      TRY(scaled_columns(c, p, first, end, &bias,
                         arena_printf(g->arena, "%s" PACKED_SUFFIX, bias->name), err));
      node_set_input(l, 2, bias);
    }
    rescale(p);
  }
  value *whole = quantize_packed(p, l->next, l->out[0]);
  for (size_t i = 0; i < p->count; i++) {
    const member *m = &p->members[i];
    node *part = slice_of(m->quantize, whole, m->linear, first[i], end[i]);
    take_over(part, m->quantize->out[0]);
    part->out[0]->type.scale = whole->type.scale;
  }
  c->changes += p->count;
  return FP8C_OK;
}

fp8c_status pass_merge_linears(graph *g, pass_context *c, fp8c_error *err) {
  if (!c->rules.gpu) return FP8C_OK;
  for (node *n = g->first; n; n = n->next) {
    packing p;
    int64_t first[ATTENTION_OPERANDS], end[ATTENTION_OPERANDS];
    if (find_gate(c, n, &p) || find_row(c, n, &p)) TRY(merge(c, &p, err));
    if (!node_attends(n) || n->in_count < ATTENTION_OPERANDS) continue;
    if (find(c, n, false, &p) || find(c, n, true, &p))
      TRY(merge(c, &p, err));
    else if (find_sliced(c, n, &p, first, end))
      TRY(round_whole(c, &p, first, end, err));
  }
  return FP8C_OK;
}
