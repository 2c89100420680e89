/* state_before.c - slots taken back to what they were before a call that has failed.
 *
 * What has rows by token is made shorter again.  What only the last run has left is copied before a
 * call of several runs, for nothing else would know it. */
#include <string.h>

#include "runtime/state.h"

static fp8c_status copy_state(const fp8c_state *s, const kept_state *kept, uint8_t **copy,
                              fp8c_error *err) {
  *copy = host_alloc(kept->bytes ? kept->bytes : 1);
  if (!*copy)
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) for a state", kept->bytes);
  return state_fetch(s, kept, kept->bytes, *copy, err);
}

static fp8c_status copy_what_has_no_rows(const fp8c_state *s, slots_before *b, fp8c_error *err) {
  b->copies = host_alloc(b->count * b->states * sizeof *b->copies);
  if (!b->copies) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for %zu slots", b->count);
  for (size_t i = 0; i < b->count; i++)
    for (size_t k = 0; k < b->states; k++)
      if (s->memory->states[k].axis < 0)
        TRY(copy_state(s, &s->slots[b->slots[i]].kept[k], &b->copies[i * b->states + k], err));
  return FP8C_OK;
}

fp8c_status state_remember(const fp8c_state *s, const int64_t *slots, size_t count, bool several,
                           slots_before *out, fp8c_error *err) {
  *out = (slots_before){.count = count, .states = s->memory->state_count};
  out->slots = host_alloc(2 * count * sizeof *out->slots);
  if (!out->slots) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for %zu slots", count);
  out->lengths = out->slots + count;
  memcpy(out->slots, slots, count * sizeof *slots);
  for (size_t i = 0; i < count; i++) out->lengths[i] = s->slots[slots[i]].length;
  fp8c_status status = state_room_to_shorten(s, &s->slots[slots[0]], &out->room, err);
  if (status == FP8C_OK && !s->rewind && several) status = copy_what_has_no_rows(s, out, err);
  if (status != FP8C_OK) state_forget(out);
  return status;
}

void state_take_back(fp8c_state *s, const slots_before *b) {
  for (size_t i = 0; i < b->count; i++) {
    state_slot *slot = &s->slots[b->slots[i]];
    if (slot->length == b->lengths[i]) continue;
    state_go_back(s, slot, b->lengths[i], b->room);
    for (size_t k = 0; b->copies && k < b->states; k++) {
      const uint8_t *copy = b->copies[i * b->states + k];
      if (copy) (void)state_put(s, &slot->kept[k], copy, slot->kept[k].bytes, NULL);
    }
  }
}

void state_forget(slots_before *b) {
  for (size_t i = 0; b->copies && i < b->count * b->states; i++) host_free(b->copies[i]);
  host_free(b->room);
  host_free(b->copies);
  host_free(b->slots);
  *b = (slots_before){0};
}
