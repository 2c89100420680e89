/* fold_constants.c - computes now what depends on no input.
 *
 * The numbers come from op_run, the arithmetic every device is checked
 * against.  Three things are left alone: what would blow a small constant up into
 * a large one, conversions of quantised weights, whose small form is the point,
 * and, so that a few bytes of a model cannot cost gigabytes or hours, what comes
 * after the limits below are reached.  What is left alone is computed at run time. */
#include "base/numbers.h"
#include "base/size.h"
#include "ops/ids/algebra.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "passes/match.h"

#define EXPANDED_BYTES_MAX ((size_t)16 << 20) /* of one result larger than what it is made of */
/* Of all results for one graph: this and FOLDED_FACTOR times its constants, or as many more times
 * as are FOLDED_MORE_MAX bytes at most: weights that are made of others (standardised, of low rank)
 * are a dozen results each.  Shapes are folded whatever went before: what reads them cannot do
 * without. */
#define FOLDED_BYTES_MAX ((uint64_t)64 << 20)
#define FOLDED_FACTOR 2
#define FOLDED_MORE_FACTOR 12
#define FOLDED_MORE_MAX ((uint64_t)2 << 30)
#define FOLDED_FREE_BYTES 1024
#define FOLDED_WORK_MAX ((uint64_t)1 << 28) /* steps, of which 32 MACs of a product are one */

/* Weights of convolutions in integers: no kernel multiplies such codes. */
static bool only_filters(const value *v) {
  for (size_t i = 0; i < v->user_count; i++) {
    const node *u = v->users[i];
    if ((!node_is(u, OP_CONV) && !node_is(u, OP_CONV_TRANSPOSE)) || u->in[0] == v) return false;
  }
  return v->user_count > 0;
}

/* Of codes that are kept.  Nothing is gained by those of biases of quantised models and of what
 * else is small, and kernels want numbers there. */
static bool is_small_form(const node *n) {
  const tensor *codes = &n->in[0]->type;
  return !node_is(n, OP_DEQUANTIZE_LINEAR) ||
         (codes->rank > 1 && codes->dtype != FP8C_DTYPE_I32 &&
          (!dtype_is_int(codes->dtype) || !only_filters(n->out[0])));
}

static bool is_candidate(const node *n) {
  if (op_has(n->op, FACT_QUANTIZES) && is_small_form(n)) return false;
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

static uint64_t elements_of(const tensor *t) {
  int64_t n;
  return tensor_shape_known(t) && shape_elements(t->dims, t->rank, &n) ? (uint64_t)n : UINT64_MAX;
}

static uint64_t times(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* Work that the bytes of the results do not bound already: 0 where each element of the
 * operands and of the results is touched a few times.  For the rest an upper bound. */
static uint64_t work_of(const node *n, const op_call *call) {
  switch (n->op->family) {
    case FAMILY_ELTWISE:
    case FAMILY_ROW:
    case FAMILY_REDUCE:
    case FAMILY_LAYOUT:
    case FAMILY_GATHER:
    case FAMILY_VIEW:
      return 0;
    default:
      break;
  }
  if (op_has(n->op, FACT_LINEAR_TIME)) return 0;
  uint64_t macs = op_macs(call);
  if (macs) return macs / 32;
  uint64_t in = 1, out = 1;
  for (size_t i = 0; i < call->in_count; i++)
    if (call->in[i]) in = times(in, elements_of(call->in[i]));
  for (size_t i = 0; i < call->out_count; i++) out = times(out, elements_of(&call->out[i]));
  /* Einsum walks all its letters, which its operands hold; the others at most all operands for each
   * result. */
  return node_is(n, OP_EINSUM) ? in : times(in, out);
}

/* What folding a graph may add to its constants, and has added. */
typedef struct fold_budget {
  const graph *of;
  uint64_t may_bytes, bytes, work;
} fold_budget;

static void count_constants(const graph *g, fold_budget *b) {
  if (b->of == g) return;
  *b = (fold_budget){.of = g};
  uint64_t bytes = 0;
  for (const node *n = g->first; n; n = n->next)
    for (size_t i = 0; i < n->in_count; i++)
      if (n->in[i] && value_is_const(n->in[i]) && n->in[i]->user_count == 1)
        bytes += n->in[i]->blob.bytes;
  uint64_t more =
      bytes < FOLDED_MORE_MAX / FOLDED_MORE_FACTOR ? FOLDED_MORE_FACTOR * bytes : FOLDED_MORE_MAX;
  uint64_t least = FOLDED_FACTOR * bytes;
  b->may_bytes = FOLDED_BYTES_MAX + (more > least ? more : least);
}

/* Takes what a fold costs out of what is left for all; false when that is too little. */
static bool afford(const node *n, const op_call *call, const size_t *out_bytes, fold_budget *b) {
  uint64_t bytes = 0, work = work_of(n, call);
  for (size_t i = 0; i < n->out_count; i++) bytes += out_bytes[i];
  if (bytes <= FOLDED_FREE_BYTES && !work) return true;
  if (bytes > b->may_bytes - b->bytes || work > FOLDED_WORK_MAX - b->work) return false;
  b->bytes += bytes;
  b->work += work;
  return true;
}

static bool fold(node *n, pass_context *c) {
  graph *g = n->graph;
  op_call call;
  size_t *out_bytes = NEW_ARRAY(c->scratch, size_t, n->out_count);
  /* A failure here is one the model has at run time; it is reported there. */
  if (node_call(n, c->scratch, true, &call, NULL) != FP8C_OK) return false;
  for (size_t i = 0; i < n->out_count; i++) call.out[i] = (tensor){.rank = RANK_UNKNOWN};
  if (op_infer(&call, NULL) != FP8C_OK || !plan_outputs(n, &call, out_bytes)) return false;
  if (!afford(n, &call, out_bytes, PASS_STATE(c, fold_budget))) return false;
  for (size_t i = 0; i < n->out_count; i++)
    call.out[i].data = arena_alloc(n->out[i] ? g->arena : c->scratch, out_bytes[i] + !out_bytes[i]);
  call.threads = c->threads;
  if (op_run(&call, NULL) != FP8C_OK) return false;
  g->folded_macs += op_macs(&call);
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
  count_constants(g, PASS_STATE(c, fold_budget));
  for (node *n = g->first; n; n = n->next) {
    arena_mark mark = arena_save(c->scratch);
    bool done = !has_output(n)                   ? false
                : op_has(n->op, FACT_SHAPE_ONLY) ? fold_shape(n)
                : is_candidate(n)                ? fold(n, c)
                : node_is(n, OP_GATHER)          ? fold_shape_gather(n)
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
