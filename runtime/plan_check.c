/* plan_check.c - everything about a plan that can be checked without running it.
 *
 * A plan may come from anywhere, and what follows (devices, drivers) believes
 * what it says.  So nothing passes that could make them read or write outside
 * a buffer the host laid out: indices, shapes, the arena and who lives in it
 * when, launch limits, GEMM extents, the form of cubins.  What generated code
 * itself does with its pointers cannot be checked: run only plans you trust. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "base/text.h"
#include "ops/control.h"
#include "ops/ids/control.h"
#include "runtime/plan_check.h"

#define ARENA_MAX_BYTES ((uint64_t)1 << 44)
#define GPU_VALUES_MAX 1048576u
#define PORTS_MAX 131072u
#define USES_MAX 4096u /* values a launch reads, and writes */

/* ---- Types ------------------------------------------------------------- */

static bool dims_valid(const plan *p, const int64_t *dims, int32_t rank, bool unknown_allowed) {
  for (int i = 0; i < rank; i++) {
    if (dims[i] >= 0) continue;
    if (!unknown_allowed) return false;
    if (dims[i] != DIM_UNKNOWN && DIM_SYMBOL_INDEX(dims[i]) >= p->symbol_count) return false;
  }
  return true;
}

/* Bytes of a value whose dimensions are all known; false when they are not or overflow. */
static fp8c_status check_port(const place *at, const plan_port *q, const char *side, uint32_t i) {
  if (q->dtype == FP8C_DTYPE_NONE)
    return check_failed(at, "%s %u \"%s\" has no element type", side, i, shown(q->name));
  if (q->rank == RANK_UNKNOWN && !strcmp(side, "output")) return FP8C_OK;
  if (q->rank < 0 || q->rank > FP8C_MAX_RANK || !dims_valid(at->plan, q->dims, q->rank, true))
    return check_failed(
        at, "%s %u \"%s\": rank %d with a dimension that is neither a size nor a symbol", side, i,
        shown(q->name), q->rank);
  for (int k = 0; k < q->rank; k++)
    if (q->dims[k] == DIM_UNKNOWN)
      return check_failed(at, "%s %u \"%s\": dimension %d has no name", side, i, shown(q->name), k);
  if (!isfinite(q->scale) || q->scale <= 0)
    return check_failed(at, "%s %u \"%s\": scale %g; expected a positive number", side, i,
                        shown(q->name), (double)q->scale);
  return FP8C_OK;
}

static fp8c_status check_scale(const place *at, uint32_t id, const plan_value *v) {
  const plan_variant *s = at->variant;
  if (v->scale_kind == SCALE_NONE) return FP8C_OK;
  if (v->scale_kind == SCALE_TENSOR) {
    if (isfinite(v->scale) && v->scale > 0) return FP8C_OK;
    return check_failed(at, "value %u \"%s\": scale %g; expected a positive number", id,
                        shown(v->name), (double)v->scale);
  }
  if (v->scale_axis < 0 || v->scale_axis >= v->rank)
    return check_failed(at, "value %u \"%s\": scales along axis %d of rank %d", id, shown(v->name),
                        v->scale_axis, v->rank);
  const plan_value *c = v->scale_value < s->value_count ? &s->values[v->scale_value] : NULL;
  int64_t elements = 0;
  if (!c || c->kind != PLAN_VALUE_CONST || c->dtype != FP8C_DTYPE_F32 ||
      c->scale_kind != SCALE_NONE || c->rank < 0 || !shape_elements(c->dims, c->rank, &elements) ||
      elements != v->dims[v->scale_axis])
    return check_failed(at, "value %u \"%s\": its scales are not a constant of %lld f32 numbers",
                        id, shown(v->name), (long long)v->dims[v->scale_axis]);
  return FP8C_OK;
}

/* Whether a variant's port value has the port's type, symbols replaced by what
 * the variant binds them to. */
static bool port_matches(const place *at, const plan_port *q, const plan_value *v) {
  bool scaled = dtype_is_fp8(q->dtype) && q->scale != 1.0f;
  if (v->dtype != q->dtype) return false;
  if (scaled && (v->scale_kind != SCALE_TENSOR || v->scale != q->scale)) return false;
  if (!scaled && v->scale_kind != SCALE_NONE &&
      !(v->scale_kind == SCALE_TENSOR && v->scale == q->scale))
    return false;
  /* A port of unknown rank has a shape in each GPU variant, which its values state. */
  bool infers = at->cpu || v->kind == PLAN_VALUE_HOST;
  if (q->rank == RANK_UNKNOWN || (infers && v->rank == RANK_UNKNOWN)) return true;
  if (v->rank != q->rank) return false;
  for (int i = 0; i < q->rank; i++) {
    int64_t want = q->dims[i];
    if (want < 0 && want != DIM_UNKNOWN &&
        at->variant->bound) { /* only a body's port has a size without a name */
      int64_t bound = at->variant->bound[DIM_SYMBOL_INDEX(want)];
      if (bound >= 0) want = bound;
    }
    if (v->dims[i] == want) continue;
    /* A cpu variant infers: an output may know less, or more, than its port. */
    if (infers && (v->dims[i] < 0 || want < 0)) continue;
    return false;
  }
  return true;
}

static fp8c_status check_value(const place *at, uint32_t id, bool gpu) {
  const plan_variant *s = at->variant;
  const plan_value *v = &s->values[id];
  const char *name = shown(v->name);
  if (v->dtype == FP8C_DTYPE_NONE || v->dtype >= FP8C_DTYPE_COUNT)
    return check_failed(at, "value %u \"%s\" has no element type", id, name);
  if (v->rank < RANK_UNKNOWN || v->rank > FP8C_MAX_RANK)
    return check_failed(at, "value %u \"%s\": rank %d; at most %d is supported", id, name, v->rank,
                        FP8C_MAX_RANK);
  bool fixed = (gpu && v->kind != PLAN_VALUE_HOST) || v->kind == PLAN_VALUE_CONST;
  uint64_t bytes = 0;
  if (!dims_valid(at->plan, v->dims, v->rank, !fixed) || (fixed && !check_value_bytes(v, &bytes)))
    return check_failed(at, "value %u \"%s\" has no valid shape", id, name);
  TRY(check_scale(at, id, v));

  switch (v->kind) {
    case PLAN_VALUE_INPUT:
      if (v->index >= at->plan->input_count || s->inputs[v->index] != id)
        return check_failed(at, "value %u \"%s\" claims to be input %u, which is another value", id,
                            name, v->index);
      break;
    case PLAN_VALUE_CONST:
      if (v->index >= at->plan->blob_count)
        return check_failed(at, "constant \"%s\" is blob %u of %u", name, v->index,
                            at->plan->blob_count);
      if (at->plan->blobs[v->index].bytes != bytes)
        return check_failed(at, "constant \"%s\" has %llu bytes by its type and %llu in its blob",
                            name, (unsigned long long)bytes,
                            (unsigned long long)at->plan->blobs[v->index].bytes);
      break;
    case PLAN_VALUE_HOST:
      if (!gpu || v->bytes || v->scale_kind == SCALE_AXIS)
        return check_failed(at, "value %u \"%s\" cannot stay on the host", id, name);
      break;
    case PLAN_VALUE_VIEW: {
      uint64_t base = 0;
      if (!gpu || v->index >= id || s->values[v->index].kind == PLAN_VALUE_HOST ||
          !check_value_bytes(&s->values[v->index], &base) || bytes > base)
        return check_failed(
            at, "value %u \"%s\" is a view of value %u, which is not an earlier one as large", id,
            name, v->index);
      break;
    }
    case PLAN_VALUE_TEMP:
      if (!gpu) break;
      if (v->arena_offset % 256 != 0 || v->bytes < bytes ||
          !size_within(v->arena_offset, v->bytes, s->arena_bytes))
        return check_failed(
            at,
            "value %u \"%s\" of %llu bytes lies at %llu, %llu bytes of an arena of %llu; "
            "expected room for it at a multiple of 256",
            id, name, (unsigned long long)bytes, (unsigned long long)v->arena_offset,
            (unsigned long long)v->bytes, (unsigned long long)s->arena_bytes);
      break;
  }
  return FP8C_OK;
}

/* ---- The cpu variant --------------------------------------------------- */

static fp8c_status check_program(place *at);

/* A body of control flow, or a host step: checked like a variant, with the ports its values say. */
static fp8c_status check_block(const place *at, const char *step, const char *what,
                               const plan_block *b) {
  if (!b || at->depth >= PLAN_MAX_BLOCK_DEPTH)
    return check_failed(at, "step \"%s\" (%s): a body is missing, or nested more than %d deep",
                        shown(step), what, PLAN_MAX_BLOCK_DEPTH);
  if (b->input_count > PORTS_MAX || b->output_count > PORTS_MAX)
    return check_failed(at, "body \"%s\" has %u inputs and %u outputs; at most %u are supported",
                        shown(b->name), b->input_count, b->output_count, PORTS_MAX);
  plan inner;
  arena_mark mark = arena_save(at->arena);
  plan_of_block(at->plan, b, at->arena, &inner);
  place in = *at;
  in.plan = &inner;
  in.variant = inner.variants;
  in.depth++;
  in.cpu = true;
  for (uint32_t i = 0; i < b->input_count + b->output_count; i++) {
    uint32_t id =
        i < b->input_count ? in.variant->inputs[i] : in.variant->outputs[i - b->input_count];
    scale_kind scaled =
        id < in.variant->value_count ? in.variant->values[id].scale_kind : SCALE_NONE;
    if (scaled == SCALE_AXIS || (scaled == SCALE_TENSOR && at->cpu))
      return check_failed(at, "body \"%s\": a port has a scale", shown(b->name));
  }
  TRY(check_program(&in));
  arena_reset(at->arena, mark);
  return FP8C_OK;
}

static fp8c_status check_control(const place *at, const plan_op *o) {
  const plan_block *blocks[2] = {NULL, NULL};
  control_body sizes[2] = {{0, 0}, {0, 0}};
  int count = op_of(o->op) == OP_IF ? 2 : 1;
  for (int i = 0; i < count; i++) {
    const attr *a = attr_find(o->attrs, control_attr(op_of(o->op), i));
    blocks[i] = a ? a->graph : NULL;
    TRY(check_block(at, o->name, o->op->name, blocks[i]));
    sizes[i] = (control_body){blocks[i]->input_count, blocks[i]->output_count};
  }
  control c;
  fp8c_error why = {.text = ""};
  if (control_form(o->op, o->attrs, o->in_count, o->out_count, sizes, &c, &why) != FP8C_OK)
    return check_failed(at, "step \"%s\" (%s): %s", shown(o->name), o->op->name, why.text);
  for (uint32_t i = c.kind == OP_LOOP ? 2 : 0; i < o->in_count; i++)
    if (o->in[i] == PLAN_NO_VALUE)
      return check_failed(at, "step \"%s\" (%s): input %u is missing", shown(o->name), o->op->name,
                          i);
  return FP8C_OK;
}

static fp8c_status check_attr(const place *at, const plan_op *o, const attr *a) {
  const attr_spec *spec = o->op->attrs;
  while (spec->name && strcmp(spec->name, shown(a->name)) != 0) spec++;
  if (!spec->name)
    return check_failed(
        at, "step \"%s\" (%s) has an attribute \"%s\", which the operator does not have",
        shown(o->name), o->op->name, shown(a->name));
  if (a->kind != spec->kind)
    return check_failed(at,
                        "step \"%s\" (%s): attribute \"%s\" is of another kind than the operator's",
                        shown(o->name), o->op->name, spec->name);
  if (a->kind == ATTR_TENSOR) {
    int64_t n = 0;
    if (!a->tensor || a->tensor->dtype == FP8C_DTYPE_NONE || a->tensor->rank < 0 ||
        !shape_elements(a->tensor->dims, a->tensor->rank, &n) || (n > 0 && !a->tensor->data))
      return check_failed(at, "step \"%s\" (%s): attribute \"%s\" has no valid type",
                          shown(o->name), o->op->name, spec->name);
  }
  return FP8C_OK;
}

static fp8c_status check_op(const place *at, const plan_op *o, uint8_t *defined) {
  const plan_variant *s = at->variant;
  const op_info *op = o->op;
  const char *name = shown(o->name);
  if (!op) return check_failed(at, "step \"%s\" has no operator", name);
  if (o->in_count > OP_MAX_INPUTS || o->in_count < op->in_min ||
      (op->in_max != VARIADIC && o->in_count > op->in_max))
    return check_failed(at, "step \"%s\" (%s) has %u inputs", name, op->name, o->in_count);
  if (o->out_count > OP_MAX_INPUTS || o->out_count < op->out_min ||
      (op->out_max != VARIADIC && o->out_count > op->out_max))
    return check_failed(at, "step \"%s\" (%s) has %u outputs", name, op->name, o->out_count);

  for (size_t i = 0; i < o->attrs.count; i++) {
    TRY(check_attr(at, o, &o->attrs.items[i]));
    if (i > 0 && strcmp(o->attrs.items[i - 1].name, o->attrs.items[i].name) >= 0)
      return check_failed(at,
                          "step \"%s\" (%s): its attributes are not sorted, or one stands twice",
                          name, op->name);
  }
  for (const attr_spec *spec = op->attrs; spec->name; spec++)
    if (spec->need == ATTR_REQUIRED && !attr_find(o->attrs, spec->name))
      return check_failed(at, "step \"%s\" (%s) lacks its attribute \"%s\"", name, op->name,
                          spec->name);

  for (uint32_t i = 0; i < o->in_count; i++) {
    uint32_t id = o->in[i];
    if (id == PLAN_NO_VALUE && (i >= op->in_min || op->in_max == VARIADIC)) continue;
    if (id >= s->value_count || !defined[id])
      return check_failed(at, "step \"%s\" (%s): input %u is value %u, which no earlier step gives",
                          name, op->name, i, id);
  }
  if (op_is_control(op)) TRY(check_control(at, o));
  for (uint32_t i = 0; i < o->out_count; i++) {
    uint32_t id = o->out[i];
    if (id == PLAN_NO_VALUE) continue;
    if (id >= s->value_count || s->values[id].kind != PLAN_VALUE_TEMP || defined[id])
      return check_failed(at, "step \"%s\" (%s): output %u is value %u, which is not its to give",
                          name, op->name, i, id);
    defined[id] = 1;
  }
  return FP8C_OK;
}

static fp8c_status check_cpu(const place *at) {
  const plan_variant *s = at->variant;
  if (s->launch_count || s->kernel_count || s->arena_bytes || s->workspace_bytes)
    return check_failed(at, "it has launches, kernels or device memory");
  uint8_t *defined = NEW_ARRAY(at->arena, uint8_t, s->value_count);
  for (uint32_t i = 0; i < s->value_count; i++)
    defined[i] = s->values[i].kind == PLAN_VALUE_INPUT || s->values[i].kind == PLAN_VALUE_CONST;
  for (uint32_t i = 0; i < s->op_count; i++) TRY(check_op(at, &s->ops[i], defined));
  for (uint32_t i = 0; i < at->plan->output_count; i++)
    if (!defined[s->outputs[i]])
      return check_failed(at, "output %u \"%s\" is never computed", i,
                          shown(at->plan->outputs[i].name));
  return FP8C_OK;
}

/* ---- GPU variants ------------------------------------------------------ */

/* A value of the variant and the port of a host step's block that it goes through.  Sizes that
 * only the one side knows are compared when the step runs. */
static bool crosses(const plan_value *outside, const plan_value *inside) {
  if (outside->dtype != inside->dtype || outside->scale_kind != inside->scale_kind) return false;
  if (outside->scale_kind == SCALE_TENSOR && outside->scale != inside->scale) return false;
  if (outside->rank == RANK_UNKNOWN || inside->rank == RANK_UNKNOWN) return true;
  if (outside->rank != inside->rank) return false;
  for (int i = 0; i < outside->rank; i++)
    if (outside->dims[i] >= 0 && inside->dims[i] >= 0 && outside->dims[i] != inside->dims[i])
      return false;
  return true;
}

static fp8c_status check_host(const place *at, const plan_launch *l) {
  const plan_variant *s = at->variant;
  const char *name = shown(l->name);
  const plan_block *b = l->host ? l->host->block : NULL;
  TRY(check_block(at, name, "a host step", b));
  const plan_variant *inner = &b->program;
  if (l->arg_count) return check_failed(at, "host step \"%s\" has arguments of a kernel", name);
  if (l->host->reason_count != inner->op_count)
    return check_failed(at, "host step \"%s\": %u reasons for %u operators", name,
                        l->host->reason_count, inner->op_count);
  if (l->read_count != b->input_count || l->write_count != b->output_count)
    return check_failed(
        at, "host step \"%s\" reads %u values and writes %u; its block has %u and %u ports", name,
        l->read_count, l->write_count, b->input_count, b->output_count);
  for (uint32_t i = 0; i < l->read_count; i++)
    if (!crosses(&s->values[l->reads[i]], &inner->values[inner->inputs[i]]))
      return check_failed(
          at, "host step \"%s\": value %u is of another type than input %u of its block", name,
          l->reads[i], i);
  for (uint32_t i = 0; i < l->write_count; i++)
    if (!crosses(&s->values[l->writes[i]], &inner->values[inner->outputs[i]]))
      return check_failed(
          at, "host step \"%s\": value %u is of another type than output %u of its block", name,
          l->writes[i], i);
  return FP8C_OK;
}

static fp8c_status check_gpu(place *at) {
  const plan_variant *s = at->variant;
  if (s->op_count) return check_failed(at, "it has operators of a cpu variant");
  if (s->value_count > GPU_VALUES_MAX)
    return check_failed(at, "%u values; at most %u are supported", s->value_count, GPU_VALUES_MAX);
  for (uint32_t i = 0; i < s->kernel_count; i++) TRY(check_cubin(at, &s->kernels[i]));
  at->read_by = NEW_ARRAY(at->arena, uint32_t, s->value_count);
  at->written_by = NEW_ARRAY(at->arena, uint32_t, s->value_count);
  for (uint32_t i = 0; i < s->launch_count; i++) {
    const plan_launch *l = &s->launches[i];
    at->launch = i + 1;
    if (l->read_count > USES_MAX || l->write_count > USES_MAX)
      return check_failed(at,
                          "launch \"%s\" reads %u values and writes %u; at most %u are supported",
                          shown(l->name), l->read_count, l->write_count, USES_MAX);
    for (uint32_t k = 0; k < l->read_count; k++)
      if (l->reads[k] < s->value_count)
        at->read_by[l->reads[k]] = at->launch;
      else
        return check_failed(at, "launch \"%s\" reads value %u of %u", shown(l->name), l->reads[k],
                            s->value_count);
    for (uint32_t k = 0; k < l->write_count; k++)
      if (l->writes[k] < s->value_count)
        at->written_by[l->writes[k]] = at->launch;
      else
        return check_failed(at, "launch \"%s\" writes value %u of %u", shown(l->name), l->writes[k],
                            s->value_count);
    for (uint32_t k = 0; l->kind != PLAN_LAUNCH_HOST && k < l->read_count + l->write_count; k++) {
      uint32_t id = k < l->read_count ? l->reads[k] : l->writes[k - l->read_count];
      if (s->values[id].kind == PLAN_VALUE_HOST)
        return check_failed(at, "launch \"%s\" uses value %u \"%s\", which stays on the host",
                            shown(l->name), id, shown(s->values[id].name));
    }
    switch (l->kind) {
      case PLAN_LAUNCH_KERNEL:
        TRY(check_kernel_launch(at, l));
        break;
      case PLAN_LAUNCH_GEMM:
        TRY(check_gemm(at, l));
        break;
      case PLAN_LAUNCH_COPY:
        TRY(check_copy(at, l));
        break;
      case PLAN_LAUNCH_HOST:
        TRY(check_host(at, l));
        break;
    }
  }
  return check_lives(at);
}

/* ---- The whole --------------------------------------------------------- */

/* Ports, values and steps, of a variant or of a body. */
static fp8c_status check_program(place *at) {
  const plan *p = at->plan;
  const plan_variant *s = at->variant;
  bool gpu = !at->cpu;
  for (uint32_t i = 0; i < p->input_count; i++)
    if (s->inputs[i] >= s->value_count || s->values[s->inputs[i]].kind != PLAN_VALUE_INPUT ||
        s->values[s->inputs[i]].index != i)
      return check_failed(at, "input %u \"%s\" has no value of its own", i,
                          shown(p->inputs[i].name));
  for (uint32_t i = 0; i < p->output_count; i++)
    if (s->outputs[i] >= s->value_count)
      return check_failed(at, "output %u \"%s\" is value %u of %u", i, shown(p->outputs[i].name),
                          s->outputs[i], s->value_count);
  for (uint32_t i = 0; i < s->value_count; i++) TRY(check_value(at, i, gpu));
  for (uint32_t i = 0; i < p->input_count; i++)
    if (!port_matches(at, &p->inputs[i], &s->values[s->inputs[i]]))
      return check_failed(at, "input %u \"%s\" has another type than its port", i,
                          shown(p->inputs[i].name));
  for (uint32_t i = 0; i < p->output_count; i++)
    if (!port_matches(at, &p->outputs[i], &s->values[s->outputs[i]]))
      return check_failed(at, "output %u \"%s\" has another type than its port", i,
                          shown(p->outputs[i].name));
  return at->cpu ? check_cpu(at) : check_gpu(at);
}

static fp8c_status check_variant(place *at) {
  const plan *p = at->plan;
  const plan_variant *s = at->variant;
  if (!s->target) return check_failed(at, "it has no target");
  bool gpu = !strncmp(s->target, "sm_", 3);
  at->cpu = !strcmp(s->target, "cpu");
  if (!at->cpu && (!gpu || check_target_sm(s->target) < 1))
    return fail(at->err, FP8C_ERROR_UNSUPPORTED,
                "plan, variant %u: target \"%s\" is not known to this library", at->variant_index,
                s->target);
  if (s->arena_bytes > ARENA_MAX_BYTES || s->workspace_bytes > ARENA_MAX_BYTES)
    return check_failed(
        at, "%llu bytes of activations and %llu of workspace; at most %llu are supported",
        (unsigned long long)s->arena_bytes, (unsigned long long)s->workspace_bytes,
        (unsigned long long)ARENA_MAX_BYTES);
  for (uint32_t i = 0; i < p->symbol_count; i++)
    if (s->bound[i] < -1)
      return check_failed(at, "symbol \"%s\" is bound to %lld", shown(p->symbols[i]),
                          (long long)s->bound[i]);
  return check_program(at);
}

/* ---- States ------------------------------------------------------------ */

static bool port_takes_integers(const plan_port *q) {
  return q->dtype == FP8C_DTYPE_I64 || q->dtype == FP8C_DTYPE_I32;
}

/* Marks an input that is given by a state or the runtime: one of them, and once. */
static fp8c_status take_input(const place *at, bool *taken, uint32_t input) {
  if (input >= at->plan->input_count)
    return check_failed(at, "a state is input %u of %u", input, at->plan->input_count);
  if (taken[input])
    return check_failed(at, "input \"%s\" is given twice", shown(at->plan->inputs[input].name));
  taken[input] = true;
  return FP8C_OK;
}

static fp8c_status check_state(const place *at, const plan_state *s, bool *taken, bool *given) {
  const plan *p = at->plan;
  TRY(take_input(at, taken, s->input));
  if (s->output >= p->output_count || given[s->output])
    return check_failed(at, "state \"%s\" is output %u of %u, which is none or another's",
                        shown(p->inputs[s->input].name), s->output, p->output_count);
  given[s->output] = true;
  const plan_port *in = &p->inputs[s->input], *out = &p->outputs[s->output];
  bool same = in->dtype == out->dtype && in->scale == out->scale &&
              (out->rank == in->rank || out->rank == RANK_UNKNOWN);
  if (!same || s->axis < -1 || s->axis >= in->rank || (s->rows != PLAN_ROWS_FIXED && s->axis < 0))
    return check_failed(at, "state \"%s\": its output has another type, or axis %d is none of it",
                        shown(in->name), s->axis);
  return FP8C_OK;
}

static fp8c_status check_memory(place *at) {
  const plan *p = at->plan;
  const plan_memory *m = &p->memory;
  if (m->state_count == 0) return FP8C_OK;
  if (m->capacity > PLAN_CAPACITY_MAX)
    return check_failed(at, "a capacity of %llu; 0 to %llu are possible",
                        (unsigned long long)m->capacity, (unsigned long long)PLAN_CAPACITY_MAX);
  if (!m->capacity && m->tokens != PLAN_NO_VALUE)
    return check_failed(at, "an input takes tokens, and the capacity for them is 0");
  bool *taken = NEW_ARRAY(at->arena, bool, p->input_count + 1);
  bool *given = NEW_ARRAY(at->arena, bool, p->output_count + 1);
  for (uint32_t i = 0; i < m->state_count; i++) TRY(check_state(at, &m->states[i], taken, given));
  bool tokens = false;
  for (uint32_t i = 0; i < m->fill_count; i++) {
    const plan_fill *f = &m->fills[i];
    TRY(take_input(at, taken, f->input));
    const plan_port *q = &p->inputs[f->input];
    bool mask = f->role == PLAN_ROLE_MASK;
    if (f->role == PLAN_ROLE_TOKENS) tokens = f->input == m->tokens;
    if (!port_takes_integers(q) &&
        !(mask && (q->dtype == FP8C_DTYPE_BOOL || dtype_is_small_float(q->dtype))))
      return check_failed(at, "input \"%s\" takes %s, which is not what its role gives",
                          shown(q->name), fp8c_dtype_name(q->dtype));
  }
  if (tokens != (m->tokens != PLAN_NO_VALUE))
    return check_failed(at, "no input takes the tokens, or another one than is said");
  if (!tokens && m->fill_count)
    return check_failed(at, "inputs are derived from tokens, and no input takes tokens");
  for (uint32_t i = 0; i < m->state_count && !tokens; i++)
    if (m->states[i].axis >= 0) /* nothing else ends how many rows there are */
      return check_failed(at, "state \"%s\" has a row for each token, and no input takes tokens",
                          shown(p->inputs[m->states[i].input].name));
  if (m->logits == PLAN_NO_VALUE) return FP8C_OK;
  if (m->logits >= p->output_count || given[m->logits] ||
      !dtype_is_small_float(p->outputs[m->logits].dtype))
    return check_failed(at, "the logits are output %u, which is none of floats", m->logits);
  return FP8C_OK;
}

static fp8c_status check_plan(place *at) {
  const plan *p = at->plan;
  if (p->variant_count < 1 || p->variant_count > PLAN_MAX_VARIANTS)
    return check_failed(at, "%u variants; expected 1 to %d", p->variant_count, PLAN_MAX_VARIANTS);
  if (p->input_count > PORTS_MAX || p->output_count > PORTS_MAX || p->output_count == 0)
    return check_failed(at,
                        "%u inputs and %u outputs; expected at most %u, and at least one output",
                        p->input_count, p->output_count, PORTS_MAX);
  for (uint32_t i = 0; i < p->input_count; i++) TRY(check_port(at, &p->inputs[i], "input", i));
  for (uint32_t i = 0; i < p->output_count; i++) TRY(check_port(at, &p->outputs[i], "output", i));
  for (uint32_t i = 0; i < p->blob_count; i++)
    if (p->blobs[i].bytes > 0 && !p->blobs[i].memory && !p->blobs[i].file && !p->blobs[i].made)
      return check_failed(at, "blob %u has %llu bytes nowhere", i,
                          (unsigned long long)p->blobs[i].bytes);
  TRY(check_memory(at));
  at->cubin_sm = NEW_ARRAY(at->arena, uint8_t, p->blob_count);
  for (uint32_t i = 0; i < p->variant_count; i++) {
    at->variant = &p->variants[i];
    at->variant_index = i;
    arena_mark mark = arena_save(at->arena);
    TRY(check_variant(at));
    arena_reset(at->arena, mark);
    for (uint32_t k = 0; k < i; k++)
      if (!strcmp(p->variants[k].target, p->variants[i].target) &&
          !strcmp(shown(p->variants[k].profile), shown(p->variants[i].profile)))
        return check_failed(at, "the profile \"%s\" stands twice", shown(p->variants[i].profile));
  }
  return FP8C_OK;
}

fp8c_status plan_check_with(const plan *p, plan_source *source, fp8c_error *err) {
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) {
    arena_free(&a);
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) while checking a plan",
                guard.wanted_bytes);
  }
  place at = {.plan = p, .source = source, .arena = &a, .err = err};
  fp8c_status status = check_plan(&at);
  arena_free(&a);
  return status;
}

fp8c_status plan_check(const plan *p, fp8c_error *err) { return plan_check_with(p, NULL, err); }
