/* uncentre.c - a product that stays wide reads what it read before its activation was
 * centred: x lies in memory for others anyway, and BF16 needs no help. */
#include <string.h>

#include "base/numbers.h"
#include "passes/passes/centre.h"

static bool computes_fp8(const node *n) { return n->decision && dtype_is_fp8(n->decision->format); }

/* A product that is not rounded that far reads what it read before. */
static void restore(graph *g, const centre *k, pass_context *c) {
  value *centred = graph_find_value(g, k->to);
  if (!centred || !centred->def) return;
  value *x = centred->def->in[0];
  for (size_t i = 0; i < k->reader_count; i++) {
    const centre_reader *r = &k->readers[i];
    node *n = centre_reader_of(g, r);
    if (!n || n->in[0] != centred || computes_fp8(n)) continue;
    node_set_input(n, 0, x);
    const char *name = arena_printf(g->arena, "%s.bias", n->name);
    node_set_input(n, 2, r->bias ? centre_vector(g, name, r->bias, r->channels, 0) : NULL);
    c->changes++;
  }
}

fp8c_status pass_uncentre(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  const centres *m = centres_of(c);
  for (size_t i = 0; i < m->count; i++)
    if (m->list[i].kept) restore(g, &m->list[i], c);
  return FP8C_OK;
}
