/* cuda_host.c - host steps: operators of a GPU variant that the CPU device does.
 *
 * Each is a small program of its own (a block of the plan) in a state of the CPU device,
 * made when the session is.  A run waits for what the GPU has computed so far, brings the
 * values that the block reads to the host, and queues those that the GPU needs next on their
 * way back.  What only host steps and outputs read stays where it is. */
#include <string.h>

#include "ops/infer.h"
#include "runtime/cuda.h"
#include "runtime/plan_tables.h"

struct cuda_host {
  plan plan; /* the block as a program */
  device_state *cpu;
  fp8c_tensor *in, *out;
  uint64_t *from; /* by input: where its copy lies in the session's pinned memory */
};

uint64_t cuda_value_bytes(const plan_value *v) {
  uint64_t n = dtype_bytes(v->dtype);
  for (int i = 0; i < v->rank; i++) n *= (uint64_t)v->dims[i];
  return n;
}

uint64_t cuda_host_bytes(const plan_variant *v, const plan_launch *l) {
  uint64_t total = 0;
  for (uint32_t i = 0; i < l->read_count; i++)
    if (v->values[l->reads[i]].kind != PLAN_VALUE_HOST)
      total += (cuda_value_bytes(&v->values[l->reads[i]]) + 255) / 256 * 256;
  return total;
}

fp8c_status cuda_host_create(device_state *s, const plan_variant *v, cuda_step *step,
                             fp8c_error *err) {
  const plan_launch *l = step->launch;
  cuda_host *h = step->host = NEW(&s->arena, cuda_host);
  plan_of_block(s->plan, l->host->block, &s->arena, &h->plan);
  h->in = NEW_ARRAY(&s->arena, fp8c_tensor, l->read_count + 1);
  h->out = NEW_ARRAY(&s->arena, fp8c_tensor, l->write_count + 1);
  h->from = NEW_ARRAY(&s->arena, uint64_t, l->read_count + 1);
  uint64_t at = 0;
  for (uint32_t i = 0; i < l->read_count; i++) {
    const plan_value *x = &v->values[l->reads[i]];
    h->from[i] = at;
    if (x->kind != PLAN_VALUE_HOST) at += (cuda_value_bytes(x) + 255) / 256 * 256;
  }
  fp8c_session_options options = {
      .size = sizeof options,
      .device = "cpu",
      .flags = s->options.flags & (FP8C_SESSION_CHECK | FP8C_SESSION_PLAIN)};
  fp8c_status status = device_cpu.create((program_view){&h->plan, s->source, s->shared}, &options,
                                         0, s->threads, &h->cpu, err);
  return status == FP8C_OK ? FP8C_OK : fail_in(err, status, "host step \"%s\"", l->name);
}

void cuda_host_free(cuda_step *step) {
  if (step->host) device_cpu.destroy(step->host->cpu);
  step->host = NULL;
}

/* ---- One run -------------------------------------------------------------------- */

static fp8c_tensor seen_as(const plan_value *x, void *data) {
  fp8c_tensor t = {.data = data, .dtype = x->dtype, .place = FP8C_PLACE_HOST, .rank = x->rank};
  memcpy(t.shape, x->dims, sizeof t.shape);
  return t;
}

static fp8c_status fetch_inputs(device_state *s, cuda_variant *v, cuda_step *step, cu_stream stream,
                                fp8c_error *err) {
  const plan_launch *l = step->launch;
  cuda_host *h = step->host;
  bool waits = false;
  for (uint32_t i = 0; i < l->read_count; i++) {
    uint32_t id = l->reads[i];
    const plan_value *x = &v->v->values[id];
    if (x->kind == PLAN_VALUE_HOST) {
      h->in[i] = v->host[id];
      continue;
    }
    uint64_t bytes = cuda_value_bytes(x);
    void *to = bytes ? s->crossing + h->from[i] : NULL;
    if (x->kind == PLAN_VALUE_INPUT && v->input_on_host[x->index])
      to = s->staging + v->input_offset[x->index];
    else if (bytes) {
      waits = true;
      TRY(cuda_result(CU(s->cu->to_host(to, v->address[id], bytes, stream)), err,
                      "bringing \"%s\" to the host", x->name));
    }
    h->in[i] = seen_as(x, to);
  }
  if (!waits) return FP8C_OK;
  return cuda_result(CU(s->cu->stream_wait(stream)), err, "waiting for what host step \"%s\" reads",
                     l->name);
}

static const char *shape_words(const fp8c_tensor *t, char out[256]) {
  tensor shown = {.rank = t->rank};
  memcpy(shown.dims, t->shape, sizeof shown.dims);
  return dims_text(&shown, out);
}

/* What the plan says of a shape, where it says anything, is what the GPU's kernels are made for. */
static fp8c_status check_shape(const plan_launch *l, const plan_value *x, const fp8c_tensor *t,
                               fp8c_error *err) {
  bool same = x->rank == RANK_UNKNOWN || x->rank == t->rank;
  for (int i = 0; same && i < x->rank; i++) same = x->dims[i] < 0 || x->dims[i] == t->shape[i];
  if (same) return FP8C_OK;
  fp8c_tensor want = seen_as(x, NULL);
  char found[256], expected[256];
  return fail(err, FP8C_ERROR_FORMAT,
              "host step \"%s\" gives \"%s\" of shape %s; the plan is for %s", l->name, x->name,
              shape_words(t, found), shape_words(&want, expected));
}

static fp8c_status send_outputs(device_state *s, cuda_variant *v, cuda_step *step, cu_stream stream,
                                fp8c_error *err) {
  const plan_launch *l = step->launch;
  cuda_host *h = step->host;
  for (uint32_t i = 0; i < l->write_count; i++) {
    uint32_t id = l->writes[i];
    const plan_value *x = &v->v->values[id];
    TRY(check_shape(l, x, &h->out[i], err));
    if (x->kind == PLAN_VALUE_HOST) {
      v->host[id] = h->out[i];
      continue;
    }
    uint64_t bytes = cuda_value_bytes(x);
    if (bytes == 0) continue;
    TRY(cuda_result(CU(s->cu->to_device(v->address[id], h->out[i].data, bytes, stream)), err,
                    "bringing \"%s\" to the GPU", x->name));
  }
  return FP8C_OK;
}

fp8c_status cuda_host_run(device_state *s, cuda_variant *v, cuda_step *step, cu_stream stream,
                          fp8c_error *err) {
  cuda_host *h = step->host;
  TRY(fetch_inputs(s, v, step, stream, err));
  fp8c_status status = device_cpu.run(h->cpu, h->in, NULL, err);
  if (status == FP8C_OK) status = device_cpu.views(h->cpu, h->out, err);
  if (status != FP8C_OK) return fail_in(err, status, "host step \"%s\"", step->launch->name);
  return send_outputs(s, v, step, stream, err);
}
