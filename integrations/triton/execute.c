/* execute.c - requests: those that came together run together, along the first dimension, where the
 * plan takes that. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "integrations/triton/backend.h"

/* Requests that run together. */
typedef struct group {
  instance *i;
  TRITONBACKEND_Request **requests;
  uint32_t count;
  int64_t *rows; /* of each request, where there are several */
  int64_t total; /* of them all */
  void **copies; /* by input: memory of the group's own, or NULL */
} group;

static uint64_t now(void) {
  struct timespec t;
  (void)clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* ---- Inputs ------------------------------------------------------------------------ */

typedef struct given {
  TRITONBACKEND_Input *input;
  const int64_t *shape;
  uint64_t bytes;
  uint32_t rank, buffers;
  int type;
} given;

static fp8c_status input_of(TRITONBACKEND_Request *request, const fp8c_port *p, given *out,
                            fp8c_error *err) {
  const char *name;
  *out = (given){.input = NULL};
  ASK(TRITONBACKEND_RequestInput(request, p->name, &out->input));
  ASK(TRITONBACKEND_InputProperties(out->input, &name, &out->type, &out->shape, &out->rank,
                                    &out->bytes, &out->buffers));
  if (out->type != triton_type(p->dtype) || out->rank > FP8C_MAX_RANK)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "input \"%s\" has %u dimensions of Triton's type %d; the plan takes %s", p->name,
                out->rank, out->type, fp8c_dtype_name(p->dtype));
  return FP8C_OK;
}

/* The shape of a group's input: that of the first request, with everybody's rows. */
static fp8c_status group_shape(group *g, size_t port, fp8c_tensor *t, fp8c_error *err) {
  const fp8c_port *p = fp8c_program_input(g->i->model->program, port);
  for (uint32_t r = 0; r < g->count; r++) {
    given x;
    TRY(input_of(g->requests[r], p, &x, err));
    if (r == 0) {
      *t = (fp8c_tensor){.dtype = p->dtype, .rank = (int32_t)x.rank};
      memcpy(t->shape, x.shape, x.rank * sizeof *x.shape);
    }
    if (g->count == 1) continue;
    bool alike = x.rank == (uint32_t)t->rank && x.rank > 0;
    for (uint32_t k = 1; alike && k < x.rank; k++) alike = x.shape[k] == t->shape[k];
    alike = alike && (port == 0 || x.shape[0] == g->rows[r]);
    if (!alike)
      return fail(err, FP8C_ERROR_UNSUPPORTED, "requests of several shapes do not run together");
    if (port == 0) {
      g->rows[r] = x.shape[0];
      g->total += x.shape[0];
    }
  }
  if (g->count > 1) t->shape[0] = g->total;
  return FP8C_OK;
}

static fp8c_status buffer_of(const given *x, const char *name, uint32_t index, const void **data,
                             uint64_t *bytes, fp8c_error *err) {
  int memory = TRITON_MEMORY_CPU;
  int64_t id = 0;
  ASK(TRITONBACKEND_InputBuffer(x->input, index, data, bytes, &memory, &id));
  if (memory == TRITON_MEMORY_CPU || memory == TRITON_MEMORY_PINNED) return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED,
              "input \"%s\" lies in a GPU's memory; this backend reads the host's", name);
}

static fp8c_status copy_input(const group *g, size_t port, char *to, size_t room, fp8c_error *err) {
  const fp8c_port *p = fp8c_program_input(g->i->model->program, port);
  size_t at = 0;
  for (uint32_t r = 0; r < g->count; r++) {
    given x;
    TRY(input_of(g->requests[r], p, &x, err));
    for (uint32_t b = 0; b < x.buffers; b++) {
      const void *data = NULL;
      uint64_t bytes = 0;
      TRY(buffer_of(&x, p->name, b, &data, &bytes, err));
      if (bytes > room - at) at = room + 1;
      if (at > room) break;
      if (bytes) memcpy(to + at, data, (size_t)bytes);
      at += (size_t)bytes;
    }
    if (at > room) break;
  }
  if (at == room) return FP8C_OK;
  return fail(err, FP8C_ERROR_ARGUMENT, "input \"%s\" has not the %zu bytes that its shape says",
              p->name, room);
}

/* One request in one piece is read where it lies. */
static fp8c_status take_in_place(const group *g, size_t port, fp8c_tensor *t, size_t bytes,
                                 bool *taken, fp8c_error *err) {
  const fp8c_port *p = fp8c_program_input(g->i->model->program, port);
  given x;
  const void *data = NULL;
  uint64_t have = 0;
  *taken = false;
  if (g->count > 1) return FP8C_OK;
  TRY(input_of(g->requests[0], p, &x, err));
  if (x.buffers != 1) return FP8C_OK;
  TRY(buffer_of(&x, p->name, 0, &data, &have, err));
  *taken = have == bytes && (uintptr_t)data % (fp8c_dtype_bits(p->dtype) / 8) == 0;
  if (*taken) t->data = (void *)(uintptr_t)data;
  return FP8C_OK;
}

static fp8c_status take_input(group *g, size_t port, fp8c_error *err) {
  fp8c_tensor *t = &g->i->in[port];
  bool taken;
  TRY(group_shape(g, port, t, err));
  size_t bytes = fp8c_tensor_bytes(t);
  TRY(take_in_place(g, port, t, bytes, &taken, err));
  if (taken) return FP8C_OK;
  g->copies[port] = malloc(bytes + 1);
  if (!g->copies[port])
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory: %zu bytes were wanted", bytes);
  t->data = g->copies[port];
  return copy_input(g, port, g->copies[port], bytes, err);
}

/* ---- Outputs ----------------------------------------------------------------------- */

static fp8c_status wanted(TRITONBACKEND_Request *request, const char *name, bool *out,
                          fp8c_error *err) {
  uint32_t count = 0;
  *out = false;
  ASK(TRITONBACKEND_RequestOutputCount(request, &count));
  for (uint32_t k = 0; k < count && !*out; k++) {
    const char *asked = NULL;
    ASK(TRITONBACKEND_RequestOutputName(request, k, &asked));
    *out = strcmp(asked, name) == 0;
  }
  return FP8C_OK;
}

static fp8c_status give_output(TRITONBACKEND_Response *response, const char *name,
                               const fp8c_tensor *t, fp8c_error *err) {
  TRITONBACKEND_Output *output = NULL;
  void *data = NULL;
  int memory = TRITON_MEMORY_CPU;
  int64_t id = 0;
  size_t bytes = fp8c_tensor_bytes(t);
  ASK(TRITONBACKEND_ResponseOutput(response, &output, name, triton_type(t->dtype), t->shape,
                                   (uint32_t)t->rank));
  ASK(TRITONBACKEND_OutputBuffer(output, &data, bytes, &memory, &id));
  if (memory != TRITON_MEMORY_CPU && memory != TRITON_MEMORY_PINNED)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "output \"%s\" is wanted in a GPU's memory; this backend writes the host's", name);
  if (bytes) memcpy(data, t->data, bytes);
  return FP8C_OK;
}

/* The rows of one request, `from` on. */
static fp8c_status respond(const group *g, uint32_t r, int64_t from,
                           TRITONBACKEND_Response *response, fp8c_error *err) {
  const fp8c_program *program = g->i->model->program;
  for (size_t k = 0; k < fp8c_program_output_count(program); k++) {
    const fp8c_port *p = fp8c_program_output(program, k);
    fp8c_tensor t = g->i->out[k];
    bool asked;
    TRY(wanted(g->requests[r], p->name, &asked, err));
    if (!asked) continue;
    if (g->count > 1) {
      size_t row = g->total ? fp8c_tensor_bytes(&t) / (size_t)g->total : 0;
      t.data = (char *)t.data + row * (size_t)from;
      t.shape[0] = g->rows[r];
    }
    TRY(give_output(response, p->name, &t, err));
  }
  return FP8C_OK;
}

/* ---- Runs -------------------------------------------------------------------------- */

static fp8c_status run_taken(group *g, fp8c_error *err) {
  instance *i = g->i;
  size_t in = fp8c_program_input_count(i->model->program),
         out = fp8c_program_output_count(i->model->program);
  for (size_t k = 0; k < in; k++) TRY(take_input(g, k, err));
  TRY(fp8c_session_run_views(i->session, i->in, in, i->out, out, err));
  for (size_t k = 0; k < out && g->count > 1; k++)
    if (i->out[k].rank < 1 || i->out[k].shape[0] != g->total)
      return fail(err, FP8C_ERROR_UNSUPPORTED, "output %zu has no row for each row of the batch",
                  k);
  return FP8C_OK;
}

static fp8c_status run_group(group *g, fp8c_error *err) {
  size_t in = fp8c_program_input_count(g->i->model->program);
  g->copies = calloc(in + 1, sizeof *g->copies);
  g->rows = calloc(g->count + (size_t)1, sizeof *g->rows);
  fp8c_status status =
      g->copies && g->rows ? run_taken(g, err) : fail(err, FP8C_ERROR_NO_MEMORY, "out of memory");
  for (size_t k = 0; g->copies && k < in; k++) free(g->copies[k]);
  free(g->copies);
  g->copies = NULL;
  return status;
}

static void drop(TRITONSERVER_Error *error) {
  if (error) TRITONSERVER_ErrorDelete(error); /* the client has gone: there is nobody to tell */
}

/* The answer to a request, made but not sent: `*out` is NULL where there is nobody to tell. */
static fp8c_status make_answer(const group *g, uint32_t r, int64_t from, fp8c_status status,
                               TRITONBACKEND_Response **out, fp8c_error *err) {
  TRITONSERVER_Error *error = TRITONBACKEND_ResponseNew(out, g->requests[r]);
  if (!error) return status == FP8C_OK ? respond(g, r, from, *out, err) : status;
  *out = NULL;
  drop(error);
  return status;
}

static void send_answer(TRITONBACKEND_Response *response, fp8c_status status, fp8c_error *err) {
  if (!response) return;
  TRITONSERVER_Error *error = triton_error(status, err);
  drop(TRITONBACKEND_ResponseSend(response, TRITON_RESPONSE_FINAL, error));
  drop(error);
}

/* Statistics come before the answer: a client that has it finds itself counted. */
static void answer(TRITONBACKEND_ModelInstance *handle, const group *g, fp8c_status status,
                   const fp8c_error *why, const uint64_t times[2]) {
  int64_t from = 0;
  if (status == FP8C_OK)
    drop(TRITONBACKEND_ModelInstanceReportBatchStatistics(
        handle, g->total > 0 ? (uint64_t)g->total : 1, times[0], times[0], times[1], now()));
  for (uint32_t r = 0; r < g->count; r++) {
    TRITONBACKEND_Response *response;
    fp8c_error err = *why;
    fp8c_status made = make_answer(g, r, from, status, &response, &err);
    from += g->rows ? g->rows[r] : 0;
    drop(TRITONBACKEND_ModelInstanceReportStatistics(handle, g->requests[r], made == FP8C_OK,
                                                     times[0], times[0], times[1], now()));
    send_answer(response, made, &err);
    drop(TRITONBACKEND_RequestRelease(g->requests[r], TRITON_REQUEST_DONE));
  }
}

/* False: the requests have to run one by one. */
static bool serve(TRITONBACKEND_ModelInstance *handle, instance *i,
                  TRITONBACKEND_Request **requests, uint32_t count) {
  group g = {.i = i, .requests = requests, .count = count};
  fp8c_error err = {0};
  uint64_t begun = now();
  fp8c_status status = run_group(&g, &err);
  bool apart = count > 1 && status != FP8C_OK;
  if (!apart) answer(handle, &g, status, &err, (uint64_t[2]){begun, now()});
  free(g.rows);
  return !apart;
}

void execute(TRITONBACKEND_ModelInstance *handle, instance *i, TRITONBACKEND_Request **requests,
             uint32_t count) {
  if (count > 1 && i->model->batch > 0 && serve(handle, i, requests, count)) return;
  for (uint32_t r = 0; r < count; r++) (void)serve(handle, i, &requests[r], 1);
}
