/* dense_experts.c - experts that tokens chose multiply all tokens, and each takes its own result.
 *
 * Mixtures of experts are exported so that each token gathers the matrix of its expert:
 *
 *     MatMul(GatherND(weights [E, N, K], chosen [S, 1]), x [S, K, 1])
 *     MatMul(x [S, 1, K], GatherND(weights [E, K, N], chosen [S, 1]))
 *
 * which copies a matrix for every token and multiplies each with one vector.  One product of x with
 * all E matrices side by side is E times the multiplications, on tensor cores, and reads weights
 * once: each token's N numbers are gathered from its E N.  Where tokens stand there once for each
 * of several experts, they are multiplied once. */
#include "ops/ids/algebra.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/moves.h"

/* Beyond so many the multiplications take longer than the copies did. */
#define EXPERTS_MAX 256
#define EXPERTS_MAX_CPU 16

typedef struct experts {
  value *weights, *chosen, *x; /* [E, N, K] or [E, K, N]; [S, 1]; [S, K, 1] or [S, 1, K] */
  bool rows;                   /* K lies last */
  int64_t count, columns, depth, tokens;
} experts;

static bool read_experts(const node *n, int64_t most, experts *e) {
  if (n->out[0]->type.rank != 3) return false;
  for (int i = 0; i < 2; i++) {
    const node *gather = value_def_of(n->in[i], OP_GATHER_ND);
    if (!gather || gather->region || node_int(gather, "batch_dims")) continue;
    *e = (experts){.weights = gather->in[0], .chosen = gather->in[1], .x = n->in[1 - i]};
    const tensor *w = &e->weights->type, *c = &e->chosen->type, *x = &e->x->type;
    if (!value_is_const(e->weights) || w->rank != 3 || c->rank != 2 || x->rank != 3 ||
        !tensor_shape_known(w) || !tensor_shape_known(c) || !tensor_shape_known(x) ||
        c->dims[1] != 1 || w->scale.kind != SCALE_NONE || w->dtype != x->dtype)
      return false;
    e->rows = i == 0;
    e->count = w->dims[0];
    e->columns = w->dims[e->rows ? 1 : 2];
    e->depth = w->dims[e->rows ? 2 : 1];
    e->tokens = c->dims[0];
    return x->dims[0] == e->tokens && x->dims[e->rows ? 2 : 1] == 1 &&
           x->dims[e->rows ? 1 : 2] == e->depth && e->count > 1 && e->count <= most &&
           e->count <= e->tokens && e->columns > 0 && e->depth > 0;
  }
  return false;
}

/* The tokens of x [S, K], each so many times one after the other: [S / *times, K]; else x. */
static value *once(value *x, int64_t *times) {
  const node *flat = value_def_of(x, OP_RESHAPE);
  const node *spread = flat ? value_def_of(flat->in[0], OP_EXPAND) : NULL;
  *times = 1;
  if (!spread || spread->out[0]->type.rank != 3 || !tensor_shape_known(&spread->out[0]->type) ||
      !tensor_shape_known(&spread->in[0]->type))
    return x;
  const tensor *all = &spread->out[0]->type, *one = &spread->in[0]->type;
  const node *apart = value_def_of(spread->in[0], OP_UNSQUEEZE);
  if (!apart || one->rank != 3 || one->dims[0] != all->dims[0] || one->dims[1] != 1 ||
      one->dims[2] != all->dims[2] || all->dims[2] != x->type.dims[1] || all->dims[1] < 1)
    return x;
  *times = all->dims[1];
  return apart->in[0];
}

/* x times all matrices: [rows, E N]. */
static value *multiplied(const experts *e, value *x, node *n) {
  graph *g = n->graph;
  value *in[2] = {x};
  node *product = NULL;
  if (e->rows) { /* the same bytes */
    tensor t = {
        .dtype = e->weights->type.dtype, .rank = 2, .dims = {e->count * e->columns, e->depth}};
    in[1] = graph_const(g, e->weights->name, &t, e->weights->blob);
    product = node_like(n, OP_LINEAR, in, 2);
  } else {
    static const int64_t depth_first[] = {1, 0, 2};
    tensor t = {.rank = 2, .dims = {e->depth, e->count * e->columns}};
    in[1] = move_reshaped(move_transposed(e->weights, depth_first, n), &t, n);
    if (!in[1]) return NULL;
    product = node_like(n, OP_MATMUL, in, 2);
  }
  product->out[0]->type = x->type;
  product->out[0]->type.dims[1] = e->count * e->columns;
  return product->out[0];
}

static bool rewrite(node *n, int64_t most) {
  experts e;
  int64_t times;
  if (!read_experts(n, most, &e)) return false;
  tensor flat = {.rank = 2, .dims = {e.tokens, e.depth}};
  const node *thin = e.x->def; /* which gave its one column, or row */
  bool had = thin && !thin->region && (node_is(thin, OP_UNSQUEEZE) || node_is(thin, OP_RESHAPE)) &&
             same_shape(&thin->in[0]->type, &flat);
  value *x = had ? thin->in[0] : move_reshaped(e.x, &flat, n);
  if (!x) return false;
  x = once(x, &times);
  int64_t rows = e.tokens / times;
  if (x->type.rank != 2 || x->type.dims[0] != rows || x->type.dims[1] != e.depth) return false;
  value *all = multiplied(&e, x, n);
  tensor apart = {.rank = 3, .dims = {rows, e.count, e.columns}};
  tensor each = {.rank = 3, .dims = {rows, times, 1}};
  value *in[] = {all ? move_reshaped(all, &apart, n) : NULL, move_reshaped(e.chosen, &each, n)};
  if (!in[0] || !in[1]) return false;
  node *own = graph_node(n->graph, n, op_get(OP_GATHER_ND), NULL, in, 2, 1);
  node_set_int(own, "batch_dims", 1);
  node_add_sources(own, n);
  own->out[0]->type = in[0]->type;
  own->out[0]->type.dims[1] = times;
  value *y = move_reshaped(own->out[0], &n->out[0]->type, n);
  if (!y) return false;
  take_over(y->def, n->out[0]);
  return true;
}

fp8c_status pass_dense_experts(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  int64_t most = c->rules.gpu ? EXPERTS_MAX : EXPERTS_MAX_CPU;
  for (node *n = g->first; n; n = n->next)
    if (has_output(n) && node_is(n, OP_MATMUL) && !n->region) c->changes += rewrite(n, most);
  return FP8C_OK;
}
