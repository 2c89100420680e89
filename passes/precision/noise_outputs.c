/* noise_outputs.c - where a model's error is counted.
 *
 * A last Softmax or Sigmoid squeezes small and large errors alike into 0..1, and
 * an ArgMax leaves none: what such an operator reads says more about what a choice
 * costs than what it gives. */
#include <string.h>

#include "base/map.h"
#include "base/numbers.h"
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/norms.h"
#include "ops/ids/reductions.h"
#include "ops/ids/types.h"
#include "ops/ids/unary.h"
#include "passes/match.h"
#include "passes/precision/noise.h"
#include "passes/precision/precision.h"

#define STEPS_BACK 16 /* reshapes, a mean and the like behind the last operator */

/* The only float input that is no constant; NULL: there are several, or none. */
static const value *only_input(const node *n) {
  const value *only = NULL;
  for (size_t i = 0; i < n->in_count; i++) {
    const value *v = n->in[i];
    if (!v || value_is_const(v) || !dtype_is_float(v->type.dtype)) continue;
    if (only) return NULL;
    only = v;
  }
  return only;
}

/* Behind a change of shape. */
static const value *unshaped(const value *v) {
  while (v && v->def && v->def->op->family == FAMILY_VIEW) v = v->def->in[0];
  return v;
}

/* exp(x - max x) / sum: what a written-out Softmax reads. */
static const value *written_softmax(const node *n) {
  if (!node_is(n, OP_DIV)) return NULL;
  const node *e = value_def_of(n->in[0], OP_EXP),
             *sum = value_def_of(unshaped(n->in[1]), OP_REDUCE_SUM);
  if (!e || !sum || sum->in[0] != e->out[0]) return NULL;
  const node *shift = value_def_of(e->in[0], OP_SUB);
  const value *subtracted = shift ? unshaped(shift->in[1]) : NULL;
  const node *bounded = value_def_of(subtracted, OP_MAX); /* max(-inf, max x) */
  if (bounded && bounded->in_count == 2 && value_is_const(bounded->in[0]))
    subtracted = unshaped(bounded->in[1]);
  const node *largest = value_def_of(subtracted, OP_REDUCE_MAX);
  return largest && largest->in[0] == shift->in[0] ? shift->in[0] : e->in[0];
}

static const value *judged_value(const value *output, const op_info **before) {
  static const op_id last[] = {OP_SOFTMAX, OP_LOG_SOFTMAX, OP_SIGMOID, OP_ARG_MAX, OP_TOP_K};
  const value *v = output;
  for (int step = 0; step < STEPS_BACK && v->def; step++) {
    const node *n = v->def;
    const value *x = written_softmax(n);
    if (x) *before = op_get(OP_SOFTMAX);
    for (size_t i = 0; i < sizeof last / sizeof *last && !x; i++)
      if (node_is(n, last[i])) x = n->in[0], *before = n->op;
    if (x) return x;
    bool moves = n->op->types == TYPES_MOVE || node_is(n, OP_CAST) || node_is(n, OP_REDUCE_MEAN);
    if (!moves || !(v = only_input(n))) break;
  }
  return output;
}

static bool is_state(const calibration_data *d, size_t output) {
  for (size_t i = 0; d && i < d->state_count; i++)
    if (d->state_outputs[i] == output) return true;
  return false;
}

static bool wanted(const char *const *ports, size_t count, const char *name) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(ports[i], name) == 0) return true;
  return false;
}

static fp8c_status check_ports(const graph *g, const char *const *ports, size_t count,
                               fp8c_error *err) {
  for (size_t i = 0; i < count; i++)
    if (!wanted(g->output_names, g->output_count, ports[i]))
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "the model has no output \"%s\" to be judged; `fp8c show` lists them", ports[i]);
  return FP8C_OK;
}

fp8c_status noise_outputs(const graph *g, const calibration_data *samples, port_names ports,
                          arena *a, noise_output **out, size_t *count, fp8c_error *err) {
  *out = NEW_ARRAY(a, noise_output, g->output_count + 1);
  *count = 0;
  hash_map judged;
  map_init(&judged, a);
  TRY(check_ports(g, ports.items, ports.count, err));
  for (size_t i = 0; i < g->output_count; i++) {
    const op_info *before = NULL;
    const char *port = g->output_names[i];
    const value *v = judged_value(g->outputs[i], &before);
    if (ports.count ? !wanted(ports.items, ports.count, port) : is_state(samples, i)) continue;
    if (!dtype_is_float(v->type.dtype) || value_is_const(v)) continue;
    if (!map_add(&judged, v->name, NULL)) continue;
    (*out)[(*count)++] = (noise_output){arena_strdup(a, port), arena_strdup(a, v->name), before};
  }
  if (*count) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED,
              "no output of the model %s floats, so there is no error to measure",
              ports.count ? "that is to be judged holds" : "holds");
}
