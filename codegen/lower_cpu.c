/* lower_cpu.c - graph to the cpu variant: the nodes as they stand, in order.
 *
 * The CPU device infers shapes when inputs arrive, so nothing is bound, placed
 * or generated here.  Regions are kernels of a GPU and mean nothing to it.
 * A body of If, Loop or Scan becomes a block: a program of its own in the plan.
 * Everything is shared with the graph (names, attributes, bytes of constants,
 * files), so the graph's arena must live as long as the plan. */
#include <string.h>

#include "base/text.h"
#include "codegen/codegen.h"

typedef struct cpu_lowering {
  const graph *g;
  codegen_context *c;
  plan *p;
  plan_variant *v;
  uint32_t *ids; /* by value->id; PLAN_NO_VALUE: none yet */
} cpu_lowering;

/* ---- Ports ------------------------------------------------------------- */

static plan_port port_of(const char *name, const tensor *type) {
  plan_port port = {.name = name,
                    .dtype = type->dtype,
                    .scale = type->scale.kind == SCALE_TENSOR ? type->scale.value : 1.0f,
                    .rank = type->rank};
  memcpy(port.dims, type->dims, sizeof port.dims);
  return port;
}

void lower_ports(const graph *g, codegen_context *c, plan *p) {
  p->symbol_count = (uint32_t)g->symbol_count;
  p->symbols = NEW_ARRAY(c->keep, const char *, g->symbol_count);
  for (size_t i = 0; i < g->symbol_count; i++) p->symbols[i] = g->symbols[i].name;
  p->input_count = (uint32_t)g->input_count;
  p->inputs = NEW_ARRAY(c->keep, plan_port, g->input_count);
  for (size_t i = 0; i < g->input_count; i++)
    p->inputs[i] = port_of(g->inputs[i]->name, &g->inputs[i]->type);
  p->output_count = (uint32_t)g->output_count;
  p->outputs = NEW_ARRAY(c->keep, plan_port, g->output_count);
  for (size_t i = 0; i < g->output_count; i++)
    p->outputs[i] = port_of(g->output_names[i], &g->outputs[i]->type);
}

/* ---- Values ------------------------------------------------------------ */

static uint32_t cpu_value(cpu_lowering *l, const value *v) {
  if (l->ids[v->id] != PLAN_NO_VALUE) return l->ids[v->id];
  plan_value pv = {.name = v->name,
                   .dtype = v->type.dtype,
                   .rank = v->type.rank,
                   .scale_kind = v->type.scale.kind,
                   .scale = v->type.scale.kind == SCALE_TENSOR ? v->type.scale.value : 1.0f,
                   .scale_axis = v->type.scale.kind == SCALE_AXIS ? v->type.scale.axis : 0,
                   .scale_value = PLAN_NO_VALUE};
  memcpy(pv.dims, v->type.dims, sizeof pv.dims);
  if (v->type.scale.kind == SCALE_AXIS && v->scale_vector)
    pv.scale_value = cpu_value(l, v->scale_vector);
  if (v->kind == VALUE_CONST) {
    const void *memory = v->blob.memory;
    pv.kind = PLAN_VALUE_CONST;
    pv.index = plan_add_blob(l->p, l->c->keep,
                             (plan_blob){.bytes = v->blob.bytes,
                                         .memory = memory,
                                         .file = memory ? NULL : v->blob.file,
                                         .offset = memory ? 0 : v->blob.offset,
                                         .made = memory ? NULL : v->blob.made});
  }
  ARENA_PUSH(l->c->keep, l->v->values, l->v->value_count, pv);
  return l->ids[v->id] = l->v->value_count - 1;
}

static void cpu_inputs(cpu_lowering *l, value *const *inputs, size_t count) {
  l->v->inputs = NEW_ARRAY(l->c->keep, uint32_t, count);
  for (size_t i = 0; i < count; i++) {
    uint32_t id = cpu_value(l, inputs[i]);
    l->v->values[id].kind = PLAN_VALUE_INPUT;
    l->v->values[id].index = (uint32_t)i;
    l->v->inputs[i] = id;
  }
}

/* ---- Nodes ------------------------------------------------------------- */

static const char *joined_sources(cpu_lowering *l, const node *n) {
  if (n->source_count == 0) return n->name;
  if (n->source_count == 1) return n->sources[0];
  text t;
  text_init(&t, l->c->keep);
  for (size_t i = 0; i < n->source_count; i++) {
    if (i) text_add(&t, ", ");
    text_add(&t, n->sources[i]);
  }
  return text_cstr(&t);
}

/* Whether a plan can hold the node; reports it to the caller when not. */
static bool node_fits(cpu_lowering *l, const node *n) {
  const char *why = NULL;
  if (!n->op->eval) why = arena_printf(l->c->keep, "%s has no arithmetic on the CPU", n->op->name);
  if (!why) return true;
  codegen_problem p = {"op-unsupported", n->name, why};
  if (l->c->problem) l->c->problem(l->c->user, &p);
  return false;
}

static fp8c_status block_from(cpu_lowering *l, const graph *body, plan_block **out,
                              fp8c_error *err);

/* The node's attributes, its bodies as blocks. */
static fp8c_status attrs_from(cpu_lowering *l, const node *n, attr_list *out, fp8c_error *err) {
  *out = n->attrs;
  if (!node_is_control(n)) return FP8C_OK;
  attr *items = NEW_ARRAY(l->c->keep, attr, n->attrs.count);
  for (size_t i = 0; i < n->attrs.count; i++) {
    items[i] = n->attrs.items[i];
    if (items[i].kind != ATTR_GRAPH) continue;
    plan_block *block;
    TRY(block_from(l, items[i].graph, &block, err));
    items[i].graph = block;
  }
  out->items = items;
  return FP8C_OK;
}

static plan_op op_from(cpu_lowering *l, const node *n) {
  arena *a = l->c->keep;
  plan_op o = {.op = n->op,
               .name = n->name,
               .sources = joined_sources(l, n),
               .attrs = n->attrs,
               .in_count = (uint32_t)n->in_count,
               .out_count = (uint32_t)n->out_count};
  o.in = NEW_ARRAY(a, uint32_t, n->in_count);
  o.out = NEW_ARRAY(a, uint32_t, n->out_count);
  for (size_t i = 0; i < n->in_count; i++)
    o.in[i] = n->in[i] ? cpu_value(l, n->in[i]) : PLAN_NO_VALUE;
  for (size_t i = 0; i < n->out_count; i++)
    o.out[i] = n->out[i] ? cpu_value(l, n->out[i]) : PLAN_NO_VALUE;
  return o;
}

static void begin(cpu_lowering *l, value *const *inputs, size_t count) {
  l->ids = NEW_ARRAY(l->c->keep, uint32_t, l->g->next_value_id);
  for (uint32_t i = 0; i < l->g->next_value_id; i++) l->ids[i] = PLAN_NO_VALUE;
  cpu_inputs(l, inputs, count);
}

static void end(cpu_lowering *l, value *const *outputs, size_t count) {
  l->v->outputs = NEW_ARRAY(l->c->keep, uint32_t, count);
  for (size_t i = 0; i < count; i++) l->v->outputs[i] = cpu_value(l, outputs[i]);
}

static fp8c_status add_op(cpu_lowering *l, const node *n, fp8c_error *err) {
  plan_op o = op_from(l, n);
  TRY(attrs_from(l, n, &o.attrs, err));
  ARENA_PUSH(l->c->keep, l->v->ops, l->v->op_count, o);
  return FP8C_OK;
}

static fp8c_status refuse(size_t refused, const node *first, fp8c_error *err) {
  if (!refused) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED,
              "%zu nodes cannot be done on the CPU; the first: %s (%s)", refused, first->name,
              first->op->name);
}

static fp8c_status lower_nodes(cpu_lowering *l, fp8c_error *err) {
  const graph *g = l->g;
  begin(l, g->inputs, g->input_count);
  size_t refused = 0;
  const node *first = NULL;
  for (const node *n = g->first; n; n = n->next) {
    if (node_fits(l, n))
      TRY(add_op(l, n, err));
    else if (!refused++)
      first = n;
  }
  TRY(refuse(refused, first, err));
  end(l, g->outputs, g->output_count);
  return FP8C_OK;
}

/* Sizes of a block are known when it runs; the symbols are the graph's and are dropped. */
static void drop_symbols(plan_variant *v) {
  for (uint32_t i = 0; i < v->value_count; i++)
    for (int d = 0; d < v->values[i].rank; d++)
      if (v->values[i].dims[d] < 0) v->values[i].dims[d] = DIM_UNKNOWN;
}

fp8c_status lower_block(const graph *g, const block_part *part, codegen_context *c, plan *p,
                        const plan_block **out, fp8c_error *err) {
  plan_block *b = NEW(c->keep, plan_block);
  *b = (plan_block){.name = part->nodes[0]->name,
                    .input_count = (uint32_t)part->input_count,
                    .output_count = (uint32_t)part->output_count,
                    .program = {.target = "cpu", .profile = ""}};
  cpu_lowering l = {.g = g, .c = c, .p = p, .v = &b->program};
  begin(&l, part->inputs, part->input_count);
  for (size_t i = 0; i < part->count; i++) {
    if (!node_fits(&l, part->nodes[i])) return refuse(1, part->nodes[i], err);
    TRY(add_op(&l, part->nodes[i], err));
  }
  end(&l, part->outputs, part->output_count);
  drop_symbols(&b->program);
  *out = b;
  return FP8C_OK;
}

static fp8c_status block_from(cpu_lowering *l, const graph *body, plan_block **out,
                              fp8c_error *err) {
  plan_block *b = *out = NEW(l->c->keep, plan_block);
  *b = (plan_block){.name = body->name,
                    .input_count = (uint32_t)body->input_count,
                    .output_count = (uint32_t)body->output_count,
                    .program = {.target = "cpu", .profile = ""}};
  cpu_lowering inner = {.g = body, .c = l->c, .p = l->p, .v = &b->program};
  TRY(lower_nodes(&inner, err));
  drop_symbols(&b->program);
  return FP8C_OK;
}

fp8c_status lower_cpu(const graph *g, const char *profile, codegen_context *c, plan *p,
                      fp8c_error *err) {
  plan_variant v = {.target = "cpu", .profile = profile};
  cpu_lowering l = {.g = g, .c = c, .p = p, .v = &v};
  if (p->output_count == 0) lower_ports(g, c, p);
  v.bound = NEW_ARRAY(c->keep, int64_t, p->symbol_count);
  for (size_t i = 0; i < p->symbol_count; i++)
    v.bound[i] = i < g->symbol_count ? g->symbols[i].bound : -1;

  TRY(lower_nodes(&l, err));
  ARENA_PUSH(c->keep, p->variants, p->variant_count, v);
  return FP8C_OK;
}
