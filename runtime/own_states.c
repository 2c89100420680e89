/* own_states.c - see own_states.h. */
#include "runtime/own_states.h"

#include <string.h>

#include "base/size.h"
#include "ops/infer.h"

struct own_states {
  const fp8c_program *program;
  const plan_memory *memory;
  const device *device;
  device_state *state;
  state_slot slot;
  fp8c_tensor *types; /* by state, without data */
  fp8c_tensor *inputs, *outputs;
};

/* ---- Memory ---------------------------------------------------------------- */

static fp8c_status get_memory(own_states *o, size_t bytes, uint8_t **out, fp8c_error *err) {
  void *memory = NULL;
  if (o->device->memory) {
    TRY(o->device->memory(o->state, bytes, &memory, err));
  } else {
    memory = host_alloc(bytes);
    if (!memory) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for a session's states");
  }
  *out = memory;
  return FP8C_OK;
}

static void drop_memory(own_states *o, uint8_t *memory) {
  if (!o->device->memory)
    host_free(memory);
  else if (memory)
    o->device->memory_free(o->state, memory);
}

static fp8c_status make_state(own_states *o, const plan *p, uint32_t i, fp8c_error *err) {
  const plan_port *port = &p->inputs[o->memory->states[i].input];
  fp8c_tensor *t = &o->types[i];
  int64_t elements;
  kept_state *k = &o->slot.kept[i];
  *t = (fp8c_tensor){.dtype = port->dtype,
                     .rank = port->rank,
                     .place = o->device->memory ? FP8C_PLACE_DEVICE : FP8C_PLACE_HOST};
  for (int d = 0; d < port->rank; d++) t->shape[d] = port->dims[d];
  for (int d = 0; d < port->rank; d++)
    if (port->dims[d] < 0)
      return fail(err, FP8C_ERROR_FORMAT, "the size of state \"%s\" is not known", port->name);
  if (port->rank < 0 || !shape_elements(t->shape, t->rank, &elements) || elements == 0 ||
      !size_mul((size_t)elements, fp8c_dtype_bits(t->dtype) / 8, &k->bytes) ||
      k->bytes > (size_t)1 << 40)
    return fail(err, FP8C_ERROR_FORMAT, "state \"%s\" has no size that memory can have",
                port->name);
  TRY(get_memory(o, k->bytes, &k->data, err));
  return get_memory(o, k->bytes, &k->next, err);
}

static fp8c_status make_all(own_states *o, const plan *p, fp8c_error *err) {
  uint32_t count = o->memory->state_count;
  o->slot.kept = host_alloc(count * sizeof *o->slot.kept);
  o->types = host_alloc(count * sizeof *o->types);
  o->inputs = host_alloc((p->input_count + 1) * sizeof *o->inputs);
  o->outputs = host_alloc((p->output_count + 1) * sizeof *o->outputs);
  if (!o->slot.kept || !o->types || !o->inputs || !o->outputs)
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for a session's states");
  for (uint32_t i = 0; i < count; i++) TRY(make_state(o, p, i, err));
  return FP8C_OK;
}

fp8c_status own_states_create(const fp8c_program *program, const device *d, device_state *s,
                              own_states **out, fp8c_error *err) {
  const plan *p = program_plan(program);
  *out = NULL;
  if (p->memory.state_count == 0 || p->memory.capacity) return FP8C_OK;
  own_states *o = host_alloc(sizeof *o);
  if (!o) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for a session's states");
  *o = (own_states){.program = program, .memory = &p->memory, .device = d, .state = s};
  fp8c_status status = make_all(o, p, err);
  if (status == FP8C_OK)
    *out = o;
  else
    own_states_free(o);
  return status;
}

void own_states_free(own_states *o) {
  if (!o) return;
  for (uint32_t i = 0; o->slot.kept && i < o->memory->state_count; i++) {
    drop_memory(o, o->slot.kept[i].data);
    drop_memory(o, o->slot.kept[i].next);
  }
  host_free(o->slot.kept);
  host_free(o->types);
  host_free(o->inputs);
  host_free(o->outputs);
  host_free(o);
}

state_slot *own_states_slot(own_states *o) { return &o->slot; }

/* ---- Runs ------------------------------------------------------------------ */

const fp8c_tensor *own_states_inputs(own_states *o, const fp8c_tensor *inputs) {
  size_t count = fp8c_program_input_count(o->program);
  for (size_t i = 0; i < count; i++)
    o->inputs[fp8c_program_input(o->program, i) - program_input(o->program, 0)] = inputs[i];
  for (uint32_t i = 0; i < o->memory->state_count; i++) {
    fp8c_tensor *t = &o->inputs[o->memory->states[i].input];
    *t = o->types[i];
    t->data = o->slot.kept[i].data;
  }
  return o->inputs;
}

fp8c_tensor *own_states_outputs(own_states *o, const fp8c_tensor *outputs) {
  size_t count = outputs ? fp8c_program_output_count(o->program) : 0;
  for (size_t i = 0; i < count; i++)
    o->outputs[fp8c_program_output(o->program, i) - program_output(o->program, 0)] = outputs[i];
  for (uint32_t i = 0; i < o->memory->state_count; i++) {
    fp8c_tensor *t = &o->outputs[o->memory->states[i].output];
    *t = o->types[i];
    t->data = o->slot.kept[i].next;
  }
  return o->outputs;
}

void own_states_advance(own_states *o) {
  for (uint32_t i = 0; i < o->memory->state_count; i++) {
    kept_state *k = &o->slot.kept[i];
    uint8_t *written = k->next;
    k->next = k->data;
    k->data = written;
  }
  o->slot.length++;
}

static bool same_type(const fp8c_tensor *a, const fp8c_tensor *b) {
  bool same = a->dtype == b->dtype && a->rank == b->rank;
  for (int d = 0; same && d < a->rank; d++) same = a->shape[d] == b->shape[d];
  return same;
}

fp8c_status own_states_take(own_states *o, const fp8c_tensor *all, fp8c_tensor *outputs,
                            fp8c_error *err) {
  for (uint32_t i = 0; i < o->memory->state_count; i++) { /* before the first of them changes */
    const plan_state *of = &o->memory->states[i];
    if (!same_type(&all[of->output], &o->types[i]))
      return fail(err, FP8C_ERROR_FORMAT, "state \"%s\" has another shape behind a run",
                  program_plan(o->program)->inputs[of->input].name);
  }
  for (uint32_t i = 0; i < o->memory->state_count; i++) {
    const fp8c_tensor *left = &all[o->memory->states[i].output];
    kept_state *k = &o->slot.kept[i];
    if (o->device->memory)
      TRY(o->device->memory_write(o->state, k->data, left->data, (memory_pieces){k->bytes, 1, 0},
                                  err));
    else
      memcpy(k->data, left->data, k->bytes);
  }
  size_t count = fp8c_program_output_count(o->program);
  for (size_t i = 0; i < count; i++)
    outputs[i] = all[fp8c_program_output(o->program, i) - program_output(o->program, 0)];
  o->slot.length++;
  return FP8C_OK;
}
