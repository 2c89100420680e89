/* state_in_place.h - states of a GPU whose new rows alone are stored, where they lie. */
#ifndef COMPILER_COMPILE_STATE_IN_PLACE_H
#define COMPILER_COMPILE_STATE_IN_PLACE_H

#include "compiler/compile/job.h"

/* What `v` is but for conversions. */
value *state_behind_conversions(value *v);
/* The node that adds rows to input `in` and gives output `output`; NULL. */
node *state_grown_by(const graph *g, const value *in, size_t output);

/* The last `count` of the rows that `whole` has along `axis`: a Slice of this name before `before`
 * (NULL: at the end). */
fp8c_status state_last_rows(value *whole, int axis, int64_t count, const char *name, node *before,
                            value **out, fp8c_error *err);

/* The bound graph of a GPU variant with its states in place (state_in_place.c). */
fp8c_status states_in_place(const plan_memory *m, graph *g, fp8c_error *err);

#endif
