/* fold_constants.c - computes now what depends on no input.
 *
 * The numbers come from op_run, the arithmetic every device is checked
 * against.  Two things are left alone: what would blow a small constant up into
 * a large one, and conversions of quantised weights, whose small form is the
 * point. */
#include <string.h>

#include "base/size.h"
#include "passes/match.h"

#define EXPANDED_BYTES_MAX ((size_t)16 << 20)

static bool deterministic(const op_info *op) {
  static const char *const not [] = {"Bernoulli",        "Multinomial",   "RandomNormal",
                                     "RandomNormalLike", "RandomUniform", "RandomUniformLike",
                                     "Dropout"};
  for (size_t i = 0; i < sizeof not / sizeof *not ; i++)
    if (strcmp(op->name, not [i]) == 0) return false;
  return true;
}

static bool converts_format(const op_info *op) {
  static const char *const are[] = {"QuantizeLinear", "DequantizeLinear", "Quantize", "Dequantize",
                                    "DynamicQuantizeLinear"};
  for (size_t i = 0; i < sizeof are / sizeof *are; i++)
    if (strcmp(op->name, are[i]) == 0) return true;
  return false;
}

static bool is_candidate(const node *n) {
  if (!deterministic(n->op) || converts_format(n->op)) return false;
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] && !value_is_const(n->in[i])) return false;
  for (size_t i = 0; i < n->attrs.count; i++)
    if (n->attrs.items[i].kind == ATTR_GRAPH) return false;
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i] && value_is_output(n->out[i])) return false;
  return n->out_count > 0;
}

static bool bytes_of(const tensor *t, size_t *bytes) {
  int64_t elements;
  return tensor_shape_known(t) && shape_elements(t->dims, t->rank, &elements) &&
         size_mul((size_t)elements, dtype_bytes(t->dtype), bytes);
}

/* The outputs' final types, and whether holding them is worth it. */
static bool plan_outputs(const node *n, op_call *call, size_t *out_bytes) {
  size_t in_total = 0, out_total = 0;
  for (size_t i = 0; i < call->in_count; i++) {
    size_t bytes = 0;
    if (call->in[i] && (!bytes_of(call->in[i], &bytes) || !size_add(in_total, bytes, &in_total)))
      return false;
  }
  for (size_t i = 0; i < n->out_count; i++) {
    tensor *t = &call->out[i];
    if (n->out[i]) {
      if (n->out[i]->type.scale.kind == SCALE_AXIS) return false;
      t->dtype = n->out[i]->type.dtype;
      t->scale = n->out[i]->type.scale;
    }
    if (!bytes_of(t, &out_bytes[i]) || !size_add(out_total, out_bytes[i], &out_total)) return false;
  }
  return out_total <= EXPANDED_BYTES_MAX || out_total <= in_total;
}

static bool fold(node *n, pass_context *c) {
  graph *g = n->graph;
  op_call call;
  size_t *out_bytes = NEW_ARRAY(c->scratch, size_t, n->out_count);
  /* A failure here is one the model has at run time; it is reported there. */
  if (node_call(n, c->scratch, true, &call, NULL) != FP8C_OK) return false;
  for (size_t i = 0; i < n->out_count; i++) call.out[i] = (tensor){.rank = RANK_UNKNOWN};
  if (op_infer(&call, NULL) != FP8C_OK || !plan_outputs(n, &call, out_bytes)) return false;
  for (size_t i = 0; i < n->out_count; i++)
    call.out[i].data = arena_alloc(n->out[i] ? g->arena : c->scratch, out_bytes[i] + !out_bytes[i]);
  call.threads = c->threads;
  if (op_run(&call, NULL) != FP8C_OK) return false;
  for (size_t i = 0; i < n->out_count; i++) {
    if (!n->out[i]) continue;
    blob data = {.bytes = out_bytes[i], .memory = call.out[i].data};
    value *v = graph_const(g, NULL, &call.out[i], data);
    value_replace(n->out[i], v);
    value_swap_names(n->out[i], v);
  }
  return true;
}

/* Shape(x) whose wanted dimensions are known, and Size(x). */
static bool fold_shape(node *n) {
  const tensor *x = &n->in[0]->type;
  if (x->rank < 0 || value_is_output(n->out[0])) return false;
  int64_t dims[FP8C_MAX_RANK], count = 0;
  if (node_is(n, OP_SIZE)) {
    int64_t elements;
    if (!tensor_shape_known(x) || !shape_elements(x->dims, x->rank, &elements)) return false;
    tensor t = {.dtype = FP8C_DTYPE_I64};
    value *v = graph_const_copy(n->graph, NULL, &t, &elements);
    value_replace(n->out[0], v);
    value_swap_names(n->out[0], v);
    return true;
  }
  int64_t start = node_int(n, "start"), end = node_attr(n, "end") ? node_int(n, "end") : x->rank;
  start = start < 0 ? start + x->rank : start;
  end = end < 0 ? end + x->rank : end;
  start = start < 0 ? 0 : start;
  end = end > x->rank ? x->rank : end;
  for (int64_t i = start; i < end; i++) {
    if (x->dims[i] < 0) return false;
    dims[count++] = x->dims[i];
  }
  value *v = graph_const_i64s(n->graph, NULL, dims, (size_t)count);
  value_replace(n->out[0], v);
  value_swap_names(n->out[0], v);
  return true;
}

/* Gather(Shape(x), i) of a dimension that is known though others are not. */
static bool fold_shape_gather(node *n) {
  const node *shape = value_def_of(n->in[0], OP_SHAPE);
  int64_t index;
  size_t count;
  if (!shape || value_is_output(n->out[0]) || !value_ints(n->in[1], &index, 1, &count) ||
      count != 1)
    return false;
  const tensor *x = &shape->in[0]->type;
  if (x->rank < 0 || node_int(shape, "start") != 0 || node_attr(shape, "end")) return false;
  index = index < 0 ? index + x->rank : index;
  if (index < 0 || index >= x->rank || x->dims[index] < 0) return false;
  tensor t = {.dtype = FP8C_DTYPE_I64, .rank = n->in[1]->type.rank};
  for (int i = 0; i < t.rank; i++) t.dims[i] = 1;
  value *v = graph_const_copy(n->graph, NULL, &t, &x->dims[index]);
  value_replace(n->out[0], v);
  value_swap_names(n->out[0], v);
  return true;
}

fp8c_status pass_fold_constants(graph *g, pass_context *c, fp8c_error *err) {
  for (node *n = g->first; n; n = n->next) {
    arena_mark mark = arena_save(c->scratch);
    bool done = !has_output(n)                                ? false
                : node_is(n, OP_SHAPE) || node_is(n, OP_SIZE) ? fold_shape(n)
                : is_candidate(n)                             ? fold(n, c)
                : node_is(n, OP_GATHER)                       ? fold_shape_gather(n)
                                                              : false;
    arena_reset(c->scratch, mark);
    if (done) {
      c->changes++;
    } else if (c->changes) {
      /* A shape that came from a node may now come from a constant. */
      TRY(node_infer(n, err));
    }
  }
  return FP8C_OK;
}
