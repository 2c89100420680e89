/* own_states.h - states that a session keeps by itself (private to runtime/).
 *
 * A plan without a capacity has states of no sequence (what delayed scaling remembers): any run of
 * the session takes them and leaves new ones, and its caller sees none of their ports. */
#ifndef RUNTIME_OWN_STATES_H
#define RUNTIME_OWN_STATES_H

#include "runtime/device.h"

/* The numbers of one state in one slot, dense; a state that grows has so many rows as the slot has
 * tokens, within memory for the capacity. */
typedef struct kept_state {
  uint8_t *data, *next; /* next: where a run writes what it leaves; the two change places behind it.
                           NULL: new rows are stored in `data`, or copied there */
  size_t bytes;         /* for the capacity */
} kept_state;

typedef struct state_slot {
  int64_t length;   /* tokens; of a plan without them, runs */
  kept_state *kept; /* by state of the plan */
  bool taken;       /* some row of the call at hand is this slot's */
} state_slot;

typedef struct own_states own_states;

/* session.c: the slot of what the session keeps by itself; NULL: nothing. */
state_slot *session_own_slot(fp8c_session *s);

/* *out is NULL for a plan that has none.  Without memory of its own a device takes the host's. */
fp8c_status own_states_create(const fp8c_program *program, const device *d, device_state *s,
                              own_states **out, fp8c_error *err);
void own_states_free(own_states *o);
state_slot *own_states_slot(own_states *o);
/* The caller's tensors and those of the states, by port of the plan.  `outputs` may be NULL: those
 * of the caller are asked for behind the run. */
const fp8c_tensor *own_states_inputs(own_states *o, const fp8c_tensor *inputs);
fp8c_tensor *own_states_outputs(own_states *o, const fp8c_tensor *outputs);
/* A run with outputs is complete: what it left is the next one's. */
void own_states_advance(own_states *o);
/* The same behind a run without: `all` has views of every output, of which the caller gets its own.
 */
fp8c_status own_states_take(own_states *o, const fp8c_tensor *all, fp8c_tensor *outputs,
                            fp8c_error *err);

#endif
