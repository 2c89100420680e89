/* run.c - runs a plan once on inputs of ones and prints what came out.
 *
 *     cc run.c $(pkg-config --cflags --libs fp8c_rt) -o run
 *     ./run model.fp8c [cpu|cuda:0]                                          */
#include <fp8c/fp8c.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_PORTS = 16, SHOWN = 8 };

/* A tensor of ones as `port` wants it; a dimension that is not fixed is 1. */
static fp8c_tensor ones_for(const fp8c_port *port) {
  fp8c_tensor t = {.dtype = port->dtype, .rank = port->rank};
  for (int i = 0; i < port->rank; i++) t.shape[i] = port->shape[i] < 0 ? 1 : port->shape[i];
  size_t bytes = fp8c_tensor_bytes(&t);
  t.data = calloc(1, bytes ? bytes : 1);
  if (!t.data) exit(1);
  for (size_t i = 0; i < bytes / 4 && t.dtype == FP8C_DTYPE_F32; i++) ((float *)t.data)[i] = 1;
  for (size_t i = 0; i < bytes / 8 && t.dtype == FP8C_DTYPE_I64; i++) ((int64_t *)t.data)[i] = 1;
  return t;
}

static void show(const fp8c_port *port, const fp8c_tensor *t) {
  size_t count = fp8c_tensor_bytes(t) / (fp8c_dtype_bits(t->dtype) / 8);
  printf("%s: %s[", port->name, fp8c_dtype_name(t->dtype));
  for (int i = 0; i < t->rank; i++) printf("%s%lld", i ? ", " : "", (long long)t->shape[i]);
  printf("]");
  for (size_t i = 0; i < count && i < SHOWN && t->dtype == FP8C_DTYPE_F32; i++)
    printf(" %g", (double)((const float *)t->data)[i]);
  printf("\n");
}

int main(int argc, char **argv) {
  fp8c_program *program = NULL;
  fp8c_session *session = NULL;
  fp8c_error err = {0};
  fp8c_tensor inputs[MOST_PORTS] = {0}, outputs[MOST_PORTS] = {0};
  size_t input_count = 0, output_count = 0;
  if (argc < 2) {
    fprintf(stderr, "usage: run PLAN.fp8c [cpu|cuda:0]\n");
    return 2;
  }

  if (fp8c_program_open(argv[1], &program, &err)) goto done;
  fp8c_session_options options = {.size = sizeof options, .device = argc > 2 ? argv[2] : NULL};
  if (fp8c_session_create(program, &options, &session, &err)) goto done;

  output_count = fp8c_program_output_count(program);
  if (fp8c_program_input_count(program) > MOST_PORTS || output_count > MOST_PORTS) {
    fprintf(stderr, "run: more than %d ports\n", MOST_PORTS);
    output_count = 0;
    goto done;
  }
  for (; input_count < fp8c_program_input_count(program); input_count++)
    inputs[input_count] = ones_for(fp8c_program_input(program, input_count));

  if (fp8c_session_run_views(session, inputs, input_count, outputs, output_count, &err)) goto done;
  printf("on %s:\n", fp8c_session_device(session));
  for (size_t i = 0; i < output_count; i++) show(fp8c_program_output(program, i), &outputs[i]);

done:
  if (err.status) fprintf(stderr, "run: %s\n", err.text);
  for (size_t i = 0; i < input_count; i++) free(inputs[i].data);
  fp8c_session_free(session);
  fp8c_program_free(program);
  return err.status || !output_count;
}
