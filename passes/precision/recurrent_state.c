/* recurrent_state.c - the product of LSTM, GRU and RNN with their state. */
#include "passes/precision/recurrent_state.h"

#include <math.h>

#include "passes/precision/scales.h"

bool node_recurs(const node *n) {
  return n->op->work == WORK_RECURRENT && n->in_count > RECURRENT_WEIGHTS && !n->in[1] &&
         value_is_const(n->in[RECURRENT_WEIGHTS]) && n->out_count && n->out[0];
}

bool node_has_format(const node *n) { return n->op->precision == CLASS_GEMM || node_recurs(n); }

static const value_stats *seen(const pass_context *c, const value *v) {
  const value_stats *s = v ? stats_find(c->stats, v->name) : NULL;
  return s && s->count ? s : NULL;
}

bool state_was_seen(const node *n, const pass_context *c) { return seen(c, n->out[0]) != NULL; }

/* One that suits all states that a step may read: the first, and those that steps give. */
static float state_scale(const pass_context *c, const node *n, fp8c_dtype format) {
  scale_policy p = c->scales;
  p.power_of_two = true;
  const value_stats *all = seen(c, n->out[0]), *first = seen(c, node_input(n, RECURRENT_FIRST));
  float s = scale_choose(all, format, &p);
  return first ? fmaxf(s, scale_choose(first, format, &p)) : s;
}

/* Returns the attributes of n and those of a state in FP8. */
static attr_list with_state(const node *n, fp8c_dtype format, float unit, arena *a) {
  const attr own[] = {{.name = "state", .kind = ATTR_STRING, .s = fp8c_dtype_name(format)},
                      {.name = "state_scale", .kind = ATTR_FLOAT, .f = unit}};
  return attr_join(n->attrs, own, 2, a);
}

fp8c_status state_form_of(pass_context *c, const node *n, fp8c_dtype format, state_form *out,
                          fp8c_error *err) {
  const value *r = n->in[RECURRENT_WEIGHTS];
  const scale_policy powers = {.power_of_two = true};
  *out = (state_form){.attrs = n->attrs, .scale = 1.0f};
  if (format == FP8C_DTYPE_F32) return FP8C_OK;
  if (format == FP8C_DTYPE_BF16) return weight_by(c, r, format, false, &powers, &out->weights, err);
  out->scale = state_scale(c, n, format);
  out->attrs = with_state(n, format, out->scale, c->keep);
  return weight_by(c, r, usual_weights(format), false, &powers, &out->weights, err);
}
