/* histories.c - what delayed scaling remembers becomes states of the plan.
 *
 * Passes and evaluations see a constant, as a first run finds it: no run of a sample depends on the
 * one before.  Without --capacity these are the only states, and a session keeps them itself. */
#include <string.h>

#include "compiler/compile/job.h"
#include "ops/ids/types.h"

static bool port_is_called(const graph *g, const char *name) {
  for (size_t i = 0; i < g->input_count; i++)
    if (strcmp(g->inputs[i]->name, name) == 0) return true;
  for (size_t i = 0; i < g->output_count; i++)
    if (strcmp(g->output_names[i], name) == 0) return true;
  return graph_find_value(g, name) != NULL;
}

/* A name that nothing has; the number goes on. */
static const char *new_name(const graph *g, arena *a, int *number) {
  const char *name;
  do name = arena_printf(a, "fp8c.amax_history.%d", (*number)++);
  while (port_is_called(g, name) || port_is_called(g, arena_printf(a, "%s.next", name)));
  return name;
}

void job_keep_histories(job *j) {
  graph *g = j->model.graph;
  plan_memory *m = &j->result.plan.memory;
  int number = 0;
  if (!m->state_count && !m->capacity) m->tokens = m->logits = PLAN_NO_VALUE;
  for (node *n = g->first; n; n = n->next) {
    if (!node_is(n, OP_AMAX_HISTORY) || !value_is_const(n->in[0])) continue;
    plan_state s = {
        .input = (uint32_t)g->input_count, .output = (uint32_t)g->output_count, .axis = -1};
    value *was = n->in[0];
    const char *name = new_name(g, g->arena, &number);
    value *in = graph_input(g, name, &was->type);
    in->reason = was->reason;
    value_replace(was, in);
    graph_output(g, arena_printf(g->arena, "%s.next", name), n->out[0]);
    ARENA_PUSH(j->keep, m->states, m->state_count, s);
  }
}
