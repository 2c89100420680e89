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

fp8c_status shape_check_counts(const fp8c_program *program, const fp8c_tensor *inputs,
                               size_t input_count, const fp8c_tensor *outputs, size_t output_count,
                               fp8c_error *err) {
  size_t in = fp8c_program_input_count(program), out = fp8c_program_output_count(program);
  if (input_count != in || output_count != out)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "%zu inputs and %zu outputs given; the program has %zu and %zu", input_count,
                output_count, in, out);
  if ((in && !inputs) || (out && !outputs))
    return fail(err, FP8C_ERROR_ARGUMENT, "the array of %s is NULL",
                in && !inputs ? "inputs" : "outputs");
  return FP8C_OK;
}

/* A port that callers see, as the plan has it, where symbols are. */
static const plan_port *seen_input(const fp8c_program *program, size_t i) {
  return &program_plan(program)->inputs[fp8c_program_input(program, i) - program_input(program, 0)];
}

static const plan_port *seen_output(const fp8c_program *program, size_t i) {
  return &program_plan(program)
              ->outputs[fp8c_program_output(program, i) - program_output(program, 0)];
}

/* The size that the inputs give a symbol; -1: no input has it. */
static int64_t symbol_size_of(const fp8c_program *program, const fp8c_tensor *inputs,
                              int64_t symbol) {
  for (size_t i = 0; i < fp8c_program_input_count(program); i++) {
    const plan_port *p = seen_input(program, i);
    for (int k = 0; k < p->rank; k++)
      if (p->dims[k] == symbol) return inputs[i].shape[k];
  }
  return -1;
}

static fp8c_status check_inputs(const fp8c_program *program, const fp8c_tensor *inputs,
                                fp8c_error *err) {
  size_t count = fp8c_program_input_count(program);
  for (size_t i = 0; i < count; i++)
    TRY(shape_check(fp8c_program_input(program, i), &inputs[i], "input", err));
  for (size_t i = 0; i < count; i++) {
    const plan_port *p = seen_input(program, i);
    for (int k = 0; k < p->rank; k++) {
      int64_t symbol = p->dims[k], size = inputs[i].shape[k];
      if (symbol >= 0) continue;
      int64_t first = symbol_size_of(program, inputs, symbol);
      if (first != size)
        return fail(err, FP8C_ERROR_ARGUMENT,
                    "\"%s\" is %lld in one input and %lld in input \"%s\"; expected one size",
                    program_plan(program)->symbols[DIM_SYMBOL_INDEX(symbol)], (long long)first,
                    (long long)size, p->name);
    }
  }
  return FP8C_OK;
}

fp8c_status fp8c_program_output_shapes(const fp8c_program *program, const fp8c_tensor *inputs,
                                       size_t input_count, fp8c_tensor *outputs,
                                       size_t output_count, fp8c_error *err) {
  if (!program) return fail(err, FP8C_ERROR_ARGUMENT, "output shapes: program is NULL");
  TRY(shape_check_counts(program, inputs, input_count, outputs, output_count, err));
  TRY(check_inputs(program, inputs, err));
  for (size_t i = 0; i < output_count; i++) {
    const plan_port *p = seen_output(program, i);
    outputs[i] = (fp8c_tensor){.dtype = p->dtype, .rank = p->rank};
    for (int k = 0; k < p->rank; k++)
      outputs[i].shape[k] =
          p->dims[k] >= 0 ? p->dims[k] : symbol_size_of(program, inputs, p->dims[k]);
  }
  return FP8C_OK;
}
