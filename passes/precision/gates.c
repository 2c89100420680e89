/* gates.c - the small products between a pooled map and the map they multiply.
 *
 * Squeeze and excitation, and what is built like it: a map's channels are averaged,
 * go through one or two products of a few numbers, and come back as a factor for
 * each channel.  A rounding there moves every element of a channel alike, in one
 * direction for all images of a kind: what follows does not average it out. */
#include "ops/ids/binary.h"
#include "passes/match.h"
#include "passes/precision/precision.h"

#define STEPS 12 /* activations and reshapes on the way */
#define WEIGHTS_MOST ((int64_t)1 << 22)
#define F32_WEIGHTS_MOST ((int64_t)1 << 18) /* in F32 without tensor cores they take some 3 us */

static bool passes_on(const node *n) {
  return n->out_count == 1 && n->out[0] &&
         (n->op->family == FAMILY_ELTWISE || n->op->family == FAMILY_VIEW);
}

static bool one_position(const tensor *t) {
  for (int i = 2; i < t->rank; i++)
    if (t->dims[i] != 1) return false;
  return t->rank > 2;
}

/* Made of means, sums or maxima over a map. */
static bool is_pooled(const value *v, int steps) {
  const node *d = v && v->kind == VALUE_NODE ? v->def : NULL;
  if (!d || steps == 0) return false;
  if (op_has(d->op, FACT_REDUCES)) return true;
  if (d->op->family == FAMILY_POOL) return one_position(&v->type);
  if (!passes_on(d) && !node_has_weights(d)) return false;
  for (size_t i = 0; i < d->in_count; i++)
    if (d->in[i] && !value_is_const(d->in[i])) return is_pooled(d->in[i], steps - 1);
  return false;
}

/* v is one number where the result has many. */
static bool widens(const value *v, const value *result) {
  const tensor *a = &v->type, *b = &result->type;
  for (int i = 1; i <= b->rank; i++) {
    int64_t had = i <= a->rank ? a->dims[a->rank - i] : 1, has = b->dims[b->rank - i];
    if (had == 1 && has != 1) return true;
  }
  return false;
}

/* All that is made of v are factors of something larger. */
static bool multiplies_more(const value *v, int steps) {
  if (steps == 0 || value_is_output(v) || v->user_count == 0) return false;
  for (size_t i = 0; i < v->user_count; i++) {
    const node *u = v->users[i];
    bool wider = passes_on(u) && u->op->family == FAMILY_ELTWISE && widens(v, u->out[0]);
    if (wider && node_is(u, OP_MUL)) continue;
    bool on = !wider && (passes_on(u) || (node_has_weights(u) && u->in[0] == v));
    if (!on || !multiplies_more(u->out[0], steps - 1)) return false;
  }
  return true;
}

bool node_gates(const node *n) {
  if (!node_has_weights(n) || !tensor_shape_known(&n->in[1]->type)) return false;
  return tensor_elements(&n->in[1]->type) <= WEIGHTS_MOST && is_pooled(n->in[0], STEPS) &&
         multiplies_more(n->out[0], STEPS);
}

bool node_gates_in_f32(const node *n) {
  return node_gates(n) && tensor_elements(&n->in[1]->type) <= F32_WEIGHTS_MOST;
}
