/* program_samples.c - see program_samples.h.  What reads calibration data asks a graph for its
 * inputs: here one that has nothing else. */
#include "compiler/compile/program_samples.h"

#include <string.h>

#include "base/numbers.h"
#include "frontend/onnx.h"
#include "passes/precision/samples.h"

struct program_samples {
  calibration_data *data;
  const graph *g; /* the inputs alone */
};

static tensor type_of_port(const fp8c_port *p) {
  bool coded = dtype_is_small_float(p->dtype) && p->dtype != FP8C_DTYPE_F16;
  tensor t = {.dtype = coded ? FP8C_DTYPE_F32 : p->dtype, .rank = p->rank};
  for (int32_t d = 0; d < p->rank; d++) t.dims[d] = p->shape[d] >= 0 ? p->shape[d] : DIM_UNKNOWN;
  return t;
}

fp8c_status program_samples_open(arena *a, const fp8c_program *p, const char *path,
                                 const char *const *sets, size_t set_count, program_samples **out,
                                 fp8c_error *err) {
  graph *g = graph_new(a, "inputs", 0);
  program_samples *s = NEW(a, program_samples);
  for (size_t i = 0; i < fp8c_program_input_count(p); i++) {
    const fp8c_port *port = fp8c_program_input(p, i);
    tensor t = type_of_port(port);
    graph_input(g, port->name, &t);
  }
  samples_options o = {.path = path,
                       .sets = sets,
                       .set_count = set_count,
                       .nonfinite = true, /* what the program makes of them is asked */
                       .read_pb = onnx_read_tensor};
  TRY(samples_open(a, g, &o, &s->data, err));
  s->g = g;
  *out = s;
  return FP8C_OK;
}

size_t program_samples_count(const program_samples *s) { return s->data->sample_count; }

fp8c_status program_samples_read(const program_samples *s, size_t index, arena *a,
                                 fp8c_tensor *inputs, fp8c_error *err) {
  tensor *read = NEW_ARRAY(a, tensor, s->g->input_count + 1);
  TRY(s->data->read(s->data, index, a, read, err));
  for (size_t i = 0; i < s->g->input_count; i++) {
    inputs[i] = (fp8c_tensor){.dtype = read[i].dtype, .rank = read[i].rank, .data = read[i].data};
    memcpy(inputs[i].shape, read[i].dims, sizeof inputs[i].shape);
  }
  return FP8C_OK;
}
