/* quantise_weights.c - weights of products in few bits where the user asks for them (--weights, or
 * `packed` of an override): the product reads their codes, and tokens stay in BF16 or F32. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/products.h"
#include "passes/match.h"
#include "passes/precision/overrides.h"
#include "passes/precision/precision.h"

/* What was made of a weight matrix: products share it, and so do later runs over clones of the
 * graph. */
typedef struct quantised {
  blob from;
  weight_only by;
  tensor codes_type, scales_type;
  blob codes, scales;
  float factor;
  packed_form form;
  const char *reason;
  struct quantised *next;
} quantised;
typedef struct quantised_weights {
  quantised *first;
} quantised_weights;

static bool same_form(const weight_only *a, const weight_only *b) {
  return a->codes == b->codes && a->block == b->block && a->scales == b->scales;
}

static const char *impossible(const node *n, const weight_only *by) {
  const value *w = n->in[1];
  if (!node_is(n, OP_LINEAR) || !value_is_const(w) || w->type.rank != 2)
    return "only products with constant weights, Linear, can have theirs in few bits";
  if (!dtype_is_small_float(w->type.dtype) || dtype_bytes(w->type.dtype) < 2 ||
      w->type.scale.kind != SCALE_NONE || dtype_is_fp8(n->in[0]->type.dtype))
    return "the model brings its operands in codes";
  if (node_input(n, 3)) return "its rows have factors";
  return weight_only_impossible(by, w->type.dims[0], w->type.dims[1]);
}

static fp8c_status round_matrix(pass_context *c, const value *w, const weight_only *by,
                                quantised **out, fp8c_error *err) {
  tensor t;
  int64_t n = w->type.dims[0], k = w->type.dims[1];
  TRY(value_load_by(w, c->threads, c->scratch, &t, err));
  const float *x = tensor_f32(&t, c->scratch);
  TRY(check_weights(c, w, x, (size_t)(n * k), err));
  packed_rounding r;
  weight_only_round(by, x, n, k, c->threads, c->scratch, &r);
  quantised *q = NEW(c->keep, quantised);
  *q = (quantised){.from = w->blob, .by = *by, .factor = r.factor, .form = r.form};
  q->codes_type = packed_codes_type(&r.form);
  q->scales_type = packed_scales_type(&r.form, by->scales);
  q->codes.bytes = tensor_bytes(&q->codes_type);
  q->scales.bytes = tensor_bytes(&q->scales_type);
  uint32_t *words = arena_alloc(c->keep, (size_t)q->codes.bytes);
  packed_pack(c->threads, &r.form, r.codes, words);
  size_t count = (size_t)(n * r.form.blocks), bytes = dtype_bytes(by->scales);
  char *stored = arena_alloc(c->scratch, count * bytes);
  floats_encode(by->scales, r.scales, stored, count, true);
  char *scales = arena_alloc(c->keep, (size_t)q->scales.bytes);
  packed_pack_scales(&r.form, bytes, stored, scales);
  q->codes.memory = words;
  q->scales.memory = scales;
  q->reason = arena_printf(c->keep, "%s: the weights keep %.1f dB in %.2f bits each",
                           weight_only_words(by, c->scratch), r.sqnr_db, r.bits);
  *out = q;
  return FP8C_OK;
}

static fp8c_status replace(pass_context *c, node *n, const weight_only *by, fp8c_error *err) {
  quantised_weights *all = PASS_STATE(c, quantised_weights);
  const value *w = n->in[1];
  graph *g = n->graph;
  quantised *q = all->first;
  while (q && !(blob_same(&q->from, &w->blob) && same_form(&q->by, by))) q = q->next;
  if (!q) {
    TRY(round_matrix(c, w, by, &q, err));
    q->next = all->first;
    all->first = q;
  }
  value *codes =
      graph_const(g, arena_printf(g->arena, "%s.codes", w->name), &q->codes_type, q->codes);
  codes->reason = q->reason;
  value *scales =
      graph_const(g, arena_printf(g->arena, "%s.scales", w->name), &q->scales_type, q->scales);
  value *in[] = {n->in[0], codes, node_input(n, 2), NULL, scales};
  node *p = node_like(n, OP_PACKED_LINEAR, in, 5);
  node_set_string(p, "codes", fp8c_dtype_name(q->form.codes));
  node_set_int(p, "columns", q->form.n);
  node_set_int(p, "depth", q->form.k);
  node_set_int(p, "block", q->form.block);
  node_set_float(p, "factor", q->factor);
  node_add_sources(p, n);
  take_over(p, n->out[0]);
  c->changes++;
  return FP8C_OK;
}

/* What is asked of a node: an override's word before the option's.  True: by an override. */
static bool asked_of(const node *n, const pass_context *c, weight_only *by) {
  const node_override *o = override_of(c->overrides, n);
  *by = c->weights;
  if (!o) return false;
  if (o->packed) (void)weight_only_parse(o->packed, by); /* it was checked */
  /* who pins a format, or how operands are rounded, means that */
  if (!o->packed && (o->format || o->pins_operands)) *by = (weight_only){0};
  return o->packed != NULL;
}

fp8c_status pass_quantise_weights(graph *g, pass_context *c, fp8c_error *err) {
  for (node *n = g->first; n; n = n->next) {
    weight_only by;
    if (n->op->precision != CLASS_GEMM || n->region || !has_output(n)) continue;
    bool pinned = asked_of(n, c, &by);
    if (!by.codes) continue;
    const char *why = impossible(n, &by);
    if (why && pinned) {
      const node_override *o = override_of(c->overrides, n);
      if (o->must)
        return fail(err, FP8C_ERROR_ARGUMENT,
                    "--override: %s packs the weights of node \"%s\", but %s", o->words, n->name,
                    why);
      overrides_refused(c->overrides, n, why);
      pass_remark(c, "override-refused", n, "%s asks for packed weights on node \"%s\", but %s",
                  o->words, n->name, why);
    }
    if (why) continue;
    arena_mark mark = arena_save(c->scratch);
    TRY(replace(c, n, &by, err));
    arena_reset(c->scratch, mark);
  }
  return FP8C_OK;
}
