/* search.c - chooses formats: noises measured, times modelled, assignments searched,
 * and the one that looks right run from end to end.
 *
 * Predictions add up errors of single products; what they miss (errors that grow on
 * each other, other metrics than noise) is found out by running. */
#include <math.h>

#include "base/clock.h"
#include "compiler/search/state.h"
#include "passes/precision/precision.h"
#include "passes/precision/recurrent_state.h"
#include "passes/precision/split.h"

/* Time and work of the graph with no FP8 at all. */
static fp8c_status find_bf16(search *x, fp8c_error *err) {
  job *j = x->j;
  graph *g;
  TRY(decide_bf16(x, &g, err));
  x->s->bf16_seconds = graph_seconds(j, g, NULL, NULL);
  for (const node *n = g->first; n; n = n->next)
    if (node_has_format(n) && n->decision) x->s->total_macs += n->decision->macs;
  x->s->total_macs += g->other_macs;
  return FP8C_OK;
}

/* Those held out judge alone in the end: state that samples hand on begins anew with them, and they
 * all judge where the outputs of all samples fill the memory there is. */
static fp8c_status open_judges(search *x, fp8c_error *err) {
  job *j = x->j;
  judge_request all = {j->samples.all, SIZE_MAX, NULL, "try f32"}, held = all;
  held.data = j->samples.held_out;
  TRY(judge_open(j, x->reference, &all, &x->judge, err));
  x->held = NEW_ARRAY(j->keep, bool, j->samples.all->sample_count + 1);
  for (size_t i = 0; i < j->samples.all->sample_count; i++)
    x->held[i] = sample_is_held_out(j->samples.all, i);
  bool part = x->judge->sample_count < j->samples.all->sample_count;
  if (j->samples.split && !j->o->evaluate && (part || j->samples.all->state_count))
    TRY(judge_open(j, x->reference, &held, &x->held_judge, err));
  return FP8C_OK;
}

fp8c_status search_formats(job *j, const graph *reference, fp8c_error *err) {
  search x = {.j = j, .reference = reference, .s = NEW(j->keep, searched), .end = INFINITY};
  const noise_table *table;
  candidate *chosen;
  if (j->o->time_limit_seconds > 0) x.end = clock_seconds() + j->o->time_limit_seconds;
  j->passes.samples = j->samples.choose;
  TRY(find_noises(&x, &table, err));
  job_stage(j, "search");
  TRY(find_bf16(&x, err));
  find_groups(&x, table);
  TRY(add_first_setting(&x, table, err));
  TRY(add_wide_settings(&x, err));
  TRY(add_candidates(&x, err));
  TRY(open_judges(&x, err));
  TRY(explore(&x, err));
  TRY(j->ask.goal == GOAL_ERROR   ? within_budget(&x, &chosen, err)
      : j->ask.goal == GOAL_SPEED ? at_speed(&x, &chosen, err)
                                  : at_share(&x, &chosen, err));
  use_setting(&x, chosen->setting);
  x.s->choice = chosen->choice;
  x.s->deciding = chosen->figure;
  x.s->safe = chosen->keeps;
  report_chosen(&x, chosen);
  map_init(&x.s->by_name, j->keep);
  for (size_t i = 0; i < x.s->table->node_count; i++)
    (void)map_add(&x.s->by_name, x.s->table->nodes[i].name, &x.s->table->nodes[i]);
  j->formats->searched = x.s;
  return FP8C_OK;
}
