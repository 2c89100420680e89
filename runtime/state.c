/* state.c - the memory of what a plan keeps from run to run: slots, each of one sequence. */
#include "runtime/state.h"

#include <stddef.h>
#include <string.h>

#include "base/size.h"
#include "runtime/options.h"

/* ---- Shapes ------------------------------------------------------------ */

fp8c_tensor state_tensor(const fp8c_state *s, uint32_t i, const state_slot *slot, int64_t length) {
  const plan_state *of = &s->memory->states[i];
  const plan_port *p = &s->plan->inputs[of->input];
  fp8c_tensor t = {.data = slot ? slot->kept[i].data : NULL, .dtype = p->dtype, .rank = p->rank};
  for (int d = 0; d < p->rank; d++) t.shape[d] = state_size(p->dims[d]);
  if (of->axis >= 0)
    t.shape[of->axis] = of->rows == PLAN_ROWS_GROW ? length : (int64_t)s->memory->capacity;
  if (s->device_memory) t.place = FP8C_PLACE_DEVICE;
  return t;
}

void state_rows(const fp8c_tensor *t, int axis, size_t *outer, size_t *row_bytes) {
  *outer = 1;
  *row_bytes = fp8c_dtype_bits(t->dtype) / 8;
  for (int d = 0; d < t->rank; d++) {
    if (d < axis) *outer *= (size_t)t->shape[d];
    if (d > axis) *row_bytes *= (size_t)t->shape[d];
  }
}

fp8c_status state_bytes_of(const fp8c_tensor *t, const char *name, size_t *bytes, fp8c_error *err) {
  int64_t elements;
  if (shape_elements(t->shape, t->rank, &elements) &&
      size_mul((size_t)elements, fp8c_dtype_bits(t->dtype) / 8, bytes) && *bytes <= (size_t)1 << 40)
    return FP8C_OK;
  return fail(err, FP8C_ERROR_ARGUMENT, "state \"%s\" is larger than memory can be", name);
}

/* ---- Create and free ----------------------------------------------------- */

static fp8c_status make_memory(fp8c_state *s, kept_state *k, size_t bytes, bool in_place,
                               fp8c_error *err) {
  void *memory;
  k->bytes = bytes;
  TRY(session_memory(s->session, bytes, &memory, err));
  k->data = memory;
  s->bytes += bytes;
  if (!s->device_memory || in_place) return FP8C_OK;
  TRY(session_memory(s->session, bytes, &memory, err));
  k->next = memory;
  s->bytes += bytes;
  return FP8C_OK;
}

/* Places, of one more slot than the caller's where they are pooled. */
static int64_t places_of(const fp8c_state *s) { return s->slot_count + s->pooled; }

/* A state of all slots in one memory, where a run finds each by its number. */
static fp8c_status make_pool(fp8c_state *s, uint32_t i, size_t bytes, fp8c_error *err) {
  const char *name = s->plan->inputs[s->memory->states[i].input].name;
  size_t all;
  void *memory;
  if (!plan_state_in_place(s->plan, i))
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the plan does not store new rows of \"%s\" where they stay, as a run of several "
                "slots wants it",
                name);
  if (!size_mul(bytes, (size_t)places_of(s), &all))
    return fail(err, FP8C_ERROR_ARGUMENT, "state \"%s\" is larger than memory can be", name);
  TRY(session_memory(s->session, all, &memory, err));
  s->bytes += all;
  for (int64_t k = 0; k < places_of(s); k++)
    s->slots[k].kept[i] =
        (kept_state){.data = (uint8_t *)memory + (size_t)k * bytes, .bytes = bytes};
  return FP8C_OK;
}

static fp8c_status make_slots(fp8c_state *s, fp8c_error *err) {
  for (int64_t k = 0; k < places_of(s); k++) {
    s->slots[k].kept = host_alloc(s->memory->state_count * sizeof *s->slots[k].kept);
    if (!s->slots[k].kept)
      return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for a state's slots");
  }
  for (uint32_t i = 0; i < s->memory->state_count; i++) {
    fp8c_tensor t = state_tensor(s, i, NULL, (int64_t)s->memory->capacity);
    size_t bytes;
    TRY(state_bytes_of(&t, s->plan->inputs[s->memory->states[i].input].name, &bytes, err));
    if (s->pooled) TRY(make_pool(s, i, bytes, err));
    for (int64_t k = 0; !s->pooled && k < s->slot_count; k++)
      TRY(make_memory(s, &s->slots[k].kept[i], bytes, plan_state_in_place(s->plan, i), err));
  }
  return FP8C_OK;
}

/* Whether the number of sequences is free: that of the tokens, and of every state. */
static bool takes_many(const plan *p) {
  const plan_memory *m = &p->memory;
  if (m->tokens == PLAN_NO_VALUE) return false;
  const plan_port *t = &p->inputs[m->tokens];
  bool many = t->rank == 2 && t->dims[0] < 0;
  for (uint32_t i = 0; many && i < m->state_count; i++) {
    const plan_port *q = &p->inputs[m->states[i].input];
    many = q->rank > 0 && q->dims[0] == t->dims[0] && m->states[i].axis != 0;
  }
  return many;
}

static fp8c_status make_state(fp8c_state *s, fp8c_error *err) {
  const plan_memory *m = s->memory;
  s->many = takes_many(s->plan);
  s->pooled = s->many && s->device_memory;
  s->slots = s->borrowed ? session_own_slot(s->session)
                         : host_alloc((size_t)places_of(s) * sizeof *s->slots);
  s->inputs = host_alloc((s->plan->input_count + 1) * sizeof *s->inputs);
  s->outputs = host_alloc((s->plan->output_count + 1) * sizeof *s->outputs);
  s->fills = host_alloc((m->fill_count + 1) * sizeof *s->fills);
  s->results = host_alloc((s->plan->output_count + 1) * sizeof *s->results);
  s->gathered = host_alloc((m->state_count + 1) * sizeof *s->gathered);
  if (!s->slots || !s->inputs || !s->outputs || !s->fills || !s->results || !s->gathered)
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory while creating a state");
  s->rewind = true;
  for (uint32_t i = 0; i < m->state_count; i++) s->rewind &= m->states[i].axis >= 0;
  for (uint32_t i = 0; i < m->state_count && s->borrowed; i++)
    s->bytes += s->slots[0].kept[i].bytes * 2;
  return s->borrowed ? FP8C_OK : make_slots(s, err);
}

#define SLOTS_MAX 65536

static fp8c_status slots_of(const fp8c_state_options *options, int64_t *slots, fp8c_error *err) {
  *slots = 1;
  if (!options) return FP8C_OK;
  TRY(options_check(options, options->size, offsetof(fp8c_state_options, own), sizeof *options,
                    "fp8c_state_options", err));
  if (options->slots < 0 || options->slots > SLOTS_MAX)
    return fail(err, FP8C_ERROR_ARGUMENT, "%lld slots; 1 to %d are possible",
                (long long)options->slots, SLOTS_MAX);
  if (options->slots) *slots = options->slots;
  if (options->size > offsetof(fp8c_state_options, own) && options->own && *slots != 1)
    return fail(err, FP8C_ERROR_ARGUMENT, "%lld slots of a session's own states; there is one",
                (long long)*slots);
  return FP8C_OK;
}

fp8c_status fp8c_state_create(fp8c_session *session, const fp8c_state_options *options,
                              fp8c_state **out, fp8c_error *err) {
  int64_t slots;
  if (!out) return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_state_create: out is NULL");
  *out = NULL;
  if (!session) return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_state_create: session is NULL");
  TRY(slots_of(options, &slots, err));
  const fp8c_program *program = session_program(session);
  const plan *p = program_plan(program);
  if (p->memory.state_count == 0)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "the plan keeps no states; compile the model with --capacity");
  bool own = options && options->size > offsetof(fp8c_state_options, own) && options->own;
  if (own && !session_own_slot(session))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "the session keeps no states by itself: the plan was compiled with --capacity");
  fp8c_state *s = host_alloc(sizeof *s);
  if (!s) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory while creating a state");
  *s = (fp8c_state){.session = session,
                    .program = program,
                    .plan = p,
                    .memory = &p->memory,
                    .borrowed = own,
                    .device_memory = session_has_memory(session),
                    .slot_count = slots};
  fp8c_status status = make_state(s, err);
  if (status == FP8C_OK)
    *out = s;
  else
    fp8c_state_free(s);
  return status;
}

void fp8c_state_free(fp8c_state *s) {
  if (!s) return;
  if (s->borrowed) s->slots = NULL;
  for (int64_t i = 0; s->slots && i < places_of(s); i++) {
    bool owns = !s->pooled || i == 0; /* the others lie in the first one's memory */
    for (uint32_t k = 0; owns && s->slots[i].kept && k < s->memory->state_count; k++) {
      session_memory_free(s->session, s->slots[i].kept[k].data);
      session_memory_free(s->session, s->slots[i].kept[k].next);
    }
    host_free(s->slots[i].kept);
  }
  for (uint32_t i = 0; s->fills && i < s->memory->fill_count; i++) host_free(s->fills[i].data);
  for (uint32_t i = 0; s->results && i < s->plan->output_count; i++) host_free(s->results[i].data);
  for (uint32_t i = 0; s->gathered && i < s->memory->state_count; i++)
    host_free(s->gathered[i].data);
  host_free(s->gathered);
  host_free(s->results);
  host_free(s->tokens.data);
  host_free(s->logits.data);
  host_free(s->fills);
  host_free(s->outputs);
  host_free(s->inputs);
  host_free(s->slots);
  host_free(s);
}

/* ---- Asking ------------------------------------------------------------ */

int64_t fp8c_state_slots(const fp8c_state *s) { return s ? s->slot_count : 0; }
int64_t fp8c_state_capacity(const fp8c_state *s) { return s ? (int64_t)s->memory->capacity : 0; }
uint64_t fp8c_state_bytes(const fp8c_state *s) { return s ? s->bytes : 0; }

int64_t fp8c_state_length(const fp8c_state *s, int64_t slot) {
  return s && slot >= 0 && slot < s->slot_count ? s->slots[slot].length : -1;
}

fp8c_status state_slot_at(const fp8c_state *s, int64_t slot, const char *call, state_slot **out,
                          fp8c_error *err) {
  if (!s) return fail(err, FP8C_ERROR_ARGUMENT, "%s: state is NULL", call);
  if (slot < 0 || slot >= s->slot_count)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s: slot %lld; the state has %lld, from 0 on", call,
                (long long)slot, (long long)s->slot_count);
  *out = &s->slots[slot];
  return FP8C_OK;
}

fp8c_status state_make_room(kept_state *k, size_t bytes, fp8c_error *err) {
  if (k->data && bytes <= k->bytes) return FP8C_OK;
  void *more = host_alloc(bytes ? bytes : 1);
  if (!more) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory in a run (%zu bytes)", bytes);
  host_free(k->data);
  *k = (kept_state){.data = more, .bytes = bytes};
  return FP8C_OK;
}

fp8c_status state_room(const state_slot *slot, uint32_t count, uint8_t **out, fp8c_error *err) {
  size_t most = 1;
  for (uint32_t i = 0; i < count; i++)
    if (slot->kept[i].bytes > most) most = slot->kept[i].bytes;
  *out = host_alloc(most);
  if (*out) return FP8C_OK;
  return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) for a state", most);
}

fp8c_status state_fetch(const fp8c_state *s, const kept_state *k, size_t bytes, uint8_t *to,
                        fp8c_error *err) {
  return session_memory_read(s->session, k->data, to, (memory_pieces){bytes, 1, 0}, err);
}

fp8c_status state_put(const fp8c_state *s, kept_state *k, const uint8_t *from, size_t bytes,
                      fp8c_error *err) {
  return session_memory_write(s->session, k->data, from, (memory_pieces){bytes, 1, 0}, err);
}
