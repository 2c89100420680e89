/* last_logits.c - of a run of several tokens the logits of the last one alone.
 *
 * Whoever appends tokens to a slot asks for the logits behind the last of them, but the model's
 * product with its vocabulary gives those of all: 1 GB for 2,048 tokens of 128,256.  What works on
 * each row by itself, and for nothing but the logits, is therefore given the last row of what it
 * reads: that product, and of the last layer all that stands behind its attention.  Formats are
 * decided before, with all rows. */
#include "compiler/compile/state_in_place.h"
#include "ir/read.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/ids/unary.h"

typedef struct rows_left {
  graph *g;
  value *logits;
  tensor all; /* the logits' type as the model has it */
  int axis;   /* of the run's tokens, the last but one */
  bool *last; /* by node: computed for the last row alone */
} rows_left;

/* `v` has a row for each of the run's tokens. */
static bool has_rows(const rows_left *r, const value *v) {
  const tensor *t = &v->type;
  bool same = t->rank == r->all.rank && t->scale.kind != SCALE_AXIS;
  for (int d = 0; same && d <= r->axis; d++) same = t->dims[d] == r->all.dims[d];
  return same;
}

/* `v` is the same for all rows: it has no such dimension, or one element along it. */
static bool serves_all_rows(const rows_left *r, const value *v) {
  int at = r->axis - (r->all.rank - v->type.rank);
  return at < 0 || v->type.dims[at] == 1;
}

static bool is_product(const node *n) {
  if (!value_is_const(n->in[1])) return false;
  return node_is(n, OP_LINEAR) || node_is(n, OP_PACKED_LINEAR) || node_is(n, OP_BLOCK_LINEAR) ||
         (node_is(n, OP_MATMUL) && n->in[1]->type.rank == 2);
}

/* Norms of rows, and what they are made of where the model spells them out. */
static bool works_along_rows(const rows_left *r, const node *n) {
  int first, columns = r->all.rank - 1;
  if (op_has(n->op, FACT_REDUCES)) return node_reduces_from(n, &first) && first == columns;
  return op_has(n->op, FACT_ROW_NORM) && node_axis(n, r->all.rank) == columns;
}

static bool takes_columns(const rows_left *r, const node *n) {
  sliced s;
  return node_is(n, OP_SLICE) && node_slice_axes(n, &s) && s.only == r->all.rank - 1 &&
         has_rows(r, n->in[0]);
}

/* Each row of the result comes from the same row of what the node reads. */
static bool works_on_each_row(const rows_left *r, const node *n) {
  bool elementwise = n->op->family == FAMILY_ELTWISE && !node_is(n, OP_FAKE_QUANTIZE);
  if (n->out_count != 1 || !has_rows(r, n->out[0])) return false;
  if (is_product(n)) return has_rows(r, n->in[0]);
  if (takes_columns(r, n)) return true;
  if (!elementwise && !works_along_rows(r, n)) return false;
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] && !has_rows(r, n->in[i]) && !serves_all_rows(r, n->in[i])) return false;
  return true;
}

/* The logits, or what only nodes read that are computed for the last row. */
static bool read_for_last(const rows_left *r, const value *v) {
  if (v->output_uses != (v == r->logits) || v->output_uses + v->user_count == 0) return false;
  for (size_t i = 0; i < v->user_count; i++)
    if (!r->last[v->users[i]->id]) return false;
  return true;
}

static node *first_of_region(node *n) {
  while (n->region && n->previous && n->previous->region == n->region) n = n->previous;
  return n;
}

/* Walks from the end: a region is computed for the last row as a whole, or not at all. */
static bool find_last(rows_left *r) {
  bool product = false;
  for (node *end = r->g->last, *begin; end; end = begin->previous) {
    begin = first_of_region(end);
    bool all = true, multiplies = false;
    for (node *n = end; all; n = n->previous) {
      all = works_on_each_row(r, n) && read_for_last(r, n->out[0]);
      multiplies |= is_product(n);
      r->last[n->id] = all;
      if (n == begin) break;
    }
    for (node *n = begin; !all; n = n->next) {
      r->last[n->id] = false;
      if (n == end) break;
    }
    product |= all && multiplies;
  }
  return product;
}

static fp8c_status keep_last_row(const rows_left *r, node *n, size_t input, fp8c_error *err) {
  value *whole = n->in[input], *last;
  TRY(state_last_rows(whole, r->axis, 1, arena_printf(r->g->arena, "%s.last", whole->name),
                      first_of_region(n), &last, err));
  for (node *at = n; at; at = at->next)
    if (r->last[at->id]) node_replace_input(at, whole, last);
  return FP8C_OK;
}

static fp8c_status keep_last(const rows_left *r, fp8c_error *err) {
  size_t nodes = r->g->next_node_id;
  for (node *n = r->g->first; n; n = n->next)
    for (size_t i = 0; n->id < nodes && r->last[n->id] && i < n->in_count; i++) {
      value *v = n->in[i];
      bool made = v && v->kind == VALUE_NODE && (v->def->id >= nodes || r->last[v->def->id]);
      if (v && !made && has_rows(r, v)) TRY(keep_last_row(r, n, i, err));
    }
  for (node *n = r->g->first; n; n = n->next)
    if (n->id < nodes && r->last[n->id]) n->out[0]->type.dims[r->axis] = 1;
  return graph_infer(r->g, err);
}

fp8c_status job_keep_last_logits(job *j, fp8c_error *err) {
  graph *g = j->model.graph;
  const plan_memory *m = &j->result.plan.memory;
  if (!j->o->capacity || j->o->all_logits || m->tokens == PLAN_NO_VALUE ||
      m->logits == PLAN_NO_VALUE)
    return FP8C_OK;
  const tensor *tokens = &g->inputs[m->tokens]->type;
  rows_left r = {.g = g,
                 .logits = g->outputs[m->logits],
                 .all = g->outputs[m->logits]->type,
                 .axis = g->outputs[m->logits]->type.rank - 2,
                 .last = NEW_ARRAY(j->scratch, bool, g->next_node_id + 1)};
  bool rows = r.all.rank == tokens->rank + 1 && r.axis >= 0;
  for (int d = 0; rows && d <= r.axis; d++)
    rows = r.all.dims[d] == tokens->dims[d] && tokens->dims[d] != DIM_UNKNOWN;
  if (!rows || r.all.dims[r.axis] == 1 || !find_last(&r)) return FP8C_OK;
  TRY(keep_last(&r, err));
  if (j->model.open_outputs) j->model.open_outputs[m->logits].dims[r.axis] = 1;
  return FP8C_OK;
}
