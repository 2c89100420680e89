/* state_masks.c - a mask of the runtime's for a model that has none.
 *
 * Decoders of speech and translation (Whisper, T5, BART) are exported without attention_mask: their
 * past holds tokens and nothing else.  On a GPU it is padded in front.  From each past the graph is
 * followed, through what moves, joins or scales rows, to the softmax of scores over its places or
 * to an Attention that reads them; there the padding is hidden.  Whatever else reads a past would
 * see the padding, so that a model where something does gets no mask. */
#include "compiler/compile/state_masks.h"

#include <math.h>

#include "base/numbers.h"

#include "ops/dtype.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"
#include "ops/ids/select.h"
#include "ops/ids/signals.h"
#include "ops/ids/types.h"

enum { KEY = 1, VALUE = 2, ATTENTION_MASK = 3, PAST_KEY = 4, PAST_VALUE = 5, NONPAD = 6 };

/* Nodes between a softmax and the product with values, at most. */
#define FACTORS_BETWEEN 8

typedef struct masking {
  graph *g;
  const plan_memory *m;
  arena *a;
  int64_t batch, places; /* places: the size of the state that is being followed */
  bool *seen;            /* by value */
  value **next;          /* to be followed yet */
  size_t next_count;
  node **readers; /* Softmax and Attention */
  size_t reader_count;
} masking;

static void add_reader(masking *k, node *n) {
  for (size_t i = 0; i < k->reader_count; i++)
    if (k->readers[i] == n) return;
  ARENA_PUSH(k->a, k->readers, k->reader_count, n);
}

static bool is_state_output(const masking *k, const value *v) {
  uint32_t uses = 0;
  for (uint32_t i = 0; i < k->m->state_count; i++)
    uses += k->g->outputs[k->m->states[i].output] == v;
  return uses == v->output_uses;
}

/* A softmax of scores over the places.  What a model computes of its shapes is not followed yet, so
 * a free size may be theirs; were it another, the mask would not fit it, and the compile would say
 * so. */
static bool is_over_places(const masking *k, const node *n) {
  const tensor *t = &n->in[0]->type;
  bool by_sequence = k->batch == 0 || (t->rank == 4 && t->dims[0] < 0);
  return t->rank >= 2 && node_axis(n, t->rank) == t->rank - 1 && t->dims[t->rank - 1] < 0 &&
         by_sequence && dtype_is_small_float(t->dtype);
}

/* Probabilities of a softmax over the places: what they multiply are values. */
static bool are_probabilities(const masking *k, const value *v) {
  for (int i = 0; i < FACTORS_BETWEEN && v->kind == VALUE_NODE; i++) {
    const node *n = v->def;
    if (node_is(n, OP_SOFTMAX)) return is_over_places(k, n);
    bool passes = n->op->family == FAMILY_VIEW || node_is(n, OP_CAST) || node_is(n, OP_DROPOUT) ||
                  node_is(n, OP_TRANSPOSE) || node_is(n, OP_MUL);
    if (!passes && !node_is(n, OP_WHERE)) return false;
    v = n->in[node_is(n, OP_WHERE) ? 2 : 0]; /* NaN of rows without a key becomes 0 */
  }
  return false;
}

static bool moves_rows(const node *n, const value *v) {
  op_family f = n->op->family;
  return f == FAMILY_ELTWISE || f == FAMILY_VIEW || f == FAMILY_LAYOUT || node_is(n, OP_DROPOUT) ||
         (node_is(n, OP_GATHER) && n->in[0] == v);
}

static void follow(masking *k, value *v) {
  if (k->seen[v->id]) return;
  k->seen[v->id] = true;
  ARENA_PUSH(k->a, k->next, k->next_count, v);
}

/* Whether node `n` may read `v`, which is made of a past; what it makes of that is followed. */
static bool may_read(masking *k, node *n, value *v) {
  if (op_has(n->op, FACT_SHAPE_ONLY)) return true;
  if (node_is(n, OP_ATTENTION)) {
    bool own = node_input(n, PAST_KEY) == v || node_input(n, PAST_VALUE) == v;
    bool joined = !node_input(n, PAST_KEY) && (n->in[KEY] == v || n->in[VALUE] == v);
    bool else_too = n->in[0] == v || node_input(n, ATTENTION_MASK) == v || node_input(n, NONPAD);
    if ((own || joined) && !else_too) add_reader(k, n);
    return (own || joined) && !else_too;
  }
  if (node_is(n, OP_SOFTMAX)) {
    if (is_over_places(k, n)) add_reader(k, n);
    return is_over_places(k, n);
  }
  bool product = node_is(n, OP_MATMUL) || (node_is(n, OP_EINSUM) && n->in_count == 2);
  if (product && are_probabilities(k, n->in[n->in[0] == v])) return true;
  if (!product && !moves_rows(n, v)) return false;
  for (size_t i = 0; i < n->out_count; i++)
    if (n->out[i]) follow(k, n->out[i]);
  return true;
}

/* Whether all that reads the past `v` is attention over its places. */
static bool is_for_attention(masking *k, value *v) {
  follow(k, v);
  while (k->next_count) {
    v = k->next[--k->next_count];
    if (v->output_uses && !is_state_output(k, v)) return false;
    for (size_t i = 0; i < v->user_count; i++)
      if (!may_read(k, v->users[i], v)) return false;
  }
  return true;
}

/* All readers of all pasts. */
static bool find_readers(masking *k) {
  for (uint32_t i = 0; i < k->m->state_count; i++) {
    const plan_state *s = &k->m->states[i];
    if (s->rows != PLAN_ROWS_GROW) continue; /* what does not grow has no padding */
    const tensor *grown = &k->g->outputs[s->output]->type;
    int64_t places = grown->rank == RANK_UNKNOWN ? DIM_UNKNOWN : grown->dims[s->axis];
    if (places == DIM_UNKNOWN || (k->places != 0 && places != k->places)) return false;
    k->places = places;
    if (!is_for_attention(k, k->g->inputs[s->input])) return false;
  }
  return k->reader_count > 0;
}

/* ---- Hiding --------------------------------------------------------------------------- */

static fp8c_status made(masking *k, node *before, op_id op, value *const *in, size_t count,
                        value **out, fp8c_error *err) {
  node *n = graph_node(k->g, before, op_get(op), NULL, in, count, 1);
  *out = n->out[0];
  return node_infer(n, err);
}

/* `mask` for values of this rank: a row for all heads and queries of a sequence. */
static fp8c_status of_rank(masking *k, node *before, value *mask, int rank, value **out,
                           fp8c_error *err) {
  int64_t axes[FP8C_MAX_RANK];
  size_t count = 0;
  *out = mask;
  if (k->batch == 0) return FP8C_OK; /* [1, places] is for all ranks */
  for (int d = 1; d < rank - 1; d++) axes[count++] = d;
  if (!count) return FP8C_OK;
  value *in[] = {mask, graph_const_i64s(k->g, "places_held.axes", axes, count)};
  return made(k, before, OP_UNSQUEEZE, in, 2, out, err);
}

/* `v` where there is a token, and nothing behind a softmax elsewhere. */
static fp8c_status hidden(masking *k, node *before, value *mask, value *v, value **out,
                          fp8c_error *err) {
  value *low = graph_const_f32(k->g, "places_held.low", -INFINITY);
  if (v->type.dtype != FP8C_DTYPE_F32) {
    node *n = graph_node(k->g, before, op_get(OP_CAST), NULL, &low, 1, 1);
    node_set_int(n, "to", dtype_to_onnx(v->type.dtype));
    TRY(node_infer(n, err));
    low = n->out[0];
  }
  value *in[] = {mask, v, low};
  return made(k, before, OP_WHERE, in, 3, out, err);
}

static fp8c_status hide_in(masking *k, node *n, value *mask, fp8c_error *err) {
  bool softmax = node_is(n, OP_SOFTMAX);
  size_t input = softmax ? 0 : ATTENTION_MASK;
  value *old = node_input(n, input), *row, *new;
  TRY(of_rank(k, n, mask, softmax ? old->type.rank : 4, &row, err));
  value *both[] = {old, row};
  if (!old)
    new = row;
  else if (old->type.dtype == FP8C_DTYPE_BOOL)
    TRY(made(k, n, OP_AND, both, 2, &new, err));
  else
    TRY(hidden(k, n, row, old, &new, err));
  node_set_input(n, input, new);
  return FP8C_OK;
}

fp8c_status job_mask_places(job *j, int64_t batch, fp8c_error *err) {
  plan_memory *m = &j->result.plan.memory;
  graph *g = j->model.graph;
  masking k = {.g = g, .m = m, .a = j->scratch, .batch = batch};
  k.seen = NEW_ARRAY(k.a, bool, g->next_value_id);
  if (m->tokens == PLAN_NO_VALUE || !find_readers(&k)) return FP8C_OK;
  tensor t = {.dtype = FP8C_DTYPE_BOOL, .rank = 2, .dims = {batch ? batch : 1, k.places}};
  value *mask = graph_input(g, "places_held", &t);
  plan_fill fill = {.input = (uint32_t)(g->input_count - 1), .role = PLAN_ROLE_MASK};
  ARENA_PUSH(j->keep, m->fills, m->fill_count, fill);
  for (size_t i = 0; i < k.reader_count; i++) TRY(hide_in(&k, k.readers[i], mask, err));
  return FP8C_OK;
}
