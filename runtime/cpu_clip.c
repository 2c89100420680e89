/* cpu_clip.c - a Relu or Clip as the end of the convolution in front of it.
 *
 * What a large convolution gives is in no cache any more when the next operator reads it, and a
 * Relu costs as long as a tenth of a small network's convolutions.  So a Conv whose only reader
 * is a Relu or a Clip by constants holds its results between the ends itself: the same bits, and
 * the reader's result is the Conv's. */
#include <math.h>

#include "ops/ids/products.h"
#include "ops/ids/select.h"
#include "ops/ids/unary.h"
#include "ops/infer.h"
#include "runtime/cpu.h"

/* One constant, or `other` where it is omitted. */
static bool end_of(const op_call *c, size_t i, float other, float *out) {
  *out = other;
  if (!has_input(c, i)) return true;
  const tensor *t = c->in[i];
  if (t->dtype != FP8C_DTYPE_F32 || t->scale.kind != SCALE_NONE || !t->data ||
      !tensor_shape_known(t) || tensor_elements(t) != 1)
    return false;
  *out = *(const float *)t->data;
  return true;
}

static bool ends_of(const cpu_state *s, const cpu_step *step, float ends[2]) {
  op_id op = op_of(step->op->op);
  ends[0] = 0.0f;
  ends[1] = INFINITY;
  if (op == OP_RELU) return true;
  if (op != OP_CLIP) return false;
  for (uint32_t k = 1; k < step->op->in_count; k++) /* a run must not change them */
    if (step->op->in[k] != PLAN_NO_VALUE && s->homes[step->op->in[k]] != HOME_CONST &&
        s->homes[step->op->in[k]] != HOME_KNOWN)
      return false;
  return end_of(&step->call, 1, -INFINITY, &ends[0]) && end_of(&step->call, 2, INFINITY, &ends[1]);
}

static bool plain_f32(const tensor *t) {
  return t->dtype == FP8C_DTYPE_F32 && t->scale.kind == SCALE_NONE;
}

cpu_users cpu_find_users(const cpu_state *s, arena *a) {
  const plan_variant *v = s->variant;
  cpu_users u = {NEW_ARRAY(a, uint32_t, v->value_count), NEW_ARRAY(a, uint32_t, v->value_count)};
  for (uint32_t i = 0; i < v->op_count; i++) {
    const plan_op *o = &v->ops[i];
    for (uint32_t k = 0; k < o->in_count; k++)
      if (o->in[k] != PLAN_NO_VALUE) u.readers[o->in[k]]++;
    for (uint32_t k = 0; k < o->out_count; k++)
      if (o->out[k] != PLAN_NO_VALUE) u.maker[o->out[k]] = i;
  }
  for (uint32_t i = 0; i < s->plan->output_count; i++) u.readers[v->outputs[i]]++;
  return u;
}

void cpu_join_clip(cpu_state *s, const cpu_users *u, uint32_t i) {
  cpu_step *step = &s->steps[i];
  const plan_op *o = step->op;
  float ends[2];
  if (s->keeps || (s->flags & (FP8C_SESSION_CHECK | FP8C_SESSION_PLAIN)) || step->skip ||
      o->in_count == 0 || o->in[0] == PLAN_NO_VALUE || o->out[0] == PLAN_NO_VALUE ||
      u->readers[o->in[0]] != 1 || s->homes[o->in[0]] != HOME_NOWHERE || !ends_of(s, step, ends))
    return;
  cpu_step *maker = &s->steps[u->maker[o->in[0]]];
  if (maker->skip || op_of(maker->op->op) != OP_CONV || maker->op->out[0] != o->in[0] ||
      !plain_f32(&s->values[o->in[0]]) || !plain_f32(&s->values[o->out[0]]))
    return;
  float *kept = NEW_ARRAY(&s->shapes, float, 2);
  kept[0] = ends[0];
  kept[1] = ends[1];
  maker->call.clip = kept;
  s->homes[o->out[0]] = HOME_ALIAS;
  s->alias_of[o->out[0]] = s->alias_of[o->in[0]];
  step->skip = true;
}
