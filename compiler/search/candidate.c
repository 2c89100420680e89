/* candidate.c - one assignment that may be chosen, with the time of its finished graph. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "compiler/search/state.h"
#include "passes/precision/recurrent_state.h"

static bool same_choice(const noise_table *t, const size_t *a, const size_t *b) {
  for (size_t i = 0; i < t->node_count; i++)
    if (t->nodes[i].option_count && a[i] != b[i]) return false;
  return true;
}

static void count_fp8(const graph *g, candidate *c) {
  for (const node *n = g->first; n; n = n->next) {
    if (!node_has_format(n) || !n->decision) continue;
    bool fp8 = dtype_is_fp8(n->decision->format);
    c->macs += n->decision->macs;
    c->fp8_macs += fp8 ? n->decision->macs : 0;
    c->fp8_nodes += fp8 ? 1 + (size_t)n->decision->merged : 0;
  }
  c->macs += g->other_macs;
}

/* The same choice with products that read one value of one mind. */
static const size_t *agreed(const noise_table *t, const size_t *choice, arena *a) {
  size_t *same = NEW_ARRAY(a, size_t, t->node_count + 1);
  memcpy(same, choice, t->node_count * sizeof *same);
  agree_on_splits(t, same);
  return same;
}

fp8c_status add_candidate(search *x, const size_t *given, const char *name, candidate **out,
                          fp8c_error *err) {
  job *j = x->j;
  const noise_table *t = x->s->table;
  arena *a = arena_inside(j->keep);
  const size_t *choice = agreed(t, given, a);
  for (size_t i = 0; i < x->count; i++) {
    candidate *c = x->list[i];
    if (c->setting != x->at || !same_choice(t, c->choice, choice)) continue;
    if (!c->name) c->name = name;
    if (out) *out = c;
    arena_free(a);
    return FP8C_OK;
  }
  assignment measured = chooser_measure(x->settings[x->at].chooser, choice, a);
  candidate *c = NEW(j->keep, candidate);
  *c = (candidate){.name = name,
                   .setting = x->at,
                   .choice = NEW_ARRAY(j->keep, size_t, t->node_count + 1),
                   .cost = measured.cost,
                   .loss = measured.loss.loss,
                   .db = NAN,
                   .figure = NAN};
  memcpy(c->choice, measured.choice, t->node_count * sizeof *c->choice);
  graph *g;
  TRY(graph_of(x, choice, a, &g, err));
  count_fp8(g, c);
  c->seconds = graph_seconds(j, g, NULL, NULL);
  if (!isfinite(c->seconds)) c->seconds = c->cost;
  arena_free(a);
  expect(x, c);
  ARENA_PUSH(j->keep, x->list, x->count, c);
  if (out) *out = c;
  return FP8C_OK;
}
