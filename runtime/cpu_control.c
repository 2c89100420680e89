/* cpu_control.c - If, Loop and Scan on the CPU device.
 *
 * A body is a plan of its own on a session state of its own, so that an iteration
 * with the shapes of the last one takes no memory and infers nothing.  What goes in
 * and out is copied: a body's results live in its own memory until it runs again. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "ops/control.h"
#include "ops/ids/control.h"
#include "ops/infer.h"
#include "runtime/cpu.h"
#include "runtime/replay.h"

/* Memory that stays from one run to the next and only grows. */
typedef struct buffer {
  void *data;
  size_t bytes;
} buffer;

typedef struct body {
  plan plan;
  device_state *state;
  fp8c_tensor *in, *out;
  buffer *given; /* by input: where it is converted, sliced or carried */
} body;

struct cpu_control {
  control form;
  body bodies[2];  /* the second: If's else branch */
  buffer *stacked; /* by output: what iterations gave so far */
  tensor *results; /* by output */
};

/* ---- Memory --------------------------------------------------------------- */

static fp8c_status make_room(buffer *b, size_t bytes, fp8c_error *err) {
  if (bytes <= b->bytes && b->data) return FP8C_OK;
  void *data = host_alloc(bytes ? bytes : 1);
  if (!data)
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) in the body of a step",
                bytes);
  if (b->bytes) memcpy(data, b->data, b->bytes);
  host_free(b->data);
  *b = (buffer){data, bytes};
  return FP8C_OK;
}

/* ---- Types ---------------------------------------------------------------- */

static tensor from_view(const fp8c_tensor *t) {
  tensor x = {.dtype = t->dtype, .rank = t->rank, .data = t->data};
  memcpy(x.dims, t->shape, sizeof x.dims);
  return x;
}

static fp8c_tensor to_view(const tensor *t) {
  fp8c_tensor x = {.dtype = t->dtype, .rank = t->rank, .data = t->data};
  memcpy(x.shape, t->dims, sizeof x.shape);
  return x;
}

static bool stored_as(const tensor *t, fp8c_dtype dtype) {
  return t->dtype == dtype && t->scale.kind == SCALE_NONE;
}

/* The numbers of `from` as `to` stores them; both have as many elements. */
static fp8c_status convert(cpu_state *s, const tensor *from, const tensor *to, fp8c_error *err) {
  size_t bytes = tensor_bytes(from);
  if (stored_as(from, to->dtype) && to->scale.kind == SCALE_NONE) {
    if (bytes) memmove(to->data, from->data, bytes);
    return FP8C_OK;
  }
  if (!dtype_is_small_float(from->dtype) || !dtype_is_small_float(to->dtype))
    return fail(err, FP8C_ERROR_FORMAT, "a body is given %s where it has %s",
                fp8c_dtype_name(from->dtype), fp8c_dtype_name(to->dtype));
  arena_mark mark = arena_save(&s->scratch);
  float *real = arena_array(&s->scratch, (size_t)tensor_elements(from), sizeof *real);
  tensor_decode(s->threads, from, real);
  tensor_encode(s->threads, real, to);
  arena_reset(&s->scratch, mark);
  return FP8C_OK;
}

/* ---- A body --------------------------------------------------------------- */

/* Input `i` of the body is `t`: as it stands, or, where the body stores such numbers
 * otherwise or `t` will not last, in memory of the body's own. */
static fp8c_status give(cpu_state *s, body *b, size_t i, const tensor *t, bool keep,
                        fp8c_error *err) {
  const plan_port *port = &b->plan.inputs[i];
  tensor own = {.dtype = port->dtype, .rank = t->rank};
  memcpy(own.dims, t->dims, sizeof own.dims);
  if (!keep && stored_as(t, port->dtype)) {
    b->in[i] = to_view(t);
    return FP8C_OK;
  }
  size_t bytes = 0;
  TRY(cpu_bytes(&own, &bytes, err));
  TRY(make_room(&b->given[i], bytes, err));
  own.data = b->given[i].data;
  TRY(convert(s, t, &own, err));
  b->in[i] = to_view(&own);
  return FP8C_OK;
}

static fp8c_status run_body(cpu_state *s, body *b, fp8c_error *err) {
  TRY(s->bodies->run(b->state, b->in, NULL, err));
  return s->bodies->views(b->state, b->out, err);
}

/* ---- Results -------------------------------------------------------------- */

/* A result as the program around it stores it, in memory of its own. */
static fp8c_status finish(cpu_state *s, uint32_t i, uint32_t k, const tensor *t, fp8c_error *err) {
  cpu_step *step = &s->steps[i];
  uint32_t id = step->op->out[k];
  if (id == PLAN_NO_VALUE) {
    step->call.out[k] = (tensor){.dtype = t->dtype};
    return FP8C_OK;
  }
  tensor to = *t;
  to.scale = (scale){.kind = SCALE_NONE};
  TRY(cpu_store_as(s, id, &to, err));
  TRY(cpu_own(s, id, &to, step->op->name, err));
  TRY(convert(s, t, &to, err));
  step->call.out[k] = to;
  return FP8C_OK;
}

/* Appends one iteration's slice; all have one shape. */
static fp8c_status stack(buffer *b, tensor *all, const tensor *slice, int64_t iteration,
                         fp8c_error *err) {
  size_t bytes = 0, total = 0, at = 0;
  TRY(cpu_bytes(slice, &bytes, err));
  if (iteration == 0) *all = *slice;
  bool same = all->rank == slice->rank && all->dtype == slice->dtype;
  for (int d = 0; same && d < slice->rank; d++) same = all->dims[d] == slice->dims[d];
  char a[256], c[256];
  if (!same)
    return fail(err, FP8C_ERROR_FORMAT, "iteration %lld gives a slice of shape %s, those before %s",
                (long long)iteration, dims_text(slice, a), dims_text(all, c));
  if (!size_mul(bytes, (size_t)iteration, &at) || !size_add(at, bytes, &total))
    return fail(err, FP8C_ERROR_NO_MEMORY, "what %lld iterations give does not fit in memory",
                (long long)iteration);
  if (total > b->bytes) TRY(make_room(b, total > SIZE_MAX / 2 ? total : 2 * total, err));
  if (bytes) memcpy((char *)b->data + at, slice->data, bytes);
  return FP8C_OK;
}

/* No iteration ran, so the shape is what the body's own types say of it. */
static tensor empty_slice(const plan_port *port) {
  tensor t = {.dtype = port->dtype, .rank = port->rank == RANK_UNKNOWN ? 0 : port->rank};
  for (int d = 0; d < t.rank; d++) t.dims[d] = port->dims[d] >= 0 ? port->dims[d] : 0;
  return t;
}

/* `count` slices of one shape, one behind the other from slice->data on, become an axis of a
 * tensor. */
static fp8c_status unstack(cpu_state *s, const tensor *slice, int64_t count, int64_t axis,
                           bool backwards, tensor *out, fp8c_error *err) {
  int rank = slice->rank + 1;
  if (rank > FP8C_MAX_RANK)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "the result would have rank %d; the most is %d", rank,
                FP8C_MAX_RANK);
  int at;
  TRY(axis_of(axis, rank, &at, err));
  *out = *slice;
  memmove(&out->dims[at + 1], &slice->dims[at], (size_t)(slice->rank - at) * sizeof *out->dims);
  out->dims[at] = count;
  out->rank = rank;
  out->data = NULL;
  size_t bytes = 0, inner = dtype_bytes(slice->dtype), outer = 1;
  TRY(cpu_bytes(out, &bytes, err));
  if (bytes == 0) return FP8C_OK;
  for (int d = at; d < slice->rank; d++) inner *= (size_t)slice->dims[d];
  for (int d = 0; d < at; d++) outer *= (size_t)slice->dims[d];
  char *to = arena_alloc(&s->scratch, bytes);
  const char *from = slice->data;
  for (size_t o = 0; o < outer; o++)
    for (int64_t k = 0; k < count; k++) {
      int64_t source = backwards ? count - 1 - k : k;
      memcpy(to + (o * (size_t)count + (size_t)k) * inner,
             from + ((size_t)source * outer + o) * inner, inner);
    }
  out->data = to;
  return FP8C_OK;
}

/* Slice `index` along an axis, in scratch memory. */
static tensor slice_of(cpu_state *s, const tensor *t, int axis, int64_t index) {
  tensor out = *t;
  size_t inner = dtype_bytes(t->dtype), outer = 1;
  for (int d = axis + 1; d < t->rank; d++) inner *= (size_t)t->dims[d];
  for (int d = 0; d < axis; d++) outer *= (size_t)t->dims[d];
  memmove(&out.dims[axis], &t->dims[axis + 1], (size_t)(t->rank - axis - 1) * sizeof *out.dims);
  out.rank--;
  out.data = NULL;
  if (inner == 0 || outer == 0) return out;
  size_t line = inner * (size_t)t->dims[axis];
  if (outer == 1) {
    out.data = (char *)t->data + (size_t)index * inner;
    return out;
  }
  char *to = arena_alloc(&s->scratch, inner * outer);
  for (size_t o = 0; o < outer; o++)
    memcpy(to + o * inner, (const char *)t->data + o * line + (size_t)index * inner, inner);
  out.data = to;
  return out;
}

/* ---- If ------------------------------------------------------------------- */

static fp8c_status read_flag(const tensor *t, bool *out, fp8c_error *err) {
  if (t->dtype != FP8C_DTYPE_BOOL || tensor_elements(t) != 1)
    return fail(err, FP8C_ERROR_FORMAT,
                "its condition is %s with %lld elements; one bool is wanted",
                fp8c_dtype_name(t->dtype), (long long)tensor_elements(t));
  *out = tensor_int(t, 0) != 0;
  return FP8C_OK;
}

static fp8c_status run_if(cpu_state *s, uint32_t i, fp8c_error *err) {
  cpu_step *step = &s->steps[i];
  cpu_control *c = step->control;
  bool truth;
  TRY(read_flag(step->in[0], &truth, err));
  body *b = &c->bodies[truth ? 0 : 1];
  for (size_t k = 0; k < c->form.captured; k++) TRY(give(s, b, k, step->in[1 + k], false, err));
  TRY(run_body(s, b, err));
  for (uint32_t k = 0; k < step->op->out_count; k++) {
    tensor t = from_view(&b->out[k]);
    TRY(finish(s, i, k, &t, err));
  }
  return FP8C_OK;
}

/* ---- Loop ----------------------------------------------------------------- */

static fp8c_status run_loop(cpu_state *s, uint32_t i, fp8c_error *err) {
  cpu_step *step = &s->steps[i];
  cpu_control *c = step->control;
  body *b = &c->bodies[0];
  size_t states = c->form.states, stacked = c->form.out_count - states;
  int64_t most = INT64_MAX, iteration = 0;
  bool more = true;
  if (step->in[0]) {
    if (step->in[0]->dtype != FP8C_DTYPE_I64 || tensor_elements(step->in[0]) != 1)
      return fail(err, FP8C_ERROR_FORMAT, "its trip count is not one i64");
    most = tensor_int(step->in[0], 0);
  }
  if (step->in[1]) TRY(read_flag(step->in[1], &more, err));
  for (size_t k = 0; k < c->form.captured; k++)
    TRY(give(s, b, 2 + states + k, step->in[2 + states + k], false, err));
  for (size_t k = 0; k < states; k++) {
    c->results[k] = *step->in[2 + k];
    TRY(give(s, b, 2 + k, &c->results[k], false, err));
  }
  for (size_t k = 0; k < stacked; k++) {
    c->results[states + k] = empty_slice(&b->plan.outputs[1 + states + k]);
  }
  for (; iteration < most && more; iteration++) {
    uint8_t flag = more;
    tensor number = {.dtype = FP8C_DTYPE_I64, .data = &iteration};
    tensor condition = {.dtype = FP8C_DTYPE_BOOL, .data = &flag};
    TRY(give(s, b, 0, &number, false, err));
    TRY(give(s, b, 1, &condition, false, err));
    TRY(run_body(s, b, err));
    tensor go = from_view(&b->out[0]);
    TRY(read_flag(&go, &more, err));
    for (size_t k = 0; k < states; k++) {
      tensor t = from_view(&b->out[1 + k]);
      TRY(give(s, b, 2 + k, &t, true, err));
      c->results[k] = from_view(&b->in[2 + k]);
    }
    for (size_t k = states; k < c->form.out_count; k++) {
      tensor t = from_view(&b->out[1 + k]);
      TRY(stack(&c->stacked[k], &c->results[k], &t, iteration, err));
    }
  }
  for (uint32_t k = 0; k < c->form.out_count; k++) {
    tensor slice = c->results[k], t = slice;
    slice.data = c->stacked[k].data;
    if (k >= states) TRY(unstack(s, &slice, iteration, 0, false, &t, err));
    TRY(finish(s, i, k, &t, err));
  }
  return FP8C_OK;
}

/* ---- Scan ----------------------------------------------------------------- */

static int64_t nth(const plan_op *o, const char *name, size_t k) {
  const attr *a = attr_find(o->attrs, name);
  return a && k < a->count ? a->ints[k] : 0;
}

/* Over `in`, the node's inputs; states and slices stay in c->results and c->stacked. */
static fp8c_status scan(cpu_state *s, uint32_t i, const tensor *const *in, int64_t *steps,
                        fp8c_error *err) {
  cpu_step *step = &s->steps[i];
  cpu_control *c = step->control;
  body *b = &c->bodies[0];
  size_t states = c->form.states, scanned = c->form.scanned;
  *steps = -1;
  int *axes = NEW_ARRAY(&s->scratch, int, scanned);
  for (size_t k = 0; k < scanned; k++) {
    const tensor *t = in[states + k];
    TRY(axis_of(nth(step->op, "scan_input_axes", k), t->rank, &axes[k], err));
    int64_t count = t->dims[axes[k]];
    if (*steps >= 0 && count != *steps)
      return fail(err, FP8C_ERROR_FORMAT, "the inputs it scans have %lld and %lld slices",
                  (long long)*steps, (long long)count);
    *steps = count;
  }
  for (size_t k = 0; k < c->form.captured; k++)
    TRY(give(s, b, states + scanned + k, in[states + scanned + k], false, err));
  for (size_t k = 0; k < states; k++) {
    c->results[k] = *in[k];
    TRY(give(s, b, k, &c->results[k], false, err));
  }
  for (size_t k = states; k < c->form.out_count; k++)
    c->results[k] = empty_slice(&b->plan.outputs[k]);
  for (int64_t n = 0; n < *steps; n++) {
    arena_mark mark = arena_save(&s->scratch);
    for (size_t k = 0; k < scanned; k++) {
      bool backwards = nth(step->op, "scan_input_directions", k) != 0;
      tensor t = slice_of(s, in[states + k], axes[k], backwards ? *steps - 1 - n : n);
      TRY(give(s, b, states + k, &t, true, err));
    }
    arena_reset(&s->scratch, mark);
    TRY(run_body(s, b, err));
    for (size_t k = 0; k < states; k++) {
      tensor t = from_view(&b->out[k]);
      TRY(give(s, b, k, &t, true, err));
      c->results[k] = from_view(&b->in[k]);
    }
    for (size_t k = states; k < c->form.out_count; k++) {
      tensor t = from_view(&b->out[k]);
      TRY(stack(&c->stacked[k], &c->results[k], &t, n, err));
    }
  }
  return FP8C_OK;
}

static fp8c_status scan_result(cpu_state *s, uint32_t i, size_t k, int64_t steps, tensor *out,
                               fp8c_error *err) {
  const cpu_step *step = &s->steps[i];
  const cpu_control *c = step->control;
  tensor slice = c->results[k];
  *out = slice;
  if (k < c->form.states) return FP8C_OK;
  slice.data = c->stacked[k].data;
  return unstack(s, &slice, steps, nth(step->op, "scan_output_axes", k - c->form.states),
                 nth(step->op, "scan_output_directions", k - c->form.states) != 0, out, err);
}

/* The old form: every value has an axis of samples in front, each sample is a scan. */
static fp8c_status scan_samples(cpu_state *s, uint32_t i, fp8c_error *err) {
  cpu_step *step = &s->steps[i];
  cpu_control *c = step->control;
  size_t own = c->form.states + c->form.scanned, outputs = c->form.out_count;
  int64_t samples = -1;
  for (size_t k = 0; k < own; k++) {
    const tensor *t = step->in[k];
    if (t->rank < 1 || (samples >= 0 && t->dims[0] != samples))
      return fail(err, FP8C_ERROR_FORMAT, "its inputs differ in samples");
    samples = t->dims[0];
  }
  if (samples < 1) return fail(err, FP8C_ERROR_UNSUPPORTED, "it has no samples");
  buffer *all = NEW_ARRAY(&s->scratch, buffer, outputs); /* scratch memory: not freed one by one */
  tensor *first = NEW_ARRAY(&s->scratch, tensor, outputs);
  for (int64_t n = 0; n < samples; n++) {
    tensor *parts = NEW_ARRAY(&s->scratch, tensor, own);
    const tensor **in = NEW_ARRAY(&s->scratch, const tensor *, c->form.in_count);
    for (size_t k = 0; k < c->form.in_count; k++) in[k] = step->in[k];
    for (size_t k = 0; k < own; k++) {
      parts[k] = slice_of(s, step->in[k], 0, n);
      in[k] = &parts[k];
    }
    int64_t steps;
    TRY(scan(s, i, in, &steps, err));
    for (size_t k = 0; k < outputs; k++) {
      tensor t;
      TRY(scan_result(s, i, k, steps, &t, err));
      size_t bytes = tensor_bytes(&t), total;
      if (n == 0) {
        first[k] = t;
        if (!size_mul(bytes, (size_t)samples, &total))
          return fail(err, FP8C_ERROR_NO_MEMORY, "its results do not fit in memory");
        all[k] = (buffer){arena_alloc(&s->scratch, total), total};
      }
      if (bytes != tensor_bytes(&first[k]))
        return fail(err, FP8C_ERROR_FORMAT, "its samples give results of different shapes");
      if (bytes) memcpy((char *)all[k].data + (size_t)n * bytes, t.data, bytes);
    }
  }
  for (uint32_t k = 0; k < outputs; k++) {
    tensor t, slice = first[k];
    slice.data = all[k].data;
    TRY(unstack(s, &slice, samples, 0, false, &t, err));
    TRY(finish(s, i, k, &t, err));
  }
  return FP8C_OK;
}

static fp8c_status run_scan(cpu_state *s, uint32_t i, fp8c_error *err) {
  cpu_step *step = &s->steps[i];
  const attr *batched = attr_find(step->op->attrs, "batched");
  if (batched && batched->i) return scan_samples(s, i, err);
  int64_t steps;
  TRY(scan(s, i, step->in, &steps, err));
  for (uint32_t k = 0; k < step->control->form.out_count; k++) {
    tensor t;
    TRY(scan_result(s, i, k, steps, &t, err));
    TRY(finish(s, i, k, &t, err));
  }
  return FP8C_OK;
}

/* ---- A step --------------------------------------------------------------- */

fp8c_status cpu_run_control(cpu_state *s, uint32_t i, fp8c_error *err) {
  const cpu_step *step = &s->steps[i];
  cpu_control *c = step->control;
  for (uint32_t k = 0; k < step->op->in_count; k++) /* slices would lose their scales */
    if (step->in[k] && step->in[k]->scale.kind == SCALE_AXIS)
      return fail(err, FP8C_ERROR_UNSUPPORTED, "its input %u has scales along an axis", k);
  switch (c->form.kind) {
    case OP_IF:
      return run_if(s, i, err);
    case OP_LOOP:
      return run_loop(s, i, err);
    default:
      return run_scan(s, i, err);
  }
}

static fp8c_status make_body(cpu_state *s, const plan_block *block, body *b, fp8c_error *err) {
  plan_of_block(s->plan, block, &s->keep, &b->plan);
  b->in = NEW_ARRAY(&s->keep, fp8c_tensor, block->input_count);
  b->out = NEW_ARRAY(&s->keep, fp8c_tensor, block->output_count);
  b->given = NEW_ARRAY(&s->keep, buffer, block->input_count);
  fp8c_session_options options = {
      .size = sizeof options, .device = "cpu", .flags = s->flags & ~SESSION_KEEP};
  return s->bodies->create((program_view){&b->plan, s->source, s->shared}, &options, 0, s->threads,
                           &b->state, err);
}

fp8c_status cpu_make_control(cpu_state *s, uint32_t i, fp8c_error *err) {
  cpu_step *step = &s->steps[i];
  const plan_op *o = step->op;
  if (!op_is_control(o->op)) return FP8C_OK;
  cpu_control *c = NEW(&s->keep, cpu_control);
  const plan_block *blocks[2] = {NULL, NULL};
  control_body sizes[2] = {{0, 0}, {0, 0}};
  int count = op_of(o->op) == OP_IF ? 2 : 1;
  for (int k = 0; k < count; k++) {
    const attr *a = attr_find(o->attrs, control_attr(op_of(o->op), k));
    if (!a || !a->graph) return fail(err, FP8C_ERROR_FORMAT, "step \"%s\" has no body", o->name);
    blocks[k] = a->graph;
    sizes[k] = (control_body){blocks[k]->input_count, blocks[k]->output_count};
  }
  fp8c_status status =
      control_form(o->op, o->attrs, o->in_count, o->out_count, sizes, &c->form, err);
  if (status != FP8C_OK) return fail_in(err, status, "step \"%s\" (%s)", o->name, o->op->name);
  c->stacked = NEW_ARRAY(&s->keep, buffer, o->out_count);
  c->results = NEW_ARRAY(&s->keep, tensor, o->out_count);
  step->control = c;
  s->has_control = true;
  for (int k = 0; k < count; k++) TRY(make_body(s, blocks[k], &c->bodies[k], err));
  return FP8C_OK;
}

void cpu_free_control(cpu_state *s, uint32_t i) {
  cpu_control *c = s->steps[i].control;
  if (!c) return;
  for (uint32_t k = 0; k < s->steps[i].op->out_count; k++) host_free(c->stacked[k].data);
  for (int k = 0; k < 2; k++) {
    body *b = &c->bodies[k];
    for (uint32_t j = 0; b->given && j < b->plan.input_count; j++) host_free(b->given[j].data);
    s->bodies->destroy(b->state);
  }
}
