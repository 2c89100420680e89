/* merge_linears_weights.c - weights on top of each other, for products that become one. */
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/products.h"
#include "passes/passes/merge_linears.h"
#include "passes/precision/precision.h"

/* The codes of one member's weights: in memory, or what they are made of. */
typedef struct part_codes {
  tensor type;
  blob bytes;
} part_codes;

static fp8c_status codes_of(pass_context *c, const node *n, part_codes *out, bool *overflows,
                            fp8c_error *err) {
  const value *w = n->in[1];
  if (dtype_is_fp8(w->type.dtype)) {
    TRY(value_load(w, c->keep, &out->type, err));
    out->bytes = (blob){.bytes = w->blob.bytes, .memory = out->type.data};
    return FP8C_OK;
  }
  const small_weight *s;
  TRY(weight_in(c, w, FP8C_DTYPE_BF16, false, &s, err));
  out->type = s->type;
  out->bytes = weight_blob(s);
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

static const made_matrix *made_of(pass_context *c, const part_codes *p) {
  if (p->bytes.made) return p->bytes.made;
  size_t rows = (size_t)p->type.dims[0], all = (size_t)tensor_elements(&p->type);
  made_part one = {.memory = p->bytes.memory, .dtype = p->type.dtype, .rows = rows};
  return made_new(c->keep, p->type.dtype, rows ? all / rows : 0, one);
}

/* A copy of them in memory, which lies there. */
static const void *copied(pass_context *c, arena *a, const part_codes *parts, size_t count,
                          size_t bytes) {
  char *to = arena_raw(a, 1, bytes + 1);
  size_t at = 0;
  for (size_t k = 0; k < count; at += parts[k++].bytes.bytes)
    (void)made_read(made_of(c, &parts[k]), c->threads, to + at, NULL);
  return to;
}

/* Parts that another assignment of the same weights has joined are not joined again.  What lies in
 * a graph that goes, others' codes may take the place of: its parts are joined for it alone. */
static blob joined(pass_context *c, const graph *g, const part_codes *parts, size_t count) {
  joined_list *list = PASS_STATE(c, joined_list);
  blob out = {0};
  bool stay = true, is_made = false;
  for (size_t k = 0; k < count; k++) {
    out.bytes += parts[k].bytes.bytes;
    is_made |= parts[k].bytes.made != NULL;
    stay &= parts[k].bytes.made || arena_holds(c->keep, parts[k].bytes.memory);
  }
  for (size_t i = 0; i < list->count && !is_made; i++) {
    bool same = list->list[i].count == count;
    for (size_t k = 0; same && k < count; k++)
      same = list->list[i].parts[k] == parts[k].bytes.memory;
    out.memory = list->list[i].bytes;
    if (same) return out;
  }
  out.memory = NULL;
  if (is_made || (stay && !copy_is_kept(c, out.bytes))) {
    const made_matrix **all = NEW_ARRAY(c->scratch, const made_matrix *, count + 1);
    for (size_t k = 0; k < count; k++) all[k] = made_of(c, &parts[k]);
    out.made = made_joined(c->keep, all, count);
    return out;
  }
  joined_weights j = {.parts = NEW_ARRAY(c->keep, const void *, count), .count = count};
  for (size_t k = 0; k < count; k++) j.parts[k] = parts[k].bytes.memory;
  j.bytes = out.memory = copied(c, stay ? c->keep : g->arena, parts, count, out.bytes);
  if (stay) ARENA_PUSH(c->keep, list->list, list->count, j);
  return out;
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

static tensor type_of_all(const part_codes *parts, size_t count) {
  tensor type = parts[0].type;
  type.data = NULL;
  type.dims[0] = 0;
  for (size_t i = 0; i < count; i++) type.dims[0] += parts[i].type.dims[0];
  return type;
}

/* Input `index` of all members, whose panels lie behind each other. */
static fp8c_status joined_panels(pass_context *c, const packing *p, size_t index, const char *name,
                                 value **out, fp8c_error *err) {
  part_codes *parts = NEW_ARRAY(c->scratch, part_codes, p->count);
  for (size_t i = 0; i < p->count; i++) {
    const value *v = p->members[i].linear->in[index];
    TRY(value_load(v, c->keep, &parts[i].type, err));
    parts[i].bytes = (blob){.bytes = v->blob.bytes, .memory = parts[i].type.data};
  }
  tensor type = type_of_all(parts, p->count);
  *out = graph_const(p->g, name, &type, joined(c, p->g, parts, p->count));
  (*out)->reason = arena_printf(p->g->arena, "of %zu products that read one input", p->count);
  return FP8C_OK;
}

/* NULL: BF16 would make some number infinite, so they stay F32, each for itself. */
static fp8c_status joined_matrix(pass_context *c, const packing *p, const char *name, value **out,
                                 fp8c_error *err) {
  graph *g = p->g;
  part_codes *parts = NEW_ARRAY(c->scratch, part_codes, p->count);
  value **scales = NEW_ARRAY(c->scratch, value *, p->count);
  bool overflows = false;
  *out = NULL;
  for (size_t i = 0; i < p->count; i++) {
    TRY(codes_of(c, p->members[i].linear, &parts[i], &overflows, err));
    scales[i] = p->members[i].linear->in[1]->scale_vector;
  }
  if (overflows) return FP8C_OK;
  tensor type = type_of_all(parts, p->count);
  if (type.scale.kind == SCALE_AXIS) type.scale.scales = NULL;
  value *w = graph_const(g, name, &type, joined(c, g, parts, p->count));
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
