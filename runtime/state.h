/* state.h - what the files of a state share (private to runtime/).
 *
 * state.c makes a state; state_slots.c shortens, copies, saves and loads its slots; state_run.c
 * runs with them, state_rows.c brings together what several slots need of one run, state_before.c
 * takes back what a failed call has appended, and state_generate.c continues slots. */
#ifndef RUNTIME_STATE_H
#define RUNTIME_STATE_H

#include "runtime/derived.h"
#include "runtime/own_states.h"

/* The slots of one run, each with as many new tokens. */
typedef struct slot_run {
  const int64_t *slots;
  int64_t count;
  int64_t size;   /* sequences that the run takes; those behind `count` are nobody's */
  int64_t tokens; /* new ones of each */
  /* How the device chooses the token behind each slot's; NULL: the most likely. */
  const fp8c_sampler *const *samplers;
  enum { RESULTS_ALL, RESULTS_LOGITS, RESULTS_NONE } results; /* to be brought from a GPU */
} slot_run;

struct fp8c_state {
  fp8c_session *session;
  const fp8c_program *program;
  const plan *plan;
  const plan_memory *memory;
  state_slot *slots; /* where they are pooled, one more: of sequences that are nobody's */
  int64_t slot_count;
  bool many;   /* a run takes several slots: the plan's number of sequences is free */
  bool pooled; /* on a GPU the slots of a state lie in one memory, and a run finds them there */
  uint64_t bytes;
  bool borrowed;                 /* the slot is the session's own (fp8c_state_of) */
  bool device_memory;            /* the session's device has memory of its own: a GPU */
  bool rewind;                   /* every state has rows: a slot can be shortened to any length */
  fp8c_tensor *inputs, *outputs; /* of a run, all ports of the plan */
  kept_state *fills;             /* derived inputs, by fill */
  kept_state *results;           /* by output: host memory of a run on a GPU */
  kept_state *gathered;          /* by state: the rows of several slots for a run on the host */
  kept_state tokens;             /* of a run, in the type of their port */
  kept_state logits;             /* of a call, as f32 */
};

/* A size without a number is the batch, which is one sequence of a slot. */
static inline int64_t state_size(int64_t dim) { return dim < 0 ? 1 : dim; }
/* The tensor of state `i` in a slot of `length` tokens. */
fp8c_tensor state_tensor(const fp8c_state *s, uint32_t i, const state_slot *slot, int64_t length);
/* Bytes of a tensor that some port called `name` has; an error when no machine has them. */
fp8c_status state_bytes_of(const fp8c_tensor *t, const char *name, size_t *bytes, fp8c_error *err);
/* Rows behind the slot's tokens of states that are written in place become zeros, as they began: a
 * run has failed that may have stored some there. */
void state_clear_behind(const fp8c_state *s, state_slot *slot);
/* The first `length` tokens alone, of a call that has failed; states without rows stay as they are.
 * `room`: of state_room_to_shorten, taken before the call, since memory may be short behind it. */
void state_go_back(const fp8c_state *s, state_slot *slot, int64_t length, uint8_t *room);
/* Host memory in which states of the slot are made shorter, which the caller frees; NULL where none
 * needs it. */
fp8c_status state_room_to_shorten(const fp8c_state *s, const state_slot *slot, uint8_t **out,
                                  fp8c_error *err);
/* Rows before and bytes behind each row of a state with rows. */
void state_rows(const fp8c_tensor *t, int axis, size_t *outer, size_t *row_bytes);
/* Host memory for any one of the slot's `count` states, which the caller frees: taken before the
 * first of them changes, so that none is left half changed where there is no memory. */
fp8c_status state_room(const state_slot *slot, uint32_t count, uint8_t **out, fp8c_error *err);
/* A copy of the first `bytes` of a state into host memory; and back. */
fp8c_status state_fetch(const fp8c_state *s, const kept_state *k, size_t bytes, uint8_t *to,
                        fp8c_error *err);
fp8c_status state_put(const fp8c_state *s, kept_state *k, const uint8_t *from, size_t bytes,
                      fp8c_error *err);
/* Fails unless there is such a slot; `call` begins the sentence. */
fp8c_status state_slot_at(const fp8c_state *s, int64_t slot, const char *call, state_slot **out,
                          fp8c_error *err);

/* Host memory of `bytes` at least; what it held is lost where it was smaller. */
fp8c_status state_make_room(kept_state *k, size_t bytes, fp8c_error *err);

/* state_rows.c: how many sequences a run with `count` slots takes, INT64_MAX being any number of
 * them at most; all inputs of the run but the tokens and the caller's own; and what it left,
 * from s->outputs into the slots, on the host. */
int64_t state_most_slots(const fp8c_state *s);
int64_t state_run_size(const fp8c_state *s, int64_t count);
fp8c_status state_prepare(fp8c_state *s, const slot_run *r, fp8c_error *err);
fp8c_status state_take_results(fp8c_state *s, const slot_run *r, fp8c_error *err);

/* state_before.c: what slots are before a call, to be that again where it fails behind some runs.
 */
typedef struct slots_before {
  size_t count, states;
  int64_t *slots, *lengths;
  uint8_t **copies; /* by slot and state; NULL: it can be made shorter, or one run is all */
  uint8_t *room;    /* to make it shorter; NULL: none is needed */
} slots_before;
/* `several`: the call is more than one run, which states without rows would not survive.  A failure
 * leaves nothing to forget. */
fp8c_status state_remember(const fp8c_state *s, const int64_t *slots, size_t count, bool several,
                           slots_before *out, fp8c_error *err);
/* The slots that have grown become what they were. */
void state_take_back(fp8c_state *s, const slots_before *before);
void state_forget(slots_before *before);

/* state_run.c: on a GPU places for outputs; whether there is such a token; the tokens of a run; and
 * whether a call can be about these slots, none of them twice. */
fp8c_status state_place_outputs(fp8c_state *s, const slot_run *r, fp8c_error *err);
fp8c_status state_check_token(const fp8c_state *s, int64_t token, fp8c_error *err);
fp8c_status state_place_tokens(fp8c_state *s, const slot_run *r, const int64_t *const *tokens,
                               fp8c_error *err);
fp8c_status state_check_slots(fp8c_state *s, const int64_t *slots, size_t count, const char *call,
                              fp8c_error *err);

#endif
