/* centre_choose.c - which activations are centred: those whose own trial says so, or all at once
 * where single trials would take too long. */
#include "passes/passes/centring.h"

#include <math.h>

#include "ops/ids/types.h"
#include "passes/match.h"
#include "passes/precision/work.h"

#define LEAST_BUDGET 0x1p35 /* multiply-accumulates that any model may take: some seconds */
#define REAL_GAIN 0.9       /* of the noise that is left */

/* v in E4M3 and back, in front of n. */
static node *round_value(value *v, node *n, float unit) {
  node *q = graph_node(v->graph, n, op_get(OP_QUANTIZE), NULL, &v, 1, 1);
  value *codes = q->out[0];
  codes->type = v->type;
  codes->type.dtype = FP8C_DTYPE_E4M3;
  codes->type.scale = (scale){.kind = SCALE_TENSOR, .value = unit};
  node *d = graph_node(v->graph, n, op_get(OP_DEQUANTIZE), NULL, &codes, 1, 1);
  d->out[0]->type = v->type;
  return d;
}

/* The graph with every candidate rounded as it is (0), or centred (1). */
static graph *rounded_graph(const centring *s, int variant) {
  pass_context *c = s->c;
  graph *g = graph_clone(s->all, c->scratch);
  for (size_t i = 0; i < s->count; i++) {
    value *v = s->list[i].kept ? graph_find_value(g, s->list[i].to) : NULL;
    if (!v) continue;
    node *add = v->def;
    float unit = scale_choose(&s->stats[2 * i + (size_t)variant], FP8C_DTYPE_E4M3, &c->scales);
    if (variant == 0) { /* others read x as it is */
      node_set_input(add, 0, round_value(add->in[0], add, unit)->out[0]);
      continue;
    }
    node *d = round_value(v, add->next, unit);
    value_replace(v, d->out[0]);
    node_set_input(d->in[0]->def, 0, v);
  }
  return g;
}

/* Computes the outputs of one trial sample with all candidates rounded plainly, then centred. */
static fp8c_status try_plain_and_centred(centring *s, size_t sample, sample_walk *walks,
                                         double *noise, double *rows, fp8c_error *err) {
  for (int variant = 0; variant < 2; variant++) {
    walk_share(&walks[variant], sample, s->walk.inputs);
    TRY(walk_run(&walks[variant], err));
    for (size_t o = 0; o < s->output_count; o++) {
      const tensor *want = &s->walk.results[o], *got = &walks[variant].results[o];
      noise[variant] += centre_error_share(want, got, s->c->scratch);
      rows[variant] += centre_error_by_rows(want, got, s->c->scratch);
    }
  }
  return FP8C_OK;
}

/* Whether centring all candidates at once pays, by the same measure as for each singly: this takes
 * two runs of the model for each trial sample, whatever the number of candidates. */
static fp8c_status try_all_at_once(centring *s, bool *pays, fp8c_error *err) {
  pass_context *c = s->c;
  arena_mark before = arena_save(c->scratch);
  value **judged = NEW_ARRAY(c->scratch, value *, s->output_count + 1);
  sample_walk walks[2];
  double noise[2][2] = {{0}}, rows[2] = {0}; /* [half][variant]; [variant]: 0 plain, 1 centred */
  for (int variant = 0; variant < 2; variant++) {
    graph *g = rounded_graph(s, variant);
    for (size_t o = 0; o < s->output_count; o++)
      judged[o] = graph_find_value(g, s->outputs[o].value);
    TRY(walk_begin(c, g, (tap_list){judged, s->output_count}, WALK_ONCE, &walks[variant], err));
  }
  s->walk.carry = sample_carry_new(c->scratch, c->samples);
  for (size_t i = 0, done = 0; i < c->samples->sample_count; i++) {
    arena_mark mark = arena_save(c->scratch);
    bool tried = centre_is_trial(s, i, s->trials);
    if (c->samples->state_count || tried) {
      TRY(walk_read(&s->walk, i, err));
      TRY(walk_run(&s->walk, err));
      if (tried) TRY(try_plain_and_centred(s, i, walks, noise[done++ % 2], rows, err));
      TRY(walk_carry(&s->walk, err));
    }
    arena_reset(c->scratch, mark);
  }
  arena_reset(c->scratch, before); /* lets the runners go */
  *pays = noise[0][1] + noise[1][1] < REAL_GAIN * (noise[0][0] + noise[1][0]) &&
          noise[0][1] < noise[0][0] && noise[1][1] < noise[1][0] && rows[1] <= rows[0];
  return FP8C_OK;
}

/* Chooses the candidates that are tried singly.  Where that would take too long for all of them,
 * they are tried all at once first: where that pays, the doubtful ones are tried singly, and the
 * others are accepted. */
static fp8c_status choose_candidates(centring *s, fp8c_error *err) {
  size_t left = 0;
  bool pays;
  s->tried_singly = NEW_ARRAY(s->c->scratch, bool, s->count + 1);
  s->left_over = repair_budget(s->c, s->forward, LEAST_BUDGET);
  centre_leave_out_little(s);
  if (centre_choose_single_trials(s, false)) return FP8C_OK;
  TRY(try_all_at_once(s, &pays, err));
  s->left_over -= 3 * s->forward * (double)s->trials; /* one of them as the model is */
  centre_choose_single_trials(s, pays);
  for (size_t i = 0; i < s->count; i++) {
    if (s->tried_singly[i] || !s->list[i].kept) continue;
    s->list[i].kept = pays;
    left++;
  }
  s->left = arena_printf(
      s->c->keep,
      pays
          ? "%zu of %zu activations were tried without the mean of each channel all together only: "
            "one by one would take longer than the rest of the compile; --repair "
            "round,centre-maps,bias does it"
          : "%zu of %zu activations were not tried without the mean of each channel: that would "
            "take longer than the rest of the compile; --repair round,centre-maps,bias does it",
      left, s->count);
  return FP8C_OK;
}

static void settle(centring *s) {
  for (size_t i = 0; i < s->count; i++) {
    centre *k = &s->list[i];
    const double *x = s->noise + 4 * i, *local = s->local + 3 * i;
    if (k->kept && !s->tried_singly[i]) {
      k->plain = local[1] / local[0];
      k->centred = local[2] / local[0];
      continue;
    }
    k->plain = x[0] + x[1];
    k->centred = x[2] + x[3];
    /* On both halves, so that it is no accident of one sample. */
    k->kept = k->kept && k->centred > 0 && k->centred < REAL_GAIN * k->plain && x[2] < x[0] &&
              x[3] < x[1] && s->by_rows[2 * i + 1] <= s->by_rows[2 * i];
  }
}

fp8c_status centre_judge(centring *s, fp8c_error *err) {
  pass_context *c = s->c;
  TRY(noise_outputs(s->g, c->samples, (port_names){NULL, 0}, c->scratch, &s->outputs,
                    &s->output_count, err));
  s->all = graph_clone(s->g, c->scratch);
  for (size_t i = 0; i < s->count; i++) {
    s->list[i].plain = s->list[i].centred = 1;
    TRY(centre_apply(c, s->all, &s->list[i], err));
  }
  value **judged = NEW_ARRAY(c->scratch, value *, s->output_count + 1);
  for (size_t o = 0; o < s->output_count; o++)
    judged[o] = graph_find_value(s->all, s->outputs[o].value);
  s->stats = NEW_ARRAY(c->scratch, value_stats, 2 * s->count);
  s->noise = NEW_ARRAY(c->scratch, double, 4 * s->count);
  s->by_rows = NEW_ARRAY(c->scratch, double, 2 * s->count);
  TRY(walk_begin(c, s->all, (tap_list){judged, s->output_count}, WALK_KEPT, &s->walk, err));
  s->work = NEW_ARRAY(c->scratch, work_item, s->count);
  s->local = NEW_ARRAY(c->scratch, double, 3 * s->count);
  TRY(centre_walk_trials(s, STATISTICS, err));
  TRY(centre_walk_trials(s, LOCAL_ERRORS, err));
  TRY(choose_candidates(s, err));
  TRY(centre_walk_trials(s, TRIES, err));
  settle(s);
  return FP8C_OK;
}
