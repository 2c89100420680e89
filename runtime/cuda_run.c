/* cuda_run.c - a run on the GPU: copies in, one graph launch, copies out. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "runtime/cuda.h"
#include "runtime/plan_text.h"

static bool shapes_match(const plan_value *x, const fp8c_tensor *t) {
  if (x->rank != t->rank) return false;
  for (int i = 0; i < x->rank; i++)
    if (x->dims[i] != t->shape[i]) return false;
  return true;
}

static void add_shape(char *out, size_t capacity, const char *name, const fp8c_tensor *t) {
  size_t n = strlen(out);
  n += (size_t)snprintf(out + n, capacity - n, "%s%.40s [", n ? ", " : "", name);
  for (int i = 0; i < t->rank && n < capacity; i++)
    n += (size_t)snprintf(out + n, capacity - n, "%s%lld", i ? ", " : "", (long long)t->shape[i]);
  if (n < capacity) snprintf(out + n, capacity - n, "]");
}

/* A tensor kernels may use in place: on the device, as aligned as they assume. */
static bool usable(const fp8c_tensor *t) {
  return t->place == FP8C_PLACE_DEVICE && (uintptr_t)t->data % 16 == 0;
}

static bool variant_takes(const device_state *s, const plan_variant *v, const fp8c_tensor *inputs) {
  for (uint32_t k = 0; k < s->plan->input_count; k++)
    if (!shapes_match(&v->values[v->inputs[k]], &inputs[k])) return false;
  return true;
}

/* The variant for tensors of these shapes; NULL: there is none, which cuda_refuse_shapes says. */
static cuda_variant *cuda_variant_for(const device_state *s, const fp8c_tensor *inputs) {
  if (s->current && variant_takes(s, s->current->v, inputs)) return s->current;
  for (uint32_t i = 0; i < s->variant_count; i++)
    if (variant_takes(s, s->variants[i].v, inputs)) return &s->variants[i];
  return NULL;
}

static fp8c_status cuda_refuse_shapes(const device_state *s, const fp8c_tensor *inputs,
                                      fp8c_error *err) {
  char found[400] = "", have[400] = "";
  for (uint32_t k = 0; k < s->plan->input_count && strlen(found) < 300; k++)
    add_shape(found, sizeof found, s->plan->inputs[k].name, &inputs[k]);
  plan_print_sizes(s->plan, s->current->v->target, have, sizeof have);
  return fail(err, FP8C_ERROR_ARGUMENT,
              "no variant of the plan takes %s; it is for %s (compile with --dim for more)", found,
              have);
}

static fp8c_status select_variant(device_state *s, const fp8c_tensor *inputs, fp8c_error *err) {
  const plan_memory *m = &s->plan->memory;
  cuda_variant *v = cuda_variant_for(s, inputs);
  if (!v) return cuda_refuse_shapes(s, inputs, err);
  for (uint32_t i = 0; m->capacity && i < m->state_count; i++)
    if (!usable(&inputs[m->states[i].input])) /* the port block has no place for it */
      return fail(err, FP8C_ERROR_ARGUMENT, "state \"%s\" does not lie in the GPU's memory",
                  s->plan->inputs[m->states[i].input].name);
  s->current = v;
  return FP8C_OK;
}

static fp8c_status check_outputs(device_state *s, const fp8c_tensor *outputs, fp8c_error *err) {
  const plan_variant *v = s->current->v;
  for (uint32_t i = 0; outputs && i < s->plan->output_count; i++)
    if (v->values[v->outputs[i]].kind != PLAN_VALUE_HOST && /* its shape is the run's to tell */
        !shapes_match(&v->values[v->outputs[i]], &outputs[i])) {
      char found[300] = "";
      add_shape(found, sizeof found, s->plan->outputs[i].name, &outputs[i]);
      return fail(err, FP8C_ERROR_ARGUMENT, "output %s has another shape than profile \"%s\" gives",
                  found, v->profile);
    }
  return FP8C_OK;
}

static cu_pointer device_address(const fp8c_tensor *t) { return (cu_pointer)(uintptr_t)t->data; }

static void choose_ports(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs) {
  cuda_variant *v = s->current;
  const plan *p = s->plan;
  for (uint32_t i = 0; i < p->input_count; i++) {
    v->ports[i] = usable(&inputs[i]) ? device_address(&inputs[i]) : s->inputs + v->input_offset[i];
    v->input_on_host[i] = inputs[i].place == FP8C_PLACE_HOST;
  }
  memset(v->given, 0, v->v->value_count * sizeof *v->given);
  for (uint32_t i = 0; i < p->output_count; i++) {
    cu_pointer *to = &v->ports[p->input_count + i];
    *to = 0;
    if (!outputs || !usable(&outputs[i])) continue;
    uint32_t root = plan_memory_of(v->v, v->v->outputs[i]);
    /* One value, two outputs: the second is copied. */
    if (v->v->values[root].kind != PLAN_VALUE_TEMP || v->given[root]) continue;
    *to = device_address(&outputs[i]);
    v->given[root] = *to != 0;
  }
}

static fp8c_status send_inputs(device_state *s, const fp8c_tensor *inputs, fp8c_error *err) {
  cuda_variant *v = s->current;
  for (uint32_t i = 0; i < s->plan->input_count; i++) {
    const fp8c_tensor *t = &inputs[i];
    size_t bytes = fp8c_tensor_bytes(t);
    cu_pointer to = s->inputs + v->input_offset[i];
    if (bytes == 0 || usable(t) || !v->read[i]) continue;
    cu_result r;
    if (t->place == FP8C_PLACE_DEVICE) {
      r = CU(s->cu->on_device(to, device_address(t), bytes, s->stream));
    } else {
      memcpy(s->staging + v->input_offset[i], t->data, bytes);
      r = CU(s->cu->to_device(to, s->staging + v->input_offset[i], bytes, s->stream));
    }
    TRY(cuda_result(r, err, "copying input \"%s\" to the GPU", s->plan->inputs[i].name));
  }
  return FP8C_OK;
}

/* What a host step gave as an output, for the caller's tensor. */
static fp8c_status fetch_from_host(device_state *s, uint32_t i, const fp8c_tensor *output,
                                   fp8c_error *err) {
  const fp8c_tensor *have = &s->current->host[s->current->v->outputs[i]];
  bool same = have->rank == output->rank;
  for (int d = 0; same && d < have->rank; d++) same = have->shape[d] == output->shape[d];
  if (!same) {
    char found[300] = "", given[300] = "";
    add_shape(found, sizeof found, s->plan->outputs[i].name, output);
    add_shape(given, sizeof given, "", have);
    return fail(err, FP8C_ERROR_ARGUMENT, "output %s: this run gives%s", found, given);
  }
  size_t bytes = fp8c_tensor_bytes(have);
  if (bytes == 0) return FP8C_OK;
  if (output->place == FP8C_PLACE_DEVICE)
    return cuda_result(CU(s->cu->to_device(device_address(output), have->data, bytes, s->stream)),
                       err, "copying output \"%s\" to the GPU", s->plan->outputs[i].name);
  memcpy(output->data, have->data, bytes);
  return FP8C_OK;
}

/* Pinned memory of at least `bytes`; what it held is lost where it was smaller. */
static fp8c_status make_pinned(device_state *s, uint64_t bytes, const char *what, uint8_t **memory,
                               uint64_t *held, fp8c_error *err) {
  if (bytes <= *held) return FP8C_OK;
  if (*memory) s->cu->host_free(*memory);
  *memory = NULL;
  *held = 0;
  TRY(cuda_result(CU(s->cu->host_alloc((void **)memory, bytes, 0)), err,
                  "allocating %llu bytes of pinned memory for %s", (unsigned long long)bytes,
                  what));
  *held = bytes;
  return FP8C_OK;
}

fp8c_status cuda_make_results(device_state *s, uint64_t bytes, fp8c_error *err) {
  return make_pinned(s, bytes, "outputs", &s->results, &s->results_bytes, err);
}

/* Makes room for all outputs of this run that go to the host. */
static fp8c_status make_room_for(device_state *s, const fp8c_tensor *outputs, fp8c_error *err) {
  const cuda_variant *v = s->current;
  uint64_t most = 0;
  for (uint32_t i = 0; i < s->plan->output_count; i++) {
    uint64_t end = v->output_offset[i] + cuda_device_bytes(&v->v->values[v->v->outputs[i]]);
    bool wanted = !outputs || (outputs[i].place == FP8C_PLACE_HOST && outputs[i].data);
    if (wanted && end > most) most = end;
  }
  return cuda_make_results(s, most, err);
}

/* Device outputs that were not written in place, and host ones into pinned memory. */
static fp8c_status fetch_outputs(device_state *s, const fp8c_tensor *outputs, fp8c_error *err) {
  cuda_variant *v = s->current;
  const plan *p = s->plan;
  TRY(make_room_for(s, outputs, err));
  for (uint32_t i = 0; i < p->output_count; i++) {
    uint32_t id = v->v->outputs[i];
    uint64_t bytes = cuda_device_bytes(&v->v->values[id]);
    if (outputs && v->v->values[id].kind == PLAN_VALUE_HOST)
      TRY(fetch_from_host(s, i, &outputs[i], err));
    if (bytes == 0 || v->ports[p->input_count + i] || (outputs && !outputs[i].data)) continue;
    if (outputs && outputs[i].place == FP8C_PLACE_DEVICE &&
        device_address(&outputs[i]) == v->address[id])
      continue; /* a state that stays where it is */
    cu_result r;
    if (outputs && outputs[i].place == FP8C_PLACE_DEVICE)
      r = CU(s->cu->on_device(device_address(&outputs[i]), v->address[id], bytes, s->stream));
    else
      r = CU(s->cu->to_host(s->results + v->output_offset[i], v->address[id], bytes, s->stream));
    TRY(cuda_result(r, err, "copying output \"%s\" from the GPU", p->outputs[i].name));
  }
  return FP8C_OK;
}

static fp8c_status clock_step(device_state *s, cu_event e, fp8c_error *err) {
  if (!(s->options.flags & FP8C_SESSION_TIMING)) return FP8C_OK;
  return cuda_result(CU(s->cu->event_record(e, s->stream)), err, "timing a step");
}

/* A graph for each segment, and what the host does between them. */
static fp8c_status execute_graphs(device_state *s, cuda_variant *v, const cuda_graph *g,
                                  fp8c_error *err) {
  for (uint32_t i = 0; i < v->segment_count; i++) {
    uint32_t end = v->segments[i].end;
    if (g->execs[i])
      TRY(cuda_result(CU(s->cu->graph_launch(g->execs[i], s->stream)), err, "launching the graph"));
    else if (end == v->v->launch_count) /* the run ends with a host step */
      TRY(clock_step(s, v->last, err));
    if (end == v->v->launch_count) return FP8C_OK;
    TRY(clock_step(s, v->steps[end].before, err));
    TRY(cuda_issue_step(s, v, &v->steps[end], s->stream, err));
  }
  return FP8C_OK;
}

static fp8c_status issue_run(device_state *s, fp8c_error *err) {
  cuda_variant *v = s->current;
  if (s->options.flags & CUDA_STEPWISE) {
    cuda_place(s, v, v->ports);
    bool watched = s->options.flags & (FP8C_SESSION_TIMING | FP8C_SESSION_CHECK);
    cuda_segment all = {.end = v->v->launch_count};
    return watched ? cuda_issue_watched(s, v, s->stream, err)
                   : cuda_issue(s, v, all, s->stream, false, err);
  }
  const cuda_graph *g;
  TRY(cuda_graph_for(s, v, &g, err));
  cuda_place(s, v, v->ports); /* copies after the graph need the addresses too */
  return execute_graphs(s, v, g, err);
}

static fp8c_status execute(device_state *s, fp8c_error *err) {
  s->timed = NULL;
  TRY(issue_run(s, err));
  if (s->options.flags & FP8C_SESSION_TIMING) s->timed = s->current;
  return FP8C_OK;
}

fp8c_status cuda_enter(device_state *s, fp8c_error *err) {
  if (!s->lost)
    return cuda_result(CU(s->cu->context_push(s->context)), err, "entering the context of GPU %d",
                       s->ordinal);
  return fail(err, FP8C_ERROR_DEVICE_FAULT,
              "a kernel faulted in an earlier run; only a new process can use GPU %d again",
              s->ordinal);
}

/* Out of the context again; remembers a lost one. */
fp8c_status cuda_leave(device_state *s, fp8c_status status) {
  cu_context unused;
  s->cu->context_pop(&unused);
  if (status == FP8C_ERROR_DEVICE_FAULT) s->lost = true;
  return status;
}

/* The variant for the inputs' shapes, and what a kernel may not read in place on
 * its way to the GPU. */
fp8c_status cuda_take_inputs(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                             fp8c_error *err) {
  TRY(select_variant(s, inputs, err));
  TRY(check_outputs(s, outputs, err));
  choose_ports(s, inputs, outputs);
  return send_inputs(s, inputs, err);
}

static fp8c_status wait_for(device_state *s, fp8c_error *err) {
  cuda_variant *v = s->current;
  return cuda_result(
      CU(s->cu->stream_wait(s->stream)), err,
      "one of %u launches (\"%s\" to \"%s\"; a session with FP8C_SESSION_CHECK tells which)",
      v->v->launch_count, v->v->launch_count ? v->v->launches[0].name : "",
      v->v->launch_count ? v->v->launches[v->v->launch_count - 1].name : "");
}

/* Waits until what was queued is over; where steps are timed, adds what each took in the last run
 * to its totals. */
static fp8c_status finish(device_state *s, fp8c_error *err) {
  cuda_variant *timed = s->timed;
  TRY(wait_for(s, err));
  s->timed = NULL;
  return timed ? cuda_collect_times(s, timed, err) : FP8C_OK;
}

/* From pinned memory to the caller's host tensors. */
static void hand_out(device_state *s, const fp8c_tensor *outputs) {
  const plan_variant *v = s->current->v;
  for (uint32_t i = 0; outputs && i < s->plan->output_count; i++)
    if (outputs[i].place == FP8C_PLACE_HOST && outputs[i].data && fp8c_tensor_bytes(&outputs[i]) &&
        v->values[v->outputs[i]].kind != PLAN_VALUE_HOST)
      memcpy(outputs[i].data, s->results + s->current->output_offset[i],
             fp8c_tensor_bytes(&outputs[i]));
}

static fp8c_status run_inside(device_state *s, const fp8c_tensor *inputs,
                              const fp8c_tensor *outputs, fp8c_error *err) {
  TRY(cuda_take_inputs(s, inputs, outputs, err));
  TRY(execute(s, err));
  TRY(fetch_outputs(s, outputs, err));
  TRY(finish(s, err));
  hand_out(s, outputs);
  return FP8C_OK;
}

/* Runs `inside` within the context. */
static fp8c_status within(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                          fp8c_status (*inside)(device_state *, const fp8c_tensor *,
                                                const fp8c_tensor *, fp8c_error *),
                          fp8c_error *err) {
  TRY(cuda_enter(s, err));
  return cuda_leave(s, inside(s, inputs, outputs, err));
}

fp8c_status cuda_run(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                     fp8c_error *err) {
  return within(s, inputs, outputs, run_inside, err);
}

static fp8c_status run_states_inside(device_state *s, const fp8c_tensor *inputs,
                                     const fp8c_tensor *outputs, fp8c_error *err) {
  s->states_only = true;
  fp8c_status status = run_inside(s, inputs, outputs, err);
  s->states_only = false;
  return status;
}

fp8c_status cuda_run_for_states(device_state *s, const fp8c_tensor *inputs,
                                const fp8c_tensor *outputs, fp8c_error *err) {
  return within(s, inputs, outputs, run_states_inside, err);
}

/* ---- Runs that follow by themselves ------------------------------------------------- */

bool cuda_continues(const device_state *s, const fp8c_tensor *inputs) {
  const cuda_variant *v = cuda_variant_for(s, inputs);
  return v && v->continues && !cuda_has_host_steps(v);
}

/* The tokens of each run go to the ring when it is over; the host looks at all of them once.  Where
 * steps are timed it waits for each run, because the next one records the same events again. */
static fp8c_status run_on_inside(device_state *s, const fp8c_tensor *inputs,
                                 const fp8c_tensor *outputs, size_t count, int64_t *tokens,
                                 fp8c_error *err) {
  uint32_t input = s->plan->memory.tokens;
  size_t each = fp8c_dtype_bits(s->plan->inputs[input].dtype) / 8;
  size_t bytes = fp8c_tensor_bytes(&inputs[input]), made = count * (bytes / each);
  bool timed = s->options.flags & FP8C_SESSION_TIMING;
  TRY(make_pinned(s, RUN_ON_MOST * bytes, "tokens", &s->ring, &s->ring_bytes, err));
  TRY(cuda_take_inputs(s, inputs, outputs, err));
  for (size_t i = 0; i < count; i++) {
    TRY(execute(s, err));
    TRY(cuda_result(
        CU(s->cu->to_host(s->ring + i * bytes, s->current->ports[input], bytes, s->stream)), err,
        "copying tokens from the GPU"));
    if (timed || i + 1 == count) TRY(finish(s, err));
  }
  for (size_t i = 0; i < made; i++) {
    int32_t narrow;
    memcpy(&narrow, s->ring + i * each, sizeof narrow);
    tokens[i] = narrow;
    if (each == sizeof *tokens) memcpy(&tokens[i], s->ring + i * each, sizeof *tokens);
  }
  return FP8C_OK;
}

fp8c_status cuda_run_on(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                        size_t count, int64_t *tokens, fp8c_error *err) {
  TRY(cuda_enter(s, err));
  return cuda_leave(s, run_on_inside(s, inputs, outputs, count, tokens, err));
}

/* ---- Timed runs ----------------------------------------------------------------------- */

static fp8c_status mark(device_state *s, int i, fp8c_error *err) {
  return cuda_result(CU(s->cu->event_record(s->marks[i], s->stream)), err, "timing a run");
}

static fp8c_status between(device_state *s, int from, double *seconds, fp8c_error *err) {
  float milliseconds = 0;
  fp8c_status status =
      cuda_result(CU(s->cu->event_elapsed(&milliseconds, s->marks[from], s->marks[from + 1])), err,
                  "timing a run");
  *seconds = milliseconds / 1e3;
  return status;
}

static fp8c_status timed_inside(device_state *s, const fp8c_tensor *inputs,
                                const fp8c_tensor *outputs, bool transfers, run_times *times,
                                fp8c_error *err) {
  double start = clock_seconds();
  TRY(select_variant(s, inputs, err));
  TRY(check_outputs(s, outputs, err));
  choose_ports(s, inputs, outputs);
  TRY(mark(s, 0, err));
  if (transfers) TRY(send_inputs(s, inputs, err));
  TRY(mark(s, 1, err));
  double before = clock_seconds();
  TRY(execute(s, err));
  times->enqueue = clock_seconds() - before;
  TRY(mark(s, 2, err));
  if (transfers) TRY(fetch_outputs(s, outputs, err));
  TRY(mark(s, 3, err));
  TRY(wait_for(s, err));
  if (transfers) hand_out(s, outputs);
  times->total = clock_seconds() - start;
  TRY(between(s, 0, &times->copy_in, err));
  TRY(between(s, 1, &times->device, err));
  return between(s, 2, &times->copy_out, err);
}

fp8c_status cuda_timed_run(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                           bool transfers, run_times *times, fp8c_error *err) {
  TRY(cuda_enter(s, err));
  return cuda_leave(s, timed_inside(s, inputs, outputs, transfers, times, err));
}

static fp8c_status enqueue_inside(device_state *s, const fp8c_tensor *inputs,
                                  const fp8c_tensor *outputs, fp8c_error *err) {
  for (uint32_t i = 0; i < s->plan->input_count; i++)
    if (inputs[i].place != FP8C_PLACE_DEVICE)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "input \"%s\" lies on the host; enqueue takes device memory",
                  s->plan->inputs[i].name);
  for (uint32_t i = 0; i < s->plan->output_count; i++)
    if (outputs[i].place != FP8C_PLACE_DEVICE)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "output \"%s\" lies on the host; enqueue takes device memory",
                  s->plan->outputs[i].name);
  TRY(select_variant(s, inputs, err));
  if (cuda_has_host_steps(s->current))
    return fail(
        err, FP8C_ERROR_UNSUPPORTED,
        "the plan has %u host step%s, for which a run waits, so that it cannot be enqueued; "
        "call fp8c_session_run",
        s->current->segment_count - 1, s->current->segment_count > 2 ? "s" : "");
  TRY(check_outputs(s, outputs, err));
  choose_ports(s, inputs, outputs);
  int capturing = CU_CAPTURE_NONE;
  TRY(cuda_result(CU(s->cu->stream_capturing(s->stream, &capturing)), err,
                  "asking whether the stream is being captured"));
  TRY(send_inputs(s, inputs, err));
  if (capturing != CU_CAPTURE_NONE) {
    cuda_place(s, s->current, s->current->ports);
    cuda_segment all = {.end = s->current->v->launch_count};
    TRY(cuda_issue(s, s->current, all, s->stream, false, err));
  } else {
    TRY(execute(s, err));
  }
  return fetch_outputs(s, outputs, err);
}

fp8c_status cuda_enqueue(device_state *s, const fp8c_tensor *inputs, const fp8c_tensor *outputs,
                         fp8c_error *err) {
  return within(s, inputs, outputs, enqueue_inside, err);
}

static fp8c_status wait_inside(device_state *s, const fp8c_tensor *inputs,
                               const fp8c_tensor *outputs, fp8c_error *err) {
  (void)inputs, (void)outputs;
  return finish(s, err);
}

fp8c_status cuda_wait(device_state *s, fp8c_error *err) {
  return within(s, NULL, NULL, wait_inside, err);
}

fp8c_status cuda_views(device_state *s, fp8c_tensor *outputs, fp8c_error *err) {
  (void)err;
  const cuda_variant *v = s->current;
  for (uint32_t i = 0; i < s->plan->output_count; i++) {
    const plan_value *x = &v->v->values[v->v->outputs[i]];
    if (x->kind == PLAN_VALUE_HOST) {
      outputs[i] = v->host[v->v->outputs[i]];
      continue;
    }
    outputs[i] = (fp8c_tensor){.data = s->results + v->output_offset[i],
                               .dtype = x->dtype,
                               .place = FP8C_PLACE_HOST,
                               .rank = x->rank};
    memcpy(outputs[i].shape, x->dims, sizeof outputs[i].shape);
  }
  return FP8C_OK;
}
