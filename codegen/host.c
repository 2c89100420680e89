/* host.c - nodes of a GPU variant that the CPU device does, on request.
 *
 * A run of a GPU variant is launches; where a node has no kernel, or no shape before it
 * runs, the launches stop, the values it reads come to the host, the CPU device computes, and
 * what the GPU reads next goes back.  Every stop costs more than most nodes, so the nodes are
 * ordered to make few: all that the GPU can do first, then all that the host can, and again. */
#include <stdlib.h>
#include <string.h>

#include "codegen/lower.h"
#include "ops/ids/control.h"

/* ---- Which nodes ------------------------------------------------------------ */

static const char *decided_at_run_time(const node *n) {
  return node_is(n, OP_IF)     ? "its condition is decided at run time"
         : node_is(n, OP_LOOP) ? "how often it runs is decided at run time"
                               : "its body runs once for each slice";
}

size_t host_find(const graph *g, host_reason *on_host) {
  size_t found = 0;
  for (const node *n = g->first; n; n = n->next) {
    host_reason *why = &on_host[n->id];
    const value *unknown = NULL;
    if (why->text) continue;
    for (size_t i = 0; i < n->in_count && !unknown; i++)
      if (n->in[i] && !tensor_shape_known(&n->in[i]->type)) unknown = n->in[i];
    if (node_is_control(n)) why->text = decided_at_run_time(n);
    if (!why->text && unknown) {
      why->text = arena_printf(g->arena, "the shape of \"%s\", which it reads, depends on data",
                               unknown->name);
      why->follows = true;
    }
    for (size_t i = 0; i < n->out_count && !why->text; i++)
      if (n->out[i] && !tensor_shape_known(&n->out[i]->type))
        why->text = "the shape of its result depends on data";
    found += why->text != NULL;
  }
  return found;
}

/* ---- In which order --------------------------------------------------------- */

typedef struct turn {
  node *n;
  uint32_t phase; /* GPU nodes of phase 0, host nodes of phase 0, GPU nodes of phase 1 ... */
  bool host;
  size_t index;
} turn;

static int by_turn(const void *a, const void *b) {
  const turn *x = a, *y = b;
  if (x->phase != y->phase) return x->phase < y->phase ? -1 : 1;
  if (x->host != y->host) return x->host ? 1 : -1;
  return x->index < y->index ? -1 : x->index > y->index;
}

/* A region with a node of the host is none: its kernel would end in the middle. */
static void dissolve_regions(graph *g, const host_reason *on_host, arena *scratch) {
  bool *parted = NEW_ARRAY(scratch, bool, g->next_region_id + 1);
  for (const node *n = g->first; n; n = n->next)
    if (n->region && on_host[n->id].text) parted[n->region->id] = true;
  for (node *n = g->first; n; n = n->next)
    if (n->region && parted[n->region->id]) n->region = NULL;
}

graph *host_order(const graph *from, const host_reason *on_host, codegen_context *c) {
  graph *g = graph_clone(from, c->keep);
  dissolve_regions(g, on_host, c->scratch);
  size_t count = 0, at = 0;
  for (const node *n = g->first; n; n = n->next) count++;
  turn *turns = NEW_ARRAY(c->scratch, turn, count + 1);
  /* by value: the first phase whose nodes of each side can read it */
  uint32_t *for_gpu = NEW_ARRAY(c->scratch, uint32_t, g->next_value_id + 1);
  uint32_t *for_host = NEW_ARRAY(c->scratch, uint32_t, g->next_value_id + 1);
  for (node *n = g->first; n;) {
    const region *shared = n->region;
    size_t begin = at;
    uint32_t phase = 0;
    bool host = on_host[n->id].text != NULL;
    do { /* a region goes as one */
      for (size_t i = 0; i < n->in_count; i++) {
        if (!n->in[i]) continue;
        uint32_t ready = host ? for_host[n->in[i]->id] : for_gpu[n->in[i]->id];
        if (ready > phase) phase = ready;
      }
      turns[at] = (turn){.n = n, .host = host, .index = at};
      at++;
      n = n->next;
    } while (n && shared && n->region == shared);
    for (size_t k = begin; k < at; k++) {
      turns[k].phase = phase;
      for (size_t i = 0; i < turns[k].n->out_count; i++) {
        const value *v = turns[k].n->out[i];
        if (!v) continue;
        for_host[v->id] = phase;
        for_gpu[v->id] = phase + host;
      }
    }
  }
  qsort(turns, count, sizeof *turns, by_turn);
  for (size_t i = 0; i < count; i++) node_move(turns[i].n, NULL);
  return g;
}

/* ---- A step ------------------------------------------------------------------ */

typedef struct step {
  lowering *l;
  bool *member; /* by node id */
  bool *taken;  /* by value id: is an input already */
  value **inputs, **outputs;
  size_t input_count, output_count;
} step;

static bool gives(const step *s, const value *v) {
  return v->kind == VALUE_NODE && s->member[v->def->id];
}

static void find_ports(step *s, const node *n) {
  arena *keep = s->l->c->keep;
  for (size_t i = 0; i < n->in_count; i++) {
    value *v = n->in[i];
    if (!v || value_is_const(v) || gives(s, v) || s->taken[v->id]) continue;
    s->taken[v->id] = true;
    ARENA_PUSH(keep, s->inputs, s->input_count, v);
  }
  for (size_t i = 0; i < n->out_count; i++) {
    value *v = n->out[i];
    bool outside = v && value_is_output(v);
    for (size_t u = 0; v && u < v->user_count && !outside; u++)
      outside = !s->member[v->users[u]->id];
    if (outside) ARENA_PUSH(keep, s->outputs, s->output_count, v);
  }
}

static bool gpu_reads(const lowering *l, const value *v) {
  for (size_t u = 0; u < v->user_count; u++)
    if (!l->on_host[v->users[u]->id].text) return true;
  return false;
}

fp8c_status lower_host(lowering *l, node *const *nodes, size_t count, fp8c_error *err) {
  arena *keep = l->c->keep;
  step s = {.l = l,
            .member = NEW_ARRAY(l->c->scratch, bool, l->g->next_node_id + 1),
            .taken = NEW_ARRAY(l->c->scratch, bool, l->g->next_value_id + 1)};
  for (size_t i = 0; i < count; i++) s.member[nodes[i]->id] = true;
  for (size_t i = 0; i < count; i++) find_ports(&s, nodes[i]);
  for (size_t i = 0; i < s.input_count + s.output_count; i++) {
    const value *v = i < s.input_count ? s.inputs[i] : s.outputs[i - s.input_count];
    if (v->type.scale.kind == SCALE_AXIS)
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "value \"%s\" has scales along an axis, with which it cannot go between the GPU "
                  "and a host step",
                  v->name);
  }
  plan_host *host = NEW(keep, plan_host);
  block_part part = {nodes, count, s.inputs, s.input_count, s.outputs, s.output_count};
  TRY(lower_block(l->g, &part, l->c, l->p, &host->block, err));
  host->reason_count = (uint32_t)count;
  host->reasons = NEW_ARRAY(keep, const char *, count);
  for (size_t i = 0; i < count; i++) host->reasons[i] = l->on_host[nodes[i]->id].text;

  uint64_t bytes = 0;
  uint32_t *reads = NEW_ARRAY(keep, uint32_t, s.input_count);
  uint32_t *writes = NEW_ARRAY(keep, uint32_t, s.output_count);
  for (size_t i = 0; i < s.input_count; i++) reads[i] = lower_value(l, s.inputs[i]);
  for (size_t i = 0; i < s.output_count; i++) {
    value *v = s.outputs[i];
    writes[i] =
        gpu_reads(l, v) ? lower_temp(l, v->name, &v->type) : lower_host_value(l, v->name, &v->type);
    l->value_ids[v->id] = writes[i];
    v->kind = VALUE_INPUT; /* nobody looks behind it: its memory is the step's */
  }
  for (size_t i = 0; i < s.input_count + s.output_count; i++) {
    const plan_value *v = &l->v->values[i < s.input_count ? reads[i] : writes[i - s.input_count]];
    if (v->kind == PLAN_VALUE_HOST) continue;
    int64_t elements = 1;
    for (int d = 0; d < v->rank; d++) elements *= v->dims[d];
    bytes += (uint64_t)elements * dtype_bytes(v->dtype);
  }
  group gr = {nodes, count};
  plan_launch *launch = lower_launch(l, &gr);
  launch->kind = PLAN_LAUNCH_HOST;
  launch->host = host;
  launch->reads = reads;
  launch->read_count = (uint32_t)s.input_count;
  launch->writes = writes;
  launch->write_count = (uint32_t)s.output_count;
  launch->bytes_moved = bytes;
  launch->precision = precision_text(l, reads, launch->read_count, writes, launch->write_count);
  return FP8C_OK;
}
