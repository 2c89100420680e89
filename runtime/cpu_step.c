/* cpu_step.c - one step: its types, its run, and what a session asked to be measured or checked. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/numbers.h"
#include "base/text.h"
#include "ops/ids/products.h"
#include "ops/ids/types.h"
#include "ops/infer.h"
#include "runtime/cpu.h"
#include "runtime/nvtx.h"

static fp8c_status step_failed(const cpu_step *step, fp8c_status status, fp8c_error *err) {
  return fail_in(err, status, "step \"%s\"", step->op->name ? step->op->name : "");
}

fp8c_status cpu_infer(cpu_state *s, uint32_t i, fp8c_error *err) {
  cpu_step *step = &s->steps[i];
  const plan_op *o = step->op;
  if (step->control) { /* running it tells */
    for (uint32_t k = 0; k < o->out_count; k++) step->call.out[k] = (tensor){.rank = RANK_UNKNOWN};
    return FP8C_OK;
  }
  fp8c_status status = op_infer(&step->call, err);
  for (uint32_t k = 0; k < o->out_count && status == FP8C_OK; k++) {
    tensor *t = &step->call.out[k];
    t->data = NULL;
    for (int d = 0; d < t->rank; d++)
      if (t->dims[d] < 0) t->dims[d] = DIM_UNKNOWN;
    /* From here on every known shape has a size that can be computed with. */
    size_t bytes = 0;
    if (tensor_shape_known(t)) status = cpu_bytes(t, &bytes, err);
    if (o->out[k] == PLAN_NO_VALUE || status != FP8C_OK) continue;
    status = cpu_store_as(s, o->out[k], t, err);
    s->values[o->out[k]] = *t;
  }
  return status == FP8C_OK ? status : step_failed(step, status, err);
}

/* Weights that are there while the step runs alone (cpu_weights.c): where to, or NULL. */
static tensor *comes_for_step(const cpu_state *s, const cpu_step *step) {
  uint32_t id = step->op->in_count > 1 ? step->op->in[1] : PLAN_NO_VALUE;
  const plan_value *v = id == PLAN_NO_VALUE ? NULL : &s->variant->values[id];
  if (!v || v->kind != PLAN_VALUE_CONST || op_of(step->op->op) != OP_LINEAR) return NULL;
  const plan_blob *b = &s->plan->blobs[v->index];
  return b->made && b->bytes && !step->in[1]->data ? &s->values[id] : NULL;
}

static fp8c_status run_with_weights(cpu_state *s, cpu_step *step, tensor *w, fp8c_error *err) {
  uint32_t blob = s->variant->values[step->op->in[1]].index;
  void *bytes = arena_raw(&s->scratch, 1, (size_t)s->plan->blobs[blob].bytes);
  TRY(plan_read_blob_by(s->plan, s->source, blob, s->threads, bytes, err));
  w->data = bytes;
  fp8c_status status = op_run(&step->call, err);
  w->data = NULL;
  return status;
}

/* Constants that a step has read may leave memory again. */
static void weights_read(const cpu_state *s, const cpu_step *step) {
  for (uint32_t k = 0; k < step->op->in_count; k++) {
    uint32_t id = step->op->in[k];
    if (id == PLAN_NO_VALUE || s->variant->values[id].kind != PLAN_VALUE_CONST) continue;
    const plan_blob *b = &s->plan->blobs[s->variant->values[id].index];
    if (b->memory) arena_touch(s->plan->weights, (size_t)b->bytes);
  }
}

fp8c_status cpu_run_step(cpu_state *s, uint32_t i, fp8c_error *err) {
  cpu_step *step = &s->steps[i];
  arena_mark mark = arena_save(&s->scratch);
  tensor *w = comes_for_step(s, step);
  fp8c_status status = step->control ? cpu_run_control(s, i, err)
                       : w           ? run_with_weights(s, step, w, err)
                                     : op_run(&step->call, err);
  arena_reset(&s->scratch, mark);
  if (s->plan->weights) weights_read(s, step);
  return status == FP8C_OK ? status : step_failed(step, status, err);
}

fp8c_status cpu_take_results(cpu_state *s, uint32_t i, fp8c_error *err) {
  cpu_step *step = &s->steps[i];
  if (step->control) return FP8C_OK; /* it takes them itself */
  for (uint32_t k = 0; k < step->op->out_count; k++) {
    tensor *t = &step->call.out[k];
    uint32_t id = step->op->out[k];
    size_t bytes = 0;
    if (!tensor_shape_known(t))
      return fail(err, FP8C_ERROR_UNSUPPORTED,
                  "step \"%s\" (%s): the shape of output %u cannot be told before it is computed",
                  step->op->name, step->op->op->name, k);
    TRY(cpu_bytes(t, &bytes, err));
    if (id == PLAN_NO_VALUE) {
      t->data = arena_alloc(&s->scratch, bytes);
      continue;
    }
    TRY(cpu_own_bytes(s, id, bytes, step->op->name, err));
    t->data = s->owned[id];
  }
  return FP8C_OK;
}

/* FP8C_SESSION_CHECK: the first element that is not finite is an error. */
static fp8c_status check_finite(const cpu_step *step, fp8c_error *err) {
  enum { BLOCK = 256 };
  float block[BLOCK];
  for (uint32_t k = 0; k < step->op->out_count; k++) {
    const tensor *t = &step->call.out[k];
    if (!dtype_is_float(t->dtype) || step->op->out[k] == PLAN_NO_VALUE) continue;
    int64_t count = tensor_elements(t);
    size_t each = dtype_bytes(t->dtype);
    for (int64_t from = 0; from < count; from += BLOCK) {
      int64_t n = count - from < BLOCK ? count - from : BLOCK;
      const uint8_t *at = (const uint8_t *)t->data + (size_t)from * each;
      if (dtype_is_small_float(t->dtype)) floats_decode(t->dtype, at, block, (size_t)n);
      for (int64_t i = 0; i < n; i++) {
        double x = t->dtype == FP8C_DTYPE_F64 ? ((const double *)(const void *)at)[i] : block[i];
        char digits[40];
        if (isfinite(x)) continue;
        return fail(
            err, FP8C_ERROR_BOUND,
            "step \"%s\" (%s): element %lld of output %u is %s; a finite number was asked for",
            step->op->name, step->op->op->name, (long long)(from + i), k, double_print(x, digits));
      }
    }
  }
  return FP8C_OK;
}

/* A step that rounds a value of its own to FP8. */
static bool rounds_to_fp8(const cpu_step *step) {
  op_id op = op_of(step->op->op);
  bool rounds = op == OP_QUANTIZE || op == OP_QUANTIZE_SPLIT || op == OP_CAST;
  return rounds && step->call.out_count > 0 && dtype_is_fp8(step->call.out[0].dtype) &&
         dtype_is_small_float(step->call.in[0]->dtype) && !dtype_is_fp8(step->call.in[0]->dtype);
}

/* What lies beyond half a step above the largest code rounds past it. */
static void count_saturated(cpu_step *step) {
  enum { BLOCK = 256 };
  const tensor *in = step->call.in[0], *out = &step->call.out[0];
  float block[BLOCK], max = dtype_max(out->dtype);
  float limit = dtype_last_in_range(out->dtype);
  int64_t count = tensor_elements(in), inner = 1;
  bool by_axis = out->scale.kind == SCALE_AXIS;
  for (int d = out->scale.axis + 1; by_axis && d < out->rank; d++) inner *= out->dims[d];
  float r = out->scale.kind == SCALE_TENSOR ? 1.0f / out->scale.value : 1.0f;
  fp8c_saturation *c = &step->clipped;
  c->elements += (uint64_t)count;
  for (int64_t from = 0; from < count; from += BLOCK) {
    int64_t n = count - from < BLOCK ? count - from : BLOCK;
    floats_decode(in->dtype, (const uint8_t *)in->data + (size_t)from * dtype_bytes(in->dtype),
                  block, (size_t)n);
    for (int64_t i = 0; i < n; i++) {
      if (by_axis) r = 1.0f / out->scale.scales[(from + i) / inner % out->dims[out->scale.axis]];
      float y = fabsf(block[i]) * r;
      c->saturated += y > limit;
      if (y / max > c->reach) c->reach = y / max;
    }
  }
}

fp8c_status cpu_do_step(cpu_state *s, uint32_t i, fp8c_error *err) {
  cpu_step *step = &s->steps[i];
  if ((s->flags & FP8C_SESSION_COUNT_SATURATED) && rounds_to_fp8(step)) {
    step->clipped.name = s->variant->values[step->op->out[0]].name;
    count_saturated(step); /* before it: its result may take its operand's place */
  }
  bool timed = (s->flags & FP8C_SESSION_TIMING) != 0;
  double start = timed ? clock_seconds() : 0;
  nvtx_push(step->op->sources && *step->op->sources ? step->op->sources : step->op->name);
  fp8c_status status = cpu_run_step(s, i, err);
  nvtx_pop();
  TRY(status);
  if (timed) step->seconds += clock_seconds() - start, step->runs++;
  if (s->flags & FP8C_SESSION_CHECK) TRY(check_finite(step, err));
  return FP8C_OK;
}
