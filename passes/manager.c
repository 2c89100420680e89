/* manager.c - runs passes by name, and does once what every pass needs.
 *
 * After each pass: dead nodes go if anything changed, the graph is verified
 * (what fails there names the pass), time and changes are logged, the graph is
 * dumped if asked for.  Bisection (limit, stop_after, disable) lives here, so
 * every pass has it without knowing. */
#include <string.h>

#include "base/clock.h"
#include "ir/graph_text.h"
#include "passes/pass.h"

static const pass passes[] = {
#define PASS(function_, name_, does_) {name_, does_, pass_##function_},
#include "passes/passes.def"
#undef PASS
    {NULL, NULL, NULL}, /* the end */
};

const pass *pass_at(size_t index) {
  size_t count = sizeof passes / sizeof *passes - 1;
  return index < count ? &passes[index] : NULL;
}

const pass *pass_find(const char *name) {
  const pass *p;
  for (size_t i = 0; (p = pass_at(i)) != NULL; i++)
    if (strcmp(p->name, name) == 0) return p;
  return NULL;
}

static bool disabled(const pass_options *o, const char *name) {
  for (size_t i = 0; i < o->disable_count; i++)
    if (strcmp(o->disable[i], name) == 0) return true;
  return false;
}

static void dump(const graph *g, const pass *p, pass_context *c, const pass_options *o) {
  if (!o->dump || !o->dump_after) return;
  if (strcmp(o->dump_after, "all") != 0 && strcmp(o->dump_after, p->name) != 0) return;
  text t;
  text_init(&t, c->scratch);
  graph_print(g, &t);
  o->dump(o->user, p->name, text_cstr(&t));
}

#define ALWAYS_VERIFIED 1000 /* nodes: a larger graph is looked at when something has changed */

static fp8c_status verify(graph *g, const char *after, fp8c_error *err) {
  fp8c_status status = graph_verify(g, err);
  return status == FP8C_OK ? status : fail_in(err, status, "after pass %s", after);
}

static fp8c_status run_one(graph *g, const pass *p, pass_context *c, pass_options *o,
                           fp8c_error *err) {
  double start = clock_seconds();
  c->changes = 0;
  fp8c_status status = p->run(g, c, err);
  if (status != FP8C_OK) return status;
  if (c->changes) graph_remove_dead(g);
  if (c->changes || g->next_node_id <= ALWAYS_VERIFIED) TRY(verify(g, p->name, err));
  pass_log_entry entry = {p->name, clock_seconds() - start, c->changes};
  ARENA_PUSH(c->keep, o->log, o->log_count, entry);
  dump(g, p, c, o);
  return FP8C_OK;
}

fp8c_status passes_run(graph *g, const char *const *names, size_t count, pass_context *c,
                       pass_options *o, fp8c_error *err) {
  /* From here on, a node with one output has it: patterns need not ask. */
  if (!o->stopped) graph_remove_dead(g);
  for (size_t i = 0; i < count && !o->stopped; i++) {
    const pass *p = pass_find(names[i]);
    if (!p)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "there is no pass named \"%s\"; `fp8c passes` lists them", names[i]);
    if (disabled(o, p->name)) continue;
    if (o->limit && o->ran >= o->limit) {
      o->stopped = true;
      break;
    }
    o->ran++;
    arena_mark mark = arena_save(c->scratch);
    fp8c_status status = run_one(g, p, c, o, err);
    arena_reset(c->scratch, mark);
    TRY(status);
    if (o->stop_after && strcmp(o->stop_after, p->name) == 0) o->stopped = true;
  }
  if (count && g->next_node_id > ALWAYS_VERIFIED) return verify(g, names[count - 1], err);
  return FP8C_OK;
}
