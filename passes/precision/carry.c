/* carry.c - state that a sample hands to the next one. */
#include <string.h>

#include "passes/precision/samples.h"

struct sample_carry {
  const calibration_data *d;
  tensor *values; /* by state; data from host_alloc, NULL before the first take */
  size_t *capacity;
};

static void carry_free(void *object) {
  sample_carry *c = object;
  for (size_t i = 0; i < c->d->state_count; i++) host_free(c->values[i].data);
}

sample_carry *sample_carry_new(arena *a, const calibration_data *d) {
  sample_carry *c = NEW(a, sample_carry);
  c->d = d;
  c->values = NEW_ARRAY(a, tensor, d->state_count + 1);
  c->capacity = NEW_ARRAY(a, size_t, d->state_count + 1);
  arena_defer(a, carry_free, c);
  return c;
}

void sample_carry_apply(const sample_carry *c, size_t sample, tensor *inputs) {
  const uint32_t *sequence = c->d->sequence;
  if (sequence && (sample == 0 || sequence[sample] != sequence[sample - 1])) return;
  for (size_t i = 0; i < c->d->state_count; i++)
    if (c->values[i].data) inputs[c->d->state_inputs[i]] = c->values[i];
}

fp8c_status sample_carry_take(sample_carry *c, size_t state, const tensor *output,
                              fp8c_error *err) {
  tensor *t = &c->values[state];
  size_t bytes = tensor_bytes(output);
  const graph *g = c->d->model;
  const value *input = g->inputs[c->d->state_inputs[state]];
  const struct scale *from = &output->scale, *to = &input->type.scale;
  if (output->dtype != input->type.dtype || output->rank != input->type.rank ||
      from->kind != to->kind || (to->kind == SCALE_TENSOR && from->value != to->value))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "--state: output \"%s\" cannot be input \"%s\"; their types differ",
                g->output_names[c->d->state_outputs[state]], input->name);
  void *data = t->data;
  if (bytes > c->capacity[state] || !data) {
    host_free(data);
    t->data = NULL;
    data = host_alloc(bytes ? bytes : 1);
    if (!data) return fail(err, FP8C_ERROR_NO_MEMORY, "no memory for a carried state");
    c->capacity[state] = bytes;
  }
  if (bytes) memcpy(data, output->data, bytes);
  *t = *output;
  t->data = data;
  return FP8C_OK;
}
