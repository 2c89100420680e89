/* cache_ports.c - keys and values that a model keeps from step to step. */
#include "passes/precision/cache_ports.h"

#include "base/numbers.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/types.h"
#include "passes/match.h"
#include "passes/precision/precision.h"

#define STEPS_MAX 32 /* between a port and its attention */

enum { PAST_KEY = 4, PRESENT_KEY = 1 }; /* Attention's own; values follow keys */

bool cache_moves(const node *n) {
  if (n->op->types != TYPES_MOVE || n->out_count != 1 || !n->out[0] || !node_input(n, 0))
    return false;
  return n->op->family == FAMILY_VIEW || node_is(n, OP_TRANSPOSE) || node_is(n, OP_SLICE) ||
         node_is(n, OP_EXPAND) || node_is(n, OP_GATHER);
}

bool cache_grows(const node *n, size_t *inputs) {
  *inputs = node_is(n, OP_CONCAT) ? n->in_count : 2;
  return node_is(n, OP_CONCAT) || node_is(n, OP_TENSOR_SCATTER) || node_is(n, OP_CACHE_WRITE);
}

static bool converts(const node *n) {
  return node_is(n, OP_DEQUANTIZE) || node_is(n, OP_QUANTIZE) || node_is(n, OP_CAST);
}

/* What v is but for its place and format. */
static value *root_of(value *v) {
  for (int i = 0; i < STEPS_MAX && v->kind == VALUE_NODE; i++) {
    if (!cache_moves(v->def) && !converts(v->def)) break;
    v = v->def->in[0];
  }
  return v;
}

typedef struct finding {
  const graph *g;
  arena *a;
  cache_port *list;
  size_t count;
  uint32_t *seen, search; /* by value id: the search that came by last; joins may share parts */
} finding;

static bool first_visit(finding *f, const value *v) {
  bool first = f->seen[v->id] != f->search;
  f->seen[v->id] = f->search;
  return first;
}

/* The input whose numbers v holds; NULL. */
static value *port_of(finding *f, value *v, int steps) {
  size_t count;
  v = root_of(v);
  if (v->kind == VALUE_INPUT) return dtype_is_small_float(v->type.dtype) ? v : NULL;
  if (v->kind != VALUE_NODE || steps == 0 || !first_visit(f, v) || !cache_grows(v->def, &count))
    return NULL;
  for (size_t i = 0; i < count; i++) {
    value *port = v->def->in[i] ? port_of(f, v->def->in[i], steps - 1) : NULL;
    if (port) return port;
  }
  return NULL;
}

static cache_port *entry_of(finding *f, value *past) {
  for (size_t i = 0; i < f->count; i++)
    if (f->list[i].past == past) return &f->list[i];
  cache_port new = {.past = past};
  ARENA_PUSH(f->a, f->list, f->count, new);
  return &f->list[f->count - 1];
}

static void add_present(finding *f, cache_port *p, size_t output) {
  if (!dtype_is_small_float(f->g->outputs[output]->type.dtype)) return;
  for (size_t i = 0; i < f->count; i++)
    for (size_t k = 0; k < f->list[i].present_count; k++)
      if (f->list[i].present[k] == output) return;
  ARENA_PUSH(f->a, p->present, p->present_count, output);
}

static void add_held(finding *f, cache_port *p, value *v) {
  for (size_t i = 0; i < p->held_count; i++)
    if (p->held[i] == v) return;
  ARENA_PUSH(f->a, p->held, p->held_count, v);
}

/* Outputs that give out `v`, what it is joined of or what is joined to it. */
static void find_present(finding *f, cache_port *p, value *v, int steps) {
  size_t count;
  v = root_of(v);
  if (v->kind != VALUE_NODE || !first_visit(f, v)) return;
  for (size_t i = 0; i < f->g->output_count; i++)
    if (root_of(f->g->outputs[i]) == v) add_present(f, p, i);
  if (steps == 0 || !cache_grows(v->def, &count)) return;
  for (size_t i = 0; i < count; i++)
    if (v->def->in[i]) find_present(f, p, v->def->in[i], steps - 1);
}

static void read_operand(finding *f, node *n, size_t operand) {
  value *v = node_input(n, operand), *past = node_input(n, operand + PAST_KEY - 1);
  f->search++;
  value *port = v ? port_of(f, past ? past : v, STEPS_MAX) : NULL;
  if (!port) return;
  cache_port *p = entry_of(f, port);
  p->reader = n;
  p->operand = operand;
  add_held(f, p, v);
  if (past) {
    add_held(f, p, past);
    p->whole = n;
    value *present = node_output(n, operand + PRESENT_KEY - 1);
    f->search++;
    if (present) find_present(f, p, present, 0);
  }
  f->search++;
  find_present(f, p, v, STEPS_MAX);
}

void cache_ports_find(const graph *g, const calibration_data *samples, arena *a, cache_port **list,
                      size_t *count) {
  finding f = {.g = g, .a = a, .seen = NEW_ARRAY(a, uint32_t, g->next_value_id + 1)};
  for (node *n = g->first; n; n = n->next) {
    if (!node_attends(n)) continue;
    for (size_t i = 1; i < ATTENTION_OPERANDS; i++) read_operand(&f, n, i);
  }
  for (size_t i = 0; samples && i < samples->state_count; i++)
    for (size_t k = 0; k < f.count; k++)
      if (g->inputs[samples->state_inputs[i]] == f.list[k].past)
        add_present(&f, &f.list[k], samples->state_outputs[i]);
  *list = f.list;
  *count = f.count;
}
