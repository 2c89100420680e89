/* delayed_scales.c - see delayed_scales.h. */
#include "passes/precision/delayed_scales.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/reductions.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"

static bool same_recipe(const scale_policy *a, const scale_policy *b) {
  return a->runs == b->runs && a->recent == b->recent;
}

static fp8c_status add(node *before, op_id op, value *a, value *b, const char *name, value **out,
                       fp8c_error *err) {
  value *in[] = {a, b};
  node *n = graph_node(before->graph, before, op_get(op), NULL, in, b ? 2 : 1, 1);
  if (a->def) node_add_sources(n, a->def);
  value_rename(n->out[0], name);
  *out = n->out[0];
  return node_infer(n, err);
}

/* A scalar that stands where a scale will be. */
static value *to_come(graph *g, const value *from, const char *what) {
  const float one = 1;
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {1}};
  return graph_const_copy(g, arena_printf(g->arena, "%s.delayed.%s", from->name, what), &type,
                          &one);
}

/* The largest magnitude of each row: what makes rows finds it along. */
static fp8c_status find_magnitudes(graph *g, node *before, value *from, value **out,
                                   fp8c_error *err) {
  const int64_t last = -1;
  value *axis = graph_const_i64s(g, arena_printf(g->arena, "%s.axis", from->name), &last, 1);
  TRY(add(before, OP_ABS, from, NULL, arena_printf(g->arena, "%s.magnitude", from->name), out,
          err));
  return add(before, OP_REDUCE_MAX, *out, axis, arena_printf(g->arena, "%s.row_amax", from->name),
             out, err);
}

fp8c_status quantise_delayed(node *before, value *from, const delayed_value *asked,
                             delayed_list *list, arena *a, scaled_rows *out, fp8c_error *err) {
  graph *g = before->graph;
  delayed_value v = *asked, *same = NULL;
  for (size_t i = 0; i < list->count; i++) {
    delayed_value *x = &list->items[i];
    if (x->from != from || !same_recipe(&x->policy, &v.policy)) continue;
    v.amax = x->amax; /* whatever the format is */
    if (x->format == v.format && x->policy.margin == v.policy.margin) same = x;
  }
  if (same) {
    *out = (scaled_rows){same->codes, same->scale};
    return FP8C_OK;
  }
  v.from = from;
  v.scale = to_come(g, from, "scale");
  v.reciprocal = to_come(g, from, "reciprocal");
  if (!v.amax) TRY(find_magnitudes(g, before, from, &v.amax, err));
  value *scaled;
  const char *format = fp8c_dtype_name(v.format);
  TRY(add(before, OP_MUL, from, v.reciprocal, arena_printf(g->arena, "%s.scaled", from->name),
          &scaled, err));
  node *q = graph_node(g, before, op_get(OP_QUANTIZE), NULL, &scaled, 1, 1);
  if (from->def) node_add_sources(q, from->def);
  v.codes = q->out[0];
  value_rename(v.codes, arena_printf(g->arena, "%s.delayed.%s", from->name, format));
  v.codes->type = from->type;
  v.codes->type.dtype = v.format;
  v.codes->type.scale = (scale){.kind = SCALE_TENSOR, .value = 1.0f};
  v.codes->reason = "read by FP8 products; divided by a scale that earlier runs say";
  ARENA_PUSH(a, list->items, list->count, v);
  *out = (scaled_rows){v.codes, v.scale};
  return FP8C_OK;
}

/* What stood for `v` is `out` of the node from now on. */
static void take_place(value *stands, value *out, const char *reason) {
  value_replace(stands, out);
  value_swap_names(stands, out);
  out->reason = reason;
}

/* One history of `count` values of one recipe. */
static fp8c_status add_history(graph *g, delayed_value *const *values, size_t count, arena *a,
                               fp8c_error *err) {
  const scale_policy *p = &values[0]->policy;
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {(int64_t)count, p->runs}};
  float *none = NEW_ARRAY(a, float, count *(size_t)p->runs);
  value *history = graph_const_copy(g, "amax_history", &type, none);
  history->reason = "the largest magnitudes of earlier runs; a first run finds none";
  float *factors = NEW_ARRAY(g->arena, float, count), *first = NEW_ARRAY(g->arena, float, count);
  value **in = NEW_ARRAY(a, value *, count + 1);
  in[0] = history;
  for (size_t i = 0; i < count; i++) {
    factors[i] = ldexpf(1.0f / dtype_max(values[i]->format), values[i]->policy.margin);
    first[i] = values[i]->first;
    in[i + 1] = values[i]->amax;
  }
  node *scales = graph_node(g, g->first, op_get(OP_DELAYED_SCALE), NULL, in, 1, 2 * count);
  node_set_attr(scales,
                (attr){.name = "factors", .kind = ATTR_FLOATS, .floats = factors, .count = count});
  node_set_attr(scales,
                (attr){.name = "first", .kind = ATTR_FLOATS, .floats = first, .count = count});
  node_set_string(scales, "algorithm", p->recent ? "most_recent" : "max");
  TRY(node_infer(scales, err));
  const char *words = p->recent ? "the largest magnitude of the last run over the largest code"
                                : "the largest magnitude of earlier runs over the largest code";
  for (size_t i = 0; i < count; i++) {
    take_place(values[i]->scale, scales->out[2 * i], words);
    take_place(values[i]->reciprocal, scales->out[2 * i + 1], "one over its scale");
  }
  node *next = graph_node(g, NULL, op_get(OP_AMAX_HISTORY), NULL, in, count + 1, 1);
  next->out[0]->reason = "the largest magnitudes of this run in front: the next run's history";
  return node_infer(next, err);
}

fp8c_status delayed_histories(graph *g, const delayed_list *list, arena *a, fp8c_error *err) {
  bool *done = NEW_ARRAY(a, bool, list->count + 1);
  for (size_t i = 0; i < list->count; i++) {
    delayed_value *values[HISTORY_VALUES_MAX];
    size_t count = 0;
    for (size_t k = i; k < list->count && count < HISTORY_VALUES_MAX; k++) {
      if (done[k] || !same_recipe(&list->items[k].policy, &list->items[i].policy)) continue;
      values[count++] = &list->items[k];
      done[k] = true;
    }
    if (count) TRY(add_history(g, values, count, a, err));
  }
  return FP8C_OK;
}
