/* shapes.c - what shapes a program takes, and gives for them. */
#include "runtime/shapes.h"

#include <string.h>

#include "base/error.h"
#include "ops/infer.h"
#include "runtime/device.h"

const char *shape_text(int32_t rank, const int64_t *dims, char out[256]) {
  tensor t = {.rank = rank < 0 ? RANK_UNKNOWN : rank};
  memcpy(t.dims, dims, sizeof t.dims);
  return dims_text(&t, out);
}

fp8c_status shape_check(const fp8c_port *p, const fp8c_tensor *t, const char *side,
                        fp8c_error *err) {
  char found[256], expected[256];
  if (t->dtype != p->dtype)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s \"%s\" is %s; the program expects %s", side, p->name,
                fp8c_dtype_name(t->dtype), fp8c_dtype_name(p->dtype));
  if (t->rank < 0 || t->rank > FP8C_MAX_RANK)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s \"%s\" has rank %d; expected 0 to %d", side, p->name,
                t->rank, FP8C_MAX_RANK);
  bool fits = p->rank < 0 || t->rank == p->rank;
  for (int i = 0; fits && i < p->rank; i++)
    fits = t->shape[i] >= 0 && (p->shape[i] < 0 || t->shape[i] == p->shape[i]);
  if (fits) return FP8C_OK;
  return fail(err, FP8C_ERROR_ARGUMENT, "%s \"%s\" has shape %s; the program expects %s", side,
              p->name, shape_text(t->rank, t->shape, found),
              shape_text(p->rank, p->shape, expected));
}

/* The size that the inputs give a symbol; -1: no input has it. */
static int64_t symbol_size_of(const plan *p, const fp8c_tensor *inputs, int64_t symbol) {
  for (uint32_t i = 0; i < p->input_count; i++)
    for (int k = 0; k < p->inputs[i].rank; k++)
      if (p->inputs[i].dims[k] == symbol) return inputs[i].shape[k];
  return -1;
}

static fp8c_status check_inputs(const fp8c_program *program, const fp8c_tensor *inputs,
                                fp8c_error *err) {
  const plan *p = program_plan(program);
  for (uint32_t i = 0; i < p->input_count; i++)
    TRY(shape_check(fp8c_program_input(program, i), &inputs[i], "input", err));
  for (uint32_t i = 0; i < p->input_count; i++)
    for (int k = 0; k < p->inputs[i].rank; k++) {
      int64_t symbol = p->inputs[i].dims[k], size = inputs[i].shape[k];
      if (symbol >= 0) continue;
      int64_t first = symbol_size_of(p, inputs, symbol);
      if (first != size)
        return fail(err, FP8C_ERROR_ARGUMENT,
                    "\"%s\" is %lld in one input and %lld in input \"%s\"; expected one size",
                    p->symbols[DIM_SYMBOL_INDEX(symbol)], (long long)first, (long long)size,
                    p->inputs[i].name);
    }
  return FP8C_OK;
}

fp8c_status fp8c_program_output_shapes(const fp8c_program *program, const fp8c_tensor *inputs,
                                       size_t input_count, fp8c_tensor *outputs,
                                       size_t output_count, fp8c_error *err) {
  size_t in = fp8c_program_input_count(program), out = fp8c_program_output_count(program);
  if (!program) return fail(err, FP8C_ERROR_ARGUMENT, "output shapes: program is NULL");
  if (input_count != in || output_count != out)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "%zu inputs and %zu outputs given; the program has %zu and %zu", input_count,
                output_count, in, out);
  if ((in && !inputs) || (out && !outputs))
    return fail(err, FP8C_ERROR_ARGUMENT, "the array of %s is NULL",
                in && !inputs ? "inputs" : "outputs");
  TRY(check_inputs(program, inputs, err));
  const plan *p = program_plan(program);
  for (uint32_t i = 0; i < p->output_count; i++) {
    outputs[i] = (fp8c_tensor){.dtype = p->outputs[i].dtype, .rank = p->outputs[i].rank};
    for (int k = 0; k < p->outputs[i].rank; k++) {
      int64_t d = p->outputs[i].dims[k];
      outputs[i].shape[k] = d >= 0 ? d : symbol_size_of(p, inputs, d);
    }
  }
  return FP8C_OK;
}
