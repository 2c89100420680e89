/* merge_linears_weights.c - weights on top of each other, for products that become one. */
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/products.h"
#include "passes/passes/merge_linears.h"
#include "passes/precision/precision.h"

/* The codes of one member's weights. */
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

/* Codes of several weights on top of each other, all in `keep`; which they were is told by where
 * they lie. */
typedef struct joined_weights {
  const void **parts, *bytes;
  size_t count;
} joined_weights;

typedef struct joined_list {
  joined_weights *list;
  size_t count;
} joined_list;

/* Parts that another assignment of the same weights has joined are not joined again.  What lies in
 * a graph that goes, others' codes may take the place of: its parts are joined for it alone. */
static const void *joined(pass_context *c, const graph *g, const tensor *parts, size_t count) {
  joined_list *made = PASS_STATE(c, joined_list);
  bool stay = true;
  for (size_t k = 0; k < count; k++) stay &= arena_holds(c->keep, parts[k].data);
  for (size_t i = 0; i < made->count; i++) {
    bool same = made->list[i].count == count;
    for (size_t k = 0; same && k < count; k++) same = made->list[i].parts[k] == parts[k].data;
    if (same) return made->list[i].bytes;
  }
  joined_weights j = {.parts = NEW_ARRAY(c->keep, const void *, count), .count = count};
  size_t total = 0, at = 0;
  for (size_t k = 0; k < count; k++) total += tensor_bytes(&parts[k]);
  char *bytes = arena_alloc(stay ? c->keep : g->arena, total);
  for (size_t k = 0; k < count; k++) {
    memcpy(bytes + at, parts[k].data, tensor_bytes(&parts[k]));
    at += tensor_bytes(&parts[k]);
    j.parts[k] = parts[k].data;
  }
  j.bytes = bytes;
  if (stay) ARENA_PUSH(c->keep, made->list, made->count, j);
  return bytes;
}

fp8c_status joined_vector(pass_context *c, const packing *p, value *const *parts, const char *name,
                          value **out, fp8c_error *err) {
  size_t count = p->count;
  tensor type = parts[0]->type, part;
  type.dims[0] = 0;
  for (size_t i = 0; i < count; i++) type.dims[0] += parts[i]->type.dims[0];
  char *bytes = arena_alloc(c->scratch, tensor_bytes(&type) + 1);
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    TRY(value_load(parts[i], c->scratch, &part, err));
    memcpy(bytes + at, part.data, tensor_bytes(&part));
    float *x = (float *)(void *)(bytes + at); /* F32 where the factor is another than 1 */
    for (int64_t k = 0; p->members[i].factor != 1 && k < part.dims[0]; k++)
      x[k] *= p->members[i].factor;
    at += tensor_bytes(&part);
  }
  *out = graph_const_copy(p->g, name, &type, bytes);
  return FP8C_OK;
}

/* Input `index` of all members, whose panels lie behind each other. */
static fp8c_status joined_panels(pass_context *c, const packing *p, size_t index, const char *name,
                                 value **out, fp8c_error *err) {
  tensor *parts = NEW_ARRAY(c->scratch, tensor, p->count);
  for (size_t i = 0; i < p->count; i++)
    TRY(value_load(p->members[i].linear->in[index], c->keep, &parts[i], err));
  tensor type = parts[0];
  type.data = NULL;
  type.dims[0] = 0;
  for (size_t i = 0; i < p->count; i++) type.dims[0] += parts[i].dims[0];
  blob bytes = {.bytes = tensor_bytes(&type), .memory = joined(c, p->g, parts, p->count)};
  *out = graph_const(p->g, name, &type, bytes);
  (*out)->reason = arena_printf(p->g->arena, "of %zu products that read one input", p->count);
  return FP8C_OK;
}

/* NULL: BF16 would make some number infinite, so they stay F32, each for itself. */
static fp8c_status joined_matrix(pass_context *c, const packing *p, const char *name, value **out,
                                 fp8c_error *err) {
  graph *g = p->g;
  tensor *parts = NEW_ARRAY(c->scratch, tensor, p->count);
  value **scales = NEW_ARRAY(c->scratch, value *, p->count);
  bool overflows = false;
  *out = NULL;
  for (size_t i = 0; i < p->count; i++) {
    TRY(codes_of(c, p->members[i].linear, &parts[i], &overflows, err));
    scales[i] = p->members[i].linear->in[1]->scale_vector;
  }
  if (overflows) return FP8C_OK;
  tensor type = parts[0];
  type.data = NULL;
  type.dims[0] = 0;
  for (size_t i = 0; i < p->count; i++) type.dims[0] += parts[i].dims[0];
  if (type.scale.kind == SCALE_AXIS) type.scale.scales = NULL;
  blob bytes = {.bytes = tensor_bytes(&type), .memory = joined(c, g, parts, p->count)};
  value *w = graph_const(g, name, &type, bytes);
  if (type.scale.kind == SCALE_AXIS)
    TRY(joined_vector(c, p, scales, arena_printf(g->arena, "%s.scale", w->name), &w->scale_vector,
                      err));
  w->reason = arena_printf(g->arena, "the %s weights of %zu products that read one input",
                           fp8c_dtype_name(type.dtype), p->count);
  *out = w;
  return FP8C_OK;
}

fp8c_status joined_weights_of(pass_context *c, const packing *p, value *in[6], fp8c_error *err) {
  const node *first = p->members[0].linear;
  arena *a = first->graph->arena;
  const char *name = arena_printf(a, "%s" PACKED_SUFFIX, first->in[1]->name);
  if (!node_is(first, OP_PACKED_LINEAR)) return joined_matrix(c, p, name, &in[1], err);
  TRY(joined_panels(c, p, 1, name, &in[1], err));
  for (size_t i = 4; i < 6; i++)
    if (node_input(first, i))
      TRY(joined_panels(c, p, i, arena_printf(a, "%s" PACKED_SUFFIX, first->in[i]->name), &in[i],
                        err));
  return FP8C_OK;
}
