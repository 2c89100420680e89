/* infer.c - types of values, by the shape rules of ops/.
 *
 * Types are inferred once at import and again whenever a size becomes known.
 * A rule sees the constants that may decide a shape (axes, sizes, splits):
 * those are small, so large ones are never read for it. */
#include <string.h>

#include "base/numbers.h"
#include "ir/graph.h"
#include "ir/internal.h"

#define SHAPE_CONSTANT_ELEMENTS 4096 /* larger constants decide no shape */

static bool may_decide_shape(const value *v) {
  return value_is_const(v) && tensor_shape_known(&v->type) &&
         tensor_elements(&v->type) <= SHAPE_CONSTANT_ELEMENTS;
}

/* load: 0 nothing, 1 what may decide a shape, 2 everything */
static fp8c_status fill_call(const node *n, arena *a, int load, op_call *out, fp8c_error *err) {
  *out = (op_call){.op = n->op, .attrs = n->attrs, .in_count = n->in_count, .scratch = a};
  out->out_count = n->out_count;
  const tensor **in = NEW_ARRAY(a, const tensor *, n->in_count + 1);
  for (size_t i = 0; i < n->in_count; i++) {
    const value *v = n->in[i];
    if (!v) continue;
    tensor *t = NEW(a, tensor);
    *t = v->type;
    if (load == 2 ? value_is_const(v) : load == 1 && may_decide_shape(v))
      TRY(value_load(v, a, t, err));
    in[i] = t;
  }
  out->in = in;
  out->out = NEW_ARRAY(a, tensor, n->out_count + 1);
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i]) out->out[i] = n->out[i]->type;
  return FP8C_OK;
}

fp8c_status node_call(const node *n, arena *a, bool load, op_call *out, fp8c_error *err) {
  return fill_call(n, a, load ? 2 : 0, out, err);
}

uint64_t node_macs(const node *n, arena *scratch) {
  op_call call;
  arena_mark mark = arena_save(scratch);
  int load = n->op->work == WORK_TRANSFORM ? 1 : 0; /* its length may be a constant */
  uint64_t macs = fill_call(n, scratch, load, &call, NULL) == FP8C_OK ? op_macs(&call) : 0;
  arena_reset(scratch, mark);
  return macs;
}

fp8c_status node_rule(const node *n, arena *a, tensor **out, fp8c_error *err) {
  if (node_is_control(n)) return control_rule(n, a, out, err);
  op_call call;
  TRY(fill_call(n, a, 1, &call, err));
  for (size_t i = 0; i < n->out_count; i++) call.out[i] = (tensor){.rank = RANK_UNKNOWN};
  TRY(op_infer(&call, err));
  *out = call.out;
  return FP8C_OK;
}

const char *rule_sentence(const node *n, const char *s) {
  size_t length = strlen(n->op->name);
  return strncmp(s, n->op->name, length) == 0 && strncmp(s + length, ": ", 2) == 0 ? s + length + 2
                                                                                   : s;
}

bool types_agree(const tensor *stated, const tensor *inferred) {
  if (stated->dtype != FP8C_DTYPE_NONE && inferred->dtype != FP8C_DTYPE_NONE &&
      stated->dtype != inferred->dtype &&
      !(dtype_is_float(stated->dtype) && dtype_is_float(inferred->dtype)))
    return false;
  if (stated->rank < 0 || inferred->rank < 0) return true;
  if (stated->rank != inferred->rank) return false;
  for (int i = 0; i < stated->rank; i++)
    if (stated->dims[i] >= 0 && inferred->dims[i] >= 0 && stated->dims[i] != inferred->dims[i])
      return false;
  return true;
}

/* The better known of two dims: a size, then (when both are promises about the
 * same thing) the stated symbol.  A node that was rewritten has no such promise. */
static int64_t merge_dim(int64_t stated, int64_t inferred, bool strict) {
  if (inferred >= 0 || stated == DIM_UNKNOWN) return inferred;
  return strict || inferred == DIM_UNKNOWN ? stated : inferred;
}

static void merge_type(value *v, const tensor *inferred, bool strict) {
  tensor *t = &v->type;
  bool keeps = t->dtype != FP8C_DTYPE_NONE && dtype_is_float(t->dtype) &&
               (inferred->dtype == FP8C_DTYPE_NONE || dtype_is_float(inferred->dtype));
  if (!keeps) {
    t->dtype = inferred->dtype;
    t->scale = (scale){0};
    v->scale_vector = NULL;
  }
  if (inferred->rank < 0) return;
  for (int i = 0; i < inferred->rank; i++) {
    int64_t stated = t->rank == inferred->rank ? t->dims[i] : DIM_UNKNOWN;
    t->dims[i] = merge_dim(stated, inferred->dims[i], strict);
    if (t->dims[i] == DIM_UNKNOWN) {
      graph *g = v->graph;
      arena_mark mark = arena_save(g->scratch);
      t->dims[i] = graph_symbol(g, arena_printf(g->scratch, "%s.%d", v->name, i));
      arena_reset(g->scratch, mark);
    }
  }
  t->rank = inferred->rank;
}

static fp8c_status infer(node *n, bool strict, fp8c_error *err) {
  graph *g = n->graph;
  arena_mark mark = arena_save(g->scratch);
  tensor *types = NULL;
  fp8c_error inner = {0};
  fp8c_status status = node_rule(n, g->scratch, &types, &inner);
  if (status != FP8C_OK) {
    arena_reset(g->scratch, mark);
    return fail(err, status, "%s \"%s\": %s", n->op->name, n->name, rule_sentence(n, inner.text));
  }
  for (size_t i = 0; i < n->out_count; i++) {
    value *v = n->out[i];
    if (!v) continue;
    if (strict && !types_agree(&v->type, &types[i])) {
      status = fail(err, FP8C_ERROR_FORMAT, "%s \"%s\": output \"%s\" is stated as %s but is %s",
                    n->op->name, n->name, v->name, tensor_type_text(g->scratch, &v->type),
                    tensor_type_text(g->scratch, &types[i]));
      arena_reset(g->scratch, mark);
      return status;
    }
    tensor inferred = types[i];
    merge_type(v, &inferred, strict);
  }
  arena_reset(g->scratch, mark);
  return FP8C_OK;
}

fp8c_status node_infer(node *n, fp8c_error *err) { return infer(n, false, err); }

fp8c_status graph_infer(graph *g, fp8c_error *err) {
  for (node *n = g->first; n; n = n->next) TRY(infer(n, true, err));
  return FP8C_OK;
}

static void replace_in(value *v, const int64_t *dims) {
  if (!v) return;
  for (int i = 0; i < v->type.rank; i++) {
    int64_t dim = v->type.dims[i];
    if (dim < 0 && dim != DIM_UNKNOWN) v->type.dims[i] = dims[DIM_SYMBOL_INDEX(dim)];
  }
}

void graph_replace_symbols(graph *g, const int64_t *dims) {
  for (size_t i = 0; i < g->input_count; i++) replace_in(g->inputs[i], dims);
  for (node *n = g->first; n; n = n->next)
    for (size_t i = 0; i < n->out_count; i++) replace_in(n->out[i], dims);
}

fp8c_status graph_bind(graph *g, const char *symbol_name, int64_t size, fp8c_error *err) {
  if (size < 0)
    return fail(err, FP8C_ERROR_ARGUMENT, "dimension \"%s\" cannot be %lld; expected a size >= 0",
                symbol_name, (long long)size);
  size_t index;
  if (!graph_find_symbol(g, symbol_name, &index))
    return fail(err, FP8C_ERROR_ARGUMENT, "graph \"%s\" has no dimension named \"%s\"", g->name,
                symbol_name);
  symbol *s = &g->symbols[index];
  if (s->bound >= 0 && s->bound != size)
    return fail(err, FP8C_ERROR_ARGUMENT, "dimension \"%s\" is %lld already; it cannot become %lld",
                symbol_name, (long long)s->bound, (long long)size);
  s->bound = size;
  arena_mark mark = arena_save(g->scratch);
  int64_t *dims = NEW_ARRAY(g->scratch, int64_t, g->symbol_count);
  for (size_t i = 0; i < g->symbol_count; i++) dims[i] = DIM_SYMBOL(i);
  dims[index] = size;
  graph_replace_symbols(g, dims);
  arena_reset(g->scratch, mark);
  return FP8C_OK;
}

bool graph_symbol_sum(const graph *g, size_t index, name_sum *out, int64_t dims[NAME_SUM_MAX]) {
  if (!name_sum_read(g->symbols[index].name, out)) return false;
  arena_mark mark = arena_save(g->scratch);
  bool all = true;
  for (size_t k = 0; k < out->count && all; k++) {
    size_t i;
    all =
        graph_find_symbol(g, arena_strndup(g->scratch, out->names[k].at, out->names[k].length), &i);
    if (all) dims[k] = DIM_SYMBOL(i);
  }
  arena_reset(g->scratch, mark);
  return all;
}

fp8c_status graph_bind_sums(graph *g, fp8c_error *err) {
  for (size_t i = 0; i < g->symbol_count; i++) {
    name_sum s;
    int64_t dims[NAME_SUM_MAX];
    if (g->symbols[i].bound >= 0 || !graph_symbol_sum(g, i, &s, dims)) continue;
    int64_t size = s.number;
    bool known = true;
    for (size_t k = 0; k < s.count && known; k++) {
      int64_t one = g->symbols[DIM_SYMBOL_INDEX(dims[k])].bound;
      known = one >= 0 && !__builtin_add_overflow(size, one, &size);
    }
    if (known) TRY(graph_bind(g, g->symbols[i].name, size, err));
  }
  return FP8C_OK;
}
