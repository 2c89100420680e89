/* cache_formats.c - attention reads keys and values in the format they are kept in.
 *
 * A cache whose ports are E4M3 would be dequantised, joined with the step's keys and
 * values, and rounded again for the next step.  Here the step's own are rounded by the
 * cache's scale where they are made, and the codes are joined: attention reads those, and
 * the port gives them out as they are. */
#include "base/numbers.h"
#include "ops/ids/types.h"
#include "passes/match.h"
#include "passes/precision/cache_ports.h"
#include "passes/precision/precision.h"

#define DEPTH_MAX 32

typedef struct keeping {
  graph *g;
  pass_context *c;
  value **codes; /* by value id: the value as codes; NULL */
  size_t ids;
  uint32_t *seen, search; /* by value id: the search that came by last; joins may share parts */
} keeping;

static value *known_codes(const keeping *k, const value *v) {
  return v->id < k->ids ? k->codes[v->id] : NULL;
}

static bool is_kept(const tensor *t) {
  return t->dtype == FP8C_DTYPE_E4M3 && t->scale.kind == SCALE_TENSOR;
}

static bool same_format(const tensor *a, const tensor *b) {
  return is_kept(a) && is_kept(b) && a->scale.value == b->scale.value;
}

/* F16, BF16 or F32 as another of them: codes are the same. */
static bool widens(const node *n) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  return node_is(n, OP_CAST) && dtype_is_small_float(x->dtype) && dtype_is_small_float(y->dtype) &&
         dtype_bytes(x->dtype) > 1 && dtype_bytes(y->dtype) > 1;
}

/* Codes that came from a port by moves alone. */
static bool is_port(const value *v) {
  for (int i = 0; i < DEPTH_MAX && v->kind == VALUE_NODE && cache_moves(v->def); i++)
    v = v->def->in[0];
  return v->kind == VALUE_INPUT;
}

static const tensor *search_kept(keeping *k, const value *v, int depth) {
  size_t count = 1;
  if (v->kind != VALUE_NODE || depth == 0) return NULL;
  if (v->id < k->ids) {
    if (k->seen[v->id] == k->search) return NULL;
    k->seen[v->id] = k->search;
  }
  const node *n = v->def;
  if (node_is(n, OP_DEQUANTIZE))
    return is_kept(&n->in[0]->type) && is_port(n->in[0]) ? &n->in[0]->type : NULL;
  if (!cache_moves(n) && !widens(n) && !cache_grows(n, &count)) return NULL;
  for (size_t i = 0; i < count; i++) {
    const tensor *t = n->in[i] ? search_kept(k, n->in[i], depth - 1) : NULL;
    if (t) return t;
  }
  return NULL;
}

/* How the cache that v is made of is kept; NULL: it is none, or not in E4M3. */
static const tensor *kept_as(keeping *k, const value *v, int depth) {
  k->search++;
  return search_kept(k, v, depth);
}

static void takes_format(value *v, const value *like, const tensor *format) {
  v->type = like->type;
  v->type.dtype = format->dtype;
  v->type.scale = format->scale;
}

/* The node over codes instead of `count` first inputs; its result has the name of n's, so
 * that what calibration saw of it is found. */
static value *over_codes(node *n, value *const *in, size_t count, const tensor *format) {
  value *v = n->out[0];
  node *m = graph_node(n->graph, n, n->op, NULL, n->in, n->in_count, 1);
  for (size_t i = 0; i < count; i++) node_set_input(m, i, in[i]);
  m->attrs = n->attrs;
  node_add_sources(m, n);
  takes_format(m->out[0], v, format);
  value_swap_names(v, m->out[0]);
  return m->out[0];
}

static value *codes_of(keeping *k, value *v, const tensor *format, int depth);

static value *rounded(keeping *k, value *v, const tensor *format) {
  node *reader = v->kind == VALUE_NODE ? v->def->next : k->g->first;
  node *q = graph_node(k->g, reader, op_get(OP_QUANTIZE), NULL, &v, 1, 1);
  value_rename(q->out[0], arena_printf(k->g->arena, "%s.e4m3", v->name));
  if (v->def) node_add_sources(q, v->def);
  takes_format(q->out[0], v, format);
  q->out[0]->reason = "kept in E4M3: rounded once, by the scale of the cache";
  return q->out[0];
}

static value *make_codes(keeping *k, value *v, const tensor *format, int depth) {
  node *n = v->kind == VALUE_NODE ? v->def : NULL;
  size_t count = 1;
  if (n && node_is(n, OP_DEQUANTIZE) && same_format(&n->in[0]->type, format)) return n->in[0];
  const tensor *kept = depth > 0 ? kept_as(k, v, depth) : NULL;
  if (n && kept && same_format(kept, format) && widens(n))
    return codes_of(k, n->in[0], format, depth - 1);
  if (!n || !kept || !same_format(kept, format) || (!cache_moves(n) && !cache_grows(n, &count)))
    return rounded(k, v, format);
  value **in = NEW_ARRAY(k->c->scratch, value *, count + 1);
  for (size_t i = 0; i < count; i++) in[i] = codes_of(k, n->in[i], format, depth - 1);
  return over_codes(n, in, count, format);
}

static value *codes_of(keeping *k, value *v, const tensor *format, int depth) {
  value *made = known_codes(k, v);
  if (made && same_format(&made->type, format)) return made;
  made = make_codes(k, v, format, depth);
  if (v->id < k->ids && !k->codes[v->id]) k->codes[v->id] = made;
  k->c->changes++;
  return made;
}

/* Behind moves of a value that has codes: those, moved so. */
static value *moved_codes(keeping *k, value *v) {
  value *codes = known_codes(k, v);
  if (codes) return codes;
  value *from = moved_codes(k, v->def->in[0]);
  codes = widens(v->def) ? from : over_codes(v->def, &from, 1, &from->type);
  if (v->id < k->ids) k->codes[v->id] = codes;
  return codes;
}

/* What a port gives out is rounded already: the codes themselves. */
static void give_out(keeping *k) {
  for (node *n = k->g->first, *next; n; n = next) {
    next = n->next;
    if (!node_is(n, OP_QUANTIZE)) continue;
    const value *from = n->in[0], *q = n->out[0];
    for (int i = 0; i < DEPTH_MAX && !known_codes(k, from); i++) {
      if (from->kind != VALUE_NODE || (!cache_moves(from->def) && !widens(from->def))) break;
      from = from->def->in[0];
    }
    const value *codes = known_codes(k, from);
    if (!codes || codes == q || !same_format(&codes->type, &q->type)) continue;
    value *out = moved_codes(k, n->in[0]);
    if (!out->reason) out->reason = q->reason;
    value_replace(n->out[0], out);
    k->c->changes++;
  }
}

fp8c_status pass_cache_formats(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  if (c->precision == PRECISION_F32) return FP8C_OK;
  keeping k = {.g = g, .c = c, .ids = g->next_value_id};
  k.codes = NEW_ARRAY(c->scratch, value *, k.ids + 1);
  k.seen = NEW_ARRAY(c->scratch, uint32_t, k.ids + 1);
  for (node *n = g->first; n; n = n->next) {
    if (!node_attends(n) || n->in_count < ATTENTION_OPERANDS || node_gives_more(n)) continue;
    if (node_input(n, ATTENTION_OPERANDS + 1)) continue; /* a past of its own: in real numbers */
    for (size_t i = 1; i < ATTENTION_OPERANDS; i++) {
      const tensor *kept = kept_as(&k, n->in[i], DEPTH_MAX);
      if (!kept) continue;
      const tensor format = *kept;
      node_set_input(n, i, codes_of(&k, n->in[i], &format, DEPTH_MAX));
    }
  }
  if (c->changes) give_out(&k);
  return FP8C_OK;
}
