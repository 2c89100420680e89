/* threads.c - one program, as many sessions as threads: each thread runs its share of the requests.
 *
 *     cc threads.c $(pkg-config --cflags --libs fp8c_rt) -pthread -o threads
 *     ./threads model.fp8c [THREADS [REQUESTS]]
 *
 * A program is immutable and shared; a session belongs to one thread at a time. The sessions here
 * compute with one thread each, so that they do not take each other's processors. */
#include <fp8c/fp8c.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_PORTS = 16, MOST_THREADS = 64 };

typedef struct worker {
  const fp8c_program *program;
  int first, last; /* of the requests, the last excluded */
  fp8c_error err;
  double sum; /* of the first output's numbers, over all its requests */
} worker;

/* A request: each F32 input filled with a number of its own, everything else with zeros. */
static bool fill(const fp8c_port *port, int request, fp8c_tensor *t) {
  *t = (fp8c_tensor){.dtype = port->dtype, .rank = port->rank};
  for (int i = 0; i < port->rank; i++) t->shape[i] = port->shape[i] < 0 ? 1 : port->shape[i];
  size_t bytes = fp8c_tensor_bytes(t);
  t->data = calloc(1, bytes ? bytes : 1);
  for (size_t i = 0; t->data && t->dtype == FP8C_DTYPE_F32 && i < bytes / 4; i++)
    ((float *)t->data)[i] = (float)((request + (int)i) % 7) / 7;
  return t->data != NULL;
}

static void *work(void *given) {
  worker *w = given;
  fp8c_session *session = NULL;
  fp8c_session_options options = {.size = sizeof options, .device = "cpu", .threads = 1};
  fp8c_tensor inputs[MOST_PORTS] = {0}, outputs[MOST_PORTS] = {0};
  size_t input_count = fp8c_program_input_count(w->program);
  size_t output_count = fp8c_program_output_count(w->program);
  if (fp8c_session_create(w->program, &options, &session, &w->err)) return NULL;
  for (int r = w->first; r < w->last && !w->err.status; r++) {
    bool filled = true;
    for (size_t i = 0; i < input_count; i++)
      filled = fill(fp8c_program_input(w->program, i), r, &inputs[i]) && filled;
    if (!filled)
      w->err = (fp8c_error){FP8C_ERROR_NO_MEMORY, "no memory for a request"};
    else
      fp8c_session_run_views(session, inputs, input_count, outputs, output_count, &w->err);
    const float *y = outputs[0].data;
    if (!w->err.status && outputs[0].dtype == FP8C_DTYPE_F32)
      for (size_t i = 0; i < fp8c_tensor_bytes(&outputs[0]) / 4; i++) w->sum += (double)y[i];
    for (size_t i = 0; i < input_count; i++) free(inputs[i].data);
  }
  fp8c_session_free(session);
  return NULL;
}

int main(int argc, char **argv) {
  int count = argc > 2 ? atoi(argv[2]) : 4, requests = argc > 3 ? atoi(argv[3]) : 64;
  pthread_t threads[MOST_THREADS];
  worker workers[MOST_THREADS] = {0};
  fp8c_program *program = NULL;
  fp8c_error err = {0};
  if (argc < 2 || count < 1 || count > MOST_THREADS || requests < 0) {
    fprintf(stderr, "usage: threads PLAN.fp8c [THREADS [REQUESTS]], at most %d threads\n",
            MOST_THREADS);
    return 2;
  }
  if (fp8c_program_open(argv[1], &program, &err)) {
    fprintf(stderr, "threads: %s\n", err.text);
    return 1;
  }
  int failed = 0, started = 0;
  double sum = 0;
  if (fp8c_program_input_count(program) > MOST_PORTS ||
      fp8c_program_output_count(program) > MOST_PORTS) {
    fprintf(stderr, "threads: more than %d ports\n", MOST_PORTS);
    failed = 1;
    count = 0;
  }
  for (; started < count; started++) {
    workers[started].program = program;
    workers[started].first = requests / count * started;
    workers[started].last = started + 1 < count ? requests / count * (started + 1) : requests;
    if (pthread_create(&threads[started], NULL, work, &workers[started])) break;
  }
  if (started < count) fprintf(stderr, "threads: only %d threads could be started\n", started);
  failed = failed || started < count;
  for (int i = 0; i < started; i++) {
    pthread_join(threads[i], NULL);
    sum += workers[i].sum;
    if (workers[i].err.status) fprintf(stderr, "threads: %s\n", workers[i].err.text), failed = 1;
  }
  fp8c_program_free(program);
  if (!failed) printf("%d requests by %d threads: sum %.6f\n", requests, started, sum);
  return failed;
}
