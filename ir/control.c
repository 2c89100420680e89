/* control.c - types of what If, Loop and Scan give, from the types inside their bodies.
 *
 * A body has symbols of its own.  One that stands in the type of an input came from
 * outside under the same name; any other is known in the body alone. */
#include <string.h>

#include "ir/graph.h"
#include "ir/internal.h"
#include "ops/control.h"
#include "ops/ids/control.h"
#include "ops/ids/moves.h"
#include "ops/infer.h"

bool node_is_control(const node *n) { return op_is_control(n->op); }

graph *node_body(const node *n, int index) {
  if (!node_is_control(n) || (index == 1 && !node_is(n, OP_IF)) || index > 1) return NULL;
  const attr *a = node_attr(n, control_attr(op_of(n->op), index));
  return a ? a->graph : NULL;
}

static bool of_an_input(const graph *body, int64_t dim) {
  for (size_t i = 0; i < body->input_count; i++)
    for (int d = 0; d < body->inputs[i]->type.rank; d++)
      if (body->inputs[i]->type.dims[d] == dim) return true;
  return false;
}

/* A body's type as the graph around it says it. */
static tensor outside(const graph *g, const graph *body, const value *v) {
  tensor t = {.dtype = v->type.dtype, .rank = v->type.rank};
  for (int d = 0; d < t.rank; d++) {
    int64_t dim = v->type.dims[d];
    size_t index;
    t.dims[d] = dim >= 0 ? dim : DIM_UNKNOWN;
    if (dim >= 0 || dim == DIM_UNKNOWN || !of_an_input(body, dim)) continue;
    if (graph_find_symbol(g, body->symbols[DIM_SYMBOL_INDEX(dim)].name, &index))
      t.dims[d] = g->symbols[index].bound >= 0 ? g->symbols[index].bound : DIM_SYMBOL(index);
  }
  return t;
}

/* What is one or the other. */
static fp8c_status either(tensor *a, const tensor *b, size_t output, fp8c_error *err) {
  if (a->dtype != b->dtype)
    return fail(err, FP8C_ERROR_FORMAT, "output %zu is %s one way and %s the other", output,
                fp8c_dtype_name(a->dtype), fp8c_dtype_name(b->dtype));
  if (a->rank != b->rank) a->rank = RANK_UNKNOWN;
  for (int d = 0; d < a->rank; d++)
    if (a->dims[d] != b->dims[d]) a->dims[d] = DIM_UNKNOWN;
  return FP8C_OK;
}

/* One dimension more, of the iterations, at `axis`. */
static tensor stacked(tensor t, int64_t axis, int64_t size) {
  if (t.rank == RANK_UNKNOWN || t.rank == FP8C_MAX_RANK || axis < -(t.rank + 1) || axis > t.rank) {
    t.rank = RANK_UNKNOWN;
    return t;
  }
  if (axis < 0) axis += t.rank + 1;
  memmove(&t.dims[axis + 1], &t.dims[axis], (size_t)(t.rank - axis) * sizeof *t.dims);
  t.dims[axis] = size;
  t.rank++;
  return t;
}

static int64_t axis_attr(const node *n, const char *name, size_t i) {
  const attr *a = node_attr(n, name);
  return a && i < a->count ? a->ints[i] : 0;
}

/* How often a Scan runs. */
static int64_t scan_steps(const node *n, const control *c) {
  bool batched = node_int(n, "batched") != 0;
  for (size_t i = 0; i < c->scanned; i++) {
    const value *v = n->in[c->states + i];
    int64_t axis = batched ? 1 : axis_attr(n, "scan_input_axes", i);
    if (!v || v->type.rank <= 0 || axis < -v->type.rank || axis >= v->type.rank) continue;
    int64_t dim = v->type.dims[axis < 0 ? axis + v->type.rank : axis];
    if (dim != DIM_UNKNOWN) return dim;
  }
  return DIM_UNKNOWN;
}

fp8c_status control_rule(const node *n, arena *a, tensor **out, fp8c_error *err) {
  const graph *body = node_body(n, 0), *other = node_body(n, 1);
  if (!body || (node_is(n, OP_IF) && !other)) return fail(err, FP8C_ERROR_FORMAT, "it has no body");
  control_body bodies[2] = {{body->input_count, body->output_count}, {0, 0}};
  if (other) bodies[1] = (control_body){other->input_count, other->output_count};
  control c;
  TRY(control_form(n->op, n->attrs, n->in_count, n->out_count, bodies, &c, err));
  bool batched = c.kind == OP_SCAN && node_int(n, "batched") != 0;
  size_t skip = c.kind == OP_LOOP ? 1 : 0; /* its condition */
  *out = NEW_ARRAY(a, tensor, n->out_count + 1);
  for (size_t i = 0; i < n->out_count; i++) {
    tensor t = outside(n->graph, body, body->outputs[skip + i]);
    if (c.kind == OP_IF) {
      tensor u = outside(n->graph, other, other->outputs[i]);
      TRY(either(&t, &u, i, err));
    } else if (i < c.states) {
      if (batched) t = stacked(t, 0, DIM_UNKNOWN);
      const value *before = n->in[i + (c.kind == OP_LOOP ? 2 : 0)];
      if (before) {
        tensor u = before->type;
        u.dtype = t.dtype; /* stored in another float format */
        TRY(either(&t, &u, i, err));
      }
    } else if (c.kind == OP_LOOP) {
      t = stacked(t, 0, DIM_UNKNOWN);
    } else {
      t = stacked(t, axis_attr(n, "scan_output_axes", i - c.states), scan_steps(n, &c));
      if (batched) t = stacked(t, 0, DIM_UNKNOWN);
    }
    (*out)[i] = t;
  }
  return FP8C_OK;
}

/* ---- Work ------------------------------------------------------------------------------- */

/* The value that body input `i` has at first, as a whole; NULL: a slice, or what the node makes
 * itself.
 */
static const value *first_value_of(const node *n, size_t i, const control *c) {
  if (c->kind == OP_IF) return node_input(n, i + 1);
  if (c->kind == OP_LOOP) return i < 2 ? NULL : node_input(n, i);
  return i >= c->states && i < c->states + c->scanned ? NULL : node_input(n, i);
}

/* A body with the sizes that the graph around it has: for its symbols, and of what it is given
 * first. */
static const graph *sized_body(const node *n, const graph *body, const control *c, arena *a) {
  graph *copy = graph_clone(body, a);
  for (size_t i = 0; i < copy->symbol_count; i++) {
    size_t index;
    if (!graph_find_symbol(n->graph, copy->symbols[i].name, &index)) continue;
    int64_t size = n->graph->symbols[index].bound;
    if (size >= 0) (void)graph_bind(copy, copy->symbols[i].name, size, NULL);
  }
  for (size_t i = 0; i < copy->input_count; i++) {
    const value *first = first_value_of(n, i, c);
    tensor *t = &copy->inputs[i]->type;
    if (!first || !tensor_shape_known(&first->type) || tensor_shape_known(t)) continue;
    t->rank = first->type.rank;
    memcpy(t->dims, first->type.dims, sizeof t->dims);
  }
  return graph_infer(copy, NULL) == FP8C_OK ? copy : body;
}

/* Recursion follows the nesting of bodies, which the importer bounds. */
static uint64_t body_macs(const node *n, const graph *body, const control *c, arena *a,
                          size_t *once) {
  const graph *sized = sized_body(n, body, c, a);
  uint64_t macs = 0;
  for (const node *m = sized->first; m; m = m->next) {
    uint64_t own = node_is_control(m) ? control_macs(m, a, once) : node_macs(m, a);
    if (__builtin_add_overflow(macs, own, &macs)) macs = UINT64_MAX;
  }
  return macs;
}

/* The condition is true at first and is handed on, or is true for good. */
static bool runs_to_the_end(const node *n, const graph *body) {
  double x;
  const value *given = node_input(n, 1), *next = body->outputs[0];
  if (given && !(value_scalar(given, &x) && x != 0)) return false;
  while (next->def && node_is(next->def, OP_IDENTITY)) next = next->def->in[0];
  return next == body->inputs[1] || (value_scalar(next, &x) && x != 0);
}

/* How often the body runs; -1: data decides. */
static int64_t trip_count(const node *n, const graph *body, const control *c) {
  double trips;
  if (node_is(n, OP_LOOP)) {
    const value *most = node_input(n, 0);
    if (!most || !runs_to_the_end(n, body) || !value_scalar(most, &trips)) return -1;
    return trips < 0 ? 0 : (int64_t)trips;
  }
  int64_t steps = scan_steps(n, c);
  return steps >= 0 ? steps : -1;
}

uint64_t control_macs(const node *n, arena *scratch, size_t *once) {
  const graph *body = node_body(n, 0), *other = node_body(n, 1);
  if (!body) return 0;
  control_body bodies[2] = {{body->input_count, body->output_count}, {0, 0}};
  if (other) bodies[1] = (control_body){other->input_count, other->output_count};
  control c;
  if (control_form(n->op, n->attrs, n->in_count, n->out_count, bodies, &c, NULL) != FP8C_OK)
    return 0;
  arena_mark mark = arena_save(scratch);
  size_t inside = 0, inside_other = 0;
  uint64_t macs = body_macs(n, body, &c, scratch, &inside), most;
  if (node_is(n, OP_IF)) {
    most = other ? body_macs(n, other, &c, scratch, &inside_other) : 0;
    if (most > macs) macs = most, inside = inside_other;
  } else if (macs) {
    int64_t trips = trip_count(n, body, &c);
    if (trips < 0) inside++;
    if (trips >= 0 && __builtin_mul_overflow(macs, (uint64_t)trips, &macs)) macs = UINT64_MAX;
  }
  *once += inside;
  arena_reset(scratch, mark);
  return macs;
}
