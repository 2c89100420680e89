/* short_sequences.c - attention over short sequences takes several of them as one.
 *
 * A kernel multiplies tiles of 64 queries and 64 keys, whatever a sequence has: of the 16 pixels of
 * a word (TNT) or the 8 frames of a place (TimeSformer) it computes a sixteenth or less.  So many
 * as a tile holds become one sequence, whose queries see the keys of their own: the rows lie one
 * behind the other already, and what is hidden has no share, so that no number changes but by the
 * order of sums. */
#include "base/numbers.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/match.h"
#include "passes/moves.h"

#define TILE 64

static bool is_rows(const value *v) { return v->type.rank == 3 && tensor_shape_known(&v->type); }

/* Rows [batch, S, heads * size] of queries, keys and values, all of one length, and nothing else.
 */
static bool is_plain(const node *n) {
  if (!node_is(n, OP_ATTENTION) || !has_output(n) || node_gives_more(n) || n->in_count < 3 ||
      node_int(n, "is_causal") || node_int(n, "causal_end") || node_int(n, "q_num_heads") < 1)
    return false;
  for (size_t i = 3; i < n->in_count; i++)
    if (n->in[i]) return false;
  const tensor *q = &n->in[0]->type;
  for (size_t i = 0; i < 3; i++) {
    const tensor *t = &n->in[i]->type;
    if (!is_rows(n->in[i]) || !dtype_is_half(t->dtype) || t->scale.kind != SCALE_NONE ||
        t->dims[0] != q->dims[0] || t->dims[1] != q->dims[1])
      return false;
  }
  return is_rows(n->out[0]);
}

/* Sequences that a tile holds, and that the batch has whole tiles of; 1: it stays as it is. */
static int64_t together(const tensor *q) {
  int64_t length = q->dims[1], count = length > 0 ? TILE / length : 1;
  while (count > 1 && (q->dims[0] < count || q->dims[0] % count != 0)) count--;
  return count < 1 ? 1 : count;
}

static void join(tensor *t, int64_t count) {
  t->dims[0] /= count;
  t->dims[1] *= count;
}

/* Which keys a query sees: those of its own sequence. */
static value *own_keys(const node *n, int64_t length, int64_t count) {
  int64_t rows = length * count;
  tensor t = {.dtype = FP8C_DTYPE_BOOL, .rank = 2, .dims = {rows, rows}};
  uint8_t *sees = NEW_ARRAY(n->graph->scratch, uint8_t, rows * rows + 1);
  for (int64_t q = 0; q < rows; q++)
    for (int64_t k = 0; k < rows; k++) sees[q * rows + k] = q / length == k / length;
  return graph_const_copy(n->graph, "own_keys", &t, sees);
}

static bool rewrite(node *n) {
  if (!is_plain(n)) return false;
  int64_t length = n->in[0]->type.dims[1], count = together(&n->in[0]->type);
  node *last = count > 1 ? end_of_chain(n, is_rows) : NULL;
  if (!last) return false;
  value *in[3];
  for (size_t i = 0; i < 3; i++) {
    tensor to = n->in[i]->type;
    join(&to, count);
    in[i] = move_reshaped(n->in[i], &to, n);
    if (!in[i]) return false;
  }
  for (size_t i = 0; i < 3; i++) node_set_input(n, i, in[i]);
  node_set_input(n, 3, own_keys(n, length, count));
  value *y = last->out[0];
  tensor as_it_was = y->type;
  int64_t dims[] = {as_it_was.dims[0], as_it_was.dims[1], as_it_was.dims[2]};
  value *of[] = {y, graph_const_i64s(n->graph, NULL, dims, 3)};
  node *apart = graph_node(n->graph, last->next, op_get(OP_RESHAPE), NULL, of, 2, 1);
  node_add_sources(apart, last);
  stand_behind(apart, last);
  for (node *m = n;; m = m->next) {
    join(&m->out[0]->type, count);
    if (m == last) break;
  }
  return true;
}

fp8c_status pass_short_sequences(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  if (targets_refuse(&c->rules, &(kernel_question){.what = ASK_CHANNELS_LAST})) return FP8C_OK;
  c->changes += rewrite_nodes(g, rewrite);
  return FP8C_OK;
}
